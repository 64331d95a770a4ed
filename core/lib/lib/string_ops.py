"""tf.strings: functions over the string ops, with Python's defaults (ops/string_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import convert

raw = tf.raw_ops


#: tf.strings.join
def join(inputs, separator='', name=None):
  """The strings of all inputs, element by element, with a separator between them."""
  return raw.StringJoin([convert(x, dtype=tf.string) for x in inputs], separator=separator, name=name)


#: tf.strings.length
def length(input, unit='BYTE', name=None):
  return raw.StringLength(input, unit=unit, name=name)


#: tf.strings.lower
def lower(input, encoding='', name=None):
  return raw.StringLower(input, encoding=encoding, name=name)


#: tf.strings.upper
def upper(input, encoding='', name=None):
  return raw.StringUpper(input, encoding=encoding, name=name)


#: tf.strings.substr
def substr(input, pos, len, unit='BYTE', name=None):
  return raw.Substr(input, pos, len, unit=unit, name=name)


#: tf.strings.to_number
def to_number(input, out_type=tf.float32, name=None):
  return raw.StringToNumber(input, out_type=out_type, name=name)
