"""tf.quantization: numbers rounded to few bits (ops/array_ops.py). Quantized dtypes are not there."""
import tensorflow as tf

raw = tf.raw_ops


#: tf.quantization.quantize_and_dequantize_v2
def quantize_and_dequantize_v2(input, input_min, input_max, signed_input=True, num_bits=8, range_given=False,
                               round_mode='HALF_TO_EVEN', name=None, narrow_range=False, axis=None):
  if axis is None:
    axis = -1
  elif axis < 0:
    if input.shape.ndims is None:
      raise ValueError('input should have known rank to use negative axis.')
    axis %= input.shape.ndims
  return raw.QuantizeAndDequantizeV4(input, input_min, input_max, signed_input=signed_input, num_bits=num_bits,
                                     range_given=range_given, round_mode=round_mode, narrow_range=narrow_range,
                                     axis=axis, name=name)


#: tf.quantization.quantize_and_dequantize
def quantize_and_dequantize(input, input_min, input_max, signed_input=True, num_bits=8, range_given=False,
                            round_mode='HALF_TO_EVEN', name=None, narrow_range=False, axis=None):
  if axis is None:
    axis = -1
  elif axis < 0:
    if input.shape.ndims is None:
      raise ValueError('input should have known rank to use negative axis.')
    axis %= input.shape.ndims
  return raw.QuantizeAndDequantizeV2(input, input_min, input_max, signed_input=signed_input, num_bits=num_bits,
                                     range_given=range_given, round_mode=round_mode, narrow_range=narrow_range,
                                     axis=axis, name=name)


def _refuse(name):

  def refused(*args, **kwargs):
    raise NotImplementedError('%s is not in tracepack, which has no quantized dtypes: round with '
                              'tf.quantization.fake_quant_with_min_max_args or quantize_and_dequantize_v2, which give '
                              'floats' % name)

  refused.__name__ = refused.__qualname__ = name.split('.')[-1]
  return refused


#: tf.quantization.quantize
quantize = _refuse('tf.quantization.quantize')
#: tf.quantization.dequantize
dequantize = _refuse('tf.quantization.dequantize')
#: tf.quantization.quantized_concat
quantized_concat = _refuse('tf.quantization.quantized_concat')
