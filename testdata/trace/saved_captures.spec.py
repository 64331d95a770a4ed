# What functions of a SavedModel capture and hold: constants, tables, generators, variables of all dtypes.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf, numpy as np
def attempt(f):
  try: print(f())
  except Exception as e: print(type(e).__name__, str(e).split('\n')[0][:600])
big = tf.constant(np.arange(200, dtype=np.float32)); small = tf.constant([1., 2.])
class M(tf.Module):
  def __init__(self):
    self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a', 'b'], [1, 2]), -1)
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def cap(self, x): return tf.reduce_sum(big) * x + small[1]
  @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
  def look(self, s): return self.table.lookup(s)
  @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
  def loop(self, n):
    s = 0
    for i in tf.range(n):
      if i % 2 == 0: s += i
      else: s -= 1
    return s
  @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
  def custom(self, x):
    @tf.custom_gradient
    def f(y): return y * 2., lambda d: d * 100.
    return f(x)
  @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
  def data(self, n):
    t = tf.constant(0, tf.int64)
    for v in tf.data.Dataset.range(n).map(lambda q: q * 2): t += v
    return t
  @tf.function(input_signature=[tf.TensorSpec([2], tf.int32)])
  def rnd(self, seed): return tf.random.stateless_uniform([2], seed)
  @tf.function
  def grad(self, x):
    with tf.GradientTape() as t:
      t.watch(x); y = x ** 3
    return t.gradient(y, x)
m = M()
m.grad(tf.constant(2.))
tf.saved_model.save(m, 's')
r = tf.saved_model.load('s')
for o in (m, r):
  attempt(lambda: o.cap(2.)); attempt(lambda: o.look(['a', 'zz', 'b'])); attempt(lambda: o.loop(7)); attempt(lambda: o.data(4)); attempt(lambda: o.rnd([1, 2])); attempt(lambda: o.grad(tf.constant(3.)))
  x = tf.constant(3.)
  with tf.GradientTape() as t:
    t.watch(x); y = o.custom(x)
  attempt(lambda: (y, t.gradient(y, x)))
print(r.loop.concrete_functions[0].graph.as_graph_def().node[1].op)
m = tf.Module()
m.gen = tf.random.Generator.from_seed(1)
m.f = tf.function(lambda: m.gen.normal([2]), input_signature=[])
print(m.f())
tf.saved_model.save(m, 'g')
r = tf.saved_model.load('g')
print(r.f(), m.f())
m = tf.Module()
m.v = tf.Variable(1.)
@tf.function
def ff(v, x):
  v.assign_add(x)
  return v + x
m.ff = ff
m.ff(m.v, 2.)
attempt(lambda: tf.saved_model.save(m, 'v'))
r = tf.saved_model.load('v')
w = tf.Variable(10.)
attempt(lambda: r.ff(w, 2.)); print(w.numpy())
attempt(lambda: r.ff(tf.Variable([10.]), 2.))
print(r.ff.concrete_functions[0].structured_input_signature)
m = tf.Module()
m.d = tf.Variable([1, 2], dtype=tf.int64); m.b = tf.Variable(True); m.s = tf.Variable(['x', 'y']); m.c = tf.Variable(1+2j); m.h = tf.Variable(1.5, dtype=tf.float16); m.bf = tf.Variable(1.5, dtype=tf.bfloat16)
m.u = tf.Variable([[1.]], shape=[None, 1]); m.e = tf.Variable(tf.zeros([0, 3]))
tf.saved_model.save(m, 'dt'); r = tf.saved_model.load('dt')
print(r.d, r.b, r.s, r.c, r.h, r.bf, r.u, r.e)
r.u.assign([[1.], [2.]]); print(r.u.shape, r.u.numpy())
