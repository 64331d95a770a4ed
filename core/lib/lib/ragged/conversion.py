"""Ragged tensors from tensors and back, and dims merged (ops/ragged/ragged_tensor.py, ragged_conversion_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.ragged import util
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged

raw = tf.raw_ops


def from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype):
  dtype = tf.as_dtype(row_splits_dtype)
  if lengths is not None and padding is not None:
    raise ValueError('Specify argument `lengths` or `padding`, but not both.')
  if not isinstance(ragged_rank, int):
    raise TypeError('Argument `ragged_rank` must be an int. Received %s.' % (ragged_rank,))
  if ragged_rank <= 0:
    raise ValueError('Argument `ragged_rank` must be greater than 0. Received %s.' % ragged_rank)
  with op_scope(name, 'RaggedFromTensor'):
    tensor = convert(tensor, name='tensor')
    if tensor.shape.rank is not None and tensor.shape.rank < 2:
      raise ValueError("The rank of a RaggedTensor must be greater than 1, i.e., a list of scalars won't have ragged "
                       'dimensions. Received argument `tensor` with rank %d.' % tensor.shape.rank)
    tensor.shape.with_rank_at_least(ragged_rank + 1)
    shape = tf.shape(tensor, out_type=dtype)
    ncols = shape[1]
    if isinstance(lengths, (list, tuple)) and lengths and not isinstance(lengths[0], (int, float)):
      return _by_nested_lengths(tensor, lengths, ragged_rank)
    if ragged_rank > 1:
      return _by_outer_dims(tensor, shape, lengths, padding, ragged_rank, dtype)
    if padding is not None:
      lengths = _lengths_without(tensor, padding, ncols, dtype)
    if lengths is not None:
      lengths = util.int_tensor(lengths, 'lengths', dtype)
      lengths.shape.assert_has_rank(1)
      lengths = tf.maximum(tf.minimum(lengths, ncols), 0)
      limits = tf.cumsum(lengths)
      splits = tf.concat([tf.zeros([1], dtype), limits], axis=0)
      mask = tf.sequence_mask(lengths, maxlen=ncols)
      return RaggedTensor.from_row_splits(tf.boolean_mask(tensor, mask), splits, validate=False)
    values_shape = tf.concat([[shape[0] * shape[1]], shape[2:]], axis=0)
    values = tf.reshape(tensor, values_shape)
    rows, cols = util.dim(tensor.shape, 0), util.dim(tensor.shape, 1)
    nrows = shape[0] if rows is None else tf.constant(rows, dtype)
    ncols = shape[1] if cols is None else tf.constant(cols, dtype)
    return RaggedTensor.from_uniform_row_length(values, ncols, nrows=nrows, validate=False)


def _by_nested_lengths(tensor, lengths, ragged_rank):
  if ragged_rank not in (1, len(lengths)):
    raise ValueError('If Argument `lengths` is a tuple of row_lengths, argument `ragged_rank` must be len(lengths): %d. '
                     'Received ragged_rank: %d.' % (len(lengths), ragged_rank))
  tensor.shape.with_rank_at_least(len(lengths) + 1)
  ones = tf.ones([tf.reduce_sum(lengths[-1])], dtype=tf.bool)
  mask = RaggedTensor.from_nested_row_lengths(ones, lengths, validate=False).to_tensor(default_value=False)
  return RaggedTensor.from_nested_row_lengths(tf.boolean_mask(tensor, mask), lengths, validate=False)


def _by_outer_dims(tensor, shape, lengths, padding, ragged_rank, dtype):
  """The outer dims are uniform: they are cut off, and put on again around the result."""
  if tensor.shape.is_fully_defined():
    shape = tensor.shape.as_list()
    sizes = [1]
    for d in shape:
      sizes.append(sizes[-1] * d)
    sizes = sizes[1:]
    flat_shape = [sizes[ragged_rank - 1]] + shape[ragged_rank:]
  else:
    sizes = tf.math.cumprod(shape)
    flat_shape = tf.concat([[sizes[ragged_rank - 1]], shape[ragged_rank:]], axis=0)
  flat = tf.reshape(tensor, flat_shape)
  result = RaggedTensor.from_tensor(flat, lengths, padding, row_splits_dtype=dtype)
  for axis in range(ragged_rank - 1, 0, -1):
    known = util.dim(tensor.shape, axis)
    length = shape[axis] if known is None else tf.constant(known, dtype)
    result = RaggedTensor.from_uniform_row_length(result, length, nrows=sizes[axis - 1], validate=False)
  return result


def _lengths_without(tensor, padding, ncols, dtype):
  """The rows' lengths without the padding at their ends."""
  padding = convert(padding, name='padding', dtype=tensor.dtype)
  padding.shape.assert_is_compatible_with(tensor.shape[2:])
  is_padding = tf.equal(padding, tensor)
  rank = tf.rank(tensor)
  axes = tf.range(2, rank)
  is_padding = tf.cond(rank > 2, lambda: tf.reduce_all(is_padding, axis=axes), lambda: is_padding)
  is_padding.set_shape([None, None])
  is_padding.set_shape(tensor.shape[:2])
  is_value = tf.cast(tf.logical_not(is_padding), dtype)
  return tf.reduce_max(is_value * tf.expand_dims(tf.range(1, ncols + 1), 0), axis=1)


def _partitions(rt):
  """Kinds and tensors of the partitions, as RaggedTensorToTensor takes them."""
  parts = rt._nested_row_partitions
  pairs = []
  for i, part in enumerate(parts):
    if part._value_rowids is None:
      pairs.append(('ROW_SPLITS', part.row_splits()))
      continue
    if i == 0:
      pairs.append(('FIRST_DIM_SIZE', part.nrows()))
    pairs.append(('VALUE_ROWIDS', part.value_rowids()))
  return [kind for kind, _ in pairs], [tensor for _, tensor in pairs]


def to_tensor(rt, default_value, name, shape):
  with op_scope(name, 'RaggedToTensor'):
    if default_value is not None:
      default_value = convert(default_value, name='default_value', dtype=rt.dtype)
    kinds, tensors = _partitions(rt)
    if default_value is None:
      default_value = tf.zeros((), rt.dtype)
    if isinstance(shape, (list, tuple)) and any(isinstance(v, tf.Tensor) for v in shape) and \
        all(isinstance(v, (int, tf.Tensor)) for v in shape):
      shape = tf.stack(shape)
    dtype = tensors[0].dtype
    if isinstance(shape, tf.Tensor):
      wanted = shape if shape.dtype in util.INTS else tf.cast(shape, dtype)
    elif shape is None or tf.TensorShape(shape).rank is None:
      wanted = tf.constant(-1, dtype=dtype)
    else:
      wanted = tf.constant([-1 if d is None else d for d in tf.TensorShape(shape).as_list()], dtype=dtype)
    tensor = raw.RaggedTensorToTensor(shape=wanted, values=rt.flat_values, default_value=default_value,
                                      row_partition_types=kinds, row_partition_tensors=tensors)
    known = rt.shape
    if known.rank is not None and not isinstance(shape, tf.Tensor):
      shape = tf.TensorShape(shape)
      if shape.rank is not None:
        known = [a if a is not None else b for a, b in zip(shape.as_list(), known.as_list())]
      tensor.set_shape(known)
    return tensor


def to_sparse(rt, name):
  with op_scope(name, 'RaggedToSparse'):
    indices, values, shape = raw.RaggedTensorToSparse(rt.nested_row_splits, rt.flat_values, name=name)
    return tf.SparseTensor(indices, values, shape)


def from_sparse(st, name, row_splits_dtype):
  dtype = tf.as_dtype(row_splits_dtype)
  if not hasattr(st, 'dense_shape'):
    raise TypeError('Argument `st_input` must be of type SparseTensor, but is of type %s.' % type(st).__name__)
  with op_scope(name, 'RaggedFromSparse'):
    if util.dim(st.dense_shape.shape, 0) != 2 and util.dim(st.indices.shape, 1) != 2:
      raise ValueError('rank(st_input) must be 2.')
    prefix, suffix = st.indices[:, :-1], st.indices[:, -1]
    changed = tf.reduce_any(tf.not_equal(prefix[1:], prefix[:-1]), axis=1)
    right = raw.Select(condition=changed, x=tf.equal(suffix[1:], 0), y=tf.equal(suffix[1:], suffix[:-1] + 1))
    right = tf.logical_and(tf.reduce_all(tf.equal(suffix[:1], 0)), tf.reduce_all(right))
    check = tf.debugging.Assert(right, ['SparseTensor is not right-ragged', 'SparseTensor.indices =', st.indices])
    with tf.control_dependencies([check]):
      rows = tf.cast(st.indices[:, 0], dtype)
      count = tf.cast(st.dense_shape[0], dtype)
      return RaggedTensor.from_value_rowids(st.values, rows, count, validate=False)


def merge_dims(value, outer, inner):
  """Dims outer to inner as one."""
  if outer == inner:
    return value
  while outer == 0 and is_ragged(value):
    value = value.values
    inner -= 1
    if inner == 0:
      return value
  if not is_ragged(value):
    if value.shape.is_fully_defined():
      old = value.shape.as_list()
      return tf.reshape(value, old[:outer] + [-1] + old[inner + 1:])
    old = tf.shape(value)
    return tf.reshape(value, tf.concat([old[:outer], [-1], old[inner + 1:]], axis=0))
  if outer > 1:
    return value.with_values(merge_dims(value.values, outer - 1, inner - 1))
  values, splits = value.values, value.row_splits
  for axis in range(outer, inner):
    if is_ragged(values):
      splits = tf.gather(values.row_splits, splits)
      values = values.values
      continue
    cut = inner - axis + 1
    if values.shape.is_fully_defined():
      old = values.shape.as_list()
      flat_shape, size = [-1] + old[cut:], 1
      for d in old[1:cut]:
        size *= d
    else:
      old = tf.shape(values)
      flat_shape = tf.concat([[-1], old[cut:]], axis=0)
      size = tf.cast(tf.reduce_prod(old[1:cut]), splits.dtype)
    values = tf.reshape(values, flat_shape)
    splits = splits * size
    break
  return RaggedTensor.from_row_splits(values, splits)
