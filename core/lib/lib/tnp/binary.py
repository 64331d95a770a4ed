"""tf.experimental.numpy: functions of two arrays, products (np_math_ops.py)."""
import numbers

import numpy as np
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.creation import asarray, promote, promote_binary
from tensorflow_lib.tnp.dtypes import is_kind, result_type
from tensorflow_lib.tnp.elementwise import abs, conj, exp, exp2, isnan, log1p, sqrt, square
from tensorflow_lib.tnp.indexing import where
from tensorflow_lib.tnp.logic import bool_as
from tensorflow_lib.tnp.reductions import all
from tensorflow_lib.tnp.shaping import _padded_left, reshape


def _both(function, x, y):
  return function(*promote_binary(x, y))


def _or_of_bools(function, of_bools):
  return lambda x, y: of_bools(x, y) if x.dtype == tf.bool else function(x, y)


def _ints_of_bools(function):
  """Two bools go as int8."""

  def call(x, y):
    if x.dtype == tf.bool:
      x = tf.cast(x, tf.int8)
      y = tf.cast(y, tf.int8)
    return function(x, y)

  return call


# ---- arithmetic
#: tf.experimental.numpy.add =add
def add(x1, x2):
  return _both(_or_of_bools(tf.add, tf.logical_or), x1, x2)


#: tf.experimental.numpy.subtract =subtract
def subtract(x1, x2):
  return _both(tf.subtract, x1, x2)


#: tf.experimental.numpy.multiply =multiply
def multiply(x1, x2):
  return _both(_or_of_bools(tf.multiply, tf.logical_and), x1, x2)


#: tf.experimental.numpy.true_divide =true_divide
def true_divide(x1, x2):

  def of(x, y):
    if x.dtype == tf.bool:
      float_type = result_type(float)
      x = tf.cast(x, float_type)
      y = tf.cast(y, float_type)
    return tf.truediv(x, y)

  return _both(of, x1, x2)


#: tf.experimental.numpy.divide =divide
def divide(x1, x2):
  return true_divide(x1, x2)


#: tf.experimental.numpy.floor_divide =floor_divide
def floor_divide(x1, x2):
  return _both(_ints_of_bools(tf.math.floordiv), x1, x2)


def _mod(x, y):
  with op_scope(None, 'mod') as name:
    return tf.raw_ops.FloorMod(x=x, y=y, name=name)


#: tf.experimental.numpy.mod =mod
def mod(x1, x2):
  return _both(_ints_of_bools(_mod), x1, x2)


#: tf.experimental.numpy.remainder =remainder
def remainder(x1, x2):
  return mod(x1, x2)


#: tf.experimental.numpy.divmod =divmod
def divmod(x1, x2):
  return floor_divide(x1, x2), mod(x1, x2)


#: tf.experimental.numpy.maximum =maximum
def maximum(x1, x2):
  if (isinstance(x2, numbers.Real) and not isinstance(x2, bool) and x2 == 0 and isinstance(x1, tf.Tensor) and
      x1.dtype != tf.bool):
    return tf.nn.relu(asarray(x1))
  return _both(_or_of_bools(tf.maximum, tf.logical_or), x1, x2)


#: tf.experimental.numpy.minimum =minimum
def minimum(x1, x2):
  return _both(_or_of_bools(tf.minimum, tf.logical_and), x1, x2)


#: tf.experimental.numpy.clip =clip
def clip(a, a_min, a_max):
  if a_min is None and a_max is None:
    raise ValueError('Not more than one of `a_min` and `a_max` may be `None`.')
  if a_min is None:
    return minimum(a, a_max)
  if a_max is None:
    return maximum(a, a_min)
  return tf.clip_by_value(*static.broadcast(*promote(a, a_min, a_max)))


#: tf.experimental.numpy.power =power
def power(x1, x2):
  return _both(tf.pow, x1, x2)


#: tf.experimental.numpy.float_power =float_power
def float_power(x1, x2):
  return power(x1, x2)


#: tf.experimental.numpy.arctan2 =arctan2
def arctan2(x1, x2):
  return _both(tf.atan2, x1, x2)


#: tf.experimental.numpy.nextafter =nextafter
def nextafter(x1, x2):
  return _both(tf.math.nextafter, x1, x2)


#: tf.experimental.numpy.heaviside =heaviside
def heaviside(x1, x2):

  def of(x, y):
    return tf.where(x < 0, tf.constant(0, dtype=y.dtype), tf.where(x > 0, tf.constant(1, dtype=y.dtype), y))

  result = _both(of, x1, x2)
  return result if is_kind(result, np.inexact) else result.astype(result_type(float))


#: tf.experimental.numpy.hypot =hypot
def hypot(x1, x2):
  return sqrt(square(x1) + square(x2))


#: tf.experimental.numpy.logaddexp =logaddexp
def logaddexp(x1, x2):
  most = maximum(x1, x2)
  delta = x1 - x2
  return where(isnan(delta), x1 + x2, most + log1p(exp(-abs(delta))))


#: tf.experimental.numpy.logaddexp2 =logaddexp2
def logaddexp2(x1, x2):
  most = maximum(x1, x2)
  delta = x1 - x2
  return where(isnan(delta), x1 + x2, most + log1p(exp2(-abs(delta))) / np.log(2))


#: tf.experimental.numpy.polyval =polyval
def polyval(p, x):

  def of(p, x):
    if p.shape.rank == 0:
      p = tf.reshape(p, [1])
    p = tf.unstack(p)
    y = tf.math.polyval(p, x)
    return tf.broadcast_to(y, x.shape) if len(p) == 1 else y

  return _both(of, p, x)


# ---- near one another
#: tf.experimental.numpy.isclose =isclose
def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):

  def of(a, b):
    if not is_kind(a, np.inexact):
      return a == b
    relative = tf.convert_to_tensor(rtol, a.dtype.real_dtype)
    absolute = tf.convert_to_tensor(atol, a.dtype.real_dtype)
    result = tf.abs(a - b) <= absolute + relative * tf.abs(b)
    if equal_nan:
      result = result | (tf.math.is_nan(a) & tf.math.is_nan(b))
    return result

  return _both(of, a, b)


#: tf.experimental.numpy.allclose =allclose
def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
  return all(isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan))


# ---- whole numbers
def _common_divisor(x, y):

  def go_on(_, y):
    return tf.reduce_any(y != 0)

  def step(x, y):
    divisor = tf.where(y != 0, y, tf.constant(1, y.dtype))  # where it is 0 the remainder is not used
    x, y = (tf.where(y != 0, y, x), tf.where(y != 0, _mod(x, divisor), tf.constant(0, y.dtype)))
    return tf.where(x < y, y, x), tf.where(x < y, x, y)

  if not is_kind(x, np.integer) or not is_kind(y, np.integer):
    raise ValueError('Arguments to gcd must be integers.')
  shape = tf.broadcast_dynamic_shape(tf.shape(x), tf.shape(y))
  x = tf.broadcast_to(x, shape)
  y = tf.broadcast_to(y, shape)
  return tf.while_loop(go_on, step, (tf.abs(x), tf.abs(y)))[0]


#: tf.experimental.numpy.gcd =gcd
def gcd(x1, x2):
  return _both(_common_divisor, x1, x2)


#: tf.experimental.numpy.lcm =lcm
def lcm(x1, x2):

  def of(x, y):
    common = _common_divisor(x, y)
    divisor = tf.where(tf.equal(common, 0), tf.constant(1, common.dtype), common)
    x = tf.abs(x)
    y = tf.abs(y)
    return tf.where(tf.equal(common, 0), tf.constant(0, common.dtype), x * (y // divisor))

  return _both(of, x1, x2)


def _bitwise(function, x1, x2):
  return _both(bool_as(tf.int8, function), x1, x2)


#: tf.experimental.numpy.bitwise_and =bitwise_and
def bitwise_and(x1, x2):
  return _bitwise(tf.bitwise.bitwise_and, x1, x2)


#: tf.experimental.numpy.bitwise_or =bitwise_or
def bitwise_or(x1, x2):
  return _bitwise(tf.bitwise.bitwise_or, x1, x2)


#: tf.experimental.numpy.bitwise_xor =bitwise_xor
def bitwise_xor(x1, x2):
  return _bitwise(tf.bitwise.bitwise_xor, x1, x2)


# ---- products
def _scalar_or(a, b, other):
  """a * b where one of them is a scalar."""
  return static.cond(static.logical_or(tf.equal(tf.rank(a), 0), tf.equal(tf.rank(b), 0)), lambda: a * b, other)


#: tf.experimental.numpy.dot =dot
def dot(a, b):

  def of(a, b):
    return _scalar_or(
        a, b, lambda: static.cond(
            tf.equal(tf.rank(b), 1), lambda: tf.tensordot(a, b, axes=[[-1], [-1]]),
            lambda: tf.tensordot(a, b, axes=[[-1], [-2]])))

  return _both(of, a, b)


#: tf.experimental.numpy.inner =inner
def inner(a, b):

  def of(a, b):
    return _scalar_or(a, b, lambda: tf.tensordot(a, b, axes=[[-1], [-1]]))

  return _both(of, a, b)


#: tf.experimental.numpy.matmul =matmul
def matmul(x1, x2):

  def of(x, y):
    try:
      if x._rank() == 2 and y._rank() == 2:
        return tf.raw_ops.MatMul(a=x, b=y)
      return static.cond(
          tf.equal(static.rank_of(y), 1), lambda: tf.tensordot(x, y, axes=1), lambda: static.cond(
              tf.equal(static.rank_of(x), 1), lambda: tf.tensordot(x, y, axes=[[0], [-2]]),
              lambda: tf.matmul(x, y)))
    except tf.errors.InvalidArgumentError as error:
      raise ValueError(str(error))

  return _both(of, x1, x2)


#: tf.experimental.numpy.tensordot =tensordot
def tensordot(a, b, axes=2):
  return _both(lambda a, b: tf.tensordot(a, b, axes=axes), a, b)


#: tf.experimental.numpy.vdot =vdot
def vdot(a, b):
  a, b = promote(a, b)
  a = reshape(a, [-1])
  b = reshape(b, [-1])
  if a.dtype == np.complex128 or a.dtype == np.complex64:
    a = conj(a)
  return dot(a, b)


#: tf.experimental.numpy.outer =outer
def outer(a, b):
  return _both(lambda a, b: tf.reshape(a, [-1, 1]) * tf.reshape(b, [-1]), a, b)


#: tf.experimental.numpy.kron =kron
def kron(a, b):
  a, b = promote(a, b)

  def with_rank_of(x, other):
    return static.cond(x.shape.rank < other.shape.rank, lambda: reshape(x, _padded_left(other.shape.rank, x.shape)),
                       lambda: x)

  def among_ones(shape, ones_first):
    ones = tf.__internal__.ones_like_filled(shape)
    return tf.reshape(tf.stack([ones, shape] if ones_first else [shape, ones], axis=1), [-1])

  left = with_rank_of(a, b)
  right = with_rank_of(b, a)
  left_shape = tf.shape(left)
  right_shape = tf.shape(right)
  left = reshape(left, among_ones(left_shape, False))
  right = reshape(right, among_ones(right_shape, True))
  shape = left_shape * right_shape
  return reshape(left * right, shape)


#: tf.experimental.numpy.cross =cross
def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):

  def last(x, axis):
    return static.cond(
        axis == static.subtract(tf.rank(x), 1), lambda: x, lambda: tf.transpose(
            x, tf.concat([tf.range(axis), tf.range(axis + 1, tf.rank(x)), [axis]], axis=0)))

  def of_three(x, dim):
    return static.cond(
        tf.equal(dim, 2), lambda: tf.pad(
            x, tf.concat([tf.zeros([tf.rank(x) - 1, 2], tf.int32), tf.constant([[0, 1]], tf.int32)], axis=0)), lambda: x)

  def back(x, axis):
    rank = tf.rank(x)
    return tf.transpose(x, tf.concat([tf.range(axis), [rank - 1], tf.range(axis, rank - 1)], axis=0))

  def of(a, b):
    axis_a, axis_b, axis_c = (axisa, axisb, axisc) if axis is None else (axis, axis, axis)
    if axis_a < 0:
      axis_a = static.add(axis_a, tf.rank(a))
    if axis_b < 0:
      axis_b = static.add(axis_b, tf.rank(b))
    a = last(a, axis_a)
    b = last(b, axis_b)
    a_dim = static.getitem(tf.shape(a), -1)
    b_dim = static.getitem(tf.shape(b), -1)
    a = of_three(a, a_dim)
    b = of_three(b, b_dim)
    c = tf.linalg.cross(*static.broadcast(a, b))
    if axis_c < 0:
      axis_c = static.add(axis_c, tf.rank(c))
    return static.cond((a_dim == 2) & (b_dim == 2), lambda: c[..., 2], lambda: static.cond(
        axis_c == static.subtract(tf.rank(c), 1), lambda: c, lambda: back(c, axis_c)))

  return _both(of, a, b)


#: tf.experimental.numpy.trace =trace
def trace(a, offset=0, axis1=0, axis2=1, dtype=None):
  from tensorflow_lib.tnp.creation import diagonal
  from tensorflow_lib.tnp.reductions import sum
  if dtype:
    dtype = result_type(dtype)
  a = asarray(a, dtype)
  rank = a.shape.rank
  if offset == 0 and rank is not None and axis1 in (-2, rank - 2) and axis2 in (-1, rank - 1):
    return tf.linalg.trace(a)
  return sum(diagonal(a, offset, axis1, axis2), -1, dtype)


#: tf.experimental.numpy.einsum =einsum
def einsum(subscripts, *operands, **kwargs):
  casting = kwargs.get('casting', 'safe')
  optimize = kwargs.get('optimize', False)
  if casting == 'safe':
    operands = promote(*operands)
  elif casting == 'no':
    operands = [asarray(x) for x in operands]
  else:
    raise ValueError('Invalid value for argument `casting`. Expected casting="safe" or casting="no". Received: casting=%s' %
                     (casting,))
  if not optimize or optimize == True or optimize == 'greedy':  # TensorFlow always chooses an order
    order = 'greedy'
  elif optimize == 'optimal':
    order = 'optimal'
  else:
    raise ValueError('Invalid value for argument `optimize`. Expected one of {True, "greedy", "optimal"}. Received: '
                     'optimize=%s' % (optimize,))
  return tf.einsum(subscripts, *operands, optimize=order)
