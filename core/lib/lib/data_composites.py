"""Ragged and sparse tensors as parts of elements: slices, batches, rows of them (data/util/structure.py,
ragged_batch_op.py). TensorFlow keeps such a part in one variant; here a batch gets each one's tensors as strings, which
are joined once the batch is there."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_structure import is_composite


class _As(Dataset):
  """The elements of `made` with the specs and the class's name that TensorFlow has for them."""

  def __init__(self, made, spec, source=None):
    self._structure = spec
    super().__init__(made._variant_tensor, [] if source is None else [source])


def _named(name, module):
  cls = type(name, (_As,), {'__module__': 'tensorflow.python.data.ops.' + module})
  cls.__qualname__ = name
  return cls


_TensorSliceDataset = _named('_TensorSliceDataset', 'from_tensor_slices_op')
_BatchDataset = _named('_BatchDataset', 'batch_op')
_UnbatchDataset = _named('_UnbatchDataset', 'unbatch_op')
_DenseToSparseBatchDataset = _named('_DenseToSparseBatchDataset', 'sparse_batch_op')
_DenseToRaggedDataset = _named('_DenseToRaggedDataset', 'ragged_batch_op')


def has_composites(spec):
  return any(is_composite(s) for s in structure.flatten(spec))


# ---- rows
def _row(leaf, i):
  if isinstance(leaf, tf.SparseTensor):
    inside = tf.equal(leaf.indices[:, 0], i)
    return tf.SparseTensor(tf.boolean_mask(leaf.indices, inside)[:, 1:], tf.boolean_mask(leaf.values, inside),
                           leaf.dense_shape[1:])
  return leaf[i]


def _rows(leaf):
  if isinstance(leaf, tf.SparseTensor):
    return leaf.dense_shape[0]
  return leaf.nrows(tf.int64) if isinstance(leaf, tf.RaggedTensor) else tf.shape(leaf, out_type=tf.int64)[0]


def slices(element, spec):
  """A dataset of the rows of an element."""
  made = Dataset.range(_rows(structure.flatten(element)[0])).map(
      lambda i: structure.map_structure(lambda leaf: _row(leaf, i), element))
  return _TensorSliceDataset(made, structure.map_structure(structure.unbatched, spec))


def unbatch(source):
  spec = source.element_spec
  made = source.flat_map(lambda *e: slices(e if isinstance(spec, tuple) else e[0], spec))
  return _UnbatchDataset(made, structure.map_structure(structure.unbatched, spec), source)


# ---- batches
def _packed(spec, leaf):
  """A composite's tensors as strings."""
  if not is_composite(spec):
    return leaf
  parts = spec._to_components(leaf) if isinstance(spec, tf.RaggedTensorSpec) else leaf._flatten_components()
  return tf.stack([tf.io.serialize_tensor(t) for t in parts])


def _parsed(strings, part, spec):
  """One of the tensors of all items of a batch, joined along their first dim, and how long each is."""
  count = tf.shape(strings)[0]
  items = tf.TensorArray(spec.dtype, size=count, infer_shape=False,
                         element_shape=tf.TensorShape([None]).concatenate(spec.shape[1:]))
  lengths = tf.TensorArray(tf.int64, size=count, element_shape=[])

  def step(i, items, lengths):
    item = tf.io.parse_tensor(strings[i, part], spec.dtype)
    item.set_shape(tf.TensorShape([None]).concatenate(spec.shape[1:]))
    return i + 1, items.write(i, item), lengths.write(i, tf.shape(item, out_type=tf.int64)[0])

  _, items, lengths = tf.while_loop(lambda i, *_: i < count, step, [tf.constant(0), items, lengths])
  return items.concat(), lengths.stack()


def _unpacked(spec, strings):
  """The batch of composites whose strings these are."""
  if not is_composite(spec):
    return strings
  parts = [_parsed(strings, i, s) for i, s in enumerate(spec._component_specs)]
  if isinstance(spec, tf.SparseTensorSpec):
    (indices, lengths), (values, _), (shapes, _) = parts
    count = tf.shape(strings, out_type=tf.int64)[0]
    numbers = tf.repeat(tf.range(count), lengths)
    largest = tf.reduce_max(tf.reshape(shapes, [count, -1]), axis=0)
    return tf.SparseTensor(tf.concat([numbers[:, None], indices], 1), values, tf.concat([count[None], largest], 0))
  flat, lengths = parts[0]
  splits_type = spec._row_splits_dtype
  result = flat
  # The inner partitions: row lengths need no offsets.
  for part, (splits, counts) in reversed(list(enumerate(parts[1:]))):
    begins = tf.cumsum(counts, exclusive=True)
    rows = counts - 1
    first = tf.repeat(begins, rows) + _within(rows)
    result = tf.RaggedTensor.from_row_lengths(result, tf.gather(splits, first + 1) - tf.gather(splits, first),
                                              validate=False)
    lengths = rows
  return tf.RaggedTensor.from_row_lengths(result, tf.cast(lengths, splits_type), validate=False)


def _within(lengths):
  """0, 1, ... in each row."""
  return tf.range(tf.reduce_sum(lengths)) - tf.repeat(tf.cumsum(lengths, exclusive=True), lengths)


def batch(source, batch_size, drop_remainder, size):
  """`batch_size` elements at a time; `size` where it is known."""
  spec = source.element_spec
  args = lambda e: e if isinstance(spec, tuple) else e[0]
  packed = source.map(lambda *e: structure.map_structure(_packed, spec, args(e)))
  joined = packed.batch(batch_size, drop_remainder)
  made = joined.map(lambda *e: structure.map_structure(_unpacked, spec, args(e)))
  return _BatchDataset(made, structure.map_structure(lambda s: structure.batched(s, size), spec), source)


def ragged_batch(source, batch_size, drop_remainder, row_splits_dtype):
  """Batches of tensors whose shapes differ, as ragged tensors."""
  def ragged_spec(spec):
    if not isinstance(spec, tf.TensorSpec) or spec.shape.rank is None or spec.shape.is_fully_defined():
      return spec
    rank = max(i for i, dim in enumerate(spec.shape.as_list()) if dim is None)
    return tf.RaggedTensorSpec(spec.shape, spec.dtype, rank, row_splits_dtype)

  specs = structure.map_structure(ragged_spec, source.element_spec)

  def as_ragged(leaf, spec):
    if not isinstance(spec, tf.RaggedTensorSpec) or isinstance(leaf, tf.RaggedTensor) or spec._ragged_rank == 0:
      return leaf
    return tf.RaggedTensor.from_tensor(leaf, ragged_rank=spec._ragged_rank, row_splits_dtype=row_splits_dtype)

  made = source.map(lambda *e: structure.map_structure(as_ragged, e if isinstance(source.element_spec, tuple) else e[0], specs))
  return _DenseToRaggedDataset(made, specs, source).batch(batch_size, drop_remainder)


def sparse_batch(source, batch_size, row_shape):
  """Batches of tensors of one rank, each with all its values in a row of that shape."""
  row_shape = tf.TensorShape(row_shape)
  spec = source.element_spec
  if not isinstance(spec, tf.TensorSpec):
    raise TypeError('`sparse_batch` takes a dataset of tensors, not of %s.' % (spec,))
  if spec.shape.rank is not None and spec.shape.rank != row_shape.rank:
    raise tf.errors.InvalidArgumentError(
        None, None, '{{function_node __wrapped__IteratorGetNext_output_types_1_device_/job:localhost/replica:0/task:0/device:'
        'CPU:0}} Input element had shape (%s) that is incompatible with the row shape (%s). [Op:IteratorGetNext] name: ' %
        (spec.shape.as_list(), row_shape.as_list()))

  def as_sparse(x):
    shape = tf.shape(x, out_type=tf.int64)
    room = tf.constant(row_shape.as_list(), tf.int64) if row_shape.is_fully_defined() else tf.stack(
        [shape[i] if dim is None else tf.constant(dim, tf.int64) for i, dim in enumerate(row_shape.as_list())])
    fits = tf.debugging.Assert(tf.reduce_all(shape <= room), ['Input element does not fit into the row shape', shape, room])
    with tf.control_dependencies([fits]):
      return tf.SparseTensor(tf.where(tf.fill(shape, True)), tf.reshape(x, [-1]), room)

  made = source.map(as_sparse)
  return _DenseToSparseBatchDataset(made.batch(batch_size), tf.SparseTensorSpec([None] + row_shape.as_list(), spec.dtype), source)
