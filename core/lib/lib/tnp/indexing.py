"""tf.experimental.numpy: elements by number or condition; a[key] as NumPy has it (np_array_ops.py)."""
import numbers

import _tf
import numpy as np
import tensorflow as tf
from tensorflow_lib.dimension import Dimension
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.creation import asarray, promote
from tensorflow_lib.tnp.shaping import atleast_1d, moveaxis, ravel, swapaxes


#: tf.experimental.numpy.where =where
def where(condition, x=None, y=None):
  condition = asarray(condition, dtype=np.bool_)
  if x is None and y is None:
    return nonzero(condition)
  if x is not None and y is not None:
    x, y = promote(x, y)
    return tf.where(condition, x, y)
  raise ValueError('Both x and y must be ndarrays, or both must be None.')


#: tf.experimental.numpy.select =select
def select(condlist, choicelist, default=0):
  if len(condlist) != len(choicelist):
    raise ValueError('condlist must have length equal to choicelist (%s vs %s)' % (len(condlist), len(choicelist)))
  if not condlist:
    raise ValueError('condlist must be non-empty')
  result, *choices = promote(default, *choicelist)
  for condition, choice in zip(condlist[::-1], choices[::-1]):  # the first that holds is chosen last
    result = where(condition, choice, result)
  return result


#: tf.experimental.numpy.nonzero =nonzero
def nonzero(a):
  a = atleast_1d(a)
  if a.shape.rank is None:
    raise ValueError("The rank of `a` is unknown, so we can't decide how many arrays to return.")
  return tf.unstack(tf.where(tf.cast(a, tf.bool)), a.shape.rank, axis=1)


#: tf.experimental.numpy.compress =compress
def compress(condition, a, axis=None):
  condition = asarray(condition, dtype=bool)
  a = asarray(a)
  if condition.ndim != 1:
    raise ValueError('condition must be a 1-d array.')
  if a.ndim == 0:
    a = ravel(a)
  if axis is None:
    a = ravel(a)
    axis = 0
  if axis < 0:
    axis += a.ndim
  assert axis >= 0 and axis < a.ndim
  if condition.shape[0] < a.shape[axis]:  # what it says nothing of is left out
    rest = tf.fill([a.shape[axis] - condition.shape[0]], False)
    condition = tf.concat([condition, rest], axis=0)
  return tf.boolean_mask(tensor=a, mask=condition, axis=axis)


#: tf.experimental.numpy.take =take
def take(a, indices, axis=None, out=None, mode='clip'):
  if out is not None:
    raise ValueError('out argument is not supported in take.')
  if mode not in {'raise', 'clip', 'wrap'}:
    raise ValueError("Invalid mode '%s' for take" % (mode,))
  a = asarray(a)
  indices = asarray(indices)
  if axis is None:
    a = tf.reshape(a, [-1])
    axis = 0
  length = tf.shape(a, out_type=indices.dtype)[axis]
  if mode == 'clip':
    indices = tf.clip_by_value(indices, 0, length - 1)
  elif mode == 'wrap':
    indices = tf.math.floormod(indices, length)
  else:
    raise ValueError("The 'raise' mode to take is not supported.")
  return tf.gather(a, indices, axis=axis)


#: tf.experimental.numpy.take_along_axis =take_along_axis
def take_along_axis(arr, indices, axis):
  arr = asarray(arr)
  indices = asarray(indices)
  if axis is None:
    return take_along_axis(arr.ravel(), indices, 0)
  rank = tf.rank(arr)
  axis = axis + rank if axis < 0 else axis

  # All axes but `axis` are broadcast.
  own = tf.shape(arr, out_type=indices.dtype)
  wanted = tf.shape(indices, out_type=indices.dtype)
  arr_shape = tf.tensor_scatter_nd_update(own, [[axis]], [1])
  indices_shape = tf.tensor_scatter_nd_update(wanted, [[axis]], [1])
  common = tf.broadcast_dynamic_shape(arr_shape, indices_shape)
  arr_shape = tf.tensor_scatter_nd_update(common, [[axis]], [own[axis]])
  indices_shape = tf.tensor_scatter_nd_update(common, [[axis]], [wanted[axis]])
  arr = tf.broadcast_to(arr, arr_shape)
  indices = tf.broadcast_to(indices, indices_shape)
  result_shape = indices.shape
  indices = tf.where(indices < 0, indices + arr_shape[axis], indices)

  is_last = tf.equal(axis, static.subtract(rank, 1))

  def swapped(x):
    return static.cond(is_last, lambda: x, lambda: swapaxes(x, axis, -1))

  arr = swapped(arr)
  indices = swapped(indices)
  arr_shape = tf.shape(arr)
  arr = tf.reshape(arr, [-1, arr_shape[-1]])
  indices_shape = tf.shape(indices)
  indices = tf.reshape(indices, [-1, indices_shape[-1]])
  result = tf.gather(arr, indices, batch_dims=1)
  result = swapped(tf.reshape(result, indices_shape))
  result.set_shape(result_shape)
  return result


#: tf.experimental.numpy.ix_ =ix_
def ix_(*args):
  result = []
  for i, a in enumerate(args):
    a = asarray(a)
    rank = tf.rank(a)
    known = static.static_value(rank)
    if known is None:
      tf.debugging.Assert(tf.equal(rank, 1), [rank])
    elif known != 1:
      raise ValueError('Arguments must be 1-d, got arg %s of rank %s' % (i, known))
    shape = [1] * len(args)
    shape[i] = -1
    if a.dtype == tf.bool:
      result.append(tf.reshape(nonzero(a)[0], shape))
    elif a.dtype.is_integer:
      result.append(tf.reshape(a, shape))
    else:
      raise ValueError('Only integer and bool dtypes are supported, got %s' % a.dtype)
  return result


# ---- a[key]
def _bad_index(index):
  raise IndexError('only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are '
                   'valid indices, got %r' % (index,))


def _as_index(index, need_scalar=True):
  """The index as a number or tensor, and whether it is known to be a scalar."""
  if isinstance(index, (numbers.Integral, Dimension)):
    return index, True
  data = asarray(index)
  if data.dtype == tf.bool:
    if data.shape.ndims != 1:
      raise NotImplementedError('Need rank 1 for bool index %s' % index)
    data = tf.reshape(tf.where(data), [-1])
  if need_scalar and data.shape.rank not in (None, 0):
    _bad_index(index)
  own = data.dtype.as_numpy_dtype
  if not np.issubdtype(own, np.integer):
    _bad_index(index)
  if data.dtype not in (tf.int64, tf.int32):
    wide = np.promote_types(np.int32, own)
    if wide != np.int32 and wide != np.int64:
      _bad_index(index)
    data = tf.cast(data, tf.int32 if wide == np.int32 else tf.int64)
  return data, data.shape.rank == 0


class _Key:
  """A key's slices, numbers and new axes as inputs of StridedSlice; its arrays apart."""

  def __init__(self, parts):
    self.begin, self.end, self.strides = [], [], []
    self.masks = dict.fromkeys(('begin_mask', 'end_mask', 'shrink_axis_mask', 'new_axis_mask', 'ellipsis_mask'), 0)
    self.size = len(parts)
    self.arrays = []  # (place in the key, indices, whether an ellipsis stands before)
    self.dropped = []  # places of numbers
    for i, part in enumerate(parts):
      if isinstance(part, slice):
        self._add(*[default if x is None else _as_index(x)[0]
                    for x, default in ((part.start, 0), (part.stop, 0), (part.step, 1))])
        self._mark(i, begin_mask=part.start is None, end_mask=part.stop is None)
      elif part is Ellipsis or part is None:
        self._add(0, 0, 1)
        self._mark(i, ellipsis_mask=part is Ellipsis, new_axis_mask=part is None)
      else:
        part, is_scalar = _as_index(part, False)
        if is_scalar:
          self._add(part, part + 1, 1)
          self._mark(i, shrink_axis_mask=True)
          self.dropped.append(i)
        else:
          self._add(0, 0, 1)
          self._mark(i, begin_mask=True, end_mask=True)
          self.arrays.append((i, part, self.masks['ellipsis_mask'] != 0))

  def _add(self, begin, end, stride):
    self.begin.append(begin)
    self.end.append(end)
    self.strides.append(stride)

  def _mark(self, place, **masks):
    for name, on in masks.items():
      if on:
        self.masks[name] |= 1 << place

  def packed(self):
    if not self.begin:
      return [tf.constant([], dtype=tf.int32)] * 3
    packed = [tf.stack(x) for x in (self.begin, self.end, self.strides)]
    if any([x.dtype == tf.int64 for x in packed]):
      packed = [tf.cast(x, tf.int64) if x.dtype != tf.int64 else x for x in packed]
    return packed

  def axes(self):
    """Axis of the sliced tensor -> the indices along it; axes behind an ellipsis count from the end."""
    found = {}
    for i, indices, after_ellipsis in self.arrays:
      if after_ellipsis:
        found[i - self.size + len([x for x in self.dropped if x > i])] = indices
      else:
        found[i - len([x for x in self.dropped if x < i])] = indices
    return found


def _follow(axes):
  """Whether the axes are one after another."""
  if len(axes) > 1 and axes[0] < 0 and axes[-1] >= 0:
    return False
  return all([axes[i] + 1 == axes[i + 1] for i in range(len(axes) - 1)])


def _gather(tensor, by_axis):
  """The elements of `tensor` at arrays of indices along some of its axes."""
  axes = sorted(by_axis)
  indices = static.broadcast(*promote(*[by_axis[axis] for axis in axes]))
  stacked = tf.stack(indices, axis=-1)
  if not _follow(axes):
    tensor = moveaxis(tensor, axes, range(len(axes)))
    prefix = tf.shape(tensor, out_type=stacked.dtype)[:len(axes)]
    stacked = tf.where(stacked < 0, stacked + prefix, stacked)
    return tf.gather_nd(tensor, stacked)
  # Neighbouring axes are made one, so that a gather does.
  rank = static.maybe_static(tf.rank(tensor))
  axes = [axis + rank if axis < 0 else axis for axis in axes]
  shape = tf.shape(tensor)
  sizes = tf.gather(shape, axes)
  if len(axes) == 1:
    stacked = indices[0]
  stacked = tf.cast(stacked, tf.int32)
  stacked = tf.where(stacked < 0, stacked + sizes, stacked)
  axis = axes[0]
  if len(axes) > 1:
    scale = tf.math.cumprod(sizes, reverse=True, exclusive=True)
    stacked = tf.reduce_sum(stacked * tf.broadcast_to(scale, tf.shape(stacked)), axis=-1)
    tensor = tf.reshape(tensor, tf.concat([shape[:axis], [-1], shape[axis + len(axes):]], axis=0))
  return tf.gather(tensor, stacked, axis=axis)


def _parts(key):
  """The key as a tuple: a list counts as one where nothing in it is more than a number."""
  if isinstance(key, (list, tuple)):
    for x in key:
      if x is None or x is Ellipsis or isinstance(x, (list, tuple, slice)):
        return tuple(key)
      if isinstance(x, (tf.Tensor, np.ndarray)) and x.ndim != 0:
        return tuple(key)
  return (key,)


def getitem(tensor, key):
  """tensor[key] once numpy behaviour is on."""
  is_array = tf.is_tensor(key) or isinstance(key, np.ndarray)
  if isinstance(key, bool) or is_array and key.dtype == np.bool_:
    return tf.boolean_mask(tensor=tensor, mask=key)
  parsed = _Key(key if isinstance(key, tuple) else _parts(key))
  scope, old = _tf.enter_scope('strided_slice')  # eagerly, too
  try:
    begin, end, strides = parsed.packed()
    tensor = tf.raw_ops.StridedSlice(input=tensor, begin=begin, end=end, strides=strides, name=scope, **parsed.masks)
    return _gather(tensor, parsed.axes()) if parsed.arrays else tensor
  finally:
    _tf.exit_scope(old)
