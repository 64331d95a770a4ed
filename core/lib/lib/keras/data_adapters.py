"""What models are fitted to (keras/src/trainers/data_adapters, epoch_iterator.py): arrays, datasets and generators as
tf.data pipelines, and the steps of an epoch."""
import itertools
import math
import random
import types
import warnings

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.state import (flatten, floatx, is_float_dtype, is_nested, map_structure, standardize_dtype,
                                        state)
from tensorflow_lib.keras.tensors import cast, convert_to_numpy

__name__ = 'keras.src.trainers.data_adapters.py_dataset_adapter'


def unpack_x_y_sample_weight(data):
  """(x, y, sample_weight), None for what is not there."""
  if isinstance(data, list):
    data = tuple(data)
  if not isinstance(data, tuple):
    return data, None, None
  if len(data) in (1, 2, 3):
    return data + (None,) * (3 - len(data))
  raise ValueError('Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found: %s' % (data,))


def pack_x_y_sample_weight(x, y=None, sample_weight=None):
  if y is None:
    return (x,) if isinstance(x, (tuple, list)) else x
  return (x, y) if sample_weight is None else (x, y, sample_weight)


def class_weight_to_sample_weights(y, class_weight):
  """The weight of the class of each sample."""
  classes = convert_to_numpy(y)
  weights = np.ones(shape=(classes.shape[0],), dtype=floatx())
  if len(classes.shape) > 1:
    classes = np.argmax(classes, axis=-1) if classes.shape[-1] != 1 else np.squeeze(classes, axis=-1)
  classes = np.round(classes).astype('int32')
  for i in range(classes.shape[0]):
    weights[i] = class_weight.get(int(classes[i]), 1.0)
  return weights


def can_slice_array(x):
  return x is None or isinstance(x, (np.ndarray, tf.Tensor, tf.RaggedTensor, tf.SparseTensor)) or hasattr(x, '__array__')


def _nested_leaves(structure, none_is_leaf=True):
  return [x for x in flatten(structure) if none_is_leaf or x is not None]


def _standard_array(x):
  """A tensor or array; floats of other sizes in floatx."""
  if x is None:
    return None
  if isinstance(x, tf.SparseTensor):
    raise NotImplementedError('tf.keras: fitting to a tf.SparseTensor')
  if not isinstance(x, (tf.Tensor, tf.RaggedTensor, np.ndarray)):
    x = np.asarray(x)
  if isinstance(x, np.ndarray) and str(x.dtype) == 'object' and all(isinstance(e, str) for e in x):
    x = tf.convert_to_tensor(x, dtype='string')
  if is_float_dtype(x.dtype) and standardize_dtype(x.dtype) != floatx():
    x = x.astype(floatx()) if isinstance(x, np.ndarray) else cast(x, floatx())
  return x


def _map(fn, x):
  """fn of each leaf that is not None."""
  return map_structure(lambda leaf: None if leaf is None else fn(leaf), x)


def train_validation_split(arrays, validation_split):
  """The first part of the arrays, and the rest."""
  flat = flatten(arrays)
  wrong = [type(t) for t in flat if not can_slice_array(t)]
  if wrong:
    raise ValueError('Argument `validation_split` is only supported for tensors or NumPy arrays.Found incompatible type in '
                     'the input: %s' % wrong)
  first = next((t for t in flat if t is not None), None)
  if first is None:
    return arrays, arrays
  size = int(first.shape[0])
  at = int(math.floor(size * (1.0 - validation_split)))
  if at == 0 or at == size:
    raise ValueError('Training data contains %d samples, which is not sufficient to split it into a validation and training '
                     'set as specified by `validation_split=%s`. Either provide more data, or a different value for the '
                     '`validation_split` argument.' % (size, validation_split))
  arrays = map_structure(_standard_array, arrays)
  return _map(lambda t: t[:at], arrays), _map(lambda t: t[at:], arrays)


def _tuples(x):
  if isinstance(x, (list, tuple)):
    return tuple(_tuples(e) for e in x)
  return {k: _tuples(v) for k, v in x.items()} if isinstance(x, dict) else x


class DataAdapter:
  """Something that gives batches."""
  num_batches = None
  batch_size = None

  def on_epoch_begin(self):
    """At the begin of an epoch."""

  def on_epoch_end(self):
    """At the end of an epoch."""


class ArrayDataAdapter(DataAdapter):
  """Slices of arrays, which indices choose."""

  def __init__(self, x, y=None, sample_weight=None, batch_size=None, steps=None, shuffle=False, class_weight=None):
    if sample_weight is not None:
      if class_weight is not None:
        raise ValueError('You cannot `class_weight` and `sample_weight` at the same time.')
      sample_weight = _weights_like(y, sample_weight)
    if class_weight is not None:
      if is_nested(y):
        raise ValueError('`class_weight` is only supported for Models with a single output.')
      sample_weight = class_weight_to_sample_weights(y, class_weight)
    inputs = pack_x_y_sample_weight(x, y, sample_weight)
    sizes = {int(i.shape[0]) for i in _nested_leaves(inputs, False)}
    if len(sizes) > 1:
      message = 'Data cardinality is ambiguous. Make sure all arrays contain the same number of samples.'
      for label, part in zip(['x', 'y', 'sample_weight'], inputs):
        message += "'%s' sizes: %s\n" % (label, ', '.join(str(i.shape[0]) for i in flatten(part)))
      raise ValueError(message)
    self._num_samples = sizes.pop()
    self._inputs = inputs
    if not batch_size:
      batch_size = int(math.ceil(self._num_samples / steps)) if steps else 32
    self.num_batches = int(math.ceil(self._num_samples / batch_size))
    self.batch_size = batch_size
    self._partial = self._num_samples % batch_size
    self._shuffle = shuffle

  def get_tf_dataset(self):
    shuffle, size, samples = self._shuffle, self.batch_size, self._num_samples
    full = int(samples // size)

    def permutation(_):
      indices = tf.range(samples, dtype=tf.int64)
      return tf.random.shuffle(indices) if shuffle and shuffle != 'batch' else indices

    def batches(indices):
      first = tf.slice(indices, [0], [full * size])
      dataset = tf.data.Dataset.from_tensor_slices(tf.reshape(first, [full, size]))
      if self._partial:
        rest = tf.data.Dataset.from_tensors(tf.slice(indices, [full * size], [self._partial]))
        dataset = dataset.concatenate(rest)
      return dataset

    indices = tf.data.Dataset.range(1).map(permutation).prefetch(1).flat_map(batches)
    if shuffle == 'batch':
      indices = indices.map(tf.random.shuffle)
    inputs = _tuples(map_structure(_standard_array, self._inputs))
    missing = any(x is None for x in flatten(inputs))
    given = [x for x in flatten(inputs) if x is not None] if missing else inputs
    data = tf.data.Dataset.from_tensors(tuple(given) if missing else given).repeat()
    dataset = tf.data.Dataset.zip((indices, data))

    def grab(i, data):
      if not missing:
        return map_structure(lambda x: tf.gather(x, i, axis=0), data)
      rest = iter(flatten(data))
      return map_structure(lambda x: tf.experimental.Optional.empty(None) if x is None else
                           tf.gather(next(rest), i, axis=0), inputs)

    dataset = dataset.map(grab, num_parallel_calls=tf.data.AUTOTUNE)
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    return dataset.with_options(options).prefetch(tf.data.AUTOTUNE)


def _weights_like(y, sample_weight):
  if not is_nested(y):
    return sample_weight
  if isinstance(sample_weight, (list, tuple, dict)):
    try:
      tf.nest.assert_same_structure(y, sample_weight)
    except (ValueError, TypeError):
      raise ValueError('You should provide one `sample_weight` array per output in `y`. The two structures did not match:\n- '
                       'y: %s\n- sample_weight: %s\n' % (y, sample_weight))
    return sample_weight
  shape = sample_weight.shape
  if not (len(shape) == 1 or len(shape) == 2 and shape[1] == 1):
    raise ValueError('For a model with multiple outputs, when providing a single `sample_weight` array, it should only have '
                     'one scalar score per sample (i.e. shape `(num_samples,)`). If you want to use non-scalar sample weights, '
                     'pass a `sample_weight` argument with one array per model output.')
  return map_structure(lambda _: sample_weight, y)


class TFDatasetAdapter(DataAdapter):
  def __init__(self, dataset, class_weight=None):
    if class_weight is not None:
      dataset = dataset.map(_class_weights(class_weight)).prefetch(tf.data.AUTOTUNE)
    self._dataset = dataset

  def get_tf_dataset(self):
    return self._dataset

  @property
  def num_batches(self):
    count = int(self._dataset.cardinality())
    return None if count < 0 else count

  @property
  def batch_size(self):
    return flatten(self._dataset.element_spec)[0].shape[0]


def _class_weights(class_weight):
  """Adds the weight of its class to each element."""
  weights = tf.convert_to_tensor([class_weight.get(int(c), 1.0) for c in range(max(class_weight) + 1)])

  def add(*data):
    x, y, sample_weight = unpack_x_y_sample_weight(data)
    if sample_weight is not None:
      raise ValueError('You cannot `class_weight` and `sample_weight` at the same time.')
    if is_nested(y):
      raise ValueError('`class_weight` is only supported for Models with a single output.')
    if y.shape.rank >= 2:
      if y.shape[-1] is not None:
        several = y.shape[-1] > 1
        classes = tf.argmax(y, axis=-1, output_type=tf.int32) if several else tf.cast(tf.round(tf.squeeze(y, axis=-1)),
                                                                                      tf.int32)
      else:
        classes = tf.cond(tf.shape(y)[-1] > 1, lambda: tf.argmax(y, axis=-1, output_type=tf.int32),
                          lambda: tf.cast(tf.round(tf.squeeze(y, axis=-1)), tf.int32))
    else:
      classes = tf.cast(tf.round(y), tf.int32)
    return x, y, tf.gather(weights, classes)
  return add


def _spec(batches):
  """What all batches of a generator are like, as far as the first ones tell."""
  def of(*tensors):
    x = tensors[0]
    if x is None:
      return tf.OptionalSpec(None)
    if not hasattr(x, 'shape'):
      x = np.array(x)
    rank = len(x.shape)
    if rank < 1:
      raise ValueError('When passing a dataset to a Keras model, the arrays must be at least rank 1. Received: %s of rank %d.'
                       % (x, rank))
    for t in tensors:
      if len(t.shape) != rank:
        raise ValueError('When passing a dataset to a Keras model, the corresponding arrays in each batch must have the same '
                         'rank. Received: %s and %s' % (x, t))
    dims = [set(d) for d in zip(*[list(t.shape) for t in tensors])]
    shape = [None] + [d.pop() if len(d) == 1 else None for d in dims[1:]]
    if isinstance(x, tf.RaggedTensor):
      return tf.RaggedTensorSpec(shape=shape, dtype=x.dtype, ragged_rank=x.ragged_rank)
    if isinstance(x, tf.SparseTensor):
      return tf.SparseTensorSpec(shape=shape, dtype=x.dtype)
    return tf.TensorSpec(shape=shape, dtype=standardize_dtype(x.dtype))
  return map_structure(of, *batches)


class GeneratorDataAdapter(DataAdapter):
  def __init__(self, generator):
    self._first = list(itertools.islice(generator, 2))
    self._rest = generator
    self._signature = None
    if not self._first:
      raise ValueError('When passing a Python generator to a Keras model, the generator must yield at least one batch. '
                       'Received an empty generator.')
    if not isinstance(self._first[0], tuple):
      raise ValueError('When passing a Python generator to a Keras model, the generator must return a tuple, either (input,) '
                       'or (inputs, targets) or (inputs, targets, sample_weights). Received: %s' % (self._first[0],))

  def get_tf_dataset(self):
    if self._signature is None:
      self._signature = _spec(self._first)

    def converted(x, spec):
      if x is None:
        return tf.experimental.Optional.empty(None)
      if not spec.shape.is_compatible_with(x.shape):
        raise TypeError("Generator yielded an element of shape %s where an element of shape %s was expected. Your generator "
                        'provides tensors with variable input dimensions other than the batch size. Make sure that the '
                        "generator's first two batches do not have the same dimension value wherever there is a variable "
                        'input dimension.' % (x.shape, spec.shape))
      return x

    def elements():
      for batch in itertools.chain(self._first, self._rest):
        yield map_structure(converted, batch, self._signature)

    return tf.data.Dataset.from_generator(elements, output_signature=self._signature).prefetch(tf.data.AUTOTUNE)


#: tf.keras.utils.PyDataset tf.keras.utils.Sequence
class PyDataset:
  """Batches by their number."""

  def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
    self.workers = workers
    self.use_multiprocessing = use_multiprocessing
    self.max_queue_size = max_queue_size

  def __getitem__(self, index):
    raise NotImplementedError

  def __iter__(self):
    try:
      count = self.num_batches
    except NotImplementedError:
      count = None
    for index in itertools.count() if count is None else range(count):
      yield self[index]

  @property
  def num_batches(self):
    if hasattr(self, '__len__'):
      return len(self)
    raise NotImplementedError('You need to implement the `num_batches` property:\n\n@property\ndef num_batches(self):\n  '
                              'return ...')

  def on_epoch_begin(self):
    """At the begin of an epoch."""

  def on_epoch_end(self):
    """At the end of an epoch."""


class PyDatasetAdapter(DataAdapter):
  def __init__(self, x, class_weight=None, shuffle=False):
    self.py_dataset = x
    self.class_weight = class_weight
    self.shuffle = shuffle
    self._signature = None
    self._within_epoch = False
    missing = [name for name in ('workers', 'use_multiprocessing', 'max_queue_size') if name not in x.__dict__]
    if missing:
      x.workers, x.use_multiprocessing, x.max_queue_size = 1, False, 10
      warnings.warn('Your `PyDataset` class should call `super().__init__(**kwargs)` in its constructor. `**kwargs` can '
                    'include `workers`, `use_multiprocessing`, `max_queue_size`. Do not pass these arguments to `fit()`, as '
                    'they will be ignored.', stacklevel=2)

  def _batch(self, batch):
    if isinstance(batch, dict):
      return batch
    if isinstance(batch, np.ndarray):
      batch = (batch,)
    if isinstance(batch, list):
      batch = tuple(batch)
    if not isinstance(batch, tuple) or len(batch) not in (1, 2, 3):
      raise ValueError('PyDataset.__getitem__() must return a tuple or a dict. If a tuple, it must be ordered either (input,) '
                       'or (inputs, targets) or (inputs, targets, sample_weights). Received: %s... of type %s' %
                       (str(batch)[:100], type(batch)))
    if self.class_weight is not None:
      if len(batch) == 3:
        raise ValueError('You cannot specify `class_weight` and `sample_weight` at the same time.')
      if len(batch) == 2:
        batch = batch + (class_weight_to_sample_weights(batch[1], self.class_weight),)
    return batch

  def _batches(self):
    count = self.num_batches
    indices = itertools.count() if count is None else range(count)
    if self.shuffle and count is not None:
      indices = list(indices)
      random.shuffle(indices)
    for i in indices:
      yield self._batch(self.py_dataset[i])

  def get_tf_dataset(self):
    count = self.num_batches
    if self._signature is None:
      first = [self._batch(self.py_dataset[i]) for i in range(2 if count is None else min(2, count))]
      if not first:
        raise ValueError('The PyDataset has length 0')
      self._signature = _spec(first)
    return tf.data.Dataset.from_generator(self._batches, output_signature=self._signature).prefetch(tf.data.AUTOTUNE)

  def on_epoch_begin(self):
    if self._within_epoch:
      raise ValueError('`on_epoch_begin` was called twice without `on_epoch_end` having been called.')
    self._within_epoch = True
    self.py_dataset.on_epoch_begin()

  def on_epoch_end(self):
    self.py_dataset.on_epoch_end()
    self._within_epoch = False

  num_batches = property(lambda self: self.py_dataset.num_batches)


def _refuse(given, kind):
  for name, what, value in given:
    if value is not None:
      raise ValueError('When providing `x` as a %s, `%s` should not be passed. Instead, %s should be included as part of the '
                       '%s.' % (kind, name, what, kind))


def get_data_adapter(x, y=None, sample_weight=None, batch_size=None, steps_per_epoch=None, shuffle=False,
                     class_weight=None):
  """What gives the batches of x."""
  if isinstance(x, DataAdapter):
    return x
  extra = [('y', 'the targets', y), ('sample_weights', 'the sample weights', sample_weight)]
  if not isinstance(x, (tf.data.Dataset, PyDataset, types.GeneratorType)) and all(
      can_slice_array(leaf) for leaf in flatten((x, y, sample_weight))):
    return ArrayDataAdapter(x, y, sample_weight=sample_weight, class_weight=class_weight, shuffle=shuffle,
                            batch_size=batch_size, steps=steps_per_epoch)
  ignored = '`shuffle=True` was passed, but will be ignored since the data `x` was provided as '
  if isinstance(x, tf.data.Dataset):
    _refuse(extra, 'tf.data.Dataset')
    if shuffle:
      warnings.warn(ignored + 'a tf.data.Dataset. The Dataset is expected to already be shuffled (via '
                    '`.shuffle(buffer_size)`).', stacklevel=2)
    return TFDatasetAdapter(x, class_weight=class_weight)
  if isinstance(x, PyDataset):
    _refuse(extra, 'PyDataset')
    if getattr(x, 'num_batches', None) is None and shuffle:
      warnings.warn(ignored + 'an infinite PyDataset. The PyDataset is expected to already be shuffled.', stacklevel=2)
    return PyDatasetAdapter(x, class_weight=class_weight, shuffle=shuffle)
  if isinstance(x, types.GeneratorType):
    _refuse(extra, 'generator')
    if class_weight is not None:
      raise ValueError('Argument `class_weight` is not supported for Python generator inputs. Received: class_weight=%s' %
                       (class_weight,))
    if shuffle:
      warnings.warn(ignored + 'a generator. The generator is expected to yield already-shuffled data.', stacklevel=2)
    return GeneratorDataAdapter(x)
  raise ValueError('Unrecognized data type: x=%s (of type %s)' % (x, type(x)))


# ---- the steps of an epoch
class _CatchStop:
  """The data ran out: the epoch is over."""

  def __init__(self, iterator):
    self._iterator = iterator

  def __enter__(self):
    return self

  def __exit__(self, kind, error, traceback):
    if kind is None or not issubclass(kind, (StopIteration, tf.errors.OutOfRangeError)):
      return False
    self._iterator._ran_out()
    return True


class EpochIterator:
  """(first step, last step, iterator) for each call of the step function."""

  def __init__(self, x, y=None, sample_weight=None, batch_size=None, steps_per_epoch=None, shuffle=False,
               class_weight=None, steps_per_execution=1):
    most = state.max_steps_per_epoch
    if most and (not steps_per_epoch or most < steps_per_epoch):
      warnings.warn('Limiting steps_per_epoch to %d' % most)
      steps_per_epoch = most
    self.steps_per_epoch = steps_per_epoch
    self.steps_per_execution = steps_per_execution
    self._current = None
    self._steps_seen = 0
    self.data_adapter = get_data_adapter(x, y, sample_weight, batch_size, steps_per_epoch, shuffle, class_weight)
    self._num_batches = self.data_adapter.num_batches
    self._dataset = self.data_adapter.get_tf_dataset()

  num_batches = property(lambda self: self.steps_per_epoch or self._num_batches)

  def reset(self):
    self._current = None
    self._num_batches = self.data_adapter.num_batches
    self._steps_seen = 0
    self.data_adapter.on_epoch_end()

  def _warn(self):
    warnings.warn('Your input ran out of data; interrupting training. Make sure that your dataset or generator can generate '
                  'at least `steps_per_epoch * epochs` batches. You may need to use the `.repeat()` function when building '
                  'your dataset.', stacklevel=2)

  def _ran_out(self):
    if self._num_batches is None:
      self._num_batches = self._steps_seen
    self._warn()
    self._current = None
    self.data_adapter.on_epoch_end()

  def catch_stop_iteration(self):
    return _CatchStop(self)

  def __iter__(self):
    self.data_adapter.on_epoch_begin()
    many = self.steps_per_execution
    steps = self.steps_per_epoch or self._num_batches or -1
    if steps > 0:
      if self._current is None or self.steps_per_epoch is None:
        self._current = iter(self._dataset)
        self._steps_seen = 0
      for step in range(0, steps, many):
        if self._num_batches and self._steps_seen >= self._num_batches:
          if self.steps_per_epoch:
            self._warn()
          break
        self._steps_seen += many
        yield step, step + many - 1, self._current
      if self._num_batches and self._steps_seen >= self._num_batches:
        self._current = iter(self._dataset)
        self._steps_seen = 0
    else:
      iterator = iter(self._dataset)
      step = -many
      while True:
        step += many
        self._steps_seen = step + many
        yield step, step + many - 1, iterator
    self.data_adapter.on_epoch_end()
