"""tf.saved_model.save: a tree of objects with its functions in a folder (saved_model/save.py).

`saved_model.pb` is a bundle of tracepack: every function that the objects have, the variables, and the tree as JSON.
`variables/` is a checkpoint beside it, as TensorFlow has it.
"""
import json
import os

import _os
import _saved
import tensorflow as tf
from tensorflow_lib.checkpoint import graph, reader
from tensorflow_lib.gfile import path_error
from tensorflow_lib.saved_model import signatures as signatures_lib
from tensorflow_lib.saved_model.functions import encode_concrete, encode_function
from tensorflow_lib.saved_model.options import SaveOptions

FILE = 'saved_model.pb'
_CONCRETE = tf.types.experimental.ConcreteFunction


def _untracked(concrete, number):
  """The error of a function that uses what the saved object does not lead to."""
  captured = concrete._captured_as_inputs
  outside = captured[number]
  inside = [x for x in concrete.inputs if x.op.type != 'Const'][number - len(captured)]
  return AssertionError(
      "Tried to export a function which references an 'untracked' resource. TensorFlow objects (e.g. tf.Variable) captured "
      "by functions must be 'tracked' by assigning them to an attribute of a tracked object or assigned to an attribute of "
      'the main object directly. See the information below:\n\tFunction name = %s\n\tCaptured Tensor = %s\n\tTrackable '
      'referencing this tensor = %s\n\tInternal Tensor = %s' % (concrete.name, outside, _saved.variable_of(outside), inside))


class _Writer:
  """Numbers the objects of a view and describes each."""

  def __init__(self, view, signatures):
    self.view = view
    self.nodes, self.paths = view.walk()
    self.numbers = {id(node): i for i, node in enumerate(self.nodes)}
    self.variables = [node for node in self.nodes if isinstance(node, tf.Variable)]
    self.tables = [node for node in self.nodes if hasattr(node, '_saved_table')]
    self.signatures = signatures
    self.functions = []  # (id, name, traces) of the bundle
    self.concretes = []
    self._known = {}

  def _check(self, concrete, signature=False):
    """What each captured input is: a node's number, or None for a value."""
    found = []
    for i, number in enumerate(_saved.captures(concrete, self.variables, [t.resource_handle for t in self.tables])):
      if number == -2 and signature:
        raise _untracked(concrete, i)
      if number == -2:
        raise KeyError(
            "Failed to add concrete function '%s' to object-based SavedModel as it captures tensor %r which is unsupported or "
            'not reachable from root. One reason could be that a stateful object or a variable that the function depends on '
            'is not assigned to an attribute of the serialized trackable object (see '
            'SaveTest.test_captures_unreachable_variable).' % (concrete.name, concrete._captured_as_inputs[i]))
      node = self.variables[number] if number >= 0 else self.tables[-3 - number] if number < -2 else None
      found.append((number, None if node is None else self.numbers[id(node)]))
    return found

  def add(self, name, path, concretes):
    """Puts traces into the bundle; their numbers."""
    traces = []
    numbers = []
    for concrete in concretes:
      if id(concrete) in self._known:
        numbers.append(self._known[id(concrete)])
        continue
      captures = self._check(concrete)
      data = encode_concrete(concrete, [node for _, node in captures])
      data['place'] = [len(self.functions), len(traces)]
      traces.append((concrete, [number for number, _ in captures]))
      self._known[id(concrete)] = len(self.concretes)
      numbers.append(len(self.concretes))
      self.concretes.append(data)
    if traces:
      self.functions.append(('.'.join(path) or name, name, traces))
    return numbers

  def describe(self, node):
    path = self.paths[id(node)]
    if isinstance(node, tf.Variable):
      return {'kind': 'variable', 'name': node.name[:-2], 'dtype': node.dtype.name, 'trainable': node.trainable,
              'shape': None if node.shape.rank is None else node.shape.as_list(),
              'key': graph.key_of(path, graph.VALUE)}
    if isinstance(node, _CONCRETE):
      number, = self.add(node.name.decode(), path, [node])
      signature = any(node is s for s in self.signatures.values())
      positional = 1 if len(node._arg_keywords) == 1 else 0
      return {'kind': 'concrete', 'concrete': number, 'positional': positional if signature else None}
    if isinstance(node, graph.FUNCTIONS):
      data = encode_function(node)
      data.update(kind='function', concretes=self.add(node.name, path, list(self.view.children(node).values())))
      return data
    if isinstance(node, signatures_lib.SignatureMap):
      return {'kind': 'signatures'}
    if isinstance(node, (list, tuple)):
      return {'kind': 'list'}
    if isinstance(node, dict):
      return {'kind': 'dict'}
    if hasattr(node, '_saved_table'):
      data = node._saved_table()
      data['kind'] = 'table'
      return data
    return {'kind': 'object'}


def _check_signatures(view):
  signatures = view.children(view.root).get('signatures')
  if signatures is not None and not isinstance(signatures, signatures_lib.SignatureMap):
    raise ValueError(
        "Exporting an object %s which has an attribute named 'signatures'. This is a reserved attribute used to store "
        'SavedModel signatures in objects which come from `tf.saved_model.load`. Delete this attribute (e.g. `del '
        'obj.signatures`) before saving if this shadowing is acceptable.' % (view.root,))


def _aliases(aliases, writer):
  """{alias: numbers of concrete functions}."""
  found = {}
  for alias, functions in aliases.items():
    if isinstance(functions, tf.types.experimental.PolymorphicFunction):
      functions = functions._list_all_concrete_functions()
    elif isinstance(functions, _CONCRETE):
      functions = [functions]
    elif not all(isinstance(f, _CONCRETE) for f in functions):
      raise TypeError('Unsupported type f%s. Functions in `function_aliases` should be created by tf.function, or concrete '
                      'functions, or collections of concrete functions.' % type(functions))
    found[alias] = [writer._known[id(f)] for f in functions if id(f) in writer._known]
  return found


def _encode(obj, signatures, options):
  """The bytes of the bundle, and the view of what is saved."""
  view = graph.View(obj, saving=True)
  if signatures is None:
    signatures = signatures_lib.find_function(view)
  signatures = signatures_lib.canonicalize(signatures)
  _check_signatures(view)
  view.add_child(obj, 'signatures', signatures_lib.SignatureMap(signatures))
  writer = _Writer(view, signatures)
  # TensorFlow looks at the signatures first.
  for concrete in signatures.values():
    writer._check(concrete, signature=True)
  nodes = []
  for node in writer.nodes:
    data = writer.describe(node)
    data['children'] = [[name, writer.numbers[id(child)]] for name, child in view.children(node).items()]
    nodes.append(data)
  objects = {'version': 1, 'tags': ['serve'] + list(options.extra_tags or []), 'nodes': nodes,
             'concretes': writer.concretes, 'aliases': _aliases(options.function_aliases, writer)}
  variables = [('.'.join(writer.paths[id(v)]), v.trainable, v) for v in writer.variables]
  return _saved.encode(writer.functions, variables, json.dumps(objects)), view


#: tf.saved_model.save =save
def save(obj, export_dir, signatures=None, options=None):
  """Writes the object, what is below it, and their functions."""
  export_dir = os.fspath(export_dir)
  options = options or SaveOptions()
  if not tf.executing_eagerly():
    raise AssertionError('`tf.saved_model.save` is not supported inside a traced @tf.function. Move the call to the outer '
                         'eagerly-executed context.')
  if not graph.is_trackable(obj) or isinstance(obj, (list, tuple, dict)):
    raise ValueError('Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, '
                     f'for export. Got {obj} with type {type(obj)}.')
  saving = _saved.set_saving(True)
  try:
    bundle, view = _encode(obj, signatures, options)
  finally:
    _saved.set_saving(saving)
  nodes, tensors = graph.serialize(view)
  reader.write(os.path.join(export_dir, 'variables', 'variables'), nodes, tensors)
  path = export_dir
  try:
    os.makedirs(os.path.join(export_dir, 'assets'), exist_ok=True)
    for name, content in [(FILE, bundle), ('fingerprint.pb', b'tracepack %08x\n' % _os.masked_crc32c(bundle))]:
      path = os.path.join(export_dir, name)
      with open(path, 'wb') as f:
        f.write(content)
  except OSError as error:
    raise path_error(error, path) from None
