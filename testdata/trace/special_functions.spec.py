import tensorflow as tf
m, s = tf.math, tf.math.special
def show(name, f, *args):
  args = [tf.constant(a, tf.float64) for a in args]
  with tf.GradientTape(persistent=True) as tape:
    for a in args: tape.watch(a)
    y = f(*args)
  grads = [tape.gradient(y, a) for a in args]
  text = lambda t: "None" if t is None else " ".join("%.9g" % v for v in t.numpy().ravel())
  print(name, "|", text(y), "|", "; ".join(text(g) for g in grads), y.shape)
x = [0.1, 0.5, 1.0, 2.5, 7.0]
for n in ("bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e", "digamma", "lgamma"):
  show(n, getattr(m, n), x)
for n in ("bessel_i0", "bessel_i1e", "bessel_k0", "bessel_k0e", "bessel_k1", "bessel_k1e", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "dawsn", "expint", "spence"):
  show(n, getattr(s, n), x)
show("i1 at 0", m.bessel_i1, [0.0, -3.0]); show("i1e at 0", m.bessel_i1e, [0.0, -3.0]); show("i0e", m.bessel_i0e, [0.0, -3.0, 60.0])
show("ndtri", m.ndtri, [1e-10, 0.025, 0.3, 0.5, 0.9])
show("igamma", m.igamma, [0.5, 1.0, 2.5, 10.0], [0.3, 1.0, 3.7, 20.0])
show("igammac", m.igammac, [0.5, 1.0, 2.5, 10.0], [0.3, 1.0, 3.7, 20.0])
show("igamma broadcast", m.igamma, [[1.0], [2.0]], [1.0, 2.0, 3.0])
show("betainc", m.betainc, [0.5, 1.0, 2.5, 10.0], [2.0, 3.0, 0.5, 4.0], [0.3, 0.5, 0.7, 0.9])
show("betainc scalar", m.betainc, 2.0, 3.0, [0.25, 0.5])
show("zeta", m.zeta, [1.5, 2.0, 3.0], [1.0, 2.5, 0.5]); show("polygamma", m.polygamma, [1.0, 2.0, 3.0], [0.5, 1.0, 4.0])
for v in (m.igamma(-1., 1.), m.igamma(1., -1.), m.zeta(1., 1.), m.zeta(.5, 1.), m.zeta(2., 0.), m.zeta(2., -.5), m.polygamma(1.5, 1.), s.expint(-1.), s.bessel_k0(-1.), s.bessel_k0(0.), s.bessel_y0(0.), s.bessel_y1(-1.), m.betainc(0., 1., .5), m.betainc(1., 1., 1.5), s.spence(-1.), m.ndtri([0., 1., 1.1])):
  print(v.numpy(), v.dtype.name)
with tf.GradientTape() as outer:
  a = tf.constant(2.0); outer.watch(a)
  with tf.GradientTape() as inner:
    inner.watch(a); y = m.digamma(a)
  d = inner.gradient(y, a)
print("%.5f %.5f" % (d, outer.gradient(d, a)))
import tensorflow as tf
x = tf.constant([[3.0, 4.0], [6.0, 8.0]])
for axis in (None, 0, 1, [0, 1]):
  for keep in (False, True):
    with tf.GradientTape() as t:
      t.watch(x); y = tf.math.reduce_euclidean_norm(x, axis, keep)
    print(axis, keep, y.numpy().round(4).tolist(), t.gradient(y, x).numpy().round(4).tolist())
print(tf.math.reduce_euclidean_norm(tf.constant([3, 4])), tf.math.reduce_euclidean_norm(tf.constant([3 + 4j])))
x = tf.reshape(tf.range(1.0, 9.0), [1, 1, 2, 4])
with tf.GradientTape() as t:
  t.watch(x); y = tf.nn.local_response_normalization(x, depth_radius=1, bias=2.0, alpha=0.5, beta=0.75)
print(y.numpy().round(4).tolist(), t.gradient(y, x).numpy().round(4).tolist(), tf.nn.lrn(x).shape)
try: tf.nn.lrn(tf.constant([1.0]))
except Exception as e: print(type(e).__name__)
now = tf.timestamp()
print(now.dtype, now.shape, bool(now > 1e9))
@tf.function
def f(x):
  return tf.timestamp() > 0, tf.math.igamma(x, 2.0), tf.math.reduce_euclidean_norm(x)
print([o.type for o in f.get_concrete_function(tf.TensorSpec([2])).graph.get_operations()])
@tf.function
def g(x):
  return tf.gradients(tf.math.digamma(x), x), tf.gradients(tf.math.bessel_i1e(x), x), tf.gradients(tf.math.igamma(x, x), x), tf.gradients(tf.nn.lrn(tf.reshape(x, [1, 1, 1, 2])), x)
print(sorted(o.type for o in g.get_concrete_function(tf.TensorSpec([2])).graph.get_operations()))
