"""Random programs of all kinds of statements: expressions over the built-in types (also over types that do not fit: the
errors' texts are compared), control flow, containers, classes, generators, exceptions, formatting."""
import random

NAMES = 'abcdefgh'
INTS = ['0', '1', '2', '3', '-1', '-7', '10', '255', '1000', '2**31', '2**63-1', '-2**63', '2**64', '10**20', '12345678901234567890']
FLOATS = ['0.0', '-0.0', '1.0', '0.5', '-2.5', '3.14159', '1e16', '1e-7', '123456789.123', '1e300', '5e-324', "float('inf')",
          'NAN', '2.675', '0.1']
TEXTS = ["''", "'a'", "'abc'", "'Hello World'", "'  pad '", "'a,b,,c'", "'éß'", "'line\\nbreak'", "'x=%d'", "'12'", "'-3.5'", "'\\t'",
         "'日本'", "'aXbXc'", "'AbC'", "\"it's\"", "'{}'", "'\\x00'", "'ababab'"]
BYTES = ["b''", "b'ab'", "b'a,b'", "b'\\x00\\xff'", "b'Hello'"]


class Maker:
  def __init__(self, seed):
    self.r = random.Random(seed)
    self.names = {}  # the variables of the function that is written, with their types
    self.depth = 0

  def pick(self, *options):
    return self.r.choice(options)

  # ---- expressions of a type
  def expr(self, kind, depth=3):
    if self.r.random() < 0.04:
      kind = self.pick('int', 'float', 'str', 'list', 'tuple', 'dict', 'set', 'bytes', 'bool', 'none')  # what may not fit
    known = [n for n, k in self.names.items() if k == kind]
    if known and self.r.random() < 0.35:
      return self.r.choice(known)
    return getattr(self, kind)(depth - 1)

  def any(self, depth=2):
    return self.expr(self.pick('int', 'int', 'float', 'str', 'str', 'list', 'tuple', 'dict', 'set', 'bytes', 'bool', 'none'), depth)

  def none(self, d):
    return 'None'

  def int(self, d):
    r, e = self.r, lambda k='int': self.expr(k, d)
    if d <= 0 or r.random() < 0.25:
      return f'({r.choice(INTS) if r.random() < 0.5 else r.randint(-20, 20)})'
    return self.pick(
        lambda: f'({e()} {self.pick("+", "-", "*", "//", "%", "&", "|", "^")} {e()})',
        lambda: f'({e()} {self.pick("<<", ">>")} {r.randint(0, 70)})',
        lambda: f'({e()} ** {r.randint(0, 5)})', lambda: f'pow({e()}, {r.randint(0, 9)}, {e()})',
        lambda: f'{self.pick("-", "+", "~")}{e()}', lambda: f'abs({e()})', lambda: f'len({e(self.pick("str", "list", "dict", "tuple", "set", "bytes"))})',
        lambda: f'int({e(self.pick("str", "float", "bool"))})', lambda: f'divmod({e()}, {e()})[{r.randint(0, 1)}]',
        lambda: f'round({e("float")})', lambda: f'round({e()}, {r.randint(-3, 1)})', lambda: f'sum({e("list")})',
        lambda: f'{self.pick("min", "max")}({e()}, {e()})', lambda: f'({e()} if {e("bool")} else {e()})',
        lambda: f'{e("str")}.{self.pick("find", "count", "index", "rfind")}({e("str")})', lambda: f'{e("list")}[{r.randint(-3, 3)}]',
        lambda: f'{e()}.bit_length()', lambda: f'{e("list")}.{self.pick("count", "index")}({e()})', lambda: f'ord({e("str")}[:1])',
        lambda: f'int({e("str")}, {r.randint(0, 20)})', lambda: f'int.from_bytes({e("bytes")}, {self.pick(repr("big"), repr("little"))})',
        lambda: f'{e("dict")}.get({self.any(1)}, {e()})', lambda: f'(lambda x, y=2: x * y)({e()})', lambda: f'({e()} {self.pick("and", "or")} {e()})')()

  def float(self, d):
    e = lambda k='float': self.expr(k, d)
    if d <= 0 or self.r.random() < 0.25:
      return f'({self.r.choice(FLOATS) if self.r.random() < 0.5 else round(self.r.uniform(-100, 100), self.r.randint(0, 6))})'
    return self.pick(
        lambda: f'({e(self.pick("int", "float"))} {self.pick("+", "-", "*", "/", "//", "%")} {e()})', lambda: f'({e("int")} / {e("int")})',
        lambda: f'({e()} ** {self.pick("2", "0.5", "-1", "3")})', lambda: f'float({e(self.pick("int", "str"))})',
        lambda: f'round({e()}, {self.r.randint(-2, 5)})', lambda: f'abs({e()})', lambda: f'-{e()}', lambda: f'max({e()}, {e("int")})',
        lambda: f'math.{self.pick("sqrt", "sin", "exp", "log", "floor", "ceil", "trunc", "fabs", "log2", "atan", "tanh")}({e()})',
        lambda: f'sum([{e()}, {e()}])', lambda: f'math.{self.pick("fmod", "hypot", "copysign", "atan2", "pow", "ldexp")}({e()}, {e("int")})')()

  def bool(self, d):
    e, r = lambda k='bool': self.expr(k, d), self.r
    if d <= 0 or r.random() < 0.2:
      return self.pick('True', 'False')
    kind = self.pick('int', 'float', 'str', 'list', 'tuple', 'set', 'bytes')
    return self.pick(
        lambda: f'({e(kind)} {self.pick("<", "<=", "==", "!=", ">", ">=")} {e(kind)})', lambda: f'(not {self.any(d)})',
        lambda: f'({e("int")} < {e("int")} <= {e("int")})', lambda: f'({self.any(1)} {self.pick("in", "not in")} {e(self.pick("list", "set", "dict", "tuple", "str"))})',
        lambda: f'({self.any(d)} == {self.any(d)})', lambda: f'bool({self.any(d)})', lambda: f'({self.any(d)} is None)',
        lambda: f'{self.pick("any", "all")}({e("list")})', lambda: f'isinstance({self.any(d)}, {self.pick("int", "str", "(list, tuple)", "object", "dict | int")})',
        lambda: f'{e("str")}.{self.pick("isdigit", "isalpha", "isupper", "islower", "istitle", "isspace", "isidentifier", "isnumeric", "isprintable")}()',
        lambda: f'{e("str")}.{self.pick("startswith", "endswith")}({e("str")})', lambda: f'{e("set")}.{self.pick("issubset", "isdisjoint", "issuperset")}({e("set")})',
        lambda: f'({e()} {self.pick("and", "or", "^", "&", "|")} {e()})', lambda: f'callable({self.any(1)})')()

  def spec(self, kind):
    r = self.r
    fill = self.pick('', '', '*', '0', ' ') + self.pick('<', '>', '^', '=') if r.random() < 0.5 else ''
    sign = self.pick('', '', '+', '-', ' ')
    width = self.pick('', '', str(r.randint(1, 14)), '0' + str(r.randint(2, 12)))
    group = self.pick('', '', '', ',', '_')
    precision = '.' + str(r.randint(0, 8)) if r.random() < (0.5 if kind == 'float' else 0.15) else ''
    letter = self.pick('', *{'int': 'dxXobcengf%', 'float': 'feEgGn%d', 'str': 's', 'bool': 'd'}.get(kind, 's'))
    return f'{fill}{sign}{self.pick("", "", "#")}{width}{group}{precision}{letter}' if kind != 'str' else f'{fill}{width}{precision}{letter}'

  def str(self, d):
    e, r = lambda k='str': self.expr(k, d), self.r
    if d <= 0 or r.random() < 0.2:
      return r.choice(TEXTS)
    kind = self.pick('int', 'float', 'str', 'bool')
    quoted = lambda: e(kind).replace('"', "'")
    return self.pick(
        lambda: f'({e()} + {e()})', lambda: f'({e()} * {r.randint(-1, 4)})', lambda: f'{self.pick("str", "repr", "ascii")}({self.any(d)})',
        lambda: f'{e()}[{self.slice()}]', lambda: f'{e()}.{self.pick("upper", "lower", "title", "capitalize", "swapcase", "strip", "lstrip", "rstrip", "casefold", "expandtabs")}()',
        lambda: f'{e()}.replace({e()}, {e()})', lambda: f'{e()}.{self.pick("center", "ljust", "rjust", "zfill")}({r.randint(0, 12)})',
        lambda: f'{e()}.{self.pick("removeprefix", "removesuffix", "strip", "lstrip")}({e()})', lambda: f'{e()}.join({e(self.pick("list", "tuple", "str"))})',
        lambda: f'{e()}.join(map(str, {e("list")}))', lambda: f'format({e(kind)}, {self.spec(kind)!r})', lambda: f'format({e(kind)}, {self.spec(kind)!r})',
        lambda: f"'{{!r:>12}}|{{}}'.format({self.any(d)}, {self.any(d)})", lambda: f"'{{0:{self.spec(kind)}}}'.format({e(kind)})",
        lambda: f"'%{self.pick('', '-', '0', '+', ' ', '#')}{self.pick('', '6', '12')}{self.pick('', '.2', '.0')}{self.pick(*'dsrfgexXocia')}|' % ({self.any(d)},)",
        lambda: f"'%s %s' % {e('tuple')}", lambda: f"'%(k)s' % {e('dict')}", lambda: f'hex({e("int")})', lambda: f'bin({e("int")})', lambda: f'chr({r.randint(32, 1000)})',
        lambda: f'{e("bytes")}.decode({self.pick("", repr("latin1"), repr("utf-8"))})', lambda: f'type({self.any(d)}).__name__', lambda: f'{e("bytes")}.hex()',
        lambda: f'{e("float")}.hex()' if r.random() < 0.3 else f'textwrap.shorten({e()}, {r.randint(5, 20)})', lambda: f'{e()}.translate({{97: {e()}, 98: None}})')()

  def slice(self):
    n = lambda: self.pick('', '', '0', '1', '2', '-1', '-2', '5')
    step = self.pick('', '', ':', ':2', ':-1', ':-2')
    return f'{n()}:{n()}{step}'

  def items(self, d, kind=None):
    kind = kind or self.pick('int', 'int', 'str', 'float', 'any')
    make = (lambda: self.any(d)) if kind == 'any' else lambda: self.expr(kind, d)
    return ', '.join(make() for _ in range(self.r.randint(0, 4)))

  def list(self, d):
    e, r = lambda k='list': self.expr(k, d), self.r
    if d <= 0 or r.random() < 0.3:
      return f'[{self.items(d)}]'
    seq = self.pick('list', 'tuple', 'str', 'set', 'dict')
    return self.pick(
        lambda: f'({e()} + {e()})', lambda: f'({e()} * {r.randint(-1, 3)})', lambda: f'{e()}[{self.slice()}]', lambda: f'sorted({e(seq)})',
        lambda: f'sorted({e()}, key={self.pick("str", "repr", "lambda v: -v", "len", "type")}, reverse={e("bool")})', lambda: f'list({e(seq)})',
        lambda: f'[{self.pick("x", "x * 2", "str(x)", "(x, x)", "x + 1", "not x")} for x in {e(seq)}{self.pick("", " if x", " if x != 1")}]',
        lambda: f'list(zip({e(seq)}, {e()}))', lambda: f'list(enumerate({e()}, {r.randint(0, 3)}))', lambda: f'list(map({self.pick("str", "abs", "len", "int", "bool", "repr")}, {e()}))',
        lambda: f'list(filter({self.pick("None", "str", "bool", "lambda v: v > 1")}, {e()}))', lambda: f'list(range({self.pick("", "1, ", "-3, ")}{r.randint(-3, 6)}))', lambda: f'list(reversed({e(self.pick("list", "tuple", "str"))}))',
        lambda: f'{e("str")}.{self.pick("split", "splitlines", "rsplit")}()', lambda: f'{e("str")}.{self.pick("split", "rsplit", "partition", "rpartition")}({e("str")})',
        lambda: f'list({e("dict")}.{self.pick("keys", "values", "items")}())', lambda: f'[*{e()}, *{e(seq)}]', lambda: f'[[y for y in range(x % 3)] for x in {e()}]',
        lambda: f'list(itertools.{self.pick("accumulate", "pairwise", "chain.from_iterable", "permutations")}({e()}))', lambda: f'list(itertools.{self.pick("combinations", "combinations_with_replacement")}({e()}, 2))[:5]',
        lambda: f'[(k, list(g)) for k, g in itertools.groupby({e()})]', lambda: f'collections.Counter({e(seq)}).most_common({r.randint(0, 3)})')()

  def tuple(self, d):
    e = lambda k='tuple': self.expr(k, d)
    if d <= 0 or self.r.random() < 0.4:
      inner = self.items(d)
      return f'({inner},)' if inner else '()'
    return self.pick(lambda: f'({e()} + {e()})', lambda: f'tuple({e(self.pick("list", "str", "set"))})', lambda: f'{e()}[{self.slice()}]', lambda: f'divmod({e("int")}, {e("int")})',
                     lambda: f'({e()} * {self.r.randint(0, 2)})', lambda: f'{e("str")}.partition({e("str")})', lambda: f'math.{self.pick("modf", "frexp")}({e("float")})',
                     lambda: f'{e("float")}.as_integer_ratio()')()

  def dict(self, d):
    e = lambda k='dict': self.expr(k, d)
    if d <= 0 or self.r.random() < 0.4:
      return '{' + ', '.join(f'{self.expr(self.pick("str", "int", "tuple"), 1)}: {self.any(d)}' for _ in range(self.r.randint(0, 3))) + '}'
    return self.pick(lambda: f'({e()} | {e()})', lambda: f'{{k: v for k, v in {e()}.items()}}', lambda: f'dict(zip({e("list")}, {e("list")}))', lambda: f'{{**{e()}, "z": {self.any(d)}}}',
                     lambda: f'dict.fromkeys({e(self.pick("str", "list"))}, {self.any(1)})', lambda: f'dict(a={self.any(d)}, b={self.any(d)})', lambda: f'{{x: len(str(x)) for x in {e("list")}}}',
                     lambda: f'dict(sorted({e()}.items()))', lambda: f'dict({e("list")})')()

  def set(self, d):
    e = lambda k='set': self.expr(k, d)
    if d <= 0 or self.r.random() < 0.4:
      return '{' + (self.items(1, 'int') or '0') + '}'  # ints: the order of strings is salted
    return self.pick(lambda: f'({e()} {self.pick("|", "&", "-", "^")} {e()})', lambda: f'{{x % 5 for x in {e("list")}}}', lambda: f'{self.pick("set", "frozenset")}(v for v in {e("list")} if type(v) is int)',
                     lambda: f'{e()}.{self.pick("union", "intersection", "difference", "symmetric_difference")}({e()})')()

  def bytes(self, d):
    e = lambda k='bytes': self.expr(k, d)
    if d <= 0 or self.r.random() < 0.4:
      return self.r.choice(BYTES)
    return self.pick(lambda: f'({e()} + {e()})', lambda: f'{e("str")}.encode()', lambda: f'{e()}[{self.slice()}]', lambda: f'bytes([x % 256 for x in {e("list")}])', lambda: f'{e()}.{self.pick("upper", "lower", "strip", "title")}()',
                     lambda: f'{e()}.replace({e()}, {e()})', lambda: f'{e()}.join([{e()}, {e()}])', lambda: f'({e("int")} % 1000).to_bytes({self.r.randint(1, 4)}, "big")')()

  # ---- statements
  def block(self, depth, in_loop=False, in_gen=False):
    lines = []
    for _ in range(self.r.randint(1, 3)):
      lines += self.statement(depth, in_loop, in_gen)
    return ['  ' + line for line in lines]

  def assign(self):
    kind = self.pick('int', 'int', 'float', 'str', 'str', 'list', 'tuple', 'dict', 'set', 'bytes', 'bool')
    value = self.expr(kind, 4)
    name = self.r.choice(NAMES)
    self.names[name] = kind
    return [f'{name} = {value}', f'print({name!r}, {self.pick("", "repr")}({name}))']

  def statement(self, depth, in_loop=False, in_gen=False):
    r = self.r
    simple = [
        self.assign, self.assign, lambda: [f'print({self.any(4)}, {self.any(3)}{self.pick("", ", sep=chr(45)", ", end=chr(10))")[:0]})'],
        self.fstring, self.unpack, self.augment, self.mutate, self.assign]
    if in_loop:
      simple.append(lambda: [f'if {self.expr("bool", 2)}: {self.pick("break", "continue")}'])
    if in_gen:
      simple += [lambda: [f'yield {self.any(2)}'], lambda: [f'print("got", (yield {self.any(2)}))'], lambda: [f'yield from {self.expr(self.pick("list", "str", "tuple"), 2)}']]
    nested = [self.if_, self.for_, self.while_, self.try_, self.match, self.function, self.klass, self.generator, self.with_]
    if depth <= 0 or r.random() < 0.55:
      return r.choice(simple)()
    return r.choice(nested)(depth - 1, in_loop, in_gen)

  def fstring(self):
    kind = self.pick('int', 'float', 'str', 'bool')
    name = self.r.choice(NAMES)
    self.names[name] = kind
    spec = self.spec(kind)
    return [f'{name} = {self.expr(kind, 3)}',
            'print(f"{%s%s%s}|{%s!r}|{%s=}")' % (name, self.pick('', '', '!s', '!r') if kind == 'str' else '', ':' + spec if spec else '', name, name)]

  def unpack(self):
    a, b, c = self.r.sample(NAMES, 3)
    value = self.expr(self.pick('list', 'tuple', 'str'), 3)
    form = self.pick(f'{a}, {b}', f'{a}, *{b}', f'*{a}, {b}', f'{a}, *{b}, {c}', f'({a}, {b}), {c}', f'[{a}, {b}]')
    for n in (a, b, c):
      self.names.pop(n, None)
    return [f'{form} = {value}', f'print({", ".join(n for n in (a, b, c) if n in form)})']

  def augment(self):
    if not self.names:
      return self.assign()
    name = self.r.choice(list(self.names))
    kind = self.names[name]
    op = self.pick(*{'int': ['+', '-', '*', '//', '%', '&', '|', '^'], 'float': '+-*/', 'set': '|&-^', 'dict': '|'}.get(kind, ['+']))
    return [f'{name} {op}= {self.expr(kind, 2)}', f'print({name})']

  def mutate(self):
    name = self.r.choice(NAMES)
    kind = self.pick('list', 'dict', 'set')
    value, x, y = self.expr(kind, 3), self.any(2), self.any(2)
    self.names[name] = kind
    i = self.pick('0', '1', '-1', '5', '-4')
    change = {
        'list': self.pick(f'.append({x})', f'.insert({i}, {x})', f'.extend({self.expr("list", 2)})', f'.pop({i})', f'.remove({x})', '.reverse()', '.sort()', '.clear()', f'[{i}] = {x}',
                          f'[{self.slice()}] = {self.expr("list", 2)}', '.sort(key=str)'),
        'dict': self.pick(f'[{x}] = {y}', f'.pop({x})', f'.pop({x}, {y})', f'.setdefault({x}, {y})', f'.update({self.expr("dict", 2)})', '.popitem()', '.clear()', f'.update(q={x})'),
        'set': self.pick(f'.add({self.expr("int", 2)})', f'.discard({x})', f'.remove({x})', f'.update({self.expr("set", 2)})', '.clear()'),
    }[kind]
    form = f'{name}{change}' if '] = ' in change else f'print({name}{change})'
    deletes = [f'del {name}[{self.pick(i, self.slice() if kind == "list" else i)}]'] if kind != 'set' and self.r.random() < 0.3 else []
    return [f'{name} = {value}', form, f'print({name})', *deletes, f'print({name})']

  def branch(self, f):
    """The names that a branch makes may be missing after it: they stay, so that some programs read them."""
    kept = dict(self.names)
    lines = f()
    if self.r.random() < 0.8:
      self.names = kept
    return lines

  def if_(self, depth, in_loop, in_gen):
    b = lambda: self.branch(lambda: self.block(depth, in_loop, in_gen))
    lines = [f'if {self.expr("bool", 3)}:', *b()]
    if self.r.random() < 0.4:
      lines += [f'elif {self.any(2)}:', *b()]
    return lines + (['else:', *b()] if self.r.random() < 0.5 else [])

  def for_(self, depth, in_loop, in_gen):
    name = self.r.choice(NAMES)
    seq = self.pick(f'range({self.r.randint(0, 4)})', self.expr('list', 2), self.expr('str', 2), self.expr('dict', 2), f'enumerate({self.expr("list", 2)})', f'zip({self.expr("list", 2)}, {self.expr("str", 2)})')
    self.names[name] = 'int' if seq.startswith('range') else 'str'
    lines = [f'for {name} in {seq if seq.startswith("range") else f"list({seq})[:5]"}:', f'  print({name})', *self.branch(lambda: self.block(depth, True, in_gen))]
    return lines + (['else:', '  print("no break")'] if self.r.random() < 0.3 else [])

  def while_(self, depth, in_loop, in_gen):
    self.depth += 1
    n = f'n{self.depth}'
    return [f'{n} = {self.r.randint(0, 4)}', f'while {n} > 0:', f'  {n} -= 1', *self.branch(lambda: self.block(depth, True, in_gen))]

  def try_(self, depth, in_loop, in_gen):
    b = lambda: self.branch(lambda: self.block(depth, in_loop, in_gen))
    errors = self.pick('ValueError', 'TypeError', '(KeyError, IndexError)', 'Exception', 'ZeroDivisionError', 'LookupError', 'ArithmeticError')
    lines = ['try:', *b()]
    if self.r.random() < 0.3:
      lines += [f'  raise {self.pick("ValueError", "KeyError", "RuntimeError", "StopIteration", "OSError")}({self.any(2)})']
    lines += [f'except {errors} as error:', '  print(type(error).__name__, error, error.args)', *(b() if self.r.random() < 0.3 else [])]
    if self.r.random() < 0.2:
      lines += ['  ' + self.pick('raise', 'raise RuntimeError("again") from error', 'raise KeyError("next")', 'raise LookupError(1, 2) from None')]
    if self.r.random() < 0.3:
      lines += ['else:', *b()]
    return lines + (['finally:', '  print("finally")'] if self.r.random() < 0.4 else [])

  def match(self, depth, in_loop, in_gen):
    patterns = ['int()', 'str() as s', '[]', '[x]', '[x, *rest]', '(x, y)', '{"a": x}', '{"a": x, **rest}', 'None', 'True', '0 | 1', '"a" | "abc"', 'float(x)', 'dict()', '[int(), *_]', 'bytes()']
    lines = [f'match {self.any(3)}:']
    for pattern in self.r.sample(patterns, self.r.randint(1, 4)):
      names = [n for n in ('x', 'y', 's', 'rest') if n in pattern.replace('str', '').replace('dict', '').replace('bytes', '').replace('rest', 'rest ').split() or f'*{n}' in pattern or f'({n}' in pattern or f'[{n}' in pattern or f' {n}' in pattern]
      lines += [f'  case {pattern}{self.pick("", "", " if " + self.expr("bool", 2))}:', f'    print({pattern!r}{"".join(", " + n for n in names)})']
    return lines + ['  case _:', '    print("other")']

  def function(self, depth, in_loop, in_gen):
    self.depth += 1
    name, kept = f'f{self.depth}', dict(self.names)
    parameters = self.pick('a, b=2', 'a, *b', 'a, /, b=1', 'a, *, b=3', '*a, **b', 'a, b=[], *c, d=4, **e')
    self.names = {}
    body = self.block(depth, False, False)
    result = self.any(3)
    self.names = kept
    deco = self.pick([], [], ['@functools.lru_cache'], ['@functools.wraps(print)'])
    calls = [f'print({name}({args}))' for args in self.r.sample(['1', '1, 2', '1, b=5', 'a=1', '', '1, 2, 3', '*[1, 2]', '**{"a": 1}', '1, c=2', '*(1,), b=2'], 2)]
    return [*deco, f'def {name}({parameters}):', '  print("in", a, b)', *body, f'  return {result}', *calls[:self.r.randint(1, 2)]]

  def generator(self, depth, in_loop, in_gen):
    self.depth += 1
    name, kept = f'g{self.depth}', dict(self.names)
    self.names = {}
    body = self.block(depth, False, True)
    self.names = kept
    use = self.pick([f'print(list({name}()))'], [f'it = {name}()', 'print(next(it))', 'print(it.send(3))'], [f'it = {name}()', 'print(next(it, "end"))', 'it.close()', 'print(list(it))'],
                    [f'it = {name}()', 'print(next(it, "end"))', 'print(it.throw(ValueError("thrown")))'], [f'for v in {name}(): print(v)'], [f'print(*{name}())'], [f'print(sum(1 for _ in {name}()))'])
    return [f'def {name}():', *body, f'  yield {self.any(2)}', *(['  return 5'] if self.r.random() < 0.3 else []), *use]

  def with_(self, depth, in_loop, in_gen):
    self.depth += 1
    name = f'M{self.depth}'
    return [f'class {name}:', '  def __enter__(self):', '    print("enter")', f'    return {self.any(2)}', '  def __exit__(self, *exc):', '    print("exit", exc[0], exc[1])',
            f'    return {self.expr("bool", 1)}', f'with {name}() as m:', '  print(m)', *self.branch(lambda: self.block(depth, in_loop, in_gen))]

  def klass(self, depth, in_loop, in_gen):
    self.depth += 1
    name = f'C{self.depth}'
    other = 'getattr(other, "v", other)'
    parts = [
        ['  def __repr__(self):', f'    return "{name}(%r)" % (self.v,)'], ['  def __eq__(self, other):', f'    return self.v == {other}'],
        ['  def __lt__(self, other):', f'    return self.v < {other}'], ['  def __add__(self, other):', f'    return self.v + {other}'],
        ['  def __radd__(self, other):', '    return other + self.v'], ['  def __len__(self):', f'    return {self.expr("int", 2)}'],
        ['  def __getitem__(self, i):', '    return self.v[i]'], ['  def __iter__(self):', f'    return iter({self.any(2)})'],
        ['  def __bool__(self):', f'    return {self.expr("bool", 2)}'], ['  def __call__(self, *args, **kw):', '    return args, kw'],
        ['  def __contains__(self, x):', '    return x == self.v'], ['  def __hash__(self):', f'    return {self.expr("int", 2)}'],
        ['  @property', '  def p(self):', f'    return {self.any(2)}'], ['  @classmethod', '  def k(cls, x=1):', '    return cls.__name__, x'], ['  @staticmethod', '  def s(x):', f'    return {self.any(2)}'],
        ['  def __getattr__(self, name):', '    if name[0] == "_" or name == "v": raise AttributeError(name)', '    return name * 2'], ['  def __format__(self, spec):', '    return "<" + spec + ">"'], ['  def __str__(self):', f'    return {self.expr("str", 2)}'],
        ['  def __index__(self):', f'    return {self.expr("int", 2)}'], ['  def __neg__(self):', '    return -self.v'], ['  __slots__ = ("v",)'],
    ]
    lines = [f'class {name}{self.pick("", "(object)", "(Exception)", "(list)", "(dict)", "(int)", "(str)") if self.r.random() < 0.4 else ""}:', '  def __init__(self, v=1):', '    self.v = v']
    for part in self.r.sample(parts, self.r.randint(2, 6)):
      lines += part
    o = f'{name}({self.any(2)})'
    uses = [f'{o} + {self.any(1)}', f'{self.any(1)} + {o}', f'{o} == {self.any(1)}', f'len({o})', f'{o}[{self.r.randint(-1, 2)}]', f'list({o})', f'bool({o})', f'{o}(1, k=2)', f'{self.any(1)} in {o}',
            f'{o}.p', f'{o}.k(3)', f'{o}.s(3)', f'{o}.nothing', f'f"{{{name}(1):x}}"', f'{o} < {self.any(1)}', f'-{o}', f'[1, 2, 3][{o}]', f'sorted([{name}(2), {name}(1)])[0].v', f'{name}.k()', f'{o}.v', f'{name}.mro()[1:]', f'str({name}(2))',
            f'setattr({o}, "p", 1)', f'{{{o}: 1}} and 1', f'max({name}(1), {name}(3)).v', f'range({o})', f'[*{o}]', f'int({o})', f'isinstance({o}, (int, list))', f'vars({o})', f'{o}.__class__.__name__', f'hasattr({o}, "p")']
    for use in self.r.sample(uses, self.r.randint(2, 5)):
      lines += [f'try: print({use})', 'except Exception as error: print(type(error).__name__, error)']
    if self.r.random() < 0.4:
      child = name + 'b'
      lines += [f'class {child}({name}):', '  def __init__(self, *args):', '    super().__init__(*args)', '    self.w = self.v', f'print({child}({self.any(2)}).w)', f'print(isinstance({child}(), {name}), {child}.__mro__[1].__name__)']
    return lines

  def program(self):
    lines = ['import collections, functools, itertools, math, textwrap', 'NAN = float("nan")']
    count = self.r.randint(2, 5)
    for i in range(count):
      self.names = {}
      lines.append(f'def case{i}():')
      for _ in range(self.r.randint(2, 6)):
        lines += ['  ' + line for line in self.statement(3)]
      if i + 1 < count or self.r.random() < 0.7:
        lines += ['try:', f'  case{i}()', 'except Exception as error:', '  print(type(error).__name__, error)']
      else:
        lines += [f'case{i}()']
    return '\n'.join(lines) + '\n'
