"""Datasets whose elements are joined or split: batches, windows, groups (data/ops/batch_op.py, padded_batch_op.py,
unbatch_op.py, window_op.py, group_by_window_op.py)."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert
from tensorflow_lib.data import Dataset, DatasetSpec
from tensorflow_lib.data_structure import StructuredFunction, flat_attrs
from tensorflow_lib.data_transforms import UnaryDataset, deterministic_text, in_module, int64, warn_deterministic

raw = tf.raw_ops


def _static(tensor):
  value = tf.get_static_value(tensor)
  return None if value is None else value.item()


def _drop(value):
  return convert(value, dtype=tf.bool, name='drop_remainder')


def batch(source, batch_size, drop_remainder, num_parallel_calls, deterministic):
  if any(structure.is_composite(s) for s in structure.flatten(source.element_spec)):
    from tensorflow_lib import data_composites
    size, drop = int64(batch_size, 'batch_size'), _drop(drop_remainder)
    return data_composites.batch(source, size, drop, _static(size) if _static(drop) else None)
  if num_parallel_calls is None:
    warn_deterministic(deterministic)
    return _BatchDataset(source, batch_size, drop_remainder)
  return _ParallelBatchDataset(source, batch_size, drop_remainder, num_parallel_calls, deterministic)


def _batched_structure(source, batch_size, drop_remainder):
  size = _static(batch_size) if _static(drop_remainder) else None
  return structure.map_structure(lambda spec: structure.batched(spec, size), source.element_spec)


@in_module('batch_op')
class _BatchDataset(UnaryDataset):
  def __init__(self, source, batch_size, drop_remainder):
    batch_size, drop_remainder = int64(batch_size, 'batch_size'), _drop(drop_remainder)
    super().__init__(raw.BatchDatasetV2, source, _batched_structure(source, batch_size, drop_remainder),
                     batch_size=batch_size, drop_remainder=drop_remainder)


@in_module('batch_op')
class _ParallelBatchDataset(UnaryDataset):
  def __init__(self, source, batch_size, drop_remainder, num_parallel_calls, deterministic):
    batch_size, drop_remainder = int64(batch_size, 'batch_size'), _drop(drop_remainder)
    calls = int64(num_parallel_calls, 'num_parallel_calls')
    super().__init__(raw.ParallelBatchDataset, source, _batched_structure(source, batch_size, drop_remainder),
                     batch_size=batch_size, num_parallel_calls=calls, drop_remainder=drop_remainder,
                     deterministic=deterministic_text(deterministic))


# ---- padded batches
def padded_batch(source, batch_size, padded_shapes, padding_values, drop_remainder):
  if padded_shapes is None:
    padded_shapes = structure.map_structure(lambda spec: getattr(spec, 'shape', None), source.element_spec)
    for i, shape in enumerate(structure.flatten(padded_shapes)):
      if shape is not None and shape.rank is None:
        raise ValueError('You must provide `padded_shapes` argument because component %d has unknown rank.' % i)
  return _PaddedBatchDataset(source, batch_size, padded_shapes, padding_values, drop_remainder)


def _padded_shape(given, component):
  """(a tensor, a TensorShape) of the shape that a component is padded to."""
  try:
    shape = tf.TensorShape(given)
    tensor = convert([-1 if dim is None else dim for dim in shape.as_list()], dtype=tf.int64)
  except (TypeError, ValueError) as e:
    tensor = convert(given, hint=tf.int64)
    if tensor.shape.rank is not None and tensor.shape.rank != 1:
      raise ValueError('Padded shape %s must be a `tf.int64` vector tensor, but its shape was %s.' %
                       (given, tensor.shape)) from e
    if tensor.dtype != tf.int64:
      raise TypeError('Padded shape %s must be a `tf.int64` vector tensor, but its element type was %s.' %
                      (given, tensor.dtype.name)) from e
    dims = tf.get_static_value(tensor)
    shape = tf.TensorShape(None if dims is None else [None if d < 0 else int(d) for d in dims])
  fits = shape.rank is None or component.rank is None or (shape.rank == component.rank and all(
      p is None or c is None or p >= c for p, c in zip(shape.as_list(), component.as_list())))
  if not fits:
    raise ValueError('The padded shape %s is not compatible with the shape %s of the corresponding input component.' %
                     (shape, component))
  return tensor, shape


def _padding_value(value, dtype):
  if value is None:
    if dtype == tf.variant:
      raise TypeError("Unable to create default padding value for a component of type 'variant'.")
    return convert('' if dtype == tf.string else tf.cast(0, dtype) if dtype != tf.bool else False, name='padding_value')
  value = convert(value, name='padding_value')
  if not value.shape.is_compatible_with(tf.TensorShape([])):
    raise ValueError('Invalid `padding_values`. `padding_values` values should be scalars, but got %s.' % value.shape)
  if value.dtype != dtype:
    raise TypeError('Invalid `padding_values`. `padding_values` values type %s does not match type %s of the '
                    'corresponding input component.' % (value.dtype, dtype))
  return value


@in_module('padded_batch_op')
class _PaddedBatchDataset(UnaryDataset):
  def __init__(self, source, batch_size, padded_shapes, padding_values, drop_remainder):
    specs = structure.flatten(source.element_spec)
    for spec in specs:
      if isinstance(spec, DatasetSpec):
        raise TypeError('`padded_batch` is not supported for datasets of datasets')
      if not isinstance(spec, tf.TensorSpec):
        raise TypeError('`padded_batch` is only supported for datasets that produce tensor elements but type spec of '
                        'elements in the input dataset is not a subclass of TensorSpec: `%s`.' % (spec,))
    batch_size = int64(batch_size, 'batch_size')
    if structure.is_nested(source.element_spec) and not structure.is_nested(padding_values):
      values = [padding_values] * len(specs)
    else:
      values = structure.flatten_up_to(source.element_spec, padding_values)
    shapes = [_padded_shape(given, spec.shape)
              for given, spec in zip(structure.flatten_up_to(source.element_spec, padded_shapes), specs)]
    values = [_padding_value(value, spec.dtype) for value, spec in zip(values, specs)]
    drop_remainder = _drop(drop_remainder)
    size = _static(batch_size) if _static(drop_remainder) else None
    self._input_dataset = source
    self._structure = structure.pack(source.element_spec, [
        tf.TensorSpec(tf.TensorShape([size]).concatenate(shape), spec.dtype)
        for (_, shape), spec in zip(shapes, specs)])
    Dataset.__init__(self, raw.PaddedBatchDatasetV2(
        input_dataset=source._variant_tensor, batch_size=batch_size, N=len(shapes), padded_shapes=[t for t, _ in shapes],
        padding_values=values, drop_remainder=drop_remainder,
        output_shapes=flat_attrs(self._structure)['output_shapes']), [source])


def unbatch(source):
  if any(structure.is_composite(s) for s in structure.flatten(source.element_spec)):
    from tensorflow_lib import data_composites
    return data_composites.unbatch(source)
  return _UnbatchDataset(source)


# ---- splitting
@in_module('unbatch_op')
class _UnbatchDataset(UnaryDataset):
  def __init__(self, source):
    specs = structure.flat_specs(source.element_spec)
    if any(spec.shape.rank == 0 for spec in specs):
      raise ValueError('Cannot unbatch an input with scalar components.')
    known = None
    for spec in specs:
      dim = spec.shape[0] if spec.shape.rank is not None else None
      if known is not None and dim is not None and dim != known:
        raise ValueError('`unbatch()` is only supported for datasets of elements whose components have a matching '
                         'leading dimension. Encountered both %s and %s.' % (known, dim))
      known = dim if known is None else known
    super().__init__(raw.UnbatchDataset, source,
                     structure.map_structure(structure.unbatched, source.element_spec))


@in_module('window_op')
class _WindowDataset(UnaryDataset):
  def __init__(self, source, size, shift, stride, drop_remainder):
    size, shift, stride = int64(size, 'size'), int64(shift, 'shift'), int64(stride, 'stride')
    super().__init__(raw.WindowDataset, source, structure.map_structure(DatasetSpec, source.element_spec), size=size,
                     shift=shift, stride=stride, drop_remainder=_drop(drop_remainder))


# ---- groups
def group_by_window(source, key_func, reduce_func, window_size, window_size_func):
  if (window_size is not None and window_size_func) or not (window_size is not None or window_size_func):
    raise ValueError('Either the `window_size` argument or the `window_size_func` argument must be specified.')
  if window_size is not None:
    def window_size_func(unused_key):
      return tf.convert_to_tensor(window_size, dtype=tf.int64)
  return _GroupByWindowDataset(source, key_func, reduce_func, window_size_func)


@in_module('group_by_window_op')
class _GroupByWindowDataset(UnaryDataset):
  def __init__(self, source, key_func, reduce_func, window_size_func):
    scalar = tf.TensorSpec([], tf.int64)

    def key(*args):
      return tf.cast(key_func(*args), tf.int64)

    def size(key):
      return tf.cast(window_size_func(key), tf.int64)

    key = StructuredFunction(key, 'tf.data.Dataset.group_by_window()', source.element_spec)
    if not scalar.is_compatible_with(key.structure):
      raise ValueError('Invalid `key_func`. `key_func` must return a single `tf.int64` scalar tensor but its return '
                       'type is %s.' % (key.structure,))
    reduced = StructuredFunction(reduce_func, 'tf.data.Dataset.group_by_window()',
                                 (scalar, DatasetSpec(source.element_spec)))
    if not isinstance(reduced.structure, DatasetSpec):
      raise TypeError('Invalid `reduce_func`. `reduce_func` must return a single `tf.data.Dataset` object but its '
                      'return type is %s.' % (reduced.structure,))
    size = StructuredFunction(size, 'tf.data.Dataset.group_by_window()', scalar)
    if not scalar.is_compatible_with(size.structure):
      raise ValueError('Invalid `window_size_func`. `window_size_func` must return a single `tf.int64` scalar tensor '
                       'but its return type is %s.' % (size.structure,))
    super().__init__(
        raw.GroupByWindowDataset, source, reduced.structure.element_spec,
        key_func_other_arguments=key.captured, reduce_func_other_arguments=reduced.captured,
        window_size_func_other_arguments=size.captured, key_func=key.function, reduce_func=reduced.function,
        window_size_func=size.function, Tkey_func_other_arguments=[t.dtype for t in key.captured],
        Treduce_func_other_arguments=[t.dtype for t in reduced.captured])


def bucket_by_sequence_length(source, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes,
                              padding_values, pad_to_bucket_boundary, no_padding, drop_remainder):
  if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
    raise ValueError('`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but '
                     '`len(bucket_batch_sizes)=%d` and `len(bucket_boundaries)=%d`.' %
                     (len(bucket_batch_sizes), len(bucket_boundaries)))
  sizes = tf.constant(bucket_batch_sizes, dtype=tf.int64)
  low = [-2 ** 31] + list(bucket_boundaries)
  high = list(bucket_boundaries) + [2 ** 31 - 1]

  def bucket_of(*args):
    length = element_length_func(*args)
    return tf.reduce_min(tf.where(tf.logical_and(tf.less_equal(low, length), tf.less(length, high))))

  def size_of(bucket):
    return sizes[bucket]

  def shapes_of(shapes, filler):
    return structure.pack(shapes, [[filler if d is None else d for d in tf.TensorShape(shape).as_list()]
                                   for shape in structure.flatten(shapes)])

  def batched(bucket, group):
    if no_padding:
      return group.batch(size_of(bucket), drop_remainder=drop_remainder)
    filler = None
    if pad_to_bucket_boundary:
      check = tf.debugging.assert_less(
          bucket, tf.constant(len(bucket_batch_sizes) - 1, dtype=tf.int64),
          message='When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries).')
      with tf.control_dependencies([check] if check is not None else []):
        filler = tf.constant(bucket_boundaries, dtype=tf.int64)[bucket] - 1
    shapes = padded_shapes
    if shapes is None:
      shapes = structure.map_structure(lambda spec: spec.shape, group.element_spec)
    return group.padded_batch(size_of(bucket), shapes_of(shapes, filler), padding_values,
                              drop_remainder=drop_remainder)

  return group_by_window(source, bucket_of, batched, None, size_of)
