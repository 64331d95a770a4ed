def f(n):
    try:
        if n == 0: raise ValueError('v')
        if n == 1: raise KeyError('k')
        if n == 2: return 'ret'
        print('body')
    except ValueError as e:
        print('caught', e)
        return 'handler'
    except (KeyError, TypeError) as e:
        print('key', e, type(e).__name__)
    else:
        print('else')
    finally:
        print('finally')
    return 'end'
for i in range(4): print(f(i))
try:
    try:
        raise ValueError('a')
    except ValueError as e:
        raise TypeError('b') from e
except TypeError as e:
    print(repr(e.__cause__), e.__suppress_context__, repr(e.__context__))
try:
    try:
        raise ValueError('a')
    finally:
        print('cleanup')
except ValueError:
    print('outer')
def g():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print(i)
        finally:
            print('f', i)
g()
def h():
    try:
        return 1
    finally:
        return 2
print(h())
def k():
    while True:
        try:
            1 / 0
        except ZeroDivisionError:
            break
    return 'k'
print(k())
class MyError(Exception): pass
class Sub(MyError): pass
try:
    raise Sub('x', 1)
except MyError as e:
    print(type(e), e, e.args)
try:
    e
except NameError as err:
    print(err)
try:
    raise KeyError('missing key')
except LookupError as e:
    print(e, str(e), repr(e))
try: [].pop()
except IndexError as e: print(e)
try: {}['x']
except KeyError as e: print(e, e.args)
try: raise StopIteration(3)
except StopIteration as e: print(e.value)
import sys
try:
    raise OSError(2, 'No such file', 'name.txt')
except FileNotFoundError as e:
    print(e, e.errno, e.strerror, e.filename)
e = ValueError('noted'); e.add_note('a note')
print(e.__notes__)
# ---
def a(): b()
def b(): c()
def c(): raise RuntimeError('deep')
a()
# ---
try:
    1 / 0
except ZeroDivisionError:
    raise ValueError('second')
# ---
try:
    1 / 0
except ZeroDivisionError as e:
    raise ValueError('second') from e
# ---
try:
    1 / 0
except ZeroDivisionError:
    raise ValueError('second') from None
# ---
def f():
    try:
        1 / 0
    except ZeroDivisionError:
        raise
f()
# ---
def f():
    try:
        1 / 0
    finally:
        print('fin')
f()
# ---
e = ValueError('noted')
e.add_note('one')
e.add_note('two')
raise e
# ---
def r(n):
    if n == 0: raise ValueError('bottom')
    r(n - 1)
r(10)
# ---
def f(x):
    return (x + 1) * g(x)[0] + x.attr
def g(x):
    return [x]
print(f(1))
# ---
def f(a, b):
    return a + b
x = f(1,
      'a')
# ---
x = {'a': {'b': None}}
print(x['a']['b']['c'])
# ---
class A:
    def m(self, v):
        return v.missing.other
A().m(3)
# ---
def gen():
    yield 1
    raise ValueError('in gen')
for x in gen():
    print(x)
# ---
[1 / x for x in [1, 0]]
# ---
list(1 / x for x in [1, 0])
# ---
(lambda: 1 / 0)()
# ---
print('before'); import sys; sys.exit(3)
# ---
import sys
sys.exit('message')
# ---
try:
    raise ValueError('x')
except 3:
    pass
# ---
raise KeyError('k') from 5
# ---
class E(Exception):
    def __str__(self): return 'custom text'
raise E()
# ---
raise SystemExit
# ---
é = 'ünïcode'
print(é); print(é.foo, é)
# ---
try:
    import traceback
    def f(): raise ValueError('tb')
    f()
except ValueError:
    traceback.print_exc()
# ---
def f():
    raise
f()
