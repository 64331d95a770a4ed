"""tf.linalg.LinearOperatorBlockLowerTriangular (ops/linalg/linear_operator_block_lower_triangular.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.blocks import BlockOperator


#: tf.linalg.LinearOperatorBlockLowerTriangular
class LinearOperatorBlockLowerTriangular(BlockOperator):
  """Rows of operators, each one longer than the row above."""

  _solve_argument = 'rhs'

  def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name='LinearOperatorBlockLowerTriangular'):
    parameters = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    util.assert_proper_iterable(operators)
    for row in operators:
      util.assert_proper_iterable(row)
    operators = [list(row) for row in operators]
    if not operators:
      raise ValueError('Argument `operators` must be a list of >=1 operators. Received: %s.' % operators)
    self._operators = operators
    self._diagonal_operators = [row[-1] for row in operators]
    dtype = operators[0][0].dtype
    for i, row in enumerate(operators):
      for operator in row:
        if operator.dtype != dtype:
          raise TypeError('Expected all operators to have the same dtype.  Found %s in row %d and %s in row 0.' %
                          ([str((o.name, o.dtype)) for o in row], i, dtype))
    is_non_singular = self._non_singular(is_non_singular)
    self._check_dimensions()
    self._check_square(is_square)
    with op_scope(None, name):
      super().__init__(dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=True, parameters=parameters, name=name)

  operators = property(lambda self: self._operators)

  def _check_dimensions(self):
    for i, row in enumerate(self.operators):
      if len(row) != i + 1:
        raise ValueError('Argument `operators[%d]` must contain `%d` blocks. Received: %d blocks.' % (i, i + 1, len(row)))
    for i in range(1, len(self.operators)):
      for j in range(i):
        for dim, other, k, l in (('domain_dimension', self.operators[i - 1][j], i - 1, j),
                                 ('range_dimension', self.operators[i][j + 1], i, j + 1)):
          a, b = getattr(self.operators[i][j], dim), getattr(other, dim)
          if a is not None and b is not None and a != b:
            raise ValueError('Argument `operators[%d][%d].%s` (%s) must be the same as `operators[%d][%d].%s` (%s).' %
                             (i, j, dim, a, k, l, dim, b))

  def _non_singular(self, is_non_singular):
    if all(op.is_non_singular for op in self._diagonal_operators):
      if is_non_singular is False:
        raise ValueError('A blockwise lower-triangular operator with non-singular operators on the main diagonal is always '
                         'non-singular. Expected argument `is_non_singular` to be True. Received: %s.' % is_non_singular)
      return True
    if any(op.is_non_singular is False for op in self._diagonal_operators):
      if is_non_singular is True:
        raise ValueError('A blockwise lower-triangular operator with a singular operator on the main diagonal is always '
                         'singular. Expected argument `is_non_singular` to be True. Received: %s.' % is_non_singular)
      return False
    return None

  def _check_square(self, is_square):
    if is_square is False:
      raise ValueError('`LinearOperatorBlockLowerTriangular` must be square. Expected argument `is_square` to be True. '
                       'Received: %s.' % is_square)
    for i, op in enumerate(self._diagonal_operators):
      if op.is_square is False:
        raise ValueError('Matrices on the diagonal (the final elements of each row-partition in the `operators` list) must '
                         'be square. Expected argument `operators[%d][-1].is_square` to be True. Received: %s.' %
                         (i, op.is_square))

  def _shape(self):
    matrix_shape = tf.TensorShape([sum(self._block_domain_dimensions()), sum(self._block_range_dimensions())])
    flat = [operator for row in self.operators for operator in row]
    return util.common_batch_shape(flat).concatenate(matrix_shape)

  def _shape_tensor(self):
    if self.shape.is_fully_defined():
      return convert(self.shape.as_list(), dtype=tf.int32, name='shape')
    domain = sum(self._block_domain_dimension_tensors())
    rows = sum(self._block_range_dimension_tensors())
    matrix_shape = tf.stack([domain, rows])
    batch_shape = self.operators[0][0].batch_shape_tensor()
    for row in self.operators[1:]:
      for operator in row:
        batch_shape = tf.broadcast_dynamic_shape(batch_shape, operator.batch_shape_tensor())
    return tf.concat((batch_shape, matrix_shape), 0)

  def _linop_inverse(self):
    hints = dict(self._own_hints(), is_square=True)
    if len(self.operators) == 1:
      return LinearOperatorBlockLowerTriangular([[self.operators[0][0].inverse()]], **hints)
    full = tf.linalg.LinearOperatorFullMatrix
    upper_left = LinearOperatorBlockLowerTriangular(self.operators[:-1]).inverse()
    bottom = self.operators[-1]
    corner = bottom[-1].inverse()
    row = []
    for i in range(len(self.operators) - 1):
      products = [bottom[j].matmul(upper_left.operators[j][i]) for j in range(i, len(self.operators) - 1)]
      block = products[0]
      if len(products) > 1:
        block = full(sum(product.to_dense() for product in products))
      block = corner.matmul(block)
      minus = tf.linalg.LinearOperatorScaledIdentity(num_rows=corner.domain_dimension_tensor(),
                                                     multiplier=tf.cast(-1, dtype=block.dtype))
      row.append(minus.matmul(block))
    return LinearOperatorBlockLowerTriangular(upper_left.operators + [row + [corner]], **hints)

  def _multiplied(self, x, adjoint, adjoint_arg):
    results = []
    for i, row in enumerate(self.operators):
      if adjoint:
        terms = [(self.operators[j][i], x[j]) for j in range(i, len(self.operators))]
      else:
        terms = [(operator, x[j]) for j, operator in enumerate(row)]
      result = terms[0][0].matmul(terms[0][1], adjoint=adjoint, adjoint_arg=adjoint_arg)
      for operator, block in terms[1:]:
        result += operator.matmul(block, adjoint=adjoint, adjoint_arg=adjoint_arg)
      results.append(result)
    return results

  def _solved(self, rhs, blockwise, adjoint, adjoint_arg):
    if blockwise:
      rhs = [tf.linalg.adjoint(y) for y in rhs] if adjoint_arg else rhs
    else:
      rhs = tf.linalg.adjoint(rhs) if adjoint_arg else rhs
      rhs = util.split_arg_into_blocks(self._block_domain_dimensions(), self._block_domain_dimension_tensors, rhs, axis=-2)
    solutions = []
    if adjoint:
      n = len(self.operators)
      for i in reversed(range(n)):
        y = rhs[i]
        for j in reversed(range(i + 1, n)):
          y = y - self.operators[j][i].matmul(solutions[n - 1 - j], adjoint=adjoint)
        solutions.append(self._diagonal_operators[i].solve(y, adjoint=adjoint))
      solutions.reverse()
      return solutions
    for row, y in zip(self.operators, rhs):
      for i, operator in enumerate(row[:-1]):
        y = y - operator.matmul(solutions[i], adjoint=adjoint)
      solutions.append(row[-1].solve(y, adjoint=adjoint))
    return solutions

  def _determinant(self):
    if all(op.is_positive_definite for op in self._diagonal_operators):
      return tf.exp(self._log_abs_determinant())
    return self._product()

  def _log_abs_determinant(self):
    return self._sum('log_abs_determinant')

  def _diag_part(self):
    return self._stacked('diag_part')

  def _trace(self):
    return self._sum('trace')

  def _eigvals(self):
    return self._stacked('eigvals')

  def _to_dense(self):
    num_cols = 0
    dense_rows = []
    flat = util.broadcast_matrix_batch_dims([op.to_dense() for row in self.operators for op in row])
    for i in range(len(self.operators)):
      row = flat[i * (i + 1) // 2:(i + 1) * (i + 2) // 2]
      batch_row_shape = tf.shape(row[0])[:-1]
      num_cols += tf.shape(row[-1])[-1]
      after_shape = tf.concat([batch_row_shape, [self.domain_dimension_tensor() - num_cols]], axis=-1)
      row.append(tf.zeros(shape=after_shape, dtype=self.dtype))
      dense_rows.append(tf.concat(row, axis=-1))
    mat = tf.concat(dense_rows, axis=-2)
    mat.set_shape(self.shape)
    return mat

  def _assert_non_singular(self):
    return self._group('assert_non_singular')

  @property
  def _experimental_parameter_ndims_to_matrix_ndims(self):
    return {'operators': [[0] * len(row) for row in self.operators]}
