"""tf.keras.layers: RNN, StackedRNNCells and what cells share (keras/src/layers/rnn)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import (Layer, SeedGenerator, Variable, cast, convert_to_tensor, deserialize_object,
                                                 dropout, name_scope, ops, serialize_object, shape_of)
from tensorflow_lib.keras.rnn_loop import rnn

__name__ = 'keras.src.layers.rnn.dropout_rnn_cell'
nest = tf.nest


class DropoutRNNCell:
  """The dropout of a cell: one mask for all turns of a sequence, kept until the layer drops it."""

  def _create_dropout_mask(self, step_input, rate):
    count = getattr(self, 'dropout_mask_count', None)
    ones = ops.ones_like(step_input)
    masks = [dropout(ones, rate=rate, seed=self.seed_generator) for _ in range(count or 1)]
    return masks[0] if count is None else masks

  def get_dropout_mask(self, step_input):
    mask = getattr(self, '_dropout_mask', None)
    if mask is None and self.dropout > 0:
      mask = self._create_dropout_mask(step_input, self.dropout)
    self._dropout_mask = mask
    return mask

  def get_recurrent_dropout_mask(self, step_input):
    mask = getattr(self, '_recurrent_dropout_mask', None)
    if mask is None and self.recurrent_dropout > 0:
      mask = self._create_dropout_mask(step_input, self.recurrent_dropout)
    self._recurrent_dropout_mask = mask
    return mask

  def reset_dropout_mask(self):
    self._dropout_mask = None

  def reset_recurrent_dropout_mask(self):
    self._recurrent_dropout_mask = None

  def _set_dropout(self, dropout, recurrent_dropout, seed, masks=0):
    """What every cell with dropout has: rates between 0 and 1, a seed; `masks` gates if each has a mask of its own."""
    self.dropout = min(1.0, max(0.0, dropout))
    self.recurrent_dropout = min(1.0, max(0.0, recurrent_dropout))
    if masks:
      if self.recurrent_dropout != 0.0:
        self.implementation = 1
      if self.implementation == 1:
        self.dropout_mask_count = masks
    self.seed = seed
    self.seed_generator = SeedGenerator(seed=seed)


def check_units(units):
  if units <= 0:
    raise ValueError('Received an invalid value for argument `units`, expected a positive integer, got %s.' % units)


def of_cell(cls, names):
  """Properties of the layer that are its cell's attributes."""
  for name in names.split():
    setattr(cls, name, property(lambda self, name=name: getattr(self.cell, name)))


__name__ = 'keras.src.layers.rnn.stacked_rnn_cells'


#: tf.keras.layers.StackedRNNCells
class StackedRNNCells(Layer):
  """Cells, each fed with the output of the one before."""

  def __init__(self, cells, **kwargs):
    super().__init__(**kwargs)
    for cell in cells:
      if 'call' not in dir(cell):
        raise ValueError('All cells must have a `call` method. Received cell without a `call` method: %s' % (cell,))
      if 'state_size' not in dir(cell):
        raise ValueError('All cells must have a `state_size` attribute. Received cell without a `state_size`: %s' %
                         (cell,))
    self.cells = cells

  @property
  def state_size(self):
    return [c.state_size for c in self.cells]

  @property
  def output_size(self):
    last = self.cells[-1]
    if getattr(last, 'output_size', None) is not None:
      return last.output_size
    return last.state_size[0] if isinstance(last.state_size, (list, tuple)) else last.state_size

  def get_initial_state(self, batch_size=None):
    initial_states = []
    for cell in self.cells:
      make = getattr(cell, 'get_initial_state', None)
      if make:
        initial_states.append(make(batch_size=batch_size))
      elif isinstance(cell.state_size, int):
        initial_states.append(ops.zeros((batch_size, cell.state_size), dtype=self.compute_dtype))
      else:
        initial_states.append([ops.zeros((batch_size, d), dtype=self.compute_dtype) for d in cell.state_size])
    return initial_states

  def call(self, inputs, states, training=False, **kwargs):
    new_states = []
    for cell, states in zip(self.cells, states):
      is_list = nest.is_nested(states)
      states = list(states) if is_list else [states]
      if isinstance(cell, Layer) and cell._call_has_training_arg:
        kwargs['training'] = training
      else:
        kwargs.pop('training', None)
      inputs, states = (cell if callable(cell) else cell.call)(inputs, states, **kwargs)
      if len(states) == 1 and not is_list:
        states = states[0]
      new_states.append(states)
    if len(new_states) == 1:
      new_states = new_states[0]
    return inputs, new_states

  def build(self, input_shape):
    for cell in self.cells:
      if isinstance(cell, Layer) and not cell.built:
        cell.build(input_shape)
        cell.built = True
      if getattr(cell, 'output_size', None) is not None:
        output_dim = cell.output_size
      elif isinstance(cell.state_size, (list, tuple)):
        output_dim = cell.state_size[0]
      else:
        output_dim = cell.state_size
      input_shape = (nest.flatten(input_shape)[0], output_dim)

  def get_config(self):
    return {**super().get_config(), 'cells': [serialize_object(cell) for cell in self.cells]}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    cells = [deserialize_object(c, custom_objects=custom_objects) for c in config.pop('cells')]
    return cls(cells, **config)


__name__ = 'keras.src.layers.rnn.rnn'


#: tf.keras.layers.RNN
class RNN(Layer):
  """A cell over each turn of sequences (batch, time, ...)."""

  def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False, unroll=False,
               zero_output_for_mask=False, **kwargs):
    if isinstance(cell, (list, tuple)):
      cell = StackedRNNCells(cell)
    if 'call' not in dir(cell):
      raise ValueError('Argument `cell` should have a `call` method. Received: cell=%s' % (cell,))
    if 'state_size' not in dir(cell):
      raise ValueError('The RNN cell should have a `state_size` attribute (single integer or list of integers, one '
                       'integer per RNN state). Received: cell=%s' % (cell,))
    super().__init__(**kwargs)
    self.zero_output_for_mask = zero_output_for_mask
    self.cell = cell
    self.return_sequences = return_sequences
    self.return_state = return_state
    self.go_backwards = go_backwards
    self.stateful = stateful
    self.unroll = unroll
    self.supports_masking = True
    self.input_spec = None
    self.states = None
    self._expected_batch_size = None
    state_size = getattr(self.cell, 'state_size', None)
    if state_size is None:
      raise ValueError('state_size must be specified as property on the RNN cell.')
    if not isinstance(state_size, (list, tuple, int)):
      raise ValueError('state_size must be an integer, or a list/tuple of integers (one for each state tensor).')
    self.single_state = isinstance(state_size, int)
    self.state_size = [state_size] if self.single_state else list(state_size)

  def compute_output_shape(self, sequences_shape, initial_state_shape=None):
    batch_size, length = sequences_shape[0], sequences_shape[1]
    states_shape = []
    for state_size in self.state_size:
      if isinstance(state_size, int):
        states_shape.append((batch_size, state_size))
      elif isinstance(state_size, (list, tuple)):
        states_shape.append([(batch_size, s) for s in state_size])
    output_size = getattr(self.cell, 'output_size', None)
    if output_size is None:
      output_size = self.state_size[0]
    if not isinstance(output_size, int):
      raise ValueError('output_size must be an integer.')
    output_shape = (batch_size, length, output_size) if self.return_sequences else (batch_size, output_size)
    return (output_shape, *states_shape) if self.return_state else output_shape

  def compute_mask(self, _, mask):
    mask = nest.flatten(mask)[0]
    output_mask = mask if self.return_sequences else None
    return [output_mask] + [None for _ in self.state_size] if self.return_state else output_mask

  def build(self, sequences_shape, initial_state_shape=None):
    step_shape = (sequences_shape[0],) + tuple(sequences_shape[2:])
    if isinstance(self.cell, Layer) and not self.cell.built:
      self.cell.build(step_shape)
      self.cell.built = True
    if not self.stateful:
      return
    if self.states is not None:
      self.reset_state()
      return
    if sequences_shape[0] is None:
      raise ValueError('When using `stateful=True` in a RNN, the batch size must be static. Found dynamic batch size: '
                       'sequence.shape=%s' % (sequences_shape,))
    self._create_state_variables(sequences_shape[0])
    self._expected_batch_size = shape_of(nest.flatten(self.states)[0])[0]

  def _create_state_variables(self, batch_size):
    # They are no weights of the layer, so that it does not track them.
    with name_scope(self.name, caller=self):
      states = nest.map_structure(
          lambda value: Variable(value, trainable=False, dtype=self.variable_dtype, name='rnn_state'),
          self.get_initial_state(batch_size))
    object.__setattr__(self, 'states', states)

  def get_initial_state(self, batch_size):
    make = getattr(self.cell, 'get_initial_state', None)
    if not make:
      return [ops.zeros((batch_size, d), dtype=self.cell.compute_dtype) for d in self.state_size]
    states = make(batch_size=batch_size)
    return list(states) if nest.is_nested(states) else [states]

  def reset_states(self):
    self.reset_state()

  def reset_state(self):
    if self.states is not None:
      for v in self.states:
        v.assign(ops.zeros_like(v.value))

  def inner_loop(self, sequences, initial_state, mask, training=False):
    cell_kwargs = {}
    if isinstance(self.cell, Layer) and self.cell._call_has_training_arg:
      cell_kwargs['training'] = training

    def step(inputs, states):
      output, new_states = self.cell(inputs, states, **cell_kwargs)
      return output, new_states if nest.is_nested(new_states) else [new_states]

    if not nest.is_nested(initial_state):
      initial_state = [initial_state]
    return rnn(step, sequences, initial_state, go_backwards=self.go_backwards, mask=mask, unroll=self.unroll,
               input_length=sequences.shape[1], zero_output_for_mask=self.zero_output_for_mask,
               return_all_outputs=self.return_sequences)

  def call(self, sequences, initial_state=None, mask=None, training=False):
    if self.unroll and sequences.shape[1] is None:
      raise ValueError('Cannot unroll a RNN if the time dimension is undefined. \n- If using a Sequential model, specify '
                       'the time dimension by passing an `Input()` as your first layer.\n- If using the functional API, '
                       'specify the time dimension by passing a `shape` or `batch_shape` argument to your `Input()`.')
    if initial_state is None:
      if self.stateful:
        initial_state = self.states
      else:
        initial_state = self.get_initial_state(batch_size=shape_of(sequences)[0])
    if self.stateful:
      batch_size = sequences.shape[0]
      if self._expected_batch_size is not None and batch_size is not None and batch_size != self._expected_batch_size:
        raise ValueError('If an RNN is stateful, the batch size of the input sequences must be the same as the batch size '
                         'of the initial state. \n- Expected batch size: %s\n- Received batch size: %s' %
                         (self._expected_batch_size, batch_size))
    if not nest.is_nested(initial_state):
      initial_state = [initial_state]
    initial_state = nest.map_structure(lambda x: convert_to_tensor(x, dtype=self.cell.compute_dtype),
                                       list(initial_state))
    self._maybe_config_dropout_masks(self.cell, sequences[:, 0, :], initial_state)
    last_output, outputs, states = self.inner_loop(sequences=sequences, initial_state=initial_state, mask=mask,
                                                   training=training)
    last_output = cast(last_output, self.compute_dtype)
    outputs = cast(outputs, self.compute_dtype)
    states = nest.map_structure(lambda x: cast(x, dtype=self.compute_dtype), states)
    self._maybe_reset_dropout_masks(self.cell)
    if self.stateful:
      for variable, value in zip(nest.flatten(self.states), nest.flatten(states)):
        variable.assign(value)
    output = outputs if self.return_sequences else last_output
    return (output, *states) if self.return_state else output

  def _maybe_config_dropout_masks(self, cell, inputs, states):
    state = states[0] if isinstance(states, (list, tuple)) else states
    if isinstance(cell, DropoutRNNCell):
      cell.get_dropout_mask(inputs)
      cell.get_recurrent_dropout_mask(state)
    if isinstance(cell, StackedRNNCells):
      for c, s in zip(cell.cells, states):
        self._maybe_config_dropout_masks(c, inputs, s)
        inputs, _ = (c if callable(c) else c.call)(inputs, list(s) if nest.is_nested(s) else [s])

  def _maybe_reset_dropout_masks(self, cell):
    if isinstance(cell, DropoutRNNCell):
      cell.reset_dropout_mask()
      cell.reset_recurrent_dropout_mask()
    if isinstance(cell, StackedRNNCells):
      for c in cell.cells:
        self._maybe_reset_dropout_masks(c)

  def get_config(self):
    names = ('return_sequences', 'return_state', 'go_backwards', 'stateful', 'unroll', 'zero_output_for_mask')
    config = {name: getattr(self, name) for name in names}
    return {**super().get_config(), **config, 'cell': serialize_object(self.cell)}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    cell = deserialize_object(config.pop('cell'), custom_objects=custom_objects)
    return cls(cell, **config)
