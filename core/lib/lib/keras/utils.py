"""tf.keras.utils: classes as vectors, split datasets (keras/src/utils/numerical_utils.py, dataset_utils.py)."""
import random

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import data_adapters, nn_ops, numpy_ops
from tensorflow_lib.keras.state import flatten, pack_sequence_as
from tensorflow_lib.keras.tensors import is_tensor, shape as shape_of


#: tf.keras.utils.normalize =normalize
def normalize(x, axis=-1, order=2):
  if isinstance(x, np.ndarray):
    norm = np.atleast_1d(np.linalg.norm(x, order, axis))
    norm[norm == 0] = 1
    axis = axis or -1
    return x / np.expand_dims(norm, axis)
  return nn_ops.normalize(x, axis=axis, order=order)


#: tf.keras.utils.to_categorical =to_categorical
def to_categorical(x, num_classes=None):
  """A row of zeros with a one for each class."""
  if is_tensor(x):
    dims = shape_of(x)
    if len(dims) > 1 and dims[-1] == 1:
      x = numpy_ops.reshape(x, tuple(dims[:-1]))
    return nn_ops.one_hot(x, num_classes)
  x = np.array(x, dtype='int64')
  dims = x.shape
  if dims and dims[-1] == 1 and len(dims) > 1:
    dims = tuple(dims[:-1])
  x = x.reshape(-1)
  if not num_classes:
    num_classes = np.max(x) + 1
  out = np.zeros((x.shape[0], num_classes))
  out[np.arange(x.shape[0]), x] = 1
  return np.reshape(out, dims + (num_classes,))


#: tf.keras.utils.unpack_x_y_sample_weight =unpack_x_y_sample_weight
def unpack_x_y_sample_weight(data):
  return data_adapters.unpack_x_y_sample_weight(data)


#: tf.keras.utils.pack_x_y_sample_weight =pack_x_y_sample_weight
def pack_x_y_sample_weight(x, y=None, sample_weight=None):
  return data_adapters.pack_x_y_sample_weight(x, y, sample_weight)


#: tf.keras.utils.get_source_inputs =get_source_inputs
def get_source_inputs(tensor):
  """The inputs that a symbolic tensor comes from."""
  if not hasattr(tensor, '_keras_history'):
    return tensor
  operation, node_index, _ = tensor._keras_history
  if not operation or not operation._inbound_nodes:
    return [tensor]
  node = operation._inbound_nodes[node_index]
  if node.is_input:
    return flatten(node.output_tensors)
  sources = []
  for x in node.input_tensors:
    for found in get_source_inputs(x):
      if all(found is not known for known in sources):
        sources.append(found)
  return sources


def _elements(dataset):
  """(all elements, the size of batches)."""
  if isinstance(dataset, tf.data.Dataset):
    size = getattr(dataset, '_batch_size', None)
    return list(dataset.unbatch() if size is not None else dataset), size
  if isinstance(dataset, np.ndarray):
    return list(dataset), None
  kind = 'list' if isinstance(dataset, list) else 'tuple'
  if len(dataset) == 0:
    raise ValueError('Received an empty list dataset. Please provide a non-empty list of arrays.' if kind == 'list' else
                     'Received an empty list dataset.Please provide a non-empty tuple of arrays.')
  for i, element in enumerate(dataset):
    if not isinstance(element, np.ndarray):
      raise ValueError('Expected a %s of `numpy.ndarray` objects,Received: %s at index %d.' % (kind, type(element), i))
    if element.shape[0] != dataset[0].shape[0]:
      raise ValueError('Received a %s of NumPy arrays with different lengths.Mismatch found at index %d, Expected shape=%s '
                       'Received shape=%s.Please provide a %s of NumPy arrays of the same length.' %
                       (kind, i, dataset[0].shape, element.shape, kind))
  return list(zip(*dataset)), None


def _sizes(left, right, total):
  kinds = type(left), type(right)
  wrong = [size is not None and kind not in (int, float) for size, kind in zip((left, right), kinds)]
  if all(wrong):
    raise TypeError('Invalid `left_size` and `right_size` Types. Expected: integer or float or None, Received: '
                    'type(left_size)=%s and type(right_size)=%s' % kinds)
  if wrong[0]:
    raise TypeError('Invalid `left_size` Type. Expected: int or float or None, Received: type(left_size)=%s.  ' % kinds[0])
  if wrong[1]:
    raise TypeError('Invalid `right_size` Type. Expected: int or float or None,Received: type(right_size)=%s.' % kinds[1])
  if left == 0 and right == 0:
    raise ValueError('Both `left_size` and `right_size` are zero. At least one of the split sizes must be non-zero.')
  for name, size, kind, text in (('left_size', left, kinds[0], '%s, or'), ('right_size', right, kinds[1], '%s or')):
    if kind is int and not 0 < size < total or kind is float and not 0 < size < 1:
      more = 'integer smaller than %s, or a float' if name == 'left_size' else 'integer and smaller than %s or a float'
      raise ValueError(('`%s` should be either a positive ' + more + ' within the range `[0, 1]`. Received: %s=%s') %
                       (name, total, name, size))
  if kinds == (float, float) and left + right > 1:
    raise ValueError('The sum of `left_size` and `right_size` is greater than 1. It must be less than or equal to 1.')
  left, right = [round(size * total) if type(size) is float else size for size in (left, right)]
  if left is None:
    left = total - right
  elif right is None:
    right = total - left
  if left + right > total:
    raise ValueError('The sum of `left_size` and `right_size` should be smaller than the %d. Received: left_size + right_size '
                     '= %sand total_length = %d' % (total, float(left + right), total))
  for size, side in ((left, 'left'), (right, 'right')):
    if size == 0:
      raise ValueError('With `dataset` of length=%d, `left_size`=%s and `right_size`=%s.Resulting %s side dataset split will be '
                       'empty. Adjust any of the aforementioned parameters' % (total, left, right, side))
  return int(left), int(right)


def _as_dataset(elements, whole, size):
  if not isinstance(whole, np.ndarray):
    like = elements[0]
    columns = [np.array(column) for column in zip(*[flatten(e) for e in elements])]
    elements = pack_sequence_as(like, columns)
    if isinstance(elements, list):
      elements = tuple(elements)
  dataset = tf.data.Dataset.from_tensor_slices(elements)
  if size is not None:
    dataset = dataset.batch(size)
  return dataset.prefetch(tf.data.AUTOTUNE)


#: tf.keras.utils.split_dataset =split_dataset
def split_dataset(dataset, left_size=None, right_size=None, shuffle=False, seed=None, preferred_backend=None):
  """Two datasets of the first and the last elements."""
  if not isinstance(dataset, (tf.data.Dataset, np.ndarray, list, tuple)):
    raise TypeError('Unsupported dataset type: %s' % type(dataset))
  if right_size is None and left_size is None:
    raise ValueError('At least one of the `left_size` or `right_size` must be specified. Received: left_size=None and '
                     'right_size=None')
  elements, size = _elements(dataset)
  if not elements:
    raise ValueError('Received an empty dataset. Argument `dataset` must be a non-empty list/tuple of `numpy.ndarray` objects '
                     'or `tf.data.Dataset` objects.')
  if shuffle:
    random.seed(random.randint(0, int(1e6)) if seed is None else seed)
    random.shuffle(elements)
  left, right = _sizes(left_size, right_size, len(elements))
  return _as_dataset(elements[:left], dataset, size), _as_dataset(elements[-right:], dataset, size)
