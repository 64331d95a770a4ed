"""bytearray: a list of ints, with the methods of bytes on what it holds now."""
import operator


def _bytes(x):
  if isinstance(x, bytearray):
    return bytes(x._v)
  if isinstance(x, bytes):
    return x
  raise TypeError("a bytes-like object is required, not '%s'" % type(x).__name__)


def _plain(x):
  return bytes(x._v) if isinstance(x, bytearray) else tuple(map(_plain, x)) if type(x) is tuple else x


def _byte(x):
  try:
    x = operator.index(x)
  except TypeError:
    raise TypeError("'%s' object cannot be interpreted as an integer" % type(x).__name__) from None
  if not 0 <= x < 256:
    raise ValueError('byte must be in range(0, 256)')
  return x


def _none(name, extra):
  if extra:
    raise TypeError('bytearray.%s() takes no arguments (%d given)' % (name, len(extra)))


def _text(name, x):
  if x is not None and not isinstance(x, str):
    raise TypeError("bytearray() argument '%s' must be str, not %s" % (name, type(x).__name__))


class bytearray:
  __slots__ = ('_v', '__weakref__')
  __hash__ = None

  def __init__(self, source=b'', encoding=None, errors=None):
    _text('encoding', encoding)
    _text('errors', errors)
    if isinstance(source, str):
      if encoding is None:
        raise TypeError('string argument without an encoding')
      source = source.encode(encoding, errors or 'strict')
    elif encoding is not None:
      raise TypeError('encoding without a string argument')
    if isinstance(source, bytearray):
      self._v = list(source._v)
    elif isinstance(source, bytes):
      self._v = list(source)
    elif hasattr(type(source), '__index__'):
      n = operator.index(source)
      if n < 0:
        raise ValueError('negative count')
      self._v = [0] * n
    else:
      try:
        items = iter(source)
      except TypeError:
        raise TypeError("cannot convert '%s' object to bytearray" % type(source).__name__) from None
      self._v = [_byte(x) for x in items]

  @classmethod
  def _of(cls, data):
    made = cls.__new__(cls)
    made._v = list(data)
    return made

  def __repr__(self):
    return '%s(%r)' % (type(self).__name__, bytes(self._v))

  def __bytes__(self):
    return bytes(self._v)

  def __len__(self):
    return len(self._v)

  def __iter__(self):
    i = 0
    while i < len(self._v):
      yield self._v[i]
      i += 1

  def __contains__(self, x):
    if not isinstance(x, (int, bytes, bytearray)) and not hasattr(type(x), '__index__'):
      raise TypeError("a bytes-like object is required, not '%s'" % type(x).__name__)
    return (_bytes(x) if isinstance(x, bytearray) else x) in bytes(self._v)

  def __getitem__(self, i):
    if isinstance(i, slice):
      return bytearray._of(self._v[i])
    return self._v[self._place(i, 'index out of range')]

  def _place(self, i, text):
    try:
      i = operator.index(i)
    except TypeError:
      raise TypeError('bytearray indices must be integers or slices, not ' + type(i).__name__) from None
    if not -len(self._v) <= i < len(self._v):
      raise IndexError('bytearray ' + text)
    return i

  def __setitem__(self, i, x):
    if isinstance(i, slice):
      if isinstance(x, (int, str)):
        raise TypeError('can assign only bytes, buffers, or iterables of ints in range(0, 256)')
      data = bytearray(x)._v
      if i.step not in (None, 1) and len(range(*i.indices(len(self._v)))) != len(data):
        raise ValueError('attempt to assign bytes of size %d to extended slice of size %d' % (
            len(data), len(range(*i.indices(len(self._v))))))
      self._v[i] = data
    else:
      if not hasattr(type(i), '__index__'):
        self._place(i, '')
      x = _byte(x)
      self._v[self._place(i, 'index out of range')] = x

  def __delitem__(self, i):
    del self._v[i if isinstance(i, slice) else self._place(i, 'index out of range')]

  def __add__(self, other):
    if not isinstance(other, (bytes, bytearray)):
      raise TypeError("can't concat %s to bytearray" % type(other).__name__)
    return bytearray._of(self._v + list(other))

  def __radd__(self, other):
    return bytes(other) + bytes(self._v) if isinstance(other, bytes) else NotImplemented

  def __iadd__(self, other):
    if not isinstance(other, (bytes, bytearray)):
      raise TypeError("can't concat %s to bytearray" % type(other).__name__)
    self._v += list(other)
    return self

  def __mul__(self, n):
    try:
      return bytearray._of(self._v * operator.index(n))
    except TypeError:
      raise TypeError("can't multiply sequence by non-int of type '%s'" % type(n).__name__) from None

  __rmul__ = __mul__

  def __imul__(self, n):
    self._v *= operator.index(n)
    return self

  def __mod__(self, x):
    return bytearray._of(bytes(self._v) % _plain(x))

  def __rmod__(self, x):
    return NotImplemented

  def __reduce__(self):
    return bytearray, (bytes(self._v),)

  def __copy__(self):
    return bytearray._of(self._v)

  def __deepcopy__(self, memo):
    return bytearray._of(self._v)

  def append(self, x, /):
    self._v.append(_byte(x))

  def extend(self, xs, /):
    if not isinstance(xs, (bytes, bytearray)):
      try:
        xs = iter(xs)
      except TypeError:
        raise TypeError("can't extend bytearray with %s" % type(xs).__name__) from None
    self._v.extend([_byte(x) for x in xs])

  def insert(self, i, x, /):
    self._v.insert(operator.index(i), _byte(x))

  def pop(self, i=-1, /):
    if not self._v:
      raise IndexError('pop from empty bytearray')
    i = operator.index(i)
    if not -len(self._v) <= i < len(self._v):
      raise IndexError('pop index out of range')
    return self._v.pop(i)

  def remove(self, x, /):
    x = _byte(x)
    if x not in self._v:
      raise ValueError('value not found in bytearray')
    self._v.remove(x)

  def clear(self, *extra):
    _none('clear', extra)
    self._v.clear()

  def reverse(self, *extra):
    _none('reverse', extra)
    self._v.reverse()

  def copy(self, *extra):
    _none('copy', extra)
    return bytearray._of(self._v)

  def join(self, parts, /):
    return bytearray._of(bytes(self._v).join([_plain(p) for p in parts]))

  @classmethod
  def fromhex(cls, text, /):
    return cls._of(bytes.fromhex(text))

  maketrans = staticmethod(bytes.maketrans) if hasattr(bytes, 'maketrans') else None


def _compare(op):
  def method(self, *other):
    if len(other) != 1:
      raise TypeError('expected 1 argument, got %d' % len(other))
    if not isinstance(other[0], (bytes, bytearray)):
      return NotImplemented
    return op(bytes(self._v), bytes(other[0]))
  return method


def _result(x):
  if isinstance(x, bytes):
    return bytearray._of(x)
  return type(x)(map(_result, x)) if isinstance(x, (list, tuple)) else x


def _forward(name):
  native = getattr(bytes, name)

  def method(self, *args, **keywords):
    try:
      return _result(native(bytes(self._v), *map(_plain, args), **keywords))
    except TypeError as error:
      if not str(error).startswith('bytes.'):
        raise
      text = 'bytearray' + str(error)[5:]
    raise TypeError(text)
  method.__name__ = name
  method.__qualname__ = 'bytearray.' + name
  return method


for _name in ('lt', 'le', 'eq', 'ne', 'gt', 'ge'):
  setattr(bytearray, '__%s__' % _name, _compare(getattr(operator, _name)))
for _name in dir(bytes):
  if _name[0] != '_' and _name not in bytearray.__dict__:
    setattr(bytearray, _name, _forward(_name))
bytearray.__module__ = 'builtins'
