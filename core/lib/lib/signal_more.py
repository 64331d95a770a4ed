"""tf.signal: the modified cosine transform, Kaiser windows, transforms over several axes (ops/signal)."""

import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope, refused
from tensorflow_lib.signal_ops import _padded

raw = tf.raw_ops


# ---- windows
def _window_length(window_length, dtype):
  dtype = tf.as_dtype(dtype)
  if not dtype.is_floating:
    raise ValueError('dtype must be a floating point type. Found %s' % dtype)
  window_length = convert(window_length, dtype=tf.int32)
  window_length.shape.assert_has_rank(0)
  return window_length


#: tf.signal.kaiser_window
def kaiser_window(window_length, beta=12., dtype=tf.float32, name=None):
  with op_scope(name, 'kaiser_window'):
    window_length = _window_length(window_length, dtype)
    if constant_value(window_length) == 1:
      return tf.ones([1], dtype=dtype)
    half = (tf.cast(window_length, dtype=tf.float32) - 1.0) / 2.0
    arg = tf.range(-half, half + 0.1, dtype=tf.float32)
    arg = tf.cast(arg, dtype=dtype)
    beta = tf.cast(beta, dtype=dtype)
    one = tf.cast(1.0, dtype=dtype)
    half = tf.cast(half, dtype=dtype)
    num = beta * tf.sqrt(tf.nn.relu(one - tf.square(arg / half)))
    return tf.exp(num - beta) * (tf.math.bessel_i0e(num) / tf.math.bessel_i0e(beta))


#: tf.signal.kaiser_bessel_derived_window
def kaiser_bessel_derived_window(window_length, beta=12., dtype=tf.float32, name=None):
  with op_scope(name, 'kaiser_bessel_derived_window'):
    window_length = _window_length(window_length, dtype)
    half = window_length // 2
    sums = tf.cumsum(kaiser_window(half + 1, beta, dtype=dtype))
    window = tf.sqrt(sums[:-1] / sums[-1])
    return tf.concat((window, window[::-1]), axis=0)


# ---- the modified discrete cosine transform
#: tf.signal.mdct
def mdct(signals, frame_length, window_fn=tf.signal.vorbis_window, pad_end=False, norm=None, name=None):
  with op_scope(name, 'mdct'):
    signals = convert(signals, name='signals')
    signals.shape.with_rank_at_least(1)
    frame_length = convert(frame_length, name='frame_length')
    frame_length.shape.assert_has_rank(0)
    known = constant_value(frame_length)
    if known is not None:
      if known % 4 != 0:
        raise ValueError('The frame length must be a multiple of 4.')
      frame_step = convert(known // 2, dtype=frame_length.dtype)
    else:
      frame_step = frame_length // 2
    framed = tf.signal.frame(signals, frame_length, frame_step, pad_end=pad_end)
    if window_fn is not None:
      framed *= window_fn(frame_length, dtype=framed.dtype)
    else:
      framed *= 1.0 / numpy.sqrt(2)
    a, b, c, d = tf.split(framed, 4, axis=-1)
    first = -tf.reverse(c, [-1]) - d
    second = a - tf.reverse(b, [-1])
    return tf.signal.dct(tf.concat((first, second), axis=-1), type=4, norm=norm)


#: tf.signal.inverse_mdct
def inverse_mdct(mdcts, window_fn=tf.signal.vorbis_window, norm=None, name=None):
  with op_scope(name, 'inverse_mdct'):
    mdcts = convert(mdcts, name='mdcts')
    mdcts.shape.with_rank_at_least(2)
    half = tf.cast(mdcts.shape[-1], dtype=tf.int32)
    if norm is None:
      result = (0.5 / tf.cast(half, dtype=mdcts.dtype)) * tf.signal.dct(mdcts, type=4)
    elif norm == 'ortho':
      result = tf.signal.dct(mdcts, type=4, norm='ortho')
    a, b = tf.split(result, 2, axis=-1)
    frames = tf.concat((b, -tf.reverse(b, [-1]), -tf.reverse(a, [-1]), -a), axis=-1)
    if window_fn is not None:
      frames *= window_fn(2 * half, dtype=mdcts.dtype)
    else:
      frames *= 1.0 / numpy.sqrt(2)
    return tf.signal.overlap_and_add(frames, half)


# ---- transforms over axes, for which TensorFlow has no kernel on a CPU
def _nd(op, default, x, fft_length, axes, norm, name, hint, check=None, half=False, **dtypes):
  with op_scope(name, default) as name:
    if axes is None:
      axes = convert(numpy.arange(len(x.shape)), tf.int32)
    else:
      axes = convert(axes, tf.int32)
    rank = axes.shape[0]
    x = convert(x, hint=hint)
    if half:
      x.shape.with_rank_at_least(rank)
    if check is not None:
      dtypes = check(x)
    x.shape.with_rank_at_least(rank)
    if fft_length is not None:
      fft_length = convert(fft_length, tf.int32)
    elif half:
      fft_length = x.shape.as_list()
      fft_length[-1] = max(0, 2 * (fft_length[-1] - 1))
      fft_length = convert(fft_length, tf.int32)
    else:
      fft_length = tf.shape(x)[-len(x.shape):]
    x = _padded(x, rank, fft_length, reverse=half)
    known = constant_value(fft_length)
    if known is not None:
      fft_length = known
    if norm not in (None, 'backward'):
      n = 1
      for length in fft_length:
        n *= length
      if norm == 'forward':
        x = x * n if half else x / n
      elif norm == 'ortho':
        x = x * numpy.sqrt(n) if half else x / numpy.sqrt(n)
    return op(x, fft_length, axes, name=name, **dtypes)


def _complex_of(x):
  if x.dtype not in (tf.float32, tf.float64):
    raise ValueError('RFFT requires tf.float32 or tf.float64 inputs, got: %s' % x)
  return {'Tcomplex': tf.complex64 if x.dtype == tf.float32 else tf.complex128}


def _real_of(x):
  if x.dtype not in (tf.complex64, tf.complex128):
    raise ValueError('IRFFT requires tf.complex64 or tf.complex128 inputs, got: %s' % x)
  return {'Treal': x.dtype.real_dtype}


#: tf.signal.fftnd tf.fftnd =_fftn
def _fftn(input_tensor, fft_length=None, axes=None, norm=None, name=None):
  return _nd(raw.FFTND, 'fftnd', input_tensor, fft_length, axes, norm, name, tf.complex64)


#: tf.signal.ifftnd tf.ifftnd =_ifftn
def _ifftn(input_tensor, fft_length=None, axes=None, norm=None, name=None):
  return _nd(raw.IFFTND, 'ifftnd', input_tensor, fft_length, axes, norm, name, tf.complex64)


#: tf.signal.rfftnd tf.rfftnd =_rfftn
def _rfftn(input_tensor, fft_length=None, axes=None, norm=None, name=None):
  return _nd(raw.RFFTND, 'rfftnd', input_tensor, fft_length, axes, norm, name, tf.float32, check=_complex_of)


#: tf.signal.irfftnd tf.irfftnd =_irfftn
def _irfftn(input_tensor, fft_length=None, axes=None, norm=None, name=None):
  return _nd(raw.IRFFTND, 'irfftnd', input_tensor, fft_length, axes, norm, name, tf.complex64, check=_real_of,
             half=True)


# ---- tf.math
#: tf.math.sobol_sample
def sobol_sample(dim, num_results, skip=0, dtype=tf.float32, name=None):
  """The first points of Sobol's sequence behind `skip`."""
  with op_scope(name, 'sobol'):
    return tf.raw_ops.SobolSample(dim, num_results, skip, dtype=dtype)
