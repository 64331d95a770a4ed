"""Every transformation of datasets: elements, element_spec, cardinality, type."""
import numpy as np
import tensorflow as tf

D = tf.data.Dataset
ds = D.range(7)


def value(x):
  if isinstance(x, D):
    return [value(y) for y in x]
  return tf.nest.map_structure(lambda t: t.numpy().tolist() if hasattr(t, 'numpy') else t, x)


def show(name, make):
  try:
    d = make()
    print(name, d, int(d.cardinality()), type(d).__module__)
    print('  ', [value(x) for x in d.take(12)])
  except Exception as e:
    print(name, type(e).__name__, str(e).replace('\n', ' | '))


show('range', lambda: ds)
show('range down', lambda: D.range(10, 0, -3))
show('range float', lambda: D.range(3, output_type=tf.float32))
show('range int8', lambda: D.range(3, output_type=tf.int8))
show('from_tensors', lambda: D.from_tensors(([1, 2], {'b': 'x', 'a': 2.5})))
show('slices', lambda: D.from_tensor_slices({'a': [[1, 2], [3, 4]], 'b': ([0.5, 1.5], ['x', 'y'])}))
show('slices array', lambda: D.from_tensor_slices(np.arange(6).reshape(3, 2)))
show('map', lambda: ds.map(lambda x: x * x))
show('parallel map', lambda: ds.map(lambda x: (x, -x), num_parallel_calls=tf.data.AUTOTUNE))
show('map list', lambda: ds.map(lambda x: [x, x]))
show('map nested list', lambda: ds.map(lambda x: (x, [x, x])))
show('map dict', lambda: ds.map(lambda x: {'y': x, 'x': x + 1}))
show('map None', lambda: ds.map(lambda x: (x, None)))
show('map datasets', lambda: ds.take(3).map(lambda x: D.range(x)))
show('filter', lambda: ds.filter(lambda x: x % 2 == 1))
show('take_while', lambda: ds.take_while(lambda x: x < 3))
show('batch', lambda: ds.batch(3))
show('batch drop', lambda: ds.batch(3, drop_remainder=True))
show('parallel batch', lambda: ds.batch(3, num_parallel_calls=2))
show('batch batch', lambda: ds.batch(2).batch(2, drop_remainder=True))
show('batch strings', lambda: D.from_tensor_slices(['a', 'b', 'c']).batch(2))
rows = D.range(1, 5).map(lambda x: tf.fill([x], x))
show('padded', lambda: rows.padded_batch(2))
show('padded to', lambda: rows.padded_batch(2, padded_shapes=[6], padding_values=tf.constant(-1, tf.int64)))
show('padded pair', lambda: D.zip((rows, rows)).padded_batch(3, padded_shapes=([None], [5]), drop_remainder=True))
show('padded strings', lambda: D.from_tensor_slices([['a'], ['b']]).padded_batch(2, padded_shapes=[3]))
show('unbatch', lambda: ds.batch(3).unbatch())
show('unbatch known', lambda: ds.batch(3, drop_remainder=True).unbatch())
show('window', lambda: ds.window(3))
show('window moves', lambda: ds.window(3, shift=1, stride=2, drop_remainder=True))
show('window skips', lambda: ds.window(2, shift=3))
show('window pair', lambda: D.zip((ds, ds)).window(4))
show('window batches', lambda: ds.window(3, shift=2).flat_map(lambda w: w.batch(3)))
show('shuffle', lambda: ds.shuffle(7, seed=3))
show('shuffle small', lambda: ds.shuffle(2, seed=5).repeat(2))
show('shuffle once', lambda: ds.shuffle(4, seed=1, reshuffle_each_iteration=False).repeat(2))
show('repeat', lambda: ds.repeat(2))
show('repeat all', lambda: ds.repeat())
show('repeat none', lambda: ds.repeat(0))
show('repeat empty', lambda: D.range(0).repeat())
show('take', lambda: ds.take(2))
show('take all', lambda: ds.take(-1))
show('skip', lambda: ds.skip(5))
show('skip all', lambda: ds.skip(-1))
show('shard', lambda: ds.shard(3, 1))
show('zip', lambda: D.zip({'a': ds, 'b': (ds.skip(2), rows)}))
show('zip two', lambda: D.zip(ds, ds.skip(5)))
show('concatenate', lambda: ds.concatenate(ds.map(lambda x: -x)))
show('concatenate shapes', lambda: ds.batch(3).concatenate(ds.batch(2, drop_remainder=True)))
show('enumerate', lambda: ds.enumerate(start=5))
show('cache', lambda: ds.cache())
show('prefetch', lambda: ds.prefetch(tf.data.AUTOTUNE))
show('scan', lambda: ds.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, (s, x))))
show('scan grows', lambda: ds.take(3).scan(tf.zeros([0], tf.int64), lambda s, x: (tf.concat([s, [x]], 0), s)))
show('flat_map', lambda: ds.flat_map(lambda x: D.from_tensors(x).repeat(x)))
show('interleave', lambda: D.range(1, 5).interleave(lambda x: D.from_tensors(x).repeat(4), cycle_length=2,
                                                    block_length=3))
show('interleave uneven', lambda: D.range(1, 6).interleave(lambda x: D.from_tensors(x).repeat(x), cycle_length=3))
show('interleave parallel', lambda: D.range(1, 6).interleave(
    lambda x: D.from_tensors(x).repeat(x), cycle_length=3, num_parallel_calls=2))
show('unique', lambda: D.from_tensor_slices([3, 1, 3, 2, 1]).unique())
show('group_by_window', lambda: ds.group_by_window(lambda x: x % 2, lambda k, w: w.batch(2), window_size=2))
show('choose', lambda: D.choose_from_datasets([ds, ds.map(lambda x: x + 10)],
                                              D.from_tensor_slices(tf.constant([0, 1, 1, 0], tf.int64))))
show('random', lambda: D.random(seed=4))
show('counter', lambda: D.counter(start=3, step=2))
show('options', lambda: ds.with_options(tf.data.Options()))
show('asserted', lambda: ds.apply(tf.data.experimental.assert_cardinality(7)))
show('ignore_errors', lambda: ds.map(lambda x: tf.ensure_shape(tf.fill([x], x), [2])).ignore_errors())
show('bucket', lambda: rows.bucket_by_sequence_length(lambda x: tf.size(x), [2, 4], [2, 2, 2]))
tf.random.set_seed(5)
show('seeded', lambda: ds.shuffle(7))
show('seeded again', lambda: ds.shuffle(3))
shuffled = ds.shuffle(3, seed=1)
print([value(shuffled) for _ in range(3)])
fixed = ds.shuffle(3, seed=1, reshuffle_each_iteration=False)
print([value(fixed) for _ in range(2)])
print(ds.reduce((tf.constant(0, tf.int64), tf.constant(1.0)), lambda s, x: (s[0] + x, s[1] * 2.0)))
print(ds.skip(6).get_single_element(), list(ds.take(2).as_numpy_iterator()), len(ds), bool(ds))
print(list(D.from_tensor_slices({'a': [1, 2]}).as_numpy_iterator()))
seen = []
once = ds.take(3).map(lambda x: tf.py_function(lambda y: seen.append(int(y)) or y, [x], tf.int64)).cache()
print(value(once), value(once), seen)
it = iter(ds.batch(4))
print(next(it), it.get_next(), it.element_spec, next(it, 'end'))
optional = iter(ds).get_next_as_optional()
print(optional.has_value(), optional.get_value(), optional.element_spec)
print(tf.data.DatasetSpec.from_value(ds), tf.data.IteratorSpec(ds.element_spec), tf.OptionalSpec(ds.element_spec))
show('sample', lambda: D.sample_from_datasets([ds, ds.map(lambda x: x + 100)], seed=3))
show('sample weights', lambda: D.sample_from_datasets([ds, ds, ds.map(lambda x: x + 200)], weights=[0.2, 0.0, 0.8],
                                                      seed=3, stop_on_empty_dataset=True))
print(tf.random.stateless_categorical([[1.0, 1.0, 1.0], [0.0, 2.0, -1.0]], 5, seed=[1, 2]))
print(tf.random.categorical([[1.0, 1.0, 1.0], [0.0, 2.0, -1.0]], 5, seed=2))

few, more = tf.data.Dataset.range(2), tf.data.Dataset.range(10, 14)
order = tf.data.Dataset.from_tensor_slices(tf.constant([0, 0, 0, 1, 1], tf.int64))
for choose in (tf.data.Dataset.choose_from_datasets, tf.data.experimental.choose_from_datasets):  # one ends with the first dataset
  print([int(v) for v in choose([few, more], order)])
