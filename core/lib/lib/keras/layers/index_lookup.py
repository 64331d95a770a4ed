"""tf.keras.layers: IntegerLookup, StringLookup (keras/src/layers/preprocessing/index_lookup.py)."""
import collections

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.layers.data_layer import batches, check_string, encode, ensure_tensor
from tensorflow_lib.keras.layers.hashing import salt_of
from tensorflow_lib.keras.layers.support import KerasTensor, Layer, cast, ops
from tensorflow_lib.keras.state import floatx
from tensorflow_lib.keras.tensors import convert_to_numpy

__name__ = 'keras.src.layers.preprocessing.index_lookup'


class _NoTable:
  """The table of a layer that has no vocabulary yet."""

  def size(self):
    return tf.constant(0, tf.int64)

  def lookup(self, keys):
    raise tf.errors.FailedPreconditionError(
        None, None, '{{function_node __wrapped__LookupTableFindV2_device_/job:localhost/replica:0/task:0/device:CPU:0}} Table '
        'not initialized. [Op:LookupTableFindV2] name: ')


def as_list(x):
  """Tensors and arrays as lists."""
  if tf.is_tensor(x):
    x = x.numpy()
  return x.tolist() if isinstance(x, np.ndarray) else x


def new_output_mode(output_mode, caller):
  """The name of a mode; old names are understood."""
  output_mode = {'binary': 'multi_hot', 'tf-idf': 'tf_idf'}.get(output_mode, output_mode)
  check_string(output_mode, ('int', 'one_hot', 'multi_hot', 'count', 'tf_idf'), caller, 'output_mode')
  return output_mode


class IndexLookup(Layer):
  """A table from tokens to indices or back, with places for masks and for what is not in it."""

  def __init__(self, max_tokens, num_oov_indices, mask_token, oov_token, vocabulary_dtype, vocabulary=None,
               idf_weights=None, invert=False, output_mode='int', sparse=False, pad_to_max_tokens=False,
               oov_method='floormod', name=None, salt=None, **kwargs):
    if max_tokens is not None and max_tokens <= 1:
      raise ValueError('If set, `max_tokens` must be greater than 1. Received: max_tokens=%s' % max_tokens)
    if pad_to_max_tokens and max_tokens is None:
      raise ValueError('If pad_to_max_tokens is True, must set `max_tokens`. Received: max_tokens=%s' % max_tokens)
    if num_oov_indices < 0:
      raise ValueError('`num_oov_indices` must be greater than or equal to 0. Received: num_oov_indices=%s' %
                       num_oov_indices)
    caller = type(self).__name__
    check_string(oov_method, ('floormod', 'farmhash'), caller, 'oov_method')
    if salt is not None and tf.as_dtype(vocabulary_dtype).is_integer and oov_method != 'farmhash':
      raise ValueError("`salt` can only be used when `oov_method='farmhash'`. Received: oov_method=%s" % oov_method)
    salt = salt_of(salt, 'IndexLookup')
    output_mode = new_output_mode(output_mode, caller)
    if invert and output_mode != 'int':
      raise ValueError("`output_mode` must be `'int'` when `invert` is true. Received: output_mode=%s" % output_mode)
    if sparse and output_mode == 'int':
      raise ValueError("`sparse` may only be true if `output_mode` is `'one_hot'`, `'multi_hot'`, `'count'` or `'tf_idf'`. "
                       'Received: sparse=%s and output_mode=%s' % (sparse, output_mode))
    if idf_weights is not None and output_mode != 'tf_idf':
      raise ValueError("`idf_weights` should only be set if `output_mode` is `'tf_idf'`. Received: idf_weights=%s and "
                       'output_mode=%s' % (idf_weights, output_mode))
    super().__init__(name=name)
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True
    self.supports_jit = False
    self.invert = invert
    self.max_tokens = max_tokens
    self.num_oov_indices = num_oov_indices
    self.mask_token = mask_token
    self.oov_token = oov_token
    self.output_mode = output_mode
    self.sparse = sparse
    self.pad_to_max_tokens = pad_to_max_tokens
    self.vocabulary_dtype = tf.as_dtype(vocabulary_dtype).name
    self.oov_method = oov_method
    self.salt = salt
    self._frozen_vocab_size = kwargs.pop('vocabulary_size', None)
    self.input_vocabulary = None if isinstance(vocabulary, str) else vocabulary
    self.input_idf_weights = idf_weights
    self._has_input_vocabulary = kwargs.pop('has_input_vocabulary', vocabulary is not None)
    kwargs.pop('trainable', None)
    kwargs.pop('dtype', None)
    if kwargs:
      raise ValueError('Unrecognized keyword argument(s): %s' % kwargs)
    self._set_table_types()
    if self.output_mode == 'tf_idf':
      if self._has_input_vocabulary and idf_weights is None:
        raise ValueError('When specifying the `vocabulary` argument, in TF-IDF output mode, the `idf_weights` argument must '
                         'also be provided.')
      if idf_weights is not None:
        self._set_idf_weights(idf_weights)
    if vocabulary is not None:
      self.set_vocabulary(vocabulary, idf_weights)
    else:
      self.lookup_table = _NoTable()
    if not self._has_input_vocabulary:
      counts = lambda: tf.lookup.experimental.MutableHashTable(key_dtype=vocabulary_dtype, value_dtype='int64',
                                                               default_value=0)
      self.token_counts = counts()
      if self.output_mode == 'tf_idf':
        self.token_document_counts = counts()
        self.num_documents = tf.Variable(0, dtype='int64', trainable=False)

  def _set_table_types(self):
    if self.invert:
      self._key_dtype, self._value_dtype = 'int64', self.vocabulary_dtype
      mask_key, mask_value = 0, self.mask_token
      self._default_value = self.oov_token
    else:
      self._key_dtype, self._value_dtype = self.vocabulary_dtype, 'int64'
      # Masked tokens are dropped where they are counted, as they are too large.
      mask_key = self.mask_token
      mask_value = 0 if self.output_mode == 'int' else tf.int64.max
      # -1 stands for tokens that are hashed, or that must not be.
      self._default_value = self._oov_start_index() if self.num_oov_indices == 1 else -1
    if self.mask_token is not None:
      self._mask_key = tf.convert_to_tensor(mask_key, self._key_dtype)
      self._mask_value = tf.convert_to_tensor(mask_value, self._value_dtype)

  def _set_idf_weights(self, weights):
    self.idf_weights = tf.Variable(weights, dtype=floatx(), trainable=False)
    self.idf_weights_const = self.idf_weights.value()

  def get_vocabulary(self, include_special_tokens=True):
    """The tokens in the order of their indices."""
    if self.lookup_table.size() == 0:
      vocab, indices = [], []
    else:
      keys, values = self.lookup_table.export()
      vocab, indices = (values, keys) if self.invert else (keys, values)
      vocab, indices = self._tensor_vocab_to_numpy(vocab), indices.numpy()
    lookup = collections.defaultdict(lambda: self.oov_token, zip(indices, vocab))
    vocab = [lookup[x] for x in range(self.vocabulary_size())]
    if self.mask_token is not None and self.output_mode == 'int':
      vocab[0] = self.mask_token
    if not include_special_tokens:
      vocab = vocab[self._token_start_index():]
    if self.vocabulary_dtype == 'string':
      return [i.decode('utf-8') if isinstance(i, bytes) else i for i in vocab]
    return vocab

  def vocabulary_size(self):
    """How many indices there are, those for masks and unknown tokens included."""
    size = self.lookup_table.size()
    if tf.executing_eagerly():
      size = int(size.numpy())
    return size + self._token_start_index()

  def get_config(self):
    names = ('invert', 'max_tokens', 'num_oov_indices', 'oov_token', 'mask_token', 'output_mode', 'sparse',
             'pad_to_max_tokens', 'vocabulary_dtype')
    return {**super().get_config(), **{name: getattr(self, name) for name in names},
            'idf_weights': as_list(self.input_idf_weights), 'vocabulary': as_list(self.input_vocabulary),
            'vocabulary_size': self._frozen_vocab_size, 'oov_method': self.oov_method, 'salt': self.salt}

  def _record_vocabulary_size(self):
    self._ensure_vocab_size_unchanged()
    with tf.init_scope():
      self._frozen_vocab_size = self.vocabulary_size()

  def set_vocabulary(self, vocabulary, idf_weights=None):
    """Takes tokens, from a list, an array, a tensor or a file with one in each line."""
    if self.output_mode == 'tf_idf':
      if idf_weights is None:
        raise ValueError("`idf_weights` must be set if output_mode is 'tf_idf'.")
    elif idf_weights is not None:
      raise ValueError("`idf_weights` should only be set if output_mode is `'tf_idf'`. Received: output_mode=%s and "
                       'idf_weights=%s' % (self.output_mode, idf_weights))
    if isinstance(vocabulary, str):
      self._set_vocabulary_file(vocabulary)
      return
    if not tf.executing_eagerly() and (tf.is_tensor(vocabulary) or tf.is_tensor(idf_weights)):
      raise RuntimeError('Cannot set a tensor vocabulary on layer %s when not executing eagerly. Create this layer or call '
                         '`set_vocabulary()` outside of any traced function.' % self.name)
    if tf.is_tensor(vocabulary):
      vocabulary = self._tensor_vocab_to_numpy(vocabulary)
    elif isinstance(vocabulary, (list, tuple)):
      vocabulary = np.array(vocabulary)
    if tf.is_tensor(idf_weights):
      idf_weights = idf_weights.numpy()
    elif isinstance(idf_weights, (list, tuple)):
      idf_weights = np.array(idf_weights)
    if vocabulary.size == 0:
      raise ValueError('Cannot set an empty vocabulary. Received: vocabulary=%s' % vocabulary)
    special = [self.mask_token] * self._oov_start_index() + [self.oov_token] * self.num_oov_indices
    start = self._token_start_index()
    has_special = list(vocabulary[:start]) == special
    tokens = vocabulary[start:] if has_special else vocabulary
    self._check_tokens(vocabulary, tokens, special)
    size = start + len(tokens)
    if self.max_tokens is not None and size > self.max_tokens:
      raise ValueError('Attempted to set a vocabulary larger than the maximum vocab size. Received vocabulary size is %s; '
                       '`max_tokens` is %s.' % (size, self.max_tokens))
    self.lookup_table = self._lookup_table_from_tokens(tokens)
    self._record_vocabulary_size()
    if self.output_mode == 'tf_idf' and idf_weights is not None:
      self._take_idf_weights(vocabulary, idf_weights, has_special)

  def _check_tokens(self, vocabulary, tokens, special):
    repeated = [t for t, count in collections.Counter(tokens).items() if count > 1]
    if repeated:
      raise ValueError('The passed vocabulary has at least one repeated term. Please uniquify your dataset. The repeated '
                       'terms are: %s' % repeated)
    for kind, name, token, wrong in (('mask', 'mask_token', self.mask_token, True),
                                     ('OOV', 'oov_token', self.oov_token, self.invert)):
      if wrong and token is not None and token in tokens:
        index = np.argwhere(vocabulary == token)[-1]
        raise ValueError('Found reserved %s token at unexpected location in `vocabulary`. Note that passed `vocabulary` does '
                         'not need to include the OOV and mask tokens. Either remove all mask and OOV tokens, or include '
                         'them only at the start of the vocabulary in precisely this order: %s. Received: %s=%s at '
                         'vocabulary index %s' % (kind, special, name, token, index))

  def _take_idf_weights(self, vocabulary, idf_weights, has_special):
    if len(vocabulary) != len(idf_weights):
      raise ValueError('`idf_weights` must be the same length as vocabulary. len(idf_weights) is %d; len(vocabulary) is %d' %
                       (len(idf_weights), len(vocabulary)))
    if idf_weights.ndim != 1:
      raise ValueError('TF-IDF data must be a 1-index array. Received: type(idf_weights)=%s' % type(idf_weights))
    # Tokens that are not in the table weigh as much as others do on average.
    front = 0 if has_special else self._token_start_index()
    front_value = 0 if has_special else np.average(idf_weights)
    back = self.max_tokens - front - len(idf_weights) if self.pad_to_max_tokens and self.max_tokens is not None else 0
    weights = np.pad(idf_weights, (front, back), 'constant', constant_values=(front_value, 0))
    self._set_idf_weights(tf.convert_to_tensor(weights, dtype=floatx()))

  def _set_vocabulary_file(self, vocabulary):
    if not tf.io.gfile.exists(vocabulary):
      raise ValueError('Vocabulary file %s does not exist.' % vocabulary)
    if self.output_mode == 'tf_idf':
      raise ValueError("output_mode `'tf_idf'` does not support loading a vocabulary from file.")
    self.lookup_table = self._lookup_table_from_file(vocabulary)
    self._record_vocabulary_size()

  def get_build_config(self):
    return {}

  def build_from_config(self, config):
    self.build(None)

  @property
  def compute_dtype(self):
    return self.vocabulary_dtype

  @property
  def variable_dtype(self):
    return self.vocabulary_dtype

  def _depth(self):
    return self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size

  def compute_output_shape(self, input_shape):
    if self.output_mode == 'int':
      return input_shape
    shape = tuple(input_shape)
    if self.output_mode == 'one_hot' and not (len(shape) > 1 and shape[-1] == 1):
      return shape + (self._depth(),)
    return shape[:-1] + (self._depth(),)

  def compute_output_spec(self, inputs):
    return KerasTensor(self.compute_output_shape(inputs.shape), dtype='int64' if self.output_mode == 'int' else floatx())

  def adapt(self, data, steps=None):
    """Takes tokens from a dataset, an array or batches: those that come often first."""
    self.reset_state()
    parts = batches(data, steps, (list, tuple))
    if parts is not None:
      for batch in parts:
        self.update_state(batch)
    else:
      data = ensure_tensor(data, dtype=self.vocabulary_dtype)
      if data.shape.rank == 1:
        data = tf.expand_dims(data, -1)
      self.update_state(data)
    self.finalize_state()

  def update_state(self, data):
    if self._has_input_vocabulary:
      raise ValueError("Cannot adapt layer '%s' after setting a static vocabulary via `vocabulary` argument or "
                       '`set_vocabulary()` method.' % self.name)
    data = ensure_tensor(data, dtype=self.vocabulary_dtype)
    if data.shape.rank == 0:
      data = tf.expand_dims(data, 0)
    if data.shape.rank == 1:
      data = tf.expand_dims(data, 0)  # one document
    tokens, counts = self._num_tokens(data)
    self.token_counts.insert(tokens, counts + self.token_counts.lookup(tokens))
    if self.output_mode != 'tf_idf':
      return
    if isinstance(data, tf.RaggedTensor):
      rows = [data[i] for i in range(int(data.nrows()))]
    else:
      rows = list(data)
    tokens, counts = self._num_tokens(tf.concat([tf.unique(x)[0] for x in rows], axis=0))
    self.token_document_counts.insert(tokens, counts + self.token_document_counts.lookup(tokens))
    self.num_documents.assign_add(len(rows))

  def finalize_state(self):
    if self._has_input_vocabulary or tf.equal(self.token_counts.size(), 0):
      if self.output_mode == 'tf_idf':
        self.idf_weights_const = self.idf_weights.value()
      self._record_vocabulary_size()
      return
    for token in (self.mask_token, self.oov_token):
      if token is not None:
        self.token_counts.remove(tf.convert_to_tensor([token], self.vocabulary_dtype))
    tokens, counts = self.token_counts.export()
    order = np.lexsort((tokens.numpy(), counts.numpy()))[::-1]
    if self.max_tokens:
      order = order[:self.max_tokens - self._token_start_index()]
    tokens = tf.gather(tokens, order)
    self.lookup_table = self._lookup_table_from_tokens(tokens)
    if self.output_mode == 'tf_idf':
      documents = self.token_document_counts.lookup(tokens)
      weights = tf.cast(self._inverse_document_frequency(documents, self.num_documents), floatx())
      weights = tf.pad(weights, [[self._token_start_index(), 0]], constant_values=tf.reduce_mean(weights))
      if self.pad_to_max_tokens and self.max_tokens is not None:
        weights = tf.pad(weights, [[0, self.max_tokens - tf.size(weights)]], constant_values=0)
      self._set_idf_weights(weights)
    self.reset_state()
    self._record_vocabulary_size()

  def reset_state(self):
    if self._has_input_vocabulary:
      return
    self.token_counts.remove(self.token_counts.export()[0])
    if self.output_mode == 'tf_idf':
      self.token_document_counts.remove(self.token_document_counts.export()[0])
      self.num_documents.assign(0)

  def call(self, inputs):
    self._ensure_known_vocab_size()
    inputs = ensure_tensor(inputs, dtype=self._key_dtype)
    rank = inputs.shape.rank
    if rank == 0:
      inputs = tf.expand_dims(inputs, -1)
    if isinstance(inputs, tf.SparseTensor):
      lookups = tf.SparseTensor(inputs.indices, self._lookup_dense(inputs.values), inputs.dense_shape)
    elif isinstance(inputs, tf.RaggedTensor):
      lookups = tf.ragged.map_flat_values(self._lookup_dense, inputs)
    else:
      lookups = self._lookup_dense(inputs)
    if self.output_mode == 'int':
      return tf.squeeze(lookups, -1) if rank == 0 else lookups
    mode = 'count' if self.output_mode == 'tf_idf' else self.output_mode
    output = encode(lookups, mode, self._depth(), self._value_dtype, sparse=self.sparse)
    if self.output_mode == 'tf_idf':
      weights = self.idf_weights_const
      output = cast(output, weights.dtype)
      if isinstance(output, tf.SparseTensor):
        # As in Keras these weights are looked for by all of the indices.
        return tf.SparseTensor(output.indices, output.values * tf.gather_nd(weights, output.indices), output.dense_shape)
      output = ops.multiply(output, weights)
    return output

  def _lookup_dense(self, inputs):
    lookups = self.lookup_table.lookup(inputs)
    if self.mask_token is not None:
      lookups = tf.where(tf.equal(inputs, self._mask_key), self._mask_value, lookups)
    if self.invert:
      return lookups
    checks = []
    if self.num_oov_indices == 0:
      unknown = tf.where(tf.equal(lookups, -1))
      text = tf.strings.format('When `num_oov_indices=0` all inputs should be in vocabulary, found OOV values {}, consider '
                               'setting `num_oov_indices=1`.', (tf.gather_nd(inputs, unknown),))
      checks.append(tf.Assert(tf.equal(tf.size(unknown), 0), [text]))
    elif self.num_oov_indices > 1:
      oov = self._hashed(inputs) + self._oov_start_index()
      lookups = tf.where(tf.equal(lookups, self._default_value), oov, lookups)
    with tf.control_dependencies([c for c in checks if c is not None]):
      return tf.identity(lookups)

  def _hashed(self, inputs):
    """A number for each token that is not in the table."""
    if tf.as_dtype(self._key_dtype).is_integer:
      if self.oov_method != 'farmhash':
        return tf.math.floormod(inputs, self.num_oov_indices)
      inputs = tf.strings.as_string(inputs)
    if self.salt is not None:
      return tf.strings.to_hash_bucket_strong(inputs, num_buckets=self.num_oov_indices, key=self.salt)
    return tf.strings.to_hash_bucket_fast(inputs, num_buckets=self.num_oov_indices)

  def save_own_variables(self, store):
    if self.output_mode == 'tf_idf':
      store['idf_weights'] = self.idf_weights_const.numpy()

  def load_own_variables(self, store):
    if self.output_mode == 'tf_idf':
      self._set_idf_weights(store['idf_weights'])

  def _lookup_table_from_tokens(self, tokens):
    with tf.init_scope():
      start = self._token_start_index()
      indices = tf.range(start, start + tf.size(tokens), dtype='int64')
      keys, values = (indices, tokens) if self.invert else (tokens, indices)
      initializer = tf.lookup.KeyValueTensorInitializer(keys, values, self._key_dtype, self._value_dtype)
      return tf.lookup.StaticHashTable(initializer, self._default_value)

  def _lookup_table_from_file(self, filename):
    line, number = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    key_index, value_index = (number, line) if self.invert else (line, number)
    with tf.init_scope():
      initializer = tf.lookup.TextFileInitializer(
          filename=filename, key_dtype=self._key_dtype, key_index=key_index, value_dtype=self._value_dtype,
          value_index=value_index, value_index_offset=self._token_start_index())
      return tf.lookup.StaticHashTable(initializer, self._default_value)

  def _oov_start_index(self):
    return 1 if self.mask_token is not None and self.output_mode == 'int' else 0

  def _token_start_index(self):
    return self._oov_start_index() + self.num_oov_indices

  def _ensure_known_vocab_size(self):
    if self.output_mode != 'int' and not self.pad_to_max_tokens and self._frozen_vocab_size is None:
      raise RuntimeError("When using `output_mode=%s` and `pad_to_max_tokens=False`, you must set the layer's vocabulary "
                         'before calling it. Either pass a `vocabulary` argument to the layer, or call `adapt` with some '
                         'sample data.' % self.output_mode)

  def _ensure_vocab_size_unchanged(self):
    if self.output_mode == 'int' or self.pad_to_max_tokens:
      return
    with tf.init_scope():
      size = self.vocabulary_size()
    if self._frozen_vocab_size is not None and size != self._frozen_vocab_size:
      raise RuntimeError('When using `output_mode=%s` and `pad_to_max_tokens=False`, the vocabulary size cannot be changed '
                         'after the layer is called. Old vocab size is %s, new vocab size is %s' %
                         (self.output_mode, self._frozen_vocab_size, size))

  def _num_tokens(self, data):
    """The tokens of a tensor, and how often each comes."""
    if isinstance(data, tf.SparseTensor):
      values = data.values
    elif isinstance(data, tf.RaggedTensor):
      values = data.flat_values
    else:
      values = tf.reshape(data, [-1])
    tokens, _, counts = tf.unique_with_counts(values, out_idx='int64')
    return tokens, counts

  def _inverse_document_frequency(self, token_document_counts, num_documents):
    return tf.math.log(1 + num_documents / (1 + token_document_counts))

  def _tensor_vocab_to_numpy(self, vocabulary):
    return vocabulary.numpy()


__name__ = 'keras.src.layers.preprocessing.integer_lookup'


#: tf.keras.layers.IntegerLookup
class IntegerLookup(IndexLookup):
  """Integers as indices."""

  def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token=-1, vocabulary=None,
               vocabulary_dtype='int64', idf_weights=None, invert=False, output_mode='int', sparse=False,
               pad_to_max_tokens=False, oov_method='floormod', salt=None, name=None, **kwargs):
    if max_tokens is not None and max_tokens <= 1:
      raise ValueError('If `max_tokens` is set for `IntegerLookup`, it must be greater than 1. Received: max_tokens=%s' %
                       max_tokens)
    if num_oov_indices < 0:
      raise ValueError('The value of `num_oov_indices` argument for `IntegerLookup` must >= 0. Received: num_oov_indices=%s'
                       % num_oov_indices)
    if vocabulary_dtype != 'int64':
      raise ValueError("Only `vocabulary_dtype='int64'` is supported at this time. Received: vocabulary_dtype=%s" %
                       vocabulary_dtype)
    super().__init__(max_tokens=max_tokens, num_oov_indices=num_oov_indices, mask_token=mask_token, oov_token=oov_token,
                     vocabulary=vocabulary, vocabulary_dtype=vocabulary_dtype, idf_weights=idf_weights, invert=invert,
                     output_mode=output_mode, sparse=sparse, pad_to_max_tokens=pad_to_max_tokens, oov_method=oov_method,
                     salt=salt, name=name, **kwargs)

  def get_config(self):
    config = super().get_config()
    for name in ('oov_token', 'mask_token'):
      if config[name] is not None:
        config[name] = int(config[name])
    if config['vocabulary'] is not None:
      config['vocabulary'] = [int(v) for v in config['vocabulary']]
    return config

  def call(self, inputs):
    if not isinstance(inputs, (tf.Tensor, tf.RaggedTensor, np.ndarray, list, tuple)):
      inputs = tf.convert_to_tensor(convert_to_numpy(inputs))
    return super().call(inputs)


__name__ = 'keras.src.layers.preprocessing.string_lookup'


#: tf.keras.layers.StringLookup
class StringLookup(IndexLookup):
  """Strings as indices."""

  def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token='[UNK]', vocabulary=None,
               idf_weights=None, invert=False, output_mode='int', pad_to_max_tokens=False, sparse=False, encoding='utf-8',
               name=None, salt=None, **kwargs):
    self.encoding = encoding
    super().__init__(max_tokens=max_tokens, num_oov_indices=num_oov_indices, mask_token=mask_token, oov_token=oov_token,
                     vocabulary=vocabulary, idf_weights=idf_weights, invert=invert, output_mode=output_mode,
                     pad_to_max_tokens=pad_to_max_tokens, sparse=sparse, name=name, salt=salt, vocabulary_dtype='string',
                     **kwargs)

  def _tensor_vocab_to_numpy(self, vocabulary):
    return np.array([tf.compat.as_text(x, self.encoding) for x in vocabulary.numpy()])

  def get_config(self):
    config = super().get_config()
    del config['vocabulary_dtype']
    return {**config, 'encoding': self.encoding}

  def call(self, inputs):
    if isinstance(inputs, (np.ndarray, list, tuple)):
      inputs = tf.convert_to_tensor(inputs)
    elif not isinstance(inputs, (tf.Tensor, tf.RaggedTensor, tf.SparseTensor)):
      inputs = tf.convert_to_tensor(convert_to_numpy(inputs))
    return super().call(inputs)
