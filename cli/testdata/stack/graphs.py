"""Deep things that meet graphs: recursion through tf.function, cyclic and deep arguments, long chains."""
import tensorflow as tf


def report(name, thunk):
    try:
        result = thunk()
        print(name, "ok", result if isinstance(result, (int, float, bool, str)) else "")
    except RecursionError:
        print(name, "RecursionError")
    except Exception as e:
        print(name, type(e).__name__)


@tf.function
def forever(x):
    return forever(x + 1)


@tf.function
def plain(x):
    def inner(n):
        return inner(n + 1)
    return inner(x)


@tf.function
def under_condition(x):
    if x > 0:
        return under_condition(x - 1)
    return x


@tf.function
def takes(value):
    return tf.constant(1)


def nested(depth, make):
    value = tf.constant(1)
    for _ in range(depth):
        value = make(value)
    return value


class Node:
    pass


cyclic_list = []
cyclic_list.append(cyclic_list)
cyclic_dict = {}
cyclic_dict["self"] = cyclic_dict
a, b = Node(), Node()
a.other, b.other = b, a

report("function that calls itself", lambda: forever(tf.constant(1)))
report("python recursion in a trace", lambda: plain(tf.constant(1)))
report("recursion under a condition", lambda: under_condition(tf.constant(3)))
report("list in itself", lambda: takes(cyclic_list))
report("dict in itself", lambda: takes(cyclic_dict))
report("objects that know each other", lambda: int(takes(a)))
report("deep list", lambda: takes(nested(5000, lambda v: [v])))
report("deep dict", lambda: takes(nested(5000, lambda v: {"a": v})))
report("deep list a bit", lambda: int(takes(nested(50, lambda v: [v]))))
report("constant of a list in itself", lambda: tf.constant(cyclic_list))
report("flatten of a list in itself", lambda: tf.nest.flatten(cyclic_list))
report("flatten of a deep list", lambda: tf.nest.flatten(nested(5000, lambda v: [v])))
report("map over a deep dict", lambda: tf.nest.map_structure(lambda v: v, nested(5000, lambda v: {"a": v})))


@tf.function
def chain(x):
    for _ in range(20000):
        x = x + 1.0
    return x


@tf.function
def chain_gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in range(5000):
            y = y * 1.0
    return tape.gradient(y, x)


def eager_gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in range(20000):
            y = y * 1.0
    return tape.gradient(y, x)


report("a long chain", lambda: float(chain(tf.constant(0.0))))
report("the gradient of a long chain", lambda: float(chain_gradient(tf.constant(1.0))))
report("an eager gradient of a long chain", lambda: float(eager_gradient(tf.constant(1.0))))


def conditions(depth):
    if depth == 0:
        return lambda x: x
    inner = conditions(depth - 1)
    return lambda x: tf.cond(x > 0.0, lambda: inner(x - 1.0), lambda: x)


report("conditions in conditions", lambda: float(tf.function(conditions(40))(tf.constant(100.0))))
report("too many conditions in conditions", lambda: tf.function(conditions(2000))(tf.constant(3.0)) is None)


def functions(depth):
    if depth == 0:
        return lambda x: x
    inner = functions(depth - 1)
    return tf.function(lambda x: inner(x) + 1.0)


report("functions in functions", lambda: float(functions(50)(tf.constant(0.0))))
report("mapped recursion", lambda: list(tf.data.Dataset.range(2).map(lambda x: forever(x))))
print("end")
