"""tf.experimental.numpy: comparisons and logic (np_math_ops.py)."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.creation import array
from tensorflow_lib.tnp.dtypes import result_type


def bool_as(dtype, function):
  """`function`, which two bools go through as `dtype`."""

  def call(x, y):
    if x.dtype != tf.bool:
      return function(x, y)
    x = tf.cast(x, dtype)
    y = tf.cast(y, dtype)
    return tf.cast(function(x, y), tf.bool)

  return call


def _compare(function, x1, x2, bools_as_ints=False):
  dtype = result_type(x1, x2)
  x1 = array(x1, dtype=dtype)
  x2 = array(x2, dtype=dtype)
  if bools_as_ints and x1.dtype == tf.bool:
    x1 = tf.cast(x1, tf.int32)
    x2 = tf.cast(x2, tf.int32)
  return function(x1, x2)


#: tf.experimental.numpy.equal =equal
def equal(x1, x2):
  return _compare(tf.equal, x1, x2)


#: tf.experimental.numpy.not_equal =not_equal
def not_equal(x1, x2):
  return _compare(tf.not_equal, x1, x2)


#: tf.experimental.numpy.greater =greater
def greater(x1, x2):
  return _compare(tf.greater, x1, x2, True)


#: tf.experimental.numpy.greater_equal =greater_equal
def greater_equal(x1, x2):
  return _compare(tf.greater_equal, x1, x2, True)


#: tf.experimental.numpy.less =less
def less(x1, x2):
  return _compare(tf.less, x1, x2, True)


#: tf.experimental.numpy.less_equal =less_equal
def less_equal(x1, x2):
  return _compare(tf.less_equal, x1, x2, True)


#: tf.experimental.numpy.array_equal =array_equal
def array_equal(a1, a2):

  def of(x, y):
    return static.cond(
        tf.equal(tf.rank(x), tf.rank(y)), lambda: static.cond(
            static.reduce_all(tf.equal(tf.shape(x), tf.shape(y))), lambda: tf.reduce_all(tf.equal(x, y)),
            lambda: tf.constant(False)), lambda: tf.constant(False))

  return _compare(of, a1, a2)


def _logical(function, x1, x2):
  return function(array(x1, dtype=np.bool_), array(x2, dtype=np.bool_))


#: tf.experimental.numpy.logical_and =logical_and
def logical_and(x1, x2):
  return _logical(tf.logical_and, x1, x2)


#: tf.experimental.numpy.logical_or =logical_or
def logical_or(x1, x2):
  return _logical(tf.logical_or, x1, x2)


#: tf.experimental.numpy.logical_xor =logical_xor
def logical_xor(x1, x2):
  return _logical(tf.math.logical_xor, x1, x2)


#: tf.experimental.numpy.logical_not =logical_not
def logical_not(x):
  return tf.logical_not(array(x, dtype=np.bool_))
