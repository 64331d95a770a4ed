"""Files of events, read back: tf.compat.v1.Event, tf.compat.v1.Summary, tf.compat.v1.train.summary_iterator."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.train_example import _fields


def _signed(value):
  return value - (1 << 64) if value >> 63 else value


class _Read:
  """A message whose fields are told apart by `_kinds`: number -> (name, how its value is read)."""
  _kinds = {}
  _lists = ()

  def __init__(self, data=b''):
    self._data = bytes(data)
    self._set = []
    for name in self._lists:
      setattr(self, name, [])
    for number, wire, value in _fields(self._data):
      if number in self._kinds:
        name, read = self._kinds[number]
        self._set.append(name)
        if name in self._lists:
          getattr(self, name).append(read(value))
        else:
          setattr(self, name, read(value))

  @classmethod
  def FromString(cls, data):
    return cls(data)

  def ParseFromString(self, data):
    self.__init__(data)
    return len(data)

  def SerializeToString(self):
    return self._data

  def HasField(self, name):
    return name in self._set

  def WhichOneof(self, group):
    found = [name for name in self._set if name in self._oneof]
    return found[-1] if found else None

  _oneof = ()


def _text(value):
  return value.decode()


class _PluginData(_Read):
  _kinds = {1: ('plugin_name', _text), 2: ('content', bytes)}
  plugin_name, content = '', b''


class _Metadata(_Read):
  _kinds = {1: ('plugin_data', _PluginData), 2: ('display_name', _text), 3: ('summary_description', _text)}
  display_name = summary_description = ''
  plugin_data = _PluginData()


def _tensor(data):
  """The TensorProto in these bytes."""
  dtype, shape, content, strings = 1, [], b'', []
  for number, wire, value in _fields(data):
    if number == 1:
      dtype = value
    elif number == 2:
      for n, w, dim in _fields(value):
        if n == 2:
          shape.append(sum(_signed(size) for m, v, size in _fields(dim) if m == 1))
    elif number == 4:
      content = value
    elif number == 8:
      strings.append(value)
  dtype = tf.as_dtype(dtype)
  if dtype == tf.string:
    array = np.array(strings, dtype=object).reshape(shape)
    return tf.make_tensor_proto(array.tolist() if shape else strings[0], dtype=dtype, shape=shape)
  array = np.frombuffer(content, dtype.as_numpy_dtype).reshape(shape)
  return tf.make_tensor_proto(array, dtype=dtype)


class _Value(_Read):
  _kinds = {1: ('tag', _text), 2: ('simple_value', lambda v: float(np.frombuffer(v, np.float32)[0])),
            7: ('node_name', _text), 8: ('tensor', _tensor), 9: ('metadata', _Metadata)}
  _oneof = ('simple_value', 'tensor')
  tag, simple_value, node_name, tensor = '', 0.0, '', None
  metadata = _Metadata()


#: tf.compat.v1.Summary
class Summary(_Read):
  """The values of an event."""
  _kinds = {1: ('value', _Value)}
  _lists = ('value',)
  Value = _Value


#: tf.compat.v1.Event
class Event(_Read):
  """One record of a file of events."""
  _kinds = {1: ('wall_time', lambda v: float(np.frombuffer(v, np.float64)[0])), 2: ('step', _signed),
            3: ('file_version', _text), 4: ('graph_def', bytes), 5: ('summary', Summary)}
  _oneof = ('file_version', 'graph_def', 'summary')
  wall_time, step, file_version, graph_def = 0.0, 0, '', b''
  summary = Summary()


#: tf.compat.v1.train.summary_iterator =summary_iterator
def summary_iterator(path):
  """The events of a file, in order."""
  for record in tf.data.TFRecordDataset(path):
    yield Event(record.numpy())
