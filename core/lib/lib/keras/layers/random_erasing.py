"""tf.keras.layers: RandomErasing, CutMix, MixUp, Equalization (keras/src/layers/preprocessing/image_preprocessing)."""
from tensorflow_lib.keras.layers.random_colour import Colour
from tensorflow_lib.keras.layers.support import cast, normal, ops, shape_of, uniform
from tensorflow_lib.keras.numpy_more import bincount, meshgrid
from tensorflow_lib.keras.random import beta, shuffle
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_erasing'


def _between(factor, name, low, high):
  """(lower, upper) of one number or two."""
  text = ('The `%s` argument should be a number (or a list of two numbers) in the range [%s, %s]. Received: factor=%s' %
          (name, low, high, factor))
  if isinstance(factor, (tuple, list)):
    if len(factor) != 2 or factor[0] > high or factor[1] < low:
      raise ValueError(text)
    return tuple(sorted(factor))
  if not isinstance(factor, (int, float)) or not low <= factor <= high:
    raise ValueError(text)
  return max(-abs(factor), low), abs(factor)


class _Rectangles(Colour):
  """A layer that changes a rectangle of each image."""
  _USE_BASE_FACTOR = False
  _FACTOR_BOUNDS = (0, 1)

  def _set_axes(self):
    self.height_axis, self.width_axis = self._axes()
    self.channel_axis = -3 if self.data_format == 'channels_first' else -1

  def _bounds(self, batch_size, length, ratio, seed):
    size = cast(ratio * length, self.compute_dtype)
    start = uniform(shape=[batch_size], minval=0, maxval=1, dtype=self.compute_dtype, seed=seed) * (length - size)
    return start[:, None, None, None], (start + size)[:, None, None, None]

  def _rectangles(self, shape, batch_size, width_ratio, height_ratio, seed):
    """Which pixels are in each rectangle, and the corners."""
    height, width = shape[self.height_axis], shape[self.width_axis]
    x0, x1 = self._bounds(batch_size, width, width_ratio, seed)
    y0, y1 = self._bounds(batch_size, height, height_ratio, seed)
    y, x = meshgrid(ops.arange(height, dtype=self.compute_dtype), ops.arange(width, dtype=self.compute_dtype),
                    indexing='ij')
    if self.data_format == 'channels_last':
      y, x = y[None, :, :, None], x[None, :, :, None]
    else:
      y, x = y[None, None, :, :], x[None, None, :, :]
    masks = ops.repeat((x >= x0) & (x < x1) & (y >= y0) & (y < y1), shape[self.channel_axis], axis=self.channel_axis)
    return masks, (x0, x1, y0, y1)


#: tf.keras.layers.RandomErasing
class RandomErasing(_Rectangles):
  """A rectangle of each image is noise, or one colour."""

  def __init__(self, factor=1.0, scale=(0.02, 0.33), fill_value=None, value_range=(0, 255), seed=None, data_format=None,
               **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self.scale = _between(scale, 'scale', 0, 1)
    self.fill_value = fill_value
    self.value_range = value_range
    self._set_seed(seed)
    self._set_axes()

  def _fill(self, images, shape, seed):
    value = self.fill_value
    text = 'The `fill_value` argument should be a number (or a list of three numbers) '
    if value is None:
      value = normal(shape, dtype=self.compute_dtype, seed=seed) * self.value_range[1]
    elif isinstance(value, (tuple, list)):
      if len(value) != 3:
        raise ValueError(text)
      value = ops.full_like(images, value, dtype=self.compute_dtype)
    elif isinstance(value, (int, float)):
      value = ops.ones(shape, dtype=self.compute_dtype) * value
    else:
      raise ValueError(text)
    return ops.clip(value, self.value_range[0], self.value_range[1])

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    images = data['images'] if isinstance(data, dict) else data
    shape = shape_of(images)
    batch_size = self._batch_size(data, '')
    seed = seed or self._get_seed_generator()
    weight = ops.sqrt(uniform(shape=(batch_size, 2), minval=self.scale[0], maxval=self.scale[1], dtype=self.compute_dtype,
                              seed=seed))
    masks, _ = self._rectangles(shape, batch_size, weight[:, 0], weight[:, 1], seed)
    probability = self._draw(batch_size, seed)
    threshold = uniform(shape=(batch_size,), minval=0.0, maxval=1.0, seed=seed)
    return {'apply_erasing': threshold < probability, 'batch_masks': masks, 'fill_value': self._fill(images, shape, seed)}

  def transform_images(self, images, transformation=None, training=True):
    if training:
      images = cast(images, self.compute_dtype)
      erased = ops.where(transformation['batch_masks'], transformation['fill_value'], images)
      images = ops.where(transformation['apply_erasing'][:, None, None, None], erased, images)
    return cast(images, self.compute_dtype)

  def get_config(self):
    return self._config('factor', 'scale', 'fill_value', 'value_range', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.cut_mix'


#: tf.keras.layers.CutMix
class CutMix(_Rectangles):
  """A rectangle of each image is that of another one, and labels are mixed as the images are."""

  def __init__(self, factor=1.0, seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self._set_seed(seed)
    self._set_axes()

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    if len(shape) == 3:
      return None
    batch_size = shape[0]
    seed = seed or self._get_seed_generator()
    alpha = uniform(shape=(), minval=self.factor[0], maxval=self.factor[1], dtype=self.compute_dtype, seed=seed) + 1e-6
    weight = beta((batch_size,), alpha, alpha, seed=seed, dtype=self.compute_dtype)
    ratio = ops.sqrt(1.0 - weight)
    masks, (x0, x1, y0, y1) = self._rectangles(shape, batch_size, ratio, ratio, seed)
    flat = lambda x: x[:, 0, 0, 0]
    area = (flat(x1) - flat(x0)) * (flat(y1) - flat(y0))
    weight = 1.0 - area / (shape[self.width_axis] * shape[self.height_axis])
    order = shuffle(ops.arange(0, batch_size, dtype='int32'), seed=seed)
    return {'permutation_order': order, 'batch_masks': masks, 'mix_weight': weight}

  def transform_images(self, images, transformation=None, training=True):
    if training and transformation is not None:
      images = cast(images, self.compute_dtype)
      others = ops.take(images, transformation['permutation_order'], axis=0)
      images = ops.where(transformation['batch_masks'], others, images)
    return cast(images, self.compute_dtype)

  def transform_labels(self, labels, transformation, training=True):
    return mixed(labels, transformation) if training and transformation is not None else labels

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return self.transform_images(segmentation_masks, transformation, training)

  def get_config(self):
    return self._config('factor', 'seed')


def mixed(labels, transformation, shape=(-1, 1)):
  """Labels with those of the other images, weighed."""
  others = ops.take(labels, transformation['permutation_order'], axis=0)
  weight = ops.reshape(transformation['mix_weight'], list(shape))
  return weight * labels + (1.0 - weight) * others


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.mix_up'


#: tf.keras.layers.MixUp
class MixUp(Colour):
  """Each image is mixed with another one, and labels as the images are."""

  def __init__(self, alpha=0.2, data_format=None, seed=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self.alpha = alpha
    self._set_seed(seed)

  def get_random_transformation(self, data, training=True, seed=None):
    shape = self._shape(data)
    batch_size = 1 if len(shape) == 3 else shape[0]
    seed = seed or self._get_seed_generator()
    order = shuffle(ops.arange(0, batch_size, dtype='int64'), seed=seed)
    return {'mix_weight': beta((batch_size,), self.alpha, self.alpha, seed=seed), 'permutation_order': order}

  def transform_images(self, images, transformation=None, training=True):
    if not training:
      return images
    images = cast(images, self.compute_dtype)
    weight = cast(ops.reshape(transformation['mix_weight'], [-1, 1, 1, 1]), self.compute_dtype)
    others = cast(ops.take(images, transformation['permutation_order'], axis=0), self.compute_dtype)
    return weight * images + (1.0 - weight) * others

  def transform_labels(self, labels, transformation, training=True):
    return mixed(labels, transformation) if training else labels

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    if training:
      raise NotImplementedError('tf.keras.layers.MixUp of segmentation masks')
    return segmentation_masks

  def get_config(self):
    return self._config('alpha', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.equalization'


#: tf.keras.layers.Equalization
class Equalization(Colour):
  """Values spread so that all are equally often there."""

  def __init__(self, value_range=(0, 255), bins=256, data_format=None, **kwargs):
    super().__init__(**kwargs)
    self.bins = bins
    self._set_value_range(value_range)
    self.data_format = standardize_data_format(data_format)

  def _scale_values(self, values, source, target):
    scale = (target[1] - target[0]) / (source[1] - source[0])
    return values * scale + (target[0] - source[0] * scale)

  def _equalize_channel(self, channel, value_range):
    scaled = value_range != (0, 255)
    if scaled:
      channel = self._scale_values(channel, value_range, (0, 255))
    places = (cast(channel, 'float32') - cast(0, 'float32')) * (self.bins - 1) / (cast(255, 'float32') - cast(0, 'float32'))
    places = ops.clip(cast(places, 'int32'), 0, self.bins - 1)
    counts = bincount(ops.reshape(places, [-1]), minlength=self.bins)
    equalized = ops.where(ops.count_nonzero(counts) <= 1, channel, self._apply_equalization(channel, counts))
    return self._scale_values(equalized, (0, 255), value_range) if scaled else equalized

  def _apply_equalization(self, channel, counts):
    sums = ops.cumsum(counts)
    least = ops.take(sums, ops.nonzero(sums)[0][0])
    denominator = sums[-1] - least
    denominator = ops.where(denominator == 0, ops.ones_like(1, dtype=denominator.dtype), denominator)
    table = ops.clip(ops.round(((sums - least) * 255) / denominator), 0, 255)
    places = (channel / 255.0) * (self.bins - 1)
    return ops.take(table, cast(ops.clip(places, 0, self.bins - 1), 'int32'))

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    images = cast(images, self.compute_dtype)
    first = self.data_format == 'channels_first'
    axis = -3 if first else -1
    channels = [images[..., i, :, :] if first else images[..., i] for i in range(shape_of(images)[axis])]
    channels = [self._equalize_channel(channel, self.value_range) for channel in channels]
    return cast(ops.stack(channels, axis=axis), self.compute_dtype)

  def compute_output_spec(self, inputs, **kwargs):
    return inputs

  def get_config(self):
    return self._config('bins', 'value_range')
