"""What ragged tensors' files share: checks as dependencies, axes, lengths and splits, repeated ranges."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.check_ops import integer_check

raw = tf.raw_ops
INTS = (tf.int32, tf.int64)


def with_dependencies(checks, value):
  """`value`, in a graph behind the checks."""
  if tf.executing_eagerly():
    return value
  with op_scope(None, 'control_dependency') as name:
    with tf.control_dependencies(checks):
      return raw.Identity(value, name=name)


def positive_axis(axis, ndims, axis_name='axis', ndims_name='ndims'):
  """An axis counted from the front."""
  if not isinstance(axis, int):
    raise TypeError('%s must be an int; got %s' % (axis_name, type(axis).__name__))
  if ndims is None:
    if axis < 0:
      raise ValueError('%s=%s may only be negative if %s is statically known.' % (axis_name, axis, ndims_name))
    return axis
  if not -ndims <= axis < ndims:
    raise ValueError('%s=%s out of bounds: expected %s<=%s<%s' % (axis_name, axis, -ndims, axis_name, ndims))
  return axis + ndims if axis < 0 else axis


def int_tensor(x, name, dtype=tf.int32):
  """A tensor of integers of `dtype`."""
  x = convert(x, name=name)
  if not x.dtype.is_integer:
    raise ValueError('%s must be an integer tensor; dtype=%s' % (name, x.dtype))
  return raw.Cast(x, tf.as_dtype(dtype))


def ones_like(x):
  """Ones of x's shape, by way of the shape (array_ops.ones_like)."""
  if tf.executing_eagerly():
    return tf.ones_like(x)
  with op_scope(None, 'ones_like') as name:
    return tf.ones(tf.shape(x), dtype=x.dtype, name=name)


def known_int(x):
  """The number that x is known to be while a graph is made; None where it is not known."""
  value = constant_value(x)
  return None if value is None else int(value)


def dim(shape, axis):
  """A static dim, None where it or the rank is not known."""
  return None if shape.rank is None else shape[axis]


def assert_zero(x, message):
  return tf.debugging.assert_equal(x, tf.constant(0, dtype=x.dtype), message=message)


def assert_increasing(x, message):
  return tf.debugging.assert_non_negative(x[1:] - x[:-1], message=message)


def assert_splits_match(lists):
  error = 'Inputs must have identical ragged splits'
  if any(len(splits) != len(lists[0]) for splits in lists):
    raise ValueError(error)
  return [tf.debugging.assert_equal(a, b, message=error) for splits in lists[1:] for a, b in zip(lists[0], splits)]


def lengths_to_splits(lengths):
  return tf.concat([[0], tf.cumsum(lengths)], axis=-1)


def repeat_ranges(params, splits, repeats):
  """Each range of `params` that splits cut out, `repeats` times."""
  texts = [("Input argument '%s' must be non-negative" % n, "Input argument '%s' must be integer, but got %s instead" %
            (n, x.dtype)) for n, x in (('splits', splits), ('repeats', repeats))]
  checks = [[tf.debugging.assert_non_negative(x, message=sign), integer_check(x, message=kind)]
            for x, (sign, kind) in zip((splits, repeats), texts)]
  splits = with_dependencies(checks[0], splits)
  repeats = with_dependencies(checks[1], repeats)
  if repeats.shape.ndims != 0:
    starts = tf.repeat(splits[:-1], repeats, axis=0)
    limits = tf.repeat(splits[1:], repeats, axis=0)
  else:
    repeated = tf.repeat(splits, repeats, axis=0)
    count = tf.shape(repeated, out_type=repeats.dtype)[0]
    starts = repeated[:count - repeats]
    limits = repeated[repeats:]
  one = tf.ones((), starts.dtype)
  return tf.gather(params, raw.RaggedRange(starts, limits, one, Tsplits=tf.int64)[1])


#: tf.ragged.row_splits_to_segment_ids
def row_splits_to_segment_ids(splits, name=None, out_type=None):
  """For each value the row that it is in."""
  with op_scope(name, 'RaggedSplitsToSegmentIds'):
    splits = convert(splits, name='splits', hint=tf.int64)
    if splits.dtype not in INTS:
      raise ValueError('splits must have dtype int32 or int64')
    splits.shape.assert_has_rank(1)
    if splits.shape[0] == 0:
      raise ValueError('Invalid row_splits: []')
    out_type = splits.dtype if out_type is None else tf.as_dtype(out_type)
    lengths = splits[1:] - splits[:-1]
    nrows = tf.shape(splits, out_type=out_type)[-1] - 1
    return tf.repeat(tf.range(nrows), repeats=lengths, axis=0)


#: tf.ragged.segment_ids_to_row_splits
def segment_ids_to_row_splits(segment_ids, num_segments=None, out_type=None, name=None):
  """Where the rows begin and end for the row that each value is in."""
  if out_type is None:
    known = [x.dtype for x in (segment_ids, num_segments) if tf.is_tensor(x)]
    out_type = known[0] if known else tf.int64
  with op_scope(name, 'SegmentIdsToRaggedSplits'):
    segment_ids = int_tensor(segment_ids, 'segment_ids', tf.int32)
    segment_ids.shape.assert_has_rank(1)
    if num_segments is not None:
      num_segments = int_tensor(num_segments, 'num_segments', tf.int32)
    lengths = tf.math.bincount(segment_ids, minlength=num_segments, maxlength=num_segments, dtype=tf.as_dtype(out_type))
    splits = tf.concat([[0], tf.cumsum(lengths)], axis=0)
    count = None if num_segments is None else constant_value(num_segments)
    if count is not None:
      splits.set_shape([int(count) + 1])
    return splits
