"""tf.keras.layers: Discretization, CategoryEncoding (keras/src/layers/preprocessing)."""
import numpy as np
from tensorflow_lib.keras.layers.data_layer import DataLayer, batches, check_string, encode
from tensorflow_lib.keras.layers.support import KerasTensor, convert_to_tensor
from tensorflow_lib.keras.numpy_more import digitize
from tensorflow_lib.keras.state import floatx

__name__ = 'keras.src.layers.preprocessing.discretization'


def summarize(values, epsilon):
  """Every so manieth of the sorted values, and how many each stands for."""
  values = np.sort(np.reshape(values, [-1]))
  step = max(np.size(values) / (1.0 / epsilon), 1)
  boundaries = values[int(step - 1)::int(step)]
  return np.stack([boundaries, np.ones_like(boundaries) * step])


def merge_summaries(prev_summary, next_summary, epsilon):
  """One summary of both."""
  merged = np.concatenate((prev_summary, next_summary), axis=1)
  merged = np.take(merged, np.argsort(merged[0]), axis=1)
  return compress_summary(merged, epsilon)


def compress_summary(summary, epsilon):
  """A summary of fewer values, interpolated where weights have these percents."""
  if summary.shape[1] * epsilon < 1:
    return summary
  percents = epsilon + np.arange(0.0, 1.0, epsilon)
  cum_weights = summary[1].cumsum()
  cum_percents = cum_weights / cum_weights[-1]
  new_bins = np.interp(percents, cum_percents, summary[0])
  cum_weights = np.interp(percents, cum_percents, cum_weights)
  new_weights = cum_weights - np.concatenate((np.array([0]), cum_weights[:-1]))
  return np.stack((new_bins, new_weights)).astype('float32')


#: tf.keras.layers.Discretization
class Discretization(DataLayer):
  """The numbers of the bins that values fall into."""

  def __init__(self, bin_boundaries=None, num_bins=None, epsilon=0.01, output_mode='int', sparse=False, dtype=None,
               name=None):
    super().__init__(name=name, dtype=dtype)
    if sparse and output_mode == 'int':
      raise ValueError("`sparse=True` may only be used if `output_mode` is `'one_hot'`, `'multi_hot'`, or `'count'`. "
                       'Received: sparse=%s and output_mode=%s' % (sparse, output_mode))
    check_string(output_mode, ('int', 'one_hot', 'multi_hot', 'count'), type(self).__name__, 'output_mode')
    if num_bins is not None and num_bins < 0:
      raise ValueError('`num_bins` must be greater than or equal to 0. Received: `num_bins=%s`' % num_bins)
    if num_bins is not None and bin_boundaries is not None:
      raise ValueError('Both `num_bins` and `bin_boundaries` should not be set. Received: `num_bins=%s` and '
                       '`bin_boundaries=%s`' % (num_bins, bin_boundaries))
    if num_bins is None and bin_boundaries is None:
      raise ValueError('You need to set either `num_bins` or `bin_boundaries`.')
    self.bin_boundaries = bin_boundaries
    self.num_bins = num_bins
    self.epsilon = epsilon
    self.output_mode = output_mode
    self.sparse = sparse
    self.summary = None if self.bin_boundaries else np.array([[], []], dtype='float32')

  @property
  def input_dtype(self):
    return floatx()

  @property
  def output_dtype(self):
    return self.compute_dtype if self.output_mode != 'int' else 'int32'

  def adapt(self, data, steps=None):
    """Takes boundaries from quantiles of an array, a dataset or batches."""
    if self.num_bins is None:
      raise ValueError('Cannot adapt a Discretization layer that has been initialized with `bin_boundaries`, use `num_bins` '
                       'instead.')
    self.reset_state()
    parts = batches(data, steps, ())
    for batch in [data] if parts is None else parts:
      self.update_state(batch)
    self.finalize_state()

  def update_state(self, data):
    summary = summarize(np.array(data).astype('float32'), self.epsilon)
    self.summary = merge_summaries(summary, self.summary, self.epsilon)

  def finalize_state(self):
    if self.num_bins is not None:
      self.bin_boundaries = compress_summary(self.summary, 1.0 / self.num_bins)[0, :-1].tolist()

  def reset_state(self):
    if self.num_bins is not None:
      self.summary = np.array([[], []], dtype='float32')

  def compute_output_shape(self, input_shape):
    if self.output_mode == 'int':
      return input_shape
    depth = len(self.bin_boundaries) + 1 if self.bin_boundaries is not None else self.num_bins
    shape = tuple(input_shape)
    if self.output_mode == 'one_hot':
      return (shape[:-1] if len(shape) > 1 and shape[-1] == 1 else shape) + (depth,)
    return (shape[0],) + shape[2:] + (depth,) if len(shape) >= 2 else (depth,)

  def compute_output_spec(self, inputs):
    return KerasTensor(shape=self.compute_output_shape(inputs.shape), dtype=self.output_dtype)

  def load_own_variables(self, store):
    if len(store) == 1:
      self.summary = store['0']

  def call(self, inputs):
    if self.bin_boundaries is None:
      raise ValueError('You need to either pass the `bin_boundaries` argument at construction time or call '
                       '`adapt(dataset)` before you can start using the `Discretization` layer.')
    return encode(digitize(inputs, self.bin_boundaries), self.output_mode, len(self.bin_boundaries) + 1,
                  self.output_dtype, sparse=self.sparse)

  def get_config(self):
    return {'bin_boundaries': self.bin_boundaries, 'num_bins': self.num_bins, 'epsilon': self.epsilon,
            'output_mode': self.output_mode, 'sparse': self.sparse, 'name': self.name, 'dtype': self.dtype}

  @classmethod
  def from_config(cls, config, custom_objects=None):
    if config.get('bin_boundaries', None) is not None and config.get('num_bins', None) is not None:
      config = dict(config)
      boundaries = config.pop('bin_boundaries')
      layer = cls(**config)
      layer.bin_boundaries = boundaries
      return layer
    return cls(**config)


__name__ = 'keras.src.layers.preprocessing.category_encoding'


#: tf.keras.layers.CategoryEncoding
class CategoryEncoding(DataLayer):
  """Rows of what integers there are, or how often."""

  def __init__(self, num_tokens=None, output_mode='multi_hot', sparse=False, **kwargs):
    super().__init__(**kwargs)
    if output_mode == 'binary':
      output_mode = 'multi_hot'
    if output_mode not in ('count', 'one_hot', 'multi_hot'):
      raise ValueError('Unknown arg for output_mode: %s' % output_mode)
    if num_tokens is None:
      raise ValueError('num_tokens must be set to use this layer. If the number of tokens is not known beforehand, use the '
                       'IntegerLookup layer instead.')
    if num_tokens < 1:
      raise ValueError('`num_tokens` must be >= 1. Received: num_tokens=%s.' % num_tokens)
    self.num_tokens = num_tokens
    self.output_mode = output_mode
    self.sparse = sparse
    self._allow_non_tensor_positional_args = True
    self._convert_input_args = False

  def compute_output_shape(self, input_shape):
    shape = tuple(input_shape)
    if self.output_mode == 'one_hot' and shape and (shape[-1] != 1 or len(shape) == 1):
      return shape + (self.num_tokens,)
    return shape[:-1] + (self.num_tokens,)

  def compute_output_spec(self, inputs, count_weights=None):
    return KerasTensor(self.compute_output_shape(inputs.shape), dtype=self.compute_dtype, sparse=self.sparse)

  def get_config(self):
    return {**super().get_config(), 'num_tokens': self.num_tokens, 'output_mode': self.output_mode}

  def call(self, inputs, count_weights=None):
    if count_weights is not None:
      if self.output_mode != 'count':
        raise ValueError("`count_weights` is not used when `output_mode` is not `'count'`. Received "
                         f'`count_weights={count_weights}`.')
      count_weights = convert_to_tensor(count_weights, dtype=self.compute_dtype)
    return encode(convert_to_tensor(inputs), self.output_mode, self.num_tokens, self.dtype, sparse=self.sparse,
                  count_weights=count_weights)
