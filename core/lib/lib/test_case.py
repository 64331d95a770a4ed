"""tf.test: TestCase and what tests ask for (framework/test_util.py, ops/gradient_checker_v2.py, absl.testing)."""
import contextlib
import functools
import math
import random
import re
import sys
import unittest

import numpy as np
import tensorflow as tf
from tensorflow_lib.base import refused

_SEED = 87654321  # what every test begins with


def _also_in_graphs(method):
  """In a graph the tensors among the arguments are checked when it runs."""

  @functools.wraps(method)
  def checked(self, *args, **kwargs):
    if not tf.inside_function():
      return method(self, *args, **kwargs)
    given = {'args': args, 'kwargs': kwargs}
    flat = tf.nest.flatten(given)
    places = [i for i, x in enumerate(flat) if tf.is_tensor(x)]

    def run(*tensors):
      for i, x in zip(places, tensors):
        flat[i] = x
      back = tf.nest.pack_sequence_as(given, flat)
      method(self, *back['args'], **back['kwargs'])

    tf.py_function(run, [flat[i] for i in places], [])

  return checked


def _is_ragged(x):
  return isinstance(x, tf.RaggedTensor)


def _where(condition):
  # As 1-d arrays even for a scalar.
  return np.where(np.atleast_1d(condition))


class _AbslTestCase(unittest.TestCase):
  """The assertions of absl.testing."""

  maxDiff = 80 * 20

  def shortDescription(self):
    name, text = self.id().removeprefix('__main__.'), super().shortDescription()
    return name if text is None else name + '\n' + text

  def fail(self, msg=None, user_msg=None):
    super().fail(self._formatMessage(user_msg, msg))

  def _size(self, container, msg):
    if not hasattr(container, '__len__'):
      self.fail('Expected a Sized object, got: %r' % type(container).__name__, msg)
    return len(container)

  def assertEmpty(self, container, msg=None):
    size = self._size(container, msg)
    if size:
      self.fail('%r has length of %d.' % (container, size), msg)

  def assertNotEmpty(self, container, msg=None):
    if not self._size(container, msg):
      self.fail('%r has length of 0.' % (container,), msg)

  def assertLen(self, container, expected_len, msg=None):
    size = self._size(container, msg)
    if size != expected_len:
      self.fail('%s has length of %d, expected %s.' % (unittest.safe_repr(container), size, expected_len), msg)

  def assertStartsWith(self, actual, expected_start, msg=None):
    if not actual.startswith(expected_start):
      self.fail('%r does not start with %r' % (actual, expected_start) + (' : %r' % msg if msg else ''))

  def assertNotStartsWith(self, actual, unexpected_start, msg=None):
    if actual.startswith(unexpected_start):
      self.fail('%r does start with %r' % (actual, unexpected_start), msg)

  def assertEndsWith(self, actual, expected_end, msg=None):
    if not actual.endswith(expected_end):
      self.fail('%r does not end with %r' % (actual, expected_end), msg)

  def assertNotEndsWith(self, actual, unexpected_end, msg=None):
    if actual.endswith(unexpected_end):
      self.fail('%r does end with %r' % (actual, unexpected_end), msg)

  def assertBetween(self, value, minv, maxv, msg=None):
    msg = self._formatMessage(msg, '"%r" unexpectedly not between "%r" and "%r"' % (value, minv, maxv))
    self.assertLessEqual(minv, value, msg)
    self.assertGreaterEqual(maxv, value, msg)

  def assertSequenceAlmostEqual(self, expected_seq, actual_seq, places=None, msg=None, delta=None):
    if len(expected_seq) != len(actual_seq):
      self.fail('Sequence size mismatch: %d vs %d' % (len(expected_seq), len(actual_seq)), msg)
    wrong = []
    for i, (a, b) in enumerate(zip(expected_seq, actual_seq)):
      try:
        self.assertAlmostEqual(a, b, places=places, msg=msg, delta=delta)
      except self.failureException as e:
        wrong.append('At index %d: %s' % (i, e))
    if wrong:
      self.fail(self._formatMessage(msg, '\n'.join(wrong[:30] + ['...'] * (len(wrong) > 30))))

  def assertContainsSubset(self, expected_subset, actual_set, msg=None):
    missing = set(expected_subset) - set(actual_set)
    if missing:
      self.fail('Missing elements %s\nExpected: %s\nActual: %s' % (missing, expected_subset, actual_set), msg)

  def assertNoCommonElements(self, expected_seq, actual_seq, msg=None):
    common = set(expected_seq) & set(actual_seq)
    if common:
      self.fail('Common elements %s\nExpected: %s\nActual: %s' % (common, expected_seq, actual_seq), msg)

  def assertSameElements(self, expected_seq, actual_seq, msg=None):
    expected, actual = list(dict.fromkeys(expected_seq)), list(dict.fromkeys(actual_seq))
    text = msg + ':\n' if msg else ''
    missing = sorted(x for x in expected if x not in actual)
    unexpected = sorted(x for x in actual if x not in expected)
    if missing:
      text += 'Expected, but missing:\n  %r\n' % (missing,)
    if unexpected:
      text += 'Unexpected, but present:\n  %r\n' % (unexpected,)
    if missing or unexpected:
      self.fail(text)

  def assertMultiLineEqual(self, first, second, msg=None):
    if first == second:
      return
    import difflib
    text = msg + ':\n' if msg else '\n'
    for line in difflib.ndiff(first.splitlines(True), second.splitlines(True)):
      text += line if line.endswith('\n') else line + '\n'
    raise self.failureException(text)

  def assertRaisesWithLiteralMatch(self, expected_exception, expected_exception_message, callable_obj=None, *args,
                                   **kwargs):

    @contextlib.contextmanager
    def checking():
      try:
        yield
      except expected_exception as e:
        self.assertEqual(expected_exception_message, str(e),
                         'Exception message does not match.\nExpected: %r\nActual: %r' % (
                             expected_exception_message, str(e)))
        return
      raise self.failureException('%s not raised' % expected_exception.__name__)

    if callable_obj is None:
      return checking()
    with checking():
      callable_obj(*args, **kwargs)

  def assertContainsInOrder(self, strings, target, msg=None):
    at, before = 0, ''
    for text in [strings] if isinstance(strings, str) else strings:
      found = target.find(text, at)
      if found < 0:
        self.fail('Did not find %r after %r in %r' % (text, before, target), msg)
      at, before = found + len(text), text

  def assertTotallyOrdered(self, *groups):
    for i, smaller in enumerate(groups):
      for bigger in groups[i + 1:]:
        for a in smaller:
          for b in bigger:
            self.assertLess(a, b)
            self.assertGreater(b, a)

  def assertDictEqual(self, a, b, msg=None):
    for name, value in (('a', a), ('b', b)):
      if not isinstance(value, dict):
        self.fail('%s should be a dict, found type: %s' % (name, type(value).__name__), msg)
    if a == b:
      return

    def in_order(items):
      try:
        return sorted(items)
      except TypeError:
        return items

    def text(d):
      pairs = sorted((unittest.safe_repr(k), unittest.safe_repr(v)) for k, v in d.items())
      return '{' + ', '.join('%s: %s' % pair for pair in pairs) + '}'

    lines = ['%s != %s%s' % (text(a), text(b), '(' + msg + ')' if msg else '')]
    of = unittest.safe_repr
    unexpected = ['%s: %s\n' % (of(k), of(v)) for k, v in in_order(list(b.items())) if k not in a]
    different = ['%s: %s != %s\n' % (of(k), of(v), of(b[k])) for k, v in in_order(list(a.items()))
                 if k in b and v != b[k]]
    missing = ['%s: %s\n' % (of(k), of(v)) for k, v in in_order(list(a.items())) if k not in b]
    for title, found in (('Unexpected, but present entries:', unexpected), ('repr() of differing entries:', different),
                         ('Missing entries:', missing)):
      if found:
        lines.append(title + '\n' + ''.join(found))
    raise self.failureException('\n'.join(lines))


class _Objects:
  """Stands for an array of objects: values of several shapes, which can only be compared one by one."""

  def __init__(self, size):
    self.shape, self.ndim, self.size = (size,), 1, size

  def __str__(self):
    return '[%d values]' % self.size


class _Session:
  """What `with self.cached_session() as sess` gives where ops run at once."""

  def __init__(self, case):
    self._case = case

  def run(self, fetches, *args, **kwargs):
    feed = kwargs.pop('feed_dict', {})
    if feed:
      raise RuntimeError('feed_dict is not supported when eager execution is enabled (in this case, sess.run(t) is '
                         'shorthand for t.numpy()')
    return self._case.evaluate(fetches)


#: tf.test.TestCase
class TensorFlowTestCase(_AbslTestCase):
  """unittest's TestCase with assertions about tensors."""

  def __init__(self, methodName='runTest'):
    super().__init__(methodName)
    self._tempdir = None

  def setUp(self):
    super().setUp()
    if self._testMethodName == 'test_session':
      self.skipTest('Not a test.')
    random.seed(_SEED)
    np.random.seed(_SEED)
    tf.random.set_seed(_SEED)

  def get_temp_dir(self):
    """A folder that is this test's own."""
    if not self._tempdir:
      import tempfile
      self._tempdir = tempfile.mkdtemp()
    return self._tempdir

  create_tempdir = get_temp_dir

  @contextlib.contextmanager
  def session(self, graph=None, config=None, use_gpu=True, force_gpu=False):
    yield _Session(self)

  cached_session = session
  test_session = session

  # ---- values
  def _evaluated(self, value):
    if value is None:
      return None
    if callable(value) and not hasattr(value, 'numpy'):
      return self.evaluate(value())
    if isinstance(value, tf.SparseTensor):
      return tf.compat.v1.SparseTensorValue(value.indices.numpy(), value.values.numpy(), value.dense_shape.numpy())
    if isinstance(value, tf.RaggedTensor):
      return tf.compat.v1.ragged.RaggedTensorValue(self._evaluated(value.values), value.row_splits.numpy())
    if hasattr(value, 'numpy') and callable(value.numpy):
      return value.numpy()
    raise ValueError('Unsupported type %r.' % type(value).__name__)

  def evaluate(self, tensors):
    """Structures of tensors as those of arrays."""
    return None if tensors is None else tf.nest.map_structure(self._evaluated, tensors)

  def _GetNdArray(self, a):
    if tf.is_tensor(a):
      a = self.evaluate(a)
    if isinstance(a, np.ndarray):
      return a
    try:
      return np.array(a)
    except ValueError as e:
      if 'inhomogeneous' not in str(e):
        raise
      return _Objects(len(a))

  def _array(self, a):
    return self._GetNdArray(a)

  # ---- near
  @_also_in_graphs
  def assertNear(self, f1, f2, err, msg=None):
    f1, f2 = np.squeeze(f1), np.squeeze(f2)
    if f1 != f2:
      diff = math.fabs(f1 - f2)
      self.assertTrue(diff <= err, '%f != %f +/- %f (difference: %g)%s' % (
          f1, f2, err, diff, ' (%s)' % msg if msg is not None else ''))

  @_also_in_graphs
  def assertArrayNear(self, farray1, farray2, err, msg=None):
    self.assertEqual(len(farray1), len(farray2), msg=msg)
    for f1, f2 in zip(farray1, farray2):
      self.assertNear(float(f1), float(f2), err, msg=msg)

  @_also_in_graphs
  def assertNDArrayNear(self, ndarray1, ndarray2, err, msg=None):
    self.assertTrue(np.linalg.norm(ndarray1 - ndarray2) < err, msg=msg)

  def _close_arrays(self, a, b, rtol, atol, msg):
    a, b = self._array(a), self._array(b)
    text = 'Shape mismatch: expected %s, got %s' % (a.shape, b.shape)
    if a.shape != b.shape and (b.ndim <= 3 or b.size < 500):
      text += ' with contents %s' % (b,)
    self.assertEqual(a.shape, b.shape, text + '.')
    if isinstance(a, _Objects) or isinstance(b, _Objects):
      raise TypeError('values of several shapes')
    dtype = a.dtype
    if a.dtype.name == 'bfloat16':
      a = a.astype(np.float32)
    if b.dtype.name == 'bfloat16':
      b = b.astype(np.float32)
    if np.allclose(a, b, rtol=rtol, atol=atol):
      return
    wrong = np.logical_or(np.abs(a - b) > atol + rtol * np.abs(b), np.isnan(a) != np.isnan(b))
    x, y = (a[wrong], b[wrong]) if a.ndim else (a, b)
    lines = [msg]
    if a.ndim:
      lines.append('not close where = %s' % (_where(wrong),))
    lines += ['not close lhs = %s' % (x,), 'not close rhs = %s' % (y,), 'not close dif = %s' % (np.abs(x - y),),
              'not close tol = %s' % (atol + rtol * np.abs(y),), 'dtype = %s, shape = %s' % (dtype, a.shape)]
    np.testing.assert_allclose(a, b, rtol=rtol, atol=atol, err_msg='\n'.join(lines), equal_nan=True)

  def _close(self, a, b, rtol, atol, path, msg):
    if _is_ragged(a) or _is_ragged(b):
      return self._ragged(a, b, msg, lambda x, y, where: self._close(x, y, rtol, atol, path, msg))
    where = '[' + ']['.join(str(p) for p in path) + ']' if path else ''
    msg = msg or ''
    a = a._asdict() if hasattr(a, '_asdict') else a
    b = b._asdict() if hasattr(b, '_asdict') else b
    if isinstance(a, dict) != isinstance(b, dict):
      raise ValueError("Can't compare dict to non-dict, a%s vs b%s. %s" % (where, where, msg))
    if isinstance(a, dict):
      self.assertItemsEqual(a.keys(), b.keys(), msg='mismatched keys: a%s has keys %s, but b%s has keys %s. %s' % (
          where, a.keys(), where, b.keys(), msg))
      for k in a:
        self._close(a[k], b[k], rtol, atol, path + [k], msg)
      return
    text = 'Mismatched value: a%s is different from b%s. %s' % (where, where, msg)
    if not isinstance(a, (list, tuple)):
      return self._close_arrays(a, b, rtol, atol, text)
    try:
      self._close_arrays(a, b, rtol, atol, text)
    except (ValueError, TypeError, NotImplementedError):
      if len(a) != len(b):
        raise ValueError('Mismatched length: a%s has %d items, but b%s has %d items. %s' % (
            where, len(a), where, len(b), msg))
      for i, (x, y) in enumerate(zip(a, b)):
        self._close(x, y, rtol, atol, path + [str(i)], msg)

  @_also_in_graphs
  def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
    self._close(a, b, rtol, atol, [], msg)

  @_also_in_graphs
  def assertAllCloseAccordingToType(self, a, b, rtol=1e-6, atol=1e-6, float_rtol=1e-6, float_atol=1e-6, half_rtol=1e-3,
                                    half_atol=1e-3, bfloat16_rtol=1e-2, bfloat16_atol=1e-2, msg=None):
    a, b = self._array(a), self._array(b)
    names = a.dtype.name, b.dtype.name
    for kinds, r, t in ((('float32', 'complex64'), float_rtol, float_atol), (('float16',), half_rtol, half_atol),
                        (('bfloat16',), bfloat16_rtol, bfloat16_atol)):
      if any(name in kinds for name in names):
        rtol, atol = max(rtol, r), max(atol, t)
    self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)

  @_also_in_graphs
  def assertNotAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
    try:
      self.assertAllClose(a, b, rtol=rtol, atol=atol, msg=msg)
    except AssertionError:
      return
    raise AssertionError('The two values are close at all elements. %s' % (msg or ''))

  # ---- equal
  def _list(self, a):
    if isinstance(a, tf.RaggedTensor):
      return a.to_list()
    if tf.is_tensor(a):
      a = self.evaluate(a)
    return a.tolist() if isinstance(a, (np.ndarray, np.generic)) else a

  def _ragged(self, a, b, msg, check=None):
    lists = self._list(a), self._list(b)

    def walk(x, y, where):
      self.assertEqual(type(x), type(y))
      if isinstance(x, (list, tuple)):
        self.assertLen(x, len(y), 'Length differs for %s' % where)
        for i in range(len(x)):
          walk(x[i], y[i], '%s[%d]' % (where, i))
      else:
        check(x, y, where)

    if check is None:
      self.assertEqual(lists[0], lists[1], msg)
    else:
      walk(lists[0], lists[1], 'value')
    if not isinstance(a, (list, tuple)) and not isinstance(b, (list, tuple)):
      self.assertEqual(a.ragged_rank if _is_ragged(a) else 0, b.ragged_rank if _is_ragged(b) else 0, msg)

  @_also_in_graphs
  def assertAllEqual(self, a, b, msg=None):
    if _is_ragged(a) or _is_ragged(b):
      return self._ragged(a, b, msg)
    msg = msg or ''
    a, b = self._array(a), self._array(b)
    text = 'Shape mismatch: expected %s, got %s.' % (a.shape, b.shape)
    if b.ndim <= 3 or b.size < 500:
      text += ' Contents: %r. \n%s.' % (b, msg)
    else:
      text += ' %s' % msg
    self.assertEqual(a.shape, b.shape, text)
    same = np.asarray(a == b)
    if a.dtype.kind == 'f':
      same = np.logical_or(same, np.logical_and(np.isnan(a), np.isnan(b)))
    if np.all(same):
      return
    lines, wrong = [msg], np.logical_not(same)
    x, y = a, b
    if a.ndim:
      x, y = a[wrong], b[wrong]
      lines.append('not equal where = %s' % (_where(wrong),))
    lines += ['not equal lhs = %r' % (x,), 'not equal rhs = %r' % (y,)]
    if a.dtype.kind != b.dtype.kind and {a.dtype.kind, b.dtype.kind} <= {'U', 'S', 'O'}:
      a, b = [np.array([x.encode() if isinstance(x, str) else bytes(x) for x in v.flatten().tolist()]) for v in (a, b)]
    np.testing.assert_array_equal(a, b, err_msg='\n'.join(lines))

  @_also_in_graphs
  def assertNotAllEqual(self, a, b, msg=None):
    try:
      self.assertAllEqual(a, b)
    except AssertionError:
      return
    raise AssertionError('The two values are equal at all elements. %s' % (msg or ''))

  # ---- bounds
  @_also_in_graphs
  def assertAllGreater(self, a, comparison_target):
    self.assertGreater(np.min(self._array(a)), comparison_target)

  @_also_in_graphs
  def assertAllLess(self, a, comparison_target):
    self.assertLess(np.max(self._array(a)), comparison_target)

  @_also_in_graphs
  def assertAllGreaterEqual(self, a, comparison_target):
    self.assertGreaterEqual(np.min(self._array(a)), comparison_target)

  @_also_in_graphs
  def assertAllLessEqual(self, a, comparison_target):
    self.assertLessEqual(np.max(self._array(a)), comparison_target)

  def _places(self, places, value):
    if np.ndim(value) == 0:
      return ['  [0] : ' + str(value)]
    places = np.transpose(places)
    lines = ['  %s : %s' % (place, value[tuple(place)]) for place in places[:10]]
    return lines + ['  ...'] * (len(places) > 10)

  @_also_in_graphs
  def assertAllInRange(self, target, lower_bound, upper_bound, open_lower_bound=False, open_upper_bound=False):
    target = self._array(target)
    if target.dtype.kind not in 'fiu':
      raise AssertionError('The value of %s does not have an ordered numeric type, instead it has type: %s' % (
          target, target.dtype))
    nans = _where(np.isnan(target))
    if np.size(nans):
      raise AssertionError('%d of the %d element(s) are NaN. Subscripts(s) and value(s) of the NaN element(s):\n%s' % (
          len(nans[0]), np.size(target), '\n'.join(self._places(nans, target))))
    bounds = '%s%s, %s%s' % ('(' if open_lower_bound else '[', lower_bound, upper_bound,
                             ')' if open_upper_bound else ']')
    low = target <= lower_bound if open_lower_bound else target < lower_bound
    high = target >= upper_bound if open_upper_bound else target > upper_bound
    out = _where(np.logical_or(low, high))
    if np.size(out):
      raise AssertionError('%d of the %d element(s) are outside the range %s. Subscript(s) and value(s) of the offending '
                           'elements:\n%s' % (len(out[0]), np.size(target), bounds,
                                              '\n'.join(self._places(out, target))))

  @_also_in_graphs
  def assertAllInSet(self, target, expected_set):
    target = self._array(target)
    known = list(expected_set)
    others = np.unique(target.flatten())
    others = others[np.array([x not in known for x in others.tolist()], bool)]
    if np.size(others):
      raise AssertionError('%d unique element(s) are not in the set %s: %s' % (np.size(others), expected_set, others))

  # ---- dtypes, shapes, devices, errors
  @_also_in_graphs
  def assertDTypeEqual(self, target, expected_dtype):
    self.assertEqual(self._array(target).dtype, expected_dtype)

  def assertShapeEqual(self, input_a, input_b, msg=None):
    shapes = []
    for name, x in (('input_a', input_a), ('input_b', input_b)):
      if not isinstance(x, (np.ndarray, np.generic, tf.Tensor)):
        raise TypeError('%s must be a Numpy ndarray, Numpy scalar, or a Tensor.Instead received %s' % (name, type(x)))
      shapes.append(x.shape.as_list() if isinstance(x, tf.Tensor) else x.shape)
    self.assertAllEqual(shapes[0], shapes[1], msg=msg)

  def assertDeviceEqual(self, device1, device2, msg=None):
    names = [d.to_string() if isinstance(d, tf.DeviceSpec) else tf.DeviceSpec.from_string(d or '').to_string()
             for d in (device1, device2)]
    self.assertEqual(names[0], names[1], 'Devices %s and %s are not equal. %s' % (names[0], names[1], msg))

  @_also_in_graphs
  def assertDictEqual(self, a, b, msg=None):
    try:
      super().assertDictEqual(a, b, msg)
    except Exception:
      self.assertSameElements(a.keys(), b.keys())
      for k, v in a.items():
        same = self.assertAllClose if self._array(v).dtype.kind == 'f' else self.assertAllEqual
        same(v, b[k], msg=k)

  @contextlib.contextmanager
  def assertRaisesWithPredicateMatch(self, exception_type, expected_err_re_or_predicate):

    def fits(e):
      if callable(expected_err_re_or_predicate):
        return expected_err_re_or_predicate(e)
      return re.search(expected_err_re_or_predicate, e.message if isinstance(e, tf.errors.OpError) else str(e))

    try:
      yield
      self.fail(exception_type.__name__ + ' not raised')
    except Exception as e:
      if not isinstance(e, exception_type) or not fits(e):
        raise AssertionError('Exception of type %s: %s' % (str(type(e)), str(e)))

  def assertRaisesOpError(self, expected_err_re_or_predicate):
    return self.assertRaisesWithPredicateMatch(tf.errors.OpError, expected_err_re_or_predicate)

  def assertRaisesIncompatibleShapesError(self, exception_type=None):
    return self.assertRaisesWithPredicateMatch(
        exception_type or tf.errors.InvalidArgumentError,
        'Incompatible shapes|Dimensions must be equal|required broadcastable shapes')

  def assertProtoEquals(self, expected_message_maybe_ascii, validate_message, msg=None, relative_tolerance=None):
    expected = expected_message_maybe_ascii
    if isinstance(expected, (str, bytes)):
      raise NotImplementedError('tf.test.TestCase.assertProtoEquals with a text: give the message itself')
    if expected != validate_message:
      self.assertMultiLineEqual(str(expected), str(validate_message), msg)

  assertItemsEqual = unittest.TestCase.assertCountEqual


TensorFlowTestCase.__module__ = 'tensorflow.python.framework.test_util'


class _Result(unittest.TextTestResult):
  """Lines for each test, as absl writes them."""

  def __init__(self, stream, descriptions, verbosity):
    super().__init__(stream, descriptions, 0)
    self._told = verbosity > 0

  def _line(self, tag, test, reason=None):
    if self._told:
      name = test.id()
      name = name[len('__main__.'):] if name.startswith('__main__.') else name
      self.stream.writeln('[%s] %s%s' % (tag, name, ' - ' + reason if reason else ''))

  def startTest(self, test):
    super().startTest(test)
    self._line(' RUN      ', test)

  def addSuccess(self, test):
    super().addSuccess(test)
    self._line('       OK ', test)

  def addError(self, test, err):
    super().addError(test, err)
    self._line('  FAILED  ', test)

  def addFailure(self, test, err):
    super().addFailure(test, err)
    self._line('  FAILED  ', test)

  def addSkip(self, test, reason):
    super().addSkip(test, reason)
    self._line('  SKIPPED ', test, reason)

  def addExpectedFailure(self, test, err):
    super().addExpectedFailure(test, err)
    self._line('       OK ', test)

  def addUnexpectedSuccess(self, test):
    super().addUnexpectedSuccess(test)
    self._line('  FAILED  ', test)


#: tf.test.main =main
def main(argv=None):
  """Runs the tests of the program, and ends it."""

  def runner():
    return unittest.TextTestRunner(resultclass=_Result)

  sys.stderr.write('Running tests under Python %s: %s\n' % (sys.version.split(' ')[0], sys.executable))
  unittest.main(argv=argv, testRunner=runner())


# ---- what is there
#: tf.test.is_built_with_cuda =is_built_with_cuda
def is_built_with_cuda():
  return False


#: tf.test.is_built_with_rocm =is_built_with_rocm
def is_built_with_rocm():
  return False


#: tf.test.is_built_with_gpu_support =is_built_with_gpu_support
def is_built_with_gpu_support():
  return False


#: tf.test.is_built_with_xla =is_built_with_xla
def is_built_with_xla():
  return True


#: tf.test.is_gpu_available =is_gpu_available
def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
  return False


#: tf.test.gpu_device_name =gpu_device_name
def gpu_device_name():
  return ''


#: tf.test.is_cpu_target_available =is_cpu_target_available
def is_cpu_target_available(target):
  """Could TensorFlow compile for this processor?"""
  if target.startswith(('arm', 'aarch64', 'ppc', 'powerpc', 's390x', 'x86')):
    return True
  assert False, 'Unknown CPU target: ' + target


#: tf.test.disable_with_predicate =disable_with_predicate
def disable_with_predicate(pred, skip_message):

  def decorator(func):

    @functools.wraps(func)
    def wrapper(self, *args, **kwargs):
      if pred():
        self.skipTest(skip_message)
      return func(self, *args, **kwargs)

    return wrapper

  return decorator


#: tf.test.with_eager_op_as_function =with_eager_op_as_function
def with_eager_op_as_function(cls=None, only_as_function=False):
  return (lambda cls: cls) if cls is None else cls


#: tf.test.assert_equal_graph_def =assert_equal_graph_def_v2
def assert_equal_graph_def_v2(expected, actual):
  """Do two GraphDefs have the same nodes, in whatever order?"""
  for name, graph in (('actual', actual), ('expected', expected)):
    if not isinstance(graph, tf.__internal__.GraphDef):
      raise TypeError('Expected tf.GraphDef for %s, got %s' % (name, type(graph).__name__))
  theirs = {node.name: node for node in actual.node}
  for node in expected.node:
    other = theirs.pop(node.name, None)
    if other is None:
      raise AssertionError("Did not find expected node '%s'" % node.name)
    if node.op != other.op:
      raise AssertionError("Node named '%s' has op '%s' that is not expected '%s'" % (node.name, other.op, node.op))
    if repr(node) != repr(other):
      raise AssertionError("Node named '%s' differs: %s, expected %s" % (node.name, other, node))
  if theirs:
    raise AssertionError("Found unexpected node '%s'" % next(iter(theirs)))


#: tf.test.create_local_cluster
create_local_cluster = refused('tf.test.create_local_cluster', 'no servers are started; test on this machine')
#: tf.test.benchmark_config
benchmark_config = refused('tf.test.benchmark_config', 'there are no sessions to configure; leave it out')


#: tf.test.experimental.sync_devices =sync_devices
def sync_devices():
  """Waits for nothing: ops are done when they return."""
  if not tf.executing_eagerly():
    raise RuntimeError('sync_devices() must only be called in Eager mode, outside tf.functions')


#: tf.test.Benchmark
class TensorFlowBenchmark:
  """Can be derived from; what it would measure is `tracepack bench`'s."""
  __not_implemented__ = True

  def report_benchmark(self, iters=None, cpu_time=None, wall_time=None, throughput=None, extras=None, name=None,
                       metrics=None):
    raise NotImplementedError('tf.test.Benchmark.report_benchmark: use timeit, or `tracepack bench`')

  def run_op_benchmark(self, *args, **kwargs):
    raise NotImplementedError('tf.test.Benchmark.run_op_benchmark: there are no sessions; use `tracepack bench`')


# ---- gradients against differences
def _numbers(x):
  """An array as a flat one of real numbers, of which it holds two for a complex one."""
  x = np.asarray(x)
  if x.dtype.kind == 'c':
    return np.stack([x.real, x.imag], axis=-1).ravel()
  return x.ravel()


def _filled(flat, shape, dtype):
  if dtype.is_complex:
    flat = flat.reshape((-1, 2))
    flat = flat[:, 0] + 1j * flat[:, 1]
  return tf.constant(np.array(flat, dtype=dtype.as_numpy_dtype).reshape(shape))


def _jacobians(f, y, xs, which, delta):
  x = xs[which]
  real = x.dtype.real_dtype.as_numpy_dtype
  x_shape, y_shape = tuple(x.shape), tuple(y.shape)
  x_size = int(np.prod(x_shape)) * (2 if x.dtype.is_complex else 1)
  y_size = int(np.prod(y_shape)) * (2 if y.dtype.is_complex else 1)

  def gradient(dy):
    with tf.GradientTape() as tape:
      tape.watch(xs)
      out = f(*xs)
    grad = tape.gradient(out, xs, output_gradients=dy)[which]
    return None if grad is None else tf.convert_to_tensor(grad).numpy()

  theory = np.zeros((y_size, x_size), dtype=real)
  for row in range(y_size):
    dy = np.zeros([y_size], y.dtype.real_dtype.as_numpy_dtype)
    dy[row] = 1
    grad = gradient(_filled(dy, y_shape, y.dtype))
    if grad is not None:
      theory[row, :] = _numbers(grad)
  if y_size == 0:
    grad = gradient(_filled(np.zeros([0], y.dtype.real_dtype.as_numpy_dtype), y_shape, y.dtype))
    if grad.shape != x_shape:
      raise ValueError('Empty gradient has wrong shape: expected %s, got %s' % (x.shape, grad.shape))
    if np.any(grad):
      raise ValueError('Empty tensor with nonzero gradients')
  scale = np.asarray(2 * delta, dtype=y.dtype.real_dtype.as_numpy_dtype)
  numeric = np.zeros((y_size, x_size), dtype=real)
  flat = np.array(_numbers(x.numpy()))
  for col in range(x_size):
    ends = []
    original = flat[col]
    for sign in (1, -1):
      flat[col] = original
      flat[col] += sign * delta
      ends.append(np.asarray(f(*(xs[:which] + [_filled(flat, x_shape, x.dtype)] + xs[which + 1:])).numpy()))
    flat[col] = original
    numeric[:, col] = _numbers((ends[0] - ends[1]) / scale)
  return theory, numeric


#: tf.test.compute_gradient =compute_gradient
def compute_gradient(f, x, delta=None):
  """Two tuples of Jacobians of f, one for each argument: by gradients, and by differences."""
  if not isinstance(x, (list, tuple)):
    raise ValueError('`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a %s' % type(x))
  delta = 1.0 / 1024 if delta is None else delta
  xs = [tf.convert_to_tensor(v) for v in x]
  y = f(*xs)
  pairs = []
  for i, t in enumerate(xs):
    if not (t.dtype.is_floating or t.dtype.is_complex):
      raise AssertionError('Cannot compute gradient for unsupported type %s of argument %s' % (t.dtype.name, i))
    if not (y.dtype.is_floating or y.dtype.is_complex):
      raise AssertionError('Cannot compute gradient for unsupported type %s of y' % y.dtype.name)
    pairs.append(_jacobians(f, y, xs, i, delta))
  return tuple(zip(*pairs))
