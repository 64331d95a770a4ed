"""Keras objects in checkpoints and SavedModels (keras/src/backend/tensorflow/layer.py)."""
import tensorflow as tf
from tensorflow_lib.checkpoint.graph import FUNCTIONS
from tensorflow_lib.keras.layer import Layer
from tensorflow_lib.keras.tensors import Variable


def children(layer, saving):
  """Variables and layers that are attributes; Keras does not look into lists."""
  found = {}
  for name, value in vars(layer).items():
    if isinstance(value, Variable):
      found[name] = value._value
    elif isinstance(value, (tf.Variable, Layer, tf.keras.optimizers.Optimizer)):
      found[name] = value
  # A functional model's layers; of a Sequential they stand in the functional one that Keras makes of it.
  operations = vars(layer).get('_operations')
  if operations is not None:
    found['_operations'] = list(operations)
  if not saving:
    return found
  found.update({name: value for name, value in vars(layer).items() if hasattr(value, '_saved_table')})
  for name in dir(type(layer)):
    if isinstance(getattr(type(layer), name, None), FUNCTIONS):
      found[name] = getattr(layer, name)
  found.update({name: value for name, value in vars(layer).items() if isinstance(value, FUNCTIONS)})
  if isinstance(layer, tf.keras.Model):
    from tensorflow_lib.keras.export import default_signature
    function = default_signature(layer)
    if function is not None:
      found['_default_save_signature'] = function
  return found
