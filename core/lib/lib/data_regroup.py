"""Datasets whose elements are put together anew (data/ops/rebatch_op.py, data/experimental/ops/grouping.py)."""
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


def _as(cls, dataset, spec=None):
  """The dataset as one of this class."""
  made = cls.__new__(cls)
  made.__dict__.update(dataset.__dict__)
  if spec is not None:
    made._structure = spec
  return made


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
