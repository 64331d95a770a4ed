# sets, dict views, lists and ranges on random contents: order and all
import random
r = random.Random(5)
pool = ['a', 'bb', 'ccc', 1, 2, 3, 8, 9, 16, 17, 24, 1.5, (1, 2), ('a',), True, 100, 1000, -1, -2, 2**40, 'xyz', 'q', 'w', 'e', 'rt', b'x', frozenset([1])]
def rset(n=12): return set(r.choice(pool) for _ in range(r.randint(0, n)))
for i in range(40):
    a, b, c = rset(), rset(), rset(30)
    print(a, b, a | b, a & b, a - b, a ^ b, a < b, a <= b, a == b, a.union(c, b), a.intersection(c), a.difference(c), a.symmetric_difference(list(b)), a.isdisjoint(b), a.issubset(c), c.issuperset(a))
    x = a.copy(); x |= b; y = a.copy(); y &= c; z = a.copy(); z -= b; w = a.copy(); w ^= b
    print(x, y, z, w, frozenset(a) | b, frozenset(a) & b)
    op = r.randint(0, 6); v = r.choice(pool)
    if op == 0: c.discard(v)
    elif op == 1: c.add(v)
    elif op == 2 and c: c.pop()
    elif op == 3: c.intersection_update(a)
    elif op == 4: c.difference_update(a, b)
    elif op == 5: c.symmetric_difference_update(a)
    else: c.update(a, list(b))
    print(c, len(c), sorted(map(str, c)))
    d1 = {r.choice(pool): r.randint(0, 2) for _ in range(5)}; d2 = {r.choice(pool): r.randint(0, 2) for _ in range(5)}
    print(d1, d1.keys() & d2.keys(), d1.keys() | d2.keys(), d1.keys() - d2.keys(), d1.keys() ^ d2.keys(), d1.items() & d2.items(), d1.items() - d2.items(), d1.keys() & a, a & d1.keys(), d1.keys() & list(b), d1 | d2, d1.keys() <= d2.keys(), d1.keys() == a)
    k = r.choice(pool); print(d1.pop(k, 'no'), d1, d1.setdefault(k, 5), d1.popitem() if d1 else 0, list(reversed(d1)), {**d1, **d2}, list(d1.items()))
    l = [r.randint(0, 9) for _ in range(r.randint(0, 40))]
    print(sorted(l), sorted(l, reverse=True), sorted(l, key=lambda x: x % 3), sorted(l, key=lambda x: -x, reverse=True), l.count(3), l[r.randint(-9, 9):r.randint(-9, 9):r.choice([1, 2, -1, -3])])
    i0, j0, st = r.randint(-5, 12), r.randint(-5, 12), r.choice([1, 1, 2, -1])
    m = l[:]
    try: m[i0:j0:st] = r.choice([[], [7], [7, 7, 7], 'ab']); print(m)
    except ValueError as e: print(e)
    m = l[:]; del m[i0:j0:st]; print(m, [x for x in range(i0, j0, st)], range(i0, j0, st)[::2], len(range(i0, j0, st)), list(reversed(range(i0, j0, st))))
