# What is undefined stands in attributes and items as an object that says so; names that a branch has to itself.
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


class B:
  pass


class Holder:
  inner = None
  v = 0


def bump(t, by):
  t.v = t.v + by


@tf.function
def f4(a, x, v, n):
  t = a
  def g():
    nonlocal t
    t = t + 1
  for q in tf.range(2):
    t = t * 2
  g()
  return t


@tf.function
def f4b(a, x, v, n):
  t = a
  def g():
    nonlocal t
    t = t + 1
  if a > 0:
    t = t * 2
  g()
  return t


@tf.function
def f4c(a, x, v, n):
  t = a
  for q in tf.range(2):
    t = t * 2
    def g():
      nonlocal t
      t = t + 1
    g()
  return t


@tf.function
def f4d(a, x, v, n):
  t = a
  for q in range(2):
    t = t * 2
    def g():
      nonlocal t
      t = t + 1
    g()
  return t


@tf.function
def f5(a, x, v, n):
  with tf.name_scope("x"):
    del missing
  return a


@tf.function
def f5b(a, x, v, n):
  del missing
  return a


@tf.function
def f5c(a, x, v, n):
  if a > 0:
    del missing
  return a


@tf.function
def f5d(a, x, v, n):
  try:
    del missing
  except NameError as e:
    print(e)
  return a


@tf.function
def f6(a, x, v, n):
  d = {}
  if a > 0:
    d["k"] = a
  else:
    d["k"] = a + 1
  return d["k"]


@tf.function
def f6b(a, x, v, n):
  d = {}
  if a > 0:
    d["k"] = a
  return d["k"]


@tf.function
def f6c(a, x, v, n):
  d = B()
  if a > 0:
    d.k = a
  return d.k


@tf.function
def f6d(a, x, v, n):
  d = B()
  if a > 0:
    d.k = a
  return a


@tf.function
def f6e(a, x, v, n):
  d = {}
  if True:
    d["k"] = a
  return a


@tf.function
def f6f(a, x, v, n):
  d = {}
  try:
    if a > 0:
      d["k"] = a
  except ValueError as e:
    print(d)
  return a


@tf.function
def f6g(a, x, v, n):
  d = B()
  try:
    if a > 0:
      d.k = a
  except ValueError as e:
    print(vars(d))
  return a


@tf.function
def f6h(a, x, v, n):
  d = {}
  for q in tf.range(2):
    d["k"] = q
  return d["k"]


@tf.function
def f6i(a, x, v, n):
  d = {"a": 1}
  w = a
  if a > 0:
    w = d.get("k", 3)
    d["k"] = a
  else:
    w = len(d)
    d["k"] = a
  return w, d["k"]


@tf.function
def f6j(a, x, v, n):
  d = {"a": 1}
  w = a
  if a > 0:
    w = len(d) * 10
    d["k"] = a
  else:
    w = len(d)
    d["k"] = a
  return w, d["k"]


@tf.function
def own(a, x, v, n):
  if tf.constant(0) % 2 == 1:
    pass
  else:
    try:
      a = tf.reshape(v, [2, 2])
    except Exception:
      a = a - 1
  return n


@tf.function
def on_none(a, x, v, n):
  h = Holder()
  if a > 0:
    if a > 1:
      pass
    else:
      h.inner.v = a
  return a


@tf.function
def in_a_list(a, x, v, n):
  items = [a]
  if x < 1:
    if x > 3:
      del items[5]
  return a


@tf.function
def a_global(a, x, v, n):
  if tf.constant(0) % 2 == 1:
    pass
  else:
    if n:
      global shared
      if a > 1:
        shared = a
  return a


@tf.function
def raises_and_goes_on(a, x, v, n):
  d = {"k": a}
  try:
    if a % 2 == 0:
      pass
    else:
      a = d["k"] + a
    raise ValueError("tried")
  except ValueError:
    a = abs(tf.constant(5))
  return a


@tf.function
def dict_in_an_object(a, x, v, n):
  h = Holder()
  h.v = {"k": a}
  if x >= 3:
    bump(h, a)
  return a


@tf.function
def object_after_a_turn(a, x, v, n):
  h = Holder()
  for q in v:
    h.v = tf.float32
  return a


for f in (f4, f4b, f4c, f4d, f5, f5b, f5c, f5d, f6, f6b, f6c, f6d, f6e, f6f, f6g, f6h, f6i, f6j, own, raises_and_goes_on, dict_in_an_object):
  check(f, a, x, v, n)
for f in (on_none, in_a_list, a_global, object_after_a_turn):
  try:
    f(a, x, v, n)
  except Exception as error:
    print(type(error).__name__, str(error).split("\n")[-2].split(" at 0x")[0])
