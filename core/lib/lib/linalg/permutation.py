"""tf.linalg.LinearOperatorPermutation (ops/linalg/linear_operator_permutation.py)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorPermutation
class LinearOperatorPermutation(LinearOperator):
  """Rows in another order."""

  def __init__(self, perm, dtype=tf.float32, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
               is_square=None, name='LinearOperatorPermutation'):
    parameters = dict(perm=perm, dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    with op_scope(None, name):
      self._perm = util.convert_nonref(perm, name='perm')
      self._check_perm(self._perm)
      for hint, given, what in (('is_non_singular', is_non_singular, 'non-singular'), ('is_square', is_square, 'square')):
        if given is False:
          raise ValueError('A Permutation operator is always %s. Expected argument `%s` to be True. Received: %s.' %
                           (what, hint, given))
      super().__init__(dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=True, parameters=parameters, name=name)

  def _check_perm(self, perm):
    if perm.shape.rank is not None and perm.shape.rank < 1:
      raise ValueError(f'Argument `perm` must have at least 1 dimension. Received: {perm}.')
    if not perm.dtype.is_integer:
      raise TypeError(f'Argument `perm` must be integer dtype. Received: {perm}.')
    known = constant_value(perm)
    if known is not None:
      n = known.shape[-1]
      if numpy.any(numpy.sort(known, axis=-1) != numpy.arange(0, n)):
        raise ValueError('Argument `perm` must be a vector of unique integers from 0 to %d.' % (n - 1))

  perm = property(lambda self: self._perm)

  def _shape(self):
    shape = self._perm.shape
    return shape.concatenate(shape[-1:])

  def _shape_tensor(self):
    shape = tf.shape(self._perm)
    return tf.concat((shape, [shape[-1]]), 0)

  def _assert_non_singular(self):
    return util.no_op('assert_non_singular')

  def _domain_dimension_tensor(self, perm=None):
    return tf.shape(self.perm if perm is None else perm)[-1]

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    perm = convert(self.perm)
    if adjoint and not self.is_self_adjoint:
      perm = tf.argsort(perm, axis=-1)
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    shape = tf.broadcast_dynamic_shape(tf.shape(x)[:-1], tf.shape(perm))
    k = tf.shape(x)[-1]
    x_shape = tf.concat([shape, [k]], axis=-1)
    x = tf.broadcast_to(x, x_shape)
    perm = tf.broadcast_to(perm, shape)
    m = tf.shape(x)[-2]
    x = tf.reshape(x, [-1, m, k])
    perm = tf.reshape(perm, [-1, m])
    return tf.reshape(tf.gather(x, perm, axis=-2, batch_dims=1), x_shape)

  def _log_abs_determinant(self):
    return tf.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self._matmul(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

  def _to_dense(self):
    perm = convert(self.perm)
    return tf.cast(tf.equal(tf.range(0, self._domain_dimension_tensor(perm)), perm[..., tf.newaxis]), self.dtype)

  def _diag_part(self):
    perm = convert(self.perm)
    return tf.cast(tf.equal(tf.range(0, self._domain_dimension_tensor(perm)), perm), self.dtype)

  def _cond(self):
    return tf.ones(self.batch_shape_tensor(), dtype=self.dtype)

  _composite_tensor_fields = ('perm', 'dtype')
  _experimental_parameter_ndims_to_matrix_ndims = {'perm': 1}
