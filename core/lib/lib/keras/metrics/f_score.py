"""tf.keras.metrics.FBetaScore and F1Score (keras/src/metrics/f_score_metrics.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.initializers import Zeros
from tensorflow_lib.keras.metric import Metric
from tensorflow_lib.keras.metrics.means import check_rows
from tensorflow_lib.keras.serialization import say_source


#: tf.keras.metrics.FBetaScore
class FBetaScore(Metric):
  """The weighted harmonic mean of precision and recall."""

  def __init__(self, average=None, beta=1.0, threshold=None, name='fbeta_score', dtype=None):
    super().__init__(name=name, dtype=dtype)
    self._direction = 'up'
    if average not in (None, 'micro', 'macro', 'weighted'):
      raise ValueError("Invalid `average` argument value. Expected one of: {None, 'micro', 'macro', 'weighted'}. Received: "
                       'average=%s' % (average,))
    if not isinstance(beta, float):
      raise ValueError("Invalid `beta` argument value. It should be a Python float. Received: beta=%s of type '%s'" %
                       (beta, type(beta)))
    if beta <= 0.0:
      raise ValueError('Invalid `beta` argument value. It should be > 0. Received: beta=%s' % beta)
    if threshold is not None:
      if not isinstance(threshold, float):
        raise ValueError('Invalid `threshold` argument value. It should be a Python float. Received: threshold=%s of type '
                         "'%s'" % (threshold, type(threshold)))
      if threshold > 1.0 or threshold <= 0.0:
        raise ValueError('Invalid `threshold` argument value. It should verify 0 < threshold <= 1. Received: threshold=%s' %
                         threshold)
    self.average = average
    self.beta = beta
    self.threshold = threshold
    self.axis = None if average == 'micro' else 0
    self._built = False

  def _build(self, y_true_shape, y_pred_shape):
    check_rows('FBetaScore', y_true_shape, y_pred_shape)
    shape = () if self.average == 'micro' else (y_pred_shape[-1],)
    add = lambda name: self.add_variable(shape, Zeros(), dtype=self.dtype, name=name)
    self.true_positives = add('true_positives')
    self.false_positives = add('false_positives')
    self.false_negatives = add('false_negatives')
    self.intermediate_weights = add('intermediate_weights')
    self._built = True

  def update_state(self, y_true, y_pred, sample_weight=None):
    y_true = K.convert(y_true, self.dtype)
    y_pred = K.convert(y_pred, self.dtype)
    if not self._built:
      self._build(y_true.shape, y_pred.shape)
    if self.threshold is None:
      threshold = K.max(y_pred, axis=-1, keepdims=True)
      y_pred = K.logical_and(y_pred >= threshold, K.absolute(y_pred) > 1e-9)
    else:
      y_pred = y_pred > self.threshold
    y_pred = K.cast(y_pred, self.dtype)
    y_true = K.cast(y_true, self.dtype)
    if sample_weight is not None:
      sample_weight = K.convert(sample_weight, self.dtype)

    def weighted_sum(value):
      if sample_weight is not None:
        value = K.multiply(value, K.expand_dims(sample_weight, 1))
      return K.sum(value, axis=self.axis)

    self.true_positives.assign(self.true_positives + weighted_sum(y_pred * y_true))
    self.false_positives.assign(self.false_positives + weighted_sum(y_pred * (1 - y_true)))
    self.false_negatives.assign(self.false_negatives + weighted_sum((1 - y_pred) * y_true))
    self.intermediate_weights.assign(self.intermediate_weights + weighted_sum(y_true))

  def result(self):
    precision = K.divide(self.true_positives, self.true_positives + self.false_positives + epsilon())
    recall = K.divide(self.true_positives, self.true_positives + self.false_negatives + epsilon())
    precision = K.convert(precision, self.dtype)
    recall = K.convert(recall, self.dtype)
    product = precision * recall
    weighted = ((self.beta ** 2) * precision) + recall
    score = K.divide(product, weighted + epsilon()) * (1 + (self.beta ** 2))
    if self.average == 'weighted':
      weights = K.divide(self.intermediate_weights, K.sum(self.intermediate_weights) + epsilon())
      score = K.sum(score * weights)
    elif self.average is not None:
      score = K.mean(score)
    return score

  def get_config(self):
    return {**super().get_config(), 'average': self.average, 'beta': self.beta, 'threshold': self.threshold}


#: tf.keras.metrics.F1Score
class F1Score(FBetaScore):
  """The harmonic mean of precision and recall."""

  def __init__(self, average=None, threshold=None, name='f1_score', dtype=None):
    super().__init__(average=average, beta=1.0, threshold=threshold, name=name, dtype=dtype)

  def get_config(self):
    config = super().get_config()
    del config['beta']
    return config


say_source(globals(), 'keras.src.metrics.f_score_metrics')
