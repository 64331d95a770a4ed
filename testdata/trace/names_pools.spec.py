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


x = tf.reshape(tf.range(60, dtype=tf.float32) * 37 % 61, [1, 6, 10, 1])
for n in ['fractional_max_pool', 'fractional_avg_pool']:
  f = getattr(tf.nn, n)
  for kw in [dict(), dict(pseudo_random=True), dict(overlapping=True), dict(pseudo_random=True, overlapping=True)]:
    for seed in [7, 123]:
      show('%s %r %d' % (n, kw, seed), lambda x: f(x, [1., 1.44, 1.73, 1.], seed=seed, **kw)[0], x, grad=True)
      say('where', lambda: [y.numpy().tolist() for y in f(x, [1., 1.44, 1.73, 1.], seed=seed, **kw)[1:]])
  show(n + ' positions', lambda x: f(x, [1.0, 1.5, 2.0, 1.0], False, False, 3, 'nm')[0], x)
  show(n + ' on batch', lambda x: f(x, [2., 1.5, 1.3, 1.], seed=1)[0], x)
  show(n + ' below 1', lambda x: f(x, [1., .5, 1.3, 1.], seed=1)[0], x)
  show(n + ' rank', lambda x: f(x[0], [1., 1.5, 1.3, 1.], seed=1)[0], x)
  show(n + ' i64', lambda x: f(tf.cast(x, tf.int64), [1., 1.5, 1.3, 1.], seed=1)[0], x)
  show(n + ' f64', lambda x: f(tf.cast(x, tf.float64), [1., 1.5, 1.3, 1.], seed=1)[0], x, grad=True)
  show(n + ' f16', lambda x: f(tf.cast(x, tf.float16), [1., 1.5, 1.3, 1.], seed=1)[0], x)
  show(n + ' one', lambda x: f(x, [1., 1., 1., 1.], seed=1)[0], x)
  show(n + ' too big', lambda x: f(x, [1., 7., 9., 1.], seed=1)[0], x)
  say(n + ' unseeded', lambda: [y.shape for y in f(x, [1., 1.44, 1.73, 1.])])
  show(n + ' unknown', lambda x: f(x, [1., 1.44, 1.73, 1.], seed=2)[0], x, spec=[tf.TensorSpec([None, None, 10, 1])])
  show(n + ' two channels', lambda x: f(tf.concat([x, -x], 3), [1., 1.44, 1.73, 1.], seed=2)[0], x, grad=True)
y = tf.constant([[3., 1., 4., 1., 5.], [9., 2., 6., 5., 3.]])
f = tf.math.approx_max_k
show('approx_max_k', lambda y: f(y, 2), y, grad=True)
show('name', lambda y: tf.nn.approx_max_k(y, 3, name='hi', recall_target=.5), y)
show('all of them', lambda y: f(y, 3, aggregate_to_topk=False), y)
show('too many', lambda y: f(y, 7), y)
show('int', lambda y: f(tf.cast(y, tf.int32), 2), y)
show('half', lambda y: f(tf.cast(y, tf.float16), 2), y)
show('unknown', lambda y: f(y, 2), y, spec=[tf.TensorSpec([None, 5])])
show('a tensor as k', lambda y: f(y, k=tf.constant(3)), y)
print('# other axis', text(run(lambda: f(y, 1, reduction_dimension=0))))
print('# least', text(run(lambda: tf.math.approx_min_k(y, 1))))
