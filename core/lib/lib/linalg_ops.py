"""tf.linalg: what is made of decompositions (ops/linalg_ops.py, ops/linalg/linalg_impl.py)."""
import math

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


#: tf.linalg.triangular_solve
def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
  with op_scope(name, 'triangular_solve'):
    return raw.MatrixTriangularSolve(matrix, rhs, lower=lower, adjoint=adjoint)


#: tf.linalg.cholesky_solve
def cholesky_solve(chol, rhs, name=None):
  with op_scope(name, 'cholesky_solve'):
    y = raw.MatrixTriangularSolve(chol, rhs)
    return raw.MatrixTriangularSolve(chol, y, adjoint=True)


#: tf.linalg.lstsq
def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
  """Least squares by the normal equations."""
  matrix = convert(matrix, name='matrix')
  if matrix.dtype == tf.complex128 and l2_regularizer != 0:
    raise NotImplementedError(
        'matrix_solve_ls is currently disabled for complex128 and l2_regularizer != 0 due to poor accuracy.')
  if fast is False:
    return raw.MatrixSolveLs(matrix=matrix, rhs=rhs, l2_regularizer=l2_regularizer, fast=False, name=name)
  with op_scope(name, 'matrix_solve_ls'):
    sides = matrix.shape[-2:]
    if not sides.is_fully_defined():
      sides = tf.shape(matrix)[-2:]
      return tf.cond(sides[-2] >= sides[-1], lambda: _lstsq(matrix, rhs, l2_regularizer, True),
                     lambda: _lstsq(matrix, rhs, l2_regularizer, False))
    return _lstsq(matrix, rhs, l2_regularizer, sides[-2] >= sides[-1])


def _lstsq(matrix, rhs, l2_regularizer, tall):
  gramian = tf.matmul(matrix, matrix, adjoint_a=tall, adjoint_b=not tall)
  if isinstance(l2_regularizer, tf.Tensor) or l2_regularizer != 0:
    shape = tf.shape(matrix)
    batch_shape = shape[:-2]
    identity = tf.eye(shape[-1] if tall else shape[-2], batch_shape=batch_shape, dtype=matrix.dtype)
    small = matrix.shape[-1 if tall else -2]
    identity.set_shape(matrix.shape[:-2].concatenate([small, small]))
    gramian += l2_regularizer * identity
  chol = raw.Cholesky(gramian)
  if tall:
    return cholesky_solve(chol, tf.matmul(matrix, rhs, adjoint_a=True))
  return tf.matmul(matrix, cholesky_solve(chol, rhs), adjoint_a=True)


#: tf.linalg.eigh
def eigh(tensor, name=None):
  e, v = raw.SelfAdjointEigV2(tensor, compute_v=True, name=name)
  return e, v


#: tf.linalg.eigvalsh
def eigvalsh(tensor, name=None):
  return raw.SelfAdjointEigV2(tensor, compute_v=False, name=name)[0]


def _complex_of(tensor):
  if tensor.dtype == tf.float32 or tensor.dtype == tf.complex64:
    out_dtype = tf.complex64
  elif tensor.dtype == tf.float64 or tensor.dtype == tf.complex128:
    out_dtype = tf.complex128
  return out_dtype


#: tf.linalg.eig tf.eig
def eig(tensor, name=None):
  e, v = raw.Eig(tensor, Tout=_complex_of(tensor), compute_v=True, name=name)
  return e, v


#: tf.linalg.eigvals tf.eigvals
def eigvals(tensor, name=None):
  return raw.Eig(tensor, Tout=_complex_of(tensor), compute_v=False, name=name)[0]


#: tf.linalg.svd
def svd(tensor, full_matrices=False, compute_uv=True, name=None):
  s, u, v = raw.Svd(tensor, compute_uv=compute_uv, full_matrices=full_matrices, name=name)
  s = tf.math.real(s)
  return (s, u, v) if compute_uv else s


#: tf.linalg.logdet
def logdet(matrix, name=None):
  with op_scope(name, 'logdet'):
    chol = raw.Cholesky(matrix)
    return 2.0 * tf.reduce_sum(tf.math.log(tf.math.real(tf.linalg.diag_part(chol))), axis=[-1])


#: tf.linalg.tensor_diag
def tensor_diag(diagonal, name=None):
  return raw.Diag(diagonal, name=name)


#: tf.linalg.tensor_diag_part
def tensor_diag_part(input, name=None):
  return raw.DiagPart(input, name=name)


#: tf.linalg.normalize
def normalize(tensor, ord='euclidean', axis=None, name=None):
  with op_scope(name, 'normalize'):
    tensor = convert(tensor)
    norm = tf.norm(tensor, ord, axis, keepdims=True)
    norm = tf.cast(norm, tensor.dtype)
    return tensor / norm, norm


# ---- the exponential of a matrix, by Pade approximants
_PADE = {
    3: [120.0, 60.0, 12.0],
    5: [30240.0, 15120.0, 3360.0, 420.0, 30.0],
    7: [17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0],
    9: [17643225600.0, 8821612800.0, 2075673600.0, 302702400.0, 30270240.0, 2162160.0, 110880.0, 3960.0, 90.0],
    13: [64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
         10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0],
}


def _pade(matrix, order):
  b = [tf.constant(x, matrix.dtype) for x in _PADE[order]]
  ident = tf.eye(tf.shape(matrix)[-2], batch_shape=tf.shape(matrix)[:-2], dtype=matrix.dtype)
  powers = [ident]
  for i in range(min(order // 2, 4 if order == 9 else 3)):
    powers.append(tf.matmul(powers[-1] if i else matrix, powers[1] if i else matrix))
  if order < 13:
    tmp = powers[-1]
    for i in range(len(powers) - 2, -1, -1):
      tmp = tmp + b[2 * i + 1] * powers[i]
    u = tf.matmul(matrix, tmp)
    v = b[order - 1] * powers[-1]
    for i in range(len(powers) - 2, -1, -1):
      v = v + b[2 * i] * powers[i]
    return u, v
  two, four, six = powers[1:]
  tmp = (tf.matmul(six, six + b[11] * four + b[9] * two) + b[7] * six + b[5] * four + b[3] * two + b[1] * ident)
  u = tf.matmul(matrix, tmp)
  tmp = b[12] * six + b[10] * four + b[8] * two
  return u, tf.matmul(six, tmp) + b[6] * six + b[4] * four + b[2] * two + b[0] * ident


#: tf.linalg.expm
def expm(input, name=None):
  with op_scope(name, 'matrix_exponential'):
    matrix = convert(input, name='input')
    if matrix.shape[-2:] == [0, 0]:
      return matrix
    batch_shape = matrix.shape[:-2]
    if not batch_shape.is_fully_defined():
      batch_shape = tf.shape(matrix)[:-2]
    matrix = tf.reshape(matrix, tf.concat(([-1], tf.shape(matrix)[-2:]), axis=0))
    l1_norm = tf.reduce_max(tf.reduce_sum(tf.abs(matrix), axis=tf.size(tf.shape(matrix)) - 2),
                            axis=-1)[..., tf.newaxis, tf.newaxis]
    const = lambda x: tf.constant(x, l1_norm.dtype)

    def choose(limits, cases):
      below = tf.less(l1_norm, const(limits[0]))
      return tf.where(below, cases[0], cases[1] if len(limits) == 1 else choose(limits[1:], cases[1:]))

    if matrix.dtype in [tf.float16, tf.float32, tf.complex64]:
      maxnorm, orders = const(3.925724783138660), (3, 5, 7)
      limits = (4.258730016922831e-001, 1.880152677804762e+000)
    elif matrix.dtype in [tf.float64, tf.complex128]:
      maxnorm, orders = const(5.371920351148152), (3, 5, 7, 9, 13)
      limits = (1.495585217958292e-002, 2.539398330063230e-001, 9.504178996162932e-001, 2.097847961257068e+000)
    else:
      raise ValueError('tf.linalg.expm does not support matrices of type %s' % matrix.dtype)
    squarings = tf.maximum(tf.floor(tf.math.log(l1_norm / maxnorm) / tf.math.log(const(2.0))), 0)
    pairs = [_pade(matrix, order) for order in orders[:-1]]
    pairs.append(_pade(matrix / tf.cast(tf.pow(const(2.0), squarings), matrix.dtype), orders[-1]))
    u = choose(limits, [pair[0] for pair in pairs])
    v = choose(limits, [pair[1] for pair in pairs])
    is_finite = tf.math.is_finite(tf.reduce_max(l1_norm))
    nan = tf.constant(math.nan, matrix.dtype)
    result = tf.cond(is_finite, lambda: tf.linalg.solve(-u + v, u + v), lambda: tf.fill(tf.shape(matrix), nan))
    max_squarings = tf.reduce_max(squarings)
    i = const(0.0)
    _, result = tf.while_loop(
        lambda i, _: tf.cond(is_finite, lambda: tf.less(i, max_squarings), lambda: tf.constant(False)),
        lambda i, r: (i + 1, tf.where(tf.less(i, squarings), tf.matmul(r, r), r)), [i, result])
    if not matrix.shape.is_fully_defined():
      return tf.reshape(result, tf.concat((batch_shape, tf.shape(result)[-2:]), axis=0))
    return tf.reshape(result, batch_shape.concatenate(result.shape[-2:]))


# ---- what singular values tell
_EPSILON = {tf.float64: 2.220446049250313e-16, tf.float32: 1.1920929e-07, tf.float16: 0.000977, tf.bfloat16: 0.0078125}


def _check_matrix(a):
  if not a.dtype.is_floating:
    raise TypeError('Input `a` must have `float`-like `dtype` (saw %s).' % a.dtype.name)
  if a.shape.rank is not None and a.shape.rank < 2:
    raise ValueError('Input `a` must have at least 2 dimensions (saw: %d).' % a.shape.rank)


#: tf.linalg.matrix_rank
def matrix_rank(a, tol=None, validate_args=False, name=None):
  with op_scope(name, 'matrix_rank'):
    a = convert(a, hint=tf.float32, name='a')
    _check_matrix(a)
    s = svd(a, compute_uv=False)
    if tol is None:
      sides = a.shape[-2:]
      m = max(sides) if sides.is_fully_defined() else tf.reduce_max(tf.shape(a)[-2:])
      tol = _EPSILON[a.dtype] * tf.cast(m, a.dtype) * tf.reduce_max(s, axis=-1, keepdims=True)
    return tf.reduce_sum(tf.cast(s > tol, tf.int32), axis=-1)


#: tf.linalg.pinv
def pinv(a, rcond=None, validate_args=False, name=None):
  with op_scope(name, 'pinv'):
    a = convert(a, name='a')
    _check_matrix(a)
    if rcond is None:
      rows, columns = [tf.shape(a)[i] if a.shape[i] is None else a.shape[i] for i in (-2, -1)]
      if isinstance(rows, int) and isinstance(columns, int):
        most = float(max(rows, columns))
      else:
        most = tf.cast(tf.maximum(rows, columns), a.dtype)
      rcond = 10. * most * _EPSILON[a.dtype]
    rcond = convert(rcond, dtype=a.dtype, name='rcond')
    s, u, v = svd(a)
    cutoff = rcond * tf.reduce_max(s, axis=-1)
    s = tf.where(s > tf.expand_dims(cutoff, -1), s, tf.constant(math.inf, a.dtype, name='SelectV2/e'))
    result = tf.matmul(v / tf.expand_dims(s, -2), u, adjoint_b=True)
    if a.shape.rank is not None:
      result.set_shape(a.shape[:-2].concatenate([a.shape[-1], a.shape[-2]]))
    return result


# ---- what is done with tf.linalg.lu
def _lu_arguments(lower_upper, perm):
  return convert(lower_upper, hint=tf.float32, name='lower_upper'), convert(perm, hint=tf.int32, name='perm')


def _lu_checks(lower_upper, perm, validate):
  checks = []
  rank = lower_upper.shape.rank
  message = 'Input `lower_upper` must have at least 2 dimensions.'
  if rank is not None and rank < 2:
    raise ValueError(message)
  if validate:
    checks.append(tf.debugging.assert_rank_at_least(lower_upper, rank=2, message=message))
  message = '`rank(lower_upper)` must equal `rank(perm) + 1`'
  if rank is not None and perm.shape.rank is not None:
    if rank != perm.shape.rank + 1:
      raise ValueError(message)
  elif validate:
    checks.append(tf.debugging.assert_rank(lower_upper, rank=tf.rank(perm) + 1, message=message))
  message = '`lower_upper` must be square.'
  if lower_upper.shape[:-2].is_fully_defined():
    if lower_upper.shape[-2] != lower_upper.shape[-1]:
      raise ValueError(message)
  elif validate:
    m, n = tf.split(tf.shape(lower_upper)[-2:], num_or_size_splits=2)
    checks.append(tf.debugging.assert_equal(m, n, message=message))
  return checks


def _lu_solve_checks(lower_upper, perm, rhs, validate):
  checks = _lu_checks(lower_upper, perm, validate)
  message = 'Input `rhs` must have at least 2 dimensions.'
  if rhs.shape.ndims is not None:
    if rhs.shape.ndims < 2:
      raise ValueError(message)
  elif validate:
    checks.append(tf.debugging.assert_rank_at_least(rhs, rank=2, message=message))
  message = '`lower_upper.shape[-1]` must equal `rhs.shape[-1]`.'
  if lower_upper.shape[-1] is not None and rhs.shape[-2] is not None:
    if lower_upper.shape[-1] != rhs.shape[-2]:
      raise ValueError(message)
  elif validate:
    checks.append(tf.debugging.assert_equal(tf.shape(lower_upper)[-1], tf.shape(rhs)[-2], message=message))
  return checks


def _behind(checks, *tensors):
  if not checks:
    return tensors
  with tf.control_dependencies(checks):
    return [tf.identity(x) for x in tensors]


def _lower(lower_upper, shape=None):
  band = tf.linalg.band_part(lower_upper, num_lower=-1, num_upper=0)
  shape = tf.shape(lower_upper) if shape is None else shape
  return tf.linalg.set_diag(band, tf.ones(shape[:-1], dtype=lower_upper.dtype))


#: tf.linalg.lu_solve
def lu_solve(lower_upper, perm, rhs, validate_args=False, name=None):
  with op_scope(name, 'lu_solve'):
    lower_upper, perm = _lu_arguments(lower_upper, perm)
    rhs = convert(rhs, hint=lower_upper.dtype, name='rhs')
    checks = _lu_solve_checks(lower_upper, perm, rhs, validate_args)
    lower_upper, perm, rhs = _behind(checks, lower_upper, perm, rhs)
    if rhs.shape.rank == 2 and perm.shape.rank == 1:
      permuted = tf.gather(rhs, perm, axis=-2)
    else:
      rhs_shape = tf.shape(rhs)
      batch_shape = tf.broadcast_dynamic_shape(rhs_shape[:-2], tf.shape(perm)[:-1])
      d, m = rhs_shape[-2], rhs_shape[-1]
      whole_shape = tf.concat([batch_shape, [d, m]], axis=0)
      flat = tf.reshape(tf.broadcast_to(rhs, whole_shape), [-1, d, m])
      places = tf.reshape(tf.broadcast_to(perm, whole_shape[:-1]), [-1, d])
      size = tf.reduce_prod(batch_shape)
      batches = tf.broadcast_to(tf.range(size)[:, tf.newaxis], [size, d])
      places = tf.stack([batches, places], axis=-1)
      permuted = tf.reshape(tf.gather_nd(flat, places), whole_shape)
    lower = _lower(lower_upper)
    return triangular_solve(lower_upper, triangular_solve(lower, permuted), lower=False)


#: tf.linalg.lu_matrix_inverse
def lu_matrix_inverse(lower_upper, perm, validate_args=False, name=None):
  with op_scope(name, 'lu_matrix_inverse'):
    lower_upper, perm = _lu_arguments(lower_upper, perm)
    lower_upper, perm = _behind(_lu_checks(lower_upper, perm, validate_args), lower_upper, perm)
    shape = tf.shape(lower_upper)
    return lu_solve(lower_upper, perm, rhs=tf.eye(shape[-1], batch_shape=shape[:-2], dtype=lower_upper.dtype))


#: tf.linalg.lu_reconstruct
def lu_reconstruct(lower_upper, perm, validate_args=False, name=None):
  with op_scope(name, 'lu_reconstruct'):
    lower_upper, perm = _lu_arguments(lower_upper, perm)
    lower_upper, perm = _behind(_lu_checks(lower_upper, perm, validate_args), lower_upper, perm)
    shape = tf.shape(lower_upper)
    lower = _lower(lower_upper, shape)
    x = tf.matmul(lower, tf.linalg.band_part(lower_upper, num_lower=0, num_upper=-1))
    if lower_upper.shape.rank != 2:
      size = tf.reduce_prod(shape[:-2])
      d = shape[-1]
      x = tf.reshape(x, [size, d, d])
      perm = tf.map_fn(tf.math.invert_permutation, tf.reshape(perm, [size, d]))
      batches = tf.broadcast_to(tf.range(size)[:, tf.newaxis], [size, d])
      x = tf.reshape(tf.gather_nd(x, tf.stack([batches, perm], axis=-1)), shape)
    else:
      x = tf.gather(x, tf.math.invert_permutation(perm))
    x.set_shape(lower_upper.shape)
    return x
