# What a loop's body leaves as a Python value becomes a constant in front of its own Identity.
import tensorflow as tf


def library(f, *args):
  graph = f.get_concrete_function(*args).graph
  print(sorted(' '.join(n.op for n in fn.node_def) for fn in graph.as_graph_def().library.function))
  print(f(*args).numpy().tolist())


@tf.function
def while_and(a, n):
  c = tf.constant(0)
  while c < 2 and a > 0:
    c += 1
    a = n + 1
  return a


@tf.function
def two_of_them(a, n):
  b = a
  for c in tf.range(3):
    q = n
    a = q + 1
    del q
    b, x = 7, b + c
  return a + b


@tf.function
def with_break(a, n):
  for c in tf.range(5):
    if c > a:
      a = n
      break
    a = 0
  return a


@tf.function
def plain_loop(a, n):
  return tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, n), [a, a])[1]


@tf.function
def makes_value(a, n):
  for c in tf.range(3):
    made = n
  return made


for f in while_and, two_of_them, with_break, plain_loop, makes_value:
  library(f, tf.constant(1), 2)


@tf.function
def wrong_type(a):
  return tf.while_loop(lambda i: i < 3, lambda i: (2.5,), [a])


@tf.function
def inner_unbound(a):
  for t in tf.range(3):

    def inner(q):
      t, *rest = [t, a, q]
      return q
    a = inner(a)
  return a


for f in wrong_type, inner_unbound:
  try:
    print(f(tf.constant(1)))
  except Exception as error:
    print(type(error).__name__, str(error).splitlines()[-1].strip() or str(error).splitlines()[-2].strip())
