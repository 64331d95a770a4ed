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


tf.random.set_seed(3)
W = tf.reshape(tf.range(40, dtype=tf.float32), [10, 4]) / 17 - 1
b = tf.range(10, dtype=tf.float32) / 9
inp = tf.constant([[.1, .2, -.3, .4], [1., -.5, .25, 0.]])
lab = tf.constant([[3], [7]], tf.int64)
R = tf.random
for nm in ['uniform', 'log_uniform', 'learned_unigram', 'fixed_unigram', 'all']:
  f = getattr(R, nm + '_candidate_sampler'); kw = dict(unigrams=[1., 2, 3, 4, 5, 6, 7, 8, 9, 10]) if nm[0] == 'f' else {}
  if nm == 'all':
    show(nm, lambda l: f(l, 1, 10, True, seed=3), lab); show(nm, lambda l: f(l, num_true=1, num_sampled=5, unique=False), lab); continue
  show(nm, lambda l: f(l, 1, 4, True, 10, seed=42, **kw), lab)
  show(nm + ' nu', lambda l: f(l, 1, 4, False, 10, seed=42, **kw), lab)
  show(nm + ' 32', lambda l: f(tf.cast(l, tf.int32), 1, 4, False, 10, seed=42, **kw), lab)
  show(nm + ' kw', lambda l: f(true_classes=l, num_true=1, num_sampled=4, unique=True, range_max=10, seed=1, name='hi', **kw), lab)
  show(nm + ' many', lambda l: f(l, 1, 11, True, 10, seed=42, **kw), lab)
  show(nm + ' numtrue', lambda l: f(l, 2, 4, True, 10, seed=42, **kw), lab)
  show(nm + ' rank', lambda l: f(l[0], 1, 4, True, 10, seed=42, **kw), lab)
  show(nm + ' two', lambda l: f(tf.concat([l, l + 1], 1), 2, 4, True, 10, seed=42, **kw), lab)
F = R.fixed_unigram_candidate_sampler
show('fixed none', lambda l: F(l, 1, 4, True, 10, seed=42), lab)
show('fixed len', lambda l: F(l, 1, 4, True, 10, unigrams=[1., 2.], seed=42), lab)
show('fixed dist', lambda l: F(l, 1, 2, True, 10, distortion=0.75, unigrams=[float(i) for i in range(1, 11)], seed=42), lab)
show('fixed res', lambda l: F(l, 1, 2, True, 12, num_reserved_ids=2, unigrams=[float(i) for i in range(1, 11)], seed=42), lab)
show('fixed shard', lambda l: F(l, 1, 2, True, 10, num_shards=2, shard=1, unigrams=[float(i) for i in range(1, 11)], seed=42), lab)
show('hits', lambda l: tf.nn.compute_accidental_hits(l, tf.constant([3, 1, 7, 7], tf.int64), 1), lab)
show('hits seed', lambda l: tf.nn.compute_accidental_hits(l, [3, 1, 7, 7], num_true=1, seed=3, name='nm'), lab)
sv = (tf.constant([1, 3, 5], tf.int64), tf.constant([[.5], [.25]]), tf.constant([.1, .2, .3]))
for nm in ['nce_loss', 'sampled_softmax_loss']:
  f = getattr(tf.nn, nm)
  show(nm, lambda W, b, i: f(W, b, lab, i, 3, 10, sampled_values=sv), W, b, inp, grad=True)
  show(nm + ' hits', lambda W, b, i: f(W, b, lab, i, 3, 10, sampled_values=sv, remove_accidental_hits=True), W, b, inp, grad=True)
  show(nm + ' nohits', lambda W, b, i: f(W, b, lab, i, 3, 10, sampled_values=sv, remove_accidental_hits=False), W, b, inp)
  show(nm + ' 2 true', lambda W, b, i: f(weights=W, biases=b, labels=tf.constant([[3, 1], [7, 2]]), inputs=i, num_sampled=3, num_classes=10, num_true=2, sampled_values=(sv[0], tf.constant([[.5, .5], [.25, .1]]), sv[2])), W, b, inp, grad=True)
  show(nm + ' name', lambda W, b, i: f(W, b, tf.cast(lab, tf.int32), i, 3, 10, sampled_values=sv, name='hello'), W, b, inp)
  show(nm + ' shards', lambda W, b, i: f([W[:5], W[5:]], b, lab, i, 3, 10, sampled_values=sv), W, b, inp, grad=True)
  show(nm + ' f16', lambda W, b, i: f(W, b, lab, tf.cast(i, tf.float16), 3, 10, sampled_values=sv), W, b, inp)
  show(nm + ' flat', lambda W, b, i: f(W, b, [3, 7], i, 3, 10, sampled_values=sv), W, b, inp)
  show(nm + ' list', lambda W, b, i: f(W, b, [[3], [7]], i, 3, 10, sampled_values=sv), W, b, inp)
  v = tf.Variable(W); bv = tf.Variable(b)
  show(nm + ' unknown', lambda W, b, i: f(W, b, lab, i, 3, 10, sampled_values=sv), W, b, inp, spec=[tf.TensorSpec([None, 4]), tf.TensorSpec([None]), tf.TensorSpec([None, None])])
tf.random.set_seed(3)
show('nce sampled', lambda W, b, i: tf.nn.nce_loss(W, b, lab, i, 3, 10), W, b, inp)
show('ss sampled', lambda W, b, i: tf.nn.sampled_softmax_loss(W, b, lab, i, 3, 10, seed=5), W, b, inp, grad=True)
