"""tf.keras.layers: Bidirectional (keras/src/layers/rnn/bidirectional.py)."""
import copy

from tensorflow_lib.keras.layers.support import Layer, cast, deserialize_object, ops, serialize_object

__name__ = 'keras.src.layers.rnn.bidirectional'


def _again(layer, prefix, **changes):
  """A new layer of the same config."""
  config = serialize_object(layer)
  name = layer.name
  config['config'].update(changes)
  config['config']['name'] = prefix + (name[len(prefix):] if name.startswith(prefix) else name)
  return deserialize_object(config)


#: tf.keras.layers.Bidirectional
class Bidirectional(Layer):
  """A recurrent layer forwards and another backwards."""

  def __init__(self, layer, merge_mode='concat', weights=None, backward_layer=None, **kwargs):
    if not isinstance(layer, Layer):
      raise ValueError('Please initialize `Bidirectional` layer with a `keras.layers.Layer` instance. Received: %s' %
                       (layer,))
    if backward_layer is not None and not isinstance(backward_layer, Layer):
      raise ValueError('`backward_layer` need to be a `keras.layers.Layer` instance. Received: %s' % (backward_layer,))
    if merge_mode not in ['sum', 'mul', 'ave', 'concat', None]:
      raise ValueError('Invalid merge mode. Received: %s. Merge mode should be one of {"sum", "mul", "ave", "concat", None}'
                       % (merge_mode,))
    super().__init__(**kwargs)
    self.forward_layer = _again(layer, 'forward_')
    self.backward_layer = (_again(layer, 'backward_', go_backwards=True) if backward_layer is None else backward_layer)
    if hasattr(layer, 'use_cudnn'):
      self.forward_layer.use_cudnn = layer.use_cudnn
      self.backward_layer.use_cudnn = layer.use_cudnn
    self._verify_layer_config()
    for one in (self.forward_layer, self.backward_layer):
      if getattr(one, 'zero_output_for_mask', None) is not None:
        one.zero_output_for_mask = one.return_sequences
    self.merge_mode = merge_mode
    if weights:
      half = len(weights) // 2
      self.forward_layer.initial_weights = weights[:half]
      self.backward_layer.initial_weights = weights[half:]
    self.stateful = layer.stateful
    self.return_sequences = layer.return_sequences
    self.return_state = layer.return_state
    self.supports_masking = True
    self.input_spec = layer.input_spec

  def _verify_layer_config(self):
    forward, backward = self.forward_layer, self.backward_layer
    if forward.go_backwards == backward.go_backwards:
      raise ValueError('Forward layer and backward layer should have different `go_backwards` value. Received: '
                       'forward_layer.go_backwards %s, backward_layer.go_backwards=%s' %
                       (forward.go_backwards, backward.go_backwards))
    for name in ('stateful', 'return_sequences', 'return_state'):
      if getattr(forward, name) != getattr(backward, name):
        raise ValueError('Forward layer and backward layer are expected to have the same value for attribute "%s", got '
                         '"%s" for forward layer and "%s" for backward layer' %
                         (name, getattr(forward, name), getattr(backward, name)))

  def compute_output_shape(self, sequences_shape, initial_state_shape=None):
    output_shape = self.forward_layer.compute_output_shape(sequences_shape)
    state_shape = ()
    if self.return_state:
      output_shape, state_shape = output_shape[0], output_shape[1:]
    if self.merge_mode == 'concat':
      output_shape = (*output_shape[:-1], output_shape[-1] * 2)
    elif self.merge_mode is None:
      output_shape = [output_shape, output_shape]
    if not self.return_state:
      return tuple(output_shape)
    if self.merge_mode is None:
      return tuple(output_shape) + state_shape + state_shape
    return (output_shape,) + state_shape + state_shape

  def call(self, sequences, initial_state=None, mask=None, training=None):
    kwargs = {}
    if self.forward_layer._call_has_training_arg:
      kwargs['training'] = training
    if self.forward_layer._call_has_mask_arg:
      kwargs['mask'] = mask
    forward_state = backward_state = None
    if initial_state is not None:
      half = len(initial_state) // 2
      forward_state, backward_state = initial_state[:half], initial_state[half:]
    y = self.forward_layer(sequences, initial_state=forward_state, **kwargs)
    y_rev = self.backward_layer(sequences, initial_state=backward_state, **kwargs)
    states = ()
    if self.return_state:
      states = tuple(y[1:] + y_rev[1:])
      y, y_rev = y[0], y_rev[0]
    y = cast(y, self.compute_dtype)
    y_rev = cast(y_rev, self.compute_dtype)
    if self.return_sequences:
      y_rev = ops.flip(y_rev, axis=1)
    if self.merge_mode == 'concat':
      output = ops.concatenate([y, y_rev], axis=-1)
    elif self.merge_mode == 'sum':
      output = y + y_rev
    elif self.merge_mode == 'ave':
      output = (y + y_rev) / 2
    elif self.merge_mode == 'mul':
      output = y * y_rev
    else:
      output = (y, y_rev)
    if not self.return_state:
      return output
    return (output if self.merge_mode is None else (output,)) + states

  def reset_states(self):
    self.reset_state()

  def reset_state(self):
    if not self.stateful:
      raise AttributeError('Layer must be stateful.')
    self.forward_layer.reset_state()
    self.backward_layer.reset_state()

  @property
  def states(self):
    if self.forward_layer.states and self.backward_layer.states:
      return tuple(self.forward_layer.states + self.backward_layer.states)
    return None

  def build(self, sequences_shape, initial_state_shape=None):
    for layer in (self.forward_layer, self.backward_layer):
      if not layer.built:
        layer.build(sequences_shape)

  def compute_mask(self, _, mask):
    if isinstance(mask, list):
      mask = mask[0]
    if not self.return_sequences:
      mask = None
    output_mask = mask if self.merge_mode else (mask, mask)
    if self.return_state and self.states is not None:
      return (output_mask,) + tuple(None for _ in self.states) * 2
    return output_mask

  def get_config(self):
    return {**super().get_config(), 'merge_mode': self.merge_mode, 'layer': serialize_object(self.forward_layer),
            'backward_layer': serialize_object(self.backward_layer)}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    config = copy.deepcopy(config)
    for name in ('layer', 'backward_layer'):
      if config.get(name) is not None:
        config[name] = deserialize_object(config[name], custom_objects=custom_objects)
    return cls(**config)
