# Arrays beside tensors: the first tensor's dtype is the one that an op's arrays are cast to.
import numpy as np
import tensorflow as tf


def show(label, f):
  try:
    print(label, f())
  except Exception as e:
    print(label, type(e).__name__, e)


a, b, d, e, t = np.array([1]), tf.constant([2]), np.array([1.5]), np.array([1.5], np.float32), tf.constant([2.0])
v = tf.Variable([1.0])
CASES = [
    lambda: tf.raw_ops.Mul(x=t, y=d),
    lambda: tf.raw_ops.Mul(x=d, y=t),
    lambda: tf.maximum(d, e),
    lambda: tf.maximum(e, d),
    lambda: tf.maximum(a, d),
    lambda: tf.maximum(d, a),
    lambda: tf.maximum(b, d),
    lambda: tf.maximum(d, b),
    lambda: tf.concat([d, e], 0),
    lambda: tf.concat([e, d], 0),
    lambda: tf.concat([a, t], 0),
    lambda: tf.concat([t, a], 0),
    lambda: tf.stack([d, t]),
    lambda: tf.stack([t, d]),
    lambda: tf.where([True], d, e),
    lambda: tf.where([True], t, d),
    lambda: t + d,
    lambda: d + t,
    lambda: t - d,
    lambda: t * a,
    lambda: b * d,
    lambda: t / d,
    lambda: t ** d,
    lambda: t < d,
    lambda: t == d,
    lambda: tf.equal(t, d),
    lambda: v + d,
    lambda: v * a,
    lambda: tf.add(v, d),
    lambda: v.assign(d),
    lambda: v.assign_add(d),
    lambda: tf.nn.relu(d),
    lambda: tf.add_n([t, d]),
    lambda: tf.add_n([d, t]),
    lambda: tf.tensor_scatter_nd_update(t, [[0]], d),
    lambda: tf.clip_by_value(t, d, d),
    lambda: tf.nn.bias_add([[1.]], d),
    lambda: tf.nn.sigmoid_cross_entropy_with_logits(d, t),
    lambda: tf.linalg.matvec(tf.ones([1, 1]), d),
    lambda: tf.minimum(t, np.float64(1)),
    lambda: tf.pow(t, np.float64(2)),
    lambda: tf.maximum(b, np.float64(1.5)),
    lambda: tf.maximum(np.array(1.5), b),
    lambda: b + np.float64(1.5),
    lambda: b * np.array(1.5),
    lambda: tf.reduce_mean(tf.square(t - d)),
    lambda: tf.constant(d) + t,
    lambda: tf.constant(d, tf.float32) + t,
    lambda: tf.cast(d, tf.float32) + t,
    lambda: tf.math.squared_difference(d, t),
    lambda: tf.einsum('i,i->', t, d),
    lambda: tf.tensordot(t, d, 1),
    lambda: tf.logical_and(np.array([True]), [False]),
    lambda: tf.gather(d, b - 2),
    lambda: tf.keras.losses.mse(d, t),
    lambda: np.add(b, 1),
    lambda: tf.concat([a, b], 0),
]
for i, f in enumerate(CASES):
  show(i, f)
  show('%dg' % i, tf.function(f))
