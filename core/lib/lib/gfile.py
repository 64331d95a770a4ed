"""tf.io.gfile: files and folders, under the rules for a spec's own files (lib/io/file_io.py, platform/gfile.py)."""
import os
import re

import _os
import tensorflow as tf


def path_error(error, path):
  """The error of tf.errors that TensorFlow raises for one of Python."""
  kind = {FileNotFoundError: tf.errors.NotFoundError, PermissionError: tf.errors.PermissionDeniedError,
          FileExistsError: tf.errors.AlreadyExistsError, IsADirectoryError: tf.errors.FailedPreconditionError,
          NotADirectoryError: tf.errors.FailedPreconditionError}.get(type(error), tf.errors.UnknownError)
  return kind(None, None, '%s; %s' % (path, error.strerror))


def _plain(path):
  """A path as text, without file://; other schemes are TensorFlow's error for what is not there."""
  path = os.fspath(path)
  path = path.decode() if isinstance(path, bytes) else path
  scheme = re.match('([a-zA-Z][0-9a-zA-Z.]*)://', path)
  if scheme and scheme.group(1) != 'file':
    raise tf.errors.UnimplementedError(None, None, "File system scheme '%s' not implemented (file: '%s')"
                                       % (scheme.group(1), path))
  return path[7:] if scheme else path


def _call(path, function, *args):
  try:
    return function(*args)
  except OSError as e:
    raise path_error(e, path) from None


#: tf.io.gfile.GFile
class GFile:
  """A file that is opened when it is first read or written."""

  def __init__(self, name, mode='r', encoding='utf-8'):
    self._name, self._mode, self._encoding = name, mode, encoding
    self._data = self._pending = None
    self._at = 0
    kind = mode.replace('b', '')
    if kind not in ('r', 'w', 'a', 'r+', 'w+', 'a+'):
      raise tf.errors.InvalidArgumentError(None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
    self._reads, self._writes = kind != 'w' and kind != 'a', kind != 'r'

  name = property(lambda self: self._name)
  mode = property(lambda self: self._mode)

  def _read(self):
    if self._data is None:
      if not self._reads:
        raise tf.errors.PermissionDeniedError(None, None, "File isn't open for reading")
      path = _plain(self._name)
      if _os.stat_kind(path) == 'dir':
        raise tf.errors.FailedPreconditionError(None, None, '%s; Is a directory' % path)
      self._data, self._at = _call(path, _os.read_file, path), 0

  def _write(self):
    if self._pending is None:
      if not self._writes:
        raise tf.errors.PermissionDeniedError(None, None, "File isn't open for writing")
      path = _plain(self._name)
      old = b''
      if self._mode[0] == 'a' and _os.stat_kind(path) == 'file':
        old = _call(path, _os.read_file, path)
      _call(path, _os.write_file, path, old, False)
      self._pending, self._tell = [old], len(old)

  def _value(self, data):
    return data if 'b' in self._mode else data.decode(self._encoding)

  def size(self):
    return stat(self._name).length

  def write(self, file_content):
    self._write()
    data = file_content if isinstance(file_content, bytes) else file_content.encode(self._encoding)
    self._pending.append(data)
    self._tell += len(data)

  def read(self, n=-1):
    self._read()
    data = self._data[self._at:len(self._data) if n == -1 else self._at + n]
    self._at += len(data)
    return self._value(data)

  def seek(self, offset=None, whence=0, position=None):
    self._read()
    if offset is None and position is None:
      raise TypeError('seek(): offset argument required')
    if offset is not None and position is not None:
      raise TypeError('seek(): offset and position may not be set simultaneously.')
    offset = offset if position is None else position
    if whence not in (0, 1, 2):
      raise tf.errors.InvalidArgumentError(None, None, 'Invalid whence argument: %s. Valid values are 0, 1, or 2.' % whence)
    offset += (0, self._at, len(self._data))[whence]
    if offset < 0:
      raise tf.errors.InvalidArgumentError(None, None, 'Seeking before the start of the file: %d' % offset)
    self._at = min(offset, len(self._data))

  def readline(self):
    self._read()
    end = self._data.find(b'\n', self._at)
    line = self._data[self._at:len(self._data) if end < 0 else end + 1]
    self._at += len(line)
    return self._value(line)

  def readlines(self):
    self._read()
    return list(self)

  def tell(self):
    if self._reads:
      self._read()
      return self._at
    self._write()
    return self._tell

  def __enter__(self):
    return self

  def __exit__(self, *args):
    self.close()

  def __iter__(self):
    return self

  def __next__(self):
    line = self.readline()
    if not line:
      raise StopIteration()
    return line

  next = __next__

  def flush(self):
    if self._pending is not None:
      self._pending = [b''.join(self._pending)]
      path = _plain(self._name)
      _call(path, _os.write_file, path, self._pending[0], False)

  def close(self):
    self._data = None
    if self._pending is not None:
      self.flush()
      self._pending = None

  def seekable(self):
    return True

  def __del__(self):
    self.close()


GFile.__module__ = 'tensorflow.python.platform.gfile'


class FileStatistics:
  """Length in bytes, time of the last change, and whether it is a folder."""

  def __init__(self, length, mtime_nsec, is_directory):
    self.length, self.mtime_nsec, self.is_directory = length, mtime_nsec, is_directory


#: tf.io.gfile.exists =file_exists_v2
def exists(path):
  return _os.stat_kind(_plain(path)) != ''


#: tf.io.gfile.isdir =is_directory_v2
def isdir(path):
  return _os.stat_kind(_plain(path)) == 'dir'


#: tf.io.gfile.stat =stat_v2
def stat(path):
  path = _plain(path)
  size, changed, _ = _call(path, _os.stat, path)
  return FileStatistics(size, changed, isdir(path))


#: tf.io.gfile.listdir =list_directory_v2
def listdir(path):
  path = _plain(path)
  if _os.stat_kind(path) != 'dir':
    raise tf.errors.NotFoundError(None, None, 'Could not find directory ' + path)
  return _call(path, _os.listdir, path)


#: tf.io.gfile.mkdir =create_dir_v2
def mkdir(path):
  path = _plain(path)
  if not isdir(path):
    _call(path, _os.mkdir, path)


#: tf.io.gfile.makedirs =recursive_create_dir_v2
def makedirs(path):
  path = _plain(path).rstrip('/')
  parent = os.path.dirname(path)
  if parent and not exists(parent):
    makedirs(parent)
  mkdir(path)


#: tf.io.gfile.glob =get_matching_files_v2
def glob(pattern):
  """Names that match a pattern, or any of some, one after the other."""
  patterns = [pattern] if isinstance(pattern, (str, bytes)) else pattern
  with tf.init_scope():
    return [name.decode() for p in patterns for name in tf.raw_ops.MatchingFiles(pattern=_plain(p)).numpy()]


#: tf.io.gfile.copy =copy_v2
def copy(src, dst, overwrite=False):
  src, dst = _plain(src), _plain(dst)
  if not overwrite and exists(dst):
    raise tf.errors.AlreadyExistsError(None, None, 'file already exists')
  _call(dst, _os.write_file, dst, _call(src, _os.read_file, src), False)


#: tf.io.gfile.rename =rename_v2
def rename(src, dst, overwrite=False):
  src, dst = _plain(src), _plain(dst)
  if not overwrite and exists(dst):
    raise tf.errors.AlreadyExistsError(None, None, 'file already exists')
  _call(src, _os.rename, src, dst)


#: tf.io.gfile.remove =delete_file_v2
def remove(path):
  path = _plain(path)
  if isdir(path):
    raise tf.errors.FailedPreconditionError(None, None, '%s; Is a directory' % path)
  _call(path, _os.remove, path, False)


#: tf.io.gfile.rmtree =delete_recursively_v2
def rmtree(path):
  path = _plain(path)
  if not exists(path):
    raise tf.errors.NotFoundError(None, None, '%s not found' % path)
  if not isdir(path):
    return remove(path)
  for name in listdir(path):
    rmtree(os.path.join(path, name))
  _call(path, _os.remove, path, True)


#: tf.io.gfile.walk =walk_v2
def walk(top, topdown=True, onerror=None):
  """(folder, folders in it, files in it) for a folder and all below."""
  top = _plain(top)
  try:
    names = listdir(top)
  except tf.errors.NotFoundError as e:
    if onerror:
      onerror(e)
    return
  folders = [n for n in names if isdir(join(top, n))]
  here = top, folders, [n for n in names if n not in folders]
  if topdown:
    yield here
  for name in folders:
    yield from walk(join(top, name), topdown, onerror)
  if not topdown:
    yield here


#: tf.io.gfile.join
def join(path, *paths):
  as_bytes = isinstance(path, bytes)
  parts = [p.decode() if isinstance(p, bytes) else os.fspath(p) for p in (path, *paths)]
  if '://' in parts[0]:
    joined = parts[0]
    for part in parts[1:]:
      joined = part if '://' in part else joined.rstrip('/') + '/' + part.lstrip('/')
  else:
    joined = os.path.join(*parts)
  return joined.encode() if as_bytes else joined


#: tf.io.gfile.get_registered_schemes =get_registered_schemes
def get_registered_schemes():
  return ['', 'file']
