"""Functional models (keras/src/models/functional.py): the operations between symbolic inputs and outputs."""
import copy
import inspect
import warnings

import tensorflow as tf
from tensorflow_lib.keras import core_ops, numpy_ops as ops, serialization
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.input_layer import Input, InputLayer
from tensorflow_lib.keras.model import Model
from tensorflow_lib.keras.operation import Function, KerasHistory, Node, Operation, make_node_key, nodes_between
from tensorflow_lib.keras.state import flatten, map_structure, pack_sequence_as
from tensorflow_lib.keras.tensors import KerasTensor, get_keras_mask, is_tensor, set_keras_mask
from tensorflow_lib.keras.tracking import DotNotTrackScope

__name__ = 'keras.src.models.functional'


def _tuples(x):
  """The structure with tuples for lists."""
  if isinstance(x, (list, tuple)):
    return tuple(_tuples(e) for e in x)
  if isinstance(x, dict):
    return {k: _tuples(v) for k, v in x.items()}
  return x


def _drop_batch(shape):
  return (None,) + tuple(shape[1:]) if shape else ()


class Functional(Function, Model):
  """A model of inputs and outputs."""

  def __new__(cls, *args, **kwargs):
    return Layer.__new__(cls, *args, **kwargs)

  def __init__(self, inputs, outputs, name=None, **kwargs):
    if isinstance(inputs, dict):
      for k, v in inputs.items():
        if isinstance(v, KerasTensor) and k != v.name:
          warnings.warn("When providing `inputs` as a dict, all keys in the dict must match the names of the corresponding "
                        "tensors. Received key '%s' mapping to value %s which has name '%s'. Change the tensor name to '%s' "
                        "(via `Input(..., name='%s')`)" % (k, v, v.name, k, k))
    trainable = kwargs.pop('trainable', None)
    for what, values, shown in (('inputs', flatten(inputs), inputs), ('outputs', flatten(outputs), outputs)):
      for x in values:
        if not isinstance(x, KerasTensor):
          raise ValueError('All `{}` values must be KerasTensors. Received: {}={} including invalid value {} of type {}'.format(
              what, what, shown, x, type(x)))
    if not all(is_input(t) for t in flatten(inputs)):
      inputs, outputs = clone_graph_nodes(inputs, outputs)
    with DotNotTrackScope():
      Model.__init__(self, name=name)
      self._set_graph(inputs, outputs)
    if trainable is not None:
      self.trainable = trainable
    for layer in self.layers:
      self._tracker.track(layer)
    self.build(None)
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True
    self.output_names = [x._keras_history.operation.name for x in self.outputs]

  def _lock_state(self):
    pass

  @property
  def layers(self):
    return [op for op in self._operations if isinstance(op, Layer)]

  @layers.setter
  def layers(self, _):
    raise AttributeError('`Model.layers` attribute is reserved and should not be used. Please use another name.')

  def call(self, inputs, training=None, mask=None, **kwargs):
    inputs = self._standardize_inputs(inputs)
    if mask is not None:
      for x, m in zip(inputs, flatten(mask)):
        if m is not None:
          set_keras_mask(x, m)
    outputs = self._run_through_graph(inputs, operation_fn=lambda op: operation_fn(op, training=training, **kwargs))
    return unpack_singleton(outputs)

  def compute_output_spec(self, inputs, training=None, mask=None):
    return Function.compute_output_spec(self, inputs)

  def compute_output_shape(self, input_shape):
    return Function.compute_output_shape(self, input_shape)

  def build(self, input_shape):
    self.built = True

  input_shape = property(lambda self: unpack_singleton_list([x.shape for x in self.inputs]))
  output_shape = property(lambda self: unpack_singleton_list([x.shape for x in self.outputs]))
  input = property(lambda self: self._inputs_struct)
  output = property(lambda self: self._outputs_struct)

  def _assert_input_compatibility(self, *args):
    for x, ref in zip(flatten(args[0]), self._inputs):
      if x is None:
        _check_optional(ref)
    return Function._assert_input_compatibility(self, *args)

  def _check_structure(self, inputs, raise_exception):
    try:
      tf.nest.assert_same_structure(_tuples(inputs), _tuples(self._inputs_struct))
    except (ValueError, TypeError):
      expected = map_structure(lambda x: 'None' if x is None else x.name, self._inputs_struct)
      received = map_structure(lambda x: 'None' if x is None else 'Tensor(shape=%s)' % (x.shape,), inputs)
      message = ("The structure of `inputs` doesn't match the expected structure.\nExpected: %s\nReceived: inputs=%s" %
                 (expected, received))
      if raise_exception:
        raise ValueError(message) from None
      warnings.warn(message)

  def _standardize_inputs(self, inputs):
    struct = self._inputs_struct
    wrong = False
    if isinstance(struct, list) and len(struct) == 1 and is_tensor(inputs):
      inputs = [inputs]
    elif isinstance(inputs, dict) and not isinstance(struct, dict):
      if isinstance(struct, (list, tuple)) and all(isinstance(i, KerasTensor) for i in struct):
        if {i.name for i in struct} <= set(inputs):
          inputs = [inputs[i.name] for i in struct]
        else:
          wrong = True
      elif isinstance(struct, KerasTensor) and struct.name in inputs:
        inputs = [inputs[struct.name]]
      else:
        wrong = True
    if isinstance(struct, dict) and not isinstance(inputs, dict) and list(struct) != sorted(struct):
      wrong = True
    self._check_structure(inputs, raise_exception=wrong)
    converted = []
    flat = flatten(inputs)
    for x, ref in zip(flat, self._inputs):
      if x is None:
        _check_optional(ref)
        converted.append(x)
      else:
        converted.append(core_ops.convert_to_tensor(x, dtype=ref.dtype, sparse=ref.sparse))
    return self._adjust_input_rank(converted)

  def _adjust_input_rank(self, flat):
    adjusted = []
    for i, (x, ref) in enumerate(zip(flat, self._inputs)):
      if x is None or len(x.shape) == len(ref.shape):
        adjusted.append(x)
      elif len(x.shape) == len(ref.shape) + 1 and x.shape[-1] == 1:
        adjusted.append(ops.squeeze(x, axis=-1))
      elif len(x.shape) == len(ref.shape) - 1 and ref.shape[-1] == 1:
        adjusted.append(ops.expand_dims(x, axis=-1))
      else:
        path = '.'.join(str(p) for p in _path_of(self._inputs_struct, i))
        raise ValueError("Invalid input shape for input %s with name '%s' and path '%s'. Expected shape %s, but input has "
                         'incompatible shape %s' % (x, ref.name, path, ref.shape, x.shape))
    for old, new in zip(flat, adjusted):
      if hasattr(old, '_keras_history'):
        new._keras_history = old._keras_history
      mask = get_keras_mask(old) if old is not None else None
      if mask is not None:
        set_keras_mask(new, mask)
    return adjusted

  def add_loss(self, loss):
    raise NotImplementedError

  @property
  def input_spec(self):
    if hasattr(self, '_manual_input_spec'):
      return self._manual_input_spec

    def spec(x, name=None):
      operation = x._keras_history.operation
      return InputSpec(shape=_drop_batch(x.shape), allow_last_axis_squeeze=True, name=name or operation.name,
                       optional=isinstance(operation, InputLayer) and operation.optional)

    struct = self._inputs_struct
    if isinstance(struct, dict):
      if all(isinstance(x, KerasTensor) for x in struct.values()):
        return [spec(struct[name], name) for name in sorted(struct)]
      return None
    return [spec(x) for x in self.inputs]

  @input_spec.setter
  def input_spec(self, value):
    self._manual_input_spec = value

  def get_config(self):
    if not functional_like_constructor(type(self)):
      return Model.get_config(self)
    config = {'name': self.name, 'trainable': self.trainable}
    places = {}
    for operation in self.operations:
      kept = 1 if isinstance(operation, Functional) else 0
      for i in range(len(operation._inbound_nodes)):
        key = make_node_key(operation, i)
        if key in self._nodes:
          places[key] = kept
          kept += 1
    layers = []
    for operation in self.operations:
      nodes = []
      for i, node in enumerate(operation._inbound_nodes):
        if make_node_key(operation, i) in self._nodes:
          data = serialize_node(node, own_nodes=self._nodes)
          if data is not None:
            nodes.append(data)
      layer = serialization.serialize_keras_object(operation)
      layer['name'] = operation.name
      layer['inbound_nodes'] = nodes
      layers.append(layer)
    config['layers'] = layers

    def place(tensor):
      history = tensor._keras_history
      return [history.operation.name, places[make_node_key(history.operation, history.node_index)], history.tensor_index]

    config['input_layers'] = map_structure(place, self._inputs_struct)
    config['output_layers'] = map_structure(place, self._outputs_struct)
    return copy.deepcopy(config)


def _path_of(struct, index):
  """Keys and places that lead to the leaf with this number."""
  paths = []

  def walk(x, path):
    if isinstance(x, dict):
      for k in sorted(x):
        walk(x[k], path + (k,))
    elif isinstance(x, (list, tuple)):
      for i, e in enumerate(x):
        walk(e, path + (i,))
    else:
      paths.append(path)
  walk(struct, ())
  return paths[index]


def _check_optional(ref):
  layer = ref._keras_history.operation
  if isinstance(layer, InputLayer) and not layer.optional:
    raise ValueError("The input '%s' is not optional, but None was passed. Please provide a valid tensor." % ref.name)


def functional_from_config(cls, config, custom_objects=None):
  """The model that a get_config was made of."""
  config = dict(config)
  layers, waiting = {}, {}
  parts = {key: config.pop(key) for key in ('layers', 'input_layers', 'output_layers')}
  name, trainable = config.pop('name', None), config.pop('trainable', None)
  for data in parts['layers']:
    layer = serialization.deserialize_keras_object(
        {k: v for k, v in data.items() if k not in ('name', 'inbound_nodes')}, custom_objects=custom_objects)
    if not isinstance(layer, Operation):
      raise ValueError('Unexpected object from deserialization, expected a layer or operation, got a %s' % type(layer))
    layers[data['name']] = layer
    if data['inbound_nodes']:
      waiting[data['name']] = list(data['inbound_nodes'])
  while waiting:
    before = sum(len(nodes) for nodes in waiting.values())
    for data in parts['layers']:
      nodes = waiting.get(data['name'])
      while nodes:
        try:
          args, kwargs = deserialize_node(nodes[0], layers)
        except IndexError:
          break
        layers[data['name']](*args, **kwargs)
        nodes.pop(0)
      if nodes is not None and not nodes:
        del waiting[data['name']]
    if waiting and sum(len(nodes) for nodes in waiting.values()) == before:
      raise ValueError('Invalid Functional model configuration. The graph of the Functional model either has loops or '
                       'disconnected nodes. The following nodes failed to be resolved: %s' %
                       {layers[k]: v for k, v in waiting.items()})

  def find(tensors):
    if isinstance(tensors, (list, tuple)) and len(tensors) == 3 and isinstance(tensors[0], str):
      layer, node_index, tensor_index = layers[tensors[0]], tensors[1], tensors[2]
      if isinstance(layer, Functional):
        node_index -= 1
      return layer._inbound_nodes[node_index].output_tensors[tensor_index]
    if isinstance(tensors, dict):
      return {k: find(v) for k, v in tensors.items()}
    found = [find(v) for v in tensors]
    return tuple(found) if isinstance(tensors, tuple) else found

  return cls(inputs=find(parts['input_layers']), outputs=find(parts['output_layers']), name=name, trainable=trainable,
             **config)


def operation_fn(operation, **context):
  """The operation with `training` for layers that ask for it."""
  def call(*args, **kwargs):
    for name, value in context.items():
      if name in getattr(operation, '_call_context_args', ()) and value is not None:
        kwargs[name] = value
    return operation(*args, **kwargs)
  return call


def functional_like_constructor(cls):
  spec = inspect.getfullargspec(cls.__init__)
  if spec.args[1:] == inspect.getfullargspec(Functional.__init__).args[1:]:
    return True
  return spec.varargs is not None and spec.varkw is not None


def unpack_singleton(x):
  return x[0] if isinstance(x, (list, tuple)) and len(x) == 1 else x


def unpack_singleton_list(x):
  return x[0] if len(x) == 1 else x


def serialize_node(node, own_nodes=()):
  """The arguments of a call; tensors by the operations that give them."""
  if not node.input_tensors:
    return None

  def serialize(x):
    if not isinstance(x, KerasTensor):
      return x
    operation, node_index, tensor_index = x._keras_history
    others = sum(make_node_key(operation, i) not in own_nodes for i in range(node_index))
    x._keras_history = KerasHistory(operation, node_index - others, tensor_index)
    out = serialization.serialize_keras_object(x)
    x._keras_history = KerasHistory(operation, node_index, tensor_index)
    return out

  args = map_structure(serialize, node.arguments.args)
  kwargs = map_structure(serialize, node.arguments.kwargs)
  return {'args': serialization.serialize_keras_object(args), 'kwargs': serialization.serialize_keras_object(kwargs)}


def deserialize_node(data, layers):
  args = serialization.deserialize_keras_object(data['args'])
  kwargs = serialization.deserialize_keras_object(data['kwargs'])

  def revive(x):
    if not isinstance(x, KerasTensor):
      return x
    history = x._pre_serialization_keras_history
    if history is None:
      return x
    layer = layers.get(history[0])
    if layer is None:
      raise ValueError('Unknown layer: %s' % history[0])
    if len(layer._inbound_nodes) <= history[1]:
      raise IndexError('Layer node index out of bounds.\ninbound_layer = %s\ninbound_layer._inbound_nodes = %s\n'
                       'inbound_node_index = %s' % (layer, layer._inbound_nodes, history[1]))
    return layer._inbound_nodes[history[1]].output_tensors[history[2]]

  return map_structure(revive, args), map_structure(revive, kwargs)


# ---- models that begin in the middle of a graph
def is_input(x):
  return x._keras_history.operation._inbound_nodes[x._keras_history.node_index].is_input


def _clone_tensor(x):
  return KerasTensor(shape=x.shape, dtype=x.dtype, sparse=x.sparse, name='%s_clone' % x.name)


def clone_graph_nodes(inputs, outputs):
  """Inputs and outputs of the same operations, called anew from inputs that begin there."""
  nodes, _ = nodes_between(inputs, outputs)
  tensors, operations, new_inputs, new_outputs = {}, {}, [], []
  for x in flatten(inputs):
    new = x
    if not is_input(x):
      original = x._keras_history.operation
      optional = isinstance(original, InputLayer) and original.optional
      new = Input(batch_shape=x.shape, dtype=x.dtype, sparse=x.sparse, name='%sCLONE' % x.name, optional=optional)
      operations[id(original)] = new._keras_history.operation
    new_inputs.append(new)
    tensors[id(x)] = new
  for x in flatten(outputs):
    new = _clone_tensor(x)
    new._keras_history = x._keras_history
    new_outputs.append(new)
    tensors[id(x)] = new

  def clone(x):
    if not isinstance(x, KerasTensor):
      return x
    if id(x) not in tensors:
      tensors[id(x)] = _clone_tensor(x)
    return tensors[id(x)]

  for node in nodes:
    operation = operations.get(id(node.operation), node.operation)
    out = map_structure(clone, node.output_tensors)
    if isinstance(operation, InputLayer):
      Node(operation, call_args=(), call_kwargs={}, outputs=out)
    else:
      Node(operation, call_args=map_structure(clone, node.arguments.args),
           call_kwargs=map_structure(clone, node.arguments.kwargs), outputs=out)
  return pack_sequence_as(inputs, new_inputs), pack_sequence_as(outputs, new_outputs)
