"""Convolutions and pooling by rank: tf.nn.convolution, tf.nn.pool and their like, transposed and separable
convolutions (ops/nn_ops.py, nn_impl.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.nn_more import conv1d_transpose
from tensorflow_lib.nn_ops import _padding, _sequence, avg_pool2d, max_pool2d
from tensorflow_lib.space_ops import with_space_to_batch

raw = tf.raw_ops


def _channel_first(data_format):
  return data_format is not None and data_format.startswith('NC')


def _to_2d(value, name):
  """The window of one dim as that of an image one high."""
  value = list(value) if isinstance(value, (list, tuple)) else [value]
  if len(value) not in (1, 3):
    raise ValueError('%s should be of length 1, 1 or 3. Received: %s=%s of length %d' % (name, name, value, len(value)))
  return [1, 1] + (value if len(value) == 1 else [value[1]])


#: tf.nn.max_pool1d
def max_pool1d(input, ksize, strides, padding, data_format='NWC', name=None):
  return _pool1d('MaxPool1d', max_pool2d, input, ksize, strides, padding, data_format, name)


#: tf.nn.avg_pool1d
def avg_pool1d(input, ksize, strides, padding, data_format='NWC', name=None):
  return _pool1d('AvgPool1D', avg_pool2d, input, ksize, strides, padding, data_format, name)


def _pool1d(default, pool, input, ksize, strides, padding, data_format, name):
  first = _channel_first(data_format)
  with op_scope(name, default) as name:
    window, step = _to_2d(ksize, 'ksize')[1:], _to_2d(strides, 'strides')[1:]
    axis = 2 if first else 1
    image = tf.expand_dims(input, axis)
    full = lambda v: [1, 1] + v if first else [1] + v + [1]
    op = raw.MaxPool if pool is max_pool2d else raw.AvgPool
    result = op(image, full(window), full(step), padding, data_format='NCHW' if first else 'NHWC', name=name)
    return tf.squeeze(result, axis)


def _rank_of(input, data_format):
  if data_format is not None:
    return len(data_format) - 2
  rank = tf.convert_to_tensor(input).shape.rank
  if rank is None:
    raise ValueError('Cannot take the length of shape with unknown rank.')
  return rank - 2


#: tf.nn.max_pool
def max_pool(input, ksize, strides, padding, data_format=None, name=None):
  n = _rank_of(input, data_format)
  if n == 1:
    return max_pool1d(input, ksize, strides, padding, data_format or 'NWC', name)
  if n == 2:
    return max_pool2d(input, ksize, strides, padding, data_format or 'NHWC', name)
  if n == 3:
    return max_pool3d(input, ksize, strides, padding, data_format, name)
  raise NotImplementedError('tf.nn.max_pool of %d spatial dimensions' % n)


#: tf.nn.avg_pool
def avg_pool(input, ksize, strides, padding, data_format=None, name=None):
  n = _rank_of(input, data_format)
  if n == 1:
    return avg_pool1d(input, ksize, strides, padding, data_format or 'NWC', name)
  if n == 2:
    return avg_pool2d(input, ksize, strides, padding, data_format or 'NHWC', 'AvgPool' if name is None else name)
  if n == 3:
    return avg_pool3d(input, ksize, strides, padding, data_format, name)
  raise NotImplementedError('tf.nn.avg_pool of %d spatial dimensions' % n)


#: tf.nn.max_pool3d
def max_pool3d(input, ksize, strides, padding, data_format='NDHWC', name=None):
  return _pool3d(raw.MaxPool3D, 'MaxPool3D', input, ksize, strides, padding, data_format, name)


#: tf.nn.avg_pool3d
def avg_pool3d(input, ksize, strides, padding, data_format='NDHWC', name=None):
  return _pool3d(raw.AvgPool3D, 'AvgPool3D', input, ksize, strides, padding, data_format, name)


def _pool3d(op, default, input, ksize, strides, padding, data_format, name):
  with op_scope(name, default) as name:
    channel_index = 1 if _channel_first(data_format) else 4
    ksize = _sequence(ksize, 3, channel_index, 'ksize')
    strides = _sequence(strides, 3, channel_index, 'strides')
    return op(input=input, ksize=ksize, strides=strides, padding=padding, data_format=data_format or 'NDHWC', name=name)


#: tf.nn.max_pool_with_argmax
def max_pool_with_argmax(input, ksize, strides, padding, data_format='NHWC', output_dtype=tf.int64,
                         include_batch_in_index=False, name=None):
  """The maxima and where they are in the flat image."""
  _check_last(data_format)
  return raw.MaxPoolWithArgmax(input=input, ksize=_sequence(ksize, 2, 3, 'ksize'),
                               strides=_sequence(strides, 2, 3, 'strides'), padding=padding, Targmax=output_dtype,
                               include_batch_in_index=include_batch_in_index, name=name)


#: tf.nn.conv3d
def conv3d(input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None):
  return raw.Conv3D(input=input, filter=filters, strides=strides, padding=padding, data_format=data_format,
                    dilations=[1, 1, 1, 1, 1] if dilations is None else dilations, name=name)


#: tf.nn.conv3d_transpose
def conv3d_transpose(input, filters, output_shape, strides, padding='SAME', data_format='NDHWC', dilations=None,
                     name=None):
  with op_scope(name, 'conv3d_transpose') as name:
    data_format = data_format or 'NDHWC'
    channel_index = 1 if _channel_first(data_format) else 4
    return raw.Conv3DBackpropInputV2(input_sizes=output_shape, filter=filters, out_backprop=input,
                                     strides=_sequence(strides, 3, channel_index, 'strides'), padding=padding,
                                     data_format=data_format,
                                     dilations=_sequence(dilations, 3, channel_index, 'dilations'), name=name)


#: tf.nn.pool
def pool(input, window_shape, pooling_type, strides=None, padding='VALID', data_format=None, dilations=None, name=None):
  if pooling_type not in ('AVG', 'MAX'):
    raise ValueError("`pooling_type` must be 'AVG' or 'MAX'. Received: pooling_type=%s" % pooling_type)
  n = len(window_shape)
  first = _channel_first(data_format)
  with op_scope(name, '%s_pool' % pooling_type.lower()) as scope:
    input = convert(input, name='input')
    if n < 1 or n > 3:
      raise ValueError('`len(window_shape)` must be 1, 2, or 3. Received: window_shape=%s of length %d' %
                       (window_shape, n))
    input.shape.with_rank(n + 2)
    dilations = list(dilations) if dilations else [1] * n
    strides = list(strides) if strides else [1] * n
    holes = any(d > 1 for d in dilations)
    as_array = lambda v: '[%s]' % ' '.join(map(str, v))
    if holes and any(s > 1 for s in strides):
      raise ValueError('`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides=%s and '
                       'dilation_rate=%s' % (as_array(strides), as_array(dilations)))
    if padding == 'SAME' and holes:
      raise ValueError("pooling with 'SAME' padding is not implemented for `dilation_rate` > 1. Received: padding=%s and "
                       'dilation_rate=%s' % (padding, as_array(dilations)))
    if any(s > w for s, w in zip(strides, window_shape)):
      raise ValueError('`strides` > `window_shape` not supported due to inconsistency between CPU and GPU '
                       'implementations. Received: strides=%s and window_shape=%s' % (as_array(strides), window_shape))
    dims = list(range(2, n + 2)) if first else list(range(1, n + 1))

    def op(blocks, _, padding):
      window, step = list(window_shape), strides
      if n == 1:
        blocks = tf.expand_dims(blocks, dims[0])
        window, step = [1] + window, [1] + step
      full = lambda v: [1, 1] + v if first else [1] + v + [1]
      if n == 3:
        made = raw.AvgPool3D if pooling_type == 'AVG' else raw.MaxPool3D
        return made(blocks, full(window), full(step), padding, data_format='NCDHW' if first else 'NDHWC', name=scope)
      made = raw.AvgPool if pooling_type == 'AVG' else raw.MaxPool
      result = made(blocks, full(window), full(step), padding, data_format='NCHW' if first else 'NHWC', name=scope)
      return tf.squeeze(result, [dims[0]]) if n == 1 else result

    return with_space_to_batch(input, dilations, padding, op, window_shape, dims)


def _for_each_dim(value, n, first, name):
  """A number for each spatial dimension: from one for all, from n, or from those of batch and channels, too."""
  if value is None:
    return [1] * n
  value = list(value) if isinstance(value, (list, tuple)) else [value]
  if len(value) not in (1, n, n + 2):
    raise ValueError('%s should be of length 1, %d or %d. Received: %s=%s of length %d' %
                     (name, n, n + 2, name, value, len(value)))
  if len(value) == n + 2:
    return value[2:] if first else value[1:-1]
  return value * n if len(value) == 1 else value


#: tf.nn.convolution
def convolution(input, filters, strides=None, padding='VALID', data_format=None, dilations=None, name=None):
  if not tf.is_tensor(filters):
    with op_scope(None, 'convolution_internal'):
      filters = convert(filters, name='filters')
  if not tf.is_tensor(input):
    with op_scope(None, 'convolution_internal'):
      input = convert(input, name='input')
  n = filters.shape.rank - 2
  if n not in (1, 2, 3):
    raise NotImplementedError('tf.nn.convolution of %d spatial dimensions' % n)
  first = _channel_first(data_format)
  strides, dilations = _for_each_dim(strides, n, first, 'strides'), _for_each_dim(dilations, n, first, 'dilations')
  with op_scope(name, 'convolution') as scope:
    if all(d == 1 for d in dilations):
      return _convolution(input, filters, strides, padding, first, scope)
    if any(s > 1 for s in strides):
      raise ValueError('`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides=[%s] and '
                       'dilation_rate=[%s]' % (' '.join(map(str, strides)), ' '.join(map(str, dilations))))
    # Gradients are only there for filters without holes: those of blocks of every other pixel.
    op = lambda blocks, _, padding: _convolution(blocks, filters, strides, padding, first, scope)
    return with_space_to_batch(input, dilations, padding, op, filters.shape, None, data_format)


def _convolution(input, filters, strides, padding, first, name):
  """A convolution in one, two or three dims by an op called `name`."""
  n = len(strides)
  kind, explicit = _padding(padding)
  if n == 1:
    axis = 2 if first else 1
    input, filters = tf.expand_dims(input, axis), tf.expand_dims(filters, 0)
    strides = [1] + strides
  full = lambda v: [1, 1] + v if first else [1] + v + [1]
  ones = full([1] * len(strides))
  if n == 3:
    return raw.Conv3D(input=input, filter=filters, strides=full(strides), padding=kind,
                      data_format='NCDHW' if first else 'NDHWC', dilations=ones, name=name)
  result = raw.Conv2D(input, filters, full(strides), use_cudnn_on_gpu=True, padding=kind, explicit_paddings=explicit,
                      data_format='NCHW' if first else 'NHWC', dilations=ones, name=name)
  return result if n == 2 else tf.squeeze(result, axis)


#: tf.nn.atrous_conv2d
def atrous_conv2d(value, filters, rate, padding, name=None):
  return convolution(value, filters, padding=padding, dilations=[rate, rate], name=name)


#: tf.nn.conv2d_transpose
def conv2d_transpose(input, filters, output_shape, strides, padding='SAME', data_format='NHWC', dilations=None,
                     name=None):
  with op_scope(name, 'conv2d_transpose') as name:
    data_format = data_format or 'NHWC'
    channel_index = 1 if data_format.startswith('NC') else 3
    strides = _sequence(strides, 2, channel_index, 'strides')
    dilations = _sequence(dilations, 2, channel_index, 'dilations')
    kind, explicit = _padding(padding)
    return raw.Conv2DBackpropInput(input_sizes=output_shape, filter=filters, out_backprop=input, strides=strides,
                                   padding=kind, explicit_paddings=explicit, data_format=data_format,
                                   dilations=dilations, name=name)


#: tf.nn.atrous_conv2d_transpose
def atrous_conv2d_transpose(value, filters, output_shape, rate, padding, name=None):
  """The transposed convolution with filters that have rate - 1 holes between their values."""
  with op_scope(name, 'atrous_conv2d_transpose'):
    value, filters = convert(value, name='value'), convert(filters, name='filters')
    if rate < 1:
      raise ValueError('`rate` cannot be less than one. Received: rate=%s' % rate)
    if rate == 1:
      return conv2d_transpose(value, filters, output_shape, [1, 1, 1, 1], padding, 'NHWC')
    if padding not in ('SAME', 'VALID'):
      raise ValueError("`padding` must be either 'VALID' or 'SAME'. Received: padding=%s" % padding)
    sizes = list(output_shape) if isinstance(output_shape, (tuple, list)) else output_shape
    convert(output_shape, name='output_shape')
    window = filters.shape.as_list() if filters.shape.is_fully_defined() else tf.shape(filters)
    # What 'SAME' pads, and what makes the padded sizes multiples of the rate.
    pad = [(window[i] - 1) * rate if padding == 'SAME' else 0 for i in (0, 1)]
    before = [p // 2 for p in pad]
    after = [p - b for p, b in zip(pad, before)]
    full = [sizes[i + 1] + pad[i] for i in (0, 1)]
    extra = [(rate - size % rate) % rate for size in full]
    blocks = raw.SpaceToBatchND(value, [rate, rate], [[0, e] for e in extra])
    out = raw.Conv2DBackpropInput(
        input_sizes=[rate * rate * sizes[0], (full[0] + extra[0]) // rate, (full[1] + extra[1]) // rate, sizes[3]],
        filter=filters, out_backprop=blocks, strides=[1, 1, 1, 1], padding='VALID', data_format='NHWC')
    return raw.BatchToSpaceND(out, [rate, rate], [[b, a + e] for b, a, e in zip(before, after, extra)])


#: tf.nn.conv_transpose
def conv_transpose(input, filters, output_shape, strides, padding='SAME', data_format=None, dilations=None, name=None):
  with op_scope(name, 'conv_transpose') as name:
    if tf.is_tensor(output_shape):
      dims = output_shape.shape[0] - 2
    elif hasattr(output_shape, '__len__'):
      dims = len(output_shape) - 2
    else:
      raise ValueError('`output_shape` must be a tensor or sized collection. Received: output_shape=%s' % output_shape)
    if dims not in (1, 2, 3):
      raise ValueError('`output_shape` must be of length 3, 4 or 5. Received: output_shape=%s of length %d.' %
                       (output_shape, dims + 2))
    transpose = (conv1d_transpose, conv2d_transpose, conv3d_transpose)[dims - 1]
    return transpose(input, filters, output_shape, strides, padding, data_format, dilations, name)


#: tf.nn.depthwise_conv2d
def depthwise_conv2d(input, filter, strides, padding, data_format=None, dilations=None, name=None):
  data_format = data_format or 'NHWC'
  with op_scope(name, 'depthwise') as scope:
    input = convert(input, name='tensor_in')
    filter = convert(filter, name='filter_in')
    return _depthwise(input, filter, strides, padding, data_format, dilations, scope)


def _depthwise(input, filter, strides, padding, data_format, dilations, name):
  """The depthwise convolution by an op called `name`, on blocks of pixels where the filters have holes."""
  rate = [1, 1] if dilations is None else list(dilations) if isinstance(dilations, (list, tuple)) else [dilations] * 2

  def op(blocks, _, padding):
    kind, explicit = _padding(padding)
    return raw.DepthwiseConv2dNative(blocks, filter, strides, padding=kind, explicit_paddings=explicit,
                                     data_format=data_format, dilations=[1, 1, 1, 1], name=name)

  return with_space_to_batch(input, rate, padding, op, tf.shape(filter), None, data_format)


#: tf.nn.depthwise_conv2d_backprop_input
def depthwise_conv2d_backprop_input(input_sizes, filter, out_backprop, strides, padding, data_format='NHWC',
                                    dilations=(1, 1, 1, 1), name=None):
  padding, explicit = _padding(padding)
  return raw.DepthwiseConv2dNativeBackpropInput(input_sizes, filter, out_backprop, strides, padding,
                                                explicit_paddings=explicit, data_format=data_format,
                                                dilations=list(dilations), name=name)


#: tf.nn.depthwise_conv2d_backprop_filter
def depthwise_conv2d_backprop_filter(input, filter_sizes, out_backprop, strides, padding, data_format='NHWC',
                                     dilations=(1, 1, 1, 1), name=None):
  padding, explicit = _padding(padding)
  return raw.DepthwiseConv2dNativeBackpropFilter(input, filter_sizes, out_backprop, strides, padding,
                                                 explicit_paddings=explicit, data_format=data_format,
                                                 dilations=list(dilations), name=name)


#: tf.nn.separable_conv2d
def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None,
                     name=None):
  data_format = data_format or 'NHWC'
  with op_scope(name, 'separable_conv2d') as name:
    input = convert(input, name='tensor_in')
    depthwise_filter = convert(depthwise_filter, name='depthwise_filter')
    pointwise_filter = convert(pointwise_filter, name='pointwise_filter')
    pointwise_filter.shape.with_rank(4)[:2].assert_is_compatible_with([1, 1])
    depthwise = _depthwise(input, depthwise_filter, strides, padding, data_format, dilations, 'depthwise')
    return raw.Conv2D(depthwise, pointwise_filter, [1, 1, 1, 1], padding='VALID', data_format=data_format, name=name)


#: tf.nn.dilation2d
def dilation2d(input, filters, strides, padding, data_format, dilations, name=None):
  _check_last(data_format)
  return raw.Dilation2D(input=input, filter=filters, strides=strides, rates=dilations, padding=padding, name=name)


#: tf.nn.erosion2d
def erosion2d(value, filters, strides, padding, data_format, dilations, name=None):
  """The dilation of the negative image by the turned filters, negated."""
  _check_last(data_format)
  with op_scope(name, 'erosion2d') as name:
    return tf.negative(raw.Dilation2D(input=tf.negative(value), filter=tf.reverse(filters, [0, 1]), strides=strides,
                                      rates=dilations, padding=padding, name=name))


def _check_last(data_format):
  if data_format != 'NHWC':
    raise ValueError("`data_format` values other  than 'NHWC' are not supported. Received: data_format=%s" % data_format)
