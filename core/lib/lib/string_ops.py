"""tf.strings: functions over the string ops, with Python's defaults (ops/string_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


#: tf.strings.join
def join(inputs, separator='', name=None):
  """The strings of all inputs, element by element, with a separator between them."""
  return raw.StringJoin(inputs, separator=separator, name=name)


#: tf.strings.length
def length(input, unit='BYTE', name=None):
  return raw.StringLength(input, unit=unit, name=name)


#: tf.strings.lower =string_lower
def lower(input, encoding='', name=None):
  return raw.StringLower(input, encoding=encoding, name=name)


#: tf.strings.upper =string_upper
def upper(input, encoding='', name=None):
  return raw.StringUpper(input, encoding=encoding, name=name)


#: tf.strings.substr
def substr(input, pos, len, unit='BYTE', name=None):
  return raw.Substr(input, pos, len, unit=unit, name=name)


#: tf.strings.to_number
def to_number(input, out_type=tf.float32, name=None):
  return raw.StringToNumber(input, out_type=out_type, name=name)


def _is_text(x):
  return isinstance(x, (str, bytes))


#: tf.strings.regex_replace
def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
  if _is_text(pattern) and _is_text(rewrite):
    return raw.StaticRegexReplace(input, pattern, rewrite, replace_global=replace_global, name=name)
  return raw.RegexReplace(input, pattern, rewrite, replace_global=replace_global, name=name)


#: tf.strings.regex_full_match
def regex_full_match(input, pattern, name=None):
  if _is_text(pattern):
    return raw.StaticRegexFullMatch(input, pattern, name=name)
  return raw.RegexFullMatch(input, pattern, name=name)


#: tf.strings.to_hash_bucket
def to_hash_bucket(input, num_buckets, name=None):
  return raw.StringToHashBucket(input, num_buckets, name=name)


#: tf.strings.reduce_join
def reduce_join(inputs, axis=None, keepdims=False, separator='', name=None):
  """Strings joined along axes, along all of them where none is given."""
  with op_scope(None, 'ReduceJoin'):
    inputs = convert(inputs)
    if axis is None:
      rank = inputs.shape.rank
      if rank is None:
        axis = tf.range(tf.rank(inputs) - 1, -1, -1)
      else:
        axis = tf.constant(list(range(rank - 1, -1, -1)), tf.int32)
    return raw.ReduceJoin(inputs, axis, keep_dims=bool(keepdims), separator=separator, name=name)


#: tf.strings.unsorted_segment_join
def unsorted_segment_join(inputs, segment_ids, num_segments, separator='', name=None):
  return raw.UnsortedSegmentJoin(inputs, segment_ids, num_segments, separator=separator, name=name)


def split_parts(source, sep, maxsplit):
  """Indices, parts and shape of the sparse matrix that a split of a vector gives."""
  sep = convert('' if sep is None else sep, dtype=tf.string)
  indices, values, shape = raw.StringSplitV2(source, sep, maxsplit=maxsplit)
  return indices, values, shape


#: tf.io.decode_raw
def decode_raw(input_bytes, out_type, little_endian=True, fixed_length=None, name=None):
  """The bytes of strings as numbers."""
  if fixed_length is not None:
    return raw.DecodePaddedRaw(input_bytes, fixed_length, out_type, little_endian=little_endian, name=name)
  return raw.DecodeRaw(input_bytes, out_type, little_endian=little_endian, name=name)
