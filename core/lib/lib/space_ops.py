"""Blocks of space in the depth or the batch; batches of gather_nd (ops/array_ops.py)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope
from tensorflow_lib.misc_names import required_space_to_batch_paddings

raw = tf.raw_ops


#: tf.nn.space_to_depth
def space_to_depth(input, block_size, data_format='NHWC', name=None):
  return raw.SpaceToDepth(input, block_size, data_format, name=name)


#: tf.nn.depth_to_space
def depth_to_space(input, block_size, data_format='NHWC', name=None):
  return raw.DepthToSpace(input, block_size, data_format, name=name)


#: tf.space_to_batch tf.nn.space_to_batch tf.space_to_batch_nd
def space_to_batch(input, block_shape, paddings, name=None):
  return raw.SpaceToBatchND(input, block_shape, paddings, name=name)


#: tf.batch_to_space
def batch_to_space(input, block_shape, crops, name=None):
  if isinstance(block_shape, int):
    block_shape = [block_shape, block_shape]
  return raw.BatchToSpaceND(input, block_shape, crops, name=name)


def _for_all_dims(values, fill, dims):
  """Values of the dims as those of all dims from 1 on: an array where they are known, a tensor where not."""
  known = constant_value(values)
  source = values if known is None else known
  more = values.shape.as_list()[1:]
  parts, before, i = [], 0, 0
  while i < len(dims):
    first, start = i, dims[i]
    if start > 1:
      parts.append(numpy.full([start - 1 - before] + more, fill, dtype='int32'))
    while i + 1 < len(dims) and dims[i + 1] == dims[i] + 1:
      i += 1
    parts.append(source[first:i + 1])
    before = dims[i]
    i += 1
  return tf.concat(parts, 0) if known is None else numpy.concatenate(parts)


#: tf.nn.with_space_to_batch
def with_space_to_batch(input, dilation_rate, padding, op, filter_shape=None, spatial_dims=None, data_format=None):
  """op(input, number of spatial dims, padding) on the blocks of pixels that are dilation_rate apart."""
  input = convert(input, name='input')
  dilation_rate = convert(dilation_rate, tf.int32, name='dilation_rate')
  if dilation_rate.shape.ndims not in (None, 1):
    raise ValueError('`dilation_rate.shape.rank` must be 1. Received: dilation_rate=%s of rank %s' %
                     (dilation_rate, dilation_rate.shape.rank))
  known = constant_value(dilation_rate)
  if known is None:
    raise NotImplementedError('tf.nn.with_space_to_batch with a dilation_rate that is not known')
  rates = [int(r) for r in known]
  n = len(rates)
  first = 2 if data_format is not None and data_format.startswith('NC') else 1
  given = list(range(first, n + first) if spatial_dims is None else spatial_dims)
  dims = sorted(set(int(d) for d in given))
  if dims != given or any(d < 1 for d in dims):
    raise ValueError('`spatial_dims` must be a monotonically increasing sequence of positive integers. Received: '
                     'spatial_dims=%s' % given)
  if any(r < 1 for r in rates):
    raise ValueError('`dilation_rate` must be positive. Received: dilation_rate=%s' % known)
  if all(r == 1 for r in rates):
    return op(input, n, padding)
  if padding == 'SAME':
    if filter_shape is None:
      raise ValueError("`filter_shape` must be specified for `padding='SAME'`. Received: filter_shape=None and "
                       'padding=SAME')
    window = constant_value(convert(filter_shape, name='filter_shape'))
    if window is None:
      raise ValueError('None values not supported.')
    extra = [(int(w) - 1) * r for w, r in zip(window, rates)]
    base = tf.stack([[e // 2, e - e // 2] for e in extra])
  elif padding == 'VALID':
    base = [[0, 0]] * n
  elif isinstance(padding, str):
    raise ValueError("`padding` must be one of 'SAME' or 'VALID'. Received: padding=%s" % padding)
  else:
    base = [list(pair) for pair in (padding[2:] if first == 2 else padding[1:-1])]
  shape = [input.shape[d] for d in dims] if input.shape.ndims is not None else [None]
  if None in shape:
    all_dims = tf.shape(input)
    shape = tf.stack([all_dims[d] for d in dims])
  paddings, crops = required_space_to_batch_paddings(shape, dilation_rate, base)
  rates = _for_all_dims(dilation_rate, 1, dims)
  paddings, crops = _for_all_dims(paddings, 0, dims), _for_all_dims(crops, 0, dims)
  return raw.BatchToSpaceND(op(raw.SpaceToBatchND(input, rates, paddings), n, 'VALID'), rates, crops)


def batch_gather_nd(params, indices, batch_dims, name=None, bad_indices_policy=''):
  """tf.gather_nd in each batch: the places of the batches are put in front of the indices."""
  with op_scope(name, 'BatchGatherND'):
    indices, params = convert(indices, name='indices'), convert(params, name='params')
    if not isinstance(batch_dims, int):
      raise TypeError('Argument `batch_dims` must be an int; got %r' % batch_dims)
    if batch_dims < 0:
      raise ValueError('Argument `batch_dims` = %r must be greater than or equal to 0' % batch_dims)
    for what, x in (('params', params), ('indices', indices)):
      if x.shape.ndims is not None and batch_dims >= x.shape.ndims:
        raise ValueError('Argument `batch_dims` = %r must be less than rank(`%s`) = %d' %
                         (batch_dims, what, x.shape.ndims))
    params_shape, indices_shape = tf.shape(params), tf.shape(indices)
    batch_shape = params_shape[:batch_dims]
    batch_size = raw.Prod(batch_shape, [0])
    internal_ndims = tf.rank(indices) - batch_dims - 1
    internal_shape = indices_shape[batch_dims:-1]
    ranges = [raw.Cast(raw.Range(0, raw.Cast(x, tf.int32), 1), indices.dtype) for x in tf.unstack(batch_shape, axis=0)]
    grids = tf.meshgrid(*ranges, indexing='ij') if ranges else []
    flat = [tf.reshape(x, shape=(-1,)) for x in grids]
    grid = tf.transpose(tf.stack(flat, axis=0))
    grid_shape = tf.shape(grid)
    grid = tf.reshape(grid, tf.concat([grid_shape[:1], tf.ones(internal_ndims, dtype=grid_shape.dtype), grid_shape[1:]],
                                      axis=0))
    grid = tf.tile(grid, multiples=tf.concat(((1,), internal_shape, (1,)), axis=0))
    flat_indices = tf.reshape(indices, shape=tf.concat(([batch_size], indices_shape[batch_dims:]), axis=0))
    indices = tf.concat((grid, flat_indices), axis=-1)
    out = raw.GatherNd(params, indices, bad_indices_policy=bad_indices_policy)
    out_shape = tf.shape(out)
    return tf.reshape(out, shape=tf.concat((batch_shape, out_shape[1:]), axis=0))
