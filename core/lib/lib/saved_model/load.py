"""tf.saved_model.load: the objects of a SavedModel made anew (saved_model/load.py, loader_impl.py)."""
import json
import os

import _saved
import tensorflow as tf
from tensorflow_lib.checkpoint.reader import CheckpointReader
from tensorflow_lib.saved_model import coder
from tensorflow_lib.saved_model.functions import restore_function
from tensorflow_lib.saved_model.options import LoadOptions
from tensorflow_lib.saved_model.signatures import SignatureMap

_FILE = 'saved_model.pb'
_MAGIC = b'\x89TPK\r\n\x1a\n'


def _exists(path):
  return os.path.exists(path)


#: tf.saved_model.contains_saved_model =contains_saved_model
def contains_saved_model(export_dir):
  """Is there a SavedModel in the folder?"""
  export_dir = os.fspath(export_dir)
  return any(_exists(os.path.join(export_dir, name)) for name in (_FILE, 'saved_model.pbtxt'))


def _read(export_dir):
  path = os.path.join(export_dir, _FILE)
  try:
    with open(path, 'rb') as f:
      content = f.read()
  except OSError:
    if _exists(path + 'txt'):
      raise _not_ours(path + 'txt') from None
    raise OSError('SavedModel file does not exist at: %s/{saved_model.pbtxt|saved_model.pb}' % export_dir) from None
  if not content.startswith(_MAGIC):
    raise _not_ours(path)
  try:
    return _saved.decode(content)
  except ValueError as error:
    raise tf.errors.DataLossError(None, None, '%s: %s' % (path, error)) from None


def _not_ours(path):
  return NotImplementedError("tf.saved_model.load reads what tracepack's tf.saved_model.save wrote: `%s` is TensorFlow's own "
                             'SavedModel, which tracepack does not read' % path)


def _call_attribute(instance, *args, **kwargs):
  return instance.__call__(*args, **kwargs)


def _user_object():
  """An object that has nothing but what was saved; each has a class of its own, which gets a `__call__`."""
  class UserObject(tf.__internal__.tracking.AutoTrackable):
    pass

  UserObject.__name__ = '_UserObject'
  UserObject.__qualname__ = 'Loader._recreate_base_user_object.<locals>._UserObject'
  UserObject.__module__ = 'tensorflow.python.saved_model.load'
  return UserObject()


def _set_list_item(items, name, value):
  try:
    index = int(name)
  except ValueError:  # a field of a named tuple
    return
  while len(items) <= index:
    items.append(None)
  items[index] = value


class _Loader:
  def __init__(self, export_dir, bundle, data, options):
    self._bundle = bundle
    self._data = data
    self._nodes = [None] * len(data['nodes'])
    variables = os.path.join(export_dir, 'variables', 'variables')
    self._values = None if options.experimental_skip_checkpoint else CheckpointReader(variables)
    self._concretes = {}
    made = data['nodes']
    # Functions capture variables and tables.
    for kinds in (('variable', 'table'), ('object', 'list', 'dict', 'signatures', 'concrete', 'function')):
      for i, node in enumerate(made):
        if node['kind'] in kinds:
          self._nodes[i] = getattr(self, '_' + node['kind'])(node)
    if any(node is None for node in self._nodes):
      raise ValueError('A SavedModel has an object of a kind that this tracepack does not know.')
    for obj, node in zip(self._nodes, made):
      for name, child in node['children']:
        self._connect(obj, node['kind'], name, self._nodes[child])
    self.root = self._nodes[0]
    self.aliases = {}
    for alias, numbers in data['aliases'].items():
      concretes = [self._concrete_of(number) for number in numbers]
      whole = [obj for obj, node in zip(self._nodes, made) if node['kind'] == 'function' and node['concretes'] == numbers]
      self.aliases[alias] = whole[0] if whole else concretes

  def _variable(self, node):
    variable = _saved.new_variable(node['name'], tf.as_dtype(node['dtype']), tf.TensorShape(node['shape']), node['trainable'])
    if self._values is not None:
      variable.assign(self._values.tensor(node['key']))
    return variable

  def _table(self, node):
    from tensorflow_lib.lookup_ops import restore_table
    return restore_table(node)

  def _object(self, node):
    return _user_object()

  def _list(self, node):
    import _tf
    return _tf.wrap([])

  def _dict(self, node):
    return {}

  def _signatures(self, node):
    return SignatureMap()

  def _concrete(self, node):
    concrete = self._concrete_of(node['concrete'])
    if node['positional'] is not None:
      _saved.set_max_positional(concrete, node['positional'])
    return concrete

  def _function(self, node):
    return restore_function(node, [self._concrete_of(number) for number in node['concretes']])

  def _concrete_of(self, number):
    if number not in self._concretes:
      data = self._data['concretes'][number]
      captures = []
      for node in data['captures']:
        captured = None if node is None else self._nodes[node]
        captures.append(captured.resource_handle if hasattr(captured, 'resource_handle') else captured)
      self._concretes[number] = _saved.function(
          self._bundle, data['place'][0], data['place'][1], coder.decode(data['parameters']), coder.decode(data['inputs']),
          coder.decode(data['outputs']), captures, data['arg_names'])
    return self._concretes[number]

  def _connect(self, obj, kind, name, child):
    if kind == 'list':
      _set_list_item(obj, name, child)
    elif kind == 'dict':
      obj[name] = child
    elif kind == 'signatures':
      obj._signatures[name] = child
    elif kind == 'object':
      setattr(obj, name, child)
      if name == '__call__' and not callable(obj):
        type(obj).__call__ = _call_attribute


#: tf.saved_model.load =load
def load(export_dir, tags=None, options=None):
  """The objects that tf.saved_model.save wrote, with their variables and functions."""
  export_dir = os.fspath(export_dir)
  options = options or LoadOptions()
  if tags is not None and not isinstance(tags, set):
    tags = tf.nest.flatten(tags)
  with tf.init_scope():
    bundle = _read(export_dir)
    text = _saved.objects(bundle)
    if not text:
      raise ValueError('%s is a bundle of `tracepack build`, not a SavedModel' % os.path.join(export_dir, _FILE))
    data = json.loads(text)
    if tags is not None and set(tags) != set(data['tags']):
      raise ValueError("Got an incompatible argument to `tags`: %s. The SavedModel at %s has one MetaGraph with tags %s. You "
                       "may omit the argument, pass 'None', or pass matching tags." % (tags, export_dir, data['tags']))
    try:
      loader = _Loader(export_dir, bundle, data, options)
    except tf.errors.NotFoundError as error:
      raise FileNotFoundError(
          '%s\n You may be trying to load on a different device from the computational device. Consider setting the '
          '`experimental_io_device` option in `tf.saved_model.LoadOptions` to the io_device such as '
          "'/job:localhost'." % error) from None
  root = loader.root
  root.graph_debug_info = None
  root.tensorflow_version = tf.__version__
  root.tensorflow_git_version = 'unknown'
  if options.experimental_load_function_aliases:
    if hasattr(root, 'function_aliases'):
      raise ValueError('Could not load with experimental_load_function_aliases option because the top-level object already '
                       "has an attributed with name 'function_aliases'")
    root.function_aliases = loader.aliases
  return root
