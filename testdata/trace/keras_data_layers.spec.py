# Keras: layers that prepare numbers and categories.
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


data = np.array([[1., 2., 3.], [4., 7., 9.], [0., 5., 2.]], 'float32')
n = L.Normalization()
n.adapt(data)
show('n', n(data))
print([(w.path, w.numpy().tolist()) for w in n.weights], n.get_config(), n.mean, n.variance)
n = L.Normalization(axis=None)
n.adapt(tf.constant(data))
show('n', n(data))
n = L.Normalization()
n.adapt(tf.data.Dataset.from_tensor_slices(data).batch(2))
show('n', n(data))
n = L.Normalization(axis=None)
n.adapt(tf.data.Dataset.from_tensor_slices(data[:, 0]))
show('n', n(data[:, 0]))
n = L.Normalization(mean=3., variance=2.)
show('n', n(data))
print(n.get_config())
n = L.Normalization(mean=[1., 2., 3.], variance=[4., 1., 9.], invert=True)
show('n', n(data))
n = L.Normalization()
n.adapt([data[:2], data[2:]])
show('n', n(data))
n = L.Normalization()
show('n', n(data))
graph('n', lambda x: n(x), tf.TensorSpec([None, 3]))
print([x.numpy().tolist() for x in tf.data.Dataset.from_tensor_slices(data).batch(2).map(n)])
err(lambda: L.Normalization(mean=1.))
err(lambda: L.Normalization(mean=[1.], variance=[1., 2.]))
err(lambda: L.Normalization(mean=[[1.]], variance=[[2.]]))
err(lambda: L.Normalization(axis=3).build((2, 3)))
err(lambda: L.Normalization().build((2, None)))
err(lambda: L.Normalization().adapt(3))
err(lambda: L.Normalization().adapt([]))
err(lambda: n.adapt(data[:, :2]))
r = L.Rescaling(1 / 255., offset=-0.5)
show('r', r(np.array([[0, 128, 255]], 'uint8')))
show('r', r(tf.constant([[0, 128, 255]])))
print(r.get_config())
graph('r', lambda x: r(x), tf.TensorSpec([None, 3], tf.uint8))
graph('r', lambda x: r(x), tf.TensorSpec([None, 3], tf.float32))
show('r', L.Rescaling([1., 2., 3.], [0., 1., 2.])(data))
d = L.Discretization(bin_boundaries=[1., 2.5, 5.])
show('d', d(data))
show('d', d([[0.5, 1.0], [2.5, 7.]]))
print(d.get_config(), d.compute_output_shape((2, 3)))
for mode in ('one_hot', 'multi_hot', 'count'):
    d = L.Discretization(bin_boundaries=[1., 2.5, 5.], output_mode=mode)
    show(mode, d(data))
    show(mode, d(data[:, :1]))
    show(mode, d(data[0]))
    print(d.compute_output_shape((3, 3)), d.get_config())
for bins in (2, 3, 4, 10):
    d = L.Discretization(num_bins=bins, epsilon=0.1)
    d.adapt(np.sin(np.arange(50)))
    print(np.round(d.bin_boundaries, 5).tolist(), np.round(d.get_config()['bin_boundaries'], 5).tolist())
    show('d', d([-2., -0.5, 0.5, 2.]))
d = L.Discretization(num_bins=4)
d.adapt(tf.data.Dataset.from_tensor_slices(np.arange(20.)).batch(7))
print(d.bin_boundaries)
d2 = L.Discretization.from_config(d.get_config())
print(d2.bin_boundaries)
err(lambda: L.Discretization())
err(lambda: L.Discretization(num_bins=-1))
err(lambda: L.Discretization(num_bins=2, bin_boundaries=[1.]))
err(lambda: L.Discretization(num_bins=2, output_mode='x'))
err(lambda: L.Discretization(num_bins=2)(data))
err(lambda: L.Discretization(bin_boundaries=[1.]).adapt(data))
err(lambda: L.Discretization(num_bins=3, sparse=True))
for mode in ('one_hot', 'multi_hot', 'count'):
    c = L.CategoryEncoding(4, output_mode=mode)
    show(mode, c([3, 2, 0, 1]))
    show(mode, c(np.array([[3, 2], [0, 1], [0, 0]])))
    show(mode, c(tf.constant([[3], [2]])))
    if mode == 'count':
        show('w', c([[0, 1], [0, 0]], count_weights=[[0.1, 0.2], [0.5, 0.4]]))
    else:
        err(lambda: c([[0, 1]], count_weights=[[0.1, 0.2]]))
    print(c.get_config(), c.compute_output_shape((2, 3)), c.compute_output_shape((2, 1)), c.compute_output_shape((2,)))
    graph(mode, lambda x: c(x), tf.TensorSpec([None, 2], tf.int64))
show('s', L.CategoryEncoding(4)(2))
show('s3', L.CategoryEncoding(3)(tf.constant([[[0, 1], [1, 2]]])))
err(lambda: L.CategoryEncoding())
err(lambda: L.CategoryEncoding(0))
err(lambda: L.CategoryEncoding(3, output_mode='x'))
for kw in (dict(), dict(mask_value=''), dict(salt=5), dict(salt=(1, 2)), dict(output_mode='one_hot'),
        dict(output_mode='multi_hot'), dict(output_mode='count'), dict(dtype='int32')):
    h = L.Hashing(4, **kw)
    show(str(kw), h([['A'], ['B'], ['C'], ['D'], ['']]))
    show(str(kw), h(tf.constant(['A', 'B', 'E', ''])))
    print(h.get_config(), h.compute_output_shape((3, 2)))
    graph('h', lambda x: h(x), tf.TensorSpec([None, 1], tf.string))
show('i', L.Hashing(5, mask_value=3)(np.array([[1, 2], [3, 4]])))
show('f', L.Hashing(5)(tf.constant([1.5, 2.5, -1.])))
err(lambda: L.Hashing(0))
err(lambda: L.Hashing(None))
err(lambda: L.Hashing(3, salt='a'))
err(lambda: L.Hashing(3, output_mode='q'))
err(lambda: L.Hashing(3, dtype='float32'))
err(lambda: L.Hashing(3, sparse=True))
