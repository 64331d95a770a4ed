"""tf.linalg.experimental.conjugate_gradient (ops/linalg/sparse/conjugate_gradient.py)."""
import collections

import tensorflow as tf
from tensorflow_lib.base import op_scope

_State = collections.namedtuple('CGState', ['i', 'x', 'r', 'p', 'gamma'])


#: tf.linalg.experimental.conjugate_gradient
def conjugate_gradient(operator, rhs, preconditioner=None, x=None, tol=1e-05, max_iter=20, name='conjugate_gradient'):
  """The solution of operator * x = rhs, step by step."""
  if not (operator.is_self_adjoint and operator.is_positive_definite):
    raise ValueError('Expected a self-adjoint, positive definite operator.')

  def go_on(i, state):
    return tf.logical_and(i < max_iter, tf.reduce_any(tf.norm(state.r, axis=-1) > tol))

  def dot(x, y):
    return tf.squeeze(tf.linalg.matvec(x[..., tf.newaxis], y, adjoint_a=True), axis=-1)

  def step(i, state):
    z = operator.matvec(state.p)
    alpha = state.gamma / dot(state.p, z)
    x = state.x + alpha[..., tf.newaxis] * state.p
    r = state.r - alpha[..., tf.newaxis] * z
    q = r if preconditioner is None else preconditioner.matvec(r)
    gamma = dot(r, q)
    beta = gamma / state.gamma
    p = q + beta[..., tf.newaxis] * state.p
    return i + 1, _State(i + 1, x, r, p, gamma)

  with op_scope(None, name):
    shape = tf.broadcast_dynamic_shape(tf.shape(rhs)[:-1], operator.batch_shape_tensor())
    if preconditioner is not None:
      shape = tf.broadcast_dynamic_shape(shape, preconditioner.batch_shape_tensor())
    shape = tf.concat([shape, [tf.shape(rhs)[-1]]], axis=-1)
    r0 = tf.broadcast_to(rhs, shape)
    tol *= tf.norm(r0, axis=-1)
    if x is None:
      x = tf.zeros(shape, dtype=rhs.dtype)
    else:
      r0 = rhs - operator.matvec(x)
    p0 = r0 if preconditioner is None else preconditioner.matvec(r0)
    gamma0 = dot(r0, p0)
    i = tf.constant(0, dtype=tf.int32)
    _, state = tf.while_loop(go_on, step, [i, _State(i, x, r0, p0, gamma0)])
    return _State(state.i, x=state.x, r=state.r, p=state.p, gamma=state.gamma)
