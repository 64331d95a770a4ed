"""tf.keras.optimizers.ScheduleFreeAdamW (keras/src/optimizers/schedule_free_adamw.py)."""
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.ScheduleFreeAdamW
class ScheduleFreeAdamW(Optimizer):
  """AdamW that averages its iterates instead of following a schedule."""
  _shown = ('beta_1', 'beta_2', 'epsilon', 'warmup_steps')

  def __init__(self, learning_rate=0.0025, beta_1=0.9, beta_2=0.999, epsilon=1e-08, warmup_steps=0, weight_decay=None,
               clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
               ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.beta_1 = beta_1
    self.beta_2 = beta_2
    self.epsilon = epsilon
    self.warmup_steps = warmup_steps

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._momentums, self._velocities = self.add_optimizer_variables(var_list, ['momentum', 'velocity'])
    for momentum, variable in zip(self._momentums, var_list):
      if momentum is not None:
        self.assign(momentum, tf.identity(variable))

  def update_step(self, gradient, variable, learning_rate):
    dtype = variable.dtype
    lr = K.cast(learning_rate, dtype)
    gradient = K.cast(gradient, dtype)
    step = K.cast(self.iterations + 1, dtype)
    beta_1 = K.cast(self.beta_1, dtype)
    beta_2 = K.cast(self.beta_2, dtype)
    epsilon = K.cast(self.epsilon, dtype)
    if self.warmup_steps > 0:
      warmup_steps = K.cast(self.warmup_steps, dtype)
      lr = lr * K.minimum(step / warmup_steps, 1.0)
    index = self._get_variable_index(variable)
    momentum, velocity = self._momentums[index], self._velocities[index]
    correction = 1 - K.power(beta_2, step)
    self.assign_add(velocity, K.multiply(K.subtract(K.square(gradient), velocity), 1 - beta_2))
    denominator = K.add(K.sqrt(velocity / correction), epsilon)
    self.assign_sub(momentum, K.divide(K.multiply(lr, gradient), denominator))
    weight = 1.0 / step
    old = K.divide(K.subtract(variable, K.multiply(1 - beta_1, momentum.value)), beta_1)
    new = K.add(K.multiply(1 - weight, old), K.multiply(weight, momentum))
    self.assign(variable, K.add(K.multiply(1 - beta_1, momentum), K.multiply(beta_1, new)))


say_source(globals(), 'keras.src.optimizers.schedule_free_adamw')
