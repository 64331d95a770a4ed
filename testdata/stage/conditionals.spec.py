# Conditions on tensors: what is said of them, of what stands in branches, and where; names inside of branches and
# loops.
import tensorflow as tf
@tf.function
def f(x, y, n):
    z = x * 2.0
    r = (tf.matmul(x, y)
         if n > 1
         else x + y)
    return r
for n in (2, 1, tf.constant(1), True):
    try: f(tf.ones([2, 3]), tf.ones([4]), n)
    except Exception as e: print(e)
@tf.function
def g(x, y, n):
    z = x * 2.0
    if n > 1:
        z = z + 1
    r = x + y if n else x - y
    return r
for n in (2, 1, 0, tf.constant(1), tf.constant(True), True):
    try: g(tf.ones([2, 3]), tf.ones([4]), n)
    except Exception as e: print(e)
@tf.function
def h(x, y, n):
    z = x * 2.0
    return tf.reshape(x, [4]) if n > 1 else y
for n in (2, tf.constant(2)):
    try: h(tf.ones([2, 3]), tf.ones([4]), n)
    except Exception as e: print(e)
@tf.function
def k(x, y, n):
    z = x * 2.0
    return 1 if n > 1 else y
for n in (2, tf.constant(2)):
    try: k(tf.ones([2, 3]), tf.ones([4]), n)
    except Exception as e: print(e)
@tf.function
def k2(x, n):
    z = x * 2.0
    return 1 if n > 1 else 2.5
for n in (2, tf.constant(2)):
    try: k2(tf.ones([2, 3]), n)
    except Exception as e: print(e)
@tf.function
def k3(x, n):
    z = x * 2.0
    a = undefined_thing if n > 1 else 2.5
    return a
for n in (2, tf.constant(2)):
    try: k3(tf.ones([2, 3]), n)
    except Exception as e: print(e)
@tf.function
def k4(x, n):
    z = x * 2.0
    a = 1 if n else None
    return a
for n in (2, tf.constant(2)):
    try: k4(tf.ones([2, 3]), n)
    except Exception as e: print(e)
@tf.function
def f(x, y):
    z = x * 2.0
    r = tf.matmul(
        z,
        tf.add(x,
               y))
    return r
@tf.function
def g(x, y):
    return (x
            + x
            - y)
@tf.function
def h(x, y):
    if (x[0, 0] > 0 and
        tf.reduce_all(x > y)):
        return x
    return y
@tf.function
def k(x, y):
    d = {'a': x,
         'b': x + y,
         'c': y}
    return d
@tf.function
def l(x, y):
    d = [x + i
         for i in (x,
                   y)]
    return d
@tf.function
def m(x, y):
    for i in tf.range(
            3 + x):
        y += 1
    return y
@tf.function
def n(x, y):
    while tf.reduce_all(x >
            y):
        y += 1
    return y
@tf.function
def o(x, y):
    f = lambda a, b: (
        a +
        b)
    return f(
        x,
        y)
for q in (f, g, h, k, l, m, n, o):
    try: q(tf.ones([2, 3]), tf.ones([4]))
    except Exception as e: print(e)
def t(fn, *a):
    try: print(fn(*a))
    except Exception as e: print(type(e).__name__, e)
@tf.function
def k(x): return 1 if x else 2
for v in (True, False, [True], [[True]]):
    print('--', v)
    t(k, tf.constant(v))
@tf.function
def k1(x):
    if x: return 1
    else: return 2
for v in (1, 1.5, 'a', [True], [True, False]):
    print('-- if', v)
    t(k1, tf.constant(v))
@tf.function
def k2(x):
    while x: x = x - 1
    return x
for v in (1, 1.5, [1]):
    print('-- while', v)
    t(k2, tf.constant(v))
@tf.function
def k3(x):
    return x and True
for v in (1, 1.5, [True], True):
    print('-- and', v)
    t(k3, tf.constant(v))
@tf.function
def k4(x):
    return not x
for v in (1, 1.5, [True], True):
    print('-- not', v)
    t(k4, tf.constant(v))
@tf.function
def k5(x):
    return tf.cond(x, lambda: 1, lambda: 2)
for v in ([True], True):
    print('-- cond', v)
    t(k5, tf.constant(v))
@tf.function
def k6(x):
    if x > 0: y = tf.matmul(x, x)
    else: y = x
    return y
t(k6, tf.constant(1.))
@tf.function
def k7(x):
    y = tf.matmul(x, x) if x > 0 else x
    return y
t(k7, tf.constant(1.))
@tf.function
def k8(x):
    return tf.cond(x > 0, lambda: tf.matmul(x, x), lambda: x)
t(k8, tf.constant(1.))
@tf.function
def k9(x):
    with tf.name_scope('sc'):
        while x > 0: x = tf.matmul(x, x)
    return x
t(k9, tf.constant(1.))
@tf.function
def k10(x):
    with tf.name_scope('sc'):
        return tf.matmul(x, x) if x > 0 else x
t(k10, tf.constant(1.))
@tf.function
def k11(x):
    return x > 0 and tf.matmul(x, x) > 0
t(k11, tf.constant(1.))
@tf.function
def k12(x):
    if x > 0:
        a = tf.add(x, 1.)
        y = tf.add(x, 1.)
        print(y.name, y.op.name)
    else: y = x
    z = tf.add(y, 1.) if x > 0 else tf.print(y) 
    return y
t(k12, tf.constant(1.))
@tf.function
def k13(x):
    y = (lambda: print(tf.add(x, 1.).name))() if x > 0 else print(tf.add(x, 1.).name)
    return x
t(k13, tf.constant(1.))
@tf.function
def f(x):
    with tf.name_scope('sc'):
        while x > 0:
            x = x - 1
            y = tf.add(x, 1., name='plus')
            print('body', x, y)
    if x > 0:
        x = x * 2.
        print('br', x)
        if x > 3:
            x = x * 3.
            print('inner', x)
            for i in tf.range(3):
                x = x * 4.
                print('loop', x, i)
    @tf.function
    def g(z):
        print('nested fn', z, z + 1)
        return z + 1
    with tf.name_scope('out'):
        r = g(x)
        print(r)
    a = tf.map_fn(lambda t: (print('map', t, t + 1), t + 1)[1], tf.ones([3]))
    return x
f(tf.constant(4.))
