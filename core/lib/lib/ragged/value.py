"""What a RaggedTensor is as arrays (ops/ragged/ragged_tensor_value.py)."""
import numpy as np
import tensorflow as tf


#: tf.compat.v1.ragged.RaggedTensorValue
class RaggedTensorValue:
  """Values, an array or one of these, and where their rows begin and end."""
  __module__ = 'tensorflow.python.ops.ragged.ragged_tensor_value'

  def __init__(self, values, row_splits):
    if not (isinstance(row_splits, (np.ndarray, np.generic)) and row_splits.dtype in (np.int64, np.int32)
            and row_splits.ndim == 1):
      raise TypeError('row_splits must be a 1D int32 or int64 numpy array')
    if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
      raise TypeError('values must be a numpy array or a RaggedTensorValue')
    if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
      raise ValueError('row_splits and values.row_splits must have the same dtype')
    self._values = values
    self._row_splits = row_splits

  values = property(lambda self: self._values)
  row_splits = property(lambda self: self._row_splits)
  dtype = property(lambda self: self._values.dtype)

  def _nested(self):
    return isinstance(self._values, RaggedTensorValue)

  @property
  def flat_values(self):
    return self._values.flat_values if self._nested() else self._values

  @property
  def nested_row_splits(self):
    return (self._row_splits,) + (self._values.nested_row_splits if self._nested() else ())

  @property
  def ragged_rank(self):
    return self._values.ragged_rank + 1 if self._nested() else 1

  @property
  def shape(self):
    return (self._row_splits.shape[0] - 1,) + (None,) + tuple(self._values.shape[1:])

  def __str__(self):
    return '<tf.RaggedTensorValue %s>' % self.to_list()

  def __repr__(self):
    return 'tf.RaggedTensorValue(values=%r, row_splits=%r)' % (self._values, self._row_splits)

  def to_list(self):
    values = self._values.to_list() if self._nested() else self._values.tolist()
    return [values[start:end] for start, end in zip(self._row_splits[:-1], self._row_splits[1:])]
