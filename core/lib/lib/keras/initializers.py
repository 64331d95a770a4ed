"""tf.keras.initializers (keras/src/initializers): first values of weights, random ones from stateless ops."""
import inspect
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras import random
from tensorflow_lib.keras.serialization import deserialize_keras_object, serialize_keras_object
from tensorflow_lib.keras.state import standardize_dtype, standardize_shape, to_snake_case
from tensorflow_lib.keras.tensors import is_tensor

__name__ = 'keras.src.initializers.initializer'


#: tf.keras.initializers.Initializer tf.keras.Initializer
class Initializer:
  """Makes the first value of a weight from its shape."""

  def __call__(self, shape, dtype=None):
    raise NotImplementedError('Initializer subclasses must implement the `__call__()` method.')

  def get_config(self):
    return {}

  @classmethod
  def from_config(cls, config):
    return cls(**config)

  def clone(self):
    return self.__class__.from_config(self.get_config())


__name__ = 'keras.src.initializers.constant_initializers'


#: tf.keras.initializers.Zeros tf.keras.initializers.zeros
class Zeros(Initializer):
  def __call__(self, shape, dtype=None):
    return tf.zeros(shape, standardize_dtype(dtype))


#: tf.keras.initializers.Ones tf.keras.initializers.ones
class Ones(Initializer):
  def __call__(self, shape, dtype=None):
    return tf.ones(shape, standardize_dtype(dtype))


#: tf.keras.initializers.Constant tf.keras.initializers.constant
class Constant(Initializer):
  def __init__(self, value=0.0):
    self.value = value

  def __call__(self, shape, dtype=None):
    dtype = standardize_dtype(dtype)
    return tf.cast(self.value, dtype) * tf.ones(shape, dtype)

  def get_config(self):
    return {'value': serialize_keras_object(self.value)}

  @classmethod
  def from_config(cls, config):
    return cls(deserialize_keras_object(config['value']))


#: tf.keras.initializers.Identity tf.keras.initializers.identity tf.keras.initializers.IdentityInitializer
class Identity(Initializer):
  def __init__(self, gain=1.0):
    self.gain = gain

  def __call__(self, shape, dtype=None):
    if len(shape) != 2:
      raise ValueError('Identity matrix initializer can only be used for 2D matrices. Received: shape=%s of rank %d.' %
                       (shape, len(shape)))
    return self.gain * tf.eye(shape[0], shape[1], dtype=standardize_dtype(dtype))


_COSINES = {'hann': (0.5, 0.5), 'hanning': (0.5, 0.5), 'hamming': (0.54, 0.46), 'blackman': (0.42, 0.5, 0.08),
            'boxcar': (1.0,), 'rectangular': (1.0,), 'blackmanharris': (0.35875, 0.48829, 0.14128, 0.01168),
            'nuttall': (0.3635819, 0.4891775, 0.1365995, 0.0106411),
            'flattop': (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368)}


def _window(name, length, periodic):
  """A window of cosines, as scipy.signal.get_window makes it."""
  if name not in _COSINES:
    raise NotImplementedError('tf.keras.initializers.STFT with the window %r' % name)
  if length <= 1:
    return np.ones(length)
  count = length + 1 if periodic else length
  angles = np.linspace(-np.pi, np.pi, count)
  window = np.zeros(count)
  for k, factor in enumerate(_COSINES[name]):
    window += factor * np.cos(k * angles)
  return window[:-1] if periodic else window


#: tf.keras.initializers.STFT tf.keras.initializers.stft tf.keras.initializers.STFTInitializer
class STFT(Initializer):
  """The kernel of a convolution that is a short-time Fourier transform."""

  def __init__(self, side='real', window='hann', scaling='density', periodic=False):
    if side not in ['real', 'imag']:
      raise ValueError("side should be 'real' or 'imag', not %s" % side)
    if isinstance(window, str):
      _window(window, 1, periodic)
    if scaling is not None and scaling not in ['density', 'spectrum']:
      raise ValueError("Scaling is invalid, it must be `None`, 'density' or 'spectrum'. Received scaling=%s" % scaling)
    self.side = side
    self.window = window
    self.scaling = scaling
    self.periodic = periodic

  def __call__(self, shape, dtype=None):
    dtype = standardize_dtype(dtype)
    frame_length, _, fft_length = shape
    window, scaling = self.window, 1
    if window is not None:
      if isinstance(window, str):
        window = _window(window, frame_length, self.periodic)
      window = K.convert(window, dtype)
      if len(window.shape) != 1 or window.shape[-1] != frame_length:
        raise ValueError('The shape of `window` must be equal to [frame_length].Received: window shape=%s' % (window.shape,))
      window = K.reshape(window, [frame_length, 1, 1])
      if self.scaling == 'density':
        scaling = K.sqrt(K.sum(K.square(window)))
      elif self.scaling == 'spectrum':
        scaling = K.sum(K.absolute(window))
    freq = K.divide(K.reshape(tf.range(fft_length, dtype=dtype), (1, 1, fft_length)), (fft_length - 1) * 2)
    time = K.reshape(tf.range(frame_length, dtype=dtype), (frame_length, 1, 1))
    angles = K.multiply(K.multiply(-2, time), freq) * tf.math.acos(K.cast(-1, dtype))
    kernel = K.cast(tf.cos(angles) if self.side == 'real' else tf.sin(angles), dtype)
    return kernel if window is None else K.divide(K.multiply(kernel, window), scaling)

  def get_config(self):
    return {'side': self.side, 'window': self.window, 'periodic': self.periodic, 'scaling': self.scaling}


__name__ = 'keras.src.initializers.random_initializers'


class RandomInitializer(Initializer):
  """An initializer with a seed: the same object gives the same values each time."""

  def __init__(self, seed=None):
    self._init_seed = seed
    if seed is None:
      seed = random.make_default_seed()
    elif isinstance(seed, dict):
      seed = deserialize_keras_object(seed)
    elif not isinstance(seed, (int, random.SeedGenerator)):
      raise ValueError('`seed` argument should be an instance of `keras.random.SeedGenerator()` or an integer. '
                       'Received: seed=%s' % (seed,))
    self.seed = seed

  def get_config(self):
    return {'seed': serialize_keras_object(self._init_seed)}


#: tf.keras.initializers.RandomNormal tf.keras.initializers.random_normal
class RandomNormal(RandomInitializer):
  def __init__(self, mean=0.0, stddev=0.05, seed=None):
    self.mean = mean
    self.stddev = stddev
    super().__init__(seed=seed)

  def __call__(self, shape, dtype=None):
    return random.normal(shape, mean=self.mean, stddev=self.stddev, seed=self.seed, dtype=dtype)

  def get_config(self):
    return {**super().get_config(), 'mean': self.mean, 'stddev': self.stddev}


#: tf.keras.initializers.TruncatedNormal tf.keras.initializers.truncated_normal
class TruncatedNormal(RandomNormal):
  def __call__(self, shape, dtype=None):
    return random.truncated_normal(shape, mean=self.mean, stddev=self.stddev, seed=self.seed, dtype=dtype)


#: tf.keras.initializers.RandomUniform tf.keras.initializers.random_uniform
class RandomUniform(RandomInitializer):
  def __init__(self, minval=-0.05, maxval=0.05, seed=None):
    self.minval = minval
    self.maxval = maxval
    super().__init__(seed=seed)

  def __call__(self, shape, dtype=None):
    return random.uniform(shape, minval=self.minval, maxval=self.maxval, seed=self.seed, dtype=dtype)

  def get_config(self):
    return {**super().get_config(), 'minval': self.minval, 'maxval': self.maxval}


def compute_fans(shape, input_axes=None, output_axes=None):
  """How many inputs and outputs a weight of this shape connects."""
  shape = tuple(shape)
  if input_axes is not None and output_axes is not None:
    return math.prod(shape[a] for a in input_axes), math.prod(shape[a] for a in output_axes)
  if not shape:
    return 1, 1
  if len(shape) == 1:
    return int(shape[0]), int(shape[0])
  field = math.prod(shape[:-2])
  return int(shape[-2] * field), int(shape[-1] * field)


#: tf.keras.initializers.VarianceScaling tf.keras.initializers.variance_scaling
class VarianceScaling(RandomInitializer):
  """Values whose variance is scale / fan."""

  def __init__(self, scale=1.0, mode='fan_in', distribution='truncated_normal', seed=None, input_axes=None,
               output_axes=None):
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
    self.input_axes = input_axes
    self.output_axes = output_axes
    super().__init__(seed=seed)

  def __call__(self, shape, dtype=None):
    fan_in, fan_out = compute_fans(shape, self.input_axes, self.output_axes)
    fan = {'fan_in': fan_in, 'fan_out': fan_out, 'fan_avg': (fan_in + fan_out) / 2.0}[self.mode]
    scale = self.scale / max(1.0, fan)
    if self.distribution == 'truncated_normal':
      # The standard deviation of a normal distribution cut off at two standard deviations.
      stddev = math.sqrt(scale) / 0.87962566103423978
      return random.truncated_normal(shape, mean=0.0, stddev=stddev, dtype=dtype, seed=self.seed)
    if self.distribution == 'untruncated_normal':
      return random.normal(shape, mean=0.0, stddev=math.sqrt(scale), dtype=dtype, seed=self.seed)
    limit = math.sqrt(3.0 * scale)
    return random.uniform(shape, minval=-limit, maxval=limit, dtype=dtype, seed=self.seed)

  def get_config(self):
    return {**super().get_config(), 'scale': self.scale, 'mode': self.mode, 'distribution': self.distribution,
            'input_axes': self.input_axes, 'output_axes': self.output_axes}


class _Scaled(VarianceScaling):
  _kind = None

  def __init__(self, seed=None, input_axes=None, output_axes=None):
    super().__init__(*self._kind, seed=seed, input_axes=input_axes, output_axes=output_axes)

  def get_config(self):
    return {'seed': serialize_keras_object(self._init_seed), 'input_axes': self.input_axes,
            'output_axes': self.output_axes}


#: tf.keras.initializers.GlorotUniform tf.keras.initializers.glorot_uniform
class GlorotUniform(_Scaled):
  _kind = 1.0, 'fan_avg', 'uniform'


#: tf.keras.initializers.GlorotNormal tf.keras.initializers.glorot_normal
class GlorotNormal(_Scaled):
  _kind = 1.0, 'fan_avg', 'truncated_normal'


#: tf.keras.initializers.HeUniform tf.keras.initializers.he_uniform
class HeUniform(_Scaled):
  _kind = 2.0, 'fan_in', 'uniform'


#: tf.keras.initializers.HeNormal tf.keras.initializers.he_normal
class HeNormal(_Scaled):
  _kind = 2.0, 'fan_in', 'truncated_normal'


#: tf.keras.initializers.LecunUniform tf.keras.initializers.lecun_uniform
class LecunUniform(_Scaled):
  _kind = 1.0, 'fan_in', 'uniform'


#: tf.keras.initializers.LecunNormal tf.keras.initializers.lecun_normal
class LecunNormal(_Scaled):
  _kind = 1.0, 'fan_in', 'truncated_normal'


#: tf.keras.initializers.Orthogonal tf.keras.initializers.orthogonal tf.keras.initializers.OrthogonalInitializer
class Orthogonal(RandomInitializer):
  """A matrix whose rows or columns are orthogonal."""

  def __init__(self, gain=1.0, seed=None):
    self.gain = gain
    super().__init__(seed=seed)

  def __call__(self, shape, dtype=None):
    if len(shape) < 2:
      raise ValueError('The tensor to initialize must be at least two-dimensional. Received: shape=%s of rank %d.' %
                       (shape, len(shape)))
    rows, columns = math.prod(shape[:-1]), shape[-1]
    a = random.normal((max(columns, rows), min(columns, rows)), seed=self.seed, dtype=dtype)
    q, r = tf.linalg.qr(a)
    q *= tf.sign(tf.linalg.diag_part(r))
    if rows < columns:
      q = tf.transpose(q)
    return self.gain * tf.reshape(q, shape)

  def get_config(self):
    return {**super().get_config(), 'gain': self.gain}


_CLASSES = [Initializer, Constant, Identity, Ones, STFT, Zeros, GlorotNormal, GlorotUniform, HeNormal, HeUniform,
            LecunNormal, LecunUniform, Orthogonal, RandomNormal, RandomUniform, TruncatedNormal, VarianceScaling]
_ALL = {c.__name__: c for c in _CLASSES}
_ALL.update({to_snake_case(c.__name__): c for c in _CLASSES})
_ALL.update({'IdentityInitializer': Identity, 'normal': RandomNormal, 'one': Ones, 'STFTInitializer': STFT,
             'OrthogonalInitializer': Orthogonal, 'uniform': RandomUniform, 'zero': Zeros})


#: tf.keras.initializers.serialize =serialize
def serialize(initializer):
  return serialize_keras_object(initializer)


#: tf.keras.initializers.deserialize =deserialize
def deserialize(config, custom_objects=None):
  return deserialize_keras_object(config, module_objects=_ALL, custom_objects=custom_objects)


#: tf.keras.initializers.get =get
def get(identifier):
  """An initializer by its name; classes are made objects, functions stay what they are."""
  if identifier is None:
    return None
  obj = identifier
  if isinstance(identifier, dict):
    obj = deserialize(identifier)
  elif isinstance(identifier, str):
    obj = deserialize({'class_name': identifier, 'config': {}})
  elif is_tensor(identifier) or isinstance(identifier, (np.generic, np.ndarray)):

    def obj(shape, dtype=None):
      if standardize_shape(shape) != standardize_shape(identifier.shape):
        raise ValueError('Expected `shape` to be %s for direct tensor as initializer. Received shape=%s' %
                         (identifier.shape, shape))
      return tf.cast(identifier, standardize_dtype(dtype))

  if callable(obj):
    return obj() if inspect.isclass(obj) else obj
  raise ValueError('Could not interpret initializer identifier: %s' % (identifier,))
