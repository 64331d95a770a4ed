"""tf.keras.layers: ReversibleEmbedding (keras/src/layers/core/reversible_embedding.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import KerasTensor, cast, ops, set_keras_mask
from tensorflow_lib.keras.numpy_more import tanh

__name__ = 'keras.src.layers.core.reversible_embedding'


#: tf.keras.layers.ReversibleEmbedding
class ReversibleEmbedding(tf.keras.layers.Embedding):
  """Rows of a table by their index, or logits of indices for rows."""

  def __init__(self, input_dim, output_dim, tie_weights=True, embeddings_initializer='uniform', embeddings_regularizer=None,
               embeddings_constraint=None, mask_zero=False, reverse_dtype=None, logit_soft_cap=None, **kwargs):
    super().__init__(input_dim, output_dim, embeddings_initializer=embeddings_initializer,
                     embeddings_regularizer=embeddings_regularizer, embeddings_constraint=embeddings_constraint,
                     mask_zero=mask_zero, **kwargs)
    self.tie_weights = tie_weights
    self.reverse_dtype = reverse_dtype
    self.logit_soft_cap = logit_soft_cap

  def build(self, input_shape=None):
    super().build(input_shape)
    if not self.tie_weights:
      self.reverse_embeddings = self.add_weight(shape=(self.output_dim, self.input_dim),
                                                initializer=self.embeddings_initializer, name='reverse_embeddings',
                                                trainable=True)

  def call(self, inputs, reverse=False):
    if not reverse:
      result = super().call(inputs)
      mask = super().compute_mask(inputs)
      if mask is not None:
        set_keras_mask(result, mask)
      return result
    kernel = ops.transpose(self.embeddings) if self.tie_weights else self.reverse_embeddings
    if self.reverse_dtype is not None:
      inputs, kernel = cast(inputs, self.reverse_dtype), cast(kernel, self.reverse_dtype)
    logits = ops.matmul(inputs, kernel)
    if self.logit_soft_cap is not None:
      logits = ops.multiply(tanh(ops.divide(logits, self.logit_soft_cap)), self.logit_soft_cap)
    return logits

  def compute_mask(self, inputs, mask=None):
    return None

  def compute_output_shape(self, input_shape, reverse=False):
    shape = list(input_shape)
    return shape[:-1] + [self.input_dim] if reverse else shape + [self.output_dim]

  def compute_output_spec(self, inputs, reverse=False):
    return KerasTensor(self.compute_output_shape(inputs.shape, reverse), dtype=self.compute_dtype)

  def get_config(self):
    return {**super().get_config(), 'tie_weights': self.tie_weights, 'reverse_dtype': self.reverse_dtype,
            'logit_soft_cap': self.logit_soft_cap}
