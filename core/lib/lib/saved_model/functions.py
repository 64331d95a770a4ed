"""Functions in a SavedModel (saved_model/function_serialization.py, function_deserialization.py)."""
import pprint

import _saved
import tensorflow as tf
from tensorflow_lib.saved_model import coder


def _flat(structure):
  return tf.nest.flatten(structure)


def _flat_like(expected, given):
  """The values of `given` where `expected` has leaves; ValueError where it is another structure."""
  if isinstance(expected, dict):
    if not isinstance(given, dict) or set(expected) != set(given):
      raise ValueError('another mapping')
    return [leaf for key in sorted(expected) for leaf in _flat_like(expected[key], given[key])]
  if not isinstance(expected, (list, tuple)):
    return [given]
  if (not isinstance(given, list if isinstance(expected, list) else tuple) or len(given) != len(expected) or
      getattr(given, '_fields', None) != getattr(expected, '_fields', None)):
    raise ValueError('another sequence')
  return [leaf for a, b in zip(expected, given) for leaf in _flat_like(a, b)]


def _same_signature(a, b):
  try:
    tf.nest.assert_same_structure(a, b)
  except (TypeError, ValueError):
    return False
  return all(type(x) is type(y) and x == y for x, y in zip(_flat(a), _flat(b)))


def traces_for_saving(function):
  """The concrete functions of a Function, traced again for the SavedModel."""
  if isinstance(function, tf.types.experimental.ConcreteFunction):
    return []
  saved = getattr(function, 'concrete_functions', None)
  if saved is not None:
    return saved
  if function.input_signature is not None:
    signatures = [(function.input_signature, {})]
  else:
    signatures = []
    for concrete in function._list_all_concrete_functions():
      signature = concrete.structured_input_signature
      if any(isinstance(x, tf.__internal__.UnknownArgument) for x in _flat(signature)):
        continue
      if not any(_same_signature(signature, known) for known in signatures):
        signatures.append(signature)
  return [function.get_concrete_function(*args, **kwargs) for args, kwargs in signatures]


def output_specs(concrete):
  """What a concrete function returns, with specs for tensors."""
  def spec_name(path):
    name = '_'.join(path)
    if not name:
      return 'unknown'
    name = ''.join(c if c.isalnum() else '_' for c in name.lower())
    return name if name[0].isalpha() else 'tensor_' + name

  def walk(x, path):
    if isinstance(x, tf.Tensor):
      return tf.TensorSpec(x.shape, x.dtype, spec_name(path))
    if isinstance(x, tuple) and hasattr(type(x), '_fields'):
      return type(x)(*[walk(item, path + [field]) for field, item in zip(x._fields, x)])
    if isinstance(x, (list, tuple)):
      return type(x)([walk(item, path + [str(i)]) for i, item in enumerate(x)])
    if isinstance(x, dict):
      return {key: walk(item, path + [str(key)]) for key, item in x.items()}
    return x if isinstance(x, tf.TypeSpec) else getattr(x, '_type_spec', x)

  return walk(concrete.structured_outputs, [])


def encode_concrete(concrete, captures):
  """What the library must know of a concrete function besides its graph."""
  return {'inputs': coder.encode(concrete.structured_input_signature), 'outputs': coder.encode(output_specs(concrete)),
          'parameters': coder.encode(_saved.parameters(concrete)), 'arg_names': concrete._arg_keywords,
          'captures': captures}


def encode_function(function):
  """What the library must know of a Function besides its traces."""
  parameters = function._plain_parameters()
  if parameters and parameters[0][0] == 'self':
    raise TypeError("Can not serialize tf.function with unbound 'self' parameter.")
  return {'parameters': coder.encode(parameters), 'input_signature': coder.encode(function.input_signature)}


def _as_spec(value, hint):
  """The spec of the tensor that a value converts to; None where it does not."""
  try:
    with tf.init_scope():  # no node of the open graph
      tensor = value if isinstance(value, (tf.Tensor, tf.Variable)) else tf.convert_to_tensor(value, dtype_hint=hint)
      return tf.TensorSpec(tensor.shape, tensor.dtype)
  except (TypeError, ValueError):
    return None


def _fits(concrete, inputs, convert):
  """Can the concrete function be called with these arguments?"""
  expected = concrete.structured_input_signature
  try:
    given = _flat_like(expected, inputs)
  except (TypeError, ValueError):
    return False
  for value, wanted in zip(given, _flat(expected)):
    if isinstance(wanted, tf.TensorSpec):
      if convert:
        value = _as_spec(value, wanted.dtype)
      if not isinstance(value, (tf.Tensor, tf.Variable, tf.TensorSpec)):
        return False
      if value.dtype != wanted.dtype or not wanted.shape.is_compatible_with(value.shape):
        return False
    elif isinstance(wanted, tf.__internal__.VariableSpec):
      if (not isinstance(value, tf.Variable) or value.dtype != wanted.dtype or
          not wanted.shape.is_compatible_with(value.shape)):
        return False
    elif isinstance(wanted, tf.TypeSpec):
      if not wanted.is_compatible_with(value):
        return False
    elif isinstance(value, (tf.Tensor, tf.Variable)) or value != wanted:
      return False
  return True


def _call(concrete, inputs):
  expected = concrete.structured_input_signature
  given = _flat_like(expected, inputs)
  tensors = []
  for value, wanted in zip(given, _flat(expected)):
    if isinstance(wanted, tf.TensorSpec):
      tensors.append(tf.convert_to_tensor(value, dtype_hint=wanted.dtype))
    elif isinstance(wanted, tf.__internal__.VariableSpec):
      if not any(value is known for known in tensors):
        tensors.append(value)
    elif isinstance(wanted, tf.TypeSpec):
      tensors.extend(tf.nest.flatten(value, expand_composites=True))
  return _saved.call(concrete, tensors)


def _positional_text(positional):
  return 'Positional arguments (%d total):\n    * %s' % (len(positional),
                                                        '\n    * '.join(pprint.pformat(a) for a in positional))


def restore_function(data, concretes):
  """The Function that calls the one of its saved traces that fits."""
  def restored_function_body(*args, **kwargs):
    if not concretes:
      raise ValueError('Found zero restored functions for caller function.')
    inputs = (args, kwargs)
    # One that fits without conversions is more specific.
    for convert in (False, True):
      for concrete in concretes:
        if _fits(concrete, inputs, convert):
          return _call(concrete, inputs)
    options = []
    for i, concrete in enumerate(concretes):
      positional, keyword = concrete.structured_input_signature
      options.append('Option %d:\n  %s\n  Keyword arguments: %s' % (i + 1, _positional_text(positional), keyword))
    raise ValueError(
        'Could not find matching concrete function to call loaded from the SavedModel. Got:\n  %s\n  Keyword arguments: '
        '%s\n\n Expected these arguments to match one of the following %d option(s):\n\n%s' %
        (_positional_text(args), kwargs, len(concretes), '\n\n'.join(options)))

  restored_function_body.__tf_signature__ = coder.decode(data['parameters'])
  function = _saved.restored(restored_function_body, concretes, coder.decode(data['input_signature']), None)
  function.concrete_functions = concretes
  return function
