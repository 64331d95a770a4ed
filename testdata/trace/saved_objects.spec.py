# Trees of objects in SavedModels; graphs, gradients and traces of loaded functions; saving them again.
import re
_print = print
def print(*args, **kwargs):
  """Without addresses and numbers of functions, which differ from run to run."""
  text = re.sub(r'0x[0-9A-Fa-f]+', '0x', ' '.join(str(a) for a in args))
  _print(re.sub(r"(__inference_[A-Za-z_<>]+)_\d+", r'\1_N', text), **kwargs)
import tensorflow as tf
class Dense(tf.Module):
  def __init__(self, i, o, name=None):
    super().__init__(name=name)
    self.w = tf.Variable(tf.fill([i, o], 0.5), name='w')
    self.b = tf.Variable(tf.zeros([o]), name='b')
  def __call__(self, x): return tf.nn.relu(x @ self.w + self.b)
class MLP(tf.Module):
  def __init__(self, sizes):
    super().__init__()
    self.layers = [Dense(i, o) for i, o in zip(sizes, sizes[1:])]
    self.heads = {'a': Dense(sizes[-1], 1), 'b': [Dense(sizes[-1], 2), 'text', 4]}
    self.pair = (tf.Variable(1.), (tf.Variable(2.),))
    self.sizes = sizes
  @tf.function(input_signature=[tf.TensorSpec([None, 3])])
  def __call__(self, x):
    for l in self.layers: x = l(x)
    return self.heads['a'](x), self.heads['b'][0](x)
  def loss(self, x): return tf.reduce_sum(self(x)[0])
sizes = [3, 4, 2]
m = MLP(sizes)
x = tf.ones([2, 3])
print(m(x))
print(m.layers, len(m.trainable_variables), [v.name for v in m.trainable_variables])
print(len(m.submodules), [s.name for s in m.submodules])
m.alias = m.layers[0]
m.list_of_f = [m.__call__, tf.function(lambda x: x + 1)]
m.list_of_f[1](1.)
m.df = {'f': tf.function(lambda x: x * m.pair[0])}
m.df['f'](2.)
tf.saved_model.save(m, 'mlp')
r = tf.saved_model.load('mlp')
print(r(x))
print(type(r.layers).__name__, len(r.layers), r.layers[0].w.name, r.layers[0].w.shape, r.alias is r.layers[0])
print(sorted(r.heads), r.heads['b'], r.pair, r.sizes)
print(r.list_of_f[1](1.), r.df['f'](2.))
r.layers[0].w.assign(tf.zeros([3, 4])); print(r(x)); print(m(x)[0])
r.pair[0].assign(5.); print(r.df['f'](2.), m.df['f'](2.))
with tf.GradientTape() as t:
  y = tf.reduce_sum(r(x)[1])
g = t.gradient(y, [r.layers[0].w, r.heads['b'][0].w])
print(g)
for name, shape in tf.train.list_variables('mlp/variables/variables'): print(name, shape)
ck = tf.train.Checkpoint(m=m)
p = ck.save('ck/x')
for name, shape in tf.train.list_variables(p): print(name, shape)
m2 = MLP(sizes)
for v in m2.variables: v.assign(v * 0.)
st = tf.train.Checkpoint(m=m2).restore(p)
print(m2.layers[0].w.numpy()[0], m2.heads['a'].w.numpy().sum(), m2.pair[1][0].numpy())
st2 = tf.train.Checkpoint(m2).restore('mlp')
print(type(st2).__name__)
lr = tf.train.Checkpoint(r); q = lr.write('ck/r'); print(tf.train.list_variables(q)[:4])
class Base(tf.Module):
  @tf.function
  def f(self, x): return self.g(x) + 1
  def g(self, x): return x
class Sub(Base):
  def __init__(self): super().__init__(); self.k = tf.Variable(3.)
  def g(self, x): return x * self.k
s = Sub(); print(s.f(2.))
tf.saved_model.save(s, 'sub'); q = tf.saved_model.load('sub'); print(q.f(2.))
b = Base(); b.f(tf.constant(2.)); b.f(tf.constant([2.])); b.f(tf.constant(2))
tf.saved_model.save(b, 'base'); r = tf.saved_model.load('base')
print(r.f(tf.constant(5.)), r.f(tf.constant([7.])), r.f(tf.constant(7)))
try: r.f(tf.constant([1., 2.]))
except ValueError as e: print(str(e))
shared = tf.Variable(1.)
a, b = tf.Module(), tf.Module()
a.v = shared; a.child = b; b.v = shared
b.inc = tf.function(lambda: shared.assign_add(1.), input_signature=[])
tf.saved_model.save(a, 'sh'); r = tf.saved_model.load('sh')
print(r.v is r.child.v, r.child.inc(), r.v.numpy(), shared.numpy())
v = tf.Variable(1.)
@tf.function
def g(x): return x + v
@tf.function
def f(x):
  return g(x) * 2.
c = f.get_concrete_function(tf.constant(1.))
print([n.op for n in c.graph.as_graph_def().node])
print([[n.name+' '+n.op for n in f.node_def] for f in c.graph.as_graph_def().library.function])
m = tf.Module(); m.v = v; m.g = g; m.f = f
tf.saved_model.save(m, 's')
r = tf.saved_model.load('s')
for fn in (r.f, r.g):
  c = fn.concrete_functions[0]
  print([n.name + ' ' + n.op + str(list(n.input)) for n in c.graph.as_graph_def().node])
  print([[n.name+' '+n.op for n in f.node_def] for f in c.graph.as_graph_def().library.function])
  print(c.inputs, c.outputs, c.captured_inputs[0].dtype, len(c.variables), c.graph.name)
@tf.function
def h(x): return r.f(x) + r.g(x)
print(h(tf.constant(3.)))
print([n.op for n in h.get_concrete_function(tf.constant(1.)).graph.as_graph_def().node])
x = tf.constant(2.)
with tf.GradientTape() as t:
  t.watch(x)
  y = r.f(x) ** 2
print(t.gradient(y, [x, r.v]))
@tf.function
def step(x):
  with tf.GradientTape() as t:
    y = r.f(x) ** 2
  return t.gradient(y, r.v)
print(step(x))
with tf.GradientTape() as t:
  y = h(x)
print(t.gradient(y, r.v), [v.name for v in t.watched_variables()])
tf.saved_model.save(r, 's2')
q = tf.saved_model.load('s2')
r.v.assign(10.)
print(q.f(tf.constant(1.)), r.f(tf.constant(1.)), f(tf.constant(1.)))
q.v.assign(100.)
print(q.f(tf.constant(1.)), q.g(tf.constant(1.)))
print(f.experimental_get_tracing_count(), g.experimental_get_tracing_count(), r.f.experimental_get_tracing_count())
