"""tf.keras.layers: Softmax."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.Softmax
class Softmax(Layer):
  def __init__(self, axis=-1, **kwargs):
    super().__init__(**kwargs)
    self.axis = axis

  def call(self, inputs):
    return tf.nn.softmax(inputs, axis=self.axis)
