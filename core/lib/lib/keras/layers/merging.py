"""tf.keras.layers: what makes one tensor of several (keras/src/layers/merging)."""
from tensorflow_lib.keras import nn_ops, numpy_ops as ops
from tensorflow_lib.keras.core_ops import cast
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.layers.common import config_of
from tensorflow_lib.keras.tensors import KerasTensor, get_keras_mask, set_keras_mask, shape as shape_of

__name__ = 'keras.src.layers.merging.base_merge'


def _broadcast_shapes(shape1, shape2):
  if shape1 is None or shape2 is None:
    return None
  if len(shape1) < len(shape2):
    shape1, shape2 = shape2, shape1
  if not shape2:
    return shape1
  out = list(shape1[:-len(shape2)])
  for i, j in zip(shape1[-len(shape2):], shape2):
    if i is None or j is None:
      out.append(None)
    elif i == 1:
      out.append(j)
    elif j == 1:
      out.append(i)
    else:
      if i != j:
        raise ValueError('Inputs have incompatible shapes. Received shapes %s and %s' % (shape1, shape2))
      out.append(i)
  return tuple(out)


def _merged(input_shape):
  """The shape without the batch that elementwise ops on these shapes give."""
  out = input_shape[0][1:] if input_shape[0] is not None else None
  for shape in input_shape[1:]:
    out = _broadcast_shapes(out, None if shape is None else shape[1:])
  return out


def _check_masks(inputs, mask, colon):
  if not isinstance(mask, (tuple, list)):
    raise ValueError('`mask` should be a list. Received%s mask=%s' % (colon, mask))
  if not isinstance(inputs, (tuple, list)):
    raise ValueError('`inputs` should be a list. Received: inputs=%s' % (inputs,))
  if len(mask) != len(inputs):
    raise ValueError('The lists `inputs` and `mask` should have the same length. Received: inputs=%s of length %d, and '
                     'mask=%s of length %d' % (inputs, len(inputs), mask, len(mask)))


def _mask_of(x):
  mask = get_keras_mask(x)
  return None if mask is None else ops.broadcast_to(ops.expand_dims(mask, -1), shape_of(x))


class Merge(Layer):
  """What takes a list of tensors."""

  def __init__(self, **kwargs):
    super().__init__(**kwargs)
    self.supports_masking = True

  def _merge_function(self, inputs):
    raise NotImplementedError

  def _apply_merge_op_and_or_mask(self, op_fn, inputs):
    output = output_mask = None
    for x in inputs:
      mask = _mask_of(x)
      if output is None:
        output, output_mask = x, mask
        continue
      if mask is not None:
        x = ops.where(mask, x, output)
      if output_mask is not None:
        output = ops.where(output_mask, output, x)
      if mask is not None and output_mask is not None:
        output_mask = ops.logical_or(output_mask, mask)
      else:
        output_mask = None
      output = op_fn(output, x)
    if output_mask is not None:
      set_keras_mask(output, ops.any(output_mask, axis=-1, keepdims=False))
    return output

  def build(self, input_shape):
    if not isinstance(input_shape[0], (tuple, list)):
      raise ValueError('A merge layer should be called on a list of inputs. Received: input_shape=%s (not a list of shapes)' %
                       (input_shape,))
    if len(input_shape) < 1:
      raise ValueError('A merge layer should be called on a list of at least 1 input. Received %d inputs. Full input_shape '
                       'received: %s' % (len(input_shape), input_shape))
    if len({s[0] for s in input_shape if s} - {None}) > 1:
      raise ValueError('Cannot merge tensors with different batch sizes. Received tensors with shapes %s' % (input_shape,))
    _merged(input_shape)
    self._reshape_required = None in input_shape or len({len(s) for s in input_shape}) != 1

  def call(self, inputs):
    if not isinstance(inputs, (list, tuple)):
      raise ValueError('A merge layer should be called on a list of inputs. Received: inputs=%s (not a list of tensors)' %
                       (inputs,))
    if not self._reshape_required:
      return self._merge_function(inputs)
    most = max(len(x.shape) for x in inputs)
    reshaped = []
    for x in inputs:
      for _ in range(most - len(x.shape)):
        x = ops.expand_dims(x, axis=1)
      reshaped.append(x)
    return self._merge_function(reshaped)

  def compute_output_shape(self, input_shape):
    out = _merged(input_shape)
    batch_sizes = {s[0] for s in input_shape if s is not None} - {None}
    return (list(batch_sizes)[0] if len(batch_sizes) == 1 else None,) + out

  def compute_output_spec(self, inputs):
    return KerasTensor(self.compute_output_shape([x.shape for x in inputs]), dtype=self.compute_dtype,
                       sparse=all(x.sparse for x in inputs))

  def compute_mask(self, inputs, mask=None):
    if mask is None:
      return None
    _check_masks(inputs, mask, ':')
    if any(m is None for m in mask):
      return None
    out = mask[0]
    for m in mask[1:]:
      out = ops.logical_or(out, m)
    return out

  def get_config(self):
    return super().get_config()


__name__ = 'keras.src.layers.merging.add'


#: tf.keras.layers.Add
class Add(Merge):
  def _merge_function(self, inputs):
    output = inputs[0]
    for x in inputs[1:]:
      output = ops.add(output, x)
    return output


#: tf.keras.layers.add =add
def add(inputs, **kwargs):
  return Add(**kwargs)(inputs)


__name__ = 'keras.src.layers.merging.subtract'


#: tf.keras.layers.Subtract
class Subtract(Merge):
  def build(self, input_shape):
    super().build(input_shape)
    if len(input_shape) != 2:
      raise ValueError('A `Subtract` layer should be called on exactly 2 inputs. Received: input_shape=%s' % (input_shape,))

  def _merge_function(self, inputs):
    if len(inputs) != 2:
      raise ValueError('A `Subtract` layer should be called on exactly 2 inputs. Received: inputs=%s' % (inputs,))
    return ops.subtract(inputs[0], inputs[1])


#: tf.keras.layers.subtract =subtract
def subtract(inputs, **kwargs):
  return Subtract(**kwargs)(inputs)


__name__ = 'keras.src.layers.merging.multiply'


#: tf.keras.layers.Multiply
class Multiply(Merge):
  def _merge_function(self, inputs):
    masks = [get_keras_mask(x) for x in inputs]
    all_masked = all(mask is not None for mask in masks)
    output = output_mask = None
    for x, mask in zip(inputs, masks):
      if mask is not None:
        mask = _mask_of(x)
        x = ops.where(mask, x, cast(1, x.dtype))
        if all_masked:
          output_mask = mask if output_mask is None else ops.logical_or(output_mask, mask)
      output = x if output is None else ops.multiply(output, x)
    if all_masked:
      output = ops.where(output_mask, output, cast(0, output.dtype))
      set_keras_mask(output, ops.any(output_mask, axis=-1, keepdims=False))
    return output


#: tf.keras.layers.multiply =multiply
def multiply(inputs, **kwargs):
  return Multiply(**kwargs)(inputs)


__name__ = 'keras.src.layers.merging.average'


#: tf.keras.layers.Average
class Average(Merge):
  def _merge_function(self, inputs):
    output = inputs[0]
    for x in inputs[1:]:
      output = ops.add(output, x)
    return output / len(inputs)


#: tf.keras.layers.average =average
def average(inputs, **kwargs):
  return Average(**kwargs)(inputs)


__name__ = 'keras.src.layers.merging.maximum'


#: tf.keras.layers.Maximum
class Maximum(Merge):
  def _merge_function(self, inputs):
    return self._apply_merge_op_and_or_mask(ops.maximum, inputs)


#: tf.keras.layers.maximum =maximum
def maximum(inputs, **kwargs):
  return Maximum(**kwargs)(inputs)


__name__ = 'keras.src.layers.merging.minimum'


#: tf.keras.layers.Minimum
class Minimum(Merge):
  def _merge_function(self, inputs):
    return self._apply_merge_op_and_or_mask(ops.minimum, inputs)


#: tf.keras.layers.minimum =minimum
def minimum(inputs, **kwargs):
  return Minimum(**kwargs)(inputs)


__name__ = 'keras.src.layers.merging.concatenate'


#: tf.keras.layers.Concatenate
class Concatenate(Merge):
  def __init__(self, axis=-1, **kwargs):
    super().__init__(**kwargs)
    self.axis = axis
    self.supports_masking = True
    self._reshape_required = False

  def build(self, input_shape):
    if len(input_shape) < 1 or not isinstance(input_shape[0], (tuple, list)):
      raise ValueError('A `Concatenate` layer should be called on a list of at least 1 input. Received: input_shape=%s' %
                       (input_shape,))
    if all(shape is None for shape in input_shape):
      return
    reduced = set()
    for shape in input_shape:
      dims = list(shape)
      if len(dims) > self.axis:
        del dims[self.axis]
      reduced.add(tuple(dims))
    if len(reduced) == 1:
      return
    text = ('A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. Received: '
            'input_shape=%s' % (input_shape,))
    ranks = {len(shape) for shape in reduced}
    if len(ranks) != 1:
      raise ValueError(text)
    for axis in range(ranks.pop()):
      if len({shape[axis] for shape in reduced if shape[axis] is not None}) > 1:
        raise ValueError(text)

  def _merge_function(self, inputs):
    return ops.concatenate(inputs, axis=self.axis)

  def compute_output_shape(self, input_shape):
    if not isinstance(input_shape, (tuple, list)) or not isinstance(input_shape[0], (tuple, list)):
      raise ValueError('A `Concatenate` layer should be called on a list of inputs. Received: input_shape=%s' %
                       (input_shape,))
    out = list(input_shape[0])
    for shape in input_shape[1:]:
      if out[self.axis] is None or shape[self.axis] is None:
        out[self.axis] = None
        break
      out[self.axis] += shape[self.axis]
    return tuple(out)

  def compute_mask(self, inputs, mask=None):
    if mask is None:
      return None
    _check_masks(inputs, mask, '')
    if all(m is None for m in mask):
      return None
    masks = []
    for x, m in zip(inputs, mask):
      if m is None:
        m = ops.ones_like(x, dtype='bool')
      elif len(m.shape) < len(x.shape):
        m = ops.logical_or(ops.expand_dims(m, axis=-1), ops.zeros_like(x, dtype='bool'))
      masks.append(m)
    return ops.any(ops.concatenate(masks, axis=self.axis), axis=-1, keepdims=False)

  def get_config(self):
    return config_of(self, super().get_config(), 'axis')


#: tf.keras.layers.concatenate =concatenate
def concatenate(inputs, axis=-1, **kwargs):
  return Concatenate(axis=axis, **kwargs)(inputs)


__name__ = 'keras.src.layers.merging.dot'


def _dot_axes(x, y, axes):
  """(axis of x, axis of y), none of them negative."""
  if isinstance(axes, int):
    axes = [axes, axes]
  if axes is None:
    axes = [len(x.shape) - 1, len(y.shape) - (1 if len(y.shape) == 2 else 2)]
  if any(isinstance(a, (list, tuple)) for a in axes):
    raise ValueError('Multiple target dimensions are not supported. Expected: None, int, (int, int), Provided: %s ' % (axes,))
  axes = [a + len(t.shape) if a < 0 else a for a, t in zip(axes, (x, y))]
  if 0 in axes:
    raise ValueError('Cannot perform batch_dot over axis 0. If your inputs are not batched, add a dummy batch dimension to '
                     'your inputs using keras.ops.expand_dims(x, 0)')
  return axes


def batch_dot(x, y, axes=None):
  """Sums of products over an axis of x and one of y, for each of the batch."""
  x_dims, y_dims = x.shape, y.shape
  shown = (x_dims, y_dims)
  if len(x_dims) < 2 or len(y_dims) < 2:
    raise ValueError('Cannot do batch_dot on inputs with rank < 2. Received inputs with shapes %s and %s.' % shown)
  if x_dims[0] is not None and y_dims[0] is not None and x_dims[0] != y_dims[0]:
    raise ValueError('Cannot do batch_dot on inputs with different batch sizes. Received inputs with shapes %s and %s.' %
                     shown)
  axes = _dot_axes(x, y, axes)
  a0, a1 = axes
  d1, d2 = x_dims[a0], y_dims[a1]
  if d1 is not None and d2 is not None and d1 != d2:
    raise ValueError('Cannot do batch_dot on inputs with shapes %s and %s with axes=%s. x.shape[%d] != y.shape[%d] (%s != '
                     '%s).' % (shown + (axes, a0, a1, d1, d2)))
  x_rank, y_rank = len(x_dims), len(y_dims)
  flat_x, flat_y = x_rank == 2, y_rank == 2
  if flat_x:
    x = ops.expand_dims(x, 1)
    a0 += 1
    x_rank += 1
  if flat_y:
    y = ops.expand_dims(y, 2)
    y_rank += 1
  if a0 != x_rank - 1:
    x = ops.transpose(x, [i for i in range(x_rank) if i != a0] + [a0])
  if a1 != 1:
    others = [i for i in range(1, y_rank) if i != a1]
    y = ops.transpose(y, [0, a1] + others)
  middle = trail = None
  if x_rank > 3:
    dims = shape_of(x)
    middle = dims[1:-1]
    x = ops.reshape(x, (dims[0], -1, dims[-1]))
  if y_rank > 3:
    dims = shape_of(y)
    trail = dims[2:]
    y = ops.reshape(y, (dims[0], dims[1], -1))
  result = ops.matmul(x, y)
  out = shape_of(result)
  if middle is not None:
    out = out[:1] + middle + out[-1:]
  if trail is not None:
    out = out[:-1] + trail
  if middle is not None or trail is not None:
    result = ops.reshape(result, out)
  if flat_x:
    return ops.squeeze(result, 1)
  return ops.squeeze(result, -1) if flat_y else result


#: tf.keras.layers.Dot
class Dot(Merge):
  def __init__(self, axes, normalize=False, **kwargs):
    super().__init__(**kwargs)
    if not isinstance(axes, int):
      if not isinstance(axes, (list, tuple)):
        raise TypeError('Invalid type for argument `axes`: it should be a list or an int. Received: axes=%s' % (axes,))
      if len(axes) != 2:
        raise ValueError('Invalid format for argument `axes`: it should contain two elements. Received: axes=%s' % (axes,))
      if not isinstance(axes[0], int) or not isinstance(axes[1], int):
        raise ValueError('Invalid format for argument `axes`: list elements should be integers. Received: axes=%s' %
                         (axes,))
    self.axes = axes
    self.normalize = normalize
    self.supports_masking = True
    self._reshape_required = False

  def _axes_of(self, shapes):
    if isinstance(self.axes, int):
      return [self.axes % len(s) for s in shapes] if self.axes < 0 else [self.axes] * 2
    return self.axes

  def build(self, input_shape):
    if not isinstance(input_shape[0], (tuple, list)) or len(input_shape) != 2:
      raise ValueError('A `Dot` layer should be called on a list of 2 inputs. Received: input_shape=%s' % (input_shape,))
    shape1, shape2 = input_shape
    if shape1 is None or shape2 is None:
      return
    axes = self._axes_of(input_shape)
    if shape1[axes[0]] != shape2[axes[1]]:
      raise ValueError('Incompatible input shapes: axis values %s (at axis %s) != %s (at axis %s). Full input shapes: %s, %s' %
                       (shape1[axes[0]], axes[0], shape2[axes[1]], axes[1], shape1, shape2))

  def _merge_function(self, inputs):
    if len(inputs) != 2:
      raise ValueError('A `Dot` layer should be called on exactly 2 inputs. Received: inputs=%s' % (inputs,))
    x1, x2 = inputs
    axes = [a % len(x.shape) if a < 0 else a for a, x in zip(self._axes_of([x1.shape, x2.shape]), inputs)]
    if self.normalize:
      x1, x2 = nn_ops.normalize(x1, axis=axes[0]), nn_ops.normalize(x2, axis=axes[1])
    return batch_dot(x1, x2, axes)

  def compute_output_shape(self, input_shape):
    if not isinstance(input_shape, (tuple, list)) or len(input_shape) != 2:
      raise ValueError('A `Dot` layer should be called on a list of 2 inputs. Received: input_shape=%s' % (input_shape,))
    shape1, shape2 = list(input_shape[0]), list(input_shape[1])
    axes = self._axes_of(input_shape)
    shape1.pop(axes[0])
    shape2.pop(axes[1])
    shape2.pop(0)
    out = shape1 + shape2
    return tuple(out if len(out) > 1 else out + [1])

  def compute_mask(self, inputs, mask=None):
    return None

  def get_config(self):
    return config_of(self, super().get_config(), 'axes', 'normalize')


#: tf.keras.layers.dot =dot
def dot(inputs, axes=-1, **kwargs):
  return Dot(axes=axes, **kwargs)(inputs)
