# tf.vectorized_map: products of matrices, networks, linear algebra, random numbers.
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
w = tf.constant([[1., 2.], [3., 4.], [5., 6.]])
sq = tf.constant([[[2., 1.], [1., 3.]], [[4., 1.], [1., 5.]]])
img = tf.reshape(tf.range(2. * 1 * 4 * 4 * 2), [2, 1, 4, 4, 2]) / 10.
k = tf.reshape(tf.range(2. * 2 * 2 * 3), [2, 2, 2, 3]) / 10.
vm('matmul invariant right', lambda e: tf.matmul(e, w), m)
vm('matmul invariant left', lambda e: tf.matmul(w, e), m)
vm('matmul left tr', lambda e: tf.matmul(w, e, transpose_b=True), tf.reshape(tf.range(8.), [2, 2, 2]))
vm('matmul right tr', lambda e: tf.matmul(e, w, transpose_a=True), tf.reshape(tf.range(12.), [2, 3, 2]))
vm('matmul both', lambda e: tf.matmul(e, e, transpose_b=True), m)
vm('matvec', lambda e: tf.linalg.matvec(tf.transpose(w), e), x)
vm('tensordot', lambda e: tf.tensordot(e, e, 0), x)
vm('tensordot1', lambda e: tf.tensordot(e, w, 1), x)
vm('einsum1', lambda e: tf.einsum('ij->ji', e), m)
vm('batch matmul', lambda e: tf.matmul(e, e, transpose_b=True), m[None])
vm('batch matmul 3', lambda e: tf.matmul(e[None], e[None], adjoint_a=True), m)
vm('conv2d', lambda e: tf.nn.conv2d(e, k, 1, 'SAME'), img)
vm('maxpool', lambda e: tf.nn.max_pool2d(e, 2, 2, 'VALID'), img)
vm('avgpool', lambda e: tf.nn.avg_pool2d(e, 2, 2, 'VALID'), img)
vm('depthwise', lambda e: tf.nn.depthwise_conv2d(e, k, [1, 1, 1, 1], 'VALID'), img)
vm('depthwise both', lambda e, f: tf.nn.depthwise_conv2d(e, f, [1, 1, 1, 1], 'VALID'), img, tf.stack([k, k + 1.]))
vm('bias_add', lambda e: tf.nn.bias_add(e, [1., 2., 3.]), m)
vm('bias_add bias', lambda b: tf.nn.bias_add(w, b), tf.constant([[1., 2.], [3., 4.]]))
vm('softmax', lambda e: tf.nn.softmax(e), x)
vm('log_softmax', lambda e: tf.nn.log_softmax(e), m)
vm('relu', lambda e: tf.nn.relu(e - 3.), x)
vm('leaky', lambda e: tf.nn.leaky_relu(e - 3.), x)
vm('gelu', lambda e: tf.nn.gelu(e), x)
vm('xent', lambda l, p: tf.nn.softmax_cross_entropy_with_logits(l, p), tf.nn.softmax(m), m)
vm('sparse xent', lambda l, p: tf.nn.sparse_softmax_cross_entropy_with_logits(l, p), tf.constant([[0, 1], [2, 0]]), m)
vm('sigmoid xent', lambda l, p: tf.nn.sigmoid_cross_entropy_with_logits(l, p), x / 6., x)
vm('moments', lambda e: tf.nn.moments(e, [0]), m)
vm('space_to_depth', lambda e: tf.nn.space_to_depth(e, 2), img)
vm('space_to_batch', lambda e: tf.space_to_batch(e, [2, 2], [[0, 0], [0, 0]]), img)
vm('batch_to_space', lambda e: tf.batch_to_space(e, [2, 2], [[0, 0], [0, 0]]), tf.reshape(tf.range(16.), [2, 4, 1, 2, 1]))
vm('cholesky', lambda e: tf.linalg.cholesky(e), sq)
vm('inv', lambda e: tf.linalg.inv(e), sq)
vm('det', lambda e: tf.linalg.det(e), sq)
vm('slogdet', lambda e: tf.linalg.slogdet(e), sq)
vm('solve', lambda e: tf.linalg.solve(e, [[1.], [2.]]), sq)
vm('triangular', lambda e: tf.linalg.triangular_solve(e, [[1.], [2.]]), sq)
vm('eigh', lambda e: tf.linalg.eigvalsh(e), sq)
vm('trace', lambda e: tf.linalg.trace(e), sq)
vm('diag', lambda e: tf.linalg.diag(e), x)
vm('diag_part', lambda e: tf.linalg.diag_part(e), sq)
vm('set_diag', lambda e: tf.linalg.set_diag(e, [0., 1.]), sq)
vm('tensor_diag', lambda e: tf.linalg.tensor_diag(e), x)
vm('tensor_diag_part', lambda e: tf.linalg.tensor_diag_part(e), sq)
vm('cross', lambda e: tf.linalg.cross(e, [1., 0., 0.]), x)
vm('complex', lambda e: tf.math.real(tf.complex(e, e) * tf.complex(0., 1.)), x)
vm('igamma', lambda e: tf.math.igamma(e, 2.), x)
vm('pow', lambda e: e ** 2., x)
vm('bitwise', lambda e: tf.bitwise.bitwise_and(e, 3), i)
vm('strings', lambda e: tf.strings.join([e, 'x']), tf.constant(['a', 'b']))
vm('strings length', lambda e: tf.strings.length(e), tf.constant(['a', 'bc']))
vm('string format', lambda e: tf.strings.as_string(e), i)
vm('stateless', lambda e: e * tf.random.stateless_uniform([2], seed=[1, 2]), x[:, :2])
vm('stateless seeds', lambda s: tf.random.stateless_normal([2], seed=s), tf.constant([[1, 2], [3, 4]]))
def rnd(name, fn):
  tf.random.set_seed(1)
  vm(name, fn, x)
rnd('uniform', lambda e: tf.random.uniform([3], seed=3) * e)
rnd('normal', lambda e: tf.random.normal([2], seed=3))
rnd('uniform int', lambda e: tf.random.uniform([3], maxval=9, dtype=tf.int32, seed=4))
rnd('truncated', lambda e: tf.random.truncated_normal([2], seed=3))
rnd('gamma', lambda e: tf.random.gamma([2], e, seed=3))
rnd('poisson', lambda e: tf.random.poisson([2], 3., seed=3))
rnd('categorical', lambda e: tf.random.categorical(e[None], 4, seed=3))
rnd('categorical invariant', lambda e: tf.random.categorical([[1., 2.]], 4, seed=3))
rnd('dropout', lambda e: tf.nn.dropout(e, .5, seed=3))
vm('resize', lambda e: tf.image.resize(e, [2, 2]), img)
vm('contrast', lambda e: tf.image.adjust_contrast(e, 2.), img)
vm('flip', lambda e: tf.image.flip_left_right(e), img)
vm('check_numerics', lambda e: tf.debugging.check_numerics(e, 'no'), x)
vm('ensure_shape', lambda e: tf.ensure_shape(e, [3]), x)
vm('assert', lambda e: tf.debugging.assert_greater(e, 0., message='neg') and None or e, x)
vm('lrn', lambda e: tf.nn.lrn(e), img)
vm('nan', lambda e: tf.math.divide_no_nan(e, e - 2.), x)
vm('embedding', lambda j: tf.nn.embedding_lookup(w, j), tf.constant([[0, 2], [1, 1]]))
vm('layer norm', lambda e: (e - tf.reduce_mean(e, -1, keepdims=True)) * tf.math.rsqrt(tf.math.reduce_variance(e, -1, keepdims=True)), m)
