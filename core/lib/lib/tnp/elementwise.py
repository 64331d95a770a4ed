"""tf.experimental.numpy: functions of one array (np_math_ops.py, np_array_ops.py)."""
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp.creation import array, asarray, full_like
from tensorflow_lib.tnp.dtypes import is_kind, result_type


def _map(function, x, promote_to_float=False):
  """function(x); ints and bools become floats first where the function is one of floats."""
  x = asarray(x)
  if promote_to_float and not is_kind(x, np.inexact):
    x = x.astype(result_type(float))
  return function(x)


#: tf.experimental.numpy.log =log
def log(x):
  return _map(tf.math.log, x, True)


#: tf.experimental.numpy.exp =exp
def exp(x):
  return _map(tf.exp, x, True)


#: tf.experimental.numpy.sqrt =sqrt
def sqrt(x):
  return _map(tf.sqrt, x, True)


#: tf.experimental.numpy.abs =abs
def abs(x):
  return _map(tf.abs, x)


#: tf.experimental.numpy.absolute =absolute
def absolute(x):
  return abs(x)


#: tf.experimental.numpy.fabs =fabs
def fabs(x):
  return abs(x)


#: tf.experimental.numpy.ceil =ceil
def ceil(x):
  return _map(tf.math.ceil, x, True)


#: tf.experimental.numpy.floor =floor
def floor(x):
  return _map(tf.floor, x, True)


#: tf.experimental.numpy.conj =conj
def conj(x):
  return _map(tf.math.conj, x)


#: tf.experimental.numpy.conjugate =conjugate
def conjugate(x):
  return _map(tf.math.conj, x)


#: tf.experimental.numpy.negative =negative
def negative(x):
  return _map(tf.negative, x)


#: tf.experimental.numpy.positive =positive
def positive(x):
  return _map(lambda x: x, x)


#: tf.experimental.numpy.reciprocal =reciprocal
def reciprocal(x):
  return _map(tf.math.reciprocal, x)


#: tf.experimental.numpy.square =square
def square(x):
  return _map(tf.square, x)


#: tf.experimental.numpy.signbit =signbit
def signbit(x):
  return _map(lambda x: tf.fill(tf.shape(x), False) if x.dtype == tf.bool else x < 0, x)


#: tf.experimental.numpy.sign =sign
def sign(x, out=None, where=None, **kwargs):
  if out:
    raise ValueError('tf.numpy doesnt support setting out.')
  if where:
    raise ValueError('tf.numpy doesnt support setting where.')
  if kwargs:
    raise ValueError('tf.numpy doesnt support setting %s' % kwargs.keys())
  return tf.sign(asarray(x))


#: tf.experimental.numpy.bitwise_not =bitwise_not
def bitwise_not(x):
  return _map(lambda x: tf.logical_not(x) if x.dtype == tf.bool else tf.bitwise.invert(x), x)


# ---- angles
#: tf.experimental.numpy.sin =sin
def sin(x):
  return _map(tf.sin, x, True)


#: tf.experimental.numpy.cos =cos
def cos(x):
  return _map(tf.cos, x, True)


#: tf.experimental.numpy.tan =tan
def tan(x):
  return _map(tf.tan, x, True)


#: tf.experimental.numpy.sinh =sinh
def sinh(x):
  return _map(tf.sinh, x, True)


#: tf.experimental.numpy.cosh =cosh
def cosh(x):
  return _map(tf.cosh, x, True)


#: tf.experimental.numpy.tanh =tanh
def tanh(x):
  return _map(tf.tanh, x, True)


#: tf.experimental.numpy.arcsin =arcsin
def arcsin(x):
  return _map(tf.asin, x, True)


#: tf.experimental.numpy.arccos =arccos
def arccos(x):
  return _map(tf.acos, x, True)


#: tf.experimental.numpy.arctan =arctan
def arctan(x):
  return _map(tf.atan, x, True)


#: tf.experimental.numpy.arcsinh =arcsinh
def arcsinh(x):
  return _map(tf.asinh, x, True)


#: tf.experimental.numpy.arccosh =arccosh
def arccosh(x):
  return _map(tf.acosh, x, True)


#: tf.experimental.numpy.arctanh =arctanh
def arctanh(x):
  return _map(tf.atanh, x, True)


#: tf.experimental.numpy.deg2rad =deg2rad
def deg2rad(x):
  return _map(lambda x: x * (np.pi / 180.0), x, True)


#: tf.experimental.numpy.rad2deg =rad2deg
def rad2deg(x):
  return x * (180.0 / np.pi)


#: tf.experimental.numpy.angle =angle
def angle(z, deg=False):

  def of(x):
    if x.dtype in (tf.bfloat16, tf.float16, tf.float32, tf.float64):
      return tf.where(x < 0, np.pi, 0)
    return tf.math.angle(x)

  y = _map(of, z, True)
  return rad2deg(y) if deg else y


#: tf.experimental.numpy.sinc =sinc
def sinc(x):

  def of(x):
    scaled = x * np.pi
    return tf.where(x == 0, tf.__internal__.ones_like_filled(x), tf.sin(scaled) / scaled)

  return _map(of, x, True)


# ---- powers
#: tf.experimental.numpy.cbrt =cbrt
def cbrt(x):

  def of(x):
    root = tf.abs(x)**(1.0 / 3)
    return tf.where(x < 0, -root, root)

  return _map(of, x, True)


#: tf.experimental.numpy.exp2 =exp2
def exp2(x):
  return _map(lambda x: 2**x, x, True)


#: tf.experimental.numpy.expm1 =expm1
def expm1(x):
  return _map(tf.math.expm1, x, True)


#: tf.experimental.numpy.log2 =log2
def log2(x):
  return log(x) / np.log(2)


#: tf.experimental.numpy.log10 =log10
def log10(x):
  return log(x) / np.log(10)


#: tf.experimental.numpy.log1p =log1p
def log1p(x):
  return _map(tf.math.log1p, x, True)


# ---- rounding
#: tf.experimental.numpy.fix =fix
def fix(x):
  return _map(lambda x: tf.where(x < 0, tf.math.ceil(x), tf.floor(x)), x, True)


#: tf.experimental.numpy.around =around
def around(a, decimals=0):
  a = asarray(a)
  dtype = a.dtype.as_numpy_dtype
  factor = math.pow(10, decimals)
  if np.issubdtype(dtype, np.inexact):
    factor = tf.cast(factor, dtype)
  else:  # decimals can be negative
    float_type = result_type(float)
    a = a.astype(float_type)
    factor = tf.cast(factor, float_type)
  a = tf.multiply(a, factor)
  a = tf.round(a)
  a = tf.divide(a, factor)
  return a.astype(dtype)


#: tf.experimental.numpy.round =round
def round(a, decimals=0):
  return around(a, decimals=decimals)


# ---- complex numbers
#: tf.experimental.numpy.real =real
def real(val):
  return tf.math.real(asarray(val))


#: tf.experimental.numpy.imag =imag
def imag(val):
  return tf.math.imag(asarray(val))


#: tf.experimental.numpy.iscomplex =iscomplex
def iscomplex(x):
  return imag(x) != 0


#: tf.experimental.numpy.isreal =isreal
def isreal(x):
  return imag(x) == 0


#: tf.experimental.numpy.iscomplexobj =iscomplexobj
def iscomplexobj(x):
  return is_kind(array(x), np.complexfloating)


#: tf.experimental.numpy.isrealobj =isrealobj
def isrealobj(x):
  return not iscomplexobj(x)


# ---- what is no finite number
#: tf.experimental.numpy.isnan =isnan
def isnan(x):
  return _map(tf.math.is_nan, x, True)


#: tf.experimental.numpy.isfinite =isfinite
def isfinite(x):
  return _map(tf.math.is_finite, x, True)


#: tf.experimental.numpy.isinf =isinf
def isinf(x):
  return _map(tf.math.is_inf, x, True) if x.dtype.is_floating else False


#: tf.experimental.numpy.isneginf =isneginf
def isneginf(x):
  return x == full_like(x, -np.inf) if x.dtype.is_floating else False


#: tf.experimental.numpy.isposinf =isposinf
def isposinf(x):
  return x == full_like(x, np.inf) if x.dtype.is_floating else False


#: tf.experimental.numpy.diff =diff
def diff(a, n=1, axis=-1):

  def of(a):
    rank = a.shape.rank
    if rank is None:
      raise ValueError(f'Function `diff` currently requires a known rank for input `a`. Received: a={a} (unknown rank)')
    if (axis + rank if axis < 0 else axis) >= rank:
      raise ValueError(f'Argument `axis` (received axis={axis}) is out of bounds for input {a} of rank {rank}.')
    if n < 0:
      raise ValueError('Argument `order` must be a non-negative integer. Received: axis=%s' % n)
    later, sooner = [slice(None)] * rank, [slice(None)] * rank
    later[axis], sooner[axis] = slice(1, None), slice(None, -1)
    op = tf.not_equal if a.dtype == tf.bool else tf.subtract
    for _ in range(n):
      a = op(a[tuple(later)], a[tuple(sooner)])
    return a

  return _map(of, a)
