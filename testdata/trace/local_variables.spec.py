# Variables that a function makes while it is traced: from arguments, from constants, kept and not kept.
import tensorflow as tf


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).strip())


def last(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).strip().split('\n')[-1].strip())


def case(body, *args):
    f = tf.function(body)
    return f(*args).numpy(), f.experimental_get_tracing_count(), f(*args).numpy(), f.experimental_get_tracing_count()


def of_argument(x):
    v = tf.Variable(x * 2)
    return v.read_value()


def of_lambda(x):
    v = tf.Variable(lambda: x * 2)
    return v + x


def of_constant(x):
    v = tf.Variable(tf.ones([2]) * 3)
    return v + x


def kept(initial):
    made = []

    def body(x):
        if not made:
            made.append(tf.Variable(initial(x)))
        return made[0] + x
    return body


for body in of_argument, of_lambda, of_constant:
    last(body.__name__, lambda: case(body, tf.constant(1.)))
last('kept, of an argument', lambda: case(kept(lambda x: x * 2), tf.constant(1.)))
last('kept, of a lambda', lambda: case(kept(lambda x: lambda: x * 2), tf.constant(1.)))
last('kept, of a constant', lambda: case(kept(lambda x: tf.ones([])), tf.constant(1.)))
show('lifted', lambda: tf.function(kept(lambda x: tf.sqrt(x * 2))).get_concrete_function(tf.TensorSpec([])))
show('lifted', lambda: tf.function(kept(lambda x: 2.)).get_concrete_function(tf.TensorSpec([])).output_shapes)


class Sums(tf.Module):
    def __init__(self):
        self.v = None

    @tf.function
    def __call__(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.zeros_like(x))
        self.v.assign_add(x)
        return self.v.read_value()


sums = Sums()
print(sums(tf.constant([1., 2.])).numpy(), sums(tf.constant([1., 2.])).numpy())
for name, f in [('map', lambda d: d.map(lambda x: None)), ('scan', lambda d: d.scan(tf.constant(0, tf.int64), lambda a, x: (a, None)))]:
    try:
        f(tf.data.Dataset.range(2))
    except tf.errors.InvalidArgumentError as e:
        print(name, e.message.split("'")[0], e.message.split(' of ')[1].split('\n')[0])
print([e for e in tf.data.Dataset.range(2).map(lambda x: (x, None))])
