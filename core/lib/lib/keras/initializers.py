"""tf.keras.initializers (keras/src/initializers): first values of weights, random ones from stateless ops."""
import math
import random as python_random

import tensorflow as tf


#: tf.keras.initializers.Initializer
class Initializer:
  """Makes the first value of a weight from its shape."""

  def __call__(self, shape, dtype=None):
    raise NotImplementedError('Initializer subclasses must implement the `__call__()` method.')


#: tf.keras.initializers.Zeros tf.keras.initializers.zeros
class Zeros(Initializer):
  def __call__(self, shape, dtype=None):
    return tf.zeros(shape, dtype or tf.float32)


#: tf.keras.initializers.Ones tf.keras.initializers.ones
class Ones(Initializer):
  def __call__(self, shape, dtype=None):
    return tf.ones(shape, dtype or tf.float32)


#: tf.keras.initializers.Constant tf.keras.initializers.constant
class Constant(Initializer):
  def __init__(self, value=0.0):
    self.value = value

  def __call__(self, shape, dtype=None):
    return tf.cast(self.value, dtype or tf.float32) * tf.ones(shape, dtype or tf.float32)


#: tf.keras.initializers.Identity tf.keras.initializers.identity
class Identity(Initializer):
  def __init__(self, gain=1.0):
    self.gain = gain

  def __call__(self, shape, dtype=None):
    if len(shape) != 2:
      raise ValueError('Identity matrix initializer can only be used for 2D matrices. Received: shape=%s of rank %d.' %
                       (shape, len(shape)))
    return self.gain * tf.eye(shape[0], shape[1], dtype=dtype or tf.float32)


class _Random(Initializer):
  """An initializer with a seed: the same object gives the same values each time."""

  def __init__(self, seed=None):
    if seed is None:
      seed = python_random.randint(1, int(1e9))
    elif not isinstance(seed, int):
      raise ValueError('`seed` argument should be an instance of `keras.random.SeedGenerator()` or an integer. '
                       'Received: seed=%s' % (seed,))
    self.seed = seed

  def _stream(self):
    return [self.seed, 0]


#: tf.keras.initializers.RandomUniform tf.keras.initializers.random_uniform
class RandomUniform(_Random):
  def __init__(self, minval=-0.05, maxval=0.05, seed=None):
    self.minval = minval
    self.maxval = maxval
    super().__init__(seed)

  def __call__(self, shape, dtype=None):
    return tf.random.stateless_uniform(shape, self._stream(), self.minval, self.maxval, dtype=dtype or tf.float32)


#: tf.keras.initializers.RandomNormal tf.keras.initializers.random_normal
class RandomNormal(_Random):
  def __init__(self, mean=0.0, stddev=0.05, seed=None):
    self.mean = mean
    self.stddev = stddev
    super().__init__(seed)

  def __call__(self, shape, dtype=None):
    return tf.random.stateless_normal(shape, self._stream(), mean=self.mean, stddev=self.stddev,
                                      dtype=dtype or tf.float32)


#: tf.keras.initializers.TruncatedNormal tf.keras.initializers.truncated_normal
class TruncatedNormal(_Random):
  def __init__(self, mean=0.0, stddev=0.05, seed=None):
    self.mean = mean
    self.stddev = stddev
    super().__init__(seed)

  def __call__(self, shape, dtype=None):
    return tf.random.stateless_truncated_normal(shape, self._stream(), mean=self.mean, stddev=self.stddev,
                                                dtype=dtype or tf.float32)


def _fans(shape):
  """How many inputs and outputs a weight of this shape connects."""
  shape = tuple(shape)
  if not shape:
    return 1, 1
  if len(shape) == 1:
    return shape[0], shape[0]
  field = 1
  for dim in shape[:-2]:
    field *= dim
  return shape[-2] * field, shape[-1] * field


#: tf.keras.initializers.VarianceScaling tf.keras.initializers.variance_scaling
class VarianceScaling(_Random):
  """Values whose variance is scale / fan."""

  def __init__(self, scale=1.0, mode='fan_in', distribution='truncated_normal', seed=None):
    if scale <= 0.0:
      raise ValueError('Argument `scale` must be positive float. Received: scale=%s' % scale)
    modes = {'fan_in', 'fan_out', 'fan_avg'}
    if mode not in modes:
      raise ValueError('Invalid `mode` argument: %s. Please use one of %s' % (mode, modes))
    distribution = distribution.lower()
    if distribution == 'normal':
      distribution = 'truncated_normal'
    distributions = {'uniform', 'truncated_normal', 'untruncated_normal'}
    if distribution not in distributions:
      raise ValueError('Invalid `distribution` argument: %s.Please use one of %s' % (distribution, distributions))
    self.scale = scale
    self.mode = mode
    self.distribution = distribution
    super().__init__(seed)

  def __call__(self, shape, dtype=None):
    fan_in, fan_out = _fans(shape)
    fan = {'fan_in': fan_in, 'fan_out': fan_out, 'fan_avg': (fan_in + fan_out) / 2.0}[self.mode]
    scale = self.scale / max(1.0, fan)
    dtype = dtype or tf.float32
    if self.distribution == 'truncated_normal':
      # The standard deviation of a normal distribution cut off at two standard deviations.
      stddev = math.sqrt(scale) / 0.87962566103423978
      return tf.random.stateless_truncated_normal(shape, self._stream(), mean=0.0, stddev=stddev, dtype=dtype)
    if self.distribution == 'untruncated_normal':
      return tf.random.stateless_normal(shape, self._stream(), mean=0.0, stddev=math.sqrt(scale), dtype=dtype)
    limit = math.sqrt(3.0 * scale)
    return tf.random.stateless_uniform(shape, self._stream(), -limit, limit, dtype=dtype)


#: tf.keras.initializers.GlorotUniform tf.keras.initializers.glorot_uniform
class GlorotUniform(VarianceScaling):
  def __init__(self, seed=None):
    super().__init__(1.0, 'fan_avg', 'uniform', seed)


#: tf.keras.initializers.GlorotNormal tf.keras.initializers.glorot_normal
class GlorotNormal(VarianceScaling):
  def __init__(self, seed=None):
    super().__init__(1.0, 'fan_avg', 'truncated_normal', seed)


#: tf.keras.initializers.HeUniform tf.keras.initializers.he_uniform
class HeUniform(VarianceScaling):
  def __init__(self, seed=None):
    super().__init__(2.0, 'fan_in', 'uniform', seed)


#: tf.keras.initializers.HeNormal tf.keras.initializers.he_normal
class HeNormal(VarianceScaling):
  def __init__(self, seed=None):
    super().__init__(2.0, 'fan_in', 'truncated_normal', seed)


#: tf.keras.initializers.LecunUniform tf.keras.initializers.lecun_uniform
class LecunUniform(VarianceScaling):
  def __init__(self, seed=None):
    super().__init__(1.0, 'fan_in', 'uniform', seed)


#: tf.keras.initializers.LecunNormal tf.keras.initializers.lecun_normal
class LecunNormal(VarianceScaling):
  def __init__(self, seed=None):
    super().__init__(1.0, 'fan_in', 'truncated_normal', seed)


_BY_NAME = {'zeros': Zeros, 'ones': Ones, 'constant': Constant, 'identity': Identity, 'random_uniform': RandomUniform,
            'random_normal': RandomNormal, 'truncated_normal': TruncatedNormal, 'variance_scaling': VarianceScaling,
            'glorot_uniform': GlorotUniform, 'glorot_normal': GlorotNormal, 'he_uniform': HeUniform,
            'he_normal': HeNormal, 'lecun_uniform': LecunUniform, 'lecun_normal': LecunNormal}
_BY_NAME.update({c.__name__: c for c in list(_BY_NAME.values())})


#: tf.keras.initializers.get
def get(identifier):
  """An initializer by its name; classes are made objects, functions stay what they are."""
  if identifier is None:
    return None
  obj = _BY_NAME.get(identifier) if isinstance(identifier, str) else identifier
  if isinstance(obj, type):
    obj = obj()
  if callable(obj):
    return obj
  raise ValueError('Could not interpret initializer identifier: %s' % (identifier,))
