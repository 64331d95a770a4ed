"""tf.data.Options: what is accepted and told again; nothing of it changes results (data/ops/options.py)."""
import tensorflow as tf

_NAMES = {
    'Options': ('autotune', 'dataset_name', 'deterministic', 'distribute_options', 'experimental_deterministic',
                'experimental_distribute', 'experimental_external_state_policy', 'experimental_optimization',
                'experimental_slack', 'experimental_symbolic_checkpoint', 'experimental_threading',
                'experimental_warm_start', 'framework_type', 'threading'),
    'ThreadingOptions': ('max_intra_op_parallelism', 'private_threadpool_size'),
    'AutotuneOptions': ('autotune_algorithm', 'cpu_budget', 'enabled', 'initial_parallelism', 'min_parallelism',
                        'ram_budget'),
    'DistributeOptions': ('auto_shard_policy', 'num_devices'),
    'ServiceOptions': ('pinned',),
    'OptimizationOptions': (
        'apply_default_optimizations', 'filter_fusion', 'filter_parallelization', 'inject_prefetch',
        'map_and_batch_fusion', 'map_and_filter_fusion', 'map_fusion', 'map_parallelization', 'noop_elimination',
        'parallel_batch', 'seq_interleave_prefetch', 'shuffle_and_repeat_fusion'),
}
_PARTS = {'autotune': 'AutotuneOptions', 'experimental_distribute': 'DistributeOptions',
          'experimental_optimization': 'OptimizationOptions', 'threading': 'ThreadingOptions'}


class OptionsBase:
  """Attributes by name; None until they are set."""

  def __init__(self):
    object.__setattr__(self, '_values', {})
    object.__setattr__(self, '_frozen', False)

  def _freeze(self):
    object.__setattr__(self, '_frozen', True)

  def __getattr__(self, name):
    if name not in _NAMES[type(self).__name__]:
      raise AttributeError('%r object has no attribute %r' % (type(self).__name__, name))
    values = self._values
    if name not in values and type(self) is Options and name in _PARTS:
      values[name] = _CLASSES[_PARTS[name]]()
    return values.get(name)

  def __setattr__(self, name, value):
    if self._frozen:
      raise ValueError('Mutating `tf.data.Options()` returned by `tf.data.Dataset.options()` has no effect. Use '
                       '`tf.data.Dataset.with_options(options)` to set or update dataset options.')
    if name not in _NAMES[type(self).__name__]:
      raise AttributeError('Cannot set the property %s on %s.' % (name, type(self).__name__))
    self._values[name] = value

  def _set(self):
    return {k: v for k, v in self._values.items() if v is not None and not (isinstance(v, OptionsBase) and not v._set())}

  def __eq__(self, other):
    return type(self) is type(other) and self._set() == other._set()

  def __ne__(self, other):
    return not self == other

  def merge(self, other):
    """A copy in which what `other` sets is set."""
    merged = type(self)()
    for options in (self, other):
      for name, value in options._set().items():
        old = merged._values.get(name)
        merged._values[name] = old.merge(value) if isinstance(old, OptionsBase) else value
    return merged


#: tf.data.ThreadingOptions tf.data.experimental.ThreadingOptions
class ThreadingOptions(OptionsBase):
  """How many threads TensorFlow may use."""


#: tf.data.experimental.AutotuneOptions
class AutotuneOptions(OptionsBase):
  """How TensorFlow tunes a pipeline."""


#: tf.data.experimental.DistributeOptions
class DistributeOptions(OptionsBase):
  """How TensorFlow distributes a pipeline."""


#: tf.data.experimental.OptimizationOptions
class OptimizationOptions(OptionsBase):
  """Which rewrites TensorFlow applies to a pipeline."""


#: tf.data.experimental.ServiceOptions
class ServiceOptions(OptionsBase):
  """What a service of datasets would be told."""


#: tf.data.Options
class Options(OptionsBase):
  """Options of a dataset."""


_CLASSES = {'AutotuneOptions': AutotuneOptions, 'DistributeOptions': DistributeOptions,
            'OptimizationOptions': OptimizationOptions, 'ThreadingOptions': ThreadingOptions}
for _cls in (Options, *_CLASSES.values()):
  _cls.__module__ = 'tensorflow.python.data.ops.options'
