"""tf.keras.layers: Dense (keras/src/layers/core/dense.py)."""
from tensorflow_lib.keras.base import add_bias, get_activation, matmul
from tensorflow_lib.keras.initializers import get as get_initializer
from tensorflow_lib.keras.layer import Layer, check_rank


#: tf.keras.layers.Dense
class Dense(Layer):
  """activation(inputs @ kernel + bias)."""

  _checkpoint_names = {'kernel': '_kernel'}

  def __init__(self, units, activation=None, use_bias=True, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', **kwargs):
    super().__init__(**kwargs)
    if not isinstance(units, int) or units <= 0:
      raise ValueError('Received an invalid value for `units`, expected a positive integer. Received: units=%s' % (units,))
    self.units = units
    self.activation = get_activation(activation)
    self.use_bias = use_bias
    self.kernel_initializer = get_initializer(kernel_initializer)
    self.bias_initializer = get_initializer(bias_initializer)
    self.bias = None

  def build(self, input_shape):
    self.kernel = self.add_weight(name='kernel', shape=(input_shape[-1], self.units),
                                  initializer=self.kernel_initializer)
    if self.use_bias:
      self.bias = self.add_weight(name='bias', shape=(self.units,), initializer=self.bias_initializer)
    self.built = True

  def _check_input(self, inputs):
    check_rank(self, inputs, min_ndim=2, last=self.kernel.shape[0] if self.built else None)

  def call(self, inputs, training=None):
    x = matmul(inputs, self.kernel)
    if self.bias is not None:
      x = add_bias(x, self.bias)
    return self.activation(x)
