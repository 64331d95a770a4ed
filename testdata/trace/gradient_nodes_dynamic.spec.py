# The nodes that gradients under a tape add where shapes are not known, as TensorFlow records them.
import tensorflow as tf


def sum_of_rows(x): return tf.reduce_sum(x, 1)
def mean_of_rows(x): return tf.reduce_mean(x, 1)
def mean_of_all(x): return tf.reduce_mean(x)
def largest(x): return tf.reduce_max(x, 1)
def log_sum_exp(x): return tf.reduce_logsumexp(x, 1)
def product(x): return tf.reduce_prod(x, 1)
def einsum(x): return tf.einsum('ij,kj->ik', x, x)
def einsum_reduced(x): return tf.einsum('ij->i', x)
def silu(x): return tf.nn.silu(x)
def concat(x): return tf.concat([x, x * 2.], 0)
def gather(x): return tf.gather(x, [0, 1])
def gather_columns(x): return tf.gather(x, [0, 1], axis=1)
def gather_batch(x): return tf.gather(x, [[0], [1], [1]], axis=1, batch_dims=1)
def stopped(x): return tf.stop_gradient(x) * x
def segments(x): return tf.math.unsorted_segment_sum(x, [0, 0, 1], 2)
def segment_means(x): return tf.math.unsorted_segment_mean(x, [0, 0, 1], 2)
def segment_products(x): return tf.math.unsorted_segment_prod(x, [0, 0, 1], 2)
def sorted_means(x): return tf.math.segment_mean(x, [0, 0, 1])
def top(x): return tf.math.top_k(x, 2).values
def sorted_rows(x): return tf.sort(x)
def tiled(x): return tf.tile(x, [2, 1])
def padded(x): return tf.pad(x, [[1, 1], [0, 0]])
def sliced(x): return tf.slice(x, [0, 1], [-1, 2])
def reshaped(x): return tf.reshape(x, [-1])
def broadcast(x): return tf.broadcast_to(x[:1], [3, 4])
def trace(x): return tf.linalg.trace(x)
def diagonal(x): return tf.linalg.diag(x)
def updated(x): return tf.tensor_scatter_nd_update(x, [[0]], x[:1])
def masked(x): return tf.boolean_mask(x, [True, False, True])
def cross_entropy(x): return tf.nn.sigmoid_cross_entropy_with_logits(x, x)
def squared(x): return tf.square(x)
def arcs(x): return tf.acos(x) + tf.atan(x) + tf.math.erf(x)
def logs(x): return tf.math.xlogy(x, x) + tf.math.xdivy(x, x)
def loop(x): return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, x])[1]
def mapped(x): return tf.map_fn(lambda e: e * 2., x)
def scanned(x): return tf.scan(lambda a, e: a + e, x)
def switched(x): return tf.switch_case(tf.cast(x[0, 0], tf.int32), [lambda: x, lambda: x * x])


def staged_for(x):
    y = x
    for i in tf.range(3):
        y = y * x
    return y


def staged_if(x):
    if tf.reduce_sum(x) > 0:
        y = tf.exp(x) * x
    else:
        y = tf.tanh(x * 3.)
    return y


def gradient_of(h):
    @tf.function
    def gradient(x):
        with tf.GradientTape() as t:
            t.watch(x)
            y = h(x)
        return t.gradient(y, x)
    return gradient


COUNTED = [loop, mapped, scanned, staged_for, staged_if]
LISTED = [sum_of_rows, mean_of_rows, mean_of_all, largest, log_sum_exp, product, einsum, einsum_reduced, silu, concat,
          gather, gather_columns, gather_batch, stopped, segments, segment_means, segment_products, sorted_means, top,
          sorted_rows, tiled, padded, sliced, reshaped, broadcast, trace, diagonal, updated, masked, cross_entropy,
          squared, arcs, logs, switched]
for h in LISTED + COUNTED:
    counts = []
    for shape in [3, 4], [None, 4], [None, None]:
        nodes = gradient_of(h).get_concrete_function(tf.TensorSpec(shape)).graph.as_graph_def().node
        counts.append(len(nodes))
        if shape == [None, 4] and h in LISTED:
            names = [n.name if n.name.startswith(n.op) else n.name + ' ' + n.op for n in nodes]
            print('   ', *[n.replace('gradient_tape/', '~') for n in names], sep=', ')
    print(h.__name__, counts)
