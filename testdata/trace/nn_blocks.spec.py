# Blocks of space and holes in filters, isotonic regression, hits of sampled classes.
import tensorflow as tf
def show(f, *a):
  try:
    print(f(*a))
    cf = tf.function(f, autograph=False).get_concrete_function(*[tf.TensorSpec(x.shape, x.dtype) for x in a])
    print(' '.join('%s=%s(%s)' % (n.name, n.op, ', '.join(n.input)) for n in cf.graph.as_graph_def().node))
  except Exception as e:
    print(type(e).__name__, str(e)[:200])
x = tf.reshape(tf.range(16.), [1, 4, 4, 1])
for p in ('SAME', 'VALID'):
  show(lambda x: tf.nn.atrous_conv2d_transpose(x, tf.reshape(tf.range(4.), [2, 2, 1, 1]), [1, 4, 4, 1] if p == 'SAME' else [1, 6, 6, 1], 2, p), x)
  show(lambda x: tf.nn.with_space_to_batch(x, [2, 2], p, lambda a, n, p: tf.nn.conv2d(a, tf.ones([2, 2, 1, 1]), 1, p), filter_shape=[2, 2]), x)
  show(lambda x: tf.nn.with_space_to_batch(x, [2], p, lambda a, n, p: a + 1, filter_shape=[2], spatial_dims=[2]), x)
show(lambda x: tf.nn.with_space_to_batch(x, [1, 1], 'SAME', lambda a, n, p: a + n), x)
show(lambda x: tf.nn.with_space_to_batch(x, [1, 0], 'SAME', lambda a, n, p: a + n), x)
show(lambda x: tf.nn.with_space_to_batch(x, [2, 2], 'SAME', lambda a, n, p: a + n), x)
show(lambda x: tf.nn.atrous_conv2d_transpose(x, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], 0, 'SAME'), x)
show(lambda x: tf.nn.atrous_conv2d_transpose(x, tf.ones([2, 2, 1, 1]), [1, 4, 4, 1], 2, 'X'), x)
for v in ([2., 2., 1.], [1., 1., 3., 3., 2.], [3., 1., 1., 5.], [1,2,3], [[4., 5.], [1., 1.], [1., 2.]]):
  print(tf.nn.isotonic_regression(v), tf.nn.isotonic_regression(v, decreasing=False, axis=0))
print(tf.nn.isotonic_regression(tf.constant([1, 2, 4], tf.int8))[0].dtype, tf.nn.isotonic_regression(tf.constant([1, 2, 4], tf.int64))[0].dtype)
print(tf.nn.compute_accidental_hits(tf.constant([[1, 2], [2, 5]], tf.int64), tf.constant([2, 5, 2], tf.int64), 2))
def say(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, str(e)[:300].replace('/job:localhost/replica:0/task:0/device:CPU:0', 'D'))
say(lambda: tf.nn.compute_accidental_hits(tf.constant([[1, 2], [2, 5]], tf.int64), tf.constant([2, 5, 2], tf.int64), 3))
say(lambda: tf.nn.isotonic_regression(tf.zeros([0, 3])))
