"""tf.keras.regularizers (keras/src/regularizers): what a weight adds to the loss."""
import math

import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.base import snake_case
from tensorflow_lib.keras.serialization import deserialize_keras_object, get_object, say_source, serialize_keras_object


def _not_negative(value, name):
  if not isinstance(value, (float, int)) or math.isinf(value) or math.isnan(value) or value < 0:
    raise ValueError('Invalid value for argument %s: expected a non-negative float.Received: %s=%s' % (name, name, value))
  return float(value)


#: tf.keras.regularizers.Regularizer tf.keras.Regularizer
class Regularizer:
  """A function of a weight."""

  def __call__(self, x):
    return 0.0

  @classmethod
  def from_config(cls, config):
    return cls(**config)

  def get_config(self):
    raise NotImplementedError('%s does not implement get_config()' % self)


#: tf.keras.regularizers.L1L2 tf.keras.regularizers.l1_l2
class L1L2(Regularizer):
  """l1 * sum(|x|) + l2 * sum(x ** 2)."""

  def __init__(self, l1=0.0, l2=0.0):
    self.l1 = _not_negative(0.0 if l1 is None else l1, 'l1')
    self.l2 = _not_negative(0.0 if l2 is None else l2, 'l2')

  def __call__(self, x):
    total = K.convert(0.0, x.dtype)
    if self.l1 != 0.0:
      total += K.cast(self.l1, x.dtype) * K.sum(K.absolute(x))
    if self.l2 != 0.0:
      total += K.cast(self.l2, x.dtype) * K.sum(K.square(x))
    return total

  def get_config(self):
    return {'l1': self.l1, 'l2': self.l2}


#: tf.keras.regularizers.L1 tf.keras.regularizers.l1
class L1(Regularizer):
  """l1 * sum(|x|)."""

  def __init__(self, l1=0.01):
    self.l1 = K.convert(_not_negative(0.01 if l1 is None else l1, 'l1'))

  def __call__(self, x):
    return K.cast(self.l1, x.dtype) * K.sum(K.absolute(x))

  def get_config(self):
    return {'l1': float(self.l1)}


#: tf.keras.regularizers.L2 tf.keras.regularizers.l2
class L2(Regularizer):
  """l2 * sum(x ** 2)."""

  def __init__(self, l2=0.01):
    self.l2 = _not_negative(0.01 if l2 is None else l2, 'l2')

  def __call__(self, x):
    return K.cast(self.l2, x.dtype) * K.sum(K.square(x))

  def get_config(self):
    return {'l2': self.l2}


#: tf.keras.regularizers.OrthogonalRegularizer tf.keras.regularizers.orthogonal_regularizer
class OrthogonalRegularizer(Regularizer):
  """How far from orthogonal the rows or columns of a matrix are."""

  def __init__(self, factor=0.01, mode='rows'):
    _not_negative(factor, 'factor')
    self.factor = K.convert(factor)
    if mode not in ('rows', 'columns'):
      raise ValueError('Invalid value for argument `mode`. Expected one of {"rows", "columns"}. Received: mode=%s' % (mode,))
    self.mode = mode

  def __call__(self, inputs):
    if len(inputs.shape) != 2:
      raise ValueError('Inputs to OrthogonalRegularizer must have rank 2. Received: inputs.shape=%s' % (inputs.shape,))
    if self.mode == 'rows':
      inputs = K.normalize(inputs, axis=1)
      product = tf.matmul(inputs, K.transpose(inputs))
      size = inputs.shape[0]
    else:
      inputs = K.normalize(inputs, axis=0)
      product = tf.matmul(K.transpose(inputs), inputs)
      size = inputs.shape[1]
    product = product * (1.0 - K.eye(size, dtype=inputs.dtype))
    pairs = size * (size - 1.0) / 2.0
    return self.factor * 0.5 * K.sum(K.absolute(product)) / pairs

  def get_config(self):
    return {'factor': float(self.factor), 'mode': self.mode}


say_source(globals(), 'keras.src.regularizers.regularizers')

_KNOWN = {c.__name__: c for c in (Regularizer, L1, L2, L1L2, OrthogonalRegularizer)}
_KNOWN.update({snake_case(name): c for name, c in list(_KNOWN.items())})


#: tf.keras.regularizers.serialize =serialize
def serialize(regularizer):
  """The configuration of a regularizer."""
  return serialize_keras_object(regularizer)


#: tf.keras.regularizers.deserialize =deserialize
def deserialize(config, custom_objects=None):
  """The regularizer of a name or configuration."""
  return deserialize_keras_object(config, module_objects=_KNOWN, custom_objects=custom_objects)


#: tf.keras.regularizers.get =get
def get(identifier):
  """A regularizer by its name, configuration or class; None and functions stay what they are."""
  return get_object(identifier, _KNOWN, deserialize, 'regularizer')
