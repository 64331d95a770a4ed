import numpy as np
from numpy import testing as nt
def t(*fs):
  for f in fs:
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
import warnings
t(lambda: nt.assert_approx_equal(1.23456789, 1.23456781), lambda: nt.assert_approx_equal(0.12345670, 0.12345671, significant=8), lambda: nt.assert_approx_equal(1.0, 2.0), lambda: nt.assert_array_max_ulp([1.0], [1.1]), lambda: nt.assert_array_almost_equal_nulp(1.0, 1.0 + 1e-16), lambda: nt.assert_array_almost_equal_nulp(np.array([1.0]), np.array([1.0 + 1e-10])), lambda: nt.assert_warns(UserWarning, lambda: warnings.warn('x')), lambda: nt.assert_no_warnings(lambda: 3), lambda: nt.IS_PYPY)
