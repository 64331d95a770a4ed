"""More of numpy: rounding, text, statistics, polynomials, grids, selection. numpy._more looks here for what it has not."""
import builtins
import math
import operator

import numpy as np
from numpy import _more

_op, _array, _axis, _scalar, _floats = np._op, _more._array, _more._axis, _more._scalar, _more._floats


def around(a, decimals=0, out=None):
  """Multiplied, rounded and divided in the array's own dtype."""
  a = _array(a)
  if a.dtype.kind == 'c':
    return around(a.real, decimals) + around(a.imag, decimals) * 1j
  if a.dtype.kind in 'iu' and decimals >= 0:
    return _scalar(a)
  if decimals == 0:
    return _more.rint(a)
  by = 10.0 ** abs(decimals)
  made = _more.rint(a * by) / by if decimals > 0 else _more.rint(a / by) * by
  return _scalar(made.astype(a.dtype))


round = round_ = around


def fix(x):
  return _more.trunc(x)


# ---- text
class _Scalar:
  ndim, shape, size = 0, (), 1

  def item(self):
    return self._plain(self)

  tolist = item

  @property
  def dtype(self):
    return np.asarray(self).dtype


class str_(str, _Scalar):
  _plain = str.__str__

  def __repr__(self):
    return 'np.str_(%s)' % str.__repr__(self)

  def __str__(self):
    return str.__str__(self)


class bytes_(bytes, _Scalar):
  _plain = bytes

  def __repr__(self):
    return 'np.bytes_(%s)' % bytes.__repr__(self)


str_.__module__ = bytes_.__module__ = 'numpy'
str_.item = str_.tolist = lambda self: str(self) if type(self) is str else ''.join(self)
character, flexible = (str_, bytes_), (str_, bytes_)


def _texts(v):
  """Nested lists with what is no text as text, and how many characters that takes."""
  width = 0

  def one(x):
    nonlocal width
    if isinstance(x, (list, tuple)):
      return [one(y) for y in x]
    if isinstance(x, np.ndarray):
      return one(x.tolist())
    if isinstance(x, str):
      return x
    if isinstance(x, bytes):
      return x.decode('ascii')
    if not isinstance(x, (bool, int, float, complex, np.generic)):
      raise NotImplementedError('numpy arrays of dtype object are not supported by tracepack, but for strings')
    width = max(width, {'b': 5, 'i': 21, 'u': 20, 'f': 32, 'c': 64}[_array(x).dtype.kind])
    return str(x)
  return one(v), width


def _each(f):
  def function(a, *args):
    a = np.asarray(a)
    made = [f(x, *args) for x in a.ravel().tolist()]
    return _scalar(np.array(made, None if made else a.dtype).reshape(a.shape))
  return function


class char:
  """np.char, np.strings: methods of str on each element."""


for _n in ('upper lower title capitalize strip lstrip rstrip startswith endswith replace find count isdigit isalpha '
           'isupper islower isspace zfill center ljust rjust').split():
  setattr(char, _n, staticmethod(_each(getattr(str, _n))))
char.str_len = staticmethod(_each(len))
char.add = staticmethod(lambda a, b: np.asarray(a) + np.asarray(b))
strings = char


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=' ', prefix='', *, suffix='',
                 threshold=None, edgeitems=None, floatmode=None, formatter=None, sign=None):
  if formatter or sign:
    raise NotImplementedError('np.array2string with formatter or sign is not supported by tracepack')
  with _more.printoptions(precision=precision, threshold=threshold, edgeitems=edgeitems, linewidth=max_line_width,
                          suppress=suppress_small, floatmode=floatmode):
    return np._array_text(a, separator, len(prefix), len(suffix))


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
  with _more.printoptions(precision=precision, linewidth=max_line_width, suppress=suppress_small):
    return repr(arr)


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
  with _more.printoptions(precision=precision, linewidth=max_line_width, suppress=suppress_small):
    return str(a)


def format_float_positional(x, precision=None, unique=True, fractional=True, trim='k', sign=False, pad_left=None,
                            pad_right=None, min_digits=None):
  text = str(_array(x)[()]) if precision is None else '%.*f' % (precision, x)
  return text.rstrip('0') if trim == '-' or (unique and precision is not None) else text


# ---- statistics
def cov(m, y=None, rowvar=True, bias=False, ddof=None):
  x = _floats(m)
  x = x.reshape((1, -1)) if x.ndim < 2 else x if rowvar else x.T
  if y is not None:
    other = _floats(y)
    other = other.reshape((1, -1)) if other.ndim < 2 else other if rowvar else other.T
    x = np.concatenate([x, other], 0)
  ddof = (0 if bias else 1) if ddof is None else ddof
  away = x - x.mean(axis=1, keepdims=True)
  return ((np.dot(away, away.T) * (1 / (x.shape[1] - ddof))).reshape(
      (x.shape[0], x.shape[0]) if x.shape[0] > 1 else ()))


def corrcoef(x, y=None, rowvar=True):
  c = cov(x, y, rowvar)
  if np.ndim(c) == 0:
    return c / c
  deviation = np.sqrt(_more.diag(c))
  return _more.clip(c / deviation.reshape((-1, 1)) / deviation, -1, 1)


def histogram_bin_edges(a, bins=10, range=None, weights=None):
  if isinstance(bins, str):
    raise NotImplementedError('np.histogram with bins=%r is not supported by tracepack' % bins)
  if np.ndim(bins):
    return np.asarray(bins)
  a = np.ravel(a)
  low, high = range if range is not None else (a.min(), a.max()) if a.size else (0.0, 1.0)
  if low > high:
    raise ValueError('max must be larger than min in range parameter.')
  if low == high:
    low, high = low - 0.5, high + 0.5
  return np.linspace(low, high, int(bins) + 1)


def histogram(a, bins=10, range=None, density=None, weights=None):
  import bisect
  edges = histogram_bin_edges(a, bins, range)
  ends = edges.tolist()
  if any(p > q for p, q in zip(ends, ends[1:])):
    raise ValueError('`bins` must increase monotonically, when an array')
  counts = [0 if weights is None else 0.0] * (len(ends) - 1)
  weighed = [1] * np.size(a) if weights is None else np.ravel(weights).tolist()
  for v, w in zip(np.ravel(a).tolist(), weighed):
    if ends[0] <= v <= ends[-1]:
      counts[min(bisect.bisect_right(ends, v), len(ends) - 1) - 1] += w
  made = np.array(counts, np.int64 if weights is None else np.asarray(weights).dtype)
  return (made / _more.diff(edges) / made.sum() if density else made), edges


def histogram2d(x, y, bins=10, range=None):
  bins = bins if isinstance(bins, (list, tuple)) else (bins, bins)
  rx, ry = range if range is not None else (None, None)
  ex, ey = histogram_bin_edges(x, bins[0], rx), histogram_bin_edges(y, bins[1], ry)
  rows = []
  x, y = np.ravel(x), np.ravel(y)
  for i in builtins.range(len(ex) - 1):
    inside = (x >= ex[i]) & ((x < ex[i + 1]) if i + 2 < len(ex) else (x <= ex[i + 1]))
    rows.append(histogram(y[inside], ey)[0].astype(np.float64))
  return np.array(rows), ex, ey


def digitize(x, bins, right=False):
  bins = np.asarray(bins)
  if bins.size > 1 and bins[0] > bins[-1]:
    return bins.size - _more.searchsorted(bins[::-1], x, 'right' if right else 'left')
  return _more.searchsorted(bins, x, 'left' if right else 'right')


def _ignoring(f, empty=None):
  def function(a, axis=None, **keywords):
    a = _floats(a)
    if axis is None:
      return f(a[~np.isnan(a)], **keywords)
    return _more._along(a, axis, lambda row: f(np.array([v for v in row if v == v], a.dtype)).item(), a.dtype)
  return function


nansum, nanmean, nanmax, nanmin, nanprod = (_ignoring(f) for f in (np.sum, np.mean, np.max, np.min, np.prod))
nanstd, nanvar, nanmedian = (_ignoring(f) for f in (_more.std, _more.var, _more.median))


def _where_nan(f, fill):
  return lambda a, axis=None: f(_more.where(np.isnan(_floats(a)), fill, _floats(a)), axis)


nanargmax, nanargmin = _where_nan(_more.argmax, -math.inf), _where_nan(_more.argmin, math.inf)


# ---- products, polynomials, signals
def cross(a, b, axis=-1):
  a, b = _more._common(a, b)
  if a.shape[-1] == 2 == b.shape[-1]:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
  if a.shape[-1] != 3 or b.shape[-1] != 3:
    raise ValueError('incompatible dimensions for cross product\n(dimension must be 2 or 3)')
  parts = [a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in ((1, 2), (2, 0), (0, 1))]
  return _more.stack(parts, -1)


def kron(a, b):
  a, b = np.asarray(a), np.asarray(b)
  rank = max(a.ndim, b.ndim)
  x = a.reshape((1,) * (rank - a.ndim) + a.shape)
  y = b.reshape((1,) * (rank - b.ndim) + b.shape)
  one = tuple(d for n in x.shape for d in (n, 1))
  other = tuple(d for n in y.shape for d in (1, n))
  return (x.reshape(one) * y.reshape(other)).reshape(tuple(p * q for p, q in zip(x.shape, y.shape)))


def tensordot(a, b, axes=2):
  a, b = np.asarray(a), np.asarray(b)
  if isinstance(axes, int):
    left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
  else:
    left, right = ([x] if isinstance(x, int) else list(x) for x in axes)
  left, right = [_axis(x, a.ndim) for x in left], [_axis(x, b.ndim) for x in right]
  if [a.shape[i] for i in left] != [b.shape[i] for i in right]:
    raise ValueError('shape-mismatch for sum')
  keep_a = [i for i in range(a.ndim) if i not in left]
  keep_b = [i for i in range(b.ndim) if i not in right]
  n = math.prod(a.shape[i] for i in left)
  x = _more.transpose(a, keep_a + left).reshape((-1, n)) if a.ndim else a.reshape((1, 1))
  y = _more.transpose(b, right + keep_b).reshape((n, -1)) if b.ndim else b.reshape((1, 1))
  return _scalar((x @ y).reshape(tuple([a.shape[i] for i in keep_a] + [b.shape[i] for i in keep_b])))


def einsum(subscripts, *operands):
  import tensorflow as tf
  return tf.einsum(subscripts, *[tf.constant(np.asarray(x)) for x in operands]).numpy()


def convolve(a, v, mode='full'):
  a, v = np.ravel(a), np.ravel(v)
  if not a.size or not v.size:
    raise ValueError('%s cannot be empty' % ('a' if not a.size else 'v'))
  a, v = (v, a) if v.size > a.size else (a, v)
  a, v = _more._common(a, v)
  x, y = a.tolist(), v.tolist()
  full = [sum(y[k] * x[i - k] for k in range(max(0, i - len(x) + 1), min(len(y), i + 1)))
          for i in range(len(x) + len(y) - 1)]
  skip = {'full': 0, 'same': (len(y) - 1) // 2, 'valid': len(y) - 1}[mode]
  size = {'full': len(full), 'same': len(x), 'valid': len(x) - len(y) + 1}[mode]
  return np.array(full[skip:skip + size], a.dtype)


def correlate(a, v, mode='valid'):
  a, v = np.ravel(a), np.ravel(v)
  swapped = v.size > a.size
  made = convolve(a, _more.conj(v)[::-1], mode)
  return made[::-1] if swapped and mode == 'valid' and False else made


def gradient(f, *varargs, axis=None, edge_order=1):
  f = _floats(f)
  if axis is None:
    axes = tuple(range(f.ndim))
  else:
    axes = tuple(_axis(x, f.ndim) for x in (axis if isinstance(axis, tuple) else (axis,)))
  steps = list(varargs) * len(axes) if len(varargs) == 1 else list(varargs) or [1.0] * len(axes)
  if len(steps) != len(axes):
    raise TypeError('invalid number of arguments')
  made = []
  for axis, h in zip(axes, steps):
    if f.shape[axis] < edge_order + 1:
      raise ValueError('Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) '
                       'elements are required.')
    x = _more.moveaxis(f, axis, 0)
    if np.ndim(h) and _more.diff(h).min() == _more.diff(h).max():
      h = _more.diff(h)[0]
    if np.ndim(h):
      d = _more.diff(h).reshape((-1,) + (1,) * (f.ndim - 1))
      p, q = d[:-1], d[1:]
      middle = -q / (p * (p + q)) * x[:-2] + (q - p) / (p * q) * x[1:-1] + p / (q * (p + q)) * x[2:]
      first, last, p, q = d[0], d[-1], d[0:2], d[-2:]
    else:
      middle = (x[2:] - x[:-2]) / (2.0 * h)
      first = last = h
    if edge_order == 1:
      ends = (x[1] - x[0]) / first, (x[-1] - x[-2]) / last
    elif np.ndim(h):
      raise NotImplementedError('np.gradient of the second order over uneven places is not supported by tracepack')
    else:
      ends = (-1.5 * x[0] + 2.0 * x[1] - 0.5 * x[2]) / h, (0.5 * x[-3] - 2.0 * x[-2] + 1.5 * x[-1]) / h
    parts = [np.asarray(ends[0]).reshape((1,) + x.shape[1:]), middle, np.asarray(ends[1]).reshape((1,) + x.shape[1:])]
    made.append(_more.moveaxis(np.concatenate(parts, 0), 0, axis))
  return made[0] if len(made) == 1 else tuple(made)


def trapezoid(y, x=None, dx=1.0, axis=-1):
  y = np.asarray(y)
  d = dx if x is None else _more.diff(x)
  y = _more.moveaxis(y, axis, -1)
  return _scalar((d * (y[..., 1:] + y[..., :-1]) / 2.0).sum(axis=-1))


def ediff1d(ary):
  return _more.diff(np.ravel(ary))



def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
  if full or cov or w is not None:
    raise NotImplementedError('np.polyfit with full, w or cov is not supported by tracepack')
  x, y = _floats(x), _floats(y)
  if x.size == 0:
    raise TypeError('expected non-empty vector for x')
  if x.shape[0] != y.shape[0]:
    raise TypeError('expected x and y to have same length')
  lhs = vander(x, deg + 1)
  scale = np.sqrt((lhs * lhs).sum(axis=0))
  return (np.linalg.lstsq(lhs / scale, y)[0].T / scale).T


def vander(x, N=None, increasing=False):
  x = np.asarray(x)
  N = x.size if N is None else N
  powers = range(N) if increasing else range(N - 1, -1, -1)
  return _more.stack([x ** n if n else np.ones_like(x) for n in powers], -1)






# ---- making arrays
def vectorize(pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
  def decorate(f):
    def call(*args):
      arrays = _more.broadcast_arrays(*args)
      shape = arrays[0].shape
      made = [f(*row) for row in zip(*([x for x in a.ravel()] for a in arrays))]
      if not made:
        raise ValueError('cannot call `vectorize` on size 0 inputs unless `otypes` is set')
      if isinstance(made[0], tuple):
        return tuple(np.array(list(column)).reshape(shape) for column in zip(*made))
      dtype = otypes[0] if otypes else np.asarray(made[0]).dtype
      return np.array(made, dtype).reshape(shape)
    return call
  return decorate if pyfunc is None else decorate(pyfunc)


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
  arr = np.asarray(arr)
  axis = _axis(axis, arr.ndim)
  last = _more.moveaxis(arr, axis, -1)
  made = [np.asarray(func1d(row, *args, **kwargs)) for row in last.reshape((-1, last.shape[-1]))]
  whole = _more.stack(made).reshape(last.shape[:-1] + made[0].shape)
  return _more.moveaxis(whole, -1, axis) if made[0].ndim else whole


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
  return np.array([float(base) ** v for v in np.linspace(start, stop, num, endpoint).tolist()], dtype or np.float64)


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
  if start == 0 or stop == 0:
    raise ValueError('Geometric sequence cannot include zero')
  sign = -1.0 if start < 0 and stop < 0 else 1.0
  made = logspace(math.log10(abs(start)), math.log10(abs(stop)), num, endpoint)
  if num > 0:
    made[0] = abs(start)
  if num > 1 and endpoint:
    made[-1] = abs(stop)
  return (made * sign).astype(dtype or np.float64)


def fromiter(iter, dtype, count=-1):
  items = []
  for x in iter:
    if len(items) == count:
      break
    items.append(x)
  if len(items) < count:
    raise ValueError('iterator too short: Expected %d but iterator had only %d items.' % (count, len(items)))
  return np.array(items, dtype) if items else np.zeros((0,), dtype)


def fromfunction(function, shape, *, dtype=float, **kwargs):
  return function(*indices(shape, dtype), **kwargs)


def indices(dimensions, dtype=np.int64):
  grids = _more.meshgrid(*[np.arange(n) for n in dimensions], indexing='ij')
  return _more.stack([g.astype(dtype) for g in grids]) if grids else np.zeros((0,), dtype)


def tri(N, M=None, k=0, dtype=float):
  return _more.tril(np.ones((N, N if M is None else M), dtype), k)


def diagflat(v, k=0):
  return _more.diag(np.ravel(v), k)


def fill_diagonal(a, val):
  for i in range(min(a.shape)):
    a[(i,) * a.ndim] = val


def tril_indices(n, k=0, m=None):
  return _more.nonzero(_more.tril(np.ones((n, n if m is None else m), np.int64), k))


def triu_indices(n, k=0, m=None):
  return _more.nonzero(_more.triu(np.ones((n, n if m is None else m), np.int64), k))


def dstack(tup):
  return np.concatenate([x.reshape(x.shape + (1,)) if x.ndim == 2 else x.reshape((1, -1, 1)) if x.ndim < 2 else x
                         for x in map(np.asarray, tup)], 2)


def atleast_3d(a):
  a = _more.atleast_1d(a)
  return a.reshape((1, -1, 1)) if a.ndim == 1 else a.reshape(a.shape + (1,)) if a.ndim == 2 else a


def vsplit(ary, n):
  return _more.split(ary, n, 0)


def hsplit(ary, n):
  return _more.split(ary, n, 1 if np.ndim(ary) > 1 else 0)


def insert(arr, obj, values, axis=None):
  arr = np.asarray(arr)
  if axis is None:
    arr, axis = arr.ravel(), 0
  axis = _axis(axis, arr.ndim)
  at = operator.index(obj)
  n = arr.shape[axis]
  if not -n <= at <= n:
    raise IndexError('index %d is out of bounds for axis %d with size %d' % (at, axis, n))
  at = at + n if at < 0 else at
  lead = (slice(None),) * axis
  values = np.asarray(values, arr.dtype)
  shape = arr.shape[:axis] + (values.shape[0] if arr.ndim == 1 and values.ndim else 1,) + arr.shape[axis + 1:]
  return np.concatenate([arr[lead + (slice(None, at),)], _more.broadcast_to(values, shape),
                         arr[lead + (slice(at, None),)]], axis)


def delete(arr, obj, axis=None):
  arr = np.asarray(arr)
  if axis is None:
    arr, axis = arr.ravel(), 0
  axis = _axis(axis, arr.ndim)
  n = arr.shape[axis]
  gone = range(n)[obj] if isinstance(obj, slice) else [operator.index(i) for i in np.ravel(obj)]
  for i in gone:
    if not -n <= i < n:
      raise IndexError('index %d is out of bounds for axis %d with size %d' % (i, axis, n))
  gone = {i % n for i in gone}
  return _more.take(arr, np.array([i for i in range(n) if i not in gone], np.int64), axis)


def resize(a, new_shape):
  a = np.ravel(a)
  n = math.prod(new_shape) if isinstance(new_shape, (tuple, list)) else new_shape
  return a[np.arange(n) % a.size].reshape(new_shape)


def rot90(m, k=1, axes=(0, 1)):
  m = np.asarray(m)
  for _ in range(k % 4):
    m = _more.swapaxes(_more.flip(m, axes[1]), *axes)
  return m


def trim_zeros(filt, trim='fb'):
  items = list(filt)
  while items and 'f' in trim and items[0] == 0:
    items.pop(0)
  while items and 'b' in trim and items[-1] == 0:
    items.pop()
  return np.asarray(items, np.asarray(filt).dtype) if isinstance(filt, np.ndarray) else items


# ---- order and selection
def partition(a, kth, axis=-1):
  return _more.sort(a, axis)  # sorted is partitioned, too


def argpartition(a, kth, axis=-1):
  return _more.argsort(a, axis)


def lexsort(keys):
  rows = [np.asarray(k).tolist() for k in keys]
  return np.array(sorted(range(len(rows[-1])), key=lambda i: [r[i] for r in reversed(rows)]), np.int64)


def select(condlist, choicelist, default=0):
  made = default
  for condition, choice in zip(reversed(condlist), reversed(choicelist)):
    made = _more.where(condition, choice, made)
  return made


def choose(a, choices):
  a = np.asarray(a)
  return np.array([np.ravel(_more.broadcast_to(choices[i], a.shape))[n] for n, i in enumerate(a.ravel().tolist())]
                  ).reshape(a.shape)


def compress(condition, a, axis=None):
  return _more.take(a, _more.nonzero(condition)[0], axis)


def extract(condition, arr):
  return np.ravel(arr)[_more._truth(condition).ravel()]


def take_along_axis(arr, indices, axis=-1):
  arr, indices = np.asarray(arr), np.asarray(indices)
  axis = _axis(axis, arr.ndim)
  x, at = _more.moveaxis(arr, axis, -1), _more.moveaxis(indices, axis, -1)
  x = _more.broadcast_to(x, at.shape[:-1] + x.shape[-1:])
  rows = [row[i] for row, i in zip(x.reshape((-1, x.shape[-1])), at.reshape((-1, at.shape[-1])))]
  return _more.moveaxis(_more.stack(rows).reshape(at.shape), -1, axis)


def _sets(keep):
  def function(ar1, ar2, assume_unique=False):
    a, b = np.ravel(ar1), np.ravel(ar2)
    made = np.concatenate([a, b])
    x, y = set(a.tolist()), set(b.tolist())
    return np.array(sorted(keep(x, y)), made.dtype)
  return function


intersect1d, union1d, setdiff1d, setxor1d = map(_sets, (operator.and_, operator.or_, operator.sub, operator.xor))
in1d = _more.isin


def ndindex(*shape):
  import itertools
  if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
    shape = shape[0]
  return iter(itertools.product(*map(range, shape)))


def ndenumerate(arr):
  arr = np.asarray(arr)
  return iter(zip(ndindex(arr.shape), arr.ravel()))


def unravel_index(indices, shape):
  at = np.asarray(indices)
  made = []
  for n in reversed(shape):
    made.append(_scalar(at % n))
    at = at // n
  return tuple(reversed(made))


def ravel_multi_index(multi_index, dims):
  at = 0
  for i, n in zip(multi_index, dims):
    at = at * n + np.asarray(i)
  return _scalar(at)


def array_equiv(a1, a2):
  try:
    return bool((np.asarray(a1) == np.asarray(a2)).all())
  except ValueError:
    return False


def iscomplexobj(x):
  return _array(x).dtype.kind == 'c'


def isrealobj(x):
  return not iscomplexobj(x)


def isposinf(x):
  return _array(x) == math.inf


def isneginf(x):
  return _array(x) == -math.inf


def signbit(x):
  x = _floats(x)
  return _scalar(np.array([math.copysign(1, v) < 0 for v in x.ravel().tolist()], np.bool_).reshape(x.shape))


def copysign(x1, x2):
  return _more.where(signbit(x2), -_more.fabs(x1), _more.fabs(x1))


def fmod(x1, x2):
  a, b = _more._common(x1, x2)
  return _scalar(a - b * _more.trunc(a / b).astype(a.dtype))


def divmod(x1, x2):
  return _more.floor_divide(x1, x2), _more.mod(x1, x2)


def logaddexp(x1, x2):
  a, b = _more._common(x1, x2)
  a, b = _floats(a), _floats(b)
  return _more.maximum(a, b) + np.log1p(np.exp(-abs(a - b)))


def sinc(x):
  x = np.pi * _floats(x)
  return _scalar(_more.where(x == 0, 1.0, np.sin(x) / _more.where(x == 0, 1.0, x)))


def heaviside(x1, x2):
  return _more.where(_array(x1) == 0, x2, _more.where(_array(x1) > 0, 1.0, 0.0))


def angle(z):
  z = _array(z)
  return _more.arctan2(z.imag, z.real)


def gcd(x1, x2):
  a, b = _more.broadcast_arrays(x1, x2)
  return _scalar(np.array([math.gcd(p, q) for p, q in zip(a.ravel().tolist(), b.ravel().tolist())]).reshape(a.shape))


def lcm(x1, x2):
  a, b = _more.broadcast_arrays(x1, x2)
  return _scalar(np.array([math.lcm(p, q) for p, q in zip(a.ravel().tolist(), b.ravel().tolist())]).reshape(a.shape))


for _n, _names in ((1, 'signbit'), (2, 'copysign fmod divmod logaddexp heaviside gcd lcm')):
  for _name in _names.split():
    globals()[_name] = np._ufunc_of(_name, _n, globals()[_name])


def may_share_memory(a, b):
  return a is b



def copyto(dst, src):
  dst[...] = src


def savetxt(fname, X, fmt='%.18e', delimiter=' ', newline='\n', header='', footer='', comments='# '):
  X = np.asarray(X)
  rows = X.reshape((-1, 1)) if X.ndim < 2 else X
  lines = [comments + header] if header else []
  lines += [fmt % tuple(row) if fmt.count('%') > 1 else delimiter.join([fmt % v for v in row]) for row in rows.tolist()]
  lines += [comments + footer] if footer else []
  text = newline.join(lines) + newline
  if hasattr(fname, 'write'):
    fname.write(text)
  else:
    with open(str(fname), 'w') as out:
      out.write(text)


def loadtxt(fname, dtype=float, comments='#', delimiter=None, skiprows=0, usecols=None, ndmin=0):
  if hasattr(fname, 'read'):
    text = fname.read()
  elif isinstance(fname, (list, tuple)):
    text = '\n'.join(fname)
  else:
    with open(str(fname)) as source:
      text = source.read()
  rows = []
  for line in text.splitlines()[skiprows:]:
    line = line.split(comments)[0].strip()
    if line:
      row = line.split(delimiter)
      rows.append([row[i] for i in ([usecols] if isinstance(usecols, int) else usecols)] if usecols is not None else row)
  made = np.array(rows).astype(dtype)
  return made if ndmin == 2 else _more.squeeze(made)


# ---- what stands in modules of its own
_WHERE = dict(
    _errors='errstate geterr geterrcall getbufsize setbufsize seterr seterrcall',
    _dtypes='ScalarType asarray_chkfinite asfortranarray astype byte can_cast cdouble common_type csingle euler_gamma flatiter '
    'from_dlpack imag intc iscomplex isdtype isfortran isnat isreal issubdtype iterable little_endian long '
    'matrix_transpose min_scalar_type mintypecode real real_if_close require sctypeDict shares_memory short sort_complex '
    'typecodes typename ubyte uintc uintp ulong ulonglong ushort',
    _index='apply_over_axes block broadcast broadcast_shapes c_ diag_indices diag_indices_from dsplit frompyfunc histogramdd '
    'index_exp ix_ mask_indices mgrid nditer nested_iters ogrid piecewise place put put_along_axis putmask r_ rollaxis '
    'row_stack s_ tril_indices_from triu_indices_from unique_all unique_counts unique_inverse unique_values unstack',
    _numbers='acosh asinh atan2 atanh bartlett base_repr binary_repr bitwise_count bitwise_invert bitwise_left_shift '
    'bitwise_right_shift blackman concat cumulative_prod cumulative_sum einsum_path float_power format_float_scientific '
    'frexp hamming hanning i0 kaiser ldexp logaddexp2 matvec modf nancumprod nancumsum nanpercentile nanquantile nextafter '
    'packbits pow spacing unpackbits unwrap vecdot vecmat',
    _promote='promote_types result_type',
    _poly='poly poly1d polyadd polyder polydiv polyint polymul polysub polyval roots',
    _files='save load fromfile fromregex fromstring genfromtxt savez savez_compressed')
_REFUSED = dict(
    longdouble='extended precision is', clongdouble='extended precision is', float128='extended precision is',
    complex256='extended precision is', datetime64='dates are', timedelta64='dates are', datetime_as_string='dates are',
    datetime_data='dates are', busday_count='dates are', busday_offset='dates are', busdaycalendar='dates are',
    is_busday='dates are', matrix='matrices are', asmatrix='matrices are', bmat='matrices are',
    recarray='structured arrays are', record='structured arrays are', void='structured arrays are',
    memmap='mapped files are', show_config='the build is', show_runtime='the build is', get_include='the build is',
    info='help is', test='its own test suite is')
_places = {name: module for module, names in _WHERE.items() for name in names.split()}


def __getattr__(name):
  if name in _places:
    import importlib
    return getattr(importlib.import_module('numpy.' + _places[name]), name)
  if name in _REFUSED:
    raise NotImplementedError('numpy.%s is not supported by tracepack: %s not there' % (name, _REFUSED[name]))
  raise AttributeError(name)
