"""tf.experimental.numpy: arrays of values, of one value, from matrices' diagonals (np_array_ops.py)."""

import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.dtypes import (default_float_type, result_type, result_type_binary, result_type_unary)


def convert(value, dtype=None, hint=None):
  if dtype is None and isinstance(value, int) and value >= 2**63:
    dtype = tf.uint64
  elif dtype is None and hint is None and isinstance(value, float):
    dtype = default_float_type()
  return tf.convert_to_tensor(value, dtype=dtype, dtype_hint=hint)


def as_array(value, dtype=None, copy=True, ndmin=0):
  """numpy.array. A value is converted first and cast then: array(5.5, int) is allowed."""
  if not isinstance(value, tf.Tensor):
    dtype = result_type_unary(value, dtype)
    value = convert(value, hint=dtype)
    value = tf.cast(value, dtype=dtype)
  elif dtype:
    value = tf.cast(value, dtype)
  if copy:
    value = tf.identity(value)
  if ndmin > 32:
    raise ValueError('ndmin bigger than allowable number of dimensions: 32.')
  if ndmin == 0:
    return value
  rank = tf.rank(value)

  def padded():
    old = tf.shape(value)
    return tf.reshape(value, tf.concat([tf.ones(ndmin - rank, tf.int32), old], axis=0))

  return static.cond(static.greater(ndmin, rank), padded, lambda: value)


#: tf.experimental.numpy.array =array
def array(val, dtype=None, copy=True, ndmin=0):
  if dtype:
    dtype = result_type(dtype)
  return as_array(val, dtype, copy, ndmin)


#: tf.experimental.numpy.asarray =asarray
def asarray(a, dtype=None):
  if dtype:
    dtype = result_type(dtype)
  if isinstance(a, tf.Tensor) and (not dtype or dtype == a.dtype.as_numpy_dtype):
    return a
  return array(a, dtype, copy=False)


#: tf.experimental.numpy.asanyarray =asanyarray
def asanyarray(a, dtype=None):
  return asarray(a, dtype)


#: tf.experimental.numpy.ascontiguousarray =ascontiguousarray
def ascontiguousarray(a, dtype=None):
  return array(a, dtype, ndmin=1)


#: tf.experimental.numpy.copy =copy
def copy(a):
  return array(a, copy=True)


def _with_dtype(x, dtype):
  if isinstance(x, tf.Tensor) and dtype == x.dtype.as_numpy_dtype:
    return x
  return as_array(x, dtype=dtype, copy=False)


def promote(*arrays):
  """The values as tensors of one dtype."""
  dtype = result_type(*arrays)
  return [_with_dtype(x, dtype) for x in arrays]


def promote_binary(x, y):
  dtype = result_type_binary(x, y)
  return _with_dtype(x, dtype), _with_dtype(y, dtype)


# ---- of one value
#: tf.experimental.numpy.empty =empty
def empty(shape, dtype=float):
  return zeros(shape, dtype)


#: tf.experimental.numpy.empty_like =empty_like
def empty_like(a, dtype=None):
  return zeros_like(a, dtype)


#: tf.experimental.numpy.zeros =zeros
def zeros(shape, dtype=float):
  return tf.zeros(shape, dtype=result_type(dtype) if dtype else default_float_type())


#: tf.experimental.numpy.zeros_like =zeros_like
def zeros_like(a, dtype=None):
  return tf.zeros_like(a, tf.as_dtype(result_type_unary(a, dtype)))


#: tf.experimental.numpy.ones =ones
def ones(shape, dtype=float):
  if dtype:
    dtype = result_type(dtype)
  return tf.ones(shape, dtype=dtype)


#: tf.experimental.numpy.ones_like =ones_like
def ones_like(a, dtype=None):
  return tf.__internal__.ones_like_filled(a, result_type_unary(a, dtype))


#: tf.experimental.numpy.full =full
def full(shape, fill_value, dtype=None):
  from tensorflow_lib.tnp.shaping import atleast_1d
  if not isinstance(shape, tf.Tensor):
    shape = asarray(convert(shape, hint=np.int32))
  shape = atleast_1d(shape)
  return tf.broadcast_to(asarray(fill_value, dtype=dtype), shape)


#: tf.experimental.numpy.full_like =full_like
def full_like(a, fill_value, dtype=None, order='K', subok=True, shape=None):
  if order != 'K':
    raise ValueError('Non-standard orders are not supported.')
  if not subok:
    raise ValueError('subok being False is not supported.')
  if shape:
    raise ValueError('Overriding the shape is not supported.')
  a = asarray(a)
  dtype = dtype or result_type(a)
  fill_value = asarray(fill_value, dtype=dtype)
  return tf.broadcast_to(fill_value, tf.shape(a))


# ---- matrices
#: tf.experimental.numpy.eye =eye
def eye(N, M=None, k=0, dtype=float):
  if dtype:
    dtype = result_type(dtype)
  if not M:
    M = N
  N, M, k = int(N), int(M), int(k)
  if k >= M or -k >= N:
    return zeros([N, M], dtype=dtype)
  if k == 0:
    return tf.eye(N, M, dtype=dtype)
  length = min(N, M - k) if k > 0 else min(N + k, M)
  return tf.linalg.diag(tf.ones([length], dtype=dtype), num_rows=N, num_cols=M, k=k)


#: tf.experimental.numpy.identity =identity
def identity(n, dtype=float):
  return eye(N=n, M=n, dtype=dtype)


#: tf.experimental.numpy.diag =diag
def diag(v, k=0):
  v = asarray(v)
  rank = tf.rank(v)
  v.shape.with_rank_at_most(2)
  tf.debugging.Assert(static.logical_or(tf.equal(rank, 1), tf.equal(rank, 2)), [rank])

  def matrix():
    return static.cond(tf.equal(tf.size(v), 0), lambda: tf.zeros([abs(k), abs(k)], dtype=v.dtype),
                       lambda: tf.linalg.diag(v, k=k))

  def part():
    shape = tf.shape(v)
    of, offset = static.cond(
        static.logical_or(
            static.less_equal(k, -1 * static.getitem(shape, 0)), static.greater_equal(k, static.getitem(shape, 1))),
        lambda: (tf.zeros([0, 0], dtype=v.dtype), 0), lambda: (v, k))
    return tf.linalg.diag_part(of, k=offset)

  return static.cond(tf.equal(rank, 1), matrix, part)


#: tf.experimental.numpy.diagonal =diagonal
def diagonal(a, offset=0, axis1=0, axis2=1):
  from tensorflow_lib.tnp.shaping import moveaxis
  a = asarray(a)
  rank = a.shape.rank
  if rank is not None and offset == 0 and axis1 in (rank - 2, -2) and axis2 in (rank - 1, -1):
    return tf.linalg.diag_part(a)
  a = moveaxis(a, (axis1, axis2), (-2, -1))
  shape = tf.shape(a)

  def none_left():  # diag_part wants an offset within the matrix
    return tf.zeros(tf.concat([shape[:-1], [0]], 0), dtype=a.dtype), 0

  of, offset = static.cond(
      static.logical_or(
          static.less_equal(offset, -1 * static.getitem(shape, -2)),
          static.greater_equal(offset, static.getitem(shape, -1))), none_left, lambda: (a, offset))
  return tf.linalg.diag_part(of, k=offset)


#: tf.experimental.numpy.diagflat =diagflat
def diagflat(v, k=0):
  v = asarray(v)
  return diag(tf.reshape(v, [-1]), k)


#: tf.experimental.numpy.tri =tri
def tri(N, M=None, k=0, dtype=None):
  M = M if M is not None else N
  dtype = result_type(dtype if dtype is not None else float)
  if k < 0:
    lower = -k - 1
    if lower > N:
      return tf.zeros([N, M], dtype)
    whole = tf.ones([N, M], dtype=tf.bool)
    return tf.cast(tf.logical_not(tf.linalg.band_part(whole, lower, -1)), dtype)
  whole = tf.ones([N, M], dtype)
  return whole if k > M else tf.linalg.band_part(whole, -1, k)


def _triangle(m, k, name, lower):
  m = asarray(m)
  if m.shape.ndims is None:
    raise ValueError('Argument to %s should have known rank' % name)
  shape = m.shape.as_list()
  if len(shape) < 2:
    raise ValueError('Argument to %s must have rank at least 2' % name)
  if shape[-1] is None or shape[-2] is None:
    raise ValueError('Currently, the last two dimensions of the input array need to be known.')
  zero = tf.constant(0, m.dtype)
  mask = tf.broadcast_to(tri(*shape[-2:], k=k, dtype=bool), tf.shape(m))
  return tf.where(mask, m, zero) if lower else tf.where(mask, zero, m)


#: tf.experimental.numpy.tril =tril
def tril(m, k=0):
  return _triangle(m, k, 'tril', True)


#: tf.experimental.numpy.triu =triu
def triu(m, k=0):
  return _triangle(m, k - 1, 'triu', False)


#: tf.experimental.numpy.vander =vander
def vander(x, N=None, increasing=False):
  x = asarray(x)
  shape = tf.shape(x)
  if N is None:
    N = shape[0]
  known = static.static_value(N)
  if known is None:
    tf.debugging.Assert(N >= 0, [N])
  else:
    N = known
    if N < 0:
      raise ValueError('N must be nonnegative')
  rank = tf.rank(x)
  known = static.static_value(rank)
  if known is None:
    tf.debugging.Assert(tf.equal(rank, 1), [rank])
  elif known != 1:
    raise ValueError('x must be a one-dimensional array')
  start, limit, delta = (0, N, 1) if increasing else (N - 1, -1, -1)
  x = tf.expand_dims(x, -1)
  return tf.pow(x, tf.cast(tf.range(start, limit, delta), dtype=x.dtype))


# ---- ranges
#: tf.experimental.numpy.arange =arange
def arange(start, stop=None, step=1, dtype=None):
  if not step:
    raise ValueError('step must be non-zero.')
  if dtype:
    dtype = result_type(dtype)
  elif stop is None:
    dtype = result_type(start, step)
  else:
    dtype = result_type(start, step, stop)
  if step > 0 and ((stop is not None and start > stop) or (stop is None and start < 0)):
    return array([], dtype=dtype)
  if step < 0 and ((stop is not None and start < stop) or (stop is None and start > 0)):
    return array([], dtype=dtype)
  return tf.cast(tf.range(start, limit=stop, delta=step), dtype=dtype)


#: tf.experimental.numpy.linspace =linspace
def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=float, axis=0):
  if dtype:
    dtype = result_type([start * 1.0, stop * 1.0])  # NumPy 2 asks the ends alone
  start = array(start, dtype=dtype)
  stop = array(stop, dtype=dtype)
  if num < 0:
    raise ValueError('Argument `num` (number of samples) must be a non-negative integer. Received: num=%s' % num)
  step = tf.convert_to_tensor(np.nan)
  if endpoint:
    result = tf.linspace(start, stop, num, axis=axis)
    if num > 1:
      step = (stop - start) / (num - 1)
  else:
    if num > 0:
      step = (stop - start) / num
    if num > 1:
      last = tf.cast(stop, step.dtype) - step
      start = tf.cast(start, last.dtype)
      result = tf.linspace(start, last, num, axis=axis)
    else:
      result = tf.linspace(start, stop, num, axis=axis)
  if dtype:
    if dtype.is_integer:
      result = tf.floor(result)
    result = tf.cast(result, dtype)
  return (result, step) if retstep else result


#: tf.experimental.numpy.logspace =logspace
def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
  dtype = result_type([start * 1.0, stop * 1.0])
  result = linspace(start, stop, num=num, endpoint=endpoint, dtype=dtype, axis=axis)
  result = tf.pow(tf.cast(base, result.dtype), result)
  if dtype:
    result = tf.cast(result, dtype)
  return result


#: tf.experimental.numpy.geomspace =geomspace
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
  from tensorflow_lib.tnp.elementwise import log10, real, sign
  from tensorflow_lib.tnp.shaping import moveaxis
  dtype = tf.as_dtype(dtype) if dtype else result_type(start, stop, float(num), zeros((), dtype))
  computed = np.promote_types(dtype.as_numpy_dtype, np.float32)
  start = asarray(start, dtype=computed)
  stop = asarray(stop, dtype=computed)
  start_sign = 1 - sign(real(start))
  stop_sign = 1 - sign(real(stop))
  flip = 1 - start_sign * stop_sign // 2  # -1 where both ends are negative
  result = flip * logspace(log10(flip * start), log10(flip * stop), num, endpoint=endpoint, base=10.0, dtype=computed,
                           axis=0)
  if axis != 0:
    result = moveaxis(result, 0, axis)
  return tf.cast(result, dtype)


#: tf.experimental.numpy.meshgrid =meshgrid
def meshgrid(*xi, **kwargs):
  sparse = kwargs.get('sparse', False)
  if sparse:
    raise ValueError('Function `meshgrid` does not support returning sparse arrays yet. Received: sparse=%s' % sparse)
  copy = kwargs.get('copy', True)
  if not copy:
    raise ValueError('Function `meshgrid` only supports copy=True. Received: copy=%s' % copy)
  indexing = kwargs.get('indexing', 'xy')
  return tf.meshgrid(*[asarray(x) for x in xi], indexing=indexing)


#: tf.experimental.numpy.diag_indices =diag_indices
def diag_indices(n, ndim=2):
  for name, value in (('n', n), ('ndim', ndim)):
    if value < 0:
      raise ValueError('%s argument to diag_indices must be nonnegative, got %s' % (name, value))
  return (tf.range(n),) * ndim
