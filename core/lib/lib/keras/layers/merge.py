"""tf.keras.layers that make one tensor of several (keras/src/layers/merging)."""
import tensorflow as tf
from tensorflow_lib.keras.layer import Layer


class _Merge(Layer):

  def call(self, inputs):
    if not isinstance(inputs, (list, tuple)):
      raise ValueError('A merge layer should be called on a list of inputs. Received: inputs=%s (not a list of tensors)' %
                       (inputs,))
    most = max(x.shape.rank for x in inputs)
    same = []
    for x in inputs:
      for _ in range(most - x.shape.rank):
        x = tf.expand_dims(x, axis=1)
      same.append(x)
    return self._merge(same)

  def _each(self, op, inputs):
    output = inputs[0]
    for x in inputs[1:]:
      output = op(output, x)
    return output


#: tf.keras.layers.Add
class Add(_Merge):
  def _merge(self, inputs):
    return self._each(tf.add, inputs)


#: tf.keras.layers.Subtract
class Subtract(_Merge):
  def _merge(self, inputs):
    if len(inputs) != 2:
      raise ValueError('A `Subtract` layer should be called on exactly 2 inputs. Received: inputs=%s' % (inputs,))
    return tf.subtract(inputs[0], inputs[1])


#: tf.keras.layers.Multiply
class Multiply(_Merge):
  def _merge(self, inputs):
    return self._each(tf.multiply, inputs)


#: tf.keras.layers.Average
class Average(_Merge):
  def _merge(self, inputs):
    return self._each(tf.add, inputs) / len(inputs)


#: tf.keras.layers.Maximum
class Maximum(_Merge):
  def _merge(self, inputs):
    return self._each(tf.maximum, inputs)


#: tf.keras.layers.Minimum
class Minimum(_Merge):
  def _merge(self, inputs):
    return self._each(tf.minimum, inputs)


#: tf.keras.layers.Concatenate
class Concatenate(_Merge):
  def __init__(self, axis=-1, **kwargs):
    super().__init__(**kwargs)
    self.axis = axis

  def call(self, inputs):
    return tf.concat(inputs, axis=self.axis)
