import tensorflow as tf
# Control flow of many forms in functions.
def show(l, f, *a):
    try: print(l, f(*a))
    except Exception as e: print(l, type(e).__name__, e)
@tf.function
def a(x):
    if x > 0: pass
    else: x = x + 1
    return x
show(1, a, tf.constant(-1))
@tf.function
def b(x, y):
    if x > 0 and y > 0: return 1
    elif x > 0 or y > 0: return 2
    return 3
show(2, b, tf.constant(1), tf.constant(-1)); show(3, b, 1, tf.constant(-1)); show(4, b, -1, -1)
@tf.function
def c(n):
    out = tf.TensorArray(tf.int32, 0, dynamic_size=True)
    i = 0
    while i < n:
        j = 0
        while j < i:
            out = out.write(out.size(), i * j)
            j += 1
        i += 1
    return out.stack()
show(5, c, tf.constant(4))
@tf.function
def d(x):
    y = x
    for _ in range(3):
        if y > 10: break
        y *= 3
    return y
show(6, d, tf.constant(2)); show(7, d, 2)
@tf.function
def e(x):
    total = 0
    for i in tf.range(3):
        for j in range(2):
            total += i * j
    return total
show(8, e, 1)
@tf.function
def f(lst):
    r = 0
    for i, v in enumerate(lst):
        if v > 1: r += v * i
    return r
show(9, f, [tf.constant(1), tf.constant(2), tf.constant(3)]); show(10, f, tf.constant([1, 2, 3]))
@tf.function
def g(x):
    v = tf.constant(0)
    while True:
        v += 1
        if v > 3: break
    return v
show(11, g, 1)
@tf.function
def h(x):
    d = {}
    if x > 0: d['a'] = x
    else: d['a'] = -x
    return d
show(12, h, tf.constant(-3))
class O: pass
@tf.function
def i(x):
    o = O()
    o.v = x
    if x > 0: o.v = x * 2
    while o.v < 20: o.v += 5
    return o.v
show(13, i, tf.constant(3))
@tf.function
def j(x):
    return tf.stack([t * 2 for t in tf.unstack(x)]), [t for t in range(3) if t > 0], {i: x[i] for i in range(2)}
show(14, j, tf.constant([1, 2]))
@tf.function
def k(n):
    a = tf.constant([0])
    for i in tf.range(n): a = tf.pad(a, [[0, 1]])
    return a
show(15, k, tf.constant(2))
@tf.function
def l(x):
    n = 0
    while x > 0: x //= 2; n += 1
    return n
show(16, l, tf.constant(100)); show(17, l, 100)
@tf.function
def m(x):
    if tf.shape(x)[0] > 2: y = x[:2]
    else: y = x
    return y, y.shape
show(18, lambda: [m(tf.ones([n]))[0].shape for n in (1, 2, 3)])
@tf.function
def n(x):
    i = tf.constant(0)
    def cond(): return i < x
    while cond(): i += 1
    return i
show(19, n, tf.constant(3))
@tf.function
def o(x):
    for i in tf.range(5):
        if i == x: continue
        tf.print(i, end=' ')
    tf.print()
    return i
show(20, o, tf.constant(3))
@tf.function
def p(x): return len(x), len([1, x]), x.shape[0], int(3.7), float(2), str(5), list(range(2)), tuple([1]), type(x).__name__, isinstance(x, tf.Tensor), callable(p), hasattr(x, 'shape'), getattr(x, 'nope', 7), sorted([2, 1]), sum([1, 2]), min(1, 2), max([3, 1]), all([True, False]), any([0, 1]), zip([1], [2]).__class__.__name__, round(2.5), pow(2, 3), divmod(7, 2), abs(-2), chr(65), ord('a'), bool(1)
show(21, p, tf.constant([1, 2]))
@tf.function
def q(x):
    s = 0
    for a, b in zip(x, x[1:]): s += a * b
    return s
show(22, q, tf.constant([1, 2, 3])); show(23, q, [1, 2, 3])
@tf.function
def r(x):
    y, z = (x, x + 1) if x > 0 else (x - 1, x)
    return y, z
show(24, r, tf.constant(1))
@tf.function
def s(x, flag=True):
    if flag:
        if x > 0: return x
        else: return -x
    return tf.constant(0)
show(25, s, tf.constant(-2)); show(26, s, tf.constant(-2), False)
@tf.function
def u(x):
    try: y = x / 0
    except ZeroDivisionError: y = x
    return y
show(28, u, 1); show(29, u, tf.constant(1))
@tf.function
def w(n):
    x = 1.0
    for i in tf.range(n): x = x * 2
    return x
show(30, w, tf.constant(3))
@tf.function
def y(n):
    x = 1
    for i in tf.range(n): x = x * 2.0
    return x
show(31, y, tf.constant(3))
@tf.function
def z(n):
    x = []
    for i in tf.range(n): x = x + [i]
    return x
show(32, z, tf.constant(3))
