"""tf.keras.layers: Dense, Embedding, Masking, Lambda, Identity, Wrapper (keras/src/layers/core)."""
import inspect
import types
import warnings

import tensorflow as tf
from tensorflow_lib.keras import activations, numpy_ops as ops, serialization
from tensorflow_lib.keras.core_ops import cast
from tensorflow_lib.keras.input_spec import InputSpec
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of, take_parts
from tensorflow_lib.keras.state import flatten, map_shapes, map_structure
from tensorflow_lib.keras.tensors import KerasTensor, compute_output_spec, set_keras_mask

__name__ = 'keras.src.layers.core.dense'


#: tf.keras.layers.Dense
class Dense(Layer):
  """activation(inputs @ kernel + bias)."""

  def __init__(self, units, activation=None, use_bias=True, kernel_initializer='glorot_uniform', bias_initializer='zeros',
               kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               bias_constraint=None, lora_rank=None, lora_alpha=None, quantization_config=None, **kwargs):
    if not isinstance(units, int) or units <= 0:
      raise ValueError('Received an invalid value for `units`, expected a positive integer. Received: units=%s' % (units,))
    super().__init__(activity_regularizer=activity_regularizer, **kwargs)
    if lora_rank:
      raise NotImplementedError('tf.keras.layers.Dense with lora_rank')
    self.units = units
    take_parts(self, activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
               bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
               bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint, bias_constraint=bias_constraint)
    self.quantization_config = quantization_config
    self.input_spec = InputSpec(min_ndim=2)
    self.supports_masking = True

  def build(self, input_shape):
    self._kernel = self.add_weight(name='kernel', shape=(input_shape[-1], self.units),
                                   initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                   constraint=self.kernel_constraint)
    self.bias = self.add_weight(name='bias', shape=(self.units,), initializer=self.bias_initializer,
                                regularizer=self.bias_regularizer,
                                constraint=self.bias_constraint) if self.use_bias else None
    self.input_spec = InputSpec(min_ndim=2, axes={-1: input_shape[-1]})
    self.built = True

  @property
  def kernel(self):
    if not self.built:
      raise AttributeError('You must build the layer before accessing `kernel`.')
    return self._kernel

  @kernel.setter
  def kernel(self, value):
    raise AttributeError("property 'kernel' of '%s' object has no setter" % type(self).__name__)

  def call(self, inputs, training=None):
    x = ops.matmul(inputs, self.kernel)
    if self.bias is not None:
      x = ops.add(x, self.bias)
    return x if self.activation is None else self.activation(x)

  def compute_output_shape(self, input_shape):
    return tuple(input_shape[:-1]) + (self.units,)

  def get_config(self):
    return config_of(self, super().get_config(), 'units', 'activation', 'use_bias', 'kernel_initializer',
                     'bias_initializer', 'kernel_regularizer', 'bias_regularizer', 'kernel_constraint', 'bias_constraint',
                     'quantization_config')


__name__ = 'keras.src.layers.core.embedding'


#: tf.keras.layers.Embedding
class Embedding(Layer):
  """Rows of a table by their index."""

  def __init__(self, input_dim, output_dim, embeddings_initializer='uniform', embeddings_regularizer=None,
               embeddings_constraint=None, mask_zero=False, weights=None, lora_rank=None, lora_alpha=None,
               quantization_config=None, **kwargs):
    for name, value in (('input_dim', input_dim), ('output_dim', output_dim)):
      if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
        raise ValueError('`%s` must be a positive integer. Received: %s=%s (of type %s).' %
                         (name, name, value, type(value).__name__))
    if kwargs.pop('input_length', None) is not None:
      warnings.warn('Argument `input_length` is deprecated. Just remove it.')
    super().__init__(**kwargs)
    if lora_rank:
      raise NotImplementedError('tf.keras.layers.Embedding with lora_rank')
    self.input_dim = input_dim
    self.output_dim = output_dim
    take_parts(self, embeddings_initializer=embeddings_initializer, embeddings_regularizer=embeddings_regularizer,
               embeddings_constraint=embeddings_constraint)
    self.mask_zero = mask_zero
    self.supports_masking = mask_zero
    self.autocast = False
    self.quantization_config = quantization_config
    if weights is not None:
      self.build()
      self.set_weights(weights if isinstance(weights, list) and len(weights) == 1 else [weights])

  def build(self, input_shape=None):
    if self.built:
      return
    self._embeddings = self.add_weight(shape=(self.input_dim, self.output_dim), name='embeddings',
                                       initializer=self.embeddings_initializer, regularizer=self.embeddings_regularizer,
                                       constraint=self.embeddings_constraint, trainable=True)
    self.built = True

  @property
  def embeddings(self):
    if not self.built:
      raise AttributeError('You must build the layer before accessing `embeddings`.')
    return self._embeddings

  def call(self, inputs):
    if inputs.dtype != 'int32' and inputs.dtype != 'int64':
      inputs = cast(inputs, 'int32')
    return cast(ops.take(self.embeddings, inputs, axis=0), self.compute_dtype)

  def compute_mask(self, inputs, mask=None):
    return ops.not_equal(inputs, 0) if self.mask_zero else None

  def compute_output_shape(self, input_shape):
    return tuple(input_shape) + (self.output_dim,)

  def get_config(self):
    return config_of(self, super().get_config(), 'input_dim', 'output_dim', 'embeddings_initializer',
                     'embeddings_regularizer', 'activity_regularizer', 'embeddings_constraint', 'mask_zero',
                     'quantization_config')


__name__ = 'keras.src.layers.core.masking'


#: tf.keras.layers.Masking
class Masking(Layer):
  """Steps that hold nothing but mask_value are left out by the layers behind."""

  def __init__(self, mask_value=0.0, **kwargs):
    super().__init__(**kwargs)
    if isinstance(mask_value, dict) and mask_value.get('config'):
      mask_value = serialization.deserialize_keras_object(mask_value)
    self.mask_value = mask_value
    self.supports_masking = True
    self._build_at_init()

  def compute_mask(self, inputs, mask=None):
    return ops.any(ops.not_equal(inputs, self.mask_value), axis=-1)

  def call(self, inputs):
    kept = ops.any(ops.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
    outputs = ops.where(kept, inputs, 0)
    set_keras_mask(outputs, ops.squeeze(kept, axis=-1))
    return outputs

  def compute_output_shape(self, input_shape):
    return input_shape

  def get_config(self):
    return {**super().get_config(), 'mask_value': self.mask_value}


__name__ = 'keras.src.layers.core.identity'


#: tf.keras.layers.Identity
class Identity(Layer):
  def __init__(self, **kwargs):
    super().__init__(**kwargs)
    self.supports_masking = True
    self._build_at_init()

  def call(self, inputs):
    return inputs

  def compute_output_shape(self, input_shape):
    return input_shape

  def compute_output_spec(self, inputs):
    return map_structure(lambda x: KerasTensor(x.shape, dtype=x.dtype, sparse=x.sparse), inputs)


__name__ = 'keras.src.layers.core.lambda_layer'


#: tf.keras.layers.Lambda
class Lambda(Layer):
  """A function as a layer."""

  def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
    super().__init__(**kwargs)
    self.arguments = arguments or {}
    self.function = function
    self.supports_masking = mask is not None
    self.mask = mask
    self._output_shape = output_shape
    names = inspect.getfullargspec(function).args
    self._fn_expects_training_arg = 'training' in names
    self._fn_expects_mask_arg = 'mask' in names

  def compute_output_shape(self, input_shape):
    if self._output_shape is None:
      try:
        inputs = map_shapes(lambda s: KerasTensor(s, dtype=self.compute_dtype), input_shape)
        return map_structure(lambda x: x.shape, compute_output_spec(self.call, inputs))
      except Exception:
        raise NotImplementedError("We could not automatically infer the shape of the Lambda's output. Please specify the "
                                  '`output_shape` argument for this Lambda layer.')
    if callable(self._output_shape):
      return self._output_shape(input_shape)
    batch = flatten(input_shape)[0]
    return map_shapes(lambda s: (batch,) + s, self._output_shape)

  def call(self, inputs, mask=None, training=None):
    kwargs = dict(self.arguments)
    if self._fn_expects_mask_arg:
      kwargs['mask'] = mask
    if self._fn_expects_training_arg:
      kwargs['training'] = training
    return self.function(inputs, **kwargs)

  def compute_mask(self, inputs, mask=None):
    return self.mask(inputs, mask) if callable(self.mask) else self.mask

  def get_config(self):
    config = {'function': self._function_config(self.function)}
    if self._output_shape is not None:
      config['output_shape'] = (self._function_config(self._output_shape) if callable(self._output_shape)
                                else self._output_shape)
    if self.mask is not None:
      config['mask'] = self._function_config(self.mask) if callable(self.mask) else \
          serialization.serialize_keras_object(self.mask)
    config['arguments'] = serialization.serialize_keras_object(dict(self.arguments))
    return {**super().get_config(), **config}

  def _function_config(self, fn):
    if isinstance(fn, types.FunctionType) and fn.__name__ == '<lambda>':
      return {'class_name': '__lambda__', 'config': {'value': fn}}
    return serialization.serialize_keras_object(fn)

  @classmethod
  def from_config(cls, config, custom_objects=None, safe_mode=None):
    config = dict(config)
    for what in ('function', 'output_shape'):
      value = config.get(what)
      if isinstance(value, dict) and value.get('class_name') == '__lambda__':
        if safe_mode is not False:
          raise ValueError('Requested the deserialization of a `Lambda` layer whose `function` is a Python lambda. This '
                           'carries a potential risk of arbitrary code execution and thus it is disallowed by default. If '
                           'you trust the source of the artifact, you can override this error by passing `safe_mode=False` '
                           'to the loading function, or calling `keras.config.enable_unsafe_deserialization().')
        config[what] = value['config']['value']
      elif what in config:
        config[what] = serialization.deserialize_keras_object(value, custom_objects=custom_objects)
    if isinstance(config.get('output_shape'), list):
      config['output_shape'] = tuple(config['output_shape'])
    return cls(**config)


__name__ = 'keras.src.layers.core.wrapper'


#: tf.keras.layers.Wrapper
class Wrapper(Layer):
  """A layer around another one."""

  def __init__(self, layer, **kwargs):
    if not isinstance(layer, Layer):
      raise ValueError("Layer %s supplied to Wrapper isn't a supported layer type. Please ensure wrapped layer is a valid Keras "
                       'layer.' % (layer,))
    super().__init__(**kwargs)
    self.layer = layer

  def build(self, input_shape=None):
    if not self.layer.built:
      self.layer.build(input_shape)
      self.layer.built = True

  def get_config(self):
    return {**super().get_config(), 'layer': serialization.serialize_keras_object(self.layer)}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    config = dict(config)
    layer = serialization.deserialize_keras_object(config.pop('layer'), custom_objects=custom_objects)
    return cls(layer, **config)
