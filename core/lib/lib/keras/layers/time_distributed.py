"""tf.keras.layers: TimeDistributed (keras/src/layers/rnn/time_distributed.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import Layer, ops, shape_of

__name__ = 'keras.src.layers.rnn.time_distributed'


def _swap(x):
  """Batch and time change places."""
  return ops.transpose(x, axes=[1, 0, *range(2, len(x.shape))])


def _differ(a, b):
  return a is not None and b is not None and a != b


#: tf.keras.layers.TimeDistributed
class TimeDistributed(tf.keras.layers.Wrapper):
  """A layer on each turn of (batch, time, ...)."""

  def __init__(self, layer, **kwargs):
    if not isinstance(layer, Layer):
      raise ValueError('Please initialize `TimeDistributed` layer with a `keras.layers.Layer` instance. Received: %s' %
                       (layer,))
    super().__init__(layer, **kwargs)
    self.supports_masking = True

  def _get_child_input_shape(self, input_shape):
    if not isinstance(input_shape, (tuple, list)) or len(input_shape) < 3:
      raise ValueError('`TimeDistributed` Layer should be passed an `input_shape` with at least 3 dimensions, received: %s'
                       % (input_shape,))
    return (input_shape[0], *input_shape[2:])

  def compute_output_shape(self, input_shape):
    child = self.layer.compute_output_shape(self._get_child_input_shape(input_shape))
    return (child[0], input_shape[1], *child[1:])

  def build(self, input_shape):
    super().build(self._get_child_input_shape(input_shape))

  def _check_mask(self, mask, inputs):
    mask_shape, shape = mask.shape, inputs.shape
    if len(mask_shape) < 2:
      raise ValueError('The `mask` passed to the `TimeDistributed` layer must be at least 2D (e.g., `(batch_size, '
                       'timesteps)`), but it has %d dimension(s) with shape %s.' % (len(mask_shape), mask_shape))
    if _differ(shape[0], mask_shape[0]) or _differ(shape[1], mask_shape[1]):
      raise ValueError('The `mask` passed to the `TimeDistributed` layer has a shape %s that is incompatible with the '
                       "input shape %s. The first two dimensions of the mask (batch size and timesteps) must match the "
                       "input's first two dimensions. Expected mask shape prefix: (%s, %s)." %
                       (mask_shape, shape, shape[0], shape[1]))

  def call(self, inputs, training=None, mask=None):
    if mask is not None:
      self._check_mask(mask, inputs)
    steps = shape_of(inputs)[1]
    inputs = _swap(inputs)
    if mask is not None:
      mask = _swap(mask)

    def step(i):
      kwargs = {}
      if self.layer._call_has_mask_arg and mask is not None:
        kwargs['mask'] = mask[i]
      if self.layer._call_has_training_arg:
        kwargs['training'] = training
      return self.layer.call(inputs[i], **kwargs)

    if inputs.shape[0] is not None:
      return _swap(ops.stack([step(i) for i in range(inputs.shape[0])]))
    return _swap(tf.vectorized_map(step, ops.arange(steps)))
