"""tf.random.Generator: a Philox stream whose counter is a variable (ops/stateful_random_ops.py).

The state is [counter low, counter high, key]; each draw moves the counter by 256 for each number asked for, as
the op RngReadAndSkip does.
"""
import tensorflow as tf
from tensorflow_lib.base import convert

raw = tf.raw_ops

_LOWEST = -2 ** 63
_PHILOX = 1


def _words(seed):
  """A Python integer as 64 bit words, lowest first; a sequence of them as it is."""
  if isinstance(seed, (list, tuple)):
    return list(seed)
  words = []
  for _ in range(3):
    word = seed & (2 ** 64 - 1)
    words.append(word - 2 ** 64 if word >= 2 ** 63 else word)
    seed >>= 64
  return words


def _check_algorithm(alg):
  if alg in (None, 'philox', 'auto_select', 1):
    return _PHILOX
  raise NotImplementedError('tf.random.Generator with the algorithm %s' % (alg,))


#: tf.random.create_rng_state =create_rng_state
def create_rng_state(seed, alg):
  _check_algorithm(alg)
  if isinstance(seed, tf.Tensor):
    raise NotImplementedError('tf.random.create_rng_state of a tensor')
  words = _words(seed)[:3]
  return tf.constant(words + [0] * (3 - len(words)), dtype=tf.int64)


#: tf.random.Generator tf.random.experimental.Generator
class Generator:
  """Random numbers whose state lives in a variable and is passed on from call to call."""

  def __init__(self, copy_from=None, state=None, alg=None):
    if copy_from is not None:
      state, alg = copy_from.state, copy_from.algorithm
    self._alg = _check_algorithm(alg)
    value = state.read_value() if isinstance(state, tf.Variable) else tf.cast(state, tf.int64)
    self._state_var = tf.Variable(value, dtype=tf.int64, trainable=False, name='StateVar')

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {'_state_var': self._state_var}

  @classmethod
  def from_state(cls, state, alg):
    return cls(state=state, alg=alg)

  @classmethod
  def from_seed(cls, seed, alg=None):
    return cls(state=create_rng_state(seed, alg), alg=alg)

  @classmethod
  def from_non_deterministic_state(cls, alg=None):
    import random
    return cls.from_seed(random.getrandbits(128), alg)

  @classmethod
  def from_key_counter(cls, key, counter, alg):
    return cls(state=list(counter) + [key], alg=alg)

  state = property(lambda self: self._state_var)
  algorithm = property(lambda self: self._alg)
  key = property(lambda self: self._state_var[2])

  def reset(self, state):
    self._state_var.assign(tf.cast(state, tf.int64))

  def reset_from_seed(self, seed):
    self._state_var.assign(create_rng_state(seed, self._alg))

  def reset_from_key_counter(self, key, counter):
    self._state_var.assign(tf.cast(list(counter) + [key], tf.int64))

  def skip(self, delta):
    """Moves the counter on, and gives the state that there was."""
    old = self._state_var.read_value()
    low = old[0] + tf.cast(delta, tf.int64) * 256
    # Without a sign the new low word is smaller where it ran over; adding the lowest number compares so.
    carry = tf.cast(low + _LOWEST < old[0] + _LOWEST, tf.int64)
    self._state_var.assign(tf.stack([low, old[1] + carry, old[2]]))
    return old

  def _key_counter(self, shape):
    old = self.skip(tf.reduce_prod(shape))
    words = tf.bitcast(old, tf.uint64)
    return words[2:3], words[:2]

  def normal(self, shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None):
    return self._scaled(raw.StatelessRandomNormalV2, shape, mean, stddev, dtype)

  def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=tf.float32, name=None):
    return self._scaled(raw.StatelessTruncatedNormalV2, shape, mean, stddev, dtype)

  def _scaled(self, op, shape, mean, stddev, dtype):
    dtype = tf.as_dtype(dtype)
    shape = convert(shape, dtype=tf.int32, name='shape')
    key, counter = self._key_counter(shape)
    rnd = op(shape, key, counter, self._alg, dtype=dtype)
    return rnd * convert(stddev, dtype=dtype) + convert(mean, dtype=dtype)

  def uniform(self, shape, minval=0, maxval=None, dtype=tf.float32, name=None):
    dtype = tf.as_dtype(dtype)
    if dtype.is_integer and (minval is None) != (maxval is None):
      raise ValueError('For integer dtype %s, minval and maxval must be both `None` or both non-`None`; got minval=%s and '
                       'maxval=%s' % (repr(dtype), minval, maxval))
    if dtype.is_integer and minval is None:
      return self.uniform_full_int(shape, dtype)
    shape = convert(shape, dtype=tf.int32, name='shape')
    minval = convert(minval, dtype=dtype, name='min')
    maxval = convert(1 if maxval is None else maxval, dtype=dtype, name='max')
    key, counter = self._key_counter(shape)
    if dtype.is_integer:
      return raw.StatelessRandomUniformIntV2(shape, key, counter, self._alg, minval, maxval)
    rnd = raw.StatelessRandomUniformV2(shape, key, counter, self._alg, dtype=dtype)
    return rnd * (maxval - minval) + minval

  def uniform_full_int(self, shape, dtype=tf.uint64, name=None):
    shape = convert(shape, dtype=tf.int32, name='shape')
    key, counter = self._key_counter(shape)
    return raw.StatelessRandomUniformFullIntV2(shape, key, counter, self._alg, dtype=tf.as_dtype(dtype))

  def make_seeds(self, count=1):
    keys = self.uniform_full_int([count], dtype=tf.int64)
    return tf.stack([keys, tf.zeros_like(keys)])

  def split(self, count=1):
    """`count` generators with keys drawn from this one."""
    keys = self.uniform_full_int([count], dtype=tf.int64)
    return [Generator.from_key_counter(key, [0, 0], self._alg) for key in tf.unstack(keys, num=count)]


Generator.__module__ = 'tensorflow.python.ops.stateful_random_ops'


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
