# The nodes that a gradient under a tape adds, as TensorFlow records them.
import tensorflow as tf


def slices(x):
    return x[0]


def squeezed(x):
    return tf.squeeze(x[:1], 0)


def sign(x):
    return tf.sign(x)


def where(x):
    return tf.where(x > 0, x, -x)


def powers(x):
    return 2 ** x


def power(x):
    return tf.pow(x, x)


def convolution(x):
    return tf.nn.conv2d(x[None, :, :, None], tf.ones([2, 2, 1, 1]), 1, 'SAME')


def dropped(x):
    return tf.nn.dropout(x, 0.5, seed=1)


def sums(x):
    # The same shape and axes are divided once.
    return tf.reduce_sum(x, 1) + tf.reduce_sum(x * 2.0, 1) + tf.reduce_mean(x, 1) + tf.reduce_sum(x, [-1])


def norm(x):
    return tf.norm(x, axis=1)


def gradient_of(h):
    @tf.function
    def gradient(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = h(x)
        return t.gradient(y, x)
    return gradient


for h in slices, squeezed, sign, where, powers, power, convolution, dropped, norm, sums:
    for shape in [3, 4], [None, 4]:
        if h is sums and shape[0] is None:
            continue
        graph = gradient_of(h).get_concrete_function(tf.TensorSpec(shape)).graph.as_graph_def()
        print(h.__name__, shape, len(graph.node))
        print('   ', [(n.name, n.op) for n in graph.node])
