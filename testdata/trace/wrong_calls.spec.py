# Calls with wrong arguments in converted code: AutoGraph's names of the functions stand in the texts.
import tensorflow as tf
def show(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, "|", e)

def outer():
    def inner_factory():
        def helper(x): return x
        @tf.function
        def f(x): return helper(x, x)
        return f
    return inner_factory()
show(outer(), tf.constant(1))
def helper(a, b, *, c): return a
@tf.function
def missing(x): return helper(x, c=1)
@tf.function
def unexpected(x): return helper(x, x, c=1, d=2)
@tf.function
def kwonly(x): return helper(x, x)
@tf.function
def both(x): return helper(x, x, x, c=1)
@tf.function
def twice(x): return helper(x, a=x, c=1)
class M:
    def meth(self, x): return x
    def __call__(self, x): return x
    @tf.function
    def go(self, x): return self.meth(x, x)
    @tf.function
    def go2(self, x): return self.meth()
    @tf.function
    def go3(self, x): return self(x, x)
lam = lambda x: x
@tf.function
def lamcall(x): return lam(x, x)
@tf.function
def lamcall2(x): return (lambda y, z: y)(x)
for f in (missing, unexpected, kwonly, both, twice, lamcall, lamcall2): show(f, tf.constant(1))
m = M()
for f in (m.go, m.go2, m.go3): show(f, tf.constant(1))
show(missing)
def gen(a):
    yield a
@tf.function
def gencall(x):
    for v in gen(x, x): return v
show(gencall, tf.constant(1))
def opt(a, b=2): return a
@tf.function
def optcall(x): return opt(x, x, x)
show(optcall, tf.constant(1))
class I:
    def __init__(self, a): self.a = a
@tf.function
def initcall(x): return I(x, x).a
show(initcall, tf.constant(1))
@tf.function(autograph=False)
def noag(x): return helper(x)
show(noag, tf.constant(1))
@tf.autograph.experimental.do_not_convert
def dnc(x): return x
@tf.function
def dncall(x): return dnc(x, x)
show(dncall, tf.constant(1))
@tf.function
def selfcall(x):
    def loc(y): return y
    return loc()
show(selfcall, tf.constant(1))
