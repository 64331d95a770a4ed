"""tf.keras.losses' classes (keras/src/losses/losses.py, __init__.py), and how they are found by name."""
from tensorflow_lib.keras import losses
from tensorflow_lib.keras.loss import Loss, LossFunctionWrapper
from tensorflow_lib.keras.serialization import deserialize_keras_object, get_object, say_source, serialize_keras_object


class _Plain(LossFunctionWrapper):
  """A loss whose configuration is its name, its reduction and the attributes in `_shown`."""
  _shown = ()

  def get_config(self):
    return {**Loss.get_config(self), **{name: getattr(self, name) for name in self._shown}}


#: tf.keras.losses.MeanSquaredError
class MeanSquaredError(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='mean_squared_error', dtype=None):
    super().__init__(losses.mean_squared_error, reduction, name, dtype)


#: tf.keras.losses.MeanAbsoluteError
class MeanAbsoluteError(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='mean_absolute_error', dtype=None):
    super().__init__(losses.mean_absolute_error, reduction, name, dtype)


#: tf.keras.losses.MeanAbsolutePercentageError
class MeanAbsolutePercentageError(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='mean_absolute_percentage_error', dtype=None):
    super().__init__(losses.mean_absolute_percentage_error, reduction, name, dtype)


#: tf.keras.losses.MeanSquaredLogarithmicError
class MeanSquaredLogarithmicError(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='mean_squared_logarithmic_error', dtype=None):
    super().__init__(losses.mean_squared_logarithmic_error, reduction, name, dtype)


#: tf.keras.losses.CosineSimilarity
class CosineSimilarity(_Plain):
  def __init__(self, axis=-1, reduction='sum_over_batch_size', name='cosine_similarity', dtype=None):
    super().__init__(losses.cosine_similarity, reduction, name, dtype, axis=axis)


#: tf.keras.losses.Huber
class Huber(_Plain):
  def __init__(self, delta=1.0, reduction='sum_over_batch_size', name='huber_loss', dtype=None):
    super().__init__(losses.huber, reduction, name, dtype, delta=delta)


#: tf.keras.losses.LogCosh
class LogCosh(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='log_cosh', dtype=None):
    super().__init__(losses.log_cosh, reduction, name, dtype)


#: tf.keras.losses.Hinge
class Hinge(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='hinge', dtype=None):
    super().__init__(losses.hinge, reduction, name, dtype)


#: tf.keras.losses.SquaredHinge
class SquaredHinge(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='squared_hinge', dtype=None):
    super().__init__(losses.squared_hinge, reduction, name, dtype)


#: tf.keras.losses.CategoricalHinge
class CategoricalHinge(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='categorical_hinge', dtype=None):
    super().__init__(losses.categorical_hinge, reduction, name, dtype)


#: tf.keras.losses.KLDivergence
class KLDivergence(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='kl_divergence', dtype=None):
    super().__init__(losses.kl_divergence, reduction, name, dtype)


#: tf.keras.losses.Poisson
class Poisson(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='poisson', dtype=None):
    super().__init__(losses.poisson, reduction, name, dtype)


#: tf.keras.losses.BinaryCrossentropy
class BinaryCrossentropy(_Plain):
  _shown = ('from_logits', 'label_smoothing', 'axis')

  def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction='sum_over_batch_size',
               name='binary_crossentropy', dtype=None):
    super().__init__(losses.binary_crossentropy, reduction, name, dtype, from_logits=from_logits,
                     label_smoothing=label_smoothing, axis=axis)
    self.from_logits = from_logits
    self.label_smoothing = label_smoothing
    self.axis = axis


#: tf.keras.losses.BinaryFocalCrossentropy
class BinaryFocalCrossentropy(_Plain):
  _shown = ('from_logits', 'label_smoothing', 'axis', 'apply_class_balancing', 'alpha', 'gamma')

  def __init__(self, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1,
               reduction='sum_over_batch_size', name='binary_focal_crossentropy', dtype=None):
    super().__init__(losses.binary_focal_crossentropy, reduction, name, dtype, apply_class_balancing=apply_class_balancing,
                     alpha=alpha, gamma=gamma, from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)
    self.from_logits = from_logits
    self.label_smoothing = label_smoothing
    self.axis = axis
    self.apply_class_balancing = apply_class_balancing
    self.alpha = alpha
    self.gamma = gamma


#: tf.keras.losses.CategoricalCrossentropy
class CategoricalCrossentropy(_Plain):
  _shown = ('from_logits', 'label_smoothing', 'axis')

  def __init__(self, from_logits=False, label_smoothing=0.0, axis=-1, reduction='sum_over_batch_size',
               name='categorical_crossentropy', dtype=None):
    super().__init__(losses.categorical_crossentropy, reduction, name, dtype, from_logits=from_logits,
                     label_smoothing=label_smoothing, axis=axis)
    self.from_logits = from_logits
    self.label_smoothing = label_smoothing
    self.axis = axis


#: tf.keras.losses.CategoricalFocalCrossentropy
class CategoricalFocalCrossentropy(_Plain):
  _shown = ('from_logits', 'label_smoothing', 'axis', 'alpha', 'gamma')

  def __init__(self, alpha=0.25, gamma=2.0, from_logits=False, label_smoothing=0.0, axis=-1,
               reduction='sum_over_batch_size', name='categorical_focal_crossentropy', dtype=None):
    super().__init__(losses.categorical_focal_crossentropy, reduction, name, dtype, alpha=alpha, gamma=gamma,
                     from_logits=from_logits, label_smoothing=label_smoothing, axis=axis)
    self.from_logits = from_logits
    self.label_smoothing = label_smoothing
    self.axis = axis
    self.alpha = alpha
    self.gamma = gamma


#: tf.keras.losses.SparseCategoricalCrossentropy
class SparseCategoricalCrossentropy(_Plain):
  _shown = ('from_logits', 'ignore_class')

  def __init__(self, from_logits=False, ignore_class=None, reduction='sum_over_batch_size', axis=-1,
               name='sparse_categorical_crossentropy', dtype=None):
    super().__init__(losses.sparse_categorical_crossentropy, reduction, name, dtype, from_logits=from_logits,
                     ignore_class=ignore_class, axis=axis)
    self.from_logits = from_logits
    self.ignore_class = ignore_class


#: tf.keras.losses.CTC
class CTC(_Plain):
  def __init__(self, reduction='sum_over_batch_size', name='ctc', dtype=None):
    super().__init__(losses.ctc, reduction, name, dtype)


#: tf.keras.losses.Dice
class Dice(_Plain):
  _shown = ('axis',)

  def __init__(self, reduction='sum_over_batch_size', name='dice', axis=None, dtype=None):
    super().__init__(losses.dice, reduction, name, dtype, axis=axis)
    self.axis = axis


#: tf.keras.losses.Tversky
class Tversky(_Plain):
  _shown = ('alpha', 'beta', 'axis')

  def __init__(self, alpha=0.5, beta=0.5, reduction='sum_over_batch_size', name='tversky', axis=None, dtype=None):
    super().__init__(losses.tversky, reduction, name, dtype, alpha=alpha, beta=beta, axis=axis)
    self.alpha = alpha
    self.beta = beta
    self.axis = axis


#: tf.keras.losses.Circle
class Circle(_Plain):
  _shown = ('gamma', 'margin', 'remove_diagonal')

  def __init__(self, gamma=80.0, margin=0.4, remove_diagonal=True, reduction='sum_over_batch_size', name='circle',
               dtype=None):
    super().__init__(losses.circle, reduction, name, dtype, gamma=gamma, margin=margin, remove_diagonal=remove_diagonal)
    self.gamma = gamma
    self.margin = margin
    self.remove_diagonal = remove_diagonal


#: tf.keras.losses.CategoricalGeneralizedCrossEntropy
class CategoricalGeneralizedCrossEntropy(_Plain):
  _shown = ('q',)

  def __init__(self, q=0.5, reduction='sum_over_batch_size', name='categorical_generalized_cross_entropy', dtype=None):
    if not 0 < q < 1:
      raise ValueError('q must be in the interval (0, 1)')
    super().__init__(losses.categorical_generalized_cross_entropy, reduction, name, dtype, q=q)
    self.q = q


#: tf.keras.losses.Reduction
class Reduction:
  """The reductions' names of Keras 2."""
  AUTO = 'auto'
  NONE = 'none'
  SUM = 'sum'
  SUM_OVER_BATCH_SIZE = 'sum_over_batch_size'

  @classmethod
  def all(cls):
    return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

  @classmethod
  def validate(cls, key):
    if key not in cls.all():
      raise ValueError('Invalid Reduction Key: %s. Expected keys are "%s"' % (key, cls.all()))


say_source(globals(), 'keras.src.losses.losses')
Reduction.__module__ = 'keras.src.legacy.losses'

CLASSES = [Loss, LossFunctionWrapper, KLDivergence, Poisson, BinaryCrossentropy, BinaryFocalCrossentropy,
           CategoricalCrossentropy, CategoricalFocalCrossentropy, SparseCategoricalCrossentropy, MeanSquaredError,
           MeanAbsoluteError, MeanAbsolutePercentageError, MeanSquaredLogarithmicError, CosineSimilarity, LogCosh, Huber,
           Hinge, SquaredHinge, CategoricalHinge, Dice, Tversky, Circle, CTC]
FUNCTIONS = [losses.kl_divergence, losses.poisson, losses.binary_crossentropy, losses.binary_focal_crossentropy,
             losses.categorical_crossentropy, losses.categorical_focal_crossentropy,
             losses.sparse_categorical_crossentropy, losses.mean_squared_error, losses.mean_absolute_error,
             losses.mean_absolute_percentage_error, losses.mean_squared_logarithmic_error, losses.cosine_similarity,
             losses.log_cosh, losses.huber, losses.hinge, losses.squared_hinge, losses.categorical_hinge, losses.dice,
             losses.tversky, losses.circle, losses.ctc]
_KNOWN = {f.__name__: f for f in CLASSES + FUNCTIONS}
for _name, _short in (('binary_crossentropy', 'bce'), ('kl_divergence', 'kld'), ('mean_absolute_error', 'mae'),
                      ('mean_squared_error', 'mse'), ('mean_absolute_percentage_error', 'mape'),
                      ('mean_squared_logarithmic_error', 'msle')):
  _KNOWN[_short] = _KNOWN[_short.upper()] = _KNOWN[_name]


#: tf.keras.losses.serialize =serialize
def serialize(loss):
  """The configuration of a loss or loss function."""
  return serialize_keras_object(loss)


#: tf.keras.losses.deserialize =deserialize
def deserialize(name, custom_objects=None):
  """The loss or loss function of a name or configuration."""
  return deserialize_keras_object(name, module_objects=_KNOWN, custom_objects=custom_objects)


#: tf.keras.losses.get =get
def get(identifier):
  """A loss by its name, configuration or class; None and functions stay what they are."""
  return get_object(identifier, _KNOWN, deserialize, 'loss')
