"""tf.image: flips, crops, sizes and boxes (ops/image_ops_impl.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, is_tensor, op_scope, with_dependencies
from tensorflow_lib.check_ops import assert_all_positive

raw = tf.raw_ops


def _assert(cond, msg):
  if tf.is_tensor(cond):
    return [tf.debugging.Assert(cond, [msg])]
  if not cond:
    raise ValueError(msg)
  return []


def _dims(image):
  """The four dims: numbers where they are known."""
  if image.shape.is_fully_defined():
    return image.shape.as_list()
  static = image.shape.with_rank(4).as_list()
  return [d if s is None else s for s, d in zip(static, tf.unstack(tf.shape(image), 4))]


def check_image(image):
  """Checks of at least three dims, none of them 0: those that wait for the values."""
  shape = image.shape
  if shape.ndims is not None and shape.ndims < 3:
    raise ValueError("'image' (shape %s) must be at least three-dimensional." % shape)
  if shape.ndims is None:
    shape = tf.TensorShape([None, None, None])
  inner = shape[-3:]
  if 0 in inner.as_list():
    raise ValueError("inner 3 dims of 'image.shape' must be > 0: %s" % shape)
  if inner.is_fully_defined():
    return []
  return [
      assert_all_positive(tf.shape(image)[-3:], ["inner 3 dims of 'image.shape' must be > 0."]),
      tf.debugging.assert_greater_equal(tf.rank(image), 3, message="'image' must be at least three-dimensional."),
  ]


def checked(image):
  image = convert(image, name='image')
  return with_dependencies(check_image(image), image)


def _by_rank(image, of_one, of_batch, text="'image' (shape %s) must have either 3 or 4 dimensions."):
  ndims = image.shape.ndims
  if ndims is None:
    return tf.cond(tf.equal(tf.rank(image), 3), of_one, of_batch)
  if ndims not in (3, 4):
    raise ValueError(text % image.shape)
  return of_one() if ndims == 3 else of_batch()


def _batched(image):
  """The image as a batch, and whether it was one."""
  image = convert(image, name='image')
  ndims = image.shape.ndims
  if ndims == 4:
    return image, True
  if ndims not in (3, None):
    raise ValueError("'image' (shape %s) must have either 3 or 4 dimensions." % image.shape)
  image = tf.expand_dims(image, 0)
  if ndims is None:
    image.set_shape([None] * 4)
  return image, False


def _single(image, batch):
  return image if batch else tf.squeeze(image, axis=[0])


# ---- flips and turns
def _like(image, result):
  result.set_shape([None, None, None] if image.shape.ndims is None else image.shape)
  return result


def _flip(image, axis, name):
  with op_scope(None, name):
    image = checked(image)
    return _by_rank(image, lambda: _like(image, tf.reverse(image, [axis])), lambda: tf.reverse(image, [axis + 1]),
                    "'image' (shape %s)must have either 3 or 4 dimensions.")


#: tf.image.flip_left_right
def flip_left_right(image):
  return _flip(image, 1, 'flip_left_right')


#: tf.image.flip_up_down
def flip_up_down(image):
  return _flip(image, 0, 'flip_up_down')


def _random_flip(image, axis, random, name):
  with op_scope(None, name) as scope:
    image = checked(image)

    def of_one():
      mirror = tf.less(random(shape=[], minval=0, maxval=1.0), .5)
      return _like(image, tf.cond(mirror, lambda: tf.reverse(image, [axis]), lambda: image, name=scope))

    def of_batch():
      size = tf.shape(image)[0]
      flips = tf.round(tf.reshape(random(shape=[size], minval=0, maxval=1.0), [size, 1, 1, 1]))
      flips = tf.cast(flips, image.dtype)
      return flips * tf.reverse(image, [axis + 1]) + (1 - flips) * image

    return _by_rank(image, of_one, of_batch)


def _seeded(seed):
  return lambda **args: tf.random.uniform(seed=seed, **args)


def _stateless(seed):
  return lambda **args: tf.random.stateless_uniform(seed=seed, **args)


#: tf.image.random_flip_left_right
def random_flip_left_right(image, seed=None):
  return _random_flip(image, 1, _seeded(seed), 'random_flip_left_right')


#: tf.image.random_flip_up_down
def random_flip_up_down(image, seed=None):
  return _random_flip(image, 0, _seeded(seed), 'random_flip_up_down')


#: tf.image.stateless_random_flip_left_right
def stateless_random_flip_left_right(image, seed):
  return _random_flip(image, 1, _stateless(seed), 'stateless_random_flip_left_right')


#: tf.image.stateless_random_flip_up_down
def stateless_random_flip_up_down(image, seed):
  return _random_flip(image, 0, _stateless(seed), 'stateless_random_flip_up_down')


#: tf.image.rot90
def rot90(image, k=1, name=None):
  with op_scope(name, 'rot90') as scope:
    image = checked(image)
    k = convert(k, dtype=tf.int32, name='k')
    k.shape.assert_has_rank(0)
    k = k % 4

    def turned(axis, perm):
      cases = [
          (tf.equal(k, 1), lambda: tf.transpose(tf.reverse(image, [axis + 1]), perm)),
          (tf.equal(k, 2), lambda: tf.reverse(image, [axis, axis + 1])),
          (tf.equal(k, 3), lambda: tf.reverse(tf.transpose(image, perm), [axis + 1])),
      ]
      result = tf.case(cases, default=lambda: image, exclusive=True, name=scope)
      result.set_shape([None, None, image.shape[2]] if axis == 0 else [result.shape[0], None, None, result.shape[3]])
      return result

    return _by_rank(image, lambda: turned(0, [1, 0, 2]), lambda: turned(1, [0, 2, 1, 3]))


#: tf.image.transpose
def transpose(image, name=None):
  with op_scope(name, 'transpose'):
    image = checked(image)
    return _by_rank(image, lambda: tf.transpose(image, [1, 0, 2], name=name),
                    lambda: tf.transpose(image, [0, 2, 1, 3], name=name))


# ---- crops and margins
#: tf.image.central_crop
def central_crop(image, central_fraction):
  with op_scope(None, 'central_crop'):
    image = convert(image, name='image')
    fraction = constant_value(central_fraction)
    if fraction is not None:
      if fraction <= 0.0 or fraction > 1.0:
        raise ValueError('central_fraction must be within (0, 1]')
      if fraction == 1.0:
        return image
    else:
      image = with_dependencies(
          _assert(tf.logical_or(central_fraction > 0.0, central_fraction <= 1.0),
                  'central_fraction must be within (0, 1]'), image)
    with_dependencies(check_image(image), image)
    rank = image.shape.ndims
    if rank not in (3, 4):
      raise ValueError('`image` should either be a Tensor with rank = 3 or rank = 4. Had rank = %s.' % rank)
    begins, sizes, known = [], [], []
    dims = [image.shape[i] if image.shape[i] is not None else tf.shape(image)[i] for i in (rank - 3, rank - 2)]
    for dim in dims:
      if is_tensor(dim) or fraction is None:
        size = tf.cast(dim, tf.float64)
        begins.append(tf.cast((size - size * tf.cast(central_fraction, tf.float64)) / 2, tf.int32))
      else:
        begins.append(int((float(dim) - float(dim) * fraction) / 2))
    for dim, begin in zip(dims, begins):
      sizes.append(dim - begin * 2)
      known.append(None if is_tensor(sizes[-1]) else sizes[-1])
    outer = rank - 3
    image_shape = image.shape
    image = tf.slice(image, tf.stack([0] * outer + begins + [0]), tf.stack([-1] * outer + sizes + [-1]))
    image.set_shape([image_shape[0]] * outer + known + [image_shape[-1]])
    return image


#: tf.image.pad_to_bounding_box
def pad_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
  with op_scope(None, 'pad_to_bounding_box'):
    image, batch = _batched(image)
    count, height, width, depth = _dims(image)
    right = target_width - offset_width - width
    bottom = target_height - offset_height - height
    checks = check_image(image)
    checks += _assert(offset_height >= 0, 'offset_height must be >= 0')
    checks += _assert(offset_width >= 0, 'offset_width must be >= 0')
    checks += _assert(right >= 0, 'width must be <= target - offset')
    checks += _assert(bottom >= 0, 'height must be <= target - offset')
    image = with_dependencies(checks, image)
    paddings = tf.reshape(tf.stack([0, 0, offset_height, bottom, offset_width, right, 0, 0]), [4, 2])
    padded = tf.pad(image, paddings)
    padded.set_shape([None if tf.is_tensor(d) else d for d in [count, target_height, target_width, depth]])
    return _single(padded, batch)


#: tf.image.crop_to_bounding_box
def crop_to_bounding_box(image, offset_height, offset_width, target_height, target_width):
  with op_scope(None, 'crop_to_bounding_box'):
    image, batch = _batched(image)
    checks = check_image(image)
    count, height, width, depth = _dims(image)
    checks += _assert(offset_width >= 0, 'offset_width must be >= 0.')
    checks += _assert(offset_height >= 0, 'offset_height must be >= 0.')
    checks += _assert(target_width > 0, 'target_width must be > 0.')
    checks += _assert(target_height > 0, 'target_height must be > 0.')
    checks += _assert(width >= (target_width + offset_width), 'width must be >= target + offset.')
    checks += _assert(height >= (target_height + offset_height), 'height must be >= target + offset.')
    image = with_dependencies(checks, image)
    begin = tf.stack([0, offset_height, offset_width, 0])
    cropped = tf.slice(image, begin, tf.stack([tf.shape(image)[0], target_height, target_width, tf.shape(image)[3]]))
    cropped.set_shape([None if tf.is_tensor(d) else d for d in [count, target_height, target_width, depth]])
    return _single(cropped, batch)


def _max(x, y):
  return tf.maximum(x, y) if tf.is_tensor(x) or tf.is_tensor(y) else max(x, y)


def _min(x, y):
  return tf.minimum(x, y) if tf.is_tensor(x) or tf.is_tensor(y) else min(x, y)


def _equal(x, y):
  return tf.equal(x, y) if tf.is_tensor(x) or tf.is_tensor(y) else x == y


#: tf.image.resize_with_crop_or_pad
def resize_with_crop_or_pad(image, target_height, target_width):
  with op_scope(None, 'resize_image_with_crop_or_pad'):
    image, batch = _batched(image)
    checks = check_image(image)
    checks += _assert(target_width > 0, 'target_width must be > 0.')
    checks += _assert(target_height > 0, 'target_height must be > 0.')
    image = with_dependencies(checks, image)
    if tf.is_tensor(target_height):
      target_height = with_dependencies(checks, target_height)
    if tf.is_tensor(target_width):
      target_width = with_dependencies(checks, target_width)
    _, height, width, _ = _dims(image)
    wider = target_width - width
    crop_width, pad_width = _max(-wider // 2, 0), _max(wider // 2, 0)
    higher = target_height - height
    crop_height, pad_height = _max(-higher // 2, 0), _max(higher // 2, 0)
    cropped = crop_to_bounding_box(image, crop_height, crop_width, _min(target_height, height),
                                   _min(target_width, width))
    resized = pad_to_bounding_box(cropped, pad_height, pad_width, target_height, target_width)
    _, height, width, _ = _dims(resized)
    checks = _assert(_equal(height, target_height), 'resized height is not correct.')
    checks += _assert(_equal(width, target_width), 'resized width is not correct.')
    return _single(with_dependencies(checks, resized), batch)


def _crop_shape(value, size):
  value = convert(value, name='value')
  size = convert(size, dtype=tf.int32, name='size')
  shape = tf.shape(value)
  check = tf.debugging.Assert(tf.reduce_all(shape >= size), ['Need value.shape >= size, got ', shape, size],
                              summarize=1000)
  return value, size, with_dependencies([check], shape) - size + 1


#: tf.image.random_crop
def random_crop(value, size, seed=None, name=None):
  with op_scope(name, 'random_crop') as name:
    value, size, limit = _crop_shape(value, size)
    offset = tf.random.uniform(tf.shape(limit), dtype=size.dtype, maxval=size.dtype.max, seed=seed) % limit
    return tf.slice(value, offset, size, name=name)


#: tf.image.stateless_random_crop
def stateless_random_crop(value, size, seed, name=None):
  with op_scope(name, 'random_crop') as name:
    value, size, limit = _crop_shape(value, size)
    offset = tf.random.stateless_uniform(tf.shape(limit), dtype=size.dtype, minval=0, maxval=size.dtype.max,
                                         seed=seed) % limit
    return tf.slice(value, offset, size, name=name)


# ---- other sizes
#: tf.image.ResizeMethod
class ResizeMethod:
  BILINEAR = 'bilinear'
  NEAREST_NEIGHBOR = 'nearest'
  BICUBIC = 'bicubic'
  AREA = 'area'
  LANCZOS3 = 'lanczos3'
  LANCZOS5 = 'lanczos5'
  GAUSSIAN = 'gaussian'
  MITCHELLCUBIC = 'mitchellcubic'


def _resize(images, size, method, antialias):
  kernel = {'bilinear': 'triangle', 'bicubic': 'keyscubic'}.get(method) if antialias else None
  if method in ('lanczos3', 'lanczos5', 'gaussian', 'mitchellcubic'):
    kernel = method
  if kernel:
    scale = tf.cast(size, tf.float32) / tf.cast(tf.shape(images)[1:3], tf.float32)
    return raw.ScaleAndTranslate(images, size, scale, tf.zeros([2]), kernel_type=kernel, antialias=antialias)
  if method == 'bilinear':
    return raw.ResizeBilinear(images, size, half_pixel_centers=True)
  if method == 'nearest':
    return raw.ResizeNearestNeighbor(images, size, half_pixel_centers=True)
  if method == 'bicubic':
    return raw.ResizeBicubic(images, size, half_pixel_centers=True)
  if method == 'area':
    return raw.ResizeArea(images, size)
  raise ValueError('Resize method is not implemented: %s' % method)


#: tf.image.resize
def resize(images, size, method='bilinear', preserve_aspect_ratio=False, antialias=False, name=None):
  with op_scope(name, 'resize'):
    images = convert(images, name='images')
    if images.shape.ndims is None:
      raise ValueError("'images' contains no shape.")
    batch = images.shape.ndims == 4
    if images.shape.ndims == 3:
      images = tf.expand_dims(images, 0)
    elif not batch:
      raise ValueError("'images' must have either 3 or 4 dimensions.")
    try:
      size = convert(size, tf.int32, name='size')
    except (TypeError, ValueError):
      raise ValueError("'size' must be a 1-D int32 Tensor")
    if not size.shape.is_compatible_with([2]):
      raise ValueError("'size' must be a 1-D Tensor of 2 elements: new_height, new_width")
    if preserve_aspect_ratio:
      _, height, width, _ = _dims(images)
      scale_height = tf.cast(size[0], tf.float32) / tf.cast(height, tf.float32)
      scale_width = tf.cast(size[1], tf.float32) / tf.cast(width, tf.float32)
      scale = tf.minimum(scale_height, scale_width)
      scaled = [tf.cast(tf.round(scale * tf.cast(d, tf.float32)), tf.int32) for d in (height, width)]
      size = convert(scaled, tf.int32, name='size')
    known = constant_value(size)
    known = [None, None] if known is None else [int(d) for d in known]
    images = _resize(images, size, method, antialias)
    images.set_shape([None, known[0], known[1], None])
    return _single(images, batch)


#: tf.image.resize_with_pad
def resize_with_pad(image, target_height, target_width, method='bilinear', antialias=False):
  with op_scope(None, 'resize_image_with_pad'):
    image, batch = _batched(image)
    checks = check_image(image)
    checks += _assert(target_width > 0, 'target_width must be > 0.')
    checks += _assert(target_height > 0, 'target_height must be > 0.')
    image = with_dependencies(checks, image)
    _, height, width, _ = _dims(image)
    f_height, f_width = tf.cast(height, tf.float32), tf.cast(width, tf.float32)
    f_target_height, f_target_width = tf.cast(target_height, tf.float32), tf.cast(target_width, tf.float32)
    ratio = _max(f_width / f_target_width, f_height / f_target_height)
    real_height, real_width = f_height / ratio, f_width / ratio
    new_height = tf.cast(tf.floor(real_height), tf.int32)
    new_width = tf.cast(tf.floor(real_width), tf.int32)
    padding_height = (f_target_height - real_height) / 2
    padding_width = (f_target_width - real_width) / 2
    f_padding_height, f_padding_width = tf.floor(padding_height), tf.floor(padding_width)
    p_height = _max(0, tf.cast(f_padding_height, tf.int32))
    p_width = _max(0, tf.cast(f_padding_width, tf.int32))
    resized = resize(image, [new_height, new_width], method, antialias=antialias)
    padded = pad_to_bounding_box(resized, p_height, p_width, target_height, target_width)
    _dims(padded)
    return _single(padded, batch)


# ---- patches
#: tf.image.crop_and_resize
def crop_and_resize(image, boxes, box_indices, crop_size, method='bilinear', extrapolation_value=.0, name=None):
  return raw.CropAndResize(image, boxes, box_indices, crop_size, method=method,
                           extrapolation_value=extrapolation_value, name=name)


#: tf.image.extract_patches
def extract_patches(images, sizes, strides, rates, padding, name=None):
  return raw.ExtractImagePatches(images, sizes, strides, rates, padding, name=name)
