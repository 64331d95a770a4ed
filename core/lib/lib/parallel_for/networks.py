"""How the ops of neural networks and images are done for all iterations of a parallel loop at once: most see the
iterations as a longer batch, some as more channels."""
import _tf
import tensorflow as tf
from tensorflow_lib.parallel_for.converter import (
    converts, create_op, flatten_first_two_dims, unflatten_first_dim, wrap)

raw = tf.raw_ops


@converts('AdjustContrastv2', parameter='contrast_factor')
@converts('AdjustHue', parameter='delta')
@converts('AdjustSaturation', parameter='scale')
def _adjust(p, parameter):
  return wrap(getattr(raw, p.op.type)(images=p.stacked(0), **{parameter: p.unstacked(1)}))


@converts('Conv2D', 'DepthToSpace', 'AvgPool', 'AvgPool3D', 'MaxPool', 'MaxPoolV2', 'MaxPool3D', 'SpaceToDepth',
          dims=[0])
@converts('MaxPool3DGrad', 'MaxPoolGrad', 'MaxPoolGradV2', 'MaxPool3DGradGrad', 'MaxPoolGradGrad',
          'MaxPoolGradGradV2', dims=[0, 1, 2])
@converts('SoftmaxCrossEntropyWithLogits', 'SparseSoftmaxCrossEntropyWithLogits', dims=[0, 1])
def _in_batch(p, dims):
  outputs = create_op(p.flattened(dims), p.op)
  n = p.pfor.loop_len_vector
  return [wrap(x) for x in [unflatten_first_dim(x, n) for x in outputs]]


@converts('Conv2DBackpropInput', flatten=[2])
@converts('AvgPoolGrad', 'AvgPool3DGrad', flatten=[1])
def _in_batch_of_shape(p, flatten):
  inputs = p.flattened(flatten)
  n = p.pfor.loop_len_vector
  # The first input is the shape of what comes out.
  ones = tf.ones([tf.shape(inputs[0])[0] - 1], dtype=n.dtype)
  inputs[0] *= tf.concat([n, ones], axis=0)
  outputs = create_op(inputs, p.op)
  return [wrap(x) for x in [unflatten_first_dim(x, n) for x in outputs]]


@converts('Softmax', 'LogSoftmax')
def _softmax(p):
  return wrap(getattr(raw, p.op.type)(logits=p.stacked(0)))


@converts('BatchToSpaceND')
def _batch_to_space(p):
  x, block_shape, crops = p.stacked(0), p.unstacked(1), p.unstacked(2)
  shape = tf.shape(x)
  n = tf.cast(p.pfor.loop_len_vector, shape.dtype)
  block_shape = tf.cast(block_shape, shape.dtype)
  # The iterations go between what moves to space and the rest of the batch.
  block_size = tf.reduce_prod(block_shape)
  minus_one = tf.constant(-1, dtype=shape.dtype)
  x = tf.reshape(x, [n[0], block_size, shape[1] // block_size, minus_one])
  x = tf.transpose(x, [1, 0, 2, 3])
  x = tf.reshape(x, tf.concat([n * shape[1], shape[2:]], axis=0))
  output = raw.BatchToSpaceND(input=x, block_shape=block_shape, crops=crops)
  return wrap(unflatten_first_dim(output, n))


@converts('SpaceToBatchND')
def _space_to_batch(p):
  x, block_shape, paddings = p.stacked(0), p.unstacked(1), p.unstacked(2)
  shape = tf.shape(x)
  n = tf.cast(p.pfor.loop_len_vector, shape.dtype)
  block_shape = tf.cast(block_shape, shape.dtype)
  x = flatten_first_two_dims(x)
  output = raw.SpaceToBatchND(input=x, block_shape=block_shape, paddings=paddings)
  output_shape = tf.shape(output)
  block_size = tf.reduce_prod(block_shape)
  minus_one = tf.constant(-1, dtype=shape.dtype)
  output = tf.reshape(output, [block_size, n[0], minus_one])
  output = tf.transpose(output, [1, 0, 2])
  new_shape = tf.concat([n, block_size * shape[1:2], output_shape[1:]], axis=0)
  return wrap(tf.reshape(output, new_shape))


def _in_channels(p, x, data_format):
  """x with the iterations merged into its channels; the order and the shape that lead back. Made once a value."""
  made = p.pfor.__dict__.setdefault('in_channels', {})
  key = (id(x), data_format)
  if key not in made:
    shape = tf.shape(x)
    minus_ones = tf.constant([-1], dtype=shape.dtype)
    if data_format == b'NCHW':
      order = [1, 0, 2, 3, 4]
      merged = tf.concat([shape[1:2], minus_ones, shape[3:]], axis=0)
      back = order
    else:
      order = [1, 2, 3, 0, 4]
      merged = tf.concat([shape[1:4], minus_ones], axis=0)
      back = [3, 0, 1, 2, 4]
    moved = tf.transpose(x, order)
    moved_shape = tf.shape(moved)
    made[key] = (tf.reshape(moved, merged), back, moved_shape, x)
  return made[key][:3]


@converts('FusedBatchNormV3')
def _batch_norm(p):
  n = p.pfor.loop_len_vector
  if not p.attr('is_training'):
    outputs = create_op(p.flattened([0]), p.op)
    y = unflatten_first_dim(outputs[0], n)
    zeros = tf.zeros_like(p.unstacked(3))
    return [wrap(y)] + [wrap(zeros, False)] * 5
  # Each iteration has a mean of its own: the iterations are channels.
  p.stack_inputs()
  x, back, shape = _in_channels(p, p.stacked(0), p.attr('data_format'))
  outputs = create_op([x] + [tf.reshape(p.stacked(i), [-1]) for i in range(1, len(p))], p.op)
  y = tf.reshape(outputs[0], shape)
  y = tf.transpose(y, back)
  return [wrap(x) for x in [y] + [unflatten_first_dim(x, n) for x in outputs[1:]]]


@converts('FusedBatchNormGradV3')
def _batch_norm_grad(p):
  p.stack_inputs()
  data_format = p.attr('data_format')
  dy = _in_channels(p, p.stacked(0), data_format)[0]
  x, back, shape = _in_channels(p, p.stacked(1), data_format)
  outputs = create_op([dy, x] + [tf.reshape(p.stacked(i), [-1]) for i in range(2, len(p))], p.op)
  dx = tf.reshape(outputs[0], shape)
  dx = tf.transpose(dx, back)
  n = p.pfor.loop_len_vector
  return [wrap(x) for x in [dx] + [unflatten_first_dim(x, n) for x in outputs[1:]]]


@converts('Conv2DBackpropFilter')
def _conv_backprop_filter(p):
  p.stack_inputs([2])
  inputs, filter_sizes, grads = p.inputs[0].t, p.unstacked(1), p.stacked(2)
  if p.inputs[0].is_stacked:
    _tf.warn('Conv2DBackpropFilter uses a while_loop. Fix that!')

    def body(i, ta):
      return i + 1, ta.write(i, create_op([inputs[i, ...], filter_sizes, grads[i, ...]], p.op)[0])

    n = tf.reshape(p.pfor.loop_len_vector, [])
    ta = tf.while_loop(lambda i, ta: i < n, body, (0, tf.TensorArray(inputs.dtype, n)))[1]
    return wrap(ta.stack())
  # As if the filter had more channels.
  grads = _in_channels(p, grads, p.attr('data_format'))[0]
  n = p.pfor.loop_len_vector
  more = filter_sizes * tf.concat([[1, 1, 1], n], axis=0)
  output = create_op([inputs, more, grads], p.op)[0]
  new_shape = tf.concat([filter_sizes[:3], n, [-1]], axis=0)
  output = tf.reshape(output, new_shape)
  return wrap(tf.transpose(output, [3, 0, 1, 2, 4]))


def _merge_into(x, dim, rank):
  """The first axis merged into axis `dim`."""
  shape = tf.shape(x)
  x = tf.transpose(x, list(range(1, dim)) + [0] + list(range(dim, rank)))
  pieces = [shape[1:dim], [-1]]
  if dim < rank - 1:
    pieces.append(shape[dim + 1:])
  return tf.reshape(x, tf.concat(pieces, axis=0))


def _split_from(x, dim, rank, count):
  """What _merge_into merged, in front again."""
  shape = tf.shape(x)
  pieces = [shape[:dim], [count], [-1]]
  if dim < rank - 1:
    pieces.append(shape[dim + 1:])
  x = tf.reshape(x, tf.concat(pieces, axis=0))
  return tf.transpose(x, [dim] + list(range(dim)) + list(range(dim + 1, rank + 1)))


def _channels_at(p):
  return 1 if p.attr('data_format') == b'NCHW' else 3


@converts('DepthwiseConv2dNative')
def _depthwise(p):
  count = p.pfor.loop_len_vector[0]
  at = _channels_at(p)
  t = _merge_into(p.stacked(0), at + 1, 5)
  kernel = _merge_into(p.stacked(1), 3, 5)
  return wrap(_split_from(create_op([t, kernel], p.op)[0], at, 4, count))


@converts('DepthwiseConv2dNativeBackpropInput')
def _depthwise_backprop_input(p):
  count = p.pfor.loop_len_vector[0]
  sizes = p.unstacked(0)
  at = _channels_at(p)
  factors = [tf.constant([1] * at, dtype=tf.int32), [count]]
  if at < 3:
    factors.append(tf.constant([1] * (3 - at), dtype=tf.int32))
  sizes *= tf.concat(factors, axis=0)
  kernel = _merge_into(p.stacked(1), 3, 5)
  dy = _merge_into(p.stacked(2), at + 1, 5)
  return wrap(_split_from(create_op([sizes, kernel, dy], p.op)[0], at, 4, count))


@converts('DepthwiseConv2dNativeBackpropFilter')
def _depthwise_backprop_filter(p):
  count = p.pfor.loop_len_vector[0]
  at = _channels_at(p)
  x = _merge_into(p.stacked(0), at + 1, 5)
  sizes = p.unstacked(1)
  sizes *= tf.concat([tf.constant([1, 1], dtype=tf.int32), [count], tf.constant([1], dtype=tf.int32)], axis=0)
  dy = _merge_into(p.stacked(2), at + 1, 5)
  return wrap(_split_from(create_op([x, sizes, dy], p.op)[0], 2, 4, count))


@converts('BiasAdd')
def _bias_add(p):
  t, bias = p.inputs[0].t, p.inputs[1].t
  data_format = p.attr('data_format')
  if p.inputs[1].is_stacked:
    # The op takes vectors alone.
    p.expand_for_broadcast()
    t = p.inputs[0].t
    bias = tf.cast(p.stacked(1), t.dtype)
    if data_format == b'NCHW':
      shape = tf.shape(bias)
      bias = tf.reshape(bias, tf.concat([shape[:-3], shape[-1:], shape[-3:-1]], axis=0))
    return wrap(tf.add(t, bias))
  if data_format == b'NCHW':
    shape = tf.shape(t)
    t = tf.reshape(t, tf.concat([[-1], shape[2:]], axis=0))
    t = tf.nn.bias_add(t, bias, data_format='NCHW')
    return wrap(tf.reshape(t, shape))
  return wrap(tf.nn.bias_add(t, bias, data_format=data_format.decode()))


@converts('BiasAddGrad')
def _bias_add_grad(p):
  grad = p.stacked(0)
  if p.attr('data_format') == b'NCHW':
    return wrap(tf.reduce_sum(grad, axis=[1, 3, 4], keepdims=False))
  shape = tf.shape(grad)
  last, first = shape[-1], shape[0]
  output = tf.reshape(grad, [first, -1, last])
  return wrap(tf.reduce_sum(output, axis=[1], keepdims=False))
