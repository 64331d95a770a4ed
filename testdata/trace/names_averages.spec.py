import tensorflow as tf


def say(name, fn, *args):
  try:
    print('#', name, '->', repr(fn(*args)))
  except Exception as e:
    print('#', name, '->', type(e).__name__, '::', str(e))


E = tf.train.ExponentialMovingAverage
v = tf.Variable([1., 2.], name='v'); w = tf.Variable(3., name='w')
e = E(0.9)
say('name', lambda: e.name)
say('avg', lambda: e.average(v))
say('apply', lambda: e.apply([v, w]))
say('avg', lambda: e.average(v))
v.assign([3., 4.])
say('apply', lambda: e.apply([v, w]))
say('avg', lambda: (e.average(v).numpy(), e.average(w).numpy(), e.average(w).name, e.average(v).trainable))
say('avgname', lambda: e.average_name(v))
say('avgname', lambda: e.average_name(w))
@tf.function
def step(x):
  v.assign_add(x)
  e.apply([v, w])
  return e.average(v)
say('step', lambda: step(tf.constant([1., 1.])))
say('nodes', lambda: [(n.name, n.op, list(n.input)) for n in step.get_concrete_function(tf.constant([1., 1.])).graph.as_graph_def().node])
e2 = E(decay=0.99, num_updates=3, zero_debias=True, name='foo')
say('2', lambda: e2.apply([w])); say('2', lambda: e2.average(w)); w.assign(5.); say('2', lambda: e2.apply([w])); say('2', lambda: e2.average(w)); say('2', lambda: e2.average_name(w))
e3 = E(0.5, zero_debias=True)
for i in range(3): say('3', lambda: e3.apply([w])); say('3', lambda: e3.average(w)); w.assign_add(2.)
e4 = E(0.5, tf.Variable(100)); say('4', lambda: e4.apply([w])); w.assign(20.); say('4', lambda: e4.apply([w])); say('4', lambda: e4.average(w))
say('t', lambda: E(0.5).apply([tf.constant(1.)]))
say('int', lambda: E(0.5).apply([tf.Variable(1)]))
say('twice', lambda: e.apply([v, v]))
say('none', lambda: E(0.5).apply())
say('none', lambda: E(0.5).apply([]))
say('restore', lambda: e.variables_to_restore([v]))
@tf.function
def bad():
  z = E(0.9)
  z.apply([v])
  return z.average(v)
say('create in fn', lambda: bad())
class M(tf.Module):
  def __init__(self):
    self.v = tf.Variable(2.); self.e = E(0.9)
    self.e.apply([self.v])
  @tf.function
  def __call__(self, x):
    self.v.assign(x); self.e.apply([self.v]); return self.e.average(self.v)
m = M()
say('module', lambda: [float(m(tf.constant(float(i)))) for i in range(3)])
say('module vars', lambda: [x.name for x in m.variables])
say('avg of v64', lambda: (lambda q, q64: (q.apply([q64]), q64.assign(3.), q.apply([q64]), q.average(q64)))(E(0.25), tf.Variable(1., dtype=tf.float64)))
