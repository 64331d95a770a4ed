# Keras: layers that change colours at random; adaptive pooling, pipelines, symbolic calls.
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


x = tf.reshape(tf.range(54, dtype=tf.float32), [2, 3, 3, 3]) * 4.
x = tf.reverse(x, [2]) + tf.reshape(tf.range(54, dtype=tf.float32) % 7, [2, 3, 3, 3])
for make in (lambda: L.RandomGrayscale(0.6, seed=3), lambda: L.RandomHue(0.4, seed=3),
        lambda: L.RandomHue((0.1, 0.5), value_range=(0, 250), seed=4), lambda: L.RandomSaturation(0.7, seed=3),
        lambda: L.RandomSaturation((0.3, 0.8), seed=3), lambda: L.RandomInvert(0.7, seed=3),
        lambda: L.RandomInvert(seed=3),
             lambda: L.RandomPosterization(3, seed=3), lambda: L.RandomPosterization((1, 5), seed=3),
                     lambda: L.RandomSharpness(0.6, seed=3), lambda: L.RandomColorDegeneration(0.6, seed=3),
                     lambda: L.RandomColorJitter(brightness_factor=0.2, contrast_factor=0.3, saturation_factor=(0.3, 0.6), hue_factor=0.2, seed=3),
                     lambda: L.Solarization(seed=3), lambda: L.Solarization(0.3, (0.2, 0.7), seed=3),
                     lambda: L.AutoContrast()):
    l = make()
    print(l.name, type(l))
    show('f', l(x, training=False))
    show('t', l(x, training=True))
    try:
        show('s', l(x[0], training=True))
    except Exception as e:
        print(type(e).__name__, str(e)[:200])
    print(l.get_config(), l.compute_output_shape((2, 3, 3, 3)))
    r = type(l).from_config(l.get_config())
for bad in (lambda: L.RandomGrayscale(2), lambda: L.RandomHue(2), lambda: L.RandomSaturation(3),
        lambda: L.RandomSaturation(0.1, value_range=3), lambda: L.RandomPosterization(0),
        lambda: L.RandomPosterization(9), lambda: L.Solarization(2), lambda: L.Solarization((0.1, 0.2, 0.3)),
        lambda: L.Solarization('a'), lambda: L.AutoContrast(value_range=(1, 2, 3)),
        lambda: L.RandomColorDegeneration(0.2).compute_output_shape((2, 2, 2, 1)), lambda: L.RandomSharpness(2),
        lambda: L.RandomInvert(2)):
    err(bad)

x1 = tf.reshape(tf.sin(tf.range(40.)), [2, 10, 2])
x2 = tf.reshape(tf.sin(tf.range(160.)), [1, 10, 8, 2])
x3 = tf.reshape(tf.sin(tf.range(240.)), [1, 5, 4, 6, 2])
for make, x in ((lambda: L.AdaptiveAveragePooling1D(3), x1), (lambda: L.AdaptiveMaxPooling1D(4), x1),
        (lambda: L.AdaptiveAveragePooling2D(3), x2), (lambda: L.AdaptiveMaxPooling2D((4, 3)), x2),
        (lambda: L.AdaptiveAveragePooling3D((2, 3, 4)), x3), (lambda: L.AdaptiveMaxPooling3D(2), x3),
        (lambda: L.AdaptiveAveragePooling2D((3, 1), data_format='channels_first'), x2),
        (lambda: L.AdaptiveMaxPooling1D(10), x1)):
    l = make()
    show(l.name, l(x))
    print(l.get_config(), l.compute_output_shape(tuple(x.shape)))
err(lambda: L.AdaptiveMaxPooling1D('a'))
err(lambda: L.AdaptiveMaxPooling1D((1, 2)))
err(lambda: L.AdaptiveMaxPooling2D((1, 2, 3)))
err(lambda: L.AdaptiveMaxPooling3D((1, 2)))
err(lambda: L.AdaptiveMaxPooling1D(2, data_format='x'))
p = L.Pipeline([L.Rescaling(0.5), L.RandomFlip(seed=1)])
img = tf.reshape(tf.range(54, dtype=tf.float32), [2, 3, 3, 3]) * 4.
show('p', p(img))
show('p', p(img, training=False))
print(p.get_config(), p.layers)
print(L.Pipeline.from_config(p.get_config()))
err(lambda: L.Pipeline.from_config({'name': 'x'}))
for l in (L.RandomShear(0.3, 0.2, seed=3),
        L.RandomShear((0.1, 0.4), fill_mode='constant', fill_value=3., interpolation='nearest', seed=2),
        L.RandomErasing(seed=3), L.RandomErasing(0.7, scale=(0.1, 0.3), fill_value=7, seed=3),
        L.RandomErasing(fill_value=(1, 2, 3), seed=4), L.Equalization(), L.Equalization(value_range=(0, 220), bins=16)):
    print(l.name, type(l))
    show('f', l(img, training=False))
    show('t', l(img, training=True))
    show('s', l(img[0], training=True))
    print(l.get_config())
err(lambda: L.RandomShear(-0.1))
err(lambda: L.RandomShear(2))
err(lambda: L.RandomShear('a'))
err(lambda: L.RandomShear((0.1, 0.2, 0.3)))
err(lambda: L.RandomErasing(2))
err(lambda: L.RandomErasing(scale=(1, 2, 3)))
err(lambda: L.RandomErasing(fill_value='a')(img))
err(lambda: L.RandomErasing(fill_value=(1, 2))(img))
for kw in (dict(), dict(tie_weights=False), dict(logit_soft_cap=2.0), dict(reverse_dtype='float16'), dict(mask_zero=True)):
    e = L.ReversibleEmbedding(5, 3, embeddings_initializer=I.RandomUniform(seed=1), **kw)
    y = e(tf.constant([[1, 2], [0, 4]]))
    show('e', y)
    print(getattr(y, '_keras_mask', None))
    show('r', e(y, reverse=True))
    print(e.get_config(), [w.path for w in e.weights], e.compute_output_shape((2, 3)), e.compute_output_shape((2, 3), reverse=True))
c = L.RandomContrast(0.3, seed=1)
show('dict', list(L.RandomCrop(2, 2, seed=1)({'images': img, 'labels': tf.constant([1, 2]), 'segmentation_masks': img[..., :1]}).values()))
err(lambda: L.RandomFlip(seed=1)({'images': img, 'bounding_boxes': {'boxes': tf.ones([2, 1, 4])}}))
m = L.MultiHeadAttention(2, 2, kernel_initializer=I.GlorotUniform(seed=1))
i1, i2 = tf.keras.Input((3, 4)), tf.keras.Input((5, 4))
print(m(i1, i2), m(i1, i2, return_attention_scores=True))
print(L.LSTM(3, return_state=True)(i1), L.GRU(3, return_sequences=True)(i1), L.Bidirectional(L.LSTM(2))(i1))
print(L.TimeDistributed(L.Dense(2))(i1), L.Attention()([i1, i2]), L.Masking()(i1), L.RepeatVector(2)(tf.keras.Input((3,))))
print(L.StringLookup(vocabulary=['a'])(tf.keras.Input((3,), dtype='string')),
        L.TextVectorization(vocabulary=['a'], output_sequence_length=4)(tf.keras.Input((1,), dtype='string')))
print(L.Normalization()(i1), L.Rescaling(2.)(i1), L.Resizing(3, 4)(tf.keras.Input((8, 8, 3))),
        L.RandomFlip()(tf.keras.Input((8, 8, 3))), L.CenterCrop(3, 4)(tf.keras.Input((8, 8, 3))),
        L.RandomCrop(3, 4)(tf.keras.Input((8, 8, 3))))
print(L.ConvLSTM2D(3, 2)(tf.keras.Input((4, 8, 8, 3))), L.EinsumDense('abc,cd->abd', (None, 6))(i1),
        L.CategoryEncoding(3)(tf.keras.Input((2,), dtype='int32')), L.Discretization([0., 1.])(i1),
        L.Hashing(3)(tf.keras.Input((2,), dtype='string')), L.SpectralNormalization(L.Dense(3))(i1))
print(L.Cropping1D(1)(i1), L.UpSampling1D(2)(i1), L.ZeroPadding1D(2)(i1),
        L.UpSampling3D(2)(tf.keras.Input((2, 2, 2, 1))), L.Cropping2D(1)(tf.keras.Input((8, 8, 3))),
        L.GaussianNoise(0.1)(i1), L.StackedRNNCells([L.GRUCell(2)]))
