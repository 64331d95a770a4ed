"""How values find their objects, some of which may be made later (checkpoint/restore.py, checkpoint.py)."""
import collections
import sys
import weakref

import _tf
import tensorflow as tf
from tensorflow_lib.checkpoint import graph

# What waits below objects without attributes of their own, by id: lists and dicts.
_waiting = {}
# By id, an object and the number of the restoration that gave it its value last.
_restored = {}


def warn(text, print=print, sys=sys):
  print('WARNING:tensorflow:' + text, file=sys.stderr)


def restored_by(obj):
  """The number of the restoration that gave the object its value last; -1 for none."""
  known = _restored.get(id(obj))
  return known[1] if known is not None and known[0]() is obj else -1


def _note_restored(obj, number):
  try:
    _restored[id(obj)] = (weakref.ref(obj), number)
  except TypeError:  # a list or dict has no value of its own
    pass


def _deferred(obj, create=False):
  """The positions that wait below an object, by name."""
  own = getattr(obj, '__dict__', None)
  if own is None or isinstance(obj, (list, dict)):
    known = _waiting.get(id(obj))
    if known is None and create:
      known = _waiting[id(obj)] = (obj, {})
    return known[1] if known is not None else None
  waiting = own.get(graph.DEFERRED)
  if waiting is None and create:
    waiting = {}
    object.__setattr__(obj, graph.DEFERRED, waiting)
  return waiting


def take_deferred(obj, name):
  """What waits for an object of this name, which it does not do any more."""
  waiting = _deferred(obj)
  return waiting.pop(name, []) if waiting else []


def give_deferred(obj, name, value):
  """`value` is now what `obj` has under this name: it gets what checkpoints have for it."""
  waiting = _deferred(obj)
  if not waiting or name not in waiting or not graph.is_trackable(value):
    return
  for position in sorted(waiting.pop(name), key=lambda p: p.checkpoint.uid, reverse=True):
    position.restore(value)


class Coordinator:
  """One checkpoint that is being restored, as long as an object waits for it."""
  count = 0

  def __init__(self, reader):
    self.reader = reader
    self.nodes = reader.nodes
    Coordinator.count += 1
    self.uid = Coordinator.count
    self.with_values = graph.with_values(self.nodes)
    self.objects = {}  # by number of the node: a weak reference, where there are such
    self.matched = set()
    self.seen = {}
    self.unused_attributes = {}
    self.expect_partial = False

  def object_of(self, number):
    ref = self.objects.get(number)
    return ref() if ref is not None else None

  def see(self, obj):
    self.seen[id(obj)] = _ref(obj)

  def all_seen(self):
    return [obj for obj in [ref() for ref in self.seen.values()] if obj is not None]

  # The names of the module may be gone when the program ends.
  def __del__(self, names_of=graph.names_of, warn=warn):
    if self.expect_partial:
      return
    names = names_of(self.nodes)
    unused = [names[i] for i, node in enumerate(self.nodes) if node['attributes'] and i not in self.matched]
    if not unused and not self.unused_attributes:
      return
    warn('Detecting that an object or model or tf.train.Checkpoint is being deleted with unrestored values. See the '
         'following logs for the specific values in question. To silence these warnings, use `status.expect_partial()`. '
         'See https://www.tensorflow.org/api_docs/python/tf/train/Checkpoint#restorefor details about the status object '
         'returned by the restore function.')
    for name in unused:
      warn('Value in checkpoint could not be found in the restored object: %s' % name)
    for number, attribute in self.unused_attributes.items():
      warn('An attribute in the restored object could not be found in the checkpoint. Object: %s, attribute: %s' %
           (names[number], attribute))


def _ref(obj):
  try:
    return weakref.ref(obj)
  except TypeError:
    return lambda: obj


class Position:
  """A node of a checkpoint."""

  def __init__(self, checkpoint, number):
    self.checkpoint = checkpoint
    self.number = number

  def bind(self, obj):
    """Notes that the node is this object; whether that is new."""
    checkpoint = self.checkpoint
    checkpoint.see(obj)
    checkpoint.matched.add(self.number)
    known = checkpoint.object_of(self.number)
    if known is None:
      checkpoint.objects[self.number] = _ref(obj)
      return True
    if known is not obj:
      warn(
          'Inconsistent references when loading the checkpoint into this object graph. For example, in the saved '
          'checkpoint object, `model.layer.weight` and `model.layer_copy.weight` reference the same variable, while in '
          'the current object these are two different variables. The referenced variables are:(%s and %s).' % (known, obj))
    return False

  def restore(self, obj):
    """Gives the object and what is below it the values; what is not there yet gets them when it comes."""
    with tf.init_scope():
      if self.bind(obj):
        self._restore_below(obj)

  def _restore_below(self, obj):
    checkpoint = self.checkpoint
    found = []  # (object, {name: key})
    queue = collections.deque([(self.number, obj)])
    while queue:
      number, obj = queue.popleft()
      node = checkpoint.nodes[number]
      if checkpoint.uid > restored_by(obj):
        if node['attributes']:
          if graph.has_values(obj):
            found.append((obj, {name: key for name, _, key in node['attributes']}))
          else:
            for name, _, _ in node['attributes']:
              checkpoint.unused_attributes.setdefault(number, []).append(name)
        _note_restored(obj, checkpoint.uid)
      below = graph.children(obj)
      for child_number, name in node['children']:
        if checkpoint.object_of(child_number) is not None:
          continue
        child = Position(checkpoint, child_number)
        if name in below:
          if child.bind(below[name]):
            queue.append((child_number, below[name]))
        elif child_number in checkpoint.with_values:
          _tf.set_assign_hook(give_deferred)
          _deferred(obj, create=True).setdefault(name, []).append(child)
    _assign(checkpoint.reader, found)


def _assign(reader, found):
  """Reads the values, then gives them to the objects."""
  wanted = [(key, obj.dtype) for obj, keys in found if isinstance(obj, tf.Variable) for key in keys.values()]
  for key, dtype in wanted:
    if reader.dtype(key) != dtype:
      raise tf.errors.InvalidArgumentError(
          None, None, '{{function_node __wrapped__RestoreV2_dtypes_%d_device_/job:localhost/replica:0/task:0/device:CPU:0}} '
          'tensor_name = %s; expected dtype %s does not equal original dtype %s [Op:RestoreV2]' %
          (len(wanted), key, _plain_name(dtype), _plain_name(reader.dtype(key))))
  for obj, keys in found:
    tensors = {name: reader.tensor(key) for name, key in keys.items()}
    if not isinstance(obj, tf.Variable):
      obj._restore_values(tensors)
      continue
    value = tensors[graph.VALUE]
    if not obj.shape.is_compatible_with(value.shape):
      raise ValueError('Received incompatible tensor with shape %s when attempting to restore variable with shape %s and '
                       'name %s.' % (value.shape, obj.shape, obj.name))
    obj.assign(value)


def _plain_name(dtype):
  return {'float32': 'float', 'float64': 'double', 'float16': 'half'}.get(dtype.name, dtype.name)
