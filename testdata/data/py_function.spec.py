"""tf.py_function, tf.numpy_function and generators: eagerly, in graphs, in datasets; effects, errors, gradients."""
import numpy as np
import tensorflow as tf

log = []


def double(x):
  log.append(type(x).__name__)
  return x * 2


@tf.function
def f(x):
  print('tracing f')
  y = tf.py_function(double, [x], tf.float32)
  z = tf.numpy_function(double, [x], tf.float32)
  print(y.shape, z.shape, y.dtype)
  y.set_shape([])
  return y + z


print(f(tf.constant(1.5)), f(tf.constant(2.5)), log)
print([(n.name, n.op) for n in f.get_concrete_function(tf.constant(1.0)).graph.as_graph_def().node])


@tf.py_function(Tout=tf.float32)
def decorated(x, y):
  print('runs', x, y)
  return x - y


@tf.numpy_function(Tout=tf.int64)
def counted(x):
  return np.sum(x)


@tf.function
def g(x):
  return decorated(x, 1.0), counted([1, 2, 3])


print(decorated.__name__, g(tf.constant(3.0)), decorated(2.0, tf.constant(0.5)))
print(tf.py_function(lambda: (1, 'a', [2.5]), [], [tf.int32, tf.string, tf.float32]))
print(tf.py_function(lambda x: None, [1.0], []))
print(tf.py_function(lambda x: (x, x), [1.0], tf.float32))
print(tf.numpy_function(lambda x: x + 1, [np.array([1.0, 2.0], np.float32)], tf.float32))
print(tf.numpy_function(lambda x: 'text', [1], tf.string))


@tf.function
def strings(x):
  return tf.numpy_function(lambda s: s + b'!', [x], tf.string), tf.py_function(lambda s: s + '?', [x], tf.string)


print(strings(tf.constant('a')))
v = tf.Variable(1.0)


@tf.function
def ordered(x):
  tf.py_function(lambda: print('first'), [], [])
  v.assign(x)
  tf.py_function(lambda: print('second'), [], [])
  return v + 1.0


print(ordered(tf.constant(5.0)))


@tf.function
def looped(n):
  s = tf.constant(0)
  for i in tf.range(n):
    s += tf.reshape(tf.py_function(lambda i: i * i, [i], tf.int32), [])
  return s


print(looped(tf.constant(4)))

# gradients: what the function did is differentiated; variables that it reads are not seen
x = tf.constant(3.0)
w = tf.Variable(2.0)


@tf.function
def cube(x):
  y = tf.py_function(lambda a: w * a * a * a, [x], tf.float32)
  y.set_shape([])
  return y * 2.0


for function in (cube, lambda x: tf.py_function(lambda a: w * a * a, [x], tf.float32),
                 lambda x: tf.py_function(lambda a, b: (a * b, a + b), [x, 4.0], [tf.float32, tf.float32])[0],
                 tf.function(lambda x: tf.py_function(lambda a, b: (a * b, a + b), [x, 2.0 * x],
                                                      [tf.float32, tf.float32])[0])):
  with tf.GradientTape() as tape:
    tape.watch(x)
    y = function(x)
  print(y, tape.gradient(y, [x, w]))


@tf.function
def constant(x):
  return tf.numpy_function(lambda a: a * a, [x], tf.float32)


with tf.GradientTape() as tape:
  tape.watch(x)
  y = constant(x)
print(tape.gradient(y, x))


# in datasets
seen = []
ds = tf.data.Dataset.range(3).map(lambda x: tf.py_function(lambda a: seen.append(int(a)) or a * 10, [x], tf.int64))
print(ds, seen, [int(x) for x in ds], seen)


def generate(n, text):
  for i in range(n):
    yield i + len(text), {'a': [float(i)] * i}


ds = tf.data.Dataset.from_generator(generate, args=(2, 'x'), output_signature=(
    tf.TensorSpec([], tf.int32), {'a': tf.TensorSpec([None], tf.float32)}))
print(ds, ds.cardinality())
for element in ds:
  print(element)
for element in ds.take(1).repeat(2):
  print(element)
print(list(tf.data.Dataset.from_generator(lambda: ['a', 'b'], tf.string)))
print(list(tf.data.Dataset.from_generator(lambda: iter([(1, 2.0)]), (tf.int64, tf.float32), ([], []))))


class Rows:
  def __iter__(self):
    yield [1, 2]
    yield [3, 4]

  def __call__(self):
    return iter(self)


print(list(tf.data.Dataset.from_generator(Rows(), output_signature=tf.TensorSpec([2], tf.int64))))


@tf.function
def total(ds):
  s = 0.0
  for n, d in ds:
    s += tf.cast(n, tf.float32) + tf.reduce_sum(d['a'])
  return s


print(total(ds))


# errors: the first line of each
def boom(x):
  raise ValueError('boom')


def wrong(make):
  try:
    print(make())
  except Exception as e:
    print(type(e).__name__, [l for l in str(e).splitlines() if l.startswith(('ValueError: b', '{{function_node __w', 'KeyError'))][:1])


in_graph = tf.function(lambda x: tf.py_function(boom, [x], tf.float32))
wrong(lambda: tf.py_function(boom, [1.0], tf.float32))
wrong(lambda: tf.numpy_function(boom, [1.0], tf.float32))
try:
  in_graph(1.0)
except tf.errors.InvalidArgumentError as e:
  print('ValueError: boom' in str(e))
wrong(lambda: tf.py_function(lambda x: {}['k'], [1.0], tf.float32))
wrong(lambda: tf.py_function(lambda x: tf.constant(3), [1.0], tf.float32))
wrong(lambda: list(tf.data.Dataset.from_generator(lambda: [1, 'a'], tf.int32)))
wrong(lambda: list(tf.data.Dataset.from_generator(lambda: [(1, 2)], (tf.int32, tf.int32, tf.int32))))
wrong(lambda: list(tf.data.Dataset.from_generator(lambda: [[1]], output_signature=tf.TensorSpec([2], tf.int32))))
