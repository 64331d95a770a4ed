"""tf.keras.layers: Embedding."""
import tensorflow as tf
from tensorflow_lib.keras.initializers import get as get_initializer
from tensorflow_lib.keras.layer import Layer


#: tf.keras.layers.Embedding
class Embedding(Layer):
  """Rows of a table by their index."""

  _checkpoint_names = {'embeddings': '_embeddings'}

  def __init__(self, input_dim, output_dim, embeddings_initializer='uniform', **kwargs):
    super().__init__(**kwargs)
    self.input_dim = input_dim
    self.output_dim = output_dim
    name = 'random_uniform' if embeddings_initializer == 'uniform' else embeddings_initializer
    self.embeddings_initializer = get_initializer(name)

  def build(self, input_shape=None):
    self.embeddings = self.add_weight(name='embeddings', shape=(self.input_dim, self.output_dim),
                                      initializer=self.embeddings_initializer)
    self.built = True

  def call(self, inputs):
    if inputs.dtype not in (tf.int32, tf.int64):
      inputs = tf.cast(inputs, tf.int32)
    return tf.gather(tf.convert_to_tensor(self.embeddings), inputs)
