# Staged control flow whose cases random programs found: staged and plain runs give the same.
import tensorflow as tf


def show(name, f, *args):
  for eagerly in (True, False):
    tf.config.run_functions_eagerly(eagerly)
    try:
      result = [str(tf.convert_to_tensor(x).numpy()) for x in tf.nest.flatten(tf.function(f)(*args))]
    except Exception as e:
      result = [type(e).__name__, str(e).strip().split('\n')[-1].strip()]
    tf.config.run_functions_eagerly(False)
    print(name, 'plain ' if eagerly else 'staged', result)


x = tf.constant(3)


# A vector goes through a loop on scalars untouched.
def opaque(x, v):
  c = 0
  w = v
  while c < x and not x > 5:
    c += 1
    w = v if c > 1 else w
  return c, w


show('opaque', opaque, x, tf.constant([1.0, 2.0]))


# The loop's condition is a variable that is read behind the loop, too.
def flag_after(x):
  go = x > 0
  c = 0
  while go:
    c += 1
    go = tf.logical_and(c < x, c < 2)
  return c, go


show('flag_after', flag_after, x)


# TensorArrays in branches and nested loops, and as variables of tf.while_loop and tf.cond.
def arrays(x):
  total = 0.0
  for i in tf.range(x):
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for j in tf.range(i + 1):
      if j > 1:
        array = array.write(j, 2.0)
      else:
        array = array.write(j, tf.cast(i, tf.float32))
    total += tf.reduce_sum(array.stack())
  return total


show('arrays', arrays, x)


def array_loop(x):
  array = tf.TensorArray(tf.int32, size=3)
  _, array = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a.write(i, i * x)), (0, array))
  array = tf.cond(x > 2, lambda: array.write(0, 7), lambda: array.write(1, 8))
  return array.stack()


show('array_loop', array_loop, x)


# Gradients through the reads of a list that a loop only passes on, and that it reads twice.
def row_gradients(x):
  v = tf.cast(x, tf.float32) * tf.constant([1.0, 2.0])
  with tf.GradientTape(persistent=True) as tape:
    tape.watch(v)
    total = 0.0
    for t in v:
      total += t * t
    mapped = tf.map_fn(lambda t: t * t * t, v)
    rows = tf.TensorArray(tf.float32, size=2, clear_after_read=False).unstack(v)
    for i in tf.range(2):
      total += rows.read(i) * rows.read(0)
  return tape.gradient(total, v), tape.gradient(mapped, v)


show('row_gradients', row_gradients, x)


# Branches that only have an effect.
def assertion(x):
  tf.debugging.Assert(x > 2, ['too small', tf.cast(x, tf.float32)])
  return x * 2


show('assertion', assertion, x)


def cases(x):
  return tf.case([(x > 5, lambda: x * 10), (x > 2, lambda: x if x > 3 else -x)], default=lambda: x * 0)


show('cases', cases, x)


# Names that AutoGraph makes Undefined.
def after_python_if(x):
  if x.shape.rank == 1:
    late = x
  return late


def after_del(x):
  del x
  return x


def in_closure(x):
  for held in []:
    pass

  def inner():
    return held

  return inner()


def plain_local(x):
  early = later
  later = x
  return early


for f in (after_python_if, after_del, in_closure, plain_local):
  try:
    tf.function(f)(x)
  except Exception as e:
    print(type(e).__name__, str(e).strip().split('\n')[-1].strip())
