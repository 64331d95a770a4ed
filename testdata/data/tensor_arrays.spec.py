"""TensorArrays, datasets and optionals as variables of loops and as results of branches and functions."""
import tensorflow as tf

ds = tf.data.Dataset.range(4)


@tf.function
def squares(n):
  a = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
  for i in tf.range(n):
    a = a.write(i, i * i)
  return a.stack()


print(squares(tf.constant(3)))


@tf.function
def doubled(n):
  a = tf.TensorArray(tf.float32, size=n)
  i = 0
  while i < n:
    if i % 2 == 0:
      a = a.write(i, 1.0)
    else:
      a = a.write(i, -1.0)
    i += 1
  return a.stack(), a.size()


print(doubled(tf.constant(5)))


@tf.function
def over_dataset(ds):
  a = tf.TensorArray(tf.int64, size=4)
  i = 0
  for x in ds:
    a = a.write(i, x * x)
    i += 1
  return a.stack()


print(over_dataset(ds))


@tf.function
def by_hand(n):
  a = tf.TensorArray(tf.int32, size=n)
  _, a = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a.write(i, 10 * i)), (0, a))
  return a.stack()


print(by_hand(tf.constant(3)))


@tf.function
def narrows(n):
  d = tf.data.Dataset.range(10)
  for i in tf.range(n):
    d = d.skip(2)
  return d


print([int(x) for x in narrows(tf.constant(3))])
