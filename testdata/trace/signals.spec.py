# tf.signal: spectra, frames, windows; values (to three digits), graphs, gradients, errors.
import numpy as np
import tensorflow as tf


def show(label, *tensors):
    for t in tf.nest.flatten(tensors):
        if t is None:
            print(label, None)
            continue
        values = t.numpy() if t.dtype.is_bool or t.dtype.is_integer else np.round(t.numpy().astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, values.tolist())


def fails(label, f, *args):
    try:
        f(*args)
        print(label, "passes")
    except (tf.errors.OpError, ValueError, TypeError) as e:
        print(label, type(e).__name__, str(e).split("\n")[0][:150])


def graph(label, f, *args):
    concrete = tf.function(f).get_concrete_function(*args)
    ops = [op.type for op in concrete.graph.get_operations()]
    print(label, len(ops), ops if len(ops) < 40 else ops[:40])
    return concrete
def parts(t):
    return [tf.math.real(t), tf.math.imag(t)] if t.dtype.is_complex else [t]


x = tf.sin(tf.range(12, dtype=tf.float32) * 0.7) + 0.25
z = tf.complex(x, tf.cos(x))
rows = tf.reshape(tf.range(24, dtype=tf.float32), [2, 3, 4]) / 24.0
spans = tf.complex(rows, 1.0 - rows)

for length in (1, 2, 3, 5, 7, 8, 12):
    show(f"fft of {length}", parts(tf.signal.fft(z[:length])), parts(tf.signal.ifft(z[:length])))
    show(f"rfft of {length}", parts(tf.signal.rfft(x[:length])), tf.signal.irfft(tf.signal.rfft(x[:length]), [length]))
show("lengths", parts(tf.signal.rfft(x, [8])), parts(tf.signal.rfft(x, [16])), tf.signal.irfft(z), tf.signal.irfft(z, [6]))
show("fft2d", parts(tf.signal.fft2d(spans)), parts(tf.signal.ifft2d(spans)))
show("rfft2d", parts(tf.signal.rfft2d(rows)), tf.signal.irfft2d(tf.signal.rfft2d(rows)))
show("fft3d", parts(tf.signal.fft3d(spans)), parts(tf.signal.rfft3d(rows)), tf.signal.irfft3d(tf.signal.rfft3d(rows)))
show("double", parts(tf.signal.fft(tf.cast(z, tf.complex128))[:3]), parts(tf.signal.rfft(tf.cast(x, tf.float64))[:3]))
show("shift", tf.signal.fftshift(x), tf.signal.ifftshift(x), tf.signal.fftshift(rows, axes=[1]))
for kind in (1, 2, 3, 4):
    for norm in (None, "ortho"):
        if kind == 1 and norm:
            continue
        show(f"dct {kind} {norm}", tf.signal.dct(x[:6], kind, norm=norm), tf.signal.idct(x[:6], kind, norm=norm))
show("frames", tf.signal.frame(x, 4, 3), tf.signal.frame(x, 4, 3, pad_end=True, pad_value=-1.0), tf.signal.frame(rows, 2, 1, axis=1))
show("overlap", tf.signal.overlap_and_add(tf.signal.frame(x, 4, 2), 2))
show("windows", tf.signal.hann_window(5), tf.signal.hann_window(6, periodic=False), tf.signal.hamming_window(5),
     tf.signal.hamming_window(6, periodic=False), tf.signal.vorbis_window(6))
show("stft", parts(tf.signal.stft(x, 6, 3)), parts(tf.signal.stft(x, 5, 2, fft_length=8, window_fn=None, pad_end=True)))
show("istft", tf.signal.inverse_stft(tf.signal.stft(x, 4, 2), 4, 2, window_fn=tf.signal.inverse_stft_window_fn(2)))
show("mel", tf.signal.linear_to_mel_weight_matrix(4, 9, 8000, 125.0, 3800.0), tf.signal.mfccs_from_log_mel_spectrograms(rows))

for label, f, spec in [
        ("fft", tf.signal.fft, tf.TensorSpec([8], tf.complex64)), ("rfft", tf.signal.rfft, tf.TensorSpec([8])),
        ("irfft", tf.signal.irfft, tf.TensorSpec([5], tf.complex64)), ("dct", tf.signal.dct, tf.TensorSpec([8])),
        ("frame", lambda t: tf.signal.frame(t, 4, 2), tf.TensorSpec([12])), ("stft", lambda t: tf.signal.stft(t, 4, 2), tf.TensorSpec([12])),
        ("hann", lambda t: t * tf.signal.hann_window(8), tf.TensorSpec([8])), ("shift", tf.signal.fftshift, tf.TensorSpec([8])),
        ("frame of unknown", lambda t: tf.signal.frame(t, 4, 2), tf.TensorSpec([None])),
        ("rfft of unknown", tf.signal.rfft, tf.TensorSpec([None, None])),
        ("overlap", lambda t: tf.signal.overlap_and_add(t, 2), tf.TensorSpec([5, 4]))]:
    concrete = graph(label, f, spec)
    print(concrete.structured_outputs.shape, concrete.structured_outputs.dtype)


def gradient(f):
    def g(t):
        with tf.GradientTape() as tape:
            tape.watch(t)
            out = tf.reduce_sum(tf.abs(f(t)) ** 2)
        return tape.gradient(out, t)
    return g


for label, f, t in [("fft", tf.signal.fft, z), ("ifft", tf.signal.ifft, z), ("rfft", tf.signal.rfft, x), ("irfft", tf.signal.irfft, z),
                    ("rfft, longer", lambda t: tf.signal.rfft(t, [16]), x), ("fft2d", tf.signal.fft2d, spans),
                    ("dct", tf.signal.dct, x), ("frame", lambda t: tf.signal.frame(t, 4, 3), x),
                    ("stft", lambda t: tf.signal.stft(t, 4, 2), x), ("overlap", lambda t: tf.signal.overlap_and_add(t, 2), rows)]:
    show("gradient of " + label, parts(gradient(f)(t)), parts(tf.function(gradient(f))(t)))

fails("rfft of complex", tf.signal.rfft, z)
fails("fft of real", tf.signal.fft, x)
fails("dct 5", lambda: tf.signal.dct(x, 5))
fails("frames of no length", lambda: tf.signal.frame(x, 0, 1))
fails("overlap of a vector", lambda: tf.signal.overlap_and_add(x, 2))
fails("a scalar", tf.signal.fft, tf.constant(1j, tf.complex64))
fails("mel upside down", lambda: tf.signal.linear_to_mel_weight_matrix(4, 9, 8000, 4000.0, 100.0))
