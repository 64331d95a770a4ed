"""tf.experimental.ExtensionType: classes of the user whose annotated fields are tensors, composites and plain values.
They pass through tf.function, loops and branches as one value (framework/extension_type.py)."""
import inspect

import tensorflow as tf
from tensorflow_lib.extension_fields import NO_DEFAULT, SPEC, VALUE, convert_fields, fields_of, is_reserved

_IN_CONSTRUCTOR = '_tf_extension_type_in_constructor'
_KERAS = ('_keras_mask', '_keras_history')


def _made(cls, values):
  """An object of `cls` with these attributes, its constructor not called."""
  value = object.__new__(cls)
  value.__dict__.update(values)
  return value


def _leaves(values):
  return tf.nest.flatten(tuple(values))


def _plain(value):
  """Immutable mappings as dicts."""
  if isinstance(value, dict):
    return {k: _plain(v) for k, v in value.items()}
  return tuple(_plain(v) for v in value) if isinstance(value, tuple) else value


def _spec_of(value):
  if isinstance(value, tf.Tensor):
    return tf.TensorSpec(value.shape, value.dtype)
  spec = getattr(value, '_type_spec', None)
  return value if spec is None else spec


class _Fixed:
  """What the objects and their specs have in common: fields that only a constructor sets."""

  @classmethod
  def _tf_extension_type_has_field(cls, name):
    return any(name == field.name for field in cls._tf_extension_type_fields())

  def _may_set(self, name):
    return _IN_CONSTRUCTOR in self.__dict__ and self._tf_extension_type_has_field(name)

  def _refuse(self, name):
    raise AttributeError('Cannot mutate attribute `%s` outside the custom constructor of %s.' % (name, self._kind))

  def __setattr__(self, name, value):
    if not self._may_set(name) and name not in _KERAS:
      self._refuse(name)
    self.__dict__[name] = value

  def __delattr__(self, name):
    if not self._may_set(name) and name not in _KERAS:
      self._refuse(name)
    del self.__dict__[name]

  def __validate__(self):
    """What a class has to say about the values of its fields."""


def _wrap_constructor(cls, context):
  """The constructor of the user may set fields; then they are converted."""
  user_constructor = cls.__init__

  def __init__(self, *args, **kwargs):
    self.__dict__[_IN_CONSTRUCTOR] = True
    user_constructor(self, *args, **kwargs)
    del self.__dict__[_IN_CONSTRUCTOR]
    convert_fields(self._tf_extension_type_fields(), self.__dict__, context)
    self.__validate__()

  __init__.__wrapped__ = user_constructor
  cls.__init__ = __init__


def _add_constructor(cls, context):
  """A constructor with an argument for each field; those without a default that follow one that has are by keyword."""
  kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
  params, got_default = [], False
  for field in cls._tf_extension_type_fields():
    if context == VALUE:
      if field.default is not NO_DEFAULT:
        got_default = True
      elif got_default:
        kind = inspect.Parameter.KEYWORD_ONLY
    default = inspect.Parameter.empty if context == SPEC or field.default is NO_DEFAULT else field.default
    params.append(inspect.Parameter(field.name, kind, default=default))
  signature = inspect.Signature(params)

  def __init__(self, *args, **kwargs):
    bound = signature.bind(*args, **kwargs)
    bound.apply_defaults()
    self.__dict__.update(bound.arguments)
    convert_fields(self._tf_extension_type_fields(), self.__dict__, context)
    self.__validate__()

  cls.__init__ = __init__


def _check_names(cls):
  annotations = cls.__dict__.get('__annotations__', {})
  start = 'The field annotations for %s are invalid. Field ' % cls.__name__
  for name, value in cls.__dict__.items():
    if name == 'Spec':
      if not isinstance(value, type):
        raise ValueError('%s.Spec must be a nested class; got %s.' % (cls.__qualname__, value))
      if value.__bases__ not in ((tf.TypeSpec,), (object,)):
        raise ValueError('%s.Spec must be directly subclassed from tf.TypeSpec.' % cls.__qualname__)
    elif is_reserved(name):
      raise ValueError("%s'%s' is reserved." % (start, name))
  for name in annotations:
    if is_reserved(name):
      raise ValueError("%s'%s' is reserved." % (start, name))
  for name, value in cls.__dict__.items():
    if not (name in annotations or callable(value) or name.startswith('__') and name.endswith('__') or
            isinstance(value, (property, classmethod, staticmethod))):
      raise ValueError('%s%s is missing a type annotation.' % (start, name))


#: tf.experimental.ExtensionTypeSpec
class ExtensionTypeSpec(_Fixed, tf.TypeSpec):
  """What an object of an ExtensionType is made of: its fields, specs for tensors and composites."""

  _kind = 'ExtensionTypeSpec'

  @classmethod
  def _tf_extension_type_fields(cls):
    return cls.value_type._tf_extension_type_fields()

  @classmethod
  def from_value(cls, value):
    names = [field.name for field in cls._tf_extension_type_fields()]
    return _made(cls, {name: tf.nest.map_structure(_spec_of, value.__dict__[name]) for name in names})

  def _serialize(self):
    return tuple((f.name, _plain(self.__dict__[f.name])) for f in self._tf_extension_type_fields())

  def __repr__(self):
    return '%s(%s)' % (type(self).__qualname__, ', '.join('%s=%r' % item for item in self._serialize()))

  def __eq__(self, other):
    return type(self) is type(other) and self._serialize() == other._serialize()

  def __ne__(self, other):
    return not self == other

  def __hash__(self):
    return hash((type(self).__qualname__, tuple(_hashable(x) for x in self._values())))

  def _values(self):
    return _leaves(self.__dict__[f.name] for f in self._tf_extension_type_fields())

  def _like(self, other):
    """Is `other` of the same class, its fields nested in the same way?"""
    if type(self) is not type(other):
      return False
    try:
      tf.nest.assert_same_structure(self._serialize(), other._serialize())
    except (ValueError, TypeError):
      return False
    return True

  def is_subtype_of(self, other):
    return self._like(other) and all(_is_subtype(a, b) for a, b in zip(self._values(), other._values()))

  def most_specific_common_supertype(self, others):
    values = self._values()
    for other in others:
      if not self._like(other):
        return None
      for i, (a, b) in enumerate(zip(values, other._values())):
        if isinstance(a, tf.TypeSpec) and isinstance(b, tf.TypeSpec):
          values[i] = a.most_specific_common_supertype([b])
          if values[i] is None:
            return None
        elif isinstance(a, tf.TensorShape) and isinstance(b, tf.TensorShape):
          values[i] = a.most_specific_compatible_shape(b)
        elif a != b:
          return None
    return _made(type(self), self._packed(values))

  def _packed(self, values):
    """Values of the leaves as a dict by field."""
    names = [field.name for field in self._tf_extension_type_fields()]
    structure = tuple(self.__dict__[name] for name in names)
    return dict(zip(names, tf.nest.pack_sequence_as(structure, values)))

  @property
  def _component_specs(self):
    specs = []
    for leaf in self._values():
      if isinstance(leaf, (tf.TensorSpec, tf.__internal__.VariableSpec)):
        specs.append(leaf)
      elif isinstance(leaf, tf.TypeSpec):
        specs.extend(leaf._component_specs)
    return specs

  def _from_components(self, components):
    at, values = 0, []
    for leaf in self._values():
      if isinstance(leaf, (tf.TensorSpec, tf.__internal__.VariableSpec)):
        leaf, at = components[at], at + 1
      elif isinstance(leaf, tf.TypeSpec):
        count = len(leaf._component_specs)
        leaf, at = leaf._from_components(components[at:at + count]), at + count
      values.append(leaf)
    if at != len(components):
      raise ValueError('Cannot build an ExtensionType instance from components because more components are provided '
                       'than the number expected by the type spec.')
    return _made(self.value_type, self._packed(values))


def _hashable(leaf):
  try:
    hash(leaf)
  except TypeError:
    return repr(leaf)
  return leaf


def _is_subtype(a, b):
  if isinstance(a, (tf.TypeSpec, tf.TensorShape)):
    return a.is_subtype_of(b)
  return a == b


#: tf.experimental.ExtensionType
class ExtensionType(_Fixed):
  """The base of classes with annotated fields that cannot be changed."""

  _kind = 'ExtensionType'
  _tf_composite_tensor = True

  def __init_subclass__(cls, **kwargs):
    super().__init_subclass__(**kwargs)
    if cls.__dict__.get('_tf_extension_type_do_not_transform_this_class', False):
      return
    _check_names(cls)
    cls._tf_extension_type_fields()
    if '__init__' in cls.__dict__:
      _wrap_constructor(cls, VALUE)
    else:
      _add_constructor(cls, VALUE)
    _add_spec(cls)

  def __init__(self, *args, **kwargs):
    if type(self) is ExtensionType:
      raise AssertionError('Cannot create an instance of ExtensionType because ExtensionType is an abstract base '
                           'class.')

  @classmethod
  def _tf_extension_type_fields(cls):
    if '_tf_extension_type_cached_fields' in cls.__dict__:
      return cls._tf_extension_type_cached_fields
    fields, known = fields_of(cls)
    if known:
      cls._tf_extension_type_cached_fields = fields
    return fields

  def __repr__(self):
    return '%s(%s)' % (type(self).__qualname__, ', '.join(
        '%s=%r' % (f.name, getattr(self, f.name)) for f in self._tf_extension_type_fields()))

  def __eq__(self, other):
    if type(self) is not type(other) or self._type_spec != other._type_spec:
      return False
    conditions = []
    for a, b in zip(self._flatten_components(), other._flatten_components()):
      conditions.append(tf.reduce_all(tf.raw_ops.Equal(x=tf.shape(a), y=tf.shape(b), incompatible_shape_error=False)))
      conditions.append(tf.reduce_all(tf.raw_ops.Equal(x=a, y=b, incompatible_shape_error=False)))
    return tf.reduce_all(tf.stack(conditions))

  def __ne__(self, other):
    equal = self.__eq__(other)
    return tf.logical_not(equal) if isinstance(equal, tf.Tensor) else not equal

  __hash__ = None

  @property
  def _type_spec(self):
    return self.Spec.from_value(self)

  def _flatten_components(self):
    tensors = []
    for leaf in _leaves(self.__dict__[f.name] for f in self._tf_extension_type_fields()):
      if isinstance(leaf, tf.Tensor):
        tensors.append(leaf)
      elif hasattr(leaf, '_flatten_components'):
        tensors.extend(leaf._flatten_components())
    return tensors

  def _with_components(self, components):
    return self._type_spec._from_components(components)


def _add_spec(cls):
  """The class cls.Spec, with what the user's own of that name has."""
  name = cls.__qualname__ + '.Spec'
  body = {'value_type': cls, '__module__': cls.__module__}
  user_spec = cls.__dict__.get('Spec')
  if user_spec is not None:
    for key, value in user_spec.__dict__.items():
      if is_reserved(key):
        raise ValueError("TypeSpec %s uses reserved name '%s'." % (name, key))
      if cls._tf_extension_type_has_field(key):
        raise ValueError("TypeSpec %s defines a variable '%s' which shadows a field in %s" % (name, key,
                                                                                               cls.__qualname__))
      if key not in ('__module__', '__dict__', '__weakref__', '__doc__', '__qualname__'):
        body[key] = value
  spec = type(cls.__name__ + '.Spec', (ExtensionTypeSpec,), body)
  spec.__qualname__ = name
  cls.Spec = spec
  if '__init__' in body:
    _wrap_constructor(spec, SPEC)
  else:
    _add_constructor(spec, SPEC)


#: tf.experimental.extension_type.as_dict =as_dict
def as_dict(value):
  """The fields of `value` by name."""
  return {field.name: getattr(value, field.name) for field in value._tf_extension_type_fields()}


for _cls in (ExtensionTypeSpec, ExtensionType):
  _cls.__module__ = 'tensorflow.python.framework.extension_type'
