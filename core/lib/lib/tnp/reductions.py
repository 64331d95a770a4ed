"""tf.experimental.numpy: reductions, running sums, order (np_array_ops.py, np_math_ops.py)."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.creation import array, asarray
from tensorflow_lib.tnp.dtypes import is_kind, result_type
from tensorflow_lib.tnp.shaping import atleast_1d, broadcast_to, ravel

_TO_INT, _TO_FLOAT = 'int', 'float'


#: tf.experimental.numpy.all =all
def all(a, axis=None, keepdims=None):
  return tf.reduce_all(input_tensor=asarray(a, dtype=bool), axis=axis, keepdims=keepdims)


#: tf.experimental.numpy.any =any
def any(a, axis=None, keepdims=None):
  return tf.reduce_any(input_tensor=asarray(a, dtype=bool), axis=axis, keepdims=keepdims)


def _reduce(function, a, axis=None, dtype=None, keepdims=None, promote_int=_TO_INT, bool_function=None,
            preserve_bool=False):
  """`function` of `a`, whose ints and bools become what `promote_int` says; `bool_function` of bools where the result
  is to be one, or where they are preserved."""
  if dtype:
    dtype = result_type(dtype)
  if keepdims is None:
    keepdims = False
  a = asarray(a, dtype=dtype)
  if (dtype == np.bool_ or preserve_bool and a.dtype == np.bool_) and bool_function is not None:
    return bool_function(input_tensor=a, axis=axis, keepdims=keepdims)
  if dtype is None:
    own = a.dtype.as_numpy_dtype
    if np.issubdtype(own, np.integer) or own == np.bool_:
      if promote_int == _TO_INT:
        if own == np.bool_ or np.issubdtype(own, np.signedinteger):
          wide = np.int_
        else:
          wide = np.uint
        a = tf.cast(a, own if own != np.bool_ and np.iinfo(own).bits == 64 else wide)
      elif promote_int == _TO_FLOAT:
        a = tf.cast(a, result_type(float))
  if isinstance(axis, tf.Tensor) and axis.dtype not in (tf.int32, tf.int64):
    axis = tf.cast(axis, tf.int64)
  return function(input_tensor=a, axis=axis, keepdims=keepdims)


#: tf.experimental.numpy.sum =sum
def sum(a, axis=None, dtype=None, keepdims=None):
  return _reduce(tf.reduce_sum, a, axis=axis, dtype=dtype, keepdims=keepdims, bool_function=tf.reduce_any)


#: tf.experimental.numpy.prod =prod
def prod(a, axis=None, dtype=None, keepdims=None):
  return _reduce(tf.reduce_prod, a, axis=axis, dtype=dtype, keepdims=keepdims, bool_function=tf.reduce_all)


#: tf.experimental.numpy.mean =mean
def mean(a, axis=None, dtype=None, out=None, keepdims=None):
  if out is not None:
    raise ValueError('Setting out is not supported.')
  return _reduce(tf.reduce_mean, a, axis=axis, dtype=dtype, keepdims=keepdims, promote_int=_TO_FLOAT)


#: tf.experimental.numpy.amax =amax
def amax(a, axis=None, out=None, keepdims=None):
  if out is not None:
    raise ValueError('Setting out is not supported.')
  return _reduce(tf.reduce_max, a, axis=axis, keepdims=keepdims, promote_int=None, bool_function=tf.reduce_any,
                 preserve_bool=True)


#: tf.experimental.numpy.amin =amin
def amin(a, axis=None, out=None, keepdims=None):
  if out is not None:
    raise ValueError('Setting out is not supported.')
  return _reduce(tf.reduce_min, a, axis=axis, keepdims=keepdims, promote_int=None, bool_function=tf.reduce_all,
                 preserve_bool=True)


#: tf.experimental.numpy.max =max
def max(a, axis=None, keepdims=None):
  return amax(a, axis=axis, keepdims=keepdims)


#: tf.experimental.numpy.min =min
def min(a, axis=None, keepdims=None):
  return amin(a, axis=axis, keepdims=keepdims)


#: tf.experimental.numpy.ptp =ptp
def ptp(a, axis=None, keepdims=None):
  return amax(a, axis=axis, keepdims=keepdims) - amin(a, axis=axis, keepdims=keepdims)


#: tf.experimental.numpy.var =var
def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=None):
  working = result_type(a, dtype) if dtype else None
  if out is not None:
    raise ValueError('Setting out is not supported.')

  def with_ddof(input_tensor, axis, keepdims):
    means = tf.reduce_mean(input_tensor, axis=axis, keepdims=True)
    centered = input_tensor - means
    if input_tensor.dtype in (tf.complex64, tf.complex128):
      centered = tf.cast(tf.math.real(centered * tf.math.conj(centered)), input_tensor.dtype)
    else:
      centered = tf.square(centered)
    squares = tf.reduce_sum(centered, axis=axis, keepdims=keepdims)
    if axis is None:
      n = tf.size(input_tensor)
    else:
      if axis < 0:
        axis += tf.rank(input_tensor)
      n = tf.reduce_prod(tf.gather(tf.shape(input_tensor), axis))
    n = tf.cast(n - ddof, input_tensor.dtype)
    return tf.cast(tf.divide(squares, n), dtype)

  result = _reduce(with_ddof if ddof != 0 else tf.math.reduce_variance, a, axis=axis, dtype=working, keepdims=keepdims,
                   promote_int=_TO_FLOAT)
  return tf.cast(result, dtype) if dtype else result


#: tf.experimental.numpy.std =std
def std(a, axis=None, keepdims=None):
  return _reduce(tf.math.reduce_std, a, axis=axis, keepdims=keepdims, promote_int=_TO_FLOAT)


#: tf.experimental.numpy.average =average
def average(a, axis=None, weights=None, returned=False):
  if axis is not None and not isinstance(axis, int):
    raise ValueError('Argument `axis` must be an integer. Received axis=%s (of type %s)' % (axis, type(axis)))
  a = array(a)
  float_type = result_type(float)
  if weights is None:
    if not is_kind(a, np.inexact):
      a = a.astype(result_type(a.dtype, float_type))
    result = tf.reduce_mean(a, axis=axis)
    if returned:
      total = tf.size(a) if axis is None else tf.shape(a)[axis]
      total = tf.cast(total, a.dtype)
  else:
    if is_kind(a, np.inexact):
      dtype = result_type(a.dtype, weights)
    else:
      dtype = result_type(a.dtype, weights, float_type)
    a = array(a, dtype)
    weights = array(weights, dtype)

    def equal_ranks():
      tf.debugging.Assert(tf.reduce_all(tf.shape(a) == tf.shape(weights)), [tf.shape(a), tf.shape(weights)])
      total = tf.reduce_sum(weights, axis=axis)
      return tf.reduce_sum(a * weights, axis=axis) / total, total

    def along_axis():
      tf.debugging.Assert(tf.rank(weights) == 1, [tf.rank(weights)])
      total = tf.reduce_sum(weights)
      axes = tf.convert_to_tensor([[axis], [0]])
      return tf.tensordot(a, weights, axes) / total, total

    if axis is None:
      result, total = equal_ranks()
    else:
      result, total = static.cond(tf.equal(tf.rank(a), tf.rank(weights)), equal_ranks, along_axis)
  result = array(result)
  if returned:
    return result, broadcast_to(total, tf.shape(result))
  return result


# ---- what is no number
def _make_nan_reduction(reduction, start):

  def nan_reduction(a, axis=None, dtype=None, keepdims=False):
    from tensorflow_lib.tnp.elementwise import isnan
    from tensorflow_lib.tnp.indexing import where
    a = array(a)
    value = array(start, dtype=a.dtype)
    return reduction(where(isnan(a), value, a), axis=axis, dtype=dtype, keepdims=keepdims)

  return nan_reduction


#: tf.experimental.numpy.nansum =nan_reduction
nansum = _make_nan_reduction(sum, 0)
#: tf.experimental.numpy.nanprod =nan_reduction
nanprod = _make_nan_reduction(prod, 1)


#: tf.experimental.numpy.nanmean =nanmean
def nanmean(a, axis=None, dtype=None, keepdims=None):
  from tensorflow_lib.tnp.elementwise import isnan
  from tensorflow_lib.tnp.logic import logical_not
  a = array(a)
  if is_kind(a, np.bool_) or is_kind(a, np.integer):
    return mean(a, axis=axis, dtype=dtype, keepdims=keepdims)
  numbers = logical_not(isnan(a))
  if dtype is None:
    dtype = a.dtype.as_numpy_dtype
  count = sum(numbers, axis=axis, dtype=dtype, keepdims=keepdims)
  return nansum(a, axis=axis, dtype=dtype, keepdims=keepdims) / count


#: tf.experimental.numpy.count_nonzero =count_nonzero
def count_nonzero(a, axis=None):
  return tf.math.count_nonzero(array(a), axis)


# ---- running
def _running(function, a, axis, dtype):
  a = asarray(a, dtype=dtype)
  if dtype is None and a.dtype.is_integer:
    own = a.dtype.as_numpy_dtype
    wide = np.promote_types(own, int)
    if wide != own:
      a = asarray(a, dtype=wide)
  if axis is None:
    a = ravel(a)
    axis = 0
  elif axis < 0:
    axis += tf.rank(a)
  return function(a, axis)


#: tf.experimental.numpy.cumprod =cumprod
def cumprod(a, axis=None, dtype=None):
  return _running(tf.math.cumprod, a, axis, dtype)


#: tf.experimental.numpy.cumsum =cumsum
def cumsum(a, axis=None, dtype=None):
  return _running(tf.cumsum, a, axis, dtype)


# ---- order
#: tf.experimental.numpy.argsort =argsort
def argsort(a, axis=-1, kind='quicksort', order=None):
  if kind not in ('quicksort', 'stable'):
    raise ValueError('Invalid value for argument `kind`. Only kind="quicksort" and kind="stable" are supported. Received: '
                     'kind=%s' % (kind,))
  if order is not None:
    raise ValueError('The `order` argument is not supported. Pass order=None')
  a = array(a)
  if a.dtype in (tf.complex64, tf.complex128):
    raise TypeError('argsort does not support complex64/complex128 dtypes. Received dtype: %s' % a.dtype)

  def sorted_places():
    if axis is None:
      return tf.argsort(tf.reshape(a, [-1]), 0, stable=kind == 'stable')
    return tf.argsort(a, axis, stable=kind == 'stable')

  result = static.cond(tf.equal(tf.rank(a), 0), lambda: tf.constant([0]), sorted_places)
  return array(result, dtype=np.intp)


#: tf.experimental.numpy.sort =sort
def sort(a, axis=-1, kind='quicksort', order=None):
  if kind != 'quicksort':
    raise ValueError('Invalid value for argument `kind`. Only kind="quicksort" is supported. Received: kind=%s' % (kind,))
  if order is not None:
    raise ValueError('The `order` argument is not supported. Pass order=None')
  a = array(a)
  return tf.sort(tf.reshape(a, [-1]), 0) if axis is None else tf.sort(a, axis)


def _place(function, a, axis):
  a = array(a)
  return function(input=tf.reshape(a, [-1]) if axis is None else atleast_1d(a), axis=axis)


#: tf.experimental.numpy.argmax =argmax
def argmax(a, axis=None):
  return _place(tf.argmax, a, axis)


#: tf.experimental.numpy.argmin =argmin
def argmin(a, axis=None):
  return _place(tf.argmin, a, axis)
