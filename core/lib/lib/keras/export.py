"""Models as SavedModels with endpoints, and such SavedModels as layers (keras/src/export)."""
import tensorflow as tf
from tensorflow_lib.checkpoint.graph import FUNCTIONS, View
from tensorflow_lib.keras.callbacks.callback import print_msg
from tensorflow_lib.keras.functional import Functional
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.model import Model
from tensorflow_lib.keras.sequential import Sequential
from tensorflow_lib.keras.state import map_shapes, map_structure, standardize_dtype, standardize_shape
from tensorflow_lib.keras.tensors import KerasTensor, Variable, is_tensor

_FORMATS = ('tf_saved_model', 'onnx', 'openvino', 'litert', 'torch')


def _input_spec(x):
  """The InputSpec of what stands for an input, for batches of any size."""
  if isinstance(x, InputSpec):
    if x.shape is None or x.dtype is None:
      raise ValueError('The `shape` and `dtype` must be provided. Received: x=%s' % (x,))
    return x
  if not isinstance(x, KerasTensor) and not is_tensor(x):
    raise TypeError('Unsupported x=%s of the type (%s). Supported types are: `keras.InputSpec`, `keras.KerasTensor` and '
                    'backend tensor.' % (x, type(x)))
  return InputSpec(dtype=standardize_dtype(x.dtype), shape=(None,) + standardize_shape(x.shape)[1:],
                   name=x.name if isinstance(x, KerasTensor) else None)


def _tensor_spec(x):
  if isinstance(x, tf.TensorSpec):
    return x
  spec = _input_spec(x)
  return tf.TensorSpec(spec.shape, dtype=spec.dtype, name=spec.name)


def get_input_signature(model):
  """What the endpoint of a model takes: a list with a structure for each argument."""
  if not isinstance(model, Model):
    raise TypeError('The model must be a `keras.Model`. Received: model=%s of the type %s' % (model, type(model)))
  if not model.built:
    raise ValueError('The model provided has not yet been built. It must be built before export.')
  if isinstance(model, Functional):
    return [map_structure(_input_spec, model._inputs_struct)]
  if isinstance(model, Sequential):
    return map_structure(_input_spec, model.inputs)
  found = [map_shapes(lambda s: InputSpec(shape=(None,) + tuple(s)[1:], dtype=model.input_dtype), value)
           for value in (model._build_shapes_dict or {}).values()]
  if not found or not model._called:
    raise ValueError('The model provided has never called. It must be called at least once before export.')
  return found


def default_signature(model):
  """The function that `tf.saved_model.save(model)` makes its only signature of, or None."""
  inputs = None
  if isinstance(model, Sequential) and model._functional is not None:
    inputs = model._functional.input
  elif isinstance(model, Functional):
    inputs = model.input
  if inputs is not None:
    signature = (map_structure(lambda x: tf.TensorSpec(x.shape, x.dtype), inputs),)
  else:
    signature = tuple(map_shapes(lambda s: tf.TensorSpec(s, model.input_dtype), value)
                      for value in (model._build_shapes_dict or {}).values())
    if not signature:
      return None

  def serving_default(inputs):
    return model(inputs)

  return tf.function(serving_default, input_signature=signature)


def _concretes(function):
  return [function] if isinstance(function, tf.types.experimental.ConcreteFunction) else [function.get_concrete_function()]


def _variables_of(functions):
  """The variables that functions use: those for training, and the others."""
  trainable, others, seen = [], [], set()
  for function in functions:
    for concrete in _concretes(function):
      for v in concrete.trainable_variables:
        if id(v) not in seen:
          seen.add(id(v))
          trainable.append(v)
      for v in concrete.variables:
        if id(v) not in seen:
          seen.add(id(v))
          others.append(v)
  return trainable, others


#: tf.keras.export.ExportArchive
class ExportArchive:
  """Endpoints and what they use, on the way to a SavedModel."""

  def __new__(cls, format='saved_model', **kwargs):
    if format == 'neptune_model':
      raise NotImplementedError("tf.keras.export.ExportArchive with format='neptune_model'")
    if format != 'saved_model':
      raise ValueError('Unsupported format: %s' % format)
    return object.__new__(cls)

  def __init__(self, format='saved_model', **kwargs):
    self._endpoint_names = []
    self._endpoint_signatures = {}
    self.tensorflow_version = tf.__version__
    self._tf_trackable = tf.__internal__.tracking.AutoTrackable()
    self._of_keras = {name: [] for name in ('variables', 'trainable_variables', 'non_trainable_variables')}
    self._tracked = []

  variables = property(lambda self: self._of_keras['variables'])
  trainable_variables = property(lambda self: self._of_keras['trainable_variables'])
  non_trainable_variables = property(lambda self: self._of_keras['non_trainable_variables'])

  def track(self, resource):
    """Takes the variables and tables of a layer along."""
    is_layer = isinstance(resource, Layer)
    if is_layer and not resource.built:
      raise ValueError('The layer provided has not yet been built. It must be built before export.')
    if not is_layer and not hasattr(resource, '_trackable_children') and not isinstance(resource, tf.Variable):
      raise ValueError('Invalid resource type. Expected a Keras `Layer` or `Model` or a TensorFlow `Trackable` object. '
                       "Received object %s of type '%s'. " % (resource, type(resource)))
    self._tracked.append(resource)
    if is_layer:
      for name, known in self._of_keras.items():
        known.extend(getattr(resource, name))

  def add_endpoint(self, name, fn, input_signature=None, **kwargs):
    """A function that the SavedModel will have under the name."""
    if name in self._endpoint_names:
      raise ValueError("Endpoint name '%s' is already taken." % name)
    if 'jax2tf_kwargs' in kwargs or 'is_static' in kwargs:
      raise ValueError("'jax2tf_kwargs' and 'is_static' are only supported with the jax backend. Current backend: tensorflow")
    if input_signature is None:
      if not isinstance(fn, FUNCTIONS):
        raise ValueError(
            'If the `fn` argument provided is not a `tf.function`, you must provide an `input_signature` argument to specify '
            'the shape and dtype of the function arguments. Example:\n\nexport_archive.add_endpoint(\n'
            "    name='call',\n    fn=model.call,\n    input_signature=[\n        keras.InputSpec(\n"
            "            shape=(None, 224, 224, 3),\n            dtype='float32',\n        )\n    ],\n)")
      if not fn._list_all_concrete_functions():
        raise ValueError("The provided tf.function '%s' has never been called. To specify the expected shape and dtype of the "
                         "function's arguments, you must either provide a function that has been called at least once, or "
                         'alternatively pass an `input_signature` argument in `add_endpoint()`.' % (fn,))
      made = fn
    else:
      signature = map_structure(_tensor_spec, input_signature)
      made = tf.function(fn, input_signature=signature, autograph=False)
      self._endpoint_signatures[name] = signature
    setattr(self._tf_trackable, name, made)
    self._endpoint_names.append(name)
    return made

  def track_and_add_endpoint(self, name, resource, input_signature, **kwargs):
    """A layer's or model's call as an endpoint."""
    self.track(resource)
    return self.add_endpoint(name, resource.__call__, input_signature, **kwargs)

  def add_variable_collection(self, name, variables):
    """A list of variables that the loaded object will have under the name."""
    if not isinstance(variables, (list, tuple, set)):
      raise ValueError("Expected `variables` to be a list/tuple/set. Received instead object of type '%s'." % type(variables))
    if not all(isinstance(v, (tf.Variable, Variable)) for v in variables):
      raise ValueError('Expected all elements in `variables` to be `tf.Variable` instances. Found instead the following '
                       'types: %s' % list(set(type(v) for v in variables)))
    setattr(self._tf_trackable, name, _plain(variables))

  def _endpoint(self, name):
    function = getattr(self._tf_trackable, name)
    return function if name in self._endpoint_signatures else function._list_all_concrete_functions()[0]

  def write_out(self, filepath, options=None, verbose=True):
    """Writes the SavedModel; its first endpoint is `serving_default`, too."""
    if not self._endpoint_names:
      raise ValueError('No endpoints have been set yet. Call add_endpoint().')
    root = self._tf_trackable
    for name, known in self._of_keras.items():
      setattr(root, name, _plain(known))
    trainable, others = _variables_of([self._endpoint(name) for name in self._endpoint_names])
    root._all_variables = trainable + others
    root._misc_assets = [node for tracked in self._tracked for node in View(tracked, saving=True).walk()[0]
                         if hasattr(node, '_saved_table')]
    signatures = {name: self._endpoint(name) for name in self._endpoint_names}
    signatures.setdefault('serving_default', self._endpoint(self._endpoint_names[0]))
    tf.saved_model.save(root, filepath, options=options, signatures=signatures)
    if verbose:
      shown = []
      for name in self._endpoint_names:
        concrete = getattr(root, name)._list_all_concrete_functions()[0]
        lines = concrete.pretty_printed_signature(verbose=verbose).split('\n')
        shown.append('\n'.join(["* Endpoint '%s'" % name] + lines[1:]))
      print_msg("Saved artifact at '%s'. The following endpoints are available:\n\n%s" % (filepath, '\n\n'.join(shown)))


def _plain(variables):
  return [v._value if isinstance(v, Variable) else v for v in variables]


def export(model, filepath, format, verbose, input_signature, **kwargs):
  """A SavedModel with an endpoint `serve`."""
  if format not in _FORMATS:
    raise ValueError('Unrecognized format=%s. Supported formats are: %s.' % (format, list(_FORMATS)))
  if format != 'tf_saved_model':
    raise NotImplementedError('tf.keras.Model.export with format=%r' % (format,))
  archive = ExportArchive()
  if input_signature is None:
    input_signature = get_input_signature(model)
  archive.track_and_add_endpoint('serve', model, input_signature, **kwargs)
  archive.write_out(filepath, verbose=True if verbose is None else verbose)


#: tf.keras.layers.TFSMLayer
class TFSMLayer(Layer):
  """An endpoint of a SavedModel as a layer."""

  def __init__(self, filepath, call_endpoint='serve', call_training_endpoint=None, trainable=True, name=None, dtype=None):
    super().__init__(trainable=trainable, name=name, dtype=dtype)
    self._reloaded_obj = tf.saved_model.load(filepath)
    self.filepath = filepath
    self.call_endpoint = call_endpoint
    self.call_training_endpoint = call_training_endpoint
    self.call_endpoint_fn = self._find(
        call_endpoint, 'Select another endpoint via the `call_endpoint` argument. Available endpoints')
    functions = [self.call_endpoint_fn]
    if call_training_endpoint:
      self.call_training_endpoint_fn = self._find(call_training_endpoint, 'Available endpoints')
      functions.append(self.call_training_endpoint_fn)
    for found in _variables_of(functions):
      for v in found:
        kind = 'trainable_variables' if v.trainable else 'non_trainable_variables'
        self._tracker.add_to_store(kind, Variable(v, trainable=v.trainable, dtype=v.dtype, name=v.name.replace('/', '_')))
    self._build_at_init()

  def _find(self, name, advice):
    loaded = self._reloaded_obj
    if hasattr(loaded, name):
      return getattr(loaded, name)
    if name in loaded.signatures:
      return loaded.signatures[name]
    raise ValueError("The endpoint '%s' is neither an attribute of the reloaded SavedModel, nor an entry in the `signatures` "
                     'field of the reloaded SavedModel. %s for this SavedModel: %s' % (name, advice, list(loaded.signatures)))

  def call(self, inputs, training=False, **kwargs):
    if training and self.call_training_endpoint:
      return self.call_training_endpoint_fn(inputs, **kwargs)
    return self.call_endpoint_fn(inputs, **kwargs)

  def get_config(self):
    config = super().get_config()
    config.update(filepath=self.filepath, call_endpoint=self.call_endpoint,
                  call_training_endpoint=self.call_training_endpoint)
    return config

  @classmethod
  def from_config(cls, config, custom_objects=None, safe_mode=None):
    if safe_mode is not False:
      raise ValueError(
          'Requested the deserialization of a `TFSMLayer`, which loads an external SavedModel. This carries a potential risk '
          'of arbitrary code execution and thus it is disallowed by default. If you trust the source of the artifact, you can '
          'override this error by passing `safe_mode=False` to the loading function, or calling '
          '`keras.config.enable_unsafe_deserialization().')
    return cls(**config)
