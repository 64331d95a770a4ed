"""tf.keras.layers: convolutions (keras/src/layers/convolutional)."""
import tensorflow as tf
from tensorflow_lib.keras import nn_ops, numpy_ops as ops
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of, standardize_padding, standardize_tuple, take_parts
from tensorflow_lib.keras.state import standardize_data_format

__name__ = 'keras.src.layers.convolutional.base_conv'


def _check_sizes(layer):
  for name in ('filters', 'depth_multiplier'):
    value = getattr(layer, name, None)
    if value is not None and value <= 0:
      raise ValueError('Invalid value for argument `%s`. Expected a strictly positive value. Received %s=%s.' %
                       (name, name, value))


class _Conv(Layer):
  """What all convolutions have."""
  _weight = 'kernel'

  def _take(self, rank, kernel_size, strides, padding, data_format, dilation_rate, causal=False):
    self.rank = rank
    self.kernel_size = standardize_tuple(kernel_size, rank, 'kernel_size')
    self.strides = standardize_tuple(strides, rank, 'strides')
    self.dilation_rate = standardize_tuple(dilation_rate, rank, 'dilation_rate')
    self.padding = standardize_padding(padding, allow_causal=causal)
    self.data_format = standardize_data_format(data_format)
    self.input_spec = InputSpec(min_ndim=rank + 2)

  def _check_strides(self):
    if max(self.strides) > 1 and max(self.dilation_rate) > 1:
      raise ValueError('`strides > 1` not supported in conjunction with `dilation_rate > 1`. Received: strides=%s and '
                       'dilation_rate=%s' % (self.strides, self.dilation_rate))

  def _channels(self, input_shape):
    last = self.data_format == 'channels_last'
    channels = input_shape[-1 if last else 1]
    self.input_spec = InputSpec(min_ndim=self.rank + 2, axes={-1 if last else 1: channels})
    return channels

  def _add(self, name, shape, part):
    return self.add_weight(name=name, shape=shape, initializer=getattr(self, part + '_initializer'),
                           regularizer=getattr(self, part + '_regularizer'),
                           constraint=getattr(self, part + '_constraint'), trainable=True, dtype=self.dtype)

  def _add_bias(self, size):
    self.bias = self._add('bias', (size,), 'bias') if self.use_bias else None

  def _finish(self, outputs, size):
    """The bias and the activation."""
    if self.use_bias:
      ones = (1,) * self.rank
      shape = (1,) + ones + (size,) if self.data_format == 'channels_last' else (1, size) + ones
      outputs = ops.add(outputs, ops.reshape(self.bias, shape))
    return outputs if self.activation is None else self.activation(outputs)


class BaseConv(_Conv):
  def __init__(self, rank, filters, kernel_size, strides=1, padding='valid', data_format=None, dilation_rate=1, groups=1,
               activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               bias_constraint=None, lora_rank=None, lora_alpha=None, **kwargs):
    super().__init__(activity_regularizer=activity_regularizer, **kwargs)
    self.filters = filters
    self.groups = groups
    self._take(rank, kernel_size, strides, padding, data_format, dilation_rate, causal=rank == 1)
    take_parts(self, activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint, bias_constraint=bias_constraint)
    _check_sizes(self)
    if groups <= 0:
      raise ValueError('The number of groups must be a positive integer. Received: groups=%s.' % groups)
    if filters is not None and filters % groups != 0:
      raise ValueError('The number of filters must be evenly divisible by the number of groups. Received: groups=%s, '
                       'filters=%s.' % (groups, filters))
    self._check_strides()

  def build(self, input_shape):
    channels = self._channels(input_shape)
    if channels % self.groups != 0:
      raise ValueError('The number of input channels must be evenly divisible by the number of groups. Received groups=%s, but '
                       'the input has %s channels (full input shape is %s).' % (self.groups, channels, input_shape))
    self.compute_output_shape(input_shape)
    self._kernel = self._add('kernel', self.kernel_size + (channels // self.groups, self.filters), 'kernel')
    self._add_bias(self.filters)
    self.built = True

  @property
  def kernel(self):
    if not self.built:
      raise AttributeError('You must build the layer before accessing `kernel`.')
    return self._kernel

  def convolution_op(self, inputs, kernel):
    return nn_ops.conv(inputs, kernel, strides=list(self.strides), padding=self.padding,
                       dilation_rate=self.dilation_rate, data_format=self.data_format)

  def call(self, inputs):
    return self._finish(self.convolution_op(inputs, self.kernel), self.filters)

  def compute_output_shape(self, input_shape):
    return nn_ops.compute_conv_output_shape(input_shape, self.filters, self.kernel_size, strides=self.strides,
                                            padding=self.padding, data_format=self.data_format,
                                            dilation_rate=self.dilation_rate)

  def get_config(self):
    return config_of(self, super().get_config(), 'filters', 'kernel_size', 'strides', 'padding', 'data_format',
                     'dilation_rate', 'groups', 'activation', 'use_bias', 'kernel_initializer', 'bias_initializer',
                     'kernel_regularizer', 'bias_regularizer', 'activity_regularizer', 'kernel_constraint',
                     'bias_constraint')


__name__ = 'keras.src.layers.convolutional.conv1d'


#: tf.keras.layers.Conv1D tf.keras.layers.Convolution1D
class Conv1D(BaseConv):
  def __init__(self, filters, kernel_size, strides=1, padding='valid', data_format=None, dilation_rate=1, groups=1,
               activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               bias_constraint=None, **kwargs):
    super().__init__(1, filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation, use_bias,
                     kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                     kernel_constraint, bias_constraint, **kwargs)

  def call(self, inputs):
    padding = self.padding
    if padding == 'causal':
      left = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
      inputs = ops.pad(inputs, [[0, 0], left, [0, 0]] if self.data_format == 'channels_last' else [[0, 0], [0, 0], left])
      padding = 'valid'
    outputs = nn_ops.conv(inputs, self.kernel, strides=list(self.strides), padding=padding,
                          dilation_rate=self.dilation_rate, data_format=self.data_format)
    return self._finish(outputs, self.filters)


__name__ = 'keras.src.layers.convolutional.conv2d'


#: tf.keras.layers.Conv2D tf.keras.layers.Convolution2D
class Conv2D(BaseConv):
  def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1),
               groups=1, activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               bias_constraint=None, **kwargs):
    super().__init__(2, filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation, use_bias,
                     kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                     kernel_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.conv3d'


#: tf.keras.layers.Conv3D tf.keras.layers.Convolution3D
class Conv3D(BaseConv):
  def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding='valid', data_format=None, dilation_rate=(1, 1, 1),
               groups=1, activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               bias_constraint=None, **kwargs):
    super().__init__(3, filters, kernel_size, strides, padding, data_format, dilation_rate, groups, activation, use_bias,
                     kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer, activity_regularizer,
                     kernel_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.base_conv_transpose'


class BaseConvTranspose(_Conv):
  def __init__(self, rank, filters, kernel_size, strides=1, padding='valid', output_padding=None, data_format=None,
               dilation_rate=1, activation=None, use_bias=True, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               kernel_constraint=None, bias_constraint=None, trainable=True, name=None, **kwargs):
    super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
    self.filters = filters
    self._take(rank, kernel_size, strides, padding, data_format, dilation_rate)
    self.output_padding = None if output_padding is None else standardize_tuple(output_padding, rank, 'output_padding',
                                                                                allow_zero=True)
    take_parts(self, activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint, bias_constraint=bias_constraint)
    _check_sizes(self)
    for i, (op, s) in enumerate(zip(self.output_padding or (), self.strides)):
      if op >= s:
        raise ValueError('`output_padding` must be strictly less than `strides` for all dimensions. At dimension %d, '
                         '`output_padding` is %s but `strides` is %s. Received: output_padding=%s, strides=%s' %
                         (i, op, s, self.output_padding, self.strides))
    self._check_strides()

  def build(self, input_shape):
    channels = self._channels(input_shape)
    self.kernel = self._add('kernel', self.kernel_size + (self.filters, channels), 'kernel')
    self._add_bias(self.filters)

  def call(self, inputs):
    outputs = nn_ops.conv_transpose(inputs, self.kernel, strides=list(self.strides), padding=self.padding,
                                    output_padding=self.output_padding, dilation_rate=self.dilation_rate,
                                    data_format=self.data_format)
    return self._finish(outputs, self.filters)

  def compute_output_shape(self, input_shape):
    return tuple(nn_ops.compute_conv_transpose_output_shape(input_shape, self.kernel_size, self.filters, self.strides,
                                                            self.padding, self.output_padding, self.data_format,
                                                            self.dilation_rate))

  def get_config(self):
    return config_of(self, super().get_config(), 'filters', 'kernel_size', 'strides', 'padding', 'output_padding',
                     'data_format', 'dilation_rate', 'activation', 'use_bias', 'kernel_initializer', 'bias_initializer',
                     'kernel_regularizer', 'bias_regularizer', 'activity_regularizer', 'kernel_constraint',
                     'bias_constraint')


__name__ = 'keras.src.layers.convolutional.conv1d_transpose'


#: tf.keras.layers.Conv1DTranspose tf.keras.layers.Convolution1DTranspose
class Conv1DTranspose(BaseConvTranspose):
  def __init__(self, filters, kernel_size, strides=1, padding='valid', output_padding=None, data_format=None,
               dilation_rate=1, activation=None, use_bias=True, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               kernel_constraint=None, bias_constraint=None, **kwargs):
    super().__init__(1, filters, kernel_size, strides, padding, output_padding, data_format, dilation_rate, activation,
                     use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
                     activity_regularizer, kernel_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.conv2d_transpose'


#: tf.keras.layers.Conv2DTranspose tf.keras.layers.Convolution2DTranspose
class Conv2DTranspose(BaseConvTranspose):
  def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', output_padding=None, data_format=None,
               dilation_rate=(1, 1), activation=None, use_bias=True, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               kernel_constraint=None, bias_constraint=None, **kwargs):
    super().__init__(2, filters, kernel_size, strides, padding, output_padding, data_format, dilation_rate, activation,
                     use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
                     activity_regularizer, kernel_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.conv3d_transpose'


#: tf.keras.layers.Conv3DTranspose tf.keras.layers.Convolution3DTranspose
class Conv3DTranspose(BaseConvTranspose):
  def __init__(self, filters, kernel_size, strides=(1, 1, 1), padding='valid', data_format=None, output_padding=None,
               dilation_rate=(1, 1, 1), activation=None, use_bias=True, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               kernel_constraint=None, bias_constraint=None, **kwargs):
    super().__init__(3, filters, kernel_size, strides, padding, output_padding, data_format, dilation_rate, activation,
                     use_bias, kernel_initializer, bias_initializer, kernel_regularizer, bias_regularizer,
                     activity_regularizer, kernel_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.base_depthwise_conv'


class BaseDepthwiseConv(_Conv):
  def __init__(self, rank, depth_multiplier, kernel_size, strides=1, padding='valid', data_format=None, dilation_rate=1,
               activation=None, use_bias=True, depthwise_initializer='glorot_uniform', bias_initializer='zeros',
               depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
               bias_constraint=None, trainable=True, name=None, **kwargs):
    super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
    self.depth_multiplier = depth_multiplier
    self._take(rank, kernel_size, strides, padding, data_format, dilation_rate)
    take_parts(self, activation=activation, use_bias=use_bias, depthwise_initializer=depthwise_initializer,
               bias_initializer=bias_initializer, depthwise_regularizer=depthwise_regularizer,
               bias_regularizer=bias_regularizer, depthwise_constraint=depthwise_constraint,
               bias_constraint=bias_constraint)
    _check_sizes(self)

  def build(self, input_shape):
    channels = self._channels(input_shape)
    self.compute_output_shape(input_shape)
    self.kernel = self._add('kernel', self.kernel_size + (channels, self.depth_multiplier), 'depthwise')
    self._add_bias(self.depth_multiplier * channels)

  def _out(self, input_shape):
    return self.depth_multiplier * input_shape[-1 if self.data_format == 'channels_last' else 1]

  def call(self, inputs):
    outputs = nn_ops.depthwise_conv(inputs, self.kernel, strides=self.strides, padding=self.padding,
                                    dilation_rate=self.dilation_rate, data_format=self.data_format)
    return self._finish(outputs, self._out(inputs.shape))

  def compute_output_shape(self, input_shape):
    return nn_ops.compute_conv_output_shape(input_shape, self._out(input_shape), self.kernel_size, strides=self.strides,
                                            padding=self.padding, data_format=self.data_format,
                                            dilation_rate=self.dilation_rate)

  def get_config(self):
    return config_of(self, super().get_config(), 'depth_multiplier', 'kernel_size', 'strides', 'padding', 'data_format',
                     'dilation_rate', 'activation', 'use_bias', 'depthwise_initializer', 'bias_initializer',
                     'depthwise_regularizer', 'bias_regularizer', 'activity_regularizer', 'depthwise_constraint',
                     'bias_constraint')


__name__ = 'keras.src.layers.convolutional.depthwise_conv1d'


#: tf.keras.layers.DepthwiseConv1D
class DepthwiseConv1D(BaseDepthwiseConv):
  def __init__(self, kernel_size, strides=1, padding='valid', depth_multiplier=1, data_format=None, dilation_rate=1,
               activation=None, use_bias=True, depthwise_initializer='glorot_uniform', bias_initializer='zeros',
               depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
               bias_constraint=None, **kwargs):
    super().__init__(1, depth_multiplier, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
                     depthwise_initializer, bias_initializer, depthwise_regularizer, bias_regularizer,
                     activity_regularizer, depthwise_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.depthwise_conv2d'


#: tf.keras.layers.DepthwiseConv2D
class DepthwiseConv2D(BaseDepthwiseConv):
  def __init__(self, kernel_size, strides=(1, 1), padding='valid', depth_multiplier=1, data_format=None,
               dilation_rate=(1, 1), activation=None, use_bias=True, depthwise_initializer='glorot_uniform',
               bias_initializer='zeros', depthwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               depthwise_constraint=None, bias_constraint=None, **kwargs):
    super().__init__(2, depth_multiplier, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
                     depthwise_initializer, bias_initializer, depthwise_regularizer, bias_regularizer,
                     activity_regularizer, depthwise_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.base_separable_conv'


class BaseSeparableConv(_Conv):
  def __init__(self, rank, depth_multiplier, filters, kernel_size, strides=1, padding='valid', data_format=None,
               dilation_rate=1, activation=None, use_bias=True, depthwise_initializer='glorot_uniform',
               pointwise_initializer='glorot_uniform', bias_initializer='zeros', depthwise_regularizer=None,
               pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
               pointwise_constraint=None, bias_constraint=None, trainable=True, name=None, **kwargs):
    super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
    self.depth_multiplier = depth_multiplier
    self.filters = filters
    self._take(rank, kernel_size, strides, padding, data_format, dilation_rate)
    take_parts(self, activation=activation, use_bias=use_bias, depthwise_initializer=depthwise_initializer,
               pointwise_initializer=pointwise_initializer, bias_initializer=bias_initializer,
               depthwise_regularizer=depthwise_regularizer, pointwise_regularizer=pointwise_regularizer,
               bias_regularizer=bias_regularizer, depthwise_constraint=depthwise_constraint,
               pointwise_constraint=pointwise_constraint, bias_constraint=bias_constraint)
    _check_sizes(self)

  def build(self, input_shape):
    channels = self._channels(input_shape)
    self.compute_output_shape(input_shape)
    self.depthwise_kernel = self._add('depthwise_kernel', self.kernel_size + (channels, self.depth_multiplier),
                                      'depthwise')
    self.pointwise_kernel = self._add('pointwise_kernel', (1,) * self.rank + (self.depth_multiplier * channels,
                                                                              self.filters), 'pointwise')
    self._add_bias(self.filters)

  def call(self, inputs):
    outputs = nn_ops.separable_conv(inputs, self.depthwise_kernel, self.pointwise_kernel, strides=self.strides,
                                    padding=self.padding, dilation_rate=self.dilation_rate, data_format=self.data_format)
    return self._finish(outputs, self.filters)

  def compute_output_shape(self, input_shape):
    return nn_ops.compute_conv_output_shape(input_shape, self.filters, self.kernel_size, strides=self.strides,
                                            padding=self.padding, data_format=self.data_format,
                                            dilation_rate=self.dilation_rate)

  def get_config(self):
    return config_of(self, super().get_config(), 'depth_multiplier', 'filters', 'kernel_size', 'strides', 'padding',
                     'data_format', 'dilation_rate', 'activation', 'use_bias', 'depthwise_initializer',
                     'pointwise_initializer', 'bias_initializer', 'depthwise_regularizer', 'pointwise_regularizer',
                     'bias_regularizer', 'activity_regularizer', 'depthwise_constraint', 'pointwise_constraint',
                     'bias_constraint')


__name__ = 'keras.src.layers.convolutional.separable_conv1d'


#: tf.keras.layers.SeparableConv1D tf.keras.layers.SeparableConvolution1D
class SeparableConv1D(BaseSeparableConv):
  def __init__(self, filters, kernel_size, strides=1, padding='valid', data_format=None, dilation_rate=1,
               depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer='glorot_uniform',
               pointwise_initializer='glorot_uniform', bias_initializer='zeros', depthwise_regularizer=None,
               pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
               pointwise_constraint=None, bias_constraint=None, **kwargs):
    super().__init__(1, depth_multiplier, filters, kernel_size, strides, padding, data_format, dilation_rate, activation,
                     use_bias, depthwise_initializer, pointwise_initializer, bias_initializer, depthwise_regularizer,
                     pointwise_regularizer, bias_regularizer, activity_regularizer, depthwise_constraint,
                     pointwise_constraint, bias_constraint, **kwargs)


__name__ = 'keras.src.layers.convolutional.separable_conv2d'


#: tf.keras.layers.SeparableConv2D tf.keras.layers.SeparableConvolution2D
class SeparableConv2D(BaseSeparableConv):
  def __init__(self, filters, kernel_size, strides=(1, 1), padding='valid', data_format=None, dilation_rate=(1, 1),
               depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer='glorot_uniform',
               pointwise_initializer='glorot_uniform', bias_initializer='zeros', depthwise_regularizer=None,
               pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None, depthwise_constraint=None,
               pointwise_constraint=None, bias_constraint=None, **kwargs):
    super().__init__(2, depth_multiplier, filters, kernel_size, strides, padding, data_format, dilation_rate, activation,
                     use_bias, depthwise_initializer, pointwise_initializer, bias_initializer, depthwise_regularizer,
                     pointwise_regularizer, bias_regularizer, activity_regularizer, depthwise_constraint,
                     pointwise_constraint, bias_constraint, **kwargs)
