"""Dtypes of TensorFlow that tracepack does not have: asking for one says so (framework/dtypes.py)."""

_QUANTIZED = 'round with tf.quantization.fake_quant_with_min_max_args or quantize_and_dequantize, which give floats'
_SMALL = 'take tf.bfloat16, tf.float16 or tf.int8'

#: tf.qint8 tf.dtypes.qint8
qint8 = _QUANTIZED
#: tf.qint16 tf.dtypes.qint16
qint16 = _QUANTIZED
#: tf.qint32 tf.dtypes.qint32
qint32 = _QUANTIZED
#: tf.quint8 tf.dtypes.quint8
quint8 = _QUANTIZED
#: tf.quint16 tf.dtypes.quint16
quint16 = _QUANTIZED
#: tf.dtypes.QUANTIZED_DTYPES
QUANTIZED_DTYPES = _QUANTIZED
#: tf.dtypes.experimental.float8_e5m2
float8_e5m2 = _SMALL
#: tf.dtypes.experimental.float8_e5m2fnuz
float8_e5m2fnuz = _SMALL
#: tf.dtypes.experimental.float8_e4m3fn
float8_e4m3fn = _SMALL
#: tf.dtypes.experimental.float8_e4m3fnuz
float8_e4m3fnuz = _SMALL
#: tf.dtypes.experimental.float8_e4m3b11fnuz
float8_e4m3b11fnuz = _SMALL
#: tf.dtypes.experimental.float4_e2m1fn
float4_e2m1fn = _SMALL
#: tf.dtypes.experimental.int2
int2 = _SMALL
#: tf.dtypes.experimental.int4
int4 = _SMALL
#: tf.dtypes.experimental.uint2
uint2 = _SMALL
#: tf.dtypes.experimental.uint4
uint4 = _SMALL

_instead = {name: value for name, value in globals().items() if not name.startswith('_')}
for _name in _instead:
  del globals()[_name]


def __getattr__(name):
  if name not in _instead:
    raise AttributeError(name)
  raise NotImplementedError('the dtype %s is not in tracepack: %s' % (name, _instead[name]))
