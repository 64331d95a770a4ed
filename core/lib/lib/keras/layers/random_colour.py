"""tf.keras.layers: random colours (keras/src/layers/preprocessing/image_preprocessing)."""
import tensorflow as tf
from tensorflow_lib.keras.image_transform import hsv_to_rgb, rgb_to_grayscale, rgb_to_hsv
from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer
from tensorflow_lib.keras.layers.random_image import RandomBrightness, RandomContrast
from tensorflow_lib.keras.layers.support import KerasTensor, cast, convert_to_tensor, nn, ops, shape_of, uniform
from tensorflow_lib.keras.numpy_more import isnan
from tensorflow_lib.keras.random import randint
from tensorflow_lib.keras.state import epsilon, standardize_data_format


class Colour(BaseImagePreprocessingLayer):
  """A layer that changes values of pixels, not their places."""

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return segmentation_masks

  def transform_bounding_boxes(self, bounding_boxes, transformation, training=True):
    return bounding_boxes

  def _set_value_range(self, value_range):
    if not isinstance(value_range, (tuple, list)) or len(value_range) != 2:
      raise ValueError('The `value_range` argument should be a list of two numbers. Received: value_range=%s' %
                       (value_range,))
    self.value_range = sorted(value_range)

  def _batch_size(self, data, stop=':'):
    shape = self._shape(data)
    if len(shape) not in (3, 4):
      raise ValueError('Expected the input image to be rank 3 or 4. Received%s inputs.shape=%s' % (stop, shape))
    return 1 if len(shape) == 3 else shape[0]

  def _draw(self, batch_size, seed, dims=()):
    """A number between the factors for each image."""
    return uniform((batch_size,) + dims, minval=self.factor[0], maxval=self.factor[1],
                   seed=seed or self._get_seed_generator())

  def _change_channel(self, images, index, change):
    """Images whose channel of this index is changed; they stay whole otherwise."""
    first = self.data_format == 'channels_first'
    channel = lambda i: images[:, i, :, :] if first else images[..., i]
    changed = change(channel(index))
    parts = [changed if i == index else channel(i) for i in range(3)]
    return ops.stack(parts, axis=1 if first else -1)

  def _config(self, *names):
    return {**BaseImagePreprocessingLayer.get_config(self), **{name: getattr(self, name) for name in names}}

  def get_config(self):
    return self._config('factor', 'value_range', 'seed')


class _Coloured(Colour):
  """A colour layer with a factor between 0 and 1, a range of values and a seed."""

  def __init__(self, factor, value_range=(0, 255), data_format=None, seed=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self._set_value_range(value_range)
    self._set_seed(seed)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_grayscale'


#: tf.keras.layers.RandomGrayscale
class RandomGrayscale(Colour):

  def __init__(self, factor=0.5, data_format=None, seed=None, **kwargs):
    super().__init__(**kwargs)
    if factor < 0 or factor > 1:
      raise ValueError('`factor` should be between 0 and 1. Received: factor=%s' % factor)
    self.factor = factor
    self.data_format = standardize_data_format(data_format)
    self._set_seed(seed)

  def get_random_transformation(self, images, training=True, seed=None):
    seed = seed or self._get_seed_generator()
    batch_size = shape_of(images)[0] if len(images.shape) == 4 else 1
    values = uniform(shape=(batch_size,), minval=0, maxval=1, seed=seed)
    return ops.expand_dims(values < self.factor, axis=[1, 2, 3])

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    grey = rgb_to_grayscale(images, data_format=self.data_format)
    return ops.where(self.get_random_transformation(images) if transformation is None else transformation, grey, images)

  def compute_output_spec(self, inputs, **kwargs):
    return KerasTensor(inputs.shape, dtype=inputs.dtype, sparse=inputs.sparse)

  def get_config(self):
    return self._config('factor')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_hue'


#: tf.keras.layers.RandomHue
class RandomHue(Colour):
  _FACTOR_BOUNDS = (0, 1)

  def __init__(self, factor, value_range=(0, 255), data_format=None, seed=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self.value_range = value_range
    self._set_seed(seed)

  def get_random_transformation(self, data, training=True, seed=None):
    batch_size = self._batch_size(data, '')
    seed = seed or self._get_seed_generator()
    invert = uniform((batch_size,), seed=seed)
    invert = ops.where(invert > 0.5, -ops.ones_like(invert), ops.ones_like(invert))
    return {'factor': invert * self._draw(batch_size, seed) * 0.5}

  def transform_images(self, images, transformation=None, training=True):
    if not training:
      return images
    images = self._transform_value_range(cast(images, self.compute_dtype), self.value_range, (0, 1))
    turn = cast(transformation['factor'], images.dtype)
    turn = ops.expand_dims(ops.expand_dims(turn, -1), -1)

    def turned(hue):
      hue = hue + turn
      hue = ops.where(hue > 1.0, hue - 1.0, hue)
      return ops.where(hue < 0.0, hue + 1.0, hue)

    images = self._change_channel(rgb_to_hsv(images, data_format=self.data_format), 0, turned)
    images = ops.clip(hsv_to_rgb(images, data_format=self.data_format), 0, 1)
    return cast(self._transform_value_range(images, (0, 1), self.value_range), self.compute_dtype)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_saturation'


#: tf.keras.layers.RandomSaturation
class RandomSaturation(_Coloured):

  def get_random_transformation(self, data, training=True, seed=None):
    factor = self._draw(self._batch_size(data), seed)
    return {'factor': factor / (1 - factor + epsilon())}

  def transform_images(self, images, transformation=None, training=True):
    if not training:
      return images
    factor = cast(transformation['factor'], self.compute_dtype)
    factor = ops.reshape(factor, shape_of(factor) + (1, 1))
    images = rgb_to_hsv(images, data_format=self.data_format)
    change = lambda s: ops.clip(ops.multiply(s, factor), self.value_range[0], self.value_range[1])
    return hsv_to_rgb(self._change_channel(images, 1, change), data_format=self.data_format)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_invert'


#: tf.keras.layers.RandomInvert
class RandomInvert(Colour):
  _USE_BASE_FACTOR = False
  _FACTOR_BOUNDS = (0, 1)

  def __init__(self, factor=1.0, value_range=(0, 255), seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self.value_range = value_range
    self._set_seed(seed)

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    batch_size = self._batch_size(data, '')
    seed = seed or self._get_seed_generator()
    probability = self._draw(batch_size, seed)
    return {'apply_inversion': uniform(shape=(batch_size,), minval=0, maxval=1, seed=seed) < probability}

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    images = cast(images, self.compute_dtype)
    return ops.where(transformation['apply_inversion'][:, None, None, None], self.value_range[1] - images, images)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_posterization'


#: tf.keras.layers.RandomPosterization
class RandomPosterization(_Coloured):
  """Fewer bits of each value."""
  _USE_BASE_FACTOR = False
  _FACTOR_BOUNDS = (1, 8)

  def get_random_transformation(self, data, training=True, seed=None):
    batch_size = self._batch_size(data)
    if self.factor[0] != self.factor[1]:
      factor = randint((batch_size,), minval=self.factor[0], maxval=self.factor[1],
                       seed=seed or self._get_seed_generator(), dtype='uint8')
    else:
      factor = ops.ones((batch_size,), dtype='uint8') * self.factor[0]
    return {'shift_factor': 8 - factor}

  def transform_images(self, images, transformation=None, training=True):
    if not training:
      return images
    shift = transformation['shift_factor']
    shift = ops.reshape(shift, shape_of(shift) + (1, 1, 1))
    images = self._transform_value_range(images, self.value_range, (0, 255), self.compute_dtype)
    images = cast(images, 'uint8')
    images = tf.bitwise.left_shift(tf.bitwise.right_shift(images, shift), shift)
    images = cast(images, self.compute_dtype)
    return self._transform_value_range(images, (0, 255), self.value_range, self.compute_dtype)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_sharpness'


#: tf.keras.layers.RandomSharpness
class RandomSharpness(_Coloured):
  _USE_BASE_FACTOR = False
  _FACTOR_BOUNDS = (0, 1)

  def get_random_transformation(self, data, training=True, seed=None):
    return {'factor': self._draw(self._batch_size(data), seed)}

  def transform_images(self, images, transformation=None, training=True):
    images = cast(images, self.compute_dtype)
    if not training:
      return images
    first = self.data_format == 'channels_first'
    if first:
      images = ops.swapaxes(images, -3, -1)
    factor = ops.reshape(cast(transformation['factor'] * 2, self.compute_dtype), (-1, 1, 1, 1))
    a, b = 1.0 / 13.0, 5.0 / 13.0
    kernel = convert_to_tensor([[a, a, a], [a, b, a], [a, a, a]], dtype=self.compute_dtype)
    kernel = ops.tile(ops.reshape(kernel, (3, 3, 1, 1)), [1, 1, shape_of(images)[-1], 1])
    smooth = nn.depthwise_conv(images, kernel, strides=1, padding='same', data_format='channels_last')
    images = images + (1.0 - factor) * (smooth - images)
    images = ops.clip(images, self.value_range[0], self.value_range[1])
    return ops.swapaxes(images, -3, -1) if first else images


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_color_degeneration'


#: tf.keras.layers.RandomColorDegeneration
class RandomColorDegeneration(_Coloured):

  def get_random_transformation(self, data, training=True, seed=None):
    return {'factor': self._draw(self._batch_size(data), seed, (1, 1, 1))}

  def transform_images(self, images, transformation=None, training=True):
    if not training:
      return images
    images = cast(images, self.compute_dtype)
    factor = cast(transformation['factor'], self.compute_dtype)
    images = images + factor * (rgb_to_grayscale(images, data_format=self.data_format) - images)
    return cast(ops.clip(images, self.value_range[0], self.value_range[1]), self.compute_dtype)

  def compute_output_shape(self, input_shape):
    if len(input_shape) not in (3, 4):
      raise ValueError('Invalid images rank: expected rank 3 (single image) or rank 4 (batch of images). Received: '
                       'input_shape=%s' % (input_shape,))
    channels = input_shape[-1 if self.data_format == 'channels_last' else -3]
    if channels is not None and channels != 3:
      raise ValueError('Input images must have 3 channels, but received images with %s channels.' % channels)
    return input_shape


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_color_jitter'


#: tf.keras.layers.RandomColorJitter
class RandomColorJitter(Colour):
  """Brightness, contrast, saturation and hue one after another."""

  def __init__(self, value_range=(0, 255), brightness_factor=None, contrast_factor=None, saturation_factor=None,
               hue_factor=None, seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self.value_range = value_range
    self.brightness_factor = brightness_factor
    self.contrast_factor = contrast_factor
    self.saturation_factor = saturation_factor
    self.hue_factor = hue_factor
    self._set_seed(seed)
    for name, cls in (('brightness', RandomBrightness), ('contrast', RandomContrast), ('saturation', RandomSaturation),
                      ('hue', RandomHue)):
      factor = getattr(self, name + '_factor')
      setattr(self, 'random_' + name,
              None if factor is None else cls(factor=factor, value_range=self.value_range, seed=self.seed))

  def _parts(self):
    parts = (self.random_brightness, self.random_contrast, self.random_saturation, self.random_hue)
    return [part for part in parts if part is not None]

  def build(self, input_shape):
    for part in self._parts():
      part.build(input_shape)

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    images = cast(images, self.compute_dtype)
    for part in self._parts():
      transformation = part.get_random_transformation(images, seed=self._get_seed_generator())
      if 'contrast_factor' in transformation:
        transformation['contrast_factor'] = cast(transformation['contrast_factor'], self.compute_dtype)
      images = part.transform_images(images, transformation)
    return cast(images, self.compute_dtype)

  def get_config(self):
    return self._config('value_range', 'brightness_factor', 'contrast_factor', 'saturation_factor', 'hue_factor', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.solarization'


#: tf.keras.layers.Solarization
class Solarization(Colour):
  """What is too light is inverted."""
  _USE_BASE_FACTOR = False

  def __init__(self, addition_factor=0.0, threshold_factor=0.0, value_range=(0, 255), seed=None, **kwargs):
    super().__init__(**kwargs)
    self._set_seed(seed)
    self.addition_factor = self._range_of(addition_factor, 'addition_factor')
    self.threshold_factor = self._range_of(threshold_factor, 'threshold_factor')
    self._set_value_range(value_range)

  def _range_of(self, factor, name):
    text = ('The `addition_factor` and `threshold_factor` arguments should be a number (or a list of two numbers) in the '
            'range [0, 1]. ')
    numbers = factor if isinstance(factor, (tuple, list)) else [0, factor]
    if not isinstance(factor, (tuple, list, int, float)) or len(numbers) != 2:
      raise ValueError('%sReceived: %s=%s' % (text, name, factor))
    for number in numbers:
      if number > 1.0 or number < 0:
        raise ValueError('%sReceived: input_number=%s' % (text, number))
    return tuple(sorted(numbers))

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    dims = (shape[0], 1, 1, 1) if len(shape) == 4 else (1, 1, 1)
    seed = seed or self._get_seed_generator()
    draw = lambda factor: uniform(minval=factor[0], maxval=factor[1] * 255, shape=dims, seed=seed,
                                  dtype=self.compute_dtype)
    return {'additions': draw(self.addition_factor), 'thresholds': draw(self.threshold_factor)}

  def transform_images(self, images, transformation, training=True):
    images = cast(images, self.compute_dtype)
    if not training or transformation is None:
      return images
    images = self._transform_value_range(images, self.value_range, (0, 255), self.compute_dtype)
    results = ops.clip(images + transformation['additions'], 0, 255)
    results = ops.where(results < transformation['thresholds'], results, 255 - results)
    return self._transform_value_range(results, (0, 255), self.value_range, self.compute_dtype)

  def get_config(self):
    return self._config('value_range', 'addition_factor', 'threshold_factor', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.auto_contrast'


#: tf.keras.layers.AutoContrast
class AutoContrast(Colour):
  """The darkest and the lightest value of each channel at the ends of the range."""
  _USE_BASE_FACTOR = False

  def __init__(self, value_range=(0, 255), **kwargs):
    super().__init__(**kwargs)
    self._set_value_range(value_range)

  def transform_images(self, images, transformation=None, training=True):
    original = images
    images = self._transform_value_range(images, self.value_range, (0, 255), self.compute_dtype)
    images = cast(images, self.compute_dtype)
    low = ops.min(images, axis=(1, 2), keepdims=True)
    high = ops.max(images, axis=(1, 2), keepdims=True)
    scale = 255.0 / (high - low)
    results = ops.clip(images * scale + -low * scale, 0.0, 255.0)
    results = self._transform_value_range(results, (0, 255), self.value_range, self.compute_dtype)
    return ops.where(isnan(results), original, results)

  def get_config(self):
    return self._config('value_range')
