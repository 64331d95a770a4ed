"""Objects as dicts and back (keras/src/saving/serialization_lib.py, object_registration.py)."""
import inspect
import types
import warnings

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras.state import standardize_dtype, state
from tensorflow_lib.keras.tensors import KerasTensor, convert_to_numpy, convert_to_tensor, is_tensor

_PLAIN = (str, int, float, bool)
_registered = {}
_registered_names = {}


def say_source(names, module):
  """Gives the classes of a library file the module that they have in Keras, which their repr shows."""
  for value in list(names.values()):
    if isinstance(value, type) and value.__module__ == names['__name__']:
      value.__module__ = module


#: tf.keras.utils.CustomObjectScope tf.keras.utils.custom_object_scope
#: tf.keras.saving.CustomObjectScope tf.keras.saving.custom_object_scope
class CustomObjectScope:
  """Names that are known inside."""

  def __init__(self, custom_objects):
    self.custom_objects = custom_objects or {}
    self.old = None

  def __enter__(self):
    self.old = state.custom_objects
    state.custom_objects = dict(self.custom_objects)
    return self

  def __exit__(self, *exc):
    state.custom_objects = self.old


#: tf.keras.utils.get_custom_objects tf.keras.saving.get_custom_objects =get_custom_objects
def get_custom_objects():
  return _registered


#: tf.keras.utils.register_keras_serializable tf.keras.saving.register_keras_serializable =register_keras_serializable
def register_keras_serializable(package='Custom', name=None):
  def decorator(arg):
    registered = '%s>%s' % (package, arg.__name__ if name is None else name)
    if inspect.isclass(arg) and not hasattr(arg, 'get_config'):
      raise ValueError('Cannot register a class that does not have a get_config() method.')
    _registered[registered] = arg
    _registered_names[arg] = registered
    return arg
  return decorator


#: tf.keras.utils.get_registered_name tf.keras.saving.get_registered_name =get_registered_name
def get_registered_name(obj):
  return _registered_names[obj] if obj in _registered_names else obj.__name__


#: tf.keras.utils.get_registered_object tf.keras.saving.get_registered_object =get_registered_object
def get_registered_object(name, custom_objects=None, module_objects=None):
  for known in (state.custom_objects, _registered, custom_objects or {}, module_objects or {}):
    if name in known:
      return known[name]
  return None


def _symbol(path):
  """What stands under a public name, "keras.layers.Dense"; None if nothing does."""
  obj = tf.keras
  for part in path.split('.')[1:]:
    obj = getattr(obj, part, None)
    if obj is None:
      return None
  return obj


def public_name(cls):
  """(module, name) that a class of Keras goes by; None for others."""
  module = getattr(cls, '__module__', None) or ''
  if not module.startswith('keras.src.'):
    return None
  parts = module.split('.')
  home = 'keras' if parts[2] in ('models', 'dtype_policies') else 'keras.' + parts[2]
  if parts[2:4] == ['optimizers', 'schedules']:
    home = 'keras.optimizers.schedules'
  if parts[2] == 'ops':
    return None
  return (home, cls.__name__) if _symbol('%s.%s' % (home, cls.__name__)) is cls else None


#: tf.keras.utils.serialize_keras_object tf.keras.saving.serialize_keras_object =serialize_keras_object
def serialize_keras_object(obj):
  if obj is None or isinstance(obj, _PLAIN):
    return obj
  if isinstance(obj, (list, tuple)):
    items = [serialize_keras_object(x) for x in obj]
    return tuple(items) if isinstance(obj, tuple) else items
  if isinstance(obj, dict):
    return serialize_dict(obj)
  if isinstance(obj, bytes):
    return {'class_name': '__bytes__', 'config': {'value': obj.decode('utf-8')}}
  if isinstance(obj, slice):
    return {'class_name': '__slice__', 'config': {'start': obj.start, 'stop': obj.stop, 'step': obj.step}}
  if isinstance(obj, type(Ellipsis)):
    return {'class_name': '__ellipsis__', 'config': {}}
  if isinstance(obj, KerasTensor):
    history = getattr(obj, '_keras_history', None)
    if history:
      history = [history.operation.name, history.node_index, history.tensor_index]
    return {'class_name': '__keras_tensor__',
            'config': {'shape': obj.shape, 'dtype': obj.dtype, 'keras_history': history}}
  if isinstance(obj, tf.TensorShape):
    return obj.as_list() if obj.rank is not None else None
  if is_tensor(obj):
    return {'class_name': '__tensor__', 'config': {'value': convert_to_numpy(obj).tolist(),
                                                   'dtype': standardize_dtype(obj.dtype)}}
  if isinstance(obj, np.ndarray):
    if obj.ndim > 0:
      return {'class_name': '__numpy__', 'config': {'value': obj.tolist(), 'dtype': standardize_dtype(obj.dtype)}}
    return obj.item()
  if isinstance(obj, np.generic):
    return obj.item()
  if isinstance(obj, tf.DType):
    return obj.name
  if isinstance(obj, types.FunctionType) and obj.__name__ == '<lambda>':
    warnings.warn('The object being serialized includes a `lambda`. This is unsafe. In order to reload the object, you will '
                  'have to pass `safe_mode=False` to the loading function. Please avoid using `lambda` in the future, and '
                  'use named Python functions instead. This is the `lambda` being serialized: %s' % inspect.getsource(obj),
                  stacklevel=2)
    return {'class_name': '__lambda__', 'config': {'value': obj}}
  is_function = isinstance(obj, types.FunctionType)
  config = _inner_config(obj)
  cls = type(obj)
  if is_function:
    # Keras asks for the name of the functions' class, whatever the function.
    module, name, registered = 'builtins', 'function', 'function'
  else:
    public = public_name(cls)
    module, name = public or (cls.__module__, cls.__name__)
    registered = None if public or module == 'builtins' else get_registered_name(cls)
  result = {'module': None if module == '__main__' else module, 'class_name': name, 'config': config,
            'registered_name': registered}
  for what in ('build', 'compile'):
    method = getattr(obj, 'get_%s_config' % what, None)
    if method is not None:
      more = method()
      if more is not None:
        result['%s_config' % what] = serialize_dict(more)
  return result


def _inner_config(obj):
  if isinstance(obj, types.FunctionType):
    return get_registered_name(obj)
  if hasattr(obj, 'get_config'):
    config = obj.get_config()
    if not isinstance(config, dict):
      raise TypeError('The `get_config()` method of %s should return a dict. It returned: %s' % (obj, config))
    return serialize_dict(config)
  if hasattr(obj, '__name__'):
    return get_registered_name(obj)
  raise TypeError('Cannot serialize object %s of type %s. To be serializable, a class must implement the `get_config()` '
                  'method.' % (obj, type(obj)))


def serialize_dict(obj):
  return {key: serialize_keras_object(value) for key, value in obj.items()}


#: tf.keras.utils.deserialize_keras_object tf.keras.saving.deserialize_keras_object =deserialize_keras_object
def deserialize_keras_object(config, custom_objects=None, safe_mode=True, **kwargs):
  module_objects = kwargs.pop('module_objects', None)
  custom_objects = {**(custom_objects or {}), **state.custom_objects, **_registered}
  if config is None:
    return None
  if isinstance(config, str) and custom_objects.get(config) is not None:
    return custom_objects[config]
  if isinstance(config, (list, tuple)):
    return [deserialize_keras_object(x, custom_objects, safe_mode) for x in config]
  if module_objects is not None:
    config, found = _among(config, module_objects, custom_objects)
    if found is not None:
      return found
  if isinstance(config, _PLAIN):
    return config
  if not isinstance(config, dict):
    raise TypeError('Could not parse config: %s' % (config,))
  if 'class_name' not in config or 'config' not in config:
    return {k: deserialize_keras_object(v, custom_objects, safe_mode) for k, v in config.items()}
  name = config['class_name']
  inner = config['config'] if config['config'] is not None else {}
  if name == '__keras_tensor__':
    obj = KerasTensor(inner['shape'], dtype=inner['dtype'])
    obj._pre_serialization_keras_history = inner['keras_history']
    return obj
  if name == '__tensor__':
    return convert_to_tensor(inner['value'], dtype=inner['dtype'])
  if name == '__numpy__':
    return np.array(inner['value'], dtype=inner['dtype'])
  if name == '__bytes__':
    return inner['value'].encode('utf-8')
  if name == '__ellipsis__':
    return Ellipsis
  if name == '__slice__':
    return slice(inner['start'], inner['stop'], inner['step'])
  if name == '__lambda__':
    if safe_mode:
      raise ValueError('Requested the deserialization of a Python lambda. This carries a potential risk of arbitrary code '
                       'execution and thus it is disallowed by default. If you trust the source of the artifact, you can '
                       'override this error by passing `safe_mode=False` to the loading function, or calling '
                       '`keras.config.enable_unsafe_deserialization().')
    return inner['value']
  module = config.get('module')
  registered = config.get('registered_name', name)
  if name == 'function':
    return _retrieve(inner, registered, module, 'function', config, custom_objects)
  if not isinstance(inner, dict):
    raise TypeError("Expected 'config' to be a dict for %s,\ninstead got %s\nFull config: %s" % (name, type(inner), config))
  return _made(_retrieve(name, registered, module, 'class', config, custom_objects), config, inner, custom_objects)


def _made(cls, config, inner, custom_objects):
  """An object of the class, from its configuration."""
  if isinstance(cls, types.FunctionType):
    return cls
  if not hasattr(cls, 'from_config'):
    raise TypeError("Unable to reconstruct an instance of '%s' because the class is missing a `from_config()` method. Full "
                    'object config: %s' % (config['class_name'], config))
  with CustomObjectScope(custom_objects):
    try:
      instance = cls.from_config(inner)
    except TypeError as e:
      raise TypeError('%s could not be deserialized properly. Please ensure that components that are Python object instances '
                      "(layers, models, etc.) returned by `get_config()` are explicitly deserialized in the model's "
                      '`from_config()` method.\n\nconfig=%s.\n\nException encountered: %s' % (cls, config, e))
    build_config = config.get('build_config')
    if build_config and not instance.built:
      instance.build_from_config(build_config)
      instance.built = True
    if config.get('compile_config'):
      instance.compile_from_config(config['compile_config'])
      instance.compiled = True
  return instance


def _among(config, module_objects, custom_objects):
  """(config, object): the object among those of a module, or what is left to look at."""
  inner = None
  if isinstance(config, dict):
    inner = config.get('config')
    if 'class_name' not in config:
      raise ValueError('Unknown `config` as a `dict`, config=%s' % (config,))
    if config['class_name'] in custom_objects or config.get('registered_name') in custom_objects or (
        isinstance(inner, str) and inner in custom_objects):
      return config, None
    name = config['config'] if config['class_name'] == 'function' else config['class_name']
    if config['class_name'] != 'function' and config.get('module', '_') is None:
      raise TypeError('Cannot deserialize object of type `%s`. If `%s` is a custom class, please register it using the '
                      '`@keras.saving.register_keras_serializable()` decorator.' % (name, name))
  else:
    name = config
  if name not in module_objects:
    return name, None
  obj = module_objects[name]
  if isinstance(obj, types.FunctionType):
    return config, obj
  home, own_name = public_name(obj) or (obj.__module__, obj.__name__)
  config = {'module': home, 'class_name': own_name, 'config': inner, 'registered_name': None}
  return config, _made(obj, config, inner or {}, custom_objects)


def _retrieve(name, registered, module, kind, config, custom_objects):
  found = get_registered_object(name if kind == 'function' else registered, custom_objects)
  if found is None and module and (module == 'keras' or module.startswith('keras.')):
    if module.startswith('keras.src.'):
      from tensorflow_lib.keras import functional
      found = getattr(functional, name, None)
    else:
      found = _symbol('%s.%s' % (module, name))
  if found is None and kind == 'function' and module == 'builtins':
    for home in ('activations', 'constraints', 'initializers', 'losses', 'metrics', 'optimizers', 'regularizers'):
      found = found or _symbol('keras.%s.%s' % (home, name))
    if found is None and name in ('mean_squared_error', 'mean_absolute_error'):
      found = _symbol('keras.losses.' + {'mean_squared_error': 'MSE', 'mean_absolute_error': 'MAE'}[name])
  if found is None:
    raise TypeError("Could not locate %s '%s'. Make sure custom classes and functions are decorated with "
                    '`@keras.saving.register_keras_serializable()`. If they are already decorated, make sure they are all '
                    'imported so that the decorator is run before trying to load them. Full object config: %s' %
                    (kind, name, config))
  return found


def get_object(identifier, known, deserialize, what):
  """What a module's `get` gives: an object by its name, configuration or class."""
  if identifier is None:
    return None
  if isinstance(identifier, dict):
    obj = deserialize(identifier)
  elif isinstance(identifier, str):
    obj = known.get(identifier)
  else:
    obj = identifier
  if callable(obj):
    return obj() if inspect.isclass(obj) else obj
  raise ValueError('Could not interpret %s identifier: %s' % (what, identifier))
