"""What tf.io.parse_example takes for each key, and what becomes of its outputs (parsing_config.py)."""
import collections
import logging
import re

import tensorflow as tf
from tensorflow_lib.base import convert


#: tf.io.VarLenFeature
class VarLenFeature(collections.namedtuple('VarLenFeature', ['dtype'])):
  """As many values as there are, as a sparse tensor."""


#: tf.io.RaggedFeature
class RaggedFeature(collections.namedtuple('RaggedFeature',
                                           ['dtype', 'value_key', 'partitions', 'row_splits_dtype', 'validate'])):
  """As many values as there are, as a ragged tensor, of which other keys say how they are divided."""
  RowSplits = collections.namedtuple('RowSplits', ['key'])
  RowLengths = collections.namedtuple('RowLengths', ['key'])
  RowStarts = collections.namedtuple('RowStarts', ['key'])
  RowLimits = collections.namedtuple('RowLimits', ['key'])
  ValueRowIds = collections.namedtuple('ValueRowIds', ['key'])
  UniformRowLength = collections.namedtuple('UniformRowLength', ['length'])
  _PARTITION_TYPES = (RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength)

  def __new__(cls, dtype, value_key=None, partitions=(), row_splits_dtype=tf.int32, validate=False):
    if value_key is not None:
      if not isinstance(value_key, str):
        raise ValueError('Argument `value_key` must be a string; got %s' % (value_key,))
      if not value_key:
        raise ValueError('Argument `value_key` must not be empty')
    dtype, row_splits_dtype = tf.as_dtype(dtype), tf.as_dtype(row_splits_dtype)
    if dtype not in (tf.int64, tf.float32, tf.string):
      raise ValueError('Argument `dtype` must be int64, float32, or bytes; got %r' % dtype)
    if row_splits_dtype not in (tf.int32, tf.int64):
      raise ValueError('Argument `row_splits_dtype` must be int32 or int64; got%r' % row_splits_dtype)
    if not isinstance(partitions, (list, tuple)):
      raise TypeError('Argument `partitions` must be a list or tuple. Receivedpartitions=%s of type %s.'
                      % (partitions, type(partitions).__name__))
    for partition in partitions:
      if not isinstance(partition, cls._PARTITION_TYPES):
        raise TypeError('Argument `partitions` cannot be cast to any of the partition types in %s; got: %r with type %s'
                        % (cls._PARTITION_TYPES, partition, type(partition)))
    if not isinstance(validate, bool):
      raise TypeError('Argument `validate` must be a bool; got %r' % (validate,))
    return super().__new__(cls, dtype, value_key, tuple(partitions), row_splits_dtype, validate)


#: tf.io.SparseFeature
class SparseFeature(collections.namedtuple('SparseFeature', ['index_key', 'value_key', 'dtype', 'size',
                                                             'already_sorted'])):
  """Values under one key and where they stand under others, as a sparse tensor."""

  def __new__(cls, index_key, value_key, dtype, size, already_sorted=False):
    return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


#: tf.io.FixedLenFeature
class FixedLenFeature(collections.namedtuple('FixedLenFeature', ['shape', 'dtype', 'default_value'])):
  """Values of a given shape."""

  def __new__(cls, shape, dtype, default_value=None):
    return super().__new__(cls, shape, dtype, default_value)


#: tf.io.FixedLenSequenceFeature
class FixedLenSequenceFeature(collections.namedtuple('FixedLenSequenceFeature',
                                                     ['shape', 'dtype', 'allow_missing', 'default_value'])):
  """Any number of values of a given shape, padded to the longest of the batch."""

  def __new__(cls, shape, dtype, allow_missing=False, default_value=None):
    return super().__new__(cls, shape, dtype, allow_missing, default_value)


for _kind in (VarLenFeature, RaggedFeature, SparseFeature, FixedLenFeature, FixedLenSequenceFeature,
              *RaggedFeature._PARTITION_TYPES):
  _kind.__module__ = 'tensorflow.python.ops.parsing_config'


class ParseParams:
  """The keys of each kind and their types, in the order of the op."""

  def __init__(self, features, kinds):
    self.sparse, self.ragged = {}, {}  # dtype by key; (dtype of values, dtype of splits) by key
    self.dense = {}  # (dtype, shape) by key
    self.defaults = {}
    for key in sorted(features or {}):
      feature = features[key]
      if not isinstance(feature, kinds):
        raise ValueError("Unsupported %s %s for key '%s'" % (type(feature).__name__, feature, key))
      self._add(key, feature)
    for a, b, title in ((self.dense, self.sparse, 'Dense and sparse'), (self.dense, self.ragged, 'Dense and ragged'),
                        (self.ragged, self.sparse, 'Ragged and sparse')):
      both = set(a) & set(b)
      if both:
        names = title.lower().split(' and ')
        texts = ('%s keys must not intersect; %s_keys: ' % (title, names[0]),
                 '%s, %s_keys: %s, intersection: %s' % (list(a), names[1], list(b), both))
        # TensorFlow's error for the second pair has two arguments.
        raise ValueError(*texts) if title == 'Dense and ragged' else ValueError(''.join(texts))

  def _add(self, key, feature):
    if isinstance(feature, VarLenFeature):
      self._typed(key, feature)
      self._add_sparse(key, feature.dtype)
    elif isinstance(feature, SparseFeature):
      for part in 'index_key', 'value_key':
        if not getattr(feature, part):
          raise ValueError('Missing %s for SparseFeature %s.' % (part, feature))
      self._typed(key, feature)
      index_keys = [feature.index_key] if isinstance(feature.index_key, str) else feature.index_key
      for index_key in sorted(index_keys):
        self._add_sparse(index_key, tf.int64)
      self._add_sparse(feature.value_key, feature.dtype)
    elif isinstance(feature, RaggedFeature):
      self._add_ragged(key if feature.value_key is None else feature.value_key, feature.dtype, feature.row_splits_dtype)
      for partition in feature.partitions:
        if not isinstance(partition, RaggedFeature.UniformRowLength):
          self._add_ragged(partition.key, tf.int64, feature.row_splits_dtype)
    else:
      self._typed(key, feature)
      if feature.shape is None:
        raise ValueError('Missing shape for feature %s. Received feature=%s.' % (key, feature))
      shape = tf.TensorShape(feature.shape)
      if isinstance(feature, FixedLenFeature):
        if shape.rank and shape[0] is None:
          raise ValueError('First dimension of shape for feature %s unknown. Consider using FixedLenSequenceFeature. '
                           'Received feature=%s.' % (key, feature))
        if not shape.is_fully_defined():
          raise ValueError('All dimensions of shape for feature %s need to be known but received %s.'
                           % (key, feature.shape))
      elif feature.allow_missing:
        self.defaults[key] = None
      self.dense[key] = tf.as_dtype(feature.dtype), shape
      if feature.default_value is not None:
        self.defaults[key] = feature.default_value

  def _typed(self, key, feature):
    if not feature.dtype:
      raise ValueError('Missing type for feature %s. Received feature=%s.' % (key, feature))

  def _add_sparse(self, key, dtype):
    dtype = tf.as_dtype(dtype)
    if self.sparse.setdefault(key, dtype) != dtype:
      raise ValueError('Conflicting type %s vs %s for feature %s.' % (self.sparse[key], dtype, key))

  def _add_ragged(self, key, dtype, splits):
    old = self.ragged.setdefault(key, (dtype, splits))
    if old[0] != dtype:
      raise ValueError('Conflicting type %s vs %s for feature %s.' % (old[0], dtype, key))
    if old[1] != splits:
      raise ValueError('Conflicting partition type %s vs %s for feature %s.' % (old[1], splits, key))

  @property
  def count(self):
    return len(self.dense) + len(self.sparse) + len(self.ragged)

  def dense_defaults(self):
    """What stands where a key is missing; an empty constant where it must not."""
    return [self._default(key, dtype, shape) for key, (dtype, shape) in self.dense.items()]

  def _default(self, key, dtype, shape):
    value = self.defaults.get(key)
    plain = re.sub('[^A-Za-z0-9_.\\-/]', '_', key)
    if shape.rank and shape[0] is None:
      if value is None:
        return convert('' if dtype == tf.string else 0, dtype=dtype)
      return tf.reshape(convert(value, dtype=dtype, name='padding_' + plain), [])
    if value is None:
      return tf.constant([], dtype=dtype)
    if not tf.is_tensor(value):
      value = tf.reshape(convert(value, dtype=dtype, name='key_' + plain), shape)
    return value


def ragged_tensors(rank, values, splits, inner=None):
  """Of the op's outputs for ragged keys; for a single example they have no outer splits."""
  if inner is not None:
    values = [tf.RaggedTensor.from_row_splits(v, s, validate=False) for v, s in zip(values, inner)]
  if rank == 0:
    return list(values)
  return [tf.RaggedTensor.from_row_splits(v, s, validate=False) for v, s in zip(values, splits)]


def composite_features(features, tensors):
  """The tensors of keys whose features are made of several; only the keys asked for are left."""
  made = {}
  for key in sorted(features):
    feature = features[key]
    if isinstance(feature, SparseFeature):
      one = isinstance(feature.index_key, str)
      ids = tensors[feature.index_key] if one else [tensors[k] for k in feature.index_key]
      made[key] = _sparse_merge(ids, tensors[feature.value_key], feature.size, feature.already_sorted)
    elif isinstance(feature, RaggedFeature):
      made[key] = _ragged(key, feature, tensors)
  tensors = dict(tensors)
  tensors.update(made)
  return {key: value for key, value in tensors.items() if key in features}


def _sparse_merge(ids, values, size, already_sorted):
  """One sparse tensor: its last indices are the values of `ids` (sparse_ops.py: sparse_merge)."""
  if isinstance(size, tf.Tensor) or not isinstance(ids, list):
    ids, size = [ids], [size]
  for item in ids:
    if not isinstance(item, tf.SparseTensor):
      raise TypeError('Argument `sp_ids` must be a SparseTensor or a list thereof. Received: %s' % type(item).__name__)
  if len(ids) != len(size):
    raise ValueError('`sp_ids` and `vocab_size` should have equal lengths. Received %s and %s.' % (len(ids), len(size)))
  with tf.name_scope('SparseMerge'):
    columns = [tf.expand_dims(tf.cast(item.values, tf.int64), axis=1) for item in ids]
    size = [tf.cast(x, tf.int64) for x in size]
    indices = tf.concat([ids[0].indices[:, :-1]] + columns, axis=1)
    shape = tf.concat([ids[0].dense_shape[:-1], size], axis=0)
    result = tf.SparseTensor(indices, values.values, shape)
    if already_sorted:
      return result
    result = tf.sparse.reorder(result)
    return tf.SparseTensor(result.indices, result.values, shape)


def _ragged(key, feature, tensors):
  value = tensors[key if feature.value_key is None else feature.value_key]
  if not isinstance(value, tf.RaggedTensor):
    for partition in reversed(feature.partitions):
      value = _partition(value, partition, tensors, feature.row_splits_dtype, feature.validate)
    return value
  outer = None
  if value.ragged_rank > 1:
    outer, value = value.row_splits, value.values
  for partition in reversed(feature.partitions):
    value = _batched_partition(value, partition, tensors, key, feature.validate, outer)
  return value if outer is None else tf.RaggedTensor.from_row_splits(value, outer, validate=feature.validate)


def _tail(values):
  return tf.shape(values)[1:]


def _partition(values, partition, tensors, splits_dtype, validate):
  """Values of one example, divided once."""
  kinds, ragged = RaggedFeature, tf.RaggedTensor
  if isinstance(partition, kinds.UniformRowLength):
    if isinstance(values, ragged):
      return ragged.from_uniform_row_length(values, convert(partition.length, dtype=splits_dtype), validate=validate)
    return tf.reshape(values, tf.concat([[-1, partition.length], _tail(values)], axis=0))
  numbers = tf.cast(tensors[partition.key], splits_dtype)
  maker = {kinds.RowSplits: ragged.from_row_splits, kinds.RowLengths: ragged.from_row_lengths,
           kinds.RowStarts: ragged.from_row_starts, kinds.RowLimits: ragged.from_row_limits,
           kinds.ValueRowIds: ragged.from_value_rowids}[type(partition)]
  return maker(values, numbers, validate=validate)


def _batched_partition(rt, partition, tensors, key, validate, outer):
  """Values of a batch, divided once: the numbers count from the begin of each example."""
  kinds, ragged = RaggedFeature, tf.RaggedTensor
  if isinstance(partition, kinds.UniformRowLength):
    if rt.ragged_rank > 1:
      length = convert(partition.length, dtype=rt.row_splits.dtype)
      rows = ragged.from_uniform_row_length(rt.values, length, validate=validate)
      return ragged.from_row_splits(rows, rt.row_splits // length, validate=validate)
    rows = tf.reshape(rt.values, tf.concat([[-1, partition.length], _tail(rt.values)], axis=0))
    return ragged.from_row_splits(rows, rt.row_splits // partition.length, validate=validate)
  numbers = tensors[partition.key]
  if numbers.values.dtype != rt.row_splits.dtype:
    numbers = tf.cast(numbers, rt.row_splits.dtype)
  checks = []
  if outer is not None:
    if validate:
      checks.append(tf.debugging.assert_equal(outer, numbers.row_splits,
                                              message='Feature %s: values and partitions are not aligned' % key))
    numbers = numbers.values
  with tf.control_dependencies([c for c in checks if c is not None]):
    if isinstance(partition, kinds.RowLengths):
      return numbers.with_values(ragged.from_row_lengths(rt.values, numbers.values, validate=validate))
    if isinstance(partition, kinds.ValueRowIds):
      rows = tf.maximum(tf.reduce_max(numbers + 1, axis=1), 0)
      ids = numbers.values + tf.repeat(tf.cumsum(rows, exclusive=True), numbers.row_lengths())
      return ragged.from_row_lengths(ragged.from_value_rowids(rt.values, ids, validate=validate), rows,
                                     validate=validate)
    if isinstance(partition, kinds.RowSplits):
      numbers = numbers[:, 1:]
    moved = numbers.values + tf.repeat(rt.row_starts(), numbers.row_lengths())
    maker = ragged.from_row_starts if isinstance(partition, kinds.RowStarts) else ragged.from_row_limits
    return numbers.with_values(maker(rt.values, moved, validate=validate))
