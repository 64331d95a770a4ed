class A:
    x = 1
    def __init__(self, v):
        self.v = v
    def get(self):
        return self.v
    @classmethod
    def make(cls, v):
        return cls(v)
    @staticmethod
    def stat(a, b):
        return a + b
    @property
    def double(self):
        return self.v * 2
    @double.setter
    def double(self, d):
        self.v = d // 2
    def __repr__(self):
        return f'A({self.v!r})'
class B(A):
    def __init__(self, v, w):
        super().__init__(v)
        self.w = w
    def get(self):
        return super().get() + self.w
a = A(3)
b = B(4, 5)
print(a, b, a.get(), b.get(), a.x, B.x, A.make(7), B.stat(1, 2))
a.double = 10
print(a.v, a.double, isinstance(b, A), issubclass(B, A), type(b).__name__, B.__mro__)
print(a.__dict__, vars(b))
A.x = 9
print(b.x)
# ---
class C:
    pass
c = C()
c.foo
# ---
class C:
    @property
    def p(self): return 1
C().p = 3
# ---
class C:
    __slots__ = ('a', 'b')
    def __init__(self): self.a = 1
c = C()
print(c.a)
c.b = 2
print(c.b)
c.z = 3
# ---
class C:
    attribute = 1
C.atribute
# ---
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    def __radd__(self, o): return V(o + self.x)
    def __sub__(self, o): return NotImplemented
    def __mul__(self, o): return V(self.x * o)
    def __neg__(self): return V(-self.x)
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __lt__(self, o): return self.x < o.x
    def __hash__(self): return hash(self.x)
    def __bool__(self): return self.x != 0
    def __len__(self): return 3
    def __getitem__(self, i): return (self.x, i)
    def __contains__(self, i): return i == self.x
    def __call__(self, *a, **k): return (self.x, a, k)
    def __iadd__(self, o): self.x += 100; return self
    def __str__(self): return f'V<{self.x}>'
    def __repr__(self): return f'V({self.x})'
    def __format__(self, spec): return f'[{spec}|{self.x}]'
    def __index__(self): return 2
    def __abs__(self): return abs(self.x)
    def __iter__(self): return iter([self.x, 1])
v = V(5)
print(v + V(1), v + 2, 3 + v, v * 2, -v, v == V(5), v != V(5), v < V(6), v > V(4), bool(V(0)), len(v), v[1], v[1:2], 5 in v, v(1, k=2))
v += 1
print(v, [v], f'{v:abc}', {v: 1}, abs(V(-3)), [10, 20, 30][V(0)], list(v), max(V(1), V(2)))
print(sum([V(1), V(2)], V(0)))
print(v - 1)
# ---
class D:
    def __get__(self, obj, owner): return ('get', obj is None, owner.__name__)
    def __set__(self, obj, v): print('set', v)
    def __delete__(self, obj): print('delete')
    def __set_name__(self, owner, name): print('name', owner.__name__, name)
class C:
    d = D()
c = C()
print(c.d, C.d)
c.d = 3
del c.d
class Base:
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        print('sub', cls.__name__, tag)
class S(Base, tag='t'): pass
print(S.tag)
class G:
    def __class_getitem__(cls, k): return (cls.__name__, k)
print(G[int], G[1, 2])
class Dyn:
    def __getattr__(self, n):
        if n.startswith('x'): return n.upper()
        raise AttributeError(n)
    def __setattr__(self, n, v):
        object.__setattr__(self, n, v * 2)
d = Dyn()
d.a = 4
print(d.a, d.xyz, hasattr(d, 'q'), getattr(d, 'q', 'default'))
class GA:
    def __getattribute__(self, n): return 'always ' + n
print(GA().anything)
# ---
class A:
    def f(self): return 'A'
class B(A):
    def f(self): return 'B' + super().f()
class C(A):
    def f(self): return 'C' + super().f()
class D(B, C):
    def f(self): return 'D' + super().f()
print(D().f(), [k.__name__ for k in D.__mro__])
class X(A, B): pass
# ---
class L(list):
    def total(self): return sum(self)
l = L([1, 2, 3])
l.append(4)
l.name = 'n'
print(l, l.total(), len(l), l.name, isinstance(l, list), l[1:])
class D(dict):
    def __missing__(self, k): return k * 2
d = D(a=1)
print(d['a'], d['b'], d, len(d))
class I(int):
    def __add__(self, o): return I(int(self) + o + 100)
print(I(3) + 4, I(5) * 2, type(I(3) + 4).__name__, I(7))
class S(str):
    def shout(self): return self.upper() + '!'
print(S('abc').shout(), S('x') + 'y', len(S('four')), S('k') in {'k': 1})
class T(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def first(self): return self[0]
t = T(1, 2)
print(t, t.first, t == (1, 2), hash(t) == hash((1, 2)))
class F(float): pass
print(F(1.5) + 1, repr(F(2.5)))
class E(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.code = b
try:
    raise E('m', 3)
except E as e:
    print(e, e.args, e.code, repr(e))
# ---
T = type('T', (object,), {'x': 1, 'm': lambda self: self.x})
print(T().m(), T.__name__)
class Counter:
    n = 0
    def __init__(self): Counter.n += 1
    def __del__(self): Counter.n -= 1
a = Counter(); b = Counter()
print(Counter.n)
del a
print(Counter.n)
b = None
print(Counter.n)
print(type(3), type('x'), type(None), type(print), type(Counter), type(lambda: 0), type(Counter()).__qualname__)
o = object()
print(type(o), callable(o), callable(print))
print(NotImplemented, Ellipsis, ...)
# ---
class W:
    def __enter__(self): print('enter'); return 'val'
    def __exit__(self, t, v, tb): print('exit', t.__name__ if t else None, v); return t is ValueError
with W() as w:
    print(w)
with W():
    raise ValueError('swallowed')
with W() as a, W() as b:
    print(a, b)
def f():
    with W():
        return 'returned'
print(f())
with W():
    raise KeyError('k')
# ---
with 3:
    pass
# ---
class C:
    def m(self): pass
C.m()
# ---
class C:
    def __init__(self, a): pass
C()
# ---
class C: pass
C(1)
# ---
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
class B(A):
    def f(self): return 1
print(B().f())
A()
