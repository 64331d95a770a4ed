"""tf.keras.layers: Flatten, Reshape and Permute (keras/src/layers/reshaping)."""
import math

import numpy as np
from tensorflow_lib.keras import numpy_ops as ops
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of
from tensorflow_lib.keras.state import standardize_data_format
from tensorflow_lib.keras.tensors import KerasTensor, shape as shape_of

__name__ = 'keras.src.layers.reshaping.flatten'


#: tf.keras.layers.Flatten
class Flatten(Layer):
  def __init__(self, data_format=None, **kwargs):
    super().__init__(**kwargs)
    self.data_format = standardize_data_format(data_format)
    self.input_spec = InputSpec(min_ndim=1)
    self._channels_first = self.data_format == 'channels_first'

  def call(self, inputs):
    dims = shape_of(inputs)
    rank = len(dims)
    if self._channels_first and rank > 1:
      inputs = ops.transpose(inputs, axes=(0,) + tuple(range(2, rank)) + (1,))
    if rank == 1:
      size = 1
    else:
      size = math.prod(dims[1:]) if all(isinstance(d, int) for d in dims[1:]) else -1
    return ops.reshape(inputs, (dims[0], size))

  def compute_output_shape(self, input_shape):
    dims = input_shape[1:]
    return input_shape[0], None if None in dims else math.prod(dims)

  def compute_output_spec(self, inputs):
    return KerasTensor(shape=self.compute_output_shape(inputs.shape), dtype=inputs.dtype, sparse=inputs.sparse)

  def get_config(self):
    return config_of(self, super().get_config(), 'data_format')


__name__ = 'keras.src.layers.reshaping.reshape'


def check_reshape_shape(newshape, name):
  """Raises for dims below -1, and where -1 is there twice."""
  unknown = 0
  for dim in newshape:
    if not isinstance(dim, (int, np.integer)):
      continue
    if dim < -1:
      raise ValueError('Each dimension in `%s` must be a non-negative integer, or `-1` for a single unknown dimension. '
                       'Received: %s=%s.' % (name, name, newshape))
    unknown += dim == -1
  if unknown > 1:
    raise ValueError('There must be at most one unknown dimension (-1) in `%s`. Received: %s=%s.' % (name, name, newshape))


def compute_reshape_output_shape(input_shape, newshape, name):
  """The shape that a reshape to `newshape` gives; None where it is not known."""
  check_reshape_shape(newshape, name)
  newshape = tuple(d if isinstance(d, (int, np.integer)) else None for d in newshape)
  if None in input_shape or None in newshape:
    return tuple(d if d != -1 else None for d in newshape)
  size = math.prod(input_shape)
  if -1 not in newshape:
    if size != math.prod(newshape):
      raise ValueError('The total size of the tensor must be unchanged. Received: input_shape=%s, %s=%s' %
                       (input_shape, name, newshape))
    return newshape
  known = math.prod(d for d in newshape if d != -1)
  if known == 0 or size % known != 0:
    raise ValueError('The total size of the tensor must be unchanged, however, the input size cannot by divided by the '
                     'specified dimensions in %s. Received: input_shape=%s, %s=%s' % (name, input_shape, name, newshape))
  return tuple(size // known if d == -1 else d for d in newshape)


#: tf.keras.layers.Reshape
class Reshape(Layer):
  def __init__(self, target_shape, **kwargs):
    super().__init__(**kwargs)
    target_shape = tuple(target_shape)
    check_reshape_shape(target_shape, 'target_shape')
    self.target_shape = target_shape
    self.built = True

  def compute_output_shape(self, input_shape):
    return (input_shape[0],) + tuple(compute_reshape_output_shape(input_shape[1:], self.target_shape, 'target_shape'))

  def compute_output_spec(self, inputs):
    return KerasTensor(shape=self.compute_output_shape(inputs.shape), dtype=inputs.dtype, sparse=inputs.sparse)

  def call(self, inputs):
    dims = compute_reshape_output_shape(tuple(inputs.shape)[1:], self.target_shape, 'target_shape')
    return ops.reshape(inputs, (shape_of(inputs)[0],) + tuple(-1 if d is None else d for d in dims))

  def get_config(self):
    return config_of(self, super().get_config(), 'target_shape')


__name__ = 'keras.src.layers.reshaping.permute'


#: tf.keras.layers.Permute
class Permute(Layer):
  def __init__(self, dims, **kwargs):
    super().__init__(**kwargs)
    self.dims = tuple(dims)
    if sorted(dims) != list(range(1, len(dims) + 1)):
      raise ValueError('Invalid permutation argument `dims` for Permute Layer. The set of indices in `dims` must be '
                       'consecutive and start from 1. Received dims=%s' % (dims,))
    self.input_spec = InputSpec(ndim=len(self.dims) + 1)

  def compute_output_shape(self, input_shape):
    return (input_shape[0],) + tuple(input_shape[d] for d in self.dims)

  def compute_output_spec(self, inputs):
    return KerasTensor(shape=self.compute_output_shape(inputs.shape), dtype=inputs.dtype, sparse=inputs.sparse)

  def call(self, inputs):
    return ops.transpose(inputs, axes=(0,) + self.dims)

  def get_config(self):
    return config_of(self, super().get_config(), 'dims')
