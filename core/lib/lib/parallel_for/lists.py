"""How lists of tensors, of which tf.TensorArray is made, are handled for all iterations of a parallel loop at once: the
list stays one list, its elements are stacked."""
import tensorflow as tf
from tensorflow_lib.parallel_for.converter import (
    converts, flatten_first_two_dims, stack, transpose_first_two_dims, wrap)

raw = tf.raw_ops


def shape_as_tensor(shape):
  """What ops on lists take as the shape of their elements: -1 for what is not known (list_ops._build_element_shape)."""
  if isinstance(shape, tf.Tensor):
    return shape
  if isinstance(shape, tf.TensorShape):
    shape = shape.as_list() if shape.rank is not None else None
  if shape is None:
    return -1
  if not shape:
    return tf.convert_to_tensor(shape, dtype=tf.int32)
  return [-1 if d is None else d for d in shape]


def reserve(element_shape, num_elements, dtype):
  return raw.TensorListReserve(element_shape=shape_as_tensor(element_shape), num_elements=num_elements,
                               element_dtype=dtype)


def get_item(handle, index, dtype, element_shape=None):
  return raw.TensorListGetItem(input_handle=handle, index=index, element_shape=shape_as_tensor(element_shape),
                               element_dtype=dtype)


def set_item(handle, index, item):
  return raw.TensorListSetItem(input_handle=handle, index=index, item=item)


def length_of(handle):
  return raw.TensorListLength(input_handle=handle)


def element_shape_of(handle):
  return raw.TensorListElementShape(input_handle=handle, shape_type=tf.int32)


def stack_shape(shape, first):
  """The shape of elements with the iterations before it; -1 where it is not known all. None, which is no shape at
  all, for one that is known: TensorFlow gives that."""
  known = tf.get_static_value(shape)
  if known is None:
    shape = tf.reshape(shape, [-1])
    return tf.cond(tf.reduce_any(shape < 0), lambda: tf.constant(-1), lambda: tf.concat([first, shape], axis=0))
  dims = known.reshape(-1).tolist()
  if -1 in dims:
    return tf.constant(-1)
  return None if dims else first


def element_dtype_of(handle):
  """The dtype of a list's elements: what the op says that made it, or made what it came from."""
  op = handle.op
  if op.type.startswith('TensorList') or op.type == 'EmptyTensorList':
    return op.get_attr('element_dtype')
  if op.type in ('While', 'StatelessWhile'):
    index = [out is handle for out in op.outputs].index(True)
    return element_dtype_of(op.inputs[index])
  if op.type in ('Identity', 'ZerosLike', 'AddN'):
    return element_dtype_of(op.inputs[0])
  raise NotImplementedError('tf.vectorized_map of a list of tensors that `%s` gives' % op.type)


def stack_list(handle, length, dtype=None):
  """A list whose elements are those of `handle`, `length` times each."""
  dtype = dtype or element_dtype_of(handle)
  element_shape = element_shape_of(handle)
  n = length_of(handle)
  new = reserve(stack_shape(element_shape, length), n, dtype)

  def body(i, h):
    element = get_item(handle, i, dtype, element_shape)
    element = stack(element, length).t
    return i + 1, set_item(h, i, element)

  return tf.while_loop(lambda i, _: i < n, body, [0, new])[1]


@converts('TensorListReserve')
def _reserve(p):
  element_shape = stack_shape(p.unstacked(0), p.pfor.loop_len_vector)
  return wrap(reserve(element_shape, p.unstacked(1), p.attr('element_dtype')))


@converts('TensorListElementShape')
def _element_shape(p):
  shape = raw.TensorListElementShape(input_handle=p.stacked(0), shape_type=p.attr('shape_type'))
  return wrap(tf.reshape(shape, [-1])[1:], False)


@converts('TensorListLength')
def _length(p):
  return wrap(length_of(p.stacked(0)), False)


@converts('TensorListGetItem')
def _get_item(p):
  handle, index = p.inputs[0], p.inputs[1]
  element_shape, dtype = p.unstacked(2), p.attr('element_dtype')
  if not handle.is_stacked:
    return wrap(raw.TensorListGather(input_handle=handle.t, indices=index.t, element_shape=element_shape,
                                     element_dtype=dtype))
  element_shape = stack_shape(element_shape, p.pfor.loop_len_vector)
  if index.is_stacked:

    def row(i):
      return tf.gather(get_item(handle.t, index.t[i], dtype), i)

    return wrap(tf.map_fn(row, p.pfor.all_indices, dtype=dtype))
  return wrap(get_item(handle.t, index.t, dtype, element_shape))


@converts('TensorListSetItem')
def _set_item(p):
  handle, index, item = p.inputs
  if not handle.is_stacked:
    if index.t is p.pfor.all_indices:
      # Each iteration has a place of its own.
      item = item.t if item.is_stacked else stack(item.t, p.pfor.loop_len_vector).t
      return wrap(raw.TensorListScatterIntoExistingList(input_handle=handle.t, tensor=item, indices=index.t), False)
    list_ = stack_list(handle.t, p.pfor.loop_len_vector, item.t.dtype)
  else:
    list_ = handle.t
  if index.is_stacked:
    raise ValueError('Vectorizing writes to a TensorList with loop variant indices is currently unsupported.')
  item = item.t if item.is_stacked else stack(item.t, p.pfor.loop_len_vector).t
  return wrap(set_item(list_, index.t, item))


@converts('TensorListPushBack')
def _push_back(p):
  handle, item = p.inputs
  list_ = handle.t if handle.is_stacked else stack_list(handle.t, p.pfor.loop_len_vector, item.t.dtype)
  item = item.t if item.is_stacked else stack(item.t, p.pfor.loop_len_vector).t
  return wrap(raw.TensorListPushBack(input_handle=list_, tensor=item))


@converts('TensorListPopBack')
def _pop_back(p):
  handle, element_shape = p.stacked(0), p.unstacked(1)
  if element_shape.shape.rank == 0:
    shape = -1
  else:
    n = tf.cast(p.pfor.loop_len_vector, element_shape.dtype)
    shape = tf.concat([n, element_shape], axis=0)
  output, item = raw.TensorListPopBack(input_handle=handle, element_dtype=p.attr('element_dtype'),
                                       element_shape=shape)
  return [wrap(output), wrap(item)]


@converts('TensorListConcatV2')
def _concat(p):
  handle, leading, dtype = p.stacked(0), p.unstacked(2), p.attr('element_dtype')
  p.unstacked(1)
  n = length_of(handle)
  shape = tf.cond(n > 0, lambda: tf.shape(get_item(handle, 0, dtype)), lambda: tf.constant([0, 0], dtype=tf.int32))
  new_shape = tf.concat([shape[1:2], shape[0:1], shape[2:]], axis=0)

  def body(i, h):
    return i + 1, set_item(h, i, transpose_first_two_dims(get_item(handle, i, dtype)))

  new = reserve(new_shape, n, dtype)
  new = tf.while_loop(lambda i, _: i < n, body, [0, new])[1]
  output, lengths = raw.TensorListConcatV2(input_handle=new, element_dtype=dtype, element_shape=new_shape,
                                           leading_dims=leading)
  return [wrap(transpose_first_two_dims(output)), wrap(lengths, False)]


@converts('TensorListStack')
def _stack(p):
  handle, shape = p.stacked(0), p.unstacked(1)
  shape = stack_shape(shape, p.pfor.loop_len_vector)
  output = raw.TensorListStack(input_handle=handle, element_dtype=p.attr('element_dtype'),
                               element_shape=shape_as_tensor(shape), num_elements=p.attr('num_elements'))
  return wrap(transpose_first_two_dims(output))


@converts('TensorListGather')
def _gather(p):
  handle, index = p.inputs[0], p.inputs[1]
  element_shape, dtype = p.unstacked(2), p.attr('element_dtype')

  def gather(indices, shape):
    return raw.TensorListGather(input_handle=handle.t, indices=indices, element_shape=shape_as_tensor(shape),
                                element_dtype=dtype)

  if handle.is_stacked:
    element_shape = stack_shape(element_shape, p.pfor.loop_len_vector)
    if index.is_stacked:

      def row(i):
        item = gather(index.t[i], None)
        return tf.gather(item, i, axis=tf.rank(index.t) - 1)

      return wrap(tf.map_fn(row, p.pfor.all_indices, dtype=dtype))
    return wrap(gather(index.t, element_shape))
  index_shape = tf.shape(index.t)
  values = gather(tf.reshape(index.t, [-1]), element_shape)
  shape = tf.concat([index_shape, tf.shape(values)[1:]], axis=0)
  return wrap(tf.reshape(values, shape))


@converts('TensorListScatterIntoExistingList')
def _scatter(p):
  p.stack_inputs([1])
  handle, indices = p.inputs[0], p.inputs[2]
  item = p.stacked(1)
  list_ = handle.t if handle.is_stacked else stack_list(handle.t, p.pfor.loop_len_vector, item.dtype)
  item = transpose_first_two_dims(item)
  if not indices.is_stacked:
    return wrap(raw.TensorListScatterIntoExistingList(input_handle=list_, tensor=item, indices=indices.t))
  # The elements that are written to are taken out, changed where an iteration has its row, and put back.
  places = transpose_first_two_dims(indices.t)
  flat = tf.reshape(places, [-1])
  unique = tf.unique(flat)
  gathered = raw.TensorListGather(input_handle=list_, indices=unique.y, element_dtype=item.dtype,
                                  element_shape=tf.shape(item)[1:])
  numbers = tf.range(p.pfor.loop_len_vector[0])
  count = tf.shape(places)[0]
  numbers = tf.reshape(tf.tile(numbers[None, :], [count, 1]), [-1])
  where = tf.stack([unique.idx, numbers], axis=1)
  scattered = tf.tensor_scatter_nd_update(tensor=gathered, indices=where, updates=flatten_first_two_dims(item))
  return wrap(raw.TensorListScatterIntoExistingList(input_handle=list_, tensor=scattered, indices=unique.y))


@converts('TensorListFromTensor')
def _from_tensor(p):
  tensor, element_shape = p.stacked(0), p.unstacked(1)
  tensor = transpose_first_two_dims(tensor)
  element_shape = stack_shape(element_shape, p.pfor.loop_len_vector)
  return wrap(raw.TensorListFromTensor(tensor=tensor, element_shape=shape_as_tensor(element_shape)))
