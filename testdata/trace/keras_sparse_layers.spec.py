# Keras: sparse and ragged inputs and outputs of layers that prepare data; vocabularies in files.
import numpy as np, tensorflow as tf, tempfile
T = tempfile.mkdtemp()
L = tf.keras.layers
def show(n, *ys):
  for y in ys:
    if isinstance(y, tf.SparseTensor): print(n, 'sparse', y.dtype.name, y.shape, y.indices.numpy().tolist(), y.values.numpy().tolist())
    else: print(n, y.dtype.name, y.shape, y.numpy().tolist())
def err(n, f):
  try: show(n, f())
  except Exception as e: print(n, type(e).__name__, str(e)[:500])
err('h1', lambda: L.HashedCrossing(5)((tf.constant([['a'], ['b']]), tf.constant([[1], [2]]))))
err('h2', lambda: L.HashedCrossing(5, output_mode='one_hot')((np.array(['a', 'b', 'c']), np.array([1, 2, 3]))))
err('h3', lambda: L.HashedCrossing(5, output_mode='one_hot', sparse=True)((np.array([['a'], ['b'], ['c']]), np.array([[1], [2], [3]]))))
err('h4', lambda: L.HashedCrossing(7)((tf.constant([['a'], ['b']]), tf.constant([['x'], ['y']]), tf.constant([[1], [2]]))))
err('h5', lambda: L.HashedCrossing(7)((tf.constant([['a', 'b']]), tf.constant([['x', 'y']]))))
err('h6', lambda: L.HashedCrossing(7)((tf.constant([1.5]), tf.constant(['x']))))
err('h7', lambda: L.HashedCrossing(7)(tf.constant([1.5])))
x = [[0, 1, 1], [2, 3, 0]]
for mode in ('one_hot', 'multi_hot', 'count'):
  err(mode, lambda: L.CategoryEncoding(4, output_mode=mode, sparse=True)(x))
  err(mode, lambda: L.StringLookup(vocabulary=['a', 'b', 'c'], output_mode=mode, sparse=True)([['a', 'b', 'b'], ['q', 'c', 'a']]))
  err(mode, lambda: L.IntegerLookup(vocabulary=[1, 2, 3], output_mode=mode, sparse=True)(x))
  err(mode, lambda: L.Hashing(4, output_mode=mode, sparse=True)(['a', 'b', 'c']))
  err(mode, lambda: L.Discretization([1., 2.], output_mode=mode, sparse=True)([[0.5, 1.5], [2.5, 1.7]]))
err('tfidf', lambda: L.StringLookup(vocabulary=['a', 'b', 'c'], idf_weights=[.1, .2, .3], output_mode='tf_idf', sparse=True)([['a', 'b', 'b'], ['q', 'c', 'a']]))
err('tv', lambda: L.TextVectorization(vocabulary=['a', 'b', 'c'], output_mode='count', sparse=True)(['a b b', 'q c a']))
err('tv', lambda: L.TextVectorization(vocabulary=['a', 'b', 'c'], output_mode='tf_idf', idf_weights=[.1, .2, .3], sparse=True)(['a b b', 'q c a']))
err('w', lambda: L.CategoryEncoding(4, output_mode='count', sparse=True)(x, count_weights=[[.1, .2, .3], [.4, .5, .6]]))
err('spin', lambda: L.StringLookup(vocabulary=['a', 'b'])(tf.sparse.from_dense([['a', ''], ['b', 'a']])))
err('spin', lambda: L.Hashing(4)(tf.sparse.from_dense([['a', ''], ['b', 'a']])))
err('ragin', lambda: L.StringLookup(vocabulary=['a', 'b'])(tf.ragged.constant([['a'], ['b', 'c']])).to_tensor())
err('ragin', lambda: L.Hashing(4)(tf.ragged.constant([['a'], ['b', 'c']])).to_tensor())
tf.io.write_file(T + '/voc.txt', 'x\ny\nz\n')
s = L.StringLookup(vocabulary=T + '/voc.txt'); print(s.get_vocabulary()); err('file', lambda: s(['y', 'z', 'q'])); print({k: v for k, v in s.get_config().items() if k != 'vocabulary'})
s = L.TextVectorization(vocabulary=T + '/voc.txt'); print(s.get_vocabulary()); err('file', lambda: s(['y z', 'q']))
tf.io.write_file(T + '/voc2.txt', '7\n5\n')
s = L.IntegerLookup(vocabulary=T + '/voc2.txt'); print(s.get_vocabulary()); err('file', lambda: s([5, 7, 1]))
err('nofile', lambda: L.StringLookup(vocabulary='/tmp/nonexist.txt'))
@tf.function
def f(a): return L.StringLookup(vocabulary=['a', 'b', 'c'], output_mode='count', sparse=True)(a)
g = f.get_concrete_function(tf.TensorSpec([None, 3], tf.string)).graph; print([o.type for o in g.get_operations()])
@tf.function
def f(a, b): return L.HashedCrossing(5)((a, b))
g = f.get_concrete_function(tf.TensorSpec([None, 1], tf.string), tf.TensorSpec([None, 1], tf.int32)).graph; print([o.type for o in g.get_operations()])
ds = tf.data.Dataset.from_tensor_slices(([['a'], ['b']], [[1], [2]])).batch(2).map(lambda a, b: L.HashedCrossing(5, output_mode='one_hot')((a, b)))
for d in ds: print(d)

for kw in ({}, {'axis': -1}, {'axis': -1, 'minlength': 3}, {'axis': -1, 'binary_output': True}, {'axis': -1, 'weights': tf.ragged.constant([[.5, 1., 2.], [3.]])}):
  err('rb', lambda: tf.sparse.bincount(tf.ragged.constant([[1, 2, 2], [0]]), **kw))
err('oh', lambda: tf.keras.ops.one_hot(tf.constant([[1, -1], [2, 0]]), 3, sparse=True)); err('oh', lambda: tf.keras.ops.one_hot(tf.constant([1, 0]), 3, axis=0, dtype='int32', sparse=True))
err('mh', lambda: tf.keras.ops.multi_hot(tf.constant([[1, 1], [2, 0]]), 3, sparse=True)); err('mh', lambda: tf.keras.ops.multi_hot(tf.constant([[1, 1], [2, 0]]), 3, dtype='bool', sparse=True))
r = tf.ragged.constant([[1, 2], [0]]); p = tf.reshape(tf.range(6.), [3, 2])
err('el', lambda: tf.sparse.from_dense(tf.nn.embedding_lookup(p, r).to_tensor())); err('el', lambda: tf.nn.embedding_lookup(p, tf.ragged.constant([[1.], [2.]])))
print(tf.nn.embedding_lookup(p, r, max_norm=1.))
@tf.function
def f(a): return tf.nn.embedding_lookup(p, a), tf.sparse.bincount(a, axis=-1)
print([o.name for o in f.get_concrete_function(tf.RaggedTensorSpec([None, None], tf.int32)).graph.get_operations()])
