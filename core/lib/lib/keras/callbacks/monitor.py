"""tf.keras.callbacks that watch a value (keras/src/callbacks): EarlyStopping, ReduceLROnPlateau."""
import warnings

import numpy as np
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.callbacks.callback import Callback, print_msg
from tensorflow_lib.keras.serialization import say_source


class MonitorCallback(Callback):
  """Knows whether a value of the logs became better."""

  def __init__(self, monitor='val_loss', mode='auto', baseline=None, min_delta=0):
    super().__init__()
    if mode not in ['auto', 'min', 'max']:
      warnings.warn("%s mode '%s' is unknown, fallback to auto mode." % (type(self).__name__, mode), stacklevel=2)
      mode = 'auto'
    self.monitor = monitor
    self.mode = mode
    self.best = baseline
    # A threshold may stand here that is None (ModelCheckpoint hands it on as the baseline).
    self.min_delta = abs(min_delta)
    self.monitor_op = None

  def _set_monitor_op(self):
    if self.mode == 'min':
      self.monitor_op = K.less
    elif self.mode == 'max':
      self.monitor_op = K.greater
    else:
      name = self.monitor.removeprefix('val_')
      if name == 'loss':
        self.monitor_op = K.less
      for metric in getattr(self.model, 'metrics', ()):
        for m in getattr(metric, 'metrics', None) or [metric]:
          if m.name == name and hasattr(m, '_direction'):
            self.monitor_op = K.greater if m._direction == 'up' else K.less
      if self.monitor_op is None:
        raise ValueError("%s callback received monitor=%s, but Keras isn't able to automatically determine whether that "
                         "metric should be maximized or minimized. Pass `mode='max'` in order to monitor based on the "
                         "highest metric value, or pass `mode='min'` in order to use the lowest value." %
                         (type(self).__name__, self.monitor))
    if self.monitor_op == K.less:
      self.min_delta *= -1

  def _is_improvement(self, monitor_value, reference_value):
    if reference_value is None:
      return True
    return self.monitor_op(monitor_value - self.min_delta, reference_value)


say_source(globals(), 'keras.src.callbacks.monitor_callback')


#: tf.keras.callbacks.EarlyStopping
class EarlyStopping(MonitorCallback):
  """Ends training when a value has not become better for some epochs."""

  def __init__(self, monitor='val_loss', min_delta=0, patience=0, verbose=0, mode='auto', baseline=None,
               restore_best_weights=False, start_from_epoch=0):
    super().__init__(monitor, mode, min_delta=min_delta)
    self.patience = patience
    self.verbose = verbose
    self.baseline = baseline
    self.wait = 0
    self.stopped_epoch = 0
    self.restore_best_weights = restore_best_weights
    self.best_weights = None
    self.start_from_epoch = start_from_epoch

  def on_train_begin(self, logs=None):
    self.wait = 0
    self.stopped_epoch = 0
    self.best = None
    self.best_weights = None
    self.best_epoch = 0

  def on_epoch_end(self, epoch, logs=None):
    if self.monitor_op is None:
      self._set_monitor_op()
    current = self.get_monitor_value(logs)
    if current is None or epoch < self.start_from_epoch:
      return
    if self.restore_best_weights and self.best_weights is None:
      self.best_weights = self.model.get_weights()
      self.best_epoch = epoch
    self.wait += 1
    if self._is_improvement(current, self.best):
      self.best = current
      self.best_epoch = epoch
      if self.restore_best_weights:
        self.best_weights = self.model.get_weights()
      if self.baseline is None or self._is_improvement(current, self.baseline):
        self.wait = 0
      return
    if self.wait >= self.patience and epoch > 0:
      self.stopped_epoch = epoch
      self.model.stop_training = True

  def on_train_end(self, logs=None):
    if self.stopped_epoch > 0 and self.verbose > 0:
      print_msg('Epoch %d: early stopping' % (self.stopped_epoch + 1))
    if self.restore_best_weights and self.best_weights is not None:
      if self.verbose > 0:
        print_msg('Restoring model weights from the end of the best epoch: %d.' % (self.best_epoch + 1))
      self.model.set_weights(self.best_weights)

  def get_monitor_value(self, logs):
    logs = logs or {}
    value = logs.get(self.monitor)
    if value is None:
      warnings.warn('Early stopping conditioned on metric `%s` which is not available. Available metrics are: %s' %
                    (self.monitor, ','.join(logs.keys())), stacklevel=2)
    return value


say_source(globals(), 'keras.src.callbacks.early_stopping')


def rate_of(optimizer):
  """An optimizer's learning rate as a Python float."""
  rate = optimizer.learning_rate
  return float(rate.numpy() if hasattr(rate, 'numpy') else rate)


def log_rates(optimizer, logs):
  """Puts the learning rates into the logs."""
  if hasattr(optimizer, 'optimizers'):
    for inner in optimizer.optimizers:
      logs['learning_rate_%s' % inner.name] = rate_of(inner)
  else:
    logs['learning_rate'] = rate_of(optimizer)


#: tf.keras.callbacks.ReduceLROnPlateau
class ReduceLROnPlateau(MonitorCallback):
  """Makes the learning rate smaller when a value has not become better for some epochs."""

  def __init__(self, monitor='val_loss', factor=0.1, patience=10, verbose=0, mode='auto', min_delta=0.0001, cooldown=0,
               min_lr=0.0, **kwargs):
    super().__init__(monitor, mode, min_delta=min_delta)
    if factor >= 1.0:
      raise ValueError('ReduceLROnPlateau does not support a factor >= 1.0. Received factor=%s' % factor)
    self.factor = factor
    self.min_lr = min_lr
    self.patience = patience
    self.verbose = verbose
    self.cooldown = cooldown
    self.cooldown_counter = 0
    self.wait = 0

  def _reset(self):
    self.best = None
    self.cooldown_counter = 0
    self.wait = 0

  def _reduce(self, optimizer, epoch, name=''):
    """Whether the rate could still be made smaller."""
    old = rate_of(optimizer)
    if old <= np.float32(self.min_lr):
      return False
    new = max(old * self.factor, self.min_lr)
    optimizer.learning_rate = new
    if self.verbose > 0:
      print_msg('\nEpoch %d: ReduceLROnPlateau reducing%s learning rate to %s.' %
                (epoch + 1, ' ' + name if name else '', new))
    return True

  def on_train_begin(self, logs=None):
    self._reset()

  def on_epoch_end(self, epoch, logs=None):
    if self.monitor_op is None:
      self._set_monitor_op()
    logs = logs or {}
    optimizer = self.model.optimizer
    log_rates(optimizer, logs)
    current = logs.get(self.monitor)
    if current is None:
      warnings.warn('Learning rate reduction is conditioned on metric `%s` which is not available. Available metrics are: '
                    '%s.' % (self.monitor, ','.join(logs.keys())), stacklevel=2)
      return
    if self.in_cooldown():
      self.cooldown_counter -= 1
      self.wait = 0
    if self._is_improvement(current, self.best):
      self.best = current
      self.wait = 0
    elif not self.in_cooldown():
      self.wait += 1
      if self.wait >= self.patience:
        if hasattr(optimizer, 'optimizers'):
          reduced = [self._reduce(inner, epoch, inner.name) for inner in optimizer.optimizers]
        else:
          reduced = [self._reduce(optimizer, epoch)]
        if any(reduced):
          self.cooldown_counter = self.cooldown
          self.wait = 0

  def in_cooldown(self):
    return self.cooldown_counter > 0


say_source(globals(), 'keras.src.callbacks.reduce_lr_on_plateau')
