"""The body of a parallel loop turned into ops that do all its iterations at once (ops/parallel_for/pfor.py).

Each op of the body is converted by a function of its type. A converted value is stacked (its first axis runs over
the iterations) or loop invariant (the same in all of them).
"""
import collections
import functools

import _tf
import tensorflow as tf
from tensorflow_lib.base import op_scope

WrappedTensor = collections.namedtuple('WrappedTensor', ['t', 'is_stacked', 'is_sparse_stacked'])

# By the op's type: what gets an Inputs and gives a WrappedTensor, a list of them, or an operation without outputs.
TABLE = {}


class ConversionNotImplementedError(Exception):
  """A case that no vectorised form is known for."""


def wrap(tensor, is_stacked=True, is_sparse_stacked=False):
  return WrappedTensor(tensor, is_stacked, is_sparse_stacked)


def converts(*types, **given):
  """Puts a function into the table; `given` are further arguments for it."""

  def register(function):
    for kind in types:
      TABLE[kind] = functools.partial(function, **given) if given else function
    return function

  return register


def create_op(inputs, like, kind=None):
  """An op with the attributes of the operation `like`: its outputs, or the operation where it has none."""
  return _tf.create_op(kind or like.type, inputs, like)


def op_def(kind):
  return _tf.op_def_parts(kind)


# What changes nothing from one iteration to the next, though it be stateful.
_PASSED_THROUGH = ('VariableV2', 'VarHandleOp', 'VariableShape', 'ReadVariableOp')


def is_stateful(op):
  if op.type == 'Const' or op.type in _PASSED_THROUGH:
    return False
  if op.type.startswith('Stateless') or op.type == 'PartitionedCall':
    return False
  return op.type == 'TensorListReserve' or op_def(op.type)[4]


# ---- shapes
def rank_of(t):
  rank = t.shape.rank
  return tf.rank(t) if rank is None else rank


def size_of(t, dtype=tf.int32):
  size = t.shape.num_elements()
  return tf.size(t, out_type=dtype) if size is None else size


def smart_cond(pred, true_fn, false_fn):
  """One of both where it is known which."""
  known = tf.get_static_value(pred) if isinstance(pred, tf.Tensor) else pred
  if known is None:
    return tf.cond(pred, true_fn, false_fn)
  return true_fn() if known else false_fn()


def expand_dims(t, axis, count=1):
  """Further axes of size one at `axis`."""
  if isinstance(count, int):
    for _ in range(count):
      t = tf.expand_dims(t, axis)
    return t
  shape = tf.shape(t)
  ones = tf.fill(tf.reshape(count, [1]), tf.constant(1, shape.dtype))
  return tf.reshape(t, tf.concat([shape[:1], ones, shape[1:]], axis=0))


def stack(t, length):
  """`t`, `length` times."""
  if t.dtype == tf.variant:
    from tensorflow_lib.parallel_for.lists import stack_list
    return wrap(stack_list(t, length), True)
  shape = tf.shape(t)
  ones = tf.__internal__.ones_like_filled(shape)
  ones = tf.reshape(ones, [-1])
  length = tf.reshape(length, [-1])
  length = tf.cast(length, shape.dtype)
  multiples = tf.concat([length, ones], 0)
  return wrap(tf.tile(tf.expand_dims(t, 0), multiples), True)


def flatten_first_two_dims(x):
  old = tf.shape(x)
  first = tf.constant([-1], dtype=old.dtype)
  return tf.reshape(x, tf.concat([first, old[2:]], axis=0))


def unflatten_first_dim(x, first):
  """The first axis cut into [first, -1]."""
  old = tf.shape(x)
  first = tf.cast(first, old.dtype)
  second = tf.constant([-1], dtype=old.dtype)
  return tf.reshape(x, tf.concat([first, second, old[1:]], axis=0))


def transpose_first_two_dims(value):
  shape = tf.shape(value)
  v0, v1 = shape[0], shape[1]
  value = tf.reshape(value, [v0, v1, -1])
  value = tf.transpose(value, [1, 0, 2])
  new_shape = tf.concat([[v1, v0], shape[2:]], axis=0)
  return tf.reshape(value, new_shape)


class Inputs:
  """What a converter gets: the operation and its converted inputs."""

  def __init__(self, pfor, op, inputs):
    self.pfor = pfor
    self.op = op
    self.inputs = inputs

  def __len__(self):
    return len(self.inputs)

  def attr(self, name):
    return self.op.get_attr(name)

  def stack_inputs(self, which=None):
    """Stacks the inputs that are loop invariant, all or those with these numbers."""
    length = self.pfor.loop_len_vector
    for i in range(len(self.inputs)) if which is None else which:
      if not self.inputs[i].is_stacked:
        self.inputs[i] = stack(self.inputs[i].t, length)

  def expand_for_broadcast(self):
    """Gives stacked inputs as many axes as the others need, behind the first."""
    if len(self.inputs) < 2:
      return
    ranks = [rank_of(x.t) if x.is_stacked else rank_of(x.t) + 1 for x in self.inputs]
    most = max(ranks) if all(isinstance(r, int) for r in ranks) else functools.reduce(tf.maximum, ranks)
    for i, x in enumerate(self.inputs):
      if x.is_stacked and not (isinstance(most, int) and ranks[i] == most):
        self.inputs[i] = wrap(expand_dims(x.t, 1, most - ranks[i]), True)

  def _expect(self, i, stacked):
    x = self.inputs[i]
    if x.is_stacked != stacked:
      raise ConversionNotImplementedError('Input "%s" of op \'%s\' expected to be %sloop invariant.' % (
          op_def(self.op.type)[1][i][0], self.op.type, 'not ' if stacked else ''))
    return x.t

  def stacked(self, i):
    return self._expect(i, True)

  def unstacked(self, i):
    return self._expect(i, False)

  def flattened(self, which):
    """All inputs; those with these numbers stacked and with the iterations merged into their first axis."""
    self.stack_inputs(which)
    return [flatten_first_two_dims(self.stacked(i)) if i in which else self.unstacked(i)
            for i in range(len(self.inputs))]


def by_while_loop(p, cause='', warn=False):
  """The op in a loop, one iteration after the other."""
  if warn:
    _tf.warn('Using a while_loop for converting %s cause %s' % (p.op.type, cause))
  dtypes = [x.dtype for x in p.op.outputs]
  iters_vector = p.pfor.loop_len_vector
  known = tf.get_static_value(iters_vector)
  iters = iters_vector[0] if known is None else int(known[0])

  def body(i, *arrays):
    inputs = [x.t[i, ...] if x.is_stacked else x.t for x in p.inputs]
    outputs = create_op(inputs, p.op)
    return tuple([i + 1] + [ta.write(i, out) for ta, out in zip(arrays, outputs)])

  arrays = tf.while_loop(lambda i, *arrays: i < iters, body,
                         [0] + [tf.TensorArray(dtype, iters) for dtype in dtypes])[1:]
  return [wrap(ta.stack(), True) for ta in arrays]


def load_converters():
  if TABLE:
    return
  import tensorflow_lib.parallel_for.arrays
  import tensorflow_lib.parallel_for.arithmetic
  import tensorflow_lib.parallel_for.networks
  import tensorflow_lib.parallel_for.draws
  import tensorflow_lib.parallel_for.lists
  import tensorflow_lib.parallel_for.calls


class PFor:
  """Converts values of the body: of the open graph, or (`inside` None) of a graph of which all is in the body."""

  def __init__(self, loop_var, loop_len, inside, fallback_to_while_loop, all_indices=None,
               all_indices_partitioned=False, warn=False):
    load_converters()
    self.loop_var = loop_var
    known = tf.get_static_value(loop_len) if isinstance(loop_len, tf.Tensor) else loop_len
    if known is not None:
      loop_len = known
      self.loop_len_vector = tf.convert_to_tensor([loop_len])
    else:
      self.loop_len_vector = tf.reshape(loop_len, [1])
    self.all_indices_partitioned = all_indices_partitioned
    if all_indices is None:
      all_indices = tf.range(loop_len, dtype=tf.int32, name='all_indices')
    self.all_indices = all_indices
    self._inside = inside
    self.fallback_to_while_loop = fallback_to_while_loop
    self._warn = warn
    self._converted = {}  # by the identity of tensors and by operations; values: (the key's tensor, its conversion)
    self.add_conversion(loop_var, wrap(all_indices, True))

  def add_conversion(self, old, new):
    self._converted[id(old) if isinstance(old, tf.Tensor) else old] = (old, new)

  def _conversion(self, x):
    found = self._converted.get(id(x) if isinstance(x, tf.Tensor) else x)
    return found and found[1]

  def _was_converted(self, t):
    return self._conversion(t).t is not t

  def convert(self, y):
    """The stacked value of `y`; None for None."""
    if y is None:
      return None
    if isinstance(y, tf.SparseTensor):
      return self._convert_sparse(y)
    result = self.convert_helper(y)
    return self._stacked(result) if isinstance(result, WrappedTensor) else result

  def _stacked(self, wrapped):
    return wrapped.t if wrapped.is_stacked else stack(wrapped.t, self.loop_len_vector).t

  def _convert_sparse(self, y):
    parts = [self.convert_helper(t) for t in (y.indices, y.values, y.dense_shape)]
    if all(w.is_sparse_stacked for w in parts):
      return tf.SparseTensor(*[w.t for w in parts])
    indices, values, shape = [self._stacked(w) for w in parts]
    rank = indices.shape[-1]

    def serialized(args):
      return tf.raw_ops.SerializeSparse(sparse_indices=args[0], sparse_values=args[1], sparse_shape=args[2],
                                        out_type=tf.variant)

    rows = tf.map_fn(serialized, [indices, values, shape], dtype=tf.variant)
    # Every stacked tensor has one axis more than each of its parts.
    indices, values, shape = tf.raw_ops.DeserializeSparse(serialized_sparse=rows, dtype=values.dtype)
    indices.set_shape([None, None if rank is None else rank + 1])
    shape.set_shape([None if rank is None else rank + 1])
    return tf.SparseTensor(indices, values, shape)

  def convert_helper(self, op_or_tensor):
    """The WrappedTensor that stands for a tensor; the operation that stands for one without outputs."""
    pending = [op_or_tensor]
    while pending:
      y = pending[-1]
      if self._conversion(y) is not None:
        pending.pop()
        continue
      of_tensor = isinstance(y, tf.Tensor)
      op = y.op if of_tensor else y
      inside = self._inside is None or op.name in self._inside
      inputs, before = [], []
      some_changed, stateful = False, False
      if inside:
        controls = op.control_inputs
        wanted = [x for x in op.inputs if self._conversion(x) is None]
        for control in controls:
          wanted += [x for x in (control.outputs or [control]) if self._conversion(x) is None]
        if wanted:
          pending += wanted
          continue
        inputs = [self._conversion(x) for x in op.inputs]
        some_changed = any([self._was_converted(x) for x in op.inputs])
        for control in controls:
          for x in control.outputs or [control]:
            new = self._conversion(x)
            if isinstance(new, WrappedTensor):
              some_changed = some_changed or new.t is not x
              new = new.t.op
            else:
              some_changed = some_changed or new != x
            if new not in before:
              before.append(new)
        stateful = is_stateful(op)
      with tf.control_dependencies(before):
        with op_scope(None, op.name + '/pfor/'):
          new = self._convert_op(y, op, inside, stateful, some_changed, inputs)
      if not of_tensor:
        self.add_conversion(op, new)
      else:
        assert len(op.outputs) == len(new), (op, op.outputs, new)
        for old_output, new_output in zip(op.outputs, new):
          self._set_shape(old_output, new_output)
          self.add_conversion(old_output, new_output)
      pending.pop()
    return self._conversion(op_or_tensor)

  def _convert_op(self, y, op, inside, stateful, some_changed, inputs):
    of_tensor = isinstance(y, tf.Tensor)
    if (not inside or not (stateful or some_changed)) and y.graph is tf.compat.v1.get_default_graph():
      return [wrap(x, False) for x in op.outputs] if of_tensor else op
    if not stateful and not any(x.is_stacked for x in inputs):
      new = create_op([x.t for x in inputs], op)
      return [wrap(x, False) for x in new] if of_tensor else new
    p = Inputs(self, op, inputs)
    converter = TABLE.get(op.type)
    if converter is None:
      if (not self.fallback_to_while_loop or any(x.dtype == tf.variant for x in op.outputs) or
          any(x.dtype == tf.variant for x in op.inputs)):
        message = 'No pfor vectorization defined for %s\n%s\n inputs: %s.' % (op.type, op, inputs)
        if not self.fallback_to_while_loop:
          message += 'Consider enabling the fallback_to_while_loop option to pfor, which may run slower.'
        raise ValueError(message)
      return by_while_loop(p, 'there is no registered converter for this op.', self._warn)
    try:
      new = converter(p)
    except ConversionNotImplementedError as e:
      if not self.fallback_to_while_loop or any(x.dtype == tf.variant for x in op.inputs):
        raise ValueError(str(e))
      new = by_while_loop(p, str(e))
    return [new] if isinstance(new, WrappedTensor) else new

  def _set_shape(self, old, new):
    if new.is_sparse_stacked:
      return
    shape = old.shape
    if new.t.dtype == tf.variant:
      shape = []
    elif new.is_stacked:
      known = tf.get_static_value(self.loop_len_vector)
      shape = tf.TensorShape([None] if known is None else known).concatenate(shape)
    new.t.set_shape(shape)
