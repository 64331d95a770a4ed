"""tf.signal: Fourier transforms of real numbers, frames, windows, spectra (ops/signal)."""
import math

import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope

raw = tf.raw_ops


# ---- transforms
def _padded(x, rank, length, reverse=False):
  """x with zeros behind it where a transform of this length needs more."""
  known = constant_value(length)
  if x.shape.ndims is not None and 0 in x.shape.as_list():
    return x
  if known is not None and x.shape.ndims is not None:
    own = x.shape[-rank:]
    if own.is_fully_defined():
      wanted = [int(n) for n in known]
      if reverse:
        wanted[-1] = wanted[-1] // 2 + 1
      paddings = [[0, max(n - d, 0)] for n, d in zip(wanted, own.as_list())]
      if any(pad > 0 for _, pad in paddings):
        return tf.pad(x, [[0, 0]] * max(x.shape.ndims - rank, 0) + paddings)
      return x
  input_rank = tf.rank(x)
  own = tf.shape(x)[-rank:]
  outer = tf.zeros([tf.maximum(0, input_rank - rank)], length.dtype)
  if reverse:
    length = tf.concat([length[:-1], length[-1:] // 2 + 1], 0)
  paddings = tf.concat([outer, tf.maximum(0, length - own)], 0)
  return tf.pad(x, tf.stack([tf.zeros_like(paddings), paddings], axis=1))


def _rfft(op, rank, default, x, fft_length, name):
  with op_scope(name, default) as name:
    x = convert(x, hint=tf.float32)
    if x.dtype not in (tf.float32, tf.float64):
      raise ValueError('RFFT requires tf.float32 or tf.float64 inputs, got: %s' % x)
    x.shape.with_rank_at_least(rank)
    if fft_length is None:
      shape = x.shape[-rank:]
      if shape.is_fully_defined():
        fft_length = convert(shape.as_list(), tf.int32)
      else:
        fft_length = tf.shape(x)[-rank:]
    else:
      fft_length = convert(fft_length, tf.int32)
    x = _padded(x, rank, fft_length)
    known = constant_value(fft_length)
    return op(x, fft_length if known is None else known,
              Tcomplex=tf.complex64 if x.dtype == tf.float32 else tf.complex128, name=name)


def _irfft(op, rank, default, x, fft_length, name):
  with op_scope(name, default) as name:
    x = convert(x, hint=tf.complex64)
    x.shape.with_rank_at_least(rank)
    if x.dtype not in (tf.complex64, tf.complex128):
      raise ValueError('IRFFT requires tf.complex64 or tf.complex128 inputs, got: %s' % x)
    if fft_length is None:
      shape = x.shape[-rank:]
      if shape.is_fully_defined():
        shape = shape.as_list()
        shape[-1] = max(0, 2 * (shape[-1] - 1))
        fft_length = convert(shape, tf.int32)
      else:
        shape = tf.unstack(tf.shape(x)[-rank:])
        shape[-1] = tf.maximum(0, 2 * (shape[-1] - 1))
        fft_length = tf.stack(shape)
    else:
      fft_length = convert(fft_length, tf.int32)
    x = _padded(x, rank, fft_length, reverse=True)
    known = constant_value(fft_length)
    return op(x, fft_length if known is None else known, Treal=x.dtype.real_dtype, name=name)


#: tf.signal.rfft
def rfft(input_tensor, fft_length=None, name=None):
  return _rfft(raw.RFFT, 1, 'rfft', input_tensor, fft_length, name)


#: tf.signal.rfft2d
def rfft2d(input_tensor, fft_length=None, name=None):
  return _rfft(raw.RFFT2D, 2, 'rfft2d', input_tensor, fft_length, name)


#: tf.signal.rfft3d
def rfft3d(input_tensor, fft_length=None, name=None):
  return _rfft(raw.RFFT3D, 3, 'rfft3d', input_tensor, fft_length, name)


#: tf.signal.irfft
def irfft(input_tensor, fft_length=None, name=None):
  return _irfft(raw.IRFFT, 1, 'irfft', input_tensor, fft_length, name)


#: tf.signal.irfft2d
def irfft2d(input_tensor, fft_length=None, name=None):
  return _irfft(raw.IRFFT2D, 2, 'irfft2d', input_tensor, fft_length, name)


#: tf.signal.irfft3d
def irfft3d(input_tensor, fft_length=None, name=None):
  return _irfft(raw.IRFFT3D, 3, 'irfft3d', input_tensor, fft_length, name)


def _shift(x, axes, name, default, sign):
  with op_scope(name, default) as name:
    x = convert(x)
    if axes is None:
      axes = tuple(range(x.shape.ndims))
      shift = tf.shape(x) // 2
    elif isinstance(axes, int):
      shift = tf.shape(x)[axes] // 2
    else:
      rank = tf.rank(x)
      axes = raw.Select(tf.less(axes, 0), axes + rank, axes)
      shift = tf.gather(tf.shape(x), axes) // 2
    return tf.roll(x, shift if sign > 0 else -shift, axes, name)


#: tf.signal.fftshift
def fftshift(x, axes=None, name=None):
  return _shift(x, axes, name, 'fftshift', 1)


#: tf.signal.ifftshift
def ifftshift(x, axes=None, name=None):
  return _shift(x, axes, name, 'ifftshift', -1)


# ---- windows
def _raised_cosine(name, default, window_length, periodic, dtype, a, b):
  dtype = tf.as_dtype(dtype)
  if not dtype.is_floating:
    raise ValueError('dtype must be a floating point type. Found %s' % dtype)
  with op_scope(name, default):
    window_length = convert(window_length, dtype=tf.int32, name='window_length')
    window_length.shape.assert_has_rank(0)
    known = constant_value(window_length)
    if known == 1:
      return tf.ones([1], dtype=dtype)
    periodic = tf.cast(convert(periodic, dtype=tf.bool, name='periodic'), tf.int32)
    even = 1 - window_length % 2
    n = tf.cast(window_length + periodic * even - 1, dtype=dtype)
    count = tf.cast(tf.range(window_length), dtype)
    angle = tf.constant(2 * math.pi, dtype=dtype) * count / n
    if known is not None:
      return tf.cast(a - b * tf.cos(angle), dtype=dtype)
    return tf.cond(tf.equal(window_length, 1), lambda: tf.ones([window_length], dtype=dtype),
                   lambda: tf.cast(a - b * tf.cos(angle), dtype=dtype))


#: tf.signal.hann_window
def hann_window(window_length, periodic=True, dtype=tf.float32, name=None):
  return _raised_cosine(name, 'hann_window', window_length, periodic, dtype, 0.5, 0.5)


#: tf.signal.hamming_window
def hamming_window(window_length, periodic=True, dtype=tf.float32, name=None):
  return _raised_cosine(name, 'hamming_window', window_length, periodic, dtype, 0.54, 0.46)


#: tf.signal.vorbis_window
def vorbis_window(window_length, dtype=tf.float32, name=None):
  with op_scope(name, 'vorbis_window'):
    if not tf.as_dtype(dtype).is_floating:
      raise ValueError('dtype must be a floating point type. Found %s' % dtype)
    window_length = convert(window_length, dtype=tf.int32)
    window_length.shape.assert_has_rank(0)
    arg = tf.cast(tf.range(window_length), dtype=dtype)
    inner = tf.sin(math.pi / tf.cast(window_length, dtype=dtype) * (arg + 0.5))
    return tf.sin(math.pi / 2.0 * tf.pow(inner, 2.0))


# ---- frames
def _known(x):
  value = constant_value(x)
  return x if value is None else value


#: tf.signal.frame
def frame(signal, frame_length, frame_step, pad_end=False, pad_value=0, axis=-1, name=None):
  """Pieces of the signal, frame_step apart."""
  with op_scope(name, 'frame'):
    signal = convert(signal, name='signal')
    frame_length = convert(frame_length, name='frame_length')
    frame_step = convert(frame_step, name='frame_step')
    axis = convert(axis, name='axis')
    signal.shape.with_rank_at_least(1)
    for x in (frame_length, frame_step, axis):
      x.shape.assert_has_rank(0)
    length, step, place = constant_value(frame_length), constant_value(frame_step), constant_value(axis)
    result_shape = None
    if signal.shape.ndims is not None and place is not None:
      place = range(signal.shape.ndims)[int(place)]
      dims = signal.shape.as_list()
      count = None
      if dims[place] is not None and step is not None and pad_end:
        count = max(0, -(-dims[place] // int(step)))
      elif dims[place] is not None and step is not None and length is not None:
        count = max(0, (dims[place] - int(length) + int(step)) // int(step))
      result_shape = dims[:place] + [count, None if length is None else int(length)] + dims[place + 1:]
    shape = tf.shape(signal)
    if place is not None and signal.shape.is_fully_defined():
      shape = numpy.array(signal.shape.as_list(), numpy.int32)
      outer, samples, inner = shape[:place], int(shape[place]), shape[place + 1:]
      axis = place
    else:
      rank = tf.rank(signal)
      axis = tf.range(rank)[axis if place is None else place]
      outer, samples, inner = tf.split(shape, [axis, 1, rank - 1 - axis])
      samples = tf.reshape(samples, [])
    num_outer, num_inner = tf.size(outer), tf.size(inner)
    if pad_end:
      pad_value = convert(pad_value, signal.dtype)
      num_frames = -(-samples // frame_step)
      pad_samples = tf.maximum(0, frame_length + frame_step * (num_frames - 1) - samples)
      paddings = tf.concat([tf.zeros([num_outer, 2], dtype=pad_samples.dtype), convert([[0, pad_samples]]),
                            tf.zeros([num_inner, 2], dtype=pad_samples.dtype)], 0)
      signal = tf.pad(signal, paddings, constant_values=pad_value)
      shape = tf.shape(signal)
      samples = shape[axis]
    else:
      num_frames = tf.maximum(tf.constant(0, dtype=frame_length.dtype), 1 + (samples - frame_length) // frame_step)
    if length is not None and step is not None:
      sub = math.gcd(int(length), int(step))
      with op_scope(None, 'gcd'):
        tf.constant(sub)
    else:
      with op_scope(None, 'gcd'):
        sub, rest = tf.while_loop(lambda a, b: tf.greater(b, tf.zeros_like(b)), lambda a, b: [b, a % b],
                                  [frame_length, frame_step])
        sub, _ = tf.stop_gradient(sub), tf.stop_gradient(rest)
    per_frame, per_hop = frame_length // sub, frame_step // sub
    num_sub = samples // sub
    slice_shape = tf.concat([outer, [num_sub * sub], inner], 0)
    sub_shape = tf.concat([outer, [num_sub, sub], inner], 0)
    begin = tf.zeros_like(shape)
    pieces = tf.strided_slice(signal, begin, slice_shape, tf.__internal__.ones_like_filled(begin))
    pieces = tf.reshape(pieces, sub_shape)
    frame_selector = tf.reshape(tf.range(num_frames, dtype=frame_length.dtype) * per_hop, [num_frames, 1])
    sub_selector = tf.reshape(tf.range(per_frame, dtype=frame_length.dtype), [1, per_frame])
    selector = frame_selector + sub_selector
    outer = convert(outer, tf.int32)
    inner = convert(inner, dtype=outer.dtype)
    middle = convert([num_frames, frame_length], dtype=outer.dtype)
    frames = tf.reshape(tf.gather(pieces, selector, axis=axis), tf.concat([outer, middle, inner], 0))
    if result_shape:
      frames.set_shape(result_shape)
    return frames


#: tf.signal.overlap_and_add
def overlap_and_add(signal, frame_step, name=None):
  with op_scope(name, 'overlap_and_add'):
    signal = convert(signal, name='signal')
    signal.shape.with_rank_at_least(2)
    frame_step = convert(frame_step, name='frame_step')
    frame_step.shape.assert_has_rank(0)
    if not frame_step.dtype.is_integer:
      raise ValueError('frame_step must be an integer. Got %s' % frame_step.dtype)
    step = constant_value(frame_step)
    if step is not None:
      frame_step = step = int(step)
    shape = tf.shape(signal)
    if signal.shape.is_fully_defined():
      shape = numpy.array(signal.shape.as_list(), numpy.int32)
    outer = shape[:-2]
    outer_rank = tf.size(outer)
    if signal.shape.ndims is not None:
      outer_rank = signal.shape.ndims - 2
    full = lambda inner: tf.concat([outer, inner], 0)
    frame_length, frames = shape[-1], shape[-2]
    if not isinstance(shape, tf.Tensor):
      frame_length, frames = int(frame_length), int(frames)
    output_length = frame_length + frame_step * (frames - 1)
    if step is not None and signal.shape.ndims is not None and step == signal.shape[-1]:
      return tf.reshape(signal, full([output_length]), name='fast_path')
    segments = -(-frame_length // frame_step)
    paddings = [[0, segments], [0, segments * frame_step - frame_length]]
    paddings = tf.concat([tf.zeros([outer_rank, 2], tf.int32), paddings], 0)
    signal = tf.reshape(tf.pad(signal, paddings), full([frames + segments, segments, frame_step]))
    if isinstance(outer_rank, int):
      tf.concat([tf.range(outer_rank), [outer_rank + 1, outer_rank, outer_rank + 2]], 0)
      perm = list(range(outer_rank)) + [outer_rank + 1, outer_rank, outer_rank + 2]
    else:
      perm = tf.concat([tf.range(outer_rank), outer_rank + [1, 0, 2]], 0)
    signal = tf.transpose(signal, perm)
    signal = tf.reshape(signal, full([(frames + segments) * segments, frame_step]))
    signal = signal[..., :(frames + segments - 1) * segments, :]
    signal = tf.reshape(signal, full([segments, (frames + segments - 1), frame_step]))
    signal = tf.reduce_sum(signal, -3)
    signal = tf.reshape(signal, full([(frames + segments - 1) * frame_step]))
    return signal[..., :output_length]


# ---- spectra
def _power_of_two(value):
  known = constant_value(value)
  if known is not None:
    return tf.constant(int(2**math.ceil(math.log(known) / math.log(2.0))), value.dtype)
  return tf.cast(tf.pow(2.0, tf.math.ceil(tf.math.log(tf.cast(value, tf.float32)) / tf.math.log(2.0))), value.dtype)


def _frame_arguments(frame_length, frame_step, fft_length):
  frame_length = convert(frame_length, name='frame_length')
  frame_length.shape.assert_has_rank(0)
  frame_step = convert(frame_step, name='frame_step')
  frame_step.shape.assert_has_rank(0)
  fft_length = _power_of_two(frame_length) if fft_length is None else convert(fft_length, name='fft_length')
  return frame_length, frame_step, fft_length


#: tf.signal.stft
def stft(signals, frame_length, frame_step, fft_length=None, window_fn=hann_window, pad_end=False, name=None):
  with op_scope(name, 'stft'):
    signals = convert(signals, name='signals')
    signals.shape.with_rank_at_least(1)
    frame_length, frame_step, fft_length = _frame_arguments(frame_length, frame_step, fft_length)
    frames = frame(signals, frame_length, frame_step, pad_end=pad_end)
    if window_fn is not None:
      frames *= window_fn(frame_length, dtype=frames.dtype)
    return rfft(frames, [fft_length])


#: tf.signal.inverse_stft
def inverse_stft(stfts, frame_length, frame_step, fft_length=None, window_fn=hann_window, name=None):
  with op_scope(name, 'inverse_stft'):
    stfts = convert(stfts, name='stfts')
    stfts.shape.with_rank_at_least(2)
    frame_length, frame_step, fft_length = _frame_arguments(frame_length, frame_step, fft_length)
    frames = irfft(stfts, [fft_length])
    known = constant_value(frame_length)
    last = frames.shape[-1] if frames.shape.ndims is not None else None
    if known is None or last is None:
      frames = frames[..., :frame_length]
      rank, shape = tf.rank(frames), tf.shape(frames)
      paddings = tf.concat([tf.zeros([rank - 1, 2], dtype=frame_length.dtype),
                            [[0, tf.maximum(0, frame_length - shape[-1])]]], 0)
      frames = tf.pad(frames, paddings)
    elif last > known:
      frames = frames[..., :int(known)]
    elif last < known:
      frames = tf.pad(frames, [[0, 0]] * (frames.shape.ndims - 1) + [[0, int(known) - last]])
    if known is not None and frames.shape.ndims is not None:
      frames.set_shape([None] * (frames.shape.ndims - 1) + [int(known)])
    if window_fn is not None:
      frames *= window_fn(frame_length, dtype=stfts.dtype.real_dtype)
    return overlap_and_add(frames, frame_step)


#: tf.signal.inverse_stft_window_fn
def inverse_stft_window_fn(frame_step, forward_window_fn=hann_window, name=None):
  def inner(frame_length, dtype):
    with op_scope(name, 'inverse_stft_window_fn'):
      step = convert(frame_step, name='frame_step')
      frame_length = convert(frame_length, name='frame_length')
      forward = forward_window_fn(frame_length, dtype=dtype)
      denom = tf.square(forward)
      overlaps = -(-frame_length // step)
      denom = tf.pad(denom, [(0, overlaps * step - frame_length)])
      denom = tf.reduce_sum(tf.reshape(denom, [overlaps, step]), 0, keepdims=True)
      denom = tf.reshape(tf.tile(denom, [overlaps, 1]), [overlaps * step])
      denom = denom[:frame_length]
      return raw.Select(tf.equal(denom, 0.0), tf.zeros_like(forward), forward / denom)

  return inner


# ---- cosine transforms and mel
def _dct(input, type, n, norm, name):
  with op_scope(name, 'dct'):
    input = convert(input)
    zero = convert(0.0, dtype=input.dtype)
    seq_len = input.shape[-1] or tf.shape(input)[-1]
    if n is not None:
      whole = input
      cut = lambda: whole[..., 0:n]
      pad = lambda: tf.pad(whole, convert([[0, 0]] * (whole.shape.ndims - 1) + [[0, n - seq_len]], tf.int32))
      if isinstance(n, tf.Tensor) or isinstance(seq_len, tf.Tensor):
        input = tf.cond(n <= seq_len, cut, pad)
      else:
        input = cut() if n <= seq_len else pad()
    dim = input.shape[-1] or tf.shape(input)[-1]
    size = tf.cast(dim, input.dtype)
    if type == 1:
      return tf.math.real(rfft(tf.concat([input, input[..., -2:0:-1]], axis=-1)))
    if type == 4:
      result = _dct(input, 2, 2 * dim, None, None)[..., 1::2]
      if norm == 'ortho':
        result *= math.sqrt(0.5) * tf.math.rsqrt(size)
      return result
    if type == 2:
      scale = 2.0 * tf.exp(tf.complex(zero, -tf.range(size) * math.pi * 0.5 / size))
      result = tf.math.real(rfft(input, fft_length=[2 * dim])[..., :dim] * scale)
      if norm == 'ortho':
        n1 = 0.5 * tf.math.rsqrt(size)
        n2 = n1 * math.sqrt(2.0)
        result *= tf.pad(tf.expand_dims(n1, 0), [[0, dim - 1]], constant_values=n2)
      return result
    if norm == 'ortho':
      n1 = tf.sqrt(size)
      n2 = n1 * math.sqrt(0.5)
      input *= tf.pad(tf.expand_dims(n1, 0), [[0, dim - 1]], constant_values=n2)
    else:
      input *= size
    scale = 2.0 * tf.exp(tf.complex(zero, tf.range(size) * math.pi * 0.5 / size))
    return tf.math.real(irfft(scale * tf.complex(input, zero), fft_length=[2 * dim]))[..., :dim]


def _check_dct(input, type, n, axis, norm):
  input = convert(input)
  if axis != -1:
    raise NotImplementedError('axis must be -1. Got: %s' % axis)
  if n is not None and n < 1:
    raise ValueError('n should be a positive integer or None')
  if type not in (1, 2, 3, 4):
    raise ValueError('Types I, II, III and IV (I)DCT are supported.')
  if type == 1:
    if norm == 'ortho':
      raise ValueError('Normalization is not supported for the Type-I DCT.')
    if input.shape[-1] is not None and input.shape[-1] < 2:
      raise ValueError('Type-I DCT requires the dimension to be greater than one.')
  if norm not in (None, 'ortho'):
    raise ValueError("Unknown normalization. Expected None or 'ortho', got: %s" % norm)


#: tf.signal.dct
def dct(input, type=2, n=None, axis=-1, norm=None, name=None):
  _check_dct(input, type, n, axis, norm)
  return _dct(input, type, n, norm, name)


#: tf.signal.idct
def idct(input, type=2, n=None, axis=-1, norm=None, name=None):
  _check_dct(input, type, n, axis, norm)
  return _dct(input, {1: 1, 2: 3, 3: 2, 4: 4}[type], n, norm, name)


def _hertz_to_mel(hertz):
  with op_scope(None, 'hertz_to_mel'):
    return 1127.0 * tf.math.log(1.0 + (convert(hertz) / 700.0))


#: tf.signal.linear_to_mel_weight_matrix
def linear_to_mel_weight_matrix(num_mel_bins=20, num_spectrogram_bins=129, sample_rate=8000, lower_edge_hertz=125.0,
                                upper_edge_hertz=3800.0, dtype=tf.float32, name=None):
  with op_scope(name, 'linear_to_mel_weight_matrix') as name:
    sample_rate = _known(sample_rate)
    if num_mel_bins <= 0:
      raise ValueError('num_mel_bins must be positive. Got: %s' % num_mel_bins)
    if lower_edge_hertz < 0.0:
      raise ValueError('lower_edge_hertz must be non-negative. Got: %s' % lower_edge_hertz)
    if lower_edge_hertz >= upper_edge_hertz:
      raise ValueError('lower_edge_hertz %.1f >= upper_edge_hertz %.1f' % (lower_edge_hertz, upper_edge_hertz))
    if not isinstance(sample_rate, tf.Tensor):
      if sample_rate <= 0.0:
        raise ValueError('sample_rate must be positive. Got: %s' % sample_rate)
      if upper_edge_hertz > sample_rate / 2:
        raise ValueError('upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got %s for '
                         'sample_rate: %s' % (upper_edge_hertz, sample_rate))
    sample_rate = tf.cast(sample_rate, dtype, name='sample_rate')
    lower_edge_hertz = convert(lower_edge_hertz, dtype, name='lower_edge_hertz')
    upper_edge_hertz = convert(upper_edge_hertz, dtype, name='upper_edge_hertz')
    zero = convert(0.0, dtype)
    frequencies = tf.linspace(zero, sample_rate / 2.0, num_spectrogram_bins)[1:]
    bins = tf.expand_dims(_hertz_to_mel(frequencies), 1)
    edges = frame(tf.linspace(_hertz_to_mel(lower_edge_hertz), _hertz_to_mel(upper_edge_hertz), num_mel_bins + 2),
                  frame_length=3, frame_step=1)
    lower, center, upper = [tf.reshape(t, [1, num_mel_bins]) for t in tf.split(edges, 3, axis=1)]
    rising = (bins - lower) / (center - lower)
    falling = (upper - bins) / (upper - center)
    weights = tf.maximum(zero, tf.minimum(rising, falling))
    return tf.pad(weights, [[1, 0], [0, 0]], name=name)


#: tf.signal.mfccs_from_log_mel_spectrograms
def mfccs_from_log_mel_spectrograms(log_mel_spectrograms, name=None):
  with op_scope(name, 'mfccs_from_log_mel_spectrograms'):
    spectrograms = convert(log_mel_spectrograms)
    bins = spectrograms.shape[-1] if spectrograms.shape.ndims else None
    if bins == 0:
      raise ValueError('num_mel_bins must be positive. Got: %s' % spectrograms)
    bins = tf.shape(spectrograms)[-1] if bins is None else bins
    dct2 = dct(spectrograms, type=2)
    return dct2 * tf.math.rsqrt(tf.cast(bins, dct2.dtype) * 2.0)
