"""tf.keras.backend: convolutions, pooling, padding, resizing, products and recurrent loops of Keras 2
(keras/src/legacy/backend.py)."""
import tensorflow as tf
from tensorflow_lib.keras import rnn_loop
from tensorflow_lib.keras.backend import is_sparse, ndim, permute_dimensions, repeat_elements, reshape
from tensorflow_lib.keras.state import image_data_format

nest = tf.nest

__name__ = 'keras.src.legacy.backend'


def _data_format(data_format):
  data_format = image_data_format() if data_format is None else data_format
  if data_format not in ('channels_first', 'channels_last'):
    raise ValueError('Unknown data_format: %s' % (data_format,))
  return data_format


def _layout(data_format, dims):
  """TensorFlow's name of the data format."""
  spatial = 'DHW'[3 - dims:]
  return 'NC' + spatial if data_format == 'channels_first' else 'N' + spatial + 'C'


def _padding(padding):
  if padding not in ('same', 'valid'):
    raise ValueError('Invalid padding: %s' % (padding,))
  return padding.upper()


def _window(size, layout):
  """The sizes of a window along all of the axes."""
  return (1, 1) + size if layout.startswith('NC') else (1,) + size + (1,)


# ---- convolutions
def _convolution(x, kernel, strides, padding, data_format, dilation_rate, dims):
  padding = _padding(padding)
  return tf.nn.convolution(x, kernel, strides=strides, padding=padding, data_format=_layout(data_format, dims),
                           dilations=dilation_rate)


#: tf.keras.backend.conv1d =conv1d
def conv1d(x, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1):
  data_format = _data_format(data_format)
  width = kernel.shape.as_list()[0]
  if padding == 'causal':
    x = temporal_padding(x, (dilation_rate * (width - 1), 0))
    padding = 'valid'
  return _convolution(x, kernel, strides, padding, data_format, dilation_rate, 1)


#: tf.keras.backend.conv2d =conv2d
def conv2d(x, kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)):
  return _convolution(x, kernel, strides, padding, _data_format(data_format), dilation_rate, 2)


#: tf.keras.backend.conv3d =conv3d
def conv3d(x, kernel, strides=(1, 1, 1), padding='valid', data_format=None, dilation_rate=(1, 1, 1)):
  return _convolution(x, kernel, strides, padding, _data_format(data_format), dilation_rate, 3)


#: tf.keras.backend.conv2d_transpose =conv2d_transpose
def conv2d_transpose(x, kernel, output_shape, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)):
  data_format = _data_format(data_format)
  # With holes in the filters the channels have to come last.
  turned = data_format == 'channels_first' and dilation_rate != (1, 1)
  layout = 'NHWC' if turned else _layout(data_format, 2)
  if turned:
    x = tf.transpose(x, (0, 2, 3, 1))
    output_shape = (output_shape[0], output_shape[2], output_shape[3], output_shape[1])
  if output_shape[0] is None:
    output_shape = (tf.shape(x)[0],) + tuple(output_shape[1:])
  if isinstance(output_shape, (tuple, list)):
    output_shape = tf.stack(list(output_shape))
  padding = _padding(padding)
  strides = _window(strides, layout)
  if dilation_rate == (1, 1):
    return tf.nn.conv2d_transpose(x, kernel, output_shape, strides, padding=padding, data_format=layout)
  if dilation_rate[0] != dilation_rate[1]:
    raise ValueError('Expected the 2 dimensions of the `dilation_rate` argument to be equal to each other. Received: '
                     'dilation_rate=%s' % (dilation_rate,))
  x = tf.nn.atrous_conv2d_transpose(x, kernel, output_shape, rate=dilation_rate[0], padding=padding)
  return tf.transpose(x, (0, 3, 1, 2)) if turned else x


#: tf.keras.backend.depthwise_conv2d =depthwise_conv2d
def depthwise_conv2d(x, depthwise_kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)):
  layout = _layout(_data_format(data_format), 2)
  padding = _padding(padding)
  return tf.nn.depthwise_conv2d(x, depthwise_kernel, strides=_window(strides, layout), padding=padding,
                                dilations=dilation_rate, data_format=layout)


#: tf.keras.backend.separable_conv2d =separable_conv2d
def separable_conv2d(x, depthwise_kernel, pointwise_kernel, strides=(1, 1), padding='valid', data_format=None,
                     dilation_rate=(1, 1)):
  data_format = _data_format(data_format)
  if len(strides) != 2:
    raise ValueError('`strides` must be a tuple of 2 integers.')
  layout = _layout(data_format, 2)
  padding = _padding(padding)
  return tf.nn.separable_conv2d(x, depthwise_kernel, pointwise_kernel, strides=_window(tuple(strides), layout),
                                padding=padding, dilations=dilation_rate, data_format=layout)


#: tf.keras.backend.bias_add =bias_add
def bias_add(x, bias, data_format=None):
  data_format = _data_format(data_format)
  dims = bias.shape
  if len(dims) != 1 and len(dims) != ndim(x) - 1:
    raise ValueError('Unexpected bias dimensions %d. Expected it to be 1 or %d dimensions' % (len(dims), ndim(x) - 1))
  if len(dims) == 1:
    return tf.nn.bias_add(x, bias, data_format='NCHW' if data_format == 'channels_first' else 'NHWC')
  if ndim(x) in (3, 4, 5):
    if data_format == 'channels_first':
      return x + reshape(bias, (1, dims[-1]) + dims[:-1])
    return x + reshape(bias, (1,) + dims)
  return tf.nn.bias_add(x, bias)


#: tf.keras.backend.batch_normalization =batch_normalization
def batch_normalization(x, mean, var, beta, gamma, axis=-1, epsilon=1e-3):
  return tf.nn.batch_normalization(x, mean, var, beta, gamma, epsilon)


# ---- pooling
#: tf.keras.backend.pool2d =pool2d
def pool2d(x, pool_size, strides=(1, 1), padding='valid', data_format=None, pool_mode='max'):
  data_format = _data_format(data_format)
  for what, value in (('pool_size', pool_size), ('strides', strides)):
    if len(value) != 2:
      raise ValueError('`%s` must be a tuple of 2 integers.' % what)
  layout = _layout(data_format, 2)
  padding = _padding(padding)
  window, strides = _window(pool_size, layout), _window(strides, layout)
  if pool_mode == 'max':
    return tf.raw_ops.MaxPool(input=x, ksize=window, strides=strides, padding=padding, data_format=layout)
  if pool_mode == 'avg':
    return tf.raw_ops.AvgPool(value=x, ksize=window, strides=strides, padding=padding, data_format=layout)
  raise ValueError('Invalid pooling mode: %s' % (pool_mode,))


#: tf.keras.backend.pool3d =pool3d
def pool3d(x, pool_size, strides=(1, 1, 1), padding='valid', data_format=None, pool_mode='max'):
  layout = _layout(_data_format(data_format), 3)
  padding = _padding(padding)
  window, strides = _window(pool_size, layout), _window(strides, layout)
  if pool_mode == 'max':
    return tf.nn.max_pool3d(x, window, strides, padding=padding, data_format=layout)
  if pool_mode == 'avg':
    return tf.nn.avg_pool3d(x, window, strides, padding=padding, data_format=layout)
  raise ValueError('Invalid pooling mode: %s' % (pool_mode,))


# ---- padding and resizing
def _pad(x, padding, dims, data_format):
  if len(padding) != dims or any([len(p) != 2 for p in padding]):
    raise ValueError('Expected `padding` to be a tuple of %d tuples of 2 integers. Received: padding=%s' % (dims, padding))
  pattern = [list(p) for p in padding]
  if _data_format(data_format) == 'channels_first':
    return tf.pad(x, [[0, 0], [0, 0]] + pattern)
  return tf.pad(x, [[0, 0]] + pattern + [[0, 0]])


#: tf.keras.backend.temporal_padding =temporal_padding
def temporal_padding(x, padding=(1, 1)):
  if len(padding) != 2:
    raise ValueError('Expected `padding` to be a tuple of 2 integers. Received: padding=%s' % (padding,))
  return tf.pad(x, [[0, 0], [padding[0], padding[1]], [0, 0]])


#: tf.keras.backend.spatial_2d_padding =spatial_2d_padding
def spatial_2d_padding(x, padding=((1, 1), (1, 1)), data_format=None):
  return _pad(x, padding, 2, data_format)


#: tf.keras.backend.spatial_3d_padding =spatial_3d_padding
def spatial_3d_padding(x, padding=((1, 1), (1, 1), (1, 1)), data_format=None):
  return _pad(x, padding, 3, data_format)


_RESIZING = ('area', 'bicubic', 'bilinear', 'gaussian', 'lanczos3', 'lanczos5', 'mitchellcubic', 'nearest')


#: tf.keras.backend.resize_images =resize_images
def resize_images(x, height_factor, width_factor, data_format, interpolation='nearest'):
  if data_format not in ('channels_first', 'channels_last'):
    raise ValueError('Invalid `data_format` argument: %s' % (data_format,))
  first = data_format == 'channels_first'
  begin = 2 if first else 1
  size = x.shape[begin:begin + 2]
  size = tf.constant(size.as_list(), dtype='int32') if size.is_fully_defined() else tf.shape(x)[begin:begin + 2]
  size *= tf.constant([height_factor, width_factor], dtype='int32')
  if first:
    x = permute_dimensions(x, [0, 2, 3, 1])
  if interpolation not in _RESIZING:
    raise ValueError('`interpolation` argument should be one of: "%s". Received: "%s".' %
                     ('", "'.join(_RESIZING), interpolation))
  x = tf.image.resize(x, size, method=interpolation)
  return permute_dimensions(x, [0, 3, 1, 2]) if first else x


#: tf.keras.backend.resize_volumes =resize_volumes
def resize_volumes(x, depth_factor, height_factor, width_factor, data_format):
  if data_format not in ('channels_first', 'channels_last'):
    raise ValueError('Invalid data_format: %s' % (data_format,))
  axis = 2 if data_format == 'channels_first' else 1
  for i, factor in enumerate((depth_factor, height_factor, width_factor)):
    x = repeat_elements(x, factor, axis=axis + i)
  return x


# ---- products
#: tf.keras.backend.dot =dot
def dot(x, y):
  """The matrix product; with more axes the last of x over the one but last of y."""
  if ndim(x) is not None and (ndim(x) > 2 or ndim(y) > 2):
    dims = lambda t: tuple([s if d is None else d for d, s in zip(t.shape, tf.unstack(tf.shape(t)))])
    x_dims, y_dims = dims(x), dims(y)
    order = list(range(ndim(y)))
    order = [order.pop(-2)] + order
    flat_x = tf.reshape(x, [-1, x_dims[-1]])
    flat_y = tf.reshape(tf.transpose(y, perm=order), [y_dims[-2], -1])
    return tf.reshape(tf.matmul(flat_x, flat_y), x_dims[:-1] + y_dims[:-2] + y_dims[-1:])
  return tf.sparse.sparse_dense_matmul(x, y) if is_sparse(x) else tf.matmul(x, y)


def _dot_axes(x, y, axes):
  """[axis of x, axis of y], none of them negative."""
  x_rank, y_rank = len(x.shape), len(y.shape)
  if isinstance(axes, int):
    axes = [axes, axes]
  if axes is None:
    axes = [x_rank - 1, y_rank - (1 if y_rank == 2 else 2)]
  if any([isinstance(a, (list, tuple)) for a in axes]):
    raise ValueError('Multiple target dimensions are not supported. Expected: None, int, (int, int), Provided: %s' % (axes,))
  axes = [axes[0] + x_rank if axes[0] < 0 else axes[0], axes[1] + y_rank if axes[1] < 0 else axes[1]]
  if 0 in axes:
    raise ValueError('Cannot perform batch_dot over axis 0. If your inputs are not batched, add a dummy batch dimension to '
                     'your inputs using K.expand_dims(x, 0)')
  return axes


#: tf.keras.backend.batch_dot =batch_dot
def batch_dot(x, y, axes=None):
  """Sums of products over an axis of x and one of y, for each of the batch."""
  x_dims, y_dims = x.shape, y.shape
  x_rank, y_rank = len(x_dims), len(y_dims)
  shown = (x_dims, y_dims)
  if x_rank < 2 or y_rank < 2:
    raise ValueError('Cannot do batch_dot on inputs with rank < 2. Received inputs with tf.shapes %s and %s.' % shown)
  if x_dims[0] is not None and y_dims[0] is not None and x_dims[0] != y_dims[0]:
    raise ValueError('Cannot do batch_dot on inputs with different batch sizes. Received inputs with tf.shapes %s and %s.' %
                     shown)
  axes = _dot_axes(x, y, axes)
  a0, a1 = axes
  d0, d1 = x_dims[a0], y_dims[a1]
  if d0 is not None and d1 is not None and d0 != d1:
    raise ValueError('Cannot do batch_dot on inputs with tf.shapes %s and %s with axes=%s. x.shape[%d] != y.shape[%d] (%d != '
                     '%d).' % (shown + (axes, a0, a1, d0, d1)))
  flat_x, flat_y = x_rank == 2, y_rank == 2
  if flat_x:
    x = tf.expand_dims(x, 1)
    a0 += 1
    x_rank += 1
  if flat_y:
    y = tf.expand_dims(y, 2)
    y_rank += 1
  if a0 != x_rank - 1:
    x = tf.transpose(x, [i for i in range(x_rank) if i != a0] + [a0])
  if a1 != 1:
    y = tf.transpose(y, [0, a1] + [i for i in range(1, y_rank) if i != a1])
  middle = trail = None
  if x_rank > 3:
    dims = tf.shape(x)
    middle = dims[1:-1]
    x = tf.reshape(x, tf.stack([dims[0], -1, dims[-1]]))
  if y_rank > 3:
    dims = tf.shape(y)
    trail = dims[2:]
    y = tf.reshape(y, tf.stack([dims[0], dims[1], -1]))
  result = tf.matmul(x, y)
  shape = tf.shape(result)
  if middle is not None:
    shape = tf.concat([shape[:1], middle, shape[-1:]], 0)
  if trail is not None:
    shape = tf.concat([shape[:-1], trail], 0)
  if middle is not None or trail is not None:
    result = tf.reshape(result, shape)
  if flat_x:
    return tf.squeeze(result, 1)
  return tf.squeeze(result, -1) if flat_y else result


# ---- loops over time
#: tf.keras.backend.rnn =rnn
def rnn(step_function, inputs, initial_states, go_backwards=False, mask=None, constants=None, unroll=False,
        input_length=None, time_major=False, zero_output_for_mask=False, return_all_outputs=True):
  """Iterates a step over the time axis of tensors: gives (last output, outputs, new states)."""
  if not time_major:
    inputs = nest.map_structure(rnn_loop.swap_batch_and_time, inputs)
  flat = nest.flatten(inputs)
  steps, batch = flat[0].shape[0], flat[0].shape[1]
  steps_t = tf.shape(flat[0])[0]
  last_output, outputs, new_states = rnn_loop.loop(
      step_function, inputs, initial_states, constants, steps, steps_t, mask, input_length, go_backwards, unroll, time_major,
      zero_output_for_mask, return_all_outputs)

  def set_shape(x):
    if isinstance(x, tf.Tensor):
      x.set_shape([steps if return_all_outputs else 1, batch] + x.shape.as_list()[2:])
    return x

  outputs = nest.map_structure(set_shape, outputs)
  if not time_major:
    outputs = nest.map_structure(rnn_loop.swap_batch_and_time, outputs)
  return last_output, outputs, new_states
