"""tf.sets: what sets in the last dim have in common (ops/sets_impl.py); sums of segments of rows (ops/math_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert

raw = tf.raw_ops
_DTYPES = (tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.string)
_DTYPES_TEXT = 'frozenset({tf.int32, tf.uint8, tf.int16, tf.int8, tf.string, tf.int64, tf.uint16})'


def _dense_or_sparse(x, name):
  return x if isinstance(x, tf.SparseTensor) else convert(x, name=name)


def _check_dtype(a, dtype):
  if dtype not in _DTYPES:
    raise TypeError("'a' has invalid dtype `%s` not in supported dtypes: `%s`." % (dtype, _DTYPES_TEXT))


def _operands(a, b):
  """Both as tensors, a dense one in front of a sparse one; whether they are in the other order now."""
  a = _dense_or_sparse(a, 'a')
  _check_dtype(a, a.dtype)
  b = _dense_or_sparse(b, 'b')
  if b.dtype != a.dtype:
    raise TypeError("Types don't match, %s vs %s." % (a.dtype, b.dtype))
  if isinstance(a, tf.SparseTensor) and not isinstance(b, tf.SparseTensor):
    return b, a, True
  return a, b, False


def _operation(a, b, operation, validate_indices):
  parts, op = [], raw.DenseToDenseSetOperation
  if isinstance(b, tf.SparseTensor):
    op = raw.SparseToSparseSetOperation if isinstance(a, tf.SparseTensor) else raw.DenseToSparseSetOperation
  for x in (a, b):
    parts += [x.indices, x.values, x.dense_shape] if isinstance(x, tf.SparseTensor) else [x]
  return tf.SparseTensor(*op(*parts, set_operation=operation, validate_indices=validate_indices))


#: tf.sets.size
def size(a, validate_indices=True):
  """How many different values each set has."""
  a = _dense_or_sparse(a, 'a')
  if not isinstance(a, tf.SparseTensor):
    raise TypeError('Expected `SparseTensor`, got %s.' % a)
  if a.values.dtype not in _DTYPES:
    raise TypeError('Invalid dtype `%s` not in supported dtypes: `%s`.' % (a.values.dtype, _DTYPES_TEXT))
  return raw.SetSize(a.indices, a.values, a.dense_shape, validate_indices=validate_indices)


#: tf.sets.intersection
def intersection(a, b, validate_indices=True):
  a, b, _ = _operands(a, b)
  return _operation(a, b, 'intersection', validate_indices)


#: tf.sets.difference
def difference(a, b, aminusb=True, validate_indices=True):
  a, b, flipped = _operands(a, b)
  return _operation(a, b, 'a-b' if aminusb != flipped else 'b-a', validate_indices)


#: tf.sets.union
def union(a, b, validate_indices=True):
  a, b, _ = _operands(a, b)
  return _operation(a, b, 'union', validate_indices)


def _segments(name_of_op, data, indices, segment_ids, num_segments, name, sparse_gradient):
  if num_segments is None:
    return getattr(raw, name_of_op)(data=data, indices=indices, segment_ids=segment_ids,
                                    sparse_gradient=sparse_gradient, name=name)
  return getattr(raw, name_of_op + 'WithNumSegments')(
      data=data, indices=indices, segment_ids=segment_ids, num_segments=num_segments, sparse_gradient=sparse_gradient,
      name=name)


#: tf.sparse.segment_sum =sparse_segment_sum_v2
def segment_sum(data, indices, segment_ids, num_segments=None, name=None, sparse_gradient=False):
  return _segments('SparseSegmentSum', data, indices, segment_ids, num_segments, name, sparse_gradient)


#: tf.sparse.segment_mean =sparse_segment_mean_v2
def segment_mean(data, indices, segment_ids, num_segments=None, name=None, sparse_gradient=False):
  return _segments('SparseSegmentMean', data, indices, segment_ids, num_segments, name, sparse_gradient)


#: tf.sparse.segment_sqrt_n =sparse_segment_sqrt_n_v2
def segment_sqrt_n(data, indices, segment_ids, num_segments=None, name=None, sparse_gradient=False):
  return _segments('SparseSegmentSqrtN', data, indices, segment_ids, num_segments, name, sparse_gradient)
