# Keras: recurrent layers and cells: values, masks, states, dropout, graphs, errors.
import numpy as np
import tensorflow as tf

L = tf.keras.layers
I = tf.keras.initializers


def show(label, *tensors):
    for t in tf.nest.flatten(tensors, expand_composites=True):
        values = t.numpy()
        if t.dtype.is_floating:
            values = np.round(values.astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, np.array(values).ravel()[:4].tolist())


def err(f):
    try:
        f()
        print("no error")
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0][:300])


def graph(label, f, *specs):
    operations = tf.function(f).get_concrete_function(*specs).graph.get_operations()
    print(label, len(operations), [op.type for op in operations] if len(operations) < 40 else "")


tf.keras.utils.set_random_seed(7)
x = tf.reshape(tf.sin(tf.range(24, dtype=tf.float32)), [2, 4, 3])
mask = tf.constant([[True, True, False, True], [False, True, True, False]])
for cls in (L.SimpleRNN, L.LSTM, L.GRU):
    for kw in (dict(), dict(return_sequences=True), dict(return_state=True),
            dict(return_sequences=True, return_state=True, go_backwards=True),
               dict(unroll=True), dict(use_bias=False), dict(unroll=True, return_sequences=True, go_backwards=True),
                       dict(activation='relu'), dict(dropout=0.3), dict(recurrent_dropout=0.2)):
        layer = cls(3, seed=3, kernel_initializer=tf.keras.initializers.GlorotUniform(seed=1), recurrent_initializer=tf.keras.initializers.Orthogonal(seed=2), **kw)
        print(layer.name, kw)
        show('plain', layer(x))
        show('mask', layer(x, mask=mask))
        show('train', layer(x, training=True))
        n = len(layer.get_initial_state(2))
        show('init', layer(x, initial_state=[tf.ones([2, 3])] * n))
    print(layer.get_config())
    print([(w.path, w.shape) for w in layer.weights])
    print([(w.path, w.shape) for w in layer.variables])
print(L.LSTM(4), L.LSTM(4).cell, L.LSTMCell(3))
for bad in (lambda: L.LSTM(0), lambda: L.GRU(-1), lambda: L.RNN(3), lambda: L.LSTM(3, use_cudnn=5),
        lambda: L.LSTM(3)(tf.ones([2, 3])), lambda: L.SimpleRNN(3)(tf.ones([2, 3, 4, 5])),
            lambda: L.LSTM(3, use_cudnn=True)(x), lambda: L.GRU(2, foo=3)):
    try:
        bad()
        print('no error')
    except Exception as e:
        print(type(e).__name__, e)

x = tf.reshape(tf.sin(tf.range(24, dtype=tf.float32)), [2, 4, 3])
mask = tf.constant([[True, True, False, True], [False, True, True, False]])
k = dict(kernel_initializer=I.GlorotUniform(seed=1), recurrent_initializer=I.Orthogonal(seed=2))
for mode in ('concat', 'sum', 'ave', 'mul', None):
    for kw in (dict(return_sequences=True), dict(), dict(return_state=True), dict(return_state=True, return_sequences=True)):
        b = L.Bidirectional(L.LSTM(2, **k, **kw), merge_mode=mode)
        print(mode, kw, b.name, b.forward_layer.name, b.backward_layer.name)
        show('y', b(x))
        show('m', b(x, mask=mask))
        print(b.compute_output_shape((2, 4, 3)))
print([(w.path, tuple(w.shape)) for w in b.weights])
print(b.get_config())
b2 = L.Bidirectional.from_config(b.get_config())
print(b2.name, b2.forward_layer, b2.backward_layer)
cells = [L.LSTMCell(2, **k), L.GRUCell(3, **k)]
r = L.RNN(cells, return_sequences=True, return_state=True)
show('stack', r(x))
print([(w.path, tuple(w.shape)) for w in r.weights])
print(r.state_size, r.cell.output_size, r.cell.state_size)
print(r.get_config())
r2 = L.RNN.from_config(r.get_config())
print(r2.name, r2.cell)
class MinimalCell(tf.keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.state_size = units
    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer='ones', name='kernel')
        self.recurrent_kernel = self.add_weight(shape=(self.units, self.units), initializer='ones', name='recurrent_kernel')
    def call(self, inputs, states):
        prev = states[0]
        h = tf.matmul(inputs, self.kernel)
        out = h + tf.matmul(prev, self.recurrent_kernel)
        return out, [out]
r = L.RNN(MinimalCell(2))
show('custom', r(x))
s = L.GRU(2, stateful=True, **k)
show('st1', s(x))
show('st2', s(x))
s.reset_state()
show('st3', s(x))
s.reset_states()
try:
    s(tf.ones([3, 4, 3]))
except Exception as e:
    print(type(e).__name__, e)
t = L.TimeDistributed(L.Dense(2, kernel_initializer='ones'))
show('td', t(x))
print(t.compute_output_shape((None, 4, 3)), t.get_config())
m = L.Masking()
xm = tf.constant([[[1., 2.], [0., 0.], [3., 4.]], [[0., 0.], [1., 1.], [0., 0.]]])
y = m(xm)
print(y, y._keras_mask)
l = L.LSTM(2, **k)
show('masked', l(y))
l = L.LSTM(2, return_sequences=True, **k)
o = l(y)
show('masked', o)
print(o._keras_mask)
print(m.get_config())
e = L.Embedding(5, 3, mask_zero=True, embeddings_initializer=I.RandomUniform(seed=1))
z = e(tf.constant([[1, 2, 0], [3, 0, 0]]))
show('emb', l(z) if False else L.GRU(2, **k)(z))
show('emb', L.Bidirectional(L.GRU(2, return_sequences=True, **k))(z))
for bad in (lambda: L.Bidirectional(3), lambda: L.Bidirectional(L.LSTM(2), merge_mode='x'),
        lambda: L.Bidirectional(L.LSTM(2), backward_layer=L.LSTM(2)),
            lambda: L.Bidirectional(L.LSTM(2), backward_layer=L.LSTM(2, go_backwards=True, return_state=True)),
                    lambda: L.TimeDistributed(3), lambda: L.TimeDistributed(L.Dense(2))(tf.ones([2, 3])),
            lambda: L.StackedRNNCells([3]), lambda: L.Wrapper(4), lambda: L.LSTM(2, stateful=True).build((None, 3, 4))):
    try:
        bad()
        print('no error')
    except Exception as e:
        print(type(e).__name__, e)
