def g(n):
    for i in range(n):
        x = yield i * 2
        if x: print('got', x)
    return 'done'
it = g(3)
print(next(it), it.send('hello'), next(it))
try: next(it)
except StopIteration as e: print(e.value)
def sub():
    r = yield from g(2)
    print('r', r)
    yield 'after'
print(list(sub()))
def nested():
    yield (yield (yield 1))
it = nested()
print(next(it), it.send('a'), it.send('b'))
def tr():
    try:
        yield 1
        yield 2
    except ValueError as e:
        print('caught', e)
        yield 'handled'
    finally:
        print('finally')
it = tr()
print(next(it), it.throw(ValueError('thrown')))
print(list(it))
it = tr(); next(it); it.close()
it = tr(); next(it); del it
def w():
    class CM:
        def __enter__(self): print('enter'); return self
        def __exit__(self, *a): print('exit', a[0])
    with CM() as c:
        yield 1
        yield 2
    yield 3
print(list(w()))
it = w(); next(it); it.close()
def whiles():
    n = 0
    while n < 3:
        if n % 2 == 0:
            yield n
        else:
            yield -n
        n += 1
    else:
        yield 'else'
print(list(whiles()))
def exprs():
    x = [(yield 'a'), (yield 'b')]
    y = {'k': (yield 'c')}
    z = (yield 'd') + (yield 'e')
    w = f"{(yield 'f')}!"
    return (x, y, z, w, (yield 'g') if (yield 'h') else None)
it = exprs(); next(it)
try:
    for v in (1, 2, 3, 4, 5, 6, 7, 8): print(it.send(v))
except StopIteration as e: print(e.value)
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
import itertools
print(list(itertools.islice(fib(), 10)))
def countdown(n):
    while n:
        yield n
        n -= 1
print(sum(countdown(10)), max(countdown(5)), sorted(countdown(4)))
print(any(x > 3 for x in countdown(5)), all(x > 0 for x in countdown(5)))
ge = (x for x in range(3))
print(next(ge), list(ge), list(ge))
print([*map(lambda a, b: a + b, [1, 2], [3, 4])], list(zip('ab', range(5))), list(enumerate('xy', 1)), list(filter(None, [0, 1, 2])), list(reversed([1, 2, 3])))
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
print(list(It()), [*It()], sum(It()))
class Seq:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(Seq()), 10 in Seq())
def inner():
    try:
        yield 1
    except GeneratorExit:
        print('exit'); raise
    finally:
        print('inner finally')
def outer():
    yield from inner()
o = outer(); next(o); o.close()
def mt(v):
    match v:
        case [a, b]:
            yield a
            yield b
        case _: yield 'other'
print(list(mt([1, 2])), list(mt(3)))
def aug():
    t = 1
    t += yield t
    yield t
a = aug(); print(next(a), a.send(10))
def rets():
    return (yield 1)
r = rets(); next(r)
try: r.send('v')
except StopIteration as e: print(e.value)
# ---
def g():
    yield 1
it = g()
it.send(5)
# ---
def g():
    raise StopIteration
    yield
next(g())
# ---
def g():
    yield 1
next(3)
# ---
it = iter([])
next(it)
# ---
def g():
    try: yield 1
    except GeneratorExit: yield 2
it = g(); next(it)
it.close()
