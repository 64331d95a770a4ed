for i in range(5):
    if i == 1: continue
    if i == 3: break
    print(i)
else:
    print('no')
for i in []: pass
else: print('else')
n = 0
while n < 3:
    n += 1
    if n == 2: continue
    print(n)
else:
    print('done')
while True:
    break
else:
    print('never')
def classify(n):
    if n < 0: return 'neg'
    elif n == 0: return 'zero'
    elif n < 10: return 'small'
    else: return 'big'
print([classify(k) for k in (-1, 0, 5, 50)])
print(1 < 2 < 3, 1 < 3 < 2, 1 == 1.0 == True, 3 > 2 >= 2 != 1)
print(0 or 'a', 1 and 'b', not 0, None or 0 or [], 1 if [] else 2)
def side(x): print('side', x); return x
print(side(0) and side(1), side(2) or side(3), side(1) < side(0) < side(5))
x = [1, 2, 3, 4, 5]
print(x[1:3], x[::-1], x[-2:], x[::2], x[10:], x[-100:2])
x[1:3] = [9, 9, 9]
print(x)
del x[0], x[-1]
print(x)
x[::2] = ['a', 'b']
print(x)
d = {'a': 1}
d['b'] = 2
d |= {'c': 3}
print(d, 'a' in d, 'z' not in d, d | {'a': 5})
del d['a']
print(d, {**d, 'x': 1}, [*d, *range(2)], (*'ab',), {*'aab'} == {'a', 'b'})
print([(i, j) for i in range(3) for j in range(i) if (i + j) % 2], {k: v for k, v in zip('abc', range(3))}, {i % 2 for i in range(5)})
print(sum(i * i for i in range(10)), list(i for i in 'xyz'), [[j for j in range(i)] for i in range(3)])
i = 'unchanged'
[i for i in range(3)]
print(i)
assert True
assert 1 + 1 == 2, 'math'
# ---
assert [] , 'empty'
# ---
assert 1 > 2
# ---
a, b = 1, 2, 3
# ---
a, b, c = [1, 2]
# ---
a, *b, c = [1]
# ---
a, b = 5
# ---
x = [1, 2, 3]
x[5]
# ---
{'a': 1}['b']
# ---
'abc' + 1
# ---
[1] + (2,)
# ---
1 + 'a'
# ---
None + 1
# ---
'abc' * 1.5
# ---
len(5)
# ---
for x in 5: pass
# ---
1 / 0
# ---
1 // 0
# ---
1.0 % 0
# ---
x = 5
x[0]
# ---
x = (1, 2)
x[0] = 3
# ---
{[]: 1}
# ---
{1, {}}
# ---
1 < 'a'
# ---
-'a'
# ---
int('x')
# ---
import nosuchmodule
# ---
undefined_name
# ---
lenght = 3
def f():
    return lenght_
print(f)
f()
# ---
x = 3
x.foo
# ---
'abc'.uper()
# ---
raise ValueError
# ---
raise 3
# ---
del undefined
# ---
match_log = []
def m(v):
    match v:
        case 0: return 'zero'
        case 1 | 2: return 'one or two'
        case [x]: return f'one {x}'
        case [x, y]: return f'two {x} {y}'
        case [x, *rest]: return f'many {x} {rest}'
        case {'k': v, **rest}: return f'map {v} {rest}'
        case str() as s if len(s) > 3: return f'long {s}'
        case str(s): return f'str {s}'
        case float(): return 'float'
        case None: return 'none'
        case True: return 'true'
        case _: return 'other'
for v in (0, 2, [1], (1, 2), [1, 2, 3], {'k': 1, 'z': 2}, 'abcd', 'abc', 1.5, None, object):
    print(m(v))
class P:
    __match_args__ = ('x', 'y')
    def __init__(self, x, y): self.x, self.y = x, y
match P(1, 2):
    case P(x, y=2): print('P', x)
match P(1, P(3, 4)):
    case P(1, P(a, b)): print(a, b)
match {'a': [1, {'b': 2}]}:
    case {'a': [_, {'b': z}]}: print(z)
