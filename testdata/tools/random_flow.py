"""Random programs of control flow: generators with throw() and close(), exceptions with contexts and causes and what
`finally` does to them, scopes and closures, patterns of `match`, unpacking and comprehensions."""
import random

HEAD = '''import contextlib, functools
log = []
def note(*what):
  print("  ", *what)
def attempt(f, *a, **k):
  try:
    return ("gave", f(*a, **k))
  except Exception as error:
    return ("raised", chain(error))
def chain(error, depth=4):
  if error is None or depth == 0: return None
  return (type(error).__name__, str(error), "cause", chain(error.__cause__, depth - 1), "context", chain(error.__context__, depth - 1), error.__suppress_context__, getattr(error, "__notes__", None))
class Custom(Exception):
  def __init__(self, a, b=2):
    super().__init__(a)
    self.b = b
  def __str__(self): return "custom %s %s" % (self.args, self.b)
class Plain(ValueError): pass
class Manager:
  def __init__(self, name, swallow=False, fail=None): self.name, self.swallow, self.fail = name, swallow, fail
  def __enter__(self):
    note("enter", self.name)
    if self.fail == "enter": raise Plain("enter " + self.name)
    return self
  def __exit__(self, kind, value, tb):
    note("exit", self.name, kind and kind.__name__, value)
    if self.fail == "exit": raise Custom("exit " + self.name)
    return self.swallow
@contextlib.contextmanager
def managed(name, swallow=False):
  note("begin", name)
  try:
    yield name
  except ValueError as error:
    note("saw", error)
    if not swallow: raise
  finally:
    note("end", name)
'''

ERRORS = ['ValueError("v")', 'KeyError("k")', 'TypeError', 'Custom(1)', 'Plain("p", 2)', 'ZeroDivisionError("z")', 'StopIteration(4)', 'RuntimeError()', 'IndexError(3)', 'OSError(2, "no file", "f")', 'AssertionError("as")', 'Custom(1, b=[])', 'LookupError(1, 2)', '5', 'None', 'KeyError']
CATCHES = ['ValueError', 'KeyError', '(TypeError, Custom)', 'Exception', 'LookupError', 'ArithmeticError', 'Plain', 'RuntimeError', 'BaseException', '(ValueError, (KeyError,))', 'int', 'StopIteration', 'GeneratorExit']


class Flow:
  def __init__(self, seed):
    self.r = random.Random(seed)
    self.serial = 0

  def pick(self, *options):
    return self.r.choice(options)

  def name(self, stem):
    self.serial += 1
    return f'{stem}{self.serial}'

  def value(self):
    return self.pick('1', '2', '"s"', 'x', '[x]', '(x, 1)', 'None', 'x + 1', 'len([x])', '-1', '0')

  def fails(self):
    return self.pick('1 / 0', '{}["q"]', '[][1]', 'int("x")', 'None.a', 'undefined_name', '"a" + 1', '(1)()', 'x.nothing', 'assert not x, "msg"', 'assert False', 'raise ' + self.r.choice(ERRORS), 'raise ' + self.r.choice(ERRORS), f'raise {self.r.choice(ERRORS)} from {self.pick(self.r.choice(ERRORS), "None")}', 'raise', 'next(iter(()))', 'a, b = [1]', 'del unknown')

  def indent(self, lines):
    return ['  ' + line for line in lines]

  def block(self, depth, loop, gen, n=None):
    lines = []
    for _ in range(n or self.r.randint(1, 3)):
      lines += self.statement(depth, loop, gen)
    return self.indent(lines)

  def statement(self, depth, loop, gen):
    r = self.r
    options = [lambda: [f'note({self.value()})'], lambda: [f'x = {self.value()}'], lambda: [self.fails()] if r.random() < 0.35 else [f'log.append({self.value()})'], lambda: [f'if x: {self.fails()}'] if r.random() < 0.3 else ['note(x)']]
    if loop:
      options += [lambda: [f'if {self.pick("x", "not x", "len(log) % 2", "i > 1")}: {self.pick("break", "continue")}'], lambda: [self.pick('break', 'continue')] if r.random() < 0.25 else ['note("loop")']]
    if r.random() < 0.12:
      options += [lambda: [f'return {self.value()}']]
    if gen:
      options += [lambda: [f'yield {self.value()}'], lambda: [f'x = yield {self.value()}', 'note("got", x)'], lambda: [f'yield {self.value()}'], lambda: [f'x = yield from {self.pick("[1, 2]", "inner(x)", "(k for k in range(2))", "iter([x])", "5")}', 'note("from", x)']]
    if depth > 0:
      options += [self.try_] * 4 + [self.with_] * 2 + [self.if_, self.for_, self.while_]
    choice = r.choice(options)
    return choice(depth - 1, loop, gen) if getattr(choice, '__self__', None) is self else choice()

  def try_(self, d, loop, gen):
    r = self.r
    lines = ['try:', *self.block(d, loop, gen)]
    handlers = r.sample(CATCHES, self.pick(0, 1, 1, 1, 2))
    for each in handlers:
      lines += [f'except {each} as error:', *self.pick(['  note("caught", chain(error))'], ['  note("caught", repr(error))', '  error.add_note("noted")'], []), *self.block(d, loop, gen, self.pick(1, 1, 2))]
      if r.random() < 0.35:
        lines += ['  ' + self.pick('raise', 'raise error', 'raise Plain("new")', 'raise Custom("from") from error', 'raise KeyError("none") from None', 'raise error.with_traceback(None)', 'raise type(error)', 'del error', 'error = None')]
    if handlers and r.random() < 0.25:
      lines += ['else:', *self.block(d, loop, gen, 1)]
    if not handlers or r.random() < 0.4:
      lines += ['finally:', '  note("finally")', *self.block(d, loop, gen, 1)]
    return lines

  def with_(self, d, loop, gen):
    item = lambda: self.pick(f'Manager("{self.pick("a", "b")}", {self.pick("True", "False")}{self.pick("", "", ", fail=" + repr(self.pick("enter", "exit")))})', f'managed("m", {self.pick("True", "False")})', 'contextlib.suppress(ValueError, KeyError)', 'contextlib.nullcontext(3)', 'contextlib.ExitStack()', '5' if self.r.random() < 0.1 else 'contextlib.nullcontext()')
    items = ', '.join(f'{item()}{self.pick("", " as m")}' for _ in range(self.pick(1, 1, 2)))
    return [f'with {items}:', *self.block(d, loop, gen)]

  def if_(self, d, loop, gen):
    lines = [f'if {self.pick("x", "x == 1", "isinstance(x, int) and x > 0", "len(log) % 2")}:', *self.block(d, loop, gen)]
    return lines + (['else:', *self.block(d, loop, gen)] if self.r.random() < 0.5 else [])

  def for_(self, d, loop, gen):
    lines = [f'for i in {self.pick("range(3)", "[0, 2]", "range(0)")}:', *self.block(d, True, gen)]
    return lines + (['else:', '  note("else")'] if self.r.random() < 0.3 else [])

  def while_(self, d, loop, gen):
    n = self.name('n')
    lines = [f'{n} = 0', 'i = 2', f'while {n} < {self.r.randint(1, 3)}:', f'  {n} += 1', *self.block(d, True, gen)]
    return lines + (['else:', *self.block(d, loop, gen, 1)] if self.r.random() < 0.3 else [])

  def generators(self):
    lines = HEAD.splitlines() + ['def inner(x):', *self.block(2, False, True), '  yield "inner"', '  return "done"']
    for k in range(self.r.randint(1, 3)):
      lines += [f'def g{k}(x=1):', *self.block(3, False, True), f'  yield {self.value()}', f'it = g{k}({self.pick("", "0", "2")})', 'for step in range(7):']
      for s in range(7):
        action = self.pick('next(it)', 'next(it)', 'it.send(None)', 'it.send(7)', 'it.throw(ValueError("thrown"))', 'it.throw(KeyError)', 'it.close()', 'it.throw(GeneratorExit)', 'it.throw(StopIteration(3))', 'next(it)', 'list(it)', 'it.throw(ValueError, "old")', 'it.throw(Custom(1))')
        lines += [f'  {"if" if s == 0 else "elif"} step == {s}: print({action!r}, attempt(lambda: {action}))']
      lines += [self.pick('print(it.gi_running, it.gi_frame is None)', 'print(list(it))', 'print(next(it, "end"))', 'del it')]
    lines += self.pick([], ['print(sum(g0()))'], ['for v in g0(): print(v)'], ['print(*g0())'], ['a, *b = g0()', 'print(a, b)'], ['print(attempt(lambda: dict(g0())))'], ['print([*zip(g0(), g0())])'])
    return '\n'.join(lines) + '\n'

  def exceptions(self):
    lines = HEAD.splitlines()
    count = self.r.randint(1, 3)
    for k in range(count):
      lines += [f'def f{k}(x=1):', *self.block(3, False, False), *self.pick([], [f'  return {self.value()}'], [f'  return f{max(k - 1, 0)}(x)' if k else '  return 1'])]
      lines += [f'print("f{k}", attempt(f{k}{self.pick("", ", 0", ", [1]")}))']
    if self.r.random() < 0.6:
      lines += ['x = 3', *self.statement(3, False, False), f'print(f{self.r.randrange(count)}({self.pick("", "0", "2")}))']
    return '\n'.join(lines) + '\n'

  # ---- scopes
  def scopes(self):
    r, lines = self.r, ['import functools', 'x = "global"', 'y = 5', 'def show(*a): print(*a)']
    def body(depth, names):
      out = []
      kind = self.pick('', '', 'nonlocal', 'global')
      chosen = r.choice(['x', 'y', 'z'])
      inside = [n for n in names if n == chosen]
      if kind == 'global' or kind == 'nonlocal' and inside and depth > 1:
        out.append(f'{kind} {chosen}')
      for _ in range(r.randint(1, 4)):
        n = r.choice(['x', 'y', 'z'])
        out += self.pick(lambda: [f'{n} = {self.pick("1", "2", "y", "x", "[x]", "lambda: x")}'], lambda: [f'show({r.choice(["x", "y", "z"])})'], lambda: [f'{n} += {self.pick("1", "y")}'], lambda: [f'del {n}'], lambda: [f'show([{self.pick("x", "x + y", "(x, i)", "z")} for {self.pick("x", "i", "z")} in {self.pick("range(2)", "(1, 2)", "[y]")}{self.pick("", " if y")}])'], lambda: [f'show({{k: {r.choice("xyz")} for k in range(2)}}, {{{r.choice("xyz")} for k in range(2)}})'], lambda: [f'show((({r.choice("xyz")} := {self.pick("3", "y", "x")}), {r.choice("xyz")}))'], lambda: [f'show([{r.choice("xyz")} := k for k in range(3)], {r.choice("xyz")})'] if r.random() < 0.5 else [f'show({r.choice("xyz")})'],
                         lambda: [f'fs = [lambda{self.pick("", " " + n + "=" + n)}: {n} for {self.pick(n, "i")} in range(2)]', 'show([f() for f in fs])'], lambda: [f'for {n} in range(2): pass'], lambda: [f'class K:', f'  {n} = {self.pick("x", "y", "7")}', f'  show({r.choice("xyz")})', f'  def m(self): return {r.choice("xyz")}', f'  w = [{n} for _ in range(1)]' if r.random() < 0.3 else '  pass', 'show(K().m(), getattr(K, "x", "no x"))'], lambda: ['try:', f'  show({r.choice("xyz")})', 'except NameError as error:', '  show(type(error).__name__, error)'], lambda: [f'try: 1 / 0', f'except ZeroDivisionError as {n}: show({n})'], lambda: [f'import math as {n}', f'show({n}.pi)'] if r.random() < 0.3 else ['pass'], lambda: [f'def h({n}, q={r.choice("xyz")}): return {n}, q', f'show(h(1), h.__defaults__)'], lambda: [f'show(sorted(k for k in {self.pick("globals()", "vars(K)")} if k in "xyz"))'] if r.random() < 0.1 else ['pass'], lambda: [f'with open_() as {n}: pass'] if r.random() < 0.05 else [f'show((lambda {n}: {r.choice("xyz")})(4))'])()
      if depth < 3:
        for _ in range(self.pick(0, 1, 1, 2)):
          f = self.name('f')
          out += [f'def {f}({self.pick("", "x=y", "z=3", "*y", "y=1, **z")}):', *self.indent(body(depth + 1, ['x', 'y', 'z'] if r.random() < 0.5 else [])), self.pick('show(FF())', 'try: show(FF())\nexcept Exception as error: show(type(error).__name__, error)').replace('FF', f).replace('\n', '\n')]
      return [line for each in out for line in each.split('\n')] + ([f'return {r.choice("xyz")}'] if depth else [])
    for _ in range(3):
      f = self.name('top')
      lines += [f'def {f}():', *self.indent(body(1, ['x', 'y'])), f'try: show({f}())', 'except Exception as error: show(type(error).__name__, error)', 'show(x, y)']
    return '\n'.join(lines) + '\n'

  # ---- match
  def pattern(self, d, names):
    r = self.r
    def capture():
      n = self.name('v')
      names.append(n)
      return n
    if d <= 0 or r.random() < 0.3:
      return self.pick(lambda: self.pick('1', '-2', '"a"', 'None', 'True', '1.5', 'b"x"', '2 + 1j', '-1.5', '"a" "b"', 'Color.RED', 'K.one'), capture, lambda: '_', lambda: self.pick('int()', 'str()', 'Point()', 'list()', 'float()', 'dict()', 'bool()', 'object()'))()
    p = lambda: self.pattern(d - 1, names)
    return self.pick(
        lambda: f'[{", ".join(p() for _ in range(r.randint(0, 3)))}]', lambda: f'({", ".join(p() for _ in range(2))})', lambda: f'[{p()}, *{self.pick("_", capture())}]' if r.random() < 0.7 else f'[*{capture()}, {p()}]', lambda: '{' + ', '.join([f'{k}: {p()}' for k in r.sample(['"a"', '1', '"k"', 'None', 'K.one'], r.randint(0, 2))] + ([f'**{capture()}'] if r.random() < 0.3 else [])) + '}',
        lambda: f'{self.pick("int", "str", "float", "list", "bool", "tuple", "dict", "set", "bytes")}({p()})', lambda: f'Point({", ".join([p() for _ in range(r.randint(0, 2))] + ([f"y={p()}"] if r.random() < 0.3 else []))})', lambda: f'Point({"x=" + p()}, {"y=" + p()})', lambda: f'{self.pick("1", "int()", "[_]", "None", "Point()")} | {self.pick("2", "str()", "[_, _]", "True", "{}")}', lambda: f'({p()}) as {capture()}', lambda: f'D({p()})', lambda: f'{self.pick("N", "Sub")}({p()}, {p()})')()

  def matches(self):
    r = self.r
    lines = '''import collections, dataclasses, enum, typing
class Color(enum.Enum):
  RED = 1
  BLUE = "b"
class K: one = 1
class Point:
  __match_args__ = ("x", "y")
  def __init__(self, x, y): self.x, self.y = x, y
  def __repr__(self): return f"Point({self.x!r}, {self.y!r})"
class Sub(Point): pass
@dataclasses.dataclass
class D:
  a: object
  b: int = 2
class N(typing.NamedTuple):
  p: int
  q: object = None
class Seq(collections.UserList if hasattr(collections, "UserList") else list): pass
subjects = [1, -2, 3, "a", "ab", "k", None, True, False, 1.5, b"x", 2 + 1j, [], [1], [1, 2], [1, [2, 3]], (1, 2), (), ("a", None), {"a": 1}, {}, {"k": [1], "a": None}, {1: 2, None: 3}, Point(1, 2), Sub("a", [1]), D(1), D([1], 3), N(1), N(1, "a"), Color.RED, Color.BLUE, K, int, {1, 2}, range(2), collections.deque([1, 2]), Point, "abc", [[]], ((1,), [2])]
'''.splitlines()
    for k in range(4):
      lines += [f'def m{k}(s):', '  match s:']
      for _ in range(r.randint(1, 5)):
        names = []
        pattern = self.pattern(3, names)
        if pattern == '_' or pattern in names:
          continue
        guard = self.pick('', '', '', ' if s', f' if {names[0]} == 1' if names else '')
        lines += [f'    case {pattern}{guard}:', f'      return ({pattern!r}, {", ".join(sorted(set(names)) or ["0"])})']
      lines += [f'    case _{self.pick("", " if s != 1")}:', '      return "other"', 'for s in subjects:', '  try:', f'    print({k}, repr(s) if not isinstance(s, type) else s.__name__, m{k}(s))', '  except Exception as error:', f'    print({k}, type(error).__name__, error)']
    return '\n'.join(lines) + '\n'

  # ---- unpacking, comprehensions, calls
  def target(self, d):
    r = self.r
    if d <= 0 or r.random() < 0.5:
      return self.pick('a', 'b', 'c', 'o.x', 'd["k"]', 'l[0]', 'l[1:]', 'e')
    parts = [self.target(d - 1) for _ in range(r.randint(1, 3))]
    if r.random() < 0.45:
      at = r.randrange(len(parts))
      parts[at] = '*' + (parts[at] if not parts[at].startswith(('(', '[')) else 'rest')
    return self.pick('(%s)', '[%s]') % (', '.join(parts) + (',' if len(parts) == 1 else ''))

  def source(self, d):
    r = self.r
    if d <= 0:
      return self.pick('1', '"ab"', '[1, 2]', '(1, 2, 3)', '{1: 2}', 'range(3)', 'None', '"x"', '[]', '(k for k in "pq")', '[[1], [2, 3]]', '(1, (2, 3))')
    return '(' + ', '.join(self.source(d - 1) for _ in range(r.randint(1, 4))) + ',)' if r.random() < 0.8 else self.pick('dict(a=1, b=2).items()', 'enumerate("ab")', 'zip("ab", [1, 2])', '[*range(3), *"ab"]')

  def parameters(self):
    r = self.r
    names, parts, default = iter('pqrstuvw'), [], False
    for k in range(r.randint(0, 3)):
      default = default or r.random() < 0.3
      parts.append(next(names) + (f'={r.randint(1, 9)}' if default else ''))
    if parts and r.random() < 0.25:
      parts.insert(r.randint(1, len(parts)), '/')
    star = self.pick('', '', '*', '*args')
    keyword = [next(names) + self.pick('', '=5') for _ in range(r.randint(0, 2))]
    if keyword or star == '*args':
      parts.append('*args' if star == '*args' or not keyword else '*')
    return ', '.join(parts + (keyword if '*' in parts or '*args' in parts else []) + (['**kw'] if r.random() < 0.3 else []))

  def calls(self):
    r = self.r
    parts = [self.pick('1', '"s"', '*[2, 3]', '*()', '*"ab"', '[4]') for _ in range(r.randint(0, 3))] + [f'{k}={r.randint(1, 5)}' for k in r.sample('pqrstxargs', r.randint(0, 2)) if len(k) == 1] + ([self.pick('**{"q": 1}', '**{}', '**{"z": 2, "p": 3}', '**{1: 2}', '**5', '**dict(s=1)', '*5', '*None')] if r.random() < 0.4 else [])
    return ', '.join(parts)

  def unpacking(self):
    r = self.r
    lines = ['class O: pass', 'def show(names):', '  return {k: (vars(v) if isinstance(v, O) else v) for k, v in sorted(names.items())}', 'def attempt(f):', '  try: print(f())', '  except Exception as error: print(type(error).__name__, error)']
    for k in range(14):
      kind = r.randrange(7)
      if kind < 3:
        target = self.target(3)
        lines += [f'def u{k}():', '  o, d, l = O(), {}, [0, 0, 0]', '  a = b = c = e = rest = None', f'  {target} = {self.source(3)}' if kind else f'  for {target} in {self.source(3)}: print(a, b, c)', '  return show(dict(o=o, d=d, l=l, a=a, b=b, c=c, e=e, rest=rest))', f'attempt(u{k})']
      elif kind == 3:
        gens = ' '.join(f'for {self.pick("a", "b", "(a, b)", "a, *b", "b", "[a, b]")} in {self.pick("[(1, 2), (3, 4)]", "range(3)", "a", "[[1, 2], [3]]", repr("ab"), "[a]", "zip(range(2), range(3))")}{self.pick("", "", " if a", " if b != 1", " if (w := a)")}' for _ in range(r.randint(1, 3)))
        form = self.pick('[%s]', 'list(%s)', 'set(repr(v) for v in [%s])', '{k: v for k, v in enumerate([%s])}', 'sum([1 for _ in [%s]])')
        lines += [f'attempt(lambda: {form % ((self.pick("a", "b", "(a, b)", "[a for a in range(2)]", "a if b else 0", "(lambda: a)()")) + " " + gens)})']
      else:
        lines += [f'def h{k}({self.parameters()}): return {{k: v for k, v in sorted(locals_{k}(vars_{k}).items())}}'.replace(f'{{k: v for k, v in sorted(locals_{k}(vars_{k}).items())}}', '(' + 'PARAMS' + ')')]
        names = [p.strip().lstrip('*').split('=')[0] for p in lines[-1][lines[-1].index('(') + 1:lines[-1].index('):')].split(',')]
        lines[-1] = lines[-1].replace('PARAMS', ''.join(n + ', ' for n in names if n and n != '/'))
        lines += [f'attempt(lambda: h{k}({self.calls()}))' for _ in range(3)]
    return '\n'.join(lines) + '\n'


KINDS = {
    'generators': lambda seed: Flow(seed).generators(),
    'exceptions': lambda seed: Flow(seed).exceptions(),
    'scopes': lambda seed: Flow(seed).scopes(),
    'match': lambda seed: Flow(seed).matches(),
    'unpacking': lambda seed: Flow(seed).unpacking(),
}
