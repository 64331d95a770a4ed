# What may be an argument of a tf.function, what it is compared by, and what TensorFlow says of what has no hash.
import tensorflow as tf, dataclasses, collections, enum, re, types, functools, weakref, random
def clean(s): return re.sub(r'0x[0-9a-f]+', '0xA', re.sub(r'__inference_\w+?_\d+', 'INF', s))
count = [0]
@tf.function
def f(x):
    return 1
def t(tag, mk):
    count[0] = 0
    vs = mk()
    @tf.function
    def f(x):
        count[0] += 1
        return tf.constant(1)
    out = []
    for v in vs:
        try:
            f(v); out.append('ok')
        except Exception as e:
            out.append(type(e).__name__ + ': ' + clean(str(e)))
    print(tag, count[0], out)
@dataclasses.dataclass
class D: a: int
@dataclasses.dataclass(frozen=True)
class DF: a: int
@dataclasses.dataclass(eq=False)
class DN: a: int
@dataclasses.dataclass(unsafe_hash=True)
class DU: a: int
@dataclasses.dataclass(slots=True)
class DS: a: int
class OnlyEq:
    def __init__(self, a): self.a = a
    def __eq__(self, o): return self.a == o.a
    def __repr__(self): return f'OnlyEq({self.a})'
class EqHash(OnlyEq):
    def __hash__(self): return hash(self.a)
class HashNone:
    __hash__ = None
    def __repr__(self): return 'HN'
class BadHash:
    def __hash__(self): raise ValueError('bad')
    def __repr__(self): return 'BadHash'
class BadHashT:
    def __hash__(self): raise TypeError('badt')
    def __repr__(self): return 'BadHashT'
class Slots:
    __slots__ = ('a',)
    def __init__(self, a): self.a = a
    def __repr__(self): return f'Slots({self.a})'
class SlotsEq(Slots):
    __slots__ = ()
    def __eq__(self, o): return self.a == o.a
class SlotsEqHash(Slots):
    __slots__ = ()
    def __eq__(self, o): return self.a == o.a
    def __hash__(self): return self.a
class SlotsWeak:
    __slots__ = ('a', '__weakref__')
    def __init__(self, a): self.a = a
class Plain:
    def __init__(self, a): self.a = a
p = Plain(1)
t('D', lambda: (D(1), D(1), D(2),))
t('DF', lambda: (DF(1), DF(1), DF(2),))
a, b, c = DF(1), DF(1), DF(2)
t('DF kept', lambda: (a, b, c, a,))
t('DN', lambda: (DN(1), DN(1),))
a, b = DN(1), DN(1)
t('DN kept', lambda: (a, b, a,))
a, b, c = DU(1), DU(1), DU(2)
t('DU kept', lambda: (a, b, c, a,))
t('DS', lambda: (DS(1), DS(1),))
a, b, c = OnlyEq(1), OnlyEq(1), OnlyEq(2)
t('OnlyEq', lambda: (a, b, c,))
a, b, c = EqHash(1), EqHash(1), EqHash(2)
t('EqHash', lambda: (a, b, c,))
t('HN', lambda: (HashNone(),))
t('BadHash', lambda: (BadHash(),))
t('BadHashT', lambda: (BadHashT(),))
a, b = Slots(1), Slots(1)
t('Slots', lambda: (a, b, a,))
t('SlotsEq', lambda: (SlotsEq(1),))
t('SlotsEqHash', lambda: (SlotsEqHash(1), SlotsEqHash(1), SlotsEqHash(2),))
a, b = SlotsWeak(1), SlotsWeak(1)
t('SlotsWeak', lambda: (a, b, a,))
t('set', lambda: ({1}, set(),))
s = {1, 2}
t('set kept', lambda: (s, s,))
a = frozenset([1]); b = frozenset([1]); c = frozenset([2])
t('frozenset', lambda: (a, b, c,))
t('frozenset temp', lambda: (frozenset([1, 2]), frozenset([1, 2]), frozenset([1]),))
t('bytes', lambda: (b'x', b'x', b'y',))
t('complex', lambda: (1j, 1j, 2j, complex(float('nan')), complex(float('nan')),))
t('ellipsis', lambda: (..., ...,))
t('notimpl', lambda: (NotImplemented,))
t('range', lambda: (range(3), range(3), range(4), range(0, 3, 1),))
t('slice', lambda: (slice(1),))
t('type', lambda: (int, int, Plain, Plain,))
t('len', lambda: (len, len, sum,))
def g(): pass
def mk():
    def g2(): pass
    return g2
t('fn', lambda: (g, g, mk(), mk(),))
t('lambda', lambda: (lambda: 1, lambda: 1,))
t('method', lambda: (p.__init__, p.__init__,))
m = p.__init__
t('method kept', lambda: (m, m,))
t('builtin method', lambda: ([].append, {}.get,))
t('partial', lambda: (functools.partial(g), functools.partial(g),))
t('gen', lambda: ((i for i in range(3)),))
d = {1: 2}
t('dict views', lambda: (d.keys(), d.values(), d.items(),))
t('ns', lambda: (types.SimpleNamespace(a=1),))
t('deque', lambda: (collections.deque([1]),))
t('Counter', lambda: (collections.Counter('ab'), collections.Counter('ab'),))
t('OrderedDict', lambda: (collections.OrderedDict(a=1), collections.OrderedDict(a=1), dict(a=1),))
t('defaultdict', lambda: (collections.defaultdict(int, a=1),))
t('UserDict', lambda: (collections.UserDict(a=1), collections.UserDict(a=1),))
t('UserList', lambda: (collections.UserList([1]),))
class E(enum.Enum): A = 1; B = 2
class IE(enum.IntEnum): A = 1; B = 2
t('enum', lambda: (E.A, E.A, E.B,))
t('intenum', lambda: (IE.A, IE.A, IE.B, 1,))
t('re', lambda: (re.compile('a'), re.compile('a'),))
t('module', lambda: (re, re,))
t('weakref', lambda: (weakref.ref(p),))
t('object', lambda: (object(), object(),))
t('bigint', lambda: (10**30, 10**30, 10**31,))
t('nan', lambda: (float('nan'), float('nan'),))
t('in list', lambda: ([D(1)], (D(1),), {'a': D(1)}, [{1}], ({1},),))
t('str', lambda: ('a', 'a', 'b',))
class L(list): pass
class T(tuple): pass
class DD(dict): pass
t('sub', lambda: (L([1]), L([1]), [1], T((1,)), (1,), DD(a=1), dict(a=1),))
class I(int): pass
class S(str): pass
t('subint', lambda: (I(1), 1, I(2),))
t('substr', lambda: (S('a'), 'a', S('b'),))
class Wr:
    def __init__(self, w): self.__wrapped__ = w
    def __repr__(self): return 'Wr'
t('wrapped', lambda: (Wr(1), Wr(1), 1, Wr({1}), Wr(D(1)),))
class CallableEq:
    def __eq__(self, o): return True
    def __call__(self): pass
    def __repr__(self): return 'CE'
t('calleq', lambda: (CallableEq(),))
@dataclasses.dataclass
class Nest:
    mask: bool
    value: object
    def __tf_flatten__(self):
        return (self.mask,), (self.value,)
    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(mask=metadata[0], value=components[0])
t('nest', lambda: (Nest(True, tf.constant(1)), Nest(True, tf.constant(2)), Nest(False, tf.constant(1)), Nest(True, 1), Nest(True, 1), Nest(True, {1}),))
t('dtype', lambda: (tf.int32, tf.int32, tf.float32,))
t('shape', lambda: (tf.TensorShape([1]), tf.TensorShape([1]), tf.TensorShape([None]),))
t('tf fn', lambda: (f, f,))
t('mod', lambda: (tf.Module(), tf.Module(),))
try:
    f.get_concrete_function({1})
except Exception as e: print(type(e).__name__, e)
try:
    f.get_concrete_function(D(1))
except Exception as e: print(type(e).__name__, e)


class NN:
    def __init__(self, v): self.v = v
    def __tf_flatten__(self):
        return (), (self.v,)
    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(components[0])
n = Nest(True, [1, 2])
print(tf.nest.flatten(n), tf.nest.map_structure(lambda x: x + 1, n), tf.nest.is_nested(n))
print(tf.nest.flatten(NN(1)) , tf.nest.is_nested(NN(1)))
@tf.function
def f(n):
    print('trace', n)
    return Nest(n.mask, n.value * 2)
r = f(Nest(True, tf.constant(3.)))
print(r)
print(f(Nest(True, tf.constant(4.))).value)
f(Nest(False, tf.constant(4.)))
f(Nest(False, tf.constant([4.])))
cf = f.get_concrete_function(Nest(True, tf.TensorSpec([None])))
print(cf)
print(cf.structured_outputs)
print(cf(Nest(True, tf.constant([1.]))))
try: print(cf(Nest(False, tf.constant([1.]))))
except Exception as e: print(type(e).__name__, e)
try: print(cf(3))
except Exception as e: print(type(e).__name__, e)
try: tf.nest.assert_same_structure(n, Nest(False, [1, 2])); print('same')
except Exception as e: print(type(e).__name__, e)
try: tf.nest.assert_same_structure(n, Nest(True, [1])); print('same')
except Exception as e: print(type(e).__name__, e)
try: tf.nest.map_structure(lambda a, b: a, n, Nest(False, [1, 2])); print('same')
except Exception as e: print(type(e).__name__, e)
@tf.function
def g(n):
    return NN(n.v + 1)
try: print(g(NN(tf.constant(1))).v)
except Exception as e: print(type(e).__name__, e)
@tf.function
def w(x):
    n = Nest(True, x)
    while tf.reduce_sum(n.value) < 10.:
        n = Nest(True, n.value + 1)
    return n
try: print(w(tf.constant(1.)))
except Exception as e: print(type(e).__name__, e)
@tf.function
def c(x):
    if x > 0: n = Nest(True, x)
    else: n = Nest(True, -x)
    return n
try: print(c(tf.constant(1.)))
except Exception as e: print(type(e).__name__, e)
@tf.function
def h(f):
    return f(3)
import functools
def deco(fn):
    @functools.wraps(fn)
    def inner(x): return fn(x) + 100
    return inner
@deco
def k(x): return x + 1
print(h(k), k(3))
import collections
ud = collections.UserDict(a=1)
@tf.function
def u(d):
    print('t', type(d).__name__)
    return d['a'] + 1
print(u(ud)); ud['a'] = 3; print(u(ud), u({'a': 3}))
ud['a'] = tf.constant(3); print(u(ud)); ud['a'] = tf.constant(4); print(u(ud))
