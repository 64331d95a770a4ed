# tf.autograph.to_code and to_graph of methods, lambdas, closures, what has no code; optional features.
import functools
import re

import tensorflow as tf

def g(x):
  return x
class C:
  def __init__(self):
    self.a = 1
  def m(self, x=2):
    """Doc
      two
    three"""
    if x > 0:
      self.a = x
    return self.a
  def __call__(self, x):
    return x
F = tf.autograph.experimental.Feature
def lp(n):
  for i in tf.range(n):
    tf.autograph.experimental.set_loop_options(parallel_iterations=1, maximum_iterations=n)
    print(i)
  return n
def out(y):
  def inn(x: int = 3) -> int:
    '''Multi
  less'''
    return x + y
  return inn
def eq(x):
  l = []
  l.append(x)
  assert x == 1, 'no'
  assert x
  print(x)
  return l[0]
def gen(): yield 1
lam = lambda x, y=2: x if x > y else g(y)


def attempt(call):
  try:
    print(call())
  except Exception as e:
    print(type(e).__name__, re.sub('0x[0-9a-f]+', '0x', str(e)))


for entity in (tf.function(g), tf.function(g).python_function, C().m, C, C(), 3, len, lp, out(1), tf.autograph.to_graph(g),
               tf.autograph.to_graph(out(2)), functools.partial(g, 1), gen, lam, C.m, out):
  attempt(lambda: tf.autograph.to_code(entity))
for features in (F.EQUALITY_OPERATORS, (F.ASSERT_STATEMENTS, F.BUILTIN_FUNCTIONS, F.EQUALITY_OPERATORS), None, (),
                 (F.NAME_SCOPES, F.AUTO_CONTROL_DEPS, F.EQUALITY_OPERATORS, F.ASSERT_STATEMENTS)):
  for recursive in (True, False):
    attempt(lambda: tf.autograph.to_code(eq, recursive, features))
    attempt(lambda: tf.autograph.to_code(out, recursive=recursive, experimental_optional_features=features))
for entity in (C, 3, len, gen, tf.function(g), tf.autograph.to_graph(g)):
  attempt(lambda: tf.autograph.to_graph(entity))
method = tf.autograph.to_graph(C().m)
attempt(lambda: method(C(), 3))
attempt(lambda: (method.__name__, tf.autograph.to_graph(lam).__name__, tf.autograph.to_graph(lam)(1, 2)))
