# Names beside the ops: configuration, conversion of text, converted functions.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
print(np.random.rand(), tf.random.uniform([]))
print(tf.compat.as_str(b'a'), tf.compat.as_bytes('b'), tf.get_logger().name, tf.as_string(1), tf.initializers.Zeros()([2]))
print(tf.config.get_soft_device_placement(), tf.VariableAggregation.MEAN, tf.optimizers.SGD.__name__)


def f(x):
  if x > 0:
    return x
  else:
    return -x


converted = tf.autograph.to_graph(f)
print(converted(tf.constant(-3)), converted(3), converted.__name__)


@tf.function(autograph=False)
def g(x):
  return converted(x)


print(g(tf.constant(-3)), g(tf.constant(2)))
