import traceback, sys, os, time, hashlib, base64, statistics, gc, types, inspect, enum, logging, calendar, array, tempfile, re, operator
def t(*fs):
  for f in fs:
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
def boom(): raise ValueError('x')
try: boom()
except ValueError as e:
  te = traceback.TracebackException.from_exception(e); tb = e.__traceback__
print(''.join(te.format_exception_only()), te.exc_type, str(te), len(te.stack), te.stack[-1].name, te.stack[-1].lineno)
print(''.join(traceback.format_list(traceback.extract_tb(tb))))
print(''.join(traceback.StackSummary.from_list([('a.py', 3, 'f', 'x = 1'), ('b.py', 4, 'g', None)]).format()), type(traceback.extract_tb(tb)))
print(sys.float_info.max, sys.float_info.epsilon, sys.int_info.bits_per_digit, sys.hash_info.width, sys.flags.optimize, sys.getfilesystemencodeerrors(), sys.implementation.name, sys.float_repr_style, sys.float_info)
t(lambda: os.strerror(2), lambda: os.fsencode('é'), lambda: os.fsdecode(b'a'), lambda: (os.R_OK, os.SEEK_END, os.EX_USAGE, os.O_CREAT, os.F_OK), lambda: os.nope, lambda: os.WEXITSTATUS(256), lambda: os.waitstatus_to_exitcode(256))
t(lambda: time.strptime('2024-03-05 06:07:08', '%Y-%m-%d %H:%M:%S'), lambda: time.strptime('x', '%Y'), lambda: time.strptime('Tue Mar  5 2024', '%a %b %d %Y').tm_yday, lambda: time.clock_gettime(time.CLOCK_MONOTONIC) > 0, lambda: time.tzname, lambda: time.daylight, lambda: time.get_clock_info('time').adjustable, lambda: time.altzone)
for n in ('sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'blake2b', 'blake2s'): print(n, getattr(hashlib, n)(b'abc').hexdigest(), hashlib.new(n, b'x' * 300).hexdigest()[:20])
print(hashlib.shake_128(b'abc').hexdigest(20), hashlib.shake_256(b'').hexdigest(200)[-20:], hashlib.blake2b(b'm', digest_size=16, key=b'k', salt=b's', person=b'p').hexdigest(), hashlib.blake2s(b'').digest_size, hashlib.sha3_256(b'').block_size)
print(hashlib.pbkdf2_hmac('sha256', b'pw', b'salt', 3).hex(), hashlib.pbkdf2_hmac('sha1', b'pw', b'salt', 2, 30).hex())
for s in (b'', b'a', b'hello world!', b'\0\0\0\0', b'    xyz', bytes(range(256))):
  for f, g in ((base64.b85encode, base64.b85decode), (base64.a85encode, base64.a85decode), (base64.b32hexencode, base64.b32hexdecode)):
    print(f(s)[:60], g(f(s)) == s)
t(lambda: base64.a85encode(b'hello world', adobe=True, wrapcol=6), lambda: base64.b85decode(b'\x7f'), lambda: base64.a85decode(b'~'), lambda: base64.b85encode(b'ab', pad=True))
N = statistics.NormalDist
t(lambda: N(2, 3), lambda: N.from_samples([1, 2, 4, 7]), lambda: N(0, 1).cdf(1.5), lambda: N(0, 1).pdf(0.3), lambda: N(1, 2).inv_cdf(0.9), lambda: N(1, 2).inv_cdf(1e-9), lambda: N().quantiles(4), lambda: N(1, 2) + N(3, 4), lambda: N(1, 2) * 3 - 1, lambda: N(2.4, 1.6).overlap(N(3.2, 2.0)), lambda: N().zscore(2), lambda: N(0, -1), lambda: N(1, 2).samples(2, seed=3), lambda: statistics.linear_regression([1, 2, 3], [2, 4, 7]), lambda: statistics.median_grouped([52, 52, 53, 54]), lambda: statistics.linear_regression([1], [2]))
print(gc.DEBUG_LEAK, gc.get_debug(), types.UnionType, types.GenericAlias, isinstance(int | str, types.UnionType), isinstance(list[int], types.GenericAlias), types.CodeType, types.resolve_bases((int,)))
def g():
  x = yield 1
it = g()
print(inspect.getgeneratorstate(it)); next(it); print(inspect.getgeneratorstate(it)); it.close(); print(inspect.getgeneratorstate(it))
def f(a, b=2, *c, d=4, **e): return a
t(lambda: inspect.getcallargs(f, 1, 3, 5, z=9), lambda: inspect.get_annotations(f), lambda: inspect.iscode(f.__code__), lambda: inspect.getfile(f).endswith('case.py'), lambda: inspect.isframe(3), lambda: inspect.istraceback(tb), lambda: inspect.getmodulename('/a/b.py'))
class E(enum.Enum):
  A = 1; B = 3
t(lambda: enum.verify(enum.CONTINUOUS)(E), lambda: enum.verify(enum.UNIQUE)(E), lambda: list(enum.FlagBoundary), lambda: enum.KEEP, lambda: enum.UNIQUE)
logging.basicConfig(format='%(levelname)s %(name)s %(message)s', stream=sys.stdout)
ad = logging.LoggerAdapter(logging.getLogger('n'), {'k': 1}); ad.warning('hi %d', 3); print(ad, logging.getLevelNamesMapping()['INFO'])
r = logging.makeLogRecord({'msg': 'm', 'levelname': 'X'}); print(r.msg, r.levelname)
class ML(logging.Logger): pass
logging.setLoggerClass(ML); print(type(logging.getLogger('zz')).__name__, logging.getLoggerClass().__name__)
print(calendar.month(2024, 2)); print(calendar.isleap(2000), calendar.monthrange(2023, 2), calendar.monthcalendar(2024, 2)[0], calendar.timegm((2024, 1, 1, 0, 0, 0)), calendar.day_name[0], calendar.month_abbr[3]); print(calendar.calendar(2024)[:400]); t(lambda: calendar.monthrange(2024, 13))
a = array.array('i', [1, 2, 3]); a.append(4); print(a, a[1:], a.tobytes(), a.itemsize, array.array('d', [1.5]), array.array('u', 'ab'), a == array.array('i', [1, 2, 3, 4]), array.array('f', [0.1])[0])
t(lambda: array.array('b', [200]), lambda: array.array('z'), lambda: a.append(1.5), lambda: a[9], lambda: array.array('B', [-1]), lambda: a + [1], lambda: array.array('i', b'abc'))
p = re.compile('(?P<x>a)(b)', re.I); print(p.pattern, p.flags, p.groups, dict(p.groupindex))
with tempfile.SpooledTemporaryFile(mode='w+') as s: s.write('abc'); s.seek(0); print(s.read())
print(operator.ipow(2, 3), operator.ilshift(1, 3), operator.irshift(8, 1))
try: b'\xff'.decode()
except UnicodeDecodeError as e: print(e.encoding, e.object, e.start, e.end, e.reason)
print(complex(1, -0.0), gc.get_freeze_count())
import typing
@typing.overload
def ov(a: int) -> int: ...
@typing.overload
def ov(a: str) -> str: ...
def ov(a): return a
print(len(typing.get_overloads(ov)), isinstance(3.0, float), typing.AsyncIterator)
