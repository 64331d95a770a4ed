"""tf.keras.layers: TextVectorization (keras/src/layers/preprocessing/text_vectorization.py)."""
import tensorflow as tf
from tensorflow_lib.keras.layers.data_layer import batches, check_string, ensure_tensor
from tensorflow_lib.keras.layers.index_lookup import StringLookup, as_list, new_output_mode
from tensorflow_lib.keras.layers.support import KerasTensor, Layer, deserialize_object
from tensorflow_lib.keras.state import floatx
from tensorflow_lib.keras.tensors import convert_to_numpy, is_tensor

__name__ = 'keras.src.layers.preprocessing.text_vectorization'
_PUNCTUATION = r'[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']'


#: tf.keras.layers.TextVectorization
class TextVectorization(Layer):
  """Texts as rows of their words' indices, or of how often words come."""

  def __init__(self, max_tokens=None, standardize='lower_and_strip_punctuation', split='whitespace', ngrams=None,
               output_mode='int', output_sequence_length=None, pad_to_max_tokens=False, vocabulary=None,
               idf_weights=None, sparse=False, ragged=False, encoding='utf-8', name=None, **kwargs):
    caller = type(self).__name__
    check_string(standardize, ('lower_and_strip_punctuation', 'lower', 'strip_punctuation'), caller, 'standardize', True,
                 True)
    check_string(split, ('whitespace', 'character'), caller, 'split', True, True)
    output_mode = new_output_mode(output_mode, caller)
    if not (ngrams is None or isinstance(ngrams, int) or
            isinstance(ngrams, tuple) and all(isinstance(item, int) for item in ngrams)):
      raise ValueError('`ngrams` must be None, an integer, or a tuple of integers. Received: ngrams=%s' % (ngrams,))
    if output_mode == 'int' and not (isinstance(output_sequence_length, int) or output_sequence_length is None):
      raise ValueError("`output_sequence_length` must be either None or an integer when `output_mode` is 'int'. Received: "
                       'output_sequence_length=%s' % (output_sequence_length,))
    if output_mode != 'int' and output_sequence_length is not None:
      raise ValueError("`output_sequence_length` must not be set if `output_mode` is not 'int'. Received "
                       'output_sequence_length=%s.' % (output_sequence_length,))
    if ragged and output_mode != 'int':
      raise ValueError("`ragged` must not be true if `output_mode` is `'int'`. Received: ragged=%s and output_mode=%s" %
                       (ragged, output_mode))
    self._max_tokens = max_tokens
    self._standardize = standardize
    self._split = split
    self._ngrams_arg = ngrams
    self._ngrams = tuple(range(1, ngrams + 1)) if isinstance(ngrams, int) else ngrams
    self._ragged = ragged
    self._output_mode = output_mode
    self._output_sequence_length = output_sequence_length
    self._encoding = encoding
    self._has_input_vocabulary = kwargs.pop('has_input_vocabulary', vocabulary is not None)
    vocabulary_size = kwargs.pop('vocabulary_size', None)
    super().__init__(name=name, **kwargs)
    self._lookup_layer = StringLookup(
        max_tokens=max_tokens, vocabulary=vocabulary, idf_weights=idf_weights, pad_to_max_tokens=pad_to_max_tokens,
        mask_token='', output_mode=output_mode, sparse=sparse, has_input_vocabulary=self._has_input_vocabulary,
        encoding=encoding, vocabulary_size=vocabulary_size)
    self._convert_input_args = False
    self._allow_non_tensor_positional_args = True
    self.supports_jit = False

  @property
  def compute_dtype(self):
    return 'string'

  @property
  def variable_dtype(self):
    return 'string'

  def build(self, input_shape=None):
    pass

  def compute_output_shape(self, input_shape):
    if self._output_mode == 'int':
      return (input_shape[0], self._output_sequence_length)
    shape = tuple(input_shape)
    if self._split is not None:
      shape += (None,)
    elif len(shape) <= 1:
      shape += (1,)
    return self._lookup_layer.compute_output_shape(shape)

  def compute_output_spec(self, inputs):
    return KerasTensor(self.compute_output_shape(inputs.shape), dtype='int64' if self._output_mode == 'int' else floatx())

  def adapt(self, data, batch_size=None, steps=None):
    """Takes words from a dataset, texts or batches: those that come often first."""
    self.reset_state()
    parts = batches(data, steps, (list, tuple))
    if parts is not None:
      for batch in parts:
        self.update_state(batch)
    else:
      data = ensure_tensor(data, dtype='string')
      if data.shape.rank == 1:
        data = tf.expand_dims(data, -1)
      self.update_state(data)
    self.finalize_state()

  def update_state(self, data):
    self._lookup_layer.update_state(self._preprocess(data))

  def finalize_state(self):
    self._lookup_layer.finalize_state()

  def reset_state(self):
    self._lookup_layer.reset_state()

  def get_vocabulary(self, include_special_tokens=True):
    return self._lookup_layer.get_vocabulary(include_special_tokens)

  def vocabulary_size(self):
    return self._lookup_layer.vocabulary_size()

  def get_config(self):
    lookup = self._lookup_layer
    config = {'max_tokens': lookup.max_tokens, 'standardize': self._standardize, 'split': self._split,
              'ngrams': self._ngrams_arg, 'output_mode': self._output_mode,
              'output_sequence_length': self._output_sequence_length, 'pad_to_max_tokens': lookup.pad_to_max_tokens,
              'sparse': lookup.sparse, 'ragged': self._ragged, 'vocabulary': as_list(lookup.input_vocabulary),
              'idf_weights': as_list(lookup.input_idf_weights), 'encoding': self._encoding,
              'vocabulary_size': self.vocabulary_size()}
    return {**super().get_config(), **config}

  @classmethod
  def from_config(cls, config):
    config = dict(config)
    for name in ('standardize', 'split'):
      if not isinstance(config[name], str):
        config[name] = deserialize_object(config[name])
    if isinstance(config['ngrams'], list):
      config['ngrams'] = tuple(config['ngrams'])
    return cls(**config)

  def set_vocabulary(self, vocabulary, idf_weights=None):
    self._lookup_layer.set_vocabulary(vocabulary, idf_weights=idf_weights)

  def _preprocess(self, inputs):
    """Texts in plain letters, cut into words."""
    if not isinstance(inputs, (tf.Tensor, tf.RaggedTensor)) and is_tensor(inputs):
      inputs = convert_to_numpy(inputs)
    inputs = ensure_tensor(inputs, dtype=tf.string)
    if self._standardize in ('lower', 'lower_and_strip_punctuation'):
      inputs = tf.strings.lower(inputs)
    if self._standardize in ('strip_punctuation', 'lower_and_strip_punctuation'):
      inputs = tf.strings.regex_replace(inputs, _PUNCTUATION, '')
    if callable(self._standardize):
      inputs = self._standardize(inputs)
    if self._split is not None:
      if inputs.shape.rank > 1:
        if inputs.shape[-1] != 1:
          raise ValueError('When using `TextVectorization` to tokenize strings, the input rank must be 1 or the last shape '
                           'dimension must be 1. Received: inputs.shape=%s with rank=%s' %
                           (inputs.shape, inputs.shape.rank))
        inputs = tf.squeeze(inputs, axis=-1)
      if self._split == 'whitespace':
        inputs = tf.strings.split(inputs)
      elif self._split == 'character':
        inputs = tf.strings.unicode_split(inputs, 'UTF-8')
      else:
        inputs = self._split(inputs)
    if self._ngrams is not None:
      inputs = tf.strings.ngrams(inputs, ngram_width=self._ngrams, separator=' ')
    return inputs

  def call(self, inputs):
    lookups = self._lookup_layer.call(self._preprocess(inputs))
    if self._output_mode != 'int':
      return lookups
    length = self._output_sequence_length
    if isinstance(lookups, tf.RaggedTensor) and not self._ragged:
      shape = lookups.shape.as_list()
      shape[-1] = length
      return lookups.to_tensor(default_value=0, shape=shape)
    if length is None:
      return lookups
    outputs = lookups[..., :length]
    if not self._ragged:
      shape = tf.shape(outputs)
      padded = tf.concat((shape[:-1], [length]), 0)
      outputs = tf.pad(outputs, tf.stack([tf.zeros_like(shape), padded - shape], axis=1))
      static = lookups.shape.as_list()
      static[-1] = length
      outputs.set_shape(static)
    return outputs

  def save_own_variables(self, store):
    self._lookup_layer.save_own_variables(store)

  def load_own_variables(self, store):
    self._lookup_layer.load_own_variables(store)
