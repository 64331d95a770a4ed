"""Loops whose iterations run all at once: tf.vectorized_map, and what jacobians are made of
(ops/parallel_for/control_flow_ops.py)."""
import functools

import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope


def for_loop(loop_fn, loop_fn_dtypes, iters, parallel_iterations=None):
  """The results of loop_fn(0), …, loop_fn(iters - 1), stacked, by a while loop."""
  flat_dtypes = tf.nest.flatten(loop_fn_dtypes)
  missing = []

  def body(i, *arrays):
    outputs = tf.nest.flatten(_tf.call_converted(False, loop_fn, i))
    if len(outputs) != len(flat_dtypes):
      raise ValueError('Number of expected outputs %d, does not match the number of actual outputs %d from loop_fn: '
                       '%s with output %s.' % (len(flat_dtypes), len(outputs), loop_fn, outputs))
    missing[:] = [x is None for x in outputs]
    arrays = [ta if x is None else ta.write(i, x) for ta, x in zip(arrays, outputs)]
    return tuple([i + 1] + arrays)

  extra = {} if parallel_iterations is None else {'parallel_iterations': parallel_iterations}
  arrays = tf.while_loop(lambda i, *arrays: i < iters, body,
                         [0] + [tf.TensorArray(dtype.base_dtype, iters) for dtype in flat_dtypes], **extra)[1:]
  output = [None if none else ta.stack() for ta, none in zip(arrays, missing)]
  if not output:
    # No iteration ran: the shapes are those of the first one, where it can be had.
    try:
      shapes = [[0] + list(convert(x).shape) for x in tf.nest.flatten(loop_fn(tf.constant(0)))]
      output = [tf.zeros(shape, dtype) for shape, dtype in zip(shapes, flat_dtypes)]
    except Exception:
      output = [tf.zeros([0])]
  return tf.nest.pack_sequence_as(loop_fn_dtypes, output)


def pfor(loop_fn, iters, fallback_to_while_loop=True, parallel_iterations=None, warn=False):
  """What for_loop gives, by ops that do all iterations at once."""

  def f():
    return _pfor(loop_fn, iters, fallback_to_while_loop, parallel_iterations, warn)

  if not tf.executing_eagerly():
    return f()
  run_eagerly = tf.config.functions_run_eagerly()
  if run_eagerly:
    _tf.warn('It looks like tf.function behavior was disabled, perhaps using tf.config.run_functions_eagerly. '
             'Vectorization primitives (e.g. tf.vectorized_map) require tf.function to work. These primitives will '
             'override the disable.')
    tf.config.run_functions_eagerly(False)
  try:
    return tf.function(f)()
  finally:
    if run_eagerly:
      tf.config.run_functions_eagerly(True)


def _should_expand(value):
  return hasattr(value, '_type_spec') and not isinstance(value, (tf.Tensor, tf.Variable, tf.SparseTensor,
                                                                 tf.IndexedSlices))


def _to_tensors(value, is_batched=False):
  """A composite tensor as tensors that can be stacked; anything else as it is."""
  if not _should_expand(value):
    return value
  spec = value._type_spec
  if not hasattr(spec, '_to_batched_tensor_list'):
    raise NotImplementedError('tf.vectorized_map of %s is not supported by tracepack: give it the tensors that are in it' %
                              type(value).__name__)
  return spec._to_batched_tensor_list(value) if is_batched else spec._to_tensor_list(value)


def _from_tensors(stacked, original, batch_size):
  if not _should_expand(original):
    return stacked
  return original._type_spec._batch(batch_size)._from_compatible_tensor_list(stacked)


def _flatten_first_two_dims(x):
  old = tf.shape(x)
  return tf.reshape(x, tf.concat([[old[0] * old[1]], old[2:]], axis=0))


def _pfor(loop_fn, iters, fallback_to_while_loop, parallel_iterations=None, warn=False):
  from tensorflow_lib.parallel_for.converter import PFor
  graph = tf.compat.v1.get_default_graph()
  existing = {op.name for op in graph.get_operations()}
  iters_value = tf.get_static_value(iters) if isinstance(iters, tf.Tensor) else iters
  with op_scope(None, 'loop_body'):
    loop_var = tf.raw_ops.PlaceholderWithDefault(input=0, shape=[])
    outputs = loop_fn(loop_var)
    output_tensors = tf.nest.map_structure(_to_tensors, outputs)
  flat = []
  for x in tf.nest.flatten(output_tensors):
    if x is not None and not isinstance(x, (tf.Operation, tf.Tensor, tf.SparseTensor)):
      if isinstance(x, tf.IndexedSlices):
        _tf.warn('Converting %s to a dense representation may make it slow. Alternatively, output the indices and '
                 'values of the IndexedSlices separately, and handle the vectorized outputs directly.' % (x,))
      x = tf.convert_to_tensor(x)
    flat.append(x)
  output_tensors = tf.nest.pack_sequence_as(output_tensors, flat)
  inside = {op.name for op in graph.get_operations()} - existing
  iters = tf.convert_to_tensor(iters)
  if parallel_iterations is not None:
    if parallel_iterations < 1:
      raise ValueError('Argument `parallel_iterations` must be None or a positive integer. Received: %s.' %
                       parallel_iterations)
    if parallel_iterations == 1:
      raise ValueError('Found `parallel_iterations == 1`. Use `for_loop` instead.')
    if iters_value is not None and iters_value < parallel_iterations:
      parallel_iterations = None
  if parallel_iterations is None:
    with op_scope(None, 'pfor'):
      converter = PFor(loop_var, iters, inside, fallback_to_while_loop, warn=warn)
      stacked = [converter.convert(x) for x in tf.nest.flatten(output_tensors)]
  else:
    stacked = _tiled(loop_fn, loop_var, iters, iters_value, inside, output_tensors, fallback_to_while_loop,
                     parallel_iterations, warn)
  packed = tf.nest.pack_sequence_as(output_tensors, stacked)
  if not any(_should_expand(x) for x in tf.nest.flatten(outputs)):
    return packed
  return tf.__internal__.nest.map_structure_up_to(
      outputs, functools.partial(_from_tensors, batch_size=iters_value), packed, outputs)


def _tiled(loop_fn, loop_var, iters, iters_value, inside, output_tensors, fallback_to_while_loop,
           parallel_iterations, warn):
  """Not more than `parallel_iterations` at once: what the division leaves over, then a loop over the rest."""
  from tensorflow_lib.parallel_for.converter import PFor
  num_tiled = iters // parallel_iterations
  num_remaining = iters % parallel_iterations
  flat = tf.nest.flatten(output_tensors)
  with op_scope(None, 'pfor_untiled'):
    converter = PFor(loop_var, num_remaining, inside, fallback_to_while_loop)
    remaining = [converter.convert(x) for x in flat]
  with op_scope(None, 'pfor_tiled'):
    dtypes = [tf.convert_to_tensor(x).dtype for x in flat]

    def tile(j):
      offset = j * parallel_iterations + num_remaining

      def fn(i):
        return tf.nest.flatten(tf.nest.map_structure(_to_tensors, loop_fn(i + offset)))

      return _pfor(fn, parallel_iterations, fallback_to_while_loop)

    tiled = [_flatten_first_two_dims(y) for y in for_loop(tile, dtypes, num_tiled, parallel_iterations=1)]
  with op_scope(None, 'pfor'):
    output = tiled
    if iters_value is None or iters_value % parallel_iterations:
      output = tf.cond(tf.equal(num_remaining, 0), lambda: tiled,
                       lambda: [tf.concat([x, y], axis=0) for x, y in zip(remaining, tiled)])
    output = tf.nest.flatten(output)
    for x, original in zip(output, flat):
      x.set_shape(tf.TensorShape([iters_value]).concatenate(original.shape))
  return output


def _broadcasting_gather(x, i):
  """Row i; of what has one row alone, that."""
  rows = x.shape[0]
  if rows == 1:
    i = 0
  elif rows is None:
    i = tf.where(tf.shape(x)[0] > 1, i, 0)
  return tf.gather(x, i)


def _row(x, i):
  if not _should_expand(x):
    return _broadcasting_gather(x, i)
  spec = x._type_spec
  rows = [_broadcasting_gather(t, i) for t in spec._to_batched_tensor_list(x)]
  return spec._unbatch()._from_compatible_tensor_list(rows)


#: tf.vectorized_map =vectorized_map
def vectorized_map(fn, elems, fallback_to_while_loop=True, warn=True):
  """The results of `fn` for each row, stacked: `fn` is called once, and what it does is done to all rows at once."""
  elems = tf.nest.map_structure(lambda x: convert(x) if isinstance(x, tf.Variable) else x, elems)
  elems = tf.nest.map_structure(lambda x: x if _should_expand(x) else convert(x), elems)

  def loop_fn(i):
    return fn(tf.nest.map_structure(lambda x: _row(x, i), elems))

  flat = tf.nest.flatten(tf.nest.map_structure(lambda x: _to_tensors(x, is_batched=True), elems))
  first = [None if x.shape.rank is None else x.shape.as_list()[0] for x in flat]
  if any(n is None for n in first):
    batch_size = tf.reduce_max([tf.shape(x)[0] for x in flat])
  else:
    batch_size = max(first)
  return pfor(loop_fn, batch_size, fallback_to_while_loop=fallback_to_while_loop, warn=warn)
