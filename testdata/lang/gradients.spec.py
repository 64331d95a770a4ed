"""Gradients inside of functions and through calls of functions: nested tapes, loops, branches, arrays, slices."""
import tensorflow as tf


def short(value):
  if isinstance(value, list):
    return [short(v) for v in value]
  return '%.5g' % value if isinstance(value, float) else value


def show(name, *values):
  print(name, *[None if v is None else short(v.numpy().tolist()) for v in values])


x = tf.constant(1.5)
v = tf.Variable(2.0)

@tf.function
def g(x):
  s = tf.sin(x)
  return s * s * x

def nested(f, x):
  with tf.GradientTape() as t2:
    t2.watch(x)
    with tf.GradientTape() as t1:
      t1.watch(x)
      y = f(x)
    d = t1.gradient(y, x)
  return y, d, t2.gradient(d, x)

show('call twice', *nested(g, x))
show('call twice, in a function', *tf.function(lambda x: nested(g, x))(x))

def third(f, x):
  with tf.GradientTape() as t:
    t.watch(x)
    y, d, dd = nested(f, x)
  return t.gradient(dd, x)

show('three times', third(g, x))
show('three times, in a function', tf.function(lambda x: third(g, x))(x))

@tf.function
def loop(x):
  i = tf.constant(0)
  y = x
  while i < 3:
    y = y * x + tf.sin(y)
    i += 1
  return y

show('loop', *nested(loop, x))
show('loop in a function', *tf.function(lambda x: nested(loop, x))(x))

@tf.function
def branch(x):
  if x > 1.0:
    y = tf.exp(x) * x
  else:
    y = x * x * x
  return y

show('branch', *nested(branch, x))
show('branch, other', *nested(branch, tf.constant(0.5)))
show('branch in a function', *tf.function(lambda x: nested(branch, x))(x))

@tf.function
def loop_with_branch(x):
  y = x
  for i in tf.range(4):
    if i % 2 == 0:
      y = y * x
    else:
      y = y + tf.tanh(y)
  return y

show('loop with a branch', *nested(loop_with_branch, x))
show('loop with a branch in a function', *tf.function(lambda x: nested(loop_with_branch, x))(x))

def case(x, i):
  return tf.switch_case(i, [lambda: x * x, lambda: tf.sin(x), lambda: x * v])

case_f = tf.function(case)
for i in range(3):
  with tf.GradientTape() as t:
    t.watch(x)
    y = case_f(x, tf.constant(i))
  show('case %d' % i, y, *t.gradient(y, [x, v]))

@tf.function
def persistent(x):
  with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
    z = y * y
  return t.gradient(z, x), t.gradient(y, x), t.gradient(z, y)

show('persistent', *persistent(x))

@tf.function
def stopped(x):
  with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
    with t.stop_recording():
      k = y * x
    z = y * k
  return t.gradient(z, x)

show('stopped', stopped(x))

@tf.function
def with_variable(x):
  with tf.GradientTape() as t:
    y = v * v * x
  return t.gradient(y, v), [w.name for w in t.watched_variables()][0] == v.name

show('variable', with_variable(x)[0])

@tf.function
def mapped(xs):
  with tf.GradientTape() as t:
    t.watch(xs)
    y = tf.map_fn(lambda e: e * e * v, xs)
  return t.gradient(y, [xs, v])

show('map_fn', *mapped(tf.constant([1.0, 2.0, 3.0])))

@tf.function
def scanned(xs):
  with tf.GradientTape() as t:
    t.watch(xs)
    y = tf.scan(lambda a, e: a * e, xs)
    z = tf.foldl(lambda a, e: a + e * a, xs)
    w = tf.foldr(lambda a, e: a + e * a, xs)
  return t.gradient([y, z, w], xs)

show('scan', scanned(tf.constant([1.0, 2.0, 3.0])))

@tf.function
def arrays(x):
  with tf.GradientTape() as t:
    t.watch(x)
    ta = tf.TensorArray(tf.float32, size=3, element_shape=[])
    ta = ta.unstack(x)
    ta = ta.write(1, ta.read(0) * ta.read(2))
    a = tf.reduce_sum(ta.stack() * x)
    tb = tf.TensorArray(tf.float32, size=3, element_shape=[])
    tb = tb.scatter([2, 0, 1], x * x)
    b = tf.reduce_sum(tb.gather([0, 1]) * tf.constant([3.0, 5.0]))
    tc = tf.TensorArray(tf.float32, size=2, infer_shape=False)
    tc = tc.split(x * 2.0, [1, 2])
    c = tf.reduce_sum(tc.concat() * tf.constant([7.0, 11.0, 13.0]))
  return t.gradient([a, b, c], x)

show('TensorArray', arrays(tf.constant([1.0, 2.0, 3.0])))

@tf.function
def symbolic(x):
  y = x * x * v
  return tf.gradients(y, [x, v]), tf.gradients(tf.gradients(y, x)[0], x), tf.gradients(y, tf.constant(1.0))

r = symbolic(x)
show('tf.gradients', *r[0], *r[1], *r[2])

@tf.function
def given(x):
  y = x * x
  return tf.gradients([y, x * 3.0], x, grad_ys=[tf.constant(2.0), None]), tf.gradients(y * x, x, stop_gradients=[y])

r = given(x)
show('tf.gradients given', *r[0], *r[1])

@tf.custom_gradient
def cube(x):
  y = x * x * x * v
  def grad(dy, variables=None):
    return dy * 10.0, [dy * 20.0 for _ in variables]
  return y, grad

with tf.GradientTape() as t:
  t.watch(x)
  y = cube(x) * x
show('custom', y, *t.gradient(y, [x, v]))

@tf.function
def custom(x):
  with tf.GradientTape() as t:
    t.watch(x)
    y = cube(x) * x
  return [y] + t.gradient(y, [x, v])

show('custom in a function', *custom(x))

p = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
with tf.GradientTape() as t:
  t.watch(p)
  y = tf.gather(p, [0, 0]) + tf.gather(p, [1, 2])
s = t.gradient(y, p)
show('sum of slices', s.values, s.indices)
with tf.GradientTape() as t:
  t.watch(p)
  y = tf.reduce_sum(tf.gather(p, [0, 0])) + tf.reduce_sum(p)
show('slices and a tensor', t.gradient(y, p))
w = tf.Variable(p)
with tf.GradientTape() as t:
  y = tf.reduce_sum(tf.nn.embedding_lookup(w, [0, 2, 2]))
s = t.gradient(y, w)
show('embedding', s.values, s.indices)
for opt in (tf.keras.optimizers.SGD(0.5),):
  opt.apply_gradients([(s, w)])
  show('sgd', w)
with tf.GradientTape() as t:
  t.watch(p)
  y = tf.function(lambda p: tf.gather(p, [1, 1]))(p)
s = t.gradient(y, p)
show('slices of a function', s.values, s.indices)

with tf.GradientTape(persistent=True) as t:
  t.watch(x)
  y = x * x
show('unconnected', t.gradient(y, tf.constant(1.0)), t.gradient(y, tf.constant(1.0), unconnected_gradients='zero'))

@tf.function
def jac(x):
  with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x[::-1]
  return t.jacobian(y, x)

show('jacobian', jac(tf.constant([1.0, 2.0, 3.0])))
@tf.function
def bjac(x):
  with tf.GradientTape() as t:
    t.watch(x)
    y = tf.sin(x) * x
  return t.batch_jacobian(y, x)
show('batch jacobian', bjac(tf.constant([[1.0, 2.0], [3.0, 4.0]])))

@tf.function(input_signature=[tf.TensorSpec([], tf.float32), tf.TensorSpec([], tf.int32)])
def power(x, n):
  if n <= 0:
    return tf.constant(1.0)
  return x * power_of(x, n - 1)

def power_of(x, n):
  return tf.cond(n > 0, lambda: x ** tf.cast(n, tf.float32), lambda: tf.constant(1.0))

with tf.GradientTape() as t:
  t.watch(x)
  y = power(x, tf.constant(3))
show('cond of calls', y, t.gradient(y, x))

@tf.function
def inner(a):
  return a * v, tf.cast(a, tf.int32)

@tf.function
def outer(a):
  b, n = inner(a)
  c, m = inner(b)
  return c * tf.cast(n + m, tf.float32)

with tf.GradientTape() as t:
  t.watch(x)
  y = outer(x)
show('calls of calls', y, *t.gradient(y, [x, v]))

try:
  with tf.GradientTape() as t:
    t.watch(x)
    y = tf.raw_ops.SoftsignGrad(gradients=x, features=x)
  t.gradient(y, x)
except LookupError as e:
  print(type(e).__name__, e)
