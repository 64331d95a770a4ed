"""Which dtypes a layer computes in and keeps its weights in (keras/src/dtype_policies)."""
import tensorflow as tf
from tensorflow_lib.keras.core_ops import cast as symbolic_cast
from tensorflow_lib.keras.serialization import deserialize_keras_object, serialize_keras_object
from tensorflow_lib.keras.state import floatx, is_float_dtype, standardize_dtype, state
from tensorflow_lib.keras.tensors import KerasTensor, cast, convert_to_tensor, is_tensor

__name__ = 'keras.src.dtype_policies.dtype_policy'


#: tf.keras.DTypePolicy tf.keras.dtype_policies.DTypePolicy tf.keras.mixed_precision.Policy
#: tf.keras.mixed_precision.DTypePolicy
class DTypePolicy:
  quantization_mode = None

  def __init__(self, name=None):
    if name is None:
      name = dtype_policy().name
    self._name = name
    if not isinstance(name, str):
      raise TypeError("'name' must be a string, such as 'mixed_float16'. Received: name=%s (of type %s)" %
                      (name, type(name)))
    if name in ('mixed_float16', 'mixed_bfloat16'):
      self._compute_dtype, self._variable_dtype = name[6:], 'float32'
      return
    try:
      self._compute_dtype = self._variable_dtype = standardize_dtype(name)
    except ValueError:
      raise ValueError("Cannot convert '%s' to a mixed precision DTypePolicy. Valid policies include 'mixed_float16', "
                       "'mixed_bfloat16', and the name of any float dtype such as 'float32'." % name)

  name = property(lambda self: self._name)
  compute_dtype = property(lambda self: self._compute_dtype)
  variable_dtype = property(lambda self: self._variable_dtype)

  def convert_input(self, x, autocast, dtype):
    dtype = standardize_dtype(dtype)
    if is_tensor(x):
      return cast(x, dtype) if self._should_cast(x, autocast, dtype) else x
    if isinstance(x, KerasTensor):
      return symbolic_cast(x, dtype) if self._should_cast(x, autocast, dtype) else x
    if hasattr(x, '__array__'):
      try:
        x = convert_to_tensor(x)
      except TypeError:
        x = convert_to_tensor(x, dtype=dtype)
      return cast(x, dtype) if self._should_cast(x, autocast, dtype) else x
    return x

  def _should_cast(self, x, autocast, dtype):
    x_dtype = standardize_dtype(x.dtype)
    return autocast and x_dtype != dtype and is_float_dtype(x_dtype)

  def get_config(self):
    return {'name': self._name}

  @classmethod
  def from_config(cls, config):
    return cls(**config)

  def __repr__(self):
    return '<DTypePolicy "%s">' % self._name

  def __eq__(self, other):
    return isinstance(other, DTypePolicy) and self._name == other._name

  def __hash__(self):
    return hash(self._name)


#: tf.keras.FloatDTypePolicy tf.keras.dtype_policies.FloatDTypePolicy
class FloatDTypePolicy(DTypePolicy):
  pass


#: tf.keras.config.dtype_policy tf.keras.mixed_precision.dtype_policy tf.keras.mixed_precision.global_policy
#: =dtype_policy
def dtype_policy():
  if state.dtype_policy is None:
    state.dtype_policy = DTypePolicy(floatx())
  return state.dtype_policy


#: tf.keras.config.set_dtype_policy tf.keras.mixed_precision.set_dtype_policy
#: tf.keras.mixed_precision.set_global_policy =set_dtype_policy
def set_dtype_policy(policy):
  if not isinstance(policy, DTypePolicy):
    if not isinstance(policy, str):
      raise ValueError('Invalid `policy` argument. Expected the name of a policy (as a string) or a DTypePolicy instance. '
                       'Received: policy=%s (of type %s)' % (policy, type(policy)))
    policy = DTypePolicy(policy)
  state.dtype_policy = policy


#: tf.keras.dtype_policies.serialize =serialize
def serialize(policy):
  return serialize_keras_object(policy)


#: tf.keras.dtype_policies.deserialize =deserialize
def deserialize(config, custom_objects=None):
  return deserialize_keras_object(config, custom_objects=custom_objects, module_objects={
      'DTypePolicy': DTypePolicy, 'FloatDTypePolicy': FloatDTypePolicy})


#: tf.keras.dtype_policies.get =get
def get(identifier):
  if identifier is None:
    return dtype_policy()
  if isinstance(identifier, DTypePolicy):
    return identifier
  if isinstance(identifier, dict):
    return deserialize(identifier)
  if isinstance(identifier, str):
    if identifier.startswith(('int8', 'int4', 'float8', 'gptq', 'awq')) and '_from_' in identifier:
      raise NotImplementedError('tf.keras.dtype_policies: %r (quantized layers)' % identifier)
    return DTypePolicy(identifier)
  try:
    return DTypePolicy(standardize_dtype(identifier))
  except Exception:
    raise ValueError('Cannot interpret `dtype` argument. Expected a string or an instance of DTypePolicy. Received: dtype=%s'
                     % (identifier,))
