"""Polynomials by their coefficients, the highest power first."""
import numpy as np
from numpy import _extra, _more


def poly(seq_of_zeros):
  zeros = _more.atleast_1d(seq_of_zeros)
  if zeros.ndim == 2 and zeros.shape[0] == zeros.shape[1] and zeros.shape[0]:
    zeros = np.linalg.eigvals(zeros)
  elif zeros.ndim != 1:
    raise ValueError('input must be 1d or non-empty square 2d array.')
  if not zeros.size:
    return 1.0
  zeros = _more._floats(zeros)
  made = np.ones((1,), zeros.dtype)
  for zero in zeros:
    made = _extra.convolve(made, np.array([1, -zero], zeros.dtype))
  if made.dtype.kind == 'c' and np.all(_sorted(zeros) == _sorted(_more.conj(zeros))):
    made = made.real
  return made


def _sorted(z):
  return np.array(sorted(z.tolist(), key=lambda v: (v.real, v.imag)), z.dtype)


def roots(p):
  p = _more.atleast_1d(p)
  if p.ndim != 1:
    raise ValueError('Input must be a rank-1 array.')
  there = _more.nonzero(p)[0].tolist()
  if not there:
    return np.array([])
  trailing = len(p) - there[-1] - 1
  p = _more._floats(p[there[0]:there[-1] + 1])
  n = len(p)
  if n > 1:
    a = np.asarray(_more.diag(np.ones((n - 2,), p.dtype), -1))
    a[0, :] = -p[1:] / p[0]
    made = np.linalg.eigvals(a)
  else:
    made = np.array([])
  return np.concatenate([made, np.zeros((trailing,), made.dtype)])


def _coefficients(p):
  return p.coeffs if isinstance(p, poly1d) else _more.atleast_1d(p)


def _as_given(f):
  """A poly1d where one came in."""
  def function(a1, a2):
    made = f(_coefficients(a1), _coefficients(a2))
    if not isinstance(a1, poly1d) and not isinstance(a2, poly1d):
      return made
    return tuple(map(poly1d, made)) if isinstance(made, tuple) else poly1d(made)
  return function


@_as_given
def polyadd(a1, a2):
  a, b = _more._common(a1, a2)
  n = max(a.size, b.size)
  a, b = (np.concatenate([np.zeros((n - v.size,), v.dtype), v]) for v in (a, b))
  return a + b


@_as_given
def polysub(a1, a2):
  a, b = _more._common(a1, a2)
  n = max(a.size, b.size)
  a, b = (np.concatenate([np.zeros((n - v.size,), v.dtype), v]) for v in (a, b))
  return a - b


@_as_given
def polymul(a1, a2):
  return _extra.convolve(a1, a2)


@_as_given
def polydiv(u, v):
  w = _more._floats(u[0:1] + v[0:1])
  u, v = u.astype(w.dtype), v.astype(w.dtype)
  m, n = len(u) - 1, len(v) - 1
  scale = 1.0 / v[0]
  q = np.zeros((max(m - n + 1, 1),), w.dtype)
  r = np.array(u)
  for k in range(0, m - n + 1):
    d = scale * r[k]
    q[k] = d
    r[k:k + n + 1] = r[k:k + n + 1] - d * v
  while len(r) > 1 and np.allclose(r[0], 0, rtol=1e-14):
    r = r[1:]
  return q, r


def polyder(p, m=1):
  if m < 0:
    raise ValueError('Order of derivative must be positive (see polyint)')
  a = np.asarray(_coefficients(p))
  for _ in range(m):
    a = a[:-1] * np.arange(a.size - 1, 0, -1)
  return poly1d(a) if isinstance(p, poly1d) else a


def polyint(p, m=1, k=None):
  if m < 0:
    raise ValueError('Order of integral must be positive (see polyder)')
  k = np.zeros(m, float) if k is None else _more.atleast_1d(k)
  if len(k) == 1 and m > 1:
    k = k[0] * np.ones(m, float)
  if len(k) < m:
    raise ValueError('k must be a scalar or a rank-1 array of length 1 or >m.')
  a = np.asarray(_coefficients(p))
  for i in range(m):
    a = np.concatenate([a / np.arange(a.size, 0, -1), np.asarray([k[i]])])
  return poly1d(a) if isinstance(p, poly1d) else a


def polyval(p, x):
  p = _coefficients(p)
  y = poly1d([0]) if isinstance(x, poly1d) else np.zeros_like(np.asarray(x))
  x = x if isinstance(x, poly1d) else np.asarray(x)
  for c in p:
    y = y * x + c
  return y if isinstance(y, poly1d) else _more._scalar(np.asarray(y))


class poly1d:
  """A polynomial that adds, multiplies, divides and is called."""
  __hash__ = None

  def __init__(self, c_or_r, r=False, variable=None):
    if isinstance(c_or_r, poly1d):
      self.variable, self.coeffs = c_or_r.variable if variable is None else variable, c_or_r.coeffs
      return
    c = poly(c_or_r) if r else c_or_r
    c = _more.atleast_1d(c)
    if c.ndim > 1:
      raise ValueError('Polynomial must be 1d only.')
    while len(c) and c[0] == 0:
      c = c[1:]
    self.coeffs = c if len(c) else np.zeros((1,), c.dtype)
    self.variable = 'x' if variable is None else variable

  coef = c = coefficients = property(lambda self: self.coeffs)
  o = order = property(lambda self: len(self.coeffs) - 1)
  r = roots = property(lambda self: roots(self.coeffs))

  def __array__(self, dtype=None, copy=None):
    return np.asarray(self.coeffs, dtype)

  def __repr__(self):
    return 'poly1d(%s)' % repr(self.coeffs)[6:-1]

  def __len__(self):
    return self.order

  def __str__(self):
    var, shown, n = self.variable, '0', self.order
    numbers = ['%.4g' % c.real if c.imag == 0 else str(c) for c in self.coeffs.tolist()] if (
        self.coeffs.dtype.kind == 'c') else ['%.4g' % c for c in self.coeffs.tolist()]
    for k, text in enumerate(numbers):
      power = n - k
      if power == 0:
        term = text if text != '0' else '0' if k == 0 else ''
      elif power == 1:
        term = '' if text == '0' else var if text == 'b' else '%s %s' % (text, var)
      else:
        term = '' if text == '0' else '%s %s**%d' % (text, var, power)
      if k == 0:
        shown = term
      elif term:
        shown += ' - ' + term[1:] if term.startswith('-') else ' + ' + term
    return _raised(shown)

  def __call__(self, val):
    return polyval(self, val)

  def __neg__(self):
    return poly1d(-self.coeffs)

  def __pos__(self):
    return self

  def __mul__(self, other):
    return poly1d(self.coeffs * other) if np.isscalar(other) else poly1d(polymul(self.coeffs, _coefficients(other)))

  __rmul__ = __mul__

  def __add__(self, other):
    return poly1d(polyadd(self.coeffs, _coefficients(other)))

  __radd__ = __add__

  def __sub__(self, other):
    return poly1d(polysub(self.coeffs, _coefficients(other)))

  def __rsub__(self, other):
    return poly1d(polysub(_coefficients(other), self.coeffs))

  def __pow__(self, val):
    if not np.isscalar(val) or int(val) != val or val < 0:
      raise ValueError('Power to non-negative integers only.')
    made = [1]
    for _ in range(val):
      made = polymul(self.coeffs, made)
    return poly1d(made)

  def __truediv__(self, other):
    return poly1d(self.coeffs / other) if np.isscalar(other) else polydiv(self, poly1d(other))

  def __rtruediv__(self, other):
    return poly1d(other / self.coeffs) if np.isscalar(other) else polydiv(poly1d(other), self)

  def __eq__(self, other):
    if not isinstance(other, poly1d):
      return NotImplemented
    return self.coeffs.shape == other.coeffs.shape and bool((self.coeffs == other.coeffs).all())

  def __ne__(self, other):
    return not self == other if isinstance(other, poly1d) else NotImplemented

  def __getitem__(self, val):
    at = self.order - val
    return self.coeffs[at] if 0 <= val <= self.order else self.coeffs.dtype.type(0)

  def __setitem__(self, key, val):
    if key < 0:
      raise ValueError('Does not support negative powers.')
    if key > self.order:
      self.coeffs = np.concatenate([np.zeros((key - self.order,), self.coeffs.dtype), self.coeffs])
    self.coeffs[self.order - key] = val

  def __iter__(self):
    return iter(self.coeffs)

  def integ(self, m=1, k=0):
    return poly1d(polyint(self.coeffs, m, k))

  def deriv(self, m=1):
    return poly1d(polyder(self.coeffs, m))


poly1d.__module__ = 'numpy'


def _raised(text, wrap=70):
  """Powers in a line of their own, above."""
  import re
  n, line1, line2, output = 0, '', '', ' '
  while True:
    match = re.search(r'\*\*([0-9]*)', text[n:])
    if match is None:
      break
    begin, end = match.start() + n, match.end() + n
    part, power = text[n:begin], match.group(1)
    n = end
    below, above = part + ' ' * (len(power) - 1), ' ' * (len(part) - 1) + power
    if len(line2) + len(below) > wrap or len(line1) + len(above) > wrap:
      output += line1 + '\n' + line2 + '\n '
      line1, line2 = above, below
    else:
      line2 += part + ' ' * (len(power) - 1)
      line1 += ' ' * (len(part) - 1) + power
  output += line1 + '\n' + line2
  return output + text[n:]
