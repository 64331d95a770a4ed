"""tf.keras.metrics (keras/src/metrics): running sums and means in variables."""
import tensorflow as tf
from tensorflow_lib.keras import losses
from tensorflow_lib.keras.base import read, unique_name


#: tf.keras.metrics.Metric tf.keras.Metric
class Metric:
  """Variables, what updates them, and what they amount to."""

  def __init__(self, dtype=None, name=None):
    self.name = name or unique_name(type(self).__name__)
    self.dtype = tf.as_dtype(dtype or tf.float32).name
    self._variables = []

  variables = property(lambda self: list(self._variables))

  def add_variable(self, shape, initializer, dtype=None, aggregation='sum', name=None):
    dtype = tf.as_dtype(dtype or self.dtype)
    if isinstance(initializer, str):
      initializer = tf.keras.initializers.get(initializer)
    with tf.init_scope():
      value = tf.zeros(shape, dtype) if initializer is None else initializer(shape, dtype)
      variable = tf.Variable(value, trainable=False, name=name)
    self._variables.append(variable)
    return variable

  def add_weight(self, shape=(), initializer=None, dtype=None, name=None):
    return self.add_variable(shape=shape, initializer=initializer, dtype=dtype, name=name)

  def reset_state(self):
    for v in self._variables:
      v.assign(tf.zeros(v.shape, v.dtype))

  def update_state(self, *args, **kwargs):
    raise NotImplementedError

  def result(self):
    raise NotImplementedError

  def __call__(self, *args, **kwargs):
    self.update_state(*args, **kwargs)
    return self.result()

  def get_config(self):
    return {'name': self.name, 'dtype': self.dtype}

  def __repr__(self):
    return '<%s name=%s>' % (type(self).__name__, self.name)


def _shape(x):
  """The dims, numbers where they are known; Keras makes the node in any case."""
  dynamic = tf.shape(x)
  return [dynamic[i] if d is None else d for i, d in enumerate(x.shape.as_list())]


def _assign_add(variable, value):
  # As Keras' own variables do it.
  variable.assign(tf.add(variable, value))


def _samples(values, sample_weight, reduce, dtype):
  """One value for each sample, and the weights."""
  values = tf.cast(tf.convert_to_tensor(values), dtype)
  if sample_weight is not None:
    sample_weight = tf.cast(tf.convert_to_tensor(sample_weight), dtype)
    values, sample_weight = losses.same_rank(values, sample_weight)
    weight_rank, rank = sample_weight.shape.rank, values.shape.rank
    if rank > weight_rank:
      values = reduce(values, axis=list(range(weight_rank, rank)))
    sample_weight = tf.broadcast_to(sample_weight, _shape(values))
    values = values * sample_weight
    if weight_rank > 1:
      sample_weight = reduce(sample_weight, axis=list(range(1, weight_rank)))
  rank = values.shape.rank
  if rank > 1:
    values = reduce(values, axis=list(range(1, rank)))
  return values, sample_weight


#: tf.keras.metrics.Sum
class Sum(Metric):

  def __init__(self, name='sum', dtype=None):
    super().__init__(name=name, dtype=dtype)
    self.total = self.add_variable((), None, name='total')

  def update_state(self, values, sample_weight=None):
    values, _ = _samples(values, sample_weight, tf.reduce_sum, self.dtype)
    _assign_add(self.total, tf.reduce_sum(values))

  def reset_state(self):
    self.total.assign(0)

  def result(self):
    return read(self.total)


#: tf.keras.metrics.Mean
class Mean(Metric):

  def __init__(self, name='mean', dtype=None):
    super().__init__(name=name, dtype=dtype)
    self.total = self.add_variable((), None, name='total')
    self.count = self.add_variable((), None, name='count')

  def update_state(self, values, sample_weight=None):
    values, sample_weight = _samples(values, sample_weight, tf.reduce_mean, self.dtype)
    _assign_add(self.total, tf.reduce_sum(values))
    if sample_weight is not None:
      count = tf.reduce_sum(sample_weight)
    elif values.shape.rank:
      count = _shape(values)[0]
    else:
      count = 1
    _assign_add(self.count, tf.cast(count, self.dtype))

  def reset_state(self):
    self.total.assign(0)
    self.count.assign(0)

  def result(self):
    count = read(self.count)
    return tf.math.divide_no_nan(self.total, count)


#: tf.keras.metrics.MeanMetricWrapper
class MeanMetricWrapper(Mean):

  def __init__(self, fn, name=None, dtype=None, **kwargs):
    super().__init__(name=name, dtype=dtype)
    self._fn = fn
    self._fn_kwargs = kwargs

  def update_state(self, y_true, y_pred, sample_weight=None):
    super().update_state(self._fn(y_true, y_pred, **self._fn_kwargs), sample_weight=sample_weight)


def _argmax(x):
  """The place of the largest; Keras makes -0.0 smaller than 0.0."""
  if x.dtype.is_floating and x.shape.rank:
    x = tf.cast(x, tf.float32) if x.dtype.size < 4 else x
    zero = tf.equal(x, 0.0)
    bits = tf.bitcast(tf.cast(x, tf.float32), tf.int32)
    negative = tf.less(tf.bitwise.bitwise_and(bits, tf.constant(-2147483648, tf.int32)), 0)
    negative = tf.logical_and(zero, negative)
    x = tf.where(negative, -1.1754944e-38 if x.dtype == tf.float32 else -2.2250738585072014e-308, x)
  return tf.argmax(x, axis=-1, output_type=tf.int32)


def _matches(y_true, y_pred):
  return tf.cast(tf.equal(y_true, y_pred), tf.float32)


def _accuracy(y_true, y_pred):
  return _matches(*losses.pair(y_true, y_pred))


#: tf.keras.metrics.binary_accuracy
def binary_accuracy(y_true, y_pred, threshold=0.5):
  y_pred, y_true = tf.convert_to_tensor(y_pred), tf.convert_to_tensor(y_true)
  threshold = tf.convert_to_tensor(threshold)
  y_true, y_pred = losses.same_rank(y_true, y_pred)
  return _matches(y_true, tf.cast(tf.greater(y_pred, threshold), y_true.dtype))


#: tf.keras.metrics.categorical_accuracy
def categorical_accuracy(y_true, y_pred):
  y_true = _argmax(tf.convert_to_tensor(y_true))
  y_pred = tf.convert_to_tensor(y_pred)
  y_true = tf.cast(y_true, y_pred.dtype)
  _shape(y_true)
  return _matches(y_true, tf.cast(_argmax(y_pred), y_true.dtype))


#: tf.keras.metrics.sparse_categorical_accuracy
def sparse_categorical_accuracy(y_true, y_pred):
  y_pred = tf.convert_to_tensor(y_pred)
  y_true = tf.cast(tf.convert_to_tensor(y_true), y_pred.dtype)
  shape = _shape(y_true)
  column = y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1
  if column:
    y_true = tf.squeeze(y_true, [-1])
  matches = _matches(y_true, tf.cast(_argmax(y_pred), y_true.dtype))
  if column:
    matches = tf.reshape(matches, shape)
  if matches.shape.rank > 1 and matches.shape[-1] == 1:
    matches = tf.squeeze(matches, [-1])
  return matches


#: tf.keras.metrics.Accuracy
class Accuracy(MeanMetricWrapper):
  def __init__(self, name='accuracy', dtype=None):
    super().__init__(_accuracy, name, dtype)


#: tf.keras.metrics.BinaryAccuracy
class BinaryAccuracy(MeanMetricWrapper):
  def __init__(self, name='binary_accuracy', dtype=None, threshold=0.5):
    super().__init__(binary_accuracy, name, dtype, threshold=threshold)


#: tf.keras.metrics.CategoricalAccuracy
class CategoricalAccuracy(MeanMetricWrapper):
  def __init__(self, name='categorical_accuracy', dtype=None):
    super().__init__(categorical_accuracy, name, dtype)


#: tf.keras.metrics.SparseCategoricalAccuracy
class SparseCategoricalAccuracy(MeanMetricWrapper):
  def __init__(self, name='sparse_categorical_accuracy', dtype=None):
    super().__init__(sparse_categorical_accuracy, name, dtype)


#: tf.keras.metrics.MeanSquaredError
class MeanSquaredError(MeanMetricWrapper):
  def __init__(self, name='mean_squared_error', dtype=None):
    super().__init__(losses.mean_squared_error, name, dtype)


#: tf.keras.metrics.MeanAbsoluteError
class MeanAbsoluteError(MeanMetricWrapper):
  def __init__(self, name='mean_absolute_error', dtype=None):
    super().__init__(losses.mean_absolute_error, name, dtype)


#: tf.keras.metrics.RootMeanSquaredError
class RootMeanSquaredError(Mean):
  def __init__(self, name='root_mean_squared_error', dtype=None):
    super().__init__(name, dtype)

  def update_state(self, y_true, y_pred, sample_weight=None):
    y_true, y_pred = losses.pair(y_true, y_pred)
    super().update_state(tf.square(y_true - y_pred), sample_weight=sample_weight)

  def result(self):
    return tf.sqrt(super().result())


#: tf.keras.metrics.BinaryCrossentropy
class BinaryCrossentropy(MeanMetricWrapper):
  def __init__(self, name='binary_crossentropy', dtype=None, from_logits=False, label_smoothing=0):
    super().__init__(losses.binary_crossentropy, name, dtype, from_logits=from_logits, label_smoothing=label_smoothing)


#: tf.keras.metrics.CategoricalCrossentropy
class CategoricalCrossentropy(MeanMetricWrapper):
  def __init__(self, name='categorical_crossentropy', dtype=None, from_logits=False, label_smoothing=0, axis=-1):
    super().__init__(losses.categorical_crossentropy, name, dtype, from_logits=from_logits,
                     label_smoothing=label_smoothing, axis=axis)


#: tf.keras.metrics.SparseCategoricalCrossentropy
class SparseCategoricalCrossentropy(MeanMetricWrapper):
  def __init__(self, name='sparse_categorical_crossentropy', dtype=None, from_logits=False, axis=-1):
    super().__init__(losses.sparse_categorical_crossentropy, name, dtype, from_logits=from_logits, axis=axis)
