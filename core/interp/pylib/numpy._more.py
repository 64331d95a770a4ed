"""What of numpy is not native: functions over the native arrays, and methods of arrays that are looked up here."""
import math
import operator

import numpy as np

_op = np._op
double, single, half, int_, intp, uint, longlong = (
    np.float64, np.float32, np.float16, np.int64, np.int64, np.uint64, np.int64)
True_, False_ = np.bool_(True), np.bool_(False)


def _array(x):
  return x if isinstance(x, (np.ndarray, np.generic)) else np.asarray(x)


def _axis(axis, rank):
  axis = operator.index(axis)
  if not -rank <= axis < rank:
    raise exceptions.AxisError('axis %d is out of bounds for array of dimension %d' % (axis, rank))
  return axis % rank


def _scalar(x):
  """An array without dims is given as a scalar."""
  return x[()] if isinstance(x, np.ndarray) and x.ndim == 0 else x


class _Exceptions:
  class AxisError(ValueError, IndexError):
    pass
  AxisError.__module__ = 'numpy.exceptions'
  AxisError.__qualname__ = 'AxisError'

  class DTypePromotionError(TypeError):
    pass
  DTypePromotionError.__module__ = 'numpy.exceptions'
  DTypePromotionError.__qualname__ = 'DTypePromotionError'


exceptions = _Exceptions()


def __getattr__(name):
  if name[:2] == '__':
    raise AttributeError(name)
  from numpy import _extra
  return getattr(_extra, name)


def asanyarray(a, dtype=None):
  return np.asarray(a, dtype)


ascontiguousarray = asanyarray


def copy(a):
  return np.array(a)


def ndim(a):
  return _array(a).ndim


def shape(a):
  return _array(a).shape


def size(a, axis=None):
  return _array(a).size if axis is None else _array(a).shape[axis]


def isscalar(x):
  return isinstance(x, (int, float, complex, str, bytes, np.generic))


def full_like(a, fill_value, dtype=None):
  a = _array(a)
  return np.full(a.shape, fill_value, dtype or a.dtype)


def empty_like(a, dtype=None):
  return np.zeros_like(a, dtype)


def identity(n, dtype=float):
  return np.eye(n, dtype=dtype)


# ---- elementwise
def _thin(x):
  return x if isinstance(x, (int, float, complex, np.generic)) else np.asarray(x).ravel()[:0]


def _common(a, b):
  """Both as arrays of the dtype that their sum has: Python numbers are weak."""
  if not isinstance(a, (np.ndarray, np.generic)) and not isinstance(b, (np.ndarray, np.generic)):
    a, b = _array(a), _array(b)
  x, y = _array(a), _array(b)
  if x.dtype.kind in 'US' or y.dtype.kind in 'US':
    dtype = np.concatenate([x.ravel(), y.ravel()]).dtype
  elif x.dtype == np.bool_ == y.dtype:
    dtype = x.dtype
  else:
    dtype = (_thin(a) + _thin(b)).dtype
  return np.asarray(a, dtype), np.asarray(b, dtype)


def _two(op, logical=None):
  def function(x1, x2):
    a, b = _common(x1, x2)
    if a.dtype == np.bool_ and logical:
      return _scalar(_op(logical, a, b))
    return _scalar(_op(op, a, b))
  return function


maximum, minimum = _two('Maximum', 'LogicalOr'), _two('Minimum', 'LogicalAnd')
fmax, fmin = maximum, minimum


def _floats(x):
  x = _array(x)
  return x if x.dtype.kind in 'fcV' else x.astype(np.float64)


def _one(op):
  return lambda x: _scalar(_op(op, _floats(x)))


sinh, cosh, arcsin, arccos, arctan = _one('Sinh'), _one('Cosh'), _one('Asin'), _one('Acos'), _one('Atan')
arcsinh, arccosh, arctanh, rint = _one('Asinh'), _one('Acosh'), _one('Atanh'), _one('Rint')
asin, acos, atan = arcsin, arccos, arctan


def arctan2(x1, x2):
  a, b = _common(x1, x2)
  return _scalar(_op('Atan2', _floats(a), _floats(b)))


def _through(f):
  def function(x):
    x = _floats(x)
    return _scalar(np.array([f(float(v)) for v in x.ravel().tolist()], dtype=x.dtype).reshape(x.shape))
  return function


def _log(f):
  return lambda v: f(v) if v > 0 else -math.inf if v == 0 else math.nan


def _logarithm(f, name):
  plain = _through(_log(f))

  def function(x):
    x = _floats(x)
    if np.any(x <= 0):
      from numpy import _errors
      for kind, there in (('divide', x == 0), ('invalid', x < 0)):
        if np.any(there):
          _errors.report(kind, name)
    return plain(x)
  return function


log2, log10, cbrt = _logarithm(math.log2, 'log2'), _logarithm(math.log10, 'log10'), _through(math.cbrt)
exp2, trunc = _through(lambda v: 2.0**v), _through(lambda v: float(math.trunc(v)) if math.isfinite(v) else v)
degrees, radians = _through(math.degrees), _through(math.radians)
rad2deg, deg2rad = degrees, radians


def square(x):
  x = _array(x)
  return x * x


def sign(x):
  return _scalar(_op('Sign', _array(x)))


def negative(x):
  return -_array(x)


def positive(x):
  return +_array(x)


def reciprocal(x):
  x = _array(x)
  if x.dtype.kind not in 'fc' or np.all(x):
    return 1 / x
  from numpy import _errors
  _errors.report('divide', 'reciprocal')
  with _errors.errstate(divide='ignore'):
    return 1 / x


def fabs(x):
  return abs(_floats(x))


def conjugate(x):
  x = _array(x)
  return _scalar(_op('Conj', x)) if x.dtype.kind == 'c' else x


conj = conjugate


def _binary(f):
  def function(x1, x2):
    if not isinstance(x1, (np.ndarray, np.generic)) and not isinstance(x2, (np.ndarray, np.generic)):
      x1 = _array(x1)
    return f(x1, x2)
  return function


mod = remainder = _binary(operator.mod)
floor_divide, true_divide = _binary(operator.floordiv), _binary(operator.truediv)
equal, not_equal, less, less_equal, greater, greater_equal = (_binary(f) for f in (
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge))
bitwise_and, bitwise_or, bitwise_xor = (_binary(f) for f in (operator.and_, operator.or_, operator.xor))
left_shift, right_shift = _binary(operator.lshift), _binary(operator.rshift)


def invert(x):
  return ~_array(x)


bitwise_not = invert


def _truth(x):
  return _array(x).astype(np.bool_)


def logical_not(x):
  return ~_truth(x)


def logical_and(x1, x2):
  return _truth(x1) & _truth(x2)


def logical_or(x1, x2):
  return _truth(x1) | _truth(x2)


def logical_xor(x1, x2):
  return _truth(x1) ^ _truth(x2)


def hypot(x1, x2):
  a, b = _common(x1, x2)
  return np.sqrt(a * a + b * b)


def clip(a, a_min=None, a_max=None, *, min=None, max=None):
  low, high = a_min if min is None else min, a_max if max is None else max
  a = _array(a)
  if low is not None:
    a = maximum(a, low)
  return a if high is None else minimum(a, high)


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
  a, b = _floats(a), _floats(b)
  close = (abs(a - b) <= atol + rtol * abs(b)) & np.isfinite(b) | (a == b)
  return close | np.isnan(a) & np.isnan(b) if equal_nan else close


def nan_to_num(x, nan=0.0):
  x = _array(x)
  info = finfo(x.dtype)
  x = where(np.isnan(x), np.asarray(nan, x.dtype), x)
  return clip(x, info.min, info.max)


# ---- shapes
def expand_dims(a, axis):
  a = _array(a)
  axes = axis if isinstance(axis, (tuple, list)) else (axis,)
  rank = a.ndim + len(axes)
  axes = {_axis(x, rank) for x in axes}
  dims = iter(a.shape)
  return np.asarray(a).reshape(tuple(1 if i in axes else next(dims) for i in range(rank)))


def squeeze(a, axis=None):
  a = _array(a)
  if axis is None:
    return np.asarray(a).reshape(tuple(d for d in a.shape if d != 1))
  axes = {_axis(x, a.ndim) for x in (axis if isinstance(axis, (tuple, list)) else (axis,))}
  if any(a.shape[i] != 1 for i in axes):
    raise ValueError('cannot select an axis to squeeze out which has size not equal to one')
  return np.asarray(a).reshape(tuple(d for i, d in enumerate(a.shape) if i not in axes))


def transpose(a, *axes):
  a = _array(a)
  if len(axes) == 1 and (axes[0] is None or isinstance(axes[0], (tuple, list))):
    axes = axes[0]
  if not axes:
    return a.T
  if len(axes) != a.ndim:
    raise ValueError("axes don't match array")
  return _op('Transpose', a, np.array([_axis(x, a.ndim) for x in axes], np.int32))


permute_dims = transpose


def swapaxes(a, axis1, axis2):
  a = _array(a)
  order = list(range(a.ndim))
  i, j = _axis(axis1, a.ndim), _axis(axis2, a.ndim)
  order[i], order[j] = j, i
  return transpose(a, order)


def moveaxis(a, source, destination):
  a = _array(a)
  source, destination = ([_axis(x, a.ndim) for x in (s if isinstance(s, (tuple, list)) else (s,))]
                         for s in (source, destination))
  order = [i for i in range(a.ndim) if i not in source]
  for to, where in sorted(zip(destination, source)):
    order.insert(to, where)
  return transpose(a, order)


def stack(arrays, axis=0):
  arrays = [_array(a) for a in arrays]
  if not arrays:
    raise ValueError('need at least one array to stack')
  if len({a.shape for a in arrays}) > 1:
    raise ValueError('all input arrays must have the same shape')
  axis = _axis(axis, arrays[0].ndim + 1)
  return np.concatenate([expand_dims(a, axis) for a in arrays], axis)


def atleast_1d(a):
  a = np.asarray(a)
  return a.reshape((1,)) if a.ndim == 0 else a


def atleast_2d(a):
  a = atleast_1d(a)
  return a.reshape((1, -1)) if a.ndim == 1 else a


def vstack(tup):
  return np.concatenate([atleast_2d(a) for a in tup], 0)


def hstack(tup):
  arrays = [atleast_1d(a) for a in tup]
  return np.concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def column_stack(tup):
  return np.concatenate([a.reshape((-1, 1)) if a.ndim < 2 else a for a in map(np.asarray, tup)], 1)


def append(arr, values, axis=None):
  if axis is None:
    return np.concatenate([np.ravel(arr), np.ravel(values)])
  return np.concatenate([arr, values], axis)


def array_split(ary, indices_or_sections, axis=0):
  ary = np.asarray(ary)
  axis = _axis(axis, ary.ndim)
  n = ary.shape[axis]
  if isinstance(indices_or_sections, (int, np.integer)):
    each, extra = divmod(n, int(indices_or_sections))
    ends = [0]
    for i in range(int(indices_or_sections)):
      ends.append(ends[-1] + each + (i < extra))
  else:
    ends = [0] + [int(i) for i in indices_or_sections] + [n]
  return [ary[(slice(None),) * axis + (slice(a, b),)] for a, b in zip(ends, ends[1:])]


def split(ary, indices_or_sections, axis=0):
  if isinstance(indices_or_sections, (int, np.integer)) and np.asarray(ary).shape[axis] % indices_or_sections:
    raise ValueError('array split does not result in an equal division')
  return array_split(ary, indices_or_sections, axis)


def broadcast_to(array, shape):
  shape = (shape,) if isinstance(shape, int) else tuple(shape)
  return _op('BroadcastTo', np.asarray(array), np.array(shape, np.int32))


def repeat(a, repeats, axis=None):
  a = np.asarray(a)
  if axis is None:
    a, axis = a.ravel(), 0
  axis = _axis(axis, a.ndim)
  counts = np.ravel(repeats).tolist()
  counts = counts * a.shape[axis] if len(counts) == 1 else counts
  return take(a, [i for i, n in enumerate(counts) for _ in range(n)], axis)


def tile(A, reps):
  A = np.asarray(A)
  reps = (reps,) if isinstance(reps, (int, np.integer)) else tuple(reps)
  rank = max(A.ndim, len(reps))
  A = A.reshape((1,) * (rank - A.ndim) + A.shape)
  return _op('Tile', A, np.array((1,) * (rank - len(reps)) + reps, np.int32))


def flip(m, axis=None):
  m = np.asarray(m)
  axes = range(m.ndim) if axis is None else [_axis(x, m.ndim) for x in (axis if isinstance(axis, tuple) else (axis,))]
  return m[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(m.ndim))]


def flipud(m):
  return flip(m, 0)


def fliplr(m):
  return flip(m, 1)


def roll(a, shift, axis=None):
  a = np.asarray(a)
  flat = a.ravel() if axis is None else a
  axis = 0 if axis is None else _axis(axis, a.ndim)
  n = flat.shape[axis]
  return take(flat, [(i - shift) % n for i in range(n)], axis).reshape(a.shape)


def take(a, indices, axis=None):
  a = np.asarray(a)
  if axis is None:
    a, axis = a.ravel(), 0
  return a[(slice(None),) * _axis(axis, a.ndim) + (np.asarray(indices, np.int64),)]


def pad(array, pad_width, mode='constant', constant_values=0):
  if mode != 'constant':
    raise NotImplementedError('np.pad with mode=%r is not supported by tracepack' % (mode,))
  array = np.asarray(array)
  width = np.asarray(pad_width)
  width = _op('BroadcastTo', width.astype(np.int32), np.array((array.ndim, 2), np.int32))
  values = np.asarray(constant_values, array.dtype)
  if values.ndim == 0:
    return _op('PadV2', array, width, values)
  # A value for each side of each axis, one axis after the other.
  values = _op('BroadcastTo', values, np.array((array.ndim, 2), np.int32))
  for axis in range(array.ndim):
    for side in range(2):
      one = np.zeros((array.ndim, 2), np.int32)
      one[axis, side] = width[axis, side]
      array = _op('PadV2', array, one, values[axis, side])
  return array


def meshgrid(*xi, indexing='xy'):
  arrays = [np.ravel(x) for x in xi]
  axes = list(range(len(arrays)))
  if indexing == 'xy' and len(arrays) > 1:
    axes[:2] = 1, 0
  whole = tuple(arrays[axis].size for axis in axes)
  return tuple(broadcast_to(a.reshape(tuple(-1 if i == axis else 1 for i in range(len(arrays)))), whole)
               for a, axis in zip(arrays, axes))


def diag(v, k=0):
  v = np.asarray(v)
  if v.ndim == 1:
    n = v.size + abs(k)
    m = np.zeros((n, n), v.dtype)
    for i in range(v.size):
      m[i + max(-k, 0), i + max(k, 0)] = v[i]
    return m
  rows = range(max(-k, 0), min(v.shape[0], v.shape[1] - k))
  return np.array([v[i, i + k] for i in rows], dtype=v.dtype)


diagonal = diag


def trace(a):
  return diag(a).sum()


def _triangle(keep):
  def function(m, k=0):
    m = np.asarray(m)
    rows, columns = np.arange(m.shape[-2]).reshape((-1, 1)), np.arange(m.shape[-1])
    return where(keep(columns, rows + k), m, np.zeros((), m.dtype))
  return function


tril, triu = _triangle(operator.le), _triangle(operator.ge)


def outer(a, b):
  return np.ravel(a).reshape((-1, 1)) * np.ravel(b)


def inner(a, b):
  a, b = np.asarray(a), np.asarray(b)
  return a @ b if b.ndim == 1 else a @ swapaxes(b, -1, -2)


def vdot(a, b):
  return np.ravel(a) @ np.ravel(b)


def broadcast_arrays(*args):
  whole = np.zeros(())
  for a in args:
    whole = whole + np.zeros(np.asarray(a).shape)
  return tuple(broadcast_to(a, whole.shape) for a in args)


# ---- along an axis
def _along(a, axis, f, dtype=None):
  """f of each row along the axis, put in its place."""
  a = np.asarray(a)
  if axis is None:
    return np.array(f(a.ravel().tolist()), dtype or a.dtype)
  axis = _axis(axis, a.ndim)
  last = swapaxes(a, axis, -1)
  rows = [f(row) for row in last.reshape((-1, last.shape[-1])).tolist()]
  made = np.array(rows, dtype or a.dtype)
  made = made.reshape(last.shape[:-1] + made.shape[1:])
  return swapaxes(made, axis, -1) if made.ndim == a.ndim else made


def _order(v):
  return (1, 0) if v != v else (0, v)


def sort(a, axis=-1):
  return _along(a, axis, lambda row: sorted(row, key=_order))


def argsort(a, axis=-1, kind=None, stable=None):
  return _along(a, axis, lambda row: sorted(range(len(row)), key=lambda i: _order(row[i])), np.int64)


def _arg(op):
  def function(a, axis=None, *, keepdims=False):
    a = np.asarray(a)
    if a.size == 0:
      raise ValueError('attempt to get %s of an empty sequence' % op.lower())
    if axis is None:
      found = _scalar(_op(op, a.ravel(), np.int32(0)))
      return found.reshape((1,) * a.ndim) if keepdims else found
    axis = _axis(axis, a.ndim)
    found = _op(op, a, np.int32(axis))
    return expand_dims(found, axis) if keepdims else _scalar(found)
  return function


argmax, argmin = _arg('ArgMax'), _arg('ArgMin')


def _running(op):
  def function(a, axis=None, dtype=None):
    a = np.asarray(a)
    if axis is None:
      a, axis = a.ravel(), 0
    wide = {'b': np.int64, 'i': np.int64, 'u': np.uint64}
    return _op(op, a.astype(dtype or wide.get(a.dtype.kind, a.dtype)), np.int32(_axis(axis, a.ndim)))
  return function


cumsum, cumprod = _running('Cumsum'), _running('Cumprod')


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
  a = _floats(a)
  away = a - a.mean(axis=axis, keepdims=True) if a.ndim else a - a
  total = (away * away).sum(axis=axis, keepdims=keepdims)
  axes = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
  n = math.prod(a.shape[_axis(x, a.ndim)] for x in axes)
  return (total / (n - ddof)).astype(a.dtype)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
  return np.sqrt(var(a, axis, dtype, out, ddof, keepdims))


def ptp(a, axis=None):
  a = np.asarray(a)
  return a.max(axis=axis) - a.min(axis=axis)


amax, amin = np.max, np.min


def percentile(a, q, axis=None):
  return quantile(a, np.asarray(q) / 100, axis)


def quantile(a, q, axis=None):
  a = _floats(a)
  q = float(q)

  def one(row):
    row = sorted(row)
    at = q * (len(row) - 1)
    low = min(int(at), len(row) - 1)
    high = min(low + 1, len(row) - 1)
    t, step = at - low, row[high] - row[low]
    return row[high] - step * (1 - t) if t >= 0.5 else row[low] + step * t
  return _scalar(_along(a, axis, one))


def median(a, axis=None):
  def one(row):
    row, n = sorted(row), len(row)
    return row[n // 2] if n % 2 else (row[n // 2 - 1] + row[n // 2]) / 2
  return _scalar(_along(_floats(a), axis, one))


def average(a, axis=None, weights=None):
  a = np.asarray(a)
  if weights is None:
    return a.mean(axis=axis)
  weights = np.asarray(weights)
  return (a * weights).sum(axis=axis) / weights.sum(axis=axis if weights.ndim == a.ndim else None)


def diff(a, n=1, axis=-1):
  a = np.asarray(a)
  axis = _axis(axis, a.ndim)
  at = (slice(None),) * axis
  for _ in range(n):
    a = a[at + (slice(1, None),)] - a[at + (slice(None, -1),)]
  return a


def count_nonzero(a, axis=None):
  return _truth(a).sum(axis=axis)


def argwhere(a):
  return _op('Where', _truth(a))


def nonzero(a):
  found = argwhere(a)
  return tuple(found[:, i] for i in range(found.shape[1]))


def where(condition, x=None, y=None):
  if x is None and y is None:
    return nonzero(condition)
  a, b = _common(x, y)
  return _scalar(_op('SelectV2', _truth(condition), a, b))


def flatnonzero(a):
  return nonzero(np.ravel(a))[0]


def unique(ar, return_index=False, return_inverse=False, return_counts=False):
  ar = np.asarray(ar)
  flat = ar.ravel().tolist()
  firsts, counts = {}, {}
  for i, v in enumerate(flat):
    firsts.setdefault(v, i)
    counts[v] = counts.get(v, 0) + 1
  values = sorted(firsts)
  places = {v: i for i, v in enumerate(values)}
  results = [np.array(values, ar.dtype)]
  if return_index:
    results.append(np.array([firsts[v] for v in values], np.int64))
  if return_inverse:
    results.append(np.array([places[v] for v in flat], np.int64).reshape(ar.shape))
  if return_counts:
    results.append(np.array([counts[v] for v in values], np.int64))
  return results[0] if len(results) == 1 else tuple(results)


def isin(element, test_elements):
  element, wanted = np.asarray(element), set(np.ravel(test_elements).tolist())
  return np.array([v in wanted for v in element.ravel().tolist()], np.bool_).reshape(element.shape)


def bincount(x, weights=None, minlength=0):
  counts = [0 if weights is None else 0.0] * max(minlength, int(np.asarray(x).max()) + 1 if len(x) else 0)
  for i, v in enumerate(np.asarray(x).tolist()):
    counts[v] += 1 if weights is None else float(weights[i])
  return np.array(counts, np.int64 if weights is None else np.float64)


def searchsorted(a, v, side='left'):
  import bisect
  find = bisect.bisect_left if side == 'left' else bisect.bisect_right
  row, v = np.asarray(a).tolist(), np.asarray(v)
  return _scalar(np.array([find(row, x) for x in v.ravel().tolist()], np.int64).reshape(v.shape))


def interp(x, xp, fp):
  import bisect
  xp, fp, x = np.asarray(xp).tolist(), np.asarray(fp).tolist(), _floats(x)

  def one(v):
    i = bisect.bisect_right(xp, v) - 1
    if i < 0 or i >= len(xp) - 1:
      return fp[0] if i < 0 else fp[-1]
    return fp[i] + (fp[i + 1] - fp[i]) / (xp[i + 1] - xp[i]) * (v - xp[i])
  return _scalar(np.array([one(v) for v in x.ravel().tolist()], np.float64).reshape(x.shape))


# ---- numbers of a dtype
class finfo:
  def __init__(self, dtype):
    self.dtype = np.dtype(dtype)
    if self.dtype.kind not in 'fc':
      raise ValueError('data type %r not inexact' % self.dtype.type)
    self.bits = 8 * self.dtype.itemsize
    digits, exponent = {16: (10, 16), 32: (23, 128), 64: (52, 1024)}[self.bits]
    kind = self.dtype.type
    self.eps, self.tiny = kind(2.0**-digits), kind(2.0**(2 - exponent))
    self.max = kind((2.0 - 2.0**-digits) * 2.0**(exponent - 1))
    self.min, self.smallest_normal = -self.max, self.tiny
    self.precision = {16: 3, 32: 6, 64: 15}[self.bits]
    self.resolution = kind(10.0**-self.precision)

  def __repr__(self):
    return 'finfo(resolution=%s, min=%s, max=%s, dtype=%s)' % (self.resolution, self.min, self.max, self.dtype)


class iinfo:
  def __init__(self, dtype):
    self.dtype = np.dtype(dtype)
    if self.dtype.kind not in 'iu':
      raise ValueError('Invalid integer data type %r.' % self.dtype.kind)
    self.bits = 8 * self.dtype.itemsize
    signed = self.dtype.kind == 'i'
    self.min = -(1 << self.bits - 1) if signed else 0
    self.max = (1 << self.bits - signed) - 1

  def __repr__(self):
    return 'iinfo(min=%s, max=%s, dtype=%s)' % (self.min, self.max, self.dtype)


# ---- how arrays are printed
_NAMES = ('precision', 'threshold', 'edgeitems', 'linewidth', 'suppress', 'nanstr', 'infstr')


def get_printoptions():
  *values, fixed = np._print_options()
  return {**dict(zip(_NAMES, values)), 'floatmode': 'fixed' if fixed else 'maxprec'}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None,
                     infstr=None, formatter=None, sign=None, floatmode=None):
  if formatter or sign or floatmode not in (None, 'fixed', 'maxprec'):
    raise NotImplementedError('np.set_printoptions of formatter, sign or this floatmode is not supported by tracepack')
  if threshold is not None and threshold > 1 << 62:
    threshold = 1 << 62
  np._print_options(precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr,
                    None if floatmode is None else floatmode == 'fixed')


class printoptions:
  def __init__(self, **options):
    self.options = options

  def __enter__(self):
    self.old = get_printoptions()
    set_printoptions(**self.options)

  def __exit__(self, *exc):
    set_printoptions(**self.old)


def _sort_in_place(a, axis=-1):
  a[...] = sort(a, axis)


def _fill(a, value):
  a[...] = value


_methods = dict(var=var, std=std, cumsum=cumsum, cumprod=cumprod, clip=clip, squeeze=squeeze, swapaxes=swapaxes,
                transpose=transpose, argsort=argsort, argmax=argmax, argmin=argmin, nonzero=nonzero, take=take,
                repeat=repeat, ptp=ptp, diagonal=diagonal, trace=trace, conj=conj, dot=lambda a, b: np.dot(a, b),
                sort=_sort_in_place, fill=_fill, compress=lambda a, condition, axis=None: np.compress(condition, a, axis), searchsorted=searchsorted,
                __array__=lambda a, dtype=None, copy=None: a)


class _UFuncTypeError(TypeError):
  pass


_UFuncTypeError.__name__ = _UFuncTypeError.__qualname__ = 'UFuncTypeError'
_UFuncTypeError.__module__ = 'numpy._core._exceptions'
for _n, _names in ((1, 'sinh cosh arcsin arccos arctan arcsinh arccosh arctanh rint log2 log10 cbrt exp2 trunc degrees '
                       'radians rad2deg deg2rad square sign negative positive reciprocal fabs conjugate invert '
                       'logical_not'),
                   (2, 'maximum minimum fmax fmin arctan2 mod floor_divide true_divide equal not_equal less less_equal '
                       'greater greater_equal bitwise_and bitwise_or bitwise_xor left_shift right_shift logical_and '
                       'logical_or logical_xor hypot')):
  for _name in _names.split():
    _shown = {'mod': 'remainder', 'true_divide': 'divide'}.get(_name, _name)
    globals()[_name] = np._ufunc_of(_shown, _n, globals()[_name])
asin, acos, atan, conj, bitwise_not, remainder = arcsin, arccos, arctan, conjugate, invert, mod
_methods['conj'] = conj
