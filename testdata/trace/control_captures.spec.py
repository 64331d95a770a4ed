# control_dependencies on what another graph made: the node that runs the graph waits, nothing in it does.
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


E = tf.constant(7)
V = tf.Variable(7)


@tf.function
def g1(a, x, v, n):
    s = a + 5
    b = a
    if a > 0:
        with tf.control_dependencies([s]):
            b = b + 1
    return b


@tf.function
def g2(a, x, v, n):
    s = a + 5
    b = a
    for q in tf.range(2):
        with tf.control_dependencies([s]):
            b = b + 1
    return b


@tf.function
def g3(a, x, v, n):
    s = a + 5
    b = a
    for q in tf.range(2):
      if b > 1:
        with tf.control_dependencies([s, b]):
            b = b + 1
    return b


@tf.function
def g4(a, x, v, n):
    with tf.control_dependencies([E]):
      b = a + 1
    return b


@tf.function
def g5(a, x, v, n):
    with tf.control_dependencies([V]):
      b = a + 1
    return b


@tf.function
def g6(a, x, v, n):
    s = a + 1
    @tf.function
    def inner(t):
      with tf.control_dependencies([s]):
        return t + 1
    return inner(a)


@tf.function
def g7(a, x, v, n):
    s = V.assign(a)
    b = a
    if a > 0:
      with tf.control_dependencies([s]):
        b = b + 1
    return b


@tf.function
def g9(a, x, v, n):
    s = a + 5
    def f():
      with tf.control_dependencies([s]):
        return a + 1
    return tf.switch_case(a, [lambda: tf.constant(1), f])


for f in (g1, g2, g3, g4, g5, g6, g7, g9):
  check(f, a, x, v, n)
