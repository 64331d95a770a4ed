"""tf.keras.Sequential (keras/src/models/sequential.py): one layer after the other; copies of models."""
import copy
import inspect

from tensorflow_lib.keras import serialization
from tensorflow_lib.keras.functional import Functional, functional_like_constructor
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.input_layer import Input, InputLayer
from tensorflow_lib.keras.model import Model
from tensorflow_lib.keras.state import flatten, is_default, map_structure, standardize_shape
from tensorflow_lib.keras.tensors import KerasTensor, get_keras_mask

__name__ = 'keras.src.models.sequential'


#: tf.keras.Sequential tf.keras.models.Sequential
class Sequential(Model):
  def __new__(cls, *args, **kwargs):
    return Layer.__new__(cls, *args, **kwargs)

  def __init__(self, layers=None, trainable=True, name=None):
    super().__init__(trainable=trainable, name=name)
    self._functional = None
    self._layers = []
    if layers:
      for layer in layers:
        self.add(layer, rebuild=False)
      self._maybe_rebuild()

  def add(self, layer, rebuild=True):
    """Appends a layer."""
    if not self._layers and getattr(layer, '_input_shape_arg', None) is not None:
      self.add(InputLayer(shape=layer._input_shape_arg))
    if hasattr(layer, '_keras_history'):
      origin = layer._keras_history.operation
      if isinstance(origin, InputLayer):
        layer = origin
    if not isinstance(layer, Layer):
      raise ValueError('Only instances of `keras.Layer` can be added to a Sequential model. Received: %s (of type %s)' %
                       (layer, type(layer)))
    if any(layer.name == other.name and other is not layer for other in self._layers):
      raise ValueError("All layers added to a Sequential model should have unique names. Name '%s' is already the name of a "
                       'layer in this model. Update the `name` argument to pass a unique name.' % layer.name)
    if isinstance(layer, InputLayer) and self._layers and isinstance(self._layers[0], InputLayer):
      raise ValueError("Sequential model '%s' has already been configured to use input shape %s. You cannot add a different "
                       'Input layer to it.' % (self.name, self._layers[0].batch_shape))
    self._layers.append(layer)
    if rebuild:
      self._maybe_rebuild()
    else:
      self.built = False
      self._functional = None

  def pop(self, rebuild=True):
    """Takes the last layer off."""
    layer = self._layers.pop()
    self.built = False
    self._functional = None
    if rebuild:
      self._maybe_rebuild()
    return layer

  def _maybe_rebuild(self):
    self.built = False
    self._functional = None
    first = self._layers[0]
    if isinstance(first, InputLayer) and len(self._layers) > 1:
      self.build(first.batch_shape)
    elif hasattr(first, 'input_shape') and len(self._layers) > 1:
      self.build(first.input_shape)

  def _lock_state(self):
    pass

  def build(self, input_shape=None):
    try:
      input_shape = standardize_shape(input_shape)
    except Exception:
      return
    if not self._layers:
      raise ValueError('Sequential model %s cannot be built because it has no layers. Call `model.add(layer)`.' % self.name)
    if isinstance(self._layers[0], InputLayer):
      if self._layers[0].batch_shape != input_shape:
        raise ValueError("Sequential model '%s' has already been configured to use input shape %s. You cannot build it with "
                         'input_shape %s' % (self.name, self._layers[0].batch_shape, input_shape))
    else:
      self._layers = [InputLayer(batch_shape=input_shape, dtype=self._layers[0].compute_dtype)] + self._layers
    inputs = x = self._layers[0].output
    for layer in self._layers[1:]:
      try:
        x = layer(x)
      except NotImplementedError:
        return
      except TypeError:
        _check_call(layer)
        raise
    self._functional = Functional(inputs=inputs, outputs=x)

  def call(self, inputs, training=None, mask=None, **kwargs):
    if self._functional:
      return self._functional.call(inputs, training=training, mask=mask, **kwargs)
    for layer in self.layers:
      given = {k: kwargs[k] for k in getattr(layer, '_call_has_context_arg', {}) if k in kwargs}
      if layer._call_has_mask_arg:
        given['mask'] = mask
      if layer._call_has_training_arg and training is not None:
        given['training'] = training
      outputs = layer(inputs, **given)
      inputs = outputs
      mask = map_structure(get_keras_mask, outputs)
    return outputs

  @property
  def layers(self):
    layers = self._layers
    return layers[1:] if layers and isinstance(layers[0], InputLayer) else layers[:]

  @layers.setter
  def layers(self, _):
    raise AttributeError('`Sequential.layers` attribute is reserved and should not be used. Use `add()` and `pop()` to change '
                         'the layers in this model.')

  def compute_output_spec(self, inputs, training=None, mask=None, **kwargs):
    if self._functional:
      return self._functional.compute_output_spec(inputs, training=training, mask=mask, **kwargs)
    for layer in self.layers:
      inputs = layer.compute_output_spec(inputs, training=training, **kwargs)
    return inputs

  def compute_output_shape(self, input_shape):
    if self._functional:
      return self._functional.compute_output_shape(input_shape)
    for layer in self.layers:
      input_shape = layer.compute_output_shape(input_shape)
    return input_shape

  def _of_functional(self, name, text):
    if self._functional:
      return getattr(self._functional, name)
    raise AttributeError("Sequential model '%s' has no defined %s yet." % (self.name, text))

  input_shape = property(lambda self: self._of_functional('input_shape', 'input shape'))
  output_shape = property(lambda self: self._of_functional('output_shape', 'output shape'))
  inputs = property(lambda self: self._of_functional('inputs', 'inputs'))
  outputs = property(lambda self: self._of_functional('outputs', 'outputs'))

  @property
  def input_dtype(self):
    layers = self._layers
    return layers[0].dtype if layers and isinstance(layers[0], InputLayer) else self.compute_dtype

  def get_config(self):
    layers = [serialization.serialize_keras_object(layer) for layer in Model.layers.fget(self)]
    config = Model.get_config(self)
    config['name'] = self.name
    config['layers'] = copy.deepcopy(layers)
    if self._functional is not None:
      config['build_input_shape'] = self._layers[0].batch_shape
    return config

  @classmethod
  def from_config(cls, config, custom_objects=None):
    if 'name' not in config:
      raise ValueError("A Sequential model configuration must be a dictionary containing the 'name' and 'layers' keys. "
                       'Received: config=%s' % (config,))
    shape = config.get('build_input_shape')
    model = cls(name=config['name'])
    for layer in config['layers']:
      model.add(serialization.deserialize_keras_object(layer, custom_objects=custom_objects))
    if not model._functional and shape and isinstance(shape, (tuple, list)):
      model.build(shape)
    return model


def _check_call(layer):
  """Raises for a layer whose `call` cannot do with the input tensor alone."""
  positional = [p for p in inspect.signature(layer.call).parameters.values()
                if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
  required = [p for p in positional if p.default is p.empty]
  if not positional:
    raise ValueError('Layers added to a Sequential model should have a single positional argument, the input tensor. Layer %s '
                     'has no positional arguments.' % type(layer).__name__)
  if len(required) > 1:
    raise ValueError('Layers added to a Sequential model can only have a single required positional argument, the input '
                     'tensor. Layer %s has multiple required positional arguments: %s' % (type(layer).__name__, required))


# ---- copies of models
#: tf.keras.models.clone_model =clone_model
def clone_model(model, input_tensors=None, clone_function=None, call_function=None, recursive=False, **kwargs):
  """A model with the same layers and weights of its own."""
  cache = kwargs.pop('cache', None)
  if kwargs:
    raise ValueError('Unexpected keyword argument(s): %s' % (tuple(kwargs),))
  name = type(model).__name__
  if isinstance(model, Sequential):
    clone_function = _cached(clone_function, call_function, recursive, cache)
    if call_function is not None:
      raise ValueError("`call_function` argument is not supported with Sequential models.  In a Sequential model, layers "
                       "aren't called at model-construction time (they're merely listed). Use `call_function` with Functional "
                       "models only. Received model of type '%s', with call_function=%s" % (name, clone_function))
    return _clone_sequential(model, clone_function, input_tensors)
  if isinstance(model, Functional):
    return _clone_functional(model, _cached(clone_function, call_function, recursive, cache), input_tensors, call_function)
  if clone_function or input_tensors:
    raise ValueError("Arguments `clone_function` and `input_tensors` are only supported for Sequential models or Functional "
                     "models. Received model of type '%s', with clone_function=%s and input_tensors=%s" %
                     (name, clone_function, input_tensors))
  if call_function is not None:
    raise ValueError("Argument `call_function` is only supported for Functional models. Received model of type '%s', with "
                     'call_function=%s' % (name, clone_function))
  return serialization.deserialize_keras_object(serialization.serialize_keras_object(model),
                                                custom_objects={name: type(model)})


def _cached(clone_function, call_function, recursive, cache):
  """The function that clones a layer, which clones each layer once."""
  if clone_function is None:
    clone_function = lambda layer: type(layer).from_config(layer.get_config())
  cache = {} if cache is None else cache

  def clone(layer):
    if id(layer) not in cache:
      if recursive and isinstance(layer, (Sequential, Functional)):
        more = {} if isinstance(layer, Sequential) else {'call_function': call_function}
        cache[id(layer)] = clone_model(layer, clone_function=clone_function, recursive=True, cache=cache, **more)
      else:
        cache[id(layer)] = clone_function(layer)
    return cache[id(layer)]
  return clone


def _compiled_like(clone, model):
  if model.compiled:
    clone.compile_from_config(model.get_compile_config())
  return clone


def _clone_sequential(model, clone_function, input_tensors):
  layers = [clone_function(layer) for layer in model.layers]
  first = model._layers[0] if model._layers and isinstance(model._layers[0], InputLayer) else None
  name, optional = (first.name, first.optional) if first else (None, False)
  if input_tensors is not None:
    if isinstance(input_tensors, (list, tuple)):
      if len(input_tensors) != 1:
        raise ValueError('Argument `input_tensors` must contain a single tensor.')
      input_tensors = input_tensors[0]
    if not isinstance(input_tensors, KerasTensor):
      raise ValueError('Argument `input_tensors` must be a KerasTensor. Received invalid value: input_tensors=%s' %
                       (input_tensors,))
    layers = [Input(tensor=input_tensors, name=name, optional=optional)] + layers
  elif first is not None:
    layers = [Input(batch_shape=first.batch_shape, dtype=first._dtype, name=name, optional=optional)] + layers
  return _compiled_like(Sequential(layers, name=model.name, trainable=model.trainable), model)


def _clone_functional(model, clone_function, input_tensors, call_function):
  if input_tensors is not None:
    if not all(isinstance(x, KerasTensor) for x in flatten(input_tensors)):
      raise ValueError('All entries in `input_tensors` must be KerasTensors. Received invalid values: inputs_tensors=%s' %
                       (input_tensors,))
  else:
    input_tensors = map_structure(lambda x: Input(batch_shape=x.shape, dtype=x.dtype, name=x.name), model.input)
  outputs = model._run_through_graph(input_tensors, operation_fn=clone_function, call_fn=call_function)
  cls = type(model) if functional_like_constructor(type(model)) else Functional
  return _compiled_like(cls(input_tensors, outputs, name=model.name), model)
