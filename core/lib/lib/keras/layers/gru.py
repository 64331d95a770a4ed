"""tf.keras.layers: GRU and its cell (keras/src/layers/rnn/gru.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.lstm import check_cudnn, prepare_loop
from tensorflow_lib.keras.layers.rnn import RNN, DropoutRNNCell, check_units, of_cell
from tensorflow_lib.keras.layers.support import InputSpec, Layer, config_of, ops, take

__name__ = 'keras.src.layers.rnn.gru'
_OPTIONS = ('units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer '
            'kernel_regularizer recurrent_regularizer bias_regularizer %skernel_constraint recurrent_constraint '
            'bias_constraint dropout recurrent_dropout reset_after')


#: tf.keras.layers.GRUCell
class GRUCell(Layer, DropoutRNNCell):
  """Gates for what is new and what of the state is looked at; one state."""

  def __init__(self, units, activation='tanh', recurrent_activation='sigmoid', use_bias=True,
               kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros',
               kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None,
               recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, reset_after=True,
               seed=None, **kwargs):
    check_units(units)
    implementation = kwargs.pop('implementation', 2)
    super().__init__(**kwargs)
    self.implementation = implementation
    take(self, units=units, activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
         kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
         bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
         recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
         kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint,
         bias_constraint=bias_constraint)
    self._set_dropout(dropout, recurrent_dropout, seed, masks=3)
    self.reset_after = reset_after
    self.state_size = self.units
    self.output_size = self.units

  def build(self, input_shape):
    self.kernel = self.add_weight(shape=(input_shape[-1], self.units * 3), name='kernel',
                                  initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                  constraint=self.kernel_constraint)
    self.recurrent_kernel = self.add_weight(shape=(self.units, self.units * 3), name='recurrent_kernel',
                                            initializer=self.recurrent_initializer,
                                            regularizer=self.recurrent_regularizer,
                                            constraint=self.recurrent_constraint)
    self.bias = None
    if self.use_bias:
      # Where the state is reset after its product, inputs and state have a bias each.
      shape = (2, 3 * self.units) if self.reset_after else (3 * self.units,)
      self.bias = self.add_weight(shape=shape, name='bias', initializer=self.bias_initializer,
                                  regularizer=self.bias_regularizer, constraint=self.bias_constraint)

  def _part(self, x, k):
    """The part of the last axis that belongs to gate k."""
    part = slice(self.units * k if k else None, self.units * (k + 1) if k < 2 else None)
    return x[part] if len(x.shape) == 1 else x[:, part]

  def _separate(self, inputs, h, input_bias, recurrent_bias, training):
    """Each gate by itself, so that each can have a mask of its own."""
    masks = self.get_dropout_mask(inputs) if training and 0.0 < self.dropout < 1.0 else None
    inputs = [inputs if masks is None else inputs * masks[k] for k in range(3)]
    x = [ops.matmul(inputs[k], self._part(self.kernel, k)) for k in range(3)]
    if self.use_bias:
      x = [x[k] + self._part(input_bias, k) for k in range(3)]
    masks = self.get_recurrent_dropout_mask(h) if training and 0.0 < self.recurrent_dropout < 1.0 else None
    h = [h if masks is None else h * masks[k] for k in range(3)]
    inner = [ops.matmul(h[k], self._part(self.recurrent_kernel, k)) for k in range(2)]
    if self.reset_after and self.use_bias:
      inner = [inner[k] + self._part(recurrent_bias, k) for k in range(2)]
    z = self.recurrent_activation(x[0] + inner[0])
    r = self.recurrent_activation(x[1] + inner[1])
    if self.reset_after:
      new = ops.matmul(h[2], self._part(self.recurrent_kernel, 2))
      if self.use_bias:
        new = new + self._part(recurrent_bias, 2)
      new = r * new
    else:
      new = ops.matmul(r * h[2], self._part(self.recurrent_kernel, 2))
    return z, self.activation(x[2] + new)

  def _together(self, inputs, h, input_bias, recurrent_bias, training):
    if training and 0.0 < self.dropout < 1.0:
      inputs = inputs * self.get_dropout_mask(inputs)
    x = ops.matmul(inputs, self.kernel)
    if self.use_bias:
      x = ops.add(x, input_bias)
    x = ops.split(x, 3, axis=-1)
    if self.reset_after:
      inner = ops.matmul(h, self.recurrent_kernel)
      if self.use_bias:
        inner = inner + recurrent_bias
    else:
      inner = ops.matmul(h, self.recurrent_kernel[:, :2 * self.units])
    inner = [self._part(inner, k) for k in range(3)]
    z = self.recurrent_activation(x[0] + inner[0])
    r = self.recurrent_activation(x[1] + inner[1])
    if self.reset_after:
      new = r * inner[2]
    else:
      new = ops.matmul(r * h, self.recurrent_kernel[:, 2 * self.units:])
    return z, self.activation(x[2] + new)

  def call(self, inputs, states, training=False):
    is_list = tf.nest.is_nested(states)
    h = states[0] if is_list else states
    input_bias = recurrent_bias = None
    if self.use_bias:
      if self.reset_after:
        parts = ops.split(self.bias, self.bias.shape[0], axis=0)
        input_bias, recurrent_bias = [ops.squeeze(e, axis=0) for e in parts]
      else:
        input_bias = self.bias
    z, new = (self._separate if self.implementation == 1 else self._together)(inputs, h, input_bias, recurrent_bias,
                                                                             training)
    h = z * h + (1 - z) * new
    return h, [h] if is_list else h

  def get_config(self):
    return {**super().get_config(), **config_of(self, _OPTIONS % '' + ' seed')}

  def get_initial_state(self, batch_size=None):
    return [ops.zeros((batch_size, self.state_size), dtype=self.compute_dtype)]


#: tf.keras.layers.GRU
class GRU(RNN):
  """Gated recurrent units."""

  def __init__(self, units, activation='tanh', recurrent_activation='sigmoid', use_bias=True,
               kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros',
               kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, activity_regularizer=None,
               kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0,
               recurrent_dropout=0.0, seed=None, return_sequences=False, return_state=False, go_backwards=False,
               stateful=False, unroll=False, reset_after=True, use_cudnn='auto', **kwargs):
    cell = GRUCell(
        units, activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
        kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
        bias_initializer=bias_initializer, kernel_regularizer=kernel_regularizer,
        recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
        kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint,
        bias_constraint=bias_constraint, dropout=dropout, recurrent_dropout=recurrent_dropout, reset_after=reset_after,
        dtype=kwargs.get('dtype', None), trainable=kwargs.get('trainable', True), name='gru_cell', seed=seed,
        implementation=kwargs.pop('implementation', 2))
    super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                     stateful=stateful, unroll=unroll, activity_regularizer=activity_regularizer, **kwargs)
    self.input_spec = InputSpec(ndim=3)
    check_cudnn(use_cudnn)
    self.use_cudnn = use_cudnn

  def inner_loop(self, sequences, initial_state, mask, training=False):
    if tf.nest.is_nested(initial_state):
      initial_state = initial_state[0]
    mask = prepare_loop(self, sequences, mask, training)
    return super().inner_loop(sequences, initial_state, mask=mask, training=training)

  def call(self, sequences, initial_state=None, mask=None, training=False):
    return super().call(sequences, mask=mask, training=training, initial_state=initial_state)

  def get_config(self):
    base = super().get_config()
    del base['cell']
    return {**base, **config_of(self, _OPTIONS % 'activity_regularizer '), 'seed': self.cell.seed}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


of_cell(GRU, _OPTIONS % '')
