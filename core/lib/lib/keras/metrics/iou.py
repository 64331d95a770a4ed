"""tf.keras.metrics: intersection over union of classes (keras/src/metrics/iou_metrics.py)."""
import warnings

import tensorflow as tf
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.config import epsilon
from tensorflow_lib.keras.initializers import Zeros
from tensorflow_lib.keras.loss import same_rank
from tensorflow_lib.keras.metric import Metric
from tensorflow_lib.keras.serialization import say_source


def _confusion_matrix(labels, predictions, num_classes, weights, dtype):
  """How often each class was taken for each."""
  labels, predictions = same_rank(K.convert(labels, dtype), K.convert(predictions, dtype))
  predictions, labels = K.cast(predictions, dtype), K.cast(labels, dtype)
  weights = K.convert(weights, dtype)
  indices = K.cast(K.stack([labels, predictions], axis=1), 'int64')
  return tf.scatter_nd(indices, K.cast(weights, dtype), (int(num_classes), int(num_classes)))


class _IoUBase(Metric):
  """Holds the confusion matrix."""

  def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True, axis=-1):
    super().__init__(name=name, dtype=dtype or 'int')
    self._direction = 'up'
    self.num_classes = num_classes
    self.ignore_class = ignore_class
    self.sparse_y_true = sparse_y_true
    self.sparse_y_pred = sparse_y_pred
    self.axis = axis
    self.total_cm = self.add_variable((num_classes, num_classes), Zeros(), dtype=self.dtype, name='total_confusion_matrix')

  def update_state(self, y_true, y_pred, sample_weight=None):
    if not self.sparse_y_true:
      y_true = K.argmax(y_true, axis=self.axis)
    if not self.sparse_y_pred:
      y_pred = K.argmax(y_pred, axis=self.axis)
    y_true = K.convert(y_true, self.dtype)
    y_pred = K.convert(y_pred, self.dtype)
    if len(y_pred.shape) > 1:
      y_pred = K.reshape(y_pred, [-1])
    if len(y_true.shape) > 1:
      y_true = K.reshape(y_true, [-1])
    if sample_weight is None:
      sample_weight = 1
    elif hasattr(sample_weight, 'dtype') and 'float' in str(sample_weight.dtype) and 'int' in str(self.dtype):
      warnings.warn('You are passing weight as `float`, but dtype is `int`. This may result in an incorrect weight due to '
                    'type casting Consider using integer weights.')
    sample_weight = K.convert(sample_weight, self.dtype)
    if len(sample_weight.shape) > 1:
      sample_weight = K.reshape(sample_weight, [-1])
    sample_weight = tf.broadcast_to(sample_weight, K.shape(y_true))
    classes = K.convert(self.num_classes, y_true.dtype)
    known = K.logical_and(K.logical_and(K.greater_equal(y_true, 0), K.less(y_true, classes)),
                          K.logical_and(K.greater_equal(y_pred, 0), K.less(y_pred, classes)))
    if self.ignore_class is not None:
      ignored = K.convert(self.ignore_class, y_true.dtype)
      known = K.logical_and(known, K.not_equal(y_true, ignored))
    y_true = K.where(known, y_true, 0)
    y_pred = K.where(known, y_pred, 0)
    sample_weight = K.cast(K.where(known, sample_weight, 0), self.dtype)
    y_pred = K.cast(y_pred, self.dtype)
    y_true = K.cast(y_true, self.dtype)
    matrix = _confusion_matrix(y_true, y_pred, self.num_classes, sample_weight, self.dtype)
    return self.total_cm.assign(self.total_cm + matrix)

  def reset_state(self):
    self.total_cm.assign(K.zeros(self.total_cm.shape, dtype=self.total_cm.dtype))


#: tf.keras.metrics.IoU
class IoU(_IoUBase):
  """The mean over chosen classes."""

  def __init__(self, num_classes, target_class_ids, name=None, dtype=None, ignore_class=None, sparse_y_true=True,
               sparse_y_pred=True, axis=-1):
    super().__init__(name=name, num_classes=num_classes, ignore_class=ignore_class, sparse_y_true=sparse_y_true,
                     sparse_y_pred=sparse_y_pred, axis=axis, dtype=dtype)
    if max(target_class_ids) >= num_classes:
      raise ValueError('Target class id %d is out of range, which is [0, %d).' % (max(target_class_ids), num_classes))
    self.target_class_ids = list(target_class_ids)

  def result(self):
    rows = K.cast(K.sum(self.total_cm, axis=0), self.dtype)
    columns = K.cast(K.sum(self.total_cm, axis=1), self.dtype)
    right = K.cast(tf.linalg.diag_part(K.convert(self.total_cm)), self.dtype)
    union = rows + columns - right
    ids = K.convert(self.target_class_ids, 'int32')
    right = K.take_along_axis(right, ids, axis=-1)
    union = K.take_along_axis(union, ids, axis=-1)
    union = K.cast(union, 'float32')
    right = K.cast(right, 'float32')
    valid = K.cast(K.greater(union, 1e-9), 'float32')
    count = K.sum(valid)
    iou = K.divide(right, union + epsilon())
    iou = K.where(valid, iou, 0.0)
    return K.divide(K.sum(iou, axis=self.axis), count + epsilon())

  def _config(self, *names):
    return {'num_classes': self.num_classes, **{name: getattr(self, name) for name in names}}

  def get_config(self):
    return {**super().get_config(), **self._config('target_class_ids', 'ignore_class', 'sparse_y_true', 'sparse_y_pred',
                                                   'axis')}


#: tf.keras.metrics.BinaryIoU
class BinaryIoU(IoU):
  """Of the classes 0 and 1, which a threshold divides."""

  def __init__(self, target_class_ids=(0, 1), threshold=0.5, name=None, dtype=None):
    super().__init__(num_classes=2, target_class_ids=target_class_ids, name=name, dtype=dtype)
    self.threshold = threshold

  def update_state(self, y_true, y_pred, sample_weight=None):
    y_true = K.convert(y_true, self.dtype)
    y_pred = K.convert(y_pred, 'float32')
    y_pred = K.cast(y_pred >= self.threshold, self.dtype)
    return super().update_state(y_true, y_pred, sample_weight)

  def get_config(self):
    return {'target_class_ids': self.target_class_ids, 'threshold': self.threshold, 'name': self.name, 'dtype': self._dtype}


#: tf.keras.metrics.MeanIoU
class MeanIoU(IoU):
  """The mean over all classes."""

  def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True, axis=-1):
    super().__init__(name=name, num_classes=num_classes, target_class_ids=list(range(num_classes)), axis=axis, dtype=dtype,
                     ignore_class=ignore_class, sparse_y_true=sparse_y_true, sparse_y_pred=sparse_y_pred)

  def get_config(self):
    return self._config('name', 'dtype', 'ignore_class', 'sparse_y_true', 'sparse_y_pred', 'axis')


#: tf.keras.metrics.OneHotIoU
class OneHotIoU(IoU):
  """Of one-hot targets."""

  def __init__(self, num_classes, target_class_ids, name=None, dtype=None, ignore_class=None, sparse_y_pred=False, axis=-1):
    super().__init__(num_classes=num_classes, target_class_ids=target_class_ids, name=name, dtype=dtype,
                     ignore_class=ignore_class, sparse_y_true=False, sparse_y_pred=sparse_y_pred, axis=axis)

  def get_config(self):
    return self._config('target_class_ids', 'name', 'dtype', 'ignore_class', 'sparse_y_pred', 'axis')


#: tf.keras.metrics.OneHotMeanIoU
class OneHotMeanIoU(MeanIoU):
  """The mean over all classes, of one-hot targets."""

  def __init__(self, num_classes, name=None, dtype=None, ignore_class=None, sparse_y_pred=False, axis=-1):
    super().__init__(num_classes=num_classes, axis=axis, name=name, dtype=dtype, ignore_class=ignore_class,
                     sparse_y_true=False, sparse_y_pred=sparse_y_pred)

  def get_config(self):
    return self._config('name', 'dtype', 'ignore_class', 'sparse_y_pred', 'axis')


say_source(globals(), 'keras.src.metrics.iou_metrics')
