"""tf.keras.optimizers.Lion (keras/src/optimizers/lion.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.Lion
class Lion(Optimizer):
  """Steps by the sign of the momentum alone."""
  _shown = ('beta_1', 'beta_2')

  def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.99, weight_decay=None, clipnorm=None, clipvalue=None,
               global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None,
               gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.beta_1 = beta_1
    self.beta_2 = beta_2
    if beta_1 <= 0 or beta_1 > 1:
      raise ValueError('Argument `beta_1` must be in the [0, 1] range. Otherwise, the optimizer degenerates to SignSGD. '
                       'Received: beta_1=%s.' % beta_1)

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._momentums = self.add_optimizer_variables(var_list, 'momentum')

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    beta_1 = K.cast(self.beta_1, variable.dtype)
    beta_2 = K.cast(self.beta_2, variable.dtype)
    m = self._momentums[self._get_variable_index(variable)]
    mixed = K.add(K.multiply(m, beta_1), K.multiply(gradient, 1.0 - beta_1))
    self.assign_sub(variable, K.multiply(lr, K.sign(mixed)))
    self.assign(m, K.add(K.multiply(m, beta_2), K.multiply(gradient, 1.0 - beta_2)))


say_source(globals(), 'keras.src.optimizers.lion')
