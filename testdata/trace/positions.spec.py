# Where a node that fails was made: the text of graph execution errors.
import re
import tensorflow as tf


def show(tag, fn):
    try:
        fn()
        print(tag, 'OK')
    except Exception as e:
        print('=====', tag, type(e).__name__)
        print(re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e)))


pair = tf.constant([1., 2.])


@tf.function
def divide(a, b):
    c = a + 1
    return c // b


show('integer division', lambda: divide(tf.constant(1), tf.constant(0)))


def helper(x, i):
    return tf.gather(x, i)


@tf.function
def calls(x, i):
    y = helper(x,
               i)
    return y * 2


show('a helper', lambda: calls(pair, tf.constant(5)))


@tf.function
def asserts(x):
    tf.debugging.assert_equal(x, 3, message='want three')
    return x


show('assert_equal', lambda: asserts(tf.constant(1)))


@tf.function
def guards(x):
    tf.debugging.assert_positive(x)
    tf.debugging.assert_less(x, 5.)
    return tf.sqrt(x)


show('assert_positive', lambda: guards(tf.constant([-1., 2.])))
show('assert_less', lambda: guards(tf.constant([9., 2.])))


@tf.function
def checks(x):
    return tf.debugging.check_numerics(x, 'bad')


show('check_numerics', lambda: checks(tf.constant(float('nan'))))


class Model(tf.Module):
    @tf.function
    def __call__(self, x):
        return self.inner(x)

    def inner(self, x):
        f = lambda a: tf.reshape(a, x)
        return f(tf.ones([3]))


show('method and lambda', lambda: Model()(tf.constant([2, 2])))


@tf.function(autograph=False)
def plain(x, i):
    return tf.gather(x, i)


show('without autograph', lambda: plain(pair, tf.constant(5)))


@tf.function
def branches(x):
    if x[0] < 0:
        y = x[0]
    elif x[0] < 9:
        y = tf.gather(x, 6)
    else:
        y = x[1]
    return y


show('elif', lambda: branches(pair))


@tf.function
def tests(x):
    while tf.gather(x, 5) > 0:
        x = x - 1
    return x


show('test of a loop', lambda: tests(pair))


@tf.function
def choice(x):
    y = (tf.gather(x, 5)
         if x[0] > 0
         else x[0])
    return y


show('conditional expression', lambda: choice(pair))


@tf.function
def both(x):
    return x[0] > 0 and tf.gather(x, 6) > 0


show('and', lambda: both(pair))


@tf.function
def early(x):
    if x[0] < 0:
        return x[0]
    y = x[1]
    return tf.gather(x, 6) + y


show('after a return', lambda: early(pair))


@tf.function
def breaks(x):
    for i in tf.range(3):
        if x[0] < 0:
            break
        x = x + tf.gather(x, i + 3)
    return x


show('after a break', lambda: breaks(pair))


@tf.function
def python_blocks(x, k):
    for i in range(2):
        if k:
            with tf.name_scope('q'):
                try:
                    y = tf.gather(x, 6)
                finally:
                    pass
    return y


show('blocks that Python runs', lambda: python_blocks(pair, True))


def recursive(x, n):
    if n == 0:
        return tf.gather(x, 5)
    return recursive(x, n - 1)


@tf.function
def recursion(x, n):
    return recursive(x, n)


show('recursion', lambda: recursion(pair, 3))


def decorate(f):
    def wrapper(*a):
        return f(*a)
    return wrapper


@tf.function
@decorate
def decorated(x):
    return tf.gather(x, 6)


show('decorated', lambda: decorated(pair))
nameless = tf.function(lambda x: tf.gather(x, 5))
show('lambda', lambda: nameless(pair))


@tf.function
def comprehension(x):
    def inner(y):
        k = [tf.gather(y, i + 5) for i in range(2)]
        return k[0]

    class C:
        def m(self, z):
            return inner(z)

    return C().m(x)


show('comprehension', lambda: comprehension(pair))


@tf.autograph.experimental.do_not_convert
def unconverted(x):
    return (
        x +
        tf.gather(x, 7))


@tf.function
def mixed(x):
    return unconverted(x)


show('unconverted', lambda: mixed(pair))
