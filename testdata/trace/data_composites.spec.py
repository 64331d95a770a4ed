"""Ragged and sparse tensors as parts of a dataset's elements."""
import numpy as np
import tensorflow as tf

D = tf.data.Dataset
words = tf.ragged.constant([['Who', 'is', 'there'], ['Pause'], ['Will', 'it', 'rain', 'later']])
deep = tf.ragged.constant([[[1], [2, 3]], [], [[4, 5, 6]], [[], [7]]])
example = {'x': tf.ragged.constant([[1, 2], [], [3]]), 'y': tf.constant([[1., 2.], [3., 4.], [5., 6.]]),
           's': tf.sparse.from_dense([[0, 1], [2, 0], [0, 0]])}


def show(dataset):
  print(dataset)
  for element in dataset:
    if isinstance(element, dict):
      for name, value in element.items():
        print('%8s = %s' % (name, value))
    else:
      print(element)


rows = D.from_tensor_slices(example)
show(rows)
show(rows.batch(2))
show(rows.batch(2).unbatch())
show(D.from_tensor_slices(words).batch(2, drop_remainder=True))
show(D.from_tensor_slices(deep))
show(D.from_tensor_slices(deep).batch(3))
show(D.from_tensor_slices([1, 5, 3]).map(tf.range).apply(tf.data.experimental.dense_to_ragged_batch(2)))
show(D.range(1, 5).map(lambda x: {'a': tf.fill([x, 2], x), 'b': x, 'c': tf.fill([3], x)}).ragged_batch(3))
show(D.from_tensors(tf.sparse.from_dense([[1, 0], [0, 2]])).repeat(3).batch(2))
show(D.from_generator(lambda: [[1], [2, 3], [4, 5, 6]], tf.int32, [None]).sparse_batch(2, [4]))
show(D.from_tensor_slices(words).shuffle(3, seed=1).repeat(2).batch(4))
show(D.zip((D.from_tensor_slices(words), D.range(3))).batch(2))
print(list(D.from_tensor_slices(words).as_numpy_iterator()))


@tf.function
def total(dataset):
  result = tf.constant(0)
  for r in dataset:
    result += tf.reduce_sum(r)
  return result


print(total(D.from_tensor_slices(deep).batch(2)))




# A loop's state is handed on, also where an element fails and the next is asked for.
failing = D.range(6).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, tf.debugging.check_numerics(
    1. / tf.cast(x - 2, tf.float32), 'bad'))).ignore_errors()
print(list(failing.as_numpy_iterator()))
failing = D.range(6).scan(tf.constant(10, tf.int64), lambda s, x: (s + x, s // (x - 3))).ignore_errors()
print(list(failing.as_numpy_iterator()))
print(D.range(5).reduce((0, tf.constant(0, tf.int64)), lambda s, x: (s[0] + 1, x)))
print(D.range(5).reduce(tf.constant(7, tf.int64), lambda s, x: s), D.range(5).reduce(tf.constant(7, tf.int64), lambda s, x: x))
print(D.range(3).reduce((tf.constant(1, tf.int64), tf.constant(2, tf.int64)), lambda s, x: (s[1], s[0])))
print(D.range(3).reduce((tf.constant(1, tf.int64), tf.constant(2, tf.int64)), lambda s, x: (s[1], s[1])))
