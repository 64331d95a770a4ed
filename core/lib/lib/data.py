"""tf.data.Dataset, run by the interpreter: each dataset makes iterators of structures of eager tensors. Functions
given to map, filter and reduce are traced once, as tf.function traces them. Inside of functions that are being
traced datasets cannot be made or read."""
import tensorflow as tf


def _to_tensors(structure):
  return tf.nest.map_structure(
      lambda x: x if getattr(x, '_tf_composite_tensor', False) or isinstance(x, Dataset) else tf.convert_to_tensor(x),
      _tuples(structure))


def _tuples(structure):
  """Lists become tensors, as in tf.data: only tuples and mappings are structure."""
  if isinstance(structure, list):
    return tf.convert_to_tensor(structure) if not isinstance(structure, tf.Tensor) else structure
  if isinstance(structure, tuple):
    items = [_tuples(x) for x in structure]
    return type(structure)(*items) if hasattr(structure, '_fields') else tuple(items)
  if isinstance(structure, dict):
    return type(structure)((k, _tuples(v)) for k, v in structure.items())
  return structure


def _spec_of(structure):
  return tf.nest.map_structure(
      lambda x: DatasetSpec(x.element_spec) if isinstance(x, Dataset) else tf.type_spec_from_value(x), structure)


def _flat_shapes(spec, change):
  return tf.nest.map_structure(
      lambda s: tf.TensorSpec(change(s.shape), s.dtype) if isinstance(s, tf.TensorSpec) else s, spec)


class DatasetSpec(tf.TypeSpec):
  """The element_spec of a dataset as an element."""

  def __init__(self, element_spec, dataset_shape=()):
    self.element_spec = element_spec
    self._shape = tf.TensorShape(dataset_shape)

  def __repr__(self):
    return 'DatasetSpec(%r, %r)' % (self.element_spec, self._shape)

  def __eq__(self, other):
    return type(self) is type(other) and self.element_spec == other.element_spec

  def __hash__(self):
    return hash(repr(self))


class _Traced:
  """A function of a dataset: traced for the element's structure at first use, then run as a graph."""

  def __init__(self, func, spec):
    self._func = func
    unpack = isinstance(spec, tuple)
    if any(isinstance(s, DatasetSpec) for s in tf.nest.flatten(spec)):
      self._call = (lambda element: func(*element)) if unpack else func
      self.output = None
      return
    traced = tf.function(func)
    self._concrete = traced.get_concrete_function(*spec) if unpack else traced.get_concrete_function(spec)
    self.output = _spec_of(self._concrete.structured_outputs)
    self._call = (lambda element: traced(*element)) if unpack else traced

  def __call__(self, element):
    return self._call(element)


#: tf.data.Iterator
class Iterator:
  """Elements one by one."""

  def __init__(self, dataset):
    self._dataset = dataset
    self._items = dataset._iterate()

  @property
  def element_spec(self):
    return self._dataset.element_spec

  def __iter__(self):
    return self

  def __next__(self):
    return next(self._items)

  def get_next(self):
    try:
      return next(self._items)
    except StopIteration:
      raise tf.errors.OutOfRangeError(None, None, 'End of sequence')

  def get_next_as_optional(self):
    raise NotImplementedError('tf.data.Iterator.get_next_as_optional')


Iterator.__module__ = 'tensorflow.python.data.ops.iterator_ops'


class _NumpyIterator:
  def __init__(self, dataset):
    self._items = iter(dataset)

  def __iter__(self):
    return self

  def __next__(self):
    return tf.nest.map_structure(lambda t: t.numpy() if hasattr(t, 'numpy') else t, next(self._items))


#: tf.data.AUTOTUNE tf.data.experimental.AUTOTUNE
AUTOTUNE = -1

#: tf.data.INFINITE_CARDINALITY
INFINITE_CARDINALITY = -1

#: tf.data.UNKNOWN_CARDINALITY
UNKNOWN_CARDINALITY = -2


#: tf.data.Dataset
class Dataset:
  """A sequence of structures of tensors. `make` gives a new Python iterator at each call."""

  _KIND = '_Dataset'

  def __init__(self, make, spec, size=UNKNOWN_CARDINALITY, kind='_Dataset'):
    self._make = make
    self._spec = spec
    self._size = size
    self._kind = kind

  @property
  def element_spec(self):
    return self._spec

  def _iterate(self):
    return iter(self._make())

  def __iter__(self):
    if not tf.executing_eagerly():
      raise NotImplementedError('iterating over a tf.data.Dataset inside of a traced function')
    return Iterator(self)

  def __len__(self):
    if self._size == INFINITE_CARDINALITY:
      raise TypeError('The dataset is infinite.')
    if self._size == UNKNOWN_CARDINALITY:
      raise TypeError('The dataset length is unknown.')
    return self._size

  def __bool__(self):
    return True

  def __repr__(self):
    return '<%s element_spec=%r>' % (self._kind, self._spec)

  def cardinality(self):
    return tf.constant(self._size, tf.int64)

  def as_numpy_iterator(self):
    return _NumpyIterator(self)

  # ---- sources
  @staticmethod
  def from_tensors(tensors, name=None):
    value = _to_tensors(tensors)
    return Dataset(lambda: iter([value]), _spec_of(value), 1, '_TensorDataset')

  @staticmethod
  def from_tensor_slices(tensors, name=None):
    value = _to_tensors(tensors)
    flat = tf.nest.flatten(value)
    if not flat:
      raise ValueError('Invalid `tensors`. `tensors` should not be empty.')
    for t in flat:
      if t.shape.rank == 0:
        raise ValueError('Unbatching a tensor is only supported for rank >= 1')
    size = flat[0].shape[0]
    for t in flat:
      if t.shape[0] != size:
        raise ValueError('Dimensions %d and %d are not compatible' % (size, t.shape[0]))

    def make():
      for i in range(size):
        yield tf.nest.map_structure(lambda t: t[i], value)

    spec = _flat_shapes(_spec_of(value), lambda s: s[1:])
    return Dataset(make, spec, size, '_TensorSliceDataset')

  @staticmethod
  def range(*args, **kwargs):
    dtype = kwargs.pop('output_type', tf.int64)
    kwargs.pop('name', None)
    numbers = range(*[int(a) for a in args])
    return Dataset(lambda: (tf.constant(i, dtype) for i in numbers), tf.TensorSpec([], dtype), len(numbers),
                   '_RangeDataset')

  @staticmethod
  def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
    if not callable(generator):
      raise TypeError('`generator` must be a Python callable.')
    if output_signature is None:
      if output_types is None:
        raise TypeError('Either `output_signature` or `output_types` must be specified')
      shapes = output_shapes
      if shapes is None:
        output_signature = tf.nest.map_structure(lambda t: tf.TensorSpec(None, t), output_types)
      else:
        types = tf.nest.flatten(output_types)
        flat = [shapes] if len(types) == 1 and not isinstance(output_types, (tuple, dict)) else list(shapes)
        output_signature = tf.nest.pack_sequence_as(output_types, [tf.TensorSpec(s, t) for s, t in zip(flat, types)])
    args = tuple(tf.convert_to_tensor(a).numpy() for a in args) if args else ()
    signature = output_signature

    def make():
      for item in generator(*args):
        if isinstance(signature, tuple):
          yield tuple(tf.convert_to_tensor(x, s.dtype) for x, s in zip(item, signature))
        elif isinstance(signature, dict):
          yield {k: tf.convert_to_tensor(item[k], s.dtype) for k, s in signature.items()}
        else:
          yield tf.convert_to_tensor(item, signature.dtype)

    return Dataset(make, signature, UNKNOWN_CARDINALITY, '_FlatMapDataset')

  @staticmethod
  def zip(*args, datasets=None, name=None):
    if datasets is None:
      datasets = args if len(args) > 1 else args[0]
    if isinstance(datasets, Dataset):
      datasets = (datasets,)
    parts = tf.nest.flatten(datasets)
    for d in parts:
      if not isinstance(d, Dataset):
        raise TypeError('Invalid `datasets`. `datasets` is expected to be a (nested) structure of '
                        '`tf.data.Dataset` objects. Encountered object of type %s.' % type(d))
    sizes = [d._size for d in parts]
    finite = [s for s in sizes if s != INFINITE_CARDINALITY]
    size = UNKNOWN_CARDINALITY if UNKNOWN_CARDINALITY in sizes else min(finite) if finite else INFINITE_CARDINALITY

    def make():
      iterators = [d._iterate() for d in parts]
      while True:
        row = []
        for it in iterators:
          try:
            row.append(next(it))
          except StopIteration:
            return
        yield _pack(datasets, row)

    return Dataset(make, _pack(datasets, [d.element_spec for d in parts]), size, '_ZipDataset')

  @staticmethod
  def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=True):
    def make():
      iterators = [d._iterate() for d in datasets]
      for choice in choice_dataset._iterate():
        try:
          yield next(iterators[int(choice)])
        except StopIteration:
          if stop_on_empty_dataset:
            return

    return Dataset(make, datasets[0].element_spec)

  # ---- changes
  def map(self, map_func, num_parallel_calls=None, deterministic=None, name=None, **kwargs):
    traced = _Traced(map_func, self._spec)
    kind = '_MapDataset' if num_parallel_calls is None else '_ParallelMapDataset'
    return Dataset(lambda: (_to_tensors(traced(x)) for x in self._iterate()), traced.output, self._size, kind)

  def filter(self, predicate, name=None):
    traced = _Traced(predicate, self._spec)
    return Dataset(lambda: (x for x in self._iterate() if bool(traced(x))), self._spec, UNKNOWN_CARDINALITY,
                   '_FilterDataset')

  def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
    batch_size = int(batch_size)

    def make():
      rows = []
      for x in self._iterate():
        rows.append(x)
        if len(rows) == batch_size:
          yield _stack(rows)
          rows = []
      if rows and not drop_remainder:
        yield _stack(rows)

    size = self._size
    if size >= 0:
      size = size // batch_size if drop_remainder else -(-size // batch_size)
    spec = _flat_shapes(self._spec, lambda s: tf.TensorShape([batch_size if drop_remainder else None]).concatenate(s))
    return Dataset(make, spec, size, '_BatchDataset')

  def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
    batch_size = int(batch_size)

    def make():
      rows = []
      for x in self._iterate():
        rows.append(x)
        if len(rows) == batch_size:
          yield _stack_padded(rows, padded_shapes, padding_values)
          rows = []
      if rows and not drop_remainder:
        yield _stack_padded(rows, padded_shapes, padding_values)

    spec = _flat_shapes(self._spec, lambda s: tf.TensorShape([batch_size if drop_remainder else None]).concatenate(
        [None] * s.rank))
    return Dataset(make, spec, UNKNOWN_CARDINALITY, '_PaddedBatchDataset')

  def unbatch(self, name=None):
    def make():
      for x in self._iterate():
        for i in range(tf.nest.flatten(x)[0].shape[0]):
          yield tf.nest.map_structure(lambda t: t[i], x)

    return Dataset(make, _flat_shapes(self._spec, lambda s: s[1:]), UNKNOWN_CARDINALITY, '_UnbatchDataset')

  def repeat(self, count=None, name=None):
    count = -1 if count is None else int(count)

    def make():
      n = 0
      while count < 0 or n < count:
        empty = True
        for x in self._iterate():
          empty = False
          yield x
        if empty:
          return
        n += 1

    size = self._size
    if count < 0:
      size = INFINITE_CARDINALITY if size != 0 else 0
    elif size >= 0:
      size *= count
    return Dataset(make, self._spec, size, '_RepeatDataset')

  def take(self, count, name=None):
    count = int(count)

    def make():
      n = 0
      iterator = self._iterate()
      while count < 0 or n < count:
        try:
          x = next(iterator)
        except StopIteration:
          return
        yield x
        n += 1

    size = self._size
    if size == INFINITE_CARDINALITY:
      size = count
    elif size >= 0 and count >= 0:
      size = min(size, count)
    return Dataset(make, self._spec, size, '_TakeDataset')

  def skip(self, count, name=None):
    count = int(count)

    def make():
      for i, x in enumerate(self._iterate()):
        if i >= count:
          yield x

    return Dataset(make, self._spec, max(0, self._size - count) if self._size >= 0 else self._size, '_SkipDataset')

  def shard(self, num_shards, index, name=None):
    return Dataset(lambda: (x for i, x in enumerate(self._iterate()) if i % num_shards == index), self._spec,
                   UNKNOWN_CARDINALITY, '_ShardDataset')

  def concatenate(self, dataset, name=None):
    if self._spec != dataset._spec:
      try:
        tf.nest.assert_same_structure(self._spec, dataset._spec)
      except (TypeError, ValueError):
        raise TypeError('Incompatible types of input datasets: %s vs. %s.' % (self._spec, dataset._spec))

    def make():
      yield from self._iterate()
      yield from dataset._iterate()

    size = self._size + dataset._size if self._size >= 0 and dataset._size >= 0 else min(self._size, dataset._size)
    return Dataset(make, self._spec, size, '_ConcatenateDataset')

  def enumerate(self, start=0, name=None):
    spec = (tf.TensorSpec([], tf.int64), self._spec)
    return Dataset(lambda: ((tf.constant(i + start, tf.int64), x) for i, x in enumerate(self._iterate())), spec,
                   self._size, '_ZipDataset')

  def take_while(self, predicate, name=None):
    traced = _Traced(predicate, self._spec)

    def make():
      for x in self._iterate():
        if not bool(traced(x)):
          return
        yield x

    return Dataset(make, self._spec, UNKNOWN_CARDINALITY, '_TakeWhileDataset')

  def flat_map(self, map_func, name=None):
    unpack = isinstance(self._spec, tuple)

    def make():
      for x in self._iterate():
        yield from (map_func(*x) if unpack else map_func(x))._iterate()

    first = next(self._iterate(), None)
    inner = None if first is None else (map_func(*first) if unpack else map_func(first)).element_spec
    return Dataset(make, inner, UNKNOWN_CARDINALITY, '_FlatMapDataset')

  def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None,
                 name=None):
    cycle, block = cycle_length or 1, block_length or 1
    unpack = isinstance(self._spec, tuple)

    def make():
      source = self._iterate()
      open_ones = []
      done = False
      at = 0
      while True:
        while not done and len(open_ones) < cycle:
          try:
            x = next(source)
          except StopIteration:
            done = True
            break
          open_ones.append((map_func(*x) if unpack else map_func(x))._iterate())
        if not open_ones:
          return
        at %= len(open_ones)
        ended = False
        for _ in range(block):
          try:
            item = next(open_ones[at])
          except StopIteration:
            ended = True
            break
          yield item
        if ended:
          if done:
            open_ones.pop(at)
          else:
            try:
              x = next(source)
              open_ones[at] = (map_func(*x) if unpack else map_func(x))._iterate()
            except StopIteration:
              done = True
              open_ones.pop(at)
        else:
          at += 1

    first = next(self._iterate(), None)
    inner = None if first is None else (map_func(*first) if unpack else map_func(first)).element_spec
    return Dataset(make, inner, UNKNOWN_CARDINALITY, '_InterleaveDataset')

  def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
    size, shift, stride = int(size), int(shift or size), int(stride)

    def make():
      items = list(self._iterate())
      at = 0
      while at < len(items):
        window = items[at:at + (size - 1) * stride + 1:stride]
        if drop_remainder and len(window) < size:
          return
        yield tf.nest.map_structure(lambda *xs: _of_list(list(xs)), *window) if isinstance(window[0], (tuple, dict)) \
            else _of_list(window)
        at += shift

    spec = tf.nest.map_structure(lambda s: DatasetSpec(s), self._spec)
    return Dataset(make, spec, UNKNOWN_CARDINALITY, '_WindowDataset')

  def cache(self, filename='', name=None):
    kept = []

    def make():
      if not kept:
        kept.append(list(self._iterate()))
      return iter(kept[0])

    return Dataset(make, self._spec, self._size, 'CacheDataset')

  def prefetch(self, buffer_size, name=None):
    return Dataset(self._make, self._spec, self._size, '_PrefetchDataset')

  def with_options(self, options, name=None):
    return Dataset(self._make, self._spec, self._size, '_OptionsDataset')

  def apply(self, transformation_func):
    return transformation_func(self)

  def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=True, name=None):
    raise NotImplementedError('tf.data.Dataset.shuffle')

  def reduce(self, initial_state, reduce_func, name=None):
    state = _to_tensors(initial_state)
    traced = tf.function(reduce_func)
    for x in self._iterate():
      state = traced(state, x)
    return state

  def get_single_element(self, name=None):
    items = list(self._iterate())
    if len(items) != 1:
      raise tf.errors.InvalidArgumentError(None, None, 'Dataset was empty.' if not items else
                                           'Dataset had more than one element.')
    return items[0]


Dataset.__module__ = 'tensorflow.python.data.ops.dataset_ops'


def _pack(structure, flat):
  """`flat` in the form of a structure of datasets."""
  at = iter(flat)

  def build(x):
    if isinstance(x, tuple):
      return tuple(build(i) for i in x)
    if isinstance(x, list):
      return tuple(build(i) for i in x)
    if isinstance(x, dict):
      values = {k: build(x[k]) for k in sorted(x)}
      return {k: values[k] for k in x}
    return next(at)

  return build(structure)


def _of_list(items):
  return Dataset(lambda: iter(items), _spec_of(items[0]), len(items), '_VariantDataset')


def _stack(rows):
  return tf.nest.map_structure(lambda *xs: tf.stack(list(xs)), *rows)


def _stack_padded(rows, shapes, values):
  def pad(*xs):
    rank = xs[0].shape.rank
    size = [max(x.shape[i] for x in xs) for i in range(rank)]
    fill = values
    if fill is None:
      fill = '' if xs[0].dtype == tf.string else 0
    fill = tf.cast(fill, xs[0].dtype) if xs[0].dtype != tf.string else fill
    return tf.stack([tf.pad(x, [[0, size[i] - x.shape[i]] for i in range(rank)], constant_values=fill) for x in xs])

  return tf.nest.map_structure(pad, *rows)


#: tf.data.Options
class Options:
  """Accepted and without effect."""
