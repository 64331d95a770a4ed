"""keras.ops: values, control flow, sums of segments, linear algebra (keras/src/ops/core.py, math.py, linalg.py)."""
import tensorflow as tf
from tensorflow_lib.keras import numpy_ops
from tensorflow_lib.keras.numpy_ops import _as_float
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import (flatten, floatx, is_float_dtype, map_structure, pack_sequence_as, result_type,
                                        standardize_dtype)
from tensorflow_lib.keras.tensors import (KerasTensor, convert_to_tensor as to_tensor, is_tensor, shape as shape_of)

_CORE, _MATH, _LINALG = 'keras.src.ops.core', 'keras.src.ops.math', 'keras.src.ops.linalg'


#: tf.keras.ops.convert_to_tensor =convert_to_tensor
@symbolic('ConvertToTensor', _CORE)
def convert_to_tensor(x, dtype=None, sparse=None, ragged=None):
  return to_tensor(x, dtype=dtype, sparse=sparse, ragged=ragged)


@symbolic('Cast', _CORE)
def _cast(x, dtype):
  return tf.cast(x, dtype)


#: tf.keras.ops.cast =cast
def cast(x, dtype):
  return _cast(x, standardize_dtype(dtype))


#: tf.keras.ops.saturate_cast =saturate_cast
@symbolic('SaturateCast', _CORE)
def saturate_cast(x, dtype):
  return tf.saturate_cast(x, standardize_dtype(dtype))


#: tf.keras.ops.shape =shape
def shape(x):
  return shape_of(x)


#: tf.keras.ops.dtype =dtype
def dtype(x):
  return standardize_dtype(x.dtype)


#: tf.keras.ops.stop_gradient =stop_gradient
@symbolic('StopGradient', _CORE)
def stop_gradient(variable):
  return tf.stop_gradient(variable)


#: tf.keras.ops.unstack =unstack
@symbolic('Unstack', _CORE)
def unstack(x, num=None, axis=0):
  return tf.unstack(x, num=num, axis=axis)


#: tf.keras.ops.slice =slice
@symbolic('Slice', _CORE)
def slice(inputs, start_indices, shape):
  return tf.slice(inputs, start_indices, shape)


#: tf.keras.ops.slice_update =slice_update
@symbolic('SliceUpdate', _CORE)
def slice_update(inputs, start_indices, updates):
  inputs, updates = to_tensor(inputs), to_tensor(updates)
  starts = tf.cast(to_tensor(start_indices), tf.int32)
  grids = tf.meshgrid(*[tf.range(d) for d in updates.shape.as_list()], indexing='ij')
  places = tf.reshape(tf.stack(grids, axis=-1), [-1, len(updates.shape)]) + starts
  return tf.tensor_scatter_nd_update(inputs, places, tf.reshape(updates, [-1]))


#: tf.keras.ops.scatter =scatter
@symbolic('Scatter', _CORE)
def scatter(indices, values, shape):
  return tf.scatter_nd(indices, values, shape)


#: tf.keras.ops.scatter_update =scatter_update
@symbolic('ScatterUpdate', _CORE)
def scatter_update(inputs, indices, updates, reduction=None):
  ops = {None: tf.tensor_scatter_nd_update, 'add': tf.tensor_scatter_nd_add, 'max': tf.tensor_scatter_nd_max,
         'min': tf.tensor_scatter_nd_min}
  if reduction not in ops:
    raise NotImplementedError('tf.keras.ops.scatter_update with reduction=%r' % reduction)
  return ops[reduction](inputs, indices, updates)


#: tf.keras.ops.cond =cond
@symbolic('Cond', _CORE)
def cond(pred, true_fn, false_fn):
  if isinstance(pred, bool):
    return true_fn() if pred else false_fn()
  return tf.cond(pred, true_fn=true_fn, false_fn=false_fn)


#: tf.keras.ops.while_loop =while_loop
@symbolic('WhileLoop', _CORE)
def while_loop(cond, body, loop_vars, maximum_iterations=None):
  several = isinstance(loop_vars, (tuple, list))
  loop_vars = tuple(loop_vars) if several else (loop_vars,)

  def step(*args):
    outputs = body(*args)
    return tuple(outputs) if several else (outputs,)

  outputs = tf.while_loop(cond, step, loop_vars, maximum_iterations=maximum_iterations)
  return outputs if several else outputs[0]


#: tf.keras.ops.fori_loop =fori_loop
@symbolic('ForiLoop', _CORE)
def fori_loop(lower, upper, body_fun, init_val):
  return tf.while_loop(lambda i, val: i < upper, lambda i, val: (i + 1, body_fun(i, val)), (lower, init_val))[1]


#: tf.keras.ops.switch =switch
@symbolic('Switch', _CORE)
def switch(index, branches, *operands):
  index = tf.clip_by_value(to_tensor(index, 'int32'), 0, len(branches) - 1)
  return tf.switch_case(index, [lambda b=b: b(*operands) for b in branches])


#: tf.keras.ops.map =map
@symbolic('Map', _CORE)
def map(f, xs):
  xs = map_structure(to_tensor, xs)
  first = map_structure(lambda x: x[0], xs)
  signature = map_structure(lambda t: tf.TensorSpec(t.shape, t.dtype), f(first))
  return tf.map_fn(f, xs, fn_output_signature=signature)


#: tf.keras.ops.vectorized_map =vectorized_map
@symbolic('VectorizedMap', _CORE)
def vectorized_map(function, elements):
  return tf.map_fn(function, elements) if not hasattr(tf, 'vectorized_map') else tf.vectorized_map(function, elements)


#: tf.keras.ops.scan =scan
@symbolic('Scan', _CORE)
def scan(f, init, xs=None, length=None, reverse=False, unroll=1):
  if not callable(f):
    raise TypeError('`f` should be a callable. Received: f=%s' % (f,))
  if xs is None and length is None:
    raise ValueError('Got no `xs` to scan over and `length` not provided.')
  flat = [tf.convert_to_tensor(x) for x in flatten(xs)] if xs is not None else []
  n = int(length) if length is not None else flat[0].shape[0]
  carry, ys = init, []
  for i in reversed(range(n)) if reverse else range(n):
    x = pack_sequence_as(xs, [x[i] for x in flat]) if xs is not None else None
    carry, y = f(carry, x)
    ys.append(y)
  if reverse:
    ys.reverse()
  if not ys or ys[0] is None:
    return carry, None
  return carry, map_structure(lambda *parts: tf.stack(parts), *ys)


#: tf.keras.ops.custom_gradient =custom_gradient
def custom_gradient(f):
  return tf.custom_gradient(f)


# ---- mathematics
#: tf.keras.ops.segment_sum =segment_sum
@symbolic('SegmentSum', _MATH)
def segment_sum(data, segment_ids, num_segments=None, sorted=False):
  if num_segments is None:
    return tf.math.segment_sum(data, segment_ids) if sorted else tf.math.unsorted_segment_sum(
        data, segment_ids, tf.reduce_max(segment_ids) + 1)
  return tf.math.unsorted_segment_sum(data, segment_ids, num_segments)


#: tf.keras.ops.segment_max =segment_max
@symbolic('SegmentMax', _MATH)
def segment_max(data, segment_ids, num_segments=None, sorted=False):
  if num_segments is None:
    num_segments = tf.reduce_max(segment_ids) + 1
  return tf.math.unsorted_segment_max(data, segment_ids, num_segments)


#: tf.keras.ops.top_k =top_k
@symbolic('TopK', _MATH)
def top_k(x, k, sorted=True):
  return tf.math.top_k(x, k, sorted=sorted)


#: tf.keras.ops.in_top_k =in_top_k
@symbolic('InTopK', _MATH)
def in_top_k(targets, predictions, k):
  return tf.math.in_top_k(tf.cast(targets, 'int32'), predictions, k)


#: tf.keras.ops.logsumexp =logsumexp
@symbolic('Logsumexp', _MATH)
def logsumexp(x, axis=None, keepdims=False):
  return tf.math.reduce_logsumexp(x, axis=axis, keepdims=keepdims)


#: tf.keras.ops.rsqrt =rsqrt
@symbolic('Rsqrt', _MATH)
def rsqrt(x):
  return tf.math.rsqrt(x)


#: tf.keras.ops.erf =erf
@symbolic('Erf', _MATH)
def erf(x):
  return tf.math.erf(x)


#: tf.keras.ops.erfinv =erfinv
@symbolic('Erfinv', _MATH)
def erfinv(x):
  return tf.math.erfinv(x)


#: tf.keras.ops.extract_sequences =extract_sequences
@symbolic('ExtractSequences', _MATH)
def extract_sequences(x, sequence_length, sequence_stride):
  return tf.signal.frame(x, frame_length=sequence_length, frame_step=sequence_stride, pad_end=False)


# ---- matrices
#: tf.keras.ops.norm tf.keras.ops.linalg.norm =norm
@symbolic('Norm', _LINALG)
def norm(x, ord=None, axis=None, keepdims=False):
  x = _as_float(x)
  rank = len(x.shape)
  if axis is None:
    axis = tuple(range(rank))
    if ord is None:
      return tf.sqrt(tf.reduce_sum(tf.square(x), axis=axis, keepdims=keepdims))
  return tf.norm(x, ord='euclidean' if ord is None else ord, axis=axis, keepdims=keepdims)


#: tf.keras.ops.inv tf.keras.ops.linalg.inv =inv
@symbolic('Inv', _LINALG)
def inv(x):
  return tf.linalg.inv(_as_float(x))


#: tf.keras.ops.det tf.keras.ops.linalg.det =det
@symbolic('Det', _LINALG)
def det(x):
  return tf.linalg.det(_as_float(x))


#: tf.keras.ops.solve tf.keras.ops.linalg.solve =solve
@symbolic('Solve', _LINALG)
def solve(a, b):
  a, b = to_tensor(a), to_tensor(b)
  return tf.squeeze(tf.linalg.solve(a, tf.expand_dims(b, -1)), -1) if len(b.shape) == len(a.shape) - 1 else \
      tf.linalg.solve(a, b)


#: tf.keras.ops.cholesky tf.keras.ops.linalg.cholesky =cholesky
@symbolic('Cholesky', _LINALG)
def cholesky(x, upper=False):
  out = tf.linalg.cholesky(_as_float(x))
  return tf.linalg.adjoint(out) if upper else out


#: tf.keras.ops.qr tf.keras.ops.linalg.qr =qr
@symbolic('Qr', _LINALG)
def qr(x, mode='reduced'):
  return tuple(tf.linalg.qr(_as_float(x), full_matrices=mode == 'complete'))


#: tf.keras.ops.svd tf.keras.ops.linalg.svd =svd
@symbolic('SVD', _LINALG)
def svd(x, full_matrices=True, compute_uv=True):
  if not compute_uv:
    return tf.linalg.svd(x, full_matrices=full_matrices, compute_uv=False)
  s, u, v = tf.linalg.svd(x, full_matrices=full_matrices)
  return u, s, tf.linalg.adjoint(v)


#: tf.keras.ops.eigh tf.keras.ops.linalg.eigh =eigh
@symbolic('Eigh', _LINALG)
def eigh(x):
  return tuple(tf.linalg.eigh(x))
