"""tf.keras.metrics: means of losses, of correlations, and scores of regressions (keras/src/metrics/*_metrics.py)."""
import warnings

import tensorflow as tf
from tensorflow_lib.keras import losses
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.initializers import Zeros
from tensorflow_lib.keras.loss import pair, same_rank
from tensorflow_lib.keras.metric import Mean, Metric, Shown
from tensorflow_lib.keras.serialization import say_source


class _Down(Shown):
  _better = 'down'


class _Up(Shown):
  _better = 'up'


#: tf.keras.metrics.Hinge
class Hinge(_Down):
  def __init__(self, name='hinge', dtype=None):
    super().__init__(losses.hinge, name, dtype)


#: tf.keras.metrics.SquaredHinge
class SquaredHinge(_Down):
  def __init__(self, name='squared_hinge', dtype=None):
    super().__init__(losses.squared_hinge, name, dtype)


#: tf.keras.metrics.CategoricalHinge
class CategoricalHinge(_Down):
  def __init__(self, name='categorical_hinge', dtype=None):
    super().__init__(losses.categorical_hinge, name, dtype)


say_source(globals(), 'keras.src.metrics.hinge_metrics')


#: tf.keras.metrics.KLDivergence
class KLDivergence(Shown):
  def __init__(self, name='kl_divergence', dtype=None):
    super().__init__(losses.kl_divergence, name, dtype)


#: tf.keras.metrics.Poisson
class Poisson(Shown):
  def __init__(self, name='poisson', dtype=None):
    super().__init__(losses.poisson, name, dtype)


#: tf.keras.metrics.BinaryCrossentropy
class BinaryCrossentropy(_Down):
  _shown = ('from_logits', 'label_smoothing')

  def __init__(self, name='binary_crossentropy', dtype=None, from_logits=False, label_smoothing=0):
    super().__init__(losses.binary_crossentropy, name, dtype, from_logits=from_logits, label_smoothing=label_smoothing)


#: tf.keras.metrics.CategoricalCrossentropy
class CategoricalCrossentropy(_Down):
  _shown = ('from_logits', 'label_smoothing', 'axis')

  def __init__(self, name='categorical_crossentropy', dtype=None, from_logits=False, label_smoothing=0, axis=-1):
    super().__init__(losses.categorical_crossentropy, name, dtype, from_logits=from_logits,
                     label_smoothing=label_smoothing, axis=axis)


#: tf.keras.metrics.SparseCategoricalCrossentropy
class SparseCategoricalCrossentropy(_Down):
  _shown = ('from_logits', 'ignore_class', 'axis')

  def __init__(self, name='sparse_categorical_crossentropy', dtype=None, from_logits=False, ignore_class=None, axis=-1):
    super().__init__(losses.sparse_categorical_crossentropy, name, dtype, from_logits=from_logits,
                     ignore_class=ignore_class, axis=axis)


say_source(globals(), 'keras.src.metrics.probabilistic_metrics')


#: tf.keras.metrics.MeanSquaredError
class MeanSquaredError(_Down):
  def __init__(self, name='mean_squared_error', dtype=None):
    super().__init__(losses.mean_squared_error, name, dtype)


#: tf.keras.metrics.MeanAbsoluteError
class MeanAbsoluteError(_Down):
  def __init__(self, name='mean_absolute_error', dtype=None):
    super().__init__(losses.mean_absolute_error, name, dtype)


#: tf.keras.metrics.MeanAbsolutePercentageError
class MeanAbsolutePercentageError(_Down):
  def __init__(self, name='mean_absolute_percentage_error', dtype=None):
    super().__init__(losses.mean_absolute_percentage_error, name, dtype)


#: tf.keras.metrics.MeanSquaredLogarithmicError
class MeanSquaredLogarithmicError(_Down):
  def __init__(self, name='mean_squared_logarithmic_error', dtype=None):
    super().__init__(losses.mean_squared_logarithmic_error, name, dtype)


#: tf.keras.metrics.RootMeanSquaredError
class RootMeanSquaredError(Mean):
  """The root of the mean of squared errors."""

  def __init__(self, name='root_mean_squared_error', dtype=None):
    super().__init__(name, dtype=dtype)
    self._direction = 'down'

  def update_state(self, y_true, y_pred, sample_weight=None):
    y_true = K.convert(y_true, self._dtype)
    y_pred = K.convert(y_pred, self._dtype)
    y_true, y_pred = same_rank(y_true, y_pred)
    return super().update_state(K.square(y_pred - y_true), sample_weight=sample_weight)

  def result(self):
    return K.sqrt(super().result())


def cosine_similarity(y_true, y_pred, axis=-1):
  y_true, y_pred = pair(y_true, y_pred)
  y_pred = K.normalize(y_pred, axis=axis)
  y_true = K.normalize(y_true, axis=axis)
  return K.sum(y_true * y_pred, axis=axis)


#: tf.keras.metrics.CosineSimilarity
class CosineSimilarity(_Up):
  def __init__(self, name='cosine_similarity', dtype=None, axis=-1):
    super().__init__(cosine_similarity, name, dtype, axis=axis)


#: tf.keras.metrics.LogCoshError
class LogCoshError(_Down):
  def __init__(self, name='logcosh', dtype=None):
    super().__init__(losses.log_cosh, name, dtype)


#: tf.keras.metrics.R2Score
class R2Score(Metric):
  """How much of the targets' variance the predictions explain."""

  def __init__(self, class_aggregation='uniform_average', num_regressors=0, name='r2_score', dtype=None):
    super().__init__(name=name, dtype=dtype)
    self._direction = 'up'
    known = (None, 'uniform_average', 'variance_weighted_average')
    if class_aggregation not in known:
      raise ValueError('Invalid value for argument `class_aggregation`. Expected one of %s. Received: class_aggregation=%s' %
                       (known, class_aggregation))
    if num_regressors < 0:
      raise ValueError('Invalid value for argument `num_regressors`. Expected a value >= 0. Received: num_regressors=%s' %
                       num_regressors)
    self.class_aggregation = class_aggregation
    self.num_regressors = num_regressors
    self.num_samples = self.add_variable((), Zeros(), name='num_samples')
    self._built = False

  def _build(self, y_true_shape, y_pred_shape):
    check_rows('R2Score', y_true_shape, y_pred_shape)
    shape = [y_pred_shape[-1]]
    self.squared_sum = self.add_variable(shape, Zeros(), name='squared_sum')
    self.sum = self.add_variable(shape, Zeros(), name='sum')
    self.total_mse = self.add_variable(shape, Zeros(), name='residual')
    self.count = self.add_variable(shape, Zeros(), name='count')
    self._built = True

  def update_state(self, y_true, y_pred, sample_weight=None):
    y_true = K.convert(y_true, self._dtype)
    y_pred = K.convert(y_pred, self._dtype)
    y_true, y_pred = same_rank(y_true, y_pred)
    if not self._built:
      self._build(y_true.shape, y_pred.shape)
    sample_weight = K.convert(1 if sample_weight is None else sample_weight, self.dtype)
    if len(sample_weight.shape) == 1:
      sample_weight = K.expand_dims(sample_weight, axis=1)
    sample_weight = tf.broadcast_to(sample_weight, K.shape(y_true))
    sample_weight = K.cast(sample_weight, y_true.dtype)
    weighted = y_true * sample_weight
    self.sum.assign(self.sum + K.sum(weighted, axis=0))
    self.squared_sum.assign(self.squared_sum + K.sum(y_true * weighted, axis=0))
    self.total_mse.assign(self.total_mse + K.sum((y_true - y_pred) ** 2 * sample_weight, axis=0))
    self.count.assign(self.count + K.sum(sample_weight, axis=0))
    self.num_samples.assign(self.num_samples + K.size(y_true))

  def result(self):
    mean = self.sum / self.count
    total = self.squared_sum - self.sum * mean
    scores = 1 - (self.total_mse / total)
    scores = K.where(tf.math.is_inf(scores), 0.0, scores)
    if self.class_aggregation == 'uniform_average':
      score = K.mean(scores)
    elif self.class_aggregation == 'variance_weighted_average':
      weighted_sum = K.sum(total * scores)
      score = weighted_sum / K.sum(total)
    else:
      score = scores
    if self.num_regressors != 0:
      if self.num_regressors > self.num_samples - 1:
        warnings.warn('More independent predictors than datapoints in adjusted R2 score. Falling back to standard R2 score.',
                      stacklevel=2)
      elif self.num_regressors == self.num_samples - 1:
        warnings.warn('Division by zero in Adjusted R2 score. Falling back to standard R2 score.', stacklevel=2)
      else:
        n = K.convert(self.num_samples, 'float32')
        p = K.convert(self.num_regressors, 'float32')
        num = K.multiply(K.subtract(1.0, score), K.subtract(n, 1.0))
        den = K.subtract(K.subtract(n, p), 1.0)
        score = K.subtract(1.0, K.divide(num, den))
    return score

  def get_config(self):
    return {**super().get_config(), 'class_aggregation': self.class_aggregation, 'num_regressors': self.num_regressors}


def check_rows(name, y_true_shape, y_pred_shape):
  """Raises for shapes that are not (batch, a known number)."""
  shapes = 'Received input shapes: y_pred.shape=%s and y_true.shape=%s.' % (y_pred_shape, y_true_shape)
  if len(y_pred_shape) != 2 or len(y_true_shape) != 2:
    raise ValueError('%s expects 2D inputs with shape (batch_size, output_dim). %s' % (name, shapes))
  if y_pred_shape[-1] is None or y_true_shape[-1] is None:
    raise ValueError('%s expects 2D inputs with shape (batch_size, output_dim), with output_dim fully defined (not None). '
                     '%s' % (name, shapes))


say_source(globals(), 'keras.src.metrics.regression_metrics')


#: tf.keras.metrics.pearson_correlation =pearson_correlation
def pearson_correlation(y_true, y_pred, axis=-1):
  y_true, y_pred = pair(y_true, y_pred)
  y_true = y_true - K.mean(y_true, axis=axis, keepdims=True)
  y_pred = y_pred - K.mean(y_pred, axis=axis, keepdims=True)
  y_true = y_true / K.std(y_true, axis=axis, keepdims=True)
  y_pred = y_pred / K.std(y_pred, axis=axis, keepdims=True)
  return K.mean(y_true * y_pred, axis=axis)


#: tf.keras.metrics.concordance_correlation =concordance_correlation
def concordance_correlation(y_true, y_pred, axis=-1):
  y_true, y_pred = pair(y_true, y_pred)
  true_mean = K.mean(y_true, axis=axis, keepdims=True)
  pred_mean = K.mean(y_pred, axis=axis, keepdims=True)
  true_var = K.var(y_true - true_mean, axis=axis, keepdims=True)
  pred_var = K.var(y_pred - pred_mean, axis=axis, keepdims=True)
  covar = (y_true - pred_mean) * (y_pred - pred_mean)
  norm = true_var + pred_var + K.square(true_mean - pred_mean)
  return K.mean(2 * covar / (norm + epsilon()), axis=axis)


#: tf.keras.metrics.PearsonCorrelation
class PearsonCorrelation(_Up):
  _shown = ('axis',)

  def __init__(self, name='pearson_correlation', dtype=None, axis=-1):
    super().__init__(pearson_correlation, name, dtype, axis=axis)


#: tf.keras.metrics.ConcordanceCorrelation
class ConcordanceCorrelation(_Up):
  _shown = ('axis',)

  def __init__(self, name='concordance_correlation', dtype=None, axis=-1):
    super().__init__(concordance_correlation, name, dtype, axis=axis)


say_source(globals(), 'keras.src.metrics.correlation_metrics')
