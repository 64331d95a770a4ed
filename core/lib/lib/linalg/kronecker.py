"""tf.linalg.LinearOperatorKronecker (ops/linalg/linear_operator_kronecker.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, op_scope
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


def _shape_of(x):
  return x.shape if x.shape.is_fully_defined() else tf.shape(x)


def _concat_shape(first, second):
  known = [constant_value(s) for s in second]
  if isinstance(first, tf.TensorShape) and all(s is not None for s in known):
    return first.concatenate([int(s) for s in known])
  return tf.concat([first, second], axis=0)


#: tf.linalg.LinearOperatorKronecker
class LinearOperatorKronecker(LinearOperator):
  """The Kronecker product of operators."""

  def __init__(self, operators, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None, is_square=None,
               name=None):
    parameters = dict(operators=operators, is_non_singular=is_non_singular, is_self_adjoint=is_self_adjoint,
                      is_positive_definite=is_positive_definite, is_square=is_square, name=name)
    util.assert_proper_iterable(operators)
    operators = list(operators)
    if not operators:
      raise ValueError('Argument `operators` must be a list of >=1 operators. Received: %s.' % operators)
    self._operators = operators
    dtype = util.common_dtype(
        operators, 'Expected every operation in argument `operators` to have the same dtype. Received %s.')
    text = ('The Kronecker product of %s operators is always %s. Expected argument `%s` to be True. Received: False.')
    hints = {'is_square': is_square}
    for hint, given, word in (('is_non_singular', is_non_singular, 'non-singular'),
                              ('is_self_adjoint', is_self_adjoint, 'self-adjoint'),
                              ('is_positive_definite', is_positive_definite, 'positive-definite')):
      hints[hint] = util.check_all(operators, hint, given, text % (word, word, hint))
    if name is None:
      name = '_x_'.join(operator.name for operator in operators)
    with op_scope(None, name):
      super().__init__(dtype=dtype, parameters=parameters, name=name, **hints)

  operators = property(lambda self: self._operators)

  def _shape(self):
    domain, rows = self.operators[0].domain_dimension, self.operators[0].range_dimension
    for operator in self.operators[1:]:
      domain = domain * operator.domain_dimension
      rows = rows * operator.range_dimension
    return util.common_batch_shape(self.operators).concatenate(tf.TensorShape([rows, domain]))

  def _shape_tensor(self):
    domain = self.operators[0].domain_dimension_tensor()
    for operator in self.operators[1:]:
      domain = domain * operator.domain_dimension_tensor()
    rows = self.operators[0].range_dimension_tensor()
    for operator in self.operators[1:]:
      rows = rows * operator.range_dimension_tensor()
    batch_shape = self.operators[0].batch_shape_tensor()
    for operator in self.operators[1:]:
      batch_shape = tf.broadcast_dynamic_shape(batch_shape, operator.batch_shape_tensor())
    return tf.concat((batch_shape, [rows, domain]), 0)

  def _linop_adjoint(self):
    return LinearOperatorKronecker([operator.adjoint() for operator in self.operators],
                                   **dict(self._own_hints(), is_square=True))

  def _linop_cholesky(self):
    return LinearOperatorKronecker([operator.cholesky() for operator in self.operators], is_non_singular=True,
                                   is_self_adjoint=None, is_square=True)

  def _linop_inverse(self):
    return LinearOperatorKronecker([operator.inverse() for operator in self.operators],
                                   **dict(self._own_hints(), is_square=True))

  def _apply(self, x, function, adjoint, adjoint_arg):
    """`function` ('matmul' or 'solve') of each operator on its part of the rows of x (Roth's column lemma)."""
    output = x
    if adjoint_arg:
      if self.dtype.is_complex:
        output = tf.math.conj(output)
    else:
      output = tf.linalg.matrix_transpose(output)
    for operator in reversed(self.operators):
      size = operator.range_dimension_tensor() if adjoint else operator.domain_dimension_tensor()
      shape = _shape_of(output)
      known = constant_value(size)
      if known is not None:
        size = int(known)
        if output.shape[-2] is not None and output.shape[-1] is not None:
          dim = int(output.shape[-2] * shape[-1] // size)
      else:
        dim = tf.cast(shape[-2] * shape[-1] // size, tf.int32)
      output = tf.reshape(output, shape=_concat_shape(shape[:-2], [dim, size]))
      if self.dtype.is_complex:
        output = tf.math.conj(output)
      output = getattr(operator, function)(output, adjoint=adjoint, adjoint_arg=True)
    columns = _shape_of(x)[-2 if adjoint_arg else -1]
    rows = self.domain_dimension_tensor() if adjoint else self.range_dimension_tensor()
    output = tf.reshape(output, _concat_shape(_shape_of(output)[:-2], [rows, columns]))
    if x.shape.is_fully_defined():
      column_dim = x.shape[-2] if adjoint_arg else x.shape[-1]
      batch = util.broadcast_shape(x.shape[:-2], self.batch_shape)
      output.set_shape(batch.concatenate([self.domain_dimension if adjoint else self.range_dimension, column_dim]))
    return output

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    return self._apply(x, 'matmul', adjoint, adjoint_arg)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    return self._apply(rhs, 'solve', adjoint, adjoint_arg)

  def _determinant(self):
    total = self.domain_dimension_tensor()
    determinant = 1.0
    for operator in self.operators:
      determinant = determinant * operator.determinant()**tf.cast(total / operator.domain_dimension_tensor(),
                                                                  operator.dtype)
    return determinant

  def _log_abs_determinant(self):
    total = self.domain_dimension_tensor()
    result = 0.0
    for operator in self.operators:
      result += operator.log_abs_determinant() * tf.cast(total / operator.domain_dimension_tensor(), operator.dtype)
    return result

  def _trace(self):
    trace = 1.0
    for operator in self.operators:
      trace = trace * operator.trace()
    return trace

  def _diag_part(self):
    diag = self.operators[0].diag_part()
    for operator in self.operators[1:]:
      diag = diag[..., :, tf.newaxis]
      diag = diag * operator.diag_part()[..., tf.newaxis, :]
      diag = tf.reshape(diag, shape=tf.concat([tf.shape(diag)[:-2], [-1]], axis=0))
    dim = self.domain_dimension if self.range_dimension > self.domain_dimension else self.range_dimension
    diag.set_shape(self.batch_shape.concatenate([dim]))
    return diag

  def _to_dense(self):
    product = self.operators[0].to_dense()
    for operator in self.operators[1:]:
      product = product[..., :, tf.newaxis, :, tf.newaxis]
      product = product * operator.to_dense()[..., tf.newaxis, :, tf.newaxis, :]
      shape = _shape_of(product)
      product = tf.reshape(product, shape=_concat_shape(shape[:-4], [shape[-4] * shape[-3], shape[-2] * shape[-1]]))
    product.set_shape(self.shape)
    return product

  def _eigvals(self):
    eigvals = [operator.eigvals() for operator in self.operators]
    product = eigvals[0]
    for values in eigvals[1:]:
      product = product[..., tf.newaxis]
      product = product * values[..., tf.newaxis, :]
      product = tf.reshape(product, shape=tf.concat([tf.shape(product)[:-2], [-1]], axis=0))
    product.set_shape(self.shape[:-1])
    return product

  def _group(self, assertion):
    if not all(operator.is_square for operator in self.operators):
      raise tf.errors.InvalidArgumentError(
          None, None, 'All Kronecker factors must be square for the product to be invertible. Expected hint `is_square` to '
          'be True for every operator in argument `operators`.')
    return tf.group([getattr(operator, assertion)() for operator in self.operators])

  def _assert_non_singular(self):
    return self._group('assert_non_singular')

  def _assert_self_adjoint(self):
    return self._group('assert_self_adjoint')

  _composite_tensor_fields = ('operators',)

  @property
  def _experimental_parameter_ndims_to_matrix_ndims(self):
    return {'operators': [0] * len(self.operators)}
