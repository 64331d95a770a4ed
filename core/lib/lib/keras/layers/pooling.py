"""tf.keras.layers: pooling (keras/src/layers/pooling)."""
from tensorflow_lib.keras import nn_ops, numpy_ops as ops
from tensorflow_lib.keras.core_ops import cast
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of, standardize_tuple
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.pooling.base_pooling'


class BasePooling(Layer):
  def __init__(self, pool_size, strides, pool_dimensions, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(name=name, **kwargs)
    self.pool_size = standardize_tuple(pool_size, pool_dimensions, 'pool_size')
    self.strides = standardize_tuple(pool_size if strides is None else strides, pool_dimensions, 'strides',
                                     allow_zero=True)
    self.padding = padding
    self.data_format = standardize_data_format(data_format)
    self.input_spec = InputSpec(ndim=pool_dimensions + 2)
    self._build_at_init()

  def call(self, inputs):
    op = nn_ops.max_pool if self._max else nn_ops.average_pool
    return op(inputs, pool_size=self.pool_size, strides=self.strides, padding=self.padding, data_format=self.data_format)

  def compute_output_shape(self, input_shape):
    return nn_ops.compute_pooling_output_shape(input_shape, self.pool_size, self.strides, self.padding, self.data_format)

  def get_config(self):
    return config_of(self, super().get_config(), 'pool_size', 'padding', 'strides', 'data_format')


class _MaxPooling(BasePooling):
  _max = True


class _AveragePooling(BasePooling):
  _max = False


__name__ = 'keras.src.layers.pooling.max_pooling1d'


#: tf.keras.layers.MaxPooling1D tf.keras.layers.MaxPool1D
class MaxPooling1D(_MaxPooling):
  def __init__(self, pool_size=2, strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(pool_size, strides, 1, padding, data_format, name, **kwargs)


__name__ = 'keras.src.layers.pooling.max_pooling2d'


#: tf.keras.layers.MaxPooling2D tf.keras.layers.MaxPool2D
class MaxPooling2D(_MaxPooling):
  def __init__(self, pool_size=(2, 2), strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(pool_size, strides, 2, padding, data_format, name, **kwargs)


__name__ = 'keras.src.layers.pooling.max_pooling3d'


#: tf.keras.layers.MaxPooling3D tf.keras.layers.MaxPool3D
class MaxPooling3D(_MaxPooling):
  def __init__(self, pool_size=(2, 2, 2), strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(pool_size, strides, 3, padding, data_format, name, **kwargs)


__name__ = 'keras.src.layers.pooling.average_pooling1d'


#: tf.keras.layers.AveragePooling1D tf.keras.layers.AvgPool1D
class AveragePooling1D(_AveragePooling):
  def __init__(self, pool_size, strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(pool_size, strides, 1, padding, data_format, name, **kwargs)


__name__ = 'keras.src.layers.pooling.average_pooling2d'


#: tf.keras.layers.AveragePooling2D tf.keras.layers.AvgPool2D
class AveragePooling2D(_AveragePooling):
  def __init__(self, pool_size, strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(pool_size, strides, 2, padding, data_format, name, **kwargs)


__name__ = 'keras.src.layers.pooling.average_pooling3d'


#: tf.keras.layers.AveragePooling3D tf.keras.layers.AvgPool3D
class AveragePooling3D(_AveragePooling):
  def __init__(self, pool_size, strides=None, padding='valid', data_format=None, name=None, **kwargs):
    super().__init__(pool_size, strides, 3, padding, data_format, name, **kwargs)


__name__ = 'keras.src.layers.pooling.base_global_pooling'


class BaseGlobalPooling(Layer):
  def __init__(self, pool_dimensions, data_format=None, keepdims=False, **kwargs):
    super().__init__(**kwargs)
    self.data_format = standardize_data_format(data_format)
    self.keepdims = keepdims
    self.input_spec = InputSpec(ndim=pool_dimensions + 2)
    self._build_at_init()

  def _axes(self):
    first = 1 if self.data_format == 'channels_last' else 2
    n = self.input_spec.ndim - 2
    return first if n == 1 else list(range(first, first + n))

  def compute_output_shape(self, input_shape):
    ones = (1,) * (len(input_shape) - 2) if self.keepdims else ()
    if self.data_format == 'channels_last':
      return (input_shape[0],) + ones + (input_shape[-1],)
    return (input_shape[0], input_shape[1]) + ones

  def get_config(self):
    return config_of(self, super().get_config(), 'data_format', 'keepdims')


class _GlobalMax(BaseGlobalPooling):
  def call(self, inputs):
    return ops.max(inputs, axis=self._axes(), keepdims=self.keepdims)


class _GlobalAverage(BaseGlobalPooling):
  def call(self, inputs):
    return ops.mean(inputs, axis=self._axes(), keepdims=self.keepdims)


__name__ = 'keras.src.layers.pooling.global_max_pooling1d'


#: tf.keras.layers.GlobalMaxPooling1D tf.keras.layers.GlobalMaxPool1D
class GlobalMaxPooling1D(_GlobalMax):
  def __init__(self, data_format=None, keepdims=False, **kwargs):
    super().__init__(1, data_format, keepdims, **kwargs)


__name__ = 'keras.src.layers.pooling.global_max_pooling2d'


#: tf.keras.layers.GlobalMaxPooling2D tf.keras.layers.GlobalMaxPool2D
class GlobalMaxPooling2D(_GlobalMax):
  def __init__(self, data_format=None, keepdims=False, **kwargs):
    super().__init__(2, data_format, keepdims, **kwargs)


__name__ = 'keras.src.layers.pooling.global_max_pooling3d'


#: tf.keras.layers.GlobalMaxPooling3D tf.keras.layers.GlobalMaxPool3D
class GlobalMaxPooling3D(_GlobalMax):
  def __init__(self, data_format=None, keepdims=False, **kwargs):
    super().__init__(3, data_format, keepdims, **kwargs)


__name__ = 'keras.src.layers.pooling.global_average_pooling1d'


#: tf.keras.layers.GlobalAveragePooling1D tf.keras.layers.GlobalAvgPool1D
class GlobalAveragePooling1D(BaseGlobalPooling):
  def __init__(self, data_format=None, keepdims=False, **kwargs):
    super().__init__(1, data_format, keepdims, **kwargs)
    self.supports_masking = True

  def call(self, inputs, mask=None):
    axis = self._axes()
    if mask is None:
      return ops.mean(inputs, axis=axis, keepdims=self.keepdims)
    mask = cast(ops.expand_dims(mask, 2 if self.data_format == 'channels_last' else 1), 'bool')
    inputs = ops.where(mask, inputs, 0)
    mask = cast(mask, inputs.dtype)
    return ops.sum(inputs, axis=axis, keepdims=self.keepdims) / ops.sum(mask, axis=axis, keepdims=self.keepdims)

  def compute_mask(self, inputs, mask=None):
    return None


__name__ = 'keras.src.layers.pooling.global_average_pooling2d'


#: tf.keras.layers.GlobalAveragePooling2D tf.keras.layers.GlobalAvgPool2D
class GlobalAveragePooling2D(_GlobalAverage):
  def __init__(self, data_format=None, keepdims=False, **kwargs):
    super().__init__(2, data_format, keepdims, **kwargs)


__name__ = 'keras.src.layers.pooling.global_average_pooling3d'


#: tf.keras.layers.GlobalAveragePooling3D tf.keras.layers.GlobalAvgPool3D
class GlobalAveragePooling3D(_GlobalAverage):
  def __init__(self, data_format=None, keepdims=False, **kwargs):
    super().__init__(3, data_format, keepdims, **kwargs)
