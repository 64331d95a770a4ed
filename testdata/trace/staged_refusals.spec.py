# What AutoGraph refuses or runs as it is, and the frames that errors in branches show.
import tensorflow as tf


def attempt(f, *args):
  try:
    print(f.__name__, f(*args))
  except Exception as error:
    print(f.__name__, type(error).__name__, str(error).replace(__file__, 'file').split('. You can')[0])


def code(f):
  try:
    print(tf.autograph.to_code(f))
  except Exception as error:
    text = str(error).split(' at 0x')[0].split('(__autograph')
    print(type(error).__name__, text[0], text[-1].split(', line')[-1] if len(text) > 1 else '')


one = tf.constant(1)


def fails(t):
  raise ValueError('x')


def on_python(t):
  return t * 2 if bool(t) else t


@tf.function
def passes_except(a):  # a frame in a branch is shown where it was left
  if a > 0:
    try:
      a = fails(a)
    except KeyError:
      a = a + 1
    except (IndexError, OSError):
      a = a + 2


@tf.function
def passes_finally(a):
  if a > 0:
    try:
      a = fails(a)
    finally:
      b = 2
      c = 3


@tf.function
def raised_again(a):
  if a > 0:
    try:
      a = fails(a)
    except ValueError:
      b = 1
      raise


@tf.function
def passes_with(a):
  if a > 0:
    with tf.name_scope('u'):
      a = fails(a)


@tf.function
def outside_branch(a):
  try:
    a = fails(a)
  except KeyError:
    a = a + 1


@tf.function
def not_converted(a):
  return list(map(on_python, [a]))


@tf.function
def not_converted_in_branch(a):  # nor marked
  if a > 0:
    a = list(map(on_python, [a]))[-1]


@tf.function
def over_scalar(a):
  for q in a:
    a = a + 1
  return a


@tf.function
def else_of_try(a):  # one that begins with `if`: runs as it is
  try:
    b = 1
  except ValueError:
    c = 1
  else:
    if a > 1:
      d = 2
  return a


@tf.function
def marked_inside(a):
  @tf.autograph.experimental.do_not_convert
  def inner(q):  # is staged, but what it calls is not
    if q > 5:
      q = q + 1
    return on_python(q)
  return inner(a)


@tf.function
def parallel(a, n):
  for q in tf.range(3):
    tf.autograph.experimental.set_loop_options(parallel_iterations=n)
    a = a + 1
  return a


for f in (passes_except, passes_finally, raised_again, passes_with, outside_branch, not_converted, not_converted_in_branch,
          over_scalar, else_of_try, marked_inside):
  attempt(f, one)
attempt(parallel, one, 2)
attempt(parallel, one, one)
graph = parallel.get_concrete_function(one, 2).graph
print([o.get_attr('parallel_iterations') for o in graph.get_operations() if o.type == 'StatelessWhile'])


# Arguments of the options of a Python loop make their nodes once, in front of it.
@tf.function
def options_of_python_loop(a):
  for q in range(3):
    tf.autograph.experimental.set_loop_options(maximum_iterations=tf.constant(1))
    a = a + q
  return a


print([o.name for o in options_of_python_loop.get_concrete_function(one).graph.get_operations()])


def options_in_order(a):
  while a > 0:
    tf.autograph.experimental.set_loop_options(maximum_iterations=a, parallel_iterations=2)
    a = a - 1


def options_too_late(a):
  b = 1
  tf.autograph.experimental.set_loop_options(maximum_iterations=2)


def annotated_in_branch(a):
  if a:
    b: int = 1
  return b


two = lambda q: (lambda q: q + 1)(q)
code(options_in_order)
code(options_too_late)
code(annotated_in_branch)
code(two)
code(else_of_try.python_function)
