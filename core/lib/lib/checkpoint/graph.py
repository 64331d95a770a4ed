"""The tree of objects that checkpoints and SavedModels hold (trackable/base.py, checkpoint/graph_view.py, util.py).

An object's children are what its attributes hold: variables, modules, functions, lists and dicts. A class of the library
says what it has by `_trackable_children(save_type)`, and values of its own by `_checkpoint_values()` and
`_restore_values(values)`, dicts of tensors by name.
"""
import collections

import _tf
import tensorflow as tf

VALUE = 'VARIABLE_VALUE'
GRAPH_KEY = '_CHECKPOINTABLE_OBJECT_GRAPH'
FUNCTIONS = (tf.types.experimental.PolymorphicFunction, tf.types.experimental.ConcreteFunction)
_CONTAINERS = (list, dict, collections.OrderedDict, _tf.ListWrapper, _tf.DictWrapper)
# What TensorFlow keeps of an object among its attributes.
DEFERRED = '_self_unconditional_deferred_dependencies'
_IGNORED = frozenset((DEFERRED, '_self_update_uid', 'graph_debug_info'))


def is_trackable(x):
  if isinstance(x, (tf.Variable, _tf.Trackable) + FUNCTIONS) or type(x) in _CONTAINERS:
    return True
  if isinstance(x, tuple):
    return any(is_trackable(item) for item in x)
  return hasattr(type(x), '_trackable_children')


def attributes(obj, saving):
  """The children of an object whose attributes they are; `saving` a SavedModel, its functions, too."""
  functions = {}
  if saving:
    from tensorflow_lib.saved_model.functions import traces_for_saving
    for name in dir(obj):
      try:
        value = getattr(obj, name, None)
      except Exception:
        continue
      if isinstance(value, FUNCTIONS):
        functions[name] = value
    for function in functions.values():
      traces_for_saving(function)
  found = {}
  for name, value in vars(obj).items():
    if name not in _IGNORED and is_trackable(value) and not (saving and isinstance(value, FUNCTIONS)):
      found[name] = value
  found.update(functions)
  return found


def _dict_children(obj):
  if any(not isinstance(key, str) and is_trackable(value) for key, value in obj.items()):
    raise ValueError(
        'Unable to save the object %s (a dictionary wrapper constructed automatically on attribute assignment). The '
        'wrapped dictionary contains a non-string key which maps to a trackable object or mutable data structure.\n\n'
        "If you don't need this dictionary checkpointed, wrap it in a non-trackable object; it will be subsequently "
        'ignored.' % (obj,))
  return {key: value for key, value in obj.items() if is_trackable(value)}


def children(obj, saving=False):
  """The objects below one, by name."""
  if isinstance(obj, tf.Variable):
    return {}
  if isinstance(obj, FUNCTIONS):
    if not saving or isinstance(obj, tf.types.experimental.ConcreteFunction):
      return {}
    from tensorflow_lib.saved_model.functions import traces_for_saving
    return {'trace_%d' % i: trace for i, trace in enumerate(traces_for_saving(obj))}
  if isinstance(obj, (list, tuple)):
    if _tf.list_changed(obj):
      raise ValueError(
          'Unable to save the object %s (a list wrapper constructed to track trackable TensorFlow objects). A list element '
          'was replaced (__setitem__, __setslice__), deleted (__delitem__, __delslice__), or moved (sort). In order to '
          'support restoration on object creation, tracking is exclusively for append-only data structures.\n\nIf you '
          "don't need this list checkpointed, wrap it in a non-trackable object; it will be subsequently ignored." % (obj,))
    items = {str(i): item for i, item in enumerate(obj) if is_trackable(item)}
    fields = getattr(type(obj), '_fields', ())
    named = {name: item for name, item in zip(fields, obj) if is_trackable(item)}
    named.update(items)
    return named
  if isinstance(obj, dict):
    return _dict_children(obj)
  return obj._trackable_children('savedmodel' if saving else 'checkpoint')


def values(obj):
  """The tensors that an object has itself, by name."""
  if isinstance(obj, tf.Variable):
    return {VALUE: obj.value()}
  own = getattr(obj, '_checkpoint_values', None)
  return own() if own is not None else {}


def has_values(obj):
  return isinstance(obj, tf.Variable) or hasattr(obj, '_checkpoint_values')


class View:
  """The objects below a root, each asked once for its children. `attached` are further children of the root."""

  def __init__(self, root, attached=None, saving=False):
    self.root = root
    self.attached = attached
    self.saving = saving
    self._known = {}

  def children(self, obj):
    known = self._known.get(id(obj))
    if known is None:
      found = dict(children(obj, self.saving))
      if obj is self.root and self.attached:
        found.update(self.attached)
      known = self._known[id(obj)] = (obj, found)
    return known[1]

  def add_child(self, obj, name, child):
    self.children(obj)[name] = child

  def walk(self):
    """All objects, nearest first, and by id the names that lead to each."""
    found, paths = [], {id(self.root): ()}
    queue = collections.deque([self.root])
    while queue:
      obj = queue.popleft()
      found.append(obj)
      for name, child in self.children(obj).items():
        if id(child) not in paths:
          paths[id(child)] = paths[id(obj)] + (name,)
          queue.append(child)
    return found, paths


def _escape(name):
  return name.replace('.', '..').replace('/', '.S')


def key_of(path, name):
  """A value's key in a checkpoint: where its object is, and its name there."""
  return '%s/.ATTRIBUTES/%s' % ('/'.join(_escape(part) for part in path), _escape(name))


def serialize(view):
  """What a checkpoint says of the objects, and the tensors by key."""
  objects, paths = view.walk()
  numbers = {id(obj): i for i, obj in enumerate(objects)}
  nodes, tensors = [], {}
  for obj in objects:
    own = []
    for name, value in values(obj).items():
      key = key_of(paths[id(obj)], name)
      own.append([name, obj.name[:-2] if isinstance(obj, tf.Variable) else '', key])
      tensors[key] = value
    below = [[numbers[id(child)], name] for name, child in view.children(obj).items()]
    nodes.append({'children': below, 'attributes': own})
  return nodes, tensors


def with_values(nodes):
  """The numbers of the nodes that have values, or a node below that has some."""
  parents = {}
  for i, node in enumerate(nodes):
    for child, _ in node['children']:
      parents.setdefault(child, []).append(i)
  found = {i for i, node in enumerate(nodes) if node['attributes']}
  queue = list(found)
  while queue:
    for parent in parents.get(queue.pop(), ()):
      if parent not in found:
        found.add(parent)
        queue.append(parent)
  return found


def text_of(nodes, number):
  """A node as TensorFlow prints its message."""
  def block(name, fields):
    lines = ''.join('  %s: %s\n' % (key, '"%s"' % value if isinstance(value, str) else value)
                    for key, value in fields if value)
    return '%s {\n%s}\n' % (name, lines)

  node = nodes[number]
  text = ''.join(block('children', [('node_id', child), ('local_name', name)]) for child, name in node['children'])
  text += ''.join(block('attributes', [('name', name), ('full_name', full), ('checkpoint_key', key)])
                  for name, full, key in node['attributes'])
  return text + block('has_checkpoint_values', [('value', 'true')] if number in with_values(nodes) else []).replace(
      '"true"', 'true')


def names_of(nodes):
  """How people are told of nodes: "(root).layer.v"."""
  names = {0: '(root)'}
  queue = [0]
  for number in queue:
    for child, name in nodes[number]['children']:
      if child not in names:
        names[child] = '%s.%s' % (names[number], name)
        queue.append(child)
  return names
