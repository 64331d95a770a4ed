"""Means, medians, deviations."""
import math as _math
from collections import Counter as _Counter
from bisect import bisect_left as _bisect_left, bisect_right as _bisect_right


class StatisticsError(ValueError):
    pass


def _exact(data):
    """The exact sum as a ratio, how many, and whether all are ints."""
    n = 0
    numerator, denominator = 0, 1
    whole = True
    for x in data:
        n += 1
        whole = whole and isinstance(x, int)
        a, b = x.as_integer_ratio()
        numerator, denominator = numerator * b + a * denominator, denominator * b
        g = _math.gcd(numerator, denominator)
        if g > 1:
            numerator //= g
            denominator //= g
    return numerator, denominator, n, whole


def _ratio(numerator, denominator, whole):
    if whole and numerator % denominator == 0:
        return numerator // denominator
    return numerator / denominator


def mean(data):
    a, b, n, whole = _exact(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
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
    if any(x < 0 for x in data):
        raise StatisticsError("harmonic mean does not support negative values")
    if any(x == 0 for x in data):
        return 0
    weights = [1] * len(data) if weights is None else list(weights)
    a, b, _, _ = _exact([w / x for x, w in zip(data, weights)])
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
        c, d = a, b * n
    else:
        c, d = center.as_integer_ratio()
        n, whole = len(data), all(isinstance(x, int) for x in data)
    numerator, denominator = 0, 1
    for x in data:
        p, q = x.as_integer_ratio()
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
    return _ratio(a, b * (n - 1), whole)


def pvariance(data, mu=None):
    a, b, n, whole = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    return _ratio(a, b * n, whole)


def _root(numerator, denominator):
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
    return _root(a, b * (n - 1))


def pstdev(data, mu=None):
    a, b, n, whole = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _root(a, b * n)


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
