"""Functions of tf that take sparse tensors, too (ops/sparse_ops.py): elementwise ones map the values."""
import tensorflow as tf
from tensorflow_lib.dispatch import put

# TensorFlow tries the usual function before it looks for another one; the scope of that one's node is used up then.
_UNARY = '''
abs=Abs negative=Neg asinh=Asinh sin=Sin tan=Tan atan=Atan asin=Asin atanh=Atanh sign= square=Square sqrt=Sqrt erf=Erf
tanh=Tanh bessel_i0e=bessel_i0e bessel_i1e=bessel_i1e'''


def _unary(scope):

  def call(usual, *args, **kwargs):
    from tensorflow_lib.base import op_scope
    kwargs = dict(kwargs)
    x = args[0] if args else kwargs.pop('x')
    if scope:
      with op_scope(kwargs.get('name'), scope):
        pass
    return x.with_values(usual(x.values, *args[1:], **kwargs))

  return call


def _bincount(usual, *args, **kwargs):
  from tensorflow_lib.sparse.counts import bincount
  return bincount(*args, **kwargs)



def _stop_gradient(usual, input, name=None):
  return tf.nest.map_structure(lambda x: usual(x, name=name), input, expand_composites=True)


def install(kind):
  for entry in _UNARY.split():
    name, _, scope = entry.partition('=')
    form = _unary(scope)
    put('math.' + name, kind, form)
    if hasattr(tf, name):
      put(name, kind, form)
  put('math.bincount', kind, _bincount)
  put('stop_gradient', kind, _stop_gradient)
