"""tf.keras.layers: LSTM and its cell (keras/src/layers/rnn/lstm.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.rnn import RNN, DropoutRNNCell, check_units, of_cell
from tensorflow_lib.keras.layers.support import InputSpec, Layer, config_of, forget_bias, ops, shape_of, take

__name__ = 'keras.src.layers.rnn.lstm'
_OPTIONS = ('units activation recurrent_activation use_bias kernel_initializer recurrent_initializer bias_initializer '
            'unit_forget_bias kernel_regularizer recurrent_regularizer bias_regularizer activity_regularizer kernel_constraint '
            'recurrent_constraint bias_constraint dropout recurrent_dropout')
_CELL = ('units activation recurrent_activation use_bias unit_forget_bias kernel_initializer recurrent_initializer '
         'bias_initializer kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint '
         'recurrent_constraint bias_constraint dropout recurrent_dropout')


def check_cudnn(use_cudnn):
  if use_cudnn not in ('auto', True, False):
    raise ValueError("Invalid valid received for argument `use_cudnn`. Expected one of {'auto', True, False}. Received: "
                     'use_cudnn=%s' % use_cudnn)


def without_cudnn(use_cudnn):
  """There is no cuDNN on a CPU: who asks for it is told so."""
  if use_cudnn is True:
    raise ValueError("use_cudnn=True was specified, but cuDNN is not supported for this layer configuration with this "
                     "backend. Pass use_cudnn='auto' to fallback to a non-cuDNN implementation.")


def prepare_loop(layer, sequences, mask, training):
  """The mask of the first input; the mask of the inputs' dropout is made, as it is for cuDNN."""
  if layer.use_cudnn in ('auto', True) and not layer.recurrent_dropout and training and layer.dropout:
    drop = ops.expand_dims(layer.cell.get_dropout_mask(sequences[:, 0, :]), axis=1)
    sequences * ops.broadcast_to(drop, shape_of(sequences))
  without_cudnn(layer.use_cudnn)
  return mask[0] if tf.nest.is_nested(mask) else mask


#: tf.keras.layers.LSTMCell
class LSTMCell(Layer, DropoutRNNCell):
  """Gates for what is taken in, kept and given; two states, h and c."""

  def __init__(self, units, activation='tanh', recurrent_activation='sigmoid', use_bias=True,
               kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros',
               unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None,
               kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0,
               recurrent_dropout=0.0, seed=None, **kwargs):
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
    self._set_dropout(dropout, recurrent_dropout, seed, masks=4)
    self.unit_forget_bias = unit_forget_bias
    self.state_size = [self.units, self.units]
    self.output_size = self.units

  def build(self, input_shape):
    self.kernel = self.add_weight(shape=(input_shape[-1], self.units * 4), name='kernel',
                                  initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                  constraint=self.kernel_constraint)
    self.recurrent_kernel = self.add_weight(shape=(self.units, self.units * 4), name='recurrent_kernel',
                                            initializer=self.recurrent_initializer,
                                            regularizer=self.recurrent_regularizer,
                                            constraint=self.recurrent_constraint)
    self.bias = None
    if self.use_bias:
      first = forget_bias(self, self.units) if self.unit_forget_bias else self.bias_initializer
      self.bias = self.add_weight(shape=(self.units * 4,), name='bias', initializer=first,
                                  regularizer=self.bias_regularizer, constraint=self.bias_constraint)

  def _gate(self, x, h, k):
    return x[k] + ops.matmul(h[k], self.recurrent_kernel[:, self.units * k:self.units * (k + 1) if k < 3 else None])

  def _separate(self, inputs, h, c, training):
    """Each gate by itself, so that each can have a mask of its own."""
    masks = self.get_dropout_mask(inputs) if training and 0.0 < self.dropout < 1.0 else None
    inputs = [inputs if masks is None else inputs * masks[k] for k in range(4)]
    kernels = ops.split(self.kernel, 4, axis=1)
    x = [ops.matmul(inputs[k], kernels[k]) for k in range(4)]
    if self.use_bias:
      biases = ops.split(self.bias, 4, axis=0)
      x = [x[k] + biases[k] for k in range(4)]
    masks = self.get_recurrent_dropout_mask(h) if training and 0.0 < self.recurrent_dropout < 1.0 else None
    h = [h if masks is None else h * masks[k] for k in range(4)]
    i = self.recurrent_activation(self._gate(x, h, 0))
    f = self.recurrent_activation(self._gate(x, h, 1))
    c = f * c + i * self.activation(self._gate(x, h, 2))
    o = self.recurrent_activation(self._gate(x, h, 3))
    return c, o

  def call(self, inputs, states, training=False):
    h, c = states[0], states[1]
    if self.implementation == 1:
      c, o = self._separate(inputs, h, c, training)
    else:
      if training and 0.0 < self.dropout < 1.0:
        inputs = inputs * self.get_dropout_mask(inputs)
      z = ops.matmul(inputs, self.kernel)
      z = ops.add(z, ops.matmul(h, self.recurrent_kernel))
      if self.use_bias:
        z = ops.add(z, self.bias)
      z = ops.split(z, 4, axis=1)
      i = self.recurrent_activation(z[0])
      f = self.recurrent_activation(z[1])
      c = f * c + i * self.activation(z[2])
      o = self.recurrent_activation(z[3])
    h = o * self.activation(c)
    return h, [h, c]

  def get_config(self):
    return {**super().get_config(), **config_of(self, _CELL + ' seed')}

  def get_initial_state(self, batch_size=None):
    return [ops.zeros((batch_size, d), dtype=self.compute_dtype) for d in self.state_size]


#: tf.keras.layers.LSTM
class LSTM(RNN):
  """Long short-term memory."""

  def __init__(self, units, activation='tanh', recurrent_activation='sigmoid', use_bias=True,
               kernel_initializer='glorot_uniform', recurrent_initializer='orthogonal', bias_initializer='zeros',
               unit_forget_bias=True, kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None,
               activity_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None,
               dropout=0.0, recurrent_dropout=0.0, seed=None, return_sequences=False, return_state=False,
               go_backwards=False, stateful=False, unroll=False, use_cudnn='auto', **kwargs):
    cell = LSTMCell(
        units, activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
        kernel_initializer=kernel_initializer, unit_forget_bias=unit_forget_bias,
        recurrent_initializer=recurrent_initializer, bias_initializer=bias_initializer,
        kernel_regularizer=kernel_regularizer, recurrent_regularizer=recurrent_regularizer,
        bias_regularizer=bias_regularizer, kernel_constraint=kernel_constraint,
        recurrent_constraint=recurrent_constraint, bias_constraint=bias_constraint, dropout=dropout,
        recurrent_dropout=recurrent_dropout, dtype=kwargs.get('dtype', None), trainable=kwargs.get('trainable', True),
        name='lstm_cell', seed=seed, implementation=kwargs.pop('implementation', 2))
    super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                     stateful=stateful, unroll=unroll, activity_regularizer=activity_regularizer, **kwargs)
    self.input_spec = InputSpec(ndim=3)
    check_cudnn(use_cudnn)
    self.use_cudnn = use_cudnn

  def inner_loop(self, sequences, initial_state, mask, training=False):
    mask = prepare_loop(self, sequences, mask, training)
    return super().inner_loop(sequences, initial_state, mask=mask, training=training)

  def call(self, sequences, initial_state=None, mask=None, training=False):
    return super().call(sequences, mask=mask, training=training, initial_state=initial_state)

  def get_config(self):
    base = super().get_config()
    del base['cell']
    return {**base, **config_of(self, _OPTIONS), 'seed': self.cell.seed}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


of_cell(LSTM, _CELL)
