import tensorflow as tf


def say(name, fn, *args):
  try:
    print('#', name, '->', repr(fn(*args)))
  except Exception as e:
    print('#', name, '->', type(e).__name__, '::', str(e))


import tempfile, os, glob
S = tf.summary
d = tempfile.mkdtemp()
def read(d):
  for f in sorted(glob.glob(d + '/*')):
    for e in tf.compat.v1.train.summary_iterator(f):
      if e.HasField('file_version') if hasattr(e, 'HasField') else False:
        print('version', e.file_version); continue
      for v in e.summary.value:
        t = tf.make_ndarray(v.tensor)
        print(e.step, v.tag, v.metadata.plugin_data.plugin_name, v.metadata.plugin_data.content, repr(v.metadata.summary_description), v.metadata.display_name, v.tensor.dtype, t.shape, t.tolist() if t.size < 20 else t.sum() if t.dtype != object else len(t))
w = S.create_file_writer(d)
say('type', lambda: (type(w), isinstance(w, S.SummaryWriter)))
say('noop', lambda: S.scalar('a', 1.))
say('should', lambda: S.should_record_summaries())
with w.as_default():
  say('nostep', lambda: S.scalar('a', 1.))
  say('sc', lambda: S.scalar('a', 1.5, step=1)); say('sc', lambda: S.scalar('a', 2, step=2, description='d')); say('sc', lambda: S.scalar('a', [1.], step=2)); say('sc', lambda: S.scalar('a/b c!', tf.constant(3., tf.float64), step=tf.constant(3, tf.int64)))
  say('should', lambda: S.should_record_summaries())
  say('tx', lambda: S.text('t', 'hello', step=1)); say('tx', lambda: S.text('t', ['a', 'b'], step=1)); say('tx', lambda: S.text('t', 3, step=1))
  say('hi', lambda: S.histogram('h', [1., 2., 2., 3.], step=1, buckets=3)); say('hi', lambda: S.histogram('h', [], step=1, buckets=3)); say('hi', lambda: S.histogram('h', [5., 5.], step=1, buckets=3)); say('hi', lambda: S.histogram('h', tf.range(10), step=2))
  say('im', lambda: S.image('i', tf.zeros([2, 3, 4, 1]), step=1)); say('im', lambda: S.image('i', tf.zeros([3, 4, 1]), step=1)); say('im', lambda: S.image('i', tf.ones([5, 3, 4, 3]), step=1, max_outputs=2))
  say('write', lambda: S.write('x', tf.constant([1, 2]), step=4)); say('write', lambda: S.write('x', 3., step=4, name='nm')); say('write', lambda: S.write('x', lambda: tf.constant(1.), step=4)); say('write step', lambda: S.write('x', 3., step=[1, 2]))
  S.experimental.set_step(7); say('get', lambda: S.experimental.get_step()); say('sc', lambda: S.scalar('c', 1.))
  with S.record_if(False): say('rec', lambda: S.scalar('no', 1., step=1)); say('should', lambda: S.should_record_summaries())
  with S.record_if(lambda: tf.equal(1, 1)): say('rec', lambda: S.scalar('yes', 1., step=1))
  with S.record_if(tf.constant(False)): say('rec', lambda: S.scalar('no', 1., step=1))
  with tf.name_scope('outer'): say('scope', lambda: S.scalar('in', 1., step=1))
  with S.experimental.summary_scope('sc', 'def') as (tag, scope): say('ss', lambda: (tag, scope))
  @tf.function
  def f(x, s):
    S.scalar('f', x * 2, step=s)
    S.histogram('fh', [x, x], step=s, buckets=2)
    return x
  say('f', lambda: f(tf.constant(1.), tf.constant(9, tf.int64)))
  @tf.function
  def g(x, s):
    with tf.name_scope('ns'):
      return S.scalar('g', x * 2, step=s)
  say('g', lambda: g(tf.constant(1.), tf.constant(9, tf.int64)))
  say('gn', lambda: [(n.name, n.op, list(n.input)) for n in g.get_concrete_function(tf.constant(1.), tf.constant(9, tf.int64)).graph.as_graph_def().node])
  @tf.function
  def h(x):
    with S.record_if(x > 0): return S.scalar('h', x, step=1)
  say('h', lambda: (h(tf.constant(1.)), h(tf.constant(-1.))))
  say('flush', lambda: S.flush()); say('flush', lambda: w.flush()); say('flush', lambda: S.flush(w)); say('flush', lambda: S.flush(3))
with w.as_default(step=11): say('step', lambda: (S.experimental.get_step(), S.scalar('st', 1.)))
say('getstep', lambda: S.experimental.get_step())
say('close', lambda: w.close()); say('close', lambda: w.close())
say('after', lambda: w.as_default().__enter__())
say('flush', lambda: w.flush())
read(d)
n = S.create_noop_writer()
with n.as_default(): say('noopw', lambda: S.scalar('a', 1., step=1))
say('noopw', lambda: (n.flush(), n.close(), type(n)))
d2 = tempfile.mkdtemp()
w2 = S.create_file_writer(d2, max_queue=1, flush_millis=10, filename_suffix='.foo', name='bar')
with w2.as_default():
  @tf.function
  def step(i):
    with w2.as_default():
      S.scalar('loss', tf.cast(i, tf.float32), step=i)
  for i in tf.range(3, dtype=tf.int64): step(i)
  say('raw', lambda: S.experimental.write_raw_pb(b'', step=1)); say('raw', lambda: S.experimental.write_raw_pb(b''))
w2.close()
w3 = S.create_file_writer(tempfile.mkdtemp())
@tf.function
def loop(n):
  with w3.as_default():
    for i in tf.range(n):
      S.scalar('l', i * 2, step=tf.cast(i, tf.int64))
say('loop', lambda: loop(tf.constant(3)))
w4 = S.create_file_writer(d2 + '/x/y')
with w4.as_default(): say('graph', lambda: S.graph(f.get_concrete_function(tf.constant(1.), tf.constant(9, tf.int64)).graph)); say('graph bad', lambda: S.graph(3))
say('graph no', lambda: S.graph(tf.Graph()))
say('audio', lambda: S.audio('a', tf.zeros([1, 3, 1]), 44100, step=1))
