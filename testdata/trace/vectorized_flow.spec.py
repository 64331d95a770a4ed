# tf.vectorized_map: branches, loops, calls, arrays and variables in the body; what it takes and refuses.
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
vm('cond varying', lambda e: tf.cond(e[0] > 2., lambda: e * 2., lambda: e - 1.), x)
vm('cond invariant', lambda e: tf.cond(tf.constant(3.) > 2., lambda: e * 2., lambda: e - 1.), x)
vm('cond two outputs', lambda e: tf.cond(e[0] > 2., lambda: (e, e[0]), lambda: (e * 3., e[1])), x)
vm('cond nested', lambda e: tf.cond(e[0] > 2., lambda: tf.cond(e[1] > 9., lambda: e, lambda: -e), lambda: e * 0.), x)
vm('switch varying', lambda j: tf.switch_case(j, [lambda: tf.constant(1.), lambda: tf.constant(2.)]), i)
vm('switch invariant', lambda e: tf.switch_case(tf.constant(1), [lambda: e, lambda: e * 2.]), x)
vm('while invariant', lambda e: tf.while_loop(lambda k, a: k < 3, lambda k, a: (k + 1, a * e), (0, e))[1], x)
vm('while varying', lambda n: tf.while_loop(lambda k, a: k < n, lambda k, a: (k + 1, a * 2.), (0, 1.))[1], tf.constant([2, 4, 0]))
vm('while varying body', lambda e: tf.while_loop(lambda k, a: tf.reduce_sum(a) < 100., lambda k, a: (k + 1, a + e), (0, tf.zeros([3]))), x)
g = tf.function(lambda a, b: a * tf.sin(b))
vm('call', lambda e: g(e, e * 2.), x)
vm('call invariant', lambda e: g(tf.constant(2.), tf.constant(1.)) + e, x)
@tf.function
def auto(e):
  s = tf.constant(0.)
  for v in e:
    if v > 2.:
      s += v
  return s
vm('autograph for', lambda e: auto(e), x)
@tf.function
def ta(e):
  a = tf.TensorArray(tf.float32, size=3)
  for k in tf.range(3):
    a = a.write(k, e[k] * 2.)
  return a.stack()
vm('array in loop', lambda e: ta(e), x)
def arr(e):
  a = tf.TensorArray(tf.float32, size=2)
  a = a.write(0, e).write(1, e * 2.)
  return a.stack(), a.read(1), a.concat(), a.gather([1])
vm('array', arr, x)
def arr2(e):
  a = tf.TensorArray(tf.float32, size=3).unstack(e)
  return a.read(1), a.size()
vm('array unstack', arr2, x)
def arr3(e, j):
  a = tf.TensorArray(tf.float32, size=3).unstack(c)
  return a.read(j) + e
vm('array read varying', arr3, x, i)
def arr4(e, j):
  a = tf.TensorArray(tf.float32, size=3)
  return a.write(j, e).stack()
vm('array write varying', arr4, x, i)
vm('map_fn inside', lambda e: tf.map_fn(lambda s: s * 2., e), x)
vm('scan inside', lambda e: tf.scan(lambda a, b: a + b, e), x)
vm('foldl inside', lambda e: tf.foldl(lambda a, b: a * b, e), x)
vm('vectorized inside', lambda e: tf.vectorized_map(lambda s: s * 2. + e, e), x)
v = tf.Variable([1., 2., 3.])
vm('variable', lambda e: e * v, x)
def assign(e):
  v.assign_add(c)
  return e + v
def gr(e):
  with tf.GradientTape() as t:
    t.watch(e)
    y = tf.reduce_sum(e ** 2 * v)
  return t.gradient(y, [e, v])
vm('gradient inside', gr, x)
@tf.function
def inner(e):
  with tf.GradientTape() as t:
    t.watch(e)
    y = g(e, e)
  return t.gradient(y, e)
vm('gradient of call', lambda e: inner(e), x)
def outer(x):
  with tf.GradientTape() as t:
    t.watch(x)
    y = tf.vectorized_map(lambda e: tf.reduce_sum(tf.sin(e) * e), x)
  return y, t.gradient(y, x)
show('gradient outside', outer, x)
@tf.custom_gradient
def cg(a):
  return a * 2., lambda dy: dy * 5.
def custom(e):
  with tf.GradientTape() as t:
    t.watch(e)
    y = cg(e)
  return t.gradient(y, e)
vm('custom gradient', custom, x)
vm('assert', lambda e: (tf.debugging.Assert(e[0] > 0., [e]), e)[1], x)
vm('dict', lambda e: {'a': e, 'b': (e * 2., [e])}, x)
vm('none', lambda e: (e, None), x)
vm('constant out', lambda e: c, x)
show('dict in', lambda x: tf.vectorized_map(lambda d: d['a'] * d['b'][0], {'a': x, 'b': [x]}), x)
show('broadcast rows', lambda x: tf.vectorized_map(lambda d: d[0] + d[1], (x, tf.ones([1, 3]))), x)
show('list', lambda x: tf.vectorized_map(lambda e: e * 2, [[1, 2], [3, 4]]), x)
show('python value', lambda x: tf.vectorized_map(lambda e: 3, x), x)
show('no fallback', lambda x: tf.vectorized_map(lambda e: tf.unique(e)[0], x, fallback_to_while_loop=False), x)
show('no warn', lambda x: tf.vectorized_map(lambda e: tf.unique(e)[0], x, warn=False), x)
show('scalar', lambda x: tf.vectorized_map(lambda e: e, x), tf.constant(1.))
show('not callable', lambda x: tf.vectorized_map(3, x), x)
show('empty', lambda x: tf.vectorized_map(lambda e: e, []), x)
show('nothing', lambda x: tf.vectorized_map(lambda e: tf.reduce_sum(e * 2., -1), x), tf.zeros([0, 3]))
f = tf.function(lambda x: tf.vectorized_map(lambda e: tf.reduce_sum(e * 2.) + tf.constant(1.), x), input_signature=[tf.TensorSpec([None, None])])
