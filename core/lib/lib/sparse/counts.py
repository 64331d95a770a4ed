"""How often values of sparse tensors occur (ops/sparse_ops.py: bincount)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


def _check(weights, axis, binary_output):
  if weights is not None and binary_output:
    raise ValueError('Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.')
  if axis is None:
    axis = 0
  if axis not in [0, -1]:
    raise ValueError('Unsupported value for argument axis=%s. Only 0 and -1 are currently supported.' % (axis,))
  return axis


def _sparse_weights(values, weights, dtype=None):
  if weights is None:
    return tf.constant([], dtype=dtype or values.values.dtype)
  if not isinstance(weights, tf.SparseTensor):
    raise ValueError('Argument `weights` must be a SparseTensor if `values` is a SparseTensor. Received '
                     f'weights={weights} of type: {type(weights).__name__}')
  checks = []
  if weights.dense_shape is not values.dense_shape:
    checks.append(tf.debugging.assert_equal(weights.dense_shape, values.dense_shape,
                                            message="'weights' and 'values' must have the same dense shape."))
  if weights.indices is not values.indices:
    checks.append(tf.debugging.assert_equal(weights.indices, values.indices,
                                            message="'weights' and 'values' must have the same indices."))
  if not checks:
    return weights.values
  with tf.control_dependencies(checks):
    return tf.identity(weights.values)


def _dense_weights(values, weights, dtype=None):
  if weights is None:
    return tf.constant([], dtype=dtype or values.dtype)
  if not isinstance(weights, tf.Tensor):
    raise ValueError('Argument `weights` must be a tf.Tensor if `values` is a tf.Tensor. Received '
                     f'weights={weights} of type: {type(weights).__name__}')
  return weights


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=tf.int32, name=None, axis=None,
             binary_output=False):
  """tf.math.bincount of a sparse tensor."""
  with op_scope(name, 'bincount'):
    axis = _check(weights, axis, binary_output)
    if not arr.dtype.is_integer:
      arr = tf.cast(arr, tf.int32)
    nonempty = tf.size(arr) > 0
    most = tf.maximum(tf.reduce_max(arr.values), -1)
    size = tf.cast(nonempty, arr.dtype) * (most + 1)
    if minlength is not None:
      size = raw.Maximum(convert(minlength, dtype=arr.dtype, name='minlength'), size)
    if maxlength is not None:
      size = raw.Minimum(convert(maxlength, dtype=arr.dtype, name='maxlength'), size)
    if axis == 0:
      if weights is not None:
        weights = _sparse_weights(arr, weights, dtype)
      arr = arr.values
    if isinstance(arr, tf.SparseTensor):
      return raw.SparseBincount(indices=arr.indices, values=arr.values, dense_shape=arr.dense_shape, size=size,
                                weights=_sparse_weights(arr, weights, dtype), binary_output=binary_output)
    return raw.DenseBincount(input=arr, size=size, weights=_dense_weights(arr, weights, dtype),
                             binary_output=binary_output)


#: tf.sparse.bincount
def sparse_bincount(values, weights=None, axis=0, minlength=None, maxlength=None, binary_output=False, name=None):
  """How often each value occurs, as a sparse tensor; with `axis=-1` row by row."""
  with op_scope(name, 'count'):
    if not isinstance(values, tf.SparseTensor):
      values = convert(values, name='values')
    if weights is not None and not isinstance(weights, tf.SparseTensor):
      weights = convert(weights, name='weights')
    axis = _check(weights, axis, binary_output)
    lengths = {'minlength': -1 if minlength is None else minlength, 'maxlength': -1 if maxlength is None else maxlength,
               'binary_output': binary_output}
    if axis == 0:
      if isinstance(values, tf.SparseTensor):
        if weights is not None:
          weights = _sparse_weights(values, weights)
        values = values.values
      else:
        if weights is not None:
          weights = tf.reshape(weights, [-1])
        values = tf.reshape(values, [-1])
    if isinstance(values, tf.SparseTensor):
      weights = _sparse_weights(values, weights)
      parts = raw.SparseCountSparseOutput(values.indices, values.values, values.dense_shape, weights, **lengths)
    else:
      parts = raw.DenseCountSparseOutput(values, weights=_dense_weights(values, weights), **lengths)
    return tf.SparseTensor(*parts)
