"""tf.keras.metrics.Metric and what sums or averages (keras/src/metrics/metric.py, reduction_metrics.py)."""
from tensorflow_lib.keras import initializers
from tensorflow_lib.keras import losses
from tensorflow_lib.keras import numerics as K
from tensorflow_lib.keras.base import unique_name
from tensorflow_lib.keras.loss import Loss, apply_mask, compute_dtype, mask_of, same_rank
from tensorflow_lib.keras.serialization import deserialize_keras_object, say_source, serialize_keras_object
from tensorflow_lib.keras.tensors import StatelessScope
from tensorflow_lib.keras.variable import Variable, name_scope

import tensorflow as tf


#: tf.keras.metrics.Metric tf.keras.Metric
class Metric:
  """Variables, what updates them, and what they amount to."""

  def __init__(self, dtype=None, name=None):
    self.name = name or unique_name(type(self).__name__)
    self._dtype = compute_dtype(dtype)
    self._metrics = []
    self._variables = []
    self._tracks = True

  dtype = property(lambda self: self._dtype)

  def __setattr__(self, name, value):
    if self.__dict__.get('_tracks'):
      self._track(value)
    object.__setattr__(self, name, value)

  def _track(self, value):
    """Variables and metrics inside of others count as the metric's own."""
    store = self._variables if isinstance(value, Variable) else self._metrics if isinstance(value, Metric) else None
    if store is not None:
      if not any(value is x for x in store):
        store.append(value)
    elif isinstance(value, (list, tuple)):
      for item in value:
        self._track(item)
    elif isinstance(value, dict):
      for item in value.values():
        self._track(item)

  def _check_super_called(self):
    if '_tracks' not in self.__dict__:
      raise RuntimeError('You forgot to call `super().__init__()` in the `__init__()` method. Go add it!')

  @property
  def variables(self):
    return list(self._variables) + [v for metric in self._metrics for v in metric.variables]

  def add_variable(self, shape, initializer, dtype=None, aggregation='sum', name=None):
    """A new variable of the metric."""
    self._check_super_called()
    with name_scope(self.name.replace('/', '>'), caller=self):
      variable = Variable(initializer=initializers.get(initializer), shape=shape, dtype=dtype, trainable=False,
                          aggregation=aggregation, synchronization='on_read', name=name)
    self._track(variable)
    return variable

  def add_weight(self, shape=(), initializer=None, dtype=None, name=None):
    return self.add_variable(shape=shape, initializer=initializer, dtype=dtype, name=name)

  def reset_state(self):
    for v in self.variables:
      v.assign(K.zeros(v.shape, dtype=v.dtype))

  def update_state(self, *args, **kwargs):
    raise NotImplementedError

  def result(self):
    raise NotImplementedError

  def _mapping(self, metric_variables):
    """The variables, each with what stands for its value."""
    if len(metric_variables) != len(self.variables):
      raise ValueError('Argument `metric_variables` must be a list of tensors corresponding 1:1 to %s().variables. Received '
                       'list with length %d, but expected %d variables.' %
                       (type(self).__name__, len(metric_variables), len(self.variables)))
    return list(zip(self.variables, metric_variables))

  def _values_in(self, scope):
    """What the variables were assigned in a scope; those that were not are themselves."""
    values = [scope.get_current_value(v) for v in self.variables]
    return [v if value is None else value for v, value in zip(self.variables, values)]

  def stateless_update_state(self, metric_variables, *args, **kwargs):
    """What update_state makes of these values of the variables, which stay as they are."""
    with StatelessScope(state_mapping=self._mapping(metric_variables)) as scope:
      self.update_state(*args, **kwargs)
    return self._values_in(scope)

  def stateless_result(self, metric_variables):
    """The result for these values of the variables."""
    with StatelessScope(state_mapping=self._mapping(metric_variables)):
      return self.result()

  def stateless_reset_state(self):
    """What reset_state makes of the variables, which stay as they are."""
    with StatelessScope() as scope:
      self.reset_state()
    return self._values_in(scope)

  def __call__(self, *args, **kwargs):
    self._check_super_called()
    self.update_state(*args, **kwargs)
    return self.result()

  def get_config(self):
    return {'name': self.name, 'dtype': self.dtype}

  @classmethod
  def from_config(cls, config):
    return cls(**config)

  def __repr__(self):
    return '<%s name=%s>' % (type(self).__name__, self.name)


say_source(globals(), 'keras.src.metrics.metric')


def _samples(values, sample_weight, reduce, dtype):
  """One value for each sample, and the weights."""
  mask = mask_of(values)
  values = K.cast(values, dtype)
  if sample_weight is not None:
    sample_weight = K.convert(sample_weight, dtype)
    if mask is not None:
      sample_weight = apply_mask(sample_weight, mask, dtype=dtype, reduction='sum')
    values, sample_weight = same_rank(values, sample_weight)
    weight_rank, rank = len(sample_weight.shape), len(values.shape)
    if rank > weight_rank:
      values = reduce(values, axis=list(range(weight_rank, rank)))
    sample_weight = tf.broadcast_to(sample_weight, K.shape(values))
    values = values * sample_weight
    if weight_rank > 1:
      sample_weight = reduce(sample_weight, axis=list(range(1, weight_rank)))
  rank = len(values.shape)
  if rank > 1:
    values = reduce(values, axis=list(range(1, rank)))
  return values, sample_weight


#: tf.keras.metrics.Sum
class Sum(Metric):
  """The sum of the values times their weights."""

  def __init__(self, name='sum', dtype=None):
    super().__init__(name=name, dtype=dtype)
    self.total = self.add_variable((), initializers.Zeros(), dtype=self.dtype, name='total')

  def update_state(self, values, sample_weight=None):
    values, _ = _samples(values, sample_weight, K.sum, self.dtype)
    self.total.assign_add(K.sum(values))

  def reset_state(self):
    self.total.assign(0)

  def result(self):
    return K.cast(self.total, self.dtype)


#: tf.keras.metrics.Mean
class Mean(Metric):
  """The mean of the values, weighted where there are weights."""

  def __init__(self, name='mean', dtype=None):
    super().__init__(name=name, dtype=dtype)
    self.total = self.add_variable((), initializers.Zeros(), dtype=self.dtype, name='total')
    self.count = self.add_variable((), initializers.Zeros(), dtype=self.dtype, name='count')

  def update_state(self, values, sample_weight=None):
    values, sample_weight = _samples(values, sample_weight, K.mean, self.dtype)
    self.total.assign_add(K.sum(values))
    if sample_weight is not None:
      count = K.sum(sample_weight)
    elif len(values.shape) >= 1:
      count = K.shape(values)[0]
    else:
      count = 1
    self.count.assign_add(K.cast(count, self.dtype))

  def reset_state(self):
    self.total.assign(0)
    self.count.assign(0)

  def result(self):
    return K.divide_no_nan(self.total, K.cast(self.count, self.dtype))


#: tf.keras.metrics.MeanMetricWrapper
class MeanMetricWrapper(Mean):
  """The mean of what a function of targets and predictions gives."""

  def __init__(self, fn, name=None, dtype=None, **kwargs):
    super().__init__(name=name, dtype=dtype)
    self._fn = fn
    self._fn_kwargs = kwargs
    if fn is getattr(losses, getattr(fn, '__name__', ''), None) or isinstance(fn, Loss):
      self._direction = 'down'

  def update_state(self, y_true, y_pred, sample_weight=None):
    mask = mask_of(y_pred)
    values = self._fn(y_true, y_pred, **self._fn_kwargs)
    sample_weight = apply_mask(sample_weight, mask, dtype=self.dtype, reduction='sum')
    return super().update_state(values, sample_weight=sample_weight)

  def get_config(self):
    return {**super().get_config(), 'fn': serialize_keras_object(self._fn), **serialize_keras_object(self._fn_kwargs)}

  @classmethod
  def from_config(cls, config):
    return cls(**(deserialize_keras_object(config) if 'fn' in config else config))


class Shown(MeanMetricWrapper):
  """A mean whose configuration is name, dtype and the arguments in `_shown`; `_better` says where it should go."""
  _shown = ()
  _better = None

  def __init__(self, fn, name, dtype, **kwargs):
    super().__init__(fn, name, dtype, **kwargs)
    for key in self._shown:
      setattr(self, key, kwargs[key])
    if self._better:
      self._direction = self._better

  def get_config(self):
    return {'name': self.name, 'dtype': self.dtype, **{key: getattr(self, key) for key in self._shown}}


say_source(globals(), 'keras.src.metrics.reduction_metrics')
