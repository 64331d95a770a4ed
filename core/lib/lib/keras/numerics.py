"""Keras' arithmetic (keras/src/backend/tensorflow/numpy.py): dtypes are promoted by Keras' rules, and each function
records the ops that Keras records. Python's ints and floats give way to the dtype of the other operand."""
import functools

import tensorflow as tf
from tensorflow_lib.keras.slices import divide_rows
from tensorflow_lib.keras.state import floatx, is_float_dtype, is_int_dtype, result_type, standardize_dtype
from tensorflow_lib.keras.tensors import cast, convert_to_tensor as convert, is_tensor, shape

def dtype_of(x):
  return getattr(x, 'dtype', type(x))


def _promoted(x1, x2, *more):
  if not isinstance(x1, (int, float)):
    x1 = convert(x1)
  if not isinstance(x2, (int, float)):
    x2 = convert(x2)
  dtype = result_type(dtype_of(x1), dtype_of(x2), *more)
  return convert(x1, dtype), convert(x2, dtype)


def _slices(x, values):
  return tf.IndexedSlices(values, x.indices, x.dense_shape)


def _is_scalar(x):
  return not hasattr(x, 'shape') or len(x.shape) == 0


def on_values(f):
  """f of the values of IndexedSlices, where 0 gives 0."""
  @functools.wraps(f)
  def wrapped(x, *args, **kwargs):
    if isinstance(x, tf.IndexedSlices):
      return _slices(x, f(x.values, *args, **kwargs))
    return f(x, *args, **kwargs)
  return wrapped


def _where_either(f):
  """f of two operands, where rows that IndexedSlices lack are 0."""
  @functools.wraps(f)
  def wrapped(x1, x2):
    if isinstance(x1, tf.IndexedSlices) and isinstance(x2, tf.IndexedSlices) and x1.indices is x2.indices:
      return _slices(x1, f(x1.values, x2.values))
    if isinstance(x1, tf.IndexedSlices):
      x1 = tf.convert_to_tensor(x1)
    if isinstance(x2, tf.IndexedSlices):
      x2 = tf.convert_to_tensor(x2)
    return f(x1, x2)
  return wrapped


def _where_both(f):
  """f of two operands that is 0 where one of them is: IndexedSlices stay what they are."""
  @functools.wraps(f)
  def wrapped(x1, x2):
    if isinstance(x1, tf.IndexedSlices):
      if isinstance(x2, tf.IndexedSlices):
        if x1.indices is not x2.indices:
          raise NotImplementedError('a product of tf.IndexedSlices with different indices in tf.keras')
        return _slices(x1, f(x1.values, x2.values))
      return _slices(x1, f(x1.values, x2 if _is_scalar(x2) else tf.gather(x2, x1.indices)))
    if isinstance(x2, tf.IndexedSlices):
      return _slices(x2, f(x1 if _is_scalar(x1) else tf.gather(x1, x2.indices), x2.values))
    return f(x1, x2)
  return wrapped


@_where_either
def add(x1, x2):
  """x1 + x2; a bias along one axis is a BiasAdd."""
  x1, x2 = _promoted(x1, x2)
  long_dims = [d for d in x2.shape.as_list() if d is None or d > 1]
  if (len(long_dims) == 1 and long_dims[0] is not None and len(x1.shape) > 1 and
      long_dims[0] in (x1.shape.as_list()[1], x1.shape.as_list()[-1])):
    data_format = 'NHWC' if x1.shape[-1] == long_dims[0] else 'NCHW'
    if len(x2.shape) > 1:
      x2 = tf.squeeze(x2)
    return tf.nn.bias_add(x1, x2, data_format=data_format)
  return tf.add(x1, x2)


@_where_either
def subtract(x1, x2):
  return tf.subtract(*_promoted(x1, x2))


@_where_both
def multiply(x1, x2):
  return tf.multiply(*_promoted(x1, x2))


def divide(x1, x2):
  """x1 / x2 in floats."""
  if isinstance(x2, tf.IndexedSlices):
    x2 = tf.convert_to_tensor(x2)
  if isinstance(x1, tf.IndexedSlices):
    if _is_scalar(x2):
      return _slices(x1, divide(x1.values, x2))
    return divide_rows(x1, x2, divide)
  return tf.divide(*_promoted(x1, x2, float))


def divide_no_nan(x1, x2):
  return tf.math.divide_no_nan(*_promoted(x1, x2, float))


def power(x1, x2):
  x1, x2 = _promoted(x1, x2)
  if 'uint' in standardize_dtype(x1.dtype):
    dtype = x1.dtype
    return tf.cast(tf.pow(convert(x1, 'int32'), convert(x2, 'int32')), dtype)
  return tf.pow(x1, x2)


def floor_divide(x1, x2):
  return tf.math.floordiv(*_promoted(x1, x2))


@_where_either
def maximum(x1, x2):
  return tf.maximum(*_promoted(x1, x2))


@_where_either
def minimum(x1, x2):
  return tf.minimum(*_promoted(x1, x2))


def _converted(x1, x2):
  """Both as tensors of one dtype; Python's numbers have dtypes here."""
  x1, x2 = convert(x1), convert(x2)
  dtype = result_type(x1.dtype, x2.dtype)
  return tf.cast(x1, dtype), tf.cast(x2, dtype)


def mod(x1, x2):
  x1, x2 = _converted(x1, x2)
  return tf.math.mod(x1, x2)


def equal(x1, x2):
  return tf.equal(*_converted(x1, x2))


def not_equal(x1, x2):
  return tf.not_equal(*_converted(x1, x2))


def greater(x1, x2):
  return tf.greater(*_converted(x1, x2))


def greater_equal(x1, x2):
  return tf.greater_equal(*_converted(x1, x2))


def less(x1, x2):
  return tf.less(*_converted(x1, x2))


def less_equal(x1, x2):
  return tf.less_equal(*_converted(x1, x2))


def logical_and(x1, x2):
  return tf.logical_and(tf.cast(x1, 'bool'), tf.cast(x2, 'bool'))


def logical_or(x1, x2):
  return tf.logical_or(tf.cast(x1, 'bool'), tf.cast(x2, 'bool'))


def logical_not(x):
  return tf.logical_not(tf.cast(x, 'bool'))


@on_values
def absolute(x):
  x = convert(x)
  dtype = standardize_dtype(x.dtype)
  return x if 'uint' in dtype or dtype == 'bool' else tf.abs(x)


@on_values
def square(x):
  x = convert(x)
  return tf.square(tf.cast(x, 'int32') if standardize_dtype(x.dtype) == 'bool' else x)


def _floating(x):
  x = convert(x)
  return tf.cast(x, floatx() if standardize_dtype(x.dtype) == 'int64' else result_type(x.dtype, float))


@on_values
def sqrt(x):
  return tf.math.sqrt(_floating(x))


def log(x):
  if isinstance(x, tf.IndexedSlices):
    x = tf.convert_to_tensor(x)
  return tf.math.log(_floating(x))


def exp(x):
  x = convert(x)
  return tf.exp(tf.cast(x, floatx()) if is_int_dtype(x.dtype) or standardize_dtype(x.dtype) == 'bool' else x)


@on_values
def sign(x):
  x = convert(x)
  dtype = standardize_dtype(x.dtype)
  return tf.cast(tf.sign(tf.cast(x, 'int32')), dtype) if dtype in ('uint8', 'uint16', 'uint32') else tf.sign(x)


@on_values
def ceil(x):
  return tf.math.ceil(_floating(x))


@on_values
def floor(x):
  return tf.floor(_floating(x))


def cos(x):
  if isinstance(x, tf.IndexedSlices):
    x = tf.convert_to_tensor(x)
  return tf.math.cos(_floating(x))


def clip(x, low, high):
  if standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, 'int32')
  return tf.clip_by_value(x, low, high)


def mean(x, axis=None, keepdims=False):
  """The mean; ints and bools are averaged as floats."""
  if isinstance(x, tf.IndexedSlices):
    x = tf.convert_to_tensor(x)
  x = convert(x)
  name = standardize_dtype(x.dtype)
  compute = result_type(x.dtype, 'float32')
  output = tf.reduce_mean(tf.cast(x, compute), axis=axis, keepdims=keepdims)
  return tf.cast(output, compute if 'int' in name or name == 'bool' else name)


def sum(x, axis=None, keepdims=False):
  """The sum; small ints are summed as int32 or uint32."""
  if isinstance(x, tf.IndexedSlices):
    x = tf.convert_to_tensor(x)
  x = convert(x)
  name = standardize_dtype(x.dtype)
  if name in ('bool', 'int8', 'int16'):
    name = 'int32'
  elif name in ('uint8', 'uint16'):
    name = 'uint32'
  return tf.reduce_sum(tf.cast(x, name), axis=axis, keepdims=keepdims)


def prod(x, axis=None, keepdims=False):
  x = convert(x)
  name = result_type(x.dtype)
  if name in ('bool', 'int8', 'int16'):
    name = 'int32'
  elif name in ('uint8', 'uint16'):
    name = 'uint32'
  return tf.reduce_prod(tf.cast(x, name), axis=axis, keepdims=keepdims)


def _extreme(x, axis, keepdims, initial, of_bools, of_numbers, combine, what):
  x = convert(x)
  if initial is not None:
    return combine(of_numbers(x, axis=axis, keepdims=keepdims), initial)
  if tf.executing_eagerly():
    size_x = size(x)
    tf.debugging.assert_greater(size_x, tf.constant(0, dtype=size_x.dtype),
                                message='Cannot compute the %s of an empty tensor.' % what)
  reduce = of_bools if standardize_dtype(x.dtype) == 'bool' else of_numbers
  return reduce(x, axis=axis, keepdims=keepdims)


def max(x, axis=None, keepdims=False, initial=None):
  return _extreme(x, axis, keepdims, initial, tf.reduce_any, tf.reduce_max, tf.math.maximum, 'max')


def min(x, axis=None, keepdims=False, initial=None):
  return _extreme(x, axis, keepdims, initial, tf.reduce_all, tf.reduce_min, tf.math.minimum, 'min')


def any(x, axis=None, keepdims=False):
  return tf.reduce_any(tf.cast(x, 'bool'), axis=axis, keepdims=keepdims)


def all(x, axis=None, keepdims=False):
  return tf.reduce_all(tf.cast(x, 'bool'), axis=axis, keepdims=keepdims)


def var(x, axis=None, keepdims=False):
  x = convert(x)
  compute, result = result_type(x.dtype, 'float32'), result_type(x.dtype, float)
  return tf.cast(tf.math.reduce_variance(tf.cast(x, compute), axis=axis, keepdims=keepdims), result)


def std(x, axis=None, keepdims=False):
  x = convert(x)
  if is_int_dtype(x.dtype) or standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, floatx())
  return tf.math.reduce_std(x, axis=axis, keepdims=keepdims)


def where(condition, x1, x2):
  condition = tf.cast(condition, 'bool')
  return tf.where(condition, *_promoted(x1, x2))


def _axes(axis, rank):
  """Axes as a sorted list of numbers that are not negative."""
  out = []
  for a in axis if isinstance(axis, (list, tuple)) else [axis]:
    if not -rank <= a < rank:
      raise ValueError('axis %d is out of bounds for array of dimension %d.' % (a, rank))
    out.append(a + rank if a < 0 else a)
  return sorted(out)


def squeeze(x, axis=None):
  x = convert(x)
  if axis is None:
    return tf.squeeze(x)
  dims = x.shape.as_list()
  for a in axis if isinstance(axis, (list, tuple)) else [axis]:
    if dims[a] != 1:
      raise ValueError('Cannot squeeze axis=%s, because the dimension is not 1.' % a)
  return tf.squeeze(x, axis=_axes(axis, len(dims)))


def expand_dims(x, axis):
  x = convert(x)
  count = len(axis) if isinstance(axis, (list, tuple)) else 1
  for a in _axes(axis, len(x.shape) + count):
    x = tf.expand_dims(x, a)
  return x


def reshape(x, new_shape):
  return tf.reshape(convert(x), new_shape)


def transpose(x, axes=None):
  return tf.transpose(x, perm=axes)


def stack(xs, axis=0):
  dtypes = {dtype_of(x) for x in xs}
  if len(dtypes) > 1:
    dtype = result_type(*dtypes)
    xs = [convert(x, dtype) for x in xs]
  return tf.stack(xs, axis=axis)


def zeros(shape, dtype=None):
  return tf.zeros(shape, dtype=dtype or floatx())


def ones(shape, dtype=None):
  return tf.ones(shape, dtype=dtype or floatx())


def zeros_like(x, dtype=None):
  return tf.zeros_like(x, dtype=dtype)


def ones_like(x, dtype=None):
  return tf.ones_like(x, dtype=dtype)


def size(x):
  return tf.size(convert(x))


def eye(rows, columns=None, dtype=None):
  return tf.eye(rows, rows if columns is None else columns, dtype=dtype or floatx())


def flip(x):
  x = convert(x)
  return tf.reverse(x, tf.range(x.shape.rank))


def cumsum(x, axis=None):
  x = convert(x)
  if standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, 'int32')
  if axis is None:
    x = tf.reshape(x, [-1])
    axis = 0
  return tf.math.cumsum(x, axis=axis)


def tile(x, repeats):
  x = convert(x)
  repeats = [repeats] if isinstance(repeats, int) else list(repeats)
  repeats = [int(r.numpy()) if hasattr(r, 'numpy') and r.shape == () else r for r in repeats]
  if len(repeats) < x.shape.rank:
    repeats = [1] * (x.shape.rank - len(repeats)) + repeats
  while len(repeats) > x.shape.rank:
    x = tf.expand_dims(x, 0)
  return tf.tile(x, repeats)


def signbit(x):
  """Whether numbers are below zero; -0.0 is."""
  x = convert(x)
  dtype = standardize_dtype(x.dtype)
  if dtype == 'bool':
    return tf.fill(tf.shape(x), False)
  if 'int' in dtype:
    return x < 0
  bits = tf.bitcast(tf.cast(x, 'float32'), tf.int32)
  return tf.less(tf.bitwise.bitwise_and(bits, tf.constant(-2147483648, tf.int32)), 0)


def argmax(x, axis=-1):
  """The place of the largest as int32; -0.0 is smaller than 0.0."""
  x = convert(x)
  if 'float' in standardize_dtype(x.dtype) and x.shape.rank:
    x = tf.cast(x, result_type(x.dtype, 'float32'))
    negative_zero = tf.logical_and(tf.equal(x, 0.0), signbit(x))
    import numpy as np
    x = tf.where(negative_zero, np.float32(-1.1754943508222875e-38) if x.dtype == tf.float32
                 else np.float64(-2.2250738585072014e-308), x)
  return tf.argmax(x, axis=axis, output_type='int32')


def one_hot(x, num_classes, axis=-1, dtype=None):
  x = convert(x, 'int64')
  dtype = 'float32' if dtype is None else standardize_dtype(dtype)
  on, off = (True, False) if dtype == 'bool' else (None, None)
  return tf.one_hot(x, num_classes, on_value=on, off_value=off, axis=axis, dtype=dtype)


def logsumexp(x, axis=None, keepdims=False):
  return tf.math.reduce_logsumexp(convert(x), axis=axis, keepdims=keepdims)


def segment_sum(data, segment_ids, num_segments):
  return tf.math.unsorted_segment_sum(data, segment_ids, num_segments)


def normalize(x, axis=-1, order=2):
  """x / max(its norm along `axis`, epsilon)."""
  from tensorflow_lib.keras.config import epsilon
  if not isinstance(order, int) or not order >= 1:
    raise ValueError('Argument `order` must be an int >= 1. Received: order=%s' % order)
  x = convert(x)
  if len(x.shape) == 0:
    x = expand_dims(x, axis=0)
  if order == 2:
    norm = tf.math.rsqrt(sum(square(x), axis=axis, keepdims=True))
    return x * minimum(norm, 1.0 / epsilon())
  norm = power(sum(power(absolute(x), order), axis=axis, keepdims=True), 1.0 / order)
  return divide(x, maximum(norm, epsilon()))


def cond(pred, true_fn, false_fn):
  """true_fn() or false_fn(); a condition whose value is known makes no node."""
  if isinstance(pred, tf.Variable):
    return tf.cond(pred, true_fn=true_fn, false_fn=false_fn)
  if isinstance(pred, bool):
    return true_fn() if pred else false_fn()
  value = tf.get_static_value(pred)
  if value is not None:
    return true_fn() if value else false_fn()
  return tf.cond(pred, true_fn=true_fn, false_fn=false_fn)


def take_along_axis(x, indices, axis):
  """The elements of the last axis of a vector at these places; places below 0 count from its end."""
  x, indices = convert(x), convert(indices, 'int64')
  if x.shape.rank != 1 or axis not in (0, -1):
    raise NotImplementedError('tf.keras take_along_axis of more than one axis')
  x_shape, indices_shape = [shape(x)[0]], [shape(indices)[0]]
  x = tf.broadcast_to(x, x_shape)
  indices = tf.broadcast_to(indices, indices_shape)
  indices = tf.where(indices < 0, indices + tf.cast(x_shape[axis], dtype=indices.dtype), indices)
  x_dims = tf.shape(x)
  x = tf.reshape(x, [-1, x_dims[-1]])
  dims = tf.shape(indices)
  indices = tf.reshape(indices, [-1, dims[-1]])
  return tf.reshape(tf.gather(x, indices, batch_dims=1), dims)


@on_values
def negative(x):
  return tf.negative(x)


def matrix_norm(x):
  """The root of the sum of squares over the last two axes, which stay as dims of 1."""
  x = _floating(x)
  return tf.sqrt(tf.reduce_sum(x * tf.math.conj(x), axis=(-2, -1), keepdims=True))
