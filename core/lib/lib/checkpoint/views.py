"""Trees of objects, those of a program and those of a checkpoint, to be looked at; objects with a state of their own
(checkpoint/trackable_view.py, checkpoint_view.py, trackable/python_state.py)."""
import abc
import collections
import logging
import time
import weakref

import tensorflow as tf
from tensorflow_lib.checkpoint import graph
from tensorflow_lib.checkpoint.reader import CheckpointReader


#: tf.train.TrackableView
class TrackableView:
  """The objects below a root."""
  __module__ = 'tensorflow.python.checkpoint.trackable_view'

  def __init__(self, root):
    self._root_ref = root if isinstance(root, weakref.ref) else weakref.ref(root)

  @classmethod
  def children(cls, obj, save_type='checkpoint', **kwargs):
    """The objects right below one, by name."""
    return dict(graph.children(obj, saving=save_type == 'savedmodel'))

  @property
  def root(self):
    root = self._root_ref()
    assert root is not None
    return root

  def descendants(self):
    """All of them, nearest first."""
    return graph.View(self.root).walk()[0]


#: tf.train.CheckpointView
class CheckpointView:
  """The objects that a checkpoint tells of, by number."""
  __module__ = 'tensorflow.python.checkpoint.checkpoint_view'

  def __init__(self, save_path):
    self._nodes = CheckpointReader(save_path).nodes

  def children(self, node_id):
    return {name: child for child, name in self._nodes[node_id]['children']}

  def descendants(self):
    found, queue = [0], collections.deque([0])
    while queue:
      for child, _ in self._nodes[queue.popleft()]['children']:
        if child not in found:
          found.append(child)
          queue.append(child)
    return found

  def match(self, obj):
    """Which object of the program each number stands for, as far as names agree."""
    if not graph.is_trackable(obj):
      raise ValueError('Expected a Trackable, got %s of type %s.' % (obj, type(obj)))
    found, visited = {0: obj}, set()
    queue = collections.deque([(0, obj)])
    while queue:
      number, current = queue.popleft()
      below = TrackableView.children(current)
      for name, child in self.children(number).items():
        if child in visited or child == 0 or name not in below:
          continue
        if child not in found:
          found[child] = below[name]
          queue.append((child, below[name]))
        elif found[child] is not below[name]:
          logging.getLogger('tensorflow').warning(
              'Inconsistent references when matching the checkpoint into this object graph. The referenced objects are: (%s '
              'and %s).', found[child], below[name])
      visited.add(number)
    return found

  def diff(self, obj):
    """What both have, the numbers that only the checkpoint has, the objects that only the program has."""
    found = self.match(obj)
    known = {id(x) for x in found.values()}
    return (found, [number for number in self.descendants() if number not in found],
            [x for x in TrackableView(obj).descendants() if id(x) not in known])


#: tf.train.experimental.PythonState
class PythonState(abc.ABC):
  """An object whose state is a string that checkpoints keep."""
  __module__ = 'tensorflow.python.trackable.python_state'

  @abc.abstractmethod
  def serialize(self):
    """The state as a string."""

  @abc.abstractmethod
  def deserialize(self, string_value):
    """Takes the state that the string holds."""

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {}

  def _checkpoint_values(self):
    with tf.init_scope():
      return {'py_state': tf.constant(self.serialize(), dtype=tf.string)}

  def _restore_values(self, tensors):
    self.deserialize(tensors['py_state'].numpy())


def _wait_for_new(folder, last, timeout):
  stop = None if timeout is None else time.time() + timeout
  while True:
    path = tf.train.latest_checkpoint(folder)
    if path is not None and path != last:
      return path
    if stop is not None and time.time() + 1 > stop:
      return None
    time.sleep(1)


#: tf.train.checkpoints_iterator =checkpoints_iterator
def checkpoints_iterator(checkpoint_dir, min_interval_secs=0, timeout=None, timeout_fn=None):
  """The newest checkpoint of a folder, then each one that comes; waits for it until the timeout."""
  path = None
  while True:
    new = _wait_for_new(checkpoint_dir, path, timeout)
    if new:
      start = time.time()
      path = new
      yield path
      rest = start + min_interval_secs - time.time()
      if rest > 0:
        time.sleep(rest)
    elif timeout_fn is None:
      return
    if timeout_fn is not None and timeout_fn():
      return
