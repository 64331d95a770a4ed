# tf.io.parse_example: ragged features with partitions, sequences, what is refused.
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



E = tf.train
I = tf.io
R = I.RaggedFeature
def ex(**k):
  f = {}
  for n, v in k.items():
    if v and isinstance(v[0], bytes): f[n] = E.Feature(bytes_list=E.BytesList(value=v))
    elif v and isinstance(v[0], float): f[n] = E.Feature(float_list=E.FloatList(value=v))
    else: f[n] = E.Feature(int64_list=E.Int64List(value=v))
  return E.Example(features=E.Features(feature=f)).SerializeToString()
s1 = ex(v=[1, 2, 3, 4, 5, 6], splits=[0, 2, 6], lens=[2, 4], starts=[0, 2], limits=[2, 6], ids=[0, 0, 1, 1, 1, 1], w=[1., 2., 3., 4., 5., 6.], lens2=[1, 1])
s2 = ex(v=[7, 8], splits=[0, 1, 2], lens=[1, 1], starts=[0, 1], limits=[1, 2], ids=[0, 1], w=[7., 8.], lens2=[2])
def rshow(name, f):
  try:
    r = f()
    for k in sorted(r): print(name, k, r[k] if not isinstance(r[k], tf.SparseTensor) else (r[k].indices.numpy().tolist(), r[k].values.numpy().tolist(), r[k].dense_shape.numpy().tolist()), getattr(r[k], 'shape', None))
  except Exception as e: print(name, '!!', error(e))
parts = {'splits': R.RowSplits('splits'), 'lens': R.RowLengths('lens'), 'starts': R.RowStarts('starts'), 'limits': R.RowLimits('limits'), 'ids': R.ValueRowIds('ids'), 'uni': R.UniformRowLength(2)}
for n, p in parts.items():
  for val in (False, True):
    rshow('one ' + n, lambda: I.parse_single_example(s1, {'x': R(tf.int64, value_key='v', partitions=[p], validate=val)}))
    rshow('batch ' + n, lambda: I.parse_example([s1, s2], {'x': R(tf.int64, value_key='v', partitions=[p], validate=val)}))
rshow('two', lambda: I.parse_example([s1, s2], {'x': R(tf.int64, value_key='v', partitions=[R.RowLengths('lens2'), R.RowLengths('lens')])}))
rshow('two one', lambda: I.parse_single_example(s1, {'x': R(tf.int64, value_key='v', partitions=[R.RowLengths('lens2'), R.RowLengths('lens')])}))
rshow('uni two', lambda: I.parse_example([s1, s2], {'x': R(tf.int64, value_key='v', partitions=[R.RowLengths('n'), R.UniformRowLength(2)])}))
rshow('i64', lambda: I.parse_example([s1, s2], {'x': R(tf.float32, value_key='w', partitions=[R.RowLengths('lens')], row_splits_dtype=tf.int64)}))
rshow('plain', lambda: I.parse_example([s1, s2], {'v': R(tf.int64), 'w': R(tf.float32)}))
rshow('vec0', lambda: I.parse_example(tf.zeros([0], tf.string), {'v': R(tf.int64)}))
rshow('same key', lambda: I.parse_example([s1, s2], {'a': R(tf.int64, value_key='v'), 'b': R(tf.int64, value_key='v', partitions=[R.UniformRowLength(2)])}))
rshow('conflict', lambda: I.parse_example([s1], {'a': R(tf.int64, value_key='v'), 'b': R(tf.float32, value_key='v')}))
rshow('conflict2', lambda: I.parse_example([s1], {'a': R(tf.int64, value_key='v'), 'v': I.FixedLenFeature([6], tf.int64)}))
rshow('conflict3', lambda: I.parse_example([s1], {'a': R(tf.int64, value_key='v'), 'v': I.VarLenFeature(tf.int64)}))
rshow('bad dtype', lambda: R(tf.int32))
rshow('bad splits', lambda: R(tf.int64, row_splits_dtype=tf.int8))
rshow('bad key', lambda: R(tf.int64, value_key=5))
rshow('bad key2', lambda: R(tf.int64, value_key=''))
rshow('bad parts', lambda: R(tf.int64, partitions=5))
rshow('bad parts2', lambda: R(tf.int64, partitions=['x']))
rshow('bad validate', lambda: R(tf.int64, validate=5))
print(R(tf.int64), R(tf.string, 'k', [R.RowSplits('a'), R.UniformRowLength(3)]), R.RowSplits('a'))
# sparse
rshow('seq', lambda: I.parse_example([s1, s2], {'v': I.FixedLenSequenceFeature([2], tf.int64, allow_missing=True)}))
rshow('seq default', lambda: I.parse_example([s1, s2], {'v': I.FixedLenSequenceFeature([], tf.int64, allow_missing=True, default_value=-1)}))
rshow('seq no', lambda: I.parse_example([s1, s2], {'v': I.FixedLenSequenceFeature([2], tf.int64)}))
rshow('seq one', lambda: I.parse_single_example(s1, {'v': I.FixedLenSequenceFeature([3], tf.int64, allow_missing=True)}))
rshow('fixed none', lambda: I.parse_example([s1], {'v': I.FixedLenFeature(None, tf.int64)}))
rshow('fixed unk', lambda: I.parse_example([s1], {'v': I.FixedLenFeature([None], tf.int64)}))
rshow('fixed unk2', lambda: I.parse_example([s1], {'v': I.FixedLenFeature([2, None], tf.int64)}))
rshow('empty', lambda: I.parse_example([s1], {}))
rshow('none', lambda: I.parse_single_example(s1, None))
rshow('empty1', lambda: I.parse_single_example(s1, {}))
rshow('obj', lambda: I.parse_example([s1], {'v': 5}))
rshow('rank', lambda: I.parse_single_example([s1], {'v': I.FixedLenFeature([6], tf.int64)}))
rshow('names', lambda: I.parse_example([s1], {'q': I.FixedLenFeature([6], tf.int64)}, example_names=['me']))
def g(name, f, *specs): graph(name, f, *specs)
g('g1', lambda x: I.parse_example(x, {'x': R(tf.int64, value_key='v', partitions=[R.RowSplits('splits')]), 'f': I.FixedLenFeature([2], tf.float32, [1., 2.])}), tf.TensorSpec([None], tf.string))
g('g3', lambda x: I.parse_example(x, {'x': R(tf.int64, partitions=[R.ValueRowIds('ids')])}, name='named'), tf.TensorSpec([2], tf.string))
g('g4', lambda x: I.parse_single_example(x, {'q': I.FixedLenFeature([], tf.int64)}), tf.TensorSpec(None, tf.string))
