"""tf.ragged: combinations of features, and partitions stacked (ops/ragged/ragged_array_ops.py)."""
import itertools

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope


#: tf.ragged.stack_dynamic_partitions
def stack_dynamic_partitions(data, partitions, num_partitions, name=None):
  """A ragged tensor whose row i holds the parts of `data` that are of partition i."""
  with op_scope(name, 'SegmentStack'):
    ragged = isinstance(data, tf.RaggedTensor)
    data = data if ragged else convert(data, name='data')
    splits_dtype = data.row_splits.dtype if ragged else None
    if not isinstance(partitions, tf.RaggedTensor):
      partitions = convert(partitions, hint=splits_dtype, name='partitions')
    num_partitions = convert(num_partitions, hint=partitions.dtype, name='num_partitions')
    if splits_dtype is not None:
      partitions = tf.cast(partitions, splits_dtype)
    num_partitions = tf.cast(num_partitions, partitions.dtype)
    rank = partitions.shape.rank
    if rank is None:
      raise ValueError('partitions must have known rank.')
    num_partitions.shape.assert_has_rank(0)
    partitions.shape.assert_is_compatible_with(data.shape[:rank])
    if rank == 0:
      return tf.RaggedTensor.from_value_rowids(values=tf.stack([data]), value_rowids=tf.stack([partitions]),
                                               nrows=num_partitions, validate=False)
    if rank == 1:
      permutation = tf.argsort(partitions, stable=True)
      rowids = tf.gather(partitions, permutation)
      values = tf.gather(data, permutation)
      checks = [tf.debugging.assert_less(rowids[-1:], num_partitions,
                                         message='partitions must be less than num_partitions'),
                tf.debugging.assert_non_negative(partitions, message='partitions must be non-negative.')]
      with tf.control_dependencies([c for c in checks if c is not None]):
        return tf.RaggedTensor.from_value_rowids(values, rowids, nrows=num_partitions, validate=False)
    if not isinstance(data, tf.RaggedTensor):
      data = tf.RaggedTensor.from_tensor(data, row_splits_dtype=partitions.dtype, ragged_rank=1)
    if not isinstance(partitions, tf.RaggedTensor):
      partitions = tf.RaggedTensor.from_tensor(partitions, row_splits_dtype=partitions.dtype,
                                               ragged_rank=max(data.ragged_rank, rank - 1))
    check = tf.debugging.assert_equal(data.row_splits, partitions.row_splits,
                                      message='data and partitions have incompatible ragged shapes')
    with tf.control_dependencies([c for c in [check] if c is not None]):
      return stack_dynamic_partitions(data.values, partitions.values, num_partitions)


# ---- crosses
_MASK = (1 << 64) - 1


def _cat(a, b):
  """One fingerprint of two."""
  mul = 0xc6a4a7935bd1e995

  def mix(x):
    return x ^ x >> 47

  result = a ^ mul ^ mix(b * mul & _MASK) * mul & _MASK
  result = result * mul & _MASK
  return mix(mix(result) * mul & _MASK)


def _cross(inputs, name, hashed, num_buckets=0, hash_key=0):
  if not tf.executing_eagerly():
    raise NotImplementedError('tf.ragged.%s in a tf.function is not in tracepack: cross the features before' % name)
  if not isinstance(inputs, (tuple, list)):
    raise TypeError('Inputs must be a list')
  rows, splits = [], []
  for i, feature in enumerate(inputs):
    if isinstance(feature, tf.RaggedTensor):
      splits.append(feature.row_splits.dtype)
    if isinstance(feature, tf.SparseTensor):
      feature = tf.RaggedTensor.from_sparse(feature)
    elif not isinstance(feature, tf.RaggedTensor):
      feature = convert(feature)
    if not feature.dtype.is_integer and feature.dtype != tf.string:
      raise ValueError('Unexpected dtype for inputs[%d]: %s' % (i, feature.dtype))
    if feature.shape.rank != 2:
      raise ValueError('tf.ragged.cross only supports inputs with rank=2')
    rows.append(feature.to_list() if isinstance(feature, tf.RaggedTensor) else feature.numpy().tolist())
  if any(len(r) != len(rows[0]) for r in rows):
    raise ValueError('inputs must all have the same batch dimension size.')

  def number(value):
    if not isinstance(value, bytes):
      return value & _MASK
    return int.from_bytes(bytes(tf.fingerprint([value]).numpy()[0]), 'little')

  def joined(values):
    if not hashed:
      return b'_X_'.join(v if isinstance(v, bytes) else str(v).encode() for v in values)
    result = hash_key or 0xDECAFCAFFE
    for v in values:
      result = _cat(result, number(v))
    return result % (num_buckets if num_buckets > 0 else (1 << 63) - 1)

  crossed = [[joined(values) for values in itertools.product(*parts)] for parts in zip(*rows)]
  flat = [x for row in crossed for x in row]
  return tf.RaggedTensor.from_row_lengths(tf.constant(flat, tf.int64 if hashed else tf.string),
                                          tf.constant([len(row) for row in crossed],
                                                      tf.int32 if splits and set(splits) == {tf.int32} else tf.int64))


#: tf.ragged.cross =cross
def cross(inputs, name=None):
  return _cross(inputs, 'cross', False)


#: tf.ragged.cross_hashed =cross_hashed
def cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
  return _cross(inputs, 'cross_hashed', True, num_buckets, hash_key or 0)


def _refuse(name):

  def refused(*args, **kwargs):
    raise NotImplementedError('%s is not in tracepack: take RaggedTensor.row_lengths and tf.where' % name)

  refused.__name__ = refused.__qualname__ = name.split('.')[-1]
  return refused


#: tf.ragged_fill_empty_rows
ragged_fill_empty_rows = _refuse('tf.ragged_fill_empty_rows')
#: tf.ragged_fill_empty_rows_grad
ragged_fill_empty_rows_grad = _refuse('tf.ragged_fill_empty_rows_grad')
