"""tf.keras.layers of a line or two."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer, check_rank


#: tf.keras.layers.GlobalMaxPooling2D tf.keras.layers.GlobalMaxPool2D
class GlobalMaxPooling2D(Layer):
  def call(self, inputs):
    return tf.reduce_max(inputs, axis=[1, 2])


#: tf.keras.layers.GlobalAveragePooling1D tf.keras.layers.GlobalAvgPool1D
class GlobalAveragePooling1D(Layer):
  def call(self, inputs):
    return tf.reduce_mean(inputs, axis=1)


#: tf.keras.layers.GlobalMaxPooling1D tf.keras.layers.GlobalMaxPool1D
class GlobalMaxPooling1D(Layer):
  def call(self, inputs):
    return tf.reduce_max(inputs, axis=1)


#: tf.keras.layers.ZeroPadding2D
class ZeroPadding2D(Layer):
  def __init__(self, padding=(1, 1), data_format=None, **kwargs):
    super().__init__(**kwargs)
    if data_format not in (None, 'channels_last'):
      raise NotImplementedError('tf.keras.layers.ZeroPadding2D with channels first')
    if isinstance(padding, int):
      padding = (padding, padding)
    self.padding = tuple(p if isinstance(p, (tuple, list)) else (p, p) for p in padding)

  def _check_input(self, inputs):
    check_rank(self, inputs, ndim=4)

  def call(self, inputs):
    return tf.pad(inputs, tf.constant([[0, 0]] + [list(p) for p in self.padding] + [[0, 0]]), 'CONSTANT')


#: tf.keras.layers.Permute
class Permute(Layer):
  def __init__(self, dims, **kwargs):
    super().__init__(**kwargs)
    self.dims = tuple(dims)
    if sorted(dims) != list(range(1, len(dims) + 1)):
      raise ValueError('Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be '
                       'consecutive and start from 1. Received dims=%s' % (dims,))

  def call(self, inputs):
    return tf.transpose(inputs, perm=(0,) + self.dims)


#: tf.keras.layers.LeakyReLU
class LeakyReLU(Layer):
  def __init__(self, negative_slope=0.3, **kwargs):
    super().__init__(**kwargs)
    self.negative_slope = negative_slope

  def call(self, inputs):
    return tf.nn.leaky_relu(inputs, alpha=self.negative_slope)


#: tf.keras.layers.ELU
class ELU(Layer):
  def __init__(self, alpha=1.0, **kwargs):
    super().__init__(**kwargs)
    self.alpha = alpha

  def call(self, inputs):
    return tf.keras.activations.elu(inputs, alpha=self.alpha)
