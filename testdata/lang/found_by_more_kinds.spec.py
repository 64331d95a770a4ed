# bytearray beside bytes: results, errors, in which order arguments are looked at.
def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error, error.args)


def after(x, f):
  return f(x), x


def put(x, i, v):
  x[i] = v
  return x


def drop(x, i):
  del x[i]
  return x


def times(a, b):
  a *= b
  return a


B = bytearray
for f in (lambda: B(b'a').append(8, 9), lambda: B(b'ab').zfill(10**20), lambda: b'ab'.hex('é'), lambda: b'ab'.hex(True), lambda: b'ab'.hex('-', -2),
          lambda: B.join([1], 2), lambda: B(b'a').__len__(3), lambda: b'a'.translate(delete=b'a'), lambda: b'a'.rjust(12, B(b'-')), lambda: B(b'a').split(b'b', -2**70),
          lambda: B.ljust(1, 'x'), lambda: b'a'.find(1j, 3, 'a'), lambda: b''.rjust('a', 42), lambda: B(b'a').__iadd__(), lambda: B(b'a').__setitem__(), lambda: B.lstrip(),
          lambda: put(B(b'abc'), slice(None, 10**20, 0), '\t'), lambda: B(b'\'"')[None:-1:2], lambda: B(b"it's"), lambda: put(B(b'%d'), slice(0, 1, -1), 3j),
          lambda: put(B(b'a'), -2**70, set()), lambda: put(B(b'ab'), slice(-2, None, -1), []), lambda: put(B(b'abcd'), slice(0, 2), B(b'xyz')), lambda: put(B(b'abcdef'), slice(None, None, 2), b'xyz'),
          lambda: put(B(b'abc'), slice(None, None, 2), b'x'), lambda: put(B(b'a'), 0, 256), lambda: put(B(b'a'), 'x', 1), lambda: drop(B(b'abcdef'), slice(None, None, -2)), lambda: drop(B(b'abc'), slice(5, 1)),
          lambda: frozenset() in b'a', lambda: '½' in b'a', lambda: 300 in B(b'a'), lambda: b'b' in B(b'abc'), lambda: B(b'bc') in b'abc', lambda: B(b'a') + b'b', lambda: b'a' + B(b'b'), lambda: B(b'a') + 1,
          lambda: b'a' + [1], lambda: B(b'ab') * 2, lambda: 2 * B(b'ab'), lambda: B(b'a') * 'x', lambda: times(B(b'ab'), 3), lambda: B(b'ab') == b'ab', lambda: b'ab' < B(b'b'), lambda: hash(B()),
          lambda: B(b'a,b').partition(b','), lambda: b'a,b'.partition(B(b',')), lambda: B(b'ab').partition('x'), lambda: B(b'a b').split(), lambda: b','.join([B(b'a'), b'b']), lambda: B(b'%d|%b') % (1, B(b'x')),
          lambda: after(B(b'abc'), lambda x: x.pop(0)), lambda: after(B(b'abc'), lambda x: x.insert(10**20, 1)), lambda: after(B(b'abc'), lambda x: x.extend('a')), lambda: after(B(b'abc'), lambda x: x.extend(5)),
          lambda: after(B(b'abcb'), lambda x: x.remove(98)), lambda: B(b'a').remove(300), lambda: B(b'a').remove(1), lambda: B().pop(), lambda: B('é', 'utf-8'), lambda: B('a'), lambda: B(5), lambda: B(-1),
          lambda: B([1, 300]), lambda: B(5.5), lambda: B(encoding='x'), lambda: B(b'a', 'utf-8'), lambda: bytes(B(b'ab')), lambda: int(B(b' 12 ')), lambda: float(B(b'1.5')), lambda: str(B(b'ab'), 'ascii'), lambda: str(B(b'ab')),
          lambda: ord(B(b'a')), lambda: int.from_bytes(B(b'\1\2')), lambda: B.fromhex('00 ff'), lambda: B.fromhex(), lambda: iter(B(b'ab')).__length_hint__(), lambda: type(iter(B())).__name__, lambda: sum([1], B()),
          lambda: b'a'.__bytes__(), lambda: b'x'.__bytes__(1), lambda: bytes([-10**30]), lambda: B(b'aXb').title().lower().upper().swapcase(), lambda: B(b'\t').expandtabs(10**20)):
  check(f)
match B(b'ab'):
  case [_, _]:
    print('a sequence')
  case bytearray(x):
    print('matched', x)
# ---
# Sizes and indices that are too large; arguments of wrappers; powers with a modulus.
def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error)


class C:
  def __rpow__(self, other):
    return 'rpow'


class I:
  def __index__(self):
    return 2


for f in (lambda: [1].insert(10**20, 1), lambda: [1].pop(-2**70), lambda: 'a'.zfill(-2**70), lambda: 'a'.center(10**20), lambda: 'a'.replace('a', 'b', 10**20), lambda: 'a b'.split(' ', 10**20),
          lambda: 'a\tb'.expandtabs(2**31), lambda: (1).to_bytes(10**20), lambda: int('11', 10**20), lambda: '%*d' % (10**20, 1), lambda: '%.*f' % (2**31, 1), lambda: b'%+#*s' % (2**31,), lambda: '%99999999999d' % 1,
          lambda: slice(None).indices(10**20), lambda: slice(5, -3, 2).indices(10**20), lambda: slice(2).indices(-2**70), lambda: slice(1, 2, 0).indices(10**20), lambda: (2**64).__rdivmod__(), lambda: (2.0).__divmod__(1, 2),
          lambda: int.__divmod__(range(3)), lambda: tuple.__mul__((0,)), lambda: [].__setitem__(2), lambda: {}.__setitem__(1, 2, 3), lambda: (1,).__rmul__([]), lambda: [1].__imul__('a'), lambda: [].__getitem__(), lambda: {1: 2}.__getitem__(),
          lambda: frozenset().__contains__(), lambda: set.__contains__(1, 2), lambda: dict.__getitem__([], 1), lambda: list.__getitem__((), 1), lambda: (3).__rpow__(3, 5), lambda: (2).__rpow__(3, 0), lambda: (2).__pow__(3, 2.5),
          lambda: (1e15).__pow__(12, 'a'), lambda: (1j).__pow__(8, b''), lambda: pow(C(), 2.5, 5), lambda: pow(2, C(), 5), lambda: pow(C(), 2, 5), lambda: pow(3j, 2, 3), lambda: pow(2, 3.0, 4), lambda: pow('a', 2, 3), lambda: pow(2, 3, 'a'),
          lambda: 'a'.startswith((b'a',), 2.5), lambda: enumerate(start=3), lambda: enumerate([], 1, 2, begin=1), lambda: round(1, 2, 3, number=2), lambda: complex('1__0'), lambda: complex('_1'), lambda: complex('1_0'),
          lambda: sum(1j, b''), lambda: issubclass(1, list[int]), lambda: issubclass(1, int | str), lambda: list(list[int]), lambda: [*tuple[int, str]], lambda: frozenset('ab').isdisjoint(list[int]), lambda: str(1, 5), lambda: str(1, 'x', 5),
          lambda: str(b'ab', 'utf-16', 'replace'), lambda: str(b'\xff', errors='ignore'), lambda: format(2**64, '= c'), lambda: ''.join(I()), lambda: b''.join(5), lambda: ','.join(C()), lambda: times(frozenset(), [1]), lambda: times({}, 'a'),
          lambda: times(3, [1]), lambda: times(None, [1]), lambda: times(I(), [1]), lambda: I() * [1], lambda: 'é\u0152'.encode('cp1252'), lambda: 'a\u0141\u0142b'.encode('cp1252'), lambda: b'a\x80\x9f'.decode('cp1252'),
          lambda: b'a\x81b'.decode('cp1252'), lambda: ascii('\ud800x'.title()), lambda: ascii('\ud800é'.upper()), lambda: [].__bool__(), lambda: list[int].__origin__):
  check(f)


def times(a, b):
  a *= b
  return a


for f in (lambda: times(frozenset(), [1]), lambda: times({}, 'a'), lambda: times(3, [1]), lambda: times(None, [1]), lambda: times(I(), [1]), lambda: I() * [1], lambda: times(range(3), [1])):
  check(f)
# ---
# Classes: annotations, modules, states, items.
import operator
import types


def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error)


class A:
  pass


class B(A):
  x: int = 1


class OnlySets:
  def __setitem__(self, i, v):
    pass


class Slots:
  __slots__ = ('a', 'b')

  def __init__(self):
    self.a = 1


class Pair(tuple):
  def __init__(self, *more, **named):
    self.named = named


class Text:
  def __str__(self):
    return 5

  def __iter__(self):
    return 5


class NoLength(list):
  __len__ = None


class Unhashable(set):
  def __eq__(self, other):
    return self is other


for f in (lambda: A.__annotations__, lambda: B.__annotations__, lambda: int.__annotations__, lambda: type('T', (A,), {'v': 3}), lambda: type('T', (), {}).__module__, lambda: A.__dict__.get('x'), lambda: type(A.__dict__).__name__,
          lambda: types.MappingProxyType({1: 2}) | {3: 4}, lambda: types.MappingProxyType({1: 2}), lambda: types.MappingProxyType([1]), lambda: {**types.MappingProxyType({'a': 1})}, lambda: hash(types.MappingProxyType({})),
          lambda: operator.delitem(OnlySets(), 1), lambda: operator.delitem(A(), 1), lambda: operator.delitem(A(), 'a'), lambda: operator.delitem('a', 1), lambda: Slots().__getstate__(), lambda: B().__getstate__(), lambda: (5).__getstate__(),
          lambda: Pair([1], named=2).named, lambda: ','.join(Text()), lambda: print(Text()), lambda: not NoLength([1]), lambda: Unhashable() in Unhashable(), lambda: Unhashable([1]) in {frozenset([1])},
          lambda: sorted(set(dir(A())) - set(dir(object()))), lambda: [n for n in ('__bool__', '__class_getitem__', '__reduce_ex__', '__doc__') if n in dir([])], lambda: (1).__doc__ is not int):
  check(f)


def with_locals(a, *b, c=3):
  d = a + 1

  def inner():
    return d, sorted(locals())
  for e in b:
    pass
  return locals() | {'inner': inner()}, sorted(vars())


check(lambda: with_locals(1, 2))
# ---
# The library: ordered dicts, deques, heaps, iterators and their copies, enumerations.
import bisect
import collections
import copy
import enum
import functools
import heapq
import itertools
import operator
import statistics
import textwrap


def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error)


class Color(enum.Enum):
  RED = 1


O, D = collections.OrderedDict, collections.deque
o = O({1: 2, 3: 4, 5: 6})
for f in (lambda: (o.keys(), o.values(), o.items()), lambda: type(iter(o)).__name__, lambda: list(reversed(o.items())), lambda: o.keys() & {1, 7}, lambda: o | True, lambda: o | {9: 9}, lambda: {9: 9} | o, lambda: O(b'12'), lambda: O('a'), lambda: O(['abc']), lambda: O([()]),
          lambda: O(a=1, b=2) == O(b=2, a=1), lambda: O(a=1, b=2) == dict(b=2, a=1), lambda: O(1, 2), lambda: o.popitem(1, 2), lambda: o.pop(9), lambda: o.pop(9, default=7), lambda: o.move_to_end(9), lambda: (o.move_to_end(1), o), lambda: (o.move_to_end(5, last=False), o),
          lambda: (o.popitem(last=False), o), lambda: (o.popitem(), o), lambda: O().popitem(), lambda: o.setdefault(8), lambda: O.fromkeys('ab', 1), lambda: O.fromkeys(), lambda: o.copy(), lambda: o.update(1, 2), lambda: [o.pop(k) for k in o],
          lambda: D('ab') * [1], lambda: D('ab') * D(), lambda: [1] * D(), lambda: D('ab')[None], lambda: D('ab').pop(1), lambda: D('a', 10**20), lambda: D([1]).insert(10**20, 1), lambda: D('ab') * 2,
          lambda: collections.Counter('abca').most_common('a'), lambda: collections.Counter('abca').most_common(2.0), lambda: collections.Counter('abca').most_common(2), lambda: heapq.nlargest('a', []), lambda: heapq.nsmallest(2.0, [1]), lambda: heapq.nsmallest(2.0, [1, 2, 3]),
          lambda: heapq.nlargest(2, iter([1, 5, 3, 4]), key=lambda v: -v), lambda: heapq.nsmallest(3, 'banana'), lambda: bisect.bisect({1}, 2), lambda: bisect.bisect_left({1: 2}, 1), lambda: bisect.bisect([1, 2, 2, 3], 2, 0, 3), lambda: statistics.harmonic_mean([1]), lambda: statistics.harmonic_mean(['a']),
          lambda: textwrap.dedent(5), lambda: textwrap.indent(b'a', ''), lambda: functools.reduce(max, 5), lambda: itertools.combinations(1, 'a'), lambda: itertools.permutations('ab', 10**20), lambda: itertools.tee([], 10**20), lambda: itertools.repeat(1, 10**20),
          lambda: itertools.islice([1], 0, -1), lambda: itertools.islice([1], 'a', 2), lambda: itertools.islice([1], -1, 2), lambda: itertools.islice([1], 1, 2, 0), lambda: operator.pos(1, 2), lambda: operator.itemgetter(), lambda: [operator.length_hint(x) for x in (iter([1, 2]), iter('éa'), iter(range(3)), iter(()))],
          lambda: setattr(Color.RED, 'value', 2), lambda: delattr(Color.RED, 'name'), lambda: Color.__members__, lambda: list(copy.copy(iter([1, 2]))), lambda: list(copy.deepcopy(iter({1: 2}.items()))), lambda: list(copy.copy(zip('ab', [1, 2]))), lambda: copy.copy({}.items()), lambda: copy.copy(x for x in ''),
          lambda: iter('abc').__reduce__()[1:], lambda: iter(range(2, 9, 3)).__reduce__()[1:]):
  check(f)
# ---
# Regular expressions that look around, refer to groups, or do not give back.
import re

for pattern in (r'(.)\1', r'(?<=a)b', r'(?<!a)b', r'a(?=b)', r'a(?!b)', r'(?P<q>[\'"]).*?(?P=q)', r'(a)?(?(1)b|c)', r'(?>a*)ab', r'a*+b', r'(?i)(É)\1', r'(a*)*\1$', r'(?<=a+)b', r'(a)\2', r'(?(2)a)', r'(?P=x)', r'(?<x)', r'(?>a', r'(?m)^(\w)(?=.*\1$)'):
  try:
    compiled = re.compile(pattern)
    print(pattern, compiled.groups, compiled.flags, [(m.span(), m.groups(), m.groupdict()) for m in compiled.finditer('aab ab "x\'" éé cc\nabca aba')], compiled.sub('<\\g<0>>', 'baab abba'), compiled.split('aabb cc'))
  except re.error as error:
    print(pattern, error, error.pos)
for f in (lambda: re.sub('a', 1, 'abc'), lambda: re.sub('a', 'b', 5), lambda: re.findall('a', None), lambda: re.sub('a', b'b', 'abc'), lambda: re.sub('a', lambda m: None, 'ab'), lambda: re.split(b'a', bytearray(b'bab')), lambda: re.split('a', 'b', maxsplit='x'), lambda: re.findall('[^,]*', '\ud800')):
  try:
    print(ascii(f()))
  except Exception as error:
    print(type(error).__name__, error)
# ---
# Patterns count the items first and take all attributes before the first sub-pattern; warnings and places of displays.
import traceback


class Point:
  __match_args__ = 'x', 'y'

  def __init__(self, x, y):
    self.x, self.y = x, y


class K:
  pass


class Weird:
  __add__ = None
  __iadd__ = None

  def __getattr__(self, name):
    raise KeyError(name)


class OnlyGet:
  def __get__(self, o, kind=None):
    return 1

  def __set__(self, o, v):
    pass


class Holder:
  d = OnlyGet()


class F(float):
  pass


class L(list):
  def __len__(self):
    return 2**70


def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error)


def first(s):
  match s:
    case {K.nothing: 1, 2: 3}:
      return 'two'
    case Point(str(), y=2, x=1):
      return 'point'
  return 'none'


for s in {}, {1: 1}, {1: 1, 2: 2}, Point(1, 2), 5:
  check(lambda: first(s))


def boom():
  yield 1
  1 / 0


def a(): return [1, *5]
def b(): return {1, *5}
def c(): return (*boom(), 1)
def d(): return {**5, 'z': 1}
def e(): return [*boom()]


for f in a, b, c, d, e:
  try:
    f()
  except Exception as error:
    print(*traceback.format_tb(error.__traceback__.tb_next)[0].split('\n')[1:], sep='\n')
for f in (lambda: Weird() + 1, lambda: isinstance(1, Weird()), lambda: delattr(Holder(), 'd'), lambda: format(F(1), 'd'), lambda: format(F(1.5), '.1f'), lambda: (lambda *p: p)(*L()), lambda: b''.__class__.__setitem__,
          lambda: sorted(5, cmp=1), lambda: list[int].real, lambda: list[int].__name__, lambda: (int | str)[1], lambda: 'a'.removeprefix(None), lambda: 'a'.replace(None, 'b'), lambda: 'a'.find(1, 'x'), lambda: b'a'.splitlines(slice(1)), lambda: 'a'.splitlines('x'),
          lambda: complex(1, float('inf')).__rpow__(3 - 4j), lambda: (1e200 + 1j)**2, lambda: (1e20 + 1e-20j).__rpow__(1 + 2j), lambda: int(bytearray(b'x'), 16), lambda: (True).__round__(None), lambda: int.from_bytes(5, b'x'), lambda: ''.maketrans(False, 5), lambda: list(reversed(range(10**20, 10**20 + 3))),
          lambda: type(iter(range(10**20, 10**20 + 3))).__name__, lambda: {1: 2}.keys().mapping, lambda: '%*d' % (-2**63, 5), lambda: b'a'.decode('utf-32-be', 'xmlcharrefreplace'), lambda: Holder.__dict__['d'].__get__(None)):
  check(f)
# ---
# More of the same: what is not iterable, how text is looked at, lay-outs, the last bits of hypot.
import copy
import json
import math
import re


def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error)


class A(int):
  pass


class B(int):
  pass


class Endless:
  def __getitem__(self, i):
    return 'a'

  def __len__(self):
    return -1


class Half:
  def __index__(self):
    return 2.5


for f in (lambda: list(int | str), lambda: type('C', (A, B), {}), lambda: type('C', (A, type('D', (int,), {'__slots__': ()})), {})(5), lambda: ''.join(Endless()), lambda: '%d' % Half(), lambda: '%x' % Half(), lambda: math.hypot(-2.909, 2.675), lambda: math.hypot(1e-310, 1e-310),
          lambda: math.dist((1.1, 2.2, 3.3), (0.1, 0.7, -5.4)), lambda: json.loads(bytearray(b'[1]')), lambda: re.search(r'(.)\1', 5), lambda: re.fullmatch(r'(?<=a)b', b'ab'), lambda: re.sub(r'(?<=a)b', '-', list[int]), lambda: copy.deepcopy([int | str, list[int]]), lambda: b''.join(range(2**70)),
          lambda: int.from_bytes(None, None), lambda: b'a'.decode('utf-8', None), lambda: int.__divmod__(), lambda: float.__rdivmod__(1)):
  check(f)


def ignored():
  try:
    yield 1
  finally:
    missing()


it = ignored()
next(it)
del it
# ---
# Generators that delegate: what to, and what may be thrown into them.
def inner():
  x = yield 1
  return x


def outer():
  return (yield from inner())


def over_list():
  yield from [1, 2]


class S(set):
  pass


g = outer()
print(g.gi_yieldfrom, next(g), g.gi_yieldfrom.__name__)
for make in outer, over_list:
  for thrown in (5,), (None,), (ValueError,), (ValueError(1),), (int,), (GeneratorExit,), (StopIteration(2),), (ValueError, 'x', 5), (ValueError(1), 2), (ValueError, (1, 2)):
    g = make()
    next(g)
    try:
      print(g.throw(*thrown))
    except BaseException as e:
      print(type(e).__name__, e.args, repr(e.__context__), repr(e.__cause__))
for f in (lambda: S(1, 2, 3), lambda: range(1, 10, 4)[:5:-2**65], lambda: range(9)[-2**70:2**70:2**65]):
  try:
    print(f())
  except TypeError as e:
    print(e)
# ---
# What cannot be written, and when a text is too large.
import sys

try:
  print('before', '\ud800')
except UnicodeEncodeError as e:
  print(e)
print('\ud800', file=sys.stderr)
for f in (lambda: bytes(-10**30), lambda: bytes(-1), lambda: '%#*%' % (2**63 - 1,), lambda: '%*.1d' % (-2**63, 5), lambda: '%*d' % (10**17, 1), lambda: '%.2147483648f' % 1.0, lambda: bytearray(b'ab').__alloc__()):
  try:
    print(repr(f()))
  except Exception as e:
    print(type(e).__name__, e)


class Mute(list):
  __iter__ = None


for f in (lambda: ','.join(Mute('ab')), lambda: __import__('operator').concat(int | str, 'X')):
  try:
    print(repr(f()))
  except TypeError as e:
    print(e)


class Text(str):
  pass


def renamed(value):
  g = (x for x in 'a')
  g.__name__ = value
  return g.__name__


statistics = __import__('statistics')
for f in (lambda: renamed('n'), lambda: renamed(5), lambda: type(Text('2') % ()).__name__, lambda: type(Text('%d') % 2).__name__, lambda: 'a,b' * (2**63 - 1), lambda: b'ab' * (2**63 - 1), lambda: [1, 2] * (2**63 - 1),
          lambda: statistics.harmonic_mean([0, -2.8]), lambda: statistics.harmonic_mean([-2.8, 0]), lambda: b'\xff'.decode('utf-8-sig', 'xmlcharrefreplace'),
          lambda: format([1], None), lambda: 'a'.encode(None), lambda: 'a'.encode('utf-8', None), lambda: bytes.fromhex(None), lambda: type(None, (), {}), lambda: type('a', None, {}),
          lambda: __import__(None), lambda: type(statistics)(None), lambda: super(None), lambda: __import__('sys').intern(None), lambda: enumerate[int]):
  try:
    print(repr(f()))
  except Exception as e:
    print(type(e).__name__, e)
