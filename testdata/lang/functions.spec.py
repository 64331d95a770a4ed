def f(a, b=2, *args, c, d=4, **kw):
    return (a, b, args, c, d, sorted(kw.items()))
print(f(1, c=3))
print(f(1, 5, 6, 7, c=8, d=9, z=10, y=11))
print(f(*[1, 2, 3], **{'c': 4, 'q': 5}))
def g(a, b, /, c, *, d):
    return a + b + c + d
print(g(1, 2, 3, d=4), g(1, 2, c=3, d=4))
# ---
def f(a, b): pass
f(1)
# ---
def f(a, b, c): pass
f()
# ---
def f(a): pass
f(1, 2)
# ---
def f(a, b=1): pass
f(1, 2, 3)
# ---
def f(a, *, k): pass
f(1, 2, k=3)
# ---
def f(*, k, j): pass
f()
# ---
def f(a): pass
f(1, a=2)
# ---
def f(a): pass
f(b=2)
# ---
def f(a, /, b): pass
f(a=1, b=2)
# ---
def f(**kw): pass
f(**{'a': 1}, **{'a': 2})
# ---
def f(*a): return a
f(*3)
# ---
def f(**k): return k
f(**3)
# ---
f = 3
f()
# ---
def outer():
    x = 1
    def inner():
        nonlocal x
        x += 1
        return x
    return inner
i = outer()
print(i(), i(), i())
fs = [lambda n, k=k: n + k for k in range(3)]
print([h(10) for h in fs])
gs = [lambda: k for k in range(3)]
print([h() for h in gs])
# ---
def f():
    print(x)
    x = 1
f()
# ---
def f():
    def g():
        return y
    g()
    y = 1
f()
# ---
def deco(tag):
    def wrap(fn):
        def inner(*args, **kw):
            print(tag, fn.__name__, args, kw)
            return fn(*args, **kw)
        return inner
    return wrap
@deco('a')
@deco('b')
def f(x, y=1):
    """doc"""
    return x + y
print(f(1, y=2))
def documented():
    "The doc."
print(documented.__doc__, documented.__name__, documented.__qualname__, documented.__module__)
def outer():
    def inner(): pass
    return inner
print(outer().__qualname__)
def ann(a: int, b: str = 'x') -> float: ...
print(ann.__annotations__, ann.__defaults__)
# ---
def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)
print(fact(30))
def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
print(fib(100))
# ---
def rec(n):
    return rec(n + 1)
try:
    rec(0)
except RecursionError as e:
    print(type(e).__name__, e)
# ---
x = 10
def f():
    global x, newglobal
    x = 20
    newglobal = 5
f()
print(x, newglobal)
del newglobal
print(newglobal)
# ---
def f(a, lst=[]):
    lst.append(a)
    return lst
print(f(1), f(2), f(3, []))
print((lambda *a, **k: (a, k))(1, 2, x=3))
def swap(a, b): return b, a
x, y = swap(1, 2)
print(x, y)
(a, *b), c = [1, 2, 3], 4
print(a, b, c)
*a, b = range(4)
print(a, b)
a = b = c = 7
print(a, b, c)
if (n := len([1, 2, 3])) > 2:
    print(n)
print([y := 5, y ** 2])
