# Conditions that are no booleans are recorded, and an error of what runs them.
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


@tf.function
def g1(a, x, v, n):
    return tf.cond(a, lambda: a, lambda: a + 1)


@tf.function
def g2(a, x, v, n):
    return tf.cond(v, lambda: a, lambda: a + 1)


@tf.function
def g3(a, x, v, n):
    return tf.cond([], lambda: a, lambda: a + 1)


@tf.function
def g4(a, x, v, n):
    return tf.cond("x", lambda: a, lambda: a + 1)


@tf.function
def g5(a, x, v, n):
    return tf.while_loop(lambda b: b, lambda b: [b - 1], [a])


@tf.function
def g6(a, x, v, n):
    return tf.reshape(x, ()), tf.reshape(x, []), tf.reshape(x, tf.TensorShape([])), tf.reshape(x, (1,)), tf.zeros(()), tf.fill((), x), tf.ones([]), tf.broadcast_to(x, ())


@tf.function
def g7(a, x, v, n):
    return tf.cond([True], lambda: a, lambda: a + 1)


@tf.function
def g8(a, x, v, n):
    return (a if x else a + 1)


@tf.function
def g9(a, x, v, n):
    return (x and a)


@tf.function
def g10(a, x, v, n):
    return not a


@tf.function
def asserted(a, x, v, n):
  b = x > -2
  assert b
  return a


@tf.function
def squeezed(a, x, v, n):
  if tf.constant([True]):
    a = a + 1
  while v[:1] < 3:
    v = v + 1
  return a


@tf.function
def a_sibling(a, x, v, n):
  items = [a, a + 1]
  if tf.constant(6) < tf.constant(4):
    pass
  elif a > 0:
    items[n - 2] = tf.constant(0)
  else:
    a = sum(items) + a
  return a


@tf.function
def on_a_device(a, x, v, n):
  with tf.device("CPU:0"):
    print(a + 1, [a * 2])
    if a > 1:
      print(a + 3)
  print(a)
  return a


@tf.function
def constants(a, x, v, n):
  for each in ([a, None], [[a], None], [1.5, a], (a, [x]), {"a": a}):
    try:
      tf.constant(each)
    except Exception as error:
      print(type(error).__name__, error)
  return a


for f in (g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, asserted, squeezed, a_sibling, on_a_device):
  check(f, a, x, v, n)
constants(a, x, v, n)
for p in (None, [], "", 1, tf.constant([True])):
  for t in (lambda: 1, None, 2):
    try:
      print(tf.cond(p, t, lambda: 2))
    except Exception as error:
      print(type(error).__name__, error)
graph = squeezed.get_concrete_function(a, x, v, n).graph
for op in graph.get_operations():
  if op.type in ("StatelessIf", "StatelessWhile"):
    for name in ("then_branch", "body"):
      try:
        f = op.get_attr(name)
        print(op.name, name, type(f).__name__, str(f).startswith('name: "'))
      except ValueError as error:
        print(error)
