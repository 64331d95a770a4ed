"""tf.data.experimental: enumerations, older names, and what is refused (data/experimental/ops/, data/ops/options.py)."""
import enum

import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import refused
from tensorflow_lib.data import Dataset

#: tf.data.experimental.SHARD_HINT
SHARD_HINT = -1


def _options(cls):
  cls.__module__ = 'tensorflow.python.data.ops.options'
  return cls


#: tf.data.experimental.AutoShardPolicy
@_options
class AutoShardPolicy(enum.IntEnum):
  """How a dataset would be cut up for several workers."""
  OFF = -1
  AUTO = 0
  FILE = 1
  DATA = 2
  HINT = 3


#: tf.data.experimental.AutotuneAlgorithm
@_options
class AutotuneAlgorithm(enum.Enum):
  """How buffers and calls would be tuned."""
  DEFAULT = 0
  HILL_CLIMB = 1
  GRADIENT_DESCENT = 2
  MAX_PARALLELISM = 3
  STAGE_BASED = 4


#: tf.data.experimental.ExternalStatePolicy
@_options
class ExternalStatePolicy(enum.Enum):
  """What is done about state outside of a dataset when it is saved."""
  WARN = 0
  IGNORE = 1
  FAIL = 2


# ---- older names of methods
#: tf.data.experimental.RandomDataset =RandomDatasetV2
def RandomDataset(seed=None):
  return Dataset.random(seed)


#: tf.data.experimental.dense_to_ragged_batch =dense_to_ragged_batch
def dense_to_ragged_batch(batch_size, drop_remainder=False, row_splits_dtype=tf.int64):
  return lambda dataset: dataset.ragged_batch(batch_size, drop_remainder, row_splits_dtype)


#: tf.data.experimental.dense_to_sparse_batch =dense_to_sparse_batch
def dense_to_sparse_batch(batch_size, row_shape):
  return lambda dataset: dataset.sparse_batch(batch_size, row_shape)


#: tf.data.experimental.parallel_interleave =parallel_interleave
def parallel_interleave(map_func, cycle_length, block_length=1, sloppy=False, buffer_output_elements=None,
                        prefetch_input_elements=None):
  return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


#: tf.data.experimental.prefetch_to_device =prefetch_to_device
def prefetch_to_device(device, buffer_size=None):
  return lambda dataset: dataset.prefetch(tf.data.AUTOTUNE if buffer_size is None else buffer_size)


#: tf.data.experimental.copy_to_device =copy_to_device
def copy_to_device(target_device, source_device='/cpu:0'):
  return lambda dataset: dataset.map(lambda *element: element if len(element) > 1 else element[0])


#: tf.data.experimental.rejection_resample =rejection_resample
def rejection_resample(class_func, target_dist, initial_dist=None, seed=None):
  return lambda dataset: dataset.rejection_resample(class_func, target_dist, initial_dist, seed)


#: tf.data.experimental.snapshot =snapshot
def snapshot(path, compression='AUTO', reader_func=None, shard_func=None):
  return lambda dataset: dataset.snapshot(path, compression, reader_func, shard_func)


#: tf.data.experimental.to_variant =to_variant
def to_variant(dataset):
  return dataset._variant_tensor


#: tf.data.experimental.from_variant =from_variant
def from_variant(variant, structure):
  return tf.data.DatasetSpec(structure)._from_components([variant])


# ---- elements
#: tf.data.experimental.at =at
def at(dataset, index):
  """The element of that number."""
  known = tf.get_static_value(index) if tf.is_tensor(index) else index
  if known is not None and known < 0 or known is not None and 0 <= int(dataset.cardinality()) <= known:
    raise tf.errors.OutOfRangeError(
        None, None, '{{function_node __wrapped__GetElementAtIndex_output_types_%d_device_/job:localhost/replica:0/task:0/'
        'device:CPU:0}} Index out of range [0, %d):%d [Op:GetElementAtIndex] name: ' % (
            len(structure.flat_specs(dataset.element_spec)), int(dataset.cardinality()), known))
  return dataset.skip(tf.cast(index, tf.int64)).take(1).get_single_element()


#: tf.data.experimental.from_list =from_list
def from_list(elements, name=None):
  """A dataset of the elements of a list, which have one structure."""
  if not elements:
    raise ValueError('Invalid `elements`. `elements` should not be empty. If you want an empty dataset, use '
                     '`tf.data.Dataset.range(0)`.')
  if not isinstance(elements, list):
    raise ValueError('Invalid `elements`. `elements` must be a list.')
  elements = [structure.normalize(element) for element in elements]
  specs = [structure.type_spec_of(element) for element in elements]
  for spec in specs[1:]:
    structure.assert_same_structure(specs[0], spec)
  if all(isinstance(s, tf.TensorSpec) for s in structure.flatten(specs[0])) and all(spec == specs[0] for spec in specs):
    return Dataset.from_tensor_slices(structure.map_structure(lambda *parts: tf.stack(parts), *elements))
  dataset = Dataset.from_tensors(elements[0])
  for element in elements[1:]:
    dataset = dataset.concatenate(Dataset.from_tensors(element))
  return dataset


#: tf.data.experimental.pad_to_cardinality =pad_to_cardinality
def pad_to_cardinality(cardinality, mask_key='valid'):
  """Elements of zeros behind the last one; `mask_key` tells which are real."""

  def transform(dataset):
    size = int(dataset.cardinality())
    if size < 0:
      raise ValueError('The dataset passed into `pad_to_cardinality` must have a known cardinalty, but has cardinality %s'
                       % size)
    if size > cardinality:
      raise ValueError('The dataset passed into `pad_to_cardinality` must have a cardinalty less than the target '
                       'cardinality (%s), but has cardinality %s' % (cardinality, size))
    if not isinstance(dataset.element_spec, dict):
      raise ValueError('`pad_to_cardinality` requires its input dataset to be a dictionary.')
    filler = tf.nest.map_structure(lambda spec: tf.zeros(spec.shape, spec.dtype), dataset.element_spec)
    filler[mask_key] = False

    def valid(element):
      element[mask_key] = True
      return element

    return dataset.map(valid).concatenate(Dataset.from_tensors(filler).repeat(cardinality - size))

  return transform


# ---- tables
def _check_pairs(spec):
  if len(spec) != 2 or not all(
      isinstance(part, tf.TensorSpec) and part.shape.rank == 0 for part in spec):
    raise ValueError('Expected element spec to be a tuple of two scalars, got %s.' % (spec,))


#: tf.data.experimental.DatasetInitializer
class DatasetInitializer:
  """A table's contents as a dataset of (key, value)."""

  def __init__(self, dataset):
    _check_pairs(dataset.element_spec)
    self.dataset = dataset
    self.key_dtype, self.value_dtype = [spec.dtype for spec in dataset.element_spec]

  def _contents(self):
    pairs = list(self.dataset.as_numpy_iterator())
    return tf.constant([k for k, v in pairs], self.key_dtype), tf.constant([v for k, v in pairs], self.value_dtype)


DatasetInitializer.__module__ = 'tensorflow.python.data.experimental.ops.lookup_ops'


#: tf.data.experimental.table_from_dataset =table_from_dataset
def table_from_dataset(dataset=None, num_oov_buckets=0, vocab_size=None, default_value=None, hasher_spec=None,
                       key_dtype=tf.string, name=None):
  spec = dataset.element_spec
  _check_pairs(spec)
  if default_value is None:
    default_value = -1
    if not (spec[1].dtype.is_integer or spec[1].dtype.is_floating):
      raise ValueError('`default_value` must be specified when creating a table from a dataset that produces values of '
                       'type %s.' % spec[1].dtype)
  if num_oov_buckets < 0:
    raise ValueError('`num_oov_buckets` must be greater than or equal to 0, got %s.' % num_oov_buckets)
  if vocab_size is not None and not tf.is_tensor(vocab_size) and vocab_size < 1:
    raise ValueError('`vocab_size` must be greater than 0, got %s.' % vocab_size)
  if not key_dtype.is_integer and key_dtype != tf.string:
    raise TypeError('`key_dtype` must be either an integer or string type, but got %s' % key_dtype)
  if vocab_size is not None:
    dataset = dataset.take(vocab_size)
    dataset = dataset.apply(tf.data.experimental.assert_cardinality(int(vocab_size)))
  initializer = DatasetInitializer(dataset)
  if num_oov_buckets:
    return tf.lookup.StaticVocabularyTable(initializer, num_oov_buckets, lookup_key_dtype=key_dtype)
  return tf.lookup.StaticHashTable(initializer, default_value)


#: tf.data.experimental.index_table_from_dataset =index_table_from_dataset
def index_table_from_dataset(dataset=None, num_oov_buckets=0, vocab_size=None, default_value=-1, hasher_spec=None,
                             key_dtype=tf.string, name=None):
  return table_from_dataset(dataset.enumerate().map(lambda v, k: (k, v)), num_oov_buckets, vocab_size, default_value,
                            hasher_spec, key_dtype, name)


# ---- groups
#: tf.data.experimental.Reducer
class Reducer:
  """Three functions: from a key to a state, from a state and an element to a state, from a state to a result."""

  def __init__(self, init_func, reduce_func, finalize_func):
    self._functions = init_func, reduce_func, finalize_func

  init_func = property(lambda self: self._functions[0])
  reduce_func = property(lambda self: self._functions[1])
  finalize_func = property(lambda self: self._functions[2])


Reducer.__module__ = 'tensorflow.python.data.experimental.ops.grouping'


# ---- what is not there
_SERVICE = 'datasets run in the process of the spec; leave the service out'
#: tf.data.experimental.distributed_save
distributed_save = refused('tf.data.experimental.distributed_save', _SERVICE)
#: tf.data.experimental.get_model_proto
get_model_proto = refused('tf.data.experimental.get_model_proto', 'nothing is tuned; leave it out')
#: tf.data.experimental.make_saveable_from_iterator
make_saveable_from_iterator = refused('tf.data.experimental.make_saveable_from_iterator', 'save how many elements were taken, and skip them')
#: tf.data.experimental.service.CrossTrainerCache
CrossTrainerCache = refused('tf.data.experimental.service.CrossTrainerCache', _SERVICE)
#: tf.data.experimental.service.DispatchServer
DispatchServer = refused('tf.data.experimental.service.DispatchServer', _SERVICE)
#: tf.data.experimental.service.DispatcherConfig
DispatcherConfig = refused('tf.data.experimental.service.DispatcherConfig', _SERVICE)
#: tf.data.experimental.service.ShardingPolicy
ShardingPolicy = refused('tf.data.experimental.service.ShardingPolicy', _SERVICE)
#: tf.data.experimental.service.WorkerConfig
WorkerConfig = refused('tf.data.experimental.service.WorkerConfig', _SERVICE)
#: tf.data.experimental.service.WorkerServer
WorkerServer = refused('tf.data.experimental.service.WorkerServer', _SERVICE)
#: tf.data.experimental.service.distribute
distribute = refused('tf.data.experimental.service.distribute', _SERVICE)
#: tf.data.experimental.service.from_dataset_id
from_dataset_id = refused('tf.data.experimental.service.from_dataset_id', _SERVICE)
#: tf.data.experimental.service.register_dataset
register_dataset = refused('tf.data.experimental.service.register_dataset', _SERVICE)
