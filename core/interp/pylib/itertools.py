"""Iterators made of iterators."""
import operator as _operator
from _itertools import chain, count, islice, repeat, zip_longest, product, size as _size, starmap, takewhile, dropwhile, filterfalse, cycle


class _Made:
    """An iterator over what a generator makes, under a name of its own."""

    def __iter__(self):
        return self._made

    def __next__(self):
        return next(self._made)


class accumulate(_Made):
    def __init__(self, iterable, func=None, *, initial=None):
        self._made = _accumulate(iter(iterable), _operator.add if func is None else func, initial)


def _accumulate(it, func, initial):
    total = initial
    if initial is None:
        try:
            total = next(it)
        except StopIteration:
            return
    yield total
    for element in it:
        total = func(total, element)
        yield total


class compress(_Made):
    def __init__(self, data, selectors):
        self._made = (d for d, s in zip(data, selectors) if s)


class pairwise(_Made):
    def __init__(self, iterable):
        self._made = _pairwise(iter(iterable))


def _pairwise(it):
    for a in it:
        break
    else:
        return
    for b in it:
        yield a, b
        a = b


class groupby:
    def __init__(self, iterable, key=None):
        self._key = key if key is not None else lambda x: x
        self._it = iter(iterable)
        self._target = self._current_key = self._current_value = _NONE
        self._id = None

    def __iter__(self):
        return self

    def __next__(self):
        self._id = object()
        while self._current_key is _NONE or self._target is not _NONE and self._current_key == self._target:
            self._current_value = next(self._it)
            self._current_key = self._key(self._current_value)
        self._target = self._current_key
        return self._current_key, self._group(self._target, self._id)

    def _group(self, target, id):
        while self._id is id and self._current_key == target:
            yield self._current_value
            try:
                self._current_value = next(self._it)
            except StopIteration:
                self._current_key = _NONE
                self._target = _NONE
                self._it = iter(())
                return
            self._current_key = self._key(self._current_value)


_NONE = object()


class _tee:
    def __init__(self, it, link):
        self._it = it
        self._link = link

    def __iter__(self):
        return self

    def __next__(self):
        link = self._link
        if link[1] is None:
            link[0] = next(self._it)
            link[1] = [None, None]
        value, self._link = link
        return value

    def __copy__(self):
        return _tee(self._it, self._link)


def tee(iterable, n=2):
    n = _size(n)
    if n < 0:
        raise ValueError("n must be >= 0")
    if n == 0:
        return ()
    it = iter(iterable)
    if isinstance(it, _tee):
        return tuple(it.__copy__() for _ in range(n))
    link = [None, None]
    return tuple(_tee(it, link) for _ in range(n))


class permutations(_Made):
    def __init__(self, iterable, r=None):
        pool = tuple(iterable)
        if r is not None and not isinstance(r, int):
            raise TypeError("Expected int as r")
        r = len(pool) if r is None else _size(r)
        if r < 0:
            raise ValueError("r must be non-negative")
        self._made = _permutations(pool, len(pool), r)


def _permutations(pool, n, r):
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple([pool[i] for i in indices[:r]])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple([pool[k] for k in indices[:r]])
                break
        else:
            return


class combinations(_Made):
    def __init__(self, iterable, r):
        r = _size(r)
        pool = tuple(iterable)
        if r < 0:
            raise ValueError("r must be non-negative")
        self._made = _combinations(pool, len(pool), r)


def _combinations(pool, n, r):
    if r > n:
        return
    indices = list(range(r))
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != i + n - r:
                break
        else:
            return
        indices[i] += 1
        for j in range(i + 1, r):
            indices[j] = indices[j - 1] + 1
        yield tuple([pool[k] for k in indices])


class combinations_with_replacement(_Made):
    def __init__(self, iterable, r):
        r = _size(r)
        pool = tuple(iterable)
        if r < 0:
            raise ValueError("r must be non-negative")
        self._made = _combinations_with_replacement(pool, len(pool), r)


def _combinations_with_replacement(pool, n, r):
    if not n and r:
        return
    indices = [0] * r
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != n - 1:
                break
        else:
            return
        indices[i:] = [indices[i] + 1] * (r - i)
        yield tuple([pool[k] for k in indices])
