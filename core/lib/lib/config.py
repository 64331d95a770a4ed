"""Seeds, the logger, conversions of text, enumerations of variables; tf.config is in devices.py."""
import enum

import tensorflow as tf

#: tf.keras.utils.set_random_seed =set_random_seed
def set_random_seed(seed):
  if not isinstance(seed, int):
    raise ValueError('Expected `seed` argument to be an integer. Received: seed=%s (of type %s)' % (seed, type(seed)))
  import random
  random.seed(seed)
  tf.random.set_seed(seed)
  import numpy
  numpy.random.seed(seed)


#: tf.debugging.enable_traceback_filtering =enable_traceback_filtering
def enable_traceback_filtering():
  return None


#: tf.debugging.disable_traceback_filtering =disable_traceback_filtering
def disable_traceback_filtering():
  return None


#: tf.debugging.is_traceback_filtering_enabled =is_traceback_filtering_enabled
def is_traceback_filtering_enabled():
  return True


#: tf.autograph.set_verbosity =set_verbosity
def set_verbosity(level, alsologtostdout=False):
  return None


#: tf.get_logger =get_logger
def get_logger():
  import logging
  return logging.getLogger('tensorflow')


#: tf.compat.as_bytes =as_bytes
def as_bytes(bytes_or_text, encoding='utf-8'):
  if isinstance(bytes_or_text, str):
    return bytes_or_text.encode(encoding)
  if isinstance(bytes_or_text, bytes):
    return bytes_or_text
  raise TypeError('Expected binary or unicode string, got %r' % (bytes_or_text,))


#: tf.compat.as_text tf.compat.as_str =as_text
def as_text(bytes_or_text, encoding='utf-8'):
  if isinstance(bytes_or_text, str):
    return bytes_or_text
  if isinstance(bytes_or_text, bytes):
    return bytes_or_text.decode(encoding)
  raise TypeError('Expected binary or unicode string, got %r' % (bytes_or_text,))


#: tf.compat.as_str_any =as_str_any
def as_str_any(value, encoding='utf-8'):
  return as_text(value, encoding) if isinstance(value, bytes) else str(value)


#: tf.VariableSynchronization
class VariableSynchronization(enum.Enum):
  """Accepted by tf.Variable and without effect: there is one device."""
  AUTO, NONE, ON_WRITE, ON_READ = range(4)


#: tf.__internal__.VariableAggregation =VariableAggregation
class VariableAggregation(enum.Enum):
  """What variables have; equal to the same of tf.VariableAggregation."""
  NONE, SUM, MEAN, ONLY_FIRST_REPLICA = range(4)

  def __hash__(self):
    return hash(self.value)

  def __eq__(self, other):
    return self is other or isinstance(other, VariableAggregationV2) and int(self.value) == int(other.value)


#: tf.VariableAggregation
class VariableAggregationV2(enum.Enum):
  NONE, SUM, MEAN, ONLY_FIRST_REPLICA = range(4)
