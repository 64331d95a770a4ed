"""Two values of which one is ragged, broadcast against each other for elementwise ops
(ops/ragged/dynamic_ragged_shape.py). For each dim a broadcaster says which slice of the source each slice of the result
comes from; the rows of the result come out on the way."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert
from tensorflow_lib.ragged import util
from tensorflow_lib.ragged.partition import RowPartition
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged

raw = tf.raw_ops


class Shape:
  """Row partitions, and the shape of the flat values, as far as it is known also statically."""

  def __init__(self, parts, inner, dtype=None, static=None):
    if dtype is None:
      dtype = parts[0].dtype if parts else inner.dtype
    self.parts = tuple(part.with_dtype(dtype) for part in parts)
    inner = convert(inner, hint=dtype, name='inner_dim_sizes')
    self.inner = tf.cast(inner, dtype) if inner.dtype != dtype else inner
    if static is None:
      value = constant_value(self.inner)
      count = util.dim(self.inner.shape, 0)
      static = [int(d) for d in value] if value is not None else None if count is None else [None] * count
    self.static = tf.TensorShape(static)

  @classmethod
  def of(cls, x):
    if is_ragged(x):
      return cls(x._nested_row_partitions, tf.shape(x.flat_values), static=x.flat_values.shape)
    return cls([], tf.shape(x), static=x.shape)

  dtype = property(lambda self: self.inner.dtype)
  inner_rank = property(lambda self: self.static.rank)
  rank = property(lambda self: None if self.static.rank is None else len(self.parts) + self.static.rank)

  def with_dtype(self, dtype):
    return self if dtype == self.dtype else Shape(self.parts, self.inner, dtype, self.static)

  def _inner_dim(self, i):
    return self.inner[i] if self.static[i] is None else self.static[i]

  def outer_size(self):
    if self.parts:
      known = self.parts[0].static_nrows
      return self.parts[0].nrows() if known is None else tf.constant(known, dtype=self.dtype)
    return self.inner[0] if self.static[0] is None else tf.constant(self.static[0], dtype=self.dtype)

  def slices(self, axis):
    """How many slices there are at this dim."""
    axis = axis + self.rank if axis < 0 else axis
    if axis == 0:
      return self.outer_size()
    if axis <= len(self.parts):
      return self.parts[axis - 1].nvals()
    dims = self.inner[:axis - (len(self.parts) - 1)]
    if dims.dtype == tf.int64:
      return tf.cast(tf.reduce_prod(tf.cast(dims, tf.int32)), tf.int64)
    return tf.reduce_prod(dims)

  def inner_of_rank(self, rank):
    """The shape of the flat values where they have this rank."""
    if rank == self.inner_rank:
      return self.inner
    if rank < self.inner_rank:
      if self.static.is_fully_defined():
        tail = self.static.as_list()[self.inner_rank - (rank - 1):] if rank > 1 else []
        head = self.static[:self.inner_rank - (rank - 1)].num_elements()
        return tf.constant([head] + tail, dtype=self.dtype)
      first = tf.expand_dims(self.slices(-rank), 0)
      return first if rank == 1 else tf.concat([first, self.inner[1 - rank:]], axis=0)
    more = self.parts[-(rank - self.inner_rank):]
    if any(part.uniform_row_length() is None for part in more):
      raise ValueError('Cannot get an inner shape over a ragged dimension')
    dims = [self.slices(-rank)] + [part.uniform_row_length() for part in more]
    return tf.concat([tf.stack(dims), self.inner[1:]], axis=0)

  def with_parts(self, count):
    """The same with so many row partitions: inner dims become rows, or rows inner dims."""
    if count == len(self.parts):
      return self
    if count < len(self.parts):
      return Shape(self.parts[:count], self.inner_of_rank(self.rank - count))
    nvals, more = self._inner_dim(0), []
    for i in range(count - len(self.parts)):
      nrows, length = nvals, self._inner_dim(i + 1)
      nvals = nrows * length
      more.append(RowPartition.from_uniform_row_length(length, nrows=nrows, dtype=self.dtype))
    return Shape(list(self.parts) + more, self.inner_of_rank(self.rank - count))

  def all_parts(self):
    return self.with_parts(self.rank - 1).parts


def _rows(layer, part):
  """The rows of a partition where its rows are taken as `layer` says, and where the values come from."""
  lengths = part.uniform_row_length()
  if lengths is None:
    rows = RowPartition.from_row_lengths(tf.gather(part.row_lengths(), layer))
  else:
    nvals = lengths * _count(layer)
    rows = RowPartition.from_uniform_row_length(lengths, nvals=nvals, nrows=_count(layer))
  source = tf.gather(layer, rows.value_rowids())
  starts = tf.gather(part.row_splits(), source)
  return starts + rows.offsets_in_rows(), rows


def _count(layer):
  return tf.cast(tf.shape(layer)[0], layer.dtype)


def _first_layer(a, b):
  """Broadcasters of the outermost dim."""
  known_a, known_b = util.known_int(a), util.known_int(b)
  if known_a is not None and known_a == known_b:
    layer = tf.range(known_a, dtype=a.dtype)
    return layer, layer
  if known_a == 1:
    return tf.zeros(b, dtype=b.dtype), tf.range(b)
  if known_b == 1:
    return tf.range(a), tf.zeros(a, dtype=a.dtype)
  from_a = tf.equal(a, tf.constant(1, a.dtype))
  from_b = tf.equal(b, tf.constant(1, b.dtype))
  good = tf.logical_or(tf.logical_or(from_a, from_b), tf.equal(a, b))
  layers = tf.cond(from_a, lambda: [tf.zeros(b, dtype=b.dtype), tf.range(b)],
                   lambda: tf.cond(from_b, lambda: [tf.range(a), tf.zeros(a, dtype=a.dtype)],
                                   lambda: [tf.range(a), tf.range(b)]))
  return [util.with_dependencies([tf.debugging.assert_equal(good, True)], layer) for layer in layers]


def _next_layer(a_layer, b_layer, a, b):
  """Rows of the result and broadcasters, one dim further in."""
  if a.uniform_row_length() is None and b.uniform_row_length() is None:
    a_next, a_rows = _rows(a_layer, a)
    b_next, b_rows = _rows(b_layer, b)
    checks = [tf.debugging.assert_equal(a_rows.row_splits(), b_rows.row_splits())]
    rows = a_rows.with_row_splits(util.with_dependencies(checks, a_rows.row_splits()))
    return rows, util.with_dependencies(checks, a_next), util.with_dependencies(checks, b_next)
  if a.uniform_row_length() is None:
    rows, b_next, a_next = _half_ragged(b_layer, a_layer, b, a)
    return rows, a_next, b_next
  if b.uniform_row_length() is None:
    return _half_ragged(a_layer, b_layer, a, b)
  return _both_uniform(a_layer, b_layer, a, b)


def _half_ragged(a_layer, b_layer, a, b):
  """a's rows have one length, b's do not."""

  def spread():
    b_next, rows = _rows(b_layer, b)
    return rows.row_splits(), rows, b_next

  if util.known_int(a.uniform_row_length()) == 1:
    b_next, rows = _rows(b_layer, b)
    a_next = tf.gather(a_layer, rows.value_rowids())
    return RowPartition.from_row_splits(rows.row_splits()), a_next, b_next

  def same():
    a_next, a_rows = _rows(a_layer, a)
    b_next, b_rows = _rows(b_layer, b)
    checks = [tf.debugging.assert_equal(a_rows.row_splits(), b_rows.row_splits())]
    return [util.with_dependencies(checks, x) for x in (a.row_splits(), a_next, b_next)]

  def from_a():
    splits, rows, b_next = spread()
    return [splits, tf.gather(a_layer, rows.value_rowids()), b_next]

  splits, a_next, b_next = tf.cond(tf.equal(a.uniform_row_length(), 1), from_a, same)
  return RowPartition.from_row_splits(splits), a_next, b_next


def _both_uniform(a_layer, b_layer, a, b):
  a_length, b_length = a.uniform_row_length(), b.uniform_row_length()
  known_a, known_b = util.known_int(a_length), util.known_int(b_length)
  if known_a is not None and known_a == known_b:
    a_next, _ = _rows(a_layer, a)
    b_next, _ = _rows(b_layer, b)
    return RowPartition.from_uniform_row_length(known_a, nrows=_count(a_layer)), a_next, b_next

  def from_a():
    b_next, rows = _rows(b_layer, b)
    return [b_length, tf.gather(a_layer, rows.value_rowids()), b_next]

  def from_b():
    a_next, rows = _rows(a_layer, a)
    return [a_length, a_next, tf.gather(b_layer, rows.value_rowids())]

  if known_a == 1:
    length, a_next, b_next = from_a()
    return RowPartition.from_uniform_row_length(length, nrows=_count(b_layer)), a_next, b_next
  if known_b == 1:
    length, a_next, b_next = from_b()
    return RowPartition.from_uniform_row_length(length, nrows=_count(a_layer)), a_next, b_next
  is_b, is_a = tf.equal(b_length, 1), tf.equal(a_length, 1)
  good = tf.logical_or(tf.logical_or(is_a, is_b), tf.equal(a_length, b_length))
  checks = [tf.debugging.assert_equal(good, True)]
  results = tf.cond(is_a, from_a, lambda: tf.cond(
      is_b, from_b, lambda: [a_length, _rows(a_layer, a)[0], _rows(b_layer, b)[0]]))
  length, a_next, b_next = [util.with_dependencies(checks, x) for x in results]
  rows = RowPartition.from_uniform_row_length(length, nvals=length * _count(a_layer), nrows=_count(a_layer))
  return rows, a_next, b_next


def _shapes(a, b):
  """The common shape, and a broadcaster for each dim of a and of b. REQUIRES: a.rank <= b.rank, 2 <= b.rank."""
  a_parts, b_parts = a.all_parts(), b.all_parts()
  parts, a_layers, b_layers = [], [], []
  if len(a_parts) < len(b_parts):
    size = a.outer_size()
    size = size if util.known_int(size) is None else util.known_int(size)
    above_a = RowPartition.from_uniform_row_length(size, nrows=1, nvals=size)
    above_b = b_parts[-(len(a_parts) + 1)]
    a_layer, b_layer = _first_layer(tf.constant(1, dtype=b_parts[0].dtype), above_b.nrows())
    b_layers.append(b_layer)
    rows, a_layer, b_layer = _next_layer(a_layer, b_layer, above_a, above_b)
    parts.append(rows)
  else:
    a_layer, b_layer = _first_layer(a_parts[0].nrows(), b_parts[0].nrows())
  a_layers.append(a_layer)
  b_layers.append(b_layer)
  for a_part, b_part in zip(a_parts, b_parts[len(b_parts) - len(a_parts):]):
    rows, a_layer, b_layer = _next_layer(a_layer, b_layer, a_part, b_part)
    parts.append(rows)
    a_layers.append(a_layer)
    b_layers.append(b_layer)
  outer = b_parts[:len(b_parts) - len(parts)]
  b_layers = [tf.range(b.slices(i)) for i in range(b.rank - len(b_layers))] + b_layers
  counts = [0 if not s.parts else len(s.parts) + max(0, other.rank - s.rank) for s, other in ((a, b), (b, a))]
  parts = list(outer) + parts
  return Shape(parts, [parts[-1].nvals()]).with_parts(max(counts)), a_layers, b_layers


def _values(x, shape, layers, common):
  """The flat values of x for the common shape, inner dims not broadcast."""
  values = x.flat_values if is_ragged(x) else x
  rank = common.inner_rank
  if rank > shape.rank:
    return tf.reshape(values, shape.inner_of_rank(shape.rank)) if shape.parts else values
  if shape.inner_rank != rank:
    values = tf.reshape(values, shape.inner_of_rank(rank))
  return tf.gather(values, layers[-rank])


def apply(op, x, y):
  """op of x and y, which are not both tensors, broadcast."""
  shape_x, shape_y = Shape.of(x), Shape.of(y)
  if not is_ragged(x):
    shape_x = shape_x.with_dtype(shape_y.dtype)
  elif not is_ragged(y):
    shape_y = shape_y.with_dtype(shape_x.dtype)
  if len(shape_x.parts) == len(shape_y.parts) and all(a is b for a, b in zip(shape_x.parts, shape_y.parts)):
    return RaggedTensor._from_nested_row_partitions(op(x.flat_values, y.flat_values), shape_x.parts, validate=False)
  if shape_x.rank is None or shape_y.rank is None:
    raise ValueError('Unable to broadcast: unknown rank')
  if shape_x.rank == 0 or shape_y.rank == 0:
    big = x if shape_y.rank == 0 else y
    return big.with_flat_values(op(x.flat_values if is_ragged(x) else x, y.flat_values if is_ragged(y) else y))
  if shape_x.rank > shape_y.rank:
    common, y_layers, x_layers = _shapes(shape_y, shape_x)
  else:
    common, x_layers, y_layers = _shapes(shape_x, shape_y)
  values = op(_values(x, shape_x, x_layers, common), _values(y, shape_y, y_layers, common))
  if isinstance(values, bool):
    return values
  last = common.parts[-1]
  if values.shape.rank is None or values.shape[0] is None or last.static_nvals is None:
    nvals = last.nvals()
    check = tf.debugging.assert_equal(nvals, tf.shape(values, out_type=common.dtype)[0],
                                      message='Last row partition does not match flat_values.')
    values = util.with_dependencies([check], values)
  elif values.shape[0] != last.static_nvals:
    raise ValueError('Last row partition does not match flat_values.')
  return RaggedTensor._from_nested_row_partitions(values, common.parts, validate=False)
