"""tf.linalg.LinearOperatorIdentity and LinearOperatorScaledIdentity (ops/linalg/linear_operator_identity.py)."""
import math

import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope, with_dependencies
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


class BaseIdentity(LinearOperator):
  """Square matrices of which only the number of rows is given."""

  def _check_number(self, name, value, static):
    if not value.dtype.is_integer:
      raise TypeError('Argument %s must be integer type.  Found: %s' % (name, value))
    if static is None:
      return
    if static.ndim != 0:
      raise ValueError('Argument %s must be a 0-D Tensor.  Found: %s' % (name, static))
    if static < 0:
      raise ValueError('Argument %s must be non-negative.  Found: %s' % (name, static))

  def _asserted(self, value, rank, name):
    """value, behind assertions where they are asked for."""
    if not self._assert_proper_shapes:
      return value
    checks = [
        tf.debugging.assert_rank(value, rank, message='Argument %s must be a %d-D Tensor.' % (name, rank)),
        tf.debugging.assert_non_negative(value, message='Argument %s must be non-negative.' % name)
    ]
    return with_dependencies(checks, value)

  def _set_num_rows(self, num_rows):
    util.assert_not_ref_type(num_rows, 'num_rows')
    self._num_rows = util.shape_tensor(num_rows, name='num_rows')
    self._num_rows_static = constant_value(self._num_rows)
    self._num_rows = self._asserted(self._num_rows, 0, 'num_rows')
    self._check_number('num_rows', self._num_rows, self._num_rows_static)

  def _set_batch_shape(self, batch_shape):
    self._batch_shape_arg = None
    if batch_shape is None:
      return
    self._batch_shape_arg = util.shape_tensor(batch_shape, name='batch_shape_arg')
    self._batch_shape_static = constant_value(self._batch_shape_arg)
    self._batch_shape_arg = self._asserted(self._batch_shape_arg, 1, 'batch_shape')
    if not self._batch_shape_arg.dtype.is_integer:
      raise TypeError('Argument batch_shape must be integer type.  Found: %s' % self._batch_shape_arg)
    if self._batch_shape_static is None:
      return
    if self._batch_shape_static.ndim != 1:
      raise ValueError('Argument batch_shape must be a 1-D Tensor.  Found: %s' % self._batch_shape_static)
    if numpy.any(self._batch_shape_static < 0):
      raise ValueError('Argument batch_shape must be non-negative.  Found:%s' % self._batch_shape_static)

  def _static(self, number):
    return None if number is None else int(number)

  def _with_batch_shape(self, matrix_shape):
    if self._batch_shape_arg is None:
      return matrix_shape
    static = self._batch_shape_static
    return tf.TensorShape(None if static is None else [int(d) for d in static]).concatenate(matrix_shape)

  def _min_matrix_dim(self):
    domain, rows = self.domain_dimension.value, self.range_dimension.value
    return None if domain is None or rows is None else min(domain, rows)

  def _min_matrix_dim_tensor(self):
    return tf.reduce_min(self.shape_tensor()[-2:])

  def _diag_shape(self):
    if self.shape.is_fully_defined():
      return self.batch_shape.concatenate([self._min_matrix_dim()])
    return tf.concat([self.batch_shape_tensor(), [self._min_matrix_dim_tensor()]], axis=0)

  def _known_batch_shape(self):
    return self.batch_shape if self.batch_shape.is_fully_defined() else self.batch_shape_tensor()

  def _possibly_broadcast_batch_shape(self, x):
    if self._batch_shape_arg is None:
      return x
    special_shape = self.batch_shape.concatenate([1, 1])
    whole = tf.broadcast_static_shape(x.shape, special_shape)
    if special_shape.is_fully_defined():
      if whole == x.shape:
        return x
      return x + tf.zeros(shape=special_shape, dtype=self.dtype)
    special_shape = tf.concat((self.batch_shape_tensor(), [1, 1]), 0)
    return x + tf.zeros(shape=special_shape, dtype=self.dtype)

  def _checked_arg(self, x, adjoint_arg):
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    if self._assert_proper_shapes:
      x = with_dependencies([util.assert_compatible_matrix_dimensions(self, x)], x)
    return x


class _Identity(BaseIdentity):

  def _ones_diag(self):
    return tf.ones(shape=self._diag_shape(), dtype=self.dtype)


#: tf.linalg.LinearOperatorIdentity
class LinearOperatorIdentity(_Identity):
  """The matrix that changes nothing."""

  def __init__(self, num_rows, batch_shape=None, dtype=None, is_non_singular=True, is_self_adjoint=True,
               is_positive_definite=True, is_square=True, assert_proper_shapes=False, name='LinearOperatorIdentity'):
    hints = dict(is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                 is_positive_definite=is_positive_definite, is_square=is_square)
    parameters = dict(num_rows=num_rows, batch_shape=batch_shape, dtype=dtype, assert_proper_shapes=assert_proper_shapes,
                      name=name, **hints)
    dtype = dtype or tf.float32
    self._assert_proper_shapes = assert_proper_shapes
    with op_scope(None, name):
      dtype = tf.as_dtype(dtype)
      if not is_self_adjoint:
        raise ValueError('An identity operator is always self adjoint.')
      if not is_non_singular:
        raise ValueError('An identity operator is always non-singular.')
      if not is_positive_definite:
        raise ValueError('An identity operator is always positive-definite.')
      if not is_square:
        raise ValueError('An identity operator is always square.')
      super().__init__(dtype=dtype, parameters=parameters, name=name, **hints)
      util.assert_not_ref_type(batch_shape, 'batch_shape')
      self._set_num_rows(num_rows)
      self._set_batch_shape(batch_shape)

  def _shape(self):
    n = self._static(self._num_rows_static)
    return self._with_batch_shape(tf.TensorShape((n, n)))

  def _shape_tensor(self):
    matrix_shape = tf.stack((self._num_rows, self._num_rows), axis=0)
    return matrix_shape if self._batch_shape_arg is None else tf.concat((self._batch_shape_arg, matrix_shape), 0)

  def _linop_adjoint(self):
    return self

  def _linop_inverse(self):
    return self

  def _linop_cholesky(self):
    return LinearOperatorIdentity(num_rows=self._num_rows, batch_shape=self.batch_shape, dtype=self.dtype)

  def _linop_matmul(self, left_operator, right_operator):
    return right_operator

  def _linop_solve(self, left_operator, right_operator):
    return right_operator

  def _assert_non_singular(self):
    return util.no_op('assert_non_singular')

  def _assert_positive_definite(self):
    return util.no_op('assert_positive_definite')

  def _assert_self_adjoint(self):
    return util.no_op('assert_self_adjoint')

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    return self._possibly_broadcast_batch_shape(self._checked_arg(x, adjoint_arg))

  def _determinant(self):
    return tf.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

  def _log_abs_determinant(self):
    return tf.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self._matmul(rhs, adjoint_arg=adjoint_arg)

  def _trace(self):
    ones = tf.ones(shape=self._known_batch_shape(), dtype=self.dtype)
    if self._min_matrix_dim() is not None:
      return self._min_matrix_dim() * ones
    return tf.cast(self._min_matrix_dim_tensor(), self.dtype) * ones

  def _diag_part(self):
    return self._ones_diag()

  def add_to_tensor(self, mat, name='add_to_tensor'):
    with self._name_scope(name):
      mat = convert(mat, name='mat')
      return tf.linalg.set_diag(mat, 1 + tf.linalg.diag_part(mat))

  def _eigvals(self):
    return self._ones_diag()

  def _cond(self):
    return tf.ones(self.batch_shape_tensor(), dtype=self.dtype)

  _composite_tensor_prefer_static_fields = ('num_rows', 'batch_shape')
  _composite_tensor_fields = ('num_rows', 'batch_shape', 'dtype', 'assert_proper_shapes')

  def __getitem__(self, slices):
    new_batch_shape = tf.shape(tf.ones(self._batch_shape_arg)[slices])
    return LinearOperatorIdentity(**dict(self.parameters, batch_shape=new_batch_shape))


#: tf.linalg.LinearOperatorScaledIdentity
class LinearOperatorScaledIdentity(_Identity):
  """A multiple of the identity."""

  def __init__(self, num_rows, multiplier, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
               is_square=True, assert_proper_shapes=False, name='LinearOperatorScaledIdentity'):
    parameters = dict(num_rows=num_rows, multiplier=multiplier, is_non_singular=is_non_singular,
                      is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite, is_square=is_square,
                      assert_proper_shapes=assert_proper_shapes, name=name)
    self._assert_proper_shapes = assert_proper_shapes
    with op_scope(None, name):
      self._multiplier = util.convert_nonref(multiplier, name='multiplier')
      if not self._multiplier.dtype.is_complex:
        if is_self_adjoint is False:
          raise ValueError('A real diagonal operator is always self adjoint.')
        is_self_adjoint = True
      if not is_square:
        raise ValueError('A ScaledIdentity operator is always square.')
      super().__init__(dtype=self._multiplier.dtype, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                       is_positive_definite=is_positive_definite, is_square=is_square, parameters=parameters, name=name)
      self._set_num_rows(num_rows)
      self._num_rows_cast_to_dtype = tf.cast(self._num_rows, self.dtype)
      self._num_rows_cast_to_real_dtype = tf.cast(self._num_rows, self.dtype.real_dtype)

  multiplier = property(lambda self: self._multiplier)

  def _shape(self):
    n = self._static(self._num_rows_static)
    return self.multiplier.shape.concatenate(tf.TensorShape((n, n)))

  def _shape_tensor(self):
    matrix_shape = tf.stack((self._num_rows, self._num_rows), axis=0)
    return tf.concat((tf.shape(self.multiplier), matrix_shape), 0)

  def _assert_non_singular(self):
    return tf.debugging.assert_positive(tf.abs(self.multiplier), message='LinearOperator was singular')

  def _assert_positive_definite(self):
    return tf.debugging.assert_positive(tf.math.real(self.multiplier), message='LinearOperator was not positive definite.')

  def _assert_self_adjoint(self):
    imag = tf.math.imag(self.multiplier)
    return tf.debugging.assert_equal(tf.zeros_like(imag), imag, message='LinearOperator was not self-adjoint')

  def _multiplier_matrix(self, conjugate=False):
    matrix = tf.expand_dims(tf.expand_dims(self.multiplier, -1), -1)
    return tf.math.conj(matrix) if conjugate else matrix

  def _scaled(self, multiplier, **hints):
    return LinearOperatorScaledIdentity(num_rows=self._num_rows, multiplier=multiplier, is_square=True, **hints)

  def _linop_adjoint(self):
    multiplier = self.multiplier
    if multiplier.dtype.is_complex:
      multiplier = tf.math.conj(multiplier)
    return self._scaled(multiplier, is_non_singular=self.is_non_singular, is_self_adjoint=self.is_self_adjoint,
                        is_positive_definite=self.is_positive_definite)

  def _linop_cholesky(self):
    return self._scaled(tf.sqrt(self.multiplier), is_non_singular=True, is_self_adjoint=True, is_positive_definite=True)

  def _linop_inverse(self):
    return self._scaled(1.0 / self.multiplier, is_non_singular=self.is_non_singular, is_self_adjoint=True,
                        is_positive_definite=self.is_positive_definite)

  def _linop_matmul(self, left_operator, right_operator):
    hints = util.commuting_hints(left_operator, right_operator)
    if isinstance(right_operator, LinearOperatorScaledIdentity):
      return LinearOperatorScaledIdentity(num_rows=left_operator.domain_dimension_tensor(),
                                          multiplier=left_operator.multiplier * right_operator.multiplier, **hints)
    if isinstance(right_operator, tf.linalg.LinearOperatorDiag):
      return tf.linalg.LinearOperatorDiag(diag=right_operator.diag * left_operator.multiplier, **hints)
    return super()._linop_matmul(left_operator, right_operator)

  def _linop_solve(self, left_operator, right_operator):
    hints = util.commuting_hints(left_operator, right_operator)
    if isinstance(right_operator, LinearOperatorScaledIdentity):
      return LinearOperatorScaledIdentity(num_rows=left_operator.domain_dimension_tensor(),
                                          multiplier=right_operator.multiplier / left_operator.multiplier, **hints)
    if isinstance(right_operator, tf.linalg.LinearOperatorDiag):
      return tf.linalg.LinearOperatorDiag(diag=right_operator.diag / left_operator.multiplier, **hints)
    return super()._linop_solve(left_operator, right_operator)

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    x = self._checked_arg(x, adjoint_arg)
    return x * self._multiplier_matrix(conjugate=adjoint)

  def _determinant(self):
    return self.multiplier**self._num_rows_cast_to_dtype

  def _log_abs_determinant(self):
    return self._num_rows_cast_to_real_dtype * tf.math.log(tf.abs(self.multiplier))

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    rhs = self._checked_arg(rhs, adjoint_arg)
    return rhs / self._multiplier_matrix(conjugate=adjoint)

  def _trace(self):
    ones = tf.ones(shape=self._known_batch_shape(), dtype=self.dtype)
    if self._min_matrix_dim() is not None:
      return self.multiplier * self._min_matrix_dim() * ones
    return self.multiplier * tf.cast(self._min_matrix_dim_tensor(), self.dtype) * ones

  def _diag_part(self):
    return self._ones_diag() * self.multiplier[..., tf.newaxis]

  def add_to_tensor(self, mat, name='add_to_tensor'):
    with self._name_scope(name):
      multiplier_vector = tf.expand_dims(self.multiplier, -1)
      mat = convert(mat, name='mat')
      return tf.linalg.set_diag(mat, multiplier_vector + tf.linalg.diag_part(mat))

  def _eigvals(self):
    return self._ones_diag() * self.multiplier[..., tf.newaxis]

  def _cond(self):
    return tf.where(tf.equal(self._multiplier, 0.0), tf.cast(math.nan, self.dtype), tf.cast(1.0, self.dtype))

  _composite_tensor_prefer_static_fields = ('num_rows',)
  _composite_tensor_fields = ('num_rows', 'multiplier', 'assert_proper_shapes')
  _experimental_parameter_ndims_to_matrix_ndims = {'multiplier': 0}
