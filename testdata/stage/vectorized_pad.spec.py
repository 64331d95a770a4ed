# tf.vectorized_map of a tf.pad with a value: TensorFlow pads with zeros, tracepack with the value, as tf.map_fn does
# (docs/differences.md). TensorFlow maps row by row when this is recorded.
import tensorflow as tf

rows = tf.map_fn if hasattr(tf, '__file__') else tf.vectorized_map
x = tf.constant([[1., 2.], [3., 4.]])
print(rows(lambda e: tf.pad(e, [[1, 1]], constant_values=7.), x))


@tf.function
def staged(x):
  return rows(lambda e: tf.pad(e, [[0, 1]], constant_values=tf.constant(5.)), x)


print(staged(x))
