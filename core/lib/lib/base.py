"""What all library files build on: the name scope of a composite, conversion, static shapes."""
import _tf
import tensorflow as tf


class op_scope:
  """The scope that a composite opens in a graph; eagerly nothing, and its ops have no name."""

  def __init__(self, name, default):
    self.name = name
    self.default = default
    self.old = None

  def __enter__(self):
    if tf.executing_eagerly():
      return None
    scope, self.old = _tf.enter_scope(self.default if self.name is None else self.name)
    return scope

  def __exit__(self, *exc):
    if self.old is not None:
      _tf.exit_scope(self.old)


def convert(value, dtype=None, hint=None, name=None):
  return tf.convert_to_tensor(value, dtype=dtype, dtype_hint=hint, name=name)


def with_dependencies(checks, x, name='control_dependency'):
  """x, behind checks: a node of its own in a graph."""
  if tf.executing_eagerly():
    return x
  with op_scope(None, name) as name:
    with tf.control_dependencies(checks):
      return tf.identity(x, name=name)


def is_tensor(x):
  return isinstance(x, tf.Tensor)


def constant_value(x):
  """The value that is known while a graph is made, as an array or scalar; None where it is not."""
  if isinstance(x, tf.Tensor):
    return tf.get_static_value(x)
  return x


def refused(name, instead=None):
  """What stands for a name that is not there: calling it says so, and what to do `instead`."""

  def not_there(*args, **kwargs):
    raise NotImplementedError('%s is not in tracepack' % name + (': ' + instead if instead else ''))

  not_there.__name__ = not_there.__qualname__ = name.split('.')[-1]
  not_there.__not_implemented__ = True
  return not_there
