# tf.while_loop called eagerly: what the body gives has the structure of loop_vars; a count of turns makes it stricter.
import tensorflow as tf


def attempt(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, e)


less = lambda i, x: i < 5
attempt(lambda: tf.while_loop(lambda i: i < 5, lambda i: i + 1, [tf.constant(0)]))
attempt(lambda: tf.while_loop(lambda i: i < 5, lambda i: [i + 1], [tf.constant(0)]))
attempt(lambda: tf.while_loop(lambda i: i < 5, lambda i: i + 1, [tf.constant(0)], maximum_iterations=2))
attempt(lambda: tf.while_loop(lambda i: i < 5, lambda i: [i + 1], [tf.constant(0)], maximum_iterations=2))
attempt(lambda: tf.while_loop(less, lambda i, x: (i + 1, x * 2), (0, 1.), maximum_iterations=3))
attempt(lambda: tf.while_loop(less, lambda i, x: [i + 1, x * 2], [0, 1.], maximum_iterations=3))
attempt(lambda: tf.while_loop(less, lambda i, x: (i + 1, x * 2), [0, 1.], maximum_iterations=3))
attempt(lambda: tf.while_loop(less, lambda i, x: (i + 1, x * 2), [0, 1.], maximum_iterations=0))
attempt(lambda: tf.while_loop(less, lambda i, x: (i + 1, x * 2), [0, 1.]))
attempt(lambda: tf.while_loop(less, lambda i, x: (i + 1, x, x), [0, 1.]))
attempt(lambda: tf.while_loop(less, lambda i, x: (i + 1, {'a': x['a'] * 2}), [0, {'a': 1.}], maximum_iterations=3))
for number in (tf.constant([1., 2.]), tf.constant(2.5), tf.constant(2)):
  attempt(lambda: round(number))
