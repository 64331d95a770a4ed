# the library: enumerations
from enum import *
import enum
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
    def describe(self): return f"{self.name}={self.value}"
    @classmethod
    def default(cls): return cls.GREEN
    @property
    def double(self): return self.value * 2
print(Color.RED, repr(Color.RED), Color(2), Color['BLUE'], list(Color), len(Color), Color.CRIMSON, Color.RED is Color.CRIMSON)
print(Color.RED.describe(), Color.default(), Color.BLUE.double, Color, type(Color.RED), isinstance(Color.RED, Color))
print(Color.__members__.keys(), Color.RED in Color, hash(Color.RED) == hash('RED'), Color.RED == 1, Color.RED != Color.BLUE)
try: Color(7)
except ValueError as e: print(e)
try: Color['X']
except KeyError as e: print('KeyError', e)
try: Color.RED = 5
except AttributeError as e: print(e)
try:
    class More(Color): X = 9
except TypeError as e: print(e)
class N(IntEnum):
    A = 1
    B = auto()
    C = auto()
print(N.A, repr(N.B), N.C + 1, N.A < N.B, N(3), f"{N.B}", "%d" % N.C, sorted([N.C, N.A]), [10,20,30][N.A], N.A == 1)
class S(StrEnum):
    A = auto()
    B = 'bee'
print(S.A, repr(S.B), S.B.upper(), S.A == 'a', f"{S.B:>5}")
class P(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W
print(P.R, repr(P.R), P.R | P.X, repr(P.R | P.X), P.RW, list(P.RW), bool(P.R & P.W), P.R in P.RW, ~P.R, P(0), repr(P(0)), P(3), list(P), len(P.RW))
try: P(16)
except ValueError as e: print(e)
class IF(IntFlag):
    A = 1
    B = 2
print(IF.A | IF.B, repr(IF.A | IF.B), IF.A | 8, repr(IF(9)), IF.A & 1, IF.B + 1)
class Planet(Enum):
    MERCURY = (3.303e+23, 2.4397e6)
    EARTH = (5.976e+24, 6.37814e6)
    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius
    @property
    def g(self): return 6.67300E-11 * self.mass / (self.radius * self.radius)
print(Planet.EARTH.mass, Planet.EARTH.g, Planet((3.303e+23, 2.4397e6)), repr(Planet.EARTH))
class A(Enum):
    def _generate_next_value_(name, start, count, last_values): return name.lower()
    X = auto()
    Y = auto()
print(list(A), A.X.value)
@unique
class U(Enum):
    A = 1
    B = 2
try:
    @unique
    class V(Enum):
        A = 1
        B = 1
except ValueError as e: print(e)
F = Enum('F', 'A B C'); print(list(F), F.A)
F2 = IntEnum('F2', {'X': 5, 'Y': 6}); print(list(F2))
class M(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A
print(M(99))
match Color.RED:
    case Color.BLUE: print('blue')
    case Color.RED: print('red')
d = {Color.RED: 'r', Color.BLUE: 'b'}
print(d, d[Color.RED], Color.RED.name, Color.RED.value)
class E2(str, Enum):
    A = 'x'
    B = 'y'
print(E2.A, E2.A == 'x', repr(E2.B), E2('x'), f"{E2.A}", E2.A.upper())
print([c.name for c in reversed(Color)], str(Color), Color.__name__, Color.RED.__class__, bool(Color.RED))
for c in Color: print(c.name, c.value)
