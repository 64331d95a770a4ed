# Sets, sums of segments of rows, labels of connectionist temporal classification: results and errors.
import tensorflow as tf
def say(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, str(e)[:300].replace('/job:localhost/replica:0/task:0/device:CPU:0', 'D'))
d = tf.constant([[1., 2.], [3., 4.], [5., 6.]])
say(lambda: tf.sparse.segment_sum(d, [0, 5], [0, 1]))
say(lambda: tf.sparse.segment_sum(d, [0, 1], [1, 0]))
say(lambda: tf.sparse.segment_mean(d, [0, 1], [0, 2], num_segments=4))
say(lambda: tf.sparse.segment_sum(d, [0, 1], [0, 2], num_segments=2))
say(lambda: tf.sparse.segment_sum(d, [0, 1], [0]))
say(lambda: tf.sparse.segment_sum(d, [0, 1], [-1, 0]))
say(lambda: tf.sparse.segment_sum(d, tf.zeros([0], tf.int32), tf.zeros([0], tf.int32)))
big = tf.constant([[(i * 7919 % 101) / 7.] for i in range(40)])
say(lambda: [f(big, list(range(n)), [0] * n).numpy() for n in range(1, 40, 3) for f in (tf.sparse.segment_sum, tf.sparse.segment_mean, tf.sparse.segment_sqrt_n)])
say(lambda: tf.sets.union([[1,2]], [[1],[2]]))
say(lambda: tf.sets.union([1,2], [3,2]))
say(lambda: tf.sets.difference([[3,2,2,9],[1,1,1,1]], [[2, 5],[4,4]], aminusb=False))
say(lambda: tf.sets.union([[b'z', b'a']], [[b'c', b'a']]))
say(lambda: tf.sets.size(3))
say(lambda: tf.sets.union([[1.,2]], [[3., 2]]))
say(lambda: tf.sets.union(tf.sparse.from_dense([[1,2]]), tf.sparse.from_dense([[3, 2, 0, 8]])))
say(lambda: tf.sets.intersection([[1,2]], tf.sparse.from_dense([[3, 2, 0, 8]])))
say(lambda: tf.sets.difference(tf.sparse.from_dense([[3, 2, 0, 8]]), [[1,2]]))
say(lambda: tf.sets.union([[[1,2]]], [[1, 2]]))
say(lambda: tf.sets.size(tf.sparse.from_dense([[1,2],[0,0],[4,4]])))
x = tf.constant([[[0.1, 2.0, 0.3]], [[3.0, 0.1, 0.2]], [[3.2, 0.1, 0.]], [[0.2, 0.1, 5.0]]])
for m in (True, False):
  for b in (None, 0):
    say(lambda: tf.nn.ctc_greedy_decoder(x, [4], merge_repeated=m, blank_index=b))
say(lambda: tf.nn.ctc_greedy_decoder(x, [5]))
say(lambda: tf.nn.ctc_greedy_decoder(x, [1, 2]))
say(lambda: tf.nn.ctc_unique_labels([[3, 4, 4, 3], [1, 1, 1, 2]]))
say(lambda: tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [1, 2, 3, 4, 5]], [5, 3]))
say(lambda: tf.random.experimental.stateless_shuffle(tf.range(8), [8, 9]))
with tf.GradientTape() as t:
  t.watch(d)
  y = tf.sparse.segment_sqrt_n(d, [0, 2, 2], [0, 0, 2], num_segments=4) * 2.
print(t.gradient(y, d))
