# tf.lookup: tables, in functions too; vocabularies; errors.
import numpy as np
import tensorflow as tf


def show(label, *tensors):
    for t in tf.nest.flatten(tensors):
        if t is None:
            print(label, None)
            continue
        values = t.numpy() if t.dtype.is_bool or t.dtype.is_integer else np.round(t.numpy().astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, values.tolist())


def fails(label, f, *args):
    try:
        f(*args)
        print(label, "passes")
    except (tf.errors.OpError, ValueError, TypeError) as e:
        print(label, type(e).__name__, str(e).split("\n")[0][:150])


def graph(label, f, *args):
    concrete = tf.function(f).get_concrete_function(*args)
    ops = [op.type for op in concrete.graph.get_operations()]
    print(label, len(ops), ops if len(ops) < 40 else ops[:40])
    return concrete
def text(t):
    return t.numpy().tolist()


keys, values = tf.constant(["a", "b", "c"]), tf.constant([10, 20, 30], tf.int64)
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), default_value=-1)
print(text(table.lookup(tf.constant(["a", "z", "c"]))), text(table[tf.constant(["b"])]), text(table.size()), table.key_dtype, table.value_dtype)
print(sorted(zip(*[text(t) for t in table.export()])))
numbers = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1, 2], ["one", "two"], tf.int64, tf.string), "many")
print(text(numbers.lookup(tf.constant([[1, 2], [3, 1]], tf.int64))))


@tf.function
def find(words):
    return table.lookup(words) * 2


print(text(find(tf.constant(["c", "?"]))), find.experimental_get_tracing_count())
concrete = find.get_concrete_function(tf.TensorSpec([None], tf.string))
print([op.type for op in concrete.graph.get_operations()], len(concrete.captured_inputs), concrete.structured_outputs)


class Model(tf.Module):
    def __init__(self):
        self.table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["x", "y"], [1.0, 2.0]), 0.5)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def __call__(self, words):
        return tf.reduce_sum(self.table.lookup(words))


model = Model()
print(model(tf.constant(["x", "y", "z"])).numpy(), model.variables)

vocabulary = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(["red", "green"], [0, 1], value_dtype=tf.int64), 3)
print(text(vocabulary.lookup(tf.constant(["red", "green", "blue", "grey", "blue"]))), text(vocabulary.size()))

mutable = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
mutable.insert(keys, values)
mutable.insert(tf.constant(["d", "a"]), tf.constant([40, 11], tf.int64))
print(text(mutable.lookup(tf.constant(["a", "d", "e"]))), text(mutable.size()))
mutable.remove(tf.constant(["a", "none"]))
print(sorted(zip(*[text(t) for t in mutable.export()])), text(mutable.size()))


@tf.function
def count(words):
    for word in words:
        mutable.insert(word, mutable.lookup(word) + 1)
    return mutable.size()


print(text(count(tf.constant(["n", "n", "b"]))), text(mutable.lookup(tf.constant(["n", "b"]))))

fails("other dtype", table.lookup, tf.constant([1]))
fails("other default", lambda: tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), "none"))
fails("other shapes", lambda: tf.lookup.KeyValueTensorInitializer(["a"], [1, 2]))
fails("twice", lambda: tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "a"], [1, 2]), 0))
fails("insert of other dtype", mutable.insert, tf.constant([1]), tf.constant([1], tf.int64))
fails("insert of fewer", mutable.insert, tf.constant(["a", "b"]), tf.constant([1], tf.int64))
