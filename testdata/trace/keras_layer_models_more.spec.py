# Keras: models of recurrent, attention, spatial and preprocessing layers: summaries, configurations, values.
import numpy as np
import tensorflow as tf
K = tf.keras
L = K.layers
K.utils.set_random_seed(5)
def show(name, y):
    for i, t in enumerate(tf.nest.flatten(y)):
        print(name, i, t.shape, t.dtype.name, np.round(np.array(t, 'float64').ravel()[:6], 3) + 0.0)
def err(f):
    try:
        f()
        print('no error')
    except Exception as e:
        print(type(e).__name__, str(e)[:700])
seq = tf.reshape(tf.sin(tf.range(24.)), [2, 4, 3])
# masking
i = K.Input((4, 3))
x = L.Masking(0.0)(i)
x = L.LSTM(4, return_sequences=True)(x)
x = L.TimeDistributed(L.Dense(3))(x)
x = L.SimpleRNN(2)(x)
m = K.Model(i, x)
m.summary()
z = tf.concat([seq[:, :2], tf.zeros([2, 2, 3])], 1)
show('mask', m(z))
# bidirectional with states into a decoder
i = K.Input((None, 3))
o, fh, fc, bh, bc = L.Bidirectional(L.LSTM(2, return_sequences=True, return_state=True))(i)
h, c = L.Concatenate()([fh, bh]), L.Concatenate()([fc, bc])
d = L.LSTM(4, return_sequences=True)(i, initial_state=[h, c])
ctx = L.AdditiveAttention()([d, o])
y = L.Dense(2)(L.concatenate([d, ctx]))
m = K.Model(i, y)
show('bid', m(seq))
m.summary()
c2 = K.models.clone_model(m)
print(c2.count_params(), [w.path for w in c2.weights][:3])
m2 = K.Model.from_config(m.get_config())
m2.set_weights(m.get_weights())
show('cfg', m2(seq))
# attention mask as an input
q, mk = K.Input((4, 6)), K.Input((4, 4), dtype='bool')
a = L.MultiHeadAttention(2, 3, name='mha')(q, q, attention_mask=mk)
m = K.Model([q, mk], a)
show('am', m([tf.ones([2, 4, 6]), tf.ones([2, 4, 4], tf.bool)]))
m.summary()
a, s = L.MultiHeadAttention(2, 3)(q, q, return_attention_scores=True, use_causal_mask=True)
m = K.Model(q, [a, s])
show('sc', m(tf.reshape(tf.sin(tf.range(48.)), [2, 4, 6])))
g = L.GroupQueryAttention(3, 4, 2)(q, q)
show('gq', K.Model(q, g)(tf.reshape(tf.sin(tf.range(48.)), [2, 4, 6])))
# nested models, shared layers
inner = K.Sequential([L.Input((3,)), L.Dense(4, activation='relu'), L.Dense(2)], name='inner')
i = K.Input((5, 3))
y = L.TimeDistributed(inner)(i)
y = L.Bidirectional(L.GRU(2, return_sequences=True), merge_mode='ave')(y)
m = K.Model(i, L.Flatten()(y))
show('inner', m(tf.reshape(tf.sin(tf.range(30.)), [2, 5, 3])))
m.summary(expand_nested=True)
shared = L.LSTM(3)
a, b = K.Input((4, 3)), K.Input((4, 3))
m = K.Model([a, b], L.Dot(axes=-1, normalize=True)([shared(a), shared(b)]))
show('shared', m([seq, seq * 2]))
m.summary()
# mixed precision
m = K.Sequential([L.Input((4, 3)), L.GRU(2, dtype='mixed_float16'), L.Dense(1, dtype='float32')])
print(m(seq).dtype, [w.dtype for w in m.weights])
# lambda and wrappers
m = K.Sequential([L.Input((4, 3)), L.Lambda(lambda t: t[:, :2] * 2, output_shape=(2, 3)), L.SpectralNormalization(L.Dense(2)), L.Cropping1D(1) if False else L.UpSampling1D(2), L.SeparableConv1D(2, 2), L.GlobalMaxPooling1D()])
m.summary()
show('lam', m(seq))
show('lam', m(seq, training=True))
m = K.Sequential([L.Input((4, 4, 4, 1)), L.Conv3D(2, 2), L.MaxPooling3D(2), L.UpSampling3D(2), L.Conv3DTranspose(1, 2), L.GlobalAveragePooling3D()])
show('3d', m(tf.reshape(tf.sin(tf.range(64.)), [1, 4, 4, 4, 1])))
m.summary()
# structured data
ins = {'age': K.Input((1,), name='age'), 'city': K.Input((1,), name='city', dtype='string'), 'code': K.Input((1,), name='code', dtype='int64')}
age = L.Discretization([20., 40., 60.], output_mode='one_hot')(ins['age'])
city = L.StringLookup(vocabulary=['rome', 'paris'], output_mode='one_hot')(ins['city'])
city2 = L.Hashing(4, output_mode='one_hot')(ins['city'])
code = L.CategoryEncoding(5, output_mode='one_hot')(ins['code'])
m = K.Model(ins, L.Dense(2)(L.concatenate([age, city, city2, code])))
show('struct', m({'age': tf.constant([[25.], [70.]]), 'city': tf.constant([['rome'], ['oslo']]), 'code': tf.constant([[1], [4]])}))
m.summary()
ds = tf.data.Dataset.from_tensor_slices({'age': [[25.], [70.]], 'city': [['rome'], ['oslo']], 'code': [[1], [4]]}).batch(2)
for b in ds:
    show('ds', m(b))
# custom cell
class Peephole(L.LSTMCell):
    def build(self, shape):
        super().build(shape)
        self.p = self.add_weight(shape=(self.units,), initializer='ones', name='p')
    def call(self, x, states, training=False):
        h, c = states
        y, (h2, c2) = super().call(x, [h + self.p * 0.1, c], training=training)
        return y, [h2, c2]
r = L.RNN(Peephole(3), return_sequences=True)
m = K.Sequential([L.Input((4, 3)), r])
show('peep', m(seq))
m.summary()
print([w.path for w in m.weights])
class Stack(K.Model):
    def __init__(self):
        super().__init__()
        self.rnn = L.RNN([L.GRUCell(3), L.LSTMCell(2)], return_state=True)
        self.b = L.Bidirectional(L.SimpleRNN(2), name='bi')
        self.out = L.Dense(1)
    def call(self, x, training=None, mask=None):
        y, *s = self.rnn(x, training=training)
        return self.out(L.concatenate([y, self.b(x)]))
s = Stack()
show('stack', s(seq))
s.summary()
print([w.path for w in s.weights])
v = K.Sequential([L.Input((3,)), L.RepeatVector(3), L.LSTM(2, return_sequences=True, go_backwards=True), L.Permute((2, 1)), L.PReLU(shared_axes=[1]), L.GaussianDropout(0.2), L.AlphaDropout(0.1), L.LeakyReLU(), L.ThresholdedReLU(0.01)])
show('rep', v(tf.ones([2, 3])))
print(v.get_config()['layers'][2]['config']['units'], [l.name for l in v.layers])
e = L.EinsumDense('...x,xy->...y', 4, bias_axes='y')
m = K.Sequential([L.Input((4, 3)), e, L.Conv1D(2, 2, padding='causal'), L.Conv1DTranspose(3, 2), L.DepthwiseConv1D(2), L.AveragePooling1D(2), L.ZeroPadding1D(1)])
show('1d', m(seq))
m.summary()
err(lambda: K.Sequential([L.Input((4, 3)), L.LSTM(2), L.LSTM(2)]))
err(lambda: L.LSTM(2)(K.Input((3,))))
err(lambda: L.Attention()(K.Input((3, 4))))
err(lambda: K.Sequential([L.Input((None, 3)), L.LSTM(2, unroll=True)]))
err(lambda: K.Sequential([L.Input((4, 3)), L.LSTM(2, stateful=True)]))
err(lambda: L.MultiHeadAttention(2, 2)(K.Input((3, 4)), K.Input((3, 4)), K.Input((5, 4))))
err(lambda: L.Concatenate()([L.LSTM(2, return_sequences=True)(K.Input((4, 3))), K.Input((5, 2))]))
err(lambda: L.Bidirectional(L.Dense(2)))
err(lambda: L.TimeDistributed(L.Dense(2))(K.Input((3,))))
