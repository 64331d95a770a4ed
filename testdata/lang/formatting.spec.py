# format(), % and arithmetic on random numbers; the random module itself has CPython's streams
import random
r = random.Random(1)
def show(f, *a):
    try: return repr(f(*a))
    except Exception as e: return type(e).__name__ + ': ' + str(e)
fills = ['', '', '', '<', '>', '=', '^', '*<', '0>', 'x=', 'é^', '{<']
signs = ['', '', '+', '-', ' ']
types_i = ['', 'd', 'b', 'o', 'x', 'X', 'n', 'c', 'e', 'f', 'g', '%', 's', 'q']
types_f = ['', 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%', 'd', 's']
types_s = ['', 's', 'd', 'x']
def spec(types):
    s = r.choice(fills) + r.choice(signs) + r.choice(['', '', '', 'z']) + r.choice(['', '', '#']) + r.choice(['', '', '0'])
    s += r.choice(['', '', '5', '12', '20', '1']) + r.choice(['', '', '', ',', '_']) + r.choice(['', '', '.0', '.1', '.3', '.10', '.25'])
    return s + r.choice(types)
floats = [0.0, -0.0, 1.0, -1.5, 3.14159, 1e10, 1e16, 1e17, 123456789.123, 1e-5, 1e-4, 0.00012345, float('inf'), float('-inf'), float('nan'), 1e300, 5e-324, 0.1, 2.675, 1e22, 99999.5, 9.995, -1234567.891, 0.5, 1.5, 2.5]
ints = [0, 1, -1, 42, -255, 65, 10**6, -10**9, 2**63, -2**63, 10**25, 12345678, True]
strs = ['', 'a', 'hello', 'héllo wörld', 'x'*30]
for i in range(350):
    k = i % 3
    if k == 0: v, s = r.choice(ints), spec(types_i)
    elif k == 1: v, s = r.choice(floats), spec(types_f)
    else: v, s = r.choice(strs), spec(types_s)
    print(i, repr(v), repr(s), show(format, v, s))
# floats repr
for i in range(60):
    x = r.uniform(-1, 1) * 10 ** r.randint(-320, 308)
    print(repr(x), str(round(x, r.randint(-5, 20))), '%.*g' % (r.randint(0, 20), x), '%.3e' % x, x.hex(), float.fromhex(x.hex()) == x, float(repr(x)) == x)
for i in range(60):
    f = '%' + r.choice(['', '-', '+', ' ', '0', '#', '-0', '+0', '# 0']) + r.choice(['', '5', '12', '*']) + r.choice(['', '.0', '.3', '.10', '.*']) + r.choice('diouxXeEfFgGcrsa%')
    nargs = f.count('*')
    v = r.choice(ints + floats + strs + [None, (1,2), [1]])
    args = tuple([r.choice([3, 8, -6, 0]) for _ in range(nargs)]) + (v,)
    print(i, f, repr(args), show(lambda a, b: a % b, f, args))
    bf = f.encode()
    vb = r.choice(ints + floats + [b'ab', None, 'x'])
    print(i, bf, show(lambda a, b: a % b, bf, args[:-1] + (vb,)))
for i in range(60):
    a = r.choice([r.randint(-10**6, 10**6), r.randint(-10**40, 10**40), r.randint(-2**64, 2**64), r.choice(floats), r.randint(-5, 5)])
    b = r.choice([r.randint(-10**6, 10**6), r.randint(-10**40, 10**40), r.randint(-2**64, 2**64), r.choice(floats), r.randint(-5, 5)])
    for name, op in [('+', lambda a, b: a+b), ('-', lambda a, b: a-b), ('*', lambda a, b: a*b), ('/', lambda a, b: a/b), ('//', lambda a, b: a//b), ('%', lambda a, b: a%b), ('divmod', divmod), ('<', lambda a, b: a<b), ('==', lambda a, b: a==b), ('&', lambda a, b: a&b), ('|', lambda a, b: a|b), ('^', lambda a, b: a^b)]:
        print(repr(a), name, repr(b), show(op, a, b))
    if isinstance(a, int) and isinstance(b, int):
        s = abs(b) % 200
        print(show(lambda: a << s), show(lambda: a >> s), show(lambda: a ** (s % 12)), show(pow, a, s, 97), hash(a), a.bit_length(), hex(a), bin(a), oct(a), ~a, -a, abs(a), float(a) if abs(a) < 10**300 else 0, int(str(a)), round(a, -(s % 8)), a.bit_count())
    else:
        print(show(lambda: a ** (b if isinstance(b, float) else b % 10) if not (isinstance(b, float) and a < 0) else 0), show(hash, a) if a == a else 0, show(int, a), show(lambda: a.as_integer_ratio()))
