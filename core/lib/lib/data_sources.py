"""Datasets of tensors, ranges, random numbers (data/ops/from_tensors_op.py and its siblings)."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_structure import flat_attrs
from tensorflow_lib.data_transforms import get_seed, in_module, int64

raw = tf.raw_ops


@in_module('from_tensors_op')
class _TensorDataset(Dataset):
  def __init__(self, element):
    element = structure.normalize(element)
    self._structure = structure.type_spec_of(element)
    super().__init__(raw.TensorDataset(components=structure.to_tensors(self._structure, element),
                                       output_shapes=flat_attrs(self._structure)['output_shapes']))


@in_module('from_tensor_slices_op')
class _TensorSliceDataset(Dataset):
  def __init__(self, element, is_files=False):
    element = structure.normalize(element)
    spec = structure.type_spec_of(element)
    tensors = structure.to_tensors(spec, element)
    if not tensors:
      raise ValueError('Invalid `element`. `element` should not be empty.')
    self._structure = structure.map_structure(structure.unbatched, spec)
    first = tensors[0].shape[0]
    for t in tensors[1:]:
      if first is not None and t.shape[0] is not None and t.shape[0] != first:
        raise ValueError('Dimensions %s and %s are not compatible' % (first, t.shape[0]))
    super().__init__(raw.TensorSliceDataset(components=tensors, is_files=is_files,
                                            output_shapes=flat_attrs(self._structure)['output_shapes']))


def slices(element):
  """The rows of a structure of tensors."""
  if any(getattr(leaf, '_type_spec', None) is not None and not isinstance(leaf, tf.Tensor)
         for leaf in structure.flatten(element)):
    element = structure.normalize(element)
    spec = structure.type_spec_of(element)
    if any(structure.is_composite(s) for s in structure.flatten(spec)):
      from tensorflow_lib import data_composites
      return data_composites.slices(element, spec)
  return _TensorSliceDataset(element)


@in_module('range_op')
class _RangeDataset(Dataset):
  def __init__(self, *args, **kwargs):
    if not 1 <= len(args) <= 3:
      raise ValueError('Invalid `args`. The length of `args` should be between 1 and 3 but was %d.' % len(args))
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (args + (1,))[:3]
    start, stop, step = int64(start, 'start'), int64(stop, 'stop'), int64(step, 'step')
    self._structure = tf.TensorSpec([], kwargs.get('output_type', tf.int64))
    super().__init__(raw.RangeDataset(start=start, stop=stop, step=step, **flat_attrs(self._structure)))


@in_module('random_op')
class _RandomDataset(Dataset):
  _structure = tf.TensorSpec([], tf.int64)

  def __init__(self, seed, rerandomize_each_iteration):
    seed, seed2 = get_seed(seed)
    if rerandomize_each_iteration:
      variant = raw.RandomDatasetV2(seed=seed, seed2=seed2, seed_generator=raw.DummySeedGenerator(),
                                    rerandomize_each_iteration=True, **flat_attrs(self._structure))
    else:
      variant = raw.RandomDataset(seed=seed, seed2=seed2, **flat_attrs(self._structure))
    super().__init__(variant)


def list_files(file_pattern, shuffle, seed):
  """The names of files that match, sorted or shuffled."""
  with op_scope(None, 'list_files'):
    file_pattern = convert(file_pattern, dtype=tf.string, name='file_pattern')
    matching = tf.io.matching_files(file_pattern)
    found = tf.greater(tf.shape(matching)[0], 0, name='match_not_empty')
    message = tf.add('No files matched pattern: ', tf.strings.reduce_join(file_pattern, separator=', '), name='message')
    check = tf.debugging.Assert(found, [message], summarize=1, name='assert_not_empty')
    with tf.control_dependencies([check]):
      matching = tf.identity(matching)
    dataset = _TensorSliceDataset(matching, is_files=True)
    if shuffle is None or shuffle:
      dataset = dataset.shuffle(tf.maximum(tf.shape(matching, out_type=tf.int64)[0], 1), seed=seed)
    return dataset
