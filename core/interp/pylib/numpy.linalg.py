"""numpy.linalg: norms."""
import numpy as np


def norm(x, ord=None, axis=None, keepdims=False):
  x = np.asarray(x)
  x = x if x.dtype.kind in 'fc' else x.astype(np.float64)
  if ord in (None, 2, 'fro') and (ord != 2 or axis is not None or x.ndim == 1):
    return np.sqrt((x * x).sum(axis=axis, keepdims=keepdims))
  if ord == 1 and (axis is not None or x.ndim == 1):
    return abs(x).sum(axis=axis, keepdims=keepdims)
  if ord == np.inf and (axis is not None or x.ndim == 1):
    return abs(x).max(axis=axis, keepdims=keepdims)
  raise NotImplementedError('np.linalg.norm with ord=%r is not supported by tracepack' % (ord,))
