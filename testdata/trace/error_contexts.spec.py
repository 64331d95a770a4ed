import tensorflow as tf
def show(e): print(type(e).__name__, [l.strip() for l in str(e).split("\n") if l.strip()][-1][:40], repr(e.__context__)[:60], e.__suppress_context__, e.__cause__)
@tf.function
def f(x): raise ValueError("boom")
try: f(1)
except Exception as e: show(e)
@tf.function
def g(x): return x + "a"
try: g(tf.constant(1))
except Exception as e: show(e)
@tf.function
def k(x, n): return tf.reshape(x, n)
try: k(tf.constant(1), tf.constant([3]))
except Exception as e: show(e)
try: tf.reshape(tf.constant(1), [3])
except Exception as e: show(e)
@tf.function
def m(x):
  try:
    raise KeyError("in")
  except KeyError:
    raise ValueError("out")
try: m(1)
except Exception as e: show(e); show(e.__context__)
def inner(x): raise ValueError("deep")
@tf.function
def r(x): return inner(x)
try: r(1)
except Exception as e: show(e)
class My(Exception): pass
@tf.function
def s(x): raise My("x")
try: s(1)
except Exception as e: show(e)
import tensorflow as tf
v = tf.Variable(1)
for f in (lambda: [1, 2, 3][v], lambda: v.ndim, lambda: range(v), lambda: "abc"[v:]):
  try: print(f())
  except Exception as e: print(type(e).__name__, e)
print([1, 2, 3][tf.constant(1)], int(v), hasattr(v, "ndim"), tf.constant([1]).ndim)
zero = lambda: [tf.constant(0), tf.constant(0)]
print(tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + i), zero()))
print(tf.while_loop(lambda i, s: i < 3, lambda i, s: [i + 1, s + i], tuple(zero())))
print(tf.while_loop(lambda i, s: i < 0, lambda i, s: (i + 1, s + i), zero()))
@tf.function
def w(): return tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + i), zero())
print(w())
