"""tf.keras.layers that add noise while training (keras/src/layers/regularization)."""
import math

import tensorflow as tf
from tensorflow_lib.keras import regularizers
from tensorflow_lib.keras.layers.support import Layer, SeedGenerator, normal, shape_of, uniform

__name__ = 'keras.src.layers.regularization.gaussian_noise'


class _Noise(Layer):
  """A layer that gives its inputs where it is not trained."""

  def _set_amount(self, name, amount, seed):
    if not 0 <= amount <= 1:
      raise ValueError('Invalid value received for argument `%s`. Expected a float value between 0 and 1. Received: %s=%s' %
                       (name, name, amount))
    setattr(self, name, amount)
    self.seed = seed
    if amount > 0:
      self.seed_generator = SeedGenerator(seed)
    self.supports_masking = True
    self._build_at_init()

  def compute_output_shape(self, input_shape):
    return input_shape

  def _normal(self, inputs, mean, stddev):
    return normal(shape=shape_of(inputs), mean=mean, stddev=stddev, dtype=self.compute_dtype, seed=self.seed_generator)


#: tf.keras.layers.GaussianNoise
class GaussianNoise(_Noise):
  """Adds normal noise."""

  def __init__(self, stddev, seed=None, **kwargs):
    super().__init__(**kwargs)
    self._set_amount('stddev', stddev, seed)

  def call(self, inputs, training=False):
    if training and self.stddev > 0:
      return inputs + self._normal(inputs, 0.0, self.stddev)
    return inputs

  def get_config(self):
    return {**super().get_config(), 'stddev': self.stddev, 'seed': self.seed}


__name__ = 'keras.src.layers.regularization.gaussian_dropout'


#: tf.keras.layers.GaussianDropout
class GaussianDropout(_Noise):
  """Multiplies with normal noise of mean 1."""

  def __init__(self, rate, seed=None, **kwargs):
    super().__init__(**kwargs)
    self._set_amount('rate', rate, seed)

  def call(self, inputs, training=False):
    if training and self.rate > 0:
      return inputs * self._normal(inputs, 1.0, math.sqrt(self.rate / (1.0 - self.rate)))
    return inputs

  def get_config(self):
    return {**super().get_config(), 'rate': self.rate, 'seed': self.seed}


__name__ = 'keras.src.legacy.layers'


#: tf.keras.layers.AlphaDropout
class AlphaDropout(Layer):
  """Dropout that keeps mean and variance of what selu gives; as in TensorFlow, the older class of that name."""

  def __init__(self, rate, noise_shape=None, seed=None, **kwargs):
    super().__init__(**kwargs)
    self.rate = rate
    self.seed = seed
    self.noise_shape = noise_shape
    self.seed_generator = SeedGenerator(seed)
    self.supports_masking = True
    self.built = True

  def call(self, inputs, training=False):
    if not training or self.rate <= 0:
      return inputs
    alpha_p = -1.6732632423543772848170429916717 * 1.0507009873554804934193349852946
    shape = tf.shape(inputs) if self.noise_shape is None else self.noise_shape
    kept = tf.greater_equal(uniform(shape, seed=self.seed_generator), self.rate)
    kept = tf.cast(kept, inputs.dtype)
    a = ((1 - self.rate) * (1 + self.rate * alpha_p**2)) ** -0.5
    b = -a * alpha_p * self.rate
    x = inputs * kept + alpha_p * (1 - kept)
    return a * x + b

  def get_config(self):
    return {**super().get_config(), 'rate': self.rate, 'seed': self.seed}

  def compute_output_shape(self, input_shape):
    return input_shape


__name__ = 'keras.src.layers.regularization.activity_regularization'


#: tf.keras.layers.ActivityRegularization
class ActivityRegularization(Layer):
  """Adds a loss for the size of its inputs."""

  def __init__(self, l1=0.0, l2=0.0, **kwargs):
    super().__init__(activity_regularizer=regularizers.L1L2(l1=l1, l2=l2), **kwargs)
    self.supports_masking = True
    self.l1 = l1
    self.l2 = l2
    self._build_at_init()

  def call(self, inputs):
    return inputs

  def compute_output_shape(self, input_shape):
    return input_shape

  def get_config(self):
    config = super().get_config()
    config.pop('activity_regularizer', None)
    return {**config, 'l1': self.l1, 'l2': self.l2}
