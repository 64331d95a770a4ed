# set_loop_options: where its arguments are evaluated, what they may be.
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
def u1(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(maximum_iterations=missing)
      a += 1
    return a


@tf.function
def u2(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(
        maximum_iterations=n.foo)
      a += 1
    return a


@tf.function
def u3(a, x, v, n):
    for q in tf.range(2):
      tf.autograph.experimental.set_loop_options(
        maximum_iterations=n.foo)
      a += 1
    return a


@tf.function
def u4(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(x, a, x)])
      a += 1
      del x
    return a


@tf.function
def u5(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(a, [])])
      a += 1
    return a


@tf.function
def u6(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(a, None)])
      a += 1
    return a


@tf.function
def u7(a, x, v, n):
    l = [a, v]
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(l, [tf.TensorShape([]), tf.TensorShape([None])])])
      a += 1
      l = [a, tf.concat([l[1], l[1]], 0)]
    return l


@tf.function
def u8(a, x, v, n):
    l = [a, v]
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(l, tf.TensorShape([]))])
      a += 1
      l = [a, tf.concat([l[1], l[1]], 0)]
    return l


@tf.function
def u9(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(0)
      a += 1
    return a


@tf.function
def u10(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(maximum_iterations=v)
      a += 1
    return a


@tf.function
def u11(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(maximum_iterations="x")
      a += 1
    return a


@tf.function
def u12(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(a, 5)])
      a += 1
    return a


@tf.function
def u14(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorSpec([None], tf.int32))])
      a += 1
      v = v + 1
    return a


@tf.function
def u15(a, x, v, n):
    while n < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=5, foo=print("evaluated"))
      n += 1
    return a


@tf.function
def u17(a, x, v, n):
    while a < 3:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([4]))])
      a += 1
      v = v + 1
    return a


@tf.function
def u18(a, x, v, n):
    for q in tf.data.Dataset.range(2):
      tf.autograph.experimental.set_loop_options(shape_invariants=5, foo=print("evaluated"))
      a += 1
      v = v + 1
    return a


@tf.function
def u19(a, x, v, n):
    for q in iter(tf.data.Dataset.range(5)):
      tf.autograph.experimental.set_loop_options(maximum_iterations=2)
      a += 1
      v = v + 1
    return a


@tf.function
def u20(a, x, v, n):
    for q in iter(tf.data.Dataset.range(5)):
      tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([None]))])
      a += 1
      v = tf.concat([v, v], 0)
    return v


@tf.function
def u21(a, x, v, n):
    for q in [1, 2]:
      tf.autograph.experimental.set_loop_options(shape_invariants=[(v, q)])
      a += 1
      v = tf.concat([v, v], 0)
    return v


@tf.function
def u22(a, x, v, n):
    for q in tf.range(2):
      tf.autograph.experimental.set_loop_options(shape_invariants=[(w, tf.TensorShape([None]))])
      a += 1
      w = tf.concat([v, v], 0)
    return w


@tf.function
def u23(a, x, v, n):
    w = None
    z = None
    for q in tf.range(2):
      tf.autograph.experimental.set_loop_options(shape_invariants=[(w, tf.TensorShape([None]))])
      a += 1
      w = tf.concat([v, v], 0)
      z = tf.concat([v, v], 0)
    return w


@tf.function
def h(a, x, v, n):
  while a > 1:
    tf.autograph.experimental.set_loop_options(2, 3, 4, 5, 6)
    a = a - 1
  return a


@tf.function
def h2(a, x, v, n):
  while a > 1:
    tf.autograph.experimental.set_loop_options()
    a = a - 1
  return a


@tf.function
def h3(a, x, v, n):
  while a > 1:
    tf.autograph.experimental.set_loop_options(x=1)
    a = a - 1
  return a


@tf.function
def h6(a, x, v, n):
  while a > 1:
    tf.autograph.experimental.set_loop_options(1, parallel_iterations=2)
    a = a - 1
  return a


for f in (u1, u2, u3, u4, u5, u6, u7, u8, u9, u10, u11, u12, u14, u15, u17, u18, u19, u20, u21, u22, u23, h, h3, h6):
  check(f, a, x, v, n, shown=False)
