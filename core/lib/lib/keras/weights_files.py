"""save_weights and load_weights (keras/src/saving/saving_lib.py): the weights of a model in a file of tracepack's own.

The names are those of Keras' HDF5 files; the file is a header of JSON and the bytes of the arrays."""
import json
import os
import warnings

import numpy as np
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.loss import Loss
from tensorflow_lib.keras.metric import Metric
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.random import SeedGenerator
from tensorflow_lib.keras.state import to_snake_case
from tensorflow_lib.keras.tensors import convert_to_numpy

_MAGIC = b'\x89TPW\r\n\x1a\n'
_KINDS = (Layer, Optimizer, Metric, Loss, SeedGenerator)
_skipped = {}


def _base_attributes(saveable):
  """The attributes that all objects of the kind have: nothing in them is saved."""
  kind = next(k for k in _KINDS if isinstance(saveable, k))
  if kind not in _skipped:
    names = set()
    if kind is Layer:
      names = set(vars(Layer(name='reference')))
    elif kind is Metric:
      names = set(vars(Metric(name='reference')))
    _skipped[kind] = names
  return _skipped[kind]


def _children(saveable):
  """(name, object) of what may have variables inside, in the order of names."""
  skipped = set(_base_attributes(saveable))
  if hasattr(saveable, '_nodes_by_depth'):
    yield 'layers', saveable.layers
    skipped |= {'operations', '_operations'}
  elif hasattr(saveable, '_functional') and isinstance(saveable, Layer):
    yield 'layers', saveable.layers
    skipped |= {'_functional'}
  attributes = vars(saveable)
  for name in sorted(attributes, key=lambda n: '~' + n if n.startswith('_') else n):
    if not name.startswith('__') and name not in skipped:
      yield name, attributes[name]


def _join(path, name):
  return '%s/%s' % (path, name) if path else name


def walk(saveable, path, visit, seen):
  """visit(object, path) for the object and all inside of it, each once."""
  if id(saveable) in seen:
    return
  seen.add(id(saveable))
  visit(saveable, path)
  for name, child in _children(saveable):
    if isinstance(child, _KINDS):
      walk(child, _join(path, name), visit, seen)
    elif isinstance(child, (list, dict, tuple)):
      _walk_container(child, _join(path, name), visit, seen, set())


def _walk_container(container, path, visit, seen, containers):
  if id(container) in containers:
    return
  containers.add(id(container))
  used = {}

  def unique(name):
    count = used[name] = used.get(name, -1) + 1
    return '%s_%d' % (name, count) if count else name

  for child in list(container.values()) if isinstance(container, dict) else container:
    if isinstance(child, _KINDS):
      walk(child, _join(path, unique(to_snake_case(type(child).__name__))), visit, seen)
    elif isinstance(child, (list, dict, tuple)):
      _walk_container(child, _join(path, unique('container')), visit, seen, containers)


def weights_of(model):
  """{path: array} of all variables of a model."""
  found = {}

  def visit(saveable, path):
    if hasattr(saveable, 'save_own_variables'):
      store = {}
      saveable.save_own_variables(store)
      for key, value in store.items():
        found[_join(path, 'vars/' + key)] = convert_to_numpy(value)
  walk(model, '', visit, set())
  return found


def load_into(model, arrays, skip_mismatch=False):
  """Gives the variables of a model the values of weights_of."""
  failed = []

  def visit(saveable, path):
    if not hasattr(saveable, 'load_own_variables'):
      return
    start = _join(path, 'vars/')
    store = {k[len(start):]: v for k, v in arrays.items() if k.startswith(start) and '/' not in k[len(start):]}
    try:
      saveable.load_own_variables(store)
    except Exception as e:
      failed.append((saveable, e))
  walk(model, '', visit, set())
  if failed:
    message = ('A total of %d objects could not be loaded. Example error message for object %s:\n\n%s\n\nList of objects that '
               'could not be loaded:\n%s' % (len(failed), failed[0][0], failed[0][1], [s for s, _ in failed]))
    if not skip_mismatch:
      raise ValueError(message)
    warnings.warn(message)


def save_weights(model, filepath, overwrite=True, max_shard_size=None):
  """Writes all variables to a file."""
  path = os.fspath(filepath)
  if max_shard_size is not None:
    raise NotImplementedError('tf.keras.Model.save_weights with max_shard_size')
  if not path.endswith('.weights.h5'):
    raise ValueError('The filename must end in `.weights.h5`. Received: filepath=%s' % path)
  if not model.built:
    raise ValueError('You are saving a model that has not yet been built. Try building the model first by calling it on some '
                     'data or by using `build()`.')
  if not overwrite and os.path.exists(path):
    raise NotImplementedError('tf.keras.Model.save_weights asks before it overwrites %s: there is nobody to ask' % path)
  index, parts = {}, []
  for name, array in weights_of(model).items():
    index[name] = [str(array.dtype), list(array.shape)]
    parts.append(array.tobytes())
  header = json.dumps(index).encode('utf-8')
  try:
    with open(path, 'wb') as f:
      f.write(_MAGIC + len(header).to_bytes(8, 'little') + header + b''.join(parts))
  except FileNotFoundError:
    raise FileNotFoundError(
        2, "Unable to synchronously create file (unable to open file: name = '%s', errno = 2, error message = 'No such file "
        "or directory', flags = 13, o_flags = 242)" % path) from None


def load_weights(model, filepath, skip_mismatch=False, **kwargs):
  """Reads what save_weights wrote."""
  path = os.fspath(filepath)
  kwargs.pop('objects_to_skip', None)
  if kwargs:
    raise ValueError('Invalid keyword arguments: %s' % kwargs)
  if path.endswith('.keras'):
    raise NotImplementedError('tf.keras.Model.load_weights of a .keras file')
  if not path.endswith(('.weights.h5', '.weights.json', '.h5', '.hdf5')):
    raise ValueError('File format not supported: filepath=%s. Keras 3 only supports V3 `.keras` files, `.weights.h5` files, '
                     'legacy H5 format files (`.h5` extension), or Orbax checkpoints.' % path)
  if not model.built:
    raise ValueError('You are loading weights into a model that has not yet been built. Try building the model first by '
                     'calling it on some data or by using `build()`.')
  try:
    with open(path, 'rb') as f:
      content = f.read()
  except FileNotFoundError:
    raise FileNotFoundError(
        2, "Unable to synchronously open file (unable to open file: name = '%s', errno = 2, error message = 'No such file or "
        "directory', flags = 0, o_flags = 0)" % path) from None
  if not content.startswith(_MAGIC):
    raise NotImplementedError("tf.keras.Model.load_weights reads what tracepack's save_weights wrote: `%s` is a file of "
                              'another program (HDF5), which tracepack does not read' % path)
  start = len(_MAGIC) + 8
  end = start + int.from_bytes(content[len(_MAGIC):start], 'little')
  arrays = {}
  for name, (dtype, shape) in json.loads(content[start:end].decode('utf-8')).items():
    start = end
    size = np.dtype(dtype).itemsize
    for d in shape:
      size *= d
    end = start + size
    arrays[name] = np.frombuffer(content[start:end], dtype).reshape(shape)
  load_into(model, arrays, skip_mismatch)
