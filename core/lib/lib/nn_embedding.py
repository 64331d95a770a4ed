"""Lookups that take what is not valid: ids below zero, rows without ids (ops/embedding_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope


def _keep(ids, weights, valid):
  ids = tf.sparse.retain(ids, valid)
  return ids, None if weights is None else tf.sparse.retain(weights, valid)


#: tf.nn.safe_embedding_lookup_sparse =safe_embedding_lookup_sparse_v2
def safe_embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights=None, combiner='mean', default_id=None,
                                 max_norm=None, name=None, allow_fast_lookup=False):
  """embedding_lookup_sparse without ids below zero and weights that are none; rows without ids are `default_id`'s, or
  zeros."""
  if embedding_weights is None:
    raise ValueError('Missing embedding_weights %s.' % (embedding_weights,))
  if not isinstance(embedding_weights, list):
    embedding_weights = [embedding_weights]
  if not embedding_weights:
    raise ValueError('Missing embedding_weights %s.' % (embedding_weights,))
  dtype = None if sparse_weights is None else sparse_weights.dtype
  embedding_weights = [w if isinstance(w, tf.Variable) and dtype in (None, w.dtype) else convert(w, dtype=dtype)
                       for w in embedding_weights]
  with op_scope(name, 'embedding_lookup') as scope:
    shape = sparse_ids.dense_shape
    static_rank = shape.shape[0]
    rank = tf.size(shape) if static_rank is None else static_rank
    sparse_ids = tf.sparse.reshape(sparse_ids, [tf.reduce_prod(tf.slice(shape, [0], [rank - 1])),
                                                tf.gather(shape, rank - 1)])
    if sparse_weights is not None:
      sparse_weights = tf.SparseTensor(sparse_ids.indices, sparse_weights.values, sparse_ids.dense_shape)
    valid = tf.greater_equal(sparse_ids.values, 0)
    if sparse_weights is not None:
      valid = tf.logical_and(valid, tf.__internal__.ones_like_filled(sparse_weights.values, tf.bool))
    sparse_ids, sparse_weights = _keep(sparse_ids, sparse_weights, valid)
    if combiner != 'sum' and sparse_weights is not None:
      sparse_ids, sparse_weights = _keep(sparse_ids, sparse_weights, tf.greater(sparse_weights.values, 0))
    sparse_ids, empty = tf.sparse.fill_empty_rows(sparse_ids, default_id or 0)
    if sparse_weights is not None:
      sparse_weights, _ = tf.sparse.fill_empty_rows(sparse_weights, 1.0)
    result = tf.nn.embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights, combiner=combiner,
                                           name=None if default_id is None else scope, max_norm=max_norm,
                                           allow_fast_lookup=allow_fast_lookup)
    if default_id is None:
      empty = tf.tile(tf.reshape(empty, [-1, 1]), tf.stack([1, tf.shape(result)[1]]))
      result = tf.raw_ops.Select(empty, tf.zeros_like(result), result, name=scope)
    whole = tf.reshape(result, tf.concat([tf.slice(tf.cast(shape, tf.int32), [0], [rank - 1]),
                                          tf.slice(tf.shape(result), [1], [-1])], 0))
    before = tf.TensorShape(None) if static_rank is None else tf.TensorShape([None] * (static_rank - 1))
    whole.set_shape(before.concatenate(result.shape[1:]))
    return whole
