"""tf.keras.layers: Dropout."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.Dropout
class Dropout(Layer):
  """While training, sets a share `rate` of the inputs to zero and scales the others."""

  def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
    super().__init__(**kwargs)
    if not 0 <= rate <= 1:
      raise ValueError('Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: '
                       'rate=%s' % rate)
    self.rate = rate
    self.noise_shape = noise_shape
    self.seed = seed

  def call(self, inputs, training=False):
    if training and self.rate > 0:
      return tf.nn.dropout(inputs, self.rate, noise_shape=self.noise_shape, seed=self.seed)
    return inputs
