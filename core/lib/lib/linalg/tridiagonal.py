"""tf.linalg: tridiagonal and banded matrices (ops/linalg/linalg_impl.py)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


#: tf.linalg.banded_triangular_solve =banded_triangular_solve
def banded_triangular_solve(bands, rhs, lower=True, adjoint=False, name=None):
  with op_scope(name, 'banded_triangular_solve'):
    return raw.BandedTriangularSolve(bands, rhs, lower=lower, adjoint=adjoint)


def _bands_of(matrix):
  """The three diagonals of a matrix."""
  m1, m2 = matrix.shape[-1], matrix.shape[-2]
  if m1 and m2 and m1 != m2:
    raise ValueError('Expected last two dimensions of diagonals to be same, got %s and %s' % (m1, m2))
  return tf.linalg.diag_part(matrix, k=(-1, 1), padding_value=0.0, align='LEFT_RIGHT')


#: tf.linalg.tridiagonal_solve
def tridiagonal_solve(diagonals, rhs, diagonals_format='compact', transpose_rhs=False, conjugate_rhs=False, name=None,
                      partial_pivoting=True, perturb_singular=False):
  if perturb_singular and not partial_pivoting:
    raise ValueError('partial_pivoting must be True if perturb_singular is.')
  if diagonals_format == 'sequence':
    diagonals = _stacked(diagonals)
  elif diagonals_format == 'matrix':
    diagonals = _bands_of(diagonals)
  elif diagonals_format != 'compact':
    raise ValueError('Unrecognized diagonals_format: %s' % diagonals_format)
  return _solve(diagonals, rhs, transpose_rhs, conjugate_rhs, partial_pivoting, perturb_singular, name)


def _stacked(diagonals):
  if not isinstance(diagonals, (tuple, list)) or len(diagonals) != 3:
    raise ValueError('Expected diagonals to be a sequence of length 3.')
  above, main, below = diagonals
  batch = main.shape[:-1]
  if not below.shape[:-1].is_compatible_with(batch) or not above.shape[:-1].is_compatible_with(batch):
    raise ValueError('Tensors representing the three diagonals must have the same shape,except for the last dimension, got '
                     '%s, %s, %s' % (below.shape, main.shape, above.shape))
  m = main.shape[-1]

  def padded(t, name, padding):
    n = t.shape[-1]
    if not n or n == m:
      return t
    if n == m - 1:
      return tf.pad(t, [[0, 0] for _ in range(len(t.shape) - 1)] + [padding])
    raise ValueError('Expected %s to be have length %s or %s, got %s.' % (name, m, m - 1, n))

  below = padded(below, 'subdiagonal', [1, 0])
  above = padded(above, 'superdiagonal', [0, 1])
  return tf.stack((above, main, below), axis=-2)


def _solve(diagonals, rhs, transpose_rhs, conjugate_rhs, partial_pivoting, perturb_singular, name):
  rank, rhs_rank = diagonals.shape.rank, rhs.shape.rank
  if rank:
    if rank < 2:
      raise ValueError('Expected diagonals to have rank at least 2, got %s' % rank)
    if rhs_rank and rhs_rank != rank and rhs_rank != rank - 1:
      raise ValueError('Expected the rank of rhs to be %s or %s, got %s' % (rank - 1, rank, rhs_rank))
    if rhs_rank and not diagonals.shape[:-2].is_compatible_with(rhs.shape[:rank - 2]):
      raise ValueError('Batch shapes %s and %s are incompatible' % (diagonals.shape[:-2], rhs.shape[:rank - 2]))
  if diagonals.shape[-2] and diagonals.shape[-2] != 3:
    raise ValueError('Expected 3 diagonals got %s' % diagonals.shape[-2])

  def solved(rhs):
    if diagonals.shape[-1] and rhs.shape[-2] and diagonals.shape[-1] != rhs.shape[-2]:
      raise ValueError('Expected number of left-hand sided and right-hand sides to be equal, got %s and %s' %
                       (diagonals.shape[-1], rhs.shape[-2]))
    return raw.TridiagonalSolve(diagonals=diagonals, rhs=rhs, partial_pivoting=partial_pivoting,
                                perturb_singular=perturb_singular, name=name)

  if rhs_rank and rank and rhs_rank == rank - 1:
    if conjugate_rhs:
      rhs = tf.math.conj(rhs)
    return tf.squeeze(solved(tf.expand_dims(rhs, -1)), -1)
  if transpose_rhs:
    rhs = tf.linalg.matrix_transpose(rhs, conjugate=conjugate_rhs)
  elif conjugate_rhs:
    rhs = tf.math.conj(rhs)
  return solved(rhs)


#: tf.linalg.tridiagonal_matmul
def tridiagonal_matmul(diagonals, rhs, diagonals_format='compact', name=None):
  if diagonals_format == 'sequence':
    above, main, below = diagonals
  elif diagonals_format in ('compact', 'matrix'):
    if diagonals_format == 'matrix':
      diagonals = _bands_of(diagonals)
    above = diagonals[..., 0, :]
    main = diagonals[..., 1, :]
    below = diagonals[..., 2, :]
  else:
    raise ValueError('Unrecognized diagonals_format: %s' % diagonals_format)
  above = tf.expand_dims(above, -2)
  main = tf.expand_dims(main, -2)
  below = tf.expand_dims(below, -2)
  return raw.TridiagonalMatMul(superdiag=above, maindiag=main, subdiag=below, rhs=rhs, name=name)


# ---- eigenvalues of symmetric tridiagonal matrices, by bisection
def _sturm(alpha, beta_sq, pivmin, alpha0_perturbation, x):
  """How many eigenvalues are less than each x (Sturm's sequence)."""
  with op_scope(None, 'sturm'):
    n = alpha.shape[0]
    zeros = tf.zeros(tf.shape(x), dtype=tf.int32)
    ones = tf.ones(tf.shape(x), dtype=tf.int32)

    def step(i, q, count):
      q = alpha[i] - beta_sq[i - 1] / q - x
      count = _select(q <= pivmin, count + 1, count)
      q = _select(q <= pivmin, tf.minimum(q, -pivmin), q)
      return q, count

    def steps(start, q, count, number):
      for j in range(number):
        q, count = step(start + j, q, count)
      return start + number, q, count

    q = alpha[0] - x
    count = _select(q < 0, ones, zeros)
    q = _select(tf.equal(alpha[0], x), alpha0_perturbation, q)
    blocksize = 16
    i, q, count = steps(1, q, count, (n - 1) % blocksize)
    _, _, count = tf.while_loop(lambda i, q, count: tf.less(i, n), lambda i, q, count: steps(i, q, count, blocksize),
                                [i, q, count], back_prop=False)
    return count


def _select(condition, x, y):
  """Both are of the condition's shape."""
  return raw.Select(condition=condition, x=x, y=y)


def _eigenvalues(alpha, beta, select, select_range, tol):
  with op_scope(None, 'compute_eigenvalues'):
    n = alpha.shape[0]
    if alpha.dtype.is_complex:
      alpha = tf.math.real(alpha)
      beta_sq = tf.math.real(tf.math.conj(beta) * beta)
      beta_abs = tf.sqrt(beta_sq)
    else:
      beta_sq = tf.square(beta)
      beta_abs = tf.abs(beta)
    finfo = numpy.finfo(alpha.dtype.as_numpy_dtype)
    row_sum = tf.concat([beta_abs[:1], beta_abs[:-1] + beta_abs[1:], beta_abs[-1:]], axis=0)
    most = tf.minimum(finfo.max, tf.reduce_max(alpha + row_sum))
    least = tf.maximum(finfo.min, tf.reduce_min(alpha - row_sum))
    t_norm = tf.maximum(tf.abs(least), tf.abs(most))
    one = numpy.ones([], dtype=alpha.dtype.as_numpy_dtype)
    safemin = numpy.maximum(one / finfo.max, (one + finfo.eps) * finfo.tiny)
    pivmin = safemin * tf.maximum(one, tf.reduce_max(beta_sq))
    alpha0_perturbation = tf.square(finfo.eps * beta_abs[0])
    abs_tol = finfo.eps * t_norm
    if tol:
      abs_tol = tf.maximum(tol, abs_tol)
    max_it = 1 + {tf.float16: 10, tf.float32: 23, tf.float64: 52}[alpha.dtype]
    asserts = None
    if select == 'a':
      target_counts = tf.range(n)
    elif select == 'i':
      asserts = tf.debugging.assert_less_equal(select_range[0], select_range[1],
                                               message='Got empty index range in select_range.')
      target_counts = tf.range(select_range[0], select_range[1] + 1)
    elif select == 'v':
      asserts = tf.debugging.assert_less(select_range[0], select_range[1], message='Got empty interval in select_range.')
    else:
      raise ValueError("'select must have a value in {'a', 'i', 'v'}.")
    if asserts:
      with tf.control_dependencies([asserts]):
        alpha = tf.identity(alpha)
    fudge = 2.1
    slack = tf.cast(n, alpha.dtype) * fudge * finfo.eps * t_norm
    if select in ('a', 'i'):
      lower = least - slack - 2 * fudge * pivmin
      upper = most + slack + fudge * pivmin
    else:
      lower = select_range[0] - slack - 2 * fudge * pivmin
      upper = select_range[1] + slack + fudge * pivmin
      first = _sturm(alpha, beta_sq, pivmin, alpha0_perturbation, lower)
      last = _sturm(alpha, beta_sq, pivmin, alpha0_perturbation, upper)
      target_counts = tf.range(first, last)
    upper = tf.minimum(upper, finfo.max)
    lower = tf.maximum(lower, finfo.min)
    shape = tf.shape(target_counts)
    lower = tf.broadcast_to(lower, shape=shape)
    upper = tf.broadcast_to(upper, shape=shape)
    pivmin = tf.broadcast_to(pivmin, shape)
    alpha0_perturbation = tf.broadcast_to(alpha0_perturbation, shape)

    def middle(lower, upper):
      return 0.5 * lower + 0.5 * upper

    def go_on(i, lower, upper):
      return tf.logical_and(tf.less(i, max_it), tf.less(abs_tol, tf.reduce_max(upper - lower)))

    def halve(i, lower, upper):
      mid = middle(lower, upper)
      counts = _sturm(alpha, beta_sq, pivmin, alpha0_perturbation, mid)
      lower = _select(counts <= target_counts, mid, lower)
      upper = _select(counts > target_counts, mid, upper)
      return i + 1, lower, upper

    _, lower, upper = tf.while_loop(go_on, halve, [0, lower, upper])
    return middle(lower, upper)


def _eigenvectors(alpha, beta, eigvals):
  """By inverse iteration; vectors of eigenvalues that lie close together are made orthogonal."""
  with op_scope(None, 'compute_eigenvectors'):
    k = tf.size(eigvals)
    n = tf.size(alpha)
    alpha = tf.cast(alpha, dtype=beta.dtype)
    gap = eigvals[1:] - eigvals[:-1]
    eps = numpy.finfo(eigvals.dtype.as_numpy_dtype).eps
    t_norm = tf.maximum(tf.abs(eigvals[0]), tf.abs(eigvals[-1]))
    gaptol = numpy.sqrt(eps) * t_norm
    close = tf.less(gap, gaptol)
    left_close = tf.concat([[False], close], axis=0)
    right_close = tf.concat([close, [False]], axis=0)
    starts = tf.logical_and(tf.logical_not(left_close), right_close)
    starts = tf.squeeze(tf.where(starts), axis=-1)
    ends = tf.logical_and(left_close, tf.logical_not(right_close))
    ends = tf.squeeze(tf.where(ends), axis=-1) + 1
    clusters = tf.size(ends)
    v0 = tf.cast(tf.random.stateless_normal(shape=(k, n), seed=[7, 42]), dtype=beta.dtype)
    norm_v = tf.norm(v0, axis=1)
    v0 = v0 / norm_v[:, tf.newaxis]
    zero_norm = tf.constant(0, shape=norm_v.shape, dtype=norm_v.dtype)
    eigvals_cast = tf.cast(eigvals, dtype=beta.dtype)
    shifted = alpha[tf.newaxis, :] - eigvals_cast[:, tf.newaxis]
    beta = tf.tile(beta[tf.newaxis, :], [k, 1])
    diags = [beta, shifted, tf.math.conj(beta)]

    def orthogonalize(vectors):

      def one_cluster(i, vectors):
        start, end = starts[i], ends[i]
        places = tf.expand_dims(tf.range(start, end), -1)
        q, _ = tf.linalg.qr(tf.linalg.matrix_transpose(vectors[start:end, :]))
        return i + 1, tf.tensor_scatter_nd_update(vectors, places, tf.linalg.matrix_transpose(q))

      return tf.while_loop(lambda i, v: tf.less(i, clusters), one_cluster, [0, vectors])[1]

    def go_on(i, _, norm_v, norm_v_old):
      growth = tf.constant(1 + 0.1, dtype=norm_v.dtype)
      grows = tf.greater_equal(tf.math.real(norm_v), tf.math.real(growth * norm_v_old))
      return tf.logical_and(tf.less(i, 5), tf.reduce_any(grows))

    def iterate(i, v, norm_v, norm_v_old):
      v = tridiagonal_solve(diags, v, diagonals_format='sequence', partial_pivoting=True, perturb_singular=True)
      norm_v_old = norm_v
      norm_v = tf.norm(v, axis=1)
      v = v / norm_v[:, tf.newaxis]
      return i + 1, orthogonalize(v), norm_v, norm_v_old

    _, v, _, _ = tf.while_loop(go_on, iterate, [0, v0, norm_v, zero_norm])
    return tf.linalg.matrix_transpose(v)


#: tf.linalg.eigh_tridiagonal
def eigh_tridiagonal(alpha, beta, eigvals_only=True, select='a', select_range=None, tol=None, name=None):
  """Eigenvalues, and eigenvectors, of a matrix with the diagonals alpha and beta."""
  with op_scope(name, 'eigh_tridiagonal'):
    alpha = convert(alpha, name='alpha')
    if alpha.shape[0] <= 1:
      return tf.math.real(alpha)
    beta = convert(beta, name='beta')
    if alpha.dtype != beta.dtype:
      raise ValueError("'alpha' and 'beta' must have the same type.")
    eigvals = _eigenvalues(alpha, beta, select, select_range, tol)
    return eigvals if eigvals_only else (eigvals, _eigenvectors(alpha, beta, eigvals))
