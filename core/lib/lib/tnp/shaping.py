"""tf.experimental.numpy: shapes, axes, joining and splitting (np_array_ops.py)."""
import builtins

import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp import static
from tensorflow_lib.tnp.creation import array, asarray, full, promote
from tensorflow_lib.tnp.dtypes import result_type


# ---- looking
#: tf.experimental.numpy.shape =shape
def shape(a):
  return asarray(a).shape


#: tf.experimental.numpy.ndim =ndim
def ndim(a):
  return asarray(a).ndim


#: tf.experimental.numpy.isscalar =isscalar
def isscalar(num):
  return ndim(num) == 0


#: tf.experimental.numpy.size =size
def size(x, axis=None):
  if axis is not None:
    raise NotImplementedError('axis argument is not supported in the current `np.size` implementation')
  if isinstance(x, (int, float, np.int32, np.int64, np.float32, np.float64)):
    return 1
  x = asarray(x)
  if x.shape.is_fully_defined():
    return np.prod(x.shape.as_list(), dtype=int)
  return tf.size(x)


# ---- another shape
#: tf.experimental.numpy.ravel =ravel
def ravel(a):
  return tf.reshape(asarray(a), [-1])


#: tf.experimental.numpy.reshape =reshape
def reshape(a, newshape, order='C'):
  if order not in {'C', 'F'}:
    raise ValueError('Unsupported order argument %s' % (order,))
  a = asarray(a)
  if isinstance(newshape, int):
    newshape = [newshape]
  if order == 'F':
    return tf.transpose(tf.reshape(tf.transpose(a), newshape[::-1]))
  return tf.reshape(a, newshape)


#: tf.experimental.numpy.expand_dims =expand_dims
def expand_dims(a, axis):
  return tf.expand_dims(asarray(a), axis=axis)


#: tf.experimental.numpy.squeeze =squeeze
def squeeze(a, axis=None):
  return tf.squeeze(asarray(a), axis)


#: tf.experimental.numpy.flatten =flatten
def flatten(a, order='C'):
  a = asarray(a)
  if order in ('C', 'A', 'K'):
    return tf.reshape(a, [-1])
  if order == 'F':
    return tf.reshape(tf.transpose(a), [-1])
  raise ValueError('order can only be C, A, K (all row major) or F (column major).')


def _padded_left(n, old_shape):
  old_shape = asarray(old_shape, dtype=np.int32)
  return asarray(tf.pad(old_shape, [[tf.maximum(n - tf.size(old_shape), 0), 0]], constant_values=1))


def _atleast_nd(n, new_shape, arrays):

  def one(x):
    x = asarray(x)
    return asarray(
        static.cond(static.greater(n, tf.rank(x)), lambda: reshape(x, new_shape(n, tf.shape(x))), lambda: x))

  arrays = [one(x) for x in arrays]
  return arrays[0] if len(arrays) == 1 else arrays


#: tf.experimental.numpy.atleast_1d =atleast_1d
def atleast_1d(*arys):
  return _atleast_nd(1, _padded_left, arys)


#: tf.experimental.numpy.atleast_2d =atleast_2d
def atleast_2d(*arys):
  return _atleast_nd(2, _padded_left, arys)


#: tf.experimental.numpy.atleast_3d =atleast_3d
def atleast_3d(*arys):

  def new_shape(_, old_shape):
    rank = tf.size(old_shape)
    return static.cond(
        tf.equal(rank, 0), lambda: tf.constant([1, 1, 1], dtype=tf.int32), lambda: static.cond(
            tf.equal(rank, 1), lambda: tf.pad(old_shape, [[1, 1]], constant_values=1),
            lambda: tf.pad(old_shape, [[0, 1]], constant_values=1)))

  return _atleast_nd(3, new_shape, arys)


#: tf.experimental.numpy.broadcast_to =broadcast_to
def broadcast_to(array, shape):
  return full(shape, array)


#: tf.experimental.numpy.broadcast_arrays =broadcast_arrays
def broadcast_arrays(*args, **kwargs):
  subok = kwargs.pop('subok', False)
  if subok:
    raise ValueError('subok=True is not supported.')
  if kwargs:
    raise ValueError('Received unsupported arguments %s' % kwargs.keys())
  return static.broadcast(*[asarray(x) for x in args])


# ---- another order of axes
#: tf.experimental.numpy.transpose =transpose
def transpose(a, axes=None):
  a = asarray(a)
  if axes is not None:
    axes = asarray(axes)
  return tf.transpose(a=a, perm=axes)


#: tf.experimental.numpy.swapaxes =swapaxes
def swapaxes(a, axis1, axis2):
  a = asarray(a)
  known = a.shape.rank is not None and isinstance(axis1, int) and isinstance(axis2, int)
  rank = a.shape.rank if known else tf.rank(a)

  def counted(axis):
    if isinstance(axis, int):
      return axis + rank if axis < 0 else axis
    return tf.where(axis < 0, static.add(axis, rank), axis)

  axis1, axis2 = tf.nest.map_structure(counted, (axis1, axis2))
  if known:
    perm = list(range(rank))
    perm[axis1], perm[axis2] = axis2, axis1
  else:
    perm = tf.tensor_scatter_nd_update(tf.range(rank), [[axis1], [axis2]], [axis2, axis1])
  return tf.transpose(a, perm)


def _without(values, places, count):
  """The vector without the elements at `places`."""
  left, begin = [], 0
  for place in tf.unstack(tf.sort(tf.stack(places)), num=count):
    left.append(values[begin:place])
    begin = place + 1
  left.append(values[begin:])
  return tf.concat(left, 0)


#: tf.experimental.numpy.moveaxis =moveaxis
def moveaxis(a, source, destination):
  if not source and not destination:
    return a
  a = asarray(a)
  if isinstance(source, int):
    source = (source,)
  if isinstance(destination, int):
    destination = (destination,)
  if len(source) != len(destination):
    raise ValueError('The lengths of source and destination must equal')
  rank = static.maybe_static(tf.rank(a))
  source = tuple([axis + rank if axis < 0 else axis for axis in source])
  destination = tuple([axis + rank if axis < 0 else axis for axis in destination])
  if a.shape.rank is not None:
    perm = [i for i in range(rank) if i not in source]
    for to, axis in sorted(zip(destination, source)):
      assert to <= len(perm)
      perm.insert(to, axis)
  else:
    axes = tf.range(rank)
    rest_of = _without(axes, source, len(source))
    rest_at = _without(axes, destination, len(destination))
    perm = tf.scatter_nd(tf.expand_dims(rest_at, 1), rest_of, [rank])
    perm = tf.tensor_scatter_nd_update(perm, tf.expand_dims(destination, 1), source)
  return tf.transpose(a, perm)


#: tf.experimental.numpy.flip =flip
def flip(m, axis=None):
  m = asarray(m)
  if axis is None:
    return tf.reverse(m, tf.range(tf.rank(m)))
  axis = static.canonical_axes([axis], tf.rank(m))[0]
  return tf.reverse(m, [axis])


#: tf.experimental.numpy.flipud =flipud
def flipud(m):
  return flip(m, 0)


#: tf.experimental.numpy.fliplr =fliplr
def fliplr(m):
  return flip(m, 1)


#: tf.experimental.numpy.roll =roll
def roll(a, shift, axis=None):
  a = asarray(a)
  if axis is not None:
    return tf.roll(a, shift, axis)
  original = tf.shape(a)
  a = tf.roll(tf.reshape(a, [-1]), shift, 0)
  return tf.reshape(a, original)


#: tf.experimental.numpy.rot90 =rot90
def rot90(m, k=1, axes=(0, 1)):
  rank = tf.rank(m)
  axis1, axis2 = static.canonical_axes(axes, rank)
  k = k % 4
  if k == 0:
    return m
  if k == 2:
    return flip(flip(m, axis1), axis2)
  perm = tf.range(rank)
  perm = tf.tensor_scatter_nd_update(perm, [[axis1], [axis2]], [axis2, axis1])
  if k == 1:
    return transpose(flip(m, axis2), perm)
  return flip(transpose(m, perm), axis2)


# ---- more of it
#: tf.experimental.numpy.repeat =repeat
def repeat(a, repeats, axis=None):
  a = asarray(a)
  dims = a._shape_as_list()
  known = dims is not None and None not in dims
  if known:
    if not dims:
      dims = (repeats,)
    else:
      counts = np.ravel(np.array(repeats))
      if counts.size == 1:
        counts = counts.item()
        if axis is None:
          dims = (counts * np.prod(dims),)
        else:
          dims[axis] = counts * dims[axis]
      elif axis is None:
        dims = (counts.sum(),)
      else:
        dims[axis] = counts.sum()
  result = tf.repeat(a, asarray(repeats), axis)
  if known:
    result.set_shape(dims)
  return result


#: tf.experimental.numpy.tile =tile
def tile(a, reps):
  a = array(a)
  reps = tf.reshape(array(reps, dtype=tf.int32), [-1])
  rank = tf.rank(a)
  count = tf.size(reps)
  reps = tf.pad(reps, [[tf.maximum(rank - count, 0), 0]], constant_values=1)
  dims = tf.pad(tf.shape(a), [[tf.maximum(count - rank, 0), 0]], constant_values=1)
  return tf.tile(tf.reshape(a, dims), reps)


#: tf.experimental.numpy.pad =pad
def pad(array, pad_width, mode, **kwargs):
  constant_values = kwargs.get('constant_values', 0)
  if mode not in ('constant', 'reflect', 'symmetric'):
    raise ValueError('Unsupported padding mode: ' + mode)
  mode = mode.upper()
  array = asarray(array)
  pad_width = asarray(pad_width, dtype=tf.int32)
  return tf.pad(tensor=array, paddings=pad_width, mode=mode, constant_values=constant_values)


# ---- joining
#: tf.experimental.numpy.stack =stack
def stack(arrays, axis=0):
  if isinstance(arrays, tf.Tensor):
    return asarray(arrays) if axis == 0 else swapaxes(arrays, 0, axis)
  return asarray(tf.stack(promote(*arrays), axis))


#: tf.experimental.numpy.hstack =hstack
def hstack(tup):
  arrays = promote(*[atleast_1d(a) for a in tup])
  rank = tf.rank(arrays[0])
  return static.cond(tf.equal(rank, 1), lambda: tf.concat(arrays, axis=0), lambda: tf.concat(arrays, axis=1))


#: tf.experimental.numpy.vstack =vstack
def vstack(tup):
  return tf.concat(promote(*[atleast_2d(a) for a in tup]), axis=0)


#: tf.experimental.numpy.dstack =dstack
def dstack(tup):
  return tf.concat(promote(*[atleast_3d(a) for a in tup]), axis=2)


#: tf.experimental.numpy.concatenate =concatenate
def concatenate(arys, axis=0):
  if not isinstance(arys, (list, tuple)):
    arys = [arys]
  if not arys:
    raise ValueError('Need at least one array to concatenate. Received empty input: arys=%s' % (arys,))
  dtype = result_type(*arys)
  arys = [array(a, dtype=dtype) for a in arys]
  return tf.concat(arys, axis)


#: tf.experimental.numpy.append =append
def append(arr, values, axis=None):
  if axis is None:
    return concatenate([ravel(arr), ravel(values)], 0)
  return concatenate([arr, values], axis=axis)


# ---- splitting
def _sizes_between(a, boundaries, axis):
  """numpy.split's boundaries as tf.split's sizes."""
  if axis >= len(a.shape):
    raise ValueError('axis %s is out of bound for shape %s' % (axis, a.shape))
  total, used, before, sizes = a.shape[axis], 0, 0, []
  for i, boundary in enumerate(boundaries):
    length = boundary - before
    if length < 0:
      raise ValueError('The %s-th boundary %s is smaller than the previous boundary %s' % (i, boundary, before))
    length = builtins.min(length, builtins.max(0, total - used))
    sizes.append(length)
    used += length
    before = boundary
  sizes.append(builtins.max(0, total - used))
  return sizes


#: tf.experimental.numpy.split =split
def split(ary, indices_or_sections, axis=0):
  ary = asarray(ary)
  if not isinstance(indices_or_sections, int):
    indices_or_sections = _sizes_between(ary, indices_or_sections, axis)
  return tf.split(ary, indices_or_sections, axis=axis)


def _split_on_axis(axis):

  def f(ary, indices_or_sections):
    # A vector has but one axis.
    chosen = static.cond(
        tf.equal(axis, 1), lambda: static.cond(tf.equal(tf.rank(ary), 1), lambda: 0, lambda: axis), lambda: axis)
    if isinstance(indices_or_sections, int):
      length = ary.shape[chosen]
      if length is not None and length % indices_or_sections:
        raise ValueError('array split does not result in an equal division')
    return split(ary, indices_or_sections, axis=chosen)

  return f


#: tf.experimental.numpy.vsplit =f
vsplit = _split_on_axis(0)
#: tf.experimental.numpy.hsplit =f
hsplit = _split_on_axis(1)
#: tf.experimental.numpy.dsplit =f
dsplit = _split_on_axis(2)
