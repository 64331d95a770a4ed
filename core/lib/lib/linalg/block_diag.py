"""tf.linalg.LinearOperatorBlockDiag (ops/linalg/linear_operator_block_diag.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.blocks import BlockOperator


#: tf.linalg.LinearOperatorBlockDiag
class LinearOperatorBlockDiag(BlockOperator):
  """Operators along the diagonal."""

  _solve_argument = 'x'

  def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=True,
               name=None):
    parameters = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    util.assert_proper_iterable(operators)
    operators = list(operators)
    if not operators:
      raise ValueError('Expected a non-empty list of operators. Found: %s' % operators)
    self._operators = self._diagonal_operators = operators
    dtype = util.common_dtype(operators)
    text = 'The direct sum of %s operators is always %s.'
    hints = {'is_square': is_square}
    for hint, given, word in (('is_non_singular', is_non_singular, 'non-singular'),
                              ('is_self_adjoint', is_self_adjoint, 'self-adjoint'),
                              ('is_positive_definite', is_positive_definite, 'positive definite')):
      hints[hint] = util.check_all(operators, hint, given, text % (word, word))
    if name is None:
      name = '_ds_'.join(operator.name for operator in operators)
    with op_scope(None, name):
      super().__init__(dtype=dtype, parameters=parameters, name=name, **hints)

  operators = property(lambda self: self._operators)

  def _shape(self):
    matrix_shape = tf.TensorShape([sum(self._block_range_dimensions()), sum(self._block_domain_dimensions())])
    return util.common_batch_shape(self.operators).concatenate(matrix_shape)

  def _shape_tensor(self):
    if self.shape.is_fully_defined():
      return convert(self.shape.as_list(), dtype=tf.int32, name='shape')
    domain = sum(self._block_domain_dimension_tensors())
    rows = sum(self._block_range_dimension_tensors())
    matrix_shape = tf.stack([rows, domain])
    zeros = tf.zeros(shape=self.operators[0].batch_shape_tensor())
    for operator in self.operators[1:]:
      zeros += tf.zeros(shape=operator.batch_shape_tensor())
    return tf.concat((tf.shape(zeros), matrix_shape), 0)

  def _linop_adjoint(self):
    return LinearOperatorBlockDiag([operator.adjoint() for operator in self.operators],
                                   **dict(self._own_hints(), is_square=True))

  def _linop_cholesky(self):
    return LinearOperatorBlockDiag([operator.cholesky() for operator in self.operators], is_non_singular=True,
                                   is_self_adjoint=None, is_square=True)

  def _linop_inverse(self):
    return LinearOperatorBlockDiag([operator.inverse() for operator in self.operators],
                                   **dict(self._own_hints(), is_square=True))

  def _by_block(self, left, right, function):
    return LinearOperatorBlockDiag(
        [getattr(a, function)(b) for a, b in zip(left.operators, right.operators)],
        is_non_singular=util.combined_non_singular_hint(left, right), is_square=True)

  def _linop_matmul(self, left_operator, right_operator):
    if isinstance(right_operator, LinearOperatorBlockDiag):
      return self._by_block(left_operator, right_operator, 'matmul')
    return super()._linop_matmul(left_operator, right_operator)

  def _linop_solve(self, left_operator, right_operator):
    if isinstance(right_operator, LinearOperatorBlockDiag):
      return self._by_block(left_operator, right_operator, 'solve')
    return super()._linop_solve(left_operator, right_operator)

  def _check_blocks(self, left, right, what):
    if not isinstance(right, LinearOperatorBlockDiag):
      return
    if len(left.operators) != len(right.operators):
      raise ValueError('Can not efficiently multiply two `LinearOperatorBlockDiag`s together when number of blocks differ.'
                       if what == 'multiply' else
                       'Can not efficiently solve `LinearOperatorBlockDiag` when number of blocks differ.')
    for a, b in zip(left.operators, right.operators):
      self._check_agree(a, b, 'Blocks are incompatible. Expected `x` to have dimension %s but got %s.')

  def _multiplied(self, x, adjoint, adjoint_arg):
    return [op.matmul(x[i], adjoint=adjoint, adjoint_arg=adjoint_arg) for i, op in enumerate(self.operators)]

  def _solved(self, rhs, blockwise, adjoint, adjoint_arg):
    if not blockwise:
      rhs = util.split_arg_into_blocks(self._block_domain_dimensions(), self._block_domain_dimension_tensors, rhs,
                                       axis=-1 if adjoint_arg else -2)
    return [op.solve(rhs[i], adjoint=adjoint, adjoint_arg=adjoint_arg) for i, op in enumerate(self.operators)]

  def _require_square(self, what):
    if not all(operator.is_square for operator in self.operators):
      raise NotImplementedError('`%s` not implemented for an operator whose blocks are not square.' % what)

  def _determinant(self):
    return self._product()

  def _log_abs_determinant(self):
    return self._sum('log_abs_determinant')

  def _diag_part(self):
    self._require_square('diag_part')
    return self._stacked('diag_part')

  def _trace(self):
    self._require_square('trace')
    return self._sum('trace')

  def _eigvals(self):
    self._require_square('eigvals')
    return self._stacked('eigvals')

  def _to_dense(self):
    num_cols = 0
    rows = []
    for block in util.broadcast_matrix_batch_dims([operator.to_dense() for operator in self.operators]):
      batch_row_shape = tf.shape(block)[:-1]
      before = tf.zeros(shape=tf.concat([batch_row_shape, [num_cols]], axis=-1), dtype=block.dtype)
      num_cols += tf.shape(block)[-1]
      after_shape = tf.concat([batch_row_shape, [self.domain_dimension_tensor() - num_cols]], axis=-1)
      after = tf.zeros(shape=after_shape, dtype=block.dtype)
      rows.append(tf.concat([before, block, after], axis=-1))
    mat = tf.concat(rows, axis=-2)
    mat.set_shape(self.shape)
    return mat

  def _assert_non_singular(self):
    return self._group('assert_non_singular')

  def _assert_self_adjoint(self):
    return self._group('assert_self_adjoint')

  def _assert_positive_definite(self):
    return self._group('assert_positive_definite')

  @property
  def _experimental_parameter_ndims_to_matrix_ndims(self):
    return {'operators': [0] * len(self.operators)}
