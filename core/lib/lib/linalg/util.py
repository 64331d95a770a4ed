"""What linear operators share: conversion, broadcasting of batches, hints, blocks (ops/linalg/linear_operator_util.py,
property_hint_util.py)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope


def is_ref(x):
  """Is it something whose value may change?"""
  return isinstance(x, tf.Variable) or (isinstance(x, tf.Module) and hasattr(x, 'dtype') and hasattr(x, 'shape'))


def convert_nonref(value, dtype=None, hint=None, name=None):
  """A tensor; a variable stays itself, so that operators follow it."""
  if value is None or is_ref(value):
    return value
  return convert(value, dtype=dtype, hint=hint, name=name)


def assert_not_ref_type(x, arg_name):
  if is_ref(x):
    raise TypeError('Argument %s cannot be reference type. Found: %s.' % (arg_name, type(x)))


def shape_tensor(shape, name=None):
  return convert(shape, dtype=tf.int32 if isinstance(shape, (tuple, list)) and not shape else None, name=name)


def no_op(name):
  return tf.no_op(name)


def broadcast_shape(a, b):
  """The shape that both broadcast to, as far as it is known."""
  a, b = tf.TensorShape(a), tf.TensorShape(b)
  if a.rank is None or b.rank is None:
    return tf.TensorShape(None)
  return tf.broadcast_static_shape(a, b)


def finfo(dtype):
  return numpy.finfo(tf.as_dtype(dtype).real_dtype.as_numpy_dtype)


# ---- assertions
def assert_no_entries_with_modulus_zero(x, message=None):
  with op_scope(None, 'assert_no_entries_with_modulus_zero'):
    x = convert(x, name='x')
    size = tf.abs(x)
    zero = convert(0, dtype=x.dtype.real_dtype)
    return tf.debugging.assert_less(zero, size, message=message)


def assert_zero_imag_part(x, message=None):
  with op_scope(None, 'assert_zero_imag_part'):
    x = convert(x, name='x')
    if x.dtype.is_floating:
      return tf.no_op()
    zero = convert(0, dtype=x.dtype.real_dtype)
    return tf.debugging.assert_equal(zero, tf.math.imag(x), message=message)


def assert_compatible_matrix_dimensions(operator, x):
  return tf.debugging.assert_equal(
      tf.shape(x)[-2], operator.domain_dimension_tensor(),
      message='Dimensions are not compatible.  shape[-2] of argument to be the same as this operator')


def assert_proper_iterable(values):
  if isinstance(values, (tf.Tensor, numpy.ndarray, bytes, str)) or getattr(values, '_tf_sparse', False):
    raise TypeError('Expected argument "values" to be a "proper" iterable.  Found: %s' % type(values))
  if not hasattr(values, '__iter__'):
    raise TypeError('Expected argument "values" to be iterable.  Found: %s' % type(values))


# ---- batches
def broadcast_matrix_batch_dims(batch_matrices, name=None):
  """The matrices with the batch shape that all broadcast to."""
  with op_scope(name, 'broadcast_matrix_batch_dims'):
    matrices = [convert(m) for m in batch_matrices]
    for m in matrices:
      if m.shape.rank is not None and m.shape.rank < 2:
        raise ValueError(f'Expected [batch] matrix to have at least two dimensions. Found: {m}.')
    if len(matrices) < 2:
      return matrices
    batch = matrices[0].shape[:-2]
    for m in matrices[1:]:
      batch = broadcast_shape(batch, m.shape[:-2])
    if batch.is_fully_defined():
      for i, m in enumerate(matrices):
        if m.shape[:-2] != batch:
          shape = tf.concat([batch.as_list(), tf.shape(m)[-2:]], axis=0)
          matrices[i] = tf.broadcast_to(m, shape)
      return matrices
    batch = tf.shape(matrices[0])[:-2]
    for m in matrices[1:]:
      batch = tf.broadcast_dynamic_shape(batch, tf.shape(m)[:-2])
    return [tf.broadcast_to(m, tf.concat([batch, tf.shape(m)[-2:]], axis=0)) for m in matrices]


def matrix_solve_with_broadcast(matrix, rhs, adjoint=False, name=None):
  with op_scope(name, 'MatrixSolveWithBroadcast'):
    matrix = convert(matrix, name='matrix')
    rhs = convert(rhs, name='rhs', dtype=matrix.dtype)
    matrix, rhs, back, transpose = _reshape_for_efficiency(matrix, rhs, adjoint)
    matrix, rhs = broadcast_matrix_batch_dims([matrix, rhs])
    return back(tf.linalg.solve(matrix, rhs, adjoint=adjoint and transpose))


def _reshape_for_efficiency(a, b, adjoint):
  """A batch of right-hand sides of one matrix becomes columns where there are many of them."""
  same = (a, b, lambda x: x, True)
  if a.shape.rank is None or b.shape.rank is None or a.shape.rank >= b.shape.rank:
    return same
  extra = b.shape.rank - a.shape.rank
  tf.shape(b)[:extra]
  tf.shape(b)[extra:]
  size, columns = a.shape[-2 if adjoint else -1], b.shape[-1]
  extra_size = b.shape[:extra].num_elements() if b.shape[:extra].is_fully_defined() else None
  if size is not None and columns is not None and extra_size is not None:
    if extra_size < 2 or size <= columns:
      return same
  if adjoint:
    a = _matrix_transpose(a, conjugate=True)
  extra_shape = tf.shape(b)[:extra]
  main_shape = tf.shape(b)[extra:]
  perm = list(range(extra, b.shape.rank)) + list(range(extra))
  on_end = tf.transpose(b, perm=perm)
  squashed = tf.reshape(on_end, tf.concat((main_shape[:-1], [-1]), 0))

  def back(y):
    shape = tf.concat((tf.shape(y)[:-1], [main_shape[-1]], extra_shape), 0)
    y = tf.reshape(y, shape)
    return tf.transpose(y, perm=[perm.index(i) for i in range(len(perm))])

  return a, squashed, back, False


def _matrix_transpose(a, conjugate):
  return tf.linalg.matrix_transpose(a, conjugate=conjugate)


# ---- hints
def is_adjoint_pair(x, y):
  if x is y:
    if x.is_self_adjoint is False:
      return False
    if x.is_self_adjoint:
      return True
  return x.H is y or y.H is x


def is_aat_form(operators):
  """Is it A times its adjoint?"""
  operators = list(operators)
  if not operators:
    raise ValueError('AAT form is undefined for empty operators')
  if len(operators) % 2:
    return False
  return all(is_adjoint_pair(operators[i], operators[-1 - i]) for i in range(len(operators) // 2))


def combine_hint(operator, name, provided, message):
  """The operator's hint or the one that is given; ValueError(message) where they contradict each other."""
  own = getattr(operator, name)
  if (own is False and provided) or (own and provided is False):
    raise ValueError(message)
  if own or provided:
    return True
  return False if own is False or provided is False else None


def combined_commuting_self_adjoint_hint(a, b):
  if a.is_self_adjoint and b.is_self_adjoint:
    return True
  if (a.is_self_adjoint is True and b.is_self_adjoint is False) or (a.is_self_adjoint is False and
                                                                    b.is_self_adjoint is True):
    return False
  return None


def combined_is_square(a, b):
  if a.is_square and b.is_square:
    return True
  if a.is_square is False and b.is_square is False:
    rows, columns = a.range_dimension, b.domain_dimension
    if rows is not None and columns is not None:
      return rows == columns
  if a.is_square != b.is_square and a.is_square is not None and b.is_square is not None:
    return False
  return None


def combined_commuting_positive_definite_hint(a, b):
  if (a.is_positive_definite is True and a.is_self_adjoint is True and b.is_positive_definite is True and
      b.is_self_adjoint is True):
    return True
  return None


def combined_non_singular_hint(a, b):
  if a.is_non_singular is False or b.is_non_singular is False:
    return False
  return a.is_non_singular and b.is_non_singular


def commuting_hints(a, b):
  """The three hints of a product or quotient of operators that commute."""
  return {
      'is_non_singular': combined_non_singular_hint(a, b),
      'is_self_adjoint': combined_commuting_self_adjoint_hint(a, b),
      'is_positive_definite': combined_commuting_positive_definite_hint(a, b),
      'is_square': True
  }


# ---- blocks
def arg_is_blockwise(block_dimensions, arg, arg_split_dim):
  """Is it a list of tensors, one for each block?"""
  if not isinstance(arg, (tuple, list)) or len(arg) != len(block_dimensions):
    return False
  if not any(isinstance(x, (tuple, list, dict)) for x in arg):
    return True
  arg_dims = [convert(x).shape[arg_split_dim] for x in arg]
  self_dims = [dim.value for dim in block_dimensions]
  if all(d is None for d in self_dims):
    if len(arg_dims) == 1:
      return False
    if any(dim != arg_dims[0] for dim in arg_dims):
      return True
    raise ValueError('Parsing of the input structure is ambiguous. Please input a blockwise iterable of `Tensor`s or a '
                     'single `Tensor`.')
  if all(s == d or s is None for s, d in zip(self_dims, arg_dims)):
    return True
  whole = sum(d for d in self_dims if d is not None)
  if all(s == arg_dims[0] for s in arg_dims) and arg_dims[0] >= whole:
    return False
  raise ValueError('Input dimension does not match operator dimension.')


def split_arg_into_blocks(block_dims, block_dims_fn, arg, axis=-1):
  sizes = [dim.value for dim in block_dims]
  if any(d is None for d in sizes):
    sizes = block_dims_fn()
  return tf.split(arg, sizes, axis=axis)


# ---- several operators
def common_dtype(operators, message=None):
  """The dtype of all operators; TypeError where they differ."""
  dtype = operators[0].dtype
  if any(operator.dtype != dtype for operator in operators):
    names = [str((o.name, o.dtype)) for o in operators]
    raise TypeError('Expected all operators to have the same dtype.  Found %s' % '   '.join(names)
                    if message is None else message % names)
  return dtype


def common_batch_shape(operators):
  shape = operators[0].batch_shape
  for operator in operators[1:]:
    shape = broadcast_shape(shape, operator.batch_shape)
  return shape


def check_all(operators, hint, given, message):
  """True where all operators have the hint (ValueError where it is given as False), else what is given."""
  if not all(getattr(operator, hint) for operator in operators):
    return given
  if given is False:
    raise ValueError(message)
  return True
