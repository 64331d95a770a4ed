"""keras.ops.numpy: bits, windows, parts, NaNs, sets and the rest (keras/src/backend/tensorflow/numpy.py, math.py)."""
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numpy_more, numpy_ops
from tensorflow_lib.keras.numpy_ops import _as_float, _tensors, canonicalize_axis
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import floatx, result_type, standardize_dtype
from tensorflow_lib.keras.tensors import convert_to_tensor, shape as shape_of

_SMALL = ('bool', 'int8', 'int16', 'int32', 'uint8', 'uint16', 'uint32')


def _angle_float(x):
  """x as floats; those of int64 are float64."""
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  return tf.cast(x, floatx() if dtype in _SMALL else 'float64' if dtype == 'int64' else dtype)


# ---- bits
#: tf.keras.ops.bitwise_and tf.keras.ops.numpy.bitwise_and =bitwise_and
@symbolic('BitwiseAnd')
def bitwise_and(x, y):
  return tf.bitwise.bitwise_and(*_tensors(x, y))


#: tf.keras.ops.bitwise_or tf.keras.ops.numpy.bitwise_or =bitwise_or
@symbolic('BitwiseOr')
def bitwise_or(x, y):
  return tf.bitwise.bitwise_or(*_tensors(x, y))


#: tf.keras.ops.bitwise_xor tf.keras.ops.numpy.bitwise_xor =bitwise_xor
@symbolic('BitwiseXor')
def bitwise_xor(x, y):
  return tf.bitwise.bitwise_xor(*_tensors(x, y))


#: tf.keras.ops.bitwise_invert tf.keras.ops.numpy.bitwise_invert tf.keras.ops.bitwise_not
#: tf.keras.ops.numpy.bitwise_not =bitwise_invert
@symbolic('BitwiseInvert')
def bitwise_invert(x):
  return tf.bitwise.invert(convert_to_tensor(x))


def _shift(op, x, y):
  x = convert_to_tensor(x)
  if not isinstance(y, int):
    x, y = _tensors(x, y)
  return op(x, y)


#: tf.keras.ops.bitwise_left_shift tf.keras.ops.numpy.bitwise_left_shift tf.keras.ops.left_shift
#: tf.keras.ops.numpy.left_shift =bitwise_left_shift
@symbolic('BitwiseLeftShift')
def bitwise_left_shift(x, y):
  return _shift(tf.bitwise.left_shift, x, y)


#: tf.keras.ops.bitwise_right_shift tf.keras.ops.numpy.bitwise_right_shift tf.keras.ops.right_shift
#: tf.keras.ops.numpy.right_shift =bitwise_right_shift
@symbolic('BitwiseRightShift')
def bitwise_right_shift(x, y):
  return _shift(tf.bitwise.right_shift, x, y)


#: tf.keras.ops.view tf.keras.ops.numpy.view =view
@symbolic('View')
def view(x, dtype=None):
  """The same bytes as another dtype."""
  x = convert_to_tensor(x)
  old, new = tf.as_dtype(x.dtype), tf.as_dtype(standardize_dtype(dtype if dtype else x.dtype))
  dims = list(shape_of(x))
  last = dims[-1] if dims else -1
  if last == -1 and old.size != new.size or last * old.size % new.size != 0:
    raise ValueError('Cannot view array of shape %s and dtype %s as dtype %s because the total number of bytes is not '
                     'divisible by the new itemsize.' % (x.shape, old, new))
  if old.size == new.size:
    return tf.bitcast(x, type=new)
  if old.size > new.size:
    return tf.reshape(tf.bitcast(tf.reshape(x, [-1]), type=new), dims[:-1] + [last * (old.size // new.size)])
  ratio = new.size // old.size
  return tf.bitcast(tf.reshape(x, dims[:-1] + [last // ratio, ratio]), new)


# ---- numbers
#: tf.keras.ops.angle tf.keras.ops.numpy.angle =angle
@symbolic('Angle')
def angle(x):
  return tf.math.angle(_as_float(x))


#: tf.keras.ops.cbrt tf.keras.ops.numpy.cbrt =cbrt
@symbolic('Cbrt')
def cbrt(x):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  if dtype == 'int64':
    x = tf.cast(x, 'float64')
  elif dtype not in ('bfloat16', 'float16', 'float64'):
    x = tf.cast(x, floatx())
  return tf.sign(x) * tf.pow(tf.abs(x), 1.0 / 3.0)


#: tf.keras.ops.deg2rad tf.keras.ops.numpy.deg2rad =deg2rad
@symbolic('Deg2rad')
def deg2rad(x):
  x = _angle_float(x)
  return x * (tf.constant(math.pi, dtype=x.dtype) / tf.constant(180.0, dtype=x.dtype))


#: tf.keras.ops.rad2deg tf.keras.ops.numpy.rad2deg =rad2deg
@symbolic('Rad2deg')
def rad2deg(x):
  x = _angle_float(x)
  return x * (tf.constant(180.0, dtype=x.dtype) / tf.constant(math.pi, dtype=x.dtype))


#: tf.keras.ops.fabs tf.keras.ops.numpy.fabs =fabs
@symbolic('Fabs')
def fabs(x):
  x = convert_to_tensor(x)
  dtype = standardize_dtype(x.dtype)
  return tf.abs(tf.cast(x, floatx()) if 'int' in dtype or dtype == 'bool' else x)


def _without_nan(op, x1, x2):
  x1, x2 = numpy_ops._numbers(x1, x2)
  result = op(x1, x2)
  if 'float' not in standardize_dtype(x1.dtype):
    return result
  nan1, nan2 = tf.math.is_nan(x1), tf.math.is_nan(x2)
  result = tf.where(tf.logical_and(nan1, tf.logical_not(nan2)), x2, result)
  return tf.where(tf.logical_and(nan2, tf.logical_not(nan1)), x1, result)


#: tf.keras.ops.fmax tf.keras.ops.numpy.fmax =fmax
@symbolic('Fmax')
def fmax(x1, x2):
  return _without_nan(tf.maximum, x1, x2)


#: tf.keras.ops.fmin tf.keras.ops.numpy.fmin =fmin
@symbolic('Fmin')
def fmin(x1, x2):
  return _without_nan(tf.minimum, x1, x2)


#: tf.keras.ops.gcd tf.keras.ops.numpy.gcd =gcd
@symbolic('Gcd')
def gcd(x1, x2):
  x1, x2 = _tensors(x1, x2)
  if not x1.dtype.is_integer:
    raise TypeError('Arguments to gcd must be integers.')
  shape = tf.broadcast_static_shape(x1.shape, x2.shape)
  x1, x2 = tf.broadcast_to(x1, shape), tf.broadcast_to(x2, shape)
  if 'uint' not in x1.dtype.name:
    x1, x2 = tf.abs(x1), tf.abs(x2)

  def step(a, b):
    safe = tf.where(tf.equal(b, 0), tf.ones_like(b), b)
    return (tf.where(tf.not_equal(b, 0), b, a),
            tf.where(tf.not_equal(b, 0), tf.math.floormod(a, safe), tf.zeros_like(b)))

  return tf.while_loop(lambda a, b: tf.reduce_any(b != 0), step, [x1, x2])[0]


#: tf.keras.ops.lcm tf.keras.ops.numpy.lcm =lcm
@symbolic('Lcm')
def lcm(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  if not (x1.dtype.is_integer and x2.dtype.is_integer):
    raise TypeError('Arguments to lcm must be integers. Received: x1.dtype=%s, x2.dtype=%s' % (x1.dtype.name, x2.dtype.name))
  x1, x2 = _tensors(x1, x2)
  if 'uint' not in x1.dtype.name:
    x1, x2 = tf.abs(x1), tf.abs(x2)
  divisor = gcd(x1, x2)
  result = x1 * (x2 // tf.where(divisor == 0, tf.constant(1, dtype=divisor.dtype), divisor))
  return tf.where(divisor == 0, tf.zeros_like(result), result)


#: tf.keras.ops.heaviside tf.keras.ops.numpy.heaviside =heaviside
@symbolic('Heaviside')
def heaviside(x1, x2):
  x1, x2 = _tensors(x1, x2)
  dtype = standardize_dtype(x1.dtype)
  dtype = floatx() if dtype in _SMALL and dtype != 'bool' else 'float64' if dtype == 'int64' else dtype
  x1, x2 = tf.cast(x1, dtype), tf.cast(x2, dtype)
  return tf.where(x1 < 0, tf.zeros_like(x1), tf.where(x1 > 0, tf.ones_like(x1), x2))


#: tf.keras.ops.ldexp tf.keras.ops.numpy.ldexp =ldexp
@symbolic('Ldexp')
def ldexp(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype, float)
  if 'int' not in standardize_dtype(x2.dtype):
    raise TypeError('ldexp exponent must be an integer type. Received: x2 dtype=%s' % (x2.dtype,))
  x1 = tf.cast(x1, dtype)
  result = x1 * tf.pow(tf.constant(2.0, dtype=x1.dtype), tf.cast(x2, x1.dtype))
  return tf.cast(tf.where(tf.math.is_inf(x1) | (x1 == 0), x1, result), dtype)


#: tf.keras.ops.logaddexp2 tf.keras.ops.numpy.logaddexp2 =logaddexp2
@symbolic('Logaddexp2')
def logaddexp2(x1, x2):
  x1, x2 = _tensors(x1, x2, float)
  delta = x1 - x2
  log2 = tf.cast(tf.math.log(2.0), x1.dtype)
  return tf.where(tf.math.is_nan(delta), x1 + x2,
                  tf.maximum(x1, x2) + tf.math.log1p(tf.math.exp(-tf.abs(delta) * log2)) / log2)


#: tf.keras.ops.nextafter tf.keras.ops.numpy.nextafter =nextafter
@symbolic('Nextafter')
def nextafter(x1, x2):
  x1, x2 = convert_to_tensor(x1), convert_to_tensor(x2)
  dtype = result_type(x1.dtype, x2.dtype, float)
  return tf.cast(tf.math.nextafter(tf.cast(x1, tf.float64), tf.cast(x2, tf.float64)), dtype)


#: tf.keras.ops.sinc tf.keras.ops.numpy.sinc =sinc
@symbolic('Sinc')
def sinc(x):
  x = _as_float(x)
  pi_x = x * tf.constant(np.pi, dtype=x.dtype)
  return tf.where(tf.equal(x, 0), tf.ones_like(x), tf.math.sin(pi_x) / pi_x)


#: tf.keras.ops.isneginf tf.keras.ops.numpy.isneginf =isneginf
@symbolic('Isneginf')
def isneginf(x):
  x = convert_to_tensor(x)
  if not x.dtype.is_floating:
    return tf.zeros_like(x, dtype=tf.bool)
  return tf.equal(x, -tf.constant(float('inf'), dtype=x.dtype))


#: tf.keras.ops.isposinf tf.keras.ops.numpy.isposinf =isposinf
@symbolic('Isposinf')
def isposinf(x):
  x = convert_to_tensor(x)
  if not x.dtype.is_floating:
    return tf.zeros_like(x, dtype=tf.bool)
  return tf.equal(x, tf.constant(float('inf'), dtype=x.dtype))


#: tf.keras.ops.isreal tf.keras.ops.numpy.isreal =isreal
@symbolic('Isreal')
def isreal(x):
  x = convert_to_tensor(x)
  return tf.equal(tf.math.imag(x), 0) if x.dtype.is_complex else tf.ones_like(x, dtype=tf.bool)


#: tf.keras.ops.fmod tf.keras.ops.numpy.fmod =fmod
@symbolic('Fmod')
def fmod(x1, x2):
  x1, x2 = _tensors(x1, x2)
  return tf.truncatemod(x1, x2)


# ---- windows
#: tf.keras.ops.bartlett tf.keras.ops.numpy.bartlett =bartlett
@symbolic('Bartlett')
def bartlett(x):
  x = convert_to_tensor(x, dtype=floatx())
  if x == 0:
    return tf.constant([])
  if x == 1:
    return tf.ones([1])
  n = tf.range(x)
  return tf.where(n <= (x - 1) / 2, 2.0 * n / (x - 1), 2.0 - 2.0 * n / (x - 1))


#: tf.keras.ops.blackman tf.keras.ops.numpy.blackman =blackman
@symbolic('Blackman')
def blackman(x):
  dtype = floatx()
  x = tf.cast(x, dtype)
  n = tf.range(x, dtype=dtype)
  last = tf.cast(x - 1, dtype)
  safe = tf.where(tf.equal(last, 0), tf.ones_like(last), last)
  window = 0.42 + -0.5 * tf.cos(2 * np.pi * n / safe) + 0.08 * tf.cos(4 * np.pi * n / safe)
  return tf.where(tf.equal(last, 0), tf.ones_like(window), window)


#: tf.keras.ops.hamming tf.keras.ops.numpy.hamming =hamming
@symbolic('Hamming')
def hamming(x):
  return tf.signal.hamming_window(convert_to_tensor(x, dtype=tf.int32), periodic=False)


#: tf.keras.ops.hanning tf.keras.ops.numpy.hanning =hanning
@symbolic('Hanning')
def hanning(x):
  return tf.signal.hann_window(convert_to_tensor(x, dtype=tf.int32), periodic=False)


#: tf.keras.ops.kaiser tf.keras.ops.numpy.kaiser =kaiser
@symbolic('Kaiser')
def kaiser(x, beta):
  return tf.signal.kaiser_window(convert_to_tensor(x, dtype=tf.int32), beta=beta)


# ---- parts and places
#: tf.keras.ops.array_split tf.keras.ops.numpy.array_split =array_split
@symbolic('ArraySplit')
def array_split(x, indices_or_sections, axis=0):
  x = tf.convert_to_tensor(x)
  size, many = shape_of(x)[axis], indices_or_sections
  each, rest = size // many, size % many
  return tf.split(x, [each + 1] * rest + [each] * (many - rest), axis=axis)


#: tf.keras.ops.hsplit tf.keras.ops.numpy.hsplit =hsplit
@symbolic('Hsplit')
def hsplit(x, indices_or_sections):
  x = convert_to_tensor(x)
  return numpy_ops.split(x, indices_or_sections, axis=0 if x.shape.rank == 1 else 1)


#: tf.keras.ops.vsplit tf.keras.ops.numpy.vsplit =vsplit
@symbolic('Vsplit')
def vsplit(x, indices_or_sections):
  return numpy_ops.split(x, indices_or_sections, axis=0)


#: tf.keras.ops.dsplit tf.keras.ops.numpy.dsplit =dsplit
@symbolic('Dsplit')
def dsplit(x, indices_or_sections):
  return numpy_ops.split(x, indices_or_sections, axis=2)


#: tf.keras.ops.dstack tf.keras.ops.numpy.dstack =dstack
@symbolic('Dstack')
def dstack(xs):
  xs = [convert_to_tensor(x) for x in xs]
  if len({x.dtype for x in xs}) > 1:
    dtype = result_type(*[x.dtype for x in xs])
    xs = [tf.cast(x, dtype) for x in xs]
  deep = []
  for x in xs:
    if len(x.shape) == 0:
      x = tf.reshape(x, (1, 1, 1))
    elif len(x.shape) == 1:
      x = tf.expand_dims(tf.expand_dims(x, axis=0), axis=2)
    elif len(x.shape) == 2:
      x = tf.expand_dims(x, axis=2)
    deep.append(x)
  return tf.concat(deep, axis=2)


#: tf.keras.ops.diagflat tf.keras.ops.numpy.diagflat =diagflat
@symbolic('Diagflat')
def diagflat(x, k=0):
  return numpy_more.diag(tf.reshape(convert_to_tensor(x), [-1]), k)


#: tf.keras.ops.empty_like tf.keras.ops.numpy.empty_like =empty_like
@symbolic('EmptyLike')
def empty_like(x, dtype=None):
  return tf.zeros_like(x, dtype=dtype)


#: tf.keras.ops.fliplr tf.keras.ops.numpy.fliplr =fliplr
@symbolic('Fliplr')
def fliplr(x):
  return tf.reverse(convert_to_tensor(x), [1])


#: tf.keras.ops.flipud tf.keras.ops.numpy.flipud =flipud
@symbolic('Flipud')
def flipud(x):
  return tf.reverse(convert_to_tensor(x), [0])


#: tf.keras.ops.rot90 tf.keras.ops.numpy.rot90 =rot90
@symbolic('Rot90')
def rot90(array, k=1, axes=(0, 1)):
  array = convert_to_tensor(array)
  rank = array.shape.rank
  if rank < 2:
    raise ValueError('Input array must have at least 2 dimensions. Received: array.ndim=%s' % rank)
  if len(axes) != 2 or axes[0] == axes[1]:
    raise ValueError('Invalid axes: %s. Axes must be a tuple of two different dimensions.' % (axes,))
  first, second = [a % rank for a in axes]
  swapped = list(range(rank))
  swapped[first], swapped[second] = second, first
  if k % 4 == 1:
    return tf.transpose(tf.reverse(array, [second]), swapped)
  if k % 4 == 2:
    return tf.reverse(array, [first, second])
  return tf.reverse(tf.transpose(array, swapped), [second]) if k % 4 == 3 else array


#: tf.keras.ops.select tf.keras.ops.numpy.select =select
@symbolic('Select')
def select(condlist, choicelist, default=0):
  result = convert_to_tensor(default)
  for condition, choice in zip(reversed(condlist), reversed(choicelist)):
    result = numpy_ops.where(condition, choice, result)
  return result


#: tf.keras.ops.unravel_index tf.keras.ops.numpy.unravel_index =unravel_index
@symbolic('UnravelIndex')
def unravel_index(indices, shape):
  indices = tf.convert_to_tensor(indices)
  if None in shape:
    raise ValueError('`shape` argument cannot contain `None`. Received: shape=%s' % (shape,))
  found = []
  for dim in reversed(shape):
    found.append(tf.cast(indices % dim, indices.dtype))
    indices = indices // dim
  return tuple(reversed(found))


#: tf.keras.ops.kron tf.keras.ops.numpy.kron =kron
@symbolic('Kron')
def kron(x1, x2):
  x1, x2 = _tensors(x1, x2)
  rank = max(x1.shape.rank, x2.shape.rank)
  dims = [[1] * (rank - x.shape.rank) + list(shape_of(x)) for x in (x1, x2)]
  spread = lambda x, own, first: tf.reshape(x, [d for size in own for d in ((size, 1) if first else (1, size))])
  product = spread(x1, dims[0], True) * spread(x2, dims[1], False)
  return tf.reshape(product, [a * b for a, b in zip(*dims)])


#: tf.keras.ops.vander tf.keras.ops.numpy.vander =vander
@symbolic('Vander')
def vander(x, N=None, increasing=False):
  x = convert_to_tensor(x)
  N = shape_of(x)[0] if N is None else N
  powers = tf.range(N) if increasing else tf.range(N - 1, -1, -1)
  dtype = result_type(x.dtype, 'float32')
  result = tf.math.pow(tf.cast(tf.expand_dims(x, axis=-1), dtype), tf.cast(powers, dtype))
  return tf.cast(result, result_type(x.dtype))


#: tf.keras.ops.geomspace tf.keras.ops.numpy.geomspace =geomspace
@symbolic('Geomspace')
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
  start, stop = convert_to_tensor(start), convert_to_tensor(stop)
  of = lambda x: tf.math.log(tf.cast(tf.abs(x), dtype or floatx()))
  base = tf.math.log(tf.constant(10.0, dtype=of(start).dtype))
  result = numpy_more.logspace(of(start) / base, of(stop) / base, num=num, endpoint=endpoint, base=10, dtype=dtype,
                               axis=axis)
  return result * tf.cast(tf.sign(tf.cast(start, base.dtype)), result.dtype)


#: tf.keras.ops.isin tf.keras.ops.numpy.isin =isin
@symbolic('IsIn')
def isin(x1, x2, assume_unique=False, invert=False):
  x1, x2 = _tensors(x1, x2)
  dims = tf.shape(x1)
  found = tf.reduce_any(tf.equal(tf.expand_dims(tf.reshape(x1, [-1]), 1), tf.expand_dims(tf.reshape(x2, [-1]), 0)), axis=1)
  return tf.reshape(tf.logical_not(found) if invert else found, dims)


#: tf.keras.ops.unique tf.keras.ops.numpy.unique =unique
@symbolic('Unique')
def unique(x, sorted=True, return_index=False, return_inverse=False, return_counts=False, axis=None, size=None,
           fill_value=None):
  if axis is not None or size is not None:
    raise NotImplementedError('tf.keras.ops.unique with axis or size')
  x = tf.convert_to_tensor(x)
  flat = tf.reshape(x, [-1])
  values, inverse, counts = tf.unique_with_counts(flat)
  places = tf.math.unsorted_segment_min(tf.range(tf.size(flat)), inverse, tf.size(values))
  if sorted:
    order = tf.argsort(values)
    values, counts, places = tf.gather(values, order), tf.gather(counts, order), tf.gather(places, order)
    inverse = tf.gather(tf.math.invert_permutation(order), inverse)
  results = [values]
  if return_index:
    results.append(places)
  if return_inverse:
    results.append(tf.reshape(inverse, tf.shape(x)))
  if return_counts:
    results.append(counts)
  return tuple(results) if len(results) > 1 else values


# ---- reductions
#: tf.keras.ops.ptp tf.keras.ops.numpy.ptp =ptp
@symbolic('Ptp')
def ptp(x, axis=None, keepdims=False):
  x = convert_to_tensor(x)
  return tf.reduce_max(x, axis=axis, keepdims=keepdims) - tf.reduce_min(x, axis=axis, keepdims=keepdims)


def _nan_arg(op, x, axis, keepdims, worst):
  x = convert_to_tensor(x)
  if not x.dtype.is_floating:
    return op(x, axis=axis, keepdims=keepdims)
  nans = tf.math.is_nan(x)
  return tf.where(tf.reduce_all(nans, axis=axis, keepdims=keepdims), tf.constant(-1, dtype=tf.int32),
                  op(tf.where(nans, tf.constant(worst, dtype=x.dtype), x), axis=axis, keepdims=keepdims))


#: tf.keras.ops.nanargmax tf.keras.ops.numpy.nanargmax =nanargmax
@symbolic('Nanargmax')
def nanargmax(x, axis=None, keepdims=False):
  return _nan_arg(numpy_ops.argmax, x, axis, keepdims, float('-inf'))


#: tf.keras.ops.nanargmin tf.keras.ops.numpy.nanargmin =nanargmin
@symbolic('Nanargmin')
def nanargmin(x, axis=None, keepdims=False):
  return _nan_arg(numpy_ops.argmin, x, axis, keepdims, float('inf'))


#: tf.keras.ops.nanprod tf.keras.ops.numpy.nanprod =nanprod
@symbolic('Nanprod')
def nanprod(x, axis=None, keepdims=False):
  x = convert_to_tensor(x)
  if x.dtype.is_floating:
    x = tf.where(tf.math.is_nan(x), tf.ones((), dtype=x.dtype), x)
  return numpy_ops.prod(x, axis=axis, keepdims=keepdims)


#: tf.keras.ops.nanvar tf.keras.ops.numpy.nanvar =nanvar
@symbolic('Nanvar')
def nanvar(x, axis=None, keepdims=False):
  x = convert_to_tensor(x)
  x = tf.cast(x, result_type(x.dtype, float))
  valid = ~tf.math.is_nan(x)
  squares = tf.square(tf.where(valid, x - numpy_more.nanmean(x, axis=axis, keepdims=True), tf.zeros_like(x)))
  count = tf.reduce_sum(tf.cast(valid, squares.dtype), axis=axis, keepdims=keepdims)
  return tf.reduce_sum(squares, axis=axis, keepdims=keepdims) / count


#: tf.keras.ops.nanstd tf.keras.ops.numpy.nanstd =nanstd
@symbolic('Nanstd')
def nanstd(x, axis=None, keepdims=False):
  return tf.sqrt(nanvar(x, axis=axis, keepdims=keepdims))


def _filled(x, value):
  x = convert_to_tensor(x)
  return tf.where(tf.math.is_nan(x), tf.cast(value, x.dtype), x) if x.dtype.is_floating else x


#: tf.keras.ops.nancumsum tf.keras.ops.numpy.nancumsum =nancumsum
@symbolic('Nancumsum')
def nancumsum(x, axis=None, dtype=None):
  return numpy_ops.cumsum(_filled(x, 0), axis=axis, dtype=dtype)


#: tf.keras.ops.nancumprod tf.keras.ops.numpy.nancumprod =nancumprod
@symbolic('Nancumprod')
def nancumprod(x, axis=None, dtype=None):
  return numpy_ops.cumprod(_filled(x, 1), axis=axis, dtype=dtype)


#: tf.keras.ops.percentile tf.keras.ops.numpy.percentile =percentile
@symbolic('Percentile')
def percentile(x, q, axis=None, method='linear', keepdims=False):
  return numpy_more.quantile(x, convert_to_tensor(q, floatx()) / 100.0, axis=axis, method=method, keepdims=keepdims)


#: tf.keras.ops.trapezoid tf.keras.ops.numpy.trapezoid =trapezoid
@symbolic('Trapezoid')
def trapezoid(y, x=None, dx=1.0, axis=-1):
  y = convert_to_tensor(y)
  y = tf.cast(y, result_type(y.dtype, float))

  def last(t):
    at = canonicalize_axis(axis, t.shape.rank)
    rest = [i for i in range(t.shape.rank) if i != at]
    return t if axis == -1 else tf.transpose(t, rest + [at])

  if x is None:
    steps = tf.cast(dx, y.dtype)
  else:
    steps = numpy_more.diff(convert_to_tensor(x, dtype=y.dtype), axis=axis)
    steps = last(steps) if steps.shape.rank > 1 else steps
  y = last(y)
  return tf.reduce_sum(0.5 * (y[..., 1:] + y[..., :-1]) * steps, axis=-1)


#: tf.keras.ops.corrcoef tf.keras.ops.numpy.corrcoef =corrcoef
@symbolic('Corrcoef')
def corrcoef(x):
  x = convert_to_tensor(x)
  if standardize_dtype(x.dtype) in _SMALL:
    x = tf.cast(x, floatx())
  centered = x - tf.reduce_mean(x, axis=-1, keepdims=True)
  covariance = tf.matmul(centered, centered, adjoint_b=True) / (tf.cast(tf.shape(x)[-1], x.dtype) - 1)
  stddev = tf.sqrt(tf.linalg.diag_part(covariance))
  return tf.clip_by_value(covariance / tf.tensordot(stddev, stddev, axes=0), -1.0, 1.0)


#: tf.keras.ops.segment_min =segment_min
@symbolic('SegmentMin', 'keras.src.ops.math')
def segment_min(data, segment_ids, num_segments=None, sorted=False):
  if num_segments is None:
    num_segments = tf.reduce_max(segment_ids) + 1
  return tf.math.unsorted_segment_min(data, segment_ids, num_segments)


#: tf.keras.ops.segment_prod =segment_prod
@symbolic('SegmentProd', 'keras.src.ops.math')
def segment_prod(data, segment_ids, num_segments=None, sorted=False):
  if num_segments is None:
    num_segments = tf.reduce_max(segment_ids) + 1
  return tf.math.unsorted_segment_prod(data, segment_ids, num_segments)


#: tf.keras.ops.erfc =erfc
@symbolic('Erfc', 'keras.src.ops.math')
def erfc(x):
  return tf.math.erfc(convert_to_tensor(x))


# ---- matrices
#: tf.keras.ops.slogdet tf.keras.ops.numpy.slogdet =slogdet
@symbolic('Slogdet')
def slogdet(x):
  return tuple(tf.linalg.slogdet(convert_to_tensor(x)))


#: tf.keras.ops.logdet =logdet
@symbolic('Logdet', 'keras.src.ops.math')
def logdet(x):
  return tf.linalg.logdet(convert_to_tensor(x))


#: tf.keras.ops.pinv tf.keras.ops.linalg.pinv =pinv
@symbolic('Pinv', 'keras.src.ops.linalg')
def pinv(x, rcond=None):
  return tf.linalg.pinv(_as_float(x), rcond)


#: tf.keras.ops.lstsq tf.keras.ops.linalg.lstsq =lstsq
@symbolic('Lstsq', 'keras.src.ops.linalg')
def lstsq(a, b, rcond=None):
  a, b = convert_to_tensor(a), convert_to_tensor(b)
  vector = b.shape.rank == 1
  out = tf.matmul(tf.linalg.pinv(a, rcond), tf.expand_dims(b, -1) if vector else b)
  return tf.squeeze(out, -1) if vector else out


#: tf.keras.ops.solve_triangular tf.keras.ops.linalg.solve_triangular =solve_triangular
@symbolic('SolveTriangular', 'keras.src.ops.linalg')
def solve_triangular(a, b, lower=False):
  a, b = convert_to_tensor(a), convert_to_tensor(b)
  if b.shape.rank == a.shape.rank - 1:
    return tf.squeeze(tf.linalg.triangular_solve(a, tf.expand_dims(b, axis=-1), lower=lower), axis=-1)
  return tf.linalg.triangular_solve(a, b, lower=lower)


#: tf.keras.ops.matrix_rank tf.keras.ops.linalg.matrix_rank =matrix_rank
@symbolic('MatrixRank', 'keras.src.ops.linalg')
def matrix_rank(x, tol=None):
  return tf.linalg.matrix_rank(_as_float(x), tol)


# ---- images and waves
#: tf.keras.ops.depth_to_space tf.keras.ops.nn.depth_to_space =depth_to_space
@symbolic('DepthToSpace', 'keras.src.ops.nn')
def depth_to_space(x, block_size, data_format='channels_last'):
  if data_format == 'channels_first':
    moved = tf.nn.depth_to_space(tf.transpose(x, (0, 2, 3, 1)), block_size)
    return tf.transpose(moved, (0, 3, 1, 2))
  return tf.nn.depth_to_space(x, block_size)


#: tf.keras.ops.space_to_depth tf.keras.ops.nn.space_to_depth =space_to_depth
@symbolic('SpaceToDepth', 'keras.src.ops.nn')
def space_to_depth(x, block_size, data_format='channels_last'):
  if data_format == 'channels_first':
    moved = tf.nn.space_to_depth(tf.transpose(x, (0, 2, 3, 1)), block_size)
    return tf.transpose(moved, (0, 3, 1, 2))
  return tf.nn.space_to_depth(x, block_size)


def _complex(x):
  real, imag = [convert_to_tensor(part) for part in x]
  return tf.complex(real, imag)


def _parts(x):
  return tf.math.real(x), tf.math.imag(x)


#: tf.keras.ops.fft =fft
@symbolic('FFT', 'keras.src.ops.math')
def fft(x):
  return _parts(tf.signal.fft(_complex(x)))


#: tf.keras.ops.fft2 =fft2
@symbolic('FFT2', 'keras.src.ops.math')
def fft2(x):
  return _parts(tf.signal.fft2d(_complex(x)))


#: tf.keras.ops.ifft2 =ifft2
@symbolic('IFFT2', 'keras.src.ops.math')
def ifft2(x):
  return _parts(tf.signal.ifft2d(_complex(x)))


#: tf.keras.ops.rfft =rfft
@symbolic('RFFT', 'keras.src.ops.math')
def rfft(x, fft_length=None):
  length = None if fft_length is None else [fft_length]
  return _parts(tf.signal.rfft(convert_to_tensor(x), fft_length=length))


#: tf.keras.ops.irfft =irfft
@symbolic('IRFFT', 'keras.src.ops.math')
def irfft(x, fft_length=None):
  return tf.signal.irfft(_complex(x), fft_length=None if fft_length is None else [fft_length])


#: tf.keras.ops.view_as_complex =view_as_complex
@symbolic('ViewAsComplex', 'keras.src.ops.math')
def view_as_complex(x):
  x = convert_to_tensor(x)
  return tf.complex(x[..., 0], x[..., 1])


#: tf.keras.ops.view_as_real =view_as_real
@symbolic('ViewAsReal', 'keras.src.ops.math')
def view_as_real(x):
  x = convert_to_tensor(x)
  return tf.stack([tf.math.real(x), tf.math.imag(x)], axis=-1)
