"""Functions of complex numbers."""
import math

pi, e, tau, inf, nan = math.pi, math.e, math.tau, math.inf, math.nan
infj, nanj = complex(0.0, inf), complex(0.0, nan)


def phase(z, /):
    z = complex(z)
    return math.atan2(z.imag, z.real)


def polar(z, /):
    z = complex(z)
    return math.hypot(z.real, z.imag), phase(z)


def rect(r, phi, /):
    if phi == 0.0:
        return complex(r, r * phi)
    return complex(r * math.cos(phi), r * math.sin(phi))


def isfinite(z, /):
    z = complex(z)
    return math.isfinite(z.real) and math.isfinite(z.imag)


def isnan(z, /):
    z = complex(z)
    return math.isnan(z.real) or math.isnan(z.imag)


def isinf(z, /):
    z = complex(z)
    return math.isinf(z.real) or math.isinf(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    a, b = complex(a), complex(b)
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


def exp(z, /):
    z = complex(z)
    size = math.exp(z.real)
    return complex(size * math.cos(z.imag), size * math.sin(z.imag))


def log(z, base=None, /):
    z = complex(z)
    x, y = abs(z.real), abs(z.imag)
    if x == 0 == y:
        raise ValueError("math domain error")
    big, small = max(x, y), min(x, y)
    size = math.hypot(x, y)
    if 0.71 <= size <= 1.73:  # near 1 the logarithm of the size would lose digits
        real = math.log1p((big - 1) * (big + 1) + small * small) / 2.0
    else:
        real = math.log(size)
    made = complex(real, math.atan2(z.imag, z.real))
    return made if base is None else made / log(base)


def log10(z, /):
    made = log(z)
    return complex(made.real / math.log(10.0), made.imag / math.log(10.0))


def sqrt(z, /):
    z = complex(z)
    x, y = z.real, z.imag
    if x == 0.0 == y:
        return complex(0.0, y)
    s = 2.0 * math.sqrt(abs(x) / 8.0 + math.hypot(abs(x) / 8.0, abs(y) / 8.0))
    d = abs(y) / (2.0 * s)
    return complex(s, math.copysign(d, y)) if x >= 0 else complex(d, math.copysign(s, y))


def sinh(z, /):
    z = complex(z)
    return complex(math.cos(z.imag) * math.sinh(z.real), math.sin(z.imag) * math.cosh(z.real))


def cosh(z, /):
    z = complex(z)
    return complex(math.cos(z.imag) * math.cosh(z.real), math.sin(z.imag) * math.sinh(z.real))


def tanh(z, /):
    z = complex(z)
    tx, ty = math.tanh(z.real), math.tan(z.imag)
    cx = 1.0 / math.cosh(z.real)
    txty = tx * ty
    denominator = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / denominator, ty / denominator * cx * cx)


def _turned(f):
    """f(i z) / i, with the real part's sign kept."""
    def function(z, /):
        z = complex(z)
        made = f(complex(-z.imag, z.real))
        return complex(made.imag, -made.real)
    return function


sin, tan = _turned(sinh), _turned(tanh)


def cos(z, /):
    z = complex(z)
    return cosh(complex(-z.imag, z.real))


def asinh(z, /):
    z = complex(z)
    a, b = sqrt(complex(1.0 + z.imag, -z.real)), sqrt(complex(1.0 - z.imag, z.real))
    return complex(math.asinh(a.real * b.imag - b.real * a.imag), math.atan2(z.imag, a.real * b.real - a.imag * b.imag))


def acos(z, /):
    z = complex(z)
    a, b = sqrt(complex(1.0 - z.real, -z.imag)), sqrt(complex(1.0 + z.real, z.imag))
    return complex(2.0 * math.atan2(a.real, b.real), math.asinh(b.real * a.imag - b.imag * a.real))


def acosh(z, /):
    z = complex(z)
    a, b = sqrt(complex(z.real - 1.0, z.imag)), sqrt(complex(z.real + 1.0, z.imag))
    return complex(math.asinh(a.real * b.real + a.imag * b.imag), 2.0 * math.atan2(a.imag, b.real))


def atanh(z, /):
    z = complex(z)
    if z.real < 0.0 or z.real == 0.0 and math.copysign(1.0, z.real) < 0.0:
        return -atanh(-z)
    ay = abs(z.imag)
    if z.real == 1.0 and ay == 0.0:
        raise ValueError("math domain error")
    real = math.log1p(4.0 * z.real / ((1 - z.real) * (1 - z.real) + ay * ay)) / 4.0
    imag = -math.atan2(-2.0 * z.imag, (1 - z.real) * (1 + z.real) - ay * ay) / 2.0
    return complex(real, imag)


asin, atan = _turned(asinh), _turned(atanh)
