"""Means, medians, deviations."""
import math as _math
from collections import Counter as _Counter
from bisect import bisect_left as _bisect_left, bisect_right as _bisect_right


class StatisticsError(ValueError):
    pass


def _parts(x):
    """A number as a ratio; of what is not finite itself and None."""
    try:
        return x.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return x, None
    try:
        return x.numerator, x.denominator
    except AttributeError:
        raise TypeError(f"can't convert type {type(x).__name__!r} to numerator/denominator") from None


def _exact(data):
    """The exact sum as a ratio, how many, and whether all are ints; a float and None where it is not finite."""
    n = 0
    endless = None
    numerator, denominator = 0, 1
    whole = True
    for x in data:
        n += 1
        whole = whole and isinstance(x, int)
        a, b = _parts(x)
        if b is None:
            endless = a if endless is None else endless + a
            continue
        numerator, denominator = numerator * b + a * denominator, denominator * b
        g = _math.gcd(numerator, denominator)
        if g > 1:
            numerator //= g
            denominator //= g
    if endless is not None:
        return endless, None, n, False
    return numerator, denominator, n, whole


def _ratio(numerator, denominator, whole):
    if whole and numerator % denominator == 0:
        return numerator // denominator
    return numerator / denominator


def mean(data):
    a, b, n, whole = _exact(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    if b is None:
        return a / n
    return _ratio(a, b * n, whole)


def fmean(data, weights=None):
    data = list(data)
    if weights is None:
        if not data:
            raise StatisticsError("fmean requires at least one data point")
        return _math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    total = _math.fsum(weights)
    if not total:
        raise StatisticsError("sum of weights must be non-zero")
    return _math.fsum([x * w for x, w in zip(data, weights)]) / total


def geometric_mean(data):
    try:
        return _math.exp(fmean(map(_math.log, data)))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if len(data) == 1 and weights is None:
        import numbers
        if not isinstance(data[0], (int, float, numbers.Real)) and type(data[0]).__name__ != "Decimal":
            raise TypeError("unsupported type")
        if data[0] < 0:
            raise StatisticsError("harmonic mean does not support negative values")
        return data[0]
    for x in data:
        if x < 0:
            raise StatisticsError("harmonic mean does not support negative values")
        if x == 0:
            return 0
    weights = [1] * len(data) if weights is None else list(weights)
    a, b, _, _ = _exact([w / x for x, w in zip(data, weights)])
    if b is None:
        return sum(weights) / a
    top, bottom, _, _ = _exact(weights)
    return (top * b) / (bottom * a)


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def mode(data):
    pairs = _Counter(iter(data)).most_common(1)
    if not pairs:
        raise StatisticsError("no mode for empty data")
    return pairs[0][0]


def multimode(data):
    counts = _Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def _squares(data, center):
    """Sum of squared deviations as an exact ratio."""
    data = list(data)
    if center is None:
        a, b, n, whole = _exact(data)
        if n == 0:
            return 0, 1, 0, True
        if b is None:
            return a, None, n, False
        c, d = a, b * n
    else:
        c, d = center.as_integer_ratio()
        n, whole = len(data), all(isinstance(x, int) for x in data)
    numerator, denominator = 0, 1
    for x in data:
        p, q = _parts(x)
        if q is None:
            return x, None, n, False
        top, bottom = (p * d - c * q) ** 2, (q * d) ** 2
        numerator, denominator = numerator * bottom + top * denominator, denominator * bottom
        g = _math.gcd(numerator, denominator)
        if g > 1:
            numerator //= g
            denominator //= g
    return numerator, denominator, n, whole


def variance(data, xbar=None):
    a, b, n, whole = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("variance requires at least two data points")
    if b is None:
        return a / (n - 1)
    return _ratio(a, b * (n - 1), whole)


def pvariance(data, mu=None):
    a, b, n, whole = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    if b is None:
        return a / n
    return _ratio(a, b * n, whole)


def _root(numerator, denominator):
    if denominator is None:
        numerator.numerator  # a float has none, as CPython says
    # Correctly rounded: the integer root of the ratio with more bits than a float has.
    if numerator == 0:
        return 0.0
    shift = max(0, 130 - (numerator.bit_length() - denominator.bit_length()))
    shift += shift % 2
    n = (numerator << shift) // denominator
    root = _math.isqrt(n)
    exact = root * root == n and (numerator << shift) % denominator == 0
    return (2 * root + (0 if exact else 1)) / (1 << (shift // 2 + 1))


def stdev(data, xbar=None):
    a, b, n, whole = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _root(a, b and b * (n - 1))


def pstdev(data, mu=None):
    a, b, n, whole = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _root(a, b and b * n)


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        raise StatisticsError("must have at least two data points")
    result = []
    if method == "inclusive":
        m = ld - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == "exclusive":
        m = ld + 1
        for i in range(1, n):
            j = i * m // n
            j = 1 if j < 1 else ld - 1 if j > ld - 1 else j
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f"Unknown method: {method!r}")


def covariance(x, y, /):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar, ybar = _math.fsum(x) / n, _math.fsum(y) / n
    return _math.fsum([(xi - xbar) * (yi - ybar) for xi, yi in zip(x, y)]) / (n - 1)


def correlation(x, y, /):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar, ybar = _math.fsum(x) / n, _math.fsum(y) / n
    sxy = _math.fsum([(xi - xbar) * (yi - ybar) for xi, yi in zip(x, y)])
    sxx = _math.fsum([(xi - xbar) ** 2.0 for xi in x])
    syy = _math.fsum([(yi - ybar) ** 2.0 for yi in y])
    try:
        return sxy / _math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant") from None


class NormalDist:
    """A normal distribution by its mean and deviation."""
    __slots__ = ("_mu", "_sigma")

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        if len(data) < 2:
            raise StatisticsError("stdev requires at least two data points")
        return cls(mean(data), stdev(data))

    def samples(self, n, *, seed=None):
        import random
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def pdf(self, x):
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        diff = x - self._mu
        return _math.exp(diff * diff / (-2.0 * variance)) / _math.sqrt(_math.tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + _math.erf((x - self._mu) / (self._sigma * _math.sqrt(2.0))))

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        if self._sigma <= 0.0:
            raise StatisticsError("cdf() not defined when sigma at or below zero")
        return _inverse(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        x, y = self, other
        if (y._sigma, y._mu) < (x._sigma, x._mu):
            x, y = y, x
        xv, yv = x.variance, y.variance
        if not xv or not yv:
            raise StatisticsError("overlap() not defined when sigma is zero")
        dv, dm = yv - xv, abs(y._mu - x._mu)
        if not dv:
            return 1.0 - _math.erf(dm / (2.0 * x._sigma * _math.sqrt(2.0)))
        a = x._mu * yv - y._mu * xv
        b = x._sigma * y._sigma * _math.sqrt(dm * dm + dv * _math.log(yv / xv))
        x1, x2 = (a + b) / dv, (a - b) / dv
        return 1.0 - (abs(y.cdf(x1) - x.cdf(x1)) + abs(y.cdf(x2) - x.cdf(x2)))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    mean = median = mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -(self - other)

    def __eq__(self, other):
        return (self._mu, self._sigma) == (other._mu, other._sigma) if isinstance(other, NormalDist) else NotImplemented

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return "%s(mu=%r, sigma=%r)" % (type(self).__name__, self._mu, self._sigma)


def _ratio_of(top, below, r):
    a, b = top[0], below[0]
    for p, q in zip(top[1:], below[1:]):
        a, b = a * r + p, b * r + q
    return a, b


def _inverse(p, mu, sigma):
    """Wichura's algorithm AS241."""
    q = p - 0.5
    if abs(q) <= 0.425:
        a, b = _ratio_of((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
                          1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
                         (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
                          5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0), 0.180625 - q * q)
        return mu + a * q / b * sigma
    r = _math.sqrt(-_math.log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        a, b = _ratio_of((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
                          3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
                         (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
                          6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0), r - 1.6)
    else:
        a, b = _ratio_of((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
                          2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
                         (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
                          1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0), r - 5.0)
    x = a / b
    return mu + (-x if q < 0.0 else x) * sigma


def linear_regression(x, y, /, *, proportional=False):
    import collections
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    if not proportional:
        xbar, ybar = _math.fsum(x) / n, _math.fsum(y) / n
        x, y = [v - xbar for v in x], [v - ybar for v in y]
    sxy = _math.fsum([p * q for p, q in zip(x, y)]) + 0.0
    sxx = _math.fsum([p * p for p in x])
    if not sxx:
        raise StatisticsError("x is constant")
    slope = sxy / sxx
    made = collections.namedtuple("LinearRegression", "slope intercept")
    return made(slope=slope, intercept=0.0 if proportional else ybar - slope * xbar)


def median_grouped(data, interval=1.0):
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    i, j = _bisect_left(data, x), _bisect_right(data, x)
    lower = x - interval / 2.0
    return lower + interval * (n / 2 - i) / (j - i)
