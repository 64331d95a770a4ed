"""tf.SparseTensor: values at indices, zero elsewhere (framework/sparse_tensor.py, ops/sparse_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope

raw = tf.raw_ops


#: tf.SparseTensor tf.sparse.SparseTensor
class SparseTensor:
  """Indices (a row for each value), values, and the shape."""

  _tf_composite_tensor = True
  _tf_sparse = True

  def __init__(self, indices, values, dense_shape):
    with op_scope(None, 'SparseTensor'):
      indices = convert(indices, name='indices', dtype=tf.int64)
      values = convert(values, name='values')
      dense_shape = convert(dense_shape, name='dense_shape', dtype=tf.int64)
      known = constant_value(dense_shape)
    self._indices = indices
    self._values = values
    self._dense_shape = dense_shape
    rows = indices.shape.with_rank(2)
    dims = dense_shape.shape.with_rank(1)
    rows[:1].assert_is_compatible_with(values.shape.with_rank(1)[:1])
    rows[1:].assert_is_compatible_with(dims[:1])
    rank = dims[0] if dims[0] is not None else rows[1]
    if known is not None:
      self._static_shape = tf.TensorShape([int(d) for d in known])
    else:
      self._static_shape = tf.TensorShape(None if rank is None else [None] * rank)

  indices = property(lambda self: self._indices)
  values = property(lambda self: self._values)
  dense_shape = property(lambda self: self._dense_shape)
  dtype = property(lambda self: self._values.dtype)
  shape = property(lambda self: self._static_shape)
  op = property(lambda self: self._values.op)
  graph = property(lambda self: self._indices.graph)

  def get_shape(self):
    return self._static_shape

  def with_values(self, new_values):
    return SparseTensor(self._indices, new_values, self._dense_shape)

  def __str__(self):
    return 'SparseTensor(indices=%s, values=%s, dense_shape=%s)' % (self._indices, self._values, self._dense_shape)

  __repr__ = __str__

  def _flatten_components(self):
    return [self._indices, self._values, self._dense_shape]

  def _with_components(self, components):
    return self._type_spec._from_components(components)

  @property
  def _type_spec(self):
    return SparseTensorSpec(self.shape, self.dtype)


SparseTensor.__module__ = 'tensorflow.python.framework.sparse_tensor'


#: tf.SparseTensorSpec
class SparseTensorSpec(tf.TypeSpec):
  """What a sparse tensor is made of."""

  value_type = property(lambda self: SparseTensor)

  def __init__(self, shape=None, dtype=tf.float32):
    self._shape = tf.TensorShape(shape)
    self._dtype = tf.as_dtype(dtype)

  shape = property(lambda self: self._shape)
  dtype = property(lambda self: self._dtype)
  rank = property(lambda self: self._shape.rank)

  def __repr__(self):
    return 'SparseTensorSpec(%r, %r)' % (self._shape, self._dtype)

  def __eq__(self, other):
    return type(self) is type(other) and self._shape == other._shape and self._dtype == other._dtype

  def __ne__(self, other):
    return not self == other

  def __hash__(self):
    return hash((self._shape, self._dtype))

  def is_subtype_of(self, other):
    return type(self) is type(other) and self._dtype == other._dtype and self._shape.is_subtype_of(other._shape)

  def most_specific_common_supertype(self, others):
    shape = self._shape
    for other in others:
      if type(self) is not type(other) or self._dtype != other._dtype:
        return None
      shape = shape.most_specific_compatible_shape(other._shape)
    return SparseTensorSpec(shape, self._dtype)

  _argument_scopes = property(lambda self: ['SparseTensor'])

  @property
  def _component_specs(self):
    rank = self._shape.rank
    return [tf.TensorSpec([None, rank], tf.int64), tf.TensorSpec([None], self._dtype), tf.TensorSpec([rank], tf.int64)]

  def _from_components(self, components):
    result = SparseTensor(*components)
    result._static_shape = result._static_shape.merge_with(self._shape)
    return result


SparseTensorSpec.__module__ = 'tensorflow.python.framework.sparse_tensor'


#: tf.sparse.from_dense =from_dense
def from_dense(tensor, name=None):
  """What is not zero."""
  with op_scope(name, 'dense_to_sparse'):
    tensor = convert(tensor)
    indices = tf.where(tf.not_equal(tensor, tf.zeros_like(tensor)))
    values = tf.gather_nd(tensor, indices)
    return SparseTensor(indices, values, tf.shape(tensor, out_type=tf.int64))


#: tf.sparse.to_dense =sparse_tensor_to_dense
def to_dense(sp_input, default_value=None, validate_indices=True, name=None):
  """A tensor with the default where there is no value."""
  if not isinstance(sp_input, SparseTensor):
    raise TypeError('Input must be a SparseTensor.')
  if default_value is None:
    default_value = tf.zeros([], dtype=sp_input.dtype)
  return raw.SparseToDense(sp_input.indices, sp_input.dense_shape, sp_input.values, default_value,
                           validate_indices=validate_indices, name=name)
