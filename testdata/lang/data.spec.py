print(2 ** 100, -7 // 2, -7 % 3, 7 // -2, 7 % -3, 2 ** -1, 10 ** 20 // 3, (-2) ** 63, 2 ** 63 - 1, 9223372036854775807 + 1)
print(1e16, 1e15, 123456789.123, 1e-5, 0.0001, 1.0, -0.0, float('inf'), float('nan'), 1e300 * 1e10, 3.0 // 2, -3.5 % 2)
print(0xff, 0o17, 0b101, 1_000_000, 5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 70, -1 >> 3, (1 << 70) >> 60)
print(True + True, True & False, True ^ True, int(True), bool(''), bool([0]))
print(hash('abc'), hash('hello world'), hash(''), hash('é'), hash('日本'), hash('😀'), hash(1), hash(1.0), hash(2**61 - 1), hash(-1), hash(1.5), hash((1, 2, 'a')), hash(True), hash(10**30), hash(frozenset([1, 2, 3])), hash(b'abc'), hash(1e300), hash(-0.5))
print({'b', 'a', 'c', 'hello', 'world', 'x', 'y', 'zz'})
print(set('the quick brown fox'), {10, 3, 7, 1000, 999, 5}, {1.5, 2, 'a', None is None, (1, 2)})
s = set()
for w in 'one two three four five six seven eight nine ten'.split(): s.add(w)
print(s)
for w in ('two', 'five', 'ten'): s.discard(w)
s.add('zzz'); s.add('yyy')
print(s, s | {'q'}, s & {'one', 'six'}, s - {'one'}, s ^ {'one', 'new'})
print(frozenset('abcdef'), set(range(20)), set([5, 1, 33, 65, 97]), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
print('abc'[1], 'héllo'[1], '日本語'[::-1], 'abc' < 'abd', 'a' * 3, 'b' in 'abc', len('日本'), 'x' 'y')
print(repr('it\'s'), repr("q\"'"), repr('\n\t\x00\x7f\xff\u200b'), repr(b'\x00a\xff'), 'tab\there')
print([1, [2, [3]]], (1,), (), {}, set(), {'a': {'b': ()}}, [None, True, ...])
l = [1]; l.append(l); print(l)
d = {}; d['d'] = d; print(d)
a = [3, 1, 2]; b = a; b += [4]; print(a, a is b, a == [3, 1, 2, 4])
print([1, 2] < [1, 3], (1, 2) < (1, 2, 3), [1, 2] == (1, 2), {1: 2} == {1.0: 2.0}, {1, 2} < {1, 2, 3})
print(None is None, [] is [], 1 == 1.0, '1' == 1)
x = range(10); print(x, x[2], x[-1], x[2:5], len(x), 5 in x, list(x[::-3]), range(0, 10, 3) == range(0, 12, 3))
print(slice(1, 2), slice(None, 3, 2))
print(min(3, 1, 2), max([4, 5]), sum([1, 2.5]), abs(-3), divmod(7, 2), pow(2, 10, 1000), round(2.5), round(3.14159, 2))
print(sorted([3, 1, 2], reverse=True), sorted('banana'), sorted([(1, 'b'), (1, 'a')]), sorted({'b': 1, 'a': 2}, key=len))
print(str(1), str(1.5), str(None), str([1]), int('42'), float('2.5'), int(3.9), int('-0x1f', 16), list('abc'), tuple([1]), dict(a=1, b=2), dict([('x', 1)]), bytes([65, 66]))
print('%d %s %r %5.2f %x' % (1, 'a', 'b', 3.14159, 255), '{} {:>5} {a!r}'.format(1, 2, a='z'))
name = 'n'; val = 3.5
print(f'{name} {val:.1f} {name!r:>5} {val=} {1 + 1} {{}} {"nested"} {name:{"^"}{7}}')
d = {3: 'c', 1: 'a', 2: 'b'}
print(d, list(d), list(d.values()), list(d.items()), d.get(9), d.get(9, 'def'), d.pop(1), d)
for k, v in d.items(): print(k, v)
print(dict.fromkeys('ab', 0), d.keys() & {3}, {'x': 1}.items() == {'x': 1}.items())
print(chr(97), ord('a'), hex(255), bin(5), oct(8), ascii('é'), callable(len), id(d) == id(d))
print(' a b '.strip(), 'a,b'.split(','), '-'.join('abc'), 'abc'.upper(), 'x'.center(5, '*'), 'abcabc'.replace('b', 'X', 1), 'hello'.find('l'), 'a'.isalpha())
print(isinstance(True, int), isinstance(1, (str, int)), type(1) == int, type([]).__name__)
print(9007199254740993 == 9007199254740993.0, 2**53 == 2.0**53, 10**400 > 1e308, 1 < 1.5 < 2, float(10**22), 1/3, 2/3, 10/2, 1e22, 5e-324, 1.7976931348623157e308)
print(123456789012345678901234567890 * 987654321098765432109876543210, -(2**64) // 7, -(2**64) % 7, (2**64) & (2**65 - 1), 2**64 ^ 1, ~(2**64), 10**30 / 10**10)
# ---
2 ** 0.5 + '1'
# ---
d = {1: 1}
for k in d: d[k + 1] = 1
# ---
s = {1}
for k in s: s.add(k + 1)
# ---
10 ** 400 * 1.0
# ---
k = 'a'
'abc'[k]
# ---
k = 'a'
[1, 2][k]
# ---
hash([])
