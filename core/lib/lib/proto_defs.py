"""What as_graph_def gives: attributes and functions as the messages that TensorFlow's are, and their text."""
import numpy

import tensorflow as tf
from tensorflow_lib.train_example import _field as _bytes_field, _varint


def _indented(name, text):
  return name + ' {\n' + ''.join('  %s\n' % line for line in text.splitlines()) + '}\n'


def _quoted(data):
  out = ''
  for byte in data:
    c = chr(byte)
    if c in '"\\\'':
      out += '\\' + c
    elif c in '\n\r\t':
      out += {'\n': '\\n', '\r': '\\r', '\t': '\\t'}[c]
    else:
      out += c if 32 <= byte < 127 else '\\%03o' % byte
  return '"%s"' % out


def _number(value):
  """The fewest digits, of two choices, that give the number back."""
  single = isinstance(value, numpy.float32) or float(numpy.float32(value)) == value
  few, many = (6, 9) if single else (15, 17)
  text = '%.*g' % (few, value)
  back = numpy.float32(text) == numpy.float32(value) if single else float(text) == value
  return text if back else '%.*g' % (many, value)


def _int_field(number, value):
  return _varint(number << 3) + _varint(int(value))


def _float_field(number, value):
  return _varint(number << 3 | 5) + numpy.float32(value).tobytes()


def _map_field(number, key, payload):
  return _bytes_field(number, _bytes_field(1, key.encode()) + _bytes_field(2, payload))


def _set(number, text):
  """A string field, which is not written where it is empty."""
  return _bytes_field(number, text.encode()) if text else b''


class Message:
  """A message: `_text` gives its text, `_wire` its bytes."""

  def _wire(self):
    raise NotImplementedError('the bytes of a %s' % type(self).__name__)

  def SerializeToString(self, deterministic=None):
    return self._wire()

  SerializePartialToString = SerializeToString

  def ByteSize(self):
    return len(self._wire())

  def IsInitialized(self):
    return True

  def __str__(self):
    return self._text()

  __repr__ = __str__

  def __eq__(self, other):
    return type(self) is type(other) and self._text() == other._text()

  __hash__ = None


class Dim(Message):
  def __init__(self, size):
    self.size, self.name = size, ''

  def _text(self):
    return 'size: %d\n' % self.size if self.size else ''

  def _wire(self):
    return _int_field(1, self.size) if self.size else b''


class TensorShapeProto(Message):
  def __init__(self, shape=()):
    self.unknown_rank = shape is not None and tf.TensorShape(shape).rank is None
    self.dim = [] if self.unknown_rank else [Dim(-1 if d is None else d) for d in tf.TensorShape(shape).as_list()]

  def _text(self):
    return 'unknown_rank: true\n' if self.unknown_rank else ''.join(_indented('dim', d._text()) for d in self.dim)

  def _wire(self):
    return b''.join(_bytes_field(2, d._wire()) for d in self.dim) + (_int_field(3, 1) if self.unknown_rank else b'')


#: tf.__internal__.NameAttrList
class NameAttrList(Message):
  def __init__(self, name=''):
    self.name, self.attr = name, {}

  def _text(self):
    return 'name: %s\n' % _quoted(self.name.encode()) if self.name else ''

  def _wire(self):
    return _set(1, self.name)


def _field(value):
  """(field, value) of an attribute as Python has it."""
  if isinstance(value, bool):
    return 'b', value
  if isinstance(value, int):
    return 'i', value
  if isinstance(value, float):
    return 'f', value
  if isinstance(value, bytes):
    return 's', value
  if isinstance(value, str):
    return 'func', NameAttrList(value)
  if isinstance(value, tf.DType):
    return 'type', value.as_datatype_enum
  if isinstance(value, tf.TensorShape):
    return 'shape', TensorShapeProto(value)
  return 'tensor', tf.make_tensor_proto(value.numpy(), dtype=value.dtype)


def _field_text(field, value):
  if field == 'type':
    return 'type: %s\n' % _enum_name(value)
  if field == 's':
    return 's: %s\n' % _quoted(value)
  if field == 'b':
    return 'b: %s\n' % ('true' if value else 'false')
  if field == 'f':
    return 'f: %s\n' % _number(value)
  if field == 'i':
    return 'i: %d\n' % value
  return _indented(field, value._text() if isinstance(value, Message) else str(value))


_NUMBERS = {'list': 1, 's': 2, 'i': 3, 'f': 4, 'b': 5, 'type': 6, 'shape': 7, 'tensor': 8, 'placeholder': 9, 'func': 10}


def _field_wire(number, field, value):
  if field == 's':
    return _bytes_field(number, value)
  if field == 'f':
    return _float_field(number, value)
  return _int_field(number, value) if field in ('i', 'b', 'type') else _bytes_field(number, value._wire())


def _enum_name(enum):
  name = tf.as_dtype(enum).name
  plain = {'float32': 'float', 'float64': 'double', 'float16': 'half'}
  return 'DT_' + plain.get(name, name).upper()


class ListValue(Message):
  def __init__(self, values=()):
    self.s, self.i, self.f, self.b, self.type, self.shape, self.tensor, self.func = [], [], [], [], [], [], [], []
    for value in values:
      field, value = _field(value)
      getattr(self, field).append(value)

  def _text(self):
    return ''.join(_field_text(field, value) for field in ('s', 'i', 'f', 'b', 'type', 'shape', 'tensor', 'func')
                   for value in getattr(self, field))

  def _wire(self):
    out = b''
    for field in ('s', 'i', 'f', 'b', 'type', 'shape', 'tensor', 'func'):
      values, number = getattr(self, field), 9 if field == 'func' else _NUMBERS[field]
      if values and field in ('i', 'f', 'b', 'type'):
        packed = [numpy.float32(v).tobytes() if field == 'f' else _varint(int(v)) for v in values]
        out += _bytes_field(number, b''.join(packed))
      else:
        out += b''.join(_field_wire(number, field, value) for value in values)
    return out


#: tf.__internal__.AttrValue =AttrValue
class AttrValue(Message):
  """An attribute of a node: one of its fields is set."""

  def __init__(self, value=None):
    self.s, self.i, self.f, self.b, self.type, self.placeholder = b'', 0, 0.0, False, 0, ''
    self.shape, self.list, self.func = TensorShapeProto(), ListValue(), NameAttrList()
    self._which = None
    if isinstance(value, (list, tuple)):
      self._which, self.list = 'list', ListValue(value)
    elif value is not None:
      self._which, value = _field(value)
      setattr(self, self._which, value)

  def WhichOneof(self, group):
    return self._which

  def HasField(self, field):
    return self._which == field

  def _text(self):
    return '' if self._which is None else _field_text(self._which, getattr(self, self._which))

  def _wire(self):
    which = self._which
    return b'' if which is None else _field_wire(_NUMBERS[which], which, getattr(self, which))


class ArgDef(Message):
  def __init__(self, name, dtype):
    self.name, self.type = name, dtype.as_datatype_enum

  def _text(self):
    return 'name: "%s"\ntype: %s\n' % (self.name, _enum_name(self.type))

  def _wire(self):
    return _set(1, self.name) + _int_field(3, self.type)


class OpDef(Message):
  def __init__(self, name, inputs, outputs):
    self.name = name
    self.input_arg = [ArgDef(*x) for x in inputs]
    self.output_arg = [ArgDef(*x) for x in outputs]

  def _text(self):
    args = [('input_arg', a) for a in self.input_arg] + [('output_arg', a) for a in self.output_arg]
    return 'name: "%s"\n' % self.name + ''.join(_indented(name, a._text()) for name, a in args)

  def _wire(self):
    return (_set(1, self.name) + b''.join(_bytes_field(2, a._wire()) for a in self.input_arg) +
            b''.join(_bytes_field(3, a._wire()) for a in self.output_arg))


#: tf.__internal__.FunctionDef =FunctionDef
class FunctionDef(Message):
  """A function of a graph's library: its arguments, its nodes, and which of their outputs it gives."""

  def __init__(self, name, inputs, outputs, nodes, ret, control_ret):
    self.signature = OpDef(name, inputs, outputs)
    self.node_def, self.ret, self.control_ret, self.attr = nodes, ret, control_ret, {}

  def _text(self):
    text = _indented('signature', self.signature._text())
    text += ''.join(_indented('node_def', str(n)) for n in self.node_def)
    for field in 'ret', 'control_ret':
      for key, value in sorted(getattr(self, field).items()):
        text += _indented(field, 'key: "%s"\nvalue: "%s"\n' % (key, value))
    return text

  def _wire(self):
    out = _bytes_field(1, self.signature._wire()) + b''.join(_bytes_field(3, n._wire()) for n in self.node_def)
    for number, values in (4, self.ret), (6, self.control_ret):
      out += b''.join(_map_field(number, key, value.encode()) for key, value in values.items())
    return out


class VersionDef(Message):
  """The version of the graph's form that TensorFlow 2.21 writes."""

  def __init__(self):
    self.producer, self.min_consumer, self.bad_consumers = 2474, 0, []

  def _text(self):
    return 'producer: %d\n' % self.producer

  def _wire(self):
    return _int_field(1, self.producer)


#: tf.__internal__.NodeDef =NodeDef
class NodeDef(Message):
  """One node of a graph: name, op, input names, attributes."""

  def __init__(self, name, op, input, attr, device=''):
    self.name = name
    self.op = op
    self.input = input
    self._attr = attr
    self.device = device

  @property
  def attr(self):
    # Made when they are asked for: a graph may have many nodes.
    if not isinstance(self._attr, _Attrs):
      self._attr = _Attrs((key, AttrValue(value)) for key, value in self._attr.items())
    return self._attr

  def _text(self):
    text = 'name: "%s"\nop: "%s"\n' % (self.name, self.op) + ''.join('input: "%s"\n' % i for i in self.input)
    text += 'device: "%s"\n' % self.device if self.device else ''
    # From the last name to the first, but what begins another one before it.
    for key in sorted(self.attr, key=lambda name: [-ord(c) for c in name]):
      text += _indented('attr', 'key: "%s"\n' % key + _indented('value', str(self.attr[key])))
    return text

  def _wire(self):
    return (_set(1, self.name) + _set(2, self.op) + b''.join(_bytes_field(3, i.encode()) for i in self.input) +
            _set(4, self.device) + b''.join(_map_field(5, key, value._wire()) for key, value in self.attr.items()))


class _Attrs(dict):
  def __missing__(self, key):
    self[key] = AttrValue()
    return self[key]


#: tf.__internal__.GraphDef =GraphDef
class GraphDef(Message):
  """The nodes of a graph, and the functions that they call."""

  def __init__(self, graph, node):
    self.node = node
    self.library = FunctionDefLibrary(graph)
    self.versions = VersionDef()

  def _text(self):
    text = ''.join(_indented('node', str(n)) for n in self.node)
    if self.library.function:
      text += _indented('library', str(self.library))
    return text + _indented('versions', str(self.versions))

  def _wire(self):
    out = b''.join(_bytes_field(1, n._wire()) for n in self.node)
    library = self.library._wire()
    return out + (_bytes_field(2, library) if library else b'') + _bytes_field(4, self.versions._wire())


class FunctionDefLibrary(Message):
  def __init__(self, graph):
    self._graph = graph

  @property
  def function(self):
    functions = getattr(self._graph, '_functions', None)
    return list(functions) if functions else []

  def _text(self):
    return ''.join(_indented('function', str(f)) for f in self.function)

  def _wire(self):
    return b''.join(_bytes_field(1, f._wire()) for f in self.function)
