"""How random numbers are drawn for all iterations of a parallel loop at once, and how what is printed, asserted and
parsed is."""
import tensorflow as tf
from tensorflow_lib.parallel_for.converter import (
    by_while_loop, converts, create_op, flatten_first_two_dims, unflatten_first_dim, wrap)

raw = tf.raw_ops


@converts('RandomUniform', 'RandomUniformInt', 'RandomStandardNormal', 'TruncatedNormal')
def _random(p):
  inputs = [p.unstacked(i) for i in range(len(p))]
  n = tf.cast(p.pfor.loop_len_vector, inputs[0].dtype)
  inputs[0] = tf.concat([n, inputs[0]], axis=0)
  return [wrap(x) for x in create_op(inputs, p.op)]


@converts('RandomGamma', 'RandomPoissonV2')
def _random_with_parameter(p):
  shape, parameter = p.unstacked(0), p.inputs[1].t
  if p.inputs[1].is_stacked:
    samples = create_op([shape, parameter], p.op)[0]
    dim = tf.shape(shape)[0]
    rank = tf.rank(samples)
    order = tf.concat([[dim], tf.range(0, dim), tf.range(dim + 1, rank)], axis=0)
    return wrap(tf.transpose(samples, perm=order))
  n = tf.cast(p.pfor.loop_len_vector, shape.dtype)
  shape = tf.concat([n, shape], axis=0)
  return wrap(create_op([shape, parameter], p.op)[0])


@converts('Multinomial')
def _multinomial(p):
  logits, num_samples = p.inputs[0].t, p.unstacked(1)
  n = p.pfor.loop_len_vector[0]
  if p.inputs[0].is_stacked:
    samples = create_op([flatten_first_two_dims(logits), num_samples], p.op)[0]
    return wrap(unflatten_first_dim(samples, [n]))
  samples = create_op([logits, num_samples * n], p.op)[0]
  return wrap(tf.transpose(tf.reshape(samples, [-1, n, num_samples]), [1, 0, 2]))


@converts('StatelessMultinomial', 'StatelessParameterizedTruncatedNormal', 'StatelessRandomBinomial',
          'StatelessRandomGammaV2', 'StatelessRandomNormal', 'StatelessRandomPoisson', 'StatelessRandomUniform',
          'StatelessRandomUniformInt', 'StatelessRandomUniformFullInt', 'StatelessTruncatedNormal')
def _stateless(p):
  # What a seed gives does not depend on how it is asked for.
  return by_while_loop(p)


@converts('Assert')
def _assert(p):
  cond = p.inputs[0].t
  if p.inputs[0].is_stacked:
    cond = tf.reduce_all(cond)
  return create_op([cond] + [x.t for x in p.inputs[1:]], p.op)


@converts('Print')
def _print(p):
  p.stack_inputs([0])
  return [wrap(x) for x in create_op([x.t for x in p.inputs], p.op)]


@converts('PrintV2')
def _print_v2(p):
  # What is printed is all that was stacked, once.
  return create_op([x.t for x in p.inputs], p.op)


@converts('StringFormat')
def _string_format(p):
  return [wrap(x, False) for x in create_op([x.t for x in p.inputs], p.op)]


@converts('DecodeCSV')
def _decode_csv(p):
  lines = p.stacked(0)
  return [wrap(x) for x in create_op([lines] + [p.inputs[i].t for i in range(1, len(p))], p.op)]


@converts('ParseExampleV2')
def _parse_example(p):
  serialized = p.stacked(0)
  if serialized.shape.rank not in (None, 1):
    raise ValueError('ParseExampleV2 can only be converted if `serialized` is scalar. Received shape: %s.' %
                     serialized.shape)
  names = tf.constant([], tf.string)
  outputs = create_op([serialized, names] + [x.t for x in p.inputs[2:]], p.op)
  return [wrap(x, True, True) for x in outputs]
