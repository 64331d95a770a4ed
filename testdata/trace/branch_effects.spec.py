# Reads and writes of variables around branches and loops, what a branch keeps of its inputs, and names that only
# branches bind.
import tensorflow as tf

count = tf.Variable(1)


def t(f, *args):
    count.assign(1)
    try:
        print(f(*args), count.numpy())
    except Exception as e:
        print(type(e).__name__, e)


# Each read comes after the write before it, whatever else has effects between them.
@tf.function
def reads_behind_loops(a, b):
    for _ in range(2):
        c = 0
        while c < tf.constant(3) and not b >= a:
            c += 1
            tf.debugging.assert_less(tf.maximum(a, 3), 21)
        count.assign_sub(a)
        d = count + a
    return d


t(reads_behind_loops, tf.constant(6), tf.constant(3))


@tf.function
def reads_behind_branches(a):
    total = 0
    for _ in range(4):
        if a > 2:
            tf.print('in the branch')
        count.assign_sub(a)
        total += count + 6
    return total


t(reads_behind_branches, tf.constant(6))


# A variable keeps what came into the branch: `* 1` is nothing once the passes have run.
@tf.function
def keeps_its_input(x, y):
    b = y - 3
    if x < 0.0:
        count.assign(b * 1)
    z = (x * 0.5 + 3.0) * x
    return tf.reduce_sum(tf.stack([z, z * 2.0]))


t(keeps_its_input, tf.constant(-3.0), tf.constant(8))
t(keeps_its_input, tf.constant(3.0), tf.constant(1000))


# AutoGraph does not see that an inner function reads a `nonlocal` name: what the branch assigns is its own.
@tf.function
def read_only(y, n):
    a = y
    if y > 2:
        a = n

    def g(s):
        nonlocal a
        return a - s
    a = g(n)
    return a


@tf.function
def free(y, n):
    a = y
    if y > 2:
        a = n

    def g(s):
        return a - s
    a = g(n)
    return a


@tf.function
def assigned(y, n):
    a = y
    if y > 2:
        a = n

    def g(s):
        nonlocal a
        if s > 0:
            a = a + s
        return a - s
    a = g(n)
    return a


@tf.function
def behind_loop(y, n):
    a = y
    for i in tf.range(n):
        a = i * 2

    def g(s):
        nonlocal a
        if s > 0:
            a = a + s
        return a - s
    a = g(n)
    return a


@tf.function
def only_in_loop(y, n):
    for i in tf.range(n):
        b = i * 2

    def g(s):
        nonlocal b
        if s > 0:
            b = y + s
        return s
    return g(n)


for f in read_only, free, assigned, behind_loop, only_in_loop:
    t(f, tf.constant(5), tf.constant(3))
