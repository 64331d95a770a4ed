"""tf.keras.metrics.AUC (keras/src/metrics/confusion_metrics.py): the area under a curve of rates."""
import enum

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.initializers import Zeros
from tensorflow_lib.keras.metric import Metric
from tensorflow_lib.keras.metrics import confusion_matrix
from tensorflow_lib.keras.serialization import say_source


class AUCCurve(enum.Enum):
  ROC = 'ROC'
  PR = 'PR'
  PRGAIN = 'PRGAIN'

  @staticmethod
  def from_str(key):
    if key not in ('pr', 'PR', 'roc', 'ROC', 'prgain', 'PRGAIN'):
      raise ValueError('Invalid AUC curve value: "%s". Expected values are ["PR", "ROC", "PRGAIN"]' % (key,))
    return AUCCurve(key.upper())


class AUCSummationMethod(enum.Enum):
  INTERPOLATION = 'interpolation'
  MAJORING = 'majoring'
  MINORING = 'minoring'

  @staticmethod
  def from_str(key):
    if key not in ('interpolation', 'Interpolation', 'majoring', 'Majoring', 'minoring', 'Minoring'):
      raise ValueError('Invalid AUC summation method value: "%s". Expected values are ["interpolation", "majoring", '
                       '"minoring"]' % (key,))
    return AUCSummationMethod(key.lower())


say_source(globals(), 'keras.src.metrics.metrics_utils')


#: tf.keras.metrics.AUC
class AUC(Metric):
  """The area under a curve, summed up over thresholds."""

  def __init__(self, num_thresholds=200, curve='ROC', summation_method='interpolation', name=None, dtype=None,
               thresholds=None, multi_label=False, num_labels=None, label_weights=None, from_logits=False):
    self._direction = 'up'
    self._init_from_thresholds = thresholds is not None
    if thresholds is not None:
      self.num_thresholds = len(thresholds) + 2
      thresholds = sorted(thresholds)
      self._thresholds_distributed_evenly = confusion_matrix.are_even(np.array([0.0] + thresholds + [1.0]))
    else:
      if num_thresholds <= 1:
        raise ValueError('Argument `num_thresholds` must be an integer > 1. Received: num_thresholds=%s' % num_thresholds)
      self.num_thresholds = num_thresholds
      thresholds = [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
      self._thresholds_distributed_evenly = True
    self._thresholds = np.array([0.0 - epsilon()] + thresholds + [1.0 + epsilon()])
    self.curve = curve if isinstance(curve, AUCCurve) else AUCCurve.from_str(curve)
    self.summation_method = (summation_method if isinstance(summation_method, AUCSummationMethod) else
                             AUCSummationMethod.from_str(summation_method))
    super().__init__(name=name, dtype=dtype)
    self.multi_label = multi_label
    self.num_labels = num_labels
    self.label_weights = None if label_weights is None else K.convert(label_weights, self.dtype)
    self._from_logits = from_logits
    self._built = False
    if self.multi_label:
      if num_labels:
        self._build([None, num_labels])
    else:
      if num_labels:
        raise ValueError('`num_labels` is needed only when `multi_label` is True.')
      self._build(None)

  @property
  def thresholds(self):
    return list(self._thresholds)

  def _build(self, shape):
    if self.multi_label:
      if len(shape) != 2:
        raise ValueError('`y_pred` must have rank 2 when `multi_label=True`. Found rank %d. Full shape received for '
                         '`y_pred`: %s' % (len(shape), shape))
      self._num_labels = shape[1]
      shape = [self.num_thresholds, self._num_labels]
    else:
      shape = [self.num_thresholds]
    self.true_positives = self.add_variable(shape, Zeros(), name='true_positives')
    self.false_positives = self.add_variable(shape, Zeros(), name='false_positives')
    self.true_negatives = self.add_variable(shape, Zeros(), name='true_negatives')
    self.false_negatives = self.add_variable(shape, Zeros(), name='false_negatives')
    self._built = True

  def update_state(self, y_true, y_pred, sample_weight=None):
    if not self._built:
      self._build(y_pred.shape)
    label_weights = None if self.multi_label else self.label_weights
    if self._from_logits:
      y_pred = tf.nn.sigmoid(y_pred)
    confusion_matrix.update({'tp': self.true_positives, 'tn': self.true_negatives, 'fp': self.false_positives,
                             'fn': self.false_negatives}, y_true, y_pred, self._thresholds,
                            even=self._thresholds_distributed_evenly, sample_weight=sample_weight,
                            multi_label=self.multi_label, label_weights=label_weights)

  def _summed(self, terms):
    """The area from its parts; of several labels the mean."""
    if not self.multi_label:
      return K.sum(terms)
    by_label = K.sum(terms, axis=0)
    if self.label_weights is None:
      return K.mean(by_label)
    return K.divide_no_nan(K.sum(K.multiply(by_label, self.label_weights)), K.sum(self.label_weights))

  def interpolate_pr_auc(self):
    """The area under a curve of precisions, where true positives grow linearly between two thresholds."""
    last = self.num_thresholds - 1
    dtp = K.subtract(self.true_positives[:last], self.true_positives[1:])
    p = K.add(self.true_positives, self.false_positives)
    dp = K.subtract(p[:last], p[1:])
    slope = K.divide_no_nan(dtp, K.maximum(dp, 0))
    intercept = K.subtract(self.true_positives[1:], K.multiply(slope, p[1:]))
    ratio = K.where(K.logical_and(p[:last] > 0, p[1:] > 0), K.divide_no_nan(p[:last], K.maximum(p[1:], 0)),
                    K.ones_like(p[1:]))
    parts = K.divide_no_nan(K.multiply(slope, K.add(dtp, K.multiply(intercept, K.log(ratio)))),
                            K.maximum(K.add(self.true_positives[1:], self.false_negatives[1:]), 0))
    return self._summed(parts)

  def result(self):
    if self.curve == AUCCurve.PR and self.summation_method == AUCSummationMethod.INTERPOLATION:
      return self.interpolate_pr_auc()
    recall = K.divide_no_nan(self.true_positives, K.add(self.true_positives, self.false_negatives))
    if self.curve == AUCCurve.ROC:
      x = K.divide_no_nan(self.false_positives, K.add(self.false_positives, self.true_negatives))
      y = recall
    elif self.curve == AUCCurve.PR:
      x = recall
      y = K.divide_no_nan(self.true_positives, K.add(self.true_positives, self.false_positives))
    else:
      scale = K.divide_no_nan(K.add(self.true_positives, self.false_negatives),
                              K.add(self.true_negatives, self.false_positives))
      x = 1.0 - scale * K.divide_no_nan(self.false_negatives, self.true_positives)
      y = 1.0 - scale * K.divide_no_nan(self.false_positives, self.true_positives)
      x = K.where(K.equal(self.true_positives, 0.0), 0.0, x)
      y = K.where(K.equal(self.true_positives, 0.0), 1.0, y)
      x = K.maximum(x, 0.0)
    last = self.num_thresholds - 1
    if self.summation_method == AUCSummationMethod.INTERPOLATION:
      heights = K.divide(K.add(y[:last], y[1:]), 2.0)
    elif self.summation_method == AUCSummationMethod.MINORING:
      heights = K.minimum(y[:last], y[1:])
    else:
      heights = K.maximum(y[:last], y[1:])
    return self._summed(K.multiply(K.subtract(x[:last], x[1:]), heights))

  def reset_state(self):
    if self._built:
      shape = (self.num_thresholds, self._num_labels) if self.multi_label else (self.num_thresholds,)
      for v in (self.true_positives, self.false_positives, self.true_negatives, self.false_negatives):
        v.assign(K.zeros(shape))

  def get_config(self):
    config = {**super().get_config(), 'num_thresholds': self.num_thresholds, 'curve': self.curve.value,
              'summation_method': self.summation_method.value, 'multi_label': self.multi_label,
              'num_labels': self.num_labels, 'label_weights': self.label_weights, 'from_logits': self._from_logits}
    if self._init_from_thresholds:
      config['thresholds'] = self.thresholds[1:-1]
    return config


say_source(globals(), 'keras.src.metrics.confusion_metrics')
