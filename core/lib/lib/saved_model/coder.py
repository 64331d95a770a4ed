"""Structures of specs and Python values as JSON, and back (saved_model/nested_structure_coder.py)."""
import collections.abc

import tensorflow as tf

# Specs of composite values by name, and what makes one anew.
_SPECS = {'RaggedTensorSpec': (lambda s: [s._shape, s._dtype, s._ragged_rank, s._row_splits_dtype],
                               lambda *args: tf.RaggedTensorSpec(*args)),
          'SparseTensorSpec': (lambda s: [s.shape, s.dtype], lambda *args: tf.SparseTensorSpec(*args)),
          'IndexedSlicesSpec': (lambda s: list(s._key()), lambda *args: tf.IndexedSlicesSpec(*args))}


class NotEncodableError(Exception):
  """There is no form for a value."""


NotEncodableError.__module__ = 'tensorflow.python.saved_model.nested_structure_coder'


def encode(x):
  """The value for json.dumps."""
  if x is None or isinstance(x, (bool, str)):
    return x
  if type(x) is int:
    return {'int': str(x)}
  if type(x) is float:
    return {'float': repr(x)}
  if isinstance(x, list):
    return {'list': [encode(item) for item in x]}
  if isinstance(x, tuple):
    items = [encode(item) for item in x]
    if hasattr(type(x), '_fields'):
      return {'named': [type(x).__name__, list(x._fields), items]}
    return {'tuple': items}
  if isinstance(x, collections.abc.Mapping):
    return {'dict': [[encode(key), encode(value)] for key, value in x.items()]}
  if isinstance(x, tf.TensorShape):
    return {'shape': None if x.rank is None else x.as_list()}
  if isinstance(x, tf.DType):
    return {'dtype': x.name}
  if type(x) is tf.TensorSpec:
    return {'tensor': [encode(x.shape), x.dtype.name, x.name]}
  if isinstance(x, tf.Tensor):
    return {'value': encode_tensor(x)}
  if isinstance(x, tf.__internal__.VariableSpec):
    return {'variable': [encode(x.shape), x.dtype.name, x.trainable, x.alias_id]}
  if type(x).__name__ in _SPECS:
    return {'spec': [type(x).__name__, [encode(part) for part in _SPECS[type(x).__name__][0](x)]]}
  raise NotEncodableError('No encoder for object %s of type %s.' % (x, type(x)))


def decode(x):
  """What `encode` was given."""
  if not isinstance(x, dict):
    return x
  (kind, data), = x.items()
  if kind == 'int':
    return int(data)
  if kind == 'float':
    return float(data)
  if kind == 'list':
    return [decode(item) for item in data]
  if kind == 'tuple':
    return tuple([decode(item) for item in data])
  if kind == 'named':
    name, fields, items = data
    return collections.namedtuple(name, fields, module='tensorflow.python.saved_model.nested_structure_coder')(*[decode(item) for item in items])
  if kind == 'dict':
    return {decode(key): decode(value) for key, value in data}
  if kind == 'shape':
    return tf.TensorShape(data)
  if kind == 'dtype':
    return tf.as_dtype(data)
  if kind == 'tensor':
    return tf.TensorSpec(decode(data[0]), tf.as_dtype(data[1]), data[2])
  if kind == 'value':
    return decode_tensor(data)
  if kind == 'variable':
    return tf.__internal__.VariableSpec(decode(data[0]), tf.as_dtype(data[1]), data[2], data[3])
  if kind == 'spec' and data[0] in _SPECS:
    return _SPECS[data[0]][1](*[decode(part) for part in data[1]])
  raise ValueError('A SavedModel has a value of the kind %s, which this tracepack does not know.' % kind)


def encode_tensor(tensor):
  """A concrete tensor for json.dumps."""
  if tensor.dtype == tf.string:
    data = [x.hex() for x in tf.reshape(tensor, [-1]).numpy()]
  else:
    data = tensor.numpy().tobytes().hex()
  return {'dtype': tensor.dtype.name, 'shape': tensor.shape.as_list(), 'data': data}


def decode_tensor(data):
  """What `encode_tensor` was given."""
  dtype = tf.as_dtype(data['dtype'])
  if dtype == tf.string:
    return tf.reshape(tf.constant([bytes.fromhex(x) for x in data['data']], tf.string), data['shape'])
  return tf.reshape(tf.io.decode_raw(bytes.fromhex(data['data']), dtype), data['shape'])
