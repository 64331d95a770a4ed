"""Random classes: special methods of every kind, also reflected, in-place and wrong ones, inheritance with several bases,
descriptors, slots, properties, `__init_subclass__`, `__class_getitem__`, attributes by `__getattr__` and its kin. What is done with their
instances are independent lines."""
import random

from random_lines import HEAD, Lines

CLASS_HEAD = HEAD.replace('import itertools', 'import functools, itertools, math, operator') + '''
class Logged:
  def __init__(self, name="?"): self.name = name
  def __set_name__(self, owner, name): self.name = name
  def __get__(self, o, kind=None):
    if o is None: return self
    return o.__dict__.get("_" + self.name, "unset " + self.name)
  def __set__(self, o, v):
    if v == 0: raise ValueError("no " + self.name)
    o.__dict__["_" + self.name] = v
class Deletes(Logged):
  def __delete__(self, o): print("deletes", self.name)
class Reads:
  def __get__(self, o, kind): return ("read", o is None, kind.__name__)
def deco(f):
  @functools.wraps(f)
  def inner(*a, **k):
    print("calls", f.__qualname__)
    return f(*a, **k)
  return inner
def outcome(f):
  try: return f()
  except Exception as error: return (type(error).__name__, str(error))
def inplace(o, op, v):
  keep = o
  if op == "+=": o += v
  elif op == "-=": o -= v
  elif op == "*=": o *= v
  elif op == "|=": o |= v
  elif op == "@=": o @= v
  elif op == "//=": o //= v
  elif op == "**=": o **= v
  return (o is keep, o)
def changes(o, f):
  f(o)
  return getattr(o, "__dict__", None)
def deleted(o, name):
  delattr(o, name)
  return o
def managed(o):
  with o as v:
    return v
'''

RESULTS = ['NotImplemented', '("%s", self.v)', '1', 'True', '"text"', 'None', 'self', 'self.v', '-1', '2.5', 'other', '[self.v]', 'raise_(KeyError("k"))', '0']
BINARY = {'+': 'add', '-': 'sub', '*': 'mul', '/': 'truediv', '//': 'floordiv', '%': 'mod', '**': 'pow', '@': 'matmul', '&': 'and', '|': 'or', '^': 'xor', '<<': 'lshift', '>>': 'rshift'}
COMPARE = {'<': 'lt', '<=': 'le', '==': 'eq', '!=': 'ne', '>': 'gt', '>=': 'ge'}
UNARY = ['len', 'bool', 'int', 'float', 'complex', 'index', 'hash', 'str', 'repr', 'bytes', 'neg', 'pos', 'invert', 'abs', 'trunc', 'floor', 'ceil', 'iter', 'next', 'reversed', 'length_hint', 'enter', 'dir']


class Classes:
  def __init__(self, seed):
    self.r = random.Random(seed)

  def pick(self, *options):
    return self.r.choice(options)

  def result(self, name):
    text = self.r.choice(RESULTS)
    return text.replace('%s', name)

  def method(self, name):
    """A special method with a body that may be wrong."""
    body = {
        'hash': ('7', '-1', '"x"', '2**70', 'hash(self.v)'), 'len': ('3', '0', '-1', '"x"', '2.0', '2**70', 'True'), 'bool': ('True', 'False', '1', 'None'), 'str': ('"S"', '1', 'None', '"é%s" % self.v'), 'repr': ('"R"', '1', '"R(%r)" % (self.v,)'),
        'int': ('3', '"x"', '2.5', 'True'), 'float': ('2.5', '1', '"x"'), 'complex': ('1j', '1', '"x"'), 'index': ('2', '-1', '"x"', '1.0', 'True', '2**70'), 'bytes': ('b"x"', '"x"'), 'iter': ('iter([1, 2])', 'self', '[1]', 'iter("ab")', '(x for x in (1, self.v))'), 'next': ('1', 'raise_(StopIteration)', 'raise_(StopIteration(5))', 'raise_(ValueError("n"))'),
        'length_hint': ('2', 'NotImplemented', '-1', '"x"'), 'reversed': ('iter([2, 1])', '5'), 'dir': ('["b", "a"]', '5'), 'enter': ('5', 'self'),
    }.get(name)
    value = self.r.choice(body) if body else self.result(name)
    return [f'  def __{name}__(self):', f'    return {value.replace("other", "self")}']

  def part(self):
    r = self.r
    op = r.choice(list(BINARY.values()))
    return self.pick(
        lambda: [f'  def __{self.pick("", "", "r", "i")}{op}__(self, other):', f'    return {self.result(op)}'], lambda: [f'  def __{self.pick("", "", "r", "i")}{op}__(self, other):', f'    return {self.result(op)}'],
        lambda: [f'  def __{(c := r.choice(list(COMPARE.values())))}__(self, other):', f'    return {self.pick("NotImplemented", "self.v " + {v: k for k, v in COMPARE.items()}[c] + " getattr(other, " + repr("v") + ", other)", self.result(c))}'], lambda: self.method(r.choice(UNARY)), lambda: self.method(r.choice(UNARY)),
        lambda: ['  def __getitem__(self, i):', f'    return {self.pick("i", "self.v[i]", "(i, 1)", "raise_(IndexError(i)) if isinstance(i, int) and i > 2 else i", "raise_(KeyError(i))")}'], lambda: ['  def __setitem__(self, i, v):', '    print("set", i, v)'], lambda: ['  def __delitem__(self, i):', '    print("del", i)'], lambda: ['  def __contains__(self, x):', f'    return {self.pick("True", "0", "x == self.v", "None", "raise_(TypeError(1))")}'],
        lambda: ['  def __missing__(self, k):', '    return ("missing", k)'], lambda: ['  def __call__(self, *a, **k):', '    return (a, k)'], lambda: ['  def __getattr__(self, name):', f'    return {self.pick("name", "raise_(AttributeError(name))", "raise_(AttributeError)", "5", "raise_(KeyError(name))")}'],
        lambda: ['  def __getattribute__(self, name):', '    if name == "w": return "always"', '    return super().__getattribute__(name)'], lambda: ['  def __setattr__(self, name, v):', f'    {self.pick("super().__setattr__(name, v)", "object.__setattr__(self, name, (v,))", "self.__dict__[name] = v")}'], lambda: ['  def __delattr__(self, name):', '    print("delattr", name)'],
        lambda: ['  @property', '  def p(self):', f'    return {self.pick("self.v", "self.nothing", "5", "raise_(AttributeError(2))")}', *self.pick([], ['  @p.setter', '  def p(self, v):', '    self.v = v'], ['  @p.deleter', '  def p(self):', '    del self.v'])], lambda: ['  @classmethod', '  def k(cls, x=1):', '    return cls.__name__, x'], lambda: ['  @staticmethod', '  def s(x=2):', '    return x'],
        lambda: ['  @functools.cached_property', '  def c(self):', '    print("once")', '    return [self.v]'], lambda: ['  d = Logged()'], lambda: ['  e = Deletes()'], lambda: ['  g = Reads()'], lambda: ['  @deco', '  def m(self, a, b=2):', '    return a, b'], lambda: ['  def m(self, a=1, /, *, q=3):', '    return (a, q)'], lambda: ['  __slots__ = ("v", "w")'] if r.random() < 0.4 else ['  x: int = 3'],
        lambda: ['  def __init_subclass__(cls, **k):', '    print("subclass", cls.__name__, k)', '    super().__init_subclass__()'], lambda: ['  def __class_getitem__(cls, item):', '    return (cls.__name__, item)'], lambda: ['  def __format__(self, spec):', f'    return {self.pick("spec", "5", "str(self.v) + spec")}'], lambda: ['  def __round__(self, n=None):', '    return ("round", n)'], lambda: ['  def __divmod__(self, other):', '    return ("divmod", other)'], lambda: ['  def __rdivmod__(self, other):', '    return ("rdivmod", other)'],
        lambda: ['  def __exit__(self, *e):', f'    return {self.pick("True", "None", "0")}'], lambda: ['  def __new__(cls, *a, **k):', '    o = super().__new__(cls)', f'    {self.pick("return o", "print(cls.__name__, a); return o", "return 5")}'], lambda: [f'  __hash__ = {self.pick("None", "object.__hash__", "lambda self: 4")}'], lambda: [f'  __{self.pick("iter", "len", "contains", "add", "bool", "reversed")}__ = None'], lambda: ['  def __instancecheck__(self, o):', '    return True'], lambda: ['  __match_args__ = ("v", "x")'], lambda: ['  def __copy__(self):', '    return "copied"'],
        lambda: ['  class Inner:', '    y = 1', '    def f(self):', '      return __class__.__qualname__'], lambda: ['  def z(self):', '    return super().z() + 1 if hasattr(super(), "z") else 0'], lambda: ['  u = v = 3', '  t = [u for _ in range(2)]' if r.random() < 0.3 else '  t = [v, u]', '  del u'], lambda: ['  def __private(self):', '    return 7', '  def pub(self):', '    return self.__private()'],
    )()

  def klass(self, name, known):
    r = self.r
    bases = self.pick('', '', '', '(object)', '(list)', '(dict)', '(int)', '(str)', '(Exception)', '(tuple)', '(float)', '(set)', '(bytes)') if not known or r.random() < 0.4 else '(' + ', '.join(r.sample(known, min(len(known), self.pick(1, 1, 2, 2, 3)))) + self.pick('', '', '', ', q=1') + ')'
    body = []
    if not any(b in bases for b in ('tuple', 'bytes', 'frozenset')) and r.random() < 0.85:
      body += ['  def __init__(self, v=1, *more):', '    self.v = v'] if r.random() < 0.7 else ['  def __init__(self, v=1, *more):', f'    super().__init__({self.pick("", "", "v")})', '    self.v = v']
    for _ in range(r.randint(2, 7)):
      body += self.part()
    return ['try:', f'  class {name}{bases}:', *('  ' + line for line in body), 'except Exception as error:', '  print(type(error).__name__, error)', f'  class {name}: v = 1']

  def use(self, names):
    r = self.r
    o = lambda: f'{r.choice(names)}({self.pick("", "", "1", "2", "[1]", repr("a"), "(1, 2)")})'
    any_ = lambda: self.pick('1', '2.5', "'a'", '[1]', 'None', '(1, 2)', '{1: 2}', '1j', 'True', "b'x'", o())
    v = o()
    return self.pick(
        lambda: f'{v} {r.choice(list(BINARY))} {any_()}', lambda: f'{any_()} {r.choice(list(BINARY))} {v}', lambda: f'{o()} {r.choice(list(BINARY))} {o()}', lambda: f'{v} {r.choice(list(COMPARE))} {any_()}', lambda: f'{any_()} {r.choice(list(COMPARE))} {v}', lambda: f'inplace({v}, {self.pick("+=", "-=", "*=", "|=", "@=", "//=", "**=")!r}, {any_()})',
        lambda: f'{self.pick("len", "bool", "int", "float", "complex", "str", "repr", "bytes", "-", "+", "~", "abs", "math.trunc", "math.floor", "math.ceil", "list", "next", "list(reversed", "operator.length_hint", "tuple", "sorted", "sum", "iter", "set", "dict", "bytearray", "hex", "bin", "chr", "round", "dir", "vars", "any", "enumerate", "range", "math.sqrt", "callable", "max", "operator.index", "frozenset", "ascii")}({v})'.replace('list(reversed(' + v + ')', 'list(reversed(' + v + '))'),
        lambda: f'{v}[{self.pick("0", "1", "-1", "1:2", repr("k"), "1, 2", "...", "None")}]', lambda: f'changes({v}, lambda o: o.__setitem__({any_()}, 1))', lambda: f'operator.{self.pick("delitem")}({v}, {any_()})', lambda: f'{any_()} {self.pick("in", "not in")} {v}', lambda: f'{v}(1, *[2], k=3)', lambda: f'{v}.{self.pick("v", "w", "p", "c", "d", "e", "g", "x", "nothing", "t", "u", "__class__.__name__", "__dict__", "__module__", "v.real", "__hash__ is None")}', lambda: f'{v}.{self.pick("k(2)", "k()", "s()", "s(3)", "m(1)", "m()", "m(1, 2)", "m(a=1)", "m(1, q=2)", "z()", "pub()", "Inner().f()", "Inner.y", "__private()", "m(1, 2, 3)", "k(1, 2)")}', lambda: f'{r.choice(names)}.{self.pick("k()", "s()", "m", "p", "d", "g", "x", "v", "nothing", "__name__", "__mro__", "__bases__", "m(1)", "__init__", "t", "__slots__", "__annotations__", "c", "__qualname__", "__match_args__", "Inner.__qualname__")}',
        lambda: f'changes({v}, lambda o: setattr(o, {self.pick("v", "p", "d", "e", "g", "x", "new", "w", "__class__", "c", "m")!r}, {self.pick("0", "5", any_())}))', lambda: f'deleted({v}, {self.pick("v", "p", "d", "e", "g", "x", "new", "c")!r}) and 1', lambda: f'hasattr({v}, {self.pick("v", "p", "nothing", "g", "c", "__iter__", "__add__")!r})', lambda: f'getattr({v}, {self.pick("p", "nothing", "d")!r}, {any_()})', lambda: f'{r.choice(names)}[{self.pick("int", "1", "0:1")}]', lambda: f'isinstance({v}, {self.pick(r.choice(names), "(int, list)", "object", v)})', lambda: f'issubclass({r.choice(names)}, {self.pick(r.choice(names), "int", "Exception", "object")})', lambda: f'format({v}, {self.pick("", ">5", "x", "d")!r})', lambda: f'f"{{{v.replace(chr(39), "")}!r:>9}}|{{{r.choice(names)}(1)}}"',
        lambda: f'round({v}, 2)', lambda: f'divmod({v}, {any_()})', lambda: f'divmod({any_()}, {v})', lambda: f'pow({v}, {any_()}, 5)', lambda: f'managed({v})', lambda: f'{{{v}: 1}} and 1', lambda: f'[*{v}]', lambda: f'{{**{v}}}', lambda: f'(lambda *a, **k: (a, k))(*{v})', lambda: f'(lambda *a, **k: (a, k))(**{v})', lambda: f'[1, 2, 3][{v}]', lambda: f'[1, 2, 3][{v}:]', lambda: f'"%s %r %d" % ({v}, {o()}, {o()})', lambda: f'max({o()}, {o()}) and 1', lambda: f'sorted([{o()}, {o()}]) and 1', lambda: f'not {v}', lambda: f'[x.__name__ for x in {r.choice(names)}.__mro__]', lambda: f'super({r.choice(names)}, {v}).{self.pick("v", "k()", "m(1)", "__repr__()", "nothing", "z()", "__len__()")}',
        lambda: f'next(iter({v}))', lambda: f'"-".join({v})', lambda: f'{v} is {v}', lambda: f'outcome(lambda: (lambda a, *b: (a, b))(*{v}))', lambda: f'{r.choice(names)}(1, 2, 3) and 1', lambda: f'{r.choice(names)}(nothing=1) and 1', lambda: f'type({r.choice(names)}).__name__', lambda: f'type("T", ({r.choice(names)},), dict(v=3))', lambda: f'{v}.__{r.choice(list(BINARY.values()))}__({any_()})', lambda: f'{v}.__{r.choice(list(COMPARE.values()))}__({any_()})', lambda: f'[] + {v}', lambda: f'"a" * {v}', lambda: f'[{o()}].index({any_()})', lambda: f'{v} if {o()} else 0', lambda: f'{o()} and {any_()}', lambda: f'print({v}, end="|") or 1', lambda: f'str({v}, "ascii")', lambda: f'int({v}, 10)', lambda: f'[1, 2].count({v})')()

  def program(self):
    names = [f'C{i}' for i in range(self.r.randint(2, 5))]
    text = ['def raise_(error): raise error']
    for i, name in enumerate(names):
      text += self.klass(name, names[:i])
    lines = Lines(CLASS_HEAD + '\n'.join(text) + '\n')
    while len(lines.lines) < 40:
      lines.add('use', self.use(names))
    return lines


KINDS = {'classes': lambda seed: Classes(seed).program()}
