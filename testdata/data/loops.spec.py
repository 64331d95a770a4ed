"""Loops over datasets and iterators in traced functions: results, effects, and the nodes of their graphs."""
import tensorflow as tf

ds = tf.data.Dataset.range(6)


def nodes(f, *args):
  graph = f.get_concrete_function(*args).graph
  print(f.__name__, [(n.name, n.op, list(n.input)) for n in graph.as_graph_def().node])


def show(f, *args):
  try:
    print(f.__name__, f(*args))
    nodes(f, *args)
  except Exception as e:
    print(f.__name__, type(e).__name__, [line for line in str(e).splitlines() if 'File' not in line])


@tf.function
def total(ds):
  print('tracing total')
  s = tf.constant(0, tf.int64)
  for x in ds:
    s += x
  return s


show(total, ds)
show(total, ds.map(lambda x: x * 2))
print(total.experimental_get_tracing_count())


@tf.function
def until(ds, limit):
  s = tf.constant(0, tf.int64)
  n = 0
  for x in ds:
    if x > limit:
      break
    if x == 2:
      continue
    s += x
    n += 1
  return s, n


show(until, ds, tf.constant(4, tf.int64))


@tf.function
def numbered(ds):
  s = tf.constant(0, tf.int64)
  for i, x in enumerate(ds):
    s += i * x
  return s


show(numbered, ds)


@tf.function
def paired(ds):
  s = tf.constant(0, tf.int64)
  for a, b in zip(ds, ds.skip(2)):
    s += a * b
  return s


show(paired, ds)


@tf.function
def nested(ds):
  s = tf.constant(0, tf.int64)
  for a in ds:
    for b in ds.take(a):
      s += a * b
  return s


show(nested, ds)


@tf.function
def printing(ds):
  for x in ds:
    tf.print('element', x)


show(printing, ds.take(2))


@tf.function
def captured():
  s = tf.constant(0, tf.int64)
  for x in ds:
    s += x
  return s


show(captured)


@tf.function
def built_inside(n):
  s = tf.constant(0, tf.int64)
  for x in tf.data.Dataset.range(n).map(lambda x: x * n).batch(2):
    s += tf.reduce_sum(x)
  return s


show(built_inside, tf.constant(5, tf.int64))


@tf.function
def grows(ds):
  s = tf.zeros([0], tf.int64)
  for x in ds:
    s = tf.concat([s, [x]], 0)
  return s


show(grows, ds)

v = tf.Variable(0, dtype=tf.int64)


@tf.function
def assigns(ds):
  for x in ds:
    v.assign_add(x)
  return v.read_value()


show(assigns, ds)


@tf.function
def returns(ds):
  for x in ds:
    if x > 2:
      return x
  return tf.constant(-1, tf.int64)


show(returns, ds)


@tf.function
def undefined(ds):
  for x in ds:
    y = x
  return y


show(undefined, ds)


@tf.function
def changes_dtype(ds):
  s = 0
  for x in ds:
    s = x
  return s


show(changes_dtype, ds)


@tf.function
def over_iterator(it):
  s = tf.constant(0, tf.int64)
  for x in it:
    s += x
  return s


show(over_iterator, iter(ds))


@tf.function
def breaks_iterator(it):
  s = tf.constant(0, tf.int64)
  for x in it:
    if x > 3:
      break
    s += x
  return s


it = iter(ds)
print(breaks_iterator(it), next(it))


@tf.function
def nexts(it):
  return next(it) + it.get_next()


show(nexts, iter(ds))


@tf.function
def makes_iterator(n):
  it = iter(tf.data.Dataset.range(n))
  return next(it) + next(it)


show(makes_iterator, tf.constant(3, tf.int64))


@tf.function
def optional(it):
  o = it.get_next_as_optional()
  return o.has_value(), o


print(optional(iter(ds))[0], optional(iter(ds))[1].get_value())


@tf.function
def builtins(ds):
  bools = ds.map(lambda x: x > 2)
  return len(ds), any(bools), all(bools), abs(ds), map(lambda a: a + 1, ds), filter(lambda a: a > 1, ds)


for result in builtins(ds):
  print(result if isinstance(result, tf.Tensor) else [int(x) for x in result])


@tf.function(autograph=False)
def reduced(ds):
  return ds.reduce(tf.constant(0, tf.int64), lambda a, b: a + b)


show(reduced, ds)
