"""Keras objects in files: as objects of checkpoints and SavedModels, and the weights of a model alone
(keras/src/backend/tensorflow/layer.py, saving/saving_lib.py, export/export_lib.py)."""
import os
import sys

import _saved
import tensorflow as tf
from tensorflow_lib.checkpoint.graph import FUNCTIONS
from tensorflow_lib.gfile import path_error
from tensorflow_lib.keras.base import snake_case
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.sequential import Sequential
from tensorflow_lib.keras.tensors import Variable


def children(layer, saving):
  """Variables and layers that are attributes; Keras does not look into lists."""
  found = {}
  for name, value in vars(layer).items():
    if isinstance(value, Variable):
      found[name] = value._value
    elif isinstance(value, (tf.Variable, Layer, tf.keras.optimizers.Optimizer)):
      found[name] = value
  # A functional model's layers; of a Sequential they stand in the functional one that Keras makes of it.
  operations = vars(layer).get('_operations')
  if operations is not None:
    found['_operations'] = list(operations)
  if not saving:
    return found
  for name in dir(type(layer)):
    if isinstance(getattr(type(layer), name, None), FUNCTIONS):
      found[name] = getattr(layer, name)
  found.update({name: value for name, value in vars(layer).items() if isinstance(value, FUNCTIONS)})
  spec = layer._input_spec_of_build
  if isinstance(layer, tf.keras.Model) and isinstance(spec, tf.TensorSpec):
    if '_serving' not in vars(layer):
      def serving_default(inputs):
        return layer(inputs)

      object.__setattr__(layer, '_serving', tf.function(serving_default, input_signature=[spec]))
    found.pop('_serving', None)
    found['_default_save_signature'] = layer._serving
  return found


# ---- weights

def _own_variables(layer):
  return list(layer._trainable_variables) + list(layer._non_trainable_variables)


def _walk(layer, path, visit, seen):
  """visit(layer, path) for a layer and those inside, in the order and under the names that Keras gives them."""
  if id(layer) in seen:
    return
  seen.add(id(layer))
  visit(layer, path)
  if isinstance(layer, Sequential):
    return _walk_container(layer._layers, path + '/layers', visit, seen)
  for name in sorted(vars(layer)):
    value = vars(layer)[name]
    if isinstance(value, Layer):
      _walk(value, '%s/%s' % (path, name), visit, seen)
    elif name[0] != '_' and isinstance(value, (list, tuple, dict)):
      _walk_container(list(value.values()) if isinstance(value, dict) else value, '%s/%s' % (path, name), visit, seen)


def _walk_container(items, path, visit, seen):
  counts = {}
  for item in items:
    if isinstance(item, Layer):
      name = snake_case(type(item).__name__)
      count = counts[name] = counts.get(name, -1) + 1
      _walk(item, '%s/%s%s' % (path, name, '_%d' % count if count else ''), visit, seen)


def save_weights(model, filepath, overwrite=True):
  filepath = os.fspath(filepath)
  if not filepath.endswith('.weights.h5'):
    raise ValueError('The filename must end in `.weights.h5`. Received: filepath=%s' % filepath)
  if not overwrite and os.path.exists(filepath):
    raise NotImplementedError('tf.keras.Model.save_weights asks before it overwrites %s: there is nobody to ask' % filepath)
  tensors = []

  def visit(layer, path):
    for i, variable in enumerate(_own_variables(layer)):
      tensors.append(('%s/vars/%d' % (path, i), variable.trainable, variable))

  _walk(model, '', visit, set())
  try:
    with open(filepath, 'wb') as f:
      f.write(_saved.encode([], tensors, ''))
  except FileNotFoundError:
    raise FileNotFoundError(
        2, "Unable to synchronously create file (unable to open file: name = '%s', errno = 2, error message = 'No such file "
        "or directory', flags = 13, o_flags = 242)" % filepath) from None
  except OSError as error:
    raise path_error(error, filepath) from None


def _read_weights(filepath):
  filepath = os.fspath(filepath)
  if filepath.endswith('.keras'):
    raise NotImplementedError('tf.keras.Model.load_weights of a .keras file is not in tracepack')
  if not filepath.endswith('.weights.h5'):
    raise ValueError('File format not supported: filepath=%s. Keras 3 only supports V3 `.keras` files, `.weights.h5` files, '
                     'legacy H5 format files (`.h5` extension), or Orbax checkpoints.' % filepath)
  try:
    with open(filepath, 'rb') as f:
      content = f.read()
  except FileNotFoundError:
    raise FileNotFoundError(
        2, "Unable to synchronously open file (unable to open file: name = '%s', errno = 2, error message = 'No such file or "
        "directory', flags = 0, o_flags = 0)" % filepath) from None
  except OSError as error:
    raise path_error(error, filepath) from None
  if not content.startswith(b'\x89TPK'):
    raise NotImplementedError("tf.keras.Model.load_weights reads what tracepack's save_weights wrote: `%s` is a file of "
                              'another program (HDF5), which tracepack does not read' % filepath)
  return {name: value for name, _, _, _, value in _saved.variables(_saved.decode(content))}


def load_weights(model, filepath, skip_mismatch=False):
  values = _read_weights(filepath)
  if not model.built:
    raise ValueError('You are loading weights into a model that has not yet been built. Try building the model first by '
                     'calling it on some data or by using `build()`.')
  failed = []

  def visit(layer, path):
    variables = _own_variables(layer)
    if not variables:
      return
    given = []
    while '%s/vars/%d' % (path, len(given)) in values:
      given.append(values['%s/vars/%d' % (path, len(given))])
    if len(given) != len(variables):
      failed.append((layer, "Layer '%s' expected %d variables, but received %d variables during loading. Expected: %s" %
                     (layer.name, len(variables), len(given), [v.name.split('/')[-1].split(':')[0] for v in variables])))
      return
    for variable, value in zip(variables, given):
      if variable.shape != value.shape:
        failed.append((layer, 'The shape of the target variable and the shape of the target value in '
                       '`variable.assign(value)` must match. variable.shape=%s, Received: value.shape=%s. Target variable: '
                       '<Variable path=%s, shape=%s, dtype=%s, value=%s>' %
                       (variable.shape, value.shape, variable.name.split(':')[0], variable.shape, variable.dtype.name,
                        variable.numpy())))
        return
    for variable, value in zip(variables, given):
      variable.assign(value)

  _walk(model, '', visit, set())
  if not failed:
    return
  text = ('A total of %d objects could not be loaded. Example error message for object %s:\n\n%s\n\nList of objects that '
          'could not be loaded:\n%s' % (len(failed), failed[0][0], failed[0][1], [layer for layer, _ in failed]))
  if not skip_mismatch:
    raise ValueError(text)
  import warnings
  warnings.warn(text)


# ---- whole models

def save(model, filepath):
  filepath = os.fspath(filepath)
  if not filepath.endswith(('.keras', '.h5', '.hdf5')):
    raise ValueError('Invalid filepath extension for saving. Please add either a `.keras` extension for the native Keras '
                     'format (recommended) or a `.h5` extension. Use `model.export(filepath)` if you want to export a '
                     'SavedModel for use with TFLite/TFServing/etc. Received: filepath=%s.' % filepath)
  raise NotImplementedError('tf.keras.Model.save to %s files is not in tracepack: use save_weights, tf.saved_model.save or '
                            'tf.train.Checkpoint' % filepath[filepath.rfind('.'):])


#: tf.keras.models.load_model tf.keras.saving.load_model
def load_model(filepath, custom_objects=None, compile=True, safe_mode=True):
  raise NotImplementedError('tf.keras.models.load_model is not in tracepack: use load_weights, tf.saved_model.load or '
                            'tf.train.Checkpoint')


def export(model, filepath, format='tf_saved_model', verbose=None, input_signature=None, **kwargs):
  """A SavedModel with an endpoint `serve`."""
  if format != 'tf_saved_model':
    raise NotImplementedError('tf.keras.Model.export with format=%r' % (format,))
  spec = model._input_spec_of_build
  if spec is None and input_signature is None:
    raise ValueError('The layer provided has not yet been built. It must be built before export.')
  if input_signature is None:
    input_signature = tf.nest.map_structure(lambda s: tf.TensorSpec([None] + s.shape.as_list()[1:], s.dtype), [spec])
  archive = tf.__internal__.tracking.AutoTrackable()
  archive.serve = tf.function(lambda *args: model(*args), input_signature=input_signature)
  archive._all_variables = list(model.variables)
  archive.variables = list(model.variables)
  archive.trainable_variables = list(model.trainable_variables)
  archive.non_trainable_variables = list(model.non_trainable_variables)
  archive._misc_assets = []
  serve = archive.serve.get_concrete_function()
  tf.saved_model.save(archive, filepath, signatures={'serve': archive.serve, 'serving_default': archive.serve})
  if verbose is None or verbose:
    lines = serve.pretty_printed_signature(verbose=True).split('\n')
    print("Saved artifact at '%s'. The following endpoints are available:\n\n%s" %
          (filepath, '\n'.join(["* Endpoint 'serve'"] + lines[1:])))
    sys.stdout.flush()
