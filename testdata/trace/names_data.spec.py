import tensorflow as tf


def say(name, fn, *args):
  try:
    print('#', name, '->', repr(fn(*args)))
  except Exception as e:
    print('#', name, '->', type(e).__name__, '::', str(e))


import numpy as np
X = tf.data.experimental; D = tf.data.Dataset
def l(ds): return [tf.nest.map_structure(lambda t: t.numpy().tolist() if hasattr(t, 'numpy') else t, e) for e in ds]
say('enums', lambda: (X.SHARD_HINT, list(X.AutoShardPolicy), list(X.AutotuneAlgorithm), list(X.ExternalStatePolicy), X.AUTOTUNE, X.INFINITE_CARDINALITY, X.UNKNOWN_CARDINALITY))
say('pad', lambda: l(D.from_tensor_slices({'a': [1, 2]}).apply(X.pad_to_cardinality(4)))); say('pad', lambda: l(D.range(3).apply(X.pad_to_cardinality(4)))); say('pad', lambda: l(D.from_tensor_slices({'a': [1, 2]}).apply(X.pad_to_cardinality(1)))); say('pad', lambda: l(D.from_tensor_slices({'a': [1, 2]}).filter(lambda x: True).apply(X.pad_to_cardinality(4)))); say('pad', lambda: l(D.from_tensor_slices({'a': [1, 2]}).apply(X.pad_to_cardinality(3, mask_key='m'))))
say('pi', lambda: l(D.range(3).apply(X.parallel_interleave(lambda x: D.from_tensors(x).repeat(2), 2))))
say('pi', lambda: l(D.range(4).apply(X.parallel_interleave(lambda x: D.from_tensors(x).repeat(2), cycle_length=2, block_length=2))))
say('prefetch', lambda: l(D.range(3).apply(X.prefetch_to_device('/cpu:0')))); say('copy', lambda: l(D.range(3).apply(X.copy_to_device('/cpu:0'))))
say('copy2', lambda: l(D.range(3).map(lambda x: (x, x)).apply(X.copy_to_device('/cpu:0'))))
say('copy3', lambda: D.range(3).map(lambda x: {'a': x}).apply(X.copy_to_device('/cpu:0')).element_spec)
say('variant', lambda: l(X.from_variant(X.to_variant(D.range(3)), tf.TensorSpec([], tf.int64)))); say('variant', lambda: X.to_variant(D.range(3)).dtype)
say('table', lambda: X.table_from_dataset(D.zip((D.from_tensor_slices(['a', 'b']), D.range(2))), default_value=-7).lookup(tf.constant(['b', 'z'])))
say('table', lambda: X.table_from_dataset(D.zip((D.from_tensor_slices(['a', 'b']), D.range(2))), num_oov_buckets=1).lookup(tf.constant(['b', 'z'])))
say('table', lambda: X.index_table_from_dataset(D.from_tensor_slices(['a', 'b', 'c'])).lookup(tf.constant(['c', 'z'])))
say('table', lambda: X.index_table_from_dataset(D.from_tensor_slices(['a', 'b', 'c']), vocab_size=2, num_oov_buckets=2).size())
say('table int', lambda: X.table_from_dataset(D.zip((D.range(2), D.from_tensor_slices(['a', 'b']))), key_dtype=tf.int64, default_value='q').lookup(tf.constant([1, 5], tf.int64)))
init = X.DatasetInitializer(D.zip((D.from_tensor_slices(['a', 'b']), D.range(2))))
say('init', lambda: tf.lookup.StaticHashTable(init, -1).lookup(tf.constant(['b', 'z'])))
r = X.Reducer(lambda k: np.int64(0), lambda s, x: s + x, lambda s: s)
say('gbr', lambda: l(D.range(10).apply(X.group_by_reducer(lambda x: x % 3, r))))
r2 = X.Reducer(lambda k: (0, 0.), lambda s, x: (s[0] + 1, s[1] + tf.cast(x, tf.float32)), lambda n, t: t / tf.cast(n, tf.float32))
say('gbr2', lambda: l(D.range(10).apply(X.group_by_reducer(lambda x: x % 3, r2)))); say('gbr spec', lambda: D.range(10).apply(X.group_by_reducer(lambda x: x % 3, r2)).element_spec)
say('gbr bad', lambda: l(D.range(10).apply(X.group_by_reducer(lambda x: tf.cast(x, tf.float32), r))))
say('reducer', lambda: (callable(r.init_func), callable(r.reduce_func), callable(r.finalize_func)))
say('reject', lambda: len(l(D.from_tensor_slices([0, 0, 0, 1] * 20).apply(X.rejection_resample(lambda x: x, [.5, .5], [.75, .25], seed=1)))) > 10)
say('reject spec', lambda: D.from_tensor_slices([0, 0, 0, 1] * 20).apply(X.rejection_resample(lambda x: x, [.5, .5], [.75, .25], seed=1)).element_spec)
say('reject vals', lambda: l(D.from_tensor_slices([0, 0, 0, 1] * 3).rejection_resample(lambda x: x, [.5, .5], [.75, .25], seed=1)))
say('reject vals', lambda: l(D.from_tensor_slices([0, 0, 0, 1] * 3).rejection_resample(lambda x: x, [.5, .5], seed=1)))
say('rebatch', lambda: l(D.range(8).batch(4).rebatch(3))); say('rebatch', lambda: l(D.range(8).batch(4).rebatch(3, drop_remainder=True))); say('rebatch', lambda: l(D.range(8).batch(4).rebatch([1, 2]))); say('rebatch spec', lambda: (D.range(8).batch(4).rebatch(2).element_spec, D.range(8).batch(4).rebatch(2, True).element_spec, D.range(8).batch(4).rebatch([1, 2]).element_spec))
