"""tf.keras.optimizers.Lamb (keras/src/optimizers/lamb.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.Lamb
class Lamb(Optimizer):
  """Adam whose steps are scaled by the norm of the variable."""
  _shown = ('beta_1', 'beta_2', 'epsilon')

  def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07, weight_decay=None, clipnorm=None,
               clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
               loss_scale_factor=None, gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.beta_1 = beta_1
    self.beta_2 = beta_2
    self.epsilon = epsilon

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._momentums, self._velocities = self.add_optimizer_variables(var_list, ['momentum', 'velocity'])

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    step = K.cast(self.iterations + 1, variable.dtype)
    beta_1_power = K.power(K.cast(self.beta_1, variable.dtype), step)
    beta_2_power = K.power(K.cast(self.beta_2, variable.dtype), step)
    index = self._get_variable_index(variable)
    m, v = self._momentums[index], self._velocities[index]
    self.assign_add(m, K.multiply(K.subtract(gradient, m), 1 - self.beta_1))
    self.assign_add(v, K.multiply(K.subtract(K.square(gradient), v), 1 - self.beta_2))
    m_hat = K.divide(m, 1.0 - beta_1_power)
    root = K.add(K.sqrt(K.divide(v, 1.0 - beta_2_power)), self.epsilon)
    update = K.divide(m_hat, root)
    norm = K.sqrt(K.sum(K.power(variable, 2)))
    update_norm = K.sqrt(K.sum(K.power(update, 2)))
    moved = K.greater(norm, 0)
    ratio = K.where(moved, K.where(K.greater(update_norm, 0), norm / update_norm, 1.0), 1.0)
    self.assign_sub(variable, ratio * lr * update)


say_source(globals(), 'keras.src.optimizers.lamb')
