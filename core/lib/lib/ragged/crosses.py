"""Slices stacked by partition and crosses of ragged tensors (ops/ragged/ragged_array_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, refused
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged, to_tensor_or_ragged

raw = tf.raw_ops


#: tf.ragged.stack_dynamic_partitions =stack_dynamic_partitions
def stack_dynamic_partitions(data, partitions, num_partitions, name=None):
  """Row i has the slices of `data` whose partition is i."""
  with op_scope(name, 'SegmentStack'):
    data = to_tensor_or_ragged(data, name='data')
    dtype = data.row_splits.dtype if is_ragged(data) else None
    partitions = to_tensor_or_ragged(partitions, name='partitions', hint=dtype)
    count = convert(num_partitions, name='num_partitions', hint=partitions.dtype)
    if dtype is not None:
      partitions = tf.cast(partitions, dtype)
    count = tf.cast(count, partitions.dtype)
    rank = partitions.shape.rank
    if rank is None:
      raise ValueError('partitions must have known rank.')
    count.shape.assert_has_rank(0)
    partitions.shape.assert_is_compatible_with(data.shape[:rank])
    if rank == 0:
      return RaggedTensor.from_value_rowids(tf.stack([data]), tf.stack([partitions]), nrows=count, validate=False)
    if rank == 1:
      order = tf.argsort(partitions, stable=True)
      rowids = tf.gather(partitions, order)
      values = tf.gather(data, order)
      checks = [
          tf.debugging.assert_less(rowids[-1:], count, message='partitions must be less than num_partitions'),
          tf.debugging.assert_non_negative(partitions, message='partitions must be non-negative.')
      ]
      with tf.control_dependencies(checks):
        return RaggedTensor.from_value_rowids(values, rowids, nrows=count, validate=False)
    if not is_ragged(data):
      data = RaggedTensor.from_tensor(data, row_splits_dtype=partitions.dtype, ragged_rank=1)
    if not is_ragged(partitions):
      partitions = RaggedTensor.from_tensor(partitions, row_splits_dtype=partitions.dtype,
                                            ragged_rank=max(data.ragged_rank, rank - 1))
    check = tf.debugging.assert_equal(data.row_splits, partitions.row_splits,
                                      message='data and partitions have incompatible ragged shapes')
    with tf.control_dependencies([check]):
      return stack_dynamic_partitions(data.values, partitions.values, count)


#: tf.ragged.cross =cross
def cross(inputs, name=None):
  """All combinations of a row's values, joined by _X_."""
  return _cross(inputs, False, 0, None, name)


#: tf.ragged.cross_hashed =cross_hashed
def cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
  """All combinations of a row's values, as numbers of buckets."""
  return _cross(inputs, True, num_buckets, hash_key, name)


def _cross(inputs, hashed, num_buckets, hash_key, name):
  if not isinstance(inputs, (tuple, list)):
    raise TypeError('Inputs must be a list')
  if hash_key is None:
    hash_key = 956888297470
  ragged, sparse, dense, order = [], [], [], ''
  with op_scope(name, 'RaggedCross'):
    for i, x in enumerate(inputs):
      if not isinstance(x, tf.SparseTensor):
        x = to_tensor_or_ragged(x)
      if x.dtype.is_integer:
        x = tf.cast(x, tf.int64)
      elif x.dtype != tf.string:
        raise ValueError('Unexpected dtype for inputs[%d]: %s' % (i, x.dtype))
      if is_ragged(x):
        if x.ragged_rank != 1:
          raise ValueError('tf.ragged.cross only supports inputs with rank=2')
        ragged.append(x)
        order += 'R'
      elif isinstance(x, tf.SparseTensor):
        sparse.append(x)
        order += 'S'
      else:
        dense.append(x)
        order += 'D'
    small = ragged and all(x.row_splits.dtype == tf.int32 for x in ragged)
    values, splits = raw.RaggedCross(
        ragged_values=[x.values for x in ragged], ragged_row_splits=[x.row_splits for x in ragged],
        sparse_indices=[x.indices for x in sparse], sparse_values=[x.values for x in sparse],
        sparse_shape=[x.dense_shape for x in sparse], dense_inputs=dense, input_order=order, hashed_output=hashed,
        num_buckets=num_buckets, hash_key=hash_key - 2**64 if hash_key > 2**63 else hash_key,
        out_values_type=tf.int64 if hashed else tf.string, out_row_splits_type=tf.int32 if small else tf.int64,
        name=name)
    return RaggedTensor.from_row_splits(values, splits, validate=False)


#: tf.ragged_fill_empty_rows
ragged_fill_empty_rows = refused('tf.ragged_fill_empty_rows', 'take RaggedTensor.row_lengths and tf.where')
#: tf.ragged_fill_empty_rows_grad
ragged_fill_empty_rows_grad = refused('tf.ragged_fill_empty_rows_grad')
