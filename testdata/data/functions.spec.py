"""Datasets, iterators and optionals as arguments and results of traced functions; functions given to datasets."""
import tensorflow as tf

ds = tf.data.Dataset.range(4)


@tf.function
def f(ds, k=1):
  print('tracing', ds.element_spec, k)
  return ds.map(lambda x: x * k)


print(f(ds), [int(x) for x in f(ds)])
print([float(x) for x in f(tf.data.Dataset.from_tensors(2.0), 2.0)])
f(ds.repeat())
f(ds.batch(2))
print(f.experimental_get_tracing_count())
print(f.pretty_printed_concrete_signatures())
concrete = f.get_concrete_function(tf.data.DatasetSpec(tf.TensorSpec([], tf.int64)))
print(concrete.structured_input_signature, concrete.structured_outputs)
print([int(x) for x in concrete(ds, k=1)])
print(f.experimental_get_tracing_count())


@tf.function(input_signature=[tf.data.DatasetSpec(tf.TensorSpec([None], tf.int64))])
def signed(ds):
  print('tracing signed')
  return ds.reduce(tf.constant(0, tf.int64), lambda a, b: a + tf.reduce_sum(b))


print(signed(ds.batch(2)), signed(ds.batch(3)))


@tf.function
def g(it):
  print('tracing g')
  return next(it)


a, b = iter(ds), iter(ds.skip(1))
print(g(a), g(b), g(a))
print(g.experimental_get_tracing_count(), next(a))
try:
  while True:
    g(a)
except tf.errors.OutOfRangeError as e:
  print(type(e).__name__)
try:
  b.get_next(), b.get_next(), b.get_next()
except tf.errors.OutOfRangeError as e:
  print(e)


@tf.function
def chooses(flag, ds):
  if flag:
    chosen = ds.take(1)
  else:
    chosen = ds.skip(2)
  return chosen


print([int(x) for x in chooses(tf.constant(True), ds)], [int(x) for x in chooses(tf.constant(False), ds)])


@tf.function
def maybe(flag, x):
  return tf.cond(flag, lambda: tf.experimental.Optional.from_value(x),
                 lambda: tf.experimental.Optional.empty(tf.TensorSpec([], tf.int32)))


for flag in (True, False):
  print(maybe(tf.constant(flag), tf.constant(3)).has_value())

# functions of datasets are traced once, when they are given
calls = []


def traced(x):
  calls.append(type(x).__name__)
  print('python runs')
  return x + len(calls)


mapped = ds.map(traced)
print(calls, [int(x) for x in mapped], [int(x) for x in mapped], calls)
v = tf.Variable(10, dtype=tf.int64)
scaled = ds.map(lambda x: x * v)
print([int(x) for x in scaled])
v.assign(2)
print([int(x) for x in scaled])
k = 3
late = ds.map(lambda x: x * k)
k = 100
print([int(x) for x in late])


@tf.function
def inner(x):
  print('tracing inner')
  return x + 1


print([int(x) for x in ds.map(inner).map(inner)], inner.experimental_get_tracing_count())


def staged(x):
  if x % 2 == 0:
    return -x
  return x


print([int(x) for x in ds.map(staged)])
print([int(x) for x in ds.filter(lambda x: x > 0 and x < 3)])


def fails(x):
  raise ValueError('while tracing')


for change in (ds.map, ds.filter, ds.flat_map, ds.take_while):
  try:
    change(fails)
  except ValueError as e:
    print(str(e).splitlines()[0], str(e).splitlines()[-1])
try:
  ds.map(lambda x: x + 1.5)
except TypeError as e:
  print([line for line in str(e).splitlines() if 'File' not in line])
counter = tf.Variable(0, dtype=tf.int64)


def counting(x):
  counter.assign_add(1)
  return x * counter


print([int(x) for x in ds.map(counting)], counter.numpy())
print([x.numpy().tolist() for x in ds.map(lambda x: {'b': x, 'a': (x, [x, x])}).batch(2).map(lambda d: d['a'][1])])
