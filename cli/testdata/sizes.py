"""Sizes that overflow, are negative or ask for more than there is: TensorFlow's and NumPy's errors."""
import numpy as np
import tensorflow as tf


def report(name, thunk):
    try:
        result = thunk()
        print(name, "ok", tuple(result.shape))
    except Exception as e:
        text = str(e).split("}} ")[-1].split(" on /job")[0].split(" [Op:")[0].split("\n")[0]
        print(name, type(e).__name__, text)


x = tf.constant([1.0, 2.0, 3.0])
BIG = 2**40
report("zeros", lambda: tf.zeros([BIG, BIG]))
report("zeros", lambda: tf.zeros([BIG]))
report("zeros", lambda: tf.zeros([-1]))
report("zeros", lambda: tf.zeros([1] * 300))
report("fill", lambda: tf.fill([BIG], 1.0))
report("fill", lambda: tf.fill([BIG, BIG], 1.0))
report("tile", lambda: tf.tile(x, [BIG]))
report("tile", lambda: tf.tile(x, [-1]))
report("broadcast_to", lambda: tf.broadcast_to(x, [BIG, 3]))
report("reshape", lambda: tf.reshape(x, [BIG]))
report("reshape", lambda: tf.reshape(x, [-1, -1]))
report("pad", lambda: tf.pad(x, [[BIG, 0]]))
report("pad", lambda: tf.pad(x, tf.constant([[2**62, 2**62]], tf.int64)))
report("pad", lambda: tf.pad(x, [[-1, 0]]))
report("gather", lambda: tf.gather(x, [BIG]))
report("slice", lambda: tf.slice(x, [BIG], [1]))
report("range", lambda: tf.range(0, BIG))
report("range", lambda: tf.range(0.0, 1e30))
report("eye", lambda: tf.eye(10**6))
report("one_hot", lambda: tf.one_hot([1], -3))
report("random", lambda: tf.random.stateless_uniform([BIG, BIG], [1, 2]))
report("learned", lambda: tf.random.learned_unigram_candidate_sampler([[1]], 1, 2, True, 2**62))
report("fixed", lambda: tf.random.fixed_unigram_candidate_sampler(
    [[1]], 1, 2, True, 2**62, unigrams=[1.0], num_reserved_ids=2**62 - 1))
report("np.zeros", lambda: np.zeros(BIG))
report("np.zeros", lambda: np.zeros((BIG, BIG)))
report("np.ones", lambda: np.ones((-1, 3)))
report("np.full", lambda: np.full((BIG,), 1))
report("np.eye", lambda: np.eye(10**7))
report("np.arange", lambda: np.arange(10**15))
report("np.arange", lambda: np.arange(0, 1, 1e-18))
report("np.linspace", lambda: np.linspace(0, 1, 2**50))
report("np.linspace", lambda: np.linspace(0, 1, -2))
