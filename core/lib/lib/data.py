"""tf.data.Dataset: a dataset is a variant tensor that dataset ops make of other datasets' variants; its elements are
structures of tensors (data/ops/dataset_ops.py). What changes datasets is in data_transforms.py, where they come
from in data_sources.py."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.data_iterator import NumpyIterator, OwnedIterator
from tensorflow_lib.data_structure import StructureSpec, flat_attrs

raw = tf.raw_ops

#: tf.data.AUTOTUNE tf.data.experimental.AUTOTUNE
AUTOTUNE = -1

#: tf.data.INFINITE_CARDINALITY tf.data.experimental.INFINITE_CARDINALITY
INFINITE_CARDINALITY = -1

#: tf.data.UNKNOWN_CARDINALITY tf.data.experimental.UNKNOWN_CARDINALITY
UNKNOWN_CARDINALITY = -2


#: tf.data.DatasetSpec
class DatasetSpec(StructureSpec):
  """The spec of a dataset: its element_spec."""

  def __init__(self, element_spec, dataset_shape=()):
    self._element_spec = element_spec
    self._dataset_shape = tf.TensorShape(dataset_shape)

  element_spec = property(lambda self: self._element_spec)
  value_type = property(lambda self: Dataset)
  _component_specs = property(lambda self: [tf.TensorSpec(self._dataset_shape, tf.variant)])

  def _serialize(self):
    return (self._element_spec, self._dataset_shape)

  def _batch(self, size):
    return DatasetSpec(self._element_spec, tf.TensorShape([size]).concatenate(self._dataset_shape))

  def _unbatch(self):
    if self._dataset_shape.rank == 0:
      raise ValueError('Slicing dataset elements is not supported for rank 0.')
    return DatasetSpec(self._element_spec, self._dataset_shape[1:])

  def _from_components(self, components):
    if self._dataset_shape.rank == 0:
      return _VariantDataset(components[0], self._element_spec)
    return _NestedVariant(components[0], self._element_spec, self._dataset_shape)

  @staticmethod
  def from_value(value):
    return DatasetSpec(value.element_spec)


DatasetSpec.__module__ = 'tensorflow.python.data.ops.dataset_ops'


#: tf.data.Dataset
class Dataset:
  """A sequence of elements. Subclasses give `element_spec` and the variant."""

  _tf_composite_tensor = True
  _batch_axis = None

  def __init__(self, variant_tensor, inputs=()):
    self._variant_tensor_attr = variant_tensor
    self._input_list = list(inputs)
    options = tf.data.Options()
    for dataset in inputs:
      options = options.merge(dataset._options_attr)
    options._freeze()
    self._options_attr = options

  _variant_tensor = property(lambda self: self._variant_tensor_attr)
  element_spec = property(lambda self: self._structure)
  _type_spec = property(lambda self: DatasetSpec(self.element_spec))

  def _flatten_components(self):
    return [self._variant_tensor]

  def _inputs(self):
    return self._input_list

  def options(self):
    """Those of the dataset and of its inputs."""
    return self._options_attr

  # ---- as Python sees it
  def __iter__(self):
    return OwnedIterator(self)

  def __bool__(self):
    return True

  __nonzero__ = __bool__

  def __len__(self):
    if not tf.executing_eagerly():
      raise TypeError('`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` '
                      'instead.')
    length = int(self.cardinality())
    if length == INFINITE_CARDINALITY:
      raise TypeError('The dataset is infinite.')
    if length == UNKNOWN_CARDINALITY:
      raise TypeError('The dataset length is unknown.')
    return length

  def __repr__(self):
    return '<%s element_spec=%r>' % (type(self).__name__, self.element_spec)

  def __debug_string__(self):
    def lines(dataset, depth):
      out = ['-' * (2 * depth) + repr(dataset)]
      for x in dataset._inputs():
        out += lines(x, depth + 1)
      return out

    return '\n'.join(lines(self, 0))

  def as_numpy_iterator(self):
    if not tf.executing_eagerly():
      raise RuntimeError('`tf.data.Dataset.as_numpy_iterator()` is only supported in eager mode.')
    for spec in structure.flatten(self.element_spec):
      if not isinstance(spec, (tf.TensorSpec, structure.NoneTensorSpec)) and not structure.is_composite(spec):
        raise TypeError('`tf.data.Dataset.as_numpy_iterator()` is not supported for datasets that produce values of '
                        'type %s' % (spec.value_type,))
    return NumpyIterator(self)

  def cardinality(self):
    return raw.DatasetCardinality(input_dataset=self._variant_tensor)

  # ---- in loops of traced functions, and given to Python's builtins there
  def _staged_loop(self, init, body, stops):
    """The last state of a loop over the dataset; `body(state, element)` gives (state, (state, goes on))."""
    from tensorflow_lib.data_transforms import _ScanDataset
    steps = _ScanDataset(self, init, body, use_default_device=False)
    if stops:
      steps = steps.take_while(lambda state, more: more)
    return steps.reduce(init, lambda state, step: step[0])

  def _staged_builtin(self, name, *args, **kwargs):
    from tensorflow_lib.data_builtins import call_builtin
    return call_builtin(name, *args, **kwargs)

  # ---- where datasets come from
  @staticmethod
  def from_tensors(tensors, name=None):
    from tensorflow_lib.data_sources import _TensorDataset
    return _TensorDataset(tensors)

  @staticmethod
  def from_tensor_slices(tensors, name=None):
    from tensorflow_lib.data_sources import slices
    return slices(tensors)

  @staticmethod
  def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
    from tensorflow_lib.data_generator import from_generator
    return from_generator(generator, output_types, output_shapes, args, output_signature)

  @staticmethod
  def range(*args, **kwargs):
    from tensorflow_lib.data_sources import _RangeDataset
    return _RangeDataset(*args, **kwargs)

  @staticmethod
  def random(seed=None, rerandomize_each_iteration=None, name=None):
    from tensorflow_lib.data_sources import _RandomDataset
    return _RandomDataset(seed, rerandomize_each_iteration)

  @staticmethod
  def counter(start=0, step=1, dtype=tf.int64, name=None):
    start, step = convert(start, dtype=dtype), convert(step, dtype=dtype)
    return Dataset.from_tensors(0).repeat(None).scan(start, lambda state, _: (state + step, state))

  @staticmethod
  def zip(*args, datasets=None, name=None):
    from tensorflow_lib.data_transforms import _ZipDataset
    if not args and datasets is None:
      raise TypeError('Must pass at least one dataset to `zip`.')
    if args and datasets is not None:
      raise TypeError('Both `*args` and `datasets` cannot be set.')
    if args:
      datasets = args[0] if len(args) == 1 else args
    return _ZipDataset(datasets)

  @staticmethod
  def list_files(file_pattern, shuffle=None, seed=None, name=None):
    from tensorflow_lib.data_sources import list_files
    return list_files(file_pattern, shuffle, seed)

  @staticmethod
  def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=True):
    from tensorflow_lib.data_sampling import choose_from_datasets
    return choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)

  @staticmethod
  def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False,
                           rerandomize_each_iteration=None):
    from tensorflow_lib.data_sampling import sample_from_datasets
    return sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration)

  # ---- what changes them
  def map(self, map_func, num_parallel_calls=None, deterministic=None, synchronous=None,
          use_unbounded_threadpool=False, name=None):
    from tensorflow_lib.data_transforms import map_dataset
    return map_dataset(self, map_func, num_parallel_calls, deterministic, synchronous, use_unbounded_threadpool)

  def filter(self, predicate, name=None):
    from tensorflow_lib.data_transforms import _FilterDataset
    return _FilterDataset(self, predicate)

  def take_while(self, predicate, name=None):
    from tensorflow_lib.data_transforms import _TakeWhileDataset
    return _TakeWhileDataset(self, predicate)

  def flat_map(self, map_func, name=None):
    from tensorflow_lib.data_transforms import _FlatMapDataset
    return _FlatMapDataset(self, map_func)

  def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None,
                 name=None):
    from tensorflow_lib.data_transforms import interleave
    return interleave(self, map_func, cycle_length, block_length, num_parallel_calls, deterministic)

  def scan(self, initial_state, scan_func, name=None):
    from tensorflow_lib.data_transforms import _ScanDataset
    return _ScanDataset(self, initial_state, scan_func)

  def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
    from tensorflow_lib.data_batches import batch
    return batch(self, batch_size, drop_remainder, num_parallel_calls, deterministic)

  def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
    from tensorflow_lib.data_batches import padded_batch
    return padded_batch(self, batch_size, padded_shapes, padding_values, drop_remainder)

  def unbatch(self, name=None):
    from tensorflow_lib.data_batches import unbatch
    return unbatch(self)

  def ragged_batch(self, batch_size, drop_remainder=False, row_splits_dtype=tf.int64, name=None):
    from tensorflow_lib.data_composites import ragged_batch
    return ragged_batch(self, batch_size, drop_remainder, row_splits_dtype)

  def sparse_batch(self, batch_size, row_shape, name=None):
    from tensorflow_lib.data_composites import sparse_batch
    return sparse_batch(self, batch_size, row_shape)

  def fingerprint(self):
    raise NotImplementedError('tf.data.Dataset.fingerprint is not supported')

  def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
    from tensorflow_lib.data_batches import _WindowDataset
    return _WindowDataset(self, size, size if shift is None else shift, stride, drop_remainder)

  def group_by_window(self, key_func, reduce_func, window_size=None, window_size_func=None, name=None):
    from tensorflow_lib.data_batches import group_by_window
    return group_by_window(self, key_func, reduce_func, window_size, window_size_func)

  def bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                                padding_values=None, pad_to_bucket_boundary=False, no_padding=False,
                                drop_remainder=False, name=None):
    from tensorflow_lib.data_batches import bucket_by_sequence_length
    return bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes,
                                     padding_values, pad_to_bucket_boundary, no_padding, drop_remainder)

  def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=True, name=None):
    from tensorflow_lib.data_transforms import _ShuffleDataset
    return _ShuffleDataset(self, buffer_size, seed, reshuffle_each_iteration)

  def repeat(self, count=None, name=None):
    from tensorflow_lib.data_transforms import _RepeatDataset
    return _RepeatDataset(self, count)

  def take(self, count, name=None):
    from tensorflow_lib.data_transforms import _TakeDataset
    return _TakeDataset(self, count)

  def skip(self, count, name=None):
    from tensorflow_lib.data_transforms import _SkipDataset
    return _SkipDataset(self, count)

  def shard(self, num_shards, index, name=None):
    from tensorflow_lib.data_transforms import _ShardDataset
    return _ShardDataset(self, num_shards, index)

  def concatenate(self, dataset, name=None):
    from tensorflow_lib.data_transforms import _ConcatenateDataset
    return _ConcatenateDataset(self, dataset)

  def enumerate(self, start=0, name=None):
    from tensorflow_lib.data_transforms import _RewriteDataset
    numbers = _RewriteDataset(Dataset.range(start, 2 ** 63 - 1), 'replicate_on_split')
    return Dataset.zip((numbers, self))

  def cache(self, filename='', name=None):
    if not isinstance(filename, str) or filename:
      from tensorflow_lib.data_saving import CacheDataset
    else:
      from tensorflow_lib.data_transforms import CacheDataset
    return CacheDataset(self, filename)

  def prefetch(self, buffer_size, name=None):
    from tensorflow_lib.data_transforms import _PrefetchDataset
    return _PrefetchDataset(self, buffer_size)

  def unique(self, name=None):
    from tensorflow_lib.data_transforms import _UniqueDataset
    return _UniqueDataset(self)

  def ignore_errors(self, log_warning=False, name=None):
    from tensorflow_lib.data_transforms import _IgnoreErrorsDataset
    return _IgnoreErrorsDataset(self, log_warning)

  def with_options(self, options, name=None):
    from tensorflow_lib.data_transforms import _OptionsDataset
    return _OptionsDataset(self, options)

  def apply(self, transformation_func):
    dataset = transformation_func(self)
    if not isinstance(dataset, Dataset):
      raise TypeError('`transformation_func` must return a `tf.data.Dataset` object. Got %s.' % type(dataset))
    return dataset

  def rejection_resample(self, class_func, target_dist, initial_dist=None, seed=None, name=None):
    from tensorflow_lib.data_sampling import rejection_resample
    return rejection_resample(self, class_func, target_dist, initial_dist, seed)

  def rebatch(self, batch_size, drop_remainder=False, name=None):
    from tensorflow_lib.data_regroup import rebatch
    return rebatch(self, batch_size, drop_remainder)

  def snapshot(self, path, compression='AUTO', reader_func=None, shard_func=None, name=None):
    from tensorflow_lib.data_saving import snapshot
    return snapshot(self, path, compression, reader_func, shard_func)

  def save(self, path, compression=None, shard_func=None, checkpoint_args=None):
    from tensorflow_lib.data_saving import save
    save(self, path, compression, shard_func, checkpoint_args)

  @staticmethod
  def load(path, element_spec=None, compression=None, reader_func=None, wait=False):
    from tensorflow_lib.data_saving import load
    return load(path, element_spec, compression, reader_func, wait)

  # ---- to values
  def reduce(self, initial_state, reduce_func, name=None):
    with op_scope(None, 'initial_state'):
      initial_state = structure.normalize(initial_state)
    state = structure.type_spec_of(initial_state)
    traced, state = structure.state_function(reduce_func, 'reduce()', state, self.element_spec, lambda s: s,
                                             ('', ' but got'))
    components = structure.to_tensors(state, initial_state)
    tensors = raw.ReduceDataset(input_dataset=self._variant_tensor, initial_state=components,
                                other_arguments=traced.captured, f=traced.function,
                                Tstate=[t.dtype for t in components], **flat_attrs(state))
    return structure.from_tensors(state, tensors)

  def get_single_element(self, name=None):
    tensors = raw.DatasetToSingleElement(dataset=self._variant_tensor, **flat_attrs(self.element_spec))
    return structure.from_tensors(self.element_spec, tensors)


Dataset.__module__ = 'tensorflow.python.data.ops.dataset_ops'
Dataset.__name__ = 'DatasetV2'
Dataset.__qualname__ = 'DatasetV2'


class _VariantDataset(Dataset):
  """A dataset whose variant came out of a graph or of another dataset."""

  def __init__(self, variant_tensor, element_spec):
    self._structure = element_spec
    super().__init__(variant_tensor)


_VariantDataset.__module__ = 'tensorflow.python.data.ops.dataset_ops'


class _NestedVariant:
  """Several datasets in one tensor: elements of a batch of datasets."""

  _tf_composite_tensor = True

  def __init__(self, variant_tensor, element_spec, dataset_shape):
    self._variant_tensor = variant_tensor
    self._type_spec = DatasetSpec(element_spec, dataset_shape)

  def _flatten_components(self):
    return [self._variant_tensor]


_NestedVariant.__module__ = 'tensorflow.python.data.ops.dataset_ops'
