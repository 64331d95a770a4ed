# Arguments of methods: how many, by name, in which order they are looked at.
def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error, error.args)


for f in (lambda: (97).__trunc__(1), lambda: b'a'.isalpha(1), lambda: bytearray(b'a').title(1), lambda: (1j).conjugate(2),
          lambda: frozenset().copy(1), lambda: [].clear(1), lambda: True.bit_length(1), lambda: 'a'.upper(x=1),
          lambda: [].__format__(), lambda: (1).__format__(1, 2), lambda: None.__format__(None), lambda: {}.__contains__(),
          lambda: 'a'.find(), lambda: b'a'.rfind(b'a', 1, 2, 3), lambda: 'a'.endswith(), lambda: 'a'.split('b', 1, maxsplit=2),
          lambda: sum([1], 2, start=3), lambda: pow(-7, base=2), lambda: pow(1, 2, 3, mod=4), lambda: int.from_bytes(byteorder='little'),
          lambda: set().update(a=1), lambda: frozenset().symmetric_difference(), lambda: max(x=1), lambda: bytes(encoding='ascii'),
          lambda: bytes('é', encoding='latin-1'), lambda: bytes('é', 'ascii'), lambda: bytes(b'a', errors='x'), lambda: bytearray(0, 1),
          lambda: (1, 2).index(1, None), lambda: chr(-10**30), lambda: round(2, 1, ndigits=3), lambda: complex('j', 1, imag=2)):
  check(f)

# What operators and their methods give.
for f in (lambda: complex(-0.0, -0.0), lambda: +complex(-0.0, -0.0), lambda: complex(1j, 2j), lambda: complex(-0.0),
          lambda: (1,).__add__(2), lambda: [].__mul__('a'), lambda: 'a'.__rmul__(None), lambda: (2).__pow__(3, 5), lambda: (2).__pow__(),
          lambda: (7).__divmod__(2), lambda: (7).__rdivmod__(2.5), lambda: (7.5).__divmod__(2), lambda: (0.0).__rdivmod__(2),
          lambda: list([1, 2].__reversed__()), lambda: range(2**70)[2:1:-1], lambda: range(2**70)[-5::2], lambda: range(2**70)[::0],
          lambda: range(2**70)['a':], lambda: list[int][1], lambda: isinstance(1, list[int]), lambda: issubclass(int, list[int]),
          lambda: -list[int], lambda: (int | str) < 2, lambda: {} in bytearray(), lambda: sum([], bytearray()), lambda: iter('ab') + 1,
          lambda: type(iter('é')).__name__, lambda: format(1j, '%'), lambda: format(1j, '01b'), lambda: delattr(1, '__class__'),
          lambda: setattr(slice(1), 'start', 2), lambda: setattr(range(1), 'stop', 2)):
  check(f)


class Int(int):
  pass


class List(list):
  pass


print(divmod(Int(7), 2), divmod(7, Int(2)), divmod(Int(7), Int(2)), list(reversed(List([1, 2]))))


def assigned(items, place, value):
  items[place] = value
  return items


def deleted(items, place):
  del items[place]


for f in (lambda: assigned([1, 2, 3], slice(0, 2, 0), 5), lambda: assigned([1, 2, 3], slice(0, 2, 1), 5),
          lambda: assigned([1, 2, 3], slice(0, 3, 2), 5), lambda: assigned(bytearray(b'ab'), b'x', 'y'),
          lambda: deleted(5, 1), lambda: deleted('a', 0), lambda: deleted((1,), 0), lambda: deleted('a', 'b'), lambda: deleted((), None)):
  check(f)
# ---
# Encodings: what cannot be encoded or decoded, with each handler.
def check(f):
  try:
    print(ascii(f()))
  except Exception as error:
    print(type(error).__name__, ascii(str(error)), ascii(error.args))


for codec in 'utf-8', 'utf-8-sig', 'ascii', 'latin-1', 'utf-16', 'utf-16-be', 'utf-32-le':
  for errors in 'strict', 'ignore', 'replace', 'backslashreplace', 'surrogateescape', 'surrogatepass', 'xmlcharrefreplace':
    for text in 'aé日本b', '\ud800\udc80x', '\U0001F600':
      check(lambda: text.encode(codec, errors))
    if errors != 'xmlcharrefreplace' and (codec[4:6] not in ('16', '32') or not errors.startswith('surrogate')):
      for data in b'a\xff\xfe', b'\xe2\x82', b'\xed\xa0\x80', b'\x00\xd8a\x00', b'\x00\xdc\x00\x00', b'\xff\xff\x11\x00', b'\xef\xbb\xbfa', b'\xd8\x00':
        check(lambda: data.decode(codec, errors))
try:
  b'a\xe9'.decode()
except UnicodeDecodeError as error:
  print(error.encoding, error.object, error.start, error.end, error.reason, isinstance(error, ValueError))
# ---
# Errors of other kinds.
import enum
import heapq
import itertools
import operator


def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error)


def caught(kinds):
  try:
    raise ValueError(1)
  except kinds as error:
    return 'caught'


def call(*args, **named):
  return args, named


class Color(enum.Enum):
  RED = 1


for kinds in int, 5, (KeyError, 3), (ValueError, 3), ((ValueError,),), (KeyError, ValueError):
  check(lambda: caught(kinds))
for f in (lambda: call(*5), lambda: call(1, *5), lambda: call(*5, a=1), lambda: call(*[1], *None), lambda: call(**5),
          lambda: Color.BLUE, lambda: type(Color).__name__, lambda: heapq.heappop([]), lambda: operator.ipow(2, 3),
          lambda: operator.concat({}, {}), lambda: operator.indexOf(1, 2), lambda: operator.add(1), lambda: operator.lt(1),
          lambda: operator.ilshift(1, 2), lambda: operator.imatmul(1, 2), lambda: type(itertools.combinations('abc', 2)).__name__,
          lambda: list(itertools.permutations('abc', 2)), lambda: list(itertools.accumulate([1, 2, 3], initial=4)),
          lambda: next(itertools.pairwise('abc')), lambda: itertools.combinations('ab', 'x'), lambda: itertools.permutations('ab', 'x'),
          lambda: (1, 2) < (1, 3), lambda: (1, 'a') < (1, 2), lambda: (1, [2]) == (1, [2]), lambda: ((1, 2), 3) >= ((1, 2),),
          lambda: max([(1, 'b'), (1, 'a')]), lambda: sorted([(2, 'a'), (1, 'c'), (1, 'b')])):
  check(f)
# ---
# Library functions whose results were other ones.
import collections
import heapq
import itertools
import statistics

print(statistics.harmonic_mean([3, 3, 1]), statistics.harmonic_mean([40, 60], weights=[5, 30]), statistics.harmonic_mean([2.5, 3, 10]))
print(list(heapq.merge([1, 4], [2, 3], reverse=True)), list(heapq.merge([4, 1], [3, 2], reverse=True)), list(heapq.merge('ad', 'be', 'cf')))
print(list(heapq.merge([3, 1], [2], [2.0, 5], key=lambda v: -v)), list(itertools.islice(heapq.merge(itertools.count(), itertools.count(5)), 9)))
d = collections.UserDict({'k': 1})
print(d | {1: 1}, {2: 2} | d, d | collections.UserDict(a=3), type(d | {}).__name__)
d |= {'z': 0}
print(d, list(collections.Counter('abca').elements()))
