"""Programs of independent lines: operators, methods, built-in functions and formatting over values of all built-in types,
also over arguments that do not fit."""
import random
import re

# The hash of None, of NaN and of most other objects is their address: where they stand in a set is nobody's promise.
HEAD = '''import itertools
NAN = float('nan')
def settled(v):
  return type(v) in (int, bool, str, bytes) or type(v) in (float, complex) and v == v or type(v) in (tuple, frozenset) and all(map(settled, v))
def show(v, depth=2):
  if type(v) in (set, frozenset) and not all(map(settled, v)):
    return type(v).__name__ + "~" + " ".join(sorted(map(repr, v)))
  if isinstance(v, (int, float, complex, str, bytes, type(None), type)):
    return repr(v) if type(v) in (int, float, complex, str, bytes, bool, type(None), type) else type(v).__name__ + ":" + repr(v)
  if type(v) in (list, tuple):
    return type(v).__name__ + "[" + ", ".join(show(x, depth - 1) for x in v) + "]"
  if hasattr(v, "__next__"):
    return type(v).__name__ + ":" + ", ".join(show(x, depth - 1) for x in itertools.islice(v, 9))
  return type(v).__name__ + ":" + repr(v)
def check(number, what):
  try:
    print("#%d" % number, show(what()))
  except Exception as error:
    print("#%d" % number, type(error).__name__, error, error.args)
'''

INTS = ['0', '1', '2', '3', '5', '-1', '-2', '-7', '10', '97', '255', '256', '1000', '-256', '65', '0x1F600', '2**31', '2**63-1', '-2**63', '2**64', '10**20', '-10**30', 'True', 'False']
SMALL = ['0', '1', '2', '3', '4', '5', '8', '12', '-1', '-2', '-3', '-10', 'True', 'None', '10**20', '-2**70', "'a'", '1.0', '2.5']
FLOATS = ['0.0', '-0.0', '1.0', '0.5', '-2.5', '3.14159', '1e16', '1e-7', '123456789.123', '1e300', '5e-324', "float('inf')", "-float('inf')", 'NAN', '2.675', '0.1', '1e22', '1e23', '-1e-5', '12345.678', '1.5', '2.5', '3.5', '1e15', '123456.0']
COMPLEXES = ['0j', '1j', '(1+2j)', '(-0.5-1.5j)', 'complex(1, float("inf"))', 'complex(float("nan"), 0)', '(3-4j)', 'complex(-0.0, -0.0)', '(1e20+1e-20j)', '2+0j']
TEXTS = ["''", "'a'", "'b'", "'abc'", "'Hello World'", "'  pad '", "'a,b,,c'", "'éß'", "'line\\nbreak\\r\\nx\\x0by'", "'x=%d'", "'12'", "'-3.5'", "'\\t'", "'a\\tbc\\td'", "'日本'", "'aXbXc'", "'AbC'", '"it\'s"', "'{}'",
         "'\\x00'", "'ababab'", "'ǅ'", "'ß'", "'ﬁ'", "'İ'", "'\\u0345'", "'\\ud800'", "'\\U0001F600x'", "' 1_000 '", "'0x1f'", "'١٢'", "'²'", "'½'", "'nan'", "'1e5'", "'1+2j'", "','", "'X'", "'ab'", "' '", "'they\\'re \"x\"'", "'\\xad\\u200b'", "'Σας'"]
BYTES = ["b''", "b'a'", "b'ab'", "b'a,b,,c'", "b'\\x00\\xff'", "b'Hello World'", "b'  x '", "b'12'", "b'a\\nb\\r\\nc'", "b'\\xc3\\xa9'", "b','", "b'%d'", "b'ABab'", "b'a\\tb'", "b'-3.5'", "b'\\'\"'"]

POOLS = {
    'int': INTS, 'float': FLOATS, 'complex': COMPLEXES, 'str': TEXTS, 'bytes': BYTES,
    'bytearray': [f'bytearray({b})' for b in BYTES],
    'list': ['[]', '[1]', '[1, 2, 3]', '[3, 1, 2]', "['a', 'b']", "['b', 'a', 'c']", '[1, 2.0, True]', "[1, 'a', None]", '[[1, 2], [3]]', '[(1, 2), (3, 4)]', "[('a', 1), ('b', 2)]", '[0.1, 0.2]', "[b'a', b'b']", '[0, 1, 0, 1]', '[97, 98]', '[300]', "['', 'x']", '[NAN] * 2', '[2, 1, "a"]'],
    'tuple': ['()', '(1,)', '(1, 2, 3)', "('a', 'b')", "('a', 1)", '(1, (2, 3))', '(1.5, None)', '(3, 1)', '([],)', "(1, 'x', 2.5)", '(0, 0)', "('Hello', 'a')"],
    'dict': ['{}', "{'a': 1}", '{1: 2}', "{'a': 1, 'b': 2}", '{1: "x", 2.5: None}', "{(1, 2): [3]}", "{'k': {'z': 0}}", '{97: "x", 98: None}', "{True: 'y', 0: 'n'}", "{'x': 1.5, 'y': b'q'}"],
    'set': ['set()', '{1}', '{1, 2, 3}', '{3, 4, 5}', "{'a'}", '{1.0, 2}', '{(1, 2)}', '{frozenset({1})}', "{'a', 'b', 'c'}", '{-1, -2, 10**20}'],
    'frozenset': ['frozenset()', 'frozenset({1})', 'frozenset([1, 2, 3])', "frozenset('ab')", 'frozenset({2, 3, 4})'],
    'range': ['range(0)', 'range(5)', 'range(2, 8)', 'range(10, 0, -3)', 'range(1, 10, 4)', 'range(2**70)', 'range(0, -5, -1)', 'range(10**20, 10**20 + 5)', 'range(3, 3)'],
    'slice': ['slice(2)', 'slice(1, 5)', 'slice(None, None, -1)', "slice('a', None)", 'slice(5, 1, -2)', 'slice(None)', 'slice(1, 2, 0)'],
    'bool': ['True', 'False'], 'none': ['None'], 'other': ['...', 'NotImplemented', 'int', 'str', 'len', 'object', 'lambda v: v', 'lambda: 1', 'list', 'ValueError', 'type', 'ValueError(1, 2)', 'KeyError("k")', 'list[int]', 'int | str'],
    'iterator': ['iter([1, 2])', 'iter("ab")', '(x for x in (3, 1, 2))', "enumerate('ab')", "zip([1, 2], 'ab')", 'map(str, [1, 2])', 'reversed([1, 2])', "{'a': 1}.items()", "{'a': 1, 'b': 2}.keys()", '{1: 2}.values()', 'iter(())', 'filter(None, [0, 1])', 'iter({1: 2})', 'iter(range(3))'],
}
TYPES = list(POOLS)
VALUE_TYPES = ['int', 'int', 'float', 'str', 'str', 'bytes', 'list', 'tuple', 'dict', 'set', 'bool', 'none', 'complex', 'bytearray', 'frozenset', 'range', 'slice', 'iterator', 'other']


class Lines:
  """A program of lines, each with a key: what sort of thing it tries."""

  def __init__(self, head=HEAD):
    self.head, self.lines, self.keys = head, [], []

  def add(self, key, expression):
    self.lines.append(f'check({len(self.lines)}, lambda: {expression})')
    self.keys.append(key)

  def text(self, only=None):
    return self.head + '\n'.join(self.lines if only is None else [self.lines[i] for i in only]) + '\n'


class Values:
  def __init__(self, seed):
    self.r = random.Random(seed)

  def pick(self, *options):
    return self.r.choice(options)

  def of(self, kind):
    """An expression of a value of the type, or of any."""
    if kind == 'any' or self.r.random() < 0.06:
      kind = self.r.choice(VALUE_TYPES)
    if kind == 'small':
      return self.r.choice(SMALL if self.r.random() < 0.5 else SMALL[:8])
    if kind in ('list', 'tuple', 'dict', 'set') and self.r.random() < 0.25:
      return self.container(kind)
    if kind == 'iterable':
      return self.finite(self.pick('list', 'tuple', 'str', 'set', 'dict', 'range', 'iterator', 'bytes'))
    if kind == 'number':
      return self.of(self.pick('int', 'int', 'float', 'bool', 'complex'))
    if kind == 'char':
      return self.pick("' '", "'*'", "'é'", "'ab'", "''", "b'-'", '1', "'\\0'")
    if kind == 'strs':
      return self.pick("['a', 'b']", "('x',)", '[]', "'abc'", "['a', 1]", "{'k': 1}", "iter('ab')", "[b'a']", "['é', '日']", "[b'x', b'y']", 'None', "[bytearray(b'q')]")
    return self.r.choice(POOLS[kind])

  def finite(self, kind):
    value = self.of(kind)
    return value if '2**70' not in value else 'range(4)'

  def container(self, kind):
    items = [self.r.choice(POOLS[self.pick('int', 'str', 'float', 'tuple', 'none')]) for _ in range(self.r.randint(0, 4))]
    if kind == 'set':
      items = [self.r.choice([v for v in POOLS[self.pick('int', 'str', 'float')] if 'NAN' not in v]) for _ in range(self.r.randint(1, 4))]
    if kind == 'dict':
      return '{' + ', '.join(f'{i}: {self.r.choice(POOLS[self.pick("int", "str", "list")])}' for i in items) + '}'
    body = ', '.join(items)
    return {'list': f'[{body}]', 'tuple': f'({body}{"," if items else ""})', 'set': f'set([{body}])' if len(items) > 2 else '{' + body + '}'}[kind]


# The arguments that a method takes: `?` begins those that may be left out.
SEARCH = 'str ? small small'
ARGUMENTS = {
    'str': {'center': 'small ? char', 'ljust': 'small ? char', 'rjust': 'small ? char', 'zfill': 'small', 'count': SEARCH, 'find': SEARCH, 'rfind': SEARCH, 'index': SEARCH, 'rindex': SEARCH,
            'startswith': 'prefix ? small small', 'endswith': 'prefix ? small small', 'encode': '? codec errors', 'expandtabs': '? small', 'format': '? any any', 'format_map': 'dict', 'join': 'strs',
            'strip': '? str', 'lstrip': '? str', 'rstrip': '? str', 'partition': 'str', 'rpartition': 'str', 'removeprefix': 'str', 'removesuffix': 'str', 'replace': 'str str ? small',
            'split': '? str small', 'rsplit': '? str small', 'splitlines': '? bool', 'translate': 'dict', 'maketrans': 'str ? str str', '__getitem__': 'small', '__contains__': 'str', '__mod__': 'any', '__mul__': 'small',
            '__rmul__': 'small', '__format__': 'spec', '__add__': 'str'},
    'int': {'to_bytes': '? small order', 'from_bytes': 'bytes ? order', '__round__': '? small', '__pow__': 'small ? int', '__rpow__': 'small', '__lshift__': 'small', '__rlshift__': 'small', '__format__': 'spec', '__rshift__': 'int'},
    'float': {'fromhex': 'hexfloat', '__round__': '? small', '__pow__': 'small', '__format__': 'spec'},
    'complex': {'__format__': 'spec', '__pow__': 'small'},
    'list': {'append': 'any', 'extend': 'iterable', 'insert': 'small any', 'pop': '? small', 'remove': 'any', 'index': 'any ? small small', 'count': 'any', 'sort': '', '__getitem__': 'small', '__mul__': 'small', '__imul__': 'small', '__setitem__': 'small any', '__delitem__': 'small', '__contains__': 'any',
             '__iadd__': 'iterable', '__rmul__': 'small'},
    'tuple': {'index': 'any ? small small', 'count': 'any', '__getitem__': 'small', '__mul__': 'small', '__rmul__': 'small', '__contains__': 'any'},
    'dict': {'fromkeys': 'iterable ? any', 'get': 'any ? any', 'pop': 'any ? any', 'setdefault': 'any ? any', 'update': '? dict', '__getitem__': 'any', '__setitem__': 'any any', '__delitem__': 'any', '__contains__': 'any', '__or__': 'dict', '__ior__': 'dict', '__ror__': 'dict'},
    'range': {'index': 'int', 'count': 'int', '__getitem__': 'small', '__contains__': 'any'},
    'slice': {'indices': 'small'},
}
for side in ('bytes', 'bytearray'):
  ARGUMENTS[side] = {name: args.replace('str', 'bytes').replace('char', 'byte') for name, args in ARGUMENTS['str'].items()}
  ARGUMENTS[side].update({'decode': '? codec errors', 'fromhex': 'hextext', 'hex': '? char small', 'append': 'small', 'extend': 'iterable', 'insert': 'small small', 'pop': '? small', 'remove': 'small', '__imul__': 'small', 'find': 'byteorint ? small small', 'count': 'byteorint ? small small', 'join': 'strs'})
for side in ('set', 'frozenset'):
  ARGUMENTS[side] = {name: 'iterable' for name in ('union', 'difference', 'intersection', 'symmetric_difference', 'issubset', 'issuperset', 'isdisjoint', 'update', 'difference_update', 'intersection_update', 'symmetric_difference_update')}
  ARGUMENTS[side].update({'add': 'any', 'discard': 'any', 'remove': 'any', '__contains__': 'any'})
  ARGUMENTS[side].update({f'__{op}__': 'set' for op in ('and', 'or', 'xor', 'sub', 'iand', 'ior', 'ixor', 'isub', 'rand', 'ror', 'rsub', 'rxor', 'le', 'lt', 'ge', 'gt', 'eq', 'ne')})
KEYWORDS = {'split': 'sep maxsplit', 'rsplit': 'sep maxsplit', 'splitlines': 'keepends', 'encode': 'encoding errors', 'decode': 'encoding errors', 'expandtabs': 'tabsize', 'to_bytes': 'length byteorder signed', 'from_bytes': 'signed byteorder', 'sort': 'key reverse', 'update': 'a b', 'hex': 'sep bytes_per_sep', 'translate': 'delete', 'format': 'a b'}
# What every object has of bytecode, copying and layout.
LEFT_OUT = {'__new__', '__init__', '__init_subclass__', '__subclasshook__', '__reduce__', '__reduce_ex__', '__dir__', '__sizeof__', '__doc__', '__getstate__', '__class__', '__alloc__', '__getnewargs__', '__setattr__', '__delattr__', '__class_getitem__', '__buffer__', '__getattribute__', '__repr__', '__str__', '__getformat__', '__setformat__'}
MUTABLE = {'list', 'dict', 'set', 'bytearray'}


class Methods(Values):
  """Every method and attribute that CPython's built-in types have."""

  def argument(self, kind):
    r = self.r
    return {
        'prefix': lambda: self.pick(self.of('str'), self.of('str'), "('a', 'H')", '()', "('a', 1)", '(b"a",)'), 'codec': lambda: self.pick("'utf-8'", "'ascii'", "'latin-1'", "'utf-16'", "'utf-32-be'", "'UTF8'", "'nope'", "'utf-8-sig'", "'utf-16-le'", "'cp1252'"),
        'errors': lambda: self.pick("'strict'", "'ignore'", "'replace'", "'backslashreplace'", "'xmlcharrefreplace'", "'surrogateescape'", "'surrogatepass'"),
        'spec': lambda: repr(spec(r)), 'order': lambda: self.pick("'big'", "'little'", "'x'"), 'hexfloat': lambda: self.pick("'0x1.8p3'", "'1'", "'-0x.1p-4'", "'inf'", "'nan'", "'0x1p-1074'", "'zz'", "' 0x10 '", "'1.5e3'", "'0x1p5000'"),
        'hextext': lambda: self.pick("'00ff'", "'0 1'", "'a b'", "'DE AD'", "''", "'zz'", "' 12 '", "'1'", "b'00'", "'é0'"), 'byte': lambda: self.pick("b' '", "b'*'", "b'ab'", "'x'", "bytearray(b'-')", '42'),
        'byteorint': lambda: self.pick(self.of('bytes'), self.of('small')),
    }.get(kind, lambda: self.of(kind))()

  def call(self, kind, name):
    form = ARGUMENTS.get(kind, {}).get(name)
    if form is None:
      form = 'any' if name.startswith('__') and self.r.random() < 0.75 else ''
      if name.startswith('__') and self.r.random() < 0.6 and form:
        form = kind
    needed, _, more = form.partition('?')
    kinds = needed.split()
    more = more.split()
    kinds += more[:self.r.randint(0, len(more))]
    if self.r.random() < 0.08:
      kinds = kinds[:-1] if kinds and self.r.random() < 0.5 else kinds + ['any']
    arguments = [self.argument('any' if self.r.random() < 0.1 and k not in ('small',) else k) for k in kinds]
    if name in KEYWORDS and self.r.random() < 0.4:
      keyword = self.r.choice(KEYWORDS[name].split() + ['nothing'] * (self.r.random() < 0.1))
      value = {'key': 'repr', 'reverse': 'True', 'encoding': "'ascii'", 'errors': "'replace'", 'byteorder': "'little'", 'signed': 'True', 'maxsplit': '1', 'tabsize': '4', 'keepends': 'True', 'length': '4', 'delete': "b'a'", 'bytes_per_sep': '-2'}.get(keyword, self.of('any'))
      arguments = arguments[:self.r.randint(0, len(arguments))] + [f'{keyword}={value}']
    return ', '.join(arguments)

  def program(self):
    lines = Lines()
    while len(lines.lines) < 60:
      kind = self.pick('str', 'str', 'bytes', 'bytearray', 'int', 'float', 'complex', 'list', 'tuple', 'dict', 'set', 'frozenset', 'range', 'slice', 'bool', 'none')
      pool = self.r.choice(POOLS[kind])
      real = type(None) if kind == 'none' else getattr(__builtins__, kind) if hasattr(__builtins__, kind) else __builtins__[kind]
      name = self.r.choice([n for n in dir(real) if n not in LEFT_OUT and (not n.startswith('__') or self.r.random() < 0.3)] or ['__eq__'])
      if not callable(getattr(real, name)):
        lines.add(f'{kind}.{name}', f'({pool}).{name}')
        continue
      if name == '__hash__' and (kind in ('none', 'range') or 'None' in pool or 'nan' in pool or 'NAN' in pool):
        continue
      arguments = self.call(kind, name)
      if '2**70' in pool and name in ('__iter__', '__reversed__'):
        continue
      big = name in ('__pow__', '__rpow__', '__lshift__', '__rlshift__', '__mul__', '__rmul__') and kind in ('int', 'bool')
      if big:
        pool = self.pick('2', '3', '-1', '0', '10', 'True', '7')
        arguments = self.pick('2', '0', '-1', '70', '2.5', "'a'", 'None', '3, 5', '-1, 7', '2, 0', '1j', 'True')
      form = self.r.random()
      if form < 0.12:
        call = f'{kind}.{name}({pool}{", " if arguments else ""}{arguments})' if kind != 'none' else f'type(None).{name}(None{", " if arguments else ""}{arguments})'
      elif form < 0.16:
        call = f'{kind}.{name}({arguments})' if kind != 'none' else f'None.{name}({arguments})'
      elif kind in MUTABLE:
        call = f'(lambda x: (x.{name}({arguments}), x))({pool})'
      else:
        call = f'({pool}).{name}({arguments})'
      lines.add(f'{kind}.{name}', call)
    return lines


def spec(r):
  """A format specification, one in ten of them wrong."""
  fill = r.choice(['', '', '*', '0', ' ', 'é', '<']) + r.choice(['<', '>', '^', '=']) if r.random() < 0.4 else ''
  text = fill + r.choice(['', '', '', '+', '-', ' ']) + r.choice(['', '', '', 'z']) + r.choice(['', '', '', '#']) + r.choice(['', '', '', '0']) + r.choice(['', '', str(r.randint(1, 15))])
  text += r.choice(['', '', '', ',', '_']) + (f'.{r.randint(0, 12)}' if r.random() < 0.35 else '') + r.choice(['', '', 'd', 'f', 'e', 'E', 'F', 'g', 'G', 'n', '%', 'x', 'X', 'o', 'b', 'c', 's'])
  if r.random() < 0.08:
    at = r.randint(0, len(text))
    text = text[:at] + r.choice('.,_zq0-#{!') + text[at:]
  return text.replace('{', '')


class Formats(Values):
  """format(), f-strings, %, str.format, bytes %."""

  def value(self):
    return self.of(self.pick('int', 'int', 'float', 'float', 'float', 'str', 'bool', 'complex', 'any'))

  def percent(self):
    r = self.r
    item = '%' + r.choice(['', '', '', '(k)', '(a)']) + ''.join(r.sample('-+ 0#', r.choice([0, 0, 1, 1, 2]))) + r.choice(['', '', str(r.randint(0, 12)), '*']) + r.choice(['', '', f'.{r.randint(0, 6)}', '.*', '.']) + r.choice(['', '', '', 'l', 'h']) + r.choice('dddiouxXeEfFgGcrsa%sdf' + ('qyb' if r.random() < 0.1 else 'sdr'))
    return item

  def field(self):
    r = self.r
    name = r.choice(['', '', '', '0', '1', 'a', 'b', '0.real', '0[0]', 'a[0]', '[x]', '0.nothing', 'a.real', '0[1]', '2', 'a[k]', '-1', ' a', '0.__class__.__name__'])
    form = r.choice(['', '', '', ':' + spec(r), ':' + spec(r), '!r', '!s', '!a', '!r:' + spec(r), ':{}', ':{0}', ':>{a}', '!q', ':{1}.{1}', '!'])
    return '{' + name + form + '}'

  def program(self):
    lines, r = Lines(), self.r
    while len(lines.lines) < 60:
      form = r.randrange(9)
      if form < 3:
        lines.add('format', f'format({self.value()}, {spec(r)!r})')
      elif form == 3:
        s = spec(r)
        value = self.value()
        if not set('\'"\\{}!:') & set(s + value):
          lines.add('f-string', f'f"{{{value}{r.choice(["", "!r", "!s", "!a"])}:{s}}}|{{{value}=}}|{{{value} = :{s}}}"')
      elif form == 4:
        lines.add('percent', f'{"".join(self.percent() + r.choice(["", " ", "|"]) for _ in range(r.randint(1, 2)))!r} % {self.percent_arguments()}')
      elif form == 5:
        lines.add('percent', f'{"[" + self.percent() + "]"!r} % ({self.value()},)')
      elif form == 6:
        text = ''.join(r.choice(['', 'x', '{{', '}}']) + self.field() for _ in range(r.randint(1, 3)))
        if r.random() < 0.05:
          text += r.choice('{}')
        lines.add('str.format', f'{text!r}.format({self.format_arguments()})')
      elif form == 7:
        lines.add('bytes %', f'{r.choice(["b", "bytearray"]).replace("bytearray", "b")}{self.percent()!r} % ({self.of(self.pick("int", "bytes", "float", "str", "bytearray"))},)')
      else:
        w = r.choice(['5', '0', "'>8'", "''", "'.2f'", '-3', '"x"', '12'])
        lines.add('nested', f'f"{{{self.value().replace(chr(34), chr(39)) if False else r.choice(["7", "2.5", "-3", "True", "1j"])}:{{{w.replace(chr(34), chr(39))}}}}}"')
    return lines

  def percent_arguments(self):
    return self.pick(f'({self.value()}, {self.value()})', f'({self.value()},)', self.value(), f"{{'k': {self.value()}, 'a': {self.value()}}}", f'(3, {self.value()}, {self.value()})', f'(5, 2, {self.value()})', '()', "{'k': 1}")

  def format_arguments(self):
    return self.pick(f'{self.value()}, {self.value()}', f'{self.value()}', f'{self.value()}, a={self.value()}', f'{self.of("list")}, 5, a=3, b={self.value()}', f"*{self.of('tuple')}", f"a={{'k': {self.value()}}}, x=1", '')


BINARY = ['+', '-', '*', '/', '//', '%', '**', '@', '&', '|', '^', '<<', '>>', '<', '<=', '==', '!=', '>', '>=', 'in', 'not in', 'is', 'and', 'or']


class Operators(Values):
  def slice(self):
    n = lambda: self.pick('', '', '0', '1', '2', '-1', '-2', '5', '10**20', 'None', 'True', '-2**65', '1.5', "'a'") if self.r.random() < 0.35 else self.pick('', '1', '-1', '2', '0', '-3')
    return f'{n()}:{n()}' + self.pick('', '', ':', ':2', ':-1', ':-2', ':0', ':' + n())

  def program(self):
    lines, r = Lines(), self.r
    while len(lines.lines) < 60:
      form = r.randrange(12)
      a, b = self.of('any'), self.of('any')
      if r.random() < 0.5:
        kind = self.pick('int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set', 'frozenset', 'bytearray', 'complex', 'range', 'number', 'number')
        a, b = self.of(kind), self.of(kind)
      op = r.choice(BINARY)
      if op in ('**', '<<', '>>', '*') or op == '%' and a[0] in '\'"b':
        if op in ('*', '<<', '**'):
          b = self.pick(self.pick('0', '1', '2', '3', '-1', 'True', '0.5', '-2.0', '2+0j', 'None', "'a'", '[1]'), '2')
          a = a if op != '**' or len(a) < 6 else '3'
        elif op == '>>':
          b = self.of('int')
      if op == 'is' and (a != b or a not in ('None', 'True', 'False', '...')):
        op = '=='
      if op in ('in', 'not in') and b.startswith('range(2**'):
        continue
      if form < 4:
        lines.add(f'binary {op}', f'({a}) {op} ({b})')
      elif form < 6 and op in BINARY[:13]:
        lines.add(f'in-place {op}', f'(s := {{"x": {a}, "y": {b}}}, exec_in_place(s, "{op}="))[0]' if False else f'inplace_{BINARY.index(op)}({a}, {b})')
      elif form == 6:
        lines.add('unary', f'{self.pick("-", "+", "~", "not ")}({a})')
      elif form == 7:
        lines.add('slice', f'({self.of(self.pick("str", "list", "tuple", "bytes", "range", "bytearray", "any"))})[{self.slice()}]')
      elif form == 8:
        lines.add('item', f'({self.of(self.pick("str", "list", "tuple", "bytes", "range", "dict", "any"))})[{self.pick(self.of("small"), self.of("any"))}]')
      elif form == 9:
        where = self.pick(self.slice(), self.of('small'), self.of('any'))
        lines.add('set item', f'set_item({self.of(self.pick("list", "list", "dict", "bytearray", "any"))}, {self.index(where)}, {self.pick(self.of("iterable"), self.of("any"))})')
      elif form == 10:
        where = self.pick(self.slice(), self.of('small'), self.of('any'))
        lines.add('del item', f'del_item({self.of(self.pick("list", "list", "dict", "bytearray", "any"))}, {self.index(where)})')
      else:
        ops = [self.pick('<', '<=', '==', '>', '!=', '>=') for _ in range(2)]
        lines.add('chain', f'({a}) {ops[0]} ({b}) {ops[1]} ({self.of("any")})')
    return lines

  def index(self, text):
    if ':' not in text or text[0] in '"{(lb' or text[0] == "'" and ':' in text[:3]:
      return text
    return f'slice({", ".join(part or "None" for part in text.split(":"))})'


OPERATOR_HEAD = HEAD + '''def set_item(x, i, v):
  x[i] = v
  return x
def del_item(x, i):
  del x[i]
  return x
''' + ''.join(f'def inplace_{i}(a, b):\n  a {op}= b\n  return a\n' for i, op in enumerate(BINARY[:13]))

BUILTINS = {
    'abs': 'number', 'all': 'iterable', 'any': 'iterable', 'ascii': 'any', 'bin': 'int', 'bool': '? any', 'bytes': '? bytesarg codec errors', 'bytearray': '? bytesarg codec errors', 'callable': 'any', 'chr': 'int', 'complex': '? numtext number', 'dict': '? dict',
    'divmod': 'number number', 'enumerate': 'iterable ? small', 'filter': 'function iterable', 'float': '? numtext', 'format': 'any ? spec', 'frozenset': '? iterable', 'getattr': 'any attribute ? any', 'hasattr': 'any attribute', 'hash': 'hashable', 'hex': 'int', 'int': '? numtext base',
    'isinstance': 'any classes', 'issubclass': 'class classes', 'iter': 'iterable', 'len': 'iterable', 'list': '? iterable', 'map': 'function iterable ? iterable', 'max': 'iterable ? any any', 'min': 'iterable ? any any', 'next': 'iterator ? any', 'oct': 'int', 'ord': 'char', 'pow': 'number small ? int',
    'range': 'small ? small small', 'repr': 'any', 'reversed': 'iterable', 'round': 'number ? small', 'set': '? iterable', 'slice': 'any ? any any', 'sorted': 'iterable', 'str': '? any codec errors', 'sum': 'iterable ? any', 'tuple': '? iterable', 'type': 'any', 'zip': '? iterable iterable', 'print': '? any any', 'vars': 'any', 'id': '', 'object': '? any', 'super': '', 'property': '? any', 'classmethod': 'any', 'setattr': 'any attribute any', 'delattr': 'any attribute', 'dir': '',
}
BUILTIN_KEYWORDS = {'sorted': ['key=str', 'reverse=True', 'key=len', 'key=None', 'reverse=1', 'cmp=1', 'key=lambda v: (type(v).__name__, str(v))'], 'max': ['key=str', 'default=0', 'key=len', 'default=None, key=repr', 'x=1'], 'min': ['key=str', 'default=0', 'key=None'], 'sum': ['start=1', 'start=[]', "start=''"], 'print': ["sep='-'", "end='!\\n'", 'sep=None', 'end=1', 'flush=True', 'file=1'], 'zip': ['strict=True', 'strict=False'],
                    'enumerate': ['start=3', 'start=10**20', 'begin=1'], 'int': ['base=16', 'x=1'], 'str': ["encoding='utf-8'", 'object=1', "errors='ignore'"], 'bytes': ["encoding='ascii'", "source='é', encoding='latin-1'"], 'round': ['ndigits=2', 'ndigits=None', 'number=2'], 'pow': ['mod=5', 'exp=2', 'base=2'], 'complex': ['imag=2', 'real=1'], 'dict': ['a=1', 'a=1, b=2'], 'float': ['x=1'], 'list': ['iterable=[1]'], 'divmod': ['x=1'], 'len': ['obj=1'], 'range': ['step=2'], 'format': ["format_spec='d'"]}


class Builtins(Methods):
  def argument(self, kind):
    special = {
        'bytesarg': lambda: self.pick(self.of('bytes'), self.of('list'), self.of('str'), '3', '0', '-1', '[256]', '(1, 2)', 'range(3)', '10**20'), 'numtext': lambda: self.pick(self.of('number'), self.of('str'), self.of('bytes'), "'  12  '", "'1_0'", "'_1'", "'0b11'", "'1__0'", "'+5'", "'- 5'", "'infinity'", "'1e'", "'.5'", "'5.'", "'(1+2j)'", "'1+2'", "'j'", "'1_0.5_0'", "'9' * 30", "'-0'", "'z'", "'0o17'"),
        'base': lambda: self.pick('10', '16', '2', '0', '36', '37', '1', '8', '-1', '10**20', 'None', "'a'"), 'function': lambda: self.pick('str', 'len', 'None', 'lambda v: v', 'lambda v: v > 1', 'int', 'abs', 'repr', 'lambda a, b: (a, b)', '1', 'bool', 'lambda: 0'), 'attribute': lambda: self.pick("'real'", "'append'", "'nothing'", '1', "'__name__'", "'imag'", "'__class__'", "'__doc__x'", "'start'", "'upper'", 'b"x"', "'args'", "'numerator'"),
        'hashable': lambda: self.of(self.pick('int', 'float', 'str', 'bytes', 'tuple', 'frozenset', 'bool', 'complex', 'list', 'range', 'dict', 'slice')), 'class': lambda: self.pick('int', 'bool', 'str', 'KeyError', 'list', '1', 'type', 'object', 'dict', "'a'"), 'classes': lambda: self.pick('int', '(int, str)', 'object', 'int | str', 'LookupError', '()', '1', '(int, (str, list))', 'type', '(int, 1)', 'list[int]', 'None', 'int | None', 'Exception', "'int'"),
    }
    return special[kind]() if kind in special else super().argument(kind)

  def program(self):
    lines, r = Lines(), self.r
    while len(lines.lines) < 60:
      name = r.choice(list(BUILTINS))
      needed, _, more = BUILTINS[name].partition('?')
      more = more.split()
      kinds = needed.split() + more[:r.randint(0, len(more))]
      if r.random() < 0.08:
        kinds = kinds[:-1] if kinds and r.random() < 0.5 else kinds + ['any']
      arguments = [self.argument('any' if r.random() < 0.08 and k != 'small' else k) for k in kinds]
      if any(a.startswith(('object', 'NotImplemented', 'lambda', 'len')) for a in arguments) and name in ('hash', 'bool', 'id', 'vars', 'dir'):
        continue
      if name in BUILTIN_KEYWORDS and r.random() < 0.35:
        arguments = arguments[:r.randint(0, len(arguments))] + [r.choice(BUILTIN_KEYWORDS[name])]
      if any('2**70' in a for a in arguments) and name not in ('len', 'bool', 'reversed', 'iter', 'repr', 'isinstance'):
        continue
      if name in ('list', 'tuple', 'set', 'frozenset', 'sorted', 'sum', 'min', 'max', 'bytes', 'bytearray', 'all') and any('10**20' in a for a in arguments):
        continue
      if name == 'hash' and arguments and (re.search(r'None|nan|NAN|range|iter|lambda|zip|map|enumerate|filter|for|slice|object|Error|\.\.\.|NotImpl|list\[|int \||^(int|str|len|list|type|ValueError)', arguments[0])) or name == 'vars' and arguments and arguments[0] in ('int', 'str', 'list', 'object', 'type', 'ValueError', 'list[int]', 'int | str') or name == 'pow' and len(''.join(arguments[:2])) > 12 or name in ('id', 'super') or name == 'dir' and arguments and arguments[0] in POOLS['other'] or name in ('dir', 'vars') and not arguments:
        continue
      lines.add(name, f'{name}({", ".join(arguments)})')
    return lines


def operators(seed):
  lines = Operators(seed).program()
  lines.head = OPERATOR_HEAD
  return lines


KINDS = {
    'methods': lambda seed: Methods(seed).program(),
    'operators': operators,
    'builtins': lambda seed: Builtins(seed).program(),
    'formats': lambda seed: Formats(seed).program(),
}
