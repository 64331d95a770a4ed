"""tf.keras.layers: Dropout and what drops whole channels (keras/src/layers/regularization)."""
from tensorflow_lib.keras import random
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of
from tensorflow_lib.keras.state import standardize_data_format
from tensorflow_lib.keras.tensors import shape as shape_of

__name__ = 'keras.src.layers.regularization.dropout'


def _checked_shape(noise_shape):
  """A tuple of dims; raises for anything else."""
  start = 'Invalid value received for argument `noise_shape`. Expected '
  if noise_shape is None:
    return None
  if isinstance(noise_shape, str):
    raise ValueError(start + 'a tuple or list of integers. Received: noise_shape=%s' % noise_shape)
  if not isinstance(noise_shape, tuple):
    try:
      noise_shape = tuple(noise_shape)
    except TypeError:
      raise ValueError(start + 'an iterable of integers (e.g., a tuple or list). Received: noise_shape=%s' % (noise_shape,))
  for i, dim in enumerate(noise_shape):
    if dim is None:
      continue
    if not isinstance(dim, int):
      raise ValueError(start + 'all elements to be integers or None. Received element at index %d: %s (type: %s)' %
                       (i, dim, type(dim).__name__))
    if dim <= 0:
      raise ValueError(start + 'all dimensions to be positive integers or None. Received negative or zero value at index '
                       '%d: %s' % (i, dim))
  return noise_shape


#: tf.keras.layers.Dropout
class Dropout(Layer):
  def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
    super().__init__(**kwargs)
    if not 0 <= rate <= 1:
      raise ValueError('Invalid value received for argument `rate`. Expected a float value between 0 and 1. Received: '
                       'rate=%s' % rate)
    self.rate = rate
    self.seed = seed
    self.noise_shape = _checked_shape(noise_shape)
    if rate > 0:
      self.seed_generator = random.SeedGenerator(seed)
    self.supports_masking = True
    self._build_at_init()

  def _get_noise_shape(self, inputs):
    return self.noise_shape

  def call(self, inputs, training=False):
    if training and self.rate > 0:
      return random.dropout(inputs, self.rate, noise_shape=self._get_noise_shape(inputs), seed=self.seed_generator)
    return inputs

  def compute_output_shape(self, input_shape):
    return input_shape

  def get_config(self):
    return config_of(self, super().get_config(), 'rate', 'seed', 'noise_shape')


__name__ = 'keras.src.layers.regularization.spatial_dropout'


class BaseSpatialDropout(Dropout):
  def __init__(self, rate, seed=None, name=None, dtype=None):
    super().__init__(rate, seed=seed, name=name, dtype=dtype)

  def get_config(self):
    return {'rate': self.rate, 'seed': self.seed, 'name': self.name, 'dtype': self.dtype}


#: tf.keras.layers.SpatialDropout1D
class SpatialDropout1D(BaseSpatialDropout):
  def __init__(self, rate, seed=None, name=None, dtype=None):
    super().__init__(rate, seed=seed, name=name, dtype=dtype)
    self.input_spec = InputSpec(ndim=3)

  def _get_noise_shape(self, inputs):
    dims = shape_of(inputs)
    return dims[0], 1, dims[2]


class _WithFormat(BaseSpatialDropout):
  def __init__(self, rate, data_format=None, seed=None, name=None, dtype=None):
    super().__init__(rate, seed=seed, name=name, dtype=dtype)
    self.data_format = standardize_data_format(data_format)
    self.input_spec = InputSpec(ndim=self._ndim)

  def _get_noise_shape(self, inputs):
    dims = shape_of(inputs)
    ones = (1,) * (self._ndim - 2)
    if self.data_format == 'channels_first':
      return (dims[0], dims[1]) + ones
    return (dims[0],) + ones + (dims[-1],)

  def get_config(self):
    return config_of(self, super().get_config(), 'data_format')


#: tf.keras.layers.SpatialDropout2D
class SpatialDropout2D(_WithFormat):
  _ndim = 4


#: tf.keras.layers.SpatialDropout3D
class SpatialDropout3D(_WithFormat):
  _ndim = 5
