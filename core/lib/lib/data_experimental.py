"""tf.data.experimental: older names of dataset methods, and checks (data/experimental/ops/)."""
import tensorflow as tf
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_transforms import _AssertCardinalityDataset


#: tf.data.experimental.assert_cardinality =assert_cardinality
def assert_cardinality(expected_cardinality):
  return lambda dataset: _AssertCardinalityDataset(dataset, expected_cardinality)


#: tf.data.experimental.cardinality =cardinality
def cardinality(dataset):
  return dataset.cardinality()


#: tf.data.experimental.get_single_element =get_single_element
def get_single_element(dataset):
  return dataset.get_single_element()


#: tf.data.experimental.get_next_as_optional =get_next_as_optional
def get_next_as_optional(iterator):
  return iterator.get_next_as_optional()


#: tf.data.experimental.get_structure =get_structure
def get_structure(dataset_or_iterator):
  return dataset_or_iterator.element_spec


#: tf.data.experimental.Counter =CounterV2
def Counter(start=0, step=1, dtype=tf.int64):
  return Dataset.counter(start, step, dtype)


#: tf.data.experimental.unbatch =unbatch
def unbatch():
  return lambda dataset: dataset.unbatch()


#: tf.data.experimental.unique =unique
def unique():
  return lambda dataset: dataset.unique()


#: tf.data.experimental.ignore_errors =ignore_errors
def ignore_errors(log_warning=False):
  return lambda dataset: dataset.ignore_errors(log_warning)


#: tf.data.experimental.enumerate_dataset =enumerate_dataset
def enumerate_dataset(start=0):
  return lambda dataset: dataset.enumerate(start)


#: tf.data.experimental.take_while =take_while
def take_while(predicate):
  return lambda dataset: dataset.take_while(predicate)


#: tf.data.experimental.scan =scan
def scan(initial_state, scan_func):
  return lambda dataset: dataset.scan(initial_state, scan_func)


#: tf.data.experimental.map_and_batch =map_and_batch
def map_and_batch(map_func, batch_size, num_parallel_batches=None, drop_remainder=False, num_parallel_calls=None):
  return lambda dataset: dataset.map(map_func, num_parallel_calls=num_parallel_calls).batch(batch_size, drop_remainder)


#: tf.data.experimental.shuffle_and_repeat =shuffle_and_repeat
def shuffle_and_repeat(buffer_size, count=None, seed=None):
  return lambda dataset: dataset.shuffle(buffer_size, seed=seed).repeat(count)


#: tf.data.experimental.group_by_window =group_by_window
def group_by_window(key_func, reduce_func, window_size=None, window_size_func=None):
  return lambda dataset: dataset.group_by_window(key_func, reduce_func, window_size, window_size_func)


#: tf.data.experimental.bucket_by_sequence_length =bucket_by_sequence_length
def bucket_by_sequence_length(element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                              padding_values=None, pad_to_bucket_boundary=False, no_padding=False,
                              drop_remainder=False):
  return lambda dataset: dataset.bucket_by_sequence_length(
      element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes, padding_values,
      pad_to_bucket_boundary, no_padding, drop_remainder)


#: tf.data.experimental.save =save
def save(dataset, path, compression=None, shard_func=None, checkpoint_args=None):
  return dataset.save(path, compression, shard_func, checkpoint_args)


#: tf.data.experimental.load =load
def load(path, element_spec=None, compression=None, reader_func=None):
  return Dataset.load(path, element_spec, compression, reader_func)
