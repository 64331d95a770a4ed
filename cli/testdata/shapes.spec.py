"""Shapes that do not fit, by name: `tracepack exec shapes.spec.py -- layer`."""
import functools
import sys
import tensorflow as tf


class Layer(tf.Module):
    def __init__(self):
        self.w = tf.Variable(tf.zeros([64, 10]))

    @tf.function
    def __call__(self, x):
        h = tf.nn.relu(x)
        return h @ self.w + 1.0


@tf.function
def added(x, y):
    return tf.reduce_sum(x * 2.0 + y)


@tf.function
def product(a):
    b = tf.ones([3, 5])
    return tf.matmul(a, transpose_a=True, b=b)


@tf.function
def joined(a):
    return tf.concat([a, tf.zeros([2])], 0)


@tf.function
def loss(y, p):
    return tf.keras.losses.MeanSquaredError()(y, p)


@tf.function
def reduced(a):
    return functools.reduce(tf.matmul, [a, tf.ones([4, 4]), tf.ones([5, 5])])


@tf.function
def partly(a):
    return functools.partial(tf.matmul, tf.ones([2, 3]))(a)


@tf.function
def caught(a):
    try:
        a + tf.zeros([7])
    except ValueError:
        pass
    return a.missing


@tf.function
def assigned(h, d, w):
    d['k'] += tf.reduce_sum(h, 1)
    h += w
    return h


@tf.function
def item(d, w):
    d['k'] *= w
    return d


@tf.function
def compared(x, y):
    if tf.reduce_all(x[0] < y):
        return x
    return y


cases = {
    'layer': lambda: Layer()(tf.zeros([32, 128])),
    'added': lambda: added(tf.zeros([3, 4]), tf.zeros([3, 5])),
    'product': lambda: product(tf.zeros([2, 4])),
    'joined': lambda: joined(tf.zeros([2, 2])),
    'loss': lambda: loss(tf.zeros([2, 3]), tf.zeros([2, 4])),
    'reduced': lambda: reduced(tf.zeros([2, 4])),
    'partly': lambda: partly(tf.zeros([4, 4])),
    'assigned': lambda: assigned(tf.zeros([2, 3]), {'k': tf.zeros([2])}, tf.zeros([4])),
    'item': lambda: item({'k': tf.zeros([2, 3])}, tf.zeros([4])),
    'compared': lambda: compared(tf.zeros([2, 3]), tf.zeros([4])),
    'caught': lambda: caught(tf.zeros([2])),
}
cases[sys.argv[1]]()
