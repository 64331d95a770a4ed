"""What layers share: checks of their arguments, their configs, shapes."""
from tensorflow_lib.keras import activations, constraints, initializers, regularizers
from tensorflow_lib.keras.serialization import serialize_keras_object


def standardize_tuple(value, n, name, allow_zero=False):
  text = 'The `%s` argument must be a tuple of %d integers. Received %s=%s' % (name, n, name, value)
  if isinstance(value, int):
    items = (value,) * n
  else:
    try:
      items = tuple(value)
    except TypeError:
      raise ValueError(text)
    if len(items) != n:
      raise ValueError(text)
    for item in items:
      try:
        int(item)
      except (ValueError, TypeError):
        raise ValueError('%sincluding element %s of type %s' % (text, item, type(item)))
  bad = {v for v in items if v < 0 or v == 0 and not allow_zero}
  if bad:
    raise ValueError('%s, including values %s that do not satisfy `value %s`' % (text, bad, '>= 0' if allow_zero else '> 0'))
  return items


def standardize_padding(value, allow_causal=False):
  if isinstance(value, (list, tuple)):
    return value
  allowed = {'valid', 'same', 'causal'} if allow_causal else {'valid', 'same'}
  if value.lower() not in allowed:
    raise ValueError('The `padding` argument must be a list/tuple or one of %s. Received: %s' % (allowed, value.lower()))
  return value.lower()


def config_of(layer, base, *names):
  """The base's config and the layer's attributes of these names."""
  config = dict(base)
  for name in names:
    value = getattr(layer, name)
    if name == 'activation' or name.endswith('_activation'):
      config[name] = activations.serialize(value)
    else:
      config[name] = serialize_keras_object(value)
  return config


def take_parts(layer, **parts):
  """Sets attributes: NAME_initializer, NAME_regularizer, NAME_constraint and activations by what they are."""
  for name, value in parts.items():
    if name.endswith('_initializer'):
      value = initializers.get(value)
    elif name.endswith('_regularizer'):
      value = regularizers.get(value)
    elif name.endswith('_constraint'):
      value = constraints.get(value)
    elif name.endswith('activation'):
      value = activations.get(value)
    setattr(layer, name, value)


def check_axes(axis, input_shape, shown=None):
  for a in [axis] if isinstance(axis, int) else axis:
    if a >= len(input_shape) or a < -len(input_shape):
      raise ValueError('Axis %s is out of bounds for input shape %s. Received: axis=%s' % (a, input_shape, axis))
  return input_shape
