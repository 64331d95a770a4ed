"""tf.experimental.numpy: NumPy's names of dtypes and numbers, and which dtype values have together
(ops/numpy_ops/np_dtypes.py, np_utils.py)."""
import numbers

import numpy as np
import tensorflow as tf

#: tf.experimental.numpy.bool_
bool_ = np.bool_
#: tf.experimental.numpy.complex128 tf.experimental.numpy.complex_
complex128 = np.complex128
#: tf.experimental.numpy.complex64
complex64 = np.complex64
#: tf.experimental.numpy.float16
float16 = np.float16
#: tf.experimental.numpy.float32
float32 = np.float32
#: tf.experimental.numpy.float64 tf.experimental.numpy.float_
float64 = np.float64
#: tf.experimental.numpy.inexact
inexact = np.inexact
#: tf.experimental.numpy.int_
int_ = np.int_
#: tf.experimental.numpy.int16
int16 = np.int16
#: tf.experimental.numpy.int32
int32 = np.int32
#: tf.experimental.numpy.int64
int64 = np.int64
#: tf.experimental.numpy.int8
int8 = np.int8
#: tf.experimental.numpy.object_
object_ = np.object_
#: tf.experimental.numpy.string_
string_ = np.bytes_
#: tf.experimental.numpy.uint16
uint16 = np.uint16
#: tf.experimental.numpy.uint32
uint32 = np.uint32
#: tf.experimental.numpy.uint64
uint64 = np.uint64
#: tf.experimental.numpy.uint8
uint8 = np.uint8
#: tf.experimental.numpy.unicode_
unicode_ = np.str_
#: tf.experimental.numpy.iinfo
iinfo = np.iinfo
#: tf.experimental.numpy.issubdtype
issubdtype = np.issubdtype
#: tf.experimental.numpy.ndarray
ndarray = tf.Tensor
#: tf.experimental.numpy.newaxis
newaxis = np.newaxis
#: tf.experimental.numpy.pi
pi = np.pi
#: tf.experimental.numpy.e
e = np.e
#: tf.experimental.numpy.inf
inf = np.inf

_prefer_float32 = False  # what experimental_enable_numpy_behavior was told last


def set_prefer_float32(prefer):
  global _prefer_float32
  _prefer_float32 = prefer


def default_float_type():
  return float32 if _prefer_float32 else float64


#: tf.experimental.numpy.finfo =finfo
def finfo(dtype):
  return np.finfo(numpy_type(dtype))


def numpy_type(dtype):
  return dtype.as_numpy_dtype if isinstance(dtype, tf.DType) else np.dtype(dtype)


def _typed(x):
  """What NumPy is asked about: numbers and arrays as they are, of all else the dtype."""
  if isinstance(x, numbers.Real):
    return x
  if isinstance(x, tf.IndexedSlices) or tf.is_tensor(x):
    return numpy_type(x.dtype)
  if isinstance(x, tf.DType):
    return x.as_numpy_dtype
  if isinstance(x, (list, tuple)):
    raise ValueError('Cannot find dtype for type inference from argument `x` of a sequence type %s. For sequences, please '
                     'call this function on each element individually.' % type(x))
  return x


def numpy_result_type(*values):
  """NumPy's answer as a tf.DType; Python floats are float32 where that is preferred."""
  if _prefer_float32:
    # NumPy's scalars of these widths are Python's, too.
    values = [np.float32(x) if isinstance(x, (float, np.float64)) else
              np.complex64(x) if isinstance(x, (complex, np.complex128)) else x for x in values]
  return tf.as_dtype(np.result_type(*values))


#: tf.experimental.numpy.result_type =result_type
def result_type(*arrays_and_dtypes):
  values = [_typed(x) for x in tf.nest.flatten(arrays_and_dtypes)]
  return numpy_result_type(*(values or [np.asarray([])]))


def result_type_unary(a, dtype):
  """Of one value that a dtype may be given for. Text is a value here, not the name of a dtype."""
  if dtype:
    return result_type(dtype)
  if isinstance(a, str):
    return np.str_
  if isinstance(a, bytes):
    return np.bytes_
  return result_type(a)


def result_type_binary(x, y):
  try:
    return numpy_result_type(_typed(x), _typed(y))
  except ValueError:
    return result_type(x, y)


#: tf.experimental.numpy.promote_types =promote_types
def promote_types(type1, type2):
  type1 = numpy_type(type1)
  type2 = numpy_type(type2)
  return np.promote_types(type1, type2)


def is_kind(x, kind):
  """Whether a tensor's dtype is one of NumPy's `kind`."""
  return np.issubdtype(x.dtype.as_numpy_dtype, kind)
