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


Q = tf.quantization
x = tf.constant([[-7.5, -3.2, -0.4, 0.0], [0.3, 2.71, 5.99, 8.25]])
for kw in [{}, dict(min=-1., max=2.), dict(min=0.5, max=3.), dict(min=-3., max=-0.5, num_bits=4), dict(num_bits=2, narrow_range=True), dict(min=-10, max=10, num_bits=16)]:
  show('args %r' % kw, lambda x: Q.fake_quant_with_min_max_args(x, **kw), x, grad=True)
  show('args_grad %r' % kw, lambda x: Q.fake_quant_with_min_max_args_gradient(x * 2, x, **kw), x)
for kw in [dict(min=3., max=2.), dict(num_bits=1), dict(num_bits=17), dict(min=2., max=2.)]:
  show('args bad %r' % kw, lambda x: Q.fake_quant_with_min_max_args(x, **kw), x)
show('args pos', lambda x: Q.fake_quant_with_min_max_args(x, -2, 3, 4, True, 'nm'), x)
show('args list', lambda: Q.fake_quant_with_min_max_args([1., 2.5]))
show('args int', lambda: Q.fake_quant_with_min_max_args([1, 2]))
show('args f64', lambda: Q.fake_quant_with_min_max_args(tf.constant([1., 2.], tf.float64)))
show('args nan', lambda: Q.fake_quant_with_min_max_args(tf.constant([float('nan'), float('inf'), -float('inf')])))
for lo, hi in [(-1., 2.), (0., 0.), (0.5, 3.), (-3., -1.), (2., 1.), (-6., 6.), (1., 1.)]:
  for kw in [{}, dict(num_bits=3, narrow_range=True)]:
    show('vars %r %r %r' % (lo, hi, kw), lambda x, a, b: Q.fake_quant_with_min_max_vars(x, a, b, **kw), x, tf.constant(lo), tf.constant(hi), grad=True)
show('vars py', lambda x: Q.fake_quant_with_min_max_vars(x, -1, 1), x)
show('vars bad', lambda x: Q.fake_quant_with_min_max_vars(x, [-1.], 1), x)
show('vars bits', lambda x: Q.fake_quant_with_min_max_vars(x, -1, 1, num_bits=40), x)
show('varsgrad', lambda x: Q.fake_quant_with_min_max_vars_gradient(x + 1, x, -1., 1.), x)
show('varsgrad bad', lambda x: Q.fake_quant_with_min_max_vars_gradient(x[0], x, -1., 1.), x)
lo, hi = tf.constant([-1., -2., 0., -0.5]), tf.constant([1., 2., 6., 0.])
show('chan', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b, num_bits=4), x, lo, hi, grad=True)
show('chan zero', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b), x, tf.zeros([4]), tf.zeros([4]), grad=True)
show('chan 1d', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b), x[0], lo, hi, grad=True)
show('chan 3d', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b, narrow_range=True), tf.reshape(x, [1, 2, 4]), lo, hi, grad=True)
show('chan bad', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b), x, lo[:2], hi)
show('chan bad2', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b), x, lo, hi[:3])
show('chan bad3', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b), x, lo[0], hi[1])
show('changrad', lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel_gradient(x * 3, x, a, b), x, lo, hi)
for kw in [dict(range_given=True), dict(), dict(signed_input=False), dict(num_bits=4, range_given=True), dict(round_mode='HALF_UP', range_given=True, num_bits=3), dict(narrow_range=True, num_bits=3), dict(signed_input=False, range_given=True, num_bits=3)]:
  show('qdq %r' % kw, lambda x: Q.quantize_and_dequantize(x, -2., 3.5, **kw), x, grad=True)
  show('qdq2 %r' % kw, lambda x: Q.quantize_and_dequantize_v2(x, -2., 3.5, **kw), x, grad=True)
show('qdq2 axis', lambda x: Q.quantize_and_dequantize_v2(x, [-1., -2.], [1., 3.], range_given=True, axis=0), x, grad=True)
show('qdq2 axis1', lambda x: Q.quantize_and_dequantize_v2(x, [-1., -2., -3., -4.], [1., 3., 2., 1.], range_given=True, axis=-1, num_bits=4), x, grad=True)
show('qdq2 axis ng', lambda x: Q.quantize_and_dequantize_v2(x, 0., 0., axis=1), x)
show('qdq2 bad axis', lambda x: Q.quantize_and_dequantize_v2(x, 0., 0., axis=5), x)
show('qdq2 bad', lambda x: Q.quantize_and_dequantize_v2(x, 3., 0., range_given=True), x)
show('qdq2 bits', lambda x: Q.quantize_and_dequantize_v2(x, 3., 5., range_given=True, num_bits=0), x)
show('qdq2 bits', lambda x: Q.quantize_and_dequantize_v2(x, 3., 5., range_given=True, num_bits=64), x)
show('qdq2 round', lambda x: Q.quantize_and_dequantize_v2(x, 3., 5., range_given=True, round_mode='x'), x)
for dt in [tf.float64]:
  show('qdq2 %s' % dt.name, lambda x: Q.quantize_and_dequantize_v2(x, -2., 3.5, range_given=True), tf.cast(x, dt), grad=True)
show('qdq2 int', lambda: Q.quantize_and_dequantize_v2([1, 2], 0, 1))
show('qdq empty', lambda: Q.quantize_and_dequantize_v2(tf.zeros([0]), 0., 1.))
show('qdq zero', lambda: Q.quantize_and_dequantize_v2(tf.zeros([3]), 0., 1.))
show('qdq vec', lambda x: Q.quantize_and_dequantize_v2(x, [0.], [1.], range_given=True), x)
u = tf.TensorSpec(None); 
show('unknown', lambda x: Q.quantize_and_dequantize_v2(x, [0.], [1.], axis=-1), x, spec=[u])
show('raw v3', lambda x: tf.raw_ops.QuantizeAndDequantizeV3(input=x, input_min=-1., input_max=2., num_bits=4), x, grad=True)
