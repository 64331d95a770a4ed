"""tf.linalg.LinearOperatorTridiag (ops/linalg/linear_operator_tridiag.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorTridiag
class LinearOperatorTridiag(LinearOperator):
  """A matrix with three diagonals."""

  def __init__(self, diagonals, diagonals_format='compact', is_non_singular=None, is_self_adjoint=None,
               is_positive_definite=None, is_square=None, name='LinearOperatorTridiag'):
    hints = dict(is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                 is_positive_definite=is_positive_definite, is_square=is_square)
    parameters = dict(diagonals=diagonals, diagonals_format=diagonals_format, name=name, **hints)
    with op_scope(None, name):
      if diagonals_format not in ('compact', 'matrix', 'sequence'):
        raise ValueError('Argument `diagonals_format` must be one of compact, matrix, or sequence. Received : %s.' %
                         diagonals_format)
      if diagonals_format == 'sequence':
        self._diagonals = [util.convert_nonref(d, name='diag_%d' % i) for i, d in enumerate(diagonals)]
        dtype = self._diagonals[0].dtype
      else:
        self._diagonals = util.convert_nonref(diagonals, name='diagonals')
        dtype = self._diagonals.dtype
      self._diagonals_format = diagonals_format
      super().__init__(dtype=dtype, parameters=parameters, name=name, **hints)

  diagonals = property(lambda self: self._diagonals)
  diagonals_format = property(lambda self: self._diagonals_format)

  def _shape(self):
    d = self.diagonals
    if self.diagonals_format == 'matrix':
      return d.shape
    if self.diagonals_format == 'compact':
      shape = d.shape[:-2].concatenate([d.shape[-1]])
    else:
      batch = util.broadcast_shape(d[0].shape[:-1], d[1].shape[:-1])
      shape = util.broadcast_shape(batch, d[2].shape[:-1]).concatenate([d[1].shape[-1]])
    return shape.concatenate([shape[-1]])

  def _shape_tensor(self, diagonals=None):
    diagonals = self.diagonals if diagonals is None else diagonals
    if self.diagonals_format == 'matrix':
      return tf.shape(diagonals)
    if self.diagonals_format == 'compact':
      shape = tf.shape(diagonals[..., 0, :])
    else:
      d = self.diagonals
      batch = tf.broadcast_dynamic_shape(tf.shape(d[0])[:-1], tf.shape(d[1])[:-1])
      batch = tf.broadcast_dynamic_shape(batch, tf.shape(d[2])[:-1])
      shape = tf.concat([batch, [tf.shape(d[1])[-1]]], axis=0)
    return tf.concat([shape, [shape[-1]]], axis=-1)

  def _assert_self_adjoint(self):
    message = 'This tridiagonal operator has non-conjugate subdiagonal and superdiagonal.'
    if self.diagonals_format == 'matrix':
      return tf.group([
          tf.debugging.assert_equal(self.diagonals, tf.linalg.adjoint(self.diagonals),
                                    message='Matrix was not equal to its adjoint.')
      ])
    if self.diagonals_format == 'compact':
      diagonals = convert(self.diagonals)
      above, main, below = diagonals[..., 0, :-1], diagonals[..., 1, :], diagonals[..., 2, :]
    else:
      above, main, below = self.diagonals[0][..., :-1], self.diagonals[1], self.diagonals[2]
    asserts = [
        util.assert_zero_imag_part(
            main, message='This tridiagonal operator contained non-zero imaginary values on the diagonal.')
    ]
    below = tf.roll(below, shift=-1, axis=-1)
    asserts += [tf.debugging.assert_equal(tf.math.conj(below[..., :-1]), above, message=message)]
    return tf.group(asserts)

  def _adjoint_diagonals(self, diagonals):
    if self.diagonals_format == 'sequence':
      diagonals = [tf.math.conj(d) for d in reversed(diagonals)]
      diagonals[0] = tf.roll(diagonals[0], shift=-1, axis=-1)
      diagonals[2] = tf.roll(diagonals[2], shift=1, axis=-1)
      return diagonals
    if self.diagonals_format == 'matrix':
      return tf.linalg.adjoint(diagonals)
    above, main, below = tf.unstack(tf.math.conj(diagonals), num=3, axis=-2)
    new_above = tf.roll(below, shift=-1, axis=-1)
    return tf.stack([new_above, main, tf.roll(above, shift=1, axis=-1)], axis=-2)

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    diagonals = self._adjoint_diagonals(self.diagonals) if adjoint else self.diagonals
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    return tf.linalg.tridiagonal_matmul(diagonals, x, diagonals_format=self.diagonals_format)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    diagonals = self._adjoint_diagonals(self.diagonals) if adjoint else self.diagonals
    rhs_shape = tf.shape(rhs)
    k = self._shape_tensor(diagonals)[-1]
    batch = tf.broadcast_dynamic_shape(self._shape_tensor(diagonals)[:-2], rhs_shape[:-2])
    rhs = tf.broadcast_to(rhs, tf.concat([batch, rhs_shape[-2:]], axis=-1))
    if self.diagonals_format == 'matrix':
      diagonals = tf.broadcast_to(diagonals, tf.concat([batch, [k, k]], axis=-1))
    elif self.diagonals_format == 'compact':
      diagonals = tf.broadcast_to(diagonals, tf.concat([batch, [3, k]], axis=-1))
    else:
      diagonals = [tf.broadcast_to(d, tf.concat([batch, [k]], axis=-1)) for d in diagonals]
    return tf.linalg.tridiagonal_solve(diagonals, rhs, diagonals_format=self.diagonals_format,
                                       transpose_rhs=adjoint_arg, conjugate_rhs=adjoint_arg)

  def _diag_part(self):
    if self.diagonals_format == 'matrix':
      return tf.linalg.diag_part(self.diagonals)
    if self.diagonals_format == 'sequence':
      return tf.broadcast_to(self.diagonals[1], self.shape_tensor()[:-1])
    return self.diagonals[..., 1, :]

  def _to_dense(self):
    if self.diagonals_format == 'matrix':
      return self.diagonals
    diagonals = self.diagonals
    if self.diagonals_format == 'sequence':
      diagonals = tf.stack([convert(d) for d in diagonals], axis=-2)
    return tf.raw_ops.MatrixDiagV3(diagonal=diagonals, k=(-1, 1), num_rows=-1, num_cols=-1, padding_value=0.0,
                                   align='LEFT_RIGHT')

  _composite_tensor_fields = ('diagonals', 'diagonals_format')

  @property
  def _experimental_parameter_ndims_to_matrix_ndims(self):
    return {'diagonals': [1, 1, 1] if self.diagonals_format == 'sequence' else 2}
