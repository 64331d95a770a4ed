"""tf.image: colours, contrast, and how far images differ (ops/image_ops_impl.py)."""
import math

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope, with_dependencies
from tensorflow_lib.image_ops import _assert, checked

raw = tf.raw_ops


#: tf.image.convert_image_dtype
def convert_image_dtype(image, dtype, saturate=False, name=None):
  """An image of another dtype, scaled: floats reach to 1, integers to the largest they have."""
  image = convert(image, name='image')
  dtype = tf.as_dtype(dtype)
  if not dtype.is_floating and not dtype.is_integer:
    raise AttributeError('dtype must be either floating point or integer')
  if not image.dtype.is_floating and not image.dtype.is_integer:
    raise AttributeError('image dtype must be either floating point or integer')
  if dtype == image.dtype:
    return tf.identity(image, name=name)
  with op_scope(name, 'convert_image') as name:
    cast = tf.saturate_cast if saturate else tf.cast
    if image.dtype.is_integer and dtype.is_integer:
      scale_in, scale_out = int(image.dtype.max), int(dtype.max)
      if scale_in > scale_out:
        return cast(tf.math.floordiv(image, (scale_in + 1) // (scale_out + 1)), dtype, name=name)
      return tf.multiply(cast(image, dtype), (scale_out + 1) // (scale_in + 1), name=name)
    if image.dtype.is_floating and dtype.is_floating:
      return tf.cast(image, dtype, name=name)
    if image.dtype.is_integer:
      return tf.multiply(tf.cast(image, dtype), 1. / int(image.dtype.max), name=name)
    return cast(tf.multiply(image, int(dtype.max) + 0.5), dtype, name=name)


def _floats(image, name='image'):
  image = convert(image, name=name)
  small = image.dtype in (tf.float16, tf.float32)
  return image.dtype, image if small else convert_image_dtype(image, tf.float32)


#: tf.image.adjust_brightness
def adjust_brightness(image, delta):
  with op_scope(None, 'adjust_brightness') as name:
    dtype, image = _floats(image)
    return convert_image_dtype(tf.add(image, tf.cast(delta, image.dtype), name=name), dtype, saturate=True)


#: tf.image.adjust_contrast
def adjust_contrast(images, contrast_factor):
  with op_scope(None, 'adjust_contrast') as name:
    dtype, images = _floats(images, 'images')
    return convert_image_dtype(raw.AdjustContrastv2(images, contrast_factor, name=name), dtype, saturate=True)


#: tf.image.adjust_gamma
def adjust_gamma(image, gamma=1, gain=1):
  with op_scope(None, 'adjust_gamma'):
    dtype, image = _floats(image)
    check = _assert(gamma >= 0, 'Gamma should be a non-negative real number.')
    if check:
      gamma = with_dependencies(check, gamma)
    return convert_image_dtype(gain * image**gamma, dtype, saturate=True)


#: tf.image.adjust_hue
def adjust_hue(image, delta, name=None):
  with op_scope(name, 'adjust_hue'):
    if tf.executing_eagerly() and (delta < -1 or delta > 1):
      raise ValueError('delta must be in the interval [-1, 1]')
    dtype, image = _floats(image)
    return convert_image_dtype(raw.AdjustHue(image, delta), dtype)


#: tf.image.adjust_saturation
def adjust_saturation(image, saturation_factor, name=None):
  with op_scope(name, 'adjust_saturation'):
    dtype, image = _floats(image)
    return convert_image_dtype(raw.AdjustSaturation(image, saturation_factor), dtype)


def _delta(max_delta, random, most=math.inf):
  if max_delta > most:
    raise ValueError('max_delta must be <= %s.' % most)
  if max_delta < 0:
    raise ValueError('max_delta must be non-negative.')
  return random([], -max_delta, max_delta)


def _factor(lower, upper, random):
  if upper <= lower:
    raise ValueError('upper must be > lower.')
  if lower < 0:
    raise ValueError('lower must be non-negative.')
  return random([], lower, upper)


def _seeded(seed):
  return lambda shape, low, high: tf.random.uniform(shape, low, high, seed=seed)


def _stateless(seed):
  return lambda shape, low, high: tf.random.stateless_uniform(shape=shape, minval=low, maxval=high, seed=seed)


#: tf.image.random_brightness
def random_brightness(image, max_delta, seed=None):
  return adjust_brightness(image, _delta(max_delta, _seeded(seed)))


#: tf.image.stateless_random_brightness
def stateless_random_brightness(image, max_delta, seed):
  return adjust_brightness(image, _delta(max_delta, _stateless(seed)))


#: tf.image.random_contrast
def random_contrast(image, lower, upper, seed=None):
  return adjust_contrast(image, _factor(lower, upper, _seeded(seed)))


#: tf.image.stateless_random_contrast
def stateless_random_contrast(image, lower, upper, seed):
  return adjust_contrast(image, _factor(lower, upper, _stateless(seed)))


#: tf.image.random_hue
def random_hue(image, max_delta, seed=None):
  return adjust_hue(image, _delta(max_delta, _seeded(seed), 0.5))


#: tf.image.stateless_random_hue
def stateless_random_hue(image, max_delta, seed):
  return adjust_hue(image, _delta(max_delta, _stateless(seed), 0.5))


#: tf.image.random_saturation
def random_saturation(image, lower, upper, seed=None):
  return adjust_saturation(image, _factor(lower, upper, _seeded(seed)))


#: tf.image.stateless_random_saturation
def stateless_random_saturation(image, lower, upper, seed=None):
  return adjust_saturation(image, _factor(lower, upper, _stateless(seed)))


#: tf.image.per_image_standardization
def per_image_standardization(image):
  with op_scope(None, 'per_image_standardization') as scope:
    image = tf.cast(checked(image), tf.float32)
    num_pixels = tf.reduce_prod(tf.shape(image)[-3:])
    mean = tf.reduce_mean(image, axis=[-1, -2, -3], keepdims=True)
    stddev = tf.math.reduce_std(image, axis=[-1, -2, -3], keepdims=True)
    least = tf.math.rsqrt(tf.cast(num_pixels, tf.float32))
    stddev = tf.maximum(stddev, least)
    image -= mean
    return tf.divide(image, stddev, name=scope)


# ---- colour spaces
#: tf.image.rgb_to_grayscale
def rgb_to_grayscale(images, name=None):
  with op_scope(name, 'rgb_to_grayscale') as name:
    images = convert(images, name='images')
    gray = tf.tensordot(convert_image_dtype(images, tf.float32), [0.2989, 0.5870, 0.1140], [-1, -1])
    return convert_image_dtype(tf.expand_dims(gray, -1), images.dtype, name=name)


#: tf.image.grayscale_to_rgb
def grayscale_to_rgb(images, name=None):
  with op_scope(name, 'grayscale_to_rgb') as name:
    images = convert(images)
    shape = images.shape
    if shape.ndims is not None and shape.ndims < 2:
      raise ValueError('A grayscale image (shape %s) must be at least two-dimensional.' % shape)
    checks = []
    if not shape.is_fully_defined():
      checks = [
          tf.debugging.assert_equal(tf.shape(images)[-1], 1,
                                    message='Last dimension of a grayscale image should be size 1.'),
          tf.debugging.assert_greater_equal(tf.rank(images), 3,
                                            message='A grayscale image must be at least two-dimensional.'),
      ]
    elif shape[-1] != 1:
      raise ValueError('Last dimension of a grayscale image should be size 1.')
    images = with_dependencies(checks, images)
    rank_1 = tf.expand_dims(tf.rank(images) - 1, 0)
    multiples = tf.concat([tf.ones(rank_1, dtype=tf.int32)] + [tf.expand_dims(3, 0)], 0)
    rgb = tf.tile(images, multiples, name=name)
    rgb.set_shape(images.shape[:-1].concatenate([3]))
    return rgb


def _mix(images, kernel):
  images = convert(images, name='images')
  kernel = convert(kernel, dtype=images.dtype, name='kernel')
  return tf.tensordot(images, kernel, axes=[[images.shape.ndims - 1], [0]])


#: tf.image.rgb_to_yiq
def rgb_to_yiq(images):
  return _mix(images, [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617],
                       [0.114, -0.32134392, 0.31119955]])


#: tf.image.yiq_to_rgb
def yiq_to_rgb(images):
  return _mix(images, [[1, 1, 1], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]])


#: tf.image.rgb_to_yuv
def rgb_to_yuv(images):
  return _mix(images, [[0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512],
                       [0.114, 0.43601035, -0.10001026]])


#: tf.image.yuv_to_rgb
def yuv_to_rgb(images):
  return _mix(images, [[1, 1, 1], [0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0]])


# ---- how images differ
def _verify_shapes(img1, img2):
  shape1, shape2 = img1.shape.with_rank_at_least(3), img2.shape.with_rank_at_least(3)
  shape1[-3:].assert_is_compatible_with(shape2[-3:])
  if shape1.ndims is not None and shape2.ndims is not None:
    for a, b in zip(shape1[:-3].as_list()[::-1], shape2[:-3].as_list()[::-1]):
      if not (a == 1 or b == 1 or a is None or b is None or a == b):
        raise ValueError('Two images are not compatible: %s and %s' % (shape1, shape2))
  shape1, shape2 = tf.shape_n([img1, img2])
  return [
      tf.debugging.Assert(tf.greater_equal(tf.size(shape1), 3), [shape1, shape2], summarize=10),
      tf.debugging.Assert(tf.reduce_all(tf.equal(shape1[-3:], shape2[-3:])), [shape1, shape2], summarize=10),
  ]


#: tf.image.psnr
def psnr(a, b, max_val, name=None):
  with op_scope(name, 'PSNR'):
    max_val = convert_image_dtype(tf.cast(max_val, a.dtype), tf.float32)
    a = convert_image_dtype(a, tf.float32)
    b = convert_image_dtype(b, tf.float32)
    mse = tf.reduce_mean(tf.math.squared_difference(a, b), [-3, -2, -1])
    value = tf.subtract(20 * tf.math.log(max_val) / tf.math.log(10.0), 4.3429448190325175 * tf.math.log(mse), name='psnr')
    with tf.control_dependencies(_verify_shapes(a, b)):
      return tf.identity(value)


def _gauss(size, sigma):
  coords = tf.cast(tf.range(size), sigma.dtype)
  coords -= tf.cast(size - 1, sigma.dtype) / 2.0
  g = tf.square(coords)
  g *= -0.5 / tf.square(sigma)
  g = tf.reshape(g, shape=[1, -1]) + tf.reshape(g, shape=[-1, 1])
  g = tf.nn.softmax(tf.reshape(g, shape=[1, -1]))
  return tf.reshape(g, shape=[size, size, 1, 1])


#: tf.image.ssim
def ssim(img1, img2, max_val, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03, return_index_map=False):
  with op_scope(None, 'SSIM'):
    img1, img2 = convert(img1, name='img1'), convert(img2, name='img2')
    with tf.control_dependencies(_verify_shapes(img1, img2)):
      img1 = tf.identity(img1)
    max_val = convert_image_dtype(tf.cast(max_val, img1.dtype), tf.float32)
    img1 = convert_image_dtype(img1, tf.float32)
    img2 = convert_image_dtype(img2, tf.float32)
    filter_size = tf.constant(filter_size, dtype=tf.int32)
    filter_sigma = tf.constant(filter_sigma, dtype=img1.dtype)
    shape1, shape2 = tf.shape_n([img1, img2])
    checks = [
        tf.debugging.Assert(tf.reduce_all(tf.greater_equal(s[-3:-1], filter_size)), [s, filter_size], summarize=8)
        for s in (shape1, shape2)
    ]
    with tf.control_dependencies(checks):
      img1 = tf.identity(img1)
    kernel = tf.tile(_gauss(filter_size, filter_sigma), multiples=[1, 1, shape1[-1], 1])

    def reducer(x):
      shape = tf.shape(x)
      x = tf.reshape(x, shape=tf.concat([[-1], shape[-3:]], 0))
      y = tf.nn.depthwise_conv2d(x, kernel, strides=[1, 1, 1, 1], padding='VALID')
      return tf.reshape(y, tf.concat([shape[:-3], tf.shape(y)[1:]], 0))

    c1, c2 = (k1 * max_val)**2, (k2 * max_val)**2
    mean0, mean1 = reducer(img1), reducer(img2)
    num0 = mean0 * mean1 * 2.0
    den0 = tf.square(mean0) + tf.square(mean1)
    luminance = (num0 + c1) / (den0 + c1)
    num1 = reducer(img1 * img2) * 2.0
    den1 = reducer(tf.square(img1) + tf.square(img2))
    c2 *= 1.0
    cs = (num1 - num0 + c2) / (den1 - den0 + c2)
    if return_index_map:
      value = luminance * cs
    else:
      axes = tf.constant([-3, -2], dtype=tf.int32)
      value = tf.reduce_mean(luminance * cs, axes)
      tf.reduce_mean(cs, axes)
    return tf.reduce_mean(value, [-1])


#: tf.image.total_variation
def total_variation(images, name=None):
  with op_scope(name, 'total_variation'):
    if images.shape.ndims == 3:
      dy, dx, axis = images[1:, :, :] - images[:-1, :, :], images[:, 1:, :] - images[:, :-1, :], None
    elif images.shape.ndims == 4:
      dy, dx = images[:, 1:, :, :] - images[:, :-1, :, :], images[:, :, 1:, :] - images[:, :, :-1, :]
      axis = [1, 2, 3]
    else:
      raise ValueError("'images' must be either 3 or 4-dimensional.")
    return tf.reduce_sum(tf.abs(dy), axis=axis) + tf.reduce_sum(tf.abs(dx), axis=axis)


#: tf.image.image_gradients
def image_gradients(image):
  if image.shape.ndims != 4:
    raise ValueError('image_gradients expects a 4D tensor [batch_size, h, w, d], not %s.' % image.shape)
  shape = tf.shape(image)
  batch, height, width, depth = tf.unstack(shape)
  dy = image[:, 1:, :, :] - image[:, :-1, :, :]
  dx = image[:, :, 1:, :] - image[:, :, :-1, :]
  dy = tf.concat([dy, tf.zeros(tf.stack([batch, 1, width, depth]), image.dtype)], 1)
  dy = tf.reshape(dy, shape)
  dx = tf.concat([dx, tf.zeros(tf.stack([batch, height, 1, depth]), image.dtype)], 2)
  return dy, tf.reshape(dx, shape)


#: tf.image.sobel_edges
def sobel_edges(image):
  static = image.shape
  shape = tf.shape(image)
  kernels = [[[-1, -1], [-2, 0], [-1, 1]], [[0, -2], [0, 0], [0, 2]], [[1, -1], [2, 0], [1, 1]]]
  kernels = tf.constant([[[pair] for pair in row] for row in kernels], dtype=image.dtype)
  kernels = tf.tile(kernels, [1, 1, shape[-1], 1], name='sobel_filters')
  padded = tf.pad(image, [[0, 0], [1, 1], [1, 1], [0, 0]], mode='REFLECT')
  output = tf.nn.depthwise_conv2d(padded, kernels, [1, 1, 1, 1], 'VALID')
  output = tf.reshape(output, shape=tf.concat([shape, [2]], 0))
  output.set_shape(static.concatenate([2]))
  return output
