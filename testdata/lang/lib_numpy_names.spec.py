import numpy as np
def t(*fs):
  for f in fs:
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
t(lambda: np.isreal(np.array([1+1j, 1+0j, 4.5, 3, 2, 2j])), lambda: np.iscomplex([1, 1j]), lambda: np.isreal(3), lambda: np.iscomplex(3.0), lambda: np.real([1+2j]), lambda: np.imag([1.0, 2]), lambda: np.real(1+2j), lambda: np.imag(3))
t(lambda: np.real_if_close([2.1 + 4e-14j, 5.2 + 3e-15j]), lambda: np.real_if_close([2.1+4e-13j, 5.2], tol=1000), lambda: np.sort_complex([5, 3, 6, 2, 1]), lambda: np.sort_complex([1+2j, 2-1j, 3-2j, 1-3j]))
t(lambda: np.ix_([0, 1], [2, 4]), lambda: np.arange(10).reshape(2, 5)[np.ix_([0, 1], [2, 4])], lambda: np.ix_([True, True], [2]), lambda: np.ix_([[1]]))
t(lambda: np.mgrid[0:3, 0:2], lambda: np.mgrid[0:1:3j], lambda: np.ogrid[0:3, 0:2], lambda: np.mgrid[-1:1:5j, 0:2], lambda: np.mgrid[0:3], lambda: np.ogrid[:2, :3, :2][2].shape)
t(lambda: np.r_[1, 2, 3], lambda: np.r_[np.array([1, 2, 3]), 0, 0, np.array([4, 5, 6])], lambda: np.r_[-1:1:6j, [0]*3, 5, 6], lambda: np.r_['0,2', [1, 2, 3], [4, 5, 6]], lambda: np.r_['-1', np.zeros((2, 1)), np.ones((2, 2))], lambda: np.r_[0:5, 10.0])
t(lambda: np.c_[np.array([1, 2, 3]), np.array([4, 5, 6])], lambda: np.c_[np.array([[1, 2, 3]]), 0, 0, np.array([[4, 5, 6]])], lambda: np.r_['1,2,0', [1, 2], [3, 4]], lambda: np.s_[1:3, ..., None], lambda: np.index_exp[2::2], lambda: np.s_[2])
t(lambda: np.modf([0, 3.5, -2.25, np.inf]), lambda: np.modf(-0.5), lambda: np.frexp([1.0, 10, 0, -3]), lambda: np.frexp(5), lambda: np.ldexp(5.0, [1, 2, 3]), lambda: np.ldexp(np.float32(2), 3), lambda: np.nextafter(1, 2), lambda: np.nextafter(np.float32(1), np.float32(0)), lambda: np.nextafter(np.float16(1), np.float16(2)), lambda: np.spacing(1), lambda: np.spacing([0.0, 1e300, -3, np.inf]), lambda: np.spacing(np.float32(7)))
t(lambda: np.unwrap([0, 1, 2, 2+7, 9, 1]), lambda: np.unwrap(np.array([0, 1, 2, -1, 0]), period=4), lambda: np.unwrap([[0, 0.78], [5.49, 6.28]]))
x = np.linspace(-2.5, 2.5, 6)
t(lambda: np.piecewise(x, [x < 0, x >= 0], [-1, 1]), lambda: np.piecewise(x, [x < 0, x >= 0], [lambda x: -x, lambda x: x]), lambda: np.piecewise(3, [False], [1, 2]), lambda: np.piecewise(x, [x > 1], [lambda v: v * 2]), lambda: np.piecewise(x, [x > 1], [1, 2, 3]))
def put_test():
  a = np.arange(5); np.put(a, [0, 2], [-44, -55]); b = np.arange(5); np.put(b, 22, -5, mode='clip'); c = np.arange(6).reshape(2, 3); np.place(c, c > 2, [44, 55]); d = np.arange(5); np.putmask(d, d > 1, [-33, -44]); e = np.array([[10, 30, 20], [60, 40, 50]]); np.put_along_axis(e, np.argmax(e, axis=1, keepdims=True), 99, axis=1)
  return a, b, c, d, e
t(put_test, lambda: np.put(np.arange(3), 5, 1))
t(lambda: np.broadcast_shapes((1, 2), (3, 1), (3, 2)), lambda: np.broadcast_shapes((6, 7), (5, 6, 1), (7,), (5, 1, 7)), lambda: np.broadcast_shapes((3,), (4,)), lambda: np.broadcast([[1], [2]], [4, 5]).shape, lambda: list(np.broadcast([1, 2], [3])), lambda: np.broadcast([1, 2], 3).nd)
t(lambda: np.can_cast(np.int32, np.int64), lambda: np.can_cast('i8', 'f8'), lambda: np.can_cast('i8', 'f4'), lambda: np.can_cast('f8', 'f4', 'same_kind'), lambda: np.can_cast(float, int, 'same_kind'), lambda: np.can_cast(3, 'i1'), lambda: np.can_cast('u1', 'i1'), lambda: np.can_cast('i4', 'u4', 'same_kind'), lambda: np.can_cast(bool, int), lambda: np.can_cast('i8', 'i4', 'bad'))
t(lambda: np.common_type(np.arange(2, dtype=np.float32)), lambda: np.common_type(np.arange(2, dtype=np.float32), np.arange(2)), lambda: np.common_type(np.arange(4), np.array([45, 6j])), lambda: np.common_type(np.array(['a'])), lambda: np.min_scalar_type(10), lambda: np.min_scalar_type(-260), lambda: np.min_scalar_type(3.1), lambda: np.min_scalar_type(1e50), lambda: np.min_scalar_type(np.arange(4, dtype='f8')), lambda: np.mintypecode(['d', 'f', 'S']), lambda: np.mintypecode('abceh'), lambda: np.typename('d'))
t(lambda: np.issubdtype(np.float32, np.floating), lambda: np.issubdtype('S1', np.bytes_), lambda: np.issubdtype('i4', np.signedinteger) , lambda: np.issubdtype(np.uint8, np.integer), lambda: np.issubdtype(np.float64, float), lambda: np.issubdtype(np.float64, np.float32), lambda: np.issubdtype(np.int32, np.number), lambda: np.issubdtype(bool, np.generic), lambda: np.isdtype(np.dtype('float32'), 'real floating'), lambda: np.isdtype(np.float32, ('integral', np.float64)), lambda: np.isdtype(np.float32, 'x'))
t(lambda: np.packbits([[[1, 0, 1], [0, 1, 0]], [[1, 1, 0], [0, 0, 1]]], axis=-1), lambda: np.packbits([1, 0, 1, 1, 0, 0, 0, 1, 1]), lambda: np.packbits([1, 0, 1], bitorder='little'), lambda: np.unpackbits(np.array([[2], [7], [23]], dtype=np.uint8), axis=1), lambda: np.unpackbits(np.array([5], np.uint8), count=4), lambda: np.unpackbits(np.array([5], np.uint8), bitorder='little'), lambda: np.unpackbits([1]), lambda: np.packbits([1.0]))
t(lambda: np.binary_repr(3), lambda: np.binary_repr(-3), lambda: np.binary_repr(-3, 5), lambda: np.binary_repr(3, 4), lambda: np.binary_repr(-3, 2), lambda: np.base_repr(5), lambda: np.base_repr(6, 5), lambda: np.base_repr(7, base=5, padding=3), lambda: np.base_repr(-10, 16), lambda: np.base_repr(1, 40), lambda: np.binary_repr(0, 3))
t(lambda: np.float_power([1, 2, 3], 2), lambda: np.float_power(np.float32(2), 0.5), lambda: np.logaddexp2(1, 2), lambda: np.logaddexp2([-1.0, 3], 3.0), lambda: np.bitwise_count(1023), lambda: np.bitwise_count([7, -8, 0]))
t(lambda: np.nancumsum([1, np.nan]), lambda: np.nancumprod([[1, 2], [3, np.nan]], axis=0), lambda: np.nanquantile([[10., np.nan, 4.], [3, 2, 1]], 0.5), lambda: np.nanquantile([[10., np.nan, 4.], [3, 2, 1]], 0.5, axis=0), lambda: np.nanpercentile([1, np.nan, 3], [25, 50]), lambda: np.nanpercentile([1, 2], 200), lambda: np.nanquantile([[10., np.nan], [3, 2]], 0.3, axis=1, keepdims=True))
t(lambda: np.cumulative_sum([1, 2, 3]), lambda: np.cumulative_sum([1, 2, 3], include_initial=True), lambda: np.cumulative_prod([[1, 2], [3, 4]], axis=1, include_initial=True), lambda: np.cumulative_sum([[1]]))
t(lambda: np.diag_indices(3), lambda: np.diag_indices_from(np.eye(2)), lambda: np.tril_indices_from(np.eye(2)), lambda: np.triu_indices_from(np.ones((2, 3)), 1), lambda: np.mask_indices(3, np.triu), lambda: np.diag_indices_from(np.ones((2, 3))))
t(lambda: np.bartlett(5), lambda: np.blackman(6), lambda: np.kaiser(5, 14), lambda: np.i0(0.), lambda: np.i0([0, 1, 10.]), lambda: np.hanning(6), lambda: np.hamming(5), lambda: np.bartlett(0), lambda: np.blackman(1))
t(lambda: np.vecdot([[0., 5., 0.], [0., 0., 10.]], [0., 0.6, 0.8]), lambda: np.matvec([[1, 2], [3, 4]], [1, 1]), lambda: np.vecmat([1, 1], [[1, 2], [3, 4]]), lambda: np.vecdot([1j], [1j]), lambda: np.vecdot([1, 2], [1, 2, 3]))
t(lambda: np.rollaxis(np.ones((3, 4, 5, 6)), 3, 1).shape, lambda: np.rollaxis(np.ones((3, 4, 5, 6)), 2).shape, lambda: np.rollaxis(np.ones((3, 4)), 1, 5), lambda: np.dsplit(np.arange(16.0).reshape(2, 2, 4), 2), lambda: np.dsplit([1], 1), lambda: np.unstack(np.arange(6).reshape(2, 3)), lambda: np.unstack(np.arange(6).reshape(2, 3), axis=1), lambda: np.unstack(3))
t(lambda: np.block([[np.eye(2) * 2, np.zeros((2, 3))], [np.ones((3, 2)), np.eye(3) * 3]]), lambda: np.block([1, 2, 3]), lambda: np.block([[1, 2], [3]]), lambda: np.block([[1], 2]), lambda: np.block([[1, (2,)]]), lambda: np.block([]), lambda: np.block(3), lambda: np.block([np.array([1, 2]), 4]))
t(lambda: np.unique_all([1, 1, 2]), lambda: np.unique_counts([1, 1, 2]), lambda: np.unique_inverse([3, 1, 3]), lambda: np.unique_values([3, 1, 3]))
t(lambda: np.apply_over_axes(np.sum, np.arange(24).reshape(2, 3, 4), [0, 2]), lambda: np.iterable(3), lambda: np.iterable([1]), lambda: np.matrix_transpose([[1, 2], [3, 4]]), lambda: np.matrix_transpose([1]), lambda: np.asarray_chkfinite([1, np.inf]), lambda: np.astype(np.arange(3), np.float32))
t(lambda: np.fromstring('1 2', dtype=int, sep=' '), lambda: np.fromstring('1, 2', dtype=int, sep=','), lambda: np.genfromtxt(['1,2,3', '4,,6'], delimiter=','), lambda: np.genfromtxt(['1 2', '3 4 5']), lambda: np.genfromtxt(['a b', '1 2'], skip_header=1, dtype=int), lambda: np.genfromtxt(['1,x', '2,3'], delimiter=',', filling_values=7), lambda: np.genfromtxt(['1 2 # c', '3 4'], dtype=None, encoding=None))
t(lambda: np.format_float_scientific(np.pi), lambda: np.format_float_scientific(np.float32(np.pi)), lambda: np.format_float_scientific(1e-10, precision=3), lambda: np.format_float_scientific(123456., precision=2), lambda: np.format_float_scientific(100.0, trim='-'), lambda: np.format_float_scientific(1.0, exp_digits=4), lambda: np.format_float_scientific(np.nan), lambda: np.format_float_scientific(1.5, unique=False, precision=8))
t(lambda: np.histogramdd(np.array([[0, 0], [1, 1], [0.5, 0.2]]), bins=2))
def it():
  a = np.arange(6).reshape(2, 3)
  made = []
  with np.nditer(a, flags=['multi_index']) as i:
    for v in i: made.append((int(v), i.multi_index))
  b = np.arange(3)
  with np.nditer(b, op_flags=['readwrite']) as i:
    for v in i: v[...] = v * 2
  return made, b, [(int(p), int(q)) for p, q in np.nditer([a, b])]
t(it)
t(lambda: np.ScalarType[:3], lambda: np.typecodes['Float'], lambda: np.euler_gamma, lambda: np.intc, lambda: np.ubyte, lambda: np.longlong(3), lambda: np.csingle)
