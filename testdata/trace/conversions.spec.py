# What AutoGraph converts: calls that converted code writes, functions that it makes, callables of tf.function, map_fn,
# datasets and Keras; not what operators, properties and other functions of TensorFlow and Python call, nor functions
# with constructs that it cannot convert.
import contextlib
import functools

import tensorflow as tf


def t(label, fn, *a):
    try: print(label, '->', tf.nest.map_structure(lambda v: v.numpy().tolist() if hasattr(v, 'numpy') else v, tf.function(fn)(*a)))
    except Exception as e: print(label, '!!', type(e).__name__)
def g(v=None):
    v = tf.constant(-3) if v is None else v
    if v > 0: return v
    return -v
def g2(a, b):
    if b > 0: return a + b
    return a - b
def body(i):
    if i > 1: i += 2
    else: i += 1
    return i
x = tf.constant(-3); xs = tf.constant([1, -2, 3])
t('cond', lambda x: tf.cond(x > 0, g, g), x)
t('cond nested lambda', lambda x: tf.cond(x > 0, lambda: g(x), lambda: g(x)), x)
t('case', lambda x: tf.case([(x > 0, g)], default=g), x)
t('switch', lambda x: tf.switch_case(x + 3, [g, g]), x)
t('while', lambda x: tf.while_loop(lambda i: i < 5, body, [tf.constant(0)]), x)
t('map_fn', lambda xs: tf.map_fn(g, xs), xs)
t('scan', lambda xs: tf.scan(g2, xs), xs)
t('foldl', lambda xs: tf.foldl(g2, xs), xs)
t('foldr', lambda xs: tf.foldr(g2, xs), xs)
t('vectorized', lambda xs: tf.vectorized_map(g, xs), xs)
t('nest.map', lambda xs: tf.nest.map_structure(g, [xs[0], xs[1]]), xs)
t('ds', lambda xs: tf.data.Dataset.from_tensor_slices(xs).map(g).reduce(0, g2), xs)
t('py map', lambda xs: list(map(g, [xs[0]])), xs)
t('py filter', lambda xs: len(list(filter(lambda v: True, [xs[0]]))), xs)
t('sorted key', lambda xs: sorted([1, 2], key=lambda v: -v), xs)
t('max key', lambda xs: max([x], key=g), xs)
t('partial', lambda x: functools.partial(g, x)(), x)
t('reduce', lambda x: functools.reduce(g2, [x, x]), x)
@tf.custom_gradient
def cg(v):
    r = g(v)
    if v > 0: r = r + 1
    return r, lambda d: d
t('custom_gradient', lambda x: cg(x), x)
@tf.recompute_grad
def rg(v):
    if v > 0: return v
    return -v
t('recompute', lambda x: rg(x), tf.constant(-3.))
t('grad_pass', lambda x: tf.grad_pass_through(g)(x), x)
class M(tf.Module):
    @tf.Module.with_name_scope
    def f(self, v):
        if v > 0: return v
        return -v
m = M()
t('with_name_scope', lambda x: m.f(x), x)
class L(tf.keras.layers.Layer):
    def call(self, v):
        if v[0] > 0: return v
        return -v
l = L()
t('keras layer', lambda xs: l(xs), xs)
class L2(tf.keras.layers.Layer):
    def build(self, s):
        self.w = self.add_weight(shape=())
    def call(self, v, training=None):
        return self.helper(v)
    def helper(self, v):
        if v[0] > 0: return v
        return -v
l2 = L2()
t('keras layer2', lambda xs: l2(xs), xs)
class Mo(tf.keras.Model):
    def call(self, v):
        if v[0] > 0: return v
        return -v
mo = Mo()
t('keras model', lambda xs: mo(xs), xs)
class Ca:
    def __call__(self, v):
        if v > 0: return v
        return -v
c = Ca()
t('callable', lambda x: c(x), x)
t('callable in cond', lambda x: tf.cond(x > 0, lambda: c(x), lambda: c(x)), x)
t('py_function', lambda x: tf.py_function(g, [x], tf.int32), x)
def gen(v):
    if v > 0: yield v
    yield -v
t('gen', lambda x: list(gen(x)), x)
def gen2(v):
    yield g(v)
t('gen2', lambda x: list(gen2(x)), x)
t('genexp', lambda x: sum(g(v) for v in [x, x]), x)
t('listcomp', lambda x: [g(v) for v in [x, x]], x)
t('method ref', lambda x: [c.__call__(x)], x)
class P:
    def __init__(self, v): self.v = v
    @property
    def p(self):
        if self.v > 0: return self.v
        return -self.v
    @property
    def q(self): return g(self.v)
    def m(self): return g(self.p0())
    def p0(self): return self.v
    @classmethod
    def make(cls, v): return cls(g(v))
t('prop', lambda x: P(x).p, x)
t('prop calls', lambda x: P(x).q, x)
t('meth', lambda x: P(x).m(), x)
t('make', lambda x: P.make(x).v, x)
class I:
    def __init__(self, v): self.v = g(v)
t('init calls', lambda x: I(x).v, x)
@contextlib.contextmanager
def cm(v):
    yield g(v)
def withcm(x):
    with cm(x) as y: return y
t('cm', withcm, x)
def deco(f):
    @functools.wraps(f)
    def w(*a): return f(*a)
    return w
h = deco(g)
t('wraps', lambda x: h(x), x)
t('jac', lambda xs: tf.map_fn(lambda v: g(v), xs), xs)
def inner_def(x):
    def k(v):
        if v > 0: return v
        return -v
    return tf.cond(x > 0, lambda: k(x), lambda: k(x)), list(map(k, [x])), max([x], key=k)
t('inner def', inner_def, x)
def inner_cls(x):
    class Q:
        def f(self, v):
            if v > 0: return v
            return -v
    return Q().f(x)
t('inner class', inner_cls, x)
t('class lambda', lambda x: (lambda v: v if v > 0 else -v)(x), x)
d = {'f': g}
t('dict fn', lambda x: d['f'](x), x)
t('tf.nest flatten', lambda x: tf.nest.map_structure(lambda v: g(v), [x]), x)
t('walrus', lambda x: (y := x + 1), x)
def wal(x):
    if (y := x + 1) > 0: return y
    return -y
t('walrus def', wal, x)
def mat(x, k=1):
    match k:
        case 1: x = x + 1
    if x > 0: return x
    return -x
t('match', mat, x)
def ygen(x):
    def it():
        yield x
    r = list(it())[0]
    if r > 0: return r
    return -r
t('inner gen', ygen, x)
