"""Which dtype several dtypes, arrays and Python numbers have together (NEP 50)."""
import numpy as np
from numpy import _more

_ORDER = 'biufc'


def _class_name(d):
  """numpy.dtypes' class of a dtype, as errors show it."""
  if d.kind == 'V':  # bfloat16
    return "<class 'numpy.dtype[%s]'>" % d.name
  if d.kind in 'USO':
    return "<class 'numpy.dtypes.%sDType'>" % {'U': 'Str', 'S': 'Bytes', 'O': 'Object'}[d.kind]
  name = d.name.capitalize() if d.kind != 'u' else 'UInt' + d.name[4:]
  return "<class 'numpy.dtypes.%sDType'>" % name


def _refuse_in_list(a, other, names):
  raise _more.exceptions.DTypePromotionError(
      'The DType %s could not be promoted by %s. This means that no common DType exists for the given inputs. For example '
      'they cannot be stored in a single array unless the dtype is `object`. The full list of DTypes is: (%s)' %
      (a, other, ', '.join(names)))


def _refuse(a, b):
  raise _more.exceptions.DTypePromotionError(
      'The DTypes %s and %s do not have a common DType. For example they cannot be stored in a single array unless the '
      'dtype is `object`.' % (_class_name(a), _class_name(b)))


def _as_dtype(x):
  if x is None:
    return np.dtype(float)
  try:
    return np.dtype(x)
  except TypeError:
    if isinstance(x, (str, bytes)):
      raise TypeError('data type %r not understood' % (x if isinstance(x, str) else x.decode())) from None
    raise TypeError("Cannot interpret '%r' as a data type" % (x,)) from None


def _text_width(d):
  if d.kind == 'U':
    return d.itemsize // 4
  if d.kind == 'S':
    return d.itemsize
  return {'bool': 5, 'int8': 4, 'uint8': 3, 'int16': 6, 'uint16': 5, 'int32': 11, 'uint32': 10, 'int64': 21, 'uint64': 20,
          'float16': 32, 'float32': 32, 'float64': 32}.get(d.name, 64)


def _pair(a, b):
  """The dtype of the values of both."""
  if a == b:
    return a
  if 'O' in (a.kind, b.kind):
    return np.dtype(object)
  for small, other in ((a, b), (b, a)):
    if small.kind == 'V':
      if other.kind == 'b' or other.name in ('int8', 'uint8'):
        return small
      if other.kind in 'iuUS' or other.name == 'float16':
        _refuse(a, b)
      return _pair(np.dtype('float32'), other)
  if a.kind in 'US' or b.kind in 'US':
    kind = 'U' if 'U' in (a.kind, b.kind) else 'S'
    return np.dtype('%s%d' % (kind, max(_text_width(a), _text_width(b))))
  if _ORDER.index(a.kind) > _ORDER.index(b.kind):
    a, b = b, a
  bits, other = 8 * a.itemsize, 8 * b.itemsize
  if a.kind == 'b':
    return b
  if a.kind == b.kind:
    return a if bits > other else b
  if a.kind == 'i' and b.kind == 'u':
    if other < bits:
      return a
    return np.dtype('int%d' % (2 * other)) if other < 64 else np.dtype('float64')
  if b.kind == 'f':
    need = 16 if bits == 8 else 32 if bits == 16 else 64
    return np.dtype('float%d' % max(need, other))
  need = 64 if a.kind == 'f' and bits <= 32 or a.kind in 'iu' and bits <= 16 else 128
  return np.dtype('complex%d' % max(need, other))


def promote_types(type1, type2):
  return _pair(_as_dtype(type1), _as_dtype(type2))


def _rank(d):
  """Dtypes of the widest kind come first: ints among floats do not widen one another."""
  return {'O': 9, 'U': 8, 'S': 7}.get(d.kind, 2.5 if d.kind == 'V' else _ORDER.find(d.kind))


def result_type(*arrays_and_dtypes):
  if not arrays_and_dtypes:
    raise ValueError('at least one array or dtype is required')
  arrays, strong, weak = [], [], []  # dtypes stand before arrays
  for x in arrays_and_dtypes:
    if isinstance(x, (np.ndarray, np.generic)):
      arrays.append(x.dtype)
    elif isinstance(x, (int, float, complex)) and not isinstance(x, bool):
      weak.append(x)
    else:
      strong.append(np.dtype(bool) if isinstance(x, bool) else _as_dtype(x))
  strong += arrays
  whole = None
  for d in sorted(strong, key=_rank, reverse=True):
    try:
      whole = d if whole is None else _pair(whole, d)
    except _more.exceptions.DTypePromotionError:
      names = [_class_name(x) for x in strong]
      _refuse_in_list(names[0], [n for n in names if n != names[0]][0], names)
  for x in weak:
    kind = 'i' if isinstance(x, int) else 'f' if isinstance(x, float) else 'c'
    if whole is None or whole.kind == 'b':
      if kind == 'i' and not -1 << 63 <= x < 1 << 63:
        found = np.dtype('uint64') if 0 <= x < 1 << 64 else np.dtype(object)
      else:
        found = np.dtype({'i': 'int64', 'f': 'float64', 'c': 'complex128'}[kind])
      whole = found
    elif whole.kind in 'US':
      own = "<class 'numpy.dtypes.%s'>" % {'i': '_PyLongDType', 'f': '_PyFloatDType', 'c': '_PyComplexDType'}[kind]
      _refuse_in_list(_class_name(whole), own, [_class_name(whole), own])
    elif whole.kind == 'V':
      if kind == 'f':
        whole = np.dtype('float64')
      elif kind == 'c':
        whole = np.dtype('complex64')
    elif whole.kind in 'iu' and kind != 'i':
      whole = np.dtype('float64' if kind == 'f' else 'complex128')
    elif whole.kind == 'f' and kind == 'c':
      whole = np.dtype('complex128' if whole.itemsize == 8 else 'complex64')
  return whole
