"""Exceptions of every origin: lookups that fail, natives that refuse, iterators that end, operators, what passes
through `finally`, `with` and generators, what is raised again or chained. Printed as by programs.py."""
import time


def missing_keys():
    table = {i: i for i in range(100)}
    n = 0
    for i in range(12000):
        try:
            n += table[i % 200]
        except KeyError:
            n += 1
    return n


def bad_indexes():
    items, text = list(range(50)), 'abcdefgh'
    n = 0
    for i in range(12000):
        try:
            n += items[i % 100]
            n += len(text[i % 16])
        except IndexError:
            n += 1
    return n


class Lazy:
    def __init__(self):
        self.present = 1

    @property
    def broken(self):
        raise AttributeError('broken')

    def __getattr__(self, name):
        if name.startswith('made'):
            return len(name)
        raise AttributeError(name)


def attributes():
    thing, plain = Lazy(), object()
    n = 0
    for i in range(4000):
        n += getattr(thing, 'absent', 1) + getattr(plain, 'absent', 2) + thing.made_up
        n += hasattr(thing, 'present') + hasattr(thing, 'broken') + hasattr(plain, 'absent')
        try:
            plain.absent
        except AttributeError:
            n += 1
    return n


def conversions():
    words = ['12', 'x', '7.5', '', '99', 'nan?', '3']
    n = 0
    for i in range(12000):
        word = words[i % 7]
        try:
            n += int(word)
        except ValueError:
            try:
                n += float(word) > 1
            except ValueError:
                n -= 1
    return n


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def iterators():
    n = 0
    for i in range(3000):
        for x in Countdown(3):
            n += x
        it = iter([1, 2])
        while True:
            try:
                n += next(it)
            except StopIteration:
                break
        n += next(Countdown(0), 5)
    return n


def operators():
    n = 0
    for i in range(6000):
        try:
            n += 100 // (i % 3)
        except ZeroDivisionError:
            n += 1
        try:
            n += i + None
        except TypeError:
            n += 1
        try:
            a, b = range(i % 4)
        except ValueError:
            n += 1
    return n


def finally_nested():
    def inner(i, log):
        try:
            try:
                if i % 2:
                    raise ValueError(i)
                return i
            finally:
                log.append(i)
        finally:
            log.pop()

    n, log = 0, []
    for i in range(8000):
        try:
            n += inner(i, log)
        except ValueError as error:
            n += error.args[0]
    return n + len(log)


def raised_again():
    class Outer(Exception):
        pass

    def low(i):
        raise KeyError(i)

    def middle(i):
        try:
            low(i)
        except KeyError:
            if i % 2:
                raise
            raise Outer(i)

    def high(i):
        try:
            middle(i)
        except KeyError as error:
            raise Outer(i) from error

    n = 0
    for i in range(4000):
        try:
            high(i)
        except Outer as error:
            n += isinstance(error.__cause__, KeyError) + isinstance(error.__context__, KeyError)
    return n


class Suppress:
    def __init__(self, *types):
        self.types = types

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self.types)


def with_blocks():
    n = 0
    for i in range(6000):
        with Suppress(ValueError):
            if i % 2:
                raise ValueError
            n += 1
    return n


def thrown_into():
    def worker():
        n = 0
        while True:
            try:
                n += yield n
            except ValueError:
                n += 1

    def outer():
        yield from worker()

    w, o = worker(), outer()
    next(w)
    next(o)
    n = 0
    for i in range(4000):
        n += w.throw(ValueError()) + o.throw(ValueError()) + w.send(1)
    return n


def deep():
    def down(n):
        if n == 0:
            raise RuntimeError('bottom')
        down(n - 1)

    n = 0
    for i in range(400):
        try:
            down(40)
        except RuntimeError:
            n += 1
    return n


def through_natives():
    def check(x):
        if x % 5 == 4:
            raise ValueError(x)
        return x

    n = 0
    for i in range(1500):
        try:
            n += sum(map(check, range(i % 10)))
        except ValueError:
            n += 1
        try:
            n += len(sorted(range(i % 10), key=check))
        except ValueError:
            n += 1
        items = [1, 2, 3]
        try:
            items.remove(i % 5)
            n += items.index(7)
        except ValueError:
            n += 1
    return n


for work in (missing_keys, bad_indexes, attributes, conversions, iterators, operators, finally_nested, raised_again,
             with_blocks, thrown_into, deep, through_natives):
    best = 1e9
    for _ in range(5):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    print(work.__name__, round(best * 1e3, 2))
