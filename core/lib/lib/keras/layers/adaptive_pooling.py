"""tf.keras.layers: pooling to a size of output (keras/src/layers/pooling/base_adaptive_pooling.py)."""
import math

import tensorflow as tf
from tensorflow_lib.keras.layers.support import Layer
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import image_data_format, standardize_data_format

_MISSING = ('Input length must be statically known for adaptive pooling',
            'Input spatial dimensions must be statically known for adaptive pooling',
            'Input spatial dimensions must be statically known for adaptive pooling')


def _windows(size, output_size):
  """How long windows are at least, and which of the windows of that length and of one more each output takes."""
  small = math.ceil(size / output_size)
  indices = []
  for i in range(output_size):
    start = min(i * size // output_size, size - 1)
    end = min(math.ceil((i + 1) * size / output_size), size)
    indices.append(start + max(1, size - small + 1) if end - start == small + 1 else start)
  return small, indices


def _pool(pools, inputs, output_size, data_format):
  data_format = standardize_data_format(data_format)
  rank = len(inputs.shape) - 2
  first = data_format == 'channels_first'
  if first:
    inputs = tf.transpose(inputs, (0, *range(2, rank + 2), 1))
  sizes = inputs.shape.as_list()[1:-1]
  if None in sizes:
    raise ValueError(_MISSING[rank - 1])
  if isinstance(output_size, int):
    output_size = (output_size,) * rank
  x = inputs
  for axis, (size, out) in enumerate(zip(sizes, output_size)):
    small, indices = _windows(size, out)
    parts = []
    for window in (small, small + 1):
      # A window that is longer than the input has no place in it, and no output asks for it.
      if window <= size:
        dims = [window if i == axis else 1 for i in range(rank)]
        parts.append(pools[rank - 1](x, dims, [1] * rank, 'VALID'))
    x = tf.gather(tf.concat(parts, axis=axis + 1), tf.constant(indices, tf.int32), axis=axis + 1)
  return tf.transpose(x, (0, rank + 1, *range(1, rank + 1))) if first else x


#: tf.keras.ops.adaptive_average_pool tf.keras.ops.nn.adaptive_average_pool =adaptive_average_pool
@symbolic('AdaptiveAveragePool', 'keras.src.ops.nn')
def adaptive_average_pool(inputs, output_size, data_format=None):
  """The means of windows, as many as the output has places."""
  return _pool((tf.nn.avg_pool1d, tf.nn.avg_pool2d, tf.nn.avg_pool3d), inputs, output_size, data_format)


#: tf.keras.ops.adaptive_max_pool tf.keras.ops.nn.adaptive_max_pool =adaptive_max_pool
@symbolic('AdaptiveMaxPool', 'keras.src.ops.nn')
def adaptive_max_pool(inputs, output_size, data_format=None):
  """The largest values of windows, as many as the output has places."""
  return _pool((tf.nn.max_pool1d, tf.nn.max_pool2d, tf.nn.max_pool3d), inputs, output_size, data_format)


class _AdaptivePooling(Layer):
  _names = ('', '(height, width)', '(depth, height, width)')

  def __init__(self, output_size, data_format=None, **kwargs):
    n = self._rank
    if isinstance(output_size, int):
      size = (output_size,) * n
    elif isinstance(output_size, (tuple, list)) and len(output_size) == n:
      size = tuple(output_size)
    elif n > 1:
      raise TypeError('`output_size` must be an integer or %s tuple. Received: %s of type %s' %
                      (self._names[n - 1], output_size, type(output_size)))
    elif isinstance(output_size, (tuple, list)):
      raise ValueError('For 1D input, `output_size` tuple must have length 1. Received: %s' % (output_size,))
    else:
      raise TypeError('`output_size` must be an integer or tuple of 1 integer. Received: %s of type %s' %
                      (output_size, type(output_size)))
    super().__init__(**kwargs)
    self.output_size = size
    self.data_format = data_format or image_data_format()
    if self.data_format not in {'channels_first', 'channels_last'}:
      raise ValueError("Invalid data_format: %s. Expected 'channels_first' or 'channels_last'." % self.data_format)

  def call(self, inputs):
    return self._op(inputs, output_size=self.output_size, data_format=self.data_format)

  def compute_output_shape(self, input_shape):
    if self.data_format == 'channels_last':
      return (input_shape[0], *self.output_size, input_shape[-1])
    return (input_shape[0], input_shape[1], *self.output_size)

  def get_config(self):
    return {**super().get_config(), 'output_size': self.output_size, 'data_format': self.data_format}


class _Average(_AdaptivePooling):
  _op = staticmethod(adaptive_average_pool)


class _Max(_AdaptivePooling):
  _op = staticmethod(adaptive_max_pool)


__name__ = 'keras.src.layers.pooling.adaptive_average_pooling1d'


#: tf.keras.layers.AdaptiveAveragePooling1D
class AdaptiveAveragePooling1D(_Average):
  _rank = 1


__name__ = 'keras.src.layers.pooling.adaptive_average_pooling2d'


#: tf.keras.layers.AdaptiveAveragePooling2D
class AdaptiveAveragePooling2D(_Average):
  _rank = 2


__name__ = 'keras.src.layers.pooling.adaptive_average_pooling3d'


#: tf.keras.layers.AdaptiveAveragePooling3D
class AdaptiveAveragePooling3D(_Average):
  _rank = 3


__name__ = 'keras.src.layers.pooling.adaptive_max_pooling1d'


#: tf.keras.layers.AdaptiveMaxPooling1D
class AdaptiveMaxPooling1D(_Max):
  _rank = 1


__name__ = 'keras.src.layers.pooling.adaptive_max_pooling2d'


#: tf.keras.layers.AdaptiveMaxPooling2D
class AdaptiveMaxPooling2D(_Max):
  _rank = 2


__name__ = 'keras.src.layers.pooling.adaptive_max_pooling3d'


#: tf.keras.layers.AdaptiveMaxPooling3D
class AdaptiveMaxPooling3D(_Max):
  _rank = 3
