"""What Keras objects are as dictionaries, and back (keras/src/saving/serialization_lib.py, object_registration.py)."""
import inspect
import types

import numpy as np
import tensorflow as tf
from tensorflow_lib.keras import numerics as K

_objects = {}
_names = {}


class _State:
  scope = {}


# Where classes have their public names; the source module that a class names says where to look first.
_PLACES = ('losses', 'metrics', 'optimizers', 'optimizers.schedules', 'regularizers', 'constraints', 'initializers',
           'layers', 'callbacks', 'models', '')

_BUILTIN_MODULES = ('activations', 'constraints', 'initializers', 'losses', 'metrics', 'optimizers', 'regularizers')


def say_source(names, module):
  """Gives the classes of a library file the module that they have in Keras, which their repr shows."""
  for value in list(names.values()):
    if isinstance(value, type) and value.__module__ == names['__name__']:
      value.__module__ = module


#: tf.keras.utils.CustomObjectScope tf.keras.utils.custom_object_scope
#: tf.keras.saving.CustomObjectScope tf.keras.saving.custom_object_scope
class CustomObjectScope:
  """In it these names stand for these objects where configurations are read."""

  def __init__(self, custom_objects):
    self.custom_objects = custom_objects or {}
    self.backup = None

  def __enter__(self):
    self.backup = _State.scope
    _State.scope = dict(self.custom_objects)
    return self

  def __exit__(self, *exc):
    _State.scope = self.backup


#: tf.keras.utils.get_custom_objects tf.keras.saving.get_custom_objects
def get_custom_objects():
  """The dictionary of all registered objects."""
  return _objects


#: tf.keras.utils.register_keras_serializable tf.keras.saving.register_keras_serializable
def register_keras_serializable(package='Custom', name=None):
  """A decorator that registers a class or function as 'package>name'."""
  def decorator(arg):
    class_name = name if name is not None else arg.__name__
    registered_name = '%s>%s' % (package, class_name)
    if inspect.isclass(arg) and not hasattr(arg, 'get_config'):
      raise ValueError('Cannot register a class that does not have a get_config() method.')
    _objects[registered_name] = arg
    _names[arg] = registered_name
    return arg
  return decorator


#: tf.keras.utils.get_registered_name tf.keras.saving.get_registered_name
def get_registered_name(obj):
  """The name that a class or function is registered with, or its own."""
  return _names[obj] if obj in _names else obj.__name__


#: tf.keras.utils.get_registered_object tf.keras.saving.get_registered_object
def get_registered_object(name, custom_objects=None, module_objects=None):
  """What is registered with this name, or None."""
  for known in (_State.scope, _objects, custom_objects, module_objects):
    if known and name in known:
      return known[name]
  return None


def _module_of_place(place):
  module = tf.keras
  for part in place.split('.') if place else []:
    module = getattr(module, part, None)
  return module


def _api_name(cls):
  """(module, name) that Keras exports a class with; None for others."""
  source = getattr(cls, '__module__', None) or ''
  if not source.startswith(('keras.', 'tensorflow_lib.')):
    return None
  parts = source.split('.')
  places = sorted(_PLACES, key=lambda place: not (place and place.split('.')[0] in parts))
  for place in places:
    if getattr(_module_of_place(place), cls.__name__, None) is cls:
      return 'keras.' + place if place else 'keras', cls.__name__
  return None


def _serialize_dict(obj):
  return {key: serialize_keras_object(value) for key, value in obj.items()}


#: tf.keras.utils.serialize_keras_object tf.keras.saving.serialize_keras_object
def serialize_keras_object(obj):
  """The object as what JSON can hold: a dictionary with its module, class, configuration and registered name."""
  if obj is None or isinstance(obj, (str, int, float, bool)):
    return obj
  if isinstance(obj, (list, tuple)):
    items = [serialize_keras_object(x) for x in obj]
    return tuple(items) if isinstance(obj, tuple) else items
  if isinstance(obj, dict):
    return _serialize_dict(obj)
  if isinstance(obj, bytes):
    return {'class_name': '__bytes__', 'config': {'value': obj.decode('utf-8')}}
  if isinstance(obj, slice):
    return {'class_name': '__slice__', 'config': {'start': serialize_keras_object(obj.start),
                                                  'stop': serialize_keras_object(obj.stop),
                                                  'step': serialize_keras_object(obj.step)}}
  if obj is Ellipsis:
    return {'class_name': '__ellipsis__', 'config': {}}
  if isinstance(obj, tf.TensorShape):
    return obj.as_list() if obj.rank is not None else None
  if K.is_tensor(obj):
    return {'class_name': '__tensor__',
            'config': {'value': obj.numpy().tolist(), 'dtype': K.standardize_dtype(obj.dtype)}}
  if isinstance(obj, np.ndarray) and obj.ndim > 0:
    return {'class_name': '__numpy__', 'config': {'value': obj.tolist(), 'dtype': K.standardize_dtype(obj.dtype)}}
  if isinstance(obj, (np.generic, np.ndarray)):
    return obj.item()
  if isinstance(obj, tf.DType):
    return obj.name
  if isinstance(obj, types.FunctionType) and obj.__name__ == '<lambda>':
    raise NotImplementedError('tf.keras serialization of a lambda')
  if isinstance(obj, tf.TypeSpec):
    raise NotImplementedError('tf.keras serialization of %s' % type(obj).__name__)
  inner_config = _config_of(obj)
  is_function = isinstance(obj, types.FunctionType)
  api = None if is_function else _api_name(type(obj))
  if api:
    config = {'module': api[0], 'class_name': api[1], 'config': inner_config, 'registered_name': None}
  else:
    cls = type(obj)
    config = {'module': 'builtins' if is_function else cls.__module__, 'class_name': cls.__name__, 'config': inner_config,
              'registered_name': get_registered_name(cls)}
  for method, key in (('get_build_config', 'build_config'), ('get_compile_config', 'compile_config')):
    if hasattr(obj, method):
      value = getattr(obj, method)()
      if value is not None:
        config[key] = _serialize_dict(value)
  if config['module'] == '__main__':
    config['module'] = None
  return config


def _config_of(obj):
  if isinstance(obj, types.FunctionType):
    return get_registered_name(obj)
  if hasattr(obj, 'get_config'):
    config = obj.get_config()
    if not isinstance(config, dict):
      raise TypeError('The `get_config()` method of %s should return a dict. It returned: %s' % (obj, config))
    return _serialize_dict(config)
  if hasattr(obj, '__name__'):
    return get_registered_name(obj)
  raise TypeError('Cannot serialize object %s of type %s. To be serializable, a class must implement the `get_config()` '
                  'method.' % (obj, type(obj)))


#: tf.keras.utils.deserialize_keras_object tf.keras.saving.deserialize_keras_object
def deserialize_keras_object(config, custom_objects=None, safe_mode=True, **kwargs):
  """The object that serialize_keras_object made `config` of."""
  module_objects = kwargs.pop('module_objects', None)
  custom_objects = {**(custom_objects or {}), **_State.scope, **_objects}
  if config is None:
    return None
  if isinstance(config, str) and custom_objects.get(config) is not None:
    return custom_objects[config]
  if isinstance(config, (list, tuple)):
    return [deserialize_keras_object(x, custom_objects=custom_objects, safe_mode=safe_mode) for x in config]
  if module_objects is not None:
    inner_config, has_custom_object = None, False
    if isinstance(config, dict):
      inner_config = config.get('config')
      if 'class_name' not in config:
        raise ValueError('Unknown `config` as a `dict`, config=%s' % (config,))
      if custom_objects and (config['class_name'] in custom_objects or config.get('registered_name') in custom_objects or
                             isinstance(inner_config, str) and inner_config in custom_objects):
        has_custom_object = True
      elif config['class_name'] == 'function':
        config = config['config'] if config['module'] == 'builtins' else config['registered_name']
      else:
        if config.get('module', '_') is None:
          raise TypeError('Cannot deserialize object of type `%s`. If `%s` is a custom class, please register it using the '
                          '`@keras.saving.register_keras_serializable()` decorator.' %
                          (config['class_name'], config['class_name']))
        config = config['class_name']
    if not has_custom_object:
      if config not in module_objects:
        return config
      found = module_objects[config]
      if isinstance(found, types.FunctionType):
        return found
      module, name = _api_name(found) or (found.__module__, found.__name__)
      return _made(found, {'module': module, 'class_name': name, 'config': inner_config, 'registered_name': None},
                   custom_objects)
  if isinstance(config, (str, int, float, bool)):
    return config
  if not isinstance(config, dict):
    raise TypeError('Could not parse config: %s' % (config,))
  if 'class_name' not in config or 'config' not in config:
    return {key: deserialize_keras_object(value, custom_objects=custom_objects, safe_mode=safe_mode)
            for key, value in config.items()}
  class_name = config['class_name']
  inner_config = config['config'] if config['config'] is not None else {}
  if class_name == '__tensor__':
    return K.convert(inner_config['value'], inner_config['dtype'])
  if class_name == '__numpy__':
    return np.array(inner_config['value'], dtype=inner_config['dtype'])
  if class_name == '__bytes__':
    return inner_config['value'].encode('utf-8')
  if class_name == '__ellipsis__':
    return Ellipsis
  if class_name == '__slice__':
    return slice(*[deserialize_keras_object(inner_config[part], custom_objects=custom_objects, safe_mode=safe_mode)
                   for part in ('start', 'stop', 'step')])
  if class_name == '__lambda__' and safe_mode:
    raise ValueError('Requested the deserialization of a Python lambda. This carries a potential risk of arbitrary code '
                     'execution and thus it is disallowed by default. If you trust the source of the artifact, you can '
                     'override this error by passing `safe_mode=False` to the loading function, or calling '
                     '`keras.config.enable_unsafe_deserialization().')
  if class_name in ('__lambda__', '__typespec__', '__keras_tensor__'):
    raise NotImplementedError('tf.keras deserialization of %s' % class_name)
  if class_name == 'function':
    if not isinstance(inner_config, str):
      raise TypeError("Expected 'config' to be a non-null str fora function classname,\ninstead got %s\nFull config: %s" %
                      (type(inner_config), config))
    return _retrieve(inner_config, inner_config, config, 'function', custom_objects)
  if not isinstance(inner_config, dict):
    raise TypeError("Expected 'config' to be a dict for %s,\ninstead got %s\nFull config: %s" %
                    (class_name, type(inner_config), config))
  cls = _retrieve(class_name, config.get('registered_name', class_name), config, 'class', custom_objects)
  return _made(cls, config, custom_objects)


def _retrieve(name, registered_name, config, kind, custom_objects):
  """The class or function with this name."""
  found = get_registered_object(registered_name, custom_objects=custom_objects)
  if found is not None:
    return found
  module = config.get('module')
  if module and (module == 'keras' or module.startswith('keras.')):
    found = getattr(_module_of_place(module[6:]), name, None)
    if found is not None:
      return found
  if kind == 'function' and module == 'builtins':
    for place in _BUILTIN_MODULES:
      found = getattr(_module_of_place(place), name, None)
      if found is not None:
        return found
  raise TypeError("Could not locate %s '%s'. Make sure custom classes and functions are decorated with "
                  '`@keras.saving.register_keras_serializable()`. If they are already decorated, make sure they are all '
                  'imported so that the decorator is run before trying to load them. Full object config: %s' %
                  (kind, name, config))


def _made(cls, config, custom_objects):
  """An object of the class, from its configuration."""
  if isinstance(cls, types.FunctionType):
    return cls
  if not hasattr(cls, 'from_config'):
    raise TypeError("Unable to reconstruct an instance of '%s' because the class is missing a `from_config()` method. Full "
                    'object config: %s' % (config['class_name'], config))
  with CustomObjectScope(custom_objects):
    try:
      instance = cls.from_config(config['config'] if config['config'] is not None else {})
    except TypeError as e:
      raise TypeError('%s could not be deserialized properly. Please ensure that components that are Python object '
                      'instances (layers, models, etc.) returned by `get_config()` are explicitly deserialized in the '
                      "model's `from_config()` method.\n\nconfig=%s.\n\nException encountered: %s" % (cls, config, e))
    if config.get('build_config') and not instance.built:
      instance.build_from_config(config['build_config'])
      instance.built = True
    if config.get('compile_config'):
      instance.compile_from_config(config['compile_config'])
      instance.compiled = True
  return instance


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
