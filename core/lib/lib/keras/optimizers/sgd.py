"""tf.keras.optimizers.SGD (keras/src/optimizers/sgd.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.SGD
class SGD(Optimizer):
  """variable -= learning_rate * gradient, with momentum if asked for."""
  _shown = ('momentum', 'nesterov')

  def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None, clipnorm=None, clipvalue=None,
               global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None,
               gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    if not isinstance(momentum, float) or momentum < 0 or momentum > 1:
      raise ValueError('`momentum` must be a float between [0, 1].')
    self.momentum = momentum
    self.nesterov = nesterov

  def build(self, variables):
    if self.built:
      return
    super().build(variables)
    self.momentums = []
    if self.momentum != 0:
      self.momentums = self.add_optimizer_variables(variables, 'momentum')

  def update_step(self, gradient, variable, learning_rate):
    learning_rate = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    if self.momentum == 0:
      self.assign_sub(variable, K.multiply(gradient, learning_rate))
      return
    m = self.momentums[self._get_variable_index(variable)]
    momentum = K.cast(self.momentum, variable.dtype)
    self.assign(m, K.subtract(K.multiply(m, momentum), K.multiply(gradient, learning_rate)))
    if self.nesterov:
      self.assign_add(variable, K.subtract(K.multiply(m, momentum), K.multiply(gradient, learning_rate)))
    else:
      self.assign_add(variable, m)


say_source(globals(), 'keras.src.optimizers.sgd')
