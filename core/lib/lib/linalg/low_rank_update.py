"""tf.linalg.LinearOperatorLowRankUpdate (ops/linalg/linear_operator_low_rank_update.py)."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorLowRankUpdate
class LinearOperatorLowRankUpdate(LinearOperator):
  """L + U D V^H: an operator and a product of few columns; solved by the matrix determinant lemma and Woodbury's formula."""

  def __init__(self, base_operator, u, diag_update=None, v=None, is_diag_update_positive=None, is_non_singular=None,
               is_self_adjoint=None, is_positive_definite=None, is_square=None, name='LinearOperatorLowRankUpdate'):
    parameters = dict(base_operator=base_operator, u=u, diag_update=diag_update, v=v,
                      is_diag_update_positive=is_diag_update_positive, is_non_singular=is_non_singular,
                      is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite, is_square=is_square,
                      name=name)
    dtype = base_operator.dtype
    if diag_update is not None:
      if is_diag_update_positive and dtype.is_complex:
        _tf.warn('Note: setting is_diag_update_positive with a complex dtype means that diagonal is real and positive.')
    else:
      if is_diag_update_positive is False:
        raise ValueError("Default diagonal is the identity, which is positive.  However, user set "
                         "'is_diag_update_positive' to False.")
      is_diag_update_positive = True
    self._use_cholesky = (base_operator.is_positive_definite and base_operator.is_self_adjoint and
                          is_diag_update_positive and v is None)
    if base_operator.is_self_adjoint and v is None and not dtype.is_complex:
      if is_self_adjoint is False:
        raise ValueError('A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is self-adjoint, this must '
                         'be a self-adjoint operator.')
      is_self_adjoint = True
    if self._use_cholesky:
      if is_positive_definite is False or is_self_adjoint is False or is_non_singular is False:
        raise ValueError('Arguments imply this is self-adjoint positive-definite operator.')
      is_positive_definite = is_self_adjoint = True
    with op_scope(None, name):
      self._u = util.convert_nonref(u, name='u')
      self._v = self._u if v is None else util.convert_nonref(v, name='v')
      self._diag_update = util.convert_nonref(diag_update, name='diag_update')
      self._base_operator = base_operator
      super().__init__(dtype=dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=is_square, parameters=parameters, name=name)
      if diag_update is not None:
        self._diag_operator = tf.linalg.LinearOperatorDiag(self._diag_update,
                                                           is_positive_definite=is_diag_update_positive)
      else:
        r = self.u.shape[-1]
        self._diag_operator = tf.linalg.LinearOperatorIdentity(num_rows=tf.shape(self.u)[-1] if r is None else r,
                                                               dtype=self.dtype)
      self._is_diag_update_positive = is_diag_update_positive
      self._check_shapes()

  def _check_shapes(self):
    uv_shape = util.broadcast_shape(self.u.shape, self.v.shape)
    batch_shape = util.broadcast_shape(self.base_operator.batch_shape, uv_shape[:-2])
    self.base_operator.domain_dimension.assert_is_compatible_with(uv_shape[-2])
    if self._diag_update is not None:
      tf.compat.v1.Dimension(uv_shape[-1]).assert_is_compatible_with(self._diag_update.shape[-1])
      util.broadcast_shape(batch_shape, self._diag_update.shape[:-1])

  u = property(lambda self: self._u)
  v = property(lambda self: self._v)
  is_diag_update_positive = property(lambda self: self._is_diag_update_positive)
  diag_update = property(lambda self: self._diag_update)
  diag_operator = property(lambda self: self._diag_operator)
  base_operator = property(lambda self: self._base_operator)

  def _assert_self_adjoint(self):
    if self.u is self.v and self.diag_update is None:
      return self.base_operator.assert_self_adjoint()
    return super()._assert_self_adjoint()

  def _shape(self):
    batch_shape = util.broadcast_shape(self.base_operator.batch_shape, self.diag_operator.batch_shape)
    batch_shape = util.broadcast_shape(batch_shape, self.u.shape[:-2])
    batch_shape = util.broadcast_shape(batch_shape, self.v.shape[:-2])
    return batch_shape.concatenate(self.base_operator.shape[-2:])

  def _shape_tensor(self):
    batch_shape = tf.broadcast_dynamic_shape(self.base_operator.batch_shape_tensor(),
                                             self.diag_operator.batch_shape_tensor())
    batch_shape = tf.broadcast_dynamic_shape(batch_shape, tf.shape(self.u)[:-2])
    batch_shape = tf.broadcast_dynamic_shape(batch_shape, tf.shape(self.v)[:-2])
    return tf.concat([batch_shape, self.base_operator.shape_tensor()[-2:]], axis=0)

  def _uv(self):
    u = convert(self.u)
    return u, (u if self.v is self.u else convert(self.v))

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    u, v = self._uv()
    leading = self.base_operator.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
    if adjoint:
      u, v = v, u
    product = tf.matmul(v, x, adjoint_a=True, adjoint_b=adjoint_arg)
    product = self.diag_operator.matmul(product, adjoint=adjoint)
    return leading + tf.matmul(u, product)

  def _determinant(self):
    if self.is_positive_definite:
      return tf.exp(self.log_abs_determinant())
    u, v = self._uv()
    det_c = tf.linalg.det(self._make_capacitance(u=u, v=v))
    det_d = self.diag_operator.determinant()
    det_l = self.base_operator.determinant()
    return det_c * det_d * det_l

  def _diag_part(self):
    u, v = self._uv()
    product = u * tf.math.conj(v)
    if self.diag_update is not None:
      product *= tf.expand_dims(self.diag_update, axis=-2)
    return tf.reduce_sum(product, axis=-1) + self.base_operator.diag_part()

  def _log_abs_determinant(self):
    u, v = self._uv()
    log_d = self.diag_operator.log_abs_determinant()
    log_l = self.base_operator.log_abs_determinant()
    if self._use_cholesky:
      diag = tf.linalg.diag_part(tf.linalg.cholesky(self._make_capacitance(u=u, v=v)))
      log_c = 2 * tf.reduce_sum(tf.math.log(diag), axis=[-1])
    else:
      log_c = tf.math.log(tf.abs(tf.linalg.det(self._make_capacitance(u=u, v=v))))
      if self.dtype.is_complex:
        log_c = tf.cast(log_c, self.dtype)
    return log_c + log_d + log_l

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    if self.base_operator.is_non_singular is False:
      raise ValueError('Solve not implemented unless this is a perturbation of a non-singular LinearOperator.')
    l = self.base_operator
    u, v = self._uv()
    if adjoint:
      u, v = v, u
      capacitance = self._make_capacitance(u=v, v=u)
    else:
      capacitance = self._make_capacitance(u=u, v=v)
    solved = l.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
    product = tf.matmul(v, solved, adjoint_a=True)
    if self._use_cholesky:
      product = tf.linalg.cholesky_solve(tf.linalg.cholesky(capacitance), product)
    else:
      product = util.matrix_solve_with_broadcast(capacitance, product, adjoint=adjoint)
    return solved - l.solve(tf.matmul(u, product), adjoint=adjoint)

  def _make_capacitance(self, u, v):
    solved = self.base_operator.solve(u)
    product = tf.matmul(v, solved, adjoint_a=True)
    return self._diag_operator.inverse().add_to_tensor(product)

  _composite_tensor_fields = ('base_operator', 'u', 'diag_update', 'v', 'is_diag_update_positive')
  _experimental_parameter_ndims_to_matrix_ndims = {'base_operator': 0, 'u': 2, 'diag_update': 1, 'v': 2}
