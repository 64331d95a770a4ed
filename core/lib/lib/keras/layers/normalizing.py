"""tf.keras.layers: normalisation over batches, layers and groups (keras/src/layers/normalization)."""
import warnings

from tensorflow_lib.keras import nn_ops, numpy_ops as ops
from tensorflow_lib.keras.core_ops import cast, rsqrt, stop_gradient
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import check_axes, config_of, take_parts
from tensorflow_lib.keras.state import epsilon as fuzz, result_type
from tensorflow_lib.keras.tensors import shape as shape_of

__name__ = 'keras.src.layers.normalization.batch_normalization'


def _clone_initializer(initializer):
  return type(initializer).from_config(initializer.get_config()) if hasattr(initializer, 'get_config') else initializer


#: tf.keras.layers.BatchNormalization
class BatchNormalization(Layer):
  def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer='zeros',
               gamma_initializer='ones', moving_mean_initializer='zeros', moving_variance_initializer='ones',
               beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, renorm=False,
               renorm_clipping=None, renorm_momentum=0.99, synchronized=False, **kwargs):
    super().__init__(**kwargs)
    self.axis = int(axis)
    self.synchronized = synchronized
    self.momentum = float(momentum)
    self.epsilon = float(epsilon)
    self.center = center
    self.scale = scale
    take_parts(self, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
               moving_mean_initializer=moving_mean_initializer, moving_variance_initializer=moving_variance_initializer,
               beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
               gamma_constraint=gamma_constraint)
    self.supports_masking = True
    self.renorm = renorm
    if renorm:
      renorm_clipping = renorm_clipping or {}
      keys = ['rmax', 'rmin', 'dmax']
      if set(renorm_clipping) - set(keys):
        raise ValueError('Received invalid keys for `renorm_clipping` argument: %s. Supported values: %s.' %
                         (renorm_clipping, keys))
      rmax, rmin, dmax = [renorm_clipping.get(k) for k in keys]
      if rmax is not None and rmin is not None and rmax < rmin:
        raise ValueError('rmax should be greater than rmin in the `renorm_clipping` argument. Received: rmax={rmax}, '
                         'rmin={rmin}.')
      if dmax is not None and dmax < 0:
        raise ValueError('dmax should be non-negative in the `renorm_clipping` argument. Received: dmax={dmax}.')
    self.renorm_clipping = renorm_clipping
    self.renorm_momentum = renorm_momentum
    self.gamma = None
    self.beta = None
    self.moving_mean = None
    self.moving_variance = None
    self._reduction_axes = None

  def build(self, input_shape):
    dim = input_shape[self.axis]
    add = lambda name, initializer, **kwargs: self.add_weight(shape=(dim,), name=name, initializer=initializer,
                                                              autocast=False, **kwargs)
    if self.scale:
      self.gamma = add('gamma', self.gamma_initializer, regularizer=self.gamma_regularizer,
                       constraint=self.gamma_constraint)
    if self.center:
      self.beta = add('beta', self.beta_initializer, regularizer=self.beta_regularizer, constraint=self.beta_constraint)
    self.moving_mean = add('moving_mean', self.moving_mean_initializer, trainable=False)
    self.moving_variance = add('moving_variance', self.moving_variance_initializer, trainable=False)
    if self.renorm:
      def stddev_initializer(shape, dtype=None):
        return ops.sqrt(_clone_initializer(self.moving_variance_initializer)(shape, dtype=dtype))
      self.moving_stddev = add('moving_stddev', stddev_initializer, trainable=False)
      self.renorm_mean = add('renorm_mean', _clone_initializer(self.moving_mean_initializer), trainable=False)
      self.renorm_stddev = add('renorm_stddev', stddev_initializer, trainable=False)
    self.input_spec = InputSpec(ndim=len(input_shape), axes={self.axis: dim})
    axes = list(range(len(input_shape)))
    del axes[self.axis]
    self._reduction_axes = axes

  def compute_output_shape(self, input_shape):
    return check_axes(self.axis, input_shape)

  def call(self, inputs, training=None, mask=None):
    if mask is not None and len(mask.shape) != len(inputs.shape) - 1:
      raise ValueError('The mask provided should be one dimension less than the inputs. Received: mask.shape=%s, '
                       'inputs.shape=%s' % (mask.shape, inputs.shape))
    inputs = cast(inputs, result_type(inputs.dtype, 'float32'))
    moving_mean = cast(self.moving_mean, inputs.dtype)
    moving_variance = cast(self.moving_variance, inputs.dtype)
    gamma = cast(self.gamma, inputs.dtype) if self.scale else None
    beta = cast(self.beta, inputs.dtype) if self.center else None
    if training and self.trainable:
      mean, variance = self._moments(inputs, mask)
      if self.renorm:
        r, d = self._renorm_correction(mean, variance)
        gamma, beta = self._compose_transforms(r, d, gamma, beta, inputs.dtype)
        self._update_renorm_statistics(mean, variance)
      else:
        self.moving_mean.assign(moving_mean * self.momentum + mean * (1.0 - self.momentum))
        self.moving_variance.assign(moving_variance * self.momentum + variance * (1.0 - self.momentum))
    else:
      mean, variance = moving_mean, moving_variance
    outputs = nn_ops.batch_normalization(x=inputs, mean=mean, variance=variance, axis=self.axis, offset=beta, scale=gamma,
                                         epsilon=self.epsilon)
    return cast(outputs, self.compute_dtype)

  def get_config(self):
    return config_of(self, super().get_config(), 'axis', 'momentum', 'epsilon', 'center', 'scale', 'beta_initializer',
                     'gamma_initializer', 'moving_mean_initializer', 'moving_variance_initializer', 'beta_regularizer',
                     'gamma_regularizer', 'beta_constraint', 'gamma_constraint', 'synchronized',
                     'renorm', 'renorm_clipping', 'renorm_momentum')

  def _moments(self, inputs, mask):
    if mask is None:
      return nn_ops.moments(inputs, axes=self._reduction_axes, synchronized=self.synchronized)
    keep = ops.broadcast_to(ops.expand_dims(mask, axis=-1), shape_of(inputs))
    keep = cast(keep, 'bool')
    total = ops.sum(ops.where(keep, inputs, 0), self._reduction_axes, keepdims=True)
    count = ops.sum(cast(keep, inputs.dtype), self._reduction_axes, keepdims=True)
    mean = total / (count + fuzz())
    squares = ops.square(ops.where(keep, inputs - mean, 0))
    variance = ops.sum(squares, self._reduction_axes, keepdims=True) / (count + fuzz())
    return ops.squeeze(mean), ops.squeeze(variance)

  def _renorm_correction(self, mean, variance):
    stddev = ops.sqrt(variance + self.epsilon)
    renorm_mean = cast(self.renorm_mean, mean.dtype)
    renorm_stddev = ops.maximum(cast(self.renorm_stddev, mean.dtype), ops.sqrt(cast(self.epsilon, mean.dtype)))
    r = ops.divide(stddev, renorm_stddev)
    d = ops.divide(ops.subtract(mean, renorm_mean), renorm_stddev)
    rmax, rmin, dmax = [self.renorm_clipping.get(k) for k in ('rmax', 'rmin', 'dmax')]
    if rmin is not None:
      r = ops.maximum(r, rmin)
    if rmax is not None:
      r = ops.minimum(r, rmax)
    return r, d if dmax is None else ops.clip(d, -dmax, dmax)

  def _compose_transforms(self, r, d, gamma, beta, dtype):
    r, d = stop_gradient(r), stop_gradient(d)
    if gamma is not None:
      scale, shift = ops.multiply(r, gamma), ops.multiply(d, gamma)
    else:
      scale, shift = cast(r, dtype), cast(d, dtype)
    return scale, shift if beta is None else ops.add(shift, beta)

  def _update_renorm_statistics(self, mean, variance):
    stddev = ops.sqrt(variance + self.epsilon)
    renorm_mean = cast(self.renorm_mean, mean.dtype)
    renorm_stddev = cast(self.renorm_stddev, mean.dtype)
    m = self.renorm_momentum
    self.renorm_mean.assign(renorm_mean * m + mean * (1.0 - m))
    self.renorm_stddev.assign(renorm_stddev * m + stddev * (1.0 - m))
    moving_mean = cast(self.moving_mean, mean.dtype)
    moving_stddev = cast(self.moving_stddev, mean.dtype)
    m = self.momentum
    self.moving_mean.assign(moving_mean * m + mean * (1.0 - m))
    moving_stddev = moving_stddev * m + stddev * (1.0 - m)
    self.moving_stddev.assign(moving_stddev)
    self.moving_variance.assign(nn_ops.relu(moving_stddev * moving_stddev - self.epsilon))


__name__ = 'keras.src.layers.normalization.layer_normalization'


#: tf.keras.layers.LayerNormalization
class LayerNormalization(Layer):
  def __init__(self, axis=-1, epsilon=1e-3, center=True, scale=True, beta_initializer='zeros', gamma_initializer='ones',
               beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
    rms_scaling = kwargs.pop('rms_scaling', False)
    if rms_scaling:
      warnings.warn('You passed `rms_scaling=True`, which is deprecated. This argument incorrectly scales the input by the '
                    'variance, not the root mean square. To correctly use RMS Normalization, please use '
                    '`keras.layers.RMSNormalization` instead.')
    super().__init__(**kwargs)
    if isinstance(axis, (list, tuple)):
      self.axis = list(axis)
    elif isinstance(axis, int):
      self.axis = axis
    else:
      raise TypeError("Expected an int or a list/tuple of ints for the argument 'axis', but received: %r" % axis)
    self.epsilon = epsilon
    self.center = center
    self.scale = scale
    self.rms_scaling = rms_scaling
    take_parts(self, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
               beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
               gamma_constraint=gamma_constraint)
    self.supports_masking = True
    self.autocast = False

  def build(self, input_shape):
    if isinstance(self.axis, (list, tuple)):
      self.axis = sorted(self.axis)
      shape = tuple(input_shape[dim] for dim in self.axis)
    else:
      shape = (input_shape[self.axis],)
      self.axis = [self.axis]
    self.gamma = self.beta = None
    if self.scale or self.rms_scaling:
      self.gamma = self.add_weight(name='gamma', shape=shape, initializer=self.gamma_initializer,
                                   regularizer=self.gamma_regularizer, constraint=self.gamma_constraint, autocast=False)
    if self.center and not self.rms_scaling:
      self.beta = self.add_weight(name='beta', shape=shape, initializer=self.beta_initializer,
                                  regularizer=self.beta_regularizer, constraint=self.beta_constraint, autocast=False)

  def call(self, inputs):
    outputs = nn_ops.layer_normalization(inputs, self.gamma, self.beta, self.axis, self.epsilon,
                                         rms_scaling=self.rms_scaling)
    return cast(outputs, self.compute_dtype)

  def compute_output_shape(self, input_shape):
    return check_axes(self.axis, input_shape)

  def get_config(self):
    return config_of(self, super().get_config(), 'axis', 'epsilon', 'center', 'scale', 'rms_scaling', 'beta_initializer',
                     'gamma_initializer', 'beta_regularizer', 'gamma_regularizer', 'beta_constraint',
                     'gamma_constraint')


__name__ = 'keras.src.layers.normalization.group_normalization'


#: tf.keras.layers.GroupNormalization
class GroupNormalization(Layer):
  def __init__(self, groups=32, axis=-1, epsilon=1e-3, center=True, scale=True, beta_initializer='zeros',
               gamma_initializer='ones', beta_regularizer=None, gamma_regularizer=None, beta_constraint=None,
               gamma_constraint=None, **kwargs):
    if not isinstance(groups, int) or groups <= 0 and groups != -1:
      raise ValueError('Received an invalid value for argument `groups`, expected a positive integer (or `-1` for instance '
                       'normalization). Received: groups=%s' % (groups,))
    super().__init__(**kwargs)
    self.supports_masking = True
    self.autocast = False
    self.groups = groups
    self.axis = axis
    self.epsilon = epsilon
    self.center = center
    self.scale = scale
    take_parts(self, beta_initializer=beta_initializer, gamma_initializer=gamma_initializer,
               beta_regularizer=beta_regularizer, gamma_regularizer=gamma_regularizer, beta_constraint=beta_constraint,
               gamma_constraint=gamma_constraint)

  def build(self, input_shape):
    dim = input_shape[self.axis]
    if dim is None:
      raise ValueError('Axis %s of input tensor should have a defined dimension but the layer received an input with shape '
                       '%s.' % (self.axis, input_shape))
    if self.groups == -1:
      self.groups = dim
    if dim < self.groups:
      raise ValueError('Number of groups (%s) cannot be more than the number of channels (%s).' % (self.groups, dim))
    if dim % self.groups != 0:
      raise ValueError('Number of groups (%s) must be a multiple of the number of channels (%s).' % (self.groups, dim))
    self.input_spec = InputSpec(ndim=len(input_shape), axes={self.axis: dim})
    self.gamma = self.beta = None
    if self.scale:
      self.gamma = self.add_weight(shape=(dim,), name='gamma', initializer=self.gamma_initializer,
                                   regularizer=self.gamma_regularizer, constraint=self.gamma_constraint, autocast=False)
    if self.center:
      self.beta = self.add_weight(shape=(dim,), name='beta', initializer=self.beta_initializer,
                                  regularizer=self.beta_regularizer, constraint=self.beta_constraint, autocast=False)
    super().build(input_shape)

  def call(self, inputs):
    grouped = self._reshape_into_groups(inputs)
    normalized = self._apply_normalization(grouped, inputs.shape)
    return cast(ops.reshape(normalized, shape_of(inputs)), self.compute_dtype)

  def _reshape_into_groups(self, inputs):
    dims = shape_of(inputs)
    shape = list(inputs.shape)
    shape[0] = -1
    for i, e in enumerate(shape[1:]):
      if e is None:
        shape[i + 1] = dims[i + 1]
    shape[self.axis] = dims[self.axis] // self.groups
    shape.insert(self.axis, self.groups)
    return ops.reshape(inputs, shape)

  def _apply_normalization(self, grouped, input_shape):
    dtype = grouped.dtype
    grouped = cast(grouped, result_type(dtype, 'float32'))
    axes = list(range(1, len(grouped.shape)))
    axes.pop(-2 if self.axis == -1 else self.axis - 1)
    spread = [1] * len(input_shape)
    spread[self.axis] = input_shape[self.axis] // self.groups
    spread.insert(self.axis, self.groups)
    mean, variance = nn_ops.moments(grouped, axes=axes, keepdims=True)
    inv = rsqrt(variance + self.epsilon)
    if self.scale:
      inv = inv * cast(ops.reshape(self.gamma, spread), grouped.dtype)
    res = -mean * inv
    if self.center:
      res = res + cast(ops.reshape(self.beta, spread), grouped.dtype)
    return cast(grouped * inv + res, dtype)

  def compute_output_shape(self, input_shape):
    return check_axes(self.axis, input_shape)

  def get_config(self):
    return config_of(self, super().get_config(), 'groups', 'axis', 'epsilon', 'center', 'scale', 'beta_initializer',
                     'gamma_initializer', 'beta_regularizer', 'gamma_regularizer', 'beta_constraint', 'gamma_constraint')


__name__ = 'keras.src.layers.normalization.unit_normalization'


#: tf.keras.layers.UnitNormalization
class UnitNormalization(Layer):
  def __init__(self, axis=-1, **kwargs):
    super().__init__(**kwargs)
    if isinstance(axis, (list, tuple)):
      self.axis = list(axis)
    elif isinstance(axis, int):
      self.axis = axis
    else:
      raise TypeError('Invalid value for `axis` argument: expected an int or a list/tuple of ints. Received: axis=%s' %
                      (axis,))
    self.supports_masking = True
    self._build_at_init()

  def call(self, inputs):
    return nn_ops.normalize(inputs, axis=self.axis, order=2, epsilon=1e-12)

  def compute_output_shape(self, input_shape):
    for axis in [self.axis] if isinstance(self.axis, int) else self.axis:
      if axis >= len(input_shape) or axis < -len(input_shape):
        raise ValueError('Axis %s is out of bounds for input shape %s.' % (self.axis, input_shape))
    return input_shape

  def get_config(self):
    return config_of(self, super().get_config(), 'axis')


__name__ = 'keras.src.layers.normalization.rms_normalization'


#: tf.keras.layers.RMSNormalization
class RMSNormalization(Layer):
  def __init__(self, axis=-1, epsilon=1e-6, **kwargs):
    super().__init__(**kwargs)
    self.axis = axis
    self.epsilon = epsilon

  def build(self, input_shape):
    if isinstance(self.axis, (list, tuple)):
      self.axis = sorted(self.axis)
      shape = tuple(input_shape[dim] for dim in self.axis)
    else:
      shape = (input_shape[self.axis],)
      self.axis = [self.axis]
    self.scale = self.add_weight(name='scale', shape=shape, initializer='ones')
    self.built = True

  def call(self, x):
    return nn_ops.rms_normalization(x, scale=self.scale, axis=self.axis, epsilon=self.epsilon)

  def compute_output_shape(self, input_shape):
    return check_axes(self.axis, input_shape)

  def get_config(self):
    return config_of(self, super().get_config(), 'axis', 'epsilon')
