"""keras.ops.image: sizes and affine maps of images (keras/src/backend/tensorflow/image.py)."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numpy_ops as ops
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import is_float_dtype, result_type, standardize_data_format, standardize_dtype
from tensorflow_lib.keras.tensors import cast, convert_to_tensor
from tensorflow_lib.keras.tensors import shape as shape_of

_RESIZE = ('bilinear', 'nearest', 'lanczos3', 'lanczos5', 'bicubic', 'area')
_FILL_MODES = {'constant', 'nearest', 'wrap', 'mirror', 'reflect'}


def _check_rank(images):
  if len(images.shape) not in (3, 4):
    raise ValueError('Invalid images rank: expected rank 3 (single image) or rank 4 (batch of images). Received input with '
                     'shape: images.shape=%s' % (images.shape,))


def _fit(height, width, size, choose):
  """The height and width of a part (or a frame) that has the aspect ratio of `size`."""
  target_height, target_width = size
  h = tf.cast(tf.cast(width * target_height, 'float32') / target_width, 'int32')
  h = choose(height, h)
  w = tf.cast(tf.cast(height * target_width, 'float32') / target_height, 'int32')
  w = choose(width, w)
  return tf.cast(h, 'int32'), tf.cast(w, 'int32')


def _crop_to_ratio(images, size):
  shape = tf.shape(images)
  height, width = shape[-3], shape[-2]
  h, w = _fit(height, width, size, lambda a, b: tf.maximum(tf.minimum(a, b), 1))
  top = tf.cast(tf.cast(height - h, 'float32') / 2, 'int32')
  left = tf.cast(tf.cast(width - w, 'float32') / 2, 'int32')
  return images[..., top:top + h, left:left + w, :]


def _pad_to_ratio(images, size, fill_value):
  shape = tf.shape(images)
  height, width = shape[-3], shape[-2]
  h, w = _fit(height, width, size, tf.maximum)
  top = tf.cast(tf.cast(h - height, 'float32') / 2, 'int32')
  left = tf.cast(tf.cast(w - width, 'float32') / 2, 'int32')
  lead = () if len(images.shape) == 3 else (tf.shape(images)[0],)
  axis = len(lead)
  channels = tf.shape(images)[axis + 2]

  def framed(x, dims, axis):
    frame = tf.ones(lead + dims + (channels,), dtype=images.dtype) * fill_value
    return tf.concat([frame, x, frame], axis=axis)

  padded = tf.cond(top > 0, lambda: framed(images, (top, width), axis), lambda: images)
  return tf.cond(left > 0, lambda: framed(padded, (height, left), axis + 1), lambda: padded)


#: tf.keras.ops.image.resize =resize
@symbolic('Resize', 'keras.src.ops.image')
def resize(images, size, interpolation='bilinear', antialias=False, crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
           fill_mode='constant', fill_value=0.0, data_format=None):
  """Images of another size."""
  images = convert_to_tensor(images)
  data_format = standardize_data_format(data_format)
  if interpolation not in _RESIZE:
    raise ValueError('Invalid value for argument `interpolation`. Expected of one %s. Received: interpolation=%s' %
                     (_RESIZE, interpolation))
  if fill_mode != 'constant':
    raise ValueError("Invalid value for argument `fill_mode`. Only `'constant'` is supported. Received: fill_mode=%s" %
                     fill_mode)
  if pad_to_aspect_ratio and crop_to_aspect_ratio:
    raise ValueError('Only one of `pad_to_aspect_ratio` & `crop_to_aspect_ratio` can be `True`.')
  if len(size) != 2:
    raise ValueError('Argument `size` must be a tuple of two elements (height, width). Received: size=%s' % (size,))
  size = tuple(size)
  _check_rank(images)
  first = data_format == 'channels_first'
  batched = len(images.shape) == 4
  if first:
    images = tf.transpose(images, (0, 2, 3, 1) if batched else (1, 2, 0))
  if crop_to_aspect_ratio:
    images = _crop_to_ratio(images, size)
  elif pad_to_aspect_ratio:
    images = _pad_to_ratio(images, size, fill_value)
  resized = tf.image.resize(images, size, method=interpolation, antialias=antialias)
  return tf.transpose(resized, (0, 3, 1, 2) if batched else (2, 0, 1)) if first else resized


def _inside(x, size, fill_mode):
  """Coordinates of the same pixel within the image; `constant` leaves them as they are."""
  if fill_mode == 'constant':
    return x
  length = float(size)
  whole = lambda y: tf.cast(tf.cast(y, 'int32'), 'float32')
  if fill_mode == 'reflect' and size > 1:
    twice = 2 * length
    below = tf.where(x < twice, twice * whole(-x / twice) + x, x)
    below = tf.where(below < -length, below + twice, -below - 1)
    above = x - twice * whole(x / twice)
    above = tf.where(above >= length, twice - above - 1, above)
    x = tf.where(x < 0, below, tf.where(x > length - 1, above, x))
  elif fill_mode == 'wrap' and size > 1:
    below = x + length * (whole(-x / (length - 1)) + 1)
    above = x - length * whole(x / (length - 1))
    x = tf.where(x < 0, below, tf.where(x > length - 1, above, x))
  elif fill_mode != 'nearest':
    x = tf.zeros_like(x)
  return tf.clip_by_value(x, 0.0, length - 1)


def _project(images, transforms, interpolation, fill_mode, fill_value):
  """Each pixel of the result is the one where its map (a0, a1, a2, b0, b1, b2, c0, c1) leads in the images."""
  shape = tf.shape(images)
  height, width = images.shape[1], images.shape[2]
  if height is None or width is None:
    raise NotImplementedError('tf.keras.ops.image.affine_transform of images whose height or width is not known')
  t = tf.reshape(transforms, [-1, 8, 1, 1])
  x = tf.range(width, dtype='float32')[None, None, :]
  y = tf.range(height, dtype='float32')[None, :, None]
  k = t[:, 6] * x + t[:, 7] * y + 1.0
  from_x = _inside((t[:, 0] * x + t[:, 1] * y + t[:, 2]) / k, width, fill_mode)
  from_y = _inside((t[:, 3] * x + t[:, 4] * y + t[:, 5]) / k, height, fill_mode)
  full = tf.stack([shape[0], height, width])
  from_x, from_y = tf.broadcast_to(from_x, full), tf.broadcast_to(from_y, full)
  fill = tf.cast(fill_value, images.dtype)

  def read(y, x):
    there = (0.0 <= y) & (y < float(height)) & (0.0 <= x) & (x < float(width))
    row = tf.cast(tf.clip_by_value(y, 0.0, float(height - 1)), 'int32')
    column = tf.cast(tf.clip_by_value(x, 0.0, float(width - 1)), 'int32')
    values = tf.gather_nd(images, tf.stack([row, column], axis=-1), batch_dims=1)
    return tf.where(there[..., None], values, fill)

  if interpolation == 'nearest':
    # Halves go away from zero.
    away = lambda v: tf.sign(v) * tf.floor(tf.abs(v) + 0.5)
    out = read(away(from_y), away(from_x))
  else:
    top, left = tf.floor(from_y), tf.floor(from_x)
    bottom, right = top + 1, left + 1
    value = lambda y, x: tf.cast(read(y, x), 'float32')
    across = lambda v: v[..., None]
    upper = across(right - from_x) * value(top, left) + across(from_x - left) * value(top, right)
    lower = across(right - from_x) * value(bottom, left) + across(from_x - left) * value(bottom, right)
    out = tf.cast(across(bottom - from_y) * upper + across(from_y - top) * lower, images.dtype)
  nowhere = tf.broadcast_to(tf.equal(k, 0.0), full)
  return tf.where(nowhere[..., None], fill, out)


#: tf.keras.ops.image.affine_transform =affine_transform
@symbolic('AffineTransform', 'keras.src.ops.image')
def affine_transform(images, transform, interpolation='bilinear', fill_mode='constant', fill_value=0, data_format=None):
  """Images moved, turned, stretched by eight numbers each."""
  images, transform = convert_to_tensor(images), convert_to_tensor(transform)
  data_format = standardize_data_format(data_format)
  if interpolation not in ('nearest', 'bilinear'):
    raise ValueError("Invalid value for argument `interpolation`. Expected of one ('nearest', 'bilinear'). Received: "
                     'interpolation=%s' % interpolation)
  if fill_mode not in _FILL_MODES - {'mirror'}:
    raise ValueError('Invalid value for argument `fill_mode`. Expected of one %s. Received: fill_mode=%s' %
                     (_FILL_MODES - {'mirror'}, fill_mode))
  _check_rank(images)
  if len(transform.shape) not in (1, 2):
    raise ValueError('Invalid transform rank: expected rank 1 (single transform) or rank 2 (batch of transforms). Received '
                     'input with shape: transform.shape=%s' % (transform.shape,))
  single = len(images.shape) == 3
  if single:
    images = tf.expand_dims(images, axis=0)
  if len(transform.shape) == 1:
    transform = tf.expand_dims(transform, axis=0)
  first = data_format == 'channels_first'
  if first:
    images = tf.transpose(images, (0, 2, 3, 1))
  out = _project(images, tf.cast(transform, 'float32'), interpolation, fill_mode, fill_value)
  out = tf.ensure_shape(out, images.shape)
  if first:
    out = tf.transpose(out, (0, 3, 1, 2))
  return tf.squeeze(out, axis=0) if single else out


def crop_window(height, width, size):
  """(top, left, height, width) of the largest part in the middle that has the aspect ratio of `size`."""
  if isinstance(height, int) and isinstance(width, int):
    h = max(min(height, int(float(width * size[0]) / size[1])), 1)
    w = max(min(width, int(float(height * size[1]) / size[0])), 1)
    return int(float(height - h) / 2), int(float(width - w) / 2), h, w
  h = cast(cast(width * size[0], 'float32') / size[1], 'int32')
  h = cast(ops.maximum(ops.minimum(height, h), 1), 'int32')
  w = cast(cast(height * size[1], 'float32') / size[0], 'int32')
  w = cast(ops.maximum(ops.minimum(width, w), 1), 'int32')
  return cast(cast(height - h, 'float32') / 2, 'int32'), cast(cast(width - w, 'float32') / 2, 'int32'), h, w


def window(images, top, left, height, width, data_format):
  """A part of images."""
  if data_format == 'channels_last':
    return images[..., top:top + height, left:left + width, :]
  return images[..., top:top + height, left:left + width]


#: tf.keras.preprocessing.image.smart_resize =smart_resize
def smart_resize(x, size, interpolation='bilinear', data_format='channels_last', **kwargs):
  """Images of another size: what does not fit the aspect ratio is cut off."""
  kwargs.pop('backend_module', None)
  if kwargs:
    raise TypeError('smart_resize() got unexpected keyword arguments: %s' % list(kwargs.keys()))
  if len(size) != 2:
    raise ValueError('Expected `size` to be a tuple of 2 integers, but got: %s.' % (size,))
  img = convert_to_tensor(x)
  if not 3 <= len(img.shape) <= 4:
    raise ValueError('Expected an image array with shape `(height, width, channels)`, or `(batch_size, height, width, '
                     'channels)`, but got input with incorrect rank, of shape %s.' % (img.shape,))
  shape = shape_of(img)
  last = data_format == 'channels_last'
  height, width = (shape[-3], shape[-2]) if last else (shape[-2], shape[-1])
  img = window(img, *crop_window(height, width, size), data_format)
  img = resize(img, size=size, interpolation=interpolation, data_format=data_format)
  return np.array(img) if isinstance(x, np.ndarray) else img


def _channels_last(images, data_format, op):
  """The op on images whose channels come last."""
  if data_format != 'channels_first':
    return op(images)
  batched = len(images.shape) == 4
  images = op(tf.transpose(images, (0, 2, 3, 1) if batched else (1, 2, 0)))
  return tf.transpose(images, (0, 3, 1, 2) if batched else (2, 0, 1))


def _convert_colours(images, data_format, op):
  images = convert_to_tensor(images)
  data_format = standardize_data_format(data_format)
  _check_rank(images)
  if not is_float_dtype(images.dtype):
    raise ValueError('Invalid images dtype: expected float dtype. Received: images.dtype=%s' %
                     standardize_dtype(images.dtype))
  return _channels_last(images, data_format, op)


#: tf.keras.ops.image.rgb_to_hsv =rgb_to_hsv
@symbolic('RGBToHSV', 'keras.src.ops.image')
def rgb_to_hsv(images, data_format=None):
  return _convert_colours(images, data_format, tf.image.rgb_to_hsv)


#: tf.keras.ops.image.hsv_to_rgb =hsv_to_rgb
@symbolic('HSVToRGB', 'keras.src.ops.image')
def hsv_to_rgb(images, data_format=None):
  return _convert_colours(images, data_format, tf.image.hsv_to_rgb)


#: tf.keras.ops.image.rgb_to_grayscale =rgb_to_grayscale
@symbolic('RGBToGrayscale', 'keras.src.ops.image')
def rgb_to_grayscale(images, data_format=None):
  """How light each pixel is, in one channel."""
  images = convert_to_tensor(images)
  axis = -1 if standardize_data_format(data_format) == 'channels_last' else -3
  _check_rank(images)
  if images.shape[axis] not in (1, 3):
    raise ValueError('Invalid channel size: expected 3 (RGB) or 1 (Grayscale). Received input with shape: images.shape=%s' %
                     (images.shape,))
  if images.shape[axis] == 1:
    return tf.identity(images)
  dtype = images.dtype
  images = tf.cast(images, result_type(dtype, float))
  weights = convert_to_tensor([0.2989, 0.5870, 0.1140], dtype=images.dtype)
  images = tf.expand_dims(tf.tensordot(images, weights, axes=(axis, -1)), axis=axis)
  return tf.cast(images, dtype)
