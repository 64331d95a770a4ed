"""tf.sparse: arithmetic on sparse tensors (ops/sparse_ops.py)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.sparse.ops import to_sparse
from tensorflow_lib.sparse.tensor import SparseTensor, SparseTensorValue

raw = tf.raw_ops


def _axes(x, axis):
  if axis is not None:
    return axis
  if x.shape.rank:
    return tf.constant(list(range(x.shape.rank)), tf.int32)
  return tf.range(0, tf.rank(x))


def _reduce(op, sp_input, axis, keepdims, output_is_sparse, name):
  keepdims = False if keepdims is None else keepdims
  parts = getattr(raw, op + 'Sparse' if output_is_sparse else op)(
      sp_input.indices, sp_input.values, sp_input.dense_shape, _axes(sp_input, axis), keepdims, name=name)
  return SparseTensor(*parts) if output_is_sparse else parts


#: tf.sparse.reduce_max =sparse_reduce_max_v2
def reduce_max(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
  """The largest values over axes; only values that are there count."""
  return _reduce('SparseReduceMax', sp_input, axis, keepdims, output_is_sparse, name)


#: tf.sparse.reduce_sum =sparse_reduce_sum_v2
def reduce_sum(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
  return _reduce('SparseReduceSum', sp_input, axis, keepdims, output_is_sparse, name)


#: tf.sparse.sparse_dense_matmul =sparse_tensor_dense_matmul
def sparse_dense_matmul(sp_a, b, adjoint_a=False, adjoint_b=False, name=None):
  """The product of a sparse and a dense matrix, in this or in the other order."""
  if isinstance(b, (SparseTensor, SparseTensorValue)):
    if adjoint_a != adjoint_b:
      return tf.transpose(sparse_dense_matmul(b, sp_a, adjoint_a, adjoint_b))
    return tf.transpose(sparse_dense_matmul(b, sp_a, adjoint_a=not adjoint_a, adjoint_b=not adjoint_b))
  sp_a = to_sparse(sp_a)
  with op_scope(name, 'SparseTensorDenseMatMul') as name:
    b = convert(b, name='b')
    return raw.SparseTensorDenseMatMul(a_indices=sp_a.indices, a_values=sp_a.values, a_shape=sp_a.dense_shape, b=b,
                                       adjoint_a=adjoint_a, adjoint_b=adjoint_b)


#: tf.sparse.softmax =sparse_softmax
def softmax(sp_input, name=None):
  with op_scope(name, 'SparseSoftmax') as name:
    values = raw.SparseSoftmax(sp_input.indices, sp_input.values, sp_input.dense_shape)
    return SparseTensor(sp_input.indices, values, sp_input.dense_shape)


def _extreme(op, a, b, name):
  with op_scope(name, op) as name:
    parts = getattr(raw, op)(a.indices, a.values, a.dense_shape, b.indices, b.values, b.dense_shape, name=name)
  return SparseTensor(*parts, a.dense_shape)


#: tf.sparse.maximum =sparse_maximum
def maximum(sp_a, sp_b, name=None):
  return _extreme('SparseSparseMaximum', sp_a, sp_b, name)


#: tf.sparse.minimum =sparse_minimum
def minimum(sp_a, sp_b, name=None):
  return _extreme('SparseSparseMinimum', sp_a, sp_b, name)


def _cross_inputs(inputs, refusal):
  """Indices, values and shapes of the sparse ones, and the dense ones; is all of it text?"""
  if not isinstance(inputs, (tuple, list)):
    raise TypeError('Inputs must be a list')
  if not all(isinstance(x, (SparseTensor, tf.Tensor)) for x in inputs):
    raise TypeError(refusal)
  sparse = [x for x in inputs if isinstance(x, SparseTensor)]
  values, dense, text = [x.values for x in sparse], [x for x in inputs if not isinstance(x, SparseTensor)], True
  for tensors in (values, dense):
    for i, x in enumerate(tensors):
      if x.dtype != tf.string:
        tensors[i] = tf.cast(x, tf.int64)
        text = False
  return [x.indices for x in sparse], values, [x.dense_shape for x in sparse], dense, text


#: tf.sparse.cross =sparse_cross
def cross(inputs, name=None, separator=None):
  """All combinations of a row's values."""
  separator = convert('_X_' if separator is None else separator, tf.string)
  indices, values, shapes, dense, _ = _cross_inputs(inputs, 'All inputs must be Tensor or SparseTensor.')
  return SparseTensor(*raw.SparseCrossV2(indices=indices, values=values, shapes=shapes, dense_inputs=dense,
                                         sep=separator, N=len(values), sparse_types=[v.dtype for v in values], name=name))


#: tf.sparse.cross_hashed =sparse_cross_hashed
def cross_hashed(inputs, num_buckets=0, hash_key=None, name=None):
  """All combinations of a row's values, as numbers of buckets."""
  indices, values, shapes, dense, text = _cross_inputs(inputs, 'All inputs must be SparseTensors')
  return SparseTensor(*raw.SparseCross(
      indices=indices, values=values, shapes=shapes, dense_inputs=dense, hashed_output=True, num_buckets=num_buckets,
      hash_key=hash_key or 956888297470, N=len(values), sparse_types=[v.dtype for v in values], out_type=tf.int64,
      internal_type=tf.string if text else tf.int64, name=name))


#: tf.sparse.sampled_addmm =sampled_addmm
def sampled_addmm(indices, values, dense_shape, mat1, mat2, beta=1.0, alpha=1.0, output_type=tf.float32):
  """alpha * (mat1 @ mat2) + beta * values, only at the indices."""
  indices = convert(indices)
  values = convert(values, dtype=output_type)
  dense_shape = convert(dense_shape, dtype=tf.int32)
  mat1 = convert(mat1, dtype=output_type)
  mat2 = convert(mat2, dtype=output_type)
  mat1_shape = constant_value(tf.shape(mat1))
  mat2_shape = constant_value(tf.shape(mat2))
  output_shape = tf.stack([mat1_shape[-2], mat2_shape[-1]])
  condition = tf.reduce_all(tf.equal(dense_shape, output_shape))
  refusal = ValueError(f'Dense shape: {dense_shape} does not match output shape: {output_shape}')
  if tf.executing_eagerly():
    if not condition:
      raise refusal
  else:
    known, wanted = constant_value(dense_shape), constant_value(output_shape)
    if known is not None and wanted is not None and not numpy.all(numpy.equal(known, wanted)):
      raise refusal
    raw.Assert(condition=condition,
               data=['Dense shape: ', dense_shape, ' does not match output shape: ', output_shape], name='Assert')
  batches, places = indices[..., :-2], indices[..., :-1]
  columns = tf.concat([batches, indices[..., -1:]], axis=-1)
  batch_dims = constant_value(tf.rank(mat1)) - 2
  rows = tf.gather_nd(mat1, places, batch_dims=batch_dims)
  cols = tf.gather_nd(tf.linalg.matrix_transpose(mat2), columns, batch_dims=batch_dims)
  dot = tf.reduce_sum(rows * cols, axis=-1)
  return indices, dot * alpha + values * beta, dense_shape
