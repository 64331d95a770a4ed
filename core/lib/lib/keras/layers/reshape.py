"""tf.keras.layers: Reshape."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.Reshape
class Reshape(Layer):
  def __init__(self, target_shape, **kwargs):
    super().__init__(**kwargs)
    self.target_shape = tuple(target_shape)

  def call(self, inputs):
    return tf.reshape(inputs, [tf.shape(inputs)[0]] + list(self.target_shape))
