"""tf.linalg.LinearOperatorToeplitz (ops/linalg/linear_operator_toeplitz.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


#: tf.linalg.LinearOperatorToeplitz
class LinearOperatorToeplitz(LinearOperator):
  """A matrix whose diagonals are constant, by its first column and row."""

  def __init__(self, col, row, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name='LinearOperatorToeplitz'):
    parameters = dict(col=col, row=row, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    with op_scope(None, name):
      self._row = util.convert_nonref(row, name='row')
      self._col = util.convert_nonref(col, name='col')
      for which, tensor in (('row', self._row), ('col', self._col)):
        if tensor.shape.rank is not None and tensor.shape.rank < 1:
          raise ValueError(f'Argument {which} must have at least 1 dimension.  Found: {tensor}')
      sides = (self._row.shape[-1], self._col.shape[-1])
      if None not in sides and sides[0] != sides[1]:
        raise ValueError('Expected square matrix, got row and col with mismatched dimensions.')
      if is_square is False:
        raise ValueError('Only square Toeplitz operators currently supported.')
      super().__init__(dtype=self._row.dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=True, parameters=parameters, name=name)

  col = property(lambda self: self._col)
  row = property(lambda self: self._row)

  def _shape(self):
    shape = util.broadcast_shape(self.row.shape, self.col.shape)
    return shape.concatenate(shape[-1:])

  def _shape_tensor(self, row=None, col=None):
    row = self.row if row is None else row
    col = self.col if col is None else col
    shape = tf.broadcast_dynamic_shape(tf.shape(row), tf.shape(col))
    return tf.concat((shape, [shape[-1]]), 0)

  def _assert_self_adjoint(self):
    return tf.debugging.assert_equal(self.row, self.col,
                                     message='row and col are not the same, and so this operator is not self-adjoint.')

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    expanded = tf.concat([x, tf.zeros_like(x)], axis=-2)
    col = convert(self.col)
    row = convert(self.row)
    circulant_col = tf.concat([col, tf.zeros_like(col[..., 0:1]), tf.reverse(row[..., 1:], axis=[-1])], axis=-1)
    dtype = tf.complex128 if circulant_col.dtype in (tf.float64, tf.complex128) else tf.complex64
    circulant = tf.linalg.LinearOperatorCirculant(tf.signal.fft(tf.cast(circulant_col, dtype)),
                                                  input_output_dtype=row.dtype)
    result = circulant.matmul(expanded, adjoint=adjoint, adjoint_arg=False)
    shape = self._shape_tensor(row=row, col=col)
    return tf.cast(result[..., :self._domain_dimension_tensor(shape=shape), :], self.dtype)

  def _trace(self):
    return tf.cast(self.domain_dimension_tensor(), dtype=self.dtype) * self.col[..., 0]

  def _diag_part(self):
    entry = self.col[..., 0:1]
    return entry * tf.ones([self.domain_dimension_tensor()], self.dtype)

  def _to_dense(self):
    row = convert(self.row)
    col = convert(self.col)
    shape = tf.broadcast_dynamic_shape(tf.shape(row), tf.shape(col))
    n = tf.shape(row)[-1]
    row = tf.broadcast_to(row, shape)
    col = tf.broadcast_to(col, shape)
    elements = tf.concat([tf.reverse(col, axis=[-1]), row[..., 1:]], axis=-1)
    indices = (tf.range(0, n) + tf.range(n - 1, -1, -1)[..., tf.newaxis]) % (2 * n - 1)
    return tf.gather(elements, indices, axis=-1)

  _composite_tensor_fields = ('col', 'row')
  _experimental_parameter_ndims_to_matrix_ndims = {'col': 1, 'row': 1}
