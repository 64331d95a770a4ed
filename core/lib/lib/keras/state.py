"""What all of Keras shares: settings, unique names, name scopes, dtypes and shapes (keras/src/backend/common)."""
import re

import tensorflow as tf


class _State:
  """One for the process: a spec has one thread."""
  floatx = 'float32'
  epsilon = 1e-7
  image_data_format = 'channels_last'
  interactive_logging = True
  traceback_filtering = True
  max_epochs = None
  max_steps_per_epoch = None
  dtype_policy = None
  names = {}
  scopes = []
  call_context = None
  autocast = None
  symbolic = 0
  symbolic_names = ''  # the scope of names around the outermost symbolic scope
  made = 0  # variables in symbolic scopes so far
  stateless = None
  tracking = True
  seed_generator = None
  custom_objects = {}


state = _State()


# ---- settings
#: tf.keras.config.floatx tf.keras.backend.floatx =floatx
def floatx():
  return state.floatx


#: tf.keras.config.set_floatx tf.keras.backend.set_floatx =set_floatx
def set_floatx(value):
  accepted = {'bfloat16', 'float16', 'float32', 'float64'}
  if value not in accepted:
    raise ValueError('Unknown `floatx` value: %s. Expected one of %s' % (value, accepted))
  state.floatx = str(value)


#: tf.keras.config.epsilon tf.keras.backend.epsilon =epsilon
def epsilon():
  return state.epsilon


#: tf.keras.config.set_epsilon tf.keras.backend.set_epsilon =set_epsilon
def set_epsilon(value):
  state.epsilon = value


#: tf.keras.config.image_data_format tf.keras.backend.image_data_format =image_data_format
def image_data_format():
  return state.image_data_format


#: tf.keras.config.set_image_data_format tf.keras.backend.set_image_data_format =set_image_data_format
def set_image_data_format(data_format):
  state.image_data_format = standardize_data_format(str(data_format))


def standardize_data_format(data_format):
  if data_format is None:
    return state.image_data_format
  data_format = str(data_format).lower()
  if data_format not in ('channels_first', 'channels_last'):
    raise ValueError("The `data_format` argument must be one of {'channels_first', 'channels_last'}. Received: "
                     'data_format=%s' % data_format)
  return data_format


#: tf.keras.config.backend tf.keras.backend.backend =backend
def backend():
  return 'tensorflow'


#: tf.keras.config.enable_interactive_logging tf.keras.utils.enable_interactive_logging =enable_interactive_logging
def enable_interactive_logging():
  state.interactive_logging = True


#: tf.keras.config.disable_interactive_logging tf.keras.utils.disable_interactive_logging =disable_interactive_logging
def disable_interactive_logging():
  state.interactive_logging = False


#: tf.keras.config.is_interactive_logging_enabled tf.keras.utils.is_interactive_logging_enabled
#: =is_interactive_logging_enabled
def is_interactive_logging_enabled():
  return state.interactive_logging


#: tf.keras.config.enable_traceback_filtering =enable_traceback_filtering
def enable_traceback_filtering():
  state.traceback_filtering = True


#: tf.keras.config.disable_traceback_filtering =disable_traceback_filtering
def disable_traceback_filtering():
  state.traceback_filtering = False


#: tf.keras.config.is_traceback_filtering_enabled =is_traceback_filtering_enabled
def is_traceback_filtering_enabled():
  return state.traceback_filtering


#: tf.keras.config.max_epochs =max_epochs
def max_epochs():
  return state.max_epochs


#: tf.keras.config.set_max_epochs =set_max_epochs
def set_max_epochs(max_epochs):
  state.max_epochs = max_epochs


#: tf.keras.config.max_steps_per_epoch =max_steps_per_epoch
def max_steps_per_epoch():
  return state.max_steps_per_epoch


#: tf.keras.config.set_max_steps_per_epoch =set_max_steps_per_epoch
def set_max_steps_per_epoch(max_steps_per_epoch):
  state.max_steps_per_epoch = max_steps_per_epoch


#: tf.keras.version =version
def version():
  return '3.15.1'


# ---- names
def to_snake_case(name):
  name = re.sub(r'\W+', '', name)
  name = re.sub('(.)([A-Z][a-z]+)', r'\1_\2', name)
  return re.sub('([a-z])([A-Z])', r'\1_\2', name).lower()


def uniquify(name):
  """The name the first time, then name_1, name_2 and so on."""
  count = state.names.get(name, 0)
  state.names[name] = count + 1
  return '%s_%d' % (name, count) if count else name


def auto_name(prefix):
  return uniquify(to_snake_case(prefix))


#: tf.keras.backend.get_uid =get_uid
def get_uid(prefix=''):
  state.names[prefix] = state.names.get(prefix, 0) + 1
  return state.names[prefix]


#: tf.keras.backend.clear_session tf.keras.utils.clear_session =clear_session
def clear_session(free_memory=True):
  """Names and settings of the session start anew."""
  state.names = {}
  state.scopes = []
  state.call_context = None
  state.seed_generator = None
  state.dtype_policy = None
  state.custom_objects = {}


#: tf.keras.name_scope
class name_scope:
  """A scope of variables' paths and of nodes' names; entering the same one of the same caller again does nothing."""

  def __init__(self, name, caller=None, deduplicate=True, override_parent=None):
    if not isinstance(name, str) or '/' in name:
      raise ValueError('Argument `name` must be a string and cannot contain character `/`. Received: name=%s' % (name,))
    self.name = name
    self.caller = caller
    self.deduplicate = deduplicate
    if override_parent is None and deduplicate:
      override_parent = getattr(caller, '_parent_path', None)
    self.override_parent = override_parent
    self._entered = False
    self._tf_name_scope = tf.name_scope(name)

  def __enter__(self):
    scopes = state.scopes
    if self.deduplicate and scopes and self.caller is not None:
      if scopes[-1].caller is self.caller and scopes[-1].name == self.name:
        return self
    scopes.append(self)
    self._entered = True
    self._tf_name_scope.__enter__()
    return self

  def __exit__(self, *exc):
    if self._entered:
      if state.scopes:
        state.scopes.pop()
      self._tf_name_scope.__exit__(*exc)


def current_path():
  parts = []
  for entry in state.scopes:
    if entry.override_parent is not None:
      parts = [p for p in entry.override_parent.split('/') if p]
    parts.append(entry.name)
  return '/'.join(parts)


# ---- dtypes
_ALLOWED = ('float16', 'float32', 'float64', 'uint8', 'uint16', 'uint32', 'uint64', 'int8', 'int16', 'int32', 'int64',
            'bfloat16', 'bool', 'string', 'float8_e4m3fn', 'float8_e5m2', 'complex64', 'complex128')
_PYTHON = {bool: 'bool', int: 'int64', float: 'float32', str: 'string', 'int': 'int64', complex: 'complex128'}


#: tf.keras.backend.standardize_dtype tf.keras.utils.standardize_dtype =standardize_dtype
def standardize_dtype(dtype):
  if dtype is None:
    return state.floatx
  dtype = _PYTHON.get(dtype, dtype)
  if not isinstance(dtype, str):
    if hasattr(dtype, 'name'):
      dtype = dtype.name
    elif hasattr(dtype, '__name__'):
      dtype = dtype.__name__
  if dtype not in _ALLOWED:
    raise ValueError('Invalid dtype: %s' % (dtype,))
  return dtype


#: tf.keras.backend.is_float_dtype =is_float_dtype
def is_float_dtype(dtype):
  return standardize_dtype(dtype).startswith(('float', 'bfloat'))


#: tf.keras.backend.is_int_dtype =is_int_dtype
def is_int_dtype(dtype):
  return standardize_dtype(dtype).startswith(('int', 'uint'))


# What each dtype turns into at least when it meets another; 'int' and 'float' are those of Python's numbers.
_LATTICE = {
    'bool': ['int'], 'uint8': ['int16', 'uint16'], 'uint16': ['int32', 'uint32'], 'uint32': ['int64', 'uint64'],
    'uint64': ['float'], 'int': ['uint8', 'int8', 'complex64'], 'int8': ['int16'], 'int16': ['int32'],
    'int32': ['int64'], 'int64': ['float'], 'float': ['bfloat16', 'float16'], 'bfloat16': ['float32'],
    'float16': ['float32'], 'float32': ['float64', 'complex64'], 'float64': ['complex128'],
    'complex64': ['complex128'], 'complex128': []}
_bounds = {}


def _upper_bounds(dtype):
  known = _bounds.get(dtype)
  if known is None:
    if dtype not in _LATTICE:
      raise ValueError('dtype=%r is not a valid dtype for Keras type promotion.' % dtype)
    known = {dtype}
    for above in _LATTICE[dtype]:
      known = known | _upper_bounds(above)
    _bounds[dtype] = known
  return known


def _least_upper_bound(*dtypes):
  names = set(dtypes)
  common = None
  for name in dtypes:
    common = _upper_bounds(name) if common is None else common & _upper_bounds(name)
  least = common & names or {c for c in common if common <= _upper_bounds(c)}
  if not least:
    raise ValueError('Input dtypes %s have no available implicit dtype promotion path. Try explicitly casting inputs to '
                     'the desired output type.' % (tuple(str(d) for d in dtypes),))
  return least.pop()


_results = {}


#: tf.keras.backend.result_type =result_type
def result_type(*dtypes):
  """The dtype that values of these dtypes have in common; Python's int and float are weak."""
  if not dtypes:
    return state.floatx
  key = dtypes + (state.floatx,)
  known = _results.get(key)
  if known is None:
    known = _results[key] = _result_type(dtypes)
  return known


def _result_type(dtypes):
  names, weak = [], []
  for dtype in dtypes:
    weak.append(dtype is int or dtype is float)
    names.append(standardize_dtype(dtype))
  if len(names) == 1:
    out, is_weak = names[0], weak[0]
  elif len(set(names)) == 1 and not all(weak):
    out, is_weak = names[0], False
  elif all(weak):
    out, is_weak = _least_upper_bound(*names), True
  else:
    loose = [('float' if 'float' in n else 'int') if w else n for n, w in zip(names, weak)]
    out = _least_upper_bound(*loose)
    is_weak = out in ('int', 'float')
  if is_weak and out != 'bool':
    precision = state.floatx[-2:]
    out = {'i': 'int', 'u': 'uint'}.get(out[0], 'float') + precision
  return {'uint64': 'uint32', 'complex128': 'complex64'}.get(out, out)


_SIZES = {'bool': 8, 'string': 0, 'bfloat16': 16, 'complex64': 64, 'complex128': 128}


def dtype_size(dtype):
  """Bits of an element."""
  if dtype in _SIZES:
    return _SIZES[dtype]
  return int(re.sub(r'\D', '', dtype))


# ---- shapes
def standardize_shape(shape):
  if not isinstance(shape, tuple):
    if shape is None:
      raise ValueError('Undefined shapes are not supported.')
    if not hasattr(shape, '__iter__'):
      raise ValueError("Cannot convert '%s' to a shape." % (shape,))
    if isinstance(shape, tf.TensorShape):
      shape = shape.as_list()
  dims = []
  for d in shape:
    if d is None or type(d) is int and d >= 0:
      dims.append(d)
      continue
    if isinstance(d, (str, float)):
      raise ValueError("Cannot convert '%s' to a shape. Found invalid dimension '%s' of type '%s'. " %
                       (shape, d, type(d)))
    try:
      d = int(d)
    except Exception as e:
      raise ValueError("Cannot convert '%s' to a shape. Found invalid dimension '%s' of type '%s'. " %
                       (shape, d, type(d))) from e
    if d < 0:
      raise ValueError("Cannot convert '%s' to a shape. Negative dimensions are not allowed." % (shape,))
    dims.append(d)
  return tuple(dims)


def shape_equal(a, b):
  """Whether shapes agree where both are known."""
  a, b = tuple(a), tuple(b)
  return len(a) == len(b) and all(x is None or y is None or x == y for x, y in zip(a, b))


def is_shape_tuple(s):
  return isinstance(s, (list, tuple)) and all(d is None or isinstance(d, int) for d in s)


def map_shapes(fn, shapes):
  """fn of each shape of a structure of shapes."""
  if is_shape_tuple(shapes):
    return fn(tuple(shapes))
  if isinstance(shapes, list):
    return [map_shapes(fn, s) for s in shapes]
  if isinstance(shapes, tuple):
    return tuple(map_shapes(fn, s) for s in shapes)
  if isinstance(shapes, dict):
    return {k: map_shapes(fn, s) for k, s in shapes.items()}
  raise ValueError('Cannot map over %s: it is not a structure of shapes' % (shapes,))


def is_nested(x):
  return isinstance(x, (list, tuple, dict))


flatten = tf.nest.flatten
map_structure = tf.nest.map_structure
pack_sequence_as = tf.nest.pack_sequence_as


# Methods that a class may define or not: what is marked was not.
def default(method):
  method._is_default = True
  return method


def is_default(method):
  return getattr(method, '_is_default', False)
