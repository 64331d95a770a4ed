"""Splits, code points and n-grams: string functions that give ragged tensors (ops/ragged/ragged_string_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.ragged import arrays
from tensorflow_lib.ragged.functional import map_flat_values
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged, to_tensor_or_ragged

raw = tf.raw_ops


def _from_sparse_parts(indices, values, shape):
  return RaggedTensor.from_value_rowids(values, indices[:, 0], nrows=shape[0], validate=False)


#: tf.strings.split
def split(input, sep=None, maxsplit=-1, name=None):
  """The parts of each string between separators; without one, between white space."""
  from tensorflow_lib.string_ops import split_parts
  with op_scope(name, 'StringSplit'):
    input = to_tensor_or_ragged(input, dtype=tf.string, name='input')
    if is_ragged(input):
      return input.with_flat_values(split(input.flat_values, sep, maxsplit))
    rank = input.shape.ndims
    if rank == 0:
      return split(tf.stack([input]), sep, maxsplit)[0]
    if rank is None or rank == 1:
      return _from_sparse_parts(*split_parts(input, sep, maxsplit))
    return split(RaggedTensor.from_tensor(input), sep, maxsplit)


#: tf.strings.bytes_split
def bytes_split(input, name=None):
  """The bytes of each string."""
  with op_scope(name, 'StringsByteSplit'):
    input = to_tensor_or_ragged(input, name='input')
    if is_ragged(input):
      return input.with_flat_values(bytes_split(input.flat_values))
    rank = input.shape.ndims
    if rank is None:
      raise ValueError('input must have a statically-known rank.')
    if rank == 0:
      return bytes_split(tf.stack([input]))[0]
    if rank == 1:
      return _from_sparse_parts(*raw.StringSplit(input, delimiter='', skip_empty=False))
    return bytes_split(RaggedTensor.from_tensor(input))


#: tf.strings.unicode_encode
def unicode_encode(input, output_encoding, errors='replace', replacement_char=65533, name=None):
  """Strings of code points: the last dim becomes a string."""
  with op_scope(name, 'UnicodeEncode'):
    x = to_tensor_or_ragged(input)
    again = lambda y: unicode_encode(y, output_encoding, errors, replacement_char)
    ndims = x.shape.ndims
    if ndims is None:
      raise ValueError('Rank of input_tensor must be statically known.')
    if is_ragged(x):
      if x.flat_values.shape.ndims > 1:
        return x.with_flat_values(again(x.flat_values))
      if x.ragged_rank > 1:
        return x.with_values(again(x.values))
      return raw.UnicodeEncode(x.values, x.row_splits, output_encoding=output_encoding, errors=errors,
                               replacement_char=replacement_char)
    if ndims == 0:
      raise ValueError("input_tensor's rank must be at least 1.")
    if ndims == 2:
      return again(RaggedTensor.from_tensor(x))
    if ndims > 2:
      flat = tf.reshape(x, tf.stack([-1, tf.shape(x)[-1]]))
      return tf.reshape(again(flat), x.shape[:-1])
    splits = tf.stack([0, tf.shape(x, out_type=tf.int32)[0]])
    return tf.reshape(again(RaggedTensor.from_row_splits(x, splits, validate=False)), [])


def _decode(input, encoding, errors, replacement_char, controls, offsets):
  input = to_tensor_or_ragged(input, name='input')
  ndims = input.shape.ndims
  if ndims is None:
    raise ValueError('Rank of `input` must be statically known.')
  if ndims > 1:
    if not is_ragged(input):
      input = RaggedTensor.from_tensor(input, ragged_rank=ndims - 1)
    elif input.ragged_rank < ndims - 1:
      input = input.with_flat_values(
          RaggedTensor.from_tensor(input.flat_values, ragged_rank=ndims - input.ragged_rank - 1))
  flat = tf.reshape(input.flat_values if is_ragged(input) else input, [-1])
  op = raw.UnicodeDecodeWithOffsets if offsets else raw.UnicodeDecode
  parts = op(flat, input_encoding=encoding, errors=errors, replacement_char=replacement_char,
             replace_control_characters=controls)
  results = []
  for values in parts[1:]:
    if ndims > 0:
      values = RaggedTensor.from_row_splits(values, parts[0], validate=False)
    if ndims > 1:
      values = input.with_flat_values(values)
    results.append(values)
  return results


#: tf.strings.unicode_decode
def unicode_decode(input, input_encoding, errors='replace', replacement_char=0xFFFD, replace_control_characters=False,
                   name=None):
  """The code points of each string."""
  with op_scope(name, 'UnicodeDecode'):
    return _decode(input, input_encoding, errors, replacement_char, replace_control_characters, False)[0]


#: tf.strings.unicode_decode_with_offsets
def unicode_decode_with_offsets(input, input_encoding, errors='replace', replacement_char=0xFFFD,
                                replace_control_characters=False, name=None):
  """The code points of each string, and where they begin."""
  with op_scope(name, 'UnicodeDecodeWithOffsets'):
    return tuple(_decode(input, input_encoding, errors, replacement_char, replace_control_characters, True))


#: tf.strings.unicode_split
def unicode_split(input, input_encoding, errors='replace', replacement_char=0xFFFD, name=None):
  """The characters of each string."""
  with op_scope(name, 'UnicodeSplit'):
    codes = _decode(input, input_encoding, errors, replacement_char, False, False)[0]
    return unicode_encode(arrays.expand_dims(codes, -1), input_encoding, errors, replacement_char)


#: tf.strings.unicode_split_with_offsets
def unicode_split_with_offsets(input, input_encoding, errors='replace', replacement_char=0xFFFD, name=None):
  """The characters of each string, and where they begin."""
  with op_scope(name, 'UnicodeSplitWithOffsets'):
    codes, offsets = _decode(input, input_encoding, errors, replacement_char, False, True)
    return unicode_encode(arrays.expand_dims(codes, -1), input_encoding, errors, replacement_char), offsets


#: tf.strings.ngrams
def ngrams(data, ngram_width, separator=' ', pad_values=None, padding_width=None, preserve_short_sequences=False,
           name=None):
  """Joins of neighbours in the last dim."""
  with op_scope(name, 'StringNGrams'):
    pads = ('', '') if pad_values is None else pad_values
    pads = tuple(pads) if isinstance(pads, (list, tuple)) else (pads, pads)
    if not all(isinstance(pad, (str, bytes)) for pad in pads):
      raise TypeError('pad_values must be a string, tuple of strings, or None.')
    if padding_width is not None and padding_width < 1:
      raise ValueError('padding_width must be greater than 0.')
    if padding_width is not None and pad_values is None:
      raise ValueError('pad_values must be provided if padding_width is set.')
    data = to_tensor_or_ragged(data, name='data', dtype=tf.string)
    again = lambda x: ngrams(x, ngram_width, separator, pad_values, padding_width, preserve_short_sequences, name)
    dense_shape = None
    if not is_ragged(data):
      dense_shape = tf.concat([tf.shape(data)[:-1], [-1]], axis=0)
      if data.shape.ndims is None:
        raise ValueError('Rank of data must be known.')
      if data.shape.ndims == 0:
        raise ValueError('Data must have rank>0')
      if data.shape.ndims == 1:
        return again(RaggedTensor.from_row_starts(data, [0], validate=False))[0]
      data = RaggedTensor.from_tensor(data, ragged_rank=data.shape.ndims - 1)
    if data.ragged_rank > 1:
      output = data.with_values(again(data.values))
    else:
      width = 0 if pad_values is None else -1 if padding_width is None else padding_width
      widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
      if any(w < 1 for w in widths):
        raise ValueError('All ngram_widths must be greater than 0. Got %s' % (ngram_width,))
      grams, splits = raw.StringNGrams(data.flat_values, data.row_splits, separator=separator, ngram_widths=widths,
                                       left_pad=pads[0], right_pad=pads[1], pad_width=width,
                                       preserve_short_sequences=preserve_short_sequences)
      output = RaggedTensor.from_row_splits(grams, splits, validate=False)
    return output if dense_shape is None else tf.reshape(output.flat_values, dense_shape)


def join(inputs, separator='', name=None):
  with op_scope(name, 'RaggedStringJoin'):
    return map_flat_values(tf.strings.join, inputs, separator)


def format(template, inputs, placeholder='{}', summarize=3, name=None):
  """tf.strings.format where an input is ragged: the pieces are made one by one and joined."""
  if tf.is_tensor(inputs):
    inputs = [inputs]
  texts = template.split(placeholder)
  if len(inputs) != len(texts) - 1:
    raise ValueError('num placeholders in template and num inputs must match: %d vs %d' % (len(texts) - 1, len(inputs)))
  with op_scope(name, 'StringFormat'):
    pieces = [tf.constant(texts[0])]
    for x, text in zip(inputs, texts[1:]):
      pieces.append(_as_text(x, summarize) if is_ragged(x) else tf.strings.format('{}', [x], summarize=summarize))
      pieces.append(tf.constant(text))
    return tf.strings.reduce_join(pieces)


def _as_text(rt, summarize):
  """A ragged tensor as one string, as nested lists look."""
  if summarize not in (-1, None) and not (isinstance(summarize, int) and summarize > 0):
    raise ValueError('Expected summarize to be -1 or a positive int, got %r' % (summarize,))
  with op_scope(None, 'AsString'):
    if rt.shape.rank is None:
      raise ValueError('RaggedTensor to_string requires that rt.shape.rank is not None.')
    if rt.dtype == tf.string:
      escaped = tf.strings.regex_replace(rt.flat_values, r"(['\\])", r'\\\1')
      texts = rt.with_flat_values("'" + escaped + "'")
    else:
      texts = rt.with_flat_values(tf.strings.as_string(rt.flat_values))
    return _joined(texts, summarize)


def _joined(texts, summarize):
  """Texts as nested lists look; of long ones the ends."""
  pieces = texts
  if texts.shape.rank != 1:
    pieces = tf.map_fn(lambda row: _joined(row, summarize), texts, fn_output_signature=tf.TensorSpec(None, tf.string))
  if summarize not in (-1, None):
    rows = texts.nrows(out_type=tf.int32) if is_ragged(texts) else tf.shape(texts)[0]
    pieces = tf.cond(rows <= 2 * summarize, lambda: pieces,
                     lambda: tf.concat([pieces[:summarize], ['...'], pieces[-summarize:]], axis=0))
  return '[' + tf.strings.reduce_join(pieces, separator=', ') + ']'
