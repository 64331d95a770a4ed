"""What all of tf.keras builds on: unique names, activations, arithmetic with Keras' choices of ops."""
import tensorflow as tf
from tensorflow_lib.base import op_scope

_names = {}


def snake_case(name):
  """CamelCase as camel_case: Conv2D is conv2d."""
  out = ''
  for i, c in enumerate(name):
    if c.isupper() and i > 0:
      before, after = name[i - 1], name[i + 1] if i + 1 < len(name) else ''
      if after.islower() or before.islower():
        out += '_'
    out += c.lower()
  return out.replace('__', '_')


def unique_name(prefix):
  """The prefix the first time, then prefix_1, prefix_2 and so on."""
  prefix = snake_case(prefix)
  count = _names.get(prefix, 0)
  _names[prefix] = count + 1
  return '%s_%d' % (prefix, count) if count else prefix


#: tf.keras.backend.clear_session tf.keras.utils.clear_session
def clear_session(free_memory=True):
  """Names start anew."""
  _names.clear()


def read(variable):
  """The variable's value, read in the scope of a cast, as Keras casts its variables."""
  with op_scope(None, 'Cast'):
    return tf.convert_to_tensor(variable)


def matmul(a, b):
  """Two matrices, or the last axis of `a` with the first of the matrix `b`."""
  b = read(b)
  if b.shape.rank == 2 and a.shape.rank is not None and a.shape.rank > 2:
    return tf.tensordot(a, b, axes=[[-1], [0]])
  return tf.matmul(a, b)


def add_bias(x, bias):
  """A bias along the last axis, or along the second where the last does not fit."""
  long_dims = [d for d in bias.shape.as_list() if d is None or d > 1]
  if len(long_dims) != 1 or long_dims[0] is None:
    return tf.add(x, bias)
  size = long_dims[0]
  if bias.shape.rank > 1 and x.shape.rank > 1 and size in (x.shape[1], x.shape[-1]):
    bias = tf.squeeze(bias)
  if x.shape.rank is not None and x.shape.rank > 1:
    if x.shape[-1] == size:
      return tf.nn.bias_add(x, bias, data_format='NHWC')
    if x.shape[1] == size:
      return tf.nn.bias_add(x, bias, data_format='NCHW')
  return tf.add(x, bias)


def as_pair(value, what):
  if isinstance(value, int):
    return (value, value)
  value = tuple(value)
  if len(value) != 2:
    raise ValueError('The `%s` argument must be a tuple of 2 integers. Received: %s=%s' % (what, what, value))
  return value


#: tf.keras.activations.linear
def linear(x):
  return x


#: tf.keras.activations.relu
def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
  if threshold != 0.0 or max_value is not None and negative_slope != 0.0:
    raise NotImplementedError('tf.keras.activations.relu with a threshold, or with both a slope and a maximum')
  if negative_slope != 0.0:
    return tf.nn.leaky_relu(x, alpha=negative_slope)
  if max_value is None:
    return tf.nn.relu(x)
  return tf.nn.relu6(x) if max_value == 6 else tf.clip_by_value(x, 0.0, max_value)


#: tf.keras.activations.sigmoid
def sigmoid(x):
  return tf.nn.sigmoid(x)


#: tf.keras.activations.tanh
def tanh(x):
  return tf.nn.tanh(x)


#: tf.keras.activations.softmax
def softmax(x, axis=-1):
  return tf.nn.softmax(x, axis=axis)


#: tf.keras.activations.elu
def elu(x, alpha=1.0):
  result = tf.nn.elu(x)
  return result if alpha == 1.0 else tf.where(x > 0, result, alpha * result)


#: tf.keras.activations.selu
def selu(x):
  return tf.nn.selu(x)


#: tf.keras.activations.softplus
def softplus(x):
  return tf.math.softplus(x)


#: tf.keras.activations.softsign
def softsign(x):
  return tf.nn.softsign(x)


#: tf.keras.activations.gelu
def gelu(x, approximate=False):
  return tf.nn.gelu(x, approximate=approximate)


#: tf.keras.activations.silu tf.keras.activations.swish
def silu(x):
  return tf.nn.silu(x)


#: tf.keras.activations.exponential
def exponential(x):
  return tf.exp(x)


_ACTIVATIONS = {'linear': linear, 'relu': relu, 'sigmoid': sigmoid, 'tanh': tanh, 'softmax': softmax, 'elu': elu,
                'selu': selu, 'softplus': softplus, 'softsign': softsign, 'gelu': gelu, 'silu': silu, 'swish': silu,
                'exponential': exponential}


#: tf.keras.activations.get
def get_activation(identifier):
  """An activation by its name; functions stay what they are."""
  if identifier is None:
    return linear
  obj = _ACTIVATIONS.get(identifier) if isinstance(identifier, str) else identifier
  if callable(obj):
    return obj
  raise ValueError('Could not interpret activation function identifier: %s' % (identifier,))
