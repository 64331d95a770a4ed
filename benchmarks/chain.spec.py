"""The chain of graph_builder_bench.cc from a spec: a Python loop of n adds under tf.function. Prints what the
trace, the first and a warm call take; real TensorFlow runs it too. Run: tracepack exec benchmarks/chain.spec.py -- 1000000
"""
import sys
import time

import tensorflow as tf

n = int(sys.argv[1]) if len(sys.argv) > 1 else 10000


@tf.function
def chain(x, y):
    for _ in range(n):
        x = x + y
    return x


def timed(what, f):
    begin = time.process_time()
    result = f()
    seconds = time.process_time() - begin
    print("%-12s %10.2f ms %8.1f ns a node" % (what, seconds * 1e3, seconds * 1e9 / n))
    return result


spec = tf.TensorSpec([], tf.float32)
timed("trace", lambda: chain.get_concrete_function(spec, spec))
x, y = tf.constant(1.0), tf.constant(0.5)
first = timed("first call", lambda: chain(x, y))
timed("warm call", lambda: chain(x, y))
print("right" if float(first) == 1.0 + 0.5 * n else "wrong: %r" % float(first))
