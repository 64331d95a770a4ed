"""tf.GradientTape, tf.custom_gradient, tf.gradients and their like (eager/backprop.py)."""
import contextlib
import functools

import _tf
import tensorflow as tf


def _differentiable(dtype):
  return dtype.is_floating or dtype.is_complex or dtype in (tf.resource, tf.variant)


def _zeros_like_source(x):
  if isinstance(x, tf.Variable):
    return tf.zeros(tf.shape(x) if not x.shape.is_fully_defined() else x.shape, x.dtype)
  return tf.zeros_like(x)


def _variable_of(t):
  """The tf.Variable of what stands for one, as Keras' variables do; anything else as it is."""
  return t._value if getattr(t, '_should_act_as_resource_variable', False) else t


def _check_part(t):
  """Raises what TensorFlow raises for a target or source that is no tensor: it asks for its dtype first."""
  if isinstance(t, (tf.Tensor, tf.Variable)):
    return
  if not _differentiable(tf.as_dtype(getattr(t, 'dtype', t))):
    t.dtype
  name = type(t).__name__
  raise AttributeError("'%s' object has no attribute '_id'" %
                       ('numpy.' + name if type(t).__module__ == 'numpy' else name))


#: tf.GradientTape tf.autodiff.GradientTape
class GradientTape:
  """Records ops so that gradients of what they computed can be asked for."""

  def __init__(self, persistent=False, watch_accessed_variables=True):
    self._tape = None
    self._persistent = persistent
    self._watch_accessed_variables = watch_accessed_variables
    self._watched_variables = ()
    self._recording = False

  def __enter__(self):
    self._push_tape()
    return self

  def __exit__(self, typ, value, traceback):
    if self._recording:
      self._pop_tape()

  def _push_tape(self):
    if self._recording:
      raise ValueError('Tape is still recording, This can happen if you try to re-enter an already-active tape.')
    if self._tape is None:
      self._tape = _tf.Tape(self._persistent, self._watch_accessed_variables)
    self._tape.push()
    self._recording = True

  def _pop_tape(self):
    if not self._recording:
      raise ValueError('Tape is not recording.')
    self._tape.pop()
    self._recording = False

  def watch(self, tensor):
    """Lets gradients with respect to `tensor` (or a structure of tensors) be asked for."""
    for t in tf.nest.flatten(tensor, expand_composites=True):
      t = _variable_of(t)
      if not isinstance(t, (tf.Tensor, tf.Variable)):
        raise ValueError('Passed in object %s of type %r, not tf.Tensor or tf.Variable or ExtensionType.' %
                         (t, type(t).__name__))
      if not _differentiable(t.dtype):
        _tf.warn('The dtype of the watched tensor must be floating (e.g. tf.float32), got %r' % (t.dtype,))
      self._tape.watch(t)

  def stop_recording(self):
    return _StopRecording(self)

  def reset(self):
    self._pop_tape()
    self._tape = None
    self._push_tape()

  def watched_variables(self):
    if self._tape is not None:
      self._watched_variables = tuple(self._tape.variables())
    return self._watched_variables

  def gradient(self, target, sources, output_gradients=None,
               unconnected_gradients=tf.UnconnectedGradients.NONE):
    """Gradients of `target` with respect to `sources`, in the form of `sources`."""
    if self._tape is None:
      raise RuntimeError('A non-persistent GradientTape can only be used to compute one set of gradients (or '
                         'jacobians)')
    if self._recording:
      if not self._persistent:
        self._pop_tape()
      else:
        _tf.warn('Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient '
                 'than calling it outside the context (it causes the gradient ops to be recorded on the tape, leading '
                 'to increased CPU and memory usage). Only call GradientTape.gradient inside the context if you '
                 'actually want to trace the gradient in order to compute higher order derivatives.')
    if target is None:
      raise TypeError('Argument `target` should be a list or nested structure of Tensors, Variables or '
                      'CompositeTensors to be differentiated, but received None.')
    flat_targets = []
    target = tf.nest.map_structure(lambda t: t._gradient_part()[0] if hasattr(t, '_gradient_part') else t, target)
    if any(isinstance(t, tf.IndexedSlices) for t in tf.nest.flatten(target)):
      raise AttributeError("'IndexedSlices' object has no attribute '_id'")
    for t in tf.nest.flatten(target, expand_composites=True):
      t = _variable_of(t)
      _check_part(t)
      if isinstance(t, tf.Variable):
        with self:
          t = tf.convert_to_tensor(t)
      flat_targets.append(t)
    parts = [s._gradient_part() if hasattr(s, '_gradient_part') else None for s in tf.nest.flatten(sources)]
    if any(part is not None for part in parts):
      flat = [s if part is None else part[0] for s, part in zip(tf.nest.flatten(sources), parts)]
    else:
      flat = tf.nest.flatten(sources, expand_composites=True)
      parts = None
    flat_sources = [_variable_of(s) for s in flat]
    for t in flat_sources:
      _check_part(t)
    flat_outputs = []
    if output_gradients is not None:
      flat_outputs = [tf.convert_to_tensor(g) for g in tf.nest.flatten(output_gradients, expand_composites=True)]
    grads = self._tape.gradient(flat_targets, flat_sources, flat_outputs)
    if not self._persistent:
      self._watched_variables = tuple(self._tape.variables())
      self._tape = None
    if unconnected_gradients not in ('none', 'zero'):
      raise ValueError("Unknown value for unconnected_gradients: '%s'" % (unconnected_gradients,))
    if unconnected_gradients == 'zero':
      grads = [_zeros_like_source(s) if g is None else g for g, s in zip(grads, flat_sources)]
    if parts is not None:
      grads = [g if part is None or g is None else part[1](tf.convert_to_tensor(g)) for g, part in zip(grads, parts)]
      return tf.nest.pack_sequence_as(sources, grads)
    return tf.nest.pack_sequence_as(sources, grads, expand_composites=True)

  @contextlib.contextmanager
  def _ensure_recording(self):
    if self._recording:
      yield
      return
    self._push_tape()
    try:
      yield
    finally:
      self._pop_tape()

  def _rows_of_jacobian(self, kind, loop_fn, dtypes, size, parallel_iterations, experimental_use_pfor):
    """What loop_fn(0), …, loop_fn(size - 1) give, stacked."""
    from tensorflow_lib.parallel_for import loops
    if experimental_use_pfor:
      try:
        return loops.pfor(loop_fn, size, parallel_iterations=parallel_iterations)
      except ValueError as error:
        raise ValueError('Encountered an exception while vectorizing the %s computation. Vectorization can be disabled '
                         'by setting experimental_use_pfor to False.' % kind) from error
    if tf.executing_eagerly() and not self._persistent:
      # TensorFlow puts two pieces of text together here, and each brings a space.
      raise RuntimeError('GradientTape must be created with persistent=True to compute the %s with eager execution '
                         'enabled and%sexperimental_use_pfor set to False.' % (
                             kind, ' with  ' if kind == 'jacobian' else '  with '))
    return loops.for_loop(loop_fn, dtypes, size, parallel_iterations=parallel_iterations)

  def jacobian(self, target, sources, unconnected_gradients=tf.UnconnectedGradients.NONE, parallel_iterations=None,
               experimental_use_pfor=True):
    """d target[i] / d source for each element i of the target: shape target.shape + source.shape."""
    if self._tape is None:
      raise RuntimeError('A non-persistent GradientTape can only be used to compute one set of gradients (or '
                         'jacobians)')
    flat_sources = tf.nest.flatten(sources)
    static_shape = target.shape
    target_shape = tf.shape(target)
    with self._ensure_recording():
      target = tf.reshape(target, [-1])

    def loop_fn(i):
      with self._ensure_recording():
        y = tf.gather(target, i)
      return self.gradient(y, flat_sources, unconnected_gradients=unconnected_gradients)

    size = target.shape[0]
    if size is None:
      size = tf.shape(target)[0]
    output = list(self._rows_of_jacobian('jacobian', loop_fn, [target.dtype] * len(flat_sources), size,
                                         parallel_iterations, experimental_use_pfor))
    for i, rows in enumerate(output):
      if rows is None:
        continue
      output[i] = tf.reshape(rows, tf.concat([target_shape, tf.shape(rows)[1:]], axis=0))
      if tf.executing_eagerly():
        output[i].set_shape(static_shape.concatenate(flat_sources[i].shape))
    return tf.nest.pack_sequence_as(sources, output)

  def batch_jacobian(self, target, source, unconnected_gradients=tf.UnconnectedGradients.NONE,
                     parallel_iterations=None, experimental_use_pfor=True):
    """The jacobian of each row of `target` with respect to the same row of `source`."""
    if self._tape is None:
      raise RuntimeError('A non-persistent GradientTape can only be used tocompute one set of gradients (or '
                         'jacobians)')
    shape = target.shape
    first = None if shape.rank is None else shape[0]
    if not (shape.with_rank_at_least(2) and source.shape.with_rank_at_least(2) and
            tf.compat.v1.Dimension(first).is_compatible_with(source.shape[0])):
      raise ValueError('Need first dimension of target shape (%s) and source shape (%s) to match.' % (
          shape, source.shape))
    if shape.is_fully_defined():
      batch_size = int(shape[0])
      row_size = shape.num_elements() // batch_size
    else:
      shape = tf.shape(target)
      batch_size = shape[0]
      row_size = tf.size(target) // batch_size
    source_shape = tf.shape(source)
    with self._ensure_recording():
      with tf.control_dependencies([tf.debugging.assert_equal(batch_size, source_shape[0])]):
        target = tf.reshape(target, [batch_size, row_size])
    calls = []

    def loop_fn(i):
      if calls and not self._persistent:
        raise RuntimeError('GradientTape must be created with persistent=True to compute the batch_jacobian%s.' % (
            '' if parallel_iterations is None else ' with parallel_iterations'))
      calls.append(i)
      with self._ensure_recording():
        y = tf.gather(target, i, axis=1)
      return self.gradient(y, source, unconnected_gradients=unconnected_gradients)

    output = self._rows_of_jacobian('batch_jacobian', loop_fn, target.dtype, row_size, parallel_iterations,
                                    experimental_use_pfor)
    new_shape = tf.concat([shape, source_shape[1:]], axis=0)
    if output is None:
      return tf.zeros(new_shape, target.dtype)
    output = tf.reshape(output, [row_size, batch_size, -1])
    output = tf.transpose(output, [1, 0, 2])
    return tf.reshape(output, new_shape)


GradientTape.__module__ = 'tensorflow.python.eager.backprop'


class _StopRecording:
  """Takes the tape away for a while."""

  def __init__(self, tape):
    self._tape = tape

  def __enter__(self):
    if self._tape._tape is None:
      raise RuntimeError('Missing tape')
    self._tape._pop_tape()

  def __exit__(self, *exc):
    self._tape._push_tape()
    return False


#: tf.stop_recording
class stop_recording:
  """No tape sees what happens inside."""

  def __enter__(self):
    _tf.stop_recording()

  def __exit__(self, *exc):
    _tf.resume_recording()
    return False


#: tf.custom_gradient =custom_gradient
def custom_gradient(f=None):
  """A function that gives (outputs, gradient function) becomes one whose gradient is that function."""
  if f is None:
    return lambda f: custom_gradient(f)

  @functools.wraps(f)
  def decorated(*args, **kwargs):
    if tf.executing_eagerly():
      return _eager_custom_gradient(f, args, kwargs)
    return _graph_custom_gradient(f, args, kwargs)

  return decorated


def _watched(f, args, kwargs):
  """f(*args, **kwargs) and the variables that it read."""
  _tf.watch_variables()
  try:
    result, grad_fn = f(*args, **kwargs)
  finally:
    variables = _tf.unwatch_variables()
  flat_args = tf.nest.flatten(args)
  return result, grad_fn, [v for v in variables if not any(v is a for a in flat_args)]


def _input_gradients(grad_fn, result_grads, variables, count):
  if variables:
    input_grads, variable_grads = grad_fn(*result_grads, variables=variables)
    if len(variable_grads) != len(variables):
      raise ValueError('Must return gradient for each variable from @custom_gradient grad_fn.')
  else:
    input_grads, variable_grads = grad_fn(*result_grads), []
  flat = tf.nest.flatten(input_grads)
  if len(flat) != count:
    raise ValueError('custom_gradient function expected to return %d gradients, but returned %d instead.' %
                     (count, len(flat)))
  return flat + list(variable_grads)


def _eager_custom_gradient(f, args, kwargs):
  result, grad_fn, variables = _watched(f, args, kwargs)
  for v in variables:
    tf.convert_to_tensor(v)  # read where tapes see it
  flat_args = tf.nest.flatten(args) + tf.nest.flatten(list(kwargs.values()))
  flat_result = [_tf.fresh(tf.identity(x)) for x in tf.nest.flatten(result)]
  inputs = [x if isinstance(x, (tf.Tensor, tf.Variable)) else tf.convert_to_tensor(x) for x in flat_args]

  def backward(*grads):
    grads = [tf.zeros_like(r) if g is None else g for g, r in zip(grads, flat_result)]
    return _input_gradients(grad_fn, grads, variables, len(flat_args))

  _tf.record_custom(f.__name__, flat_result, inputs + list(variables), backward)
  return tf.nest.pack_sequence_as(result, flat_result)


def _graph_custom_gradient(f, args, kwargs):
  if kwargs:
    raise ValueError('The custom_gradient decorator currently supports keywords arguments only when eager execution is '
                     'enabled.')
  args = tf.nest.map_structure(tf.convert_to_tensor, args)
  result, grad_fn, variables = _watched(f, args, {})
  flat_args, flat_result = tf.nest.flatten(args), [tf.convert_to_tensor(x) for x in tf.nest.flatten(result)]
  for x in flat_result:
    tf.identity(x)
  before = flat_result + flat_args + [v.handle for v in variables]
  _tf.stop_recording()
  try:
    after = tf.raw_ops.IdentityN(input=before)
  finally:
    _tf.resume_recording()

  def backward(*grads):
    grads = [tf.zeros_like(r) if g is None else g for g, r in zip(grads, flat_result)]
    return [None] * len(flat_result) + _input_gradients(grad_fn, grads, variables, len(flat_args))

  _tf.record_custom('IdentityN', after, before, backward)
  return tf.nest.pack_sequence_as(result, after[:len(flat_result)])


#: tf.recompute_grad =recompute_grad
def recompute_grad(f):
  """f, computed once more for its gradient instead of keeping what it needs."""

  @custom_gradient
  def inner(*args, **kwargs):
    if tf.executing_eagerly():
      with stop_recording():
        result = f(*args, **kwargs)
    else:
      result = f(*args, **kwargs)

    def grad(*dresult, variables=None):
      with GradientTape() as tape:
        again = tf.nest.map_structure(tf.identity, args)
        tape.watch(again)
        recomputed = f(*again, **kwargs)
      grads = tape.gradient(recomputed, list(again) + list(variables or []), output_gradients=list(dresult),
                            unconnected_gradients=tf.UnconnectedGradients.ZERO)
      if variables is None:
        return grads
      return grads[:len(again)], grads[len(again):]

    return result, grad

  return functools.wraps(f)(lambda *args, **kwargs: inner(*args, **kwargs))


#: tf.grad_pass_through =grad_pass_through
def grad_pass_through(f):
  """f forward, the identity backward."""

  @custom_gradient
  def wrapped(*args, **kwargs):
    def grad(*args, **kwargs):
      return args[0] if len(args) == 1 else args

    return f(*args, **kwargs), grad

  return functools.wraps(f)(lambda *args, **kwargs: wrapped(*args, **kwargs))


#: tf.gradients =gradients_v2
def gradients(ys, xs, grad_ys=None, name='gradients', gate_gradients=False, aggregation_method=None,
              stop_gradients=None, unconnected_gradients=tf.UnconnectedGradients.NONE):
  """Symbolic gradients: only inside of a function that is being traced."""
  if tf.executing_eagerly():
    raise RuntimeError('tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.')
  ys = ys if isinstance(ys, (list, tuple)) else [ys]
  xs = xs if isinstance(xs, (list, tuple)) else [xs]
  grad_ys = [None] * len(ys) if grad_ys is None else list(grad_ys) if isinstance(grad_ys, (list, tuple)) else [grad_ys]
  if len(ys) != len(grad_ys):
    raise ValueError('Length mismatch. Passed %d grad_ys for %d ys' % (len(grad_ys), len(ys)))
  stop_gradients = [] if stop_gradients is None else tf.nest.flatten(stop_gradients)
  if unconnected_gradients not in ('none', 'zero'):
    raise ValueError("Unknown value for unconnected_gradients: '%s'" % (unconnected_gradients,))
  ys = [tf.convert_to_tensor(y) for y in ys]
  xs = [x if isinstance(x, (tf.Tensor, tf.Variable)) else tf.convert_to_tensor(x) for x in xs]
  with tf.name_scope(name) as scope:
    given = []
    for i, (y, grad_y) in enumerate(zip(ys, grad_ys)):
      if grad_y is None:
        if y.dtype.is_complex:
          raise TypeError('Gradients of complex tensors (%s) must set grad_ys (y.dtype = %s)' % (y, y.dtype.name))
        dims = tf.shape(y)
        one = tf.constant(True if y.dtype == tf.bool else 1, dtype=y.dtype, name='grad_ys_%d/Const' % i)
        given.append(tf.raw_ops.Fill(dims=dims, value=one, name='grad_ys_%d' % i))
      else:
        grad_y = tf.convert_to_tensor(grad_y)
        kinds = [(t.dtype.is_floating or t.dtype.is_integer, t.dtype.is_complex) for t in (y, grad_y)]
        if kinds[0] != kinds[1]:
          if not any(kinds[0]):
            raise TypeError('Tensor %s with type %s must be numeric to obtain a default gradient' % (y, y.dtype.name))
          raise TypeError('Gradient type %s generated for %s-valued tensor %s with type %s must be %s' %
                          ((grad_y.dtype.name,) +
                           (('real or integer', y, y.dtype.name, 'real or integer') if kinds[0][0] else
                            ('complex', y, y.dtype.name, 'real'))))
        given.append(tf.identity(grad_y, name='grad_ys_%d' % i))
    grads = _tf.gradients(ys, xs, given, stop_gradients, False, scope)
  if unconnected_gradients == 'zero':
    grads = [_zeros_like_source(x) if g is None else g for g, x in zip(grads, xs)]
  return grads


#: tf.hessians
def hessians(ys, xs, gate_gradients=False, aggregation_method=None, name='hessians'):
  """The matrices of second derivatives of the sum of ys, one for each of xs."""
  xs = xs if isinstance(xs, (list, tuple)) else [xs]
  result = []
  for first, x in zip(gradients(ys, xs), xs):
    first = tf.reshape(first, [-1])
    n = x.shape.num_elements()
    if n is None:
      raise NotImplementedError('tf.hessians for an x whose shape is not known')
    rows = [tf.convert_to_tensor(gradients(first[j], x)[0]) for j in range(n)]
    dims = tf.shape(x)
    result.append(tf.reshape(tf.stack(rows), tf.concat((dims, dims), 0)))
  return result


def _is_trainable(t):
  return _differentiable(t.dtype)


def _jvp_of_op(kind, attributes, inputs, outputs, tangents):
  """What an op's outputs change by: its gradient, which is linear, transposed (eager/forwardprop.py)."""
  if kind in ('Identity', 'ReadVariableOp'):
    return [tf.identity(t) for t in tangents]
  pairs = [(x, t) for x, t in zip(inputs, tangents) if _is_trainable(x)]
  trainable = [x for x, _ in pairs]
  with GradientTape() as transposing:
    with GradientTape() as backward:
      backward.watch(trainable)
      _tf.record_op(kind, attributes, inputs, outputs)
    targets = [x for x in outputs if _is_trainable(x)]
    aids = [tf.ones_like(x, name='unused_forwardprop_aid') for x in targets]
    transposing.watch(aids)
    grads = backward.gradient(targets, trainable, aids, unconnected_gradients=tf.UnconnectedGradients.ZERO)
  results = iter(transposing.gradient(grads, aids, output_gradients=[t for _, t in pairs]))
  return [next(results) if _is_trainable(x) else None for x in outputs]


_jvp_functions = {}


def _call_jvp(kind, attributes, inputs, outputs, tangents):
  """In a graph each op has a function of its own for that, which is called."""
  key = (kind, attributes, len(inputs), len(outputs))
  if key not in _jvp_functions:

    def _jvp_exact_shapes(inputs, outputs, tangents):
      return _jvp_of_op(kind, attributes, inputs, outputs, tangents)

    _jvp_functions[key] = tf.function(_jvp_exact_shapes, autograph=False)
  return _jvp_functions[key](inputs, outputs, tangents)


#: tf.autodiff.ForwardAccumulator =ForwardAccumulator
class ForwardAccumulator:
  """Products of the Jacobian and `tangents`, worked out as the ops run."""

  def __init__(self, primals, tangents):
    self._accumulator = _tf.forward_tape(_call_jvp)
    self._recording = False
    seen = set()
    for primal in tf.nest.flatten(primals):
      if id(primal) in seen:
        raise ValueError('Tensor {} was specified as a primal multiple times. This may indicate an error. If it was '
                         'intended, please sum the corresponding tangents.')
      seen.add(id(primal))
    self._watch(primals, tangents)

  def __enter__(self):
    self._push_accumulator()
    return self

  def __exit__(self, typ, value, traceback):
    if self._recording:
      self._pop_accumulator()

  def _push_accumulator(self):
    if self._recording:
      raise ValueError('Accumulator is already recording.')
    self._accumulator.push()
    self._recording = True

  def _pop_accumulator(self):
    if not self._recording:
      raise ValueError('Accumulator is not recording.')
    self._accumulator.pop()
    self._recording = False

  def _watch(self, primals, tangents):

    def watch(primal, tangent):
      if not primal.dtype.is_floating:
        _tf.warn('The dtype of the watched primal must be floating (e.g. tf.float32), got %r' % (primal.dtype,))
      self._accumulator.set_tangent(primal, tf.convert_to_tensor(tangent, dtype=primal.dtype))

    tf.nest.map_structure(watch, primals, tangents)

  def jvp(self, primals, unconnected_gradients=tf.UnconnectedGradients.NONE):
    """The products for `primals`, which are looked up: they are there already."""
    if unconnected_gradients not in ('none', 'zero'):
      raise ValueError('%r is not a valid UnconnectedGradients' % (unconnected_gradients,))

    def fetch(tensor):
      tensor = _variable_of(tensor)
      result = self._accumulator.tangent(tensor)
      return tf.zeros_like(tensor) if result is None and unconnected_gradients == 'zero' else result

    return tf.nest.map_structure(fetch, primals)


#: tf.RegisterGradient
class RegisterGradient:
  """Refused by name: which gradient an op has stands with the op."""
  __not_implemented__ = True

  def __init__(self, op_type):
    raise NotImplementedError('tf.RegisterGradient is not supported by tracepack: tf.custom_gradient is')
