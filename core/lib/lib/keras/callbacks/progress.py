"""tf.keras.utils.Progbar and tf.keras.callbacks.ProgbarLogger (keras/src/utils/progbar.py, callbacks/progbar_logger.py)."""
import math
import time

import numpy as np
from tensorflow_lib.keras.callbacks.callback import Callback, print_msg
from tensorflow_lib.keras.serialization import say_source


def _duration(seconds, unit):
  if seconds >= 1 or seconds == 0:
    return ' %.0fs/%s' % (seconds, unit)
  if seconds >= 1e-3:
    return ' %.0fms/%s' % (seconds * 1e3, unit)
  return ' %.0fus/%s' % (seconds * 1e6, unit)


#: tf.keras.utils.Progbar
class Progbar:
  """Writes how far something is, with values along."""

  def __init__(self, target, width=20, verbose=1, interval=0.05, stateful_metrics=None, stateless_metrics=None,
               unit_name='step'):
    if stateful_metrics is not None and stateless_metrics is not None:
      raise ValueError('Only one of `stateful_metrics` or `stateless_metrics` can be provided. `stateful_metrics` is used to '
                       'make metrics stateless by default (with an exclusion list), while `stateless_metrics` is used to '
                       'make metrics stateful by default (with an exclusion list).')
    self.target = target
    self.width = width
    self.verbose = verbose
    self.interval = interval
    self.unit_name = unit_name
    self.stateful_metrics = None if stateless_metrics is not None else set(stateful_metrics or ())
    self.stateless_metrics = None if stateless_metrics is None else set(stateless_metrics)
    self._seen_so_far = 0
    self._values = {}
    self._start = time.time()
    self._last_update = 0
    self._time_after_first_step = None
    self._prev_total_width = 0

  def update(self, current, values=None, finalize=None):
    """Says that `current` units are done; values of metrics without a state of their own are averaged."""
    if finalize is None:
      finalize = False if self.target is None else current >= self.target
    for k, v in values or []:
      stateless = k in self.stateless_metrics if self.stateful_metrics is None else k not in self.stateful_metrics
      if stateless and not finalize:
        weight = max(current - self._seen_so_far, 1)
        if k not in self._values:
          self._values[k] = [v * weight, weight]
        else:
          self._values[k][0] += v * weight
          self._values[k][1] += weight
      else:
        self._values[k] = [v, 1]
    self._seen_so_far = current
    now = time.time()
    unit_time = self._unit_time(current, now)
    if self.verbose == 1:
      if now - self._last_update < self.interval and not finalize:
        return
      self._write_bar(current, finalize, now, unit_time)
    elif self.verbose == 2 and finalize and self.target is not None and self.target > 0:
      digits = int(math.log10(self.target)) + 1
      info = '%*d/%d - %.0fs -%s' % (digits, current, self.target, now - self._start,
                                     _duration(unit_time, self.unit_name))
      print_msg(info + self._averages(lambda avg: avg > 1e-3) + '\n', line_break=False)
    self._last_update = now

  def _averages(self, is_plain):
    info = ''
    for k, (total, count) in self._values.items():
      avg = (total if isinstance(total, float) else np.mean(total)) / max(1, count)
      info += ' - %s: %s' % (k, format(avg, '.4f' if is_plain(avg) else '.4e'))
    return info

  def _write_bar(self, current, finalize, now, unit_time):
    hidden = 0
    if self.target is not None and self.target > 0:
      digits = int(math.log10(self.target)) + 1
      bar = '\x1b[1m%*d/%d\x1b[0m ' % (digits, current, self.target)
      done = int(self.width * float(current) / self.target)
      hidden += 17
      if done > 0:
        bar += '\x1b[32m%s\x1b[0m' % ('━' * done)
        hidden += 9
      bar += '\x1b[37m%s\x1b[0m' % ('━' * (self.width - done))
    else:
      bar = '%7d/Unknown' % current
    if self.target is not None and self.target > 0 and not finalize:
      eta = unit_time * (self.target - current)
      if eta > 3600:
        text = '%d:%02d:%02d' % (eta // 3600, (eta % 3600) // 60, eta % 60)
      elif eta > 60:
        text = '%d:%02d' % (eta // 60, eta % 60)
      else:
        text = '%ds' % eta
    else:
      text = '%.0fs' % (now - self._start)
    hidden += 8
    info = ' \x1b[1m%s\x1b[0m' % text + _duration(unit_time, self.unit_name)
    info += self._averages(lambda avg: abs(avg) > 1e-3)
    width = len(bar) + len(info) - hidden
    message = '\b' * self._prev_total_width + '\r' + bar + info + ' ' * max(0, self._prev_total_width - width)
    print_msg(message + ('\n' if finalize else ''), line_break=False)
    self._prev_total_width = width

  def add(self, n, values=None):
    self.update(self._seen_so_far + n, values)

  def _unit_time(self, current, now):
    """Seconds for a unit; the first one, which may take long, counts only as long as it is alone."""
    if not current:
      return 0
    if self._time_after_first_step is not None and current > 1:
      seconds = (now - self._time_after_first_step) / (current - 1)
    else:
      seconds = (now - self._start) / current
    if current == 1:
      self._time_after_first_step = now
    return seconds


say_source(globals(), 'keras.src.utils.progbar')


#: tf.keras.callbacks.ProgbarLogger
class ProgbarLogger(Callback):
  """Writes a bar for each epoch."""

  def __init__(self):
    super().__init__()
    self.seen = 0
    self.progbar = None
    self.target = None
    self.verbose = 1
    self.epochs = 1
    self._called_in_fit = False

  def set_params(self, params):
    self.verbose = 1 if params['verbose'] == 'auto' else params['verbose']
    self.epochs = params['epochs']
    self.target = params['steps']

  def on_train_begin(self, logs=None):
    self._called_in_fit = True

  def on_test_begin(self, logs=None):
    if not self._called_in_fit:
      self._new_bar()

  def on_predict_begin(self, logs=None):
    self._new_bar()

  def on_epoch_begin(self, epoch, logs=None):
    self._new_bar()
    if self.verbose and self.epochs > 1:
      print_msg('Epoch %d/%d' % (epoch + 1, self.epochs))

  def on_train_batch_end(self, batch, logs=None):
    self._update_progbar(batch, logs)

  def on_test_batch_end(self, batch, logs=None):
    if not self._called_in_fit:
      self._update_progbar(batch, logs)

  def on_predict_batch_end(self, batch, logs=None):
    self._update_progbar(batch, None)

  def on_epoch_end(self, epoch, logs=None):
    self._finalize_progbar(logs)

  def on_test_end(self, logs=None):
    if not self._called_in_fit:
      self._finalize_progbar(logs)

  def on_predict_end(self, logs=None):
    self._finalize_progbar(logs)

  def _new_bar(self):
    self.seen = 0
    self.progbar = None
    self._maybe_init_progbar()

  def _maybe_init_progbar(self):
    if self.progbar is None:
      self.progbar = Progbar(target=self.target, verbose=self.verbose, unit_name='step', stateless_metrics=set())

  def _update_progbar(self, batch, logs=None):
    self._maybe_init_progbar()
    self.seen = batch + 1
    if self.verbose == 1:
      self.progbar.update(self.seen, list((logs or {}).items()), finalize=False)

  def _finalize_progbar(self, logs):
    if self.target is None:
      self.target = self.seen
      self.progbar.target = self.target
    self.progbar.update(self.target, list((logs or {}).items()), finalize=True)


say_source(globals(), 'keras.src.callbacks.progbar_logger')
