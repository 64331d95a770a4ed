"""Tensors that no machine holds, eagerly and in graphs: refused by name, shape and dtype before anything is allocated.
`-- build` only traces, so that a bundle has the graphs."""
import sys

import tensorflow as tf

x, i = tf.ones([3]), tf.constant([1])

CASES = {
    "zeros": lambda n: tf.zeros([n * 2**40]),
    "tile": lambda n: tf.tile(x, [n * 2**62]),
    "range": lambda n: tf.range(n * 0, n * 10**18),
    "range of floats": lambda n: tf.range(0.0, tf.cast(n, tf.float32) * 1e18),
    "one_hot": lambda n: tf.one_hot(i, tf.cast(n * 2**40, tf.int32)),
    "eye": lambda n: tf.eye(n * 10**6),
    "outer sum": lambda n: tf.ones([n * 10**5, 1]) + tf.ones([1, 10**5]),
    "outer product": lambda n: tf.matmul(tf.ones([n * 10**5, 1]), tf.ones([1, 10**6])),
    "fill": lambda n: tf.fill([n * 2**20, 1 << 20], 1.0),
    "normal": lambda n: tf.random.stateless_normal([n * 2**38], [1, 2]),
    "pad": lambda n: tf.pad(x, [[n * 2**40, 0]]),
    "broadcast": lambda n: tf.broadcast_to(x, [n * 2**40, 3]),
    "meshgrid": lambda n: tf.meshgrid(tf.range(n * 10**6), tf.range(n * 10**6))[0],
    "diag": lambda n: tf.linalg.diag(tf.ones([n * 10**6])),
    "scatter": lambda n: tf.scatter_nd([[0]], [1.0], [n * 2**40]),
}


def traced(f):
    return tf.function(f, input_signature=[tf.TensorSpec([], tf.int64)])


graphs = {name: traced(f) for name, f in CASES.items()}
count = graphs["range"]
for name, f in graphs.items():
    f.get_concrete_function()
if "build" not in sys.argv:
    for name, f in CASES.items():
        for kind, call in (("eager", f), ("graph", graphs[name])):
            try:
                print(name, kind, call(tf.constant(1, tf.int64)).shape)
            except tf.errors.OpError as e:
                text = e.message.strip().split("\n")[-1 if kind == "eager" else 0]
                print(name, kind, type(e).__name__, text.split("}} ")[-1][:90])
