"""tf.keras.layers: MultiHeadAttention (keras/src/layers/attention/multi_head_attention.py)."""
import math
import string

import tensorflow as tf
from tensorflow_lib.keras.attention_ops import HeadsAttention
from tensorflow_lib.keras.einsum import einsum
from tensorflow_lib.keras.layers.einsum_dense import EinsumDense
from tensorflow_lib.keras.layers.support import (KerasTensor, Layer, cast, config_of, get_keras_mask, ops, set_keras_mask,
                                                 take)

__name__ = 'keras.src.layers.attention.multi_head_attention'
_LETTERS = string.ascii_lowercase


def check_window(sliding_window):
  if sliding_window is not None and (not isinstance(sliding_window, int) or sliding_window <= 0):
    raise ValueError('`sliding_window` must be `None` or a positive integer. Received: sliding_window=%s' %
                     (sliding_window,))


def check_flash(layer, dropout):
  if layer._flash_attention and dropout > 0.0:
    raise ValueError('Dropout is not supported when flash attention is enabled. Please set dropout to 0.0 to use flash '
                     'attention.')


def check_key_shape(value_shape, key_shape):
  if value_shape[1:-1] != key_shape[1:-1]:
    raise ValueError('All dimensions of `value` and `key`, except the last one, must be equal. Received: value_shape=%s and '
                     'key_shape=%s' % (value_shape, key_shape))


def _attention_equations(rank, axes):
  """The equations of scores and of their product with values, and the rank of scores."""
  target = _LETTERS[:rank]
  batch = [i for i in range(rank) if i not in axes and i != rank - 1]
  source, offset = '', rank
  for i in range(rank):
    if i in batch or i == rank - 1:
      source += target[i]
    else:
      source += _LETTERS[offset]
      offset += 1
  product = ''.join([target[i] for i in batch] + [target[i] for i in axes] + [source[i] for i in axes])
  return '%s,%s->%s' % (source, target, product), '%s,%s->%s' % (product, source, target), len(product)


def _projection(free, bound, output, last_dims):
  """Equation, axes of the bias and shape (None where it is not known) of a projection."""
  free_names = _LETTERS[:free]
  bound_names = _LETTERS[free:free + bound]
  output_names = _LETTERS[free + bound:free + bound + output]
  equation = '%s,%s->%s' % (free_names + bound_names, bound_names + output_names, free_names + output_names)
  return equation, output_names, [None] * (free + output - 1 - len(last_dims)) + list(last_dims)


#: tf.keras.layers.MultiHeadAttention
class MultiHeadAttention(Layer, HeadsAttention):
  """Attention of several heads, each with projections of its own."""

  def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True, output_shape=None,
               attention_axes=None, sliding_window=None, flash_attention=None, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               kernel_constraint=None, bias_constraint=None, use_gate=False, seed=None, **kwargs):
    if not isinstance(num_heads, int) or num_heads <= 0:
      raise ValueError('Received an invalid value for argument `num_heads`, expected a positive integer. Received: '
                       'num_heads=%s' % (num_heads,))
    if not isinstance(key_dim, int) or key_dim <= 0:
      raise ValueError('Received an invalid value for argument `key_dim`, expected a positive integer. Received: '
                       'key_dim=%s' % (key_dim,))
    if value_dim is not None and (not isinstance(value_dim, int) or value_dim <= 0):
      raise ValueError('Received an invalid value for argument `value_dim`, expected a positive integer or `None`. '
                       'Received: value_dim=%s' % (value_dim,))
    super().__init__(**kwargs)
    self.supports_masking = True
    self._num_heads = num_heads
    self._key_dim = key_dim
    self._value_dim = value_dim if value_dim else key_dim
    self._dropout = dropout
    self._use_bias = use_bias
    self._use_gate = use_gate
    if output_shape:
      if isinstance(output_shape, int):
        output_shape = (output_shape,)
      try:
        output_shape = tuple(output_shape)
      except TypeError:
        raise ValueError('Invalid `output_shape`: %s. When specified, the `output_shape` should be of type tuple, list, or '
                         'int.' % (output_shape,))
    self._output_shape = output_shape
    self._flash_attention = flash_attention or False
    take(self, _kernel_initializer=kernel_initializer, _bias_initializer=bias_initializer,
         _kernel_regularizer=kernel_regularizer, _bias_regularizer=bias_regularizer,
         _activity_regularizer=activity_regularizer, _kernel_constraint=kernel_constraint,
         _bias_constraint=bias_constraint)
    if isinstance(attention_axes, int):
      attention_axes = (attention_axes,)
    elif attention_axes and not isinstance(attention_axes, (list, tuple)):
      raise ValueError('`attention_axes` must be an int, list, or tuple.Received: attention_axes=%s' % (attention_axes,))
    self._attention_axes = attention_axes
    check_window(sliding_window)
    self._sliding_window = sliding_window
    self.seed = seed
    self._inverse_sqrt_key_dim = 1.0 / math.sqrt(float(self._key_dim))
    check_flash(self, self._dropout)

  num_heads = property(lambda self: self._num_heads)
  key_dim = property(lambda self: self._key_dim)
  value_dim = property(lambda self: self._value_dim)
  dropout = property(lambda self: self._dropout)
  use_bias = property(lambda self: self._use_bias)
  attention_axes = property(lambda self: self._attention_axes)
  query_dense = property(lambda self: self._query_dense)
  key_dense = property(lambda self: self._key_dense)
  value_dense = property(lambda self: self._value_dense)
  output_dense = property(lambda self: self._output_dense)

  def get_config(self):
    names = ('num_heads key_dim value_dim dropout use_bias use_gate output_shape attention_axes sliding_window '
             'kernel_initializer bias_initializer kernel_regularizer bias_regularizer activity_regularizer '
             'kernel_constraint bias_constraint')
    config = config_of(self, ' '.join('_' + name for name in names.split()))
    return {**super().get_config(), **{name[1:]: value for name, value in config.items()}, 'seed': self.seed}

  def _get_common_kwargs_for_sublayer(self):
    return self._sublayer_options(
        {'kernel_initializer': self._kernel_initializer, 'bias_initializer': self._bias_initializer},
        {'kernel_regularizer': self._kernel_regularizer, 'bias_regularizer': self._bias_regularizer,
         'activity_regularizer': self._activity_regularizer, 'kernel_constraint': self._kernel_constraint,
         'bias_constraint': self._bias_constraint, 'dtype': self.dtype_policy})

  def _project(self, shape, last_dims, name, bound=1, **options):
    """A projection of tensors of this shape, not yet built."""
    equation, bias_axes, output_shape = _projection(len(shape) - 1, bound, len(last_dims), last_dims)
    return EinsumDense(equation, output_shape=output_shape, bias_axes=bias_axes if self._use_bias else None, name=name,
                       **options, **self._get_common_kwargs_for_sublayer())

  def build(self, query_shape, value_shape, key_shape=None):
    key_shape = value_shape if key_shape is None else key_shape
    check_key_shape(value_shape, key_shape)
    self._query_dense = self._project(query_shape, [self._num_heads, self._key_dim], 'query')
    self._query_dense.build(query_shape)
    self._key_dense = self._project(key_shape, [self._num_heads, self._key_dim], 'key')
    self._key_dense.build(key_shape)
    if self._use_gate:
      self._gate_dense = self._project(query_shape, [self._num_heads, self._value_dim], 'gate', activation='sigmoid')
      self._gate_dense.build(query_shape)
    self._value_dense = self._project(value_shape, [self._num_heads, self._value_dim], 'value')
    self._value_dense.build(value_shape)
    self._build_attention(len(value_shape) + 1)
    self._output_dense = self._project(query_shape, self._output_shape or [query_shape[-1]], 'attention_output', bound=2)
    shape = self._query_dense.compute_output_shape(query_shape)
    self._output_dense.build((*shape[:-1], self._value_dim))

  def _build_attention(self, rank):
    if self._attention_axes is None:
      self._attention_axes = tuple(range(1, rank - 2))
    else:
      self._attention_axes = tuple(axis if axis >= 0 else rank - 1 + axis for axis in self._attention_axes)
    self._dot_product_equation, self._combine_equation, scores_rank = _attention_equations(rank, self._attention_axes)
    axes = tuple(range(scores_rank - len(self._attention_axes), scores_rank))
    self._softmax = tf.keras.layers.Softmax(axis=axes, dtype=self.dtype_policy)
    self._dropout_layer = tf.keras.layers.Dropout(rate=self._dropout, dtype=self.dtype_policy, seed=self.seed)

  def _window(self):
    return self._sliding_window

  def _mask_axes(self):
    return len(self._attention_axes)

  def _combine(self, scores, value):
    return einsum(self._combine_equation, scores, value)

  def _compute_attention(self, query, key, value, attention_mask=None, training=None, return_attention_scores=False,
                         use_causal_mask=False):
    dot = lambda query, key: einsum(self._dot_product_equation, key, query)
    return self._attend(query, key, value, attention_mask, training, return_attention_scores, use_causal_mask,
                        self._dropout, self._inverse_sqrt_key_dim, dot)

  def call(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
           return_attention_scores=False, training=None, use_causal_mask=False):
    if key is None:
      key = value
    # The layer handles masks itself.
    query_mask = get_keras_mask(query)
    for x in (query, value, key):
      set_keras_mask(x, None)
    masks = (query_mask, value_mask, key_mask, attention_mask, self._sliding_window)
    causal_only = (use_causal_mask and all(m is None for m in masks) and
                   type(self)._compute_attention is MultiHeadAttention._compute_attention)
    if not causal_only:
      attention_mask = self._compute_attention_mask(
          query, value, query_mask=query_mask, value_mask=value_mask, key_mask=key_mask, attention_mask=attention_mask,
          use_causal_mask=use_causal_mask)
    gate = self._gate_dense(query) if self._use_gate else None
    query = self._query_dense(query)
    key = self._key_dense(key)
    value = self._value_dense(value)
    extra = {'use_causal_mask': True} if causal_only else {}
    output, scores = self._compute_attention(query, key, value, attention_mask, training, return_attention_scores,
                                             **extra)
    output = self._output_dense(ops.multiply(output, gate) if self._use_gate else output)
    if query_mask is not None:
      set_keras_mask(output, query_mask)
    return (output, scores) if return_attention_scores else output

  def _compute_attention_mask(self, query, value, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
                              use_causal_mask=False):
    auto_mask = self._auto_mask(query, value, query_mask, value_mask, key_mask, use_causal_mask)
    if attention_mask is not None:
      attention_mask = cast(attention_mask, 'bool')
    if auto_mask is not None:
      attention_mask = auto_mask if attention_mask is None else attention_mask & auto_mask
    return attention_mask

  def compute_output_shape(self, query_shape, value_shape, key_shape=None):
    query_shape, value_shape = tuple(query_shape), tuple(value_shape)
    check_key_shape(value_shape, value_shape if key_shape is None else tuple(key_shape))
    return query_shape[:-1] + self._output_shape if self._output_shape else query_shape

  def compute_output_spec(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None,
                          attention_mask=None, return_attention_scores=False, training=None, use_causal_mask=False):
    shape = self.compute_output_shape(query.shape, value.shape, None if key is None else key.shape)
    spec = KerasTensor(shape, dtype=self.compute_dtype)
    if return_attention_scores:
      length = query.shape[1]
      return spec, KerasTensor((query.shape[0], self.num_heads, length, length), dtype=self.compute_dtype)
    return spec
