# Keras: spectrograms.
import numpy as np, tensorflow as tf
L = tf.keras.layers; K = tf.keras
def show(n, *ys):
  for y in tf.nest.flatten(ys):
    if tf.is_tensor(y): print(n, y.dtype.name, tuple(y.shape), (np.round(np.array(y, 'float64').ravel()[:8], 2) + 0.0).tolist())
    else: print(n, y)
def err(n, f):
  try: show(n, f())
  except Exception as e: print(n, type(e).__name__, str(e)[:600])
s = tf.sin(tf.range(400.) * .3) + tf.cos(tf.range(400.) * .05); s2 = tf.reshape(s, (1, 200, 2))
for kw in ({}, {'mode': 'magnitude'}, {'mode': 'psd', 'scaling': 'spectrum'}, {'mode': 'real'}, {'mode': 'imag', 'expand_dims': True}, {'mode': 'angle', 'padding': 'same'}, {'mode': 'stft', 'frame_step': 10, 'fft_length': 64}, {'expand_dims': True, 'scaling': None}, {'mode': 'stft', 'expand_dims': True, 'data_format': 'channels_first'}):
  try:
    l = L.STFTSpectrogram(frame_length=32, window=np.hanning(32).tolist(), **kw)
    y = l(tf.transpose(s2, (0, 2, 1)) if kw.get('data_format') else s2); show(str(kw), y); print(l.compute_output_shape((None, 200, 2)), len(l.weights), [w.path for w in l.weights], [w.shape for w in l.weights])
    c = l.get_config(); c.pop('window'); print(c)
  except Exception as e: print(kw, type(e).__name__, str(e)[:300])
for kw in ({'frame_step': 33}, {'fft_length': 16}, {'mode': 'x'}, {'scaling': 'x'}, {'padding': 'x'}): err(str(kw), lambda: L.STFTSpectrogram(frame_length=32, window=None, **kw) and None)
err('n', lambda: L.STFTSpectrogram(frame_length=32, window=None)(s2)); err('i', lambda: L.STFTSpectrogram(frame_length=32, window=None)(tf.ones((2, 3))))
for kw in ({}, {'power_to_db': False}, {'window': 'hamming', 'sequence_length': 50}, {'min_freq': 100., 'max_freq': 3000., 'sampling_rate': 8000, 'ref_power': 2., 'top_db': 20.}, {'mag_exp': 1., 'window': None}):
  l = L.MelSpectrogram(fft_length=64, sequence_stride=32, num_mel_bins=6, **kw); err('mel', lambda: l(s)); err('mel2', lambda: l(tf.stack([s, s * 2]))); print(l.get_config(), l.compute_output_shape((2, 400)), l.compute_output_shape((400,)))
err('m', lambda: L.MelSpectrogram(fft_length=32, sequence_length=64)); err('m', lambda: L.MelSpectrogram(fft_length=64, window='x')(s))
show('w', L.MelSpectrogram().linear_to_mel_weight_matrix(4, 9)); show('stft', *K.ops.stft(s, 20, 10, 32)); err('stft', lambda: K.ops.stft(s, 40, 10, 32)); err('stft', lambda: K.ops.stft(tf.range(9), 2, 1, 2))
l = L.MelSpectrogram(fft_length=64, sequence_stride=32, num_mel_bins=6)
@tf.function
def f(a): return l(a)
g = f.get_concrete_function(tf.TensorSpec([None, 400])); print(len(g.graph.get_operations()), [o.type for o in g.graph.get_operations()]); show('g', f(tf.stack([s, s * 2])))
l = L.STFTSpectrogram(frame_length=32, window=None)
@tf.function
def f(a): return l(a)
g = f.get_concrete_function(tf.TensorSpec([None, 200, 2])); print(len(g.graph.get_operations()), [o.type for o in g.graph.get_operations()])
m = K.Sequential([L.Input((400,)), L.MelSpectrogram(fft_length=64, sequence_stride=32, num_mel_bins=6), L.Flatten()]); show('m', m(s[None])); m.summary()
m = K.Sequential([L.Input((200, 2)), L.STFTSpectrogram(frame_length=32, window=None), L.Flatten()]); show('m', m(s2)); m.summary()
for d in tf.data.Dataset.from_tensors(s).map(l := L.MelSpectrogram(fft_length=64, sequence_stride=32, num_mel_bins=6)): show('ds', d)
