"""Programs that would take all there is, one a case: each is ended by its limit, which no `except` holds up."""
import sys

import tensorflow as tf


@tf.function
def chain(x, n):
    for i in range(n):
        x = x + 1.0
    return x


@tf.function
def forever(x):
    while tf.reduce_sum(x) > 0.0:
        x = tf.tanh(x) + 1.0
    return x


@tf.function
def counter(n):
    while n != 0:  # odd for ever
        n = n + 2
    return n


def append():
    items = []
    while True:
        items.append(len(items))


def double():
    items = [0]
    while True:
        items += items


def strings():
    text = "x"
    while True:
        text += text


def numbers():
    n = 3
    while True:
        n = n * n


def turn():
    while True:
        pass


def deep(n=0):
    return deep(n + 1) + 1


def tensors():
    kept = []
    while True:
        kept.append(tf.zeros([1024, 1024]))


def nodes():
    chain(tf.constant(1.0), 10**9)


def traces():
    f = tf.function(lambda x, k: x + k)
    for i in range(10**6):
        f(1.0, i)


def long_graph():
    forever(tf.ones([3, 3]))


def long_count():
    counter(tf.constant(1))


def native():
    sum(range(10**13))


def sleep():
    import time

    time.sleep(100)


def held_up():
    while True:
        try:
            while True:
                pass
        except BaseException:
            print("swallowed")
        finally:
            print("finally")


cases = {
    'list': append,
    'doubled': double,
    'text': strings,
    'number': numbers,
    'repeat': lambda: [0] * 10**10,
    'long text': lambda: "x" * 10**10,
    'turns': turn,
    'held up': held_up,
    'deep': deep,
    'tensors': tensors,
    'tensor': lambda: tf.zeros([1 << 28]),
    'huge tensor': lambda: tf.zeros([1 << 40]),
    'bytes': lambda: tf.zeros([1 << 28]).numpy().nbytes,
    'array': lambda: __import__('numpy').zeros(1 << 30),
    'product': lambda: tf.reshape(tf.ones([100000]), [-1, 1]) + tf.ones([100000]),
    'nodes': nodes,
    'traces': traces,
    'graph': long_graph,
    'count': long_count,
    'native': native,
    'sleep': sleep,
}

try:
    cases[sys.argv[1]]()
except Exception as e:
    print("caught", type(e).__name__, str(e)[:60])
