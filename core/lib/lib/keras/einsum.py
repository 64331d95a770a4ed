"""keras.ops.einsum as products of matrices where Keras makes them (keras/src/backend/tensorflow/numpy.py)."""
import string

import tensorflow as tf
from tensorflow_lib.keras.operation import symbolic
from tensorflow_lib.keras.state import floatx, result_type, standardize_dtype
from tensorflow_lib.keras.tensors import convert_to_tensor


def _normalized(subscripts):
  """The same equation with letters from a on, in the order in which they come."""
  known, out = {}, ''
  for c in subscripts:
    if c in string.ascii_letters:
      c = known.setdefault(c, string.ascii_letters[len(known)])
    out += c
  return out


def _one(x, y, axes_x=None, axes_y=None, axes_out=None):
  """A product of both transposed, transposed."""
  if axes_x:
    x = tf.transpose(x, axes_x)
  if axes_y:
    y = tf.transpose(y, axes_y)
  out = tf.matmul(x, y)
  return tf.transpose(out, axes_out) if axes_out else out


# Equations that need no shapes: the axes in which to transpose x, y and the product.
_PLAIN = {
    'ab,bc->ac': (None, None, None), 'ab,cb->ac': (None, [1, 0], None), 'abc,cd->abd': (None, None, None),
    'abc,dc->abd': (None, [1, 0], None), 'abcd,abde->abce': (None, None, None),
    'abcd,abed->abce': (None, [0, 1, 3, 2], None),
    'abcd,acbe->adbe': ([0, 1, 3, 2], [0, 2, 1, 3], [0, 2, 1, 3]),
    'abcd,adbe->acbe': (None, [0, 2, 1, 3], [0, 2, 1, 3]),
    'abcd,aecd->acbe': ([0, 2, 1, 3], [0, 2, 3, 1], None),
    'abcd,aecd->aceb': ([0, 2, 1, 3], [0, 2, 3, 1], [0, 1, 3, 2])}
# x times a kernel of three axes: how the kernel is transposed first, and which letters its axes then have.
_SPREAD = {'abc,cde->abde': (None, 'cde'), 'abc,dce->abde': ([1, 0, 2], 'dce'), 'abc,dec->abde': ([2, 0, 1], 'dec')}
_JOIN = {'abcd,cde->abe': (None, 'cde'), 'abcd,ced->abe': ([0, 2, 1], 'ced'), 'abcd,ecd->abe': ([1, 2, 0], 'ecd')}


def _sizes(subscripts, x, y):
  """The size of each letter but the batch's; those of both where one is not known."""
  names_x, names_y = subscripts.split('->')[0].split(',')
  sizes = {}
  for names, shape in ((names_x, x.shape), (names_y, y.shape)):
    for name, size in zip(names, shape.as_list()):
      sizes[name] = sizes.get(name) or size
  del sizes['a']
  return sizes


def _by_matmul(subscripts, x, y):
  """The result by products of matrices, or None for other equations."""
  if subscripts == 'a,b->ab':
    return tf.matmul(tf.expand_dims(x, axis=-1), tf.expand_dims(y, axis=0))
  if subscripts == 'ab,b->a':
    return tf.squeeze(tf.matmul(x, tf.expand_dims(y, axis=-1)), axis=-1)
  if subscripts in _PLAIN:
    return _one(x, y, *_PLAIN[subscripts])
  long = ('abcde,aebf->adbcf', 'abcde,afce->acdbf')
  if subscripts not in _SPREAD and subscripts not in _JOIN and subscripts not in long:
    return None
  n = _sizes(subscripts, x, y)
  if None in n.values():
    return None
  if subscripts in _SPREAD:
    axes = _SPREAD[subscripts][0]
    y = tf.reshape(tf.transpose(y, axes) if axes else y, [n['c'], -1])
    return tf.reshape(tf.matmul(x, y), [-1, n['b'], n['d'], n['e']])
  if subscripts in _JOIN:
    axes = _JOIN[subscripts][0]
    x = tf.reshape(x, [-1, n['b'], n['c'] * n['d']])
    y = tf.reshape(tf.transpose(y, axes) if axes else y, [-1, n['e']])
    return tf.matmul(x, y)
  b, c, d, e, f = n['b'], n['c'], n['d'], n['e'], n['f']
  if subscripts == long[0]:
    x = tf.reshape(x, [-1, b, c * d, e])
    out = tf.matmul(x, tf.transpose(y, [0, 2, 1, 3]))
    return tf.transpose(tf.reshape(out, [-1, b, c, d, f]), [0, 3, 1, 2, 4])
  x = tf.reshape(tf.transpose(x, [0, 2, 3, 1, 4]), [-1, c, d * b, e])
  return tf.reshape(tf.matmul(x, tf.transpose(y, [0, 2, 3, 1])), [-1, c, d, b, f])


#: tf.keras.ops.einsum tf.keras.ops.numpy.einsum =einsum
@symbolic('Einsum')
def einsum(subscripts, *operands, **kwargs):
  """Sums of products over named axes."""
  operands = [convert_to_tensor(x) for x in operands]
  subscripts = _normalized(subscripts)
  dtype = result_type(*[standardize_dtype(x.dtype) for x in operands])
  compute_dtype = floatx() if 'int' in dtype else dtype
  operands = [tf.cast(x, compute_dtype) for x in operands]  # variables are read here, in this order
  out = None
  if len(operands) == 2 and not kwargs:
    out = _by_matmul(subscripts, *operands)
  if out is None:
    out = tf.einsum(subscripts, *operands, **kwargs)
  return tf.cast(out, dtype)
