"""Nodes that tf.experimental.numpy makes; promotion by NumPy's rules."""
import numpy as np
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

SPECS = dict(f=tf.TensorSpec([3]), i=tf.TensorSpec([3], tf.int32), m=tf.TensorSpec([2, 3]), un=tf.TensorSpec([None, 3]),
             ur=tf.TensorSpec(None), sq=tf.TensorSpec([3, 3]), s=tf.TensorSpec([]), b=tf.TensorSpec([3], tf.bool),
             c=tf.TensorSpec([3], tf.complex64))
UNARY = '''log abs ceil conj negative signbit sin deg2rad rad2deg angle cbrt exp2 fix isnan log2 positive sinc square
bitwise_not sign real imag logical_not array ascontiguousarray zeros_like ones_like diag diagflat diagonal all sum mean amax
var std ptp ravel transpose atleast_1d atleast_2d atleast_3d nonzero flip flipud rot90 tril triu vander ix_ argmax argsort
sort count_nonzero cumsum nansum nanmean diff trace average'''.split()
BINARY = '''add multiply true_divide floor_divide mod maximum power heaviside logaddexp2 polyval isclose gcd lcm bitwise_and
equal greater array_equal logical_and dot inner matmul tensordot vdot outer kron cross append'''.split()


def nodes(label, function, *specs):
  try:
    graph = tf.function(function).get_concrete_function(*specs).graph
    print(label, *['%s:%s' % (o.name, o.type) for o in graph.get_operations() if o.type not in ('Placeholder', 'Identity')])
  except Exception as error:
    print(label, type(error).__name__, str(error).splitlines()[-1][:200])


for name in UNARY:
  for kind in ('f', 'i', 'un', 'ur', 'sq') if name not in ('ix_', 'vander') else ('f', 'i'):
    nodes('%s %s' % (name, kind), lambda x: getattr(tnp, name)(x), SPECS[kind])
  nodes('%s list' % name, lambda: getattr(tnp, name)([1, 2, 3]))
for name in BINARY:
  for kinds in ('f f', 'f i', 'b b', 'm sq', 'un f', 'ur ur'):
    if name in ('tensordot', 'polyval') and kinds == 'ur ur':
      continue
    nodes('%s %s' % (name, kinds), lambda x, y: getattr(tnp, name)(x, y), *[SPECS[k] for k in kinds.split()])
  nodes('%s list' % name, lambda x: getattr(tnp, name)(x, [1, 2, 3]), SPECS['f'])

DTYPES = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float16, np.float32,
          np.float64, np.complex64, np.complex128, tf.bfloat16.as_numpy_dtype]
for a in DTYPES:
  row = []
  for b in DTYPES + [True, 3, 2.5, 1j]:
    try:
      row.append(str(np.result_type(a, b)))
    except TypeError as error:
      row.append(type(error).__name__)
  print(a.__name__, *row)
for values in ((np.int16, np.uint16, np.float32), (1, 2.5), (True, np.int8), ('float32', 3), (None, np.int8), (np.str_, 'S3'),
               (2**63,), (np.array([1], np.int8), np.int16(3), 7)):
  print(np.result_type(*values))
for values in ((), ('abc',), (np.str_, 3), (tf.bfloat16.as_numpy_dtype, np.int32)):
  try:
    print(np.result_type(*values))
  except Exception as error:
    print(type(error).__name__, str(error)[:40])
for dtype in ('bool', 'int8', 'int32', 'uint64', 'bfloat16', 'float32', 'complex64'):
  for value in (True, [True, False], [True, 1], [1, True], [1.5, True], [1, 2j]):
    try:
      print(dtype, value, tf.constant(value, dtype).numpy())
    except Exception as error:
      print(dtype, value, type(error).__name__, error)
