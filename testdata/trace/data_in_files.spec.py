"""Datasets that are saved and loaded, kept in files, cut into other batches, resampled."""
import os
import tempfile

import numpy as np
import tensorflow as tf

D = tf.data.Dataset
folder = tempfile.mkdtemp()


def show(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, str(e).replace(folder, 'FOLDER').split('\n')[0])


def values(dataset):
  return [x.tolist() if isinstance(x, np.ndarray) else x for x in dataset.as_numpy_iterator()]


pairs = os.path.join(folder, 'pairs')
D.range(4).map(lambda x: (x, tf.fill([x], 'w'))).save(pairs)
loaded = D.load(pairs)
print(loaded, loaded.cardinality(), len(loaded))
for element in loaded:
  print(element)
shards = os.path.join(folder, 'shards')
D.range(10).save(shards, shard_func=lambda x: x % 3)


def reader(datasets):
  print(datasets)
  return datasets.flat_map(lambda x: x)


print(values(D.load(shards, reader_func=reader)))
composites = os.path.join(folder, 'composites')
D.range(3).map(lambda x: {'a': tf.sparse.from_dense([x, 0]), 'b': tf.RaggedTensor.from_row_splits([x, x], [0, 1, 2])}).save(
    composites)
for element in D.load(composites):
  print(sorted(element.items()))
D.range(3).save(os.path.join(folder, 'packed'), compression='GZIP')
print(values(D.load(os.path.join(folder, 'packed'), compression='GZIP')))


@tf.function
def total():
  result = tf.constant(0, tf.int64)
  for x, words in D.load(pairs):
    result += x * tf.size(words, tf.int64)
  return result


print(total())
show(lambda: D.load(os.path.join(folder, 'none')))
show(lambda: values(D.load(os.path.join(folder, 'packed'))))
show(lambda: D.range(3).save(os.path.join(folder, 'bad'), shard_func=lambda x: tf.cast(x, tf.float32)))
show(lambda: D.range(3).save(os.path.join(folder, 'bad'), shard_func=3))
show(lambda: D.load(pairs, reader_func=3))
made = []


def note(x):
  made.append(int(x))
  return x


noted = D.range(3).map(lambda x: tf.py_function(note, [x], tf.int64))
snapshot = noted.snapshot(os.path.join(folder, 'snapshot'))
print(snapshot, values(snapshot), made, values(snapshot), made)
cached = noted.cache(os.path.join(folder, 'cache'))
print(cached, values(cached), made, values(cached), made, sorted(n for n in os.listdir(folder) if n.startswith('cache')))
for rebatched in (D.range(20).batch(4).rebatch(6), D.range(20).batch(4).rebatch([2, 3]),
                  D.range(20).batch(4).rebatch(6, drop_remainder=True), D.range(8).batch(4, drop_remainder=True).rebatch(2),
                  D.range(11).batch(4).rebatch([2, 3], drop_remainder=True)):
  print(rebatched, values(rebatched))
show(lambda: D.range(3).rebatch(2))
show(lambda: D.range(3).batch(1).rebatch([[1]]))
examples = D.from_tensor_slices((np.arange(300) / 300, (np.arange(300) * 7919 % 100 < 20).astype('int32')))
for initial in ([0.8, 0.2], None):
  resampled = examples.rejection_resample(lambda x, label: label, [0.5, 0.5], initial, seed=9)
  print(resampled.element_spec)
  print([int(label) for label, _ in resampled.take(40)])
same = examples.rejection_resample(lambda x, label: label, [0.8, 0.2], [0.8, 0.2], seed=9)
print(same, len(same), next(iter(same)))
show(lambda: D.range(3).map(3))
show(lambda: D.range(3).flat_map(lambda x: x))
with open(os.path.join(folder, 'odd.txt'), 'w') as f:
  f.write('0123456789')
show(lambda: values(tf.data.FixedLengthRecordDataset(os.path.join(folder, 'odd.txt'), 4)))
