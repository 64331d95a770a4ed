# tf.autodiff.ForwardAccumulator.
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

x = tf.constant([1., 2., 3.])
m = tf.constant([[1., 2.], [3., 4.]])
F = tf.autodiff.ForwardAccumulator
def unwatched(x):
  w = tf.exp(x)
  with F(x, tf.ones_like(x)) as acc:
    y = x * w
  return acc.jvp(y)
show('unwatched', unwatched, x)
def matmul(m):
  with F(m, tf.ones_like(m)) as acc:
    y = tf.linalg.matmul(m, tf.constant([[1.], [2.]])) + 1.
  return acc.jvp(y)
show('matmul', matmul, m)
v = tf.Variable([1., 2., 3.])
def variable(x):
  with F(v, tf.ones_like(x)) as acc:
    y = tf.reduce_sum(v * x)
  return acc.jvp(y), acc.jvp(v)
def none(x):
  with F(x, tf.ones_like(x)) as acc:
    y = tf.constant(2.) * 3.
    z = tf.reshape(x, [3, 1])
  return acc.jvp(y), acc.jvp(y, unconnected_gradients=tf.UnconnectedGradients.ZERO), acc.jvp(z)
show('none', none, x)
def nested(x):
  with F(x, tf.ones_like(x)) as outer:
    with F(x, tf.ones_like(x)) as inner:
      y = tf.sin(x)
    d = inner.jvp(y)
  return outer.jvp(d), d
def fwd_rev(x):
  with F(x, tf.ones_like(x)) as acc:
    with tf.GradientTape() as t:
      t.watch(x)
      y = tf.reduce_sum(x ** 3)
    g = t.gradient(y, x)
  return acc.jvp(g)
show('forward over reverse', fwd_rev, x)
def rev_fwd(x):
  with tf.GradientTape() as t:
    t.watch(x)
    with F(x, tf.ones_like(x)) as acc:
      y = x * x * x
    d = acc.jvp(y)
  return t.gradient(d, x)
show('reverse over forward', rev_fwd, x)
@tf.function
def called(x):
  return tf.sin(x) * x
def call(x):
  with F(x, tf.ones_like(x)) as acc:
    y = called(x)
  return acc.jvp(y)
def control(x):
  with F(x, tf.ones_like(x)) as acc:
    y = tf.cond(x[0] > 0, lambda: x * x, lambda: x)
    i, z = tf.while_loop(lambda i, z: i < 3, lambda i, z: (i + 1, z * x), (tf.constant(0), x))
  return acc.jvp(y), acc.jvp(z)
def several(x):
  with F([x, m], [tf.ones_like(x), tf.ones_like(m)]) as acc:
    y = tf.reduce_sum(x) * m
    k = tf.argmax(x)
    s = tf.split(y, 2)
    w = tf.where(x > 1., x, 0.)
    c = tf.cast(x, tf.float64)
  return acc.jvp([y, s, w, c])
show('several', several, x)
@tf.custom_gradient
def clip(x):
  return x * 2., lambda dy: dy * 5.
def custom(x):
  with F(x, tf.ones_like(x)) as acc:
    y = clip(x)
  return acc.jvp(y)
show('custom', custom, x)
def softmax(m):
  with F(m, tf.ones_like(m)) as acc:
    y = tf.nn.softmax(m)
    l = tf.nn.softmax_cross_entropy_with_logits(tf.constant([[1., 0.], [0., 1.]]), m)
    g = tf.gather(m, [0, 0])
    z = tf.stop_gradient(m)
    i = tf.identity(m)
  return acc.jvp([y, l, g, z, i])
show('softmax', softmax, m)
