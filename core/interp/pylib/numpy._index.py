"""Grids, places and pieces: np.ix_, mgrid, r_, put_along_axis, block, broadcast, nditer and their like."""
import builtins
import math

import numpy as np
from numpy import _extra, _more

_axis = _more._axis


def ix_(*args):
  made, n = [], len(args)
  for k, new in enumerate(args):
    new = np.asarray(new)
    if new.size == 0:
      new = new.astype(np.int64)
    if new.ndim != 1:
      raise ValueError('Cross index must be 1 dimensional')
    if new.dtype == np.bool_:
      new = _more.nonzero(new)[0]
    made.append(new.reshape((1,) * k + (new.size,) + (1,) * (n - k - 1)))
  return tuple(made)


def _line(key):
  """start:stop:step, where a step 5j means five places with both ends."""
  start, step, stop = 0 if key.start is None else key.start, 1 if key.step is None else key.step, key.stop
  if isinstance(step, complex):
    return np.linspace(start, stop, int(abs(step)))
  return np.arange(start, stop, step)


class _Grid:
  def __init__(self, sparse):
    self.sparse = sparse

  def __getitem__(self, key):
    if not isinstance(key, tuple):
      return _line(key)
    lines = [_line(k) for k in key]
    dtype = np.result_type(*lines) if lines else np.float64
    lines = [x.astype(dtype) for x in lines]
    n = len(lines)
    apart = [x.reshape((1,) * i + (-1,) + (1,) * (n - i - 1)) for i, x in enumerate(lines)]
    if self.sparse:
      return tuple(apart)
    return _more.stack([_more.broadcast_to(x, tuple(len(y) for y in lines)) for x in apart])

  def __len__(self):
    return 0


mgrid, ogrid = _Grid(False), _Grid(True)
mgrid_class = nd_grid = _Grid


class _Joined:
  """np.r_ and np.c_: what is in brackets, one after the other along an axis."""

  def __init__(self, axis, ndmin=1, trans1d=-1):
    self.axis, self.ndmin, self.trans1d = axis, ndmin, trans1d

  def __getitem__(self, key):
    axis, ndmin, trans1d = self.axis, self.ndmin, self.trans1d
    parts = key if isinstance(key, tuple) else (key,)
    made, weak = [], []
    for k, part in enumerate(parts):
      if isinstance(part, slice):
        new, rank = _line(part), 1
      elif isinstance(part, str):
        if k:
          raise ValueError('special directives must be the first entry.')
        if part in ('r', 'c'):
          raise NotImplementedError('np.r_ with a matrix directive is not supported by tracepack')
        numbers = [int(x) for x in part.split(',')]
        axis = numbers[0]
        ndmin = numbers[1] if len(numbers) > 1 else ndmin
        trans1d = numbers[2] if len(numbers) > 2 else trans1d
        continue
      else:
        new, rank = np.asarray(part), np.ndim(part)
        if isinstance(part, (bool, int, float, complex)) and not isinstance(part, np.generic):
          weak.append(len(made))
      if new.ndim < ndmin:
        # Where a one-dimensional part gets its further dims.
        before = ndmin - new.ndim if trans1d == -1 or rank == 0 else trans1d if trans1d >= 0 else ndmin + trans1d - rank + 1
        before = min(max(before, 0), ndmin - new.ndim)
        new = new.reshape((1,) * before + new.shape + (1,) * (ndmin - new.ndim - before))
      made.append(new)
    strong = [x for i, x in enumerate(made) if i not in weak]
    if weak and strong:
      dtype = np.result_type(*strong, *[x.ravel()[0].item() for i, x in enumerate(made) if i in weak])
      made = [x.astype(dtype) for x in made]
    return np.concatenate(made, axis)

  def __len__(self):
    return 0


class _Columns(_Joined):
  def __init__(self):
    super().__init__(-1, 2, 0)


r_, c_ = _Joined(0), _Columns()


class _Slices:
  def __init__(self, tuples):
    self.tuples = tuples

  def __getitem__(self, item):
    return (item,) if self.tuples and not isinstance(item, tuple) else item


index_exp, s_ = _Slices(True), _Slices(False)


# ---- putting
def _modes(at, n, mode):
  if mode == 'wrap':
    return [i % n for i in at]
  if mode == 'clip':
    return [min(max(i, 0), n - 1) for i in at]
  for i in at:
    if not -n <= i < n:
      raise IndexError('index %d is out of bounds for axis 0 with size %d' % (i, n))
  return [i % n for i in at]


def put(a, ind, v, mode='raise'):
  flat, values = a.ravel(), np.ravel(v)
  at = _modes(np.ravel(ind).tolist(), a.size, mode)
  if at and values.size:
    flat[np.array(at)] = values[np.arange(len(at)) % values.size]
  a[...] = flat.reshape(a.shape)


def place(arr, mask, vals):
  flat, values = arr.ravel(), np.ravel(vals)
  at = _more.nonzero(_more._truth(mask).ravel())[0]
  if len(at):
    if not values.size:
      raise ValueError('Cannot insert from an empty array!')
    flat[at] = values[np.arange(len(at)) % values.size].astype(arr.dtype)
  arr[...] = flat.reshape(arr.shape)


def putmask(a, mask, values):
  mask, flat, values = _more._truth(mask).ravel(), a.ravel(), np.ravel(values)
  if mask.size != a.size:
    raise ValueError('putmask: mask and data must be the same size')
  at = _more.nonzero(mask)[0]
  if len(at) and values.size:
    flat[at] = values[at % values.size].astype(a.dtype)
  a[...] = flat.reshape(a.shape)


def put_along_axis(arr, indices, values, axis=-1):
  indices = np.asarray(indices)
  if axis is None:
    put(arr, indices, values)
    return
  axis = _axis(axis, arr.ndim)
  if arr.ndim != indices.ndim:
    raise ValueError('`indices` and `arr` must have the same number of dimensions')
  x, at = _more.moveaxis(arr, axis, -1), _more.moveaxis(indices, axis, -1)
  shape = x.shape[:-1] + (at.shape[-1],)
  at = _more.broadcast_to(at, shape)
  values = _more.broadcast_to(np.asarray(values), arr.shape[:axis] + (indices.shape[axis],) + arr.shape[axis + 1:])
  values = _more.moveaxis(values, axis, -1)
  n = x.shape[-1]
  rows, at, values = x.reshape((-1, n)), at.reshape((-1, shape[-1])), values.reshape((-1, shape[-1]))
  flat = rows.ravel()
  places = np.arange(len(rows)).reshape((-1, 1)) * n + np.array([_modes(r, n, 'raise') for r in at.tolist()]).reshape(
      at.shape)
  flat[places.ravel()] = values.ravel().astype(arr.dtype)
  arr[...] = _more.moveaxis(flat.reshape(x.shape), -1, axis)


def diag_indices(n, ndim=2):
  return (np.arange(n),) * ndim


def diag_indices_from(arr):
  if not arr.ndim >= 2:
    raise ValueError('input array must be at least 2-d')
  if len(set(arr.shape)) > 1:
    raise ValueError('All dimensions of input must be of equal length')
  return diag_indices(arr.shape[0], arr.ndim)


def _triangle_from(indices):
  def function(arr, k=0):
    arr = np.asarray(arr)
    if arr.ndim != 2:
      raise ValueError('input array must be 2-d')
    return indices(arr.shape[-2], k, arr.shape[-1])
  return function


tril_indices_from, triu_indices_from = _triangle_from(_extra.tril_indices), _triangle_from(_extra.triu_indices)


def mask_indices(n, mask_func, k=0):
  return _more.nonzero(mask_func(np.ones((n, n), np.int64), k) != 0)


# ---- broadcasting
def broadcast_shapes(*args):
  made = []
  for number, shape in enumerate(args):
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    made = [1] * (len(shape) - len(made)) + made
    for i, n in enumerate(shape, len(made) - len(shape)):
      if made[i] != n and made[i] != 1 and n != 1:
        first = next(j for j, other in enumerate(args) if _side(other, i - len(made)) not in (1, n))
        text = lambda s: repr((s,) if isinstance(s, int) else tuple(s))
        raise ValueError('shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg %d '
                         'with shape %s and arg %d with shape %s.' % (first, text(args[first]), number, text(args[number])))
      made[i] = n if made[i] == 1 else made[i]
  return tuple(made)


def _side(shape, i):
  shape = (shape,) if isinstance(shape, (int, np.integer)) else shape
  return shape[i] if -i <= len(shape) else 1


class broadcast:
  """Walks over its arrays as if they all had one shape."""

  def __init__(self, *args):
    arrays = [np.asarray(a) for a in args]
    self.shape = broadcast_shapes(*[a.shape for a in arrays])
    self._whole = [_more.broadcast_to(a, self.shape) for a in arrays]
    self.numiter, self.index = len(arrays), 0
    self.nd = self.ndim = len(self.shape)
    self.size = math.prod(self.shape)

  @property
  def iters(self):
    return tuple(a.flat for a in self._whole)

  def __iter__(self):
    return self

  def __next__(self):
    if self.index >= self.size:
      raise StopIteration
    self.index += 1
    return tuple(a.ravel()[self.index - 1] for a in self._whole)

  def reset(self):
    self.index = 0


broadcast.__module__ = 'numpy'


class nditer:
  """Walks over arrays of one shape, element by element."""

  def __init__(self, op, flags=None, op_flags=None, op_dtypes=None, order='K', casting='safe', op_axes=None,
               itershape=None, buffersize=0):
    if op_axes is not None or itershape is not None:
      raise NotImplementedError('np.nditer with op_axes or itershape is not supported by tracepack')
    ops = op if isinstance(op, (tuple, list)) else (op,)
    if any(o is None for o in ops) or 'external_loop' in (flags or ()):
      raise NotImplementedError('np.nditer with outputs that it makes, or external loops, is not supported by tracepack')
    self.operands = tuple(np.asarray(o) if not isinstance(o, np.ndarray) else o for o in ops)
    self.shape = broadcast_shapes(*[o.shape for o in self.operands])
    self.ndim, self.nop, self.itersize = len(self.shape), len(ops), math.prod(self.shape)
    kinds = op_flags or [['readonly']] * len(ops)
    kinds = [kinds] * len(ops) if kinds and isinstance(kinds[0], str) else kinds
    self._write = ['readwrite' in k or 'writeonly' in k for k in kinds]
    self.iterindex, self.finished = 0, self.itersize == 0

  def _at(self, i):
    return tuple(int(k) for k in np.unravel_index(i, self.shape)) if self.shape else ()

  @property
  def multi_index(self):
    return self._at(self.iterindex)

  index = property(lambda self: self.iterindex)

  def _values(self):
    made = []
    for o, write in zip(self.operands, self._write):
      at = self.multi_index[self.ndim - o.ndim:]
      at = tuple(0 if n == 1 else k for k, n in zip(at, o.shape))
      made.append(_Cell(o, at) if write else np.asarray(o[at]))
    return made[0] if len(made) == 1 else tuple(made)

  @property
  def value(self):
    return self._values()

  def __getitem__(self, k):
    made = self._values()
    return made if self.nop == 1 else made[k]

  def __setitem__(self, k, value):
    cell = self[k]
    cell[...] = value

  def iternext(self):
    self.iterindex += 1
    self.finished = self.iterindex >= self.itersize
    return not self.finished

  def __iter__(self):
    while not self.finished:
      yield self._values()
      self.iternext()

  def reset(self):
    self.iterindex, self.finished = 0, self.itersize == 0

  def close(self):
    pass

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    pass


class _Cell:
  """One element that x[...] = value sets."""

  def __init__(self, array, at):
    self._array, self._at = array, at

  def __setitem__(self, key, value):
    self._array[self._at] = value

  def __getitem__(self, key):
    return self._array[self._at]

  def __array__(self, dtype=None, copy=None):
    return np.asarray(self._array[self._at])

  def __repr__(self):
    return repr(np.asarray(self))

  def __str__(self):
    return str(self._array[self._at])


for _n in ('add sub mul truediv floordiv mod pow radd rsub rmul rtruediv rpow rmod rfloordiv lt le gt ge eq ne').split():
  def _made(name):
    return lambda self, other: getattr(self[...], name)(other[...] if isinstance(other, _Cell) else other)
  setattr(_Cell, '__%s__' % _n, _made('__%s__' % _n))
for _n in 'neg abs int float bool index'.split():
  def _made(name):
    return lambda self: getattr(self[...], name)()
  setattr(_Cell, '__%s__' % _n, _made('__%s__' % _n))


def nested_iters(*args, **keywords):
  raise NotImplementedError('np.nested_iters is not supported by tracepack')


# ---- joining and taking apart
def rollaxis(a, axis, start=0):
  a = np.asarray(a)
  n = a.ndim
  axis = _axis(axis, n)
  if not -n <= start <= n:
    raise _more.exceptions.AxisError("'start' arg requires %d <= start < %d, but %d was passed in" % (-n, n + 1, start))
  start = start + n if start < 0 else start
  start -= axis < start
  return a if axis == start else _more.moveaxis(a, axis, start)


def dsplit(ary, indices_or_sections):
  if np.ndim(ary) < 3:
    raise ValueError('dsplit only works on arrays of 3 or more dimensions')
  return _more.split(ary, indices_or_sections, 2)


def unstack(x, /, *, axis=0):
  if x.ndim == 0:
    raise ValueError('Input array must be at least 1-d.')
  return tuple(_more.moveaxis(x, axis, 0))


row_stack = _more.vstack


def block(arrays):
  def depth_of(x, path):
    if isinstance(x, tuple):
      raise TypeError('%s is a tuple. Only lists can be used to arrange blocks, and np.block does not allow implicit '
                      'conversion from tuple to ndarray.' % path)
    if not isinstance(x, list):
      return 0, np.ndim(x), path
    if not x:
      raise ValueError('List at %s cannot be empty' % path)
    found = [depth_of(y, '%s[%d]' % (path, i)) for i, y in enumerate(x)]
    for depth, _, where in found[1:]:
      if depth != found[0][0]:
        raise ValueError('List depths are mismatched. First element was at depth %d, but there is an element at depth '
                         '%d (%s)' % (found[0][0] + 1, depth + 1, where))
    return found[0][0] + 1, max(rank for _, rank, _ in found), found[0][2]

  depth, rank, _ = depth_of(arrays, 'arrays')
  rank = max(rank, depth)

  def join(x, level):
    if not isinstance(x, list):
      a = np.asarray(x)
      return a.reshape((1,) * (rank - a.ndim) + a.shape)
    return np.concatenate([join(y, level - 1) for y in x], rank - level)
  return join(arrays, depth)


def apply_over_axes(func, a, axes):
  val = np.asarray(a)
  for axis in np.ravel(axes).tolist():
    axis = axis + val.ndim if axis < 0 else axis
    made = np.asarray(func(val, axis))
    if made.ndim != val.ndim:
      made = _more.expand_dims(made, axis)
      if made.ndim != val.ndim:
        raise ValueError('function is not returning an array of the correct shape')
    val = made
  return val


def piecewise(x, condlist, funclist, *args, **kw):
  x = np.asarray(x)
  n2 = len(funclist)
  if np.isscalar(condlist) or not isinstance(condlist[0], (list, np.ndarray)) and x.ndim != 0:
    condlist = [condlist]
  conditions = [_more.broadcast_to(_more._truth(c), x.shape) for c in condlist]
  n = len(conditions)
  if n == n2 - 1:
    other = np.ones(x.shape, np.bool_)
    for c in conditions:
      other = other & ~c
    conditions.append(np.asarray(other))
  elif n != n2:
    raise ValueError('with %d condition(s), either %d or %d functions are expected' % (n, n, n + 1))
  made = np.zeros_like(x)
  for condition, function in zip(conditions, funclist):
    if not callable(function):
      made = _more.where(condition, np.asarray(function).astype(x.dtype), made)
      continue
    at = _more.nonzero(np.ravel(condition))[0]
    if len(at):
      flat = np.ravel(made)
      flat[at] = np.asarray(function(np.ravel(x)[at], *args, **kw)).astype(x.dtype)
      made = flat.reshape(x.shape)
  return np.asarray(made)


def frompyfunc(func, /, nin, nout, *, identity=None):
  def function(*args):
    arrays = _more.broadcast_arrays(*args)
    rows = [func(*row) for row in zip(*[a.ravel().tolist() for a in arrays])]
    if not arrays[0].ndim:
      return rows[0]
    raise NotImplementedError('numpy arrays of dtype object are not supported by tracepack, but for strings')
  return function


# ---- sets
def _named(name, fields):
  import collections
  made = collections.namedtuple(name, fields)
  made.__module__ = 'numpy.lib._arraysetops_impl'
  return made


def unique_all(x):
  return _named('UniqueAllResult', 'values indices inverse_indices counts')(*_more.unique(x, True, True, True))


def unique_counts(x):
  return _named('UniqueCountsResult', 'values counts')(*_more.unique(x, return_counts=True))


def unique_inverse(x):
  return _named('UniqueInverseResult', 'values inverse_indices')(*_more.unique(x, return_inverse=True))


def unique_values(x):
  return _more.unique(x)


def histogramdd(sample, bins=10, range=None, density=None, weights=None):
  sample = np.asarray(sample) if isinstance(sample, np.ndarray) and sample.ndim == 2 else _more.stack(
      [np.ravel(s) for s in sample], -1)
  n, d = sample.shape
  bins = list(bins) if isinstance(bins, (list, tuple)) else [bins] * d
  if len(bins) != d:
    raise ValueError('The dimension of bins must be equal to the dimension of the sample x.')
  edges = [_extra.histogram_bin_edges(sample[:, i], bins[i], None if range is None else range[i])
           for i in builtins.range(d)]
  places = []
  for i, e in enumerate(edges):
    at = _more.searchsorted(e, sample[:, i], 'right')
    at = _more.where(sample[:, i] == e[-1], at - 1, at)
    places.append(np.ravel(at).tolist())
  shape = tuple(len(e) - 1 for e in edges)
  made = np.zeros(shape)
  heavy = [1.0] * n if weights is None else np.ravel(weights).tolist()
  for w, *at in zip(heavy, *places):
    if all(0 < k <= m for k, m in zip(at, shape)):
      i = tuple(k - 1 for k in at)
      made[i] = made[i] + w
  if density:
    total = made.sum()
    for i, e in enumerate(edges):
      made = made / _more.diff(e).reshape((1,) * i + (-1,) + (1,) * (d - i - 1))
    made = made / total
  return made, edges
