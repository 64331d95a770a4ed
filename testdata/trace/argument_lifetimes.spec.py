# What a trace knows of its arguments: objects only as long as they live, shapes that Tensor.set_shape narrowed, mappings.
import collections
import types
import weakref
from collections.abc import Mapping

import tensorflow as tf


def show(f, *args):
  try:
    print(f(*args))
  except Exception as e:
    print(type(e).__name__, e)


class Plain:
  pass


class Equal:
  def __eq__(self, other):
    return isinstance(other, Equal)

  def __hash__(self):
    return 1


def made(cls):
  x = cls()
  weakref.finalize(x, print, 'dead', cls.__name__)
  return x


@tf.function
def f(x):
  return tf.zeros([])


for cls in Plain, Equal:
  f(made(cls)), f(made(cls))
  print(f(made(cls)), f.experimental_get_tracing_count())
kept = [Equal(), Equal()]
print([f(k).shape for k in kept], f.experimental_get_tracing_count())
concrete = f.get_concrete_function(kept[0])
print(concrete.structured_input_signature[0][0] is kept[0])
del kept
print(concrete.structured_input_signature)
for shape in [2, 3], [2, 3]:
  f(tf.TensorShape(shape))
x, y, s = tf.ones([2, 3]), tf.ones([2, 3]), tf.TensorShape([2, 3])
f(x.shape), f(x.shape), f(y.shape), f(s), f(s)
print(f.experimental_get_tracing_count())


@tf.function
def narrowed(x):
  x.set_shape([2, None])
  y = x + 1.0
  print(x.shape, y.shape)
  return y, tf.shape(y)


concrete = narrowed.get_concrete_function(tf.TensorSpec([None, None]))
print(concrete.structured_input_signature, concrete.inputs, concrete.outputs)
for shape in [2, 3], [2, 4], [3, 4], [3, 4]:
  show(concrete, tf.ones(shape))
  show(narrowed, tf.ones(shape))
show(narrowed, tf.ones([2]))
print(narrowed.experimental_get_tracing_count())


class Own(Mapping):
  def __init__(self, items):
    self.items_ = dict(items)

  def __getitem__(self, key):
    return self.items_[key]

  def __iter__(self):
    return iter(self.items_)

  def __len__(self):
    return len(self.items_)


@tf.function
def mapping(m):
  print('trace', type(m).__name__, sorted(m))
  return m['b'] + m['a']


for m in (Own({'b': tf.constant(1), 'a': 2}), {'b': tf.constant(3), 'a': 2}, collections.OrderedDict(b=tf.constant(3), a=2),
          collections.UserDict(b=tf.constant(3), a=2), collections.ChainMap({'a': tf.constant(1), 'b': 2})):
  show(mapping, m)
print(mapping.experimental_get_tracing_count())


@tf.function
def captured(x):
  return x + y


concrete = captured.get_concrete_function(x)
print(concrete.graph.inputs, [(a.shape, b.name) for a, b in concrete.graph.captures])


@tf.function
def array(x):
  return tf.TensorArray(tf.float32, 2).unstack(x)


print(array(tf.constant([1.0, 2.0])).dtype)
