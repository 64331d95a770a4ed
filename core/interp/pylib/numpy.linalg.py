"""numpy.linalg over the matrix ops; signs of eigenvectors and of factors may be others than LAPACK's."""
import math

import numpy as np
from numpy import _more


class LinAlgError(ValueError):
  pass


def _matrix(a, square=True):
  a = _more._floats(np.asarray(a))
  if a.dtype == np.float16:
    raise TypeError('array type float16 is unsupported in linalg')
  if a.ndim < 2:
    raise LinAlgError('%d-dimensional array given. Array must be at least two-dimensional' % a.ndim)
  if square and a.shape[-1] != a.shape[-2]:
    raise LinAlgError('Last 2 dimensions of the array must be square')
  return a


def _run(text, *args):
  try:
    return np._op(*args)
  except ValueError:
    raise LinAlgError(text) from None


def inv(a):
  return _run('Singular matrix', 'MatrixInverse', _matrix(a))


def det(a):
  sign, log = slogdet(a)
  return sign * np.exp(log)  # as NumPy does, to the last digit


def slogdet(a):
  sign, log = np._op('LogMatrixDeterminant', _matrix(a))
  return SlogdetResult(_more._scalar(sign), _more._scalar(log))


def solve(a, b):
  a = _matrix(a)
  b = np.asarray(b, a.dtype)
  made = _run('Singular matrix', 'MatrixSolve', a, b.reshape((-1, 1)) if b.ndim == 1 else b)
  return made.ravel() if b.ndim == 1 else made


def cholesky(a, /, *, upper=False):
  made = _run('Matrix is not positive definite', 'Cholesky', _matrix(a))
  if np.isnan(made).any():
    raise LinAlgError('Matrix is not positive definite')
  return _more.swapaxes(made, -1, -2) if upper else made


class _Result(tuple):
  names = ()

  def __new__(cls, *parts):
    return tuple.__new__(cls, parts)

  def __getattr__(self, name):
    if name in self.names:
      return self[self.names.index(name)]
    raise AttributeError(name)

  def __repr__(self):
    return '%s(%s)' % (type(self).__name__, ', '.join('%s=%r' % pair for pair in zip(self.names, self)))


class SlogdetResult(_Result):
  names = 'sign', 'logabsdet'


class EighResult(_Result):
  names = 'eigenvalues', 'eigenvectors'


class EigResult(EighResult):
  pass


class QRResult(_Result):
  names = 'Q', 'R'


class SVDResult(_Result):
  names = 'U', 'S', 'Vh'


def _lower(a, UPLO):
  if UPLO not in ('L', 'U', 'l', 'u'):
    raise ValueError("UPLO argument must be 'L' or 'U'")
  return a if UPLO in 'Ll' else _more.swapaxes(a, -1, -2)


def eigh(a, UPLO='L'):
  return EighResult(*np._op('SelfAdjointEigV2', _lower(_matrix(a), UPLO)))


def eigvalsh(a, UPLO='L'):
  return eigh(a, UPLO)[0]


def qr(a, mode='reduced'):
  if mode not in ('reduced', 'r'):
    raise NotImplementedError('np.linalg.qr with mode=%r is not supported by tracepack' % mode)
  q, r = np._op('Qr', _matrix(a, False))
  return r if mode == 'r' else QRResult(q, r)


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
  a = _matrix(a, False)
  s, u, v = np._op('Svd', a)
  if not compute_uv:
    return s
  if full_matrices and a.shape[-1] != a.shape[-2]:
    raise NotImplementedError('np.linalg.svd with full_matrices=True of a matrix that is not square is not supported '
                              'by tracepack')
  return SVDResult(u, s, _more.conj(_more.swapaxes(v, -1, -2)))


def svdvals(x):
  return svd(x, compute_uv=False)


def matrix_rank(A, tol=None, hermitian=False):
  A = np.asarray(A)
  if A.ndim < 2:
    return int(not (A == 0).all())
  s = svdvals(A)
  if tol is None:
    tol = s.max(axis=-1, keepdims=True) * max(A.shape[-2:]) * _more.finfo(s.dtype).eps
  return _more.count_nonzero(s > tol, axis=-1)


def pinv(a, rcond=None, hermitian=False):
  a = _matrix(a, False)
  u, s, vh = svd(a, False)
  rcond = max(a.shape[-2:]) * _more.finfo(a.dtype).eps if rcond is None else rcond
  large = s > rcond * s.max(axis=-1, keepdims=True)
  s = _more.where(large, 1 / _more.where(large, s, 1), 0.0)
  return _more.swapaxes(vh, -1, -2) @ (s[..., None] * _more.swapaxes(u, -1, -2))


def lstsq(a, b, rcond=None):
  a = _matrix(a, False)
  b = np.asarray(b, a.dtype)
  u, s, vh = svd(a, False)
  rcond = _more.finfo(a.dtype).eps * max(a.shape) if rcond is None else rcond
  large = s > rcond * s.max()
  s_inv = _more.where(large, 1 / _more.where(large, s, 1), 0.0)
  columns = b.reshape((-1, 1)) if b.ndim == 1 else b
  x = vh.T @ (s_inv.reshape((-1, 1)) * (u.T @ columns))
  rank = int(large.sum())
  left = np.zeros((0,), a.dtype)
  if rank == a.shape[1] and a.shape[0] > a.shape[1]:
    away = columns - a @ x
    left = (away * away).sum(axis=0)
  return x.ravel() if b.ndim == 1 else x, left, rank, s


def matrix_power(a, n):
  a = np.asarray(a)
  if n < 0:
    a, n = inv(a), -n
  made = None
  while n:
    if n & 1:
      made = a if made is None else made @ a
    a, n = a @ a if n > 1 else a, n >> 1
  return np.eye(a.shape[-1], dtype=a.dtype) if made is None else made


def multi_dot(arrays):
  made = arrays[0]
  for a in arrays[1:]:
    made = np.dot(made, a)
  return made


def cond(x, p=None):
  s = svdvals(x)
  return _more._scalar(s[..., 0] / s[..., -1])


def norm(x, ord=None, axis=None, keepdims=False):
  x = _more._floats(np.asarray(x))
  vector = axis is not None and not isinstance(axis, tuple) or axis is None and (x.ndim == 1 or ord is None)
  size = abs(x)
  if ord in (None, 2) and vector or ord in (None, 'fro'):
    return np.sqrt((size * size).sum(axis=axis, keepdims=keepdims))
  if vector:
    if ord == 0:
      return (x != 0).astype(size.dtype).sum(axis=axis, keepdims=keepdims)
    if ord in (math.inf, -math.inf):
      return (size.max if ord > 0 else size.min)(axis=axis, keepdims=keepdims)
    return (size ** ord).sum(axis=axis, keepdims=keepdims) ** (1.0 / ord)
  rows, columns = axis if axis is not None else (x.ndim - 2, x.ndim - 1)
  if ord in (1, -1, math.inf, -math.inf) and not keepdims:
    summed, left = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = size.sum(axis=summed, keepdims=True)
    return _more._scalar((sums.max if ord > 0 else sums.min)(axis=(rows, columns)))
  if ord in (2, -2, 'nuc') and not keepdims and (rows, columns) == (x.ndim - 2, x.ndim - 1):
    s = svdvals(x)
    return s.sum(axis=-1) if ord == 'nuc' else (s.max if ord > 0 else s.min)(axis=-1)
  raise NotImplementedError('np.linalg.norm with ord=%r is not supported by tracepack' % (ord,))


def _scale(vectors):
  """LAPACK's eigenvectors: of length 1, of a complex pair with its largest part real."""
  vectors = vectors / np.sqrt((abs(vectors) ** 2).sum(axis=-2, keepdims=True))
  return vectors


def eig(a):
  a = _matrix(a)
  _finite(a)
  values, vectors = _eig(a)
  if a.dtype.kind != 'c' and np.all(values.imag == 0):
    return EigResult(values.real, vectors.real)
  return EigResult(values, vectors)


def eigvals(a):
  a = _matrix(a)
  _finite(a)
  values = _eig(a)[0]
  return values.real if a.dtype.kind != 'c' and np.all(values.imag == 0) else values


def _finite(a):
  if not np.isfinite(a).all():
    raise LinAlgError('Array must not contain infs or NaNs')


def _eig(a):
  if a.size == 0:
    return np.zeros(a.shape[:-1], np.complex128), np.zeros(a.shape, np.complex128)
  values, vectors = _run('Eigenvalues did not converge', 'Eig', a)
  if a.dtype.kind != 'c':
    values, vectors = _real_pairs(a, values, vectors)
  return values, vectors


def _real_pairs(a, values, vectors):
  """Eigenvalues of a real matrix are real or come as pairs, the one above the axis first."""
  eps = float(_more.finfo(a.dtype).eps)
  shape = values.shape
  size = np.sqrt((a * a).sum(axis=(-1, -2), keepdims=True)).reshape(shape[:-1] + (1,))
  near = abs(values.imag) <= 100 * eps * _more.maximum(abs(values), size * 1e-2)
  flat, w, v = near.reshape((-1, shape[-1])), values.reshape((-1, shape[-1])), vectors.reshape((-1,) + a.shape[-2:])
  all_w, all_v = [], []
  for k in range(len(flat)):
    made_w, made_v, n, i = [], [], shape[-1], 0
    used = set()
    for i in range(n):
      if i in used:
        continue
      used.add(i)
      column, value = v[k][:, i], w[k][i]
      if flat[k][i]:
        turned = column * _more.conj(column[int(np.argmax(abs(column)))])
        column = turned.real / np.sqrt((turned.real ** 2).sum())
        lead = v[k][:, i].real[int(np.argmax(abs(column)))]
        made_w.append(complex(float(value.real), 0.0))
        made_v.append(column.astype(v.dtype) * (1 if float(column[int(np.argmax(abs(column)))]) * float(lead) >= 0 else -1))
        continue
      rest = [j for j in range(n) if j not in used]
      if rest:
        mate = min(rest, key=lambda j: abs(w[k][j].item() - value.item().conjugate()))
        used.add(mate)
      column = column if float(value.imag) > 0 else _more.conj(column)
      at = int(np.argmax(abs(column)))
      column = column * (_more.conj(column[at]) / abs(column[at]))
      column[at] = column[at].real
      value = complex(float(value.real), abs(float(value.imag)))
      made_w += [value, value.conjugate()]
      made_v += [column, _more.conj(column)]
    all_w.append(np.array(made_w[:n], w.dtype))
    all_v.append(_more.stack(made_v[:n], -1))
  return _more.stack(all_w).reshape(shape), _more.stack(all_v).reshape(vectors.shape)


def outer(x1, x2, /):
  x1, x2 = np.asarray(x1), np.asarray(x2)
  if x1.ndim != 1 or x2.ndim != 1:
    raise ValueError('Input arrays must be one-dimensional, but they are x1.ndim=%d and x2.ndim=%d.' % (x1.ndim, x2.ndim))
  return _more.outer(x1, x2)


def cross(x1, x2, /, *, axis=-1):
  x1, x2 = np.asarray(x1), np.asarray(x2)
  if x1.shape[axis] != 3 or x2.shape[axis] != 3:
    raise ValueError('Both input arrays must be (arrays of) 3-dimensional vectors, but they are %d and %d dimensional '
                     'instead.' % (x1.shape[axis], x2.shape[axis]))
  return np.cross(x1, x2, axis=axis)


def matmul(x1, x2, /):
  return np.matmul(x1, x2)


def matrix_transpose(x, /):
  return np.matrix_transpose(x)


def tensordot(x1, x2, /, *, axes=2):
  return np.tensordot(x1, x2, axes=axes)


def vecdot(x1, x2, /, *, axis=-1):
  return np.vecdot(x1, x2, axis=axis)


def diagonal(x, /, *, offset=0):
  x = np.asarray(x)
  if x.ndim == 2:
    return _more.diag(x, offset)
  rows = [_more.diag(m, offset) for m in x.reshape((-1,) + x.shape[-2:])]
  return _more.stack(rows).reshape(x.shape[:-2] + (-1,))


def trace(x, /, *, offset=0, dtype=None):
  return diagonal(x, offset=offset).sum(axis=-1, dtype=dtype)


def matrix_norm(x, /, *, keepdims=False, ord='fro'):
  return norm(np.asarray(x), ord, (-2, -1), keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
  x = np.asarray(x)
  if axis is None:
    made = norm(x.ravel(), ord)
    return np.asarray(made).reshape((1,) * x.ndim) if keepdims else made
  if isinstance(axis, tuple):
    rest = [i for i in range(x.ndim) if i not in [_more._axis(a, x.ndim) for a in axis]]
    flat = _more.transpose(x, [_more._axis(a, x.ndim) for a in axis] + rest).reshape((-1,) + tuple(x.shape[i] for i in rest))
    made = norm(flat, ord, 0)
    return _more.expand_dims(made, axis) if keepdims else made
  return norm(x, ord, axis, keepdims)


def tensorinv(a, ind=2):
  a = np.asarray(a)
  if ind <= 0:
    raise ValueError('Invalid ind argument.')
  n = math.prod(a.shape[ind:])
  return inv(a.reshape((n, -1))).reshape(a.shape[ind:] + a.shape[:ind])


def tensorsolve(a, b, axes=None):
  a, b = np.asarray(a), np.asarray(b)
  rank = a.ndim
  if axes is not None:
    order = [i for i in range(rank) if i not in axes] + list(axes)
    a = _more.transpose(a, order)
  shape = a.shape[-(rank - b.ndim):]
  n = math.prod(shape)
  if a.size != n ** 2:
    raise LinAlgError('Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == '
                      'prod(a.shape[:b.ndim])')
  return solve(a.reshape((n, n)), b.ravel()).reshape(shape)
