"""tf.keras.layers: Pipeline (keras/src/layers/preprocessing/pipeline.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.support import Layer, deserialize_object, get_keras_mask, serialize_object

__name__ = 'keras.src.layers.preprocessing.pipeline'


#: tf.keras.layers.Pipeline
class Pipeline(Layer):
  """Layers that prepare data, one after another."""

  def __init__(self, layers, name=None):
    super().__init__(name=name)
    self._pipeline_layers = layers
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True

  @property
  def layers(self):
    return self._pipeline_layers

  def call(self, inputs, training=True, mask=None):
    for layer in self._pipeline_layers:
      kwargs = {}
      if layer._call_has_mask_arg:
        kwargs['mask'] = mask
      if layer._call_has_training_arg and training is not None:
        kwargs['training'] = training
      inputs = layer(inputs, **kwargs)
      mask = tf.nest.map_structure(get_keras_mask, inputs)
    return inputs

  @classmethod
  def from_config(cls, config):
    layers = config.get('layers')
    if not isinstance(layers, (list, tuple)):
      raise ValueError('`Pipeline` config must contain a `layers` key mapping to a list of serialized layers. Received '
                       'config with layers=%s.' % (layers,))
    return cls(**{**config, 'layers': [deserialize_object(x) for x in layers]})

  def get_config(self):
    return {'layers': serialize_object(self._pipeline_layers), 'name': self.name}
