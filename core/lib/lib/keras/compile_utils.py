"""The losses and metrics that a model was compiled with (keras/src/trainers/compile_utils.py)."""
import collections

import tensorflow as tf
from tensorflow_lib.keras import loss_classes, losses, numpy_ops as ops
from tensorflow_lib.keras.loss import Loss, LossFunctionWrapper
from tensorflow_lib.keras.metric import Mean, MeanMetricWrapper, Metric
from tensorflow_lib.keras.metrics import accuracy
from tensorflow_lib.keras.metrics.find import get as get_metric_object
from tensorflow_lib.keras.state import flatten, is_nested, map_structure, name_scope, pack_sequence_as, to_snake_case
from tensorflow_lib.keras.tensors import KerasTensor, cast

__name__ = 'keras.src.trainers.compile_utils'


def _name_of(obj):
  return obj.name if hasattr(obj, 'name') else obj.__name__ if hasattr(obj, '__name__') else to_snake_case(
      type(obj).__name__)


def _kind(y_true, y_pred):
  """(one unit for two classes?, classes by number?)."""
  last = y_pred.shape[-1]
  sparse = len(y_true.shape) < len(y_pred.shape) or y_true.shape[-1] == 1 and last > 1
  return last == 1, sparse


def get_metric(identifier, y_true, y_pred):
  """A metric for these targets and predictions."""
  if identifier is None:
    raise ValueError('Expected metric, received `None`')
  if str(identifier).lower() in ('accuracy', 'acc'):
    binary, sparse = _kind(y_true, y_pred)
    cls = accuracy.BinaryAccuracy if binary else (
        accuracy.SparseCategoricalAccuracy if sparse else accuracy.CategoricalAccuracy)
    metric = cls(name=str(identifier))
  else:
    metric = get_metric_object(identifier)
  name = identifier if isinstance(identifier, str) else _name_of(metric)
  if not isinstance(metric, Metric):
    metric = MeanMetricWrapper(metric)
  metric.name = name
  return metric


def get_loss(identifier, y_true, y_pred):
  """A loss for these targets and predictions."""
  if identifier is None:
    return None
  if str(identifier).lower() in ('crossentropy', 'ce'):
    binary, sparse = _kind(y_true, y_pred)
    loss = losses.binary_crossentropy if binary else (
        losses.sparse_categorical_crossentropy if sparse else losses.categorical_crossentropy)
  else:
    loss = loss_classes.get(identifier)
  if not isinstance(loss, Loss):
    loss = LossFunctionWrapper(loss, name=identifier if isinstance(identifier, str) else _name_of(loss))
  return loss


def _tuples(x):
  if isinstance(x, (list, tuple)):
    return tuple(_tuples(e) for e in x)
  return {k: _tuples(v) for k, v in x.items()} if isinstance(x, dict) else x


def _same_structure(a, b):
  try:
    tf.nest.assert_same_structure(a, b)
    return True
  except (ValueError, TypeError):
    return False


class MetricsList(Metric):
  """The metrics of one output."""

  def __init__(self, metrics, name='metrics_list', output_name=None):
    super().__init__(name=name)
    self.metrics = metrics
    self.output_name = output_name

  def update_state(self, y_true, y_pred, sample_weight=None):
    for m in self.metrics:
      m.update_state(y_true, y_pred, sample_weight=sample_weight)

  def reset_state(self):
    for m in self.metrics:
      m.reset_state()


def _metrics_list(metrics, y_true, y_pred, output_name=None):
  if metrics is None:
    return None
  metrics = metrics if isinstance(metrics, (list, tuple)) else [metrics]
  return MetricsList([get_metric(m, y_true, y_pred) for m in metrics], output_name=output_name)


class CompileMetrics(Metric):
  """All metrics of all outputs."""

  def __init__(self, metrics, weighted_metrics, name='compile_metric', output_names=None):
    super().__init__(name=name)
    object.__setattr__(self, '_tracks', False)
    for what, value in (('metrics', metrics), ('weighted_metrics', weighted_metrics)):
      if value and not isinstance(value, (list, tuple, dict)):
        raise ValueError('Expected `%s` argument to be a list, tuple, or dict. Received instead: %s=%s of type %s' %
                         (what, what, value, type(value)))
    self._user_metrics = metrics
    self._user_weighted_metrics = weighted_metrics
    self.built = False
    self.name = 'compile_metrics'
    self.output_names = output_names

  def _lists(self):
    return [m for m in self._flat_metrics + self._flat_weighted_metrics if m is not None] if self.built else []

  metrics = property(lambda self: [m for group in self._lists() for m in group.metrics])
  variables = property(lambda self: [v for m in self.metrics for v in m.variables])

  def build(self, y_true, y_pred):
    count = len(flatten(y_pred))
    flat = is_nested(y_pred) and len(y_pred) == count
    names = self.output_names
    if flat and isinstance(y_pred, dict):
      if not names or set(y_pred) != set(names):
        names = list(y_pred) if isinstance(y_pred, collections.OrderedDict) else sorted(y_pred)
    self._resolved_output_names = names if count > 1 and flat else None
    build = lambda metrics, what: self._build_set(metrics, count, names, y_true, y_pred, flat, what)
    self._flat_metrics = build(self._user_metrics, 'metrics')
    self._flat_weighted_metrics = build(self._user_weighted_metrics, 'weighted_metrics')
    self.built = True

  def _build_set(self, metrics, count, names, y_true, y_pred, flat, what):
    if not metrics:
      return [None] * count
    if count == 1:
      return [_metrics_list(flatten(metrics), flatten(y_true)[0], flatten(y_pred)[0])]
    shown = names if names else [None] * count
    given = None
    if flat:
      if isinstance(metrics, (list, tuple)) and len(metrics) == count:
        given = metrics
      elif names and isinstance(metrics, dict) and set(metrics) <= set(names):
        given = [metrics.get(name) for name in names]
    if given is not None:
      try:
        return [_metrics_list(m, yt, yp, n) for m, yt, yp, n in
                zip(given, self._flatten_y(y_true), self._flatten_y(y_pred), shown)]
      except ValueError as e:
        raise ValueError('%s\nReceived: %s=%s' % (e, what, metrics)) from e
    try:
      tuples = _tuples(y_pred)
      found = []
      _up_to(tuples, _tuples(metrics), _tuples(y_true), tuples, pack_sequence_as(tuples, shown), found)
      return [_metrics_list(*entry) for entry in found]
    except (ValueError, TypeError) as e:
      structure = map_structure(lambda _: 'X', y_pred)
      if self.output_names:
        raise ValueError('%s\nInvalid `%s`. `%s` should contain metrics objects and either be a dict or a list matching the '
                         'output names of the functional model %s or match the output structure of the model: %s.\nReceived: '
                         '%s=%s' % (e, what, what, self.output_names, structure, what, metrics)) from e
      raise ValueError('%s\nInvalid `%s`. `%s` should contain metrics objects and match the output structure of the model: %s.'
                       '\nReceived: %s=%s' % (e, what, what, structure, what, metrics)) from e

  def _flatten_y(self, y):
    if isinstance(y, dict) and self._resolved_output_names is not None:
      return [y[name] for name in self._resolved_output_names]
    return flatten(y)

  def update_state(self, y_true, y_pred, sample_weight=None):
    if not self.built:
      self.build(y_true, y_pred)
    y_true, y_pred = self._flatten_y(y_true), self._flatten_y(y_pred)
    for m, y_t, y_p in zip(self._flat_metrics, y_true, y_pred):
      if m:
        m.update_state(y_t, y_p)
    weights = [None] * len(y_true)
    if sample_weight is not None:
      weights = self._flatten_y(sample_weight)
      if len(weights) < len(y_true):
        weights = [weights[0]] * len(y_true)
    for m, y_t, y_p, w in zip(self._flat_weighted_metrics, y_true, y_pred, weights):
      if m:
        m.update_state(y_t, y_p, w)

  def reset_state(self):
    for m in self._lists():
      m.reset_state()

  def result(self):
    if not self.built:
      raise ValueError('Cannot get result() since the metric has not yet been built.')
    results, seen = {}, {}

    def unique(name):
      if name not in seen:
        seen[name] = 1
        return name
      seen[name] += 1
      return '%s_%d' % (name, seen[name] - 1)

    prefixed = lambda group, name: '%s_%s' % (group.output_name, name) if group.output_name else name
    for group in self._flat_metrics:
      for m in group.metrics if group else ():
        results[unique(prefixed(group, m.name))] = m.result()
    for group in self._flat_weighted_metrics:
      for m in group.metrics if group else ():
        name = prefixed(group, m.name)
        if name in seen:
          name = prefixed(group, 'weighted_%s' % m.name)
        results[unique(name)] = m.result()
    return results

  def get_config(self):
    raise NotImplementedError

  @classmethod
  def from_config(cls, config):
    raise NotImplementedError


def _up_to(shallow, metrics, y_true, y_pred, names, found):
  """(metrics, target, prediction, name) for each leaf of `shallow`."""
  if not is_nested(shallow):
    found.append((metrics, y_true, y_pred, names))
    return
  for other in (metrics, y_true):
    if type(other) is not type(shallow) or len(other) != len(shallow):
      raise ValueError('The structures do not match')
  keys = shallow.keys() if isinstance(shallow, dict) else range(len(shallow))
  for k in keys:
    _up_to(shallow[k], metrics[k], y_true[k], y_pred[k], names[k], found)


class _WeightedLoss:
  def __init__(self, loss, weight):
    self.loss = loss
    self.weight = weight


class CompileLoss(Loss):
  """The sum of the losses of all outputs."""
  Loss = collections.namedtuple('Loss', ['path', 'loss', 'loss_weights', 'name'])

  def __init__(self, loss, loss_weights=None, reduction='sum_over_batch_size', output_names=None):
    if loss_weights and not isinstance(loss_weights, (list, tuple, dict, float)):
      raise ValueError('Expected `loss_weights` argument to be a float (single output case) or a list, tuple, or dict (multiple '
                       'output case). Received instead: loss_weights=%s of type %s' % (loss_weights, type(loss_weights)))
    self._user_loss = loss
    self._user_loss_weights = loss_weights
    self.built = False
    self.output_names = output_names
    super().__init__(name='compile_loss', reduction=reduction)
    self._metrics = []
    self._flat_losses = None
    self._y_pred_build_structure = None
    self._y_true_build_structure = None

  metrics = property(lambda self: self._metrics)
  variables = property(lambda self: [v for m in self._metrics for v in m.variables])

  def build(self, y_true, y_pred):
    loss, weights, names = self._user_loss, self._user_loss_weights, self.output_names
    if names and isinstance(loss, dict) and not isinstance(y_pred, dict):
      if set(names) != set(loss):
        raise ValueError('Expected keys %s in loss dict, but found loss.keys()=%s' % (names, list(loss)))
      if isinstance(weights, dict):
        weights = [weights[name] for name in names]
      loss = [loss[name] for name in names]
    weighted = lambda l, w: None if l is None else _WeightedLoss(l, w)
    if weights is not None:
      if not _same_structure(loss, weights):
        flat = flatten(weights)
        if len(flatten(loss)) != len(flat):
          raise ValueError('`loss_weights` must match the number of losses, got %d losses and %d weights.' %
                           (len(flatten(loss)), len(weights)))
        weights = pack_sequence_as(loss, flat)
      loss = map_structure(weighted, loss, weights)
    else:
      loss = map_structure(lambda l: weighted(l, None), loss)
    self._flat_losses = []
    # Keras asks for the names where there are none, too (a TypeError).
    if isinstance(loss, dict) and not isinstance(y_pred, dict) and set(loss) == set(names):
      if isinstance(y_pred, (list, tuple)) and len(y_pred) == len(names):
        y_pred, y_true = dict(zip(names, y_pred)), dict(zip(names, y_true))
      elif not is_nested(y_pred) and len(names) == 1:
        y_pred, y_true = {names[0]: y_pred}, {names[0]: y_true}
    try:
      output_names = pack_sequence_as(y_pred, names)
    except (ValueError, TypeError):
      output_names = pack_sequence_as(y_pred, _names_of(y_pred))
    if not is_nested(loss):
      only = loss
      loss = map_structure(lambda _: only, y_pred)
    self._build_nested(y_true, y_pred, loss, output_names, ())
    if len(self._flat_losses) > 1:
      for entry in self._flat_losses:
        self._metrics.append(Mean(name='%s_loss' % entry.name))
    self._y_pred_build_structure = map_structure(lambda _: None, y_pred)
    self._y_true_build_structure = map_structure(lambda _: None, y_true)
    self.built = True

  def _build_nested(self, y_true, y_pred, loss, output_names, path):
    if not is_nested(loss):
      if loss is not None and loss.loss is not None:
        self._add(get_loss(loss.loss, y_true, y_pred), loss.weight, output_names, path)
      return
    is_list = isinstance(loss, (list, tuple))
    if is_list and all(not is_nested(l) for l in loss) and len(loss) == len(flatten(y_pred)):
      loss = pack_sequence_as(y_pred, loss)
    elif is_list and not isinstance(y_pred, type(loss)):
      for l in loss:
        self._build_nested(y_true, y_pred, l, output_names, path)
      return
    if not is_nested(loss):
      self._build_nested(y_true, y_pred, loss, output_names, path)
      return
    if not isinstance(loss, type(y_pred)):
      raise KeyError("The path: %s in the `loss` argument, can't be found in the model's output (`y_pred`)." % (path,))
    has = (lambda y, k: isinstance(y, dict) and k in y) if isinstance(loss, dict) else (
        lambda y, k: isinstance(y, (list, tuple)) and k < len(y))
    for key, l in loss.items() if isinstance(loss, dict) else enumerate(loss):
      if l is None:
        continue
      if not (has(y_true, key) and has(y_pred, key)):
        raise KeyError("The path: %s in the `loss` argument, can't be found in either the model's output (`y_pred`) or in the "
                       'labels (`y_true`).' % (path + (key,),))
      self._build_nested(y_true[key], y_pred[key], l, output_names[key], path + (key,))

  def _add(self, loss, weight, output_names, path):
    name_path = path
    if not is_nested(output_names):
      name = output_names if output_names is not None else loss.name
      if not name_path:
        name_path = (name,)
      elif isinstance(name_path[-1], int):
        name_path = name_path[:-1] + (name,)
    name = '/'.join(str(part) for part in name_path)
    if name == '':
      name = '_'.join(list(output_names) if isinstance(output_names, dict) else flatten(output_names))
    self._flat_losses.append(CompileLoss.Loss(path, loss, weight, name))

  def __call__(self, y_true, y_pred, sample_weight=None):
    with name_scope(self.name):
      return self.call(y_true, y_pred, sample_weight)

  def _value(self, entry, y_true, y_pred, sample_weight):
    """(the value of one loss, the predictions)."""
    for part in entry.path:
      y_true, y_pred = y_true[part], y_pred[part]
    weight = sample_weight
    if sample_weight is not None and is_nested(sample_weight):
      for part in entry.path:
        weight = weight[part]
    return cast(entry.loss(y_true, y_pred, weight), self.dtype), y_pred

  def call(self, y_true, y_pred, sample_weight=None):
    if not is_nested(y_true) and not is_nested(y_pred):
      if not self.built:
        self.build(y_true, y_pred)
      values = []
      for entry in self._flat_losses:
        value, _ = self._value(entry, y_true, y_pred, sample_weight)
        values.append(value if entry.loss_weights is None else ops.multiply(value, entry.loss_weights))
      return values[0]
    if not _same_structure(y_pred, y_true):
      y_true = self._like(y_true, y_pred)
    if not self.built:
      self.build(y_true, y_pred)
    if not _same_structure(self._y_pred_build_structure, y_pred):
      y_pred = pack_sequence_as(self._y_pred_build_structure, flatten(y_pred))
    if not _same_structure(self._y_true_build_structure, y_true):
      y_true = pack_sequence_as(self._y_true_build_structure, flatten(y_true))
    values = []
    for entry, metric in zip(self._flat_losses, self._metrics or [None]):
      value, predicted = self._value(entry, y_true, y_pred, sample_weight)
      if metric is not None:
        metric.update_state(value, sample_weight=flatten(predicted)[0].shape[0])
      values.append(value if entry.loss_weights is None else ops.multiply(value, entry.loss_weights))
    return sum(values) if values else None

  def _like(self, y_true, y_pred):
    """The targets in the structure of the predictions."""
    if not is_nested(y_true) and hasattr(y_pred, '__len__') and len(y_pred) == 1:
      y_true = [y_true]
    elif isinstance(y_pred, (list, tuple)) and isinstance(y_true, dict) and set(self.output_names) == set(y_true):
      y_true = [y_true[name] for name in self.output_names]
    if is_nested(y_true) and not isinstance(y_true, dict) and len(flatten(y_true)) == len(flatten(y_pred)):
      return pack_sequence_as(y_pred, flatten(y_true))
    if isinstance(y_true, dict) and isinstance(y_pred, dict) and set(y_true) == set(y_pred):
      return pack_sequence_as(y_pred, flatten(y_true))
    flat, wanted = flatten(y_true), flatten(self._user_loss)
    places = [i for i, loss in enumerate(wanted) if loss is not None]
    if len(flat) == len(places):
      filled = [None] * len(wanted)
      for i, y in zip(places, flat):
        filled[i] = y
      try:
        return pack_sequence_as(self._user_loss, filled)
      except (ValueError, TypeError):
        pass
    raise ValueError('y_true and y_pred have different structures.\ny_true: %s\ny_pred: %s\n' %
                     (map_structure(lambda _: '*', y_true), map_structure(lambda _: '*', y_pred)))

  def get_config(self):
    raise NotImplementedError

  @classmethod
  def from_config(cls, config):
    raise NotImplementedError


def _names_of(y_pred):
  flat = flatten(y_pred)
  if not all(isinstance(x, KerasTensor) for x in flat):
    return [None] * len(flat)
  return [x._keras_history.operation.name if hasattr(x, '_keras_history') else x.name for x in flat]
