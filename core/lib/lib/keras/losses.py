"""tf.keras.losses' functions of targets and predictions (keras/src/losses/losses.py)."""
import warnings

import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.loss import pair


#: tf.keras.losses.mean_squared_error tf.keras.losses.mse tf.keras.losses.MSE
#: tf.keras.metrics.mean_squared_error tf.keras.metrics.mse tf.keras.metrics.MSE =mean_squared_error
def mean_squared_error(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  return K.mean(K.square(y_true - y_pred), axis=-1)


#: tf.keras.losses.mean_absolute_error tf.keras.losses.mae tf.keras.losses.MAE
#: tf.keras.metrics.mean_absolute_error tf.keras.metrics.mae tf.keras.metrics.MAE =mean_absolute_error
def mean_absolute_error(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  return K.mean(K.absolute(y_true - y_pred), axis=-1)


#: tf.keras.losses.mean_absolute_percentage_error tf.keras.losses.mape tf.keras.losses.MAPE
#: tf.keras.metrics.mean_absolute_percentage_error tf.keras.metrics.mape tf.keras.metrics.MAPE =mean_absolute_percentage_error
def mean_absolute_percentage_error(y_true, y_pred):
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true, y_pred.dtype)
  least = K.convert(epsilon(), y_pred.dtype)
  y_true, y_pred = pair(y_true, y_pred)
  return 100.0 * K.mean(K.absolute((y_true - y_pred) / K.maximum(K.absolute(y_true), least)), axis=-1)


#: tf.keras.losses.mean_squared_logarithmic_error tf.keras.losses.msle tf.keras.losses.MSLE
#: tf.keras.metrics.mean_squared_logarithmic_error tf.keras.metrics.msle tf.keras.metrics.MSLE =mean_squared_logarithmic_error
def mean_squared_logarithmic_error(y_true, y_pred):
  least = K.convert(epsilon())
  y_true, y_pred = pair(y_true, y_pred)
  first = K.log(K.maximum(y_pred, least) + 1.0)
  second = K.log(K.maximum(y_true, least) + 1.0)
  return K.mean(K.square(first - second), axis=-1)


def _signs(y_true):
  """Labels of 0 and 1 as -1 and 1."""
  binary = K.all(K.logical_or(K.equal(y_true, 0), K.equal(y_true, 1)))
  return K.cond(binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)


def _cast_pair(y_true, y_pred):
  y_pred = K.convert(y_pred)
  return K.cast(y_true, y_pred.dtype), y_pred


#: tf.keras.losses.hinge tf.keras.metrics.hinge =hinge
def hinge(y_true, y_pred):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  return K.mean(K.maximum(1.0 - _signs(y_true) * y_pred, 0.0), axis=-1)


#: tf.keras.losses.squared_hinge tf.keras.metrics.squared_hinge =squared_hinge
def squared_hinge(y_true, y_pred):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  return K.mean(K.square(K.maximum(1.0 - _signs(y_true) * y_pred, 0.0)), axis=-1)


#: tf.keras.losses.categorical_hinge tf.keras.metrics.categorical_hinge =categorical_hinge
def categorical_hinge(y_true, y_pred):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  pos = K.sum(y_true * y_pred, axis=-1)
  neg = K.max((1.0 - y_true) * y_pred, axis=-1)
  zero = K.cast(0.0, y_pred.dtype)
  return K.maximum(neg - pos + 1.0, zero)


#: tf.keras.losses.cosine_similarity =cosine_similarity
def cosine_similarity(y_true, y_pred, axis=-1):
  y_true, y_pred = pair(y_true, y_pred)
  y_pred = K.normalize(y_pred, axis=axis)
  y_true = K.normalize(y_true, axis=axis)
  return -K.sum(y_true * y_pred, axis=axis)


#: tf.keras.losses.log_cosh tf.keras.losses.logcosh tf.keras.metrics.log_cosh tf.keras.metrics.logcosh =log_cosh
def log_cosh(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  log2 = K.convert(K.log(2.0), y_pred.dtype)
  x = y_pred - y_true
  return K.mean(x + tf.math.softplus(x * -2.0) - log2, axis=-1)


#: tf.keras.losses.kl_divergence tf.keras.losses.kld tf.keras.losses.KLD tf.keras.losses.kullback_leibler_divergence
#: tf.keras.metrics.kl_divergence tf.keras.metrics.kld tf.keras.metrics.KLD
#: tf.keras.metrics.kullback_leibler_divergence =kl_divergence
def kl_divergence(y_true, y_pred):
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true, y_pred.dtype)
  y_true = K.clip(y_true, epsilon(), 1)
  y_pred = K.clip(y_pred, epsilon(), 1)
  return K.sum(y_true * K.log(y_true / y_pred), axis=-1)


#: tf.keras.losses.poisson tf.keras.metrics.poisson =poisson
def poisson(y_true, y_pred):
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true, y_pred.dtype)
  least = K.convert(epsilon(), y_pred.dtype)
  return K.mean(y_pred - y_true * K.log(y_pred + least), axis=-1)


#: tf.keras.losses.huber tf.keras.metrics.huber =huber
def huber(y_true, y_pred, delta=1.0):
  y_true, y_pred = pair(y_true, y_pred)
  delta = K.convert(delta, y_pred.dtype)
  error = K.subtract(y_pred, y_true)
  size = K.absolute(error)
  half = K.convert(0.5, size.dtype)
  return K.mean(K.where(size <= delta, half * K.square(error), delta * size - half * K.square(delta)), axis=-1)


def _logits(output, from_logits, op_type, name):
  """(output, is it logits?): in a graph the input of a softmax or sigmoid is taken instead of its result."""
  if tf.executing_eagerly() or not isinstance(output, tf.Tensor) or not hasattr(output, 'op') or output.op.type != op_type:
    return output, from_logits
  if from_logits:
    warnings.warn('"`%s` received `from_logits=True`, but the `output` argument was produced by a %s activation and thus '
                  'does not represent logits. Was this intended?' % (name, op_type), stacklevel=2)
  return output.op.inputs[0], True


def _check_shapes(target, output, least_rank=0):
  shapes = 'Received: target.shape=%s, output.shape=%s' % (target.shape, output.shape)
  if len(target.shape) < least_rank:
    raise ValueError('Arguments `target` and `output` must be at least rank 1. ' + shapes)
  if len(target.shape) != len(output.shape):
    raise ValueError('Arguments `target` and `output` must have the same rank (ndim). ' + shapes)
  for a, b in zip(target.shape, output.shape):
    if a is not None and b is not None and a != b:
      raise ValueError('Arguments `target` and `output` must have the same shape. ' + shapes)


def _binary(target, output, from_logits=False):
  """The cross entropy of each element."""
  target, output = tf.convert_to_tensor(target), tf.convert_to_tensor(output)
  _check_shapes(target, output)
  output, from_logits = _logits(output, from_logits, 'Sigmoid', 'binary_crossentropy')
  if from_logits:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
  output = tf.clip_by_value(output, epsilon(), 1.0 - epsilon())
  value = target * tf.math.log(output)
  value += (1 - target) * tf.math.log(1 - output)
  return -value


def _int_axis(axis):
  if isinstance(axis, bool):
    raise ValueError('`axis` must be of type `int`. Received: axis=%s of type %s' % (axis, type(axis)))


def _smooth_classes(y_true, y_pred, label_smoothing, name):
  if y_pred.shape[-1] == 1:
    warnings.warn('In loss %s, expected y_pred.shape to be (batch_size, num_classes) with num_classes > 1. Received: '
                  "y_pred.shape=%s. Consider using 'binary_crossentropy' if you only have 2 classes." %
                  (name, y_pred.shape), SyntaxWarning, stacklevel=2)
  if label_smoothing:
    num_classes = K.cast(K.shape(y_true)[-1], y_pred.dtype)
    y_true = y_true * (1.0 - label_smoothing) + label_smoothing / num_classes
  return y_true


#: tf.keras.losses.binary_crossentropy tf.keras.metrics.binary_crossentropy =binary_crossentropy
def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  if label_smoothing:
    y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
  return K.mean(_binary(y_true, y_pred, from_logits), axis=axis)


#: tf.keras.losses.binary_focal_crossentropy tf.keras.metrics.binary_focal_crossentropy =binary_focal_crossentropy
def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False,
                              label_smoothing=0.0, axis=-1):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  if label_smoothing:
    y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
  if from_logits:
    y_pred = tf.nn.sigmoid(y_pred)
  value = _binary(y_true, y_pred)
  right = y_true * y_pred + (1 - y_true) * (1 - y_pred)
  value = K.power(1.0 - right, gamma) * value
  if apply_class_balancing:
    value = (y_true * alpha + (1 - y_true) * (1 - alpha)) * value
  return K.mean(value, axis=axis)


#: tf.keras.losses.categorical_crossentropy tf.keras.metrics.categorical_crossentropy =categorical_crossentropy
def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
  _int_axis(axis)
  y_true, y_pred = _cast_pair(y_true, y_pred)
  target = _smooth_classes(y_true, y_pred, label_smoothing, 'categorical_crossentropy')
  output = tf.convert_to_tensor(y_pred)
  _check_shapes(target, output, 1)
  output, from_logits = _logits(output, from_logits, 'Softmax', 'categorical_crossentropy')
  if from_logits:
    return tf.nn.softmax_cross_entropy_with_logits(labels=target, logits=output, axis=axis)
  output = output / tf.reduce_sum(output, axis, keepdims=True)
  output = tf.clip_by_value(output, epsilon(), 1.0 - epsilon())
  return -tf.reduce_sum(target * tf.math.log(output), axis)


#: tf.keras.losses.categorical_focal_crossentropy tf.keras.metrics.categorical_focal_crossentropy
#: =categorical_focal_crossentropy
def categorical_focal_crossentropy(y_true, y_pred, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1):
  _int_axis(axis)
  y_true, y_pred = _cast_pair(y_true, y_pred)
  y_true = _smooth_classes(y_true, y_pred, label_smoothing, 'categorical_focal_crossentropy')
  if from_logits:
    y_pred = tf.nn.softmax(y_pred, axis=axis)
  output = y_pred / K.sum(y_pred, axis=axis, keepdims=True)
  output = K.clip(output, epsilon(), 1.0 - epsilon())
  entropy = -y_true * K.log(output)
  weight = K.multiply(K.power(1.0 - output, gamma), alpha)
  return K.sum(K.multiply(weight, entropy), axis=axis)


#: tf.keras.losses.sparse_categorical_crossentropy tf.keras.metrics.sparse_categorical_crossentropy
#: =sparse_categorical_crossentropy
def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
  if len(y_true.shape) == len(y_pred.shape) and y_true.shape[axis] == 1:
    y_true = K.squeeze(y_true, axis=axis)
  if ignore_class is not None:
    class_axis = axis + len(y_pred.shape) if axis < 0 else axis
    out_shape = tuple(d for i, d in enumerate(K.shape(y_pred)) if i != class_axis)
    valid = K.not_equal(y_true, K.cast(ignore_class, y_pred.dtype))
    y_true = K.where(valid, y_true, 0)
    y_pred = K.where(K.expand_dims(valid, axis), y_pred, 0)
  values = _sparse_categorical(y_true, y_pred, from_logits, axis)
  if ignore_class is not None:
    valid = K.reshape(valid, out_shape)
    values = K.where(valid, values, 0.0)
    values._keras_mask = valid
  return values


def _sparse_categorical(target, output, from_logits, axis):
  if axis != -1 and axis != len(output.shape) - 1:
    raise ValueError('Only axis=-1 is currently supported. Received: axis=%s' % axis)
  output, from_logits = _logits(output, from_logits, 'Softmax', 'sparse_categorical_crossentropy')
  target = tf.cast(tf.convert_to_tensor(target), 'int64')
  output = tf.convert_to_tensor(output)
  if len(target.shape) == len(output.shape) and target.shape[-1] == 1:
    target = tf.squeeze(target, axis=-1)
  if len(output.shape) < 1:
    raise ValueError('Argument `output` must be at least rank 1. Received: output.shape=%s' % (output.shape,))
  if len(target.shape) != len(output.shape[:-1]):
    raise ValueError('Argument `output` must have rank (ndim) `target.ndim - 1`. Received: target.shape=%s, '
                     'output.shape=%s' % (target.shape, output.shape))
  for a, b in zip(target.shape, output.shape[:-1]):
    if a is not None and b is not None and a != b:
      raise ValueError('Arguments `target` and `output` must have the same shape up until the last dimension: '
                       'target.shape=%s, output.shape=%s' % (target.shape, output.shape))
  if not from_logits:
    output = tf.math.log(tf.clip_by_value(output, epsilon(), 1 - epsilon()))
  return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=output)


#: tf.keras.losses.ctc =ctc
def ctc(y_true, y_pred):
  if len(K.shape(y_true)) != 2:
    raise ValueError('Targets `y_true` are expected to be a tensor of shape `(batch_size, max_length)` in integer format. '
                     'Received: y_true.shape=%s' % (K.shape(y_true),))
  if len(K.shape(y_pred)) != 3:
    raise ValueError('Logits `y_pred` are expected to be a tensor of shape `(batch_size, max_length, num_classes)`. '
                     'Received: y_pred.shape=%s' % (K.shape(y_pred),))
  batch = K.shape(y_pred)[0]
  input_length = K.shape(y_pred)[1]
  input_length = input_length * K.ones((batch,), dtype='int32')
  label_length = K.cast(K.sum(y_true != 0, axis=-1), 'int32')
  target, output = tf.cast(K.convert(y_true), 'int32'), K.convert(y_pred)
  result = K.result_type(output.dtype, 'float32')
  output = tf.cast(output, 'float32' if result == 'float64' else result)
  loss = tf.nn.ctc_loss(labels=target, logits=output, label_length=label_length, logit_length=input_length, blank_index=0,
                        logits_time_major=False)
  return tf.cast(loss, result)


#: tf.keras.losses.dice =dice
def dice(y_true, y_pred, axis=None):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  common = K.sum(y_true * y_pred, axis=axis)
  value = K.divide(2.0 * common, K.sum(y_true, axis=axis) + K.sum(y_pred, axis=axis) + epsilon())
  return 1 - value


#: tf.keras.losses.tversky =tversky
def tversky(y_true, y_pred, alpha=0.5, beta=0.5, axis=None):
  y_true, y_pred = _cast_pair(y_true, y_pred)
  common = K.sum(y_true * y_pred, axis=axis)
  missed = K.sum((1 - y_pred) * y_true, axis=axis)
  wrong = K.sum(y_pred * (1 - y_true), axis=axis)
  return 1 - K.divide(common, common + missed * alpha + wrong * beta + epsilon())


def _same_label_masks(labels, others, remove_diagonal):
  """Which pairs have the same label, and which have not."""
  if len(labels.shape) == 1:
    labels = K.reshape(labels, (-1, 1))
  if len(others.shape) == 1:
    others = K.reshape(others, (-1, 1))
  same = K.equal(labels, K.transpose(others))
  different = K.logical_not(same)
  if remove_diagonal:
    same = K.logical_and(same, ~K.eye(K.size(labels), K.size(others), dtype='bool'))
  return same, different


#: tf.keras.losses.circle =circle
def circle(y_true, y_pred, ref_labels=None, ref_embeddings=None, remove_diagonal=True, gamma=80, margin=0.4):
  y_pred = K.convert(y_pred)
  y_true = K.cast(y_true, 'int32')
  ref_embeddings = y_pred if ref_embeddings is None else K.convert(ref_embeddings)
  ref_labels = y_true if ref_labels is None else K.cast(ref_labels, 'int32')
  distances = K.maximum(1 - tf.matmul(y_pred, K.transpose(ref_embeddings)), 0.0)
  same, different = _same_label_masks(y_true, ref_labels, remove_diagonal)
  same, different = K.cast(same, distances.dtype), K.cast(different, distances.dtype)
  same_weights = K.maximum((margin + distances) * same, 0.0)
  different_weights = K.maximum((1 + margin - distances) * different, 0.0)
  same_distances = margin - distances
  different_distances = (1 - margin) - distances
  same_terms = -1 * gamma * same_weights * same_distances
  different_terms = gamma * different_weights * different_distances
  same_loss = K.logsumexp(K.where(same, same_terms, float('-inf')), axis=1)
  different_loss = K.logsumexp(K.where(different, different_terms, float('-inf')), axis=1)
  value = tf.math.softplus(same_loss + different_loss)
  value._keras_mask = value > 0
  return value


#: tf.keras.losses.categorical_generalized_cross_entropy =categorical_generalized_cross_entropy
def categorical_generalized_cross_entropy(y_true, y_pred, q):
  one_hot = K.one_hot(K.cast(y_true, 'int'), K.shape(y_pred)[-1])
  one_hot = K.cast(one_hot, y_pred.dtype)
  p = K.sum(y_pred * one_hot, axis=-1)
  return (1 - K.power(p, q)) / q
