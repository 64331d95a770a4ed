"""Shapes, slices, joins: composites over the array ops (ops/array_ops.py)."""
import builtins

import _tf
import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, is_tensor, op_scope

raw = tf.raw_ops


#: tf.identity
def identity(input, name=None):
  if getattr(input, '_tf_composite_tensor', False):
    return tf.nest.map_structure(identity, input, expand_composites=True)
  if tf.executing_eagerly() and not hasattr(input, 'graph'):
    input = convert(input)
  return raw.Identity(input, name=name)


#: tf.reshape
def reshape(tensor, shape, name=None):
  return _with_static_shape(raw.Reshape(tensor, shape, name=name), shape)


#: tf.fill
def fill(dims, value, name=None, layout=None):
  return _with_static_shape(raw.Fill(dims, value, name=name), dims)


def _with_static_shape(result, shape):
  return result


#: tf.expand_dims
def expand_dims(input, axis, name=None):
  return raw.ExpandDims(input, axis, name=name)


#: tf.squeeze
def squeeze(input, axis=None, name=None):
  if axis is not None and not isinstance(axis, (list, tuple)):
    axis = [axis]
  return raw.Squeeze(input, [] if axis is None else axis, name=name)


#: tf.shape
def shape(input, out_type=None, name=None):
  return _shape(input, name, True, out_type or tf.int32)


def _shape(input, name=None, optimize=True, out_type=tf.int32):
  with op_scope(name, 'Shape') as name:
    if getattr(input, '_tf_sparse', False):
      return raw.Cast(input.dense_shape, out_type)
    if not tf.executing_eagerly():
      input = convert(input)
      if optimize and input.shape.is_fully_defined():
        return tf.constant(input.shape.as_list(), out_type, name=name)
    return raw.Shape(input, out_type, name=name)


def _shape_internal(input):
  """A shape within a composite (array_ops.shape_internal)."""
  with op_scope(None, 'Shape') as name:
    if not tf.executing_eagerly():
      input = convert(input)
      if input.shape.is_fully_defined():
        return tf.constant(input.shape.as_list(), tf.int32, name='shape_as_tensor')
    return raw.Shape(input, tf.int32, name=name)


#: tf.shape_n
def shape_n(input, out_type=tf.int32, name=None):
  return raw.ShapeN(input, out_type, name=name)


#: tf.size
def size(input, out_type=None, name=None):
  out_type = out_type or tf.int32
  sparse = getattr(input, '_tf_sparse', False)
  if tf.executing_eagerly() and not sparse and not hasattr(input, 'graph'):
    input = convert(input)
    return tf.constant(input.shape.num_elements(), dtype=out_type)
  with op_scope(name, 'Size') as name:
    if sparse:
      return raw.Prod(raw.Cast(input.dense_shape, out_type), 0, name=name)
    input = convert(input)
    if input.shape.is_fully_defined():
      return tf.constant(input.shape.num_elements(), out_type, name=name)
    if input.shape.rank and any(d == 0 for d in input.shape):
      return tf.constant(0, out_type, name=name)
    return raw.Size(input, out_type, name=name)


#: tf.rank
def rank(input, name=None):
  with op_scope(name, 'Rank') as name:
    if getattr(input, '_tf_sparse', False):
      return raw.Size(input.dense_shape, name=name)
    input = convert(input)
    if input.shape.ndims is not None:
      return tf.constant(input.shape.ndims, tf.int32, name=name)
    return raw.Rank(input, name=name)


def _product(dims):
  out = 1
  for d in dims:
    if is_tensor(d) or d is None:
      raise TypeError
    out *= d
  return out


def _small_constant(value, shape, dtype, name):
  """A constant of under a thousand elements; None where the shape is not known or larger."""
  try:
    dims = list(shape)
    if _product(dims) < 1000:
      return tf.constant(value, shape=shape, dtype=dtype, name=name)
  except (NotImplementedError, TypeError):
    pass
  return None


def _filled(shape, dtype, name, default, value):
  dtype = tf.as_dtype(dtype)
  with op_scope(name, default) as name:
    if dtype == tf.bool:
      value = bool(value)
    elif dtype == tf.string and not value:
      value = ''
    if not is_tensor(shape):
      try:
        if not tf.executing_eagerly():
          output = _small_constant(value, shape, dtype, name)
          if output is not None:
            return output
        shape = convert(tf.TensorShape(shape))
      except (TypeError, ValueError, tf.errors.UnimplementedError):
        shape = convert(shape, dtype=tf.int32)
    if not shape.shape.rank and shape.shape.rank is not None:
      shape = reshape(shape, [-1])
    return raw.Fill(shape, tf.constant(value, dtype=dtype), name=name)


#: tf.zeros
def zeros(shape, dtype=tf.float32, name=None, layout=None):
  return _filled(shape, dtype, name, 'zeros', 0)


#: tf.ones
def ones(shape, dtype=tf.float32, name=None, layout=None):
  return _filled(shape, dtype, name, 'ones', 1)


def _like(fill, raw_op, input, dtype, name):
  """array_ops.array_like_impl."""
  tensor = input if tf.is_tensor(input) else convert(input, name='tensor')
  if tf.executing_eagerly():
    if dtype is not None and dtype != tensor.dtype:
      return fill(_shape_internal(tensor), dtype=dtype, name=name)
    return raw_op(tensor, name=name)
  if tensor.shape.is_fully_defined() and tensor.dtype != tf.variant:
    return fill(tensor.shape, dtype=dtype or tensor.dtype, name=name)
  if dtype is not None and dtype != tensor.dtype and dtype != tf.variant:
    return fill(_shape_internal(tensor), dtype=dtype, name=name)
  return raw_op(tensor, name=name)


#: tf.zeros_like
def zeros_like(input, dtype=None, name=None, layout=None):
  dtype = tf.as_dtype(dtype) if dtype is not None else None
  with op_scope(name, 'zeros_like') as name:
    return _like(zeros, raw.ZerosLike, input, dtype, name)


#: tf.ones_like
def ones_like(input, dtype=None, name=None, layout=None):
  dtype = tf.as_dtype(dtype) if dtype is not None else None
  with op_scope(name, 'ones_like') as name:
    return _like(ones, raw.OnesLike, input, dtype, name)


#: tf.__internal__.ones_like_filled
def ones_like_filled(tensor, dtype=None):
  """What composites of old use for ones_like: a Fill of the shape (array_ops.ones_like_impl)."""
  with op_scope(None, 'ones_like') as name:
    tensor = convert(tensor, name='tensor')
    result = ones(_shape_internal(tensor), dtype=dtype or tensor.dtype, name=name)
    if not tf.executing_eagerly():
      result.set_shape(tensor.shape)
    return result


#: tf.__internal__.shape_internal
def shape_internal(input):
  return _shape_internal(input)


#: tf.eye tf.linalg.eye
def eye(num_rows, num_columns=None, batch_shape=None, dtype=tf.float32, name=None):
  with op_scope(name, 'eye'):
    is_square = num_columns is None
    batch_shape = [] if batch_shape is None else batch_shape
    num_columns = num_rows if num_columns is None else num_columns
    if is_tensor(num_rows) or is_tensor(num_columns):
      diag_size = tf.minimum(num_rows, num_columns)
    else:
      for n in (num_rows, num_columns):
        if not isinstance(n, (int, numpy.integer)):
          raise TypeError('Arguments `num_rows` and `num_columns` must be positive integer values. Received: num_rows=%s, '
                          'num_columns=%s' % (num_rows, num_columns))
      is_square = num_rows == num_columns
      diag_size = min(num_rows, num_columns)
    if is_tensor(batch_shape) or is_tensor(diag_size):
      batch_shape = convert(batch_shape, name='shape', dtype=tf.int32)
      diag_shape = tf.concat((batch_shape, [diag_size]), axis=0)
      if not is_square:
        full_shape = tf.concat((batch_shape, [num_rows, num_columns]), axis=0)
    else:
      diag_shape = list(batch_shape) + [diag_size]
      if not is_square:
        full_shape = list(batch_shape) + [num_rows, num_columns]
    diag_ones = ones(diag_shape, dtype=dtype)
    if is_square:
      return tf.linalg.diag(diag_ones)
    return tf.linalg.set_diag(zeros(full_shape, dtype=dtype), diag_ones)


#: tf.stack
def stack(values, axis=0, name='stack'):
  if axis == 0:
    try:
      return convert(values, name=name)
    except (TypeError, ValueError, NotImplementedError):
      pass
  value_shape = convert(values[0], name=name).shape
  if value_shape.rank is not None:
    dims = value_shape.rank + 1
    if axis < -dims or axis >= dims:
      raise ValueError('Argument `axis` = %s not in range [%s, %s)' % (axis, -dims, dims))
  return raw.Pack(values, axis=axis, name=name)


#: tf.unstack
def unstack(value, num=None, axis=0, name='unstack'):
  if num is None:
    value = convert(value)
    shape = value.shape
    if shape.ndims is not None:
      if axis < -shape.ndims or axis >= shape.ndims:
        raise ValueError('Argument `axis` = %s not in range [%s, %s)' % (axis, -shape.ndims, shape.ndims))
      num = shape[axis]
    if num is None:
      raise ValueError('Cannot infer argument `num` from shape %s' % shape)
  return raw.Unpack(value, num=num, axis=axis, name=name)


#: tf.concat
def concat(values, axis, name='concat'):
  if not isinstance(values, (list, tuple)):
    values = [values]
  if any(getattr(v, '_tf_ragged', False) for v in values):
    return tf.__internal__.ragged_concat(values, axis)
  if len(values) == 1:
    with op_scope(name, None) as scope:
      convert(axis, name='concat_dim', dtype=tf.int32).shape.assert_has_rank(0)
      return identity(values[0], name=name)
  return raw.ConcatV2(values, axis, name=name)


#: tf.split
def split(value, num_or_size_splits, axis=0, num=None, name='split'):
  if isinstance(num_or_size_splits, int):
    return raw.Split(axis, value, num_or_size_splits, name=name)
  sizes = convert(num_or_size_splits)
  if sizes.shape.rank == 0:
    raise ValueError('Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: '
                     '%s' % (num_or_size_splits,))
  if num is None:
    if sizes.shape.rank:
      num = sizes.shape[0]
    if num is None:
      raise ValueError('Cannot infer argument `num` from shape %s' % (num_or_size_splits,))
  return raw.SplitV(value, sizes, axis, num, name=name)


#: tf.transpose
def transpose(a, perm=None, conjugate=False, name='transpose'):
  with op_scope(name, 'transpose') as name:
    if not tf.is_tensor(a):
      a = convert(a, name='a')
    op = raw.ConjugateTranspose if conjugate and a.dtype.is_complex else raw.Transpose
    if perm is not None:
      return op(a, perm, name=name)
    ndims = a.shape.rank
    if ndims is None:
      perm = raw.Range(raw.Rank(a) - 1, -1, -1)
    else:
      perm = tf.__internal__.int32_array(builtins.range(ndims - 1, -1, -1))
    return op(a, perm, name=name)


#: tf.__internal__.int32_array
def int32_array(values):
  import numpy
  return numpy.array(list(values), numpy.int32)


#: tf.linalg.matrix_transpose
def matrix_transpose(a, name='matrix_transpose', conjugate=False):
  with op_scope(name, None):
    a = convert(a, name='a')
    ndims = a.shape.ndims
    if ndims is not None:
      if ndims < 2:
        raise ValueError('Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = %s with shape: %s' %
                         (format(a), a.shape))
      perm = list(builtins.range(ndims - 2)) + [ndims - 1] + [ndims - 2]
    else:
      a_rank = rank(a)
      perm = concat((raw.Range(0, a_rank - 2, 1), [a_rank - 1, a_rank - 2]), 0)
    return transpose(a, perm=perm, conjugate=conjugate)


#: tf.linalg.adjoint
def adjoint(matrix, name=None):
  with op_scope(name, 'adjoint'):
    return matrix_transpose(convert(matrix, name='matrix'), conjugate=True)


#: tf.linalg.diag
def matrix_diag(diagonal, name='diag', k=0, num_rows=-1, num_cols=-1, padding_value=0, align='RIGHT_LEFT'):
  if hasattr(diagonal, 'dtype') and diagonal.dtype == tf.bool:
    padding_value = bool(padding_value)
  return raw.MatrixDiagV3(diagonal, k, num_rows, num_cols, padding_value, align=align, name=name)


#: tf.linalg.diag_part
def matrix_diag_part(input, name='diag_part', k=0, padding_value=0, align='RIGHT_LEFT'):
  if hasattr(input, 'dtype') and input.dtype == tf.bool:
    padding_value = bool(padding_value)
  return raw.MatrixDiagPartV3(input, k, padding_value, align=align, name=name)


#: tf.linalg.set_diag
def matrix_set_diag(input, diagonal, name='set_diag', k=0, align='RIGHT_LEFT'):
  return raw.MatrixSetDiagV3(input, diagonal, k, align=align, name=name)


#: tf.boolean_mask
def boolean_mask(tensor, mask, axis=None, name='boolean_mask'):
  with op_scope(name, None):
    tensor = convert(tensor, name='tensor')
    mask = convert(mask, name='mask')
    shape_mask, shape_tensor = mask.shape, tensor.shape
    ndims = shape_mask.ndims
    if ndims == 0:
      raise ValueError('mask cannot be scalar.')
    if ndims is None:
      raise ValueError('Number of mask dimensions must be specified, even if some dimensions are None.  E.g. '
                       'shape=[None] is ok, but shape=None is not.')
    axis = 0 if axis is None else axis
    known = constant_value(axis)
    if known is not None:
      axis = int(known)
      shape_tensor[axis:axis + ndims].assert_is_compatible_with(shape_mask)
    leading = raw.Prod(shape(tensor)[axis:axis + ndims], [0])
    tensor = reshape(tensor, concat([shape(tensor)[:axis], [leading], shape(tensor)[axis + ndims:]], 0))
    if known is not None:
      first = shape_tensor[axis:axis + ndims].num_elements()
      tensor.set_shape(tf.TensorShape(shape_tensor[:axis]).concatenate([first]).concatenate(
          shape_tensor[axis + ndims:]))
    mask = reshape(mask, [-1])
    indices = squeeze(where(mask), axis=[1])
    return gather(tensor, indices, axis=axis)


#: tf.where
def where(condition, x=None, y=None, name=None):
  if x is None and y is None:
    with op_scope(name, 'Where') as name:
      condition = convert(condition, hint=tf.bool, name='condition')
      return raw.Where(condition, name=name)
  if x is not None and y is not None:
    return raw.SelectV2(condition, x, y, name=name)
  raise ValueError('x and y must both be non-None or both be None.')


#: tf.gather
def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
  if axis is None:
    axis = batch_dims
  value = constant_value(axis)
  if value is None or value != 0:
    return raw.GatherV2(params, indices, axis, batch_dims=batch_dims, name=name)
  if isinstance(params, tf.Variable):
    value = params.sparse_read(indices, name=name)
    if not tf.executing_eagerly():
      places = indices.shape if is_tensor(indices) else tf.convert_to_tensor(indices).shape
      value.set_shape(places.concatenate(params.shape[1:]))
    return value
  return raw.GatherV2(params, indices, axis, name=name)


#: tf.gather_nd
def gather_nd(params, indices, batch_dims=0, name=None, bad_indices_policy=''):
  if batch_dims != 0:
    from tensorflow_lib.space_ops import batch_gather_nd
    return batch_gather_nd(params, indices, batch_dims, name, bad_indices_policy)
  return raw.GatherNd(params, indices, name=name)


#: tf.slice
def slice(input_, begin, size, name=None):
  return raw.Slice(input_, begin, size, name=name)


#: tf.strided_slice
def strided_slice(input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0,
                  shrink_axis_mask=0, var=None, name=None):
  if strides is None:
    strides = ones_like_filled(begin)
  return raw.StridedSlice(input_, begin, end, strides, begin_mask=begin_mask, end_mask=end_mask,
                          ellipsis_mask=ellipsis_mask, new_axis_mask=new_axis_mask,
                          shrink_axis_mask=shrink_axis_mask, name=name)


#: tf.pad
def pad(tensor, paddings, mode='CONSTANT', constant_values=0, name=None):
  mode = mode.upper()
  if mode == 'CONSTANT':
    if not tf.is_tensor(constant_values) and isinstance(constant_values, (int, float)) and constant_values == 0:
      result = raw.Pad(tensor, paddings, name=name)
    else:
      result = raw.PadV2(tensor, paddings, constant_values, name=name)
  elif mode in ('REFLECT', 'SYMMETRIC'):
    result = raw.MirrorPad(tensor, paddings, mode, name=name)
  else:
    raise ValueError('Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". Received '
                     '`mode` = %s' % mode)
  return result


#: tf.reverse =reverse_v2
def reverse(tensor, axis, name=None):
  return raw.ReverseV2(tensor, axis, name=name)


#: tf.meshgrid
def meshgrid(*args, **kwargs):
  indexing = kwargs.pop('indexing', 'xy')
  name = kwargs.pop('name', 'meshgrid')
  if kwargs:
    raise TypeError("'%s' is an invalid keyword argument for this function" % list(kwargs.keys())[0])
  if indexing not in ('xy', 'ij'):
    raise ValueError("Argument `indexing` parameter must be either 'xy' or 'ij', got '%s'" % indexing)
  with op_scope(name, 'meshgrid') as name:
    ndim = len(args)
    ones_tuple = (1,) * ndim
    if not ndim:
      return []
    output = [reshape(stack(x), ones_tuple[:i] + (-1,) + ones_tuple[i + 1:]) for i, x in enumerate(args)]
    shapes = [size(x) for x in args]
    dtype = convert(args[0]).dtype
    if indexing == 'xy' and ndim > 1:
      output[0] = reshape(output[0], (1, -1) + (1,) * (ndim - 2))
      output[1] = reshape(output[1], (-1, 1) + (1,) * (ndim - 2))
      shapes[0], shapes[1] = shapes[1], shapes[0]
    factor = ones(shapes, dtype)
    return [x * factor for x in output]


#: tf.one_hot
def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
  with op_scope(name, 'one_hot') as name:
    on_exists, off_exists = on_value is not None, off_value is not None
    if on_exists:
      on_value = convert(on_value, hint=dtype)
    if off_exists:
      off_value = convert(off_value, hint=dtype)
    on_dtype = on_value.dtype if on_exists else None
    off_dtype = off_value.dtype if off_exists else None
    if on_exists or off_exists:
      if dtype is not None:
        if on_exists and on_dtype != dtype:
          raise TypeError('dtype %s of on_value does not match dtype parameter %s' % (on_dtype, dtype))
        if off_exists and off_dtype != dtype:
          raise TypeError('dtype %s of off_value does not match dtype parameter %s' % (off_dtype, dtype))
      else:
        dtype = on_dtype if on_exists else off_dtype
    elif dtype is None:
      dtype = tf.float32
    if not on_exists:
      on_value = convert(1, dtype, name='on_value')
      on_dtype = dtype
    if not off_exists:
      off_value = convert(0, dtype, name='off_value')
      off_dtype = dtype
    if on_dtype != off_dtype:
      raise TypeError('dtype %s of on_value does not match dtype %s of off_value' % (on_dtype, off_dtype))
    return raw.OneHot(indices, depth, on_value, off_value, -1 if axis is None else axis, name=name)


def _all_dimensions(x):
  if is_tensor(x) and x.shape.ndims is not None:
    return tf.constant(list(builtins.range(x.shape.ndims)), dtype=tf.int32)
  return raw.Range(0, rank(x), 1)


#: tf.sequence_mask
def sequence_mask(lengths, maxlen=None, dtype=tf.bool, name=None):
  with op_scope(name, 'SequenceMask'):
    lengths = convert(lengths)
    if maxlen is None:
      maxlen = raw.Max(lengths, _all_dimensions(lengths))
      maxlen = raw.Maximum(tf.constant(0, maxlen.dtype), maxlen)
    else:
      maxlen = convert(maxlen)
    if maxlen.shape.ndims is not None and maxlen.shape.ndims != 0:
      raise ValueError("Argument `maxlen` must be scalar for sequence_mask, received `maxlen` = %s with shape '%s' "
                       'instead' % (maxlen, maxlen.shape))
    row = raw.Range(tf.constant(0, maxlen.dtype), maxlen, tf.constant(1, maxlen.dtype))
    matrix = raw.Cast(expand_dims(lengths, -1), maxlen.dtype)
    result = row < matrix
    if dtype is None or result.dtype == dtype:
      return result
    return raw.Cast(result, dtype)


#: tf.repeat
def repeat(input, repeats, axis=None, name=None):
  if axis is None:
    input = reshape(input, [-1])
    axis = 0
  if not isinstance(axis, int):
    raise TypeError('Argument `axis` must be an int. Received `axis` = %s of type %s' % (axis, type(axis).__name__))
  with op_scope(name, 'Repeat'):
    data = convert(input, name='data')
    repeats = convert(repeats, hint=tf.int32, name='repeats')
    if not repeats.dtype.is_integer:
      raise TypeError('Argument `tensor` (name: repeats) must be of type integer. Received `tensor` = %s of dtype: %s' %
                      (repeats, repeats.dtype))
    repeats = raw.Cast(repeats, tf.int32)
    repeats.shape.with_rank_at_most(1)
    data_shape = shape(data, out_type=repeats.dtype)
    ndims = data.shape.rank
    if axis < 0:
      axis += ndims
    if repeats.shape.num_elements() == 1:
      repeats = reshape(repeats, [])
      expanded = expand_dims(data, axis + 1)
      tiled = _tile_one(expanded, axis + 1, repeats)
      result_shape = concat([data_shape[:axis], [repeats * data_shape[axis]], data_shape[axis + 1:]], axis=0)
      return reshape(tiled, result_shape)
    if repeats.shape.ndims == 1:
      data.shape.dims[axis].assert_is_compatible_with(repeats.shape[0])
    repeats = broadcast_to(repeats, [data_shape[axis]])
    original = repeats
    if repeats.shape.ndims != axis + 1:
      repeats_shape, repeats_ndims = shape(repeats), rank(repeats)
      repeats = broadcast_to(repeats, concat([data_shape[:axis + 1 - repeats_ndims], repeats_shape], axis=0))
      repeats.set_shape([None] * (axis + 1))
    max_repeat = raw.Max(repeats, _all_dimensions(repeats))
    max_repeat = raw.Maximum(convert(0, name='zero', dtype=max_repeat.dtype), max_repeat)
    mask = sequence_mask(repeats, max_repeat)
    expanded = expand_dims(data, axis + 1)
    tiled = _tile_one(expanded, axis + 1, max_repeat)
    masked = boolean_mask(tiled, mask)
    if axis == 0:
      return masked
    repeated = raw.Sum(original, raw.Range(0, rank(original), 1))
    return reshape(masked, concat([data_shape[:axis], [repeated], data_shape[axis + 1:]], axis=0))


def _tile_one(data, axis, multiple):
  if data.shape.ndims is not None:
    multiples = [1] * data.shape.ndims
    multiples[axis] = multiple
  else:
    one = ones(rank(data), tf.int32)
    multiples = concat([one[:axis], [multiple], one[axis + 1:]], axis=0)
  return raw.Tile(data, multiples)


#: tf.tile =tile
def tile(input, multiples, name=None):
  return raw.Tile(input, multiples, name=name)


#: tf.broadcast_to =broadcast_to
def broadcast_to(input, shape, name=None):
  return raw.BroadcastTo(input, shape, name=name)


#: tf.broadcast_dynamic_shape
def broadcast_dynamic_shape(shape_x, shape_y):
  return raw.BroadcastArgs(shape_x, shape_y)


#: tf.broadcast_static_shape
def broadcast_static_shape(shape_x, shape_y):
  a, b = tf.TensorShape(shape_x), tf.TensorShape(shape_y)
  if a.rank is None or b.rank is None:
    return tf.TensorShape(None)
  x, y = a.as_list(), b.as_list()
  n = max(len(x), len(y))
  x, y = [1] * (n - len(x)) + x, [1] * (n - len(y)) + y
  out = []
  for p, q in zip(x, y):
    if p is None or q is None:
      out.append(p if q == 1 or q is None and p not in (None, 1) else q if p == 1 or p is None and q not in (None, 1)
                 else None)
    elif p == 1 or p == q:
      out.append(q)
    elif q == 1:
      out.append(p)
    else:
      raise ValueError('Incompatible shapes for broadcasting: %s and %s' % (a, b))
  return tf.TensorShape(out)


#: tf.searchsorted
def searchsorted(sorted_sequence, values, side='left', out_type=tf.int32, name=None):
  sequence_size = _shape_internal(sorted_sequence)[-1]
  values_size = _shape_internal(values)[-1]
  sequence_2d = reshape(sorted_sequence, [-1, sequence_size])
  values_2d = reshape(values, [-1, values_size])
  if side == 'right':
    output = raw.UpperBound(sequence_2d, values_2d, out_type, name=name)
  elif side == 'left':
    output = raw.LowerBound(sequence_2d, values_2d, out_type, name=name)
  else:
    raise ValueError("Argument `side` must be either 'right' or 'left'. Received: `side` = '%s'." % side)
  return reshape(output, _shape_internal(values))


#: tf.unique
def unique(x, out_idx=tf.int32, name=None):
  return raw.Unique(x, out_idx, name=name)


#: tf.unique_with_counts
def unique_with_counts(x, out_idx=tf.int32, name=None):
  return raw.UniqueWithCounts(x, out_idx, name=name)


#: tf.reverse_sequence
def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None):
  return raw.ReverseSequence(input, seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis or 0, name=name)


#: tf.ensure_shape
def ensure_shape(x, shape, name=None):
  return raw.EnsureShape(x, tf.TensorShape(shape), name=name)


#: tf.parallel_stack
def parallel_stack(values, name='parallel_stack'):
  if tf.executing_eagerly():
    raise RuntimeError('tf.parallel_stack() is not compatible with eager execution.')
  with op_scope(name, None):
    value_shape = convert(convert(values[0])).shape
    output_shape = tf.TensorShape([len(values)]).concatenate(value_shape)
    return raw.ParallelConcat([expand_dims(v, 0) for v in values], output_shape)


# ---- sorting
def _descending(values, axis, argsort):
  k = shape(values)[axis]
  count = rank(values)
  ndims = values.shape.ndims
  transposition = None
  if axis == -1 or axis + 1 == ndims:
    top = values
  else:
    if axis < 0:
      axis += ndims
    order = list(builtins.range(axis)) + [ndims - 1] + list(builtins.range(axis + 1, ndims - 1)) + [axis]
    transposition = tf.constant(order, name='transposition')
    top = transpose(values, transposition)
  values, indices = raw.TopKV2(top, k)
  result = indices if argsort else values
  return result if transposition is None else transpose(result, transposition)


def _ascending(values, axis, argsort):
  dtype = values.dtype
  if dtype.is_unsigned:
    offset = dtype.max
    result = _descending(offset - values, axis, argsort)
    return result if argsort else offset - result
  if dtype.is_integer:
    result = _descending(-values - 1, axis, argsort)
    return result if argsort else -result - 1
  result = _descending(-values, axis, argsort)
  return result if argsort else -result


def _sort(values, axis, direction, argsort):
  if direction not in ('ASCENDING', 'DESCENDING'):
    raise ValueError('Argument `direction` should be one of ASCENDING, DESCENDING. Received: direction=%s' % direction)
  axis = convert(axis, name='axis')
  static = constant_value(axis)
  if axis.shape.ndims not in (None, 0) or static is None:
    raise ValueError('Argument `axis` must be a constant scalar. Received: axis=%s.' % axis)
  values = convert(values, name='values')
  return (_ascending if direction == 'ASCENDING' else _descending)(values, int(static), argsort)


#: tf.sort
def sort(values, axis=-1, direction='ASCENDING', name=None):
  with op_scope(name, 'sort'):
    return _sort(values, axis, direction, False)


#: tf.argsort
def argsort(values, axis=-1, direction='ASCENDING', stable=False, name=None):
  with op_scope(name, 'argsort'):
    return _sort(values, axis, direction, True)


#: tf.math.top_k tf.nn.top_k
def top_k(input, k=1, sorted=True, index_type=tf.int32, name=None):
  return raw.TopKV2(input, k, sorted=sorted, index_type=index_type, name=name)
