# tf.function around and inside what Python programs use: decorators, context managers, caches, py_function.
import tensorflow as tf, functools, contextlib, itertools, operator, time, weakref, copy, random, math
def show(fn, *a):
    try: print(fn(*a))
    except Exception as e: print(type(e).__name__, str(e))
def deco(fn):
    @functools.wraps(fn)
    def w(*a, **k):
        print('before'); r = fn(*a, **k); print('after'); return r
    return w
@tf.function
@deco
def a(x): return x + 1
show(a, 1); show(a, 1); show(a, tf.constant(1)); print(a.__name__, a.__doc__)
@deco
@tf.function
def b(x):
    """doc b"""
    return x + 1
show(b, 1); show(b, 1)
print(b.__name__, b.__wrapped__, tf.function(lambda: 1).__name__)
@contextlib.contextmanager
def cm(t):
    print('enter', t); yield t + 1; print('exit')
@tf.function
def c(x):
    with cm(x) as y: return y * 2
show(c, tf.constant(1))
@functools.lru_cache
def cached(n): print('cached'); return n * 2
@tf.function
def d(x): return x + cached(3) + cached(3)
show(d, tf.constant(1))
@tf.function
def e(x):
    return functools.reduce(operator.mul, [x, 2, 3]), list(itertools.chain([x], [1])), [p + q for p, q in itertools.product([x], [1, 2])], list(itertools.accumulate([1, 2, x]))
show(e, tf.constant(2))
@tf.function
def f(x): return x * random.randint(1, 1) + int(math.sqrt(16)) + int(time.time() > 0)
show(f, tf.constant(2))
log = []
def hook(v): log.append(v); return v
@tf.function
def g(x):
    y = tf.py_function(hook, [x], tf.int32)
    return y + 1
show(g, tf.constant(2)); show(g, tf.constant(3)); print([int(v) for v in log])
@tf.function
def h(x):
    y = tf.numpy_function(lambda v: v * 2, [x], tf.int32)
    return y
show(h, tf.constant(2))
@tf.function
def i(x):
    with tf.init_scope():
        print('eager', tf.executing_eagerly(), tf.constant(1) + 1)
    print(tf.executing_eagerly(), tf.inside_function())
    return x
show(i, 1)
tf.config.run_functions_eagerly(True)
@tf.function
def j(x): print('eager run', x); return x + 1
show(j, tf.constant(1)); show(j, tf.constant(1))
tf.config.run_functions_eagerly(False)
show(j, tf.constant(1)); show(j, tf.constant(2))
@tf.autograph.experimental.do_not_convert
def nc(x): return x * 2 if isinstance(x, tf.Tensor) else 0
@tf.function
def k(x): return nc(x)
show(k, tf.constant(1))
@tf.function
def l(x):
    def rec(n): return x if n == 0 else rec(n - 1) + 1
    return rec(3)
show(l, tf.constant(1))
@tf.function
def m(fn, x): return fn(x)
show(m, tf.nn.relu, tf.constant(-1.)); show(m, lambda t: t + 1, tf.constant(1.)); show(m, lambda t: t + 1, tf.constant(1.))
print(m.experimental_get_tracing_count())
outer_fns = [tf.function(lambda x, k=k_: x * k) for k_ in range(3)]
print([int(q(tf.constant(2))) for q in outer_fns])
@tf.function
def n(x):
    lst = [lambda: x + i for i in range(3)]
    return [p() for p in lst]
show(n, tf.constant(1))
@tf.function
def o():
    o.count += 1
    return tf.constant(o.count)
o.count = 0
show(o); show(o)
x = tf.constant(1)
@tf.function
def p(): return x
print(p() is x, p())
@tf.function
def q(t): return t
r = tf.constant([1, 2]); print(q(r) is r)
print(q(tf.constant('s')), q(tf.constant(True)), q(1.5), q([1, tf.constant(2)]), q({'a': None}))
print(copy.copy(q)(1), hasattr(q, 'python_function'), q.python_function(5))
class P:
    def __get__(self, i, o): return tf.function(lambda x: x + 1)
class Q: f = P()
print(Q().f(1))
print(tf.function(func=None, autograph=True)(lambda x: x)(2), isinstance(q, tf.types.experimental.PolymorphicFunction), isinstance(q.get_concrete_function(1), tf.types.experimental.ConcreteFunction))
print(q.get_concrete_function(tf.TensorSpec([None], tf.int32, name='my')).structured_input_signature)
try: print(tf.function(3))
except Exception as ex: print(type(ex).__name__, ex)
