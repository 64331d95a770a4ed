"""Datasets made of files in one call: rows of CSV, Examples of TFRecords (data/experimental/ops/readers.py)."""
import collections
import csv
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.data_files import _CSV_TYPES
from tensorflow_lib.gfile import GFile
from tensorflow_lib.parsing_config import ParseParams
from tensorflow_lib.parsing_ops import _KINDS


def _file_names(pattern):
  """The names that match a pattern or any of a list of them, sorted."""
  if isinstance(pattern, list):
    if not pattern:
      raise ValueError('Argument `file_pattern` should not be empty.')
    names = [name for p in pattern for name in tf.io.gfile.glob(p)]
  else:
    names = list(tf.io.gfile.glob(pattern))
  if not names:
    raise ValueError('No files match `file_pattern` %s.' % (pattern,))
  return sorted(names)


def _is_int(text, bits):
  try:
    return -2 ** (bits - 1) <= int(text) < 2 ** (bits - 1)
  except ValueError:
    return False


def _is_float(text, dtype):
  try:
    return float(dtype(float(text))) < math.inf
  except ValueError:
    return False


_LADDER = [(tf.int32, lambda s: _is_int(s, 32)), (tf.int64, lambda s: _is_int(s, 64)),
           (tf.float32, lambda s: _is_float(s, np.float32)), (tf.float64, lambda s: _is_float(s, np.float64)),
           (tf.string, lambda s: True)]


def _wider(text, na_value, old):
  """The narrowest type that holds the text and what was seen before."""
  if text in ('', na_value):
    return old
  kinds = [dtype for dtype, _ in _LADDER]
  for i, (dtype, holds) in enumerate(_LADDER):
    if holds(text) and (old is None or old in kinds[:i + 1]):
      return dtype


class _Probe:
  """What the first rows of files say of their columns."""

  def __init__(self, names, delimiter, quotes, opener):
    self._names, self._open = names, opener
    self._format = {'delimiter': delimiter, 'quoting': csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE}

  def _header(self, name):
    with self._open(name) as f:
      try:
        return next(csv.reader(f, **self._format))
      except StopIteration:
        raise ValueError('Failed when reading the header line of %s. Is it an empty file?' % name) from None

  def column_names(self):
    columns = self._header(self._names[0])
    for name in self._names[1:]:
      if self._header(name) != columns:
        raise ValueError('All input CSV files should have the same column names in the header row. File %s has different '
                         'column names.' % name)
    return columns

  def _rows(self, columns, header):
    for name in self._names:
      with self._open(name) as f:
        rows = csv.reader(f, **self._format)
        number = 1
        if header:
          next(rows)
          number += 1
        for row in rows:
          if len(row) != columns:
            raise ValueError('Problem inferring types: CSV row %d has %d number of fields. Expected: %d.'
                             % (number, len(row), columns))
          number += 1
          yield row

  def defaults(self, columns, header, limit, selected, na_value):
    selected = range(columns) if selected is None else selected
    kinds = [None] * len(selected)
    for i, row in enumerate(self._rows(columns, header)):
      if limit is not None and i >= limit:
        break
      kinds = [_wider(row[c], na_value, kind) for c, kind in zip(selected, kinds)]
    kinds = [kind or tf.string for kind in kinds]
    return [tf.constant(['' if kind is tf.string else 0], dtype=kind) for kind in kinds]


def _opener(compression_type, encoding):
  if compression_type is not None:
    if tf.is_tensor(compression_type):
      compression_type = tf.get_static_value(compression_type)
    compression_type = compression_type.decode() if isinstance(compression_type, bytes) else compression_type
    if compression_type == 'GZIP':
      import gzip
      return lambda name: gzip.open(name, 'rt', encoding=encoding)
    if compression_type == 'ZLIB':
      raise ValueError('`compression_type` %s is not supported for probing columns.' % compression_type)
    if compression_type != '':
      raise ValueError('Received unknown `compression_type` %s. Expected: GZIP, ZLIB or  (empty string).'
                       % compression_type)
  return lambda name: GFile(name, 'r', encoding=encoding)


def _duplicates(names):
  ordered = sorted(names)
  return {a for a, b in zip(ordered[:-1], ordered[1:]) if a == b}


def _chosen(select_columns, names):
  """Columns that are given by names or places, as places in order."""
  places = {n: i for i, n in enumerate(names)}
  made = []
  for v in select_columns:
    if isinstance(v, int):
      if v < 0 or v >= len(names):
        raise ValueError('Column index %d specified in `select_columns` should be > 0  and <= %d, which is the number of '
                         'columns.' % (v, len(names)))
      made.append(v)
    elif v not in places:
      raise ValueError('Column %s specified in `select_columns` must be of one of the columns: %s.' % (v, places.keys()))
    else:
      made.append(places[v])
  made = sorted(set(made))
  if len(made) != len(select_columns):
    raise ValueError('The `select_columns` argument contains duplicate columns: %s.' % (_duplicates(made) or set(),))
  return made


def _interleaved(dataset, one_file, readers, sloppy):
  if readers == tf.data.AUTOTUNE:
    dataset = dataset.interleave(one_file, num_parallel_calls=readers)
    options = tf.data.Options()
    options.deterministic = not sloppy
    return dataset.with_options(options)
  return dataset.interleave(one_file, cycle_length=readers, block_length=1)


def _shuffled_and_repeated(dataset, num_epochs, shuffle, buffer_size, seed):
  if shuffle:
    dataset = dataset.shuffle(buffer_size, seed)
  return dataset if num_epochs == 1 else dataset.repeat(num_epochs)


#: tf.data.experimental.make_csv_dataset =make_csv_dataset_v2
def make_csv_dataset(file_pattern, batch_size, column_names=None, column_defaults=None, label_name=None,
                     select_columns=None, field_delim=',', use_quote_delim=True, na_value='', header=True,
                     num_epochs=None, shuffle=True, shuffle_buffer_size=10000, shuffle_seed=None,
                     prefetch_buffer_size=None, num_parallel_reads=None, sloppy=False, num_rows_for_inference=100,
                     compression_type=None, ignore_errors=False, encoding='utf-8'):
  """Batches of rows, a dict of columns each; with a label, a pair."""
  readers = 1 if num_parallel_reads is None else num_parallel_reads
  names = _file_names(file_pattern)
  dataset = tf.data.Dataset.from_tensor_slices(names)
  if shuffle:
    dataset = dataset.shuffle(len(names), shuffle_seed)
  probe = None
  if column_names is None or column_defaults is None:
    probe = _Probe(names, field_delim, use_quote_delim, _opener(compression_type, encoding))
  if column_names is None:
    if not header:
      raise ValueError('Expected `column_names` or `header` arguments. Neither is provided.')
    column_names = probe.column_names()
  if len(column_names) != len(set(column_names)):
    raise ValueError('Either `column_names` argument or CSV header row contains duplicate column names: %s.'
                     % _duplicates(column_names))
  if select_columns is not None:
    select_columns = _chosen(select_columns, column_names)
  if column_defaults is not None:
    column_defaults = [tf.constant([], dtype=d) if not tf.is_tensor(d) and d in _CSV_TYPES else d
                       for d in column_defaults]
  else:
    column_defaults = probe.defaults(len(column_names), header, num_rows_for_inference, select_columns, na_value)
  if select_columns is not None and len(column_defaults) != len(select_columns):
    raise ValueError('If specified, `column_defaults` and `select_columns` must have the same length: `column_defaults` '
                     'has length %d, `select_columns` has length %d.' % (len(column_defaults), len(select_columns)))
  if select_columns is not None and len(column_names) > len(select_columns):
    column_names = [column_names[i] for i in select_columns]
  if label_name is not None and label_name not in column_names:
    raise ValueError('`label_name` provided must be one of the columns: %s. Received: %s.' % (column_names, label_name))

  def one_file(name):
    rows = tf.data.experimental.CsvDataset(
        name, record_defaults=column_defaults, field_delim=field_delim, use_quote_delim=use_quote_delim,
        na_value=na_value, select_cols=select_columns, header=header, compression_type=compression_type)
    return rows.ignore_errors() if ignore_errors else rows

  def as_dict(*columns):
    features = collections.OrderedDict(zip(column_names, columns))
    if label_name is not None:
      label = features.pop(label_name)
      return features, label
    return features

  dataset = _interleaved(dataset, one_file, readers, sloppy)
  dataset = _shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
  dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(as_dict)
  return dataset.prefetch(tf.data.AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


#: tf.data.experimental.parse_example_dataset =parse_example_dataset
def parse_example_dataset(features, num_parallel_calls=1, deterministic=None):
  """Batches of serialized Examples as dicts of tensors."""
  if features is None:
    raise ValueError('Argument `features` is required, but not specified.')
  ParseParams(features, _KINDS)

  def apply(dataset):
    if dataset.element_spec != tf.TensorSpec([None], tf.string):
      raise TypeError('Input dataset should be a dataset of vectors of strings. Instead it is `%s`.'
                      % (dataset.element_spec,))
    return dataset.map(lambda x: tf.io.parse_example(x, features), num_parallel_calls=num_parallel_calls)

  return apply


#: tf.data.experimental.make_batched_features_dataset =make_batched_features_dataset_v2
def make_batched_features_dataset(file_pattern, batch_size, features, reader=None, label_key=None, reader_args=None,
                                  num_epochs=None, shuffle=True, shuffle_buffer_size=10000, shuffle_seed=None,
                                  prefetch_buffer_size=None, reader_num_threads=None, parser_num_threads=None,
                                  sloppy_ordering=False, drop_final_batch=False):
  """Batches of Examples of TFRecord files, parsed."""
  reader = tf.data.TFRecordDataset if reader is None else reader
  readers = 1 if reader_num_threads is None else reader_num_threads
  dataset = tf.data.Dataset.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
  dataset = _interleaved(dataset, lambda name: reader(name, *(reader_args or [])), readers, sloppy_ordering)
  if isinstance(dataset.element_spec, tuple):
    dataset = dataset.map(lambda _, v: v)
  dataset = _shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
  dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
  parsers = 2 if parser_num_threads is None else parser_num_threads
  dataset = dataset.map(lambda x: tf.io.parse_example(x, features), num_parallel_calls=parsers)
  if label_key:
    if label_key not in features:
      raise ValueError('The `label_key` provided (%s) must be one of the `features` keys: %s.'
                       % (label_key, features.keys()))
    dataset = dataset.map(lambda x: (x, x.pop(label_key)))
  return dataset.prefetch(tf.data.AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


#: tf.data.experimental.TFRecordWriter
class TFRecordWriter:
  """Writes the strings of a dataset as records."""

  def __init__(self, filename, compression_type=None):
    self._filename, self._compression_type = filename, compression_type

  def write(self, dataset):
    if not isinstance(dataset, tf.data.Dataset):
      raise TypeError('Invalid `dataset.` Expected a `tf.data.Dataset` object but got %s.' % type(dataset))
    if dataset.element_spec != tf.TensorSpec([], tf.string):
      raise TypeError('Invalid `dataset`. Expected a `dataset` that produces scalar `tf.string` elements, but got a '
                      'dataset which produces elements with %s.' % (dataset.element_spec,))
    with tf.io.TFRecordWriter(self._filename, self._compression_type) as writer:
      for record in dataset:
        writer.write(record.numpy())


#: tf.data.experimental.SqlDataset
class SqlDatasetV2:
  __not_implemented__ = True

  def __init__(self, *args, **kwargs):
    raise NotImplementedError('tf.data.experimental.SqlDataset is not in tracepack')
