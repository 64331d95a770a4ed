# Statements that AutoGraph stages: what becomes a variable of a branch or loop, in which order nodes come, and errors.
import tensorflow as tf


def nodes(f, *args):
  graph = f.get_concrete_function(*args).graph
  print(f.__name__, [o.name + '=' + o.type for o in graph.get_operations()])
  for line in sorted(str([n.name + '=' + n.op for n in g.node_def]) for g in graph.as_graph_def().library.function):
    print('  ', line)


def attempt(f, *args):
  try:
    print(f.__name__, f(*args))
  except Exception as error:
    lines = [line for line in str(error).split('\n') if line.strip()]
    print(f.__name__, type(error).__name__, len(lines), lines[-1].split(' at 0x')[0])


one, three = tf.constant(1), tf.constant(3)


@tf.function
def loop_in_loop(a, v):  # the parameters of the outer loop take the names that the inner one would have
  while a < 4:
    a = a + 1
    for q in v:
      a = a + 1
  return a


@tf.function
def over_dataset(a):  # the unused flag comes first
  for q in tf.data.Dataset.from_tensor_slices([1, 2, 3]):
    a = a + q
  for q in tf.data.Dataset.from_tensor_slices([1, 2, 3]):
    a = a + 1
  return a


@tf.function
def iterate_after_break(a):  # it begins as the start of the range
  for t in tf.range(1, 5, 2):
    if a > 2:
      break
  return a + t


@tf.function
def default_of_lambda(a, n):  # is no read of `n` behind the branch
  if a > 0:
    g = lambda t, k=n: t + k
  else:
    n -= 2
    a = a + 1
  return a


@tf.function
def chain(a):  # every comparison evaluates its own operands
  return tf.constant(0) < a + 1 < tf.constant(5) < a + 7


@tf.function
def options(a):  # are no part of the body
  c = tf.constant(0)
  while c < a:
    tf.autograph.experimental.set_loop_options(maximum_iterations=tf.constant(1) + 1)
    c += 1
  return c


@tf.function
def array_and_new(a):  # a TensorArray passes no Identity behind the check that the loop ran
  array = tf.TensorArray(tf.int32, size=3)
  for k in tf.range(3):
    fresh = k * a
    array = array.write(k, a)
  return fresh + array.size()


nodes(loop_in_loop, one, tf.constant([1.0, 2.0]))
nodes(over_dataset, one)
nodes(iterate_after_break, one)
nodes(default_of_lambda, one, one)
nodes(chain, one)
nodes(options, three)
nodes(array_and_new, one)
for f in (over_dataset, iterate_after_break, chain, options, array_and_new):
  print(f.__name__, f(one).numpy(), f(three).numpy())
print(loop_in_loop(one, tf.constant([1.0, 2.0])).numpy(), default_of_lambda(one, one).numpy(), default_of_lambda(-one, one).numpy())


# Options of a loop over a dataset are nobody's, nor of the next loop.
@tf.function
def dataset_options(a):
  for q in tf.data.Dataset.range(3):
    tf.autograph.experimental.set_loop_options(maximum_iterations=1)
    a = a + 1
  for q in tf.range(5):
    a = a + 10
  return a


print(dataset_options(one).numpy())


# Where names are free variables of AutoGraph's functions.
@tf.function
def in_and(a):
  c = a > 0 and b
  b = c
  return b


@tf.function
def in_first_operand(a):
  c = b > 0 and a > 1
  b = c
  return c


@tf.function
def in_choice(a):
  b = b if a > 0 else a
  return b


@tf.function
def in_branch(a):
  if a > 0:
    c = b
  b = a
  return b


@tf.function
def in_chain(a):
  c = 0 < b < a
  b = a
  return c


@tf.function
def in_nothing(a):
  c = not b
  b = a
  return c


@tf.function
def own_of_branch(a):
  if a > 0:
    c = b
    b = a
  return a


@tf.function
def maybe(a):
  if a > 3:
    b = a
  return b and a > 0


@tf.function
def name_of_inner(a):
  for t in [a, a]:
    def inner(q):
      t = (lambda: t)()
      return t
    t = inner(a)
  return t


for f in (in_and, in_first_operand, in_choice, in_branch, in_chain, in_nothing, own_of_branch, maybe, name_of_inner):
  attempt(f, one)


# set_loop_options in the wrong place: the function runs as it is.
@tf.function
def not_first(a):
  for q in tf.range(2):
    b = q
    tf.autograph.experimental.set_loop_options(maximum_iterations=2)


@tf.function
def in_no_loop(a):
  tf.autograph.experimental.set_loop_options(maximum_iterations=2)
  if a > 0:
    a = a + 1
  return a


@tf.function
def without_options(a):
  for q in tf.range(4):
    tf.autograph.experimental.set_loop_options()
  return a


@tf.function
def behind_if(a):
  while a < 4:
    if a > 9:
      a = a + 2
    tf.autograph.experimental.set_loop_options(parallel_iterations=2)
    a = a + 1
  return a


for f in (not_first, in_no_loop, without_options, behind_if):
  attempt(f, one)


# What cannot leave a branch.
@tf.function
def function_from_branch(a):
  if a > 0:
    a = lambda: 1
  return a


@tf.function
def type_from_choice(a):
  return a if a > 0 else tf.float32


@tf.function
def returns_maybe(a, n):
  c = tf.constant(0)
  while c < 1:
    c += 1
    if n > 1:
      if a > 0:
        return a
    else:
      a = a + 1
  return a


for f in (function_from_branch, type_from_choice):
  attempt(f, one)
attempt(returns_maybe, one, 0)
attempt(returns_maybe, one, 2)


# What stands in a converted function is converted with it, whatever decorates it.
@tf.function
def decorated_inside(a):
  @tf.autograph.experimental.do_not_convert
  def first(q):
    if q > 1:
      q = q * 2
    return q

  @tf.function(autograph=False)
  def second(q):
    if q > 1:
      q = q * 2
    return q

  @tf.function
  def third(q):
    if q > 1:
      q = q * 2
    return q
  return first(a) + second(a) + third(a)


print(decorated_inside(one).numpy(), decorated_inside(three).numpy())


@tf.function
def fails_inside(a):
  @tf.function
  def inner(q):
    q = q + missing
    return q
  b = inner(a)
  return b


try:
  fails_inside(one)
except NameError as error:
  print(str(error).replace(__file__, 'file'))
