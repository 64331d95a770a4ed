"""Cached calls of a Function, timed from a spec's own timeit loop. Run by hit_path.py under TensorFlow and under
`tracepack exec`; prints a line for each kind of call: its name and nanoseconds a call (the best of many short windows:
other work on the machine disturbs some of them)."""
import timeit

import tensorflow as tf

WINDOW = 0.002  # seconds
WINDOWS = 60

x, y, z = tf.constant(1.0), tf.constant(2.0), tf.constant(3.0)


@tf.function
def one_op(a):
    return a + 1.0


@tf.function
def three_tensors(a, b, c):
    return a * b + c


class Scaler(tf.Module):
    def __init__(self):
        self.plain = 3
        self.weight = tf.Variable(2.0)

    @tf.function
    def method(self, a):
        return a + 1.0

    @tf.function
    def reads_variable(self, a):
        return a * self.weight


@tf.function
def python_number(a, k):
    return a * float(k)


@tf.function
def pair(a, b):
    return a + b, a - b


scaler = Scaler()
CASES = {
    "one op": lambda: one_op(x),
    "three tensors": lambda: three_tensors(x, y, z),
    "keywords": lambda: three_tensors(a=x, c=y, b=z),
    "method": lambda: scaler.method(x),
    "method, variable": lambda: scaler.reads_variable(x),
    "Python number": lambda: python_number(x, 3),
    "two results": lambda: pair(x, y),
    "(empty lambda)": lambda: None,
}

for name, call in CASES.items():
    for _ in range(5):
        call()
    number = 10
    while timeit.timeit(call, number=number) < WINDOW:
        number *= 2
    print(name, min(timeit.repeat(call, number=number, repeat=WINDOWS)) / number * 1e9, sep="\t")
