"""tf.random.Generator: a Philox stream whose counter is a variable (ops/stateful_random_ops.py).

The state is [counter low, counter high, key]; each draw moves the counter by 256 for each number asked for, as
the op RngReadAndSkip does.
"""
import random

import tensorflow as tf
from tensorflow_lib import random_ops
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.random_ops import algorithm_number, shape_tensor, unsupported_algorithm

raw = tf.raw_ops

_STATE_SIZES = {1: 3, 2: 2, 3: 3}


def _state_size(alg):
  if tf.is_tensor(alg):
    alg = int(alg)
  if alg not in _STATE_SIZES:
    raise ValueError(unsupported_algorithm(alg))
  return _STATE_SIZES[alg]


def _signed(n):
  return n - 2 ** 64 if isinstance(n, int) and n > 2 ** 63 - 1 else n


def _state_tensor(t):
  return tf.cast(tf.nest.map_structure(_signed, t), tf.int64)


#: tf.random.create_rng_state tf.random.experimental.create_rng_state =create_rng_state
def create_rng_state(seed, alg):
  """A seed as a state: the words of an integer, lowest first, behind zeros where they are too few."""
  size = _state_size(algorithm_number(alg))
  if isinstance(seed, int):
    seed = [seed >> 64 * i & (2 ** 64 - 1) for i in range(size)]
  seed = tf.reshape(_state_tensor(seed), [-1])[0:size]
  have = seed.shape[0]
  if have is None:
    have = tf.shape(seed)[0]
  padding = tf.zeros([tf.maximum(size - have, 0)], seed.dtype)
  seed = tf.concat([padding, seed], axis=0)
  seed.set_shape([size])
  return seed


#: tf.random.Generator tf.random.experimental.Generator
class Generator:
  """Random numbers whose state lives in a variable and is passed on from call to call."""

  def __init__(self, copy_from=None, state=None, alg=None):
    if copy_from is not None:
      assert (alg or state) is None
      self._state_var = self._variable(copy_from.state)
      self._alg = copy_from.algorithm
      return
    assert alg is not None and state is not None
    alg = algorithm_number(alg)
    if isinstance(state, tf.Variable):
      _check_shape(state.shape, alg)
      self._state_var = state
    else:
      state = _state_tensor(state)
      _check_shape(state.shape, alg)
      self._state_var = self._variable(state)
    self._alg = alg

  def _variable(self, value):
    with op_scope(None, 'random_generator'):
      return tf.Variable(value, dtype=tf.int64, trainable=False, name='StateVar')

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {'_state_var': self._state_var}

  @classmethod
  def from_state(cls, state, alg):
    return cls(alg=alg, state=state)

  @classmethod
  def from_seed(cls, seed, alg=None):
    alg = algorithm_number(1 if alg is None else alg)
    return cls(state=create_rng_state(seed, alg), alg=alg)

  @classmethod
  def from_non_deterministic_state(cls, alg=None):
    if random_ops.seeds_wanted():
      raise RuntimeError('"from_non_deterministic_state" cannot be called when determinism is enabled.')
    alg = algorithm_number(1 if alg is None else alg)
    return cls(state=[random.getrandbits(63) for _ in range(_state_size(alg))], alg=alg)

  @classmethod
  def from_key_counter(cls, key, counter, alg):
    alg = algorithm_number(alg)
    return cls(state=_joined(key, counter, alg), alg=alg)

  state = property(lambda self: self._state_var)
  algorithm = property(lambda self: self._alg)

  @property
  def key(self):
    if self._alg not in _STATE_SIZES:
      raise ValueError(unsupported_algorithm(self._alg))
    return self._state_var[-1]

  def reset(self, state):
    state = _state_tensor(state)
    state.shape.assert_is_compatible_with([_state_size(self._alg)])
    self._state_var.assign(state)

  def reset_from_seed(self, seed):
    self._state_var.assign(create_rng_state(seed, self._alg))

  def reset_from_key_counter(self, key, counter):
    self._state_var.assign(_joined(key, counter, self._alg))

  def skip(self, delta):
    """Moves the counter on, and gives the state that there was."""
    return raw.RngReadAndSkip(resource=self._state_var.handle, alg=tf.cast(self._alg, tf.int32),
                              delta=tf.cast(delta, tf.uint64))

  def _key_counter(self, shape):
    words = self.skip(tf.reduce_prod(shape))
    size = _state_size(self._alg) - 1
    counter = tf.bitcast(words[:size], tf.uint64)
    return tf.bitcast(words[size:size + 1], tf.uint64), counter

  def _draw(self, op, shape, name=None, **more):
    key, counter = self._key_counter(shape)
    return op(shape=shape, key=key, counter=counter, alg=self._alg, name=name, **more)

  def _scaled(self, op, default, shape, mean, stddev, dtype, name):
    with op_scope(name, default) as name:
      shape = shape_tensor(shape, tf.int64)
      mean = convert(mean, dtype=dtype, name='mean')
      stddev = convert(stddev, dtype=dtype, name='stddev')
      return tf.add(self._draw(op, shape, dtype=dtype) * stddev, mean, name=name)

  def normal(self, shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None):
    return self._scaled(raw.StatelessRandomNormalV2, 'stateful_normal', shape, mean, stddev, dtype, name)

  def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None):
    return self._scaled(raw.StatelessTruncatedNormalV2, 'truncated_normal', shape, mean, stddev, dtype, name)

  def uniform(self, shape, minval=0, maxval=None, dtype=tf.float32, name=None):
    dtype = tf.as_dtype(dtype)
    if dtype.is_integer:
      if (minval is None) != (maxval is None):
        raise ValueError('For integer dtype %s, minval and maxval must be both `None` or both non-`None`; got minval=%s and '
                         'maxval=%s' % (dtype, minval, maxval))
    elif maxval is None:
      maxval = 1
    with op_scope(name, 'stateful_uniform') as name:
      shape = shape_tensor(shape, tf.int64)
      if dtype.is_integer and minval is None:
        return self._draw(raw.StatelessRandomUniformFullIntV2, shape, name, dtype=dtype)
      minval = convert(minval, dtype=dtype, name='min')
      maxval = convert(maxval, dtype=dtype, name='max')
      if dtype.is_integer:
        return self._draw(raw.StatelessRandomUniformIntV2, shape, name, minval=minval, maxval=maxval)
      rnd = self._draw(raw.StatelessRandomUniformV2, shape, dtype=dtype)
      return tf.add(rnd * (maxval - minval), minval, name=name)

  def uniform_full_int(self, shape, dtype=tf.uint64, name=None):
    with op_scope(name, 'stateful_uniform_full_int') as name:
      shape = shape_tensor(shape, tf.int64)
      return self._draw(raw.StatelessRandomUniformFullIntV2, shape, name, dtype=tf.as_dtype(dtype))

  def binomial(self, shape, counts, probs, dtype=tf.int32, name=None):
    with op_scope(name, 'binomial') as name:
      counts = convert(counts, name='counts')
      probs = convert(probs, name='probs')
      return raw.StatefulRandomBinomial(resource=self._state_var.handle, algorithm=self._alg,
                                        shape=shape_tensor(shape, tf.int64), counts=counts, probs=probs,
                                        dtype=tf.as_dtype(dtype), name=name)

  def make_seeds(self, count=1):
    keys = self.uniform_full_int([count], dtype=tf.int64)
    return tf.stack([keys, tf.zeros_like(keys)])

  def split(self, count=1):
    """`count` generators with keys drawn from this one."""
    keys = self.uniform_full_int([count], dtype=tf.int64)
    zeros = [0] * (_state_size(self._alg) - 1)
    return [Generator(state=zeros + [key], alg=self._alg) for key in tf.unstack(keys, num=count)]


Generator.__module__ = 'tensorflow.python.ops.stateful_random_ops'


def _check_shape(shape, alg):
  if not tf.is_tensor(alg) or tf.executing_eagerly():
    shape.assert_is_compatible_with([_state_size(alg)])


def _joined(key, counter, alg):
  """A state of a counter and a key."""
  counter, key = _state_tensor(counter), _state_tensor(key)
  counter.shape.assert_is_compatible_with([_state_size(alg) - 1])
  key.shape.assert_is_compatible_with([])
  return tf.concat([counter, tf.reshape(key, [1])], 0)


class _Global:
  generator = None


#: tf.random.get_global_generator tf.random.experimental.get_global_generator =get_global_generator
def get_global_generator():
  if _Global.generator is None:
    with tf.init_scope():
      _Global.generator = Generator.from_non_deterministic_state()
  return _Global.generator


#: tf.random.set_global_generator tf.random.experimental.set_global_generator =set_global_generator
def set_global_generator(generator):
  _Global.generator = generator
