"""tf.keras.layers: GroupQueryAttention (keras/src/layers/attention/grouped_query_attention.py)."""
import math

import tensorflow as tf
from tensorflow_lib.keras.attention_ops import HeadsAttention
from tensorflow_lib.keras.einsum import einsum
from tensorflow_lib.keras.layers.einsum_dense import EinsumDense
from tensorflow_lib.keras.layers.multi_head_attention import check_flash, check_key_shape, check_window
from tensorflow_lib.keras.layers.support import KerasTensor, Layer, cast, config_of, ops, take

__name__ = 'keras.src.layers.attention.grouped_query_attention'


#: tf.keras.layers.GroupQueryAttention
class GroupedQueryAttention(Layer, HeadsAttention):
  """Attention of several heads, groups of which share keys and values."""

  def __init__(self, head_dim, num_query_heads, num_key_value_heads, dropout=0.0, use_bias=True, sliding_window=None,
               flash_attention=None, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               bias_constraint=None, use_gate=False, seed=None, **kwargs):
    super().__init__(**kwargs)
    self.supports_masking = True
    self.head_dim = head_dim
    self.num_query_heads = num_query_heads
    self.num_key_value_heads = num_key_value_heads
    if num_query_heads % num_key_value_heads != 0:
      raise ValueError('`num_query_heads` must be divisible by `num_key_value_heads`.')
    self.num_repeats = num_query_heads // num_key_value_heads
    self.dropout = dropout
    self.use_bias = use_bias
    self.use_gate = use_gate
    check_window(sliding_window)
    self.sliding_window = sliding_window
    self._flash_attention = flash_attention or False
    take(self, kernel_initializer=kernel_initializer, bias_initializer=bias_initializer,
         kernel_regularizer=kernel_regularizer, bias_regularizer=bias_regularizer,
         activity_regularizer=activity_regularizer, kernel_constraint=kernel_constraint, bias_constraint=bias_constraint)
    self.seed = seed
    self._inverse_sqrt_head_dim = 1.0 / math.sqrt(float(self.head_dim))
    self._return_attention_scores = False
    check_flash(self, self.dropout)

  def _project(self, equation, heads, name, shape, **options):
    """A projection to this many heads, built."""
    letters = equation.split('->')[1][2:]
    layer = EinsumDense(equation, output_shape=(None, heads, self.head_dim), bias_axes=letters if self.use_bias else None,
                        name=name, **options, **self._get_common_kwargs_for_sublayer())
    layer.build(shape)
    return layer

  def build(self, query_shape, value_shape, key_shape=None):
    key_shape = value_shape if key_shape is None else key_shape
    self.feature_dim = query_shape[-1]
    self._query_dense = self._project('bqm,muh->bquh', self.num_query_heads, 'query', query_shape)
    self._key_dense = self._project('bkm,mvh->bkvh', self.num_key_value_heads, 'key', key_shape)
    if self.use_gate:
      self._gate_dense = self._project('bqm,muh->bquh', self.num_query_heads, 'gate', query_shape, activation='sigmoid')
    self._value_dense = self._project('bkm,mvh->bkvh', self.num_key_value_heads, 'value', value_shape)
    self._softmax = tf.keras.layers.Softmax(axis=-1, dtype=self.dtype_policy)
    self._dropout_layer = tf.keras.layers.Dropout(rate=self.dropout, dtype=self.dtype_policy, seed=self.seed)
    self._dot_product_equation = 'bquh,bkuh->buqk'
    self._combine_equation = 'buqk,bkuh->bquh'
    self._output_dense = EinsumDense('bquh,uhm->bqm', output_shape=(None, self.feature_dim),
                                     bias_axes='m' if self.use_bias else None, name='attention_output',
                                     **self._get_common_kwargs_for_sublayer())
    self._output_dense.build((None, None, self.num_query_heads, self.head_dim))

  def _get_common_kwargs_for_sublayer(self):
    names = 'kernel_regularizer bias_regularizer activity_regularizer kernel_constraint bias_constraint'
    options = {name: getattr(self, name) for name in names.split()}
    return self._sublayer_options(
        {'kernel_initializer': self.kernel_initializer, 'bias_initializer': self.bias_initializer},
        {**options, 'dtype': self.dtype_policy})

  def _window(self):
    return self.sliding_window

  def _mask_axes(self):
    return 1

  def _combine(self, scores, value):
    return einsum(self._combine_equation, scores, value)

  def call(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
           return_attention_scores=False, training=None, use_causal_mask=False):
    self._return_attention_scores = return_attention_scores
    if key is None:
      key = value
    masks = (query_mask, value_mask, key_mask, attention_mask, self.sliding_window)
    causal_only = (use_causal_mask and all(m is None for m in masks) and
                   type(self)._compute_attention is GroupedQueryAttention._compute_attention)
    if not causal_only:
      attention_mask = self._compute_attention_mask(
          query, value, query_mask=query_mask, value_mask=value_mask, key_mask=key_mask, attention_mask=attention_mask,
          use_causal_mask=use_causal_mask)
    gate = self._gate_dense(query) if self.use_gate else None
    query = self._query_dense(query)
    key = self._key_dense(key)
    value = self._value_dense(value)
    key = ops.repeat(key, self.num_repeats, axis=2)
    value = ops.repeat(value, self.num_repeats, axis=2)
    extra = {'use_causal_mask': True} if causal_only else {}
    output, scores = self._compute_attention(query, key, value, attention_mask=attention_mask, training=training, **extra)
    output = self._output_dense(ops.multiply(output, gate) if self.use_gate else output)
    return (output, scores) if return_attention_scores else output

  def _compute_attention_mask(self, query, value, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
                              use_causal_mask=False):
    auto_mask = self._auto_mask(query, value, query_mask, value_mask, key_mask, use_causal_mask)
    if auto_mask is not None:
      attention_mask = auto_mask if attention_mask is None else cast(attention_mask, bool) & auto_mask
    return attention_mask

  def _compute_attention(self, query, key, value, attention_mask=None, training=None, use_causal_mask=False):
    dot = lambda query, key: einsum(self._dot_product_equation, query, key)
    return self._attend(query, key, value, attention_mask, training, self._return_attention_scores, use_causal_mask,
                        self.dropout, self._inverse_sqrt_head_dim, dot)

  def compute_output_shape(self, query_shape, value_shape, key_shape=None):
    if query_shape[-1] != value_shape[-1]:
      raise ValueError('The last dimension of `query_shape` and `value_shape` must be equal, but are %s, %s. Received: '
                       'query_shape=%s, value_shape=%s' % (query_shape[-1], value_shape[-1], query_shape, value_shape))
    check_key_shape(value_shape, value_shape if key_shape is None else key_shape)
    return query_shape

  def compute_output_spec(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None,
                          attention_mask=None, return_attention_scores=False, training=None, use_causal_mask=False):
    shape = self.compute_output_shape(query.shape, value.shape, key.shape if key is not None else None)
    spec = KerasTensor(shape, dtype=self.compute_dtype)
    if return_attention_scores:
      length = (value if key is None else key).shape[1]
      return spec, KerasTensor((query.shape[0], self.num_query_heads, query.shape[1], length), dtype=self.compute_dtype)
    return spec

  def get_config(self):
    names = ('head_dim num_query_heads num_key_value_heads use_bias use_gate sliding_window dropout kernel_initializer '
             'bias_initializer kernel_regularizer bias_regularizer activity_regularizer kernel_constraint '
             'bias_constraint seed')
    return {**super().get_config(), **config_of(self, names)}
