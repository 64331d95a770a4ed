"""Datasets that take elements of several others by choice or by chance (data/ops/choose_from_datasets_op.py,
sample_from_datasets_op.py, directed_interleave_op.py)."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_structure import flat_attrs
from tensorflow_lib.data_transforms import _MapDataset, _RewriteDataset, common_spec, in_module

raw = tf.raw_ops


@in_module('directed_interleave_op')
class _DirectedInterleaveDataset(Dataset):
  def __init__(self, selector, datasets, stop_on_empty_dataset):
    datasets = list(datasets)
    spec = datasets[0].element_spec
    for i, dataset in enumerate(datasets[1:]):
      try:
        spec = structure.map_structure(common_spec, spec, dataset.element_spec)
      except (TypeError, ValueError) as e:
        raise TypeError('Invalid `datasets`. `datasets` must have compatible element specs.\n Dataset 0 '
                        'element_spec=%s.\nDataset %d element_spec=%s.' %
                        (datasets[0].element_spec, i + 1, dataset.element_spec)) from e
    self._structure = spec
    super().__init__(raw.DirectedInterleaveDataset(
        selector_input_dataset=selector._variant_tensor, data_input_datasets=[d._variant_tensor for d in datasets],
        stop_on_empty_dataset=stop_on_empty_dataset, **flat_attrs(spec)), [selector] + datasets)


#: tf.data.experimental.choose_from_datasets =choose_from_datasets_v2
def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=False):
  if not datasets:
    raise ValueError('Invalid `datasets`. `datasets` should not be empty.')
  if not isinstance(choice_dataset, Dataset):
    raise TypeError('Invalid `choice_dataset`. `choice_dataset` should be a `tf.data.Dataset` but is %s.' %
                    type(choice_dataset))
  spec = choice_dataset.element_spec
  if not (isinstance(spec, tf.TensorSpec) and spec.is_compatible_with(tf.TensorSpec([], tf.int64))):
    raise TypeError('Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors but are '
                    '%s.' % (spec,))
  choice_dataset = _RewriteDataset(choice_dataset, 'replicate_on_split')
  return _DirectedInterleaveDataset(choice_dataset, datasets, stop_on_empty_dataset)


#: tf.data.experimental.sample_from_datasets =sample_from_datasets_v2
def sample_from_datasets_v2(datasets, weights=None, seed=None, stop_on_empty_dataset=False):
  return sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False,
                         rerandomize_each_iteration=None):
  if not datasets:
    raise ValueError('Invalid `datasets`. `datasets` should not be empty.')
  seeds = Dataset.random(seed=seed, rerandomize_each_iteration=rerandomize_each_iteration)
  if isinstance(weights, Dataset):
    logits_and_seeds = Dataset.zip((weights.map(lambda *p: tf.math.log(p, name='logits')), seeds.batch(2)))
    return _DirectedInterleaveDataset(_MapDataset(logits_and_seeds, _draw, False), datasets, stop_on_empty_dataset)
  if weights is None:
    logits = [[1.0] * len(datasets)]
  else:
    if isinstance(weights, tf.Tensor):
      if not weights.shape.is_compatible_with([len(datasets)]):
        raise ValueError('Invalid `weights`. The shape of `weights` should be compatible with `[len(datasets)]` but is '
                         '%s.' % weights.shape)
    else:
      if len(datasets) != len(weights):
        raise ValueError('Invalid `weights`. `weights` should have the same length as `datasets` but got '
                         '`len(weights)=%d` vs. `len(datasets)=%d`.' % (len(weights), len(datasets)))
      kept = [(d, w) for d, w in zip(datasets, weights) if w > 0] or [(datasets[0].take(0), 1.0)]
      datasets, weights = [d for d, _ in kept], [w for _, w in kept]
    weights = convert(weights, name='weights')
    if weights.dtype not in (tf.float32, tf.float64):
      raise TypeError('Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is %s.' %
                      weights.dtype)
    logits = tf.expand_dims(tf.math.log(weights, name='logits'), 0)
  if len(datasets) == 1:
    return datasets[0]
  choices = _MapDataset(seeds.batch(2), lambda seed: _draw(logits, seed), False)
  return _DirectedInterleaveDataset(choices, datasets, stop_on_empty_dataset)


def _draw(logits, seed):
  return tf.squeeze(tf.random.stateless_categorical(logits, 1, seed=seed), axis=[0, 1])


# ---- elements thrown away so that classes get the shares that were asked for
def rejection_resample(source, class_func, target_dist, initial_dist, seed):
  """(class, element) with classes as `target_dist` has them."""
  target = convert(target_dist, name='target_dist')
  target = tf.cast(target, tf.float32)
  share = None
  if initial_dist is not None:
    initial = tf.cast(convert(initial_dist, name='initial_dist'), tf.float32)
    acceptance, of_original = _acceptance(initial, target)
    initials, acceptances, shares = [Dataset.from_tensors(t).repeat() for t in (initial, acceptance, of_original)]
    known = tf.get_static_value(initial), tf.get_static_value(target)
    if known[0] is not None and known[1] is not None:
      share = (known[1] / known[0]).min()
  else:
    initials = _estimated(target, source.map(class_func))
    both = initials.map(lambda initial: _acceptance(initial, target))
    acceptances = both.map(lambda acceptance, _: acceptance)
    shares = both.map(lambda _, of_original: of_original)
  filtered = _filtered(source, acceptances, initials, class_func, seed).prefetch(3)

  def add_class(*x):
    return class_func(*x), x[0] if len(x) == 1 else x

  if share == 1:
    return source.map(add_class)
  if share == 0:
    return filtered
  return Dataset.sample_from_datasets([source.map(add_class), filtered], weights=shares.map(lambda p: [(p, 1.0 - p)]),
                                      seed=seed, stop_on_empty_dataset=True)


def _filtered(source, acceptances, initials, class_func, seed):
  """The elements that are accepted, with their classes."""

  def warn(acceptance, initial):
    rejected = tf.reduce_sum((1 - acceptance) * initial)

    def say():
      tf.print('Proportion of examples rejected by sampler is high: [', rejected, ']', initial, acceptance, sep='',
               summarize=100)
      return acceptance

    return tf.cond(tf.less(rejected, .5), lambda: acceptance, say)

  def with_chance(acceptance, data):
    number = class_func(*data) if isinstance(data, tuple) else class_func(data)
    return number, tf.gather(acceptance, number), data

  acceptances = Dataset.zip((acceptances, initials)).map(warn)
  chances = Dataset.zip((acceptances, source)).map(with_chance)
  kept = chances.filter(lambda number, p, data: tf.random.uniform([], seed=seed, dtype=p.dtype) < p)
  return kept.map(lambda number, p, data: (number, data))


def _estimated(target, classes, batch_size=32, smoothing=10):
  """The distribution of classes as it is seen so far."""
  count = target.shape[0] or tf.shape(target)[0]

  def update(seen, numbers):
    seen = tf.add(seen, tf.reduce_sum(tf.one_hot(numbers, seen.shape[0], dtype=tf.int64), 0))
    share = tf.cast(tf.truediv(seen, tf.reduce_sum(seen)), tf.float32)
    return seen, tf.tile(tf.expand_dims(share, 0), [batch_size, 1])

  return classes.batch(batch_size).scan(tf.fill([count], tf.constant(smoothing, tf.int64)), update).unbatch()


def _acceptance(initial, target):
  """How likely each class is accepted, and which share of all elements is taken as they come."""
  ratio = target / (initial + 1.1754943508222875e-38)
  most, least = tf.reduce_max(ratio), tf.reduce_min(ratio)
  return (ratio - least) / (most - least), least
