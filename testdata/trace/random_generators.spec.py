# tf.random.Generator.
import tensorflow as tf


def error(e):
  text = str(e)
  if text.startswith("{{"):
    text = text.split("}} ", 1)[1]
  return type(e).__name__ + ": " + text.replace("\n", " | ")[:500]


def leaf(t):
  return "%s%s %s" % (t.dtype.name, tuple(t.shape), t.numpy().tolist() if hasattr(t.numpy(), "tolist") else t.numpy()) \
      if isinstance(t, (tf.Tensor, tf.Variable)) else repr(t)


def show(name, f, *a):
  try:
    print(name, "->", " ; ".join(leaf(t) for t in tf.nest.flatten(f(*a), expand_composites=True)))
  except Exception as e:
    print(name, "!!", error(e))


def graph(name, f, *specs):
  try:
    cf = tf.function(f, autograph=False).get_concrete_function(*specs)
    print(name, "nodes", " ".join("%s=%s(%s)" % (n.name, n.op, ", ".join(n.input)) for n in cf.graph.as_graph_def().node))
    print(name, [str(getattr(t, "shape", t)) for t in cf.outputs])
    return cf
  except Exception as e:
    print(name, "!!", error(e))



R = tf.random
S = tf.constant
G = R.Generator
g = G.from_seed(1234)
def st(): return g.state.numpy().tolist()
print(g.state.name, g.state.dtype, g.algorithm, g.key.numpy(), st(), type(g).__name__, type(g).__module__)
show('normal', lambda: g.normal([3])); print(st())
show('normal2', lambda: g.normal([2, 2], 1.0, 2.0, tf.float64)); print(st())
show('trunc', lambda: g.truncated_normal([3])); print(st())
show('uniform', lambda: g.uniform([3])); print(st())
show('uniform2', lambda: g.uniform([3], 5, 10, tf.int32)); print(st())
show('uniform3', lambda: g.uniform([3], -1., 1., tf.float64)); print(st())
show('uniform4', lambda: g.uniform([], minval=None, dtype=tf.int64)); print(st())
show('uniform err', lambda: g.uniform([2], minval=None, maxval=5, dtype=tf.int64)); print(st())
show('uniform err2', lambda: g.uniform([2], maxval=None, dtype=tf.int64)); print(st())
show('full', lambda: g.uniform_full_int([2])); print(st())
show('full32', lambda: g.uniform_full_int([2], tf.uint32)); print(st())
show('full i32', lambda: g.uniform_full_int([2], tf.int32)); print(st())
show('binomial', lambda: g.binomial([4], 10., 0.3)); print(st())
show('binomial2', lambda: g.binomial([2, 2], counts=[10., 20.], probs=[0.8, 0.5], dtype=tf.int64)); print(st())
show('seeds', lambda: g.make_seeds(2)); print(st())
show('split', lambda: [x.state for x in g.split(2)]); print(st())
show('split n', lambda: [x.normal([2]) for x in g.split(2)]); print(st())
show('skip', lambda: g.skip(10)); print(st())
show('skip t', lambda: g.skip(S(7, tf.int64))); print(st())
show('skip big', lambda: g.skip(2**60)); print(st())
show('empty', lambda: g.normal([0])); print(st())
show('scalar', lambda: g.normal([])); print(st())
g.reset([1, 2, 3]); print(st())
g.reset_from_seed(77); print(st())
g.reset_from_key_counter(5, [8, 9]); print(st())
show('reset bad', lambda: g.reset([1, 2]))
show('reset bad2', lambda: g.reset_from_key_counter(5, [1]))
show('from_state', lambda: G.from_state([1, 2, 3], 'philox').normal([2]))
show('from_state2', lambda: G.from_state([1, 2], 'philox').normal([2]))
show('from_state3', lambda: G.from_state(S([1, 2, 3], tf.int32), alg=1).normal([2]))
show('kc', lambda: G.from_key_counter(7, [1, 2], 'philox').state)
show('kc bad', lambda: G.from_key_counter([7], [1, 2], 'philox').state)
show('threefry', lambda: G.from_seed(3, 'threefry').state)
show('threefry n', lambda: G.from_seed(3, 'threefry').normal([2]))
show('auto', lambda: (G.from_seed(3, 'auto_select').state, G.from_seed(3, 'auto_select').normal([2])))
show('bad alg', lambda: G.from_seed(3, 'zzz'))
show('copy', lambda: G(copy_from=g).normal([2]))
show('none', lambda: G())
show('seed list', lambda: G.from_seed([1, 2]).state)
show('seed list4', lambda: G.from_seed([1, 2, 3, 4]).state)
show('seed big', lambda: G.from_seed(2**64 + 5).state)
show('seed neg', lambda: G.from_seed(-1).state)
show('seed t', lambda: G.from_seed(S([5, 6])).state)
show('seed huge', lambda: G.from_seed(2**63).state)
show('rng_state', lambda: (R.create_rng_state(5, 'philox'), R.create_rng_state(5, R.Algorithm.THREEFRY), R.experimental.create_rng_state([1], 1)))
v = tf.Variable([1, 2, 3], dtype=tf.int64)
show('own var', lambda: (G(state=v, alg=1).normal([1]), v))
show('var i32', lambda: G(state=tf.Variable([1, 2, 3]), alg=1).normal([1]))
@tf.function
def f(): return g.normal([2]), g.uniform([], 0, 9, tf.int32)
show('fn', f); show('fn', f); print(st())
graph('n', lambda: g.normal([2], 1.0))
graph('u', lambda: g.uniform([2, 3], 1, 5, tf.int64))
graph('t', lambda: g.truncated_normal([2]))
graph('f', lambda n: g.uniform_full_int(n), tf.TensorSpec([1], tf.int32))
graph('b', lambda: g.binomial([2], 10., 0.5))
graph('m', lambda: g.make_seeds(3))
graph('skip', lambda: g.skip(3))
graph('reset', lambda: g.reset_from_seed(4))
graph('k', lambda: g.key + 0)
@tf.function
def made():
  h = G.from_seed(1)
  return h.normal([1])
R.set_global_generator(G.from_seed(99))
show('global', lambda: R.get_global_generator().normal([2]))
R.set_seed(1)
show('global2', lambda: R.get_global_generator().normal([2]))
print(type(R.get_global_generator()).__name__, R.get_global_generator().state.shape)
R.get_global_generator().reset_from_seed(2)
show('global3', lambda: R.get_global_generator().uniform([1]))
nd = G.from_non_deterministic_state()
print(nd.state.shape, nd.algorithm, nd.normal([2]).shape)
