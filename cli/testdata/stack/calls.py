"""Every way in which Python code can call itself: RecursionError, and the program goes on."""
import sys
def f(n): return f(n + 1)
def report(name, thunk):
    try:
        r = thunk()
        print(name, "ok", r if isinstance(r, (int, bool, str)) and len(str(r)) < 60 else type(r).__name__)
    except Exception as e:
        print(name, type(e).__name__)
report('function', lambda: f(0))
class Eq:
    def __eq__(self, o): return self == o
report('eq', lambda: Eq() == Eq())
class Rp:
    def __repr__(self): return repr(self)
report('repr', lambda: repr(Rp()))
class St:
    def __str__(self): return str(self)
report('str', lambda: str(St()))
class Ga:
    def __getattr__(self, n): return getattr(self, n + 'x')
report('getattr', lambda: Ga().a)
class Ga2:
    def __getattr__(self, n): return self.zzz
report('getattr2', lambda: Ga2().a)
class Gb:
    def __getattribute__(self, n): return self.zzz
report('getattribute', lambda: Gb().a)
class Ha:
    def __hash__(self): return hash(self)
report('hash', lambda: hash(Ha()))
class Lt:
    def __lt__(self, o): return sorted([self, o])[0] is self
report('lt', lambda: sorted([Lt(), Lt()]))
def key(x): return sorted([x, x], key=key)
report('sorted key', lambda: key(1))
def mapper(x): return list(map(mapper, [x]))
report('map', lambda: mapper(1))
def gen(n):
    yield from gen(n + 1)
report('yield from', lambda: next(gen(0)))
def gen2(n):
    for x in gen2(n + 1): yield x
report('gen for', lambda: list(gen2(0)))
class Ca: pass
Ca.__call__ = Ca()
report('call', lambda: Ca()())
class Bo:
    def __bool__(self): return bool(self)
report('bool', lambda: bool(Bo()))
class Le:
    def __len__(self): return len(self)
report('len', lambda: len(Le()))
class Ix:
    def __index__(self): return [1][self]
report('index', lambda: [1][Ix()])
class It:
    def __iter__(self): return iter(self)
report('iter', lambda: list(It()))
class Gi:
    def __getitem__(self, i): return self[i]
report('getitem', lambda: Gi()[0])
class Ad:
    def __add__(self, o): return self + o
report('add', lambda: Ad() + 1)
class Ra:
    def __radd__(self, o): return o + self
report('radd', lambda: 1 + Ra())
class Co:
    def __contains__(self, o): return o in self
report('contains', lambda: 1 in Co())
class Fo:
    def __format__(self, s): return f'{self}'
report('format', lambda: f'{Fo()}')
class Pr:
    @property
    def p(self): return self.p
report('property', lambda: Pr().p)
class De:
    def __get__(self, o, t): return o.d
class Dh:
    d = De()
report('descriptor', lambda: Dh().d)
class Ne:
    def __new__(cls): return cls()
report('new', lambda: Ne())
class In:
    def __init__(self): In()
report('init', lambda: In())
class En:
    def __enter__(self):
        with self: pass
    def __exit__(self, *a): pass
def w():
    with En(): pass
report('with', w)
report('lambda', lambda: (lambda g: g(g))(lambda g: g(g)))
def comp(n): return [comp(n + 1) for _ in range(1)]
report('comprehension', lambda: comp(0))
def dcomp(n): return {n: dcomp(n + 1) for _ in range(1)}
report('dict comprehension', lambda: dcomp(0))
def star(*a, **k): return star(*a, 1, **k)
report('star', lambda: star())
def tr(n):
    try:
        return tr(n + 1)
    finally:
        pass
report('finally', lambda: tr(0))
def cl(n):
    class A:
        x = cl(n + 1)
    return A
report('class body', lambda: cl(0))
def deco(f): return deco(deco)
report('deco', lambda: deco(1))
import functools, json, copy, itertools, operator, re
report('partial', lambda: functools.reduce(lambda a, b: f(0), [1, 2]))
@functools.lru_cache(None)
def cached(n): return cached(n + 1)
report('lru', lambda: cached(0))
@functools.total_ordering
class To:
    def __lt__(self, o): return self <= o
    def __eq__(self, o): return self == o
report('total_ordering', lambda: To() < To())
def ma(n):
    match n:
        case int(): return ma(n + 1)
report('match', lambda: ma(0))
class Sg:
    def __setattr__(self, k, v): self.x = v
report('setattr', lambda: setattr(Sg(), 'a', 1))
class Da:
    def __delattr__(self, k): del self.x
report('delattr', lambda: delattr(Da(), 'a'))
class Miss(dict):
    def __missing__(self, k): return self[k]
report('missing', lambda: Miss()[1])
class Inst(type): pass
def sub(n): return re.sub('a', lambda m: sub(n + 1), 'a')
report('re.sub', lambda: sub(0))
def fl(n): return list(filter(lambda x: fl(n+1), [1]))
report('filter', lambda: fl(0))
def mn(n): return max([1, 2], key=lambda x: mn(n + 1))
report('max', lambda: mn(0))
def rd(n): return functools.reduce(lambda a, b: rd(n + 1), [1, 2])
report('reduce', lambda: rd(0))
def ac(n): return list(itertools.accumulate([1, 2], lambda a, b: ac(n + 1)))
report('accumulate', lambda: ac(0))
def pt(n): return functools.partial(pt, n + 1)()
report('partial', lambda: pt(0))
def so(n): return [1].sort(key=lambda x: so(n + 1))
report('sort', lambda: so(0))
def fs(n): return f'{fs(n + 1)}'
report('fstring', lambda: fs(0))
def pc(n): return '%s' % pc(n + 1)
report('percent', lambda: pc(0))
class Sr:
    def __str__(self): return '%s' % self
report('percent str', lambda: str(Sr()))
class Sj:
    def __str__(self): return '{}'.format(self)
report('format str', lambda: str(Sj()))
def ac2(n): 
    assert ac2(n + 1)
report('assert', lambda: ac2(0))
def ex(n):
    try: raise ValueError
    except ValueError: return ex(n + 1)
report('except', lambda: ex(0))
