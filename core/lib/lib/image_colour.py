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
