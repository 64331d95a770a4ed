"""tf.experimental.numpy.random (np_random.py)."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.creation import asarray
from tensorflow_lib.tnp.dtypes import int_, result_type


#: tf.experimental.numpy.random.seed =seed
def seed(s):
  try:
    s = int(s)
  except TypeError:
    raise ValueError('Argument `s` got an invalid value %s. Only integers are supported.' % (s,))
  tf.random.set_seed(s)


def _shape(size):
  if size is None:
    return ()
  return (size,) if static.is_scalar(size) else size


#: tf.experimental.numpy.random.randn =randn
def randn(*args):
  return standard_normal(size=args)


#: tf.experimental.numpy.random.standard_normal =standard_normal
def standard_normal(size=None):
  size = _shape(size)
  return tf.random.normal(size, dtype=result_type(float))


#: tf.experimental.numpy.random.uniform =uniform
def uniform(low=0.0, high=1.0, size=None):
  dtype = result_type(float)
  low = asarray(low, dtype=dtype)
  high = asarray(high, dtype=dtype)
  if size is None:
    size = tf.broadcast_dynamic_shape(low.shape, high.shape)
  return tf.random.uniform(shape=size, minval=low, maxval=high, dtype=dtype)


#: tf.experimental.numpy.random.poisson =poisson
def poisson(lam=1.0, size=None):
  return tf.random.poisson(shape=_shape(size), lam=lam, dtype=int_)


#: tf.experimental.numpy.random.random =random
def random(size=None):
  return uniform(0.0, 1.0, size)


#: tf.experimental.numpy.random.rand =rand
def rand(*size):
  return uniform(0.0, 1.0, size)


#: tf.experimental.numpy.random.randint =randint
def randint(low, high=None, size=None, dtype=np.int64):
  low = int(low)
  if high is None:
    low, high = 0, low
  if size is None:
    size = ()
  elif isinstance(size, int):
    size = (size,)
  found = result_type(dtype)
  accepted = (np.int32, np.int64)
  if found not in accepted:
    raise ValueError('Argument `dtype` got an invalid value %s. Only those convertible to %s are supported.' %
                     (dtype, accepted))
  return tf.random.uniform(shape=size, minval=low, maxval=high, dtype=found)
