"""What is never run does not fail: a branch, a loop's body, a value that nobody uses."""
import tensorflow as tf


@tf.function
def branch(x, n):
    if n > 0:
        y = x + 1.0
    else:
        y = tf.gather(x, tf.range(3) + n + 100) + tf.cast(1 // (n - n), tf.float32)
        tf.debugging.assert_equal(x, x + 1.0)
    return y


@tf.function
def loop(x, n):
    for i in tf.range(n):
        x = tf.gather(x, tf.range(3) + 50) + tf.cast(i // (n - n), tf.float32)
        tf.debugging.assert_less(i, 0)
    while n > 0:
        x = tf.gather(x, tf.range(3) + 50)
        n -= 1
    return x


@tf.function
def constant(x):
    zero = tf.constant(0)
    if tf.equal(zero, 1):
        x = x + tf.cast(1 // zero, tf.float32)
    tf.cond(tf.constant(False), lambda: tf.gather([1.0], zero + 9), lambda: 0.0)
    return tf.switch_case(tf.constant(1), [lambda: tf.cast(5 // zero, tf.float32) * x, lambda: x])


@tf.function
def dead(x):
    tf.gather(x, tf.constant(1000) + 1)
    7 // tf.constant(0)
    tf.zeros([1 << 40])
    return x * 2.0


x = tf.constant([1.0, 2.0, 3.0])
print(branch(x, tf.constant(1)), loop(x, tf.constant(0)), constant(x))
for call in (lambda: dead(x), lambda: branch(x, tf.constant(0)), lambda: loop(x, tf.constant(1))):
    try:
        print(call())
    except tf.errors.OpError as e:
        print(type(e).__name__, e.message.strip().split("\n")[0][:80])
