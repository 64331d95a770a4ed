# What a tf.function may be made of: partials, instances, methods; variables that it makes; keyword arguments.
import functools
import re
import tensorflow as tf


def show(fn, *a, **k):
    try:
        print(fn(*a, **k))
    except Exception as e:
        print(type(e).__name__, '|', re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e)))


def base(k, x):
    if x > 0: return x * k
    return x - k
show(tf.function(functools.partial(base, 3)), tf.constant(2)); show(tf.function(functools.partial(base, 3)), tf.constant(-2))
class C:
    def __init__(self, k): self.k = k
    def __call__(self, x):
        if x > 0: return x * self.k
        return x - self.k
    def meth(self, x):
        if x > 0: return x * self.k
        raise ValueError('neg')
    @staticmethod
    def st(x):
        if x > 0: return x
        return -x
    @classmethod
    def cl(cls, x):
        if x > 0: return x
        return -x
show(tf.function(C(3)), tf.constant(2)); show(tf.function(C(3)), tf.constant(-2))
show(tf.function(C(3).meth), tf.constant(2)); show(tf.function(C(3).meth), -2)
show(tf.function(C.st), tf.constant(-2)); show(tf.function(C.cl), tf.constant(-2)); show(tf.function(C(1).st), tf.constant(-2))
class E:
    def __call__(self, x): raise ValueError('obj err')
show(tf.function(E()), tf.constant(1)); 
show(tf.function(functools.partial(E().__call__)), tf.constant(1))
@tf.function
def inner(f, x): return f(x)
show(inner, C(2), tf.constant(3)); show(inner, functools.partial(base, 2), tf.constant(-3)); show(inner, C(2).meth, tf.constant(3)); show(inner, C.cl, tf.constant(-3))
def wrapped(fn):
    @functools.wraps(fn)
    def w(*a): return fn(*a)
    return w
@wrapped
def deco(x):
    if x > 0: return x
    return -x
show(tf.function(deco), tf.constant(-1)); show(inner, deco, tf.constant(-2))
show(tf.function(lambda x: x if x > 0 else -x), tf.constant(-3))
show(tf.function(functools.lru_cache(deco)), tf.constant(-3))

def base(x, y, z=1): 
    print('trace', x, y, z)
    return x * y + z
p = tf.function(functools.partial(base, 2, z=3))
show(p, tf.constant(3)); show(p, tf.constant(4)); show(p, 5); show(p, y=tf.constant(1)); show(p, tf.constant(1), z=tf.constant(2))
show(p, 1, 2)
q = functools.partial(tf.function(base), tf.constant(2))
show(q, 3); show(q, tf.constant(3)); show(q, tf.constant(4), z=tf.constant(0))
r = tf.function(functools.partial(functools.partial(base, 1), 2))
show(r)
print(p.name if hasattr(p, 'name') else '', p.python_function)
print(p.get_concrete_function(tf.TensorSpec([], tf.int32)))

@tf.function
def f(x):
    v = tf.Variable(1.)
    return v + x
show(f, 1.)
class M:
    v = None
    @tf.function
    def __call__(self, x):
        if self.v is None: self.v = tf.Variable(tf.ones_like(x))
        self.v.assign_add(x)
        return self.v.read_value()
m = M(); show(m, tf.constant([1., 2.])); show(m, tf.constant([1., 2.]))
state = []
@tf.function
def g(x):
    if not state: state.append(tf.Variable(2. * 3.))
    return state[0].assign_add(x)
show(g, 1.); show(g, 1.); show(g, 2.)
calls = []
@tf.function
def l(x):
    calls.append(1)
    if len(calls) > 3: calls.append(tf.Variable(1.))
    return x
show(l, 1); show(l, 2); show(l, 3); show(l, 4)
@tf.function
def k():
    with tf.init_scope(): v = tf.Variable(7.)
    return v + 1
show(k)
vs = {}
@tf.function
def n(x, key):
    if key not in vs: vs[key] = tf.Variable(x, name=key)
    return vs[key] + x
show(n, tf.constant(1.), 'a'); show(n, tf.constant(1.), 'a'); show(n, tf.constant(1.), 'b')

@tf.function
def f(a, b=1, *args, c, d=4, **kw):
    print('trace', a, b, args, c, d, sorted(kw))
    return tf.add_n([tf.cast(v, tf.float32) for v in (a, b, c, d, *args, *[kw[k] for k in sorted(kw)])])
one = tf.constant(1.)
show(f, 1, c=2); show(f, 1, c=2, d=4); show(f, b=1, a=1, c=2); show(f, one, 2, 3, one, c=one, z=one, y=5)
show(f, one, 2, 3, one, y=5, c=one, z=one); show(f, one, c=one, d=one * 2); show(f); show(f, 1); show(f, 1, 2, b=3, c=1)
@tf.function
def g(x, *, zz, aa): return zz - aa * x
show(g, one, zz=tf.constant(10.), aa=tf.constant(3.)); show(g, one, aa=tf.constant(3.), zz=tf.constant(10.))
show(g, 2., zz=tf.constant(10.), aa=3.); show(g, 2., zz=10., aa=tf.constant(3.))
@tf.function
def h(**kw): return kw['b'] - kw['a']
show(h, b=tf.constant(5), a=tf.constant(2)); show(h, a=tf.constant(2), b=tf.constant(5))
@tf.function
def k(d): return d['z'] - d['a']
show(k, {'z': tf.constant(5), 'a': tf.constant(2)}); show(k, {'a': tf.constant(2), 'z': tf.constant(5)})
@tf.function
def grad(*, w, a):
    with tf.GradientTape() as t:
        t.watch([w, a]); y = w * w - a
    return t.gradient(y, [w, a])
show(grad, w=tf.constant(3.), a=tf.constant(1.))
w, a = tf.constant(3.), tf.constant(1.)
with tf.GradientTape() as t:
    t.watch([w, a]); y = g(tf.constant(1.), zz=w, aa=a)
print(t.gradient(y, [w, a]))
@tf.function
def m(*, v, u):
    v.assign_add(u); return v.read_value()
show(m, v=tf.Variable(1.), u=tf.constant(5.)); show(m, u=tf.Variable(1.), v=tf.Variable(5.))
v, w = tf.Variable(2.), tf.Variable(3.)


@tf.function
def shared(*, z, a, b):
    return z * a + b['k'] * b['v']


show(shared, z=v, a=tf.constant(5.), b={'k': tf.constant(7.), 'v': v})
show(shared, b={'k': w, 'v': v}, a=v, z=w)
show(shared.get_concrete_function(b={'k': w, 'v': v}, a=v, z=w), b={'k': v, 'v': w}, a=w, z=v)
