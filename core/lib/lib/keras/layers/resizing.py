"""tf.keras.layers: Resizing, CenterCrop (keras/src/layers/preprocessing/image_preprocessing)."""
import tensorflow as tf
from tensorflow_lib.keras.image_transform import resize, smart_resize, window
from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer, sized
from tensorflow_lib.keras.layers.support import cast, ops, shape_of
from tensorflow_lib.keras.state import is_int_dtype, standardize_data_format, standardize_dtype

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.resizing'


#: tf.keras.layers.Resizing
class Resizing(BaseImagePreprocessingLayer):
  _USE_BASE_FACTOR = False

  def __init__(self, height, width, interpolation='bilinear', crop_to_aspect_ratio=False, pad_to_aspect_ratio=False,
               fill_mode='constant', fill_value=0.0, antialias=False, data_format=None, **kwargs):
    super().__init__(**kwargs)
    self.height = height
    self.width = width
    self.interpolation = interpolation
    self.data_format = standardize_data_format(data_format)
    self.crop_to_aspect_ratio = crop_to_aspect_ratio
    self.pad_to_aspect_ratio = pad_to_aspect_ratio
    self.fill_mode = fill_mode
    self.fill_value = fill_value
    self.antialias = bool(antialias)
    self.height_axis, self.width_axis = self._axes()

  def _transform_images(self, images, transformation, interpolation):
    resized = resize(images, size=(self.height, self.width), interpolation=interpolation, antialias=self.antialias,
                     data_format=self.data_format, crop_to_aspect_ratio=self.crop_to_aspect_ratio,
                     pad_to_aspect_ratio=self.pad_to_aspect_ratio, fill_mode=self.fill_mode, fill_value=self.fill_value)
    if resized.dtype == images.dtype:
      return resized
    if is_int_dtype(images.dtype):
      resized = ops.round(resized)
    return tf.saturate_cast(resized, standardize_dtype(images.dtype))

  def transform_images(self, images, transformation=None, training=True):
    return self._transform_images(images, transformation, self.interpolation)

  def transform_segmentation_masks(self, segmentation_masks, transformation=None, training=True):
    return self._transform_images(segmentation_masks, transformation, 'nearest')

  def get_random_transformation(self, data, training=True, seed=None):
    shape = self._shape(data)
    return shape[self.height_axis], shape[self.width_axis]

  def compute_output_shape(self, input_shape):
    return sized(input_shape, self.height, self.width, self.data_format)

  def get_config(self):
    names = ('height', 'width', 'interpolation', 'crop_to_aspect_ratio', 'pad_to_aspect_ratio', 'fill_mode', 'fill_value',
             'antialias', 'data_format')
    return {**super().get_config(), **{name: getattr(self, name) for name in names}}


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.center_crop'


#: tf.keras.layers.CenterCrop
class CenterCrop(BaseImagePreprocessingLayer):
  """The middle of images; images that are too small are made larger."""
  _USE_BASE_FACTOR = False

  def __init__(self, height, width, data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    self.height = height
    self.width = width

  def get_random_transformation(self, data, training=True, seed=None):
    return {'input_shape': self._shape(data)}

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    return self.transform_images(segmentation_masks, transformation, training=training)

  def transform_images(self, images, transformation=None, training=True):
    inputs = cast(images, self.compute_dtype)
    shape = shape_of(inputs)
    height_axis, width_axis = self._axes()
    h_diff = shape[height_axis] - self.height
    w_diff = shape[width_axis] - self.width
    top, left = h_diff // 2, w_diff // 2
    if (not isinstance(h_diff, int) or h_diff >= 0) and (not isinstance(w_diff, int) or w_diff >= 0):
      return window(inputs, top, left, self.height, self.width, self.data_format)
    return smart_resize(inputs, [self.height, self.width], data_format=self.data_format)

  def compute_output_shape(self, input_shape):
    shape = list(input_shape)
    if isinstance(shape[0], (list, tuple)) or len(shape) not in (3, 4):
      raise ValueError('`input_shape` must be a non-nested tuple or list of rank-1 with size 3 (unbatched) or 4 (batched). ')
    return sized(shape, self.height, self.width, self.data_format)

  def get_config(self):
    return {**super().get_config(), 'height': self.height, 'width': self.width, 'data_format': self.data_format}
