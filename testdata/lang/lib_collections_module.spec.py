# the library: collections_module
from collections import *
import collections
P = namedtuple('P', ['x', 'y'], defaults=[0])
p = P(1); print(p, p.x, p.y, P(1,2)._asdict(), P._make([3,4]), P._fields, P._field_defaults, p == (1,0), P.x.__doc__, P.__doc__)
for f in [lambda: P(), lambda: P(1,2,3), lambda: P(1,z=2), lambda: P(1,x=2), lambda: P._make([1]), lambda: p._replace(q=1), lambda: namedtuple('A', 'a a'), lambda: namedtuple('A', 'class'), lambda: namedtuple('A', '_x'), lambda: namedtuple('1', 'x')]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(namedtuple('A', 'a class _b a', rename=True)._fields)
c = Counter('abracadabra'); print(c, c['z'], c.most_common(2), sorted(c.elements()), c.total())
c.update('aaa'); c.subtract({'b': 5}); print(c, +c, -c, c + Counter(a=1), c - Counter(a=1), c & Counter(a=3, c=9), c | Counter(z=1), c == Counter(c), Counter(a=1) < Counter(a=2))
del c['zz']; print(Counter(), dict(c), c.pop('a'), list(c))
d = defaultdict(list); d['a'].append(1); d['b']; print(d, dict(d), d.default_factory, 'c' in d, d.get('q'), d.copy())
d2 = defaultdict(lambda: 5, x=1); print(d2['y'], sorted(d2.items()), d2 == {'x': 1, 'y': 5})
try: defaultdict(None)['a']
except KeyError as e: print('KeyError', e)
try: defaultdict(5)
except TypeError as e: print(e)
o = OrderedDict([('a', 1), ('b', 2), ('c', 3)]); o.move_to_end('a'); print(o, list(o)); o.move_to_end('c', last=False); print(o, o.popitem(), o.popitem(last=False), o, o == OrderedDict(b=2), o == {'b': 2}, OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), list(reversed(OrderedDict(a=1, b=2))), o | {'z': 1}, type(o | {'z': 1}).__name__)
q = deque([1,2,3]); q.append(4); q.appendleft(0); print(q, q[0], q[-1], len(q), q.pop(), q.popleft(), q, 2 in q, list(reversed(q)), q.index(2), q.count(3))
q.rotate(1); print(q); q.rotate(-2); print(q); q.extend([7,8]); q.extendleft([9,10]); print(q, q.maxlen); q.remove(9); q.insert(1, 'i'); print(q, q + deque([1]), q * 2, q == deque(q), deque([1]) < deque([2]), bool(deque()))
m = deque(maxlen=2); m.extend(range(5)); print(m); m.appendleft(9); print(m, m.maxlen)
for f in [lambda: deque().pop(), lambda: deque().popleft(), lambda: q.remove(99), lambda: q[99], lambda: deque(5), lambda: deque([], -1), lambda: q.index(99), lambda: [q.append(1) for x in q]]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
del q[0]; q[0] = 'z'; print(q); q.clear(); print(q); r = deque([1]); r.append(r); print(r)
cm = ChainMap({'a': 1}, {'a': 2, 'b': 3}); print(cm, cm['a'], cm['b'], len(cm), sorted(cm), cm.new_child({'c': 1}), cm.parents, dict(cm)); cm['z'] = 1; print(cm.maps, 'b' in cm, cm.get('q', 7))
try: cm['q']
except KeyError as e: print('KeyError', e)
class UD(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
u = UD(a=1); u['b'] = 2; print(u, u['a'], len(u), list(u), u.get('x'), u.items())
from collections import abc
print(isinstance([], abc.Sequence), isinstance({}, abc.Mapping), isinstance(5, abc.Hashable), isinstance([], abc.Hashable), isinstance(iter([]), abc.Iterator), isinstance((x for x in []), abc.Generator), isinstance(len, abc.Callable), isinstance('a', abc.Iterable), issubclass(list, abc.MutableSequence), isinstance(set(), abc.Set), isinstance(range(3), abc.Sequence))
class MySeq(abc.Sequence):
    def __len__(self): return 3
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * 10
s = MySeq(); print(list(s), 10 in s, s.index(20), list(reversed(s)), s.count(10))
try: abc.Sequence()
except TypeError as e: print(e)
class MyMap(abc.MutableMapping):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
mm = MyMap(); mm['a'] = 1; mm.update(b=2); print(dict(mm), mm.pop('a'), mm.setdefault('c', 5), list(mm.items()), 'b' in mm, mm == {'b': 2, 'c': 5}, list(mm.values()), mm.popitem())
