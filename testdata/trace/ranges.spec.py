# Values of ranges are start + i * step in the dtype itself.
import tensorflow as tf
for start, stop, step in [(0., 1000., 0.1), (1., 2., 0.3), (0., -5., -0.7), (0.5, 20., 0.3)]:
    for dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16):
        if dtype == tf.bfloat16 and stop > 100:
            continue
        r = tf.range(tf.constant(start, dtype), tf.constant(stop, dtype), tf.constant(step, dtype))
        print(dtype.name, len(r), tf.cast(r[-3:], tf.float64).numpy())
print(tf.range(10, 0, -3).numpy(), tf.range(5).numpy(), tf.range(tf.constant(3, tf.int64), 9, 2).numpy())
