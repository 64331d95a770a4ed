# Random numbers of seeds: binomial, between bounds, shuffled indices, algorithms, candidates.
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
def short(t): return t
for dt in (tf.float32, tf.float64, tf.int32, tf.int64, tf.float16):
  show('bin %s' % dt.name, lambda: R.stateless_binomial([6], [1, 2], [10.0], [0.4], output_dtype=dt))
show('bin big', lambda: R.stateless_binomial([2, 3], [3, 4], [100., 200., 5.], [0.5, 0.9, 0.1]))
show('bin big64', lambda: R.stateless_binomial([4, 2], [3, 4], S([1000., 2000.], tf.float64), S([0.3, 0.7], tf.float64), output_dtype=tf.int64))
show('bin edge', lambda: R.stateless_binomial([5], [1, 1], [0., 5., 5., 7., -1.], [0.5, 0., 1., 1.5, 0.5]))
show('bin nan', lambda: R.stateless_binomial([2], [1, 1], [5., 5.], [float('nan'), 0.5], output_dtype=tf.float32))
show('bin half', lambda: R.stateless_binomial([5], [1, 1], S(20., tf.float16), S(0.7, tf.float16)))
show('bin bcast', lambda: R.stateless_binomial([2, 2, 3], [5, 6], [[10.], [50.]], [0.2, 0.5, 0.8]))
show('bin bad', lambda: R.stateless_binomial([2], [1, 1], [5., 5., 5.], [0.5]))
show('bin bad2', lambda: R.stateless_binomial([3], [1, 1], [5., 5., 5.], [0.5, 0.5]))
show('bin bad seed', lambda: R.stateless_binomial([3], [1, 1, 1], 5., 0.5))
show('bin ints', lambda: R.stateless_binomial([3], [1, 1], 5, 0.5))
show('bin scalar', lambda: R.stateless_binomial([], [1, 1], 5., 0.5))
show('bin zero', lambda: R.stateless_binomial([0], [1, 1], 5., 0.5))
graph('bin', lambda k, c: R.stateless_binomial([3], k, c, 0.4), tf.TensorSpec([2], tf.int32), tf.TensorSpec([], tf.float32))
for a in [dict(), dict(minvals=0.0, maxvals=1.0), dict(minvals=1.0, maxvals=3.0), dict(means=5.0, stddevs=2.0), dict(minvals=float('-inf'), maxvals=0.0), dict(minvals=-10., maxvals=-9.), dict(minvals=3., maxvals=float('inf')), dict(means=S([0., 10.], tf.float64), stddevs=S(1., tf.float64), minvals=S(-1., tf.float64), maxvals=S([1., 11.], tf.float64)), dict(minvals=2.0, maxvals=1.0), dict(stddevs=-1.0)]:
  show('ptn %s' % sorted(a), lambda: R.stateless_parameterized_truncated_normal([6] if 'means' not in a or isinstance(a['means'], float) else [3, 2], [1, 2], **a))
graph('ptn', lambda k: R.stateless_parameterized_truncated_normal([3], k), tf.TensorSpec([2], tf.int32))
show('ishuf', lambda: [R.experimental.index_shuffle(i, [5, 9], 9) for i in range(10)])
show('ishuf v', lambda: R.experimental.index_shuffle(tf.range(10), [5, 9], 9))
show('ishuf 64', lambda: R.experimental.index_shuffle(S([0, 5, 2**40], tf.int64), S([1, 2], tf.int64), S(2**41, tf.int64)))
show('ishuf seeds', lambda: R.experimental.index_shuffle(3, [[1, 2], [3, 4]], 99))
show('ishuf 0', lambda: R.experimental.index_shuffle(0, [1, 2], 0))
show('ishuf big', lambda: R.experimental.index_shuffle(tf.range(5), [7, 8], 70000))
show('ishuf bad', lambda: R.experimental.index_shuffle(tf.range(5), [7, 8, 9], 70000))
graph('ishuf', lambda i, k: R.experimental.index_shuffle(i, k, 100), tf.TensorSpec([None], tf.int32), tf.TensorSpec([2], tf.int32))
for name in ('philox', 'threefry', 'auto_select', R.Algorithm.PHILOX, 1, 3, 2, 7, 'x', None, 1.5):
  show('alg %s' % (name,), lambda: R.stateless_uniform([3], [1, 2], alg=name))
  show('algn %s' % (name,), lambda: R.stateless_normal([3], S([1, 2], tf.int64), alg=name))
show('u dtype', lambda: R.stateless_uniform([3], [1, 2], dtype=tf.int8))
show('u none', lambda: R.stateless_uniform([3], [1, 2], minval=None, dtype=tf.int32))
show('u uint', lambda: R.stateless_uniform([3], [1, 2], 0, 5, dtype=tf.uint32))
show('u uint full', lambda: R.stateless_uniform([3], [1, 2], None, None, dtype=tf.uint64))
show('u int', lambda: R.stateless_uniform([3], [1, 2], 5, 5, dtype=tf.int32))
show('u bf', lambda: R.stateless_uniform([3], [1, 2], dtype=tf.bfloat16))
show('uniform dtype', lambda: R.uniform([3], dtype=tf.int8))
show('uniform max', lambda: R.uniform([3], dtype=tf.int32))
show('cat dtype', lambda: R.categorical([[1., 2.]], 2, dtype=tf.float32))
show('scat dtype', lambda: R.stateless_categorical([[1., 2.]], 2, [1, 2], dtype=tf.float32))
show('fold', lambda: R.fold_in([1, 2], 5))
show('fold64', lambda: R.fold_in([1, 2], S(5, tf.int64)))
show('split', lambda: R.split([1, 2], 3))
show('split64', lambda: R.experimental.stateless_split(S([1, 2], tf.int64)))
show('split alg', lambda: R.split([1, 2], 2, alg='philox'))
show('shuf', lambda: R.experimental.stateless_shuffle([[1, 2], [3, 4], [5, 6]], [1, 2]))
graph('shuf', lambda v, k: R.experimental.stateless_shuffle(v, k), tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([2], tf.int32))
tf.random.set_seed(5)
show('cand u', lambda: R.uniform_candidate_sampler(S([[1], [3]], tf.int64), 1, 4, True, 10, seed=3))
show('cand u2', lambda: R.uniform_candidate_sampler(S([[1], [3]], tf.int64), 1, 4, False, 7, seed=3))
show('cand u3', lambda: R.uniform_candidate_sampler(S([[1, 2]], tf.int64), 2, 3, True, 1000000, seed=4))
show('cand lu', lambda: R.log_uniform_candidate_sampler(S([[1], [3]], tf.int64), 1, 5, True, 20, seed=3))
show('cand lu2', lambda: R.log_uniform_candidate_sampler(S([[1], [3]], tf.int64), 1, 5, False, 20, seed=3))
show('cand fu', lambda: R.fixed_unigram_candidate_sampler(S([[1], [3]], tf.int64), 1, 6, False, 5, unigrams=[1., 2., 3., 4., 5.], seed=2))
show('cand fu2', lambda: R.fixed_unigram_candidate_sampler(S([[1], [3]], tf.int64), 1, 3, True, 5, unigrams=[1., 2., 3., 4., 5.], distortion=0.75, seed=2))
show('cand fu3', lambda: R.fixed_unigram_candidate_sampler(S([[1], [3]], tf.int64), 1, 3, True, 6, unigrams=[1., 2., 3., 4., 5.], num_reserved_ids=1, seed=2))
show('cand fu bad', lambda: R.fixed_unigram_candidate_sampler(S([[1], [3]], tf.int64), 1, 3, True, 6, unigrams=[1., 2., 3.], seed=2))
show('cand fu none', lambda: R.fixed_unigram_candidate_sampler(S([[1], [3]], tf.int64), 1, 3, True, 6, seed=2))
show('cand all', lambda: R.all_candidate_sampler(S([[1], [3]], tf.int64), 1, 5, True, seed=2))
show('cand bad', lambda: R.uniform_candidate_sampler(S([[1], [30]], tf.int64), 1, 4, True, 10, seed=3))
show('cand small', lambda: R.uniform_candidate_sampler(S([[1], [3]], tf.int64), 1, 11, True, 10, seed=3))
show('cand shape', lambda: R.uniform_candidate_sampler(S([1, 3], tf.int64), 1, 1, True, 10, seed=3))
show('cand cols', lambda: R.uniform_candidate_sampler(S([[1, 3]], tf.int64), 1, 1, True, 10, seed=3))
show('hits', lambda: tf.nn.compute_accidental_hits(S([[1, 2], [3, 4]], tf.int64), S([4, 1, 1, 9], tf.int64), 2))
graph('cand', lambda t: R.uniform_candidate_sampler(t, 1, 4, True, 10, seed=3), tf.TensorSpec([None, 1], tf.int64))
for i in range(3): show('again', lambda: R.uniform_candidate_sampler(S([[1]], tf.int64), 1, 3, True, 9, seed=1)[0])
with tf.GradientTape() as t:
  a = S([0.5, 2.0, 10.])
  t.watch(a)
  y = R.stateless_gamma([2, 3], [1, 2], a)
print([['%.4g' % v for v in y.numpy().ravel()], ['%.4g' % v for v in t.gradient(y, a).numpy()]])
with tf.GradientTape() as t:
  a = S([0.5, 2.0])
  t.watch(a)
  y = R.gamma([2], a, seed=4)
print(['%.4g' % v for v in t.gradient(y, a).numpy()])
