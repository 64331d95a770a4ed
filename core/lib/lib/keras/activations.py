"""tf.keras.activations (keras/src/activations)."""
import inspect
import types

import tensorflow as tf
from tensorflow_lib.keras import nn_ops, numpy_ops
from tensorflow_lib.keras.operation import Operation, symbolic
from tensorflow_lib.keras.serialization import deserialize_keras_object, get_registered_name, serialize_keras_object
from tensorflow_lib.keras.tensors import KerasTensor, any_symbolic_tensors, convert_to_tensor

__name__ = 'keras.src.activations.activations'


class ReLU(Operation):
  def __init__(self, negative_slope=0.0, max_value=None, threshold=0.0, name=None):
    super().__init__(name=name)
    self.negative_slope = negative_slope
    self.max_value = max_value
    self.threshold = threshold

  def call(self, x):
    return relu(x, self.negative_slope, self.max_value, self.threshold)

  def compute_output_spec(self, x):
    return KerasTensor(x.shape, x.dtype)


#: tf.keras.activations.relu =relu
def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
  if any_symbolic_tensors((x,)):
    return ReLU(negative_slope, max_value, threshold)(x)
  x = convert_to_tensor(x)
  if negative_slope != 0.0:
    if max_value is None and threshold == 0:
      return nn_ops.leaky_relu(x, negative_slope=negative_slope)
    negative_part = nn_ops.relu(-x + threshold) if threshold != 0 else nn_ops.relu(-x)
  clip_max = max_value is not None
  if threshold != 0:
    threshold = tf.cast(threshold, x.dtype)
    x = numpy_ops.where(numpy_ops.greater(x, threshold), x, 0)
  elif max_value == 6:
    x = nn_ops.relu6(x)
    clip_max = False
  else:
    x = nn_ops.relu(x)
  if clip_max:
    low, high = tf.cast(0.0, x.dtype), tf.cast(max_value, x.dtype)
    x = numpy_ops.clip(x, low, high)
  if negative_slope != 0.0:
    x -= negative_slope * negative_part
  return x


#: tf.keras.activations.leaky_relu =leaky_relu
def leaky_relu(x, negative_slope=0.2):
  return nn_ops.leaky_relu(x, negative_slope=negative_slope)


#: tf.keras.activations.relu6 =relu6
def relu6(x):
  return nn_ops.relu6(x)


#: tf.keras.activations.softmax =softmax
def softmax(x, axis=-1):
  output = nn_ops.softmax(x, axis=axis)
  output._keras_logits = x
  return output


#: tf.keras.activations.sigmoid =sigmoid
def sigmoid(x):
  output = nn_ops.sigmoid(x)
  output._keras_logits = x
  return output


#: tf.keras.activations.elu =elu
def elu(x, alpha=1.0):
  return nn_ops.elu(x, alpha=alpha)


#: tf.keras.activations.selu =selu
def selu(x):
  return nn_ops.selu(x)


#: tf.keras.activations.celu =celu
def celu(x, alpha=1.0):
  return nn_ops.celu(x, alpha=alpha)


#: tf.keras.activations.glu =glu
def glu(x, axis=-1):
  return nn_ops.glu(x, axis=axis)


#: tf.keras.activations.softplus =softplus
def softplus(x):
  return nn_ops.softplus(x)


#: tf.keras.activations.softsign =softsign
def softsign(x):
  return nn_ops.softsign(x)


#: tf.keras.activations.soft_shrink =soft_shrink
def soft_shrink(x, threshold=0.5):
  return nn_ops.soft_shrink(x, threshold=threshold)


#: tf.keras.activations.sparse_plus =sparse_plus
def sparse_plus(x):
  return nn_ops.sparse_plus(x)


#: tf.keras.activations.squareplus =squareplus
def squareplus(x, b=4):
  return nn_ops.squareplus(x, b=b)


#: tf.keras.activations.silu tf.keras.activations.swish =silu
def silu(x):
  return nn_ops.silu(x)


#: tf.keras.activations.gelu =gelu
def gelu(x, approximate=False):
  return nn_ops.gelu(x, approximate=approximate)


#: tf.keras.activations.tanh =tanh
def tanh(x):
  return nn_ops.tanh(x)


#: tf.keras.activations.tanh_shrink =tanh_shrink
def tanh_shrink(x):
  return nn_ops.tanh_shrink(x)


#: tf.keras.activations.hard_tanh =hard_tanh
def hard_tanh(x):
  return nn_ops.hard_tanh(x)


#: tf.keras.activations.hard_shrink =hard_shrink
def hard_shrink(x, threshold=0.5):
  return nn_ops.hard_shrink(x, threshold=threshold)


#: tf.keras.activations.threshold =threshold
def threshold(x, threshold, default_value):
  return nn_ops.threshold(x, threshold, default_value)


#: tf.keras.activations.exponential =exponential
def exponential(x):
  return numpy_ops.exp(x)


#: tf.keras.activations.hard_sigmoid =hard_sigmoid
def hard_sigmoid(x):
  return nn_ops.hard_sigmoid(x)


#: tf.keras.activations.log_sigmoid =log_sigmoid
def log_sigmoid(x):
  return nn_ops.log_sigmoid(x)


#: tf.keras.activations.sparse_sigmoid =sparse_sigmoid
def sparse_sigmoid(x):
  return nn_ops.sparse_sigmoid(x)


#: tf.keras.activations.hard_silu tf.keras.activations.hard_swish =hard_silu
def hard_silu(x):
  return nn_ops.hard_silu(convert_to_tensor(x))


#: tf.keras.activations.linear =linear
def linear(x):
  return x


@symbolic('Mish', 'keras.src.activations.activations')
def _mish(x):
  return x * tf.nn.tanh(tf.math.softplus(x))


#: tf.keras.activations.mish =mish
def mish(x):
  return _mish(x if isinstance(x, KerasTensor) else convert_to_tensor(x))


#: tf.keras.activations.log_softmax =log_softmax
def log_softmax(x, axis=-1):
  return nn_ops.log_softmax(x, axis=axis)


#: tf.keras.activations.sparsemax =sparsemax
def sparsemax(x, axis=-1):
  return nn_ops.sparsemax(x, axis)


_ALL = {f.__name__: f for f in (
    relu, leaky_relu, relu6, softmax, celu, elu, selu, softplus, softsign, squareplus, soft_shrink, sparse_plus, silu, gelu,
    glu, tanh, tanh_shrink, threshold, sigmoid, sparse_sigmoid, exponential, hard_sigmoid, hard_silu, hard_tanh, hard_shrink,
    linear, mish, log_softmax, log_sigmoid, sparsemax)}
_ALL['swish'] = silu
_ALL['hard_swish'] = hard_silu


#: tf.keras.activations.serialize =serialize
def serialize(activation):
  config = serialize_keras_object(activation)
  if not isinstance(activation, types.FunctionType):
    return config
  if isinstance(config['config'], str) and config['config'] not in _ALL:
    config['config'] = get_registered_name(activation)
    return config
  return config['config']


#: tf.keras.activations.deserialize =deserialize
def deserialize(config, custom_objects=None):
  return deserialize_keras_object(config, module_objects=_ALL, custom_objects=custom_objects)


#: tf.keras.activations.get =get
def get(identifier):
  """An activation by its name; functions stay what they are."""
  if identifier is None:
    return linear
  obj = identifier
  if isinstance(identifier, dict):
    obj = deserialize_keras_object(identifier)
  elif isinstance(identifier, str):
    obj = _ALL.get(identifier)
  if callable(obj):
    return obj
  raise ValueError('Could not interpret activation function identifier: %s' % (identifier,))
