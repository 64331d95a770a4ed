# Loops over tensors whose body returns: what AutoGraph makes of the flags for `return`, `break` and `continue`,
# where it refuses, and what stands behind such loops. With the sizes of the graphs.
import tensorflow as tf


def t(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, *[line for line in str(e).splitlines() if '__inference' not in line], sep='\n')
    try:
        graph = f.get_concrete_function(*args).graph.as_graph_def()
    except Exception:
        return
    print('  ', len(graph.node), 'nodes,', len(graph.library.function), 'functions:', [n.op for n in graph.node][-8:])


@tf.function
def a1(x):
    for i in tf.range(5):
        if x > 3:
            if i > 2:
                continue
            x += 1
            if x > 7:
                continue
            x += 10
        x += 100
    return x
t(a1, tf.constant(1))
t(a1, tf.constant(4))
t(a1, tf.constant(7))


@tf.function
def a2(x):
    with tf.name_scope('a'):
        if x > 1: return x
        else: return x + 1
    y = x + 4
    return y
t(a2, tf.constant(1))
t(a2, tf.constant(4))


@tf.function
def a3(x):
    for i in range(3):
        if x > 1: return x
        else: return x + 1
t(a3, tf.constant(1))
t(a3, tf.constant(4))


@tf.function
def a4(x):
    for i in range(3):
        if x > 1: return x
        x += 1
    return x
t(a4, tf.constant(1))
t(a4, tf.constant(4))


@tf.function
def a5(x):
    if x > 1:
        for i in tf.range(x): return i + 10
    else:
        return x * 5
    return x * 7
t(a5, tf.constant(1))
t(a5, tf.constant(4))


@tf.function
def a6(x):
    if x > 1: return x
    for i in tf.range(3): return i + x
    return x * 7
t(a6, tf.constant(1))
t(a6, tf.constant(4))


@tf.function
def a7(x):
    for i in tf.range(3):
        for j in tf.range(x):
            return i + j + x
    return x * 7
t(a7, tf.constant(1))
t(a7, tf.constant(0))


@tf.function
def a8(x):
    for i in tf.range(3):
        for j in tf.range(x):
            return i + j + x
        x += 4
        return x
t(a8, tf.constant(1))
t(a8, tf.constant(0))


@tf.function
def a9(x, flag=True):
    if flag:
        for i in tf.range(x): return i + 1
        return x
    x += 3
    return x
t(a9, tf.constant(1))
t(a9, tf.constant(0))
t(a9, tf.constant(0), False)


@tf.function
def b1(x):
    for i in tf.range(x):
        return i + 1, {'a': x}
t(b1, tf.constant(1))
t(b1, tf.constant(0))


@tf.function
def b2(x):
    for i in tf.range(x):
        return
t(b2, tf.constant(1))
t(b2, tf.constant(0))


@tf.function
def b3(x):
    for i in tf.range(x):
        return 'hello'
t(b3, tf.constant(1))
t(b3, tf.constant(0))


@tf.function
def b4(x):
    for i in tf.range(x):
        return 5
    return 7
t(b4, tf.constant(1))
t(b4, tf.constant(0))


@tf.function
def b5(x):
    for i in tf.range(x):
        return 5
    return 7.0
t(b5, tf.constant(1))
t(b5, tf.constant(0))


@tf.function
def b6(x):
    for i in tf.range(x):
        return 5
    x += 1
    y = x * 2
    print('traced')
    return y
t(b6, tf.constant(1))
t(b6, tf.constant(0))


@tf.function
def b7(x):
    for v in tf.data.Dataset.range(3):
        return v


t(b7, tf.constant(1))


@tf.function
def b8(x):
    for v in tf.reshape(tf.range(6), [3, 2]):
        return v + x


t(b8, tf.constant(1))


@tf.function
def b9(x):
    while x < 10:
        x += 1
        if x > 5:
            break
        return x
    return x * 2
t(b9, tf.constant(1))
t(b9, tf.constant(5))
t(b9, tf.constant(50))


@tf.function
def c1(x):
    while x < 10:
        x += 1
        if x > 5:
            continue
        return x
    return x * 2
t(c1, tf.constant(1))
t(c1, tf.constant(5))
t(c1, tf.constant(50))


@tf.function
def c2(x):
    y = x
    while x < 10:
        x += 1
        y = x * 3
        return y
    return x * 2
t(c2, tf.constant(1))
t(c2, tf.constant(50))


@tf.function
def c3(x):
    while x < 10:
        x += 1
        while x < 20:
            x += 2
            return x
        return x * 3
    return x * 2
t(c3, tf.constant(1))
t(c3, tf.constant(50))


@tf.function
def c4(x):
    try:
        while x < 10:
            return x
    finally:
        print('fin')
    return x + 5
t(c4, tf.constant(1))
t(c4, tf.constant(50))


@tf.function
def c5(x):
    for i in range(2):
        while x < 10:
            return x
        x += 1
    return x + 5
t(c5, tf.constant(1))
t(c5, tf.constant(50))


@tf.function
def c6(x):
    n = 0
    while n < 2:
        n += 1
        while x < 10:
            return x
        x += 1
    return x + 5
t(c6, tf.constant(1))
t(c6, tf.constant(50))


@tf.function
def d1(x):
    y = x
    for i in tf.range(5):
        if x > 3:
            continue
        y = 2.5
    return y


t(d1, tf.constant(1))


@tf.function
def d2(x, flag=False):
    if flag:
        if x > 0:
            return x
    for i in tf.range(3):
        x += 1
    return x
t(d2, tf.constant(1))
t(d2, tf.constant(1), True)


@tf.function
def d3(x, g=False, k=False):
    if g:
        if k:
            return x
    for i in tf.range(3):
        x += 1
    while x < 20:
        x += 2
    return x
t(d3, tf.constant(1))
t(d3, tf.constant(1), True)
t(d3, tf.constant(1), True, True)


@tf.function
def d4(x):
    for i in tf.range(3):
        if x > 2:
            return x
        elif x > 1:
            return x * 2
        else:
            return x * 3
    return x
t(d4, tf.constant(1))
t(d4, tf.constant(2))
t(d4, tf.constant(3))


@tf.function
def d5(x):
    for i in tf.range(3):
        if x > 2:
            y = x
            return y
        y = x * 5
        return y + i
t(d5, tf.constant(1))
t(d5, tf.constant(3))


@tf.function
def d6(x):
    for i in tf.range(5):
        with tf.name_scope('a'):
            return x + i
        x += 100
    x += 200
    for j in tf.range(5):
        x += j
        return x
    return x


t(d6, tf.constant(1))


class C:
    def __init__(self): self.v = 0
    @tf.function
    def m(self, x):
        for i in tf.range(x):
            self.v = i + 7
            return self.v
        return x
c = C()
t(c.m, tf.constant(1))
t(c.m, tf.constant(0))


@tf.function
def d7(x):
    d = {'k': x}
    while d['k'] < 5:
        d['k'] += 1
        return d['k'], x
    return x, x
t(d7, tf.constant(1))
t(d7, tf.constant(9))


@tf.function
def d8(x):
    for i in tf.range(2):
        return [x, {'a': i}]


t(d8, tf.constant(1.5))


@tf.function
def d9(x):
    def inner(y):
        while y < 3:
            return y + 1
        return y - 1
    return inner(x) * 10
t(d9, tf.constant(1))
t(d9, tf.constant(7))


@tf.function
def e1(x):
    for i in tf.range(3):
        for j in range(2):
            return x + i + j


t(e1, tf.constant(1))


@tf.function
def e2(x):
    for i in range(2):
        if x > 100:
            x += 1
        for j in tf.range(3):
            x += j
            if j > 1: break
    return x


t(e2, tf.constant(1))


@tf.function
def e3(x):
    with tf.GradientTape() as t:
        t.watch(x)
        for i in tf.range(3):
            return t.gradient(x * x, x)


t(e3, tf.constant(3.))


@tf.function
def e4(x):
    return h(x) + 1


def h(x):
    for v in tf.constant([1., 2., 3.]):
        x *= v + 1
        return x
    return x
with tf.GradientTape() as tape:
    x = tf.constant(3.)
    tape.watch(x)
    y = e4(x)
print(tape.gradient(y, x))


@tf.function
def e5(x):
    if x > 1:
        if x > 2: return x
        else: return x * 2
    x += 10
    return x
t(e5, tf.constant(1))
t(e5, tf.constant(2))
t(e5, tf.constant(3))


@tf.function
def e6(x):
    if x > 1:
        try:
            return x
        finally:
            print('f')
    else:
        return x + 1
    print('never?')
    return x + 20
t(e6, tf.constant(1))
t(e6, tf.constant(2))


@tf.function
def e7(x):
    try:
        if x > 1: return x
        else: return x + 1
    finally:
        print('f')
    print('tail')
    return x + 20
t(e7, tf.constant(1))
t(e7, tf.constant(2))


@tf.function
def e8(x):
    for i in tf.range(3):
        if x > i:
            return x
        else:
            x += 5
    return x


t(e8, tf.constant(1))


@tf.function
def e9(x):
    for i in tf.range(3):
        if x > i:
            return x
        x += 5
        return x
t(e9, tf.constant(1))
t(e9, tf.constant(0))
t(e9, tf.constant(-3))


@tf.function
def f1(x):
    while True:
        x += 1
        if x > 3: break
        return x
    return x


t(f1, tf.constant(1))


@tf.function
def f2(x):
    k = 0
    while k < 3:
        k += 1
        if x > 3: return x
        else: return x * 2


t(f2, tf.constant(1))


@tf.function
def f3(x):
    for i in range(0):
        if x > 3: return x
        else: return x * 2
    return x


t(f3, tf.constant(1))


@tf.function
def f4(x):
    for i in tf.range(4):
        if x > 3: return
        x += 1


t(f4, tf.constant(1))


@tf.function
def f5(x):
    for i in tf.range(4):
        pass
        return tf.constant('s')


t(f5, tf.constant(1))


# An output that is an input once the passes have run (`* 1`) does not share memory with what runs later.
@tf.function
def simplified(y, v):
    b = y - 3
    v = v * 2.0
    i = 0
    while i < tf.constant(1):
        return b * 1, v
    return y, v


t(simplified, tf.constant(4), tf.constant([0.75, -2.25, 0.25]))
