"""What operators made of blocks have in common: arguments that are one tensor or a list with one for each block."""
import tensorflow as tf
from tensorflow_lib.base import convert
from tensorflow_lib.linalg import util
from tensorflow_lib.linalg.operator import LinearOperator


class BlockOperator(LinearOperator):
  """Has _diagonal_operators, _check_blocks(left, right, what), _multiplied(…) and _solved(…)."""

  def _block_range_dimensions(self):
    return [op.range_dimension for op in self._diagonal_operators]

  def _block_domain_dimensions(self):
    return [op.domain_dimension for op in self._diagonal_operators]

  def _block_range_dimension_tensors(self):
    return [op.range_dimension_tensor() for op in self._diagonal_operators]

  def _block_domain_dimension_tensors(self):
    return [op.domain_dimension_tensor() for op in self._diagonal_operators]

  def _check_blocks(self, left, right, what):
    """Errors about another operator of blocks."""

  def _blocks(self, x, dims, its):
    """Each block as a tensor that fits; x is changed, as in TensorFlow."""
    for i, block in enumerate(x):
      if not isinstance(block, LinearOperator):
        block = convert(block)
        self._check_input_dtype(block)
        dims[i].assert_is_compatible_with(block.shape[its])
        x[i] = block
    return x

  def _whole(self, x, name, dim, its):
    x = convert(x, name=name)
    self._check_input_dtype(x)
    dim.assert_is_compatible_with(x.shape[its])
    return x

  def matmul(self, x, adjoint=False, adjoint_arg=False, name='matmul'):
    if isinstance(x, LinearOperator):
      left = self.adjoint() if adjoint else self
      right = x.adjoint() if adjoint_arg else x
      self._check_agree(left, right, 'Operators are incompatible. Expected `x` to have dimension %s but got %s.')
      self._check_blocks(left, right, 'multiply')
      with self._name_scope(name):
        return self._linop_matmul(left, right)
    with self._name_scope(name):
      arg_dim = -1 if adjoint_arg else -2
      dims = self._block_range_dimensions() if adjoint else self._block_domain_dimensions()
      if util.arg_is_blockwise(dims, x, arg_dim):
        x = self._blocks(x, dims, arg_dim)
      else:
        x = self._whole(x, 'x', self.range_dimension if adjoint else self.domain_dimension, arg_dim)
      return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    arg_dim = -1 if adjoint_arg else -2
    dims = self._block_range_dimensions() if adjoint else self._block_domain_dimensions()
    blockwise = util.arg_is_blockwise(dims, x, arg_dim)
    if not blockwise:
      sizes = self._block_range_dimension_tensors if adjoint else self._block_domain_dimension_tensors
      x = util.split_arg_into_blocks(dims, sizes, x, axis=arg_dim)
    return self._joined(self._multiplied(x, adjoint, adjoint_arg), blockwise)

  def _joined(self, blocks, blockwise):
    if blockwise:
      return blocks
    return tf.concat(util.broadcast_matrix_batch_dims(blocks), axis=-2)

  def matvec(self, x, adjoint=False, name='matvec'):
    with self._name_scope(name):
      dims = self._block_range_dimensions() if adjoint else self._block_domain_dimensions()
      if util.arg_is_blockwise(dims, x, -1):
        x = [block[..., tf.newaxis] for block in self._blocks(x, dims, -1)]
        return [tf.squeeze(y, axis=-1) for y in self.matmul(x, adjoint=adjoint)]
      x = self._whole(x, 'x', self.range_dimension if adjoint else self.domain_dimension, -1)
      return tf.squeeze(self.matmul(x[..., tf.newaxis], adjoint=adjoint), axis=-1)

  def solve(self, rhs, adjoint=False, adjoint_arg=False, name='solve'):
    self._check_solvable()
    if isinstance(rhs, LinearOperator):
      left = self.adjoint() if adjoint else self
      right = rhs.adjoint() if adjoint_arg else rhs
      self._check_agree(left, right, 'Operators are incompatible. Expected `%s` to have dimension %%s but got %%s.' %
                        self._solve_argument)
      self._check_blocks(left, right, 'solve')
      with self._name_scope(name):
        return self._linop_solve(left, right)
    with self._name_scope(name):
      arg_dim = -1 if adjoint_arg else -2
      dims = self._block_domain_dimensions() if adjoint else self._block_range_dimensions()
      blockwise = util.arg_is_blockwise(dims, rhs, arg_dim)
      if blockwise:
        rhs = self._blocks(rhs, dims, arg_dim)
      else:
        rhs = self._whole(rhs, 'rhs', self.domain_dimension if adjoint else self.range_dimension, arg_dim)
      return self._joined(self._solved(rhs, blockwise, adjoint, adjoint_arg), blockwise)

  def solvevec(self, rhs, adjoint=False, name='solve'):
    with self._name_scope(name):
      dims = self._block_domain_dimensions() if adjoint else self._block_range_dimensions()
      if util.arg_is_blockwise(dims, rhs, -1):
        rhs = [tf.expand_dims(block, axis=-1) for block in self._blocks(rhs, dims, -1)]
        return [tf.squeeze(x, axis=-1) for x in self.solve(rhs, adjoint=adjoint)]
      rhs = self._whole(rhs, 'rhs', self.domain_dimension if adjoint else self.range_dimension, -1)
      return tf.squeeze(self.solve(tf.expand_dims(rhs, axis=-1), adjoint=adjoint), axis=-1)

  def _stacked(self, part):
    """`part` of each operator of the diagonal, one behind the other."""
    parts = [getattr(operator, part)()[..., tf.newaxis] for operator in self._diagonal_operators]
    return tf.squeeze(tf.concat(util.broadcast_matrix_batch_dims(parts), axis=-2), axis=-1)

  def _sum(self, part):
    result = getattr(self._diagonal_operators[0], part)()
    for operator in self._diagonal_operators[1:]:
      result += getattr(operator, part)()
    return result

  def _product(self):
    result = self._diagonal_operators[0].determinant()
    for operator in self._diagonal_operators[1:]:
      result *= operator.determinant()
    return result

  def _group(self, assertion):
    return tf.group([getattr(operator, assertion)() for operator in self._diagonal_operators])

  _composite_tensor_fields = ('operators',)
