"""Distributions of numpy.random's generators. `self` is the generator: RandomState keeps the algorithms of NumPy 1.16."""
import math

import numpy as np
from numpy import random as _random

_fill, _shape = _random._fill, _random._shape


def _legacy(self):
  return isinstance(self, _random.RandomState)


def _many(size, draw, *parameters, dtype=np.float64):
  """draw(*parameters), elementwise where parameters are arrays."""
  if all(np.ndim(p) == 0 for p in parameters):
    plain = [p.item() if isinstance(p, (np.generic, np.ndarray)) else p for p in parameters]
    return _fill(size, lambda: draw(*plain), dtype)
  arrays = [np.asarray(p) for p in parameters]
  shape = np.broadcast_shapes(*[a.shape for a in arrays])
  if size is not None:
    wanted = _shape(size)
    try:
      fits = np.broadcast_shapes(shape, wanted) == wanted
    except ValueError:
      fits = False
    if not fits:
      raise ValueError('Output size %s is not compatible with broadcast dimensions of inputs %s.' % (wanted, shape))
    shape = wanted
  columns = [np.broadcast_to(a, shape).ravel().tolist() for a in arrays]
  return np.array([draw(*row) for row in zip(*columns)], dtype).reshape(shape)


def _check(bad, text):
  if bad:
    raise ValueError(text)


def _any(values, test):
  return any(test(v) for v in np.ravel(values).tolist())


def _positive(name, values):
  _check(_any(values, lambda v: not v > 0), name + ' <= 0')


def _not_negative(name, values):
  _check(_any(values, lambda v: not v >= 0 or v == 0 and math.copysign(1, v) < 0), name + ' < 0')


def _probability(name, values):
  _check(_any(values, lambda v: not 0 <= v <= 1), '%s < 0, %s > 1 or %s is NaN' % (name, name, name))


# ---- exponential and gamma
_EXP_R = 7.69711747013104972
_exp_tables = []


def _exponential_tables():
  """Widths, bounds of the inside and heights of the 256 layers under exp(-x), as numpy's table has them."""
  off = [-1, -297, -219, -89, -76, -68, -64, -62] + [ord(c) - 80 for c in (
      '34677798;:99;=>=>GGHGHHHHHGGHHIIIIIHHIHIIHHHHIIHHHIIIIIHIHHIIMMNNNNMNMNNNNMMNMMLLMMMNNNNMMMMNNNMNNNN'
      'OOOONNOOOOOOOOOOOOOOOOOOONNNMMNNMMNNNNNNONOOOOPPPPOOOOOOPPOOOPPPPPQPQQPPPPQPPPPPPPQQQQRRQQPPPPPPPPPQ'
      'QPQQQQQQRQRQQQQQPPPPPPPPOPPPPPPPPPPPQQQQQPPPPPPP')]
  area = _EXP_R * math.exp(-_EXP_R) + math.exp(-_EXP_R)
  x = [0.0] * 257
  x[255], x[256] = _EXP_R, area / math.exp(-_EXP_R)
  for i in range(254, 0, -1):
    x[i] = -math.log(area / x[i + 1] + math.exp(-x[i + 1]))
  x[0] = x.pop()
  x = [w + d * math.ulp(w) for w, d in zip(x, off)]
  inside = [int(2.0**53 * _EXP_R / x[0]), 0] + [int(2.0**53 * (x[i - 1] / x[i])) for i in range(2, 256)]
  _exp_tables.extend([[w / 2.0**53 for w in x], inside, [1.0] + [math.exp(-w) for w in x[1:]]])


def _exp(self):
  if _legacy(self):
    return -math.log(1.0 - self._double())
  if not _exp_tables:
    _exponential_tables()
  widths, inside, heights = _exp_tables
  while True:
    r = self._next64() >> 3
    layer = r & 255
    r >>= 8
    x = r * widths[layer]
    if r < inside[layer]:
      return x
    if layer == 0:
      return _EXP_R - math.log1p(-self._double())
    if (heights[layer - 1] - heights[layer]) * self._double() + heights[layer] < math.exp(-x):
      return x


def _log(x):
  return math.log(x) if x > 0 else -math.inf


def _gamma(self, shape):
  if shape == 1.0:
    return _exp(self)
  if shape == 0.0:
    return 0.0
  if shape < 1.0:
    while True:
      u, v = self._double(), _exp(self)
      if u <= 1.0 - shape:
        x = u ** (1.0 / shape)
        if x <= v:
          return x
      else:
        y = -math.log((1 - u) / shape)
        x = (1.0 - shape + shape * y) ** (1.0 / shape)
        if x <= v + y:
          return x
  b = shape - 1.0 / 3.0
  c = 1.0 / math.sqrt(9 * b)
  while True:
    while True:
      x = self._gauss()
      v = 1.0 + c * x
      if v > 0.0:
        break
    v = v * v * v
    u = self._double()
    if u < 1.0 - 0.0331 * (x * x) * (x * x):
      return b * v
    if _log(u) < 0.5 * x * x + b * (1.0 - v + math.log(v)):
      return b * v


def standard_exponential(self, size=None, dtype=np.float64, method='zig', out=None):
  if np.dtype(dtype) != np.float64:
    raise NotImplementedError('Generator.standard_exponential of float32 is not supported by tracepack')
  if method == 'inv':
    return _fill(size, lambda: -math.log1p(-self._double()))
  return _fill(size, lambda: _exp(self))


def exponential(self, scale=1.0, size=None):
  _not_negative('scale', scale)
  return _many(size, lambda s: s * _exp(self), scale)


def standard_gamma(self, shape, size=None, dtype=np.float64, out=None):
  if np.dtype(dtype) != np.float64:
    raise NotImplementedError('Generator.standard_gamma of float32 is not supported by tracepack')
  _not_negative('shape', shape)
  return _many(size, lambda k: _gamma(self, k), shape)


def gamma(self, shape, scale=1.0, size=None):
  _not_negative('shape', shape)
  _not_negative('scale', scale)
  return _many(size, lambda k, s: s * _gamma(self, k), shape, scale)


def _beta(self, a, b):
  if a <= 1.0 and b <= 1.0:
    while True:
      u, v = self._double(), self._double()
      x, y = u ** (1.0 / a), v ** (1.0 / b)
      both = x + y
      if both <= 1.0 and u + v > 0.0:
        if both > 0:
          return x / both
        p, q = math.log(u) / a, math.log(v) / b
        top = max(p, q)
        p, q = p - top, q - top
        return math.exp(p - math.log(math.exp(p) + math.exp(q)))
  x = _gamma(self, a)
  y = _gamma(self, b)
  return x / (x + y)


def beta(self, a, b, size=None):
  _positive('a', a)
  _positive('b', b)
  return _many(size, lambda p, q: _beta(self, p, q), a, b)


def _chisquare(self, df):
  return 2.0 * _gamma(self, df / 2.0)


def chisquare(self, df, size=None):
  _positive('df', df)
  return _many(size, lambda d: _chisquare(self, d), df)


def _noncentral(self, df, nonc):
  if nonc == 0:
    return _chisquare(self, df)
  if df > 1:
    chi = _chisquare(self, df - 1)
    n = self._gauss() + math.sqrt(nonc)
    return chi + n * n
  return _chisquare(self, df + 2 * _poisson(self, nonc / 2.0))


def noncentral_chisquare(self, df, nonc, size=None):
  _positive('df', df)
  _not_negative('nonc', nonc)
  return _many(size, lambda d, n: _noncentral(self, d, n), df, nonc)


def f(self, dfnum, dfden, size=None):
  _positive('dfnum', dfnum)
  _positive('dfden', dfden)

  def draw(n, d):
    top = _chisquare(self, n) * d
    return top / (_chisquare(self, d) * n)
  return _many(size, draw, dfnum, dfden)


def noncentral_f(self, dfnum, dfden, nonc, size=None):
  _positive('dfnum', dfnum)
  _positive('dfden', dfden)
  _not_negative('nonc', nonc)

  def draw(n, d, c):
    t = _noncentral(self, n, c) * d
    return t / (_chisquare(self, d) * n)
  return _many(size, draw, dfnum, dfden, nonc)


def standard_t(self, df, size=None):
  _positive('df', df)

  def draw(d):
    top = self._gauss()
    return math.sqrt(d / 2) * top / math.sqrt(_gamma(self, d / 2))
  return _many(size, draw, df)


def standard_cauchy(self, size=None):
  def draw():
    top = self._gauss()
    return top / self._gauss()
  return _fill(size, draw)


def dirichlet(self, alpha, size=None):
  alpha = [float(a) for a in np.asarray(alpha).tolist()]
  if _legacy(self):
    _check(any(not a > 0 for a in alpha), 'alpha <= 0')
  else:
    _check(any(not a >= 0 for a in alpha), 'alpha < 0')
  k = len(alpha)
  shape = (k,) if size is None else _shape(size) + (k,)
  sums = [0.0] * k
  total = 0.0
  for j in range(k - 1, -1, -1):
    total += alpha[j]
    sums[j] = total
  made = []
  for _ in range(math.prod(shape[:-1])):
    if not _legacy(self) and k and max(alpha) < 0.1:
      left, row = 1.0, []
      for j in range(k - 1):
        v = _beta(self, alpha[j], sums[j + 1])
        row.append(left * v)
        left *= 1.0 - v
      made += row + [left]
      continue
    row = [_gamma(self, a) for a in alpha]
    total = 0.0
    for v in row:
      total += v
    made += [v * (1 / total) for v in row]
  return np.array(made, np.float64).reshape(shape)


# ---- of one exponential, one uniform
def pareto(self, a, size=None):
  _positive('a', a)
  if _legacy(self):
    return _many(size, lambda k: math.exp(_exp(self) / k) - 1, a)
  return _many(size, lambda k: math.expm1(_exp(self) / k), a)


def weibull(self, a, size=None):
  _not_negative('a', a)
  return _many(size, lambda k: 0.0 if k == 0.0 else _exp(self) ** (1.0 / k), a)


def power(self, a, size=None):
  _positive('a', a)
  if _legacy(self):
    return _many(size, lambda k: (1 - math.exp(-_exp(self))) ** (1.0 / k), a)
  return _many(size, lambda k: (-math.expm1(-_exp(self))) ** (1.0 / k), a)


def laplace(self, loc=0.0, scale=1.0, size=None):
  _not_negative('scale', scale)

  def draw(m, s):
    while True:
      u = self._double()
      if u >= 0.5:
        return m - s * math.log(2.0 - u - u)
      if u > 0.0:
        return m + s * math.log(u + u)
  return _many(size, draw, loc, scale)


def gumbel(self, loc=0.0, scale=1.0, size=None):
  _not_negative('scale', scale)

  def draw(m, s):
    while True:
      u = 1.0 - self._double()
      if u < 1.0:
        return m - s * math.log(-math.log(u))
  return _many(size, draw, loc, scale)


def logistic(self, loc=0.0, scale=1.0, size=None):
  _not_negative('scale', scale)

  def draw(m, s):
    while True:
      u = self._double()
      if u > 0.0:
        return m + s * math.log(u / (1.0 - u))
  return _many(size, draw, loc, scale)


def lognormal(self, mean=0.0, sigma=1.0, size=None):
  _not_negative('sigma', sigma)
  return _many(size, lambda m, s: math.exp(m + s * self._gauss()), mean, sigma)


def rayleigh(self, scale=1.0, size=None):
  _not_negative('scale', scale)
  if _legacy(self):
    return _many(size, lambda s: s * math.sqrt(-2.0 * math.log1p(-self._double())), scale)
  return _many(size, lambda s: s * math.sqrt(2.0 * _exp(self)), scale)


def wald(self, mean, scale, size=None):
  _positive('mean', mean)
  _positive('scale', scale)

  def draw(m, s):
    y = self._gauss()
    y = m * y * y
    if _legacy(self):
      x = m + m / (2 * s) * (y - math.sqrt(4 * s * y + y * y))
    else:
      x = m * (1 - 2 / (1 + math.sqrt(1 + 4 * s / y)))
    return x if self._double() <= m / (m + x) else m * m / x
  return _many(size, draw, mean, scale)


def vonmises(self, mu, kappa, size=None):
  _not_negative('kappa', kappa)

  def draw(m, k):
    if k < 1e-8:
      return math.pi * (2 * self._double() - 1)
    if k > 1e6 and not _legacy(self):
      made = m + math.sqrt(1.0 / k) * self._gauss()
      return made + 2 * math.pi if made < -math.pi else made - 2 * math.pi if made > math.pi else made
    if k < 1e-5:
      s = 1.0 / k + k
    else:
      r = 1 + math.sqrt(1 + 4 * k * k)
      rho = (r - math.sqrt(2 * r)) / (2 * k)
      s = (1 + rho * rho) / (2 * rho)
    while True:
      z = math.cos(math.pi * self._double())
      w = (1 + s * z) / (s + z)
      y = k * (s - w)
      v = self._double()
      if y * (2 - y) - v >= 0 or _log(y / v) + 1 - y >= 0:
        break
    made = math.acos(w)
    if self._double() < 0.5:
      made = -made
    made += m
    away = math.fmod(abs(made) + math.pi, 2 * math.pi) - math.pi
    return -away if made < 0 else away
  return _many(size, draw, mu, kappa)


def triangular(self, left, mode, right, size=None):
  _check(np.any(np.asarray(left) > np.asarray(mode)), 'left > mode')
  _check(np.any(np.asarray(mode) > np.asarray(right)), 'mode > right')
  _check(np.any(np.asarray(left) == np.asarray(right)), 'left == right')

  def draw(a, c, b):
    base = b - a
    ratio = (c - a) / base
    u = self._double()
    if u <= ratio:
      return a + math.sqrt(u * ((c - a) * base))
    return b - math.sqrt((1.0 - u) * ((b - c) * base))
  return _many(size, draw, left, mode, right)


# ---- counts
_LOGGAM = (8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04,
           8.417508417508418e-04, -1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02,
           1.796443723688307e-01, -1.39243221690590e+00)


def _loggam(x):
  if x in (1.0, 2.0):
    return 0.0
  n = int(7 - x) if x < 7.0 else 0
  at = x + n
  square = (1.0 / at) * (1.0 / at)
  made = _LOGGAM[9]
  for c in reversed(_LOGGAM[:9]):
    made *= square
    made += c
  made = made / at + 0.5 * 1.8378770664093453e+00 + (at - 0.5) * math.log(at) - at
  for _ in range(n):
    made -= math.log(at - 1.0)
    at -= 1.0
  return made


def _poisson(self, lam):
  if lam == 0:
    return 0
  if lam < 10:
    low, made, product = math.exp(-lam), 0, 1.0
    while True:
      product *= self._double()
      if product <= low:
        return made
      made += 1
  root, log = math.sqrt(lam), math.log(lam)
  b = 0.931 + 2.53 * root
  a = -0.059 + 0.02483 * b
  inverse = 1.1239 + 1.1328 / (b - 3.4)
  vr = 0.9277 - 3.6224 / (b - 2)
  while True:
    u = self._double() - 0.5
    v = self._double()
    us = 0.5 - abs(u)
    k = math.floor((2 * a / us + b) * u + lam + 0.43)
    if us >= 0.07 and v <= vr:
      return k
    if k < 0 or us < 0.013 and v > us:
      continue
    if _log(v) + math.log(inverse) - math.log(a / (us * us) + b) <= -lam + k * log - _loggam(k + 1):
      return k


def poisson(self, lam=1.0, size=None):
  _check(_any(lam, lambda v: not v >= 0), 'lam < 0 or lam contains NaNs' if np.ndim(lam) else 'lam < 0 or lam is NaN')
  most = 0x7fffffffffffffff - math.sqrt(0x7fffffffffffffff) * 10
  _check(_any(lam, lambda v: v > most), 'lam value too large')
  return _many(size, lambda v: _poisson(self, v), lam, dtype=np.int64)


def _binomial(self, n, p):
  if n == 0 or p == 0.0:
    return 0
  if p <= 0.5:
    return (_inversion if p * n <= 30.0 else _btpe)(self, n, p)
  q = 1.0 - p
  return n - (_inversion if q * n <= 30.0 else _btpe)(self, n, q)


def _inversion(self, n, p):
  q = 1.0 - p
  start = math.exp(n * (math.log(q) if _legacy(self) else math.log1p(-p)))
  mean = n * p
  bound = int(min(float(n), mean + 10.0 * math.sqrt(mean * q + 1)))
  x, px, u = 0, start, self._double()
  while u > px:
    x += 1
    if x > bound:
      x, px, u = 0, start, self._double()
    else:
      u -= px
      px = ((n - x + 1) * p * px) / (x * q)
  return x


def _btpe(self, n, p):
  r = min(p, 1.0 - p)
  q = 1.0 - r
  fm = n * r + r
  m = math.floor(fm)
  p1 = math.floor(2.195 * math.sqrt(n * r * q) - 4.6 * q) + 0.5
  xm = m + 0.5
  xl, xr = xm - p1, xm + p1
  c = 0.134 + 20.5 / (15.3 + m)
  a = (fm - xl) / (fm - xl * r)
  laml = a * (1.0 + a / 2.0)
  a = (xr - fm) / (xr * q)
  lamr = a * (1.0 + a / 2.0)
  p2 = p1 * (1.0 + 2.0 * c)
  p3 = p2 + c / laml
  p4 = p3 + c / lamr
  nrq = n * r * q
  while True:
    u, v = self._double() * p4, self._double()
    if u <= p1:
      return math.floor(xm - p1 * v + u)
    if u <= p2:
      x = xl + (u - p1) / c
      v = v * c + 1.0 - abs(m - x + 0.5) / p1
      if v > 1.0:
        continue
      y = math.floor(x)
    elif u <= p3:
      y = math.floor(xl + math.log(v) / laml) if v else -1
      if y < 0 or v == 0.0:
        continue
      v = v * (u - p2) * laml
    else:
      y = math.floor(xr - math.log(v) / lamr) if v else n + 1
      if y > n or v == 0.0:
        continue
      v = v * (u - p3) * lamr
    k = abs(y - m)
    if k > 20 and k < nrq / 2.0 - 1:
      rho = (k / nrq) * ((k * (k / 3.0 + 0.625) + 0.16666666666666666) / nrq + 0.5)
      t = -k * k / (2 * nrq)
      log = _log(v)
      if log < t - rho:
        return y
      if log > t + rho:
        continue
      x1, f1, z, w = y + 1.0, m + 1.0, n + 1.0 - m, n - y + 1.0
      tail = lambda s: (13680. - (462. - (132. - (99. - 140. / s) / s) / s) / s)
      if log > (xm * math.log(f1 / x1) + (n - m + 0.5) * math.log(z / w) + (y - m) * math.log(w * r / (x1 * q)) +
                tail(f1 * f1) / f1 / 166320. + tail(z * z) / z / 166320. + tail(x1 * x1) / x1 / 166320. +
                tail(w * w) / w / 166320.):
        continue
      return y
    s = r / q
    a = s * (n + 1)
    bound = 1.0
    for i in range(m + 1, y + 1):
      bound *= a / i - s
    for i in range(y + 1, m + 1):
      bound /= a / i - s
    if v <= bound:
      return y


def binomial(self, n, p, size=None):
  _check(_any(n, lambda v: v < 0), 'n < 0')
  _probability('p', p)
  return _many(size, lambda k, q: _binomial(self, int(k), float(q)), n, p, dtype=np.int64)


def negative_binomial(self, n, p, size=None):
  _positive('n', n)
  _check(_any(p, lambda v: not 0 < v <= 1), 'p <= 0, p > 1 or p contains NaNs' if np.ndim(p) else 'p <= 0, p > 1 or p is NaN')
  return _many(size, lambda k, q: _poisson(self, (1 - q) / q * _gamma(self, k)), n, p, dtype=np.int64)


def geometric(self, p, size=None):
  _check(_any(p, lambda v: not 0 < v <= 1), 'p <= 0, p > 1 or p contains NaNs' if np.ndim(p) else 'p <= 0, p > 1 or p is NaN')

  def draw(q):
    if q >= 0.333333333333333333333333:
      made, total, product, rest = 1, q, q, 1.0 - q
      u = self._double()
      while u > total:
        product *= rest
        total += product
        made += 1
      return made
    if _legacy(self):
      return math.ceil(math.log1p(-self._double()) / math.log(1.0 - q))
    return math.ceil(-_exp(self) / math.log1p(-q))
  return _many(size, draw, p, dtype=np.int64)


def logseries(self, p, size=None):
  _check(_any(p, lambda v: not 0 <= v < 1), 'p < 0, p >= 1 or p contains NaNs' if np.ndim(p) else 'p < 0, p >= 1 or p is NaN')

  def draw(q):
    r = math.log(1.0 - q) if _legacy(self) else math.log1p(-q)
    while True:
      v = self._double()
      if v >= q:
        return 1
      u = self._double()
      s = 1.0 - math.exp(r * u) if _legacy(self) else -math.expm1(r * u)
      if v <= s * s:
        made = math.floor(1 + _log(v) / math.log(s)) if v else 0
        if made < 1 or v == 0.0:
          continue
        return made
      return 1 if v >= s else 2
  return _many(size, draw, p, dtype=np.int64)


def zipf(self, a, size=None):
  _check(_any(a, lambda v: not v > 1), 'a <= 1 or a contains NaNs' if np.ndim(a) else 'a <= 1 or a is NaN')
  top = float(0x7fffffffffffffff)

  def draw(k):
    if k >= 1025 and not _legacy(self):
      return 1
    less = k - 1.0
    b = 2.0 ** less
    low = top ** -less
    while True:
      u = self._double()
      u = 1.0 - u if _legacy(self) else u * low + (1 - u)
      v = self._double()
      x = math.floor(u ** (-1.0 / less)) if u else 0
      if x > top or x < 1.0:
        continue
      t = (1.0 + 1.0 / x) ** less
      if v * x * (t - 1.0) / (b - 1.0) <= t / b:
        return x
  return _many(size, draw, a, dtype=np.int64)


def _log_factorial(k):
  if k < 126:
    return math.log(math.factorial(k)) if k > 1 else 0.0
  return (k + 0.5) * math.log(k) - k + (0.9189385332046728 + (1.0 / k) * (1 / 12.0 - 1 / (360.0 * k * k)))


def _hypergeometric_ratio(self, good, bad, sample, log, old):
  whole, less, more = good + bad, min(good, bad), max(good, bad)
  m = min(sample, whole - sample)
  if old:
    p = float(less) / whole
    q = 1.0 - p
    mean = m * p + 0.5
    width = math.sqrt((whole - m) * sample * p * q / (whole - 1) + 0.5)
  else:
    p, q = less / whole, more / whole
    mean = m * p + 0.5
    width = math.sqrt((whole - m) * m * p * q / (whole - 1.0) + 0.5)
  h = 1.7155277699214135 * width + 0.8989161620588988
  mode = math.floor((m + 1.0) * (less + 1) / (whole + 2))
  g = log(mode) + log(less - mode) + log(m - mode) + log(more - m + mode)
  b = min(min(m, less) + 1.0, math.floor(mean + 16 * width))
  while True:
    u, v = self._double(), self._double()
    x = mean + h * (v - 0.5) / u if u else -1.0
    if x < 0.0 or x >= b:
      continue
    k = math.floor(x)
    t = g - (log(k) + log(less - k) + log(m - k) + log(more - m + k))
    if u * (4.0 - u) - 3.0 <= t:
      break
    if u * (u - t) >= 1:
      continue
    if 2.0 * math.log(u) <= t:
      break
  if good > bad:
    k = m - k
  return good - k if m < sample else k


def hypergeometric(self, ngood, nbad, nsample, size=None):
  _check(_any(ngood, lambda v: v < 0), 'ngood < 0')
  _check(_any(nbad, lambda v: v < 0), 'nbad < 0')
  _check(_any(nsample, lambda v: v < (1 if _legacy(self) else 0)), 'nsample < 1' if _legacy(self) else 'nsample < 0')
  _check(np.any(np.asarray(ngood) + np.asarray(nbad) < np.asarray(nsample)), 'ngood + nbad < nsample')

  def old(good, bad, sample):
    if sample > 10:
      return _hypergeometric_ratio(self, good, bad, sample, lambda k: _loggam(k + 1), True)
    if sample <= 0:
      return 0
    rest, less = bad + good - sample, min(bad, good)
    y, k = float(less), sample
    while y > 0.0:
      y -= math.floor(self._double() + y / (rest + k))
      k -= 1
      if k == 0:
        break
    made = int(less - y)
    return sample - made if good > bad else made

  def new(good, bad, sample):
    whole = good + bad
    if 10 <= sample <= whole - 10:
      return _hypergeometric_ratio(self, good, bad, sample, _log_factorial, False)
    todo = whole - sample if sample > whole // 2 else sample
    left, left_good = whole, good
    while todo > 0 and left_good > 0 and left > left_good:
      left -= 1
      if (self._masked(left) if left else 0) < left_good:
        left_good -= 1
      todo -= 1
    if left == left_good:
      left_good -= todo
    return left_good if sample > whole // 2 else good - left_good
  return _many(size, old if _legacy(self) else new, ngood, nbad, nsample, dtype=np.int64)


def multinomial(self, n, pvals, size=None):
  pvals = [float(p) for p in np.asarray(pvals).tolist()]
  d = len(pvals)
  _check(n < 0, 'n < 0')
  total = 0.0
  for p in pvals[:-1]:
    total += p
  _check(any(not 0 <= p <= 1 for p in pvals), 'pvals < 0, pvals > 1 or pvals contains NaNs')
  _check(total > 1.0 + 1e-12, 'sum(pvals[:-1]) > 1.0' if _legacy(self) else 'sum(pvals[:-1]) > 1.0')
  shape = (d,) if size is None else _shape(size) + (d,)
  made = []
  for _ in range(math.prod(shape[:-1])):
    row, left, rest = [0] * d, n, 1.0
    for j in range(d - 1):
      row[j] = _binomial(self, left, pvals[j] / rest)
      left -= row[j]
      if left <= 0:
        break
      rest -= pvals[j]
    if left > 0:
      row[d - 1] = left
    made += row
  return np.array(made, np.int64).reshape(shape)


def multivariate_hypergeometric(self, colors, nsample, size=None, method='marginals'):
  raise NotImplementedError('Generator.multivariate_hypergeometric is not supported by tracepack')


def multivariate_normal(self, mean, cov, size=None, check_valid='warn', tol=1e-8, *, method='svd'):
  mean, cov = np.asarray(mean, np.float64), np.asarray(cov, np.float64)
  _check(mean.ndim != 1, 'mean must be 1 dimensional')
  _check(cov.ndim != 2 or cov.shape[0] != cov.shape[1], 'cov must be 2 dimensional and square')
  _check(mean.shape[0] != cov.shape[0], 'mean and cov must have same length')
  shape = (() if size is None else _shape(size)) + (mean.shape[0],)
  x = self.standard_normal(shape).reshape((-1, mean.shape[0]))
  if method == 'cholesky':
    factor = np.linalg.cholesky(cov)
  elif method == 'eigh':
    s, u = np.linalg.eigh(cov)
    factor = u * np.sqrt(s)
  elif method != 'svd':
    raise ValueError("method must be one of {'eigh', 'svd', 'cholesky'}")
  else:
    u, s, v = np.linalg.svd(cov)
    if check_valid != 'ignore' and not np.allclose(np.dot(v.T * s, v), cov, rtol=tol, atol=tol):
      if check_valid != 'warn':
        raise ValueError('covariance is not symmetric positive-semidefinite.')
      import warnings
      warnings.warn('covariance is not symmetric positive-semidefinite.', RuntimeWarning, 3)
    if _legacy(self):
      return (np.dot(x, np.sqrt(s)[:, None] * v) + mean).reshape(shape)
    factor = u * np.sqrt(s)
  return (mean + np.dot(x, factor.T)).reshape(shape)
