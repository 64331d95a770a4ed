"""tf.io: whole files, records, and names of files (io_ops.py, tf_record.py, lib/io/file_io.py)."""
import os

import _os
import tensorflow as tf

raw = tf.raw_ops


#: tf.io.read_file
def read_file(filename, name=None):
  return raw.ReadFile(filename, name=name)


#: tf.io.write_file
def write_file(filename, contents, name=None):
  return raw.WriteFile(filename, contents, name=name)


#: tf.io.matching_files
def matching_files(pattern, name=None):
  return raw.MatchingFiles(pattern, name=name)


#: tf.io.decode_csv
def decode_csv_v2(records, record_defaults, field_delim=',', use_quote_delim=True, na_value='', select_cols=None,
                  name=None):
  """Records of comma-separated values, a tensor for each column."""
  if select_cols is not None and any(a >= b for a, b in zip(select_cols, select_cols[1:])):
    raise ValueError('select_cols is not strictly increasing.')
  if select_cols is not None and select_cols[0] < 0:
    raise ValueError('select_cols contains negative values.')
  if select_cols is not None and len(select_cols) != len(record_defaults):
    raise ValueError('Length of select_cols and record_defaults do not match.')
  return raw.DecodeCSV(records, record_defaults, field_delim=field_delim, use_quote_delim=use_quote_delim,
                       na_value=na_value, select_cols=[] if select_cols is None else list(select_cols), name=name)


def _tf_error(error, path):
  """The error of tf.errors that TensorFlow raises for one of Python."""
  kind = {FileNotFoundError: tf.errors.NotFoundError, PermissionError: tf.errors.PermissionDeniedError,
          FileExistsError: tf.errors.AlreadyExistsError, IsADirectoryError: tf.errors.FailedPreconditionError,
          NotADirectoryError: tf.errors.FailedPreconditionError}.get(type(error), tf.errors.UnknownError)
  return kind(None, None, '%s; %s' % (path, error.strerror))


#: tf.io.TFRecordOptions
class TFRecordOptions:
  """How the records of a file are packed; only the kind of compression matters here."""

  def __init__(self, compression_type=None, flush_mode=None, input_buffer_size=None, output_buffer_size=None,
               window_bits=None, compression_level=None, compression_method=None, mem_level=None,
               compression_strategy=None):
    if compression_type not in (None, '', 'ZLIB', 'GZIP'):
      raise ValueError('Invalid `compression_type`: %r' % (compression_type,))
    self.compression_type = compression_type


#: tf.io.TFRecordWriter
class TFRecordWriter:
  """Writes records to a file, each with its length and checksums."""

  def __init__(self, path, options=None):
    if isinstance(options, TFRecordOptions):
      options = options.compression_type
    if options:
      raise NotImplementedError('tf.io.TFRecordWriter with compression is not in tracepack yet')
    self._path = os.fspath(path)
    try:
      self._file = open(self._path, 'wb')
      self._file.flush()
    except OSError as e:
      raise _tf_error(e, self._path) from None

  def __enter__(self):
    return self

  def __exit__(self, *args):
    self.close()

  def write(self, record):
    if isinstance(record, str):
      record = record.encode()
    if self._file is None:
      raise tf.errors.FailedPreconditionError(None, None, 'Writer is closed.')
    length = len(record).to_bytes(8, 'little')
    for part in (length, record):
      self._file.write(part)
      self._file.write(_os.masked_crc32c(part).to_bytes(4, 'little'))

  def flush(self):
    self._file.flush()

  def close(self):
    if self._file is not None:
      self._file.close()
      self._file = None
