"""tf.make_tensor_proto and tf.make_ndarray (framework/tensor_util.py)."""
import numpy
import tensorflow as tf


_FIELDS = {'float_val': 5, 'double_val': 6, 'int_val': 7, 'scomplex_val': 9, 'int64_val': 10, 'bool_val': 11,
           'dcomplex_val': 12, 'half_val': 13, 'uint32_val': 16, 'uint64_val': 17}


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

  def SerializeToString(self, deterministic=None):
    from tensorflow_lib.train_example import _field, _varint
    field, values = self._content()
    tensor = tf.constant(self._array, dtype=tf.as_dtype(self.dtype))
    if field in ('tensor_content', 'string_val'):
      return tf.io.serialize_tensor(tensor).numpy()
    # One number stands in the field of its kind; nothing is written of a zero in tensorflow's own way of packing.
    shape = b''.join(_field(2, b'\x08' + _varint(d) if d else b'') for d in self._array.shape)
    content = b''
    if values:
      if field in ('float_val', 'double_val', 'scomplex_val', 'dcomplex_val'):
        kind = numpy.float32 if field[0] in 'fs' else numpy.float64
        content = numpy.array(values, kind).tobytes()
      else:
        content = b''.join(_varint(int(v)) for v in values)
      content = _field(_FIELDS[field], content)
    return b'\x08' + _varint(self.dtype) + _field(2, shape) + content

  @classmethod
  def FromString(cls, data):
    dtype = tf.as_dtype(data[1] if data[:1] == b'\x08' else 0)
    tensor = tf.io.parse_tensor(data, dtype)
    return cls(numpy.array(tensor.numpy()), dtype)

  def _wire(self):
    return self.SerializeToString()

  def ByteSize(self):
    return len(self.SerializeToString())

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
