"""tf.map_fn, tf.scan, tf.foldl, tf.foldr: loops over the first axis (ops/map_fn.py, ops/functional_ops.py)."""
import _tf
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope


def _to_tensors(structure):
  """Variables of a structure as the tensors that they hold."""
  return tf.nest.map_structure(lambda x: tf.convert_to_tensor(x) if isinstance(x, tf.Variable) else x, structure)


def _check_callable(fn):
  if not callable(fn):
    raise TypeError('%s is not callable. Please provide a callable function.' % getattr(fn, '__name__', fn))


def _arrays_of(elems, n, with_shapes=False):
  """Arrays of the rows of `elems`."""
  arrays = [tf.TensorArray(elem.dtype, size=n, dynamic_size=False, infer_shape=True,
                           element_shape=elem.shape[1:] if with_shapes else None) for elem in elems]
  return [ta.unstack(elem) for ta, elem in zip(arrays, elems)]


def _set_first_dim(result, n):
  """What the stack of n elements is known to be."""
  if not tf.executing_eagerly() and result.shape.rank is not None:
    result.set_shape([n] + result.shape.as_list()[1:])


def _static_length(elems_flat):
  """The length of the first axis where it is known; all of them must be able to have the same."""
  n = None
  for elem in elems_flat:
    if elem.shape.rank is None:
      continue
    dim = elem.shape[0]
    if n is None:
      n = dim
    elif dim is not None and dim != n:
      raise ValueError('Dimensions %s and %s are not compatible' % (n, dim))
  return n


def _results_array(spec, n, infer_shape):
  """An array for what `fn` gives: ragged tensors stand in it as variants."""
  if isinstance(spec, tf.TensorSpec):
    return tf.TensorArray(spec.dtype, size=n, dynamic_size=False, infer_shape=infer_shape, element_shape=spec.shape)
  if not isinstance(spec, tf.RaggedTensorSpec):
    raise TypeError('map_fn can not generate %s outputs' % (spec,))
  return tf.TensorArray(tf.variant, size=n, dynamic_size=False, infer_shape=infer_shape)


def _boxed(value, spec):
  """What `fn` gave, as the array has it."""
  if isinstance(spec, tf.TensorSpec):
    return value
  if not spec.is_compatible_with(value):
    raise ValueError('Error in map_fn:\n  Expected `fn` to return a:\n    %s\n  But it returned a:\n    %s\n    (value=%s)\n'
                     '  To fix, update the `fn_output_signature` (or `dtype`) argument to `map_fn`.' %
                     (spec, tf.type_spec_from_value(value), value))
  if not isinstance(value, tf.RaggedTensor):
    return tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=[], rt_dense_values=value, batched_input=False)
  with op_scope(None, 'RaggedToVariant'):
    return tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=value.nested_row_splits, rt_dense_values=value.flat_values,
                                            batched_input=False)


def _unboxed(result, spec, n):
  """The stack of what `fn` gave n times."""
  if isinstance(spec, tf.TensorSpec):
    return result
  with op_scope(None, 'RaggedFromVariant'):
    splits, values = tf.raw_ops.RaggedTensorFromVariant(
        encoded_ragged=result, input_ragged_rank=-1, output_ragged_rank=spec.ragged_rank + 1, Tvalues=spec.dtype,
        Tsplits=spec.row_splits_dtype)
    made = tf.RaggedTensor.from_nested_row_splits(values, splits, validate=False)
  if spec._shape.rank is not None:
    made._set_shape(tf.TensorShape([n]).concatenate(spec._shape))
  return made


#: tf.map_fn =map_fn_v2
def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True,
           name=None, fn_output_signature=None):
  """The results of `fn` for each row of `elems`, stacked."""
  return map_rows(fn, elems, dtype if fn_output_signature is None else fn_output_signature, parallel_iterations,
                  swap_memory, infer_shape, name)


def map_rows(fn, elems, fn_output_signature, parallel_iterations, swap_memory, infer_shape, name,
             pack=lambda elem: convert(elem, name='elem'), unpack=lambda row, elem: row):
  """tf.map_fn; `pack` makes tensors of what is mapped over, `unpack` makes of their rows what `fn` gets."""
  if not callable(fn):
    raise TypeError('The provided function %s is not callable.fn must be callable.' % getattr(fn, '__name__', fn))
  in_graph = not tf.executing_eagerly()
  if not parallel_iterations or not in_graph:
    parallel_iterations = 10 if in_graph else 1
  elems = _to_tensors(elems)
  elems_flat = tf.nest.flatten(elems)
  if not elems_flat:
    raise ValueError('elems must be a Tensor or (possibly nested) sequence of Tensors. Got %s, which does not contain '
                     'any Tensors.' % (elems,))
  with op_scope(name, 'map'):
    given = elems_flat
    elems_flat = [pack(t) for t in elems_flat]
    if elems_flat[0].shape.rank == 0:
      raise ValueError('Elements in elems must be 1+ dimensional Tensors, not scalars')
    if fn_output_signature is None:
      specs = [tf.TensorSpec(None, t.dtype) for t in elems_flat]
    else:
      specs = [s if isinstance(s, tf.TypeSpec) else tf.TensorSpec(None, s) for s in tf.nest.flatten(fn_output_signature)]
    structure = elems if fn_output_signature is None else fn_output_signature
    n_static = _static_length(elems_flat)
    n = n_static or tf.shape(elems_flat[0])[0]
    arrays = _arrays_of(elems_flat, n)
    i = tf.constant(0)
    results = [_results_array(spec, n, infer_shape) for spec in specs]

    def compute(i, tas):
      rows = [unpack(row, elem) for row, elem in zip([ta.read(i) for ta in arrays], given)]
      value = _tf.call_converted(False, fn, tf.nest.pack_sequence_as(elems, rows))
      tf.nest.assert_same_structure(structure, value)
      tas = [ta.write(i, _boxed(v, spec)) for ta, v, spec in zip(tas, tf.nest.flatten(value), specs)]
      return (i + 1, tas)

    _, results = tf.while_loop(lambda i, _: i < n, compute, (i, results), parallel_iterations=parallel_iterations,
                               swap_memory=swap_memory, maximum_iterations=n)
    results = [ta.stack() for ta in results]
    for result in results:
      _set_first_dim(result, n_static)
    return tf.nest.pack_sequence_as(structure, [_unboxed(r, spec, n_static) for r, spec in zip(results, specs)])


def _fold(fn, elems, initializer, parallel_iterations, swap_memory, name, scope, reverse):
  _check_callable(fn)
  with op_scope(name, scope):
    elems_flat = [convert(elem, name='elem') for elem in tf.nest.flatten(elems)]
    n = elems_flat[0].shape[0] or tf.shape(elems_flat[0])[0]
    arrays = _arrays_of(elems_flat, n)

    def rows(i):
      return tf.nest.pack_sequence_as(elems, [ta.read(i) for ta in arrays])

    if reverse:
      if initializer is None:
        i = n - 1
        a = rows(i)
      else:
        i = n
        a = initializer

      def compute_back(i, a):
        i = i - 1
        return [i, fn(a, rows(i))]

      _, a = tf.while_loop(lambda i, a: i > 0, compute_back, [i, a], parallel_iterations=parallel_iterations,
                           swap_memory=swap_memory, maximum_iterations=n)
      return a
    if initializer is None:
      a = rows(0)
      i = tf.constant(1)
    else:
      a = initializer
      i = tf.constant(0)

    def compute(i, a):
      return [i + 1, fn(a, rows(i))]

    _, a = tf.while_loop(lambda i, a: i < n, compute, [i, a], parallel_iterations=parallel_iterations,
                         swap_memory=swap_memory, maximum_iterations=n)
    return a


#: tf.foldl
def foldl(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
  """fn(... fn(fn(initializer, row 0), row 1) ..., row n - 1)."""
  return _fold(fn, elems, initializer, parallel_iterations, swap_memory, name, 'foldl', False)


#: tf.foldr
def foldr(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, name=None):
  """fn(... fn(fn(initializer, row n - 1), row n - 2) ..., row 0)."""
  return _fold(fn, elems, initializer, parallel_iterations, swap_memory, name, 'foldr', True)


#: tf.scan
def scan(fn, elems, initializer=None, parallel_iterations=10, back_prop=True, swap_memory=False, infer_shape=True,
         reverse=False, name=None):
  """All the values that foldl has on its way, stacked."""
  _check_callable(fn)
  structure = elems if initializer is None else initializer
  with op_scope(name, 'scan'):
    elems_flat = [convert(elem, name='elem') for elem in tf.nest.flatten(elems)]
    n = elems_flat[0].shape[0]
    if n is None:
      n = tf.shape(elems_flat[0])[0]
    arrays = _arrays_of(elems_flat, n, with_shapes=True)
    first = n - 1 if reverse else 0
    if initializer is None:
      state = [ta.read(first) for ta in arrays]
      i = 1
    else:
      state = [convert(x) for x in tf.nest.flatten(initializer)]
      i = 0
    results = [tf.TensorArray(x.dtype, size=n, element_shape=x.shape if infer_shape else None, dynamic_size=False,
                              infer_shape=infer_shape) for x in state]
    if initializer is None:
      results = [ta.write(first, x) for ta, x in zip(results, state)]

    def compute(i, state, tas):
      row = tf.nest.pack_sequence_as(elems, [ta.read(i) for ta in arrays])
      out = fn(tf.nest.pack_sequence_as(structure, state), row)
      tf.nest.assert_same_structure(structure, out)
      out = tf.nest.flatten(out)
      tas = [ta.write(i, x) for ta, x in zip(tas, out)]
      return (i - 1 if reverse else i + 1, out, tas)

    def more(i, state, tas):
      return i >= 0 if reverse else i < n

    _, _, results = tf.while_loop(more, compute, (n - 1 - i if reverse else i, state, results),
                                  parallel_iterations=parallel_iterations, swap_memory=swap_memory,
                                  maximum_iterations=n)
    results = [ta.stack() for ta in results]
    n_static = _static_length(elems_flat)
    for result in results:
      _set_first_dim(result, n_static)
    return tf.nest.pack_sequence_as(structure, results)
