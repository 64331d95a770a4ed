# What AutoGraph refuses or does silently wrong, and tracepack stages (docs/differences.md). TensorFlow runs it plainly
# when its results are recorded; tracepack stages it.
import tensorflow as tf

tf.config.run_functions_eagerly(hasattr(tf, '__file__'))


@tf.function
def nested_conditions(x):
  return (x if x > 2 else -x) if x > 1 else (x * 2 if x > 0 else x * 3)


@tf.function
def lambda_after(x):
  a = x
  add = lambda s: a + s
  if x > 2:
    a = a + 10
  for i in tf.range(2):
    a = add(i)
  return add(1)


for f in (nested_conditions, lambda_after):
  print([int(f(tf.constant(n))) for n in (-1, 1, 2, 3)])


@tf.function
def annotated(a):
  if a > 0:
    i: tf.Tensor = a + 1
  else:
    i = a
  while i < 10:
    j: tf.Tensor = i
    i: tf.Tensor = j * 2
  return i


print(annotated(tf.constant(1)).numpy(), annotated(tf.constant(5)).numpy())
