# the library: library_modules
import copy, io, string, textwrap, pprint, statistics, warnings, weakref, gc, sys, types, typing, abc, numbers, bisect, heapq, contextlib, logging, inspect, os
print(copy.copy([1,[2]]), copy.deepcopy({'a': [1, (2, [3])]}))
class A:
    def __init__(self): self.x = [1]; self.y = self
a = A(); b = copy.deepcopy(a); print(b.x is a.x, b.y is b, copy.copy(a).x is a.x)
class C2:
    def __copy__(self): return 'copied'
    def __deepcopy__(self, memo): return 'deep'
print(copy.copy(C2()), copy.deepcopy([C2()]))
s = io.StringIO(); s.write('abc\n'); print('x', 1, file=s); print(repr(s.getvalue()), s.tell()); s.seek(0); print(s.readline(), s.read(), list(io.StringIO('a\nb\n')), io.BytesIO(b'abc').read(2)); s.seek(1); s.write('Z'); print(repr(s.getvalue())); s.truncate(2); print(repr(s.getvalue())); s.close()
try: s.read()
except ValueError as e: print(e)
print(string.ascii_letters, string.digits, string.Template('$a ${b} $$').substitute(a=1, b=2), string.capwords('hello world'), string.Template('$x').safe_substitute())
print(textwrap.fill('The quick brown fox jumps over the lazy dog and well-known hyphenated-words are split', 20), textwrap.dedent('''
    a
      b
    c'''), textwrap.indent('a\nb', '> '), textwrap.shorten('hello world foo bar', 12), textwrap.wrap('a'*30, 10))
pprint.pprint({'b': list(range(30)), 'a': {'x': 'y' * 50, 'z': ('q' * 40, 1)}}); pprint.pprint([1,2]); print(pprint.pformat({'k': {'n': 1}}, width=5)); pprint.pprint('word ' * 30); pprint.pp({'b':1,'a':2})
print(statistics.mean([1,2,3,4]), statistics.median([1,3,2]), statistics.stdev([1,2,3,4]), statistics.pvariance([1,2,3]), statistics.mode('aab'), statistics.fmean([1.5,2]), statistics.quantiles([1,2,3,4,5]), statistics.mean([1.5, 2]), statistics.variance([0.1, 0.2]))
class W: pass
w = W(); r = weakref.ref(w, lambda _: print('died')); print(r() is w, weakref.getweakrefcount(w)); d = weakref.WeakKeyDictionary(); d[w] = 1; v = weakref.WeakValueDictionary(); v['k'] = w; f = weakref.finalize(w, print, 'final'); p = weakref.proxy(w); w.q = 3; print(p.q, len(d), len(v), f.alive); del w; print(r(), len(d), len(v), f.alive)
try: p.q
except ReferenceError as e: print(e)
try: weakref.ref(5)
except TypeError as e: print(e)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter('always'); warnings.warn('hey'); warnings.warn('dep', DeprecationWarning)
print(len(log), log[0].category, str(log[0].message))
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try: warnings.warn('boom')
    except UserWarning as e: print('raised', e)
class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): pass
    @property
    @abc.abstractmethod
    def p(self): pass
try: Base()
except TypeError as e: print(e)
class D(Base):
    def f(self): return 1
    p = 5
print(D().f(), isinstance(D(), Base), Base.__abstractmethods__ == frozenset({'f', 'p'}))
@Base.register
class E: pass
print(isinstance(E(), Base), issubclass(E, Base))
print(isinstance(1, numbers.Number), isinstance(1.5, numbers.Real), isinstance(1, numbers.Integral), isinstance(1j, numbers.Complex), isinstance(1.5, numbers.Integral))
print(bisect.bisect([1,2,2,3], 2), bisect.bisect_left([1,2,2,3], 2)); l = [1,3]; bisect.insort(l, 2); print(l); h = [3,1,2]; heapq.heapify(h); heapq.heappush(h, 0); print(heapq.heappop(h), heapq.nsmallest(2, h), heapq.nlargest(1, h), h)
print(typing.List[int], typing.Optional[str], typing.Union[int, str], typing.Dict[str, typing.Any], typing.Callable[[int], str], typing.Tuple[int, ...], typing.Any, typing.TypeVar('T'), list[int], dict[str, int], int | str, int | None, tuple[int, ...], typing.get_origin(typing.List[int]), typing.get_args(typing.Dict[str, int]), typing.Literal['a', 1], typing.Callable, typing.ClassVar[int], isinstance(1, int | str), typing.cast(int, 'x'))
T = typing.TypeVar('T')
class G(typing.Generic[T]):
    def __init__(self, x: T): self.x = x
print(G[int](5).x, G(3).x)
def hints(a: int, b: 'str' = 'x', *args: int, c: float, **kw) -> list: pass
print(typing.get_type_hints(lambda x: x), hints.__annotations__, inspect.signature(hints), inspect.getfullargspec(hints).args, list(inspect.signature(hints).parameters))
with contextlib.redirect_stdout(io.StringIO()) as buf: print('captured')
print(repr(buf.getvalue()))
with contextlib.suppress(KeyError): {}['a']
with contextlib.ExitStack() as st:
    st.callback(print, 'cb'); st.enter_context(contextlib.nullcontext(5)); print('body')
@contextlib.contextmanager
def tag(n):
    print('<', n); yield n; print('>', n)
@tag('deco')
def fn(): print('in fn')
fn()
with tag('a') as x, tag('b') as y: print(x, y)
try:
    with tag('err'): raise ValueError('z')
except ValueError as e: print('out', e)
print(types.SimpleNamespace(a=1, b='x'), types.FunctionType.__name__, isinstance(len, types.BuiltinFunctionType), types.MappingProxyType({'a': 1})['a'])
log = logging.getLogger('x.y'); logging.basicConfig(stream=sys.stdout, level=logging.INFO, format='%(levelname)s %(name)s %(message)s'); log.info('hi %d', 5); log.debug('no'); logging.warning('w %s', 'q'); print(log, log.level, logging.getLevelName(20))
print(os.path.join('a', 'b', '/c', 'd'), os.path.split('/a/b'), os.path.splitext('a.tar.gz'), os.path.basename('/x/y'), os.path.normpath('/a/../b//c/.'), os.sep, os.environ.get('NOPE'), os.path.isabs('/a'), os.path.relpath('/a/b/c', '/a/d'), os.path.commonprefix(['abc', 'abd']))
print(sys.maxsize, sys.version_info[:2], sys.version_info >= (3, 8), sys.byteorder, sys.exc_info(), sys.getrecursionlimit(), sys.version_info.major, sys.platform)
print(inspect.getdoc(len) is not None or True, inspect.isfunction(hints), inspect.isclass(A), inspect.signature(lambda a, /, b, *, c=1: 0), inspect.signature(A), inspect.cleandoc('  a\n    b\n'))
