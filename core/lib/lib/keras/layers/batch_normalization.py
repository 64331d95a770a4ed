"""tf.keras.layers: BatchNormalization (keras/src/layers/normalization/batch_normalization.py)."""
import tensorflow as tf
from tensorflow_lib.keras.base import read
from tensorflow_lib.keras.initializers import get as get_initializer
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.BatchNormalization
class BatchNormalization(Layer):
  """Channels made to have mean 0 and variance 1, of the batch while training, else as they have been."""

  def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer='zeros',
               gamma_initializer='ones', moving_mean_initializer='zeros', moving_variance_initializer='ones', **kwargs):
    super().__init__(**kwargs)
    self.axis = int(axis)
    self.momentum = float(momentum)
    self.epsilon = float(epsilon)
    self.center = center
    self.scale = scale
    self.beta_initializer = get_initializer(beta_initializer)
    self.gamma_initializer = get_initializer(gamma_initializer)
    self.moving_mean_initializer = get_initializer(moving_mean_initializer)
    self.moving_variance_initializer = get_initializer(moving_variance_initializer)
    self.gamma = None
    self.beta = None

  def build(self, input_shape):
    shape = (input_shape[self.axis],)
    if self.scale:
      self.gamma = self.add_weight(shape=shape, name='gamma', initializer=self.gamma_initializer)
    if self.center:
      self.beta = self.add_weight(shape=shape, name='beta', initializer=self.beta_initializer)
    self.moving_mean = self.add_weight(shape=shape, name='moving_mean', initializer=self.moving_mean_initializer,
                                       trainable=False)
    self.moving_variance = self.add_weight(shape=shape, name='moving_variance',
                                           initializer=self.moving_variance_initializer, trainable=False)
    self.built = True

  def call(self, inputs, training=None):
    moving_mean, moving_variance = read(self.moving_mean), read(self.moving_variance)
    gamma = read(self.gamma) if self.scale else None
    beta = read(self.beta) if self.center else None
    if training and self.trainable:
      axes = list(range(inputs.shape.rank))
      del axes[self.axis]
      mean, variance = tf.nn.moments(inputs, axes)
      self.moving_mean.assign(moving_mean * self.momentum + mean * (1.0 - self.momentum))
      self.moving_variance.assign(moving_variance * self.momentum + variance * (1.0 - self.momentum))
    else:
      mean, variance = moving_mean, moving_variance
    if self.axis != -1:
      shape = [1] * inputs.shape.rank
      shape[self.axis] = mean.shape[0]
      mean, variance = tf.reshape(mean, shape), tf.reshape(variance, shape)
      beta = None if beta is None else tf.reshape(beta, shape)
      gamma = None if gamma is None else tf.reshape(gamma, shape)
    return tf.nn.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)
