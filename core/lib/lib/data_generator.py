"""Datasets from Python generators (data/ops/from_generator_op.py)."""
import tensorflow as tf
from tensorflow_lib import data_structure as structure
from tensorflow_lib.base import convert
from tensorflow_lib.data import Dataset
from tensorflow_lib.data_structure import StructuredFunction, flat_attrs
from tensorflow_lib.data_transforms import in_module

raw = tf.raw_ops


class _Generators:
  """The running generators, by number."""

  def __init__(self, generator):
    self._generator = generator
    self._args = {}
    self._running = {}
    self._next = 0

  def new(self, *args):
    import numpy as np
    number = self._next
    self._next += 1
    self._args[number] = args
    return np.int64(number)

  def next(self, number):
    number = int(number)
    if number not in self._running:
      self._running[number] = iter(self._generator(*self._args.pop(number)))
    return next(self._running[number])

  def end(self, number):
    self._running.pop(int(number), None)


def _signature(output_types, output_shapes, output_signature):
  if output_signature is not None:
    if output_types is not None:
      raise TypeError('The `output_types` argument can not be used together with the `output_signature` argument.')
    if output_shapes is not None:
      raise TypeError('The `output_shapes` argument can not be used together with the `output_signature` argument.')
    for spec in structure.flatten(output_signature):
      if not isinstance(spec, tf.TypeSpec):
        raise TypeError('`output_signature` must contain objects that are subclass of `tf.TypeSpec` but found %s which '
                        'is not.' % type(spec))
    return output_signature
  if output_types is None:
    raise TypeError('To specify the output signature you need to provide either the `output_signature` argument or the '
                    '`output_types` argument.')
  types = [tf.as_dtype(t) for t in structure.flatten(output_types)]
  if output_shapes is None:
    shapes = [tf.TensorShape(None)] * len(types)
  else:
    shapes = [tf.TensorShape(s) for s in structure.flatten_up_to(output_types, output_shapes)]
  return structure.pack(output_types, [tf.TensorSpec(s, t) for s, t in zip(shapes, types)])


def from_generator(generator, output_types, output_shapes, args, output_signature):
  if not callable(generator):
    raise TypeError('`generator` must be a Python callable.')
  signature = _signature(output_types, output_shapes, output_signature)
  specs = structure.flatten(signature)
  if not all(isinstance(spec, tf.TensorSpec) for spec in specs):
    raise NotImplementedError('tf.data.Dataset.from_generator of %s is not supported' % (signature,))
  types = structure.map_structure(lambda spec: spec.dtype, signature)
  # TensorFlow checks an element as a whole where nothing is known of its shape.
  whole = not structure.is_nested(signature) and signature.shape.rank is None
  args = () if args is None else tuple(convert(a, name='args_%d' % i) for i, a in enumerate(args))
  generators = _Generators(generator)

  def element(number):
    import numpy as np
    values = generators.next(number)
    if whole:
      try:
        return [tf.convert_to_tensor(values, signature.dtype)]
      except (TypeError, ValueError) as e:
        raise TypeError('`generator` yielded an element that did not match the expected structure. The expected '
                        'structure was %s, but the yielded element was %s.' % (signature, values)) from e
    try:
      leaves = structure.flatten_up_to(types, values)
    except (TypeError, ValueError) as e:
      raise TypeError('`generator` yielded an element that did not match the expected structure. The expected structure '
                      'was %s, but the yielded element was %s.' % (types, values)) from e
    arrays = []
    for leaf, spec in zip(leaves, specs):
      try:
        arrays.append(_array(leaf, spec.dtype))
      except (TypeError, ValueError) as e:
        raise TypeError('`generator` yielded an element that could not be converted to the expected type. The expected '
                        'type was %s, but the yielded element was %s.' % (spec.dtype.name, leaf)) from e
    for array, spec in zip(arrays, specs):
      if array.dtype != spec.dtype.as_numpy_dtype and spec.dtype != tf.string:
        raise TypeError('`generator` yielded an element of type %s where an element of type %s was expected.' %
                        (array.dtype, spec.dtype.as_numpy_dtype))
      if not spec.shape.is_compatible_with(array.shape):
        raise TypeError('`generator` yielded an element of shape %s where an element of shape %s was expected.' %
                        (array.shape, spec.shape))
    return arrays

  def init(unused):
    return tf.numpy_function(generators.new, args, tf.int64)

  def following(number):
    call = tf.py_function if whole else tf.numpy_function
    tensors = call(element, [number], [spec.dtype for spec in specs])
    for tensor, spec in zip(tensors, specs):
      tensor.set_shape(spec.shape)
    return structure.pack(signature, tensors)

  def finalize(number):
    def end(number):
      import numpy as np
      generators.end(number)
      return np.int64(0)

    return tf.numpy_function(end, [number], tf.int64)

  def generated(unused):
    return _GeneratorDataset(unused, init, following, finalize, signature)

  return Dataset.from_tensors(0).flat_map(generated)


def _array(value, dtype):
  """The value as an array of the dtype; a value of another kind is a TypeError or ValueError."""
  import numpy as np
  if isinstance(value, (tf.Tensor, tf.Variable)):
    return value.numpy() if isinstance(value.numpy(), np.ndarray) else np.asarray(value.numpy())
  if dtype == tf.string:
    return np.asarray(tf.constant(value, tf.string).numpy(), dtype=object)
  return np.asarray(value, dtype=dtype.as_numpy_dtype)


@in_module('from_generator_op')
class _GeneratorDataset(Dataset):
  def __init__(self, init_args, init_func, next_func, finalize_func, signature):
    name = 'Dataset.from_generator()'
    spec = structure.type_spec_of(init_args)
    init = StructuredFunction(init_func, name, spec)
    following = StructuredFunction(next_func, name, init.structure)
    finalize = StructuredFunction(finalize_func, name, init.structure)
    self._structure = signature
    init_inputs = structure.to_tensors(spec, init_args) + init.captured
    super().__init__(raw.GeneratorDataset(
        init_func_other_args=init_inputs, next_func_other_args=following.captured,
        finalize_func_other_args=finalize.captured, init_func=init.function, next_func=following.function,
        finalize_func=finalize.function, Tinit_func_args=[t.dtype for t in init_inputs],
        Tnext_func_args=[t.dtype for t in following.captured], **flat_attrs(signature)))
