import re
from unittest import mock
from unittest.mock import Mock, MagicMock, patch, call, ANY, sentinel, DEFAULT, create_autospec, mock_open, PropertyMock
import os, json
def clean(x): return re.sub(r"id='\d+'", "id='N'", str(x))
def t(*fs):
  for f in fs:
    try: print(clean(repr(f())))
    except BaseException as e: print(type(e).__name__, clean(e))
m = Mock()
t(lambda: m, lambda: m.a.b, lambda: m(1, x=2), lambda: m.call_args, lambda: m.call_args_list, lambda: m.called, lambda: m.call_count, lambda: m.a.b(3), lambda: m.mock_calls, lambda: m.method_calls, lambda: m.a().c)
m.foo.return_value = 5; m.bar.side_effect = [1, 2, KeyError('x')]; m.baz.side_effect = ValueError('no'); m.q.side_effect = lambda x: x * 2
t(lambda: m.foo(), lambda: m.bar(), lambda: m.bar(), lambda: m.bar(), lambda: m.bar(), lambda: m.baz(), lambda: m.q(4))
n = Mock(name='thing', return_value=3)
t(lambda: n, lambda: n.x, lambda: n(1, 2, k='v'), lambda: n.assert_called_once_with(1, 2, k='v'), lambda: n.assert_called_with(1), lambda: n.assert_not_called(), lambda: n(5), lambda: n.assert_called_once(), lambda: n.assert_any_call(5), lambda: n.assert_any_call(9), lambda: n.assert_has_calls([call(1, 2, k='v'), call(5)]), lambda: n.assert_has_calls([call(5), call(6)]), lambda: n.assert_has_calls([call(5), call(1, 2, k='v')], any_order=True), lambda: n.called_once, lambda: n.assert_foo, lambda: Mock().assert_called(), lambda: Mock().assert_called_with(3), lambda: n.call_args.args, lambda: n.call_args.kwargs, lambda: n.assert_called_with(ANY))
k = MagicMock()
k.__len__.return_value = 4; k.__getitem__.side_effect = lambda i: i * 10
t(lambda: len(k), lambda: k[3], lambda: int(k), lambda: bool(k), lambda: list(k), lambda: 3 in k, lambda: k + 1, lambda: k.__enter__(), lambda: float(k), lambda: k == k, lambda: k == 3, lambda: hash(k) == hash(k), lambda: clean(str(k)), lambda: k < 3, lambda: k.mock_calls)
with k as w: print(clean(w)); w.go(1)
k.__iter__.return_value = [1, 2]; print(list(k), k.__enter__.called, k.__exit__.call_args)
class C:
  y = 3
  def f(self, a, b=2): return a + b
  @property
  def p(self): return 7
s = Mock(spec=C)
t(lambda: s.f(1), lambda: s.nope, lambda: s, lambda: Mock(spec=['a']).b, lambda: Mock(spec_set=C))
def setit():
  Mock(spec_set=C).zz = 3
t(setit)
with patch('os.getcwd', return_value='/x') as g: print(os.getcwd(), g.called)
print(os.getcwd() != '/x')
with patch.object(C, 'f', return_value=9) as pf: print(C().f(1), pf.call_args)
print(C().f(1))
@patch('json.dumps')
@patch.object(C, 'y', 10)
def fn(d): d.return_value = 'D'; return json.dumps({}), C.y, clean(d)
print(fn(), C.y, json.dumps({}))
with patch.dict(os.environ, {'ZZ': '1'}): print(os.environ['ZZ'])
print('ZZ' in os.environ)
d = {'a': 1}
with patch.dict(d, b=2, clear=True): print(d)
print(d)
t(lambda: patch('nothing'), lambda: patch.object(C, 'missing').start())
with patch.multiple(C, f=DEFAULT, y=5) as made: print(sorted(made), C.y)
a = create_autospec(C.f); t(lambda: a(1, 2), lambda: a(), lambda: create_autospec(lambda x: x)(1, 2))
inst = create_autospec(C)(); t(lambda: inst.f(3, b=4), lambda: inst.f.assert_called_once_with(3, 4), lambda: inst.f(), lambda: inst.zz)
mo = mock_open(read_data='l1\nl2\n')
with patch('builtins.open', mo):
  with open('f') as fh: print(fh.readline(), list(fh))
mo.assert_called_once_with('f')
with patch.object(C, 'p', new_callable=PropertyMock) as pp: pp.return_value = 8; print(C().p, pp.call_count)
print(sentinel.a, sentinel.a is sentinel.a, call(1, a=2), call.foo(1), call.a.b, call(1) == ((1,), {}), call == call(), ANY == 3)
r = Mock(); r.a(1); r.b.c(2); r(3); print(r.mock_calls, r.method_calls); r.reset_mock(); print(r.mock_calls, r.called)
print(r.mock_calls == [], [call.a(1)] == [call.a(1)], call.a(1).b(2).call_list())
w = Mock(wraps=C()); print(w.f(1, b=5), w.f.call_args)
cfg = Mock(**{'m.return_value': 3, 'o.side_effect': KeyError}); t(lambda: cfg.m(), lambda: cfg.o())
z = Mock(); del z.x; t(lambda: z.x); z.attr = 5; print(z.attr)
p = patch('os.sep', 'S'); print(p.start(), os.sep); p.stop(); print(os.sep)
parent = Mock(); c1 = Mock(); parent.attach_mock(c1, 'child'); c1(5); print(parent.mock_calls)
mock.seal(z); t(lambda: z.newthing)
@patch('os.getpid', lambda: 1)
class T:
  def test_a(self): return os.getpid()
print(T().test_a())
