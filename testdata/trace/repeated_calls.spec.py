# Graphs that datasets and branches call again and again keep their memory: nothing that somebody holds may change.
import tensorflow as tf
D = tf.data.Dataset

@tf.function
def keep_all(ds):
    ta = tf.TensorArray(tf.int64, 0, dynamic_size=True, element_shape=[])
    i, prev, last = 0, tf.constant(-1, tf.int64), tf.constant(-2, tf.int64)
    for x in ds:
        ta = ta.write(i, x + prev)
        prev, last = x, prev
        i += 1
    return ta.stack(), prev, last

print(keep_all(D.range(7)))
print(keep_all(D.range(7).map(lambda x: x)))
print(keep_all(D.range(7).filter(lambda x: x % 2 == 0)))
print(keep_all(D.range(0)))

# states that change places, pass through and repeat
@tf.function
def rotate(ds):
    a, b, c = tf.constant(1.0), tf.constant(2.0), tf.constant(3.0)
    for x in ds:
        a, b, c = b, c, a + tf.cast(x, tf.float32)
    return a, b, c
print([float(v) for v in rotate(D.range(11))])

@tf.function
def same_twice(ds):
    a, b = tf.zeros([3]), tf.zeros([3])
    for x in ds:
        a = a + x
        b = a
    return a, b
s = D.from_tensor_slices(tf.reshape(tf.range(12.0), [4, 3]))
print([v.numpy().tolist() for v in same_twice(s)])

# elements kept by Python
print([x.numpy() for x in list(D.range(5))])
print([x.numpy().tolist() for x in list(D.range(6).map(lambda x: x * 2).batch(2))])
it = iter(D.range(5).map(lambda x: x + 1))
a = next(it); b = next(it)
print(a.numpy(), b.numpy(), next(it).numpy(), a.numpy(), b.numpy())
print([(x.numpy(), y.numpy()) for x, y in list(D.zip((D.range(4), D.range(10, 14).map(lambda x: x * x))))])
print([x.numpy() for x in list(D.range(9).shuffle(4, seed=3))] == [x.numpy() for x in list(D.range(9).shuffle(4, seed=3))])
print(sorted(x.numpy() for x in list(D.range(9).shuffle(4, seed=3))))
print([x.numpy() for x in D.range(5).cache().repeat(2)])
print([x.numpy().tolist() for x in D.range(10).window(3).flat_map(lambda w: w.batch(3))])
print([x.numpy() for x in D.range(3).interleave(lambda x: D.from_tensors(x).repeat(3), cycle_length=2, block_length=2)])
print([x.numpy() for x in D.range(8).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s))])
print([x.numpy() for x in D.range(8).scan(tf.constant(0, tf.int64), lambda s, x: (x, s))])
print(D.range(10).reduce((tf.constant(0, tf.int64), tf.constant(1, tf.int64)), lambda s, x: (s[1], s[0] + x)))
print(D.range(10).reduce(tf.constant(0, tf.int64), lambda s, x: x))
print(D.range(10).reduce((tf.constant(0, tf.int64), tf.constant(7, tf.int64)), lambda s, x: (x, x)))
print(D.range(10).reduce((tf.constant(0, tf.int64), tf.constant(7, tf.int64)), lambda s, x: (s[1], x)))

# shapes that change
@tf.function
def ragged(ds):
    total = tf.zeros([], tf.int64)
    n = 0
    for x in ds:
        total += tf.reduce_sum(x)
        if tf.size(x) > 2:
            n += 1
    return total, n
print(ragged(D.range(11).batch(4)))
print(ragged(D.range(11).batch(4).concatenate(D.range(6).batch(3))))
@tf.function
def growing(ds):
    acc = tf.zeros([0], tf.int64)
    for x in ds:
        tf.autograph.experimental.set_loop_options(shape_invariants=[(acc, tf.TensorShape([None]))])
        acc = tf.concat([acc, [x]], 0)
    return acc
print(growing(D.range(6)))

# ignore_errors goes on with the state that was
def bad(s, x):
    with tf.control_dependencies([tf.debugging.assert_less(x % 3, tf.constant(2, tf.int64))]):
        return s + x, s * 10 + x
print([x.numpy() for x in D.range(9).scan(tf.constant(0, tf.int64), bad).ignore_errors()])
print([x.numpy() for x in D.from_tensor_slices([1., 2., 0., 4.]).map(lambda x: tf.debugging.check_numerics(1. / x, "bad")).ignore_errors()])

@tf.function
def fails(ds):
    t = tf.constant(0, tf.int64)
    for x in ds:
        t += 12 // (3 - x)
    return t
for _ in range(2):
    try:
        print(fails(D.range(6)))
    except tf.errors.InvalidArgumentError as e:
        print(type(e).__name__)
print(fails(D.range(3)))

# breaks, nested loops, variables, prints
v = tf.Variable(0, dtype=tf.int64)
@tf.function
def nested(ds, other):
    n = tf.constant(0, tf.int64)
    for x in ds:
        if x > 4:
            break
        for y in other:
            if y == x:
                continue
            v.assign_add(x * y)
            n += 1
        tf.print("x", x, "v", v)
    return n
print(nested(D.range(9), D.range(1, 4)))
print(v.numpy())

# branches that pass their inputs on, or swap them
@tf.function
def branches(n):
    a, b = tf.constant([1., 2.]), tf.constant([3., 4.])
    k = tf.constant(1.)
    for i in tf.range(n):
        if i % 3 == 0:
            a, b = b, a
        elif i % 3 == 1:
            a = a + b
            k = k * 2.
        else:
            b = a
        a = a * 1.5
    return a, b, k
print([x.numpy().tolist() for x in branches(9)])
@tf.function
def deep(n):
    if n > 0:
        return deep2(n - 1) + 1
    return n
@tf.function
def deep2(n):
    if n > 2:
        return n * 2
    return n
print([deep(tf.constant(i)).numpy() for i in range(6)])
strings = D.from_tensor_slices(["a", "b", "c"])
@tf.function
def joined(ds):
    s = tf.constant("")
    for x in ds:
        if tf.strings.length(s) < 2:
            s = s + x
    return s
print(joined(strings))
# one iterator read by several loops
it2 = iter(D.range(10))
@tf.function
def part(it, n):
    t = tf.constant(0, tf.int64)
    for _ in tf.range(n):
        t += next(it)
    return t
print(part(it2, 3), part(it2, 4), next(it2))
