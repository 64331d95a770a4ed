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


import struct
x = tf.constant([[0., .5], [-1., 1.], [.25, 2.], [-.3, 1e-5]])
show('enc', lambda x: tf.audio.encode_wav(x, 8000), x)
say('bytes', lambda: tf.audio.encode_wav(x, 8000).numpy())
w = tf.audio.encode_wav(x, 8000)
show('dec', lambda w: tf.audio.decode_wav(w), w)
show('dec 1', lambda w: tf.audio.decode_wav(w, desired_channels=1), w)
show('dec 3', lambda w: tf.audio.decode_wav(w, 3, name='d'), w)
show('dec n', lambda w: tf.audio.decode_wav(w, desired_samples=2), w)
show('dec m', lambda w: tf.audio.decode_wav(w, -1, 6), w)
m = tf.audio.encode_wav(x[:, :1], tf.constant(16000))
show('mono', lambda w: tf.audio.decode_wav(w), m)
show('mono 2', lambda w: tf.audio.decode_wav(w, desired_channels=2), m)
show('bad ch', lambda w: tf.audio.decode_wav(w, desired_channels=-3), m)
show('bad n', lambda w: tf.audio.decode_wav(w, desired_samples=-3), m)
show('rank', lambda w: tf.audio.decode_wav([w]), m)
show('enc rank', lambda x: tf.audio.encode_wav(x[0], 8000), x)
show('enc rate', lambda x: tf.audio.encode_wav(x, [8000]), x)
show('enc rate 0', lambda x: tf.audio.encode_wav(x, 0), x)
show('enc dt', lambda x: tf.audio.encode_wav(tf.cast(x, tf.float64), 8000), x)
show('enc empty', lambda: tf.audio.encode_wav(tf.zeros([0, 1]), 8000))
show('enc no channel', lambda: tf.audio.encode_wav(tf.zeros([3, 0]), 8000))
b = w.numpy()
def dec(b): return tf.audio.decode_wav(b)
for n, v in [('empty', b''), ('short', b[:3]), ('riff', b'RIFX' + b[4:]), ('wave', b[:8] + b'WAVX' + b[12:]), ('fmt', b[:12] + b'fmtx' + b[16:]), ('hdr', b[:20]), ('trunc', b[:40]), ('trunc data', b[:-3]), ('size', b[:40] + struct.pack('<I', 6) + b[44:]), ('size big', b[:40] + struct.pack('<I', 600) + b[44:]),
    ('fmt code', b[:20] + struct.pack('<H', 3) + b[22:]), ('fmt len', b[:16] + struct.pack('<I', 15) + b[20:]), ('fmt len18', b[:16] + struct.pack('<I', 18) + b[20:36] + b'\0\0' + b[36:]), ('chans 0', b[:22] + struct.pack('<H', 0) + b[24:]), ('bps', b[:28] + struct.pack('<I', 1) + b[32:]), ('bpf', b[:32] + struct.pack('<H', 9) + b[34:]), ('bits 8', b[:34] + struct.pack('<H', 8) + b[36:]), ('bits 24', b[:34] + struct.pack('<H', 24) + b[36:]),
    ('list', b[:36] + b'LIST' + struct.pack('<I', 4) + b'abcd' + b[36:]), ('list after', b + b'LIST' + struct.pack('<I', 4) + b'abcd'), ('no data', b[:36]), ('only list', b[:36] + b'LIST' + struct.pack('<I', 4) + b'abcd'), ('list long', b[:36] + b'LIST' + struct.pack('<I', 400) + b'abcd'), ('ext', b[:20] + struct.pack('<H', 0xFFFE) + b[22:]), ('riff size', b[:4] + struct.pack('<I', 1) + b[8:])]:
  show('dec ' + n, dec, tf.constant(v))
