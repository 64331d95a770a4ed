"""Operations and the graphs that symbolic tensors make of them (keras/src/ops/operation.py, node.py, function.py)."""
import collections
import inspect

import tensorflow as tf
from tensorflow_lib.keras.state import (auto_name, default, flatten, is_default, map_shapes, map_structure,
                                        pack_sequence_as, standardize_dtype, state)
from tensorflow_lib.keras.tensors import (KerasTensor, Variable, any_symbolic_tensors, compute_output_spec, is_tensor)

__name__ = 'keras.src.ops.node'

KerasHistory = collections.namedtuple('KerasHistory', ['operation', 'node_index', 'tensor_index'])


class SymbolicArguments:
  """The arguments of a call, and which of them are symbolic."""

  def __init__(self, args, kwargs):
    self.args = map_structure(lambda x: x, args)
    self.kwargs = map_structure(lambda x: x, kwargs)
    self.keras_tensors = [x for x in flatten((self.args, self.kwargs)) if isinstance(x, KerasTensor)]
    single = not kwargs and len(args) == 1 and isinstance(args[0], KerasTensor)
    self._single = args[0] if single else None

  def fill_in(self, tensor_dict):
    if self._single is not None:
      return (tensor_dict[id(self._single)],), {}
    fill = lambda x: tensor_dict.get(id(x)) if isinstance(x, KerasTensor) else x
    return map_structure(fill, self.args), map_structure(fill, self.kwargs)


class Node:
  """One call of an operation with symbolic tensors."""

  def __init__(self, operation, call_args=None, call_kwargs=None, outputs=None):
    self.operation = operation
    self.arguments = SymbolicArguments(call_args or (), call_kwargs or {})
    self.outputs = [] if outputs is None else flatten(outputs)
    for x in self.outputs:
      if not isinstance(x, KerasTensor):
        raise ValueError('All operation outputs must be tensors. Operation %s returned a non-tensor. Non-tensor received: '
                         '%s' % (operation, x))
    zero_history = any(not x.record_history for x in self.arguments.keras_tensors)
    if not zero_history:
      for tensor in self.arguments.keras_tensors:
        if not hasattr(tensor, '_keras_history'):
          tensor._keras_history = KerasHistory(operation=None, node_index=0, tensor_index=0)
    operation._inbound_nodes.append(self)
    for kt in self.arguments.keras_tensors:
      inbound = kt._keras_history.operation
      if inbound is not None:
        inbound._outbound_nodes.append(self)
    if not zero_history:
      index = len(operation._inbound_nodes) - 1
      for i, tensor in enumerate(self.outputs):
        tensor._keras_history = KerasHistory(operation=operation, node_index=index, tensor_index=i)
    self.is_input = not self.arguments.keras_tensors

  def __repr__(self):
    return '<Node operation=%s, id=%d>' % (self.operation.name, id(self))

  input_tensors = property(lambda self: self.arguments.keras_tensors)
  output_tensors = property(lambda self: self.outputs)

  @property
  def parent_nodes(self):
    found = []
    for kt in self.arguments.keras_tensors:
      op = kt._keras_history.operation
      if op is not None:
        found.append(op._inbound_nodes[kt._keras_history.node_index])
    return found


__name__ = 'keras.src.ops.operation'
_PLAIN = (str, int, float, bool, type(None))
_EXAMPLE = '''
class CustomLayer(keras.layers.Layer):
    def __init__(self, arg1, arg2, **kwargs):
        super().__init__(**kwargs)
        self.arg1 = arg1
        self.arg2 = arg2

    def get_config(self):
        config = super().get_config()
        config.update({
            "arg1": self.arg1,
            "arg2": self.arg2,
        })
        return config
'''


def _auto_config(instance, cls, args, kwargs):
  """The arguments of the constructor, where all of them are plain; else None."""
  parameters = list(inspect.signature(cls.__init__).parameters.values())
  try:
    bound = inspect.signature(cls.__init__).bind(None, *args, **kwargs)
  except TypeError:
    return None
  bound.apply_defaults()
  config = {}
  for i, parameter in enumerate(parameters):
    value = bound.arguments.get(parameter.name)
    if parameter.kind == parameter.POSITIONAL_ONLY and i > 0 or parameter.kind == parameter.VAR_POSITIONAL and value:
      instance._auto_config_error_args = True
      return None
    if i == 0 or parameter.kind == parameter.VAR_POSITIONAL:
      continue
    if parameter.kind == parameter.VAR_KEYWORD:
      config.update(value or {})
    else:
      config[parameter.name] = value
  config.pop('name', None)
  for value in flatten(config):
    if not isinstance(value, _PLAIN):
      return None
  return config


def format_argument(value):
  if is_tensor(value):
    return 'tf.Tensor(shape=%s, dtype=%s)' % (value.shape, standardize_dtype(value.dtype))
  return repr(value)


def call_with_info(fn, name, args, kwargs):
  """fn(*args, **kwargs); an error says what it was called with."""
  try:
    return fn(*args, **kwargs)
  except Exception as e:
    if not state.traceback_filtering or hasattr(e, '_keras_call_info_injected'):
      raise
    signature = inspect.signature(fn)
    try:
      bound = signature.bind(*args, **kwargs)
    except TypeError:
      raise e
    lines = []
    for arg in signature.parameters.values():
      value = map_structure(format_argument, bound.arguments[arg.name]) if arg.name in bound.arguments else arg.default
      lines.append('  • %s=%s' % (arg.name, value))
    if not lines:
      raise
    if isinstance(e, tf.errors.OpError):
      message = e.message
    else:
      message = e.args[0] if e.args else ''
    message = 'Exception encountered when calling %s.\n\n\x1b[1m%s\x1b[0m\n\nArguments received by %s:\n%s' % (
        name, message, name, '\n'.join(lines))
    if isinstance(e, tf.errors.OpError):
      new_e = type(e)(e.node_def, e.op, message)
    else:
      try:
        new_e = type(e)(message)
      except TypeError:
        new_e = RuntimeError(message)
    new_e._keras_call_info_injected = True
    raise new_e.with_traceback(e.__traceback__) from None


#: tf.keras.Operation
class Operation:
  """What can be called with symbolic tensors."""

  def __new__(cls, *args, **kwargs):
    instance = object.__new__(cls)
    config = _auto_config(instance, cls, args, kwargs)
    object.__setattr__(instance, '_lock', False)
    object.__setattr__(instance, '_auto_config', config)
    object.__setattr__(instance, '_lock', True)
    return instance

  def __init__(self, name=None):
    if name is None:
      name = auto_name(type(self).__name__)
    if not isinstance(name, str) or '/' in name:
      raise ValueError('Argument `name` must be a string and cannot contain character `/`. Received: name=%s (of type %s)'
                       % (name, type(name)))
    self.name = name
    self._inbound_nodes = []
    self._outbound_nodes = []

  def __call__(self, *args, **kwargs):
    fn = self.symbolic_call if any_symbolic_tensors(args, kwargs) else self.call
    return call_with_info(fn, '%s.call()' % type(self).__name__, args, kwargs)

  def symbolic_call(self, *args, **kwargs):
    outputs = self.compute_output_spec(*args, **kwargs)
    Node(self, args, kwargs, outputs)
    return outputs

  def call(self, *args, **kwargs):
    raise NotImplementedError

  def compute_output_spec(self, *args, **kwargs):
    try:
      return compute_output_spec(self.call, *args, **kwargs)
    except Exception as e:
      cls = type(self).__name__
      text = ("Could not automatically infer the output shape / dtype of '%s' (of type %s). Either the `%s.call()` method "
              'is incorrect, or you need to implement the `%s.compute_output_spec() / compute_output_shape()` method. '
              'Error encountered:\n\n%s' % (self.name, cls, cls, cls, e))
      if isinstance(e, tf.errors.OpError):
        raise type(e)(e.node_def, e.op, text) from None
      raise type(e)(text).with_traceback(e.__traceback__) from None

  @default
  def get_config(self):
    config = {'name': self.name}
    if not is_default(self.get_config):
      return config
    if self._auto_config is not None:
      config.update(self._auto_config)
      parameters = inspect.signature(self.__init__).parameters
      has_kwargs = any(p.name == 'kwargs' and p.kind == p.VAR_KEYWORD for p in parameters.values())
      if 'name' not in parameters and not has_kwargs:
        config.pop('name', None)
      return config
    if getattr(self, '_auto_config_error_args', False):
      raise NotImplementedError(
          '\nObject %s was created by passing\npositional only or variadic positional arguments (e.g.,\n`*args`) to '
          '`__init__()`, which is not supported by the\nautomatic config generation. Please remove all positional\nonly and '
          'variadic arguments from `__init__()`\nor override `get_config()` and `from_config()` to make\nthe object '
          'serializatble.\n\nExample:\n\n%s' % (type(self).__name__, _EXAMPLE))
    raise NotImplementedError(
        '\nObject %s was created by passing\nnon-serializable argument values in `__init__()`,\nand therefore the object '
        'must override `get_config()` in\norder to be serializable. Please implement `get_config()`.\n\nExample:\n\n%s' %
        (type(self).__name__, _EXAMPLE))

  @classmethod
  def from_config(cls, config):
    if isinstance(config.get('dtype'), dict):
      from tensorflow_lib.keras import dtype_policies
      config = dict(config)
      config['dtype'] = dtype_policies.deserialize(config['dtype']).name
    try:
      return cls(**config)
    except Exception as e:
      raise TypeError("Error when deserializing class '%s' using config=%s.\n\nException encountered: %s" %
                      (cls.__name__, config, e))

  def __repr__(self):
    return '<Operation name=%s>' % self.name

  input = property(lambda self: self._node_attribute(0, 'input_tensors', 'input'))
  output = property(lambda self: self._node_attribute(0, 'output_tensors', 'output'))

  def _node_attribute(self, index, attribute, text):
    if not self._inbound_nodes:
      raise AttributeError('The layer %s has never been called and thus has no defined %s.' % (self.name, text))
    if len(self._inbound_nodes) <= index:
      raise ValueError('Asked to get %s at node %d, but the operation has only %d inbound nodes.' %
                       (text, index, len(self._inbound_nodes)))
    values = getattr(self._inbound_nodes[index], attribute)
    return values[0] if isinstance(values, list) and len(values) == 1 else values


__name__ = 'keras.src.ops.function'


def make_node_key(op, node_index):
  return '%d_ib-%d' % (id(op), node_index)


def index_of(items, item):
  for i, x in enumerate(items):
    if x is item:
      return i
  return -1


def _walk_back(inputs, tensor, finished, in_progress, order, indices):
  operation, node_index, _ = tensor._keras_history
  if not operation:
    return
  node = operation._inbound_nodes[node_index]
  if node in finished:
    return
  if not node.is_input and any(tensor is x for x in inputs):
    finished.add(node)
    return
  if node in in_progress:
    raise ValueError("Tensor %s from operation '%s' is part of a cycle." % (tensor, operation.name))
  if operation not in indices:
    indices[operation] = len(indices)
  in_progress.add(node)
  if not node.is_input:
    for x in node.input_tensors:
      _walk_back(inputs, x, finished, in_progress, order, indices)
  finished.add(node)
  in_progress.remove(node)
  order.append(node)


def nodes_between(inputs, outputs):
  """The nodes between these tensors, inputs first, and a number for each operation."""
  order, indices = [], {}
  finished, in_progress = set(), set()
  for output in flatten(outputs):
    _walk_back(flatten(inputs), output, finished, in_progress, order, indices)
  return order, indices


def map_graph(inputs, outputs):
  order, indices = nodes_between(inputs, outputs)
  keys = {make_node_key(n.operation, index_of(n.operation._inbound_nodes, n)) for n in order}
  in_graph = set(order)
  depths, op_depths = {}, {}
  for node in reversed(order):
    depth = max(depths.setdefault(node, 0), op_depths.get(node.operation, 0))
    op_depths[node.operation] = depth
    depths[node] = depth
    for parent in node.parent_nodes:
      if parent in in_graph:
        depths[parent] = max(depth + 1, depths.get(parent, 0))
  for x in inputs:
    operation = x._keras_history.operation
    if operation and operation not in op_depths:
      node_index = x._keras_history.node_index
      node = operation._inbound_nodes[node_index]
      if node.is_input:
        op_depths[operation] = 0
        indices[operation] = -1
        depths[node] = 0
        keys.add(make_node_key(operation, node_index))
  nodes_by_depth, ops_by_depth = {}, {}
  for node, depth in depths.items():
    nodes_by_depth.setdefault(depth, []).append(node)
  for operation, depth in op_depths.items():
    ops_by_depth.setdefault(depth, []).append(operation)
  operations = []
  for depth in sorted(ops_by_depth, reverse=True):
    ops_by_depth[depth].sort(key=lambda op: indices[op])
    operations.extend(ops_by_depth[depth])
  known = {id(x) for x in inputs}
  complete = []
  for depth in sorted(nodes_by_depth, reverse=True):
    for node in nodes_by_depth[depth]:
      for x in node.input_tensors:
        if id(x) not in known:
          raise ValueError("Graph disconnected: cannot find parent for tensor %s at operation '%s'. The following previous "
                           'operations were accessed without issue: %s' % (x, node.operation, complete))
        complete.append(node.operation.name)
      for x in node.outputs:
        known.add(id(x))
  names = [op.name for op in operations]
  for name in names:
    if names.count(name) != 1:
      raise ValueError('The name "%s" is used %d times in the model. All operation names should be unique.' %
                       (name, names.count(name)))
  return keys, nodes_by_depth, operations, ops_by_depth


#: tf.keras.Function
class Function(Operation):
  """The operations between inputs and outputs."""

  def __init__(self, inputs, outputs, name=None):
    Operation.__init__(self, name=name)
    self._set_graph(inputs, outputs)

  def _set_graph(self, inputs, outputs):
    self._inputs_struct = map_structure(lambda x: x, inputs)
    self._outputs_struct = map_structure(lambda x: x, outputs)
    self._inputs = flatten(inputs)
    self._outputs = flatten(outputs)
    for what, value in (('inputs', self._inputs), ('outputs', self._outputs)):
      if not value:
        raise ValueError('`%s` argument cannot be empty. Received:\ninputs=%s\noutputs=%s' % (what, inputs, outputs))
    self._nodes, self._nodes_by_depth, self._operations, self._operations_by_depth = map_graph(self._inputs, self._outputs)
    self._run_through_graph([None] * len(self._inputs), call_fn=lambda op, *args, **kwargs: [None] * len(flatten(op.output)))

  operations = property(lambda self: self._operations[:])
  inputs = property(lambda self: self._inputs)
  outputs = property(lambda self: self._outputs)

  def compute_output_spec(self, inputs):
    self._assert_input_compatibility(inputs)
    if all(tuple(x.shape) == tuple(ref.shape) for x, ref in zip(flatten(inputs), self._inputs)):
      return map_structure(lambda x: KerasTensor(shape=x.shape, dtype=x.dtype), self._outputs_struct)
    return self._run_through_graph(inputs, operation_fn=lambda op: op.compute_output_spec)

  def compute_output_shape(self, input_shape):
    inputs = map_shapes(lambda s: KerasTensor(shape=s), input_shape)
    for x, ref in zip(flatten(inputs), self._inputs):
      x._dtype = ref.dtype
      x._sparse = ref.sparse
    return map_structure(lambda x: x.shape, self.compute_output_spec(inputs))

  def call(self, inputs):
    self._assert_input_compatibility(inputs)
    return self._run_through_graph(inputs)

  def _run_through_graph(self, inputs, operation_fn=None, call_fn=None):
    tensors = {}
    for x, y in zip(self._inputs, flatten(inputs)):
      tensors[id(x)] = y
    for depth in sorted(self._nodes_by_depth, reverse=True):
      for node in self._nodes_by_depth[depth]:
        if not node.operation or node.is_input or any(id(x) not in tensors for x in node.input_tensors):
          continue
        args, kwargs = node.arguments.fill_in(tensors)
        op = node.operation
        if call_fn is not None:
          outputs = call_fn(op, *args, **kwargs)
        else:
          outputs = (operation_fn(op) if operation_fn else op)(*args, **kwargs)
        for x, y in zip(node.outputs, flatten(outputs)):
          tensors[id(x)] = y
    results = []
    for i, x in enumerate(self._outputs):
      if id(x) not in tensors:
        raise ValueError('Output with path `%s` is not connected to `inputs`' % (i if len(self._outputs) > 1 else ''))
      results.append(tensors[id(x)])
    return pack_sequence_as(self._outputs_struct, results)

  def _assert_input_compatibility(self, inputs):
    try:
      tf.nest.assert_same_structure(inputs, self._inputs_struct, check_types=False)
    except (ValueError, TypeError):
      raise ValueError('Function was called with an invalid input structure. Expected input structure: %s\nReceived input '
                       'structure: %s' % (self._inputs_struct, inputs))
    for x, ref in zip(flatten(inputs), self._inputs):
      fits = len(x.shape) == len(ref.shape) and all(
          a is None or b is None or a == b for a, b in zip(tuple(x.shape), ref.shape))
      if not fits:
        raise ValueError("%s was passed incompatible inputs. For input '%s', expected shape %s, but received instead a "
                         'tensor with shape %s.' % (type(self).__name__, ref.name, ref.shape, x.shape))


__name__ = 'keras.src.ops'


# Operations of two arguments whose shapes Keras looks at itself.
_BROADCASTING = frozenset((
    'Add', 'Subtract', 'Multiply', 'Divide', 'TrueDivide', 'FloorDivide', 'Mod', 'Power', 'Maximum', 'Minimum', 'Arctan2',
    'Equal', 'NotEqual', 'Greater', 'GreaterEqual', 'Less', 'LessEqual', 'LogicalAnd'))


def _check_broadcast(x1, x2):
  """Raises where the shapes do not fit together."""
  first, second = list(getattr(x1, 'shape', [])), list(getattr(x2, 'shape', []))
  a, b = [1] * (len(second) - len(first)) + first, [1] * (len(first) - len(second)) + second
  for i, j in zip(a, b):
    if i not in (1, None) and j not in (1, None, i):
      raise ValueError('Cannot broadcast shape, the failure dim has value %s, which cannot be broadcasted to %s. Input shapes '
                       'are: %s and %s.' % (i, j, first, second))


def symbolic(class_name, module='keras.src.ops.numpy'):
  """Makes of a function of tensors one that also takes symbolic tensors: an operation of this class then."""
  def decorate(fn):
    def call(self, *args, **kwargs):
      return fn(*args, **kwargs)
    cls = None

    def wrapper(*args, **kwargs):
      nonlocal cls
      if not any_symbolic_tensors(args, kwargs):
        return fn(*args, **kwargs)
      if cls is None:
        cls = type(class_name, (Operation,), {'call': call, '__module__': module})
      operation = cls()
      if class_name in _BROADCASTING and len(args) == 2:
        _check_broadcast(*args)
      return operation.symbolic_call(*args, **kwargs)
    wrapper.__name__ = fn.__name__
    wrapper.__doc__ = fn.__doc__
    return wrapper
  return decorate
