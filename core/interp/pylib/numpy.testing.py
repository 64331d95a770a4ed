"""numpy.testing: the checks that tests use, with NumPy's texts."""
import contextlib

import numpy as np


def _text(values, err_msg, header, verbose=True, precision=8, names=('ACTUAL', 'DESIRED')):
  lines = ['\n' + header]
  err_msg = str(err_msg)
  if err_msg:
    if '\n' not in err_msg and len(err_msg) < 79 - len(header):
      lines[0] += ' ' + err_msg
    else:
      lines.append(err_msg)
  if verbose:
    for name, value in zip(names, values):
      shown = np.array_repr(value, precision=precision) if isinstance(value, np.ndarray) else repr(value)
      if shown.count('\n') > 3:
        shown = '\n'.join(shown.splitlines()[:3]) + '...'
      lines.append(' %s: %s' % (name, shown))
  return '\n'.join(lines)


def _element(x, place):
  value = x if x.ndim == 0 else x[tuple(place)]
  if isinstance(value, bytes):
    return bytes(value)
  return value.item() if hasattr(value, 'item') else value


def _where(x, mask):
  return x[mask] if x.ndim else x


def _is_number(x):
  return x.dtype.kind in 'biufc'


def assert_array_compare(comparison, x, y, err_msg='', verbose=True, header='', precision=6, equal_nan=True,
                         equal_inf=True, strict=False, names=('ACTUAL', 'DESIRED')):
  x, y = np.asarray(x), np.asarray(y)
  ox, oy = x, y

  def fail(text, *values):
    raise AssertionError(_text(values or (ox, oy), text, header, verbose, precision, names))

  if not (x.shape == y.shape if strict else x.shape == () or y.shape == () or x.shape == y.shape) or (
      strict and x.dtype != y.dtype):
    fail(str(err_msg) + ('\n(shapes %s, %s mismatch)' % (x.shape, y.shape) if x.shape != y.shape else
                         '\n(dtypes %s, %s mismatch)' % (x.dtype, y.dtype)))

  def same_places(function, what):
    xs, ys = np.asarray(function(x)), np.asarray(function(y))
    if not np.all(xs == ys):
      fail(str(err_msg) + '\n%s location mismatch:' % what)
    return xs if xs.ndim == 0 else ys

  flagged = np.asarray(False)
  if _is_number(x) and _is_number(y):
    if equal_nan:
      flagged = same_places(np.isnan, 'nan')
    if equal_inf:
      infinite = same_places(lambda v: np.logical_and(np.isinf(v), np.logical_not(flagged)), 'inf')
      if np.any(infinite):
        both = x.ndim > 0 and y.ndim > 0
        if not np.all((x[infinite] if both else x) == (y[infinite] if both else y)):
          fail(str(err_msg) + '\ninf values mismatch:')
      flagged = np.asarray(np.logical_or(flagged, infinite))
  if flagged.ndim > 0:
    keep = np.logical_not(flagged)
    x = x if x.ndim == 0 else x[keep]
    y = y if y.ndim == 0 else y[keep]
    if x.size == 0:
      return
  elif flagged:
    return
  good = np.asarray(comparison(x, y))
  if np.all(good):
    return
  bad = np.logical_not(good)
  wrong = int(np.sum(bad))
  total = flagged.size if flagged.ndim else good.size
  remarks = ['Mismatched elements: %d / %d (%.3g%%)' % (wrong, total, 100 * wrong / total)]
  if bad.ndim:
    places = np.argwhere(keep)[bad] if flagged.ndim else np.argwhere(bad)
    lines = '\n'.join(' %s: %s (%s), %s (%s)' % (p.tolist(), _element(ox, p), names[0], _element(oy, p), names[1])
                      for p in places[:5])
    remarks.append(('Mismatch at index:' if len(places) == 1 else 'Mismatch at indices:' if len(places) <= 5 else
                    'First 5 mismatches are at indices:') + '\n' + lines)
  if _is_number(x) and _is_number(y) and not x.dtype.kind == y.dtype.kind == 'b':
    error = np.asarray(abs(x - y))
    if x.dtype.kind == 'u':
      error = np.minimum(error, abs(y - x))
    remarks.append('Max absolute difference among violations: ' + np.array2string(np.max(_where(error, bad))))
    counted = np.logical_and(bad, np.broadcast_to(y != 0, error.shape))
    relative = np.array(np.inf)
    if np.any(counted):
      relative = np.max(_where(error, counted) / abs(_where(np.broadcast_to(y, error.shape), counted)))
    remarks.append('Max relative difference among violations: ' + np.array2string(relative))
  fail(str(err_msg) + '\n' + '\n'.join(remarks))


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg='', verbose=True, strict=False):
  assert_array_compare(lambda x, y: np.isclose(x, y, rtol, atol, equal_nan), actual, desired, err_msg, verbose,
                       'Not equal to tolerance rtol=%g, atol=%g' % (rtol, atol), equal_nan=equal_nan, strict=strict)


def assert_array_equal(actual, desired, err_msg='', verbose=True, strict=False):
  assert_array_compare(lambda x, y: x == y, actual, desired, err_msg, verbose, 'Arrays are not equal', strict=strict)


def assert_array_less(x, y, err_msg='', verbose=True, strict=False):
  assert_array_compare(lambda x, y: x < y, x, y, err_msg, verbose, 'Arrays are not strictly ordered `x < y`',
                       equal_inf=False, strict=strict, names=('x', 'y'))


def assert_array_almost_equal(actual, desired, decimal=6, err_msg='', verbose=True):

  def close(x, y):
    return abs(x - y) < 1.5 * 10.0**-decimal

  assert_array_compare(close, actual, desired, err_msg, verbose, 'Arrays are not almost equal to %d decimals' % decimal,
                       precision=decimal)


def assert_equal(actual, desired, err_msg='', verbose=True, strict=False):
  if isinstance(desired, dict):
    if not isinstance(actual, dict):
      raise AssertionError(repr(type(actual)))
    assert_equal(len(actual), len(desired), err_msg, verbose)
    for key in desired:
      if key not in actual:
        raise AssertionError(repr(key))
      assert_equal(actual[key], desired[key], 'key=%r\n%s' % (key, err_msg), verbose)
    return
  if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
    assert_equal(len(actual), len(desired), err_msg, verbose)
    for k, (a, d) in enumerate(zip(actual, desired)):
      assert_equal(a, d, 'item=%r\n%s' % (k, err_msg), verbose)
    return
  if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
    return assert_array_equal(actual, desired, err_msg, verbose, strict)
  nans = [isinstance(v, (float, complex, np.floating, np.complexfloating)) and v != v for v in (actual, desired)]
  if nans[0] and nans[1]:
    return
  if nans[0] or nans[1] or not actual == desired:
    raise AssertionError(_text((actual, desired), err_msg, 'Items are not equal:', verbose))


def assert_almost_equal(actual, desired, decimal=7, err_msg='', verbose=True):
  if isinstance(actual, (np.ndarray, tuple, list)) or isinstance(desired, (np.ndarray, tuple, list)):
    return assert_array_almost_equal(actual, desired, decimal, err_msg)
  text = _text((actual, desired), err_msg, 'Arrays are not almost equal to %d decimals' % decimal, verbose)
  if not (np.isfinite(actual) and np.isfinite(desired)):
    if (actual != actual) != (desired != desired) or actual == actual and actual != desired:
      raise AssertionError(text)
    return
  if abs(desired - actual) >= 1.5 * 10.0**-decimal:
    raise AssertionError(text)


def assert_string_equal(actual, desired):
  if actual != desired:
    import difflib
    lines = difflib.Differ().compare(actual.splitlines(True), desired.splitlines(True))
    raise AssertionError('Differences in strings:\n' + ''.join(l for l in lines if l[:2] != '  ').rstrip())


def assert_(val, msg=''):
  if not val:
    raise AssertionError(msg() if callable(msg) else msg)


@contextlib.contextmanager
def _raising(exception, pattern=None):
  import re
  try:
    yield
  except exception as e:
    if pattern is not None and not re.search(pattern, str(e)):
      raise AssertionError('"%s" does not match "%s"' % (pattern, e)) from None
    return
  raise AssertionError('%s not raised' % exception.__name__)


def assert_raises(exception, function=None, *args, **kwargs):
  if function is None:
    return _raising(exception)
  with _raising(exception):
    function(*args, **kwargs)


def assert_raises_regex(exception, expected_regexp, function=None, *args, **kwargs):
  if function is None:
    return _raising(exception, expected_regexp)
  with _raising(exception, expected_regexp):
    function(*args, **kwargs)


IS_PYPY = IS_PYSTON = IS_WASM = IS_MUSL = IS_EDITABLE = NOGIL_BUILD = False
IS_64BIT, HAS_REFCOUNT, verbose = True, True, 0


class KnownFailureException(Exception):
  pass


class IgnoreException(Exception):
  pass


def build_err_msg(arrays, err_msg, header='Items are not equal:', verbose=True, names=('ACTUAL', 'DESIRED'), precision=8):
  return _text(arrays, err_msg, header, verbose, precision, names)


def assert_approx_equal(actual, desired, significant=7, err_msg='', verbose=True):
  actual, desired = float(actual), float(desired)
  if desired == actual:
    return
  text = _text((actual, desired), err_msg, 'Items are not equal to %d significant digits:' % significant, verbose)
  if not (np.isfinite(desired) and np.isfinite(actual)):
    if (actual != actual) != (desired != desired) or actual == actual and actual != desired:
      raise AssertionError(text)
    return
  scale = 10.0 ** np.floor(np.log10(0.5 * (abs(desired) + abs(actual))))
  a = desired / scale if scale else 0.0
  b = actual / scale if scale else 0.0
  if abs(a - b) >= 10.0 ** -(significant - 1):
    raise AssertionError(text)


def _steps(x, y, dtype=None):
  """How many numbers of the dtype lie between, place by place."""
  dtype = np.dtype(dtype or np.result_type(np.asarray(x), np.asarray(y)))
  if dtype.kind != 'f':
    dtype = np.dtype(np.float64)
  x, y = np.asarray(x, dtype), np.asarray(y, dtype)
  if np.isnan(x).any() or np.isnan(y).any():
    return np.full(np.broadcast_shapes(x.shape, y.shape), np.nan)
  name = 'i%d' % dtype.itemsize

  def ranks(v):
    v = np.frombuffer(v.tobytes(), name).astype(np.int64).reshape(v.shape)
    return np.where(v < 0, -(1 << 8 * dtype.itemsize - 1) - v, v)
  return abs(ranks(x) - ranks(y))


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
  steps = _steps(a, b, dtype)
  if not np.all(steps <= maxulp):
    raise AssertionError('Arrays are not almost equal up to %g ULP (max difference is %g ULP)' % (maxulp, np.max(steps)))
  return steps


def assert_array_almost_equal_nulp(x, y, nulp=1):
  x, y = np.asarray(x), np.asarray(y)
  bound = nulp * np.spacing(np.where(abs(x) > abs(y), abs(x), abs(y)))
  if not np.all(abs(x - y) <= bound):
    steps = np.max(_steps(x, y))
    raise AssertionError('Arrays are not equal to %d ULP (max is %g)' % (nulp, steps))


@contextlib.contextmanager
def _warning(category, name=None):
  import warnings
  with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always')
    yield
  if category is None and log:
    raise AssertionError('Got warnings%s: %s' % (' when calling %s' % name if name else '', log))
  if category is not None and not any(issubclass(w.category, category) for w in log):
    raise AssertionError('No warning raised' + (' when calling %s' % name if name else ''))


def assert_warns(warning_class, *args, **kwargs):
  if not args:
    return _warning(warning_class)
  with _warning(warning_class, args[0].__name__):
    return args[0](*args[1:], **kwargs)


def assert_no_warnings(*args, **kwargs):
  if not args:
    return _warning(None)
  with _warning(None, args[0].__name__):
    return args[0](*args[1:], **kwargs)


@contextlib.contextmanager
def tempdir(*args, **kwargs):
  import tempfile
  with tempfile.TemporaryDirectory(*args, **kwargs) as name:
    yield name


def __getattr__(name):
  if name in ('TestCase', 'SkipTest'):
    import unittest
    return getattr(unittest, name)
  raise AttributeError("module 'numpy.testing' has no attribute %r" % name)
