"""The shape that a vector of integers stands for, as far as it is known (constant_value_as_shape)."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import constant_value


def value_as_shape(x):
  """The tf.TensorShape whose dims are x's elements: None where one is below zero or is not known while a graph is made.

  x is a vector of integers. Only through the ops below is looked: what is computed is not known, though constants are
  all it is computed of.
  """
  if tf.is_symbolic_tensor(x):
    known = _LOOKED_THROUGH.get(x.op.type, _unknown)(x)
    if known is not None:
      return known
  return _of_constant(x)


def _unknown(x):
  return None


def _of_constant(x):
  value = constant_value(x)
  if value is None:
    unknown = x.shape.rank is None or x.shape[0] is None
    return tf.TensorShape(None if unknown else [None] * x.shape[0])
  return tf.TensorShape([_dim(d) for d in value])


def _dim(value):
  return None if value is None or value < 0 else int(value)


def _cast(x):
  before = value_as_shape(x.op.inputs[0])
  if before.rank is None:
    return before
  if x.dtype not in (tf.int32, tf.int64):
    return tf.TensorShape([None] * before.rank)
  return before


def _pack(x):
  return tf.TensorShape([_dim(constant_value(element)) for element in x.op.inputs])


def _concat(x):
  whole = tf.TensorShape([])
  for part in x.op.inputs[:-1]:
    whole = whole.concatenate(value_as_shape(part))
  return whole


def _slice(x):
  op = x.op
  places = [constant_value(place) for place in op.inputs[1:4]]
  masks = [op.get_attr(mask) for mask in ('begin_mask', 'end_mask')]
  others = [op.get_attr(mask) for mask in ('ellipsis_mask', 'new_axis_mask', 'shrink_axis_mask')]
  if any(place is None for place in places) or any(others) or any(mask not in (0, 1) for mask in masks):
    return None
  begin, end, step = (int(place[0]) for place in places)
  return value_as_shape(op.inputs[0])[None if masks[0] else begin:None if masks[1] else end:step]


_LOOKED_THROUGH = {
    'Cast': _cast,
    'Shape': lambda x: x.op.inputs[0].shape,
    'Pack': _pack,
    'ConcatV2': _concat,
    'StridedSlice': _slice,
    'Placeholder': _tf.value_as_shape,
}
