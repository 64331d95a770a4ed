"""Heaps in lists."""


def _down(heap, start, pos):
    item = heap[pos]
    while pos > start:
        parent_pos = (pos - 1) >> 1
        parent = heap[parent_pos]
        if not item < parent:
            break
        heap[pos] = parent
        pos = parent_pos
    heap[pos] = item


def _up(heap, pos):
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    _down(heap, start, pos)


def heappush(heap, item):
    heap.append(item)
    _down(heap, 0, len(heap) - 1)


def heappop(heap):
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if heap:
        item = heap[0]
        heap[0] = last
        _up(heap, 0)
        return item
    return last


def heapreplace(heap, item):
    first = heap[0]
    heap[0] = item
    _up(heap, 0)
    return first


def heappushpop(heap, item):
    if heap and heap[0] < item:
        item, heap[0] = heap[0], item
        _up(heap, 0)
    return item


def heapify(x):
    for i in reversed(range(len(x) // 2)):
        _up(x, i)


def _up_max(heap, pos):
    """As _up, in a heap with the largest on top."""
    end = len(heap)
    start = pos
    item = heap[pos]
    child = 2 * pos + 1
    while child < end:
        right = child + 1
        if right < end and not heap[right] < heap[child]:
            child = right
        heap[pos] = heap[child]
        pos = child
        child = 2 * pos + 1
    heap[pos] = item
    while pos > start:
        parent = heap[(pos - 1) >> 1]
        if not parent < item:
            break
        heap[pos] = parent
        pos = (pos - 1) >> 1
    heap[pos] = item


def _best(n, iterable, key, reverse):
    """The first n of what is sorted: a heap of n, whose top is the worst one, walks through the rest."""
    if n == 1:
        none = []
        found = (max if reverse else min)(iter(iterable), default=none, key=key)
        return [] if found is none else [found]
    try:
        size = len(iterable)
    except (TypeError, AttributeError):
        pass
    else:
        if n >= size:
            return sorted(iterable, key=key, reverse=reverse)[:n]
    it = iter(iterable)
    heap = [(x if key is None else key(x), i, x) for i, x in zip(range(0, -n, -1) if reverse else range(n), it)]
    if not heap:
        return heap
    up = _up if reverse else _up_max
    for i in reversed(range(len(heap) // 2)):
        up(heap, i)
    top, order = heap[0][0], -n if reverse else n
    for x in it:
        k = x if key is None else key(x)
        if top < k if reverse else k < top:
            heap[0] = k, order, x
            up(heap, 0)
            top = heap[0][0]
            order += -1 if reverse else 1
    heap.sort(reverse=reverse)
    return [x for _, _, x in heap]


def nsmallest(n, iterable, key=None):
    return _best(n, iterable, key, False)


def nlargest(n, iterable, key=None):
    return _best(n, iterable, key, True)


def merge(*iterables, key=None, reverse=False):
    heads = []  # what comes next of each: [its key, the item, the iterator]
    for it in map(iter, iterables):
        for item in it:
            heads.append([item if key is None else key(item), item, it])
            break
    while heads:
        best = 0
        for i in range(1, len(heads)):
            if heads[best][0] < heads[i][0] if reverse else heads[i][0] < heads[best][0]:
                best = i
        head = heads[best]
        yield head[1]
        for item in head[2]:
            head[0], head[1] = item if key is None else key(item), item
            break
        else:
            del heads[best]
