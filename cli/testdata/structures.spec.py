import collections
import tensorflow as tf
P = collections.namedtuple("P", "w b")

@tf.function
def f(batch, pair, p, mode='train', n=2):
    y = batch['image'] @ p.w + p.b + pair[0] - pair[1]
    return {'out': y, 'sum': tf.reduce_sum(y)}

@tf.function
def g(*args, **kw):
    return args[0] + kw['k']

f({'image': tf.ones([2, 3]), 'name': tf.constant("a")}, (tf.constant(1.0), 2.0), P(tf.ones([3, 4]), tf.zeros([4])))
g(tf.constant(1.0), tf.constant(2.0), k=tf.constant(2.0))

@tf.function
def h(x):
    return x + 1
for i in range(1, 10):
    h(tf.ones([i]))
