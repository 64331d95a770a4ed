"""tf.keras.backend as Keras 2 had it (keras/src/legacy/backend.py): TensorFlow's ops under other names."""
import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.state import epsilon as fuzz, floatx, image_data_format

_any, _all, _max = any, all, max


def _float(dtype):
  return floatx() if dtype is None else dtype


# ---- values
#: tf.keras.backend.variable =variable
def variable(value, dtype=None, name=None, constraint=None):
  if isinstance(value, tf.SparseTensor):
    return value
  return tf.Variable(value, dtype=tf.as_dtype(_float(dtype)), name=name, constraint=constraint)


#: tf.keras.backend.constant =constant
def constant(value, dtype=None, shape=None, name=None):
  return tf.constant(value, dtype=_float(dtype), shape=shape, name=name)


#: tf.keras.backend.cast =cast
def cast(x, dtype):
  return tf.cast(x, dtype)


#: tf.keras.backend.cast_to_floatx =cast_to_floatx
def cast_to_floatx(x):
  if isinstance(x, (tf.Tensor, tf.Variable, tf.SparseTensor)):
    return tf.cast(x, dtype=floatx())
  return np.asarray(x, dtype=floatx())


#: tf.keras.backend.dtype =dtype
def dtype(x):
  return tf.as_dtype(x.dtype).base_dtype.name


#: tf.keras.backend.shape =shape
def shape(x):
  return tf.shape(x)


#: tf.keras.backend.ndim =ndim
def ndim(x):
  return x.shape.rank


#: tf.keras.backend.int_shape =int_shape
def int_shape(x):
  try:
    dims = x.shape
    return dims if isinstance(dims, tuple) else tuple(dims.as_list())
  except ValueError:
    return None


#: tf.keras.backend.is_sparse =is_sparse
def is_sparse(tensor):
  return isinstance(tensor, tf.SparseTensor)


#: tf.keras.backend.to_dense =to_dense
def to_dense(tensor):
  return tf.sparse.to_dense(tensor) if is_sparse(tensor) else tensor


#: tf.keras.backend.get_value =get_value
def get_value(x):
  if not tf.is_tensor(x):
    return x
  if tf.executing_eagerly() or hasattr(x, 'numpy'):
    return x.numpy()
  with tf.init_scope():
    return x.numpy()


#: tf.keras.backend.set_value =set_value
def set_value(x, value):
  x.assign(np.asarray(value, dtype=dtype(x)))


#: tf.keras.backend.batch_get_value =batch_get_value
def batch_get_value(tensors):
  return [x.numpy() for x in tensors]


#: tf.keras.backend.batch_set_value =batch_set_value
def batch_set_value(tuples):
  for x, value in tuples:
    set_value(x, value)


#: tf.keras.backend.eval =eval
def eval(x):
  return get_value(to_dense(x))


#: tf.keras.backend.update =update
def update(x, new_x):
  return x.assign(new_x)


#: tf.keras.backend.update_add =update_add
def update_add(x, increment):
  return x.assign_add(increment)


#: tf.keras.backend.update_sub =update_sub
def update_sub(x, decrement):
  return x.assign_sub(decrement)


#: tf.keras.backend.moving_average_update =moving_average_update
def moving_average_update(x, value, momentum):
  momentum = tf.cast(momentum, x.dtype)
  value = tf.cast(value, x.dtype)
  return x.assign_sub((x - value) * (1 - momentum))


def _filled(fill, shape, dtype, name):
  with tf.init_scope():
    value = fill(shape=shape, dtype=tf.as_dtype(_float(dtype)), name=name)
    return variable(value, dtype=_float(dtype), name=name) if _all(value.shape.as_list()) else value


#: tf.keras.backend.zeros =zeros
def zeros(shape, dtype=None, name=None):
  return _filled(tf.zeros, shape, dtype, name)


#: tf.keras.backend.ones =ones
def ones(shape, dtype=None, name=None):
  return _filled(tf.ones, shape, dtype, name)


#: tf.keras.backend.eye =eye
def eye(size, dtype=None, name=None):
  return variable(tf.eye(size, dtype=tf.as_dtype(_float(dtype))), _float(dtype), name)


#: tf.keras.backend.zeros_like =zeros_like
def zeros_like(x, dtype=None, name=None):
  return tf.zeros_like(x, dtype=dtype, name=name)


#: tf.keras.backend.ones_like =ones_like
def ones_like(x, dtype=None, name=None):
  return tf.ones_like(x, dtype=dtype, name=name)


#: tf.keras.backend.arange =arange
def arange(start, stop=None, step=1, dtype='int32'):
  if stop is None and start < 0:
    start = 0
  result = tf.range(start, limit=stop, delta=step, name='arange')
  return result if dtype == 'int32' else tf.cast(result, dtype)


# ---- numbers
#: tf.keras.backend.abs =abs
def abs(x):
  return tf.abs(x)


#: tf.keras.backend.cos =cos
def cos(x):
  return tf.cos(x)


#: tf.keras.backend.sin =sin
def sin(x):
  return tf.sin(x)


#: tf.keras.backend.exp =exp
def exp(x):
  return tf.exp(x)


#: tf.keras.backend.log =log
def log(x):
  return tf.math.log(x)


#: tf.keras.backend.pow =pow
def pow(x, a):
  return tf.pow(x, a)


#: tf.keras.backend.round =round
def round(x):
  return tf.round(x)


#: tf.keras.backend.sign =sign
def sign(x):
  return tf.sign(x)


#: tf.keras.backend.square =square
def square(x):
  return tf.square(x)


#: tf.keras.backend.sqrt =sqrt
def sqrt(x):
  zero = tf.convert_to_tensor(0.0, x.dtype)
  return tf.sqrt(tf.maximum(x, zero))


#: tf.keras.backend.tanh =tanh
def tanh(x):
  return tf.tanh(x)


#: tf.keras.backend.sigmoid =sigmoid
def sigmoid(x):
  return tf.sigmoid(x)


#: tf.keras.backend.softmax =softmax
def softmax(x, axis=-1):
  return tf.nn.softmax(x, axis=axis)


#: tf.keras.backend.softplus =softplus
def softplus(x):
  return tf.math.softplus(x)


#: tf.keras.backend.softsign =softsign
def softsign(x):
  return tf.math.softsign(x)


#: tf.keras.backend.elu =elu
def elu(x, alpha=1.0):
  res = tf.nn.elu(x)
  return res if alpha == 1 else tf.where(x > 0, res, alpha * res)


#: tf.keras.backend.relu =relu
def relu(x, alpha=0.0, max_value=None, threshold=0.0):
  dtype = getattr(x, 'dtype', floatx())
  negative = None
  if alpha != 0.0:
    if max_value is None and threshold == 0:
      return tf.nn.leaky_relu(x, alpha=alpha)
    negative = tf.nn.relu(-x + threshold) if threshold != 0 else tf.nn.relu(-x)
  if threshold != 0:
    x = x * tf.cast(tf.greater(x, threshold), dtype=dtype)
  elif max_value == 6:
    x = tf.nn.relu6(x)
    max_value = None
  else:
    x = tf.nn.relu(x)
  if max_value is not None:
    x = tf.clip_by_value(x, tf.convert_to_tensor(0, dtype=x.dtype), tf.convert_to_tensor(max_value, dtype=x.dtype))
  return x if negative is None else x - tf.convert_to_tensor(alpha, dtype=x.dtype) * negative


#: tf.keras.backend.hard_sigmoid =hard_sigmoid
def hard_sigmoid(x):
  x = tf.multiply(x, tf.convert_to_tensor(0.2, dtype=x.dtype))
  return tf.clip_by_value(tf.add(x, tf.convert_to_tensor(0.5, dtype=x.dtype)), 0.0, 1.0)


#: tf.keras.backend.clip =clip
def clip(x, min_value, max_value):
  if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)) and max_value < min_value:
    max_value = min_value
  return tf.clip_by_value(x, -np.inf if min_value is None else min_value, np.inf if max_value is None else max_value)


#: tf.keras.backend.maximum =maximum
def maximum(x, y):
  return tf.maximum(x, y)


#: tf.keras.backend.minimum =minimum
def minimum(x, y):
  return tf.minimum(x, y)


#: tf.keras.backend.equal =equal
def equal(x, y):
  return tf.equal(x, y)


#: tf.keras.backend.not_equal =not_equal
def not_equal(x, y):
  return tf.not_equal(x, y)


#: tf.keras.backend.greater =greater
def greater(x, y):
  return tf.greater(x, y)


#: tf.keras.backend.greater_equal =greater_equal
def greater_equal(x, y):
  return tf.greater_equal(x, y)


#: tf.keras.backend.less =less
def less(x, y):
  return tf.less(x, y)


#: tf.keras.backend.less_equal =less_equal
def less_equal(x, y):
  return tf.less_equal(x, y)


# ---- reductions
def _without_bools(x):
  return tf.cast(x, floatx()) if x.dtype == tf.bool else x


#: tf.keras.backend.sum =sum
def sum(x, axis=None, keepdims=False):
  return tf.reduce_sum(x, axis, keepdims)


#: tf.keras.backend.prod =prod
def prod(x, axis=None, keepdims=False):
  return tf.reduce_prod(x, axis, keepdims)


#: tf.keras.backend.mean =mean
def mean(x, axis=None, keepdims=False):
  return tf.reduce_mean(_without_bools(x), axis, keepdims)


#: tf.keras.backend.var =var
def var(x, axis=None, keepdims=False):
  return tf.math.reduce_variance(_without_bools(x), axis=axis, keepdims=keepdims)


#: tf.keras.backend.std =std
def std(x, axis=None, keepdims=False):
  return tf.math.reduce_std(_without_bools(x), axis=axis, keepdims=keepdims)


#: tf.keras.backend.max =max
def max(x, axis=None, keepdims=False):
  return tf.reduce_max(x, axis, keepdims)


#: tf.keras.backend.min =min
def min(x, axis=None, keepdims=False):
  return tf.reduce_min(x, axis, keepdims)


#: tf.keras.backend.any =any
def any(x, axis=None, keepdims=False):
  return tf.reduce_any(tf.cast(x, tf.bool), axis, keepdims)


#: tf.keras.backend.all =all
def all(x, axis=None, keepdims=False):
  return tf.reduce_all(tf.cast(x, tf.bool), axis, keepdims)


#: tf.keras.backend.argmax =argmax
def argmax(x, axis=-1):
  return tf.argmax(x, axis)


#: tf.keras.backend.argmin =argmin
def argmin(x, axis=-1):
  return tf.argmin(x, axis)


#: tf.keras.backend.cumsum =cumsum
def cumsum(x, axis=0):
  return tf.cumsum(x, axis=axis)


#: tf.keras.backend.cumprod =cumprod
def cumprod(x, axis=0):
  return tf.math.cumprod(x, axis=axis)


#: tf.keras.backend.l2_normalize =l2_normalize
def l2_normalize(x, axis=None):
  return tf.linalg.l2_normalize(x, axis=axis)


# ---- shapes
#: tf.keras.backend.reshape =reshape
def reshape(x, shape):
  return tf.reshape(x, shape)


#: tf.keras.backend.flatten =flatten
def flatten(x):
  return tf.reshape(x, [-1])


#: tf.keras.backend.batch_flatten =batch_flatten
def batch_flatten(x):
  return tf.reshape(x, tf.stack([-1, prod(tf.shape(x)[1:])]))


#: tf.keras.backend.expand_dims =expand_dims
def expand_dims(x, axis=-1):
  return tf.expand_dims(x, axis)


#: tf.keras.backend.squeeze =squeeze
def squeeze(x, axis):
  return tf.squeeze(x, [axis])


#: tf.keras.backend.permute_dimensions =permute_dimensions
def permute_dimensions(x, pattern):
  return tf.transpose(x, perm=pattern)


#: tf.keras.backend.transpose =transpose
def transpose(x):
  return tf.transpose(x)


#: tf.keras.backend.stack =stack
def stack(x, axis=0):
  return tf.stack(x, axis=axis)


#: tf.keras.backend.tile =tile
def tile(x, n):
  return tf.tile(x, [n] if isinstance(n, int) else n)


#: tf.keras.backend.repeat =repeat
def repeat(x, n):
  if ndim(x) != 2:
    raise ValueError('Expected input `x` to have rank 2. Received: rank(x)=%s' % ndim(x))
  return tf.tile(tf.expand_dims(x, 1), tf.stack([1, n, 1]))


#: tf.keras.backend.repeat_elements =repeat_elements
def repeat_elements(x, rep, axis):
  return tf.repeat(x, rep, axis=axis)


#: tf.keras.backend.reverse =reverse
def reverse(x, axes):
  return tf.reverse(x, [axes] if isinstance(axes, int) else axes)


#: tf.keras.backend.concatenate =concatenate
def concatenate(tensors, axis=-1):
  if axis < 0:
    rank = ndim(tensors[0])
    axis = axis % rank if rank else 0
  if _all(is_sparse(x) for x in tensors):
    return tf.sparse.concat(axis, tensors)
  if _all(isinstance(x, tf.RaggedTensor) for x in tensors):
    return tf.concat(tensors, axis)
  return tf.concat([to_dense(x) for x in tensors], axis)


#: tf.keras.backend.gather =gather
def gather(reference, indices):
  return tf.gather(reference, indices)


#: tf.keras.backend.one_hot =one_hot
def one_hot(indices, num_classes):
  return tf.one_hot(indices, depth=num_classes, axis=-1)


#: tf.keras.backend.in_top_k =in_top_k
def in_top_k(predictions, targets, k):
  return tf.math.in_top_k(targets, predictions, k)


#: tf.keras.backend.temporal_padding =temporal_padding
def temporal_padding(x, padding=(1, 1)):
  return tf.pad(x, [[0, 0], [padding[0], padding[1]], [0, 0]])


def _spatial(x, padding, data_format):
  data_format = image_data_format() if data_format is None else data_format
  if data_format not in {'channels_first', 'channels_last'}:
    raise ValueError('Unknown data_format: %s' % data_format)
  inner = [list(p) for p in padding]
  return tf.pad(x, [[0, 0], [0, 0]] + inner if data_format == 'channels_first' else [[0, 0]] + inner + [[0, 0]])


#: tf.keras.backend.spatial_2d_padding =spatial_2d_padding
def spatial_2d_padding(x, padding=((1, 1), (1, 1)), data_format=None):
  return _spatial(x, padding, data_format)


#: tf.keras.backend.spatial_3d_padding =spatial_3d_padding
def spatial_3d_padding(x, padding=((1, 1), (1, 1), (1, 1)), data_format=None):
  return _spatial(x, padding, data_format)


# ---- matrices and losses
#: tf.keras.backend.dot =dot
def dot(x, y):
  if ndim(x) is not None and (ndim(x) > 2 or ndim(y) > 2):
    dims = lambda t: tuple(s if i is None else i for i, s in zip(t.shape.as_list(), tf.unstack(tf.shape(t))))
    x_shape, y_shape = dims(x), dims(y)
    order = list(range(ndim(y)))
    order = [order.pop(-2)] + order
    xt = tf.reshape(x, [-1, x_shape[-1]])
    yt = tf.reshape(tf.transpose(y, perm=order), [y_shape[-2], -1])
    return tf.reshape(tf.matmul(xt, yt), x_shape[:-1] + y_shape[:-2] + y_shape[-1:])
  return tf.sparse.sparse_dense_matmul(x, y) if is_sparse(x) else tf.matmul(x, y)


#: tf.keras.backend.bias_add =bias_add
def bias_add(x, bias, data_format=None):
  data_format = image_data_format() if data_format is None else data_format
  if data_format not in {'channels_first', 'channels_last'}:
    raise ValueError('Unknown data_format: %s' % data_format)
  dims = bias.shape
  if len(dims) != 1 and len(dims) != ndim(x) - 1:
    raise ValueError('Unexpected bias dimensions %d. Expected it to be 1 or %d dimensions' % (len(dims), ndim(x) - 1))
  if len(dims) == 1:
    return tf.nn.bias_add(x, bias, data_format='NCHW' if data_format == 'channels_first' else 'NHWC')
  if data_format == 'channels_first':
    return x + reshape(bias, (1, dims[-1]) + tuple(dims[:-1]))
  return x + reshape(bias, (1,) + tuple(dims))


#: tf.keras.backend.batch_normalization =batch_normalization
def batch_normalization(x, mean, var, beta, gamma, axis=-1, epsilon=1e-3):
  return tf.nn.batch_normalization(x, mean, var, beta, gamma, epsilon)


#: tf.keras.backend.binary_crossentropy =binary_crossentropy
def binary_crossentropy(target, output, from_logits=False):
  target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
  if from_logits:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
  least = tf.convert_to_tensor(fuzz(), output.dtype)
  output = tf.clip_by_value(output, least, 1.0 - least)
  bce = target * tf.math.log(output + fuzz())
  bce += (1 - target) * tf.math.log(1 - output + fuzz())
  return -bce


#: tf.keras.backend.categorical_crossentropy =categorical_crossentropy
def categorical_crossentropy(target, output, from_logits=False, axis=-1):
  target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
  target.shape.assert_is_compatible_with(output.shape)
  if from_logits:
    return tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
  output = output / tf.reduce_sum(output, axis, True)
  least = tf.convert_to_tensor(fuzz(), output.dtype)
  output = tf.clip_by_value(output, least, 1.0 - least)
  return -tf.reduce_sum(target * tf.math.log(output), axis)


#: tf.keras.backend.sparse_categorical_crossentropy =sparse_categorical_crossentropy
def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1, ignore_class=None):
  if ignore_class is not None:
    raise NotImplementedError('tf.keras.backend.sparse_categorical_crossentropy with ignore_class')
  target = tf.cast(tf.convert_to_tensor(target), tf.int64)
  output = tf.convert_to_tensor(output)
  if not from_logits:
    least = tf.convert_to_tensor(fuzz(), output.dtype)
    output = tf.math.log(tf.clip_by_value(output, least, 1 - least))
  if axis not in (-1, output.shape.rank - 1):
    order = [i for i in range(output.shape.rank) if i != axis] + [axis]
    output = tf.transpose(output, perm=order)
  if target.shape.rank == output.shape.rank and target.shape[-1] == 1:
    target = tf.squeeze(target, axis=-1)
  return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)


# ---- convolutions
def _formats(x, kernel, data_format, rank):
  data_format = image_data_format() if data_format is None else data_format
  if data_format not in {'channels_first', 'channels_last'}:
    raise ValueError('Unknown data_format: %s' % data_format)
  return {1: 'N%sC', 2: 'N%sC', 3: 'N%sC'}[rank] % 'DHW'[3 - rank:] if data_format == 'channels_last' else (
      'NC' + 'DHW'[3 - rank:])


def _conv(x, kernel, strides, padding, data_format, dilation_rate, rank):
  layout = _formats(x, kernel, data_format, rank)
  return tf.nn.convolution(x, kernel, strides=strides, padding=padding.upper(), data_format=layout,
                           dilations=dilation_rate)


#: tf.keras.backend.conv1d =conv1d
def conv1d(x, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1):
  if padding == 'causal':
    left = dilation_rate * (kernel.shape[0] - 1)
    x, padding = temporal_padding(x, (left, 0)), 'valid'
  return _conv(x, kernel, strides, padding, data_format, dilation_rate, 1)


#: tf.keras.backend.conv2d =conv2d
def conv2d(x, kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)):
  return _conv(x, kernel, strides, padding, data_format, dilation_rate, 2)


#: tf.keras.backend.conv3d =conv3d
def conv3d(x, kernel, strides=(1, 1, 1), padding='valid', data_format=None, dilation_rate=(1, 1, 1)):
  return _conv(x, kernel, strides, padding, data_format, dilation_rate, 3)


#: tf.keras.backend.conv2d_transpose =conv2d_transpose
def conv2d_transpose(x, kernel, output_shape, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)):
  layout = _formats(x, kernel, data_format, 2)
  if tuple(dilation_rate) != (1, 1):
    raise NotImplementedError('tf.keras.backend.conv2d_transpose with a dilation')
  return tf.nn.conv2d_transpose(x, kernel, output_shape, strides, padding=padding.upper(), data_format=layout)


#: tf.keras.backend.depthwise_conv2d =depthwise_conv2d
def depthwise_conv2d(x, depthwise_kernel, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1)):
  layout = _formats(x, depthwise_kernel, data_format, 2)
  strides = (1,) + tuple(strides) + (1,) if layout == 'NHWC' else (1, 1) + tuple(strides)
  return tf.nn.depthwise_conv2d(x, depthwise_kernel, strides=strides, padding=padding.upper(), data_format=layout,
                                dilations=dilation_rate)


#: tf.keras.backend.separable_conv2d =separable_conv2d
def separable_conv2d(x, depthwise_kernel, pointwise_kernel, strides=(1, 1), padding='valid', data_format=None,
                     dilation_rate=(1, 1)):
  layout = _formats(x, depthwise_kernel, data_format, 2)
  strides = (1,) + tuple(strides) + (1,) if layout == 'NHWC' else (1, 1) + tuple(strides)
  return tf.nn.separable_conv2d(x, depthwise_kernel, pointwise_kernel, strides=strides, padding=padding.upper(),
                                data_format=layout, dilations=dilation_rate)


def _pool(x, pool_size, strides, padding, data_format, pool_mode, rank):
  if pool_mode not in ('max', 'avg'):
    raise ValueError('Invalid pooling mode: %s' % pool_mode)
  layout = _formats(x, None, data_format, rank)
  return tf.nn.pool(x, pool_size, pool_mode.upper(), strides=strides, padding=padding.upper(), data_format=layout)


#: tf.keras.backend.pool2d =pool2d
def pool2d(x, pool_size, strides=(1, 1), padding='valid', data_format=None, pool_mode='max'):
  return _pool(x, pool_size, strides, padding, data_format, pool_mode, 2)


#: tf.keras.backend.pool3d =pool3d
def pool3d(x, pool_size, strides=(1, 1, 1), padding='valid', data_format=None, pool_mode='max'):
  return _pool(x, pool_size, strides, padding, data_format, pool_mode, 3)


# ---- control and random numbers
#: tf.keras.backend.switch =switch
def switch(condition, then_expression, else_expression):
  if condition.dtype != tf.bool:
    condition = tf.cast(condition, 'bool')
  if ndim(condition) == 0:
    call = lambda e: e if callable(e) else (lambda: e)
    return tf.cond(condition, call(then_expression), call(else_expression))
  then_value = then_expression() if callable(then_expression) else then_expression
  else_value = else_expression() if callable(else_expression) else else_expression
  if ndim(condition) > ndim(then_value):
    raise ValueError('Rank of `condition` should be less than or equal to rank of `then_expression` and `else_expression`. '
                     'ndim(condition)=%s, ndim(then_expression)=%s' % (ndim(condition), ndim(then_value)))
  while ndim(condition) < ndim(then_value):
    condition = tf.expand_dims(condition, -1)
  return tf.where(condition, then_value, else_value)


#: tf.keras.backend.stop_gradient =stop_gradient
def stop_gradient(variables):
  if isinstance(variables, (list, tuple)):
    return map(tf.stop_gradient, variables)
  return tf.stop_gradient(variables)


#: tf.keras.backend.gradients =gradients
def gradients(loss, variables):
  return tf.gradients(loss, variables)


#: tf.keras.backend.map_fn =map_fn
def map_fn(fn, elems, name=None, dtype=None):
  return tf.map_fn(fn, elems, fn_output_signature=dtype)


#: tf.keras.backend.foldl =foldl
def foldl(fn, elems, initializer=None, name=None):
  return tf.foldl(fn, elems, initializer=initializer, name=name)


#: tf.keras.backend.foldr =foldr
def foldr(fn, elems, initializer=None, name=None):
  return tf.foldr(fn, elems, initializer=initializer, name=name)


def _seed(seed, most=10e6):
  return np.random.randint(most) if seed is None else seed


#: tf.keras.backend.dropout =dropout
def dropout(x, level, noise_shape=None, seed=None):
  return tf.nn.dropout(x, rate=level, noise_shape=noise_shape, seed=_seed(seed))


#: tf.keras.backend.random_normal =random_normal
def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
  return tf.random.normal(shape, mean=mean, stddev=stddev, dtype=_float(dtype), seed=_seed(seed))


#: tf.keras.backend.random_uniform =random_uniform
def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
  return tf.random.uniform(shape, minval=minval, maxval=maxval, dtype=_float(dtype), seed=_seed(seed))


#: tf.keras.backend.truncated_normal =truncated_normal
def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
  return tf.random.truncated_normal(shape, mean, stddev, dtype=_float(dtype), seed=_seed(seed))


#: tf.keras.backend.random_bernoulli =random_bernoulli
def random_bernoulli(shape, p=0.0, dtype=None, seed=None):
  dtype = _float(dtype)
  return tf.where(tf.random.uniform(shape, dtype=dtype, seed=_seed(seed)) <= p, tf.ones(shape, dtype=dtype),
                  tf.zeros(shape, dtype=dtype))


#: tf.keras.backend.random_normal_variable =random_normal_variable
def random_normal_variable(shape, mean, scale, dtype=None, name=None, seed=None):
  value = tf.random.normal(shape, mean, scale, dtype=_float(dtype), seed=_seed(seed, 10e8))
  return variable(value, dtype=_float(dtype), name=name)


#: tf.keras.backend.random_uniform_variable =random_uniform_variable
def random_uniform_variable(shape, low, high, dtype=None, name=None, seed=None):
  value = tf.random.uniform(shape, low, high, dtype=_float(dtype), seed=_seed(seed, 10e8))
  return variable(value, dtype=_float(dtype), name=name)


#: tf.keras.backend.name_scope =name_scope
def name_scope(name):
  return tf.name_scope(name)
