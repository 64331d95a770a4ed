"""tf.keras.layers: Hashing, HashedCrossing (keras/src/layers/preprocessing)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.data_layer import check_string, encode, ensure_tensor
from tensorflow_lib.keras.layers.support import KerasTensor, Layer, ops
from tensorflow_lib.keras.state import floatx

__name__ = 'keras.src.layers.preprocessing.hashing'


def salt_of(salt, layer):
  """The two numbers of a salt that is one or two numbers."""
  if salt is None:
    return None
  if isinstance(salt, (tuple, list)) and len(salt) == 2:
    return list(salt)
  if isinstance(salt, int):
    return [salt, salt]
  raise ValueError('The `salt` argument for `%s` can only be a tuple of %s2 integers, or a single integer. Received: salt=%s.'
                   % (layer, 'size ' if layer == 'Hashing' else '', salt))


#: tf.keras.layers.Hashing
class Hashing(Layer):
  """Bins of hashes."""

  def __init__(self, num_bins, mask_value=None, salt=None, output_mode='int', sparse=False, **kwargs):
    if kwargs.get('dtype') is None:
      kwargs['dtype'] = 'int64' if output_mode == 'int' else floatx()
    super().__init__(**kwargs)
    if num_bins is None or num_bins <= 0:
      raise ValueError('The `num_bins` for `Hashing` cannot be `None` or non-positive values. Received: num_bins=%s.' %
                       num_bins)
    if output_mode == 'int' and self.dtype_policy.name not in ('int32', 'int64'):
      raise ValueError('When `output_mode="int"`, `dtype` should be an integer type, \'int32\' or \'in64\'. Received: '
                       'dtype=%s' % kwargs['dtype'])
    accepted = ('int', 'one_hot', 'multi_hot', 'count')
    if output_mode not in accepted:
      raise ValueError('Invalid value for argument `output_mode`. Expected one of %s. Received: output_mode=%s' %
                       (accepted, output_mode))
    if sparse and output_mode == 'int':
      raise ValueError('`sparse` may only be true if `output_mode` is `"one_hot"`, `"multi_hot"`, or `"count"`. Received: '
                       'sparse=%s and output_mode=%s' % (sparse, output_mode))
    self.num_bins = num_bins
    self.mask_value = mask_value
    self.strong_hash = salt is not None
    self.output_mode = output_mode
    self.sparse = sparse
    self.salt = salt_of(salt, 'Hashing')
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True
    self.supports_jit = False

  def compute_output_shape(self, input_shape):
    if self.output_mode == 'int':
      return tuple(input_shape)
    return tuple(input_shape[:-1]) + (self.num_bins,)

  def call(self, inputs):
    inputs = ensure_tensor(inputs)
    if self.output_mode == 'one_hot' and inputs.shape[-1] == 1:
      inputs = ops.squeeze(inputs, axis=-1)
    if isinstance(inputs, tf.SparseTensor):
      indices = tf.SparseTensor(indices=inputs.indices, values=self._hash_values_to_bins(inputs.values),
                                dense_shape=inputs.dense_shape)
    else:
      indices = self._hash_values_to_bins(inputs)
    return encode(indices, self.output_mode, self.num_bins, self.dtype, sparse=self.sparse)

  def _hash_values_to_bins(self, values):
    bins = self.num_bins
    mask = None
    # The first bin is kept for the value that is masked.
    if self.mask_value is not None and bins > 1:
      bins -= 1
      mask = tf.equal(values, self.mask_value)
    if values.dtype.is_floating:
      values = tf.cast(values, dtype='int64')
    if values.dtype != tf.string:
      values = tf.as_string(values)
    if self.strong_hash:
      values = tf.strings.to_hash_bucket_strong(values, bins, name='hash', key=self.salt)
    else:
      values = tf.strings.to_hash_bucket_fast(values, bins, name='hash')
    if mask is not None:
      values = tf.add(values, tf.ones_like(values))
      values = tf.where(mask, tf.zeros_like(values), values)
    return values

  def compute_output_spec(self, inputs):
    return KerasTensor(shape=self.compute_output_shape(tuple(inputs.shape)), dtype=self.dtype)

  def get_config(self):
    return {**super().get_config(), 'num_bins': self.num_bins, 'salt': self.salt, 'mask_value': self.mask_value,
            'output_mode': self.output_mode, 'sparse': self.sparse}


__name__ = 'keras.src.layers.preprocessing.hashed_crossing'


#: tf.keras.layers.HashedCrossing
class HashedCrossing(Layer):
  """Bins of hashes of several features at once."""

  def __init__(self, num_bins, output_mode='int', sparse=False, name=None, dtype=None, **kwargs):
    if output_mode == 'int' and dtype is None:
      dtype = 'int64'
    super().__init__(name=name, dtype=dtype)
    check_string(output_mode, ('int', 'one_hot'), type(self).__name__, 'output_mode')
    self.num_bins = num_bins
    self.output_mode = output_mode
    self.sparse = sparse
    self._allow_non_tensor_positional_args = True
    self._convert_input_args = False
    self.supports_jit = False

  def compute_output_shape(self, input_shape):
    if len(input_shape) != 2 or not isinstance(input_shape[0], tuple) or not isinstance(input_shape[1], tuple):
      raise ValueError('Expected as input a list/tuple of 2 tensors. Received input_shape=%s' % (input_shape,))
    if input_shape[0][-1] != input_shape[1][-1]:
      raise ValueError('Expected the two input tensors to have identical shapes. Received input_shape=%s' % (input_shape,))
    first = tuple(input_shape[0])
    if self.output_mode == 'int':
      return first
    return (first if first[-1] != 1 else first[:-1]) + (self.num_bins,)

  def call(self, inputs):
    if not isinstance(inputs, (list, tuple)):
      raise ValueError(f'`HashedCrossing` should be called on a list or tuple of inputs. Received: inputs={inputs}')
    if len(inputs) < 2:
      raise ValueError('`HashedCrossing` should be called on at least two inputs. Received: inputs=%s' % (inputs,))
    inputs = [ensure_tensor(x) for x in inputs]
    shape = tuple(inputs[0].shape)
    rank = len(shape)
    self._check(inputs, shape)
    for _ in range(rank, 2):
      inputs = [ops.expand_dims(x, -1) for x in inputs]
    outputs = tf.sparse.to_dense(tf.sparse.cross_hashed(inputs, self.num_bins))
    if rank == 2:
      outputs.set_shape(shape)
    elif rank == 1:
      outputs.set_shape(shape + (1,))
      outputs = tf.squeeze(outputs, axis=1)
    else:
      outputs = tf.reshape(outputs, [])
    return encode(outputs, self.output_mode, self.num_bins, self.compute_dtype, sparse=self.sparse)

  def _check(self, inputs, shape):
    if len(shape) > 2 or len(shape) == 2 and shape[-1] != 1:
      raise ValueError('All `HashedCrossing` inputs should have shape `()`, `(batch_size)` or `(batch_size, 1)`. Received: '
                       'inputs=%s' % (inputs,))
    if not all(tuple(x.shape) == shape for x in inputs[1:]):
      raise ValueError('All `HashedCrossing` inputs should have equal shape. Received: inputs=%s' % (inputs,))
    if any(isinstance(x, (tf.RaggedTensor, tf.SparseTensor)) for x in inputs):
      raise ValueError('All `HashedCrossing` inputs should be dense tensors. Received: inputs=%s' % (inputs,))
    if not all(x.dtype.is_integer or x.dtype == tf.string for x in inputs):
      raise ValueError('All `HashedCrossing` inputs should have an integer or string dtype. Received: inputs=%s' % (inputs,))

  def get_config(self):
    return {'num_bins': self.num_bins, 'output_mode': self.output_mode, 'sparse': self.sparse, 'name': self.name,
            'dtype': self.dtype}
