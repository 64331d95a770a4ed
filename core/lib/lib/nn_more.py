"""tf.nn: convolutions of one dim, moments, losses, lookups by sparse ids (ops/nn_ops.py, nn_impl.py,
embedding_ops.py)."""
import math

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.nn_ops import _sequence

raw = tf.raw_ops


def _format_1d(data_format, default):
  if data_format in (None, 'NHWC', 'NWC'):
    return 'NHWC', -3 if default else 1, 2
  if data_format in ('NCHW', 'NCW'):
    return 'NCHW', -2 if default else 2, 1
  raise ValueError("`data_format` must be 'NWC' or 'NCW'. Received: data_format=%s" % data_format)


#: tf.nn.conv1d
def conv1d(input, filters, stride, padding, data_format='NWC', dilations=None, name=None):
  with op_scope(name, 'conv1d') as name:
    data_format, start, channel = _format_1d(data_format, True)
    strides = [1] + _sequence(stride, 1, channel, 'stride')
    dilations = [1] + _sequence(dilations, 1, channel, 'dilations')
    value = tf.expand_dims(input, start)
    filters = tf.expand_dims(filters, 0)
    if value.shape.ndims is not None and value.shape.ndims > 4:
      raise NotImplementedError('tf.nn.conv1d with several batch dims')
    result = raw.Conv2D(value, filters, strides, padding=padding, data_format=data_format, dilations=dilations,
                        name=name)
    return tf.squeeze(result, [start])


#: tf.nn.conv1d_transpose
def conv1d_transpose(input, filters, output_shape, strides, padding='SAME', data_format='NWC', dilations=None,
                     name=None):
  with op_scope(name, 'conv1d_transpose') as name:
    data_format, start, channel = _format_1d(data_format, False)
    strides = [1] + _sequence(strides, 1, channel, 'stride')
    dilations = [1] + _sequence(dilations, 1, channel, 'dilations')
    input = tf.expand_dims(input, start)
    filters = tf.expand_dims(filters, 0)
    shape = output_shape if tf.is_tensor(output_shape) else list(output_shape)
    shape = tf.concat([shape[:start], [1], shape[start:]], 0)
    result = raw.Conv2DBackpropInput(shape, filters, input, strides, padding=padding, data_format=data_format,
                                     dilations=dilations, name=name)
    return tf.squeeze(result, start)


#: tf.math.in_top_k tf.nn.in_top_k
def in_top_k(targets, predictions, k, name=None):
  with op_scope(name, 'in_top_k'):
    return raw.InTopKV2(predictions, targets, k, name=name)


#: tf.math.lbeta
def lbeta(x, name=None):
  with op_scope(name, 'lbeta'):
    x = convert(x, name='x')
    log_prod = tf.reduce_sum(tf.math.lgamma(x), axis=[-1])
    return log_prod - tf.math.lgamma(tf.reduce_sum(x, axis=[-1]))


# ---- moments
#: tf.nn.weighted_moments
def weighted_moments(x, axes, frequency_weights, keepdims=False, name=None):
  with op_scope(name, 'weighted_moments'):
    x = convert(x, name='x')
    weights = convert(frequency_weights, name='frequency_weights')
    half = x.dtype == tf.float16
    if half:
      x = tf.cast(x, tf.float32)
    weights = tf.cast(weights, x.dtype)
    total = tf.reduce_sum(weights * x, axes, name='weighted_input_sum', keepdims=True)
    weight = tf.reduce_sum(weights + tf.zeros_like(x), axes, name='sum_of_weights', keepdims=True)
    mean = tf.math.divide_no_nan(total, weight)
    squares = tf.reduce_sum(weights * tf.math.squared_difference(x, mean), axes, name='weighted_distsq', keepdims=True)
    variance = tf.math.divide_no_nan(squares, weight)
    if not keepdims:
      mean, variance = tf.squeeze(mean, axis=axes), tf.squeeze(variance, axis=axes)
    return (tf.cast(mean, tf.float16), tf.cast(variance, tf.float16)) if half else (mean, variance)


#: tf.nn.normalize_moments
def normalize_moments(counts, mean_ss, variance_ss, shift, name=None):
  with op_scope(name, 'normalize'):
    divisor = tf.math.reciprocal(counts, name='divisor')
    if shift is not None:
      shifted = tf.multiply(mean_ss, divisor, name='shifted_mean')
      mean = tf.add(shifted, shift, name='mean')
    else:
      mean = shifted = tf.multiply(mean_ss, divisor, name='mean')
    return mean, tf.subtract(tf.multiply(variance_ss, divisor), tf.square(shifted), name='variance')


#: tf.nn.sufficient_statistics
def sufficient_statistics(x, axes, shift=None, keepdims=False, name=None):
  axes = list(set(axes))
  with op_scope(name, 'sufficient_statistics'):
    x = convert(x, name='x')
    if x.shape.rank is not None and all(x.shape[d] is not None for d in axes):
      counts = 1
      for d in axes:
        counts *= x.shape[d]
      counts = tf.constant(counts, dtype=x.dtype)
    else:
      rank = tf.rank(x)
      places = [axis + rank if axis < 0 else axis for axis in axes]
      counts = tf.reduce_prod(tf.gather(tf.cast(tf.shape(x), x.dtype), places), name='count')
    if shift is not None:
      shift = convert(shift, name='shift')
      sums, squares = tf.subtract(x, shift), tf.math.squared_difference(x, shift)
    else:
      sums, squares = x, tf.square(x)
    sums = tf.reduce_sum(sums, axes, keepdims=keepdims, name='mean_ss')
    return counts, sums, tf.reduce_sum(squares, axes, keepdims=keepdims, name='var_ss'), shift


# ---- losses
#: tf.nn.log_poisson_loss
def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
  with op_scope(name, 'log_poisson_loss'):
    log_input, targets = convert(log_input, name='log_input'), convert(targets, name='targets')
    if not targets.shape.is_compatible_with(log_input.shape):
      raise ValueError('`log_input` and `targets` must have the same shape, received (%s vs %s).' %
                       (log_input.shape, targets.shape))
    result = tf.exp(log_input) - log_input * targets
    if compute_full_loss:
      half = tf.constant(0.5, dtype=targets.dtype)
      two_pi = tf.constant(2 * math.pi, dtype=targets.dtype)
      stirling = (targets * tf.math.log(targets)) - targets + (half * tf.math.log(two_pi * targets))
      zeros, ones = tf.zeros_like(targets, dtype=targets.dtype), tf.__internal__.ones_like_filled(targets)
      small = tf.logical_and(targets >= zeros, targets <= ones)
      result += raw.Select(small, zeros, stirling)
    return result


#: tf.nn.scale_regularization_loss
def scale_regularization_loss(regularization_loss):
  return tf.reduce_sum(regularization_loss) / 1


def _scaled(losses, weights):
  """losses * weights, with the last dim of the weights dropped or added where that makes the ranks equal."""
  ranks = losses.shape.rank, weights.shape.rank
  if ranks[1] == 0:
    return tf.multiply(losses, weights)
  if None not in ranks:
    if ranks[1] - ranks[0] == 1:
      weights = tf.squeeze(weights, [-1])
    elif ranks[0] - ranks[1] == 1:
      weights = tf.expand_dims(weights, [-1])
    return tf.multiply(losses, weights)
  diff = tf.rank(weights) - tf.rank(losses)
  adjust = lambda: tf.cond(tf.equal(diff, 1), lambda: tf.squeeze(weights, [-1]), lambda: tf.cond(
      tf.equal(diff, -1), lambda: tf.expand_dims(weights, [-1]), lambda: weights))
  return tf.multiply(losses, tf.cond(tf.equal(tf.rank(weights), 0), lambda: weights, adjust))


#: tf.nn.compute_average_loss
def compute_average_loss(per_example_loss, sample_weight=None, global_batch_size=None):
  per_example_loss = convert(per_example_loss)
  dtype = per_example_loss.dtype
  if per_example_loss.shape.rank == 0:
    raise ValueError('Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1. Received '
                     'per-example loss has shape ().')
  if sample_weight is not None:
    sample_weight = convert(sample_weight)
    per_example_loss = tf.cast(_scaled(tf.cast(per_example_loss, tf.float32), tf.cast(sample_weight, tf.float32)), dtype)
  if global_batch_size is None:
    global_batch_size = tf.shape(per_example_loss)[0] * 1
  tf.debugging.assert_scalar(global_batch_size, message='global_batch_size must be scalar.')
  tf.debugging.assert_integer(global_batch_size, message='global_batch_size must be an integer.')
  tf.debugging.assert_non_negative(global_batch_size, message='global_batch_size must be non-negative.')
  return tf.math.divide_no_nan(tf.reduce_sum(per_example_loss), tf.cast(global_batch_size, dtype))


# ---- lookups
#: tf.nn.embedding_lookup_sparse
def embedding_lookup_sparse(params, sp_ids, sp_weights, combiner=None, max_norm=None, name=None,
                            allow_fast_lookup=False):
  """Rows of params for each row of ids, combined with weights."""
  combiner = 'mean' if combiner is None else combiner
  if combiner not in ('mean', 'sqrtn', 'sum'):
    raise ValueError("combiner must be one of 'mean', 'sqrtn' or 'sum', got %s" % combiner)
  if isinstance(params, (list, tuple)):
    if len(params) != 1:
      raise NotImplementedError('tf.nn.embedding_lookup_sparse with several params')
    params = params[0]
  if not isinstance(sp_ids, tf.SparseTensor):
    raise TypeError('sp_ids must be SparseTensor, got %s' % type(sp_ids))
  if sp_weights is not None and not isinstance(sp_weights, tf.SparseTensor):
    raise TypeError('sp_weights must be either None or SparseTensor,got %s' % type(sp_weights))
  with op_scope(name, 'embedding_lookup_sparse') as name:
    segment_ids = sp_ids.indices[:, 0]
    ids = sp_ids.values
    sparse_gradient = False
    if not isinstance(params, (tf.Tensor, tf.Variable)):
      params = convert(params, name='params')
    if max_norm is None and (allow_fast_lookup or sp_weights is None):
      embeddings = params.read_value() if isinstance(params, tf.Variable) else params
      sparse_gradient = not allow_fast_lookup
    else:
      unique, ids = tf.unique(ids)
      embeddings = tf.nn.embedding_lookup(params, unique, max_norm=max_norm)
    if sp_weights is None:
      op = {'sum': 'SparseSegmentSum', 'mean': 'SparseSegmentMean', 'sqrtn': 'SparseSegmentSqrtN'}[combiner]
      return getattr(raw, op)(embeddings, ids, segment_ids, sparse_gradient=sparse_gradient, name=name)
    segment_ids = tf.cast(segment_ids, tf.int32)
    weights = sp_weights.values
    embeddings = tf.gather(embeddings, ids)
    dtype = embeddings.dtype
    if dtype in (tf.float16, tf.bfloat16):
      embeddings = tf.cast(embeddings, tf.float32)
    weights = tf.cast(weights, embeddings.dtype)
    ones_shape = tf.expand_dims(tf.rank(embeddings) - 1, 0)
    weights_shape = tf.shape(weights)
    ones = tf.ones(ones_shape, dtype=weights_shape.dtype)
    static = weights.shape
    weights = tf.reshape(weights, tf.concat([weights_shape, ones], 0))
    if embeddings.shape.ndims is not None:
      weights.set_shape(static.concatenate([1] * (embeddings.shape.ndims - 1)))
    embeddings *= weights
    if combiner == 'sum':
      embeddings = tf.math.segment_sum(embeddings, segment_ids, name=name)
    else:
      embeddings = tf.math.segment_sum(embeddings, segment_ids)
      if combiner == 'mean':
        total = tf.math.segment_sum(weights, segment_ids)
      else:
        total = tf.sqrt(tf.math.segment_sum(tf.pow(weights, 2), segment_ids))
      embeddings = tf.math.divide_no_nan(embeddings, total, name=name)
    return tf.cast(embeddings, dtype)
