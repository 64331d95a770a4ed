"""tf.quantization: numbers rounded to few bits (ops/array_ops.py). Quantized dtypes are not there."""
import tensorflow as tf
from tensorflow_lib.base import refused

raw = tf.raw_ops


def _axis_of(input, axis):
  """The axis as the ops want it: from the front, -1 for none."""
  if axis is None:
    return -1
  if axis >= 0:
    return axis
  if input.shape.ndims is None:
    raise ValueError('input should have known rank to use negative axis.')
  return axis % input.shape.ndims


#: tf.quantization.quantize_and_dequantize_v2
def quantize_and_dequantize_v2(input, input_min, input_max, signed_input=True, num_bits=8, range_given=False,
                               round_mode='HALF_TO_EVEN', name=None, narrow_range=False, axis=None):
  return raw.QuantizeAndDequantizeV4(input, input_min, input_max, signed_input=signed_input, num_bits=num_bits,
                                     range_given=range_given, round_mode=round_mode, narrow_range=narrow_range,
                                     axis=_axis_of(input, axis), name=name)


#: tf.quantization.quantize_and_dequantize
def quantize_and_dequantize(input, input_min, input_max, signed_input=True, num_bits=8, range_given=False,
                            round_mode='HALF_TO_EVEN', name=None, narrow_range=False, axis=None):
  return raw.QuantizeAndDequantizeV2(input, input_min, input_max, signed_input=signed_input, num_bits=num_bits,
                                     range_given=range_given, round_mode=round_mode, narrow_range=narrow_range,
                                     axis=_axis_of(input, axis), name=name)


_FLOATS = ('there are no quantized dtypes: round with tf.quantization.fake_quant_with_min_max_args or '
           'quantize_and_dequantize_v2, which give floats')
#: tf.quantization.quantize
quantize = refused('tf.quantization.quantize', _FLOATS)
#: tf.quantization.dequantize
dequantize = refused('tf.quantization.dequantize', _FLOATS)
#: tf.quantization.quantized_concat
quantized_concat = refused('tf.quantization.quantized_concat', _FLOATS)
