"""What of tf.Graph, tf.Operation and function types is looked at now and then: methods of native types."""
import collections
import contextlib
import inspect

import _tf
import tensorflow as tf
from tensorflow_lib.proto_defs import Message, VersionDef

_BAD_FORM = 'Tensor names must be of the form "<op_name>:<output_index>".'


#: tf.__internal__.GraphMethods
class GraphMethods:
  """Bound to graphs where the native type has no attribute of a name (module.h: AttrOrFromLibrary)."""

  @contextlib.contextmanager
  def as_default(self):
    _tf.push_graph(self)
    try:
      yield self
    finally:
      _tf.pop_graph()

  def as_graph_element(self, obj, allow_tensor=True, allow_operation=True):
    if not (allow_tensor or allow_operation):
      raise ValueError('allow_tensor and allow_operation can\'t both be False.')
    wanted = ' or '.join(['Tensor'] * allow_tensor + ['Operation'] * allow_operation)
    convert = getattr(obj, '_as_graph_element', None)
    if convert:
      obj = convert() or obj
    if isinstance(obj, bytes):
      obj = obj.decode()
    if isinstance(obj, str):
      if ':' in obj and allow_tensor:
        return self.get_tensor_by_name(obj)
      if ':' in obj:
        raise ValueError('Name %r appears to refer to a Tensor, not a %s.' % (obj, wanted))
      if allow_operation:
        return self.get_operation_by_name(obj)
      known = any(op.name == obj for op in self.get_operations())
      raise ValueError('The name %r %s, not a %s. %s' % (
          obj, 'refers to an Operation' if known else 'looks like an (invalid) Operation name', wanted, _BAD_FORM))
    for kind, label, allowed in (tf.Tensor, 'Tensor', allow_tensor), (tf.Operation, 'Operation', allow_operation):
      if isinstance(obj, kind) and allowed:
        if obj.graph is not self:
          raise ValueError('%s %s is not an element of this graph.' % (label, obj))
        return obj
    raise TypeError('Can not convert a %s into a %s.' % (type(obj).__name__, wanted))

  @property
  def operations(self):
    return self.get_operations()

  @property
  def version(self):
    return self.num_operations() + (1 if self.building_function else 0)

  @property
  def graph_def_versions(self):
    return VersionDef()

  seed = property(lambda self: None)

  # ---- collections
  @property
  def _collections(self):
    store = self._store
    if 'collections' not in store:
      # A function's graph has those that every one has, and begins with what the graph around it has.
      store['collections'] = {
          name: [] for name in ('variables', 'local_variables', 'trainable_variables', ('__variable_store',),
                                ('__varscope',))} if self.building_function else {}
      if self.building_function:
        store['collections'].update({k: list(v) for k, v in self.outer_graph._collections.items()})
    return store['collections']

  @property
  def collections(self):
    return list(self._collections)

  def get_all_collection_keys(self):
    return [name for name in self._collections if isinstance(name, str)]

  def _check_not_finalized(self):
    if self.finalized:
      raise RuntimeError('Graph is finalized and cannot be modified.')

  def add_to_collection(self, name, value):
    self._check_not_finalized()
    self._collections.setdefault(name, []).append(value)

  def add_to_collections(self, names, value):
    for name in (names,) if isinstance(names, str) else list(dict.fromkeys(names)):
      self.add_to_collection(name, value)

  def get_collection_ref(self, name):
    return self._collections.setdefault(name, [])

  def get_collection(self, name, scope=None):
    values = self._collections.get(name, [])
    if scope is None:
      return list(values)
    import re
    pattern = re.compile(scope)
    return [value for value in values if hasattr(value, 'name') and pattern.match(value.name)]

  def clear_collection(self, name):
    self._check_not_finalized()
    self._collections.pop(name, None)

  # ---- what may be fed and fetched
  def _barred(self, what):
    return self._store.setdefault(what, set())

  def is_feedable(self, tensor):
    return tensor.ref() not in self._barred('feeding')

  def prevent_feeding(self, tensor):
    self._barred('feeding').add(tensor.ref())

  def is_fetchable(self, tensor_or_op):
    return (tensor_or_op if isinstance(tensor_or_op, tf.Operation) else tensor_or_op.ref()) not in self._barred('fetching')

  def prevent_fetching(self, op):
    self._barred('fetching').add(op)

  # ---- scopes
  @contextlib.contextmanager
  def name_scope(self, name):
    scope, old = _tf.enter_scope(name or None)
    try:
      yield scope
    finally:
      _tf.exit_scope(old)

  def control_dependencies(self, control_inputs):
    return tf.control_dependencies(control_inputs)

  def device(self, device_name_or_function):
    return tf.device(device_name_or_function)

  def op_def_for_type(self, type):
    return _op_def(type)


#: tf.compat.v1.get_default_graph
def get_default_graph():
  return _tf.current_graph()


#: tf.compat.v1.add_to_collection
def add_to_collection(name, value):
  tf.compat.v1.get_default_graph().add_to_collection(name, value)


#: tf.compat.v1.add_to_collections
def add_to_collections(names, value):
  tf.compat.v1.get_default_graph().add_to_collections(names, value)


#: tf.compat.v1.get_collection
def get_collection(key, scope=None):
  return tf.compat.v1.get_default_graph().get_collection(key, scope)


#: tf.compat.v1.get_collection_ref
def get_collection_ref(key):
  return tf.compat.v1.get_default_graph().get_collection_ref(key)


#: tf.compat.v1.placeholder
def placeholder(dtype, shape=None, name=None):
  """A value that a tf.Graph is given when it runs."""
  if tf.executing_eagerly():
    raise RuntimeError('tf.placeholder() is not compatible with eager execution.')
  return tf.raw_ops.Placeholder(dtype=dtype, shape=shape, name=name)


#: tf.__internal__.OperationMethods
class OperationMethods:
  """As GraphMethods, of operations."""

  def values(self):
    return tuple(self.outputs)

  def colocation_groups(self):
    return [b'loc:@' + self.name.encode()]

  @property
  def op_def(self):
    return _op_def(self.type)

  @property
  def traceback(self):
    raise NotImplementedError('tf.Operation.traceback: errors show where a node was made')


class _OpArg(Message):
  """An input or output of an op: `type`, or the name of the attribute that says it."""

  def __init__(self, name, type, type_attr, number_attr, type_list_attr):
    self.name, self.type, self.type_attr = name, type.as_datatype_enum if type else 0, type_attr
    self.number_attr, self.type_list_attr, self.is_ref, self.description = number_attr, type_list_attr, False, ''


class _OpAttr(Message):
  def __init__(self, name, type):
    self.name, self.type, self.description = name, type, ''


class OpDef(Message):
  """What an op is: its arguments and attributes."""

  def __init__(self, name, inputs, outputs, attrs, stateful):
    self.name = name
    self.input_arg = [_OpArg(*x) for x in inputs]
    self.output_arg = [_OpArg(*x) for x in outputs]
    self.attr = [_OpAttr(*x) for x in attrs]
    self.is_stateful = stateful

  def _text(self):
    raise NotImplementedError('the text of an OpDef: print its name, input_arg, output_arg or attr')


def _op_def(op):
  return OpDef(*_tf.op_def_parts(op))


# ---- types of functions

class _Type:
  """A TraceType that is not a plain spec, as its text."""

  def __init__(self, text, flat):
    self._text, self._flat = text, flat

  def flatten(self):
    return list(self._flat)

  def __repr__(self):
    return self._text

  def __eq__(self, other):
    return isinstance(other, _Type) and self._text == other._text

  def __hash__(self):
    return hash(self._text)


class _Default:
  def __repr__(self):
    return '<captured_default_value>'


class Parameter(inspect.Parameter):
  """A parameter and the TraceType that its arguments must have."""

  def __init__(self, name, kind, optional, type_constraint):
    self.optional, self.type_constraint = optional, type_constraint
    empty = inspect.Parameter.empty
    super().__init__(name, kind, default=_Default() if optional else empty,
                     annotation=empty if type_constraint is None else type_constraint)

  def __repr__(self):
    return '<Parameter "%s">' % self

  def __str__(self):
    text = {'VAR_POSITIONAL': '*', 'VAR_KEYWORD': '**'}.get(self.kind.name, '') + self.name
    if self.type_constraint is None:
      return text + '=%r' % self.default if self.optional else text
    return '%s: %r' % (text, self.type_constraint) + (' = %r' % self.default if self.optional else '')


class FunctionType:
  """The parameters of a function with their types, the type of what it gives, and of what it captures."""

  def __init__(self, text, parameters, output, captures):
    self._text = text
    self.parameters = collections.OrderedDict(
        (p[0], Parameter(p[0], getattr(inspect.Parameter, p[1]), p[2], _type(p[3]))) for p in parameters)
    self.output, self.captures = _type(output), collections.OrderedDict(captures)

  @property
  def flat_inputs(self):
    return [spec for p in self.parameters.values() for spec in _flat(p.type_constraint)]

  @property
  def flat_outputs(self):
    return _flat(self.output)

  def __str__(self):
    return self._text

  def __repr__(self):
    lines = ['Input Parameters:']
    lines += ['  %s (%s): %r' % (p.name, p.kind.name, p.type_constraint) for p in self.parameters.values()]
    lines += ['Output Type:', '  %r' % (self.output,), 'Captures:']
    lines += ['  %s: %r' % item for item in self.captures.items()] or ['  None']
    return '\n'.join(lines)

  def __eq__(self, other):
    return isinstance(other, FunctionType) and repr(self) == repr(other)

  def __hash__(self):
    return hash(self._text)


FunctionType.__module__ = Parameter.__module__ = 'tensorflow.core.function.polymorphism.function_type'


def _type(parts):
  return _Type(*parts) if isinstance(parts, tuple) else parts


def _flat(type_constraint):
  if type_constraint is None:
    return []
  return type_constraint.flatten() if isinstance(type_constraint, _Type) else [type_constraint]


#: tf.__internal__.function_type
def function_type(function):
  return FunctionType(*function._type_parts)


#: tf.__internal__.function_spec
class FunctionSpec:
  """The Python signature of a Function."""

  def __init__(self, function):
    self.fullargspec = inspect.getfullargspec(function.python_function)
    if inspect.ismethod(function.python_function):  # `self` is bound
      self.fullargspec = type(self.fullargspec)((self.fullargspec.args[1:], *self.fullargspec[1:]))
    self.function_type = function_type(function)
    self.input_signature = function.input_signature
    self.arg_names = self.fullargspec.args
    defaults = self.fullargspec.defaults or ()
    self.default_values = dict(zip(self.arg_names[len(self.arg_names) - len(defaults):], defaults))
    self.default_values.update(self.fullargspec.kwonlydefaults or {})
    self.is_pure, self.jit_compile = False, None

  @property
  def flat_input_signature(self):
    return tuple(tf.nest.flatten(self.input_signature, expand_composites=True))

  def signature_summary(self, default_values=False):
    text = repr(self.function_type)
    if default_values:
      text += '\nDefaults:\n' + '\n'.join('  %s: %r' % item for item in self.default_values.items())
    return text


FunctionSpec.__module__ = 'tensorflow.python.eager.polymorphic_function.function_type_utils'
