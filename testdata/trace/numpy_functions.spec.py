"""tf.experimental.numpy: every function with the arguments it takes, in and out of range."""
import numpy as np
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

f, b, c = 2.5, True, 1 + 2j
li, lf, lb, lc, ll = [1, 2, 3], [1.5, -2.5, 0.25], [True, False, True], [1j, 2., 0.5], [[1, 2], [3, 4]]
i32, i64, i8 = tf.constant([1, -2, 3]), tf.constant([4, 5, -6], tf.int64), tf.constant([1, -2, 3], tf.int8)
u8, u16, u64 = (tf.constant([1, 2, 3], dtype) for dtype in (tf.uint8, tf.uint16, tf.uint64))
f16, f32, f64 = (tf.constant([0.5, -0.25, 1.], dtype) for dtype in (tf.float16, tf.float32, tf.float64))
tb, c64 = tf.constant(lb), tf.constant([1 + 1j, -0.5, 2j], tf.complex64)
s, si, e, nan = tf.constant(0.5), tf.constant(2), tf.constant([]), tf.constant([np.nan, np.inf, -np.inf, 1.])
m, m3 = tf.constant([[1., 2., 3.], [4., 5., 6.]]), tf.constant([[1, 2, 3], [4, 5, 6], [7, 8, 10]])
t3, npi, big = tf.reshape(tf.range(24), [2, 3, 4]), np.array([1, 2, 3]), 2**63


def show(value):
  if isinstance(value, (tuple, list)):
    return '%s(%s)' % (type(value).__name__, ', '.join([show(x) for x in value]))
  return repr(value)


def calls(*functions):
  for function in functions:
    try:
      print(show(function()))
    except Exception as error:
      print(type(error).__name__, str(error)[:200])


print('# zeros')
calls(lambda: tnp.zeros(3), lambda: tnp.zeros([2, 3]), lambda: tnp.zeros((2, ), int),
    lambda: tnp.zeros([2], 'float32'), lambda: tnp.zeros([2], tf.int8), lambda: tnp.zeros([], bool),
    lambda: tnp.zeros([2], None), lambda: tnp.zeros(i32), lambda: tnp.zeros(-1), lambda: tnp.ones(3),
    lambda: tnp.ones([2, 2], np.complex64), lambda: tnp.ones([2], None), lambda: tnp.ones(2.5),
    lambda: tnp.empty([1]), lambda: tnp.empty(2, int))
print('# full')
calls(lambda: tnp.full([2], 3), lambda: tnp.full(2, 2.5), lambda: tnp.full([2, 2], li[:2]),
    lambda: tnp.full([2], 3, tf.float32), lambda: tnp.full((2, 3), f32), lambda: tnp.full(si, 1j),
    lambda: tnp.full([], True), lambda: tnp.full_like(f32, 2), lambda: tnp.full_like(i32, 2.7),
    lambda: tnp.full_like(li, 2.7, dtype=float), lambda: tnp.full_like(li, 1, order='C'),
    lambda: tnp.full_like(li, 1, subok=False), lambda: tnp.full_like(li, 1, shape=(2, )),
    lambda: tnp.full_like(li, li))
print('# zeros_like')
calls(lambda: tnp.zeros_like(li, dtype=float), lambda: tnp.zeros_like(f32, np.int8),
    lambda: tnp.ones_like(li, 'complex64'), lambda: tnp.ones_like(2.5, int),
    lambda: tnp.zeros_like(b, dtype=tf.float16))
print('# eye')
calls(lambda: tnp.eye(3), lambda: tnp.eye(2, 3), lambda: tnp.eye(3, k=1), lambda: tnp.eye(3, 2, -1),
    lambda: tnp.eye(2, 4, 2), lambda: tnp.eye(4, 2, -3), lambda: tnp.eye(3, k=5), lambda: tnp.eye(3, k=-5),
    lambda: tnp.eye(3, dtype=int), lambda: tnp.eye(2, None, 0, None), lambda: tnp.eye(2.5), lambda: tnp.eye('a'),
    lambda: tnp.identity(3), lambda: tnp.identity(2, dtype=bool), lambda: tnp.eye(0))
print('# array')
calls(lambda: tnp.array(3), lambda: tnp.array([1, 2.5]), lambda: tnp.array([1, 2], dtype=float),
    lambda: tnp.array(2.7, int), lambda: tnp.array(f32, dtype=tf.float64), lambda: tnp.array(li, ndmin=2),
    lambda: tnp.array(3, ndmin=3), lambda: tnp.array(f32, copy=False), lambda: tnp.array(li, ndmin=40),
    lambda: tnp.array([[1, 2], [3]]), lambda: tnp.array([f32, f32]), lambda: tnp.array([]),
    lambda: tnp.array([], int), lambda: tnp.array('a'), lambda: tnp.array(b'a'), lambda: tnp.array([True, 2]),
    lambda: tnp.array(big), lambda: tnp.array(-2**63-1), lambda: tnp.array(None), lambda: tnp.array([None]),
    lambda: tnp.array([1, 2j]), lambda: tnp.array(npi, float), lambda: tnp.array(1.5, dtype=bool),
    lambda: tnp.asarray(li, float), lambda: tnp.asarray(f32, float), lambda: tnp.asarray(f32, np.float32),
    lambda: tnp.asanyarray(2, dtype='int8'), lambda: tnp.ascontiguousarray(3), lambda: tnp.copy(li))
print('# arange')
calls(lambda: tnp.arange(5), lambda: tnp.arange(2, 5), lambda: tnp.arange(2, 10, 3),
    lambda: tnp.arange(5, dtype=float), lambda: tnp.arange(0.5, 3), lambda: tnp.arange(5, 2),
    lambda: tnp.arange(5, 2, -1), lambda: tnp.arange(-3), lambda: tnp.arange(0, 1, 0.25),
    lambda: tnp.arange(3, 0, 0), lambda: tnp.arange(si), lambda: tnp.arange(3, step=2),
    lambda: tnp.arange(0, 3, dtype=tf.int8), lambda: tnp.arange(2.5, dtype=int), lambda: tnp.arange(0),
    lambda: tnp.arange(0, -3), lambda: tnp.arange(0, -3, -1, dtype='float32'), lambda: tnp.arange(s))
print('# linspace')
calls(lambda: tnp.linspace(0, 1, 5), lambda: tnp.linspace(0, 10, 3), lambda: tnp.linspace(0, 1, 5, endpoint=False),
    lambda: tnp.linspace(0, 1, 1), lambda: tnp.linspace(0, 1, 1, endpoint=False), lambda: tnp.linspace(0, 1, 0),
    lambda: tnp.linspace(0, 1, -1), lambda: tnp.linspace(0, 1, 3, retstep=True),
    lambda: tnp.linspace(0, 1, 1, retstep=True), lambda: tnp.linspace(0, 1, 3, False, True),
    lambda: tnp.linspace(0, 10, 4, dtype=int), lambda: tnp.linspace([0, 1], [2, 3], 3),
    lambda: tnp.linspace(f32, f32*2, 3, axis=1), lambda: tnp.linspace(0., 1., 3, dtype=tf.float32),
    lambda: tnp.linspace(0, 1, 3, dtype=None), lambda: tnp.linspace(1j, 2, 3), lambda: tnp.linspace(s, 2, 3),
    lambda: tnp.linspace(True, 2, 3), lambda: tnp.linspace(f64, f64+1, 2, axis=-1))
print('# logspace')
calls(lambda: tnp.logspace(0, 2, 3), lambda: tnp.logspace(0, 2, 3, base=2),
    lambda: tnp.logspace(0, 2, 3, endpoint=False), lambda: tnp.logspace(0., 2., 3, dtype=int),
    lambda: tnp.logspace(f32, f32+1, 2), lambda: tnp.geomspace(1, 100, 3), lambda: tnp.geomspace(1., 8., 4),
    lambda: tnp.geomspace(-1., -8., 4), lambda: tnp.geomspace(1, 256, 9, dtype=int),
    lambda: tnp.geomspace(1., 8., 4, endpoint=False), lambda: tnp.geomspace(lf, lf, 2, axis=1),
    lambda: tnp.geomspace(1j, 8j, 4), lambda: tnp.geomspace(1, 8, 0))
print('# meshgrid')
calls(lambda: tnp.meshgrid(li, lf), lambda: tnp.meshgrid(li, lf, indexing='ij'),
    lambda: tnp.meshgrid(li, lf, sparse=True), lambda: tnp.meshgrid(li, lf, copy=False), lambda: tnp.meshgrid(li),
    lambda: tnp.meshgrid(), lambda: tnp.meshgrid(li, indexing='ab'))
print('# diag')
calls(lambda: tnp.diag(li), lambda: tnp.diag(li, 1), lambda: tnp.diag(li, k=-1), lambda: tnp.diag(m3),
    lambda: tnp.diag(m3, 1), lambda: tnp.diag(m3, -1), lambda: tnp.diag(m3, 5), lambda: tnp.diag(m3, -5),
    lambda: tnp.diag(m, 2), lambda: tnp.diag(t3), lambda: tnp.diag(e, 2), lambda: tnp.diag(3),
    lambda: tnp.diagonal(m3), lambda: tnp.diagonal(m3, 1), lambda: tnp.diagonal(t3),
    lambda: tnp.diagonal(t3, 0, 1, 2), lambda: tnp.diagonal(t3, 1, 0, 2), lambda: tnp.diagonal(t3, -1, -1, -2),
    lambda: tnp.diagonal(m3, 7), lambda: tnp.diagonal(t3, 0, -2, -1), lambda: tnp.diagonal(t3, 0, 0, 5),
    lambda: tnp.diagonal(li), lambda: tnp.diagflat(m3), lambda: tnp.diagflat(li, 1), lambda: tnp.diagflat(3),
    lambda: tnp.diag_indices(3), lambda: tnp.diag_indices(2, 3), lambda: tnp.diag_indices(-1),
    lambda: tnp.diag_indices(2, -1))
print('# tri')
calls(lambda: tnp.tri(3), lambda: tnp.tri(3, 2), lambda: tnp.tri(2, 3, 1), lambda: tnp.tri(3, k=-1),
    lambda: tnp.tri(3, k=-5), lambda: tnp.tri(3, k=5), lambda: tnp.tri(2, dtype=int),
    lambda: tnp.tri(2, dtype=bool, k=-1), lambda: tnp.tril(m3), lambda: tnp.tril(m3, 1), lambda: tnp.tril(m, -1),
    lambda: tnp.tril(t3), lambda: tnp.tril(li), lambda: tnp.tril(3), lambda: tnp.triu(m3), lambda: tnp.triu(m3, 1),
    lambda: tnp.triu(m, -2), lambda: tnp.triu(t3, 1), lambda: tnp.triu(ll), lambda: tnp.triu(li),
    lambda: tnp.tril(tb), lambda: tnp.tril(m3, k=-9))
print('# vander')
calls(lambda: tnp.vander(li), lambda: tnp.vander(li, 2), lambda: tnp.vander(lf, increasing=True),
    lambda: tnp.vander(li, -1), lambda: tnp.vander(m3), lambda: tnp.vander(li, 4, True), lambda: tnp.vander(li, 0),
    lambda: tnp.vander(lc))
print('# all')
calls(lambda: tnp.all(lb), lambda: tnp.all(li, axis=0), lambda: tnp.all(m3, axis=1),
    lambda: tnp.all(m3, axis=(0, 1)), lambda: tnp.all(m3, axis=-1, keepdims=True), lambda: tnp.all(f),
    lambda: tnp.all([]), lambda: tnp.any(lb), lambda: tnp.any(m3, 0, True), lambda: tnp.any(ll, axis=[0]),
    lambda: tnp.any(tb, axis=3))
print('# sum')
calls(lambda: tnp.sum(li), lambda: tnp.sum(m, axis=0), lambda: tnp.sum(m, axis=(0, 1)),
    lambda: tnp.sum(m, -1, keepdims=True), lambda: tnp.sum(m, dtype=int), lambda: tnp.sum(lb),
    lambda: tnp.sum(tb, dtype=bool), lambda: tnp.sum(i8), lambda: tnp.sum(u8), lambda: tnp.sum(li, dtype=np.int8),
    lambda: tnp.sum(m, axis=5), lambda: tnp.sum(m, axis=tf.constant(1)),
    lambda: tnp.sum(m, axis=tf.constant(1, tf.int8)), lambda: tnp.sum(t3, axis=[0, 2]), lambda: tnp.sum(lc),
    lambda: tnp.sum(u16), lambda: tnp.sum(u64), lambda: tnp.sum(li, axis=None), lambda: tnp.sum(m, axis=s),
    lambda: tnp.prod(li), lambda: tnp.prod(m, axis=1, dtype=tf.float64), lambda: tnp.prod(lb),
    lambda: tnp.prod(lb, dtype=bool), lambda: tnp.prod(u8), lambda: tnp.mean(li), lambda: tnp.mean(m, axis=0),
    lambda: tnp.mean(li, dtype=int), lambda: tnp.mean(lb), lambda: tnp.mean(m, out=1),
    lambda: tnp.mean(i8, keepdims=True), lambda: tnp.mean(lc), lambda: tnp.mean(m, axis=0, dtype=np.float16),
    lambda: tnp.mean([]), lambda: tnp.mean(m, (0, 1)))
print('# amax')
calls(lambda: tnp.amax(li), lambda: tnp.amax(m, axis=0), lambda: tnp.amax(lb),
    lambda: tnp.amax(m3, axis=1, keepdims=True), lambda: tnp.amax(li, out=2), lambda: tnp.amax(lc),
    lambda: tnp.amax(u8), lambda: tnp.amax([]), lambda: tnp.amin(m, -1), lambda: tnp.amin(tb),
    lambda: tnp.amin(m, out=1), lambda: tnp.max(m, axis=0), lambda: tnp.min(m, axis=1, keepdims=True),
    lambda: tnp.max(m, 0, True), lambda: tnp.ptp(m), lambda: tnp.ptp(m, axis=0), lambda: tnp.ptp(li, keepdims=True),
    lambda: tnp.ptp(tb), lambda: tnp.amax(m, axis=(0, 1)))
print('# var')
calls(lambda: tnp.var(li), lambda: tnp.var(m, axis=0), lambda: tnp.var(m, ddof=1),
    lambda: tnp.var(m, axis=1, ddof=1), lambda: tnp.var(m, axis=-1, ddof=1, keepdims=True),
    lambda: tnp.var(li, ddof=1), lambda: tnp.var(m, dtype=np.float64), lambda: tnp.var(m, dtype=np.float64, ddof=1),
    lambda: tnp.var(lc), lambda: tnp.var(c64, ddof=1), lambda: tnp.var(m, out=1), lambda: tnp.var(lb),
    lambda: tnp.var(m, axis=0, dtype=int), lambda: tnp.var(m, axis=(0, 1)), lambda: tnp.std(li),
    lambda: tnp.std(m, axis=0), lambda: tnp.std(m, axis=1, keepdims=True), lambda: tnp.std(lc), lambda: tnp.std(lb),
    lambda: tnp.std(i8))
print('# average')
calls(lambda: tnp.average(li), lambda: tnp.average(lf), lambda: tnp.average(m, axis=0),
    lambda: tnp.average(m, weights=m), lambda: tnp.average(m, axis=1, weights=f32),
    lambda: tnp.average(m, axis=(0, 1)), lambda: tnp.average(m, returned=True),
    lambda: tnp.average(m, axis=0, returned=True), lambda: tnp.average(m, axis=1, weights=f32, returned=True),
    lambda: tnp.average(m, weights=f32), lambda: tnp.average(li, weights=li), lambda: tnp.average(f32, weights=f32),
    lambda: tnp.average(f32, 0, f32, True), lambda: tnp.average(lb), lambda: tnp.average(f64, weights=i32))
print('# nansum')
calls(lambda: tnp.nansum(nan), lambda: tnp.nansum(m, axis=0), lambda: tnp.nansum(nan, dtype=np.float64),
    lambda: tnp.nansum(li), lambda: tnp.nanprod(nan), lambda: tnp.nanprod(m, 1, keepdims=True),
    lambda: tnp.nanmean(nan), lambda: tnp.nanmean(m, axis=0), lambda: tnp.nanmean(li), lambda: tnp.nanmean(tb),
    lambda: tnp.nanmean(nan, dtype=np.float64), lambda: tnp.nanmean([float('nan'), 1., 3.]),
    lambda: tnp.nanmean(m, axis=1, keepdims=True), lambda: tnp.count_nonzero(li),
    lambda: tnp.count_nonzero(m3, axis=0), lambda: tnp.count_nonzero(lb), lambda: tnp.count_nonzero(m3, 1),
    lambda: tnp.count_nonzero([]))
print('# cumsum')
calls(lambda: tnp.cumsum(li), lambda: tnp.cumsum(m, axis=0), lambda: tnp.cumsum(m, axis=-1), lambda: tnp.cumsum(m),
    lambda: tnp.cumsum(lb), lambda: tnp.cumsum(i8), lambda: tnp.cumsum(i8, dtype=np.int8),
    lambda: tnp.cumsum(li, dtype=float), lambda: tnp.cumsum(m, axis=3), lambda: tnp.cumsum(u8),
    lambda: tnp.cumprod(li), lambda: tnp.cumprod(m, axis=1), lambda: tnp.cumprod(m, -2), lambda: tnp.cumprod(lb),
    lambda: tnp.cumprod(u8), lambda: tnp.cumsum(3))
print('# argsort')
calls(lambda: tnp.argsort(lf), lambda: tnp.argsort(m3, axis=0), lambda: tnp.argsort(m3, axis=None),
    lambda: tnp.argsort(lf, kind='stable'), lambda: tnp.argsort(lf, kind='x'), lambda: tnp.argsort(lf, order='a'),
    lambda: tnp.argsort(lc), lambda: tnp.argsort(3), lambda: tnp.argsort(tb), lambda: tnp.argsort(i8),
    lambda: tnp.sort(lf), lambda: tnp.sort(m3, axis=0), lambda: tnp.sort(m3, axis=None),
    lambda: tnp.sort(lf, kind='stable'), lambda: tnp.sort(lf, order=1), lambda: tnp.sort(3), lambda: tnp.sort(lc),
    lambda: tnp.sort(tb), lambda: tnp.argmax(lf), lambda: tnp.argmax(m, axis=0), lambda: tnp.argmax(m, axis=1),
    lambda: tnp.argmax(m), lambda: tnp.argmax(3), lambda: tnp.argmax(m, axis=5), lambda: tnp.argmin(m, 0),
    lambda: tnp.argmin(tb), lambda: tnp.argmin([]), lambda: tnp.argmax(lc), lambda: tnp.argmin(lf, axis=0))
print('# ravel')
calls(lambda: tnp.ravel(m), lambda: tnp.reshape(m, 6), lambda: tnp.reshape(m, (3, 2)),
    lambda: tnp.reshape(m, [3, -1]), lambda: tnp.reshape(m, (3, 2), order='F'),
    lambda: tnp.reshape(m, -1, order='F'), lambda: tnp.reshape(m, (3, 2), order='A'), lambda: tnp.reshape(m, (4, )),
    lambda: tnp.reshape(li, tf.constant([3, 1])), lambda: tnp.reshape(m, newshape=[6]), lambda: tnp.flatten(m, 'F'),
    lambda: tnp.flatten(m, 'A'), lambda: tnp.flatten(m, order='Z'), lambda: tnp.expand_dims(li, 0),
    lambda: tnp.expand_dims(m, -1), lambda: tnp.expand_dims(m, (0, 1)), lambda: tnp.expand_dims(m, 5),
    lambda: tnp.squeeze(tf.ones([1, 2, 1])), lambda: tnp.squeeze(tf.ones([1, 2, 1]), 0),
    lambda: tnp.squeeze(tf.ones([1, 2, 1]), axis=(0, 2)), lambda: tnp.squeeze(m, 0), lambda: tnp.squeeze(3))
print('# transpose')
calls(lambda: tnp.transpose(m), lambda: tnp.transpose(t3, [1, 2, 0]), lambda: tnp.transpose(t3, (2, 0, 1)),
    lambda: tnp.transpose(m, axes=tf.constant([1, 0])), lambda: tnp.transpose(m, [0]), lambda: tnp.transpose(ll),
    lambda: tnp.swapaxes(t3, 0, 2), lambda: tnp.swapaxes(t3, -1, 0),
    lambda: tnp.swapaxes(t3, tf.constant(0), tf.constant(2)), lambda: tnp.swapaxes(t3, 0, tf.constant(-1)),
    lambda: tnp.swapaxes(t3, 0, 5), lambda: tnp.swapaxes(ll, 0, 1), lambda: tnp.moveaxis(t3, 0, 2),
    lambda: tnp.moveaxis(t3, 0, -1), lambda: tnp.moveaxis(t3, [0, 1], [-1, -2]),
    lambda: tnp.moveaxis(t3, (0, ), (1, 2)), lambda: tnp.moveaxis(t3, 2, 1), lambda: tnp.moveaxis(t3, 0, 0),
    lambda: tnp.moveaxis(t3, [0, 1, 2], [2, 1, 0]), lambda: tnp.moveaxis(t3, 5, 0), lambda: tnp.moveaxis(li, 1, 1),
    lambda: tnp.moveaxis(t3, [], []))
print('# flip')
calls(lambda: tnp.flip(m), lambda: tnp.flip(m, 0), lambda: tnp.flip(m, -1), lambda: tnp.flip(t3, axis=1),
    lambda: tnp.flip(m, axis=(0, 1)), lambda: tnp.flip(m, 4), lambda: tnp.flipud(m), lambda: tnp.fliplr(m),
    lambda: tnp.fliplr(li), lambda: tnp.roll(li, 1), lambda: tnp.roll(m, 2), lambda: tnp.roll(m, 1, axis=0),
    lambda: tnp.roll(m, (1, 2), (0, 1)), lambda: tnp.roll(m, -1, -1), lambda: tnp.roll(m, 1, axis=5),
    lambda: tnp.rot90(m), lambda: tnp.rot90(m, 2), lambda: tnp.rot90(m, 3), lambda: tnp.rot90(m, 4),
    lambda: tnp.rot90(t3, 1, (1, 2)), lambda: tnp.rot90(m, -1), lambda: tnp.rot90(t3, axes=(0, -1)),
    lambda: tnp.rot90(li), lambda: tnp.rot90(ll))
print('# repeat')
calls(lambda: tnp.repeat(li, 2), lambda: tnp.repeat(m, 2, axis=0), lambda: tnp.repeat(m, 2),
    lambda: tnp.repeat(li, [1, 2, 3]), lambda: tnp.repeat(m, [1, 2], axis=0), lambda: tnp.repeat(3, 4),
    lambda: tnp.repeat(m, [1, 2, 3], axis=1), lambda: tnp.repeat(m, 2, axis=-1),
    lambda: tnp.repeat(li, tf.constant(2)), lambda: tnp.repeat(li, 0), lambda: tnp.tile(li, 2),
    lambda: tnp.tile(m, (2, 1)), lambda: tnp.tile(m, (2, 1, 1)), lambda: tnp.tile(3, 2), lambda: tnp.tile(m, 2),
    lambda: tnp.tile(m, []), lambda: tnp.tile(li, (2, 2)), lambda: tnp.tile(tf.ones([2]), tf.constant([2, 3])))
print('# pad')
calls(lambda: tnp.pad(li, 1, 'constant'), lambda: tnp.pad(li, [[1, 2]], 'constant'),
    lambda: tnp.pad(li, [[1, 2]], 'constant', constant_values=9), lambda: tnp.pad(m, [[1, 1], [0, 2]], 'reflect'),
    lambda: tnp.pad(m, [[1, 1], [1, 0]], 'symmetric'), lambda: tnp.pad(li, [[1, 1]], 'edge'),
    lambda: tnp.pad(m, ((1, 1), (0, 0)), mode='constant'),
    lambda: tnp.pad(lf, [[1, 1]], 'constant', constant_values=1.5))
print('# stack')
calls(lambda: tnp.stack([li, li]), lambda: tnp.stack([li, lf]), lambda: tnp.stack([li, li], axis=1),
    lambda: tnp.stack(m), lambda: tnp.stack(m, 1), lambda: tnp.stack(t3, -1), lambda: tnp.stack([li, [1]]),
    lambda: tnp.stack([3, 2.5]), lambda: tnp.stack([]), lambda: tnp.hstack([li, lf]), lambda: tnp.hstack([m, m]),
    lambda: tnp.hstack([1, 2]), lambda: tnp.hstack([ll, ll]), lambda: tnp.vstack([li, lf]),
    lambda: tnp.vstack([m, f32]), lambda: tnp.vstack([1, 2.5]), lambda: tnp.dstack([li, li]),
    lambda: tnp.dstack([m, m]), lambda: tnp.dstack([1, 2]), lambda: tnp.hstack((m, f32)),
    lambda: tnp.vstack([m, [[1, 2]]]))
print('# concatenate')
calls(lambda: tnp.concatenate([li, lf]), lambda: tnp.concatenate([m, m], axis=1), lambda: tnp.concatenate((m, m), 0),
    lambda: tnp.concatenate([]), lambda: tnp.concatenate(m), lambda: tnp.concatenate([m, f32]),
    lambda: tnp.concatenate([li, m], 0), lambda: tnp.concatenate([ll, ll], -1), lambda: tnp.append(li, 4),
    lambda: tnp.append(li, lf), lambda: tnp.append(m, [[7, 8, 9]], axis=0), lambda: tnp.append(m, f32, axis=0),
    lambda: tnp.append(lb, 2), lambda: tnp.append(1, 2))
print('# split')
calls(lambda: tnp.split(li, 3), lambda: tnp.split(np.arange(6), 2), lambda: tnp.split(m, [1], axis=1),
    lambda: tnp.split(m, [1, 2], axis=1), lambda: tnp.split(li, [1, 5]), lambda: tnp.split(li, [2, 1]),
    lambda: tnp.split(m, [1], axis=3), lambda: tnp.split(np.arange(6), [2, 4]), lambda: tnp.split(np.arange(5), 2),
    lambda: tnp.split(li, ()), lambda: tnp.vsplit(m, 2), lambda: tnp.vsplit(m, [1]), lambda: tnp.hsplit(m, 3),
    lambda: tnp.hsplit(m, [1, 2]), lambda: tnp.hsplit(f32, 3), lambda: tnp.hsplit(m, 2), lambda: tnp.dsplit(t3, 2),
    lambda: tnp.dsplit(t3, [1, 3]), lambda: tnp.vsplit(t3, 1), lambda: tnp.hsplit(t3, 3), lambda: tnp.dsplit(t3, 3),
    lambda: tnp.vsplit(m, foo=1), lambda: tnp.vsplit(m))
print('# broadcast_to')
calls(lambda: tnp.broadcast_to(li, (2, 3)), lambda: tnp.broadcast_to(3, [2]), lambda: tnp.broadcast_to(li, (2, 2)),
    lambda: tnp.broadcast_to(m, tf.constant([2, 2, 3])), lambda: tnp.broadcast_arrays(li, m),
    lambda: tnp.broadcast_arrays(li), lambda: tnp.broadcast_arrays(li, [[1], [2]], 3.),
    lambda: tnp.broadcast_arrays(li, m, subok=True), lambda: tnp.broadcast_arrays(li, foo=1),
    lambda: tnp.broadcast_arrays(li, [1, 2]), lambda: tnp.broadcast_arrays())
print('# atleast_1d')
calls(lambda: tnp.atleast_1d(1, li, m), lambda: tnp.atleast_2d(1, li, m), lambda: tnp.atleast_3d(1, li, m, t3),
    lambda: tnp.atleast_1d(), lambda: tnp.atleast_2d(lb), lambda: tnp.atleast_3d(tf.ones([2, 2, 2, 2])))
print('# take')
calls(lambda: tnp.take(li, [0, 2]), lambda: tnp.take(m, [0, 2], axis=1), lambda: tnp.take(m, 1),
    lambda: tnp.take(m, [0, 9]), lambda: tnp.take(m, [0, 9], mode='wrap'), lambda: tnp.take(m, -1, mode='wrap'),
    lambda: tnp.take(m, [0], mode='raise'), lambda: tnp.take(m, [0], mode='x'), lambda: tnp.take(m, 0, out=1),
    lambda: tnp.take(m, [-1]), lambda: tnp.take(m, tf.constant([[0, 1], [1, 0]]), axis=0), lambda: tnp.take(li, 0.5),
    lambda: tnp.take(m, [True]), lambda: tnp.take(t3, [0, 1], -1))
print('# where')
calls(lambda: tnp.where(lb, li, lf), lambda: tnp.where(lb), lambda: tnp.where(m>2), lambda: tnp.where(lb, 1, 2),
    lambda: tnp.where(lb, 1), lambda: tnp.where(lb, y=1), lambda: tnp.where(lb, li, 0.5),
    lambda: tnp.where([[True], [False]], li, li), lambda: tnp.where(li, 1, 0), lambda: tnp.where(lb, lc, lb),
    lambda: tnp.select([lb, li], [li, lf]), lambda: tnp.select([lb], [li], default=9),
    lambda: tnp.select([lb], [li, lf]), lambda: tnp.select([], []), lambda: tnp.select([m>2, m<5], [m, -m], 7),
    lambda: tnp.select([lb], [li], 1.5))
print('# nonzero')
calls(lambda: tnp.nonzero(li), lambda: tnp.nonzero(m3), lambda: tnp.nonzero(0), lambda: tnp.nonzero(lb),
    lambda: tnp.nonzero([]), lambda: tnp.compress(lb, li), lambda: tnp.compress([True], m),
    lambda: tnp.compress([False, True], m, axis=0), lambda: tnp.compress([True, False], m, axis=1),
    lambda: tnp.compress([True], 3), lambda: tnp.compress([[True]], li), lambda: tnp.compress(lb, m, axis=-1),
    lambda: tnp.compress([1, 0, 1, 1], li), lambda: tnp.compress(lb, m, 5), lambda: tnp.compress([], li))
print('# take_along_axis')
calls(lambda: tnp.take_along_axis(m, [[0], [2]], 1), lambda: tnp.take_along_axis(m, [[1, 0, 1]], 0),
    lambda: tnp.take_along_axis(m, [0, 5], None), lambda: tnp.take_along_axis(m, [[-1], [0]], -1),
    lambda: tnp.take_along_axis(t3, tf.zeros([2, 1, 4], tf.int64), 1), lambda: tnp.take_along_axis(li, [0, 2], 0),
    lambda: tnp.take_along_axis(m, [0], 1), lambda: tnp.take_along_axis(m, [[0.5]], 1))
print('# ix_')
calls(lambda: tnp.ix_([0, 1], [2]), lambda: tnp.ix_(lb, [0, 1]), lambda: tnp.ix_([0.5]), lambda: tnp.ix_(m3),
    lambda: tnp.ix_(), lambda: tnp.ix_([1, 2]))
print('# clip')
calls(lambda: tnp.clip(li, 1, 2), lambda: tnp.clip(lf, None, 1), lambda: tnp.clip(lf, 0, None),
    lambda: tnp.clip(lf, None, None), lambda: tnp.clip(f32, 0., 1.), lambda: tnp.clip(f32, i32, 2),
    lambda: tnp.clip(m, f32, 5), lambda: tnp.clip(lb, 0, 1), lambda: tnp.clip(i8, 0, 1), lambda: tnp.maximum(f32, 0),
    lambda: tnp.maximum(i32, 0), lambda: tnp.maximum(li, 0), lambda: tnp.maximum(f32, 0.),
    lambda: tnp.maximum(tb, False), lambda: tnp.maximum(f32, False), lambda: tnp.maximum(0, f32),
    lambda: tnp.maximum(f16, 0))
print('# tensordot')
calls(lambda: tnp.tensordot(m, m, axes=2), lambda: tnp.tensordot(m, m3, 1), lambda: tnp.tensordot(m, t3, [[0], [0]]),
    lambda: tnp.tensordot(li, li, axes=0), lambda: tnp.tensordot(m, m, axes=([0], [0])), lambda: tnp.dot(m, m3),
    lambda: tnp.dot(t3, m), lambda: tnp.dot(ll, ll), lambda: tnp.inner(m, m), lambda: tnp.inner(m3, m3),
    lambda: tnp.matmul(m, m3), lambda: tnp.matmul(li, li), lambda: tnp.matmul(m3, li), lambda: tnp.matmul(li, m3),
    lambda: tnp.matmul(t3, tf.ones([4, 2], tf.int32)), lambda: tnp.matmul(t3, tf.ones([4], tf.int32)),
    lambda: tnp.matmul(ll, lf), lambda: tnp.vdot(lc, lc), lambda: tnp.outer(li, lf), lambda: tnp.outer(m, li),
    lambda: tnp.outer(2, 3), lambda: tnp.kron(li, [1, 2]), lambda: tnp.kron(m, ll), lambda: tnp.kron(t3, ll),
    lambda: tnp.kron(2, li), lambda: tnp.kron(ll, li), lambda: tnp.cross(li, lf), lambda: tnp.cross([1, 2], [3, 4]),
    lambda: tnp.cross([1, 2], li), lambda: tnp.cross(m, m), lambda: tnp.cross(m3, m3, axis=0),
    lambda: tnp.cross(m3, m3, 0, 0, 0), lambda: tnp.cross(m3, m3, axisa=0), lambda: tnp.cross(m3, m3, axisc=0),
    lambda: tnp.cross([1, 2, 3, 4], li), lambda: tnp.cross(ll, ll), lambda: tnp.cross(li, [3, 4]),
    lambda: tnp.cross(f32, m3))
print('# trace')
calls(lambda: tnp.trace(m3), lambda: tnp.trace(m3, 1), lambda: tnp.trace(t3), lambda: tnp.trace(t3, 0, 1, 2),
    lambda: tnp.trace(m3, dtype=float), lambda: tnp.trace(m, -1), lambda: tnp.trace(t3, 1, 0, 2),
    lambda: tnp.trace(tb), lambda: tnp.trace(m3, 0, -2, -1), lambda: tnp.trace(m3, offset=9))
print('# einsum')
calls(lambda: tnp.einsum('ij, jk->ik', m, m3), lambda: tnp.einsum('i, i', li, lf), lambda: tnp.einsum('ij->ji', m),
    lambda: tnp.einsum('ij, ij', m, m, optimize=True), lambda: tnp.einsum('ij, ij', m, m, optimize='optimal'),
    lambda: tnp.einsum('ij, ij', m, m, optimize='x'), lambda: tnp.einsum('ij, ij', m, m, casting='x'),
    lambda: tnp.einsum('ii', m3), lambda: tnp.einsum('ij, j', m))
print('# polyval')
calls(lambda: tnp.polyval(li, 2), lambda: tnp.polyval(li, lf), lambda: tnp.polyval(3, li),
    lambda: tnp.polyval([2], m), lambda: tnp.polyval(lf, i32), lambda: tnp.polyval(li, 1j),
    lambda: tnp.isclose(li, lf), lambda: tnp.isclose(nan, nan), lambda: tnp.isclose(nan, nan, equal_nan=True),
    lambda: tnp.isclose(1., 1.1, rtol=0.2), lambda: tnp.isclose(1., 1.1, atol=0.2), lambda: tnp.isclose(lc, lc),
    lambda: tnp.isclose(li, li), lambda: tnp.allclose(lf, lf), lambda: tnp.allclose(nan, nan, equal_nan=True),
    lambda: tnp.allclose(1, 1.0000001), lambda: tnp.allclose(f32, f64))
print('# gcd')
calls(lambda: tnp.gcd(12, 18), lambda: tnp.gcd([12, 18], [8, 27]), lambda: tnp.gcd(0, 0), lambda: tnp.gcd(-4, 6),
    lambda: tnp.gcd(1.5, 2), lambda: tnp.gcd(u8, i8), lambda: tnp.lcm(4, 6), lambda: tnp.lcm([0, 3], [5, 6]),
    lambda: tnp.lcm(-4, 6), lambda: tnp.lcm(1., 2), lambda: tnp.gcd(True, 2), lambda: tnp.gcd(lb, lb),
    lambda: tnp.lcm(m3, 2))
print('# diff')
calls(lambda: tnp.diff(li), lambda: tnp.diff(m), lambda: tnp.diff(m, axis=0), lambda: tnp.diff(m, 2),
    lambda: tnp.diff(m, n=0), lambda: tnp.diff(li, -1), lambda: tnp.diff(m, axis=5), lambda: tnp.diff(lb),
    lambda: tnp.diff(3), lambda: tnp.diff(m, 1, -2), lambda: tnp.diff(lc, 2), lambda: tnp.around(lf),
    lambda: tnp.around(lf, 1), lambda: tnp.around(1234, -2), lambda: tnp.around([1.255, 2.345], 2),
    lambda: tnp.around(i32, 1), lambda: tnp.round(lf, 1), lambda: tnp.round(2.5), lambda: tnp.fix(lf),
    lambda: tnp.fix(nan), lambda: tnp.sign(lf), lambda: tnp.sign(lc), lambda: tnp.sign(lf, out=1),
    lambda: tnp.sign(lf, where=True), lambda: tnp.sign(lf, foo=1), lambda: tnp.sign(u8), lambda: tnp.angle(lc),
    lambda: tnp.angle(lc, deg=True), lambda: tnp.angle(-1), lambda: tnp.angle(lf, True),
    lambda: tnp.heaviside(lf, 0.5), lambda: tnp.heaviside(lf, i32), lambda: tnp.sinc(0), lambda: tnp.sinc(lf),
    lambda: tnp.signbit(lf), lambda: tnp.signbit(tb), lambda: tnp.cbrt(-8), lambda: tnp.cbrt(lf))
print('# size')
calls(lambda: tnp.size(m), lambda: tnp.size(3), lambda: tnp.size(li), lambda: tnp.size(m, axis=0),
    lambda: tnp.size(np.int32(3)), lambda: tnp.shape(m), lambda: tnp.shape(3), lambda: tnp.ndim(m),
    lambda: tnp.ndim(3), lambda: tnp.isscalar(3), lambda: tnp.isscalar(li), lambda: tnp.isscalar('a'),
    lambda: tnp.iinfo(np.int8), lambda: tnp.iinfo(int), lambda: tnp.result_type(np.int32, 3),
    lambda: tnp.result_type(np.int8, np.uint8), lambda: tnp.result_type(), lambda: tnp.result_type(1, 2.5),
    lambda: tnp.result_type([1, 2.5]), lambda: tnp.result_type(tf.float32, np.int64),
    lambda: tnp.result_type(f32, 1j), lambda: tnp.result_type('float32'), lambda: tnp.result_type(i8, 300),
    lambda: tnp.promote_types(np.int8, np.uint8), lambda: tnp.promote_types(tf.float32, tf.int32),
    lambda: tnp.promote_types('int8', 'float16'), lambda: tnp.promote_types(int, float),
    lambda: tnp.promote_types(bool, np.int8))
print('# isneginf')
calls(lambda: tnp.isneginf(nan), lambda: tnp.isposinf(nan), lambda: tnp.isinf(nan), lambda: tnp.isinf(i32),
    lambda: tnp.isfinite(nan), lambda: tnp.isnan(nan), lambda: tnp.isneginf(i32), lambda: tnp.isinf(3),
    lambda: tnp.iscomplex(lc), lambda: tnp.isreal(lc), lambda: tnp.iscomplexobj(lc), lambda: tnp.iscomplexobj(3),
    lambda: tnp.isrealobj(lf), lambda: tnp.array_equal(li, li), lambda: tnp.array_equal(li, lf),
    lambda: tnp.array_equal(li, [1, 2]), lambda: tnp.array_equal(m, li), lambda: tnp.array_equal(li, i32))
print('# add')
calls(lambda: tnp.add(1), lambda: tnp.add(1, 2, 3), lambda: tnp.sum(), lambda: tnp.amax(foo=1), lambda: tnp.zeros(),
    lambda: tnp.array(1, foo=2), lambda: tnp.dot(a=1, b=2), lambda: tnp.power(x1=2, x2=3), lambda: tnp.nansum(),
    lambda: tnp.hsplit(), lambda: tnp.log(), lambda: tnp.take(li), lambda: tnp.where(), lambda: tnp.matmul(1, 2),
    lambda: tnp.true_divide(True, True), lambda: tnp.floor_divide(True, True), lambda: tnp.mod(True, True),
    lambda: tnp.subtract(True, False), lambda: tnp.power(True, 2), lambda: tnp.power(2, -1),
    lambda: tnp.power(2., -1), lambda: tnp.divmod(7, 3), lambda: tnp.divmod(-7.5, 2), lambda: tnp.mod(-7, 3),
    lambda: tnp.remainder(7.5, -2), lambda: tnp.float_power(2, 3), lambda: tnp.floor_divide(7, 0),
    lambda: tnp.mod(7, 0), lambda: tnp.true_divide(1, 0), lambda: tnp.hypot(3, 4), lambda: tnp.logaddexp(1., 2.),
    lambda: tnp.logaddexp2(1., 2.), lambda: tnp.nextafter(1., 2.), lambda: tnp.arctan2(1., -1.),
    lambda: tnp.bitwise_and(True, False), lambda: tnp.bitwise_or(5, 2), lambda: tnp.bitwise_xor(lb, True),
    lambda: tnp.bitwise_not(5), lambda: tnp.bitwise_not(True), lambda: tnp.pi, lambda: tnp.e, lambda: tnp.inf,
    lambda: tnp.newaxis, lambda: tnp.ndarray, lambda: tnp.float_, lambda: tnp.complex_, lambda: tnp.int_,
    lambda: tnp.bool_, lambda: tnp.string_, lambda: tnp.unicode_, lambda: tnp.object_, lambda: tnp.inexact,
    lambda: tnp.uint64, lambda: tnp.float16)
