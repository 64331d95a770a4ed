"""Norms of vectors and matrices, and tensors of norm 1 (ops/linalg_ops.py, ops/nn_impl.py)."""
import math

import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


def _spectral(tensor, axis):
  """The largest singular value of the matrices in two dims."""
  rank = tf.rank(tensor)
  positive = tf.map_fn(lambda i: tf.cond(i >= 0, lambda: i, lambda: i + rank), convert(axis))
  axes = tf.range(rank)
  before = tf.concat([raw.ListDiff(axes, positive, tf.int32)[0], positive], axis=0)
  after = tf.map_fn(lambda i: tf.cast(tf.squeeze(tf.where(tf.equal(before, i))), dtype=tf.int32), axes)
  singular = raw.Svd(tf.transpose(tensor, perm=before), compute_uv=False)[0]
  result = tf.expand_dims(tf.reduce_max(tf.abs(singular), axis=-1, keepdims=True), axis=-1)
  return tf.transpose(result, perm=after)


#: tf.norm tf.linalg.norm
def norm(tensor, ord='euclidean', axis=None, keepdims=None, name=None):
  keepdims = False if keepdims is None else keepdims
  is_matrix = isinstance(axis, (tuple, list)) and len(axis) == 2
  if is_matrix:
    axis = tuple(axis)
    if not isinstance(axis[0], int) or not isinstance(axis[1], int) or axis[0] == axis[1]:
      raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers, got %s" % (axis,))
    known = ['euclidean', 'fro', 1, 2, math.inf]
    if ord not in known:
      raise ValueError("'ord' must be a supported matrix norm in %s, got %s" % (known, ord))
  else:
    if not (isinstance(axis, int) or axis is None):
      raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers, got %s" % (axis,))
    if ord not in ['euclidean', 1, 2, math.inf] and (isinstance(ord, str) or ord <= 0):
      raise ValueError("'ord' must be a supported vector norm, got %s" % (ord,))
    if axis is not None:
      axis = (axis,)
  with op_scope(name, 'norm'):
    tensor = convert(tensor)
    if ord in ['fro', 'euclidean', 2, 2.0]:
      if is_matrix and ord in [2, 2.0]:
        result = _spectral(tensor, axis)
      else:
        result = raw.Sqrt(tf.reduce_sum(tensor * tf.math.conj(tensor), axis, keepdims=True))
    else:
      result = tf.abs(tensor)
      if ord == 1:
        result = tf.reduce_sum(result, None if axis is None else axis[0], keepdims=True)
        if is_matrix:
          result = tf.reduce_max(result, axis[-1], keepdims=True)
      elif ord == math.inf:
        if is_matrix:
          result = tf.reduce_sum(result, axis[1], keepdims=True)
        result = tf.reduce_max(result, None if axis is None else axis[0], keepdims=True)
      else:
        result = tf.pow(tf.reduce_sum(tf.pow(result, ord), axis, keepdims=True), 1.0 / ord)
    if not keepdims:
      result = tf.squeeze(result, axis)
    return result


#: tf.math.l2_normalize tf.linalg.l2_normalize tf.nn.l2_normalize
def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
  if dim is not None:
    if axis is not None:
      raise ValueError("Cannot specify both 'dim' and 'axis'.")
    axis = dim
  with op_scope(name, 'l2_normalize') as name:
    x = convert(x, name='x')
    if not x.dtype.is_complex:
      inverse = raw.Rsqrt(raw.Maximum(tf.reduce_sum(raw.Square(x), axis, keepdims=True), epsilon))
      return raw.Mul(x, inverse, name=name)
    squares = raw.Square(tf.math.real(x)) + raw.Square(tf.math.imag(x))
    square_sum = tf.math.real(tf.reduce_sum(squares, axis, keepdims=True))
    inverse = raw.Rsqrt(raw.Maximum(square_sum, epsilon))
    return tf.complex(tf.multiply(tf.math.real(x), inverse), tf.multiply(tf.math.imag(x), inverse), name=name)
