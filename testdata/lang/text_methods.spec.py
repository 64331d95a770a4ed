# methods of str and bytes on random texts, properties of characters
import random
r = random.Random(2)
def show(f, *a):
    try: return ascii(f(*a))
    except Exception as e: return type(e).__name__ + ': ' + str(e)
alpha = 'abAB12 \t\n\r,.-_xyzéßÉǅİıſ\u0345\u2028\u00a0日本𝔸٣²½Ⅷ\x1c\x85\x00%{}ﬁΣσς'
def rs(n): return ''.join(r.choice(alpha) for _ in range(r.randint(0, n)))
no = ['capitalize','casefold','isalnum','isalpha','isascii','isdecimal','isdigit','isidentifier','islower','isnumeric','isprintable','isspace','istitle','isupper','lower','swapcase','title','upper','split','rsplit','splitlines','strip','lstrip','rstrip','expandtabs','encode']
for i in range(25):
    s = rs(12)
    for n in no: print(n, ascii(s), show(getattr(s, n)))
    t = rs(2); u = rs(3)
    a, b = r.choice([None, 0, 1, -1, 3, -5, 20, -20]), r.choice([None, 0, 1, -1, 3, -5, 20, -20])
    for n in ['find','rfind','index','rindex','count','startswith','endswith']:
        print(n, ascii(s), ascii(t), a, b, show(getattr(s, n), t, a, b), show(getattr(s, n), t))
    for n in ['split','rsplit']:
        print(n, ascii(s), ascii(t), a, show(getattr(s,n), t, a or 0), show(getattr(s,n), t), show(getattr(s,n), None, a or 0))
    for n in ['partition','rpartition','strip','lstrip','rstrip','removeprefix','removesuffix','join']:
        print(n, ascii(s), ascii(t), show(getattr(s, n), t))
    print(show(s.replace, t, u), show(s.replace, t, u, a or 0), show(s.splitlines, True), show(s.center, 15, 'é'), show(s.ljust, 14), show(s.rjust, 13, '*'), show(s.zfill, 12), show(s.translate, {97: 'XX', 98: None, 0x65e5: 33}), show(s.expandtabs, 3))
    print(ascii(s[a:b]), show(lambda: s[a]), ascii(s[::-1]), ascii(s[a:b:2]), len(s), hash(s), s < t, s == t, ascii(s * 2), t in s, repr(s), show(s.encode, 'utf-16'), show(s.encode, 'ascii', 'backslashreplace'), show(s.encode, 'latin-1', 'xmlcharrefreplace'), s.encode().decode() == s)
for c in list(range(0, 0x250, 3)) + list(range(0x250, 0x3000, 101)) + list(range(0xa000, 0x10000, 331)) + list(range(0x10000, 0x20000, 1777)):
    if 0xd800 <= c < 0xe000: continue
    x = chr(c)
    print(c, x.isalnum(), x.isalpha(), x.isdecimal(), x.isdigit(), x.isidentifier(), x.islower(), x.isnumeric(), x.isprintable(), x.isspace(), x.istitle(), x.isupper(), ascii(x.upper()), ascii(x.lower()), ascii(x.title()), ascii(x.casefold()), ascii(x.swapcase()), ascii(x.capitalize()))
ba = b'abAB12 \t\n\r,.-_xyz\xff\x00\x0b'
def rb(n): return bytes([r.choice(ba) for _ in range(r.randint(0, n))])
bn = ['capitalize','isalnum','isalpha','isascii','isdigit','islower','isspace','istitle','isupper','lower','swapcase','title','upper','split','rsplit','splitlines','strip','lstrip','rstrip','expandtabs','hex']
for i in range(15):
    s = rb(12)
    for n in bn: print(n, s, show(getattr(s, n)))
    t = rb(2); u = rb(3)
    a, b = r.choice([None, 0, 1, -1, 3, -5, 20, -20]), r.choice([None, 0, 1, -1, 3, -5, 20, -20])
    for n in ['find','rfind','index','rindex','count','startswith','endswith']:
        print(n, s, t, a, b, show(getattr(s, n), t, a, b), show(getattr(s, n), t))
    for n in ['split','rsplit']:
        print(n, s, t, a, show(getattr(s,n), t, a or 0), show(getattr(s,n), t), show(getattr(s,n), None, a or 0))
    for n in ['partition','rpartition','strip','lstrip','rstrip','removeprefix','removesuffix']:
        print(n, s, t, show(getattr(s, n), t))
    print(show(s.replace, t, u), show(s.replace, t, u, a or 0), show(s.splitlines, True), show(s.center, 15, b'*'), show(s.ljust, 14), show(s.rjust, 13, b'*'), show(s.zfill, 12), show(s.expandtabs, 3), show(s.decode), show(s.decode,'utf-8','replace'), show(s.decode,'ascii','ignore'), show(s.decode, 'latin-1'), show(s.hex, ':', 2))
    print(s[a:b], show(lambda: s[a]), s[::-1], s[a:b:2], len(s), hash(s), s < t, s == t, s * 2, t in s, repr(s), s + t, list(s)[:3])
