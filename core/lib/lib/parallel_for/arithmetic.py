"""How elementwise ops, reductions, products of matrices and linear algebra are done for all iterations at once."""
import tensorflow as tf
from tensorflow_lib.parallel_for.converter import (
    converts, create_op, flatten_first_two_dims, smart_cond, unflatten_first_dim, wrap)

raw = tf.raw_ops


@converts(*'''Abs Acos Acosh Add AddV2 Angle Asin Asinh Atan Atan2 Atanh BesselI0 BesselI1 BesselI0e BesselI1e BesselK0
BesselK1 BesselK0e BesselK1e BesselJ0 BesselJ1 BesselY0 BesselY1 BitwiseAnd BitwiseOr BitwiseXor Ceil Complex ComplexAbs
Conj Cos Cosh Dawsn Digamma Div DivNoNan Elu Erf Erfc Erfinv Exp Expint Expm1 Floor FloorDiv FloorMod FresnelCos
FresnelSin Greater GreaterEqual Igamma IgammaGradA Igammac Imag Inv Invert IsFinite IsInf IsNan LeftShift Less LessEqual
Lgamma Log Log1p LogicalAnd LogicalNot LogicalOr LogicalXor Maximum Minimum Mod Mul MulNoNan Ndtri Neg Polygamma Pow
Real RealDiv Reciprocal Relu Relu6 RightShift Rint Round Rsqrt Selu Sigmoid Sign Sin Sinh Softplus Softsign Spence Sqrt
Square SquaredDifference Sub Tan Tanh TruncateDiv TruncateMod Xdivy Xlogy Xlog1py Zeta'''.split())
def _elementwise(p):
  if len(p) > 1:
    p.expand_for_broadcast()
  return wrap(create_op([x.t for x in p.inputs], p.op)[0])


@converts(*'''EluGrad LeakyReluGrad ReciprocalGrad Relu6Grad ReluGrad RsqrtGrad SeluGrad SigmoidGrad SoftplusGrad
SoftsignGrad SqrtGrad TanhGrad'''.split())
def _elementwise_grad(p):
  # These do not broadcast.
  p.stack_inputs()
  return [wrap(x) for x in create_op([x.t for x in p.inputs], p.op)]


@converts('LeakyRelu')
def _leaky_relu(p):
  return wrap(raw.LeakyRelu(features=p.stacked(0), alpha=p.attr('alpha')))


@converts('Equal', op='Equal')
@converts('NotEqual', op='NotEqual')
def _equal(p, op):
  p.expand_for_broadcast()
  return wrap(getattr(raw, op)(x=p.inputs[0].t, y=p.inputs[1].t,
                               incompatible_shape_error=p.attr('incompatible_shape_error')))


@converts('ApproximateEqual')
def _approximate_equal(p):
  p.expand_for_broadcast()
  return wrap(raw.ApproximateEqual(x=p.inputs[0].t, y=p.inputs[1].t, tolerance=p.attr('tolerance')))


@converts('Cast')
def _cast(p):
  return wrap(tf.cast(p.stacked(0), p.attr('DstT')))


@converts('Bucketize')
def _bucketize(p):
  return wrap(raw.Bucketize(input=p.stacked(0), boundaries=p.attr('boundaries')))


@converts('ClipByValue')
def _clip_by_value(p):
  return wrap(raw.ClipByValue(t=p.stacked(0), clip_value_min=p.unstacked(1), clip_value_max=p.unstacked(2)))


@converts('AddN')
def _add_n(p):
  p.stack_inputs()
  return wrap(tf.add_n([x.t for x in p.inputs]))


@converts('Cross')
def _cross(p):
  p.stack_inputs()
  return wrap(tf.linalg.cross(p.stacked(0), p.stacked(1)))


@converts('Select')
def _select(p):
  p.stack_inputs()
  cond, t, e = p.stacked(0), p.stacked(1), p.stacked(2)
  known = cond.shape.rank
  rank = tf.rank(cond)

  def many():
    tensor = rank > 1
    return tensor if known is None else known > 1  # the comparison is in the graph all the same

  cond, t, e = smart_cond(many(), lambda: p.flattened([0, 1, 2]), lambda: [cond, t, e])
  output = create_op([cond, t, e], p.op)[0]
  n = p.pfor.loop_len_vector
  return wrap(smart_cond(many(), lambda: unflatten_first_dim(output, n), lambda: output))


@converts('SelectV2')
def _select_v2(p):
  p.expand_for_broadcast()
  return wrap(tf.where(p.inputs[0].t, p.inputs[1].t, p.inputs[2].t))


# ---- reductions
@converts('Sum', op=lambda *args: tf.reduce_sum(*args))
@converts('Prod', op=lambda *args: tf.reduce_prod(*args))
@converts('Max', op=lambda *args: tf.reduce_max(*args))
@converts('Min', op=lambda *args: tf.reduce_min(*args))
@converts('Mean', op=lambda *args: tf.reduce_mean(*args))
@converts('All', op=lambda *args: tf.reduce_all(*args))
@converts('Any', op=lambda *args: tf.reduce_any(*args))
def _reduction(p, op):
  t, indices = p.stacked(0), p.unstacked(1)
  indices += tf.cast(indices >= 0, indices.dtype)
  return wrap(op(t, indices, p.attr('keep_dims')))


@converts('ArgMax', op=lambda t, axis, dtype: tf.argmax(t, axis=axis, output_type=dtype))
@converts('ArgMin', op=lambda t, axis, dtype: tf.argmin(t, axis=axis, output_type=dtype))
def _arg(p, op):
  t, axis = p.stacked(0), p.unstacked(1)
  axis += tf.cast(axis >= 0, axis.dtype)
  return wrap(op(t, axis, p.attr('output_type')))


@converts('Cumsum', op=lambda t, axis, **kw: tf.cumsum(t, axis, **kw))
@converts('Cumprod', op=lambda t, axis, **kw: tf.math.cumprod(t, axis, **kw))
def _cumulate(p, op):
  t, axis = p.stacked(0), p.unstacked(1)
  axis += tf.cast(axis >= 0, axis.dtype)
  return wrap(op(t, axis, exclusive=p.attr('exclusive'), reverse=p.attr('reverse')))


@converts('UnsortedSegmentSum', op=lambda *args: tf.math.unsorted_segment_sum(*args))
@converts('UnsortedSegmentMax', op=lambda *args: tf.math.unsorted_segment_max(*args))
@converts('UnsortedSegmentMin', op=lambda *args: tf.math.unsorted_segment_min(*args))
@converts('UnsortedSegmentProd', op=lambda *args: tf.math.unsorted_segment_prod(*args))
def _unsorted_segment(p, op):
  p.stack_inputs([0, 1])
  data, ids, num = p.stacked(0), p.stacked(1), p.unstacked(2)
  if ids.dtype != num.dtype:
    ids = tf.cast(ids, tf.int64)
    num = tf.cast(num, tf.int64)
  # Each iteration has segments of its own.
  dtype = ids.dtype
  shape = tf.shape(ids, out_type=dtype)
  n = shape[0]
  ones = tf.__internal__.ones_like_filled(shape, dtype=dtype)[1:]
  offset = num * tf.range(n, dtype=dtype)
  offset = tf.reshape(offset, tf.concat([[n], ones], axis=0))
  ids = raw.Select(condition=ids >= 0, x=ids + offset, y=ids)
  num = tf.cast(num, tf.int64) * tf.cast(n, tf.int64)
  output = op(data, ids, num)
  return wrap(tf.reshape(output, tf.concat([[n, -1], tf.shape(output)[1:]], axis=0)))


def _with_offsets(ids, delta, rows):
  """Row i of `ids` (or the one row for all) shifted by i * delta, as one vector."""
  delta = tf.cast(delta, ids.dtype)
  n = tf.cast(rows, dtype=ids.dtype)
  offsets = tf.range(start=0, limit=n * delta, delta=delta, dtype=ids.dtype)
  ids += tf.expand_dims(offsets, -1)
  return tf.reshape(ids, [-1])


def _sparse_segment_op(kind):
  return lambda *args, num_segments: getattr(tf.sparse, kind)(*args, num_segments=num_segments)


@converts('SparseSegmentSum', 'SparseSegmentSumWithNumSegments', op=_sparse_segment_op('segment_sum'))
@converts('SparseSegmentMean', 'SparseSegmentMeanWithNumSegments', op=_sparse_segment_op('segment_mean'))
@converts('SparseSegmentSqrtN', 'SparseSegmentSqrtNWithNumSegments', op=_sparse_segment_op('segment_sqrt_n'))
def _sparse_segment(p, op):
  if p.inputs[2].is_stacked:
    p.stack_inputs([1])
  data, indices = p.inputs[0].t, p.inputs[1].t
  if len(p) == 3:
    # Else the iterations had results of different sizes.
    ids = p.unstacked(2)
    num = tf.nn.relu(tf.reduce_max(ids) + 1)
  else:
    ids, num = p.inputs[2].t, p.unstacked(3)
  n = p.pfor.loop_len_vector[0]
  if p.inputs[0].is_stacked:
    indices = _with_offsets(indices, tf.shape(data)[1], n)
    data = flatten_first_two_dims(data)
  else:
    indices = tf.reshape(indices, [-1])
  ids = _with_offsets(ids, num, n)
  output = op(data, indices, ids, num_segments=None if len(p) == 3 else num * n)
  return wrap(unflatten_first_dim(output, [n]))


@converts('SparseSegmentSumGrad', 'SparseSegmentMeanGrad', 'SparseSegmentSqrtNGrad')
def _sparse_segment_grad(p):
  grad, indices, ids, dim0 = p.stacked(0), p.unstacked(1), p.unstacked(2), p.unstacked(3)
  n = p.pfor.loop_len_vector[0]
  indices = _with_offsets(indices, dim0, n)
  num = tf.nn.relu(tf.reduce_max(ids) + 1)
  ids = _with_offsets(ids, num, n)
  grad = flatten_first_two_dims(grad)
  output = create_op([grad, indices, ids, dim0 * n], p.op)[0]
  return wrap(unflatten_first_dim(output, [n]))


# ---- products of matrices
def _three_dims(x):
  if x.shape.is_fully_defined():
    return x.shape
  return [tf.reshape(i, []) for i in tf.split(tf.shape(x), 3)]


@converts('MatMul')
def _matmul(p):
  a, b = p.inputs[0].t, p.inputs[1].t
  tr_a, tr_b = p.attr('transpose_a'), p.attr('transpose_b')
  if p.inputs[0].is_stacked and p.inputs[1].is_stacked:
    return wrap(tf.matmul(a, b, transpose_a=tr_a, transpose_b=tr_b))
  if p.inputs[0].is_stacked:
    if tr_a:
      a = tf.transpose(a, [0, 2, 1])
    x, y, z = _three_dims(a)
    a = tf.reshape(a, [x * y, z])
    product = tf.matmul(a, b, transpose_b=tr_b)
    return wrap(tf.reshape(product, [x, y, -1]))
  if tr_b:
    b = tf.transpose(b, [2, 0, 1])
  else:
    # Where one of the first two axes has one element, a reshape would do.
    shape = tf.shape(b)
    least = tf.minimum(shape[0], shape[1])
    perm = raw.Select(condition=tf.equal(least, 1), x=[0, 1, 2], y=[1, 0, 2])
    new_shape = tf.stack([shape[1], shape[0], shape[2]])
    b = tf.transpose(b, perm)
    b = tf.reshape(b, new_shape)
  x, y, z = _three_dims(b)
  b = tf.reshape(b, [x, y * z])
  product = tf.matmul(a, b, transpose_a=tr_a)
  product = tf.reshape(product, [-1, y, z])
  return wrap(tf.transpose(product, [1, 0, 2]))


@converts('BatchMatMul')
def _batch_matmul(p):
  p.stack_inputs()
  x, y = flatten_first_two_dims(p.stacked(0)), flatten_first_two_dims(p.stacked(1))
  output = tf.matmul(x, y, adjoint_a=p.attr('adj_x'), adjoint_b=p.attr('adj_y'))
  return wrap(unflatten_first_dim(output, p.pfor.loop_len_vector))


@converts('BatchMatMulV2')
def _batch_matmul_v2(p):
  p.expand_for_broadcast()
  return wrap(tf.matmul(p.inputs[0].t, p.inputs[1].t, adjoint_a=p.attr('adj_x'), adjoint_b=p.attr('adj_y')))


@converts('Einsum')
def _einsum(p):
  equation = p.attr('equation').decode()
  left, right = equation.split('->')
  letters = [s for s in 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ' if s not in equation]
  if not letters:
    raise ValueError('Could not figure out what symbol to use for new axis.')
  left = [letters[0] + part if x.is_stacked else part for part, x in zip(left.split(','), p.inputs)]
  return wrap(tf.einsum('%s->%s%s' % (','.join(left), letters[0], right), *[x.t for x in p.inputs]))


# ---- linear algebra
@converts('Cholesky')
def _cholesky(p):
  return wrap(tf.linalg.cholesky(p.stacked(0)))


@converts('LogMatrixDeterminant')
def _log_determinant(p):
  return [wrap(x) for x in tf.linalg.slogdet(p.stacked(0))]


@converts('MatrixInverse')
def _inverse(p):
  return wrap(raw.MatrixInverse(input=p.stacked(0), adjoint=p.attr('adjoint')))


@converts('MatrixSolve')
def _solve(p):
  p.stack_inputs()
  return wrap(raw.MatrixSolve(matrix=p.stacked(0), rhs=p.stacked(1), adjoint=p.attr('adjoint')))


@converts('MatrixTriangularSolve')
def _triangular_solve(p):
  p.expand_for_broadcast()
  return wrap(tf.linalg.triangular_solve(p.inputs[0].t, p.inputs[1].t, lower=p.attr('lower'),
                                         adjoint=p.attr('adjoint')))


@converts('SelfAdjointEigV2')
def _self_adjoint_eig(p):
  compute_v = p.attr('compute_v')
  e, v = raw.SelfAdjointEigV2(input=p.stacked(0), compute_v=compute_v)
  return [wrap(e), wrap(v, compute_v)]


# ---- Fourier transforms
@converts('FFT', 'FFT2D', 'FFT3D', 'IFFT', 'IFFT2D', 'IFFT3D')
def _fft(p):
  return wrap(getattr(raw, p.op.type)(input=p.stacked(0)))


@converts('RFFT', 'RFFT2D', 'RFFT3D', attr='Tcomplex')
@converts('IRFFT', 'IRFFT2D', 'IRFFT3D', attr='Treal')
def _rfft(p, attr):
  return wrap(getattr(raw, p.op.type)(input=p.stacked(0), fft_length=p.unstacked(1), **{attr: p.attr(attr)}))
