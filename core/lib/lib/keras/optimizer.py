"""tf.keras.optimizers.Optimizer (keras/src/optimizers/base_optimizer.py, keras/src/backend/tensorflow/optimizer.py)."""
import re
import warnings

import tensorflow as tf
from tensorflow_lib.keras import initializers
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.base import unique_name
from tensorflow_lib.keras.config import floatx
from tensorflow_lib.keras.schedule import LearningRateSchedule
from tensorflow_lib.keras.serialization import deserialize_keras_object, say_source, serialize_keras_object
from tensorflow_lib.keras.slices import of_variable
from tensorflow_lib.keras.variable import Variable, name_scope, tf_variable


def _all_reduced(grads):
  """The sums over all replicas of each gradient; in a graph by the nodes that TensorFlow records for one replica."""
  if tf.executing_eagerly() or any(isinstance(g, tf.IndexedSlices) for g in grads):
    return grads
  grads = [tf.convert_to_tensor(g) for g in grads]
  for g in grads:
    tf.identity(g)
  return tf.raw_ops.IdentityN(input=grads + grads)[:len(grads)]


#: tf.keras.optimizers.Optimizer tf.keras.Optimizer
class Optimizer:
  """Counts the steps, holds the learning rate, and has one update_step for each variable."""

  def __init__(self, learning_rate=0.01, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None,
               use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None,
               gradient_accumulation_steps=None, name=None, **kwargs):
    self._lock = False
    if kwargs.pop('decay', None) is not None:
      warnings.warn('Argument `decay` is no longer supported and will be ignored.')
    if kwargs:
      raise ValueError('Argument(s) not recognized: %s' % kwargs)
    self.name = unique_name(type(self).__name__) if name is None else name
    self.weight_decay = weight_decay
    self.clipnorm = clipnorm
    self.global_clipnorm = global_clipnorm
    self.clipvalue = clipvalue
    self.use_ema = use_ema
    self.loss_scale_factor = loss_scale_factor
    self.gradient_accumulation_steps = gradient_accumulation_steps
    if gradient_accumulation_steps and not gradient_accumulation_steps >= 2:
      raise ValueError('`gradient_accumulation_steps` must be an integer >= 2. Received: gradient_accumulation_steps=%s' %
                       gradient_accumulation_steps)
    if use_ema:
      if ema_momentum > 1 or ema_momentum < 0:
        raise ValueError('`ema_momentum` must be in the range [0, 1]. Received: ema_momentum=%s' % ema_momentum)
      if ema_overwrite_frequency and (not isinstance(ema_overwrite_frequency, int) or ema_overwrite_frequency < 1):
        raise ValueError('`ema_overwrite_frequency` must be an integer >= 1 or None. Received: ema_overwrite_frequency=%s' %
                         ema_overwrite_frequency)
    self.ema_momentum = ema_momentum
    self.ema_overwrite_frequency = ema_overwrite_frequency
    if sum(a is not None for a in [clipnorm, clipvalue, global_clipnorm]) > 1:
      raise ValueError('Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: clipnorm=%s, '
                       'clipvalue=%s, global_clipnorm=%s' % (clipnorm, clipvalue, global_clipnorm))
    self.built = False
    self._variables = []
    self._trainable_variables = []
    self._trainable_variables_indices = {}
    self._tracks = True
    with name_scope(self.name, caller=self):
      iterations = Variable(0, name='iteration', dtype='int', trainable=False, aggregation='only_first_replica')
    self._iterations = iterations
    if callable(learning_rate):
      self._learning_rate = learning_rate
    else:
      if not isinstance(learning_rate, float):
        raise ValueError('Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable '
                         '(that takes in the current iteration value and returns the corresponding learning rate value). '
                         'Received instead: learning_rate=%s' % (learning_rate,))
      with name_scope(self.name, caller=self):
        learning_rate = Variable(learning_rate, name='learning_rate', dtype=floatx(), trainable=False,
                                 aggregation='only_first_replica')
      self._learning_rate = learning_rate

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    if '_plain' not in self.__dict__:
      object.__setattr__(self, '_plain', {'_variables': [], '_trainable_variables': []})
    self._follow()
    found = dict(self._plain, _iterations=self._iterations._value)
    if isinstance(self._learning_rate, Variable):
      found['_learning_rate'] = self._learning_rate._value
    return found

  def _follow(self):
    """Checkpoints know the optimizer's variables as two lists: they get what came since, and it gets what waits for it."""
    from tensorflow_lib.checkpoint.restore import give_deferred
    for name, known in self._plain.items():
      variables = getattr(self, name)
      for v in variables[len(known):]:
        known.append(getattr(v, '_value', v))
        give_deferred(known, str(len(known) - 1), known[-1])

  def __setattr__(self, name, value):
    if name != '_lock':
      self._check_super_called()
    if name not in ('_variables', '_trainable_variables') and '_tracks' in self.__dict__:
      self._track_variable(value)
    object.__setattr__(self, name, value)

  def _check_super_called(self):
    if '_lock' not in self.__dict__:
      raise RuntimeError("In optimizer '%s', you forgot to call `super().__init__()` as the first statement in the "
                         '`__init__()` method. Go add it!' % type(self).__name__)

  def _track_variable(self, variable):
    """Variables, and those in lists and dictionaries, count as the optimizer's own."""
    if isinstance(variable, Variable):
      if not any(variable is v for v in self._variables):
        self._variables.append(variable)
        if '_plain' in self.__dict__:
          self._follow()
    elif isinstance(variable, (list, tuple)):
      for item in variable:
        self._track_variable(item)
    elif isinstance(variable, dict):
      for item in variable.values():
        self._track_variable(item)

  def _untrack_variable(self, variable):
    self._variables[:] = [v for v in self._variables if v is not variable]

  @property
  def iterations(self):
    if self.gradient_accumulation_steps:
      return K.floor_divide(self._iterations, self.gradient_accumulation_steps)
    return self._iterations

  @property
  def variables(self):
    return self._variables[:]

  def _overwrite_variable_with_gradient(self, variable):
    return getattr(variable, 'overwrite_with_gradient', False)

  def build(self, variables):
    """Makes what every optimizer holds for each variable."""
    if self.use_ema:
      self._model_variables_moving_average = self.add_optimizer_variables(variables, 'average')
    if self.gradient_accumulation_steps:
      self._accumulated_gradients = []
    for i, variable in enumerate(variables):
      self._trainable_variables_indices[self._var_key(variable)] = i
      if self.gradient_accumulation_steps:
        self._accumulated_gradients.append(self.add_variable_from_reference(variable, name='gradient_accumulator'))
    self._trainable_variables = variables[:]
    self.built = True

  def _var_key(self, variable):
    return tf_variable(variable)._unique_id

  def _get_variable_index(self, variable):
    return self._trainable_variables_indices[self._var_key(variable)]

  def add_variable(self, shape, initializer='zeros', dtype=None, aggregation='none', layout=None, name=None):
    """A new variable of the optimizer."""
    self._check_super_called()
    with name_scope(self.name, caller=self):
      variable = Variable(initializer=initializers.get(initializer), shape=shape, dtype=dtype, trainable=False,
                          aggregation=aggregation, layout=layout, name=name)
    self._track_variable(variable)
    return variable

  def add_variable_from_reference(self, reference_variable, name=None, initializer='zeros'):
    """A new variable with the shape and dtype of another, named after it."""
    name = name or 'var'
    if hasattr(reference_variable, 'path'):
      name = '%s_%s' % (reference_variable.path.replace('/', '_'), name)
    else:
      name = '%s_%s' % (str(reference_variable.name).replace('/', '_').replace(':', '_'), name)
    return self.add_variable(shape=reference_variable.shape, initializer=initializer, dtype=reference_variable.dtype,
                             name=name)

  def add_optimizer_variables(self, trainable_variables, name, initializer='zeros'):
    """A variable for each of the variables; for several names a list for each name."""
    names = [name] if isinstance(name, str) else name
    made = [initializer] if isinstance(name, str) else initializer
    if not isinstance(name, str) and (isinstance(made, str) or isinstance(made, initializers.Initializer)):
      made = [made] * len(names)
    if len(names) != len(made):
      raise ValueError("The number of provided names must match the number of provided initializers.  Received name='%s', "
                       "initializer='%s'" % (name, initializer))
    variables = tuple([] for _ in names)
    for variable in trainable_variables:
      for i, (var_name, var_init) in enumerate(zip(names, made)):
        if self._overwrite_variable_with_gradient(variable):
          variables[i].append(None)
        else:
          variables[i].append(self.add_variable_from_reference(variable, name=var_name, initializer=var_init))
    return variables[0] if isinstance(name, str) else variables

  def _check_variables_are_known(self, variables):
    for v in variables:
      if self._var_key(v) not in self._trainable_variables_indices:
        raise ValueError('Unknown variable: %s. This optimizer can only be called for the variables it was originally built '
                         'with. When working with a new set of variables, you should recreate a new optimizer instance.' %
                         (v,))

  def assign(self, variable, value):
    variable = tf_variable(variable)
    value = tf.cast(value, variable.dtype)
    if isinstance(value, tf.IndexedSlices):
      variable.scatter_update(value)
    else:
      variable.assign(value)

  def assign_add(self, variable, value):
    variable = tf_variable(variable)
    value = tf.cast(value, variable.dtype)
    if isinstance(value, tf.IndexedSlices):
      variable.scatter_add(value)
    else:
      variable.assign_add(value)

  def assign_sub(self, variable, value):
    variable = tf_variable(variable)
    value = tf.cast(value, variable.dtype)
    if isinstance(value, tf.IndexedSlices):
      variable.scatter_sub(value)
    else:
      variable.assign_sub(value)

  def update_step(self, gradient, variable, learning_rate):
    raise NotImplementedError

  def apply_gradients(self, grads_and_vars):
    """One step; what it gives is the number of steps."""
    grads, trainable_variables = zip(*grads_and_vars)
    self.apply(grads, trainable_variables)
    return self._iterations

  def apply(self, grads, trainable_variables=None):
    """One step with a gradient for each variable."""
    if len(grads) == 0:
      return
    if trainable_variables is None:
      if not self.built:
        raise ValueError('When passing `grads` without `variables`, the optimizer must already be built on a list of '
                         'variables. Call `optimizer.build(trainable_variables)` first. ')
      if len(grads) != len(self._trainable_variables_indices):
        raise ValueError('When passing `grads` as a list of gradient tensors, the gradients must match '
                         '`optimizer.variables` one-to-on. Received a list of %d gradients, but the optimizer is tracking '
                         '%d trainable variables.' % (len(grads), len(self._trainable_variables)))
      trainable_variables = self._trainable_variables
    else:
      trainable_variables = list(trainable_variables)
      if not self.built:
        with name_scope(self.name, caller=self):
          self.build(trainable_variables)
        self.built = True
      self._check_variables_are_known(trainable_variables)
    with name_scope(self.name, caller=self):
      grads, trainable_variables = self._filter_empty_gradients(grads, trainable_variables)
      grads = [of_variable(g, v) if isinstance(g, tf.IndexedSlices) else g for g, v in zip(grads, trainable_variables)]
      grads, trainable_variables = self._overwrite_variables_directly_with_gradients(grads, trainable_variables)
      if len(list(grads)) > 0:
        scale = self.loss_scale_factor
        if scale is not None:
          grads = [g if g is None else g / scale for g in grads]
        self._backend_apply_gradients(grads, trainable_variables)
        for variable in trainable_variables:
          if variable.constraint is not None:
            variable.assign(variable.constraint(variable))
    self._iterations.assign_add(1)

  def _backend_apply_gradients(self, grads, trainable_variables):
    if self.gradient_accumulation_steps:
      is_update_step = (self._iterations + 1) % self.gradient_accumulation_steps == 0
      accumulated = [self._accumulated_gradients[self._get_variable_index(v)] for v in trainable_variables]

      def update(grads):
        steps = self.gradient_accumulation_steps
        grads = self._clip_gradients([(g + old) / steps for g, old in zip(grads, accumulated)])
        self._apply_weight_decay(trainable_variables)
        self._backend_update_step(grads, trainable_variables, self.learning_rate)
        for old in self._accumulated_gradients:
          if old is not None:
            old.assign(K.zeros(old.shape, dtype=old.dtype))

      def keep():
        for grad, old in zip(grads, accumulated):
          old.value.assign(old.value + grad)

      K.cond(is_update_step, lambda: update(grads), keep)
    else:
      grads = self._clip_gradients(grads)
      self._apply_weight_decay(trainable_variables)
      self._backend_update_step(grads, trainable_variables, self.learning_rate)
    if self.use_ema:
      self._update_model_variables_moving_average(self._trainable_variables)
      if self.ema_overwrite_frequency:
        should_overwrite = (self.iterations + 1) % self.ema_overwrite_frequency == 0
        K.cond(should_overwrite, lambda: self._overwrite_model_variables_with_average_value(self._trainable_variables),
               lambda: None)

  def _backend_update_step(self, grads, trainable_variables, learning_rate):
    for grad, variable in zip(_all_reduced(list(grads)), [tf_variable(v) for v in trainable_variables]):
      self.update_step(grad, variable, learning_rate)

  def stateless_apply(self, optimizer_variables, grads, trainable_variables):
    raise ValueError('stateless_apply is not supported with the TensorFlow backend (as it is incompatible with '
                     'tf.distribute).')

  def scale_loss(self, loss):
    """The loss times the scale that gradients are divided by."""
    return loss if self.loss_scale_factor is None else loss * self.loss_scale_factor

  @property
  def learning_rate(self):
    if isinstance(self._learning_rate, LearningRateSchedule):
      return self._learning_rate(self._iterations)
    if not isinstance(self._learning_rate, Variable) and callable(self._learning_rate):
      return self._learning_rate()
    return self._learning_rate

  @learning_rate.setter
  def learning_rate(self, value):
    previous = self._learning_rate
    if isinstance(value, LearningRateSchedule) or callable(value):
      self._learning_rate = value
    else:
      if isinstance(previous, LearningRateSchedule):
        raise TypeError('This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` constructor '
                        'argument, hence its learning rate is not settable. If you need the learning rate to be settable, '
                        'you should instantiate the optimizer with a float `learning_rate` argument.')
      previous.assign(value)
    if isinstance(previous, Variable) and not isinstance(self._learning_rate, Variable):
      self._untrack_variable(previous)

  def set_weights(self, weights):
    if not self.built:
      raise ValueError('You are calling `set_weights()` on an optimizer that has not yet been built. Please call '
                       '`optimizer.build(trainable_variables)` to create the optimizer weights before calling '
                       '`set_weights()`.')
    for variable, weight in zip(self._variables, weights):
      if variable.shape != weight.shape:
        raise ValueError('Optimizer variable %s has shape %s not compatible with provided weight shape %s.' %
                         (self._var_key(variable), variable.shape, weight.shape))
      variable.assign(weight)

  def save_own_variables(self, store):
    for i, variable in enumerate(self.variables):
      store[str(i)] = variable.numpy()

  def load_own_variables(self, store):
    if len(store.keys()) != len(self.variables):
      text = ("Skipping variable loading for optimizer '%s', because it has %d variables whereas the saved optimizer has %d "
              'variables. ' % (self.name, len(self.variables), len(store.keys())))
      if len(self.variables) == 0:
        text += 'This is likely because the optimizer has not been called/built yet.'
      warnings.warn(text, stacklevel=2)
      return
    for i, variable in enumerate(self.variables):
      variable.assign(store[str(i)])

  def _overwrite_variables_directly_with_gradients(self, grads, variables):
    if not any(self._overwrite_variable_with_gradient(v) for v in variables):
      return grads, variables
    kept = []
    for g, v in reversed(list(zip(grads, variables))):
      if self._overwrite_variable_with_gradient(v):
        if self.gradient_accumulation_steps:
          self._keep_largest(g, v)
        else:
          v.assign(g)
      else:
        kept.append((g, v))
    kept.reverse()
    return [g for g, _ in kept], [v for _, v in kept]

  def _keep_largest(self, gradient, variable):
    """Where gradients are accumulated, such a variable becomes the largest of them."""
    is_update_step = (self._iterations + 1) % self.gradient_accumulation_steps == 0
    old = self._accumulated_gradients[self._get_variable_index(variable)]
    new_old = K.cond(is_update_step, lambda: K.zeros(gradient.shape, dtype=gradient.dtype),
                     lambda: K.maximum(gradient, old))
    new = K.cond(is_update_step, lambda: K.maximum(gradient, old), lambda: gradient)
    variable.assign(K.cond(is_update_step, lambda: new, lambda: variable.value))
    old.assign(new_old)

  def _filter_empty_gradients(self, grads, variables):
    """The pairs whose gradient is not None."""
    pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
    if not pairs:
      raise ValueError('No gradients provided for any variable.')
    if len(pairs) < len(grads):
      missing = [v.path if hasattr(v, 'path') else v.name for g, v in zip(grads, variables) if g is None]
      warnings.warn('Gradients do not exist for variables %s when minimizing the loss. If using `model.compile()`, did '
                    'you forget to provide a `loss` argument?' % missing)
    return [g for g, _ in pairs], [v for _, v in pairs]

  def _clip_gradients(self, grads):
    if self.clipnorm and self.clipnorm > 0:
      return [self._clip_by_norm(g) for g in grads]
    if self.global_clipnorm and self.global_clipnorm > 0:
      norm = K.sqrt(K.sum(K.stack([K.sum(K.square(g)) for g in grads])))
      scale = self.global_clipnorm * K.minimum(1.0 / norm, 1.0 / self.global_clipnorm)
      # Not a number where the norm is not finite.
      scale = scale + (norm - norm)
      return [g * scale for g in grads]
    if self.clipvalue and self.clipvalue > 0:
      return [K.clip(g, -self.clipvalue, self.clipvalue) for g in grads]
    return grads

  def _clip_by_norm(self, values, axes=None):
    return tf.clip_by_norm(values, self.clipnorm, axes)

  def exclude_from_weight_decay(self, var_list=None, var_names=None):
    """Leaves variables, or those whose names have one of these patterns, out of weight decay."""
    self._excluded = {self._var_key(variable) for variable in var_list} if var_list else set()
    self._excluded_pattern = re.compile('|'.join(set(var_names))) if var_names else None

  def _use_weight_decay(self, variable):
    if self._var_key(variable) in getattr(self, '_excluded', ()):
      return False
    pattern = getattr(self, '_excluded_pattern', None)
    return pattern is None or re.search(pattern, variable.name) is None

  def _apply_weight_decay(self, variables):
    if self.weight_decay is None:
      return
    for variable in variables:
      variable = tf_variable(variable)
      if self._use_weight_decay(variable):
        lr = tf.cast(self.learning_rate, variable.dtype)
        decay = tf.cast(self.weight_decay, variable.dtype)
        variable.assign_sub(variable * decay * lr)

  def _update_model_variables_moving_average(self, trainable_variables):
    for variable, average in zip(trainable_variables, self._model_variables_moving_average):
      if average is not None:
        not_first = K.not_equal(self.iterations, 0)
        momentum = K.multiply(K.cast(not_first, variable.dtype), self.ema_momentum)
        average.assign(K.add(K.multiply(momentum, average), K.multiply(K.subtract(1, momentum), variable)))

  def _overwrite_model_variables_with_average_value(self, trainable_variables):
    for variable, average in zip(trainable_variables, self._model_variables_moving_average):
      tf_variable(variable).assign(average)

  def finalize_variable_values(self, var_list):
    if self.use_ema:
      self._overwrite_model_variables_with_average_value(var_list)

  # The hyperparameters of a class, beyond those of every optimizer, which get_config shows.
  _shown = ()

  def get_config(self):
    rate = self._learning_rate
    if isinstance(rate, Variable):
      rate = float(rate.numpy())
    elif K.is_tensor(rate):
      rate = float(rate)
    else:
      rate = serialize_keras_object(rate)
    config = {'name': self.name, 'learning_rate': rate, 'weight_decay': self.weight_decay, 'clipnorm': self.clipnorm,
              'global_clipnorm': self.global_clipnorm, 'clipvalue': self.clipvalue, 'use_ema': self.use_ema,
              'ema_momentum': self.ema_momentum, 'ema_overwrite_frequency': self.ema_overwrite_frequency,
              'loss_scale_factor': self.loss_scale_factor,
              'gradient_accumulation_steps': self.gradient_accumulation_steps}
    return {**config, **{name: getattr(self, name) for name in self._shown}}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    if isinstance(config.get('learning_rate'), dict):
      config['learning_rate'] = deserialize_keras_object(config['learning_rate'], custom_objects=custom_objects)
    return cls(**config)


say_source(globals(), 'keras.src.optimizers.optimizer')
