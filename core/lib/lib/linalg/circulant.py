"""tf.linalg.LinearOperatorCirculant, 2D and 3D (ops/linalg/linear_operator_circulant.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


def _to_complex(x):
  if x.dtype.is_complex:
    return x
  return tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64)


def _rotate_transpose(x, shift):
  """The dims of x, the first ones last (distribution_util.rotate_transpose)."""
  with op_scope(None, 'rotate_transpose'):
    x = convert(x, name='x')
    shift = convert(shift, name='shift')
    tf.debugging.assert_integer(shift)
    known = tf.get_static_value(shift)
    if x.shape.rank is None or known is None:
      ndims = tf.rank(x)
      shift = tf.where(tf.less(shift, 0), -shift % ndims, ndims - shift % ndims)
      first, last = tf.range(0, shift), tf.range(shift, ndims)
      return tf.transpose(x, perm=tf.concat([last, first], 0))
    rank = x.shape.rank
    if rank < 2:
      return x
    shift = int(known)
    by = (-shift) % rank if shift < 0 else rank - shift % rank
    if by == 0:
      return x
    perm = list(range(by, rank)) + list(range(by))
    return tf.transpose(x, perm=perm)


class _Base(LinearOperator):
  """A matrix that the Fourier transform of one to three dims makes diagonal."""

  _depth = None

  def __init__(self, spectrum, input_output_dtype=tf.complex64, is_non_singular=None, is_self_adjoint=None,
               is_positive_definite=None, is_square=True, name=None):
    name = name or type(self).__name__
    parameters = dict(spectrum=spectrum, input_output_dtype=input_output_dtype, is_non_singular=is_non_singular,
                      is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite, is_square=is_square,
                      name=name)
    self._name = name
    with op_scope(None, name):
      self._spectrum = util.convert_nonref(spectrum, name='spectrum')
      if self._spectrum.shape.rank is not None and self._spectrum.shape.rank < self._depth:
        raise ValueError(f'Argument `spectrum` must have at least {self._depth} dimensions. Received: {self._spectrum}.')
      if not self.spectrum.dtype.is_complex:
        if is_self_adjoint is False:
          raise ValueError('A real spectrum always corresponds to a self-adjoint operator. Expected argument '
                           '`is_self_adjoint` to be True when `spectrum.dtype.is_complex` = True. Received: %s.' %
                           is_self_adjoint)
        is_self_adjoint = True
      if is_square is False:
        raise ValueError('A [[nested] block] circulant operator is always square. Expected argument `is_square` to be '
                         'True. Received: %s.' % is_square)
      super().__init__(dtype=tf.as_dtype(input_output_dtype), is_non_singular=is_non_singular,
                       is_self_adjoint=is_self_adjoint, is_positive_definite=is_positive_definite, is_square=True,
                       parameters=parameters, name=name)

  block_depth = property(lambda self: self._depth)
  spectrum = property(lambda self: self._spectrum)
  block_shape = property(lambda self: self.spectrum.shape[-self._depth:])

  def block_shape_tensor(self):
    return self._block_shape_tensor()

  def _block_shape_tensor(self, spectrum_shape=None):
    if self.block_shape.is_fully_defined():
      return util.shape_tensor(self.block_shape.as_list(), name='block_shape')
    spectrum_shape = tf.shape(self.spectrum) if spectrum_shape is None else spectrum_shape
    return spectrum_shape[-self._depth:]

  def _linop_adjoint(self):
    spectrum = self.spectrum
    if spectrum.dtype.is_complex:
      spectrum = tf.math.conj(spectrum)
    return type(self)(spectrum=spectrum, **dict(self._own_hints(), is_square=True))

  def _linop_inverse(self):
    return type(self)(spectrum=1.0 / self.spectrum, input_output_dtype=self.dtype,
                      **dict(self._own_hints(), is_square=True))

  def _linop_matmul(self, left_operator, right_operator):
    if not isinstance(right_operator, _Base) or not isinstance(left_operator, type(right_operator)):
      return super()._linop_matmul(left_operator, right_operator)
    return type(self)(spectrum=left_operator.spectrum * right_operator.spectrum,
                      **util.commuting_hints(left_operator, right_operator))

  def _linop_solve(self, left_operator, right_operator):
    if not isinstance(right_operator, _Base) or not isinstance(left_operator, type(right_operator)):
      return super()._linop_solve(left_operator, right_operator)
    return type(self)(spectrum=right_operator.spectrum / left_operator.spectrum,
                      **util.commuting_hints(left_operator, right_operator))

  def _vectorize_then_blockify(self, matrix):
    vec = _rotate_transpose(matrix, shift=1)
    if vec.shape.is_fully_defined() and self.block_shape.is_fully_defined():
      shape = vec.shape[:-1].concatenate(self.block_shape)
    else:
      leading = tf.shape(vec)[:-1]
      shape = tf.concat((leading, self.block_shape_tensor()), 0)
    return tf.reshape(vec, shape)

  def _unblockify(self, x):
    if x.shape.is_fully_defined():
      shape = x.shape.as_list()
      size = 1
      for d in shape[-self._depth:]:
        size *= d
      return tf.reshape(x, shape[:-self._depth] + [size])
    shape = tf.shape(x)
    leading, block = shape[:-self._depth], shape[-self._depth:]
    return tf.reshape(x, tf.concat((leading, [tf.reduce_prod(block)]), 0))

  def _unblockify_then_matricize(self, vec):
    return _rotate_transpose(self._unblockify(vec), shift=-1)

  def _fft(self, x):
    return (tf.signal.fft, tf.signal.fft2d, tf.signal.fft3d)[self._depth - 1](_to_complex(x))

  def _ifft(self, x):
    return (tf.signal.ifft, tf.signal.ifft2d, tf.signal.ifft3d)[self._depth - 1](_to_complex(x))

  def convolution_kernel(self, name='convolution_kernel'):
    with self._name_scope(name):
      h = self._ifft(_to_complex(self.spectrum))
      return tf.cast(h, self.dtype)

  def _shape(self):
    shape = self._spectrum.shape
    trailing = shape[-self._depth:]
    n = trailing.num_elements() if trailing.is_fully_defined() else None
    return shape[:-self._depth].concatenate([n, n])

  def _shape_tensor(self, spectrum=None):
    shape = tf.shape(self.spectrum if spectrum is None else spectrum)
    batch_shape, trailing = shape[:-self._depth], shape[-self._depth:]
    n = tf.reduce_prod(trailing)
    return tf.concat((batch_shape, [n, n]), 0)

  def assert_hermitian_spectrum(self, name='assert_hermitian_spectrum'):
    eps = util.finfo(self.dtype).eps
    with self._name_scope(name):
      max_err = eps * self.domain_dimension_tensor()
      imag = tf.math.imag(self.convolution_kernel())
      return tf.debugging.assert_less(tf.abs(imag), max_err, message='Spectrum was not Hermitian')

  def _assert_non_singular(self):
    return util.assert_no_entries_with_modulus_zero(self.spectrum,
                                                    message='Singular operator:  Spectrum contained zero values.')

  def _assert_positive_definite(self):
    return tf.debugging.assert_positive(tf.math.real(self.spectrum),
                                        message='Not positive definite:  Real part of spectrum was not all positive.')

  def _assert_self_adjoint(self):
    return util.assert_zero_imag_part(
        self.spectrum, message='Not self-adjoint:  The spectrum contained non-zero imaginary part.')

  def _broadcast_batch_dims(self, x, spectrum):
    spectrum = convert(spectrum, name='spectrum')
    batch_shape = self._batch_shape_tensor(shape=self._shape_tensor(spectrum=spectrum))
    spec_mat = tf.reshape(spectrum, tf.concat((batch_shape, [-1, 1]), axis=0))
    x, spec_mat = util.broadcast_matrix_batch_dims((x, spec_mat))
    x_batch_shape = tf.shape(x)[:-2]
    spectrum_shape = tf.shape(spectrum)
    spectrum = tf.reshape(
        spec_mat, tf.concat((x_batch_shape, self._block_shape_tensor(spectrum_shape=spectrum_shape)), axis=0))
    return x, spectrum

  def _cond(self):
    size = tf.abs(self._unblockify(self.spectrum))
    return tf.reduce_max(size, axis=-1) / tf.reduce_min(size, axis=-1)

  def _eigvals(self):
    return convert(self._unblockify(self.spectrum))

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    x = tf.linalg.adjoint(x) if adjoint_arg else x
    spectrum = _to_complex(self.spectrum)
    if adjoint:
      spectrum = tf.math.conj(spectrum)
    x = tf.cast(x, spectrum.dtype)
    x, spectrum = self._broadcast_batch_dims(x, spectrum)
    transformed = self._fft(self._vectorize_then_blockify(x))
    y = self._unblockify_then_matricize(self._ifft(spectrum * transformed))
    return tf.cast(y, self.dtype)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    rhs = tf.linalg.adjoint(rhs) if adjoint_arg else rhs
    spectrum = _to_complex(self.spectrum)
    if adjoint:
      spectrum = tf.math.conj(spectrum)
    rhs, spectrum = self._broadcast_batch_dims(rhs, spectrum)
    transformed = self._fft(self._vectorize_then_blockify(rhs))
    x = self._unblockify_then_matricize(self._ifft(transformed / spectrum))
    return tf.cast(x, self.dtype)

  def _axes(self):
    return [-(i + 1) for i in range(self._depth)]

  def _determinant(self):
    return tf.cast(tf.reduce_prod(self.spectrum, axis=self._axes()), self.dtype)

  def _log_abs_determinant(self):
    return tf.cast(tf.reduce_sum(tf.math.log(tf.abs(self.spectrum)), axis=self._axes()), self.dtype)

  def _diag_part(self):
    if self.shape.is_fully_defined():
      shape, size = self.shape[:-1], self.domain_dimension.value
    else:
      shape, size = self.shape_tensor()[:-1], self.domain_dimension_tensor()
    ones = tf.ones(shape, dtype=self.dtype)
    value = self.trace() / tf.cast(size, self.dtype)
    return value[..., tf.newaxis] * ones

  def _trace(self):
    if self.spectrum.shape.is_fully_defined():
      rank = self.spectrum.shape.rank
      axis = list(range(rank - self._depth, rank))
    else:
      rank = tf.rank(self.spectrum)
      axis = tf.range(rank - self._depth, rank)
    real = tf.reduce_sum(tf.math.real(self.spectrum), axis=axis)
    if not self.dtype.is_complex:
      return tf.cast(real, self.dtype)
    if self.is_self_adjoint:
      imag = tf.zeros_like(real)
    else:
      imag = tf.reduce_sum(tf.math.imag(self.spectrum), axis=axis)
    return tf.cast(tf.complex(real, imag), self.dtype)

  _composite_tensor_fields = ('spectrum', 'input_output_dtype')

  @property
  def _experimental_parameter_ndims_to_matrix_ndims(self):
    return {'spectrum': self._depth}


#: tf.linalg.LinearOperatorCirculant
class LinearOperatorCirculant(_Base):
  _depth = 1


#: tf.linalg.LinearOperatorCirculant2D
class LinearOperatorCirculant2D(_Base):
  _depth = 2


#: tf.linalg.LinearOperatorCirculant3D
class LinearOperatorCirculant3D(_Base):
  _depth = 3
