"""tf.keras.callbacks (keras/src/callbacks): LambdaCallback, LearningRateScheduler, TerminateOnNaN, CSVLogger and those
that need what is not there."""
import os

import numpy as np
from tensorflow_lib.keras.callbacks.callback import Callback, print_msg
from tensorflow_lib.keras.callbacks.monitor import log_rates, rate_of


#: tf.keras.callbacks.LambdaCallback
class LambdaCallback(Callback):
  """Calls functions."""

  def __init__(self, on_epoch_begin=None, on_epoch_end=None, on_train_begin=None, on_train_end=None,
               on_train_batch_begin=None, on_train_batch_end=None, **kwargs):
    super().__init__()
    for name, value in kwargs.items():
      setattr(self, name, value)
    if on_epoch_begin is not None:
      self.on_epoch_begin = on_epoch_begin
    if on_epoch_end is not None:
      self.on_epoch_end = on_epoch_end
    if on_train_begin is not None:
      self.on_train_begin = on_train_begin
    if on_train_end is not None:
      self.on_train_end = on_train_end
    if on_train_batch_begin is not None:
      self.on_train_batch_begin = on_train_batch_begin
    if on_train_batch_end is not None:
      self.on_train_batch_end = on_train_batch_end


LambdaCallback.__module__ = 'keras.src.callbacks.lambda_callback'


#: tf.keras.callbacks.LearningRateScheduler
class LearningRateScheduler(Callback):
  """Sets the learning rate at the begin of each epoch."""

  def __init__(self, schedule, verbose=0):
    super().__init__()
    self.schedule = schedule
    self.verbose = verbose

  def _set_rate(self, optimizer, epoch):
    if not hasattr(optimizer, 'learning_rate'):
      raise ValueError('Optimizer must have a "learning_rate" attribute.')
    try:
      rate = self.schedule(epoch, rate_of(optimizer))
    except TypeError:
      rate = self.schedule(epoch)
    if not isinstance(rate, (float, np.float32, np.float64)):
      raise ValueError('The output of the `schedule` function should be a float. Got: %s' % (rate,))
    optimizer.learning_rate = rate
    return rate

  def on_epoch_begin(self, epoch, logs=None):
    optimizer = self.model.optimizer
    several = hasattr(optimizer, 'optimizers')
    for inner in optimizer.optimizers if several else [optimizer]:
      rate = self._set_rate(inner, epoch)
      if self.verbose > 0:
        print_msg('\nEpoch %d: LearningRateScheduler setting %slearning rate to %s.' %
                  (epoch + 1, inner.name + ' ' if several else '', rate))

  def on_epoch_end(self, epoch, logs=None):
    log_rates(self.model.optimizer, logs or {})


LearningRateScheduler.__module__ = 'keras.src.callbacks.learning_rate_scheduler'


#: tf.keras.callbacks.TerminateOnNaN
class TerminateOnNaN(Callback):
  """Ends training when the loss is not finite."""

  def __init__(self, raise_error=False):
    super().__init__()
    self.raise_error = raise_error

  def on_batch_end(self, batch, logs=None):
    loss = (logs or {}).get('loss')
    if loss is not None and (np.isnan(loss) or np.isinf(loss)):
      if self.raise_error:
        raise RuntimeError('NaN or Inf loss encountered at batch %s. Loss value: %s. Terminating training immediately.' %
                           (batch, loss))
      print_msg('Batch %s: Invalid loss, terminating training' % batch)
      self.model.stop_training = True


TerminateOnNaN.__module__ = 'keras.src.callbacks.terminate_on_nan'


#: tf.keras.callbacks.CSVLogger
class CSVLogger(Callback):
  """Writes a row for each epoch."""

  def __init__(self, filename, separator=',', append=False):
    super().__init__()
    self.sep = separator
    self.filename = os.fspath(filename)
    self.append = append
    self.writer = None
    self.keys = None
    self.append_header = True
    self.csv_file = None

  def on_train_begin(self, logs=None):
    if self.append and os.path.exists(self.filename):
      with open(self.filename, 'r') as f:
        self.append_header = not f.readline()
    if self.csv_file and not self.csv_file.closed:
      self.csv_file.close()
    self.csv_file = open(self.filename, 'a' if self.append else 'w', newline='')
    self.writer = None
    self.keys = None

  def _write_row(self, values):
    """As the csv module does it: quotes only where they are needed, and lines end with CR LF."""
    cells = []
    for value in values:
      text = '' if value is None else repr(value) if isinstance(value, float) else str(value)
      if any(c in text for c in (self.sep, '"', '\r', '\n')):
        text = '"%s"' % text.replace('"', '""')
      cells.append(text)
    self.csv_file.write(self.sep.join(cells) + '\r\n')

  def on_epoch_end(self, epoch, logs=None):
    logs = logs or {}

    def cell(value):
      if isinstance(value, str) or not hasattr(value, '__iter__') or isinstance(value, np.ndarray) and value.ndim == 0:
        return value
      return '"[%s]"' % ', '.join(map(str, value))

    if self.keys is None:
      self.keys = sorted(logs.keys())
      if self.keys and not any(key.startswith('val_') for key in self.keys):
        self.keys.extend(['val_%s' % k for k in self.keys])
    if not self.writer:
      self.writer = True
      if self.append_header:
        self._write_row(['epoch'] + (self.keys or []))
    self._write_row([epoch] + [cell(logs.get(key, 'NA')) for key in self.keys])
    self.csv_file.flush()

  def on_train_end(self, logs=None):
    if self.csv_file and not self.csv_file.closed:
      self.csv_file.close()
    self.writer = None


CSVLogger.__module__ = 'keras.src.callbacks.csv_logger'


#: tf.keras.callbacks.RemoteMonitor
class RemoteMonitor(Callback):
  """Would send the logs of each epoch to a server."""

  def __init__(self, root='http://localhost:9000', path='/publish/epoch/end/', field='data', headers=None,
               send_as_json=False):
    super().__init__()
    self.root = root
    self.path = path
    self.field = field
    self.headers = headers
    self.send_as_json = send_as_json

  def on_epoch_end(self, epoch, logs=None):
    raise ImportError('RemoteMonitor requires the `requests` library.')


RemoteMonitor.__module__ = 'keras.src.callbacks.remote_monitor'


#: tf.keras.callbacks.TensorBoard
class TensorBoard(Callback):
  """Is not there: it writes event files."""

  def __init__(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.callbacks.TensorBoard')


#: tf.keras.callbacks.OrbaxCheckpoint
class OrbaxCheckpoint(Callback):
  """Is not there: it needs another library."""

  def __init__(self, *args, **kwargs):
    raise NotImplementedError('tf.keras.callbacks.OrbaxCheckpoint')
