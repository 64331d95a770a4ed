"""tf.keras.layers: activations as layers (keras/src/layers/activations)."""
import warnings

from tensorflow_lib.keras import activations, numpy_ops as ops
from tensorflow_lib.keras.core_ops import cast, logsumexp
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of, take_parts
from tensorflow_lib.keras.state import standardize_dtype

__name__ = 'keras.src.layers.activations.activation'


class _Elementwise(Layer):
  def __init__(self, **kwargs):
    super().__init__(**kwargs)
    self.supports_masking = True
    self._build_at_init()

  def compute_output_shape(self, input_shape):
    return input_shape


#: tf.keras.layers.Activation
class Activation(_Elementwise):
  def __init__(self, activation, **kwargs):
    super().__init__(**kwargs)
    self.activation = activations.get(activation)

  def call(self, inputs):
    return self.activation(inputs)

  def get_config(self):
    return config_of(self, super().get_config(), 'activation')


__name__ = 'keras.src.layers.activations.elu'


#: tf.keras.layers.ELU
class ELU(_Elementwise):
  def __init__(self, alpha=1.0, **kwargs):
    super().__init__(**kwargs)
    self.alpha = alpha

  def call(self, inputs):
    return activations.elu(inputs, alpha=self.alpha)


__name__ = 'keras.src.layers.activations.leaky_relu'


#: tf.keras.layers.LeakyReLU
class LeakyReLU(_Elementwise):
  def __init__(self, negative_slope=0.3, **kwargs):
    if 'alpha' in kwargs:
      negative_slope = kwargs.pop('alpha')
      warnings.warn('Argument `alpha` is deprecated. Use `negative_slope` instead.')
    super().__init__(**kwargs)
    if negative_slope is None or negative_slope < 0:
      raise ValueError('The negative_slope value of a Leaky ReLU layer cannot be None or negative value. Expected a float. '
                       'Received: negative_slope=%s' % (negative_slope,))
    self.negative_slope = negative_slope

  def call(self, inputs):
    return activations.leaky_relu(inputs, negative_slope=self.negative_slope)

  def get_config(self):
    return config_of(self, super().get_config(), 'negative_slope')


__name__ = 'keras.src.layers.activations.prelu'


#: tf.keras.layers.PReLU
class PReLU(Layer):
  def __init__(self, alpha_initializer='Zeros', alpha_regularizer=None, alpha_constraint=None, shared_axes=None, **kwargs):
    super().__init__(**kwargs)
    self.supports_masking = True
    take_parts(self, alpha_initializer=alpha_initializer, alpha_regularizer=alpha_regularizer,
               alpha_constraint=alpha_constraint)
    several = isinstance(shared_axes, (list, tuple))
    self.shared_axes = None if shared_axes is None else list(shared_axes) if several else [shared_axes]

  def build(self, input_shape):
    shape = list(input_shape[1:])
    for i in self.shared_axes or []:
      shape[i - 1] = 1
    self.alpha = self.add_weight(shape=shape, name='alpha', initializer=self.alpha_initializer,
                                 regularizer=self.alpha_regularizer, constraint=self.alpha_constraint)
    axes = {i: input_shape[i] for i in range(1, len(input_shape)) if i not in self.shared_axes} if self.shared_axes else {}
    self.input_spec = InputSpec(ndim=len(input_shape), axes=axes)

  def call(self, inputs):
    pos = activations.relu(inputs)
    neg = -self.alpha * activations.relu(-inputs)
    return pos + neg

  def get_config(self):
    return config_of(self, super().get_config(), 'alpha_initializer', 'alpha_regularizer', 'alpha_constraint',
                     'shared_axes')

  def compute_output_shape(self, input_shape):
    return input_shape


__name__ = 'keras.src.layers.activations.relu'


#: tf.keras.layers.ReLU
class ReLU(_Elementwise):
  def __init__(self, max_value=None, negative_slope=0.0, threshold=0.0, **kwargs):
    super().__init__(**kwargs)
    if max_value is not None and max_value < 0.0:
      raise ValueError('max_value of a ReLU layer cannot be a negative value. Received: max_value=%s' % max_value)
    for name, value in (('negative_slope', negative_slope), ('threshold', threshold)):
      if value is None or value < 0.0:
        raise ValueError('%s of a ReLU layer cannot be None or a negative value. Received: %s=%s' % (name, name, value))
    self.max_value = max_value
    self.negative_slope = negative_slope
    self.threshold = threshold

  def call(self, inputs):
    return activations.relu(inputs, negative_slope=self.negative_slope, max_value=self.max_value,
                            threshold=self.threshold)

  def get_config(self):
    return config_of(self, super().get_config(), 'max_value', 'negative_slope', 'threshold')


__name__ = 'keras.src.layers.activations.softmax'


#: tf.keras.layers.Softmax
class Softmax(_Elementwise):
  def __init__(self, axis=-1, **kwargs):
    super().__init__(**kwargs)
    self.axis = axis

  def call(self, inputs, mask=None):
    if mask is not None:
      if len(mask.shape) > len(inputs.shape):
        raise ValueError('The `mask` must be broadcastable to `inputs` and must not have more dimensions. Received: '
                         'inputs.shape=%s, mask.shape=%s' % (inputs.shape, mask.shape))
      for m, i in zip(reversed(tuple(mask.shape)), reversed(tuple(inputs.shape))):
        if m is not None and i is not None and m != 1 and m != i:
          raise ValueError('The `mask` must be broadcastable to `inputs`. Each mask dimension must be 1 or match the '
                           'corresponding input dimension. Received: inputs.shape=%s, mask.shape=%s' %
                           (inputs.shape, mask.shape))
      if standardize_dtype(mask.dtype) != 'bool':
        mask = ops.greater(mask, cast(0.5, mask.dtype))
      inputs = ops.where(mask, inputs, -3e4 if standardize_dtype(inputs.dtype) == 'float16' else -1e9)
    axis = self.axis
    if isinstance(axis, (tuple, list)) and len(axis) > 1:
      outputs = ops.exp(inputs - logsumexp(inputs, axis=axis, keepdims=True))
    else:
      outputs = activations.softmax(inputs, axis=axis[0] if isinstance(axis, (tuple, list)) else axis)
    return outputs if mask is None else ops.where(mask, outputs, 0.0)

  def get_config(self):
    return config_of(self, super().get_config(), 'axis')
