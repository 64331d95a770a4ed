# the library: itertools_functools
from itertools import *
import itertools, operator, functools
from functools import *
print(list(islice(count(5), 3)), list(islice(count(1, 2), 3)), list(islice(cycle('ab'), 5)), list(repeat(1, 3)), count(3), count(1, 2), repeat(5), repeat(5, 2))
print(list(accumulate([1,2,3])), list(accumulate([1,2,3], operator.mul)), list(accumulate([1,2], initial=10)), list(chain('ab', [1])), list(chain.from_iterable([[1],[2,3]])))
print(list(compress('abcd', [1,0,1,0])), list(dropwhile(lambda x: x<3, range(6))), list(takewhile(lambda x: x<3, range(6))), list(filterfalse(None, [0,1,2])), list(starmap(pow, [(2,3),(3,2)])), list(zip_longest('ab', 'c', fillvalue='-')), list(pairwise([1,2,3])))
print([(k, list(g)) for k, g in groupby('aabbbc')], [(k, len(list(g))) for k, g in groupby([1,3,2,4], lambda x: x % 2)])
a, b = tee([1,2,3]); print(list(a), list(b)); print(list(product('ab', [1,2])), list(product([0,1], repeat=2)), list(product()), list(permutations('abc', 2)), list(permutations([1,2])), list(combinations('abcd', 2)), list(combinations_with_replacement('ab', 2)))
print(list(islice(range(10), 2, 8, 3)), list(islice('abc', None)), list(islice('abcdef', 1, None, 2)))
for f in [lambda: islice([1], -1), lambda: list(islice([1], 1, 2, 0)), lambda: count('a'), lambda: product([1], repeat=-1), lambda: permutations([1], -1), lambda: repeat(), lambda: next(chain())]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(reduce(lambda a, b: a * b, [1,2,3,4]), reduce(operator.add, [], 5))
try: reduce(operator.add, [])
except TypeError as e: print(e)
p = partial(int, base=2); print(p('101'), p.func, p.args, p.keywords, partial(print, 1, sep='-'), partial(p, '11')())
p.x = 5; print(p.x)
@lru_cache(maxsize=2)
def f(x):
    "doc"
    print('call', x); return x * 2
print(f(1), f(1), f(2), f(3), f(1), f.cache_info(), f.__name__, f.__doc__, f.__wrapped__(9), f.cache_parameters()); f.cache_clear(); print(f.cache_info())
@cache
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(80), fib.cache_info())
@total_ordering
class T:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
print(T(1) <= T(2), T(1) >= T(2), T(2) > T(1))
class C:
    n = 0
    @cached_property
    def val(self):
        C.n += 1; return C.n
    def m(self, a, b): return (a, b)
    pm = partialmethod(m, 1)
c = C(); print(c.val, c.val, C.n, c.__dict__, c.pm(2))
@singledispatch
def g(x): return 'obj'
@g.register
def _(x: int): return 'int'
@g.register(str)
def _(x): return 'str'
print(g(1), g('a'), g([]), g(True), g.dispatch(int).__name__)
def deco(fn):
    @wraps(fn)
    def inner(*a): return fn(*a)
    return inner
@deco
def named(a: int) -> str:
    "docs"
print(named.__name__, named.__doc__, named.__annotations__, named.__qualname__, named.__wrapped__.__name__)
print(sorted([3,1,2], key=cmp_to_key(lambda a, b: b - a)))
print(operator.itemgetter(1)([1,2]), operator.itemgetter(0, 2)('abc'), operator.attrgetter('real')(5), operator.methodcaller('upper')('a'), operator.itemgetter(1), operator.attrgetter('a.b', 'c'), operator.methodcaller('f', 1, k=2), operator.concat([1],[2]), operator.contains([1], 1), operator.countOf([1,1], 1), operator.index(True), operator.not_(0), operator.truediv(1, 2))
class SD:
    @singledispatchmethod
    def f(self, x): return 'o'
    @f.register
    def _(self, x: int): return 'i'
print(SD().f(1), SD().f('a'))
