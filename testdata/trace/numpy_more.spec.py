# What numpy has beside arrays and arithmetic: its random streams, functions, printing, files.
import numpy as np, tensorflow as tf
from numpy.random import default_rng
import numpy.random as npr
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, str(e))
np.random.seed(0)
for f in [lambda: np.random.rand(2, 2), lambda: np.random.randn(3), lambda: np.random.rand(), lambda: np.random.randint(0, 10, 5), lambda: np.random.randint(3), lambda: np.random.uniform(-1, 1, (2,)), lambda: np.random.normal(size=2), lambda: np.random.choice([1, 2, 3], 2), lambda: np.random.permutation(5), lambda: np.random.random((2, 2)).astype(np.float32), lambda: np.random.randn(2, 3).astype('float32'), lambda: np.random.exponential(), lambda: np.random.choice(5, 3, replace=False), lambda: np.random.randint(0, 2, (2, 2), dtype=np.int32), lambda: np.random.RandomState(42).rand(2), lambda: npr.RandomState(1).normal(0, 1, [2])]:
    t(f)
rng = default_rng(42)
for f in [lambda: rng.random(3), lambda: rng.standard_normal(4), lambda: rng.normal(0, 2, (2, 2)), lambda: rng.integers(0, 10, 5), lambda: rng.integers(5), lambda: rng.uniform(size=2), lambda: rng.choice([1., 2., 3.], 2), lambda: rng.permutation(6), lambda: rng.random(2, dtype=np.float32), lambda: rng.integers(1, 7, (2, 3), endpoint=True)]:
    t(f)
a = np.array([[3., 1., 2.], [4., 6., 5.]], dtype=np.float32)
for f in [lambda: np.maximum(a, 2), lambda: np.minimum(a, [1, 2, 3]), lambda: np.clip(a, 2, 4), lambda: np.sign(-a), lambda: np.square(a), lambda: np.expand_dims(a, 0).shape, lambda: np.expand_dims(a, -1).shape, lambda: np.squeeze(a[None]).shape, lambda: np.vstack([a, a]).shape, lambda: np.hstack([a, a]), lambda: np.stack([a, a], axis=1).shape, lambda: np.stack([a, a], -1).shape, lambda: np.split(a, 3, axis=1), lambda: np.tile([1, 2], 2), lambda: np.repeat([1, 2], 2), lambda: np.flip(a, 1), lambda: np.roll([1, 2, 3], 1), lambda: np.cumsum([1, 2, 3]), lambda: np.sort([3, 1, 2]), lambda: np.argsort([3, 1, 2]), lambda: np.unique([3, 1, 3], return_counts=True), lambda: np.diff([1, 4, 9]), lambda: np.median([3, 1, 2]), lambda: np.percentile([1, 2, 3, 4], 50), lambda: np.var(a), lambda: np.std(a, axis=0), lambda: np.argmax(a, axis=1), lambda: np.argmax(a), lambda: a.argmin(), lambda: np.where(a > 2), lambda: np.where(a > 2, a, 0), lambda: np.nonzero([0, 1, 2]), lambda: np.count_nonzero(a > 2), lambda: np.outer([1, 2], [3, 4]), lambda: np.diag([1, 2]), lambda: np.tril(np.ones((3, 3))), lambda: np.triu(np.ones((2, 2)), 1), lambda: np.meshgrid([1, 2], [3, 4, 5]), lambda: np.transpose(a, (1, 0)).shape, lambda: np.moveaxis(np.zeros((2, 3, 4)), 0, -1).shape, lambda: np.swapaxes(np.zeros((2, 3, 4)), 0, 1).shape, lambda: np.full_like(a, 7), lambda: np.identity(2), lambda: np.isclose([1., 2.], [1., 2.1]), lambda: np.logical_and([True, False], [True, True]), lambda: np.logical_not([True, False]), lambda: np.linalg.norm([3., 4.]), lambda: np.linalg.norm(a, axis=1), lambda: np.finfo(np.float32).max, lambda: np.iinfo('int64').max, lambda: np.broadcast_to([1, 2], (2, 2)), lambda: np.pad([1, 2], 1), lambda: np.pad(a, ((1, 0), (0, 1))), lambda: np.average([1, 2, 3], weights=[3, 2, 1]), lambda: np.bincount([0, 1, 1, 3]), lambda: np.searchsorted([1, 3, 5], 3), lambda: np.mod([5, 7], 3), lambda: np.floor_divide(7, 2), lambda: np.log2([1., 8.]), lambda: np.log10(100.), lambda: np.arctan2(1., 1.), lambda: np.allclose([1.], [1. + 1e-9]), lambda: np.array_split([1, 2, 3, 4, 5], 2), lambda: np.append([1], [2, 3]), lambda: np.take([5, 6, 7], [0, 2]), lambda: np.ndim(a), lambda: np.shape([[1, 2]]), lambda: np.atleast_2d([1, 2]), lambda: np.isscalar(3), lambda: np.interp(2.5, [1, 2, 3], [3, 2, 0]), lambda: np.nosuch, lambda: np.frombuffer(b'\x01\x02', np.uint8), lambda: np.ptp(a), lambda: np.isin([1, 2], [2]), lambda: np.transpose(a).shape, lambda: np.max(a, axis=0), lambda: np.cumprod([1, 2, 3]), lambda: np.trace(np.eye(3)), lambda: np.amax(a), lambda: np.greater([1, 2], 1), lambda: np.negative([1]), lambda: np.reciprocal(2.), lambda: np.hypot(3., 4.), lambda: np.exp2([1., 2.]), lambda: np.intp, lambda: np.dot([1, 2], [3, 4]), lambda: np.trunc([1.7, -1.7]), lambda: np.asarray(tf.constant([1, 2])) + 1, lambda: np.mean(tf.constant([1., 2.])), lambda: np.concatenate(([1], [2.])), lambda: np.testing.assert_allclose([1.], [1.]), lambda: np.testing.assert_array_equal([1], [1])]:
    t(f)
np.set_printoptions(precision=3, suppress=True)
print(np.array([1.23456, 1e-8]), tf.constant([1.23456, 2.]))
with np.printoptions(precision=1): print(np.array([1.23456]))
print(np.array([1.23456]), np.get_printoptions()['precision'])
np.set_printoptions(precision=8, suppress=False, threshold=5); print(np.arange(10))
import tempfile, os
d = tempfile.mkdtemp()
np.save(d + '/a', a); print(np.load(d + '/a.npy'), np.load(os.path.join(d, 'a.npy')).dtype)
@tf.function
def f(x):
    w = np.random.RandomState(0).randn(3).astype(np.float32)
    return x + w, x * np.maximum(np.array([1., 2., 3.], np.float32), 2)
print(f(tf.zeros([3])))
