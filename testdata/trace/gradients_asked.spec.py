# What tf.gradients and tapes say of whole numbers, of gradients that do not exist, and of those that are given.
import numpy as np
import tensorflow as tf

FLOATS, INTS = tf.TensorSpec([3]), tf.TensorSpec([3], tf.int32)


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).strip().split('\n')[-1].strip()[:120])


def asked(f, spec=FLOATS, **kw):
    def body(x):
        return tf.gradients(f(x), x, **kw)
    function = tf.function(body).get_concrete_function(spec)
    outputs = function.structured_outputs
    return ([None if o is None else (o.dtype, o.shape) for o in outputs],
            [n.name for n in function.graph.as_graph_def().node])


def taped(f, **kw):
    x = tf.constant([1., 2., 3.])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    g = tape.gradient(y, x, **kw)
    return None if g is None else tf.convert_to_tensor(g).numpy().tolist()


show('int of float', lambda: asked(lambda x: tf.cast(x, tf.int32)))
show('int itself', lambda: asked(lambda x: x, INTS))
show('int product', lambda: asked(lambda x: x * 2, INTS))
show('float of int', lambda: asked(lambda x: tf.cast(x * 2, tf.float32), INTS))
show('both', lambda: asked(lambda x: [x * 2, tf.cast(x, tf.int32)]))
show('zero', lambda: asked(lambda x: tf.cast(x, tf.int64), unconnected_gradients='zero'))
show('argmax', lambda: asked(tf.argmax))
show('complex', lambda: asked(lambda x: tf.complex(x, x)))
show('bool', lambda: asked(lambda x: x, tf.TensorSpec([], tf.bool)))
show('int given', lambda: asked(lambda x: x * 2., grad_ys=[tf.constant([1, 2, 3])]))
show('float for complex', lambda: asked(lambda x: tf.complex(x, x), grad_ys=[tf.ones([3])]))
show('unique', lambda: asked(lambda x: tf.unique(x)[0]))
show('is_nan', lambda: asked(lambda x: tf.cast(tf.math.is_nan(x), tf.float32)))
show('nextafter', lambda: asked(lambda x: tf.math.nextafter(x, x + 1))[0])

show('one none', lambda: taped(lambda x: [x * 2, x * 3], output_gradients=[None, tf.ones([3])]))
show('none', lambda: taped(lambda x: x * 2, output_gradients=None))
show('list of none', lambda: taped(lambda x: x * 2, output_gradients=[None]))
show('array', lambda: taped(lambda x: x * 2, output_gradients=np.ones(3, np.float32)))
for name, f in [('unique', lambda x: tf.unique(x)[0]), ('is_nan', tf.math.is_nan),
                ('bitcast', lambda x: tf.bitcast(x, tf.int32)), ('nextafter', lambda x: tf.math.nextafter(x, x + 1)),
                ('counts', lambda x: tf.unique_with_counts(x)[0]), ('argmax', tf.argmax), ('floor', tf.floor),
                ('histogram', lambda x: tf.histogram_fixed_width(x, [0., 3.])),
                ('bincount', lambda x: tf.math.bincount([0, 1, 1], weights=x)),
                ('greater', lambda x: tf.cast(x > 1, tf.float32))]:
    show(name, lambda: taped(f))


def second(as_tensor):
    def gradient(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.reduce_sum(tf.gather(x, [0, 2, 0]) ** 3)
            g = inner.gradient(y, x)
            if as_tensor:
                g = tf.convert_to_tensor(g)
        return tf.convert_to_tensor(outer.gradient(g, x)).numpy().tolist()
    return gradient(tf.constant([1., 2., 3.]))


show('second', lambda: second(True))
show('second of slices', lambda: second(False))
