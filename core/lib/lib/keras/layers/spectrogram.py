"""tf.keras.layers: STFTSpectrogram, MelSpectrogram (keras/src/layers/preprocessing/stft_spectrogram.py,
mel_spectrogram.py), and keras.ops.stft."""
import math
import warnings

import tensorflow as tf
from tensorflow_lib.keras import initializers
from tensorflow_lib.keras.core_ops import extract_sequences
from tensorflow_lib.keras.layers.data_layer import DataLayer
from tensorflow_lib.keras.layers.support import InputSpec, Layer, cast, convert_to_tensor, nn, ops, shape_of
from tensorflow_lib.keras.numpy_more import arctan2, linspace, log10
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import epsilon, standardize_data_format, standardize_dtype

__name__ = 'keras.src.layers.preprocessing.stft_spectrogram'
_MODES = ('log', 'magnitude', 'psd', 'real', 'imag', 'angle', 'stft')


#: tf.keras.layers.STFTSpectrogram
class STFTSpectrogram(Layer):
  """Frequencies of the parts of a signal, by convolutions whose kernels are waves."""

  def __init__(self, mode='log', frame_length=256, frame_step=None, fft_length=None, window='hann', periodic=False,
               scaling='density', padding='valid', expand_dims=False, data_format=None, **kwargs):
    if frame_step is not None and (frame_step > frame_length or frame_step < 1):
      raise ValueError('`frame_step` should be a positive integer not greater than `frame_length`. Received frame_step=%s, '
                       'frame_length=%s' % (frame_step, frame_length))
    if fft_length is not None and fft_length < frame_length:
      raise ValueError('`fft_length` should be not less than `frame_length`. Received fft_length=%s, frame_length=%s' %
                       (fft_length, frame_length))
    if fft_length is not None and (fft_length & -fft_length) != fft_length:
      warnings.warn('`fft_length` is recommended to be a power of two. Received fft_length=%s' % fft_length)
    if mode not in _MODES:
      raise ValueError('Output mode is invalid, it must be one of %s. Received: mode=%s' % (', '.join(_MODES), mode))
    if scaling is not None and scaling not in ('density', 'spectrum'):
      raise ValueError("Scaling is invalid, it must be `None`, 'density' or 'spectrum'. Received scaling=%s" % scaling)
    if padding not in ('valid', 'same'):
      raise ValueError("Padding is invalid, it should be 'valid', 'same'. Received: padding=%s" % padding)
    # Says what is no window.
    initializers.STFT('real', window, scaling, periodic)
    super().__init__(**kwargs)
    self.mode = mode
    self.frame_length = frame_length
    self.frame_step = frame_step
    self._frame_step = frame_step or frame_length // 2
    self.fft_length = fft_length
    self._fft_length = fft_length or 2 ** int(math.ceil(math.log2(frame_length)))
    self.window = window
    self.periodic = periodic
    self.scaling = scaling
    self.padding = padding
    self.expand_dims = expand_dims
    self.data_format = standardize_data_format(data_format)
    self.input_spec = InputSpec(ndim=3)

  def build(self, input_shape):
    shape = (self.frame_length, 1, self._fft_length // 2 + 1)
    for side, other in (('real', 'imag'), ('imag', 'real')):
      if self.mode != other:
        kernel = self.add_weight(name=side + '_kernel', shape=shape,
                                 initializer=initializers.STFT(side, self.window, self.scaling, self.periodic))
        setattr(self, side + '_kernel', kernel)

  def _adjust_shapes(self, outputs):
    _, channels, frequencies, time = shape_of(outputs)
    last = self.data_format == 'channels_last'
    if self.expand_dims:
      return ops.transpose(outputs, [0, 3, 2, 1] if last else [0, 1, 3, 2])
    outputs = ops.reshape(outputs, [-1, channels * frequencies, time])
    return ops.transpose(outputs, [0, 2, 1]) if last else outputs

  def _apply_conv(self, inputs, kernel):
    last = self.data_format == 'channels_last'
    if last:
      _, time, channels = shape_of(inputs)
      inputs = ops.reshape(ops.transpose(inputs, [0, 2, 1]), [-1, time, 1])
    else:
      _, channels, time = shape_of(inputs)
      inputs = ops.reshape(inputs, [-1, 1, time])
    outputs = nn.conv(inputs, cast(kernel, standardize_dtype(inputs.dtype)), padding=self.padding, strides=self._frame_step,
                      data_format=self.data_format)
    if last:
      _, time, frequencies = shape_of(outputs)
      outputs = ops.transpose(outputs, [0, 2, 1])
    else:
      _, frequencies, time = shape_of(outputs)
    return ops.reshape(outputs, [-1, channels, frequencies, time])

  def call(self, inputs):
    if standardize_dtype(inputs.dtype) not in ('float16', 'float32', 'float64'):
      raise TypeError('Invalid input type. Expected `float16`, `float32` or `float64`. Received: input type=%s' %
                      (inputs.dtype,))
    real = self._apply_conv(inputs, self.real_kernel) if self.mode != 'imag' else None
    imag = self._apply_conv(inputs, self.imag_kernel) if self.mode != 'real' else None
    if self.mode in ('real', 'imag'):
      return self._adjust_shapes(real if self.mode == 'real' else imag)
    if self.mode == 'angle':
      return self._adjust_shapes(arctan2(imag, real))
    if self.mode == 'stft':
      return self._adjust_shapes(ops.concatenate([real, imag], axis=2))
    power = ops.square(real) + ops.square(imag)
    if self.mode == 'psd':
      return self._adjust_shapes(power + ops.pad(power[:, :, 1:-1, :], [[0, 0], [0, 0], [1, 1], [0, 0]]))
    linear = self._adjust_shapes(ops.sqrt(ops.maximum(power, epsilon())))
    return linear if self.mode == 'magnitude' else ops.log(ops.maximum(linear, epsilon()))

  def compute_output_shape(self, input_shape):
    last = self.data_format == 'channels_last'
    channels = input_shape[-1] if last else input_shape[1]
    frequencies = self._fft_length // 2 + 1
    if self.mode == 'stft':
      frequencies *= 2
    shape = nn.compute_conv_output_shape(input_shape, frequencies * channels, (self.frame_length,), strides=self._frame_step,
                                         padding=self.padding, data_format=self.data_format)
    if not self.expand_dims:
      return shape
    batch_size, time = shape[0], shape[1] if last else shape[2]
    return (batch_size, time, frequencies, channels) if last else (batch_size, channels, time, frequencies)

  def get_config(self):
    names = ('mode', 'frame_length', 'frame_step', 'fft_length', 'window', 'periodic', 'scaling', 'padding', 'data_format',
             'expand_dims')
    return {**super().get_config(), **{name: getattr(self, name) for name in names}}


__name__ = 'keras.src.layers.preprocessing.mel_spectrogram'


#: tf.keras.ops.stft =stft
@symbolic('STFT', 'keras.src.ops.math')
def stft(x, sequence_length, sequence_stride, fft_length, window='hann', center=True):
  """(real, imaginary part) of the Fourier transforms of the parts of x."""
  if standardize_dtype(x.dtype) not in ('float32', 'float64'):
    raise TypeError('Invalid input type. Expected `float32` or `float64`. Received: input type=%s' % (x.dtype,))
  if fft_length < sequence_length:
    raise ValueError('`fft_length` must equal or larger than `sequence_length`. Received: sequence_length=%s, fft_length=%s' %
                     (sequence_length, fft_length))
  if isinstance(window, str) and window not in ('hann', 'hamming'):
    raise ValueError('If a string is passed to `window`, it must be one of `"hann"`, `"hamming"`. Received: window=%s' % window)
  x = convert_to_tensor(x)
  if center:
    pads = [(0, 0)] * (len(x.shape) - 1) + [(fft_length // 2, fft_length // 2)]
    x = tf.pad(x, pads, mode='reflect')
  left = (fft_length - sequence_length) // 2
  right = fft_length - sequence_length - left
  window_fn = None
  if window is not None:
    if isinstance(window, str):
      make = tf.signal.hann_window if window == 'hann' else tf.signal.hamming_window
      window = make(sequence_length, periodic=True, dtype=x.dtype)
    else:
      window = convert_to_tensor(window, dtype=x.dtype)
    if len(window.shape) != 1 or window.shape[-1] != sequence_length:
      raise ValueError('The shape of `window` must be equal to [sequence_length].Received: window shape=%s' % (window.shape,))
    window = tf.pad(window, [[left, right]])
    window_fn = lambda frame_step, dtype: window
  result = tf.signal.stft(x, frame_length=sequence_length + left + right, frame_step=sequence_stride, fft_length=fft_length,
                          window_fn=window_fn)
  return tf.math.real(result), tf.math.imag(result)


#: tf.keras.layers.MelSpectrogram
class MelSpectrogram(DataLayer):
  """How loud a signal is in bands that ears hear as equally wide."""

  def __init__(self, fft_length=2048, sequence_stride=512, sequence_length=None, window='hann', sampling_rate=16000,
               num_mel_bins=128, min_freq=20.0, max_freq=None, power_to_db=True, top_db=80.0, mag_exp=2.0, min_power=1e-10,
               ref_power=1.0, **kwargs):
    length = sequence_length or fft_length
    if fft_length < length:
      raise ValueError('`fft_length` must be greater than or equal to   `sequence_length`. Received: `sequence_length`=%s, '
                       '`fft_length`=%s.' % (length, fft_length))
    super().__init__(**kwargs)
    self.fft_length = fft_length
    self.sequence_stride = sequence_stride
    self.sequence_length = length
    self.window = window
    self.sampling_rate = sampling_rate
    self.num_mel_bins = num_mel_bins
    self.min_freq = min_freq
    self.max_freq = max_freq or int(sampling_rate / 2)
    self.power_to_db = power_to_db
    self.top_db = top_db
    self.mag_exp = mag_exp
    self.min_power = min_power
    self.ref_power = ref_power

  def call(self, inputs):
    dtype = self.compute_dtype if self.compute_dtype in ('float32', 'float64') else 'float32'
    outputs = self._melscale(self._spectrogram(convert_to_tensor(inputs, dtype=dtype)))
    if self.power_to_db:
      outputs = self._dbscale(outputs)
    return cast(ops.swapaxes(outputs, -1, -2), self.compute_dtype)

  def _spectrogram(self, inputs):
    real, imag = stft(inputs, sequence_length=self.sequence_length, sequence_stride=self.sequence_stride,
                      fft_length=self.fft_length, window=self.window, center=True)
    magnitude = ops.sqrt(ops.add(ops.square(real), ops.square(imag)))
    return ops.power(magnitude, self.mag_exp)

  def _melscale(self, inputs):
    matrix = self.linear_to_mel_weight_matrix(
        num_mel_bins=self.num_mel_bins, num_spectrogram_bins=shape_of(inputs)[-1], sampling_rate=self.sampling_rate,
        lower_edge_hertz=self.min_freq, upper_edge_hertz=self.max_freq)
    return ops.tensordot(inputs, matrix, axes=1)

  def _dbscale(self, inputs):
    decibels = 10.0 * log10(ops.maximum(inputs, self.min_power))
    reference = ops.absolute(convert_to_tensor(self.ref_power))
    decibels -= 10.0 * log10(ops.maximum(reference, self.min_power))
    return ops.maximum(decibels, ops.max(decibels) - self.top_db)

  def _hertz_to_mel(self, frequencies_hertz):
    return 1127.0 * ops.log(1.0 + (frequencies_hertz / 700.0))

  def linear_to_mel_weight_matrix(self, num_mel_bins=20, num_spectrogram_bins=129, sampling_rate=8000, lower_edge_hertz=125.0,
                                  upper_edge_hertz=3800.0, dtype='float32'):
    """How much each frequency counts in each band: triangles that overlap."""
    sampling_rate = cast(sampling_rate, dtype)
    lower_edge = convert_to_tensor(lower_edge_hertz, dtype)
    upper_edge = convert_to_tensor(upper_edge_hertz, dtype)
    zero = convert_to_tensor(0.0, dtype)
    frequencies = linspace(zero, sampling_rate / 2.0, num_spectrogram_bins)[1:]
    bins = ops.expand_dims(self._hertz_to_mel(frequencies), 1)
    edges = linspace(self._hertz_to_mel(lower_edge), self._hertz_to_mel(upper_edge), num_mel_bins + 2)
    triples = extract_sequences(edges, sequence_length=3, sequence_stride=1)
    lower, center, upper = [ops.reshape(t, [1, num_mel_bins]) for t in ops.split(triples, 3, axis=1)]
    rising = (bins - lower) / (center - lower)
    falling = (upper - bins) / (upper - center)
    weights = ops.maximum(zero, ops.minimum(rising, falling))
    return ops.pad(weights, [[1, 0], [0, 0]])

  def compute_output_shape(self, input_shape):
    length = input_shape[-1 if len(input_shape) == 1 else 1]
    frames = None if length is None else (length + self.sequence_stride + 1) // self.sequence_stride
    return ([] if len(input_shape) == 1 else [input_shape[0]]) + [self.num_mel_bins, frames]

  def get_config(self):
    names = ('fft_length', 'sequence_stride', 'sequence_length', 'window', 'sampling_rate', 'num_mel_bins', 'min_freq',
             'max_freq', 'power_to_db', 'top_db', 'mag_exp', 'min_power', 'ref_power')
    return {**super().get_config(), **{name: getattr(self, name) for name in names}}
