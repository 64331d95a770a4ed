#!/usr/bin/env python3
"""Random functions over tensors, staged here and by TensorFlow:
`PYTHON_WITH_TENSORFLOW staged.py TRACEPACK [FIRST [COUNT]]`.

Each seed gives one program of several functions: conditions, loops, early exits, containers, objects, calls, on tensors and
on Python values. Each is called in a graph and eagerly with several arguments; results, errors, trace counts and listings
of the graphs have to be equal. What differs is shrunk, a statement at a time, and printed with both outputs."""
import ast
import difflib
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import shrink

HEAD = '''import functools
import tensorflow as tf

class Box:
  def __init__(self, v):
    self.v = v
    self.w = 0

  def bump(self, by=1):
    if by > 1:
      self.v = self.v + by
    return self.v

  @property
  def twice(self):
    return self.v * 2

  def __call__(self, t):
    return t + self.w if t > 0 else t

class Ones:
  def __enter__(self):
    return 1
  def __exit__(self, *error):
    return False

@tf.autograph.experimental.do_not_convert
def plain(t, k=1):
  return t + k

def early(t, limit=3):
  for k in tf.range(5):
    if k > limit:
      return t
    t = t + 1
  return -t

def pairs(t):
  while t < 4:
    t += 1
    if t == 3:
      break
  else:
    t = t * 10
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

def show(x):
  if isinstance(x, tf.Tensor):
    return "%s%s %s" % (x.dtype.name, x.shape, x.numpy().tolist())
  if isinstance(x, dict):
    return {k: show(v) for k, v in x.items()}
  if isinstance(x, (list, tuple)):
    return type(x)(show(v) for v in x)
  return repr(x)

def listing(graph):
  library = []
  ops = ["%s %s(%s)" % (o.name, o.type, ", ".join(t.name for t in o.inputs)) for o in graph.get_operations()]
  for f in graph.as_graph_def().library.function:
    library.append("%d nodes: %s" % (len(f.node_def), " ".join(n.op for n in f.node_def)))
  return ops + sorted(library)

def attempt(what, call):
  try:
    print(what, show(call()))
  except Exception as error:
    lines = str(error).splitlines()
    print(what, type(error).__name__, lines[0][:300] if lines else "", "|", [l for l in lines if l.strip()][-1][:300] if lines else "")

def check(f, calls, graphs=True):
  for i, args in enumerate(calls):
    attempt("graph %d" % i, lambda: f(*args))
    attempt("eager %d" % i, lambda: f.python_function(*args))
  print("traces", f.experimental_get_tracing_count())
  if graphs:
    try:
      lines = listing(f.get_concrete_function(*calls[0]).graph)
    except Exception:
      return
    for line in lines: print(" ", line)

'''


class Maker:
  """Writes functions of a (int32 scalar), x (float32 scalar), v (float32 vector) and n (a Python int)."""

  def __init__(self, seed):
    self.r = random.Random(seed)
    self.serial = 0

  def pick(self, *options):
    return self.r.choice(options)

  def name(self, stem):
    self.serial += 1
    return f'{stem}{self.serial}'

  def known(self, kind):
    return [n for n, k in self.names.items() if k == kind]

  def expr(self, kind, d=2):
    known = self.known(kind)
    if known and (d <= 0 or self.r.random() < 0.45):
      return self.r.choice(known)
    return getattr(self, kind)(d - 1)

  def i(self, d):  # an int32 scalar tensor
    if d <= 0:
      return f'tf.constant({self.r.randint(-3, 6)})'
    e = lambda k='i': self.expr(k, d)
    return self.pick(
        lambda: f'({e()} {self.pick("+", "-", "*")} {e()})', lambda: f'({e()} {self.pick("+", "-", "*", "//", "%")} {self.r.randint(1, 4)})',
        lambda: f'tf.{self.pick("maximum", "minimum")}({e()}, {e()})', lambda: f'tf.cast({e("x")}, tf.int32)', lambda: f'-{e()}', lambda: f'abs({e()})',
        lambda: f'({e()} if {e("b")} else {e()})', lambda: f'({e()} if {e("p")} > 1 else {e()})', lambda: f'tf.size({e("v")})', lambda: f'double({e()})',
        lambda: f'pick({e()}, {e()})', lambda: f'total({e()}, {e()}, scale={e("p")})', lambda: f'(lambda t: t * 2)({e()})',
        lambda: f'{self.pick("max", "min")}({e()}, {e()})', lambda: f'sum([{e()}, {e()}])', lambda: f'[{e()}, {e()}][{self.r.randint(0, 1)}]',
        lambda: f'tf.cond({e("b")}, lambda: {e()}, lambda: {e()})', lambda: f'({e()} + {e("p")})', lambda: f'box.{self.pick("bump()", "bump(2)", "twice", "bump(by=" + e("p") + ")", "v")}', lambda: f'plain({e()}{self.pick("", ", k=2")})', lambda: f'early({e()}{self.pick("", ", 1", ", limit=" + e("p"))})',
        lambda: f'pairs({e()})[{self.r.randint(0, 1)}]' if self.r.random() < 0.3 else f'box({e()})', lambda: f'functools.reduce(lambda s, t: s + t, [{e()}, {e()}])', lambda: f'(q := {e()})' if self.r.random() < 0.3 else e(), lambda: f'tf.reduce_sum([t * 2 for t in [{e()}, {e()}]])', lambda: f'{{"u": {e()}, "w": {e()}}}["u"]', lambda: f'list(map(lambda t: t + 1, [{e()}, {e()}]))[-1]', lambda: f'len([{e()}])', lambda: f'next(iter([{e()}]))', lambda: f'int({e("p")})',
        lambda: f'tf.while_loop(lambda t: t < 3, lambda t: [t + 1], [{e()}])[0]', lambda: f'({e()} if {e("b")} else {e()} if {e("b")} else {e()})' if self.r.random() < 0.3 else e(), lambda: f'(lambda t, u=2: t if t > u else -t)({e()})', lambda: f'sorted([{e("p")}, {e("p")}])[0] + {e()}')()

  def x(self, d):  # a float32 scalar tensor
    if d <= 0:
      return f'tf.constant({self.r.randint(-4, 8) / 2})'
    e = lambda k='x': self.expr(k, d)
    return self.pick(
        lambda: f'({e()} {self.pick("+", "-", "*")} {e()})', lambda: f'({e()} {self.pick("+", "-", "*")} {self.r.randint(1, 6) / 2})', lambda: f'tf.reduce_{self.pick("sum", "max")}({e("v")})',
        lambda: f'tf.cast({e("i")}, tf.float32)', lambda: f'({e()} if {e("b")} else {e()})', lambda: f'{e("v")}[{self.pick("0", "1", "-1")}]', lambda: f'tf.square({e()})',
        lambda: f'-{e()}', lambda: f'double({e()})', lambda: f'pick({e()}, {e()}, {e()})', lambda: f'tf.where({e("b")}, {e()}, {e()})', lambda: f'({e()} and {e()})' if self.r.random() < 0.1 else e())()

  def v(self, d):  # a float32 vector
    if d <= 0:
      return f'tf.constant([1.0, {self.r.randint(-3, 3)}.0, 2.0])'
    e = lambda k='v': self.expr(k, d)
    return self.pick(lambda: f'({e()} {self.pick("+", "-", "*")} {e("x")})', lambda: f'tf.stack([{e("x")}, {e("x")}, {e("x")}])', lambda: f'{e()}[::-1]', lambda: f'tf.nn.relu({e()})',
                     lambda: f'tf.where({e()} > {e("x")}, {e()}, {e()})', lambda: f'tf.reverse({e()}, [0])', lambda: f'({e()} if {e("b")} else {e()})')()

  def b(self, d):  # a bool scalar tensor
    e = lambda k: self.expr(k, d)
    if d <= 0:
      return f'({e("i")} > {self.r.randint(-1, 3)})'
    return self.pick(
        lambda: f'({e("i")} {self.pick(">", "<", ">=", "<=", "==", "!=")} {e("i")})', lambda: f'({e("x")} {self.pick(">", "<", ">=", "<=")} {self.r.randint(-2, 4)})',
        lambda: f'({e("b")} {self.pick("and", "or")} {e("b")})', lambda: f'(not {e("b")})', lambda: f'({self.r.randint(-2, 0)} < {e("i")} < {self.r.randint(1, 5)})',
        lambda: f'({e("b")} and {e("p")} > 1)', lambda: f'tf.reduce_any({e("v")} > 1.0)', lambda: f'({e("i")} % 2 == {self.r.randint(0, 1)})', lambda: f'({e("i")} == {e("p")})',
        lambda: f'({e("b")} or {e("b")} and not {e("b")})', lambda: f'({e("i")} is not None and {e("b")})', lambda: f'(not ({e("i")} > 1 or {e("p")} > 1))', lambda: f'{self.pick("any", "all")}([{e("b")}, {e("b")}])', lambda: f'({e("p")} == 1 or {e("b")})', lambda: f'tf.logical_{self.pick("and", "or")}({e("b")}, {e("b")})', lambda: f'isinstance({e("i")}, tf.Tensor) and {e("b")}')()

  def p(self, d):  # a Python int
    if d <= 0 or self.r.random() < 0.4:
      return str(self.r.randint(0, 3))
    return f'({self.expr("p", d)} {self.pick("+", "-", "*")} {self.expr("p", d)})'

  # ---- statements: lines
  def block(self, depth, loop, n=None):
    saved = dict(self.names)
    lines = []
    for _ in range(n or self.r.randint(1, 3)):
      lines += self.statement(depth, loop)
    self.names = saved
    return ['  ' + line for line in lines]

  def assign(self):
    kind = self.pick('i', 'i', 'x', 'x', 'v', 'p', 'b')
    known = self.known(kind)
    value = self.expr(kind, 3)
    target = self.r.choice(known) if known and self.r.random() < 0.75 else self.name(kind)
    self.names[target] = kind
    return [f'{target} = {value}']

  def statement(self, depth, loop):
    options = ['assign'] * 5 + ['aug', 'tuple', 'box', 'listing', 'mapping', 'show', 'assert_', 'del_', 'chain', 'star', 'target', 'target', 'tfprint', 'method', 'annotated', 'lambda_']
    if depth > 0:
      options += ['if_'] * 4 + ['while_', 'for_range', 'for_vector', 'for_python', 'function', 'if_python', 'comprehension', 'try_', 'for_zip', 'with_scope', 'array', 'for_dataset', 'for_items', 'while_true', 'inner', 'options', 'with_own', 'raise_', 'for_else', 'nonlocal_']
    if loop:
      options += ['exit_'] * 2
    options += ['return_'] if self.r.random() < 0.25 else []
    kind = self.r.choice(options)
    if kind == 'assign':
      return self.assign()
    return getattr(self, 'do_' + kind)(depth, loop)

  def do_aug(self, depth, loop):
    kind = self.pick('i', 'x', 'v', 'p')
    known = self.known(kind)
    return [f'{self.r.choice(known)} {self.pick("+=", "-=", "*=")} {self.expr(kind)}'] if known else self.assign()

  def do_tuple(self, depth, loop):
    a, b = self.pick('i', 'x'), self.pick('i', 'x', 'v')
    known_a, known_b = self.known(a), self.known(b)
    if not known_a or not known_b:
      return self.assign()
    return [f'{self.r.choice(known_a)}, {self.r.choice(known_b)} = {self.expr(a)}, {self.expr(b)}']

  def do_box(self, depth, loop):
    return [f'box.{self.pick("v", "w")} = {self.pick("box.v", "box.w")} + {self.pick(self.expr("i"), self.expr("p"))}']

  def do_listing(self, depth, loop):
    return [f'items.append({self.expr(self.pick("i", "x"))})'] if self.r.random() < 0.4 else [f'{self.r.choice(self.known("i"))} = {self.pick("items[0]", "items[-1]", "sum(items)", "len(items)")} + {self.expr("i")}']

  def do_mapping(self, depth, loop):
    key = self.pick('"k"', '"m"')
    return [f'd[{key}] = {self.expr("i")}'] if self.r.random() < 0.6 else [f'{self.r.choice(self.known("i"))} = d["k"] + {self.expr("i")}']

  def do_assert_(self, depth, loop):
    return [f'assert {self.pick(self.expr("b", 1), self.expr("p", 1) + " < 99", "isinstance(a, tf.Tensor)")}{self.pick("", ", " + repr("failed"))}']

  def do_del_(self, depth, loop):
    name = self.name('gone')
    return [f'{name} = {self.expr(self.pick("i", "p"))}', *self.pick([], [f'{self.r.choice(self.known("i"))} = {name} + 1']), f'del {name}']

  def do_chain(self, depth, loop):
    a, b = self.r.choice(self.known('i')), self.r.choice(self.known('i'))
    return [f'{a} = {b} = {self.expr("i")}']

  def do_star(self, depth, loop):
    a, rest = self.r.choice(self.known('i')), self.name('rest')
    return [f'{a}, *{rest} = [{self.expr("i")}, {self.expr("i")}, {self.expr("i")}]', f'{a} = {a} + len({rest}){self.pick("", f" + {rest}[0]")}']

  def do_target(self, depth, loop):
    target = self.pick('box.v', 'd["k"]', 'items[0]', 'box.w')
    if self.r.random() < 0.5:
      return [f'{target} {self.pick("+=", "-=", "*=")} {self.expr("i")}']
    other = self.pick('box.v', 'd["k"]', self.r.choice(self.known('i')), 'items[1]')
    return [self.pick(f'{target}, {other} = {self.expr("i")}, {self.expr("i")}', f'({target}, {other}) = {other}, {target}', f'[{target}, {other}] = pairs({self.expr("i", 1)})')]

  def do_tfprint(self, depth, loop):
    return [f'tf.print({self.pick(self.expr("i"), repr("said"), self.expr("x"))}{self.pick("", ", summarize=2")})'] if self.r.random() < 0.5 else ['pass']

  def do_method(self, depth, loop):
    return [f'box.{self.pick("bump()", "bump(2)", "bump(" + self.expr("i", 1) + ")")}']

  def do_annotated(self, depth, loop):
    if depth < 3:  # AutoGraph cannot convert annotated names of branches and loops
      return self.assign()
    name = self.name('i')
    self.names[name] = 'i'
    return [f'{name}: tf.Tensor = {self.expr("i")}']

  def do_lambda_(self, depth, loop):
    name = self.name('g')
    return [f'{name} = lambda t, k={self.expr("p", 1)}: {self.pick("t + k", "t if t > k else t * 2", "plain(t, k)", "t * len(items)")}', f'{self.r.choice(self.known("i"))} = {name}({self.expr("i")})']

  def do_for_dataset(self, depth, loop):
    data = self.pick('tf.data.Dataset.range(3).map(lambda t: tf.cast(t, tf.int32))', 'tf.data.Dataset.from_tensor_slices([1, 2, 3])', 'tf.data.Dataset.from_tensor_slices([3, 1]).take(2)')
    return self.loop_over(data if self.r.random() < 0.7 else 'list(range(2))', 'i', depth)

  def do_for_items(self, depth, loop):
    t = self.name('t')
    saved = dict(self.names)
    self.names[t] = 'i'
    k = self.name('k')
    head = self.pick(f'for {k}, {t} in d.items():', f'for {t} in items[:2]:', f'for {t} in [{self.expr("i", 1)}, {self.expr("i", 1)}]:', f'for {k}, {t} in enumerate([{self.expr("i", 1)}, 2], 1):', f'for {k}, {t} in enumerate(tf.range(2), start=1):', f'for {k}, {t} in zip(range(2), tf.range(3)):', f'for {t} in tf.range({self.r.randint(0, 2)}, {self.r.randint(2, 6)}, 2):', f'for {t} in reversed([{self.expr("i", 1)}]):', f'for {t}, {k} in [(a, 1), (a + 1, 2)]:', f'for {k}, ({t}, {self.name("u")}) in enumerate(zip(tf.range(2), v)):')
    lines = [head, *self.block(depth - 1, True)]
    self.names = saved
    return lines

  def do_while_true(self, depth, loop):
    c = self.name('c')
    return [f'{c} = {self.pick("tf.constant(0)", "0")}', f'while {self.pick("True", "tf.constant(True)", "1", self.expr("b", 1))}:', f'  {c} += 1', *self.block(depth - 1, True, 1), f'  if {c} > {self.r.randint(1, 3)}:', '    break']

  def do_inner(self, depth, loop):
    f = self.name('f')
    saved = dict(self.names)
    self.names['q'] = 'i'
    body = self.block(depth - 1, False)
    self.names = saved
    return [self.pick('@tf.function', '@tf.autograph.experimental.do_not_convert', '# nothing') , f'def {f}(q, k={self.expr("p", 1)}):', *(['  return q + k'] if self.r.random() < 0.5 else body + ['  return q']), f'{self.r.choice(self.known("i"))} = {f}({self.expr("i", 1)})']

  def do_options(self, depth, loop):
    c = self.name('c')
    option = self.pick('parallel_iterations=2', 'maximum_iterations=2', 'swap_memory=True', f'shape_invariants=[(a, tf.TensorShape([]))]')
    return [f'{c} = tf.constant(0)', f'while {c} < {self.r.randint(1, 4)}:', f'  tf.autograph.experimental.set_loop_options({option})', f'  {c} += 1', *self.block(depth - 1, True, 1)]

  def do_with_own(self, depth, loop):
    return [self.pick('with Ones() as one:', 'with tf.name_scope("a"), Ones():', 'with tf.device("CPU:0"):', 'with tf.control_dependencies([a]):'), *self.block(depth - 1, loop)]

  def do_raise_(self, depth, loop):
    return [f'if {self.expr("p", 1)} > {self.pick("99", "1")}:', f'  raise {self.pick("ValueError", "KeyError")}("raised")'] if self.r.random() < 0.5 else [f'if {self.expr("b", 1)}:', '  raise ValueError("on a tensor")'] if self.r.random() < 0.2 else ['pass']

  def do_for_else(self, depth, loop):
    return [f'for q in range({self.r.randint(0, 2)}):', *self.block(depth - 1, True, 1), 'else:', *self.block(depth - 1, loop, 1)] if self.r.random() < 0.3 else ['pass']

  def do_nonlocal_(self, depth, loop):
    f, n = self.name('f'), self.r.choice(self.known('i'))
    return [f'def {f}():', f'  nonlocal {n}', f'  {n} = {n} + 1', f'{f}()'] if self.r.random() < 0.5 else ['pass']

  def do_show(self, depth, loop):
    return [f'print("seen", type({self.expr(self.pick("i", "x", "p"))}).__name__)']

  def do_if_(self, depth, loop):
    lines = [f'if {self.expr("b", 2)}:', *self.block(depth - 1, loop)]
    if self.r.random() < 0.25:
      lines += [f'elif {self.expr("b", 2)}:', *self.block(depth - 1, loop)]
    if self.r.random() < 0.6:
      lines += ['else:', *self.block(depth - 1, loop)]
    return lines

  def do_if_python(self, depth, loop):
    return [f'if {self.expr("p")} > 1:', *self.block(depth - 1, loop), 'else:', *self.block(depth - 1, loop)]

  def do_while_(self, depth, loop):
    c = self.name('c')
    start = self.pick('tf.constant(0)', 'tf.constant(0)', '0')
    more = self.pick('', '', f' and {self.expr("b", 1)}')
    lines = [f'{c} = {start}', f'while {c} < {self.r.randint(1, 4)}{more}:', f'  {c} += 1', *self.block(depth - 1, True)]
    return lines + (['else:', *self.block(depth - 1, loop, 1)] if self.r.random() < 0.04 else [])

  def loop_over(self, what, kind, depth):
    t = self.name('t')
    saved = dict(self.names)
    self.names[t] = kind
    lines = [f'for {t} in {what}:', *self.block(depth - 1, True)]
    self.names = saved
    return lines

  def do_for_range(self, depth, loop):
    return self.loop_over(f'tf.range({self.pick(self.expr("i", 1), str(self.r.randint(0, 4)))})', 'i', depth)

  def do_for_vector(self, depth, loop):
    return self.loop_over(self.pick(self.expr('v', 1), f'tf.stack([{self.expr("i", 1)}, {self.expr("i", 1)}])'), 'x', depth)

  def do_for_python(self, depth, loop):
    return self.loop_over(f'range({self.expr("p", 1)})', 'p', depth)

  def do_for_zip(self, depth, loop):
    t, u = self.name('t'), self.name('u')
    saved = dict(self.names)
    self.names.update({t: 'i', u: 'x'})
    what = self.pick(f'zip(tf.range(3), {self.expr("v", 1)})', f'enumerate({self.expr("v", 1)})', f'zip([1, 2], [{self.expr("x", 1)}, {self.expr("x", 1)}])')
    lines = [f'for {t}, {u} in {what}:', *self.block(depth - 1, True)]
    self.names = saved
    return lines

  def do_comprehension(self, depth, loop):
    return [f'{self.r.choice(self.known("i"))} = sum([{self.expr("i", 1)} * q for q in {self.pick("range(3)", "[1, 2]")}{self.pick("", " if q")}])']

  def do_function(self, depth, loop):
    f = self.name('f')
    saved = dict(self.names)
    self.names['q'] = 'i'
    body = self.block(depth - 1, False)
    self.names = saved
    return [f'def {f}(q):', *body, f'  return {self.expr("i", 1)} + q', f'{self.r.choice(self.known("i"))} = {f}({self.expr("i", 1)})']

  def do_try_(self, depth, loop):
    return ['try:', *self.block(depth - 1, loop), self.pick('except ValueError:', 'except (TypeError, KeyError):', 'finally:'), *self.block(depth - 1, loop, 1)]

  def do_with_scope(self, depth, loop):
    return ['with tf.name_scope("scope"):', *self.block(depth - 1, loop)]

  def do_array(self, depth, loop):
    t, k = self.name('ta'), self.name('k')
    saved = dict(self.names)
    self.names[k] = 'i'
    body = self.block(depth - 1, True, 1)
    value = self.expr('x')
    self.names = saved
    return [f'{t} = tf.TensorArray(tf.float32, size=0, dynamic_size=True)', f'for {k} in tf.range(3):', *body, f'  {t} = {t}.write({k}, {value})', f'v = {t}.stack()']

  def do_exit_(self, depth, loop):
    return [f'if {self.expr("b", 1)}:', f'  {self.pick("break", "continue")}'] if self.r.random() < 0.85 else [self.pick('break', 'continue')]

  def do_return_(self, depth, loop):
    return [f'return {self.result()}']

  def result(self):
    if self.shape == 'one':
      return self.expr('i')
    if self.shape == 'pair':
      return f'({self.expr("i")}, {self.expr("x")})'
    return f'{{"i": {self.expr("i")}, "p": {self.expr("p")}}}' if self.shape == 'dict' else self.pick(self.expr('i'), self.expr('x'), 'None', self.expr('p'))

  def function(self, name):
    self.names = {'a': 'i', 'x': 'x', 'v': 'v', 'n': 'p'}
    self.shape = self.pick('one', 'pair', 'dict', 'any')
    body = ['box = Box(a)', 'items = [a, a + 1]', 'd = {"k": a}']
    for _ in range(self.r.randint(2, 5)):
      body += self.statement(3, False)
    last = self.pick(self.result(), f'{self.result()}', 'box.v', 'd["k"]', 'v')
    return ['@tf.function', f'def {name}(a, x, v, n):', *('  ' + line for line in body), f'  return {last}']

  def program(self, count=8):
    lines = []
    for k in range(count):
      lines += self.function(f'f{k}') + ['']
    lines.append('calls = [(tf.constant(1), tf.constant(0.5), tf.constant([1.0, -2.0, 3.0]), 2), (tf.constant(-2), tf.constant(3.0), tf.constant([0.0, 4.0, 1.0]), 2), (tf.constant(4), tf.constant(-1.0), tf.constant([2.0, 2.0, 2.0]), 0)]')
    for k in range(count):
      lines += [f'print("== f{k}")', f'check(f{k}, calls)']
    return HEAD + '\n'.join(lines) + '\n'


SERVER = '''import os, sys
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
import runpy
for line in sys.stdin:
  path, out = line.split()
  child = os.fork()
  if child == 0:
    fd = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(fd, 1); os.dup2(os.open(out + ".err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    os.chdir(os.path.dirname(path))
    try:
      runpy.run_path(path, run_name="__main__")
    except BaseException as error:
      print("ended by", type(error).__name__, error)
    sys.stdout.flush()
    os._exit(0)
  import time
  end = time.time() + 150
  while time.time() < end and os.waitpid(child, os.WNOHANG)[0] == 0:
    time.sleep(0.01)
  else:
    try: os.kill(child, 9)
    except ProcessLookupError: pass
  sys.__stdout__.write("done\\n"); sys.__stdout__.flush()
'''


class Oracle:
  def __init__(self):
    self.process = subprocess.Popen([sys.executable, '-c', SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)

  def run(self, path):
    self.process.stdin.write(f'{path} {path}.out\n')
    self.process.stdin.flush()
    self.process.stdout.readline()
    with open(path + '.out') as file:
      return file.read()


def clean(text, folder):
  text = re.sub(r'0x[0-9a-f]{6,}|id=\d+', '0xADDRESS', text.replace(folder + '/', ''))
  return re.sub(r'(cond_true|cond_false|while_body|while_cond|_forward|_inference)_(\w+?_)?\d+', r'\1', text)


def outputs(text, tracepack, oracle, folder):
  path = os.path.join(folder, 'case.py')
  with open(path, 'w') as file:
    file.write(text)
  there = clean(oracle.run(path), folder)
  try:
    done = subprocess.run([tracepack, 'exec', 'case.py'], cwd=folder, capture_output=True, timeout=60)
    here = clean(done.stdout.decode(errors='backslashreplace'), folder)
    if done.returncode:
      here += f'ended with {done.returncode}: ' + done.stderr.decode(errors='backslashreplace')[-600:]
  except subprocess.TimeoutExpired:
    here = 'timeout'
  return there, here


def sections(text):
  parts = re.split(r'^== (\w+)\n', text, flags=re.M)
  return dict(zip(parts[1::2], parts[2::2]))


def only(text, name):
  """What follows HEAD in the program, with one of its functions alone."""
  keep = []
  for node in ast.parse(text[len(HEAD):]).body:
    mine = isinstance(node, ast.FunctionDef) and re.fullmatch(r'f\d+', node.name) and node.name != name
    calls = isinstance(node, ast.Expr) and re.match(r'(print|check)\(.*\bf\d+', ast.unparse(node)) and not re.search(r'\b%s\b' % name, ast.unparse(node))
    if not mine and not calls:
      keep.append(ast.unparse(node))
  return '\n'.join(keep) + '\n'


def main(tracepack, first='0', count='20'):
  import time
  tracepack, found, functions = os.path.abspath(tracepack), 0, 0
  oracle = Oracle()
  with tempfile.TemporaryDirectory() as folder:
    for seed in range(int(first), int(first) + int(count)):
      text = Maker(seed).program()
      there, here = outputs(text, tracepack, oracle, folder)
      a, b = sections(there), sections(here)
      if not a or here == 'timeout':
        print(f'==== seed {seed}: no result: {there[-300:]} | {here[-300:]}')
        continue
      functions += len(a)
      for name in sorted(set(a) | set(b)):
        if a.get(name) == b.get(name) or name not in a:  # TensorFlow was too slow for the last ones
          continue
        found += 1
        alone = only(text, name)

        def differs(t):
          if time.time() > end or not all(part in t for part in (f'check({name}', f'def {name}(', 'calls = ')):
            return False
          p, q = (sections(o).get(name) for o in outputs(HEAD + t, tracepack, oracle, folder))
          return p is not None and q is not None and p != q

        end = time.time() + 45
        small = shrink(alone, differs) if differs(alone) else alone
        p, q = (sections(o).get(name, o) for o in outputs(HEAD + small, tracepack, oracle, folder))
        delta = '\n'.join(difflib.unified_diff(p.splitlines(), q.splitlines(), 'TensorFlow', 'here', lineterm='', n=0))
        print(f'==== seed {seed} {name}\n{small}{delta}', flush=True)
  print(f'{functions} functions from seed {first}: {found} differ')
  return found > 0


if __name__ == '__main__':
  sys.exit(main(*sys.argv[1:]))
