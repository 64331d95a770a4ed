"""What makes a dataset of another one, element by element (data/ops/map_op.py and its siblings)."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert
from tensorflow_lib.data import AUTOTUNE, Dataset, DatasetSpec
from tensorflow_lib.data_structure import StructuredFunction, flat_attrs

raw = tf.raw_ops


def int64(value, name):
  return convert(value, dtype=tf.int64, name=name)


def in_module(name):
  """Where TensorFlow has the class."""

  def mark(cls):
    cls.__module__ = 'tensorflow.python.data.ops.' + name
    return cls

  return mark


def warn_deterministic(deterministic):
  if deterministic is not None:
    import warnings
    warnings.warn('The `deterministic` argument has no effect unless the `num_parallel_calls` argument is specified.')


def deterministic_text(deterministic):
  return 'default' if deterministic is None else 'true' if deterministic else 'false'


class UnaryDataset(Dataset):
  """Of one other dataset, with the elements' structure `element_spec`; the op gets `kwargs`."""

  def __init__(self, op, source, element_spec=None, **kwargs):
    self._input_dataset = source
    self._structure = source.element_spec if element_spec is None else element_spec
    super().__init__(op(input_dataset=source._variant_tensor, **kwargs, **flat_attrs(self._structure)), [source])


# ---- functions of elements
def map_dataset(source, map_func, num_parallel_calls, deterministic, synchronous, use_unbounded_threadpool):
  if num_parallel_calls is None:
    warn_deterministic(deterministic)
    return _MapDataset(source, map_func, bool(synchronous))
  if synchronous:
    raise ValueError('`synchronous` is not supported with `num_parallel_calls`, but `num_parallel_calls` was set to ',
                     num_parallel_calls)
  return _ParallelMapDataset(source, map_func, num_parallel_calls, deterministic, use_unbounded_threadpool)


@in_module('map_op')
class _MapDataset(UnaryDataset):
  def __init__(self, source, map_func, force_synchronous):
    traced = StructuredFunction(map_func, 'Dataset.map()', source.element_spec)
    super().__init__(raw.MapDataset, source, traced.structure, other_arguments=traced.captured, f=traced.function,
                     preserve_cardinality=True, force_synchronous=force_synchronous)


@in_module('map_op')
class _ParallelMapDataset(UnaryDataset):
  def __init__(self, source, map_func, num_parallel_calls, deterministic, use_unbounded_threadpool):
    traced = StructuredFunction(map_func, 'Dataset.map()', source.element_spec)
    super().__init__(raw.ParallelMapDatasetV2, source, traced.structure, other_arguments=traced.captured,
                     f=traced.function, num_parallel_calls=int64(num_parallel_calls, 'num_parallel_calls'),
                     deterministic=deterministic_text(deterministic), preserve_cardinality=True,
                     use_unbounded_threadpool=bool(use_unbounded_threadpool))


def _predicate(func, transformation, source):
  traced = StructuredFunction(func, transformation, source.element_spec)
  spec = traced.structure
  if not (isinstance(spec, tf.TensorSpec) and spec.is_compatible_with(tf.TensorSpec([], tf.bool))):
    raise ValueError('Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor%s%s.' %
                     (', but its return type is ' if transformation == 'Dataset.filter()' else
                      ' but its return type is', spec))
  return traced


@in_module('filter_op')
class _FilterDataset(UnaryDataset):
  def __init__(self, source, predicate):
    traced = _predicate(predicate, 'Dataset.filter()', source)
    super().__init__(raw.FilterDataset, source, other_arguments=traced.captured, predicate=traced.function)


@in_module('take_while_op')
class _TakeWhileDataset(UnaryDataset):
  def __init__(self, source, predicate):
    traced = _predicate(predicate, 'Dataset.take_while()', source)
    super().__init__(raw.TakeWhileDataset, source, other_arguments=traced.captured, predicate=traced.function)


def dataset_function(func, transformation, source):
  """A function that gives datasets."""
  traced = StructuredFunction(func, transformation, source.element_spec)
  if isinstance(traced.structure, tf.TensorSpec):
    # TensorFlow means to say that a dataset must come back, and fails at that.
    raise AttributeError("'Tensor' object has no attribute '_name'")
  if not isinstance(traced.structure, DatasetSpec):
    kind = traced.structure.value_type if isinstance(traced.structure, tf.TypeSpec) else type(traced.structure)
    raise TypeError('The `map_func` argument must return a `Dataset` object. Got %r.' % (kind,))
  return traced


@in_module('flat_map_op')
class _FlatMapDataset(UnaryDataset):
  def __init__(self, source, map_func):
    traced = dataset_function(map_func, 'Dataset.flat_map()', source)
    super().__init__(raw.FlatMapDataset, source, traced.structure.element_spec, other_arguments=traced.captured,
                     f=traced.function)


def interleave(source, map_func, cycle_length, block_length, num_parallel_calls, deterministic):
  block_length = 1 if block_length is None else block_length
  cycle_length = AUTOTUNE if cycle_length is None else cycle_length
  if num_parallel_calls is None:
    warn_deterministic(deterministic)
    return _InterleaveDataset(source, map_func, cycle_length, block_length)
  return _ParallelInterleaveDataset(source, map_func, cycle_length, block_length, num_parallel_calls, deterministic)


@in_module('interleave_op')
class _InterleaveDataset(UnaryDataset):
  def __init__(self, source, map_func, cycle_length, block_length):
    traced = dataset_function(map_func, 'Dataset.interleave()', source)
    super().__init__(raw.InterleaveDataset, source, traced.structure.element_spec, other_arguments=traced.captured,
                     cycle_length=int64(cycle_length, 'cycle_length'),
                     block_length=int64(block_length, 'block_length'), f=traced.function)


@in_module('interleave_op')
class _ParallelInterleaveDataset(UnaryDataset):
  def __init__(self, source, map_func, cycle_length, block_length, num_parallel_calls, deterministic):
    traced = dataset_function(map_func, 'Dataset.interleave()', source)
    super().__init__(raw.ParallelInterleaveDatasetV4, source, traced.structure.element_spec,
                     other_arguments=traced.captured, cycle_length=int64(cycle_length, 'cycle_length'),
                     block_length=int64(block_length, 'block_length'),
                     buffer_output_elements=int64(AUTOTUNE, 'buffer_output_elements'),
                     prefetch_input_elements=int64(AUTOTUNE, 'prefetch_input_elements'),
                     num_parallel_calls=int64(num_parallel_calls, 'num_parallel_calls'), f=traced.function,
                     deterministic=deterministic_text(deterministic))


@in_module('scan_op')
class _ScanDataset(UnaryDataset):
  def __init__(self, source, initial_state, scan_func, use_default_device=True):
    initial_state = structure.normalize(initial_state)

    def new_state(made):
      if not (isinstance(made, tuple) and len(made) == 2):
        raise TypeError('Invalid `scan_func`. `scan_func` should return a pair consisting of new state and the output '
                        'value but its return type is %s.' % (made,))
      return made[0]

    traced, state = structure.state_function(scan_func, 'Dataset.scan()', structure.type_spec_of(initial_state),
                                             source.element_spec, new_state, ('Invalid `scan_func`. ', ', got'))
    components = structure.to_tensors(state, initial_state)
    super().__init__(raw.ScanDataset, source, traced.structure[1], initial_state=components,
                     other_arguments=traced.captured, f=traced.function, Tstate=[t.dtype for t in components],
                     preserve_cardinality=True, use_default_device=use_default_device)


# ---- which elements, and in which order
@in_module('shuffle_op')
class _ShuffleDataset(UnaryDataset):
  def __init__(self, source, buffer_size, seed, reshuffle_each_iteration):
    buffer_size = int64(buffer_size, 'buffer_size')
    seed, seed2 = get_seed(seed)
    self._reshuffles = reshuffle_each_iteration is not False
    super().__init__(raw.ShuffleDatasetV3, source, buffer_size=buffer_size, seed=seed, seed2=seed2,
                     seed_generator=raw.DummySeedGenerator(),
                     reshuffle_each_iteration=True if reshuffle_each_iteration is None else reshuffle_each_iteration)


def get_seed(seed):
  """The two seeds of a dataset op as tensors (data/util/random_seed.py)."""
  seed, seed2 = tf.__internal__.get_seed(seed)
  first = tf.constant(0, tf.int64, name='seed') if seed is None else int64(seed, 'seed')
  if seed2 is None:
    return first, tf.constant(0, tf.int64, name='seed2')
  from tensorflow_lib.base import op_scope
  with op_scope(None, 'seed2') as scope:
    second = int64(seed2, 'seed2')
    both_zero = tf.logical_and(tf.equal(first, 0), tf.equal(second, 0))
    return first, tf.where(both_zero, tf.constant(2 ** 31 - 1, tf.int64), second, name=scope)


@in_module('repeat_op')
class _RepeatDataset(UnaryDataset):
  def __init__(self, source, count):
    super().__init__(raw.RepeatDataset, source, count=int64(-1 if count is None else count, 'count'))


@in_module('take_op')
class _TakeDataset(UnaryDataset):
  def __init__(self, source, count):
    super().__init__(raw.TakeDataset, source, count=int64(count, 'count'))


@in_module('skip_op')
class _SkipDataset(UnaryDataset):
  def __init__(self, source, count):
    super().__init__(raw.SkipDataset, source, count=int64(count, 'count'))


@in_module('shard_op')
class _ShardDataset(UnaryDataset):
  def __init__(self, source, num_shards, index):
    super().__init__(raw.ShardDataset, source, num_shards=int64(num_shards, 'num_shards'),
                     index=int64(index, 'index'))


@in_module('unique_op')
class _UniqueDataset(UnaryDataset):
  def __init__(self, source):
    for spec in structure.flatten(source.element_spec):
      if spec.dtype not in (tf.int32, tf.int64, tf.string):
        raise TypeError('`tf.data.Dataset.unique` does not support type %s -- only `tf.int32`, `tf.int64`, and '
                        '`tf.string` are supported.' % (spec.dtype,))
    super().__init__(raw.UniqueDataset, source)


# ---- several datasets
@in_module('zip_op')
class _ZipDataset(Dataset):
  def __init__(self, datasets):
    parts = structure.flatten(datasets)
    for part in parts:
      if isinstance(part, list):
        raise TypeError('Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` '
                        'objects. Python `list` is not supported and you should use `tuple` instead.')
      if not isinstance(part, Dataset):
        raise TypeError('Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` '
                        'objects but encountered object of type %s.' % type(part))
    self._structure = structure.pack(datasets, [part.element_spec for part in parts])
    super().__init__(raw.ZipDataset(input_datasets=[part._variant_tensor for part in parts],
                                    **flat_attrs(self._structure)), parts)


@in_module('concatenate_op')
class _ConcatenateDataset(Dataset):
  def __init__(self, source, other):
    try:
      self._structure = structure.map_structure(common_spec, source.element_spec, other.element_spec)
    except (TypeError, ValueError) as e:
      raise TypeError('Incompatible dataset elements:\n  %s vs.   %s' %
                      (source.element_spec, other.element_spec)) from e
    super().__init__(raw.ConcatenateDataset(input_dataset=source._variant_tensor,
                                            another_dataset=other._variant_tensor, **flat_attrs(self._structure)),
                     [source, other])


def common_spec(a, b):
  result = a.most_specific_common_supertype([b])
  if result is None:
    raise TypeError('No common supertype of %s and %s.' % (a, b))
  return result


# ---- the same elements
@in_module('cache_op')
class CacheDataset(UnaryDataset):
  def __init__(self, source, filename):
    filename = convert(filename, dtype=tf.string, name='filename')
    super().__init__(raw.CacheDatasetV2, source, filename=filename, cache=raw.DummyMemoryCache())


@in_module('prefetch_op')
class _PrefetchDataset(UnaryDataset):
  def __init__(self, source, buffer_size):
    buffer_size = AUTOTUNE if buffer_size is None else buffer_size
    super().__init__(raw.PrefetchDataset, source, buffer_size=int64(buffer_size, 'buffer_size'),
                     legacy_autotune=isinstance(buffer_size, int) and buffer_size == AUTOTUNE)


@in_module('dataset_ops')
class _RewriteDataset(UnaryDataset):
  def __init__(self, source, rewrite_name):
    super().__init__(raw.RewriteDataset, source, rewrite_name=rewrite_name)


@in_module('dataset_ops')
class _OptionsDataset(UnaryDataset):
  def __init__(self, source, options):
    if not isinstance(options, tf.data.Options):
      raise TypeError('Invalid `options`. `options` should be a `tf.data.Options` object but is %s.' % type(options))
    super().__init__(raw.OptionsDataset, source, serialized_options='')
    merged = self._options_attr.merge(options)
    merged._freeze()
    self._options_attr = merged


@in_module('ignore_errors_op')
class _IgnoreErrorsDataset(UnaryDataset):
  def __init__(self, source, log_warning):
    super().__init__(raw.IgnoreErrorsDataset, source, log_warning=log_warning)


class _AssertCardinalityDataset(UnaryDataset):
  def __init__(self, source, cardinality):
    super().__init__(raw.AssertCardinalityDataset, source, cardinality=cardinality)


_AssertCardinalityDataset.__module__ = 'tensorflow.python.data.experimental.ops.cardinality'
