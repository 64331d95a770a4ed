"""tf.keras.layers: random rotation, zoom, translation (keras/src/layers/preprocessing/image_preprocessing)."""
from tensorflow_lib.keras.image_transform import affine_transform
from tensorflow_lib.keras.layers.image_layer import BaseImagePreprocessingLayer
from tensorflow_lib.keras.layers.support import cast, ops, shape_of, uniform
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_rotation'
_FILL_MODES = ('reflect', 'wrap', 'constant', 'nearest')
_INTERPOLATIONS = ('nearest', 'bilinear')


class _Affine(BaseImagePreprocessingLayer):

  def _set_options(self, fill_mode, interpolation, seed, fill_value):
    if fill_mode not in _FILL_MODES:
      raise NotImplementedError('Unknown `fill_mode` %s. Expected of one %s.' % (fill_mode, _FILL_MODES))
    if interpolation not in _INTERPOLATIONS:
      raise NotImplementedError('Unknown `interpolation` %s. Expected of one %s.' % (interpolation, _INTERPOLATIONS))
    self.fill_mode = fill_mode
    self.fill_value = fill_value
    self.interpolation = interpolation
    self._set_seed(seed)
    self.supports_jit = False

  def _transform(self, images, matrix, interpolation):
    return affine_transform(images, transform=matrix, interpolation=interpolation, fill_mode=self.fill_mode,
                            fill_value=self.fill_value, data_format=self.data_format)

  def _batch(self, inputs):
    """Images as a batch, its shape, and whether it was one image."""
    shape = shape_of(inputs)
    if len(shape) == 4:
      return inputs, shape, False
    inputs = ops.expand_dims(inputs, axis=0)
    return inputs, shape_of(inputs), True

  def _factors(self, factor, name, text, includes_lowest):
    """(lower, upper) of a factor that is one number or two."""
    numbers = factor if isinstance(factor, (tuple, list)) else [factor]
    if isinstance(factor, (tuple, list)) and len(factor) != 2 or not isinstance(factor, (tuple, list, int, float)):
      raise ValueError('%sReceived: %s=%s' % (text, name, factor))
    for number in numbers:
      if number > 1.0 or number < -1.0 or number == -1.0 and not includes_lowest:
        raise ValueError('%sReceived: input_number=%s' % (text, number))
    if len(numbers) == 2:
      return tuple(sorted(numbers))
    return -abs(factor), abs(factor)


#: tf.keras.layers.RandomRotation
class RandomRotation(_Affine):

  def __init__(self, factor, fill_mode='reflect', interpolation='bilinear', seed=None, fill_value=0.0, data_format=None,
               **kwargs):
    super().__init__(factor=factor, data_format=data_format, **kwargs)
    self._set_options(fill_mode, interpolation, seed, fill_value)

  def _transform_images(self, images, transformation, interpolation):
    return self._transform(images, transformation['rotation_matrix'], interpolation)

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    batch_size = shape[0] if len(shape) == 4 else 1
    height_axis, width_axis = self._axes()
    height, width = shape[height_axis], shape[width_axis]
    angle = uniform(shape=(batch_size,), minval=self.factor[0] * 360.0, maxval=self.factor[1] * 360.0,
                    seed=seed or self._get_seed_generator())
    matrix = self._compute_affine_matrix(
        center_x=0.5, center_y=0.5, angle=angle, translate_x=ops.zeros([batch_size]), translate_y=ops.zeros([batch_size]),
        scale=ops.ones([batch_size]), shear_x=ops.zeros([batch_size]), shear_y=ops.zeros([batch_size]), height=height,
        width=width)
    if len(shape) == 3:
      matrix = ops.squeeze(matrix, axis=0)
    return {'angle': angle, 'rotation_matrix': matrix, 'image_height': height, 'image_width': width,
            'batch_size': batch_size}

  def get_config(self):
    return {**super().get_config(), 'factor': self.factor, 'data_format': self.data_format, 'fill_mode': self.fill_mode,
            'fill_value': self.fill_value, 'interpolation': self.interpolation, 'seed': self.seed}


class _TwoFactors(_Affine):
  _USE_BASE_FACTOR = False

  def get_config(self):
    names = ('height_factor', 'width_factor', 'fill_mode', 'interpolation', 'seed', 'fill_value', 'data_format')
    return {**super().get_config(), **{name: getattr(self, name) for name in names}}


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_zoom'


#: tf.keras.layers.RandomZoom
class RandomZoom(_TwoFactors):
  _FACTOR_VALIDATION_ERROR = ('The `height_factor` and `width_factor` arguments should be a number (or a list of two numbers) '
                              'in the range (-1.0, 1.0]. ')

  def __init__(self, height_factor, width_factor=None, fill_mode='reflect', interpolation='bilinear', seed=None,
               fill_value=0.0, data_format=None, **kwargs):
    super().__init__(**kwargs)
    self.height_factor = height_factor
    text = self._FACTOR_VALIDATION_ERROR
    self.height_lower, self.height_upper = self._factors(height_factor, 'height_factor', text, False)
    self.width_factor = width_factor
    if width_factor is not None:
      self.width_lower, self.width_upper = self._factors(width_factor, 'width_factor', text, False)
    self._set_options(fill_mode, interpolation, seed, fill_value)
    self.data_format = standardize_data_format(data_format)

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    dims = (shape[0], 1) if len(shape) == 4 else (1, 1)
    seed = seed or self._get_seed_generator()
    height_zoom = width_zoom = uniform(minval=1.0 + self.height_lower, maxval=1.0 + self.height_upper, shape=dims, seed=seed)
    if self.width_factor is not None:
      width_zoom = uniform(minval=1.0 + self.width_lower, maxval=1.0 + self.width_upper, shape=dims, seed=seed)
    return {'height_zoom': height_zoom, 'width_zoom': width_zoom, 'input_shape': shape}

  def _transform_images(self, images, transformation, interpolation):
    if transformation is None:
      return images
    zooms = cast(ops.concatenate([transformation['width_zoom'], transformation['height_zoom']], axis=1), dtype='float32')
    images, shape, single = self._batch(images)
    height_axis, width_axis = self._axes()
    matrix = self._get_zoom_matrix(zooms, shape[height_axis], shape[width_axis])
    outputs = self._transform(images, matrix, interpolation)
    return ops.squeeze(outputs, axis=0) if single else outputs

  def _get_zoom_matrix(self, zooms, image_height, image_width):
    n = shape_of(zooms)[0]
    x_offset = (cast(image_width, 'float32') - 1.0) / 2.0 * (1.0 - zooms[:, 0:1])
    y_offset = (cast(image_height, 'float32') - 1.0) / 2.0 * (1.0 - zooms[:, 1:])
    return ops.concatenate([zooms[:, 0:1], ops.zeros((n, 1)), x_offset, ops.zeros((n, 1)), zooms[:, 1:], y_offset,
                            ops.zeros((n, 2))], axis=1)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_translation'


#: tf.keras.layers.RandomTranslation
class RandomTranslation(_TwoFactors):
  _FACTOR_VALIDATION_ERROR = ('The `factor` argument should be a number (or a list of two numbers) in the range [-1.0, 1.0]. ')

  def __init__(self, height_factor, width_factor, fill_mode='reflect', interpolation='bilinear', seed=None, fill_value=0.0,
               data_format=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    text = self._FACTOR_VALIDATION_ERROR
    self.height_factor = height_factor
    self.height_lower, self.height_upper = self._factors(height_factor, 'height_factor', text, True)
    self.width_factor = width_factor
    self.width_lower, self.width_upper = self._factors(width_factor, 'width_factor', text, True)
    self._set_options(fill_mode, interpolation, seed, fill_value)

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    batch_size = 1 if len(shape) == 3 else shape[0]
    height_axis, width_axis = self._axes()
    seed = seed or self._get_seed_generator()
    height = uniform(minval=self.height_lower, maxval=self.height_upper, shape=[batch_size, 1], seed=seed)
    height = ops.multiply(height, shape[height_axis])
    width = uniform(minval=self.width_lower, maxval=self.width_upper, shape=[batch_size, 1], seed=seed)
    width = ops.multiply(width, shape[width_axis])
    return {'translations': cast(ops.concatenate([width, height], axis=1), dtype='float32'), 'input_shape': shape}

  def _transform_images(self, images, transformation, interpolation):
    if transformation is None:
      return images
    images, _, single = self._batch(images)
    matrix = self._get_translation_matrix(transformation['translations'])
    outputs = self._transform(images, matrix, interpolation)
    return ops.squeeze(outputs, axis=0) if single else outputs

  def _get_translation_matrix(self, translations):
    n = shape_of(translations)[0]
    return ops.concatenate([ops.ones((n, 1)), ops.zeros((n, 1)), -translations[:, 0:1], ops.zeros((n, 1)),
                            ops.ones((n, 1)), -translations[:, 1:], ops.zeros((n, 2))], axis=1)


__name__ = 'keras.src.layers.preprocessing.image_preprocessing.random_shear'


#: tf.keras.layers.RandomShear
class RandomShear(_Affine):
  _USE_BASE_FACTOR = False
  _FACTOR_VALIDATION_ERROR = ('The `factor` argument should be a number (or a list of two numbers) in the range [0, 1.0]. ')

  def __init__(self, x_factor=0.0, y_factor=0.0, interpolation='bilinear', fill_mode='reflect', fill_value=0.0,
               data_format=None, seed=None, **kwargs):
    super().__init__(data_format=data_format, **kwargs)
    for name, factor in (('x_factor', x_factor), ('y_factor', y_factor)):
      numbers = factor if isinstance(factor, (tuple, list)) else [factor]
      if any(isinstance(n, (int, float)) and n < 0 for n in numbers):
        raise ValueError('%sReceived: input_number=%s' % (self._FACTOR_VALIDATION_ERROR, min(numbers)))
      setattr(self, name, self._factors(factor, name, self._FACTOR_VALIDATION_ERROR, True))
    self._set_options(fill_mode, interpolation, seed, fill_value)

  def get_random_transformation(self, data, training=True, seed=None):
    if not training:
      return None
    shape = self._shape(data)
    batch_size = 1 if len(shape) == 3 else shape[0]
    seed = seed or self._get_seed_generator()
    draw = lambda low, high: uniform(minval=low, maxval=high, shape=[batch_size, 1], seed=seed, dtype=self.compute_dtype)
    invert = draw(0, 1)
    invert = ops.where(invert > 0.5, -ops.ones_like(invert), ops.ones_like(invert))
    shear_y = draw(*self.y_factor)
    shear_x = draw(*self.x_factor)
    factor = cast(ops.concatenate([shear_x, shear_y], axis=1), self.compute_dtype) * invert
    return {'shear_factor': factor, 'input_shape': shape}

  def _transform_images(self, images, transformation, interpolation):
    if transformation is None:
      return images
    images, _, single = self._batch(images)
    outputs = self._transform(images, self._get_shear_matrix(transformation['shear_factor']), interpolation)
    return ops.squeeze(outputs, axis=0) if single else outputs

  def _get_shear_matrix(self, factors):
    n = shape_of(factors)[0]
    one, zero = lambda: ops.ones((n,)), lambda: ops.zeros((n,))
    return ops.stack([one(), factors[:, 0], zero(), factors[:, 1], one(), zero(), zero(), zero()], axis=1)

  def get_config(self):
    names = ('x_factor', 'y_factor', 'fill_mode', 'interpolation', 'seed', 'fill_value', 'data_format')
    return {**super().get_config(), **{name: getattr(self, name) for name in names}}
