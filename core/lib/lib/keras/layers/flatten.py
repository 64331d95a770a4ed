"""tf.keras.layers: Flatten."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.Flatten
class Flatten(Layer):
  """All but the first axis made one."""

  def call(self, inputs):
    shape = inputs.shape.as_list()
    size = 1
    for dim in shape[1:]:
      size = -1 if dim is None or size == -1 else size * dim
    batch = shape[0]
    if batch is None:
      batch = tf.shape(inputs)[0] if size == -1 else -1
    return tf.reshape(inputs, [batch, size])
