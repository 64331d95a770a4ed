# Sparse tensors out of examples, their static shapes, and lookups by sparse ids that may be invalid.
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
def ex(**k):
  f = {}
  for n, v in k.items():
    if v and isinstance(v[0], bytes): f[n] = E.Feature(bytes_list=E.BytesList(value=v))
    elif v and isinstance(v[0], float): f[n] = E.Feature(float_list=E.FloatList(value=v))
    else: f[n] = E.Feature(int64_list=E.Int64List(value=v))
  return E.Example(features=E.Features(feature=f)).SerializeToString()
def rshow(name, f):
  try:
    r = f()
    for k in sorted(r): print(name, k, r[k] if not isinstance(r[k], tf.SparseTensor) else (r[k].indices.numpy().tolist(), r[k].values.numpy().tolist(), r[k].dense_shape.numpy().tolist()), getattr(r[k], 'shape', None))
  except Exception as e: print(name, '!!', error(e))
t1 = ex(i=[1, 4], v=[1.5, 2.5], j=[0, 3])
t2 = ex(i=[3], v=[9.], j=[1])
rshow('sparse1', lambda: I.parse_single_example(t1, {'s': I.SparseFeature('i', 'v', tf.float32, 6)}))
rshow('sparse', lambda: I.parse_example([t1, t2], {'s': I.SparseFeature('i', 'v', tf.float32, 6)}))
rshow('sparse2', lambda: I.parse_example([t1, t2], {'s': I.SparseFeature(['i', 'j'], 'v', tf.float32, [6, 5])}))
rshow('sparse sorted', lambda: I.parse_example([t1, t2], {'s': I.SparseFeature('i', 'v', tf.float32, 6, already_sorted=True), 'i': I.VarLenFeature(tf.int64)}))
rshow('sparse unsorted', lambda: I.parse_single_example(ex(i=[4, 1], v=[1., 2.]), {'s': I.SparseFeature('i', 'v', tf.float32, 6)}))
rshow('sparse nokey', lambda: I.parse_single_example(t1, {'s': I.SparseFeature('', 'v', tf.float32, 6)}))
rshow('sparse noval', lambda: I.parse_single_example(t1, {'s': I.SparseFeature('i', '', tf.float32, 6)}))
rshow('sparse conflict', lambda: I.parse_single_example(t1, {'s': I.SparseFeature('i', 'v', tf.float32, 6), 'v': I.VarLenFeature(tf.int64)}))
graph('g2', lambda x: I.parse_single_example(x, {'s': I.SparseFeature('i', 'v', tf.float32, 6), 'q': I.FixedLenSequenceFeature([2], tf.int64, True)}), tf.TensorSpec([], tf.string))
# The shape of a sparse tensor that is known while a graph is made.
def shapes(x, i):
  for name, s in (('prod', [tf.reduce_prod(tf.shape(x)), tf.gather(tf.constant([2, 3]), 1)]), ('shape', tf.shape(x)[:1]), ('cat', tf.concat([tf.shape(x), [4]], 0)), ('neg', [tf.constant(-1), tf.size(x)]), ('add', tf.constant([1, 2]) + 1), ('slice', tf.shape(x)[1:]), ('ph', i), ('cast', tf.cast(tf.shape(x), tf.int64)), ('cast u', tf.cast(tf.cast(tf.shape(x), tf.uint8), tf.int64)), ('mul', tf.shape(x) * 2), ('fill', tf.fill([2], 3)), ('idx', tf.stack([tf.shape(x)[0], 5])), ('ident', tf.identity(tf.shape(x)))):
    s = tf.cast(s, tf.int64)
    sp = tf.SparseTensor(tf.zeros([0, 2 if s.shape[0] is None else s.shape[0]], tf.int64), tf.zeros([0]), s)
    print(name, sp.shape, sp.dense_shape.op.type)
tf.function(shapes).get_concrete_function(tf.TensorSpec([None, 3]), tf.TensorSpec([2], tf.int32))
tf.function(shapes).get_concrete_function(tf.TensorSpec([2, 3]), tf.TensorSpec([None], tf.int32))
c = tf.constant([3, 4], tf.int64)
@tf.function
def reshaped():
  sp = tf.SparseTensor(tf.zeros([0, 2], tf.int64), tf.zeros([0]), c)
  print(sp.shape)
  print(tf.sparse.reshape(sp, [2, -1]).shape)
  print(tf.sparse.reshape(sp, [tf.reduce_prod(c), 1]).shape)
  print(tf.sparse.reshape(sp, [tf.reduce_prod(c), tf.gather(c, 1)]).shape)
  print(tf.sparse.reshape(sp, tf.stack([-1, tf.size(c)])).shape)
reshaped()
# Lookups of ids that may be invalid.
table = tf.constant([[1., 2], [3, 4], [5, 6]])
ids = tf.sparse.SparseTensor([[0, 0], [0, 1], [2, 1]], tf.constant([0, -1, 2], tf.int64), [4, 2])
weights = tf.sparse.SparseTensor(ids.indices, [2., 1., 0.5], [4, 2])
for combiner in 'sum', 'mean', 'sqrtn':
  for w in None, weights:
    for default in None, 1:
      show('safe', lambda: tf.nn.safe_embedding_lookup_sparse(table, ids, w, combiner=combiner, default_id=default))
graph('safe', lambda e: tf.nn.safe_embedding_lookup_sparse(e, ids), tf.TensorSpec([3, 2]))
graph('safe default', lambda e, v: tf.nn.safe_embedding_lookup_sparse(e, tf.sparse.SparseTensor(ids.indices, v, ids.dense_shape), weights, default_id=2, combiner='sum'), tf.TensorSpec([3, 2]), tf.TensorSpec([3], tf.int64))
show('safe none', lambda: tf.nn.safe_embedding_lookup_sparse(None, ids))
show('safe none', lambda: tf.nn.safe_embedding_lookup_sparse([], ids))
# Select's shape is that of all its inputs.
def select(*shapes):
  f = tf.function(lambda c, a, b: tf.raw_ops.Select(condition=c, x=a, y=b), autograph=False)
  show('select', lambda: str(f.get_concrete_function(*[tf.TensorSpec(s, d) for s, d in zip(shapes, (tf.bool, tf.float32, tf.float32))]).outputs[0].shape))
select([], [2, 3], [None, 3])
select([2], [None, 3], [None, 3])
select([2], [3, 3], [None, 3])
select([2, 3], [None, 3], [None, None])
select([2, 3], [None, 3, 1], [None, None, 1])
select([2], [], [])
select([2], None, None)
select([2, 3], None, None)
select(None, [2], [2])
