# Keras: models of recurrent, attention, spatial and preprocessing layers: summaries, configurations, values.
import numpy as np
import tensorflow as tf
K = tf.keras
L = K.layers
K.utils.set_random_seed(1)
def show(name, y):
    for i, t in enumerate(tf.nest.flatten(y)):
        print(name, i, t.shape, t.dtype.name, np.round(np.array(t, 'float64').ravel()[:6], 3) + 0.0)
ids = tf.constant([[1, 2, 3, 0], [4, 5, 0, 0]])
seq = tf.reshape(tf.sin(tf.range(24.)), [2, 4, 3])
# text classification
m = K.Sequential([L.Input((None,), dtype='int32'), L.Embedding(10, 4, mask_zero=True), L.Bidirectional(L.LSTM(3, return_sequences=True)), L.Bidirectional(L.GRU(2)), L.Dense(1, activation='sigmoid')])
m.summary()
show('text', m(ids))
print([w.path for w in m.weights])
# seq2seq
enc_in = K.Input((None, 3), name='enc')
_, h, c = L.LSTM(4, return_state=True, name='encoder')(enc_in)
dec_in = K.Input((None, 2), name='dec')
dec = L.LSTM(4, return_sequences=True, return_state=True, name='decoder')
out, _, _ = dec(dec_in, initial_state=[h, c])
out = L.TimeDistributed(L.Dense(5, activation='softmax'))(out)
m = K.Model([enc_in, dec_in], out)
m.summary()
show('s2s', m([seq, seq[:, :, :2]]))
print([w.path for w in m.weights])
m2 = K.Model.from_config(m.get_config())
print([w.path for w in m2.weights], m2.count_params())
# transformer block
class Block(L.Layer):
    def __init__(self, dim, heads, **kw):
        super().__init__(**kw)
        self.att = L.MultiHeadAttention(num_heads=heads, key_dim=dim)
        self.ffn = K.Sequential([L.Dense(8, activation='relu'), L.Dense(dim)])
        self.n1 = L.LayerNormalization(epsilon=1e-6)
        self.n2 = L.LayerNormalization(epsilon=1e-6)
        self.d1 = L.Dropout(0.1)
    def call(self, x, training=False):
        a = self.d1(self.att(x, x, use_causal_mask=True), training=training)
        x = self.n1(x + a)
        return self.n2(x + self.ffn(x))
class TokenPos(L.Layer):
    def __init__(self, maxlen, vocab, dim):
        super().__init__()
        self.tok = L.Embedding(vocab, dim)
        self.pos = L.Embedding(maxlen, dim)
    def call(self, x):
        return self.tok(x) + self.pos(tf.range(tf.shape(x)[-1]))
i = K.Input((4,), dtype='int32')
x = TokenPos(4, 10, 6)(i)
x = Block(6, 2)(x)
x = L.GlobalAveragePooling1D()(x)
x = L.Dropout(0.2)(x)
o = L.Dense(2, activation='softmax')(x)
m = K.Model(i, o)
m.summary()
show('trans', m(ids))
print([w.path for w in m.weights])
# attention with masks
q = K.Input((None,), dtype='int32')
emb = L.Embedding(10, 4, mask_zero=True)
e = emb(q)
a = L.Attention()([e, e])
mh = L.MultiHeadAttention(2, 3)(e, e)
p = L.GlobalAveragePooling1D()(L.Concatenate()([a, mh]))
m = K.Model(q, [p, a])
show('att', m(ids))
m.summary()
# text generation with states
class Gen(K.Model):
    def __init__(self):
        super().__init__()
        self.e = L.Embedding(10, 4)
        self.g = L.GRU(5, return_sequences=True, return_state=True)
        self.d = L.Dense(10)
    def call(self, inputs, states=None, return_state=False, training=False):
        x = self.e(inputs, training=training)
        if states is None:
            states = self.g.get_initial_state(tf.shape(x)[0])
        x, states = self.g(x, initial_state=states, training=training)
        x = self.d(x, training=training)
        return (x, states) if return_state else x
g = Gen()
y, s = g(ids, return_state=True)
show('gen', (y, s))
show('gen', g(ids, states=s))
g.summary()
@tf.function
def one(x, s):
    return g(x, states=s, return_state=True)
show('gen fn', one(ids[:, :1], s))
# images
m = K.Sequential([L.Input((8, 8, 3)), L.Rescaling(1. / 255), L.RandomFlip('horizontal', seed=1), L.RandomRotation(0.1, seed=2), L.Conv2D(4, 3, activation='relu'), L.UpSampling2D(2), L.ZeroPadding2D(1), L.Cropping2D(1), L.GlobalAveragePooling2D(), L.Dense(2)])
m.summary()
show('img', m(tf.reshape(tf.range(192.), [1, 8, 8, 3])))
# video
m = K.Sequential([L.Input((3, 8, 8, 1)), L.ConvLSTM2D(4, 3, padding='same', return_sequences=True), L.BatchNormalization(), L.ConvLSTM2D(2, 3), L.GlobalAveragePooling2D()])
show('vid', m(tf.reshape(tf.sin(tf.range(192.)), [1, 3, 8, 8, 1])))
m.summary()
m = K.Sequential([L.TimeDistributed(L.Conv2D(2, 3), input_shape=(3, 6, 6, 1)), L.TimeDistributed(L.Flatten()), L.SimpleRNN(4, return_sequences=True), L.RepeatVector(2) if False else L.GRU(2), L.RepeatVector(3), L.LSTM(2, return_sequences=True), L.TimeDistributed(L.Dense(1))])
show('td', m(tf.reshape(tf.sin(tf.range(108.)), [1, 3, 6, 6, 1])))
m.summary()
# preprocessing in models
tv = L.TextVectorization(max_tokens=20, output_sequence_length=5)
tv.adapt(['the cat sat', 'the dog sat down'])
m = K.Sequential([K.Input((1,), dtype='string'), tv, L.Embedding(20, 3), L.LSTM(2)])
show('tv', m(tf.constant([['the cat'], ['a dog sat']])))
m.summary()
n = L.Normalization()
n.adapt(np.arange(12.).reshape(4, 3))
i = K.Input((3,))
m = K.Model(i, L.Dense(1)(n(i)))
show('norm', m(tf.ones([2, 3])))
i1, i2 = K.Input((1,), dtype='string'), K.Input((1,), dtype='int64')
a = L.StringLookup(vocabulary=['a', 'b'], output_mode='one_hot')(i1)
b = L.IntegerLookup(vocabulary=[3, 5], output_mode='one_hot')(i2)
m = K.Model([i1, i2], L.Dense(2)(L.concatenate([a, b])))
show('look', m([tf.constant([['a'], ['z']]), tf.constant([[5], [3]])]))
m.summary()
lam = K.Sequential([L.Input((3,)), L.Lambda(lambda x: x ** 2), L.GaussianNoise(0.1), L.ActivityRegularization(l2=0.1), L.Identity()])
show('lam', lam(tf.ones([2, 3])))
print(lam.losses)
st = K.Sequential([L.Input(batch_shape=(2, 4, 3)), L.LSTM(2, stateful=True, return_sequences=True), L.GRU(2, stateful=True)])
show('st', st(seq))
show('st', st(seq))
for l in st.layers: l.reset_states()
show('st', st(seq))
st.summary()
opt = K.optimizers.Adam(0.01)
m = K.Sequential([L.Input((4, 3)), L.Bidirectional(L.LSTM(3)), L.Dense(1)])
@tf.function
def step(x, y):
    with tf.GradientTape() as t:
        loss = tf.reduce_mean((m(x, training=True) - y) ** 2)
    opt.apply_gradients(zip(t.gradient(loss, m.trainable_variables), m.trainable_variables))
    return loss
print([round(float(step(seq, tf.ones([2, 1]))), 4) for _ in range(5)])
