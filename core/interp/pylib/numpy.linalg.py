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


def __getattr__(name):
  if name in ('eig', 'eigvals', 'tensorinv', 'tensorsolve'):
    raise NotImplementedError('np.linalg.%s is not supported by tracepack' % name)
  raise AttributeError("module 'numpy.linalg' has no attribute %r" % name)
