# Python's builtins in converted code: on tensors of the graph, on tensors and variables from outside. Loops over
# variables; what a call of a function with a wider signature says of its result's shape; sequences beside tensors.
import tensorflow as tf


def t(f, *args):
    try:
        print(f.__name__, f(*args))
    except Exception as e:
        print(f.__name__, type(e).__name__, e)
        return
    print('  ', [n.op for n in f.get_concrete_function(*args).graph.as_graph_def().node])


x, s, st = tf.constant([3, 1, 2]), tf.constant(5), tf.constant('12')
n, v = tf.Variable(3), tf.Variable([4., 5.])


@tf.function
def f1(x, s): return max(s, 3), min(s, 2, s + 1), max(x), min(x)


@tf.function
def f3(x, s): return any(x > 2), all(x > 0)


@tf.function
def f4(x, s): return sum(x)


@tf.function
def f5(x, s): return int(st), float(st), int(s), float(s), abs(s)


@tf.function
def f6(x, s):
    r = 0
    for i, e in enumerate(x): r += i * e
    for a, b in zip(x, x): r += a * b
    return r


@tf.function
def f7(x, s):
    r = 0
    for i in range(n): r += i
    return r, int(n), float(n), abs(n), len(v)


@tf.function
def f8(x, s):
    r = 0.
    for e in v: r += e
    return r


@tf.function
def f9(x, s):
    return max(v), min(v), max(n, s)


@tf.function
def g1(x, s): return list(map(lambda e: e + 1, x)), list(filter(lambda e: True, [1, 2]))


@tf.function
def g3(x, s): return bool(s)


@tf.function
def g4(x, s): return list(x)


@tf.function
def g5(x, s): return tuple(x), [e for e in x], {int(e): e for e in x}


@tf.function
def g6(x, s): return str(s)[:6], repr(s)[:6], f'{s}'[:6], s in [s], isinstance(s, tf.Tensor)


@tf.function
def g7(x, s):
    c = tf.constant(3); r = 0
    for i in range(c): r += i
    return r


c0 = tf.constant(3)


@tf.function
def g8(x, s):
    r = 0
    for i in range(c0): r += i
    return r, int(c0), len(x), abs(c0)


@tf.function
def g9(x, s):
    r = s
    for e in c00: r += e
    while n < 2: r += 1
    if c0 > 2: r += 1
    return r


c00 = tf.constant([1, 2])


@tf.function
def h1(x, s): return max(s, key=lambda e: e)


@tf.function
def h2(x, s): return max(tf.constant([[1]])), min([s, s])


@tf.function
def h4(x, s): return range(s), range(1, s), enumerate(x), zip(x, x)


for f in f1, f3, f4, f5, f6, f7, f8, f9, g1, g3, g4, g5, g6, g7, g8, g9, h1, h2, h4:
    t(f, x, s)


@tf.function
def ordered(x):
    return sorted(x), sorted(x, reverse=True), sorted(x, key=lambda e: -e)


print(ordered(x))
try:
    tf.function(lambda x: sorted(x))(tf.zeros([2, 2]))
except Exception as e:
    print(type(e).__name__, e)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def g(x):
    return x * 2.0, tf.reduce_sum(x), tf.concat([x, x], 0)


@tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
def u(x):
    return x * 2.0


@tf.function(reduce_retracing=True)
def h(x):
    return x + 1.0


@tf.function
def calls(x):
    h(tf.zeros([2]))
    h(tf.zeros([3]))
    a, b, c = g(x)
    print(a.shape, b.shape, c.shape, u(x).shape, u(tf.zeros([2, 3])).shape, h(x).shape)
    for _ in tf.range(3):
        x = u(x)
    return x


print(calls(tf.ones([4])))
print([1, 2] * tf.constant([1, 2]), (1, 2) + tf.constant([1, 2]), tf.constant([3, 4]) - [1, 2])
grown = [1, 2]
grown += tf.constant([1, 2])
print(grown)
print(tf.strings.upper('straße', encoding='utf-8'), tf.strings.lower('É', encoding='utf-8'), tf.strings.upper('é'))
