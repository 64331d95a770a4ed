# Frames of errors in loops over datasets, and hidden variables of functions that are converted with the one around them.
import tensorflow as tf
def t(f, *a):
  try: print(f(*a))
  except Exception as e: print(type(e).__name__, str(e))
ds = tf.data.Dataset.range(3)
@tf.function
def g1(a):
  for q in ds:
    a = 1
    a = q.foo
  return a
@tf.function
def g2(a):
  for q in ds:
    try:
      a = q.foo
    except ValueError:
      a = 1
  return a
@tf.function
def g3(a):
  for q in ds:
    with tf.name_scope("x"):
      a = q.foo
  return a
@tf.function
def g4(a):
  for q in tf.range(3):
    try:
      a = q.foo
    except ValueError:
      a = 1
  return a
@tf.function
def g5(a):
  try:
    for q in ds:
      a = q.foo
  except ValueError:
    a = 1
  return a
def h(a):
  for q in ds:
    try:
      a = q.foo
    except ValueError:
      a = 1
  return a
@tf.function
def g6(a):
  return h(a)
for g in (g1, g2, g3, g4, g5, g6): t(g, tf.constant(1, tf.int64))
@tf.function
def n1(a):
  def inner(q):
    if q > 1:
      return tf.constant('s')
    else:
      return a
  inner(a)
t(n1, tf.constant(0))
@tf.function
def n2(a):
  def inner(q):
    if q > 1:
      return tf.constant('s')
    else:
      return a
  def inner2(q):
    if q > 1:
      return tf.constant('s')
    else:
      return a
  inner2(a)
  return a
t(n2, tf.constant(0))
def n3(a):
  @tf.function
  def inner(q):
    if q > 1:
      return tf.constant('s')
    else:
      return a
  return inner(a)
t(n3, tf.constant(0))
@tf.function
def n4(a):
  @tf.function
  def inner(q):
    if q > 1:
      return tf.constant('s')
    else:
      return a
  return inner(a)
t(n4, tf.constant(0))
@tf.function
def n5(a):
  for q in range(2):
    def inner(q):
      for z in tf.range(2):
        if z > 1:
          break
          a = 1
        if z > 1:
          a = "s"
          break
        a = 1
      return q
    inner(a)
  return a
t(n5, tf.constant(0))
class Box:
  v = 0
  def until(self, t):
    while self.v < t:
      self.v = self.v.foo
    return t
@tf.function
def i1(a):
  b = Box()
  for q in iter(tf.data.Dataset.range(3)):
    try:
      b.until(a)
      raise KeyError("x")
    finally:
      b.w = 2
  return a
@tf.function
def i2(a):
  for q in iter(tf.data.Dataset.range(3)):
    if q > 0:
      try:
        a = q.foo
      except KeyError:
        b = 2
  return a
@tf.function
def i3(a):
  try:
    for q in iter(tf.data.Dataset.range(3)):
      with tf.name_scope("x"):
        a = q.foo
  except KeyError:
    b = 2
  return a
for g in (i1, i2, i3): t(g, tf.constant(1, tf.int64))
@tf.function
def p1(a):
  def f2(q):
    def f3(q, r=a):
      a = a + 1
      return a
    return f3(a)
  return f2(a)
@tf.function
def p2(a):
  def f2(q):
    def f3(q, r=a):
      a = 1
      while a > q:
        a = None
      return a
    a = f3(a)
    return a
  return f2(a)
@tf.function
def p3(a):
  def f2(q):
    def f3(q, r=missing):
      return a
    return f3(a)
  return f2(a)
@tf.function
def p4(a):
  def f2(q):
    a = 2
    def f3(q, r=missing):
      a = 1
      return a
    return f3(a)
  a = f2(a)
  return a
for g in (p1, p2, p3, p4): t(g, tf.constant(1))

@tf.function
def q1(a):
  if a > 0:
    try:
      b = fails(a)
    finally:
      c = 1
@tf.function
def q2(a):
  if a > 0:
    try:
      b = tf.reshape(a, [2, 2])
    finally:
      c = 1
@tf.function
def q3(a):
  if a > 0:
    try:
      b = a > 0 and a or 1
    finally:
      c = 1
@tf.function
def q4(a):
  if a > 0:
    try:
      b = (a if a > 0 else "s")
    finally:
      c = 1
@tf.function
def q5(a):
  if a > 0:
    try:
      b = tf.cond(a > 0, lambda: a, lambda: 1.5)
    finally:
      c = 1
@tf.function
def q6(a):
  if a > 0:
    try:
      b = a.foo
    finally:
      c = 1
@tf.function
def q7(a):
  if a > 0:
    try:
      b = a > 0 and a or 1
    except KeyError:
      c = 1
@tf.function
def q8(a):
  if a > 0:
    try:
      if a > 1:
        b = fails(a)
    finally:
      c = 1
@tf.function
def q9(a):
  if a > 0:
    try:
      for q in tf.range(3):
        a = 1.5
    finally:
      c = 1
  return a
@tf.function
def q10(a):
  if a > 0:
    try:
      if a > 1:
        a = 1.5
    finally:
      c = 1
  return a
for q in (q1, q2, q3, q4, q5, q6, q7, q8, q9, q10): t(q, tf.constant(1))
