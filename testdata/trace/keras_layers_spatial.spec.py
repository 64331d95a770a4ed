# Keras: noise, padding, cropping, upsampling, convolutional LSTMs, spectral normalization.
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


x2 = tf.reshape(tf.range(6, dtype=tf.float32), [2, 3])
x3 = tf.reshape(tf.range(24, dtype=tf.float32), [2, 4, 3])
x4 = tf.reshape(tf.range(64, dtype=tf.float32), [1, 4, 8, 2])
x5 = tf.reshape(tf.range(96, dtype=tf.float32), [1, 4, 3, 4, 2])
for make, x in ((lambda: L.GaussianNoise(0.2, seed=1), x3), (lambda: L.GaussianDropout(0.2, seed=1), x3),
        (lambda: L.AlphaDropout(0.2, seed=1), x3), (lambda: L.AlphaDropout(0.2, noise_shape=(2, 1, 3), seed=1), x3),
                (lambda: L.ActivityRegularization(0.1, 0.2), x3), (lambda: L.ThresholdedReLU(2.0), x2),
                        (lambda: L.ZeroPadding1D(1), x3), (lambda: L.ZeroPadding1D((0, 2)), x3),
                        (lambda: L.ZeroPadding2D(((1, 0), (0, 2))), x4),
                (lambda: L.ZeroPadding2D((1, 2), data_format='channels_first'), x4), (lambda: L.ZeroPadding3D(1), x5),
                        (lambda: L.ZeroPadding3D(((1, 0), (0, 1), (0, 0))), x5), (lambda: L.Cropping1D(1), x3),
                        (lambda: L.Cropping1D((0, 1)), x3), (lambda: L.Cropping1D((1, 0)), x3),
                (lambda: L.Cropping2D(((1, 0), (2, 3))), x4),
                        (lambda: L.Cropping2D(((0, 1), (0, 0)), data_format='channels_first'), x4),
                        (lambda: L.Cropping2D(1), x4), (lambda: L.Cropping3D(1), x5),
                        (lambda: L.Cropping3D(((1, 0), (0, 1), (1, 2))), x5),
                (lambda: L.UpSampling1D(2), x3), (lambda: L.UpSampling2D(2), x4),
                        (lambda: L.UpSampling2D((2, 1), data_format='channels_first'), x4),
                        (lambda: L.UpSampling2D(2, interpolation='bilinear'), x4),
                        (lambda: L.UpSampling2D((1, 3), interpolation='nearest'), x4),
                        (lambda: L.UpSampling3D((1, 2, 1)), x5),
                        (lambda: L.UpSampling3D(2, data_format='channels_first'), x5), (lambda: L.RepeatVector(3), x2)):
    l = make()
    print(l.name, type(l))
    show('y', l(x))
    show('t', l(x, training=True))
    print(l.get_config())
    print(l.losses)
    print(l.compute_output_shape(tuple(x.shape)), l.compute_output_shape((None,) + tuple(x.shape)[1:]))
    graph('g', lambda a: l(a), tf.TensorSpec(x.shape))
    graph('d', lambda a: l(a, training=True), tf.TensorSpec([None] + x.shape[1:]))
    r = type(l).from_config(l.get_config())
    print(r.name, r.get_config() == l.get_config())
    print(l.variables)
for bad in (lambda: L.GaussianNoise(2), lambda: L.GaussianDropout(-1), lambda: L.ThresholdedReLU(-1),
        lambda: L.ThresholdedReLU(None), lambda: L.ZeroPadding1D((1, 2, 3)), lambda: L.ZeroPadding1D(-1),
        lambda: L.ZeroPadding2D((1, 2, 3)), lambda: L.ZeroPadding2D(1.5), lambda: L.ZeroPadding2D(((1, 2, 3), 1)),
            lambda: L.ZeroPadding3D((1, 2)), lambda: L.ZeroPadding3D(1.5), lambda: L.Cropping1D(5)(x3),
                    lambda: L.Cropping1D(5).compute_output_shape((2, 4, 3)), lambda: L.Cropping2D(-1),
                    lambda: L.Cropping2D((1, 2, 3)), lambda: L.Cropping2D(1.5), lambda: L.Cropping2D(9)(x4),
                    lambda: L.Cropping2D(9).compute_output_shape((1, 4, 8, 2)),
            lambda: L.Cropping3D((1, 2)), lambda: L.Cropping3D(-2), lambda: L.Cropping3D('abc'),
                    lambda: L.Cropping3D(3)(x5), lambda: L.UpSampling1D(1.5), lambda: L.UpSampling1D(0),
                    lambda: L.UpSampling2D((1, 2, 3)), lambda: L.UpSampling3D(0), lambda: L.RepeatVector('a'),
                    lambda: L.RepeatVector(0), lambda: L.RepeatVector(2)(x3), lambda: L.ZeroPadding2D(1)(x3),
                    lambda: L.UpSampling2D(2, data_format='x'), lambda: L.Cropping3D(1)(x4)):
    err(bad)
k = dict(kernel_initializer=I.GlorotUniform(seed=1), recurrent_initializer=I.Orthogonal(seed=2), seed=4)
s4 = tf.reshape(tf.sin(tf.range(60, dtype=tf.float32)), [2, 3, 5, 2])
s5 = tf.reshape(tf.sin(tf.range(160, dtype=tf.float32)), [2, 2, 5, 4, 2])
s6 = tf.reshape(tf.sin(tf.range(192, dtype=tf.float32)), [1, 2, 4, 4, 3, 2])
for make, x in ((lambda **kw: L.ConvLSTM1D(2, 2, **k, **kw), s4),
        (lambda **kw: L.ConvLSTM2D(2, (2, 3), padding='same', **k, **kw), s5),
        (lambda **kw: L.ConvLSTM3D(2, 2, **k, **kw), s6),
        (lambda **kw: L.ConvLSTM2D(2, 2, data_format='channels_last', strides=2, **k, **kw), s5)):
    for kw in (dict(), dict(return_sequences=True, return_state=True), dict(dropout=0.3, recurrent_dropout=0.3),
            dict(go_backwards=True, use_bias=False, return_sequences=True)):
        l = make(**kw)
        show('y', l(x))
        show('t', l(x, training=True))
        print(l.name, [(w.path, tuple(w.shape)) for w in l.weights], l.compute_output_shape(tuple(x.shape)))
    print(l.get_config())
graph('g', lambda a: l(a), tf.TensorSpec(s5.shape))
err(lambda: L.ConvLSTM2D(2, 2, strides=2, dilation_rate=2))
err(lambda: L.ConvLSTM1D(2, 2)(s5))
sn = L.SpectralNormalization(L.Dense(3, kernel_initializer=I.GlorotUniform(seed=1)), power_iterations=2)
show('sn', sn(x2))
for w in sn.weights:
    if w.name == 'vector_u':
        w.assign(tf.ones([1, 3]))
show('sn', sn(x2, training=True))
show('w', [w.value for w in sn.weights])
show('sn', sn(x2))
print(sn.get_config(), [w.path for w in sn.weights])
err(lambda: L.SpectralNormalization(L.Dense(3), power_iterations=0))
err(lambda: L.SpectralNormalization(L.Dropout(0.3)).build((2, 3)))
