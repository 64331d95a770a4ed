"""Datasets whose elements are put together anew (data/ops/ragged_batch_op.py, sparse_batch_op.py, rebatch_op.py,
dataset_ops.py, data/experimental/ops/grouping.py)."""
import numpy as np
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_structure import StructuredFunction, state_function
from tensorflow_lib.data_transforms import UnaryDataset, in_module

raw = tf.raw_ops


def _whole(spec):
  """Is an element of one tensor (or dict, list, …) given to a function as one argument?"""
  return type(spec) is not tuple


def _map(dataset, function):
  """dataset.map of a function that takes the whole element."""
  if _whole(dataset.element_spec):
    return dataset.map(function)
  return dataset.map(lambda *element: function(element))


def _as(cls, dataset, spec=None):
  """The dataset as one of this class."""
  made = cls.__new__(cls)
  made.__dict__.update(dataset.__dict__)
  if spec is not None:
    made._structure = spec
  return made


# ---- batches of what differs in shape
def _is_ragged(spec):
  return isinstance(spec, tf.TensorSpec) and spec.shape.rank is not None and not spec.shape.is_fully_defined()


def ragged_batch(dataset, batch_size, drop_remainder, row_splits_dtype):
  """Components whose shapes are not known become ragged: batches filled up with zeros, and how much is real."""
  specs = structure.flatten(dataset.element_spec)
  if not any(_is_ragged(spec) for spec in specs):
    return dataset.batch(batch_size, drop_remainder)
  for spec in specs:
    if not isinstance(spec, tf.TensorSpec) or spec.shape.rank is None:
      raise NotImplementedError('tf.data.Dataset.ragged_batch beside a component of %s' % (spec,))

  def measured(element):
    flat = structure.flatten(element)
    return tuple(flat), tuple(tf.shape(x, out_type=row_splits_dtype) for x in flat)

  def joined(padded, shapes):
    return structure.pack(dataset.element_spec, [
        _ragged_of(x, shape, spec) if _is_ragged(spec) else x for x, shape, spec in zip(padded, shapes, specs)
    ])

  padded = _map(dataset, measured).padded_batch(batch_size, drop_remainder=drop_remainder)
  from tensorflow_lib.data_batches import _BatchDataset
  return _as(_BatchDataset, padded.map(joined))


def _ragged_of(padded, shapes, spec):
  """padded: elements filled up with zeros; shapes: what is real of each."""
  deepest = max(axis for axis, size in enumerate(spec.shape.as_list()) if size is None)
  lengths, count = [shapes[:, 0]], tf.ones_like(shapes[:, 0])
  for axis in range(1, deepest + 1):
    count = count * shapes[:, axis - 1]
    lengths.append(tf.repeat(shapes[:, axis], count))
  inner = spec.shape.as_list()[deepest + 1:]
  real = tf.sequence_mask(shapes[:, 0], tf.shape(padded)[1])
  for axis in range(1, deepest + 1):
    mask = tf.sequence_mask(shapes[:, axis], tf.shape(padded)[axis + 1])
    mask = tf.reshape(mask, tf.concat([tf.shape(mask)[:1], tf.ones([axis], tf.int32), tf.shape(mask)[1:]], 0))
    real = tf.expand_dims(real, -1) & mask
  values = tf.boolean_mask(tf.reshape(padded, tf.concat([tf.shape(padded)[:deepest + 2], inner], 0)), real)
  ragged = tf.RaggedTensor.from_nested_row_lengths(values, lengths, validate=False)
  ragged._set_shape(tf.TensorShape(padded.shape[:1]).concatenate(spec.shape))
  return ragged


@in_module('sparse_batch_op')
class _DenseToSparseBatchDataset(UnaryDataset):
  pass


def sparse_batch(dataset, batch_size, row_shape):
  """All elements, zeros too, of tensors that fit into `row_shape`, at their places."""
  spec = dataset.element_spec
  if not isinstance(spec, tf.TensorSpec):
    raise TypeError('`dense_to_sparse_batch` requires an input dataset whose elements have a single component, but the '
                    'given dataset has the following component types: %s.' % (
                        structure.map_structure(lambda s: s.dtype, spec),))
  row = tf.TensorShape(row_shape)
  rank = row.rank

  def measured(x):
    if x.shape.rank is not None and x.shape.rank != rank:
      raise ValueError('tf.data.Dataset.sparse_batch: elements of rank %d in rows of shape %s' % (x.shape.rank, row))
    shape = tf.shape(x, out_type=tf.int64)
    most = tf.constant([2 ** 62 if d is None else d for d in row.as_list()], tf.int64)
    fits = tf.debugging.Assert(tf.reduce_all(shape <= most), [
        'Input element had shape', shape, 'that is incompatible with the row shape', most])
    with tf.control_dependencies([fits] if fits is not None else []):
      return tf.ensure_shape(tf.identity(x), [None] * rank), shape

  def joined(padded, shapes):
    real = tf.ones(tf.shape(padded), tf.bool)
    for axis in range(rank):
      mask = tf.sequence_mask(shapes[:, axis], tf.shape(padded)[axis + 1])
      real &= tf.reshape(mask, tf.concat([tf.shape(mask)[:1], [1] * axis, tf.shape(mask)[1:], [1] * (rank - axis - 1)], 0))
    indices = tf.where(real)
    sizes = tf.shape(padded, out_type=tf.int64)
    dense = tf.stack([sizes[0]] + [sizes[i + 1] if d is None else tf.constant(d, tf.int64)
                                   for i, d in enumerate(row.as_list())])
    return tf.SparseTensor(indices, tf.gather_nd(padded, indices), dense)

  made = dataset.map(measured).padded_batch(batch_size, ([None] * rank, [rank])).map(joined)
  return _as(_DenseToSparseBatchDataset, made, tf.SparseTensorSpec(tf.TensorShape([None]).concatenate(row), spec.dtype))


# ---- batches of other sizes
@in_module('rebatch_op')
class _RebatchDataset(UnaryDataset):
  pass


def rebatch(dataset, batch_size, drop_remainder):
  """The rows of batches in batches of another size, or of sizes in turn."""
  sizes = convert(batch_size, dtype=tf.int64, name='batch_sizes')
  known, drop = [tf.get_static_value(x) for x in (sizes, convert(drop_remainder, dtype=tf.bool, name='drop_remainder'))]
  if known is None or drop is None:
    raise NotImplementedError('tf.data.Dataset.rebatch with sizes that are not known while a graph is made')
  known, drop_remainder = np.asarray(known), bool(drop)
  if known.ndim > 1:
    raise ValueError('Invalid `batch_sizes`. Expected `batch_sizes` to be a scalar or a vector. Received `batch_sizes` of '
                     'rank %d.' % known.ndim)
  dim = _static_rows(dataset, known, drop_remainder)
  spec = structure.map_structure(lambda s: structure.batched(structure.unbatched(s), dim), dataset.element_spec)
  sizes = [int(n) for n in known.reshape([-1])]
  rows = dataset.unbatch()
  if all(n == sizes[0] for n in sizes):
    made = rows.batch(sizes[0], drop_remainder=drop_remainder)
  else:
    starts = np.concatenate([[0], np.cumsum(sizes)])
    bounds = Dataset.from_tensor_slices((starts[:-1], starts[1:]))

    def cut(element):
      count = tf.shape(structure.flatten(element)[0], out_type=tf.int64)[0]
      wanted = bounds.filter(lambda a, b: count >= b if drop_remainder else count > a)
      return wanted.map(lambda a, b: structure.map_structure(lambda x: x[a:b], element))

    batches = rows.batch(sum(sizes))
    made = batches.flat_map(cut if _whole(batches.element_spec) else lambda *element: cut(element))
  return _as(_RebatchDataset, made, spec)


def _static_rows(dataset, sizes, drop_remainder):
  if sizes.ndim == 1 and not np.all(sizes == sizes[0]):
    return None
  size = int(sizes if sizes.ndim == 0 else sizes[0])
  if drop_remainder:
    return size
  known = []
  for spec in structure.flatten(dataset.element_spec):
    shape = getattr(spec, 'shape', None)
    if shape is None or shape.rank is None:
      continue
    if shape.rank < 1:
      raise ValueError('Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with scalar elements. '
                       'Fix the issue by adding the `batch` transformation to the dataset.')
    if shape[0] is not None:
      known.append(shape[0])
  if not known:
    return None
  if any(n != known[0] for n in known):
    raise ValueError('Invalid `input_dataset.` The batch dimension of component 0 is %s, while the batch dimension of '
                     'component i is %s.' % (known[0], np.array(known)))
  return None if known[0] % size else size


# ---- classes in other proportions
def _acceptance(initial, target):
  """How likely an element of each class is to be kept, and how likely one is to be taken without a look."""
  ratio = target / (initial + np.finfo(initial.dtype.as_numpy_dtype).tiny)
  most, least = tf.reduce_max(ratio), tf.reduce_min(ratio)
  return (ratio - least) / (most - least), least


def _estimated(target, classes, batch_size=32, smoothing=10):
  """The proportions of classes as they were so far."""
  count = target.shape[0] or tf.shape(target)[0]
  seen = tf.fill([count], np.int64(smoothing))

  def update(seen, c):
    seen = tf.add(seen, tf.reduce_sum(tf.one_hot(c, seen.shape[0], dtype=tf.int64), 0))
    dist = tf.cast(tf.truediv(seen, tf.reduce_sum(seen)), tf.float32)
    return seen, tf.tile(tf.expand_dims(dist, 0), [batch_size, 1])

  return classes.batch(batch_size).scan(seen, update).unbatch()


def _kept(dataset, acceptance, initial, class_func, seed):

  def warned(accepted, initial):
    rejected = tf.reduce_sum((1 - accepted) * initial)

    def told():
      tf.print('Proportion of examples rejected by sampler is high: [', rejected, ']', initial, accepted, sep='',
               summarize=100)
      return tf.identity(accepted)

    return tf.cond(tf.less(rejected, .5), lambda: accepted, told)

  acceptance = Dataset.zip((acceptance, initial)).map(warned)

  def looked_at(chance, data):
    kind = class_func(*data) if isinstance(data, tuple) else class_func(data)
    return kind, tf.gather(chance, kind), data

  chosen = Dataset.zip((acceptance, dataset)).map(looked_at)
  chosen = chosen.filter(lambda _, chance, data: tf.random.uniform([], seed=seed, dtype=chance.dtype) < chance)
  return chosen.map(lambda kind, _, data: (kind, data))


def rejection_resample(dataset, class_func, target_dist, initial_dist, seed):
  target = tf.cast(convert(target_dist, name='target_dist'), tf.float32)
  static = None
  if initial_dist is not None:
    initial = tf.cast(convert(initial_dist, name='initial_dist'), tf.float32)
    accepted, original = _acceptance(initial, target)
    initials, acceptances, originals = [Dataset.from_tensors(x).repeat() for x in (initial, accepted, original)]
    if tf.get_static_value(initial) is not None and tf.get_static_value(target) is not None:
      static = np.min(tf.get_static_value(target) / tf.get_static_value(initial))
  else:
    initials = _estimated(target, dataset.map(class_func))
    both = initials.map(lambda initial: _acceptance(initial, target))
    acceptances = both.map(lambda accepted, _: accepted)
    originals = both.map(lambda _, original: original)
  kept = _kept(dataset, acceptances, initials, class_func, seed).prefetch(3)

  def with_class(*x):
    return class_func(*x), x[0] if len(x) == 1 else x

  if static == 1:
    return dataset.map(with_class)
  if static == 0:
    return kept
  return Dataset.sample_from_datasets([dataset.map(with_class), kept],
                                      weights=originals.map(lambda p: [(p, 1.0 - p)]), seed=seed,
                                      stop_on_empty_dataset=True)


# ---- reduced by key
@in_module('grouping')
class _GroupByReducerDataset(UnaryDataset):

  def __init__(self, source, key_func, reducer):
    what = 'tf.data.experimental.group_by_reducer()'
    scalar = tf.TensorSpec([], tf.int64)
    key = StructuredFunction(key_func, what, source.element_spec)
    if not scalar.is_compatible_with(key.structure):
      raise ValueError('Invalid `key_func`. Expected `key_func` to return a scalar tf.int64 tensor, but instead `key_func` '
                       'has output types=%s and shapes=%s.' % (
                           structure.map_structure(lambda s: s.dtype, key.structure),
                           structure.map_structure(lambda s: s.shape, key.structure)))
    init = StructuredFunction(reducer.init_func, what, scalar)
    reduced, state = state_function(reducer.reduce_func, what, init.structure, source.element_spec, lambda s: s,
                                    ('Invalid `reducer`. ', ' but got'))
    last = StructuredFunction(reducer.finalize_func, what, state)
    functions = {'key_func': key, 'init_func': init, 'reduce_func': reduced, 'finalize_func': last}
    super().__init__(
        raw.ExperimentalGroupByReducerDataset, source, last.structure,
        **{name: f.function for name, f in functions.items()},
        **{name + '_other_arguments': f.captured for name, f in functions.items()},
        **{'T%s_other_arguments' % name: [t.dtype for t in functions[name].captured]
           for name in ('key_func', 'init_func', 'reduce_func')})


_GroupByReducerDataset.__module__ = 'tensorflow.python.data.experimental.ops.grouping'


#: tf.data.experimental.group_by_reducer =group_by_reducer
def group_by_reducer(key_func, reducer):
  return lambda dataset: _GroupByReducerDataset(dataset, key_func, reducer)
