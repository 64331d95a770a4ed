"""tf.io.parse_example, its variants for single and for sequence examples (parsing_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, with_dependencies
from tensorflow_lib.parsing_config import (FixedLenFeature, FixedLenSequenceFeature, ParseParams, RaggedFeature,
                                           SparseFeature, VarLenFeature, composite_features, ragged_tensors)

raw = tf.raw_ops
_KINDS = (VarLenFeature, SparseFeature, FixedLenFeature, FixedLenSequenceFeature, RaggedFeature)


def _growing(features):
  """Features whose sequences have a first dim of any length."""
  made = dict(features)
  for key, feature in features.items():
    if isinstance(feature, FixedLenSequenceFeature):
      if not feature.allow_missing:
        raise ValueError('Unsupported: FixedLenSequenceFeature requires allow_missing to be True.')
      made[key] = FixedLenSequenceFeature([None] + list(feature.shape), feature.dtype, True, feature.default_value)
  return made


def _shape_of(serialized, params):
  if any(p.ragged for p in params) and serialized.shape.rank is None:
    raise ValueError('serialized must have statically-known rank to parse ragged features.')


def _sparse_tensors(indices, values, shapes):
  return [tf.SparseTensor(i, v, s) for i, v, s in zip(indices, values, shapes)]


#: tf.io.parse_example
def parse_example_v2(serialized, features, example_names=None, name=None):
  """A batch of serialized Examples as a dict of tensors."""
  if not features:
    raise ValueError('Argument `features` cannot be None or falsy. Got %s' % (features,))
  features = _growing(features)
  params = ParseParams(features, _KINDS)
  with op_scope(name, 'ParseExample'):
    serialized = convert(serialized, name='serialized')
    _shape_of(serialized, [params])
    outputs = raw.ParseExampleV2(
        serialized=serialized, names=[] if example_names is None else example_names, sparse_keys=list(params.sparse),
        dense_keys=list(params.dense), ragged_keys=list(params.ragged), dense_defaults=params.dense_defaults(),
        num_sparse=len(params.sparse), sparse_types=list(params.sparse.values()),
        ragged_value_types=[d for d, _ in params.ragged.values()],
        ragged_split_types=[s for _, s in params.ragged.values()],
        dense_shapes=[shape for _, shape in params.dense.values()], name=name)
    indices, values, shapes, dense, ragged, splits = outputs
    ragged = ragged_tensors(serialized.shape.rank, ragged, splits)
    tensors = dict(zip([*params.sparse, *params.dense, *params.ragged],
                       _sparse_tensors(indices, values, shapes) + list(dense) + ragged))
  return composite_features(features, tensors)


def _scalar(value, name):
  rank = value.shape.rank
  if rank is None:
    check = tf.debugging.Assert(tf.equal(tf.rank(value), 0), ['Input %s must be a scalar' % name],
                                name=name.capitalize() + 'IsScalar')
    value = with_dependencies([check], value, name + 'Dependencies')
    value.set_shape([])
  elif rank != 0:
    raise ValueError('Input %s must be a scalar' % name)
  return value


#: tf.io.parse_single_example
def parse_single_example_v2(serialized, features, example_names=None, name=None):
  """One serialized Example as a dict of tensors."""
  if features is None:
    raise ValueError('Invalid argument: features cannot be None.')
  if not features:
    raise ValueError('Invalid argument: features cannot be empty.')
  with op_scope(name, 'ParseSingleExample'):
    serialized = _scalar(convert(serialized, name='serialized'), 'serialized')
    return parse_example_v2(serialized, features, example_names, name)


def _sequence_params(context_features, sequence_features):
  return (ParseParams(context_features, (VarLenFeature, FixedLenFeature, RaggedFeature)),
          ParseParams(sequence_features, (VarLenFeature, FixedLenSequenceFeature, RaggedFeature)))


def _parse_sequence(serialized, names, context, lists, name):
  with op_scope(name, 'ParseSequenceExample'):
    for key, value in lists.defaults.items():
      if value is not None:
        raise ValueError('Value feature_list.dense_defaults[%s] must be None' % key)
    serialized = convert(serialized, name='serialized')
    _shape_of(serialized, [context, lists])
    first = lambda pairs: [a for a, _ in pairs.values()]
    second = lambda pairs: [b for _, b in pairs.values()]
    outputs = raw.ParseSequenceExampleV2(
        serialized=serialized, debug_name=[] if names is None else names, context_sparse_keys=list(context.sparse),
        context_dense_keys=list(context.dense), context_ragged_keys=list(context.ragged),
        feature_list_sparse_keys=list(lists.sparse), feature_list_dense_keys=list(lists.dense),
        feature_list_ragged_keys=list(lists.ragged),
        feature_list_dense_missing_assumed_empty=[key in lists.defaults for key in lists.dense],
        context_dense_defaults=context.dense_defaults(), Ncontext_sparse=len(context.sparse),
        Nfeature_list_sparse=len(lists.sparse), Nfeature_list_dense=len(lists.dense),
        context_sparse_types=list(context.sparse.values()), context_ragged_value_types=first(context.ragged),
        context_ragged_split_types=second(context.ragged), feature_list_dense_types=first(lists.dense),
        feature_list_sparse_types=list(lists.sparse.values()), feature_list_ragged_value_types=first(lists.ragged),
        feature_list_ragged_split_types=second(lists.ragged), context_dense_shapes=second(context.dense),
        feature_list_dense_shapes=second(lists.dense), name=name)
    (sparse_indices, sparse_values, sparse_shapes, dense, ragged, splits, list_indices, list_values, list_shapes,
     list_dense, lengths, list_ragged, outer, inner) = outputs
    rank = serialized.shape.rank
    ragged = ragged_tensors(rank, ragged, splits)
    list_ragged = ragged_tensors(rank, list_ragged, outer, inner)
    of_context = dict(zip([*context.sparse, *context.dense, *context.ragged],
                          _sparse_tensors(sparse_indices, sparse_values, sparse_shapes) + list(dense) + ragged))
    of_lists = dict(zip([*lists.sparse, *lists.dense, *lists.ragged],
                        _sparse_tensors(list_indices, list_values, list_shapes) + list(list_dense) + list_ragged))
    return of_context, of_lists, dict(zip(lists.dense, lengths))


def _with_parts(context_features, sequence_features, context, lists, outputs):
  """Ragged tensors divided as their features say."""
  of_context, of_lists = outputs[:2]
  if context.ragged:
    of_context = composite_features(context_features, of_context)
  if lists.ragged:
    of_lists = composite_features(sequence_features, of_lists)
  return (of_context, of_lists) + tuple(outputs[2:])


#: tf.io.parse_sequence_example
def parse_sequence_example(serialized, context_features=None, sequence_features=None, example_names=None, name=None):
  """A batch of serialized SequenceExamples: (context, lists, how long dense lists are), a dict each."""
  if not (context_features or sequence_features):
    raise ValueError('Both `context_features` and `sequence_features` argument are None, but at least one should have '
                     'values.')
  context, lists = _sequence_params(context_features, sequence_features)
  with op_scope(name, 'ParseSequenceExample'):
    outputs = _parse_sequence(serialized, example_names, context, lists, name)
    return _with_parts(context_features, sequence_features, context, lists, outputs)


#: tf.io.parse_single_sequence_example
def parse_single_sequence_example(serialized, context_features=None, sequence_features=None, example_name=None,
                                  name=None):
  """One serialized SequenceExample: (context, lists), a dict each."""
  if not (context_features or sequence_features):
    raise ValueError('Both context_features and sequence_features are None, but at least one should have values.')
  context, lists = _sequence_params(context_features, sequence_features)
  with op_scope(name, 'ParseSingleSequenceExample'):
    with op_scope(name, 'ParseSingleExample'):
      serialized = _scalar(convert(serialized, name='serialized'), 'serialized')
    outputs = _parse_sequence(serialized, example_name, context, lists, name)[:2]
    return _with_parts(context_features, sequence_features, context, lists, outputs)
