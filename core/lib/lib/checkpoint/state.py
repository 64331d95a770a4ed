"""The file `checkpoint` of a folder, and the manager that keeps it (checkpoint/checkpoint_management.py)."""
import collections
import glob
import json
import os
import sys
import time

import tensorflow as tf


#: tf.train.CheckpointState
class CheckpointState:
  """What the file says: the latest checkpoint, and all that are kept."""

  def __init__(self, model_checkpoint_path='', all_model_checkpoint_paths=(), all_model_checkpoint_timestamps=(),
               last_preserved_timestamp=None):
    self.model_checkpoint_path = model_checkpoint_path
    self.all_model_checkpoint_paths = list(all_model_checkpoint_paths)
    self.all_model_checkpoint_timestamps = list(all_model_checkpoint_timestamps)
    self.last_preserved_timestamp = last_preserved_timestamp or 0.0

  def __str__(self):
    lines = ['model_checkpoint_path: %s\n' % json.dumps(self.model_checkpoint_path)]
    lines += ['all_model_checkpoint_paths: %s\n' % json.dumps(path) for path in self.all_model_checkpoint_paths]
    lines += ['all_model_checkpoint_timestamps: %r\n' % float(t) for t in self.all_model_checkpoint_timestamps]
    if self.last_preserved_timestamp:
      lines.append('last_preserved_timestamp: %r\n' % float(self.last_preserved_timestamp))
    return ''.join(lines)

  __repr__ = __str__


def _file_of(folder, latest_filename=None):
  return os.path.join(folder, latest_filename or 'checkpoint')


def write_state(folder, latest, paths, timestamps=(), preserved=None):
  """Writes the file; paths are relative to the folder where they can be."""
  def relative(path):
    absolute = os.path.isabs(path)
    return os.path.relpath(path, folder or '.') if absolute or not os.path.isabs(folder) else path

  state = CheckpointState(relative(latest), [relative(path) for path in paths], timestamps, preserved)
  file = _file_of(folder)
  if file == state.model_checkpoint_path:
    raise RuntimeError("Save path '%s' conflicts with path used for checkpoint state.  Please use a different save path." %
                       latest)
  with open(file, 'w') as f:
    f.write(str(state))


#: tf.train.get_checkpoint_state =get_checkpoint_state
def get_checkpoint_state(checkpoint_dir, latest_filename=None):
  """What the folder's file `checkpoint` says; None where there is none."""
  checkpoint_dir = os.fspath(checkpoint_dir)
  try:
    with open(_file_of(checkpoint_dir, latest_filename)) as f:
      text = f.read()
  except OSError:
    return None
  state = CheckpointState()
  for line in text.split('\n'):
    name, _, value = line.partition(': ')
    if name == 'model_checkpoint_path':
      state.model_checkpoint_path = json.loads(value)
    elif name == 'all_model_checkpoint_paths':
      state.all_model_checkpoint_paths.append(json.loads(value))
    elif name == 'all_model_checkpoint_timestamps':
      state.all_model_checkpoint_timestamps.append(float(value))
    elif name == 'last_preserved_timestamp':
      state.last_preserved_timestamp = float(value)
  if not state.model_checkpoint_path:
    raise ValueError('Invalid checkpoint state loaded from ' + checkpoint_dir)
  state.model_checkpoint_path = os.path.join(checkpoint_dir, state.model_checkpoint_path)
  state.all_model_checkpoint_paths = [os.path.join(checkpoint_dir, path) for path in state.all_model_checkpoint_paths]
  return state


#: tf.train.latest_checkpoint =latest_checkpoint
def latest_checkpoint(checkpoint_dir, latest_filename=None):
  """The prefix of the latest checkpoint in the folder, or None."""
  state = get_checkpoint_state(checkpoint_dir, latest_filename)
  if state is None:
    return None
  if os.path.exists(state.model_checkpoint_path + '.index'):
    return state.model_checkpoint_path
  print("ERROR:tensorflow:Couldn't match files for checkpoint %s" % state.model_checkpoint_path, file=sys.stderr)
  return None


def _delete(prefix):
  for path in [prefix + '.index'] + glob.glob(glob.escape(prefix) + '.data-?????-of-?????'):
    if os.path.exists(path):
      os.remove(path)


#: tf.train.CheckpointManager
class CheckpointManager:
  """Numbers checkpoints, and deletes all but the last few."""

  def __init__(self, checkpoint, directory, max_to_keep, keep_checkpoint_every_n_hours=None, checkpoint_name='ckpt',
               step_counter=None, checkpoint_interval=None, init_fn=None, last_checkpoint_step=None):
    self._checkpoint = checkpoint
    if max_to_keep is not None and max_to_keep <= 0:
      raise ValueError('Expected a positive integer or `None` for `max_to_keep`, got %d.' % max_to_keep)
    self._max_to_keep = max_to_keep
    self._keep_every = keep_checkpoint_every_n_hours
    self._directory = os.fspath(directory)
    self._prefix = os.path.join(self._directory, checkpoint_name)
    self._init_fn = init_fn
    if checkpoint_interval is not None:
      if step_counter is None:
        raise ValueError('`step_counter` should be passed if `checkpoint_interval` is not None.')
      self._last_checkpoint_step = last_checkpoint_step
      self._step_counter = step_counter
    self._checkpoint_interval = checkpoint_interval
    state = get_checkpoint_state(self._directory)
    now = time.time()
    self._kept = collections.OrderedDict()
    if state is None:
      self._latest_checkpoint = None
      self._preserved = now - 1.0
      return
    self._latest_checkpoint = state.model_checkpoint_path
    self._preserved = min(state.last_preserved_timestamp, now)
    timestamps = state.all_model_checkpoint_timestamps or [self._preserved] * len(state.all_model_checkpoint_paths)
    for path, timestamp in zip(state.all_model_checkpoint_paths, timestamps):
      timestamp = min(timestamp, now)
      if timestamp > self._preserved:
        self._kept[path] = timestamp

  directory = property(lambda self: self._directory)
  checkpoint_interval = property(lambda self: self._checkpoint_interval)
  latest_checkpoint = property(lambda self: self._latest_checkpoint)
  checkpoints = property(lambda self: list(self._kept))
  checkpoint = property(lambda self: self._checkpoint)

  def _sweep(self):
    if not self._max_to_keep:
      return
    while len(self._kept) > self._max_to_keep:
      prefix, timestamp = self._kept.popitem(last=False)
      if self._keep_every and timestamp - self._keep_every * 3600.0 >= self._preserved:
        self._preserved = timestamp
        continue
      _delete(prefix)

  def _record(self):
    write_state(self._directory, self._latest_checkpoint, list(self._kept), list(self._kept.values()), self._preserved)

  def _written(self, prefix):
    self._kept.pop(prefix, None)
    self._kept[prefix] = time.time()
    self._latest_checkpoint = prefix
    self._sweep()
    self._record()

  def save(self, checkpoint_number=None, check_interval=True, options=None):
    """Writes a checkpoint, and gives its prefix; None where the interval is not over yet."""
    if self._checkpoint_interval is not None:
      step = self._step_counter.numpy()
      last = self._last_checkpoint_step
      if last is not None and (step == last or check_interval and step < last + self._checkpoint_interval):
        return None
      self._last_checkpoint_step = step
    counter = self._checkpoint.save_counter
    counter.assign_add(1)
    if checkpoint_number is None:
      checkpoint_number = counter
    if isinstance(checkpoint_number, (tf.Variable, tf.Tensor)):
      checkpoint_number = checkpoint_number.numpy()
    return self._checkpoint._write('%s-%d' % (self._prefix, int(checkpoint_number)), options, self._written)

  def restore_or_initialize(self):
    """Restores the latest checkpoint, or calls `init_fn` where there is none."""
    if self._latest_checkpoint is not None:
      self._checkpoint.restore(self._latest_checkpoint)
      if self._checkpoint_interval is not None:
        self._last_checkpoint_step = self._step_counter.numpy()
      return self._latest_checkpoint
    if self._init_fn is not None:
      self._init_fn()
    return None

  def sync(self):
    self._checkpoint.sync()


CheckpointManager.__module__ = 'tensorflow.python.checkpoint.checkpoint_management'
