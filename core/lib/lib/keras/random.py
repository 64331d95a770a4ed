"""tf.keras.random: numbers from seeds that move on (keras/src/random, keras/src/backend/tensorflow/random.py)."""
import random as python_random

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numpy_ops
from tensorflow_lib.keras.state import (auto_name, floatx, is_float_dtype, is_int_dtype, name_scope, standardize_dtype,
                                        state)
from tensorflow_lib.keras.tensors import Variable, convert_to_tensor

__name__ = 'keras.src.random.seed_generator'


def make_default_seed():
  return python_random.randint(1, int(1e9))


#: tf.keras.random.SeedGenerator
class SeedGenerator:
  """A seed that differs at each use."""

  def __init__(self, seed=None, name=None, **kwargs):
    self.name = auto_name(type(self).__name__) if name is None else name
    kwargs.pop('backend', None)
    if kwargs:
      raise ValueError('Unrecognized keyword arguments: %s' % kwargs)
    self._initial_seed = seed
    if seed is None:
      seed = make_default_seed()
    if not isinstance(seed, int):
      raise ValueError('Argument `seed` must be an integer. Received: seed=%s' % (seed,))
    with name_scope(self.name, caller=self):
      self.state = Variable(lambda *args, **kwargs: convert_to_tensor([seed, 0], dtype=kwargs.get('dtype')), shape=(2,),
                            dtype='int64', trainable=False, aggregation='none', name='seed_generator_state')

  def next(self, ordered=True):
    value = self.state.value * 1
    if ordered:
      increment = convert_to_tensor(np.array([0, 1]), dtype=self.state.dtype)
      self.state.assign(numpy_ops.add(self.state, increment))
    else:
      self.state.assign((self.state + 1) * 5387 % 933199)
    return value

  def get_config(self):
    return {'seed': self._initial_seed, 'name': self.name}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


def global_seed_generator():
  if state.seed_generator is None:
    with tf.init_scope():
      state.seed_generator = SeedGenerator()
  return state.seed_generator


def draw_seed(seed):
  """The two numbers that a stateless op takes."""
  if isinstance(seed, SeedGenerator):
    seed = seed.next()
  elif isinstance(seed, int):
    seed = convert_to_tensor([seed, 0], dtype='int64')
  elif seed is None:
    seed = global_seed_generator().next(ordered=False)
  else:
    raise ValueError('Argument `seed` must be either an integer or an instance of `SeedGenerator`. Received: seed=%s (of '
                     'type %s)' % (seed, type(seed)))
  if standardize_dtype(seed.dtype) == 'int32':
    return seed
  return tf.cast(tf.math.floormod(seed, 2147483647 - 1), dtype='int32')


__name__ = 'keras.src.random.random'


#: tf.keras.random.normal =normal
def normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
  return tf.random.stateless_normal(shape=shape, mean=mean, stddev=stddev, dtype=dtype or floatx(), seed=draw_seed(seed))


#: tf.keras.random.truncated_normal =truncated_normal
def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
  return tf.random.stateless_truncated_normal(shape=shape, mean=mean, stddev=stddev, dtype=dtype or floatx(),
                                              seed=draw_seed(seed))


#: tf.keras.random.uniform =uniform
def uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
  if dtype and not is_float_dtype(dtype):
    raise ValueError('`keras.random.uniform` requires a floating point `dtype`. Received: dtype=%s ' % dtype)
  dtype = dtype or floatx()
  seed = draw_seed(seed)
  return tf.random.stateless_uniform(shape=shape, minval=tf.cast(minval, dtype), maxval=tf.cast(maxval, dtype),
                                     dtype=dtype, seed=seed)


#: tf.keras.random.randint =randint
def randint(shape, minval, maxval, dtype='int32', seed=None):
  if dtype and not is_int_dtype(dtype):
    raise ValueError('`keras.random.randint` requires an integer `dtype`. Received: dtype=%s ' % dtype)
  drawn = dtype if standardize_dtype(dtype) in ('int32', 'int64') else 'int64'
  output = tf.random.stateless_uniform(shape=shape, minval=minval, maxval=maxval, dtype=drawn, seed=draw_seed(seed))
  return tf.cast(output, dtype)


#: tf.keras.random.categorical =categorical
def categorical(logits, num_samples, dtype='int32', seed=None):
  if len(convert_to_tensor(logits).shape) != 2:
    raise ValueError('`logits` should be a 2-D tensor with shape [batch_size, num_classes]. Received: logits=%s' % (logits,))
  return tf.cast(tf.random.stateless_categorical(logits, num_samples, seed=draw_seed(seed)), dtype)


#: tf.keras.random.dropout =dropout
def dropout(inputs, rate, noise_shape=None, seed=None):
  if rate == 1.0:
    return tf.zeros_like(inputs)
  if rate == 0.0:
    return inputs
  seed = draw_seed(seed)
  dims = tf.shape(inputs)
  if noise_shape is not None:
    dims = [dims[i] if value is None else value for i, value in enumerate(noise_shape)]
  return tf.nn.experimental.stateless_dropout(inputs, rate=rate, noise_shape=dims, seed=seed)


#: tf.keras.random.shuffle =shuffle
def shuffle(x, axis=0, seed=None):
  seed = draw_seed(seed)
  order = tf.argsort(tf.random.stateless_uniform(shape=[tf.shape(x)[axis]], seed=seed))
  return tf.gather(x, order, axis=axis)


#: tf.keras.random.gamma =gamma
def gamma(shape, alpha, dtype=None, seed=None):
  dtype = dtype or floatx()
  return tf.random.stateless_gamma(shape, alpha=alpha, dtype=dtype, seed=draw_seed(seed))


#: tf.keras.random.binomial =binomial
def binomial(shape, counts, probabilities, dtype=None, seed=None):
  return tf.random.stateless_binomial(shape=shape, seed=draw_seed(seed), counts=counts, probs=probabilities,
                                      output_dtype=dtype or floatx())


#: tf.keras.random.beta =beta
def beta(shape, alpha, beta, dtype=None, seed=None):
  dtype = dtype or floatx()
  first = draw_seed(seed)
  second = first + 12
  alpha = tf.broadcast_to(tf.convert_to_tensor(alpha, dtype=dtype), shape)
  beta = tf.broadcast_to(tf.convert_to_tensor(beta, dtype=dtype), shape)
  a = tf.random.stateless_gamma(shape=shape, seed=first, alpha=alpha, dtype=dtype)
  b = tf.random.stateless_gamma(shape=shape, seed=second, alpha=beta, dtype=dtype)
  return a / (a + b)
