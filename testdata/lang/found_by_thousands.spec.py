# What a thousand random programs of each kind found: who compares bytes with a bytearray, which name is nearest,
# arguments that are C strings, and frames that go on from a step.
import operator


def check(f):
  try:
    print(repr(f()))
  except Exception as error:
    print(type(error).__name__, error, error.args)


for f in (lambda: b''.__le__(bytearray(b'x')), lambda: b'a'.__eq__(bytearray(b'a')), lambda: bytearray(b'a').__eq__(b'a'), lambda: b'a' == bytearray(b'a'),
          lambda: b'a' < bytearray(b'b'), lambda: bytearray(b'b') >= b'a', lambda: bytearray(b'').__rmod__(b'%d'), lambda: b'%d'.__mod__(3),
          lambda: b'%d'.__rmod__(bytearray(b'%d')), lambda: bytearray(b'%d') % 4, lambda: complex(-0.0, -0.0) ** 1, lambda: complex(-0.0, -0.0) ** 1.0,
          lambda: complex(-0.0, 0.0) ** 2, lambda: 0j ** 0, lambda: 0j ** -1, lambda: 0j ** 0.5, lambda: 0j ** 1j, lambda: b'a'.center(9, None), lambda: bytes.ljust(b'a', 9, None),
          lambda: bytearray(b'a').rjust(9, 'x'), lambda: bytearray(0, '\ud800', 'x'), lambda: str(5, 'utf-16', '\x00'), lambda: bytes('a', 'utf-8', '\x00'),
          lambda: str(b'a', 'utf\x00'), lambda: issubclass(list[int], ('a', 5)), lambda: issubclass(list[int], (int, list)), lambda: issubclass(list[int], object),
          lambda: issubclass(5, 5), lambda: 'a'.replace('', '-'), lambda: 'aé'.replace('', '-', 2), lambda: 'abc'.replace('b', 'éé'), lambda: 'aaa'.replace('a', 'b', 2), lambda: 'ab'.replace('b', ''),
          lambda: ''.replace('', 'x'), lambda: 'abab'.replace('ab', ''), lambda: int('12'), lambda: int(' 12 '), lambda: int('1_000'), lambda: int(''), lambda: int('-5'), lambda: int('9' * 30)):
  check(f)


def near():
  print(nearby)
  nearby4 = 3


try:
  near()
except NameError as error:
  print(error)

# Generators: every way to stop, and what goes on from there.
def walker(n):
  for i in range(n):
    if i == 1:
      got = yield 'one', i
      print('got', got)
    elif i == 2:
      continue
    else:
      while True:
        i += 1
        if i > 6:
          break
        yield i
      else:
        print('never')
  else:
    yield 'end'
  return 'done'


def outer():
  result = yield from walker(3)
  print('result', result)
  a = b = yield
  print(a, b)
  first, second = yield 'pair'
  print(first, second)
  try:
    yield 'inside'
  except ValueError as error:
    print('caught', error)
    yield 'handled'
  finally:
    print('finally')


g = outer()
print(next(g), next(g), g.gi_yieldfrom is not None)
for turn in range(30):
  value = (8, 9) if turn > 7 else turn
  try:
    got = g.send(value)
    print(got)
    if got == 'inside':
      print(g.throw(ValueError('thrown')), next(g, 'over'))
  except StopIteration as stop:
    print('stop', stop.value)
    break


def broken():
  for i in range(3):
    for k in (1, 2):
      if k == 2:
        break
      yield i, k
    else:
      print('else of', i)
  for i, k in {1: 2}.items():
    x, y, z = yield i, k


b = broken()
print(list(zip('abc', b)), next(b))
try:
  b.send((1, 2))
except ValueError as error:
  print(error)
print(list(b))

# A tuple that enumerate and zip fill again is seen by nobody.
kept = [pair for pair in enumerate('ab')] + list(zip('cd', 'ef')) + [x for x in zip('g', [1])]
print(kept, [(i, x) for i, x in enumerate('xyz', 2**62)], list(enumerate([5], 2**63)))
for i, pair in enumerate(zip([1, 2], [3, 4])):
  kept.append(pair)
print(kept[-2:])
for at, (p, q) in enumerate([(1, 2), [3, 4]]):
  print(at, p, q)

# Texts that grow where they stand.
s = 'abc'
t = s
s += 'd'
u = s
s += s
print(s, t, u)
parts = ''
for i in range(2000):
  before = parts
  parts += chr(97 + i % 26)
  if i == 700:
    seen = parts
print(len(parts), len(before), len(seen), hash(parts) == hash(''.join(chr(97 + i % 26) for i in range(2000))), {parts: 1}[''.join(chr(97 + i % 26) for i in range(2000))])


def rebinding():
  s = 'a' * 20
  s += (lambda: 'b')()
  s += (s := 'c')
  return s


print(rebinding())


def unpacked(v):
  try:
    a, b = v
    return a, b
  except (ValueError, TypeError) as error:
    return str(error)


print([unpacked(v) for v in ((1, 2), (1,), [1, 2, 3], 'ab', range(3), 5, iter([1]), {1: 2, 3: 4})])
for v in ([3, 1, 2], [(2, 'b'), (1, 'c'), (1, 'a')], [(1, 2.5), (1, float('nan')), (0, 1.5)], ['b', 'a\x00', 'a'], [(1,), (), (1, 0)], [(True, 1), (1, 0)], [('é', 1), ('z', 0)]):
  print(sorted(v), sorted(v, reverse=True))
check(lambda: sorted([(1, None), (1, 'a')]))
print(sum([1, 2.5]), sum([True, 2]), sum([[1], [2]], []), sum([2**62, 2**62]))
print([x for x in (1, 2, 3) if x in (1, 3)], 'b' in 'abc', '' in '', 'bc' in 'abc', (1, 2) in {(1, 2)}, 'k' in {'k': 1})
grid = [[1, 2], [3, 4]]
k = 1
grid[k - 1][k] += 5
grid[k - 1] = grid[k - 1][::-1]
print(grid, grid[k - 2], len(grid))
check(lambda: grid[k + 5])
check(lambda: len())
check(lambda: [].append())
check(lambda: [].append(1, 2))
check(lambda: {}.items(1))
check(lambda: str(1, 2, 3, 4))


def unbound(flag):
  if flag:
    x = 1
  return len([flag, x])


check(lambda: unbound(False))
import itertools
for f in (lambda: operator.countOf(int | str, 1), lambda: operator.countOf(5, 1), lambda: operator.indexOf(int | str, 1), lambda: operator.concat(list[int], []),
          lambda: operator.iconcat(list[int], []), lambda: operator.iconcat({}, []), lambda: operator.concat([1], [2]), lambda: operator.abs(1, 2), lambda: operator.inv(1, 2),
          lambda: operator.invert(), lambda: operator.abs(-3), lambda: itertools.tee(slice(None), 0), lambda: itertools.tee(5)):
  check(f)


# super() without a super object: what it reaches, and what it says.
class Base:
  def __init__(self, *args, **kw):
    self.made = args, kw

  def name(self):
    return 'base'

  @classmethod
  def make(cls):
    return cls.__name__

  @property
  def size(self):
    return 1


class Middle(Base):
  pass


class Last(Middle):
  def __init__(self, x):
    super().__init__(x, key=x)

  def name(self):
    return 'last of ' + super().name()

  @classmethod
  def make(cls):
    return 'made ' + super().make()

  @property
  def size(self):
    return super().size + 1

  def missing(self):
    return super().nothing()

  def called_wrong(self):
    return super().name(1)

  def text(self):
    return super().__repr__()[:10], super().__class__

  def inner(self):
    return [super(Last, self).name() for _ in range(2)], (lambda: super(Last, self).name())()

  def fails(self):
    return [super().name() for _ in range(2)]


class Both(Last, dict):
  def name(self):
    def nested(self):
      return super().name()
    return super().name() + '+' + nested(self)


one = Both(5)
print(one.made, one.name(), Last.make(), one.size, one.text()[1], Last(1).inner())
for f in (one.missing, one.called_wrong, one.fails, lambda: Last.name(3), lambda: super().name()):
  check(f)


def keys_of(v):
  import traceback
  for make in (lambda: {x: 1 for x in v}, lambda: {x for x in v}):
    try:
      make()
    except TypeError:
      traceback.print_exc()


keys_of([[1]])
near()
