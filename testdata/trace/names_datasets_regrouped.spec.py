import tensorflow as tf


def say(name, fn, *args):
  try:
    print('#', name, '->', repr(fn(*args)))
  except Exception as e:
    print('#', name, '->', type(e).__name__, '::', str(e))


D = tf.data.Dataset
def val(t):
  if isinstance(t, tf.RaggedTensor): return 'R%r' % (t.to_list(),)
  if isinstance(t, tf.SparseTensor): return 'S%r %r %r' % (t.indices.numpy().tolist(), t.values.numpy().tolist(), t.dense_shape.numpy().tolist())
  return repr(t.numpy().tolist())
def l(ds): return [tf.nest.map_structure(val, e) for e in ds], ds.element_spec, type(ds).__name__, int(ds.cardinality())
d = D.range(4).map(lambda x: tf.range(x))
say('rb', lambda: l(d.ragged_batch(2))); say('rb drop', lambda: l(d.ragged_batch(3, drop_remainder=True))); say('rb 32', lambda: l(d.ragged_batch(3, row_splits_dtype=tf.int32)))
say('rb dict', lambda: l(D.range(4).map(lambda x: {'a': tf.range(x), 'b': x, 'c': tf.fill([x, 2], 'q')}).ragged_batch(2)))
say('rb tuple', lambda: l(D.range(3).map(lambda x: (x, tf.ones([x, x + 1]))).ragged_batch(2)))
say('rb mid', lambda: l(D.range(3).map(lambda x: tf.ones([2, x])).ragged_batch(2)))
say('rb fixed', lambda: l(D.range(4).ragged_batch(2)))
say('rb str', lambda: l(D.from_tensor_slices(['a b', 'c', '']).map(tf.strings.split).ragged_batch(3)))
say('sb', lambda: l(d.sparse_batch(2, [5]))); say('sb none', lambda: l(d.sparse_batch(3, [None]))); say('sb 2d', lambda: l(D.range(3).map(lambda x: tf.ones([x, 2])).sparse_batch(2, [3, None])))
say('re', lambda: l(D.range(8).batch(4).rebatch(3))); say('re drop', lambda: l(D.range(8).batch(4).rebatch(3, drop_remainder=True))); say('re 2', lambda: l(D.range(8).batch(4).rebatch(2))); say('re list', lambda: l(D.range(8).batch(4).rebatch([1, 2]))); say('re list drop', lambda: l(D.range(8).batch(4).rebatch([1, 2], drop_remainder=True))); say('re same', lambda: l(D.range(8).batch(4).rebatch([2, 2])))
say('re dict', lambda: l(D.range(4).map(lambda x: {'a': x, 'b': [x, x]}).batch(4).rebatch(3))); say('re tuple', lambda: l(D.range(4).map(lambda x: (x, -x)).batch(4).rebatch([3, 2]))); say('re scalar', lambda: l(D.range(8).rebatch(3))); say('re rank', lambda: l(D.range(8).batch(2).rebatch([[3]])))
say('rr', lambda: l(D.from_tensor_slices([0, 0, 0, 1] * 3).rejection_resample(lambda x: x, [.5, .5], [.75, .25], seed=1))); say('rr est', lambda: l(D.from_tensor_slices([0, 0, 0, 1] * 3).rejection_resample(lambda x: x, [.5, .5], seed=1))); say('rr same', lambda: l(D.from_tensor_slices([0, 0, 0, 1]).rejection_resample(lambda x: x, [.75, .25], [.75, .25], seed=1))); say('rr 0', lambda: l(D.from_tensor_slices([0, 0, 0, 1]).rejection_resample(lambda x: x, [0., 1.], [.75, .25], seed=1))); say('rr tuple', lambda: l(D.from_tensor_slices(([0, 1, 1, 0], [1., 2., 3., 4.])).rejection_resample(lambda x, y: x, [.3, .7], [.5, .5], seed=1)))
X = tf.data.experimental
r = X.Reducer(lambda k: (0, [0.]), lambda s, x: (s[0] + 1, tf.concat([s[1], [tf.cast(x, tf.float32)]], 0)), lambda n, t: (n, t))
say('gbr', lambda: l(D.range(5).apply(X.group_by_reducer(lambda x: x % 2, r))))
say('gbr dict', lambda: l(D.from_tensor_slices({'k': [3, 1, 3], 'v': [1., 2., 3.]}).apply(X.group_by_reducer(lambda e: tf.cast(e['k'], tf.int64), X.Reducer(lambda k: 0., lambda s, e: s + e['v'], lambda s: {'sum': s})))))
say('gbr dtype', lambda: l(D.range(5).apply(X.group_by_reducer(lambda x: x % 2, X.Reducer(lambda k: 0, lambda s, x: s + 1., lambda s: s)))))
say('gbr empty', lambda: l(D.range(0).apply(X.group_by_reducer(lambda x: x % 2, r))))
