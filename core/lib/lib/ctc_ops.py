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
    first = tf.concat([tf.__internal__.ones_like_filled(labels[:, :1], tf.bool), tf.not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
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


#: tf.nn.ctc_beam_search_decoder
def ctc_beam_search_decoder_v2(inputs, sequence_length, beam_width=100, top_paths=1):
  """The likeliest sequences of labels: a list of sparse tensors, and their log-probabilities."""
  result = raw.CTCBeamSearchDecoder(inputs, sequence_length, beam_width=beam_width, top_paths=top_paths,
                                    merge_repeated=False)
  indices, values, shapes, log_probabilities = result
  return [tf.SparseTensor(i, v, s) for i, v, s in zip(indices, values, shapes)], log_probabilities


# ---- the loss
#: tf.nn.ctc_loss
def ctc_loss_v3(labels, logits, label_length, logit_length, logits_time_major=True, unique=None, blank_index=None,
                name=None):
  if isinstance(labels, tf.SparseTensor):
    if blank_index is None:
      raise ValueError('Argument `blank_index` must be provided when `labels` is a `SparseTensor`.')
    if blank_index < 0:
      blank_index += _dim(logits, 2)
    return _sparse_loss(labels, convert(logits, name='logits'), logit_length, logits_time_major, blank_index)
  return _dense_loss(labels, logits, label_length, logit_length, logits_time_major, unique,
                     0 if blank_index is None else blank_index, name)


def _sparse_loss(labels, logits, logit_length, time_major, blank):
  """The kernel's blank is the last class."""
  logits = tf.concat([logits[:, :, :blank], logits[:, :, blank + 1:], logits[:, :, blank:blank + 1]], axis=2)
  values = tf.where(labels.values < blank, labels.values, labels.values - 1)
  inputs = convert(logits, name='logits')
  if not time_major:
    inputs = tf.transpose(inputs, [1, 0, 2])
  dtype = inputs.dtype
  small = dtype in (tf.float16, tf.bfloat16)
  if small:
    inputs = tf.cast(inputs, tf.float32)
  loss, _ = raw.CTCLoss(inputs, labels.indices, values, logit_length, preprocess_collapse_repeated=False,
                        ctc_merge_repeated=True, ignore_longer_outputs_than_inputs=False)
  return tf.cast(loss, dtype) if small else loss


def _dense_loss(labels, logits, label_length, logit_length, time_major, unique, blank_index, name):
  with op_scope(name, 'ctc_loss_dense'):
    logits = convert(logits, name='logits')
    labels = convert(labels, name='labels')
    label_length = convert(label_length, name='label_length')
    logit_length = convert(logit_length, name='logit_length')
    dtype = logits.dtype
    small = dtype in (tf.float16, tf.bfloat16)
    if small:
      logits = tf.cast(logits, tf.float32)
    if not time_major:
      logits = tf.transpose(logits, perm=[1, 0, 2])
    if blank_index != 0:
      if blank_index < 0:
        blank_index += _dim(logits, 2)
      logits = tf.concat([logits[:, :, blank_index:blank_index + 1], logits[:, :, :blank_index],
                          logits[:, :, blank_index + 1:]], axis=2)
      labels = raw.Select(labels < blank_index, labels + 1, labels)
    args = [logits, labels, label_length, logit_length]
    if unique:
      unique_y, unique_idx = unique
      if blank_index != 0:
        unique_y = raw.Select(unique_y < blank_index, unique_y + 1, unique_y)
        mask_length = tf.reduce_max(unique_idx, axis=1) + 1
        mask = tf.sequence_mask(mask_length, _dim(unique_y, 1))
        unique_y = raw.Select(mask, unique_y, tf.zeros_like(unique_y))
      args.extend([unique_y, unique_idx])

    @tf.custom_gradient
    def compute(logits_t, labels_t, label_length_t, logit_length_t, *unique_t):
      logits_t.set_shape(logits.shape)
      labels_t.set_shape(labels.shape)
      label_length_t.set_shape(label_length.shape)
      logit_length_t.set_shape(logit_length.shape)
      loss, gradient = _loss_and_gradient(logits_t, labels_t, label_length_t, logit_length_t, unique_t)

      def grad(grad_loss):
        result = [tf.reshape(grad_loss, [1, -1, 1]) * gradient]
        return result + [None] * (len(args) - len(result))

      return loss, grad

    loss = compute(*args)
    return tf.cast(loss, dtype) if small else loss


def _loss_and_gradient(logits, labels, label_length, logit_length, unique):
  num_labels = _dim(logits, 2)
  max_label_length = _dim(labels, 1)
  ilabel = tf.nn.log_softmax(logits)
  states = _ilabel_to_state(labels, num_labels, ilabel)
  transitions = _state_transitions(labels)
  initial, final = _state_log_probs(label_length, max_label_length)
  both, log_likelihood = _forward_backward(tf.math.log(transitions), initial, final, states, logit_length)
  if unique:
    olabel = _state_to_olabel_unique(labels, num_labels, both, unique)
  else:
    olabel = _state_to_olabel(labels, num_labels, both)
  gradient = tf.exp(ilabel) - tf.exp(olabel)
  mask = tf.sequence_mask(logit_length, _dim(logits, 0), tf.float32)
  gradient *= tf.expand_dims(tf.transpose(mask, perm=[1, 0]), axis=2)
  return -log_likelihood, gradient


def _state_transitions(label_seq):
  """Which state may follow which: labels in order, a blank behind each."""
  with op_scope('ctc_state_trans', None):
    label_seq = convert(label_seq, name='label_seq')
    batch_size, num_labels = _dim(label_seq, 0), _dim(label_seq, 1)
    num_label_states = num_labels + 1
    num_states = 2 * num_label_states
    label_states = tf.range(num_label_states)
    blank_states = label_states + num_label_states
    blank_to_label = tf.stack([label_states[1:], blank_states[:-1]], 1)
    label_to_blank = tf.stack([blank_states, label_states], 1)
    indices = tf.concat([[[1, 0]], blank_to_label, label_to_blank], 0)
    trans = tf.scatter_nd(indices, tf.ones([_dim(indices, 0)]), shape=[num_states, num_states])
    trans += tf.eye(num_states)
    batch_idx = tf.zeros_like(label_states[2:])
    indices = tf.stack([batch_idx, label_states[2:], label_states[1:-1]], 1)
    indices = tf.tile(tf.expand_dims(indices, 0), [batch_size, 1, 1])
    batch_idx = tf.expand_dims(tf.range(batch_size), 1) * [1, 0, 0]
    indices += tf.expand_dims(batch_idx, 1)
    repeats = tf.equal(label_seq[:, :-1], label_seq[:, 1:])
    values = 1.0 - tf.cast(repeats, tf.float32)
    label_to_label = tf.scatter_nd(indices, values, [batch_size, num_states, num_states])
    return tf.expand_dims(trans, 0) + label_to_label


def _state_log_probs(seq_lengths, max_seq_length):
  batch_size = _dim(seq_lengths, 0)
  num_label_states = max_seq_length + 1
  num_states = 2 * num_label_states
  log_0 = tf.cast(tf.math.log(tf.cast(0, tf.float64) + 1e-307), tf.float32)
  initial = tf.one_hot(indices=tf.zeros([batch_size], dtype=tf.int32), depth=num_states, on_value=0.0, off_value=log_0,
                       axis=1)
  label_mask = tf.one_hot(seq_lengths, depth=num_label_states, axis=0)
  final_mask = tf.ones([2, 1, batch_size]) * label_mask
  final = tf.reshape((1.0 - final_mask) * log_0, [num_states, batch_size])
  return initial, tf.transpose(final)


def _ilabel_to_state(labels, num_labels, ilabel):
  num_label_states = _dim(labels, 1)
  blank = tf.tile(ilabel[:, :, :1], [1, 1, num_label_states + 1])
  one_hot = tf.expand_dims(tf.one_hot(labels, depth=num_labels), axis=0)
  states = tf.reduce_sum(tf.expand_dims(ilabel, axis=2) * one_hot, axis=3)
  states = tf.concat([states, blank], axis=2)
  return tf.pad(states, [[0, 0], [0, 0], [1, 0]], constant_values=tf.math.log(0.0))


def _state_to_olabel(labels, num_labels, states):
  num_label_states = _dim(labels, 1) + 1
  label_states, blank_states = states[:, :, 1:num_label_states], states[:, :, num_label_states:]
  one_hot = tf.one_hot(labels - 1, depth=(num_labels - 1), on_value=0.0, off_value=tf.math.log(0.0))
  one_hot = tf.expand_dims(one_hot, axis=0)
  label_olabels = tf.reduce_logsumexp(tf.expand_dims(label_states, axis=3) + one_hot, axis=2)
  blank_olabels = tf.reduce_logsumexp(blank_states, axis=2, keepdims=True)
  return tf.concat([blank_olabels, label_olabels], axis=-1)


def _state_to_olabel_unique(labels, num_labels, states, unique):
  num_label_states = _dim(labels, 1) + 1
  label_states, blank_states = states[:, :, 1:num_label_states], states[:, :, num_label_states:]
  unique_y, unique_idx = unique
  with op_scope('sum_states', None):
    idx = convert(unique_idx, name='idx')
    one_hot = tf.one_hot(idx, depth=_dim(label_states, 2), on_value=0.0, off_value=tf.math.log(0.0), axis=1)
    sums = tf.reduce_logsumexp(tf.expand_dims(label_states, axis=2) + one_hot, axis=-1)
  num_frames, batch_size = _dim(states, 0), _dim(states, 1)
  num_states = num_label_states - 1
  batch_major = tf.reshape(tf.transpose(sums, perm=[1, 2, 0]), [batch_size * num_states, num_frames])
  batch_offset = tf.range(batch_size, dtype=unique_y.dtype) * num_labels
  indices = tf.reshape(unique_y + tf.expand_dims(batch_offset, axis=-1), [-1, 1])
  scatter = tf.scatter_nd(indices=indices, updates=batch_major, shape=[batch_size * num_labels, num_frames])
  scatter = tf.reshape(scatter, [batch_size, num_labels, num_frames])
  mask = tf.__internal__.ones_like_filled(batch_major, tf.bool)
  mask = tf.scatter_nd(indices=indices, updates=mask, shape=[batch_size * num_labels, num_frames])
  mask = tf.reshape(mask, [batch_size, num_labels, num_frames])
  scatter = raw.Select(mask, scatter, tf.fill(tf.shape(scatter), tf.math.log(0.0)))
  label_olabels = tf.transpose(scatter, [2, 0, 1])[:, :, 1:]
  blank_olabels = tf.reduce_logsumexp(blank_states, axis=2, keepdims=True)
  return tf.concat([blank_olabels, label_olabels], axis=-1)


def _forward_backward(transitions, initial, final, observed, sequence_length):
  backward_transitions = tf.transpose(transitions, [0, 2, 1])
  batch_size = _dim(observed, 1)

  def forward(state, obs):
    state = tf.expand_dims(state, axis=1)
    state += transitions
    state = tf.reduce_logsumexp(state, axis=-1)
    state += obs
    state -= tf.reduce_logsumexp(state, axis=-1, keepdims=True)
    return state

  fwd = _scan(forward, observed, initial, inclusive=True)

  def backward(accs, elems):
    state, log_sum = accs
    obs, mask = elems
    state += obs
    state = tf.expand_dims(state, axis=1)
    state += backward_transitions
    state = tf.reduce_logsumexp(state, axis=-1)
    total = tf.reduce_logsumexp(state, axis=-1, keepdims=True)
    state -= total
    log_sum += tf.squeeze(total, axis=[-1]) * mask
    batched_mask = tf.expand_dims(mask, axis=1)
    out = state * batched_mask
    out += final * (1.0 - batched_mask)
    return out, log_sum

  zero = tf.zeros([batch_size])
  mask = tf.transpose(tf.sequence_mask(sequence_length, _dim(observed, 0), tf.float32), perm=[1, 0])
  bwd, log_sum = _scan(backward, (observed, mask), (final, zero), reverse=True, inclusive=True)
  both = fwd[1:] + bwd[1:]
  both -= tf.reduce_logsumexp(both, axis=2, keepdims=True)
  both += tf.math.log(tf.expand_dims(mask, axis=2))
  return both, bwd[0, :, 0] + log_sum[0]


def _scan(fn, elems, initial, reverse=False, inclusive=False):
  """All states that fn goes through over elements, the first one among them where `inclusive`."""
  flat_elems = [convert(x) for x in tf.nest.flatten(elems)]
  num_elems = tf.shape(flat_elems[0])[0]
  flat_initial = [convert(x) for x in tf.nest.flatten(initial)]
  count = len(flat_initial)

  def cond(i, num_elems, *args):
    return i >= 0 if reverse else i < num_elems

  def body(i, num_elems, *args):
    out, accum = args[:count], args[count:]
    slices = [tf.gather(e, i) for e in flat_elems]
    accum = fn(tf.nest.pack_sequence_as(initial, list(accum)), tf.nest.pack_sequence_as(elems, slices))
    flat_accum = tf.nest.flatten(accum)
    at = i + 1 if inclusive and not reverse else i
    new_out = [tf.tensor_scatter_nd_update(x, [[at]], [y]) for x, y in zip(out, flat_accum)]
    return [i - 1 if reverse else i + 1, num_elems] + new_out + flat_accum

  first = tf.shape(flat_elems[0])[0] - 1 if reverse else tf.constant(0, dtype=tf.int32)
  outputs = []
  num_outputs = tf.shape(flat_elems[0])[0] + (1 if inclusive else 0)
  for accum in flat_initial:
    out = raw.Empty(tf.concat([[num_outputs], tf.shape(accum)], 0), dtype=accum.dtype, init=True)
    if inclusive:
      out = tf.tensor_scatter_nd_add(out, [[first + (1 if reverse else 0)]], [accum])
    outputs.append(out)
  loop = [first, num_elems] + outputs + flat_initial
  if tf.executing_eagerly():
    while cond(*loop):
      loop = body(*loop)
  else:
    loop = tf.__internal__.plain_while(cond, body, loop)
  return tf.nest.pack_sequence_as(initial, list(loop[2:count + 2]))
