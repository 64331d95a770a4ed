"""tf.linalg.LinearOperatorAdjoint (ops/linalg/linear_operator_adjoint.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorAdjoint
class LinearOperatorAdjoint(LinearOperator):
  """The adjoint of an operator."""

  def __init__(self, operator, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name=None):
    parameters = dict(operator=operator, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    self._operator = operator
    is_square = util.combine_hint(operator, 'is_square', is_square,
                                  'An operator is square if and only if its adjoint is square.')
    is_non_singular = util.combine_hint(operator, 'is_non_singular', is_non_singular,
                                        'An operator is non-singular if and only if its adjoint is non-singular.')
    is_self_adjoint = util.combine_hint(operator, 'is_self_adjoint', is_self_adjoint,
                                        'An operator is self-adjoint if and only if its adjoint is self-adjoint.')
    is_positive_definite = util.combine_hint(
        operator, 'is_positive_definite', is_positive_definite,
        'An operator is positive-definite if and only if its adjoint is positive-definite.')
    if name is None:
      name = operator.name + '_adjoint'
    with op_scope(None, name):
      super().__init__(dtype=operator.dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=is_square, parameters=parameters, name=name)

  operator = property(lambda self: self._operator)

  def _linop_adjoint(self):
    return self.operator

  def _assert_non_singular(self):
    return self.operator.assert_non_singular()

  def _assert_positive_definite(self):
    return self.operator.assert_positive_definite()

  def _assert_self_adjoint(self):
    return self.operator.assert_self_adjoint()

  def _shape(self):
    shape = self.operator.shape
    return shape[:-2].concatenate([shape[-1], shape[-2]])

  def _shape_tensor(self):
    shape = self.operator.shape_tensor()
    return tf.concat([shape[:-2], [shape[-1], shape[-2]]], axis=-1)

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    return self.operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

  def _matvec(self, x, adjoint=False):
    return self.operator.matvec(x, adjoint=not adjoint)

  def _determinant(self):
    if self.is_self_adjoint:
      return self.operator.determinant()
    return tf.math.conj(self.operator.determinant())

  def _log_abs_determinant(self):
    return self.operator.log_abs_determinant()

  def _trace(self):
    if self.is_self_adjoint:
      return self.operator.trace()
    return tf.math.conj(self.operator.trace())

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self.operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

  def _solvevec(self, rhs, adjoint=False):
    return self.operator.solvevec(rhs, adjoint=not adjoint)

  def _to_dense(self):
    if self.is_self_adjoint:
      return self.operator.to_dense()
    return tf.linalg.adjoint(self.operator.to_dense())

  def _eigvals(self):
    eigvals = self.operator.eigvals()
    return eigvals if self.operator.is_self_adjoint else tf.math.conj(eigvals)

  def _cond(self):
    return self.operator.cond()

  _composite_tensor_fields = ('operator',)
  _experimental_parameter_ndims_to_matrix_ndims = {'operator': 0}
