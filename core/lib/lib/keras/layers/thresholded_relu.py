"""tf.keras.layers: the old ThresholdedReLU (keras/src/legacy/layers.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import Layer

__name__ = 'keras.src.legacy.layers'


#: tf.keras.layers.ThresholdedReLU
class ThresholdedReLU(Layer):
  """What is not above theta is made zero."""

  def __init__(self, theta=1.0, **kwargs):
    super().__init__(**kwargs)
    if theta is None:
      raise ValueError('Theta of a Thresholded ReLU layer cannot be None, expecting a float. Received: %s' % theta)
    if theta < 0:
      raise ValueError('The theta value of a Thresholded ReLU layer should be >=0. Received: %s' % theta)
    self.supports_masking = True
    self.theta = tf.convert_to_tensor(theta, dtype=self.compute_dtype)

  def call(self, inputs):
    return inputs * tf.cast(tf.greater(inputs, self.theta), self.compute_dtype)

  def get_config(self):
    return {**super().get_config(), 'theta': float(self.theta)}

  def compute_output_shape(self, input_shape):
    return input_shape
