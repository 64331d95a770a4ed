"""Random functions of every kind of statement for tf.autograph.to_code (staged.py): those over tensors, plain programs, and
forms that seldom come in either."""
import random
import warnings

import random_programs
import random_staged

warnings.simplefilter('ignore', SyntaxWarning)

CHECK = '''
def check(f, recursive=True, features=None):
  try:
    print(tf.autograph.to_code(f, recursive=recursive, experimental_optional_features=features))
  except Exception as error:
    print(type(error).__name__, error)
'''


def compiles(lines):
  try:
    compile('\n'.join(lines), 'f', 'exec')
    return True
  except SyntaxError:
    return False


def program(head, functions, r):
  lines = []
  for k, function in enumerate(functions):
    lines += function + ['']
  for k in range(len(functions)):
    options = r.choice(['', '', '', ', False', ', True, tf.autograph.experimental.Feature.EQUALITY_OPERATORS', ', True, tf.autograph.experimental.Feature.ASSERT_STATEMENTS', ', False, (tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS, tf.autograph.experimental.Feature.NAME_SCOPES)'])
    lines += [f'print("== f{k}")', f'check(f{k}{options})']
  return head + CHECK + '\n'.join(lines) + '\n'


def staged(seed, count=24):
  r = random.Random(seed)
  head = random_staged.HEAD[:random_staged.HEAD.index('def show(')]
  functions = []
  maker = random_staged.Maker(seed, r.choice(list(random_staged.KINDS)))
  while len(functions) < count:
    functions.append(maker.function(f'f{len(functions)}')[1:])
  return program(head, functions, r)


def plain(seed, count=24):
  r = random.Random(seed)
  maker = random_programs.Maker(seed)
  functions = []
  while len(functions) < count:
    maker.names = {}
    body = []
    for _ in range(r.randint(2, 5)):
      body += maker.statement(3)
    lines = [f'def f{len(functions)}(a, b=1, *c, d=None, **e):', *('  ' + line for line in body)]
    if compiles(lines):
      functions.append(lines)
  return program('import collections, functools, itertools, math, textwrap\nimport tensorflow as tf\n', functions, r)


class Forms:
  """Statements of all forms over a few names; nothing of it runs."""

  def __init__(self, seed):
    self.r = random.Random(seed)
    self.serial = 0

  def pick(self, *options):
    return self.r.choice(options)

  def chance(self, p):
    return self.r.random() < p

  def name(self):
    return self.pick('a', 'b', 'c', 'n', 'x', 'y', 'z', 'shared')

  def target(self, d=2):
    t = lambda: self.target(d - 1)
    if d <= 0 or self.chance(.5):
      return self.name()
    return self.pick(lambda: f'{self.name()}.{self.pick("v", "w")}', lambda: f'{self.name()}[{self.e(1)}]', lambda: f'{t()}, {t()}', lambda: f'({t()}, {t()})', lambda: f'[{t()}, *{self.name()}]', lambda: f'{self.name()}.v.w', lambda: f'{self.name()}[0][{self.pick(repr("k"), "n", "1", "-1")}]',
                     lambda: f'{self.name()}[1:n]', lambda: f'{self.name()}[{self.name()}.v]', lambda: f'{self.name()}()[0]', lambda: f'{self.name()}.v[{self.name()}]')()

  def simple(self):
    return self.pick(f'{self.name()}', f'{self.name()}.{self.pick("v", "w")}', f'{self.name()}[{self.pick("0", "n", repr("k"))}]')

  def parameters(self):
    return self.pick('', 'q', 'q, r=1', '*q', '**q', 'q, *, r', 'q, /, r=2, *s, t=3, **u', 'q=n', '*, q=a', 'q: int = 1', 'q: "text", *r: int')

  def e(self, d=2):
    e = lambda: self.e(d - 1)
    if d <= 0 or self.chance(.15):
      return self.pick(self.name(), self.name(), self.name(), '1', '0', '-2', '2.5', '1e20', '3j', 'True', 'None', '"s"', "'it\\'s'", '"q\\"q"', "b'b'", '...', '"\\n\\té"', '10**3', '0x1f', '1_000', '"""doc"""', "'a' 'b'", "r'\\d'", '()', '[]', '{}', '1e-7', '0.1', '12345678901234567890')
    return self.pick(
        lambda: f'{e()} {self.pick("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>")} {e()}', lambda: f'({e()} {self.pick("+", "-", "*", "**", "|")} {e()}) {self.pick("*", "-", "**", "%")} {e()}', lambda: f'{self.pick("-", "+", "~", "not ")}{self.name()}', lambda: f'(-{e()}) ** 2' if self.chance(.3) else f'-({e()})',
        lambda: f'{e()} {self.pick("and", "or")} {e()}', lambda: f'({e()} {self.pick("and", "or")} {e()} {self.pick("and", "or")} {e()})', lambda: f'(not ({e()}))', lambda: f'({e()} {self.pick("<", ">", "==", "!=", "<=", ">=", "is", "is not", "in", "not in")} {e()})', lambda: f'({e()} < {e()} {self.pick("<", "==", "!=", "in")} {e()})',
        lambda: f'({e()} if {e()} else {e()})', lambda: f'{self.name()}({self.arguments(d - 1)})', lambda: f'{self.name()}.{self.pick("v", "w")}({self.arguments(d - 1)})', lambda: f'tf.{self.pick("constant", "range", "add", "nn.relu")}({e()})', lambda: f'{self.name()}({e()})({e()})',
        lambda: f'{self.name()}[{self.pick(e(), "1:", ":n", "::2", "1:n:2", "..., 0", ":, 1", "1, 2", "()", "n, :", "*a" if self.chance(.1) else "a")}]', lambda: f'{self.name()}.v', lambda: f'{self.name()}[0].v', lambda: f'[{e()}, {e()}]', lambda: f'({e()}, {e()})', lambda: f'({e()},)', lambda: f'{{{e()}, {e()}}}', lambda: f'{{{e()}: {e()}, **{self.name()}}}', lambda: f'[*{self.name()}, {e()}]',
        lambda: f'[{e()} for {self.pick("q", "q, r", "q, *r")} in {e()}{self.pick("", f" if {e()}", f" for s in q", f" if {e()} if q")}]', lambda: f'{{q: {e()} for q in {e()}}}', lambda: f'{{q for q in {e()} if q}}', lambda: f'sum(q for q in {e()})' if self.chance(.2) else f'sum([q for q in {e()}])',
        lambda: f'(lambda {self.parameters()}: {e()})', lambda: f'(lambda q: lambda r: q + r)({e()})', lambda: f'f"{{{self.name()}}}{self.pick("", "{n!r:>10}", "text", "{{}}", "{a:{n}}", "{x=}")}"', lambda: f'print({self.arguments(d - 1)})', lambda: f'{self.pick("len", "int", "abs", "range", "super", "isinstance", "locals", "map", "sorted")}({e()})', lambda: f'"%s" % ({e()},)', lambda: f'(w := {e()})' if self.chance(.04) else e(), lambda: f'(yield {e()})' if self.chance(.01) else e())()

  def arguments(self, d=1):
    e = lambda: self.e(d)
    return self.pick(
        lambda: '', e, lambda: f'{e()}, {e()}', lambda: f'{e()}, k={e()}', lambda: f'*{self.name()}', lambda: f'**{self.name()}', lambda: f'{e()}, *{self.name()}, k={e()}, **{self.name()}', lambda: f'*{self.name()}, {e()}, *{self.name()}',
        lambda: f'k={e()}', lambda: f'{e()}, *[{e()}], {e()}', lambda: f'{e()}, **{self.name()}, k={e()}')()

  def block(self, d, loop, n=None):
    lines = []
    for _ in range(n or self.pick(1, 1, 2, 2, 3)):
      lines += self.statement(d, loop)
    return ['  ' + line for line in lines]

  def statement(self, d, loop):
    e, b = lambda n=2: self.e(n), lambda loop=loop, n=None: self.block(d - 1, loop, n)
    small = [
        lambda: [f'{self.target()} = {e()}'], lambda: [f'{self.target()} = {e()}'], lambda: [f'{self.name()} = {e()}'], lambda: [f'{self.simple()} {self.pick("+=", "-=", "*=", "//=", "**=", "|=", "@=")} {e()}'], lambda: [f'{self.target()} = {self.target(0)} = {e()}'], lambda: [e()], lambda: ['pass'], lambda: [f'del {self.simple()}{self.pick("", ", " + self.simple())}'],
        lambda: [f'assert {e()}{self.pick("", ", " + repr("message"), ", " + e(1) if self.chance(.2) else "")}'], lambda: [f'return{self.pick("", " " + e(), " " + e() + ", 1")}'], lambda: [f'raise{self.pick("", " ValueError", f" ValueError({e(1)})", f" ValueError({e(1)}) from {self.name()}", " a from None")}'] if self.chance(.4) else ['x = 1'],
        lambda: [f'{self.name()}: int{self.pick("", " = " + e())}'] if self.chance(.4) else ['y = x'], lambda: [self.pick('import math', 'import os.path as p', 'from math import sin, cos as c', 'import a.b')] if self.chance(.5) else ['z = a'], lambda: ['"text"'], lambda: [f'{self.name()} = {self.name()}; {self.name()} = {e(1)}'],
        lambda: ['tf.autograph.experimental.set_loop_options(maximum_iterations=n)'] if self.chance(.1) else ['x = a'], lambda: [f'print({self.arguments()})']]
    if loop:
      small += [lambda: [self.pick('break', 'continue')] if self.chance(.3) else [f'if {e(1)}:', f'  {self.pick("break", "continue")}']] * 3
    compound = [
        lambda: [f'if {e()}:', *b(), *self.pick([], [f'elif {e()}:', *b()], ['else:', *b()], [f'elif {e()}:', *b(), 'else:', *b()])], lambda: [f'if {e()}:', *b(), *self.pick([], ['else:', *b()])], lambda: [f'while {e()}:', *self.options(), *b(True)], lambda: [f'for {self.target()} in {e()}:', *self.options(), *b(True)],
        lambda: [f'with {e(1)}{self.pick("", f" as {self.target(1)}", f" as {self.name()}, {e(1)} as q")}:', *b()], lambda: ['try:', *b(), *self.handlers(d, loop)],
        lambda: self.definition(d), lambda: ['class K' + self.pick('', '(a)', '(a, k=b)') + ':', *self.pick(['  v = 1'], ['  """doc"""', '  def m(self):', '    return self.v'], ['  pass'])] if self.chance(.3) else ['x = 2'],
        lambda: [f'for {self.name()} in {e(1)}:', *b(True), 'else:', *b()] if self.chance(.05) else [f'for _ in {e(1)}:', *b(True)], lambda: [f'match {self.name()}:', '  case 1:', '    pass'] if self.chance(.05) else [f'if {e(1)}:', *b()]]
    if d > 0 and self.chance(.45):
      return self.r.choice(compound)()
    return self.r.choice(small)()

  def options(self):
    return ['  tf.autograph.experimental.set_loop_options(' + self.pick('parallel_iterations=1', 'maximum_iterations=n, swap_memory=True', f'shape_invariants=[(a, None)]', '2', '') + ')'] if self.chance(.1) else []

  def handlers(self, d, loop):
    b = lambda: self.block(d - 1, loop, self.pick(1, 2))
    lines = []
    for _ in range(self.pick(0, 1, 1, 2)):
      lines += [f'except {self.pick("ValueError", "(KeyError, a.Error)", "Exception as error", "n")}:', *b()]
    if self.chance(.1) or not lines and self.chance(.5):
      lines += ['except:', *b()]
    if lines and self.chance(.3):
      lines += ['else:', *b()]
    return lines + (['finally:', *b()] if not lines or self.chance(.3) else [])

  def definition(self, d):
    self.serial += 1
    return [*self.pick([], [], ['@a'], ['@a.b(n)', '@c']), f'def g{self.serial}({self.parameters()}){self.pick("", "", " -> int")}:', *self.pick([], [], ['  """doc"""'], [f'  {self.pick("nonlocal", "global")} {self.name()}']), *self.block(d - 1, False)]

  def function(self, name):
    while True:
      head = self.pick('(a, b, n)', '(a, *b, n=1, **c)', '(a, b=1, /, n=2)', '()', '(a: int, b: "T" = 3) -> float', '(self, a, n)')
      doc = self.pick([], [], [], ['  """Doc."""'], ['  """Doc', '  of lines."""'])
      first = self.pick([], [], [], [], ['  global shared'], ['  # a comment'])
      body = []
      for _ in range(self.r.randint(1, 5)):
        body += self.statement(3, False)
      lines = [f'def {name}{head}:', *doc, *first, *('  ' + line for line in body)]
      if self.chance(.05):
        lines = [f'{name} = lambda {self.parameters()}: {self.e(3)}']
      if compiles(lines):
        return lines


def forms(seed, count=24):
  maker = Forms(seed)
  return program('import tensorflow as tf\na = b = c = n = x = y = z = shared = 1\n', [maker.function(f'f{k}') for k in range(count)], random.Random(seed))


KINDS = {'code_staged': staged, 'code_plain': plain, 'code_forms': forms}
