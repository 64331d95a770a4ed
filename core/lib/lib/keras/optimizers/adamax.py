"""tf.keras.optimizers.Adamax (keras/src/optimizers/adamax.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.Adamax
class Adamax(Optimizer):
  """Adam with the largest gradient so far instead of the mean of squares."""
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
    self._m, self._u = self.add_optimizer_variables(var_list, ['momentum', 'norm'])

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    step = K.cast(self.iterations + 1, variable.dtype)
    beta_1_power = K.power(K.cast(self.beta_1, variable.dtype), step)
    index = self._get_variable_index(variable)
    m, u = self._m[index], self._u[index]
    self.assign_add(m, K.multiply(K.subtract(gradient, m), 1 - self.beta_1))
    self.assign(u, K.maximum(K.multiply(self.beta_2, u), K.absolute(gradient)))
    self.assign_sub(variable, K.divide(K.multiply(lr, m), K.multiply(1 - beta_1_power, K.add(u, self.epsilon))))


say_source(globals(), 'keras.src.optimizers.adamax')
