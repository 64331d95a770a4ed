"""RowPartition: how a vector is cut into rows (ops/ragged/row_partition.py). Row splits are always there; lengths,
row ids, counts are kept where they were given, so that they need not be computed again."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.check_ops import assert_equal_or_say
from tensorflow_lib.ragged import util


def to_partition_tensor(value, name, hint=None):
  """A vector or number of a partition as a tensor, int64 where nothing says otherwise."""
  value = convert(value, hint=hint or tf.int64, name=name)
  if value.dtype not in util.INTS:
    raise ValueError('%s must have dtype int32 or int64' % name)
  return value


class RowPartition:
  def __init__(self, row_splits, row_lengths=None, value_rowids=None, nrows=None, uniform_row_length=None, nvals=None):
    if row_splits.dtype not in util.INTS:
      raise ValueError('Row-partitioning argument must be int32 or int64')
    row_splits.shape.assert_has_rank(1)
    self._row_splits = row_splits
    self._row_lengths = row_lengths
    self._value_rowids = value_rowids
    self._nrows = nrows
    self._uniform_row_length = uniform_row_length
    self._nvals = nvals

  @classmethod
  def from_value_rowids(cls, value_rowids, nrows=None, validate=True, hint=None):
    with op_scope(None, 'RowPartitionFromValueRowIds'):
      value_rowids = to_partition_tensor(value_rowids, 'value_rowids', hint)
      known_ids = constant_value(value_rowids)
      if nrows is None:
        if known_ids is None:
          nrows = tf.concat([value_rowids[-1:], [-1]], axis=0)[0] + 1
          known_nrows = None
        else:
          known_nrows = int(known_ids[-1]) + 1 if known_ids.size > 0 else 0
          nrows = convert(known_nrows, dtype=value_rowids.dtype, name='nrows')
      else:
        nrows = convert(nrows, dtype=value_rowids.dtype, name='nrows')
        known_nrows = constant_value(nrows)
        if known_nrows is not None:
          known_nrows = int(known_nrows)
          if known_nrows < 0:
            raise ValueError('Expected nrows >= 0; got %d' % known_nrows)
          if known_ids is not None and known_ids.size > 0 and known_nrows < int(known_ids[-1]) + 1:
            raise ValueError('Expected nrows >= value_rowids[-1] + 1; got nrows=%d, value_rowids[-1]=%d' %
                             (known_nrows, known_ids[-1]))
      value_rowids.shape.assert_has_rank(1)
      nrows.shape.assert_has_rank(0)
      if validate:
        text = 'Arguments to from_value_rowids do not form a valid RowPartition'
        check = tf.debugging
        checks = [check.assert_rank(value_rowids, 1, message=text), check.assert_rank(nrows, 0, message=text),
                  check.assert_non_negative(value_rowids[:1], message=text),
                  util.assert_increasing(value_rowids, text),
                  check.assert_less(value_rowids[-1:], nrows, message=text)]
        value_rowids = util.with_dependencies(checks, value_rowids)
      ids = tf.cast(value_rowids, tf.int32)
      count = tf.cast(nrows, tf.int32)
      lengths = tf.math.bincount(ids, minlength=count, maxlength=count, dtype=value_rowids.dtype)
      splits = tf.concat([[0], tf.cumsum(lengths)], axis=0)
      if known_nrows is not None:
        lengths.set_shape([known_nrows])
        splits.set_shape([known_nrows + 1])
      return cls(splits, row_lengths=lengths, value_rowids=value_rowids, nrows=nrows)

  @classmethod
  def from_row_splits(cls, row_splits, validate=True, hint=None):
    if isinstance(row_splits, (list, tuple)) and not row_splits:
      raise ValueError('row_splits tensor may not be empty.')
    with op_scope(None, 'RowPartitionFromRowSplits'):
      row_splits = to_partition_tensor(row_splits, 'row_splits', hint)
      row_splits.shape.assert_has_rank(1)
      if validate:
        text = 'Arguments to from_row_splits do not form a valid RaggedTensor:'
        checks = [tf.debugging.assert_rank(row_splits, 1, message=text + 'rank'),
                  util.assert_zero(row_splits[0], text + 'zero'), util.assert_increasing(row_splits, text + 'monotonic')]
        row_splits = util.with_dependencies(checks, row_splits)
      return cls(row_splits)

  @classmethod
  def from_row_lengths(cls, row_lengths, validate=True, hint=None):
    with op_scope(None, 'RowPartitionFromRowLengths'):
      row_lengths = to_partition_tensor(row_lengths, 'row_lengths', hint)
      row_lengths.shape.assert_has_rank(1)
      if validate:
        text = 'Arguments to from_row_lengths do not form a valid RowPartition'
        checks = [tf.debugging.assert_rank(row_lengths, 1, message=text),
                  tf.debugging.assert_non_negative(row_lengths, message=text)]
        row_lengths = util.with_dependencies(checks, row_lengths)
      return cls(tf.concat([[0], tf.cumsum(row_lengths)], axis=0), row_lengths=row_lengths)

  @classmethod
  def from_row_starts(cls, row_starts, nvals, validate=True, hint=None):
    with op_scope(None, 'RowPartitionFromRowStarts'):
      row_starts = to_partition_tensor(row_starts, 'row_starts', hint)
      row_starts.shape.assert_has_rank(1)
      nvals = tf.cast(nvals, row_starts.dtype)
      if validate:
        text = 'Arguments to from_row_starts do not form a valid RaggedTensor'
        checks = [tf.debugging.assert_rank(row_starts, 1, message=text), util.assert_zero(row_starts[:1], text),
                  util.assert_increasing(row_starts, text),
                  tf.debugging.assert_less_equal(row_starts[-1:], nvals, message=text)]
        row_starts = util.with_dependencies(checks, row_starts)
      return cls(tf.concat([row_starts, [nvals]], axis=0), nvals=nvals)

  @classmethod
  def from_row_limits(cls, row_limits, validate=True, hint=None):
    with op_scope(None, 'RowPartitionFromRowLimits'):
      row_limits = to_partition_tensor(row_limits, 'row_limits', hint)
      row_limits.shape.assert_has_rank(1)
      if validate:
        text = 'Arguments to from_row_limits do not form a valid RaggedTensor'
        checks = [tf.debugging.assert_rank(row_limits, 1, message=text),
                  tf.debugging.assert_non_negative(row_limits[:1], message=text),
                  util.assert_increasing(row_limits, text)]
        row_limits = util.with_dependencies(checks, row_limits)
      return cls(tf.concat([tf.zeros([1], row_limits.dtype), row_limits], axis=0))

  @classmethod
  def from_uniform_row_length(cls, uniform_row_length, nvals=None, nrows=None, validate=True, hint=None, dtype=None):
    if nrows is None and nvals is None:
      raise ValueError('Either (or both) of nvals and nrows must be specified')
    with op_scope(None, 'RowPartitionFromUniformRowLength'):
      given = [(uniform_row_length, 'uniform_row_length'), (nvals, 'nvals'), (nrows, 'nrows')]
      if dtype is not None:
        to_tensor = lambda x, name: tf.cast(x, dtype, name=name)
      else:
        wanted = ([x.dtype for x, _ in given if tf.is_tensor(x)] + [hint or tf.int64])[0]
        to_tensor = lambda x, name: convert(x, dtype=wanted, name=name)
      length, nvals, nrows = [None if x is None else to_tensor(x, name) for x, name in given]
      length.shape.assert_has_rank(0)
      static = util.known_int
      known_length = static(length)
      if nrows is None:
        if known_length is None:
          nrows = nvals // tf.maximum(length, tf.constant(1, length.dtype))
        elif known_length == 0:
          nrows = tf.constant(0, dtype=length.dtype)
        else:
          nrows = nvals // known_length
      known_nrows, known_nvals = static(nrows), static(nvals)
      checks = []
      if known_nvals is None and known_nrows is not None and known_length is not None:
        known_nvals = known_nrows * known_length
        if nvals is not None and validate:
          checks.append(tf.debugging.assert_equal(nvals, known_nvals))
        nvals = tf.constant(known_nvals, length.dtype)
      if nvals is None:
        nvals = nrows * length
      if known_nrows is not None and known_length is not None:
        splits = tf.constant([v * known_length for v in range(known_nrows + 1)], length.dtype)
      else:
        splits = tf.range(nrows + 1, dtype=length.dtype) * length
      if validate:
        if known_nrows is None or known_length is None or known_nvals is None:
          checks.append(assert_equal_or_say(nrows * length, nvals, (
              'uniform_row_length', length, 'times nrows', nrows, 'must equal nvals', nvals)))
        elif known_nrows * known_length != known_nvals:
          raise ValueError('uniform_row_length=%d times nrows=%d must equal nvals=%d' %
                           (known_length, known_nrows, known_nvals))
        if known_length is None:
          checks.append(tf.debugging.assert_greater_equal(length, tf.constant(0, length.dtype),
                                                          message='uniform_row_length must be >= 0.'))
        elif known_length < 0:
          raise ValueError('uniform_row_length must be >= 0.')
        splits = util.with_dependencies(checks, splits)
      return cls(splits, uniform_row_length=length, nrows=nrows, nvals=nvals)

  dtype = property(lambda self: self._row_splits.dtype)

  def row_splits(self):
    return self._row_splits

  def value_rowids(self):
    if self._value_rowids is not None:
      return self._value_rowids
    return util.row_splits_to_segment_ids(self._row_splits)

  def nvals(self):
    return self._row_splits[-1]

  def nrows(self):
    if self._nrows is not None:
      return self._nrows
    count = util.dim(self._row_splits.shape, 0)
    if count is None:
      return tf.shape(self._row_splits, out_type=self.dtype)[0] - 1
    return tf.constant(count - 1, dtype=self.dtype)

  def uniform_row_length(self):
    return self._uniform_row_length

  def row_starts(self):
    return self._row_splits[:-1]

  def row_limits(self):
    return self._row_splits[1:]

  def row_lengths(self):
    if self._row_lengths is not None:
      return self._row_lengths
    return self._row_splits[1:] - self._row_splits[:-1]

  @property
  def static_nrows(self):
    count = util.dim(self._row_splits.shape, 0)
    if count is not None:
      return count - 1
    if self._row_lengths is not None and self._row_lengths.shape[0] is not None:
      return self._row_lengths.shape[0]
    return util.known_int(self._nrows)

  @property
  def static_nvals(self):
    known = util.known_int(self._nvals)
    if known is not None:
      return known
    return None if self._value_rowids is None else util.dim(self._value_rowids.shape, 0)

  def offsets_in_rows(self):
    zero, one = tf.constant(0, self.dtype), tf.constant(1, self.dtype)
    return tf.raw_ops.RaggedRange(zero, self.row_lengths(), one, Tsplits=tf.int64)[1]

  @property
  def static_uniform_row_length(self):
    return util.known_int(self._uniform_row_length)

  def with_row_splits(self, row_splits, nvals=None):
    return RowPartition(row_splits, self._row_lengths, self._value_rowids, self._nrows, self._uniform_row_length, nvals)

  def with_dtype(self, dtype):
    dtype = tf.as_dtype(dtype)
    if dtype not in util.INTS:
      raise ValueError('dtype must be int32 or int64')
    if self.dtype == dtype:
      return self
    cast = lambda x: None if x is None else tf.cast(x, dtype)
    return RowPartition(cast(self._row_splits), cast(self._row_lengths), cast(self._value_rowids), cast(self._nrows),
                        cast(self._uniform_row_length))

  def merge(self, other):
    """What both know, where they are said to be equal."""
    mine, others = self._parts(), other._parts()
    if self is other or all(a is b for a, b in zip(mine, others)):
      return self
    merged, validated, validate = [], {}, True
    for a, b, name in zip(mine, others, ('nrows', 'nvals', 'uniform_row_length', 'row_splits', 'row_lengths',
                                         'value_rowids')):
      text = 'RowPartition._merge_precomputed_encodings: partitions have incompatible %s' % name
      validated[name] = a is not None and a is b
      if a is not None and b is not None and a is not b:
        if not a.shape.is_compatible_with(b.shape):
          raise ValueError(text)
        if validate:
          a = util.with_dependencies([tf.debugging.assert_equal(a, b, message=text)], a)
          validated[name] = True
      merged.append(b if a is None else a)
      # The rows are known to be equal: no more checks.
      if validated[name] and (name == 'row_splits' or name in ('uniform_row_length', 'value_rowids') and
                              validated['nrows']):
        validate = False
    nrows, nvals, uniform, splits, lengths, rowids = merged
    return RowPartition(splits, lengths, rowids, nrows, uniform, nvals)

  def _parts(self):
    return (self._nrows, self._nvals, self._uniform_row_length, self._row_splits, self._row_lengths,
            self._value_rowids)
