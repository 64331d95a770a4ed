"""tf.train.Example and its parts: messages with protobuf's manners, wire format and text."""
import numpy as np


def _varint(value):
  value &= (1 << 64) - 1
  parts = []
  while value >= 0x80:
    parts.append(value & 0x7f | 0x80)
    value >>= 7
  return bytes(parts + [value])


def _field(number, payload):
  return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _read_varint(data, at):
  value = shift = 0
  while True:
    byte = data[at]
    at += 1
    value |= (byte & 0x7f) << shift
    shift += 7
    if byte < 0x80:
      return value, at


def _fields(data):
  """(number, wire type, value) of each field of a message."""
  at = 0
  while at < len(data):
    tag, at = _read_varint(data, at)
    wire = tag & 7
    if wire == 0:
      value, at = _read_varint(data, at)
    else:
      if wire == 2:
        size, at = _read_varint(data, at)
      elif wire in (1, 5):
        size = 8 if wire == 1 else 4
      else:
        raise ValueError('Error parsing message')
      if at + size > len(data):
        raise ValueError('Error parsing message')
      value, at = data[at:at + size], at + size
    yield tag >> 3, wire, value


def _quoted(data):
  named = {10: '\\n', 13: '\\r', 9: '\\t', 34: '\\"', 39: "\\'", 92: '\\\\'}
  return '"%s"' % ''.join(named.get(b) or (chr(b) if 32 <= b < 127 else '\\%03o' % b) for b in data)


class _Message:
  """A message: `_names` are its fields in order; kwargs set them."""
  _names = ()

  def __init__(self, **kwargs):
    for name, value in kwargs.items():
      if name not in self._names:
        raise ValueError('Protocol message %s has no "%s" field.' % (type(self).__name__, name))
      if value is not None:
        self._set(name, value)

  def __eq__(self, other):
    return type(self) is type(other) and self.SerializeToString() == other.SerializeToString()

  def __ne__(self, other):
    return not self == other

  __hash__ = None

  def __repr__(self):
    return self._text('')

  __str__ = __repr__

  @classmethod
  def FromString(cls, data):
    message = cls()
    message.MergeFromString(data)
    return message

  def ParseFromString(self, data):
    self.Clear()
    self.MergeFromString(data)
    return len(data)

  def MergeFromString(self, data):
    try:
      self._read(data)
    except (IndexError, ValueError):
      raise ValueError('Error parsing message') from None

  def SerializePartialToString(self, deterministic=None):
    return self.SerializeToString()

  def ByteSize(self):
    return len(self.SerializeToString())

  def Clear(self):
    self.__init__()

  def CopyFrom(self, other):
    self.ParseFromString(other.SerializeToString())

  def IsInitialized(self):
    return True


class _Repeated(list):
  """Values of one kind, each checked when it is set."""

  def __init__(self, check, values=()):
    self._check = check
    super().__init__(check(v) for v in values)

  def append(self, value):
    super().append(self._check(value))

  def extend(self, values):
    super().extend([self._check(v) for v in values])

  def insert(self, at, value):
    super().insert(at, self._check(value))

  def __setitem__(self, at, value):
    super().__setitem__(at, [self._check(v) for v in value] if isinstance(at, slice) else self._check(value))

  def MergeFrom(self, other):
    self.extend(other)


class _List(_Message):
  _names = ('value',)

  def __init__(self, value=()):
    self._set('value', value)

  def _set(self, name, value):
    self.value = _Repeated(self._check, value)

  def _text(self, indent):
    return ''.join('%svalue: %s\n' % (indent, self._show(v)) for v in self.value)


def _message(cls):
  cls.__module__ = 'tensorflow.core.example.feature_pb2'
  return cls


#: tf.train.BytesList
@_message
class BytesList(_List):
  """A list of bytes."""
  _show = staticmethod(_quoted)

  @staticmethod
  def _check(value):
    if not isinstance(value, bytes):
      raise TypeError('expected bytes, %s found' % type(value).__name__)
    return value

  def SerializeToString(self, deterministic=None):
    return b''.join(_field(1, v) for v in self.value)

  def _read(self, data):
    self.value.extend(v for number, wire, v in _fields(data) if number == 1)


#: tf.train.FloatList
@_message
class FloatList(_List):
  """A list of floats, kept as float32."""

  @staticmethod
  def _check(value):
    if isinstance(value, (str, bytes)) or not hasattr(value, '__float__'):
      raise TypeError('must be real number, not %s' % type(value).__name__)
    return float(np.float32(float(value)))

  @staticmethod
  def _show(value):
    if value != value or value in (float('inf'), float('-inf')):
      return str(value)
    for digits in range(6, 10):
      text = '%.*g' % (digits, value)
      if float(np.float32(float(text))) == value:
        return text

  def SerializeToString(self, deterministic=None):
    return _field(1, np.array(self.value, np.float32).tobytes()) if self.value else b''

  def _read(self, data):
    for number, wire, v in _fields(data):
      if number == 1:
        self.value.extend(np.frombuffer(v, np.float32).tolist())


#: tf.train.Int64List
@_message
class Int64List(_List):
  """A list of integers."""
  _show = staticmethod(str)

  @staticmethod
  def _check(value):
    if not hasattr(value, '__index__'):
      raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
    value = value.__index__()
    if not -1 << 63 <= value < 1 << 63:
      raise ValueError('Value out of range: %d' % value)
    return int(value)

  def SerializeToString(self, deterministic=None):
    return _field(1, b''.join(_varint(v) for v in self.value)) if self.value else b''

  def _read(self, data):
    for number, wire, v in _fields(data):
      if number != 1:
        continue
      at, values = 0, [v] if wire == 0 else []
      while wire != 0 and at < len(v):
        value, at = _read_varint(v, at)
        values.append(value)
      self.value.extend(value - (1 << 64) if value >> 63 else value for value in values)


_KINDS = {'bytes_list': (1, BytesList), 'float_list': (2, FloatList), 'int64_list': (3, Int64List)}


#: tf.train.Feature
@_message
class Feature(_Message):
  """One of three lists. Reading one that is not set gives an empty one, which is set once it has values."""
  _names = tuple(_KINDS)

  def __init__(self, **kwargs):
    self._lists = {}
    self._kind = None
    super().__init__(**kwargs)

  def _set(self, name, value):
    self._lists[name] = value if isinstance(value, _List) else _KINDS[name][1](**value)
    self._kind = name

  def __getattr__(self, name):
    if name not in _KINDS:
      raise AttributeError(name)
    if name not in self._lists:
      self._lists[name] = _KINDS[name][1]()
      self._lists[name].value._check = self._watched(name, self._lists[name]._check)
    return self._lists[name]

  def _watched(self, name, check):
    def checked(value):
      value = check(value)
      if self._kind != name:
        self._lists = {name: self._lists[name]}
        self._kind = name
      return value
    return checked

  def WhichOneof(self, group):
    if group != 'kind':
      raise ValueError('Protocol message Feature has no oneof "%s" field.' % group)
    return self._kind

  def HasField(self, name):
    if name not in _KINDS:
      raise ValueError('Protocol message Feature has no field %s.' % name)
    return self._kind == name

  def SerializeToString(self, deterministic=None):
    if self._kind is None:
      return b''
    return _field(_KINDS[self._kind][0], self._lists[self._kind].SerializeToString())

  def _read(self, data):
    for number, wire, v in _fields(data):
      for name, (at, cls) in _KINDS.items():
        if at == number:
          if self._kind == name:
            self._lists[name]._read(v)
          else:
            self._lists = {name: cls.FromString(v)}
            self._kind = name

  def _text(self, indent):
    if self._kind is None:
      return ''
    return '%s%s {\n%s%s}\n' % (indent, self._kind, self._lists[self._kind]._text(indent + '  '), indent)


class _Map(dict):
  """Messages by name; asking for one that is not there makes it."""

  def __init__(self, cls):
    self._cls = cls

  def __missing__(self, key):
    if not isinstance(key, str):
      raise TypeError('bad argument type for built-in operation')
    self[key] = made = self._cls()
    return made

  def __setitem__(self, key, value):
    if key in self or not isinstance(value, _Message):
      raise ValueError('Direct assignment of submessage not allowed')
    super().__setitem__(key, value)


class _Keyed(_Message):
  """A map of messages, under the field of number 1; written in the order of the keys."""

  def __init__(self, **kwargs):
    setattr(self, '_map', _Map(self._cls))
    super().__init__(**kwargs)

  def _set(self, name, value):
    for key, item in value.items():
      self._map[key].CopyFrom(item)

  def __getattr__(self, name):
    if name == self._names[0]:
      return self._map
    raise AttributeError(name)

  def SerializeToString(self, deterministic=None):
    return b''.join(_field(1, _field(1, key.encode()) + _field(2, self._map[key].SerializeToString()))
                    for key in sorted(self._map))

  def _read(self, data):
    for number, wire, v in _fields(data):
      if number == 1:
        key, message = '', b''
        for n, w, part in _fields(v):
          if n == 1:
            key = part.decode()
          elif n == 2:
            message = part
        self._map.pop(key, None)
        self._map[key]._read(message)

  def _text(self, indent):
    return ''.join('%s%s {\n%s  key: %s\n%s  value {\n%s%s  }\n%s}\n'
                   % (indent, self._names[0], indent, _quoted(key.encode()), indent,
                      self._map[key]._text(indent + '    '), indent, indent)
                   for key in sorted(self._map, reverse=True))


#: tf.train.Features
@_message
class Features(_Keyed):
  """Features by name."""
  _names = ('feature',)
  _cls = Feature


class _Holder(_Message):
  """Messages under the fields' numbers, which are their places."""

  def __init__(self, **kwargs):
    self._parts = {}
    super().__init__(**kwargs)

  def _set(self, name, value):
    self._parts[name] = value if isinstance(value, _Message) else self._classes[name](**value)

  def __getattr__(self, name):
    if name not in self._names:
      raise AttributeError(name)
    if name not in self._parts:
      self._parts[name] = self._classes[name]()
    return self._parts[name]

  def HasField(self, name):
    return name in self._parts

  def SerializeToString(self, deterministic=None):
    return b''.join(_field(i + 1, self._parts[name].SerializeToString())
                    for i, name in enumerate(self._names) if name in self._parts)

  def _read(self, data):
    for number, wire, v in _fields(data):
      if 1 <= number <= len(self._names):
        getattr(self, self._names[number - 1])._read(v)

  def _text(self, indent):
    return ''.join('%s%s {\n%s%s}\n' % (indent, name, self._parts[name]._text(indent + '  '), indent)
                   for name in self._names if name in self._parts)


#: tf.train.Example
class Example(_Holder):
  """Features of one example."""
  _names = ('features',)
  _classes = {'features': Features}


Example.__module__ = 'tensorflow.core.example.example_pb2'


class _Messages(list):
  """Messages of one kind; add() makes one at the end."""

  def __init__(self, cls, values=()):
    self._cls = cls
    super().__init__()
    self.extend(values)

  def add(self, **kwargs):
    super().append(self._cls(**kwargs))
    return self[-1]

  def append(self, value):
    if not isinstance(value, self._cls):
      raise TypeError('Parameter to initialize message field must be dict or instance of same class: expected %s got %s.'
                      % (self._cls.__name__, type(value).__name__))
    self.add().CopyFrom(value)

  def extend(self, values):
    for value in values:
      self.append(value)

  MergeFrom = extend

  def __setitem__(self, at, value):
    raise TypeError("'RepeatedCompositeContainer' object does not support item assignment")


#: tf.train.FeatureList
@_message
class FeatureList(_Message):
  """Features, one for each step of a sequence."""
  _names = ('feature',)

  def __init__(self, **kwargs):
    self.__dict__['feature'] = _Messages(Feature)
    super().__init__(**kwargs)

  def _set(self, name, value):
    self.feature.extend(value)

  def SerializeToString(self, deterministic=None):
    return b''.join(_field(1, f.SerializeToString()) for f in self.feature)

  def _read(self, data):
    for number, wire, v in _fields(data):
      if number == 1:
        self.feature.add()._read(v)

  def _text(self, indent):
    return ''.join('%sfeature {\n%s%s}\n' % (indent, f._text(indent + '  '), indent) for f in self.feature)


#: tf.train.FeatureLists
@_message
class FeatureLists(_Keyed):
  """Lists of features by name."""
  _names = ('feature_list',)
  _cls = FeatureList


#: tf.train.SequenceExample
class SequenceExample(_Holder):
  """Features of a whole sequence, and lists with features of its steps."""
  _names = ('context', 'feature_lists')
  _classes = {'context': Features, 'feature_lists': FeatureLists}


SequenceExample.__module__ = 'tensorflow.core.example.example_pb2'
