"""Exceptions on every way out of an expression or a statement, with what their tracebacks, contexts and causes say."""
import contextlib
import functools
import sys
import traceback


def show(f, *args):
  try:
    result = f(*args)
  except BaseException as error:
    lines = traceback.format_exc().splitlines()
    print(f.__name__, type(error).__name__, error)
    for line in lines[1:]:
      if not line.startswith('  File'):
        print('   |', line)
      else:
        print('   |', line.split(', ', 1)[1])
    context, cause = error.__context__, error.__cause__
    print('   context', repr(context), 'cause', repr(cause), 'suppressed', error.__suppress_context__)
  else:
    print(f.__name__, 'gives', repr(result))
  assert sys.exc_info() == (None, None, None)


def fail(x='fail'):
  raise ValueError(x)


class Thing:
  def __init__(self, x=0):
    if x < 0:
      raise ValueError('negative', x)
    self.x = x

  @property
  def bad(self):
    return fail('bad')

  @property
  def missing(self):
    raise AttributeError('missing here')

  def __getitem__(self, key):
    if key == 3:
      raise IndexError(key)
    if key == 'k':
      raise KeyError(key)
    return key

  def __add__(self, other):
    raise OverflowError('add')

  def __radd__(self, other):
    return fail('radd')

  def __iadd__(self, other):
    raise ArithmeticError('iadd')

  def __eq__(self, other):
    return fail('eq')

  def __lt__(self, other):
    return fail('lt')

  def __call__(self, *args):
    return fail('call')

  def __bool__(self):
    return fail('bool')

  def __len__(self):
    return fail('len')

  def __hash__(self):
    return fail('hash')

  def __contains__(self, item):
    return fail('contains')

  def __setattr__(self, name, value):
    if name == 'locked':
      fail(name)
    object.__setattr__(self, name, value)

  def __setitem__(self, key, value):
    fail('setitem')

  def __delitem__(self, key):
    fail('delitem')

  def __neg__(self):
    return fail('neg')

  def __repr__(self):
    return 'Thing'

  def __format__(self, spec):
    return fail('format')

  def method(self, a, *, b=1):
    return fail(('method', a, b))


class Fallback:
  @property
  def broken(self):
    raise AttributeError('inner')

  def __getattr__(self, name):
    if name == 'known':
      return 1
    if name == 'worse':
      raise KeyError(name)
    raise AttributeError('no ' + name)


thing = Thing()
places = {'a': [1, 2], 'b': (3,)}

expressions = [
    lambda: fail() + 1, lambda: 1 + fail(), lambda: fail() < 2, lambda: 1 < fail() < 3, lambda: 1 < 2 < fail(),
    lambda: fail() and 1, lambda: 1 and fail(), lambda: not fail(), lambda: -fail(), lambda: 1 if fail() else 2,
    lambda: fail() if 1 else 2, lambda: (1, fail(), 3), lambda: [1, fail()], lambda: {1, fail()}, lambda: {fail(): 1},
    lambda: {1: fail()}, lambda: places[fail()], lambda: fail()[0], lambda: places['a'][fail()], lambda: fail().x,
    lambda: f'{fail()}', lambda: f'{1:{fail()}}', lambda: f'{thing}', lambda: (x := fail()), lambda: [*fail()],
    lambda: {**fail()}, lambda: print(*fail()), lambda: print(fail()), lambda: print(sep=fail()), lambda: fail()(),
    lambda: [fail() for x in [1]], lambda: [x for x in [1] if fail()], lambda: [x for x in fail()],
    lambda: [y for x in [1] for y in fail()], lambda: {fail() for x in [1]}, lambda: {x: fail() for x in [1]},
    lambda: {fail(): x for x in [1]}, lambda: list(fail() for x in [1]), lambda: sum(x for x in [1] if fail()),
    lambda: places['c'], lambda: places['a'][5], lambda: places['b'][-2], lambda: 'abc'[7], lambda: b'a'[3],
    lambda: range(3)[5], lambda: places.absent, lambda: absent_name, lambda: thing.absent, lambda: thing.bad,
    lambda: thing.missing, lambda: getattr(thing, 'missing', 'default'), lambda: hasattr(thing, 'missing'),
    lambda: hasattr(thing, 'bad'), lambda: getattr(thing, 'bad', 1), lambda: Fallback().broken, lambda: Fallback().known,
    lambda: Fallback().other, lambda: Fallback().worse, lambda: hasattr(Fallback(), 'other'),
    lambda: getattr(Fallback(), 'worse', 1), lambda: thing + 1, lambda: 1 + thing, lambda: thing == 1, lambda: thing < 1,
    lambda: 1 in thing, lambda: thing(), lambda: -thing, lambda: len(thing),
    lambda: {thing}, lambda: {thing: 1}, lambda: {}.get(thing), lambda: list(thing), lambda: thing['k'],
    lambda: thing.method(), lambda: thing.method(1), lambda: thing.method(1, b=2), lambda: thing.method(1, c=2),
    lambda: Thing(-1), lambda: Thing(x=-2), lambda: Thing(1, 2), lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0,
    lambda: 1.5 / 0, lambda: 1.5 // 0, lambda: 1.5 % 0, lambda: 10 ** 30 // 0, lambda: divmod(1, 0), lambda: 0 ** -1,
    lambda: None + 1, lambda: 'a' + 1, lambda: [] + (), lambda: 1 < 'a', lambda: places(), lambda: len[0],
    lambda: int('x'), lambda: int('12', 40), lambda: int('zz', 5), lambda: int(None), lambda: float('y'),
    lambda: float([]), lambda: [].pop(), lambda: [1].pop(3), lambda: [1].index(2), lambda: (1,).index(2),
    lambda: [1].remove(2), lambda: {}.pop('k'), lambda: {}.pop('k', 7), lambda: {}.popitem(), lambda: set().pop(),
    lambda: {1}.remove(2), lambda: next(iter([])), lambda: next(iter([]), 9), lambda: iter([]).__next__(),
    lambda: sorted([3, 1], key=fail), lambda: list(map(fail, [1])), lambda: list(filter(fail, [1])),
    lambda: max([1, 2], key=fail), lambda: functools.reduce(fail, [1, 2]), lambda: any(fail(x) for x in [1]),
    lambda: functools.partial(fail, 'partial')(), lambda: sorted([thing, thing]), lambda: [thing].index(2),
    lambda: isinstance(1, 2), lambda: (lambda: fail('inner'))(), lambda: super().x, lambda: fail(*[], **{'x': 'kw'}),
]
for number, f in enumerate(expressions):
  f.__name__ = 'expression %d' % number
  show(f)


def assigns():
  x = fail()


def assigns_many():
  x = y = fail()


def unpacks_few():
  a, b = [1]


def unpacks_many():
  a, b = 1, 2, 3


def unpacks_nothing():
  a, *b = None


def adds():
  x = 1
  x += fail()


def adds_none():
  x = 1
  x += None


def adds_item():
  places['q'] += 1


def adds_item_bad():
  places['a'][0] += fail()


def adds_attribute():
  thing.x += fail()


def adds_in_place():
  t = thing
  t += 1


def sets_attribute():
  thing.locked = 1


def sets_item():
  thing[1] = fail('value')


def sets_item_itself():
  thing[1] = 1


def deletes():
  del thing[1]


def asserts():
  assert 1 == 2, fail('message')


def asserts_plain():
  assert [] == 1


def returns():
  return fail()


def tests():
  if fail():
    return 1


def loops():
  while fail():
    pass


def walks():
  for x in fail():
    pass


def walks_in():
  for x in [1, 2]:
    fail(x)
  else:
    return 'else'


def raises_bad():
  raise 1


def raises_class():
  raise Thing(-3)


def raises_from():
  raise KeyError('a') from fail()


def raises_from_bad():
  raise KeyError('a') from 1


def raises_from_none():
  try:
    fail('first')
  except ValueError:
    raise KeyError('second') from None


def raises_nothing():
  raise


def raises_again():
  try:
    fail('again')
  except ValueError:
    raise


def unbound():
  if False:
    x = 1
  return x


def nested():
  try:
    try:
      fail('one')
    finally:
      {}['two']
  except KeyError as error:
    raise RuntimeError('three') from error


def finally_wins():
  try:
    fail()
  finally:
    return 'finally'


def breaks_out():
  for x in [1, 2]:
    try:
      fail(x)
    finally:
      break
  return x


def bad_handler():
  try:
    fail('first')
  except 3:
    pass


def raising_handler():
  try:
    fail('first')
  except places['none']:
    pass


def handler_in_handler():
  try:
    fail('outer')
  except ValueError as error:
    try:
      fail('inner')
    except ValueError as inner:
      return str(error), str(inner), str(inner.__context__)


def else_raises():
  try:
    pass
  except ValueError:
    return 'no'
  else:
    fail('else')


for f in [
    assigns, assigns_many, unpacks_few, unpacks_many, unpacks_nothing, adds, adds_none, adds_item, adds_item_bad,
    adds_attribute, adds_in_place, sets_attribute, sets_item, sets_item_itself, deletes, asserts, asserts_plain, returns,
    tests, loops, walks, walks_in, raises_bad, raises_class, raises_from, raises_from_bad, raises_from_none,
    raises_nothing, raises_again, unbound, nested, finally_wins, breaks_out, bad_handler, raising_handler,
    handler_in_handler, else_raises
]:
  show(f)


class Manager:
  def __init__(self, swallow, where=''):
    self.swallow, self.where = swallow, where

  def __enter__(self):
    if self.where == 'enter':
      fail('enter')
    return self

  def __exit__(self, kind, error, trace):
    print('   exit', kind and kind.__name__, error)
    if self.where == 'exit':
      {}['exit']
    return self.swallow


def manages(swallow, where, raising):
  with Manager(swallow, where) as m, Manager(False):
    if raising:
      fail('body')
    return 'returned'
  return 'swallowed'


for swallow in (False, True):
  for where in ('', 'enter', 'exit'):
    for raising in (False, True):
      show(manages, swallow, where, raising)


@contextlib.contextmanager
def guard():
  try:
    yield 1
  except ValueError as error:
    print('   guarded', error)
    print('   done')


def guarded():
  with guard():
    fail('in guard')
  with guard() as one:
    return one


show(guarded)


def numbers(log):
  try:
    for i in range(3):
      try:
        sent = yield i
        if sent:
          raise sent
      except KeyError as error:
        yield 'caught %s' % error
      finally:
        log.append(i)
  finally:
    log.append('end')


def drive():
  log = []
  g = numbers(log)
  print('  ', next(g), g.send(KeyError('k')), next(g), log)
  print('  ', g.throw(KeyError('thrown')), next(g))
  try:
    g.throw(ValueError('out'))
  finally:
    print('  ', log, next(g, 'over'))


def stops():
  def inner():
    yield 1
    raise StopIteration('early')
  return list(inner())


def stops_in_next():
  def inner():
    yield next(iter([]))
  return list(inner())


def not_started():
  g = numbers([])
  g.throw(ValueError('cold'))


def delegates():
  def inner():
    try:
      yield 1
    except ValueError as error:
      return 'inner got %s' % error
  def outer():
    print('  ', (yield from inner()))
    yield 2
    yield from fail('delegate')
  g = outer()
  next(g)
  print('  ', g.throw(ValueError('sent')))
  next(g)


def closes():
  def stubborn():
    try:
      yield 1
    except GeneratorExit:
      yield 2
  g = stubborn()
  next(g)
  g.close()


def closes_raising():
  def inner():
    try:
      yield 1
    finally:
      fail('closing')
  g = inner()
  next(g)
  g.close()


def runs_itself():
  def inner():
    yield next(g)
  g = inner()
  next(g)


def yields_in_expressions():
  def inner():
    x = [1, (yield 1), fail('list')]
  g = inner()
  next(g)
  g.send(2)


def yields_in_with():
  def inner():
    with Manager(True):
      yield 1
      fail('swallowed')
    yield 2
  return list(inner())


for f in [drive, stops, stops_in_next, not_started, delegates, closes, closes_raising, runs_itself,
          yields_in_expressions, yields_in_with]:
  show(f)


class Steps:
  def __init__(self, error):
    self.error = error

  def __iter__(self):
    return self

  def __next__(self):
    raise self.error


for error in (StopIteration(5), IndexError('step'), KeyError('step')):
  def over(error=error):
    return [x for x in Steps(error)], list(Steps(error)), next(Steps(error), 'default')
  show(over)


def deep(n):
  return deep(n - 1) if n else fail('bottom')


show(deep, 3)


def endless():
  return endless()


try:
  endless()
except RecursionError as error:
  print(error)


class Dies:
  def __del__(self):
    try:
      fail('dying')
    except ValueError as error:
      print('   in __del__:', error)


def dies_in_flight():
  fail(Dies() and 'while dying')


def dies_in_handler():
  try:
    fail('outer')
  except ValueError:
    d = Dies()
    del d
    raise


show(dies_in_flight)
show(dies_in_handler)


def info():
  try:
    fail('a')
  except ValueError:
    try:
      {}['b']
    except KeyError:
      print('  ', sys.exc_info()[0].__name__)
    print('  ', sys.exc_info()[1])
  return sys.exc_info()


show(info)
