"""tf.math.special: functions whose ops stand in a scope of their own (ops/special_math_ops.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope

raw = tf.raw_ops


def _scoped(op, default):

  def function(x, name=None):
    with op_scope(name, default):
      return op(x)

  function.__name__ = function.__qualname__ = default
  return function


#: tf.math.bessel_i0 tf.math.special.bessel_i0
bessel_i0 = _scoped(raw.BesselI0, 'bessel_i0')
#: tf.math.bessel_i0e tf.math.special.bessel_i0e
bessel_i0e = _scoped(raw.BesselI0e, 'bessel_i0e')
#: tf.math.bessel_i1 tf.math.special.bessel_i1
bessel_i1 = _scoped(raw.BesselI1, 'bessel_i1')
#: tf.math.bessel_i1e tf.math.special.bessel_i1e
bessel_i1e = _scoped(raw.BesselI1e, 'bessel_i1e')
#: tf.math.special.bessel_k0
bessel_k0 = _scoped(raw.BesselK0, 'bessel_k0')
#: tf.math.special.bessel_k0e
bessel_k0e = _scoped(raw.BesselK0e, 'bessel_k0e')
#: tf.math.special.bessel_k1
bessel_k1 = _scoped(raw.BesselK1, 'bessel_k1')
#: tf.math.special.bessel_k1e
bessel_k1e = _scoped(raw.BesselK1e, 'bessel_k1e')
#: tf.math.special.bessel_j0
bessel_j0 = _scoped(raw.BesselJ0, 'bessel_j0')
#: tf.math.special.bessel_j1
bessel_j1 = _scoped(raw.BesselJ1, 'bessel_j1')
#: tf.math.special.bessel_y0
bessel_y0 = _scoped(raw.BesselY0, 'bessel_y0')
#: tf.math.special.bessel_y1
bessel_y1 = _scoped(raw.BesselY1, 'bessel_y1')
#: tf.math.special.fresnel_cos
fresnel_cos = _scoped(raw.FresnelCos, 'fresnel_cos')
#: tf.math.special.fresnel_sin
fresnel_sin = _scoped(raw.FresnelSin, 'fresnel_sin')
#: tf.math.special.dawsn
dawsn = _scoped(raw.Dawsn, 'dawsn')
#: tf.math.special.expint
expint = _scoped(raw.Expint, 'expint')
#: tf.math.special.spence
spence = _scoped(raw.Spence, 'spence')
