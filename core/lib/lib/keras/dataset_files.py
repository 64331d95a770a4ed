"""tf.keras.utils: datasets of the files of a directory; images as arrays (keras/src/utils/text_dataset_utils.py,
image_dataset_utils.py, dataset_utils.py, image_utils.py)."""
import os

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.image_transform import smart_resize
from tensorflow_lib.keras.state import floatx, standardize_data_format, state

_IMAGES = ('.bmp', '.gif', '.jpeg', '.jpg', '.png')
_INTERPOLATIONS = ('bilinear', 'nearest', 'bicubic', 'area', 'lanczos3', 'lanczos5', 'gaussian', 'mitchellcubic')

__name__ = 'keras.src.utils.dataset_utils'


# ---- which files there are
def _say(text):
  if state.interactive_logging:
    print(text)


def _files_of(directory, formats, follow_links):
  """Paths of the files below a directory whose names end so."""
  if follow_links:
    raise NotImplementedError('tf.keras.utils: datasets of directories with follow_links=True')
  for root, _, files in sorted(os.walk(directory), key=lambda x: x[0]):
    for name in sorted(files):
      if name.lower().endswith(formats):
        yield os.path.join(root, name)


def _subdirectories(directory, labels, class_names):
  if labels == 'inferred':
    found = [name for name in sorted(os.listdir(directory))
             if os.path.isdir(os.path.join(directory, name)) and not name.startswith('.')]
    if class_names is None:
      return found
    if not set(class_names).issubset(set(found)):
      raise ValueError('The `class_names` passed did not match the names of the subdirectories of the target directory. '
                       'Expected: %s (or a subset of it), but received: class_names=%s' % (found, class_names))
    return class_names
  if class_names is not None:
    if labels is None:
      raise ValueError('When `labels=None` (no labels), argument `class_names` cannot be specified.')
    raise ValueError('When argument `labels` is specified, argument `class_names` cannot be specified (the `class_names` will '
                     'be the sorted list of labels).')
  return ['']


def index_directory(directory, labels, formats, class_names=None, shuffle=True, seed=None, follow_links=False, verbose=True):
  """(paths, labels, names of the classes) of the files below a directory, whose folders are the classes."""
  class_names = _subdirectories(directory, labels, class_names)
  paths, numbers = [], []
  for i, name in enumerate(class_names):
    folder = os.path.join(directory, name)
    base = os.path.basename(folder)
    for path in _files_of(folder, formats, follow_links):
      paths.append(os.path.join(directory, os.path.join(base, os.path.relpath(path, folder))))
      numbers.append(i)
  if labels == 'inferred':
    labels = np.array(numbers, dtype='int32')
  elif labels is None:
    class_names = None
  else:
    if len(labels) != len(paths):
      raise ValueError('Expected the lengths of `labels` to match the number of files in the target directory. len(labels) is '
                       '%d while we found %d files in directory %s.' % (len(labels), len(paths), directory))
    class_names = [str(label) for label in sorted(set(labels))]
  if verbose:
    if labels is None:
      _say('Found %d files.' % len(paths))
    else:
      _say('Found %d files belonging to %d classes.' % (len(paths), len(class_names)))
  if shuffle:
    if seed is None:
      seed = np.random.randint(1e6)
    np.random.RandomState(seed).shuffle(paths)
    if labels is not None:
      np.random.RandomState(seed).shuffle(labels)
  return paths, labels, class_names


def _split(samples, labels, validation_split, subset):
  """The part of the samples that is for training or for validation."""
  if not validation_split:
    return samples, labels
  count = int(validation_split * len(samples))
  if subset == 'training':
    _say('Using %d files for training.' % (len(samples) - count))
    part = slice(None, -count)
  elif subset == 'validation':
    _say('Using %d files for validation.' % count)
    part = slice(-count, None)
  else:
    raise ValueError('`subset` must be either "training" or "validation", received: %s' % subset)
  return samples[part], None if labels is None else labels[part]


def _check_split(validation_split, subset, shuffle, seed):
  if validation_split and not 0 < validation_split < 1:
    raise ValueError('`validation_split` must be between 0 and 1, received: %s' % validation_split)
  if (validation_split or subset) and not (validation_split and subset):
    raise ValueError('If `subset` is set, `validation_split` must be set, and inversely.')
  if subset not in ('training', 'validation', 'both', None):
    raise ValueError('`subset` must be either "training", "validation" or "both", received: %s' % subset)
  if validation_split and shuffle and seed is None:
    raise ValueError('If using `validation_split` and shuffling the data, you must provide a `seed` argument, to make sure that '
                     'there is no overlap between the training and validation subset.')


def _check_labels(labels, label_mode, class_names, what, only):
  """Raises for labels and modes that there are not."""
  if labels not in ('inferred', None):
    if not isinstance(labels, (list, tuple)):
      raise ValueError('`labels` argument should be a list/tuple of integer labels, of the same size as the number of %s files '
                       'in the target directory. If you wish to infer the labels from the subdirectory names in the target '
                       'directory, pass `labels="inferred"`. If you wish to get a dataset that only contains %s (no labels), '
                       'pass `labels=None`. Received: labels=%s' % (what, only, labels))
    if class_names:
      raise ValueError('You can only pass `class_names` if `labels="inferred"`. Received: labels=%s, and class_names=%s' %
                       (labels, class_names))
  if label_mode not in ('int', 'categorical', 'binary', None):
    raise ValueError('`label_mode` argument must be one of "int", "categorical", "binary", or None. Received: label_mode=%s' %
                     label_mode)


def _check_format(format):
  if format not in ('tf', 'grain'):
    raise ValueError('`format` should be either "tf" or "grain". Received: format=%s' % format)
  if format == 'grain':
    raise ImportError('This requires the grain module. You can install it via `pip install grain`')


def _labels_dataset(labels, label_mode, num_classes):
  dataset = tf.data.Dataset.from_tensor_slices(labels)
  if label_mode == 'binary':
    return dataset.map(lambda x: tf.expand_dims(tf.cast(x, 'float32'), axis=-1), num_parallel_calls=tf.data.AUTOTUNE)
  if label_mode == 'categorical':
    return dataset.map(lambda x: tf.one_hot(x, num_classes), num_parallel_calls=tf.data.AUTOTUNE)
  return dataset


def _from_directory(directory, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split, subset,
                    follow_links, verbose, formats, read, none_found):
  """Datasets of what `read` makes of the files; `none_found` says which are missing (of what kind)."""
  if labels is None or label_mode is None:
    labels = label_mode = None
  _check_split(validation_split, subset, shuffle, seed)
  if seed is None:
    seed = np.random.randint(1e6)
  paths, labels, class_names = index_directory(directory, labels, formats, class_names, shuffle, seed, follow_links, verbose)
  if label_mode == 'binary' and len(class_names) != 2:
    raise ValueError('When passing `label_mode="binary"`, there must be exactly 2 class_names. Received: class_names=%s' %
                     (class_names,))
  num_classes = len(class_names) if class_names else 0
  buffer_size = 1024 if batch_size is None else batch_size * 8

  def make(paths, labels, shuffle):
    dataset = tf.data.Dataset.from_tensor_slices(paths)
    if label_mode:
      dataset = tf.data.Dataset.zip((dataset, _labels_dataset(labels, label_mode, num_classes)))
    if shuffle:
      dataset = dataset.shuffle(buffer_size=buffer_size, seed=seed)
    change = (lambda x, y: (read(x), y)) if label_mode else read
    dataset = dataset.map(change, num_parallel_calls=tf.data.AUTOTUNE)
    if batch_size is not None:
      dataset = dataset.batch(batch_size)
    dataset = dataset.prefetch(tf.data.AUTOTUNE)
    dataset.class_names = class_names
    if formats == _IMAGES:
      dataset.file_paths = paths
    return dataset

  if subset != 'both':
    paths, labels = _split(paths, labels, validation_split, subset)
    if not paths:
      raise ValueError(none_found(''))
    return make(paths, labels, shuffle)
  training = _split(paths, labels, validation_split, 'training')
  validation = _split(paths, labels, validation_split, 'validation')
  for kind, (found, _) in (('training ', training), ('validation ', validation)):
    if not found:
      raise ValueError(none_found(kind))
  return [make(*training, shuffle), make(*validation, False)]


# ---- texts
#: tf.keras.utils.text_dataset_from_directory tf.keras.preprocessing.text_dataset_from_directory =text_dataset_from_directory
def text_dataset_from_directory(directory, labels='inferred', label_mode='int', class_names=None, batch_size=32,
                                max_length=None, shuffle=True, seed=None, validation_split=None, subset=None,
                                follow_links=False, format='tf', verbose=True):
  """A dataset of the texts in files, each folder a class."""
  _check_labels(labels, label_mode, class_names, 'text', 'text samples')
  _check_format(format)

  def read(path):
    text = tf.io.read_file(path)
    return text if max_length is None else tf.strings.substr(text, 0, max_length)

  return _from_directory(
      directory, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split, subset, follow_links, verbose,
      ('.txt',), read, lambda kind: 'No %stext files found in directory %s. Allowed format: .txt' % (kind, directory))


# ---- images
#: tf.keras.utils.image_dataset_from_directory tf.keras.preprocessing.image_dataset_from_directory =image_dataset_from_directory
def image_dataset_from_directory(directory, labels='inferred', label_mode='int', class_names=None, color_mode='rgb',
                                 batch_size=32, image_size=(256, 256), shuffle=True, seed=None, validation_split=None,
                                 subset=None, interpolation='bilinear', follow_links=False, crop_to_aspect_ratio=False,
                                 pad_to_aspect_ratio=False, data_format=None, format='tf', verbose=True):
  """A dataset of the images in files, all of one size, each folder a class."""
  _check_labels(labels, label_mode, class_names, 'image', 'images')
  channels = {'rgb': 3, 'rgba': 4, 'grayscale': 1}.get(color_mode)
  if channels is None:
    raise ValueError('`color_mode` must be one of {"rgb", "rgba", "grayscale"}. Received: color_mode=%s' % color_mode)
  if isinstance(image_size, int):
    image_size = (image_size, image_size)
  elif not isinstance(image_size, (list, tuple)) or len(image_size) != 2:
    raise ValueError('Invalid `image_size` value. Expected a tuple of 2 integers. Received: image_size=%s' % (image_size,))
  interpolation = interpolation.lower()
  if interpolation not in _INTERPOLATIONS:
    raise ValueError('Argument `interpolation` should be one of %s. Received: interpolation=%s' %
                     (_INTERPOLATIONS, interpolation))
  _check_format(format)
  data_format = standardize_data_format(data_format)
  first = data_format == 'channels_first'

  def read(path):
    image = tf.image.decode_image(tf.io.read_file(path), channels=channels, expand_animations=False)
    if pad_to_aspect_ratio and crop_to_aspect_ratio:
      raise ValueError('Only one of `pad_to_aspect_ratio`, `crop_to_aspect_ratio` can be set to `True`.')
    if crop_to_aspect_ratio:
      image = tf.transpose(image, (2, 0, 1)) if first else image
      image = smart_resize(image, image_size, interpolation=interpolation, data_format=data_format)
    else:
      if pad_to_aspect_ratio:
        image = tf.image.resize_with_pad(image, image_size[0], image_size[1], method=interpolation)
      else:
        image = tf.image.resize(image, image_size, method=interpolation)
      image = tf.transpose(image, (2, 0, 1)) if first else image
    size = tuple(image_size)
    image.set_shape((channels,) + size if first else size + (channels,))
    return image

  return _from_directory(
      directory, labels, label_mode, class_names, batch_size, shuffle, seed, validation_split, subset, follow_links, verbose,
      _IMAGES, read, lambda kind: 'No %simages found in directory %s. Allowed formats: %s' % (kind, directory, _IMAGES))


__name__ = 'keras.src.utils.image_utils'


def _no_pillow(name):
  raise ImportError('Could not import PIL.Image. The use of `%s` requires PIL.' % name)


#: tf.keras.utils.array_to_img tf.keras.preprocessing.image.array_to_img =array_to_img
def array_to_img(x, data_format=None, scale=True, dtype=None):
  standardize_data_format(data_format)
  _no_pillow('array_to_img')


#: tf.keras.utils.img_to_array tf.keras.preprocessing.image.img_to_array =img_to_array
def img_to_array(img, data_format=None, dtype=None):
  """An array of rank 3 of an array that may lack the axis of channels."""
  first = standardize_data_format(data_format) == 'channels_first'
  x = np.asarray(img, dtype=floatx() if dtype is None else dtype)
  if len(x.shape) == 3:
    return x.transpose(2, 0, 1) if first else x
  if len(x.shape) != 2:
    raise ValueError('Unsupported image shape: %s' % (x.shape,))
  return x.reshape((1,) + x.shape if first else x.shape + (1,))


#: tf.keras.utils.save_img tf.keras.preprocessing.image.save_img =save_img
def save_img(path, x, data_format=None, file_format=None, scale=True, **kwargs):
  array_to_img(x, data_format=data_format, scale=scale)


#: tf.keras.utils.load_img tf.keras.preprocessing.image.load_img =load_img
def load_img(path, color_mode='rgb', target_size=None, interpolation='nearest', keep_aspect_ratio=False):
  _no_pillow('load_img')
