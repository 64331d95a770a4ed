# tf.vectorized_map: shapes, places, reductions.
import tensorflow as tf


def val(t):
  if not isinstance(t, tf.Tensor):
    return repr(t)
  def short(v):
    if isinstance(v, list):
      return [short(u) for u in v]
    return float('%.4g' % v) if isinstance(v, float) else v
  return t.dtype.name, tuple(t.shape), short(t.numpy().tolist())


def error(e):
  lines = [l for l in str(e).split('\n') if l.strip()] or ['-']
  return type(e).__name__, lines[0][:120], lines[-1][:200].split('[Op:')[0]


def same(a, b):
  if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
    return len(a) == len(b) and all(same(u, w) for u, w in zip(a, b))
  return abs(a - b) <= 1e-3 + 1e-3 * abs(b) if isinstance(a, float) and isinstance(b, float) else a == b


def show(name, fn, *args):
  """Values eagerly and in a graph; the graph's nodes: how many, a hash of names, ops and inputs, the last ops."""
  try:
    eager = [val(t) for t in tf.nest.flatten(fn(*args))]
  except Exception as e:
    eager = error(e)
  print('#', name, eager)
  try:
    cf = tf.function(fn, autograph=False).get_concrete_function(*[tf.TensorSpec(a.shape, a.dtype) for a in args])
    nodes = ['%s=%s(%s)' % (n.name, n.op, ', '.join(n.input)) for n in cf.graph.as_graph_def().node]
    ops = [n.op for n in cf.graph.as_graph_def().node if n.op != 'Const']
    print(len(nodes), hash(' '.join(nodes)), ' '.join(ops[-12:]))
    graph = [val(t) for t in tf.nest.flatten(cf(*args))]
    print('same' if same(graph, eager) else graph)
  except Exception as e:
    print(error(e))

def vm(name, fn, *args):
  show(name, lambda *a: tf.vectorized_map(fn if len(a) == 1 else lambda e: fn(*e), a[0] if len(a) == 1 else a), *args)
x = tf.constant([[1., 2., 3.], [4., 5., 6.]])
m = tf.reshape(tf.range(12.), [2, 2, 3]) / 7.
i = tf.constant([0, 1])
c = tf.constant([10., 20., 30.])
vm('add invariant', lambda e: e + c, x)
vm('scalar times vector', lambda s: s * c, tf.constant([1., 2.]))
vm('two', lambda a, b: a * b, x, x)
vm('broadcast ranks', lambda a, b: a + b, x, m)
vm('unary', lambda e: tf.sin(tf.exp(-e)), x)
vm('cast', lambda e: tf.cast(e, tf.int32), x)
vm('sum', lambda e: tf.reduce_sum(e), m)
vm('sum axis', lambda e: tf.reduce_sum(e, axis=-1, keepdims=True), m)
vm('max axis', lambda e: tf.reduce_max(e, axis=0), m)
vm('mean', lambda e: tf.reduce_mean(e), x)
vm('any', lambda e: tf.reduce_any(e > 2), x)
vm('argmax', lambda e: tf.argmax(e), x)
vm('argmin', lambda e: tf.argmin(e, axis=1, output_type=tf.int32), m)
vm('cumsum', lambda e: tf.cumsum(e, reverse=True), x)
vm('cumprod', lambda e: tf.math.cumprod(e, axis=1, exclusive=True), m)
vm('reshape', lambda e: tf.reshape(e, [3, 2]), m)
vm('reshape -1', lambda e: tf.reshape(e, [-1]), m)
vm('transpose', lambda e: tf.transpose(e), m)
vm('expand', lambda e: tf.expand_dims(e, 1), x)
vm('squeeze', lambda e: tf.squeeze(tf.expand_dims(e, 0), [0]), x)
vm('tile', lambda e: tf.tile(e, [2]), x)
vm('concat', lambda e: tf.concat([e, c], 0), x)
vm('stack', lambda e: tf.stack([e, e * 2], axis=1), x)
vm('stack invariant', lambda e: tf.stack([e, c]), x)
vm('unstack', lambda e: tf.unstack(e)[1], x)
vm('split', lambda e: tf.split(e, 3), x)
vm('splitv', lambda e: tf.split(e, [1, 2]), x)
vm('slice', lambda e: e[1:], x)
vm('index', lambda e: e[0, ..., tf.newaxis], m)
vm('tf.slice', lambda e: tf.slice(e, [0, 1], [2, 2]), m)
vm('slice varying', lambda e, j: tf.slice(e, [j], [2]), x, i)
vm('pad', lambda e: tf.pad(e, [[1, 2]]), x)
vm('pad mirror', lambda e: tf.pad(e, [[1, 2]], 'REFLECT'), x)
vm('reverse', lambda e: tf.reverse(e, [0]), x)
vm('zeros_like', lambda e: tf.zeros_like(e) + e, x)
vm('ones', lambda e: tf.ones_like(e), x)
vm('fill', lambda s: tf.fill([2, 2], s), tf.constant([1., 2.]))
vm('broadcast_to', lambda e: tf.broadcast_to(e, [2, 3]), x)
vm('where', lambda e: tf.where(e > 2, e, 0.), x)
vm('where cond invariant', lambda e: tf.where(c > 15., e, c), x)
vm('one_hot', lambda j: tf.one_hot(j, 3), i)
vm('one_hot axis', lambda j: tf.one_hot(j, 3, axis=0, on_value=5, off_value=1), tf.constant([[0, 1], [2, 0]]))
vm('gather invariant', lambda j: tf.gather(c, j), i)
vm('gather stacked', lambda e: tf.gather(e, [2, 0]), x)
vm('gather both', lambda e, j: tf.gather(e, j), x, i)
vm('gather axis -1 stacked', lambda e: tf.gather(e, [0, 2], axis=-1), m)
vm('gather batch', lambda e, j: tf.gather(e, j, batch_dims=1), m, tf.constant([[0, 1], [2, 0]]))
vm('gather_nd', lambda e: tf.gather_nd(e, [[0, 1], [1, 2]]), m)
vm('roll', lambda e: tf.roll(e, 1, 0), x)
vm('roll varying', lambda e, j: tf.roll(e, j, 0), x, i)
vm('range', lambda e: tf.range(3.) * e, x)
vm('shape', lambda e: tf.shape(e), x)
vm('size', lambda e: tf.size(e) + 0 * tf.cast(e[0], tf.int32), x)
vm('top_k', lambda e: tf.math.top_k(e, 2), x)
vm('sort', lambda e: tf.sort(e, direction='DESCENDING'), x)
vm('scatter', lambda e: tf.tensor_scatter_nd_update(e, [[1]], [9.]), x)
vm('scatter_nd', lambda e: tf.scatter_nd([[1], [3]], e[:2], [5]), x)
vm('segment', lambda e: tf.math.unsorted_segment_sum(e, [0, 1, 0], 2), x)
vm('segment varying', lambda e, j: tf.math.unsorted_segment_max(e, tf.stack([j, 0, 1]), 2), x, i)
vm('segment sorted', lambda e: tf.math.segment_sum(e, [0, 0, 1]), x)
vm('searchsorted', lambda e: tf.searchsorted(e, [2.5, 4.5]), x)
vm('clip', lambda e: tf.clip_by_value(e, 2., 5.), x)
vm('norm', lambda e: tf.norm(e), x)
vm('l2_normalize', lambda e: tf.math.l2_normalize(e), x)
vm('identity_n', lambda e: tf.identity_n([e, c]), x)
vm('equal', lambda e: e == c, x)
vm('logsumexp', lambda e: tf.reduce_logsumexp(e), x)
vm('band_part', lambda e: tf.linalg.band_part(e, 0, -1), m)
vm('repeat', lambda e: tf.repeat(e, 2), x)
vm('meshgrid', lambda e: tf.meshgrid(e, e), x)
vm('boolean mask', lambda e: tf.boolean_mask(e, [True, False, True]), x)
vm('eye', lambda e: tf.eye(3) * e, x)
vm('while op', lambda e: tf.raw_ops.Invert(x=e), tf.constant([1, 2]))
