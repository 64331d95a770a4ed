"""Arithmetic of tf.IndexedSlices with tensors (keras/src/backend/tensorflow/sparse.py)."""
import tensorflow as tf


def _rows_of(indices, rows):
  """Which of the rows the indices name."""
  indices = tf.expand_dims(indices, axis=1)
  count = tf.shape(indices)[0]
  return indices, count, tf.scatter_nd(indices, tf.ones((count,), tf.bool), (rows,))


def _with_rows(x, more):
  """(indices, values) of x with zeros for the further rows that the indices `more` name."""
  rows = x.dense_shape[0]
  indices, count, named = _rows_of(x.indices, rows)
  _, _, also = _rows_of(more, rows)
  union = tf.squeeze(tf.where(tf.math.logical_or(named, also)), axis=-1)

  def spread():
    places = tf.scatter_nd(indices, tf.range(1, count + 1), (rows,))
    places = tf.gather(places, union)
    values = tf.concat([tf.zeros_like(x.values[0:1]), x.values], axis=0)
    return tf.gather(values, places)

  return union, tf.cond(tf.equal(count, tf.shape(union)[0]), lambda: x.values, spread)


def of_variable(slices, variable):
  """Slices of a gradient, with the variable's shape where theirs is not known."""
  shape = variable.shape
  if slices.dense_shape is not None and tf.get_static_value(slices.dense_shape) is None:
    slices.values.set_shape(tf.TensorShape([None]).concatenate(shape[1:]))
    return tf.IndexedSlices(slices.values, slices.indices, tf.constant(shape.as_list()))
  return slices


def divide_rows(x1, x2, divide):
  """divide(x1, x2) of slices and a tensor; rows of zeros or NaNs in x2 are rows of the result."""
  special = tf.equal(x2, 0)
  if not tf.as_dtype(x2.dtype).is_integer:
    special = tf.math.logical_or(special, tf.math.is_nan(x2))
  special = tf.reduce_any(special, axis=tuple(range(1, x2.shape.rank)))

  def own_rows():
    values = divide(x1.values, tf.gather(x2, x1.indices))
    indices = x1.indices
    # Both branches have to give indices of one dtype.
    return tf.IndexedSlices(values, indices if tf.executing_eagerly() else tf.cast(indices, tf.int64), x1.dense_shape)

  def all_rows():
    union, values = _with_rows(x1, tf.squeeze(tf.where(special), axis=-1))
    return tf.IndexedSlices(divide(values, tf.gather(x2, union)), union, x1.dense_shape)

  return tf.cond(tf.reduce_any(special), all_rows, own_rows)
