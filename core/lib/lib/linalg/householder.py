"""tf.linalg.LinearOperatorHouseholder (ops/linalg/linear_operator_householder.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorHouseholder
class LinearOperatorHouseholder(LinearOperator):
  """A reflection along an axis."""

  def __init__(self, reflection_axis, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
               is_square=None, name='LinearOperatorHouseholder'):
    parameters = dict(reflection_axis=reflection_axis, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    with op_scope(None, name):
      self._reflection_axis = axis = util.convert_nonref(reflection_axis, name='reflection_axis')
      if axis.shape.rank is not None and axis.shape.rank < 1:
        raise ValueError('Argument reflection_axis must have at least 1 dimension.  Found: %s' % axis)
      if is_self_adjoint is False:
        raise ValueError('A Householder operator is always self adjoint.')
      if is_positive_definite is True:
        raise ValueError('A Householder operator is always non-positive definite.')
      if is_square is False:
        raise ValueError('A Householder operator is always square.')
      super().__init__(dtype=axis.dtype, is_non_singular=is_non_singular, is_self_adjoint=True,
                       is_positive_definite=False, is_square=True, parameters=parameters, name=name)

  reflection_axis = property(lambda self: self._reflection_axis)

  def _shape(self):
    shape = self._reflection_axis.shape
    return shape.concatenate(shape[-1:])

  def _shape_tensor(self):
    shape = tf.shape(self._reflection_axis)
    return tf.concat((shape, [shape[-1]]), 0)

  def _assert_non_singular(self):
    return util.no_op('assert_non_singular')

  def _assert_positive_definite(self):
    raise tf.errors.InvalidArgumentError(None, None, 'Householder operators are always non-positive definite.')

  def _assert_self_adjoint(self):
    return util.no_op('assert_self_adjoint')

  def _linop_adjoint(self):
    return self

  def _linop_inverse(self):
    return self

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    axis = convert(self.reflection_axis)
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    mat = tf.math.l2_normalize(axis, axis=-1)[..., tf.newaxis]
    dot = tf.matmul(mat, x, adjoint_a=True)
    return x - 2 * mat * dot

  def _trace(self):
    shape = self.shape_tensor()
    size = tf.cast(self._domain_dimension_tensor(shape=shape) - 2, self.dtype)
    return size * tf.ones(shape=self._batch_shape_tensor(shape=shape), dtype=self.dtype)

  def _determinant(self):
    return -tf.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

  def _log_abs_determinant(self):
    return tf.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self._matmul(rhs, adjoint, adjoint_arg)

  def _to_dense(self):
    mat = tf.math.l2_normalize(convert(self.reflection_axis), axis=-1)[..., tf.newaxis]
    matrix = -2 * tf.matmul(mat, mat, adjoint_b=True)
    return tf.linalg.set_diag(matrix, 1.0 + tf.linalg.diag_part(matrix))

  def _diag_part(self):
    axis = tf.math.l2_normalize(convert(self.reflection_axis), axis=-1)
    return 1.0 - 2 * axis * tf.math.conj(axis)

  def _eigvals(self):
    shape = tf.shape(self.reflection_axis)
    n = shape[-1]
    ones_shape = tf.concat([shape[:-1], [n - 1]], axis=-1)
    negative_shape = tf.concat([shape[:-1], [1]], axis=-1)
    ones = tf.ones(shape=ones_shape, dtype=self.dtype)
    return tf.concat([-tf.ones(shape=negative_shape, dtype=self.dtype), ones], axis=-1)

  def _cond(self):
    return tf.ones(self.batch_shape_tensor(), dtype=self.dtype)

  _composite_tensor_fields = ('reflection_axis',)
  _experimental_parameter_ndims_to_matrix_ndims = {'reflection_axis': 1}
