"""keras.ops.nn: activations, convolutions, pooling, normalisation, entropies (keras/src/backend/tensorflow/nn.py)."""
import math
import warnings

import tensorflow as tf
from tensorflow_lib.keras import numpy_ops
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import epsilon, result_type, standardize_data_format, standardize_dtype, state
from tensorflow_lib.keras.tensors import cast, convert_to_tensor

_NN = 'keras.src.ops.nn'


# ---- activations
#: tf.keras.ops.relu tf.keras.ops.nn.relu =relu
@symbolic('Relu', _NN)
def relu(x):
  return tf.nn.relu(x)


#: tf.keras.ops.relu6 tf.keras.ops.nn.relu6 =relu6
@symbolic('Relu6', _NN)
def relu6(x):
  return tf.nn.relu6(x)


#: tf.keras.ops.sigmoid tf.keras.ops.nn.sigmoid =sigmoid
@symbolic('Sigmoid', _NN)
def sigmoid(x):
  output = tf.nn.sigmoid(x)
  output._keras_logits = x
  return output


#: tf.keras.ops.sparse_sigmoid tf.keras.ops.nn.sparse_sigmoid =sparse_sigmoid
@symbolic('SparseSigmoid', _NN)
def sparse_sigmoid(x):
  x = convert_to_tensor(x)
  return tf.where(x <= -1, tf.constant(0.0, dtype=x.dtype),
                  tf.where(x >= 1, tf.constant(1.0, dtype=x.dtype), 0.5 * (x + 1)))


#: tf.keras.ops.nn.tanh_shrink tf.keras.ops.tanh_shrink =tanh_shrink
@symbolic('TanhShrink', _NN)
def tanh_shrink(x):
  return x - tf.math.tanh(x)


@symbolic('Tanh', _NN)
def tanh(x):
  return tf.nn.tanh(x)


#: tf.keras.ops.softplus tf.keras.ops.nn.softplus =softplus
@symbolic('Softplus', _NN)
def softplus(x):
  return tf.math.softplus(x)


#: tf.keras.ops.softsign tf.keras.ops.nn.softsign =softsign
@symbolic('Softsign', _NN)
def softsign(x):
  return tf.nn.softsign(x)


#: tf.keras.ops.soft_shrink tf.keras.ops.nn.soft_shrink =soft_shrink
@symbolic('SoftShrink', _NN)
def soft_shrink(x, threshold=0.5):
  return tf.where(x > threshold, x - threshold, tf.where(x < -threshold, x + threshold, tf.zeros_like(x)))


#: tf.keras.ops.sparse_plus tf.keras.ops.nn.sparse_plus =sparse_plus
@symbolic('SparsePlus', _NN)
def sparse_plus(x):
  return tf.where(x <= -1, tf.zeros_like(x), tf.where(x < 1, 1 / 4 * tf.pow(x + 1, 2), x))


#: tf.keras.ops.silu tf.keras.ops.nn.silu tf.keras.ops.swish tf.keras.ops.nn.swish =silu
@symbolic('Silu', _NN)
def silu(x):
  return tf.nn.silu(x)


#: tf.keras.ops.squareplus tf.keras.ops.nn.squareplus =squareplus
@symbolic('Squareplus', _NN)
def squareplus(x, b=4):
  x = convert_to_tensor(x)
  b = convert_to_tensor(b, dtype=x.dtype)
  return (x + tf.sqrt(tf.square(x) + b)) / 2


#: tf.keras.ops.log_sigmoid tf.keras.ops.nn.log_sigmoid =log_sigmoid
@symbolic('LogSigmoid', _NN)
def log_sigmoid(x):
  return tf.math.log_sigmoid(x)


#: tf.keras.ops.leaky_relu tf.keras.ops.nn.leaky_relu =leaky_relu
@symbolic('LeakyRelu', _NN)
def leaky_relu(x, negative_slope=0.2):
  return tf.nn.leaky_relu(x, alpha=negative_slope)


#: tf.keras.ops.hard_sigmoid tf.keras.ops.nn.hard_sigmoid =hard_sigmoid
@symbolic('HardSigmoid', _NN)
def hard_sigmoid(x):
  x = convert_to_tensor(x)
  return tf.nn.relu6(x + tf.constant(3.0, x.dtype)) / tf.constant(6.0, x.dtype)


#: tf.keras.ops.hard_silu tf.keras.ops.nn.hard_silu tf.keras.ops.hard_swish tf.keras.ops.nn.hard_swish =hard_silu
@symbolic('HardSilu', _NN)
def hard_silu(x):
  return x * hard_sigmoid(x)


#: tf.keras.ops.elu tf.keras.ops.nn.elu =elu
@symbolic('Elu', _NN)
def elu(x, alpha=1.0):
  result = tf.nn.elu(x)
  return result if alpha == 1 else tf.where(x > 0, result, alpha * result)


#: tf.keras.ops.selu tf.keras.ops.nn.selu =selu
@symbolic('Selu', _NN)
def selu(x):
  return tf.nn.selu(x)


#: tf.keras.ops.gelu tf.keras.ops.nn.gelu =gelu
@symbolic('Gelu', _NN)
def gelu(x, approximate=True):
  return tf.nn.gelu(convert_to_tensor(x), approximate=approximate)


#: tf.keras.ops.celu tf.keras.ops.nn.celu =celu
@symbolic('Celu', _NN)
def celu(x, alpha=1.0):
  return tf.maximum(x, 0.0) + alpha * tf.math.expm1(tf.minimum(x, 0.0) / alpha)


#: tf.keras.ops.glu tf.keras.ops.nn.glu =glu
@symbolic('Glu', _NN)
def glu(x, axis=-1):
  if x.shape[axis] % 2 != 0:
    raise ValueError('axis size must be divisible by 2. Received: x.shape=%s with axis=%s' % (x.shape, axis))
  x1, x2 = tf.split(x, num_or_size_splits=2, axis=axis)
  return x1 * tf.sigmoid(x2)


#: tf.keras.ops.hard_tanh tf.keras.ops.nn.hard_tanh =hard_tanh
@symbolic('HardTanh', _NN)
def hard_tanh(x):
  return tf.clip_by_value(x, clip_value_min=-1.0, clip_value_max=1.0)


#: tf.keras.ops.hard_shrink tf.keras.ops.nn.hard_shrink =hard_shrink
@symbolic('HardShrink', _NN)
def hard_shrink(x, threshold=0.5):
  return tf.where(tf.abs(x) > threshold, x, tf.zeros_like(x))


#: tf.keras.ops.threshold tf.keras.ops.nn.threshold =threshold
@symbolic('Threshold', _NN)
def threshold(x, threshold, default_value):
  return tf.where(x > threshold, x, default_value)


#: tf.keras.ops.softmax tf.keras.ops.nn.softmax =softmax
@symbolic('Softmax', _NN)
def softmax(x, axis=-1):
  if isinstance(axis, (tuple, list)) and len(axis) > 1:
    rank = len(x.shape)
    axes = [a % rank for a in axis]
    kept = [i for i in range(rank) if i not in axes]
    y = tf.transpose(x, kept + axes)
    dims = tf.shape(y)
    y = tf.nn.softmax(tf.reshape(y, tf.concat([dims[:len(kept)], [-1]], 0)), axis=-1)
    order = kept + axes
    return tf.transpose(tf.reshape(y, dims), [order.index(i) for i in range(rank)])
  if axis is None:
    output = tf.reshape(tf.nn.softmax(tf.reshape(x, [-1]), axis=-1), tf.shape(x))
  else:
    output = tf.nn.softmax(x, axis=axis[0] if isinstance(axis, (tuple, list)) else axis)
  output._keras_logits = x
  return output


#: tf.keras.ops.log_softmax tf.keras.ops.nn.log_softmax =log_softmax
@symbolic('LogSoftmax', _NN)
def log_softmax(x, axis=-1):
  if axis is None:
    return tf.reshape(tf.nn.log_softmax(tf.reshape(x, [-1]), axis=-1), tf.shape(x))
  return tf.nn.log_softmax(x, axis=axis)


#: tf.keras.ops.sparsemax tf.keras.ops.nn.sparsemax =sparsemax
@symbolic('Sparsemax', _NN)
def sparsemax(x, axis=-1):
  x = convert_to_tensor(x)
  ordered = tf.sort(x, direction='DESCENDING', axis=axis)
  sums = tf.cumsum(ordered, axis=axis)
  r = tf.range(1, tf.shape(x)[axis] + 1, dtype=x.dtype)
  dims = [1] * len(x.shape)
  dims[axis] = -1
  r = tf.reshape(r, dims)
  support = ordered - (sums - 1) / r > 0
  safe = tf.where(support, sums, 0.0)
  k = tf.reduce_sum(tf.cast(support, x.dtype), axis=axis, keepdims=True)
  tau = (tf.reduce_sum(safe, axis=axis, keepdims=True) - 1) / k
  return tf.maximum(x - tau, 0.0)


# ---- windows over space
def spatial_format(data_format, rank):
  """TensorFlow's name of the order of the dims."""
  names = {('channels_last', 3): 'NWC', ('channels_last', 4): 'NHWC', ('channels_last', 5): 'NDHWC',
           ('channels_first', 3): 'NCW', ('channels_first', 4): 'NCHW', ('channels_first', 5): 'NCDHW'}
  if (data_format, rank) not in names:
    raise ValueError('Input rank not supported: %s. Expected values are [3, 4, 5]' % rank)
  return names[data_format, rank]


def channels_last(x):
  rank = len(x.shape)
  return tf.transpose(x, (0,) + tuple(range(2, rank)) + (1,))


def channels_first(x):
  rank = len(x.shape)
  return tf.transpose(x, (0, rank - 1) + tuple(range(1, rank - 1)))


def _pool(op, inputs, pool_size, strides, padding, data_format):
  data_format = standardize_data_format(data_format)
  strides = pool_size if strides is None else strides
  tf_format = spatial_format('channels_last', len(inputs.shape))
  if data_format == 'channels_first':
    inputs = channels_last(inputs)
  outputs = op(inputs, pool_size, strides, padding.upper(), tf_format)
  return channels_first(outputs) if data_format == 'channels_first' else outputs


#: tf.keras.ops.max_pool tf.keras.ops.nn.max_pool =max_pool
@symbolic('MaxPool', _NN)
def max_pool(inputs, pool_size, strides=None, padding='valid', data_format=None):
  return _pool(tf.nn.max_pool, inputs, pool_size, strides, padding, data_format)


#: tf.keras.ops.average_pool tf.keras.ops.nn.average_pool =average_pool
@symbolic('AveragePool', _NN)
def average_pool(inputs, pool_size, strides=None, padding='valid', data_format=None):
  return _pool(tf.nn.avg_pool, inputs, pool_size, strides, padding, data_format)


def _strided(dims, sizes, strides, padding, complain):
  """The dims where a window of these sizes moves by strides; `complain` says that there is no place for it."""
  out = []
  for dim, size, stride in zip(dims, sizes, strides):
    if dim is None:
      out.append(None)
    elif padding == 'valid':
      out.append((dim - size) // stride + 1)
      if out[-1] <= 0:
        complain()
    else:
      out.append((dim - 1) // stride + 1)
  return tuple(out)


def compute_pooling_output_shape(input_shape, pool_size, strides, padding='valid', data_format='channels_last'):
  strides = pool_size if strides is None else strides
  spatial = list(input_shape[1:-1] if data_format == 'channels_last' else input_shape[2:])
  if padding not in ('valid', 'same'):
    raise ValueError("Argument `padding` must be either 'valid' or 'same'. Received: padding=%s" % padding)

  def complain():
    raise ValueError('Computed output size would be zero or negative. Received: `inputs.shape=[%s]`, `pool_size=[%s]`, '
                     '`strides=%s`, `padding=%s`.' % (' '.join(str(d) for d in input_shape), ' '.join(str(d) for d in pool_size),
                                                      strides, padding))

  out = _strided(spatial, pool_size, strides, padding, complain)
  if data_format == 'channels_last':
    return (input_shape[0],) + out + (input_shape[-1],)
  return (input_shape[0], input_shape[1]) + out


def compute_conv_output_shape(input_shape, filters, kernel_size, strides=1, padding='valid', data_format='channels_last',
                              dilation_rate=1):
  last = data_format == 'channels_last'
  spatial = input_shape[1:-1] if last else input_shape[2:]
  kernel_shape = tuple(kernel_size) + (input_shape[-1 if last else 1], filters)
  if len(kernel_shape) != len(input_shape):
    raise ValueError('Kernel shape must have the same length as input, but received kernel of shape %s and input of shape %s.' %
                     (kernel_shape, input_shape))
  n = len(spatial)
  strides = (strides,) * n if isinstance(strides, int) else strides
  dilation = (dilation_rate,) * n if isinstance(dilation_rate, int) else dilation_rate
  if len(dilation) != n:
    raise ValueError("Dilation must be None, scalar or tuple/list of length of inputs' spatial shape, but received "
                     '`dilation_rate=%s` and input of shape %s.' % (dilation, input_shape))
  if padding not in ('valid', 'same', 'causal'):
    raise ValueError("`padding` must be either `'valid'` or `'same'`. Received %s." % padding)

  def complain():
    raise ValueError('Computed output size would be zero or negative. Received `inputs shape=%s`, `kernel shape=%s`, '
                     '`dilation_rate=[%s]`, `strides=%s`, `padding=%s`.' %
                     (input_shape, kernel_shape, ' '.join(str(d) for d in dilation), strides, padding))

  out = _strided(spatial, [d * (k - 1) + 1 for k, d in zip(kernel_size, dilation)], strides, padding, complain)
  return (input_shape[0],) + out + (filters,) if last else (input_shape[0], filters) + out


#: tf.keras.ops.conv tf.keras.ops.nn.conv =conv
@symbolic('Conv', _NN)
def conv(inputs, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1):
  data_format = standardize_data_format(data_format)
  tf_format = spatial_format(data_format, len(inputs.shape))
  result = tf.nn.convolution(inputs, kernel, strides, padding.upper(), data_format=tf_format, dilations=dilation_rate)
  dims = result.shape
  if dims.is_fully_defined() and math.prod(dims.as_list()) == 0 and math.prod(inputs.shape.as_list()) != 0:
    raise ValueError('The convolution operation resulted in an empty output. Output shape: %s. This can happen if the input '
                     'is too small for the given kernel size, strides, dilation rate, and padding mode. Please check the '
                     'input shape and convolution parameters.' % (dims,))
  return result


def _spatial_args(inputs, strides, dilation_rate):
  n = len(inputs.shape) - 2
  if isinstance(strides, int):
    strides = (strides,) * n
  if isinstance(dilation_rate, int):
    dilation_rate = (dilation_rate,) * n
  if any(s > 1 for s in strides) and any(d > 1 for d in dilation_rate):
    raise NotImplementedError('tf.keras depthwise convolutions with both strides and a dilation')
  return n, tuple(strides), tuple(dilation_rate)


#: tf.keras.ops.depthwise_conv tf.keras.ops.nn.depthwise_conv =depthwise_conv
@symbolic('DepthwiseConv', _NN)
def depthwise_conv(inputs, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1):
  return _depthwise(tf.nn.depthwise_conv2d, inputs, [kernel], strides, padding, data_format, dilation_rate)


#: tf.keras.ops.separable_conv tf.keras.ops.nn.separable_conv =separable_conv
@symbolic('SeparableConv', _NN)
def separable_conv(inputs, depthwise_kernel, pointwise_kernel, strides=1, padding='valid', data_format=None,
                   dilation_rate=1):
  return _depthwise(tf.nn.separable_conv2d, inputs, [depthwise_kernel, pointwise_kernel], strides, padding, data_format,
                    dilation_rate)


def _depthwise(op, inputs, kernels, strides, padding, data_format, dilation_rate):
  data_format = standardize_data_format(data_format)
  inputs = convert_to_tensor(inputs)
  kernels = [convert_to_tensor(k) for k in kernels]
  n, strides, dilation = _spatial_args(inputs, strides, dilation_rate)
  if n > 2:
    raise ValueError('`inputs` rank must be 3 (1D conv) or 4 (2D conv). Received: %s.' % (n + 2))
  padding = padding.upper()
  first = data_format == 'channels_first'
  if first:
    inputs = channels_last(inputs)
  if n == 1:
    inputs = tf.expand_dims(inputs, 1)
    kernels = [tf.expand_dims(k, axis=0) for k in kernels]
    outputs = op(inputs, *kernels, (1,) + strides * 2 + (1,), padding, data_format='NHWC', dilations=(1,) + dilation)
    outputs = tf.squeeze(outputs, [1])
  else:
    outputs = op(inputs, *kernels, (1,) + strides + (1,), padding, data_format='NHWC', dilations=dilation)
  return channels_first(outputs) if first else outputs


def conv_transpose_size(dim, k, stride, padding, output_padding, dilation):
  """How long an axis of the result is."""
  if dim is None:
    return None
  k = (k - 1) * dilation + 1
  if output_padding is None:
    return dim * stride + (max(k - stride, 0) if padding == 'valid' else 0)
  pad = k // 2 if padding == 'same' else 0
  return (dim - 1) * stride + k - 2 * pad + output_padding


def compute_conv_transpose_output_shape(input_shape, kernel_size, filters, strides, padding, output_padding=None,
                                        data_format='channels_last', dilation_rate=1):
  n = len(input_shape) - 2
  of = lambda v: (v,) * n if v is None or isinstance(v, int) else tuple(v)
  last = data_format == 'channels_last'
  spatial = input_shape[1:-1] if last else input_shape[2:]
  out = [conv_transpose_size(d, k, s, padding, o, r) for d, k, s, o, r in
         zip(spatial, kernel_size, of(strides), of(output_padding), of(dilation_rate))]
  return [input_shape[0]] + out + [filters] if last else [input_shape[0], filters] + out


#: tf.keras.ops.conv_transpose tf.keras.ops.nn.conv_transpose =conv_transpose
@symbolic('ConvTranspose', _NN)
def conv_transpose(inputs, kernel, strides=1, padding='valid', output_padding=None, data_format=None, dilation_rate=1):
  data_format = standardize_data_format(data_format)
  inputs, kernel = convert_to_tensor(inputs), convert_to_tensor(kernel)
  dynamic = tf.shape(inputs)
  dims = [dynamic[i] if d is None else d for i, d in enumerate(inputs.shape.as_list())]
  out = compute_conv_transpose_output_shape(dims, kernel.shape[:-2], kernel.shape[-2], strides, padding, output_padding,
                                            data_format, dilation_rate)
  return tf.nn.conv_transpose(inputs, kernel, out, strides, padding=padding.upper(),
                              data_format=spatial_format(data_format, len(inputs.shape)), dilations=dilation_rate)


# ---- classes
def _sparse_one_hot(x, num_classes, axis, dtype):
  """A one for each index of x, a zero in class 0 for a negative one."""
  dims = list(x.shape)
  if axis < 0:
    axis += len(dims) + 1
  count = math.prod(dims)
  values = tf.cast(tf.greater_equal(tf.reshape(x, (count,)), 0), dtype=dtype)
  indices = list(tf.meshgrid(*[tf.range(dim) for dim in dims], indexing='ij'))
  indices.insert(axis, tf.maximum(x, 0))
  indices = [tf.reshape(a, (count, 1)) for a in indices]
  indices = tf.concat([tf.cast(a, tf.int64) for a in indices], axis=1)
  return tf.SparseTensor(indices, values, dims[:axis] + [num_classes] + dims[axis:])


#: tf.keras.ops.one_hot tf.keras.ops.nn.one_hot =one_hot
@symbolic('OneHot', _NN)
def one_hot(x, num_classes, axis=-1, dtype=None, sparse=False):
  x = convert_to_tensor(x, dtype='int64')
  dtype = 'float32' if dtype is None else standardize_dtype(dtype)
  if sparse:
    return _sparse_one_hot(x, num_classes, axis, dtype)
  on, off = (True, False) if dtype == 'bool' else (None, None)
  return tf.one_hot(x, num_classes, on_value=on, off_value=off, axis=axis, dtype=dtype)


#: tf.keras.ops.multi_hot tf.keras.ops.nn.multi_hot =multi_hot
@symbolic('MultiHot', _NN)
def multi_hot(x, num_classes=None, axis=-1, dtype=None, sparse=False, **kwargs):
  num_classes = kwargs.get('num_tokens', num_classes)
  x = convert_to_tensor(x)
  reduction_axis = 1 if len(x.shape) > 1 else 0
  truth = standardize_dtype(dtype) == 'bool'
  if sparse:
    outputs = one_hot(x, num_classes, axis=axis, dtype='int8' if truth else dtype, sparse=True)
    outputs = tf.sparse.reduce_max(outputs, axis=reduction_axis, output_is_sparse=True)
    return tf.cast(outputs, dtype) if truth else outputs
  outputs = one_hot(x, num_classes, axis=axis, dtype=dtype)
  return (tf.reduce_any if truth else tf.reduce_max)(outputs, axis=reduction_axis)


def _logits(output, from_logits, op_type, fn_name):
  """(output, is it logits?): what a softmax or sigmoid was made of is taken instead of its result."""
  found = None
  if hasattr(output, '_keras_logits'):
    found = output._keras_logits
  elif hasattr(output, 'op') and not isinstance(output, tf.Variable) and output.op.type == op_type:
    found = output.op.inputs[0]
  if found is None:
    return output, from_logits
  if from_logits:
    warnings.warn('"`%s` received `from_logits=True`, but the `output` argument was produced by a %s activation and thus '
                  'does not represent logits. Was this intended?' % (fn_name, op_type), stacklevel=2)
  return found, True


def _check_same(target, output, ranks='must have the same rank (ndim)'):
  if len(target.shape) != len(output.shape):
    raise ValueError('Arguments `target` and `output` must have the same rank (ndim). Received: target.shape=%s, '
                     'output.shape=%s' % (target.shape, output.shape))
  for a, b in zip(target.shape.as_list(), output.shape.as_list()):
    if a is not None and b is not None and a != b:
      raise ValueError('Arguments `target` and `output` must have the same shape. Received: target.shape=%s, '
                       'output.shape=%s' % (target.shape, output.shape))


#: tf.keras.ops.categorical_crossentropy tf.keras.ops.nn.categorical_crossentropy =categorical_crossentropy
@symbolic('CategoricalCrossentropy', _NN)
def categorical_crossentropy(target, output, from_logits=False, axis=-1):
  target, first = tf.convert_to_tensor(target), output
  output = tf.convert_to_tensor(output)
  if len(target.shape) < 1:
    raise ValueError('Arguments `target` and `output` must be at least rank 1. Received: target.shape=%s, output.shape=%s' %
                     (target.shape, output.shape))
  _check_same(target, output)
  output, from_logits = _logits(output, from_logits, 'Softmax', 'categorical_crossentropy')
  if from_logits:
    return tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
  output = output / tf.reduce_sum(output, axis, keepdims=True)
  output = tf.clip_by_value(output, epsilon(), 1.0 - epsilon())
  return -tf.reduce_sum(target * tf.math.log(output), axis)


#: tf.keras.ops.sparse_categorical_crossentropy tf.keras.ops.nn.sparse_categorical_crossentropy
#: =sparse_categorical_crossentropy
@symbolic('SparseCategoricalCrossentropy', _NN)
def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1):
  if axis != -1 and axis != len(output.shape) - 1:
    raise ValueError('Only axis=-1 is currently supported. Received: axis=%s' % axis)
  output, from_logits = _logits(output, from_logits, 'Softmax', 'sparse_categorical_crossentropy')
  target = tf.cast(tf.convert_to_tensor(target), dtype='int64')
  output = tf.convert_to_tensor(output)
  if len(target.shape) == len(output.shape) and target.shape[-1] == 1:
    target = tf.squeeze(target, axis=-1)
  if len(output.shape) < 1:
    raise ValueError('Argument `output` must be at least rank 1. Received: output.shape=%s' % (output.shape,))
  if len(target.shape) != len(output.shape) - 1:
    raise ValueError('Argument `output` must have rank (ndim) `target.ndim - 1`. Received: target.shape=%s, '
                     'output.shape=%s' % (target.shape, output.shape))
  for a, b in zip(target.shape.as_list(), output.shape.as_list()[:-1]):
    if a is not None and b is not None and a != b:
      raise ValueError('Arguments `target` and `output` must have the same shape up until the last dimension: '
                       'target.shape=%s, output.shape=%s' % (target.shape, output.shape))
  if not from_logits:
    output = tf.math.log(tf.clip_by_value(output, epsilon(), 1 - epsilon()))
  return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)


#: tf.keras.ops.binary_crossentropy tf.keras.ops.nn.binary_crossentropy =binary_crossentropy
@symbolic('BinaryCrossentropy', _NN)
def binary_crossentropy(target, output, from_logits=False):
  target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
  _check_same(target, output)
  output, from_logits = _logits(output, from_logits, 'Sigmoid', 'binary_crossentropy')
  if from_logits:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
  output = tf.clip_by_value(output, epsilon(), 1.0 - epsilon())
  bce = target * tf.math.log(output)
  bce += (1 - target) * tf.math.log(1 - output)
  return -bce


# ---- normalisation
#: tf.keras.ops.moments tf.keras.ops.nn.moments =moments
@symbolic('Moments', _NN)
def moments(x, axes, keepdims=False, synchronized=False):
  dtype = standardize_dtype(x.dtype)
  small = dtype in ('float16', 'bfloat16')
  if small:
    x = cast(x, 'float32')
  mean, variance = tf.nn.moments(x, axes, keepdims=keepdims)
  if small:
    mean = cast(tf.clip_by_value(mean, tf.float16.min, tf.float16.max), dtype)
    variance = cast(tf.clip_by_value(variance, tf.float16.min, tf.float16.max), dtype)
  return mean, variance


#: tf.keras.ops.batch_normalization tf.keras.ops.nn.batch_normalization =batch_normalization
@symbolic('BatchNorm', _NN)
def batch_normalization(x, mean, variance, axis, offset=None, scale=None, epsilon=1e-3):
  if axis != -1:
    dims = [1] * len(x.shape)
    dims[axis] = mean.shape[0]
    mean, variance = tf.reshape(mean, dims), tf.reshape(variance, dims)
    offset = None if offset is None else tf.reshape(offset, dims)
    scale = None if scale is None else tf.reshape(scale, dims)
  return tf.nn.batch_normalization(x=x, mean=mean, variance=variance, offset=offset, scale=scale,
                                   variance_epsilon=epsilon)


#: tf.keras.ops.normalize tf.keras.ops.nn.normalize =normalize
@symbolic('Normalize', _NN)
def normalize(x, axis=-1, order=2, epsilon=None):
  if not isinstance(order, int) or order < 1:
    raise ValueError('Argument `order` must be an int >= 1. Received: order=%s' % order)
  x = convert_to_tensor(x)
  if len(x.shape) == 0:
    x = tf.expand_dims(x, axis=0)
  if epsilon is None:
    epsilon = state.epsilon
  if order == 2:
    inv = tf.math.rsqrt(numpy_ops.sum(numpy_ops.square(x), axis=axis, keepdims=True))
    return x * numpy_ops.minimum(inv, 1.0 / epsilon)
  return numpy_ops.divide(x, numpy_ops.maximum(tf.norm(x, ord=order, axis=axis, keepdims=True), epsilon))


#: tf.keras.ops.ctc_loss tf.keras.ops.nn.ctc_loss =ctc_loss
@symbolic('CTCLoss', _NN)
def ctc_loss(target, output, target_length, output_length, mask_index=0):
  target = tf.cast(convert_to_tensor(target), dtype='int32')
  output = convert_to_tensor(output)
  return tf.nn.ctc_loss(labels=target, logits=tf.cast(output, 'float32'), label_length=target_length,
                        logit_length=output_length, blank_index=mask_index, logits_time_major=False)


#: tf.keras.ops.psnr tf.keras.ops.nn.psnr =psnr
@symbolic('PSNR', _NN)
def psnr(x1, x2, max_val):
  if x1.shape != x2.shape:
    raise ValueError('Input shapes %s and %s must match for PSNR calculation. ' % (x1.shape, x2.shape))
  max_val = convert_to_tensor(max_val, dtype=x2.dtype)
  mse = tf.reduce_mean(tf.square(x1 - x2))
  return 20 * (tf.math.log(max_val) / tf.math.log(10.0)) - 10 * (tf.math.log(mse) / tf.math.log(10.0))


#: tf.keras.ops.layer_normalization tf.keras.ops.nn.layer_normalization =layer_normalization
@symbolic('LayerNorm', _NN)
def layer_normalization(x, gamma=None, beta=None, axis=-1, epsilon=None, **kwargs):
  original = standardize_dtype(x.dtype)
  x = convert_to_tensor(x, dtype=result_type(x.dtype, 'float32'))
  if gamma is not None:
    gamma = convert_to_tensor(gamma, x.dtype)
  if beta is not None:
    beta = convert_to_tensor(beta, x.dtype)
  if epsilon is None:
    epsilon = state.epsilon
  rank = len(x.shape)
  axis = [axis] if isinstance(axis, int) else sorted(axis)
  dims = [1] * rank
  for a in axis:
    dims[a] = x.shape[a]

  def spread(v):
    return numpy_ops.reshape(v, dims) if v is not None and len(v.shape) != rank and axis != [rank - 1] else v

  if kwargs.get('rms_scaling', False):
    outputs = x * tf.math.rsqrt(numpy_ops.var(x, axis=axis, keepdims=True) + epsilon)
    if gamma is not None:
      outputs = outputs * cast(spread(gamma), x.dtype)
  else:
    mean, variance = moments(x, axes=axis, keepdims=True)
    gamma, beta = spread(gamma), spread(beta)
    inv = tf.math.rsqrt(variance + epsilon)
    if gamma is not None:
      inv = inv * gamma
    res = -mean * inv
    if beta is not None:
      res = res + beta
    outputs = x * inv + res
  return cast(outputs, original)


#: tf.keras.ops.rms_normalization tf.keras.ops.nn.rms_normalization =rms_normalization
@symbolic('RMSNorm', _NN)
def rms_normalization(x, scale=None, axis=-1, epsilon=None):
  original = standardize_dtype(x.dtype)
  x = convert_to_tensor(x, dtype=result_type(x.dtype, 'float32'))
  if scale is not None:
    scale = convert_to_tensor(scale, x.dtype)
  if isinstance(axis, (tuple, list)):
    axis = sorted(axis)
  if len(x.shape) == 0:
    x = numpy_ops.expand_dims(x, axis=0)
  squares = numpy_ops.mean(numpy_ops.square(x), axis=axis, keepdims=True)
  outputs = numpy_ops.multiply(x, tf.math.rsqrt(squares + (state.epsilon if epsilon is None else epsilon)))
  if scale is not None:
    outputs = numpy_ops.multiply(outputs, scale)
  return cast(outputs, original)
