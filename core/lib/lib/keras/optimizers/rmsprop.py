"""tf.keras.optimizers.RMSprop (keras/src/optimizers/rmsprop.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.RMSprop
class RMSprop(Optimizer):
  """Steps scaled by the running mean of squared gradients."""
  _shown = ('rho', 'momentum', 'epsilon', 'centered')

  def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False, weight_decay=None,
               clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
               ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.rho = rho
    self.momentum = momentum
    self.epsilon = epsilon
    self.centered = centered

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._velocities = self.add_optimizer_variables(var_list, 'velocity')
    self._momentums = []
    if self.momentum > 0:
      self._momentums = self.add_optimizer_variables(var_list, 'momentum')
    self._average_gradients = []
    if self.centered:
      self._average_gradients = self.add_optimizer_variables(var_list, 'average_gradient')

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    index = self._get_variable_index(variable)
    velocity = self._velocities[index]
    rho = self.rho
    self.assign(velocity, K.add(K.multiply(rho, velocity), K.multiply(1 - rho, K.square(gradient))))
    if self.centered:
      average = self._average_gradients[index]
      self.assign(average, K.add(K.multiply(rho, average), K.multiply(1 - rho, gradient)))
      denominator = velocity - K.square(average) + self.epsilon
    else:
      denominator = K.add(velocity, self.epsilon)
    increment = K.divide(K.multiply(lr, gradient), K.sqrt(denominator))
    if self.momentum > 0:
      momentum = self._momentums[index]
      self.assign(momentum, K.add(K.multiply(self.momentum, momentum), increment))
      increment = momentum
    self.assign_sub(variable, increment)


say_source(globals(), 'keras.src.optimizers.rmsprop')
