"""tf.keras.callbacks.Callback, CallbackList and History (keras/src/callbacks): what training calls on its way."""
import sys

import tensorflow as tf
from tensorflow_lib.keras.serialization import say_source
from tensorflow_lib.keras.state import state


def print_msg(message, line_break=True):
  """Writes a message of Keras', unless interactive logging is switched off."""
  if state.interactive_logging:
    sys.stdout.write('%s\n' % message if line_break else str(message))
    sys.stdout.flush()


def pythonify_logs(logs):
  """The logs with Python's floats for what can be one; dictionaries inside are merged."""
  result = {}
  for key, value in sorted((logs or {}).items()):
    if isinstance(value, dict):
      result.update(pythonify_logs(value))
    else:
      try:
        value = float(value)
      except (TypeError, ValueError):
        pass
      result[key] = value
  return result


#: tf.keras.callbacks.Callback
class Callback:
  """Has a method for the begin and end of training, of each epoch and of each batch."""

  def __init__(self):
    self.params = None
    self._model = None

  def set_params(self, params):
    self.params = params

  def set_model(self, model):
    self._model = model

  @property
  def model(self):
    return self._model

  def on_batch_begin(self, batch, logs=None):
    """At the begin of a batch of training."""

  def on_batch_end(self, batch, logs=None):
    """At the end of a batch of training."""

  def on_epoch_begin(self, epoch, logs=None):
    """At the begin of an epoch."""

  def on_epoch_end(self, epoch, logs=None):
    """At the end of an epoch."""

  def on_train_batch_begin(self, batch, logs=None):
    self.on_batch_begin(batch, logs=logs)

  def on_train_batch_end(self, batch, logs=None):
    self.on_batch_end(batch, logs=logs)

  def on_test_batch_begin(self, batch, logs=None):
    """At the begin of a batch of evaluation."""

  def on_test_batch_end(self, batch, logs=None):
    """At the end of a batch of evaluation."""

  def on_predict_batch_begin(self, batch, logs=None):
    """At the begin of a batch of prediction."""

  def on_predict_batch_end(self, batch, logs=None):
    """At the end of a batch of prediction."""

  def on_train_begin(self, logs=None):
    """At the begin of training."""

  def on_train_end(self, logs=None):
    """At the end of training."""

  def on_test_begin(self, logs=None):
    """At the begin of evaluation."""

  def on_test_end(self, logs=None):
    """At the end of evaluation."""

  def on_predict_begin(self, logs=None):
    """At the begin of prediction."""

  def on_predict_end(self, logs=None):
    """At the end of prediction."""


say_source(globals(), 'keras.src.callbacks.callback')


#: tf.keras.callbacks.History
class History(Callback):
  """Keeps the logs of each epoch."""

  def __init__(self):
    super().__init__()
    self.history = {}

  def on_train_begin(self, logs=None):
    self.epoch = []

  def on_epoch_end(self, epoch, logs=None):
    self.epoch.append(epoch)
    for key, value in (logs or {}).items():
      self.history.setdefault(key, []).append(value)
    self.model.history = self


say_source(globals(), 'keras.src.callbacks.history')


#: tf.keras.callbacks.CallbackList
class CallbackList(Callback):
  """Calls each of several callbacks, with logs of Python's floats."""

  def __init__(self, callbacks=None, add_history=False, add_progbar=False, model=None, **params):
    from tensorflow_lib.keras.callbacks.progress import ProgbarLogger
    self.callbacks = tf.nest.flatten(callbacks) if callbacks else []
    self._open = 0
    of_kind = lambda kind: next((c for c in self.callbacks if isinstance(c, kind)), None)
    self._progbar = of_kind(ProgbarLogger)
    self._history = of_kind(History)
    if self._history is None and add_history:
      self._history = History()
      self.callbacks.append(self._history)
    if self._progbar is None and add_progbar:
      self._progbar = ProgbarLogger()
      self.callbacks.append(self._progbar)
    self._model = None
    self.set_model(model)
    self.set_params(params)

  def set_params(self, params):
    self.params = params
    if params:
      for callback in self.callbacks:
        callback.set_params(params)

  def set_model(self, model):
    if not model:
      return
    super().set_model(model)
    if self._history:
      model.history = self._history
    for callback in self.callbacks:
      callback.set_model(model)

  def _on_begin(self):
    self._open += 1

  def _on_end(self):
    self._open -= 1
    if self._open < 0:
      raise ValueError('`on_xxx_end` called without corresponding `on_xxx_begin`')

  def _each(self, method, logs, *args):
    logs = pythonify_logs(logs)
    for callback in self.callbacks:
      getattr(callback, method)(*args, logs=logs)

  def _each_of_all(self, method, logs):
    logs = pythonify_logs(logs)
    for callback in self.callbacks:
      getattr(callback, method)(logs)

  def _each_epoch(self, method, epoch, logs):
    logs = pythonify_logs(logs)
    for callback in self.callbacks:
      getattr(callback, method)(epoch, logs)

  def on_batch_begin(self, batch, logs=None):
    self._each('on_batch_begin', logs, batch)

  def on_batch_end(self, batch, logs=None):
    self._each('on_batch_end', logs, batch)

  def on_epoch_begin(self, epoch, logs=None):
    self._each_epoch('on_epoch_begin', epoch, logs)

  def on_epoch_end(self, epoch, logs=None):
    self._each_epoch('on_epoch_end', epoch, logs)

  def on_train_batch_begin(self, batch, logs=None):
    self._each('on_train_batch_begin', logs, batch)

  def on_train_batch_end(self, batch, logs=None):
    self._each('on_train_batch_end', logs, batch)

  def on_test_batch_begin(self, batch, logs=None):
    self._each('on_test_batch_begin', logs, batch)

  def on_test_batch_end(self, batch, logs=None):
    self._each('on_test_batch_end', logs, batch)

  def on_predict_batch_begin(self, batch, logs=None):
    self._each('on_predict_batch_begin', logs, batch)

  def on_predict_batch_end(self, batch, logs=None):
    self._each('on_predict_batch_end', logs, batch)

  def on_train_begin(self, logs=None):
    self._on_begin()
    self._each_of_all('on_train_begin', logs)

  def on_train_end(self, logs=None):
    self._each_of_all('on_train_end', logs)
    self._on_end()

  def on_test_begin(self, logs=None):
    self._on_begin()
    self._each_of_all('on_test_begin', logs)

  def on_test_end(self, logs=None):
    self._each_of_all('on_test_end', logs)
    self._on_end()

  def on_predict_begin(self, logs=None):
    self._on_begin()
    self._each_of_all('on_predict_begin', logs)

  def on_predict_end(self, logs=None):
    self._each_of_all('on_predict_end', logs)
    self._on_end()


say_source(globals(), 'keras.src.callbacks.callback_list')
