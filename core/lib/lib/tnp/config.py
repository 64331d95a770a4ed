"""tf.experimental.numpy.experimental_enable_numpy_behavior (np_config.py): tensors with names, operators and indexing of
arrays."""
import numbers

import _tf
import numpy as np
import tensorflow as tf
from tensorflow_lib.tnp.binary import clip, matmul
from tensorflow_lib.tnp.dtypes import numpy_result_type, set_prefer_float32
from tensorflow_lib.tnp.elementwise import around
from tensorflow_lib.tnp.indexing import getitem
from tensorflow_lib.tnp.reductions import amax, amin, mean
from tensorflow_lib.tnp.shaping import flatten, ravel, reshape, transpose


def _typed(x):
  if isinstance(x, numbers.Real):
    return x
  if isinstance(x, (tf.Tensor, tf.DType)):
    return x.dtype.as_numpy_dtype if isinstance(x, tf.Tensor) else x.as_numpy_dtype
  if isinstance(x, tf.TensorShape):
    return np.int32
  if tf.is_tensor(x):  # a variable: it knows better itself
    raise ValueError('Could not convert %r to a NumPy dtype (via `.dtype` value %r).' % (x, x.dtype))
  return x


def _promote(x, y):
  """The operands of an operator with one dtype: a tensor is always cast, another value converted."""
  dtype = numpy_result_type(*[_typed(v) for v in tf.nest.flatten((x, y))])
  return [tf.raw_ops.Cast(x=v, DstT=dtype) if isinstance(v, tf.Tensor) else tf.convert_to_tensor(v, dtype) for v in (x, y)]


def _reshape_method_wrapper(a, *newshape, **kwargs):
  order = kwargs.pop('order', 'C')
  if kwargs:
    raise ValueError('Unsupported arguments: %s' % kwargs.keys())
  if len(newshape) == 1 and not isinstance(newshape[0], int):
    newshape = newshape[0]
  return reshape(a, newshape, order=order)


def _size(self):
  if not self.shape.is_fully_defined():
    return None
  return np.prod(self.shape.as_list())


def _tensor_tolist(self):
  if _tf.is_symbolic(self):
    raise ValueError('Symbolic Tensors do not support the tolist API.')
  return self._numpy().tolist()


_ATTRIBUTES = dict(
    T=property(lambda self: self.transpose()), size=property(_size), tolist=_tensor_tolist, transpose=transpose,
    flatten=flatten, reshape=_reshape_method_wrapper, ravel=ravel, clip=clip, astype=tf.cast, __round__=around, max=amax,
    mean=mean, min=amin, data=property(lambda self: self))


#: tf.experimental.numpy.experimental_enable_numpy_behavior =enable_numpy_behavior
def enable_numpy_behavior(prefer_float32=False, dtype_conversion_mode='legacy'):
  if dtype_conversion_mode in ('safe', 'all'):
    raise NotImplementedError("dtype_conversion_mode='%s' is not in tracepack: it needs weak tensors. Use 'legacy' or 'off'" %
                              dtype_conversion_mode)
  if dtype_conversion_mode not in ('off', 'legacy'):
    raise ValueError('The provided promotion mode %s does not exist. Make sure the provided dtype conversion mode is one of '
                     "the followings: 'off', 'legacy', 'safe' or 'all'." % (dtype_conversion_mode,))
  legacy = dtype_conversion_mode == 'legacy'
  _tf.set_numpy_style(_promote if legacy else None, matmul if legacy else None, getitem)
  for name, value in _ATTRIBUTES.items():
    _tf.set_tensor_attr(name, value)
  set_prefer_float32(prefer_float32)
