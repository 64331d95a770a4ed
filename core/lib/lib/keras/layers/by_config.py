"""tf.keras.layers.serialize and deserialize (keras/src/layers/__init__.py)."""
from tensorflow_lib.keras.layers.support import Layer, deserialize_object, serialize_object


#: tf.keras.layers.serialize =serialize
def serialize(layer):
  """The layer as a dictionary."""
  return serialize_object(layer)


#: tf.keras.layers.deserialize =deserialize
def deserialize(config, custom_objects=None):
  """The layer that a dictionary describes."""
  obj = deserialize_object(config, custom_objects=custom_objects)
  if not isinstance(obj, Layer):
    raise ValueError('`keras.layers.deserialize` was passed a `config` object that is not a `keras.layers.Layer`. Received: '
                     '%s' % (config,))
  return obj
