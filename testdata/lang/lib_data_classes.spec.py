# the library: data_classes
from dataclasses import *
import dataclasses, typing
from typing import List, Optional, ClassVar, NamedTuple
@dataclass
class P:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
    def norm(self): return self.x + self.y
p = P(1); print(p, p == P(1), p != P(1,3), p.norm(), P(1, y=5, z=[1]), fields(P)[0].name, [f.name for f in fields(p)])
for a in [lambda: P(), lambda: P(1,2,3,4), lambda: P(1, q=2), lambda: P(1, x=2)]:
    try: print(a())
    except TypeError as e: print(e)
@dataclass(frozen=True, order=True)
class F:
    a: int
    b: str = 'x'
f = F(1); print(f, hash(f) == hash(F(1)), F(1) < F(2), sorted([F(3), F(1), F(2)]), {F(1): 1}[F(1)], F(1) <= F(1))
try: f.a = 5
except FrozenInstanceError as e: print(e, type(e).__name__)
try: del f.a
except FrozenInstanceError as e: print(e)
@dataclass
class B(P):
    w: float = 0.0
    C: ClassVar[int] = 7
    def __post_init__(self): self.total = self.x + self.w
b = B(1, w=2.5); print(b, b.total, asdict(b), astuple(b), replace(b, x=10), is_dataclass(b), is_dataclass(int), B.C)
@dataclass
class I:
    a: int
    b: InitVar[int] = 5
    c: int = field(init=False, repr=False)
    d: int = field(default=3, compare=False)
    def __post_init__(self, b): self.c = self.a + b
print(I(1), I(1).c, I(1, 2).c, I(1, d=9) == I(1, d=8))
@dataclass(kw_only=True)
class K:
    a: int
    b: int = 0
print(K(a=1))
try: K(1)
except TypeError as e: print(e)
try: K()
except TypeError as e: print(e)
@dataclass
class Node:
    v: int
    children: List['Node'] = field(default_factory=list)
n = Node(1, [Node(2), Node(3)]); print(n, asdict(n))
n.children.append(n); print(n)
try:
    @dataclass
    class Bad:
        x: list = []
except ValueError as e: print(e)
try:
    @dataclass
    class Bad2:
        x: int = 1
        y: int
except TypeError as e: print(e)
@dataclass(slots=True)
class Sl:
    a: int
    b: int = 2
s = Sl(1); print(s, s.b)
try: s.q = 1
except AttributeError as e: print(e)
match P(1, 2):
    case P(x, y): print('matched', x, y)
print(P.__match_args__, P.__doc__, repr(fields(P)[1].default))
M = make_dataclass('M', [('x', int), ('y', int, 5)]); print(M(1))
@dataclass(eq=False)
class E: a: int
print(E(1) == E(1), hash(E(1)) != 0)
@dataclass
class U: a: int
try: hash(U(1))
except TypeError as e: print(e)
class NT(NamedTuple):
    a: int
    b: str = 'q'
    def both(self): return (self.a, self.b)
t = NT(1); print(t, t.b, t.both(), t._asdict(), t._replace(a=3), t == (1, 'q'), NT._fields, NT._field_defaults, len(t), t[0], isinstance(t, tuple))
x, y = t; print(x, y)
try: NT()
except TypeError as e: print(e)
try: t.a = 3
except AttributeError as e: print(e)
