"""tf.image: how images differ, and what is measured of one (ops/image_ops_impl.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.image_colour import convert_image_dtype


def _verify_shapes(img1, img2):
  shape1, shape2 = img1.shape.with_rank_at_least(3), img2.shape.with_rank_at_least(3)
  shape1[-3:].assert_is_compatible_with(shape2[-3:])
  if shape1.ndims is not None and shape2.ndims is not None:
    for a, b in zip(shape1[:-3].as_list()[::-1], shape2[:-3].as_list()[::-1]):
      if not (a == 1 or b == 1 or a is None or b is None or a == b):
        raise ValueError('Two images are not compatible: %s and %s' % (shape1, shape2))
  shape1, shape2 = tf.shape_n([img1, img2])
  return (shape1, shape2), [
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
    with tf.control_dependencies(_verify_shapes(a, b)[1]):
      return tf.identity(value)


def _gauss(size, sigma):
  coords = tf.cast(tf.range(size), sigma.dtype)
  coords -= tf.cast(size - 1, sigma.dtype) / 2.0
  g = tf.square(coords)
  g *= -0.5 / tf.square(sigma)
  g = tf.reshape(g, shape=[1, -1]) + tf.reshape(g, shape=[-1, 1])
  g = tf.nn.softmax(tf.reshape(g, shape=[1, -1]))
  return tf.reshape(g, shape=[size, size, 1, 1])


def _luminance_and_structure(img1, img2, max_val, filter_size, filter_sigma, k1, k2):
  """Maps of both factors of the index, for each channel."""
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
  return luminance, (num1 - num0 + c2) / (den1 - den0 + c2)


def _ssim_per_channel(img1, img2, max_val, filter_size, filter_sigma, k1, k2, return_index_map=False):
  luminance, cs = _luminance_and_structure(img1, img2, max_val, filter_size, filter_sigma, k1, k2)
  if return_index_map:
    return luminance * cs, cs
  axes = tf.constant([-3, -2], dtype=tf.int32)
  return tf.reduce_mean(luminance * cs, axes), tf.reduce_mean(cs, axes)


def _as_floats(img1, img2, max_val):
  max_val = convert_image_dtype(tf.cast(max_val, img1.dtype), tf.float32)
  return convert_image_dtype(img1, tf.float32), convert_image_dtype(img2, tf.float32), max_val


#: tf.image.ssim
def ssim(img1, img2, max_val, filter_size=11, filter_sigma=1.5, k1=0.01, k2=0.03, return_index_map=False):
  with op_scope(None, 'SSIM'):
    img1, img2 = convert(img1, name='img1'), convert(img2, name='img2')
    with tf.control_dependencies(_verify_shapes(img1, img2)[1]):
      img1 = tf.identity(img1)
    img1, img2, max_val = _as_floats(img1, img2, max_val)
    value, _ = _ssim_per_channel(img1, img2, max_val, filter_size, filter_sigma, k1, k2, return_index_map)
    return tf.reduce_mean(value, [-1])


#: tf.image.ssim_multiscale
def ssim_multiscale(img1, img2, max_val, power_factors=(0.0448, 0.2856, 0.3001, 0.2363, 0.1333), filter_size=11,
                    filter_sigma=1.5, k1=0.01, k2=0.03):
  """The product of the index at several sizes, each half of the one before, to their powers."""
  with op_scope(None, 'MS-SSIM'):
    img1, img2 = convert(img1, name='img1'), convert(img2, name='img2')
    shapes, checks = _verify_shapes(img1, img2)
    with tf.control_dependencies(checks):
      img1 = tf.identity(img1)
    img1, img2, max_val = _as_floats(img1, img2, max_val)
    images = [img1, img2]
    heads = [s[:-3] for s in shapes]
    tails = [s[-3:] for s in shapes]
    half = [1, 2, 2, 1]
    divisor = tf.constant(half[1:], dtype=tf.int32)

    def padded(images, remainder):
      padding = tf.pad(tf.expand_dims(remainder, -1), [[1, 0], [1, 0]])
      return [tf.pad(x, padding, mode='SYMMETRIC') for x in images]

    structures = []
    for k in range(len(power_factors)):
      with op_scope(None, 'Scale%d' % k):
        if k > 0:
          flat = [tf.reshape(x, tf.concat([[-1], t], 0)) for x, t in zip(images, tails)]
          remainder = tails[0] % divisor
          odd = tf.reduce_any(tf.not_equal(remainder, 0))
          even = tf.cond(odd, lambda: padded(flat, remainder), lambda: flat)
          smaller = [tf.raw_ops.AvgPool(value=x, ksize=half, strides=half, padding='VALID') for x in even]
          tails = [x[1:] for x in tf.shape_n(smaller)]
          images = [tf.reshape(x, tf.concat([h, t], 0)) for x, h, t in zip(smaller, heads, tails)]
        index, cs = _ssim_per_channel(images[0], images[1], max_val, filter_size, filter_sigma, k1, k2)
        structures.append(tf.nn.relu(cs))
    # At the smallest size the whole index counts, not its structure alone.
    factors = tf.stack(structures[:-1] + [tf.nn.relu(index)], axis=-1)
    return tf.reduce_mean(tf.reduce_prod(tf.pow(factors, power_factors), [-1]), [-1])


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
