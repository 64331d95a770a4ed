"""tf.linalg.LinearOperator: a matrix that knows how to multiply and solve (ops/linalg/linear_operator.py)."""
import contextlib

import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.linalg import util

_HINTS = ('is_non_singular', 'is_self_adjoint', 'is_positive_definite', 'is_square')


def _slow(what):
  _tf.warn('Using (possibly slow) default implementation of %s.  Requires conversion to a dense matrix%s.' % what)


#: tf.linalg.LinearOperator
class LinearOperator(tf.Module):
  """What a class has to have: _shape, _matmul, and what is quicker than by the dense matrix."""

  _tf_composite_tensor = True
  _composite_tensor_fields = ()
  _composite_tensor_prefer_static_fields = ()
  _experimental_parameter_ndims_to_matrix_ndims = ()

  def __init__(self, dtype, graph_parents=None, is_non_singular=None, is_self_adjoint=None, is_positive_definite=None,
               is_square=None, name=None, parameters=None):
    if is_positive_definite:
      if is_non_singular is False:
        raise ValueError('A positive definite matrix is always non-singular.')
      is_non_singular = True
    if is_non_singular:
      if is_square is False:
        raise ValueError('A non-singular matrix is always square.')
      is_square = True
    if is_self_adjoint:
      if is_square is False:
        raise ValueError('A self-adjoint matrix is always square.')
      is_square = True
    self._is_square_set_or_implied_by_hints = is_square
    if graph_parents is not None:
      for i, t in enumerate(graph_parents):
        if t is None or not (util.is_ref(t) or tf.is_tensor(t)):
          raise ValueError('Graph parent item %d is not a Tensor; %s.' % (i, t))
    self._graph_parents = graph_parents or []
    self._dtype = tf.as_dtype(dtype) if dtype else dtype
    self._is_non_singular = is_non_singular
    self._is_self_adjoint = is_self_adjoint
    self._is_positive_definite = is_positive_definite
    self._parameters = parameters
    self._name = name or type(self).__name__

  @contextlib.contextmanager
  def _name_scope(self, name=None):
    with op_scope(None, self.name if name is None else self.name + '/' + name) as scope:
      yield scope

  parameters = property(lambda self: dict(self._parameters))
  dtype = property(lambda self: self._dtype)
  name = property(lambda self: self._name)
  graph_parents = property(lambda self: self._graph_parents)
  is_non_singular = property(lambda self: self._is_non_singular)
  is_self_adjoint = property(lambda self: self._is_self_adjoint)
  is_positive_definite = property(lambda self: self._is_positive_definite)

  @property
  def is_square(self):
    square = self.domain_dimension == self.range_dimension
    if self._is_square_set_or_implied_by_hints is False and square:
      raise ValueError('User set is_square hint to False, but the operator was square.')
    if self._is_square_set_or_implied_by_hints is None:
      return square
    return self._is_square_set_or_implied_by_hints

  # ---- shapes
  def _shape(self):
    raise NotImplementedError('_shape is not implemented.')

  def _shape_tensor(self):
    raise NotImplementedError('_shape_tensor is not implemented.')

  shape = property(lambda self: self._shape())
  batch_shape = property(lambda self: self.shape[:-2])

  def shape_tensor(self, name='shape_tensor'):
    with self._name_scope(name):
      if self.shape.is_fully_defined():
        return util.shape_tensor(self.shape.as_list())
      return self._shape_tensor()

  def batch_shape_tensor(self, name='batch_shape_tensor'):
    with self._name_scope(name):
      return self._batch_shape_tensor()

  def _batch_shape_tensor(self, shape=None):
    if self.batch_shape.is_fully_defined():
      return util.shape_tensor(self.batch_shape.as_list(), name='batch_shape')
    shape = self.shape_tensor() if shape is None else shape
    return shape[:-2]

  @property
  def tensor_rank(self):
    with self._name_scope('tensor_rank'):
      return self.shape.rank

  def tensor_rank_tensor(self, name='tensor_rank_tensor'):
    with self._name_scope(name):
      if self.tensor_rank is not None:
        return convert(self.tensor_rank)
      return tf.size(self.shape_tensor())

  @property
  def domain_dimension(self):
    return tf.compat.v1.Dimension(None) if self.shape.rank is None else self.shape.dims[-1]

  def domain_dimension_tensor(self, name='domain_dimension_tensor'):
    with self._name_scope(name):
      return self._domain_dimension_tensor()

  def _domain_dimension_tensor(self, shape=None):
    if self.domain_dimension.value is not None:
      return convert(self.domain_dimension.value)
    shape = self.shape_tensor() if shape is None else shape
    return shape[-1]

  @property
  def range_dimension(self):
    return self.shape.dims[-2] if self.shape.dims else tf.compat.v1.Dimension(None)

  def range_dimension_tensor(self, name='range_dimension_tensor'):
    with self._name_scope(name):
      return self._range_dimension_tensor()

  def _range_dimension_tensor(self, shape=None):
    if self.range_dimension.value is not None:
      return convert(self.range_dimension.value)
    shape = self.shape_tensor() if shape is None else shape
    return shape[-2]

  # ---- assertions
  def _assert_non_singular(self):
    _slow(('assert_non_singular', ' and O(N^3) operations'))
    if self._can_use_cholesky():
      return self.assert_positive_definite()
    values = tf.linalg.svd(self.to_dense(), compute_uv=False)
    cond = tf.reduce_max(values, axis=-1) / tf.reduce_min(values, axis=-1)
    return tf.debugging.assert_less(cond, self._max_condition_number_to_be_non_singular(),
                                    message='Singular matrix up to precision epsilon.')

  def _max_condition_number_to_be_non_singular(self):
    with op_scope(None, 'max_nonsingular_condition_number'):
      sizes = [100.0, tf.cast(self.range_dimension_tensor(), self.dtype),
               tf.cast(self.domain_dimension_tensor(), self.dtype)]
      return 1.0 / (tf.cast(tf.reduce_max(sizes), self.dtype) * util.finfo(self.dtype).eps)

  def assert_non_singular(self, name='assert_non_singular'):
    with self._name_scope(name):
      return self._assert_non_singular()

  def _assert_positive_definite(self):
    _slow(('assert_positive_definite', ' and O(N^3) operations'))
    if self.is_self_adjoint:
      return tf.debugging.assert_positive(tf.linalg.diag_part(tf.linalg.cholesky(self.to_dense())),
                                          message='Matrix was not positive definite.')
    raise NotImplementedError('assert_positive_definite is not implemented.')

  def assert_positive_definite(self, name='assert_positive_definite'):
    with self._name_scope(name):
      return self._assert_positive_definite()

  def _assert_self_adjoint(self):
    dense = self.to_dense()
    _slow(('assert_self_adjoint', ''))
    return tf.debugging.assert_equal(dense, tf.linalg.adjoint(dense), message='Matrix was not equal to its adjoint.')

  def assert_self_adjoint(self, name='assert_self_adjoint'):
    with self._name_scope(name):
      return self._assert_self_adjoint()

  def _check_input_dtype(self, arg):
    if arg.dtype != self.dtype:
      raise TypeError('Expected argument to have dtype %s.  Found: %s in tensor %s' % (self.dtype, arg.dtype, arg))

  def _checked(self, x, name, own, its):
    """x as a tensor whose dim `its` fits the dim `own` of this operator."""
    x = convert(x, name=name)
    self._check_input_dtype(x)
    dims = self.shape.dims
    dim = tf.compat.v1.Dimension(None) if dims is None else dims[own]
    dim.assert_is_compatible_with(x.shape[its])
    return x

  @staticmethod
  def _check_agree(left, right, message):
    if right.range_dimension is not None and left.domain_dimension is not None:
      if right.range_dimension != left.domain_dimension:
        raise ValueError(message % (left.domain_dimension, right.range_dimension))

  # ---- products
  def _matmul(self, x, adjoint=False, adjoint_arg=False):
    raise NotImplementedError('_matmul is not implemented.')

  def matmul(self, x, adjoint=False, adjoint_arg=False, name='matmul'):
    if isinstance(x, LinearOperator):
      left = self.adjoint() if adjoint else self
      right = x.adjoint() if adjoint_arg else x
      self._check_agree(left, right, 'Operators are incompatible. Expected `x` to have dimension %s but got %s.')
      with self._name_scope(name):
        return self._linop_matmul(left, right)
    with self._name_scope(name):
      x = self._checked(x, 'x', -2 if adjoint else -1, -1 if adjoint_arg else -2)
      return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _product_hints(self, left, right):
    square = util.combined_is_square(left, right)
    hints = {'is_non_singular': None, 'is_self_adjoint': None, 'is_positive_definite': None, 'is_square': square}
    if square:
      hints['is_non_singular'] = util.combined_non_singular_hint(left, right)
    elif square is False:
      hints.update(is_non_singular=False, is_self_adjoint=False, is_positive_definite=False)
    return hints

  def _linop_matmul(self, left_operator, right_operator):
    if hasattr(right_operator, '_ones_diag') and not hasattr(right_operator, 'multiplier'):
      return left_operator
    if hasattr(right_operator, '_zeros_diag'):
      if not right_operator.is_square or not left_operator.is_square:
        raise ValueError('Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at '
                         'this time.')
      return right_operator
    return tf.linalg.LinearOperatorComposition(operators=[left_operator, right_operator],
                                               **self._product_hints(left_operator, right_operator))

  def __matmul__(self, other):
    return self.matmul(other)

  def _matvec(self, x, adjoint=False):
    x = tf.expand_dims(x, axis=-1)
    return tf.squeeze(self.matmul(x, adjoint=adjoint), axis=-1)

  def matvec(self, x, adjoint=False, name='matvec'):
    with self._name_scope(name):
      x = self._checked(x, 'x', -2 if adjoint else -1, -1)
      return self._matvec(x, adjoint=adjoint)

  # ---- determinants
  def _determinant(self):
    _slow(('determinant', ' and O(N^3) operations'))
    if self._can_use_cholesky():
      return tf.exp(self.log_abs_determinant())
    return tf.linalg.det(self.to_dense())

  def determinant(self, name='det'):
    if self.is_square is False:
      raise NotImplementedError('Determinant not implemented for an operator that is expected to not be square.')
    with self._name_scope(name):
      return self._determinant()

  def _log_abs_determinant(self):
    _slow(('determinant', ' and O(N^3) operations'))
    if self._can_use_cholesky():
      diag = tf.linalg.diag_part(tf.linalg.cholesky(self.to_dense()))
      return 2 * tf.reduce_sum(tf.math.log(diag), axis=[-1])
    _, log_abs_det = tf.linalg.slogdet(self.to_dense())
    return log_abs_det

  def log_abs_determinant(self, name='log_abs_det'):
    if self.is_square is False:
      raise NotImplementedError('Determinant not implemented for an operator that is expected to not be square.')
    with self._name_scope(name):
      return self._log_abs_determinant()

  # ---- solutions
  def _dense_solve(self, rhs, adjoint=False, adjoint_arg=False):
    if self.is_square is False:
      raise NotImplementedError('Solve is not yet implemented for non-square operators.')
    rhs = tf.linalg.adjoint(rhs) if adjoint_arg else rhs
    if self._can_use_cholesky():
      return tf.linalg.cholesky_solve(tf.linalg.cholesky(self.to_dense()), rhs)
    return util.matrix_solve_with_broadcast(self.to_dense(), rhs, adjoint=adjoint)

  def _solve(self, rhs, adjoint=False, adjoint_arg=False):
    _slow(('solve', ' and O(N^3) operations'))
    return self._dense_solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _check_solvable(self):
    if self.is_non_singular is False:
      raise NotImplementedError('Exact solve not implemented for an operator that is expected to be singular.')
    if self.is_square is False:
      raise NotImplementedError('Exact solve not implemented for an operator that is expected to not be square.')

  def solve(self, rhs, adjoint=False, adjoint_arg=False, name='solve'):
    self._check_solvable()
    if isinstance(rhs, LinearOperator):
      left = self.adjoint() if adjoint else self
      right = rhs.adjoint() if adjoint_arg else rhs
      self._check_agree(left, right, 'Operators are incompatible. Expected `rhs` to have dimension %s but got %s.')
      with self._name_scope(name):
        return self._linop_solve(left, right)
    with self._name_scope(name):
      rhs = self._checked(rhs, 'rhs', -1 if adjoint else -2, -1 if adjoint_arg else -2)
      return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

  def _linop_solve(self, left_operator, right_operator):
    if hasattr(right_operator, '_ones_diag') and not hasattr(right_operator, 'multiplier'):
      return left_operator.inverse()
    hints = self._product_hints(left_operator, right_operator)
    return tf.linalg.LinearOperatorComposition(
        operators=[tf.linalg.LinearOperatorInversion(left_operator), right_operator], **hints)

  def _solvevec(self, rhs, adjoint=False):
    rhs = tf.expand_dims(rhs, axis=-1)
    return tf.squeeze(self.solve(rhs, adjoint=adjoint), axis=-1)

  def solvevec(self, rhs, adjoint=False, name='solve'):
    with self._name_scope(name):
      rhs = self._checked(rhs, 'rhs', -1 if adjoint else -2, -1)
      return self._solvevec(rhs, adjoint=adjoint)

  # ---- other operators
  def _own_hints(self):
    return {hint: getattr(self, hint) for hint in _HINTS}

  def adjoint(self, name='adjoint'):
    if self.is_self_adjoint is True:
      return self
    with self._name_scope(name):
      return self._linop_adjoint()

  H = property(adjoint, None)

  def _linop_adjoint(self):
    return tf.linalg.LinearOperatorAdjoint(self, **self._own_hints())

  def inverse(self, name='inverse'):
    if self.is_square is False:
      raise ValueError('Cannot take the Inverse: This operator represents a non square matrix.')
    if self.is_non_singular is False:
      raise ValueError('Cannot take the Inverse: This operator represents a singular matrix.')
    with self._name_scope(name):
      return self._linop_inverse()

  def _linop_inverse(self):
    return tf.linalg.LinearOperatorInversion(self, **self._own_hints())

  def cholesky(self, name='cholesky'):
    if not self._can_use_cholesky():
      raise ValueError('Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.')
    with self._name_scope(name):
      return self._linop_cholesky()

  def _linop_cholesky(self):
    return tf.linalg.LinearOperatorLowerTriangular(tf.linalg.cholesky(self.to_dense()), is_non_singular=True,
                                                   is_self_adjoint=False, is_square=True)

  # ---- parts
  def _to_dense(self):
    batch_shape = self.batch_shape if self.batch_shape.is_fully_defined() else self.batch_shape_tensor()
    n = self.domain_dimension.value
    if n is None:
      n = self.domain_dimension_tensor()
    return self.matmul(tf.eye(num_rows=n, batch_shape=batch_shape, dtype=self.dtype))

  def to_dense(self, name='to_dense'):
    with self._name_scope(name):
      return self._to_dense()

  def _diag_part(self):
    return tf.linalg.diag_part(self.to_dense())

  def diag_part(self, name='diag_part'):
    with self._name_scope(name):
      return self._diag_part()

  def _trace(self):
    return tf.reduce_sum(self.diag_part(), axis=-1)

  def trace(self, name='trace'):
    with self._name_scope(name):
      return self._trace()

  def _add_to_tensor(self, x):
    return self.to_dense() + x

  def add_to_tensor(self, x, name='add_to_tensor'):
    with self._name_scope(name):
      x = convert(x, name='x')
      self._check_input_dtype(x)
      return self._add_to_tensor(x)

  def _eigvals(self):
    return tf.linalg.eigvalsh(self.to_dense())

  def eigvals(self, name='eigvals'):
    if not self.is_self_adjoint:
      raise NotImplementedError('Only self-adjoint matrices are supported.')
    with self._name_scope(name):
      return self._eigvals()

  def _cond(self):
    if not self.is_self_adjoint:
      values = tf.linalg.svd(self.to_dense(), compute_uv=False)
    else:
      values = tf.abs(self._eigvals())
    return tf.reduce_max(values, axis=-1) / tf.reduce_min(values, axis=-1)

  def cond(self, name='cond'):
    with self._name_scope(name):
      return self._cond()

  def _can_use_cholesky(self):
    return self.is_self_adjoint and self.is_positive_definite

  def __getitem__(self, slices):
    from tensorflow_lib.linalg.slicing import batch_slice
    return batch_slice(self, {}, slices)

  # ---- as a composite tensor
  @property
  def _type_spec(self):
    from tensorflow_lib.linalg.spec import spec_of
    return spec_of(self)

  def _flatten_components(self):
    from tensorflow_lib.linalg.spec import components_of
    return components_of(self)

  def _with_components(self, components):
    return self._type_spec._from_components(components)


LinearOperator.__module__ = 'tensorflow.python.ops.linalg.linear_operator'


def _dispatch():
  """Functions of tf.linalg that take operators, too."""
  from tensorflow_lib.dispatch import put

  def matmul(usual, a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
             b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    if transpose_a or transpose_b:
      raise ValueError('Transposing not supported at this time.')
    if a_is_sparse or b_is_sparse:
      raise ValueError('Sparse methods not supported at this time.')
    if not isinstance(a, LinearOperator):
      return tf.linalg.adjoint(b.matmul(a, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, name=name))
    return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, name=name)

  def solve(usual, matrix, rhs, adjoint=False, name=None):
    if not isinstance(matrix, LinearOperator):
      raise ValueError('Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.')
    return matrix.solve(rhs, adjoint=adjoint, name=name)

  def inv(usual, input, adjoint=False, name=None):
    inverse = input.inverse(name)
    return inverse.adjoint() if adjoint else inverse

  def logdet(usual, matrix, name=None):
    if matrix.is_positive_definite and matrix.is_self_adjoint:
      return matrix.log_abs_determinant(name)
    raise ValueError('Expected matrix to be self-adjoint positive definite.')

  forms = {
      'adjoint': lambda usual, matrix, name=None: matrix.adjoint(name),
      'cholesky': lambda usual, input, name=None: input.cholesky(name),
      'diag_part': lambda usual, input, name='diag_part', k=0, padding_value=0, align='': input.diag_part(name),
      'det': lambda usual, input, name=None: input.determinant(name),
      'inv': inv,
      'logdet': logdet,
      'matmul': matmul,
      'solve': solve,
      'trace': lambda usual, x, name=None: x.trace(name),
  }
  for name, form in forms.items():
    put('linalg.' + name, LinearOperator, form)
  put('matmul', LinearOperator, matmul)


_dispatch()
