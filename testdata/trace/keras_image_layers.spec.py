# Keras: layers for images: sizes, random transformations with seeds.
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


x = tf.reshape(tf.range(60, dtype=tf.float32), [2, 5, 6, 1])
xi = tf.cast(x, tf.uint8)
one = x[0]
for make in (lambda: L.Resizing(3, 4), lambda: L.Resizing(7, 8, 'nearest'),
        lambda: L.Resizing(3, 3, crop_to_aspect_ratio=True),
        lambda: L.Resizing(4, 8, pad_to_aspect_ratio=True, fill_value=9.),
        lambda: L.Resizing(6, 4, antialias=True, interpolation='bicubic'), lambda: L.CenterCrop(3, 4),
        lambda: L.CenterCrop(2, 3), lambda: L.CenterCrop(7, 3),
             lambda: L.RandomFlip(seed=3), lambda: L.RandomFlip('horizontal', seed=3),
                     lambda: L.RandomFlip('vertical', seed=4), lambda: L.RandomCrop(3, 4, seed=3),
                     lambda: L.RandomCrop(8, 4, seed=3), lambda: L.RandomContrast(0.4, seed=3),
                     lambda: L.RandomContrast((0.1, 0.9), value_range=(0, 50), seed=3),
                     lambda: L.RandomBrightness(0.4, seed=3),
                     lambda: L.RandomBrightness([-0.1, 0.2], value_range=[0., 60.], seed=3),
             lambda: L.RandomRotation(0.2, seed=3),
                     lambda: L.RandomRotation((0.1, 0.3), fill_mode='constant', seed=3, fill_value=5.),
                     lambda: L.RandomRotation(0.4, fill_mode='wrap', seed=3),
                     lambda: L.RandomRotation(0.4, fill_mode='nearest', interpolation='nearest', seed=3),
                     lambda: L.RandomZoom(0.3, seed=3),
                     lambda: L.RandomZoom((0.1, 0.5), (-0.2, 0.3), fill_mode='constant', seed=3),
                     lambda: L.RandomTranslation(0.3, 0.2, seed=3),
                     lambda: L.RandomTranslation((-0.2, 0.4), (0.1, 0.3), fill_mode='wrap', interpolation='nearest', seed=3),
             lambda: L.RandomHeight(0.3, seed=3), lambda: L.RandomWidth((0.1, 0.3), seed=3)):
    l = make()
    print(l.name, type(l))
    for training in (False, True):
        show('b', l(x, training=training))
        show('s', l(one, training=training))
        try: show('i', l(xi, training=training))
        except Exception as e: print(type(e).__name__, str(e)[:300])
    print(l.get_config(), l.compute_output_shape((2, 5, 6, 1)), l.compute_output_shape((None, 5, 6, 1)))
    if l.name.split('_')[0] in ('resizing', 'center') or l.name.startswith(('random_flip', 'random_bright', 'random_contr')):
        graph('g', lambda t: l(t, training=True), tf.TensorSpec([2, 5, 6, 1]))
        graph('g', lambda t: l(t, training=False), tf.TensorSpec([None, 5, 6, 1]))
    print([v.path for v in l.variables])
show('cf', L.Resizing(2, 3, data_format='channels_first')(tf.reshape(x, [2, 1, 5, 6])))
show('cf', L.CenterCrop(2, 3, data_format='channels_first')(tf.reshape(x, [2, 1, 5, 6])))
show('cf', L.RandomFlip(seed=1, data_format='channels_first')(tf.reshape(x, [2, 1, 5, 6])))
show('cf', L.RandomZoom(0.3, seed=1, data_format='channels_first')(tf.reshape(x, [2, 1, 5, 6])))
print(sorted(L.RandomFlip(seed=3)({'images': x, 'labels': tf.constant([1, 2])}).items(), key=lambda p: p[0])[1])
ds = tf.data.Dataset.from_tensors(x).map(L.RandomFlip(seed=3)).map(L.Resizing(2, 2)).map(L.CenterCrop(1, 1))
print([y.numpy().ravel().tolist() for y in ds])
print(tf.keras.preprocessing.image.smart_resize(np.arange(24.).reshape(4, 6, 1), (2, 2)))
for bad in (lambda: L.RandomRotation(2), lambda: L.RandomRotation('a'), lambda: L.RandomRotation(0.1, fill_mode='x'),
        lambda: L.RandomRotation(0.1, interpolation='x'), lambda: L.RandomZoom(-1.), lambda: L.RandomZoom((1, 2, 3)),
        lambda: L.RandomZoom('a'), lambda: L.RandomTranslation(2, 0.1), lambda: L.RandomTranslation('a', 0.1),
            lambda: L.RandomContrast(2), lambda: L.RandomContrast((0.1, 0.2, 0.3)), lambda: L.RandomBrightness(3),
                    lambda: L.RandomBrightness(0.1, value_range=3),
                    lambda: L.RandomBrightness(0.1, value_range=(1, 2, 3)), lambda: L.RandomFlip()(tf.ones([2, 3])),
                    lambda: L.Resizing(2, 3, interpolation='x')(x), lambda: L.Resizing(2, 3, fill_mode='x')(x),
                    lambda: L.Resizing(2, 3, crop_to_aspect_ratio=True, pad_to_aspect_ratio=True)(x),
                    lambda: L.CenterCrop(2, 2).compute_output_shape((1, 2)), lambda: L.RandomHeight((0.3, 0.1)),
                    lambda: L.RandomWidth(-1.5), lambda: L.Resizing(2, 2, factor=3)):
    err(bad)
