"""numpy.testing: the checks that tests of specs use. What differs is told in short."""
import numpy as np


def _fail(what, actual, desired, err_msg):
  raise AssertionError('\n%s\n%s\n ACTUAL: %r\n DESIRED: %r' % (what, err_msg, actual, desired))


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg='', verbose=True):
  a, b = np.asarray(actual), np.asarray(desired)
  same = a.shape == b.shape or a.ndim == 0 or b.ndim == 0
  if not same or not np.all(np.isclose(a, b, rtol, atol, equal_nan)):
    _fail('Not equal to tolerance rtol=%g, atol=%g' % (rtol, atol), a, b, err_msg)


def assert_array_equal(actual, desired, err_msg='', verbose=True):
  a, b = np.asarray(actual), np.asarray(desired)
  same = a.shape == b.shape or a.ndim == 0 or b.ndim == 0
  if not same or not np.all((a == b) | (a != a) & (b != b)):
    _fail('Arrays are not equal', a, b, err_msg)


def assert_equal(actual, desired, err_msg='', verbose=True):
  if isinstance(actual, (list, tuple, dict, str)) and type(actual) is type(desired):
    if actual != desired:
      _fail('Items are not equal:', actual, desired, err_msg)
    return
  assert_array_equal(actual, desired, err_msg)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg='', verbose=True):
  assert_allclose(actual, desired, 0, 1.5 * 10.0**-decimal, err_msg=err_msg)


assert_almost_equal = assert_array_almost_equal


def assert_raises(exception, function=None, *args, **kwargs):
  import contextlib

  @contextlib.contextmanager
  def checking():
    try:
      yield
    except exception:
      return
    raise AssertionError('%s not raised' % exception.__name__)
  if function is None:
    return checking()
  with checking():
    function(*args, **kwargs)
