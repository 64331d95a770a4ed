"""What is said beside a spec's own output: `tracepack exec notices.spec.py -- retraces`."""
import sys
import tensorflow as tf


@tf.function
def scaled(x, by):
    return x * by


class Scale:
    @tf.function
    def __call__(self, x):
        return x + 1


def retraces():
    one = tf.constant(1.0)
    for i in range(8):
        scaled(one, i)
    # Calls that are not traced count; so do those of other instances of the class.
    for i in range(4):
        Scale()(one)
    scale = Scale()
    for i in range(9):
        scale(one)
    for i in range(5):
        scale(i)
    # What is traced inside of a function is no call of the user's.
    inner = tf.function(lambda x: x + 1)
    outer = tf.function(lambda: [inner(i) for i in range(9)])
    outer()


@tf.function
def missing(x):
    if x > 0:
        x = tf.image.no_such_filter(x)
    return x


def imported():
    from tensorflow.linalg import no_such_product
    return no_such_product


def module():
    import tensorflow.no_such_module


def own():
    class Box:
        pass
    return Box.missing


cases = {
    'retraces': retraces,
    'missing': lambda: missing(tf.constant(1.0)),
    'imported': imported,
    'module': module,
    'own': own,
}
cases[sys.argv[1]]()
