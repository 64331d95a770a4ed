# Sequence examples.
import tensorflow as tf
def show(name, f):
  try:
    r = f()
    for t in tf.nest.flatten(r, expand_composites=True):
      print(name, t.dtype.name, t.shape, t.numpy().tolist())
  except Exception as e:
    print(name, type(e).__name__, str(e).split('}} ')[-1].replace('\n', ' | '))
E = tf.train
ex = E.SequenceExample(
  context=E.Features(feature={
    'len': E.Feature(int64_list=E.Int64List(value=[2])),
    'name': E.Feature(bytes_list=E.BytesList(value=[b'ab', b'c'])),
    'f': E.Feature(float_list=E.FloatList(value=[1.5, 2.5])),
    'empty': E.Feature()}),
  feature_lists=E.FeatureLists(feature_list={
    'tok': E.FeatureList(feature=[E.Feature(int64_list=E.Int64List(value=[1, 2])), E.Feature(int64_list=E.Int64List(value=[3, 4])), E.Feature(int64_list=E.Int64List(value=[5, 6]))]),
    'var': E.FeatureList(feature=[E.Feature(float_list=E.FloatList(value=[1.])), E.Feature(), E.Feature(float_list=E.FloatList(value=[2., 3.]))]),
    's': E.FeatureList(feature=[E.Feature(bytes_list=E.BytesList(value=[b'x']))])}))
print(ex)
s = ex.SerializeToString()
ex2 = E.SequenceExample()
ex2.context.feature['len'].int64_list.value.append(7)
ex2.feature_lists.feature_list['tok'].feature.add().int64_list.value.extend([7, 8])
s2 = ex2.SerializeToString()
print(E.SequenceExample.FromString(s2) == ex2, len(ex2.feature_lists.feature_list['tok'].feature))
I = tf.io
one = lambda **k: (lambda: I.parse_single_sequence_example(s, **k))
show('ctx fixed', one(context_features={'len': I.FixedLenFeature([], tf.int64), 'f': I.FixedLenFeature([2], tf.float32)}))
show('ctx var', one(context_features={'name': I.VarLenFeature(tf.string), 'empty': I.VarLenFeature(tf.int64), 'nope': I.VarLenFeature(tf.int64)}))
show('ctx ragged', one(context_features={'name': I.RaggedFeature(tf.string)}))
show('seq fixed', one(sequence_features={'tok': I.FixedLenSequenceFeature([2], tf.int64), 's': I.FixedLenSequenceFeature([], tf.string)}))
show('seq var', one(sequence_features={'tok': I.VarLenFeature(tf.int64), 'var': I.VarLenFeature(tf.float32)}))
show('seq ragged', one(sequence_features={'var': I.RaggedFeature(tf.float32), 'tok': I.RaggedFeature(tf.int64, row_splits_dtype=tf.int64)}))
show('both', one(context_features={'len': I.FixedLenFeature([], tf.int64)}, sequence_features={'tok': I.FixedLenSequenceFeature([2], tf.int64)}))
show('default', one(context_features={'zz': I.FixedLenFeature([2], tf.float32, default_value=[1., 2.])}))
show('missing ctx', one(context_features={'zz': I.FixedLenFeature([2], tf.float32)}))
show('missing list', one(sequence_features={'zz': I.FixedLenSequenceFeature([2], tf.float32)}))
show('missing allowed', one(sequence_features={'zz': I.FixedLenSequenceFeature([2], tf.float32, allow_missing=True)}))
show('missing var', one(sequence_features={'zz': I.VarLenFeature(tf.float32)}))
show('missing ragged', one(sequence_features={'zz': I.RaggedFeature(tf.float32)}))
show('wrong type ctx', one(context_features={'len': I.FixedLenFeature([], tf.float32)}))
show('wrong type ctx var', one(context_features={'len': I.VarLenFeature(tf.float32)}))
show('wrong size ctx', one(context_features={'len': I.FixedLenFeature([3], tf.int64)}))
show('wrong type list', one(sequence_features={'tok': I.FixedLenSequenceFeature([2], tf.float32)}))
show('wrong size list', one(sequence_features={'tok': I.FixedLenSequenceFeature([3], tf.int64)}))
show('wrong type list var', one(sequence_features={'tok': I.VarLenFeature(tf.float32)}))
show('empty step dense', one(sequence_features={'var': I.FixedLenSequenceFeature([1], tf.float32)}))
show('garbage', lambda: I.parse_single_sequence_example(b'\xff\xff', context_features={'len': I.FixedLenFeature([], tf.int64)}))
show('not scalar', lambda: I.parse_single_sequence_example([s], context_features={'len': I.FixedLenFeature([], tf.int64)}))
show('nothing', lambda: I.parse_single_sequence_example(s))
show('unsupported', one(sequence_features={'tok': I.FixedLenFeature([2], tf.int64)}))
show('name', lambda: I.parse_single_sequence_example(s, context_features={'zz': I.FixedLenFeature([], tf.int64)}, example_name='me'))
batch = lambda **k: (lambda: I.parse_sequence_example([s, s2], **k))
show('b ctx fixed', batch(context_features={'len': I.FixedLenFeature([], tf.int64), 'f': I.FixedLenFeature([2], tf.float32, default_value=[0., 9.])}))
show('b ctx var', batch(context_features={'name': I.VarLenFeature(tf.string)}))
show('b ctx ragged', batch(context_features={'name': I.RaggedFeature(tf.string)}))
show('b seq fixed', batch(sequence_features={'tok': I.FixedLenSequenceFeature([2], tf.int64)}))
show('b seq fixed missing', batch(sequence_features={'s': I.FixedLenSequenceFeature([], tf.string, allow_missing=True)}))
show('b seq fixed missing2', batch(sequence_features={'s': I.FixedLenSequenceFeature([], tf.string)}))
show('b seq var', batch(sequence_features={'tok': I.VarLenFeature(tf.int64), 'var': I.VarLenFeature(tf.float32)}))
show('b seq ragged', batch(sequence_features={'var': I.RaggedFeature(tf.float32), 'tok': I.RaggedFeature(tf.int64)}))
show('b missing ctx', batch(context_features={'f': I.FixedLenFeature([2], tf.float32)}))
show('b names', lambda: I.parse_sequence_example([s, s2], {'f': I.FixedLenFeature([2], tf.float32)}, example_names=['n1', 'n2']))
show('b nothing', lambda: I.parse_sequence_example([s]))
show('b ragged parts', batch(sequence_features={'v': I.RaggedFeature(tf.int64, value_key='tok', partitions=[I.RaggedFeature.UniformRowLength(2)])}))
show('b default seq', batch(sequence_features={'tok': I.FixedLenSequenceFeature([2], tf.int64, default_value=3)}))
def graph(f, *specs):
  cf = tf.function(f, autograph=False).get_concrete_function(*specs)
  print(' '.join('%s=%s(%s)' % (n.name, n.op, ', '.join(n.input)) for n in cf.graph.as_graph_def().node))
  print([str(t.shape) for t in cf.outputs])
feats = dict(context_features={'len': I.FixedLenFeature([], tf.int64), 'f': I.FixedLenFeature([2], tf.float32, default_value=[0., 9.]), 'name': I.VarLenFeature(tf.string), 'r': I.RaggedFeature(tf.int64)},
  sequence_features={'tok': I.FixedLenSequenceFeature([2], tf.int64), 'var': I.VarLenFeature(tf.float32), 'rr': I.RaggedFeature(tf.float32)})
graph(lambda x: I.parse_single_sequence_example(x, **feats), tf.TensorSpec([], tf.string))
graph(lambda x: I.parse_sequence_example(x, **feats), tf.TensorSpec([None], tf.string))
graph(lambda x: I.parse_sequence_example(x, **feats, example_names=tf.constant(['a', 'b'])), tf.TensorSpec([2], tf.string))
