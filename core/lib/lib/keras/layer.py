"""tf.keras.layers.Layer (keras/src/layers/layer.py): weights, layers inside, and a `call` that uses them.

Weights are plain tf.Variables, made when a layer is first called, so that the rules of tf.function about
variables hold for layers, too.
"""
import inspect

import _tf
import tensorflow as tf
from tensorflow_lib.keras.base import unique_name
from tensorflow_lib.keras.initializers import get as get_initializer


def _shape_of(inputs):
  """The static shapes of a structure of tensors, as tuples."""
  return tf.nest.map_structure(lambda x: tuple(x.shape.as_list()), inputs)


#: tf.keras.layers.Layer tf.keras.Layer
class Layer:
  """Weights, layers inside, and a `call` that uses them."""

  # What attributes are called in checkpoints, where it is not their own name.
  _checkpoint_names = {}
  # The specs of the inputs that the weights were made for.
  _input_spec_of_build = None

  def __init__(self, *, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, **kwargs):
    kwargs.pop('input_shape', None)
    kwargs.pop('input_dim', None)
    if kwargs:
      raise ValueError('Unrecognized keyword arguments passed to %s: %s' % (type(self).__name__, kwargs))
    if activity_regularizer is not None:
      raise NotImplementedError('tf.keras.layers with activity_regularizer')
    object.__setattr__(self, '_tracked', [])
    self.name = unique_name(type(self).__name__) if name is None else name
    self.built = False
    self._dtype = tf.as_dtype(dtype or tf.float32)
    self._trainable = trainable

  dtype = property(lambda self: self._dtype.name)
  compute_dtype = property(lambda self: self._dtype.name)
  variable_dtype = property(lambda self: self._dtype.name)

  @property
  def trainable(self):
    return self._trainable

  @trainable.setter
  def trainable(self, value):
    self._trainable = bool(value)
    for layer in self._layers():
      layer.trainable = value

  def __setattr__(self, name, value):
    tracked = self.__dict__.get('_tracked')
    if tracked is None:
      raise RuntimeError("In layer '%s', you forgot to call `super().__init__()` as the first statement in the "
                         '`__init__()` method. Go add it!' % type(self).__name__)
    if name not in ('_tracked', '_trainable', 'built', 'name'):
      self._track(value)
    object.__setattr__(self, name, value)
    _tf.assigned(self, self._checkpoint_names.get(name, name), value)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    from tensorflow_lib.keras import saving
    return saving.children(self, save_type == 'savedmodel')

  def _track(self, value):
    # As in Keras, variables count as weights only if add_weight made them.
    if isinstance(value, Layer):
      if not any(value is x for x in self._tracked):
        self._tracked.append(value)
    elif isinstance(value, (list, tuple)):
      for item in value:
        self._track(item)
    elif isinstance(value, dict):
      for item in value.values():
        self._track(item)

  def _layers(self):
    return [x for x in self._tracked if isinstance(x, Layer)]

  def add_weight(self, shape=None, initializer=None, dtype=None, trainable=True, autocast=True, regularizer=None,
                 constraint=None, aggregation='none', overwrite_with_gradient=False, name=None):
    """A new variable of the layer."""
    if regularizer is not None or constraint is not None:
      raise NotImplementedError('tf.keras.layers.Layer.add_weight with regularizer or constraint')
    dtype = tf.as_dtype(dtype or self._dtype)
    if initializer is None:
      initializer = 'glorot_uniform' if dtype.is_floating else 'zeros'
    make = get_initializer(initializer)
    shape = tuple(shape or ())
    name = name or 'variable'
    if _Call.symbolic:
      # The call is only made to see shapes, its graph is thrown away: the variable is made outside of it.
      with tf.init_scope():
        variable = tf.Variable(make(shape, dtype), dtype=dtype, trainable=trainable, name=name)
    else:
      variable = tf.Variable(lambda: make(shape, dtype), dtype=dtype, trainable=trainable, name=name)
    self._tracked.append(variable)
    return variable

  @property
  def weights(self):
    """Own variables first, then those of the layers inside."""
    found = []
    own = [x for x in self._tracked if isinstance(x, tf.Variable)]
    for variable in own + [v for layer in self._layers() for v in layer.weights]:
      if not any(variable is x for x in found):
        found.append(variable)
    return found

  variables = property(lambda self: self.weights)

  @property
  def trainable_weights(self):
    if not self._trainable:
      return []
    found = []
    own = [x for x in self._tracked if isinstance(x, tf.Variable) and x.trainable]
    for variable in own + [v for layer in self._layers() for v in layer.trainable_weights]:
      if not any(variable is x for x in found):
        found.append(variable)
    return found

  trainable_variables = property(lambda self: self.trainable_weights)

  @property
  def non_trainable_weights(self):
    trainable = self.trainable_weights
    return [v for v in self.weights if not any(v is t for t in trainable)]

  non_trainable_variables = property(lambda self: self.non_trainable_weights)

  def get_weights(self):
    return [v.numpy() for v in self.weights]

  def set_weights(self, weights):
    variables = self.weights
    if len(variables) != len(weights):
      raise ValueError("You called `set_weights(weights)` on layer '%s' with a weight list of length %d, but the layer was "
                       'expecting %d weights.' % (self.name, len(weights), len(variables)))
    for variable, value in zip(variables, weights):
      if tuple(variable.shape.as_list()) != tuple(value.shape):
        raise ValueError('Layer %s weight shape %s is not compatible with provided weight shape %s.' %
                         (self.name, tuple(variable.shape.as_list()), tuple(value.shape)))
      variable.assign(value)

  def count_params(self):
    if not self.built:
      raise ValueError("You tried to call `count_params` on layer '%s', but the layer isn't built. You can build it "
                       'manually via: `layer.build(input_shape)`.' % self.name)
    total = 0
    for variable in self.weights:
      total += variable.shape.num_elements()
    return total

  def build(self, input_shape):
    self.built = True

  def call(self, *args, **kwargs):
    raise NotImplementedError('Layer %s does not have a `call()` method implemented.' % type(self).__name__)

  def _check_input(self, inputs):
    """Raises for inputs that the layer cannot take."""

  def _takes_training(self):
    return 'training' in inspect.signature(self.call).parameters

  def _convert_inputs(self, inputs):
    """Arrays and lists of numbers as tensors of the layer's dtype; floats are cast to it."""
    if not isinstance(inputs, (tf.Tensor, tf.Variable, dict, tuple, list)):
      inputs = tf.convert_to_tensor(inputs)
    if isinstance(inputs, tf.Variable):
      inputs = tf.convert_to_tensor(inputs)
    if isinstance(inputs, tf.Tensor) and inputs.dtype.is_floating and inputs.dtype != self._dtype:
      return tf.cast(inputs, self._dtype)
    return inputs

  def _build_for(self, inputs):
    """Makes the weights before the first call; without a `build`, those of the layers inside by a call for shapes."""
    spec = tf.nest.map_structure(lambda x: tf.TensorSpec(x.shape, x.dtype), inputs)
    object.__setattr__(self, '_input_spec_of_build', spec)
    with tf.name_scope(self.name):
      self.build(_shape_of(inputs))
    self.built = True
    if type(self).build is Layer.build and any(not layer.built for layer in self._layers()):
      call_for_shapes(self, spec)

  def __call__(self, inputs, *args, **kwargs):
    inputs = self._convert_inputs(inputs)
    self._check_input(inputs)
    built = self.built
    if not built:
      self._build_for(inputs)
      self._check_input(inputs)
    training = kwargs.pop('training', None)
    if training is None and _Call.training:
      training = _Call.training[-1]
    if self._takes_training() and training is not None:
      kwargs['training'] = training
    _Call.training.append(training)
    # Keras opens a scope for the building, whether there is anything to do or not.
    if built:
      with tf.name_scope(self.name):
        pass
    try:
      with tf.name_scope(self.name):
        if _Call.symbolic:
          return _tf.call_converted(True, type(self).call, self, inputs, *args, **kwargs)
        # Keras wraps `call` so that it is not staged: `if` over a tensor is an error there, as it is here.
        return self.call(inputs, *args, **kwargs)
    finally:
      _Call.training.pop()

  def __repr__(self):
    return '<%s name=%s, built=%s>' % (type(self).__name__, self.name, self.built)


class _Call:
  """The `training` of the calls that are under way; layers inside take it over."""
  training = []
  symbolic = 0


def call_for_shapes(layer, spec):
  """The shapes of what a layer gives for inputs of these specs: its call is traced and the trace thrown away."""
  shapes = []

  def call(x):
    shapes.append(_shape_of(_tf.call_converted(True, type(layer).call, layer, x)))

  _Call.symbolic += 1
  try:
    tf.function(call).get_concrete_function(spec)
  finally:
    _Call.symbolic -= 1
  return shapes[-1]


def check_rank(layer, inputs, ndim=None, min_ndim=None, last=None):
  shape = tuple(inputs.shape.as_list()) if inputs.shape.rank is not None else None
  if shape is None:
    return
  start = "Input 0 with name 'None' of layer '%s' is incompatible with the layer: " % layer.name
  if ndim is not None and len(shape) != ndim:
    raise ValueError('%sexpected ndim=%d, found ndim=%d. Full shape received: %s' % (start, ndim, len(shape), shape))
  if min_ndim is not None and len(shape) < min_ndim:
    raise ValueError('%sexpected min_ndim=%d, found ndim=%d. Full shape received: %s' %
                     (start, min_ndim, len(shape), shape))
  if last is not None and shape[-1] is not None and shape[-1] != last:
    raise ValueError('%sexpected axis -1 of input shape to have value %d, but received input with shape %s' %
                     (start, last, shape))
