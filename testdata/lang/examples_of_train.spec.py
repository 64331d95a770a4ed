# tf.train.Example: messages, their text and bytes; parsing them into tensors.
import tensorflow as tf

Feature = tf.train.Feature


def ints(*values):
  return Feature(int64_list=tf.train.Int64List(value=values))


def floats(*values):
  return Feature(float_list=tf.train.FloatList(value=values))


def texts(*values):
  return Feature(bytes_list=tf.train.BytesList(value=values))


def example(**features):
  return tf.train.Example(features=tf.train.Features(feature=features))


def show(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, '|', str(e).split('}} ', 1)[-1].split(' [Op:')[0])


a = example(a=ints(1, -2), b=floats(1.5), c=texts(b'xy'), e=Feature()).SerializeToString(deterministic=True)
b = example(a=ints(3), c=texts(b'p', b'q')).SerializeToString(deterministic=True)
print(a, b)
batch, single = tf.io.parse_example, tf.io.parse_single_example
show(lambda: batch([a, b], {'a': tf.io.FixedLenFeature([2], tf.int64)}))
show(lambda: batch([a, b], {'b': tf.io.FixedLenFeature([], tf.float32)}))
show(lambda: batch([a, b], {'b': tf.io.FixedLenFeature([], tf.float32, default_value=9)}))
show(lambda: batch([a, b], {'b': tf.io.FixedLenFeature([], tf.int64)}))
show(lambda: batch([a, b], {'a': tf.io.VarLenFeature(tf.int64), 'c': tf.io.VarLenFeature(tf.string)}))
show(lambda: batch([a, b], {'a': tf.io.VarLenFeature(tf.float32)}))
show(lambda: batch([a, b], {'a': tf.io.RaggedFeature(tf.int64)}))
show(lambda: batch([a, b], {'a': tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True)}))
show(lambda: batch([a, b], {'a': tf.io.FixedLenSequenceFeature([2], tf.int64, allow_missing=True)}))
show(lambda: batch([a, b], {'a': tf.io.FixedLenFeature([2], tf.int64)}, example_names=['p', 'q']))
show(lambda: single(a, {'a': tf.io.RaggedFeature(tf.int64)}))
show(lambda: single(a, {'a': tf.io.FixedLenFeature([3], tf.int64)}))
show(lambda: single(a, {'a': tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True)}))
show(lambda: single(a, {'e': tf.io.FixedLenFeature([], tf.int64, default_value=4)}))
show(lambda: single(a, {'a': tf.io.FixedLenFeature([2], tf.float32)}))
show(lambda: single(a, {'a': tf.io.VarLenFeature(tf.int64), 'zz': tf.io.VarLenFeature(tf.string)}))
show(lambda: single([a], {'a': tf.io.FixedLenFeature([2], tf.int64)}))
show(lambda: batch([a], {'a': 3}))
print(tf.io.FixedLenFeature([2], tf.int64), tf.io.VarLenFeature(tf.int64), tf.io.RaggedFeature(tf.int64))

e = tf.train.Example.FromString(a)
print(e.features.feature['a'].int64_list.value, list(e.features.feature['c'].bytes_list.value))
print(e.features.feature['a'], e.features.feature['a'].WhichOneof('kind'), sorted(e.features.feature))
print(e == tf.train.Example.FromString(a), 'a' in e.features.feature, len(e.features.feature), e.ByteSize())
print(repr(texts(b'\x00"\n\xff')), floats(1.1, 2, 1e20, float('nan')))
show(lambda: ints(1.5))
show(lambda: texts('x'))
show(lambda: floats('x'))
show(lambda: tf.train.Example(foo=1))
f = Feature()
print(f.WhichOneof('kind'), f.HasField('int64_list'))
f.int64_list.value.append(3)
f.int64_list.value.extend([4, 5])
print(f, f.HasField('int64_list'))
f.float_list.value[:] = [1.0]
print(f.WhichOneof('kind'), f)
print(example(k=ints(7)))


@tf.function
def parse(record):
  return single(record, {'a': tf.io.FixedLenFeature([2], tf.int64), 'b': tf.io.FixedLenFeature([], tf.float32, 0.5)})


print({k: v.numpy().tolist() for k, v in parse(tf.constant(a)).items()})
print([n.name for n in parse.get_concrete_function(tf.TensorSpec([], tf.string)).graph.as_graph_def().node])
