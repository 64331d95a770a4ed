"""tf.keras.tree (keras/src/tree/tree_api.py): structures of lists, tuples and dicts."""
import tensorflow as tf
from tensorflow_lib.keras import state


#: tf.keras.tree.MAP_TO_NONE
class MAP_TO_NONE:
  """What `traverse` takes for None."""


#: tf.keras.tree.is_nested =is_nested
def is_nested(structure):
  return state.is_nested(structure)


#: tf.keras.tree.flatten =flatten
def flatten(structure):
  return tf.nest.flatten(structure)


def _paths(structure, path, found):
  if isinstance(structure, dict):
    for k in sorted(structure):
      _paths(structure[k], path + (k,), found)
  elif isinstance(structure, (list, tuple)):
    for i, e in enumerate(structure):
      _paths(e, path + (i,), found)
  else:
    found.append((path, structure))
  return found


#: tf.keras.tree.flatten_with_path =flatten_with_path
def flatten_with_path(structure):
  return _paths(structure, (), [])


#: tf.keras.tree.map_structure =map_structure
def map_structure(func, *structures, none_is_leaf=True):
  if not callable(func):
    raise TypeError('`func` must be callable. Received: func=%s' % (func,))
  if not structures:
    raise ValueError('Must provide at least one structure')
  if none_is_leaf:
    return tf.nest.map_structure(func, *structures)
  return tf.nest.map_structure(lambda *x: None if x[0] is None else func(*x), *structures)


#: tf.keras.tree.map_structure_up_to =map_structure_up_to
def map_structure_up_to(shallow_structure, func, *structures):
  def walk(shallow, parts):
    if isinstance(shallow, dict):
      return {k: walk(shallow[k], [p[k] for p in parts]) for k in shallow}
    if isinstance(shallow, (list, tuple)):
      return type(shallow)([walk(e, [p[i] for p in parts]) for i, e in enumerate(shallow)])
    return func(*parts)
  return walk(shallow_structure, structures)


#: tf.keras.tree.assert_same_structure =assert_same_structure
def assert_same_structure(a, b):
  tf.nest.assert_same_structure(a, b)


#: tf.keras.tree.assert_same_paths =assert_same_paths
def assert_same_paths(a, b):
  first, second = [{p for p, _ in flatten_with_path(x)} for x in (a, b)]
  if first != second:
    raise ValueError('`a` and `b` don\'t have the same paths.\na: %s\nb: %s' % (a, b))


#: tf.keras.tree.pack_sequence_as =pack_sequence_as
def pack_sequence_as(structure, flat_sequence):
  return tf.nest.pack_sequence_as(structure, flat_sequence)


#: tf.keras.tree.lists_to_tuples =lists_to_tuples
def lists_to_tuples(structure):
  if isinstance(structure, (list, tuple)):
    return tuple(lists_to_tuples(e) for e in structure)
  return {k: lists_to_tuples(v) for k, v in structure.items()} if isinstance(structure, dict) else structure


#: tf.keras.tree.map_shape_structure =map_shape_structure
def map_shape_structure(func, structure):
  if not callable(func):
    raise ValueError('`func` must be callable, got: func=%s' % (func,))
  return state.map_shapes(func, structure)


#: tf.keras.tree.traverse =traverse
def traverse(func, structure, top_down=True):
  """func of each part; where it gives None, of the parts inside."""
  def inside(x):
    if isinstance(x, dict):
      return {k: traverse(func, v, top_down) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
      return type(x)([traverse(func, e, top_down) for e in x])
    return x

  if not top_down:
    structure = inside(structure)
  found = func(structure)
  if found is None:
    return inside(structure) if top_down else structure
  return None if found is MAP_TO_NONE else found
