"""Datasets whose elements stand in files (data/ops/readers.py, data/experimental/ops/readers.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_transforms import in_module

raw = tf.raw_ops
BUFFER_BYTES = 256 * 1024


def _optional(value, default, dtype, name):
  return tf.constant(default, dtype, name=name) if value is None else convert(value, dtype=dtype, name=name)


def _filenames_dataset(filenames):
  """A dataset of the names, which come as one, as a tensor or list of them, or as a dataset."""
  if isinstance(filenames, Dataset):
    kind = filenames.element_spec.dtype
    if kind != tf.string:
      raise TypeError('The `filenames` argument must contain `tf.string` elements. Got a dataset of `%r` elements.'
                      % (kind,))
    if not filenames.element_spec.shape.is_compatible_with([]):
      raise TypeError('The `filenames` argument must contain `tf.string` elements of shape [] (i.e. scalars). '
                      'Got a dataset of element shape %s.' % (filenames.element_spec.shape,))
    return filenames
  filenames = tf.nest.map_structure(lambda name: convert(name), filenames)
  filenames = tf.constant([], tf.string) if isinstance(filenames, list) and not filenames else convert(filenames)
  if filenames.dtype != tf.string:
    raise TypeError('The `filenames` argument must contain `tf.string` elements. Got `%s` elements.'
                    % filenames.dtype.name)
  return Dataset.from_tensor_slices(tf.reshape(filenames, [-1], name='flat_filenames'))


class _OneFile(Dataset):
  """The strings of the file of that name."""
  _structure = tf.TensorSpec([], tf.string)

  def __init__(self, variant):
    super().__init__(variant)


class _FilesDataset(Dataset):
  """The elements of all files, one file after the other, or of some at once."""
  _structure = tf.TensorSpec([], tf.string)

  def __init__(self, filenames, read, num_parallel_reads):
    names = _filenames_dataset(filenames)
    one_file = lambda name: _OneFile(read(convert(name, dtype=tf.string, name='filename')))
    if num_parallel_reads is None:
      dataset = names.flat_map(one_file)
    elif isinstance(num_parallel_reads, int) and num_parallel_reads == tf.data.AUTOTUNE:
      dataset = names.interleave(one_file, num_parallel_calls=num_parallel_reads)
    else:
      dataset = names.interleave(one_file, cycle_length=num_parallel_reads, block_length=1,
                                 num_parallel_calls=num_parallel_reads)
    self._impl = dataset
    super().__init__(dataset._variant_tensor)

  def _inputs(self):
    return self._impl._inputs()


#: tf.data.TextLineDataset
@in_module('readers')
class TextLineDatasetV2(_FilesDataset):
  """The lines of text files."""

  def __init__(self, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
    def read(filename):
      return raw.TextLineDataset(filenames=filename,
                                 compression_type=_optional(compression_type, '', tf.string, 'compression_type'),
                                 buffer_size=_optional(buffer_size, BUFFER_BYTES, tf.int64, 'buffer_size'))
    super().__init__(filenames, read, num_parallel_reads)


#: tf.data.TFRecordDataset
@in_module('readers')
class TFRecordDatasetV2(_FilesDataset):
  """The records of TFRecord files."""

  def __init__(self, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
    def read(filename):
      return raw.TFRecordDataset(filenames=filename,
                                 compression_type=_optional(compression_type, '', tf.string, 'compression_type'),
                                 buffer_size=_optional(buffer_size, BUFFER_BYTES, tf.int64, 'buffer_size'))
    super().__init__(filenames, read, num_parallel_reads)


#: tf.data.FixedLengthRecordDataset
@in_module('readers')
class FixedLengthRecordDatasetV2(_FilesDataset):
  """Records of one length."""

  def __init__(self, filenames, record_bytes, header_bytes=None, footer_bytes=None, buffer_size=None,
               compression_type=None, num_parallel_reads=None, name=None):
    def read(filename):
      return raw.FixedLengthRecordDatasetV2(
          filenames=filename, header_bytes=_optional(header_bytes, 0, tf.int64, 'header_bytes'),
          record_bytes=convert(record_bytes, dtype=tf.int64, name='record_bytes'),
          footer_bytes=_optional(footer_bytes, 0, tf.int64, 'footer_bytes'),
          buffer_size=_optional(buffer_size, BUFFER_BYTES, tf.int64, 'buffer_size'),
          compression_type=_optional(compression_type, '', tf.string, 'compression_type'))
    super().__init__(filenames, read, num_parallel_reads)


# What DType's == takes for one of them counts, too: 1 is float32, 7 string.
_CSV_TYPES = (tf.float32, tf.float64, tf.int32, tf.int64, tf.string)


#: tf.data.experimental.CsvDataset
@in_module('readers')
class CsvDatasetV2(Dataset):
  """Records of comma-separated values; a default that is a dtype says that the field is required."""

  def __init__(self, filenames, record_defaults, compression_type=None, buffer_size=None, header=False,
               field_delim=',', use_quote_delim=True, na_value='', select_cols=None, exclude_cols=None):
    self._filenames = convert(filenames, dtype=tf.string, name='filenames')
    defaults = [tf.constant([], dtype=d) if not tf.is_tensor(d) and d in _CSV_TYPES else d for d in record_defaults]
    defaults = [convert(d) for d in defaults]
    select_cols = _optional(select_cols, [], tf.int64, 'select_cols')
    exclude_cols = _optional(exclude_cols, [], tf.int64, 'exclude_cols')
    self._structure = tuple(tf.TensorSpec([], d.dtype) for d in defaults)
    super().__init__(raw.CSVDatasetV2(
        filenames=self._filenames, record_defaults=defaults,
        buffer_size=_optional(buffer_size, 4 * 1024 * 1024, tf.int64, 'buffer_size'),
        header=convert(header, dtype=tf.bool, name='header'), output_shapes=[s.shape for s in self._structure],
        field_delim=convert(field_delim, dtype=tf.string, name='field_delim'),
        use_quote_delim=convert(use_quote_delim, dtype=tf.bool, name='use_quote_delim'),
        na_value=convert(na_value, dtype=tf.string, name='na_value'), select_cols=select_cols,
        exclude_cols=exclude_cols,
        compression_type=_optional(compression_type, '', tf.string, 'compression_type')))
