# tf.RaggedTensor: made, shown, indexed, computed with, handed to functions; errors as TensorFlow says them.
import tensorflow as tf

def attempt(f):
  try:
    print(f())
  except Exception as e:
    lines = [l for l in str(e).split('\n') if l.strip()] or ['-']
    print(type(e).__name__, lines[0].split('}} ')[-1])

R = tf.RaggedTensor
r = tf.ragged.constant([[1, 2], [], [3, 4, 5]])
print(r, r.shape, r.dtype, r.ragged_rank, r.to_list())
print(tf.ragged.constant([['a', 'bc'], []]), tf.ragged.constant([[True], [False, True]]))
print(tf.ragged.constant([[1.5, 2], [0.1]], tf.float64), tf.ragged.constant([[1, 2], [3, 4]]))
print(tf.ragged.constant([[[1, 2], [3]], [], [[4]]]), tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1))
print(tf.ragged.constant([]), tf.ragged.constant([[]]), tf.ragged.constant([[], []]), tf.ragged.constant(3), tf.ragged.constant([1, 2]))
print(tf.ragged.constant([list(range(40)), [1]]))
print(tf.ragged.constant([list(range(100, 130)), list(range(200, 230))]))
print(R.from_row_lengths([1, 2, 3], [2, 0, 1]), R.from_row_starts([1, 2, 3], [0, 2, 2]), R.from_row_limits([1, 2, 3], [2, 2, 3]))
print(R.from_value_rowids([1, 2, 3], [0, 2, 2], nrows=4), R.from_uniform_row_length([1, 2, 3, 4], 2), R.from_nested_row_lengths([1, 2, 3], [[1, 1], [1, 2]]))
print(R.from_tensor([[1, 2, 0], [3, 0, 0]], padding=0), R.from_tensor([[1, 2], [3, 4]], lengths=[1, 2]), R.from_tensor([[[1, 2]], [[3, 4]]], ragged_rank=2))
print(r.to_tensor(), r.to_tensor(-1), r.to_tensor(shape=[2, 2]), r.to_tensor(shape=[None, 4], default_value=9))
n = tf.ragged.constant([[[1, 2], [3]], [], [[4]]])
print(n.to_tensor(), n.nested_row_splits, n.bounding_shape(), n.shape, n.row_lengths(), n.row_lengths(axis=2), n.flat_values)
print(n.merge_dims(0, 1), n.merge_dims(1, 2), n.value_rowids(), n.nrows(), n.row_starts(), n.row_limits())
for bad in (lambda: R.from_row_splits([1, 2], [0, 3, 2]), lambda: R.from_row_splits([1, 2], [1, 2]), lambda: R.from_row_splits([1, 2], [0, 1]),
            lambda: R.from_row_lengths([1, 2], [-1, 3]), lambda: R.from_value_rowids([1, 2], [1, 0]), lambda: R.from_row_splits([1], []),
            lambda: R.from_row_splits(1, [0, 1]), lambda: tf.ragged.constant([[1], 2]), lambda: tf.ragged.constant([[1], [[2]]]),
            lambda: R([1], [0, 1]), lambda: bool(r), lambda: hash(r), lambda: len(r), lambda: tf.convert_to_tensor(r) if False else R.from_tensor([1, 2]),
            lambda: R.from_uniform_row_length([1, 2, 3], 2), lambda: tf.ragged.constant([[1]], ragged_rank=-1)):
  attempt(bad)
print(r + 1, 1 + r, r * r, -r, r / 2, r // 2, r % 2, r ** 2, 10 - r, abs(-r), r > 2, r <= 2, r == 2, r != 2, tf.constant(2) * r)
print((r > 1) & (r < 5), ~(r > 2), r == None, tf.square(r), tf.cast(r, tf.float32), tf.maximum(r, 3), tf.add(r, r), tf.zeros_like(r), tf.ones_like(r))
print(r + [[10], [20], [30]], n + 1, n * tf.ragged.constant([[[2, 2], [2]], [], [[2]]]), r + tf.constant([[1]]))
attempt(lambda: r + tf.constant([[1, 2]]))
for f in (tf.reduce_sum, tf.reduce_prod, tf.reduce_max, tf.reduce_min, tf.reduce_mean):
  print(f(r), f(r, axis=0), f(r, axis=1), f(r, axis=1, keepdims=True), f(r, axis=[0, 1]))
print(tf.reduce_any(r > 4, axis=1), tf.reduce_all(r > 0, axis=1), tf.reduce_sum(n, axis=2), tf.reduce_sum(n, axis=1), tf.reduce_sum(n, axis=0), tf.reduce_sum(n, axis=-1))
attempt(lambda: tf.reduce_sum(r, axis=2))
print(tf.concat([r, r], 0), tf.concat([r, r], 1), tf.concat([r, [[7], [8], [9]]], axis=1), tf.stack([r, r]), tf.stack([r, r], axis=1), tf.ragged.stack([[1, 2], [3]]))
attempt(lambda: tf.concat([r, r[:2]], axis=1))
print(r[0], r[1], r[-1], r[2, 1], r[1:], r[:-1], r[::2], r[:, :1], r[:, 1:], r[:, -1:], r[0:1, 0:1], r[..., :1], r[tf.newaxis], n[0], n[0, 0], n[:, :, :1], n[0][1], r[:, ::-1], r[::-1])
attempt(lambda: r[3]); attempt(lambda: r[:, 0]); attempt(lambda: r[0, 0, 0]); attempt(lambda: R.from_tensor([[1, 2], [3, 4]])[:, 1])
print(tf.gather(r, [2, 0]), tf.gather(r, [[2], [0]]), tf.gather(r, 2), tf.gather([5, 6, 7], tf.ragged.constant([[0, 1], [2]])), tf.gather(n, [2, 0]))
attempt(lambda: tf.gather(r, [3]))
print(tf.gather_nd(r, [[2, 1], [0, 0]]), tf.gather_nd(r, [[2], [0]]))
print(tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [True, True]]), tf.ragged.boolean_mask(r, r > 2), tf.ragged.boolean_mask(r, [True, False, True]))
print(tf.where(r > 2, r, -r), tf.where(r > 2), tf.where(r > 2, 0, r))
print(tf.ragged.range([3, 0, 2]), tf.ragged.range([1, 5], [4, 5]), tf.ragged.range([0., 1.], 2., 0.5), tf.ragged.range(3, 0, -1))
attempt(lambda: tf.ragged.range([1, 2], [3, 4, 5])); attempt(lambda: tf.ragged.range(3, 5, 0))
print(tf.ragged.map_flat_values(lambda x: x * 10, r), tf.ragged.map_flat_values(tf.add, r, r), tf.expand_dims(r, 0), tf.expand_dims(r, 1), tf.expand_dims(r, 2), tf.size(r), tf.rank(n), tf.tile(r, [2, 1]), tf.tile(r, [1, 2]), tf.one_hot(r, 6)[0])
print(tf.reverse(r, [1]), tf.squeeze(tf.expand_dims(r, 0), 0), tf.cumsum(r, axis=1), tf.cumsum(r, axis=1, exclusive=True, reverse=True), tf.nn.softmax(tf.cast(r, tf.float32)), tf.add_n([r, r]), tf.nn.relu(-r))
attempt(lambda: tf.ragged.map_flat_values(tf.add, r, tf.ragged.constant([[1], [2, 3], [4, 5]])))
print(tf.math.unsorted_segment_sum(r, [0, 1, 0], 2), tf.ragged.row_splits_to_segment_ids([0, 2, 2, 5]), tf.ragged.segment_ids_to_row_splits([0, 0, 2]))
print(r.with_values([5, 6, 7, 8, 9]), n.with_flat_values(tf.constant([9, 8, 7, 6])), r.with_row_splits_dtype(tf.int32).row_splits)
print(tf.RaggedTensorSpec([None, None], tf.int32), r._type_spec if False else tf.type_spec_from_value(r), tf.RaggedTensorSpec(ragged_rank=1), tf.RaggedTensorSpec([2, None, 3], tf.string, 1, tf.int32))
tf.print(r, tf.ragged.constant([list(range(9)), ['a'] and [1]]), tf.ragged.constant([['a', "it's"], []]), n)
print(tf.strings.join([tf.ragged.constant([['a'], ['b', 'c']]), 'x'], separator='-'), tf.strings.length(tf.ragged.constant([['a'], ['bcd', '']])), tf.strings.reduce_join(tf.ragged.constant([['a', 'b'], [], ['c']]), axis=1, separator='+'))

@tf.function
def f(x):
  print('trace', x, x.shape)
  return x + 1, x.to_tensor(), tf.reduce_sum(x, axis=1), {'rows': x[1:]}
print(f(r)); print(f(tf.ragged.constant([[1], [2], [3]]))); print(f(tf.ragged.constant([[1]])))
print(f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32)).structured_outputs)
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.float32)])
def g(x):
  with tf.GradientTape() as tape:
    tape.watch(x.flat_values)
    y = tf.reduce_sum(x.to_tensor()[:, :2] ** 2) + tf.reduce_sum(tf.gather(x, [1, 1]).flat_values)
  return tape.gradient(y, x.flat_values)
print(tf.convert_to_tensor(g(tf.ragged.constant([[1., 2., 3.], [4.]]))))
@tf.function
def h(x):
  tf.print(x, x[:1])
  return x
h(r)
def total(x):
  n = tf.constant(0)
  for i in tf.range(x.nrows()):
    n += tf.reduce_sum(x[i])
  return n
print(tf.function(total)(r), [n.op for n in tf.function(lambda x: x.to_tensor()).get_concrete_function(r).graph.as_graph_def().node])
@tf.function
def by_row(x):
  most = tf.constant(0)
  for row in x:
    if tf.reduce_sum(row) > most:
      most = tf.reduce_sum(row)
  return most
print(by_row(r), tf.map_fn(tf.reduce_max, r[::2], fn_output_signature=tf.int32), tf.map_fn(lambda row: row * 2, r), tf.constant([[1], [2], [3]]) < r, tf.constant(1) == r)
print([row.numpy().tolist() for row in tf.data.Dataset.from_tensor_slices(r)], [row.numpy().tolist() for row in r])
with tf.GradientTape() as tape:
  x = tf.ragged.constant([[1., 2.], [3.]])
  tape.watch(x.flat_values)
  y = tf.reduce_sum(x * x)
print(tape.gradient(y, x), tf.reshape(r, [5, 1]))
