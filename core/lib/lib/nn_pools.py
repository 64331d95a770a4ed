"""tf.nn: fractional pools, approximate extremes, and cells that wrap others (ops/nn_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope
from tensorflow_lib.nn_ops import _sequence

raw = tf.raw_ops


def _fractional(op, value, pooling_ratio, pseudo_random, overlapping, seed, name):
  if seed == 0:
    return op(value, pooling_ratio, pseudo_random=pseudo_random, overlapping=overlapping, deterministic=False, seed=0,
              seed2=0, name=name)
  seed1, seed2 = tf.__internal__.get_seed(seed)
  return op(value, pooling_ratio, pseudo_random=pseudo_random, overlapping=overlapping, deterministic=True, seed=seed1,
            seed2=seed2, name=name)


#: tf.nn.fractional_max_pool
def fractional_max_pool_v2(value, pooling_ratio, pseudo_random=False, overlapping=False, seed=0, name=None):
  if isinstance(pooling_ratio, (list, tuple)):
    if pooling_ratio[0] != 1.0 or pooling_ratio[-1] != 1.0:
      raise ValueError('`pooling_ratio` should have first and last elements with value 1.0. Received: pooling_ratio=%s' %
                       (pooling_ratio,))
    for element in pooling_ratio:
      if element < 1.0:
        raise ValueError('`pooling_ratio` elements should be >= 1.0. Received: pooling_ratio=%s' % (pooling_ratio,))
  elif isinstance(pooling_ratio, (int, float)):
    if pooling_ratio < 1.0:
      raise ValueError('`pooling_ratio` should be >= 1.0. Received: pooling_ratio=%s' % pooling_ratio)
  else:
    raise ValueError('`pooling_ratio` should be an int or a list of ints. Received: pooling_ratio=%s' % (pooling_ratio,))
  pooling_ratio = _sequence(pooling_ratio, 2, 3, 'pooling_ratio')
  return _fractional(raw.FractionalMaxPool, value, pooling_ratio, pseudo_random, overlapping, seed, name)


#: tf.nn.fractional_avg_pool
def fractional_avg_pool_v2(value, pooling_ratio, pseudo_random=False, overlapping=False, seed=0, name=None):
  return _fractional(raw.FractionalAvgPool, value, pooling_ratio, pseudo_random, overlapping, seed, name)


# ---- the largest and the smallest
def _approx(operand, k, axis, sign, name, default):
  with op_scope(name, default):
    operand = convert(operand, name='operand')
    rank = operand.shape.rank
    at = axis + rank if axis < 0 else axis
    perm = [d for d in range(rank) if d != at] + [at]
    back = sorted(range(rank), key=lambda d: perm[d])
    x = operand if at == rank - 1 else tf.transpose(operand, perm)
    values, indices = tf.math.top_k(x if sign > 0 else -x, k)
    values = values if sign > 0 else -values
    if at != rank - 1:
      values, indices = tf.transpose(values, back), tf.transpose(indices, back)
    return values, indices


#: tf.math.approx_max_k tf.nn.approx_max_k
def approx_max_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True, name=None):
  """The k largest along an axis, all of them found, and where they are."""
  operand = convert(operand, name='input')
  if reduction_dimension in (-1, (operand.shape.rank or 0) - 1):
    return raw.ApproxTopK(operand, k=k, recall_target=recall_target, is_max_k=True,
                          reduction_input_size_override=reduction_input_size_override,
                          aggregate_to_topk=aggregate_to_topk, name=name)
  return _approx(operand, k, reduction_dimension, 1, name, 'approx_max_k')


#: tf.math.approx_min_k tf.nn.approx_min_k
def approx_min_k(operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,
                 aggregate_to_topk=True, name=None):
  return _approx(operand, k, reduction_dimension, -1, name, 'approx_min_k')


# ---- cells
def _refuse(name, instead):

  def refused(*args, **kwargs):
    raise NotImplementedError('%s is not in tracepack: %s' % (name, instead))

  refused.__name__ = refused.__qualname__ = name.split('.')[-1]
  return refused


#: tf.nn.RNNCellDropoutWrapper
RNNCellDropoutWrapper = _refuse('tf.nn.RNNCellDropoutWrapper', 'give the cell of tf.keras.layers its `dropout` and '
                                '`recurrent_dropout`')
#: tf.nn.RNNCellResidualWrapper
RNNCellResidualWrapper = _refuse('tf.nn.RNNCellResidualWrapper', 'write a cell whose `call` adds its input to the output')
#: tf.nn.RNNCellDeviceWrapper
RNNCellDeviceWrapper = _refuse('tf.nn.RNNCellDeviceWrapper', 'there is one device; use the cell itself')
