import tensorflow as tf


@tf.function
def total(data):
  s = 0
  for x in data:
    s += x
  return s


@tf.function
def double(x):
  return x * 2


@tf.function
def both(x):
  return x if isinstance(x, tf.Tensor) else next(x)


numbers = tf.data.Dataset.range(5).map(lambda x: tf.cast(x, tf.int32))
total(numbers), double(3.0), double(tf.constant(3)), both(iter(numbers)), both(tf.constant(1))
