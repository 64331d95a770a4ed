"""Arithmetic composites: operators with conversions around an op, reductions over all axes, matmul's choice of
an op. Order and names of nodes are those of TensorFlow's ops/math_ops.py."""
import builtins
import math

import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, is_tensor, op_scope

raw = tf.raw_ops

_TRUEDIV = {
    tf.uint8: tf.float32, tf.int8: tf.float32, tf.uint16: tf.float32, tf.int16: tf.float32, tf.uint32: tf.float64,
    tf.int32: tf.float64, tf.uint64: tf.float64, tf.int64: tf.float64, tf.bfloat16: None, tf.float16: None,
    tf.float32: None, tf.float64: None, tf.complex64: None, tf.complex128: None,
}


#: tf.math.truediv tf.truediv
def truediv(x, y, name=None):
  """x / y with Python's rules: ints become floats."""
  with op_scope(name, 'truediv') as name:
    x = convert(x, name='x')
    y = convert(y, hint=x.dtype, name='y')
    if x.dtype != y.dtype:
      raise TypeError('`x` and `y` must have the same dtype, got %r != %r.' % (x.dtype, y.dtype))
    if x.dtype not in _TRUEDIV:
      raise TypeError('Invalid dtype %r in __truediv__. Expected one of {%s}.' %
                      (x.dtype, ', '.join(repr(d) for d in _TRUEDIV)))
    dtype = _TRUEDIV[x.dtype]
    if dtype is not None:
      x = cast(x, dtype)
      y = cast(y, dtype)
    return raw.RealDiv(x, y, name=name)


#: tf.divide tf.math.divide
def divide(x, y, name=None):
  """x / y as the operator of the same form does it."""
  if name is not None:
    return truediv(x, y, name)
  if not tf.is_tensor(x):
    x = convert(x, dtype=y.dtype if tf.is_tensor(y) else None)
  return x / y


#: tf.math.divide_no_nan
def divide_no_nan(x, y, name=None):
  """x / y, 0 where y is 0."""
  with op_scope(name, 'div_no_nan') as name:
    if not tf.is_tensor(x) and tf.is_tensor(y):
      y = convert(y, name='y')
      x = convert(x, dtype=y.dtype, name='x')
    else:
      x = convert(x, name='x')
      y = convert(y, hint=x.dtype, name='y')
    if x.dtype != y.dtype:
      raise TypeError('`x` and `y` must have the same dtype, got %r != %r.' % (x.dtype, y.dtype))
    dtype = _TRUEDIV[x.dtype]
    if dtype is not None:
      x = cast(x, dtype)
      y = cast(y, dtype)
    return raw.DivNoNan(x, y, name=name)


#: tf.math.multiply_no_nan
def multiply_no_nan(x, y, name=None):
  with op_scope(name, 'multiply_no_nan') as name:
    x = convert(x, name='x')
    y = convert(y, dtype=x.dtype, name='y')
    return raw.MulNoNan(x, y, name=name)


#: tf.math.reciprocal_no_nan
def reciprocal_no_nan(x, name=None):
  with op_scope(name, 'reciprocal_no_nan') as name:
    x = convert(x, name='x')
    one = tf.constant(1, dtype=x.dtype, name='one')
    return raw.DivNoNan(one, x, name=name)


#: tf.math.floordiv tf.floor_div
def floordiv(x, y, name=None):
  with op_scope(name, 'floordiv') as name:
    return raw.FloorDiv(x, y, name=name)


#: tf.pow tf.math.pow
def pow(x, y, name=None):
  with op_scope(name, 'Pow') as name:
    return raw.Pow(x, y, name=name)


#: tf.cast tf.dtypes.cast
def cast(x, dtype, name=None):
  """x in another dtype; x itself where it has it already."""
  dtype = tf.as_dtype(dtype)
  if isinstance(x, (tf.Tensor, tf.Variable)) and x.dtype == dtype:
    return x
  if getattr(x, '_tf_composite_tensor', False):
    if isinstance(x, tf.IndexedSlices):
      with op_scope(name, 'Cast') as name:
        return x._with_values(cast(x.values, dtype, name))
    if not getattr(x, '_tf_sparse', False):
      return x._with_values(cast(x.values, dtype, name))
    with op_scope(name, 'Cast') as name:
      return x.with_values(cast(x.values, dtype, name))
  with op_scope(name, 'Cast') as name:
    x = convert(x, name='x')
    if x.dtype.is_complex and dtype.is_floating:
      _tf.warn('You are casting an input of type %s to an incompatible dtype %s.  This will discard the imaginary part '
               'and may not be what you intended.' % (x.dtype.name, dtype.name))
    if x.dtype != dtype:
      x = raw.Cast(x, dtype, name=name)
    return x


#: tf.saturate_cast tf.dtypes.saturate_cast
def saturate_cast(value, dtype, name=None):
  with op_scope(name, 'saturate_cast') as name:
    value = convert(value, name='value')
    dtype = tf.as_dtype(dtype)
    if value.dtype.is_complex:
      if dtype.is_complex:
        part = dtype.real_dtype
        if value.dtype.real_dtype.max > part.max:
          value = raw.ClipByValue(value, convert(part.min * (1 + 1j), dtype=value.dtype),
                                  convert(part.max * (1 + 1j), dtype=value.dtype), name='clamp')
        return cast(value, dtype, name=name)
      value = real(value)
    target, dtype = dtype, dtype.real_dtype
    low = max(float(value.dtype.min), float(dtype.min))
    high = min(float(value.dtype.max), float(dtype.max))
    if value.dtype.is_integer:
      low, high = max(int(value.dtype.min), int(dtype.min)), min(int(value.dtype.max), int(dtype.max))
    elif dtype.is_integer:
      # The nearest numbers that a float of this dtype can be.
      digits = {tf.float16: 11, tf.bfloat16: 8, tf.float32: 24}.get(value.dtype, 53)
      bits = int(dtype.max).bit_length()
      if digits < bits <= 32:
        high = min(high, float(((1 << digits) - 1) << (bits - digits)))
    value = raw.ClipByValue(value, convert(low, dtype=value.dtype), convert(high, dtype=value.dtype), name='clamp')
    return cast(value, target, name=name)


#: tf.abs tf.math.abs
def abs(x, name=None):
  with op_scope(name, 'Abs') as name:
    x = convert(x, name='x')
    if x.dtype.is_complex:
      return raw.ComplexAbs(x, x.dtype.real_dtype, name=name)
    return raw.Abs(x, name=name)


#: tf.round tf.math.round
def round(x, name=None):
  x = convert(x, name='x')
  return x if x.dtype.is_integer else raw.Round(x, name=name)


#: tf.sign tf.math.sign
def sign(x, name=None):
  x = convert(x)
  if x.dtype.is_complex:
    return raw.DivNoNan(x, cast(raw.ComplexAbs(x, x.dtype.real_dtype), x.dtype), name=name)
  return raw.Sign(x, name=name)


#: tf.sigmoid tf.math.sigmoid tf.nn.sigmoid
def sigmoid(x, name=None):
  with op_scope(name, 'Sigmoid') as name:
    return raw.Sigmoid(convert(x, name='x'), name=name)


#: tf.math.log_sigmoid
def log_sigmoid(x, name=None):
  with op_scope(name, 'LogSigmoid') as name:
    x = convert(x, name='x')
    return raw.Neg(raw.Softplus(-x), name=name)


#: tf.math.conj
def conj(x, name=None):
  if is_tensor(x) and (x.dtype.is_floating or x.dtype.is_integer):
    return x
  with op_scope(name, 'Conj') as name:
    x = convert(x, name='x')
    if x.dtype.is_complex:
      return raw.Conj(x, name=name)
    if x.dtype.is_floating or x.dtype.is_integer:
      return x
    raise TypeError('Expected numeric or variant tensor, got dtype %r.' % (x.dtype,))


#: tf.math.real
def real(input, name=None):
  with op_scope(name, 'Real') as name:
    input = convert(input, name='input')
    if input.dtype.is_complex:
      return raw.Real(input, input.dtype.real_dtype, name=name)
    if input.dtype.is_numeric:
      return input
    raise TypeError('input must be a numeric tensor, but got tensor with dtype %s' % (input.dtype,))


#: tf.math.imag
def imag(input, name=None):
  with op_scope(name, 'Imag') as name:
    input = convert(input, name='input')
    if input.dtype.is_complex:
      return raw.Imag(input, input.dtype.real_dtype, name=name)
    return tf.zeros_like(input)


#: tf.math.angle
def angle(input, name=None):
  with op_scope(name, 'Angle') as name:
    input = convert(input, name='input')
    if input.dtype.is_complex:
      return raw.Angle(input, input.dtype.real_dtype, name=name)
    return raw.Select(input < 0, math.pi * tf.__internal__.ones_like_filled(input), tf.zeros_like(input))


#: tf.complex tf.dtypes.complex
def complex(real, imag, name=None):
  real = convert(real, name='real')
  imag = convert(imag, name='imag')
  with op_scope(name, 'Complex') as name:
    types = (real.dtype, imag.dtype)
    if types == (tf.float64, tf.float64):
      out = tf.complex128
    elif types == (tf.float32, tf.float32):
      out = tf.complex64
    else:
      raise TypeError('The `real` and `imag` components have incorrect types: %s %s. They must be consistent, and one of '
                      '%s' % (real.dtype.name, imag.dtype.name, [tf.float32, tf.float64]))
    return raw.Complex(real, imag, out, name=name)


#: tf.math.logical_xor
def logical_xor(x, y, name='LogicalXor'):
  return raw.LogicalAnd(raw.LogicalOr(x, y), raw.LogicalNot(raw.LogicalAnd(x, y)), name=name)


#: tf.math.scalar_mul tf.scalar_mul
def scalar_mul(scalar, x, name=None):
  with op_scope(name, 'scalar_mul') as name:
    scalar = convert(scalar, dtype=x.dtype, name='scalar')
    shape = scalar.get_shape()
    if shape.ndims != 0:
      raise ValueError('The input scalar must be a 0-D value. Received shape %s.' % shape)
    return raw.Mul(scalar, x, name=name)


#: tf.range
def range(start, limit=None, delta=1, dtype=None, name='range'):
  """start, start + delta, … below limit."""
  if limit is None:
    start, limit = 0, start
  with op_scope(name, 'Range') as name:
    if not is_tensor(start):
      start = convert(start, dtype=dtype, name='start')
    if not is_tensor(limit):
      limit = convert(limit, dtype=dtype, name='limit')
    if not is_tensor(delta):
      delta = convert(delta, dtype=dtype, name='delta')
    if dtype is None:
      order = [tf.int32, tf.int64, tf.float16, tf.bfloat16, tf.float32, tf.float64]
      assert builtins.all([a.dtype in order for a in (start, limit, delta)])
      dtype = max([a.dtype for a in (start, limit, delta)], key=order.index)
    start, limit, delta = cast(start, dtype), cast(limit, dtype), cast(delta, dtype)
    return raw.Range(start, limit, delta, name=name)


# ---- reductions
def _axes(x, axis):
  """`axis` as it is; without one all axes: a constant where the rank is known."""
  if axis is not None:
    return axis
  rank = getattr(getattr(x, 'shape', None), 'rank', None)
  if rank:
    return tf.constant(list(builtins.range(rank)), dtype=tf.int32)
  return range(0, tf.rank(x))


def _to_scalar(keepdims, axis, output):
  if not keepdims and axis is None and not output.shape.is_fully_defined():
    output.set_shape(())
  return output


def _reduce(op, x, axis, keepdims, name):
  keepdims = False if keepdims is None else bool(keepdims)
  return _to_scalar(keepdims, axis, op(x, _axes(x, axis), keepdims, name=name))


#: tf.reduce_sum tf.math.reduce_sum
def reduce_sum(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.Sum, input_tensor, axis, keepdims, name)


#: tf.reduce_mean tf.math.reduce_mean
def reduce_mean(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.Mean, input_tensor, axis, keepdims, name)


#: tf.reduce_max tf.math.reduce_max
def reduce_max(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.Max, input_tensor, axis, keepdims, name)


#: tf.reduce_min tf.math.reduce_min
def reduce_min(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.Min, input_tensor, axis, keepdims, name)


#: tf.reduce_prod tf.math.reduce_prod
def reduce_prod(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.Prod, input_tensor, axis, keepdims, name)


#: tf.reduce_all tf.math.reduce_all
def reduce_all(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.All, input_tensor, axis, keepdims, name)


#: tf.reduce_any tf.math.reduce_any
def reduce_any(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.Any, input_tensor, axis, keepdims, name)


#: tf.math.reduce_euclidean_norm
def reduce_euclidean_norm(input_tensor, axis=None, keepdims=False, name=None):
  return _reduce(raw.EuclideanNorm, input_tensor, axis, keepdims, name)


#: tf.math.reduce_variance
def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
  with op_scope(name or 'reduce_variance', None):
    input_tensor = convert(input_tensor)
    means = reduce_mean(input_tensor, axis=axis, keepdims=True)
    if means.dtype.is_integer:
      raise TypeError('Input must be either real or complex. Received integer type %s.' % means.dtype)
    diff = input_tensor - means
    if diff.dtype.is_complex:
      squared = raw.Real(raw.Mul(conj(diff), diff), diff.dtype.real_dtype)
    else:
      squared = raw.Square(diff)
    return reduce_mean(squared, axis=axis, keepdims=keepdims)


#: tf.math.reduce_std
def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
  with op_scope(name or 'reduce_std', None):
    input_tensor = convert(input_tensor)
    return raw.Sqrt(reduce_variance(input_tensor, axis=axis, keepdims=keepdims))


#: tf.reduce_logsumexp tf.math.reduce_logsumexp
def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
  with op_scope(name, 'ReduceLogSumExp') as name:
    raw_max = reduce_max(input_tensor, axis=axis, keepdims=True)
    my_max = tf.stop_gradient(raw.SelectV2(raw.IsFinite(raw_max), raw_max, 0))
    result = raw.Log(reduce_sum(raw.Exp(raw.Sub(input_tensor, my_max)), axis=axis, keepdims=keepdims))
    if not keepdims:
      my_max = tf.reshape(my_max, raw.Shape(result))
    return _to_scalar(keepdims, axis, tf.add(result, my_max, name=name))


#: tf.math.count_nonzero
def count_nonzero(input, axis=None, keepdims=None, dtype=tf.int64, name=None):
  with op_scope(name, 'count_nonzero'):
    input = convert(input, name='input')
    if input.dtype == tf.bool:
      predicate = input
    else:
      predicate = raw.NotEqual(input, tf.zeros([], dtype=input.dtype))
    return cast(reduce_sum(cast(predicate, tf.int64), axis=axis, keepdims=keepdims), dtype)


#: tf.argmax tf.math.argmax
def argmax(input, axis=None, output_type=tf.int64, name=None):
  if axis is None:
    axis = 0
  if hasattr(axis, 'dtype'):
    if axis.dtype in (tf.int8, tf.int16, tf.uint8, tf.uint16):
      axis = cast(axis, tf.int32)
  elif not isinstance(axis, int):
    raise TypeError('axis must be int or Tensor with integer datatype')
  return raw.ArgMax(input, axis, output_type=output_type, name=name)


#: tf.argmin tf.math.argmin
def argmin(input, axis=None, output_type=tf.int64, name=None):
  return raw.ArgMin(input, 0 if axis is None else axis, output_type=output_type, name=name)


#: tf.cumsum tf.math.cumsum
def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
  with op_scope(name, 'Cumsum') as name:
    return raw.Cumsum(convert(x, name='x'), axis, exclusive=exclusive, reverse=reverse, name=name)


#: tf.math.cumprod
def cumprod(x, axis=0, exclusive=False, reverse=False, name=None):
  with op_scope(name, 'Cumprod') as name:
    return raw.Cumprod(convert(x, name='x'), axis, exclusive=exclusive, reverse=reverse, name=name)


#: tf.math.cumulative_logsumexp
def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
  with op_scope(name, 'CumulativeLogsumexp') as name:
    return raw.CumulativeLogsumexp(convert(x, name='x'), axis, exclusive=exclusive, reverse=reverse, name=name)


#: tf.add_n tf.math.add_n
def add_n(inputs, name=None):
  text = 'Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.'
  if not isinstance(inputs, (list, tuple)) or not inputs:
    raise ValueError(text)
  inputs = [convert(x, name='inputs_%d' % i) for i, x in enumerate(inputs)]
  if len(inputs) == 1:
    return tf.identity(inputs[0], name=name) if name else inputs[0]
  return raw.AddN(inputs, name=name)


#: tf.math.accumulate_n
def accumulate_n(inputs, shape=None, tensor_dtype=None, name=None):
  if not inputs or not isinstance(inputs, (list, tuple)):
    raise ValueError('inputs must be a list of at least one Tensor with the same dtype and shape')
  inputs = [convert(x) for x in inputs]
  if not builtins.all(x.dtype == inputs[0].dtype for x in inputs):
    raise ValueError('inputs must be a list of at least one Tensor with the same dtype and shape')
  merged = tf.TensorShape(shape)
  for x in inputs:
    merged = merged.merge_with(x.shape)
  if tensor_dtype is not None and tensor_dtype != inputs[0].dtype:
    raise TypeError('The `tensor_dtype` argument is %s, but `input` is of type %s. These must be equal. Try casting the '
                    'input to the desired type.' % (tensor_dtype, inputs[0].dtype))
  if len(inputs) == 1:
    return inputs[0] if name is None else tf.identity(inputs[0], name=name)
  return add_n(inputs, name=name)


# ---- products
#: tf.matmul tf.linalg.matmul
def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False,
           b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
  """The product of matrices, or of batches of them."""
  with op_scope(name, 'MatMul') as name:
    if transpose_a and adjoint_a:
      raise ValueError('Only one of `transpose_a` and `adjoint_a` can be True. Received `transpose_a`=%s, '
                       '`adjoint_a`=%s.' % (transpose_a, adjoint_a))
    if transpose_b and adjoint_b:
      raise ValueError('Only one of `transpose_b` and `adjoint_b` can be True. Received `transpose_b`=%s, '
                       '`adjoint_b`=%s.' % (transpose_b, adjoint_b))
    a = convert(a, name='a')
    b = convert(b, hint=a.dtype, name='b')
    rank_a, rank_b = a.shape.rank, b.shape.rank
    other = output_type is not None and (a.dtype != output_type or b.dtype != output_type)
    if not a_is_sparse and not b_is_sparse and (rank_a is None or rank_a > 2 or rank_b is None or rank_b > 2):
      if transpose_a:
        a = conj(a)
        adjoint_a = True
      if transpose_b:
        b = conj(b)
        adjoint_b = True
      if other:
        return raw.BatchMatMulV3(a, b, adj_x=adjoint_a, adj_y=adjoint_b, Tout=output_type, name=name)
      return raw.BatchMatMulV2(a, b, adj_x=adjoint_a, adj_y=adjoint_b, name=name)
    if adjoint_a:
      a = conj(a)
      transpose_a = True
    if adjoint_b:
      b = conj(b)
      transpose_b = True
    types = {a.dtype, b.dtype}
    if (a_is_sparse or b_is_sparse or len(types) > 1) and types <= {tf.bfloat16, tf.float32}:
      product = raw.SparseMatMul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, a_is_sparse=a_is_sparse,
                                 b_is_sparse=b_is_sparse, name=name)
      return cast(product, tf.bfloat16) if types == {tf.bfloat16} else product
    if other:
      return raw.BatchMatMulV3(a, b, adj_x=adjoint_a or transpose_a, adj_y=adjoint_b or transpose_b, Tout=output_type,
                               name=name)
    return raw.MatMul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, name=name)


#: tf.linalg.matvec
def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
  with op_scope(name, 'MatVec'):
    output = matmul(a, tf.expand_dims(b, axis=-1), transpose_a=transpose_a, adjoint_a=adjoint_a, a_is_sparse=a_is_sparse,
                    b_is_sparse=b_is_sparse)
    return tf.squeeze(output, axis=-1)


#: tf.linalg.trace
def trace(x, name=None):
  with op_scope(name, 'Trace') as name:
    x = convert(x, name='x')
    return reduce_sum(tf.linalg.diag_part(x), [-1], name=name)


def _prod(dims):
  out = 1
  for d in dims:
    out *= d
  return out


def _tensordot_axes(a, axes):
  shape = a.shape
  if isinstance(axes, int):
    if axes < 0:
      raise ValueError('`axes` must be at least 0. Received: %s.' % axes)
    if shape.ndims is not None:
      if axes > shape.ndims:
        raise ValueError(f'`axes` must not be larger than the number of dimensions of tensor {a}.  Received {axes}, '
                         f'vs tensor dimensions {shape.ndims}.')
      return list(builtins.range(shape.ndims - axes, shape.ndims)), list(builtins.range(axes))
    rank = tf.rank(a)
    return range(rank - axes, rank, dtype=tf.int32), range(axes, dtype=tf.int32)
  if isinstance(axes, (list, tuple)):
    if len(axes) != 2:
      raise ValueError('`axes` must be an integer or have length 2. Received %s.' % (axes,))
    a_axes, b_axes = axes
    if isinstance(a_axes, int) and isinstance(b_axes, int):
      a_axes, b_axes = [a_axes], [b_axes]
    if len(a_axes) != len(b_axes):
      raise ValueError('Different number of contraction axes `a` and `b`, %s != %s.' % (len(a_axes), len(b_axes)))
    return a_axes, b_axes
  axes = convert(axes, dtype=tf.int32, name='axes')
  return axes[0], axes[1]


def _tensordot_reshape(a, axes, flipped=False):
  if a.shape.is_fully_defined() and isinstance(axes, (list, tuple)):
    shape = a.shape.as_list()
    axes = [i if i >= 0 else i + len(shape) for i in axes]
    free = [i for i in builtins.range(len(shape)) if i not in axes]
    free_dims = [shape[i] for i in free]
    prod_free, prod_axes = _prod(free_dims), _prod([shape[i] for i in axes])
    perm = list(axes) + free if flipped else free + list(axes)
    new_shape = [prod_axes, prod_free] if flipped else [prod_free, prod_axes]
    if perm != list(builtins.range(len(shape))):
      a = tf.transpose(a, perm)
    if a.shape.as_list() != new_shape:
      a = tf.reshape(a, new_shape)
    return a, free_dims, free_dims
  free_static = None
  if a.shape.ndims is not None and isinstance(axes, (list, tuple)):
    shape = a.shape.as_list()
    axes = [i if i >= 0 else i + len(shape) for i in axes]
    free = [i for i in builtins.range(len(shape)) if i not in axes]
    free_static = [shape[i] for i in free]
    axes = convert(axes, dtype=tf.int32, name='axes')
    free = convert(free, dtype=tf.int32, name='free')
    shape = tf.shape(a)
  else:
    shape = tf.shape(a)
    rank = tf.rank(a)
    axes = convert(axes, dtype=tf.int32, name='axes')
    axes = raw.Select(axes >= 0, axes, axes + rank)
    free, _ = raw.ListDiff(range(rank), axes, tf.int32)
  free_dims = tf.gather(shape, free)
  axes_dims = tf.gather(shape, axes)
  prod_free, prod_axes = reduce_prod(free_dims), reduce_prod(axes_dims)
  if flipped:
    perm = tf.concat([axes, free], 0)
    new_shape = tf.stack([prod_axes, prod_free])
  else:
    perm = tf.concat([free, axes], 0)
    new_shape = tf.stack([prod_free, prod_axes])
  return tf.reshape(tf.transpose(a, perm), new_shape), free_dims, free_static


#: tf.tensordot tf.linalg.tensordot
def tensordot(a, b, axes, name=None):
  with op_scope(name, 'Tensordot') as name:
    a = convert(a, name='a')
    b = convert(b, name='b')
    a_axes, b_axes = _tensordot_axes(a, axes)
    a_matrix, a_free, a_static = _tensordot_reshape(a, a_axes)
    b_matrix, b_free, b_static = _tensordot_reshape(b, b_axes, True)
    product = matmul(a_matrix, b_matrix)
    if isinstance(a_free, list) and isinstance(b_free, list):
      if product.shape.is_fully_defined() and product.shape.as_list() == a_free + b_free:
        return product
      return tf.reshape(product, a_free + b_free, name=name)
    a_free = convert(a_free, dtype=tf.int32)
    b_free = convert(b_free, dtype=tf.int32)
    product = tf.reshape(product, tf.concat([a_free, b_free], 0), name=name)
    if a_static is not None and b_static is not None:
      product.set_shape(a_static + b_static)
    return product


#: tf.math.polyval
def polyval(coeffs, x, name=None):
  if not isinstance(coeffs, list):
    raise ValueError('Argument coeffs must be list type. Received type %s.' % type(coeffs))
  with op_scope(name, 'polyval') as name:
    x = convert(x, name='x')
    if len(coeffs) < 1:
      return tf.zeros_like(x, name=name)
    coeffs = [convert(c, name='coeff_%d' % i) for i, c in enumerate(coeffs)]
    p = coeffs[0]
    for c in coeffs[1:]:
      p = c + p * x
    return p


#: tf.linspace
def linspace(start, stop, num, name=None, axis=0):
  with op_scope(name, 'linspace'):
    start = convert(start, name='start')
    stop = convert(stop, name='stop', dtype=start.dtype)
    num_int = convert(num, hint=tf.int32, name='num')
    num_int = raw.Cast(num_int, DstT=tf.int32)
    num = cast(num_int, dtype=start.dtype)
    shape = tf.broadcast_dynamic_shape(tf.shape(start), tf.shape(stop))
    start = tf.broadcast_to(start, shape)
    stop = tf.broadcast_to(stop, shape)
    first = tf.expand_dims(start, axis=axis)
    last = tf.expand_dims(stop, axis=axis)
    shape = tf.shape(first)
    ndims = tf.shape(shape)[0]
    axis = tf.where(axis >= 0, axis, ndims + axis)
    num_fill = raw.Maximum(num_int - 2, 0)
    n_steps = raw.Maximum(num_int - 1, 1)
    delta = (last - first) / cast(n_steps, last.dtype)
    first = cast(first, delta.dtype)
    last = cast(last, delta.dtype)
    range_end = tf.where(num_int >= 0, n_steps, -1)
    steps = cast(range(1, range_end, dtype=tf.int64), delta.dtype)
    mask = raw.Equal(axis, range(ndims))
    steps = tf.reshape(steps, tf.where(mask, num_fill, 1))
    inner = first + delta * steps
    everything = tf.concat((first, inner, last), axis=axis)
    begin = tf.zeros_like(shape)
    size = tf.concat((shape[0:axis], tf.reshape(num_int, [1]), shape[axis + 1:]), axis=0)
    return tf.slice(everything, begin, size)


#: tf.math.is_non_decreasing
def is_non_decreasing(x, name=None):
  with op_scope(name, 'is_non_decreasing'):
    return reduce_all(_neighbours(x, raw.GreaterEqual))


#: tf.math.is_strictly_increasing
def is_strictly_increasing(x, name=None):
  with op_scope(name, 'is_strictly_increasing'):
    return reduce_all(_neighbours(x, raw.Greater))


def _neighbours(x, compare):
  """Each element compared with the one before it; empty where there are fewer than two."""
  x = convert(x, name='x')
  if not tf.debugging.is_numeric_tensor(x):
    raise TypeError('Expected x to be numeric, instead found: %s' % x)
  x = tf.reshape(x, [-1])
  short = raw.Less(tf.size(x), 2)
  count = tf.shape(x) - 1
  return tf.cond(short, lambda: convert([], dtype=tf.bool),
                 lambda: compare(tf.strided_slice(x, [1], [1] + count), tf.strided_slice(x, [0], count)))



# ---- segments
def _segment_counts(data, segment_ids, num_segments):
  num_segments = convert(num_segments)
  ones = tf.ones(tf.__internal__.shape_internal(segment_ids), dtype=data.dtype)
  n = raw.UnsortedSegmentSum(ones, segment_ids, num_segments)
  first = num_segments[tf.newaxis]
  behind = tf.ones([tf.rank(data) - tf.rank(segment_ids)], dtype=num_segments.dtype)
  broadcast = tf.concat([first, behind], axis=0)
  n = tf.reshape(n, broadcast)
  return raw.Maximum(n, 1)


#: tf.math.unsorted_segment_mean
def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
  with op_scope(name, 'UnsortedSegmentMean'):
    data, segment_ids = convert(data), convert(segment_ids)
    n = _segment_counts(data, segment_ids, num_segments)
    return raw.UnsortedSegmentSum(data, segment_ids, num_segments) / n


#: tf.math.unsorted_segment_sqrt_n
def unsorted_segment_sqrt_n(data, segment_ids, num_segments, name=None):
  with op_scope(name, 'UnsortedSegmentSqrtN'):
    data, segment_ids = convert(data), convert(segment_ids)
    n = _segment_counts(data, segment_ids, num_segments)
    return raw.UnsortedSegmentSum(data, segment_ids, num_segments) / raw.Sqrt(n)


# ---- clipping
def _values_of(t, name):
  return convert(t.values if isinstance(t, tf.IndexedSlices) else t, name=name)


#: tf.clip_by_value
def clip_by_value(t, clip_value_min, clip_value_max, name=None):
  with op_scope(name, 'clip_by_value') as name:
    values = _values_of(t, 't')
    t_min = raw.Minimum(values, clip_value_max)
    values.shape.assert_is_compatible_with(t_min.shape)
    t_max = raw.Maximum(t_min, clip_value_min, name=name)
    values.shape.assert_is_compatible_with(t_max.shape)
    if isinstance(t, tf.IndexedSlices):
      return tf.IndexedSlices(t_max, t.indices, t.dense_shape)
    return t_max


#: tf.clip_by_norm
def clip_by_norm(t, clip_norm, axes=None, name=None):
  with op_scope(name, 'clip_by_norm') as name:
    values = _values_of(t, 't')
    if isinstance(clip_norm, (int, float)):
      clip_norm = max(clip_norm, 0)
    else:
      clip_norm = cast(raw.Maximum(clip_norm, 0), dtype=values.dtype)
    l2sum = reduce_sum(values * values, axes, keepdims=True)
    pred = l2sum > 0
    safe = raw.Select(pred, l2sum, tf.__internal__.ones_like_filled(l2sum))
    l2norm = raw.Select(pred, raw.Sqrt(safe), l2sum)
    intermediate = values * clip_norm
    values.shape.assert_is_compatible_with(intermediate.shape)
    clipped = tf.identity(intermediate / raw.Maximum(l2norm, clip_norm), name=name)
    if isinstance(t, tf.IndexedSlices):
      return tf.IndexedSlices(clipped, t.indices, t.dense_shape)
    return clipped


#: tf.linalg.global_norm
def global_norm(t_list, name=None):
  if not isinstance(t_list, (list, tuple)):
    raise TypeError('`t_list` should be a sequence of tensors. Received %s.' % type(t_list))
  with op_scope(name, 'global_norm'):
    values = [None if t is None else _values_of(t, 't_%d' % i) for i, t in enumerate(t_list)]
    halves = [raw.L2Loss(v) for v in values if v is not None]
    half = reduce_sum(tf.stack(halves))
    return tf.sqrt(half * tf.constant(2.0, dtype=half.dtype), name='global_norm')


#: tf.clip_by_global_norm
def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
  if not isinstance(t_list, (list, tuple)):
    raise TypeError('`t_list` should be a sequence of tensors. Received %s.' % type(t_list))
  if use_norm is None:
    use_norm = global_norm(t_list, name)
  with op_scope(name, 'clip_by_global_norm') as name:
    finite = clip_norm * raw.Minimum(1.0 / use_norm, tf.constant(1.0, dtype=use_norm.dtype) / clip_norm)
    scale = finite + (use_norm - use_norm)
    values = [None if t is None else _values_of(t, 't_%d' % i) for i, t in enumerate(t_list)]
    clipped = []
    for i, v in enumerate(values):
      clipped.append(None if v is None else tf.identity(v * cast(scale, v.dtype), name='%s_%d' % (name, i)))
    return [tf.IndexedSlices(c, t.indices, t.dense_shape) if isinstance(t, tf.IndexedSlices) else c
            for c, t in zip(clipped, t_list)], use_norm
