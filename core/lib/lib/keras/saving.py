"""Keras objects in checkpoints and SavedModels (keras/src/backend/tensorflow/layer.py, export/export_lib.py)."""
import sys

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
  for name in dir(type(layer)):
    if isinstance(getattr(type(layer), name, None), FUNCTIONS):
      found[name] = getattr(layer, name)
  found.update({name: value for name, value in vars(layer).items() if isinstance(value, FUNCTIONS)})
  spec = layer._input_spec_of_build
  if isinstance(layer, tf.keras.Model) and isinstance(spec, tf.TensorSpec):
    if '_serving' not in vars(layer):
      def serving_default(inputs):
        return layer(inputs)

      object.__setattr__(layer, '_serving', tf.function(serving_default, input_signature=[spec]))
    found.pop('_serving', None)
    found['_default_save_signature'] = layer._serving
  return found


def export(model, filepath, format='tf_saved_model', verbose=None, input_signature=None, **kwargs):
  """A SavedModel with an endpoint `serve`."""
  if format != 'tf_saved_model':
    raise NotImplementedError('tf.keras.Model.export with format=%r' % (format,))
  spec = model._input_spec_of_build
  if spec is None and input_signature is None:
    raise ValueError('The layer provided has not yet been built. It must be built before export.')
  if input_signature is None:
    input_signature = tf.nest.map_structure(lambda s: tf.TensorSpec([None] + s.shape.as_list()[1:], s.dtype), [spec])
  archive = tf.__internal__.tracking.AutoTrackable()
  archive.serve = tf.function(lambda *args: model(*args), input_signature=input_signature)
  for name in ('_all_variables', 'variables', 'trainable_variables', 'non_trainable_variables'):
    of_keras = getattr(model, name.replace('_all_', ''))
    setattr(archive, name, [v.value if isinstance(v, Variable) else v for v in of_keras])
  archive._misc_assets = []
  serve = archive.serve.get_concrete_function()
  tf.saved_model.save(archive, filepath, signatures={'serve': archive.serve, 'serving_default': archive.serve})
  if verbose is None or verbose:
    lines = serve.pretty_printed_signature(verbose=True).split('\n')
    print("Saved artifact at '%s'. The following endpoints are available:\n\n%s" %
          (filepath, '\n'.join(["* Endpoint 'serve'"] + lines[1:])))
    sys.stdout.flush()
