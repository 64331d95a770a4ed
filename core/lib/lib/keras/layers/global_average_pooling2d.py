"""tf.keras.layers: GlobalAveragePooling2D."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.GlobalAveragePooling2D
class GlobalAveragePooling2D(Layer):
  def call(self, inputs):
    return tf.reduce_mean(inputs, axis=[1, 2])
