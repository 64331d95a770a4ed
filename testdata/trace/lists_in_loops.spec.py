# TensorArrays in loops are changed in place where nobody else holds them: nothing else may see it.
import tensorflow as tf


@tf.function
def two_from_one(n):
  a = tf.TensorArray(tf.float32, size=n, clear_after_read=False).unstack(tf.zeros([n]))
  b = a.write(0, 1.0)
  c = a.write(0, 2.0)
  for i in tf.range(n):
    b = b.write(i, tf.cast(i, tf.float32))
    if i % 2 == 0:
      c = b.write(i, -1.0)
    else:
      c = c.write(i, b.read(i) + c.read(i - 1))
  return a.stack(), b.stack(), c.stack()


@tf.function
def kept(n):
  first = tf.TensorArray(tf.int32, size=n).unstack(tf.range(n))
  current = first
  while tf.reduce_sum(current.stack()) < 40:
    for i in tf.range(n):
      current = current.write(i, first.stack()[i] + i + 1)
      first = tf.cond(i > 1, lambda: current.write(0, 9), lambda: first)
  return first.stack(), current.stack()


def written(array, i):
  return array.write(i, 3.0)


@tf.function
def calls(n):
  a = tf.TensorArray(tf.float32, size=n).unstack(tf.ones([n]))
  b = a
  for i in tf.range(n):
    if i > 0:
      b = written(b, i)
  return a.stack(), b.stack()


@tf.function
def gradients(x, n):
  with tf.GradientTape() as tape:
    tape.watch(x)
    a = tf.TensorArray(tf.float32, size=n, clear_after_read=False)
    for i in tf.range(n):
      for j in tf.range(i):
        if j > 0:
          a = a.write(i, x * a.read(j - 1) + x)
      if i < 2:
        a = a.write(i, x * tf.cast(i + 1, tf.float32))
    y = tf.reduce_sum(a.stack())
  return y, tape.gradient(y, x)


for n in 3, 5:
  for f in two_from_one, kept, calls:
    for _ in range(2):
      print(f.__name__, n, [t.numpy().tolist() for t in f(tf.constant(n))])
  print([t.numpy() for t in gradients(tf.constant(1.5), tf.constant(n))])
