"""tf.make_tensor_proto and tf.make_ndarray (framework/tensor_util.py)."""
import numpy
import tensorflow as tf


class TensorProto:
  """What tf.make_tensor_proto gives: a dtype, a shape and the elements."""

  def __init__(self, array, dtype):
    self._array = array
    self.dtype = dtype.as_datatype_enum
    self.tensor_shape = tf.TensorShape(array.shape)

  def __eq__(self, other):
    return (isinstance(other, TensorProto) and self.dtype == other.dtype and
            self.tensor_shape.as_list() == other.tensor_shape.as_list() and
            self._array.tolist() == other._array.tolist())

  __hash__ = None


#: tf.make_tensor_proto =make_tensor_proto
def make_tensor_proto(values, dtype=None, shape=None, verify_shape=False):
  if isinstance(values, TensorProto):
    return values
  with tf.init_scope():
    tensor = tf.constant(values, dtype=dtype)
    if shape is not None:
      if verify_shape and tensor.shape.as_list() != list(shape):
        raise TypeError('Expected Tensor\'s shape: %s, but got %s.' % (tuple(shape), tuple(tensor.shape)))
      tensor = tf.constant(values, dtype=dtype, shape=shape)
  return TensorProto(numpy.array(tensor.numpy()), tensor.dtype)


#: tf.make_ndarray =MakeNdarray
def make_ndarray(tensor):
  return tensor._array.copy()
