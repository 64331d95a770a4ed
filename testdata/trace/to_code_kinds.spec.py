# tf.autograph.to_code for each kind of statement and expression, and what it cannot convert.
import contextlib
import re

import tensorflow as tf

G = 1
def deco(f): return f
def deco2(a):
  def d(f): return f
  return d
def f0(a, /, b, *c, d=1, e: int = 2, **k) -> int:
  """Doc 'single' "double" \\ back."""
  global G
  G = a
  x = [i * 2 for i in a if i > 1 if i < 5]
  y = {i: j for i, j in zip(a, b) for k in c}
  z = {i for i in a}
  w = sum(i for i in range(3) if i)
  return x, y, z, w
def f1(x):
  n = 0
  def inner(y=x, *, z: 'int' = 3):
    nonlocal n
    n += y
    if n > 3:
      n = 0
    return n
  while n < 5:
    n += inner()
  del x
  return n
def f2(x, d):
  del d['a'], x
  assert d, 'message %s' % d
  assert 1 < len(d) <= 3 != 4
  a = b = c = d
  a, *b = c
  (a, b), c = d
  a[0][1:2, ..., None], b.c.d = 1, 2
  a[0] += 1
  b.c.d -= 3
  a @= b
  return a < b < c < d
def f3(*args, **kw):
  print(*args, sep='', **kw)
  g = f2(*args, 1, *args, 2, k=1, **kw)
  return g, [*args, 1], {**kw, 'a': 1}, {*args}, (*args,)
def f4(x):
  if (y := x) > 1:
    return y
  return x
def f5(x):
  for i in x:
    if i:
      break
  else:
    return 1
  return 2
def f6(s, n):
  t = f'{s!r:>{n}} {n:.2f} {{}} {s + "a"}' 'tail' "it's"
  u = '''long
string''' + 'b' * 3
  v = b'bytes\x00', r'\d', u'u', 1e400, 1j, 0xff, -1 ** 2, (-1) ** 2, not not s
  return t, u, v, ..., s[1:2:3], s[::], s[:, 1], s[()]
def f7(x):
  @deco
  @deco2(x)
  def g(a):
    return a
  class K(dict, metaclass=type):
    """Kdoc"""
    a: int = 1
    b = x
    def m(self, q=3):
      self.z = q
      for i in range(q):
        if i == 2: continue
        self.z += i
      return self.z
    @property
    def p(self): return self.z
    @staticmethod
    def s(): return 1
  return g, K
def f8(x):
  try:
    y = 1
    if x: raise ValueError('a') from None
  except (ValueError, TypeError) as e:
    y = 2
    print(e)
  except:
    raise
  else:
    y = 3
    if x: y = 4
  finally:
    y = 5
  return y
def f9(x):
  with contextlib.suppress(ValueError) as a, tf.name_scope('x') as b:
    if x: return a
    b = 1
  while True:
    with a:
      if b: break
      if x: continue
      b = 2
    x += 1
  return b
def f10(x, self):
  if x > 0:
    self.a = 1
    self.b[x].c = 2
    x['k'] = 3
    z = 1
  elif x < 0:
    self.a = 2
    y = 3
  else:
    self.d = 4
  for self.i, (j, k) in x:
    self.a += j
  return z
def f11(x):
  g = lambda a, b=1, *c, d, **e: a + b if a else d
  h = lambda: 0
  k = sorted(x, key=lambda t: t[0])
  return (lambda: g)()(h)(k)
def f12(x):
  import os.path
  import numpy as np
  from os import path as p, sep
  if x:
    import sys
    q = sys
  return os, np, p, sep, q
def f13(x):
  a = x and not x or (x if x else 1 if x > 2 else 3)
  b = x in a and x not in a or x is None
  c = [1 if i else 2 for i in x if i and x]
  return a if b else c
def f14(x):
  x: int = 1
  y: 'float'
  (z): int = 3
  x.y: int = 2
  return x
def f15(x):
  pass
def f16(x):
  return
def f18(get_state, if_body, break_, continue_, x, fscope, do_return, retval_, itr):
  for i in x:
    if i: break
    if x: continue
    itr = fscope
  while x:
    if x.loop_body: return x
    x.break__1 = 3
  return if_body
def f19(x):
  try:
    pass
  finally:
    if x: y = 1
  try:
    return x
  finally:
    print(x)
def f20(x):
  return x['.']
def f21(x):
  x['a'] = 1
  if x:
    x['a'] = 2
    x[0] = x['b']
    x[x['a']] = 1
    x[-1] = 2
    x[True] = 3
  return x
def f22(x):
  raise NotImplementedError
def f23(x):
  if x:
    raise ValueError
  else:
    raise TypeError(x)
def f24(x):
  a, b, c, d, e, f, g, h = x
  if x:
    aa, bb, cc, dd, ee, ff, gg, hh, ii, jj = x
    while aa:
      kk, ll, mm, nn = x
      for oo, pp in x:
        qq, rr, ss = x
        if qq: tt = uu = vv = 3
  return a
def f25(x):
  return await_
def f26(x):
  def f27(y):
    def f28(z):
      if z: return x
      return y
    for i in y:
      if i: return f28(i)
    return f28
  return f27
def f29(x):
  if x:
    def g(): return 1
  else:
    def g(): return 2
  class A: pass
  if A: A.b = 3
  return g()
def f30(x):
  return x.__private
def f31(n):
  for i in range(n):
    tf.autograph.experimental.set_loop_options(maximum_iterations=3)
  while n > 1:
    tf.autograph.experimental.set_loop_options(parallel_iterations=n, shape_invariants=[(n, tf.TensorShape([None]))])
    n -= 1
  return n
def f32(x):
  for i in x:
    a = 1
    tf.autograph.experimental.set_loop_options(maximum_iterations=3)
def f33(x):
  tf.autograph.experimental.set_loop_options(maximum_iterations=3)
def f34(x):
  for i in x:
    tf.autograph.experimental.set_loop_options()
def f35(x):
  x = yield 1
def f37(x):
  match x:
    case 1: return 2
  return 3
def f38(x):
  def g():
    for a in x:
      match a:
        case int(): y = 1
        case _: y = 2
    return y
  return g
def f39(x):
  for i in (lambda: x)():
    pass
  while (lambda: x)(): break
  if lambda: x: pass
  return [lambda: i for i in x]
def f40(x):
  i = 0
  while i < 10 and x or not i:
    i += 1
    for j in range(i):
      if j == 3:
        if x:
          continue
        j = 4
      elif j == 4:
        break
      else:
        return j
      x = j
    else_ = 1
  return (i, x)
def f41(x, *, a, b=2):
  if a: yy = a; xx = yy
  return xx
def f42(x: list[int], y: 'str' = 'a', *z: int, **k: dict) -> list[G]:
  return 1
def f43(x):
  class A:
    if x: y = 1
    for i in x: pass
  return A
def f44(x):
  with x: return 1
def f45(x):
  with x as y, y as z: pass
  for y in x: pass
  print(breakpoint)
  return tuple(x), dict(x), [print(i) for i in x]


def show(f):
  try:
    print(tf.autograph.to_code(f))
  except Exception as e:
    print(type(e).__name__, re.sub('0x[0-9a-f]+', '0x', str(e)))


for function in (f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11,
                 f12, f13, f14, f15, f16, f18, f19, f20, f21, f22, f23, f24,
                 f25, f26, f29, f30, f31, f32, f33, f34, f35, f37, f38,
                 f39, f40, f41, f42, f43, f44, f45):
  show(function)
