"""How calls, branches and loops within the body of a parallel loop are done for all its iterations at once: their
graphs are converted op by op into functions of their own."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.parallel_for import lists
from tensorflow_lib.parallel_for.converter import PFor, converts, stack, wrap


def _converter(pfor, indices, partitioned, loop_len):
  """A converter for the ops of another graph."""
  return PFor(pfor.loop_var, loop_len, None, pfor.fallback_to_while_loop, all_indices=indices,
              all_indices_partitioned=partitioned)


def _call(graph, converter, inputs):
  """What the converted graph (with its inputs and outputs) gives, as WrappedTensors."""
  _, graph_inputs, graph_outputs = graph

  @tf.function
  def f(*args):
    for x, arg in zip(graph_inputs, args):
      converter.add_conversion(x, arg)
    return tuple([converter.convert_helper(x).t for x in graph_outputs])

  results = f(*inputs)
  outputs = []
  for result, x in zip(results, graph_outputs):
    made = converter.convert_helper(x)
    outputs.append(wrap(result, made.is_stacked, made.is_sparse_stacked))
  return outputs


@converts('StatefulPartitionedCall', 'PartitionedCall')
def _partitioned_call(p):
  graph = _tf.function_graph(p.op, 'f')
  pfor = p.pfor
  converter = _converter(pfor, pfor.all_indices, pfor.all_indices_partitioned, pfor.loop_len_vector[0])
  return _call(graph, converter, p.inputs)


def _rows(inputs, indices):
  """Of what is stacked, the iterations `indices`."""
  return [wrap(tf.gather(x.t, indices)) if x.is_stacked else x for x in inputs]


def _branch_outputs(graph, indices, p, inputs):
  partitioned = True
  if indices is None:
    indices, partitioned = p.pfor.all_indices, p.pfor.all_indices_partitioned
  converter = _converter(p.pfor, indices, partitioned, tf.size(indices))
  return [out.t if out.is_stacked else stack(out.t, [tf.size(indices)]).t for out in _call(graph, converter, inputs)]


@converts('StatelessIf', 'If')
def _if(p):
  cond, inputs = p.inputs[0].t, p.inputs[1:]
  then_graph, else_graph = _tf.function_graph(p.op, 'then_branch'), _tf.function_graph(p.op, 'else_branch')
  if not p.inputs[0].is_stacked:
    outputs = tf.cond(cond, lambda: _branch_outputs(then_graph, None, p, inputs),
                      lambda: _branch_outputs(else_graph, None, p, inputs))
    return [wrap(t) for t in outputs]
  number = tf.cast(cond, tf.int32)
  false_indices, true_indices = tf.dynamic_partition(p.pfor.all_indices, number, 2)
  if p.pfor.all_indices_partitioned:
    else_indices, then_indices = tf.dynamic_partition(tf.range(p.pfor.loop_len_vector[0]), number, 2)
  else:
    else_indices, then_indices = false_indices, true_indices
  then_inputs = _rows(inputs, then_indices)
  else_inputs = _rows(inputs, else_indices)
  then_outputs = _branch_outputs(then_graph, true_indices, p, then_inputs)
  else_outputs = _branch_outputs(else_graph, false_indices, p, else_inputs)
  return [wrap(tf.dynamic_stitch([then_indices, else_indices], [then_out, else_out]))
          for then_out, else_out in zip(then_outputs, else_outputs)]


@converts('Case', 'StatelessCase')
def _case(p):
  index, inputs = p.inputs[0].t, p.inputs[1:]
  graphs = _tf.function_graph(p.op, 'branches')
  if not p.inputs[0].is_stacked:
    outputs = tf.switch_case(index, [lambda g=g: _branch_outputs(g, None, p, inputs) for g in graphs])
    return [wrap(t) for t in outputs]
  indices = tf.dynamic_partition(p.pfor.all_indices, index, len(graphs))
  own = indices
  if p.pfor.all_indices_partitioned:
    own = tf.dynamic_partition(tf.range(p.pfor.loop_len_vector[0]), index, len(graphs))
  rows = [_rows(inputs, i) for i in own]
  outputs = [_branch_outputs(*args) for args in zip(graphs, indices, [p] * len(graphs), rows)]
  return [wrap(tf.dynamic_stitch(own, list(same))) for same in zip(*outputs)]


class _While:
  """A loop within the body becomes a loop that goes on until all iterations are done: those that are not are rows of
  its variables, the results of those that are go to arrays."""

  def __init__(self, p):
    self._p = p
    self._pfor = p.pfor
    self._cond_graph = _tf.function_graph(p.op, 'cond')
    self._body_graph = _tf.function_graph(p.op, 'body')
    self._unchanged = {i for i, (x, y) in enumerate(zip(*self._body_graph[1:])) if x is y}
    self._cond_is_stacked = None
    self._to_stack = []

  def _output_shapes(self):
    result = []
    given = self._p.attr('output_shapes')
    for i, out in enumerate(self._p.op.outputs):
      shape = tf.TensorShape(given[i] if given else None)
      shape = shape.merge_with(out.shape)
      x = self._p.inputs[i]
      if x.is_stacked and x.t.dtype != tf.variant:
        shape = tf.TensorShape([None]).concatenate(shape)
      result.append(shape)
    return result

  def _init_values(self):
    loop_len = self._pfor.loop_len_vector[0]
    inputs, arrays = [], []
    with op_scope(None, 'while_init'):
      for x in self._p.inputs:
        inputs.append(x.t)
        if x.t.dtype == tf.variant:
          arrays.append(self._array_of_lists(x, loop_len))
        else:
          arrays.append(tf.TensorArray(x.t.dtype, size=loop_len, dynamic_size=False, infer_shape=True))
    indices = tf.range(loop_len) if self._pfor.all_indices_partitioned else self._pfor.all_indices
    return [True, indices] + inputs + arrays

  def _array_of_lists(self, x, loop_len):
    """For a list: an array of lists, one for each of its elements, with room for all iterations."""
    shape = lists.element_shape_of(x.t)
    if x.is_stacked:
      full = shape
      shape = tf.cond(tf.equal(tf.rank(full), 0), lambda: full, lambda: full[1:])
    dtype = lists.element_dtype_of(x.t)

    def body(index, array):
      return index + 1, array.write(index, lists.reserve(shape, loop_len, dtype))

    length = lists.length_of(x.t)
    array = tf.TensorArray(tf.variant, size=length, dynamic_size=True, infer_shape=False)
    return tf.while_loop(lambda index, _: index < length, body, [0, array])[1]

  def _part(self, conditions, indices, inputs, stacked, arrays):
    """Takes the iterations that are done out of the variables."""
    not_all_done = tf.reduce_any(conditions)
    number = tf.cast(conditions, tf.int32)
    done_indices, new_indices = tf.dynamic_partition(indices, number, 2)
    new_inputs, new_arrays = [], []
    for i, (x, is_stacked) in enumerate(zip(inputs, stacked)):
      unchanged = i in self._unchanged
      if x.dtype == tf.variant and not unchanged:
        new, array = self._part_list(i, x, is_stacked, number, done_indices, arrays[i])
      else:
        done, new = None, x
        if is_stacked:
          done, new = tf.dynamic_partition(x, number, 2)
        elif not unchanged:
          done = stack(x, [tf.size(done_indices)]).t
        array = arrays[i] if unchanged else arrays[i].scatter(done_indices, done)
      new_inputs.append(new)
      new_arrays.append(array)
    return not_all_done, new_indices, new_inputs, new_arrays

  def _part_list(self, i, x, is_stacked, number, done_indices, array):
    dtype = lists.element_dtype_of(self._p.inputs[i].t)
    element_shape = lists.element_shape_of(x)
    length = lists.length_of(x)

    def body(index, new, out):
      element = lists.get_item(x, index, dtype, element_shape)
      if is_stacked:
        done, left = tf.dynamic_partition(element, number, 2)
        new = lists.set_item(new, index, left)
      else:
        done = stack(element, [tf.size(done_indices)]).t
      gathered = tf.raw_ops.TensorListScatterIntoExistingList(input_handle=out.read(index), tensor=done,
                                                             indices=done_indices)
      return index + 1, new, out.write(index, gathered)

    n = lists.length_of(x)
    new = lists.reserve(None, length, dtype)
    return tf.while_loop(lambda index, new, out: index < n, body, [0, new, array])[1:]

  def _body(self, stacked, new_indices, cond_stacked, new_inputs, not_all_done):
    to_stack = []

    def true_fn():
      wrapped = [wrap(x, is_stacked) for x, is_stacked in zip(new_inputs, stacked)]
      # A variable that the body makes differ between iterations has to differ when it enters: until none is left.
      while True:
        indices = new_indices
        if self._pfor.all_indices_partitioned:
          indices = tf.gather(self._pfor.all_indices, new_indices)
        converter = _converter(self._pfor, indices,
                               self._pfor.all_indices_partitioned or cond_stacked, tf.size(new_indices))
        mismatch = False
        outputs = _call(self._body_graph, converter, wrapped)
        for i, (out, x) in enumerate(zip(outputs, wrapped)):
          if out.is_stacked != x.is_stacked:
            mismatch = True
            to_stack.append(i)
            if x.t.dtype == tf.variant:
              dtype = lists.element_dtype_of(self._p.inputs[i].t)
              wrapped[i] = wrap(lists.stack_list(x.t, [tf.size(new_indices)], dtype))
            else:
              wrapped[i] = stack(x.t, [tf.size(new_indices)])
        if mismatch:
          continue
        if not to_stack:
          return [out.t for out in outputs]
        # All of this is thrown away.
        return [tf.identity(x) for x in new_inputs]

    return tf.cond(not_all_done, true_fn, lambda: list(new_inputs)), to_stack

  def _loop_body(self, output_shapes, not_all_done, indices, *args):
    n = len(self._p)
    inputs, arrays = args[:n], args[n:]
    stacked = [x.is_stacked for x in self._p.inputs]
    with op_scope(None, 'while_cond'):
      converter = _converter(self._pfor, indices, True, tf.size(indices))
      wrapped = [wrap(x, is_stacked) for x, is_stacked in zip(inputs, stacked)]
      conditions, cond_stacked, _ = _call(self._cond_graph, converter, wrapped)[0]
      self._cond_is_stacked = cond_stacked
    if cond_stacked:
      not_all_done, new_indices, new_inputs, new_arrays = self._part(conditions, indices, inputs, stacked, arrays)
    else:
      not_all_done, new_indices, new_inputs, new_arrays = tf.reshape(conditions, []), indices, inputs, arrays
    with op_scope(None, 'while_body'):
      new_outputs, to_stack = self._body(stacked, new_indices, cond_stacked, new_inputs, not_all_done)
    self._to_stack[:] = to_stack
    for shape, out in zip(output_shapes, new_outputs):
      out.set_shape(shape)
    return tuple([not_all_done, new_indices] + list(new_outputs) + list(new_arrays))

  def _result(self, i, x, array, start):
    if not self._cond_is_stacked:
      return x
    if i in self._unchanged:
      return start
    if x.dtype != tf.variant:
      return array.stack()
    dtype = lists.element_dtype_of(self._p.inputs[i].t)
    length = lists.length_of(x)

    def body(index, out):
      row = tf.raw_ops.TensorListStack(input_handle=array.read(index), element_dtype=dtype, element_shape=-1,
                                       num_elements=-1)
      return index + 1, lists.set_item(out, index, row)

    return tf.while_loop(lambda index, _: index < length, body, [0, lists.reserve(None, length, dtype)])[1]

  def convert(self):
    output_shapes = self._output_shapes()

    @tf.function
    def while_fn():
      start = self._init_values()
      invariants = ([tf.TensorShape([]), tf.TensorShape([None])] + output_shapes +
                    [tf.TensorShape([]) for _ in self._p.op.outputs])
      n = len(self._p)
      results = tf.while_loop(lambda not_all_done, *_: not_all_done,
                              lambda *args: self._loop_body(output_shapes, *args), start,
                              shape_invariants=invariants, parallel_iterations=self._p.attr('parallel_iterations'))
      if self._to_stack:
        return results[2:n + 2]
      return [self._result(i, x, array, start[i + 2])
              for i, (x, array) in enumerate(zip(results[2:n + 2], results[n + 2:]))]

    while_fn.get_concrete_function()
    if self._to_stack:
      # What was made is not called; once more with more variables that are stacked.
      self._p.stack_inputs(sorted(set(self._to_stack)))
      return _While(self._p).convert()
    outputs = while_fn()
    return [wrap(out, x.is_stacked or (i not in self._unchanged and self._cond_is_stacked))
            for i, (out, x) in enumerate(zip(outputs, self._p.inputs))]


@converts('StatelessWhile', 'While')
def _while(p):
  return _While(p).convert()
