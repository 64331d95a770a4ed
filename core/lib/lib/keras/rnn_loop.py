"""A step over each turn of a sequence (keras/src/backend/tensorflow/rnn.py)."""
import tensorflow as tf

nest = tf.nest


def swap_batch_and_time(x):
  """Batch and time change places."""
  axes = list(range(len(x.shape)))
  axes[0], axes[1] = 1, 0
  return tf.transpose(x, axes)


def _expand_mask(mask, x, fixed_dim=1):
  """The mask repeated until it has x's shape."""
  for what, t in (('mask_t', mask), ('input_t', x)):
    if nest.is_nested(t):
      raise ValueError('%s is expected to be tensor, but got %s' % (what, t))
  for _ in range(len(x.shape) - len(mask.shape)):
    mask = tf.expand_dims(mask, -1)
  return tf.tile(mask, [1] * fixed_dim + x.shape.as_list()[fixed_dim:])


def _unrolled(step_function, inputs, states, constants, steps, mask, go_backwards, zero_output_for_mask,
              return_all_outputs):
  """A copy of the step for each turn."""

  def split(x):
    parts = tf.unstack(x)
    if go_backwards:
      parts.reverse()
    return parts

  parts = [split(x) for x in nest.flatten(inputs)]
  masks = None if mask is None else split(mask)
  outputs = []
  for i in range(steps):
    turn = nest.pack_sequence_as(inputs, [part[i] for part in parts])
    output, new_states = step_function(turn, tuple(states) + tuple(constants))
    if mask is not None:
      tiled = _expand_mask(masks[i], output)
      before = outputs[-1] if outputs else tf.zeros_like(output)
      output = tf.where(tiled, output, before)
      flat = nest.flatten(states)
      tiled = [_expand_mask(masks[i], s) for s in flat]
      flat = [tf.where(m, s, old) for m, s, old in zip(tiled, nest.flatten(new_states), flat)]
      new_states = nest.pack_sequence_as(states, flat)
    states = new_states
    outputs = outputs + [output] if return_all_outputs else [output]
  last_output = outputs[-1]
  outputs = tf.stack(outputs)
  if mask is not None and zero_output_for_mask:
    last_output = tf.where(_expand_mask(masks[-1], last_output), last_output, tf.zeros_like(last_output))
    outputs = tf.where(_expand_mask(mask, outputs, fixed_dim=2), outputs, tf.zeros_like(outputs))
  return last_output, outputs, states


def _masking(mask, input_length, steps, go_backwards):
  """Two functions: which samples take part in a turn, and what is new there and old elsewhere; or None, None."""
  if mask is not None:
    if go_backwards:
      mask = tf.reverse(mask, [0])
    array = tf.TensorArray(dtype=tf.bool, size=steps, tensor_array_name='mask_ta').unstack(mask)

    def choose(mask_t, new, old):
      tiled = [_expand_mask(mask_t, x, fixed_dim=len(mask_t.shape)) for x in new]
      return tuple(tf.where(m, x, y) for m, x, y in zip(tiled, new, old))

    return array.read, choose
  if isinstance(input_length, tf.Tensor):
    if go_backwards:
      rest = tf.subtract(tf.reduce_max(input_length, axis=0) - 1, input_length)
      takes_part = lambda time: tf.less(rest, time)
    else:
      takes_part = lambda time: tf.greater(input_length, time)
    return takes_part, lambda mask_t, new, old: tuple(tf.where(mask_t, x, y) for x, y in zip(new, old))
  return None, None


def _looped(step_function, inputs, initial_states, constants, steps, mask, input_length, go_backwards,
            zero_output_for_mask, return_all_outputs):
  """A while loop over TensorArrays."""
  states = tuple(initial_states)
  constants = tuple(constants)
  flat_inputs = nest.flatten(inputs)
  input_ta = [tf.TensorArray(dtype=x.dtype, size=steps, tensor_array_name='input_ta_%d' % i)
              for i, x in enumerate(flat_inputs)]
  input_ta = [ta.unstack(tf.reverse(x, [0]) if go_backwards else x) for ta, x in zip(input_ta, flat_inputs)]
  # One turn whose values are thrown away says what outputs look like.
  first = nest.pack_sequence_as(inputs, [x[0] for x in flat_inputs])
  output_zero, _ = step_function(first, states + constants)
  output_ta = tuple(tf.TensorArray(dtype=out.dtype, size=steps if return_all_outputs else 1, element_shape=out.shape,
                                   tensor_array_name='output_ta_%d' % i)
                    for i, out in enumerate(nest.flatten(output_zero)))
  time = tf.constant(0, dtype='int32', name='time')
  most = steps if input_length is None else tf.reduce_max(input_length)
  takes_part, choose = _masking(mask, input_length, steps, go_backwards)

  def turn(time, states):
    current = nest.pack_sequence_as(inputs, [ta.read(time) for ta in input_ta])
    mask_t = takes_part(time) if takes_part is not None else None
    output, new_states = step_function(current, tuple(states) + constants)
    return mask_t, output, new_states

  def write(arrays, time, values):
    return tuple(ta.write(time if return_all_outputs else 0, x) for ta, x in zip(arrays, values))

  def plain_step(time, arrays, *states):
    _, output, new_states = turn(time, states)
    arrays = write(arrays, time, nest.flatten(output))
    return (time + 1, arrays) + tuple(nest.pack_sequence_as(initial_states, nest.flatten(new_states)))

  def masked_step(time, arrays, before, *states):
    mask_t, output, new_states = turn(time, states)
    output = choose(mask_t, nest.flatten(output), zeros if zero_output_for_mask else nest.flatten(before))
    flat_states = choose(mask_t, nest.flatten(new_states), nest.flatten(states))
    new_states = nest.pack_sequence_as(new_states, flat_states)
    return (time + 1, write(arrays, time, output), tuple(output)) + tuple(new_states)

  loop = {'cond': lambda time, *_: time < steps, 'maximum_iterations': most, 'parallel_iterations': 32,
          'swap_memory': True}
  if takes_part is None:
    final = tf.while_loop(body=plain_step, loop_vars=(time, output_ta) + states, **loop)
    new_states = final[2:]
  else:
    zeros = tuple(tf.zeros_like(x) for x in nest.flatten(output_zero))
    final = tf.while_loop(body=masked_step, loop_vars=(time, output_ta, zeros) + states, **loop)
    new_states = final[3:]
  outputs = [ta.stack() for ta in final[1]]
  last_output = [x[-1] for x in outputs]
  return (nest.pack_sequence_as(output_zero, last_output), nest.pack_sequence_as(output_zero, outputs), new_states)


def loop(step_function, inputs, initial_states, constants, steps, steps_t, mask, input_length, go_backwards, unroll,
         time_major, zero_output_for_mask, return_all_outputs):
  """The turns over inputs that have the time first: `steps` of them (None: not known), `steps_t` as a tensor or a number;
  `time_major` says it of the mask."""
  for x in nest.flatten(inputs):
    x.shape.with_rank_at_least(3)
  if mask is not None:
    if mask.dtype != tf.bool:
      mask = tf.cast(mask, tf.bool)
    if len(mask.shape) == 2:
      mask = tf.expand_dims(mask, axis=-1)
    if not time_major:
      mask = swap_batch_and_time(mask)
  constants = constants or []
  if not unroll:
    return _looped(step_function, inputs, initial_states, constants, steps_t, mask, input_length, go_backwards,
                   zero_output_for_mask, return_all_outputs)
  if not steps:
    raise ValueError('Unrolling requires a fixed number of timesteps.')
  return _unrolled(step_function, inputs, tuple(initial_states), constants, steps, mask, go_backwards,
                   zero_output_for_mask, return_all_outputs)


def rnn(step_function, inputs, initial_states, go_backwards=False, mask=None, constants=None, unroll=False,
        input_length=None, time_major=False, zero_output_for_mask=False, return_all_outputs=True):
  """Iterates a step over the time axis of tensors: gives (last output, outputs, new states).

  `step_function(input, states)` gives (output, new states). A turn that the mask leaves out keeps states and gives the
  output of the turn before, or zeros."""
  input_length = input_length or inputs.shape[1]
  if not time_major:
    inputs = nest.map_structure(swap_batch_and_time, inputs)
  first = nest.flatten(inputs)[0]
  steps = first.shape[0]
  steps_t = tf.shape(first)[0] if steps is None else steps
  last_output, outputs, new_states = loop(step_function, inputs, initial_states, constants, steps, steps_t, mask,
                                          input_length, go_backwards, unroll, time_major, zero_output_for_mask,
                                          return_all_outputs)
  if not time_major:
    outputs = nest.map_structure(swap_batch_and_time, outputs)
  return last_output, outputs, new_states
