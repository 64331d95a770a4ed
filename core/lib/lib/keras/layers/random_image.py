"""tf.keras.layers: random flips, crops, contrast, brightness (keras/src/layers/preprocessing/image_preprocessing)."""
import tensorflow as tf
from tensorflow_lib.keras.image_transform import crop_window, resize, window
from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer
from tensorflow_lib.keras.layers.support import Layer, SeedGenerator, cast, ops, shape_of, uniform
from tensorflow_lib.keras.random import make_default_seed
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_flip'


def per_image(shape):
  """The shape of one number for each image."""
  if len(shape) not in (3, 4):
    raise ValueError('Expected the input image to be rank 3 or 4. Received inputs.shape=%s' % (shape,))
  return (1, 1, 1) if len(shape) == 3 else [shape[0], 1, 1, 1]


#: tf.keras.layers.RandomFlip
class RandomFlip(BaseImagePreprocessingLayer):
  _USE_BASE_FACTOR = False

  def __init__(self, mode='horizontal_and_vertical', seed=None, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self._set_seed(seed)
    self.mode = mode
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    dims = (1, 1, 1) if len(shape) == 3 else (shape[0], 1, 1, 1)
    flips = ops.less_equal(uniform(shape=dims, seed=seed or self._get_seed_generator()), 0.5)
    return {'flips': flips, 'input_shape': shape}

  def transform_images(self, images, transformation, training=True):
    images = cast(images, self.compute_dtype)
    return self._flip_inputs(images, transformation) if training else images

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return self.transform_images(segmentation_masks, transformation, training=training)

  def _flip_inputs(self, inputs, transformation):
    if transformation is None:
      return inputs
    single = len(shape_of(inputs)) == 3
    outputs = ops.expand_dims(inputs, axis=0) if single else inputs
    vertical, horizontal = self._axes()
    for modes, axis in ((('horizontal', 'horizontal_and_vertical'), horizontal),
                        (('vertical', 'horizontal_and_vertical'), vertical)):
      if self.mode in modes:
        outputs = ops.where(transformation['flips'], ops.flip(outputs, axis=axis), outputs)
    return ops.squeeze(outputs, axis=0) if single else outputs

  def get_config(self):
    return {**super().get_config(), 'seed': self.seed, 'mode': self.mode, 'data_format': self.data_format}


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_crop'


#: tf.keras.layers.RandomCrop
class RandomCrop(BaseImagePreprocessingLayer):
  _USE_BASE_FACTOR = False

  def __init__(self, height, width, seed=None, data_format=None, name=None, **kwargs):
    super().__init__(name=name, **kwargs)
    self.height = height
    self.width = width
    self.seed = seed if seed is not None else make_default_seed()
    self.generator = SeedGenerator(seed)
    self.data_format = standardize_data_format(data_format)
    self.height_axis, self.width_axis = self._axes()
    self.supports_masking = False
    self.supports_jit = False
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True

  def get_random_transformation(self, data, training=True, seed=None):
    seed = seed or self._get_seed_generator()
    shape = self._shape(data)
    height, width = shape[self.height_axis], shape[self.width_axis]
    if height is None or width is None:
      raise ValueError('RandomCrop requires the input to have a fully defined height and width. Received: images.shape=%s' %
                       (shape,))
    if training and height > self.height and width > self.width:
      top = cast(uniform((), 0, maxval=float(height - self.height + 1), seed=seed), 'int32')
      left = cast(uniform((), 0, maxval=float(width - self.width + 1), seed=seed), 'int32')
      return top, left
    return crop_window(height, width, (self.height, self.width))[:2]

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    images = cast(images, self.compute_dtype)
    top, left = transformation
    images = window(images, top, left, self.height, self.width, self.data_format)
    shape = shape_of(images)
    height, width = shape[self.height_axis], shape[self.width_axis]
    if not isinstance(height, int) or not isinstance(width, int) or height != self.height or width != self.width:
      images = cast(resize(images, size=(self.height, self.width), data_format=self.data_format), self.compute_dtype)
    return images

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return self.transform_images(segmentation_masks, transformation)

  def compute_output_shape(self, input_shape, *args, **kwargs):
    shape = list(input_shape)
    shape[self.height_axis], shape[self.width_axis] = self.height, self.width
    return tuple(shape)

  def get_config(self):
    return {**super().get_config(), 'height': self.height, 'width': self.width, 'seed': self.seed,
            'data_format': self.data_format}


class _Colour(BaseImagePreprocessingLayer):
  """A layer that leaves masks as they are."""

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return segmentation_masks

  def get_config(self):
    return {**super().get_config(), 'factor': self.factor, 'value_range': self.value_range, 'seed': self.seed}


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_contrast'


#: tf.keras.layers.RandomContrast
class RandomContrast(_Colour):
  _FACTOR_BOUNDS = (0, 1)

  def __init__(self, factor, value_range=(0, 255), seed=None, **kwargs):
    super().__init__(**kwargs)
    self._set_factor(factor)
    self.value_range = value_range
    self._set_seed(seed)

  def get_random_transformation(self, data, training=True, seed=None):
    shape = per_image(self._shape(data))
    if not training:
      return {'contrast_factor': ops.zeros(shape)}
    factor = uniform(shape=shape, minval=1.0 - self.factor[0], maxval=1.0 + self.factor[1],
                     seed=seed or self._get_seed_generator(), dtype=self.compute_dtype)
    return {'contrast_factor': factor}

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    height_axis, width_axis = self._axes()
    mean = ops.mean(ops.mean(images, axis=height_axis, keepdims=True), axis=width_axis, keepdims=True)
    outputs = (images - mean) * transformation['contrast_factor'] + mean
    outputs = ops.clip(outputs, self.value_range[0], self.value_range[1])
    ops.reshape(outputs, shape_of(images))
    return outputs


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_brightness'


#: tf.keras.layers.RandomBrightness
class RandomBrightness(_Colour):

  def __init__(self, factor, value_range=(0, 255), seed=None, **kwargs):
    super().__init__(factor=factor, **kwargs)
    self._set_seed(seed)
    if not isinstance(value_range, (tuple, list)) or len(value_range) != 2:
      raise ValueError('The `value_range` argument should be a list of two numbers. Received: value_range=%s' %
                       (value_range,))
    self.value_range = sorted(value_range)

  def get_random_transformation(self, data, training=True, seed=None):
    shape = per_image(self._shape(data))
    if not training:
      return {'rgb_delta': ops.zeros(shape)}
    delta = uniform(minval=self.factor[0], maxval=self.factor[1], shape=shape, seed=seed or self._get_seed_generator())
    return {'rgb_delta': delta * (self.value_range[1] - self.value_range[0])}

  def transform_images(self, images, transformation, training=True):
    if not training:
      return images
    images = images + cast(transformation['rgb_delta'], images.dtype)
    return ops.clip(images, self.value_range[0], self.value_range[1])


__name__ = 'keras.src.legacy.layers'


class _RandomSize(Layer):
  """Images made longer or shorter along one axis."""

  def __init__(self, factor, interpolation='bilinear', seed=None, **kwargs):
    super().__init__(**kwargs)
    self.seed_generator = SeedGenerator(seed)
    self.factor = factor
    lower, upper = (factor[0], factor[1]) if isinstance(factor, (tuple, list)) else (-factor, factor)
    if upper < lower:
      raise ValueError('`factor` argument cannot have an upper bound %s than the lower bound. Received: factor=%s' %
                       (self._less, factor))
    if lower < -1.0 or upper < -1.0:
      raise ValueError('`factor` argument must have values larger than -1. Received: factor=%s' % (factor,))
    self._lower, self._upper = lower, upper
    self.interpolation = interpolation
    self.seed = seed

  def call(self, inputs, training=True):
    inputs = tf.convert_to_tensor(inputs, dtype=self.compute_dtype)
    if not training:
      return inputs
    shape = tf.shape(inputs)
    height, width = shape[-3], shape[-2]
    old = tf.cast(height if self._axis == -3 else width, tf.float32)
    factor = uniform(shape=[], minval=1.0 + self._lower, maxval=1.0 + self._upper, seed=self.seed_generator)
    new = tf.cast(factor * old, tf.int32)
    size = tf.stack([new, width] if self._axis == -3 else [height, new])
    output = tf.cast(tf.image.resize(images=inputs, size=size, method=self.interpolation), self.compute_dtype)
    static = inputs.shape.as_list()
    static[self._axis] = None
    output.set_shape(static)
    return output

  def compute_output_shape(self, input_shape):
    shape = list(input_shape)
    shape[self._axis] = None
    return tuple(shape)

  def get_config(self):
    return {**super().get_config(), 'factor': self.factor, 'interpolation': self.interpolation, 'seed': self.seed}


#: tf.keras.layers.RandomHeight
class RandomHeight(_RandomSize):
  _axis = -3
  _less = 'lesser'


#: tf.keras.layers.RandomWidth
class RandomWidth(_RandomSize):
  _axis = -2
  _less = 'less'
