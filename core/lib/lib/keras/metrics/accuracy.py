"""tf.keras.metrics: how often predictions are right (keras/src/metrics/accuracy_metrics.py)."""
import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import floatx
from tensorflow_lib.keras.loss import pair, same_rank
from tensorflow_lib.keras.metric import Shown
from tensorflow_lib.keras.serialization import say_source


def accuracy(y_true, y_pred):
  y_true, y_pred = pair(y_true, y_pred)
  return K.cast(K.equal(y_true, y_pred), floatx())


#: tf.keras.metrics.binary_accuracy =binary_accuracy
def binary_accuracy(y_true, y_pred, threshold=0.5):
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true)
  threshold = K.convert(threshold)
  y_true, y_pred = same_rank(y_true, y_pred)
  y_pred = K.cast(K.greater(y_pred, threshold), y_true.dtype)
  return K.cast(K.equal(y_true, y_pred), floatx())


#: tf.keras.metrics.categorical_accuracy =categorical_accuracy
def categorical_accuracy(y_true, y_pred):
  y_true = K.argmax(y_true, axis=-1)
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true, y_pred.dtype)
  old_shape = K.shape(y_true)
  column = len(y_true.shape) == len(y_pred.shape)
  if column:
    y_true = K.squeeze(y_true, -1)
  y_pred = K.argmax(y_pred, axis=-1)
  if y_pred.dtype is not y_true.dtype:
    y_pred = K.cast(y_pred, y_true.dtype)
  matches = K.cast(K.equal(y_true, y_pred), floatx())
  return K.reshape(matches, old_shape) if column else matches


#: tf.keras.metrics.sparse_categorical_accuracy =sparse_categorical_accuracy
def sparse_categorical_accuracy(y_true, y_pred):
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true, y_pred.dtype)
  old_shape = K.shape(y_true)
  column = len(y_true.shape) == len(y_pred.shape) and K.shape(y_true)[-1] == 1
  if column:
    y_true = K.squeeze(y_true, -1)
  y_pred = K.argmax(y_pred, axis=-1)
  if y_pred.dtype is not y_true.dtype:
    y_pred = K.cast(y_pred, y_true.dtype)
  matches = K.cast(K.equal(y_true, y_pred), floatx())
  if column:
    matches = K.reshape(matches, old_shape)
  if len(matches.shape) > 1 and matches.shape[-1] == 1:
    matches = K.squeeze(matches, -1)
  return matches


#: tf.keras.metrics.top_k_categorical_accuracy =top_k_categorical_accuracy
def top_k_categorical_accuracy(y_true, y_pred, k=5):
  y_pred = K.convert(y_pred)
  y_true = K.argmax(K.convert(y_true, y_pred.dtype), axis=-1)
  rows = len(y_true.shape) > 1
  old_shape = K.shape(y_true)
  if len(y_pred.shape) > 2:
    y_pred = K.reshape(y_pred, [-1, y_pred.shape[-1]])
  if rows:
    y_true = K.reshape(y_true, [-1])
  matches = K.cast(tf.math.in_top_k(K.cast(y_true, 'int32'), y_pred, k), floatx())
  return K.reshape(matches, old_shape) if rows else matches


#: tf.keras.metrics.sparse_top_k_categorical_accuracy =sparse_top_k_categorical_accuracy
def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5, from_sorted_ids=False):
  y_pred = K.convert(y_pred)
  y_true = K.convert(y_true, y_pred.dtype if from_sorted_ids else 'int32')
  rows = len(y_true.shape) > 1
  old_shape = K.shape(y_true)
  if len(y_pred.shape) > 2:
    y_pred = K.reshape(y_pred, [-1, y_pred.shape[-1]])
  if rows:
    y_true = K.reshape(y_true, [-1])
  if from_sorted_ids:
    matches = K.any(K.equal(K.expand_dims(y_true, axis=1), y_pred[:, :k]), axis=1)
  else:
    matches = tf.math.in_top_k(y_true, y_pred, k)
  matches = K.cast(matches, floatx())
  return K.reshape(matches, old_shape) if rows else matches


class _Right(Shown):
  _better = 'up'


#: tf.keras.metrics.Accuracy
class Accuracy(_Right):
  def __init__(self, name='accuracy', dtype=None):
    super().__init__(accuracy, name, dtype)


#: tf.keras.metrics.BinaryAccuracy
class BinaryAccuracy(_Right):
  _shown = ('threshold',)

  def __init__(self, name='binary_accuracy', dtype=None, threshold=0.5):
    super().__init__(binary_accuracy, name, dtype, threshold=threshold)


#: tf.keras.metrics.CategoricalAccuracy
class CategoricalAccuracy(_Right):
  def __init__(self, name='categorical_accuracy', dtype=None):
    super().__init__(categorical_accuracy, name, dtype)


#: tf.keras.metrics.SparseCategoricalAccuracy
class SparseCategoricalAccuracy(_Right):
  def __init__(self, name='sparse_categorical_accuracy', dtype=None):
    super().__init__(sparse_categorical_accuracy, name, dtype)


#: tf.keras.metrics.TopKCategoricalAccuracy
class TopKCategoricalAccuracy(_Right):
  _shown = ('k',)

  def __init__(self, k=5, name='top_k_categorical_accuracy', dtype=None):
    super().__init__(top_k_categorical_accuracy, name, dtype, k=k)


#: tf.keras.metrics.SparseTopKCategoricalAccuracy
class SparseTopKCategoricalAccuracy(_Right):
  _shown = ('k', 'from_sorted_ids')

  def __init__(self, k=5, name='sparse_top_k_categorical_accuracy', dtype=None, from_sorted_ids=False):
    super().__init__(sparse_top_k_categorical_accuracy, name, dtype, k=k, from_sorted_ids=from_sorted_ids)

  def get_config(self):
    config = super().get_config()
    if not self.from_sorted_ids:
      del config['from_sorted_ids']
    return config


say_source(globals(), 'keras.src.metrics.accuracy_metrics')
