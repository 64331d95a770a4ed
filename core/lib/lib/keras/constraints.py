"""tf.keras.constraints (keras/src/constraints): what weights are made to hold to after each step."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.base import snake_case
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.serialization import deserialize_keras_object, get_object, say_source, serialize_keras_object


def _norms(w, axis):
  return K.sqrt(K.sum(K.square(w), axis=axis, keepdims=True))


#: tf.keras.constraints.Constraint
class Constraint:
  """A function of a weight that gives what it becomes."""

  def __call__(self, w):
    return w

  def get_config(self):
    return {}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


#: tf.keras.constraints.MaxNorm tf.keras.constraints.max_norm
class MaxNorm(Constraint):
  """No norm along the axis above a largest one."""

  def __init__(self, max_value=2, axis=0):
    self.max_value = max_value
    self.axis = axis

  def __call__(self, w):
    w = K.convert(w)
    norms = _norms(w, self.axis)
    desired = K.clip(norms, 0, self.max_value)
    return K.cast(w, norms.dtype) * (desired / (epsilon() + norms))

  def get_config(self):
    return {'max_value': self.max_value, 'axis': self.axis}


#: tf.keras.constraints.NonNeg tf.keras.constraints.non_neg
class NonNeg(Constraint):
  """Nothing below 0."""

  def __call__(self, w):
    return K.maximum(K.convert(w), 0)


#: tf.keras.constraints.UnitNorm tf.keras.constraints.unit_norm
class UnitNorm(Constraint):
  """Norms of 1 along the axis."""

  def __init__(self, axis=0):
    self.axis = axis

  def __call__(self, w):
    w = K.convert(w)
    norms = _norms(w, self.axis)
    return K.cast(w, norms.dtype) / (epsilon() + norms)

  def get_config(self):
    return {'axis': self.axis}


#: tf.keras.constraints.MinMaxNorm tf.keras.constraints.min_max_norm
class MinMaxNorm(Constraint):
  """Norms along the axis between two bounds, which they are drawn to at a rate."""

  def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
    self.min_value = min_value
    self.max_value = max_value
    self.rate = rate
    self.axis = axis

  def __call__(self, w):
    w = K.convert(w)
    norms = _norms(w, self.axis)
    desired = self.rate * K.clip(norms, self.min_value, self.max_value) + (1 - self.rate) * norms
    return K.cast(w, norms.dtype) * (desired / (epsilon() + norms))

  def get_config(self):
    return {'min_value': self.min_value, 'max_value': self.max_value, 'rate': self.rate, 'axis': self.axis}


say_source(globals(), 'keras.src.constraints.constraints')

_KNOWN = {c.__name__: c for c in (Constraint, MaxNorm, MinMaxNorm, NonNeg, UnitNorm)}
_KNOWN.update({snake_case(name): c for name, c in list(_KNOWN.items())})


#: tf.keras.constraints.serialize =serialize
def serialize(constraint):
  """The configuration of a constraint."""
  return serialize_keras_object(constraint)


#: tf.keras.constraints.deserialize =deserialize
def deserialize(config, custom_objects=None):
  """The constraint of a name or configuration."""
  return deserialize_keras_object(config, module_objects=_KNOWN, custom_objects=custom_objects)


#: tf.keras.constraints.get =get
def get(identifier):
  """A constraint by its name, configuration or class; None and functions stay what they are."""
  return get_object(identifier, _KNOWN, deserialize, 'constraint')
