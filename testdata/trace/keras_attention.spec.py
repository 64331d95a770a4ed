# Keras: attention layers and EinsumDense: values, masks, graphs, errors.
import numpy as np
import tensorflow as tf

L = tf.keras.layers
I = tf.keras.initializers


def show(label, *tensors):
    for t in tf.nest.flatten(tensors, expand_composites=True):
        values = t.numpy()
        if t.dtype.is_floating:
            values = np.round(values.astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, np.array(values).ravel()[:6].tolist())


def err(f):
    try:
        f()
        print("no error")
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0][:300])


def graph(label, f, *specs):
    operations = tf.function(f).get_concrete_function(*specs).graph.get_operations()
    print(label, len(operations), [op.type for op in operations] if len(operations) < 40 else "")


tf.keras.utils.set_random_seed(3)
q = tf.reshape(tf.sin(tf.range(24, dtype=tf.float32)), [2, 3, 4])
v = tf.reshape(tf.cos(tf.range(40, dtype=tf.float32)), [2, 5, 4])
qm = tf.constant([[True, True, False], [True, False, False]])
vm = tf.constant([[True, True, True, False, False], [True, False, False, False, True]])
for cls in (L.Attention, L.AdditiveAttention):
    for kw in (dict(), dict(use_scale=True), dict(use_scale=False), dict(dropout=0.4, seed=3)):
        a = cls(**kw)
        show('a', a([q, v]))
        show('b', a([q, v, v * 2], mask=[qm, vm]))
        show('c', a([q, v], use_causal_mask=True, return_attention_scores=True))
        show('d', a([q, v], mask=[None, vm], use_causal_mask=True, training=True))
        print(a.get_config(), [(w.path, tuple(w.shape)) for w in a.weights])
    graph('g',
            lambda x, y: a([x, y], mask=[qm, vm], use_causal_mask=True), tf.TensorSpec([2, 3, 4]), tf.TensorSpec([2, 5, 4]))
    graph('g', lambda x, y: a([x, y], training=True), tf.TensorSpec([None, None, 4]), tf.TensorSpec([None, None, 4]))
    print(a.compute_output_shape([(2, 3, 4), (2, 5, 4)]))
c = L.Attention(score_mode='concat', use_scale=True)
show('concat', c([q, v]))
print([w.name for w in c.weights])
err(lambda: L.Attention(score_mode='x'))
err(lambda: L.Attention()(q))
err(lambda: L.Attention()([q]))
err(lambda: L.Attention()([q, v], mask=qm))
err(lambda: L.Attention()([q, v], mask=[qm]))
for kw in (dict(), dict(value_dim=5), dict(output_shape=6), dict(use_bias=False), dict(dropout=0.2, seed=1),
        dict(use_gate=True), dict(sliding_window=2), dict(attention_axes=(1,))):
    m = L.MultiHeadAttention(2, 3, kernel_initializer=I.GlorotUniform(seed=5), **kw)
    show('m', m(q, v))
    show('mk', m(q, v, key=v * 2))
    show('ms', m(q, v, return_attention_scores=True))
    show('mc', m(v, v, use_causal_mask=True))
    show('mcs', m(v, v, use_causal_mask=True, return_attention_scores=True))
    show('mm', m(q, v, query_mask=qm, value_mask=vm, attention_mask=tf.ones([2, 3, 5], tf.bool)))
    show('mt', m(q, v, training=True))
    print(m.get_config())
    print([(w.path, tuple(w.shape)) for w in m.weights])
    graph('g', lambda x, y: m(x, y, use_causal_mask=True), tf.TensorSpec([2, 3, 4]), tf.TensorSpec([2, 5, 4]))
    graph('g', lambda x, y: m(x, y), tf.TensorSpec([None, 3, 4]), tf.TensorSpec([None, 5, 4]))
    graph('g',
            lambda x, y: m(x, y, value_mask=vm, training=True, return_attention_scores=True), tf.TensorSpec([None, None, 4]), tf.TensorSpec([None, None, 4]))
x4 = tf.reshape(tf.sin(tf.range(96, dtype=tf.float32)), [2, 3, 4, 4])
m = L.MultiHeadAttention(2, 3, attention_axes=(2, ), kernel_initializer=I.GlorotUniform(seed=5))
show('4d', m(x4, x4, return_attention_scores=True))
m = L.MultiHeadAttention(2, 3, attention_axes=(1, 2), kernel_initializer=I.GlorotUniform(seed=5))
show('4d', m(x4, x4))
e = L.Embedding(6, 4, mask_zero=True, embeddings_initializer=I.RandomUniform(seed=1))
z = e(tf.constant([[1, 2, 0], [3, 0, 0]]))
m = L.MultiHeadAttention(2, 3, kernel_initializer=I.GlorotUniform(seed=5))
y = m(z, z)
show('masked', y)
print(getattr(y, '_keras_mask', None))
for kw in (dict(), dict(use_bias=False), dict(dropout=0.2, seed=1), dict(use_gate=True), dict(sliding_window=2)):
    g = L.GroupQueryAttention(3, 4, 2, kernel_initializer=I.GlorotUniform(seed=5), **kw)
    show('g', g(q, v))
    show('gs', g(q, v, return_attention_scores=True))
    show('gc', g(v, v, use_causal_mask=True))
    show('gm', g(q, v, value_mask=vm))
    show('gt', g(q, v, training=True))
    print(g.get_config())
    print([(w.path, tuple(w.shape)) for w in g.weights])
    graph('g', lambda x, y: g(x, y, use_causal_mask=True), tf.TensorSpec([2, 3, 4]), tf.TensorSpec([2, 5, 4]))
print(type(g), type(m), g.name, m.name)
err(lambda: L.MultiHeadAttention(0, 3))
err(lambda: L.MultiHeadAttention(2, -3))
err(lambda: L.MultiHeadAttention(2, 3, value_dim=0))
err(lambda: L.MultiHeadAttention(2, 3, attention_axes='x'))
err(lambda: L.MultiHeadAttention(2, 3, sliding_window=0))
err(lambda: L.MultiHeadAttention(2, 3)(q, v, key=q))
err(lambda: L.GroupQueryAttention(2, 3, 2))
err(lambda: L.GroupQueryAttention(2, 4, 2)(q, v[..., :3]))
err(lambda: L.MultiHeadAttention(2, 3, flash_attention=True)(q, v))
for eq, shape, ba in (('ab,bc->ac', 5, 'c'), ('...x,xy->...y', 5, 'y'), ('abc,cd->abd', (None, 6), 'd'), ('abc,cde->abde', (None, 2, 3), 'de'), ('ab...,bc->ac...', (6,), 'c')):
    x = q[:, 0] if eq.startswith('ab,') else q
    d = L.EinsumDense(eq, shape, bias_axes=ba, activation='relu', kernel_initializer=I.GlorotUniform(seed=2))
    show(eq, d(x))
    print(d.get_config(), [(w.path, tuple(w.shape)) for w in d.weights], d.compute_output_shape(x.shape))
err(lambda: L.EinsumDense('abc->ab', 3)(q))
err(lambda: L.EinsumDense('abc,cd->abd', (7, 6))(q))
err(lambda: L.EinsumDense('abc,cd->abe', (3, 6))(q))
err(lambda: L.EinsumDense('abc,cd->abd', (3, 6), bias_axes='z')(q))
with tf.GradientTape() as t:
    m = L.MultiHeadAttention(2, 3, kernel_initializer=I.GlorotUniform(seed=5))
    loss = tf.reduce_sum(m(q, v) ** 2)
for gr in t.gradient(loss, m.trainable_weights):
    show('gradient', gr)
