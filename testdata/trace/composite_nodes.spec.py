# The nodes of composite functions, with known and with unknown dims, and what they give.
import tensorflow as tf


def short(v):
  return [short(x) for x in v] if isinstance(v, list) else float('%.4g' % v) if isinstance(v, float) else v


def show(name, fn, *args):
  eager = [short(t.numpy().tolist()) for t in tf.nest.flatten(fn(*args), expand_composites=True)]
  print('#', name, str(eager)[:80])
  for dims in (lambda t: t.shape, lambda t: [None] * t.shape.rank):
    specs = [tf.TensorSpec(dims(t), t.dtype) for t in args]
    try:
      concrete = tf.function(fn, autograph=False).get_concrete_function(*specs)
    except Exception as e:
      print(type(e).__name__, str(e).strip().split('\n')[-1])
      continue
    for node in concrete.graph.as_graph_def().node:
      print('%s=%s(%s)' % (node.name, node.op, ', '.join(node.input)), end=' ')
    print([str(t.shape) for t in concrete.outputs])


x = tf.constant([[0.5, 0.25, 0.75], [0.125, 0.875, 0.3]])
ints = tf.constant([3, 1, 2])
for f in (tf.math.bessel_i0e, tf.math.ndtri, tf.math.erfinv, tf.math.erfcinv, tf.math.special.dawsn, tf.math.angle,
          tf.math.is_non_decreasing, tf.math.is_strictly_increasing):
  show(f.__name__, lambda x: f(x), x)
  show(f.__name__ + ' named', lambda x: f(x, name='nm'), x)
show('strided_slice', lambda x: tf.strided_slice(x, [0, 0], [2, 2]), x)
show('saturate_cast', lambda z: tf.saturate_cast(z, tf.int8), tf.constant([300 + 2j, -1], tf.complex64))
show('confusion_matrix', lambda a, b: tf.math.confusion_matrix(a, b, 3), tf.constant([[0], [1]]), tf.constant([0, 2]))
show('sobol_sample', lambda n: tf.math.sobol_sample(3, n, skip=1), tf.constant(4))
show('approx_max_k', lambda x: tf.math.approx_max_k(x, 2), x)
show('broadcast_to', lambda x, s: tf.broadcast_to(x, s), x, tf.constant([2, 2, 3]))
show('reverse_sequence', lambda x: tf.reverse_sequence(x, [1, 2], seq_axis=1), x)
show('bincount', lambda i: tf.math.bincount(i, axis=-1), tf.constant([[1, 1], [0, 2]]))
show('assert_integer', lambda i: [tf.identity(i), tf.debugging.assert_integer(i)][:1], ints)
show('shape_n', lambda x: tf.zeros([tf.shape_n([x])[0][-1], 1]), x)

image = tf.reshape(tf.range(1.0, 33.0), [1, 4, 4, 2]) / 8
signal = tf.reshape(tf.range(1.0, 13.0), [1, 6, 2]) / 4
k2 = tf.reshape(tf.range(16.0), [2, 2, 2, 2]) / 16 - 0.5
k1 = tf.reshape(tf.range(12.0), [3, 2, 2]) / 16 - 0.5
show('avg_pool', lambda x: tf.nn.avg_pool(x, 2, 2, 'VALID'), image)
show('convolution with holes', lambda x: tf.nn.convolution(x, k2, dilations=2), image)
show('convolution with holes, SAME', lambda x: tf.nn.convolution(x, k2, dilations=[2, 1], padding='SAME'), image)
show('convolution of rows', lambda x: tf.nn.convolution(x, k1, padding='SAME', dilations=[2]), signal)
show('depthwise_conv2d', lambda x: tf.nn.depthwise_conv2d(x, k2, [1, 1, 1, 1], 'SAME', dilations=[2, 2]), image)
show('pool', lambda x: tf.nn.pool(x, [2, 2], 'MAX', dilations=[2, 2]), image)
show('pool of rows', lambda x: tf.nn.pool(x, [2], 'AVG', strides=[2], padding='SAME'), signal)
show('conv2d_transpose', lambda x: tf.nn.conv2d_transpose(x, k2, [1, 8, 8, 2], 2), image)
show('compute_average_loss', lambda x: tf.nn.compute_average_loss(x, sample_weight=[1.0, 0.5]), tf.constant([1.0, 3.0]))
show('collapse_repeated', lambda l: tf.nn.collapse_repeated(l, [4, 2]), tf.constant([[1, 1, 2, 2], [3, 3, 1, 0]]))
ctc = tf.function(lambda z: tf.nn.ctc_loss(tf.constant([[1, 2]]), z, [2], [4], blank_index=-1), autograph=False)
for shape in ([4, 1, 3], [None, None, 3]):
  concrete = ctc.get_concrete_function(tf.TensorSpec(shape))
  print([(n.name, n.op, list(n.input)) for n in concrete.graph.as_graph_def().node if n.op in ('While', 'Empty', 'NoOp')])
  print('%.5f' % concrete(tf.reshape(tf.range(12.0) / 5, [4, 1, 3])).numpy()[0])
show('dct', lambda x: tf.signal.dct(x, n=4), x)
show('ifftshift', lambda x: tf.signal.ifftshift(x, axes=[0, 1]), x)
show('frame', lambda x, n: tf.signal.frame(x, n, 2), tf.range(8.0), tf.constant(4))

with tf.GradientTape() as tape:
  real = tf.reshape(tf.range(16.0), [4, 4]) / 4
  tape.watch(real)
  y = tf.reduce_sum(tf.abs(tf.signal.rfft2d(real)))
print([round(v, 3) for v in tf.reshape(tape.gradient(y, real), [-1]).numpy().tolist()])
for f in (tf.sqrt, tf.math.rsqrt, tf.math.reciprocal):
  z = tf.constant([0.5 + 1j, -0.25 + 0.5j], tf.complex64)
  with tf.GradientTape() as tape:
    tape.watch(z)
    y = f(z)
  print([(round(v.real, 4), round(v.imag, 4)) for v in tape.gradient(y, z).numpy().tolist()])
rows = tf.ragged.constant([[0.5, 0.25], [], [0.75]])
print(tf.math.special.bessel_j0(rows).shape, tf.math.softmax(rows).to_list()[2], tf.math.xlog1py(rows, 0.0).to_list())
print(tf.raw_ops.RaggedCross(
    ragged_values=[tf.constant(['a', 'b'])], ragged_row_splits=[tf.constant([0, 1, 2])], sparse_indices=[],
    sparse_values=[], sparse_shape=[], dense_inputs=[tf.constant([['x'], ['y']])], input_order='RD', hashed_output=False,
    num_buckets=0, hash_key=1, out_values_type=tf.string, out_row_splits_type=tf.int32))
