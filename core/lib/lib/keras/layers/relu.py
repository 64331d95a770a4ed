"""tf.keras.layers: ReLU."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.ReLU
class ReLU(Layer):
  def call(self, inputs):
    return tf.nn.relu(inputs)
