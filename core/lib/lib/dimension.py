"""What TensorShape.dims holds: a number or None, with arithmetic in which None is unknown (framework/tensor_shape.py)."""
import tensorflow as tf


def _as(value):
  return value if isinstance(value, Dimension) else Dimension(value)


#: tf.compat.v1.Dimension
class Dimension:
  __slots__ = ['_value']

  _tf_dimension = True

  def __init__(self, value):
    if isinstance(value, Dimension):
      value = value._value
    elif value is not None and not isinstance(value, int):
      try:
        value = int(value.__index__())
      except AttributeError:
        raise TypeError("Dimension value must be integer or None or have an __index__ method, got value '%r' with type "
                        "'%r'" % (value, type(value))) from None
    if value is not None and value < 0:
      raise ValueError('Dimension %d must be >= 0' % value)
    self._value = value

  value = property(lambda self: self._value)

  def __repr__(self):
    return 'Dimension(%r)' % (self._value,)

  def __str__(self):
    return '?' if self._value is None else str(self._value)

  def __bool__(self):
    return bool(self._value)

  def __int__(self):
    return self._value

  def __index__(self):
    return self._value

  def __tf_tensor__(self, dtype=None, name=None):
    if self._value is None:
      raise ValueError('Cannot convert unknown Dimension %s to a Tensor.' % self)
    if dtype is not None and dtype not in (tf.int32, tf.int64):
      raise TypeError('Cannot convert Dimension %s to dtype %s. Allowed dtypes are tf.int32 and tf.int64.'
                      % (self, dtype))
    return tf.constant(self._value, dtype or tf.int32, name=name or 'shape_as_tensor')

  def is_compatible_with(self, other):
    other = _as(other)
    return self._value is None or other._value is None or self._value == other._value

  def assert_is_compatible_with(self, other):
    if not self.is_compatible_with(other):
      raise ValueError('Dimensions %s and %s are not compatible' % (self, other))

  def merge_with(self, other):
    other = _as(other)
    self.assert_is_compatible_with(other)
    return Dimension(other._value if self._value is None else self._value)

  def _with(self, other, function, unknown=None):
    """function of both numbers; `unknown` where one is not known."""
    other = _as(other)
    if self._value is None or other._value is None:
      return unknown
    return function(self._value, other._value)

  def _made(self, other, function):
    try:
      other = _as(other)
    except (TypeError, ValueError):
      return NotImplemented
    return Dimension(self._with(other, function))

  def __eq__(self, other):
    try:
      other = _as(other)
    except (TypeError, ValueError):
      return NotImplemented
    return self._with(other, lambda a, b: a == b)

  def __ne__(self, other):
    try:
      other = _as(other)
    except (TypeError, ValueError):
      return NotImplemented
    return self._with(other, lambda a, b: a != b)

  __hash__ = None

  def __lt__(self, other):
    return self._with(other, lambda a, b: a < b)

  def __le__(self, other):
    return self._with(other, lambda a, b: a <= b)

  def __gt__(self, other):
    return self._with(other, lambda a, b: a > b)

  def __ge__(self, other):
    return self._with(other, lambda a, b: a >= b)

  def __add__(self, other):
    return self._made(other, lambda a, b: a + b)

  def __radd__(self, other):
    return self + other

  def __sub__(self, other):
    return self._made(other, lambda a, b: a - b)

  def __rsub__(self, other):
    return _as(other) - self

  def __mul__(self, other):
    return self._made(other, lambda a, b: a * b)

  def __rmul__(self, other):
    return self * other

  def __floordiv__(self, other):
    return self._made(other, lambda a, b: a // b)

  def __rfloordiv__(self, other):
    return _as(other) // self

  def __mod__(self, other):
    return self._made(other, lambda a, b: a % b)

  def __rmod__(self, other):
    return _as(other) % self

  def __truediv__(self, other):
    raise TypeError("unsupported operand type(s) for /: 'Dimension' and '%s', please use // instead" %
                    type(other).__name__)

  def __rtruediv__(self, other):
    raise TypeError("unsupported operand type(s) for /: '%s' and 'Dimension', please use // instead" %
                    type(other).__name__)


Dimension.__module__ = 'tensorflow.python.framework.tensor_shape'
