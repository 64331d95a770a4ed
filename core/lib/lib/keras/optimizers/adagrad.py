"""tf.keras.optimizers.Adagrad (keras/src/optimizers/adagrad.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.initializers import Constant
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.Adagrad
class Adagrad(Optimizer):
  """Steps scaled by the sum of squared gradients."""
  _shown = ('initial_accumulator_value', 'epsilon')

  def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-07, weight_decay=None, clipnorm=None,
               clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, ema_overwrite_frequency=None,
               loss_scale_factor=None, gradient_accumulation_steps=None, name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.initial_accumulator_value = initial_accumulator_value
    self.epsilon = epsilon

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._accumulators = self.add_optimizer_variables(var_list, 'accumulator',
                                                      initializer=Constant(self.initial_accumulator_value))

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    accumulator = self._accumulators[self._get_variable_index(variable)]
    self.assign_add(accumulator, K.square(gradient))
    self.assign_sub(variable, K.divide(K.multiply(lr, gradient), K.sqrt(K.add(accumulator, self.epsilon))))


say_source(globals(), 'keras.src.optimizers.adagrad')
