# Keras: tf.keras.preprocessing of texts, sequences and series; layers as dictionaries.
import numpy as np
import tensorflow as tf

L = tf.keras.layers
I = tf.keras.initializers


def show(label, *tensors):
    for t in tf.nest.flatten(tensors, expand_composites=True):
        values = t.numpy()
        if t.dtype.is_floating:
            values = np.round(values.astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, np.array(values).ravel()[:8].tolist())


def err(f):
    try:
        f()
        print("no error")
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0][:300])


def graph(label, f, *specs):
    operations = tf.function(f).get_concrete_function(*specs).graph.get_operations()
    print(label, len(operations), [op.type for op in operations] if len(operations) < 40 else "")


P = tf.keras.preprocessing
texts = ['The cat sat on the mat.', 'The dog sat on the log!', 'Dogs and cats living together...']
for kw in (dict(), dict(num_words=5), dict(oov_token='<OOV>'), dict(num_words=4, oov_token='<OOV>'),
        dict(char_level=True), dict(lower=False), dict(split='a'), dict(filters='t')):
    t = P.text.Tokenizer(**kw)
    t.fit_on_texts(texts)
    print(kw, t.word_index, dict(t.word_counts), t.document_count)
    s = t.texts_to_sequences(['the cat and the zebra', 'dog'])
    print(s, t.sequences_to_texts(s))
    for mode in ('binary', 'count', 'freq', 'tfidf'):
        print(t.texts_to_matrix(['the cat and the zebra', 'dog'], mode=mode)[:, :8])
    print(t.get_config())
    u = P.text.tokenizer_from_json(t.to_json())
    print(u.texts_to_sequences(texts) == t.texts_to_sequences(texts))
t = P.text.Tokenizer()
t.fit_on_texts([['a', 'B'], ['a']])
print(t.word_index)
err(lambda: P.text.Tokenizer(foo=3))
err(lambda: P.text.Tokenizer().sequences_to_matrix([[1]]))
err(lambda: t.sequences_to_matrix([[1]], mode='x'))
print(P.text.text_to_word_sequence('Hello, big  World!'), P.text.one_hot('a b c', 10))
S = P.sequence
for kw in (dict(), dict(maxlen=2), dict(maxlen=4, padding='post'), dict(maxlen=2, truncating='post'), dict(value=-1),
        dict(dtype='float32', value=0.5)):
    r = tf.keras.utils.pad_sequences([[1], [2, 3], [4, 5, 6], []], **kw)
    print(repr(r))
print(repr(S.pad_sequences([['a', 'b'], ['c']], dtype=object, value='-')))
print(repr(S.pad_sequences([[[1, 2]], [[3, 4], [5, 6]]])))
err(lambda: S.pad_sequences(3))
err(lambda: S.pad_sequences([1, 2]))
err(lambda: S.pad_sequences([[1]], padding='x'))
err(lambda: S.pad_sequences([[1]], truncating='x'))
err(lambda: S.pad_sequences([[1]], value='a'))
err(lambda: S.pad_sequences([[[1, 2]], [[1, 2, 3]]]))
print(S.make_sampling_table(6))
import random
random.seed(3)
print(S.skipgrams([1, 2, 0, 3, 4], 5, window_size=1))
print(S.skipgrams([1, 2, 0, 3, 4], 5, window_size=2, seed=4, categorical=True, negative_samples=0.5))
print(S.skipgrams([1, 2, 3, 4], 5, window_size=2, shuffle=False, negative_samples=0))
x = np.arange(12.)
for kw in (dict(), dict(batch_size=2), dict(sequence_stride=2, sampling_rate=2),
        dict(shuffle=True, seed=3, batch_size=3), dict(start_index=2, end_index=9), dict(batch_size=None)):
    for ds in (tf.keras.utils.timeseries_dataset_from_array(x, None, 3, **kw), P.timeseries_dataset_from_array(x, x[3:] * 2, 3, **kw)):
        print(ds.element_spec)
        for b in ds:
            print(tf.nest.map_structure(lambda t: t.numpy().tolist(), b))
for kw in (dict(sampling_rate=0), dict(sampling_rate=20), dict(sequence_stride=0), dict(start_index=-1),
        dict(start_index=20), dict(start_index=3, end_index=2), dict(end_index=30), dict(end_index=-1),
        dict(format='x')):
    err(lambda: tf.keras.utils.timeseries_dataset_from_array(x, None, 3, **kw))
l = L.LSTM(3, return_sequences=True)
c = L.serialize(l)
print(c)
print(L.deserialize(c).get_config() == l.get_config())
l(tf.ones([2, 3, 4]))
print(L.serialize(l))
m = L.deserialize(L.serialize(l))
print(m, m.built, [w.shape for w in m.weights])
err(lambda: L.deserialize({'class_name': 'Nope', 'config': {}}))
err(lambda: L.deserialize(tf.keras.initializers.serialize(tf.keras.initializers.Zeros())))
@tf.keras.utils.register_keras_serializable()
class Mine(L.Layer):
    def __init__(self, n, **kw):
        super().__init__(**kw)
        self.n = n
    def get_config(self):
        return {**super().get_config(), 'n': self.n}
print(L.serialize(Mine(3)))
print(L.deserialize(L.serialize(Mine(3))).n)
class Other(L.Layer):
    pass
print(L.serialize(Other(name='o')))
print(L.deserialize(L.serialize(Other(name='o')), custom_objects={'Other': Other}))
for l in (L.Bidirectional(L.GRU(2)), L.RNN([L.LSTMCell(2), L.SimpleRNNCell(3)]), L.TimeDistributed(L.Dense(2)),
        L.MultiHeadAttention(2, 3), L.StringLookup(vocabulary=['a', 'b']), L.TextVectorization(vocabulary=['a', 'b']),
        L.Normalization(mean=1., variance=2.), L.RandomFlip(seed=1), L.Rescaling(2.), L.EinsumDense('ab,bc->ac', 3),
        L.ConvLSTM2D(2, 3)):
    c = L.serialize(l)
    print(c)
    print(L.deserialize(c).get_config() == l.get_config())
