"""tf.keras.losses (keras/src/losses): functions of targets and predictions, and classes that reduce them."""
import tensorflow as tf
from tensorflow_lib.keras.base import snake_case

_EPSILON = 1e-7


def same_rank(y_true, y_pred):
  """Both with the same rank where they differ by a last dim of 1."""
  true_rank, pred_rank = y_true.shape.rank, y_pred.shape.rank
  if true_rank is not None and pred_rank is not None:
    if true_rank == pred_rank + 1 and y_true.shape[-1] == 1:
      if pred_rank == 1:
        y_pred = tf.expand_dims(y_pred, axis=-1)
      else:
        y_true = tf.squeeze(y_true, axis=-1)
    elif pred_rank == true_rank + 1 and y_pred.shape[-1] == 1:
      if true_rank == 1:
        y_true = tf.expand_dims(y_true, axis=-1)
      else:
        y_pred = tf.squeeze(y_pred, axis=-1)
  return y_true, y_pred


def pair(y_true, y_pred):
  """Both as tensors of the predictions' dtype and of equal rank."""
  y_pred = tf.convert_to_tensor(y_pred)
  if not y_pred.dtype.is_floating:
    y_pred = tf.cast(y_pred, tf.float32)
  return same_rank(tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype), y_pred)


def _logits(output, from_logits, op_type):
  """(output, is it logits?): in a graph the input of a softmax or sigmoid is taken instead of its result."""
  if not from_logits and not tf.executing_eagerly() and hasattr(output, 'op') and output.op.type == op_type:
    return output.op.inputs[0], True
  return output, from_logits


#: tf.keras.losses.mean_squared_error tf.keras.losses.mse tf.keras.losses.MSE tf.keras.metrics.mse tf.keras.metrics.MSE =mean_squared_error
def mean_squared_error(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


#: tf.keras.losses.mae tf.keras.losses.MAE tf.keras.metrics.mae tf.keras.metrics.MAE
def mean_absolute_error(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  return tf.reduce_mean(tf.abs(y_true - y_pred), axis=-1)


#: tf.keras.losses.mape tf.keras.losses.MAPE tf.keras.metrics.mape tf.keras.metrics.MAPE
def mean_absolute_percentage_error(y_true, y_pred):
  epsilon = tf.convert_to_tensor(_EPSILON)
  y_true, y_pred = pair(y_true, y_pred)
  return 100.0 * tf.reduce_mean(tf.abs((y_true - y_pred) / tf.maximum(tf.abs(y_true), epsilon)), axis=-1)


#: tf.keras.losses.msle tf.keras.losses.MSLE tf.keras.metrics.msle tf.keras.metrics.MSLE
def mean_squared_logarithmic_error(y_true, y_pred):
  epsilon = tf.convert_to_tensor(_EPSILON)
  y_true, y_pred = pair(y_true, y_pred)
  first = tf.math.log(tf.maximum(y_pred, epsilon) + 1.0)
  second = tf.math.log(tf.maximum(y_true, epsilon) + 1.0)
  return tf.reduce_mean(tf.square(first - second), axis=-1)


def _same_dtype(y_true, y_pred):
  y_pred = tf.convert_to_tensor(y_pred)
  return tf.cast(y_true, y_pred.dtype), y_pred


def _signs(y_true):
  """Labels of 0 and 1 as -1 and 1."""
  zeros = tf.equal(y_true, tf.cast(tf.constant(0), y_true.dtype))
  ones = tf.equal(y_true, tf.cast(tf.constant(1), y_true.dtype))
  binary = tf.reduce_all(tf.logical_or(zeros, ones))
  return tf.cond(binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)


#: tf.keras.losses.hinge tf.keras.metrics.hinge
def hinge(y_true, y_pred):
  y_true, y_pred = _same_dtype(y_true, y_pred)
  y_true = _signs(y_true)
  return tf.reduce_mean(tf.maximum(1.0 - y_true * y_pred, tf.constant(0.0, y_pred.dtype)), axis=-1)


#: tf.keras.losses.squared_hinge tf.keras.metrics.squared_hinge
def squared_hinge(y_true, y_pred):
  y_true, y_pred = _same_dtype(y_true, y_pred)
  y_true = _signs(y_true)
  return tf.reduce_mean(tf.square(tf.maximum(1.0 - y_true * y_pred, tf.constant(0.0, y_pred.dtype))), axis=-1)


#: tf.keras.losses.categorical_hinge tf.keras.metrics.categorical_hinge
def categorical_hinge(y_true, y_pred):
  y_true, y_pred = _same_dtype(y_true, y_pred)
  pos = tf.reduce_sum(y_true * y_pred, axis=-1)
  neg = tf.reduce_max((1.0 - y_true) * y_pred, axis=-1)
  zero = tf.cast(0.0, y_pred.dtype)
  return tf.maximum(neg - pos + 1.0, zero)


def _normalized(x, axis):
  norm = tf.math.rsqrt(tf.reduce_sum(tf.square(x), axis=axis, keepdims=True))
  return x * tf.minimum(norm, tf.constant(1.0 / 1e-12, x.dtype))


#: tf.keras.losses.cosine_similarity
def cosine_similarity(y_true, y_pred, axis=-1):
  y_true, y_pred = pair(y_true, y_pred)
  y_pred = _normalized(y_pred, axis)
  y_true = _normalized(y_true, axis)
  return -tf.reduce_sum(y_true * y_pred, axis=axis)


#: tf.keras.losses.logcosh tf.keras.metrics.logcosh
def log_cosh(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  log2 = tf.cast(tf.math.log(tf.constant(2.0)), y_pred.dtype)
  x = y_pred - y_true
  return tf.reduce_mean(x + tf.math.softplus(x * -2.0) - log2, axis=-1)


#: tf.keras.losses.kld tf.keras.losses.KLD tf.keras.losses.kullback_leibler_divergence
#: tf.keras.metrics.kld tf.keras.metrics.KLD tf.keras.metrics.kullback_leibler_divergence
def kl_divergence(y_true, y_pred):
  y_true, y_pred = _same_dtype(y_true, y_pred)
  y_true = tf.clip_by_value(y_true, _EPSILON, 1)
  y_pred = tf.clip_by_value(y_pred, _EPSILON, 1)
  return tf.reduce_sum(y_true * tf.math.log(y_true / y_pred), axis=-1)


#: tf.keras.losses.poisson tf.keras.metrics.poisson
def poisson(y_true, y_pred):
  y_true, y_pred = _same_dtype(y_true, y_pred)
  epsilon = tf.constant(_EPSILON, dtype=y_pred.dtype)
  return tf.reduce_mean(y_pred - y_true * tf.math.log(y_pred + epsilon), axis=-1)


#: tf.keras.losses.huber tf.keras.metrics.huber
def huber(y_true, y_pred, delta=1.0):
  y_true, y_pred = pair(y_true, y_pred)
  delta = tf.cast(delta, y_pred.dtype)
  error = y_pred - y_true
  size = tf.abs(error)
  half = tf.cast(0.5, y_pred.dtype)
  return tf.reduce_mean(tf.where(size <= delta, half * tf.square(error), delta * size - half * tf.square(delta)), axis=-1)


#: tf.keras.losses.binary_crossentropy tf.keras.metrics.binary_crossentropy
def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
  y_pred = tf.convert_to_tensor(y_pred)
  y_true = tf.cast(y_true, y_pred.dtype)
  if label_smoothing:
    y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
  y_pred, from_logits = _logits(y_pred, from_logits, 'Sigmoid')
  if from_logits:
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred), axis=axis)
  y_pred = tf.clip_by_value(y_pred, _EPSILON, 1.0 - _EPSILON)
  loss = y_true * tf.math.log(y_pred)
  loss += (1 - y_true) * tf.math.log(1 - y_pred)
  return tf.reduce_mean(-loss, axis=axis)


#: tf.keras.losses.categorical_crossentropy tf.keras.metrics.categorical_crossentropy
def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
  y_pred = tf.convert_to_tensor(y_pred)
  y_true = tf.cast(y_true, y_pred.dtype)
  if label_smoothing:
    y_true = y_true * (1.0 - label_smoothing) + label_smoothing / tf.cast(tf.shape(y_true)[-1], y_pred.dtype)
  y_pred, from_logits = _logits(y_pred, from_logits, 'Softmax')
  if from_logits:
    return tf.nn.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
  y_pred = y_pred / tf.reduce_sum(y_pred, axis, keepdims=True)
  y_pred = tf.clip_by_value(y_pred, _EPSILON, 1.0 - _EPSILON)
  return -tf.reduce_sum(y_true * tf.math.log(y_pred), axis)


#: tf.keras.losses.sparse_categorical_crossentropy tf.keras.metrics.sparse_categorical_crossentropy
def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
  if ignore_class is not None or axis != -1:
    raise NotImplementedError('tf.keras.losses.sparse_categorical_crossentropy with ignore_class or another axis')
  y_pred = tf.convert_to_tensor(y_pred)
  y_pred, from_logits = _logits(y_pred, from_logits, 'Softmax')
  y_true = tf.cast(y_true, tf.int64)
  if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
    y_true = tf.squeeze(y_true, axis=-1)
  if not from_logits:
    y_pred = tf.math.log(tf.clip_by_value(y_pred, _EPSILON, 1 - _EPSILON))
  return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred)


#: tf.keras.losses.Loss
class Loss:
  """Calls `call` and reduces what it gives."""

  def __init__(self, name=None, reduction='sum_over_batch_size', dtype=None):
    known = ('sum_over_batch_size', 'sum', 'mean', 'none', None)
    if reduction not in known:
      raise ValueError('Invalid value for argument `reduction`. Expected one of %s. Received: reduction=%s' %
                       (list(known), reduction))
    self.name = name or snake_case(type(self).__name__)
    self.reduction = reduction
    self.dtype = tf.as_dtype(dtype or tf.float32).name

  def call(self, y_true, y_pred):
    raise NotImplementedError('call')

  def __call__(self, y_true, y_pred, sample_weight=None):
    with tf.name_scope(self.name):
      y_true = tf.nest.map_structure(lambda x: tf.cast(x, self.dtype), y_true)
      y_pred = tf.nest.map_structure(lambda x: tf.cast(x, self.dtype), y_pred)
      values = self.call(y_true, y_pred)
      if sample_weight is not None:
        weight = tf.cast(sample_weight, values.dtype)
        if weight.shape.rank == values.shape.rank + 1 and weight.shape[-1] == 1:
          weight = tf.squeeze(weight, axis=-1)
        values = values * weight
      if self.reduction in (None, 'none') or values.shape.rank == 0:
        return values
      total = tf.reduce_sum(values)
      if self.reduction == 'sum':
        return total
      count = tf.cast(tf.size(values), values.dtype)
      return tf.math.divide_no_nan(total, count)


#: tf.keras.losses.MeanSquaredError
class MeanSquaredError(Loss):
  def call(self, y_true, y_pred):
    return mean_squared_error(y_true, y_pred)


#: tf.keras.losses.MeanAbsoluteError
class MeanAbsoluteError(Loss):
  def call(self, y_true, y_pred):
    return mean_absolute_error(y_true, y_pred)


#: tf.keras.losses.MeanAbsolutePercentageError
class MeanAbsolutePercentageError(Loss):
  def call(self, y_true, y_pred):
    return mean_absolute_percentage_error(y_true, y_pred)


#: tf.keras.losses.MeanSquaredLogarithmicError
class MeanSquaredLogarithmicError(Loss):
  def call(self, y_true, y_pred):
    return mean_squared_logarithmic_error(y_true, y_pred)


#: tf.keras.losses.Hinge
class Hinge(Loss):
  def call(self, y_true, y_pred):
    return hinge(y_true, y_pred)


#: tf.keras.losses.SquaredHinge
class SquaredHinge(Loss):
  def call(self, y_true, y_pred):
    return squared_hinge(y_true, y_pred)


#: tf.keras.losses.CategoricalHinge
class CategoricalHinge(Loss):
  def call(self, y_true, y_pred):
    return categorical_hinge(y_true, y_pred)


#: tf.keras.losses.LogCosh
class LogCosh(Loss):
  def call(self, y_true, y_pred):
    return log_cosh(y_true, y_pred)


#: tf.keras.losses.KLDivergence
class KLDivergence(Loss):
  def call(self, y_true, y_pred):
    return kl_divergence(y_true, y_pred)


#: tf.keras.losses.Poisson
class Poisson(Loss):
  def call(self, y_true, y_pred):
    return poisson(y_true, y_pred)


#: tf.keras.losses.CosineSimilarity
class CosineSimilarity(Loss):
  def __init__(self, axis=-1, reduction='sum_over_batch_size', name='cosine_similarity', dtype=None):
    super().__init__(name, reduction, dtype)
    self.axis = axis

  def call(self, y_true, y_pred):
    return cosine_similarity(y_true, y_pred, self.axis)


#: tf.keras.losses.Huber
class Huber(Loss):
  def __init__(self, delta=1.0, reduction='sum_over_batch_size', name='huber_loss', dtype=None):
    super().__init__(name, reduction, dtype)
    self.delta = delta

  def call(self, y_true, y_pred):
    return huber(y_true, y_pred, self.delta)


class _Crossentropy(Loss):
  def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction='sum_over_batch_size', name=None,
               dtype=None):
    super().__init__(name, reduction, dtype)
    self.from_logits = from_logits
    self.label_smoothing = label_smoothing
    self.axis = axis


#: tf.keras.losses.BinaryCrossentropy
class BinaryCrossentropy(_Crossentropy):
  def call(self, y_true, y_pred):
    return binary_crossentropy(y_true, y_pred, self.from_logits, self.label_smoothing, self.axis)


#: tf.keras.losses.CategoricalCrossentropy
class CategoricalCrossentropy(_Crossentropy):
  def call(self, y_true, y_pred):
    return categorical_crossentropy(y_true, y_pred, self.from_logits, self.label_smoothing, self.axis)


#: tf.keras.losses.SparseCategoricalCrossentropy
class SparseCategoricalCrossentropy(Loss):
  def __init__(self, from_logits=False, ignore_class=None, reduction='sum_over_batch_size', axis=-1,
               name='sparse_categorical_crossentropy', dtype=None):
    super().__init__(name, reduction, dtype)
    self.from_logits = from_logits
    self.ignore_class = ignore_class
    self.axis = axis

  def call(self, y_true, y_pred):
    return sparse_categorical_crossentropy(y_true, y_pred, self.from_logits, self.ignore_class, self.axis)
