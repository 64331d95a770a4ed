"""Parts of the batch of a linear operator: the same slices of each of its arguments (ops/linalg/slicing.py)."""
import tensorflow as tf
from tensorflow_lib.base import constant_value


def _where(condition, x, y):
  """x or y, as far as they are known; else by an op."""
  known = constant_value(condition)
  if known is not None:
    return x if known else y
  return tf.where(condition, x, y)


def _broadcast(param, ndims, batch_shape):
  if hasattr(param, 'batch_shape_tensor'):
    overrides = {}
    for name, n in param._experimental_parameter_ndims_to_matrix_ndims.items():
      overrides[name] = _map(lambda x, k: _broadcast(x, k, batch_shape), getattr(param, name), n)
    return type(param)(**dict(param.parameters, **overrides))
  base_shape = tf.concat([batch_shape, tf.ones([ndims], dtype=tf.int32)], axis=0)
  return tf.broadcast_to(param, tf.broadcast_dynamic_shape(base_shape, tf.shape(param)))


def _map(function, params, ndims):
  if isinstance(params, (list, tuple)):
    return [_map(function, p, n) for p, n in zip(params, ndims)]
  return function(params, ndims)


def _sanitize(slices, intended_shape, deficient_shape):
  """The slices, as they are for dims that are broadcast."""
  result, at = [], 0
  for part in slices:
    if part is Ellipsis:
      if at < 0:
        raise ValueError('Found multiple `...` in slices %s' % (slices,))
      at = -sum(s is not tf.newaxis for s in slices[slices.index(Ellipsis) + 1:])
    elif part is not tf.newaxis:
      is_broadcast = intended_shape[at] > deficient_shape[at]
      if isinstance(part, slice):
        start = part.start if part.start is None else _where(is_broadcast, 0, part.start)
        stop = part.stop if part.stop is None else _where(is_broadcast, 1, part.stop)
        step = part.step if part.step is None else _where(is_broadcast, 1, part.step)
        part = slice(start, stop, step)
      else:
        part = _where(is_broadcast, 0, part)
      at += 1
    result.append(part)
  return result


def _slice_param(param, ndims, slices, batch_shape):
  param = _broadcast(param, ndims, tf.ones_like(batch_shape))
  shape = param.batch_shape_tensor() if hasattr(param, 'batch_shape_tensor') else tf.shape(param)
  rank = tf.size(shape)
  shape = shape[:rank - ndims]
  if constant_value(tf.size(batch_shape)) != 0 and constant_value(tf.size(shape)) == 0:
    return param
  parts = _sanitize(slices, batch_shape, shape)
  if ndims > 0:
    if not any(s is Ellipsis for s in slices):
      parts.append(Ellipsis)
    parts += [slice(None)] * ndims
  return param[tuple(parts)]


def batch_slice(operator, overrides, slices):
  slices = tuple(slices) if isinstance(slices, (list, tuple)) else (slices,)
  made = {}
  if not (len(slices) == 1 and slices[0] is Ellipsis):
    batch_shape = operator.batch_shape_tensor()
    for name, ndims in dict(operator._experimental_parameter_ndims_to_matrix_ndims).items():
      param = getattr(operator, name)
      if param is not None:
        made[name] = _map(lambda p, n: _slice_param(p, n, slices, batch_shape), param, ndims)
  made.update(overrides)
  return type(operator)(**dict(operator.parameters, **made))
