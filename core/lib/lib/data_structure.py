"""Elements of datasets: structures of tuples and mappings (a list is a value: it becomes a tensor), their specs,
and functions over them that are traced once (data/util/structure.py, data/util/nest.py,
data/ops/structured_function.py)."""
import collections.abc

import _tf
import tensorflow as tf
from tensorflow_lib import nest
from tensorflow_lib.base import convert, op_scope


# ---- structures
def is_nested(x):
  return isinstance(x, (tuple, dict)) or not isinstance(x, (list, tf.Tensor)) and tf.nest.is_nested(x)


def _children(x):
  if isinstance(x, tuple):
    return list(x)
  if isinstance(x, dict):
    return [x[k] for k in sorted(x)]
  return nest.children_of(x, False) if is_nested(x) else None


def flatten(structure):
  """All leaves, of mappings by sorted key."""
  children = _children(structure)
  if children is None:
    return [structure]
  return [leaf for child in children for leaf in flatten(child)]


def pack(structure, flat):
  """The leaves `flat` in the form of `structure`."""
  rest = iter(flat)

  def build(x):
    children = _children(x)
    return next(rest) if children is None else nest.rebuild(x, [build(child) for child in children])

  return build(structure)


def map_structure(f, first, *others):
  """f of the leaves of one structure or of several equal ones."""
  for other in others:
    assert_same_structure(first, other)
  return pack(first, [f(*leaves) for leaves in zip(flatten(first), *[flatten(o) for o in others])])


def assert_same_structure(a, b):
  """TypeError or ValueError where structures differ."""
  if is_nested(a) != is_nested(b):
    raise ValueError("The two structures don't have the same nested structure.\n\nFirst structure: %s\n\n"
                     'Second structure: %s' % (a, b))
  if not is_nested(a):
    return
  if type(a) is not type(b) and not (isinstance(a, dict) and isinstance(b, dict)):
    raise TypeError("The two structures don't have the same sequence type. First structure has type %s, while second "
                    'structure has type %s.' % (type(a), type(b)))
  if isinstance(a, dict) and set(a) != set(b):
    raise ValueError("The two dictionaries don't have the same set of keys. First structure has keys %s, while "
                     'second structure has keys %s' % (list(a), list(b)))
  x, y = _children(a), _children(b)
  if len(x) != len(y):
    raise ValueError("The two structures don't have the same number of elements.\n\nFirst structure: %s\n\n"
                     'Second structure: %s' % (a, b))
  for i, j in zip(x, y):
    assert_same_structure(i, j)


def flatten_up_to(shallow, deep):
  """The parts of `deep` that stand where `shallow` has leaves."""
  children = _children(shallow)
  if children is None:
    return [deep]
  if not is_nested(deep) and not isinstance(deep, list):
    raise TypeError('If shallow structure is a sequence, input must also be a sequence. Input has type: %s.' %
                    type(deep))
  if isinstance(shallow, dict):
    parts = [deep[k] for k in sorted(shallow)]
  else:
    parts = list(_children(deep) if is_nested(deep) else deep)
  if len(parts) != len(children):
    raise ValueError('The two structures don\'t have the same sequence length. Input structure has length %d, while '
                     'shallow structure has length %d.' % (len(parts), len(children)))
  return [leaf for s, d in zip(children, parts) for leaf in flatten_up_to(s, d)]


# ---- specs
class StructureSpec(tf.TypeSpec):
  """A spec that is what `_serialize` gives: a tuple of structures of specs, shapes and plain values."""

  def _serialize(self):
    raise NotImplementedError('_serialize')

  def _with(self, parts):
    return type(self)(*parts)

  def __repr__(self):
    return '%s%r' % (type(self).__name__, self._serialize())

  def __eq__(self, other):
    return type(self) is type(other) and self._serialize() == other._serialize()

  def __ne__(self, other):
    return not self == other

  def __hash__(self):
    return hash((type(self).__name__, tuple(hash(x) for part in self._serialize() for x in flatten(part))))

  def is_subtype_of(self, other):
    if type(self) is not type(other):
      return False
    try:
      for a, b in zip(self._serialize(), other._serialize()):
        assert_same_structure(a, b)
        for x, y in zip(flatten(a), flatten(b)):
          if not (x.is_subtype_of(y) if hasattr(x, 'is_subtype_of') else x == y):
            return False
    except (TypeError, ValueError):
      return False
    return True

  def is_compatible_with(self, spec_or_value):
    spec = spec_or_value if isinstance(spec_or_value, tf.TypeSpec) else type_spec_of(spec_or_value)
    return self.is_subtype_of(spec) or (type(self) is type(spec) and spec.is_subtype_of(self))

  def most_specific_common_supertype(self, others):
    parts = list(self._serialize())
    for other in others:
      if type(self) is not type(other):
        return None
      try:
        parts = [map_structure(_wider, a, b) for a, b in zip(parts, other._serialize())]
      except (TypeError, ValueError):
        return None
    return self._with(parts)


def _wider(a, b):
  if isinstance(a, tf.TensorShape):
    return a.most_specific_compatible_shape(b)
  if isinstance(a, tf.TypeSpec):
    result = a.most_specific_common_supertype([b])
    if result is None:
      raise TypeError('No common supertype of %s and %s.' % (a, b))
    return result
  if a != b:
    raise ValueError('%s and %s differ' % (a, b))
  return a


class NoneTensor:
  """What None is where it stands in an element."""


NoneTensor.__module__ = 'tensorflow.python.framework.none_tensor'


#: tf.NoneTensorSpec
class NoneTensorSpec(StructureSpec):
  """The spec of None as a part of an element."""

  _component_specs = ()
  value_type = property(lambda self: NoneTensor)

  def _serialize(self):
    return ()

  def _from_components(self, components):
    return None

  def is_compatible_with(self, spec_or_value):
    return spec_or_value is None or isinstance(spec_or_value, NoneTensorSpec)


NoneTensorSpec.__module__ = 'tensorflow.python.framework.none_tensor'


def _spec_like(value):
  """The structure of the specs of a structure's parts."""
  if isinstance(value, collections.abc.Mapping):
    pairs = [(k, type_spec_of(value[k])) for k in value]
    if isinstance(value, collections.defaultdict):
      return type(value)(value.default_factory, pairs)
    return type(value)(pairs)
  specs = [type_spec_of(child) for child in _children(value)]
  return tuple(specs) if isinstance(value, tuple) and not hasattr(value, '_fields') else nest.rebuild(value, specs)


def type_spec_of(value):
  """A structure of the specs of an element's parts."""
  if value is None:
    return NoneTensorSpec()
  if is_nested(value):
    return _spec_like(value)
  return tf.type_spec_from_value(value)


def is_composite(spec):
  """Is it the spec of a ragged or sparse tensor?"""
  return type(spec).__name__ in ('RaggedTensorSpec', 'SparseTensorSpec')


def component_specs(spec):
  """The TensorSpecs of one leaf of a structure of specs."""
  return [spec] if isinstance(spec, tf.TensorSpec) else list(spec._component_specs)


def flat_specs(structure):
  return [s for spec in flatten(structure) for s in component_specs(spec)]


def flat_attrs(structure):
  """What ops that give such elements want to know."""
  specs = flat_specs(structure)
  return {'output_types': [s.dtype for s in specs], 'output_shapes': [s.shape for s in specs]}


def batched(spec, size):
  """The spec of a leaf with one more dim in front."""
  if isinstance(spec, tf.TensorSpec):
    return tf.TensorSpec(tf.TensorShape([size]).concatenate(spec.shape), spec.dtype, spec.name)
  return spec._batch(size)


def unbatched(spec):
  """The spec of a row of a leaf."""
  if isinstance(spec, tf.TensorSpec):
    if spec.shape.rank == 0:
      raise ValueError('Unbatching a tensor is only supported for rank >= 1')
    return tf.TensorSpec(spec.shape[1:], spec.dtype)
  return spec._unbatch()


# ---- elements
def normalize(element):
  """The element with tensors, datasets and the like as leaves."""
  leaves = []
  with op_scope(None, 'normalize_element'):
    for i, leaf in enumerate(flatten(element)):
      if leaf is None or getattr(leaf, '_type_spec', None) is not None and not isinstance(leaf, tf.Tensor):
        leaves.append(leaf)
      else:
        leaves.append(convert(leaf, name='component_%d' % i))
  return pack(element, leaves)


def to_tensors(structure, element):
  """The element as a list of tensors. It must have the structure of specs."""
  assert_same_structure(structure, element)
  tensors = []
  for spec, leaf in zip(flatten(structure), flatten(element)):
    if isinstance(spec, tf.TensorSpec):
      tensors.append(convert(leaf, dtype=spec.dtype))
    elif not isinstance(spec, NoneTensorSpec):
      tensors.extend(leaf._flatten_components())
  return tensors


def from_tensors(structure, tensors):
  """And back."""
  if isinstance(structure, tf.TensorSpec):
    return tensors[0]
  leaves, at = [], 0
  for spec in flatten(structure):
    if isinstance(spec, tf.TensorSpec):
      leaves.append(tensors[at])
      at += 1
    else:
      count = len(spec._component_specs)
      leaves.append(spec._from_components(list(tensors[at:at + count])))
      at += count
  return pack(structure, leaves)


# ---- functions
def _function_name(func):
  name = getattr(func, '__name__', None) or type(func).__name__
  for symbol in ('<', '>', '\\', "'", ' '):
    name = name.replace(symbol, '')
  return name


debug_mode = False


#: tf.data.experimental.enable_debug_mode =enable_debug_mode
def enable_debug_mode():
  """From now on functions of elements run as Python."""
  global debug_mode
  if not tf.executing_eagerly():
    raise ValueError('`enable_debug_mode() is only supported in eager mode.')
  debug_mode = True


def _run_eagerly(function, specs):
  def call(*args):
    tensors = tf.py_function(function, args, [spec.dtype for spec in specs])
    for tensor, spec in zip(tensors, specs):
      tensor.set_shape(spec.shape)
    return list(tensors)

  return call


class StructuredFunction:
  """A function of elements, traced at once: `function` is its graph, `structure` the specs of what it gives."""

  def __init__(self, func, transformation, input_structure):
    if not callable(func):
      raise ValueError('Argument `func` must be a callable. Received func=%s (of type %s)' % (func, type(func)))
    found = [None]
    at_top = tf.executing_eagerly()

    def wrapped(*args):
      element = from_tensors(input_structure, args)
      if type(element) is not tuple:
        element = (element,)
      result = _tf.call_traced(at_top, func, *element)
      result = nest.map_structure(lambda x: convert(x) if isinstance(x, tf.Variable) else x, result)
      if isinstance(result, list):
        result = tuple(result)
      try:
        found[0] = type_spec_of(result)
      except (ValueError, TypeError) as e:
        raise TypeError('Unsupported return value from function passed to %s: %s.' % (transformation, result)) from e
      return to_tensors(found[0], result)

    wrapped.__name__ = '_'.join([transformation.replace('.', '_')[:-2], _function_name(func)])
    if tf.config.functions_run_eagerly():
      import warnings
      warnings.warn('Even though the `tf.config.experimental_run_functions_eagerly` option is set, this option does '
                    'not apply to tf.data functions. To force eager execution of tf.data functions, please use '
                    '`tf.data.experimental.enable_debug_mode()`.')
    traced = tf.function(wrapped, input_signature=flat_specs(input_structure), autograph=False)
    self.function = traced.get_concrete_function()
    self.structure = found[0]
    if debug_mode:
      self.function = tf.function(_run_eagerly(wrapped, flat_specs(found[0])), input_signature=flat_specs(input_structure),
                                  autograph=False).get_concrete_function()

  @property
  def captured(self):
    return self.function._captured_as_inputs


def state_function(func, transformation, state_structure, element_structure, split, words):
  """A function of a state and an element, traced again until the state's shapes are what it gives.
  `split(structure)` is the part of what it gives that is the new state. Returns it with that structure."""
  prefix, got = words
  while True:
    traced = StructuredFunction(func, transformation, (state_structure, element_structure))
    new_state = split(traced.structure)
    old_flat, new_flat = flatten(state_structure), flatten(new_state)
    if any(type(a) is not type(b) for a, b in zip(old_flat, new_flat)):
      raise TypeError('%sThe element classes for the new state must match the initial state. Expected %s%s %s.' %
                      (prefix, _classes(state_structure), got, _classes(new_state)))
    if any(getattr(a, 'dtype', None) != getattr(b, 'dtype', None) for a, b in zip(old_flat, new_flat)):
      raise TypeError('%sThe element types for the new state must match the initial state. Expected %s%s %s.' %
                      (prefix, _types(state_structure), got, _types(new_state)))
    wider = [tf.TensorSpec(a.shape.most_specific_compatible_shape(b.shape), a.dtype)
             if isinstance(a, tf.TensorSpec) else a for a, b in zip(old_flat, new_flat)]
    if all(a.shape == w.shape for a, w in zip(old_flat, wider) if isinstance(a, tf.TensorSpec)):
      return traced, state_structure
    state_structure = pack(state_structure, wider)


def _classes(structure):
  return map_structure(lambda s: tf.Tensor if isinstance(s, tf.TensorSpec) else s, structure)


def _types(structure):
  return map_structure(lambda s: s.dtype if isinstance(s, tf.TensorSpec) else s, structure)
