"""tf.sparse: sparse tensors made, taken apart and put together (ops/sparse_ops.py)."""
import numbers

import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope, with_dependencies
from tensorflow_lib.shape_values import value_as_shape
from tensorflow_lib.sparse.tensor import SparseTensor, SparseTensorValue

raw = tf.raw_ops


def to_sparse(x):
  """x as a SparseTensor, or TypeError."""
  if isinstance(x, SparseTensorValue):
    return SparseTensor.from_value(x)
  if not isinstance(x, SparseTensor):
    raise TypeError('Input must be a SparseTensor.')
  return x


def _int64(value, name):
  if isinstance(value, (int, numpy.integer)):
    return convert(value, name=name, dtype=tf.int64)
  if not isinstance(value, tf.Tensor):
    raise TypeError('%s must be an integer value' % name)
  return value if value.dtype == tf.int64 else tf.cast(value, tf.int64)


#: tf.sparse.from_dense =from_dense
def from_dense(tensor, name=None):
  """What is not zero."""
  with op_scope(name, 'dense_to_sparse'):
    tensor = convert(tensor)
    indices = tf.where(tf.not_equal(tensor, tf.zeros_like(tensor)))
    values = tf.gather_nd(tensor, indices)
    return SparseTensor(indices, values, tf.shape(tensor, out_type=tf.int64))


#: tf.sparse.to_dense =sparse_tensor_to_dense
def to_dense(sp_input, default_value=None, validate_indices=True, name=None):
  """A tensor with the default where there is no value."""
  sp_input = to_sparse(sp_input)
  if default_value is None:
    default_value = tf.zeros([], dtype=sp_input.dtype)
  return raw.SparseToDense(sp_input.indices, sp_input.dense_shape, sp_input.values, default_value,
                           validate_indices=validate_indices, name=name)


#: tf.sparse.expand_dims =sparse_expand_dims
def expand_dims(sp_input, axis=None, name=None):
  rank = sp_input.dense_shape.shape[0]
  if rank is None:
    rank = tf.shape(sp_input.dense_shape)[0]
  axis = -1 if axis is None else axis
  with op_scope(name, 'expand_dims'):
    if isinstance(axis, (int, numpy.integer)):
      axis = convert(axis, name='axis', dtype=tf.int32)
    elif not isinstance(axis, tf.Tensor):
      raise TypeError('axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]')
    axis = tf.where(axis >= 0, axis, axis + rank + 1)
    column_size = tf.shape(sp_input.indices)[0]
    new_index = tf.zeros([column_size, 1], dtype=tf.int64)
    before = tf.slice(sp_input.indices, [0, 0], [-1, axis])
    after = tf.slice(sp_input.indices, [0, axis], [-1, -1])
    indices = tf.concat([before, new_index, after], axis=1)
    shape_before = tf.slice(sp_input.dense_shape, [0], [axis])
    shape_after = tf.slice(sp_input.dense_shape, [axis], [-1])
    new_shape = convert([1], name='new_shape', dtype=tf.int64)
    shape = tf.concat([shape_before, new_shape, shape_after], axis=0)
    return SparseTensor(indices, sp_input.values, shape)


#: tf.sparse.eye =sparse_eye
def eye(num_rows, num_columns=None, dtype=tf.float32, name=None):
  with op_scope(name, 'eye'):
    num_rows = _int64(num_rows, 'num_rows')
    num_columns = num_rows if num_columns is None else _int64(num_columns, 'num_columns')
    diag_size = tf.minimum(num_rows, num_columns)
    diag_range = tf.range(diag_size, dtype=tf.int64)
    indices = tf.stack([diag_range, diag_range], axis=1)
    return SparseTensor(indices, tf.ones(diag_size, dtype=dtype), [num_rows, num_columns])


#: tf.sparse.concat =sparse_concat_v2
def concat(axis, sp_inputs, expand_nonconcat_dims=False, name=None):
  if not isinstance(sp_inputs, (list, tuple)):
    raise TypeError('Inputs must be a list or tuple.')
  if isinstance(sp_inputs, tuple):
    raise TypeError("object of type 'generator' has no len()")
  sp_inputs = [to_sparse(x) for x in sp_inputs]
  if len(sp_inputs) == 1:
    return sp_inputs[0]
  shapes = [x.dense_shape for x in sp_inputs]
  if expand_nonconcat_dims:
    most = tf.reduce_max(tf.concat([tf.reshape(shape, [1, -1]) for shape in shapes], 0), 0)
    shapes = [
        tf.concat([most[:axis], shape[-1:] if axis == -1 else shape[axis:axis + 1], [] if axis == -1 else most[axis + 1:]],
                  0) for shape in shapes
    ]
  indices, values, shape = raw.SparseConcat(indices=[x.indices for x in sp_inputs], values=[x.values for x in sp_inputs],
                                            shapes=shapes, concat_dim=axis, name=name)
  static = [x.shape for x in sp_inputs]
  if all(s.rank is not None for s in static):
    if expand_nonconcat_dims:
      dims = [max(s[i] for s in static) for i in range(static[0].rank)]
    else:
      dims = static[0].as_list()
    dims[axis] = None if any(s[axis] is None for s in static) else sum(s[axis] for s in static)
  else:
    dims = None
  if all(s.is_fully_defined() for s in static):
    return SparseTensor(indices, values, convert(dims, dtype=tf.int64))
  output = SparseTensor(indices, values, shape)
  output.set_shape(tf.TensorShape(dims))
  return output


#: tf.sparse.add =sparse_add_v2
def add(a, b, threshold=0):
  kinds = (SparseTensor, SparseTensorValue)
  if not isinstance(a, kinds) and not isinstance(b, kinds):
    raise TypeError('At least one input should be SparseTensor; do you mean to use tf.add()?')
  if isinstance(a, kinds) and isinstance(b, kinds):
    a, b = to_sparse(a), to_sparse(b)
    threshold = convert(threshold, dtype=a.values.dtype.real_dtype, name='threshold')
    indices, values, shape = raw.SparseAdd(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape,
                                           threshold)
    a.shape.assert_is_compatible_with(b.shape)
    static_shape = tf.broadcast_static_shape(a.shape, b.shape)
    if static_shape.is_fully_defined():
      shape = static_shape.as_list()
    return SparseTensor(indices, values, shape)
  if isinstance(b, kinds):
    a, b = b, a
  return raw.SparseTensorDenseAdd(a.indices, a.values, a.dense_shape, b)


#: tf.sparse.reorder =sparse_reorder
def reorder(sp_input, name=None):
  sp_input = to_sparse(sp_input)
  indices, values = raw.SparseReorder(sp_input.indices, sp_input.values, sp_input.dense_shape, name=name)
  if sp_input.shape.is_fully_defined():
    return SparseTensor(indices, values, sp_input.shape.as_list())
  output = SparseTensor(indices, values, tf.identity(sp_input.dense_shape))
  output.set_shape(sp_input.shape)
  return output


#: tf.sparse.reshape
def reshape(sp_input, shape, name=None):
  sp_input = to_sparse(sp_input)
  shape = tf.cast(shape, tf.int64)
  with op_scope(name, 'SparseReshape') as name:
    indices, new_shape = raw.SparseReshape(sp_input.indices, sp_input.dense_shape, shape, name=name)
    known = _known_shape(sp_input, shape)
    if known is not None:
      new_shape = tf.constant(known, tf.int64)
    return SparseTensor(indices, tf.identity(sp_input.values), new_shape)


def _known_shape(sp_input, shape):
  """The new shape where all of it is known while a graph is made; ValueError where it does not fit."""
  dims = value_as_shape(shape)
  if dims.rank is None or not sp_input.shape.is_fully_defined():
    return None
  by_user = constant_value(shape)
  if by_user is not None and sum(d == -1 for d in by_user) > 1:
    raise ValueError('At most one dimension can be inferred (-1). Found: %s' % by_user)
  asked = dims.as_list()
  dims = list(asked)
  size = sp_input.shape.num_elements()
  implied = sum(d is None for d in dims)
  if implied == 1 and 0 not in dims:
    at = dims.index(None)
    rest = 1
    for d in dims[:at] + dims[at + 1:]:
      rest *= d
    dims[at] = size // rest
  elif implied:
    return None
  whole = 1
  for d in dims:
    whole *= d
  if whole != size:
    raise ValueError('Cannot reshape a tensor with %d elements to shape %s (%d elements).' % (size, asked, whole))
  return dims


#: tf.sparse.split =sparse_split_v2
def split(sp_input=None, num_split=None, axis=None, name=None):
  for value, argument in ((sp_input, 'sp_input'), (num_split, 'num_split'), (axis, 'axis')):
    if value is None:
      raise ValueError(argument + ' is required')
  sp_input = to_sparse(sp_input)
  indices, values, shapes = raw.SparseSplit(axis, sp_input.indices, sp_input.values, sp_input.dense_shape, num_split,
                                            name=name)
  return [SparseTensor(indices[i], values[i], shapes[i]) for i in range(num_split)]


#: tf.sparse.slice =sparse_slice
def slice(sp_input, start, size, name=None):
  sp_input = to_sparse(sp_input)
  start = convert(start, tf.int64)
  size = convert(size, tf.int64)
  with op_scope(name, 'SparseSlice') as name:
    return SparseTensor(*raw.SparseSlice(sp_input.indices, sp_input.values, sp_input.dense_shape, start, size, name=name))


#: tf.sparse.to_indicator =sparse_to_indicator
def to_indicator(sp_input, vocab_size, name=None):
  """A boolean tensor whose last dim says which numbers occur."""
  sp_input = to_sparse(sp_input)
  with op_scope(name, 'SparseToIndicator') as name:
    entries = tf.shape(sp_input.indices)[0]
    new_values = tf.fill(tf.expand_dims(entries, 0), True)
    sp_values = SparseTensor(sp_input.indices, new_values, sp_input.dense_shape)
    merged = _merge(sp_input, sp_values, vocab_size, name)
    return to_dense(merged, default_value=False, validate_indices=False, name=name)


def _merge(sp_ids, sp_values, vocab_size, name):
  """The values at the ids: they take the place of the last dim."""
  if not isinstance(vocab_size, (tf.Tensor, numbers.Integral)):
    raise TypeError('vocab_size has to be a Tensor or Python int. Found %s' % type(vocab_size))
  with op_scope(name, 'SparseMerge'):
    ids = sp_ids.values
    if sp_ids.dtype != tf.int64:
      ids = tf.cast(ids, tf.int64)
    ids = tf.expand_dims(ids, axis=1)
    size = tf.cast(vocab_size, tf.int64)
    indices = tf.concat([sp_ids.indices[:, :-1], ids], 1)
    shape = tf.concat([sp_ids.dense_shape[:-1], [size]], 0)
    ordered = reorder(SparseTensor(indices, sp_values.values, shape))
    return SparseTensor(ordered.indices, ordered.values, shape)


#: tf.sparse.retain =sparse_retain
def retain(sp_input, to_retain):
  sp_input = to_sparse(sp_input)
  to_retain = convert(to_retain)
  to_retain.shape.assert_has_rank(1)
  if sp_input.values.shape.rank is not None:
    sp_input.values.shape.dims[0].assert_is_compatible_with(to_retain.shape.dims[0])
  where_true = tf.reshape(tf.where(to_retain), [-1])
  indices = tf.gather(sp_input.indices, where_true)
  values = tf.gather(sp_input.values, where_true)
  return SparseTensor(indices, values, tf.identity(sp_input.dense_shape))


#: tf.sparse.reset_shape =sparse_reset_shape
def reset_shape(sp_input, new_shape=None):
  """The same values in another dense shape that is not smaller, or in the smallest one."""
  sp_input = to_sparse(sp_input)
  indices = tf.identity(sp_input.indices)
  values = tf.identity(sp_input.values)
  shape = tf.identity(sp_input.dense_shape)
  if new_shape is None:
    most = tf.reduce_max(indices, axis=0)
    output_shape = tf.maximum(tf.constant(0, dtype=tf.int64), tf.add(most, tf.__internal__.ones_like_filled(shape)))
  else:
    output_shape = convert(new_shape)
    output_shape.shape.assert_has_rank(1)
    output_shape = tf.cast(output_shape, tf.int64)
    if output_shape.shape.rank is not None:
      output_shape.shape.dims[0].assert_is_compatible_with(shape.shape.dims[0])
    known = constant_value(output_shape)
    if known is not None and sp_input.shape.is_fully_defined():
      old = numpy.array(sp_input.shape.as_list())
      if not numpy.all(old <= known):
        raise ValueError('Requested new_shape should have dimension sizes >= sp_input.shape.  Found new_shape (%s), '
                         'sp_input.shape (%s).' % (old, known))
      output_shape = known
    else:
      output_shape = with_dependencies([tf.debugging.assert_equal(tf.shape(shape), tf.shape(output_shape))], output_shape)
      output_shape = with_dependencies([tf.debugging.assert_less_equal(shape, output_shape)], output_shape)
  return SparseTensor(indices, values, output_shape)


#: tf.sparse.fill_empty_rows =sparse_fill_empty_rows
def fill_empty_rows(sp_input, default_value, name=None):
  sp_input = to_sparse(sp_input)
  with op_scope(name, 'SparseFillEmptyRows'):
    default_value = convert(default_value, dtype=sp_input.values.dtype)
    indices, values, empty, _ = raw.SparseFillEmptyRows(sp_input.indices, sp_input.values, sp_input.dense_shape,
                                                        default_value)
    return SparseTensor(indices, values, sp_input.dense_shape), empty


#: tf.sparse.transpose =sparse_transpose
def transpose(sp_input, perm=None, name=None):
  with op_scope(name, 'SparseTranspose') as name:
    if perm is None:
      rank = sp_input.shape.rank
      if rank is not None:
        perm = rank - 1 - numpy.arange(0, rank, 1)
      else:
        rank = tf.rank(sp_input)
        perm = rank - 1 - tf.range(0, rank, 1)
    indices = tf.transpose(tf.gather(tf.transpose(sp_input.indices), perm))
    known = constant_value(convert(perm))
    if known is not None and sp_input.shape.is_fully_defined():
      old = sp_input.shape.as_list()
      shape = list(old)
      for i, p in enumerate(known):
        shape[i] = old[p]
    else:
      shape = tf.gather(sp_input.dense_shape, perm)
    return reorder(SparseTensor(indices, sp_input.values, shape))


#: tf.sparse.map_values
def map_values(op, *args, **kwargs):
  """op of the values of all sparse tensors among the arguments."""
  found = []

  def values_of(x):
    if not isinstance(x, SparseTensor):
      return x
    found.append(x)
    return x.values

  inner_args = tf.nest.map_structure(values_of, args)
  inner_kwargs = tf.nest.map_structure(values_of, kwargs)
  if not found:
    raise ValueError('No SparseTensor in argument list of map_values')
  first = found[0]
  checks = []
  for x in found[1:]:
    checks.append(tf.debugging.assert_equal(first.dense_shape, x.dense_shape, message='Mismatched shapes!'))
    checks.append(tf.debugging.assert_equal(first.indices, x.indices, message='Mismatched indices!'))
  with tf.control_dependencies(checks):
    return SparseTensor(first.indices, op(*inner_args, **inner_kwargs), first.dense_shape)


#: tf.sparse.mask
def mask(a, mask_indices, name=None):
  """The slices whose indices are not among the given ones."""
  with op_scope(name, 'sparse_mask') as name:
    indices = a.indices
    out_indices, to_gather = raw.ListDiff(indices, mask_indices)
    return tf.IndexedSlices(tf.gather(a.values, to_gather, name=name), out_indices, a.dense_shape)
