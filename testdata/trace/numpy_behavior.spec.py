"""experimental_enable_numpy_behavior: attributes, operators and indexing of tensors, eagerly and in graphs."""
import operator

import numpy as np
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

f32, i32 = tf.constant([[0.5, -0.25, 1.], [2., 3., 4.]]), tf.constant([1, -2, 3])
i8, tb, v = tf.constant([1, 2, 3], tf.int8), tf.constant([True, False, True]), tf.Variable([1., 2., 3.])
x = tf.reshape(tf.range(120.), [2, 3, 4, 5])
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
             operator.lt, operator.ge, operator.eq, operator.ne]


def call(label, function):
  try:
    print(label, repr(function()))
  except Exception as error:
    print(label, type(error).__name__, str(error)[:160])


def nodes(label, function, *specs):
  try:
    graph = tf.function(function).get_concrete_function(*specs).graph
    print(label, [(o.name, o.type) for o in graph.get_operations()])
  except Exception as error:
    print(label, type(error).__name__, str(error).splitlines()[-1][:160])


def attributes():
  for name in ('T', 'astype', 'ravel', 'transpose', 'reshape', 'clip', 'size', 'tolist', 'data', 'flatten', 'max', 'mean'):
    call(name, lambda: getattr(f32, name))
  call('T', lambda: f32.T)
  call('reshape', lambda: (f32.reshape(3, 2), f32.reshape(-1), f32.reshape((6,)), f32.reshape([3, 2], order='F')))
  call('reshape', lambda: f32.reshape(6, foo=1))
  call('flatten', lambda: (f32.flatten(), f32.flatten('F')))
  call('ravel', lambda: f32.ravel())
  call('transpose', lambda: f32.transpose([1, 0]))
  call('astype', lambda: (f32.astype(int), f32.astype(np.float16), i32.astype('complex64')))
  call('clip', lambda: (f32.clip(0, 1), i32.clip(0.5, 2)))
  call('max', lambda: (f32.max(), f32.max(axis=1), f32.min(0, keepdims=True), i32.mean()))
  call('size', lambda: (f32.size, f32.ndim, f32.data is f32))
  call('tolist', lambda: (f32.tolist(), i32[0].tolist()))
  call('round', lambda: (round(f32), round(f32, 1), round(i32)))
  call('sum', lambda: f32.sum())


attributes()
call('plus', lambda: +i32)
call('mixed', lambda: i32 + 1.5)
call('key', lambda: x[[0, 1]])
print('# enabled')
call('mode', lambda: tnp.experimental_enable_numpy_behavior(dtype_conversion_mode='none'))
tnp.experimental_enable_numpy_behavior()
attributes()
call('plus', lambda: +i32)
for op in OPERATORS:
  for a, b in ((i32, 1.5), (1.5, i32), (i8, i32), (i32, f32), (tb, i8), (tb, True), (i8, 2), (i32, v), (v, i32),
               (i32, np.array([1, 2, 3])), (i32, [1, 2, 3])):
    call(op.__name__, lambda: op(a, b))
call('complex', lambda: (f32 + 1j, 1j * i32, f32 / 2j))
for a, b in ((f32, i32), (i32, i8), (i32, [1, 2, 3]), (i32, 2)):
  call('matmul', lambda: a @ b)
for a, b in ((tb, True), (i8, i32), (i32, 3), (f32, 1)):
  call('logic', lambda: (a & b, a | b, a ^ b))

KEYS = [lambda: 0, lambda: -1, lambda: slice(1, None), lambda: [0, 1], lambda: (slice(None), [0, 1]),
        lambda: ([0, 1], [1, 0]), lambda: ([0, 1], slice(None), [0, 1]), lambda: None, lambda: (Ellipsis, [0, 1]),
        lambda: (Ellipsis, 0, [0, 1]), lambda: (0, [0, 1]), lambda: tf.constant([0, 1]), lambda: np.array([0, 1]),
        lambda: (slice(None, None, -1),), lambda: ([[0, 1], [1, 0]],), lambda: [True, False],
        lambda: tf.constant([True, False]), lambda: (slice(None), [True, False, True]), lambda: ([-1, 0], [0, -1]),
        lambda: (tf.constant([0, 1], tf.int8),), lambda: 2.5, lambda: 'a', lambda: (slice(None), [0, 1], slice(None), [0, 1]),
        lambda: (slice(None), [0, 1], [0, 1]), lambda: (0, Ellipsis, [0, 1]), lambda: (tf.constant([0, 1], tf.uint64),),
        lambda: ([[True, False], [False, True]],), lambda: (np.array([0, 1]), np.array([[0], [1]])), lambda: np.int64(1)]
for i, key in enumerate(KEYS):
  call(i, lambda: (x[key()].shape, tf.reduce_sum(x[key()]).numpy()))
  nodes(i, lambda x: x[key()], tf.TensorSpec([2, 3, 4, 5]))
nodes('key', lambda x, i: x[:, i], tf.TensorSpec([2, 3, 4]), tf.TensorSpec([None], tf.int32))
nodes('key', lambda x, i: x[i, i], tf.TensorSpec(None), tf.TensorSpec([2], tf.int64))
for op in OPERATORS:
  nodes(op.__name__, lambda a, b: op(a, b), tf.TensorSpec([3]), tf.TensorSpec([3], tf.int32))
  nodes(op.__name__, lambda a: op(a, 2.5), tf.TensorSpec([3], tf.int32))
  nodes(op.__name__, lambda a: op(2, a), tf.TensorSpec([3]))
nodes('variable', lambda a: a + v, tf.TensorSpec([3], tf.int32))
nodes('matmul', lambda a, b: a @ b, tf.TensorSpec([2, 3]), tf.TensorSpec([3], tf.int32))
nodes('methods', lambda a: (a.T, a.ravel(), a.clip(0, 1), a.astype(int), a.max(), a.mean(axis=0), round(a), +a),
      tf.TensorSpec([None, 3]))
nodes('unknown', lambda a: (a.ndim, a.size), tf.TensorSpec(None))
print('# float32')
tnp.experimental_enable_numpy_behavior(prefer_float32=True)
call('floats', lambda: (tnp.array(1.5), tnp.zeros(2), tnp.ones(2), i32 + 1.5, tnp.log(i32 + 3), tnp.mean(i32), tnp.log2(f32)))
print('# off')
tnp.experimental_enable_numpy_behavior(dtype_conversion_mode='off')
call('mixed', lambda: i32 + 1.5)
call('key', lambda: x[[0, 1]].shape)
