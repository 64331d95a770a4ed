"""tf.keras.metrics.get, serialize and deserialize (keras/src/metrics/__init__.py)."""
from tensorflow_lib.keras.base import snake_case
from tensorflow_lib.keras.metric import Mean, MeanMetricWrapper, Metric, Sum
from tensorflow_lib.keras.metrics import accuracy, auc, confusion, f_score, iou, means
from tensorflow_lib.keras.serialization import deserialize_keras_object, get_object, serialize_keras_object

_KNOWN = {}
for _module in (accuracy, auc, confusion, f_score, iou, means):
  for _name, _value in list(vars(_module).items()):
    if isinstance(_value, type) and issubclass(_value, Metric) and _name[0] != '_':
      _KNOWN[_name] = _value
for _value in (Mean, MeanMetricWrapper, Metric, Sum):
  _KNOWN[_value.__name__] = _value
del _KNOWN['SensitivitySpecificityBase'], _KNOWN['Shown']
_KNOWN.update({snake_case(name): value for name, value in list(_KNOWN.items())})
for _short, _name in (('bce', 'BinaryCrossentropy'), ('mse', 'MeanSquaredError'), ('mae', 'MeanAbsoluteError'),
                      ('mape', 'MeanAbsolutePercentageError'), ('msle', 'MeanSquaredLogarithmicError')):
  _KNOWN[_short] = _KNOWN[_short.upper()] = _KNOWN[_name]


#: tf.keras.metrics.serialize =serialize
def serialize(metric):
  """The configuration of a metric."""
  return serialize_keras_object(metric)


#: tf.keras.metrics.deserialize =deserialize
def deserialize(config, custom_objects=None):
  """The metric of a name or configuration."""
  return deserialize_keras_object(config, module_objects=_KNOWN, custom_objects=custom_objects)


#: tf.keras.metrics.get =get
def get(identifier):
  """A metric by its name, configuration or class; None and functions stay what they are."""
  return get_object(identifier, _KNOWN, deserialize, 'metric')
