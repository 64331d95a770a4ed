"""Products that are zero where their first factor is (ops/math_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope

raw = tf.raw_ops


#: tf.math.xdivy
def xdivy(x, y, name=None):
  """x / y, and 0 where x is 0."""
  with op_scope(name, 'xdivy'):
    return raw.Xdivy(x, y)


#: tf.math.xlog1py
def xlog1py(x, y, name=None):
  """x * log1p(y), and 0 where x is 0."""
  with op_scope(name, 'xlog1py'):
    return raw.Xlog1py(x, y)
