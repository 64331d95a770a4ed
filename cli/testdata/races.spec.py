"""One variable read and written by many nodes at once, and prints between: program order, for any number of threads."""
import tensorflow as tf

N = 40000
v = tf.Variable(tf.zeros([N]))
count = tf.Variable(0)


@tf.function
def work(x):
    a = tf.tanh(x) * 2.0
    b = tf.sin(x) + tf.cos(x)
    c = tf.exp(-x * x)
    v.assign_add(a)
    r1 = v + 0.0
    v.assign_sub(b)
    r2 = tf.reduce_sum(v)
    tf.print('before', count)
    count.assign_add(1)
    tf.print('after', count)
    v.assign(v * 0.5 + c)
    r3 = v * 1.0
    count.assign_add(2)
    if tf.reduce_sum(r3) > 0.0:
        v.assign_add(r1)
    else:
        v.assign_sub(r1)
    for i in tf.range(3):
        v.assign_add(tf.cast(i, tf.float32) * c)
        count.assign_add(1)
    w = tf.stack([tf.reduce_sum(r1), r2, tf.reduce_sum(r3), tf.reduce_sum(v.read_value())])
    v.assign(tf.clip_by_value(v, -3.0, 3.0))
    return w


x = tf.linspace(-3.0, 3.0, N)
for i in range(500):
    w = work(x)
    if i % 100 == 99:
        print(i, w.numpy(), int(count), float(tf.reduce_sum(v)))
