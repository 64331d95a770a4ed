# Datasets of CSV files and of Examples in one call.
import tensorflow as tf


def error(e):
  text = str(e)
  if text.startswith("{{"):
    text = text.split("}} ", 1)[1]
  return type(e).__name__ + ": " + text.replace("\n", " | ")[:500]


def leaf(t):
  return "%s%s %s" % (t.dtype.name, tuple(t.shape), t.numpy().tolist() if hasattr(t.numpy(), "tolist") else t.numpy()) \
      if isinstance(t, (tf.Tensor, tf.Variable)) else repr(t)


def show(name, f, *a):
  try:
    print(name, "->", " ; ".join(leaf(t) for t in tf.nest.flatten(f(*a), expand_composites=True)))
  except Exception as e:
    print(name, "!!", error(e))


def graph(name, f, *specs):
  try:
    cf = tf.function(f, autograph=False).get_concrete_function(*specs)
    print(name, "nodes", " ".join("%s=%s(%s)" % (n.name, n.op, ", ".join(n.input)) for n in cf.graph.as_graph_def().node))
    print(name, [str(getattr(t, "shape", t)) for t in cf.outputs])
    return cf
  except Exception as e:
    print(name, "!!", error(e))



import os, tempfile
d = tempfile.mkdtemp()
def w(name, text):
  p = os.path.join(d, name)
  with open(p, 'w') as f: f.write(text)
  return p
a = w('a.csv', 'x,y,name\n1,1.5,one\n2,2.5,two\n3,,three\n')
b = w('b.csv', 'x,y,name\n4,4.5,four\n5,5.5,"fi,ve"\n')
c = w('c.csv', 'p,q\n1,99999999999\n2,5\n')
e = w('e.csv', '')
n = w('n.csv', '1,2\n3,4\n')
M = tf.data.experimental.make_csv_dataset
def ds(name, *args, **k):
  try:
    s = M(*args, **k)
    print(name, s.element_spec)
    for x in s.take(4): print('  ', [(k, v.numpy().tolist()) for k, v in (x[0] if isinstance(x, tuple) else x).items()], x[1].numpy().tolist() if isinstance(x, tuple) else '')
  except Exception as ex:
    print(name, '!!', type(ex).__name__, str(ex).replace(d, 'D').split('\n')[0][:300])
ds('plain', a, 2, num_epochs=1, shuffle=False)
ds('label', a, 2, label_name='name', num_epochs=1, shuffle=False)
ds('two', [a, b], 3, num_epochs=1, shuffle=False)
ds('pattern', os.path.join(d, '[ab].csv'), 5, num_epochs=1, shuffle=False)
ds('repeat', b, 3, shuffle=False)
ds('select', a, 3, select_columns=['x', 'name'], num_epochs=1, shuffle=False)
ds('select2', a, 3, select_columns=[2, 0], num_epochs=1, shuffle=False)
ds('types', c, 2, num_epochs=1, shuffle=False)
ds('defaults2', a, 3, column_defaults=[0, tf.float32, ''], num_epochs=1, shuffle=False)
ds('noheader', n, 2, column_names=['u', 'v'], header=False, num_epochs=1, shuffle=False)
ds('noheader2', n, 2, header=False, num_epochs=1, shuffle=False)
ds('empty', e, 2, num_epochs=1, shuffle=False)
ds('none', os.path.join(d, 'zzz*'), 2)
ds('bad label', a, 2, label_name='nope', num_epochs=1)
ds('bad select', a, 2, select_columns=['nope'], num_epochs=1)
ds('bad select2', a, 2, select_columns=[7], num_epochs=1)
ds('dup select', a, 2, select_columns=['x', 'x'], num_epochs=1)
ds('mixed', [a, c], 2, num_epochs=1)
ds('na', w('na.csv', 'x,y\n1,NA\n2,3\n'), 2, na_value='NA', num_epochs=1, shuffle=False)
ds('delim', w('semi.csv', 'x;y\n1;2\n'), 1, field_delim=';', num_epochs=1, shuffle=False)
ds('dupcol', w('dup.csv', 'x,x\n1,2\n'), 1, num_epochs=1, shuffle=False)
ds('ignore', w('bad.csv', 'x,y\n1,2\nq,3\n4,5\n'), 1, column_defaults=[0, 0], ignore_errors=True, num_epochs=1, shuffle=False)
ds('rows', w('bad2.csv', 'x,y\n1,2\n3\n'), 1, num_epochs=1, shuffle=False)
ds('shuffled', a, 3, num_epochs=1, shuffle=True, shuffle_seed=3)
ds('par', [a, b], 2, num_epochs=1, shuffle=False, num_parallel_reads=2)
import gzip
with gzip.open(os.path.join(d, 'g.csv'), 'wt') as f: f.write('x,y\n1,2\n')
ds('gz', os.path.join(d, 'g.csv'), 1, num_epochs=1, shuffle=False, compression_type='GZIP')
# records
E = tf.train
p = os.path.join(d, 'r.tfrecord')
with tf.io.TFRecordWriter(p) as wr:
  for i in range(5):
    wr.write(E.Example(features=E.Features(feature={'a': E.Feature(int64_list=E.Int64List(value=[i])), 'b': E.Feature(float_list=E.FloatList(value=[i * .5] * (i % 3)))})).SerializeToString())
feats = {'a': tf.io.FixedLenFeature([], tf.int64), 'b': tf.io.VarLenFeature(tf.float32)}
r = tf.data.experimental.make_batched_features_dataset(p, 2, feats, num_epochs=1, shuffle=False)
print(r.element_spec)
for x in r: print(x['a'].numpy().tolist(), x['b'].values.numpy().tolist(), x['b'].indices.numpy().tolist())
r = tf.data.experimental.make_batched_features_dataset(p, 2, feats, label_key='a', num_epochs=1, shuffle=False, drop_final_batch=True)
for x, y in r: print(sorted(x), y.numpy().tolist())
r = tf.data.TFRecordDataset(p).batch(5).apply(tf.data.experimental.parse_example_dataset({'b': tf.io.RaggedFeature(tf.float32)}))
for x in r: print(x['b'])
w2 = tf.data.experimental.TFRecordWriter(os.path.join(d, 'o.tfrecord'))
w2.write(tf.data.Dataset.from_tensor_slices(['x', 'yy']))
print([x.numpy() for x in tf.data.TFRecordDataset(os.path.join(d, 'o.tfrecord'))])
