"""What ufuncs are besides functions: out=, where= and dtype=, reduce, accumulate, outer, at, reduceat."""
import numpy as np
from numpy import _more

_PAIRS = {'modf': 2, 'frexp': 2, 'divmod': 2}
_IDENTITY = dict(add=0, multiply=1, logical_and=True, logical_or=False, logical_xor=False, bitwise_and=-1,
                 bitwise_or=0, bitwise_xor=0, logaddexp=-float('inf'), logaddexp2=-float('inf'), hypot=0, gcd=0)
_WHOLE = dict(add='sum', multiply='prod', maximum='max', minimum='min', logical_and='all', logical_or='any')


def _put(out, made, where=True):
  if where is not True:
    made = _more.where(where, made, out)
  if not isinstance(out, np.ndarray):
    raise TypeError('return arrays must be of ArrayType')
  out[...] = made
  return out


def call(ufunc, *args, out=None, where=True, casting='same_kind', order='K', dtype=None, subok=True, signature=None,
         axes=None, axis=None, keepdims=False):
  n, name = ufunc.nin, ufunc.__name__
  nout = _PAIRS.get(name, 1)
  if not n <= len(args) <= n + nout:
    raise TypeError('%s() takes from %d to %d positional arguments but %d %s given' % (
        name, n, n + nout, len(args), 'was' if len(args) == 1 else 'were'))
  if len(args) > n:
    if out is not None:
      raise TypeError('cannot specify \'out\' as both a positional and keyword argument')
    args, out = args[:n], args[n:]
  if dtype is not None:
    args = [np.asarray(a, dtype) for a in args]
  made = ufunc._function(*args)
  outs = out if isinstance(out, tuple) else (out,) * (out is not None)
  if not outs or all(o is None for o in outs):
    # Where it is False a new array holds nothing in particular: zeros here.
    return made if where is True else _more.where(where, made, np.zeros((), made.dtype))
  parts = made if isinstance(made, tuple) else (made,)
  given = [p if o is None else _put(o, _fits(name, p, o), where) for p, o in zip(parts, outs)]
  return given[0] if len(given) == 1 else tuple(given)


def _fits(name, made, out):
  a, b = np.asarray(made).dtype, out.dtype
  if 'biufc'.find(a.kind) > 'biufc'.find(b.kind) and not (a.kind == 'u' and b.kind == 'i'):
    raise _more._UFuncTypeError("Cannot cast ufunc '%s' output from %r to %r with casting rule 'same_kind'" % (name, a, b))
  return made


def _axes(axis, rank):
  if axis is None:
    return tuple(range(rank))
  return tuple(_more._axis(x, rank) for x in (axis if isinstance(axis, (tuple, list)) else (axis,)))


def _binary_only(ufunc, what):
  if ufunc.nin != 2:
    raise ValueError('%s only supported for binary functions' % what)


_NONE = object()


def _reduce(ufunc):
  def reduce(array, axis=0, dtype=None, out=None, keepdims=False, initial=_NONE, where=True):
    _binary_only(ufunc, 'reduce')
    name, a = ufunc.__name__, np.asarray(array, dtype)
    axes = _axes(axis, a.ndim)
    if where is not True:
      start = _IDENTITY.get(name) if initial is _NONE else initial
      if start is None:
        raise ValueError("reduction operation '%s' does not have an identity, so to use a where mask one has to specify "
                         "'initial'" % name)
      a = _more.where(where, a, np.asarray(start, a.dtype))
    if name in _WHOLE and (a.size or name not in ('maximum', 'minimum')):
      made = getattr(a, _WHOLE[name])(axis=axes, keepdims=keepdims)
      if dtype is not None:
        made = made.astype(dtype)
    else:
      if name not in _IDENTITY and initial is _NONE and not all(a.shape[i] for i in axes):
        raise ValueError('zero-size array to reduction operation %s which has no identity' % name)
      made = a
      for i in sorted(axes, reverse=True):
        rows = _more.moveaxis(made, i, 0)
        made = np.asarray(_IDENTITY.get(name, 0) + np.zeros(rows.shape[1:])) if not len(rows) else rows[0]
        for row in rows[1:]:
          made = ufunc._function(made, row)
      if keepdims:
        made = np.asarray(made).reshape(tuple(1 if i in axes else d for i, d in enumerate(a.shape)))
    if initial is not _NONE and initial is not None:
      made = ufunc._function(made, np.asarray(initial, np.asarray(made).dtype))
    return made if out is None else _put(out[0] if isinstance(out, tuple) else out, made)
  return reduce


def _accumulate(ufunc):
  def accumulate(array, axis=0, dtype=None, out=None):
    _binary_only(ufunc, 'accumulate')
    a = np.asarray(array, dtype)
    if a.ndim == 0:
      raise TypeError('cannot accumulate on a scalar')
    if ufunc.__name__ in ('add', 'multiply'):
      made = (_more.cumsum if ufunc.__name__ == 'add' else _more.cumprod)(a, axis, dtype)
    else:
      rows = _more.moveaxis(a, axis, 0)
      parts = [rows[0]] if len(rows) else []
      for row in rows[1:]:
        parts.append(ufunc._function(parts[-1], row))
      made = _more.moveaxis(_more.stack(parts), 0, axis) if parts else a
    return made if out is None else _put(out, made)
  return accumulate


def _outer(ufunc):
  def outer(A, B, **keywords):
    _binary_only(ufunc, 'outer product')
    a, b = np.asarray(A), np.asarray(B)
    return call(ufunc, a.reshape(a.shape + (1,) * b.ndim), b, **keywords)
  return outer


def _at(ufunc):
  def at(a, indices, b=None):
    if ufunc.nin == 1:
      a[indices] = ufunc._function(a[indices])
      return
    if b is None:
      raise ValueError('second operand needed for ufunc')
    # An index that comes twice is worked on twice: element by element, in order.
    places = np.arange(a.size).reshape(a.shape)[indices]
    values = np.ravel(_more.broadcast_to(np.asarray(b), np.shape(places))).tolist()
    for place, value in zip(np.ravel(places).tolist(), values):
      i = np.unravel_index(place, a.shape)
      a[i] = ufunc._function(a[i], np.asarray(value, a.dtype if a.dtype.kind in 'fc' else None)[()])
  return at


def _reduceat(ufunc):
  def reduceat(array, indices, axis=0, dtype=None, out=None):
    _binary_only(ufunc, 'reduceat')
    rows = _more.moveaxis(np.asarray(array, dtype), axis, 0)
    at, n, parts, reduce = np.ravel(indices).tolist(), len(rows), [], _reduce(ufunc)
    for i, begin in enumerate(at):
      if not 0 <= begin < n:
        raise IndexError('index %d out-of-bounds in %s.reduceat [0, %d)' % (begin, ufunc.__name__, n))
      end = at[i + 1] if i + 1 < len(at) else n
      parts.append(reduce(rows[begin:end], 0) if end > begin else rows[begin])
    return _more.moveaxis(_more.stack(parts), 0, axis)
  return reduceat


def _nout(ufunc):
  return _PAIRS.get(ufunc.__name__, 1)


attributes = dict(reduce=_reduce, accumulate=_accumulate, outer=_outer, at=_at, reduceat=_reduceat, nout=_nout,
                  nargs=lambda u: u.nin + _nout(u), identity=lambda u: _IDENTITY.get(u.__name__),
                  signature=lambda u: '(n?,k),(k,m?)->(n?,m?)' if u.__name__ == 'matmul' else None)
