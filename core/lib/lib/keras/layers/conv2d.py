"""tf.keras.layers: Conv2D (keras/src/layers/convolutional/conv2d.py)."""
import tensorflow as tf
from tensorflow_lib.keras.base import add_bias, as_pair, get_activation
from tensorflow_lib.keras.initializers import get as get_initializer
from tensorflow_lib.keras.layer import Layer, check_rank


#: tf.keras.layers.Conv2D tf.keras.layers.Convolution2D
class Conv2D(Layer):
  """activation(convolution of images, channels last, + bias)."""

  _checkpoint_names = {'kernel': '_kernel'}

  def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1),
               groups=1, activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               **kwargs):
    super().__init__(**kwargs)
    if groups != 1 or data_format not in (None, 'channels_last'):
      raise NotImplementedError('tf.keras.layers.Conv2D with groups or with channels first')
    self.filters = filters
    self.kernel_size = as_pair(kernel_size, 'kernel_size')
    self.strides = as_pair(strides, 'strides')
    self.padding = padding.lower()
    self.dilation_rate = as_pair(dilation_rate, 'dilation_rate')
    self.activation = get_activation(activation)
    self.use_bias = use_bias
    self.kernel_initializer = get_initializer(kernel_initializer)
    self.bias_initializer = get_initializer(bias_initializer)
    self.bias = None

  def build(self, input_shape):
    self.kernel = self.add_weight(name='kernel', shape=self.kernel_size + (input_shape[-1], self.filters),
                                  initializer=self.kernel_initializer)
    if self.use_bias:
      self.bias = self.add_weight(name='bias', shape=(self.filters,), initializer=self.bias_initializer)
    self.built = True

  def _check_input(self, inputs):
    check_rank(self, inputs, ndim=4, last=self.kernel.shape[2] if self.built else None)

  def call(self, inputs):
    x = tf.nn.conv2d(inputs, self.kernel, list(self.strides), self.padding.upper(),
                     dilations=list(self.dilation_rate))
    if self.use_bias:
      x = add_bias(x, tf.reshape(self.bias, [1, 1, 1, self.filters]))
    return self.activation(x)
