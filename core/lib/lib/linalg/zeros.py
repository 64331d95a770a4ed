"""tf.linalg.LinearOperatorZeros (ops/linalg/linear_operator_zeros.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.identity import BaseIdentity


#: tf.linalg.LinearOperatorZeros
class LinearOperatorZeros(BaseIdentity):
  """The matrix of zeros."""

  def __init__(self, num_rows, num_columns=None, batch_shape=None, dtype=None, is_non_singular=False,
               is_self_adjoint=True, is_positive_definite=False, is_square=True, assert_proper_shapes=False,
               name='LinearOperatorZeros'):
    hints = dict(is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                 is_positive_definite=is_positive_definite, is_square=is_square)
    parameters = dict(num_rows=num_rows, num_columns=num_columns, batch_shape=batch_shape, dtype=dtype,
                      assert_proper_shapes=assert_proper_shapes, name=name, **hints)
    dtype = dtype or tf.float32
    self._assert_proper_shapes = assert_proper_shapes
    with op_scope(None, name):
      dtype = tf.as_dtype(dtype)
      if not is_self_adjoint and is_square:
        raise ValueError('A zero operator is always self adjoint.')
      if is_non_singular:
        raise ValueError('A zero operator is always singular.')
      if is_positive_definite:
        raise ValueError('A zero operator is always not positive-definite.')
      super().__init__(dtype=dtype, parameters=parameters, name=name, **hints)
      util.assert_not_ref_type(num_rows, 'num_rows')
      util.assert_not_ref_type(num_columns, 'num_columns')
      util.assert_not_ref_type(batch_shape, 'batch_shape')
      self._num_rows = util.shape_tensor(num_rows, name='num_rows')
      self._num_rows_static = constant_value(self._num_rows)
      self._num_columns = util.shape_tensor(num_rows if num_columns is None else num_columns, name='num_columns')
      self._num_columns_static = constant_value(self._num_columns)
      self._num_rows = self._asserted(self._num_rows, 0, 'num_rows')
      self._num_columns = self._asserted(self._num_columns, 0, 'num_columns')
      self._check_number('num_rows', self._num_rows, self._num_rows_static)
      self._check_number('num_columns', self._num_columns, self._num_columns_static)
      rows, columns = self._num_rows_static, self._num_columns_static
      if rows is not None and columns is not None and is_square and rows != columns:
        raise ValueError('LinearOperatorZeros initialized as is_square=True, but got num_rows(%s) != num_columns(%s)' %
                         (rows, columns))
      self._set_batch_shape(batch_shape)

  def _shape(self):
    return self._with_batch_shape(
        tf.TensorShape((self._static(self._num_rows_static), self._static(self._num_columns_static))))

  def _shape_tensor(self):
    matrix_shape = tf.stack((self._num_rows, self._num_columns), axis=0)
    return matrix_shape if self._batch_shape_arg is None else tf.concat((self._batch_shape_arg, matrix_shape), 0)

  def _assert_non_singular(self):
    raise tf.errors.InvalidArgumentError(None, None, 'Zero operators are always non-invertible.')

  def _assert_positive_definite(self):
    raise tf.errors.InvalidArgumentError(None, None, 'Zero operators are always non-positive definite.')

  def _assert_self_adjoint(self):
    return util.no_op('assert_self_adjoint')

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    if self._assert_proper_shapes:
      x = self._checked_arg(x, adjoint_arg)
    if self.is_square:
      if adjoint_arg:
        shape = tf.concat([tf.shape(x)[:-2], [tf.shape(x)[-1], tf.shape(x)[-2]]], axis=0)
      else:
        shape = tf.shape(x)
      return self._possibly_broadcast_batch_shape(tf.zeros(shape=shape, dtype=x.dtype))
    x_shape = tf.shape(x)
    n = self._num_columns if adjoint else self._num_rows
    m = x_shape[-2] if adjoint_arg else x_shape[-1]
    shape = tf.concat([x_shape[:-2], [n, m]], axis=0)
    return self._possibly_broadcast_batch_shape(tf.zeros(shape=shape, dtype=x.dtype))

  def _linop_matmul(self, left_operator, right_operator):
    if not left_operator.is_square or not right_operator.is_square:
      raise ValueError('Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at '
                       'this time.')
    return left_operator

  def _determinant(self):
    return tf.zeros(shape=self._known_batch_shape(), dtype=self.dtype)

  def _trace(self):
    return tf.zeros(shape=self._known_batch_shape(), dtype=self.dtype)

  def _zeros_diag(self):
    return tf.zeros(shape=self._diag_shape(), dtype=self.dtype)

  def _diag_part(self):
    return self._zeros_diag()

  def add_to_tensor(self, mat, name='add_to_tensor'):
    return self._possibly_broadcast_batch_shape(mat)

  def _eigvals(self):
    return self._zeros_diag()

  _composite_tensor_prefer_static_fields = ('num_rows', 'num_columns', 'batch_shape')
  _composite_tensor_fields = ('num_rows', 'num_columns', 'batch_shape', 'dtype', 'assert_proper_shapes')

  def __getitem__(self, slices):
    new_batch_shape = tf.shape(tf.ones(self._batch_shape_arg)[slices])
    return LinearOperatorZeros(**dict(self.parameters, batch_shape=new_batch_shape))
