# the library: json_module
import json
for v in [None, True, 1, -5, 1.5, 1e100, float('inf'), float('nan'), 'a"b\\c\n\té\u2028\U0001F600\x01\x7f', [], {}, [1,[2,[]]], {'a': {'b': []}}, {1: 2, None: 3, True: 4, 1.5: 5}, (1,2), 10**30, '/']:
    print(json.dumps(v), json.dumps(v, indent=2), json.dumps(v, ensure_ascii=False), json.dumps(v, separators=(',', ':')), json.dumps(v, sort_keys=False, indent='\t'))
print(json.dumps({'b': 1, 'a': 2}, sort_keys=True), json.dumps([1,{'a':[1,2,{}]}], indent=4))
for f in [lambda: json.dumps(object), lambda: json.dumps({(1,2): 3}), lambda: json.dumps({(1,2): 3}, skipkeys=True), lambda: json.dumps(float('nan'), allow_nan=False), lambda: json.dumps({1,2}), lambda: json.dumps({1}, default=list)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a = []; a.append(a)
try: json.dumps(a)
except ValueError as e: print(e)
for s in ['null', ' [1, 2.5, "a", {"k": [true, false]}] ', '"\\u00e9\\ud83d\\ude00\\n"', '1e5', '-0', '-0.0', '123456789012345678901234567890', 'NaN', '-Infinity', '{"a":1,"a":2}', '', '[', '[1,]', '{', '{"a"}', '{"a":}', '{a:1}', '"abc', '"\\x"', 'tru', '1 2', '[1 2]', '{"a":1,}', '01', '1.', '"\\ud83d"', '"a\nb"', '\ufeff1', "{'a':1}", '[1,2', '-', 'nul']:
    try: print(repr(json.loads(s)))
    except Exception as e: print(type(e).__name__, e)
print(json.loads('{"a": 1}', object_hook=lambda d: list(d)), json.loads('{"a": 1}', object_pairs_hook=lambda p: p), json.loads('1.5', parse_float=str), json.loads('15', parse_int=str), json.loads('NaN', parse_constant=str), json.loads(b'[1]'))
try: json.loads('[1,\n 2,\n x]')
except json.JSONDecodeError as e: print(e, e.lineno, e.colno, e.pos, e.msg)
import io
b = io.StringIO(); json.dump([1, 2], b); print(b.getvalue(), json.load(io.StringIO('{"a": 1}')))
class Enc(json.JSONEncoder):
    def default(self, o): return str(o) if isinstance(o, complex) else super().default(o)
print(json.dumps([1j], cls=Enc))
