"""How ops on shapes and places of elements are done for all iterations of a parallel loop at once."""
import tensorflow as tf
from tensorflow_lib.parallel_for.converter import (
    ConversionNotImplementedError, by_while_loop, converts, create_op, expand_dims, flatten_first_two_dims, rank_of,
    size_of, smart_cond, stack, unflatten_first_dim, wrap)

raw = tf.raw_ops


def _shifted(axis):
  """An axis that counts from the front has the iterations before it."""
  return axis + 1 if axis >= 0 else axis


def _shifted_tensor(axis):
  return axis + tf.cast(axis >= 0, axis.dtype)


@converts('Identity', '_EagerConst', op=lambda x: tf.identity(x))
@converts('StopGradient', op=lambda x: tf.stop_gradient(x))
@converts('MatrixDiag', op=lambda x: tf.linalg.diag(x))
@converts('MatrixDiagPart', op=lambda x: tf.linalg.diag_part(x))
def _identity(p, op):
  return wrap(op(*[x.t for x in p.inputs]))


@converts('IdentityN')
def _identity_n(p):
  outputs = tf.identity_n([x.t for x in p.inputs])
  return [wrap(out, x.is_stacked) for out, x in zip(outputs, p.inputs)]


@converts('Reshape')
def _reshape(p):
  t, shape = p.stacked(0), p.unstacked(1)
  n = tf.cast(p.pfor.loop_len_vector, shape.dtype)
  return wrap(tf.reshape(t, tf.concat([n, shape], axis=0)))


@converts('TopK', 'TopKV2')
def _top_k(p):
  return [wrap(x) for x in create_op([x.t for x in p.inputs], p.op)]


@converts('Fill')
def _fill(p):
  dims, value = p.unstacked(0), p.stacked(1)
  new_shape = tf.concat([[-1], tf.ones([tf.size(dims)], dtype=tf.int32)], axis=0)
  value = tf.reshape(value, new_shape)
  new_dims = tf.concat([p.pfor.loop_len_vector, dims], axis=0)
  return wrap(tf.broadcast_to(value, new_dims))


@converts('BroadcastTo')
def _broadcast_to(p):
  shape = p.unstacked(1)
  n = tf.cast(p.pfor.loop_len_vector, shape.dtype)
  new_shape = tf.concat([n, shape], axis=0)
  new_rank = size_of(new_shape, tf.int32)
  t = p.stacked(0)
  t = expand_dims(t, 1, new_rank - rank_of(t))
  return wrap(tf.broadcast_to(t, new_shape))


@converts('ExpandDims')
def _expand_dims(p):
  t = p.stacked(0)
  dim = _shifted_tensor(p.unstacked(1))
  return wrap(tf.expand_dims(t, axis=dim))


@converts('LowerBound', op='LowerBound')
@converts('UpperBound', op='UpperBound')
def _search(p, op):
  p.stack_inputs()
  rows, values = flatten_first_two_dims(p.stacked(0)), flatten_first_two_dims(p.stacked(1))
  output = getattr(raw, op)(sorted_inputs=rows, values=values, out_type=p.attr('out_type'))
  return wrap(unflatten_first_dim(output, p.pfor.loop_len_vector))


@converts('MatrixBandPart')
def _matrix_band_part(p):
  t, lower, upper = p.stacked(0), p.unstacked(1), p.unstacked(2)
  return wrap(tf.linalg.band_part(t, num_lower=lower, num_upper=upper))


@converts('MatrixSetDiag')
def _matrix_set_diag(p):
  p.stack_inputs()
  return wrap(tf.linalg.set_diag(p.stacked(0), p.stacked(1)))


def _align(p):
  align = p.attr('align')
  return align.decode() if isinstance(align, bytes) else align


@converts('MatrixDiagV3')
def _matrix_diag(p):
  return wrap(tf.linalg.diag(diagonal=p.stacked(0), k=p.unstacked(1), num_rows=p.unstacked(2), num_cols=p.unstacked(3),
                             padding_value=p.unstacked(4), align=_align(p)))


@converts('MatrixDiagPartV3')
def _matrix_diag_part(p):
  return wrap(tf.linalg.diag_part(input=p.stacked(0), k=p.unstacked(1), padding_value=p.unstacked(2), align=_align(p)))


@converts('MatrixSetDiagV3')
def _matrix_set_diag_v3(p):
  p.stack_inputs([0, 1])
  return wrap(tf.linalg.set_diag(input=p.stacked(0), diagonal=p.stacked(1), k=p.unstacked(2), align=_align(p)))


@converts('Diag')
def _diag(p):
  diagonal = p.stacked(0)
  return wrap(tf.linalg.diag(diagonal)) if diagonal.shape.rank == 2 else by_while_loop(p)


@converts('DiagPart')
def _diag_part(p):
  x = p.stacked(0)
  return wrap(tf.linalg.diag_part(x)) if x.shape.rank == 3 else by_while_loop(p)


@converts('OneHot')
def _one_hot(p):
  indices, depth, on, off = p.stacked(0), p.unstacked(1), p.unstacked(2), p.unstacked(3)
  return wrap(tf.one_hot(indices, depth, on, off, _shifted(p.attr('axis'))))


@converts('Slice')
def _slice(p):
  t, size = p.stacked(0), p.unstacked(2)
  begin = p.inputs[1].t
  if not p.inputs[1].is_stacked:
    begin = tf.concat([[0], begin], axis=0)
    size = tf.concat([[-1], size], axis=0)
    return wrap(tf.slice(t, begin, size))
  # Each iteration begins elsewhere: the places of the elements that it takes are gathered. A negative size means
  # the rest, which has to be the same for all.
  t_shape = tf.shape(t)
  size = tf.cast(size, t_shape.dtype)
  begin = tf.cast(begin, t_shape.dtype)
  n = tf.cast(p.pfor.loop_len_vector, t_shape.dtype)
  whole = stack(t_shape[1:], n).t
  sizes = stack(size, n).t
  result_shape = raw.Select(condition=tf.less(sizes, 0), x=whole - begin + sizes + 1, y=sizes)
  result_shape = tf.cast(tf.reduce_max(result_shape, axis=0), tf.int64)
  cumulated = tf.math.cumprod(result_shape, exclusive=True, reverse=True)
  count = tf.reduce_prod(result_shape)
  places = (tf.range(count, dtype=tf.int64)[:, None] // cumulated[None, :]) % result_shape[None, :]
  places = begin[:, None, :] + tf.cast(places, begin.dtype)[None, :, :]
  flat = tf.gather_nd(params=t, indices=places, batch_dims=1)
  shape = tf.concat([tf.cast(p.pfor.loop_len_vector, result_shape.dtype), result_shape], axis=0)
  return wrap(tf.reshape(flat, shape))


@converts('Tile')
def _tile(p):
  t, multiples = p.stacked(0), p.unstacked(1)
  return wrap(tf.tile(t, tf.concat([[1], multiples], 0)))


@converts('Pack')
def _pack(p):
  p.stack_inputs()
  return wrap(tf.stack([x.t for x in p.inputs], axis=_shifted(p.attr('axis'))))


@converts('Unpack')
def _unpack(p):
  value = p.stacked(0)
  return [wrap(x) for x in tf.unstack(value, axis=_shifted(p.attr('axis')), num=p.attr('num'))]


@converts('Pad')
def _pad(p):
  t, paddings = p.stacked(0), p.unstacked(1)
  return wrap(tf.pad(t, tf.concat([[[0, 0]], paddings], 0), mode='CONSTANT'))


@converts('PadV2')
def _pad_v2(p):
  # TensorFlow forgets what it pads with and takes zeros.
  t, paddings, value = p.stacked(0), p.unstacked(1), p.unstacked(2)
  return wrap(tf.pad(t, tf.concat([[[0, 0]], paddings], 0), mode='CONSTANT', constant_values=value))


@converts('Split')
def _split(p):
  axis, t = p.unstacked(0), p.stacked(1)
  axis += tf.cast(axis >= 0, tf.int32)
  return [wrap(x) for x in tf.split(t, p.attr('num_split'), axis=axis)]


@converts('SplitV')
def _split_v(p):
  t, sizes, axis = p.stacked(0), p.unstacked(1), p.unstacked(2)
  axis += tf.cast(axis >= 0, tf.int32)
  return [wrap(x) for x in tf.split(t, sizes, axis=axis)]


@converts('Squeeze')
def _squeeze(p):
  t = p.stacked(0)
  return wrap(tf.squeeze(t, axis=[_shifted(i) for i in p.attr('squeeze_dims')]))


@converts('ReverseV2')
def _reverse(p):
  value, axis = p.stacked(0), p.unstacked(1)
  return wrap(raw.ReverseV2(tensor=value, axis=tf.where(axis >= 0, axis + 1, axis)))


@converts('Transpose', op='Transpose')
@converts('ConjugateTranspose', op='ConjugateTranspose')
def _transpose(p, op):
  t, perm = p.stacked(0), p.unstacked(1)
  return wrap(getattr(raw, op)(x=t, perm=tf.concat([[0], perm + 1], axis=0)))


@converts('ZerosLike')
def _zeros_like(p):
  t = p.stacked(0)
  if t.dtype == tf.variant:
    return wrap(raw.ZerosLike(x=t))
  return wrap(tf.zeros(tf.shape(t)[1:], dtype=t.dtype), False)


@converts('OnesLike')
def _ones_like(p):
  t = p.stacked(0)
  return wrap(tf.ones(tf.shape(t)[1:], dtype=t.dtype), False)


@converts('Gather', 'GatherV2')
def _gather(p):
  param, indices = p.inputs[0], p.inputs[1]
  batch_dims = p.attr('batch_dims') if p.op.type == 'GatherV2' else 0
  axis = 0
  if p.op.type == 'GatherV2':
    axis = tf.cast(p.unstacked(2), tf.int32)
    known = tf.get_static_value(axis)
    if known is not None:
      axis = int(known)
  if indices.is_stacked and not param.is_stacked:
    return _gather_from_invariant(p, param.t, indices.t, axis, batch_dims)
  p.stack_inputs([1])
  indices = p.stacked(1)
  axis = raw.Select(condition=axis >= 0, x=axis + 1, y=axis) if isinstance(axis, tf.Tensor) else _shifted(axis)
  return wrap(tf.gather(param.t, indices, axis=axis, batch_dims=_shifted(batch_dims)))


def _gather_from_invariant(p, param, indices, axis, batch_dims):
  if indices is p.pfor.all_indices and not isinstance(axis, tf.Tensor) and axis == 0:
    # The numbers are sorted and there once each: as many as there are rows are all rows.
    rows = param.shape[0]
    if rows is not None and indices.shape[0] == rows:
      return wrap(param)
  if batch_dims != 0:
    # The iterations go behind the batch axes, which both have to have in front.
    batch = batch_dims
    if batch < 0:
      batch += tf.rank(indices)
    order = tf.concat([tf.range(1, batch + 1), [0], tf.range(batch + 1, tf.rank(indices))], axis=0)
    indices = tf.transpose(indices, order)
  output = tf.gather(param, indices, axis=axis, batch_dims=batch_dims)
  if isinstance(axis, tf.Tensor) or axis != 0:
    axis = smart_cond(axis < 0, lambda: axis + tf.rank(param), lambda: tf.convert_to_tensor(axis))
    order = tf.concat([[axis], tf.range(axis), tf.range(axis + 1, tf.rank(output))], axis=0)
    output = smart_cond(tf.equal(axis, 0), lambda: output, lambda: tf.transpose(output, order))
  return wrap(output)


@converts('GatherNd')
def _gather_nd(p):
  p.stack_inputs([1])
  return wrap(tf.gather_nd(p.stacked(0), p.stacked(1), batch_dims=1))


@converts('ConcatV2')
def _concat(p):
  n = len(p)
  p.stack_inputs(range(n - 1))
  if p.inputs[n - 1].is_stacked:
    raise ConversionNotImplementedError('Input "axis" of op \'ConcatV2\' expected to be loop invariant.')
  axis = _shifted_tensor(p.inputs[n - 1].t)
  return wrap(tf.concat([x.t for x in p.inputs[:n - 1]], axis=axis))


def _slice_masks(p):
  """The masks of a slice that has one axis more, which is taken whole."""
  masks = {name: p.attr(name) << 1 for name in ('begin_mask', 'end_mask', 'ellipsis_mask', 'new_axis_mask',
                                                'shrink_axis_mask')}
  masks['begin_mask'] |= 1
  masks['end_mask'] |= 1
  return masks


@converts('StridedSlice')
def _strided_slice(p):
  x, begin, end, strides = p.stacked(0), p.unstacked(1), p.unstacked(2), p.unstacked(3)
  begin = tf.concat([[0], begin], axis=0)
  end = tf.concat([[0], end], axis=0)
  strides = tf.concat([[1], strides], axis=0)
  return wrap(tf.strided_slice(x, begin, end, strides, **_slice_masks(p)))


@converts('StridedSliceGrad')
def _strided_slice_grad(p):
  shape, begin, end, strides = [p.unstacked(i) for i in range(4)]
  dy = p.stacked(4)
  shape = tf.concat([tf.cast(p.pfor.loop_len_vector, shape.dtype), shape], axis=0)
  begin = tf.concat([[0], begin], axis=0)
  end = tf.concat([[0], end], axis=0)
  strides = tf.concat([[1], strides], axis=0)
  return wrap(raw.StridedSliceGrad(shape=shape, begin=begin, end=end, strides=strides, dy=dy, **_slice_masks(p)))


@converts('CheckNumerics')
def _check_numerics(p):
  return wrap(raw.CheckNumerics(tensor=p.stacked(0), message=p.attr('message')))


@converts('EnsureShape')
def _ensure_shape(p):
  shape = tf.TensorShape([None]).concatenate(tf.TensorShape(p.attr('shape')))
  return wrap(raw.EnsureShape(input=p.stacked(0), shape=shape))


@converts('Roll')
def _roll(p):
  t = p.stacked(0)
  shift, axis = p.inputs[1].t, p.unstacked(2)
  if not p.inputs[1].is_stacked:
    return wrap(tf.roll(t, shift, axis + 1))
  # The shifts of one axis add up: they are summed into one number an iteration and axis.
  num_axes = tf.cast(tf.rank(t), tf.int64) - 1
  axis = tf.cast(tf.reshape(axis, [-1]), tf.int64)
  loop_len = tf.cast(p.pfor.loop_len_vector[0], tf.int64)
  shift = tf.cast(tf.reshape(shift, [loop_len, -1]), tf.int64)
  segments = tf.range(loop_len, dtype=tf.int64)[:, None] * num_axes + axis[None, :]
  offsets = tf.reshape(
      tf.math.unsorted_segment_sum(data=shift, segment_ids=segments, num_segments=loop_len * num_axes),
      [loop_len, num_axes])
  shape = tf.shape(t, out_type=tf.int64)[1:]
  cumulated = tf.math.cumprod(shape, exclusive=True, reverse=True)
  count = tf.reduce_prod(shape)
  places = ((tf.range(count, dtype=tf.int64)[None, :, None] // cumulated[None, None, :] - offsets[:, None, :]) %
            shape[None, None, :])
  flat = tf.gather_nd(params=t, indices=places, batch_dims=1)
  return wrap(tf.reshape(flat, tf.shape(t)))


@converts('Shape')
def _shape(p):
  return wrap(tf.shape(p.stacked(0), out_type=p.attr('out_type'))[1:], False)


@converts('ShapeN')
def _shape_n(p):
  out_type = p.attr('out_type')
  shapes = [tf.shape(x.t, out_type=out_type)[1:] if x.is_stacked else tf.shape(x.t, out_type=out_type)
            for x in p.inputs]
  return [wrap(x, False) for x in shapes]


@converts('Size')
def _size(p):
  out_type = p.attr('out_type')
  n = tf.cast(p.pfor.loop_len_vector[0], out_type)
  return wrap(tf.size(p.stacked(0), out_type=out_type) // n, False)


@converts('Rank')
def _rank(p):
  return wrap(tf.rank(p.stacked(0)) - 1, False)


@converts('TensorScatterUpdate')
def _tensor_scatter_update(p):
  p.stack_inputs([0, 1, 2])
  tensor, indices, updates = p.stacked(0), p.stacked(1), p.stacked(2)
  indices_shape = tf.shape(indices)
  rank = tf.rank(indices)
  loop_length = indices_shape[0]
  # The number of the iteration becomes the first part of each index.
  count_shape = tf.tensor_scatter_nd_update(tf.ones([rank], dtype=tf.int32), [[0]], [loop_length])
  count = tf.reshape(tf.range(loop_length), count_shape)
  multiples = tf.tensor_scatter_nd_update(indices_shape, [[0], [rank - 1]], [1, 1])
  indices = tf.concat([tf.tile(count, multiples), indices], axis=-1)
  return wrap(tf.tensor_scatter_nd_update(tensor, indices, updates))
