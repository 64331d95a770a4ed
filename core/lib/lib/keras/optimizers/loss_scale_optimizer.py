"""tf.keras.optimizers.LossScaleOptimizer (keras/src/optimizers/loss_scale_optimizer.py)."""
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.initializers import Constant, Zeros
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import deserialize_keras_object, say_source, serialize_keras_object
from tensorflow_lib.keras.variable import name_scope

_DEFAULTS = {'weight_decay': None, 'clipnorm': None, 'global_clipnorm': None, 'clipvalue': None, 'use_ema': False,
             'ema_momentum': 0.99, 'ema_overwrite_frequency': None, 'loss_scale_factor': None,
             'gradient_accumulation_steps': None}


#: tf.keras.optimizers.LossScaleOptimizer tf.keras.mixed_precision.LossScaleOptimizer
class LossScaleOptimizer(Optimizer):
  """Divides gradients by a scale that grows until they are not finite any more, and steps with another optimizer."""

  def __init__(self, inner_optimizer, initial_scale=32768.0, dynamic_growth_steps=2000, name=None, **kwargs):
    if not kwargs.pop('dynamic', True):
      raise ValueError('LossScaleOptimizer no longer supports `dynamic=False`. Instead, simply set `loss_scale_factor` '
                       'directly on the `inner_optimizer`.')
    for arg, default in _DEFAULTS.items():
      if arg in kwargs:
        value = kwargs.pop(arg)
        if default is None and value is not None or value != default:
          raise ValueError('LossScaleOptimizer does not support `%s`. Instead, set `%s` on the `inner_optimizer`.' %
                           (arg, arg))
    if kwargs:
      raise ValueError('LossScaleOptimizer does not support arguments: `%s`.' % '`, `'.join(kwargs.keys()))
    super().__init__(learning_rate=0.0, name=name)
    self.inner_optimizer = inner_optimizer
    self.initial_scale = initial_scale
    self.dynamic_growth_steps = dynamic_growth_steps
    self.inner_optimizer.loss_scale_factor = None

  def build(self, var_list):
    self.step_counter = self.add_variable(shape=(), dtype='int', initializer=Zeros(), aggregation='none',
                                          name='step_counter')
    self.dynamic_scale = self.add_variable(shape=(), dtype='float32', initializer=Constant(self.initial_scale),
                                           aggregation='none', name='dynamic_scale')
    self.inner_optimizer.build(var_list)
    super().build(var_list)

  @property
  def variables(self):
    return self._variables + self.inner_optimizer.variables

  def apply(self, grads, trainable_variables=None):
    if not self.built:
      with name_scope(self.name, caller=self):
        self.build(trainable_variables)
      self.built = True
    K.cond(self.check_finite(grads), lambda: self._step(grads, trainable_variables), self._shrink)

  def _step(self, grads, trainable_variables):
    scale = self.dynamic_scale
    known = trainable_variables or self._trainable_variables
    grads = [g if g is None or self._overwrite_variable_with_gradient(v) else K.divide(g, scale)
             for g, v in zip(grads, known)]
    self.inner_optimizer.apply(grads, trainable_variables=trainable_variables)

    def upscale():
      self.step_counter.assign(0)
      self.dynamic_scale.assign(K.multiply(self.dynamic_scale, 2.0))

    def increment():
      self.step_counter.assign_add(1)

    K.cond(K.equal(self.step_counter, self.dynamic_growth_steps - 1), upscale, increment)

  def _shrink(self):
    self.step_counter.assign(0)
    self.dynamic_scale.assign(K.multiply(self.dynamic_scale, 0.5))

  def check_finite(self, grads):
    finite = [K.all(tf.math.is_finite(tf.convert_to_tensor(g))) for g in grads if g is not None]
    return K.all(K.convert(finite))

  @property
  def learning_rate(self):
    return self.inner_optimizer.learning_rate

  @learning_rate.setter
  def learning_rate(self, value):
    self.inner_optimizer.learning_rate = value

  @property
  def iterations(self):
    return self.inner_optimizer.iterations

  def scale_loss(self, loss):
    return K.multiply(loss, self.dynamic_scale if self.built else self.initial_scale)

  def finalize_variable_values(self, var_list):
    self.inner_optimizer.finalize_variable_values(var_list)

  def get_config(self):
    return {'name': self.name, 'inner_optimizer': serialize_keras_object(self.inner_optimizer),
            'initial_scale': self.initial_scale, 'dynamic_growth_steps': self.dynamic_growth_steps}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    inner = deserialize_keras_object(config.pop('inner_optimizer'), custom_objects=custom_objects)
    return cls(inner, **config)


say_source(globals(), 'keras.src.optimizers.loss_scale_optimizer')
