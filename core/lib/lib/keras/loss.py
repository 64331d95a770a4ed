"""tf.keras.losses.Loss (keras/src/losses/loss.py): what calls a loss function, weighs its values and reduces them."""
import tensorflow as tf
from tensorflow_lib.keras import dtype_policies
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.base import unique_name
from tensorflow_lib.keras.config import floatx
from tensorflow_lib.keras.serialization import say_source, serialize_keras_object, deserialize_keras_object
from tensorflow_lib.keras.variable import name_scope


def compute_dtype(policy):
  """The dtype that a policy (its name, a dtype, a DTypePolicy or None) computes in."""
  if policy is None:
    return floatx()
  if hasattr(policy, 'compute_dtype'):
    return policy.compute_dtype
  if isinstance(policy, str) and (policy.startswith('mixed_') or not hasattr(tf, policy)):
    return dtype_policies.get(policy).compute_dtype
  return K.standardize_dtype(policy)


def _standardize_reduction(reduction):
  allowed = {'sum_over_batch_size', 'sum', None, 'none', 'mean', 'mean_with_sample_weight'}
  if reduction not in allowed:
    raise ValueError('Invalid value for argument `reduction`. Expected one of %s. Received: reduction=%s' %
                     (allowed, reduction))
  return reduction


def same_rank(x1, x2, expand_rank_1=True):
  """Both with the same rank where they differ by a last dim of 1."""
  rank1, rank2 = len(x1.shape), len(x2.shape)
  if rank1 == rank2 + 1 and x1.shape[-1] == 1:
    if rank2 == 1 and expand_rank_1:
      x2 = K.expand_dims(x2, axis=-1)
    else:
      x1 = K.squeeze(x1, axis=-1)
  if rank2 == rank1 + 1 and x2.shape[-1] == 1:
    if rank1 == 1 and expand_rank_1:
      x1 = K.expand_dims(x1, axis=-1)
    else:
      x2 = K.squeeze(x2, axis=-1)
  return x1, x2


def pair(y_true, y_pred):
  """Both as tensors of the predictions' dtype and of equal rank."""
  y_pred = K.convert(y_pred)
  return same_rank(K.convert(y_true, y_pred.dtype), y_pred)


def mask_of(x):
  """The mask that a loss or layer hung on its result."""
  return getattr(x, '_keras_mask', None)


def apply_mask(sample_weight, mask, dtype, reduction):
  """The weights, which are 0 where the mask is not set."""
  if mask is None:
    return sample_weight
  if reduction in ('mean', 'sum_over_batch_size'):
    total = K.cast(K.prod(K.convert(K.shape(mask), 'int32')), dtype)
    valid = K.sum(K.cast(mask, dtype))
    weight = K.divide_no_nan(total, valid)
    float_mask = K.where(K.cast(mask, 'bool'), weight, 0)
  else:
    float_mask = K.cast(mask, dtype)
  if sample_weight is None:
    return float_mask
  float_mask, sample_weight = same_rank(float_mask, K.cast(sample_weight, dtype))
  return sample_weight * float_mask


def _reduced(values, sample_weight, reduction):
  if reduction in (None, 'none') or values.shape.rank == 0 or tuple(values.shape) == (0,):
    return values
  loss = K.sum(values)
  if reduction == 'sum':
    return loss
  if reduction == 'mean_with_sample_weight' and sample_weight is not None:
    divisor = K.cast(K.sum(sample_weight), loss.dtype)
  else:
    divisor = K.cast(K.prod(K.convert(K.shape(values), 'int32')), loss.dtype)
  return K.divide_no_nan(loss, divisor)


def reduce_weighted_values(values, sample_weight=None, mask=None, reduction='sum_over_batch_size', dtype=None):
  """The values times their weights, as one number or as they are."""
  reduction = _standardize_reduction(reduction)
  values = K.convert(values, dtype)
  if sample_weight is not None:
    sample_weight = K.convert(sample_weight, dtype)
  if mask is not None:
    mask = K.convert(mask, dtype)
  sample_weight = apply_mask(sample_weight, mask, dtype=values.dtype, reduction=reduction)
  if sample_weight is not None:
    values, sample_weight = same_rank(values, K.cast(sample_weight, values.dtype))
    values = values * sample_weight
  return _reduced(values, sample_weight, reduction)


#: tf.keras.losses.Loss tf.keras.Loss
class Loss:
  """Calls `call` and reduces what it gives."""

  def __init__(self, name=None, reduction='sum_over_batch_size', dtype=None):
    self.name = name or unique_name(type(self).__name__)
    self.reduction = _standardize_reduction(reduction)
    self._dtype = compute_dtype(dtype)

  dtype = property(lambda self: self._dtype)

  def call(self, y_true, y_pred):
    raise NotImplementedError

  def __call__(self, y_true, y_pred, sample_weight=None):
    in_mask = mask_of(y_pred)
    with name_scope(self.name):
      y_pred = tf.nest.map_structure(lambda x: K.convert(x, self._dtype), y_pred)
      y_true = tf.nest.map_structure(lambda x: K.convert(x, self._dtype), y_true)
      values = self.call(y_true, y_pred)
      out_mask = mask_of(values)
      if in_mask is not None and out_mask is not None:
        mask = in_mask & out_mask
      else:
        mask = out_mask if in_mask is None else in_mask
      return reduce_weighted_values(values, sample_weight, mask, self.reduction, self._dtype)

  def get_config(self):
    return {'name': self.name, 'reduction': self.reduction}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


say_source(globals(), 'keras.src.losses.loss')


class LossFunctionWrapper(Loss):
  """A loss of a function; what else the class takes is handed on to the function and shown by get_config."""

  def __init__(self, fn, reduction='sum_over_batch_size', name=None, dtype=None, **kwargs):
    super().__init__(name=name, reduction=reduction, dtype=dtype)
    self.fn = fn
    self._fn_kwargs = kwargs

  def call(self, y_true, y_pred):
    pairs = tf.nest.map_structure(same_rank, y_true, y_pred)
    if tf.nest.is_nested(y_true):
      flat = tf.nest.flatten(pairs)
      y_true = tf.nest.pack_sequence_as(y_true, flat[::2])
      y_pred = tf.nest.pack_sequence_as(y_pred, flat[1::2])
    else:
      y_true, y_pred = pairs
    return self.fn(y_true, y_pred, **self._fn_kwargs)

  def get_config(self):
    config = Loss.get_config(self)
    config['fn'] = serialize_keras_object(self.fn)
    config.update(serialize_keras_object(self._fn_kwargs))
    return config

  @classmethod
  def from_config(cls, config):
    return cls(**(deserialize_keras_object(config) if 'fn' in config else config))

  def __repr__(self):
    return '<LossFunctionWrapper(%s, kwargs=%s)>' % (self.fn, self._fn_kwargs)


say_source(globals(), 'keras.src.losses.losses')
