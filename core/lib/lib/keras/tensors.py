"""Keras' variables and symbolic tensors (keras/src/backend): values with a path, and places of values to come."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.state import (auto_name, current_path, flatten, is_float_dtype, is_int_dtype, is_nested,
                                        map_structure, shape_equal, standardize_dtype, standardize_shape, state)

__name__ = 'keras.src.backend.common.variables'


class AutocastScope:
  """Variables that are floats are read in another dtype."""

  def __init__(self, dtype):
    if dtype is not None:
      dtype = standardize_dtype(dtype)
      if not is_float_dtype(dtype):
        raise ValueError("`AutocastScope` can only be used with a floating-point target dtype, such as 'float16'. "
                         'Received: dtype=%s' % dtype)
    self.dtype = dtype
    self.old = None

  def maybe_cast(self, value):
    if self.dtype is not None and is_float_dtype(value.dtype):
      return cast(value, self.dtype)
    return value

  def __enter__(self):
    self.old = state.autocast
    state.autocast = self

  def __exit__(self, *exc):
    state.autocast = self.old


def _numpy_op(name, swap=False):
  def method(self, other):
    op = getattr(_numpy(), name)
    return op(other, self.value) if swap else op(self.value, other)
  return method


def _numpy():
  from tensorflow_lib.keras import numpy_ops
  return numpy_ops


__name__ = 'keras.src.backend'


#: tf.keras.Variable
class Variable:
  """A tf.Variable with a path, an initializer, a regularizer and a constraint."""
  _should_act_as_resource_variable = True

  def __init__(self, initializer, shape=None, dtype=None, trainable=True, autocast=True, aggregation='none',
               synchronization='auto', name=None, layout=None, **kwargs):
    name = name or auto_name(type(self).__name__)
    if not isinstance(name, str) or '/' in name:
      raise ValueError('Argument `name` must be a string and cannot contain character `/`. Received: name=%s' % (name,))
    if aggregation not in (None, 'none', 'mean', 'sum', 'only_first_replica'):
      raise ValueError("Invalid value for argument `aggregation`. Expected one of `None`, `'none'`, `'mean'`, `'sum'`, "
                       "`'only_first_replica'`. Received: aggregation=%s" % (aggregation,))
    self._name = name
    parent = current_path()
    self._path = '%s/%s' % (parent, name) if parent else name
    self._regularizer = None
    self._constraint = None
    self._trainable = bool(trainable)
    self._autocast = bool(autocast)
    self._aggregation = aggregation or 'none'
    self._synchronization = synchronization
    self._overwrite_with_gradient = False
    if isinstance(initializer, str):
      from tensorflow_lib.keras import initializers
      initializer = initializers.get(initializer)
    if callable(initializer):
      if shape is None:
        raise ValueError('When creating a Variable from an initializer, the `shape` argument should be specified. '
                         'Received: initializer=%s and shape=%s' % (initializer, shape))
      self._dtype = standardize_dtype(dtype)
      self._shape = self._validate_shape(shape)
      first = lambda: initializer(self._shape, dtype=self._dtype)
    else:
      value = convert_to_tensor(initializer, dtype=dtype)
      self._dtype = standardize_dtype(value.dtype if dtype is None else dtype)
      if state.symbolic:
        raise ValueError('You are attempting to create a variable while in a stateless scope. This is disallowed. Make '
                         'sure that all variables are created before you start using your layer/model objects.\n\nIn '
                         'some cases, you might be seeing this error because you need to implement a `def build(self, '
                         'input_shape)` method on your layer/model, which will create its variables.\n\nIn some other '
                         'cases, you might be seeing this error because you are instantiating a `Variable` and assigning '
                         'it to a layer without going through self.add_variable()/self.add_weight(). Always prefer using '
                         'these methods (with a `shape` and `initializer` argument).')
      first = value
      self._shape = self._validate_shape(value.shape)
    if isinstance(initializer, tf.Variable):
      self._value = initializer
    elif state.symbolic:
      # The graph that is open here is thrown away. Keras makes the variables once it is closed, so they have its names.
      state.made += 1
      with tf.init_scope(), tf.name_scope(state.symbolic_names + '/' if state.symbolic_names else ''):
        self._value = tf.Variable(first(), dtype=self._dtype, trainable=self._trainable, name=name)
    else:
      self._value = tf.Variable(first, dtype=self._dtype, trainable=self._trainable, name=name)

  def _validate_shape(self, shape):
    shape = standardize_shape(shape)
    if None in shape:
      raise ValueError('Shapes used to initialize variables must be fully-defined (no `None` dimensions). Received: '
                       "shape=%s for variable path='%s'" % (shape, self._path))
    return shape

  aggregation = property(lambda self: self._aggregation)
  synchronization = property(lambda self: self._synchronization)
  name = property(lambda self: self._name)
  path = property(lambda self: self._path)
  shape = property(lambda self: tf.TensorShape(self._shape))
  ndim = property(lambda self: len(self._shape))

  @property
  def value(self):
    if state.stateless is not None:
      known = state.stateless.get_current_value(self)
      if known is not None:
        return self._maybe_autocast(known)
    return self._maybe_autocast(self._value)

  def _maybe_autocast(self, value):
    if self._autocast and state.autocast is not None:
      return state.autocast.maybe_cast(value)
    return value

  @property
  def dtype(self):
    scope = state.autocast
    if self._autocast and scope is not None and scope.dtype is not None and is_float_dtype(self._dtype):
      return scope.dtype
    return self._dtype

  @property
  def handle(self):
    return self._value.handle

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
    return self.value.numpy()

  def assign(self, value):
    value = convert_to_tensor(value, dtype=self._dtype)
    if not shape_equal(value.shape, self._shape):
      raise ValueError('The shape of the target variable and the shape of the target value in `variable.assign(value)` '
                       'must match. variable.shape=%s, Received: value.shape=%s. Target variable: %s' %
                       (self.shape, value.shape, self))
    if state.stateless is not None:
      state.stateless.add_update((self, value))
    else:
      self._value.assign(tf.cast(value, self._value.dtype))
    return value

  def assign_add(self, value):
    return self.assign(self + value)

  def assign_sub(self, value):
    return self.assign(self - value)

  def __tf_tensor__(self, dtype=None, name=None):
    return tf.convert_to_tensor(self.value, dtype=dtype, name=name)

  def __tf_tracing_type__(self, context):
    # As an argument of a tf.function it is its value.
    return tf.TensorSpec(self._value.shape, self._value.dtype)

  def __repr__(self):
    text = ''
    try:
      text = f', value={np.array(self._value)}'
    except Exception:
      pass
    return '<Variable path=%s, shape=%s, dtype=%s%s>' % (self._path, self.shape, self.dtype, text)

  def __getitem__(self, idx):
    return self.value.__getitem__(idx)

  def __int__(self):
    if self.ndim > 0:
      raise TypeError('Only scalar arrays can be converted to Python scalars. Got: shape=%s' % (self.shape,))
    return int(self.value)

  def __float__(self):
    if self.ndim > 0:
      raise TypeError('Only scalar arrays can be converted to Python scalars. Got: shape=%s' % (self.shape,))
    return float(self.value)

  def __array__(self, dtype=None):
    return np.asarray(self.value.numpy(), dtype=dtype)

  def __bool__(self):
    raise TypeError('A Keras Variable cannot be used as a boolean.')

  def __neg__(self):
    return self.value.__neg__()

  def __pos__(self):
    return self.value

  def __abs__(self):
    return self.value.__abs__()

  def __invert__(self):
    return self.value.__invert__()

  def __round__(self, ndigits=None):
    return _numpy().round(self.value, decimals=ndigits or 0)

  __eq__ = _numpy_op('equal')
  __ne__ = _numpy_op('not_equal')
  __lt__ = _numpy_op('less')
  __le__ = _numpy_op('less_equal')
  __gt__ = _numpy_op('greater')
  __ge__ = _numpy_op('greater_equal')
  __hash__ = None
  __add__ = _numpy_op('add')
  __radd__ = _numpy_op('add', True)
  __sub__ = _numpy_op('subtract')
  __rsub__ = _numpy_op('subtract', True)
  __mul__ = _numpy_op('multiply')
  __rmul__ = _numpy_op('multiply', True)
  __truediv__ = _numpy_op('true_divide')
  __rtruediv__ = _numpy_op('true_divide', True)
  __floordiv__ = _numpy_op('floor_divide')
  __rfloordiv__ = _numpy_op('floor_divide', True)
  __mod__ = _numpy_op('mod')
  __rmod__ = _numpy_op('mod', True)
  __pow__ = _numpy_op('power')
  __rpow__ = _numpy_op('power', True)
  __matmul__ = _numpy_op('matmul')
  __rmatmul__ = _numpy_op('matmul', True)
  __and__ = _numpy_op('logical_and')
  __rand__ = _numpy_op('logical_and', True)
  __or__ = _numpy_op('logical_or')
  __ror__ = _numpy_op('logical_or', True)
  __xor__ = _numpy_op('logical_xor')
  __rxor__ = _numpy_op('logical_xor', True)


__name__ = 'keras.src.backend.common.stateless_scope'


#: tf.keras.StatelessScope
class StatelessScope:
  """What variables are assigned inside is held here instead."""

  def __init__(self, state_mapping=None, collect_losses=False, initialize_variables=True):
    self.collect_losses = collect_losses
    self.initialize_variables = initialize_variables
    self.losses = []
    self.state_mapping = {}
    for k, v in state_mapping or {}:
      if not isinstance(k, Variable):
        raise ValueError('Invalid reference variable in StatelessScope: all keys in argument `mapping` must be Variable '
                         'instances. Received instead: %s' % (k,))
      v = cast(v.value, k.dtype) if isinstance(v, Variable) else convert_to_tensor(v, dtype=k.dtype)
      if k.shape != v.shape:
        raise ValueError('Invalid variable value in StatelessScope: all values in argument `mapping` must be tensors with '
                         'a shape that matches the corresponding variable shape. For variable %s, received invalid value '
                         '%s with shape %s.' % (k, v, v.shape))
      self.state_mapping[id(k)] = v
    self.old = None

  def __enter__(self):
    self.old = state.stateless
    state.stateless = self
    return self

  def add_loss(self, loss):
    self.losses.append(loss)

  def add_update(self, update):
    self.state_mapping[id(update[0])] = update[1]

  def get_current_value(self, variable):
    return self.state_mapping.get(id(variable))

  def __exit__(self, *exc):
    state.stateless = self.old


__name__ = 'keras.src.backend.common.symbolic_scope'


#: tf.keras.SymbolicScope
class SymbolicScope:
  """Where only shapes matter."""

  def __enter__(self):
    if not state.symbolic:
      state.symbolic_names = tf.get_current_name_scope()
    state.symbolic += 1
    return self

  def __exit__(self, *exc):
    state.symbolic -= 1


# ---- what the backend does with values
#: tf.keras.ops.is_tensor =is_tensor
def is_tensor(x):
  return isinstance(x, (tf.Tensor, tf.Variable, Variable)) or isinstance(x, (tf.RaggedTensor, tf.SparseTensor))


def convert_to_tensor(x, dtype=None, sparse=None, ragged=None):
  if isinstance(x, tf.SparseTensor) and sparse is not None and not sparse:
    x = tf.sparse.to_dense(x)
  if isinstance(x, tf.RaggedTensor) and ragged is not None and not ragged:
    x = x.to_tensor()
  if dtype is not None:
    dtype = standardize_dtype(dtype)
  if not is_tensor(x):
    if dtype is not None and (dtype == 'bool' or is_int_dtype(dtype)):
      return tf.cast(tf.convert_to_tensor(x), dtype)
    return tf.convert_to_tensor(x, dtype=dtype)
  if dtype is not None and standardize_dtype(x.dtype) != dtype:
    return tf.cast(x, dtype=dtype)
  return x


#: tf.keras.ops.convert_to_numpy =convert_to_numpy
def convert_to_numpy(x):
  if isinstance(x, tf.SparseTensor):
    x = tf.sparse.to_dense(x)
  elif isinstance(x, tf.IndexedSlices):
    x = tf.convert_to_tensor(x)
  elif isinstance(x, tf.RaggedTensor):
    x = x.to_tensor()
  elif isinstance(x, Variable):
    x = x.value
  return np.array(x)


def cast(x, dtype):
  return tf.cast(x, dtype=standardize_dtype(dtype))


def shape(x):
  """The dims, numbers where they are known; the node is made in any case."""
  if isinstance(x, KerasTensor):
    return x.shape
  if not is_tensor(x):
    x = tf.convert_to_tensor(x)
  if x.shape.rank is None:
    raise ValueError('All tensors passed to `ops.shape` must have a statically known rank. Received: x=%s with unknown '
                     'rank.' % (x,))
  dynamic = tf.shape(x)
  return tuple(dynamic[i] if d is None else d for i, d in enumerate(x.shape.as_list()))


def get_keras_mask(x):
  return getattr(x, '_keras_mask', None)


def set_keras_mask(x, mask):
  x._keras_mask = mask


# ---- symbolic tensors
def _symbolic_op(name, swap=False):
  def method(self, *other):
    from tensorflow_lib.keras import numpy_ops
    op = getattr(numpy_ops, name)
    return op(other[0], self) if swap else op(self, *other)
  return method


_NOT_HERE = ('A KerasTensor cannot be used as input to a TensorFlow function. A KerasTensor is a symbolic placeholder for a '
             'shape and dtype, used when constructing Keras Functional models or Keras Functions. You can only use it as '
             'input to a Keras layer or a Keras operation (from the namespaces `keras.layers` and `keras.ops`). You are '
             'likely doing something like:\n\n```\nx = Input(...)\n...\ntf_fn(x)  # Invalid.\n```\n\nWhat you should do '
             'instead is wrap `tf_fn` in a layer:\n\n```\nclass MyLayer(Layer):\n    def call(self, x):\n        return '
             'tf_fn(x)\n\nx = MyLayer()(x)\n```\n')
__name__ = 'keras.src.backend.common.keras_tensor'


#: tf.keras.KerasTensor
class KerasTensor:
  """The shape and dtype of a value to come, and which operation gives it."""

  def __init__(self, shape, dtype='float32', sparse=False, ragged=False, record_history=True, name=None, **kwargs):
    kwargs.pop('ragged_rank', None)
    kwargs.pop('row_splits_dtype', None)
    if kwargs:
      raise TypeError('Unexpected keyword arguments: %s' % ', '.join(kwargs))
    self._shape = standardize_shape(shape)
    self._dtype = standardize_dtype(dtype)
    self._sparse = bool(sparse)
    self._ragged = bool(ragged)
    if self._sparse and self._ragged:
      raise ValueError('KerasTensor cannot have `sparse=True` and `ragged=True` at the same time.')
    self.name = name or auto_name(type(self).__name__)
    self.record_history = record_history

  @property
  def shape(self):
    return self._shape

  @shape.setter
  def shape(self, value):
    raise AttributeError('The `shape` attribute of KerasTensor is immutable. One should create a new instance of '
                         'KerasTensor for this.')

  @property
  def dtype(self):
    return self._dtype

  @dtype.setter
  def dtype(self, value):
    raise AttributeError('The `dtype` attribute of KerasTensor is immutable. One should create a new instance of '
                         'KerasTensor for this.')

  sparse = property(lambda self: self._sparse)
  ragged = property(lambda self: self._ragged)
  ndim = property(lambda self: len(self._shape))

  def reshape(self, newshape):
    return _symbolic_op('reshape')(self, newshape)

  def squeeze(self, axis=None):
    return _numpy().squeeze(self, axis)

  @property
  def T(self):
    return _numpy().transpose(self)

  def _refuse(self, what):
    raise ValueError("A KerasTensor is symbolic: it's a placeholder for a shape an a dtype. It doesn't have any actual "
                     'numerical value. You cannot convert it to %s.' % what)

  def __int__(self):
    self._refuse('an int')

  def __float__(self):
    self._refuse('a float')

  def __array__(self, dtype=None):
    self._refuse('a NumPy array')

  def __tf_tensor__(self, dtype=None, name=None):
    raise ValueError(_NOT_HERE)

  def __repr__(self):
    return '<KerasTensor shape=%s, dtype=%s, sparse=%s, ragged=%s, name=%s>' % (
        self._shape, self._dtype, self._sparse, self._ragged, self.name)

  def __iter__(self):
    raise NotImplementedError('Iterating over a symbolic KerasTensor is not supported.')

  def __bool__(self):
    raise TypeError('A symbolic KerasTensor cannot be used as a boolean.')

  __add__ = _symbolic_op('add')
  __radd__ = _symbolic_op('add', True)
  __sub__ = _symbolic_op('subtract')
  __rsub__ = _symbolic_op('subtract', True)
  __mul__ = _symbolic_op('multiply')
  __rmul__ = _symbolic_op('multiply', True)
  __matmul__ = _symbolic_op('matmul')
  __rmatmul__ = _symbolic_op('matmul', True)
  __truediv__ = _symbolic_op('true_divide')
  __rtruediv__ = _symbolic_op('true_divide', True)
  __neg__ = _symbolic_op('negative')
  __abs__ = _symbolic_op('absolute')
  __pow__ = _symbolic_op('power')
  __rpow__ = _symbolic_op('power', True)
  __floordiv__ = _symbolic_op('floor_divide')
  __rfloordiv__ = _symbolic_op('floor_divide', True)
  __mod__ = _symbolic_op('mod')
  __rmod__ = _symbolic_op('mod', True)
  __lt__ = _symbolic_op('less')
  __le__ = _symbolic_op('less_equal')
  __gt__ = _symbolic_op('greater')
  __ge__ = _symbolic_op('greater_equal')
  __ne__ = _symbolic_op('not_equal')
  __and__ = _symbolic_op('logical_and')
  __rand__ = _symbolic_op('logical_and', True)
  __or__ = _symbolic_op('logical_or')
  __ror__ = _symbolic_op('logical_or', True)
  __xor__ = _symbolic_op('logical_xor')
  __rxor__ = _symbolic_op('logical_xor', True)
  __invert__ = _symbolic_op('logical_not')
  __getitem__ = _symbolic_op('get_item')

  def __round__(self, ndigits=None):
    return _numpy().round(self, decimals=ndigits or 0)


def any_symbolic_tensors(args=None, kwargs=None):
  for x in flatten((args or (), kwargs or {})) if any(is_nested(a) for a in args or ()) or kwargs else args or ():
    if isinstance(x, KerasTensor):
      return True
  return False


#: tf.keras.backend.is_keras_tensor tf.keras.utils.is_keras_tensor =is_keras_tensor
def is_keras_tensor(x):
  return isinstance(x, KerasTensor)


def compute_output_spec(fn, *args, **kwargs):
  """KerasTensors like the tensors that fn gives: it is traced into a graph that is thrown away."""
  auto_name('scratch_graph')
  flat = flatten((args, kwargs))
  places = [i for i, x in enumerate(flat) if isinstance(x, KerasTensor)]
  specs = [tf.TensorSpec(flat[i].shape, flat[i].dtype, name='Placeholder_%d' % k if k else 'Placeholder')
           for k, i in enumerate(places)]
  found = []

  def traced(*tensors):
    if found:  # a function that makes variables is traced again
      return
    values = list(flat)
    for i, tensor in zip(places, tensors):
      values[i] = tensor
    call_args, call_kwargs = tf.nest.pack_sequence_as((args, kwargs), values)
    found.append(fn(*call_args, **call_kwargs))

  old, made = state.scopes, state.made
  state.scopes = list(state.scopes)
  with StatelessScope(), SymbolicScope():
    tf.function(traced, autograph=False).get_concrete_function(*specs)
  state.scopes = old
  if state.made > made and not state.symbolic and tf.inside_function():
    # The function that is being traced around all this counts as the one that made the variables.
    with tf.init_scope():
      tf.Variable(0.0, trainable=False)

  def as_spec(x):
    if is_tensor(x):
      return KerasTensor(x.shape, x.dtype, sparse=isinstance(x, tf.SparseTensor))
    return x
  return map_structure(as_spec, found[-1])
