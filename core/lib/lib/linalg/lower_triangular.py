"""tf.linalg.LinearOperatorLowerTriangular (ops/linalg/linear_operator_lower_triangular.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorLowerTriangular
class LinearOperatorLowerTriangular(LinearOperator):
  """The lower triangle of a matrix."""

  def __init__(self, tril, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name='LinearOperatorLowerTriangular'):
    parameters = dict(tril=tril, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    if is_square is False:
      raise ValueError('Only square lower triangular operators supported at this time.')
    with op_scope(None, name):
      self._tril = util.convert_nonref(tril, name='tril')
      if self._tril.shape.rank is not None and self._tril.shape.rank < 2:
        raise ValueError('Argument tril must have at least 2 dimensions.  Found: %s' % self._tril)
      super().__init__(dtype=self._tril.dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=True, parameters=parameters, name=name)

  tril = property(lambda self: self._tril)

  def _get_tril(self):
    return tf.linalg.band_part(self._tril, -1, 0)

  def _get_diag(self):
    return tf.linalg.diag_part(self._tril)

  def _shape(self):
    return self._tril.shape

  def _shape_tensor(self):
    return tf.shape(self._tril)

  def _assert_non_singular(self):
    return util.assert_no_entries_with_modulus_zero(self._get_diag(),
                                                    message='Singular operator:  Diagonal contained zero values.')

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    return tf.matmul(self._get_tril(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

  def _linop_matmul(self, left_operator, right_operator):
    if hasattr(right_operator, '_check_diag'):
      return LinearOperatorLowerTriangular(
          tril=left_operator.to_dense() * right_operator.diag,
          is_non_singular=util.combined_non_singular_hint(right_operator, left_operator),
          is_self_adjoint=util.combined_commuting_self_adjoint_hint(right_operator, left_operator),
          is_positive_definite=None, is_square=True)
    return super()._linop_matmul(left_operator, right_operator)

  def _determinant(self):
    return tf.reduce_prod(self._get_diag(), axis=[-1])

  def _log_abs_determinant(self):
    return tf.reduce_sum(tf.math.log(tf.abs(self._get_diag())), axis=[-1])

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    rhs = tf.linalg.adjoint(rhs) if adjoint_arg else rhs
    return tf.linalg.triangular_solve(self._get_tril(), rhs, lower=True, adjoint=adjoint)

  def _to_dense(self):
    return self._get_tril()

  def _eigvals(self):
    return self._get_diag()

  _composite_tensor_fields = ('tril',)
  _experimental_parameter_ndims_to_matrix_ndims = {'tril': 2}
