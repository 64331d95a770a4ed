"""tf.io.parse_example and what it takes (parsing_ops.py, parsing_config.py)."""
import collections
import re

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


#: tf.io.VarLenFeature
class VarLenFeature(collections.namedtuple('VarLenFeature', ['dtype'])):
  """As many values as there are, as a sparse tensor."""


#: tf.io.RaggedFeature
class RaggedFeature(collections.namedtuple('RaggedFeature',
                                           ['dtype', 'value_key', 'partitions', 'row_splits_dtype', 'validate'])):
  """As many values as there are, as a ragged tensor."""

  def __new__(cls, dtype, value_key=None, partitions=(), row_splits_dtype=tf.int32, validate=False):
    if value_key is not None and not isinstance(value_key, str):
      raise ValueError('value_key must be a string; got %r' % (value_key,))
    if partitions:
      raise NotImplementedError('tf.io.RaggedFeature with partitions is not in tracepack yet')
    return super().__new__(cls, tf.as_dtype(dtype), value_key, tuple(partitions), tf.as_dtype(row_splits_dtype),
                           validate)


#: tf.io.FixedLenFeature
class FixedLenFeature(collections.namedtuple('FixedLenFeature', ['shape', 'dtype', 'default_value'])):
  """Values of a given shape."""

  def __new__(cls, shape, dtype, default_value=None):
    return super().__new__(cls, shape, dtype, default_value)


#: tf.io.FixedLenSequenceFeature
class FixedLenSequenceFeature(collections.namedtuple('FixedLenSequenceFeature',
                                                     ['shape', 'dtype', 'allow_missing', 'default_value'])):
  """Any number of values of a given shape, padded to the longest of the batch."""

  def __new__(cls, shape, dtype, allow_missing=False, default_value=None):
    return super().__new__(cls, shape, dtype, allow_missing, default_value)


def _default(key, feature, shape):
  """What stands where the key is missing; an empty constant where it must not."""
  value, dtype = feature.default_value, feature.dtype
  grows = shape.rank and shape[0] is None
  if value is None:
    if grows:
      return convert('' if dtype == tf.string else 0, dtype=dtype)
    return tf.constant([], dtype=dtype)
  if not tf.is_tensor(value) or grows:
    value = convert(value, dtype=dtype, name='key_' + re.sub('[^A-Za-z0-9_.\\-/]', '_', key))
    value = tf.reshape(value, [] if grows else shape)
  return value


def _parse(serialized, features, names, scalar):
  if not features:
    raise ValueError('Argument `features` cannot be None or falsy. Got %s' % (features,) if scalar else
                     'Argument `features` cannot be None or falsy. Got {}')
  sparse, dense, ragged = [], [], []
  for key in sorted(features):
    feature = features[key]
    if isinstance(feature, VarLenFeature):
      if not feature.dtype:
        raise ValueError('Missing type for feature %s. Received feature=%s' % (key, feature))
      sparse.append((key, feature))
    elif isinstance(feature, RaggedFeature):
      ragged.append((key, feature))
    elif isinstance(feature, FixedLenFeature):
      if feature.shape is None:
        raise ValueError('Missing shape for feature %s. Received feature=%s' % (key, feature))
      shape = tf.TensorShape(feature.shape)
      if shape.ndims and shape[0] is None:
        raise ValueError('First dimension of shape for feature %s unknown. Consider using FixedLenSequenceFeature. '
                         'Received feature=%s' % (key, feature))
      if not shape.is_fully_defined():
        raise ValueError('All dimensions of shape for feature %s need to be known but received %s.' % (key, shape))
      dense.append((key, feature, shape))
    elif isinstance(feature, FixedLenSequenceFeature):
      if not feature.allow_missing:
        raise ValueError('Unsupported: FixedLenSequenceFeature requires allow_missing to be True. Received feature=%s'
                         % (feature,))
      dense.append((key, feature, tf.TensorShape([None]).concatenate(feature.shape)))
    else:
      raise ValueError('Unsupported %s %s for key \'%s\'' % (type(feature).__name__, feature, key))
  with op_scope(None, 'ParseExample'):
    serialized = convert(serialized, dtype=tf.string, name='serialized')
    defaults = [_default(*item) for item in dense]
    outputs = raw.ParseExampleV2(
        serialized=serialized, names=[] if names is None else names, sparse_keys=[k for k, _ in sparse],
        dense_keys=[k for k, _, _ in dense], ragged_keys=[f.value_key or k for k, f in ragged],
        dense_defaults=defaults, num_sparse=len(sparse), sparse_types=[f.dtype for _, f in sparse],
        ragged_value_types=[f.dtype for _, f in ragged],
        ragged_split_types=[f.row_splits_dtype for _, f in ragged], dense_shapes=[s for _, _, s in dense])
    indices, values, shapes, tensors, ragged_values, splits = outputs
    result = {k: tf.SparseTensor(i, v, s) for (k, _), i, v, s in zip(sparse, indices, values, shapes)}
    result.update({k: t for (k, _, _), t in zip(dense, tensors)})
    for (key, feature), value, split in zip(ragged, ragged_values, splits):
      result[key] = value if scalar else tf.RaggedTensor.from_row_splits(value, split, validate=feature.validate)
    return result


#: tf.io.parse_example
def parse_example_v2(serialized, features, example_names=None, name=None):
  """A batch of serialized Examples as a dict of tensors."""
  return _parse(serialized, features, example_names, False)


#: tf.io.parse_single_example
def parse_single_example_v2(serialized, features, example_names=None, name=None):
  """One serialized Example as a dict of tensors."""
  with op_scope(name, 'ParseSingleExample'):
    serialized = convert(serialized, dtype=tf.string, name='serialized')
    if serialized.shape.rank is not None and serialized.shape.rank != 0:
      raise ValueError('Input serialized must be a scalar')
    return _parse(serialized, features, example_names, True)
