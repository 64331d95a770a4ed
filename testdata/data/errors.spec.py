"""What is said where datasets and their functions are used wrongly."""
import tensorflow as tf

D = tf.data.Dataset
ds = D.range(3)
rows = D.range(1, 4).map(lambda x: tf.fill([x], x))


def show(name, run):
  try:
    print(name, run())
  except Exception as e:
    print(name, type(e).__name__, [l for l in str(e).splitlines() if 'File' not in l])


show('batch of rows', lambda: list(rows.batch(2)))
show('batch of generated rows', lambda: list(D.from_generator(
    lambda: [[1], [1, 2]], output_signature=tf.TensorSpec([None], tf.int32)).batch(2)))
show('end', lambda: iter(D.range(0)).get_next())
show('several', lambda: ds.get_single_element())
show('none', lambda: D.range(0).get_single_element())
show('batch 0', lambda: ds.batch(0))
show('window 0', lambda: ds.window(0))
show('shard', lambda: ds.shard(2, 2))
show('shuffle 0', lambda: ds.shuffle(0))
show('cardinality', lambda: list(ds.apply(tf.data.experimental.assert_cardinality(5))))
show('cardinality less', lambda: list(ds.apply(tf.data.experimental.assert_cardinality(1))))
show('lengths', lambda: D.from_tensor_slices(([1, 2], [1, 2, 3])))
show('scalar slices', lambda: D.from_tensor_slices(3))
show('no slices', lambda: D.from_tensor_slices(()))
show('predicate', lambda: ds.filter(lambda x: x))
show('take_while', lambda: ds.take_while(lambda x: x))
show('zip list', lambda: D.zip([ds]))
show('zip none', lambda: D.zip())
show('zip other', lambda: D.zip((ds, 3)))
show('concatenate', lambda: ds.concatenate(D.from_tensors(1.0)))
show('reduce dtype', lambda: ds.reduce(tf.constant(0, tf.int64), lambda a, b: tf.cast(a, tf.int32)))
show('reduce pair', lambda: ds.reduce(tf.constant(0, tf.int64), lambda a, b: (a, b)))
show('scan', lambda: ds.scan(0, lambda s, x: s))
show('scan dtype', lambda: ds.scan(0, lambda s, x: (x, x)))
show('infinite', lambda: len(ds.repeat()))
show('unknown', lambda: len(ds.filter(lambda x: x > 1)))
show('unbatch', lambda: ds.unbatch())
show('unbatch pair', lambda: D.from_tensors(([1, 2], [1, 2, 3])).unbatch())
show('padded', lambda: ds.padded_batch(2, padded_shapes=[2]))
show('padded small', lambda: list(rows.padded_batch(3, padded_shapes=[2])))
show('padded value', lambda: rows.padded_batch(3, padding_values=1.0))
show('unique', lambda: D.from_tensors(1.0).unique())
show('range', lambda: D.range())
show('attribute', lambda: ds.foo)
show('item', lambda: ds[0])
show('option', lambda: setattr(tf.data.Options(), 'foo', 1))
show('options are frozen', lambda: setattr(ds.options(), 'deterministic', True))
show('apply', lambda: ds.apply(lambda d: 3))
show('no generator', lambda: D.from_generator(3, tf.int32))
show('no signature', lambda: D.from_generator(lambda: [1]))
show('two signatures', lambda: D.from_generator(lambda: [1], tf.int32, output_signature=tf.TensorSpec([], tf.int32)))
show('datasets as arrays', lambda: ds.window(2).as_numpy_iterator())
show('optional', lambda: tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)).get_value())
show('group', lambda: ds.group_by_window(lambda x: x, lambda k, w: w))
show('py_function', lambda: tf.py_function(3, [1.0], tf.float32))
show('no Tout', lambda: tf.py_function(lambda x: x, [1.0]))
show('no inp', lambda: tf.py_function(lambda x: x, Tout=tf.float32))
show('numpy_function', lambda: tf.numpy_function(lambda x: x, [1.0]))
