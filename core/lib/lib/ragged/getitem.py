"""Indexing of ragged tensors (ops/ragged/ragged_getitem.py): rows by number or slice, inner dims by slice."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.ragged import math, util
from tensorflow_lib.ragged.arrays import gather
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged

_ALL = slice(None, None, None)


def getitem(rt, key):
  with op_scope(None, 'RaggedGetItem'):
    return _outer(rt, list(key) if isinstance(key, (list, tuple)) else [key])


def _is_all(key):
  return key.start is None and key.stop is None and key.step is None


def _split_count(rt):
  count = util.dim(rt.row_splits.shape, 0)
  return tf.shape(rt.row_splits, out_type=rt.row_splits.dtype)[0] if count is None else count


def _without_ellipsis(keys, rank):
  if rank is None:
    raise ValueError('Ellipsis not supported for unknown shape RaggedTensors')
  count = sum(1 for key in keys if key is not None)
  if count > rank + 1:
    raise IndexError('Too many indices for RaggedTensor')
  return keys[1:] if count == rank + 1 else [_ALL] + keys


def _outer(rt, keys):
  """Keys for dims from the outermost on."""
  if not keys:
    return rt
  key, rest = keys[0], keys[1:]
  if key is Ellipsis:
    return _outer(rt, _without_ellipsis(keys, rt.shape.ndims))
  if key is None:
    inner = _outer(rt, rest)
    return RaggedTensor.from_uniform_row_length(inner, _split_count(inner) - 1, nrows=1, validate=False)
  if isinstance(key, slice):
    rows = _slice_rows(rt, key)
    if rt.uniform_row_length is not None:
      rows = RaggedTensor.from_uniform_row_length(rows.values, rt.uniform_row_length, nrows=rows.nrows())
    return _inner(rows, rest)
  starts, limits = rt.row_splits[:-1], rt.row_splits[1:]
  if tf.executing_eagerly():
    try:
      outside = int(key) >= starts.shape[0]
    except (TypeError, ValueError):
      outside = False
    if outside:
      raise IndexError('Row key %s out of bounds' % (key,))
  row = rt.values[starts[key]:limits[key]]
  return row[tuple(rest)] if not is_ragged(row) else row[rest]


def _slice_rows(rt, key):
  if _is_all(key):
    return rt
  starts, limits = rt.row_splits[:-1][key], rt.row_splits[1:][key]
  zero = tf.zeros([1], rt.row_splits.dtype)
  if key.step is not None and key.step != 1:
    return _from_ranges(starts, limits, 1, rt.values)
  splits = tf.concat([zero[tf.size(starts):], starts[:1], limits], axis=0)
  begin, end = splits[0], splits[-1]
  return RaggedTensor.from_row_splits(rt.values[begin:end], splits - begin, validate=False)


def _inner(rt, keys):
  """Keys for dims inside of the rows."""
  if not keys:
    return rt
  if not is_ragged(rt):
    return rt[tuple([_ALL] + keys)]
  key, rest = keys[0], keys[1:]
  if key is Ellipsis:
    return _inner(rt, _without_ellipsis(keys, rt.values.shape.ndims))
  if key is None:
    inner = _inner(rt, rest)
    return RaggedTensor.from_uniform_row_length(inner, 1, nrows=_split_count(inner) - 1, validate=False)
  if isinstance(key, slice):
    if _is_all(key):
      return rt.with_values(_inner(rt.values, rest))
    sliced = _slice_columns(rt, key)
    return sliced.with_values(_inner(sliced.values, rest))
  if rt.uniform_row_length is None:
    raise ValueError('Cannot index into an inner ragged dimension.')
  length = rt.uniform_row_length
  key = tf.cast(key, length.dtype)
  text = 'Index out of bounds when indexing into a ragged tensor'
  checks = [tf.debugging.assert_greater_equal(key, -length, message=text),
            tf.debugging.assert_less(key, length, message=text)]
  with tf.control_dependencies(checks):
    offset = _by_sign(key, lambda: key, lambda: length + key)
    return _inner(rt.values[offset::length], rest)


def _slice_columns(rt, key):
  for part in (key.start, key.stop):
    if not isinstance(part, (tf.Tensor, int, type(None))):
      raise TypeError('slice offsets must be integers or None')
  starts, limits = rt.row_splits[:-1], rt.row_splits[1:]
  step = 1 if key.step is None else key.step
  low = _by_sign(step, lambda: starts, lambda: starts - 1)
  high = _by_sign(step, lambda: limits, lambda: limits - 1)

  def bound(given, default):
    if given is None:
      return default()
    offset = tf.cast(given, starts.dtype)
    return _by_sign(given, lambda: tf.minimum(starts + offset, high), lambda: tf.maximum(limits + offset, low))

  begin = bound(key.start, lambda: _by_sign(step, lambda: starts, lambda: limits - 1))
  end = bound(key.stop, lambda: _by_sign(step, lambda: limits, lambda: starts - 1))
  inner = _from_ranges(begin, end, key.step, rt.values)
  if rt.uniform_row_length is not None:
    columns = tf.zeros(rt.uniform_row_length, dtype=tf.bool)[key]
    length = tf.size(columns, out_type=rt.uniform_row_length.dtype)
    inner = RaggedTensor.from_uniform_row_length(inner.values, length, rt.nrows())
  return inner


def _from_ranges(starts, limits, step, values):
  """Rows of values[start:limit:step]."""
  step = convert(1 if step is None else step, name='step')
  if not step.dtype.is_integer:
    raise TypeError('slice strides must be integers or None')
  step = tf.cast(step, starts.dtype)
  indices = math.range(starts, limits, step, row_splits_dtype=starts.dtype)
  if is_ragged(values):
    return indices.with_values(gather(values, indices.values))
  return indices.with_values(tf.gather(values, indices.values))


def _by_sign(value, not_negative, negative):
  if isinstance(value, tf.Tensor):
    known = constant_value(value)
    if known is None:
      return tf.cond(value >= 0, not_negative, negative)
    value = known
  return not_negative() if value >= 0 else negative()
