"""tf.keras.regularizers (keras/src/regularizers): what large weights cost."""
import inspect
import math

import tensorflow as tf
from tensorflow_lib.keras import numpy_ops as ops
from tensorflow_lib.keras.serialization import deserialize_keras_object, serialize_keras_object
from tensorflow_lib.keras.state import to_snake_case
from tensorflow_lib.keras.tensors import convert_to_tensor

__name__ = 'keras.src.regularizers.regularizers'


def _number(value, name):
  if not isinstance(value, (float, int)) or math.isinf(value) or math.isnan(value) or value < 0:
    raise ValueError('Invalid value for argument %s: expected a non-negative float.Received: %s=%s' % (name, name, value))
  return float(value)


#: tf.keras.regularizers.Regularizer tf.keras.Regularizer
class Regularizer:
  def __call__(self, x):
    return 0.0

  @classmethod
  def from_config(cls, config):
    return cls(**config)

  def get_config(self):
    raise NotImplementedError('%s does not implement get_config()' % self)


#: tf.keras.regularizers.L1L2 tf.keras.regularizers.l1_l2
class L1L2(Regularizer):
  def __init__(self, l1=0.0, l2=0.0):
    self.l1 = _number(0.0 if l1 is None else l1, 'l1')
    self.l2 = _number(0.0 if l2 is None else l2, 'l2')

  def __call__(self, x):
    cost = convert_to_tensor(0.0, dtype=x.dtype)
    if self.l1 != 0.0:
      cost += tf.cast(self.l1, x.dtype) * ops.sum(ops.absolute(x))
    if self.l2 != 0.0:
      cost += tf.cast(self.l2, x.dtype) * ops.sum(ops.square(x))
    return cost

  def get_config(self):
    return {'l1': self.l1, 'l2': self.l2}


#: tf.keras.regularizers.L1 tf.keras.regularizers.l1
class L1(Regularizer):
  def __init__(self, l1=0.01):
    self.l1 = convert_to_tensor(_number(0.01 if l1 is None else l1, 'l1'))

  def __call__(self, x):
    return tf.cast(self.l1, x.dtype) * ops.sum(ops.absolute(x))

  def get_config(self):
    return {'l1': float(self.l1)}


#: tf.keras.regularizers.L2 tf.keras.regularizers.l2
class L2(Regularizer):
  def __init__(self, l2=0.01):
    self.l2 = _number(0.01 if l2 is None else l2, 'l2')

  def __call__(self, x):
    return tf.cast(self.l2, x.dtype) * ops.sum(ops.square(x))

  def get_config(self):
    return {'l2': self.l2}


#: tf.keras.regularizers.OrthogonalRegularizer tf.keras.regularizers.orthogonal_regularizer
class OrthogonalRegularizer(Regularizer):
  def __init__(self, factor=0.01, mode='rows'):
    _number(factor, 'factor')
    self.factor = convert_to_tensor(factor)
    if mode not in {'rows', 'columns'}:
      raise ValueError('Invalid value for argument `mode`. Expected one of {"rows", "columns"}. Received: mode=%s' % mode)
    self.mode = mode

  def __call__(self, inputs):
    if len(inputs.shape) != 2:
      raise ValueError('Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape=%s' % (inputs.shape,))
    axis = 1 if self.mode == 'rows' else 0
    inputs = convert_to_tensor(inputs)
    norm = tf.sqrt(tf.maximum(tf.reduce_sum(tf.square(inputs), axis=axis, keepdims=True), 1e-7))
    inputs = inputs / norm
    product = ops.matmul(inputs, tf.transpose(inputs)) if axis else ops.matmul(tf.transpose(inputs), inputs)
    size = inputs.shape[1 - axis]
    rest = product * (1.0 - tf.eye(size, dtype=inputs.dtype))
    return self.factor * 0.5 * ops.sum(ops.absolute(rest)) / (size * (size - 1.0) / 2.0)

  def get_config(self):
    return {'factor': float(self.factor), 'mode': self.mode}


_CLASSES = (Regularizer, L1, L2, L1L2, OrthogonalRegularizer)
_ALL = {c.__name__: c for c in _CLASSES}
_ALL.update({to_snake_case(c.__name__): c for c in _CLASSES})


#: tf.keras.regularizers.serialize
def serialize(regularizer):
  return serialize_keras_object(regularizer)


#: tf.keras.regularizers.deserialize
def deserialize(config, custom_objects=None):
  return deserialize_keras_object(config, module_objects=_ALL, custom_objects=custom_objects)


#: tf.keras.regularizers.get
def get(identifier):
  if identifier is None:
    return None
  obj = identifier
  if isinstance(identifier, dict):
    obj = deserialize(identifier)
  elif isinstance(identifier, str):
    obj = _ALL.get(identifier)
  if callable(obj):
    return obj() if inspect.isclass(obj) else obj
  raise ValueError('Could not interpret regularizer identifier: %s' % (identifier,))
