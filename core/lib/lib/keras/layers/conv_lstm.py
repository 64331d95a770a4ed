"""tf.keras.layers: ConvLSTM1D, 2D and 3D (keras/src/layers/rnn/conv_lstm.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.rnn import RNN, DropoutRNNCell, of_cell
from tensorflow_lib.keras.layers.support import (InputSpec, Layer, config_of, forget_bias, nn, ops,
                                                 standardize_data_format, standardize_padding, standardize_tuple, take)

__name__ = 'keras.src.layers.rnn.conv_lstm'
_OPTIONS = ('filters kernel_size strides padding data_format dilation_rate activation recurrent_activation use_bias '
            'kernel_initializer recurrent_initializer bias_initializer unit_forget_bias kernel_regularizer '
            'recurrent_regularizer bias_regularizer %skernel_constraint recurrent_constraint bias_constraint dropout '
            'recurrent_dropout')


class ConvLSTMCell(Layer, DropoutRNNCell):
  """An LSTM cell with convolutions instead of matrix products."""

  def __init__(self, rank, filters, kernel_size, strides=1, padding='valid', data_format=None, dilation_rate=1,
               activation='tanh', recurrent_activation='sigmoid', use_bias=True, kernel_initializer='glorot_uniform',
               recurrent_initializer='orthogonal', bias_initializer='zeros', unit_forget_bias=True,
               kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None,
               recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, seed=None, **kwargs):
    super().__init__(**kwargs)
    self._set_dropout(dropout, recurrent_dropout, seed)
    self.dropout_mask_count = 4
    self.rank = rank
    if rank > 3:
      raise ValueError('Rank %s convolutions are not currently implemented. Received: rank=%s' % (rank, rank))
    self.filters = filters
    self.kernel_size = standardize_tuple(kernel_size, rank, 'kernel_size')
    self.strides = standardize_tuple(strides, rank, 'strides', allow_zero=True)
    self.padding = standardize_padding(padding)
    self.data_format = standardize_data_format(data_format)
    self.dilation_rate = standardize_tuple(dilation_rate, rank, 'dilation_rate')
    if max(self.strides) > 1 and max(self.dilation_rate) > 1:
      raise ValueError('Specifying `strides > 1` is not compatible with `dilation_rate > 1`. Please provide `strides=1` or '
                       '`dilation_rate=1`. Received: strides=%s and dilation_rate=%s' %
                       (self.strides, self.dilation_rate))
    take(self, activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
         kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
         bias_initializer=bias_initializer, unit_forget_bias=unit_forget_bias, kernel_regularizer=kernel_regularizer,
         recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
         kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint,
         bias_constraint=bias_constraint)
    self.input_spec = InputSpec(ndim=rank + 2)
    self.state_size = -1  # get_initial_state knows the shapes

  def build(self, inputs_shape, states_shape=None):
    channel_axis = 1 if self.data_format == 'channels_first' else -1
    self.spatial_dims = inputs_shape[2:] if channel_axis == 1 else inputs_shape[1:-1]
    if None in self.spatial_dims:
      raise ValueError('ConvLSTM layers only support static input shapes for the spatial dimension. Received invalid input '
                       'shape: input_shape=%s' % (inputs_shape,))
    if inputs_shape[channel_axis] is None:
      raise ValueError('The channel dimension of the inputs (last axis) should be defined. Found None. Full input shape '
                       'received: input_shape=%s' % (inputs_shape,))
    self.input_spec = InputSpec(ndim=self.rank + 3, shape=(None,) + inputs_shape[1:])
    self.input_dim = inputs_shape[channel_axis]
    self.kernel_shape = self.kernel_size + (self.input_dim, self.filters * 4)
    self.kernel = self.add_weight(shape=self.kernel_shape, initializer=self.kernel_initializer, name='kernel',
                                  regularizer=self.kernel_regularizer, constraint=self.kernel_constraint)
    self.recurrent_kernel = self.add_weight(shape=self.kernel_size + (self.filters, self.filters * 4),
                                            initializer=self.recurrent_initializer, name='recurrent_kernel',
                                            regularizer=self.recurrent_regularizer,
                                            constraint=self.recurrent_constraint)
    self.bias = None
    if self.use_bias:
      first = forget_bias(self, self.filters) if self.unit_forget_bias else self.bias_initializer
      self.bias = self.add_weight(shape=(self.filters * 4,), name='bias', initializer=first,
                                  regularizer=self.bias_regularizer, constraint=self.bias_constraint)

  def call(self, inputs, states, training=False):
    h, c = states[0], states[1]
    masks = self.get_dropout_mask(inputs) if training and 0.0 < self.dropout < 1.0 else None
    inputs = [inputs if masks is None else inputs * masks[k] for k in range(4)]
    masks = self.get_recurrent_dropout_mask(h) if training and 0.0 < self.recurrent_dropout < 1.0 else None
    h = [h if masks is None else h * masks[k] for k in range(4)]
    kernels = ops.split(self.kernel, 4, axis=self.rank + 1)
    recurrent_kernels = ops.split(self.recurrent_kernel, 4, axis=self.rank + 1)
    biases = ops.split(self.bias, 4) if self.use_bias else [None] * 4
    x = [self.input_conv(inputs[k], kernels[k], biases[k], padding=self.padding) for k in range(4)]
    h = [self.recurrent_conv(h[k], recurrent_kernels[k]) for k in range(4)]
    i = self.recurrent_activation(x[0] + h[0])
    f = self.recurrent_activation(x[1] + h[1])
    c = f * c + i * self.activation(x[2] + h[2])
    o = self.recurrent_activation(x[3] + h[3])
    h = o * self.activation(c)
    return h, [h, c]

  def compute_output_shape(self, inputs_shape, states_shape=None):
    shape = nn.compute_conv_output_shape(inputs_shape, self.filters, self.kernel_size, strides=self.strides, padding=self.padding,
                              data_format=self.data_format, dilation_rate=self.dilation_rate)
    return shape, [shape, shape]

  def get_initial_state(self, batch_size=None):
    if self.data_format == 'channels_last':
      input_shape = (batch_size,) + self.spatial_dims + (self.input_dim,)
    else:
      input_shape = (batch_size, self.input_dim) + self.spatial_dims
    shape = self.compute_output_shape(input_shape)[0]
    return [ops.zeros(shape, dtype=self.compute_dtype), ops.zeros(shape, dtype=self.compute_dtype)]

  def input_conv(self, x, w, b=None, padding='valid'):
    out = nn.conv(x, w, strides=self.strides, padding=padding, data_format=self.data_format,
               dilation_rate=self.dilation_rate)
    if b is not None:
      if self.data_format == 'channels_last':
        shape = (1,) * (self.rank + 1) + (self.filters,)
      else:
        shape = (1, self.filters) + (1,) * self.rank
      out = out + ops.reshape(b, shape)
    return out

  def recurrent_conv(self, x, w):
    return nn.conv(x, w, strides=(1,) * self.rank, padding='same', data_format=self.data_format)

  def get_config(self):
    return {**super().get_config(), **config_of(self, _OPTIONS % '' + ' seed')}


class ConvLSTM(RNN):
  """What the layers of each rank have in common."""

  def __init__(self, rank, filters, kernel_size, strides=1, padding='valid', data_format=None, dilation_rate=1,
               activation='tanh', recurrent_activation='sigmoid', use_bias=True, kernel_initializer='glorot_uniform',
               recurrent_initializer='orthogonal', bias_initializer='zeros', unit_forget_bias=True,
               kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None,
               recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, seed=None,
               return_sequences=False, return_state=False, go_backwards=False, stateful=False, **kwargs):
    cell = ConvLSTMCell(
        rank=rank, filters=filters, kernel_size=kernel_size, strides=strides, padding=padding, data_format=data_format,
        dilation_rate=dilation_rate, activation=activation, recurrent_activation=recurrent_activation, use_bias=use_bias,
        kernel_initializer=kernel_initializer, recurrent_initializer=recurrent_initializer,
        bias_initializer=bias_initializer, unit_forget_bias=unit_forget_bias, kernel_regularizer=kernel_regularizer,
        recurrent_regularizer=recurrent_regularizer, bias_regularizer=bias_regularizer,
        kernel_constraint=kernel_constraint, recurrent_constraint=recurrent_constraint, bias_constraint=bias_constraint,
        dropout=dropout, recurrent_dropout=recurrent_dropout, seed=seed, name='conv_lstm_cell', dtype=kwargs.get('dtype'))
    super().__init__(cell, return_sequences=return_sequences, return_state=return_state, go_backwards=go_backwards,
                     stateful=stateful, **kwargs)
    self.input_spec = InputSpec(ndim=rank + 3)

  def call(self, sequences, initial_state=None, mask=None, training=False):
    return super().call(sequences, initial_state=initial_state, mask=mask, training=training)

  def compute_output_shape(self, sequences_shape, initial_state_shape=None):
    batch_size, steps = sequences_shape[0], sequences_shape[1]
    state_shape = self.cell.compute_output_shape((batch_size,) + sequences_shape[2:])[0][1:]
    output_shape = (batch_size, steps) + state_shape if self.return_sequences else (batch_size,) + state_shape
    if self.return_state:
      return output_shape, (batch_size,) + state_shape, (batch_size,) + state_shape
    return output_shape

  def compute_mask(self, _, mask):
    mask = tf.nest.flatten(mask)[0]
    output_mask = mask if self.return_sequences else None
    return [output_mask, None, None] if self.return_state else output_mask

  def get_config(self):
    base = super().get_config()
    del base['cell']
    return {**base, **config_of(self, _OPTIONS % 'activity_regularizer '), 'seed': self.cell.seed}

  @classmethod
  def from_config(cls, config):
    return cls(**config)


of_cell(ConvLSTM, _OPTIONS % '')
__name__ = 'keras.src.layers.rnn.conv_lstm1d'


#: tf.keras.layers.ConvLSTM1D
class ConvLSTM1D(ConvLSTM):

  def __init__(self, filters, kernel_size, *args, **kwargs):
    super().__init__(1, filters, kernel_size, *args, **kwargs)


__name__ = 'keras.src.layers.rnn.conv_lstm2d'


#: tf.keras.layers.ConvLSTM2D
class ConvLSTM2D(ConvLSTM):

  def __init__(self, filters, kernel_size, *args, **kwargs):
    super().__init__(2, filters, kernel_size, *args, **kwargs)


__name__ = 'keras.src.layers.rnn.conv_lstm3d'


#: tf.keras.layers.ConvLSTM3D
class ConvLSTM3D(ConvLSTM):

  def __init__(self, filters, kernel_size, *args, **kwargs):
    super().__init__(3, filters, kernel_size, *args, **kwargs)
