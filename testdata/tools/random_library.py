"""Programs of independent lines over the library: math, itertools, functools, collections, operator, dataclasses, enum,
typing.NamedTuple, string, textwrap, bisect, heapq, statistics, contextlib, copy, re, json."""
from random_lines import HEAD, Lines, Values

LIBRARY_HEAD = HEAD.replace('import itertools', '''import bisect, collections, contextlib, copy, dataclasses, enum, functools, heapq, itertools, json, math, operator, re, statistics, string, textwrap, typing
from collections import *
''') + '''
@dataclasses.dataclass(order=True)
class P:
  x: int
  y: float = 0.5
  tags: list = dataclasses.field(default_factory=list, compare=False)
@dataclasses.dataclass(frozen=True)
class Q(P):
  pass
''' .replace('@dataclasses.dataclass(frozen=True)\nclass Q(P):\n  pass\n', '''@dataclasses.dataclass(frozen=True)
class Q:
  a: int
  b: str = dataclasses.field(default="b", repr=False)
  c: typing.Any = dataclasses.field(default=None, kw_only=True)
  k: typing.ClassVar[int] = 7
@dataclasses.dataclass
class R(P):
  z: int = dataclasses.field(init=False, default=9)
  w: dataclasses.InitVar[int] = 3
  def __post_init__(self, w):
    self.z = (self.x, w)
@dataclasses.dataclass(slots=True, eq=False)
class S:
  a: int = 1
class N(typing.NamedTuple):
  a: int
  b: str = "d"
  def both(self): return (self.b, self.a)
M = collections.namedtuple("M", "x y z", defaults=[5])
class Color(enum.Enum):
  RED = 1
  GREEN = 2
  BLUE = "b"
  ALSO_RED = 1
class Level(enum.IntEnum):
  LOW = 1
  HIGH = enum.auto()
class F(enum.Flag):
  A = enum.auto()
  B = enum.auto()
  C = enum.auto()
  AB = A | B
class IF(enum.IntFlag):
  X = 1
  Y = 2
  Z = 4
class T(str, enum.Enum):
  ONE = "one"
  TWO = "two"
def both(f, *args):
  r = f(*args)
  return r, args
def after(f, v):
  f(v)
  return v
''')

MATH1 = 'acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs factorial floor frexp gamma isfinite isinf isnan isqrt lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp fsum prod'.split()
MATH2 = 'atan2 comb copysign dist fmod gcd hypot isclose lcm ldexp log nextafter perm pow remainder'.split()
OPERATORS = [n for n in 'abs add and_ concat contains countOf delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv ilshift imod imul index indexOf inv invert ior ipow irshift is_ is_not isub itruediv ixor le length_hint lshift lt mod mul ne neg not_ or_ pos pow rshift setitem sub truediv truth xor'.split()]


class Library(Values):
  def number(self):
    return self.pick(self.of('number'), self.of('float'), str(self.r.randint(-5, 12)), str(round(self.r.uniform(-3, 3), 3)))

  def numbers(self):
    return '[' + ', '.join(self.number() for _ in range(self.r.randint(0, 5))) + ']'

  def it(self):
    return self.of('iterable') if self.r.random() < 0.4 else self.pick("'abcabd'", '[3, 1, 2, 3]', 'range(6)', '[1, 1, 2, 2, 3]', "['b', 'a', 'c']", '(1, 2, 3, 4)', '[]')

  def function(self):
    return self.pick('str', 'lambda a, b: a + b', 'operator.add', 'lambda v: v', 'None', 'lambda v: v % 2', 'max', 'lambda *a: a', 'len', 'operator.mul', '1', 'bool')

  def n(self):
    return self.pick('0', '1', '2', '3', '-1', 'None', '2.0', "'a'", '10**20')

  def math(self):
    r = self.r
    if r.random() < 0.55:
      name = r.choice(MATH1)
      value = self.numbers() if name in ('fsum', 'prod') else self.pick('5', '10', '-1', '3.0', 'True', '20', self.of('any')) if name in ('factorial', 'isqrt') else self.number()
      if name in ('factorial',) and ('**' in value or '1000' in value or '0x1F' in value):
        value = '25'
      return f'math.{name}({value}{self.pick("", "", "", "", ", 2")})'
    name = r.choice(MATH2)
    if name in ('comb', 'perm'):
      return f'math.{name}({self.pick("5", "10", "0", "-1", "2.0", "30")}, {self.pick("2", "0", "7", "-1", "None", "True")})'
    if name == 'dist':
      return f'math.dist({self.numbers()}, {self.numbers()})'
    if name in ('gcd', 'lcm', 'hypot'):
      return f'math.{name}({", ".join(self.of("int") if name != "hypot" else self.number() for _ in range(r.randint(0, 3)))})'
    if name == 'isclose':
      return f'math.isclose({self.number()}, {self.number()}{self.pick("", ", rel_tol=0.1", ", abs_tol=1", ", rel_tol=-1", ", x=1")})'
    return f'math.{name}({self.number()}, {self.pick(self.number(), self.of("small"))})'

  def itertools(self):
    it, n, f = self.it, self.n, self.function
    return self.pick(
        lambda: f'itertools.accumulate({it()}{self.pick("", ", " + f(), ", initial=" + n(), ", func=" + f())})', lambda: f'itertools.chain({it()}, {it()})', lambda: f'itertools.chain.from_iterable({it()})',
        lambda: f'itertools.combinations({it()}, {n()})', lambda: f'itertools.combinations_with_replacement({it()}, {n()})', lambda: f'itertools.compress({it()}, {self.pick("[1, 0, 1]", it())})',
        lambda: f'itertools.count({self.pick("", n(), n() + ", " + n(), "0.5, 0.25", "step=2")})', lambda: f'itertools.cycle({it()})', lambda: f'itertools.dropwhile({f()}, {it()})', lambda: f'itertools.filterfalse({f()}, {it()})',
        lambda: f'[(k, list(g)) for k, g in itertools.groupby({it()}{self.pick("", ", key=" + f(), ", " + f())})]', lambda: f'itertools.islice({it()}, {self.pick(n(), n() + ", " + n(), n() + ", " + n() + ", " + n())})', lambda: f'itertools.pairwise({it()})',
        lambda: f'itertools.permutations({it()}{self.pick("", ", 2", ", " + n())})', lambda: f'itertools.product({it()}{self.pick("", ", " + it(), ", repeat=2", ", repeat=" + n())})', lambda: f'itertools.repeat({self.of("any")}{self.pick(", 2", ", " + n(), ", times=2", "")})',
        lambda: f'itertools.starmap({f()}, {self.pick("[(1, 2), (3, 4)]", it())})', lambda: f'itertools.takewhile({f()}, {it()})', lambda: f'itertools.tee({it()}{self.pick("", ", " + n())})', lambda: f'itertools.zip_longest({it()}, {it()}{self.pick("", ", fillvalue=0", ", x=1")})')()

  def functools(self):
    it, f = self.it, self.function
    return self.pick(
        lambda: f'functools.reduce({f()}, {it()}{self.pick("", ", " + self.of("any"))})', lambda: f'functools.partial({f()}, {self.of("any")})({self.pick("", self.of("any"))})', lambda: f'sorted({it()}, key=functools.cmp_to_key({self.pick("lambda a, b: b - a", "lambda a, b: (a > b) - (a < b)", f())}))',
        lambda: f'[functools.lru_cache(maxsize=2)({self.pick("str", "lambda v: v")})({self.of("any")})]', lambda: f'functools.partial(int, base={self.pick("2", "16", "1")})({self.pick(repr("101"), repr("ff"), self.of("str"))})', lambda: f'functools.partial({self.pick("max", "print", "sorted")}, {self.it()}, key=str).keywords',
        lambda: f'functools.partial(pow, 2).args', lambda: f'functools.wraps({self.pick("len", "lambda a: a")})(lambda: 1).__name__')()

  def counter(self):
    return self.pick("Counter('abca')", 'Counter([1, 2, 1])', 'Counter(a=3, b=1)', 'Counter()', f'Counter({self.it()})', "Counter({'a': -1, 'b': 0})", f'Counter({self.of("dict")})')

  def collections(self):
    it, n, c = self.it, self.n, self.counter
    return self.pick(
        lambda: f'{c()} {self.pick("+", "-", "&", "|", "==", "<=", ">", "!=")} {c()}', lambda: f'{self.pick("+", "-")}{c()}', lambda: f'{c()}.most_common({self.pick("", n())})', lambda: f'{c()}.elements()', lambda: f'{c()}[{self.of("any")}]', lambda: f'{c()}.total()',
        lambda: f'(lambda v: (v.{self.pick("update", "subtract")}({it()}), v))({c()})', lambda: f'(lambda d: (d.{self.pick("append", "appendleft", "extend", "extendleft", "remove", "count", "index")}({self.pick(self.of("any"), it())}), d))(deque({it()}{self.pick("", ", 3", ", maxlen=2", ", " + n())}))',
        lambda: f'(lambda d: (d.{self.pick("pop()", "popleft()", "rotate()", "rotate(2)", "rotate(-1)", "reverse()", "clear()", "copy()", "maxlen", "insert(1, 9)", "insert(-1, 9)", "pop(1)")}, d))(deque({it()}{self.pick("", ", 3")}))', lambda: f'deque({it()}) {self.pick("+", "==", "<", "*", "<=")} {self.pick("deque([1, 2])", "[1]", "2", "deque()")}',
        lambda: f'deque({it()})[{self.pick("0", "-1", "5", "1:2", "None")}]', lambda: f'(lambda d: (d[{self.of("any")}], d))(defaultdict({self.pick("int", "list", "None", "lambda: 5", "1", "str")}{self.pick("", ", a=1", ", {1: 2}")}))', lambda: f'(lambda d: (d.{self.pick("move_to_end(1)", "move_to_end(1, last=False)", "popitem()", "popitem(last=False)", "move_to_end(9)", "pop(9)", "setdefault(3, 4)", "keys()", "items()")}, d))(OrderedDict({{1: 2, 3: 4, 5: 6}}))',
        lambda: f'OrderedDict({self.of("dict")}) {self.pick("==", "|", "!=")} {self.pick("OrderedDict({1: 2})", self.of("dict"))}', lambda: f'ChainMap({self.of("dict")}, {self.of("dict")}){self.pick("", "[1]", ".maps", ".parents", ".new_child()", ".get(9)")}', lambda: f'{self.named()}', lambda: f'reversed({self.pick("deque([1, 2])", "OrderedDict(a=1, b=2)", c())})', lambda: f'UserDict({self.of("dict")}){self.pick("", ".data", "[9]", " | {1: 1}")}', lambda: f'dict({c()})')()

  def named(self):
    value = self.pick(f'M({", ".join(self.of("any") for _ in range(self.r.randint(0, 4)))})', f'N({self.of("any")})', 'M(1, 2)', 'N(1, b="q")', 'M(x=1, y=2)', 'N(c=1)', 'M._make([1, 2, 3])', f'N._make({self.it()})', f'namedtuple({self.pick(repr("K"), repr("1"), repr("class"))}, {self.pick(repr("a b"), repr("a,b"), "[1]", repr("a a"), repr("_a"), repr("def"), "[]")}{self.pick("", ", rename=True", ", defaults=(1,)", ", defaults=(1, 2, 3)")})')
    return value + self.pick('', '', '._asdict()', '._replace(x=9)', '._replace(q=9)', '.x', '[0]', '._fields', ' == (1, 2, 5)', '._field_defaults', ' + (1,)', '.both()', '.nothing', '[5]', '.__match_args__')

  def dataclasses(self):
    any_ = self.of
    make = self.pick(f'P({any_("any")})', 'P(1, 2)', 'P()', f'P(1, {any_("any")}, [1])', 'P(1, z=2)', 'Q(1)', 'Q(1, "z", c=3)', 'Q(1, 2, 3)', 'Q(b=1)', 'R(1)', 'R(1, 2.0, [3], 4)', 'R(1, w=8)', 'R(1, z=8)', 'S()', 'S(2)', 'R()', 'S(a=1, b=2)', 'Q(a=[1])')
    return self.pick(
        lambda: make, lambda: f'{make} {self.pick("==", "<", ">=", "!=", ">")} {self.pick("P(1, 2)", "P(1)", "Q(1)", "S()", "R(1)", "1")}', lambda: f'dataclasses.asdict({make})', lambda: f'dataclasses.astuple({make})', lambda: f'dataclasses.replace({make}, {self.pick("x=5", "a=5", "z=1", "", "q=1", "w=2")})',
        lambda: f'[f.name for f in dataclasses.fields({self.pick("P", "Q", "R", "S", "int", make)})]', lambda: f'hash({make}) and 1', lambda: f'setattr({make}, {self.pick(repr("x"), repr("a"), repr("q"))}, 1)', lambda: f'delattr({make}, {self.pick(repr("x"), repr("a"), repr("q"))})', lambda: f'dataclasses.is_dataclass({self.pick("P", "1", "int", make)})', lambda: f'{make}.{self.pick("x", "k", "tags", "z", "w", "__dict__", "__match_args__", "nothing", "__slots__")}', lambda: f'copy.{self.pick("copy", "deepcopy")}({make})',
        lambda: f'dataclasses.make_dataclass("D", {self.pick("[(chr(97), int)]", "[chr(97), chr(98)]", "[(chr(97), int, 5), chr(98)]")})({self.pick("", "1", "1, 2")})', lambda: f'sorted([P(2), P(1, 3), P(1)])')()

  def enum(self):
    cls = self.pick('Color', 'Color', 'Level', 'F', 'IF', 'T')
    member = {'Color': ('RED', 'GREEN', 'BLUE', 'ALSO_RED'), 'Level': ('LOW', 'HIGH'), 'F': 'ABC', 'IF': 'XYZ', 'T': ('ONE', 'TWO')}[cls]
    m, k = f'{cls}.{self.r.choice(member)}', f'{cls}.{self.r.choice(member)}'
    return self.pick(
        lambda: m, lambda: f'str({m})', lambda: f'format({m}, {self.pick("", "5", ">12", "d", "s", "x").join(chr(39) * 2)})', lambda: f'{m} {self.pick("==", "is", "<", "+", "|", "&", "^", "in", ">=", "-")} {self.pick(k, k, k, "1", repr("one"), "None")}', lambda: f'{cls}({self.pick("1", "2", "3", "7", "9", "0", repr("b"), repr("one"), "None", "-1", "16", m)})', lambda: f'{cls}[{self.pick(repr(self.r.choice(member)), repr("NO"), "1")}]',
        lambda: f'list({cls})', lambda: f'{cls}.__members__', lambda: f'{m}.{self.pick("name", "value", "nothing", "__class__", "_value_", "upper()", "real")}', lambda: f'len({cls})', lambda: f'~{m}', lambda: f'bool({m})', lambda: f'{{{m}: 1}}[{k}]', lambda: f'{self.pick(m, "1", repr("one"), "3")} in {cls}', lambda: f'isinstance({m}, {self.pick(cls, "int", "str", "enum.Enum", "enum.Flag")})', lambda: f'setattr({self.pick(cls, m)}, {self.pick(repr("RED"), repr("q"), repr("value"), repr("A"))}, 1)',
        lambda: f'{m}({1})', lambda: f'enum.{self.pick("Enum", "IntEnum", "Flag")}("Z", {self.pick(repr("a b"), "[chr(97)]", "dict(a=1)", "[(chr(97), 4)]")}){self.pick(".a", "", "(1)", "[chr(97)].value", ".b")}', lambda: f'list({m})', lambda: f'repr({m} | {k})', lambda: f'hash({m}) == hash({k})', lambda: f'reversed({cls})', lambda: f'{m}.{self.r.choice(member)}')()

  def operator(self):
    name = self.r.choice(OPERATORS)
    if name in ('pow', 'ipow', 'lshift', 'ilshift', 'mul', 'imul'):
      return f'operator.{name}({self.pick("2", "3", "-1", "1.5", "[1]", repr("ab"))}, {self.pick("2", "0", "-1", "None", "2.0")})'
    if name in ('is_', 'is_not'):
      return f'operator.{name}({self.pick("None", "True")}, {self.pick("None", "1 == 1")})'
    if name == 'length_hint':
      return f'operator.length_hint({self.pick("[1]", "iter([1, 2])", "5", "range(4)", "(x for x in [1])", "iter(())")}{self.pick("", ", 3")})'
    if self.r.random() < 0.25:
      return self.pick(lambda: f'operator.itemgetter({self.pick("0", "1", "0, 1", repr("a"), "slice(1)", "")})({self.of("any")})', lambda: f'operator.attrgetter({self.pick(repr("real"), repr("real.imag"), repr("real") + ", " + repr("imag"), repr("x"), "1")})({self.of("any")})', lambda: f'operator.methodcaller({self.pick(repr("upper"), repr("count") + ", 1", repr("get") + ", 1", "1")})({self.of("any")})')()
    one = name in ('abs', 'index', 'inv', 'invert', 'neg', 'not_', 'pos', 'truth')
    args = [self.of('any')] if one else [self.of('any'), self.of('any')]
    if not one and self.r.random() < 0.5:
      kind = self.pick('int', 'float', 'list', 'str', 'set', 'dict')
      args = [self.of(kind), self.of(kind)]
    if name == 'setitem':
      args.append(self.of('any'))
    if any('2**70' in a for a in args):
      args = ['1', '2']
    return f'operator.{name}({", ".join(args)})'

  def other(self):
    it, n, any_ = self.it, self.n, lambda: self.of('any')
    text = self.of('str')
    return self.pick(
        lambda: f'bisect.{self.pick("bisect", "bisect_left", "bisect_right")}({self.pick("[1, 2, 2, 5]", "[]", it())}, {self.pick("2", "0", "9", any_())}{self.pick("", ", key=lambda v: v", ", 1", ", lo=-1")})', lambda: f'after(lambda v: bisect.insort(v, {self.pick("2", "2.5", "chr(97)")}), [1, 2, 3])', lambda: f'after(heapq.heapify, {self.pick("[3, 1, 2]", "[]", "[1, chr(97)]", "list(range(9, 0, -1))")})', lambda: f'heapq.{self.pick("nlargest", "nsmallest")}({n()}, {it()}{self.pick("", ", key=str")})', lambda: f'both(heapq.{self.pick("heappush", "heappushpop", "heapreplace")}, [1, 3, 2], {self.pick("0", "5", "2.5", "None")})', lambda: f'both(heapq.heappop, {self.pick("[1, 3, 2]", "[]", "[1, 3, 2, 7, 5]")})',
        lambda: f'heapq.merge([1, 4], [2, 3]{self.pick("", ", reverse=True", ", key=str")})', lambda: f'statistics.{self.pick("mean", "median", "mode", "stdev", "variance", "pstdev", "fmean", "median_low", "median_high", "multimode", "pvariance", "harmonic_mean", "geometric_mean")}({self.pick("[1, 2, 4]", "[1.5, 2.5]", "[]", "[1]", "[3, 3, 1]", self.numbers())})', lambda: f'string.Template({self.pick(repr("$a x"), repr("${a}b$$"), repr("$"), repr("$q"))}).{self.pick("substitute", "safe_substitute")}(a={any_()})', lambda: f'string.capwords({text})', lambda: f'string.{self.pick("ascii_letters", "digits", "punctuation", "whitespace", "hexdigits", "printable")}',
        lambda: f'textwrap.{self.pick("wrap", "fill")}({self.pick(text, repr("the quick brown fox jumps over the lazy dog"), repr("a  b   c-d supercalifragilistic"))}, {self.pick("10", "5", "1", "0", "width=8", "12, initial_indent=chr(42)", "12, subsequent_indent=chr(62)", "7, break_long_words=False", "9, max_lines=2")})', lambda: f'textwrap.dedent({self.pick(repr("  a" + chr(10) + "    b"), text)})', lambda: f'textwrap.indent({text}, {self.pick(repr("> "), repr(""))})', lambda: f'textwrap.shorten({text}, {self.pick("5", "10", "3, placeholder=chr(46)")})',
        lambda: f'copy.{self.pick("copy", "deepcopy")}({self.of(self.pick("list", "dict", "set", "tuple", "str", "int", "range", "bytearray"))})', lambda: f'json.dumps({self.of(self.pick("list", "dict", "str", "float", "int", "tuple", "any"))}{self.pick("", "", ", indent=2", ", sort_keys=True", ", separators=(chr(44), chr(58))", ", ensure_ascii=False", ", default=str", ", indent=chr(45)", ", allow_nan=False", ", skipkeys=True")})', lambda: f'json.loads({self.pick(repr("[1, 2.5, null, true]"), repr("{" + chr(34) + "a" + chr(34) + ": 1}"), repr("[1,"), repr("nope"), repr(""), repr("1e5"), repr("-0"), repr(chr(34) + chr(233) + chr(34)), repr("NaN"), repr("[1 2]"), repr("{1: 2}"), text)})',
        lambda: f're.{self.pick("findall", "split")}({self.pattern()}, {text}{self.pick("", ", flags=re.I")})', lambda: f're.sub({self.pattern()}, {self.pick(repr("-"), repr("<" + chr(92) + "g<0>>"), "lambda m: m.group().upper()", repr(chr(92) + "1"))}, {text}{self.pick("", ", count=1")})', lambda: f'(lambda m: m and (m.group(), m.groups(), m.span(), m.groupdict()))(re.{self.pick("search", "match", "fullmatch")}({self.pattern()}, {text}))', lambda: f're.{self.pick("escape", "compile")}({self.pick(text, self.pattern())}){self.pick("", "", "")}')()

  def pattern(self):
    return self.pick(r"r'[a-z]+'", r"r'(\w)(\w)'", r"r'\d+'", r"r'a|b'", r"r'(?P<k>l+)o?'", r"r'x*'", r"r'\s'", r"r'[^,]*'", r"r'^a'", r"r'b$'", r"r'(a)?b'", r"r','", r"r'(.)\1'", r"r'(?i)HELLO'", r"r'\bW'", r"r'a{2,3}'", r"r'.*?l'", r"r'('", r"r'*a'", r"r'[z-a]'", r"r'(?<=a)b'", r"r'(?:ab)+'")

  def program(self, kinds):
    lines = Lines(LIBRARY_HEAD)
    while len(lines.lines) < 50:
      kind = self.r.choice(kinds)
      lines.add(kind, getattr(self, kind)())
    return lines


def kind(*names):
  return lambda seed: Library(seed).program(names)


KINDS = {
    'math': kind('math'),
    'itertools': kind('itertools', 'functools', 'operator'),
    'collections': kind('collections'),
    'dataclasses': kind('dataclasses', 'enum'),
    'modules': kind('other'),
}
