# Keras: lookups and texts.
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


v = ['a', 'b', 'c', 'd']
x = [['a', 'c', 'd'], ['d', 'z', 'b']]
for kw in (dict(), dict(num_oov_indices=2), dict(mask_token='b', vocabulary=['a', 'c', 'd']), dict(mask_token=''),
        dict(output_mode='one_hot'), dict(output_mode='multi_hot'), dict(output_mode='count'),
        dict(output_mode='tf_idf', idf_weights=[0.25, 0.75, 0.6, 0.4]),
        dict(max_tokens=7, output_mode='count', pad_to_max_tokens=True), dict(num_oov_indices=3, salt=7),
        dict(output_mode='multi_hot', mask_token='a', vocabulary=['b', 'c', 'd'])):
    kw = dict(kw)
    s = L.StringLookup(vocabulary=kw.pop('vocabulary', v), **kw)
    show(str(kw), s(x if kw.get('output_mode') != 'one_hot' else x[0]))
    show(str(kw), s(tf.constant(x[1])))
    print(s.get_vocabulary(), s.get_vocabulary(include_special_tokens=False), s.vocabulary_size(), s.get_config())
    print(s.compute_output_shape((2, 3)))
    graph('s', lambda t: s(t), tf.TensorSpec([None, 3], tf.string))
s = L.StringLookup(vocabulary=v, invert=True)
show('inv', s([[1, 3, 4], [4, 0, 2]]))
print(s.get_vocabulary())
s = L.StringLookup()
s.adapt(['a', 'b', 'b', 'c', 'c', 'c', 'z'])
print(s.get_vocabulary())
show('ad', s(x))
s = L.StringLookup(max_tokens=3)
s.adapt(tf.data.Dataset.from_tensor_slices(['a', 'b', 'b', 'c', 'c', 'c', 'z']).batch(3))
print(s.get_vocabulary(), s.get_config())
s = L.StringLookup(output_mode='tf_idf')
s.adapt([['a', 'b', 'b'], ['c', 'c', 'b']])
print(s.get_vocabulary())
show('tfidf', s(x))
s = L.StringLookup(num_oov_indices=0, vocabulary=v)
show('no oov', s([['a', 'b']]))
err(lambda: s([['q']]))
show('rag', L.StringLookup(vocabulary=v)(tf.ragged.constant([['a', 'b', 'z'], ['d']])))
show('scalar', L.StringLookup(vocabulary=v)('c'))
s = L.StringLookup(vocabulary=['[UNK]', 'a', 'b'])
print(s.get_vocabulary())
err(lambda: L.StringLookup(vocabulary=[]))
err(lambda: L.StringLookup(vocabulary=['a', 'a', 'b']))
err(lambda: L.StringLookup(vocabulary=['a', '[UNK]'], invert=True))
err(lambda: L.StringLookup(vocabulary=['a', 'q', 'b'], mask_token='q'))
err(lambda: L.StringLookup(vocabulary=v, max_tokens=3))
err(lambda: L.StringLookup(vocabulary=v, output_mode='x'))
err(lambda: L.StringLookup(vocabulary=v, output_mode='tf_idf'))
err(lambda: L.StringLookup(vocabulary=v, idf_weights=[1, 2, 3, 4]))
err(lambda: L.StringLookup(vocabulary=v, invert=True, output_mode='count'))
err(lambda: L.StringLookup(max_tokens=1))
err(lambda: L.StringLookup(pad_to_max_tokens=True))
err(lambda: L.StringLookup(num_oov_indices=-1))
err(lambda: L.StringLookup(vocabulary=v).adapt(['a']))
err(lambda: L.StringLookup(output_mode='count')([['a']]))
err(lambda: L.StringLookup()([['a']]))
err(lambda: L.StringLookup(vocabulary=v, foo=3))
s = L.StringLookup()
s.set_vocabulary(v)
show('set', s(x))
iv = [12, 36, 1138, 42]
ix = [[12, 1138, 42], [42, 1000, 36]]
for kw in (dict(), dict(num_oov_indices=2), dict(mask_token=36, vocabulary=[12, 1138, 42]), dict(output_mode='count'),
        dict(num_oov_indices=3, oov_method='farmhash')):
    kw = dict(kw)
    s = L.IntegerLookup(vocabulary=kw.pop('vocabulary', iv), **kw)
    show(str(kw), s(ix))
    show(str(kw), s(tf.constant(ix)))
    print(s.get_vocabulary(), s.get_config())
    graph('i', lambda t: s(t), tf.TensorSpec([None, 3], tf.int64))
s = L.IntegerLookup()
s.adapt(np.array([1, 5, 5, 7, 7, 7]))
print(s.get_vocabulary())
show('ad', s(np.array([[1, 7], [9, 5]])))
show('inv', L.IntegerLookup(vocabulary=iv, invert=True)([[1, 3, 4], [4, 0, 2]]))
err(lambda: L.IntegerLookup(vocabulary_dtype='int32'))
err(lambda: L.IntegerLookup(max_tokens=1))
err(lambda: L.IntegerLookup(num_oov_indices=-1))
err(lambda: L.IntegerLookup(vocabulary=iv, salt=3))
texts = ['the quick brown fox', 'Jumps over the LAZY dog!', 'the the fox...']
for kw in (dict(), dict(output_sequence_length=3), dict(output_sequence_length=6), dict(max_tokens=5),
        dict(output_mode='multi_hot'), dict(output_mode='count'), dict(output_mode='tf_idf'), dict(ngrams=2),
        dict(ngrams=(2, 3)), dict(standardize='lower'), dict(standardize=None), dict(standardize='strip_punctuation'),
        dict(split='character'), dict(ragged=True), dict(split=None),
        dict(max_tokens=12, pad_to_max_tokens=True, output_mode='count')):
    t = L.TextVectorization(**kw)
    t.adapt(texts)
    print(t.get_vocabulary(), t.vocabulary_size())
    show(str(kw), t(['the lazy fox', 'hello dog the fox quick brown']))
    print(t.get_config(), t.compute_output_shape((2,)))
    if not kw.get('ngrams') and kw.get('output_mode', 'int') == 'int':  # ragged counts have nodes of their own there
        graph('t', lambda s: t(s), tf.TensorSpec([None], tf.string))
t = L.TextVectorization(vocabulary=['earth', 'wind', 'fire'], output_sequence_length=4)
show('voc', t([['earth wind'], ['fire and earth and wind']]))
t = L.TextVectorization(standardize=lambda s: tf.strings.upper(s), split=lambda s: tf.strings.split(s, '-'))
t.adapt(tf.data.Dataset.from_tensor_slices(['a-b', 'b-c-d']).batch(1))
print(t.get_vocabulary())
show('call', t(['b-a', 'd']))
print([y.numpy().tolist() for y in tf.data.Dataset.from_tensor_slices(['a-b', 'b-c-d']).batch(2).map(t)])
err(lambda: L.TextVectorization(standardize='x'))
err(lambda: L.TextVectorization(split='x'))
err(lambda: L.TextVectorization(ngrams='x'))
err(lambda: L.TextVectorization(output_mode='x'))
err(lambda: L.TextVectorization(output_sequence_length='x'))
err(lambda: L.TextVectorization(output_mode='count', output_sequence_length=3))
err(lambda: L.TextVectorization(output_mode='count', ragged=True))
err(lambda: L.TextVectorization(vocabulary=['a'])([['a', 'b']]))
