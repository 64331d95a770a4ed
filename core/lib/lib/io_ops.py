"""tf.io: whole files, records, and names of files (io_ops.py, tf_record.py, lib/io/file_io.py)."""
import os

import _binary
import _os
import tensorflow as tf
from tensorflow_lib.gfile import path_error

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


#: tf.io.TFRecordOptions
class TFRecordOptions:
  """How the records of a file are packed: zlib's numbers."""
  _KINDS = ('', 'ZLIB', 'GZIP')

  def __init__(self, compression_type=None, flush_mode=None, input_buffer_size=None, output_buffer_size=None,
               window_bits=None, compression_level=None, compression_method=None, mem_level=None,
               compression_strategy=None):
    self.get_compression_type_string(compression_type)
    self.compression_type, self.flush_mode = compression_type, flush_mode
    self.input_buffer_size, self.output_buffer_size = input_buffer_size, output_buffer_size
    self.window_bits, self.compression_level = window_bits, compression_level
    self.compression_method, self.mem_level = compression_method, mem_level
    self.compression_strategy = compression_strategy

  @classmethod
  def get_compression_type_string(cls, options):
    if not options:
      return ''
    if isinstance(options, TFRecordOptions):
      return cls.get_compression_type_string(options.compression_type)
    if options not in cls._KINDS:
      raise ValueError('Not a valid compression_type: "%s"' % (options,))
    return options

  def _pack(self, data):
    bits = 15 if self.window_bits is None else self.window_bits
    pick = lambda value, default: default if value is None else value
    return _binary.deflate(data, pick(self.compression_level, -1),
                           bits + 16 if self.compression_type == 'GZIP' else bits, pick(self.mem_level, 9),
                           pick(self.compression_strategy, 0))


#: tf.io.TFRecordWriter
class TFRecordWriter:
  """Writes records to a file, each with its length and checksums; packed ones when it is closed."""

  def __init__(self, path, options=None):
    if not isinstance(options, TFRecordOptions):
      options = TFRecordOptions(options)
    self._options, self._packed = options, []
    self._path = os.fspath(path)
    if isinstance(self._path, bytes):
      self._path = self._path.decode()
    try:
      self._file = open(self._path, 'wb')
      self._file.flush()
    except OSError as e:
      raise path_error(e, self._path) from None

  def __enter__(self):
    return self

  def __exit__(self, *args):
    self.close()

  def write(self, record):
    if isinstance(record, str):
      record = record.encode()
    if not isinstance(record, bytes):
      raise TypeError('write(): incompatible function arguments. The following argument types are supported:\n'
                      '    1. (self: tensorflow.python.lib.io._pywrap_record_io.RecordWriter, record: str) -> None\n\n'
                      'Invoked with: %r, %r' % (self, record))
    if self._file is None:
      raise tf.errors.FailedPreconditionError(None, None, 'Writer is closed.')
    length = len(record).to_bytes(8, 'little')
    put = self._packed.append if self._options.compression_type else self._file.write
    for part in (length, record):
      put(part)
      put(_os.masked_crc32c(part).to_bytes(4, 'little'))

  def flush(self):
    if self._file is None:
      raise tf.errors.FailedPreconditionError(None, None, 'Writer is closed.')
    self._file.flush()

  def close(self):
    if self._file is not None:
      if self._options.compression_type:
        self._file.write(self._options._pack(b''.join(self._packed)))
      self._file.close()
      self._file = None


TFRecordWriter.__module__ = TFRecordOptions.__module__ = 'tensorflow.python.lib.io.tf_record'

