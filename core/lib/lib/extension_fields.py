"""The fields of an ExtensionType: which annotations there may be, and values checked against them
(framework/extension_type_field.py)."""
import sys
import typing

import tensorflow as tf

VALUE, SPEC, DEFAULT = 'value', 'spec', 'default'
_RESERVED = frozenset((
    'self', 'Spec', '_type_spec', '_shape_invariant_to_type_spec', '_consumers', 'value_type', 'is_compatible_with',
    'most_specific_compatible_type', '_with_tensor_ranks_only', '_to_components', '_from_components',
    '_component_specs', '_to_tensor_list', '_from_tensor_list', '_from_compatible_tensor_list', '_flat_tensor_specs',
    '_serialize', '_deserialize', '_to_legacy_output_types', '_to_legacy_output_shapes', '_to_legacy_output_classes',
    '_keras_mask'))
_UNION = type(int | str)
_PLAIN = (int, float, bool, str, bytes, type(None))


class _NoDefault:

  def __repr__(self):
    return 'ExtensionTypeField.NO_DEFAULT'


NO_DEFAULT = _NoDefault()


def is_reserved(name):
  return name in _RESERVED or name.lower().startswith('_tf_extension_type')


class ImmutableDict(dict):
  """A mapping that stays as it is."""

  def _fixed(self, *args, **kwargs):
    raise TypeError("'ImmutableDict' object does not support item assignment")

  __setitem__ = __delitem__ = pop = popitem = clear = update = setdefault = _fixed

  def __hash__(self):
    return hash(tuple(self.items()))

  def __repr__(self):
    return 'ImmutableDict(%s)' % dict.__repr__(self)


class Field:
  """A name, the type of its values, and the value that it has where none is given."""

  def __init__(self, name, value_type, default=NO_DEFAULT):
    try:
      _check_type(value_type, False)
    except TypeError as e:
      raise TypeError('In field %r: %s' % (name, e)) from e
    if default is not NO_DEFAULT:
      default = convert_value(default, value_type, 'default value for %s' % name, DEFAULT)
    self.name = name
    self.value_type = value_type
    self.default = default


def fields_of(cls):
  """The fields of an ExtensionType class: the annotations of its bases, then its own; whether all names are known."""
  hints, known = {}, True
  for base in reversed(cls.__mro__):
    for name, hint in base.__dict__.get('__annotations__', {}).items():
      if isinstance(hint, str):
        scope = dict(getattr(sys.modules.get(base.__module__), '__dict__', {}))
        scope.setdefault(cls.__name__, cls)
        try:
          hint = eval(hint, scope)
        except (NameError, AttributeError):
          known = False
      hints[name] = hint
  return tuple(Field(name, hint, getattr(cls, name, NO_DEFAULT)) for name, hint in hints.items()), known


def _is_tuple(hint):
  return typing.get_origin(hint) is tuple


def _is_union(hint):
  return typing.get_origin(hint) is typing.Union or isinstance(hint, _UNION)


def _is_mapping(hint):
  origin = typing.get_origin(hint)
  return getattr(origin, '__name__', None) == 'Mapping'


def _is_composite(hint):
  return isinstance(hint, type) and getattr(hint, '_tf_composite_tensor', False)


def _check_type(hint, in_key):
  """Raises TypeError for an annotation that fields cannot have."""
  if isinstance(hint, str) or hint is None or hint is tf.DType or hint in _PLAIN:
    return
  if hint is tf.Tensor or hint is tf.TensorShape or _is_composite(hint):
    if in_key:
      raise TypeError('Mapping had a key %r with type %r' % (hint.__name__, type(hint).__name__))
  elif _is_tuple(hint) or _is_union(hint):
    for part in hint.__args__:
      if part is not Ellipsis:
        _check_type(part, in_key)
  elif _is_mapping(hint):
    key, value = hint.__args__
    _check_type(key, True)
    _check_type(value, in_key)
  else:
    raise TypeError('Unsupported type annotation %r' % (hint.__name__ if isinstance(hint, type) else hint,))


def convert_fields(fields, values, context):
  """Checks the values by field name and converts them in place."""
  names = [field.name for field in fields]
  extra, missing = set(values) - set(names), set(names) - set(values)
  if extra:
    raise ValueError('Got unexpected fields: %s' % extra)
  if missing:
    raise ValueError('Missing required fields: %s' % missing)
  values.update({f.name: convert_value(values[f.name], f.value_type, f.name, context) for f in fields})


def convert_value(value, hint, path, context):
  """`value` as one of the type `hint`; `path` names it in errors."""
  got = type(value).__name__
  if hint is None:
    hint = type(None)
  if hint is tf.Tensor:
    return _convert_tensor(value, path, context)
  if _is_composite(hint):
    if context == SPEC:
      if not isinstance(value, tf.TypeSpec) or not issubclass(value.value_type, hint):
        raise TypeError('%s: expected a TypeSpec for %r, got %r' % (path, hint.__name__, got))
    elif not isinstance(value, hint):
      raise TypeError('%s: expected %r, got %r' % (path, hint.__name__, got))
    return value
  if hint is tf.TensorShape or hint is tf.DType:
    try:
      return tf.TensorShape(value) if hint is tf.TensorShape else tf.as_dtype(value)
    except TypeError as e:
      raise TypeError('%s: expected %r, got %r' % (path, 'tf.' + hint.__name__, got)) from e
  if hint in _PLAIN:
    if not isinstance(value, hint):
      raise TypeError('%s: expected %r, got %r' % (path, hint.__name__, got))
    return value
  if _is_tuple(hint):
    if not isinstance(value, typing.Sequence):
      raise TypeError('%s: expected tuple, got %r' % (path, got))
    parts = hint.__args__
    if len(parts) == 2 and parts[1] is Ellipsis:
      parts = (parts[0],) * len(value)
    elif len(value) != len(parts):
      raise TypeError('%s: expected tuple with length %d, got %r)' % (path, len(parts), got))
    return tuple(convert_value(v, t, '%s[%d]' % (path, i), context) for i, (v, t) in enumerate(zip(value, parts)))
  if _is_mapping(hint):
    if not isinstance(value, typing.Mapping):
      raise TypeError('%s: expected mapping, got %r' % (path, got))
    key_type, value_type = hint.__args__
    return ImmutableDict([(convert_value(k, key_type, path + '[<key>]', context),
                           convert_value(v, value_type, '%s[%r]' % (path, k), context)) for k, v in value.items()])
  if _is_union(hint):
    for option in hint.__args__:
      try:
        return convert_value(value, option, path, context)
      except TypeError:
        pass
    raise TypeError('%s: expected %r, got %r' % (path, hint, got))
  raise TypeError('%s: Unsupported type annotation %r' % (path, hint))


def _convert_tensor(value, path, context):
  got = type(value).__name__
  if context == SPEC:
    if not isinstance(value, tf.TypeSpec) or value.value_type is not tf.Tensor:
      raise TypeError('%s: expected a TensorSpec, got %r' % (path, got))
    return value
  if isinstance(value, tf.Tensor) or context == DEFAULT:
    return value
  try:
    return tf.convert_to_tensor(value)
  except (ValueError, TypeError) as e:
    raise TypeError('%s: expected a Tensor, got %r' % (path, got)) from e
