# Gradients of gradients through conditionals and loops; sources that no tape watches.
import re
import tensorflow as tf


def show(fn, *a, **k):
    try:
        print(fn(*a, **k))
    except Exception as e:
        print(type(e).__name__, '|', re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e)))


def mk(loop):
    @tf.function
    def l(x):
        with tf.GradientTape() as t2:
            t2.watch(x)
            with tf.GradientTape() as t1:
                t1.watch(x); y = x
                if loop:
                    for _ in tf.range(2): y = y * x
                else: y = y * x * x
            d = t1.gradient(y, x)
        return d, t2.gradient(d, x)
    return l
print(mk(False)(tf.constant(2.)))
print(mk(True)(tf.constant(2.)))
@tf.function
def f(x):
    y = x
    for _ in tf.range(2): y = y * x
    return y
x = tf.constant(2.)
with tf.GradientTape() as t2:
    t2.watch(x)
    with tf.GradientTape() as t1:
        t1.watch(x); y = f(x)
    d = t1.gradient(y, x)
print(d, t2.gradient(d, x))
@tf.function
def g(x):
    with tf.GradientTape() as t2:
        t2.watch(x)
        with tf.GradientTape() as t1:
            t1.watch(x); y = x
            if x > 0: y = y * x * x
        d = t1.gradient(y, x)
    return d, t2.gradient(d, x)
print(g(x))
@tf.function
def h(x):
    with tf.GradientTape() as t2:
        t2.watch(x)
        with tf.GradientTape() as t1:
            t1.watch(x)
            i, y = tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * x), (0, x))
        d = t1.gradient(y, x)
    return d, t2.gradient(d, x)
print(h(x))
x, y = tf.constant(2.), tf.constant(3.)
v, u = tf.Variable(2.), tf.Variable(3.)
@tf.function
def f(a, b): return a * b
@tf.function
def g(): return v * u
@tf.function
def h(a): return a * v + u
with tf.GradientTape() as t:
    t.watch(x); z = x * y
print(t.gradient(z, [x, y]))
with tf.GradientTape() as t:
    t.watch(x); z = f(x, y)
print(t.gradient(z, [x, y]))
with tf.GradientTape(watch_accessed_variables=False) as t:
    t.watch(u); z = g()
print(t.gradient(z, [v, u]))
with tf.GradientTape(watch_accessed_variables=False) as t:
    t.watch(u); z = v * u
print(t.gradient(z, [v, u]))
with tf.GradientTape() as t:
    z = h(x)
print(t.gradient(z, [v, u, x]))
with tf.GradientTape(persistent=True) as t:
    t.watch(x); z = f(x, y) + h(y)
print(t.gradient(z, [x, y, v]))
@tf.function
def inside(x, y):
    with tf.GradientTape() as t:
        t.watch(x); z = f(x, y) * y
    return t.gradient(z, [x, y])
print(inside(x, y))
@tf.function
def inside2(x, y):
    with tf.GradientTape() as t:
        t.watch(x); z = x * y
        if x > 0: z = z * y
        for i in tf.range(2): z = z * y
    return t.gradient(z, [x, y])
print(inside2(x, y))
with tf.GradientTape() as t:
    t.watch(x); t.watch(y)
    z = f(x, y)
    t.reset(); t.watch(x)
    z2 = f(x, y)
print(t.gradient(z2, [x, y]))
x, y = tf.constant(2.), tf.constant(3.)
def tape(watch, fn, **k):
    t = tf.GradientTape(**k)
    with t:
        for w in watch: t.watch(w)
        z = fn()
    return t, z
t, z = tape([], lambda: x * y); show(lambda: t.gradient(y, y))
t, z = tape([x], lambda: x * y); show(lambda: t.gradient([z, y], [x, y]))
t, z = tape([x], lambda: x * y); show(lambda: t.gradient(y, [x, y]))
t, z = tape([x], lambda: x * y); show(lambda: t.gradient(z, [x, y], unconnected_gradients='zero'))
t, z = tape([x], lambda: (x * y, x * 2)); show(lambda: t.gradient(z[0], [z[1], z[0], x]))
t, z = tape([x], lambda: x * y, persistent=True); show(lambda: (t.gradient(z, y), t.gradient(z, x), t.gradient(z, z)))
@tf.function
def f():
    with tf.GradientTape() as t:
        t.watch(x); c = x * 2.; d = y * 2.; z = c * d
    return t.gradient(z, [c, d, x, y])
show(f)
@tf.function
def g(a):
    with tf.GradientTape() as t:
        z = a * a
    return t.gradient(z, a)
show(lambda: g(x))
with tf.GradientTape() as o:
    o.watch(x)
    with tf.GradientTape() as t:
        z = x * x
    d = t.gradient(z, x)
print(d)
v = tf.Variable(1., trainable=False); w = tf.Variable(1.)
with tf.GradientTape() as t: z = v * w
print(t.gradient(z, [v, w]))
with tf.GradientTape() as t:
    t.watch(v); z = v * w
print(t.gradient(z, [v, w]))
with tf.GradientTape() as t:
    with t.stop_recording(): k = w * 3.
    z = k * w
print(t.gradient(z, [k, w]))
i = tf.constant(3)
with tf.GradientTape() as t:
    t.watch(x); z = tf.cast(i, tf.float32) * x
print(t.gradient(z, [i, x]))
with tf.GradientTape() as t:
    t.watch(x); z = tf.reduce_sum(tf.gather([x, y], [0, 1]) * x)
print(t.gradient(z, [x, y]))
j = tf.constant([1., 2.])
with tf.GradientTape() as t:
    t.watch(j); z = j * j
print(t.jacobian(z, j), )
with tf.GradientTape() as t:
    t.watch(j); z = j * y
print(t.jacobian(z, y))
