"""tf.keras.callbacks that save the model (keras/src/callbacks): ModelCheckpoint, BackupAndRestore, SwapEMAWeights."""
import json
import os
import re
import shutil
import warnings

import numpy as np
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.callbacks.callback import Callback, print_msg
from tensorflow_lib.keras.callbacks.monitor import MonitorCallback
from tensorflow_lib.keras.variable import tf_variable


class _EachSoManyBatches:
  """Counts batches, over epochs, until so many were seen."""

  def _should_save_on_batch(self, batch):
    if self.save_freq == 'epoch':
      return False
    if self._last_batch_seen is None or batch <= self._last_batch_seen:
      self._batches_seen_since_last_saving += batch + 1
    else:
      self._batches_seen_since_last_saving += batch - self._last_batch_seen
    self._last_batch_seen = batch
    if self._batches_seen_since_last_saving >= self.save_freq:
      self._batches_seen_since_last_saving = 0
      return True
    return False


#: tf.keras.callbacks.ModelCheckpoint
class ModelCheckpoint(MonitorCallback, _EachSoManyBatches):
  """Saves the model after each epoch or after so many batches."""

  def __init__(self, filepath, monitor='val_loss', verbose=0, save_best_only=False, save_weights_only=False, mode='auto',
               save_freq='epoch', initial_value_threshold=None):
    super().__init__(monitor, mode, initial_value_threshold)
    self.verbose = verbose
    self.filepath = os.fspath(filepath)
    self.save_best_only = save_best_only
    self.save_weights_only = save_weights_only
    self.save_freq = save_freq
    self._batches_seen_since_last_saving = 0
    self._last_batch_seen = None
    if self.save_freq != 'epoch' and not isinstance(self.save_freq, int):
      raise ValueError("Unrecognized save_freq: %s. Expected save_freq are 'epoch' or integer values" % (self.save_freq,))
    if save_weights_only:
      if not self.filepath.endswith('.weights.h5'):
        raise ValueError('When using `save_weights_only=True` in `ModelCheckpoint`, the filepath provided must end in '
                         '`.weights.h5` (Keras weights format). Received: filepath=%s' % self.filepath)
    elif not self.filepath.endswith(('.keras', '.h5')):
      raise ValueError('The filepath provided must end in `.keras` (Keras model format). Received: filepath=%s' %
                       self.filepath)

  def on_train_batch_end(self, batch, logs=None):
    if self._should_save_on_batch(batch):
      self._save_model(epoch=self._current_epoch, batch=batch, logs=logs)

  def on_epoch_begin(self, epoch, logs=None):
    self._current_epoch = epoch

  def on_epoch_end(self, epoch, logs=None):
    if self.monitor_op is None:
      self._set_monitor_op()
    if self.save_freq == 'epoch':
      self._save_model(epoch=epoch, batch=None, logs=logs)

  def _should_save_model(self, epoch, batch, logs, filepath):
    say = print_msg if self.verbose > 0 else lambda text: None
    if not self.save_best_only:
      say('\nEpoch %d: saving model to %s' % (epoch + 1, filepath))
      return True
    current = (logs or {}).get(self.monitor)
    if current is None:
      warnings.warn('Can save best model only with %s available.' % self.monitor, stacklevel=2)
      return True
    if (isinstance(current, np.ndarray) or K.is_tensor(current)) and len(current.shape) > 0:
      warnings.warn('Can save best model only when `monitor` is a scalar value. Received: %s. Falling back to '
                    '`save_best_only=False`.' % (current,))
      return True
    best = 'None' if self.best is None else '%.5f' % self.best
    if self._is_improvement(current, self.best):
      say('\nEpoch %d: %s improved from %s to %.5f, saving model to %s' %
          (epoch + 1, self.monitor, best, current, filepath))
      self.best = current
      return True
    say('\nEpoch %d: %s did not improve from %s' % (epoch + 1, self.monitor, best))
    return False

  def _save_model(self, epoch, batch, logs):
    filepath = self._get_file_path(epoch, batch, logs)
    try:
      if self._should_save_model(epoch, batch, logs, filepath):
        folder = os.path.dirname(filepath)
        if folder and not os.path.exists(folder):
          os.makedirs(folder)
        if self.save_weights_only:
          self.model.save_weights(filepath, overwrite=True)
        else:
          self.model.save(filepath, overwrite=True)
        if self.verbose > 0:
          print_msg('\nEpoch %d: finished saving model to %s' % (epoch + 1, filepath))
    except IsADirectoryError:
      raise IOError('Please specify a non-directory filepath for ModelCheckpoint. Filepath used is an existing directory: '
                    '%s' % filepath)

  def _get_file_path(self, epoch, batch, logs):
    try:
      if batch is None or 'batch' in logs:
        return self.filepath.format(epoch=epoch + 1, **logs)
      return self.filepath.format(epoch=epoch + 1, batch=batch + 1, **logs)
    except KeyError as e:
      raise KeyError('Failed to format this callback filepath: "%s". Reason: %s' % (self.filepath, e))

  def _checkpoint_exists(self, filepath):
    return os.path.exists(filepath)

  def _get_most_recently_modified_file_matching_pattern(self, pattern):
    folder = os.path.dirname(pattern)
    regex = '^%s$' % re.sub(r'{.*}', r'.*', os.path.basename(pattern))
    paths = []
    if os.path.exists(folder):
      paths = [os.path.join(folder, name) for name in os.listdir(folder) if re.match(regex, name)]
    if not paths:
      return None
    last = max(os.path.getmtime(path) for path in paths)
    newest = [path for path in paths if os.path.getmtime(path) == last]
    return newest[0] if len(newest) == 1 else max(paths)


ModelCheckpoint.__module__ = 'keras.src.callbacks.model_checkpoint'


#: tf.keras.callbacks.BackupAndRestore
class BackupAndRestore(Callback, _EachSoManyBatches):
  """Saves the weights so that training that was interrupted goes on where it was."""

  def __init__(self, backup_dir, save_freq='epoch', double_checkpoint=False, delete_checkpoint=True):
    super().__init__()
    self.save_freq = save_freq
    self.double_checkpoint = double_checkpoint
    self.delete_checkpoint = delete_checkpoint
    self._batches_seen_since_last_saving = 0
    self._last_batch_seen = 0
    self._current_epoch = 0
    if not backup_dir:
      raise ValueError('Empty `backup_dir` argument passed')
    self.backup_dir = backup_dir
    self._weights_path = os.path.join(backup_dir, 'latest.weights.h5')
    self._training_metadata_path = os.path.join(backup_dir, 'training_metadata.json')
    self._prev_weights_path = self._weights_path + '.bkp'
    self._prev_training_metadata_path = self._training_metadata_path + '.bkp'
    if save_freq != 'epoch' and not isinstance(save_freq, int):
      raise ValueError("Invalid value for argument `save_freq`. Received: save_freq=%s. Expected either 'epoch' or an "
                       'integer value.' % (save_freq,))

  def on_train_begin(self, logs=None):
    try:
      self._load_model()
    except OSError:
      if not os.path.exists(self._prev_weights_path):
        raise
      shutil.copy(self._prev_weights_path, self._weights_path)
      if os.path.exists(self._prev_training_metadata_path):
        shutil.copy(self._prev_training_metadata_path, self._training_metadata_path)
      elif os.path.exists(self._training_metadata_path):
        os.remove(self._training_metadata_path)
      self._load_model()

  def _load_model(self):
    model = self.model
    if not model.built:
      raise ValueError('To use the BackupAndRestore callback, you model must be built before you call `fit()`. Model %s is '
                       'unbuilt. You can build it beforehand by calling it on a batch of data.' % (model,))
    if os.path.exists(self._weights_path):
      if model.optimizer is not None and not model.optimizer.built:
        model.optimizer.build(model.trainable_variables)
      model.load_weights(self._weights_path)
    if os.path.exists(self._training_metadata_path):
      with open(self._training_metadata_path, 'r') as f:
        model._initial_epoch = json.loads(f.read())['epoch']

  def on_epoch_end(self, epoch, logs=None):
    self._current_epoch = epoch + 1
    self._last_batch_seen = 0
    if self.save_freq == 'epoch':
      self._save_model()

  def on_train_batch_end(self, batch, logs=None):
    if self._should_save_on_batch(batch):
      self._save_model()

  def _save_model(self):
    if not os.path.exists(self.backup_dir):
      os.makedirs(self.backup_dir)
    if self.double_checkpoint and os.path.exists(self._weights_path):
      shutil.copy(self._weights_path, self._prev_weights_path)
    if self.double_checkpoint and os.path.exists(self._training_metadata_path):
      shutil.copy(self._training_metadata_path, self._prev_training_metadata_path)
    self.model.save_weights(filepath=self._weights_path, overwrite=True)
    with open(self._training_metadata_path, 'w') as f:
      f.write(json.dumps({'epoch': self._current_epoch, 'batch': self._last_batch_seen}))

  def on_train_end(self, logs=None):
    if self.delete_checkpoint and os.path.exists(self.backup_dir):
      shutil.rmtree(self.backup_dir)


BackupAndRestore.__module__ = 'keras.src.callbacks.backup_and_restore'


#: tf.keras.callbacks.SwapEMAWeights
class SwapEMAWeights(Callback):
  """Puts the averages that an optimizer keeps into the model while it is evaluated."""

  def __init__(self, swap_on_epoch=False):
    super().__init__()
    self.swap_on_epoch = swap_on_epoch
    self._ema_weights_in_model = False

  def _pairs(self):
    """(variable, average) of all optimizers that keep averages."""
    optimizer = getattr(self.model.optimizer, 'inner_optimizer', self.model.optimizer)
    several = hasattr(optimizer, 'optimizers')
    found = [o for o in (optimizer.optimizers if several else [optimizer]) if not several or getattr(o, 'use_ema', False)]
    if not found:
      raise ValueError('SwapEMAWeights must be used when at least one inner optimizer has `use_ema=True` set. Received a '
                       'MultiOptimizer with all inner optimizers having `use_ema=False`.')
    pairs = []
    for o in found:
      if not hasattr(o, '_model_variables_moving_average'):
        raise ValueError('SwapEMAWeights must be used when `use_ema=True` is set on the optimizer. Received: use_ema=%s' %
                         o.use_ema)
      pairs += [(tf_variable(v), tf_variable(average))
                for v, average in zip(o._trainable_variables, o._model_variables_moving_average)]
    return pairs

  def _swap_variables(self):
    for variable, average in self._pairs():
      variable.assign_add(average)
      average.assign(variable - average)
      variable.assign(variable - average)

  def on_epoch_begin(self, epoch, logs=None):
    if self.swap_on_epoch and self._ema_weights_in_model:
      self._swap_variables()
      self._ema_weights_in_model = False

  def on_epoch_end(self, epoch, logs=None):
    if self.swap_on_epoch and not self._ema_weights_in_model:
      self._swap_variables()
      self._ema_weights_in_model = True
      if epoch == self.params['epochs'] - 1:
        for variable, average in self._pairs():
          average.assign(variable)

  def on_test_begin(self, logs=None):
    if not self._ema_weights_in_model:
      self._swap_variables()
      self._ema_weights_in_model = True

  def on_test_end(self, logs=None):
    if self._ema_weights_in_model:
      self._swap_variables()
      self._ema_weights_in_model = False

  def on_predict_begin(self, logs=None):
    self.on_test_begin()

  def on_predict_end(self, logs=None):
    self.on_test_begin()


SwapEMAWeights.__module__ = 'keras.src.callbacks.swap_ema_weights'
