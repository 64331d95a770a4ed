"""tf.linalg.LinearOperatorComposition (ops/linalg/linear_operator_composition.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorComposition
class LinearOperatorComposition(LinearOperator):
  """The product of operators."""

  def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name=None):
    parameters = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    util.assert_proper_iterable(operators)
    operators = list(operators)
    if not operators:
      raise ValueError('Expected a non-empty list of operators. Found: %s' % operators)
    self._operators = operators
    dtype = util.common_dtype(operators)
    if all(operator.is_non_singular for operator in operators):
      if is_non_singular is False:
        raise ValueError('The composition of non-singular operators is always non-singular.')
      is_non_singular = True
    if (len(operators) == 1 and operators[0].is_self_adjoint) or util.is_aat_form(operators):
      if is_self_adjoint is False:
        raise ValueError('The composition was determined to be self-adjoint but user provided incorrect `False` hint.')
      is_self_adjoint = True
    if util.is_aat_form(operators):
      if is_square is False:
        raise ValueError('The composition was determined have the form A @ A.H, hence it must be square. The user '
                         'provided an incorrect `False` hint.')
      is_square = True
    if util.is_aat_form(operators) and is_non_singular:
      if is_positive_definite is False:
        raise ValueError('The composition was determined to be non-singular and have the form A @ A.H, hence it must be '
                         'positive-definite. The user provided an incorrect `False` hint.')
      is_positive_definite = True
    if name is None:
      name = '_o_'.join(operator.name for operator in operators)
    with op_scope(None, name):
      super().__init__(dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=is_square, parameters=parameters, name=name)

  operators = property(lambda self: self._operators)

  def _shape(self):
    dim = self.operators[0].domain_dimension
    for operator in self.operators[1:]:
      dim.assert_is_compatible_with(operator.range_dimension)
      dim = operator.domain_dimension
    matrix_shape = tf.TensorShape([self.operators[0].range_dimension, self.operators[-1].domain_dimension])
    return util.common_batch_shape(self.operators).concatenate(matrix_shape)

  def _shape_tensor(self):
    if self.shape.is_fully_defined():
      return convert(self.shape.as_list(), dtype=tf.int32, name='shape')
    matrix_shape = tf.stack(
        [self.operators[0].range_dimension_tensor(), self.operators[-1].domain_dimension_tensor()])
    zeros = tf.zeros(shape=self.operators[0].batch_shape_tensor())
    for operator in self.operators[1:]:
      zeros += tf.zeros(shape=operator.batch_shape_tensor())
    return tf.concat((tf.shape(zeros), matrix_shape), 0)

  def _linop_cholesky(self):
    triangle = tf.linalg.LinearOperatorLowerTriangular
    if len(self.operators) != 2 or not util.is_aat_form(self.operators) or not isinstance(self.operators[0], triangle):
      return super()._linop_cholesky()
    left = self.operators[0]
    if left.is_positive_definite:
      return left
    sign = tf.expand_dims(tf.sign(left.diag_part()), axis=-2)
    return triangle(tril=left.tril / sign, is_non_singular=left.is_non_singular, is_self_adjoint=left.is_self_adjoint,
                    is_positive_definite=True if left.is_positive_definite else None, is_square=True)

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    order = self.operators if adjoint else list(reversed(self.operators))
    result = order[0].matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
    for operator in order[1:]:
      result = operator.matmul(result, adjoint=adjoint)
    return result

  def _determinant(self):
    result = self.operators[0].determinant()
    for operator in self.operators[1:]:
      result *= operator.determinant()
    return result

  def _log_abs_determinant(self):
    result = self.operators[0].log_abs_determinant()
    for operator in self.operators[1:]:
      result += operator.log_abs_determinant()
    return result

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    order = list(reversed(self.operators)) if adjoint else self.operators
    solution = order[0].solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
    for operator in order[1:]:
      solution = operator.solve(solution, adjoint=adjoint)
    return solution

  def _assert_non_singular(self):
    if all(operator.is_square for operator in self.operators):
      return tf.group([operator.assert_non_singular() for operator in self.operators])
    return super()._assert_non_singular()

  _composite_tensor_fields = ('operators',)

  @property
  def _experimental_parameter_ndims_to_matrix_ndims(self):
    return {'operators': [0] * len(self.operators)}
