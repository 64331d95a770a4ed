"""Tests as methods of classes: TestCase with its assertions, and what finds and runs them."""
import collections
import contextlib
import difflib
import functools
import pprint
import re
import sys
import time
import traceback
import warnings


class SkipTest(Exception):
    """Raised by a test to be left out."""


class _ShouldStop(Exception):
    pass


# ---- texts
def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    return text if not short or len(text) < 80 else text[:80] + ' [truncated]...'


def _cut(text, before, behind):
    skipped = len(text) - before - behind
    return '%s[%d chars]%s' % (text[:before], skipped, text[len(text) - behind:]) if skipped > 12 else text


def _short(*args):
    """Their reprs; where one is long, what they begin with in common is cut."""
    texts = tuple(safe_repr(a) for a in args)
    longest = max(len(t) for t in texts)
    if longest <= 80:
        return texts
    common = 0
    while all(len(t) > common for t in texts) and len(set(t[common] for t in texts)) == 1:
        common += 1
    prefix = texts[0][:common]
    room = 80 - (longest - common + 5 + 12)
    if room > 5:
        prefix = _cut(prefix, 5, room)
        return tuple(prefix + t[common:] for t in texts)
    prefix = _cut(prefix, 5, 5)
    return tuple(prefix + _cut(t[common:], 41, 5) for t in texts)


def strclass(cls):
    return '%s.%s' % (cls.__module__, cls.__qualname__)


class util:
    safe_repr = staticmethod(safe_repr)
    strclass = staticmethod(strclass)


# ---- marks
def _identity(x):
    return x


def skip(reason):
    def mark(item):
        if not isinstance(item, type):
            @functools.wraps(item)
            def skipped(*args, **kwargs):
                raise SkipTest(reason)
            item = skipped
        item.__unittest_skip__ = True
        item.__unittest_skip_why__ = reason
        return item

    if callable(reason) and not isinstance(reason, str):
        item, reason = reason, ''
        return mark(item)
    return mark


def skipIf(condition, reason):
    return skip(reason) if condition else _identity


def skipUnless(condition, reason):
    return _identity if condition else skip(reason)


def expectedFailure(item):
    item.__unittest_expecting_failure__ = True
    return item


# ---- contexts of assertions
class _Raises:
    def __init__(self, expected, case, regex=None):
        self.expected, self.case = expected, case
        self.regex = re.compile(regex) if isinstance(regex, (str, bytes)) else regex
        self.msg = self.obj_name = self.exception = None

    def handle(self, name, args, kwargs):
        kinds = self.expected if isinstance(self.expected, tuple) else (self.expected,)
        if not all(isinstance(k, type) and issubclass(k, BaseException) for k in kinds):
            raise TypeError('%s() arg 1 must be an exception type or tuple of exception types' % name)
        if not args:
            self.msg = kwargs.pop('msg', None)
            if kwargs:
                raise TypeError('%r is an invalid keyword argument for this function' % (next(iter(kwargs)),))
            return self
        function, *args = args
        self.obj_name = getattr(function, '__name__', str(function))
        with self:
            function(*args, **kwargs)

    def _fail(self, text):
        raise self.case.failureException(self.case._formatMessage(self.msg, text))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, tb):
        if kind is None:
            name = getattr(self.expected, '__name__', str(self.expected))
            self._fail('%s not raised by %s' % (name, self.obj_name) if self.obj_name else '%s not raised' % name)
        if not issubclass(kind, self.expected):
            return False
        self.exception = value.with_traceback(None)
        if self.regex is not None and not self.regex.search(str(value)):
            self._fail('"%s" does not match "%s"' % (self.regex.pattern, value))
        return True


class _Warns(_Raises):
    def handle(self, name, args, kwargs):
        if not args:
            self.msg = kwargs.pop('msg', None)
            return self
        function, *args = args
        self.obj_name = getattr(function, '__name__', str(function))
        with self:
            function(*args, **kwargs)

    def __enter__(self):
        self._catching = warnings.catch_warnings(record=True)
        self.warnings = self._catching.__enter__()
        warnings.simplefilter('always', self.expected)
        return self

    def __exit__(self, kind, value, tb):
        self._catching.__exit__(kind, value, tb)
        if kind is not None:
            return False
        first = None
        for one in self.warnings:
            if not isinstance(one.message, self.expected):
                continue
            first = first or one.message
            if self.regex is not None and not self.regex.search(str(one.message)):
                continue
            self.warning, self.filename, self.lineno = one.message, one.filename, one.lineno
            return False
        if first is not None:
            self._fail('"%s" does not match "%s"' % (self.regex.pattern, first))
        name = getattr(self.expected, '__name__', str(self.expected))
        self._fail('%s not triggered by %s' % (name, self.obj_name) if self.obj_name else '%s not triggered' % name)


class _Logs:
    """What is logged inside: `records`, and `output` as LEVEL:NAME:MESSAGE."""

    def __init__(self, case, logger, level, none):
        import logging
        self._case, self._none = case, none
        self._logger = logger if isinstance(logger, logging.Logger) else logging.getLogger(logger)
        names = {'CRITICAL': 50, 'ERROR': 40, 'WARNING': 30, 'INFO': 20, 'DEBUG': 10}
        self._level = names.get(level, level) if level else 20
        self.records, self.output = [], []

    def __enter__(self):
        import logging
        self._formatter = logging.Formatter('%(levelname)s:%(name)s:%(message)s')
        handler = logging.Handler()
        handler.setLevel(self._level)
        handler.setFormatter(self._formatter)
        handler.emit = self._take
        log = self._logger
        self._old = log.handlers[:], log.level, log.propagate
        log.handlers, log.propagate = [handler], False
        log.setLevel(self._level)
        return None if self._none else self

    def _take(self, record):
        self.records.append(record)
        self.output.append(self._formatter.format(record))

    def __exit__(self, kind, value, tb):
        log = self._logger
        log.handlers, level, log.propagate = self._old
        log.setLevel(level)
        if kind is not None:
            return False
        if self._none and self.records:
            self._case.fail('Unexpected logs found: %r' % (self.output,))
        if not self._none and not self.records:
            import logging
            self._case.fail('no logs of level %s or higher triggered on %s' % (
                logging.getLevelName(self._level), log.name))


# ---- cases
def _of_types(method):
    return lambda self, first, second, msg=None: getattr(self, method)(first, second, msg=msg)


class TestCase:
    """A test is a method whose name begins with `test`."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8

    def __init__(self, methodName='runTest'):
        self._testMethodName = methodName
        self._cleanups = []
        self._subtests = None
        self._type_equality_funcs = {}
        method = getattr(self, methodName, None)
        if method is None and methodName != 'runTest':
            raise ValueError('no such test method in %s: %s' % (self.__class__, methodName))
        self._testMethodDoc = getattr(method, '__doc__', None)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls._class_cleanups = []

    def setUp(self):
        pass

    def tearDown(self):
        pass

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def addTypeEqualityFunc(self, typeobj, function):
        self._type_equality_funcs[typeobj] = function

    def addCleanup(self, function, /, *args, **kwargs):
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        value = cm.__enter__()
        self.addCleanup(cm.__exit__, None, None, None)
        return value

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        cls._class_cleanups.append((function, args, kwargs))

    def doCleanups(self):
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            function(*args, **kwargs)

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        return TestResult()

    def shortDescription(self):
        return self._testMethodDoc.strip().split('\n')[0].strip() if self._testMethodDoc else None

    def id(self):
        return '%s.%s' % (strclass(type(self)), self._testMethodName)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return '%s (%s.%s)' % (self._testMethodName, strclass(type(self)), self._testMethodName)

    def __repr__(self):
        return '<%s testMethod=%s>' % (strclass(type(self)), self._testMethodName)

    def skipTest(self, reason):
        raise SkipTest(reason)

    @contextlib.contextmanager
    def subTest(self, msg=None, **params):
        if self._subtests is None:
            yield
            return
        parts = ['[%s]' % msg] if msg is not None else []
        if params:
            parts.append('(%s)' % ', '.join('%s=%r' % item for item in params.items()))
        try:
            yield
        except (SkipTest, KeyboardInterrupt, SystemExit):
            raise
        except BaseException:
            self._subtests.append((' '.join(parts) or '(<subtest>)', sys.exc_info()))

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)

    def debug(self):
        self.setUp()
        getattr(self, self._testMethodName)()
        self.tearDown()
        self.doCleanups()

    def run(self, result=None):
        if result is None:
            result = self.defaultTestResult()
        method = getattr(self, self._testMethodName)
        result.startTest(self)
        try:
            for item in (type(self), method):
                if getattr(item, '__unittest_skip__', False):
                    result.addSkip(self, getattr(item, '__unittest_skip_why__', ''))
                    return result
            self._run_parts(result, method)
            return result
        finally:
            result.stopTest(self)

    def _run_parts(self, result, method):
        expecting = getattr(method, '__unittest_expecting_failure__', False) or getattr(
            type(self), '__unittest_expecting_failure__', False)
        self._subtests = []
        errors, skipped = [], None
        passed = True
        for i, part in enumerate((self.setUp, method, self.tearDown, self.doCleanups)):
            if i in (1, 2) and not begun:
                continue
            begun = True
            try:
                part()
            except SkipTest as e:
                skipped, passed = str(e), False
                begun = i > 0
            except (KeyboardInterrupt, SystemExit):
                raise
            except BaseException:
                errors.append(sys.exc_info())
                passed = False
                begun = i > 0
        subtests, self._subtests = self._subtests, None
        for name, error in subtests:
            result.addSubTest(self, _SubTest(self, name), error)
        if expecting and (errors or subtests):
            result.addExpectedFailure(self, (errors or [subtests[0][1]])[0])
            return
        for error in errors:
            if issubclass(error[0], self.failureException):
                result.addFailure(self, error)
            else:
                result.addError(self, error)
        if skipped is not None:
            result.addSkip(self, skipped)
        if passed and not subtests:
            if expecting:
                result.addUnexpectedSuccess(self)
            else:
                result.addSuccess(self)

    # ---- assertions
    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        return standardMsg if msg is None else '%s : %s' % (standardMsg, msg)

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + '\nDiff is %s characters long. Set self.maxDiff to None to see it.' % len(diff)

    def _fail(self, msg, text):
        self.fail(self._formatMessage(msg, text))

    def assertFalse(self, expr, msg=None):
        if expr:
            raise self.failureException(self._formatMessage(msg, '%s is not false' % safe_repr(expr)))

    def assertTrue(self, expr, msg=None):
        if not expr:
            raise self.failureException(self._formatMessage(msg, '%s is not true' % safe_repr(expr)))

    def assertRaises(self, expected_exception, *args, **kwargs):
        return _Raises(expected_exception, self).handle('assertRaises', args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return _Raises(expected_exception, self, expected_regex).handle('assertRaisesRegex', args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return _Warns(expected_warning, self).handle('assertWarns', args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return _Warns(expected_warning, self, expected_regex).handle('assertWarnsRegex', args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        return _Logs(self, logger, level, True)

    def _getAssertEqualityFunc(self, first, second):
        if type(first) is type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                return getattr(self, function) if isinstance(function, str) else function
            name = {dict: 'assertDictEqual', list: 'assertListEqual', tuple: 'assertTupleEqual', set: 'assertSetEqual',
                    frozenset: 'assertSetEqual', str: 'assertMultiLineEqual'}.get(type(first))
            if name is not None:
                return getattr(self, name)
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            raise self.failureException(self._formatMessage(msg, '%s != %s' % _short(first, second)))

    def assertEqual(self, first, second, msg=None):
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            raise self.failureException(
                self._formatMessage(msg, '%s == %s' % (safe_repr(first), safe_repr(second))))

    def _near(self, first, second, places, delta):
        if delta is not None and places is not None:
            raise TypeError('specify delta or places not both')
        if first == second:
            return True, '', None
        diff = abs(first - second)
        if delta is not None:
            return diff <= delta, ' within %s delta' % safe_repr(delta), diff
        places = 7 if places is None else places
        return round(diff, places) == 0, ' within %r places' % places, diff

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        near, how, diff = self._near(first, second, places, delta)
        if not near:
            text = '%s != %s%s (%s difference)' % (safe_repr(first), safe_repr(second), how, safe_repr(diff))
            raise self.failureException(self._formatMessage(msg, text))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        near, how, diff = self._near(first, second, places, delta)
        if diff is None:
            diff = abs(first - second)
            how = ' within %s delta' % safe_repr(delta) if delta is not None else ' within %r places' % (
                7 if places is None else places)
        if near:
            text = '%s == %s%s' % (safe_repr(first), safe_repr(second), how)
            if delta is not None:
                text += ' (%s difference)' % safe_repr(diff)
            raise self.failureException(self._formatMessage(msg, text))

    def _diff(self, first, second):
        return '\n' + '\n'.join(
            difflib.ndiff(pprint.pformat(first).splitlines(), pprint.pformat(second).splitlines()))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        name = 'sequence' if seq_type is None else seq_type.__name__
        if seq_type is not None:
            for which, seq in (('First', seq1), ('Second', seq2)):
                if not isinstance(seq, seq_type):
                    raise self.failureException('%s sequence is not a %s: %s' % (which, name, safe_repr(seq)))
        text = None
        for which, seq in (('First', seq1), ('Second', seq2)):
            try:
                len(seq)
            except (TypeError, NotImplementedError):
                text = text or '%s %s has no length.    Non-sequence?' % (which, name)
        if text is None:
            if seq1 == seq2:
                return
            text = '%ss differ: %s != %s\n' % ((name.capitalize(),) + _short(seq1, seq2))
            len1, len2 = len(seq1), len(seq2)
            for i in range(min(len1, len2)):
                if seq1[i] != seq2[i]:
                    text += '\nFirst differing element %d:\n%s\n%s\n' % ((i,) + _short(seq1[i], seq2[i]))
                    break
            else:
                if len1 == len2 and seq_type is None and type(seq1) is not type(seq2):
                    return
            if len1 != len2:
                which, longer = ('First', seq1) if len1 > len2 else ('Second', seq2)
                text += '\n%s %s contains %d additional elements.\nFirst extra element %d:\n%s\n' % (
                    which, name, abs(len1 - len2), min(len1, len2), safe_repr(longer[min(len1, len2)]))
        self._fail(msg, self._truncateMessage(text, self._diff(seq1, seq2)))

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        lines = []
        for which, one, other in (('first', set1, set2), ('second', set2, set1)):
            try:
                only = one.difference(other)
            except TypeError as e:
                self.fail('invalid type when attempting set difference: %s' % e)
            except AttributeError as e:
                self.fail('%s argument does not support set difference: %s' % (which, e))
            if only:
                lines.append('Items in the %s set but not the %s:' % (which, 'second' if which == 'first' else 'first'))
                lines.extend(repr(item) for item in only)
        if lines:
            self._fail(msg, '\n'.join(lines))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, 'First argument is not a dictionary')
        self.assertIsInstance(d2, dict, 'Second argument is not a dictionary')
        if d1 != d2:
            self._fail(msg, self._truncateMessage('%s != %s' % _short(d1, d2), self._diff(d1, d2)))

    def assertCountEqual(self, first, second, msg=None):
        first, second = list(first), list(second)
        lines = []
        try:
            counts = collections.Counter(first), collections.Counter(second)
            elements = list(dict.fromkeys(first + second))
            lines = [(counts[0][e], counts[1][e], e) for e in elements if counts[0][e] != counts[1][e]]
        except TypeError:
            seen = []
            for e in first + second:
                if e not in seen:
                    seen.append(e)
                    a, b = sum(x == e for x in first), sum(x == e for x in second)
                    if a != b:
                        lines.append((a, b, e))
        if lines:
            text = '\n'.join('First has %d, Second has %d:  %r' % line for line in lines)
            self._fail(msg, self._truncateMessage('Element counts were not equal:\n', text))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, 'First argument is not a string')
        self.assertIsInstance(second, str, 'Second argument is not a string')
        if first == second:
            return
        if len(first) > 2**16 or len(second) > 2**16:
            self._baseAssertEqual(first, second, msg)
        lines = [first.splitlines(keepends=True), second.splitlines(keepends=True)]
        if len(lines[0]) == 1 and first.strip('\r\n') == first:
            lines = [[first + '\n'], [second + '\n']]
        text = '%s != %s' % _short(first, second)
        self._fail(msg, self._truncateMessage(text, '\n' + ''.join(difflib.ndiff(*lines))))

    def _check(self, good, a, text, b, msg):
        if not good:
            self._fail(msg, '%s %s %s' % (safe_repr(a), text, safe_repr(b)))

    def assertIn(self, member, container, msg=None):
        self._check(member in container, member, 'not found in', container, msg)

    def assertNotIn(self, member, container, msg=None):
        self._check(member not in container, member, 'unexpectedly found in', container, msg)

    def assertIs(self, expr1, expr2, msg=None):
        self._check(expr1 is expr2, expr1, 'is not', expr2, msg)

    def assertIsNot(self, expr1, expr2, msg=None):
        if expr1 is expr2:
            self._fail(msg, 'unexpectedly identical: %s' % safe_repr(expr1))

    def assertLess(self, a, b, msg=None):
        self._check(a < b, a, 'not less than', b, msg)

    def assertLessEqual(self, a, b, msg=None):
        self._check(a <= b, a, 'not less than or equal to', b, msg)

    def assertGreater(self, a, b, msg=None):
        self._check(a > b, a, 'not greater than', b, msg)

    def assertGreaterEqual(self, a, b, msg=None):
        self._check(a >= b, a, 'not greater than or equal to', b, msg)

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self._fail(msg, '%s is not None' % safe_repr(obj))

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self._fail(msg, 'unexpectedly None')

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            self._fail(msg, '%s is not an instance of %r' % (safe_repr(obj), cls))

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            self._fail(msg, '%s is an instance of %r' % (safe_repr(obj), cls))

    def assertRegex(self, text, expected_regex, msg=None):
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, 'expected_regex must not be empty.'
            expected_regex = re.compile(expected_regex)
        if not expected_regex.search(text):
            text = "Regex didn't match: %r not found in %r" % (expected_regex.pattern, text)
            raise self.failureException(self._formatMessage(msg, text))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            text = 'Regex matched: %r matches %r in %r' % (match.group(0), unexpected_regex.pattern, text)
            raise self.failureException(self._formatMessage(msg, text))

    assertEquals = assertEqual
    assertNotEquals = assertNotEqual
    assertAlmostEquals = assertAlmostEqual
    assertNotAlmostEquals = assertNotAlmostEqual
    assert_ = assertTrue
    assertRaisesRegexp = assertRaisesRegex
    assertRegexpMatches = assertRegex
    assertNotRegexpMatches = assertNotRegex


TestCase._class_cleanups = []


class FunctionTestCase(TestCase):
    def __init__(self, testFunc, setUp=None, tearDown=None, description=None):
        super().__init__()
        self._test, self._up, self._down, self._description = testFunc, setUp, tearDown, description

    def setUp(self):
        if self._up is not None:
            self._up()

    def tearDown(self):
        if self._down is not None:
            self._down()

    def runTest(self):
        self._test()

    def id(self):
        return self._test.__name__

    def __str__(self):
        return '%s (%s)' % (strclass(type(self)), self._test.__name__)

    def shortDescription(self):
        return self._description


class _SubTest:
    def __init__(self, case, name):
        self.test_case, self._name = case, name
        self.failureException = case.failureException

    def id(self):
        return '%s %s' % (self.test_case.id(), self._name)

    def shortDescription(self):
        return self.test_case.shortDescription()

    def __str__(self):
        return '%s %s' % (self.test_case, self._name)


# ---- results
class TestResult:
    """What became of tests."""

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = self.shouldStop = False
        self.failures, self.errors, self.skipped = [], [], []
        self.expectedFailures, self.unexpectedSuccesses = [], []
        self.testsRun = 0
        self.buffer = False

    def startTest(self, test):
        self.testsRun += 1

    def stopTest(self, test):
        pass

    def startTestRun(self):
        pass

    def stopTestRun(self):
        pass

    def _text(self, err, test):
        # The frames of what runs tests are left out, and at the end those of assertions.
        lines = traceback.format_exception(*err)
        lines = [line for line in lines if not line.startswith('  File "<frozen unittest')]
        if issubclass(err[0], test.failureException):
            while len(lines) > 2 and any(lines[-2].startswith('  File "' + name) for name in _ASSERTIONS):
                del lines[-2]
        return ''.join(lines)

    def _add(self, where, test, err):
        where.append((test, self._text(err, test)))
        self.shouldStop = self.shouldStop or self.failfast

    def addError(self, test, err):
        self._add(self.errors, test, err)

    def addFailure(self, test, err):
        self._add(self.failures, test, err)

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self._add(self.failures if issubclass(err[0], test.failureException) else self.errors, subtest, err)

    def addSuccess(self, test):
        pass

    def addSkip(self, test, reason):
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        self.expectedFailures.append((test, self._text(err, test)))

    def addUnexpectedSuccess(self, test):
        self.unexpectedSuccesses.append(test)
        self.shouldStop = self.shouldStop or self.failfast

    def wasSuccessful(self):
        return not (self.failures or self.errors or self.unexpectedSuccesses)

    def stop(self):
        self.shouldStop = True

    def __repr__(self):
        return '<%s run=%i errors=%i failures=%i>' % (strclass(type(self)), self.testsRun, len(self.errors),
                                                      len(self.failures))


_ASSERTIONS = ('<tensorflow>/test_case', '<frozen contextlib', '<frozen numpy.testing')


class _Stream:
    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        self.stream.write(text)

    def writeln(self, text=''):
        self.stream.write(text + '\n')

    def flush(self):
        self.stream.flush()


class TextTestResult(TestResult):
    """Tells of each test as it goes: a letter, or a line where `verbosity` is more than 1."""

    separator1 = '=' * 70
    separator2 = '-' * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream, self.descriptions = stream, descriptions
        self.showAll, self.dots = verbosity > 1, verbosity == 1

    def getDescription(self, test):
        first = test.shortDescription()
        return '%s\n%s' % (test, first) if self.descriptions and first else str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test) + ' ... ')

    def _tell(self, letter, word, test=None):
        if self.showAll:
            if test is not None:
                self.stream.write('\n  %s ... ' % self.getDescription(test))
            self.stream.writeln(word)
        elif self.dots:
            self.stream.write(letter)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._tell('.', 'ok')

    def addError(self, test, err):
        super().addError(test, err)
        self._tell('E', 'ERROR')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._tell('F', 'FAIL')

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            failed = issubclass(err[0], test.failureException)
            self._tell('F' if failed else 'E', 'FAIL' if failed else 'ERROR', subtest)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._tell('s', 'skipped %r' % reason)

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self._tell('x', 'expected failure')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._tell('u', 'unexpected success')

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
        for kind, errors in (('ERROR', self.errors), ('FAIL', self.failures)):
            for test, text in errors:
                self.stream.writeln(self.separator1)
                self.stream.writeln('%s: %s' % (kind, self.getDescription(test)))
                self.stream.writeln(self.separator2)
                self.stream.writeln(text)
        if self.unexpectedSuccesses:
            self.stream.writeln(self.separator1)
            for test in self.unexpectedSuccesses:
                self.stream.writeln('UNEXPECTED SUCCESS: ' + self.getDescription(test))


class TextTestRunner:
    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1, failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        self.stream = _Stream(sys.stderr if stream is None else stream)
        self.descriptions, self.verbosity, self.failfast = descriptions, verbosity, failfast
        self.resultclass = resultclass or self.resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions, self.verbosity)

    def run(self, test):
        result = self._makeResult()
        result.failfast = self.failfast
        start = time.perf_counter()
        result.startTestRun()
        test(result)
        result.stopTestRun()
        taken = time.perf_counter() - start
        result.printErrors()
        self.stream.writeln(result.separator2)
        self.stream.writeln('Ran %d test%s in %.3fs' % (result.testsRun, '' if result.testsRun == 1 else 's', taken))
        self.stream.writeln()
        infos = []
        if not result.wasSuccessful():
            infos += ['%s=%d' % (name, len(items)) for name, items in (('failures', result.failures),
                                                                       ('errors', result.errors)) if items]
        infos += ['%s=%d' % (name, len(items)) for name, items in (
            ('skipped', result.skipped), ('expected failures', result.expectedFailures),
            ('unexpected successes', result.unexpectedSuccesses)) if items]
        word = 'OK' if result.wasSuccessful() else 'FAILED'
        self.stream.writeln('%s (%s)' % (word, ', '.join(infos)) if infos else word)
        self.stream.flush()
        return result


# ---- what is run
class TestSuite:
    def __init__(self, tests=()):
        self._tests = list(tests)

    def addTest(self, test):
        self._tests.append(test)

    def addTests(self, tests):
        self._tests.extend(tests)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        return sum(test.countTestCases() for test in self._tests)

    def __call__(self, *args, **kwargs):
        return self.run(*args, **kwargs)

    def run(self, result):
        cls = None
        broken = False
        for test in self._tests:
            if result.shouldStop:
                break
            if isinstance(test, TestSuite):
                test.run(result)
                continue
            if type(test) is not cls:
                self._leave(cls, broken, result)
                cls = type(test)
                broken = self._enter(cls, result)
            if not broken:
                test(result)
        self._leave(cls, broken, result)
        return result

    def _enter(self, cls, result):
        if getattr(cls, '__unittest_skip__', False):
            return False
        try:
            cls.setUpClass()
        except SkipTest as e:
            result.addSkip(_ErrorHolder('setUpClass (%s)' % strclass(cls)), str(e))
        except Exception:
            result.addError(_ErrorHolder('setUpClass (%s)' % strclass(cls)), sys.exc_info())
        else:
            return False
        return True

    def _leave(self, cls, broken, result):
        if cls is None or getattr(cls, '__unittest_skip__', False):
            return
        try:
            if not broken:
                cls.tearDownClass()
            while cls._class_cleanups:
                function, args, kwargs = cls._class_cleanups.pop()
                function(*args, **kwargs)
        except Exception:
            result.addError(_ErrorHolder('tearDownClass (%s)' % strclass(cls)), sys.exc_info())


class _ErrorHolder:
    failureException = AssertionError

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __str__(self):
        return self.description


class TestLoader:
    testMethodPrefix = 'test'
    suiteClass = TestSuite

    def getTestCaseNames(self, testCaseClass):
        return sorted(name for name in dir(testCaseClass)
                      if name.startswith(self.testMethodPrefix) and callable(getattr(testCaseClass, name)))

    def loadTestsFromTestCase(self, testCaseClass):
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, 'runTest'):
            names = ['runTest']
        return self.suiteClass(testCaseClass(name) for name in names)

    def loadTestsFromModule(self, module):
        cases = [getattr(module, name) for name in dir(module)]
        return self.suiteClass(self.loadTestsFromTestCase(case) for case in cases
                               if isinstance(case, type) and issubclass(case, TestCase) and
                               case not in (TestCase, FunctionTestCase) and case.__module__ != 'unittest' and
                               self.getTestCaseNames(case))

    def loadTestsFromName(self, name, module):
        found = module
        parent = None
        for part in name.split('.'):
            parent, found = found, getattr(found, part)
        if isinstance(found, type):
            return self.loadTestsFromTestCase(found)
        if isinstance(parent, type) and issubclass(parent, TestCase):
            return self.suiteClass([parent(name.split('.')[-1])])
        raise TypeError("don't know how to make test from: %s" % (found,))

    def loadTestsFromNames(self, names, module=None):
        return self.suiteClass(self.loadTestsFromName(name, module) for name in names)


defaultTestLoader = TestLoader()


class TestProgram:
    """Runs the tests of a module, and ends the program with what became of them."""

    def __init__(self, module='__main__', defaultTest=None, argv=None, testRunner=None, testLoader=defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None, buffer=None, warnings=None, *,
                 tb_locals=False):
        module = sys.modules[module] if isinstance(module, str) else module
        names = [defaultTest] if isinstance(defaultTest, str) else list(defaultTest or [])
        given = []
        for arg in (sys.argv if argv is None else argv)[1:]:
            if arg in ('-v', '--verbose'):
                verbosity = 2
            elif arg in ('-q', '--quiet'):
                verbosity = 0
            elif arg in ('-f', '--failfast'):
                failfast = True
            elif not arg.startswith('-'):
                given.append(arg)
        names = given or names
        suite = testLoader.loadTestsFromNames(names, module) if names else testLoader.loadTestsFromModule(module)
        runner = testRunner or TextTestRunner
        if isinstance(runner, type):
            runner = runner(verbosity=verbosity, failfast=bool(failfast))
        self.result = runner.run(suite)
        if exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
