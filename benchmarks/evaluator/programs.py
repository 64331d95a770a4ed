"""Plain Python work, each kind in a function: what the evaluator is measured by. Run by run.py under CPython and
`tracepack exec`; prints a line for each: its name and the best CPU time of five runs in milliseconds."""
import time


def plain_loop():
    i = 0
    s = 0
    while i < 500000:
        if i % 3 == 0:
            s = s + i
        else:
            s = s - 1
        i = i + 1
    return s


def add(a, b):
    return a + b


def function_calls():
    s = 0
    for i in range(200000):
        s = add(s, i)
    return s


def default_and_keyword_calls():
    def f(a, b=2, *, c=3):
        return a + b + c
    s = 0
    for i in range(100000):
        s = f(s, c=i)
    return s


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def recursion():
    return fib(21)


class Point:
    def __init__(self, x):
        self.x = x
        self.y = 0

    def move(self, d):
        self.x += d
        return self.x


def method_calls():
    p = Point(1)
    for i in range(200000):
        p.move(i)


def attribute_access():
    p = Point(1)
    for i in range(200000):
        p.y = p.x + i


def instances():
    for i in range(100000):
        Point(i)


def dict_work():
    d = {}
    for i in range(100000):
        d[i] = i
    s = 0
    for i in range(100000):
        s += d[i]
    for k, v in d.items():
        s += v
    counts = {}
    for i in range(100000):
        k = 'abcdefgh'[i % 8]
        counts[k] = counts.get(k, 0) + 1
    return s


def list_work():
    items = []
    for i in range(150000):
        items.append(i)
    s = 0
    for x in items:
        s += x
    for i in range(len(items)):
        items[i] = items[i] + 1
    return sum([x * 2 for x in items])


def generators():
    def count(n):
        i = 0
        while i < n:
            yield i
            i += 1
    s = 0
    for x in count(150000):
        s += x
    return s


def floats():
    x = 0.5
    for i in range(250000):
        x = x * 1.0000001 + 0.5 / (1.0 + x)
    return x


def strings():
    parts = []
    for i in range(50000):
        parts.append(f'{i}:{i * 2}')
    return len(','.join(parts))


def try_blocks():
    n = 0
    for i in range(150000):
        try:
            n += i
        except ValueError:
            n -= 1
    return n


for work in (plain_loop, function_calls, default_and_keyword_calls, recursion, method_calls, attribute_access, instances,
             dict_work, list_work, generators, floats, strings, try_blocks):
    best = 1e9
    for _ in range(5):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    print(work.__name__, round(best * 1e3, 2))
