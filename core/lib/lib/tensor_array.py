"""tf.TensorArray: a list of Python values eagerly, TensorList ops in graphs (ops/tensor_array_ops.py)."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope

raw = tf.raw_ops


def _check_dtypes(value, dtype):
  """TensorFlow only says it; the op fails when it runs."""
  if value.dtype != dtype:
    _tf.warn('Error: Input value %s has dtype %s, but expected dtype %s.  This leads to undefined behavior and '
             'will be an error in future versions of TensorFlow.' % (value, value.dtype, dtype))


def _shape_argument(shape):
  """A shape as an input of TensorList ops: -1 stands for what is not known."""
  if isinstance(shape, tf.Tensor):
    return shape
  if isinstance(shape, tf.TensorShape):
    shape = shape.as_list() if shape.rank is not None else None
  if shape is None:
    return -1
  if not shape:
    return convert(shape, dtype=tf.int32)
  return [-1 if d is None else d for d in shape]


def _number(index):
  return index.numpy() if isinstance(index, tf.__internal__.EagerTensor) else index


class _EagerTensorArray:
  """Elements in a list; reading takes them out unless told not to."""

  def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, handle=None, flow=None,
               infer_shape=True, element_shape=None, name=None):
    if handle is not None:
      raise ValueError('TensorArray handles are not supported when eager execution is enabled.')
    if size is None:
      raise ValueError('Size must be declared for TensorArrays when eager execution is enabled.')
    self.handle = None
    self._flow = tf.constant(0, dtype=tf.int32)
    self._infer_shape = infer_shape
    self.element_shape = tf.TensorShape(element_shape)
    self._dtype = tf.as_dtype(dtype)
    self._dynamic_size = dynamic_size or False
    self._clear_after_read = True if clear_after_read is None else clear_after_read
    self._read = []
    self._tensors = [None] * int(size)
    self._size = None

  def _with(self):
    return self.parent

  def identity(self):
    return self._with()

  def read(self, index, name=None):
    index = _number(index)
    if index < 0:
      raise tf.errors.OutOfRangeError(None, None, 'Reading from negative indices (index %d) is not allowed.' % index)
    if index >= len(self._tensors):
      raise tf.errors.OutOfRangeError(None, None, 'Tried to read from index %d but array size is: %d ' %
                                      (index, len(self._tensors)))
    tensor = self._tensors[index]
    if tensor is None:
      if index in self._read:
        raise tf.errors.InvalidArgumentError(
            None, None, 'Could not read index %d twice because it was cleared after a previous read (perhaps try setting '
            'clear_after_read = false?)' % index)
      tensor = self._maybe_zero(index)
    if self._clear_after_read:
      self._tensors[index] = None
      self._read.append(index)
    return tensor

  def _write(self, index, value):
    index = _number(index)
    if index < 0:
      raise tf.errors.OutOfRangeError(None, None, 'Writing to negative indices (index %d) is not allowed.' % index)
    size = len(self._tensors)
    if index >= size:
      if not self._dynamic_size:
        raise tf.errors.OutOfRangeError(None, None, 'Tried to write to index %d but array is not resizeable and size is: '
                                        '%d ' % (index, size))
      self._tensors.extend([None] * (int(index) - size + 1))
    value = convert(value, hint=self._dtype, name='value')
    if self._dtype != value.dtype:
      raise tf.errors.InvalidArgumentError(None, None, 'TensorArray dtype is %s but Op is trying to write dtype %s ' %
                                           (self._dtype.name, value.dtype.name))
    if not self.element_shape.is_compatible_with(value.shape):
      raise ValueError('Incompatible shape for value (%s), expected (%s)' % (value.shape, self.element_shape))
    if self._infer_shape:
      self.element_shape = self.element_shape.merge_with(value.shape)
    self._tensors[index] = value

  def write(self, index, value, name=None):
    self._write(index, value)
    return self._with()

  def _maybe_zero(self, index):
    if self._tensors[index] is None:
      self._tensors[index] = tf.zeros(shape=self.element_shape, dtype=self._dtype)
    return self._tensors[index]

  def stack(self, name=None):
    for i in range(len(self._tensors)):
      self._maybe_zero(i)
    if not self._tensors and self.element_shape.is_fully_defined():
      return tf.zeros([0] + self.element_shape.as_list(), self._dtype)
    return convert(self._tensors, name=name, dtype=self._dtype)

  def gather(self, indices, name=None):
    indices = indices.numpy() if isinstance(indices, tf.Tensor) else indices
    return tf.stack([self._maybe_zero(int(i)) for i in indices])

  def concat(self, name=None):
    tensors = [self._maybe_zero(i) for i in range(len(self._tensors))]
    ranks = [t.shape.ndims for t in tensors]
    if 0 in ranks:
      raise tf.errors.InvalidArgumentError(None, None, 'Concat saw a scalar shape at index %d but requires at least '
                                           'vectors.' % ranks.index(0))
    return tf.concat(tensors, 0, name=name or 'concat')

  def unstack(self, value, name=None):
    tensors = tf.unstack(value)
    if len(tensors) > len(self._tensors) and not self._dynamic_size:
      raise ValueError('Cannot unstack %d tensors into a TensorArray of static size %d ' %
                       (len(tensors), len(self._tensors)))
    self._tensors = list(tensors)
    return self._with()

  def scatter(self, indices, value, name=None):
    indices = indices.numpy() if isinstance(indices, tf.Tensor) else indices
    for index, item in zip(indices, tf.unstack(value)):
      self._write(index, item)
    return self._with()

  def split(self, value, lengths, name=None):
    value = convert(value, hint=self._dtype, name='value')
    _check_dtypes(value, self._dtype)
    lengths = convert(lengths)
    total = tf.reduce_sum(lengths)
    if lengths.shape.ndims != 1:
      raise tf.errors.InvalidArgumentError(None, None, 'Expected lengths to be a vector, received shape: %s ' %
                                           lengths.shape.as_list())
    if value.shape.ndims == 0:
      raise tf.errors.InvalidArgumentError(None, None, 'Expected value to be at least a vector, but received shape: %s ' %
                                           value.shape.as_list())
    if int(total) != value.shape[0]:
      raise tf.errors.InvalidArgumentError(
          None, None, "Expected sum of lengths to be equal to values.shape[0], but sum of lengths is %d and value's shape "
          'is: %s ' % (int(total), value.shape.as_list()))
    if not self._dynamic_size and lengths.shape[0] != len(self._tensors):
      raise tf.errors.InvalidArgumentError(
          None, None, "TensorArray's size is not equal to the size of lengths (%d vs. %d), and the TensorArray is not "
          'marked as dynamically resizeable.' % (len(self._tensors), lengths.shape[0]))
    self._tensors = list(tf.split(value, lengths))
    return self._with()

  def size(self, name=None):
    return tf.constant(len(self._tensors))

  def close(self, name=None):
    del self._tensors[:]


class _GraphTensorArray:
  """A variant tensor that TensorList ops change: each change gives a new TensorArray."""

  _rows = None  # the shape of what `unstack` put in, which says more than an element shape that is not inferred

  def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, handle=None, flow=None,
               infer_shape=True, element_shape=None, name=None):
    self.handle = None
    self._dynamic_size = dynamic_size
    self._size = size
    if flow is not None and (not isinstance(flow, tf.Tensor) or flow.dtype != tf.variant):
      raise TypeError('Expected `flow` to be a variant tensor, but received `%s` instead.' % flow.dtype)
    if flow is None and size is None:
      raise ValueError('Argument `size` must be provided if argument `flow` is not provided.')
    if flow is not None and size is not None:
      raise ValueError('Cannot provide both `flow` and `size` arguments at the same time.')
    self._dtype = tf.as_dtype(dtype)
    self._element_shape = [tf.TensorShape(element_shape)]
    self._infer_shape = infer_shape
    with op_scope(name, 'TensorArrayV2') as scope:
      if flow is None:
        self._flow = raw.TensorListReserve(_shape_argument(element_shape), size, self._dtype, name=scope)
      else:
        self._flow = flow

  @property
  def element_shape(self):
    return self._element_shape[0]

  def _check_element_shape(self, shape):
    if not shape.is_compatible_with(self.element_shape):
      raise ValueError('Inconsistent shapes: saw %s but expected %s ' % (shape, self.element_shape))
    if self._infer_shape:
      self._element_shape[0] = self.element_shape.merge_with(shape)

  def _with_flow(self, flow):
    return build_ta_with_new_flow(self, flow)

  def identity(self):
    return self._with_flow(tf.identity(self._flow))

  def read(self, index, name=None):
    with op_scope(name, 'TensorArrayV2Read'):
      return raw.TensorListGetItem(self._flow, index, _shape_argument(self.element_shape), self._dtype, name=name)

  def write(self, index, value, name=None):
    with op_scope(name, 'TensorArrayV2Write'):
      value = convert(value, hint=self._dtype, name='value')
      _check_dtypes(value, self._dtype)
      self._check_element_shape(value.shape)
      flow = raw.TensorListSetItem(self._flow, index, value,
                                   resize_if_index_out_of_bounds=bool(self._dynamic_size), name=name)
      return self._with_flow(flow)

  def stack(self, name=None):
    with op_scope(name, 'TensorArrayV2Stack'):
      size = -1
      if not self._dynamic_size and self._size is not None:
        known = constant_value(self._size)
        size = -1 if known is None else int(known)
      return raw.TensorListStack(self._flow, _shape_argument(self.element_shape), self._dtype, num_elements=size)

  def gather(self, indices, name=None):
    return raw.TensorListGather(self._flow, indices, _shape_argument(self.element_shape), self._dtype, name=name)

  def concat(self, name=None):
    shape = None
    if self.element_shape.rank:
      shape = [None] + self.element_shape.as_list()[1:]
    joined = raw.TensorListConcatV2(self._flow, _shape_argument(shape), convert([], dtype=tf.int64), self._dtype,
                                    name=name)[0]
    if self._rows is not None and self._rows.rank:
      joined.set_shape([None] + self._rows.as_list()[1:])
    return joined

  def unstack(self, value, name=None):
    with op_scope(name, 'TensorArrayUnstack'):
      value = convert(value, hint=self._dtype, name='value')
      _check_dtypes(value, self._dtype)
      self._check_element_shape(value.shape[1:])
      result = self._with_flow(raw.TensorListFromTensor(value, _shape_argument(value.shape[1:])))
      result._implementation._rows = value.shape[1:]
      return result

  def scatter(self, indices, value, name=None):
    with op_scope(name, 'TensorArrayScatter'):
      value = convert(value, hint=self._dtype, name='value')
      _check_dtypes(value, self._dtype)
      self._check_element_shape(value.shape[1:])
      return self._with_flow(raw.TensorListScatterIntoExistingList(self._flow, value, indices))

  def split(self, value, lengths, name=None):
    with op_scope(name, 'TensorArraySplit'):
      value = convert(value, hint=self._dtype, name='value')
      _check_dtypes(value, self._dtype)
      lengths = tf.cast(lengths, tf.int64)
      known = constant_value(lengths)
      if value.shape.rank and known is not None and known.shape and known.max() == known.min():
        self._check_element_shape(tf.TensorShape([int(known[0])]).concatenate(value.shape[1:]))
      return self._with_flow(raw.TensorListSplit(value, _shape_argument(self.element_shape), lengths, name=name))

  def size(self, name=None):
    if not self._dynamic_size and self._size is not None:
      return convert(self._size, dtype=tf.int32)
    return raw.TensorListLength(self._flow, name=name)

  def close(self, name=None):
    return raw.NoOp(name=name)


#: tf.TensorArray
class TensorArray:
  """A list of tensors, written and read by index, also inside of staged loops."""

  def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None,
               flow=None, infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
    eager = tf.executing_eagerly() and (flow is None or flow.dtype != tf.variant)
    kind = _EagerTensorArray if eager else _GraphTensorArray
    self._implementation = kind(dtype, size=size, dynamic_size=dynamic_size, clear_after_read=clear_after_read,
                                handle=handle, flow=flow, infer_shape=infer_shape, element_shape=element_shape,
                                name=name)
    if eager:
      self._implementation.parent = _Parent(self)

  flow = property(lambda self: self._implementation._flow)
  _returned_flow = flow  # what a tf.function that returns the array gives
  dtype = property(lambda self: self._implementation._dtype)
  handle = property(lambda self: self._implementation.handle)
  element_shape = property(lambda self: self._implementation.element_shape)
  dynamic_size = property(lambda self: self._implementation._dynamic_size)
  _infer_shape = property(lambda self: self._implementation._infer_shape)

  def _result(self, value):
    return self if isinstance(value, _Parent) else value

  def identity(self):
    return self._result(self._implementation.identity())

  def read(self, index, name=None):
    return self._implementation.read(index, name=name)

  def write(self, index, value, name=None):
    if isinstance(self._implementation, _GraphTensorArray):
      place = _tf.dropped_at()
      if place:
        _tf.warn('%s: the result of TensorArray.write is dropped, and in a graph what was written with it: '
                 'assign it, `ta = ta.write(...)`' % place)
    return self._result(self._implementation.write(index, value, name=name))

  def stack(self, name=None):
    return self._implementation.stack(name=name)

  def gather(self, indices, name=None):
    return self._implementation.gather(indices, name=name)

  def concat(self, name=None):
    return self._implementation.concat(name=name)

  def unstack(self, value, name=None):
    return self._result(self._implementation.unstack(value, name=name))

  def scatter(self, indices, value, name=None):
    return self._result(self._implementation.scatter(indices, value, name=name))

  def split(self, value, lengths, name=None):
    return self._result(self._implementation.split(value, lengths, name=name))

  def size(self, name=None):
    return self._implementation.size(name=name)

  def close(self, name=None):
    return self._implementation.close(name=name)

  @property
  def _type_spec(self):
    return TensorArraySpec(self.element_shape, self.dtype, self.dynamic_size, self._infer_shape)

  def _flatten_components(self):
    return [self.flow]

  def _with_components(self, components):
    return build_ta_with_new_flow(self, components[0])


TensorArray.__module__ = 'tensorflow.python.ops.tensor_array_ops'


class _Parent:
  """Stands for the TensorArray that an implementation belongs to."""

  def __init__(self, array):
    pass


#: tf.__internal__.build_ta_with_new_flow
def build_ta_with_new_flow(old, flow):
  """A TensorArray like `old` over another variant tensor."""
  impl = old._implementation if isinstance(old, TensorArray) else old
  if not tf.executing_eagerly() and not isinstance(impl, _GraphTensorArray):
    raise NotImplementedError(
        'Attempting to build a graph-mode TF2-style TensorArray from either an eager-mode TensorArray or a TF1-style '
        'TensorArray.  This is not currently supported.  You may be attempting to capture a TensorArray inside a '
        'tf.function or tf.data map function. Instead, construct a new TensorArray inside the function.')
  new = TensorArray(dtype=impl._dtype, flow=flow, infer_shape=impl._infer_shape)
  new._implementation._dynamic_size = impl._dynamic_size
  new._implementation._size = impl._size
  new._implementation._element_shape = impl._element_shape
  return new


#: tf.TensorArraySpec
class TensorArraySpec(tf.TypeSpec):
  """What a TensorArray is made of."""

  value_type = property(lambda self: TensorArray)
  _component_specs = property(lambda self: [tf.TensorSpec([], tf.variant)])

  def _from_components(self, components):
    array = TensorArray(self._dtype, flow=components[0], dynamic_size=self._dynamic_size,
                        infer_shape=self._infer_shape)
    array._implementation._element_shape = [self._element_shape]
    return array

  def __init__(self, element_shape=None, dtype=tf.float32, dynamic_size=False, infer_shape=True):
    self._element_shape = tf.TensorShape(element_shape)
    self._dtype = tf.as_dtype(dtype)
    self._dynamic_size = dynamic_size
    self._infer_shape = infer_shape

  def __repr__(self):
    return 'TensorArraySpec(%r, %r, %r, %r)' % (self._element_shape, self._dtype, self._dynamic_size, self._infer_shape)

  def __eq__(self, other):
    return type(self) is type(other) and repr(self) == repr(other)

  def __hash__(self):
    return hash(repr(self))

  def is_subtype_of(self, other):
    return (isinstance(other, TensorArraySpec) and self._dtype == other._dtype and
            self._dynamic_size == other._dynamic_size)
