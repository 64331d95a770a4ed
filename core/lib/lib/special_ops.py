"""Special functions of one argument, each an op in a scope of its own (ops/special_math_ops.py, math_ops.py)."""
import numpy
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


def _function(name, op):

  def function(x, name=None):
    with op_scope(name, scope):
      return op(x)

  scope = name
  function.__name__ = function.__qualname__ = name
  return function


#: tf.math.bessel_i0 tf.math.special.bessel_i0
bessel_i0 = _function('bessel_i0', raw.BesselI0)
#: tf.math.bessel_i0e tf.math.special.bessel_i0e
bessel_i0e = _function('bessel_i0e', raw.BesselI0e)
#: tf.math.bessel_i1 tf.math.special.bessel_i1
bessel_i1 = _function('bessel_i1', raw.BesselI1)
#: tf.math.bessel_i1e tf.math.special.bessel_i1e
bessel_i1e = _function('bessel_i1e', raw.BesselI1e)
#: tf.math.special.bessel_j0
bessel_j0 = _function('bessel_j0', raw.BesselJ0)
#: tf.math.special.bessel_j1
bessel_j1 = _function('bessel_j1', raw.BesselJ1)
#: tf.math.special.bessel_k0
bessel_k0 = _function('bessel_k0', raw.BesselK0)
#: tf.math.special.bessel_k0e
bessel_k0e = _function('bessel_k0e', raw.BesselK0e)
#: tf.math.special.bessel_k1
bessel_k1 = _function('bessel_k1', raw.BesselK1)
#: tf.math.special.bessel_k1e
bessel_k1e = _function('bessel_k1e', raw.BesselK1e)
#: tf.math.special.bessel_y0
bessel_y0 = _function('bessel_y0', raw.BesselY0)
#: tf.math.special.bessel_y1
bessel_y1 = _function('bessel_y1', raw.BesselY1)
#: tf.math.special.dawsn
dawsn = _function('dawsn', raw.Dawsn)
#: tf.math.special.expint
expint = _function('expint', raw.Expint)
#: tf.math.special.fresnel_cos
fresnel_cos = _function('fresnel_cos', raw.FresnelCos)
#: tf.math.special.fresnel_sin
fresnel_sin = _function('fresnel_sin', raw.FresnelSin)
#: tf.math.special.spence
spence = _function('spence', raw.Spence)


def _converted(name, op):

  def function(x, name=None):
    with op_scope(name, scope):
      return op(convert(x, name='start'))

  scope = name
  function.__name__ = function.__qualname__ = name
  return function


#: tf.math.ndtri
ndtri = _converted('ndtri', raw.Ndtri)
#: tf.math.erfinv
erfinv = _converted('erfinv', raw.Erfinv)


#: tf.math.erfcinv
def erfcinv(x, name=None):
  with op_scope(name, 'erfcinv'):
    start = convert(x, name='start')
    return -ndtri(0.5 * start) * numpy.sqrt(0.5)
