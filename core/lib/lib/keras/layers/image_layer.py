"""What layers for images share (keras/src/layers/preprocessing/image_preprocessing/base_image_preprocessing_layer.py)."""
import math

from tensorflow_lib.keras.layers.data_layer import DataLayer
from tensorflow_lib.keras.layers.support import SeedGenerator, cast, convert_to_tensor, ops, shape_of
from tensorflow_lib.keras.numpy_more import cos, sin, tan
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.base_image_preprocessing_layer'


class BaseImagePreprocessingLayer(DataLayer):
  """Images, alone or with labels and masks in a dictionary, transformed as one random transformation says."""
  _USE_BASE_FACTOR = True
  _FACTOR_BOUNDS = (-1, 1)

  def __init__(self, factor=None, bounding_box_format=None, data_format=None, **kwargs):
    super().__init__(**kwargs)
    self.bounding_box_format = bounding_box_format
    self.data_format = standardize_data_format(data_format)
    if self._USE_BASE_FACTOR:
      self._set_factor(factor or 0.0)
    elif factor is not None:
      raise ValueError('Layer %s does not take a `factor` argument. Received: factor=%s' % (type(self).__name__, factor))

  def _set_factor(self, factor):
    low, high = self._FACTOR_BOUNDS
    text = ('The `factor` argument should be a number (or a list of two numbers) in the range [%s, %s]. Received: factor=%s'
            % (low, high, factor))
    if isinstance(factor, (tuple, list)):
      if len(factor) != 2 or factor[0] > high or factor[1] < low:
        raise ValueError(text)
      lower, upper = sorted(factor)
    elif isinstance(factor, (int, float)):
      if factor < low or factor > high:
        raise ValueError(text)
      factor = abs(factor)
      lower, upper = max(-factor, low), factor
    else:
      raise ValueError(text)
    self.factor = lower, upper

  def _set_seed(self, seed):
    self.seed = seed
    self.generator = SeedGenerator(seed)

  def _shape(self, data):
    return shape_of(data['images'] if isinstance(data, dict) else data)

  def _axes(self):
    """The axes of height and width, counted from the end."""
    return (-2, -1) if self.data_format == 'channels_first' else (-3, -2)

  def get_random_transformation(self, data, training=True, seed=None):
    return None

  def _transform_images(self, images, transformation, interpolation):
    raise NotImplementedError()

  def transform_images(self, images, transformation, training=True):
    images = cast(images, self.compute_dtype)
    return self._transform_images(images, transformation, self.interpolation) if training else images

  def transform_labels(self, labels, transformation, training=True):
    return labels

  def transform_bounding_boxes(self, bounding_boxes, transformation, training=True):
    raise NotImplementedError('tf.keras.layers of images with bounding boxes')

  def transform_segmentation_masks(self, segmentation_masks, transformation, training=True):
    if training:
      return self._transform_images(segmentation_masks, transformation, 'nearest')
    return segmentation_masks

  def _single(self, transform, data, transformation, training):
    outputs = transform(ops.expand_dims(data, axis=0), transformation=transformation, training=training)
    return ops.squeeze(outputs, axis=0)

  def transform_single_image(self, image, transformation, training=True):
    return self._single(self.transform_images, image, transformation, training)

  def transform_single_label(self, label, transformation, training=True):
    return self._single(self.transform_labels, label, transformation, training)

  def transform_single_segmentation_mask(self, segmentation_mask, transformation, training=True):
    return self._single(self.transform_segmentation_masks, segmentation_mask, transformation, training)

  def _is_batched(self, images):
    shape = shape_of(images)
    if len(shape) not in (3, 4):
      raise ValueError('Expected image tensor to have rank 3 (single image) or 4 (batch of images). Received: data.shape=%s'
                       % (shape,))
    return len(shape) == 4

  def call(self, data, training=True):
    transformation = self.get_random_transformation(data, training=training)
    options = {'transformation': transformation, 'training': training}
    if not isinstance(data, dict):
      transform = self.transform_images if self._is_batched(data) else self.transform_single_image
      return transform(convert_to_tensor(data), **options)
    batched = self._is_batched(data['images'])
    transform = self.transform_images if batched else self.transform_single_image
    data['images'] = transform(convert_to_tensor(data['images']), **options)
    if 'bounding_boxes' in data:
      if not self.bounding_box_format:
        raise ValueError("You passed an input with a 'bounding_boxes' key, but you didn't specify a bounding box format. "
                         "Pass a `bounding_box_format` argument to your %s layer, e.g. `bounding_box_format='xyxy'`." %
                         type(self).__name__)
      data['bounding_boxes'] = self.transform_bounding_boxes(data['bounding_boxes'], **options)
    if 'labels' in data:
      transform = self.transform_labels if batched else self.transform_single_label
      data['labels'] = transform(convert_to_tensor(data['labels']), **options)
    if 'segmentation_masks' in data:
      transform = self.transform_segmentation_masks if batched else self.transform_single_segmentation_mask
      data['segmentation_masks'] = transform(data['segmentation_masks'], **options)
    return data

  def get_config(self):
    config = {**super().get_config(), 'data_format': self.data_format}
    if self.bounding_box_format is not None:
      config['bounding_box_format'] = self.bounding_box_format
    return config

  def compute_output_shape(self, input_shape):
    return input_shape

  def _transform_value_range(self, images, original_range, target_range, dtype='float32'):
    """Values of one range as values of another."""
    if original_range[0] == target_range[0] and original_range[1] == target_range[1]:
      return images
    images = cast(images, dtype=dtype)
    low, high = cast(original_range[0], dtype), cast(original_range[1], dtype)
    new_low, new_high = cast(target_range[0], dtype), cast(target_range[1], dtype)
    images = (images - low) / (high - low)
    return images * (new_high - new_low) + new_low

  def _compute_affine_matrix(self, center_x, center_y, angle, translate_x, translate_y, scale, shear_x, shear_y, height,
                             width):
    """The eight numbers of each image's map."""
    radian = convert_to_tensor(math.pi / 180.0)
    angle = angle * radian
    shear_x, shear_y = shear_x * radian, shear_y * radian
    batch_size = shape_of(angle)[0]
    dtype = angle.dtype
    width, height = cast(width, dtype), cast(height, dtype)
    cx = center_x * (width - 1)
    cy = center_y * (height - 1)
    cos_theta, sin_theta = cos(angle), sin(angle)
    shear_x, shear_y = tan(shear_x), tan(shear_y)
    a0 = scale * (cos_theta + shear_x * sin_theta)
    a1 = scale * (-sin_theta + shear_x * cos_theta)
    a2 = translate_x + cx - cx * a0 - cy * a1
    b0 = scale * (shear_y * cos_theta + sin_theta)
    b1 = scale * (shear_y * -sin_theta + cos_theta)
    b2 = translate_y + cy - cx * b0 - cy * b1
    return ops.concatenate([a0[:, None], a1[:, None], a2[:, None], b0[:, None], b1[:, None], b2[:, None],
                            ops.zeros((batch_size, 2))], axis=1)


def sized(input_shape, height, width, data_format):
  """The shape with this height and width."""
  shape = list(input_shape)
  first = (1 if len(shape) == 4 else 0) + (0 if data_format == 'channels_last' else 1)
  shape[first], shape[first + 1] = height, width
  return tuple(shape)
