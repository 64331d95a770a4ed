"""tf.RaggedTensor: values cut into rows by a RowPartition; values may be ragged themselves
(ops/ragged/ragged_tensor.py). Operators, indexing and printing are in files of their own."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.ragged import util
from tensorflow_lib.ragged.partition import RowPartition

raw = tf.raw_ops


def is_ragged(x):
  return isinstance(x, RaggedTensor)


def to_tensor_or_ragged(x, dtype=None, hint=None, name=None):
  if not is_ragged(x):
    return convert(x, dtype=dtype, hint=hint, name=name)
  if dtype and tf.as_dtype(dtype) != x.dtype:
    raise ValueError('Tensor conversion requested dtype %s for RaggedTensor with dtype %s: %s' %
                     (tf.as_dtype(dtype).name, x.dtype.name, x))
  return x


def match_row_splits_dtypes(*tensors):
  """The dtype that all row splits have, and the tensors."""
  dtypes = set(t.row_splits.dtype for t in tensors if is_ragged(t))
  if len(dtypes) > 1:
    raise ValueError('Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to '
                     'convert them to compatible dtypes.')
  return (dtypes.pop() if dtypes else tf.int64), tensors


def row_count(x, out_type=tf.int32):
  return x.nrows(out_type=out_type) if is_ragged(x) else tf.shape(x, out_type=out_type)[0]


def _values(x):
  return x if is_ragged(x) or isinstance(x, tf.Tensor) else to_tensor_or_ragged(x, name='values')


def _hint(values):
  return values._row_partition.dtype if is_ragged(values) else None


#: tf.RaggedTensor
class RaggedTensor:
  """A tensor with dims whose slices differ in length."""

  _tf_composite_tensor = True

  def __init__(self, values, row_partition, internal=False):
    if not internal:
      raise ValueError('RaggedTensor constructor is private; please use one of the factory methods instead (e.g., '
                       'RaggedTensor.from_row_lengths())')
    if not is_ragged(values) and not isinstance(values, tf.Tensor):
      raise TypeError('type(values) must be one of: Tensor, RaggedTensor, got %s.' % (values,))
    values.shape.with_rank_at_least(1)
    self._values = values
    self._row_partition = row_partition

  @classmethod
  def _from_row_partition(cls, values, partition, validate=True):
    if is_ragged(values):
      if values._row_partition.dtype != partition.dtype:
        raise ValueError('Argument `row_partition` of RaggedTensor with name: partition must have same dtype as Argument '
                         '`values`. (%r vs. %r).' % (partition.dtype, values._row_partition.dtype))
    else:
      values = _values(values)
    if partition._value_rowids is not None:
      values.shape[:1].assert_is_compatible_with(partition.value_rowids().shape)
    if validate:
      text = 'Arguments to _from_row_partition do not form a valid RaggedTensor'
      nvals = row_count(values, partition.dtype)
      checks = [tf.debugging.assert_equal(tf.cast(partition.nvals(), partition.dtype), nvals, message=text)]
      if not is_ragged(values):
        checks.append(tf.debugging.assert_rank_at_least(values, 1))
      partition = partition.with_row_splits(util.with_dependencies(checks, partition.row_splits()))
    return cls(values, partition, internal=True)

  @classmethod
  def from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True):
    with op_scope(name, 'RaggedFromValueRowIds'):
      return cls._from_row_partition(
          values, RowPartition.from_value_rowids(value_rowids, nrows, _flag(validate), _hint(values)), validate)

  @classmethod
  def from_row_splits(cls, values, row_splits, name=None, validate=True):
    with op_scope(name, 'RaggedFromRowSplits'):
      return cls._from_row_partition(
          values, RowPartition.from_row_splits(row_splits, _flag(validate), _hint(values)), validate)

  @classmethod
  def from_row_lengths(cls, values, row_lengths, name=None, validate=True):
    with op_scope(name, 'RaggedFromRowLengths'):
      return cls._from_row_partition(
          values, RowPartition.from_row_lengths(row_lengths, _flag(validate), _hint(values)), validate)

  @classmethod
  def from_row_starts(cls, values, row_starts, name=None, validate=True):
    with op_scope(name, 'RaggedFromRowStarts'):
      values = _values(values)
      return cls._from_row_partition(
          values, RowPartition.from_row_starts(row_starts, row_count(values), _flag(validate), _hint(values)), validate)

  @classmethod
  def from_row_limits(cls, values, row_limits, name=None, validate=True):
    with op_scope(name, 'RaggedFromRowLimits'):
      values = _values(values)
      return cls._from_row_partition(
          values, RowPartition.from_row_limits(row_limits, _flag(validate), _hint(values)), validate)

  @classmethod
  def from_uniform_row_length(cls, values, uniform_row_length, nrows=None, validate=True, name=None):
    with op_scope(name, 'RaggedFromUniformRowLength'):
      values = _values(values)
      hint = _hint(values)
      if not tf.is_tensor(uniform_row_length):
        uniform_row_length = convert(uniform_row_length, hint=hint or tf.int64, name='UniformRowLength')
      known = util.dim(values.shape, 0)
      if known is not None:
        nvals = tf.constant(known, uniform_row_length.dtype)
      else:
        nvals = row_count(values, uniform_row_length.dtype)
      partition = RowPartition.from_uniform_row_length(uniform_row_length, nvals, nrows, _flag(validate), hint)
      return cls._from_row_partition(values, partition, validate)

  @classmethod
  def from_nested_value_rowids(cls, flat_values, nested_value_rowids, nested_nrows=None, name=None, validate=True):
    _is_list(nested_value_rowids, 'nested_value_rowids')
    if nested_nrows is None:
      nested_nrows = [None] * len(nested_value_rowids)
    elif len(nested_nrows) != len(nested_value_rowids):
      raise ValueError('Argument `nested_nrows` must have the same length as argument `nested_value_rowids`. '
                       'len(nested_nrows) = %d vs. len(nested_values_rowids) = %d.' %
                       (len(nested_nrows), len(nested_value_rowids)))
    with op_scope(name, 'RaggedFromNestedValueRowIds'):
      for rowids, nrows in reversed(list(zip(nested_value_rowids, nested_nrows))):
        flat_values = cls.from_value_rowids(flat_values, rowids, nrows, validate=validate)
      return flat_values

  @classmethod
  def from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True):
    _is_list(nested_row_splits, 'nested_row_splits')
    with op_scope(name, 'RaggedFromNestedRowSplits'):
      for splits in reversed(nested_row_splits):
        flat_values = cls.from_row_splits(flat_values, splits, validate=validate)
      return flat_values

  @classmethod
  def from_nested_row_lengths(cls, flat_values, nested_row_lengths, name=None, validate=True):
    _is_list(nested_row_lengths, 'nested_row_lengths')
    with op_scope(name, 'RaggedFromNestedRowlengths'):
      for lengths in reversed(nested_row_lengths):
        flat_values = cls.from_row_lengths(flat_values, lengths, validate=validate)
      return flat_values

  @classmethod
  def _from_nested_row_partitions(cls, flat_values, partitions, validate=True):
    with op_scope(None, 'RaggedFromNestedRowPartitions'):
      for partition in reversed(partitions):
        flat_values = cls._from_row_partition(flat_values, partition, validate)
      return flat_values

  @classmethod
  def from_tensor(cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=tf.int64):
    from tensorflow_lib.ragged.conversion import from_tensor
    return from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype)

  def to_tensor(self, default_value=None, name=None, shape=None):
    from tensorflow_lib.ragged.conversion import to_tensor
    return to_tensor(self, default_value, name, shape)

  @classmethod
  def from_sparse(cls, st_input, name=None, row_splits_dtype=tf.int64):
    from tensorflow_lib.ragged.conversion import from_sparse
    return from_sparse(st_input, name, row_splits_dtype)

  def to_sparse(self, name=None):
    from tensorflow_lib.ragged.conversion import to_sparse
    return to_sparse(self, name)

  values = property(lambda self: self._values)
  dtype = property(lambda self: self._values.dtype)
  row_splits = property(lambda self: self._row_partition.row_splits())
  uniform_row_length = property(lambda self: self._row_partition.uniform_row_length())
  ragged_rank = property(lambda self: self._values.ragged_rank + 1 if is_ragged(self._values) else 1)
  _levels = property(lambda self: [self] + (self._values._levels if is_ragged(self._values) else []))
  _nested_row_partitions = property(lambda self: tuple(x._row_partition for x in self._levels))
  flat_values = property(lambda self: self._levels[-1]._values)
  nested_row_splits = property(lambda self: tuple(x.row_splits for x in self._levels))

  @property
  def shape(self):
    partition = self._row_partition
    return tf.TensorShape([partition.static_nrows, partition.static_uniform_row_length]).concatenate(
        self._values.shape[1:])

  def get_shape(self):
    return self.shape

  def value_rowids(self, name=None):
    with op_scope(name, 'RaggedValueRowIds'):
      return self._row_partition.value_rowids()

  def nested_value_rowids(self, name=None):
    with op_scope(name, 'RaggedNestedValueRowIds'):
      return tuple(x.value_rowids() for x in self._levels)

  def nrows(self, out_type=None, name=None):
    with op_scope(name, 'RaggedNRows'):
      count = self._row_partition.nrows()
      return count if out_type is None else tf.cast(count, out_type)

  def row_starts(self, name=None):
    with op_scope(name, 'RaggedRowStarts'):
      return self._row_partition.row_starts()

  def row_limits(self, name=None):
    with op_scope(name, 'RaggedRowLimits'):
      return self._row_partition.row_limits()

  def row_lengths(self, axis=1, name=None):
    if axis == 0:
      return self._row_partition.nrows()
    if axis == 1:
      return self._row_partition.row_lengths()
    with op_scope(name, 'RaggedRowLengths'):
      axis = util.positive_axis(axis, self.shape.rank, ndims_name='rank(self)')
      if axis == 0:
        return self.nrows()
      if axis == 1:
        return self.row_splits[1:] - self.row_splits[:-1]
      if is_ragged(self.values):
        return self.with_values(self.values.row_lengths(axis - 1))
      shape = tf.shape(self.values, out_type=self._row_partition.dtype)
      return self.with_values(tf.ones(shape[:axis - 1], self._row_partition.dtype) * shape[axis - 1])

  def nested_row_lengths(self, name=None):
    with op_scope(name, 'RaggedNestedRowLengths'):
      return tuple(x.row_lengths() for x in self._levels)

  def bounding_shape(self, axis=None, name=None, out_type=None):
    """The shape of the smallest tensor that holds all of it."""
    own = self._row_partition.dtype
    out_type = own if out_type is None else tf.as_dtype(out_type)
    with op_scope(name, 'RaggedBoundingBox'):
      splits = self.nested_row_splits
      if isinstance(axis, int) and axis == 0:
        return tf.shape(splits[0], out_type=out_type)[0] - 1
      if isinstance(axis, int) and axis == 1:
        longest = tf.maximum(tf.reduce_max(self.row_lengths()), 0)
        return longest if out_type == own else tf.cast(longest, out_type)
      splits_shape = tf.shape(self.row_splits, out_type=out_type)
      flat_shape = tf.shape(self.flat_values, out_type=out_type)
      dims = [splits_shape[0] - 1] + [tf.maximum(tf.reduce_max(s[1:] - s[:-1]), 0) for s in splits]
      inner = flat_shape[1:]
      if out_type != own:
        dims = [tf.cast(d, out_type) for d in dims]
      box = tf.concat([tf.stack(dims), inner], axis=0)
      return box if axis is None else tf.gather(box, axis)

  def with_values(self, new_values):
    new_values = _values(new_values)
    new_values.shape.with_rank_at_least(1)
    self.values.shape[:1].assert_is_compatible_with(new_values.shape[:1])
    if is_ragged(new_values) and self._row_partition.dtype != new_values.row_splits.dtype:
      raise ValueError('self and new_values have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to '
                       'convert them to compatible dtypes.')
    return RaggedTensor(new_values, self._row_partition, internal=True)

  def with_flat_values(self, new_values):
    if is_ragged(self._values):
      return self.with_values(self._values.with_flat_values(new_values))
    return self.with_values(new_values)

  def with_row_splits_dtype(self, dtype):
    dtype = tf.as_dtype(dtype)
    if dtype not in util.INTS:
      raise ValueError('Argument `row_splits` dtype must be int32 or int64. Received %r.' % dtype)
    if self._row_partition.dtype == dtype:
      return self
    values = self._values.with_row_splits_dtype(dtype) if is_ragged(self._values) else self._values
    return RaggedTensor(values, self._row_partition.with_dtype(dtype), internal=True)

  def merge_dims(self, outer_axis, inner_axis):
    from tensorflow_lib.ragged.conversion import merge_dims
    outer = util.positive_axis(outer_axis, self.shape.rank, 'outer_axis', 'rank(self)')
    inner = util.positive_axis(inner_axis, self.shape.rank, 'inner_axis', 'rank(self)')
    if outer > inner:
      raise ValueError('Expected outer_axis (%d) to be less than or equal to inner_axis (%d).' % (outer, inner))
    return merge_dims(self, outer, inner)

  def _set_shape(self, shape):
    """What is known of the shape: uniform dims get their row lengths."""
    shape = tf.TensorShape(shape)
    if shape.rank is None:
      return
    dims = shape.as_list()
    if dims[0] is not None:
      self._row_partition._row_splits.set_shape([dims[0] + 1])
    dtype = self._row_partition.dtype
    for i, partition in enumerate(self._nested_row_partitions):
      size = dims[i + 1]
      if size is None:
        continue
      old = partition.static_uniform_row_length
      if old is not None:
        if size != old:
          raise ValueError('Inconsistent size for axis %d: %s vs. %s.' % (i + 1, old, size))
        continue
      partition._uniform_row_length = convert(size, dtype=dtype)
      if partition._nrows is None:
        partition._nrows = tf.size(partition._row_splits, out_type=dtype) - 1
    self.flat_values.set_shape([None] + dims[self.ragged_rank + 1:])

  def _is_eager(self):
    return all(not hasattr(x, 'graph') for x in self._flatten_components())

  def numpy(self):
    if not self._is_eager():
      raise ValueError('RaggedTensor.numpy() is only supported in eager mode.')
    import numpy as np
    rows = self.to_list()
    values = self.values.numpy()
    if not rows:
      return np.zeros((0, 0) + tuple(values.shape[1:]), dtype=values.dtype)
    if any(len(row) != len(rows[0]) for row in rows):
      raise NotImplementedError('RaggedTensor.numpy() of rows that differ in length: arrays of Python objects')
    return np.array(rows, dtype=values.dtype)

  def to_list(self):
    if not self._is_eager():
      raise ValueError('to_list can only be used in eager mode.')
    splits = self.row_splits.numpy().tolist()
    values = self.values.to_list() if is_ragged(self.values) else self.values.numpy().tolist()
    return [values[a:b] for a, b in zip(splits, splits[1:])]

  def __repr__(self):
    if not self._is_eager():
      return 'tf.RaggedTensor(values=%s, row_splits=%s)' % (self.values, self.row_splits)
    from tensorflow_lib.ragged.text import text_of
    return '<tf.RaggedTensor %s>' % text_of(self)

  def _loop_length(self):
    """How often a staged loop over the rows goes round."""
    return self.nrows() if self.shape[0] is None else self.shape[0]

  def __bool__(self):
    raise TypeError('RaggedTensor may not be used as a boolean.')

  def __hash__(self):
    raise TypeError('RaggedTensor is unhashable.')

  def __getitem__(self, key):
    from tensorflow_lib.ragged.getitem import getitem
    return getitem(self, key)

  def _gradient_part(self):
    """What gradients are taken of, and the way from a gradient back to a value like this one."""
    return self.flat_values, self.with_flat_values

  def _flatten_components(self):
    return [self.flat_values] + list(self.nested_row_splits)

  def _with_components(self, components):
    return self._type_spec._from_components(components)

  @property
  def _type_spec(self):
    return RaggedTensorSpec(self.shape, self.dtype, self.ragged_rank, self._row_partition.dtype)


RaggedTensor.__module__ = 'tensorflow.python.ops.ragged.ragged_tensor'


def _flag(validate):
  if not isinstance(validate, bool):
    raise TypeError('Argument `validate` must have type bool. Received %s.' % (validate,))
  return validate


def _is_list(x, name):
  if isinstance(x, tf.Tensor):
    raise TypeError('Argument `%s` must be a list of Tensors. Received %s.' % (name, x))


def _operator(name, reflected=False):
  """The method for an operator: `tf.name`, found when it is first called."""

  def method(self, other):
    return getattr(tf.math, name)(other, self) if reflected else getattr(tf.math, name)(self, other)

  return method


for _method, _name in (('add', 'add'), ('sub', 'subtract'), ('mul', 'multiply'), ('truediv', 'truediv'), ('pow', 'pow'),
                       ('floordiv', 'floordiv'), ('mod', 'floormod'), ('and', 'logical_and'), ('or', 'logical_or'),
                       ('xor', 'logical_xor')):
  setattr(RaggedTensor, '__%s__' % _method, _operator(_name))
  setattr(RaggedTensor, '__r%s__' % _method, _operator(_name, True))
for _method, _name in (('lt', 'less'), ('le', 'less_equal'), ('gt', 'greater'), ('ge', 'greater_equal')):
  setattr(RaggedTensor, '__%s__' % _method, _operator(_name))


def _equals(name, otherwise):

  def method(self, other):
    if other is None:
      return otherwise
    try:
      return getattr(tf.math, name)(self, other)
    except (tf.errors.InvalidArgumentError, ValueError):
      return otherwise  # they do not broadcast

  return method


RaggedTensor.__eq__ = _equals('equal', False)
RaggedTensor.__ne__ = _equals('not_equal', True)
RaggedTensor.__neg__ = lambda self: tf.math.negative(self)
RaggedTensor.__invert__ = lambda self: tf.math.logical_not(self)
RaggedTensor.__abs__ = lambda self: tf.math.abs(self)


#: tf.RaggedTensorSpec
class RaggedTensorSpec(tf.TypeSpec):
  """What a ragged tensor is made of."""

  def __init__(self, shape=None, dtype=tf.float32, ragged_rank=None, row_splits_dtype=tf.int64, flat_values_spec=None):
    self._shape = tf.TensorShape(shape)
    self._row_splits_dtype = tf.as_dtype(row_splits_dtype)
    if flat_values_spec is not None:
      if dtype is None:
        dtype = flat_values_spec.dtype
      elif tf.as_dtype(dtype) != flat_values_spec.dtype:
        raise ValueError('dtype must be the same as flat_values_spec.dtype')
    elif dtype is None:
      raise ValueError('At least one of dtype or flat_values_spec must be provided')
    self._dtype = tf.as_dtype(dtype)
    self._flat_values_spec = flat_values_spec
    rank = self._shape.ndims
    if ragged_rank is None:
      if rank is None:
        raise ValueError('Must specify ragged_rank or a shape with a known rank.')
      ragged_rank = rank - 1
    if not isinstance(ragged_rank, int):
      raise TypeError('Argument `ragged_rank` must be an int. Received %s.' % (ragged_rank,))
    if rank is not None and ragged_rank >= rank:
      raise ValueError('Argument `ragged_rank` (%d) must be less than rank (%d).' % (ragged_rank, rank))
    self._ragged_rank = ragged_rank

  dtype = property(lambda self: self._dtype)
  shape = property(lambda self: self._shape)
  ragged_rank = property(lambda self: self._ragged_rank)
  row_splits_dtype = property(lambda self: self._row_splits_dtype)
  flat_values_spec = property(lambda self: self._flat_values_spec)
  value_type = property(lambda self: RaggedTensor if self._ragged_rank > 0 else tf.Tensor)

  def is_compatible_with(self, spec_or_value):
    # Without ragged dimensions the values themselves will do.
    if self._ragged_rank == 0 and self._flat_values_spec is None and isinstance(spec_or_value, (tf.Tensor, tf.TensorSpec)):
      return tf.TensorSpec(self._shape, self._dtype).is_compatible_with(spec_or_value)
    return super().is_compatible_with(spec_or_value)

  @classmethod
  def from_value(cls, value):
    return value._type_spec if is_ragged(value) else cls(value.shape, value.dtype, 0)

  def _key(self):
    key = (self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype)
    return key if self._flat_values_spec is None else key + (self._flat_values_spec,)

  def __repr__(self):
    return 'RaggedTensorSpec(%s)' % ', '.join(repr(part) for part in self._key())

  def __eq__(self, other):
    return type(self) is type(other) and self._key() == other._key()

  def __ne__(self, other):
    return not self == other

  def __hash__(self):
    return hash(self._key())

  def is_subtype_of(self, other):
    return type(self) is type(other) and self._key()[1:] == other._key()[1:] and self._shape.is_subtype_of(other._shape)

  def most_specific_common_supertype(self, others):
    shape = self._shape
    for other in others:
      if type(self) is not type(other) or self._key()[1:] != other._key()[1:]:
        return None
      shape = shape.most_specific_compatible_shape(other._shape)
    return RaggedTensorSpec(shape, self._dtype, self._ragged_rank, self._row_splits_dtype, self._flat_values_spec)

  _argument_scopes = property(lambda self: ['RowPartitionFromRowSplits'] * self._ragged_rank)

  def _unbatch(self):
    if self._ragged_rank < 0:
      raise ValueError('Unbatching a tensor is only supported for rank >= 1')
    return RaggedTensorSpec(self._shape[1:], self._dtype, self._ragged_rank - 1, self._row_splits_dtype)

  def _batch(self, size):
    return RaggedTensorSpec(tf.TensorShape([size]).concatenate(self._shape), self._dtype, self._ragged_rank + 1,
                            self._row_splits_dtype)

  @property
  def _component_specs(self):
    if self._ragged_rank <= 0:
      return [self._flat_values_spec or tf.TensorSpec(self._shape, self._dtype)]
    flat = self._flat_values_spec
    if flat is None:
      flat = tf.TensorSpec(tf.TensorShape([None]).concatenate(self._shape[self._ragged_rank + 1:]), self._dtype)
    rows = util.dim(self._shape, 0)
    outer = tf.TensorSpec([None if rows is None else rows + 1], self._row_splits_dtype)
    inner = tf.TensorSpec([None], self._row_splits_dtype)
    return [flat, outer] + [inner] * (self._ragged_rank - 1)

  def _to_components(self, value):
    return value._flatten_components() if is_ragged(value) else [value]

  def _from_components(self, components):
    result = components[0]
    for splits in reversed(components[1:]):
      result = RaggedTensor(result, RowPartition.from_row_splits(splits, validate=False), internal=True)
    if self._shape.ndims is not None:
      (result._set_shape if is_ragged(result) else result.set_shape)(self._shape)
    return result


RaggedTensorSpec.__module__ = 'tensorflow.python.ops.ragged.ragged_tensor'

from tensorflow_lib.ragged import dispatch  # ops of tf take ragged tensors from here on
dispatch.install()
