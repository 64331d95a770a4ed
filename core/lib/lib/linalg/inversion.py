"""tf.linalg.LinearOperatorInversion (ops/linalg/linear_operator_inversion.py)."""
from tensorflow_lib.base import op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorInversion
class LinearOperatorInversion(LinearOperator):
  """The inverse of an operator."""

  def __init__(self, operator, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name=None):
    parameters = dict(operator=operator, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    self._operator = operator
    for hint, given in (('is_non_singular', is_non_singular), ('is_square', is_square)):
      own = getattr(operator, hint)
      if own is False or given is False:
        raise ValueError('Argument `%s` or argument `operator` must have supplied hint `%s` equal to `True` or `None`. '
                         'Found `operator.%s`: %s, `%s`: %s.' % (hint, hint, hint, own, hint, given))
    is_square = util.combine_hint(operator, 'is_square', is_square,
                                  'An operator is square if and only if its inverse is square.')
    is_non_singular = util.combine_hint(operator, 'is_non_singular', is_non_singular,
                                        'An operator is non-singular if and only if its inverse is non-singular.')
    is_self_adjoint = util.combine_hint(operator, 'is_self_adjoint', is_self_adjoint,
                                        'An operator is self-adjoint if and only if its inverse is self-adjoint.')
    is_positive_definite = util.combine_hint(
        operator, 'is_positive_definite', is_positive_definite,
        'An operator is positive-definite if and only if its inverse is positive-definite.')
    if name is None:
      name = operator.name + '_inv'
    with op_scope(None, name):
      super().__init__(dtype=operator.dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=is_square, parameters=parameters, name=name)

  operator = property(lambda self: self._operator)

  def _linop_inverse(self):
    return self.operator

  def _linop_solve(self, left_operator, right_operator):
    return left_operator.operator.matmul(right_operator)

  def _assert_non_singular(self):
    return self.operator.assert_non_singular()

  def _assert_positive_definite(self):
    return self.operator.assert_positive_definite()

  def _assert_self_adjoint(self):
    return self.operator.assert_self_adjoint()

  def _shape(self):
    return self.operator.shape

  def _shape_tensor(self):
    return self.operator.shape_tensor()

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    return self.operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _determinant(self):
    return 1.0 / self.operator.determinant()

  def _log_abs_determinant(self):
    return -1.0 * self.operator.log_abs_determinant()

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self.operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _eigvals(self):
    return 1.0 / self.operator.eigvals()

  def _cond(self):
    return self.operator.cond()

  _composite_tensor_fields = ('operator',)
  _experimental_parameter_ndims_to_matrix_ndims = {'operator': 0}
