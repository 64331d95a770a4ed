"""What a bundle can hold: loops, branches, calls, strings, variables, lists, random numbers, prints."""
import tensorflow as tf

counter = tf.Variable(0, name="counter")
table = tf.Variable(tf.reshape(tf.range(12.0), [3, 4]), name="table")
names = tf.constant(["ada", "grace", "élan"])


@tf.function
def helper(x):
    return tf.nn.softmax(x * 2.0)


@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32), tf.TensorSpec([], tf.int32)])
def work(x, n):
    counter.assign_add(1)
    rows = tf.zeros([4])
    for i in tf.range(n):
        if tf.reduce_sum(x) > 100.0:
            x = x - 1.0
        else:
            x = x + 1.0
        rows = rows + tf.gather(table + 0.0, i % 3)
    tf.print("rows", rows)
    return {"x": helper(x), "sum": tf.reduce_sum(x, axis=0, keepdims=True)}


@tf.function
def greet(who, times):
    text = tf.strings.join(["hello ", who])
    i = 0
    while i < times:
        text = tf.strings.join([text, "!"])
        i += 1
    return text, tf.strings.length(text), names


@tf.function
def mixed(pair, flag=True, scale=2):
    a, b = pair["a"], pair["b"]
    c = tf.concat([a, b[tf.newaxis]], axis=0)
    c = tf.pad(c, [[1, 0]])[::2] if flag else c
    return tf.cast(c, tf.int64) // scale, tf.where(c > 1.0)


work(tf.ones([2, 4]), tf.constant(3))
greet(tf.constant("you"), tf.constant(2))
mixed({"a": tf.constant([1.0, 2.0]), "b": tf.constant(3.0)})
mixed({"a": tf.constant([1.0]), "b": tf.constant(3.0)}, flag=False)
