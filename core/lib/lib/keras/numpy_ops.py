"""keras.ops with NumPy's names: arithmetic, reductions, shapes (keras/src/backend/tensorflow/numpy.py)."""
import math

import tensorflow as tf
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import floatx, map_structure, result_type, standardize_dtype
from tensorflow_lib.keras.tensors import KerasTensor, cast, convert_to_tensor
from tensorflow_lib.keras.tensors import shape as shape_of

_sum, _any, _max, _abs = sum, any, max, abs


def to_tuple_or_list(value):
  if value is None or isinstance(value, (list, tuple)):
    return value
  return [int(value)]


def canonicalize_axis(axis, rank):
  if not -rank <= axis < rank:
    raise ValueError('axis %s is out of bounds for an array with dimension %s.' % (axis, rank))
  return axis + rank if axis < 0 else axis


def _numbers(x1, x2, *more):
  """Both as tensors of the dtype that they have in common; Python's numbers are weak."""
  if not isinstance(x1, (int, float)):
    x1 = convert_to_tensor(x1)
  if not isinstance(x2, (int, float)):
    x2 = convert_to_tensor(x2)
  dtype = result_type(getattr(x1, 'dtype', type(x1)), getattr(x2, 'dtype', type(x2)), *more)
  return convert_to_tensor(x1, dtype), convert_to_tensor(x2, dtype)


def _tensors(x1, x2, *more):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype, *more)
  return tf.cast(x1, dtype), tf.cast(x2, dtype)


def _as_float(x):
  x = convert_to_tensor(x)
  return tf.cast(x, floatx() if standardize_dtype(x.dtype) == 'int64' else result_type(x.dtype, float))


def _as_number(x):
  """Integers as floats, floats as they are."""
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  return tf.cast(x, floatx()) if 'int' in dtype or dtype == 'bool' else x


# ---- arithmetic
#: tf.keras.ops.add tf.keras.ops.numpy.add =add
@symbolic('Add')
def add(x1, x2):
  x1, x2 = _numbers(x1, x2)
  if isinstance(x1, tf.SparseTensor) or isinstance(x2, tf.SparseTensor):
    return tf.sparse.add(x1, x2)
  long_dims = [d for d in x2.shape.as_list() if d is None or d > 1]
  if len(long_dims) == 1 and len(x1.shape) > 1 and long_dims[0] is not None:
    dims = x1.shape.as_list()
    if long_dims[0] in (dims[1], dims[-1]):
      data_format = 'NHWC' if dims[-1] == long_dims[0] else 'NCHW'
      if len(x2.shape) > 1:
        x2 = tf.squeeze(x2)
      return tf.nn.bias_add(x1, x2, data_format=data_format)
  return tf.add(x1, x2)


#: tf.keras.ops.subtract tf.keras.ops.numpy.subtract =subtract
@symbolic('Subtract')
def subtract(x1, x2):
  x1, x2 = _numbers(x1, x2)
  return tf.subtract(x1, x2)


#: tf.keras.ops.multiply tf.keras.ops.numpy.multiply =multiply
@symbolic('Multiply')
def multiply(x1, x2):
  x1, x2 = _numbers(x1, x2)
  return tf.multiply(x1, x2)


#: tf.keras.ops.divide tf.keras.ops.numpy.divide =divide
@symbolic('Divide')
def divide(x1, x2):
  x1, x2 = _numbers(x1, x2, float)
  return tf.divide(x1, x2)


#: tf.keras.ops.true_divide tf.keras.ops.numpy.true_divide =true_divide
@symbolic('TrueDivide')
def true_divide(x1, x2):
  x1, x2 = _numbers(x1, x2, float)
  return tf.divide(x1, x2)


#: tf.keras.ops.divide_no_nan tf.keras.ops.numpy.divide_no_nan =divide_no_nan
@symbolic('DivideNoNan')
def divide_no_nan(x1, x2):
  x1, x2 = _numbers(x1, x2, float)
  return tf.math.divide_no_nan(x1, x2)


#: tf.keras.ops.floor_divide tf.keras.ops.numpy.floor_divide =floor_divide
@symbolic('FloorDivide')
def floor_divide(x1, x2):
  x1, x2 = _numbers(x1, x2)
  return tf.math.floordiv(x1, x2)


#: tf.keras.ops.mod tf.keras.ops.numpy.mod =mod
@symbolic('Mod')
def mod(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype)
  dtype = 'int32' if dtype == 'bool' else dtype
  return tf.math.mod(tf.cast(x1, dtype), tf.cast(x2, dtype))


#: tf.keras.ops.power tf.keras.ops.numpy.power =power
@symbolic('Power')
def power(x1, x2):
  x1, x2 = _numbers(x1, x2)
  dtype = standardize_dtype(x1.dtype)
  if 'uint' in dtype:
    return tf.cast(tf.pow(convert_to_tensor(x1, 'int32'), convert_to_tensor(x2, 'int32')), dtype)
  return tf.pow(x1, x2)


#: tf.keras.ops.maximum tf.keras.ops.numpy.maximum =maximum
@symbolic('Maximum')
def maximum(x1, x2):
  x1, x2 = _numbers(x1, x2)
  return tf.maximum(x1, x2)


#: tf.keras.ops.minimum tf.keras.ops.numpy.minimum =minimum
@symbolic('Minimum')
def minimum(x1, x2):
  x1, x2 = _numbers(x1, x2)
  return tf.minimum(x1, x2)


#: tf.keras.ops.negative tf.keras.ops.numpy.negative =negative
@symbolic('Negative')
def negative(x):
  return tf.negative(x)


#: tf.keras.ops.absolute tf.keras.ops.numpy.absolute tf.keras.ops.abs tf.keras.ops.numpy.abs =absolute
@symbolic('Absolute')
def absolute(x):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  return x if 'uint' in dtype or dtype == 'bool' else tf.abs(x)


#: tf.keras.ops.square tf.keras.ops.numpy.square =square
@symbolic('Square')
def square(x):
  x = convert_to_tensor(x)
  return tf.square(tf.cast(x, 'int32') if standardize_dtype(x.dtype) == 'bool' else x)


#: tf.keras.ops.sqrt tf.keras.ops.numpy.sqrt =sqrt
@symbolic('Sqrt')
def sqrt(x):
  return tf.math.sqrt(_as_float(x))


#: tf.keras.ops.exp tf.keras.ops.numpy.exp =exp
@symbolic('Exp')
def exp(x):
  return tf.exp(_as_number(x))


#: tf.keras.ops.expm1 tf.keras.ops.numpy.expm1 =expm1
@symbolic('Expm1')
def expm1(x):
  return tf.math.expm1(_as_number(x))


#: tf.keras.ops.log tf.keras.ops.numpy.log =log
@symbolic('Log')
def log(x):
  return tf.math.log(_as_float(x))


#: tf.keras.ops.log1p tf.keras.ops.numpy.log1p =log1p
@symbolic('Log1p')
def log1p(x):
  return tf.math.log1p(_as_float(x))


#: tf.keras.ops.sign tf.keras.ops.numpy.sign =sign
@symbolic('Sign')
def sign(x):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  if dtype in ('uint8', 'uint16', 'uint32'):
    return tf.cast(tf.sign(tf.cast(x, 'int32')), dtype)
  return tf.sign(x)


#: tf.keras.ops.signbit tf.keras.ops.numpy.signbit =signbit
@symbolic('Signbit')
def signbit(x):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  if dtype == 'bool':
    return tf.fill(tf.shape(x), False)
  if 'int' in dtype:
    return x < 0
  bits = tf.bitcast(tf.cast(x, 'float32'), tf.int32)
  return tf.less(tf.bitwise.bitwise_and(bits, tf.constant(-2147483648, dtype=tf.int32)), 0)


#: tf.keras.ops.floor tf.keras.ops.numpy.floor =floor
@symbolic('Floor')
def floor(x):
  x = convert_to_tensor(x)
  return tf.floor(tf.cast(x, floatx() if standardize_dtype(x.dtype) == 'int64' else result_type(x.dtype, float)))


#: tf.keras.ops.ceil tf.keras.ops.numpy.ceil =ceil
@symbolic('Ceil')
def ceil(x):
  x = convert_to_tensor(x)
  return tf.math.ceil(tf.cast(x, floatx() if standardize_dtype(x.dtype) == 'int64' else result_type(x.dtype, float)))


#: tf.keras.ops.round tf.keras.ops.numpy.round =round
@symbolic('Round')
def round(x, decimals=0):
  if decimals == 0:
    return tf.round(x)
  dtype = x.dtype
  if tf.as_dtype(dtype).is_integer:
    if decimals > 0:
      return x
    x = tf.cast(x, floatx())
  factor = tf.cast(math.pow(10, decimals), x.dtype)
  return tf.cast(tf.divide(tf.round(tf.multiply(x, factor)), factor), dtype)


#: tf.keras.ops.clip tf.keras.ops.numpy.clip =clip
@symbolic('Clip')
def clip(x, x_min, x_max):
  if standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, 'int32')
  return tf.clip_by_value(x, x_min, x_max)


# ---- comparison and logic
def _comparison(name, tf_name, class_name):
  @symbolic(class_name)
  def compare(x1, x2):
    x1, x2 = _tensors(x1, x2)
    return getattr(tf, tf_name)(x1, x2)
  compare.__name__ = name
  return compare


#: tf.keras.ops.equal tf.keras.ops.numpy.equal
equal = _comparison('equal', 'equal', 'Equal')
#: tf.keras.ops.not_equal tf.keras.ops.numpy.not_equal
not_equal = _comparison('not_equal', 'not_equal', 'NotEqual')
#: tf.keras.ops.less tf.keras.ops.numpy.less
less = _comparison('less', 'less', 'Less')
#: tf.keras.ops.less_equal tf.keras.ops.numpy.less_equal
less_equal = _comparison('less_equal', 'less_equal', 'LessEqual')
#: tf.keras.ops.greater tf.keras.ops.numpy.greater
greater = _comparison('greater', 'greater', 'Greater')
#: tf.keras.ops.greater_equal tf.keras.ops.numpy.greater_equal
greater_equal = _comparison('greater_equal', 'greater_equal', 'GreaterEqual')


#: tf.keras.ops.logical_and tf.keras.ops.numpy.logical_and =logical_and
@symbolic('LogicalAnd')
def logical_and(x1, x2):
  return tf.logical_and(tf.cast(x1, 'bool'), tf.cast(x2, 'bool'))


#: tf.keras.ops.logical_or tf.keras.ops.numpy.logical_or =logical_or
@symbolic('LogicalOr')
def logical_or(x1, x2):
  return tf.logical_or(tf.cast(x1, 'bool'), tf.cast(x2, 'bool'))


#: tf.keras.ops.logical_xor tf.keras.ops.numpy.logical_xor =logical_xor
@symbolic('LogicalXor')
def logical_xor(x1, x2):
  return tf.math.logical_xor(tf.cast(x1, 'bool'), tf.cast(x2, 'bool'))


#: tf.keras.ops.logical_not tf.keras.ops.numpy.logical_not =logical_not
@symbolic('LogicalNot')
def logical_not(x):
  return tf.logical_not(tf.cast(x, 'bool'))


#: tf.keras.ops.where tf.keras.ops.numpy.where =where
@symbolic('Where')
def where(condition, x1=None, x2=None):
  condition = tf.cast(condition, 'bool')
  if x1 is not None and x2 is not None:
    x1, x2 = _numbers(x1, x2)
    return tf.where(condition, x1, x2)
  if x1 is None and x2 is None:
    return nonzero(condition)
  raise ValueError('`x1` and `x2` either both should be `None` or both should have non-None value.')


#: tf.keras.ops.nonzero tf.keras.ops.numpy.nonzero =nonzero
@symbolic('Nonzero')
def nonzero(x):
  x = convert_to_tensor(x)
  found = tf.unstack(tf.where(tf.cast(x, 'bool')), x.shape.rank, axis=1)
  return [tf.cast(i, 'int32') for i in found]


# ---- reductions
#: tf.keras.ops.mean tf.keras.ops.numpy.mean =mean
@symbolic('Mean')
def mean(x, axis=None, keepdims=False):
  if isinstance(x, tf.IndexedSlices):
    x = tf.convert_to_tensor(x)
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  compute_dtype = result_type(x.dtype, 'float32')
  result_dtype = compute_dtype if 'int' in dtype or dtype == 'bool' else dtype
  return tf.cast(tf.reduce_mean(tf.cast(x, compute_dtype), axis=axis, keepdims=keepdims), result_dtype)


def _wide(dtype):
  return {'bool': 'int32', 'int8': 'int32', 'int16': 'int32', 'uint8': 'uint32', 'uint16': 'uint32'}.get(dtype, dtype)


#: tf.keras.ops.sum tf.keras.ops.numpy.sum =sum
@symbolic('Sum')
def sum(x, axis=None, keepdims=False):
  x = convert_to_tensor(x)
  x = cast(x, _wide(standardize_dtype(x.dtype)))
  if isinstance(x, tf.SparseTensor):
    return tf.sparse.reduce_sum(x, axis=axis, keepdims=keepdims, output_is_sparse=True)
  return tf.reduce_sum(x, axis=axis, keepdims=keepdims)


#: tf.keras.ops.prod tf.keras.ops.numpy.prod =prod
@symbolic('Prod')
def prod(x, axis=None, keepdims=False, dtype=None):
  x = convert_to_tensor(x)
  if dtype is None:
    x = tf.cast(x, _wide(result_type(x.dtype)))
  return tf.reduce_prod(x, axis=axis, keepdims=keepdims)


def _extreme(x, axis, keepdims, initial, of_bools, of_numbers, of_two, text):
  x = convert_to_tensor(x)
  is_bool = standardize_dtype(x.dtype) == 'bool'
  if initial is not None:
    if is_bool:
      x = of_bools(x, axis=axis, keepdims=keepdims)
      return tf.cast(of_two(tf.cast(x, 'int32'), tf.cast(initial, 'int32')), 'bool')
    return of_two(of_numbers(x, axis=axis, keepdims=keepdims), initial)
  if tf.executing_eagerly():
    size_x = tf.size(x)
    tf.debugging.assert_greater(size_x, tf.constant(0, dtype=size_x.dtype),
                                message='Cannot compute the %s of an empty tensor.' % text)
  return (of_bools if is_bool else of_numbers)(x, axis=axis, keepdims=keepdims)


#: tf.keras.ops.max tf.keras.ops.numpy.max tf.keras.ops.amax tf.keras.ops.numpy.amax =max
@symbolic('Max')
def max(x, axis=None, keepdims=False, initial=None):
  return _extreme(x, axis, keepdims, initial, tf.reduce_any, tf.reduce_max, tf.maximum, 'max')


#: tf.keras.ops.min tf.keras.ops.numpy.min tf.keras.ops.amin tf.keras.ops.numpy.amin =min
@symbolic('Min')
def min(x, axis=None, keepdims=False, initial=None):
  return _extreme(x, axis, keepdims, initial, tf.reduce_all, tf.reduce_min, tf.minimum, 'min')


#: tf.keras.ops.all tf.keras.ops.numpy.all =all
@symbolic('All')
def all(x, axis=None, keepdims=False):
  return tf.reduce_all(tf.cast(x, 'bool'), axis=axis, keepdims=keepdims)


#: tf.keras.ops.any tf.keras.ops.numpy.any =any
@symbolic('Any')
def any(x, axis=None, keepdims=False):
  return tf.reduce_any(tf.cast(x, 'bool'), axis=axis, keepdims=keepdims)


#: tf.keras.ops.std tf.keras.ops.numpy.std =std
@symbolic('Std')
def std(x, axis=None, keepdims=False):
  return tf.math.reduce_std(_as_number(x), axis=axis, keepdims=keepdims)


#: tf.keras.ops.var tf.keras.ops.numpy.var =var
@symbolic('Var')
def var(x, axis=None, keepdims=False):
  x = convert_to_tensor(x)
  result_dtype = result_type(x.dtype, float)
  x = tf.cast(x, result_type(x.dtype, 'float32'))
  return tf.cast(tf.math.reduce_variance(x, axis=axis, keepdims=keepdims), result_dtype)


_TINY = {'float32': 1.1754943508222875e-38, 'float64': 2.2250738585072014e-308}


def _arg_extreme(x, axis, keepdims, op, smaller):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  if 'float' in dtype and len(x.shape) > 0:
    dtype = result_type(dtype, 'float32')
    x = cast(x, dtype)
    # -0.0 is smaller than 0.0 here.
    negative_zero = tf.logical_and(tf.equal(x, 0.0), signbit(x))
    import numpy as np
    x = tf.where(negative_zero, np.dtype(dtype).type(-_TINY[dtype]), x)
  whole = x
  if axis is None:
    x = tf.reshape(x, [-1])
  y = op(x, axis=axis, output_type='int32')
  if keepdims:
    y = tf.reshape(y, [1] * len(whole.shape)) if axis is None else tf.expand_dims(y, axis)
  return y


#: tf.keras.ops.argmax tf.keras.ops.numpy.argmax =argmax
@symbolic('Argmax')
def argmax(x, axis=None, keepdims=False):
  return _arg_extreme(x, axis, keepdims, tf.argmax, True)


#: tf.keras.ops.argmin tf.keras.ops.numpy.argmin =argmin
@symbolic('Argmin')
def argmin(x, axis=None, keepdims=False):
  return _arg_extreme(x, axis, keepdims, tf.argmin, True)


#: tf.keras.ops.cumsum tf.keras.ops.numpy.cumsum =cumsum
@symbolic('Cumsum')
def cumsum(x, axis=None, dtype=None):
  x = convert_to_tensor(x, dtype=dtype)
  if standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, 'int32')
  return tf.cumsum(tf.reshape(x, [-1]) if axis is None else x, axis=axis or 0)


#: tf.keras.ops.cumprod tf.keras.ops.numpy.cumprod =cumprod
@symbolic('Cumprod')
def cumprod(x, axis=None, dtype=None):
  x = convert_to_tensor(x, dtype=dtype)
  if standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, 'int32')
  return tf.math.cumprod(tf.reshape(x, [-1]) if axis is None else x, axis=axis or 0)


#: tf.keras.ops.count_nonzero tf.keras.ops.numpy.count_nonzero =count_nonzero
@symbolic('CountNonzero')
def count_nonzero(x, axis=None):
  return tf.math.count_nonzero(x, axis=axis, dtype='int32')


# ---- products
#: tf.keras.ops.matmul tf.keras.ops.numpy.matmul =matmul
@symbolic('Matmul')
def matmul(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  compute_dtype = result_type(x1.dtype, x2.dtype, float)
  result_dtype = result_type(x1.dtype, x2.dtype)
  if standardize_dtype(x1.dtype) == standardize_dtype(x2.dtype) == 'int8' and 1 not in (x1.shape.rank, x2.shape.rank):
    result_dtype = 'int32'
  x1, x2 = tf.cast(x1, compute_dtype), tf.cast(x2, compute_dtype)
  if isinstance(x1, tf.SparseTensor):
    return tf.cast(tf.sparse.sparse_dense_matmul(x1, x2), result_dtype)
  rank1, rank2 = x1.shape.rank, x2.shape.rank
  if rank1 == 2 and rank2 == 2:
    output = tf.matmul(x1, x2)
  elif rank2 == 1:
    output = tf.tensordot(x1, x2, axes=1)
  elif rank1 == 1:
    output = tf.tensordot(x1, x2, axes=[[0], [-2]])
  elif rank2 == 2 and rank1 is not None and rank1 > 2:
    output = tf.tensordot(x1, x2, axes=[[-1], [0]])
  else:
    output = tf.matmul(x1, x2)
  return tf.cast(output, result_dtype)


#: tf.keras.ops.dot tf.keras.ops.numpy.dot =dot
@symbolic('Dot')
def dot(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  result_dtype = result_type(x1.dtype, x2.dtype)
  x1, x2 = tf.cast(x1, result_type(result_dtype, float)), tf.cast(x2, result_type(result_dtype, float))
  if x1.shape.rank == 0 or x2.shape.rank == 0:
    output = x1 * x2
  else:
    output = tf.tensordot(x1, x2, axes=[[-1], [-1 if x2.shape.rank == 1 else -2]])
  return tf.cast(output, result_dtype)


#: tf.keras.ops.tensordot tf.keras.ops.numpy.tensordot =tensordot
@symbolic('Tensordot')
def tensordot(x1, x2, axes=2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype)
  return tf.cast(tf.tensordot(tf.cast(x1, dtype), tf.cast(x2, dtype), axes=axes), dtype=dtype)


#: tf.keras.ops.outer tf.keras.ops.numpy.outer =outer
@symbolic('Outer')
def outer(x1, x2):
  x1, x2 = _tensors(x1, x2)
  return tf.reshape(x1, [-1, 1]) * tf.reshape(x2, [-1])


# ---- shapes
#: tf.keras.ops.reshape tf.keras.ops.numpy.reshape =reshape
@symbolic('Reshape')
def reshape(x, newshape):
  x = convert_to_tensor(x)
  if isinstance(x, tf.SparseTensor):
    return tf.sparse.reshape(x, newshape)
  return tf.reshape(x, newshape)


#: tf.keras.ops.transpose tf.keras.ops.numpy.transpose =transpose
@symbolic('Transpose')
def transpose(x, axes=None):
  if axes:
    axes = tuple(canonicalize_axis(axis, len(x.shape)) for axis in axes)
    if len(set(axes)) != len(axes):
      raise ValueError('`axes` must be a valid permutation of the input dimensions (no duplicates). Received: axes=%s for '
                       'input of rank %d.' % (list(axes), len(x.shape)))
  return tf.transpose(x, perm=axes)


#: tf.keras.ops.squeeze tf.keras.ops.numpy.squeeze =squeeze
@symbolic('Squeeze')
def squeeze(x, axis=None):
  x = convert_to_tensor(x)
  axis = to_tuple_or_list(axis)
  dims = x.shape.as_list()
  if axis is not None:
    for a in axis:
      if dims[a] != 1:
        raise ValueError('Cannot squeeze axis=%s, because the dimension is not 1.' % a)
    axis = sorted(canonicalize_axis(a, len(dims)) for a in axis)
  return tf.squeeze(x, axis=axis)


#: tf.keras.ops.expand_dims tf.keras.ops.numpy.expand_dims =expand_dims
@symbolic('ExpandDims')
def expand_dims(x, axis):
  x = convert_to_tensor(x)
  axis = to_tuple_or_list(axis)
  rank = len(x.shape) + len(axis)
  for a in sorted(canonicalize_axis(a, rank) for a in axis):
    x = tf.expand_dims(x, a)
  return x


#: tf.keras.ops.concatenate tf.keras.ops.numpy.concatenate =concatenate
@symbolic('Concatenate')
def concatenate(xs, axis=0):
  if _any(isinstance(x, tf.SparseTensor) for x in xs):
    return tf.sparse.concat(axis=axis, sp_inputs=xs)
  xs = map_structure(convert_to_tensor, xs)
  if len(set(x.dtype for x in xs)) > 1:
    dtype = result_type(*[x.dtype for x in xs])
    xs = [tf.cast(x, dtype) for x in xs]
  return tf.concat(xs, axis=axis)


#: tf.keras.ops.stack tf.keras.ops.numpy.stack =stack
@symbolic('Stack')
def stack(x, axis=0):
  kinds = set(getattr(a, 'dtype', type(a)) for a in x)
  if len(kinds) > 1:
    dtype = result_type(*kinds)
    x = [convert_to_tensor(a, dtype) for a in x]
  return tf.stack(x, axis=axis)


#: tf.keras.ops.split tf.keras.ops.numpy.split =split
@symbolic('Split')
def split(x, indices_or_sections, axis=0):
  if isinstance(indices_or_sections, int):
    return tf.split(x, indices_or_sections, axis=axis)
  at = [0] + [int(i) for i in indices_or_sections] + [x.shape[axis]]
  return tf.split(x, [b - a for a, b in zip(at, at[1:])], axis=axis)


#: tf.keras.ops.broadcast_to tf.keras.ops.numpy.broadcast_to =broadcast_to
@symbolic('BroadcastTo')
def broadcast_to(x, shape):
  return tf.broadcast_to(x, shape)


#: tf.keras.ops.tile tf.keras.ops.numpy.tile =tile
@symbolic('Tile')
def tile(x, repeats):
  x = convert_to_tensor(x)
  repeats = [repeats] if isinstance(repeats, int) else [v for v in repeats]
  rank = x.shape.rank
  if len(repeats) < rank:
    repeats = [1] * (rank - len(repeats)) + repeats
  while len(repeats) > x.shape.rank:
    x = tf.expand_dims(x, 0)
  return tf.tile(x, repeats)


#: tf.keras.ops.repeat tf.keras.ops.numpy.repeat =repeat
@symbolic('Repeat')
def repeat(x, repeats, axis=None):
  x = convert_to_tensor(x)
  return tf.repeat(x, repeats, axis=axis)


#: tf.keras.ops.pad tf.keras.ops.numpy.pad =pad
@symbolic('Pad')
def pad(x, pad_width, mode='constant', constant_values=None):
  x = convert_to_tensor(x)
  kwargs = {}
  if constant_values is not None:
    if mode != 'constant':
      raise ValueError("Argument `constant_values` can only be provided when `mode == 'constant'`. Received: mode=%s" %
                       mode)
    kwargs['constant_values'] = constant_values
  return tf.pad(x, convert_to_tensor(pad_width, 'int32'), mode.upper(), **kwargs)


#: tf.keras.ops.flip tf.keras.ops.numpy.flip =flip
@symbolic('Flip')
def flip(x, axis=None):
  x = convert_to_tensor(x)
  rank = x.shape.rank
  if axis is None:
    return tf.reverse(x, tf.range(rank))
  return tf.reverse(x, [canonicalize_axis(a, rank) for a in to_tuple_or_list(axis)])


#: tf.keras.ops.take tf.keras.ops.numpy.take =take
@symbolic('Take')
def take(x, indices, axis=None):
  x = convert_to_tensor(x)
  if axis is None:
    x = tf.reshape(x, (-1,))
    axis = 0

  def from_start(i):
    return tf.where(i < 0, i + tf.cast(tf.shape(x)[axis], i.dtype), i)

  if isinstance(indices, tf.SparseTensor):
    indices = tf.sparse.to_dense(indices)
  elif isinstance(indices, tf.RaggedTensor):
    indices = indices.with_values(from_start(indices.values))
    return tf.nn.embedding_lookup(x, indices) if axis == 0 else tf.gather(x, indices, axis=axis)
  return tf.gather(x, from_start(convert_to_tensor(indices)), axis=axis)


#: tf.keras.ops.get_item tf.keras.ops.numpy.get_item =get_item
@symbolic('GetItem')
def get_item(x, key):
  return x[key]


#: tf.keras.ops.moveaxis tf.keras.ops.numpy.moveaxis =moveaxis
@symbolic('Moveaxis')
def moveaxis(x, source, destination):
  x = convert_to_tensor(x)
  rank = len(x.shape)
  source = tuple(canonicalize_axis(i, rank) for i in to_tuple_or_list(source))
  destination = tuple(canonicalize_axis(i, rank) for i in to_tuple_or_list(destination))
  if source == destination:
    return x
  perm = [i for i in range(rank) if i not in source]
  for to, at in sorted(zip(destination, source)):
    perm.insert(to, at)
  return tf.transpose(x, perm)


#: tf.keras.ops.swapaxes tf.keras.ops.numpy.swapaxes =swapaxes
@symbolic('Swapaxes')
def swapaxes(x, axis1, axis2):
  x = convert_to_tensor(x)
  rank = len(x.shape)
  axis1, axis2 = canonicalize_axis(axis1, rank), canonicalize_axis(axis2, rank)
  if axis1 == axis2:
    return x
  perm = list(range(rank))
  perm[axis1], perm[axis2] = axis2, axis1
  return tf.transpose(x, perm)


#: tf.keras.ops.ravel tf.keras.ops.numpy.ravel =ravel
@symbolic('Ravel')
def ravel(x):
  return tf.reshape(convert_to_tensor(x), [-1])


#: tf.keras.ops.size tf.keras.ops.numpy.size =size
@symbolic('Size')
def size(x):
  return tf.size(convert_to_tensor(x))


#: tf.keras.ops.ndim tf.keras.ops.numpy.ndim =ndim
@symbolic('Ndim')
def ndim(x):
  return len(convert_to_tensor(x).shape)


# ---- new ones
#: tf.keras.ops.zeros tf.keras.ops.numpy.zeros =zeros
def zeros(shape, dtype=None):
  return tf.zeros(shape, dtype=dtype or floatx())


#: tf.keras.ops.ones tf.keras.ops.numpy.ones =ones
def ones(shape, dtype=None):
  return tf.ones(shape, dtype=dtype or floatx())


#: tf.keras.ops.full tf.keras.ops.numpy.full =full
def full(shape, fill_value, dtype=None):
  return tf.broadcast_to(convert_to_tensor(fill_value, dtype or floatx()), shape)


#: tf.keras.ops.zeros_like tf.keras.ops.numpy.zeros_like =zeros_like
@symbolic('ZerosLike')
def zeros_like(x, dtype=None):
  return tf.zeros_like(x, dtype=dtype)


#: tf.keras.ops.ones_like tf.keras.ops.numpy.ones_like =ones_like
@symbolic('OnesLike')
def ones_like(x, dtype=None):
  return tf.ones_like(x, dtype=dtype)


#: tf.keras.ops.full_like tf.keras.ops.numpy.full_like =full_like
@symbolic('FullLike')
def full_like(x, fill_value, dtype=None):
  x = convert_to_tensor(x)
  return tf.broadcast_to(convert_to_tensor(fill_value, dtype or x.dtype), tf.shape(x))


#: tf.keras.ops.array tf.keras.ops.numpy.array =array
def array(x, dtype=None):
  return convert_to_tensor(x, dtype=dtype)


#: tf.keras.ops.arange tf.keras.ops.numpy.arange =arange
def arange(start, stop=None, step=None, dtype=None):
  if dtype is None:
    dtype = result_type(*[getattr(v, 'dtype', type(v)) for v in (start, stop, step) if v is not None])
  return tf.range(*((0, start) if stop is None else (start, stop)), delta=1 if step is None else step,
                  dtype=standardize_dtype(dtype))


#: tf.keras.ops.eye tf.keras.ops.numpy.eye =eye
def eye(N, M=None, k=0, dtype=None):
  dtype = standardize_dtype(dtype or floatx())
  rows, columns = N, N if M is None else M
  if k == 0 and dtype != 'bool':
    return tf.eye(rows, columns, dtype=dtype)
  i, j = tf.range(rows)[:, tf.newaxis], tf.range(columns)[tf.newaxis]
  return tf.cast(tf.equal(j - i, k), dtype)


#: tf.keras.ops.identity tf.keras.ops.numpy.identity =identity
def identity(n, dtype=None):
  return eye(n, dtype=dtype)
