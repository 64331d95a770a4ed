"""tf.keras.metrics: counts of right and wrong predictions, precision, recall (keras/src/metrics/confusion_metrics.py)."""
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.initializers import Zeros
from tensorflow_lib.keras.metric import Metric
from tensorflow_lib.keras.metrics import confusion_matrix
from tensorflow_lib.keras.metrics.confusion_matrix import NEG_INF, are_even, parse_thresholds, to_list
from tensorflow_lib.keras.serialization import say_source


class _ConditionCount(Metric):
  """The number of predictions of one kind, for each threshold."""
  _what = ''

  def __init__(self, thresholds=None, name=None, dtype=None):
    super().__init__(name=name, dtype=dtype)
    self.init_thresholds = thresholds
    self.thresholds = parse_thresholds(thresholds)
    self._thresholds_distributed_evenly = are_even(self.thresholds)
    self.accumulator = self.add_variable((len(self.thresholds),), Zeros(), name='accumulator')

  def update_state(self, y_true, y_pred, sample_weight=None):
    return confusion_matrix.update({self._what: self.accumulator}, y_true, y_pred, thresholds=self.thresholds,
                                   even=self._thresholds_distributed_evenly, sample_weight=sample_weight)

  def result(self):
    return K.convert(self.accumulator[0] if len(self.thresholds) == 1 else self.accumulator)

  def get_config(self):
    return {**super().get_config(), 'thresholds': self.init_thresholds}


#: tf.keras.metrics.FalsePositives
class FalsePositives(_ConditionCount):
  _what = 'fp'


#: tf.keras.metrics.FalseNegatives
class FalseNegatives(_ConditionCount):
  _what = 'fn'


#: tf.keras.metrics.TrueNegatives
class TrueNegatives(_ConditionCount):
  _what = 'tn'


#: tf.keras.metrics.TruePositives
class TruePositives(_ConditionCount):
  _what = 'tp'


class _Share(Metric):
  """The share of true positives among them and another count."""
  _other = ''
  _other_name = ''

  def __init__(self, thresholds=None, top_k=None, class_id=None, name=None, dtype=None):
    super().__init__(name=name, dtype=dtype)
    self._direction = 'up'
    self.init_thresholds = thresholds
    self.top_k = top_k
    self.class_id = class_id
    self.thresholds = parse_thresholds(thresholds, 0.5 if top_k is None else NEG_INF)
    self._thresholds_distributed_evenly = are_even(self.thresholds)
    shape = (len(self.thresholds),)
    self.true_positives = self.add_variable(shape, Zeros(), name='true_positives')
    setattr(self, self._other_name, self.add_variable(shape, Zeros(), name=self._other_name))

  def update_state(self, y_true, y_pred, sample_weight=None):
    confusion_matrix.update({'tp': self.true_positives, self._other: getattr(self, self._other_name)}, y_true, y_pred,
                            thresholds=self.thresholds, even=self._thresholds_distributed_evenly, top_k=self.top_k,
                            class_id=self.class_id, sample_weight=sample_weight)

  def result(self):
    share = K.divide_no_nan(self.true_positives, K.add(self.true_positives, getattr(self, self._other_name)))
    return share[0] if len(self.thresholds) == 1 else share

  def reset_state(self):
    count = len(to_list(self.thresholds))
    self.true_positives.assign(K.zeros((count,)))
    getattr(self, self._other_name).assign(K.zeros((count,)))

  def get_config(self):
    return {**super().get_config(), 'thresholds': self.init_thresholds, 'top_k': self.top_k, 'class_id': self.class_id}


#: tf.keras.metrics.Precision
class Precision(_Share):
  _other, _other_name = 'fp', 'false_positives'


#: tf.keras.metrics.Recall
class Recall(_Share):
  _other, _other_name = 'fn', 'false_negatives'


class SensitivitySpecificityBase(Metric):
  """The best of one rate where another is at least `value`."""

  def __init__(self, value, num_thresholds=200, class_id=None, name=None, dtype=None):
    super().__init__(name=name, dtype=dtype)
    self._direction = 'up'
    if num_thresholds <= 0:
      raise ValueError('Argument `num_thresholds` must be an integer > 0. Received: num_thresholds=%s' % num_thresholds)
    self.value = value
    self.class_id = class_id
    if num_thresholds == 1:
      self.thresholds = [0.5]
      self._thresholds_distributed_evenly = False
    else:
      inner = [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
      self.thresholds = [0.0] + inner + [1.0]
      self._thresholds_distributed_evenly = True
    shape = (len(self.thresholds),)
    self.true_positives = self.add_variable(shape, Zeros(), name='true_positives')
    self.false_positives = self.add_variable(shape, Zeros(), name='false_positives')
    self.true_negatives = self.add_variable(shape, Zeros(), name='true_negatives')
    self.false_negatives = self.add_variable(shape, Zeros(), name='false_negatives')

  def update_state(self, y_true, y_pred, sample_weight=None):
    confusion_matrix.update({'tp': self.true_positives, 'tn': self.true_negatives, 'fp': self.false_positives,
                             'fn': self.false_negatives}, y_true, y_pred, thresholds=self.thresholds,
                            even=self._thresholds_distributed_evenly, class_id=self.class_id, sample_weight=sample_weight)

  def reset_state(self):
    for v in (self.true_positives, self.false_positives, self.true_negatives, self.false_negatives):
      v.assign(K.zeros((len(self.thresholds),)))

  def get_config(self):
    return {**super().get_config(), 'class_id': self.class_id}

  def _rate(self, a, b):
    return K.divide_no_nan(a, K.add(a, b))

  def _sensitivities(self):
    return self._rate(self.true_positives, self.false_negatives)

  def _specificities(self):
    return self._rate(self.true_negatives, self.false_positives)

  def _precisions(self):
    return self._rate(self.true_positives, self.false_positives)

  def _best(self, constrained, dependent):
    feasible = K.greater_equal(constrained, self.value)
    return K.max(K.where(feasible, dependent, 0), initial=0)


def _check_rate(name, value):
  if value < 0 or value > 1:
    raise ValueError('Argument `%s` must be in the range [0, 1]. Received: %s=%s' % (name, name, value))


#: tf.keras.metrics.SensitivityAtSpecificity
class SensitivityAtSpecificity(SensitivitySpecificityBase):
  def __init__(self, specificity, num_thresholds=200, class_id=None, name=None, dtype=None):
    _check_rate('specificity', specificity)
    self.specificity = specificity
    self.num_thresholds = num_thresholds
    super().__init__(specificity, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)

  def result(self):
    sensitivities = self._sensitivities()
    return self._best(self._specificities(), sensitivities)

  def get_config(self):
    return {**super().get_config(), 'num_thresholds': self.num_thresholds, 'specificity': self.specificity}


#: tf.keras.metrics.SpecificityAtSensitivity
class SpecificityAtSensitivity(SensitivitySpecificityBase):
  def __init__(self, sensitivity, num_thresholds=200, class_id=None, name=None, dtype=None):
    _check_rate('sensitivity', sensitivity)
    self.sensitivity = sensitivity
    self.num_thresholds = num_thresholds
    super().__init__(sensitivity, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)

  def result(self):
    sensitivities = self._sensitivities()
    return self._best(sensitivities, self._specificities())

  def get_config(self):
    return {**super().get_config(), 'num_thresholds': self.num_thresholds, 'sensitivity': self.sensitivity}


#: tf.keras.metrics.PrecisionAtRecall
class PrecisionAtRecall(SensitivitySpecificityBase):
  def __init__(self, recall, num_thresholds=200, class_id=None, name=None, dtype=None):
    _check_rate('recall', recall)
    self.recall = recall
    self.num_thresholds = num_thresholds
    super().__init__(value=recall, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)

  def result(self):
    recalls = self._sensitivities()
    return self._best(recalls, self._precisions())

  def get_config(self):
    return {**super().get_config(), 'num_thresholds': self.num_thresholds, 'recall': self.recall}


#: tf.keras.metrics.RecallAtPrecision
class RecallAtPrecision(SensitivitySpecificityBase):
  def __init__(self, precision, num_thresholds=200, class_id=None, name=None, dtype=None):
    _check_rate('precision', precision)
    self.precision = precision
    self.num_thresholds = num_thresholds
    super().__init__(value=precision, num_thresholds=num_thresholds, class_id=class_id, name=name, dtype=dtype)

  def result(self):
    recalls = self._sensitivities()
    return self._best(self._precisions(), recalls)

  def get_config(self):
    return {**super().get_config(), 'num_thresholds': self.num_thresholds, 'precision': self.precision}


say_source(globals(), 'keras.src.metrics.confusion_metrics')
