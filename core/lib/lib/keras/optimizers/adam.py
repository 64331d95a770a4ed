"""tf.keras.optimizers.Adam (keras/src/optimizers/adam.py)."""
import tensorflow as tf
from tensorflow_lib.keras.optimizer import Optimizer


#: tf.keras.optimizers.Adam
class Adam(Optimizer):
  """Steps scaled by running means of the gradient and of its square."""

  def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, amsgrad=False, weight_decay=None,
               clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
               ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, name=None,
               **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.beta_1 = beta_1
    self.beta_2 = beta_2
    self.epsilon = epsilon
    self.amsgrad = amsgrad

  def build(self, variables):
    if self.built:
      return
    super().build(variables)
    self._momentums, self._velocities = self.add_optimizer_variables(variables, ['momentum', 'velocity'])
    if self.amsgrad:
      self._velocity_hats = self.add_optimizer_variables(variables, 'velocity_hat')

  def update_step(self, gradient, variable, learning_rate):
    dtype = variable.dtype
    lr = tf.cast(learning_rate, dtype)
    gradient = tf.cast(gradient, dtype)
    step = tf.cast(self._next_iteration(), dtype)
    beta_1_power = tf.pow(tf.cast(self.beta_1, dtype), step)
    beta_2_power = tf.pow(tf.cast(self.beta_2, dtype), step)
    index = self._get_variable_index(variable)
    m = self._momentums[index]
    v = self._velocities[index]
    alpha = lr * tf.sqrt(1 - beta_2_power) / (1 - beta_1_power)
    self.assign_add(m, tf.multiply(tf.subtract(gradient, m), 1 - self.beta_1))
    self.assign_add(v, tf.multiply(tf.subtract(tf.square(gradient), v), 1 - self.beta_2))
    if self.amsgrad:
      v_hat = self._velocity_hats[index]
      self.assign(v_hat, tf.maximum(v_hat, v))
      v = v_hat
    self.assign_sub(variable, tf.divide(tf.multiply(m, alpha), tf.add(tf.sqrt(v), self.epsilon)))
