"""Shapes of ragged tensors at run time, and broadcasts to them (ops/ragged/ragged_tensor_shape.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.ragged import util
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged

raw = tf.raw_ops


class DynamicShape:
  """Sizes of the dims down to the last ragged one (vectors for ragged dims), and of the dims inside."""

  def __init__(self, outer, inner, dtype=None):
    with op_scope(None, 'RaggedTensorDynamicShape'):
      outer = tuple(convert(size, name='partitioned_dimension_size_%d' % i) for i, size in enumerate(outer))
      inner = convert(inner, name='inner_dim_sizes')
      for axis, size in enumerate(outer):
        if size.shape.ndims is None:
          raise ValueError('rank of partitioned_dim_sizes[%d] is unknown' % axis)
        size.shape.with_rank_at_most(1)
      if outer and outer[0].shape.ndims == 1:
        raise ValueError('outermost partitioned dimension must be uniform')
      if outer and outer[-1].shape.ndims == 0:
        raise ValueError('innermost partitioned dimension must be ragged')
      inner.shape.assert_has_rank(1)
      if dtype is None:
        dtypes = set(size.dtype for size in outer if size.shape.ndims == 1)
        if len(dtypes) > 1:
          raise ValueError('partitioned_dim_sizes must have matching dtypes')
        dtype = dtypes.pop() if dtypes else tf.int64
      self.outer = tuple(tf.cast(size, dtype) for size in outer)
      self.inner = tf.cast(inner, dtype)

  @classmethod
  def from_tensor(cls, x, dtype=None):
    with op_scope(None, 'RaggedTensorDynamicShapeFromTensor'):
      if not is_ragged(x):
        return cls([], tf.shape(x), dtype)
      outer = (x.nrows(),) + x.nested_row_lengths()
      return cls(outer, tf.shape(x.flat_values)[1:], dtype)

  dtype = property(lambda self: self.inner.dtype)

  @property
  def rank(self):
    count = util.dim(self.inner.shape, 0)
    return None if count is None else len(self.outer) + count

  @property
  def inner_rank(self):
    return util.dim(self.inner.shape, 0)

  def size(self, axis):
    return self.outer[axis] if axis < len(self.outer) else self.inner[axis - len(self.outer)]

  def is_ragged(self, axis):
    return 0 < axis < len(self.outer) and self.outer[axis].shape.ndims == 1

  def to_rank(self, rank):
    if self.rank is None:
      raise ValueError('Unable to broadcast: self.rank is unknown')
    more = rank - self.rank
    if more < 0:
      raise ValueError('Unable to broadcast: rank=%d must be greater than self.rank=%d.' % (rank, self.rank))
    if more == 0:
      return self
    if self.outer:
      return DynamicShape((1,) * more + self.outer, self.inner, self.dtype)
    return DynamicShape([], tf.concat([tf.ones([more], self.dtype), self.inner], axis=0), self.dtype)

  def broadcast_dim(self, axis, lengths):
    """The shape with this dim broadcast to `lengths`."""
    lengths = util.int_tensor(lengths, 'lengths', self.dtype)
    if lengths.shape.ndims is None:
      raise ValueError('lengths must have a known rank.')
    if lengths.shape.ndims > 1:
      raise ValueError('lengths must be a scalar or vector')
    uniform = lengths.shape.ndims == 0
    if self.is_ragged(axis):
      if uniform:
        good = tf.equal(lengths, 1)
      else:
        good = tf.reduce_all(tf.equal(lengths, self.size(axis)))
    else:
      size = self.size(axis)
      if uniform:
        good = tf.equal(lengths, 1) | tf.equal(size, 1) | tf.equal(size, lengths)
      else:
        good = tf.equal(size, 1)
    data = ['Unable to broadcast: dimension size mismatch in dimension', axis, 'lengths=', lengths, 'dim_size=',
            self.size(axis)]
    check = tf.debugging.Assert(good, data, summarize=10)
    with tf.control_dependencies([check]):
      if axis < len(self.outer):
        if self.is_ragged(axis):
          return DynamicShape(self.outer, tf.identity(self.inner), self.dtype)
        return self._outer_to(axis, lengths)
      at = axis - len(self.outer)
      if uniform:
        size = self.size(axis)
        inner = tf.concat([self.inner[:at], [raw.Select(tf.equal(size, 1), lengths, size)], self.inner[at + 1:]], axis=0)
        return DynamicShape(self.outer, inner, self.dtype)
      if axis == 0:
        raise ValueError('Unable to broadcast: outermost dimension must be uniform.')
      outer = self.outer + tuple(self.inner[i] for i in range(at)) + (lengths,)
      return DynamicShape(outer, self.inner[at + 1:])

  def _slices(self, axis):
    """How many slices dims up to this one have."""
    if axis < 0:
      return tf.constant(1, dtype=self.dtype)
    if self.is_ragged(axis):
      return tf.reduce_sum(self.outer[axis])
    return self.size(axis) * self._slices(axis - 1)

  def _outer_to(self, axis, lengths):
    size = self.size(axis)
    outer = list(self.outer[:axis])
    if lengths.shape.ndims == 0:
      lengths = raw.Select(tf.equal(size, 1), lengths, size)
      repeats = raw.Select(tf.equal(size, 1), lengths, 1)
      splits = tf.stack([0, self._slices(axis)])
    else:
      splits = tf.range(tf.size(lengths, out_type=self.dtype) + 1)
      repeats = lengths
    outer.append(lengths)
    for inner_size in self.outer[axis + 1:]:
      if inner_size.shape.ndims == 0:
        outer.append(inner_size)
        splits *= inner_size
      else:
        outer.append(util.repeat_ranges(inner_size, splits, repeats))
        splits = tf.gather(util.lengths_to_splits(inner_size), splits)
    return DynamicShape(outer, self.inner, self.dtype)


def broadcast_shapes(x, y):
  """The shape that both broadcast to."""
  if x.rank is None or y.rank is None:
    raise ValueError('Unable to broadcast: unknown rank')
  rank = max(x.rank, y.rank)
  x, y = x.to_rank(rank), y.to_rank(rank)
  for axis in range(rank):
    x = x.broadcast_dim(axis, y.size(axis))
    y = y.broadcast_dim(axis, x.size(axis))
  return x


def broadcast_to(x, shape, inner_dims=True):
  """x as a ragged tensor (where the shape is ragged) of that shape."""
  if not shape.outer:
    if is_ragged(x):
      raise ValueError('Incompatible with shape: ragged rank mismatch')
    return tf.broadcast_to(x, shape.inner) if inner_dims else x
  if x.shape.ndims is None or shape.rank is None:
    raise ValueError('Unable to broadcast: unknown rank')
  if x.shape.ndims > shape.rank:
    raise ValueError('Incompatible with shape: rank mismatch')
  if is_ragged(x) and x.ragged_rank >= len(shape.outer):
    raise ValueError('Incompatible with shape: ragged rank mismatch')
  source = DynamicShape.from_tensor(x).to_rank(shape.rank)
  if shape.rank > x.shape.ndims:
    if x.shape.ndims < shape.inner_rank + 1:
      x = tf.reshape(x, tf.concat([[-1], shape.inner], axis=0))
    for _ in range(shape.rank - x.shape.ndims):
      nrows = x.nrows() if is_ragged(x) else tf.shape(x, out_type=shape.dtype)[0]
      x = RaggedTensor.from_row_lengths(x, [nrows], validate=False)
  if is_ragged(x):
    more = x.flat_values.shape.ndims - 1 - shape.inner_rank
    if more > 0:
      x = x.with_flat_values(RaggedTensor.from_tensor(x.flat_values, ragged_rank=more, row_splits_dtype=shape.dtype))
  else:
    x = RaggedTensor.from_tensor(x, ragged_rank=len(shape.outer) - 1, row_splits_dtype=shape.dtype)
  multiples = [1] * shape.rank
  for axis in range(len(shape.outer)):
    if source.is_ragged(axis) or shape.is_ragged(axis):
      continue
    old, new = source.size(axis), shape.size(axis)
    if constant_value(old) in (1, None) and constant_value(new) != 1:
      multiples[axis] = raw.Select(tf.equal(old, 1), new, 1)
  if not all(isinstance(m, int) and m == 1 for m in multiples):
    x = tf.tile(x, tf.stack(multiples, axis=0))
  if inner_dims:
    flat = tf.broadcast_dynamic_shape(tf.shape(x.flat_values, out_type=shape.dtype),
                                      tf.concat([[1], shape.inner], axis=0))
    x = x.with_flat_values(tf.broadcast_to(x.flat_values, flat))
  for axis in range(len(shape.outer)):
    if not source.is_ragged(axis) and shape.is_ragged(axis):
      x = _tile_axis(x, axis, shape.size(axis), shape.dtype)
  return x


def _tile_axis(x, axis, repeats, dtype):
  """A dim of size 1 repeated to rows of these lengths."""
  if not is_ragged(x):
    x = RaggedTensor.from_tensor(x, ragged_rank=1, row_splits_dtype=dtype)
  if axis > 1:
    return x.with_values(_tile_axis(x.values, axis - 1, repeats, dtype))
  old_splits, old_lengths = x.nested_row_splits, x.nested_row_lengths()
  splits, lengths = old_splits[0], [repeats]
  for i in range(1, len(old_lengths)):
    lengths.append(util.repeat_ranges(old_lengths[i], splits, repeats))
    splits = tf.gather(old_splits[i], splits)
  return RaggedTensor.from_nested_row_lengths(util.repeat_ranges(x.flat_values, splits, repeats), lengths,
                                              validate=False)
