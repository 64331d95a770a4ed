"""tf.nn and tf.random: candidates drawn from many classes, and the losses made with them (ops/candidate_sampling_ops.py,
ops/nn_impl.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope

raw = tf.raw_ops


def _seeds(seed):
  a, b = tf.__internal__.get_seed(seed)
  return {'seed': a or 0, 'seed2': b or 0}


#: tf.random.uniform_candidate_sampler
def uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
  return raw.UniformCandidateSampler(true_classes, num_true, num_sampled, unique, range_max, name=name, **_seeds(seed))


#: tf.random.log_uniform_candidate_sampler
def log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
  return raw.LogUniformCandidateSampler(true_classes, num_true, num_sampled, unique, range_max, name=name,
                                        **_seeds(seed))


#: tf.random.learned_unigram_candidate_sampler tf.nn.learned_unigram_candidate_sampler
def learned_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
  if range_max > 2147483647:
    raise ValueError('Value of range_max:%s is too large to handle' % range_max)
  return raw.LearnedUnigramCandidateSampler(true_classes, num_true, num_sampled, unique, range_max, name=name,
                                            **_seeds(seed))


#: tf.random.fixed_unigram_candidate_sampler tf.nn.fixed_unigram_candidate_sampler
def fixed_unigram_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, vocab_file='',
                                    distortion=1.0, num_reserved_ids=0, num_shards=1, shard=0, unigrams=(), seed=None,
                                    name=None):
  return raw.FixedUnigramCandidateSampler(true_classes, num_true, num_sampled, unique, range_max, vocab_file=vocab_file,
                                          distortion=distortion, num_reserved_ids=num_reserved_ids,
                                          num_shards=num_shards, shard=shard, unigrams=list(unigrams), name=name,
                                          **_seeds(seed))


#: tf.random.all_candidate_sampler tf.nn.all_candidate_sampler =all_candidate_sampler
def all_candidate_sampler(true_classes, num_true, num_sampled, unique, seed=None, name=None):
  return raw.AllCandidateSampler(true_classes, num_true, num_sampled, unique, name=name, **_seeds(seed))


def _sum_rows(x):
  """Sums of rows as a product with ones, whose gradient TensorFlow has faster."""
  ones = tf.ones(tf.stack([tf.shape(x)[1], 1]), x.dtype)
  return tf.reshape(tf.matmul(x, ones), [-1])


def _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                    remove_accidental_hits, name, seed=None):
  """Logits and labels of the true classes and of sampled ones."""
  if isinstance(weights, (list, tuple)):
    if len(weights) != 1:
      raise NotImplementedError('%s with several weights: join them with tf.concat' % name)
    weights = weights[0]
  with op_scope(name, 'compute_sampled_logits'):
    if labels.dtype != tf.int64:
      labels = tf.cast(labels, tf.int64)
    flat = tf.reshape(labels, [-1])
    if sampled_values is None:
      sampled_values = log_uniform_candidate_sampler(true_classes=labels, num_true=num_true, num_sampled=num_sampled,
                                                     unique=True, range_max=num_classes, seed=seed)
    sampled, true_expected, sampled_expected = (tf.stop_gradient(s) for s in sampled_values)
    sampled = tf.cast(sampled, tf.int64)
    all_ids = tf.concat([flat, sampled], 0)
    all_w = tf.nn.embedding_lookup(weights, all_ids)
    if all_w.dtype != inputs.dtype:
      all_w = tf.cast(all_w, inputs.dtype)
    true_w = tf.slice(all_w, [0, 0], tf.stack([tf.shape(flat)[0], -1]))
    sampled_w = tf.slice(all_w, tf.stack([tf.shape(flat)[0], 0]), [-1, -1])
    sampled_logits = tf.matmul(inputs, sampled_w, transpose_b=True)
    all_b = tf.nn.embedding_lookup(biases, all_ids)
    if all_b.dtype != inputs.dtype:
      all_b = tf.cast(all_b, inputs.dtype)
    true_b = tf.slice(all_b, [0], tf.shape(flat))
    sampled_b = tf.slice(all_b, tf.shape(flat), [-1])
    dim = tf.shape(true_w)[1:2]
    new_shape = tf.concat([[-1, num_true], dim], 0)
    dots = tf.multiply(tf.expand_dims(inputs, 1), tf.reshape(true_w, new_shape))
    dots = tf.reshape(dots, tf.concat([[-1], dim], 0))
    true_logits = tf.reshape(_sum_rows(dots), [-1, num_true])
    true_b = tf.reshape(true_b, [-1, num_true])
    true_logits += true_b
    sampled_logits += sampled_b
    if remove_accidental_hits:
      hits, ids, hit_weights = tf.nn.compute_accidental_hits(labels, sampled, num_true=num_true)
      hits = tf.reshape(hits, [-1, 1])
      ids = tf.reshape(tf.cast(ids, tf.int32), [-1, 1])
      indices = tf.concat([hits, ids], 1, 'sparse_indices')
      shape = tf.concat([tf.shape(labels)[:1], tf.expand_dims(num_sampled, 0)], 0)
      if sampled_logits.dtype != hit_weights.dtype:
        hit_weights = tf.cast(hit_weights, sampled_logits.dtype)
      sampled_logits += raw.SparseToDense(indices, shape, hit_weights, default_value=0.0, validate_indices=False)
    true_logits -= tf.math.log(true_expected)
    sampled_logits -= tf.math.log(sampled_expected)
    out_logits = tf.concat([true_logits, sampled_logits], 1)
    out_labels = tf.concat([tf.__internal__.ones_like_filled(true_logits) / num_true, tf.zeros_like(sampled_logits)], 1)
    return out_logits, out_labels


#: tf.nn.nce_loss
def nce_loss_v2(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
                remove_accidental_hits=False, name='nce_loss'):
  logits, labels = _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                                   remove_accidental_hits, name)
  losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name='sampled_losses')
  return _sum_rows(losses)


#: tf.nn.sampled_softmax_loss
def sampled_softmax_loss_v2(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
                            remove_accidental_hits=True, seed=None, name='sampled_softmax_loss'):
  logits, labels = _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                                   remove_accidental_hits, name, seed)
  labels = tf.stop_gradient(labels, name='labels_stop_gradient')
  return tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)


# ---- lookups that may miss
#: tf.nn.safe_embedding_lookup_sparse
def safe_embedding_lookup_sparse_v2(embedding_weights, sparse_ids, sparse_weights=None, combiner='mean',
                                    default_id=None, max_norm=None, name=None, allow_fast_lookup=False):
  """tf.nn.embedding_lookup_sparse where ids below 0 are left out and rows without ids give `default_id` or zeros."""
  if embedding_weights is None:
    raise ValueError('Missing embedding_weights %s.' % embedding_weights)
  if isinstance(embedding_weights, (list, tuple)):
    if len(embedding_weights) < 1:
      raise ValueError('Missing embedding_weights %s.' % embedding_weights)
    if len(embedding_weights) > 1:
      raise NotImplementedError('tf.nn.safe_embedding_lookup_sparse with several embedding_weights: join them with '
                                'tf.concat')
    embedding_weights = embedding_weights[0]
  dtype = sparse_weights.dtype if sparse_weights is not None else None
  if not (isinstance(embedding_weights, tf.Variable) and dtype in (None, embedding_weights.dtype)):
    embedding_weights = tf.convert_to_tensor(embedding_weights, dtype=dtype)
  with op_scope(name, 'embedding_lookup') as scope:
    original_shape = sparse_ids.dense_shape
    rank_dim = sparse_ids.dense_shape.shape[0]
    rank = tf.size(original_shape) if rank_dim is None else rank_dim
    sparse_ids = tf.sparse.reshape(sparse_ids, [tf.reduce_prod(tf.slice(original_shape, [0], [rank - 1])),
                                                tf.gather(original_shape, rank - 1)])
    if sparse_weights is not None:
      sparse_weights = tf.SparseTensor(sparse_ids.indices, sparse_weights.values, sparse_ids.dense_shape)
    valid = tf.greater_equal(sparse_ids.values, 0)
    if sparse_weights is not None:
      valid = tf.logical_and(valid, tf.ones_like(sparse_weights.values, dtype=tf.bool))
    sparse_ids = tf.sparse.retain(sparse_ids, valid)
    if sparse_weights is not None:
      sparse_weights = tf.sparse.retain(sparse_weights, valid)
      if combiner != 'sum':
        valid = tf.greater(sparse_weights.values, 0)
        sparse_ids = tf.sparse.retain(sparse_ids, valid)
        sparse_weights = tf.sparse.retain(sparse_weights, valid)
    sparse_ids, is_row_empty = tf.sparse.fill_empty_rows(sparse_ids, default_id or 0)
    if sparse_weights is not None:
      sparse_weights, _ = tf.sparse.fill_empty_rows(sparse_weights, 1.0)
    result = tf.nn.embedding_lookup_sparse(embedding_weights, sparse_ids, sparse_weights, combiner=combiner,
                                           name=None if default_id is None else scope, max_norm=max_norm,
                                           allow_fast_lookup=allow_fast_lookup)
    if default_id is None:
      is_row_empty = tf.tile(tf.reshape(is_row_empty, [-1, 1]), tf.stack([1, tf.shape(result)[1]]))
      result = raw.Select(condition=is_row_empty, x=tf.zeros_like(result), y=result, name=scope)
    final = tf.reshape(result, tf.concat([tf.slice(tf.cast(original_shape, tf.int32), [0], [rank - 1]),
                                          tf.slice(tf.shape(result), [1], [-1])], 0))
    if not tf.executing_eagerly():
      unknown = tf.TensorShape(None if rank_dim is None else [None] * (rank_dim - 1))
      final.set_shape(unknown.concatenate(result.shape[1:]))
    return final
