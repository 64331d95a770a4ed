"""Blocks of space in the depth or the batch; batches of gather_nd (ops/array_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

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
