# What functions are called that converted code makes: AutoGraph's own functions stand around them.
import re
import tensorflow as tf

said = print


def print(*values):
  said(*(re.sub(' at 0x[0-9a-f]+', '', str(v)) for v in values))


def t(f, *a):
  try: print(f(*a))
  except Exception as e: print(type(e).__name__, str(e))
@tf.function
def g1(a):
  print(lambda: 1)
  def h(): pass
  print(h, h.__qualname__)
  return a
t(g1, tf.constant(1))
@tf.function
def g2(a):
  if a > 0:
    print(lambda: 1, (lambda: 1).__qualname__)
    def h(): pass
    print(h)
  else:
    print(lambda: 2)
    if a > 1:
      print(lambda: 3)
  for q in tf.range(2):
    print(lambda: 4)
    while a < 4:
      a += 1
      print(lambda: 5)
  def k(t):
    print(lambda: 6)
    def m(): pass
    print(m)
    if t > 0:
      def m2(): pass
      print(m2)
    return t
  k(a)
  return a
t(g2, tf.constant(1))
class C:
  def m(self, a):
    print(lambda: 1, self.m, C.m)
    return [lambda: 2 for q in range(1)], a
c = C()
t(tf.function(c.m), tf.constant(1))
@tf.function
def g3(a):
  try:
    with tf.name_scope("s"):
      print(lambda: 1)
  finally:
    pass
  if tf.constant(True):
    return a
  print(lambda: 8)
  if a > 1:
    print(lambda: 9)
  else:
    print(lambda: 10)
  return a + 1
t(g3, tf.constant(1))
t(tf.function(lambda a: (print(lambda: 1), a)[1]), tf.constant(1))
t(tf.function(lambda a: tf.constant(lambda: 1)), tf.constant(1))
@tf.function
def g4(a):
  x = (lambda: 1) if a > 1 else (lambda: 2)
  return a
t(g4, tf.constant(1))
@tf.function
def g5(a):
  x = [lambda: 3 for _ in range(2)]
  print(x[0])
  print(list(map(lambda t: print(lambda: 4), [1])))
  return tf.cond(a > 1, lambda: print(lambda: 5) or a, lambda: a)
t(g5, tf.constant(1))
@tf.function
def g6(a):
  g = lambda x=(lambda: 1): x
  print(g, g())
  while a < 3:
    a += 1
    print(lambda: 1, a > 1 and print(lambda: 2))
    break
  return a
t(g6, tf.constant(1))


class Noisy:
  def m(self, a):
    x = y = lambda: 1
    print(x)
    for q in tf.range(2):
      try:
        if q > 0:
          continue
      finally:
        print(lambda: 2)
      print(lambda: 3)
      def k(t=(lambda: 4), *, u=lambda: 5):
        if a > 1:
          return t
        print(t, u)
        return a
      k()
    while a > 5 and (lambda: print(lambda: 6) or True)():
      a = a - 1 if a > 2 else (lambda t: t)(a)
    return a


Noisy.m = tf.function(Noisy.m)
t(Noisy().m, tf.constant(1))
