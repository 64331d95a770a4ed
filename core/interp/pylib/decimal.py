"""Decimal numbers of a chosen precision."""
import math as _math
import numbers as _numbers
import re as _re

__all__ = ["Decimal", "Context", "DecimalTuple", "DefaultContext", "BasicContext", "ExtendedContext", "DecimalException",
           "Clamped", "InvalidOperation", "DivisionByZero", "Inexact", "Rounded", "Subnormal", "Overflow", "Underflow",
           "FloatOperation", "DivisionImpossible", "InvalidContext", "ConversionSyntax", "DivisionUndefined", "ROUND_DOWN",
           "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN", "ROUND_05UP",
           "setcontext", "getcontext", "localcontext", "MAX_PREC", "MAX_EMAX", "MIN_EMIN", "MIN_ETINY", "HAVE_THREADS",
           "HAVE_CONTEXTVAR"]
from collections import namedtuple as _namedtuple

DecimalTuple = _namedtuple("DecimalTuple", "sign digits exponent", module="decimal")
(ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP) = (
    "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP", "ROUND_HALF_DOWN",
    "ROUND_05UP")
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN, MIN_ETINY, HAVE_THREADS, HAVE_CONTEXTVAR = -999999999999999999, -1999999999999999997, True, True


class DecimalException(ArithmeticError):
    pass


class Clamped(DecimalException):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class InvalidContext(InvalidOperation):
    pass


class Rounded(DecimalException):
    pass


class Subnormal(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded, Subnormal):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


_SIGNALS = (Clamped, DivisionByZero, Inexact, Overflow, Rounded, Underflow, InvalidOperation, Subnormal, FloatOperation)


class Context:
    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        base = globals().get("DefaultContext")
        pick = lambda value, name, first: value if value is not None else getattr(base, name) if base else first
        self.prec, self.rounding = pick(prec, "prec", 28), pick(rounding, "rounding", ROUND_HALF_EVEN)
        self.Emin, self.Emax = pick(Emin, "Emin", -999999), pick(Emax, "Emax", 999999)
        self.capitals, self.clamp = pick(capitals, "capitals", 1), pick(clamp, "clamp", 0)
        if self.prec < 1 or self.prec > MAX_PREC:
            raise ValueError("valid range for prec is [1, MAX_PREC]")
        if not str(self.rounding).startswith("ROUND_"):
            raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   "
                            "ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
        self.flags = dict.fromkeys(_SIGNALS, False)
        if traps is None:
            self.traps = dict(base.traps) if base else {s: s in (DivisionByZero, Overflow, InvalidOperation) for s in _SIGNALS}
        else:
            self.traps = traps if isinstance(traps, dict) else {s: s in traps for s in _SIGNALS}
        if flags:
            self.flags.update(flags if isinstance(flags, dict) else dict.fromkeys(flags, True))

    def __repr__(self):
        names = lambda d: ", ".join([s.__name__ for s in (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation,
                                                          Overflow, Rounded, Subnormal, Underflow) if d[s]])
        return "Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=[%s], traps=[%s])" % (
            self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, names(self.flags), names(self.traps))

    def copy(self):
        made = Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, None, dict(self.traps))
        made.flags = dict(self.flags)
        return made

    __copy__ = copy

    def clear_flags(self):
        self.flags = dict.fromkeys(_SIGNALS, False)

    def clear_traps(self):
        self.traps = dict.fromkeys(_SIGNALS, False)

    def Etiny(self):
        return self.Emin - self.prec + 1

    def Etop(self):
        return self.Emax - self.prec + 1

    def create_decimal(self, num="0"):
        return Decimal(num)._rounded(self)

    def create_decimal_from_float(self, f):
        return Decimal.from_float(f)._rounded(self)

    def _signal(self, signal, result=None):
        kind = signal if signal in _SIGNALS else InvalidOperation
        self.flags[kind] = True
        if self.traps[kind]:
            raise kind([signal])
        return result


def _context_methods():
    def method(name):
        def call(self, a, *rest):
            old, _current[0] = _current[0], self
            try:
                return getattr(a if isinstance(a, Decimal) else Decimal(a), name)(*rest)
            finally:
                _current[0] = old
        return call
    for name, op in (("add", "__add__"), ("subtract", "__sub__"), ("multiply", "__mul__"), ("divide", "__truediv__"),
                     ("divide_int", "__floordiv__"), ("remainder", "__mod__"), ("power", "__pow__"), ("sqrt", "sqrt"), ("exp", "exp"),
                     ("ln", "ln"), ("log10", "log10"), ("quantize", "quantize"), ("compare", "compare"), ("abs", "__abs__"),
                     ("minus", "__neg__"), ("plus", "__pos__"), ("max", "max"), ("min", "min"), ("normalize", "normalize"),
                     ("fma", "fma"), ("to_integral_value", "to_integral_value"), ("to_eng_string", "to_eng_string"),
                     ("to_sci_string", "__str__")):
        setattr(Context, name, method(op))


_TEXT = _re.compile(r"(?P<sign>[-+])?(?:(?P<int>\d+)(?:\.(?P<frac>\d*))?|\.(?P<only>\d+))(?:E(?P<exp>[-+]?\d+))?"
                    r"|(?P<sign2>[-+])?Inf(?:inity)?|(?P<sign3>[-+])?(?P<signal>s)?NaN(?P<diag>\d*)", _re.IGNORECASE)


def _make(sign, coefficient, exp, special=""):
    made = object.__new__(Decimal)
    made._sign, made._int, made._exp, made._special = sign, coefficient, exp, special
    return made


def _round_away(sign, kept, rest, half, rounding):
    """Whether what was cut off moves the last digit away from 0: `rest` against `half`."""
    if not rest:
        return False
    if rounding == ROUND_DOWN:
        return False
    if rounding == ROUND_UP:
        return True
    if rounding == ROUND_CEILING:
        return not sign
    if rounding == ROUND_FLOOR:
        return bool(sign)
    if rounding == ROUND_05UP:
        return kept % 10 in (0, 5)
    if rest != half:
        return rest > half
    return rounding == ROUND_HALF_UP or rounding == ROUND_HALF_EVEN and kept % 2 == 1


def _digits(n):
    return len(str(n)) if n else 1


class Decimal(_numbers.Number):
    __slots__ = ("_sign", "_int", "_exp", "_special")

    def __new__(cls, value="0", context=None):
        if isinstance(value, Decimal):
            return value if type(value) is cls else _make(value._sign, value._int, value._exp, value._special)
        if isinstance(value, int):
            return _make(int(value < 0), abs(int(value)), 0)
        if isinstance(value, str):
            m = _TEXT.fullmatch(value.strip().replace("_", ""))
            if m is None:
                return (context or getcontext())._signal(ConversionSyntax, _NAN)
            text = value.strip().lower().lstrip("+-")
            sign = int(value.strip().startswith("-"))
            if text.startswith("inf"):
                return _make(sign, 0, 0, "F")
            if "nan" in text:
                return _make(sign, int(m["diag"] or 0), 0, "N" if m["signal"] else "n")
            frac = m["frac"] or m["only"] or ""
            return _make(sign, int((m["int"] or "") + frac), int(m["exp"] or 0) - len(frac))
        if isinstance(value, float):
            (context or getcontext()).flags[FloatOperation] = True
            return cls.from_float(value)
        if isinstance(value, (tuple, list)):
            if len(value) != 3:
                raise ValueError("argument must be a sequence of length 3")
            sign, digits, exp = value
            if sign not in (0, 1):
                raise ValueError("sign must be an integer with the value 0 or 1")
            if exp in ("F", "n", "N"):
                return _make(sign, 0, 0, exp)
            return _make(sign, int("".join([str(d) for d in digits]) or "0"), exp)
        raise TypeError("conversion from %s to Decimal is not supported" % type(value).__name__)

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError("argument must be int or float")
        if _math.isinf(f) or _math.isnan(f):
            return cls(repr(f))
        n, d = abs(f).as_integer_ratio()
        k = d.bit_length() - 1
        return _make(int(_math.copysign(1.0, f) < 0), n * 5 ** k, -k)

    # ---- what it is
    def is_nan(self):
        return self._special in ("n", "N")

    def is_qnan(self):
        return self._special == "n"

    def is_snan(self):
        return self._special == "N"

    def is_infinite(self):
        return self._special == "F"

    def is_finite(self):
        return not self._special

    def is_zero(self):
        return not self._special and not self._int

    def is_signed(self):
        return self._sign == 1

    def is_normal(self, context=None):
        return not self._special and self._int != 0 and (context or getcontext()).Emin <= self.adjusted()

    def is_subnormal(self, context=None):
        return not self._special and self._int != 0 and self.adjusted() < (context or getcontext()).Emin

    def is_canonical(self):
        return True

    def canonical(self):
        return self

    def adjusted(self):
        return 0 if self._special else self._exp + _digits(self._int) - 1

    def as_tuple(self):
        digits = (0,) if self._special == "F" else () if self._special and not self._int else tuple(map(int, str(self._int)))
        return DecimalTuple(self._sign, digits, self._special or self._exp)

    def as_integer_ratio(self):
        if self._special:
            raise (OverflowError("cannot convert Infinity to integer ratio") if self._special == "F" else
                   ValueError("cannot convert NaN to integer ratio"))
        n = -self._int if self._sign else self._int
        if self._exp >= 0:
            return n * 10 ** self._exp, 1
        d = 10 ** -self._exp
        g = _math.gcd(n, d)
        return n // g, d // g

    def __bool__(self):
        return bool(self._special or self._int)

    def __repr__(self):
        return "Decimal('%s')" % str(self)

    def __str__(self, eng=False, context=None):
        sign = "-" if self._sign else ""
        if self._special == "F":
            return sign + "Infinity"
        if self._special:
            return sign + ("sNaN" if self._special == "N" else "NaN") + (str(self._int) if self._int else "")
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            place = left
        elif not eng:
            place = 1
        elif digits == "0":
            place = (left + 1) % 3 - 1
        else:
            place = (left - 1) % 3 + 1
        if place <= 0:
            whole, frac = "0", "." + "0" * -place + digits
        elif place >= len(digits):
            whole, frac = digits + "0" * (place - len(digits)), ""
        else:
            whole, frac = digits[:place], "." + digits[place:]
        power = "" if left == place else ("E" if (context or getcontext()).capitals else "e") + "%+d" % (left - place)
        return sign + whole + frac + power

    def to_eng_string(self, context=None):
        return self.__str__(True, context)

    def __format__(self, spec):
        from _decimal_format import format_decimal
        return format_decimal(self, spec)

    # ---- conversion
    def __int__(self):
        if self._special:
            raise (OverflowError("cannot convert Infinity to integer") if self._special == "F" else
                   ValueError("cannot convert NaN to integer"))
        n = self._int * 10 ** self._exp if self._exp >= 0 else self._int // 10 ** -self._exp
        return -n if self._sign else n

    __trunc__ = __int__

    def __float__(self):
        if self._special == "N":
            raise ValueError("cannot convert signaling NaN to float")
        return float("-nan" if self._sign else "nan") if self._special == "n" else float(str(self))

    def __complex__(self):
        return complex(float(self))

    real = property(lambda self: self)
    imag = property(lambda self: Decimal(0))

    def conjugate(self):
        return self

    def __hash__(self):
        if self._special == "N":
            raise TypeError("Cannot hash a signaling NaN value.")
        if self._special:
            return object.__hash__(self) if self._special == "n" else -314159 if self._sign else 314159
        modulus = (1 << 61) - 1
        power = pow(10, self._exp, modulus) if self._exp >= 0 else pow(pow(10, -1, modulus), -self._exp, modulus)
        made = self._int * power % modulus
        made = -made if self._sign else made
        return -2 if made == -1 else made

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return self.__class__, (str(self),)

    # ---- rounding
    def _rounded(self, context=None):
        c = context or getcontext()
        if self._special:
            return self
        n, exp, sign = self._int, self._exp, self._sign
        least = c.Etiny()
        cut = max(_digits(n) - c.prec if n else 0, least - exp)
        if cut > 0:
            unit = 10 ** cut
            kept, rest = divmod(n, unit)
            if _round_away(sign, kept, rest * 2, unit, c.rounding):
                kept += 1
            c._signal(Rounded)
            if rest:
                c._signal(Inexact)
            n, exp = kept, exp + cut
            if _digits(n) > c.prec:
                n, exp = n // 10, exp + 1
            if rest and n and exp + _digits(n) - 1 < c.Emin:
                c._signal(Underflow)
        if n and exp + _digits(n) - 1 > c.Emax:
            c._signal(Inexact)
            c._signal(Rounded)
            c._signal(Overflow)
            if c.rounding in (ROUND_DOWN, ROUND_05UP) or c.rounding == (ROUND_FLOOR if not sign else ROUND_CEILING):
                return _make(sign, 10 ** c.prec - 1, c.Etop())
            return _make(sign, 0, 0, "F")
        if not n:
            exp = min(max(exp, least), c.Emax)
        return _make(sign, n, exp)

    def _at(self, exp, rounding):
        """The same number with that exponent."""
        if exp <= self._exp:
            return _make(self._sign, self._int * 10 ** (self._exp - exp), exp)
        unit = 10 ** (exp - self._exp)
        kept, rest = divmod(self._int, unit)
        return _make(self._sign, kept + _round_away(self._sign, kept, rest * 2, unit, rounding), exp)

    def quantize(self, exp, rounding=None, context=None):
        c, exp = context or getcontext(), _decimal(exp)
        if self._special or exp._special:
            found = _nan_of(c, self, exp)
            if found is not None:
                return found
            if self._special == exp._special == "F":
                return self
            return c._signal(InvalidOperation, _NAN)
        made = self._at(exp._exp, rounding or c.rounding)
        if _digits(made._int) > c.prec or made._int and made.adjusted() > c.Emax:
            return c._signal(InvalidOperation, _NAN)
        if exp._exp > self._exp:
            c._signal(Rounded)
            if made != self:
                c._signal(Inexact)
        return made

    def to_integral_value(self, rounding=None, context=None):
        if self._special or self._exp >= 0:
            return self
        return self._at(0, rounding or (context or getcontext()).rounding)

    to_integral = to_integral_value

    def to_integral_exact(self, rounding=None, context=None):
        c = context or getcontext()
        made = self.to_integral_value(rounding, c)
        if not self._special and self._exp < 0:
            c._signal(Rounded)
            if made != self:
                c._signal(Inexact)
        return made

    def normalize(self, context=None):
        made = self._rounded(context)
        if made._special:
            return made
        if not made._int:
            return _make(made._sign, 0, 0)
        n, exp = made._int, made._exp
        while n % 10 == 0:
            n, exp = n // 10, exp + 1
        return _make(made._sign, n, exp)

    def same_quantum(self, other, context=None):
        other = _decimal(other)
        if self._special or other._special:
            return self.is_nan() and other.is_nan() or self.is_infinite() and other.is_infinite()
        return self._exp == other._exp

    def scaleb(self, other, context=None):
        return _make(self._sign, self._int, self._exp + int(other), self._special)._rounded(context)

    def shift(self, other, context=None):
        c, k = context or getcontext(), int(other)
        n = self._int * 10 ** k if k >= 0 else self._int // 10 ** -k
        return _make(self._sign, n % 10 ** c.prec, self._exp)

    def logb(self, context=None):
        if not self._int:
            return (context or getcontext())._signal(DivisionByZero, _make(1, 0, 0, "F"))
        return Decimal(self.adjusted())

    def radix(self):
        return Decimal(10)

    def __round__(self, n=None):
        if n is None:
            if self._special:
                raise (OverflowError("cannot round an infinity") if self._special == "F" else ValueError("cannot round a NaN"))
            return int(self._at(0, ROUND_HALF_EVEN))
        return self.quantize(_make(0, 1, -n), ROUND_HALF_EVEN)

    def __floor__(self):
        return int(self._at(0, ROUND_FLOOR)) if not self._special else int(self)

    def __ceil__(self):
        return int(self._at(0, ROUND_CEILING)) if not self._special else int(self)

    # ---- signs
    def __neg__(self, context=None):
        if not self:
            return _make(int((context or getcontext()).rounding == ROUND_FLOOR and not self._sign), 0, self._exp)
        return _make(1 - self._sign, self._int, self._exp, self._special)._rounded(context)

    def __pos__(self, context=None):
        return (_make(0, 0, self._exp) if not self else self)._rounded(context)

    def __abs__(self, round=True, context=None):
        return _make(0, self._int, self._exp, self._special)._rounded(context)

    def copy_abs(self):
        return _make(0, self._int, self._exp, self._special)

    def copy_negate(self):
        return _make(1 - self._sign, self._int, self._exp, self._special)

    def copy_sign(self, other, context=None):
        return _make(_decimal(other)._sign, self._int, self._exp, self._special)

    # ---- order
    def _cmp(self, other):
        if self._special == "F" or other._special == "F":
            a = 0 if self._special != "F" else -1 if self._sign else 1
            b = 0 if other._special != "F" else -1 if other._sign else 1
            return (a > b) - (a < b)
        exp = min(self._exp, other._exp)
        a, b = self._int * 10 ** (self._exp - exp), other._int * 10 ** (other._exp - exp)
        a, b = -a if self._sign else a, -b if other._sign else b
        return (a > b) - (a < b)

    def __eq__(self, other):
        other = _comparable(other)
        if other is NotImplemented:
            return other
        return not self.is_nan() and not other.is_nan() and self._cmp(other) == 0

    def _order(self, other, test):
        other = _comparable(other)
        if other is NotImplemented:
            return other
        if self.is_nan() or other.is_nan():
            getcontext()._signal(InvalidOperation)
            return False
        return test(self._cmp(other))

    def __lt__(self, other):
        return self._order(other, lambda c: c < 0)

    def __le__(self, other):
        return self._order(other, lambda c: c <= 0)

    def __gt__(self, other):
        return self._order(other, lambda c: c > 0)

    def __ge__(self, other):
        return self._order(other, lambda c: c >= 0)

    def compare(self, other, context=None):
        other = _decimal(other)
        found = _nan_of(context or getcontext(), self, other)
        return Decimal(self._cmp(other)) if found is None else found

    compare_signal = compare

    def compare_total(self, other, context=None):
        other = _decimal(other)
        c = self._cmp(other)
        if c == 0 and self._exp != other._exp:
            c = (1 if self._exp > other._exp else -1) * (-1 if self._sign else 1)
        return Decimal(c)

    def max(self, other, context=None):
        other = _decimal(other)
        if self.is_nan() or other.is_nan():
            return other if self.is_qnan() and not other.is_nan() else self
        return (other if self._cmp(other) < 0 else self)._rounded(context)

    def min(self, other, context=None):
        other = _decimal(other)
        if self.is_nan() or other.is_nan():
            return other if self.is_qnan() and not other.is_nan() else self
        return (other if self._cmp(other) > 0 else self)._rounded(context)

    def fma(self, other, third, context=None):
        other, third = _decimal(other), _decimal(third)
        exact = _make(self._sign ^ other._sign, self._int * other._int, self._exp + other._exp)
        return _add(context or getcontext(), exact, third)

    def remainder_near(self, other, context=None):
        c, other = context or getcontext(), _decimal(other)
        q = _divided(self, other)
        return _add(c, self, (_make(q._sign ^ other._sign, q._int * other._int, other._exp)).copy_negate())

    def sqrt(self, context=None):
        from _decimal_functions import sqrt
        return sqrt(self, context or getcontext())

    def exp(self, context=None):
        from _decimal_functions import exp
        return exp(self, context or getcontext())

    def ln(self, context=None):
        from _decimal_functions import ln
        return ln(self, context or getcontext())

    def log10(self, context=None):
        from _decimal_functions import log10
        return log10(self, context or getcontext())

    def number_class(self, context=None):
        if self._special:
            return "NaN" if self._special == "n" else "sNaN" if self._special == "N" else "-Infinity" if self._sign else "+Infinity"
        kind = "Zero" if not self._int else "Subnormal" if self.is_subnormal(context) else "Normal"
        return ("-" if self._sign else "+") + kind


_NAN = _make(0, 0, 0, "n")


def _decimal(x):
    if isinstance(x, Decimal):
        return x
    if isinstance(x, int):
        return Decimal(x)
    raise TypeError("conversion from %s to Decimal is not supported" % type(x).__name__)


def _comparable(x):
    if isinstance(x, Decimal):
        return x
    if isinstance(x, int):
        return Decimal(x)
    if isinstance(x, float):
        getcontext().flags[FloatOperation] = True
        return Decimal.from_float(x)
    return NotImplemented


def _nan_of(c, *numbers):
    for d in numbers:
        if d._special == "N":
            return c._signal(InvalidOperation, _make(d._sign, d._int, 0, "n"))
    for d in numbers:
        if d._special == "n":
            return d
    return None


def _add(c, a, b):
    found = _nan_of(c, a, b)
    if found is not None:
        return found
    if a._special or b._special:
        if a._special and b._special and a._sign != b._sign:
            return c._signal(InvalidOperation, _NAN)
        return a if a._special else b
    exp = min(a._exp, b._exp)
    x, y = a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp)
    total = (-x if a._sign else x) + (-y if b._sign else y)
    if total:
        sign = int(total < 0)
    else:
        sign = a._sign if a._sign == b._sign else int(c.rounding == ROUND_FLOOR)
    return _make(sign, abs(total), exp)._rounded(c)


def _mul(c, a, b):
    found = _nan_of(c, a, b)
    if found is not None:
        return found
    sign = a._sign ^ b._sign
    if a._special or b._special:
        if not a or not b:
            return c._signal(InvalidOperation, _NAN)
        return _make(sign, 0, 0, "F")
    return _make(sign, a._int * b._int, a._exp + b._exp)._rounded(c)


def _div(c, a, b):
    found = _nan_of(c, a, b)
    if found is not None:
        return found
    sign = a._sign ^ b._sign
    if a._special:
        return c._signal(InvalidOperation, _NAN) if b._special else _make(sign, 0, 0, "F")
    if b._special:
        return _make(sign, 0, c.Etiny())
    if not b._int:
        if not a._int:
            return c._signal(DivisionUndefined, _NAN)
        return c._signal(DivisionByZero, _make(sign, 0, 0, "F"))
    if not a._int:
        return _make(sign, 0, a._exp - b._exp)._rounded(c)
    shift = _digits(b._int) - _digits(a._int) + c.prec + 1
    exp = a._exp - b._exp - shift
    q, rest = divmod(a._int * 10 ** max(shift, 0), b._int * 10 ** max(-shift, 0))
    if rest:
        q += q % 5 == 0  # a last digit that does not round as if nothing were left
    else:
        ideal = a._exp - b._exp
        while exp < ideal and q % 10 == 0:
            q, exp = q // 10, exp + 1
    return _make(sign, q, exp)._rounded(c)


def _whole(c, a, b, what):
    """The quotient cut to an integer, and what is left."""
    found = _nan_of(c, a, b)
    if found is not None:
        return found, found
    sign = a._sign ^ b._sign
    if a._special:
        nan = c._signal(InvalidOperation, _NAN)
        return (nan if b._special else _make(sign, 0, 0, "F")), nan
    if b._special:
        return _make(sign, 0, 0), a._rounded(c)
    if not b._int:
        if not a._int:
            nan = c._signal(DivisionUndefined, _NAN)
            return nan, nan
        if what == "mod":
            return _NAN, c._signal(InvalidOperation, _NAN)
        return c._signal(DivisionByZero, _make(sign, 0, 0, "F")), _NAN
    exp = min(a._exp, b._exp)
    q, rest = divmod(a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp))
    if q >= 10 ** c.prec:
        nan = c._signal(DivisionImpossible, _NAN)
        return nan, nan
    return _make(sign, q, 0), _make(a._sign, rest, exp)._rounded(c)


def _divided(a, b):
    """The nearest integer to a / b."""
    exp = min(a._exp, b._exp)
    x, y = a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp)
    q, rest = divmod(x, y)
    return _make(a._sign ^ b._sign, q + (2 * rest + (q & 1) > y), 0)


def _power(c, a, b, modulo=None):
    from _decimal_functions import power
    return power(c, a, b)


def _operators():
    def both(name, f):
        def forward(self, other, *rest):
            if not isinstance(other, (Decimal, int)):
                return NotImplemented
            return f(getcontext(), self, _decimal(other))

        def backward(self, other):
            if not isinstance(other, (Decimal, int)):
                return NotImplemented
            return f(getcontext(), _decimal(other), self)
        setattr(Decimal, "__%s__" % name, forward)
        setattr(Decimal, "__r%s__" % name, backward)
    both("add", _add)
    both("sub", lambda c, a, b: _add(c, a, b.copy_negate() if not b.is_nan() else b))
    both("mul", _mul)
    both("truediv", _div)
    both("floordiv", lambda c, a, b: _whole(c, a, b, "div")[0])
    both("mod", lambda c, a, b: _whole(c, a, b, "mod")[1])
    both("divmod", lambda c, a, b: _whole(c, a, b, "div"))
    both("pow", _power)


_operators()
_context_methods()
DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[])
_current = [Context()]


def getcontext():
    return _current[0]


def setcontext(context, /):
    _current[0] = context.copy() if context in (DefaultContext, BasicContext, ExtendedContext) else context


class localcontext:
    def __init__(self, ctx=None, **kwargs):
        self._new = (getcontext() if ctx is None else ctx).copy()
        for key, value in kwargs.items():
            setattr(self._new, key, value)

    def __enter__(self):
        self._old = getcontext()
        _current[0] = self._new
        return self._new

    def __exit__(self, *exc):
        _current[0] = self._old
