"""Random functions over tensors, for staged.py. A kind weighs the statements and expressions: what is not named in it has
the weight of `mixed`."""
import random

HEAD = '''import functools
import sys
import tensorflow as tf

class Box:
  def __init__(self, v):
    self.v = v
    self.w = 0
    self.inner = None

  def bump(self, by=1):
    if by > 1:
      self.v = self.v + by
    return self.v

  def until(self, t):
    k = 0
    while self.v < t and k < 3:
      k += 1
      self.v += 2
      if self.v == 3:
        return self.v
    return t

  @property
  def twice(self):
    return self.v * 2

  @classmethod
  def made(cls, t):
    return cls(t if t > 1 else -t).v

  @staticmethod
  def fixed(t):
    for k in tf.range(2):
      t += k
    return t

  def __call__(self, t):
    return t + self.w if t > 0 else t

class Ones:
  def __enter__(self):
    return 1
  def __exit__(self, *error):
    return False

class Quiet:
  def __enter__(self):
    return self
  def __exit__(self, kind, *error):
    print("left with", kind and kind.__name__)
    return kind is KeyError

def wrapped(f):
  @functools.wraps(f)
  def call(*args, **kw):
    return f(*args, **kw) + 1
  return call

@tf.autograph.experimental.do_not_convert
def plain(t, k=1):
  return t + k

@tf.autograph.experimental.do_not_convert
def unconverted(t):
  return t if t > 1 else -t

@tf.function
def staged(t):
  if t > 1:
    return t * 3
  return t - 1

@tf.function(autograph=False)
def unstaged(t):
  return t + 2

@wrapped
def decorated(t, k=1):
  if t > k:
    t = t - k
  return t

def early(t, limit=3):
  for k in tf.range(5):
    if k > limit:
      return t
    t = t + 1
  return -t

def pairs(t):
  k = 0
  while t < 4:
    t += 1
    k += 1
    if t == 3 or k > 5:
      break
  return t, t + 1

def double(t):
  if t > 2:
    return t * 2
  return t + 1

def pick(a, b, c=None):
  for k in range(3):
    if a > k:
      b = b + k
    elif c is not None:
      b = b - c
  return b

def total(*ts, scale=1):
  s = 0
  for t in ts:
    s = s + t * scale
  return s

def fails(t):
  if t > 0:
    raise ValueError("fails")
  return t

def show(x):
  if isinstance(x, tf.Tensor):
    return "%s%s %s" % (x.dtype.name, x.shape, x.numpy().tolist())
  if isinstance(x, dict):
    return {k: show(v) for k, v in x.items()}
  if isinstance(x, (list, tuple)):
    return type(x)(show(v) for v in x)
  return repr(x)

def listing(graph):
  for o in graph.get_operations():
    print("  ", o.name, "%s(%s)" % (o.type, ", ".join([t.name for t in o.inputs] + sorted("^" + c.name for c in o.control_inputs))))
  for line in sorted(str([n.name + "=" + n.op + "/" + str(len(n.input)) for n in f.node_def]) for f in graph.as_graph_def().library.function):
    print("  ", line)

def attempt(what, call):
  try:
    print(what, show(call()))
  except Exception as error:
    print(what, type(error).__name__, error)

def check(f, calls):
  for i, args in enumerate(calls):
    attempt("graph %d" % i, lambda: f(*args))
    attempt("eager %d" % i, lambda: f.python_function(*args))
  print("traces", f.experimental_get_tracing_count())
  try:
    graph = f.get_concrete_function(*calls[0]).graph
  except Exception:
    return
  listing(graph)

calls = [(tf.constant(1), tf.constant(0.5), tf.constant([1.0, -2.0, 3.0]), 2), (tf.constant(-2), tf.constant(3.0), tf.constant([0.0, 4.0, 1.0]), 2), (tf.constant(4), tf.constant(-1.0), tf.constant([2.0, 2.0, 2.0]), 0)]
'''

STATEMENTS = {
    'assign': 5, 'aug': 2, 'tuple_': 1, 'box': 1, 'items': 1, 'mapping': 1, 'show': .5, 'assert_': .3, 'del_': .5, 'chain': .5, 'star': .5, 'target': 1,
    'tfprint': .5, 'method': .7, 'lambda_': .5, 'if_': 4, 'while_': 1.5, 'for_range': 1.5, 'for_vector': .7, 'for_python': 1, 'function': .7,
    'if_python': 1, 'comprehension': .7, 'try_': .7, 'with_': .7, 'array': .4, 'for_dataset': .4, 'for_iterator': .3, 'for_items': 1, 'while_true': .5, 'inner': .4,
    'options': .4, 'raise_': .3, 'nonlocal_': .4, 'exit_': 2, 'return_': .6, 'wrong': .05, 'builtin': .5, 'logic': .5, 'choice': .5,
    'invariant': .2, 'helper': .4, 'nested_attribute': .3, 'else_loop': .01, 'annotated': .1, 'cond': .2, 'last_value': .2}

KINDS = {
    'mixed': {},
    'flow': {'if_': 8, 'while_': 3, 'for_range': 3, 'for_vector': 1.5, 'for_python': 2, 'while_true': 2, 'exit_': 5, 'return_': 2, 'last_value': 1, 'aug': 3, 'box': 0, 'items': 0,
             'mapping': 0, 'target': 0, 'method': 0, 'function': .2, 'try_': .2, 'with_': .2},
    'iteration': {'for_range': 3, 'for_vector': 3, 'for_dataset': 3, 'for_iterator': 3, 'for_items': 6, 'exit_': 3, 'options': 1, 'while_true': 0, 'array': 1},
    'state': {'box': 3, 'items': 3, 'mapping': 3, 'target': 5, 'method': 2, 'array': 2, 'options': 2, 'invariant': 2, 'nested_attribute': 3, 'del_': 1.5},
    'calls': {'helper': 5, 'function': 3, 'inner': 3, 'lambda_': 2, 'method': 3, 'comprehension': 3, 'nonlocal_': 2, 'builtin': 1, 'cond': 1},
    'builtins': {'builtin': 10, 'comprehension': 2, 'if_': 2},
    'logic': {'logic': 8, 'choice': 5, 'if_': 5, 'while_': 2},
    'python': {'try_': 6, 'with_': 4, 'raise_': 4, 'assert_': 3, 'del_': 3, 'star': 2, 'annotated': .5},
    'errors': {'wrong': 6, 'raise_': 1},
}


class Maker:
  """Writes functions of a (int32 scalar), x (float32 scalar), v (float32 vector) and n (a Python int)."""

  def __init__(self, seed, kind='mixed'):
    self.r = random.Random(f'{kind} {seed}')
    self.weights = {**STATEMENTS, **KINDS[kind]}
    self.serial = 0
    self.choosing = False  # inside of a conditional expression: none inside of it

  def pick(self, *options):
    return self.r.choice(options)

  def chance(self, p):
    return self.r.random() < p

  def name(self, stem):
    self.serial += 1
    return f'{stem}{self.serial}'

  def known(self, kind):
    return [n for n, k in self.names.items() if k == kind]

  def any_known(self, kind):
    return self.r.choice(self.known(kind))

  def expr(self, kind, d=2):
    known = self.known(kind)
    if known and (d <= 0 or self.chance(.5)):
      return self.r.choice(known)
    return getattr(self, kind)(d - 1)

  def choose(self, kind, test='b'):
    if self.choosing:
      return self.expr(kind, 0)
    self.choosing = True
    text = f'({self.expr(kind, 1)} if {self.expr(test, 1)}{" > 1" if test == "p" else ""} else {self.expr(kind, 1)})'
    self.choosing = False
    return text

  def i(self, d):  # an int32 scalar tensor
    if d <= 0:
      return f'tf.constant({self.r.randint(-3, 6)})'
    e = lambda k='i': self.expr(k, d)
    return self.pick(
        lambda: f'({e()} {self.pick("+", "-", "*")} {e()})', lambda: f'({e()} {self.pick("+", "-", "*", "//", "%")} {self.r.randint(1, 4)})',
        lambda: f'tf.{self.pick("maximum", "minimum")}({e()}, {e()})', lambda: f'tf.cast({e("x")}, tf.int32)', lambda: f'-{e()}', lambda: f'abs({e()})',
        lambda: self.choose('i'), lambda: self.choose('i', 'p'), lambda: f'tf.size({e("v")})', lambda: f'({e()} + {e("p")})',
        lambda: f'({e()} - {e("p")})', lambda: f'{e()} * 2', lambda: self.helper_call() if self.chance(.3) else e())()

  def helper_call(self):
    e = lambda k='i': self.expr(k, 1)
    if self.choosing:
      return f'plain({e()})'
    return self.pick(
        lambda: f'double({e()})', lambda: f'pick({e()}, {e()})', lambda: f'total({e()}, {e()}, scale={e("p")})', lambda: f'total(*[{e()}, {e()}])',
        lambda: f'(lambda t: t * 2)({e()})', lambda: f'early({e()}{self.pick("", ", 1", ", limit=" + e("p"))})', lambda: f'pairs({e()})[{self.r.randint(0, 1)}]',
        lambda: f'box({e()})', lambda: f'box.{self.pick("bump()", "bump(2)", "twice", "bump(by=" + e("p") + ")", "v", "until(" + e() + ")")}',
        lambda: f'plain({e()}{self.pick("", ", k=2", ", " + e("p"))})', lambda: f'functools.reduce(lambda s, t: s + t, [{e()}, {e()}])',
        lambda: f'functools.partial({self.pick("plain", "decorated")}, k={e("p")})({e()})', lambda: f'Box.{self.pick("made", "fixed")}({e()})',
        lambda: f'staged({e()})', lambda: f'unstaged({e()})', lambda: f'decorated({e()})', lambda: f'tf.while_loop(lambda t: t < 3, lambda t: [t + 1], [{e()}], maximum_iterations=4)[0]',
        lambda: f'tf.map_fn(lambda t: t + {e()}, tf.range(3))[1]', lambda: f'(lambda t, u=2: t if t > u else -t)({e()})', lambda: f'list(map(double, [{e()}, {e()}]))[-1]',
        lambda: f'{{"u": {e()}, "w": {e()}}}["u"]', lambda: f'[{e()}, {e()}][{self.r.randint(0, 1)}]', lambda: f'double(t={e()})', lambda: f'pick(*({e()}, {e()}), c={e()})',
        lambda: f'double(**{{"t": {e()}}})', lambda: f'unconverted({e()})' if self.chance(.2) else f'plain({e()})', lambda: f'fails({e()})' if self.chance(.2) else f'double({e()})',
        lambda: f'tf.function(double)({e()})', lambda: f'getattr(box, "bump")({e("p")})', lambda: f'tf.autograph.experimental.do_not_convert(total)({e()})')()

  def x(self, d):  # a float32 scalar tensor
    if d <= 0:
      return f'tf.constant({self.r.randint(-4, 8) / 2})'
    e = lambda k='x': self.expr(k, d)
    return self.pick(
        lambda: f'({e()} {self.pick("+", "-", "*")} {e()})', lambda: f'({e()} {self.pick("+", "-", "*")} {self.r.randint(1, 6) / 2})', lambda: f'tf.reduce_{self.pick("sum", "max")}({e("v")})',
        lambda: f'tf.cast({e("i")}, tf.float32)', lambda: self.choose('x'), lambda: f'{e("v")}[{self.pick("0", "1", "-1")}]', lambda: f'tf.square({e()})',
        lambda: f'-{e()}', lambda: f'tf.where({e("b")}, {e()}, {e()})')()

  def v(self, d):  # a float32 vector
    if d <= 0:
      return f'tf.constant([1.0, {self.r.randint(-3, 3)}.0, 2.0])'
    e = lambda k='v': self.expr(k, d)
    return self.pick(lambda: f'({e()} {self.pick("+", "-", "*")} {e("x")})', lambda: f'tf.stack([{e("x")}, {e("x")}, {e("x")}])', lambda: f'{e()}[::-1]', lambda: f'tf.nn.relu({e()})',
                     lambda: f'tf.where({e()} > {e("x")}, {e()}, {e()})', lambda: self.choose('v'))()

  def b(self, d):  # a bool scalar tensor
    e = lambda k: self.expr(k, d)
    if d <= 0:
      return f'({self.expr("i", 0)} > {self.r.randint(-1, 3)})'
    return self.pick(
        lambda: f'({e("i")} {self.pick(">", "<", ">=", "<=", "==", "!=")} {e("i")})', lambda: f'({e("x")} {self.pick(">", "<", ">=", "<=")} {self.r.randint(-2, 4)})',
        lambda: f'({e("i")} > {e("p")})', lambda: f'({e("i")} % 2 == {self.r.randint(0, 1)})', lambda: f'({e("i")} > 0)',
        lambda: self.logic_test(1) if self.chance(.5) else f'({e("i")} < {e("i")})', lambda: f'tf.reduce_any({e("v")} > 1.0)')()

  def logic_test(self, d=2):
    e = lambda k='b': self.expr(k, d - 1)
    t = lambda: self.logic_test(d - 1) if d > 0 else self.expr('b', 0)
    return self.pick(
        lambda: f'({t()} {self.pick("and", "or")} {t()})', lambda: f'(not {t()})', lambda: f'({self.r.randint(-2, 0)} < {e("i")} < {self.r.randint(1, 5)})',
        lambda: f'({t()} and {e("p")} > 1)', lambda: f'({e("i")} == {e("p")})', lambda: f'({t()} or {t()} and not {t()})', lambda: f'({e("i")} is not None and {t()})',
        lambda: f'(not ({t()} or {e("p")} > 1))', lambda: f'({e("p")} == 1 or {t()})', lambda: f'tf.logical_{self.pick("and", "or")}({t()}, {t()})',
        lambda: f'(isinstance({e("i")}, tf.Tensor) and {t()})', lambda: f'({e("i")} <= {e("i")} <= {e("i")})', lambda: f'({t()} and {t()} and {t()})', lambda: f'({t()} == {t()})',
        lambda: f'({e("i")} != {e("i")} or {t()})', lambda: f'({e("p")} > 0 and {e("p")} < 3 and {t()})', lambda: f'bool({e("p")}) and {t()}', lambda: f'({e("i")} > 0 and {e("i")} or {e("i")}) > 1', t)()

  def p(self, d):  # a Python int
    if d <= 0 or self.chance(.4):
      return str(self.r.randint(0, 3))
    return self.pick(lambda: f'({self.expr("p", d)} {self.pick("+", "-", "*")} {self.expr("p", d)})', lambda: 'len(items)' if self.chance(.3) else 'n')()

  # ---- statements: lines
  def block(self, depth, loop, n=None):
    saved = dict(self.names)
    lines = []
    for _ in range(n or self.pick(1, 1, 1, 2, 2, 3)):
      lines += self.statement(depth, loop)
    self.names = saved
    return ['  ' + line for line in lines]

  def statement(self, depth, loop):
    names = [n for n in self.weights if (depth > 0 or n not in COMPOUND) and (loop or n != 'exit_')]
    kind = self.r.choices(names, [self.weights[n] for n in names])[0]
    return '\n'.join(getattr(self, 'do_' + kind)(depth, loop)).split('\n')

  def do_assign(self, depth=0, loop=False):
    kind = self.pick('i', 'i', 'i', 'x', 'x', 'v', 'p', 'b')
    known = self.known(kind)
    value = self.expr(kind, 3)
    target = self.r.choice(known) if known and self.chance(.8) else self.name(kind)
    self.names[target] = kind
    return [f'{target} = {value}']

  def do_aug(self, depth, loop):
    kind = self.pick('i', 'i', 'x', 'v', 'p')
    known = self.known(kind)
    return [f'{self.r.choice(known)} {self.pick("+=", "-=", "*=")} {self.expr(kind)}'] if known else self.do_assign()

  def do_tuple_(self, depth, loop):
    a, b = self.pick('i', 'x'), self.pick('i', 'x', 'v')
    return [f'{self.any_known(a)}, {self.any_known(b)} = {self.expr(a)}, {self.expr(b)}']

  def do_box(self, depth, loop):
    return [f'box.{self.pick("v", "w")} = {self.pick("box.v", "box.w")} + {self.pick(self.expr("i"), self.expr("p"))}']

  def do_items(self, depth, loop):
    return [f'items.append({self.expr(self.pick("i", "x"))})'] if not loop and depth > 2 and self.chance(.3) else [f'{self.any_known("i")} = {self.pick("items[0]", "items[-1]", "sum(items)", "len(items)")} + {self.expr("i")}']

  def do_mapping(self, depth, loop):
    key = self.pick('"k"', '"k"', '"m"') if self.chance(.3) else '"k"'
    return [f'd[{key}] = {self.expr("i")}'] if self.chance(.6) else [f'{self.any_known("i")} = d["k"] + {self.expr("i")}']

  def do_assert_(self, depth, loop):
    return [f'assert {self.pick(self.expr("b", 1), self.expr("p", 1) + " < 99", "isinstance(a, tf.Tensor)", "n < 5")}{self.pick("", ", " + repr("failed"))}']

  def do_del_(self, depth, loop):
    name = self.name('gone')
    use = self.pick(name, name, self.any_known('i')) if self.chance(.3) else self.any_known('i')
    return [f'{name} = {self.expr(self.pick("i", "p"))}', *self.pick([], [f'{self.any_known("i")} = {name} + 1']), f'del {name}', *self.pick([], [f'a = {use}'])]

  def do_chain(self, depth, loop):
    return [f'{self.any_known("i")} = {self.any_known("i")} = {self.expr("i")}']

  def do_star(self, depth, loop):
    a, rest = self.any_known('i'), self.name('rest')
    return [f'{a}, *{rest} = [{self.expr("i")}, {self.expr("i")}, {self.expr("i")}]', f'{a} = {a} + len({rest}){self.pick("", f" + {rest}[0]")}']

  def do_target(self, depth, loop):
    target = self.pick('box.v', 'd["k"]', 'items[0]', 'box.w')
    if self.chance(.5):
      return [f'{target} {self.pick("+=", "-=", "*=")} {self.expr("i")}']
    other = self.pick('box.v', 'd["k"]', self.any_known('i'), 'items[1]')
    return [self.pick(f'{target}, {other} = {self.expr("i")}, {self.expr("i")}', f'({target}, {other}) = {other}, {target}', f'[{target}, {other}] = pairs({self.expr("i", 1)})')]

  def do_nested_attribute(self, depth, loop):
    return [self.pick(f'box.inner = Box({self.expr("i")})', f'box.inner = Box({self.expr("i", 1)}) if n > 1 else None', f'd["b"] = Box({self.expr("i", 1)})', f'box.fresh = {self.expr("i", 1)}',
                      f'items[n - 2] = {self.expr("i", 1)}', f'd["n", n] = {self.expr("i", 1)}', 'box.inner = box', f'box.inner.v = {self.expr("i", 1)}' if self.chance(.3) else 'pass')]

  def do_tfprint(self, depth, loop):
    return [f'tf.print({self.pick(self.expr("i"), repr("said"), self.expr("x"))}, output_stream=sys.stdout)']

  def do_method(self, depth, loop):
    return [f'{self.pick("", self.any_known("i") + " = ")}box.{self.pick("bump()", "bump(2)", "bump(" + self.expr("i", 1) + ")", "until(" + self.expr("i", 1) + ")")}']

  def do_annotated(self, depth, loop):
    if depth < 3:  # AutoGraph cannot convert annotated names of branches and loops
      return self.do_assign()
    name = self.name('i')
    self.names[name] = 'i'
    return [f'{name}: tf.Tensor = {self.expr("i")}']

  def do_lambda_(self, depth, loop):
    name = self.name('g')
    return [f'{name} = lambda t, k={self.expr("p", 1)}: {self.pick("t + k", "t if t > k else t * 2", "plain(t, k)", "t * len(items)", "double(t) + k")}', f'{self.any_known("i")} = {name}({self.expr("i")})']

  def do_helper(self, depth, loop):
    return [f'{self.any_known("i")} = {self.helper_call()}']

  def do_cond(self, depth, loop):
    e = lambda: self.expr('i', 1)
    return [f'{self.any_known("i")} = {self.pick(f"tf.cond({self.expr(chr(98), 1)}, lambda: {e()}, lambda: {e()})", f"tf.case([({self.expr(chr(98), 1)}, lambda: {e()})], default=lambda: {e()})", f"tf.switch_case({e()}, [lambda: {e()}, lambda: {e()}])")}']

  def do_choice(self, depth, loop):
    kind = self.pick('i', 'i', 'x', 'v', 'p')
    if not self.known(kind):
      kind = 'i'
    return [f'{self.any_known(kind)} = {self.choose(kind, "b" if kind != "p" else "p")}']

  def do_logic(self, depth, loop):
    name, value = self.name('b'), self.logic_test(2)
    self.names[name] = 'b'
    return [f'{name} = {value}']

  def do_builtin(self, depth, loop):
    e = lambda k='i': self.expr(k, 1)
    i = self.any_known('i')
    return self.pick(
        lambda: [f'{i} = len({self.pick(e("v"), "items", "d", "tf.range(" + e() + " % 7)", "[" + e() + "]", "tf.stack([a, a])")}) + {e()}'],
        lambda: [f'{i} = {self.pick("max", "min")}({e()}, {e()})'], lambda: [f'{i} = {self.pick("max", "min")}([{e()}, {e()}])'], lambda: [f'{i} = sum([{e()}, {e()}]{self.pick("", ", 1", ", " + e())})'],
        lambda: [f'{i} = int({self.pick(e("x"), e("p"), e(), "2.5")}) + {e()}'], lambda: ['x = ' + f'float({self.pick(e("i"), e("p"), "0.5", e("x"))}) + {e("x")}'],
        lambda: [f'{i} = abs({self.pick(e(), e("p"))}) + {e()}'], lambda: ['v = ' + f'abs({e("v")})'],
        lambda: [f'for q, r in enumerate({self.pick(e("v"), "items", "tf.range(3)", "[" + e("x") + "]")}{self.pick("", ", 1", ", start=" + e())}):', f'  {i} = {i} + {self.pick("tf.cast(r, tf.int32)", "q")}'],
        lambda: [f'for q, r in zip({self.pick("items", "tf.range(3)", "range(2)")}, {self.pick(e("v"), "range(3)")}):', f'  {i} = {i} + {self.pick("q", "tf.cast(r, tf.int32)")}'],
        lambda: [f'{i} = sum(list(map(lambda t: t * 2, {self.pick("items", "[" + e() + ", 1]", "tf.range(2)")})))'], lambda: [f'{i} = {i} + len(list(filter(lambda t: {self.pick("t > 0", "True", "t is not None")}, {self.pick("[1, -1, 2]", "[n, 0]", "items")})))'],
        lambda: [f'{i} = sorted({self.pick("[3, 1, n]", "tf.range(3)", "(2, 1)", "[a, a]")}{self.pick("", ", reverse=True", ", key=lambda t: -t")})[0] + {e()}'],
        lambda: [f'it = iter({self.pick("items", "[" + e() + "]", "range(2)", "tf.range(3)")})', f'{i} = next(it) + {e()}', *self.pick([], [f'{i} = {i} + next(it, {self.pick("5", e())})'])],
        lambda: [f'if {self.pick("any", "all")}({self.pick(f"[{e(chr(98))}, {e(chr(98))}]", "[n > 1, n > 2]", f"tf.stack([{e(chr(98))}, {e(chr(98))}])")}):', f'  {i} = {e()}'],
        lambda: [f'for q in range({self.pick(e() + " % 4", e("p") + " % 4", e() + " % 3, 4", "0, " + e() + " % 4, 2", "2, -1, -1", "3, " + e() + " % 3, -1")}):', f'  {i} = {i} + q'],
        lambda: [f'print({self.pick(repr("said"), e("p"), "n, n", "type(a).__name__", "tf.constant(1)", e())}{self.pick("", ", sep=" + repr("-"), ", end=" + repr(";") + ")#")[:0]})'],
        lambda: [f'{i} = {e()} + round({self.pick("2.6", "n")})'], lambda: [f'{i} = {e()} + divmod(7, n + 1)[1]'], lambda: [f'{i} = pow({e()}, 2)'], lambda: [f'{i} = {e()} + {self.pick("int(isinstance(a, tf.Tensor))", "bool(n)", "hash(3)", "ord(str(n)[0])", "len(str(n))")}'],
        lambda: [f'{i} = {e()} + list({self.pick("reversed(items)", "[" + e() + "]", "tf.unstack(tf.range(2))")})[0]'], lambda: [f'{i} = {e()} + tuple({self.pick("items", "range(3)")})[1]'],
        lambda: [f'{i} = getattr(box, {self.pick(repr("v"), repr("twice"), repr("none") + ", 4")}) + {e()}'], lambda: [f'setattr(box, "v", {e()})'], lambda: ['if hasattr(box, "v") and callable(double):', f'  {i} = {e()}'],
        lambda: [f'{i} = {e()} + dict(k={e()})["k"]'], lambda: [f'x = {self.pick("max", "min", "sum")}({e("v")})'], lambda: [f'{i} = {e()} + len(set([1, n]))'])()

  # loops
  def over(self, head, names, depth, body=None):
    saved = dict(self.names)
    self.names.update(names)
    lines = [head, *(self.block(depth - 1, True) if body is None else body())]
    self.names = saved
    if self.chance(.1):  # what the loop defines is read after it
      lines += [f'a = a + {self.pick(*names)}'] if any(k in 'ip' for k in names.values()) else []
    return lines

  def do_for_range(self, depth, loop):
    t = self.pick(self.name('t'), self.any_known('i')) if self.chance(.2) else self.name('t')
    return self.over(f'for {t} in tf.range({self.pick(self.expr("i", 1) + " % 4", str(self.r.randint(0, 4)), "0, " + self.expr("i", 1) + " % 5, 2", self.expr("i", 1) + " % 3, -2, -1", "1, 5, 2", "n % 5")}):', {t: 'i'}, depth)

  def do_for_vector(self, depth, loop):
    t = self.name('t')
    return self.pick(lambda: self.over(f'for {t} in {self.expr("v", 1)}:', {t: 'x'}, depth), lambda: self.over(f'for {t} in tf.stack([{self.expr("i", 1)}, {self.expr("i", 1)}]):', {t: 'i'}, depth),
                     lambda: self.over(f'for {t} in tf.reshape(tf.range(4), [2, 2]):', {}, depth))()

  def do_for_python(self, depth, loop):
    t = self.name('t')
    return self.over(f'for {t} in range({self.expr("p", 1)} % 5):', {t: 'p'}, depth)

  def do_for_dataset(self, depth, loop):
    t, u = self.name('t'), self.name('u')
    data = 'tf.data.Dataset.from_tensor_slices([1, 2, 3])'
    return self.pick(
        lambda: self.over(f'for {t} in {data}:', {t: 'i'}, depth), lambda: self.over(f'for {t} in {data}.map(lambda t: t * 2):', {t: 'i'}, depth),
        lambda: self.over(f'for {t}, {u} in tf.data.Dataset.zip(({data}, tf.data.Dataset.from_tensor_slices([0.5, 1.5]))):', {t: 'i', u: 'x'}, depth),
        lambda: self.over(f'for {u}, {t} in {data}.enumerate():', {t: 'i'}, depth), lambda: self.over(f'for {u}, {t} in enumerate({data}):', {t: 'i'}, depth),
        lambda: self.over(f'for {t}, {u} in zip({data}, {data}.take(2)):', {t: 'i', u: 'i'}, depth), lambda: self.over(f'for {t} in {data}.batch(2):', {}, depth))()

  def do_for_iterator(self, depth, loop):
    t, it = self.name('t'), self.name('it')
    return [f'{it} = iter(tf.data.Dataset.from_tensor_slices([1, 2, 3]))', *self.pick([], [f'a = a + next({it})']), *self.over(f'for {t} in {it}:', {t: 'i'}, depth)]

  def do_for_items(self, depth, loop):
    t, k, u = self.name('t'), self.name('k'), self.name('u')
    e = lambda kind='i': self.expr(kind, 1)
    head, names = self.pick(
        (f'for {k}, {t} in d.items():', {t: 'i'}), (f'for {t} in items[:2]:', {t: 'i'}), (f'for {t} in [{e()}, {e()}]:', {t: 'i'}), (f'for {k}, {t} in enumerate([{e()}, 2], 1):', {t: 'i', k: 'p'}),
        (f'for {k}, {t} in enumerate(tf.range(2), start=1):', {t: 'i', k: 'i'}), (f'for {k}, {t} in zip(range(2), tf.range(3)):', {t: 'i', k: 'p'}),
        (f'for {t} in reversed([{e()}]):', {t: 'i'}), (f'for {t}, {k} in [(a, 1), (a + 1, 2)]:', {t: 'i', k: 'p'}), (f'for {k}, ({t}, {u}) in enumerate(zip(tf.range(2), v)):', {t: 'i', u: 'x'}),
        (f'for {t}, {u} in zip(tf.range(3), {e("v")}):', {t: 'i', u: 'x'}), (f'for {k}, {u} in enumerate({e("v")}):', {k: 'i', u: 'x'}), (f'for {t} in (a, a * 2):', {t: 'i'}), (f'for {k} in d:', {}),
        (f'for {t} in {{1, n + 3}}:', {t: 'p'}), (f'for {t} in (q * 2 for q in [1, 2]):', {t: 'p'}) if self.chance(.1) else (f'for {t} in iter([1, 2]):', {t: 'p'}), (f'for {t}, {u} in tf.stack([[1, 2], [3, 4]]):', {t: 'i', u: 'i'}),
        (f'for {t}, *{u} in [(a, a, a)]:', {t: 'i'}), (f'for box.v in tf.range(3):', {}), (f'for d["k"] in tf.range(2):', {}) if self.chance(.3) else (f'for {t} in tf.unstack({e("v")}):', {t: 'x'}), (f'for _ in tf.range(2):', {}))
    return self.over(head, names, depth)

  def do_while_(self, depth, loop):
    c = self.name('c')
    return [f'{c} = {self.pick("tf.constant(0)", "tf.constant(0)", "0")}', f'while {c} < {self.r.randint(1, 4)}{self.pick("", "", f" and {self.expr(chr(98), 1)}")}:', f'  {c} += 1', *self.block(depth - 1, True)]

  def do_while_true(self, depth, loop):
    c = self.name('c')
    return [f'{c} = {self.pick("tf.constant(0)", "0")}', f'while {self.pick("True", "tf.constant(True)", "1", self.expr("b", 1), f"not {c} > 3")}:', f'  {c} += 1', f'  if {c} > {self.r.randint(1, 3)}:', f'    {self.pick("break", "break", "break", f"return {self.result()}")}',
            *self.block(depth - 1, True, 1)]

  def do_options(self, depth, loop):
    c = self.name('c')
    option = self.pick('parallel_iterations=2', 'maximum_iterations=2', 'maximum_iterations=n', 'swap_memory=True', 'shape_invariants=[(a, tf.TensorShape([]))]', 'maximum_iterations=tf.constant(1)', '' if self.chance(.2) else 'parallel_iterations=n + 1')
    return [f'{c} = {self.pick("tf.constant(0)", "0")}', self.pick(f'while {c} < {self.r.randint(1, 4)}:', f'for q in tf.range({self.r.randint(1, 4)}):'), f'  tf.autograph.experimental.set_loop_options({option})', f'  {c} += 1', *self.block(depth - 1, True, 1)]

  def do_invariant(self, depth, loop):
    w, c = self.name('w'), self.name('c')
    return [f'{w} = tf.zeros([1], tf.float32)', f'{c} = tf.constant(0)', f'while {c} < {self.r.randint(1, 4)}:', f'  tf.autograph.experimental.set_loop_options(shape_invariants=[({w}, tf.TensorShape({self.pick("[None]", "None", "[None]", "[1]")}))])',
            f'  {c} += 1', *self.block(depth - 1, True, 1), f'  {w} = tf.concat([{w}, [{self.expr("x", 1)}]], 0)', f'x = x + tf.reduce_sum({w})']

  def do_array(self, depth, loop):
    t, k = self.name('ta'), self.name('k')
    saved = dict(self.names)
    self.names[k] = 'i'
    body = self.block(depth - 1, True, 1)
    value = self.expr('x')
    self.names = saved
    return [f'{t} = tf.TensorArray(tf.float32, size={self.pick("0, dynamic_size=True", "3")})', f'for {k} in {self.pick("tf.range(3)", "tf.range(3)", "range(3)")}:', *body, f'  {t} = {t}.write({k}, {value})', f'{self.pick("v", "w")} = {t}.stack()', *self.pick([], [f'x = x + tf.cast({t}.size(), tf.float32)'])]

  def do_exit_(self, depth, loop):
    return [f'if {self.expr("b", 1)}:', *([] if self.chance(.6) else self.block(0, False, 1)), f'  {self.pick("break", "continue")}', *([] if self.chance(.8) else ['else:', *self.block(0, False, 1)])] if self.chance(.92) else [self.pick('break', 'continue')]

  def do_return_(self, depth, loop):
    if depth > 0 and self.chance(.8):
      return [f'if {self.expr("b", 1)}:', *([] if self.chance(.5) else self.block(0, False, 1)), f'  return {self.result()}', *([] if self.chance(.8) else ['else:', *self.block(0, False, 1)])]
    return [f'return {self.result()}']

  def do_else_loop(self, depth, loop):
    return [f'for q in range({self.r.randint(0, 2)}):', *self.block(depth - 1, True, 1), 'else:', *self.block(depth - 1, loop, 1)]

  # branches and blocks
  def do_if_(self, depth, loop):
    lines = [f'if {self.expr("b", 2)}:', *self.block(depth - 1, loop)]
    if self.chance(.2):
      lines += [f'elif {self.expr("b", 2)}:', *self.block(depth - 1, loop)]
    if self.chance(.6):
      lines += ['else:', *self.block(depth - 1, loop)]
    return lines

  def do_last_value(self, depth, loop):  # one name, defined on both sides alone
    name, kind = self.name('w'), self.pick('i', 'x', 'v')
    lines = [f'if {self.expr("b", 1)}:', *self.block(0, loop, 1), f'  {name} = {self.expr(kind)}', 'else:', *self.block(0, loop, 1), f'  {name} = {self.expr(kind)}']
    self.names[name] = kind
    return lines

  def do_if_python(self, depth, loop):
    return [f'if {self.pick(self.expr("p") + " > 1", "n", "not n", "n in (1, 2)", "box.inner is None", "isinstance(a, tf.Tensor)")}:', *self.block(depth - 1, loop), *([] if self.chance(.4) else ['else:', *self.block(depth - 1, loop)])]

  def do_comprehension(self, depth, loop):
    e = self.expr('i', 1)
    return [f'{self.any_known("i")} = ' + self.pick(f'sum([{e} * q for q in {self.pick("range(3)", "[1, 2]")}{self.pick("", " if q")}])', f'sum([q + r for q in items for r in [{e}, 1]])', f'max([double(q) for q in items])', f'tf.reduce_sum([t * 2 for t in [{e}, 1]])',
                                                 f'{{k: w + {e} for k, w in d.items()}}["k"]', f'sum(q for q in [{e}, 1])' if self.chance(.1) else e, f'len({{q for q in [1, 2]}}) + {e}', f'sum([w if w > {e} else {e} for w in items])')]

  def do_function(self, depth, loop):
    f = self.name('f')
    saved = dict(self.names)
    self.names['q'] = 'i'
    shape, self.shape = self.shape, 'one'
    body = self.block(depth - 1, False)
    self.shape = shape
    self.names = saved
    head = self.pick(f'def {f}(q):', f'def {f}(q, *, k=1):', f'def {f}(q, r={self.expr("i", 1)}):', f'def {f}(q, *rest, **more):')
    return [head, *body, f'  return {self.expr("i", 1)} + q', f'{self.any_known("i")} = {f}({self.expr("i", 1)})']

  def do_inner(self, depth, loop):
    f = self.name('f')
    saved = dict(self.names)
    self.names['q'] = 'i'
    shape, self.shape = self.shape, 'one'
    body = self.block(depth - 1, False)
    self.shape = shape
    self.names = saved
    return [*self.pick(['@tf.function'], ['@tf.autograph.experimental.do_not_convert'], ['@tf.function(autograph=False)'], ['@tf.function(reduce_retracing=True)'], []), f'def {f}(q, k={self.expr("p", 1)}):', *(['  return q + k'] if self.chance(.5) else body + ['  return q']), f'{self.any_known("i")} = {f}({self.expr("i", 1)})']

  def do_nonlocal_(self, depth, loop):
    if depth < 3:  # a name of a loop's body may have another value there
      return self.do_assign()
    f, n = self.name('f'), self.any_known('i')
    return [f'def {f}():', f'  nonlocal {n}', *self.pick([f'  {n} = {n} + 1'], [f'  if {n} > 1:', f'    {n} = {n} - 1'], [f'  for q in tf.range(2):', f'    {n} += q']), f'{f}()']

  def do_show(self, depth, loop):
    return [f'print("seen", type({self.expr(self.pick("i", "x", "p"))}).__name__)']

  def do_try_(self, depth, loop):
    lines = ['try:', *self.block(depth - 1, loop), *self.pick([], [], [f'  raise {self.pick("ValueError", "KeyError")}("tried")'], ['  if n > 1:', '    raise KeyError("n")'], [f'  a = fails({self.pick("n", "a")})']),
             *self.pick(['except ValueError:'], ['except (TypeError, KeyError) as error:', '  print("caught", type(error).__name__)'], ['finally:'], ['except Exception:']), *self.block(depth - 1, loop, 1)]
    if self.chance(.2) and not any(l == 'finally:' for l in lines):
      lines += self.pick(['else:', *self.block(0, loop, 1)], ['finally:', *self.block(0, False, 1)])
    return lines

  def do_with_(self, depth, loop):
    return [self.pick('with Ones() as one:', 'with tf.name_scope("a"), Ones():', 'with tf.device("CPU:0"):', 'with tf.control_dependencies([a]):', 'with tf.name_scope("scope"):', 'with Quiet() as (quiet):', 'with Quiet():'), *self.block(depth - 1, loop)]

  def do_raise_(self, depth, loop):
    return self.pick([f'if {self.pick("n > 1", "n > 99", self.expr("p", 1) + " > 3")}:', f'  raise {self.pick("ValueError", "KeyError")}("raised")'], ['if n == 0:', f'  raise {self.pick("ValueError(n)", "KeyError", "RuntimeError(n, 1)")}'],
                     [f'if {self.expr("b", 1)}:', '  raise ValueError("on a tensor")'], [f'if {self.expr("b", 1)}:', f'  a = {self.expr("i", 1)}', 'elif n > 1:', '  raise TypeError("in an else")'], ['try:', '  raise KeyError("k")', 'except KeyError as error:', '  raise ValueError("again") from error'] if self.chance(.3) else ['pass'])

  # what AutoGraph or an op refuses
  def do_wrong(self, depth, loop):
    i, x, v, b = (lambda k=k: self.expr(k, 1) for k in 'ixvb')
    w = self.name('w')
    branch = lambda then, orelse=None: [f'if {b()}:', f'  {then}', *([] if orelse is None else ['else:', f'  {orelse}'])]
    c = self.name('c')
    turn = lambda *body: [f'{c} = {self.pick("0", "tf.constant(0)")}', self.pick(f'while {c} < {self.r.randint(2, 4)}:', 'for q in tf.range(3):', f'while {b()} and {c} < 2:', 'for q in v:', 'for q in tf.data.Dataset.range(2):'), f'  {c} += 1', *('  ' + l for l in body)]
    odd = self.pick('x', 'v', 'None', '"s"', '[a]', '{"k": a}', '1.5', '1', '(a, a)', 'box', 'tf.constant([1, 2])', 'tf.constant("s")', 'True', 'tf.float32', 'tf.constant([[1.0]])', '(lambda t: t)', 'tf.constant(2, tf.int64)')
    return self.pick(
        lambda: branch(f'{w} = {i()}') + [f'a = a + {w}'], lambda: branch(f'{w} = {i()}', f'{w} = {odd}') + [f'a = a + {w}'], lambda: branch(f'a = {odd}'), lambda: branch(f'a = {odd}', f'a = {i()}'),
        lambda: branch('pass', f'{w} = {i()}') + [f'return {w}'], lambda: branch(f'return {odd}', f'return {i()}'), lambda: branch(f'return {odd}') + [f'return {i()}'], lambda: branch('return a', 'a = a + 1') + ['x = x + 1.0'],
        lambda: turn(f'a = {odd}'), lambda: turn(f'{w} = {odd}') + [f'a = a + {w}'], lambda: [f'{w} = {odd}'] + turn(f'{w} = {self.pick(i(), odd, v())}') + [f'return {w}'], lambda: turn(f'if {b()}:', f'  return {odd}'),
        lambda: turn(f'return {odd}'), lambda: turn('v = tf.concat([v, v], 0)'), lambda: turn(f'box.v = {odd}'), lambda: turn(f'd["{self.pick("k", "new")}"] = {odd}'), lambda: turn(f'items.append({i()})') + ['return items[-1]'],
        lambda: [f'if {self.pick("v", "a", "x", "v > 1.0", "items", "tf.constant([True])")}:', f'  a = {i()}'], lambda: [f'while {self.pick("v > 1.0", "a", "x")}:', f'  a = {i()}', '  break'], lambda: [f'a = {self.pick("v", "x", "None", repr("s"))} + a'],
        lambda: [f'a = {self.pick("a.nothing", "missing", "box.nothing", "d[9]", "items[99]", "tf.nothing", "a()", "n()", "fails(n)", "double()", "double(a, a)", "double(z=1)", "tf.reshape(v, [2, 2])")}'],
        lambda: [f'for q in {self.pick("a", "n", "None", "box")}:', '  a = a + 1'], lambda: [f'{self.pick("q, r = a", "q, r = v", "(q, r), s = v, v", "q, r = items[0], *items", "q, *r = v")}'], lambda: [f'{self.pick("del missing", "del a", "del items[5]")}', 'x = x + 1.0'],
        lambda: [f'a = {self.pick("int(v)", "len(a)", "range(v)", "sorted(a)", "abs(None)", "float(v)", "next(a)", "sum(a)", "max(a)", "sum(v)", "min(v)", "list(a)", "list(v)", "bool(a)", "str(n)", "any(a > 1)", "zip(a)", "enumerate(a)", "map(double, a)", "tuple(v)")}'],
        lambda: [f'{w} = {i()}', f'del {w}', *branch(f'{w} = {i()}'), f'a = {w}'], lambda: [f'assert {self.pick(b(), "n > 5", "v > 1.0", "a")}, "asserted"'], lambda: turn(f'a = {i()}', f'{w} = a', 'if a > 3: break') + [f'return {w}'],
        lambda: ['def inner(t):', *('  ' + l for l in branch(f'return {odd}')), f'a = {self.pick("inner(a)", "a + inner(a)", "staged(inner)", "tf.function(inner)(a)")}'], lambda: [f'a = ({i()} if {b()} else {odd})'], lambda: [f'a = {b()} and {self.pick("a", "None", "v", "x", "n", "items")}'],
        lambda: [f'a = {odd} if {b()} else {odd}'], lambda: [f'if (q := {i()}) > 1:', '  a = q'] if self.chance(.2) else [f'a = not {self.pick("v", "a", "x", "items")}'], lambda: [f'tf.autograph.experimental.set_loop_options({self.pick("", "maximum_iterations=2")})'],
        lambda: [f'for q in tf.range(2):', f'  {w} = q', '  tf.autograph.experimental.set_loop_options(maximum_iterations=2)'], lambda: [f'a = tf.cond({self.pick(b(), "a", "v")}, lambda: {i()}, lambda: {odd})'], lambda: ['raise ValueError' + self.pick('("r")', '', '(n, a.shape)')],
        lambda: [f'x = tf.constant({self.pick("[1, [2]]", "None", "box", "lambda: 1", "[n, None]")})'], lambda: [f'with tf.name_scope("{self.pick("s", "bad name")}"):', f'  a = a + {odd}'], lambda: ['try:', f'  a = a + {odd}', 'except ValueError:', '  pass'],
        lambda: turn(f'{w} = {i()}', f'if {b()}:', '  continue', f'a = {w}', f'del {w}'), lambda: [f'global shared', *branch(f'shared = {i()}'), 'a = a + 1'], lambda: turn(f'assert {b()}'), lambda: turn('tf.debugging.assert_less(a, 3)'))()

  def result(self):
    if self.shape == 'one':
      return self.expr('i')
    if self.shape == 'pair':
      return f'({self.expr("i")}, {self.expr("x")})'
    return f'{{"i": {self.expr("i")}, "x": {self.expr("x")}}}' if self.shape == 'dict' else self.pick(self.expr('i'), self.expr('x'), 'None', self.expr('p'))

  def function(self, name):
    while True:
      lines = self.some_function(name)
      try:
        compile('\n'.join(lines), 'f', 'exec')
        return lines
      except SyntaxError:  # a `nonlocal` after a use, say
        pass

  def some_function(self, name):
    self.names = {'a': 'i', 'x': 'x', 'v': 'v', 'n': 'p'}
    self.shape = self.pick('one', 'one', 'pair', 'dict', 'any')
    head = ['box = Box(a)', 'items = [a, a + 1]', 'd = {"k": a}']
    body = []
    for _ in range(self.r.randint(2, 4)):
      body += self.statement(3, False)
    body += [f'return {self.pick(self.result(), self.result(), "box.v", "d[" + repr("k") + "]", "v")}']
    lines = '\n'.join(body).split('\n')
    text = ' '.join(lines)
    head = [h for h in head if h.split()[0] in text]
    return [self.pick('@tf.function', '@tf.function', '@tf.function', '@tf.function(reduce_retracing=True)'), f'def {name}(a, x, v, n):', *('  ' + line for line in head + lines)]

  def program(self, count=16):
    lines = []
    for k in range(count):
      lines += self.function(f'f{k}') + ['']
    for k in range(count):
      lines += [f'print("== f{k}")', f'check(f{k}, calls)']
    return HEAD + '\n'.join(lines) + '\n'


COMPOUND = {'if_', 'while_', 'for_range', 'for_vector', 'for_python', 'function', 'if_python', 'comprehension', 'try_', 'with_', 'array', 'for_dataset', 'for_iterator', 'for_items', 'while_true', 'inner', 'options', 'raise_',
            'else_loop', 'nonlocal_', 'invariant', 'last_value', 'wrong', 'return_'}
