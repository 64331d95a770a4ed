"""tf.keras.optimizers.Optimizer (keras/src/optimizers). Slots are made at the first apply_gradients."""
import warnings

import _tf
import tensorflow as tf
from tensorflow_lib.keras.base import unique_name
from tensorflow_lib.keras.initializers import get as get_initializer


def _all_reduced(grads):
  """The sums over all replicas of each gradient; in a graph by the nodes that TensorFlow records for one replica."""
  grads = [tf.convert_to_tensor(g) for g in grads]
  if tf.executing_eagerly():
    return grads
  for g in grads:
    tf.identity(g)
  return tf.raw_ops.IdentityN(input=grads + grads)[:len(grads)]


#: tf.keras.optimizers.Optimizer
class Optimizer:
  """Counts the steps, holds the learning rate, and has one update_step for each variable."""

  def __init__(self, learning_rate=0.01, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None,
               use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None,
               gradient_accumulation_steps=None, name=None, **kwargs):
    kwargs.pop('decay', None)
    if kwargs:
      raise ValueError('Argument(s) not recognized: %s' % kwargs)
    if use_ema or gradient_accumulation_steps:
      raise NotImplementedError('tf.keras.optimizers with use_ema or gradient_accumulation_steps')
    if sum(a is not None for a in [clipnorm, clipvalue, global_clipnorm]) > 1:
      raise ValueError('Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: clipnorm=%s, '
                       'clipvalue=%s, global_clipnorm=%s' % (clipnorm, clipvalue, global_clipnorm))
    self.name = unique_name(type(self).__name__) if name is None else name
    self.weight_decay = weight_decay
    self.clipnorm = clipnorm
    self.clipvalue = clipvalue
    self.global_clipnorm = global_clipnorm
    self.loss_scale_factor = loss_scale_factor
    self.built = False
    self._variables = _tf.wrap([])
    self._trainable_variables = []
    self._indices = {}
    self._iterations = self._add('iteration', 0, tf.int64)
    if callable(learning_rate):
      self._learning_rate = learning_rate
    else:
      if not isinstance(learning_rate, float):
        raise ValueError('Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable '
                         '(that takes in the current iteration value and returns the corresponding learning rate value). '
                         'Received instead: learning_rate=%s' % (learning_rate,))
      self._learning_rate = self._add('learning_rate', learning_rate, tf.float32)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    found = {'_variables': self._variables, '_trainable_variables': self._trainable_variables,
             '_iterations': self._iterations}
    if isinstance(self._learning_rate, tf.Variable):
      found['_learning_rate'] = self._learning_rate
    return found

  def _add(self, name, value, dtype):
    variable = tf.Variable(value, dtype=dtype, trainable=False, name=name)
    self._variables.append(variable)
    return variable

  @property
  def iterations(self):
    return self._iterations

  @property
  def variables(self):
    return self._variables[:]

  @property
  def learning_rate(self):
    if isinstance(self._learning_rate, tf.Variable):
      return self._learning_rate
    try:
      return self._learning_rate(self._iterations)
    except TypeError:
      return self._learning_rate()

  @learning_rate.setter
  def learning_rate(self, value):
    if callable(value) and not isinstance(value, tf.Variable):
      self._learning_rate = value
    else:
      self._learning_rate.assign(value)

  def add_variable_from_reference(self, reference_variable, name=None, initializer='zeros'):
    """A slot with the shape and dtype of a variable."""
    shape, dtype = reference_variable.shape, reference_variable.dtype
    slot = '%s_%s' % (reference_variable.name.replace('/', '_').replace(':', '_'), name or 'var')
    make = get_initializer(initializer)
    return self._add(slot, lambda: make(shape, dtype), dtype)

  def add_optimizer_variables(self, trainable_variables, name, initializer='zeros'):
    """A slot for each variable; for several names a list of slots each."""
    names = [name] if isinstance(name, str) else name
    slots = [[] for _ in names]
    for variable in trainable_variables:
      for slot, slot_name in zip(slots, names):
        slot.append(self.add_variable_from_reference(variable, slot_name, initializer))
    return slots[0] if isinstance(name, str) else slots

  def build(self, variables):
    for i, variable in enumerate(variables):
      self._indices[variable._unique_id] = i
    self._trainable_variables = list(variables)
    self.built = True

  def _get_variable_index(self, variable):
    return self._indices[variable._unique_id]

  def assign(self, variable, value):
    variable.assign(tf.cast(value, variable.dtype))

  def assign_add(self, variable, value):
    variable.assign_add(tf.cast(value, variable.dtype))

  def assign_sub(self, variable, value):
    variable.assign_sub(tf.cast(value, variable.dtype))

  def update_step(self, gradient, variable, learning_rate):
    raise NotImplementedError('update_step')

  def apply_gradients(self, grads_and_vars):
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
      if len(grads) != len(self._indices):
        raise ValueError('When passing `grads` as a list of gradient tensors, the gradients must match '
                         '`optimizer.variables` one-to-on. Received a list of %d gradients, but the optimizer is '
                         'tracking %d trainable variables.' % (len(grads), len(self._trainable_variables)))
      trainable_variables = self._trainable_variables
    else:
      trainable_variables = list(trainable_variables)
      if not self.built:
        with tf.name_scope(self.name):
          self.build(trainable_variables)
      for v in trainable_variables:
        if v._unique_id not in self._indices:
          raise ValueError('Unknown variable: %s. This optimizer can only be called for the variables it was originally '
                           'built with. When working with a new set of variables, you should recreate a new optimizer '
                           'instance.' % (v,))
    with tf.name_scope(self.name):
      grads, trainable_variables = self._with_gradients(grads, trainable_variables)
      if self.loss_scale_factor is not None:
        grads = [g / self.loss_scale_factor for g in grads]
      grads = self._clip(grads)
      self._apply_weight_decay(trainable_variables)
      learning_rate = self.learning_rate
      for grad, variable in zip(_all_reduced(grads), trainable_variables):
        self.update_step(grad, variable, learning_rate)
    self._iterations.assign(self._next_iteration())

  def _next_iteration(self):
    return tf.add(self._iterations, tf.cast(tf.constant(1), self._iterations.dtype), name='Add')

  def _with_gradients(self, grads, variables):
    """The pairs whose gradient is not None."""
    pairs = [(g, v) for g, v in zip(grads, variables) if g is not None]
    if not pairs:
      raise ValueError('No gradients provided for any variable.')
    if len(pairs) < len(grads):
      missing = [v.name for g, v in zip(grads, variables) if g is None]
      warnings.warn('Gradients do not exist for variables %s when minimizing the loss. If using `model.compile()`, did '
                    'you forget to provide a `loss` argument?' % missing)
    return [g for g, _ in pairs], [v for _, v in pairs]

  def _clip(self, grads):
    if self.clipnorm and self.clipnorm > 0:
      return [tf.clip_by_norm(g, self.clipnorm) for g in grads]
    if self.global_clipnorm and self.global_clipnorm > 0:
      return tf.clip_by_global_norm(grads, self.global_clipnorm)[0]
    if self.clipvalue and self.clipvalue > 0:
      return [tf.clip_by_value(g, -self.clipvalue, self.clipvalue) for g in grads]
    return grads

  def _apply_weight_decay(self, variables):
    if self.weight_decay is None:
      return
    for variable in variables:
      lr = tf.cast(self.learning_rate, variable.dtype)
      decay = tf.cast(self.weight_decay, variable.dtype)
      variable.assign(variable - variable * decay * lr)
