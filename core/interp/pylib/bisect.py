"""Places in sorted sequences."""
from _itertools import size as _size


def _end(a, lo, hi):
    lo, hi = _size(lo), None if hi is None else _size(hi)
    if lo < 0:
        raise ValueError("lo must be non-negative")
    if hi is None or hi == -1:
        if isinstance(a, dict):
            raise TypeError(f"{type(a).__name__} is not a sequence")
        hi = len(a)
    if lo >= hi:
        return lo, hi
    if isinstance(a, dict):
        raise TypeError(f"{type(a).__name__} is not a sequence")
    if not hasattr(type(a), "__getitem__"):
        raise TypeError(f"{type(a).__name__!r} object does not support indexing")
    return lo, hi


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    lo, hi = _end(a, lo, hi)
    while lo < hi:
        mid = (lo + hi) // 2
        if x < (a[mid] if key is None else key(a[mid])):
            hi = mid
        else:
            lo = mid + 1
    return lo


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    lo, hi = _end(a, lo, hi)
    while lo < hi:
        mid = (lo + hi) // 2
        if (a[mid] if key is None else key(a[mid])) < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


bisect = bisect_right
insort = insort_right
