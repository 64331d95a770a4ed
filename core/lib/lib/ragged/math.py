"""Ranges, reductions and segments of ragged tensors (ops/ragged/ragged_math_ops.py)."""
import builtins

import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.ragged import util
from tensorflow_lib.ragged.functional import map_flat_values
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged, match_row_splits_dtypes, to_tensor_or_ragged

raw = tf.raw_ops


#: tf.ragged.range
def range(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=tf.int64):
  """Rows of numbers from starts to limits."""
  if limits is None:
    starts, limits = 0, starts
  with op_scope(name, 'RaggedRange') as name:
    starts = convert(starts, dtype=dtype, name='starts')
    limits = convert(limits, dtype=dtype, name='limits')
    deltas = convert(deltas, dtype=dtype, name='deltas')
    if dtype is None:
      order = [tf.int32, tf.int64, tf.float32, tf.float64]
      widest = max([x.dtype for x in (starts, limits, deltas)], key=order.index)
      starts, limits, deltas = [tf.cast(x, widest) for x in (starts, limits, deltas)]
    splits, values = raw.RaggedRange(starts, limits, deltas, Tsplits=tf.as_dtype(row_splits_dtype), name=name)
    return RaggedTensor.from_row_splits(values, splits, validate=False)


def _segment(op, data, segment_ids, num_segments, separator=None, name=None):
  """Values of `data` put together by segment; rows of one segment are put together value by value."""
  if not is_ragged(data) and not is_ragged(segment_ids):
    if separator is None:
      return op(data, segment_ids, num_segments, name=name)
    return op(data, segment_ids, num_segments, separator, name=name)
  with op_scope(name, 'RaggedSegment'):
    data = to_tensor_or_ragged(data, name='data')
    segment_ids = to_tensor_or_ragged(segment_ids, name='segment_ids')
    match_row_splits_dtypes(data, segment_ids)
    if segment_ids.dtype not in util.INTS:
      raise ValueError('segment_ids must have dtype int32 or int64.')
    if is_ragged(segment_ids):
      if not is_ragged(data):
        raise ValueError('segment_ids.shape must be a prefix of data.shape, but segment_ids is ragged and data is not.')
      check = tf.debugging.assert_equal(segment_ids.row_splits, data.row_splits,
                                        message='segment_ids.shape must be a prefix of data.shape')
      with tf.control_dependencies([check]):
        return _segment(op, data.values, segment_ids.values, num_segments, separator)
    lengths = data.row_splits[1:] - data.row_splits[:-1]
    out_lengths = tf.maximum(tf.math.unsorted_segment_max(lengths, segment_ids, num_segments), 0)
    out_splits = tf.concat([tf.zeros([1], out_lengths.dtype), tf.cumsum(out_lengths)], axis=0)
    starts = tf.gather(out_splits, segment_ids)
    ids = range(starts, starts + lengths).values
    return RaggedTensor.from_row_splits(_segment(op, data.values, ids, out_splits[-1], separator), out_splits,
                                        validate=False)


def reduce(op, segment_op, x, axis, keepdims, separator=None, name=None):
  """A reduction along axes, ragged ones by segments."""
  more = {} if separator is None else {'separator': separator}
  keepdims = bool(keepdims)
  if not is_ragged(x):
    return op(x, axis, keepdims=keepdims, name=name, **more)
  if isinstance(axis, tf.Tensor):
    axis = constant_value(axis)
    if axis is None:
      raise ValueError('axis must be known at graph construction time.')
    axis = axis.tolist() if hasattr(axis, 'tolist') else int(axis)
  if axis is None:
    result = op(x.flat_values, None, keepdims=keepdims, name=name, **more)
    if keepdims:
      for _ in x.shape[1:]:
        result = tf.expand_dims(result, axis=0)
    return result
  with op_scope(name, 'RaggedReduce'):
    if isinstance(axis, (tuple, list)):
      if not axis:
        return x
      if len(axis) > 1:
        axis = sorted(util.positive_axis(a, x.shape.ndims, 'axis[%s]' % i, 'rank(input_tensor)')
                      for i, a in enumerate(axis))
        inner = reduce(op, segment_op, x, axis[-1], keepdims, separator)
        return reduce(op, segment_op, inner, axis[:-1], keepdims, separator)
      axis = axis[0]
    axis = util.positive_axis(axis, x.shape.ndims, ndims_name='rank(input_tensor)')
    if axis > 1:
      return x.with_values(reduce(op, segment_op, x.values, axis - 1, keepdims, separator))
    if axis == 0:
      lengths = x.row_splits[1:] - x.row_splits[:-1]
      count = tf.maximum(tf.reduce_max(lengths), 0)
      ids = range(lengths).values
    else:
      count = tf.shape(x.row_splits)[0] - 1
      ids = util.row_splits_to_segment_ids(x.row_splits)
    result = _segment(segment_op, x.values, ids, count, separator)
    return tf.expand_dims(result, axis=axis) if keepdims else result


def _ones_like(x):
  return RaggedTensor.from_nested_row_splits(util.ones_like(x.flat_values), x.nested_row_splits, validate=False)


def _simple(tf_name, segment_name, scope):

  def reduction(input_tensor, axis=None, keepdims=None, name=None):
    return reduce(getattr(tf.math, tf_name), getattr(tf.math, segment_name), input_tensor, axis, keepdims,
                  name=name or scope)

  return reduction


reduce_sum = _simple('reduce_sum', 'unsorted_segment_sum', 'RaggedReduceSum')
reduce_prod = _simple('reduce_prod', 'unsorted_segment_prod', 'RaggedReduceProd')
reduce_min = _simple('reduce_min', 'unsorted_segment_min', 'RaggedReduceMin')
reduce_max = _simple('reduce_max', 'unsorted_segment_max', 'RaggedReduceMax')


def reduce_mean(input_tensor, axis=None, keepdims=None, name=None):
  with op_scope(name, 'RaggedReduceMean'):
    total = reduce_sum(input_tensor, axis, keepdims)
    count = reduce_sum(_ones_like(input_tensor) if is_ragged(input_tensor) else util.ones_like(input_tensor), axis, keepdims)
    if not is_ragged(total):
      return total / count
    return RaggedTensor.from_nested_row_splits(total.flat_values / count.flat_values, total.nested_row_splits,
                                               validate=False)


def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
  with op_scope(name, 'RaggedReduceVariance'):
    if input_tensor.dtype.is_complex:
      raise ValueError('reduce_variance is not supported for RaggedTensors with complex dtypes.')
    of_squares = reduce_mean(tf.square(input_tensor), axis=axis, keepdims=keepdims)
    mean = reduce_mean(input_tensor, axis=axis, keepdims=keepdims)
    return tf.maximum(of_squares - tf.square(mean), 0)


def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
  with op_scope(name, 'RaggedReduceStd'):
    return tf.sqrt(reduce_variance(input_tensor, axis=axis, keepdims=keepdims))


def _logic(reduction, scope):

  def reduction_of_bools(input_tensor, axis=None, keepdims=None, name=None):
    with op_scope(name, scope):
      ints = map_flat_values(tf.cast, input_tensor, tf.int32)
      return map_flat_values(tf.cast, reduction(ints, axis, keepdims), tf.bool)

  return reduction_of_bools


reduce_all = _logic(reduce_prod, 'RaggedReduceAll')
reduce_any = _logic(reduce_sum, 'RaggedReduceAny')


def reduce_join(inputs, axis=None, keepdims=None, separator='', name=None):
  from tensorflow_lib.string_ops import reduce_join as dense, unsorted_segment_join
  return reduce(dense, unsorted_segment_join, inputs, axis, keepdims, separator, name or 'RaggedSegmentJoin')


def segment(name, scope):
  """The ragged form of tf.math.unsorted_segment_`name`."""

  def op(data, segment_ids, num_segments, name=None):
    dense = getattr(tf.math, 'unsorted_segment_' + kind)
    return _segment(dense, data, segment_ids, num_segments, name=name or scope)

  kind = name
  return op


def segment_mean(data, segment_ids, num_segments, name=None, scope='RaggedSegmentMean', root=False):
  with op_scope(name, scope):
    segment_sum = segment('sum', 'RaggedSegmentSum')
    total = segment_sum(data, segment_ids, num_segments)
    count = segment_sum(_ones_like(data), segment_ids, num_segments)
    weight = tf.sqrt if root else lambda x: x
    if is_ragged(total):
      return total.with_flat_values(total.flat_values / weight(count.flat_values))
    return total / weight(count)


def segment_sqrt_n(data, segment_ids, num_segments, name=None):
  return segment_mean(data, segment_ids, num_segments, name, 'RaggedSegmentSqrtN', True)


def softmax(logits, axis=None, name=None):
  axis = -1 if axis is None else axis
  with op_scope(name, 'RaggedSoftmax'):
    largest = reduce_max(logits, axis=axis, keepdims=True)
    powers = tf.exp(tf.subtract(logits, largest))
    return tf.divide(powers, reduce_sum(powers, axis=axis, keepdims=True))


def add_n(inputs, name=None):
  with op_scope(name, 'RaggedAddN'):
    return map_flat_values(tf.add_n, inputs)


def dropout(x, rate, noise_shape=None, seed=None, name=None):
  if noise_shape is not None:
    raise ValueError('noise_shape is not supported yet for RaggedTensor x')
  with op_scope(name, 'RaggedNNDropout'):
    return x.with_flat_values(tf.nn.dropout(x.flat_values, rate=rate, seed=seed))


def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
  with op_scope(name, 'RaggedCumSum'):
    axis = util.positive_axis(axis, x.shape.rank, ndims_name='rank')
    if axis > x.ragged_rank:
      return map_flat_values(tf.cumsum, x, axis=axis - x.ragged_rank, exclusive=exclusive, reverse=reverse)
    if axis < x.ragged_rank:
      result = tf.cumsum(x.to_tensor(), axis, exclusive=exclusive, reverse=reverse, name=name)
      return RaggedTensor.from_tensor(result, lengths=x.nested_row_lengths())
    part, flat = x._nested_row_partitions[-1], x.flat_values
    # Sums over all rows, less what they are where the row begins.
    if reverse:
      at = tf.gather(part.row_splits(), part.value_rowids() + 1) - 1
    else:
      at = tf.gather(part.row_splits(), part.value_rowids())
    sums = tf.cumsum(flat, exclusive=True, reverse=reverse)
    sums = sums - tf.gather(sums, at)
    return x.with_flat_values(sums if exclusive else sums + flat)
