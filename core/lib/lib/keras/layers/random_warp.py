"""tf.keras.layers: images blurred and warped at random (keras/src/layers/preprocessing/image_preprocessing)."""
from tensorflow_lib.keras.image_warp import elastic_transform, gaussian_blur, perspective_transform
from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer
from tensorflow_lib.keras.layers.support import SeedGenerator, cast, convert_to_tensor, ops, shape_of, uniform
from tensorflow_lib.keras.numpy_ops import repeat


class _Warp(BaseImagePreprocessingLayer):
  """A layer that changes each image with some probability."""
  _USE_BASE_FACTOR = False
  _FACTOR_BOUNDS = (0, 1)

  def _bounds_of(self, factor, name):
    """(least, most) of an argument that is a number or two."""
    low, high = self._FACTOR_BOUNDS
    text = ('The `%s` argument should be a number (or a list of two numbers) in the range [%s, %s]. Received: factor=%s' %
            (name, low, high, factor))
    if isinstance(factor, (tuple, list)):
      if len(factor) != 2 or factor[0] > high or factor[1] < low:
        raise ValueError(text)
      lower, upper = sorted(factor)
      return lower, upper
    if not isinstance(factor, (int, float)) or factor < low or factor > high:
      raise ValueError(text)
    return max(-abs(factor), low), abs(factor)

  def _chosen(self, batch_size, seed):
    """Which images change."""
    probability = uniform(shape=(batch_size,), minval=self.factor[0], maxval=self.factor[1], seed=seed)
    threshold = uniform(shape=(batch_size,), minval=0.0, maxval=1.0, seed=seed)
    return threshold < probability

  def _set_interpolation(self, interpolation):
    if interpolation not in ('nearest', 'bilinear'):
      raise NotImplementedError("Unknown `interpolation` %s. Expected of one ('nearest', 'bilinear')." % interpolation)

  def _config(self, *names):
    return {**BaseImagePreprocessingLayer.get_config(self), **{name: getattr(self, name) for name in names}}


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_gaussian_blur'


#: tf.keras.layers.RandomGaussianBlur
class RandomGaussianBlur(_Warp):

  def __init__(self, factor=1.0, kernel_size=3, sigma=1.0, value_range=(0, 255), data_format=None, seed=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self.kernel_size = self._odd(kernel_size)
    self.sigma = self._bounds_of(sigma, 'sigma')
    self.value_range = value_range
    self.seed = seed
    self.generator = SeedGenerator(seed)

  def _odd(self, size):
    text = 'kernel_size must be an odd number. Received: kernel_size=%s' % (size,)
    if isinstance(size, (tuple, list)):
      if len(size) != 2:
        raise ValueError('The `kernel_size` argument should be a number (or a list of two numbers) Received: kernel_size=%s' %
                         (size,))
      lower, upper = size
    elif isinstance(size, (int, float)):
      lower = upper = size
    else:
      raise ValueError(text)
    if lower % 2 == 0 or upper % 2 == 0:
      raise ValueError(text)
    return lower, upper

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    if len(shape) not in (3, 4):
      raise ValueError('Expected the input image to be rank 3 or 4. Received inputs.shape=%s' % (shape,))
    seed = seed or self._get_seed_generator()
    chosen = self._chosen(1 if len(shape) == 3 else shape[0], seed)
    factor = uniform(shape=(2,), minval=self.sigma[0], maxval=self.sigma[1], seed=seed, dtype=self.compute_dtype) + 1e-6
    return {'should_apply_blur': chosen, 'blur_factor': factor}

  def transform_images(self, images, transformation=None, training=True):
    images = cast(images, self.compute_dtype)
    if not training or transformation is None:
      return images
    blurred = gaussian_blur(images, kernel_size=self.kernel_size, sigma=transformation['blur_factor'],
                            data_format=self.data_format)
    images = ops.where(transformation['should_apply_blur'][:, None, None, None], blurred, images)
    return cast(ops.clip(images, self.value_range[0], self.value_range[1]), dtype=self.compute_dtype)

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return segmentation_masks

  def transform_bounding_boxes(self, bounding_boxes, transformation, training=True):
    return bounding_boxes

  def get_config(self):
    return self._config('factor', 'kernel_size', 'sigma', 'value_range', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_perspective'


#: tf.keras.layers.RandomPerspective
class RandomPerspective(_Warp):

  def __init__(self, factor=1.0, scale=1.0, interpolation='bilinear', fill_value=0.0, seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self.scale = scale
    self.fill_value = fill_value
    self.interpolation = interpolation
    self.seed = seed
    self.generator = SeedGenerator(seed)
    if scale < 0.0 or scale > 1.0:
      raise ValueError('The `scale` argument should be a number in the range [0,1]. Received: scale=%s' % scale)
    self._set_interpolation(interpolation)

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    images = data['images'] if isinstance(data, dict) else data
    shape = shape_of(images)
    batch_size = 1 if len(shape) == 3 else shape[0]
    height_axis, width_axis = self._axes()
    height, width = images.shape[height_axis], images.shape[width_axis]
    seed = seed or self._get_seed_generator()
    chosen = self._chosen(batch_size, seed)
    factor = uniform(shape=(batch_size, 4, 2), minval=-0.5 * self.scale, maxval=0.5 * self.scale, seed=seed,
                     dtype=self.compute_dtype)
    start = convert_to_tensor([[[0.0, 0.0], [width - 1, 0.0], [0.0, height - 1], [width - 1, height - 1]]],
                              dtype=self.compute_dtype)
    start = repeat(start, batch_size, axis=0)
    return {'apply_perspective': chosen, 'start_points': start, 'end_points': start + start * factor, 'input_shape': shape}

  def _transform_images(self, images, transformation, interpolation):
    if transformation is None:
      return images
    single = len(shape_of(images)) == 3
    if single:
      images = ops.expand_dims(images, axis=0)
    outputs = perspective_transform(images, transformation['start_points'], transformation['end_points'],
                                    interpolation=interpolation, fill_value=self.fill_value, data_format=self.data_format)
    outputs = ops.where(transformation['apply_perspective'][:, None, None, None], outputs, images)
    return ops.squeeze(outputs, axis=0) if single else outputs

  def get_config(self):
    return self._config('factor', 'scale', 'interpolation', 'fill_value', 'seed')


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_elastic_transform'


#: tf.keras.layers.RandomElasticTransform
class RandomElasticTransform(_Warp):
  _SUPPORTED_FILL_MODES = {'constant', 'nearest', 'wrap', 'mirror', 'reflect'}

  def __init__(self, factor=1.0, scale=1.0, interpolation='bilinear', fill_mode='reflect', fill_value=0.0,
               value_range=(0, 255), seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_factor(factor)
    self.scale = self._bounds_of(scale, 'scale')
    self.interpolation = interpolation
    self.fill_mode = fill_mode
    self.fill_value = fill_value
    self.value_range = value_range
    self.seed = seed
    self.generator = SeedGenerator(seed)
    self._set_interpolation(interpolation)
    if fill_mode not in self._SUPPORTED_FILL_MODES:
      raise NotImplementedError('Unknown `fill_mode` %s. Expected of one %s.' % (fill_mode, self._SUPPORTED_FILL_MODES))

  def get_random_transformation(self, data, training=True, seed=None):
    if not training or self.scale[1] == 0 or self.factor[1] == 0:
      return None
    shape = self._shape(data)
    batch_size = 1 if len(shape) == 3 else shape[0]
    seed = seed or self._get_seed_generator()
    chosen = self._chosen(batch_size, seed)
    factor = uniform(shape=(), minval=self.scale[0], maxval=self.scale[1], seed=seed, dtype=self.compute_dtype)
    return {'apply_transform': chosen, 'distortion_factor': factor, 'seed': seed}

  def _transform_images(self, images, transformation, interpolation):
    if transformation is None:
      return images
    chosen, factor = transformation['apply_transform'], transformation['distortion_factor']
    height_axis, width_axis = self._axes()
    height, width = images.shape[height_axis], images.shape[width_axis]
    alpha_scale, sigma_scale = 0.1 * factor, 0.05 * factor
    outputs = elastic_transform(images, alpha=max(height, width) * alpha_scale, sigma=min(height, width) * sigma_scale,
                                interpolation=interpolation, fill_mode=self.fill_mode, fill_value=self.fill_value,
                                seed=transformation['seed'], data_format=self.data_format)
    chosen = chosen[:, None, None] if len(images.shape) == 3 else chosen[:, None, None, None]
    images = ops.where(chosen, outputs, images)
    return cast(ops.clip(images, self.value_range[0], self.value_range[1]), self.compute_dtype)

  def get_config(self):
    return self._config('factor', 'scale', 'interpolation', 'fill_mode', 'fill_value', 'value_range', 'seed')
