"""tf.keras.preprocessing.sequence, time series (keras/src/utils/sequence_utils.py, timeseries_dataset_utils.py)."""
import json
import random

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.data_adapters import PyDataset


#: tf.keras.utils.pad_sequences tf.keras.preprocessing.sequence.pad_sequences =pad_sequences
def pad_sequences(sequences, maxlen=None, dtype='int32', padding='pre', truncating='pre', value=0.0):
  """Sequences as rows of one length."""
  if not hasattr(sequences, '__len__'):
    raise ValueError('`sequences` must be iterable.')
  lengths = []
  sample_shape = None
  for x in sequences:
    try:
      lengths.append(len(x))
    except TypeError as e:
      raise ValueError('`sequences` must be a list of iterables. Found non-iterable: %s' % (x,)) from e
    if sample_shape is None and len(x):
      sample_shape = np.asarray(x).shape[1:]
  sample_shape = sample_shape or ()
  if maxlen is None:
    maxlen = np.max(lengths)
  is_text = dtype is not object and np.dtype(dtype).kind in 'US'
  if isinstance(value, str) and dtype is not object and not is_text:
    raise ValueError("`dtype` %s is not compatible with `value`'s type: %s\nYou should set `dtype=object` for variable "
                     'length strings.' % (dtype, type(value)))
  rows = np.full((len(sequences), int(maxlen)) + tuple(sample_shape), value, dtype=dtype)
  for i, s in enumerate(sequences):
    if not len(s):
      continue
    if truncating == 'pre':
      part = s[-maxlen:]
    elif truncating == 'post':
      part = s[:maxlen]
    else:
      raise ValueError('Truncating type "%s" not understood' % truncating)
    part = np.asarray(part, dtype=dtype)
    if part.shape[1:] != tuple(sample_shape):
      raise ValueError('Shape of sample %s of sequence at position %d is different from expected shape %s' %
                       (part.shape[1:], i, sample_shape))
    if padding == 'post':
      rows[i, :len(part)] = part
    elif padding == 'pre':
      rows[i, -len(part):] = part
    else:
      raise ValueError('Padding type "%s" not understood' % padding)
  return rows


#: tf.keras.preprocessing.sequence.make_sampling_table =make_sampling_table
def make_sampling_table(size, sampling_factor=1e-5):
  """How likely the word of each rank is kept, where words are as frequent as Zipf says."""
  rank = np.arange(size)
  rank[0] = 1
  inverse = rank * (np.log(rank) + 0.577) + 0.5 - 1.0 / (12.0 * rank)
  f = sampling_factor * inverse
  return np.minimum(1.0, f / np.sqrt(f))


#: tf.keras.preprocessing.sequence.skipgrams =skipgrams
def skipgrams(sequence, vocabulary_size, window_size=4, negative_samples=1.0, shuffle=True, categorical=False,
              sampling_table=None, seed=None):
  """Pairs of words that stand near each other, and as many that do not; and labels that say which."""
  couples, labels = [], []
  for i, wi in enumerate(sequence):
    if not wi or sampling_table is not None and sampling_table[wi] < random.random():
      continue
    for j in range(max(0, i - window_size), min(len(sequence), i + window_size + 1)):
      if j != i and sequence[j]:
        couples.append([wi, sequence[j]])
        labels.append([0, 1] if categorical else 1)
  if negative_samples > 0:
    count = int(len(labels) * negative_samples)
    words = [c[0] for c in couples]
    random.shuffle(words)
    couples += [[words[i % len(words)], random.randint(1, vocabulary_size - 1)] for i in range(count)]
    labels += [[1, 0]] * count if categorical else [0] * count
  if shuffle:
    if seed is None:
      seed = random.randint(0, 10000000)
    random.seed(seed)
    random.shuffle(couples)
    random.seed(seed)
    random.shuffle(labels)
  return couples, labels


def _check_series(data, start_index, end_index, **steps):
  n = len(data)
  if start_index:
    if start_index < 0:
      raise ValueError('`start_index` must be 0 or greater. Received: start_index=%s' % start_index)
    if start_index >= n:
      raise ValueError('`start_index` must be lower than the length of the data. Received: start_index=%s, for data of '
                       'length %d' % (start_index, n))
  if end_index:
    if start_index and end_index <= start_index:
      raise ValueError('`end_index` must be higher than `start_index`. Received: start_index=%s, and end_index=%s ' %
                       (start_index, end_index))
    if end_index >= n:
      raise ValueError('`end_index` must be lower than the length of the data. Received: end_index=%s, for data of length %d'
                       % (end_index, n))
    if end_index <= 0:
      raise ValueError('`end_index` must be higher than 0. Received: end_index=%s' % end_index)
  for name, value in steps.items():
    if value <= 0:
      raise ValueError('`%s` must be higher than 0. Received: %s=%s' % (name, name, value))
    if value >= n:
      raise ValueError('`%s` must be lower than the length of the data. Received: %s=%s, for data of length %d' %
                       (name, name, value, n))


def _gathered(array, indices, start, end):
  """What stands at the indices of each element."""
  steps = tf.data.Dataset.from_tensors(array[start:end]).repeat()
  return tf.data.Dataset.zip((steps, indices)).map(lambda steps, indices: tf.gather(steps, indices),
                                                   num_parallel_calls=tf.data.AUTOTUNE)


#: tf.keras.utils.timeseries_dataset_from_array tf.keras.preprocessing.timeseries_dataset_from_array
#: =timeseries_dataset_from_array
def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128,
                                  shuffle=False, seed=None, start_index=None, end_index=None, format='tf'):
  """Windows over a series, with the targets of where they begin."""
  _check_series(data, start_index, end_index, sampling_rate=sampling_rate, sequence_stride=sequence_stride)
  if format not in ('tf', 'grain'):
    raise ValueError('`format` should be either "tf" or "grain". Received: format=%s' % format)
  if format == 'grain':
    raise NotImplementedError('tf.keras.utils.timeseries_dataset_from_array with format="grain"')
  start = start_index or 0
  end = len(data) if end_index is None else end_index
  count = end - start - (sequence_length - 1) * sampling_rate
  if targets is not None:
    count = min(count, len(targets))
  dtype = 'int32' if count < 2147483647 else 'int64'
  starts = np.arange(0, count, sequence_stride, dtype=dtype)
  if shuffle:
    if seed is None:
      seed = np.random.randint(1e6)
    np.random.RandomState(seed).shuffle(starts)
  length, rate = tf.cast(sequence_length, dtype), tf.cast(sampling_rate, dtype)
  positions = tf.data.Dataset.from_tensors(starts).repeat()
  numbered = lambda: tf.data.Dataset.zip((tf.data.Dataset.range(len(starts)), positions))
  windows = numbered().map(lambda i, p: tf.range(p[i], p[i] + length * rate, rate), num_parallel_calls=tf.data.AUTOTUNE)
  dataset = _gathered(data, windows, start, end)
  if targets is not None:
    indices = numbered().map(lambda i, p: p[i], num_parallel_calls=tf.data.AUTOTUNE)
    dataset = tf.data.Dataset.zip((dataset, _gathered(targets, indices, start, end)))
  dataset = dataset.prefetch(tf.data.AUTOTUNE)
  if shuffle:
    dataset = dataset.shuffle(buffer_size=1024 if batch_size is None else batch_size * 8, seed=seed)
  return dataset if batch_size is None else dataset.batch(batch_size)


__name__ = 'keras.src.legacy.preprocessing.sequence'


#: tf.keras.preprocessing.sequence.TimeseriesGenerator
class TimeseriesGenerator(PyDataset):
  """Batches of the parts of a series that go before each of its points."""

  def __init__(self, data, targets, length, sampling_rate=1, stride=1, start_index=0, end_index=None, shuffle=False,
               reverse=False, batch_size=128, **kwargs):
    super().__init__(**kwargs)
    if len(data) != len(targets):
      raise ValueError('Data and targets have to be of same length. Data length is %d while target length is %d' %
                       (len(data), len(targets)))
    self.data = data
    self.targets = targets
    self.length = length
    self.sampling_rate = sampling_rate
    self.stride = stride
    self.start_index = start_index + length
    self.end_index = len(data) - 1 if end_index is None else end_index
    self.shuffle = shuffle
    self.reverse = reverse
    self.batch_size = batch_size
    if self.start_index > self.end_index:
      raise ValueError('`start_index+length=%s > end_index=%s` is disallowed, as no part of the sequence would be left to be '
                       'used as current step.' % (self.start_index, self.end_index))

  def __len__(self):
    span = self.batch_size * self.stride
    return (self.end_index - self.start_index + span) // span

  def __getitem__(self, index):
    if self.shuffle:
      rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
    else:
      first = self.start_index + self.batch_size * self.stride * index
      rows = np.arange(first, min(first + self.batch_size * self.stride, self.end_index + 1), self.stride)
    samples = np.array([self.data[row - self.length:row:self.sampling_rate] for row in rows])
    targets = np.array([self.targets[row] for row in rows])
    return (samples[:, ::-1, ...] if self.reverse else samples), targets

  def _as_json(self, values, what):
    values = values.tolist() if isinstance(values, np.ndarray) else values
    try:
      return json.dumps(values)
    except TypeError as e:
      raise TypeError('%s not JSON Serializable: %s' % (what, values)) from e

  def get_config(self):
    data, targets = self._as_json(self.data, 'Data'), self._as_json(self.targets, 'Targets')
    config = super().get_config()
    names = ('length', 'sampling_rate', 'stride', 'start_index', 'end_index', 'shuffle', 'reverse', 'batch_size')
    config.update({'data': data, 'targets': targets, **{name: getattr(self, name) for name in names}})
    return config

  def to_json(self, **kwargs):
    return json.dumps({'class_name': type(self).__name__, 'config': self.get_config()}, **kwargs)
