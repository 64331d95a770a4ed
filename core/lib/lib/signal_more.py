"""tf.signal: the modified cosine transform, Kaiser windows, transforms over any axes (ops/signal)."""

import numpy
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope

raw = tf.raw_ops


# ---- windows
def _window_length(window_length, dtype):
  dtype = tf.as_dtype(dtype)
  if not dtype.is_floating:
    raise ValueError('dtype must be a floating point type. Found %s' % dtype)
  window_length = convert(window_length, dtype=tf.int32, name='window_length')
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


# ---- transforms over axes, one after the other
def _axes(x, axes):
  rank = x.shape.rank
  axes = list(range(rank)) if axes is None else [int(a) for a in numpy.array(constant_value(axes)).reshape((-1,))]
  return [a + rank if a < 0 else a for a in axes]


def _lengths(x, axes, fft_length, half):
  """How long the transform along each axis is."""
  if fft_length is None:
    lengths = [x.shape[a] for a in axes]
    if half:
      lengths[-1] = max(0, 2 * (lengths[-1] - 1))
    return lengths
  lengths = [int(n) for n in numpy.array(constant_value(fft_length)).reshape((-1,))]
  if len(lengths) == x.shape.rank and len(axes) != len(lengths):
    lengths = [lengths[a] for a in axes]
  return lengths


def _along(x, axis, length, transform):
  """A transform of one axis, cut or padded with zeros to this length."""
  rank = x.shape.rank
  perm = [d for d in range(rank) if d != axis] + [axis]
  back = sorted(range(rank), key=lambda d: perm[d])
  x = tf.transpose(x, perm) if axis != rank - 1 else x
  own = x.shape[-1]
  if own > length:
    x = x[..., :length]
  elif own < length:
    x = tf.pad(x, [[0, 0]] * (rank - 1) + [[0, length - own]])
  x = transform(x)
  return tf.transpose(x, back) if axis != rank - 1 else x


def _scaled(x, lengths, norm, inverse):
  n = 1
  for length in lengths:
    n *= length
  factor = {None: 1, 'backward': 1, 'forward': n, 'ortho': numpy.sqrt(n)}[norm]
  if factor == 1:
    return x
  return x * tf.cast(factor if inverse else 1 / factor, x.dtype)


def _known_shape(x, name):
  if not x.shape.is_fully_defined():
    raise NotImplementedError('tf.signal.%s of a tensor whose shape is not known: take fft, fft2d or fft3d' % name)


#: tf.signal.fftnd tf.fftnd
def fftnd(input, fft_length=None, axes=None, norm=None, name=None):
  with op_scope(name, 'fftnd'):
    x = convert(input, hint=tf.complex64)
    _known_shape(x, 'fftnd')
    axes = _axes(x, axes)
    lengths = _lengths(x, axes, fft_length, False)
    x = _scaled(x, lengths, norm, False)
    for axis, length in zip(axes, lengths):
      x = _along(x, axis, length, tf.signal.fft)
    return x


#: tf.signal.ifftnd tf.ifftnd
def ifftnd(input, fft_length=None, axes=None, norm=None, name=None):
  with op_scope(name, 'ifftnd'):
    x = convert(input, hint=tf.complex64)
    _known_shape(x, 'ifftnd')
    axes = _axes(x, axes)
    lengths = _lengths(x, axes, fft_length, False)
    x = _scaled(x, lengths, norm, True)
    for axis, length in zip(axes, lengths):
      x = _along(x, axis, length, tf.signal.ifft)
    return x


#: tf.signal.rfftnd tf.rfftnd
def rfftnd(input, fft_length=None, axes=None, norm=None, name=None):
  with op_scope(name, 'rfftnd'):
    x = convert(input, hint=tf.float32)
    if x.dtype not in (tf.float32, tf.float64):
      raise ValueError('RFFT requires tf.float32 or tf.float64 inputs, got: %s' % x)
    _known_shape(x, 'rfftnd')
    axes = _axes(x, axes)
    lengths = _lengths(x, axes, fft_length, False)
    x = _scaled(x, lengths, norm, False)
    x = _along(x, axes[-1], lengths[-1], tf.signal.rfft)
    for axis, length in list(zip(axes, lengths))[:-1]:
      x = _along(x, axis, length, tf.signal.fft)
    return x


#: tf.signal.irfftnd tf.irfftnd
def irfftnd(input, fft_length=None, axes=None, norm=None, name=None):
  with op_scope(name, 'irfftnd'):
    x = convert(input, hint=tf.complex64)
    if x.dtype not in (tf.complex64, tf.complex128):
      raise ValueError('IRFFT requires tf.complex64 or tf.complex128 inputs, got: %s' % x)
    _known_shape(x, 'irfftnd')
    axes = _axes(x, axes)
    lengths = _lengths(x, axes, fft_length, True)
    x = _scaled(x, lengths, norm, True)
    for axis, length in list(zip(axes, lengths))[:-1]:
      x = _along(x, axis, length, tf.signal.ifft)
    return _along(x, axes[-1], lengths[-1] // 2 + 1, lambda y: tf.signal.irfft(y, [lengths[-1]]))


# ---- tf.math
#: tf.math.sobol_sample
def sobol_sample(dim, num_results, skip=0, dtype=tf.float32, name=None):
  """The first points of Sobol's sequence behind `skip`."""
  with op_scope(name, 'sobol'):
    return tf.raw_ops.SobolSample(dim, num_results, skip, dtype=dtype)
