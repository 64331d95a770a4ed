"""tf.types.experimental: what classes that take part in choosing a trace derive from (types/trace.py)."""
import abc

import tensorflow as tf


#: tf.types.experimental.TraceType
class TraceType(abc.ABC):
  """The type of an argument of a tf.function, as far as the choice of a trace is concerned."""

  @abc.abstractmethod
  def is_subtype_of(self, other):
    """Can a value of this type be given where one of `other` is expected?"""

  @abc.abstractmethod
  def most_specific_common_supertype(self, others):
    """The narrowest type that this one and all the others are subtypes of, or None."""

  @abc.abstractmethod
  def placeholder_value(self, placeholder_context):
    """The value that stands for the argument while the function is traced."""

  def to_tensors(self, value):
    return []

  def from_tensors(self, tensors):
    return self.placeholder_value(None)

  def flatten(self):
    return []

  def cast(self, value, cast_context):
    return value

  @abc.abstractmethod
  def __hash__(self):
    """Equal types have the same."""

  @abc.abstractmethod
  def __eq__(self, other):
    """Is it the same type?"""


TraceType.__module__ = 'tensorflow.python.types.trace'


#: tf.types.experimental.SupportsTracingProtocol
class SupportsTracingProtocol:
  """A class whose objects say themselves what their TraceType is."""

  def __tf_tracing_type__(self, context):
    raise NotImplementedError('__tf_tracing_type__')


SupportsTracingProtocol.__module__ = 'tensorflow.python.types.trace'
