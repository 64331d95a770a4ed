"""tf.keras.Model (keras/src/models/model.py): a layer that can be compiled, fitted, shown and saved."""
import inspect
import json
import warnings

from tensorflow_lib.keras import serialization
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.state import is_default, map_shapes
from tensorflow_lib.keras.tensors import KerasTensor, compute_output_spec
from tensorflow_lib.keras.trainer import Trainer

__name__ = 'keras.src.models.model'


def _functional():
  from tensorflow_lib.keras import functional
  return functional.Functional


def functional_arguments(args, kwargs):
  """Are these the inputs and outputs of a functional model?"""
  return len(args) == 2 or len(args) == 1 and 'outputs' in kwargs or 'inputs' in kwargs and 'outputs' in kwargs


#: tf.keras.Model tf.keras.models.Model
class Model(Trainer, Layer):
  def __new__(cls, *args, **kwargs):
    if functional_arguments(args, kwargs) and cls is Model:
      return _functional().__new__(_functional(), *args, **kwargs)
    return Layer.__new__(cls, *args, **kwargs)

  def __init__(self, *args, **kwargs):
    Trainer.__init__(self)
    if functional_arguments(args, kwargs):
      functional = _functional()
      if not isinstance(self, functional):
        cls = type(self)
        # The class goes on as one of functional models: its own methods first, then theirs.
        object.__setattr__(self, '__class__', type(cls.__name__, (cls, functional),
                                                   {'__module__': cls.__module__, '__qualname__': cls.__qualname__}))
      functional.__init__(self, *args, **kwargs)
    else:
      Layer.__init__(self, *args, **kwargs)

  def call(self, *args, **kwargs):
    raise NotImplementedError('Model %s does not have a `call()` method implemented.' % type(self).__name__)

  @property
  def layers(self):
    return list(self._flatten_layers(include_self=False, recursive=False))

  @layers.setter
  def layers(self, _):
    raise AttributeError('`Model.layers` attribute is reserved and should not be used. Please use another name.')

  def get_layer(self, name=None, index=None):
    """The layer with this name or at this place."""
    if index is not None and name is not None:
      raise ValueError('Provide only a layer name or a layer index. Received: index=%s, name=%s.' % (index, name))
    layers = self.layers
    if index is not None:
      if len(layers) <= index:
        raise ValueError('Was asked to retrieve layer at index %s but model only has %d layers.' % (index, len(layers)))
      return layers[index]
    if name is None:
      raise ValueError('Provide either a layer name or layer index at `get_layer`.')
    for layer in layers:
      if layer.name == name:
        return layer
    raise ValueError('No such layer: %s. Existing layers are: %s.' % (name, [layer.name for layer in layers]))

  def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
              layer_range=None):
    """Prints a table of the layers."""
    from tensorflow_lib.keras.summary import print_summary
    print_summary(self, line_length=line_length, positions=positions, print_fn=print_fn, expand_nested=expand_nested,
                  show_trainable=show_trainable, layer_range=layer_range)

  def save(self, filepath, overwrite=True, zipped=None, **kwargs):
    """Writes the configuration and all variables to a file."""
    from tensorflow_lib.keras import weights_files
    weights_files.save_model(self, filepath, overwrite=overwrite, zipped=zipped, **kwargs)

  def save_weights(self, filepath, overwrite=True, max_shard_size=None):
    """Writes the values of all weights to a file."""
    from tensorflow_lib.keras import weights_files
    weights_files.save_weights(self, filepath, overwrite=overwrite, max_shard_size=max_shard_size)

  def load_weights(self, filepath, skip_mismatch=False, **kwargs):
    """Gives the weights the values that `save_weights` wrote."""
    from tensorflow_lib.keras import weights_files
    weights_files.load_weights(self, filepath, skip_mismatch=skip_mismatch, **kwargs)

  def quantize(self, mode=None, config=None, filters=None, **kwargs):
    raise NotImplementedError('tf.keras.Model.quantize')

  def export(self, filepath, format='tf_saved_model', verbose=None, input_signature=None, **kwargs):
    """Writes a SavedModel with an endpoint `serve`."""
    from tensorflow_lib.keras import export
    export.export(self, filepath, format, verbose, input_signature, **kwargs)

  # ---- building from a config
  def build_from_config(self, config):
    if not config:
      return
    done = False
    if 'input_shape' in config:
      if is_default(self.build):
        done = self._build_by_run(map_shapes(lambda s: s, config['input_shape']), {})
      else:
        try:
          self.build(config['input_shape'])
          done = True
        except Exception:
          pass
      self._build_shapes_dict = config
    elif 'shapes_dict' in config:
      shapes = config['shapes_dict']
      if is_default(self.build):
        done = self._build_by_run(None, shapes)
      else:
        try:
          self.build(**shapes)
          done = True
        except Exception:
          pass
      self._build_shapes_dict = shapes
    if not done:
      warnings.warn("Model '%s' had a build config, but the model cannot be built automatically in "
                    '`build_from_config(config)`. You should implement `def build_from_config(self, config)`, and you might '
                    'also want to implement the method  that generates the config at saving time, `def '
                    'get_build_config(self)`. The method `build_from_config()` is meant to create the state of the model '
                    '(i.e. its variables) upon deserialization.' % self.name, stacklevel=2)

  def _build_by_run(self, shape, shapes):
    """Calls the model with symbolic tensors of these shapes; whether that went well."""
    try:
      if shape is not None:
        compute_output_spec(self.call, map_shapes(lambda s: KerasTensor(s, dtype=self.input_dtype), shape))
      else:
        compute_output_spec(self.call, **{k[:-6] if k.endswith('_shape') else k: map_shapes(
            lambda s: KerasTensor(s, dtype=self.input_dtype), v) for k, v in shapes.items()})
      self.built = True
      return True
    except Exception:
      return False

  def to_json(self, **kwargs):
    return json.dumps(serialization.serialize_keras_object(self), **kwargs)

  @classmethod
  def from_config(cls, config, custom_objects=None):
    functional = _functional()
    if all(key in config for key in ('name', 'layers', 'input_layers', 'output_layers')):
      spec = inspect.getfullargspec(cls.__init__)
      like = spec.args[1:] == inspect.getfullargspec(functional.__init__).args[1:]
      if cls in (functional, Model) or like or spec.varargs == 'args' and spec.varkw == 'kwargs':
        from tensorflow_lib.keras.functional import functional_from_config
        return functional_from_config(cls, config, custom_objects=custom_objects)
    try:
      return cls(**config)
    except TypeError as e:
      raise TypeError('Unable to revive model from config. When overriding the `get_config()` method, make sure that the '
                      'returned config contains all items used as arguments in the  constructor to %s, which is the default '
                      'behavior. You can override this default behavior by defining a `from_config(cls, config)` class '
                      'method to specify how to create an instance of %s from its config.\n\nReceived config=%s\n\nError '
                      'encountered during deserialization: %s' % (cls, cls.__name__, config, e))

  # ---- all state
  def get_state_tree(self, value_format='backend_tensor'):
    return {'trainable_variables': _nested(self.trainable_variables, value_format),
            'non_trainable_variables': _nested(self.non_trainable_variables, value_format),
            'optimizer_variables': _nested(self.optimizer.variables, value_format),
            'metrics_variables': _nested(self.metrics_variables, value_format)}

  def set_state_tree(self, state_tree):
    for kind, tree in state_tree.items():
      if kind not in ('trainable_variables', 'non_trainable_variables', 'optimizer_variables', 'metrics_variables'):
        raise ValueError('Unknown variable name: %s' % kind)
      if kind == 'optimizer_variables':
        optimizer = getattr(self, 'optimizer', None)
        variables = optimizer.variables if optimizer is not None else []
      else:
        variables = getattr(self, kind)
      values = {}
      _flat(tree, '', values)
      for variable in variables:
        if variable.path in values:
          variable.assign(values[variable.path])


def _nested(variables, value_format):
  out, seen = {}, set()
  for v in variables:
    if v.path in seen:
      raise ValueError("The following variable path is found twice in the model: '%s'. `get_state_tree()` can only be called "
                       'when all variable paths are unique. Make sure to give unique names to your layers (and other '
                       'objects).' % v.path)
    seen.add(v.path)
    if value_format not in ('backend_tensor', 'numpy_array'):
      raise ValueError("Invalid `value_format` argument. Expected one of {'numpy_array', 'backend_tensor'}. Received: "
                       'value_format=%s' % value_format)
    parts = v.path.split('/')
    inner = out
    for part in parts[:-1]:
      inner = inner.setdefault(part, {})
    inner[parts[-1]] = v.value if value_format == 'backend_tensor' else v.numpy()
  return out


def _flat(tree, prefix, out):
  for key, value in tree.items():
    if isinstance(value, dict):
      _flat(value, prefix + key + '/', out)
    else:
      out[prefix + key] = value


#: tf.keras.models.model_from_json =model_from_json
def model_from_json(json_string, custom_objects=None):
  return serialization.deserialize_keras_object(json.loads(json_string), custom_objects=custom_objects)
