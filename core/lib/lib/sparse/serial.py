"""Sparse tensors as strings and back (ops/sparse_ops.py)."""
import tensorflow as tf
from tensorflow_lib.sparse.ops import to_sparse
from tensorflow_lib.sparse.tensor import SparseTensor

raw = tf.raw_ops


def _parts(x):
  x = to_sparse(x)
  return {'sparse_indices': x.indices, 'sparse_values': x.values, 'sparse_shape': x.dense_shape}


#: tf.io.serialize_sparse
def serialize_sparse(sp_input, out_type=tf.string, name=None):
  """Three strings: indices, values, shape."""
  return raw.SerializeSparse(out_type=out_type, name=name, **_parts(sp_input))


#: tf.io.serialize_many_sparse
def serialize_many_sparse(sp_input, out_type=tf.string, name=None):
  """Three strings for each row of the first dimension."""
  return raw.SerializeManySparse(out_type=out_type, name=name, **_parts(sp_input))


#: tf.io.deserialize_many_sparse
def deserialize_many_sparse(serialized_sparse, dtype, rank=None, name=None):
  """One sparse tensor of rows of three strings."""
  indices, values, shape = raw.DeserializeManySparse(serialized_sparse=serialized_sparse, dtype=dtype, name=name)
  indices.set_shape([None, rank])
  shape.set_shape([rank])
  return SparseTensor(indices, values, shape)
