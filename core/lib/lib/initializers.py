"""tf.zeros_initializer and its like (ops/init_ops_v2.py): objects that make the first value of a variable."""
import numpy
import tensorflow as tf


class Initializer:
  def __call__(self, shape, dtype=None, **kwargs):
    raise NotImplementedError

  def get_config(self):
    return {}

  @classmethod
  def from_config(cls, config):
    config.pop('dtype', None)
    return cls(**config)


def _shape(shape, kwargs):
  """The shape to make: that of the part where the variable is partitioned."""
  for name in kwargs:
    if name not in ('partition_shape', 'partition_offset'):
      raise TypeError("Keyword argument should be one of ['partition_shape', 'partition_offset']. Received: %s" % name)
  return kwargs.get('partition_shape', shape)


def _plain(dtype):
  dtype = tf.as_dtype(dtype)
  if not dtype.is_numpy_compatible or dtype == tf.string:
    raise ValueError('Argument `dtype` expected to be numeric or boolean. Received %s.' % dtype)
  return dtype


#: tf.zeros_initializer
class Zeros(Initializer):
  def __call__(self, shape, dtype=tf.float32, **kwargs):
    return tf.zeros(_shape(shape, kwargs), _plain(dtype))


#: tf.ones_initializer
class Ones(Initializer):
  def __call__(self, shape, dtype=tf.float32, **kwargs):
    return tf.ones(_shape(shape, kwargs), _plain(dtype))


#: tf.constant_initializer
class Constant(Initializer):
  def __init__(self, value=0, support_partition=False):
    if not isinstance(value, (bool, int, float, complex, str, bytes, numpy.generic, list, tuple, numpy.ndarray)):
      raise TypeError('Invalid type for initial value: %s. Expected Python scalar, list or tuple of values, or '
                      'numpy.ndarray.' % type(value).__name__)
    self.value = value
    self.support_partition = support_partition

  def __call__(self, shape, dtype=None, **kwargs):
    _shape(shape, kwargs)
    if kwargs and not self.support_partition:
      raise ValueError("%s initializer doesn't support partition-related arguments" % type(self).__name__)
    return tf.constant(self.value, dtype=dtype, shape=shape)

  def get_config(self):
    return {'value': self.value}


class _Random(Initializer):
  """With a seed the same values at each call."""

  def __init__(self, first, second, seed):
    self._parameters = first, second
    self.seed = seed

  def _draw(self, stateless, stateful, shape, dtype, kwargs):
    shape = _shape(shape, kwargs)
    if self.seed is None:
      return stateful(shape, *self._parameters, dtype=dtype)
    return stateless(shape, [self.seed, 0], *self._parameters, dtype=dtype)


#: tf.random_uniform_initializer
class RandomUniform(_Random):
  def __init__(self, minval=-0.05, maxval=0.05, seed=None):
    super().__init__(minval, maxval, seed)
    self.minval, self.maxval = minval, maxval

  def __call__(self, shape, dtype=tf.float32, **kwargs):
    dtype = tf.as_dtype(dtype)
    if not dtype.is_floating and not dtype.is_integer:
      raise ValueError('Argument `dtype` expected to be numeric or boolean. Received %s.' % dtype)
    return self._draw(tf.random.stateless_uniform, tf.random.uniform, shape, dtype, kwargs)

  def get_config(self):
    return {'minval': self.minval, 'maxval': self.maxval, 'seed': self.seed}


#: tf.random_normal_initializer
class RandomNormal(_Random):
  def __init__(self, mean=0.0, stddev=0.05, seed=None):
    super().__init__(mean, stddev, seed)
    self.mean, self.stddev = mean, stddev

  def __call__(self, shape, dtype=tf.float32, **kwargs):
    dtype = tf.as_dtype(dtype)
    if not dtype.is_floating:
      raise ValueError('Argument `dtype` is expected to be floating point. Received: %s.' % dtype)
    return self._draw(tf.random.stateless_normal, tf.random.normal, shape, dtype, kwargs)

  def get_config(self):
    return {'mean': self.mean, 'stddev': self.stddev, 'seed': self.seed}
