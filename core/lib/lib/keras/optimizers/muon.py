"""tf.keras.optimizers.Muon (keras/src/optimizers/muon.py)."""
import re

from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.optimizers.Muon
class Muon(Optimizer):
  """Makes the momentum of matrices orthogonal; for other variables it is AdamW."""
  _shown = ('adam_beta_1', 'adam_beta_2', 'epsilon', 'exclude_layers', 'muon_a', 'muon_b', 'muon_c', 'adam_lr_ratio',
            'momentum', 'ns_steps', 'nesterov', 'exclude_embeddings', 'adam_weight_decay', 'rms_rate')

  def __init__(self, learning_rate=0.001, adam_beta_1=0.9, adam_beta_2=0.999, adam_weight_decay=0.004, epsilon=1e-07,
               weight_decay=0.004, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99,
               ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, name=None,
               exclude_layers=None, exclude_embeddings=True, muon_a=3.4445, muon_b=-4.7750, muon_c=2.0315, adam_lr_ratio=1,
               momentum=0.95, ns_steps=5, nesterov=True, rms_rate=0.2, **kwargs):
    super().__init__(learning_rate, weight_decay, clipnorm, clipvalue, global_clipnorm, use_ema, ema_momentum,
                     ema_overwrite_frequency, loss_scale_factor, gradient_accumulation_steps, name, **kwargs)
    self.adam_beta_1 = adam_beta_1
    self.adam_beta_2 = adam_beta_2
    self.epsilon = epsilon
    self.muon_a = muon_a
    self.muon_b = muon_b
    self.muon_c = muon_c
    self.adam_lr_ratio = adam_lr_ratio
    self.momentum = momentum
    self.ns_steps = ns_steps
    self.nesterov = nesterov
    self.exclude_embeddings = exclude_embeddings
    self.exclude_layers = exclude_layers or []
    self.adam_weight_decay = adam_weight_decay
    self.rms_rate = rms_rate

  def _should_use_adamw(self, variable):
    if len(variable.shape) != 2:
      return True
    path = variable.path
    if self.exclude_embeddings and 'embedding' in path.lower():
      return True
    return any(re.search(keyword, path) for keyword in self.exclude_layers)

  def build(self, var_list):
    if self.built:
      return
    super().build(var_list)
    self.momentums = [None] * len(var_list)
    self.adam_velocities = [None] * len(var_list)
    for var in var_list:
      if not self._overwrite_variable_with_gradient(var):
        index = self._get_variable_index(var)
        self.momentums[index] = self.add_variable_from_reference(reference_variable=var, name='momentum')
        if self._should_use_adamw(var):
          self.adam_velocities[index] = self.add_variable_from_reference(reference_variable=var, name='velocity')

  def update_step(self, gradient, variable, learning_rate):
    index = self._get_variable_index(variable)
    m, v = self.momentums[index], self.adam_velocities[index]
    if v is not None:
      self._adamw_update_step(gradient, variable, learning_rate * self.adam_lr_ratio, m, v)
    else:
      self._muon_update_step(gradient, variable, learning_rate, m)

  def _muon_update_step(self, gradient, variable, lr, m):
    self.assign_add(m, K.add(gradient, m * (self.momentum - 1)))
    g = K.add(gradient, self.momentum * m) if self.nesterov else m
    update = self.zeropower_via_newtonschulz5(g, self.ns_steps)
    self.assign_sub(variable, self.lr_adjust(lr * update))

  def _adamw_update_step(self, gradient, variable, learning_rate, m, v):
    lr = K.cast(learning_rate, variable.dtype)
    gradient = K.cast(gradient, variable.dtype)
    step = K.cast(self.iterations + 1, variable.dtype)
    beta_1_power = K.power(K.cast(self.adam_beta_1, variable.dtype), step)
    beta_2_power = K.power(K.cast(self.adam_beta_2, variable.dtype), step)
    alpha = lr * K.sqrt(1 - beta_2_power) / (1 - beta_1_power)
    self.assign_add(m, K.multiply(K.subtract(gradient, m), 1 - self.adam_beta_1))
    self.assign_add(v, K.multiply(K.subtract(K.square(gradient), v), 1 - self.adam_beta_2))
    self.assign_sub(variable, K.divide(K.multiply(m, alpha), K.add(K.sqrt(v), self.epsilon)))

  def transpose_last_axis(self, X):
    rank = len(K.shape(X))
    order = list(range(rank))
    order[-2:] = [rank - 1, rank - 2]
    return K.transpose(X, order)

  def lr_adjust(self, x):
    if self.rms_rate is None:
      return x
    return x * K.sqrt(K.maximum(x.shape[0], x.shape[1])) * self.rms_rate

  def zeropower_via_newtonschulz5(self, x, steps):
    """The nearest matrix with orthogonal rows, by a few steps of Newton and Schulz."""
    shape = K.shape(x)
    if len(shape) < 2:
      raise ValueError('Expected gradient or momentum to have at least 2 dimensions. Received: shape=%s' % (shape,))
    a, b, c = self.muon_a, self.muon_b, self.muon_c
    if shape[-2] > shape[-1]:
      x = self.transpose_last_axis(x)
    x = x / (K.matrix_norm(x) + 1e-7)
    for _ in range(steps):
      squared = x @ self.transpose_last_axis(x)
      mixed = b * squared + c * squared @ squared
      x = a * x + mixed @ x
    if shape[-2] > shape[-1]:
      x = self.transpose_last_axis(x)
    return x

  def _apply_weight_decay(self, variables):
    for variable in variables:
      if not self._use_weight_decay(variable):
        continue
      decay = self.adam_weight_decay if self._should_use_adamw(variable) else self.weight_decay
      if decay is None:
        continue
      decay = K.cast(decay, variable.dtype)
      lr = K.cast(self.learning_rate, variable.dtype)
      variable.assign(variable - variable * decay * lr)


say_source(globals(), 'keras.src.optimizers.muon')
