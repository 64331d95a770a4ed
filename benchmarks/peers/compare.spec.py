"""The work that compare gives all systems, as a spec: `tracepack exec` and TensorFlow run it as it is. Its arguments
are names of cases; for each a line: the name and the least nanoseconds, parted by a tab. compare_peers.py has the same
cases for systems that run no specs."""
import sys

import tensorflow as tf

from sampling import least, once
from training import CASES as OF_TRAINING


def values(*shape):
    return tf.random.stateless_normal(shape, seed=[1, 2])


def cached_call():
    x = tf.constant(1.5)
    f = tf.function(lambda a: a + 1.0)
    return least(lambda: f(x))


def eager_add():
    x, y = tf.constant(1.5), tf.constant(2.5)
    return least(lambda: x + y)


def chain(n):
    def f(x, z):
        for _ in range(n // 2):
            x = x * z
            x = x - z
        return x
    return f


def trace_1000():
    x, z = tf.constant(0.9), tf.constant(0.1)

    def make():
        f = tf.function(chain(1000))
        return lambda: f(x, z)
    return once(make, 7)


def retrace():
    f = tf.function(lambda x, i: x + i)
    x = tf.constant(1.0)
    f(x, -1)
    count = iter(range(1000))

    def make():
        i = next(count)
        return lambda: f(x, i)
    return once(make, 100)


def while_iteration():
    @tf.function
    def loop(n):
        i, x = tf.constant(0), tf.constant(0.0)
        while i < n:
            x = x * 1.0001 + 1.0
            i += 1
        return x
    n = tf.constant(20000)
    return least(lambda: loop(n), per=20000, windows=3)


def fizzbuzz_iteration():
    @tf.function
    def loop(n):
        total = tf.constant(0)
        for i in tf.range(1, n + 1):
            if tf.equal(i % 15, 0):
                total += 15
            elif tf.equal(i % 3, 0):
                total += 3
            elif tf.equal(i % 5, 0):
                total += 5
            else:
                total += i
        return total
    n = tf.constant(5000)
    return least(lambda: loop(n), per=5000, windows=3)


def matmul(n):
    a, b = values(n, n), values(n, n)
    f = tf.function(tf.matmul)
    return least(lambda: f(a, b))


def convolution():
    image, filters = values(1, 200, 200, 100), values(3, 3, 100, 100)
    f = tf.function(lambda x, w: tf.nn.conv2d(x, w, 1, "VALID"))
    return least(lambda: f(image, filters), windows=3)


def elementwise():
    x = values(1 << 22)
    f = tf.function(lambda x: tf.tanh(x * 1.1 + 0.2) * tf.sigmoid(x) + 0.3)
    return least(lambda: f(x))


def reduce_sum():
    x = values(1 << 22)
    f = tf.function(lambda x: tf.reduce_sum(x))
    return least(lambda: f(x))


def softmax():
    x = values(1024, 1024)
    f = tf.function(lambda x: tf.nn.softmax(x))
    return least(lambda: f(x))


def layer_norm():
    x, gain, bias = values(1024, 1024), values(1024), values(1024)

    @tf.function
    def f(x):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5) * gain + bias
    return least(lambda: f(x))


def transpose():
    x = values(2048, 2048)
    f = tf.function(lambda x: tf.transpose(x))
    return least(lambda: f(x))


def gather():
    table = values(50000, 128)
    rows = tf.random.stateless_uniform([16384], seed=[3, 4], maxval=50000, dtype=tf.int32)
    f = tf.function(lambda t, i: tf.gather(t, i))
    return least(lambda: f(table, rows))


def layers():
    return [tf.Variable(0.05 * values(*shape)) for shape in ((784, 512), (512,), (512, 512), (512,), (512, 10), (10,))]


def forward(w, x):
    h = tf.nn.relu(x @ w[0] + w[1])
    h = tf.nn.relu(h @ w[2] + w[3])
    return h @ w[4] + w[5]


def mlp(batch):
    w, x = layers(), values(batch, 784)
    f = tf.function(lambda x: forward(w, x))
    return least(lambda: f(x))


def train_step():
    w, x, y = layers(), values(64, 784), tf.range(64) % 10

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, forward(w, x)))
        for v, g in zip(w, tape.gradient(loss, w)):
            v.assign_sub(0.01 * g)
        return loss
    return least(lambda: step(x, y))


CASES = {
    "cached call": cached_call,
    "eager add": eager_add,
    "trace 1000 ops + call": trace_1000,
    "retrace of one op": retrace,
    "while, an iteration": while_iteration,
    "fizzbuzz, an iteration": fizzbuzz_iteration,
    "matmul 256": lambda: matmul(256),
    "matmul 512": lambda: matmul(512),
    "matmul 1024": lambda: matmul(1024),
    "convolution 3x3": convolution,
    "elementwise 4M": elementwise,
    "reduce_sum 4M": reduce_sum,
    "softmax 1024x1024": softmax,
    "layer norm 1024x1024": layer_norm,
    "transpose 2048x2048": transpose,
    "gather 8 MB": gather,
    "mlp, batch 1": lambda: mlp(1),
    "mlp, batch 64": lambda: mlp(64),
    "train step, batch 64": train_step,
    **OF_TRAINING,
}

for name in sys.argv[1:]:
    print(name, CASES[name](), sep="\t", flush=True)
