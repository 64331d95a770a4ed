"""How often values of ragged tensors occur (ops/ragged/ragged_bincount_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope

raw = tf.raw_ops


def _weights(values, weights):
  """The weights of the values, or none."""
  if weights is None:
    return tf.constant([], dtype=values.values.dtype)
  if not isinstance(weights, tf.RaggedTensor):
    raise ValueError('`weights` must be a RaggedTensor if `values` is a RaggedTensor. Received argument '
                     f'weights={weights} of type: {type(weights).__name__}.')
  if weights.row_splits is values.row_splits:
    return weights.values
  check = tf.debugging.assert_equal(weights.row_splits, values.row_splits,
                                    message="'weights' and 'values' must have the same row splits.")
  with tf.control_dependencies([check]):
    return tf.identity(weights.values)


def sparse_bincount(values, weights=None, axis=0, minlength=None, maxlength=None, binary_output=False, name=None):
  """tf.sparse.bincount of a ragged tensor."""
  with op_scope(name, 'count'):
    if weights is not None and binary_output:
      raise ValueError('Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.')
    axis = 0 if axis is None else axis
    if axis not in (0, -1):
      raise ValueError('Unsupported value for argument axis=%s. Only 0 and -1 are currently supported.' % (axis,))
    options = {'minlength': -1 if minlength is None else minlength, 'maxlength': -1 if maxlength is None else maxlength,
               'binary_output': binary_output}
    if axis == 0:
      weights = tf.constant([], dtype=values.dtype) if weights is None else _weights(values, weights)
      parts = raw.DenseCountSparseOutput(values.values, weights=weights, **options)
    else:
      parts = raw.RaggedCountSparseOutput(values.row_splits, values.values, _weights(values, weights), **options)
    return tf.SparseTensor(*parts)
