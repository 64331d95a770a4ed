"""keras.ops with NumPy's names: trigonometry, matrices, sorting, what else there is."""
import tensorflow as tf
from tensorflow_lib.keras.numpy_ops import (_as_float, _as_number, _numbers, _tensors, _wide, canonicalize_axis, eye,
                                            moveaxis, swapaxes)
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import floatx, map_structure, result_type, standardize_dtype
from tensorflow_lib.keras.tensors import cast, convert_to_tensor
from tensorflow_lib.keras.tensors import shape as shape_of


def _float_op(name, class_name, op):
  @symbolic(class_name)
  def call(x):
    return op(_as_float(x))
  call.__name__ = name
  return call


#: tf.keras.ops.sin tf.keras.ops.numpy.sin
sin = _float_op('sin', 'Sin', tf.math.sin)
#: tf.keras.ops.cos tf.keras.ops.numpy.cos
cos = _float_op('cos', 'Cos', tf.math.cos)
#: tf.keras.ops.tan tf.keras.ops.numpy.tan
tan = _float_op('tan', 'Tan', tf.math.tan)
#: tf.keras.ops.sinh tf.keras.ops.numpy.sinh
sinh = _float_op('sinh', 'Sinh', tf.math.sinh)
#: tf.keras.ops.cosh tf.keras.ops.numpy.cosh
cosh = _float_op('cosh', 'Cosh', tf.math.cosh)
#: tf.keras.ops.tanh tf.keras.ops.numpy.tanh
tanh = _float_op('tanh', 'Tanh', tf.math.tanh)
#: tf.keras.ops.arcsin tf.keras.ops.numpy.arcsin
arcsin = _float_op('arcsin', 'Arcsin', tf.math.asin)
#: tf.keras.ops.arccos tf.keras.ops.numpy.arccos
arccos = _float_op('arccos', 'Arccos', tf.math.acos)
#: tf.keras.ops.arctan tf.keras.ops.numpy.arctan
arctan = _float_op('arctan', 'Arctan', tf.math.atan)
#: tf.keras.ops.arcsinh tf.keras.ops.numpy.arcsinh
arcsinh = _float_op('arcsinh', 'Arcsinh', tf.math.asinh)
#: tf.keras.ops.arccosh tf.keras.ops.numpy.arccosh
arccosh = _float_op('arccosh', 'Arccosh', tf.math.acosh)
#: tf.keras.ops.arctanh tf.keras.ops.numpy.arctanh
arctanh = _float_op('arctanh', 'Arctanh', tf.math.atanh)
#: tf.keras.ops.exp2 tf.keras.ops.numpy.exp2
exp2 = _float_op('exp2', 'Exp2', lambda x: tf.exp(x * tf.math.log(tf.constant(2, x.dtype))))


#: tf.keras.ops.log2 tf.keras.ops.numpy.log2 =log2
@symbolic('Log2')
def log2(x):
  x = _as_float(x)
  return tf.math.log(x) / tf.math.log(tf.constant(2, x.dtype))


#: tf.keras.ops.log10 tf.keras.ops.numpy.log10 =log10
@symbolic('Log10')
def log10(x):
  x = _as_float(x)
  return tf.math.log(x) / tf.math.log(tf.constant(10, x.dtype))


#: tf.keras.ops.arctan2 tf.keras.ops.numpy.arctan2 =arctan2
@symbolic('Arctan2')
def arctan2(x1, x2):
  x1, x2 = _tensors(x1, x2, float)
  return tf.math.atan2(x1, x2)


#: tf.keras.ops.hypot tf.keras.ops.numpy.hypot =hypot
@symbolic('Hypot')
def hypot(x1, x2):
  x1, x2 = _tensors(x1, x2)
  dtype = standardize_dtype(x1.dtype)
  if 'int' in dtype:
    dtype = 'float64' if dtype == 'int64' else floatx()
  x1, x2 = tf.cast(x1, dtype), tf.cast(x2, dtype)
  a, b = tf.abs(x1), tf.abs(x2)
  high, low = tf.maximum(a, b), tf.minimum(a, b)
  ratio = tf.math.divide_no_nan(low, high)
  return high * tf.sqrt(1 + tf.square(ratio))


#: tf.keras.ops.logaddexp tf.keras.ops.numpy.logaddexp =logaddexp
@symbolic('Logaddexp')
def logaddexp(x1, x2):
  x1, x2 = _tensors(x1, x2, float)
  delta = x1 - x2
  return tf.where(tf.math.is_nan(delta), x1 + x2, tf.maximum(x1, x2) + tf.math.log1p(tf.math.exp(-tf.abs(delta))))


#: tf.keras.ops.reciprocal tf.keras.ops.numpy.reciprocal =reciprocal
@symbolic('Reciprocal')
def reciprocal(x):
  return tf.math.reciprocal(convert_to_tensor(x))


#: tf.keras.ops.trunc tf.keras.ops.numpy.trunc =trunc
@symbolic('Trunc')
def trunc(x):
  x = convert_to_tensor(x)
  dtype = tf.as_dtype(x.dtype)
  if dtype == tf.bool or dtype.is_integer:
    return x
  return tf.where(x < 0, tf.math.ceil(x), tf.math.floor(x))


#: tf.keras.ops.isnan tf.keras.ops.numpy.isnan =isnan
@symbolic('Isnan')
def isnan(x):
  x = convert_to_tensor(x)
  return tf.math.is_nan(x) if tf.as_dtype(x.dtype).is_floating else tf.zeros(x.shape, tf.bool)


#: tf.keras.ops.isinf tf.keras.ops.numpy.isinf =isinf
@symbolic('Isinf')
def isinf(x):
  x = convert_to_tensor(x)
  return tf.math.is_inf(x) if tf.as_dtype(x.dtype).is_floating else tf.zeros(x.shape, tf.bool)


#: tf.keras.ops.isfinite tf.keras.ops.numpy.isfinite =isfinite
@symbolic('Isfinite')
def isfinite(x):
  x = convert_to_tensor(x)
  return tf.math.is_finite(x) if tf.as_dtype(x.dtype).is_floating else tf.ones(x.shape, tf.bool)


#: tf.keras.ops.isclose tf.keras.ops.numpy.isclose =isclose
@symbolic('Isclose')
def isclose(x1, x2, rtol=1e-5, atol=1e-8, equal_nan=False):
  x1, x2 = _tensors(x1, x2)
  if 'float' not in standardize_dtype(x1.dtype):
    return tf.equal(x1, x2)
  result = tf.abs(x1 - x2) <= (atol + rtol * tf.abs(x2))
  if equal_nan:
    result = result | (tf.math.is_nan(x1) & tf.math.is_nan(x2))
  return result


#: tf.keras.ops.allclose tf.keras.ops.numpy.allclose =allclose
@symbolic('Allclose')
def allclose(x1, x2, rtol=1e-5, atol=1e-8, equal_nan=False):
  return tf.reduce_all(isclose(x1, x2, rtol, atol, equal_nan))


#: tf.keras.ops.nan_to_num tf.keras.ops.numpy.nan_to_num =nan_to_num
@symbolic('NanToNum')
def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
  x = convert_to_tensor(x)
  dtype = tf.as_dtype(x.dtype)
  if not dtype.is_floating:
    return x
  x = tf.where(tf.math.is_nan(x), tf.constant(nan, dtype), x)
  x = tf.where(tf.math.is_inf(x) & (x > 0), tf.constant(dtype.max if posinf is None else posinf, dtype), x)
  return tf.where(tf.math.is_inf(x) & (x < 0), tf.constant(dtype.min if neginf is None else neginf, dtype), x)


def _without_nans(x, fill):
  x = convert_to_tensor(x)
  return tf.where(tf.math.is_nan(cast(x, floatx())), tf.cast(fill, x.dtype), x)


#: tf.keras.ops.nansum tf.keras.ops.numpy.nansum =nansum
@symbolic('Nansum')
def nansum(x, axis=None, keepdims=False):
  x = _without_nans(x, 0)
  return tf.reduce_sum(cast(x, _wide(standardize_dtype(x.dtype))), axis=axis, keepdims=keepdims)


#: tf.keras.ops.nanmean tf.keras.ops.numpy.nanmean =nanmean
@symbolic('Nanmean')
def nanmean(x, axis=None, keepdims=False):
  x = convert_to_tensor(x)
  if not tf.as_dtype(x.dtype).is_floating:
    return tf.reduce_mean(tf.cast(x, 'float32'), axis=axis, keepdims=keepdims)
  count = tf.reduce_sum(tf.cast(~tf.math.is_nan(x), x.dtype), axis=axis, keepdims=keepdims)
  return tf.divide(nansum(x, axis, keepdims), count)


#: tf.keras.ops.nanmax tf.keras.ops.numpy.nanmax =nanmax
@symbolic('Nanmax')
def nanmax(x, axis=None, keepdims=False):
  return tf.reduce_max(_without_nans(x, tf.as_dtype(convert_to_tensor(x).dtype).min), axis=axis, keepdims=keepdims)


#: tf.keras.ops.nanmin tf.keras.ops.numpy.nanmin =nanmin
@symbolic('Nanmin')
def nanmin(x, axis=None, keepdims=False):
  return tf.reduce_min(_without_nans(x, tf.as_dtype(convert_to_tensor(x).dtype).max), axis=axis, keepdims=keepdims)


#: tf.keras.ops.average tf.keras.ops.numpy.average =average
@symbolic('Average')
def average(x, axis=None, weights=None):
  x = convert_to_tensor(x)
  if weights is None:
    return tf.reduce_mean(tf.cast(x, result_type(x.dtype, float)), axis=axis)
  x, weights = _tensors(x, weights, float)
  if axis is None or len(x.shape) == len(weights.shape):
    total = tf.reduce_sum(weights, axis=axis)
    return tf.reduce_sum(x * weights, axis=axis) / total
  return tf.tensordot(x, weights, tf.convert_to_tensor([[axis], [0]])) / tf.reduce_sum(weights)


# ---- sorting and counting
#: tf.keras.ops.sort tf.keras.ops.numpy.sort =sort
@symbolic('Sort')
def sort(x, axis=-1):
  x = convert_to_tensor(x)
  if axis is None:
    x, axis = tf.reshape(x, [-1]), 0
  if standardize_dtype(x.dtype) == 'bool':
    return tf.cast(tf.sort(tf.cast(x, 'int8'), axis=axis), 'bool')
  return tf.sort(x, axis=axis)


#: tf.keras.ops.argsort tf.keras.ops.numpy.argsort =argsort
@symbolic('Argsort')
def argsort(x, axis=-1):
  x = convert_to_tensor(x)
  if standardize_dtype(x.dtype) == 'bool':
    x = tf.cast(x, 'uint8')
  if x.shape.rank == 0:
    return tf.cast([0], 'int32')
  if axis is None:
    x, axis = tf.reshape(x, [-1]), 0
  return tf.argsort(x, axis=axis)


#: tf.keras.ops.bincount tf.keras.ops.numpy.bincount =bincount
@symbolic('Bincount')
def bincount(x, weights=None, minlength=0, sparse=False):
  x = convert_to_tensor(x)
  if standardize_dtype(x.dtype) not in ('int32', 'int64'):
    x = tf.cast(x, tf.int32)
  dtype = 'int32'
  if weights is not None:
    weights = convert_to_tensor(weights)
    dtype = result_type(x.dtype, weights.dtype)
  return tf.cast(tf.math.bincount(x, weights=weights, minlength=minlength, axis=-1), dtype)


#: tf.keras.ops.digitize tf.keras.ops.numpy.digitize =digitize
@symbolic('Digitize')
def digitize(x, bins):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  if dtype in ('bool', 'int8', 'int16', 'uint8', 'uint16'):
    x = cast(x, 'int32')
  elif dtype in ('bfloat16', 'float16'):
    x = cast(x, 'float32')
  if isinstance(x, tf.RaggedTensor):
    return tf.ragged.map_flat_values(lambda values: digitize(values, bins), x)
  if isinstance(x, tf.SparseTensor):
    return tf.SparseTensor(tf.identity(x.indices), digitize(x.values, bins), tf.identity(x.dense_shape))
  found = tf.searchsorted(tf.constant([float(b) for b in bins]), tf.reshape(tf.cast(x, 'float32'), [-1]), side='right',
                          out_type=tf.int32)
  return found if len(x.shape) == 1 else tf.reshape(found, tf.shape(x))


#: tf.keras.ops.searchsorted tf.keras.ops.numpy.searchsorted =searchsorted
@symbolic('SearchSorted')
def searchsorted(sorted_sequence, values, side='left'):
  sorted_sequence = convert_to_tensor(sorted_sequence)
  if len(sorted_sequence.shape) != 1:
    raise ValueError('`searchsorted` only supports 1-D sorted sequences. You can use `keras.ops.vectorized_map` to extend it '
                     'to N-D sequences. Received: sorted_sequence.shape=%s' % (sorted_sequence.shape,))
  return tf.searchsorted(sorted_sequence, values, side=side, out_type='int32')


#: tf.keras.ops.histogram tf.keras.ops.numpy.histogram =histogram
@symbolic('Histogram')
def histogram(x, bins=10, range=None):
  x = tf.convert_to_tensor(x)
  low, high = (tf.reduce_min(x), tf.reduce_max(x)) if range is None else range
  x = tf.boolean_mask(x, (x >= low) & (x <= high))
  edges = tf.cast(tf.linspace(low, high, bins + 1), x.dtype)
  places = tf.searchsorted(edges[1:-1], x, side='right')
  counts = tf.scatter_nd(tf.expand_dims(places, axis=-1), tf.ones_like(places, dtype=x.dtype), shape=(bins,))
  return counts, edges


# ---- matrices
#: tf.keras.ops.diagonal tf.keras.ops.numpy.diagonal =diagonal
@symbolic('Diagonal')
def diagonal(x, offset=0, axis1=0, axis2=1):
  x = convert_to_tensor(x)
  rank = len(x.shape)
  if offset == 0 and axis1 in (rank - 2, -2) and axis2 in (rank - 1, -1):
    return tf.linalg.diag_part(x)
  return tf.linalg.diag_part(moveaxis(x, (axis1, axis2), (-2, -1)), k=offset)


#: tf.keras.ops.diag tf.keras.ops.numpy.diag =diag
@symbolic('Diag')
def diag(x, k=0):
  x = convert_to_tensor(x)
  if len(x.shape) == 1:
    return tf.linalg.diag(x, k=k)
  if len(x.shape) == 2:
    return diagonal(x, offset=k)
  raise ValueError('`x` must be 1d or 2d. Received: x.shape=%s' % (x.shape,))


#: tf.keras.ops.trace tf.keras.ops.numpy.trace =trace
@symbolic('Trace')
def trace(x, offset=0, axis1=0, axis2=1):
  x = convert_to_tensor(x)
  x = tf.cast(x, _wide(standardize_dtype(x.dtype)))
  dims = tf.shape(x)
  x = moveaxis(x, (axis1, axis2), (-2, -1))
  x = tf.where(eye(dims[axis1], dims[axis2], k=offset, dtype='bool'), x, tf.zeros_like(x))
  return tf.reduce_sum(x, axis=(-2, -1))


#: tf.keras.ops.tri tf.keras.ops.numpy.tri =tri
def tri(N, M=None, k=0, dtype=None):
  return tf.cast(tril(tf.ones([N, N if M is None else M]), k), standardize_dtype(dtype or floatx()))


def _triangle(x, holds):
  dims = tf.shape(x)
  i, j = tf.meshgrid(tf.range(dims[-2]), tf.range(dims[-1]), indexing='ij')
  return tf.where(tf.broadcast_to(holds(i, j), dims), x, tf.zeros_like(x))


#: tf.keras.ops.tril tf.keras.ops.numpy.tril =tril
@symbolic('Tril')
def tril(x, k=0):
  x = convert_to_tensor(x)
  return tf.linalg.band_part(x, -1, k) if k >= 0 else _triangle(x, lambda i, j: i >= j - k)


#: tf.keras.ops.triu tf.keras.ops.numpy.triu =triu
@symbolic('Triu')
def triu(x, k=0):
  x = convert_to_tensor(x)
  return tf.linalg.band_part(x, -k, -1) if k <= 0 else _triangle(x, lambda i, j: i <= j - k)


#: tf.keras.ops.cross tf.keras.ops.numpy.cross =cross
@symbolic('Cross')
def cross(x1, x2, axisa=-1, axisb=-1, axisc=-1, axis=None):
  if axis is not None:
    axisa = axisb = axisc = axis
  x1, x2 = _tensors(x1, x2)
  x1, x2 = moveaxis(x1, axisa, -1), moveaxis(x2, axisb, -1)
  flat = x1.shape[-1] == 2 and x2.shape[-1] == 2
  x1, x2 = [tf.pad(x, [[0, 0]] * (len(x.shape) - 1) + [[0, 1]]) if x.shape[-1] == 2 else x for x in (x1, x2)]
  dims = tf.broadcast_dynamic_shape(shape_of(x1), shape_of(x2))
  c = tf.linalg.cross(tf.broadcast_to(x1, dims), tf.broadcast_to(x2, dims))
  return c[..., 2] if flat else moveaxis(c, -1, axisc)


#: tf.keras.ops.vdot tf.keras.ops.numpy.vdot =vdot
@symbolic('Vdot')
def vdot(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype)
  compute = result_type(dtype, float)
  x1, x2 = tf.reshape(tf.cast(x1, compute), [-1]), tf.reshape(tf.cast(x2, compute), [-1])
  return tf.cast(tf.tensordot(x1, x2, axes=[[-1], [-1]]), dtype)


#: tf.keras.ops.inner tf.keras.ops.numpy.inner =inner
@symbolic('Inner')
def inner(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype)
  x1, x2 = tf.cast(x1, result_type(dtype, float)), tf.cast(x2, result_type(dtype, float))
  return tf.cast(tf.tensordot(x1, x2, axes=[[-1], [-1]]), dtype)


# ---- shapes
#: tf.keras.ops.meshgrid tf.keras.ops.numpy.meshgrid =meshgrid
@symbolic('Meshgrid')
def meshgrid(*x, indexing='xy'):
  return tf.meshgrid(*x, indexing=indexing)


#: tf.keras.ops.linspace tf.keras.ops.numpy.linspace =linspace
@symbolic('Linspace')
def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
  if num < 0:
    raise ValueError('`num` must be a non-negative integer. Received: num=%s' % num)
  if dtype is None:
    dtype = result_type(getattr(start, 'dtype', type(start)), getattr(stop, 'dtype', type(stop)), float)
  dtype = standardize_dtype(dtype)
  start, stop = convert_to_tensor(start, dtype=dtype), convert_to_tensor(stop, dtype=dtype)
  step = convert_to_tensor(float('nan'))
  if endpoint:
    result = tf.linspace(start, stop, num, axis=axis)
    if num > 1:
      step = (stop - start) / (tf.cast(num, dtype) - 1)
  else:
    if num > 0:
      step = (stop - start) / tf.cast(num, dtype)
    result = tf.linspace(start, tf.cast(stop, step.dtype) - step if num > 1 else stop, num, axis=axis)
  if 'int' in dtype:
    result = tf.floor(result)
  result = tf.cast(result, dtype)
  return (result, step) if retstep else result


#: tf.keras.ops.logspace tf.keras.ops.numpy.logspace =logspace
@symbolic('Logspace')
def logspace(start, stop, num=50, endpoint=True, base=10, dtype=None, axis=0):
  result = linspace(start, stop, num=num, endpoint=endpoint, dtype=dtype, axis=axis)
  return tf.pow(tf.cast(base, result.dtype), result)


#: tf.keras.ops.roll tf.keras.ops.numpy.roll =roll
@symbolic('Roll')
def roll(x, shift, axis=None):
  x = convert_to_tensor(x)
  if axis is not None:
    return tf.roll(x, shift=shift, axis=axis)
  return tf.reshape(tf.roll(tf.reshape(x, [-1]), shift, 0), tf.shape(x))


#: tf.keras.ops.diff tf.keras.ops.numpy.diff =diff
@symbolic('Diff')
def diff(a, n=1, axis=-1):
  a = convert_to_tensor(a)
  if n < 0:
    raise ValueError('Order `n` must be non-negative. Received n=%s' % n)
  axis = canonicalize_axis(axis, len(a.shape))
  after = tuple([slice(None)] * axis + [slice(1, None)])
  before = tuple([slice(None)] * axis + [slice(None, -1)])
  for _ in range(n):
    a = tf.not_equal(a[after], a[before]) if standardize_dtype(a.dtype) == 'bool' else tf.subtract(a[after], a[before])
  return a


def _same_dtype(xs):
  kinds = set(getattr(x, 'dtype', type(x)) for x in xs)
  if len(kinds) > 1:
    dtype = result_type(*kinds)
    return [convert_to_tensor(x, dtype) for x in xs]
  return [convert_to_tensor(x) for x in xs]


#: tf.keras.ops.hstack tf.keras.ops.numpy.hstack =hstack
@symbolic('Hstack')
def hstack(xs):
  xs = _same_dtype(xs)
  return tf.concat(xs, axis=0 if len(xs[0].shape) == 1 else 1)


#: tf.keras.ops.vstack tf.keras.ops.numpy.vstack =vstack
@symbolic('Vstack')
def vstack(xs):
  xs = _same_dtype(xs)
  return tf.concat([tf.expand_dims(x, 0) for x in xs] if len(xs[0].shape) == 1 else xs, axis=0)


#: tf.keras.ops.append tf.keras.ops.numpy.append =append
@symbolic('Append')
def append(x1, x2, axis=None):
  x1, x2 = _tensors(x1, x2)
  if axis is None:
    return tf.concat([tf.reshape(x1, [-1]), tf.reshape(x2, [-1])], axis=0)
  return tf.concat([x1, x2], axis=axis)


#: tf.keras.ops.take_along_axis tf.keras.ops.numpy.take_along_axis =take_along_axis
@symbolic('TakeAlongAxis')
def take_along_axis(x, indices, axis=None):
  x, indices = convert_to_tensor(x), convert_to_tensor(indices, 'int64')
  if axis is None:
    return take_along_axis(tf.reshape(x, [-1]), indices, 0)
  rank = len(x.shape)
  axis = canonicalize_axis(axis, rank)
  dims_x, dims_i = list(shape_of(x)), list(shape_of(indices))
  outer = [a if b == 1 else b for a, b in zip(dims_x, dims_i)]
  x = tf.broadcast_to(x, outer[:axis] + [dims_x[axis]] + outer[axis + 1:])
  indices = tf.broadcast_to(indices, outer[:axis] + [dims_i[axis]] + outer[axis + 1:])
  indices = tf.where(indices < 0, indices + tf.cast(dims_x[axis], indices.dtype), indices)
  x, indices = swapaxes(x, axis, -1), swapaxes(indices, axis, -1)
  result = tf.gather(tf.reshape(x, [-1, tf.shape(x)[-1]]), tf.reshape(indices, [-1, tf.shape(indices)[-1]]), batch_dims=1)
  return swapaxes(tf.reshape(result, tf.shape(indices)), axis, -1)


#: tf.keras.ops.empty tf.keras.ops.numpy.empty =empty
def empty(shape, dtype=None):
  return tf.zeros(shape, dtype=dtype or floatx())


#: tf.keras.ops.copy tf.keras.ops.numpy.copy =copy
@symbolic('Copy')
def copy(x):
  return tf.identity(convert_to_tensor(x))


#: tf.keras.ops.real tf.keras.ops.numpy.real =real
@symbolic('Real')
def real(x):
  return tf.math.real(convert_to_tensor(x))


#: tf.keras.ops.imag tf.keras.ops.numpy.imag =imag
@symbolic('Imag')
def imag(x):
  return tf.math.imag(x)


#: tf.keras.ops.conj tf.keras.ops.numpy.conj tf.keras.ops.conjugate tf.keras.ops.numpy.conjugate =conj
@symbolic('Conjugate')
def conj(x):
  return tf.math.conj(x)


def _quantile(x, q, axis, method, keepdims):
  """The values below which a share q lies, along one axis or several."""
  x = _as_number(x)
  rank = len(x.shape)
  axes = list(range(rank)) if axis is None else [canonicalize_axis(a, rank) for a in
                                                 (axis if isinstance(axis, (list, tuple)) else [axis])]
  kept = [i for i in range(rank) if i not in axes]
  y = tf.transpose(x, kept + axes)
  y = tf.sort(tf.reshape(y, tf.concat([tf.shape(y)[:len(kept)], [-1]], 0)), axis=-1)
  count = tf.cast(tf.shape(y)[-1], x.dtype)
  place = tf.cast(q, x.dtype) * (count - 1)
  low, high = tf.floor(place), tf.math.ceil(place)
  if method in ('linear', 'midpoint'):
    a, b = tf.gather(y, tf.cast(low, tf.int32), axis=-1), tf.gather(y, tf.cast(high, tf.int32), axis=-1)
    share = place - low if method == 'linear' else tf.cast(0.5, x.dtype)
    result = a + (b - a) * share
  else:
    place = {'lower': low, 'higher': high, 'nearest': tf.round(place)}[method]
    result = tf.gather(y, tf.cast(place, tf.int32), axis=-1)
  if len(result.shape) > len(kept):
    result = moveaxis(result, -1, 0)
  if keepdims:
    for a in sorted(axes):
      result = tf.expand_dims(result, a + len(result.shape) - (rank - len(axes)) - sorted(axes).index(a))
  return result


#: tf.keras.ops.quantile tf.keras.ops.numpy.quantile =quantile
@symbolic('Quantile')
def quantile(x, q, axis=None, method='linear', keepdims=False):
  return _quantile(x, convert_to_tensor(q), axis, method, keepdims)


#: tf.keras.ops.median tf.keras.ops.numpy.median =median
@symbolic('Median')
def median(x, axis=None, keepdims=False):
  return _quantile(x, 0.5, axis, 'linear', keepdims)


#: tf.keras.ops.vectorize tf.keras.ops.numpy.vectorize =vectorize
def vectorize(pyfunc, *, excluded=None, signature=None):
  raise NotImplementedError('tf.keras.ops.vectorize')
