"""Arrays in files: .npz archives, and texts of numbers."""
import math
import os

import numpy as np
from numpy import _more


def save(file, arr, allow_pickle=True, fix_imports=None):
  arr = np.asarray(arr)
  kind = 'b1' if arr.dtype == np.bool_ else arr.dtype.kind + str(arr.dtype.itemsize)
  head = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (
      ('|' if arr.dtype.itemsize == 1 else '<') + kind, arr.shape)
  head += ' ' * (-(len(head) + 11) % 64) + '\n'
  data = b'\x93NUMPY\x01\x00' + len(head).to_bytes(2, 'little') + head.encode('latin1') + arr.tobytes()
  if hasattr(file, 'write'):
    file.write(data)
    return
  file = str(file)
  with open(file if file.endswith('.npy') else file + '.npy', 'wb') as out:
    out.write(data)


def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding='ASCII', *, max_header_size=10000):
  if hasattr(file, 'read'):
    data = file.read()
  else:
    with open(str(file), 'rb') as source:
      data = source.read()
  if data[:4] == b'PK\x03\x04':
    return NpzFile(data, None if hasattr(file, 'read') else str(file))
  if data[:6] != b'\x93NUMPY':
    raise NotImplementedError('np.load of other files than .npy is not supported by tracepack')
  wide = 2 if data[6] == 1 else 4
  start = 8 + wide
  end = start + int.from_bytes(data[8:start], 'little')
  import re
  head = data[start:end].decode('latin1')
  descr = re.search("'descr': *'([^']*)'", head)
  if not descr or descr[1][0] == '>' or 'V' in descr[1] or "'fortran_order': False" not in head:
    raise NotImplementedError('np.load of this kind of array is not supported by tracepack')
  shape = tuple(int(d) for d in re.findall('[0-9]+', re.search(r"'shape': *\(([^)]*)\)", head)[1]))
  kind = {'b1': 'bool', 'f2': 'float16', 'f4': 'float32', 'f8': 'float64', 'c8': 'complex64', 'c16': 'complex128'}
  name = descr[1][1:]
  name = kind.get(name) or {'i': 'int', 'u': 'uint'}[name[0]] + str(8 * int(name[1:]))
  return np.frombuffer(data[end:], name).reshape(shape)


def _bytes_of(arr):
  import io
  kept = io.BytesIO()
  save(kept, arr)
  return kept.getvalue()


def _path(file, suffix):
  file = os.fspath(file)
  return file if file.endswith(suffix) else file + suffix


def _savez(file, args, kwds, pack):
  from numpy import _zip
  named = dict(kwds)
  for i, value in enumerate(args):
    key = 'arr_%d' % i
    if key in named:
      raise ValueError('Cannot use un-named variables and keyword %s' % key)
    named[key] = value
  data = _zip.write([(key + '.npy', _bytes_of(np.asarray(value))) for key, value in named.items()], pack)
  if hasattr(file, 'write'):
    file.write(data)
    return
  with open(_path(file, '.npz'), 'wb') as out:
    out.write(data)


def savez(file, *args, allow_pickle=True, **kwds):
  _savez(file, args, kwds, False)


def savez_compressed(file, *args, allow_pickle=True, **kwds):
  _savez(file, args, kwds, True)


class NpzFile:
  """The arrays of an archive by name; each is read when it is asked for."""
  zip, fid = None, None

  def __init__(self, data, name=None):
    from numpy import _zip
    self._members = dict(_zip.read(data))
    self._name = name
    self._files = list(self._members)
    self.files = [key.removesuffix('.npy') for key in self._files]
    self.f = _Fields(self)

  def __enter__(self):
    return self

  def __exit__(self, *exc):
    self.close()

  def close(self):
    pass

  def __iter__(self):
    return iter(self.files)

  def __len__(self):
    return len(self.files)

  def __contains__(self, key):
    return key in self._files or key in self.files

  def __getitem__(self, key):
    name = key if key in self._members else key + '.npy'
    if name not in self._members:
      raise KeyError('%s is not a file in the archive' % key)
    data = self._members[name]()
    if data[:6] != b'\x93NUMPY':
      return data
    import io
    return load(io.BytesIO(data))

  def keys(self):
    return _Names(self.files)

  def values(self):
    return [self[key] for key in self.files]

  def items(self):
    return [(key, self[key]) for key in self.files]

  def get(self, key, default=None):
    return self[key] if key in self else default

  def __repr__(self):
    shown = ', '.join(self.files[:5]) + ('...' if len(self.files) > 5 else '')
    return 'NpzFile %r with keys: %s' % (self._name or 'object', shown)


NpzFile.__module__ = 'numpy.lib.npyio'


class _Names(list):
  def __repr__(self):
    return 'KeysView(%s)' % list.__repr__(self)


class _Fields:
  def __init__(self, owner):
    self._owner = owner

  def __getattr__(self, key):
    try:
      return self._owner[key]
    except KeyError:
      raise AttributeError(key) from None


# ---- texts
def _lines(source, encoding=None):
  if hasattr(source, 'read'):
    text = source.read()
    return (text.decode(encoding or 'latin1') if isinstance(text, bytes) else text).splitlines()
  if isinstance(source, (str, os.PathLike)):
    with open(os.fspath(source)) as file:
      return file.read().splitlines()
  return [line.decode('latin1') if isinstance(line, bytes) else line.rstrip('\n') for line in source]


def fromstring(string, dtype=float, count=-1, *, sep):
  if not sep:
    raise ValueError('The binary mode of fromstring is removed, use frombuffer instead')
  text = string.decode('latin1') if isinstance(string, bytes) else string
  parts = text.split() if not sep.strip() else [p.strip() for p in text.strip().split(sep.strip())]
  parts = [p for p in parts if p]
  if 0 <= count:
    parts = parts[:count]
  kind = np.dtype(dtype).kind
  return np.array([int(p) if kind in 'iu' else float(p) for p in parts], dtype)


def fromfile(file, dtype=float, count=-1, sep='', offset=0):
  if hasattr(file, 'read'):
    data = file.read()
  else:
    with open(os.fspath(file), 'rb') as source:
      data = source.read()
  if sep:
    return fromstring(data, dtype, count, sep=sep)
  size = np.dtype(dtype).itemsize
  data = data[offset:]
  data = data[:len(data) // size * size]
  return np.frombuffer(data if count < 0 else data[:count * size], dtype)


def fromregex(file, regexp, dtype, encoding=None):
  raise NotImplementedError('np.fromregex makes structured arrays, which are not supported by tracepack')


def genfromtxt(fname, dtype=float, comments='#', delimiter=None, skip_header=0, skip_footer=0, converters=None,
               missing_values=None, filling_values=None, usecols=None, names=None, excludelist=None,
               deletechars=None, replace_space='_', autostrip=False, case_sensitive=True, defaultfmt='f%i', unpack=None,
               usemask=False, loose=True, invalid_raise=True, max_rows=None, encoding=None, ndmin=0):
  if names is not None or usemask:
    raise NotImplementedError('np.genfromtxt with names or usemask makes structured or masked arrays, which are not '
                              'supported by tracepack')
  lines = _lines(fname, encoding)[skip_header:]
  rows, places = [], []
  for number, line in enumerate(lines):
    if comments is not None:
      line = line.split(comments)[0]
    line = line.strip(' \r\n') if delimiter is None or isinstance(delimiter, str) else line
    if not line.strip():
      continue
    if isinstance(delimiter, int):
      row = [line[i:i + delimiter] for i in range(0, len(line), delimiter)]
    elif isinstance(delimiter, (list, tuple)):
      row, at = [], 0
      for width in delimiter:
        row.append(line[at:at + width])
        at += width
    else:
      row = line.split(delimiter)
    rows.append([v.strip() for v in row] if autostrip or np.dtype(dtype or float).kind not in 'US' else row)
    places.append(number + skip_header + 1)
    if max_rows is not None and len(rows) == max_rows:
      break
  if skip_footer:
    rows = rows[:-skip_footer]
  if not rows:
    import warnings
    warnings.warn('genfromtxt: Empty input file: "%s"' % fname, UserWarning, 2)
    return np.array([])
  width = len(rows[0])
  bad = [(n, len(row)) for n, row in zip(places, rows) if len(row) != width]
  if bad and usecols is None:
    text = 'Some errors were detected !\n' + '\n'.join('    Line #%d (got %d columns instead of %d)' % (n, got, width)
                                                      for n, got in bad)
    if invalid_raise:
      raise ValueError(text)
    rows = [row for row in rows if len(row) == width]
  if usecols is not None:
    usecols = [usecols] if isinstance(usecols, int) else list(usecols)
    rows = [[row[i] for i in usecols] for row in rows]
  missing = {''}
  if isinstance(missing_values, str):
    missing |= set(missing_values.split(','))
  elif missing_values is not None and not isinstance(missing_values, dict):
    missing |= set(missing_values)
  if dtype is None:
    dtype = _guess([v for row in rows for v in row if v not in missing])
    if dtype is None:
      raise NotImplementedError('np.genfromtxt with dtype=None of columns of several kinds makes structured arrays, which '
                                'are not supported by tracepack')
  kind = np.dtype(dtype).kind
  fill = filling_values if filling_values is not None else {'f': math.nan, 'i': -1, 'u': -1, 'b': False, 'c': math.nan}.get(
      kind)

  def one(text, column):
    if converters and column in converters:
      return converters[column](text)
    if kind in 'US':
      return text
    if text in missing:
      return fill[column] if isinstance(fill, (list, tuple)) else fill
    try:
      if kind == 'b':
        return {'TRUE': True, 'FALSE': False, '1': True, '0': False}[text.upper()]
      return int(text) if kind in 'iu' else complex(text) if kind == 'c' else float(text)
    except (ValueError, KeyError):
      return fill
  made = np.array([[one(v, i) for i, v in enumerate(row)] for row in rows], dtype)
  if ndmin == 0 and made.ndim == 2 and (made.shape[0] == 1 or made.shape[1] == 1):
    made = _more.squeeze(made)
  elif ndmin == 1 and made.size and 1 in made.shape:
    made = made.ravel()
  return made.T if unpack else made


def _guess(texts):
  def all_are(convert):
    try:
      for t in texts:
        convert(t)
      return True
    except ValueError:
      return False
  if texts and all(t.upper() in ('TRUE', 'FALSE') for t in texts):
    return bool
  if all_are(int):
    return int
  if all_are(float):
    return float
  return complex if all_are(complex) else str
