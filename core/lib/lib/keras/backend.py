"""tf.keras.backend: the functions of Keras 2 over TensorFlow's own (keras/src/legacy/backend.py)."""
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.state import epsilon, floatx

# The functions below hide Python's of the same names.
_all, _map = all, map

__name__ = 'keras.src.legacy.backend'


def _number_dtype(dtype):
  return floatx() if dtype is None else dtype


def _seed(seed):
  """The given seed, or one that NumPy's generator decides."""
  return np.random.randint(10e6) if seed is None else seed


def _not_bool(x):
  return tf.cast(x, floatx()) if x.dtype.base_dtype == tf.bool else x


# ---- one argument
#: tf.keras.backend.abs =abs
def abs(x):
  return tf.abs(x)


#: tf.keras.backend.cos =cos
def cos(x):
  return tf.cos(x)


#: tf.keras.backend.exp =exp
def exp(x):
  return tf.exp(x)


#: tf.keras.backend.flatten =flatten
def flatten(x):
  return tf.reshape(x, [-1])


#: tf.keras.backend.log =log
def log(x):
  return tf.math.log(x)


#: tf.keras.backend.round =round
def round(x):
  return tf.round(x)


#: tf.keras.backend.shape =shape
def shape(x):
  return tf.shape(x)


#: tf.keras.backend.sigmoid =sigmoid
def sigmoid(x):
  return tf.sigmoid(x)


#: tf.keras.backend.sign =sign
def sign(x):
  return tf.sign(x)


#: tf.keras.backend.sin =sin
def sin(x):
  return tf.sin(x)


#: tf.keras.backend.softplus =softplus
def softplus(x):
  return tf.math.softplus(x)


#: tf.keras.backend.softsign =softsign
def softsign(x):
  return tf.math.softsign(x)


#: tf.keras.backend.sqrt =sqrt
def sqrt(x):
  """The square root; 0 of what is negative."""
  zero = tf.convert_to_tensor(0.0, x.dtype)
  return tf.sqrt(tf.maximum(x, zero))


#: tf.keras.backend.square =square
def square(x):
  return tf.square(x)


#: tf.keras.backend.tanh =tanh
def tanh(x):
  return tf.tanh(x)


#: tf.keras.backend.transpose =transpose
def transpose(x):
  return tf.transpose(x)


#: tf.keras.backend.hard_sigmoid =hard_sigmoid
def hard_sigmoid(x):
  slope = tf.convert_to_tensor(0.2, dtype=x.dtype)
  middle = tf.convert_to_tensor(0.5, dtype=x.dtype)
  return tf.clip_by_value(tf.add(tf.multiply(x, slope), middle), 0.0, 1.0)


#: tf.keras.backend.elu =elu
def elu(x, alpha=1.0):
  res = tf.nn.elu(x)
  return res if alpha == 1 else tf.where(x > 0, res, alpha * res)


#: tf.keras.backend.relu =relu
def relu(x, alpha=0.0, max_value=None, threshold=0.0):
  """x where it is above the threshold, at most max_value; alpha times the distance from the threshold below it."""
  dtype = getattr(x, 'dtype', floatx())
  negative_part = 1
  if alpha != 0.0:
    if max_value is None and threshold == 0:
      return tf.nn.leaky_relu(x, alpha=alpha)
    negative_part = tf.nn.relu(-x + threshold) if threshold != 0 else tf.nn.relu(-x)
  clip_max = max_value is not None
  if threshold != 0:
    x = x * tf.cast(tf.greater(x, threshold), dtype=dtype)
  elif max_value == 6:
    x = tf.nn.relu6(x)
    clip_max = False
  else:
    x = tf.nn.relu(x)
  if clip_max:
    most = tf.convert_to_tensor(max_value, dtype=x.dtype)
    zero = tf.convert_to_tensor(0, dtype=x.dtype)
    x = tf.clip_by_value(x, zero, most)
  if alpha != 0.0:
    alpha = tf.convert_to_tensor(alpha, dtype=x.dtype)
    x -= alpha * negative_part
  return x


#: tf.keras.backend.softmax =softmax
def softmax(x, axis=-1):
  if x.shape.rank <= 1:
    raise ValueError(f'Cannot apply softmax to a tensor that is 1D. Received input: {x}')
  if isinstance(axis, int):
    output = tf.nn.softmax(x, axis=axis)
  else:
    numerator = tf.exp(x - tf.reduce_max(x, axis=axis, keepdims=True))
    output = numerator / tf.reduce_sum(numerator, axis=axis, keepdims=True)
  output._keras_logits = x
  return output


#: tf.keras.backend.l2_normalize =l2_normalize
def l2_normalize(x, axis=None):
  return tf.linalg.l2_normalize(x, axis=axis)


#: tf.keras.backend.stop_gradient =stop_gradient
def stop_gradient(variables):
  if isinstance(variables, (list, tuple)):
    return _map(tf.stop_gradient, variables)
  return tf.stop_gradient(variables)


# ---- two arguments
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


#: tf.keras.backend.maximum =maximum
def maximum(x, y):
  return tf.maximum(x, y)


#: tf.keras.backend.minimum =minimum
def minimum(x, y):
  return tf.minimum(x, y)


#: tf.keras.backend.pow =pow
def pow(x, a):
  return tf.pow(x, a)


#: tf.keras.backend.clip =clip
def clip(x, min_value, max_value):
  if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)) and max_value < min_value:
    max_value = min_value
  low = -np.inf if min_value is None else min_value
  high = np.inf if max_value is None else max_value
  return tf.clip_by_value(x, low, high)


#: tf.keras.backend.cast =cast
def cast(x, dtype):
  return tf.cast(x, dtype)


#: tf.keras.backend.cast_to_floatx =cast_to_floatx
def cast_to_floatx(x):
  if isinstance(x, (tf.Tensor, tf.Variable, tf.SparseTensor)):
    return tf.cast(x, dtype=floatx())
  return np.asarray(x, dtype=floatx())


# ---- reductions
#: tf.keras.backend.all =all
def all(x, axis=None, keepdims=False):
  return tf.reduce_all(tf.cast(x, tf.bool), axis, keepdims)


#: tf.keras.backend.any =any
def any(x, axis=None, keepdims=False):
  return tf.reduce_any(tf.cast(x, tf.bool), axis, keepdims)


#: tf.keras.backend.argmax =argmax
def argmax(x, axis=-1):
  return tf.argmax(x, axis)


#: tf.keras.backend.argmin =argmin
def argmin(x, axis=-1):
  return tf.argmin(x, axis)


#: tf.keras.backend.cumprod =cumprod
def cumprod(x, axis=0):
  return tf.math.cumprod(x, axis=axis)


#: tf.keras.backend.cumsum =cumsum
def cumsum(x, axis=0):
  return tf.cumsum(x, axis=axis)


#: tf.keras.backend.max =max
def max(x, axis=None, keepdims=False):
  return tf.reduce_max(x, axis, keepdims)


#: tf.keras.backend.min =min
def min(x, axis=None, keepdims=False):
  return tf.reduce_min(x, axis, keepdims)


#: tf.keras.backend.mean =mean
def mean(x, axis=None, keepdims=False):
  return tf.reduce_mean(_not_bool(x), axis, keepdims)


#: tf.keras.backend.prod =prod
def prod(x, axis=None, keepdims=False):
  return tf.reduce_prod(x, axis, keepdims)


#: tf.keras.backend.std =std
def std(x, axis=None, keepdims=False):
  return tf.math.reduce_std(_not_bool(x), axis=axis, keepdims=keepdims)


#: tf.keras.backend.sum =sum
def sum(x, axis=None, keepdims=False):
  return tf.reduce_sum(x, axis, keepdims)


#: tf.keras.backend.var =var
def var(x, axis=None, keepdims=False):
  return tf.math.reduce_variance(_not_bool(x), axis=axis, keepdims=keepdims)


# ---- shapes
#: tf.keras.backend.dtype =dtype
def dtype(x):
  return x.dtype.base_dtype.name


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


#: tf.keras.backend.count_params =count_params
def count_params(x):
  return math.prod(x.shape.as_list())


#: tf.keras.backend.is_sparse =is_sparse
def is_sparse(tensor):
  spec = getattr(tensor, '_type_spec', None)
  if spec is not None:
    return isinstance(spec, tf.SparseTensorSpec)
  return isinstance(tensor, tf.SparseTensor)


#: tf.keras.backend.to_dense =to_dense
def to_dense(tensor):
  return tf.sparse.to_dense(tensor) if is_sparse(tensor) else tensor


#: tf.keras.backend.arange =arange
def arange(start, stop=None, step=1, dtype='int32'):
  if stop is None and start < 0:
    start = 0
  result = tf.range(start, limit=stop, delta=step, name='arange')
  return result if dtype == 'int32' else tf.cast(result, dtype)


#: tf.keras.backend.batch_flatten =batch_flatten
def batch_flatten(x):
  return tf.reshape(x, tf.stack([-1, prod(tf.shape(x)[1:])]))


#: tf.keras.backend.concatenate =concatenate
def concatenate(tensors, axis=-1):
  if axis < 0:
    rank = ndim(tensors[0])
    axis = axis % rank if rank else 0
  if _all([is_sparse(x) for x in tensors]):
    return tf.sparse.concat(axis, tensors)
  if _all([isinstance(x, tf.RaggedTensor) for x in tensors]):
    return tf.concat(tensors, axis)
  return tf.concat([to_dense(x) for x in tensors], axis)


#: tf.keras.backend.expand_dims =expand_dims
def expand_dims(x, axis=-1):
  return tf.expand_dims(x, axis)


#: tf.keras.backend.gather =gather
def gather(reference, indices):
  return tf.gather(reference, indices)


#: tf.keras.backend.one_hot =one_hot
def one_hot(indices, num_classes):
  return tf.one_hot(indices, depth=num_classes, axis=-1)


#: tf.keras.backend.permute_dimensions =permute_dimensions
def permute_dimensions(x, pattern):
  return tf.transpose(x, perm=pattern)


#: tf.keras.backend.repeat =repeat
def repeat(x, n):
  if ndim(x) != 2:
    raise ValueError('Expected input `x` to have rank 2. Received: rank(x)=%s' % ndim(x))
  x = tf.expand_dims(x, 1)
  return tf.tile(x, tf.stack([1, n, 1]))


#: tf.keras.backend.repeat_elements =repeat_elements
def repeat_elements(x, rep, axis):
  """Each slice along the axis `rep` times."""
  dims = x.shape.as_list()
  if dims[axis] is not None:
    parts = tf.split(value=x, num_or_size_splits=dims[axis], axis=axis)
    return concatenate([part for part in parts for _ in range(rep)], axis)
  shape = tf.shape(x)
  result = tf.expand_dims(x, axis=axis + 1)
  times = np.ones(len(x.shape) + 1)
  times[axis + 1] = rep
  result = tf.tile(result, times)
  times = np.delete(times, axis + 1)
  times[axis] = rep
  result = tf.reshape(result, shape * tf.constant(times, dtype='int32'))
  result.set_shape(dims)
  return result


#: tf.keras.backend.reshape =reshape
def reshape(x, shape):
  return tf.reshape(x, shape)


#: tf.keras.backend.reverse =reverse
def reverse(x, axes):
  return tf.reverse(x, [axes] if isinstance(axes, int) else axes)


#: tf.keras.backend.squeeze =squeeze
def squeeze(x, axis):
  return tf.squeeze(x, [axis])


#: tf.keras.backend.stack =stack
def stack(x, axis=0):
  return tf.stack(x, axis=axis)


#: tf.keras.backend.tile =tile
def tile(x, n):
  return tf.tile(x, [n] if isinstance(n, int) else n)


# ---- variables
#: tf.keras.backend.constant =constant
def constant(value, dtype=None, shape=None, name=None):
  return tf.constant(value, dtype=_number_dtype(dtype), shape=shape, name=name)


#: tf.keras.backend.variable =variable
def variable(value, dtype=None, name=None, constraint=None):
  return tf.Variable(value, dtype=tf.as_dtype(_number_dtype(dtype)), name=name, constraint=constraint)


#: tf.keras.backend.eye =eye
def eye(size, dtype=None, name=None):
  dtype = _number_dtype(dtype)
  return variable(tf.eye(size, dtype=tf.as_dtype(dtype)), dtype, name)


def _filled(make, shape, dtype, name):
  """A variable, or a tensor where there is no element to keep."""
  with tf.init_scope():
    dtype = _number_dtype(dtype)
    value = make(shape=shape, dtype=tf.as_dtype(dtype), name=name)
    return variable(value, dtype=dtype, name=name) if _all(value.shape.as_list()) else value


#: tf.keras.backend.ones =ones
def ones(shape, dtype=None, name=None):
  return _filled(tf.ones, shape, dtype, name)


#: tf.keras.backend.zeros =zeros
def zeros(shape, dtype=None, name=None):
  return _filled(tf.zeros, shape, dtype, name)


#: tf.keras.backend.ones_like =ones_like
def ones_like(x, dtype=None, name=None):
  return tf.ones_like(x, dtype=dtype, name=name)


#: tf.keras.backend.zeros_like =zeros_like
def zeros_like(x, dtype=None, name=None):
  return tf.zeros_like(x, dtype=dtype, name=name)


def _variable_seed(seed):
  return np.random.randint(10e8) if seed is None else seed


#: tf.keras.backend.random_normal_variable =random_normal_variable
def random_normal_variable(shape, mean, scale, dtype=None, name=None, seed=None):
  dtype = _number_dtype(dtype)
  value = tf.random.normal(shape, mean, scale, dtype=tf.as_dtype(dtype), seed=_variable_seed(seed))
  return variable(value, dtype=dtype, name=name)


#: tf.keras.backend.random_uniform_variable =random_uniform_variable
def random_uniform_variable(shape, low, high, dtype=None, name=None, seed=None):
  dtype = _number_dtype(dtype)
  value = tf.random.uniform(shape, low, high, dtype=tf.as_dtype(dtype), seed=_variable_seed(seed))
  return variable(value, dtype=dtype, name=name)


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


#: tf.keras.backend.get_value =get_value
def get_value(x):
  """The array that a tensor or a variable holds; what is neither is given back."""
  if not tf.is_tensor(x):
    return x
  with tf.init_scope():
    return x.numpy()


#: tf.keras.backend.batch_get_value =batch_get_value
def batch_get_value(tensors):
  return [x.numpy() for x in tensors]


#: tf.keras.backend.set_value =set_value
def set_value(x, value):
  x.assign(np.asarray(value, dtype=x.dtype.name))


#: tf.keras.backend.batch_set_value =batch_set_value
def batch_set_value(tuples):
  for x, value in tuples:
    set_value(x, value)


#: tf.keras.backend.eval =eval
def eval(x):
  return get_value(to_dense(x))


# ---- random values
#: tf.keras.backend.random_bernoulli =random_bernoulli
def random_bernoulli(shape, p=0.0, dtype=None, seed=None):
  dtype = _number_dtype(dtype)
  return tf.where(tf.random.uniform(shape, dtype=dtype, seed=_seed(seed)) <= p, tf.ones(shape, dtype=dtype),
                  tf.zeros(shape, dtype=dtype))


#: tf.keras.backend.random_normal =random_normal
def random_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
  return tf.random.normal(shape, mean=mean, stddev=stddev, dtype=_number_dtype(dtype), seed=_seed(seed))


#: tf.keras.backend.random_uniform =random_uniform
def random_uniform(shape, minval=0.0, maxval=1.0, dtype=None, seed=None):
  return tf.random.uniform(shape, minval=minval, maxval=maxval, dtype=_number_dtype(dtype), seed=_seed(seed))


#: tf.keras.backend.truncated_normal =truncated_normal
def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=None, seed=None):
  return tf.random.truncated_normal(shape, mean, stddev, dtype=_number_dtype(dtype), seed=_seed(seed))


#: tf.keras.backend.dropout =dropout
def dropout(x, level, noise_shape=None, seed=None):
  return tf.nn.dropout(x, rate=level, noise_shape=noise_shape, seed=_seed(seed))


# ---- functions over functions
#: tf.keras.backend.foldl =foldl
def foldl(fn, elems, initializer=None, name=None):
  return tf.foldl(fn, elems, initializer=initializer, name=name)


#: tf.keras.backend.foldr =foldr
def foldr(fn, elems, initializer=None, name=None):
  return tf.foldr(fn, elems, initializer=initializer, name=name)


#: tf.keras.backend.map_fn =map_fn
def map_fn(fn, elems, name=None, dtype=None):
  return tf.map_fn(fn, elems, name=name, dtype=dtype)


#: tf.keras.backend.gradients =gradients
def gradients(loss, variables):
  return tf.gradients(loss, variables)


#: tf.keras.backend.name_scope =name_scope
def name_scope(name):
  return tf.name_scope(name)


#: tf.keras.backend.switch =switch
def switch(condition, then_expression, else_expression):
  """One of two values, or, by a condition of some rank, their elements."""
  if condition.dtype != tf.bool:
    condition = tf.cast(condition, 'bool')
  rank = ndim(condition)
  if not rank:
    then_fn = then_expression if callable(then_expression) else lambda: then_expression
    else_fn = else_expression if callable(else_expression) else lambda: else_expression
    return tf.cond(condition, then_fn, else_fn)
  if callable(then_expression):
    then_expression = then_expression()
  if callable(else_expression):
    else_expression = else_expression()
  value_rank = ndim(then_expression)
  if rank > value_rank:
    raise ValueError('Rank of `condition` should be less than or equal to rank of `then_expression` and '
                     '`else_expression`. ndim(condition)=%s, ndim(then_expression)=%s' % (rank, value_rank))
  if rank > 1:
    cond_shape = tf.concat([tf.shape(condition), [1] * (value_rank - rank)], axis=0)
    condition = tf.reshape(condition, cond_shape)
    value_shape = tf.shape(then_expression)
    more = value_shape - cond_shape
    condition = tf.tile(condition, tf.where(more > 0, value_shape, tf.ones_like(value_shape)))
  return tf.where(condition, then_expression, else_expression)


# ---- costs
#: tf.keras.backend.in_top_k =in_top_k
def in_top_k(predictions, targets, k):
  return tf.math.in_top_k(targets, predictions, k)


def _inside(output):
  """Probabilities that are neither 0 nor 1."""
  least = tf.convert_to_tensor(epsilon(), output.dtype)
  return tf.clip_by_value(output, least, 1.0 - least)


#: tf.keras.backend.binary_crossentropy =binary_crossentropy
def binary_crossentropy(target, output, from_logits=False):
  target = tf.convert_to_tensor(target)
  output = tf.convert_to_tensor(output)
  if from_logits:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
  output = _inside(output)
  bce = target * tf.math.log(output + epsilon())
  bce += (1 - target) * tf.math.log(1 - output + epsilon())
  return -bce


#: tf.keras.backend.binary_focal_crossentropy =binary_focal_crossentropy
def binary_focal_crossentropy(target, output, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False):
  p = tf.sigmoid(output) if from_logits else output
  p_t = target * p + (1 - target) * (1 - p)
  factor = tf.pow(1.0 - p_t, gamma)
  loss = factor * binary_crossentropy(target=target, output=output, from_logits=from_logits)
  if apply_class_balancing:
    loss = (target * alpha + (1 - target) * (1 - alpha)) * loss
  return loss


#: tf.keras.backend.categorical_crossentropy =categorical_crossentropy
def categorical_crossentropy(target, output, from_logits=False, axis=-1):
  target = tf.convert_to_tensor(target)
  output = tf.convert_to_tensor(output)
  target.shape.assert_is_compatible_with(output.shape)
  if from_logits:
    return tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
  output = _inside(output / tf.reduce_sum(output, axis, True))
  return -tf.reduce_sum(target * tf.math.log(output), axis)


#: tf.keras.backend.categorical_focal_crossentropy =categorical_focal_crossentropy
def categorical_focal_crossentropy(target, output, alpha=0.25, gamma=2.0, from_logits=False, axis=-1):
  target = tf.convert_to_tensor(target)
  output = tf.convert_to_tensor(output)
  target.shape.assert_is_compatible_with(output.shape)
  if from_logits:
    output = tf.nn.softmax(output, axis=axis)
  output = _inside(output / tf.reduce_sum(output, axis=axis, keepdims=True))
  cce = -target * tf.math.log(output)
  weights = tf.multiply(tf.pow(1.0 - output, gamma), alpha)
  return tf.reduce_sum(tf.multiply(weights, cce), axis=axis)


#: tf.keras.backend.sparse_categorical_crossentropy =sparse_categorical_crossentropy
def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1, ignore_class=None):
  target = tf.convert_to_tensor(target)
  output = tf.convert_to_tensor(output)
  target = cast(target, 'int64')
  if not from_logits:
    least = tf.convert_to_tensor(epsilon(), output.dtype)
    output = tf.math.log(tf.clip_by_value(output, least, 1 - least))
  rank = output.shape.ndims
  if rank is not None:
    axis %= rank
    if axis != rank - 1:
      output = tf.transpose(output, perm=[i for i in range(rank) if i != axis] + [axis])
  elif axis != -1:
    raise ValueError('Cannot compute sparse categorical crossentropy with `axis=%s` on an output tensor with unknown '
                     'rank' % axis)
  output_shape = tf.shape(output)
  target_rank = target.shape.ndims
  flat = target_rank is not None and rank is not None and target_rank != rank - 1
  if flat:
    target = flatten(target)
    output = tf.reshape(output, [-1, output_shape[-1]])
  if ignore_class is not None:
    valid = tf.not_equal(target, cast(ignore_class, target.dtype))
    target = target[valid]
    output = output[valid]
  res = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)
  if ignore_class is not None:
    res_shape = cast(output_shape[:-1], 'int64')
    valid = tf.reshape(valid, res_shape)
    res = tf.scatter_nd(tf.where(valid), res, res_shape)
    res._keras_mask = valid
    return res
  return tf.reshape(res, output_shape[:-1]) if flat and rank >= 3 else res


# ---- connectionist temporal classification
#: tf.keras.backend.ctc_batch_cost =ctc_batch_cost
def ctc_batch_cost(y_true, y_pred, input_length, label_length):
  label_length = tf.cast(tf.squeeze(label_length, axis=-1), tf.int32)
  input_length = tf.cast(tf.squeeze(input_length, axis=-1), tf.int32)
  labels = tf.cast(ctc_label_dense_to_sparse(y_true, label_length), tf.int32)
  logits = tf.math.log(tf.transpose(y_pred, perm=[1, 0, 2]) + epsilon())
  loss, _ = tf.raw_ops.CTCLoss(inputs=logits, labels_indices=labels.indices, labels_values=labels.values,
                               sequence_length=input_length)
  return tf.expand_dims(loss, 1)


#: tf.keras.backend.ctc_label_dense_to_sparse =ctc_label_dense_to_sparse
def ctc_label_dense_to_sparse(labels, label_lengths):
  """The first labels of each row, as many as its length says."""
  shape = tf.shape(labels)
  rows, columns = tf.stack([shape[0]]), tf.stack([shape[1]])

  def below(before, length):
    return tf.expand_dims(tf.range(tf.shape(before)[1]), 0) < tf.fill(columns, length)

  first = tf.cast(tf.fill([1, shape[1]], 0), tf.bool)
  mask = tf.scan(below, label_lengths, initializer=first, parallel_iterations=1)[:, 0, :]
  label_array = tf.reshape(tf.tile(tf.range(0, shape[1]), rows), shape)
  label_index = tf.boolean_mask(label_array, mask)
  batch_array = tf.transpose(tf.reshape(tf.tile(tf.range(0, shape[0]), columns), reverse(shape, 0)))
  batch_index = tf.boolean_mask(batch_array, mask)
  indices = tf.transpose(tf.reshape(concatenate([batch_index, label_index], axis=0), [2, -1]))
  values = tf.gather_nd(labels, indices)
  return tf.SparseTensor(tf.cast(indices, tf.int64), values, tf.cast(shape, tf.int64))


#: tf.keras.backend.ctc_decode =ctc_decode
def ctc_decode(y_pred, input_length, greedy=True, beam_width=100, top_paths=1):
  """The likeliest sequences, dense and padded with -1, and their log-probabilities."""
  shape = tf.shape(y_pred)
  samples, steps = shape[0], shape[1]
  y_pred = tf.math.log(tf.transpose(y_pred, perm=[1, 0, 2]) + epsilon())
  input_length = tf.cast(input_length, tf.int32)
  if greedy:
    decoded, log_prob = tf.nn.ctc_greedy_decoder(inputs=y_pred, sequence_length=input_length)
  else:
    indices, values, _, log_prob = tf.raw_ops.CTCBeamSearchDecoder(
        inputs=y_pred, sequence_length=input_length, beam_width=beam_width, top_paths=top_paths, merge_repeated=True)
    decoded = [tf.SparseTensor(i, v, (samples, steps)) for i, v in zip(indices, values)]
  dense = []
  for sparse in decoded:
    sparse = tf.SparseTensor(sparse.indices, sparse.values, (samples, steps))
    dense.append(tf.sparse.to_dense(sp_input=sparse, default_value=-1))
  return dense, log_prob
