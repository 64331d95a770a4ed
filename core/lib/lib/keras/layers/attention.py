"""tf.keras.layers: Attention, AdditiveAttention (keras/src/layers/attention)."""
import tensorflow as tf
from tensorflow_lib.keras.attention_ops import causal_mask
from tensorflow_lib.keras.core_ops import convert_to_tensor
from tensorflow_lib.keras.layers.support import KerasTensor, Layer, SeedGenerator, dropout, ops, shape_of, softmax

__name__ = 'keras.src.layers.attention.attention'


#: tf.keras.layers.Attention
class Attention(Layer):
  """Each row of values weighed by how its key fits the query: dot products."""

  def __init__(self, use_scale=False, score_mode='dot', dropout=0.0, seed=None, **kwargs):
    super().__init__(**kwargs)
    self.use_scale = use_scale
    self.score_mode = score_mode
    self.dropout = dropout
    self.seed = seed
    if self.dropout > 0:
      self.seed_generator = SeedGenerator(seed=seed)
    if self.score_mode not in ['dot', 'concat']:
      raise ValueError("Invalid value for argument score_mode. Expected one of {'dot', 'concat'}. Received: score_mode=%s" %
                       (score_mode,))

  def build(self, input_shape):
    self._validate_inputs(input_shape)
    self.scale = None
    self.concat_score_weight = None
    if self.use_scale:
      self.scale = self.add_weight(name='scale', shape=(), initializer='ones', dtype=self.dtype, trainable=True)
    if self.score_mode == 'concat':
      self.concat_score_weight = self.add_weight(name='concat_score_weight', shape=(), initializer='ones',
                                                 dtype=self.dtype, trainable=True)

  def _calculate_scores(self, query, key):
    if self.score_mode == 'dot':
      scores = ops.matmul(query, ops.swapaxes(key, -2, -1))
      return scores if self.scale is None else ops.multiply(scores, self.scale)
    both = ops.expand_dims(query, axis=-2) + ops.expand_dims(key, axis=-3)
    if self.scale is not None:
      both = self.scale * both
    return self.concat_score_weight * ops.sum(tf.nn.tanh(both), axis=-1)

  def _apply_scores(self, scores, value, scores_mask=None, training=False):
    if scores_mask is not None:
      padding_mask = ops.logical_not(scores_mask)
      # Keras compares a dtype with a name, which never are equal: 65504 is not taken.
      if len(padding_mask.shape) == 2:
        padding_mask = ops.expand_dims(padding_mask, axis=-2)
      scores = ops.where(padding_mask, scores - (65504.0 if scores.dtype == 'float16' else 1.0e9), scores)
    weights = softmax(scores, axis=-1)
    if training and self.dropout > 0:
      weights = dropout(weights, self.dropout, seed=self.seed_generator)
    return ops.matmul(weights, value), weights

  def _calculate_score_mask(self, scores, v_mask, use_causal_mask):
    if not use_causal_mask:
      return v_mask
    shape = shape_of(scores)
    causal = causal_mask(shape[-2], shape[-1])
    return causal if v_mask is None else ops.logical_and(ops.expand_dims(v_mask, axis=-2), causal)

  def call(self, inputs, mask=None, training=False, return_attention_scores=False, use_causal_mask=False):
    self._validate_inputs(inputs=inputs, mask=mask)
    q, v = inputs[0], inputs[1]
    k = inputs[2] if len(inputs) > 2 else v
    q_mask = mask[0] if mask else None
    v_mask = mask[1] if mask else None
    scores = self._calculate_scores(query=q, key=k)
    scores_mask = self._calculate_score_mask(scores, v_mask, use_causal_mask)
    output, weights = self._apply_scores(scores=scores, value=v, scores_mask=scores_mask, training=training)
    if q_mask is not None:
      output = ops.where(ops.expand_dims(q_mask, axis=-1), output, 0)
    return (output, weights) if return_attention_scores else output

  def compute_mask(self, inputs, mask=None):
    self._validate_inputs(inputs=inputs, mask=mask)
    return None if mask is None or mask[0] is None else convert_to_tensor(mask[0])

  def compute_output_shape(self, input_shape):
    return (*input_shape[0][:-1], input_shape[1][-1])

  def compute_output_spec(self, inputs, mask=None, return_attention_scores=False, training=None, use_causal_mask=False):
    self._validate_inputs(inputs, mask)
    query, value = inputs[0], inputs[1]
    key = inputs[2] if len(inputs) > 2 else value
    shape = self.compute_output_shape([query.shape, value.shape, key.shape])
    spec = KerasTensor(shape, dtype=self.compute_dtype)
    if return_attention_scores:
      return spec, KerasTensor((*query.shape[:-1], key.shape[-2]), dtype=self.compute_dtype)
    return spec

  def _validate_inputs(self, inputs, mask=None):
    name = type(self).__name__
    if not isinstance(inputs, list):
      raise ValueError(f'{name} layer must be called on a list of inputs, namely [query, value] or [query, value, key]. '
                       f'Received: inputs={inputs}.')
    if not 2 <= len(inputs) <= 3:
      raise ValueError('%s layer accepts inputs list of length 2 or 3, namely [query, value] or [query, value, key]. '
                       'Received length: %d.' % (name, len(inputs)))
    if mask is None:
      return
    if not isinstance(mask, list):
      raise ValueError(f'{name} layer mask must be a list, namely [query_mask, value_mask]. Received: mask={mask}.')
    if not 2 <= len(mask) <= 3:
      raise ValueError('%s layer accepts mask list of length 2 or 3. Received: inputs=%s, mask=%s.' %
                       (name, inputs, mask))

  def get_config(self):
    return {**super().get_config(), 'use_scale': self.use_scale, 'score_mode': self.score_mode, 'dropout': self.dropout,
            'seed': self.seed}


__name__ = 'keras.src.layers.attention.additive_attention'


#: tf.keras.layers.AdditiveAttention
class AdditiveAttention(Attention):
  """Attention whose scores are sums of tanh(query + key)."""

  def __init__(self, use_scale=True, dropout=0.0, **kwargs):
    super().__init__(use_scale=use_scale, dropout=dropout, **kwargs)

  def build(self, input_shape):
    self._validate_inputs(input_shape)
    self.scale = None
    if self.use_scale:
      self.scale = self.add_weight(name='scale', shape=[input_shape[0][-1]], initializer='glorot_uniform',
                                   dtype=self.dtype, trainable=True)

  def _calculate_scores(self, query, key):
    both = ops.expand_dims(query, axis=-2) + ops.expand_dims(key, axis=-3)
    return ops.sum((self.scale if self.use_scale else 1.0) * tf.nn.tanh(both), axis=-1)

  def get_config(self):
    config = super().get_config()
    del config['score_mode']
    return config
