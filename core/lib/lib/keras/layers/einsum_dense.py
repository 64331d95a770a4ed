"""tf.keras.layers: EinsumDense (keras/src/layers/core/einsum_dense.py)."""
import re

from tensorflow_lib.keras.einsum import einsum
from tensorflow_lib.keras.layers.support import (InputSpec, Layer, config_of, initializers, ops, serialize_object, take)

__name__ = 'keras.src.layers.core.einsum_dense'
_LETTERS = '([a-zA-Z]+),([a-zA-Z]+)->'
# Without an ellipsis, with one on the left, with one on the right.
_FORMS = (_LETTERS + '([a-zA-Z]+)', '0' + _LETTERS + '0([a-zA-Z]+)', '([a-zA-Z]{2,})0,([a-zA-Z]+)->([a-zA-Z]+)0')


def analyze(equation, bias_axes, input_shape, output_shape):
  """Shapes of kernel, bias (or None) and output, and which axes of the kernel are inputs and which outputs."""
  text = equation.replace('...', '0')
  for number, form in enumerate(_FORMS):
    found = re.match(form, text)
    if found:
      return _analyze(found.groups(), bias_axes, input_shape, output_shape, number == 1)
  raise ValueError("Invalid einsum equation '%s'. Equations must be in the form [X],[Y]->[Z], ...[X],[Y]->...[Z], or "
                   '[X]...,[Y]->[Z]....' % equation)


def _analyze(specs, bias_axes, input_shape, output_shape, left_elided):
  input_spec, weight_spec, output_spec = specs
  elided = len(input_shape) - len(input_spec)
  output_shape = [input_shape[0]] + list(output_shape)
  offset = elided if left_elided else 0
  if elided > 0 and left_elided:
    for i in range(1, elided):
      output_shape.insert(1, input_shape[i])
  elif elided > 0:
    output_shape.extend(input_shape[len(input_shape) - elided:])
  in_dims = {dim: i + offset - (len(input_shape) if left_elided else 0) for i, dim in enumerate(input_spec)}
  out_dims = {dim: i + offset for i, dim in enumerate(output_spec)}
  for dim in input_spec:
    if dim in out_dims:
      size, out_size = input_shape[in_dims[dim]], output_shape[out_dims[dim]]
      if out_size is not None and out_size != size:
        raise ValueError("Input shape and output shape do not match at shared dimension '%s'. Input shape is %s, and output "
                         'shape is %s.' % (dim, size, out_size))
  for dim in output_spec:
    if dim not in input_spec and dim not in weight_spec:
      raise ValueError("Dimension '%s' was specified in the output '%s' but has no corresponding dim in the input spec '%s' "
                       "or weight spec '%s'" % (dim, output_spec, input_spec, output_spec))
  weight_shape, input_axes, output_axes = [], [], []
  for i, dim in enumerate(weight_spec):
    if dim in out_dims:
      weight_shape.append(output_shape[out_dims[dim]])
      output_axes.append(i)
    elif dim in in_dims:
      weight_shape.append(input_shape[in_dims[dim]])
      input_axes.append(i)
    else:
      raise ValueError("Weight dimension '%s' did not have a match in either the input spec '%s' or the output spec '%s'. "
                       'For this layer, the weight must be fully specified.' % (dim, input_spec, output_spec))
  bias_shape = None
  if bias_axes is not None:
    for char in bias_axes:
      if char not in output_spec:
        raise ValueError("Bias dimension '%s' was requested, but is not part of the output spec '%s'" %
                         (char, output_spec))
    first = min(output_spec.find(char) for char in bias_axes)
    bias_shape = [output_shape[out_dims[c]] if c in bias_axes else 1 for c in output_spec[first:]]
    if not left_elided:
      bias_shape += [1] * elided
  return weight_shape, bias_shape, output_shape, input_axes, output_axes


#: tf.keras.layers.EinsumDense
class EinsumDense(Layer):
  """activation(einsum(equation, inputs, kernel) + bias)."""

  def __init__(self, equation, output_shape, activation=None, bias_axes=None, kernel_initializer='glorot_uniform',
               bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, kernel_constraint=None,
               bias_constraint=None, lora_rank=None, lora_alpha=None, gptq_unpacked_column_size=None,
               quantization_config=None, **kwargs):
    super().__init__(**kwargs)
    if lora_rank is not None or gptq_unpacked_column_size is not None or quantization_config is not None:
      raise NotImplementedError('tf.keras.layers.EinsumDense with LoRA or quantization')
    self.equation = equation
    self.partial_output_shape = (output_shape,) if isinstance(output_shape, int) else tuple(output_shape)
    self.bias_axes = bias_axes
    take(self, activation=activation, kernel_initializer=kernel_initializer, bias_initializer=bias_initializer,
         kernel_regularizer=kernel_regularizer, bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
         bias_constraint=bias_constraint)
    self.lora_rank = lora_rank
    self.lora_alpha = lora_alpha
    self.lora_enabled = False

  def _analyze(self, input_shape):
    return analyze(self.equation, self.bias_axes, input_shape, self.partial_output_shape)

  def build(self, input_shape):
    kernel_shape, bias_shape, _, input_axes, output_axes = self._analyze(input_shape)
    self.input_spec = InputSpec(ndim=len(input_shape))
    initializer = self.kernel_initializer
    if isinstance(initializer, initializers.VarianceScaling) and (initializer.input_axes is None or
                                                                  initializer.output_axes is None):
      config = {**initializer.get_config(), 'seed': initializer.seed, 'input_axes': input_axes,
                'output_axes': output_axes}
      initializer = type(initializer).from_config(config)
    self._kernel = self.add_weight(name='kernel', shape=tuple(kernel_shape), initializer=initializer,
                                   regularizer=self.kernel_regularizer, constraint=self.kernel_constraint,
                                   dtype=self.dtype, trainable=True)
    self.bias = None
    if bias_shape is not None:
      self.bias = self.add_weight(name='bias', shape=tuple(bias_shape), initializer=self.bias_initializer,
                                  regularizer=self.bias_regularizer, constraint=self.bias_constraint, dtype=self.dtype,
                                  trainable=True)
    self.built = True

  @property
  def kernel(self):
    if not self.built:
      raise AttributeError('You must build the layer before accessing `kernel`.')
    return self._kernel

  def compute_output_shape(self, input_shape):
    return tuple(self._analyze(input_shape)[2])

  def call(self, inputs, training=None):
    x = einsum(self.equation, inputs, self.kernel)
    if self.bias is not None:
      x = ops.add(x, self.bias)
    if self.activation is not None:
      x = self.activation(x)
    return x

  def get_config(self):
    config = {'output_shape': self.partial_output_shape,
              **config_of(self, 'equation activation bias_axes kernel_initializer bias_initializer kernel_regularizer '
                                'bias_regularizer activity_regularizer kernel_constraint bias_constraint'),
              'quantization_config': None}
    return {**super().get_config(), **config}
