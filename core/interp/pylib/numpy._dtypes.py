"""Kinds of numbers: abstract scalar types, casting, names and codes of dtypes; attributes of arrays and dtypes."""
import math

import numpy as np
from numpy import _more

_array = _more._array
byte, short, intc, long = np.int8, np.int16, np.int32, np.int64
ubyte, ushort, uintc, ulong, uintp, ulonglong = np.uint8, np.uint16, np.uint32, np.uint64, np.uint64, np.uint64
csingle, cdouble = np.complex64, np.complex128
euler_gamma, little_endian = 0.5772156649015329, True
_CODES = dict(bool='?', int8='b', int16='h', int32='i', int64='l', uint8='B', uint16='H', uint32='I', uint64='L',
              float16='e', float32='f', float64='d', complex64='F', complex128='D')
_NUMBERS = dict(bool=0, int8=1, uint8=2, int16=3, uint16=4, int32=5, uint32=6, int64=7, uint64=8, float32=11,
                float64=12, complex64=14, complex128=15, float16=23)
ScalarType = (
    int, float, complex, bool, bytes, str, np.bool_, np.complex64, np.complex128, np.float16, np.float32, np.float64,
    np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64)
typecodes = {'Character': 'c', 'Integer': 'bhilqnp', 'UnsignedInteger': 'BHILQNP', 'Float': 'efdg', 'Complex': 'FDG',
             'AllInteger': 'bBhHiIlLqQnNpP', 'AllFloat': 'efdgFDG', 'Datetime': 'Mm',
             'All': '?bhilqnpBHILQNPefdgFDGSUVOMm'}
sctypeDict = {name: np.dtype(name).type for name in _CODES}
_TYPENAMES = {'S1': 'character', '?': 'bool', 'b': 'signed char', 'B': 'unsigned char', 'h': 'short',
              'H': 'unsigned short', 'i': 'integer', 'I': 'unsigned integer', 'l': 'long integer',
              'L': 'unsigned long integer', 'q': 'long long integer', 'Q': 'unsigned long long integer',
              'f': 'single precision', 'd': 'double precision', 'g': 'long precision', 'F': 'complex single precision',
              'D': 'complex double precision', 'G': 'complex long double precision', 'S': 'string', 'U': 'unicode',
              'V': 'void', 'O': 'object'}


def typename(char):
  return _TYPENAMES[char]


def _char(d):
  return _CODES.get(d.name) or {'U': 'U', 'S': 'S', 'O': 'O'}.get(d.kind, 'V')


def _str(d):
  if d.kind in 'US':
    return str(d)
  if d.kind == 'O':
    return '|O'
  return ('|' if d.itemsize == 1 else '<') + d.kind + str(d.itemsize)


dtype_attributes = dict(
    char=_char, str=_str, num=lambda d: _NUMBERS.get(d.name, 17 if d.kind == 'O' else 19 if d.kind == 'U' else 18),
    byteorder=lambda d: '|' if d.itemsize == 1 or d.kind in 'SO' else '=', isnative=lambda d: True,
    alignment=lambda d: d.itemsize if d.kind in 'biuf' else 4 if d.kind == 'U' else 1 if d.kind == 'S' else 8 if
    d.kind == 'O' else d.itemsize // 2, names=lambda d: None, fields=lambda d: None, subdtype=lambda d: None, shape=lambda d: (),
    ndim=lambda d: 0, base=lambda d: d, hasobject=lambda d: d.kind == 'O', flags=lambda d: 63 if d.kind == 'O' else 0,
    metadata=lambda d: None, descr=lambda d: [('', _str(d))], isbuiltin=lambda d: 1 if d.kind in 'biufcO' else 0,
    isalignedstruct=lambda d: False, newbyteorder=lambda d: lambda new_order='S': _order(d, new_order))


def _order(d, new_order):
  if new_order in ('=', 'N', 'native', '<', 'L', 'little', '|', 'I', 'ignore') or d.itemsize == 1:
    return d
  raise NotImplementedError('numpy dtypes of big-endian numbers are not supported by tracepack')


# ---- attributes of arrays and scalars that are no methods
def _strides(a):
  made, step = [], a.itemsize if isinstance(a, np.ndarray) else 0
  for n in reversed(a.shape):
    made.insert(0, step)
    step *= n
  return tuple(made)


class _Flags:
  """Every array owns its elements, which lie in C's order."""

  def __init__(self, a):
    sides = sum(n > 1 for n in a.shape)
    self.c_contiguous, self.f_contiguous, self.owndata = True, sides < 2 or not a.size, isinstance(a, np.ndarray)
    self.writeable, self.aligned, self.writebackifcopy = isinstance(a, np.ndarray), True, False
    self.contiguous, self.fortran, self.carray = True, self.f_contiguous and sides > 1, True
    self.fnc, self.forc = self.fortran, True

  def __getitem__(self, key):
    names = {'C': 'c_contiguous', 'F': 'f_contiguous', 'O': 'owndata', 'W': 'writeable', 'A': 'aligned',
             'X': 'writebackifcopy'}
    try:
      return getattr(self, names.get(key, str(key).lower()))
    except AttributeError:
      raise KeyError('Unknown flag') from None

  def __repr__(self):
    return ''.join('  %s : %s\n' % (n.upper(), getattr(self, n)) for n in (
        'c_contiguous', 'f_contiguous', 'owndata', 'writeable', 'aligned', 'writebackifcopy'))


class flatiter:
  """a.flat: the elements in order, to be read and set by their number."""

  def __init__(self, a):
    self.base, self.index = a, 0

  def __iter__(self):
    return self

  def __next__(self):
    if self.index >= self.base.size:
      raise StopIteration
    value = self.base.ravel()[self.index]
    self.index += 1
    return value

  def __len__(self):
    return self.base.size

  def __getitem__(self, key):
    return self.base.ravel()[key]

  def __setitem__(self, key, value):
    whole = self.base.ravel()
    whole[key] = value
    self.base[...] = whole.reshape(self.base.shape)

  def __array__(self, dtype=None, copy=None):
    return self.base.ravel()

  @property
  def coords(self):
    return tuple(int(i) for i in np.unravel_index(self.index, self.base.shape))

  def copy(self):
    return self.base.ravel()


flatiter.__module__ = 'numpy'


def _view(a):
  def view(dtype=None, type=None):
    if dtype is None or dtype is np.ndarray:
      return a
    dtype = np.dtype(dtype)
    if dtype.itemsize == a.dtype.itemsize:
      return np.frombuffer(a.tobytes(), dtype).reshape(a.shape)
    if not a.ndim:
      raise ValueError('Changing the dtype of a 0d array is only supported if the itemsize is unchanged')
    last = a.shape[-1] * a.dtype.itemsize
    if last % dtype.itemsize:
      raise ValueError('When changing to a larger dtype, its size must be a divisor of the total size in bytes of the '
                       'last axis of the array.')
    return np.frombuffer(a.tobytes(), dtype).reshape(a.shape[:-1] + (last // dtype.itemsize,))
  return view


def _tofile(a):
  def tofile(fid, sep='', format='%s'):
    data = a.tobytes() if not sep else sep.join(format % v for v in a.ravel().tolist()).encode()
    if hasattr(fid, 'write'):
      fid.write(data)
      return
    with open(str(fid), 'wb') as out:
      out.write(data)
  return tofile


def _itemset(a):
  raise AttributeError("`itemset` was removed from the ndarray class in NumPy 2.0. Use `arr[index] = value` instead.")


def _byteswap(a):
  def byteswap(inplace=False):
    n, data = a.dtype.itemsize, a.tobytes()
    swapped = b''.join([data[i:i + n][::-1] for i in range(0, len(data), n)])
    return np.frombuffer(swapped, a.dtype).reshape(a.shape)
  return byteswap


def _is_integer(a):
  if a.dtype.kind not in 'fiu':
    raise AttributeError("'%s' object has no attribute 'is_integer'" % type(a).__name__)
  return lambda: a.dtype.kind in 'iu' or float(a).is_integer()


def _of_python(name):
  def attribute(a):
    value = a.item()
    if a.ndim or not hasattr(value, name):
      raise AttributeError("'%s' object has no attribute %r" % (('numpy.' if a.ndim == 0 else 'numpy.') + type(a).__name__, name))
    return getattr(value, name)
  return attribute


def _forward(name):
  return lambda a: lambda *args, **keywords: getattr(np, name)(a, *args, **keywords)


def _of_array(name):
  """What scalars have as arrays of one element have it."""
  return lambda a: lambda *args, **keywords: getattr(np.asarray(a), name)(*args, **keywords)


def _item_in_place(name):
  def attribute(a):
    def method(*args, **keywords):
      a[...] = getattr(np, name)(a, *args, **keywords)
    return method
  return attribute


def _resize(a):
  def resize(*shape, refcheck=True):
    raise NotImplementedError('ndarray.resize is not supported by tracepack: use np.resize')
  return resize


attributes = dict(
    strides=_strides, flags=_Flags, flat=flatiter, view=_view, tofile=_tofile, itemset=_itemset, byteswap=_byteswap,
    base=lambda a: None, mT=lambda a: matrix_transpose(a), is_integer=_is_integer, resize=_resize,
    as_integer_ratio=_of_python('as_integer_ratio'), hex=_of_python('hex'), bit_length=_of_python('bit_length'),
    bit_count=_of_python('bit_count'), T=lambda a: a, conjugate=_forward('conjugate'), cumsum=_forward('cumsum'),
    itemsize=lambda a: a.dtype.itemsize, nbytes=lambda a: a.size * a.dtype.itemsize, choose=_forward('choose'),
    partition=_item_in_place('partition'), argpartition=_forward('argpartition'), flatten=_of_array('ravel'),
    ravel=_of_array('ravel'), prod=_of_array('prod'), copy=lambda a: lambda order='C': a, put=_forward('put'),
    setflags=lambda a: lambda write=None, align=None, uic=None: None)


def matrix_transpose(x):
  x = np.asarray(x)
  if x.ndim < 2:
    raise ValueError('Input array must be at least 2-dimensional, but it is %d' % x.ndim)
  return _more.swapaxes(x, -1, -2)


# ---- casting
def issubdtype(arg1, arg2):
  if not (isinstance(arg1, type) and issubclass(arg1, np.generic)):
    arg1 = np.dtype(arg1).type
  if not (isinstance(arg2, type) and issubclass(arg2, np.generic)):
    if isinstance(arg2, tuple):  # np.character and its like
      return issubclass(arg1, arg2)
    arg2 = np.dtype(arg2).type
  return issubclass(arg1, arg2)


def isdtype(dtype, kind):
  if isinstance(dtype, type) and not issubclass(dtype, np.generic) or isinstance(dtype, str):
    raise TypeError('dtype argument must be a NumPy dtype, but it is a %s.' % type(dtype))
  dtype = np.dtype(dtype)
  kinds = {'bool': 'b', 'signed integer': 'i', 'unsigned integer': 'u', 'integral': 'iu', 'real floating': 'f',
           'complex floating': 'c', 'numeric': 'iufc'}
  for k in kind if isinstance(kind, tuple) else (kind,):
    if isinstance(k, str):
      if k not in kinds:
        raise ValueError("kind argument is a string, but %r is not a known kind name." % k)
      if dtype.kind in kinds[k]:
        return True
    elif np.dtype(k) == dtype:
      return True
  return False


def _safe(a, b):
  """Whether every value of a is one of b."""
  if a == b:
    return True
  if a.kind in 'US' or b.kind in 'US':
    return b.kind == 'U' and (a.kind in 'US' and a.itemsize * (4 if a.kind == 'S' else 1) <= b.itemsize)
  if b.kind == 'O':
    return True
  if a.kind == 'O':
    return False
  return np.promote_types(a, b) == b


def can_cast(from_, to, casting='safe'):
  if isinstance(from_, (bool, int, float, complex)) and not isinstance(from_, np.generic):
    raise TypeError('can_cast() does not support Python ints, floats, and complex because the result used to depend on '
                    'the value.\nThis change was part of adopting NEP 50, we may explicitly allow them again in the '
                    'future.')
  a = from_.dtype if isinstance(from_, (np.ndarray, np.generic)) else np.dtype(from_)
  b = np.dtype(to)
  if casting == 'unsafe':
    return True
  if casting in ('no', 'equiv'):
    return a == b
  if casting not in ('safe', 'same_kind'):
    raise ValueError("casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')" % casting)
  if _safe(a, b):
    return True
  if casting == 'same_kind':
    order = 'biufc'
    return a.kind == b.kind or a.kind in order and b.kind in order and order.find(a.kind) < order.find(b.kind) and not (
        a.kind == 'i' and b.kind == 'u')
  return False


def common_type(*arrays):
  width, complex_ = 16, False
  for a in arrays:
    d = _array(a).dtype
    if d.kind in 'iu':
      width = max(width, 64)
    elif d.kind in 'fc':
      complex_ = complex_ or d.kind == 'c'
      width = max(width, 8 * d.itemsize // (2 if d.kind == 'c' else 1))
    else:
      raise TypeError("can't get common type for non-numeric array")
  if complex_:
    return np.complex64 if width <= 32 else np.complex128
  return np.dtype('float%d' % width).type


def min_scalar_type(a):
  a = _array(a)
  if a.ndim or a.dtype.kind not in 'iufc':
    return a.dtype
  v = a.item()
  if a.dtype.kind in 'iu':
    for name in ('uint8', 'uint16', 'uint32', 'uint64') if v >= 0 else ('int8', 'int16', 'int32', 'int64'):
      info = np.iinfo(name)
      if info.min <= v <= info.max:
        return np.dtype(name)
  if a.dtype.kind == 'f':
    for name, top in (('float16', 65000), ('float32', 3.4e38)):
      if v != v or abs(v) == math.inf or abs(v) <= top:
        return np.dtype(name)
    return a.dtype
  return np.dtype('complex64' if max(abs(v.real), abs(v.imag)) <= 3.4e38 else 'complex128')


def mintypecode(typechars, typeset='GDFgdf', default='d'):
  chars = [t if isinstance(t, str) else _char(_array(t).dtype) for t in typechars]
  found = [t for t in chars if t in typeset]
  if not found:
    return default
  if 'F' in found and 'd' in found:
    return 'D'
  return min(found, key='GDFgdf'.index)


def astype(x, dtype, /, *, copy=True, device=None):
  if not isinstance(x, (np.ndarray, np.generic)):
    raise TypeError('Input should be a NumPy array. It is of type %s.' % type(x))
  return x.astype(dtype)


# ---- real and imaginary parts
def real(val):
  return val.real if isinstance(val, (np.ndarray, np.generic, int, float, complex)) else np.asarray(val).real


def imag(val):
  return val.imag if isinstance(val, (np.ndarray, np.generic, int, float, complex)) else np.asarray(val).imag


def isreal(x):
  return imag(x) == 0


def iscomplex(x):
  a = _array(x)
  return _more._scalar(np.asarray(a.imag != 0)) if a.dtype.kind == 'c' else _more._scalar(np.zeros(a.shape, np.bool_))


def real_if_close(a, tol=100):
  a = np.asarray(a)
  if a.dtype.kind != 'c':
    return a
  if tol > 1:
    tol = float(np.finfo(a.real.dtype).eps) * tol
  return a.real if np.all(abs(a.imag) < tol) else a


def sort_complex(a):
  b = np.ravel(a) if np.ndim(a) < 2 else np.asarray(a)
  b = b.astype(np.complex64) if b.dtype.kind in 'biu' and b.dtype.itemsize < 4 and b.dtype != np.bool_ else (
      b.astype(np.complex128) if b.dtype.kind != 'c' else b)
  rows = [sorted(row, key=lambda z: (z.real, z.imag)) for row in b.reshape((-1, b.shape[-1])).tolist()]
  return np.array(rows, b.dtype).reshape(b.shape)


def isnat(x):
  raise TypeError('ufunc \'isnat\' is only defined for np.datetime64 and np.timedelta64.')


def require(a, dtype=None, requirements=None, *, like=None):
  return np.asarray(a, dtype)


def asarray_chkfinite(a, dtype=None, order=None):
  a = np.asarray(a, dtype)
  if a.dtype.kind in 'fc' and not np.isfinite(a).all():
    raise ValueError('array must not contain infs or NaNs')
  return a


asfortranarray = _more.asanyarray


def isfortran(a):
  return False


def shares_memory(a, b, max_work=None):
  return a is b


def iterable(y):
  try:
    iter(y)
  except TypeError:
    return False
  return True


def from_dlpack(x, /, *, device=None, copy=None):
  return np.asarray(x)
