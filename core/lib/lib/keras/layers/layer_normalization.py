"""tf.keras.layers: LayerNormalization."""
import tensorflow as tf
from tensorflow_lib.keras.initializers import get as get_initializer
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.LayerNormalization
class LayerNormalization(Layer):
  """Each row made to have mean 0 and variance 1, then scaled and moved."""

  def __init__(self, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer='zeros',
               gamma_initializer='ones', **kwargs):
    super().__init__(**kwargs)
    if axis != -1:
      raise NotImplementedError('tf.keras.layers.LayerNormalization over another axis than the last')
    self.epsilon = epsilon
    self.center = center
    self.scale = scale
    self.beta_initializer = get_initializer(beta_initializer)
    self.gamma_initializer = get_initializer(gamma_initializer)
    self.beta = None
    self.gamma = None

  def build(self, input_shape):
    if self.scale:
      self.gamma = self.add_weight(name='gamma', shape=(input_shape[-1],), initializer=self.gamma_initializer)
    if self.center:
      self.beta = self.add_weight(name='beta', shape=(input_shape[-1],), initializer=self.beta_initializer)
    self.built = True

  def call(self, inputs):
    mean, variance = tf.nn.moments(inputs, axes=[-1], keepdims=True)
    inv = tf.math.rsqrt(variance + self.epsilon)
    if self.gamma is not None:
      inv = inv * self.gamma
    res = -mean * inv
    if self.beta is not None:
      res = res + self.beta
    return inputs * inv + res
