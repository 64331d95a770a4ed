# objects of a spec in the hands of builtin functions; descriptors, generators, unpacking
# protocols, generators, iterators, classes, formatting in f-strings
import sys
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))
    __radd__ = __add__
    def __repr__(self): return f'V({self.x})'
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __hash__(self): return hash(self.x)
    def __lt__(self, o): return self.x < o.x
    def __bool__(self): return self.x != 0
    def __len__(self): return self.x
    def __getitem__(self, i):
        if isinstance(i, slice): return ('slice', i.start, i.stop, i.step)
        if i >= self.x: raise IndexError(i)
        return i * i
    def __contains__(self, v): return v == 7
    def __call__(self, *a, **k): return (a, k)
    def __format__(self, s): return f'<{s}>'
    def __divmod__(self, o): return ('dm', o)
    def __rdivmod__(self, o): return ('rdm', o)
    def __round__(self, n=None): return ('round', n)
    def __abs__(self): return 'abs'
    def __index__(self): return self.x
    def __int__(self): return self.x
    def __float__(self): return float(self.x)
    def __complex__(self): return complex(self.x, 1)
    def __reversed__(self): return iter(['rev'])
    def __neg__(self): return V(-self.x)
    def __matmul__(self, o): return 'mm'
    def __pow__(self, o, m=None): return ('pow', o, m)
    def __rpow__(self, o): return ('rpow', o)
    def __length_hint__(self): return 3
    def __dir__(self): return ['b', 'a']
    def __bytes__(self): return b'V'
    def __trunc__(self): return 9
    def __floor__(self): return 'fl'
    def __ceil__(self): return 'ce'
v = V(3)
import math
print(v + 1, 1 + v, sum([v, v], V(0)), v == V(3), {v: 1}[V(3)], sorted([V(2), V(1)]), bool(V(0)), len(v), list(v), v[1:2], v[::3], 7 in v, 8 in v, v(1, a=2), f'{v:abc}', format(v, 'q'), divmod(v, 2), divmod(2, v), round(v), round(v, 2), abs(v), hex(v), [1,2,3,4][v], int(v), float(v), complex(v), list(reversed(v)), -v, v @ 1, v ** 2, pow(v, 2, 5), 2 ** v, dir(v), bytes(v), math.trunc(v), math.floor(v), math.ceil(v), max(V(1), V(5)), min([V(4), V(2)]), range(V(3)), 'a' * v, [0] * v, '%d' % v, '%x' % v, '%s' % v, '{0:z} {0!r} {0!s}'.format(v), chr(V(65)), any([V(0), V(1)]), all([V(0)]))
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), tuple(It()), sum(It()), max(It()), [*It()], dict(zip('abc', It())), set(It()) == {1,2,3}, list(enumerate(It(), 5)), list(map(lambda a, b: a + b, It(), It())), list(filter(lambda x: x > 1, It())), sorted(It(), key=lambda x: -x), ','.join(map(str, It())), 2 in It(), next(iter(It())), next(iter([]), 'dflt'))
class Meth:
    @staticmethod
    def s(x): return x
    @classmethod
    def c(cls, x): return (cls.__name__, x)
    @property
    def p(self): "doc p"; return 5
    @p.setter
    def p(self, v): print('set', v)
    @p.deleter
    def p(self): print('del')
m = Meth(); print(m.s(1), Meth.s(2), m.c(3), Meth.c(4), m.p, Meth.p.__doc__); m.p = 6; del m.p
for f in [lambda: setattr(m, 'p', 1), lambda: Meth().nope, lambda: Meth.nope, lambda: object().x, lambda: m.s(), lambda: m.c()]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class RO:
    @property
    def r(self): return 1
try: RO().r = 2
except AttributeError as e: print(e)
try: del RO().r
except AttributeError as e: print(e)
def gen():
    x = yield 1
    print('got', x)
    try: y = yield 2
    except ValueError as e: print('err', e); y = yield 'recovered'
    return 'done'
g = gen(); print(next(g), g.send('hi'), g.throw(ValueError('boo')), g.gi_running if hasattr(g, 'gi_running') else False)
try: next(g)
except StopIteration as e: print('stop', e.value)
def outer():
    r = yield from gen2(); print('r', r)
def gen2():
    yield 'a'; return 'ret'
print(list(outer()), (i for i in range(3)).__next__(), type(g).__name__, gen.__name__)
T = type('T', (V,), {'y': 5, 'm': lambda self: self.y}); t = T(2); print(T.__name__, t.m(), T.__mro__[1].__name__, isinstance(t, V), T.__bases__, t.__class__.__name__, t.__dict__, vars(t))
print([x for x in dir(object) if x in ('__init__', '__repr__', '__eq__')], hasattr(t, 'y'), getattr(t, 'zz', 'd'), callable(t), callable(5), isinstance(True, int), issubclass(bool, (str, int)), type(5) is int, id(t) == id(t))
print(object.__repr__(5)[:17], str.__len__('abc'), int.__add__(1, 2), list.__contains__([1], 1), dict.__getitem__({'a': 1}, 'a'), 'a'.__eq__('a'), (5).__lt__(6), [].__class__, {}.__len__(), 'abc'.__getitem__(1), (1).__bool__(), 'x'.__add__('y'), [1].__iter__().__next__(), (3).__index__(), 1.5.__int__(), {1}.__contains__(1))
a, *b, c = 1, 2, 3, 4; print(a, b, c); x, (y, z) = 1, (2, 3); print(x, y, z); [p, q] = 'ab'; print(p, q); print(*[1, 2], *'ab', sep='-'); print({**{'a': 1}, 'b': 2}, [*range(3)], (*'ab',))
for f in [lambda: (lambda a, b: 0)(*[1]), lambda: exec('a, b = 1') if 0 else None]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = 1, 2
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: a, *b, c = [1]
except ValueError as e: print(e)
w = 10; pr = 3; val = 3.14159; s = 'str'
print(f'{val:{w}.{pr}f}|{s!r:>{w}}|{s:*^9}|{val=}|{val = :.2f}|{w!s}|{ {"a": 1}["a"] }|{"q" if w else 1}|{w:>5}{w:<5}|{1_000_000:,}|{255:#x}|{0.5:%}|{-5:+}|{None}|{[1,2]!s:>8}|{True:d}|{True}|{1e10:g}|{s[0]}{s[-1]}')
print(min('abc', key=lambda c: -ord(c)), max({'a': 3, 'b': 9}.items(), key=lambda kv: kv[1]), sum([[1], [2]], []), list(zip(*[(1, 2), (3, 4)])), dict(enumerate('ab')), sorted([(2, 'a'), (1, 'b')], key=lambda t: t[1]), [1, 2, 3][::-1], 'hello'[1:-1], list('hello')[::2], (1, 2) + (3,), [1] * 3, 3 in [1, 2, 3], not [], None or 'x', 0 and 1)
l = [5, 3, 8, 1]; l.sort(); print(l); l.sort(key=lambda x: -x); print(l); l.reverse(); l.insert(1, 99); l.extend([7]); print(l, l.pop(), l.pop(0), l.index(99), l.count(3)); del l[0]; l[0:1] = [4, 4]; print(l); l[::2] = ['x'] * len(l[::2]); print(l); l.remove('x'); l.clear(); print(l, [1, 2].copy())
try: [1,2,3][::2] = [1]
except Exception as e: print(e)
try:
    l = [1,2,3,4]; l[::2] = [1]
except ValueError as e: print(e)
d = {'a': 1, 'b': 2}; d |= {'c': 3}; print(d, d | {'a': 9}, d.keys() & {'a', 'z'}, d.keys() | {'q'}, d.items() - {('a', 1)}, d.keys() ^ {'a'}, d.keys() - {'a'}, d.pop('a'), d.pop('zz', 0), d.setdefault('n', 5), d.popitem(), list(reversed(d)), dict.fromkeys('ab', 0), d == {'b': 2, 'c': 3}, d.get('b'), 'b' in d, len(d), d.values(), list(d.values()), d.keys().isdisjoint(['z']), d.items(), {'x': d}.copy())
try:
    for k in d: d['new'] = 1
except RuntimeError as e: print(e)
s = {3, 1, 2}; s |= {5}; s &= {1, 5, 3}; s -= {3}; s ^= {9}; print(s, s < {1, 5, 9, 10}, s <= s, s > {1}, s.isdisjoint({2}), {1, 2}.union([3], (4,)), {1, 2, 3}.intersection([1, 2], [2]), {1, 2}.difference([1]), {1, 2}.symmetric_difference([2, 3]), frozenset([1]) | {2}, {1} | frozenset([2]), frozenset([1, 2]) == {1, 2}, hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {1}.issubset([1, 2]), {1, 2}.issuperset([1]), s.copy() == s, len(s), sorted(s), s.pop() in (1, 5, 9))
try:
    for k in s: s.add(100 + k)
except RuntimeError as e: print(e)
print(int.from_bytes(b'\x01\x02', 'little'), (1000).to_bytes(2, 'big'), (-2).to_bytes(2, 'little', signed=True), int.from_bytes(b'\xff', 'big', signed=True), (255).bit_length(), (0.75).as_integer_ratio(), (10).conjugate(), (3).real, (3).imag, (3).numerator, 3.0.is_integer(), 1.5.hex(), float.fromhex('0x1.8p0'), (1.5).real, bin(-5), 0b101, int('ff', 16), int('0b11', 0), float('1e3'), float('inf'), float('-nan') != 0, int(' 12 '), int('-5'), complex('1+2j'), 1j * 1j, abs(3+4j), (1+2j).conjugate(), 1j ** 2, (1+2j) / (3-1j), complex(1), repr(-0j), 2j == 2j, str(1e22), round(1.005, 2), round(-1.5), round(0.5), round(1234.5678, -2), 7 // -2, -7 % 3, 7.5 // 2, -7.5 % 2, divmod(-7.5, 2), 2 ** 0.5, 10 ** -2)
