"""What layers find among their attributes (keras/src/utils/tracking.py): in lists, tuples and dicts, too."""
from collections import OrderedDict

from tensorflow_lib.keras.state import state

__name__ = 'keras.src.utils.tracking'


class DotNotTrackScope:
  """Attributes that are set inside are not looked at."""

  def __enter__(self):
    self.old = state.tracking
    state.tracking = False

  def __exit__(self, *exc):
    state.tracking = self.old


class Tracker:
  """Lists of what is found, by kind: config is {kind: (is it one?, list)}."""

  def __init__(self, config, exclusions=None):
    self.config = config
    self.stored_ids = {name: set() for name in config}
    self.locked = False
    self.exclusions = exclusions or {}
    self._message = None

  def track(self, attr):
    if not state.tracking or attr is None or isinstance(attr, (int, float, str)):
      return attr
    for name, (is_one, _) in self.config.items():
      if is_one(attr):
        for other in self.exclusions.get(name, ()):
          if id(attr) in self.stored_ids[other]:
            return attr
        if id(attr) not in self.stored_ids[name]:
          self.add_to_store(name, attr)
        return attr
    if isinstance(attr, tuple):
      items = [self.track(e) for e in attr]
      return type(attr)(*items) if hasattr(attr, '_fields') else type(attr)(items)
    if isinstance(attr, list):
      return TrackedList(attr, self)
    if isinstance(attr, OrderedDict):
      return TrackedOrderedDict(attr, self)
    if isinstance(attr, dict):
      return TrackedDict(attr, self)
    if isinstance(attr, set):
      return TrackedSet(attr, self)
    return attr

  def untrack(self, value):
    for name, ids in self.stored_ids.items():
      if id(value) in ids:
        ids.remove(id(value))
        items = self.config[name][1]
        for i, item in enumerate(items):
          if item is value:
            del items[i]
            break

  def lock(self, msg=None):
    self.locked = True
    if msg is not None:
      self._message = msg

  def unlock(self):
    self.locked = False

  def add_to_store(self, name, value):
    if self.locked:
      raise ValueError(self._message)
    self.config[name][1].append(value)
    self.stored_ids[name].add(id(value))


class TrackedList(list):
  def __init__(self, values=None, tracker=None):
    self.tracker = tracker
    if tracker and values:
      values = [tracker.track(v) for v in values]
    super().__init__(values or [])

  def append(self, value):
    if self.tracker:
      self.tracker.track(value)
    super().append(value)

  def insert(self, index, value):
    if self.tracker:
      self.tracker.track(value)
    super().insert(index, value)

  def extend(self, values):
    if self.tracker:
      values = [self.tracker.track(v) for v in values]
    super().extend(values)

  def remove(self, value):
    if self.tracker:
      self.tracker.untrack(value)
    super().remove(value)

  def pop(self, index=-1):
    if self.tracker:
      self.tracker.untrack(self[index])
    return super().pop(index)

  def clear(self):
    if self.tracker:
      for value in self:
        self.tracker.untrack(value)
    super().clear()

  def __delitem__(self, index):
    value = self[index]
    super().__delitem__(index)
    if self.tracker:
      self.tracker.untrack(value)


def _tracked_dict(base):
  class Tracked(base):
    def __init__(self, values=None, tracker=None):
      self.tracker = tracker
      values = dict(values or {})
      if tracker:
        values = {k: tracker.track(v) for k, v in values.items()}
      super().__init__(values)

    def __setitem__(self, key, value):
      if getattr(self, 'tracker', None):
        self.tracker.track(value)
      super().__setitem__(key, value)

    def update(self, mapping):
      if self.tracker:
        mapping = {k: self.tracker.track(v) for k, v in mapping.items()}
      super().update(mapping)

    def pop(self, key, *args):
      if self.tracker and key in self:
        self.tracker.untrack(self[key])
      return super().pop(key, *args)

    def clear(self):
      if self.tracker:
        for value in self.values():
          self.tracker.untrack(value)
      super().clear()
  return Tracked


TrackedDict = _tracked_dict(dict)
TrackedDict.__name__ = TrackedDict.__qualname__ = 'TrackedDict'
TrackedOrderedDict = _tracked_dict(OrderedDict)
TrackedOrderedDict.__name__ = TrackedOrderedDict.__qualname__ = 'TrackedOrderedDict'


class TrackedSet(set):
  def __init__(self, values=None, tracker=None):
    self.tracker = tracker
    super().__init__({tracker.track(v) for v in values} if tracker and values else values or [])

  def add(self, value):
    if self.tracker:
      self.tracker.track(value)
    super().add(value)

  def update(self, values):
    if self.tracker:
      values = [self.tracker.track(v) for v in values]
    super().update(values)

  def remove(self, value):
    if self.tracker:
      self.tracker.untrack(value)
    super().remove(value)
