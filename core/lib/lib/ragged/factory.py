"""tf.ragged.constant: ragged tensors from nested lists (ops/ragged/ragged_factory_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged


def _is_list(x):
  return isinstance(x, (list, tuple)) or len(getattr(x, 'shape', ())) > 0


def _depths(x):
  """How deep the scalars are (None: there are none), and how deep the lists go."""
  if not _is_list(x):
    return 0, 0
  scalar_depth, max_depth = None, 1
  for child in x:
    child_scalar, child_max = _depths(child)
    if child_scalar is not None:
      if scalar_depth is not None and scalar_depth != child_scalar + 1:
        raise ValueError('all scalar values must have the same nesting depth')
      scalar_depth = child_scalar + 1
    max_depth = max(max_depth, child_max + 1)
  return scalar_depth, max_depth


def _inner_shape(pylist, ragged_rank):
  """The uniform shape below the ragged dims."""
  flat = pylist
  for d in range(ragged_rank):
    if not all(_is_list(v) for v in flat):
      raise ValueError('pylist has scalar values depth %d, but ragged_rank=%d requires scalar value depth greater than %d' %
                       (d + 1, ragged_rank, ragged_rank))
    flat = [item for v in flat for item in v]

  def shape_of(item):
    if not _is_list(item):
      return ()
    return (len(item),) + shape_of(item[0]) if len(item) > 0 else (0,)

  def check(item, shape):
    if _is_list(item) != bool(shape) or (shape and shape[0] != len(item)):
      raise ValueError('inner values have inconsistent shape')
    if shape:
      for child in item:
        check(child, shape[1:])

  shape = shape_of(flat)
  check(flat, shape)
  return shape[1:]


#: tf.ragged.constant
def constant(pylist, dtype=None, ragged_rank=None, inner_shape=None, name=None, row_splits_dtype=tf.int64):
  """A ragged tensor (a tensor where nothing is ragged) of nested lists."""
  with op_scope(name, 'RaggedConstant'):
    if is_ragged(pylist):
      raise TypeError('pylist may not be a RaggedTensor or RaggedTensorValue.')
    if not _is_list(pylist):
      if ragged_rank:
        raise ValueError('Invalid pylist=%r: incompatible with ragged_rank=%d' % (pylist, ragged_rank))
      if inner_shape:
        raise ValueError('Invalid pylist=%r: incompatible with dim(inner_shape)=%d' % (pylist, len(inner_shape)))
      return tf.constant(pylist, dtype, ())
    if ragged_rank is not None and ragged_rank < 0:
      raise ValueError('Invalid ragged_rank=%r: must be nonnegative' % ragged_rank)
    scalar_depth, max_depth = _depths(pylist)
    if scalar_depth is not None:
      if max_depth > scalar_depth:
        raise ValueError('Invalid pylist=%r: empty list nesting is greater than scalar value nesting' % (pylist,))
      if ragged_rank is not None and max_depth < ragged_rank:
        raise ValueError('Invalid pylist=%s, max depth smaller than ragged_rank=%s' % (pylist, ragged_rank))
    if inner_shape is not None and ragged_rank is not None:
      expected = ragged_rank + len(inner_shape) + 1
      if expected != scalar_depth if scalar_depth is not None else expected < max_depth:
        raise ValueError('Invalid pylist=%r: incompatible with ragged_rank=%d and dim(inner_shape)=%d' %
                         (pylist, ragged_rank, len(inner_shape)))
    if ragged_rank == 0 or (ragged_rank is None and
                            (max_depth < 2 or (inner_shape is not None and max_depth - len(inner_shape) < 2))):
      return tf.constant(pylist, dtype, inner_shape)
    if inner_shape is None:
      inner_shape = () if ragged_rank is None else _inner_shape(pylist, ragged_rank)
    if ragged_rank is None:
      ragged_rank = max(1, max_depth - 1 if scalar_depth is None else scalar_depth - 1 - len(inner_shape))
    nested_splits, values = [], pylist
    for _ in range(ragged_rank):
      splits = [0]
      for row in values:
        splits.append(splits[-1] + len(row))
      nested_splits.append(splits)
      values = [item for row in values for item in row]
    values = tf.constant(values, dtype=dtype, shape=(len(values),) + tuple(inner_shape), name='values')
    for splits in reversed(nested_splits):
      splits = tf.constant(splits, dtype=row_splits_dtype)
      values = RaggedTensor.from_row_splits(values, splits, validate=False)
    return values
