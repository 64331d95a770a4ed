"""What layers that prepare data share (keras/src/layers/preprocessing/data_layer.py, utils/numerical_utils.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import (KerasTensor, Layer, cast, convert_to_tensor, nn, ops, shape_of)


class DataLayer(Layer):
  """A layer that may be called in tf.data pipelines, where its inputs become tensors of its dtype in any case."""

  def __init__(self, **kwargs):
    super().__init__(**kwargs)
    self._allow_non_tensor_positional_args = True

  def __call__(self, inputs, **kwargs):
    sample = tf.nest.flatten(inputs)[0]
    if isinstance(sample, KerasTensor) or tf.executing_eagerly():
      return super().__call__(inputs, **kwargs)
    inputs = tf.nest.map_structure(lambda x: convert_to_tensor(x, dtype=self.compute_dtype), inputs)
    convert = self._convert_input_args
    self._convert_input_args = False
    try:
      return super().__call__(inputs, **kwargs)
    finally:
      self._convert_input_args = convert

  def _get_seed_generator(self, backend=None):
    if not hasattr(self, 'seed') or not hasattr(self, 'generator'):
      raise ValueError('The `seed` and `generator` variable must be set in the `__init__` method before calling '
                       '`_get_seed_generator()`.')
    return self.generator


def is_array(x):
  """Whether x is an array or tensor, not several batches."""
  return hasattr(x, 'shape') and not isinstance(x, tf.data.Dataset)


def batches(data, steps, whole):
  """The batches of what `adapt` is given: of datasets and iterables at most `steps`; None for data in one piece."""
  if isinstance(data, tf.data.Dataset):
    return data if steps is None else data.take(steps)
  if not hasattr(data, '__iter__') or is_array(data) or isinstance(data, whole):
    return None
  return data if steps is None else _first(data, steps)


def _first(data, steps):
  for i, batch in enumerate(data):
    if i >= steps:
      return
    yield batch


def ensure_tensor(inputs, dtype=None):
  """A tensor, sparse or ragged as it may be, of the dtype."""
  if not isinstance(inputs, (tf.Tensor, tf.SparseTensor, tf.RaggedTensor)):
    inputs = tf.convert_to_tensor(inputs, dtype)
  if dtype is not None and inputs.dtype != dtype:
    inputs = tf.cast(inputs, dtype)
  return inputs


def check_string(value, allowed, caller, name, allow_none=False, allow_callables=False):
  """Raises for what is no string of these."""
  if allow_none and value is None or allow_callables and callable(value) or isinstance(value, str) and value in allowed:
    return
  raise ValueError('Unknown value for `%s` argument of %s. Allowed values are: %s. Received: %s=%s' %
                   (name, caller, allowed, name, value))


def _bincount(inputs, output_mode, depth, dtype, sparse, count_weights):
  """Counts along the last axis of a tensor of rank 1 or 2."""
  options = {'weights': count_weights, 'minlength': depth, 'maxlength': depth, 'axis': -1,
             'binary_output': output_mode == 'multi_hot'}
  if not sparse:
    if isinstance(inputs, tf.RaggedTensor):
      # What is not there stands beyond the last index, where it is not counted.
      inputs = inputs.to_tensor(default_value=depth)
    result = tf.math.bincount(inputs, dtype=dtype, **options)
    result.set_shape((depth,) if inputs.shape.rank == 1 else (inputs.shape.as_list()[0], depth))
    return tf.cast(result, dtype)
  result = tf.cast(tf.sparse.bincount(inputs, **options), dtype)
  shape = (depth,) if inputs.shape.rank == 1 else (tf.shape(result)[0], depth)
  result = tf.SparseTensor(indices=result.indices, values=result.values, dense_shape=shape)
  return tf.cast(result, dtype)


def encode(inputs, output_mode, depth, dtype, sparse=False, count_weights=None):
  """Indices as they are ('int'), as one-hot rows, or as rows of what there is or how often."""
  if output_mode == 'int':
    return tf.cast(inputs, dtype) if not isinstance(inputs, tf.Tensor) else cast(inputs, dtype)
  rank = len(inputs.shape)
  if not isinstance(inputs, tf.RaggedTensor):
    shape_of(inputs)
  if rank == 0:
    inputs = ops.expand_dims(inputs, -1)
    rank = 1
  if rank <= 2 and output_mode in ('multi_hot', 'count'):
    return _bincount(inputs, output_mode, depth, dtype, sparse, count_weights)
  if output_mode == 'multi_hot':
    return nn.multi_hot(inputs, depth, dtype=dtype, sparse=sparse)
  if output_mode == 'one_hot':
    shape = shape_of(inputs)
    if len(shape) > 1 and shape[-1] == 1:
      inputs = ops.reshape(inputs, tuple(shape[:-1]))
    return nn.one_hot(inputs, depth, dtype=dtype, sparse=sparse)
  hot = nn.one_hot(inputs, depth, dtype=dtype if count_weights is None else count_weights.dtype, sparse=sparse)
  if count_weights is not None:
    hot = hot * ops.expand_dims(count_weights, -1)
  return ops.sum(hot, axis=1 if rank > 1 else 0)
