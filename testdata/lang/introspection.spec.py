# Cells, code objects and frames of generators.
def make(x, y=1):
    count = 0

    def step(a, /, b=2, *rest, key, **more):
        nonlocal count
        local = a + x
        count += 1
        return count, local
    return step


f = make(3)
print([c.cell_contents for c in f.__closure__], f.__code__.co_freevars, make.__code__.co_cellvars)
f(1, key=0)
print([c.cell_contents for c in f.__closure__])
f.__closure__[0].cell_contents = 10
print(f(1, key=0))
c = f.__code__
print(c.co_name, c.co_argcount, c.co_posonlyargcount, c.co_kwonlyargcount, c.co_varnames, c.co_nlocals, c.co_firstlineno)
print(c.co_qualname, c.co_filename, c.co_flags, make.__code__.co_flags, make.__code__ == make.__code__, c == make.__code__)
print(make(1).__code__ is not None, (lambda q: q).__code__.co_name, make.__code__.co_varnames)


def later():
    if False:
        z = 1
    return lambda: z


try:
    later().__closure__[0].cell_contents
except ValueError as e:
    print(e)


def numbers():
    yield 1
    yield 2


g = numbers()
print(g.gi_frame is None, g.gi_running, g.gi_frame.f_code.co_name)
list(g)
print(g.gi_frame)
# ---
# Classes of two layouts.
for bases in ((int, str), (float, int), (str, float), (dict, list), (int, bytes)):
    try:
        print(type("X", bases, {}))
    except TypeError as e:
        print(e)
class A(int): pass
class B(str): pass
try:
    class C(A, B): pass
except TypeError as e:
    print(e)
class D(bool.__mro__[1]): pass
print(D(3), D.__mro__)
# ---
import math
print([math.lgamma(x) for x in (10, 0.5, 100.5, -2.5, 1e-30, 1e10, 3, 1, 2)])
print([math.gamma(x) for x in (10, 0.5, 100.5, -2.5, 1e-30, 170.5, 3, 1, 23, 24, -0.5, 150.25)])
for f in (lambda: math.gamma(0), lambda: math.gamma(-1), lambda: math.gamma(200), lambda: math.lgamma(-3), lambda: math.lgamma(0)):
    try:
        print(f())
    except (ValueError, OverflowError) as e:
        print(type(e).__name__, e)
print(math.gamma(math.inf), math.lgamma(-math.inf), math.gamma(math.nan))
