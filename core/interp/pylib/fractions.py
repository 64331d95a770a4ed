"""Exact ratios of integers."""
import math
import numbers
import operator
import re
import sys
from decimal import Decimal

__all__ = ["Fraction"]
_FORMAT = re.compile(r"\A\s*(?P<sign>[-+]?)(?P<num>\d*|\d+(_\d+)*)?(?:(?:/(?P<denom>\d+(_\d+)*))?|"
                     r"(?:\.(?P<decimal>\d*|\d+(_\d+)*))?(?:E(?P<exp>[-+]?\d+(_\d+)*))?)\s*\Z", re.IGNORECASE)


def _made(numerator, denominator):
    made = object.__new__(Fraction)
    made._numerator, made._denominator = numerator, denominator
    return made


def _reduced(numerator, denominator):
    g = math.gcd(numerator, denominator)
    if denominator < 0:
        g = -g
    return _made(numerator // g, denominator // g)


class Fraction(numbers.Rational):
    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if type(numerator) is int:
                self._numerator, self._denominator = numerator, 1
                return self
            if isinstance(numerator, (int, Fraction, float, Decimal)):
                if isinstance(numerator, Fraction):
                    self._numerator, self._denominator = numerator._numerator, numerator._denominator
                else:
                    self._numerator, self._denominator = numerator.as_integer_ratio()
                return self
            if isinstance(numerator, str):
                m = _FORMAT.match(numerator)
                if m is None or not m["num"] and not m["decimal"]:
                    raise ValueError("Invalid literal for Fraction: %r" % numerator)
                top, below = int(m["num"] or "0"), 1
                if m["denom"]:
                    below = int(m["denom"])
                else:
                    if m["decimal"]:
                        digits = m["decimal"].replace("_", "")
                        scale = 10 ** len(digits)
                        top, below = top * scale + int(digits), below * scale
                    if m["exp"]:
                        exp = int(m["exp"])
                        if exp >= 0:
                            top *= 10 ** exp
                        else:
                            below *= 10 ** -exp
                numerator, denominator = -top if m["sign"] == "-" else top, below
            elif hasattr(numerator, "numerator") and hasattr(numerator, "denominator"):
                self._numerator, self._denominator = int(numerator.numerator), int(numerator.denominator)
                return self
            else:
                raise TypeError("argument should be a string or a Rational instance")
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            numerator, denominator = (numerator.numerator * denominator.denominator,
                                      denominator.numerator * numerator.denominator)
        else:
            raise TypeError("both arguments should be Rational instances")
        if denominator == 0:
            raise ZeroDivisionError("Fraction(%s, 0)" % numerator)
        g = math.gcd(numerator, denominator)
        if denominator < 0:
            g = -g
        self._numerator, self._denominator = numerator // g, denominator // g
        return self

    @classmethod
    def from_float(cls, f):
        if not isinstance(f, (int, float)):
            raise TypeError("%s.from_float() only takes floats, not %r (%s)" % (cls.__name__, f, type(f).__name__))
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        if isinstance(dec, int):
            dec = Decimal(dec)
        elif not isinstance(dec, Decimal):
            raise TypeError("%s.from_decimal() only takes Decimals, not %r (%s)" % (cls.__name__, dec, type(dec).__name__))
        return cls(*dec.as_integer_ratio())

    def as_integer_ratio(self):
        return self._numerator, self._denominator

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one, other = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return other if abs(other - self) <= abs(one - self) else one

    numerator = property(lambda self: self._numerator)
    denominator = property(lambda self: self._denominator)

    def __repr__(self):
        return "%s(%s, %s)" % (self.__class__.__name__, self._numerator, self._denominator)

    def __str__(self):
        return str(self._numerator) if self._denominator == 1 else "%s/%s" % (self._numerator, self._denominator)

    def __divmod__(self, other):
        q = self // other
        return NotImplemented if q is NotImplemented else (q, self - q * other)

    def __rdivmod__(self, other):
        q = other // self
        return q, other - q * self

    def __pow__(self, b):
        if isinstance(b, (int, Fraction)):
            if b.denominator == 1:
                n = b.numerator
                if n >= 0:
                    return _made(self._numerator ** n, self._denominator ** n)
                if self._numerator > 0:
                    return _made(self._denominator ** -n, self._numerator ** -n)
                if self._numerator == 0:
                    raise ZeroDivisionError("Fraction(%s, 0)" % self._denominator ** -n)
                return _made((-self._denominator) ** -n, (-self._numerator) ** -n)
            return float(self) ** float(b)
        return float(self) ** b

    def __rpow__(self, a):
        if self._denominator == 1 and self._numerator >= 0:
            return a ** self._numerator
        if isinstance(a, int):
            return Fraction(a, 1) ** self
        return a ** (self._numerator if self._denominator == 1 else float(self))

    def __pos__(self):
        return _made(self._numerator, self._denominator)

    def __neg__(self):
        return _made(-self._numerator, self._denominator)

    def __abs__(self):
        return _made(abs(self._numerator), self._denominator)

    def __int__(self):
        return self.__trunc__()

    def __trunc__(self):
        return -(-self._numerator // self._denominator) if self._numerator < 0 else self._numerator // self._denominator

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            twice = rest * 2
            if twice != self._denominator:
                return floor + (twice > self._denominator)
            return floor + floor % 2
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __float__(self):
        return self._numerator / self._denominator

    def __hash__(self):
        modulus = (1 << 61) - 1
        try:
            made = hash(hash(abs(self._numerator)) * pow(self._denominator, -1, modulus))
        except ValueError:
            made = 314159
        made = made if self._numerator >= 0 else -made
        return -2 if made == -1 else made

    def __eq__(self, b):
        if isinstance(b, (int, Fraction)):
            return self._numerator == b.numerator and self._denominator == b.denominator
        if isinstance(b, complex) and b.imag == 0:
            b = b.real
        if isinstance(b, float):
            return 0.0 == b if math.isnan(b) or math.isinf(b) else self == Fraction(b)
        return NotImplemented

    def _compare(self, other, op):
        if isinstance(other, (int, Fraction)):
            return op(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            return op(0.0, other) if math.isnan(other) or math.isinf(other) else op(self, Fraction(other))
        return NotImplemented

    def __lt__(self, other):
        return self._compare(other, operator.lt)

    def __gt__(self, other):
        return self._compare(other, operator.gt)

    def __le__(self, other):
        return self._compare(other, operator.le)

    def __ge__(self, other):
        return self._compare(other, operator.ge)

    def __bool__(self):
        return bool(self._numerator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return self.__class__, (self._numerator, self._denominator)


def _operation(exact, plain):
    def forward(a, b):
        if isinstance(b, (int, Fraction)):
            return exact(a, b)
        if isinstance(b, float):
            return plain(float(a), b)
        if isinstance(b, complex):
            return plain(complex(float(a)), b)
        return NotImplemented

    def backward(b, a):
        if isinstance(a, int):
            return exact(a, b)
        if isinstance(a, float):
            return plain(a, float(b))
        if isinstance(a, complex):
            return plain(a, complex(float(b)))
        return NotImplemented
    return forward, backward


def _divide(a, b):
    top, below = a.numerator * b.denominator, a.denominator * b.numerator
    if below == 0:
        raise ZeroDivisionError("Fraction(%s, 0)" % (top // math.gcd(top, below) if top else 0))
    return _reduced(top, below)


def _mod(a, b):
    return _reduced((a.numerator * b.denominator) % (b.numerator * a.denominator), a.denominator * b.denominator)


for _name, _exact, _plain in (
        ("add", lambda a, b: _reduced(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator),
         operator.add),
        ("sub", lambda a, b: _reduced(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator),
         operator.sub),
        ("mul", lambda a, b: _reduced(a.numerator * b.numerator, a.denominator * b.denominator), operator.mul),
        ("truediv", _divide, operator.truediv),
        ("floordiv", lambda a, b: (a.numerator * b.denominator) // (a.denominator * b.numerator), operator.floordiv),
        ("mod", _mod, operator.mod)):
    _forward, _backward = _operation(_exact, _plain)
    setattr(Fraction, "__%s__" % _name, _forward)
    setattr(Fraction, "__r%s__" % _name, _backward)
