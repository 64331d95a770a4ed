# GradientTape.jacobian and batch_jacobian.
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
def jac(name, fn, *args, **kw):
  def f(*args):
    with tf.GradientTape() as t:
      t.watch(args)
      y = fn(*args)
    return t.jacobian(y, list(args) if len(args) > 1 else args[0], **kw)
  show('jacobian ' + name, f, *args)
def bjac(name, fn, x, **kw):
  def f(x):
    with tf.GradientTape() as t:
      t.watch(x)
      y = fn(x)
    return t.batch_jacobian(y, x, **kw)
  show('batch_jacobian ' + name, f, x)
v = tf.constant([1., 2., 3.])
w = tf.constant([[1., 2.], [3., 4.], [5., 6.]])
sq = tf.constant([[2., 1.], [1., 3.]])
jac('mul', lambda x: x * x, v)
jac('sin log', lambda x: tf.sin(tf.math.log(x)), v)
jac('matmul', lambda x: tf.matmul(x, w), x)
jac('two', lambda a, b: a[:, None] * b, v, v)
jac('reduce', lambda x: tf.reduce_sum(x ** 2, 0), x)
jac('scalar', lambda x: tf.reduce_prod(x), v)
jac('softmax', lambda x: tf.nn.softmax(x), v)
jac('dense', lambda x: tf.tanh(tf.nn.bias_add(tf.matmul(x, w), [1., 2.])), x)
jac('relu', lambda x: tf.nn.relu(x - 2.), v)
jac('sigmoid', lambda x: tf.sigmoid(x), v)
jac('max', lambda x: tf.reduce_max(x, 1), x)
jac('concat', lambda x: tf.concat([x, x * 2.], 0), v)
jac('stack', lambda x: tf.stack([x, x * 2.], 1), v)
jac('gather', lambda x: tf.gather(x, [2, 0, 2]), v)
jac('transpose', lambda x: tf.transpose(x), x)
jac('inverse', lambda x: tf.linalg.inv(x), sq)
jac('norm', lambda x: tf.norm(x, axis=1), x)
jac('where', lambda x: tf.where(x > 2., x * 3., tf.sqrt(x)), v)
jac('cumsum', lambda x: tf.cumsum(x), v)
jac('broadcast', lambda a, b: a + b, v, x)
jac('pow', lambda x: x ** 3., v)
jac('unconnected', lambda x: tf.constant([1., 2.]), v)
jac('unconnected zero', lambda x: tf.constant([1., 2.]) * 1., v, unconnected_gradients=tf.UnconnectedGradients.ZERO)
jac('partly', lambda a, b: a * 2., v, x)
jac('loop', lambda x: x * tf.reduce_sum(x), v, experimental_use_pfor=False)
jac('cond', lambda x: tf.cond(x[0] > 0., lambda: x * x, lambda: x), v)
f = tf.function(lambda a: a * tf.exp(a))
jac('squared difference', lambda x: tf.math.squared_difference(x, 1.), v)
jac('erf', lambda x: tf.math.erf(x), v)
jac('mean', lambda x: tf.reduce_mean(x, 1), x)
jac('split', lambda x: tf.split(x, 3)[1], v)
jac('pad', lambda x: tf.pad(x, [[1, 1]]), v)
jac('tile', lambda x: tf.tile(x, [2]), v)
jac('xent', lambda x: tf.nn.softmax_cross_entropy_with_logits([[1., 0., 0.], [0., 1., 0.]], x), x)
jac('tiled', lambda x: x * x, v, parallel_iterations=2)
bjac('square', lambda x: x ** 2., x)
bjac('dense', lambda x: tf.tanh(tf.matmul(x, w)), x)
bjac('rank 3', lambda x: tf.reduce_sum(x[:, None] * x[:, :, None], -1), x)
bjac('unconnected', lambda x: tf.ones([2, 2]) * 3., x)
bjac('rank 1', lambda x: x[:, 0], x)
bjac('loop', lambda x: x ** 2., x, experimental_use_pfor=False)
bjac('batch matmul', lambda x: tf.matmul(x[:, None], tf.stack([w, w]))[:, 0], x)
var = tf.Variable([1., 2.])
def jv(x):
  with tf.GradientTape() as t:
    y = var * x[0] + var[0]
  return t.jacobian(y, {'a': var})
show('variable', jv, v)
def pers(x):
  with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
  return t.jacobian(y, x), t.jacobian(y, x, parallel_iterations=2), t.jacobian(y, x, experimental_use_pfor=False), t.jacobian(y, x, parallel_iterations=1)
show('persistent', pers, v)
def hess(x):
  with tf.GradientTape() as t:
    t.watch(x)
    with tf.GradientTape() as s:
      s.watch(x)
      y = tf.reduce_sum(x ** 3.)
    g = s.gradient(y, x)
  return t.jacobian(g, x)
show('hessian', hess, v)
def jj(x):
  with tf.GradientTape() as t:
    t.watch(x)
    with tf.GradientTape() as s:
      s.watch(x)
      y = x * x * x
    g = s.jacobian(y, x)
  return t.jacobian(g, x)
show('jacobian of jacobian', jj, v)
def twice(x):
  with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
  t.jacobian(y, x)
  return t.jacobian(y, x)
show('twice', twice, v)
h = tf.function(lambda x: jacs(x), input_signature=[tf.TensorSpec([None, None])])
def jacs(x):
  with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = tf.matmul(x, w) ** 2.
  return t.jacobian(y, x), t.batch_jacobian(y, x)
