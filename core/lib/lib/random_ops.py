"""tf.random: seeds and streams (framework/random_seed.py, ops/random_ops.py, ops/stateless_random_ops.py)."""
import enum

import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops

_MAX = 2 ** 31 - 1
_DEFAULT_GRAPH_SEED = 87654321


class _State:
  seed = None
  rng = None
  seeds_wanted = False


#: tf.random.set_seed =set_seed
def set_seed(seed):
  """The global seed: eager ops without a seed of their own draw theirs from it."""
  import random
  _State.seed = seed
  _State.rng = random.Random(seed)
  _tf.reset_random()
  tf.__internal__.reset_global_generator()


#: tf.__internal__.reset_global_generator
def reset_global_generator():
  return None


#: tf.__internal__.global_seed
def global_seed():
  return _State.seed


def want_seeds():
  """From now on a random op without any seed is an error."""
  _State.seeds_wanted = True


def seeds_wanted():
  return _State.seeds_wanted


#: tf.__internal__.get_seed tf.compat.v1.get_seed =get_seed
def get_seed(op_seed):
  """(seed, seed2) of a random op."""
  if _State.seed is not None:
    if op_seed is None:
      op_seed = _State.rng.randint(0, _MAX) if tf.executing_eagerly() else _tf.next_graph_seed()
    seeds = _State.seed % _MAX, op_seed % _MAX
  elif op_seed is not None:
    seeds = _DEFAULT_GRAPH_SEED, op_seed % _MAX
  elif _State.seeds_wanted:
    raise RuntimeError('Random ops require a seed to be set when determinism is enabled. Please set a seed before running '
                       'the op, e.g. by calling tf.random.set_seed(1).')
  else:
    return None, None
  return (0, _MAX) if seeds == (0, 0) else seeds


def _seeds(seed):
  a, b = get_seed(seed)
  return {'seed': a or 0, 'seed2': b or 0}


def shape_tensor(shape, empty=tf.int32):
  """A shape as an int32 or int64 tensor, of the dtype `empty` where nothing says which."""
  if isinstance(shape, (tuple, list)) and not shape:
    return convert(shape, dtype=empty, name='shape')
  return convert(shape, name='shape')


#: tf.random.uniform
def uniform(shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None):
  dtype = tf.as_dtype(dtype)
  accepted = (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.int32, tf.int64)
  if dtype not in accepted:
    raise ValueError('Argument `dtype` got invalid value %s. Accepted dtypes are %s.' % (dtype, accepted))
  if maxval is None:
    if dtype.is_integer:
      raise ValueError('Must specify maxval for integer dtype %r' % dtype)
    maxval = 1
  with op_scope(name, 'random_uniform') as name:
    shape = shape_tensor(shape)
    min_is_zero = isinstance(minval, int) and minval == 0
    max_is_one = isinstance(maxval, int) and maxval == 1
    if not min_is_zero or not max_is_one or dtype.is_integer:
      minval = convert(minval, dtype=dtype, name='min')
      maxval = convert(maxval, dtype=dtype, name='max')
    if dtype.is_integer:
      return raw.RandomUniformInt(shape, minval, maxval, name=name, **_seeds(seed))
    result = raw.RandomUniform(shape, dtype=dtype, **_seeds(seed))
    if min_is_zero:
      if not max_is_one:
        result = tf.multiply(result, maxval)
    else:
      result = tf.add(result * (maxval - minval), minval, name=name)
    return result


def _normal(op, default, shape, mean, stddev, dtype, seed, name):
  with op_scope(name, default) as name:
    shape = shape_tensor(shape)
    mean = convert(mean, dtype=dtype, name='mean')
    stddev = convert(stddev, dtype=dtype, name='stddev')
    rnd = op(shape, dtype=dtype, **_seeds(seed))
    return tf.add(rnd * stddev, mean, name=name)


#: tf.random.normal
def normal(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None):
  return _normal(raw.RandomStandardNormal, 'random_normal', shape, mean, stddev, dtype, seed, name)


#: tf.random.truncated_normal
def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None):
  return _normal(raw.TruncatedNormal, 'truncated_normal', shape, mean, stddev, dtype, seed, name)


#: tf.random.shuffle
def shuffle(value, seed=None, name=None):
  return raw.RandomShuffle(value, name=name, **_seeds(seed))


#: tf.random.categorical
def categorical(logits, num_samples, dtype=None, seed=None, name=None):
  with op_scope(name, 'categorical'):
    logits = convert(logits, name='logits')
    return raw.Multinomial(logits, num_samples, output_dtype=_class_dtype(dtype), **_seeds(seed))


def _class_dtype(dtype):
  dtype = tf.as_dtype(dtype) if dtype else tf.int64
  if dtype not in (tf.int32, tf.int64):
    raise ValueError('Argument `dtype` got invalid value %s. Accepted dtypes are %s.' % (dtype, (tf.int32, tf.int64)))
  return dtype


def _gamma_args(alpha, beta, dtype):
  alpha = convert(alpha, name='alpha', dtype=dtype)
  beta = convert(1 if beta is None else beta, name='beta', dtype=dtype)
  dims = tf.broadcast_dynamic_shape(tf.shape(alpha), tf.shape(beta))
  tiny = {'float16': 6.103515625e-05, 'float32': 1.1754943508222875e-38}.get(alpha.dtype.name, 2.2250738585072014e-308)
  return tf.broadcast_to(alpha, dims), beta, tiny


#: tf.random.gamma
def gamma(shape, alpha, beta=None, dtype=tf.float32, seed=None, name=None):
  with op_scope(name, 'random_gamma'):
    shape = convert(shape, name='shape', dtype=tf.int32)
    alpha, beta, tiny = _gamma_args(alpha, beta, dtype)
    return tf.maximum(tiny, raw.RandomGamma(shape, alpha, **_seeds(seed)) / beta)


#: tf.random.poisson
def poisson(shape, lam, dtype=tf.float32, seed=None, name=None):
  with op_scope(name, 'random_poisson'):
    shape = convert(shape, name='shape', dtype=tf.int32)
    if tf.executing_eagerly() and isinstance(lam, (list, tuple)):
      lam = convert(lam)  # float32, where a single number is a float64
    return raw.RandomPoissonV2(shape, lam, dtype=dtype, **_seeds(seed))


#: tf.random.stateless_gamma
def stateless_gamma(shape, seed, alpha, beta=None, dtype=tf.float32, name=None):
  with op_scope(name, 'stateless_random_gamma'):
    shape = shape_tensor(shape)
    alpha, beta, tiny = _gamma_args(alpha, beta, dtype)
    key, counter, alg = _key_counter(seed, 'auto_select')
    return tf.maximum(tiny, raw.StatelessRandomGammaV3(shape, key, counter, alg, alpha) / beta)


#: tf.random.stateless_poisson
def stateless_poisson(shape, seed, lam, dtype=tf.int32, name=None):
  with op_scope(name, 'stateless_random_poisson'):
    return raw.StatelessRandomPoisson(shape_tensor(shape), seed, lam, dtype=dtype)


#: tf.random.stateless_binomial
def stateless_binomial(shape, seed, counts, probs, output_dtype=tf.int32, name=None):
  with op_scope(name, 'stateless_random_binomial'):
    shape = shape_tensor(shape)
    probs = convert(probs, hint=tf.float32, name='probs')
    counts = convert(counts, hint=probs.dtype, name='counts')
    return raw.StatelessRandomBinomial(shape, seed, counts, probs, dtype=output_dtype)


#: tf.random.stateless_parameterized_truncated_normal
def stateless_parameterized_truncated_normal(shape, seed, means=0.0, stddevs=1.0, minvals=-2.0, maxvals=2.0, name=None):
  with op_scope(name, 'stateless_parameterized_truncated_normal'):
    shape = shape_tensor(shape)
    parameters = [convert(value, name=key) for key, value in (('means', means), ('stddevs', stddevs),
                                                               ('minvals', minvals), ('maxvals', maxvals))]
    return raw.StatelessParameterizedTruncatedNormal(shape, seed, *parameters)


# ---- stateless
#: tf.random.Algorithm tf.random.experimental.Algorithm
class Algorithm(enum.Enum):
  PHILOX = 1
  THREEFRY = 2
  AUTO_SELECT = 3


def unsupported_algorithm(alg):
  known = (1, 2, 3) if isinstance(alg, int) else ('philox', 'threefry', 'auto_select')
  return ('Argument `alg` got unsupported value %s. Supported values are %s for the Philox algorithm, %s for the ThreeFry '
          'algorithm, and %s for auto-selection.' % (alg, *known))


def algorithm_number(alg):
  """The number of an algorithm that is given in any way."""
  if isinstance(alg, int) or tf.is_tensor(alg):
    return alg
  if isinstance(alg, Algorithm):
    return alg.value
  if not isinstance(alg, str):
    raise TypeError("Can't convert argument `alg` (of value %s and type %s) to int." % (alg, type(alg)))
  known = {'philox': 1, 'threefry': 2, 'autoselect': 3}
  plain = alg.strip().lower().replace('-', '').replace('_', '')
  if plain not in known:
    raise ValueError(unsupported_algorithm(alg))
  return known[plain]


def _word(halves):
  """64 bits of two times 32."""
  low = tf.cast(halves[0], tf.uint64)
  return tf.bitwise.bitwise_or(low, tf.bitwise.left_shift(tf.cast(halves[1], tf.uint64), tf.constant(32, tf.uint64)))


def _key_counter(seed, alg):
  """Key, counter and algorithm of a seed; where Philox is asked for by name, ops mix the seed as the kernel does."""
  alg = algorithm_number(3 if alg is None else alg)
  if alg == 3:
    return *raw.StatelessRandomGetKeyCounter(seed), alg
  if alg == 2:
    return tf.reshape(_word(tf.cast(seed, tf.uint32)), [1]), tf.zeros([1], tf.uint64), alg
  if alg != 1:
    raise ValueError(unsupported_algorithm(alg))
  key = tf.constant([0x02461E293EC8F720], tf.uint64)
  counter = tf.cast(seed, tf.uint64)
  mixed = raw.StatelessRandomUniformFullIntV2([4], key, counter, 1, dtype=tf.uint32)
  key = tf.reshape(_word(mixed[:2]), [1])
  return key, tf.stack([0, _word(mixed[2:])], axis=0), alg


#: tf.random.experimental.index_shuffle =index_shuffle
def index_shuffle(index, seed, max_index):
  """Where an index stands in an order of [0, max_index] that the seed chooses."""
  seed = convert(seed)
  paddings = [[1, 0]] if seed.shape.rank is None else [[1, 0]] + (seed.shape.rank - 1) * [[0, 0]]
  seed = tf.pad(seed, paddings, constant_values=498247692)
  return raw.RandomIndexShuffle(index=index, seed=seed, max_index=max_index, rounds=4)


#: tf.random.experimental.stateless_shuffle
def stateless_shuffle(value, seed, alg='auto_select', name=None):
  with op_scope(name, 'stateless_shuffle'):
    key, counter, alg = _key_counter(seed, alg)
    return raw.StatelessShuffle(value, key, counter, alg)


#: tf.random.stateless_uniform
def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=tf.float32, name=None, alg='auto_select'):
  dtype = tf.as_dtype(dtype)
  accepted = (tf.float16, tf.bfloat16, tf.float32, tf.float64, tf.int32, tf.int64, tf.uint32, tf.uint64)
  if dtype not in accepted:
    raise ValueError('Argument `dtype` got invalid value %s. Accepted dtypes are %s.' % (dtype, accepted))
  if dtype.is_integer:
    if (minval is None) != (maxval is None):
      raise ValueError('For integer `dtype` argument %s, argument `minval` and `maxval` must be both None or not None. '
                       'Got `minval`=%s and `maxval`=%s.' % (dtype, minval, maxval))
    if minval is not None and dtype in (tf.uint32, tf.uint64):
      raise ValueError('Argument `dtype` got invalid value %s when argument `minval` is not None. Please don\'t use '
                       'unsigned integers in this case.' % dtype)
  elif maxval is None:
    maxval = 1
  with op_scope(name, 'stateless_random_uniform') as name:
    shape = shape_tensor(shape)
    if dtype.is_integer and minval is None:
      key, counter, alg = _key_counter(seed, alg)
      return raw.StatelessRandomUniformFullIntV2(shape, key, counter, alg, dtype=dtype, name=name)
    minval = convert(minval, dtype=dtype, name='min')
    maxval = convert(maxval, dtype=dtype, name='max')
    key, counter, alg = _key_counter(seed, alg)
    if dtype.is_integer:
      return raw.StatelessRandomUniformIntV2(shape, key, counter, alg, minval, maxval, name=name)
    rnd = raw.StatelessRandomUniformV2(shape, key, counter, alg, dtype=dtype)
    return tf.add(rnd * (maxval - minval), minval, name=name)


def _stateless_normal(op, default, shape, seed, mean, stddev, dtype, name, alg):
  with op_scope(name, default) as name:
    shape = shape_tensor(shape)
    mean = convert(mean, dtype=dtype, name='mean')
    stddev = convert(stddev, dtype=dtype, name='stddev')
    key, counter, alg = _key_counter(seed, alg)
    rnd = op(shape, key, counter, alg, dtype=dtype)
    return tf.add(rnd * stddev, mean, name=name)


#: tf.random.stateless_normal
def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select'):
  return _stateless_normal(raw.StatelessRandomNormalV2, 'stateless_random_normal', shape, seed, mean, stddev, dtype,
                           name, alg)


#: tf.random.stateless_truncated_normal
def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select'):
  return _stateless_normal(raw.StatelessTruncatedNormalV2, 'stateless_truncated_normal', shape, seed, mean, stddev,
                           dtype, name, alg)


#: tf.random.split tf.random.experimental.stateless_split
def split(seed, num=2, alg='auto_select'):
  seed = convert(seed)
  return stateless_uniform([num, 2], seed, minval=None, maxval=None, dtype=seed.dtype, alg=alg)


#: tf.random.fold_in tf.random.experimental.stateless_fold_in
def fold_in(seed, data, alg='auto_select'):
  data = convert(data)
  seed1 = stateless_uniform([], seed, minval=None, maxval=None, dtype=data.dtype, alg=alg)
  return tf.stack([seed1, data])


#: tf.random.stateless_categorical
def stateless_categorical(logits, num_samples, seed, dtype=tf.int64, name=None):
  with op_scope(name, 'stateless_categorical'):
    logits = convert(logits, name='logits')
    return raw.StatelessMultinomial(logits, num_samples, seed, output_dtype=_class_dtype(dtype))
