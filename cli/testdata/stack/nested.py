"""Values nested 5000 deep, and ones that hold themselves: printed, compared, hashed, copied, dropped."""
def report(name, thunk):
    try:
        r = thunk()
        print(name, "ok", r if isinstance(r, (int, bool, str)) and len(str(r)) < 60 else type(r).__name__)
    except Exception as e:
        print(name, type(e).__name__)
def nest(n, make):
    x = make(None)
    for _ in range(n): x = make(x)
    return x
import json, copy
N = 5000
L = nest(N, lambda x: [x]); L2 = nest(N, lambda x: [x])
T = nest(N, lambda x: (x,)); T2 = nest(N, lambda x: (x,))
D = nest(N, lambda x: {1: x}); D2 = nest(N, lambda x: {1: x})
report('repr list', lambda: repr(L))
report('repr tuple', lambda: repr(T))
report('repr dict', lambda: repr(D))
report('str list', lambda: str(L))
report('f list', lambda: f'{L}')
report('print', lambda: print(L))
report('eq list', lambda: L == L2)
report('eq tuple', lambda: T == T2)
report('eq dict', lambda: D == D2)
report('lt list', lambda: L < L2)
report('lt tuple', lambda: T < T2)
report('hash tuple', lambda: hash(T) == hash(T2))
report('in', lambda: L in [L2])
report('index', lambda: [L].index(L2))
report('count', lambda: [L].count(L2))
report('remove', lambda: [L].remove(L2))
report('deepcopy', lambda: copy.deepcopy(L))
report('json', lambda: json.dumps(L))
report('json loads', lambda: json.loads('[' * N + ']' * N))
report('sum', lambda: sorted([L, L2]))
report('max', lambda: max([L, L2]))
F = nest(N, lambda x: frozenset([x]))
report('hash frozenset', lambda: hash(F) != 1)
report('repr frozenset', lambda: repr(F))
C = []; C.append(C)
print(C)
report('eq cyclic', lambda: C == [[C]] and C == [C])
E1 = []; E1.append(E1)
report('eq cyclic 2', lambda: C == E1)
report('hash', lambda: hash((C,)))
d = {}; d[1] = d
print(d)
class Node:
    def __init__(self, n): self.next = n
    def __eq__(self, o): return self.next == o.next
    def __repr__(self): return 'Node(%r)' % self.next
    def __hash__(self): return hash(self.next)
A = nest(N, Node); B = nest(N, Node)
report('obj eq', lambda: A == B)
report('obj repr', lambda: repr(A))
report('obj hash', lambda: hash(A))
import dataclasses
@dataclasses.dataclass(frozen=True)
class Dc:
    next: object
A = nest(N, Dc); B = nest(N, Dc)
report('dc eq', lambda: A == B)
report('dc repr', lambda: repr(A))
report('dc hash', lambda: hash(A))
report('asdict', lambda: dataclasses.asdict(A))
from collections import namedtuple, OrderedDict, deque
P = namedtuple('P', 'x')
A = nest(N, P); B = nest(N, P)
report('nt eq', lambda: A == B)
report('nt repr', lambda: repr(A))
A = nest(N, lambda x: deque([x])); B = nest(N, lambda x: deque([x]))
report('deque eq', lambda: A == B)
report('deque repr', lambda: repr(A))
A = nest(N, lambda x: OrderedDict(a=x)); B = nest(N, lambda x: OrderedDict(a=x))
report('od eq', lambda: A == B)
report('od repr', lambda: repr(A))
report('isinstance', lambda: isinstance(1, nest(N, lambda x: (x or str,))))
report('issubclass', lambda: issubclass(int, nest(N, lambda x: (x or str,))))
def gens(n):
    g = iter([1])
    for _ in range(n): g = (x for x in g)
    return g
report('gens', lambda: list(gens(N)))
def maps(n):
    g = iter([1])
    for _ in range(n): g = map(int, g)
    return g
report('maps', lambda: list(maps(N)))
def fn(n):
    f = lambda: 1
    for _ in range(n): f = (lambda g: lambda: g())(f)
    return f
report('closures', lambda: fn(N)())
import functools
def parts(n):
    f = lambda: 1
    for _ in range(n): f = functools.partial(lambda g: g(), f)
    return f
report('partials', lambda: parts(N)())
import itertools
def chains(n):
    g = iter([1])
    for _ in range(n): g = itertools.chain(g, [])
    return g
report('chains', lambda: list(chains(N)))
def excs(n):
    e = None
    for i in range(n):
        x = ValueError(i)
        x.__cause__ = e
        e = x
    return e
report('exc chain', lambda: excs(N))
def ctx(n):
    try:
        if n == 0: raise ValueError
        ctx(n - 1)
    except ValueError:
        raise ValueError(n)
report('exc context', lambda: ctx(300))
def mro(n):
    c = object
    for i in range(n): c = type('C', (c,), {})
    return c
report('class chain', lambda: mro(2000)().x)
class W:
    pass
w = None
for i in range(N):
    n = W(); n.w = w; w = n
del w, n
w = W(); x = w
for i in range(N):
    n = W(); n.w = x; x = n
w.w = x
del w, x, n
import gc
gc.collect()
report('any', lambda: all([True]))
s = slice(None)
for _ in range(N): s = slice(s)
report('slice repr', lambda: repr(s))
report('slice eq', lambda: s == s)
print('end')
