# Variables that only a loop defines get placeholders of its shapes; Python loops ask their test once a turn.
import tensorflow as tf


def listing(graph):
  for o in graph.get_operations():
    print("  ", o.name, "%s(%s)" % (o.type, ", ".join([t.name for t in o.inputs] + sorted("^" + c.name for c in o.control_inputs))))
  for line in sorted(str([n.name + "=" + n.op + "/" + str(len(n.input)) for n in f.node_def]) for f in graph.as_graph_def().library.function):
    print("  ", line)


def check(f, *args, shown=True):
  print("==", f.__name__)
  for each in (f, f.python_function):
    try:
      print(tf.nest.map_structure(lambda t: t.numpy().tolist(), each(*args)))
    except Exception as error:
      text = str(error)
      print(type(error).__name__, text[:text.index(" [Op:")] if " [Op:" in text else text)
  if shown and f.experimental_get_tracing_count():
    listing(f.get_concrete_function(*args).graph)


a, x, v, n = tf.constant(1), tf.constant(0.5), tf.constant([1.0, -2.0, 3.0]), 2


class Noisy:
  k = 0

  def test(self):
    self.k += 1
    print("test", self.k)
    return self.k < 4


@tf.function
def h1(a, x, v, n):
    for q in tf.range(2):
      w = tf.boolean_mask(v, v > 0.)
    return w


@tf.function
def h2(a, x, v, n):
    for q in tf.range(2):
      w = [tf.boolean_mask(v, v > 0.), q]
    return w


@tf.function
def h3(a, x, v, n):
    w = None
    for q in tf.range(2):
      tf.autograph.experimental.set_loop_options(shape_invariants=[(w, tf.TensorShape([None]))])
      w = v
    return w


@tf.function
def h4(a, x, v, n):
    c = tf.constant([1, 2, 3])
    for q in tf.range(2):
      tf.autograph.experimental.set_loop_options(shape_invariants=[(c, tf.TensorShape([None]))])
      w = tf.unique(c)[0]
      c = w
    return w, c


@tf.function
def h5(a, x, v, n):
    no = Noisy()
    while no.test():
      a += 1
    return a


@tf.function
def h6(a, x, v, n):
    no = Noisy()
    while no.test() and n > 5:
      a += 1
    return a


@tf.function
def h7(a, x, v, n):
    no = [1, 2]
    while no:
      a += no.pop()
      if n > 1:
        break
    return a


@tf.function
def h9(a, x, v, n):
    it = iter([2, 1, 0, 5])
    while next(it):
      a += 1
    return a


@tf.function
def h10(a, x, v, n):
    it = iter([2, 1, 0, 5])
    while (lambda t: print(t) or t)(next(it)):
      a += 1
      if a > 5:
        break
    return a


@tf.function
def h11(a, x, v, n):
    while not None:
      a += 1
      return a


@tf.function
def two(a, x, v, n):
  with tf.name_scope("scope"):
    for q in tf.range(2):
      w = a
    for q in tf.range(2):
      w1 = a
  return w, w1


for f in (h1, h2, h3, h4, h5, h6, h7, h9, h10, h11, two):
  check(f, a, x, v, n)
