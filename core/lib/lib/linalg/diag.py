"""tf.linalg.LinearOperatorDiag (ops/linalg/linear_operator_diag.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorDiag
class LinearOperatorDiag(LinearOperator):
  """A matrix with a diagonal alone."""

  def __init__(self, diag, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name='LinearOperatorDiag'):
    parameters = dict(diag=diag, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    with op_scope(None, name):
      self._diag = util.convert_nonref(diag, name='diag')
      self._check_diag(self._diag)
      if not self._diag.dtype.is_complex:
        if is_self_adjoint is False:
          raise ValueError('A real diagonal operator is always self adjoint.')
        is_self_adjoint = True
      if is_square is False:
        raise ValueError('Only square diagonal operators currently supported.')
      super().__init__(dtype=self._diag.dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=True, parameters=parameters, name=name)

  def _check_diag(self, diag):
    if diag.shape.rank is not None and diag.shape.rank < 1:
      raise ValueError('Argument diag must have at least 1 dimension.  Found: %s' % diag)

  diag = property(lambda self: self._diag)

  def _shape(self):
    shape = self._diag.shape
    return shape.concatenate(shape[-1:])

  def _shape_tensor(self):
    shape = tf.shape(self._diag)
    return tf.concat((shape, [shape[-1]]), 0)

  def _with_diag(self, diag, **hints):
    return LinearOperatorDiag(diag, is_square=True, **hints)

  def _linop_inverse(self):
    return self._with_diag(1.0 / self.diag, is_non_singular=self.is_non_singular, is_self_adjoint=self.is_self_adjoint,
                           is_positive_definite=self.is_positive_definite)

  def _combined(self, left, right, of_diag, of_multiplier, of_triangle):
    """The operator that comes of another diagonal, multiple of the identity or triangle; None: of none of them."""
    hints = util.commuting_hints(left, right)
    if isinstance(right, LinearOperatorDiag):
      return LinearOperatorDiag(diag=of_diag(), **hints)
    if hasattr(right, '_ones_diag') and hasattr(right, 'multiplier'):
      return LinearOperatorDiag(diag=of_multiplier(), **hints)
    if isinstance(right, tf.linalg.LinearOperatorLowerTriangular):
      hints['is_positive_definite'] = None
      return tf.linalg.LinearOperatorLowerTriangular(tril=of_triangle(), **hints)
    return None

  def _linop_matmul(self, left_operator, right_operator):
    left, right = left_operator, right_operator
    made = self._combined(left, right, lambda: left.diag * right.diag, lambda: left.diag * right.multiplier,
                          lambda: left.diag[..., None] * right.to_dense())
    return super()._linop_matmul(left, right) if made is None else made

  def _linop_solve(self, left_operator, right_operator):
    left, right = left_operator, right_operator
    made = self._combined(left, right, lambda: right.diag / left.diag, lambda: right.multiplier / left.diag,
                          lambda: right.to_dense() / left.diag[..., None])
    return super()._linop_solve(left, right) if made is None else made

  def _assert_non_singular(self):
    return util.assert_no_entries_with_modulus_zero(self._diag,
                                                    message='Singular operator:  Diagonal contained zero values.')

  def _assert_positive_definite(self):
    if self.dtype.is_complex:
      message = 'Diagonal operator had diagonal entries with non-positive real part, thus was not positive definite.'
    else:
      message = 'Real diagonal operator had non-positive diagonal entries, thus was not positive definite.'
    return tf.debugging.assert_positive(tf.math.real(self._diag), message=message)

  def _assert_self_adjoint(self):
    return util.assert_zero_imag_part(
        self._diag, message='This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint.')

  def _linop_adjoint(self):
    diag = self.diag
    if diag.dtype.is_complex:
      diag = tf.math.conj(diag)
    return self._with_diag(diag, is_non_singular=self.is_non_singular, is_self_adjoint=self.is_self_adjoint,
                           is_positive_definite=self.is_positive_definite)

  def _linop_cholesky(self):
    return self._with_diag(tf.sqrt(self.diag), is_non_singular=True, is_self_adjoint=True, is_positive_definite=True)

  def _diag_term(self, adjoint):
    return tf.math.conj(self._diag) if adjoint else self._diag

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    diag_term = self._diag_term(adjoint)
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    return tf.expand_dims(diag_term, -1) * x

  def _matvec(self, x, adjoint=False):
    return self._diag_term(adjoint) * x

  def _determinant(self):
    return tf.reduce_prod(self._diag, axis=[-1])

  def _log_abs_determinant(self):
    log_det = tf.reduce_sum(tf.math.log(tf.abs(self._diag)), axis=[-1])
    return tf.cast(log_det, self.dtype) if self.dtype.is_complex else log_det

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    diag_term = self._diag_term(adjoint)
    rhs = tf.linalg.adjoint(rhs) if adjoint_arg else rhs
    return rhs * tf.expand_dims(1.0 / diag_term, -1)

  def _to_dense(self):
    return tf.linalg.diag(self._diag)

  def _diag_part(self):
    return self.diag

  def _add_to_tensor(self, x):
    return tf.linalg.set_diag(x, self._diag + tf.linalg.diag_part(x))

  def _eigvals(self):
    return convert(self.diag)

  def _cond(self):
    size = tf.abs(self.diag)
    return tf.reduce_max(size, axis=-1) / tf.reduce_min(size, axis=-1)

  _composite_tensor_fields = ('diag',)
  _experimental_parameter_ndims_to_matrix_ndims = {'diag': 1}
