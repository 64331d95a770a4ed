"""tf.keras.preprocessing.image: generators of changed images, of Keras 2 (keras/src/legacy/preprocessing/image.py)."""
import math
import os
import warnings

import numpy as np
from tensorflow_lib.keras.data_adapters import PyDataset
from tensorflow_lib.keras.dataset_files import _files_of, _say, img_to_array, load_img
from tensorflow_lib.keras.state import floatx, image_data_format

__name__ = 'keras.src.legacy.preprocessing.image'


#: tf.keras.preprocessing.image.Iterator
class Iterator(PyDataset):
  """Batches of some elements, one after another without end, or by their number."""
  white_list_formats = ('png', 'jpg', 'jpeg', 'bmp', 'ppm', 'tif', 'tiff')

  def __init__(self, n, batch_size, shuffle, seed, **kwargs):
    super().__init__(**kwargs)
    self.n = n
    self.batch_size = batch_size
    self.seed = seed
    self.shuffle = shuffle
    self.batch_index = 0
    self.total_batches_seen = 0
    self.index_array = None
    self.index_generator = self._flow_index()

  def _set_index_array(self):
    self.index_array = np.random.permutation(self.n) if self.shuffle else np.arange(self.n)

  def _seen(self):
    if self.seed is not None:
      np.random.seed(self.seed + self.total_batches_seen)

  def __getitem__(self, idx):
    if idx >= len(self):
      raise ValueError('Asked to retrieve element %s, but the Sequence has length %s' % (idx, len(self)))
    self._seen()
    self.total_batches_seen += 1
    if self.index_array is None:
      self._set_index_array()
    return self._get_batches_of_transformed_samples(self.index_array[self.batch_size * idx:self.batch_size * (idx + 1)])

  def __len__(self):
    return (self.n + self.batch_size - 1) // self.batch_size

  def on_epoch_end(self):
    self._set_index_array()

  def reset(self):
    self.batch_index = 0

  def _flow_index(self):
    self.reset()
    while True:
      self._seen()
      if self.batch_index == 0:
        self._set_index_array()
      current = 0 if self.n == 0 else (self.batch_index * self.batch_size) % self.n
      self.batch_index = self.batch_index + 1 if self.n > current + self.batch_size else 0
      self.total_batches_seen += 1
      yield self.index_array[current:current + self.batch_size]

  def __iter__(self):
    return self

  def __next__(self):
    return self._get_batches_of_transformed_samples(next(self.index_generator))

  def _get_batches_of_transformed_samples(self, index_array):
    raise NotImplementedError

  def _changed(self, x):
    """An image that the generator changes as chance says."""
    generator = self.image_data_generator
    return generator.standardize(generator.apply_transform(x, generator.get_random_transform(x.shape)))

  def _not_saved(self):
    if self.save_to_dir:
      raise NotImplementedError('tf.keras.preprocessing.image: save_to_dir')


#: tf.keras.preprocessing.image.NumpyArrayIterator
class NumpyArrayIterator(Iterator):

  def __init__(self, x, y, image_data_generator, batch_size=32, shuffle=False, sample_weight=None, seed=None,
               data_format=None, save_to_dir=None, save_prefix='', save_format='png', subset=None, ignore_class_split=False,
               dtype=None):
    data_format = image_data_format() if data_format is None else data_format
    self.dtype = floatx() if dtype is None else dtype
    more = []
    if isinstance(x, (tuple, list)):
      more = [np.asarray(a) for a in (x[1] if isinstance(x[1], list) else [x[1]])]
      x = x[0]
      for a in more:
        if len(x) != len(a):
          raise ValueError('All of the arrays in `x` should have the same length. Found a pair with: len(x[0]) = %d, '
                           'len(x[?]) = %d' % (len(x), len(a)))
    for a, name, shown in ((y, '`y` (labels)', 'y'), (sample_weight, '`sample_weight`', 'sample_weight')):
      if a is not None and len(x) != len(a):
        raise ValueError('`x` (images tensor) and %s should have the same length. Found: x.shape = %s, %s.shape = %s' %
                         (name, np.asarray(x).shape, shown, np.asarray(a).shape))
    if subset is not None:
      x, y, more = self._part(x, y, more, subset, image_data_generator, ignore_class_split)
    self.x = np.asarray(x, dtype=self.dtype)
    self.x_misc = more
    if self.x.ndim != 4:
      raise ValueError('Input data in `NumpyArrayIterator` should have rank 4. You passed an array with shape %s' %
                       (self.x.shape,))
    axis = 3 if data_format == 'channels_last' else 1
    if self.x.shape[axis] not in (1, 3, 4):
      warnings.warn('NumpyArrayIterator is set to use the data format convention "%s" (channels on axis %d), i.e. expected '
                    'either 1, 3, or 4 channels on axis %d. However, it was passed an array with shape %s (%d channels).' %
                    (data_format, axis, axis, self.x.shape, self.x.shape[axis]))
    self.y = None if y is None else np.asarray(y)
    self.sample_weight = None if sample_weight is None else np.asarray(sample_weight)
    self.image_data_generator = image_data_generator
    self.data_format = data_format
    self.save_to_dir = save_to_dir
    self.save_prefix = save_prefix
    self.save_format = save_format
    super().__init__(x.shape[0], batch_size, shuffle, seed)

  def _part(self, x, y, more, subset, generator, ignore_class_split):
    if subset not in ('training', 'validation'):
      raise ValueError('Invalid subset name: %s; expected "training" or "validation".' % subset)
    at = int(len(x) * generator._validation_split)
    if y is not None and not ignore_class_split and not np.array_equal(np.unique(y[:at]), np.unique(y[at:])):
      raise ValueError('Training and validation subsets have different number of classes after the split. If your numpy arrays '
                       'are sorted by the label, you might want to shuffle them.')
    part = slice(None, at) if subset == 'validation' else slice(at, None)
    return x[part], None if y is None else y[part], [np.asarray(a[part]) for a in more]

  def _get_batches_of_transformed_samples(self, index_array):
    self._not_saved()
    batch = np.zeros(tuple([len(index_array)] + list(self.x.shape)[1:]), dtype=self.dtype)
    for i, j in enumerate(index_array):
      batch[i] = self._changed(self.x[j].astype(self.dtype))
    more = [a[index_array] for a in self.x_misc]
    batch = [batch] + more if more else batch
    if self.y is None:
      return batch
    output = (batch, self.y[index_array])
    return output if self.sample_weight is None else output + (self.sample_weight[index_array],)


#: tf.keras.preprocessing.image.DirectoryIterator
class DirectoryIterator(Iterator):
  allowed_class_modes = {'categorical', 'binary', 'sparse', 'input', None}

  def __init__(self, directory, image_data_generator, target_size=(256, 256), color_mode='rgb', classes=None,
               class_mode='categorical', batch_size=32, shuffle=True, seed=None, data_format=None, save_to_dir=None,
               save_prefix='', save_format='png', follow_links=False, subset=None, interpolation='nearest',
               keep_aspect_ratio=False, dtype=None):
    self.data_format = image_data_format() if data_format is None else data_format
    self.image_data_generator = image_data_generator
    self.target_size = tuple(target_size)
    self.keep_aspect_ratio = keep_aspect_ratio
    channels = {'rgba': 4, 'rgb': 3, 'grayscale': 1}.get(color_mode)
    if channels is None:
      raise ValueError('Invalid color mode: %s; expected "rgb", "rgba", or "grayscale".' % color_mode)
    self.color_mode = color_mode
    last = self.data_format == 'channels_last'
    self.image_shape = self.target_size + (channels,) if last else (channels,) + self.target_size
    self.save_to_dir = save_to_dir
    self.interpolation = interpolation
    split = (0, 1)
    if subset is not None:
      if subset not in ('training', 'validation'):
        raise ValueError('Invalid subset name: %s;expected "training" or "validation"' % subset)
      at = image_data_generator._validation_split
      split = (0, at) if subset == 'validation' else (at, 1)
    self.subset = subset
    self.directory = directory
    if class_mode not in self.allowed_class_modes:
      raise ValueError('Invalid class_mode: %s; expected one of: %s' % (class_mode, self.allowed_class_modes))
    self.class_mode = class_mode
    self.dtype = floatx() if dtype is None else dtype
    if not classes:
      classes = [name for name in sorted(os.listdir(directory)) if os.path.isdir(os.path.join(directory, name))]
    self.num_classes = len(classes)
    self.class_indices = dict(zip(classes, range(len(classes))))
    self.filenames, numbers = [], []
    for name in classes:
      folder = os.path.join(directory, name)
      found = list(_files_of(folder, self.white_list_formats, follow_links))
      found = found[int(split[0] * len(found)):int(split[1] * len(found))]
      self.filenames += [os.path.join(os.path.basename(folder), os.path.relpath(path, folder)) for path in found]
      numbers += [self.class_indices[name]] * len(found)
    self.samples = len(self.filenames)
    self.classes = np.array(numbers, dtype='int32')
    _say('Found %d images belonging to %d classes.' % (self.samples, self.num_classes))
    self._filepaths = [os.path.join(directory, name) for name in self.filenames]
    super().__init__(self.samples, batch_size, shuffle, seed)

  filepaths = property(lambda self: self._filepaths)
  labels = property(lambda self: self.classes)
  sample_weight = property(lambda self: None)

  def _get_batches_of_transformed_samples(self, index_array):
    self._not_saved()
    batch = np.zeros((len(index_array),) + self.image_shape, dtype=self.dtype)
    for i, j in enumerate(index_array):
      image = load_img(self.filepaths[j], color_mode=self.color_mode, target_size=self.target_size,
                       interpolation=self.interpolation, keep_aspect_ratio=self.keep_aspect_ratio)
      batch[i] = self._changed(img_to_array(image, data_format=self.data_format))
    if self.class_mode == 'input':
      return batch, batch.copy()
    if self.class_mode is None:
      return batch
    classes = self.classes[index_array]
    return batch, np.eye(self.num_classes)[classes] if self.class_mode == 'categorical' else classes.astype(self.dtype)


# ---- changes of one image
def flip_axis(x, axis):
  return np.asarray(x).swapaxes(axis, 0)[::-1, ...].swapaxes(0, axis)


#: tf.keras.preprocessing.image.apply_affine_transform =apply_affine_transform
def apply_affine_transform(x, theta=0, tx=0, ty=0, shear=0, zx=1, zy=1, row_axis=1, col_axis=2, channel_axis=0,
                           fill_mode='nearest', cval=0.0, order=1):
  """The image as it is where nothing moves it."""
  axes = {row_axis, col_axis, channel_axis}
  if len(axes) != 3:
    raise ValueError("'row_axis', 'col_axis', and 'channel_axis' must be distinct")
  if axes != {0, 1, 2}:
    raise ValueError("Invalid axis' indices: %s" % (axes - {0, 1, 2},))
  if x.ndim != 3:
    raise ValueError('Input arrays must be multi-channel 2D images.')
  if channel_axis not in [0, 2]:
    raise ValueError('Channels are allowed and the first and last dimensions.')
  if theta != 0 or tx != 0 or ty != 0 or shear != 0 or zx != 1 or zy != 1:
    raise ImportError('This requires the scipy module. You can install it via `pip install scipy`')
  return x


def _moved(x, row_axis, col_axis, channel_axis, fill_mode, cval, order, **how):
  return apply_affine_transform(x, row_axis=row_axis, col_axis=col_axis, channel_axis=channel_axis, fill_mode=fill_mode,
                                cval=cval, order=order, **how)


#: tf.keras.preprocessing.image.random_rotation =random_rotation
def random_rotation(x, rg, row_axis=1, col_axis=2, channel_axis=0, fill_mode='nearest', cval=0.0, interpolation_order=1):
  return _moved(x, row_axis, col_axis, channel_axis, fill_mode, cval, interpolation_order, theta=np.random.uniform(-rg, rg))


#: tf.keras.preprocessing.image.random_shift =random_shift
def random_shift(x, wrg, hrg, row_axis=1, col_axis=2, channel_axis=0, fill_mode='nearest', cval=0.0, interpolation_order=1):
  tx = np.random.uniform(-hrg, hrg) * x.shape[row_axis]
  ty = np.random.uniform(-wrg, wrg) * x.shape[col_axis]
  return _moved(x, row_axis, col_axis, channel_axis, fill_mode, cval, interpolation_order, tx=tx, ty=ty)


#: tf.keras.preprocessing.image.random_shear =random_shear
def random_shear(x, intensity, row_axis=1, col_axis=2, channel_axis=0, fill_mode='nearest', cval=0.0, interpolation_order=1):
  return _moved(x, row_axis, col_axis, channel_axis, fill_mode, cval, interpolation_order,
                shear=np.random.uniform(-intensity, intensity))


#: tf.keras.preprocessing.image.random_zoom =random_zoom
def random_zoom(x, zoom_range, row_axis=1, col_axis=2, channel_axis=0, fill_mode='nearest', cval=0.0, interpolation_order=1):
  if len(zoom_range) != 2:
    raise ValueError('`zoom_range` should be a tuple or list of two floats. Received: %s' % (zoom_range,))
  zx, zy = 1, 1
  if zoom_range[0] != 1 or zoom_range[1] != 1:
    zx, zy = np.random.uniform(zoom_range[0], zoom_range[1], 2)
  return _moved(x, row_axis, col_axis, channel_axis, fill_mode, cval, interpolation_order, zx=zx, zy=zy)


#: tf.keras.preprocessing.image.apply_channel_shift =apply_channel_shift
def apply_channel_shift(x, intensity, channel_axis=0):
  """Each channel brighter by the intensity, within the range of values that there is."""
  return np.clip(x + intensity, np.min(x), np.max(x))


#: tf.keras.preprocessing.image.random_channel_shift =random_channel_shift
def random_channel_shift(x, intensity_range, channel_axis=0):
  return apply_channel_shift(x, np.random.uniform(-intensity_range, intensity_range), channel_axis=channel_axis)


#: tf.keras.preprocessing.image.apply_brightness_shift =apply_brightness_shift
def apply_brightness_shift(x, brightness, scale=True):
  raise ModuleNotFoundError("No module named 'PIL'")


#: tf.keras.preprocessing.image.random_brightness =random_brightness
def random_brightness(x, brightness_range, scale=True):
  if len(brightness_range) != 2:
    raise ValueError('`brightness_range should be tuple or list of two floats. Received: %s' % (brightness_range,))
  return apply_brightness_shift(x, np.random.uniform(brightness_range[0], brightness_range[1]), scale)


# ---- the generator
def _range_or_choice(values, size):
  """A shift: one of some values to either side, or between minus and plus a number; a part of the size below 1."""
  try:
    shift = np.random.choice(values)
    shift *= np.random.choice([-1, 1])
  except ValueError:
    shift = np.random.uniform(-values, values)
  return shift * size if np.max(values) < 1 else shift


#: tf.keras.preprocessing.image.ImageDataGenerator
class ImageDataGenerator:
  """Makes iterators over images that are changed at random."""

  def __init__(self, featurewise_center=False, samplewise_center=False, featurewise_std_normalization=False,
               samplewise_std_normalization=False, zca_whitening=False, zca_epsilon=1e-6, rotation_range=0,
               width_shift_range=0.0, height_shift_range=0.0, brightness_range=None, shear_range=0.0, zoom_range=0.0,
               channel_shift_range=0.0, fill_mode='nearest', cval=0.0, horizontal_flip=False, vertical_flip=False,
               rescale=None, preprocessing_function=None, data_format=None, validation_split=0.0, interpolation_order=1,
               dtype=None):
    data_format = image_data_format() if data_format is None else data_format
    self.featurewise_center = featurewise_center
    self.samplewise_center = samplewise_center
    self.featurewise_std_normalization = featurewise_std_normalization
    self.samplewise_std_normalization = samplewise_std_normalization
    self.zca_whitening = zca_whitening
    self.zca_epsilon = zca_epsilon
    self.rotation_range = rotation_range
    self.width_shift_range = width_shift_range
    self.height_shift_range = height_shift_range
    self.shear_range = shear_range
    self.zoom_range = zoom_range
    self.channel_shift_range = channel_shift_range
    self.fill_mode = fill_mode
    self.cval = cval
    self.horizontal_flip = horizontal_flip
    self.vertical_flip = vertical_flip
    self.rescale = rescale
    self.preprocessing_function = preprocessing_function
    self.dtype = floatx() if dtype is None else dtype
    self.interpolation_order = interpolation_order
    if data_format not in ('channels_last', 'channels_first'):
      raise ValueError('`data_format` should be `"channels_last"` (channel after row and column) or `"channels_first"` (channel '
                       'before row and column). Received: %s' % (data_format,))
    self.data_format = data_format
    self.channel_axis, self.row_axis, self.col_axis = (1, 2, 3) if data_format == 'channels_first' else (3, 1, 2)
    if validation_split and not 0 < validation_split < 1:
      raise ValueError('`validation_split` must be strictly between 0 and 1.  Received: %s' % validation_split)
    self._validation_split = validation_split
    self.mean = None
    self.std = None
    self.zca_whitening_matrix = None
    if isinstance(zoom_range, (float, int)):
      self.zoom_range = [1 - zoom_range, 1 + zoom_range]
    elif len(zoom_range) == 2 and all([isinstance(v, (float, int)) for v in zoom_range]):
      self.zoom_range = [zoom_range[0], zoom_range[1]]
    else:
      raise ValueError('`zoom_range` should be a float or a tuple or list of two floats. Received: %s' % (zoom_range,))
    self._settle(zca_whitening, featurewise_center, featurewise_std_normalization, samplewise_center,
                 samplewise_std_normalization)
    if brightness_range is not None and (not isinstance(brightness_range, (tuple, list)) or len(brightness_range) != 2):
      raise ValueError('`brightness_range should be tuple or list of two floats. Received: %s' % (brightness_range,))
    self.brightness_range = brightness_range

  def _settle(self, whitening, center, std, sample_center, sample_std):
    """What implies or excludes another."""
    start = 'This ImageDataGenerator specifies '
    if whitening and not center:
      self.featurewise_center = True
      warnings.warn(start + '`zca_whitening`, which overrides setting of `featurewise_center`.')
    if whitening and std:
      self.featurewise_std_normalization = False
      warnings.warn(start + '`zca_whitening` which overrides setting of`featurewise_std_normalization`.')
    if std and not center:
      self.featurewise_center = True
      warnings.warn(start + '`featurewise_std_normalization`, which overrides setting of `featurewise_center`.')
    if sample_std and not sample_center:
      self.samplewise_center = True
      warnings.warn(start + '`samplewise_std_normalization`, which overrides setting of `samplewise_center`.')

  def flow(self, x, y=None, batch_size=32, shuffle=True, sample_weight=None, seed=None, save_to_dir=None, save_prefix='',
           save_format='png', ignore_class_split=False, subset=None):
    return NumpyArrayIterator(x, y, self, batch_size=batch_size, shuffle=shuffle, sample_weight=sample_weight, seed=seed,
                              data_format=self.data_format, save_to_dir=save_to_dir, save_prefix=save_prefix,
                              save_format=save_format, ignore_class_split=ignore_class_split, subset=subset, dtype=self.dtype)

  def flow_from_directory(self, directory, target_size=(256, 256), color_mode='rgb', classes=None, class_mode='categorical',
                          batch_size=32, shuffle=True, seed=None, save_to_dir=None, save_prefix='', save_format='png',
                          follow_links=False, subset=None, interpolation='nearest', keep_aspect_ratio=False):
    return DirectoryIterator(directory, self, target_size=target_size, color_mode=color_mode, classes=classes,
                             class_mode=class_mode, batch_size=batch_size, shuffle=shuffle, seed=seed,
                             data_format=self.data_format, save_to_dir=save_to_dir, save_prefix=save_prefix,
                             save_format=save_format, follow_links=follow_links, subset=subset, interpolation=interpolation,
                             keep_aspect_ratio=keep_aspect_ratio, dtype=self.dtype)

  def flow_from_dataframe(self, dataframe, **kwargs):
    raise NotImplementedError('tf.keras.preprocessing.image.ImageDataGenerator.flow_from_dataframe')

  def _not_fit(self, what):
    warnings.warn("This ImageDataGenerator specifies `%s`, but it hasn't been fit on any training data. Fit it first by calling "
                  '`.fit(numpy_data)`.' % what)

  def standardize(self, x):
    if self.preprocessing_function:
      x = self.preprocessing_function(x)
    if self.rescale:
      x *= self.rescale
    if self.samplewise_center:
      x -= np.mean(x, keepdims=True)
    if self.samplewise_std_normalization:
      x /= np.std(x, keepdims=True) + 1e-6
    if self.featurewise_center:
      if self.mean is None:
        self._not_fit('featurewise_center')
      else:
        x -= self.mean
    if self.featurewise_std_normalization:
      if self.std is None:
        self._not_fit('featurewise_std_normalization')
      else:
        x /= self.std + 1e-6
    if self.zca_whitening:
      if self.zca_whitening_matrix is None:
        self._not_fit('zca_whitening')
      else:
        flat = x.reshape(-1, math.prod(x.shape[-3:]))
        x = np.reshape(flat @ self.zca_whitening_matrix, x.shape)
    return x

  def get_random_transform(self, img_shape, seed=None):
    if seed is not None:
      np.random.seed(seed)
    uniform = np.random.uniform
    theta = uniform(-self.rotation_range, self.rotation_range) if self.rotation_range else 0
    tx = _range_or_choice(self.height_shift_range, img_shape[self.row_axis - 1]) if self.height_shift_range else 0
    ty = _range_or_choice(self.width_shift_range, img_shape[self.col_axis - 1]) if self.width_shift_range else 0
    shear = uniform(-self.shear_range, self.shear_range) if self.shear_range else 0
    zx, zy = 1, 1
    if self.zoom_range[0] != 1 or self.zoom_range[1] != 1:
      zx, zy = uniform(self.zoom_range[0], self.zoom_range[1], 2)
    flip_horizontal = (np.random.random() < 0.5) * self.horizontal_flip
    flip_vertical = (np.random.random() < 0.5) * self.vertical_flip
    shift = uniform(-self.channel_shift_range, self.channel_shift_range) if self.channel_shift_range != 0 else None
    brightness = None
    if self.brightness_range is not None:
      brightness = uniform(self.brightness_range[0], self.brightness_range[1])
    return {'theta': theta, 'tx': tx, 'ty': ty, 'shear': shear, 'zx': zx, 'zy': zy, 'flip_horizontal': flip_horizontal,
            'flip_vertical': flip_vertical, 'channel_shift_intensity': shift, 'brightness': brightness}

  def apply_transform(self, x, transform_parameters):
    get = transform_parameters.get
    row, column, channel = self.row_axis - 1, self.col_axis - 1, self.channel_axis - 1
    x = apply_affine_transform(x, get('theta', 0), get('tx', 0), get('ty', 0), get('shear', 0), get('zx', 1), get('zy', 1),
                               row_axis=row, col_axis=column, channel_axis=channel, fill_mode=self.fill_mode, cval=self.cval,
                               order=self.interpolation_order)
    if get('channel_shift_intensity') is not None:
      x = apply_channel_shift(x, get('channel_shift_intensity'), channel)
    if get('flip_horizontal', False):
      x = flip_axis(x, column)
    if get('flip_vertical', False):
      x = flip_axis(x, row)
    return x if get('brightness') is None else apply_brightness_shift(x, get('brightness'), False)

  def random_transform(self, x, seed=None):
    return self.apply_transform(x, self.get_random_transform(x.shape, seed))

  def fit(self, x, augment=False, rounds=1, seed=None):
    """Learns what the images are on average."""
    x = np.asarray(x, dtype=self.dtype)
    if x.ndim != 4:
      raise ValueError('Input to `.fit()` should have rank 4. Got array with shape: ' + str(x.shape))
    if x.shape[self.channel_axis] not in (1, 3, 4):
      warnings.warn('Expected input to be images (as Numpy array) following the data format convention "%s" (channels on axis '
                    '%d), i.e. expected either 1, 3 or 4 channels on axis %d. However, it was passed an array with shape %s (%d '
                    'channels).' % (self.data_format, self.channel_axis, self.channel_axis, x.shape,
                                    x.shape[self.channel_axis]))
    if seed is not None:
      np.random.seed(seed)
    x = np.copy(x)
    if self.rescale:
      x *= self.rescale
    if augment:
      x = np.stack([self.random_transform(x[i]) for _ in range(rounds) for i in range(x.shape[0])]).astype(self.dtype)
    shape = [1, 1, 1]
    shape[self.channel_axis - 1] = x.shape[self.channel_axis]
    axes = (0, self.row_axis, self.col_axis)
    if self.featurewise_center:
      self.mean = np.reshape(np.mean(x, axis=axes), shape)
      x -= self.mean
    if self.featurewise_std_normalization:
      self.std = np.reshape(np.std(x, axis=axes), shape)
      x /= self.std + 1e-6
    if self.zca_whitening:
      n = len(x)
      flat = np.reshape(x, (n, -1))
      u, s, _ = np.linalg.svd(flat.T, full_matrices=False)
      self.zca_whitening_matrix = (u * (np.sqrt(n) / (s + self.zca_epsilon))).dot(u.T)
