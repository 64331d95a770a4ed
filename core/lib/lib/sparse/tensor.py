"""tf.SparseTensor: values at indices, zero elsewhere (framework/sparse_tensor.py)."""
import collections

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.shape_values import value_as_shape

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
      static_shape = value_as_shape(dense_shape)
    self._indices = indices
    self._values = values
    self._dense_shape = dense_shape
    self._static_shape = static_shape
    rows = indices.shape.with_rank(2)
    counts = values.shape.with_rank(1)
    dims = dense_shape.shape.with_rank(1)
    rows.dims[0].assert_is_compatible_with(counts.dims[0])
    rows.dims[1].assert_is_compatible_with(dims.dims[0])

  @classmethod
  def from_value(cls, sparse_tensor_value):
    if not isinstance(sparse_tensor_value, (SparseTensor, SparseTensorValue)):
      raise TypeError('Argument sparse_tensor_value=%s is neither a SparseTensor nor SparseTensorValue.' %
                      (sparse_tensor_value,))
    return SparseTensor(sparse_tensor_value.indices, sparse_tensor_value.values, sparse_tensor_value.dense_shape)

  indices = property(lambda self: self._indices)
  values = property(lambda self: self._values)
  dense_shape = property(lambda self: self._dense_shape)
  dtype = property(lambda self: self._values.dtype)
  shape = property(lambda self: self._static_shape)
  op = property(lambda self: self._values.op)
  graph = property(lambda self: self._indices.graph)

  def get_shape(self):
    return self._static_shape

  def set_shape(self, shape):
    self._static_shape = self._static_shape.merge_with(shape)

  def with_values(self, new_values):
    return SparseTensor(self._indices, new_values, self._dense_shape)

  def __str__(self):
    return 'SparseTensor(indices=%s, values=%s, dense_shape=%s)' % (self._indices, self._values, self._dense_shape)

  __repr__ = __str__

  def _flatten_components(self):
    return [self._indices, self._values, self._dense_shape]

  def _with_components(self, components):
    return self._type_spec._from_components(components)

  def _with_values(self, values):
    return self.with_values(values)

  @property
  def _type_spec(self):
    return SparseTensorSpec(self.shape, self.dtype)

  def __mul__(self, other):
    return self._combined(raw.SparseDenseCwiseMul, 'mul', other)

  def __truediv__(self, other):
    with op_scope(None, 'truediv') as name:
      values = self._values
      other = convert(other, hint=values.dtype, name='y')
      if values.dtype != other.dtype:
        raise TypeError('`x` and `y` must have the same dtype, got %r != %r.' % (values.dtype, other.dtype))
      if values.dtype.is_integer:
        dtype = tf.float32 if values.dtype.size < 4 else tf.float64
        values, other = raw.Cast(values, dtype), raw.Cast(other, dtype)
      return SparseTensor(
          self._indices, raw.SparseDenseCwiseDiv(self._indices, values, self._dense_shape, other, name=name),
          self._dense_shape)

  def _combined(self, op, name, other):
    with op_scope(None, name) as name:
      other = convert(other, hint=self._values.dtype, name='y')
      values = op(self._indices, self._values, self._dense_shape, other, name=name)
      return SparseTensor(self._indices, values, self._dense_shape)


SparseTensor.__module__ = 'tensorflow.python.framework.sparse_tensor'

#: tf.compat.v1.SparseTensorValue
SparseTensorValue = collections.namedtuple('SparseTensorValue', ['indices', 'values', 'dense_shape'])
SparseTensorValue.__module__ = 'tensorflow.python.framework.sparse_tensor'


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

  @classmethod
  def from_value(cls, value):
    if isinstance(value, SparseTensorValue):
      value = SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
      raise TypeError('Expected SparseTensor or SparseTensorValue. Received: %s of type %s.' %
                      (value, type(value).__name__))
    return cls(value.shape, value.dtype)

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

  def _batch(self, size):
    return SparseTensorSpec(tf.TensorShape([size]).concatenate(self._shape), self._dtype)

  def _unbatch(self):
    return SparseTensorSpec(self._shape[1:], self._dtype)

  def _from_components(self, components):
    result = SparseTensor(*components)
    result._static_shape = result._static_shape.merge_with(self._shape)
    return result


SparseTensorSpec.__module__ = 'tensorflow.python.framework.sparse_tensor'

from tensorflow_lib.sparse import dispatch  # after the class: it is what the others look for

dispatch.install(SparseTensor)
