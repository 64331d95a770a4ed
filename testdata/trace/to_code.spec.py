# tf.autograph.to_code
import tensorflow as tf


def cont(x, n):
    while x < n:
        x = x + 1
        if x == 3:
            continue
        tf.print(x)
    return x


def brk(x, n):
    for i in range(n):
        if x > 3:
            break
        x += i
    return x


def early(x, k):
    if x > 0:
        return x
    y = x * 2
    if k and not x > 2 or k:
        for i in k:
            if i:
                return y
    z = y if k else -y
    return z


def misc(self, d, *args, flag=True, **kw):
    """Doc."""
    assert d > 0, 'msg'
    a, (b, c) = d[1:2], args
    self.x.y = a[0].shape
    d['k'] = [i * 2 for i in a if i > b]
    f = lambda q, r=2: foo(q) + r

    def inner(z):
        if z:
            self.w = z
        return z

    if flag:
        d['k'] = 3
        self.x = 5
    with tf.name_scope('a') as s, open(d):
        print(inner(a), *args, sep='', **kw)
    try:
        del a
    except ValueError as e:
        raise KeyError('x') from e
    finally:
        pass
    global G
    G = 1
    G += f(a)[2]
    x = 1 < d < 2 == c
    s = f'{a!r:>3} {d["k"]}'
    return


def noret(x):
    if x:
        y = 1
    elif x > 2:
        y = 2
    else:
        z = 3
    while True:
        x -= 1
    e = {**d, 'a': x}
    x: int = 3
    x[1:y, ...] = None
    ok = x is not None and x.a.b[0] != 1
    print('yes' if ok else 'no')


def ret(x, n):
    while x < n:
        if x > 3:
            return 1
        x = f(x, 1, k=2, *n, **x)
    return g(x, z=1) + h(*x)


def comp(x):
    for a, b in x:
        a.y = b
        x[a] = 3
        del x[a]
        with x as z:
            if a:
                z = 3
            return z


def tr(x):
    try:
        if x:
            return 1
    except KeyError:
        x = 2
    return x


def outer(k):
    def fn(x):
        return x + k
    return fn


for f in (cont, brk, early, misc, noret, ret, comp, tr, outer(2), lambda x: x + foo(1)):
    print(tf.autograph.to_code(f))


@tf.function
def decorated(x, b=3, *, c=4):
    return x


print(tf.autograph.to_code(decorated.python_function))


def generator(x):
    yield x


def loop_else(x):
    for i in x:
        pass
    else:
        x = 1
    return x


for f in (generator, loop_else):
    try:
        tf.autograph.to_code(f)
    except NotImplementedError as e:
        print(e)
