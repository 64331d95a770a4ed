"""tf.keras.layers: SimpleRNN and its cell (keras/src/layers/rnn/simple_rnn.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.rnn import RNN, DropoutRNNCell, check_units, of_cell
from tensorflow_lib.keras.layers.support import InputSpec, Layer, config_of, ops, take

__name__ = 'keras.src.layers.rnn.simple_rnn'
_OPTIONS = ('units activation use_bias kernel_initializer recurrent_initializer bias_initializer kernel_regularizer '
            'recurrent_regularizer bias_regularizer %skernel_constraint recurrent_constraint bias_constraint dropout '
            'recurrent_dropout')


#: tf.keras.layers.SimpleRNNCell
class SimpleRNNCell(Layer, DropoutRNNCell):
  """activation(inputs @ kernel + state @ recurrent_kernel + bias)."""

  def __init__(self, units, activation='tanh', use_bias=True, kernel_initializer='glorot_uniform',
               recurrent_initializer='orthogonal', bias_initializer='zeros', kernel_regularizer=None,
               recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None, recurrent_constraint=None,
               bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, seed=None, **kwargs):
    check_units(units)
    super().__init__(**kwargs)
    self._set_dropout(dropout, recurrent_dropout, seed)
    take(self, units=units, activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
         recurrent_initializer=recurrent_initializer, bias_initializer=bias_initializer,
         kernel_regularizer=kernel_regularizer, recurrent_regularizer=recurrent_regularizer,
         bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
         recurrent_constraint=recurrent_constraint, bias_constraint=bias_constraint)
    self.state_size = self.units
    self.output_size = self.units

  def build(self, input_shape):
    self.kernel = self.add_weight(shape=(input_shape[-1], self.units), name='kernel',
                                  initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                  constraint=self.kernel_constraint)
    self.recurrent_kernel = self.add_weight(shape=(self.units, self.units), name='recurrent_kernel',
                                            initializer=self.recurrent_initializer,
                                            regularizer=self.recurrent_regularizer,
                                            constraint=self.recurrent_constraint)
    self.bias = None
    if self.use_bias:
      self.bias = self.add_weight(shape=(self.units,), name='bias', initializer=self.bias_initializer,
                                  regularizer=self.bias_regularizer, constraint=self.bias_constraint)

  def call(self, sequence, states, training=False):
    is_list = isinstance(states, (list, tuple))
    before = states[0] if is_list else states
    mask = self.get_dropout_mask(sequence)
    recurrent_mask = self.get_recurrent_dropout_mask(before)
    if training and mask is not None:
      sequence = sequence * mask
    h = ops.matmul(sequence, self.kernel)
    if self.bias is not None:
      h = ops.add(h, self.bias)
    if training and recurrent_mask is not None:
      before = before * recurrent_mask
    output = h + ops.matmul(before, self.recurrent_kernel)
    if self.activation is not None:
      output = self.activation(output)
    return output, [output] if is_list else output

  def get_initial_state(self, batch_size=None):
    return [ops.zeros((batch_size, self.state_size), dtype=self.compute_dtype)]

  def get_config(self):
    return {**super().get_config(), **config_of(self, _OPTIONS % '' + ' seed')}


#: tf.keras.layers.SimpleRNN
class SimpleRNN(RNN):
  """A fully connected layer that is fed its own output of the turn before."""

  def __init__(self, units, activation='tanh', use_bias=True, kernel_initializer='glorot_uniform',
               recurrent_initializer='orthogonal', bias_initializer='zeros', kernel_regularizer=None,
               recurrent_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
               recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0,
               return_sequences=False, return_state=False, go_backwards=False, stateful=False, unroll=False, seed=None,
               **kwargs):
    cell = SimpleRNNCell(
        units, activation=activation, use_bias=use_bias, kernel_initializer=kernel_initializer,
        recurrent_initializer=recurrent_initializer, bias_initializer=bias_initializer,
        kernel_regularizer=kernel_regularizer, recurrent_regularizer=recurrent_regularizer,
        bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
        recurrent_constraint=recurrent_constraint, bias_constraint=bias_constraint, dropout=dropout,
        recurrent_dropout=recurrent_dropout, seed=seed, dtype=kwargs.get('dtype', None),
        trainable=kwargs.get('trainable', True), name='simple_rnn_cell')
    super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                     stateful=stateful, unroll=unroll, **kwargs)
    self.input_spec = [InputSpec(ndim=3)]

  def call(self, sequences, initial_state=None, mask=None, training=False):
    return super().call(sequences, mask=mask, training=training, initial_state=initial_state)

  def get_config(self):
    base = super().get_config()
    del base['cell']
    return {**base, **config_of(self, _OPTIONS % 'activity_regularizer ')}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


of_cell(SimpleRNN, _OPTIONS % '')
