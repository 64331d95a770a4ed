"""tf.keras.layers: MaxPooling2D, AveragePooling2D: one class that differs in the op."""
import tensorflow as tf
from tensorflow_lib.keras.base import as_pair
from tensorflow_lib.keras.layer import Layer, check_rank


class _Pooling2D(Layer):
  def __init__(self, pool_size=(2, 2), strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(name=name, **kwargs)
    if data_format not in (None, 'channels_last'):
      raise NotImplementedError('tf.keras.layers pooling with channels first')
    self.pool_size = as_pair(pool_size, 'pool_size')
    self.strides = self.pool_size if strides is None else as_pair(strides, 'strides')
    self.padding = padding.lower()

  def _check_input(self, inputs):
    check_rank(self, inputs, ndim=4)


#: tf.keras.layers.MaxPooling2D tf.keras.layers.MaxPool2D
class MaxPooling2D(_Pooling2D):
  def call(self, inputs):
    return tf.nn.max_pool2d(inputs, list(self.pool_size), list(self.strides), self.padding.upper())


#: tf.keras.layers.AveragePooling2D tf.keras.layers.AvgPool2D
class AveragePooling2D(_Pooling2D):
  def call(self, inputs):
    return tf.nn.avg_pool2d(inputs, list(self.pool_size), list(self.strides), self.padding.upper())
