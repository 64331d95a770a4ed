import numpy as np, warnings
warnings.simplefilter('always')
def t(*fs):
  for f in fs:
    with warnings.catch_warnings(record=True) as log:
      warnings.simplefilter('always')
      try: print(repr(f()), [str(w.message) for w in log])
      except Exception as e: print(type(e).__name__, e)
a = np.array([1.0, 0, -1]); z = np.zeros(3); i = np.array([1, 2, 0])
t(lambda: a / z, lambda: a / 0, lambda: np.float64(1) / 0, lambda: np.log(a), lambda: np.sqrt(-1.0), lambda: np.exp(1000.0), lambda: i // 0, lambda: i % i, lambda: np.int64(1) // np.int64(0), lambda: a // z, lambda: a % z, lambda: np.float32(1e38) * np.float32(10), lambda: np.array([1e308]) + np.array([1e308]), lambda: np.log10(0), lambda: np.log2([0.0, -1]), lambda: np.arcsin(2), lambda: np.arctanh(1.0), lambda: np.sum([np.inf, -np.inf]), lambda: np.inf - np.inf, lambda: np.array([np.inf]) - np.inf, lambda: np.nan + 1, lambda: np.array([np.nan]) * 2, lambda: np.int32(2**31 - 1) + np.int32(1), lambda: np.uint8(200) + np.uint8(100), lambda: np.reciprocal(0.0), lambda: np.log1p(-1.0), lambda: np.divide(1, 0), lambda: np.add(np.float32(3e38), np.float32(3e38)))
with np.errstate(divide='ignore', invalid='ignore'): t(lambda: a / z)
with np.errstate(all='raise'): t(lambda: a / z, lambda: np.exp(1000.0), lambda: np.sqrt(-1.0))
print(np.geterr()); old = np.seterr(over='raise'); print(old, np.geterr()['over']); np.seterr(**old)
t(lambda: np.seterr(all='x'))
@np.errstate(all='ignore')
def f(): return a / z
t(f)
t(lambda: np.add.reduce([[1, 2], [3, 4]]), lambda: np.add.reduce([[1, 2], [3, 4]], axis=None), lambda: np.multiply.accumulate([1, 2, 3]), lambda: np.add.outer([1, 2], [3, 4]), lambda: np.maximum.reduce([1, 5, 2]), lambda: np.add(1, 2, out=np.zeros(1)), lambda: np.maximum.accumulate([1, 3, 2]), lambda: np.add.nin, lambda: np.add.identity, lambda: np.add, lambda: np.subtract.reduce([10, 2, 3]), lambda: np.add([1, 2], [3, 4], dtype=np.float32), lambda: np.logical_and.reduce([True, False]), lambda: np.exp.__name__, lambda: type(np.add), lambda: np.add(1), lambda: np.multiply.outer([1, 2], [[1], [2]]).shape, lambda: np.add.reduceat([0, 1, 2, 3, 4], [0, 3]))
def at():
  x = np.zeros(3, int); np.add.at(x, [0, 0, 2], [1, 2, 3]); y = np.arange(3.0); np.negative.at(y, [0, 1]); return x, y
t(at)
x = np.arange(6, dtype='i4').reshape(2, 3)
t(lambda: x.strides, lambda: x.flat[3], lambda: list(x.flat)[:3], lambda: x.T.shape, lambda: x.dtype.char, lambda: x.dtype.str, lambda: x.dtype.num, lambda: np.dtype('f4'), lambda: np.dtype('<i8').name, lambda: np.dtype(float).byteorder, lambda: x.view('f4').dtype, lambda: np.float32(2).is_integer(), lambda: np.float64(0.5).as_integer_ratio(), lambda: x.flags['C_CONTIGUOUS'], lambda: x.nope, lambda: np.array([1, 2.5, True]), lambda: np.array([True, 2]), lambda: np.array([1, 1j]), lambda: np.array([np.int32(1), 2.5]), lambda: np.array([[1, 2], [3]]), lambda: np.array([np.arange(2), [3, 4.5]]), lambda: np.array([np.float32(1), np.float32(2)]).dtype, lambda: np.array([1, 2], dtype=complex), lambda: np.concatenate([[1], [2]], axis=None), lambda: np.concatenate([np.ones((2, 2)), np.ones((1, 3))]), lambda: np.concatenate([]), lambda: np.concatenate([[1], [[2]]]), lambda: np.concatenate([3, 4]))
t(lambda: np.poly([1, 2, 3]), lambda: sorted(np.roots([1, -6, 11, -6]).round(6).tolist()), lambda: abs(np.roots([1, 0, 1])).round(6), lambda: np.polyadd([1, 2], [9, 5, 4]), lambda: np.polysub([2, 10], [1]), lambda: np.polymul([1, 2], [1, 3]), lambda: np.polydiv([3.0, 5, 2], [2.0, 1]), lambda: np.polyder([1, 2, 3]), lambda: np.polyint([1, 1, 1]), lambda: np.polyval([3, 0, 1], 5), lambda: np.poly1d([1, 2, 3]), lambda: str(np.poly1d([1, -2, 0, 3])), lambda: np.poly1d([1, 2])(3), lambda: np.poly1d([1, 2]) * np.poly1d([1, 3]), lambda: np.poly1d([1, 2, 3]).deriv(), lambda: sorted(np.poly1d([1, -3, 2]).r.round(6).tolist()), lambda: np.poly1d([1, 2]) ** 2)
L = np.linalg
m = np.array([[2.0, 1], [1, 3]])
t(lambda: L.eigvals(np.diag([1.0, 2, 3])), lambda: L.outer([1, 2], [3, 4]), lambda: L.cross([1, 0, 0], [0, 1, 0]), lambda: L.matmul(m, m), lambda: L.matrix_norm(m), lambda: L.vector_norm([3.0, 4]), lambda: L.trace(m), lambda: L.diagonal(m), lambda: L.tensorsolve(np.eye(4).reshape(2, 2, 2, 2), np.ones((2, 2))), lambda: L.tensorinv(np.eye(4).reshape(2, 2, 2, 2)).shape, lambda: L.vecdot([1, 2], [3, 4]), lambda: L.matrix_transpose(m), lambda: abs(L.eig(np.array([[0.0, -1], [1, 0]]))[0]), lambda: sorted(L.eigvals([[0.0, -1], [1, 0]]).imag.tolist()), lambda: L.vector_norm(np.ones((2, 3)), axis=1), lambda: L.cross([1, 2], [3, 4]), lambda: L.eigvals([[np.nan, 1], [1, 1]]))
import io
b = io.BytesIO(); np.savez(b, x=[1, 2], y=3.5); b.seek(0); d = np.load(b); print(d.files, d['x'], d['y'], 'x' in d, sorted(d), d)
b = io.BytesIO(); np.savez_compressed(b, np.arange(1000)); b.seek(0); print(np.load(b)['arr_0'].sum(), len(b.getvalue()) < 3000)
np.savez('f.npz', a=np.eye(2)); print(np.load('f.npz')['a'])
with np.load('f.npz') as z: print(z.f.a, z); t(lambda: z['q'])
