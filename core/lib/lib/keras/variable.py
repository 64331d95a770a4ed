"""keras.Variable (keras/src/backend/common/variables.py, tensorflow/core.py): a tf.Variable with a path, whose shape is
fixed and whose arithmetic follows Keras' rules."""
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.base import unique_name

_scopes = []


class name_scope:
  """Opens a name scope, and a part of the paths of variables; the same scope of the same caller is not opened twice."""

  def __init__(self, name, caller=None, deduplicate=True):
    if not isinstance(name, str) or '/' in name:
      raise ValueError('Argument `name` must be a string and cannot contain character `/`. Received: name=%s' % (name,))
    self.name = name
    self.caller = caller
    self.deduplicate = deduplicate
    self._scope = None

  def __enter__(self):
    if self.deduplicate and _scopes:
      parent = _scopes[-1]
      if self.caller is not None and self.caller is parent.caller and self.name == parent.name:
        return self
    _scopes.append(self)
    self._scope = tf.name_scope(self.name)
    self._scope.__enter__()
    return self

  def __exit__(self, *exc):
    if self._scope is not None:
      _scopes.pop()
      self._scope.__exit__(*exc)
      self._scope = None


def current_path():
  """The names of the open scopes, with slashes between."""
  return '/'.join(scope.name for scope in _scopes)


def _one_of(value, known, what, text):
  if value not in known:
    raise ValueError('Invalid value for argument `%s`. Expected one of %s. Received: %s=%s' % (what, text, what, value))
  return 'none' if value is None else value


def _standard_shape(shape, path):
  if isinstance(shape, tf.TensorShape):
    shape = shape.as_list()
  if shape is None:
    raise ValueError('Undefined shapes are not supported.')
  if not isinstance(shape, (list, tuple)):
    raise ValueError("Cannot convert '%s' to a shape." % (shape,))
  dims = []
  for d in shape:
    if isinstance(d, (str, float)):
      raise ValueError("Cannot convert '%s' to a shape. Found invalid dimension '%s' of type '%s'. " % (shape, d, type(d)))
    if d is not None:
      d = int(d)
      if d < 0:
        raise ValueError("Cannot convert '%s' to a shape. Negative dimensions are not allowed." % (shape,))
    dims.append(d)
  if None in dims:
    raise ValueError('Shapes used to initialize variables must be fully-defined (no `None` dimensions). Received: '
                     "shape=%s for variable path='%s'" % (tuple(dims), path))
  return tuple(dims)


#: tf.keras.Variable
class Variable:
  """Holds a tf.Variable, which `value` gives."""
  _keras_variable = True
  _should_act_as_resource_variable = True

  def __init__(self, initializer, shape=None, dtype=None, trainable=True, autocast=True, aggregation='none',
               synchronization='auto', name=None, layout=None, **kwargs):
    name = name or unique_name(type(self).__name__)
    if not isinstance(name, str) or '/' in name:
      raise ValueError('Argument `name` must be a string and cannot contain character `/`. Received: name=%s' % (name,))
    self._aggregation = _one_of(aggregation, (None, 'none', 'mean', 'sum', 'only_first_replica'), 'aggregation',
                                "`None`, `'none'`, `'mean'`, `'sum'`, `'only_first_replica'`")
    self._synchronization = _one_of(synchronization, (None, 'none', 'on_read', 'on_write', 'auto'), 'synchronization',
                                    "`None`, `'none'`, `'on_read'`, `'on_write'`, `'auto'`")
    self._name = name
    parent = current_path()
    self._path = parent + '/' + name if parent else name
    self._regularizer = None
    self._constraint = None
    self._trainable = bool(trainable)
    self._autocast = bool(autocast)
    self._overwrite_with_gradient = False
    if isinstance(initializer, str):
      from tensorflow_lib.keras import initializers
      initializer = initializers.get(initializer)
    made = callable(initializer)
    if made and shape is None:
      raise ValueError('When creating a Variable from an initializer, the `shape` argument should be specified. Received: '
                       'initializer=%s and shape=%s' % (initializer, shape))
    if not made:
      initializer = K.convert(initializer, dtype)
      if dtype is None:
        dtype = initializer.dtype
    self._dtype = K.standardize_dtype(dtype)
    if made:
      self._shape = _standard_shape(shape, self._path)
      first = lambda: initializer(self._shape, dtype=self._dtype)
    else:
      first = initializer
    if isinstance(first, tf.Variable):
      self._value = first
    else:
      self._value = tf.Variable(first, dtype=self._dtype, trainable=self._trainable, name=name)
    if not made:
      self._shape = _standard_shape(self._value.shape, self._path)

  name = property(lambda self: self._name)
  path = property(lambda self: self._path)
  value = property(lambda self: self._value)
  handle = property(lambda self: self._value.handle)
  dtype = property(lambda self: self._dtype)
  shape = property(lambda self: tf.TensorShape(self._shape))
  ndim = property(lambda self: len(self._shape))
  aggregation = property(lambda self: self._aggregation)
  synchronization = property(lambda self: self._synchronization)
  _shared_name = property(lambda self: self._value._shared_name)
  _unique_id = property(lambda self: self._value._unique_id)

  @property
  def trainable(self):
    return self._trainable

  @trainable.setter
  def trainable(self, value):
    self._trainable = bool(value)

  @property
  def overwrite_with_gradient(self):
    return self._overwrite_with_gradient

  @overwrite_with_gradient.setter
  def overwrite_with_gradient(self, value):
    if not isinstance(value, bool):
      raise TypeError('`overwrite_with_gradient` must be a boolean. Received: %s' % (value,))
    self._overwrite_with_gradient = value

  @property
  def regularizer(self):
    return self._regularizer

  @regularizer.setter
  def regularizer(self, value):
    if value is not None and not callable(value):
      raise ValueError('Invalid value for attribute `regularizer`. Expected a callable (such as a '
                       '`keras.regularizers.Regularizer` instance) or `None`. Received: regularizer=%s' % (value,))
    self._regularizer = value

  @property
  def constraint(self):
    return self._constraint

  @constraint.setter
  def constraint(self, value):
    if value is not None and not callable(value):
      raise ValueError('Invalid value for attribute `constraint`. Expected a callable (such as a '
                       '`keras.constraints.Constraint` instance) or `None`. Received: constraint=%s' % (value,))
    self._constraint = value

  def numpy(self):
    return self._value.numpy()

  def assign(self, value):
    """Makes `value`, cast to the variable's dtype, the new value, which it gives."""
    value = K.convert(value, self._dtype)
    dims = value.shape.as_list()
    if len(dims) != len(self._shape) or any(a is not None and a != b for a, b in zip(dims, self._shape)):
      raise ValueError('The shape of the target variable and the shape of the target value in `variable.assign(value)` '
                       'must match. variable.shape=%s, Received: value.shape=%s. Target variable: %s' %
                       (self.shape, value.shape, self))
    self._value.assign(tf.cast(value, self._value.dtype))
    return value

  def assign_add(self, value):
    return self.assign(self + value)

  def assign_sub(self, value):
    return self.assign(self - value)

  def __tf_tensor__(self, dtype=None, name=None):
    return tf.convert_to_tensor(self._value, dtype=dtype, name=name)

  def _gradient_part(self):
    # What a tape takes the gradient of, and what becomes of the gradient.
    return self._value, lambda gradient: gradient

  def __array__(self, dtype=None):
    return self._value.numpy() if dtype is None else self._value.numpy().astype(dtype)

  def __repr__(self):
    value = ''
    try:
      value = ', value=%s' % (self._value.numpy(),)
    except (AttributeError, NotImplementedError):
      pass  # in a graph there is no value
    return '<Variable path=%s, shape=%s, dtype=%s%s>' % (self._path, self.shape, self._dtype, value)

  __hash__ = None

  def __getitem__(self, key):
    return self._value[key]

  def _scalar(self):
    if self._shape:
      raise TypeError('Only scalar arrays can be converted to Python scalars. Got: shape=%s' % (self.shape,))
    return self._value

  def __int__(self):
    return int(self._scalar().numpy())

  def __float__(self):
    return float(self._scalar().numpy())

  def __bool__(self):
    raise TypeError('A Keras Variable cannot be used as a boolean.')

  def __neg__(self):
    return -self._value

  def __pos__(self):
    return self._value

  def __abs__(self):
    return abs(self._value)

  def __invert__(self):
    return ~self._value

  def __eq__(self, other):
    return K.equal(self._value, other)

  def __ne__(self, other):
    return K.not_equal(self._value, other)

  def __lt__(self, other):
    return K.less(self._value, other)

  def __le__(self, other):
    return K.less_equal(self._value, other)

  def __gt__(self, other):
    return K.greater(self._value, other)

  def __ge__(self, other):
    return K.greater_equal(self._value, other)

  def __add__(self, other):
    return K.add(self._value, other)

  def __radd__(self, other):
    return K.add(other, self._value)

  def __sub__(self, other):
    return K.subtract(self._value, other)

  def __rsub__(self, other):
    return K.subtract(other, self._value)

  def __mul__(self, other):
    return K.multiply(self._value, other)

  def __rmul__(self, other):
    return K.multiply(other, self._value)

  def __truediv__(self, other):
    return K.divide(self._value, other)

  def __rtruediv__(self, other):
    return K.divide(other, self._value)

  def __floordiv__(self, other):
    return K.floor_divide(self._value, other)

  def __rfloordiv__(self, other):
    return K.floor_divide(other, self._value)

  def __mod__(self, other):
    return K.mod(self._value, other)

  def __rmod__(self, other):
    return K.mod(other, self._value)

  def __pow__(self, other):
    return K.power(self._value, other)

  def __rpow__(self, other):
    return K.power(other, self._value)

  def __matmul__(self, other):
    return tf.matmul(self._value, other)

  def __rmatmul__(self, other):
    return tf.matmul(other, self._value)

  def __and__(self, other):
    return K.logical_and(self._value, other)

  def __rand__(self, other):
    return K.logical_and(other, self._value)

  def __or__(self, other):
    return K.logical_or(self._value, other)

  def __ror__(self, other):
    return K.logical_or(other, self._value)

  def __round__(self, ndigits=None):
    scale = 10.0 ** (ndigits or 0)
    return tf.round(self._value * scale) / scale if ndigits else tf.round(self._value)


def tf_variable(variable):
  """The tf.Variable of a Keras variable; a tf.Variable itself."""
  return variable._value if isinstance(variable, Variable) else variable
