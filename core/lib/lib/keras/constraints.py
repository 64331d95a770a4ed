"""tf.keras.constraints (keras/src/constraints): what weights are made to be after a step."""
import inspect

import tensorflow as tf
from tensorflow_lib.keras import numpy_ops as ops
from tensorflow_lib.keras.serialization import deserialize_keras_object, serialize_keras_object
from tensorflow_lib.keras.state import epsilon, to_snake_case
from tensorflow_lib.keras.tensors import convert_to_tensor

__name__ = 'keras.src.constraints.constraints'


def _norms(w, axis):
  return ops.sqrt(ops.sum(ops.square(w), axis=axis, keepdims=True))


#: tf.keras.constraints.Constraint
class Constraint:
  def __call__(self, w):
    return w

  def get_config(self):
    return {}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


#: tf.keras.constraints.MaxNorm tf.keras.constraints.max_norm
class MaxNorm(Constraint):
  def __init__(self, max_value=2, axis=0):
    self.max_value = max_value
    self.axis = axis

  def __call__(self, w):
    w = convert_to_tensor(w)
    norms = _norms(w, self.axis)
    desired = ops.clip(norms, 0, self.max_value)
    return tf.cast(w, norms.dtype) * (desired / (epsilon() + norms))

  def get_config(self):
    return {'max_value': self.max_value, 'axis': self.axis}


#: tf.keras.constraints.NonNeg tf.keras.constraints.non_neg
class NonNeg(Constraint):
  def __call__(self, w):
    return ops.maximum(convert_to_tensor(w), 0)


#: tf.keras.constraints.UnitNorm tf.keras.constraints.unit_norm
class UnitNorm(Constraint):
  def __init__(self, axis=0):
    self.axis = axis

  def __call__(self, w):
    w = convert_to_tensor(w)
    norms = _norms(w, self.axis)
    return tf.cast(w, norms.dtype) / (epsilon() + norms)

  def get_config(self):
    return {'axis': self.axis}


#: tf.keras.constraints.MinMaxNorm tf.keras.constraints.min_max_norm
class MinMaxNorm(Constraint):
  def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
    self.min_value = min_value
    self.max_value = max_value
    self.rate = rate
    self.axis = axis

  def __call__(self, w):
    w = convert_to_tensor(w)
    norms = _norms(w, self.axis)
    desired = self.rate * ops.clip(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
    return tf.cast(w, norms.dtype) * (desired / (epsilon() + norms))

  def get_config(self):
    return {'min_value': self.min_value, 'max_value': self.max_value, 'rate': self.rate, 'axis': self.axis}


_CLASSES = (Constraint, MaxNorm, MinMaxNorm, NonNeg, UnitNorm)
_ALL = {c.__name__: c for c in _CLASSES}
_ALL.update({to_snake_case(c.__name__): c for c in _CLASSES})


#: tf.keras.constraints.serialize
def serialize(constraint):
  return serialize_keras_object(constraint)


#: tf.keras.constraints.deserialize
def deserialize(config, custom_objects=None):
  return deserialize_keras_object(config, module_objects=_ALL, custom_objects=custom_objects)


#: tf.keras.constraints.get
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
  raise ValueError('Could not interpret constraint identifier: %s' % (identifier,))
