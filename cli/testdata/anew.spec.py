# Functions that code makes anew: a def inside a function, and tf.function(...) in a loop.
import tensorflow as tf


def run(x):
  @tf.function
  def step(x):
    return x * 2

  return step(x)


def double(x):
  return x + x


def scaled(x, k):
  @tf.function
  def inner(x):
    return x * k

  return inner(x)


class Fruit(tf.types.experimental.TraceType):
  def __init__(self, fruit):
    self.fruit = type(fruit)

  def is_subtype_of(self, other):
    return type(other) is Fruit and self.fruit is other.fruit

  def most_specific_common_supertype(self, others):
    return self if all(self == other for other in others) else None

  def placeholder_value(self, placeholder_context=None):
    return self.fruit()

  def __eq__(self, other):
    return type(other) is Fruit and self.fruit is other.fruit

  def __hash__(self):
    return hash(self.fruit)


class Apple:
  def __tf_tracing_type__(self, context):
    return Fruit(self)


class Mango(Apple):
  pass


@tf.function
def eat(fruit):
  return tf.constant(1)


@tf.function
def newvar(x):
  v = tf.Variable(1.0)
  return v * x


@tf.function(reduce_retracing=True)
def total(x):
  return tf.reduce_sum(x)


for i in range(4):
  run(tf.constant(i))
for i in range(3):
  tf.function(double)(tf.constant(i))
for k in (2, 3):
  scaled(tf.constant(1), k)
eat(Apple())
eat(Mango())
try:
  newvar(2.0)
except ValueError as error:
  print('singleton' in str(error))
for n in (1, 2, 3):
  total(tf.ones([n]))
total(tf.ones([2, 2]))


class Thing:
  pass


@tf.function
def named(x, o):
  tf.print('a', o, x)
  return x


named(tf.constant(1), Thing())
named(tf.constant(1), object())
