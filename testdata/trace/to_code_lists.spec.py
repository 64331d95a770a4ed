# Feature.LISTS of tf.autograph.to_code, and the arguments of set_loop_options in its text.
import re
import tensorflow as tf
F = tf.autograph.experimental.Feature
def attempt(name, call):
  try:
    r = call()
    print(name, r)
  except BaseException as e:
    print(name, type(e).__name__, re.sub(r"_file\w*", "_file", str(e)))
def g1(a):
  try:
    b = a.pop()
    a.append(b.pop(2))
  finally:
    [x, y] = a
  return a.b.pop(1), a.pop(), a[0].pop()
def g2(a):
  x = y = [1]
  return x
def g3(a):
  a[0] += 1
  a[1], b = [2, 3]
  del a[0]
  for q in [1, 2]:
    a[q] = a[q - 1][2]
    a[q, 1] = a[q, 2] + a[1:2][0]
  while a.pop():
    a.append([])
  return {k: [v] for k, v in a}, a[0](a[1])
def g4(a):
  if a.pop(): a.append(1)
  elif a[1]: a[1] = 2
  with a.pop() as b: b.append(1)
  f = lambda t: [t]
  def h(t=[1]):
    t.append(2)
    return t.pop()
  return tf.stack(a), tf.stack(a, axis=1), tf.stack([a])
def g5(a):
  a[0].append(1)
def g7(a):
  a[0][1] = 2
  return a
def g8(a):
  a.b[0] = 2
  a.b.append(3)
  a().append(3)
  return a
g9 = lambda a: [a.pop(), a[0]]
g10 = lambda a: [a, a[0]]
for g in (g1, g2, g3, g4, g5, g7, g8, g9, g10):
  attempt("lists", lambda: tf.autograph.to_code(g, experimental_optional_features=F.LISTS))
def h(a):
  while a > 1:
    tf.autograph.experimental.set_loop_options(2, 3, 4, 5, 6)
    a = a - 1
  return a
attempt("h", lambda: tf.autograph.to_code(h))
def h2(a):
  while a > 1:
    tf.autograph.experimental.set_loop_options()
    a = a - 1
  return a
attempt("h2", lambda: tf.autograph.to_code(h2))
def h3(a):
  while a > 1:
    tf.autograph.experimental.set_loop_options(x=1)
    a = a - 1
  return a
attempt("h3", lambda: tf.autograph.to_code(h3))
def h4(a):
  while a > 1:
    tf.autograph.experimental.set_loop_options(*a)
    a = a - 1
  return a
attempt("h4", lambda: tf.autograph.to_code(h4))
def h5(a):
  while a > 1:
    tf.autograph.experimental.set_loop_options(**a)
    a = a - 1
  return a
attempt("h5", lambda: tf.autograph.to_code(h5))
def h6(a):
  while a > 1:
    tf.autograph.experimental.set_loop_options(1, parallel_iterations=2)
    a = a - 1
  return a
attempt("h6", lambda: tf.autograph.to_code(h6))
