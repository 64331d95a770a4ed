"""Joins, gathers, masks and tiles of ragged tensors (ops/ragged/ragged_concat_ops.py, ragged_gather_ops.py,
ragged_array_ops.py, ragged_where_op.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.ragged import math, util
from tensorflow_lib.ragged.functional import map_flat_values
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged, match_row_splits_dtypes, row_count, to_tensor_or_ragged

raw = tf.raw_ops


def concat(values, axis, name=None):
  with op_scope(name, 'RaggedConcat'):
    return _join(values if isinstance(values, (list, tuple)) else [values], axis, False)


#: tf.ragged.stack
def stack(values, axis=0, name=None):
  """Tensors of one rank as one ragged tensor of a rank more."""
  with op_scope(name, 'RaggedConcat'):
    return _join(values if isinstance(values, (list, tuple)) else [values], axis, True)


def _join(inputs, axis, stacked):
  if not inputs:
    raise ValueError('rt_inputs may not be empty.')
  inputs = [to_tensor_or_ragged(x, name='rt_input') for x in inputs]
  dtype, _ = match_row_splits_dtypes(*inputs)
  if len(inputs) == 1 and not stacked:
    return inputs[0]
  ndims = None
  for x in inputs:
    if ndims is None:
      ndims = x.shape.ndims
    else:
      x.shape.assert_has_rank(ndims)
  out_ndims = ndims + 1 if ndims is not None and stacked else ndims
  axis = util.positive_axis(axis, out_ndims)
  if stacked and ndims == 1 and axis == 0:
    return RaggedTensor.from_row_lengths(tf.concat(inputs, axis=0), tf.concat([tf.shape(x) for x in inputs], axis=0))
  if not any(is_ragged(x) for x in inputs):
    if ndims is not None and axis in (out_ndims - 1, ndims - 1):
      return tf.stack(inputs, axis) if stacked else tf.concat(inputs, axis)
  inputs = [x if is_ragged(x) else RaggedTensor.from_tensor(x, ragged_rank=1, row_splits_dtype=dtype) for x in inputs]
  rank = max(x.ragged_rank for x in inputs)
  inputs = [_to_ragged_rank(x, rank, dtype) for x in inputs]
  if axis == 0:
    return _join_rows(inputs, stacked)
  if axis == 1:
    return _join_columns(inputs, stacked)
  checks = util.assert_splits_match([[x.row_splits] for x in inputs])
  with tf.control_dependencies(checks):
    return RaggedTensor.from_row_splits(_join([x.values for x in inputs], axis - 1, stacked), inputs[0].row_splits,
                                        validate=False)


def _join_splits(splits):
  pieces, offset = [splits[0]], splits[0][-1]
  for s in splits[1:]:
    pieces.append(s[1:] + offset)
    offset += s[-1]
  return tf.concat(pieces, axis=0)


def _join_rows(inputs, stacked):
  flat = tf.concat([x.flat_values for x in inputs], axis=0)
  nested = [x.nested_row_splits for x in inputs]
  splits = [_join_splits([n[d] for n in nested]) for d in range(inputs[0].ragged_rank)]
  if stacked:
    splits.insert(0, util.lengths_to_splits(tf.stack([x.nrows() for x in inputs])))
  return RaggedTensor.from_nested_row_splits(flat, splits, validate=False)


def _join_columns(inputs, stacked):
  """All rows below each other, then those with one number next to each other."""
  count, nrows = len(inputs), inputs[0].nrows()
  checks = [tf.debugging.assert_equal(nrows, x.nrows(), message='Input tensors at index 0 (=x) and %d (=y) have '
                                      'incompatible shapes.' % (i + 1)) for i, x in enumerate(inputs[1:])]
  with tf.control_dependencies(checks):
    below = _join_rows(inputs, False)
    rows = tf.range(nrows * count)
    order = tf.reshape(tf.transpose(tf.reshape(rows, [count, -1])), [-1])
    beside = gather(below, order)
    if stacked:
      values, splits = beside, tf.range(0, nrows * count + 1, count)
    else:
      values, splits = beside.values, beside.row_splits[::count]
    for x in inputs:
      if x.shape[0] is not None:
        splits.set_shape([x.shape[0] + 1])
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def _to_ragged_rank(x, rank, dtype):
  if rank <= 0:
    return x
  if not is_ragged(x):
    x = RaggedTensor.from_tensor(x, row_splits_dtype=dtype)
  return x if x.ragged_rank >= rank else x.with_values(_to_ragged_rank(x.values, rank - 1, dtype))


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
  with op_scope(name, 'RaggedGather'):
    params = to_tensor_or_ragged(params, name='params')
    indices = to_tensor_or_ragged(indices, name='indices')
    match_row_splits_dtypes(params, indices)
    rank = indices.shape.rank
    if batch_dims != rank:
      batch_dims = util.positive_axis(batch_dims, rank, 'batch_dims', 'rank(indices)')
    if params.shape.rank is not None and batch_dims >= params.shape.rank:
      raise ValueError('batch_dims must be less than rank(params)')
    axis = util.positive_axis(batch_dims if axis is None else axis, params.shape.rank, ndims_name='rank(params)')
    if axis < batch_dims:
      raise ValueError('axis must be greater than or equal to batch_dims')
    return _gather(params, indices, axis, batch_dims)


def _gather(params, indices, axis, batch_dims):
  if not is_ragged(params) and not is_ragged(indices):
    return tf.gather(params, indices, axis=axis, batch_dims=batch_dims)
  if batch_dims > 0:
    return _batch_gather(params, indices, axis, batch_dims)
  if axis > 1:
    if not is_ragged(params):
      params = RaggedTensor.from_tensor(params, ragged_rank=1, row_splits_dtype=indices.row_splits.dtype)
    return params.with_values(_gather(params.values, indices, axis - 1, 0))
  if axis == 1:
    return _gather_in_rows(params, indices, indices.shape.ndims + 1, axis)
  if is_ragged(indices):
    return indices.with_values(_gather(params, indices.values, 0, 0))
  if indices.shape.ndims is None:
    raise ValueError('rank(indices) must be known statically')
  splits = params.nested_row_splits
  result = raw.RaggedGather(params_nested_splits=splits, params_dense_values=params.flat_values, indices=indices,
                            OUTPUT_RAGGED_RANK=indices.shape.ndims + len(splits) - 1)
  result = list(result[0]) + [result[1]] if isinstance(result[0], (list, tuple)) else list(result)
  return RaggedTensor.from_nested_row_splits(result[-1], result[:-1], validate=False)


def _batch_gather(params, indices, axis, batch_dims):
  if not params.shape[:batch_dims].is_compatible_with(indices.shape[:batch_dims]):
    raise ValueError('batch shape from indices %s does not match params shape %s' %
                     (indices.shape[:batch_dims], params.shape))
  if batch_dims > 1:
    params = _to_ragged_rank(params, 1, None if is_ragged(params) else indices.row_splits.dtype)
    indices = _to_ragged_rank(indices, 1, None if is_ragged(indices) else params.row_splits.dtype)
    return params.with_values(_gather(params.values, indices.values, axis - 1, batch_dims - 1))
  if axis > 1:
    if not is_ragged(indices):
      inner = params.with_values(tf.repeat(indices, params.row_lengths(), 0))
    else:
      params = _to_ragged_rank(params, 1, None if is_ragged(params) else indices.row_splits.dtype)
      inner = _gather(indices, params.with_values(tf.repeat(tf.range(params.nrows()), params.row_lengths())), 0, 0)
    return _batch_gather(params, inner, axis, batch_dims + 1)
  return _gather_in_rows(params, indices, indices.shape.ndims, axis)


def _gather_in_rows(params, indices, rank, axis):
  """Indices within rows become indices of the values."""
  if indices.shape.rank is None:
    raise ValueError('rank(indices) must be known statically')
  if is_ragged(params):
    flat, starts = params.values, tf.cast(params.row_starts(), indices.dtype)
  else:
    shape = tf.shape(params)
    flat = tf.reshape(params, tf.concat([[-1], shape[2:]], axis=0))
    shape = tf.shape(params, out_type=indices.dtype)
    starts = tf.range(shape[0]) * shape[1]
  dims = tf.shape(starts)
  starts = tf.reshape(starts, tf.concat([dims, tf.ones([rank - tf.rank(starts)], dims.dtype)], axis=0))
  return _gather(flat, indices + starts, axis - 1, 0)


def gather_nd(params, indices, batch_dims=0, name=None, bad_indices_policy=''):
  if not isinstance(batch_dims, int) or batch_dims != 0:
    raise ValueError('batch_dims != 0 is not supported for ragged gather yet.')
  if not is_ragged(params) and not is_ragged(indices):
    return tf.gather_nd(params, indices, name=name)
  with op_scope(name, 'RaggedGatherNd'):
    params = to_tensor_or_ragged(params, name='params')
    indices = to_tensor_or_ragged(indices, name='indices')
    match_row_splits_dtypes(params, indices)
    ndims = indices.shape.ndims
    if ndims is None:
      raise ValueError('indices.rank be statically known.')
    if ndims == 0:
      raise ValueError('indices.rank must be at least 1.')
    if is_ragged(indices) and ndims == indices.ragged_rank + 1:
      raise ValueError('The innermost dimension of indices may not be ragged')
    size = indices.shape[-1]
    if size is None:
      raise ValueError('indices.shape[-1] must be statically known.')
    if ndims > 2:
      dense = not is_ragged(indices)
      if dense:
        indices = RaggedTensor.from_tensor(indices, ragged_rank=ndims - 2, row_splits_dtype=params.row_splits.dtype)
      result = indices.with_flat_values(gather_nd(params, indices.flat_values))
      return result.to_tensor() if dense and is_ragged(result) and result.ragged_rank == ndims - 2 else result
    if size == 0:
      rank = params.ragged_rank + tf.rank(params.flat_values)
      for _ in range(ndims - 1):
        params = expand_dims(params, axis=0)
      return tile(params, tf.concat([tf.shape(indices)[:-1], tf.ones([rank], tf.int32)], axis=0))
    if size == 1:
      return gather(params, tf.reshape(indices, [-1]))
    indices = tf.cast(indices, params.row_splits.dtype)
    flat = tf.gather(params.row_splits, indices[..., 0]) + indices[..., 1]
    values = params.values
    for d in range(2, size):
      if not is_ragged(values):
        return tf.gather_nd(values, tf.concat([tf.expand_dims(flat, axis=1), indices[..., d:]], axis=1))
      flat = tf.gather(values.row_starts(), flat) + indices[..., d]
      values = values.values
    return gather(values, flat)


#: tf.ragged.boolean_mask
def boolean_mask(data, mask, name=None):
  """What the mask is true for; rows get as long as they have such."""
  with op_scope(name, 'RaggedMask'):
    data = to_tensor_or_ragged(data, name='data')
    mask = to_tensor_or_ragged(mask, tf.bool, name='mask')
    dtype, _ = match_row_splits_dtypes(data, mask)
    ndims = mask.shape.ndims
    if ndims is None:
      raise ValueError('mask.shape.ndims must be known statically.')
    if ndims == 0:
      raise ValueError('mask cannot be scalar.')
    if is_ragged(mask):
      if not is_ragged(data):
        data = RaggedTensor.from_tensor(data, ragged_rank=mask.ragged_rank, row_splits_dtype=mask.row_splits.dtype)
      checks = util.assert_splits_match([mask.nested_row_splits, data.nested_row_splits[:mask.ragged_rank]])
      with tf.control_dependencies(checks):
        splits = []
        while is_ragged(mask):
          if mask.shape.ndims > 2:
            splits.append(mask.row_splits)
          else:
            ints = map_flat_values(tf.cast, mask, dtype=dtype)
            splits.append(util.lengths_to_splits(math.reduce_sum(ints, axis=1)))
          mask, data = mask.values, data.values
        return RaggedTensor.from_nested_row_splits(boolean_mask(data, mask), splits, validate=False)
    if is_ragged(data):
      if ndims > 1:
        mask = RaggedTensor.from_tensor(mask, ragged_rank=min(data.ragged_rank, ndims - 1),
                                        row_splits_dtype=data.row_splits.dtype)
        return boolean_mask(data, mask)
      splits = util.lengths_to_splits(tf.boolean_mask(data.row_lengths(), mask))
      of_values = tf.gather(mask, util.row_splits_to_segment_ids(data.row_splits))
      return RaggedTensor.from_row_splits(boolean_mask(data.values, of_values), splits, validate=False)
    values = tf.boolean_mask(data, mask)
    if ndims >= 2:
      lengths = tf.reshape(tf.math.count_nonzero(mask, axis=-1, dtype=dtype), [-1])
      values = RaggedTensor.from_row_lengths(values, lengths, validate=False)
    if ndims > 2:
      shape = tf.shape(mask, out_type=dtype)
      sizes = tf.math.cumprod(shape) + 1
      for d in range(ndims - 3, -1, -1):
        values = RaggedTensor.from_row_splits(values, tf.range(sizes[d]) * shape[d + 1], validate=False)
    return values


def tile(input, multiples, name=None):
  with op_scope(name, 'RaggedTile'):
    multiples = util.int_tensor(multiples, 'multiples', input.row_splits.dtype)
    multiples.shape.assert_has_rank(1)
    known = constant_value(multiples)
    once = lambda axis: known is not None and known[axis] == 1
    rank, nested = input.ragged_rank, input.nested_row_splits
    ids, below = tf.range(nested[-1][-1]), None
    for axis in range(rank, 0, -1):
      splits = nested[axis - 1]
      if below is not None:
        splits = tf.gather(below * multiples[axis + 1], splits)
      if not once(axis):
        ids = util.repeat_ranges(ids, splits, multiples[axis])
      below = splits
    values = tf.gather(input.flat_values, ids)
    values = tf.tile(values, tf.concat([multiples[:1], multiples[rank + 1:]], axis=0))
    projected = [{i: nested[i]} for i in range(rank)]
    for source in range(rank):
      for target in range(source + 1, rank - 1):
        projected[source][target] = tf.gather(nested[target], projected[source][target - 1])
    result = []
    for axis in range(rank):
      lengths = (nested[axis][1:] - nested[axis][:-1]) * multiples[axis + 1]
      repeats = 1
      for d in range(axis - 1, -1, -1):
        if not once(d + 1):
          lengths = util.repeat_ranges(lengths, projected[d][axis - 1] * repeats, multiples[d + 1])
        repeats *= multiples[d + 1]
      result.append(util.lengths_to_splits(tf.tile(lengths, multiples[:1])))
    return RaggedTensor.from_nested_row_splits(values, result, validate=False)


def expand_dims(input, axis, name=None):
  with op_scope(name, 'RaggedExpandDims'):
    if not is_ragged(input):
      return tf.expand_dims(input, axis)
    ndims = None if input.shape.ndims is None else input.shape.ndims + 1
    axis = util.positive_axis(axis, ndims, ndims_name='rank(input)')
    if axis == 0:
      return RaggedTensor.from_uniform_row_length(input, input.nrows(), nrows=1, validate=False)
    if axis == 1:
      return RaggedTensor.from_uniform_row_length(input, 1, nrows=input.nrows(), validate=False)
    inner = expand_dims if is_ragged(input.values) else tf.expand_dims
    return input.with_values(inner(input.values, axis - 1))


def size(input, out_type=None, name=None):
  return tf.size(input.flat_values, out_type=out_type or tf.int32, name=name)


def rank(input, name=None):
  with op_scope(name, 'RaggedRank'):
    return input.ragged_rank + tf.rank(input.flat_values)


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
  if isinstance(axis, int) and axis >= 0:
    if axis <= indices.ragged_rank:
      raise ValueError('axis (%d) must be greater than indices.ragged_rank (%d).' % (axis, indices.ragged_rank))
    axis -= indices.ragged_rank
  with op_scope(name, 'RaggedOneHot'):
    return indices.with_flat_values(tf.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype, name))


def reverse(tensor, axis, name=None):
  with op_scope(name, 'Reverse'):
    for a in (axis if isinstance(axis, (list, tuple)) else [axis]):
      a = util.positive_axis(a, tensor.shape.rank, 'axis[i]', 'rank(tensor)')
      tensor = tensor[tuple([slice(None)] * a + [slice(None, None, -1)])]
    return tensor


def squeeze(input, axis=None, name=None):
  with op_scope(name, 'RaggedSqueeze'):
    if axis is None:
      raise ValueError('Ragged.squeeze must have an axis argument.')
    ndims = input.shape.ndims
    axes = sorted(util.positive_axis(a, ndims, 'axis[%d]' % i, 'rank(input)')
                  for i, a in enumerate([axis] if isinstance(axis, int) else axis))
    for a in reversed(axes):
      input = _squeeze_one(input, a)
    return input


def _squeeze_one(x, axis):
  if not is_ragged(x):
    return tf.squeeze(x, axis)
  if axis == 0:
    check = tf.debugging.assert_equal(x.nrows(), tf.constant(1, x.row_splits.dtype),
                                      message='the given axis (axis = 0) is not squeezable!')
    with tf.control_dependencies([check] if check is not None else []):
      return tf.identity(x.values)
  if axis == 1:
    check = tf.debugging.assert_equal(x.row_splits, tf.range(x.nrows() + 1),
                                      message='the given axis (axis = 1) is not squeezable!')
    with tf.control_dependencies([check] if check is not None else []):
      return tf.identity(x.values)
  return x.with_values(_squeeze_one(x.values, axis - 1))


def where(condition, x=None, y=None, name=None):
  if (x is None) != (y is None):
    raise ValueError('x and y must be either both None or both non-None')
  with op_scope(None, 'RaggedWhere'):
    condition = to_tensor_or_ragged(condition, name='condition')
    if x is None:
      return _coordinates(condition)
    from tensorflow_lib.ragged.shape import DynamicShape, broadcast_shapes, broadcast_to
    x, y = to_tensor_or_ragged(x, name='x'), to_tensor_or_ragged(y, name='y')
    match_row_splits_dtypes(condition, x, y)
    parts = [condition, x, y]
    if not all(p.shape.is_fully_defined() and p.shape == x.shape for p in parts):
      shapes = [DynamicShape.from_tensor(p) for p in parts]
      shape = broadcast_shapes(shapes[0], broadcast_shapes(shapes[1], shapes[2]))
      parts = [broadcast_to(p, shape) for p in parts]
    if not any(is_ragged(p) for p in parts):
      return tf.where(*parts)
    return map_flat_values(tf.where, *parts)


def _coordinates(condition):
  if not is_ragged(condition):
    return tf.where(condition)
  inner = _coordinates(condition.values)
  condition = condition.with_row_splits_dtype(inner.dtype)
  first = inner[:, 0]
  rows = tf.gather(condition.value_rowids(), first)
  columns = first - tf.gather(condition.row_splits, rows)
  return tf.concat([tf.expand_dims(rows, 1), tf.expand_dims(columns, 1), inner[:, 1:]], axis=1)


def reshape(tensor, shape, name=None):
  """The values in another shape, whatever rows they were in."""
  values = tensor.values if is_ragged(tensor) else tensor
  return tf.reshape(values, tf.convert_to_tensor(shape, name='shape'))


# ---- embeddings
def embedding_lookup(params, ids, max_norm=None, name=None):
  """tf.nn.embedding_lookup of ragged ids."""
  if params is None:
    raise ValueError('params must be specified.')
  if isinstance(params, (list, tuple)) and not params:
    raise ValueError('params should not be empty.')
  if ids.dtype not in (tf.int32, tf.int64):
    raise ValueError('The values contained by the inputs have type %s and cannot be processed. All values should be indices, '
                     'either of type `int32` or `int64`.' % (ids.dtype,))
  with op_scope(name, 'embedding_lookup_ragged'):
    return map_flat_values(lambda values: tf.nn.embedding_lookup(params, values, max_norm=max_norm), ids)
