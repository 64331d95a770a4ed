# Scattered and sliced assignment to variables.
import tensorflow as tf

v = tf.Variable([1, 2, 3])
v.scatter_nd_update([[0]], [100])
v.scatter_nd_add([[1], [1]], [5, 6])
v.scatter_nd_sub([[2]], [1])
print(v.numpy())
m = tf.Variable([[1., 2.], [3., 4.], [5., 6.]])
rows = tf.IndexedSlices(tf.constant([[10., 20.], [30., 40.]]), tf.constant([0, 2]))
for name in ('scatter_add', 'scatter_sub', 'scatter_mul', 'scatter_div', 'scatter_max', 'scatter_min', 'scatter_update'):
    getattr(m, name)(rows)
    print(name, m.numpy().tolist())
v[2].assign(7)
print(v.numpy(), v[0].numpy())
m[1:, 0].assign([8., 9.])
m[0].assign(0.5)
print(m.numpy().tolist())


@tf.function
def change(i, x):
    v[1:].assign(x)
    v.scatter_nd_add([[i]], [1000])
    m[i].assign([1., 1.])
    return v * 2


print(change(tf.constant(1), tf.constant([4, 5])).numpy(), v.numpy(), m.numpy().tolist())
for bad in (lambda: v.scatter_nd_update([[9]], [1]), lambda: m[0].assign([1., 2., 3.])):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__)
w = tf.Variable([1., 2.])
w.scatter_add(tf.IndexedSlices(1., 0))
print(w.numpy())


def constants():
  v, n = tf.Variable([1.0, 2.0]), tf.Variable(3)
  print(tf.constant(v), tf.constant(n, tf.float32), tf.constant(v, shape=[2, 1]), tf.constant(v, tf.int32))
  try:
    tf.function(lambda: tf.constant(v))()
  except NotImplementedError as e:
    print(str(e).splitlines()[-1])


constants()
