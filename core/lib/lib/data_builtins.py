"""Python's builtins on datasets in converted functions (data/ops/dataset_autograph.py)."""
import tensorflow as tf
from tensorflow_lib.data import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from tensorflow_lib.data_structure import flatten, map_structure


def call_builtin(name, *args, **kwargs):
  return _BUILTINS[name](*args, **kwargs)


def _len(dataset):
  length = dataset.cardinality()
  message = tf.strings.join(['len requires dataset with definitive cardinality, got ', tf.strings.as_string(length)])
  known = tf.logical_and(tf.not_equal(length, INFINITE_CARDINALITY), tf.not_equal(length, UNKNOWN_CARDINALITY))
  with tf.control_dependencies([tf.debugging.Assert(known, [message])]):
    return tf.identity(length)


def _abs(dataset):
  if len(flatten(dataset.element_spec)) == 1:
    return dataset.map(tf.abs, num_parallel_calls=AUTOTUNE)
  return dataset.map(lambda *e: map_structure(tf.abs, e), num_parallel_calls=AUTOTUNE)


def _enumerate(dataset, start=0):
  return dataset.enumerate(start)


def _zip(*datasets, strict=False):
  if strict:
    raise ValueError('strict zip not supported by Dataset')
  return Dataset.zip(datasets)


def _map(function, *datasets):
  return Dataset.zip(datasets).map(function)


def _filter(function, dataset):
  return dataset.filter(function)


def _check_bools(name, dataset):
  specs = flatten(dataset.element_spec)
  if len(specs) != 1 or specs[0].dtype != tf.bool:
    raise ValueError('in graph mode, the "%s" builtin only supports datasets that return bool scalars; got: %s' %
                     (name, dataset.element_spec))


def _any(dataset):
  _check_bools('any', dataset)
  return dataset.filter(lambda x: x).take(1).reduce(tf.constant(False), lambda _, y: y)


def _all(dataset):
  _check_bools('all', dataset)
  return dataset.filter(tf.logical_not).take(1).reduce(tf.constant(True), lambda _, y: y)


_BUILTINS = {'len': _len, 'abs': _abs, 'enumerate': _enumerate, 'zip': _zip, 'map': _map, 'filter': _filter,
             'any': _any, 'all': _all}
