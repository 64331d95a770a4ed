# What loops over tensors refuse: a return, wherever it stands, and another structure of what they carry.
import tensorflow as tf
def show(l, f, *a):
    try: print(l, f(*a))
    except Exception as e: print(l, type(e).__name__, e)
@tf.function
def t(x):
    while tf.constant(True):
        x += 1
        if x > 5: return x
    return x
show(1, t, tf.constant(1))
@tf.function
def t2(x):
    while x < 100:
        x += 1
        if x > 5: return x
    return x
show(2, t2, tf.constant(1))
@tf.function
def t3(x):
    y = 0
    while x < 100:
        x += 1
        if x > 5: return x
        y = x
    return x
show(3, t3, tf.constant(1))
@tf.function
def t4(x):
    for i in tf.range(x):
        x += i
        if x > 5: return x
    return x
show(4, t4, tf.constant(3))
@tf.function
def t5(x):
    for i in tf.range(x):
        x += i
        if x > 5: return x
        x += 1
        for j in tf.range(3):
            x += 1
            if j > 1: return j
    return x
show(5, t5, tf.constant(3))
@tf.function
def t8(x):
    for i in range(3):
        x += i
        if x > 5: return x
    return x
show(8, t8, tf.constant(3))
@tf.function
def t9(x):
    y = 0
    while x > 0:
        x -= 1
        if x == 2: break
        y += 1
        if y > 5: return y
    return x
show(9, t9, tf.constant(3))


@tf.function
def fewer(n=tf.constant(3)):
    return tf.while_loop(lambda i, j: i < n, lambda i, j: i + 1, [0, 0])


show(10, fewer)
