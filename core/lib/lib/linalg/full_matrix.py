"""tf.linalg.LinearOperatorFullMatrix (ops/linalg/linear_operator_full_matrix.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator

_DTYPES = [tf.float16, tf.float32, tf.float64, tf.complex64, tf.complex128]


#: tf.linalg.LinearOperatorFullMatrix
class LinearOperatorFullMatrix(LinearOperator):
  """A matrix as it is."""

  def __init__(self, matrix, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name='LinearOperatorFullMatrix'):
    hints = dict(is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                 is_positive_definite=is_positive_definite, is_square=is_square)
    with op_scope(None, name):
      self._matrix = util.convert_nonref(matrix, name='matrix')
      self._check_matrix(self._matrix)
      super().__init__(dtype=self._matrix.dtype, parameters=dict(matrix=matrix, name=name, **hints), name=name, **hints)

  def _check_matrix(self, matrix):
    matrix = convert(matrix, name='matrix')
    if matrix.dtype not in _DTYPES:
      raise TypeError(f'Argument `matrix` must have dtype in {_DTYPES}. Received: {matrix.dtype}.')
    if matrix.shape.rank is not None and matrix.shape.rank < 2:
      raise ValueError(f'Argument `matrix` must have at least 2 dimensions. Received: {matrix}.')

  matrix = property(lambda self: self._matrix)

  def _shape(self):
    return self._matrix.shape

  def _shape_tensor(self):
    return tf.shape(self._matrix)

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    return tf.matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self._dense_solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _to_dense(self):
    return self._matrix

  _composite_tensor_fields = ('matrix',)
  _experimental_parameter_ndims_to_matrix_ndims = {'matrix': 2}
