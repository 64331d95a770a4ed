import tensorflow as tf


def leaf(t):
  def short(v):
    if isinstance(v, complex): return (short(v.real), short(v.imag))
    return float('%.4g' % v) if isinstance(v, float) else v
  if not isinstance(t, tf.Tensor): return repr(t)
  return '%s %s %s' % (t.dtype.name, tuple(t.shape), [short(v) for v in tf.reshape(t, [-1]).numpy().tolist()])


def near(a, b):
  return all(x.shape == y.shape and x.dtype == y.dtype and (
      bool(tf.reduce_all((tf.abs(x - y) <= 1e-6 + 1e-5 * tf.abs(y)) | ((x != x) & (y != y)) | (x == y)))
      if x.dtype.is_floating else bool(tf.reduce_all(tf.equal(x, y)))) for x, y in zip(a, b))


def error(e):
  lines = [l for l in str(e).split('\n') if l.strip() and l[0] != '\t'] or ['-']
  line = (lines[-1] if lines[0] == 'Graph execution error:' else lines[0]).strip()
  return type(e).__name__ + ': ' + (line.split('}} ', 1)[1] if line.startswith('{{function_node') else line)


def run(fn, args=()):
  try:
    return tf.nest.flatten(fn(*args), expand_composites=True)
  except Exception as e:
    return error(e)


def text(r):
  return r if isinstance(r, str) else ' | '.join(leaf(t) for t in r)


def same(graph, eager):
  if isinstance(graph, str) or isinstance(eager, str): return graph == eager
  return all(isinstance(t, tf.Tensor) for t in graph + eager) and len(graph) == len(eager) and near(graph, eager)


def show(name, fn, *args, grad=False, spec=None):
  """fn(*args) eagerly and in a graph, the graph's nodes, gradients."""
  eager = run(fn, args)
  print('#', name, '->', text(eager))

  def trace(f):
    return tf.function(f, autograph=False).get_concrete_function(
        *(spec or tf.nest.map_structure(tf.type_spec_from_value, args)))

  def forward():
    cf = trace(fn)
    print(' ', ' '.join('%s=%s(%s)' % (n.name, n.op, ', '.join(n.input)) for n in cf.graph.as_graph_def().node),
          *[t.shape for t in cf.outputs])
    return cf(*args)

  graph = run(forward)
  if not same(graph, eager): print('  graph', text(graph))

  def backward(*args):
    floats = lambda t: t.dtype.is_floating or t.dtype.is_complex
    with tf.GradientTape() as tape:
      xs = [x for x in tf.nest.flatten(args, expand_composites=True) if floats(x)]
      tape.watch(xs)
      ys = [y for y in tf.nest.flatten(fn(*args), expand_composites=True) if floats(y)]
    weights = [tf.reshape(tf.cast(tf.range(1, tf.size(y) + 1), y.dtype), tf.shape(y)) for y in ys]
    return tape.gradient(ys, xs, output_gradients=weights)

  if grad:
    eager = run(backward, args)
    graph = run(lambda: trace(backward)(*args))
    print('  grad', text(eager))
    if not same(graph, eager): print('  grad in graph', text(graph))


def say(name, fn, *args):
  try:
    print('#', name, '->', repr(fn(*args)))
  except Exception as e:
    print('#', name, '->', type(e).__name__, '::', str(e))


import json, tempfile, os
m = tf.constant([[4., 1.], [2., 3.]])
show('eig', lambda m: tf.eig(m), m); show('eigvals', lambda m: tf.eigvals(m), m)
show('ris', lambda: tf.random_index_shuffle([0, 1, 2, 3], [1, 2, 3], 3)); show('ris2', lambda: tf.random_index_shuffle(index=tf.range(5), seed=tf.constant([1, 2, 3], tf.uint32), max_index=4, rounds=8, name='z'))
show('atk', lambda x: tf.approx_top_k(x, 2), tf.constant([[3., 1., 2.]]), grad=True); show('atk kw', lambda x: tf.approx_top_k(input=x, k=2, aggregate_to_topk=False, name='t'), tf.constant([[3., 1., 2.]]))
say('sm', lambda: {n: getattr(tf.saved_model, n) for n in dir(tf.saved_model) if n.isupper()})
say('sync', lambda: tf.test.experimental.sync_devices()); say('sync', lambda: tf.function(lambda: tf.test.experimental.sync_devices())())
class P(tf.train.experimental.PythonState):
  def __init__(self, v): self.v = v
  def serialize(self): return json.dumps(self.v)
  def deserialize(self, s): self.v = json.loads(s)
root = tf.train.Checkpoint(p=P([1, 2]), v=tf.Variable(3.), l=[tf.Variable(1.)])
d = tempfile.mkdtemp()
path = root.save(d + '/c')
root.p.v = [9]; root.v.assign(0.)
say('restore', lambda: (root.restore(path).assert_consumed() is not None, root.p.v, root.v.numpy()))
say('vars', lambda: tf.train.list_variables(path))
say('get', lambda: tf.train.load_variable(path, 'p/.ATTRIBUTES/py_state'))
say('abs', lambda: tf.train.experimental.PythonState())
V = tf.train.TrackableView(root)
say('tv', lambda: (V.root is root, sorted(V.children(root)), [type(x).__name__ for x in V.descendants()]))
say('tv', lambda: sorted(tf.train.TrackableView.children(root)))
C = tf.train.CheckpointView(path)
say('cv', lambda: (C.children(0), C.descendants()))
say('cv', lambda: [type(x).__name__ for x in C.match(root).values()])
other = tf.train.Checkpoint(v=tf.Variable(1.), q=tf.Variable(2.))
say('diff', lambda: [(sorted(a), b, [type(x).__name__ for x in c]) for a, b, c in [C.diff(other)]])
say('match bad', lambda: C.match(3))
it = tf.train.checkpoints_iterator(d, timeout=0)
say('it', lambda: os.path.basename(next(it))); say('it', lambda: next(it, 'end'))
show('sp', lambda x: [tf.math.special.dawsn(x), tf.math.special.expint(x), tf.math.special.spence(x), tf.math.bessel_i0(x), tf.math.bessel_i0e(x, name='nm'), tf.math.special.bessel_j1(x), tf.math.special.fresnel_cos(x), tf.math.special.bessel_k0e(x)], tf.constant([.5, 1.]), grad=True)
show('sp const', lambda: tf.math.special.dawsn([1., 2.]))
show('sp ragged', lambda x: tf.math.bessel_i0e(x), tf.ragged.constant([[1.], [2., 3.]]))
show('sp sparse', lambda x: tf.math.bessel_i1e(x), tf.sparse.from_dense([0., 2.]))
show('sp int', lambda: tf.math.special.dawsn([1, 2]))
