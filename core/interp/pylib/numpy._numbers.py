"""Functions of numbers that are met less often: parts of floats, bits, windows, running sums, products of stacks."""
import math

import numpy as np
from numpy import _more

_array, _floats, _scalar, _axis = _more._array, _more._floats, _more._scalar, _more._axis
atan2, acosh, asinh, atanh = _more.arctan2, _more.arccosh, _more.arcsinh, _more.arctanh
pow, concat = np.power, np.concatenate
bitwise_invert, bitwise_left_shift, bitwise_right_shift = _more.invert, _more.left_shift, _more.right_shift


def _each(f, dtype=None):
  def function(x):
    x = _floats(x)
    return _scalar(np.array([f(v) for v in x.ravel().tolist()], dtype or x.dtype).reshape(x.shape))
  return function


def _ufunc(name, inputs):
  return lambda f: np._ufunc_of(name, inputs, f)


@_ufunc('modf', 1)
def modf(x):
  x = _floats(x)
  pairs = [math.modf(v) if v == v and abs(v) != math.inf else (math.copysign(0.0, v) if v == v else v, v)
           for v in x.ravel().tolist()]
  return tuple(_scalar(np.array([p[i] for p in pairs], x.dtype).reshape(x.shape)) for i in (0, 1))


@_ufunc('frexp', 1)
def frexp(x):
  x = _floats(x)
  pairs = [math.frexp(v) for v in x.ravel().tolist()]
  return (_scalar(np.array([p[0] for p in pairs], x.dtype).reshape(x.shape)),
          _scalar(np.array([p[1] for p in pairs], np.int32).reshape(x.shape)))


def _pairs(a, b):
  a, b = np.asarray(a), np.asarray(b)
  a, b = _more.broadcast_arrays(a, b)
  return a, zip(a.ravel().tolist(), b.ravel().tolist())


@_ufunc('ldexp', 2)
def ldexp(x1, x2):
  x, e = _floats(x1), _array(x2)
  if e.dtype.kind not in 'iub':
    raise TypeError("ufunc 'ldexp' not supported for the input types, and the inputs could not be safely coerced to any "
                    "supported types according to the casting rule ''safe''")

  def one(v, n):
    try:
      return math.ldexp(v, n)
    except OverflowError:
      return math.copysign(math.inf, v)
  shaped, pairs = _pairs(x, e)
  return _scalar(np.array([one(v, n) for v, n in pairs], x.dtype).reshape(shaped.shape))


@_ufunc('nextafter', 2)
def nextafter(x1, x2):
  a, b = _more._common(x1, x2)
  a, b = _floats(a), _floats(b)
  if a.dtype == np.float16:
    shaped, pairs = _pairs(a, b)
    return _scalar(np.array([_next_half(v, w) for v, w in pairs], np.float16).reshape(shaped.shape))
  return _scalar(np._op('NextAfter', a, b))


def _next_half(v, w):
  if v != v or w != w or v == w:
    return w if v == w else math.nan
  if v == 0:
    return math.copysign(2.0**-24, w)
  up = (w > v) == (v > 0)
  size = abs(v)
  _, e = math.frexp(size if size != math.inf else 65520.0)
  step = 2.0**(max(e, -13) - 11)
  if size == math.inf:
    return math.copysign(65504.0, v)
  if not up and size == 2.0**(e - 1) and e > -13:
    step /= 2
  made = size + step if up else size - step
  return math.copysign(math.inf if made > 65504 else made, v)


@_ufunc('spacing', 1)
def spacing(x):
  x = _floats(x)
  digits, least = {2: (11, -24), 4: (24, -149), 8: (53, -1074)}[x.dtype.itemsize]

  def one(v):
    if v != v or abs(v) == math.inf:
      return math.nan
    return math.copysign(2.0**max(math.frexp(v)[1] - digits, least) if v else 2.0**least, v)
  return _scalar(np.array([one(v) for v in x.ravel().tolist()], x.dtype).reshape(x.shape))


@_ufunc('float_power', 2)
def float_power(x1, x2):
  a, b = _array(x1), _array(x2)
  dtype = np.complex128 if 'c' in (a.dtype.kind, b.dtype.kind) else np.float64
  return _scalar(np.asarray(np.power(a.astype(dtype), b.astype(dtype))))


@_ufunc('logaddexp2', 2)
def logaddexp2(x1, x2):
  a, b = _more._common(x1, x2)
  a, b = _floats(a), _floats(b)
  high = _more.maximum(a, b)
  made = high + np.log1p(_more.exp2(-abs(a - b))) * np.asarray(math.log2(math.e), a.dtype)[()]
  return _scalar(np.asarray(_more.where(a == b, a + np.asarray(1, a.dtype)[()], made)))


@_ufunc('bitwise_count', 1)
def bitwise_count(x):
  x = _array(x)
  if x.dtype.kind not in 'iu':
    raise TypeError("ufunc 'bitwise_count' not supported for the input types, and the inputs could not be safely coerced "
                    "to any supported types according to the casting rule ''safe''")
  return _scalar(np.array([abs(v).bit_count() for v in x.ravel().tolist()], np.uint8).reshape(x.shape))


# ---- bits and digits
def packbits(a, /, axis=None, bitorder='big'):
  a = np.asarray(a)
  if a.dtype.kind not in 'biu':
    raise TypeError('Expected an input array of integer or boolean data type')
  if bitorder not in ('big', 'little'):
    raise ValueError("'order' must be either 'little' or 'big'")
  a = a.ravel() if axis is None else a
  last = _more.moveaxis(a, -1 if axis is None else axis, -1)
  rows = []
  for row in _more._truth(last).reshape((-1, last.shape[-1])).tolist():
    row += [False] * (-len(row) % 8)
    made = []
    for i in range(0, len(row), 8):
      bits = row[i:i + 8] if bitorder == 'big' else row[i:i + 8][::-1]
      made.append(sum(128 >> k for k, bit in enumerate(bits) if bit))
    rows.append(made)
  made = np.array(rows, np.uint8).reshape(last.shape[:-1] + ((last.shape[-1] + 7) // 8,))
  return _more.moveaxis(made, -1, -1 if axis is None else axis)


def unpackbits(a, /, axis=None, count=None, bitorder='big'):
  a = np.asarray(a)
  if a.dtype != np.uint8:
    raise TypeError('Expected an input array of unsigned byte data type')
  a = a.ravel() if axis is None else a
  axis = -1 if axis is None else axis
  last = _more.moveaxis(a, axis, -1)
  order = range(7, -1, -1) if bitorder == 'big' else range(8)
  made = np.array([[v >> k & 1 for k in order] for v in last.ravel().tolist()], np.uint8)
  made = made.reshape(last.shape[:-1] + (last.shape[-1] * 8,))
  if count is not None:
    n = made.shape[-1]
    if count > n:
      made = np.concatenate([made, np.zeros(made.shape[:-1] + (count - n,), np.uint8)], -1)
    else:
      made = made[..., :count]
  return _more.moveaxis(made, -1, axis)


def binary_repr(num, width=None):
  import operator
  num = operator.index(num)

  def warn_if_narrow(need):
    if width is not None and width < need:
      raise ValueError('Insufficient bit width=%d provided for binwidth=%d' % (width, need))
  if num == 0:
    return '0' * (width or 1)
  if num > 0:
    warn_if_narrow(len(bin(num)) - 2)
    return bin(num)[2:].zfill(width or 0)
  if width is None:
    return '-' + bin(-num)[2:]
  need = len(bin(-num)) - 2
  if 2**(need - 1) == -num:
    need -= 1
  warn_if_narrow(need + 1)
  return bin(2**width + num)[2:].rjust(width, '1')


def base_repr(number, base=2, padding=0):
  if base > 36:
    raise ValueError('Bases greater than 36 not handled in base_repr.')
  if base < 2:
    raise ValueError('Bases less than 2 not handled in base_repr.')
  digits, n, made = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', abs(int(number)), []
  while n:
    made.append(digits[n % base])
    n //= base
  made.append('0' * padding)
  if not ''.join(made):
    made = ['0']
  if number < 0:
    made.append('-')
  return ''.join(reversed(made))


# ---- running sums, and ones that leave NaNs out
def _running(f):
  def function(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    x = np.atleast_1d(x)
    if axis is None:
      if x.ndim != 1:
        raise ValueError('For arrays which have more than one dimension ``axis`` argument is required.')
      axis = 0
    made = f(x, axis, dtype)
    if include_initial:
      shape = list(made.shape)
      shape[axis] = 1
      made = np.concatenate([np.full(shape, 0 if f is _more.cumsum else 1, made.dtype), made], axis)
    return made
  return function


cumulative_sum, cumulative_prod = _running(_more.cumsum), _running(_more.cumprod)


def _without(f, value):
  def function(a, axis=None, dtype=None, out=None):
    a = np.asarray(a)
    if a.dtype.kind in 'fc':
      a = _more.where(np.isnan(a), np.asarray(value, a.dtype), a)
    return f(a, axis, dtype)
  return function


nancumsum, nancumprod = _without(_more.cumsum, 0), _without(_more.cumprod, 1)


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False):
  a = _floats(a)
  if np.ndim(q):
    return _more.stack([np.asarray(nanquantile(a, v, axis, method=method, keepdims=keepdims)) for v in np.ravel(q)])
  if method != 'linear':
    raise NotImplementedError('np.nanquantile with method=%r is not supported by tracepack' % method)
  if not 0 <= q <= 1:
    raise ValueError('Quantiles must be in the range [0, 1]')

  def one(row):
    row = [v for v in row if v == v]
    return float(_more.quantile(np.array(row), q)) if row else math.nan
  made = _scalar(_more._along(a, axis, one))
  if keepdims:
    made = np.asarray(made).reshape((1,) * a.ndim) if axis is None else _more.expand_dims(made, axis)
  return made


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method='linear', keepdims=False):
  q = np.asarray(q) / 100
  if np.any(q < 0) or np.any(q > 1):
    raise ValueError('Percentiles must be in the range [0, 100]')
  return nanquantile(a, q[()] if not np.ndim(q) else q, axis, out, overwrite_input, method, keepdims)


# ---- signals
def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
  p = np.asarray(p)
  rank = p.ndim
  dd = _more.diff(p, axis=axis)
  discont = period / 2 if discont is None else discont
  whole = isinstance(period, int) and p.dtype.kind in 'iu'
  if whole:
    high, rem = divmod(period, 2)
    ambiguous = rem == 0
  else:
    p = _floats(p)
    dd = _floats(dd)
    high, ambiguous = period / 2, True
  low = -high
  made = _more.mod(dd - low, period) + low
  if ambiguous:
    made = _more.where((made == low) & (dd > 0), np.asarray(high, made.dtype), made)
  correct = _more.where(abs(dd) < discont, np.asarray(0, made.dtype), made - dd)
  at = [slice(None)] * rank
  at[axis] = slice(1, None)
  up = np.array(p)
  up[tuple(at)] = p[tuple(at)] + _more.cumsum(correct, axis)
  return up


def _window(f):
  def function(M):
    M = int(M) if float(M).is_integer() else M
    if M < 1:
      return np.array([], np.float64)
    if M == 1:
      return np.ones(1)
    return f(np.arange(1 - M, M, 2).astype(np.float64), M)
  return function


bartlett = _window(lambda n, M: _more.where(n <= 0, 1 + n / (M - 1), 1 - n / (M - 1)))
blackman = _window(lambda n, M: 0.42 + 0.5 * np.cos(np.pi * n / (M - 1)) + 0.08 * np.cos(2.0 * np.pi * n / (M - 1)))
hanning = _window(lambda n, M: 0.5 + 0.5 * np.cos(np.pi * n / (M - 1)))
hamming = _window(lambda n, M: 0.54 + 0.46 * np.cos(np.pi * n / (M - 1)))


def kaiser(M, beta):
  if M == 1:
    return np.ones(1)
  alpha = (M - 1) / 2.0
  n = np.arange(0, M)
  return i0(beta * np.sqrt(1 - ((n - alpha) / alpha) ** 2.0)) / i0(float(beta))


_NEAR = [
    -4.41534164647933937950E-18, 3.33079451882223809783E-17, -2.43127984654795469359E-16, 1.71539128555513303061E-15,
    -1.16853328779934516808E-14, 7.67618549860493561688E-14, -4.85644678311192946090E-13, 2.95505266312963983461E-12,
    -1.72682629144155570723E-11, 9.67580903537323691224E-11, -5.18979560163526290666E-10, 2.65982372468238665035E-9,
    -1.30002500998624804212E-8, 6.04699502254191894932E-8, -2.67079385394061173391E-7, 1.11738753912010371815E-6,
    -4.41673835845875056359E-6, 1.64484480707288970893E-5, -5.75419501008210370398E-5, 1.88502885095841655729E-4,
    -5.76375574538582365885E-4, 1.63947561694133579842E-3, -4.32430999505057594430E-3, 1.05464603945949983183E-2,
    -2.37374148058994688156E-2, 4.93052842396707084878E-2, -9.49010970480476444210E-2, 1.71620901522208775349E-1,
    -3.04682672343198398683E-1, 6.76795274409476084995E-1]
_FAR = [
    -7.23318048787475395456E-18, -4.83050448594418207126E-18, 4.46562142029675999901E-17, 3.46122286769746109310E-17,
    -2.82762398051658348494E-16, -3.42548561967721913462E-16, 1.77256013305652638360E-15, 3.81168066935262242075E-15,
    -9.55484669882830764870E-15, -4.15056934728722208663E-14, 1.54008621752140982691E-14, 3.85277838274214270114E-13,
    7.18012445138366623367E-13, -1.79417853150680611778E-12, -1.32158118404477131188E-11, -3.14991652796324136454E-11,
    1.18891471078464383424E-11, 4.94060238822496958910E-10, 3.39623202570838634515E-9, 2.26666899049817806459E-8,
    2.04891858946906374183E-7, 2.89137052083475648297E-6, 6.88975834691682398426E-5, 3.36911647825569408990E-3,
    8.04490411014108831608E-1]


def _chebyshev(x, terms):
  b0, b1 = terms[0], 0.0
  for c in terms[1:]:
    b2, b1 = b1, b0
    b0 = x * b1 - b2 + c
  return 0.5 * (b0 - b2)


@_each
def _bessel(x):
  x = abs(x)
  if x <= 8.0:
    return math.exp(x) * _chebyshev(x / 2.0 - 2, _NEAR)
  return math.exp(x) * _chebyshev(32.0 / x - 2.0, _FAR) / math.sqrt(x)


def i0(x):
  x = np.asarray(x)
  if x.dtype.kind == 'c':
    raise TypeError('i0 not supported for complex values')
  return np.asarray(_bessel(x))


# ---- products of stacks
def vecdot(x1, x2, axis=-1):
  a, b = _more._common(x1, x2)
  if axis != -1:
    a, b = _more.moveaxis(a, axis, -1), _more.moveaxis(b, axis, -1)
  if a.shape[-1] != b.shape[-1]:
    raise ValueError("vecdot: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n),(n)->() "
                     "(size %d is different from %d)" % (b.shape[-1], a.shape[-1]))
  return _scalar(np.asarray((_more.conj(a) * b).sum(axis=-1)))


def matvec(x1, x2):
  a, b = _more._common(x1, x2)
  if a.shape[-1] != b.shape[-1]:
    raise ValueError("matvec: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
                     "(m,n),(n)->(m) (size %d is different from %d)" % (b.shape[-1], a.shape[-1]))
  return _more.squeeze(np.matmul(a, b[..., None]), -1)


def vecmat(x1, x2):
  a, b = _more._common(x1, x2)
  if a.shape[-1] != b.shape[-2]:
    raise ValueError("vecmat: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
                     "(n),(n,m)->(m) (size %d is different from %d)" % (b.shape[-2], a.shape[-1]))
  return _more.squeeze(np.matmul(_more.conj(a)[..., None, :], b), -2)


def format_float_scientific(x, precision=None, unique=True, trim='k', sign=False, pad_left=None, exp_digits=None,
                            min_digits=None):
  x = _array(x)
  v = x.item()
  if v != v or abs(v) == math.inf:
    return str(v)
  text = '%.*e' % (precision, v) if precision is not None and not unique else None
  if text is None:
    import decimal
    digits = decimal.Decimal(str(x[()] if isinstance(x, np.ndarray) else x))
    _, figures, exponent = digits.as_tuple()
    figures = ''.join(map(str, figures)).lstrip('0') or '0'
    power = len(figures) + exponent - 1 if v else 0
    figures = figures.rstrip('0') or '0'
    if precision is not None and len(figures) > precision + 1:
      text = '%.*e' % (precision, v)
    else:
      text = ('-' if math.copysign(1, v) < 0 else '') + figures[0] + '.' + figures[1:] + 'e%+03d' % power
  body, power = text.split('e')
  if '.' not in body:
    body += '.'
  if min_digits is not None:
    body += '0' * (min_digits - len(body.split('.')[1]))
  if trim == '-':
    body = body.rstrip('0').rstrip('.')
  elif trim == '0':
    body = body.rstrip('0')
    body += '0' if body.endswith('.') else ''
  elif trim == '.':
    body = body.rstrip('0')
  if unique is False and trim == 'k' and precision is not None:
    body += '0' * (precision - len(body.split('.')[1]))
  power = power[0] + power[1:].zfill(exp_digits or 2)
  if sign and body[0] != '-':
    body = '+' + body
  if pad_left is not None:
    body = ' ' * (pad_left - len(body.split('.')[0])) + body
  return body + 'e' + power


def einsum_path(subscripts, *operands, optimize='greedy', einsum_call=False):
  raise NotImplementedError('np.einsum_path is not supported by tracepack')
