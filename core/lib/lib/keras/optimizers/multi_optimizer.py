"""tf.keras.optimizers.MultiOptimizer and OptimizerMap (keras/src/optimizers/multi_optimizer.py)."""
import re

from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer
from tensorflow_lib.keras.serialization import deserialize_keras_object, say_source, serialize_keras_object


#: tf.keras.optimizers.OptimizerMap
class OptimizerMap:
  """Which optimizer a variable has: that of the pattern that its path matches, or a default."""

  def __init__(self, default_optimizer, optimizer_map=None):
    if not isinstance(default_optimizer, Optimizer):
      raise TypeError('default_optimizer must be a Keras Optimizer instance. Received: %s' % (default_optimizer,))
    if optimizer_map is not None and not isinstance(optimizer_map, dict):
      raise TypeError('optimizer_map must be a dictionary. Received: %s' % (optimizer_map,))
    self._default_optimizer = default_optimizer
    self._optimizer_map = optimizer_map or {}

  default_optimizer = property(lambda self: self._default_optimizer)

  def __getitem__(self, key):
    if key in self._optimizer_map:
      return self._optimizer_map[key]
    matching = [pattern for pattern in self._optimizer_map if re.fullmatch(pattern, key)]
    if len(matching) > 1:
      raise ValueError('Multiple optimizers assigned to variable %s.' % key)
    return self._optimizer_map[matching[0]] if matching else self._default_optimizer

  def __setitem__(self, key, optimizer):
    if key in self._optimizer_map:
      raise ValueError("'%s' already exists in the OptimizerMap with value %s. Please make sure to not use duplicated keys." %
                       (key, self._optimizer_map[key]))
    if not isinstance(key, str):
      raise ValueError('key must be a string. Received: %s' % (key,))
    if not isinstance(optimizer, Optimizer):
      raise ValueError('optimizer must be a Keras Optimizer instance. Received: %s' % (optimizer,))
    if isinstance(optimizer, LossScaleOptimizer):
      raise ValueError('optimizer cannot be LossScaleOptimizer.')
    if isinstance(optimizer, MultiOptimizer):
      raise ValueError('optimizer cannot be MultiOptimizer.')
    self._optimizer_map[key] = optimizer

  def __delitem__(self, key):
    del self._optimizer_map[key]

  def __len__(self):
    return len(self._optimizer_map)

  def __iter__(self):
    return iter(self._optimizer_map)

  def __contains__(self, key):
    return True

  def keys(self):
    return list(self._optimizer_map)

  def values(self):
    return [self[key] for key in self]

  def items(self):
    return [(key, self[key]) for key in self]

  def __call__(self, variable):
    return self[variable.path]

  def get_config(self):
    return {'default_optimizer': serialize_keras_object(self._default_optimizer),
            'optimizer_map': serialize_keras_object(self._optimizer_map)}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    default = deserialize_keras_object(config['default_optimizer'], custom_objects=custom_objects)
    return cls(default, deserialize_keras_object(config['optimizer_map'], custom_objects=custom_objects))


#: tf.keras.optimizers.MultiOptimizer
class MultiOptimizer(Optimizer):
  """Steps each variable with the optimizer that a map gives for it."""

  def __init__(self, optimizer_map, loss_scale_factor=None, name=None):
    super().__init__(learning_rate=0.0, loss_scale_factor=loss_scale_factor, name=name)
    self._optimizer_map = optimizer_map
    self._inner_optimizers = []
    found = list(optimizer_map.values()) if hasattr(optimizer_map, 'values') else []
    for optimizer in found + [getattr(optimizer_map, 'default_optimizer', None)]:
      if optimizer is not None and optimizer not in self._inner_optimizers:
        optimizer.loss_scale_factor = loss_scale_factor
        self._inner_optimizers.append(optimizer)

  def build(self, var_list):
    if self.built:
      return
    self._var_to_optimizer_idx = {}
    self._trainable_variables_indices = {}
    of_optimizer = [[] for _ in self._inner_optimizers]
    for i, var in enumerate(var_list):
      optimizer = self._optimizer_map(var)
      if not isinstance(optimizer, Optimizer):
        raise ValueError('Optimizer for variable %s is not an Optimizer instance.' % (var,))
      if isinstance(optimizer, LossScaleOptimizer):
        raise ValueError('LossScaleOptimizer cannot be used inside an MultiOptimizer.')
      if isinstance(optimizer, MultiOptimizer):
        raise ValueError('MultiOptimizer cannot be used inside an MultiOptimizer.')
      if optimizer not in self._inner_optimizers:
        optimizer.loss_scale_factor = self.loss_scale_factor
        self._inner_optimizers.append(optimizer)
        of_optimizer.append([])
      index = self._inner_optimizers.index(optimizer)
      self._var_to_optimizer_idx[self._var_key(var)] = index
      self._trainable_variables_indices[self._var_key(var)] = i
      of_optimizer[index].append(var)
    for optimizer, variables in zip(self._inner_optimizers, of_optimizer):
      if variables:
        optimizer.build(variables)
    super().build(var_list)

  optimizers = property(lambda self: self._inner_optimizers)

  @property
  def variables(self):
    return self._variables[:] + [v for optimizer in self._inner_optimizers for v in optimizer.variables]

  @property
  def learning_rate(self):
    raise AttributeError('Learning rate cannot be accessed on a MultiOptimizer. Access the learning rate on the individual '
                         'sub-optimizers instead.')

  @learning_rate.setter
  def learning_rate(self, value):
    raise AttributeError('Learning rate cannot be set on a MultiOptimizer. Set the learning rate on the individual '
                         'sub-optimizers instead.')

  @property
  def loss_scale_factor(self):
    return getattr(self, '_loss_scale_factor', None)

  @loss_scale_factor.setter
  def loss_scale_factor(self, value):
    self._loss_scale_factor = value
    for optimizer in self.__dict__.get('_inner_optimizers', ()):
      optimizer.loss_scale_factor = value

  @property
  def iterations(self):
    return self._iterations

  def apply(self, grads, trainable_variables=None):
    if len(grads) == 0:
      return
    if trainable_variables is None:
      if not self.built:
        raise ValueError('When passing `grads` without `variables`, the optimizer must already be built on a list of '
                         'variables. Call `optimizer.build(trainable_variables)` first.')
      trainable_variables = self._trainable_variables
    if not self.built:
      self.build(trainable_variables)
      self.built = True
    if len(grads) != len(self._trainable_variables_indices):
      raise ValueError('Gradients must match trainable variables one-to-one. Received %d gradients and %d variables.' %
                       (len(grads), len(self._trainable_variables_indices)))
    pairs = [[] for _ in self._inner_optimizers]
    for grad, var in zip(grads, trainable_variables):
      pairs[self._var_to_optimizer_idx[self._var_key(var)]].append((grad, var))
    for optimizer, own in zip(self._inner_optimizers, pairs):
      if own:
        optimizer.apply([g for g, _ in own], [v for _, v in own])
    self._iterations.assign_add(1)

  def finalize_variable_values(self, var_list):
    of_optimizer = [[] for _ in self._inner_optimizers]
    for var in var_list:
      of_optimizer[self._var_to_optimizer_idx[self._var_key(var)]].append(var)
    for optimizer, variables in zip(self._inner_optimizers, of_optimizer):
      if variables:
        optimizer.finalize_variable_values(variables)

  def set_weights(self, weights):
    if not self.built:
      super().set_weights(weights)
    at = len(self._variables)
    for variable, weight in zip(self._variables, weights):
      variable.assign(weight)
    for optimizer in self._inner_optimizers:
      count = len(optimizer.variables)
      if count > 0:
        optimizer.set_weights(weights[at:at + count])
        at += count

  def get_config(self):
    return {'optimizer_map': serialize_keras_object(self._optimizer_map), 'loss_scale_factor': self.loss_scale_factor,
            'name': self.name}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    config = dict(config)
    config['optimizer_map'] = deserialize_keras_object(config['optimizer_map'], custom_objects=custom_objects)
    return cls(**config)


say_source(globals(), 'keras.src.optimizers.multi_optimizer')
