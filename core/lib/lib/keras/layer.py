"""tf.keras.layers.Layer (keras/src/layers/layer.py): weights, layers inside, and a `call` that uses them."""
import functools
import inspect
import math
import warnings

import _tf
import tensorflow as tf
from tensorflow_lib.keras import constraints, dtype_policies, initializers, numpy_ops, regularizers
from tensorflow_lib.keras.input_spec import assert_input_compatibility
from tensorflow_lib.keras.operation import Node, Operation
from tensorflow_lib.keras.random import SeedGenerator
from tensorflow_lib.keras.state import (current_path, default, flatten, is_default, is_float_dtype, is_nested,
                                        is_shape_tuple, map_shapes, map_structure, name_scope, standardize_dtype,
                                        standardize_shape, state)
from tensorflow_lib.keras.tensors import (AutocastScope, KerasTensor, StatelessScope, Variable, any_symbolic_tensors,
                                          compute_output_spec, get_keras_mask, is_tensor, set_keras_mask)
from tensorflow_lib.keras.tracking import DotNotTrackScope, Tracker

__name__ = 'keras.src.layers.layer'


def _is_tensor_or_symbolic(x, allow_none=False):
  return x is None if x is None and allow_none else is_tensor(x) or isinstance(x, KerasTensor)


class CallContext:
  """What all layers of one outermost call have in common: `training`."""

  def __init__(self, entry_layer):
    self.entry_layer = entry_layer
    self.values = {}


class CallSpec:
  """The arguments of a call by their names, and which of them are tensors."""

  def __init__(self, layer, args, kwargs):
    signature = layer._call_signature
    given = {}
    for name in layer._call_context_args:
      if name in kwargs and name not in signature.parameters:
        given[name] = kwargs.pop(name)
    bound = layer._bind_simply(args, kwargs)
    if bound is None:
      binding = signature.bind(*args, **kwargs)
      given.update(binding.arguments)
      binding.apply_defaults()
      bound = binding.arguments
    else:
      given.update(bound[0])
      bound = bound[1]
    self.user_arguments = given
    self.arguments = bound
    self.tensors = {}
    self.nested = []
    for name, value in bound.items():
      if _is_tensor_or_symbolic(value):
        self.tensors[name] = value
      elif is_nested(value) and len(value) > 0:
        flat = flatten(value)
        if all(_is_tensor_or_symbolic(x, True) for x in flat):
          self.tensors[name] = value
          self.nested.append(name)
        elif any(_is_tensor_or_symbolic(x) for x in flat):
          raise ValueError('In a nested call() argument, you cannot mix tensors and non-tensors. Received invalid mixed '
                           'argument: %s=%s' % (name, value))
    self.first_arg = next(iter(bound.values())) if bound else None
    self.eager = all(is_tensor(x) for x in self.tensors.values())

  def shapes(self):
    """{name_shape: shape} of the tensors."""
    shape = lambda x: None if x is None else standardize_shape(x.shape)
    found = {}
    for name, value in self.tensors.items():
      if name not in ('mask', 'kwargs', 'args'):
        found[name + '_shape'] = map_structure(shape, value) if name in self.nested else shape(value)
    return found


def shapes_for(method, shapes, spec, class_name):
  """Those of the shapes that a `build` or `compute_output_shape` has parameters for."""
  if is_default(method):
    return None
  names = [p.name for p in inspect.signature(method).parameters.values()
           if p.kind in (p.POSITIONAL_OR_KEYWORD, p.POSITIONAL_ONLY, p.KEYWORD_ONLY)]
  if len(names) == 1:
    return {names[0]: next(iter(shapes.values()), None)}
  kwargs = {}
  for name in names:
    start = ('For a `%s()` method with more than one argument, all arguments should have a `_shape` suffix and match an '
             'argument from `call()`. E.g. `%s(self, foo_shape, bar_shape)` ' % (method.__name__, method.__name__))
    if not name.endswith('_shape'):
      raise ValueError("%s For layer '%s', Received `%s()` argument `%s`, which does not end in `_shape`." %
                       (start, class_name, method.__name__, name))
    if name[:-6] not in spec.arguments:
      raise ValueError("%s For layer '%s', received `%s()` argument `%s`, but `call()` does not have argument `%s`." %
                       (start, class_name, method.__name__, name, name[:-6]))
    if name in shapes:
      kwargs[name] = shapes[name]
  return kwargs


_LOCKED = ('You cannot add new elements of state (variables or sub-layers) to a layer that is already built. All state must '
           'be created in the `__init__()` method or in the `build()` method.')


def _metric_type():
  from tensorflow_lib.keras.metric import Metric
  return Metric


#: tf.keras.layers.Layer tf.keras.Layer
class Layer(Operation):
  """Weights, layers inside, and a `call` that uses them."""

  def __new__(cls, *args, **kwargs):
    obj = Operation.__new__(cls, *args, **kwargs)
    build = obj.build

    @functools.wraps(build)
    def build_wrapper(*args, **kwargs):
      with obj._open_name_scope():
        obj._path = current_path()
        build(*args, **kwargs)
      obj._build_shapes_dict = inspect.signature(build).bind(*args, **kwargs).arguments
      obj.built = True
      obj._post_build()
      obj._lock_state()
    object.__setattr__(obj, 'build', build_wrapper)
    return obj

  def __init__(self, *, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, **kwargs):
    self._lock = False
    Operation.__init__(self, name=name)
    self._dtype_policy = dtype_policies.get(dtype)
    self.activity_regularizer = regularizers.get(activity_regularizer)
    dim = kwargs.pop('input_dim', None)
    shape = (dim,) if dim is not None else kwargs.pop('input_shape', None)
    if shape is not None:
      warnings.warn('Do not pass an `input_shape`/`input_dim` argument to a layer. When using Sequential models, prefer using '
                    'an `Input(shape)` object as the first layer in the model instead.', stacklevel=2)
      self._input_shape_arg = shape
    if kwargs:
      raise ValueError('Unrecognized keyword arguments passed to %s: %s' % (type(self).__name__, kwargs))
    self._path = None
    self.built = False
    self.autocast = autocast
    self._input_spec = None
    self._called = False
    self.supports_jit = True
    if not isinstance(trainable, bool):
      raise ValueError('Expected `trainable` to be a boolean. Received: trainable=%s (of type %s)' %
                       (trainable, type(trainable)))
    self._trainable = trainable
    self._losses = []
    self._losses_override = []
    self._call_signature = inspect.signature(self.call)
    parameters = list(self._call_signature.parameters.values())
    self.call_signature_parameters = [p.name for p in parameters]
    simple = all(p.kind == p.POSITIONAL_OR_KEYWORD for p in parameters)
    self._call_defaults = tuple((p.name, p.default, p.default is p.empty) for p in parameters) if simple else None
    self._call_has_training_arg = 'training' in self.call_signature_parameters
    self._call_has_mask_arg = 'mask' in self.call_signature_parameters
    self._call_context_args = {'training'}
    self._call_has_context_arg = {'training': self._call_has_training_arg}
    self._supports_masking = not is_default(self.compute_mask)
    self._convert_input_args = True
    self._allow_non_tensor_positional_args = False
    self._build_shapes_dict = None
    self._parent_path = None
    self._initialize_tracker()

  def _initialize_tracker(self):
    if '_tracker' in self.__dict__:
      return
    trainable, non_trainable, layers, metrics, seeds = [], [], [], [], []
    metric_type = _metric_type()
    tracker = Tracker({
        'trainable_variables': (lambda x: isinstance(x, Variable) and x.trainable, trainable),
        'non_trainable_variables': (lambda x: isinstance(x, Variable) and not x.trainable, non_trainable),
        'metrics': (lambda x: isinstance(x, metric_type), metrics),
        'layers': (lambda x: isinstance(x, Layer), layers),
        'seed_generators': (lambda x: isinstance(x, SeedGenerator), seeds),
    }, exclusions={'non_trainable_variables': ['trainable_variables']})
    for name, value in (('_tracker', tracker), ('_trainable_variables', trainable), ('_layers', layers),
                        ('_non_trainable_variables', non_trainable), ('_metrics', metrics), ('_seed_generators', seeds)):
      object.__setattr__(self, name, value)

  def __setattr__(self, name, value):
    tracker = self.__dict__.get('_tracker')
    if tracker is None:
      self._initialize_tracker()
      tracker = self.__dict__['_tracker']
    object.__setattr__(self, name, tracker.track(value))
    # What checkpoints wait for may be there now.
    _tf.assigned(self, name, value._value if isinstance(value, Variable) else value)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    from tensorflow_lib.keras import saving
    return saving.children(self, save_type == 'savedmodel')

  def __delattr__(self, name):
    obj = getattr(self, name)
    if isinstance(obj, Variable):
      locked = self._tracker.locked
      self._tracker.unlock()
      self._tracker.untrack(obj)
      if locked:
        self._tracker.lock()
    object.__delattr__(self, name)

  def _build_at_init(self):
    if is_default(self.build):
      self.built = True
      self._post_build()
      self._lock_state()

  path = property(lambda self: self._path)

  @property
  def input_spec(self):
    return self._input_spec

  @input_spec.setter
  def input_spec(self, value):
    self._input_spec = value

  @default
  def build(self, input_shape):
    self._check_super_called()
    if is_default(self.build) and any(not layer.built for layer in self._layers):
      warnings.warn("`build()` was called on layer '%s', however the layer does not have a `build()` method implemented and it "
                    'looks like it has unbuilt state. This will cause the layer to be marked as built, despite not being '
                    'actually built, which may cause failures down the line. Make sure to implement a proper `build()` '
                    'method.' % self.name)
    self.built = True

  def _post_build(self):
    pass

  def _lock_state(self):
    if not self._tracker.locked:
      self._tracker.lock(msg=_LOCKED)

  def get_build_config(self):
    shapes = self._build_shapes_dict
    if shapes is None:
      return None
    return {'input_shape': tuple(shapes.values())[0]} if len(shapes) == 1 else {'shapes_dict': shapes}

  def build_from_config(self, config):
    if config:
      if 'input_shape' in config:
        self.build(config['input_shape'])
      elif 'shapes_dict' in config:
        self.build(**config['shapes_dict'])

  def add_variable(self, shape, initializer, dtype=None, trainable=True, autocast=True, regularizer=None, constraint=None,
                   name=None):
    return self.add_weight(shape=shape, initializer=initializer, dtype=dtype, trainable=trainable, autocast=autocast,
                           regularizer=regularizer, constraint=constraint, name=name)

  def add_weight(self, *args, shape=None, initializer=None, dtype=None, trainable=True, autocast=True, regularizer=None,
                 constraint=None, aggregation='none', overwrite_with_gradient=False, name=None):
    """A new variable of the layer."""
    self._check_super_called()
    if args:
      if len(args) > 3:
        raise TypeError('add_weight() takes at most 3 positional arguments but %d were given.' % len(args))
      if isinstance(args[0], str):
        raise ValueError("`name` must be passed as a keyword argument. Received: add_weight('%s', ...). Use: "
                         "add_weight(shape=..., name='%s')." % (args[0], args[0]))
      given = [('shape', shape), ('initializer', initializer), ('dtype', dtype)]
      for (what, value), _ in zip(given, args):
        if value is not None:
          raise ValueError('`%s` was passed both positionally and as a keyword argument.' % what)
      shape, initializer, dtype = list(args) + [v for _, v in given[len(args):]]
    shape = () if shape is None else shape
    dtype = standardize_dtype(dtype) if dtype is not None else self.variable_dtype
    if initializer is None:
      initializer = 'glorot_uniform' if 'float' in dtype else 'zeros'
    initializer = initializers.get(initializer)
    with name_scope(self.name, caller=self):
      variable = Variable(initializer=initializer, shape=shape, dtype=dtype, trainable=trainable, autocast=autocast,
                          aggregation=aggregation, name=name)
    variable.regularizer = regularizers.get(regularizer)
    variable.constraint = constraints.get(constraint)
    variable.overwrite_with_gradient = overwrite_with_gradient
    self._tracker.add_to_store('trainable_variables' if trainable else 'non_trainable_variables', variable)
    if not self.trainable:
      variable.trainable = False
    return variable

  # ---- weights
  @property
  def trainable(self):
    return self._trainable

  @trainable.setter
  def trainable(self, value):
    value = bool(value)
    self._trainable = value
    for v in self._trainable_variables:
      v.trainable = value
    for layer in self._layers:
      layer.trainable = value

  def _collect(self, attribute, seeds):
    found, seen = [], set()
    for v in self._trainable_variables + self._non_trainable_variables:
      if id(v) not in seen:
        found.append(v)
        seen.add(id(v))
    if seeds:
      found += [generator.state for generator in self._seed_generators]
    for layer in self._layers:
      for v in getattr(layer, attribute):
        if id(v) not in seen:
          found.append(v)
          seen.add(id(v))
    return found

  variables = property(lambda self: self._collect('variables', True))
  weights = property(lambda self: self._collect('weights', False))
  trainable_variables = property(lambda self: [v for v in self.variables if v.trainable] if self.trainable else [])
  trainable_weights = property(lambda self: [v for v in self.weights if v.trainable] if self.trainable else [])

  @property
  def non_trainable_variables(self):
    return [v for v in self.variables if not v.trainable] if self.trainable else self.variables

  @property
  def non_trainable_weights(self):
    return [v for v in self.weights if not v.trainable] if self.trainable else self.weights

  @property
  def metrics(self):
    found = list(self._metrics)
    for layer in self._layers:
      found.extend(layer.metrics)
    return found

  metrics_variables = property(lambda self: [v for metric in self.metrics for v in metric.variables])

  def get_weights(self):
    return [v.numpy() for v in self.weights]

  def set_weights(self, weights):
    own = self.weights
    if len(own) != len(weights):
      raise ValueError("You called `set_weights(weights)` on layer '%s' with a weight list of length %d, but the layer was "
                       'expecting %d weights.' % (self.name, len(weights), len(own)))
    for variable, value in zip(own, weights):
      if variable.shape != value.shape:
        raise ValueError('Layer %s weight shape %s is not compatible with provided weight shape %s.' %
                         (self.name, variable.shape, value.shape))
      variable.assign(value)

  def count_params(self):
    if not self.built:
      raise ValueError("You tried to call `count_params` on layer '%s', but the layer isn't built. You can build it "
                       'manually via: `layer.build(input_shape)`.' % self.name)
    return sum(math.prod(v._shape) for v in self.weights)

  # ---- dtypes
  @property
  def dtype_policy(self):
    return self._dtype_policy

  @dtype_policy.setter
  def dtype_policy(self, value):
    self._dtype_policy = dtype_policies.get(value)

  dtype = property(lambda self: self.variable_dtype)
  compute_dtype = property(lambda self: self._dtype_policy.compute_dtype)
  variable_dtype = property(lambda self: self._dtype_policy.variable_dtype)
  quantization_mode = property(lambda self: self._dtype_policy.quantization_mode)
  input_dtype = property(lambda self: self.compute_dtype)

  @property
  def supports_masking(self):
    return self._supports_masking

  @supports_masking.setter
  def supports_masking(self, value):
    self._supports_masking = value

  @default
  def compute_mask(self, inputs, previous_mask):
    return previous_mask

  # ---- calls
  def _bind_simply(self, args, kwargs):
    """(given, with defaults) where all parameters are plain; None where the signature has to say what is wrong."""
    parameters = self._call_defaults
    if parameters is None or len(args) > len(parameters):
      return None
    given, bound, used = {}, {}, 0
    for i, (name, value, required) in enumerate(parameters):
      if i < len(args):
        if name in kwargs:
          return None
        given[name] = bound[name] = args[i]
      elif name in kwargs:
        given[name] = bound[name] = kwargs[name]
        used += 1
      elif required:
        return None
      else:
        bound[name] = value
    return (given, bound) if used == len(kwargs) else None

  def symbolic_call(self, *args, **kwargs):
    return self.compute_output_spec(*args, **kwargs)

  def __call__(self, *args, **kwargs):
    self._check_super_called()
    object.__setattr__(self, '_called', True)
    original = args, kwargs
    plain = len(args) == 1 and not kwargs and _is_tensor_or_symbolic(args[0]) and (
        standardize_dtype(args[0].dtype) == self.input_dtype)
    if self._convert_input_args and not plain:
      args = map_structure(self._converted, args)
      kwargs = map_structure(self._converted, kwargs)
    if not self._allow_non_tensor_positional_args and not plain:
      for arg in flatten(args):
        if not _is_tensor_or_symbolic(arg, True) and arg is not None:
          raise ValueError('Only input tensors may be passed as positional arguments. The following argument value should be '
                           'passed as a keyword argument: %s (of type %s)' % (arg, type(arg)))
    spec = CallSpec(self, args, kwargs)
    if self.input_spec:
      assert_input_compatibility(self.input_spec, spec.first_arg, layer_name=self.name)
    with self._open_name_scope():
      if not self.built:
        self._maybe_build(spec)
    context = self._get_call_context()
    for name in self._call_context_args:
      self._populate(name, spec, context, kwargs)
    previous_mask = self._masks(spec, kwargs)
    try:
      with self._open_name_scope():
        scope = self._new_autocast()
        if scope is not None:
          with scope:
            outputs = Operation.__call__(self, *args, **kwargs)
        else:
          outputs = Operation.__call__(self, *args, **kwargs)
        self.built = True
        if self.activity_regularizer is not None:
          for output in flatten(outputs):
            if is_tensor(output):
              loss = self.activity_regularizer(output)
              if len(output.shape) > 0:
                dynamic = tf.shape(output)
                size = output.shape[0] if output.shape[0] is not None else dynamic[0]
                loss = numpy_ops.divide_no_nan(loss, tf.cast(size, loss.dtype))
              self.add_loss(loss)
      if self.supports_masking:
        self._set_mask_metadata(spec.first_arg, outputs, previous_mask)
      elif any(m is not None for m in flatten(previous_mask)):
        warnings.warn("Layer '%s' (of type %s) was passed an input with a mask attached to it. However, this layer does not "
                      'support masking and will therefore destroy the mask information. Downstream layers will not see the '
                      'mask.' % (self.name, type(self).__name__))
    finally:
      if state.call_context is None or state.call_context.entry_layer is self:
        state.call_context = None
    if any_symbolic_tensors(*original):
      Node(self, original[0], original[1], outputs)
    return outputs

  def _converted(self, x):
    mask = get_keras_mask(x)
    y = self._dtype_policy.convert_input(x, self.autocast, self.input_dtype)
    if mask is not None:
      set_keras_mask(y, mask)
    return y

  def _masks(self, spec, kwargs):
    """Fills in the arguments for masks; gives the mask of the first argument."""
    if len(spec.tensors) == 1:
      if 'mask' in spec.arguments and spec.arguments['mask'] is None:
        kwargs['mask'] = map_structure(get_keras_mask, next(iter(spec.tensors.values())))
    elif len(spec.tensors) > 1:
      for name, value in spec.tensors.items():
        wanted = name + '_mask'
        if wanted in spec.arguments and spec.arguments[wanted] is None:
          kwargs[wanted] = map_structure(get_keras_mask, value)
    if kwargs.get('mask') is not None:
      return kwargs['mask']
    return map_structure(get_keras_mask, spec.first_arg)

  def _new_autocast(self):
    """The scope in which the call reads variables; None where nothing changes."""
    scope = state.autocast
    if scope is not None:
      if not self.autocast or not is_float_dtype(self.compute_dtype):
        return AutocastScope(None)
      return AutocastScope(self.compute_dtype) if scope.dtype != self.compute_dtype else None
    return AutocastScope(self.compute_dtype) if self.compute_dtype != self.variable_dtype else None

  def call(self, *args, **kwargs):
    raise NotImplementedError('Layer %s does not have a `call` method implemented.' % type(self).__name__)

  def _populate(self, name, spec, context, kwargs):
    if name in spec.user_arguments:
      value = spec.user_arguments[name]
    elif context.values.get(name) is not None:
      value = context.values[name]
    else:
      value = spec.arguments.get(name)
    context.values[name] = value
    if self._call_has_context_arg.get(name, False) and value is not None:
      kwargs[name] = value

  def stateless_call(self, trainable_variables, non_trainable_variables, *args, return_losses=False, **kwargs):
    self._check_super_called()
    if not self.built:
      raise ValueError('To call stateless_call, %s must be built (i.e. its variables must have been already created). You can '
                       'build it by calling it on some data.' % type(self).__name__)
    for what, given, own in (('trainable_variables', trainable_variables, self.trainable_variables),
                             ('non_trainable_variables', non_trainable_variables, self.non_trainable_variables)):
      if len(given) != len(own):
        raise ValueError('Argument `%s` must be a list of tensors corresponding 1:1 to %s().%s. Received list with length '
                         '%d, but expected %d variables.' % (what, type(self).__name__, what, len(given), len(own)))
    mapping = list(zip(self.trainable_variables, trainable_variables))
    mapping += list(zip(self.non_trainable_variables, non_trainable_variables))
    with StatelessScope(state_mapping=mapping, collect_losses=return_losses) as scope:
      outputs = self.call(*args, **kwargs)
      losses = self.losses if return_losses else None
    updated = [scope.get_current_value(v) for v in self.non_trainable_variables]
    return (outputs, updated, losses) if return_losses else (outputs, updated)

  def compute_output_spec(self, *args, **kwargs):
    if is_default(self.compute_output_shape):
      return Operation.compute_output_spec(self, *args, **kwargs)
    spec = CallSpec(self, args, dict(kwargs))
    shapes = shapes_for(self.compute_output_shape, spec.shapes(), spec, type(self).__name__)
    shape = self.compute_output_shape(**shapes)
    if isinstance(shape, tf.TensorShape):
      shape = tuple(shape.as_list())
    if isinstance(shape, list) and shape and isinstance(shape[0], (int, type(None))):
      shape = tuple(shape)
    if not isinstance(shape, (list, tuple, dict)):
      raise ValueError('Method `compute_output_shape()` of layer %s is returning a type that cannot be interpreted as a shape. '
                       'It should return a shape tuple. Received: %s' % (type(self).__name__, shape))
    return map_shapes(lambda s: KerasTensor(s, dtype=self.compute_dtype), shape)

  @default
  def compute_output_shape(self, *args, **kwargs):
    raise NotImplementedError('Layer %s does not have a `compute_output_shape` method implemented. Should implement `def '
                              'compute_output_shape(self, input_shape)`.' % type(self).__name__)

  # ---- losses
  def add_loss(self, loss):
    for x in flatten(loss):
      if not is_tensor(x):
        raise ValueError('`add_loss()` can only be called from inside `build()` or `call()`, on a tensor input. Received '
                         'invalid value: %s' % (x,))
    scope = state.stateless
    if scope is None:
      self._losses.extend(flatten(loss))
    elif scope.collect_losses:
      for x in flatten(loss):
        scope.add_loss(x)

  @property
  def losses(self):
    if self._losses_override:
      return self._losses_override
    if state.stateless is not None:
      found = list(state.stateless.losses)
    else:
      found = self._losses[:]
      for layer in self._flatten_layers(include_self=False):
        found.extend(layer._losses)
    for variable in self.trainable_weights:
      if variable.regularizer is not None:
        found.append(variable.regularizer(variable))
    return found

  def _clear_losses(self):
    self._losses.clear()
    for layer in self._layers:
      layer._clear_losses()

  def add_metric(self, *args, **kwargs):
    raise NotImplementedError('Layer `add_metric()` method is deprecated. Add your metric in `Model.compile(metrics=[...])`, '
                              'or create metric trackers in init() or build() when subclassing the layer or model, then call '
                              '`metric.update_state()` whenever necessary.')

  def quantize(self, mode=None, type_check=True, config=None):
    raise NotImplementedError('tf.keras.layers.Layer.quantize')

  def save_own_variables(self, store):
    for i, v in enumerate(self._trainable_variables + self._non_trainable_variables):
      store['%d' % i] = v

  def load_own_variables(self, store):
    own = self._trainable_variables + self._non_trainable_variables
    if len(store.keys()) != len(own):
      if not own and not self.built:
        raise ValueError(
            "Layer '%s' was never built and thus it doesn't have any variables. However the weights file lists %d variables "
            'for this layer.\nIn most cases, this error indicates that either:\n\n1. The layer is owned by a parent layer that '
            "implements a `build()` method, but calling the parent's `build()` method did NOT create the state of the child "
            "layer '%s'. A `build()` method must create ALL state for the layer, including the state of any children layers."
            "\n\n2. You need to implement the `def build_from_config(self, config)` method on layer '%s', to specify how to "
            'rebuild it during loading. In this case, you might also want to implement the method that generates the build '
            'config at saving time, `def get_build_config(self)`. The method `build_from_config()` is meant to create the '
            'state of the layer (i.e. its variables) upon deserialization.' %
            (self.name, len(store.keys()), self.name, self.name))
      raise ValueError("Layer '%s' expected %d variables, but received %d variables during loading. Expected: %s" %
                       (self.name, len(own), len(store.keys()), [v.name for v in own]))
    for i, v in enumerate(own):
      v.assign(store['%d' % i])

  # ---- building
  def _maybe_build(self, spec):
    shapes = spec.shapes()
    first = next(iter(shapes.values()), None)
    if not is_default(self.build):
      self.build(**shapes_for(self.build, shapes, spec, type(self).__name__))
      if self.input_spec:
        assert_input_compatibility(self.input_spec, spec.first_arg, layer_name=self.name)
      return
    if any(not layer.built for layer in self._layers):
      try:
        compute_output_spec(self.call, **spec.arguments)
      except Exception as e:
        if spec.eager:
          return
        warnings.warn("Layer '%s' looks like it has unbuilt state, but Keras is not able to trace the layer `call()` in order "
                      'to build it automatically. Possible causes:\n1. The `call()` method of your layer may be crashing. Try '
                      'to `__call__()` the layer eagerly on some test input first to see if it works. E.g. `x = '
                      'np.random.random((3, 4)); y = layer(x)`\n2. If the `call()` method is correct, then you may need to '
                      'implement the `def build(self, input_shape)` method on your layer. It should create all variables used '
                      "by the layer (e.g. by calling `layer.build()` on all its children layers).\nException encountered: "
                      "''%s''" % (self.name, e))
    self.build(first)

  def __repr__(self):
    return '<%s name=%s, built=%s>' % (type(self).__name__, self.name, self.built)

  def _check_super_called(self):
    if getattr(self, '_lock', True):
      raise RuntimeError("In layer '%s', you forgot to call `super().__init__()` as the first statement in the `__init__()` "
                         'method. Go add it!' % type(self).__name__)

  def _get_call_context(self):
    if state.call_context is None:
      state.call_context = CallContext(entry_layer=self)
      self._clear_losses()
    return state.call_context

  def _flatten_layers(self, include_self=True, recursive=True):
    layers = [self] if include_self else []
    seen = set()
    waiting = list(self._layers)
    while waiting:
      layer = waiting.pop(0)
      if id(layer) in seen:
        continue
      seen.add(id(layer))
      layers.append(layer)
      if recursive:
        waiting = list(reversed(layer._layers)) + waiting
    return layers

  def _set_mask_metadata(self, inputs, outputs, previous_mask):
    flat = flatten(outputs)
    if all(get_keras_mask(x) is not None for x in flat):
      return
    masks = self.compute_mask(inputs, previous_mask)
    if masks is None:
      return
    for tensor, mask in zip(flat, flatten(masks)):
      if get_keras_mask(tensor) is None and mask is not None:
        set_keras_mask(tensor, mask)

  @default
  def get_config(self):
    self._check_super_called()
    config = Operation.get_config(self)
    config['trainable'] = self.trainable
    config['dtype'] = dtype_policies.serialize(self.dtype_policy)
    if self.activity_regularizer is not None:
      config['activity_regularizer'] = regularizers.serialize(self.activity_regularizer)
    return config

  def _open_name_scope(self):
    if self._parent_path is None:
      self._parent_path = current_path()
    return name_scope(self.name, caller=self)

  def _register_call_context_args(self, *names):
    if self._called:
      raise RuntimeError('Cannot add call-context args after the layer has been called.')
    self._call_context_args = self._call_context_args | set(names)
    for name in names:
      self._call_has_context_arg[name] = name in self.call_signature_parameters
