"""tf.nest: structures of lists, tuples, named tuples and mappings (util/nest.py)."""
import collections.abc

import tensorflow as tf


def _is_namedtuple(x):
  return isinstance(x, tuple) and hasattr(type(x), '_fields')


def _is_mapping(x):
  return isinstance(x, (dict, collections.abc.Mapping))


def _is_view(x):
  return isinstance(x, (range, collections.abc.MappingView))


def _is_sequence(x):
  """A sequence that is no text; lists and tuples are most of them."""
  return isinstance(x, (list, tuple)) or (not isinstance(x, (tf.Tensor, str, bytes, bytearray, int, float)) and
                                          isinstance(x, (collections.abc.Sequence, collections.abc.MappingView)))


def _is_attrs(x):
  return hasattr(type(x), '__attrs_attrs__')


def _is_custom(x):
  return hasattr(type(x), '__tf_flatten__') and hasattr(type(x), '__tf_unflatten__')


def _is_composite(x):
  return getattr(x, '_tf_composite_tensor', False) is True


#: tf.nest.is_nested =is_nested
def is_nested(seq):
  """Is it a structure (not an atom such as a tensor, number or string)?"""
  return _is_sequence(seq) or _is_mapping(seq) or _is_attrs(seq) or _is_custom(seq)


def _sorted_keys(mapping):
  try:
    return sorted(mapping)
  except TypeError:
    raise TypeError('nest only supports dicts with sortable keys.')


def children_of(structure, expand):
  """The items one level down, or None for an atom."""
  if _is_sequence(structure):
    return list(structure)
  if _is_mapping(structure):
    return [structure[k] for k in _sorted_keys(structure)]
  if _is_custom(structure):
    return list(structure.__tf_flatten__()[1])
  if expand and _is_composite(structure):
    return structure._flatten_components()
  return None


#: tf.nest.flatten =flatten
def flatten(structure, expand_composites=False):
  """All atoms in order; mappings by sorted keys."""
  if structure is None:
    return [None]
  out = []

  def walk(x):
    children = children_of(x, expand_composites)
    if children is None:
      out.append(x)
    else:
      for child in children:
        walk(child)

  walk(structure)
  return out


def rebuild(structure, children):
  """A structure of the same kind over new items."""
  kind = type(structure)
  if _is_mapping(structure):
    values = dict(zip(_sorted_keys(structure), children))
    if hasattr(kind, '__setitem__'):
      result = kind(structure.default_factory) if kind is collections.defaultdict else kind()
      for k in structure:
        result[k] = values[k]
      return result
    try:
      return kind((k, values[k]) for k in structure)
    except TypeError as e:
      raise TypeError('Error creating an object of type %s like %s. Note that it must accept a single positional '
                      'argument representing an iterable of key-value pairs, in addition to self. Cause: %s' %
                      (kind, structure, e))
  if _is_view(structure):
    return list(children)
  if _is_namedtuple(structure):
    return kind(*children)
  if _is_custom(structure):
    return kind.__tf_unflatten__(structure.__tf_flatten__()[0], tuple(children))
  return kind(children)


#: tf.nest.pack_sequence_as =pack_sequence_as
def pack_sequence_as(structure, flat_sequence, expand_composites=False):
  """`flat_sequence` in the form of `structure`."""
  if not isinstance(flat_sequence, (list, tuple)):
    raise TypeError('Attempted to pack value:\n  %s\ninto a structure, but found incompatible type `%s` instead.' %
                    (_truncate(flat_sequence, 100), type(flat_sequence)))
  if children_of(structure, expand_composites) is None:
    if len(flat_sequence) != 1:
      raise ValueError('The target structure is of type `%s`\n  %s\nHowever the input is a sequence (%s) of length %d.'
                       '\n  %s\nnest cannot guarantee that it is safe to map one to the other.' %
                       (type(structure), _truncate(structure, 100), type(flat_sequence), len(flat_sequence),
                        _truncate(flat_sequence, 100)))
    return flat_sequence[0]
  at = 0

  def build_items(x):
    nonlocal at
    items = []
    for child in children_of(x, expand_composites):
      if children_of(child, expand_composites) is not None:
        items.append(again(child, build_items(child)))
      elif at < len(flat_sequence):
        items.append(flat_sequence[at])
        at += 1
      else:
        raise IndexError
    return items

  def again(x, items):
    return x._with_components(items) if expand_composites and _is_composite(x) else rebuild(x, items)

  try:
    items = build_items(structure)
    if at < len(flat_sequence):
      raise IndexError
  except IndexError:
    flat = flatten(structure, expand_composites)
    if len(flat) != len(flat_sequence):
      raise ValueError('Could not pack sequence. Structure had %d atoms, but flat_sequence had %d items.  Structure: '
                       '%s, flat_sequence: %s.' % (len(flat), len(flat_sequence), structure, flat_sequence))
    raise
  return again(structure, items)


def _truncate(value, length):
  text = str(value)
  return text if len(text) <= length else text[:length] + '...'


def _native_name(kind):
  """A type's name as C code has it: those of extension modules with the module."""
  native = kind in (collections.defaultdict, collections.OrderedDict, collections.deque)
  return 'collections.' + kind.__name__ if native else kind.__name__


#: tf.nest.assert_same_structure =assert_same_structure
def assert_same_structure(nest1, nest2, check_types=True, expand_composites=False):
  """Raises ValueError or TypeError where two structures differ."""
  def fail(cls, text):
    dots1 = _dots(nest1)
    dots2 = _dots(nest2)
    raise cls("The two structures don't have the same nested structure.\n\nFirst structure: type=%s str=%s\n\nSecond "
              'structure: type=%s str=%s\n\nMore specifically: %s\nEntire first structure:\n%s\nEntire second structure:'
              '\n%s' % (type(nest1).__name__, nest1, type(nest2).__name__, nest2, text, dots1, dots2))

  def walk(a, b):
    nested_a, nested_b = is_nested(a), is_nested(b)
    if nested_a != nested_b:
      first, second = (a, b) if nested_a else (b, a)
      fail(ValueError, 'Substructure "type=%s str=%s" is a sequence, while substructure "type=%s str=%s" is not' %
           (type(first).__name__, first, type(second).__name__, second))
    if not nested_a:
      return
    if check_types and type(a) is not type(b):
      both_maps = _is_mapping(a) and _is_mapping(b)
      same_names = _is_namedtuple(a) and _is_namedtuple(b) and a._fields == b._fields and \
          type(a).__name__ == type(b).__name__
      if not both_maps and not same_names and not (isinstance(a, list) and isinstance(b, list)):
        fail(TypeError, "The two namedtuples don't have the same sequence type. First structure type=%s str=%s has type "
             '%s, while second structure type=%s str=%s has type %s' %
             (type(a).__name__, a, _native_name(type(a)), type(b).__name__, b, _native_name(type(b))))
    if _is_mapping(a) and _is_mapping(b) and set(a) != set(b):
      fail(ValueError, "The two dictionaries don't have the same set of keys. First structure has keys type=list str=%s, "
           'while second structure has keys type=list str=%s' % (list(a), list(b)))
    x, y = children_of(a, expand_composites), children_of(b, expand_composites)
    for p, q in zip(x, y):
      walk(p, q)
    if len(x) != len(y):
      fail(ValueError, "The two structures don't have the same number of elements. First structure: type=%s str=%s. "
           'Second structure: type=%s str=%s' % (type(a).__name__, a, type(b).__name__, b))

  walk(nest1, nest2)


def _dots(structure):
  """The structure with `.` for each atom."""
  flat = ['.' for _ in flatten(structure)]
  return str(pack_sequence_as(structure, flat)).replace("'.'", '.').replace('"."', '.')


#: tf.nest.map_structure
def map_structure(func, *structure, **kwargs):
  """func over the atoms of structures of one form, the results in that form."""
  check_types = kwargs.pop('check_types', True)
  expand_composites = kwargs.pop('expand_composites', False)
  if kwargs:
    raise ValueError('Only valid keyword arguments are `check_types` and `expand_composites`, not: `%s`' %
                     '`, `'.join(kwargs.keys()))
  if not callable(func):
    raise TypeError('func must be callable, got: %s' % func)
  if not structure:
    raise ValueError('Must provide at least one structure')
  for other in structure[1:]:
    assert_same_structure(structure[0], other, check_types=check_types, expand_composites=expand_composites)
  flat = [flatten(s, expand_composites) for s in structure]
  return pack_sequence_as(structure[0], [func(*x) for x in zip(*flat)], expand_composites=expand_composites)


#: tf.__internal__.nest.flatten_up_to =flatten_up_to
def flatten_up_to(shallow, structure):
  if not is_nested(shallow):
    return [structure]
  out = []
  for a, b in zip(children_of(shallow, False), children_of(structure, False)):
    out += flatten_up_to(a, b)
  return out
