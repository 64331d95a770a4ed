"""Ten small programs of plain Python, each of several kinds of work at once: a loop over a grid, calls, dicts and lists,
building text, classes, generators, exceptions, comprehensions, sorting, closures. Printed as by programs.py."""
import time


def loop_sieve():
    n = 60000
    prime = [True] * n
    count = 0
    for i in range(2, n):
        if prime[i]:
            count += 1
            for k in range(i * i, n, i):
                prime[k] = False
    grid = [[0] * 60 for _ in range(60)]
    for step in range(12):
        for y in range(1, 59):
            row = grid[y]
            for x in range(1, 59):
                row[x] = (grid[y - 1][x] + row[x - 1] + x * y + step) % 97
    return count + grid[58][58]


def calls_nested():
    def clamp(x, low=0, high=255):
        return low if x < low else high if x > high else x

    def mix(a, b, *, weight=3):
        return clamp((a * weight + b) // (weight + 1))

    def gcd(a, b):
        return a if b == 0 else gcd(b, a % b)

    def total(*values):
        s = 0
        for v in values:
            s += v
        return s
    s = 0
    for i in range(15000):
        s += mix(i % 300, s % 100) + total(i, 1, 2) + gcd(i, 24)
        s = mix(s, i, weight=2)
    return s


def dicts_and_lists():
    text = 'the quick brown fox jumps over the lazy dog and the cat sat on the mat with a hat'.split()
    counts, index = {}, {}
    for turn in range(400):
        for at, word in enumerate(text):
            counts[word] = counts.get(word, 0) + at
            index.setdefault(word, []).append(turn)
            if len(index[word]) > 20:
                index[word].pop()
    pairs = {}
    for a in text:
        for b in text:
            for _ in range(8):
                key = (a, b)
                if key in pairs:
                    pairs[key] += 1
                else:
                    pairs[key] = 1
    queue, seen = [(0, 0)], set()
    while queue:
        x, y = queue.pop()
        if (x, y) in seen or x > 40 or y > 40:
            continue
        seen.add((x, y))
        queue.append((x + 1, y))
        queue.append((x, y + 1))
    return len(counts) + len(pairs) + len(seen)


def text_building():
    out = []
    for i in range(6000):
        name = 'item' + str(i)
        line = f'{name:>10}|{i:05d}|{i / 7:.3f}'
        if line.startswith(' ') and line.endswith('0'):
            line = line.strip().upper()
        out.append(line.replace('|', ';'))
    text = '\n'.join(out)
    total = 0
    for line in text.split('\n'):
        a, b, c = line.split(';')
        total += int(b) + len(a) + (c.find('.') if '.' in c else 0)
    s = ''
    for i in range(4000):
        s += chr(97 + i % 26)
    vowels = 0
    for c in s:
        if c in 'aeiou':
            vowels += 1
    return total + vowels


class Shape:
    sides = 0

    def __init__(self, name):
        self.name = name

    def area(self):
        return 0

    @property
    def label(self):
        return self.name

    def __lt__(self, other):
        return self.area() < other.area()


class Square(Shape):
    sides = 4

    def __init__(self, size):
        super().__init__('square')
        self.size = size

    def area(self):
        return self.size * self.size


class Vector:
    __slots__ = ('x', 'y')

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)

    def __eq__(self, other):
        return self.x == other.x and self.y == other.y


def classes():
    total, v = 0, Vector(0, 0)
    for i in range(12000):
        shape = Square(i % 50) if i % 3 else Shape('plain')
        total += shape.area() + shape.sides + len(shape.label)
        v = v + Vector(1, i) * 2
        if v == Vector(0, 0) or shape < Square(1):
            total += 1
    return total + v.y


def generator_chains():
    def numbers(n):
        for i in range(n):
            yield i

    def evens(it):
        for x in it:
            if x % 2 == 0:
                yield x

    def both(n):
        yield from numbers(n)
        yield from evens(numbers(n))

    def average():
        total = count = 0
        value = None
        while True:
            value = yield value
            total += value
            count += 1
            value = total / count
    s = 0
    for x in both(25000):
        s += x
    a = average()
    next(a)
    for x in evens(numbers(20000)):
        s += a.send(x)
    return s + sum(x * x for x in numbers(20000) if x % 3)


def exceptions_raised():
    class Bad(ValueError):
        def __init__(self, value):
            super().__init__(value)
            self.value = value

    def check(i):
        if i % 4 == 0:
            raise Bad(i)
        if i % 7 == 0:
            return {}['no']
        return i
    caught = 0
    for i in range(16000):
        try:
            caught += check(i)
        except Bad as error:
            caught += error.value % 3
        except (KeyError, IndexError):
            caught -= 1
        finally:
            caught += 1
    return caught


def comprehensions():
    s = 0
    for turn in range(30):
        squares = [x * x for x in range(400)]
        odd = {x for x in squares if x % 2}
        index = {x: i for i, x in enumerate(squares)}
        table = [[a * b for a in range(15)] for b in range(15)]
        flat = [c for row in table for c in row if c % 3]
        s += sum(squares) + len(odd) + index[100] + len(flat) + sum(a + b for a, b in zip(squares, flat))
        s += len(list(map(lambda v: v + 1, squares))) + any(x > 9999999 for x in squares)
    return s


def sorting():
    state, items = 12345, []
    for i in range(4000):
        state = (state * 1103515245 + 12345) % 2147483648
        items.append(state % 10000)
    words = [str(x) for x in items]
    people = [(w, x % 50) for w, x in zip(words, items)]
    s = sorted(items)[10] + len(sorted(words)[0])
    s += sorted(people, key=lambda p: (p[1], p[0]))[5][1] + sorted(items, reverse=True)[3]
    people.sort(key=lambda p: p[0])
    heap = items[:300]
    for i in range(len(heap)):  # by insertion
        value, k = heap[i], i
        while k > 0 and heap[k - 1] > value:
            heap[k] = heap[k - 1]
            k -= 1
        heap[k] = value
    return s + min(items) + max(words, key=len) .count('1') + heap[7]


def closures():
    def counter(start):
        count = start

        def step(by=1):
            nonlocal count
            count += by
            return count
        return step

    def compose(*fs):
        def run(x):
            for f in fs:
                x = f(x)
            return x
        return run

    def memo(f):
        known = {}

        def inner(n):
            if n not in known:
                known[n] = f(n)
            return known[n]
        return inner

    @memo
    def ways(n):
        return 1 if n < 2 else ways(n - 1) + ways(n - 2)
    s, steps = ways(60) % 1000, [counter(i) for i in range(10)]
    run = compose(lambda x: x + 1, lambda x: x * 2, lambda x: x - 3)
    for i in range(20000):
        s += steps[i % 10](i) % 7
        s += run(i) % 5
        s += (lambda: i + s)() % 2
    return s


for work in (loop_sieve, calls_nested, dicts_and_lists, text_building, classes, generator_chains, exceptions_raised,
             comprehensions, sorting, closures):
    best = 1e9
    for _ in range(5):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    print(work.__name__, round(best * 1e3, 2))
