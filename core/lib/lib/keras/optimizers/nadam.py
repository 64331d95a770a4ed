"""tf.keras.optimizers.Nadam (keras/src/optimizers/nadam.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import floatx
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source
from tensorflow_lib.keras.variable import Variable


#: tf.keras.optimizers.Nadam
class Nadam(Optimizer):
  """Adam with Nesterov's momentum."""
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
    dtype = var_list[0].dtype if var_list else floatx()
    super().build(var_list)
    self._momentums, self._velocities = self.add_optimizer_variables(var_list, ['momentum', 'velocity'])
    self._u_product = Variable(1.0, dtype=dtype)

  def _backend_update_step(self, grads, trainable_variables, learning_rate):
    product = self._u_product * self.beta_1
    self.assign(self._u_product,
                product * (1.0 - 0.5 * K.power(0.96, K.cast(self.iterations + 1, self._u_product.dtype))))
    super()._backend_update_step(grads, trainable_variables, learning_rate)

  def update_step(self, gradient, variable, learning_rate):
    dtype = variable.dtype
    lr = K.cast(learning_rate, dtype)
    gradient = K.cast(gradient, dtype)
    step = K.cast(self.iterations + 1, dtype)
    next_step = K.cast(self.iterations + 2, dtype)
    decay = K.cast(0.96, dtype)
    beta_1 = K.cast(self.beta_1, dtype)
    beta_2 = K.cast(self.beta_2, dtype)
    u = beta_1 * (1.0 - 0.5 * K.power(decay, step))
    next_u = beta_1 * (1.0 - 0.5 * K.power(decay, next_step))
    product = K.cast(self._u_product, dtype)
    next_product = product * next_u
    beta_2_power = K.power(beta_2, step)
    index = self._get_variable_index(variable)
    m, v = self._momentums[index], self._velocities[index]
    self.assign_add(m, K.multiply(K.subtract(gradient, m), 1 - beta_1))
    self.assign_add(v, K.multiply(K.subtract(K.square(gradient), v), 1 - beta_2))
    m_hat = K.add(K.divide(K.multiply(next_u, m), 1 - next_product),
                  K.divide(K.multiply(1 - u, gradient), 1 - product))
    v_hat = K.divide(v, 1 - beta_2_power)
    self.assign_sub(variable, K.divide(K.multiply(m_hat, lr), K.add(K.sqrt(v_hat), self.epsilon)))


say_source(globals(), 'keras.src.optimizers.nadam')
