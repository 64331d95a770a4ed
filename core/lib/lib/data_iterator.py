"""Iterators over datasets and optionals (data/ops/iterator_ops.py, optional_ops.py)."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.data_structure import (StructureSpec, flat_attrs, flatten, from_tensors, pack, to_tensors,
                                           type_spec_of)

raw = tf.raw_ops
_MANY_CALLS = 32


#: tf.data.IteratorSpec
class IteratorSpec(StructureSpec):
  """The spec of an iterator."""

  def __init__(self, element_spec):
    self._element_spec = element_spec

  value_type = property(lambda self: OwnedIterator)
  _component_specs = property(lambda self: (tf.TensorSpec([], tf.resource),))

  def _serialize(self):
    return (self._element_spec,)

  def _from_components(self, components):
    return OwnedIterator(components=components, element_spec=self._element_spec)


IteratorSpec.__module__ = 'tensorflow.python.data.ops.iterator_ops'


#: tf.data.Iterator
class Iterator:
  """Gives the elements of a dataset one by one."""

  _tf_composite_tensor = True


Iterator.__module__ = 'tensorflow.python.data.ops.iterator_ops'


class OwnedIterator(Iterator):
  """An iterator that lives as long as its handle."""

  # Loops of traced functions over it are staged.
  _staged_loop = None

  def __init__(self, dataset=None, components=None, element_spec=None):
    if dataset is None:
      self._element_spec = element_spec
      self._handle = components[0]
    else:
      self._dataset = dataset
      self._element_spec = dataset.element_spec
      self._handle = raw.AnonymousIteratorV3(**flat_attrs(self._element_spec))
      raw.MakeIterator(dataset=dataset._variant_tensor, iterator=self._handle)
    self._attrs = flat_attrs(self._element_spec)
    self._calls = 0

  element_spec = property(lambda self: self._element_spec)
  _type_spec = property(lambda self: IteratorSpec(self._element_spec))
  _iterator_resource = property(lambda self: self._handle)

  def _flatten_components(self):
    return [self._handle]

  def _trackable_children(self, save_type='checkpoint', **kwargs):
    return {}

  def _checkpoint_values(self):
    return {'ITERATOR_STATE': tf.reshape(raw.IteratorPosition(self._handle), [1])}

  def _restore_values(self, tensors):
    """Begins anew, and passes over what had been given."""
    sources = [self._dataset]
    for source in sources:
      if type(source).__name__ == '_ShuffleDataset' and source._reshuffles:
        raise NotImplementedError('tf.train.Checkpoint: the order of a dataset that is shuffled anew for each iteration is '
                                  'not in a checkpoint; use `shuffle(…, reshuffle_each_iteration=False)`')
      for value in vars(source).values():
        sources.extend(s for s in (value if isinstance(value, (list, tuple)) else [value]) if isinstance(s, tf.data.Dataset))
    raw.MakeIterator(dataset=self._dataset._variant_tensor, iterator=self._handle)
    for _ in range(int(tensors['ITERATOR_STATE'][0])):
      raw.IteratorGetNext(iterator=self._handle, **self._attrs)

  def __iter__(self):
    return self

  def get_next(self):
    return from_tensors(self._element_spec, raw.IteratorGetNext(iterator=self._handle, **self._attrs))

  def next(self):
    return self.__next__()

  def __next__(self):
    if not tf.executing_eagerly():
      self._calls += 1
      if self._calls > _MANY_CALLS and not _tf.in_converted():
        raise ValueError(
            'An unusually high number of `tf.data.Iterator.get_next()` calls was detected. This suggests that the '
            '`for elem in dataset: ...` idiom is used within tf.function with AutoGraph disabled. This idiom is only '
            'supported when AutoGraph is enabled.')
      return self.get_next()
    try:
      return self.get_next()
    except tf.errors.OutOfRangeError:
      raise StopIteration

  def get_next_as_optional(self):
    return _OptionalImpl(raw.IteratorGetNextAsOptional(iterator=self._handle, **self._attrs), self._element_spec)


OwnedIterator.__module__ = 'tensorflow.python.data.ops.iterator_ops'


#: tf.OptionalSpec
class OptionalSpec(StructureSpec):
  """The spec of an optional."""

  def __init__(self, element_spec):
    self._element_spec = element_spec

  value_type = property(lambda self: _OptionalImpl)
  _component_specs = property(lambda self: [tf.TensorSpec([], tf.variant)])

  def _serialize(self):
    return (self._element_spec,)

  def _from_components(self, components):
    return _OptionalImpl(components[0], self._element_spec)

  @staticmethod
  def from_value(value):
    return OptionalSpec(value.element_spec)


OptionalSpec.__module__ = 'tensorflow.python.data.ops.optional_ops'


#: tf.experimental.Optional tf.data.experimental.Optional
class Optional:
  """An element, or nothing."""

  _tf_composite_tensor = True

  @staticmethod
  def empty(element_spec):
    return _OptionalImpl(raw.OptionalNone(), element_spec)

  @staticmethod
  def from_value(value):
    with op_scope(None, 'optional') as scope:
      with op_scope(None, 'value'):
        spec = type_spec_of(value)
        components = to_tensors(spec, value)
      return _OptionalImpl(raw.OptionalFromValue(components=components, name=scope), spec)


Optional.__module__ = 'tensorflow.python.data.ops.optional_ops'


class _OptionalImpl(Optional):
  def __init__(self, variant_tensor, element_spec):
    self._variant_tensor = variant_tensor
    self._element_spec = element_spec

  element_spec = property(lambda self: self._element_spec)
  _type_spec = property(lambda self: OptionalSpec(self._element_spec))

  def _flatten_components(self):
    return [self._variant_tensor]

  def has_value(self, name=None):
    return raw.OptionalHasValue(optional=self._variant_tensor, name=name)

  def get_value(self, name=None):
    with op_scope(name, 'OptionalGetValue') as scope:
      tensors = raw.OptionalGetValue(optional=self._variant_tensor, name=scope, **flat_attrs(self._element_spec))
    return from_tensors(self._element_spec, tensors)


_OptionalImpl.__module__ = 'tensorflow.python.data.ops.optional_ops'


#: tf.data.NumpyIterator
class NumpyIterator:
  """The elements as NumPy arrays and scalars."""

  def __init__(self, dataset):
    self._iterator = iter(dataset)
    self._dataset = dataset

  def __repr__(self):
    return 'NumpyIterator(iterator=%s)' % (self._iterator,)

  def __iter__(self):
    return self

  def __next__(self):
    element = next(self._iterator)
    return pack(element, [x.numpy() if hasattr(x, 'numpy') else x for x in flatten(element)])
