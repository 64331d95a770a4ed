"""Name scopes, control dependencies, init_scope, specs, references, Module (framework/ops.py, module.py)."""
import _tf
import tensorflow as tf


#: tf.name_scope
class name_scope_v2:
  """Puts `name/` in front of the names of ops made inside."""

  def __init__(self, name):
    if not isinstance(name, str):
      raise ValueError('name for name_scope must be a string.')
    self._name = name
    self._old = []

  @property
  def name(self):
    return self._name

  def __enter__(self):
    scope, old = _tf.enter_scope(self._name)
    self._old.append(old)
    return scope

  def __exit__(self, *exc):
    _tf.exit_scope(self._old.pop())
    return False


#: tf.control_dependencies
class control_dependencies:
  """Ops made inside run behind `control_inputs`."""

  def __init__(self, control_inputs):
    if control_inputs is not None and callable(control_inputs):
      control_inputs = control_inputs() if tf.executing_eagerly() else control_inputs
    self._inputs = control_inputs
    self._pushed = False

  def __enter__(self):
    inputs = self._inputs
    if inputs is not None and not isinstance(inputs, (list, tuple)):
      inputs = [inputs]
    if inputs is not None:
      inputs = [x for x in tf.nest.flatten(inputs) if x is not None]
    self._pushed = _tf.push_controls(inputs)

  def __exit__(self, *exc):
    if self._pushed:
      _tf.pop_controls()
    return False


#: tf.init_scope
class init_scope:
  """Leaves every graph that is being made: ops inside run at once, and tapes do not see them."""

  def __enter__(self):
    self._active = not tf.executing_eagerly()
    if self._active:
      self._scope = tf.get_current_name_scope()
      _tf.push_eager()
      _, self._old = _tf.enter_scope(self._scope + '/' if self._scope else None)
    return None

  def __exit__(self, *exc):
    if self._active:
      _tf.exit_scope(self._old)
      _tf.pop_eager()
    return False


#: tf.__internal__.UnknownArgument
class UnknownArgument:
  """Stands in a structured signature for an argument that is no tensor, number or string."""


UnknownArgument.__module__ = 'tensorflow.python.framework.func_graph'


#: tf.__internal__.Reference
class Reference:
  """A hashable stand-in for a tensor or variable, equal where the object is the same."""

  def __init__(self, wrapped):
    self._wrapped = wrapped

  def deref(self):
    return self._wrapped

  def __hash__(self):
    return id(self._wrapped)

  def __eq__(self, other):
    if not isinstance(other, Reference):
      return NotImplemented
    return self._wrapped is other._wrapped

  def __ne__(self, other):
    return not self == other

  def __repr__(self):
    return '<Reference wrapping %r>' % (self._wrapped,)


Reference.__module__ = 'tensorflow.python.util.object_identity'


#: tf.TypeSpec
class TypeSpec:
  """Describes a value: its type, and how it breaks into tensors."""

  def is_compatible_with(self, spec_or_value):
    if not isinstance(spec_or_value, TypeSpec):
      spec_or_value = type_spec_from_value(spec_or_value)
    return type(self) is type(spec_or_value) and self.is_subtype_of(spec_or_value) or \
        type(self) is type(spec_or_value) and spec_or_value.is_subtype_of(self)

  def most_specific_compatible_type(self, other):
    result = self.most_specific_common_supertype([other])
    if result is None:
      raise ValueError('No TypeSpec is compatible with both %s and %s' % (self, other))
    return result


class DenseSpec(TypeSpec):
  """dtype, shape and name."""

  def __init__(self, shape, dtype=tf.float32, name=None):
    self._shape = tf.TensorShape(shape)
    self._dtype = tf.as_dtype(dtype)
    self._name = name

  @property
  def shape(self):
    return self._shape

  @property
  def dtype(self):
    return self._dtype

  @property
  def name(self):
    return self._name

  def __repr__(self):
    return '%s(shape=%s, dtype=%s, name=%s)' % (type(self).__name__, self.shape, repr(self.dtype), repr(self.name))

  def __hash__(self):
    return hash((self.shape, self.dtype))

  def __eq__(self, other):
    return (type(self) is type(other) and self._shape == other._shape and self._dtype == other._dtype and
            self._name == other._name)

  def __ne__(self, other):
    return not self == other

  def is_subtype_of(self, other):
    return (type(self) is type(other) and self.dtype == other.dtype and self.shape.is_subtype_of(other.shape) and
            (other.name is None or self.name == other.name))

  def most_specific_common_supertype(self, others):
    shape, name = self.shape, self.name
    for other in others:
      if type(self) is not type(other) or self.dtype != other.dtype:
        return None
      shape = shape.most_specific_compatible_shape(other.shape)
      name = name if name == other.name else None
    return type(self)(shape, self.dtype, name)


#: tf.TensorSpec
class TensorSpec(DenseSpec):
  """The dtype and shape of a tensor."""

  value_type = property(lambda self: tf.Tensor)

  @classmethod
  def from_spec(cls, spec, name=None):
    return cls(spec.shape, spec.dtype, name or spec.name)

  @classmethod
  def from_tensor(cls, tensor, name=None):
    if isinstance(tensor, tf.Tensor) and not hasattr(tensor, 'name'):
      return TensorSpec(tensor.shape, tensor.dtype, name)
    if isinstance(tensor, (tf.Tensor, tf.Variable)):
      op_name = tensor.op.name if isinstance(tensor, tf.Tensor) else tensor.name.split(':')[0]
      return TensorSpec(tensor.shape, tensor.dtype, name or op_name)
    raise ValueError('`tensor` should be a tf.Tensor, but got type %s.' % type(tensor))

  def is_compatible_with(self, spec_or_tensor):
    return (self.dtype == spec_or_tensor.dtype and
            self.shape.is_compatible_with(spec_or_tensor.shape))

  def _to_components(self, value):
    return tf.convert_to_tensor(value, self.dtype)

  def _from_components(self, components):
    return components


TensorSpec.__module__ = 'tensorflow.python.framework.tensor'


#: tf.__internal__.VariableSpec
class VariableSpec(TypeSpec):
  """The dtype and shape of a variable, and whether it can be trained."""

  def __init__(self, shape, dtype=tf.float32, trainable=True, alias_id=None):
    self.shape = tf.TensorShape(shape)
    self.dtype = tf.as_dtype(dtype)
    self.trainable = trainable
    self.alias_id = alias_id

  value_type = property(lambda self: tf.Variable)

  @classmethod
  def from_value(cls, value):
    return cls(value.shape, value.dtype, value.trainable)

  def __repr__(self):
    return 'VariableSpec(shape=%s, dtype=%s, trainable=%s, alias_id=%s)' % (
        self.shape, repr(self.dtype), self.trainable, self.alias_id)

  def __hash__(self):
    return hash((self.shape, self.dtype, self.trainable, self.alias_id))

  def __eq__(self, other):
    return (type(self) is type(other) and self.shape == other.shape and self.dtype == other.dtype and
            self.trainable == other.trainable and self.alias_id == other.alias_id)

  def is_subtype_of(self, other):
    return type(self) is type(other) and self.dtype == other.dtype and self.shape.is_subtype_of(other.shape)


#: tf.type_spec_from_value =type_spec_from_value
def type_spec_from_value(value):
  """The TypeSpec of a tensor, variable, array, spec or composite."""
  if isinstance(value, TypeSpec):
    return value
  if isinstance(value, tf.Variable):
    return VariableSpec.from_value(value)
  if isinstance(value, tf.Tensor):
    return TensorSpec(value.shape, value.dtype)
  spec = getattr(value, '_type_spec', None)
  if spec is not None:
    return spec
  if isinstance(value, (bool, int, float, complex, str, bytes, list, tuple)) or hasattr(value, '__array__') or \
      type(value).__module__ == 'numpy':
    try:
      tensor = tf.convert_to_tensor(value)
    except (ValueError, TypeError):
      tensor = None
    if tensor is not None:
      return TensorSpec(tensor.shape, tensor.dtype)
  raise TypeError('Could not build a TypeSpec for %s of unsupported type %s.' % (value, type(value)))


def _submodules_and_variables(obj, predicate, recursive):
  """Values below a module that fit, each once, attributes sorted by name."""
  found, seen = [], set()

  def walk(value, is_root):
    if id(value) in seen and not isinstance(value, (int, str, float)):
      return
    if not is_root and predicate(value):
      seen.add(id(value))
      found.append(value)
    if isinstance(value, Module):
      if is_root or recursive:
        seen.add(id(value))
        children.append(value)
      return
    if isinstance(value, (list, tuple)):
      for item in value:
        walk(item, False)
    elif isinstance(value, dict):
      for key in sorted(value, key=str):
        walk(value[key], False)

  children = [obj]
  seen.add(id(obj))
  while children:
    module = children.pop(0)
    for name in sorted(vars(module)):
      if name in module._TF_MODULE_IGNORED_PROPERTIES:
        continue
      walk(vars(module)[name], False)
  return found


#: tf.__internal__.tracking.AutoTrackable
class AutoTrackable(_tf.Trackable):
  """An object whose attributes are in its checkpoints, if they are variables or hold some."""

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    from tensorflow_lib.checkpoint.graph import attributes
    return attributes(self, save_type == 'savedmodel')


AutoTrackable.__module__ = 'tensorflow.python.trackable.autotrackable'


#: tf.Module
class Module(AutoTrackable):
  """A named container of variables and of other modules."""

  _TF_MODULE_IGNORED_PROPERTIES = frozenset(('_self_unconditional_checkpoint_dependencies',
                                             '_self_unconditional_dependency_names'))

  def __init__(self, name=None):
    if name is None:
      name = _snake_case(type(self).__name__)
    elif not _is_identifier(name):
      raise ValueError("%r is not a valid module name. Module names must be valid Python identifiers (e.g. a valid "
                       'class name).' % name)
    self._name = name
    self._scope_name = tf.get_current_name_scope() + '/' + name if tf.get_current_name_scope() else name

  @property
  def name(self):
    return self._name

  @property
  def name_scope(self):
    return tf.name_scope(self._scope_name + '/')

  @property
  def variables(self):
    return tuple(_submodules_and_variables(self, lambda v: isinstance(v, tf.Variable), True))

  @property
  def trainable_variables(self):
    return tuple(_submodules_and_variables(self, lambda v: isinstance(v, tf.Variable) and v.trainable, True))

  @property
  def non_trainable_variables(self):
    return tuple(_submodules_and_variables(self, lambda v: isinstance(v, tf.Variable) and not v.trainable, True))

  @property
  def submodules(self):
    return tuple(_submodules_and_variables(self, lambda v: isinstance(v, Module), True))

  @classmethod
  def with_name_scope(cls, method):
    """A method whose ops are in the module's name scope."""
    import functools

    @functools.wraps(method)
    def method_with_name_scope(self, *args, **kwargs):
      with self.name_scope:
        return _tf.call_converted(False, method, self, *args, **kwargs)

    return method_with_name_scope


Module.__module__ = 'tensorflow.python.module.module'


def _is_identifier(name):
  return bool(name) and (name[0].isalpha() or name[0] == '_') and all(c.isalnum() or c == '_' for c in name)


def _snake_case(name):
  """CamelCase as camel_case."""
  out = ''
  for i, c in enumerate(name):
    if c.isupper() and i > 0 and (not name[i - 1].isupper() or (i + 1 < len(name) and name[i + 1].islower())):
      if out and out[-1] != '_':
        out += '_'
    out += c.lower()
  return out


#: tf.UnconnectedGradients
class UnconnectedGradients:
  """What tape.gradient gives for sources that the target does not depend on."""

  def __init__(self, name, value):
    self.name = name
    self.value = value

  def __repr__(self):
    return '<UnconnectedGradients.%s: %r>' % (self.name, self.value)

  def __eq__(self, other):
    return self is other or (isinstance(other, str) and other == self.value)

  def __hash__(self):
    return hash(self.value)


UnconnectedGradients.NONE = UnconnectedGradients('NONE', 'none')
UnconnectedGradients.ZERO = UnconnectedGradients('ZERO', 'zero')


#: tf.IndexedSlices
class IndexedSlices:
  """Rows of a dense tensor: `values[i]` belongs at row `indices[i]`."""

  _tf_composite_tensor = True

  def __init__(self, values, indices, dense_shape=None):
    self._values = values
    self._indices = indices
    self._dense_shape = dense_shape

  values = property(lambda self: self._values)
  indices = property(lambda self: self._indices)
  dense_shape = property(lambda self: self._dense_shape)
  dtype = property(lambda self: self._values.dtype)

  @property
  def shape(self):
    if self._dense_shape is None:
      return tf.TensorShape(None)
    value = tf.get_static_value(self._dense_shape)
    return tf.TensorShape(None if value is None else value)

  def __str__(self):
    return 'IndexedSlices(indices=%s, values=%s%s)' % (
        self._indices, self._values,
        ', dense_shape=%s' % (self._dense_shape,) if self._dense_shape is not None else '')

  def __neg__(self):
    return self._with_values(-self.values)

  def _with_values(self, values):
    return IndexedSlices(values, self.indices, self.dense_shape)

  def _flatten_components(self):
    return [self._values, self._indices] + ([] if self._dense_shape is None else [self._dense_shape])

  def _with_components(self, components):
    return IndexedSlices(*components)

  @property
  def _type_spec(self):
    dense = None if self._dense_shape is None else self._dense_shape.dtype
    shape = self.shape if dense else tf.TensorShape([None]).concatenate(self._values.shape[1:])
    return IndexedSlicesSpec(shape, self.dtype, self._indices.dtype, dense, self._indices.shape)

  def __tf_tensor__(self, dtype=None, name=None):
    if self._dense_shape is None:
      raise ValueError('Tensor conversion requested for IndexedSlices for argument without dense_shape: %s' % self)
    return tf.math.unsorted_segment_sum(self.values, self.indices, self.dense_shape[0], name=name)


IndexedSlices.__module__ = 'tensorflow.python.framework.indexed_slices'


#: tf.IndexedSlicesSpec
class IndexedSlicesSpec(TypeSpec):
  """What an IndexedSlices is made of."""

  value_type = property(lambda self: IndexedSlices)

  def __init__(self, shape=None, dtype=tf.float32, indices_dtype=tf.int64, dense_shape_dtype=None, indices_shape=None):
    self._shape = tf.TensorShape(shape)
    self._dtype = tf.as_dtype(dtype)
    self._indices_dtype = tf.as_dtype(indices_dtype)
    self._dense_shape_dtype = None if dense_shape_dtype is None else tf.as_dtype(dense_shape_dtype)
    self._indices_shape = tf.TensorShape(indices_shape)

  shape = property(lambda self: self._shape)
  dtype = property(lambda self: self._dtype)

  def _key(self):
    return (self._shape, self._dtype, self._indices_dtype, self._dense_shape_dtype, self._indices_shape)

  def __repr__(self):
    return 'IndexedSlicesSpec(%s)' % ', '.join(repr(part) for part in self._key())

  def __eq__(self, other):
    return type(self) is type(other) and self._key() == other._key()

  def __hash__(self):
    return hash(self._key())

  def is_subtype_of(self, other):
    return (type(self) is type(other) and self._dtype == other._dtype and
            self._indices_dtype == other._indices_dtype and self._dense_shape_dtype == other._dense_shape_dtype and
            self._shape.is_subtype_of(other._shape) and self._indices_shape.is_subtype_of(other._indices_shape))

  def most_specific_common_supertype(self, others):
    shape, indices_shape = self._shape, self._indices_shape
    for other in others:
      if type(self) is not type(other) or self._key()[1:4] != other._key()[1:4]:
        return None
      shape = shape.most_specific_compatible_shape(other._shape)
      indices_shape = indices_shape.most_specific_compatible_shape(other._indices_shape)
    return IndexedSlicesSpec(shape, self._dtype, self._indices_dtype, self._dense_shape_dtype, indices_shape)

  @property
  def _component_specs(self):
    rows = self._indices_shape.with_rank(1)
    specs = [TensorSpec(rows.concatenate(self._shape[1:]), self._dtype), TensorSpec(rows, self._indices_dtype)]
    if self._dense_shape_dtype is not None:
      specs.append(TensorSpec([self._shape.rank], self._dense_shape_dtype))
    return specs

  def _from_components(self, components):
    return IndexedSlices(*components)


IndexedSlicesSpec.__module__ = 'tensorflow.python.framework.indexed_slices'


#: tf.is_symbolic_tensor =is_symbolic_tensor
def is_symbolic_tensor(tensor):
  """Whether `tensor` is a value of a graph that is being made."""
  return isinstance(tensor, tf.Tensor) and not isinstance(tensor, tf.__internal__.EagerTensor)
