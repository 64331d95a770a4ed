# Keras: the functions of tf.keras.backend, eagerly and in graphs.
import tensorflow as tf, numpy as np
K = tf.keras.backend
def show(n, v):
  if isinstance(v, (list, tuple)):
    for i, w in enumerate(v): show('%s.%d' % (n, i), w)
  elif tf.is_tensor(v):
    a = v.numpy()
    if v.dtype.is_floating: a = np.round(a.astype(np.float64), 2) + 0.0
    print(n, v.dtype.name, tuple(v.shape), np.array(a).ravel()[:8].tolist())
  elif isinstance(v, np.ndarray) and v.dtype.kind == 'f': print(n, np.round(v, 2))
  else: print(n, type(v).__name__, v)
def err(n, f):
  try: show(n, f())
  except Exception as e: print(n, type(e).__name__, str(e))
a = tf.constant([[1.5, -2.0, 0.25], [3.0, -0.5, 7.0]])
b = tf.constant([[0.5, 2.0, -0.25], [1.0, 0.5, 2.0]])
i = tf.constant([[1, 2], [3, 0]])
for n in 'abs cos exp flatten round shape sigmoid sign sin softplus softsign sqrt square tanh transpose hard_sigmoid elu relu softmax l2_normalize stop_gradient all any argmax argmin cumprod cumsum max min mean prod std sum var dtype ndim int_shape count_params is_sparse to_dense ones_like zeros_like batch_flatten expand_dims cast_to_floatx get_value eval'.split():
  err(n, lambda: getattr(K, n)(a))
for n in 'equal not_equal greater greater_equal less less_equal maximum minimum pow'.split():
  err(n, lambda: getattr(K, n)(a, b))
show('log', K.log(tf.abs(a)))
for kw in ({'alpha': .1}, {'alpha': .1, 'max_value': 2.}, {'threshold': 1.}, {'max_value': 6}, {'max_value': 2}, {'alpha': .2, 'threshold': .5}, {'alpha': .2, 'threshold': .5, 'max_value': 3.}):
  show('relu %s' % kw, K.relu(a, **kw))
show('elu', K.elu(a, .3))
show('softmax', K.softmax(a, axis=[0, 1])); err('softmax1', lambda: K.softmax(tf.constant([1., 2.])))
for f in ('all', 'any', 'max', 'min', 'mean', 'prod', 'std', 'sum', 'var'):
  show(f, getattr(K, f)(a, axis=1, keepdims=True)); show(f, getattr(K, f)(a, 0))
show('meanb', K.mean(a > 0)); show('stdb', K.std(a > 0)); show('varb', K.var(a > 0, 0))
show('clip', K.clip(a, -1, 1)); show('clip', K.clip(a, None, 1.)); show('clip', K.clip(a, 0., None)); show('clip', K.clip(a, 2., 1.))
show('cast', K.cast(a, 'int32')); show('cf', K.cast_to_floatx(np.array([1, 2]))); show('cf', K.cast_to_floatx(i))
show('arange', K.arange(4)); show('arange', K.arange(-3)); show('arange', K.arange(1, 7, 2, dtype='float32'))
show('concat', K.concatenate([a, b])); show('concat', K.concatenate([a, b], 0)); 
show('gather', K.gather(a, [1, 0, 1])); show('one_hot', K.one_hot(i, 4)); show('perm', K.permute_dimensions(a, (1, 0)))
show('rep', K.repeat(a, 2)); err('rep', lambda: K.repeat(tf.constant([1.]), 2)); show('repe', K.repeat_elements(a, 2, 1)); show('repe', K.repeat_elements(a, 3, axis=0))
show('resh', K.reshape(a, (3, 2))); show('rev', K.reverse(a, 1)); show('rev', K.reverse(a, [0, 1])); show('sq', K.squeeze(a[:, :1], 1)); show('stack', K.stack([a, b], axis=1)); show('tile', K.tile(a[0], 2)); show('tile', K.tile(a, [1, 2]))
c = K.constant([1, 2, 3], shape=(3, 1)); show('constant', c); show('constant', K.constant([1, 2], dtype='int32', name='cc'))
v = K.variable([[1, 2], [3, 4]], name='vv'); print(v.name, v.dtype, v.shape); show('v', v)
show('eye', K.eye(2)); show('ones', K.ones((2, 2))); show('zeros', K.zeros((0, 2))); print(type(K.zeros((0, 2))).__name__, type(K.ones((1,))).__name__)
show('up', K.update(v, [[0., 1.], [2., 3.]])); show('up', K.update_add(v, [[1., 1.], [1., 1.]])); show('up', K.update_sub(v, [[1., 0.], [1., 0.]]))
w = K.variable(np.array([1., 2.])); show('mau', K.moving_average_update(w, np.array([3., 4.]), 0.9)); show('w', w)
K.set_value(w, [5, 6]); show('w', w); K.batch_set_value([(w, [7, 8]), (v, np.zeros((2, 2)))]); show('bgv', [x.tolist() for x in K.batch_get_value([w, v])])
show('get', K.get_value(3)); show('get', K.get_value(w)); show('get', K.get_value(a))
np.random.seed(3); tf.random.set_seed(4)
for n, args in (('random_bernoulli', ((2, 3), .4)), ('random_normal', ((2, 2),)), ('random_uniform', ((2, 2), 1., 3.)), ('truncated_normal', ((2, 2),)), ('random_normal_variable', ((2, 2), 1., 2.)), ('random_uniform_variable', ((2, 2), 1., 2.))):
  show(n, getattr(K, n)(*args)); show(n, getattr(K, n)(*args, seed=5))
show('dropout', K.dropout(tf.ones((2, 4)), .5)); show('dropout', K.dropout(tf.ones((2, 4)), .5, noise_shape=(2, 1), seed=3))
show('foldl', K.foldl(lambda x, y: x + y, tf.constant([1, 2, 3]))); show('foldr', K.foldr(lambda x, y: x - y, tf.constant([1, 2, 3]), 1)); show('map', K.map_fn(lambda x: x * 2, a)); show('map', K.map_fn(lambda x: tf.cast(x, tf.int32), a, dtype=tf.int32))
show('switch', K.switch(tf.constant(True), a, b)); show('switch', K.switch(tf.constant(0), lambda: a, lambda: b)); show('switch', K.switch(a > 0, a, b)); show('switch', K.switch(tf.constant([True, False, True]), a, b)); show('switch', K.switch(tf.constant([[True], [False]]), a, b)); err('switch', lambda: K.switch(a > 0, a[0], b[0]))
show('topk', K.in_top_k(a, tf.constant([0, 1]), 2))
t = tf.constant([[0., 1., 0.], [1., 0., 0.]]); p = tf.constant([[.2, .5, .3], [.9, .05, .05]])
for f in ('binary_crossentropy', 'categorical_crossentropy', 'binary_focal_crossentropy', 'categorical_focal_crossentropy'):
  show(f, getattr(K, f)(t, p)); show(f, getattr(K, f)(t, a, from_logits=True))
show('bf', K.binary_focal_crossentropy(t, p, apply_class_balancing=True))
err('cc', lambda: K.categorical_crossentropy(t, p[:, :2]))
show('scc', K.sparse_categorical_crossentropy([1, 0], p)); show('scc', K.sparse_categorical_crossentropy(tf.constant([[1], [0]]), a, from_logits=True)); show('scc', K.sparse_categorical_crossentropy(tf.constant([1, 0, 1]), a, from_logits=True, axis=0)); show('scc', K.sparse_categorical_crossentropy(tf.constant([1, 0]), p, ignore_class=0)); show('scc', K.sparse_categorical_crossentropy(tf.constant([[1, 0], [2, 1]]), tf.stack([p, p], 1)))
sp = K.ctc_label_dense_to_sparse(tf.constant([[1, 2, 3], [4, 5, 6]]), tf.constant([2, 3])); show('sp', [sp.indices, sp.values, sp.dense_shape]); print(K.is_sparse(sp)); show('td', K.to_dense(sp))
y = tf.nn.softmax(tf.reshape(tf.sin(tf.range(24.) * 3), (2, 4, 3)))
show('decode', K.ctc_decode(y, tf.constant([4, 3])))
x = tf.reshape(tf.sin(tf.range(40.)), (2, 5, 4)); k = tf.reshape(tf.cos(tf.range(24.)), (3, 4, 2))
for kw in ({}, {'strides': 2}, {'padding': 'same'}, {'padding': 'causal', 'dilation_rate': 2}, {'dilation_rate': 2}): show('conv1d %s' % kw, K.conv1d(x, k, **kw))
x2 = tf.reshape(tf.sin(tf.range(80.)), (1, 5, 4, 4)); k2 = tf.reshape(tf.cos(tf.range(72.)), (3, 3, 4, 2))
for kw in ({}, {'strides': (2, 2)}, {'padding': 'same'}, {'dilation_rate': (1, 1), 'padding': 'same', 'strides': (1, 2)}): show('conv2d %s' % kw, K.conv2d(x2, k2, **kw))
err('conv2d', lambda: K.conv2d(x2, k2, padding='x')); err('conv2d', lambda: K.conv2d(x2, k2, data_format='x'))
show('c2t', K.conv2d_transpose(x2, tf.transpose(k2, (0, 1, 3, 2)), (1, 10, 8, 2), strides=(2, 2), padding='same')); show('c2t', K.conv2d_transpose(x2, tf.transpose(k2, (0, 1, 3, 2)), (1, 7, 6, 2)))
show('c2t', K.conv2d_transpose(x2, tf.transpose(k2, (0, 1, 3, 2)), (1, 5, 4, 2), padding='same', dilation_rate=(2, 2)))
show('dw', K.depthwise_conv2d(x2, tf.transpose(k2, (0, 1, 3, 2))[:, :, :1], strides=(2, 2)) if False else K.depthwise_conv2d(x2, k2))
show('sepc', K.separable_conv2d(x2, k2, tf.reshape(tf.sin(tf.range(16.)), (1, 1, 8, 2)), padding='same'))
x3 = tf.reshape(tf.sin(tf.range(72.)), (1, 3, 4, 3, 2)); k3 = tf.reshape(tf.cos(tf.range(32.)), (2, 2, 2, 2, 2))
show('conv3d', K.conv3d(x3, k3)); show('pool3d', K.pool3d(x3, (2, 2, 2))); show('pool3d', K.pool3d(x3, (2, 2, 2), (2, 2, 2), 'same', pool_mode='avg'))
show('pool2d', K.pool2d(x2, (2, 2))); show('pool2d', K.pool2d(x2, (2, 2), (2, 2), 'same', pool_mode='avg')); err('pool2d', lambda: K.pool2d(x2, (2, 2), pool_mode='x')); err('pool2d', lambda: K.pool2d(x2, (2,)))
show('bias', K.bias_add(x2, tf.constant([1., 2., 3., 4.]))); show('bias', K.bias_add(x, tf.ones((5, 4)))); err('bias', lambda: K.bias_add(x2, tf.ones((5, 4))))
show('bn', K.batch_normalization(a, tf.constant([0., 1., 2.]), tf.constant([1., 2., 3.]), tf.constant([0., 1., 0.]), tf.constant([1., 1., 2.])))
show('tp', K.temporal_padding(x[:1, :2], (1, 2))); show('sp2', K.spatial_2d_padding(x2[:, :1, :1])); show('sp3', K.spatial_3d_padding(x3[:, :1, :1, :1])); err('sp2', lambda: K.spatial_2d_padding(x2, (1, 1)) ); err('sp3', lambda: K.spatial_3d_padding(x3, ((1, 1),))); err('tp', lambda: K.temporal_padding(x, (1,)))
show('ri', K.resize_images(x2[:, :2, :2], 2, 3, 'channels_last')); show('ri', K.resize_images(x2[:, :2, :2], 2, 2, 'channels_first', 'bilinear')); err('ri', lambda: K.resize_images(x2, 2, 2, 'x')); err('ri', lambda: K.resize_images(x2, 2, 2, 'channels_last', 'x'))
show('rv', K.resize_volumes(x3[:, :1, :2, :1], 2, 1, 2, 'channels_last')); err('rv', lambda: K.resize_volumes(x3, 1, 1, 1, 'x'))
show('dot', K.dot(a, tf.transpose(b))); show('dot', K.dot(x, tf.reshape(tf.range(24.), (2, 4, 3)))); show('dot', K.dot(K.variable(a), tf.ones((3, 1))))
show('bdot', K.batch_dot(a, b)); show('bdot', K.batch_dot(x, tf.ones((2, 4, 3)))); show('bdot', K.batch_dot(x, x, axes=2)); show('bdot', K.batch_dot(x, x, axes=(1, 1))); show('bdot', K.batch_dot(a, tf.ones((2, 3, 2)), axes=(1, 1))); show('bdot', K.batch_dot(tf.ones((2, 2, 2, 3)), tf.ones((2, 3, 2, 2)), axes=(3, 1)))
err('bdot', lambda: K.batch_dot(a[0], b)); err('bdot', lambda: K.batch_dot(a, b[:1])); err('bdot', lambda: K.batch_dot(a, b, axes=0)); err('bdot', lambda: K.batch_dot(x, x)); err('bdot', lambda: K.batch_dot(x, x, axes=[(1, 2), 1]))
def step(inp, st): return inp + st[0], [inp * .5 + st[0]]
m = tf.constant([[True, False, True, True, False], [True, True, True, False, False]])
for kw in ({}, {'go_backwards': True}, {'mask': m}, {'mask': m, 'zero_output_for_mask': True}, {'unroll': True}, {'unroll': True, 'mask': m}, {'return_all_outputs': False}, {'input_length': 5}):
  err('rnn %s' % kw.keys(), lambda: K.rnn(step, x, [tf.zeros((2, 4))], **kw))
with K.name_scope('q'):
  @tf.function
  def g(z): return K.mean(K.relu(z, max_value=2.)) + K.sum(K.square(z))
  for o in g.get_concrete_function(a).graph.get_operations(): print(o.name, o.type)
@tf.function
def h(z): return K.rnn(step, z, [tf.zeros((2, 4))], mask=m)[:2]
for o in h.get_concrete_function(x).graph.get_operations(): print(o.name, o.type)
show('h', h(x))
@tf.function
def h(z): return K.rnn(step, z, [tf.zeros((2, 4))], unroll=True)[:2]
for o in h.get_concrete_function(x).graph.get_operations(): print(o.name, o.type)
@tf.function(input_signature=[tf.TensorSpec([None, None, 4])])
def h(z): return K.conv1d(z, k), K.dot(z, tf.ones((4, 2))), K.batch_dot(z, z, 2), K.batch_flatten(z), K.pool2d(z[..., None], (2, 2)), K.switch(z > 0, z, -z), K.repeat_elements(z, 2, 2), K.binary_crossentropy(z, z), K.sparse_categorical_crossentropy(tf.cast(z[..., 0], tf.int32), z, ignore_class=0), K.gradients(z * 2, z)
for o in h.get_concrete_function().graph.get_operations(): print(o.name, o.type)
@tf.function
def lg(y): return K.ctc_label_dense_to_sparse(y, tf.constant([2, 3])).values
for o in lg.get_concrete_function(tf.constant([[1, 2, 3], [4, 5, 6]])).graph.get_operations(): print(o.name, o.type)
