"""tf.nn: losses made with candidates that are drawn from many classes (ops/nn_impl.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope

raw = tf.raw_ops


def _sum_rows(x):
  """Sums of rows as a product with ones, whose gradient TensorFlow has faster."""
  ones = tf.ones(tf.stack([tf.shape(x)[1], 1]), x.dtype)
  return tf.reshape(tf.matmul(x, ones), [-1])


def _sampled_logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values,
                    remove_accidental_hits, name, seed=None):
  """Logits and labels of the true classes and of sampled ones."""
  if not isinstance(weights, list):
    weights = [weights]
  with op_scope(name, 'compute_sampled_logits'):
    if labels.dtype != tf.int64:
      labels = tf.cast(labels, tf.int64)
    flat = tf.reshape(labels, [-1])
    if sampled_values is None:
      sampled_values = tf.random.log_uniform_candidate_sampler(
          true_classes=labels, num_true=num_true, num_sampled=num_sampled, unique=True, range_max=num_classes, seed=seed)
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
