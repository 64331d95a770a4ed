"""tf.make_tensor_proto and tf.make_ndarray (framework/tensor_util.py)."""
import math

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

  def _content(self):
    """(field, values): the bytes of several numbers, else one by one."""
    name = tf.as_dtype(self.dtype).name
    flat = self._array.reshape((-1,))
    if name == 'string':
      return 'string_val', [x if isinstance(x, bytes) else x.encode() for x in flat.tolist()]
    if flat.size > 1 and name != 'bool':
      return 'tensor_content', [flat.tobytes()]
    if name.startswith('complex'):
      return ('dcomplex_val' if name == 'complex128' else 'scomplex_val'), [p for x in flat for p in (x.real, x.imag)]
    if name in ('float16', 'bfloat16'):
      return 'half_val', [int.from_bytes(x.tobytes(), 'little') for x in flat]
    field = {'float32': 'float_val', 'float64': 'double_val', 'bool': 'bool_val', 'int64': 'int64_val',
             'uint32': 'uint32_val', 'uint64': 'uint64_val'}.get(name, 'int_val')
    return field, flat.tolist()

  def __getattr__(self, name):
    if name == 'tensor_content':
      field, values = self._content()
      return values[0] if field == name else b''
    if name.endswith('_val') and name.count('_') == 1:
      field, values = self._content()
      return values if field == name else []
    raise AttributeError(name)

  def _wire(self):
    from tensorflow_lib.proto_defs import TensorShapeProto, _bytes_field, _int_field, _varint
    out = _int_field(1, self.dtype) + _bytes_field(2, TensorShapeProto(self.tensor_shape)._wire())
    field, values = self._content()
    number = {'tensor_content': 4, 'float_val': 5, 'double_val': 6, 'int_val': 7, 'string_val': 8, 'scomplex_val': 9,
              'int64_val': 10, 'bool_val': 11, 'dcomplex_val': 12, 'half_val': 13, 'uint32_val': 16, 'uint64_val': 17}[field]
    if field in ('tensor_content', 'string_val'):
      return out + b''.join(_bytes_field(number, value) for value in values)
    if field in ('float_val', 'scomplex_val', 'double_val', 'dcomplex_val'):
      kind = numpy.float32 if field in ('float_val', 'scomplex_val') else numpy.float64
      packed = numpy.array(values, kind).tobytes()
    else:
      packed = b''.join(_varint(int(value)) for value in values)
    return out + (_bytes_field(number, packed) if values else b'')

  def SerializeToString(self, deterministic=None):
    return self._wire()

  def ByteSize(self):
    return len(self._wire())

  def __repr__(self):
    from tensorflow_lib.proto_defs import TensorShapeProto, _enum_name, _indented, _number, _quoted
    text = 'dtype: %s\n' % _enum_name(self.dtype) + _indented('tensor_shape', str(TensorShapeProto(self.tensor_shape)))
    field, values = self._content()
    for value in values:
      shown = (_quoted(value) if isinstance(value, bytes) else str(value).lower() if isinstance(value, bool) else
               str(value) if isinstance(value, int) else _number(value))
      text += '%s: %s\n' % (field, shown)
    return text


#: tf.make_tensor_proto =make_tensor_proto
def make_tensor_proto(values, dtype=None, shape=None, verify_shape=False, allow_broadcast=False):
  if allow_broadcast and verify_shape:
    raise ValueError('allow_broadcast and verify_shape are not both allowed.')
  if isinstance(values, TensorProto):
    return values
  with tf.init_scope():
    tensor = tf.constant(values, dtype=dtype)
  array = numpy.array(tensor.numpy())
  if shape is not None:
    shape = tuple([int(dim) for dim in shape])
    size = math.prod(shape)
    other = allow_broadcast and array.shape not in ((1,), ()) and array.size != size
    if other or verify_shape and array.shape != shape:
      raise TypeError("Expected Tensor's shape: %s, but got %s." % (shape, array.shape))
    if not allow_broadcast and array.size > size:
      raise ValueError('Too many elements provided. Takes at most %d, but got %d.' % (size, array.size))
    flat = array.ravel()
    if 0 < flat.size < size:  # the last value stands for what is left out
      flat = numpy.concatenate([flat, numpy.repeat(flat[-1:], size - flat.size)])
    array = flat.reshape(shape)
  return TensorProto(array, tensor.dtype)


#: tf.make_ndarray =MakeNdarray
def make_ndarray(tensor):
  return tensor._array.copy()
