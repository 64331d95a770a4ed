"""tf.keras.optimizers.Adadelta (keras/src/optimizers/adadelta.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.Adadelta
class Adadelta(Optimizer):
  """Steps scaled by running means of squared gradients and of squared steps."""
  _shown = ('rho', 'epsilon')

  def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-07, weight_decay=None, clipnorm=None, clipvalue=None,
               global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None,
               gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.rho = rho
    self.epsilon = epsilon

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._accumulated_grads, self._accumulated_delta_vars = self.add_optimizer_variables(
        var_list, ['accumulated_grad', 'accumulated_delta_var'])

  def update_step(self, grad, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    grad = K.cast(grad, variable.dtype)
    rho = self.rho
    index = self._get_variable_index(variable)
    grads, deltas = self._accumulated_grads[index], self._accumulated_delta_vars[index]
    rms = lambda x: K.sqrt(K.add(x, self.epsilon))
    self.assign(grads, K.add(rho * grads, K.multiply(1 - rho, K.square(grad))))
    delta = K.negative(K.divide(K.multiply(rms(deltas), grad), rms(grads)))
    self.assign(deltas, K.add(K.multiply(rho, deltas), K.multiply(1 - rho, K.square(delta))))
    self.assign_add(variable, K.multiply(lr, delta))


say_source(globals(), 'keras.src.optimizers.adadelta')
