# Exceptions that leave staged branches and loops: handlers around them, and around the call.
import tensorflow as tf


def fail(text):
  raise ValueError(text)


@tf.function
def branch(x):
  if x > 0:
    fail('in a branch')
  return x


@tf.function
def handled(x):
  y = x
  try:
    if x > 0:
      fail('handled')
  except ValueError as error:
    print('handler:', str(error).strip().splitlines()[-1].strip())
    y = x + 1
  return y


@tf.function
def loop(x):
  for i in tf.range(x):
    {}['in a loop']
  return x


@tf.function
def while_loop(x):
  while x > 0:
    [].pop()
  return x


@tf.function
def plain_loop(x):
  n = 0
  for i in range(3):
    try:
      if i == 1:
        fail('plain')
      n += i
    except ValueError:
      n += 10
    finally:
      n += 100
  return x + n


@tf.function
def expression(x):
  return fail('in an expression') if x > 0 else x


@tf.function
def test(x):
  return x if x > 0 and fail('in a test') else -x


for f in branch, handled, loop, while_loop, plain_loop, expression, test:
  try:
    print(f.__name__, f(tf.constant(3)).numpy())
  except Exception as error:
    print(f.__name__, type(error).__name__, str(error).strip().splitlines()[-1].strip())
try:
  branch(tf.constant(1))
except ValueError as error:
  print(type(error.__context__), type(error.__cause__))
