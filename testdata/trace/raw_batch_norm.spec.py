# Raw ops: batch normalisation in one op with its gradient, the n-th element, bits that are set.
import tensorflow as tf

R = tf.raw_ops


def show(f):
  try:
    result = f()
    for t in result if isinstance(result, (tuple, list)) else [result]:
      if t is None or t.dtype == tf.resource:
        print(t)
      else:
        print(t.dtype.name, t.shape, [round(v, 4) if isinstance(v, float) else v for v in tf.reshape(t, [-1]).numpy().tolist()])
  except Exception as e:
    lines = str(e).replace('__MklNative', '').replace('__wrapped___', '__wrapped__').split('\n')
    print(type(e).__name__, [l for l in lines if 'Error: ' in l][-1:] or lines[0][:300])


x = tf.reshape(tf.range(24.) * 1.5 % 7, [2, 2, 2, 3])
first = tf.transpose(x, [0, 3, 1, 2])
volume = tf.reshape(x, [2, 1, 2, 2, 3])
scale, offset, mean, variance = tf.constant([1., 2., 0.5]), tf.constant([0., 1., -1.]), tf.constant([1., 2., 3.]), tf.constant([2., 1., 4.])
none = tf.zeros([0])


def norm(x=x, scale=scale, offset=offset, mean=none, variance=none, **attrs):
  return tuple(R.FusedBatchNormV3(x=x, scale=scale, offset=offset, mean=mean, variance=variance, **attrs))


show(norm)
show(lambda: norm(epsilon=0.1))
show(lambda: norm(mean=mean, variance=variance, is_training=False))
show(lambda: norm(mean=mean, variance=variance, exponential_avg_factor=0.25))
show(lambda: norm(x=first, data_format='NCHW'))

show(lambda: norm(x=tf.cast(x, tf.float16)))
show(lambda: norm(x=x[:1, :1, :1]))
show(lambda: norm(x=x[0]))
show(lambda: norm(scale=scale[:2]))
show(lambda: norm(offset=tf.constant(1.)))
show(lambda: norm(is_training=False))


show(lambda: norm(scale=tf.cast(scale, tf.float64)))
for training in (True, False):
  for layout, value in (('NHWC', x), ('NCHW', first)):
    with tf.GradientTape(persistent=True) as tape:
      tape.watch([value, scale, offset])
      y = norm(x=value, mean=mean, variance=variance, is_training=training, data_format=layout)[0]
      loss = tf.reduce_sum(y * y * tf.reshape(tf.range(24.), y.shape) / 24)
    show(lambda: tape.gradient(loss, [value, scale, offset]))


@tf.function
def graph(x, scale):
  with tf.GradientTape() as tape:
    tape.watch(x)
    y = norm(x=x, scale=scale)[0]
  return y, tape.gradient(y, x)


concrete = graph.get_concrete_function(tf.TensorSpec([None, 4, 4, None]), tf.TensorSpec([3]))
print([(op.name, op.type) for op in concrete.graph.get_operations()], concrete.structured_outputs)
def wrong_rank():
  return norm(x=x[0])


def wrong_scale():
  return norm(scale=scale[:2])


show(tf.function(wrong_rank).get_concrete_function)
show(tf.function(wrong_scale).get_concrete_function)

rows = tf.constant([[5., 1., 3., 3.], [2., 9., 4., -1.]])
for n in range(5):
  show(lambda: R.NthElement(input=rows, n=n))
  show(lambda: R.NthElement(input=tf.cast(rows, tf.int32), n=n, reverse=True))
show(lambda: R.NthElement(input=rows, n=-1))
show(lambda: R.NthElement(input=rows, n=[1]))
show(lambda: R.NthElement(input=tf.constant(1.), n=0))
show(lambda: R.NthElement(input=tf.cast(rows, tf.float16), n=2))
with tf.GradientTape() as tape:
  tape.watch(rows)
  y = R.NthElement(input=rows, n=2) * tf.constant([1., 10.])
show(lambda: tape.gradient(y, rows))


@tf.function
def nth(rows):
  return tf.gradients(R.NthElement(input=rows, n=1), rows)


print([(op.name, op.type) for op in nth.get_concrete_function(tf.TensorSpec([None, 3])).graph.get_operations()])
for dtype in (tf.int8, tf.uint8, tf.int16, tf.uint16, tf.int32, tf.uint32, tf.int64, tf.uint64):
  show(lambda: R.PopulationCount(x=tf.cast([0, 1, 5, 100, -1 if dtype.min else 255], dtype)))
show(lambda: R.PopulationCount(x=[1.]))
