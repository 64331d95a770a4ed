# Branches and loops whose results differ; what tf.cond, tf.case, tf.switch_case and tf.while_loop refuse.
import re
import tensorflow as tf


def show(fn, *a, **k):
    try:
        print(fn(*a, **k))
    except Exception as e:
        print(type(e).__name__, '|', re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e)))



@tf.function
def f(x):
    return tf.cond(x > 0, lambda: x * 2, lambda: x - 1)
show(f, tf.constant(1)); show(f, tf.constant(-1)); show(f, 3); show(tf.cond, True, lambda: 1, lambda: 2)
@tf.function
def g(x): return tf.cond(x > 0, lambda: (x, {'a': x}), lambda: (x + 1, {'a': -x}))
show(g, tf.constant(1))
@tf.function
def bad1(x): return tf.cond(x > 0, lambda: x, lambda: 1.5)
show(bad1, tf.constant(1))
@tf.function
def bad2(x): return tf.cond(x > 0, lambda: (x, x), lambda: x)
show(bad2, tf.constant(1))
@tf.function
def bad3(x): return tf.cond(x > 0, lambda: None, lambda: x)
show(bad3, tf.constant(1))
@tf.function
def none(x): return tf.cond(x > 0, lambda: None, lambda: None)
show(none, tf.constant(1))
@tf.function
def op(x): return tf.cond(x > 0, lambda: tf.print('pos'), lambda: tf.print('neg'))
show(op, tf.constant(1)); show(op, tf.constant(-1))
show(lambda: tf.cond(1, lambda: 1, lambda: 2)); show(lambda: tf.cond(tf.constant([True, False]), lambda: 1, lambda: 2)); show(lambda: tf.cond(True, 1, 2))
@tf.function
def shp(x): return tf.cond(x > 0, lambda: tf.ones([2, 3]), lambda: tf.ones([4, 3]))
show(shp, tf.constant(1)); print(shp.get_concrete_function(tf.TensorSpec([])).structured_outputs)
v = tf.Variable(0)
@tf.function
def eff(x):
    tf.cond(x > 0, lambda: v.assign_add(1), lambda: v.assign_sub(1))
    return v.read_value()
show(eff, tf.constant(1)); show(eff, tf.constant(-1)); show(eff, tf.constant(-1))

@tf.function
def f(i, x): return tf.switch_case(i, [lambda: x, lambda: x * 10, lambda: x * 100], default=lambda: -x)
for i in (0, 1, 2, 3, -1): show(f, tf.constant(i), tf.constant(1.))
show(f, 1, tf.constant(1.))
@tf.function
def g(i): return tf.switch_case(i, {0: lambda: 1, 5: lambda: 2}, lambda: 9)
for i in (0, 5, 1): show(g, tf.constant(i))
show(lambda: tf.switch_case(tf.constant(0), []))
show(lambda: tf.switch_case(tf.constant(0), [lambda: 1, 3]))
show(lambda: tf.switch_case(tf.constant(0.5), [lambda: 1, lambda: 3]))
show(lambda: tf.switch_case(tf.constant(1), [(0, lambda: 1), (1, lambda: 3)]))
@tf.function
def h(x): return tf.case([(x < 0, lambda: 'neg'), (x > 10, lambda: 'big')], default=lambda: 'mid')
for x in (-1, 5, 11): show(h, tf.constant(x))
@tf.function
def k(x): return tf.case([(x < 5, lambda: 1), (x < 10, lambda: 2)], exclusive=True)
show(k, tf.constant(7)); show(k, tf.constant(1)); show(k, tf.constant(11))
@tf.function
def l(x): return tf.case({x < 5: lambda: 1} if False else [(x < 5, lambda: 1)])
show(l, tf.constant(1)); show(l, tf.constant(7))
@tf.function
def m(i): return tf.switch_case(i, [lambda: 1, lambda: 2.5])
show(m, tf.constant(0))
show(lambda: tf.case([]))
show(lambda: tf.case([(True, 1)]))

@tf.function
def f(n): return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), (0, 0))
show(f, tf.constant(5)); show(f, 5)
show(lambda: tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [tf.constant(0)]))
show(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)]))
show(lambda: tf.while_loop(lambda i: i < 3, lambda i: (i + 1, 2), [tf.constant(0)]))
show(lambda: tf.while_loop(lambda i: i < 30, lambda i: [i + 1], [0], maximum_iterations=4))
show(lambda: tf.while_loop(lambda d: d['a'] < 3, lambda d: [{'a': d['a'] + 1}], [{'a': tf.constant(0)}]))
@tf.function
def bad1(x): return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, x))
show(bad1, tf.ones([2]))
@tf.function
def ok1(x): return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), (0, x), shape_invariants=(tf.TensorShape([]), tf.TensorShape([None])))
show(ok1, tf.ones([1]))
@tf.function
def bad2(x): return tf.while_loop(lambda i: i < 3, lambda i: i + 1.5, (0,))
show(bad2, 1)
@tf.function
def bad5(x): return tf.while_loop(lambda i: i < 3, lambda i: None, (x,))
show(bad5, tf.constant(1))
show(lambda: tf.while_loop(1, 2, [3])); show(lambda: tf.while_loop(lambda: True, lambda: 1, [])) ; show(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, 0))
@tf.function
def inv(x): return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x), (0, x), shape_invariants=(tf.TensorShape([]), tf.TensorShape([5])))
show(inv, tf.ones([2]))

@tf.function
def f(x):
    if x > 0: y = 1
    return y
show(f, tf.constant(1)); show(f, 1); show(f, -1)
@tf.function
def g(x):
    if x > 0: y = x
    else: z = x
    return x
show(g, tf.constant(1))
@tf.function
def h(n):
    for i in tf.range(n): z = i
    return z
show(h, tf.constant(3)); show(h, tf.constant(0))
@tf.function
def k(n):
    while n > 0:
        n -= 1
        q = tf.constant('a')
    return q
show(k, tf.constant(3))
@tf.function
def l(n):
    for i in tf.range(n): z = [i]
    return z
show(l, tf.constant(3))
@tf.function
def m(x):
    if x > 0: return x
show(m, tf.constant(1)); show(m, 1); show(m, -1)
@tf.function
def n(x):
    if x > 0: return x
    elif x < -5: return x * 2
    else: y = 3
    return y
show(n, tf.constant(1)); show(n, tf.constant(-7)); show(n, tf.constant(-1))
@tf.function
def o(x):
    return undefined_name + x
show(o, tf.constant(1))
@tf.function
def p(x):
    y = None
    if x > 0: y = x
    return y
show(p, tf.constant(1))
@tf.function
def q(x):
    if x > 0: y = 1
    else: y = 'a'
    return y
show(q, tf.constant(1))
@tf.function
def r(x):
    if x > 0: y = 1
    else: y = 1.5
    return y
show(r, tf.constant(1))
@tf.function
def s(x):
    if x > 0: y = [1, 2]
    else: y = [1]
    return y
show(s, tf.constant(1))
@tf.function
def t(x):
    del x
    return x
show(t, tf.constant(1))
@tf.function
def u(x):
    i = tf.constant(0)
    while i < 3:
        if i > 1: w = i
        i += 1
    return w
show(u, 1)
@tf.function
def v(x):
    i = tf.constant(0)
    while i < 3: i = i + 1.5
    return i
show(v, 1)
@tf.function
def w(x):
    i = tf.constant([0])
    for _ in tf.range(3): i = tf.concat([i, i], 0)
    return i
show(w, 1)
@tf.function
def x(x):
    i = 'a'
    for _ in tf.range(3): i = 3
    return i
show(x, 1)
