"""tf.nn: activations, losses, pooling and convolution arguments (ops/nn_ops.py, ops/nn_impl.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, is_tensor, op_scope

raw = tf.raw_ops


#: tf.nn.relu6
def relu6(features, name=None):
  with op_scope(name, 'Relu6') as name:
    return raw.Relu6(convert(features, name='features'), name=name)


#: tf.nn.leaky_relu
def leaky_relu(features, alpha=0.2, name=None):
  with op_scope(name, 'LeakyRelu') as name:
    features = convert(features, name='features')
    if features.dtype.is_integer:
      features = tf.cast(features, tf.float32)
    return raw.LeakyRelu(features, alpha=alpha, name=name)


#: tf.nn.crelu
def crelu(features, axis=-1, name=None):
  with op_scope(name, 'CRelu') as name:
    features = convert(features, name='features')
    return raw.Relu(tf.concat([features, -features], axis, name=name))


#: tf.nn.gelu
def gelu(features, approximate=False, name=None):
  with op_scope(name, 'Gelu'):
    features = convert(features, name='features')
    if not features.dtype.is_floating:
      raise ValueError('`features.dtype` must be a floating point tensor.Received:features.dtype=%s' % features.dtype)
    if approximate:
      coeff = tf.cast(0.044715, features.dtype)
      return 0.5 * features * (1.0 + tf.tanh(0.7978845608028654 * (features + coeff * tf.pow(features, 3))))
    return 0.5 * features * tf.math.erfc(-features * tf.cast(0.7071067811865476, features.dtype))


#: tf.nn.silu tf.nn.swish
def silu(features, beta=1.0):
  features = convert(features, name='features')
  beta = convert(beta, name='beta')
  beta = tf.cast(beta, features.dtype)

  @tf.custom_gradient
  def swish_impl(features, beta):
    def grad(dy):
      with tf.control_dependencies([dy]):
        sigmoid = tf.sigmoid(beta * features)
      activation_grad = sigmoid * (1.0 + beta * features * (1.0 - sigmoid))
      beta_grad = tf.reduce_sum(dy * tf.square(features) * sigmoid * (1.0 - sigmoid))
      return dy * activation_grad, beta_grad

    return features * tf.sigmoid(beta * features), grad

  return swish_impl(features, beta)


def _over_axis(logits, op, axis, name):
  """op works on the last axis: others are swapped with it."""
  logits = convert(logits)
  ndims = logits.shape.ndims
  if axis == -1 or (ndims is not None and axis == ndims - 1):
    return op(logits, name=name)
  if not is_tensor(axis) and not -ndims <= axis < ndims:
    raise tf.errors.InvalidArgumentError(
        None, None, '`dim` must be in the range [%d, %d) where %d is the number of dimensions in the input. Received: '
        'dim=%s' % (-ndims, ndims, ndims, axis))
  rank = tf.rank(logits)
  if axis < 0:
    axis += ndims
  input_rank = tf.rank(logits)

  def swap(x, dim, last, name=None):
    perm = tf.concat([tf.range(dim), [last], tf.range(dim + 1, last), [dim]], 0)
    return tf.transpose(x, perm, name=name) if name else tf.transpose(x, perm)

  dim = axis % ndims
  swapped = swap(logits, dim, tf.subtract(input_rank, 1))
  output = swap(op(swapped), dim, tf.subtract(input_rank, 1), name=name)
  output.set_shape(logits.shape)
  return output


#: tf.nn.softmax tf.math.softmax
def softmax(logits, axis=None, name=None):
  return _over_axis(logits, raw.Softmax, -1 if axis is None else axis, name)


#: tf.nn.log_softmax tf.math.log_softmax
def log_softmax(logits, axis=None, name=None):
  return _over_axis(logits, raw.LogSoftmax, -1 if axis is None else axis, name)


def _flatten_outer(x):
  """All but the last axis made one."""
  rank = tf.rank(x)
  last = tf.slice(tf.shape(x), [tf.subtract(rank, 1)], [1])
  output = tf.reshape(x, tf.concat([[-1], last], 0))
  if not tf.executing_eagerly() and x.shape.ndims is not None and x.shape.is_fully_defined():
    product = 1
    for d in x.shape[:-1]:
      product *= d
    output.set_shape([product, x.shape[-1]])
  elif not tf.executing_eagerly() and x.shape.ndims is not None:
    output.set_shape([None, x.shape[-1]])
  return output


#: tf.nn.softmax_cross_entropy_with_logits
def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
  if labels is None or logits is None:
    raise ValueError('Both `labels` and `logits` must be provided. Received: labels=%s and logits=%s' % (labels, logits))
  with op_scope(name, 'softmax_cross_entropy_with_logits') as name:
    logits = convert(logits, name='logits')
    labels = convert(labels, name='labels')
    small = logits.dtype in (tf.float16, tf.bfloat16)
    precise = tf.cast(logits, tf.float32) if small else logits
    labels = tf.cast(labels, precise.dtype)
    input_rank = tf.rank(precise)
    shape = logits.shape
    if axis != -1:

      def to_end(tensor, dim, rank):
        return tf.transpose(tensor, tf.concat([tf.range(dim), tf.range(dim + 1, rank), [dim]], 0))

      precise = to_end(precise, axis, input_rank)
      labels = to_end(labels, axis, input_rank)
    input_shape = tf.shape(precise)
    precise = _flatten_outer(precise)
    labels = _flatten_outer(labels)
    cost, _ = raw.SoftmaxCrossEntropyWithLogits(precise, labels, name=name)
    output_shape = tf.slice(input_shape, [0], [tf.subtract(input_rank, 1)])
    cost = tf.reshape(cost, output_shape)
    if not tf.executing_eagerly() and shape.dims is not None:
      dims = shape.as_list()
      del dims[axis]
      cost.set_shape(dims)
    return tf.cast(cost, logits.dtype) if small else cost


#: tf.nn.sparse_softmax_cross_entropy_with_logits
def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
  if labels is None or logits is None:
    raise ValueError('Both `labels` and `logits` must be provided. Received: labels=%s and logits=%s' % (labels, logits))
  with op_scope(name, 'SparseSoftmaxCrossEntropyWithLogits'):
    labels = convert(labels)
    logits = convert(logits)
    precise = tf.cast(logits, tf.float32) if logits.dtype == tf.float16 else logits
    labels_shape = tf.shape(labels)
    static_known = labels.shape.ndims is not None and logits.shape.ndims is not None
    if logits.shape.ndims == 0:
      raise ValueError('`logits` cannot be a scalar. Received logits=%s' % logits)
    if static_known and labels.shape.ndims != logits.shape.ndims - 1:
      raise ValueError('`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape=%s of rank %d and '
                       'logits.shape=%s of rank %d' % (labels.shape, labels.shape.ndims, logits.shape,
                                                       logits.shape.ndims))
    if static_known and logits.shape.ndims == 2:
      cost, _ = raw.SparseSoftmaxCrossEntropyWithLogits(precise, labels, name=name)
      return tf.cast(cost, tf.float16) if logits.dtype == tf.float16 else cost
    num_classes = tf.shape(logits)[tf.rank(logits) - 1]
    labels_2d = tf.reshape(labels, [-1])
    precise = tf.reshape(precise, [-1, num_classes])
    cost, _ = raw.SparseSoftmaxCrossEntropyWithLogits(precise, labels_2d, name=name)
    cost = tf.reshape(cost, labels_shape)
    cost.set_shape(labels.shape)
    return tf.cast(cost, tf.float16) if logits.dtype == tf.float16 else cost


def _same_shapes(logits, labels):
  try:
    labels.shape.assert_is_compatible_with(logits.shape)
  except ValueError:
    raise ValueError('`logits` and `labels` must have the same shape, received (%s vs %s).' %
                     (logits.shape, labels.shape))


#: tf.nn.sigmoid_cross_entropy_with_logits
def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
  if labels is None or logits is None:
    raise ValueError('Both `labels` and `logits` must be provided. Received: labels=%s and logits=%s' % (labels, logits))
  with op_scope(name, 'logistic_loss') as name:
    logits = convert(logits, name='logits')
    labels = convert(labels, name='labels')
    _same_shapes(logits, labels)
    zeros = tf.zeros_like(logits, dtype=logits.dtype)
    cond = logits >= zeros
    relu_logits = raw.Select(cond, logits, zeros)
    neg_abs = raw.Select(cond, -logits, logits)
    return tf.add(relu_logits - logits * labels, tf.math.log1p(tf.exp(neg_abs)), name=name)


#: tf.nn.weighted_cross_entropy_with_logits
def weighted_cross_entropy_with_logits(labels, logits, pos_weight, name=None):
  with op_scope(name, 'logistic_loss') as name:
    logits = convert(logits, name='logits')
    labels = convert(labels, name='labels')
    _same_shapes(logits, labels)
    log_weight = 1 + (pos_weight - 1) * labels
    return tf.add((1 - labels) * logits,
                  log_weight * (tf.math.log1p(tf.exp(-tf.abs(logits))) + tf.nn.relu(-logits)), name=name)


#: tf.nn.moments
def moments(x, axes, shift=None, keepdims=False, name=None):
  with op_scope(name, 'moments'):
    y = tf.cast(x, tf.float32) if x.dtype == tf.float16 else x
    mean = tf.reduce_mean(y, axes, keepdims=True, name='mean')
    variance = tf.reduce_mean(tf.math.squared_difference(y, tf.stop_gradient(mean)), axes, keepdims=True,
                              name='variance')
    if not keepdims:
      mean = tf.squeeze(mean, axes)
      variance = tf.squeeze(variance, axes)
    if x.dtype == tf.float16:
      return tf.cast(mean, tf.float16), tf.cast(variance, tf.float16)
    return mean, variance


#: tf.nn.batch_normalization
def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
  with op_scope(name, 'batchnorm'):
    inv = tf.math.rsqrt(variance + variance_epsilon)
    if scale is not None:
      inv *= scale
    return x * tf.cast(inv, x.dtype) + tf.cast(offset - mean * inv if offset is not None else -mean * inv, x.dtype)


_ISOTONIC = {tf.float32: tf.float32, tf.float16: tf.float16, tf.bfloat16: tf.bfloat16, tf.int8: tf.float32,
             tf.int16: tf.float32}


#: tf.nn.isotonic_regression
def isotonic_regression(inputs, decreasing=True, axis=-1):
  """The nearest values that do not increase along an axis, and which of them are one segment."""
  inputs = convert(inputs)
  dtype = _ISOTONIC.get(inputs.dtype, tf.float64)
  ndims = inputs.shape.ndims
  last = axis == -1 or axis == ndims - 1

  def swapped(x):
    perm = list(range(ndims))
    perm[axis], perm[-1] = perm[-1], perm[axis]
    return tf.transpose(x, perm)

  if not last and not -ndims <= axis < ndims:
    raise tf.errors.InvalidArgumentError(
        None, None, '`dim` must be in the range [%d, %d) where %d is the number of dimensions in the input. Received: '
        'dim=%s' % (-ndims, ndims, ndims, axis))
  rows = inputs if last else swapped(inputs)
  result = raw.IsotonicRegression(rows if decreasing else -rows, output_dtype=dtype)
  if decreasing and last:
    return result
  output, segments = result
  if not decreasing:
    output = -output
  return (output, segments) if last else (swapped(output), swapped(segments))


#: tf.nn.compute_accidental_hits
def compute_accidental_hits(true_classes, sampled_candidates, num_true, seed=None, name=None):
  seed, seed2 = tf.compat.v1.get_seed(seed)
  return raw.ComputeAccidentalHits(true_classes, sampled_candidates, num_true=num_true, seed=seed or 0,
                                   seed2=seed2 or 0, name=name)


#: tf.nn.batch_norm_with_global_normalization
def batch_norm_with_global_normalization(input, mean, variance, beta, gamma, variance_epsilon,
                                         scale_after_normalization, name=None):
  return batch_normalization(input, mean, variance, beta, gamma if scale_after_normalization else None,
                             variance_epsilon, name)


#: tf.nn.bias_add
def bias_add(value, bias, data_format=None, name=None):
  with op_scope(name, 'BiasAdd') as name:
    if data_format is not None:
      if data_format.startswith('NC'):
        data_format = 'NCHW'
      elif data_format.startswith('N') and data_format.endswith('C'):
        data_format = 'NHWC'
      else:
        raise ValueError('`data_format` must be of the form `N...C` or `NC...`. Received: data_format=%s' % data_format)
    if not tf.executing_eagerly():
      value = convert(value, name='input')
      bias = convert(bias, dtype=value.dtype, name='bias')
    return raw.BiasAdd(value, bias, data_format=data_format or 'NHWC', name=name)


def _sequence(value, n, channel_index, name):
  """A window or stride for each axis of a batch: one number, n numbers, or all."""
  if value is None:
    value = [1]
  elif not isinstance(value, (list, tuple)):
    value = [value]
  value = list(value)
  if len(value) == n + 2:
    return value
  if len(value) == 1:
    value = value * n
  elif len(value) != n:
    raise ValueError('%s should be of length 1, %d or %d. Received: %s=%s of length %d' %
                     (name, n, n + 2, name, value, len(value)))
  return [1] + ([1] + value if channel_index == 1 else value + [1])


def _padding(padding, expected=4):
  """('EXPLICIT', flat) for explicit paddings, else (padding, [])."""
  if isinstance(padding, str):
    return padding, []
  flat = []
  for i, pair in enumerate(padding):
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
      raise ValueError('When `padding` is a list, each element of `padding` must be a list/tuple of size 2. Received: '
                       'padding=%s with element at index %d of type %s' % (padding, i, type(pair)))
    flat.extend(pair)
  return 'EXPLICIT', flat


#: tf.nn.conv2d
def conv2d(input, filters, strides, padding, data_format='NHWC', dilations=None, name=None):
  padding, explicit = _padding(padding)
  data_format = data_format or 'NHWC'
  channel_index = 1 if data_format.startswith('NC') else 3
  strides = _sequence(strides, 2, channel_index, 'strides')
  dilations = _sequence(dilations, 2, channel_index, 'dilations')
  return raw.Conv2D(input, filters, strides, use_cudnn_on_gpu=True, padding=padding, explicit_paddings=explicit,
                    data_format=data_format, dilations=dilations, name=name)


#: tf.nn.max_pool2d
def max_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None):
  with op_scope(name, 'MaxPool2d') as name:
    data_format = data_format or 'NHWC'
    channel_index = 1 if data_format.startswith('NC') else 3
    ksize = _sequence(ksize, 2, channel_index, 'ksize')
    strides = _sequence(strides, 2, channel_index, 'strides')
    padding, explicit = _padding(padding)
    return raw.MaxPool(input, ksize, strides, padding, explicit_paddings=explicit, data_format=data_format, name=name)


#: tf.nn.avg_pool2d
def avg_pool2d(input, ksize, strides, padding, data_format='NHWC', name=None):
  with op_scope(name, 'AvgPool2D') as name:
    data_format = data_format or 'NHWC'
    channel_index = 1 if data_format.startswith('NC') else 3
    ksize = _sequence(ksize, 2, channel_index, 'ksize')
    strides = _sequence(strides, 2, channel_index, 'strides')
    return raw.AvgPool(input, ksize, strides, padding, data_format=data_format, name=name)


#: tf.nn.dropout
def dropout(x, rate, noise_shape=None, seed=None, name=None):
  def sampler(shape, dtype):
    return tf.random.uniform(shape=shape, seed=seed, dtype=dtype)

  return _dropout(x, rate, noise_shape, sampler, lambda: tf.__internal__.get_seed(seed), name, 'dropout')


#: tf.nn.experimental.stateless_dropout
def stateless_dropout(x, rate, seed, rng_alg=None, noise_shape=None, name=None):
  def sampler(shape, dtype):
    return tf.random.stateless_uniform(shape=shape, seed=seed, dtype=dtype, alg=rng_alg or 'auto_select')

  return _dropout(x, rate, noise_shape, sampler, lambda: None, name, 'stateless_dropout')


#: tf.nn.experimental.general_dropout
def general_dropout(x, rate, uniform_sampler, noise_shape=None, name=None):
  return _dropout(x, rate, noise_shape, uniform_sampler, lambda: None, name, 'general_dropout')


def _noise_shape(x, noise_shape):
  """The shape of what is drawn: None among `noise_shape` stands for the dim of x."""
  if noise_shape is None:
    return tf.shape(x)
  known = isinstance(noise_shape, (list, tuple)) and all(d is None or isinstance(d, int) for d in noise_shape)
  if not known or x.shape.rank != len(noise_shape):
    return noise_shape
  return tf.TensorShape([own if d is None else d for d, own in zip(noise_shape, x.shape.as_list())])


def _dropout(x, rate, noise_shape, sampler, skip, name, default_name):
  """`sampler` draws what decides which elements stay; `skip` is called where nothing has to be drawn."""
  with op_scope(name, default_name) as name:
    number = isinstance(rate, (int, float))
    if number and (rate < 0 or rate >= 1):
      raise ValueError('`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate=%s' % rate)
    x = convert(x, name='x')
    if not x.dtype.is_floating:
      raise ValueError('`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x_dtype=%s' % x.dtype)
    if number and rate == 0:
      skip()
      return x
    if number:
      scale = convert(1 / (1 - rate), dtype=x.dtype)
      result = raw.Mul(x, scale)
    else:
      rate = convert(rate, name='rate')
      rate = tf.cast(rate, x.dtype, name='rate')
      result = raw.RealDiv(x, raw.Sub(tf.constant(1, dtype=x.dtype), rate))
    shape = _noise_shape(x, noise_shape)
    keep = sampler(shape=shape, dtype=x.dtype) >= rate
    result = tf.where(keep, result, tf.constant(0, dtype=x.dtype))
    if not tf.executing_eagerly():
      result.set_shape(x.shape)
    return result


def _count_nonzero(value, dtype):
  with op_scope('count_nonzero', None):
    return tf.reduce_sum(tf.cast(tf.not_equal(value, tf.zeros([], value.dtype)), dtype), name='nonzero_count')


#: tf.nn.zero_fraction tf.math.zero_fraction
def zero_fraction(value, name=None):
  with op_scope(name, 'zero_fraction'):
    value = convert(value, name='value')
    size = tf.size(value, out_type=tf.int64)
    # Where they fit, int32 numbers are summed.
    nonzero = tf.cond(size <= 2 ** 31 - 1, lambda: tf.cast(_count_nonzero(value, tf.int32), tf.int64),
                      lambda: _count_nonzero(value, tf.int64))
    with op_scope('counts_to_fraction', None):
      zero = tf.cast(size - nonzero, tf.float32)
      fraction = zero / tf.cast(size, tf.float32)
    return tf.identity(fraction, 'fraction')


#: tf.nn.embedding_lookup
def embedding_lookup(params, ids, max_norm=None, name=None):
  if params is None:
    raise ValueError('params must be specified')
  if isinstance(params, (list, tuple)):
    if not params:
      raise ValueError('Length of params is currently 0. Need at least one param.')
    if isinstance(params, list) and len(params) > 1:
      with op_scope(name, 'embedding_lookup') as name:
        return _clipped_rows(*_rows_of_parts(params, ids, name), max_norm)
    params = params[0] if isinstance(params, list) else params
  with op_scope(name, 'embedding_lookup') as name:
    if not isinstance(params, tf.Variable):
      params = convert(params, name='params_0')
    ids = convert(ids, name='ids')
    rows = _clipped_rows(tf.gather(params, ids, name=name), ids, max_norm)
    return tf.identity(rows)


def _rows_of_parts(params, ids, name):
  """Rows of params that lie one behind the other, the first ones being one row longer (embedding_ops.py)."""
  n = len(params)
  if not any(isinstance(p, tf.Variable) for p in params):
    params = [convert(p, name='params_%d' % i) for i, p in enumerate(params)]
  ids = convert(ids, name='ids')
  flat = tf.reshape(ids, [-1])
  places = tf.range(tf.size(flat, out_type=tf.int32))
  sizes = [p.shape[0] for p in params]
  if None not in sizes:
    total = tf.constant(sum(sizes), flat.dtype)
  else:
    sizes = [tf.shape(p)[0] if size is None else size for p, size in zip(params, sizes)]
    total = tf.reduce_sum(tf.cast(tf.stack(sizes), flat.dtype))
  each, extras = total // n, total % n
  part = raw.Maximum(flat // (each + 1), (flat - extras) // each)
  rows = raw.Select(part < extras, flat % (each + 1), (flat - extras) % each)
  part = tf.cast(part, tf.int32)
  rows = tf.dynamic_partition(rows, part, n)
  places = tf.dynamic_partition(places, part, n)
  result = raw.ParallelDynamicStitch(indices=places, data=[tf.gather(p, r) for p, r in zip(params, rows)], name=name)
  row = params[0].shape[1:]
  for p in params[1:]:
    row = row.merge_with(p.shape[1:])
  dims = row if row.is_fully_defined() else tf.shape(params[0])[1:]
  result = tf.reshape(result, tf.concat([tf.shape(ids), dims], 0))
  result.set_shape(ids.shape.concatenate(row))
  return result, ids


def _clipped_rows(rows, ids, max_norm):
  if max_norm is None:
    return rows
  if ids.shape.rank is not None and rows.shape.rank is not None:
    axes = list(range(ids.shape.rank, rows.shape.rank))
  else:
    axes = tf.range(tf.rank(ids), tf.rank(rows))
  return tf.clip_by_norm(rows, max_norm, axes=axes)
