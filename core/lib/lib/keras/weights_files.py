"""Weights and whole models in files (keras/src/saving/saving_lib.py, saving_api.py).

The names are those of Keras' files; the files are bundles of tracepack's, a model's with its configuration as JSON."""
import json
import os
import sys
import warnings

import _saved
import tensorflow as tf
from tensorflow_lib.gfile import path_error
from tensorflow_lib.keras import serialization
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.loss import Loss
from tensorflow_lib.keras.metric import Metric
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.random import SeedGenerator
from tensorflow_lib.keras.state import to_snake_case
from tensorflow_lib.keras.tensors import Variable

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
  """(name, trainable, tensor) for each variable of a model."""
  found = []

  def visit(saveable, path):
    if hasattr(saveable, 'save_own_variables'):
      store = {}
      saveable.save_own_variables(store)
      for key, value in store.items():
        trainable = isinstance(value, Variable) and value.trainable
        found.append((_join(path, 'vars/' + key), trainable, tf.convert_to_tensor(value)))
  walk(model, '', visit, set())
  return found


def load_into(model, tensors, skip_mismatch=False):
  """Gives the variables of a model the tensors, which have the names of weights_of."""
  failed = []

  def visit(saveable, path):
    if not hasattr(saveable, 'load_own_variables'):
      return
    start = _join(path, 'vars/')
    store = {k[len(start):]: v for k, v in tensors.items() if k.startswith(start) and '/' not in k[len(start):]}
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


def _check_overwrite(path, overwrite, what):
  if not overwrite and os.path.exists(path):
    raise NotImplementedError('tf.keras.Model.%s asks before it overwrites %s: there is nobody to ask' % (what, path))


def _write(path, tensors, objects=''):
  try:
    with open(path, 'wb') as f:
      f.write(_saved.encode([], tensors, objects))
  except FileNotFoundError:
    raise FileNotFoundError(
        2, "Unable to synchronously create file (unable to open file: name = '%s', errno = 2, error message = 'No such file "
        "or directory', flags = 13, o_flags = 242)" % path) from None
  except OSError as error:
    raise path_error(error, path) from None


def _read(path, what):
  try:
    with open(path, 'rb') as f:
      content = f.read()
  except FileNotFoundError:
    raise FileNotFoundError(
        2, "Unable to synchronously open file (unable to open file: name = '%s', errno = 2, error message = 'No such file or "
        "directory', flags = 0, o_flags = 0)" % path) from None
  except OSError as error:
    raise path_error(error, path) from None
  if not content.startswith(b'\x89TPK'):
    raise NotImplementedError('tf.keras.%s reads what tracepack wrote: `%s` is a file of another program, which tracepack does '
                              'not read' % (what, path))
  bundle = _saved.decode(content)
  return {name: value for name, _, _, _, value in _saved.variables(bundle)}, _saved.objects(bundle)


# ---- weights alone
def save_weights(model, filepath, overwrite=True, max_shard_size=None):
  """Writes all variables to a file."""
  path = os.fspath(filepath)
  if max_shard_size is not None:
    raise NotImplementedError('tf.keras.Model.save_weights with max_shard_size')
  if not path.endswith('.weights.h5'):
    raise ValueError('The filename must end in `.weights.h5`. Received: filepath=%s' % path)
  _check_overwrite(path, overwrite, 'save_weights')
  if not model.built:
    raise ValueError('You are saving a model that has not yet been built. Try building the model first by calling it on some '
                     'data or by using `build()`.')
  _write(path, weights_of(model))


def load_weights(model, filepath, skip_mismatch=False, **kwargs):
  """Reads what save_weights wrote, or the weights of a saved model."""
  path = os.fspath(filepath)
  kwargs.pop('objects_to_skip', None)
  if kwargs:
    raise ValueError('Invalid keyword arguments: %s' % kwargs)
  if not path.endswith(('.keras', '.weights.h5', '.weights.json', '.h5', '.hdf5')):
    raise ValueError('File format not supported: filepath=%s. Keras 3 only supports V3 `.keras` files, `.weights.h5` files, '
                     'legacy H5 format files (`.h5` extension), or Orbax checkpoints.' % path)
  if not model.built:
    raise ValueError('You are loading weights into a model that has not yet been built. Try building the model first by '
                     'calling it on some data or by using `build()`.')
  load_into(model, _read(path, 'Model.load_weights')[0], skip_mismatch)


# ---- whole models
#: tf.keras.models.save_model tf.keras.saving.save_model =save_model
def save_model(model, filepath, overwrite=True, zipped=None, **kwargs):
  """Writes the configuration and all variables of a model."""
  path = os.fspath(filepath)
  kwargs.pop('include_optimizer', None)
  save_format = kwargs.pop('save_format', None)
  if save_format and save_format not in ('keras', 'h5', 'hdf5'):
    raise ValueError('The `save_format` argument is deprecated in Keras 3. Please remove this argument and pass a file path with '
                     'either `.keras` or `.h5` extension.Received: save_format=%s' % save_format)
  if kwargs:
    raise ValueError('The following argument(s) are not supported: %s' % list(kwargs))
  if not path.endswith(('.keras', '.h5', '.hdf5')):
    raise ValueError('Invalid filepath extension for saving. Please add either a `.keras` extension for the native Keras '
                     'format (recommended) or a `.h5` extension. Use `model.export(filepath)` if you want to export a '
                     'SavedModel for use with TFLite/TFServing/etc. Received: filepath=%s.' % path)
  if not path.endswith('.keras'):
    sys.stderr.write('WARNING:absl:You are saving your model as an HDF5 file via `model.save()` or '
                     '`keras.saving.save_model(model)`. This file format is considered legacy. We recommend using instead the '
                     "native Keras format, e.g. `model.save('my_model.keras')` or `keras.saving.save_model(model, "
                     "'my_model.keras')`. \n")
  _check_overwrite(path, overwrite, 'save')
  try:
    config = json.dumps(serialization.serialize_keras_object(model))
  except TypeError as error:
    if 'lambda' not in str(error):
      raise
    raise NotImplementedError('tf.keras.Model.save of a lambda') from None
  _write(path, weights_of(model), config)


#: tf.keras.models.load_model tf.keras.saving.load_model =load_model
def load_model(filepath, custom_objects=None, compile=True, safe_mode=True):
  """The model that save_model wrote."""
  path = os.fspath(filepath)
  if not path.endswith(('.keras', '.h5', '.hdf5')):
    raise ValueError('File format not supported: filepath=%s. Keras 3 only supports V3 `.keras` files and legacy H5 format files '
                     '(`.h5` extension). Note that the legacy SavedModel format is not supported by `load_model()` in Keras 3. In '
                     'order to reload a TensorFlow SavedModel as an inference-only layer in Keras 3, use '
                     "`keras.layers.TFSMLayer(%s, call_endpoint='serving_default')` (note that your `call_endpoint` might have a "
                     'different name).' % (path, path))
  if path.endswith('.keras') and not os.path.exists(path):
    raise ValueError('File not found: filepath=%s. Please ensure the file is an accessible `.keras` zip file.' % path)
  tensors, objects = _read(path, 'models.load_model')
  config = json.loads(objects)
  if not compile:
    config['compile_config'] = None
  model = serialization.deserialize_keras_object(config, custom_objects=custom_objects, safe_mode=safe_mode)
  load_into(model, tensors)
  return model
