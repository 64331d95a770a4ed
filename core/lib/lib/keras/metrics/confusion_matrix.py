"""How metrics count right and wrong predictions (keras/src/metrics/metrics_utils.py). The counts are called 'tp', 'fp',
'tn' and 'fn'; a metric hands over the variables of those that it wants."""
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.loss import same_rank

NEG_INF = -1e10


def to_list(x):
  return x if isinstance(x, list) else [x]


def parse_thresholds(thresholds, default=0.5):
  """The thresholds as a list of numbers in [0, 1]."""
  if thresholds is not None:
    invalid = [t for t in to_list(thresholds) if t is None or t < 0 or t > 1]
    if invalid:
      raise ValueError('Threshold values must be in [0, 1]. Received: %s' % invalid)
  return to_list(default if thresholds is None else thresholds)


def are_even(thresholds):
  """Whether the thresholds lie evenly between 0 and 1."""
  count = len(thresholds)
  if count < 3:
    return False
  even = np.arange(count, dtype=np.float32) / (count - 1)
  return bool(np.allclose(thresholds, even, atol=epsilon()))


def _update_by_buckets(variables, y_true, y_pred, thresholds, multi_label, sample_weights, label_weights, with_epsilon):
  """For even thresholds: each prediction falls into a bucket, and the buckets are summed from the highest."""
  count = K.shape(thresholds)[0]
  if sample_weights is None:
    sample_weights = 1.0
  else:
    sample_weights = tf.broadcast_to(K.cast(sample_weights, y_pred.dtype), K.shape(y_pred))
    if not multi_label:
      sample_weights = K.reshape(sample_weights, [-1])
  if label_weights is None:
    label_weights = 1.0
  else:
    label_weights = tf.broadcast_to(K.expand_dims(label_weights, 0), K.shape(y_pred))
    if not multi_label:
      label_weights = K.reshape(label_weights, [-1])
  weights = K.cast(K.multiply(sample_weights, label_weights), y_true.dtype)
  y_pred = K.clip(y_pred, 0.0, 1.0)
  y_true = K.cast(K.cast(y_true, 'bool'), y_true.dtype)
  if not multi_label:
    y_true = K.reshape(y_true, [-1])
    y_pred = K.reshape(y_pred, [-1])
  true_labels = K.multiply(y_true, weights)
  false_labels = K.multiply(1.0 - y_true, weights)
  buckets = K.ceil(y_pred * (K.cast(count, y_pred.dtype) - 1)) - 1
  if with_epsilon:
    buckets = tf.nn.relu(buckets)
  buckets = K.cast(buckets, 'int32')
  if multi_label:
    true_labels = K.transpose(true_labels)
    false_labels = K.transpose(false_labels)
    buckets = K.transpose(buckets)
    gather = lambda pair: K.segment_sum(pair[0], pair[1], count)
    tp_buckets = tf.vectorized_map(gather, (true_labels, buckets))
    fp_buckets = tf.vectorized_map(gather, (false_labels, buckets))
    tp = K.transpose(K.flip(K.cumsum(K.flip(tp_buckets), axis=1)))
    fp = K.transpose(K.flip(K.cumsum(K.flip(fp_buckets), axis=1)))
  else:
    tp_buckets = K.segment_sum(true_labels, buckets, count)
    fp_buckets = K.segment_sum(false_labels, buckets, count)
    tp = K.flip(K.cumsum(K.flip(tp_buckets)))
    fp = K.flip(K.cumsum(K.flip(fp_buckets)))
  if 'tn' in variables or 'fn' in variables:
    axis = 1 if multi_label else None
    all_true, all_false = K.sum(true_labels, axis=axis), K.sum(false_labels, axis=axis)
  if 'tp' in variables:
    variables['tp'].assign(variables['tp'] + tp)
  if 'fp' in variables:
    variables['fp'].assign(variables['fp'] + fp)
  if 'tn' in variables:
    tn = all_false - fp
    variables['tn'].assign(variables['tn'] + tn)
  if 'fn' in variables:
    fn = all_true - tp
    variables['fn'].assign(variables['fn'] + fn)


def _only_top_k(x, k):
  """The k largest of the last axis; the others become NEG_INF."""
  places = tf.math.top_k(x, k)[1]
  mask = K.sum(K.one_hot(places, K.shape(x)[-1], axis=-1), axis=-2)
  return x * mask + NEG_INF * (1 - mask)


def update(variables, y_true, y_pred, thresholds, top_k=None, class_id=None, sample_weight=None, multi_label=False,
           label_weights=None, even=False):
  """Adds to the variables what these predictions count for, at each threshold."""
  dtype = list(variables.values())[0].dtype
  y_true = K.cast(y_true, dtype)
  y_pred = K.cast(y_pred, dtype)
  if even:
    with_epsilon = thresholds[0] < 0.0 or thresholds[-1] > 1.0
  thresholds = K.convert(thresholds, dtype)
  count = K.shape(thresholds)[0]
  # Thresholds for all labels are one row; Keras makes nodes of asking for that.
  one_row = K.equal(np.array(1, dtype='int32'), len(thresholds.shape)) if multi_label else np.array(True)
  y_pred, y_true = same_rank(y_pred, y_true)
  if sample_weight is not None:
    sample_weight = K.expand_dims(K.cast(sample_weight, dtype), axis=-1)
    _, sample_weight = same_rank(y_true, sample_weight, expand_rank_1=False)
  if top_k is not None:
    y_pred = _only_top_k(y_pred, top_k)
  if class_id is not None:
    if len(y_pred.shape) == 1:
      raise ValueError('When class_id is provided, y_pred must be a 2D array with shape (num_samples, num_classes), found '
                       'shape: %s' % (y_pred.shape,))
    y_true = y_true[..., class_id, None]
    y_pred = y_pred[..., class_id, None]
  if even:
    return _update_by_buckets(variables, y_true, y_pred, thresholds, multi_label, sample_weight, label_weights,
                              with_epsilon)
  pred_shape = K.shape(y_pred)
  predictions = pred_shape[0]
  dynamic = None in y_pred.shape.as_list()
  if len(y_pred.shape) == 1:
    labels = 1
  elif dynamic:
    labels = K.cast(K.prod(tf.convert_to_tensor(pred_shape[1:]), axis=0), 'int32')
  else:
    labels = math.prod(pred_shape[1:])
  tile_of_labels = K.where(one_row, labels, 1) if dynamic else labels
  if multi_label:
    preds = K.expand_dims(y_pred, 0)
    trues = K.expand_dims(K.cast(y_true, 'bool'), 0)
    thresholds_shape, thresholds_tiles, data_tiles = [count, 1, -1], [1, predictions, tile_of_labels], [count, 1, 1]
  else:
    preds = K.reshape(y_pred, [1, -1])
    trues = K.reshape(K.cast(y_true, 'bool'), [1, -1])
    thresholds_shape, thresholds_tiles, data_tiles = [count, -1], [1, predictions * labels], [count, 1]
  thresholds_tiled = K.tile(K.reshape(thresholds, thresholds_shape), thresholds_tiles)
  preds_tiled = K.tile(preds, data_tiles)
  pred_is_pos = K.greater(preds_tiled, thresholds_tiled)
  label_is_pos = K.tile(trues, data_tiles)
  weights = None
  if sample_weight is not None:
    sample_weight = tf.broadcast_to(K.cast(sample_weight, y_pred.dtype), K.shape(y_pred))
    weights = K.tile(K.reshape(sample_weight, thresholds_tiles), data_tiles)
  if label_weights is not None and not multi_label:
    label_weights = tf.broadcast_to(K.expand_dims(label_weights, 0), K.shape(y_pred))
    label_weights = K.tile(K.reshape(label_weights, thresholds_tiles), data_tiles)
    weights = label_weights if weights is None else K.multiply(weights, label_weights)
  cases = {'tp': (label_is_pos, pred_is_pos)}
  if 'fn' in variables or 'tn' in variables:
    pred_is_neg = K.logical_not(pred_is_pos)
    cases['fn'] = (label_is_pos, pred_is_neg)
  if 'fp' in variables or 'tn' in variables:
    label_is_neg = K.logical_not(label_is_pos)
    cases['fp'] = (label_is_neg, pred_is_pos)
    if 'tn' in variables:
      cases['tn'] = (label_is_neg, pred_is_neg)
  for name, (label, pred) in cases.items():
    if name in variables:
      variable = variables[name]
      both = K.logical_and(label, pred)
      if weights is not None:
        values = K.where(both, K.cast(weights, variable.dtype), 0)
      else:
        values = K.cast(both, variable.dtype)
      variable.assign(variable + K.sum(values, 1))
