"""Ops on the flat values of ragged tensors (ops/ragged/ragged_functional_ops.py, ragged_dispatch.py)."""
import tensorflow as tf
from tensorflow_lib.base import op_scope
from tensorflow_lib.ragged import util
from tensorflow_lib.ragged.tensor import RaggedTensor, is_ragged, match_row_splits_dtypes, to_tensor_or_ragged


#: tf.ragged.map_flat_values
def map_flat_values(op, *args, **kwargs):
  """op of the flat values, with the ragged arguments' rows."""
  partitions, counts = [], []

  def flat(x):
    if is_ragged(x):
      partitions.append(x._nested_row_partitions)
      count = util.dim(x.flat_values.shape, 0)
      if count is not None:
        counts.append(count)
      return x.flat_values
    if isinstance(x, dict):
      return {k: flat(v) for k, v in x.items()}
    if type(x) in (list, tuple):
      return type(x)([flat(v) for v in x])
    return x

  inner_args, inner_kwargs = flat(args), flat(kwargs)
  if not partitions:
    return op(*args, **kwargs)
  if len(set(counts)) > 1:
    raise ValueError("Input RaggedTensors' flat_values must all have the same outer-dimension size.  Got sizes: %s" %
                     set(counts))
  if len(set(p[0].dtype for p in partitions)) > 1:
    raise ValueError('Input RaggedTensors have mismatched row partition dtypes; use RaggedTensor.with_row_splits_dtype() to '
                     'convert them to compatible dtypes.')
  output = op(*inner_args, **inner_kwargs)
  if counts and not output.shape[:1].is_compatible_with([counts[0]]):
    raise ValueError('tf.ragged.map_flat_values requires that the output of `op` have the same outer-dimension size as '
                     'flat_values of any ragged inputs. (output shape: %s; expected outer dimension size: %s)' %
                     (output.shape, counts[0]))
  merged = list(partitions[0])
  for other in partitions[1:]:
    if len(other) != len(merged):
      raise ValueError('All ragged inputs must have the same ragged_rank.')
    merged = [a.merge(b) for a, b in zip(merged, other)]
  return RaggedTensor._from_nested_row_partitions(output, merged, validate=False)


def unary(op, x):
  """An elementwise op of a ragged tensor."""
  return x.with_values(op(x.values))


def binary(op, x, y):
  """An elementwise op of two values of which at least one is ragged; they broadcast."""
  from tensorflow_lib.ragged import broadcast
  x_ragged, y_ragged = is_ragged(x), is_ragged(y)
  x = to_tensor_or_ragged(x, hint=y.dtype if y_ragged else None)
  y = to_tensor_or_ragged(y, hint=x.dtype)
  if x_ragged and y_ragged:
    match_row_splits_dtypes(x, y)
  if (x_ragged and y_ragged) or (x_ragged and x.flat_values.shape.ndims <= y.shape.ndims) or \
      (y_ragged and y.flat_values.shape.ndims <= x.shape.ndims):
    return broadcast.apply(op, x, y)
  output = op(x.flat_values if is_ragged(x) else x, y.flat_values if is_ragged(y) else y)
  if isinstance(output, bool):
    return output
  return (x if is_ragged(x) else y).with_flat_values(output)


def _as_variants(x):
  """A tensor of variants, one for each row of a ragged tensor."""
  if not is_ragged(x):
    return tf.convert_to_tensor(x, name='elem')
  with op_scope(None, 'RaggedToVariant'):
    return tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=x.nested_row_splits, rt_dense_values=x.flat_values,
                                            batched_input=True)


def _of_variant(row, x):
  """The row of `x` that a variant holds."""
  if not is_ragged(x):
    return row
  rank = x.ragged_rank - 1
  splits, values = tf.raw_ops.RaggedTensorFromVariant(
      encoded_ragged=row, input_ragged_rank=-1, output_ragged_rank=rank, Tvalues=x.dtype,
      Tsplits=x.row_splits.dtype)
  made = RaggedTensor.from_nested_row_splits(values, splits, validate=False) if rank else values
  if x.shape.rank is not None:
    (made._set_shape if is_ragged(made) else made.set_shape)(x.shape[1:])
  return made


def map_fn(fn, elems, dtype=None, parallel_iterations=None, back_prop=True, swap_memory=False, infer_shape=True, name=None,
           fn_output_signature=None):
  """tf.map_fn where elements are rows: over their numbers."""
  signature = dtype if fn_output_signature is None else fn_output_signature
  if signature is None:
    signature = tf.nest.map_structure(
        lambda x: tf.RaggedTensorSpec(None, x.dtype, x.ragged_rank - 1) if is_ragged(x) else x.dtype, elems)
  flat = tf.nest.flatten(elems)
  plain = not any(isinstance(s, tf.RaggedTensorSpec) for s in tf.nest.flatten(signature))
  exact = not any(x.dtype.is_floating or x.dtype.is_complex for x in flat)
  if exact and not (plain and tf.executing_eagerly()):
    from tensorflow_lib.functional_ops import map_rows
    return map_rows(fn, elems, signature, parallel_iterations, swap_memory, infer_shape, name, _as_variants, _of_variant)
  # Gradients pass through gathers, but not through variants.
  row = lambda i: fn(tf.nest.pack_sequence_as(elems, [x[i] for x in flat]))
  count = [x for x in flat if is_ragged(x)][0].nrows()
  if plain:
    return tf.map_fn(row, tf.range(count), parallel_iterations=parallel_iterations, back_prop=back_prop,
                     swap_memory=swap_memory, infer_shape=infer_shape, name=name, fn_output_signature=signature)
  if tf.executing_eagerly() and isinstance(signature, tf.RaggedTensorSpec):
    return tf.ragged.stack([row(i) for i in range(int(count))])
  return tf.map_fn(row, tf.range(count), parallel_iterations=parallel_iterations, back_prop=back_prop,
                   swap_memory=swap_memory, infer_shape=infer_shape, name=name, fn_output_signature=signature)
