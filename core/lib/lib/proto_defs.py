"""What as_graph_def gives: attributes and functions as the messages that TensorFlow's are, and their text."""
import numpy

import tensorflow as tf


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


class Message:
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


class TensorShapeProto(Message):
  def __init__(self, shape=()):
    self.unknown_rank = shape is not None and tf.TensorShape(shape).rank is None
    self.dim = [] if self.unknown_rank else [Dim(-1 if d is None else d) for d in tf.TensorShape(shape).as_list()]

  def _text(self):
    return 'unknown_rank: true\n' if self.unknown_rank else ''.join(_indented('dim', d._text()) for d in self.dim)


class NameAttrList(Message):
  def __init__(self, name=''):
    self.name, self.attr = name, {}

  def _text(self):
    return 'name: %s\n' % _quoted(self.name.encode()) if self.name else ''


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


class ArgDef(Message):
  def __init__(self, name, dtype):
    self.name, self.type = name, dtype.as_datatype_enum

  def _text(self):
    return 'name: "%s"\ntype: %s\n' % (self.name, _enum_name(self.type))


class OpDef(Message):
  def __init__(self, name, inputs, outputs):
    self.name = name
    self.input_arg = [ArgDef(*x) for x in inputs]
    self.output_arg = [ArgDef(*x) for x in outputs]

  def _text(self):
    args = [('input_arg', a) for a in self.input_arg] + [('output_arg', a) for a in self.output_arg]
    return 'name: "%s"\n' % self.name + ''.join(_indented(name, a._text()) for name, a in args)


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
