# The nodes of gradients of gradients: the operator that a gradient function calls is a scope of its own.
import tensorflow as tf


def nodes(name, f, *specs):
  cf = tf.function(f, autograph=False).get_concrete_function(*specs)
  print(name, " ".join("%s=%s" % (n.name, n.op) for n in cf.graph.as_graph_def().node))


def second(f):
  def g(x):
    with tf.GradientTape() as outer:
      outer.watch(x)
      with tf.GradientTape() as inner:
        inner.watch(x)
        y = f(x)
      d = inner.gradient(y, x)
    return d, outer.gradient(d, x)
  return g


spec = tf.TensorSpec([3], tf.float32)
nodes("cube", second(lambda x: x ** 3), spec)
nodes("sin", second(lambda x: tf.sin(x) * x), spec)
nodes("exp", second(lambda x: tf.exp(x) / x), spec)
nodes("tanh", second(lambda x: tf.tanh(x) - x), spec)
nodes("square", second(lambda x: tf.square(x)), spec)
nodes("sum", second(lambda x: tf.reduce_sum(x * x)), spec)
nodes("sqrt", second(lambda x: tf.sqrt(x)), spec)
nodes("sigmoid", second(lambda x: tf.sigmoid(x)), spec)
nodes("log", second(lambda x: tf.math.log(x)), spec)
nodes("reciprocal", second(lambda x: 1.0 / x), spec)
nodes("matmul", second(lambda x: tf.matmul(x, x)), tf.TensorSpec([2, 2], tf.float32))
nodes("slice", second(lambda x: x[:2] * x[1:]), spec)
