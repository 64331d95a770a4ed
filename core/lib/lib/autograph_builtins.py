"""Python's builtins on tensors and variables in converted code (autograph/operators/py_builtins.py)."""
import tensorflow as tf


#: tf.__internal__.Undefined
class Undefined:
  """Stands in attributes and items for what is not there (operators/variables.py)."""

  __slots__ = ('symbol_name',)

  def __init__(self, symbol_name):
    self.symbol_name = symbol_name

  def read(self):
    raise UnboundLocalError("'{}' is used before assignment".format(self.symbol_name))

  def __repr__(self):
    return self.symbol_name

  def __getattribute__(self, name):
    try:
      return object.__getattribute__(self, name)
    except AttributeError:
      return self

  def __getitem__(self, i):
    return self


Undefined.__module__ = 'tensorflow.python.autograph.operators.variables'


#: tf.__internal__.autograph_range
def range_(start_or_stop, stop=None, step=None):
  # tf.range refuses what Python takes for empty.
  if step is not None:
    return tf.range(start_or_stop, stop, step)
  if stop is not None:
    return tf.range(start_or_stop, tf.maximum(start_or_stop, stop))
  return tf.range(tf.maximum(start_or_stop, 0))


def _number(x, dtype):
  if x.dtype == tf.string:
    return tf.strings.to_number(x, dtype)
  return tf.cast(x, dtype)


#: tf.__internal__.autograph_int
def int_(x=0, base=10):
  if base != 10:
    raise NotImplementedError('base {} not supported for int'.format(base))
  return _number(x, tf.int32)


#: tf.__internal__.autograph_float
def float_(x=0):
  return _number(x, tf.float32)


#: tf.__internal__.autograph_abs
def abs_(x):
  return tf.abs(x)


#: tf.__internal__.autograph_sorted
def sorted_(iterable, key=None, reverse=None):
  direction = 'ASCENDING' if reverse is None else 'DESCENDING'
  values = iterable if key is None else tf.vectorized_map(key, iterable)
  if values.shape.rank is not None and values.shape.rank != 1:
    raise ValueError('sort only supports only 1D tensors')
  with tf.control_dependencies([tf.debugging.assert_rank(values, 1, 'sort only supports only 1D tensors')]):
    if key is None:
      return tf.sort(iterable, direction=direction)
    return tf.gather(iterable, tf.argsort(values, direction=direction))
