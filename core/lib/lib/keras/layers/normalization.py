"""tf.keras.layers: Normalization, Rescaling (keras/src/layers/preprocessing)."""
import itertools
import math

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.layers.data_layer import DataLayer
from tensorflow_lib.keras.layers.support import (cast, convert_to_tensor, deserialize_object, ops, serialize_object,
                                                 shape_of)
from tensorflow_lib.keras.state import epsilon, image_data_format
from tensorflow_lib.keras.tensors import is_tensor

__name__ = 'keras.src.layers.preprocessing.normalization'


def _features(batch):
  """The first of a tuple (features, labels)."""
  return batch[0] if isinstance(batch, tuple) else batch


def _dataset_shape(data):
  spec = data.element_spec
  return tuple(_features(spec).shape)


#: tf.keras.layers.Normalization
class Normalization(DataLayer):
  """(inputs - mean) / sqrt(variance), of given or adapted mean and variance."""

  def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
    super().__init__(**kwargs)
    if axis is None:
      axis = ()
    self.axis = (axis,) if isinstance(axis, int) else tuple(axis)
    self.input_mean = mean
    self.input_variance = variance
    self.invert = invert
    self.supports_masking = True
    self._build_input_shape = None
    self.mean = None
    if (mean is not None) != (variance is not None):
      raise ValueError('When setting values directly, both `mean` and `variance` must be set. Received: mean=%s and '
                       'variance=%s' % (mean, variance))
    if mean is None:
      return
    if np.shape(mean) != np.shape(variance):
      raise ValueError('When setting values directly, `mean` and `variance` must have the same shape. Received: mean shape '
                       '%s and variance shape %s' % (np.shape(mean), np.shape(variance)))
    if len(np.shape(mean)) > len(self.axis):
      raise ValueError('The rank of `mean` must be less than or equal to the number of axes (%d). Received: mean shape %s '
                       'for axis %s' % (len(self.axis), np.shape(mean), self.axis))

  def build(self, input_shape):
    if input_shape is None:
      return
    ndim = len(input_shape)
    self._build_input_shape = input_shape
    if any(a < -ndim or a >= ndim for a in self.axis):
      raise ValueError('All `axis` values must be in the range [-ndim, ndim). Received inputs with ndim=%d, while axis=%s' %
                       (ndim, self.axis))
    self._keep_axis = tuple(sorted(d if d >= 0 else d + ndim for d in self.axis))
    for d in self._keep_axis:
      if input_shape[d] is None:
        raise ValueError('All `axis` values to be kept must have a known shape. Received axis=%s, inputs.shape=%s, with '
                         'unknown axis at index %d' % (self.axis, input_shape, d))
    self._reduce_axis = tuple(d for d in range(ndim) if d not in self._keep_axis)
    self._broadcast_shape = [input_shape[d] if d in self._keep_axis else 1 for d in range(ndim)]
    self._mean_and_var_shape = tuple(input_shape[d] for d in self._keep_axis)
    if self.input_mean is not None:
      self.mean = self._given(self.input_mean, ndim)
      self.variance = self._given(self.input_variance, ndim)
      self.built = True
      return
    shape = self._mean_and_var_shape
    self.adapt_mean = self.add_weight(name='mean', shape=shape, initializer='zeros', trainable=False)
    self.adapt_variance = self.add_weight(name='variance', shape=shape, initializer='ones', trainable=False)
    self.count = self.add_weight(name='count', shape=(), dtype='int', initializer='zeros', trainable=False)
    self.built = True
    self.finalize_state()

  def _given(self, value, ndim):
    """A mean or variance that was given, in the shape of the kept axes; from the right, as many as it has."""
    value = convert_to_tensor(value)
    if len(value.shape) > 0:
      shape = [1] * ndim
      for i in range(1, len(value.shape) + 1):
        shape[self._keep_axis[-i]] = value.shape[-i]
      value = ops.reshape(value, shape)
    return cast(ops.broadcast_to(value, self._broadcast_shape), self.compute_dtype)

  def adapt(self, data):
    """Takes mean and variance from an array, a dataset or batches."""
    whole = isinstance(data, np.ndarray) or is_tensor(data)
    if whole:
      input_shape = tuple(data.shape)
    elif isinstance(data, tf.data.Dataset):
      input_shape = _dataset_shape(data)
      if len(input_shape) == 1:
        data = data.batch(128)
        input_shape = _dataset_shape(data)
    elif hasattr(data, '__iter__'):
      rest = iter(data)
      first = next(rest, None)
      if first is None:
        raise ValueError('adapt() received an empty iterable (no batches). Expected at least one batch. Pass a non-empty '
                         'iterable of arrays or tensors, e.g. layer.adapt([x]) or layer.adapt(list_of_batches).')
      first = _features(first)
      input_shape = getattr(first, 'shape', None)
      if input_shape is None:
        raise TypeError('adapt() expects an iterable that yields arrays or tensors with a `.shape` attribute (e.g. numpy '
                        'arrays or backend tensors). Got an element of type %s. Ensure each yielded element is array-like '
                        'with a `.shape` attribute.' % type(first).__name__)
      input_shape = tuple(input_shape)
      data = itertools.chain([first], rest)
    else:
      raise TypeError('Unsupported data type: %s. `adapt` supports `np.ndarray`, backend tensors, `tf.data.Dataset`, '
                      '`keras.utils.PyDataset`, and iterables of batches (e.g. list, generator).' % type(data))
    if not self.built:
      self.build(input_shape)
    elif any(input_shape[d] != self._build_input_shape[d] for d in self._keep_axis):
      raise ValueError('The layer was built with input_shape=%s, but adapt() is being called with data with an incompatible '
                       'shape, data.shape=%s' % (self._build_input_shape, input_shape))
    if isinstance(data, np.ndarray):
      mean, variance = np.mean(data, axis=self._reduce_axis), np.var(data, axis=self._reduce_axis)
    elif whole:
      mean, variance = ops.mean(data, axis=self._reduce_axis), ops.var(data, axis=self._reduce_axis)
    else:
      mean, variance = self._of_batches(data)
    self.adapt_mean.assign(mean)
    self.adapt_variance.assign(variance)
    self.finalize_state()

  def _of_batches(self, data):
    """Mean and variance of all batches, each weighed by its size."""
    total_mean = ops.zeros(self._mean_and_var_shape)
    total_var = ops.zeros(self._mean_and_var_shape)
    total = 0
    for batch in data:
      batch = convert_to_tensor(_features(batch), dtype=self.compute_dtype)
      for d in self._keep_axis:
        dim, expected = batch.shape[d], self._build_input_shape[d]
        if dim is not None and expected is not None and dim != expected:
          raise ValueError('adapt() yielded a batch with incompatible shape. Expected %s, got %s.' %
                           (self._build_input_shape, tuple(batch.shape)))
      mean = ops.mean(batch, axis=self._reduce_axis)
      var = ops.var(batch, axis=self._reduce_axis)
      count = math.prod(batch.shape[d] for d in self._reduce_axis) if self._reduce_axis else 1
      total += count
      weight = float(count) / total
      old = 1.0 - weight
      new_mean = total_mean * old + mean * weight
      total_var = (total_var + (total_mean - new_mean) ** 2) * old + (var + (mean - new_mean) ** 2) * weight
      total_mean = new_mean
    return total_mean, total_var

  def finalize_state(self):
    if self.input_mean is not None or not self.built:
      return
    self.mean = cast(ops.reshape(self.adapt_mean, self._broadcast_shape), self.compute_dtype)
    self.variance = cast(ops.reshape(self.adapt_variance, self._broadcast_shape), self.compute_dtype)

  def call(self, inputs):
    if self.mean is None:
      raise ValueError('You must call `.build(input_shape)` on the layer before using it.')
    inputs = convert_to_tensor(inputs, dtype=self.compute_dtype)
    if self.invert:
      deviation = ops.maximum(ops.sqrt(self.variance), epsilon())
      return ops.add(self.mean, ops.multiply(inputs, deviation))
    difference = ops.subtract(inputs, self.mean)
    return ops.divide(difference, ops.maximum(ops.sqrt(self.variance), epsilon()))

  def compute_output_shape(self, input_shape):
    return input_shape

  def get_config(self):
    listed = lambda x: None if x is None else np.array(x).tolist()
    return {**super().get_config(), 'axis': self.axis, 'invert': self.invert, 'mean': listed(self.input_mean),
            'variance': listed(self.input_variance)}

  def load_own_variables(self, store):
    super().load_own_variables(store)
    self.finalize_state()

  def get_build_config(self):
    if self._build_input_shape:
      return {'input_shape': self._build_input_shape}

  def build_from_config(self, config):
    if config:
      self.build(config['input_shape'])


__name__ = 'keras.src.layers.preprocessing.rescaling'


#: tf.keras.layers.Rescaling
class Rescaling(DataLayer):
  """inputs * scale + offset."""

  def __init__(self, scale, offset=0.0, **kwargs):
    super().__init__(**kwargs)
    self.scale = scale
    self.offset = offset
    self.supports_masking = True

  def call(self, inputs):
    dtype = self.compute_dtype
    scale, offset = cast(self.scale, dtype), cast(self.offset, dtype)
    shape = shape_of(scale)
    if len(shape) > 0 and image_data_format() == 'channels_first':
      scale = ops.reshape(scale, shape + (1,) * (3 - len(shape)))
    return cast(inputs, dtype) * scale + offset

  def compute_output_shape(self, input_shape):
    return input_shape

  def get_config(self):
    return {**super().get_config(), 'scale': serialize_object(self.scale), 'offset': serialize_object(self.offset)}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    config = dict(config)
    for name in ('scale', 'offset'):
      config[name] = deserialize_object(config[name], custom_objects=custom_objects)
    return cls(**config)
