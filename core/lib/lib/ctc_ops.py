"""tf.nn: connectionist temporal classification (ops/ctc_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


def _dim(x, i):
  """A dim of `x`: where it is known, a number."""
  known = x.shape[i]
  return tf.shape(x)[i] if known is None else known


#: tf.nn.ctc_greedy_decoder
def ctc_greedy_decoder(inputs, sequence_length, merge_repeated=True, blank_index=None):
  """The likeliest label of each step: [a sparse tensor], and what the logits of the steps sum up to."""
  indices, values, shape, log_probabilities = raw.CTCGreedyDecoder(
      inputs, sequence_length, merge_repeated=merge_repeated, blank_index=-1 if blank_index is None else blank_index)
  return [tf.SparseTensor(indices, values, shape)], log_probabilities


#: tf.nn.ctc_unique_labels
def ctc_unique_labels(labels, name=None):
  """The different labels of each row, padded with 0, and where each label is among them."""
  with op_scope(name, 'ctc_unique_labels'):
    labels = convert(labels, name='labels')

    def unique(row):
      y, idx = tf.unique(row)
      y = tf.pad(y, [[0, _dim(idx, 0) - _dim(y, 0)]])
      return [tf.cast(y, tf.int64), idx]

    return tf.map_fn(unique, labels, dtype=[tf.int64, tf.int32])


#: tf.nn.collapse_repeated
def collapse_repeated(labels, seq_length, name=None):
  """Rows of labels with each run of equal ones made one, padded with 0, and their lengths."""
  with op_scope(name, 'collapse_repeated_labels'):
    labels = convert(labels, name='labels')
    seq_length = convert(seq_length, name='seq_length')
    first = tf.concat([tf.ones_like(labels[:, :1], tf.bool), tf.not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
    maxlen = _dim(labels, 1)
    kept = tf.logical_and(first, tf.sequence_mask(seq_length, maxlen=maxlen))
    new_seq_len = tf.reduce_sum(tf.cast(kept, tf.int32), axis=1)
    new_maxlen = tf.reduce_max(new_seq_len)
    idx_mask = tf.sequence_mask(new_seq_len, maxlen=new_maxlen)
    flat_labels = tf.reshape(labels, [-1])
    flat_kept = tf.reshape(kept, [-1])
    flat_idx_mask = tf.reshape(idx_mask, [-1])
    idx = tf.range(_dim(flat_idx_mask, 0))
    flat = tf.scatter_nd(indices=tf.expand_dims(tf.boolean_mask(idx, flat_idx_mask), axis=1),
                         updates=tf.boolean_mask(flat_labels, flat_kept), shape=tf.shape(flat_idx_mask))
    batch_size = _dim(labels, 0)
    return tf.reshape(flat, [batch_size, new_maxlen]), tf.cast(new_seq_len, seq_length.dtype)
