"""keras.ops.image: images blurred, warped and read between their pixels (keras/src/backend/tensorflow/image.py)."""
import functools
import itertools
import operator

import tensorflow as tf
from tensorflow_lib.keras.image_transform import _check_rank, _project
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.random import draw_seed
from tensorflow_lib.keras.state import standardize_data_format
from tensorflow_lib.keras.tensors import convert_to_tensor

_IMAGE = 'keras.src.ops.image'
_INTERPOLATIONS = ('nearest', 'bilinear')
_FILL_MODES = ('constant', 'nearest', 'wrap', 'mirror', 'reflect')


def _check_interpolation(interpolation):
  if interpolation not in _INTERPOLATIONS:
    raise ValueError('Invalid value for argument `interpolation`. Expected of one %s. Received: interpolation=%s' %
                     (_INTERPOLATIONS, interpolation))


# ---- perspective
def compute_homography_matrix(start_points, end_points):
  """The eight numbers of the map that leads from the end points of each image to its start points."""
  start = [(start_points[:, i, 0], start_points[:, i, 1]) for i in range(4)]
  end = [(end_points[:, i, 0], end_points[:, i, 1]) for i in range(4)]
  row = lambda *values: tf.stack(list(values), axis=-1)
  rows = []
  for (sx, sy), (x, y) in zip(start, end):
    one, zero = tf.ones_like(end[0][0]), tf.zeros_like(end[0][0])
    rows.append(row(x, y, one, zero, zero, zero, -sx * x, -sx * y))
    rows.append(row(zero, zero, zero, x, y, one, -sy * x, -sy * y))
  target = tf.stack([v for point in start for v in point], axis=-1)
  matrix = tf.linalg.solve(tf.stack(rows, axis=1), tf.expand_dims(target, axis=-1))
  return tf.reshape(matrix, [-1, 8])


#: tf.keras.ops.image.perspective_transform =perspective_transform
@symbolic('PerspectiveTransform', _IMAGE)
def perspective_transform(images, start_points, end_points, interpolation='bilinear', fill_value=0, data_format=None):
  """Images whose corners move from the start points to the end points."""
  images = convert_to_tensor(images)
  data_format = standardize_data_format(data_format)
  start_points = convert_to_tensor(start_points, dtype=tf.float32)
  end_points = convert_to_tensor(end_points, dtype=tf.float32)
  _check_interpolation(interpolation)
  _check_rank(images)
  for name, points in (('start', start_points), ('end', end_points)):
    if points.shape.rank not in (2, 3) or points.shape[-2:] != (4, 2):
      raise ValueError('Invalid %s_points shape: expected (4,2) for a single image or (N,4,2) for a batch. Received shape: %s'
                       % (name, points.shape))
  if start_points.shape != end_points.shape:
    raise ValueError('start_points and end_points must have the same shape. Received start_points.shape=%s, '
                     'end_points.shape=%s' % (start_points.shape, end_points.shape))
  single = len(images.shape) == 3
  if single:
    images = tf.expand_dims(images, axis=0)
  if len(start_points.shape) == 2:
    start_points, end_points = tf.expand_dims(start_points, axis=0), tf.expand_dims(end_points, axis=0)
  first = data_format == 'channels_first'
  if first:
    images = tf.transpose(images, (0, 2, 3, 1))
  transform = compute_homography_matrix(start_points, end_points)
  output = _project(images, tf.cast(transform, tf.float32), interpolation, 'constant', fill_value)
  output = tf.ensure_shape(output, images.shape)
  if first:
    output = tf.transpose(output, (0, 3, 1, 2))
  return tf.squeeze(output, axis=0) if single else output


# ---- values between the elements
def _inside(index, size, fill_mode):
  """(indices that are within the axis, which of them were)."""
  if fill_mode == 'constant':
    return tf.clip_by_value(index, 0, size - 1), (index >= 0) & (index < size)
  if fill_mode == 'nearest':
    index = tf.clip_by_value(index, 0, size - 1)
  elif fill_mode == 'wrap':
    index = tf.math.mod(index, size)
  else:
    index = tf.math.mod(tf.abs(index), size * 2)
    under = index < size
    index = tf.where(under, index, size * 2 - index)
    if fill_mode == 'reflect':
      index = tf.where(~under, index - 1, index)
  return index, tf.ones_like(index, dtype=tf.bool)


def _neighbours(coordinate, order):
  """[(index, weight)] of what a coordinate lies between."""
  if order == 0:
    coordinate = coordinate if coordinate.dtype.is_integer else tf.round(coordinate)
    return [(tf.cast(coordinate, tf.int32), tf.constant(1, coordinate.dtype))]
  lower = tf.floor(coordinate)
  upper_weight = coordinate - lower
  lower_weight = 1 - upper_weight
  index = tf.cast(lower, tf.int32)
  return [(index, lower_weight), (index + 1, upper_weight)]


#: tf.keras.ops.image.map_coordinates =map_coordinates
@symbolic('MapCoordinates', _IMAGE)
def map_coordinates(inputs, coordinates, order, fill_mode='constant', fill_value=0.0):
  """The values at coordinates (one tensor for each axis): of the nearest element (order 0), or between elements (1)."""
  inputs, coordinates = convert_to_tensor(inputs), convert_to_tensor(coordinates)
  if coordinates.shape[0] != len(inputs.shape):
    raise ValueError('First dim of `coordinates` must be the same as the rank of `inputs`. Received inputs with shape: %s and '
                     'coordinate leading dim of %s' % (inputs.shape, coordinates.shape[0]))
  if len(coordinates.shape) < 2:
    raise ValueError('Invalid coordinates rank: expected at least rank 2. Received input with shape: %s' %
                     (coordinates.shape,))
  if fill_mode not in _FILL_MODES:
    raise ValueError('Invalid value for argument `fill_mode`. Expected one of %s. Received: fill_mode=%s' %
                     (set(_FILL_MODES), fill_mode))
  fill_value = convert_to_tensor(fill_value, dtype=inputs.dtype)
  coordinates = tf.unstack(coordinates, axis=0)
  if order not in (0, 1):
    raise NotImplementedError('map_coordinates currently requires order<=1')
  axes = []
  for coordinate, size in zip(coordinates, inputs.shape.as_list()):
    axes.append([_inside(index, size, fill_mode) + (weight,) for index, weight in _neighbours(coordinate, order)])
  outputs = []
  for corner in itertools.product(*axes):
    indices, valid, weights = zip(*corner)
    dtype = weights[0].dtype
    values = tf.cast(tf.transpose(tf.gather_nd(inputs, tf.transpose(tf.stack(indices)))), dtype)
    if fill_mode == 'constant':
      values = tf.where(tf.reduce_all(valid, axis=0), values, tf.cast(fill_value, dtype))
    outputs.append(functools.reduce(operator.mul, weights) * values)
  result = functools.reduce(operator.add, outputs)
  if inputs.dtype.is_integer:
    result = tf.round(result)
  return tf.cast(result, inputs.dtype)


# ---- blurring
def _gaussian(size, sigma, dtype):
  x = tf.range(size, dtype=dtype) - (size - 1) / 2
  kernel = tf.exp(-0.5 * (x / sigma) ** 2)
  return kernel / tf.reduce_sum(kernel)


#: tf.keras.ops.image.gaussian_blur =gaussian_blur
@symbolic('GaussianBlur', _IMAGE)
def gaussian_blur(images, kernel_size=(3, 3), sigma=(1.0, 1.0), data_format=None):
  images = convert_to_tensor(images)
  dtype = images.dtype
  kernel_size = convert_to_tensor(kernel_size, dtype=dtype)
  sigma = convert_to_tensor(sigma, dtype=dtype)
  _check_rank(images)
  single = len(images.shape) == 3
  if single:
    images = tf.expand_dims(images, axis=0)
  first = data_format == 'channels_first'
  if first:
    images = tf.transpose(images, (0, 2, 3, 1))
  channels = tf.shape(images)[-1]
  across = _gaussian(kernel_size[0], sigma[0], dtype)
  down = _gaussian(kernel_size[1], sigma[1], dtype)
  kernel = tf.tensordot(down, across, axes=0)
  kernel = tf.reshape(kernel, [tf.cast(kernel_size[0], 'int32'), tf.cast(kernel_size[1], 'int32'), 1, 1])
  kernel = tf.tile(kernel, [1, 1, channels, 1])
  blurred = tf.nn.depthwise_conv2d(images, kernel, strides=[1, 1, 1, 1], padding='SAME')
  if first:
    blurred = tf.transpose(blurred, (0, 3, 1, 2))
  return tf.squeeze(blurred, axis=0) if single else blurred


# ---- elastic
#: tf.keras.ops.image.elastic_transform =elastic_transform
@symbolic('ElasticTransform', _IMAGE)
def elastic_transform(images, alpha=20.0, sigma=5.0, interpolation='bilinear', fill_mode='reflect', fill_value=0.0, seed=None,
                      data_format=None):
  """Images whose pixels come from places at random nearby, neighbours from nearly the same."""
  data_format = standardize_data_format(data_format)
  _check_interpolation(interpolation)
  fill_modes = ('constant', 'nearest', 'wrap', 'reflect')
  if fill_mode not in fill_modes:
    raise ValueError('Invalid value for argument `fill_mode`. Expected of one %s. Received: fill_mode=%s' %
                     (fill_modes, fill_mode))
  _check_rank(images)
  images = convert_to_tensor(images)
  dtype = images.dtype
  alpha, sigma = convert_to_tensor(alpha, dtype=dtype), convert_to_tensor(sigma, dtype=dtype)
  factor = convert_to_tensor(sigma, dtype='int32')
  kernel_size = (6 * factor | 1, 6 * factor | 1)
  single = len(images.shape) == 3
  if single:
    images = tf.expand_dims(images, axis=0)
  last = data_format == 'channels_last'
  axis = -1 if last else 1
  dims = images.shape.as_list()
  batch_size, height, width, channels = dims if last else (dims[0], dims[2], dims[3], dims[1])
  seed = draw_seed(seed)
  batch_size = 1 if batch_size is None else batch_size
  draw = lambda: tf.random.stateless_normal(shape=(batch_size, height, width), mean=0.0, stddev=1.0, dtype=dtype, seed=seed) * sigma
  dx, dy = draw(), draw()
  smooth = lambda d: gaussian_blur(tf.expand_dims(d, axis=axis), kernel_size=kernel_size, sigma=(sigma, sigma),
                                   data_format=data_format)
  dx, dy = smooth(dx), smooth(dy)
  dx, dy = tf.squeeze(dx, axis=axis), tf.squeeze(dy, axis=axis)
  x, y = tf.meshgrid(tf.range(width, dtype=dtype), tf.range(height, dtype=dtype), indexing='xy')
  x, y = tf.expand_dims(x, axis=0), tf.expand_dims(y, axis=0)
  from_x, from_y = x + alpha * dx, y + alpha * dy
  outputs = []
  for i in range(channels):
    outputs.append(tf.stack([map_coordinates(images[b, ..., i] if last else images[b, i, ...], [from_y[b], from_x[b]],
                                             order=_INTERPOLATIONS.index(interpolation), fill_mode=fill_mode,
                                             fill_value=fill_value) for b in range(batch_size)], axis=0))
  images = tf.stack(outputs, axis=axis)
  if single:
    images = tf.squeeze(images, axis=0)
  return tf.cast(images, dtype)


#: tf.keras.ops.image.sobel_edges =sobel_edges
@symbolic('SobelEdges', _IMAGE)
def sobel_edges(images, data_format=None):
  images = convert_to_tensor(images)
  first = standardize_data_format(data_format) == 'channels_first'
  edges = tf.image.sobel_edges(tf.transpose(images, (0, 2, 3, 1)) if first else images)
  return tf.transpose(edges, (0, 3, 1, 2, 4)) if first else edges
