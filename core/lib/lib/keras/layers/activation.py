"""tf.keras.layers: Activation."""
from tensorflow_lib.keras.base import get_activation
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.Activation
class Activation(Layer):
  def __init__(self, activation, **kwargs):
    super().__init__(**kwargs)
    self.activation = get_activation(activation)

  def call(self, inputs):
    return self.activation(inputs)
