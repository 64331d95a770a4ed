"""tf.keras.optimizers.Adafactor (keras/src/optimizers/adafactor.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source
from tensorflow_lib.keras.variable import Variable


#: tf.keras.optimizers.Adafactor
class Adafactor(Optimizer):
  """Steps scaled by factors of the running mean of squared gradients: one for rows, one for columns."""
  _shown = ('beta_2_decay', 'epsilon_1', 'epsilon_2', 'clip_threshold', 'relative_step')

  def __init__(self, learning_rate=0.001, beta_2_decay=-0.8, epsilon_1=1e-30, epsilon_2=0.001, clip_threshold=1.0,
               relative_step=True, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
               ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None,
               name=None, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.beta_2_decay = beta_2_decay
    self.epsilon_1 = epsilon_1
    self.epsilon_2 = epsilon_2
    self.clip_threshold = clip_threshold
    self.relative_step = relative_step

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self._r, self._c, self._v = [], [], []
    for var in var_list:
      overwritten = self._overwrite_variable_with_gradient(var)
      if len(var.shape) < 2:
        for store in (self._r, self._c):
          store.append(Variable(0, name=var.name, trainable=False))
          self._track_variable(store[-1])
      elif overwritten:
        self._r.append(None)
        self._c.append(None)
      else:
        self._r.append(self.add_variable(shape=var.shape[:-1], dtype=var.dtype, name=var.name))
        self._c.append(self.add_variable(shape=var.shape[:-2] + (var.shape[-1],), dtype=var.dtype, name=var.name))
      self._v.append(None if overwritten else self.add_variable_from_reference(reference_variable=var, name='velocity'))

  def _rms(self, x):
    return K.sqrt(K.mean(K.square(x)))

  def update_step(self, gradient, variable, learning_rate):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    epsilon_2 = K.cast(self.epsilon_2, variable.dtype)
    one = K.cast(1.0, variable.dtype)
    step = K.cast(self.iterations + 1, variable.dtype)
    if not callable(self._learning_rate) and self.relative_step:
      lr = K.minimum(lr, 1 / K.sqrt(step))
    index = self._get_variable_index(variable)
    r, c, v = self._r[index], self._c[index], self._v[index]
    rho = K.minimum(lr, 1 / K.sqrt(step))
    alpha = K.maximum(epsilon_2, self._rms(variable)) * rho
    squared = K.add(K.square(gradient), self.epsilon_1)
    beta_2 = K.subtract(1, K.power(step, self.beta_2_decay))
    if len(variable.shape) >= 2:
      old, new = K.multiply(beta_2, r), K.multiply(K.subtract(1, beta_2), K.mean(squared, axis=-1))
      self.assign(r, K.add(old, new))
      old, new = K.multiply(beta_2, c), K.multiply(K.subtract(1, beta_2), K.mean(squared, axis=-2))
      self.assign(c, K.add(old, new))
      rows = K.expand_dims(K.divide(r, K.mean(r, axis=-1, keepdims=True)), axis=-1)
      self.assign(v, K.multiply(rows, K.expand_dims(c, -2)))
    else:
      self.assign(v, K.add(K.multiply(beta_2, v), K.multiply(K.subtract(1, beta_2), squared)))
    u = K.divide(gradient, K.sqrt(v))
    u = K.divide(u, K.maximum(one, K.divide(self._rms(u), self.clip_threshold)))
    self.assign_sub(variable, K.multiply(alpha, u))


say_source(globals(), 'keras.src.optimizers.adafactor')
