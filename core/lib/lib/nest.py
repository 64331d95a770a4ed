"""tf.nest: structures of lists, tuples, named tuples and mappings (util/nest.py)."""
import tensorflow as tf


def _is_namedtuple(x):
  return isinstance(x, tuple) and hasattr(type(x), '_fields')


def _is_mapping(x):
  return isinstance(x, dict) or (hasattr(x, 'keys') and hasattr(x, '__getitem__') and hasattr(x, 'items'))


def _is_attrs(x):
  return hasattr(type(x), '__attrs_attrs__')


def _is_custom(x):
  return hasattr(type(x), '__tf_flatten__') and hasattr(type(x), '__tf_unflatten__')


def _is_composite(x):
  return getattr(x, '_tf_composite_tensor', False) is True


#: tf.nest.is_nested =is_nested
def is_nested(structure):
  """Is it a structure (not an atom such as a tensor, number or string)?"""
  return (isinstance(structure, (list, tuple)) or _is_mapping(structure) or _is_attrs(structure) or
          _is_custom(structure))


def _sorted_keys(mapping):
  try:
    return sorted(mapping)
  except TypeError:
    raise TypeError('nest only supports dicts with sortable keys.')


def _children(structure, expand):
  """The items one level down, or None for an atom."""
  if isinstance(structure, (list, tuple)):
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
    children = _children(x, expand_composites)
    if children is None:
      out.append(x)
    else:
      for child in children:
        walk(child)

  walk(structure)
  return out


def _rebuild(structure, children):
  """A structure of the same kind over new items."""
  if _is_namedtuple(structure):
    return type(structure)(*children)
  if isinstance(structure, tuple):
    return tuple(children) if type(structure) is tuple else type(structure)(children)
  if isinstance(structure, list):
    return list(children) if type(structure) is list else type(structure)(children)
  if _is_custom(structure):
    return type(structure).__tf_unflatten__(structure.__tf_flatten__()[0], tuple(children))
  values = dict(zip(_sorted_keys(structure), children))
  ordered = [(k, values[k]) for k in structure]
  if type(structure) is dict:
    return dict(ordered)
  if hasattr(structure, 'default_factory'):
    result = type(structure)(structure.default_factory)
    for k, v in ordered:
      result[k] = v
    return result
  return type(structure)(ordered)


#: tf.nest.pack_sequence_as =pack_sequence_as
def pack_sequence_as(structure, flat_sequence, expand_composites=False):
  """`flat_sequence` in the form of `structure`."""
  if not isinstance(flat_sequence, (list, tuple)):
    raise TypeError('Attempted to pack value:\n  %s\ninto a structure, but found incompatible type `%s` instead.' %
                    (_truncate(flat_sequence, 100), type(flat_sequence)))
  if _children(structure, expand_composites) is None:
    if len(flat_sequence) != 1:
      raise ValueError('The target structure is of type `%s`\n  %s\nHowever the input is a sequence (%s) of length %d.'
                       '\n  %s\nnest cannot guarantee that it is safe to map one to the other.' %
                       (type(structure), _truncate(structure, 100), type(flat_sequence), len(flat_sequence),
                        _truncate(flat_sequence, 100)))
    return flat_sequence[0]
  at = 0

  def build(x):
    nonlocal at
    children = _children(x, expand_composites)
    if children is None:
      if at >= len(flat_sequence):
        raise IndexError
      at += 1
      return flat_sequence[at - 1]
    items = [build(child) for child in children]
    if expand_composites and _is_composite(x):
      return x._with_components(items)
    return _rebuild(x, items)

  try:
    result = build(structure)
    if at < len(flat_sequence):
      raise IndexError
  except IndexError:
    flat = flatten(structure, expand_composites)
    if len(flat) != len(flat_sequence):
      raise ValueError('Could not pack sequence. Structure had %d atoms, but flat_sequence had %d items.  Structure: '
                       '%s, flat_sequence: %s.' % (len(flat), len(flat_sequence), structure, flat_sequence))
    raise
  return result


def _truncate(value, length):
  text = str(value)
  return text if len(text) <= length else text[:length] + '...'


def _kind(x):
  if isinstance(x, (list, tuple)) or _is_mapping(x):
    return type(x)
  return None


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
      if not both_maps and not same_names:
        fail(TypeError, "The two namedtuples don't have the same sequence type. First structure type=%s str=%s has type "
             '%s, while second structure type=%s str=%s has type %s' %
             (type(a).__name__, a, type(a).__name__, type(b).__name__, b, type(b).__name__))
    if _is_mapping(a) and _is_mapping(b) and set(a) != set(b):
      fail(ValueError, "The two dictionaries don't have the same set of keys. First structure has keys type=list str=%s, "
           'while second structure has keys type=list str=%s' % (list(a), list(b)))
    x, y = _children(a, expand_composites), _children(b, expand_composites)
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
  for a, b in zip(_children(shallow, False), _children(structure, False)):
    out += flatten_up_to(a, b)
  return out
