"""Roots, exponentials, logarithms and powers of decimals, rounded right: with more digits until they decide."""
import math

from decimal import (ROUND_HALF_EVEN, Decimal, DivisionByZero, Inexact, InvalidOperation, Rounded, _NAN, _digits, _div, _make,
                     _mul, _nan_of)


def _half_even(c):
    made = c.copy()
    made.rounding = ROUND_HALF_EVEN
    return made


def _finish(c, made):
    """Of what is never exact."""
    quiet = _half_even(c)
    quiet.flags = c.flags
    c._signal(Inexact)
    c._signal(Rounded)
    return made._rounded(quiet)


def sqrt(d, c):
    found = _nan_of(c, d)
    if found is not None:
        return found
    if d._special:
        return d if not d._sign else c._signal(InvalidOperation, _NAN)
    if not d._int:
        return _make(d._sign, 0, d._exp >> 1)._rounded(c)
    if d._sign:
        return c._signal(InvalidOperation, _NAN)
    n, exp = d._int, d._exp
    prec = c.prec + 1
    e = exp >> 1
    if exp & 1:
        n, length = n * 10, (_digits(n) >> 1) + 1
    else:
        length = _digits(n) + 1 >> 1
    shift = prec - length
    if shift >= 0:
        n, exact = n * 100 ** shift, True
    else:
        n, rest = divmod(n, 100 ** -shift)
        exact = not rest
    e -= shift
    root = math.isqrt(n)
    exact = exact and root * root == n
    if exact:
        if shift >= 0:
            root //= 10 ** shift
        else:
            root *= 10 ** -shift
        e += shift
    elif root % 5 == 0:
        root += 1
    quiet = _half_even(c)
    quiet.flags = c.flags
    return _make(0, root, e)._rounded(quiet)


def _exp_of(n, d, digits):
    """e ** (n / d) as an integer, times 10 ** digits, and its exponent: by halving and a series."""
    scale = 10 ** (digits + 12)
    k = max(0, abs(n).bit_length() - d.bit_length() + 8)
    x = n * scale // (d << k)
    total, term, i = scale, scale, 1
    while term:
        term = term * x // (scale * i)
        total += term
        i += 1
        if abs(term) < 2 and i > 3:
            break
    for _ in range(k):
        total = total * total // scale
    return total, scale


def _ln10(digits):
    return _ln_of(10, 1, digits)


def _ln_of(n, d, digits):
    """ln(n / d) times 10 ** digits, by the series of atanh near 1."""
    scale = 10 ** (digits + 15)
    k = n.bit_length() - d.bit_length()
    if k >= 0:
        d <<= k
    else:
        n <<= -k

    def atanh(p, q):
        x = p * scale // q
        square, total, term, i = x * x // scale, 0, x, 1
        while term:
            total += term // i
            term = term * square // scale
            i += 2
            if abs(term) < 2:
                break
        return total
    made = 2 * atanh(n - d, n + d)
    if k:
        made += k * 2 * atanh(1, 3)
    return made // 10 ** 15


def exp(d, c):
    found = _nan_of(c, d)
    if found is not None:
        return found
    if d._special:
        return _make(0, 0, 0) if d._sign else d
    if not d:
        return Decimal(1)
    digits = c.prec + 4
    if d.adjusted() > 7:
        return _make(0, 1, c.Emax + 1 if not d._sign else c.Etiny() - 1)._rounded(_half_even(c))
    n, below = d.as_integer_ratio()
    # e ** x = 10 ** k * e ** r with a small r.
    ln10 = _ln10(digits + 12)
    unit = 10 ** (digits + 12)
    k = n * unit // (below * ln10)
    r = n * unit // below - k * ln10
    total, scale = _exp_of(r, unit, digits)
    return _finish(c, _make(0, total, k - _digits(scale) + 1))


def ln(d, c):
    found = _nan_of(c, d)
    if found is not None:
        return found
    if not d:
        return _make(1, 0, 0, "F")
    if d._sign:
        return c._signal(InvalidOperation, _NAN)
    if d._special:
        return d
    if d == 1:
        return Decimal(0)
    n, below = d.as_integer_ratio()
    digits = c.prec + 6 + len(str(abs(d.adjusted())))
    made = _ln_of(n, below, digits)
    while _digits(abs(made)) < c.prec + 3:
        digits += c.prec
        made = _ln_of(n, below, digits)
    return _finish(c, _make(int(made < 0), abs(made), -digits))


def log10(d, c):
    found = _nan_of(c, d)
    if found is not None:
        return found
    if not d:
        return _make(1, 0, 0, "F")
    if d._sign:
        return c._signal(InvalidOperation, _NAN)
    if d._special:
        return d
    text = str(d._int)
    if text[0] == "1" and not text[1:].strip("0"):
        return Decimal(d._exp + len(text) - 1)._rounded(c)
    n, below = d.as_integer_ratio()
    digits = c.prec + 10
    made = _ln_of(n, below, 2 * digits) * 10 ** digits // _ln10(2 * digits)
    return _finish(c, _make(int(made < 0), abs(made), -digits))


def power(c, a, b):
    found = _nan_of(c, a, b)
    if found is not None:
        return found
    if not b:
        return c._signal(InvalidOperation, _NAN) if not a else Decimal(1)
    whole = not b._special and b._exp >= 0 or not b._special and b._int % 10 ** -b._exp == 0
    odd = whole and int(b) % 2 == 1
    sign = int(a._sign and odd)
    if a._sign and not whole:
        if not a and not b._special:
            a = a.copy_negate()
        elif a:
            return c._signal(InvalidOperation, _NAN)
    if not a:
        return _make(sign, 0, 0) if not b._sign else _make(sign, 0, 0, "F")
    if a._special:
        return _make(sign, 0, 0) if b._sign else _make(sign, 0, 0, "F")
    if b._special:
        size = a.copy_abs()._cmp(Decimal(1))
        if size == 0:
            return Decimal(1)
        return _make(0, 0, 0, "F") if (size > 0) != bool(b._sign) else _make(0, 0, 0)
    if whole and abs(int(b)) < 10 ** 6 and _digits(a._int) * abs(int(b)) < 20000:
        k = int(b)
        exact = _make(sign, a._int ** abs(k), a._exp * abs(k))
        if k > 0:
            return exact._rounded(c)
        return _div(c, Decimal(1), exact)
    if a.copy_abs() == 1:
        return _make(sign, 10 ** (c.prec - 1), 1 - c.prec)
    wide = c.copy()
    wide.prec = c.prec + 10 + len(str(abs(b.adjusted())))
    wide.flags = dict(c.flags)
    made = exp(_mul(wide, ln(a.copy_abs(), wide), b), wide)
    if not whole:  # a root that is exact
        near = made._rounded(_half_even(c)).normalize()
        n, below = b.as_integer_ratio()
        if below < 100 and n > 0 and near._int < 10 ** 15 and power(wide, near, Decimal(below)) == power(wide, a, Decimal(n)):
            pad = c.prec - _digits(near._int)
            return _make(sign, near._int * 10 ** pad, near._exp - pad)
    made = _finish(c, made)
    return _make(sign, made._int, made._exp, made._special)
