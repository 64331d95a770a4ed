"""tf.keras.optimizers.Ftrl (keras/src/optimizers/ftrl.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.initializers import Constant
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


def _not_negative(name, value):
  if value < 0.0:
    raise ValueError('`%s` needs to be positive or zero. Received: %s=%s.' % (name, name, value))


#: tf.keras.optimizers.Ftrl
class Ftrl(Optimizer):
  """Follows the regularized leader."""
  _shown = ('learning_rate_power', 'initial_accumulator_value', 'l1_regularization_strength', 'l2_regularization_strength',
            'l2_shrinkage_regularization_strength', 'beta')

  def __init__(self, learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1,
               l1_regularization_strength=0.0, l2_regularization_strength=0.0, l2_shrinkage_regularization_strength=0.0,
               beta=0.0, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
               ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None,
               name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    _not_negative('initial_accumulator_value', initial_accumulator_value)
    if learning_rate_power > 0.0:
      raise ValueError('`learning_rate_power` needs to be negative or zero. Received: learning_rate_power=%s.' %
                       learning_rate_power)
    _not_negative('l1_regularization_strength', l1_regularization_strength)
    _not_negative('l2_regularization_strength', l2_regularization_strength)
    _not_negative('l2_shrinkage_regularization_strength', l2_shrinkage_regularization_strength)
    self.learning_rate_power = learning_rate_power
    self.initial_accumulator_value = initial_accumulator_value
    self.l1_regularization_strength = l1_regularization_strength
    self.l2_regularization_strength = l2_regularization_strength
    self.l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength
    self.beta = beta

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._accumulators, self._linears = self.add_optimizer_variables(
        var_list, ['accumulator', 'linear'], initializer=[Constant(self.initial_accumulator_value), 'zeros'])

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    index = self._get_variable_index(variable)
    accumulator, linear = self._accumulators[index], self._linears[index]
    power = self.learning_rate_power
    l2 = self.l2_regularization_strength
    l2 = l2 + self.beta / (2.0 * lr)
    shrunk = K.add(gradient, K.multiply(2 * self.l2_shrinkage_regularization_strength, variable))
    sums = K.add(accumulator, K.square(gradient))
    difference = K.subtract(K.power(sums, -power), K.power(accumulator, -power))
    self.assign_add(linear, K.subtract(shrunk, K.multiply(K.divide(difference, lr), variable)))
    quadratic = K.add(K.divide(K.power(sums, -power), lr), 2 * l2)
    clipped = K.clip(linear, -self.l1_regularization_strength, self.l1_regularization_strength)
    self.assign(variable, K.divide(K.subtract(clipped, linear), quadratic))
    self.assign(accumulator, sums)


say_source(globals(), 'keras.src.optimizers.ftrl')
