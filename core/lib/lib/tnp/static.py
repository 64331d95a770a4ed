"""Values that are known while a graph is made are computed with at once, others by ops (np_utils.py)."""
import numpy as np
import tensorflow as tf


def static_value(x):
  """What is known of x. Floats count as unknown: gradients go through them."""
  if tf.is_tensor(x) and (x.dtype.is_floating or x.dtype.is_complex):
    return None
  return tf.get_static_value(x)


def maybe_static(x):
  value = static_value(x)
  return x if value is None else value


def cond(pred, true_fn, false_fn):
  value = static_value(pred)
  if value is None:
    return tf.cond(pred, true_fn, false_fn)
  return true_fn() if value else false_fn()


def add(a, b):
  return maybe_static(a) + maybe_static(b)


def subtract(a, b):
  return maybe_static(a) - maybe_static(b)


def greater(a, b):
  return maybe_static(a) > maybe_static(b)


def greater_equal(a, b):
  return maybe_static(a) >= maybe_static(b)


def less_equal(a, b):
  return maybe_static(a) <= maybe_static(b)


def logical_or(a, b):
  value = static_value(a)
  if value is None:
    return a | maybe_static(b)
  if np.isscalar(value):
    return value if value else maybe_static(b)
  return value | maybe_static(b)


def getitem(a, key):
  return maybe_static(a)[key]


def reduce_all(x):
  value = static_value(x)
  return tf.reduce_all(x) if value is None else value.all()


def rank_of(x):
  rank = x.shape.rank
  return tf.rank(x) if rank is None else rank


def canonical_axes(axes, rank):
  rank = maybe_static(rank)
  if tf.is_tensor(rank):
    return [cond(axis < 0, lambda axis=axis: axis + rank, lambda axis=axis: axis) for axis in axes]
  return [axis + rank if axis < 0 else axis for axis in axes]


def broadcast(*args):
  """The values in their common shape."""
  if len(args) <= 1:
    return args
  shape = tf.shape(args[0])
  for x in args[1:]:
    shape = tf.broadcast_dynamic_shape(shape, tf.shape(x))
  return [tf.broadcast_to(x, shape) for x in args]


def is_scalar(x):
  if tf.is_tensor(x):
    rank = x.shape.ndims
    return tf.equal(tf.rank(x), 0) if rank is None else rank == 0
  return np.isscalar(x)
