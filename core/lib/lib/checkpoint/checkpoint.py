"""tf.train.Checkpoint: the values of a tree of objects in files (checkpoint/checkpoint.py)."""
import os
import weakref

import _tf
import tensorflow as tf
from tensorflow_lib.checkpoint import graph, reader, restore
from tensorflow_lib.checkpoint.state import write_state

_MODULE = 'tensorflow.python.checkpoint.checkpoint'
_INTERNAL = frozenset(('_root', '_kwargs', '_save_counter', '_attached', '_view'))


#: tf.train.CheckpointOptions
class CheckpointOptions:
  """How a checkpoint is written; one device and one thread need no choice."""

  def __init__(self, experimental_io_device=None, experimental_enable_async_checkpoint=False,
               experimental_write_callbacks=None, enable_async=False, experimental_skip_slot_variables=False,
               experimental_sharding_callback=None):
    if experimental_sharding_callback is not None:
      raise NotImplementedError('tf.train.CheckpointOptions with experimental_sharding_callback')
    for callback in experimental_write_callbacks or ():
      if not callable(callback):
        raise TypeError('%r is not a callable object' % (callback,))
    self.experimental_io_device = experimental_io_device
    self.enable_async = experimental_enable_async_checkpoint or enable_async
    self.experimental_enable_async_checkpoint = self.enable_async
    self.experimental_write_callbacks = experimental_write_callbacks
    self.experimental_skip_slot_variables = experimental_skip_slot_variables
    self.experimental_sharding_callback = None


CheckpointOptions.__module__ = 'tensorflow.python.checkpoint.checkpoint_options'


class _LoadStatus:
  """What came of a restoration."""

  def run_restore_ops(self, session=None):
    """For graphs with sessions; values are given at once."""

  def initialize_or_restore(self, session=None):
    """The same."""

  def expect_partial(self):
    return self


class CheckpointLoadStatus(_LoadStatus):
  """Tells of a restored checkpoint what was found and what not."""

  def __init__(self, checkpoint, view):
    self._checkpoint = checkpoint
    self._view = view

  def _missing(self):
    """The objects with values that the checkpoint has none for."""
    checkpoint = self._checkpoint
    matched = [checkpoint.object_of(i) for i in checkpoint.objects]
    return [obj for obj in checkpoint.all_seen()
            if graph.has_values(obj) and not any(obj is known for known in matched)]

  def _see_all(self):
    view = graph.View(self._view.root, self._view.attached)
    for obj in view.walk()[0]:
      if not (isinstance(obj, (list, tuple, dict)) and not view.children(obj)):
        self._checkpoint.see(obj)

  def assert_consumed(self):
    checkpoint = self._checkpoint
    names = graph.names_of(checkpoint.nodes)
    self.assert_existing_objects_matched()
    for i, node in enumerate(checkpoint.nodes):
      if node['attributes'] and checkpoint.object_of(i) is None:
        raise AssertionError('Unresolved object in checkpoint %s: %s' % (names[i], graph.text_of(checkpoint.nodes, i)))
    if checkpoint.unused_attributes:
      raise AssertionError(
          'Unused attributes in these objects (the attributes exist in the checkpoint but were not restored):\n' +
          '\n'.join('%s (%s): %s' % (names[i], checkpoint.object_of(i), attribute)
                    for i, attribute in checkpoint.unused_attributes.items()))
    return self

  def assert_existing_objects_matched(self):
    checkpoint = self._checkpoint
    for i in range(len(checkpoint.nodes)):
      obj = checkpoint.object_of(i)
      if obj is not None and not isinstance(obj, (list, tuple, dict)) and restore.restored_by(obj) < checkpoint.uid:
        raise AssertionError('Object %s not assigned a value from checkpoint.' % graph.text_of(checkpoint.nodes, i))
    self._see_all()
    missing = self._missing()
    if missing:
      shown = min(10, len(missing))
      raise AssertionError(
          'Found %d Python objects that were not bound to checkpointed values, likely due to changes in the Python '
          'program. Showing %d of %d unmatched objects: %s' % (len(missing), shown, len(missing), missing[:shown]))
    return self

  def assert_nontrivial_match(self):
    checkpoint = self._checkpoint
    self._see_all()
    if sum(checkpoint.object_of(i) is not None for i in checkpoint.objects) <= 1:
      missing = self._missing()
      if missing:
        raise AssertionError(
            'Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint does '
            'not match the Python program. The following objects have no matching checkpointed value: %s' % (missing,))
      raise AssertionError('Nothing to load. No dependencies have been added to %s yet.' % (self._view.root,))
    return self

  def expect_partial(self):
    self._checkpoint.expect_partial = True
    return self


CheckpointLoadStatus.__module__ = _MODULE


class InitializationOnlyStatus(_LoadStatus):
  """There was no checkpoint to restore."""

  def assert_consumed(self):
    raise AssertionError('No checkpoint specified (save_path=None); nothing is being restored.')

  assert_existing_objects_matched = assert_consumed
  assert_nontrivial_match = assert_consumed

  def run_restore_ops(self, session=None):
    raise AssertionError('No checkpoint specified, so no restore ops are available (save_path=None to Saver.restore).')


InitializationOnlyStatus.__module__ = _MODULE


def _check(obj, name):
  if not graph.is_trackable(obj):
    raise ValueError(
        '`Checkpoint` was expecting %s to be a trackable object (an object derived from `Trackable`), got %s. If you '
        'believe this object should be trackable (i.e. it is part of the TensorFlow Python API and manages state), please '
        'open an issue.' % (name, obj))


def _in_function():
  return not tf.executing_eagerly()


#: tf.train.Checkpoint
class Checkpoint(tf.__internal__.tracking.AutoTrackable):
  """Saves and restores the values of objects, by the names of the attributes that lead to them."""

  def __init__(self, root=None, **kwargs):
    self._root = root
    self._save_counter = None
    self._attached = None
    if root:
      _check(root, 'root')
      self._attached = {}
      kwargs['root'] = root
      below = graph.children(root)
      self._save_counter = below.get('save_counter')
    for name, value in sorted(kwargs.items()):
      setattr(self, name, value)
      value = getattr(self, name)
      _check(value, name)
      if root:
        child = below.get(name)
        if child is None:
          self._attached[name] = value
        elif child != value:
          raise ValueError('Cannot create a Checkpoint with keyword argument %s if root.%s already exists.' % (name, name))

  def _view(self):
    return graph.View(self._root if self._root else self, self._attached)

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    found = {name: child for name, child in graph.attributes(self, save_type == 'savedmodel').items()
             if name not in _INTERNAL}
    if self._save_counter is not None:
      found['save_counter'] = self._save_counter
    return found

  @property
  def save_counter(self):
    if self._save_counter is None:
      with tf.init_scope():
        counter = tf.Variable(0, dtype=tf.int64, trainable=False, name='save_counter')
      root = self
      if self._attached is not None:
        self._attached['save_counter'] = counter
        root = self._root
      self._save_counter = counter
      waiting = restore.take_deferred(root, 'save_counter')
      for position in sorted(waiting, key=lambda p: p.checkpoint.uid, reverse=True):
        position.restore(counter)
    return self._save_counter

  def _write(self, file_prefix, options=None, written=None):
    if _in_function():
      raise NotImplementedError('tf.train.Checkpoint.write inside of a tf.function is not in tracepack: call it outside')
    nodes, tensors = graph.serialize(self._view())
    reader.write(file_prefix, nodes, tensors)
    for callback in (options.experimental_write_callbacks or () if options else ()):
      import inspect
      parameters = len(inspect.signature(callback).parameters)
      if parameters > 1:
        raise AssertionError('Callback functions for checkpoint are required to have 0 or 1parameters, but this has %d '
                             'parameters: %s' % (parameters, callback))
      callback(*[file_prefix][:parameters])
    if written is not None:
      written(file_prefix)
    return file_prefix

  def write(self, file_prefix, options=None):
    """Writes a checkpoint under exactly this prefix."""
    return self._write(os.fspath(file_prefix), options)

  def save(self, file_prefix, options=None):
    """Writes a checkpoint with a number behind the prefix, and makes it the latest of its folder."""
    if _in_function():
      raise NotImplementedError(
          'Calling tf.train.Checkpoint.save() from a function is not supported, as save() modifies saving metadata in ways '
          'not supported by TensorFlow Operations. Consider using tf.train.Checkpoint.write(), a lower-level API which does '
          'not update metadata. tf.train.latest_checkpoint and related APIs will not see this checkpoint.')
    file_prefix = os.fspath(file_prefix)
    number = self.save_counter.assign_add(1).numpy()
    return self._write('%s-%d' % (file_prefix, number), options,
                       lambda path: write_state(os.path.dirname(path), path, [path]))

  def read(self, save_path, options=None):
    """Restores what `write` wrote."""
    if save_path is None:
      return InitializationOnlyStatus()
    with tf.init_scope():
      checkpoint = restore.Coordinator(reader.CheckpointReader(os.fspath(save_path)))
      view = self._view()
      restore.Position(checkpoint, 0).restore(view.root)
      numbers = {name: number for number, name in checkpoint.nodes[0]['children']}
      for name, child in (self._attached or {}).items():
        number = numbers.get(name)
        if name != 'root' and number is not None and checkpoint.object_of(number) is None:
          restore.Position(checkpoint, number).restore(child)
    return CheckpointLoadStatus(checkpoint, view)

  def restore(self, save_path, options=None):
    """Restores what `save` wrote: values of objects that are there now, others when they are made."""
    path = os.fspath(save_path) if save_path is not None else None
    if path is not None and os.path.exists(os.path.join(path, 'saved_model.pb')):
      path = os.path.join(path, 'variables', 'variables')
    try:
      status = self.read(path, options)
    except tf.errors.NotFoundError as error:
      raise tf.errors.NotFoundError(
          None, None, "Error when restoring from checkpoint or SavedModel at %s: %s\nPlease double-check that the path is "
          "correct. You may be missing the checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1')." %
          (save_path, error.message)) from None
    self.save_counter
    return status

  def sync(self):
    """Nothing is under way: a checkpoint is written when `save` returns."""


Checkpoint.__module__ = _MODULE
