"""tf.keras.optimizers.get, serialize and deserialize (keras/src/optimizers/__init__.py)."""
from tensorflow_lib.keras.optimizer import Optimizer
from tensorflow_lib.keras.optimizers.adadelta import Adadelta
from tensorflow_lib.keras.optimizers.adafactor import Adafactor
from tensorflow_lib.keras.optimizers.adagrad import Adagrad
from tensorflow_lib.keras.optimizers.adam import Adam
from tensorflow_lib.keras.optimizers.adamax import Adamax
from tensorflow_lib.keras.optimizers.adamw import AdamW
from tensorflow_lib.keras.optimizers.ftrl import Ftrl
from tensorflow_lib.keras.optimizers.lion import Lion
from tensorflow_lib.keras.optimizers.loss_scale_optimizer import LossScaleOptimizer
from tensorflow_lib.keras.optimizers.multi_optimizer import MultiOptimizer, OptimizerMap
from tensorflow_lib.keras.optimizers.muon import Muon
from tensorflow_lib.keras.optimizers.nadam import Nadam
from tensorflow_lib.keras.optimizers.rmsprop import RMSprop
from tensorflow_lib.keras.optimizers.schedule_free_adamw import ScheduleFreeAdamW
from tensorflow_lib.keras.optimizers.sgd import SGD
from tensorflow_lib.keras.serialization import deserialize_keras_object, serialize_keras_object

_KNOWN = {c.__name__.lower(): c for c in (Optimizer, Adam, SGD, RMSprop, Adadelta, AdamW, Adagrad, Adamax, Adafactor, Muon,
                                          MultiOptimizer, OptimizerMap, Nadam, Ftrl, Lion, LossScaleOptimizer,
                                          ScheduleFreeAdamW)}


#: tf.keras.optimizers.serialize =serialize
def serialize(optimizer):
  """The configuration of an optimizer."""
  return serialize_keras_object(optimizer)


#: tf.keras.optimizers.deserialize =deserialize
def deserialize(config, custom_objects=None):
  """The optimizer of a configuration."""
  if config['class_name'].lower() in _KNOWN:
    config['class_name'] = config['class_name'].lower()
  return deserialize_keras_object(config, module_objects=_KNOWN, custom_objects=custom_objects)


#: tf.keras.optimizers.get =get
def get(identifier):
  """An optimizer by its name or configuration."""
  if identifier is None:
    return None
  if isinstance(identifier, dict):
    obj = deserialize(identifier)
  elif isinstance(identifier, str):
    obj = deserialize({'class_name': identifier, 'config': {}})
  else:
    obj = identifier
  if isinstance(obj, Optimizer):
    return obj
  raise ValueError('Could not interpret optimizer identifier: %s' % (identifier,))


#: tf.keras.optimizers.legacy.Adagrad tf.keras.optimizers.legacy.Adam tf.keras.optimizers.legacy.Ftrl
#: tf.keras.optimizers.legacy.RMSprop tf.keras.optimizers.legacy.SGD tf.keras.optimizers.legacy.Optimizer
class LegacyOptimizerWarning:
  """What stands for Keras 2's optimizers says that they are gone."""

  def __init__(self, *args, **kwargs):
    raise ImportError('`keras.optimizers.legacy` is not supported in Keras 3. When using `tf.keras`, to continue using a '
                      '`tf.keras.optimizers.legacy` optimizer, you can install the `tf_keras` package (Keras 2) and set '
                      'the environment variable `TF_USE_LEGACY_KERAS=True` to configure TensorFlow to use `tf_keras` when '
                      'accessing `tf.keras`.')
