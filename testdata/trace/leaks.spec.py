# Tensors that leave the graph they belong to, and where they were made.
import re
import tensorflow as tf


def show(tag, fn):
    try:
        fn()
        print(tag, 'OK')
    except Exception as e:
        text = re.sub(r'id=\d+', 'id=ID', re.sub(r'(cond_true|while_body)_\d+', r'\1_N', str(e)))
        print('=====', tag, type(e).__name__)
        # TensorFlow names its own files in some of these.
        print('\n'.join(line for line in text.split('\n')
                        if 'site-packages' not in line and '_validate_in_scope' not in line))


box = []


@tf.function
def leak(x):
    box.append(x)

    def inner(z):
        return z * 2

    box.append(inner(x))
    return x


leak(tf.constant(1))
show('eager', lambda: box[1] + 1)
show('parameter', lambda: tf.add(box[0], 1))


@tf.function
def use(x):
    return x + box[1]


show('in another function', lambda: use(tf.constant(1)))


@tf.function
def branch(x):
    if x > 0:
        y = x + 1
        box.append(y)
    else:
        y = x
    return y + box[-1]


show('of a branch', lambda: branch(tf.constant(1)))


@tf.function
def loop(n):
    l = []
    for i in tf.range(n):
        l.append(i + 1)
    return l[-1] + 1


show('of a loop', lambda: loop(tf.constant(3)))


@tf.function
def outer(x):
    b = []

    @tf.function
    def inner(z):
        b.append(z * 3)
        return z

    inner(x)
    return b[0] + x


show('of an inner function', lambda: outer(tf.constant(3)))


class Holder:
    def __init__(self, k):
        self.k = k

    @tf.function
    def plus(self, x):
        return self.k + x


show('method of a temporary', lambda: Holder(10).plus(3))
print(re.sub(r'id=\d+', 'id=ID', str(leak.get_concrete_function(tf.constant(1)).graph)))
