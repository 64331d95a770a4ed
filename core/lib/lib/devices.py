"""tf.config, tf.device and tf.DeviceSpec on a machine with one CPU (framework/config.py, eager/context.py,
framework/device_spec.py). What can be set is kept and given back; it changes nothing here, where it would be about
threads, placement or other devices."""
import collections
import operator

import _tf
import tensorflow as tf
from tensorflow_lib import random_ops
from tensorflow_lib.base import refused


def _context(cls):
  cls.__module__ = 'tensorflow.python.eager.context'
  return cls


#: tf.config.PhysicalDevice
@_context
class PhysicalDevice(collections.namedtuple('PhysicalDevice', ['name', 'device_type'])):
  """A device of the machine."""


#: tf.config.LogicalDevice
@_context
class LogicalDevice(collections.namedtuple('LogicalDevice', ['name', 'device_type'])):
  """A device that ops run on."""


#: tf.config.LogicalDeviceConfiguration tf.config.experimental.VirtualDeviceConfiguration
@_context
class LogicalDeviceConfiguration(
    collections.namedtuple('LogicalDeviceConfiguration',
                           ['memory_limit', 'experimental_priority', 'experimental_device_ordinal'])):
  """How a physical device is cut into logical ones."""

  def __new__(cls, memory_limit=None, experimental_priority=None, experimental_device_ordinal=None):
    return super().__new__(cls, memory_limit, experimental_priority, experimental_device_ordinal)


_CPU = PhysicalDevice('/physical_device:CPU:0', 'CPU')


class _Settings:
  """What was set, from the defaults on."""

  def __init__(self):
    self.visible = [_CPU]
    self.logical = None
    self.started = False
    self.intra = self.inter = None
    self.jit = False
    self.options = {}
    self.policy = 'silent'
    self.synchronous = True
    self.tensor_float_32 = True
    self.soft_placement = True
    self.log_placement = False

  def running(self):
    """Has anything run? From then on devices and threads are what they are."""
    return self.started or _tf.has_run()


_set = _Settings()


def _of_type(devices, device_type):
  return [d for d in devices if device_type is None or d.device_type == device_type]


# ---- devices
#: tf.config.list_physical_devices tf.config.experimental.list_physical_devices =list_physical_devices
def list_physical_devices(device_type=None):
  return _of_type([_CPU], device_type)


#: tf.config.list_logical_devices tf.config.experimental.list_logical_devices =list_logical_devices
def list_logical_devices(device_type=None):
  _set.started = True
  return _of_type([LogicalDevice('/device:CPU:0', 'CPU')] if _set.visible else [], device_type)


#: tf.config.get_visible_devices tf.config.experimental.get_visible_devices =get_visible_devices
def get_visible_devices(device_type=None):
  return _of_type(_set.visible, device_type)


#: tf.config.set_visible_devices tf.config.experimental.set_visible_devices =set_visible_devices
def set_visible_devices(devices, device_type=None):
  if not isinstance(devices, list):
    devices = [devices]
  for d in devices:
    if d != _CPU or device_type is not None and d.device_type != device_type:
      raise ValueError('Unrecognized device: %s' % repr(d))
  kept = [] if device_type is None else [d for d in _set.visible if d.device_type != device_type]
  if kept + devices == _set.visible:
    return
  if _set.running():
    raise RuntimeError('Visible devices cannot be modified after being initialized')
  if not kept + devices:
    raise NotImplementedError('tf.config.set_visible_devices cannot hide the CPU: ops run there')
  _set.visible = kept + devices


def _known(device):
  if device != _CPU:
    raise ValueError('Unrecognized device: %s' % repr(device))


#: tf.config.get_logical_device_configuration tf.config.experimental.get_virtual_device_configuration =get_logical_device_configuration
def get_logical_device_configuration(device):
  _known(device)
  return _set.logical


#: tf.config.set_logical_device_configuration tf.config.experimental.set_virtual_device_configuration =set_logical_device_configuration
def set_logical_device_configuration(device, logical_devices):
  _known(device)
  for one in logical_devices:
    if one.memory_limit is not None:
      raise ValueError('Setting memory limit on CPU virtual devices is currently not supported')
    if one.experimental_priority is not None:
      raise ValueError('Setting experimental_priority on CPU virtual  devices is currently not supported')
    if one.experimental_device_ordinal is not None:
      raise ValueError('Setting experimental_device_ordinal on CPU virtual  devices is currently not supported')
  if _set.logical == logical_devices:
    return
  if _set.running():
    raise RuntimeError('Virtual devices cannot be modified after being initialized')
  if len(logical_devices) != 1:
    raise NotImplementedError('tf.config.set_logical_device_configuration: tracepack has one logical device, CPU:0; '
                              'take a list of one tf.config.LogicalDeviceConfiguration')
  _set.logical = logical_devices


#: tf.config.experimental.get_device_details =get_device_details
def get_device_details(device):
  if not isinstance(device, PhysicalDevice):
    raise ValueError('device must be a tf.config.PhysicalDevice, but got: %s' % (device,))
  if device != _CPU:
    raise ValueError('The PhysicalDevice must be one obtained from calling `tf.config.list_physical_devices`, but '
                     'got: %s' % (device,))
  return {}


# ---- memory
#: tf.config.experimental.get_memory_growth =get_memory_growth
def get_memory_growth(device):
  _known(device)
  raise KeyError(device)


#: tf.config.experimental.set_memory_growth =set_memory_growth
def set_memory_growth(device, enable):
  _known(device)
  if _set.logical is not None:
    raise ValueError('Cannot set memory growth on device when virtual devices configured')
  raise ValueError('Cannot set memory growth on non-GPU and non-Pluggable devices')


def _device_with_memory(device):
  _set.started = True
  if device == '':
    return
  kind = device.split('/')[-1].split(':')[-2:]
  if len(kind) != 2 or not kind[1].isdigit():
    raise ValueError('Failed parsing device name: %r. Note a valid device string should at least contain a device type '
                     'and a device index, like "GPU:0".' % device)
  if kind[0] != 'CPU' or kind[1] != '0':
    raise ValueError("No matching devices found for '%s'" % device)


#: tf.config.experimental.get_memory_info =get_memory_info
def get_memory_info(device):
  _device_with_memory(device)
  return {'current': 0, 'peak': 0}


#: tf.config.experimental.get_memory_usage =get_memory_usage
def get_memory_usage(device):
  return get_memory_info(device)['current']


#: tf.config.experimental.reset_memory_stats =reset_memory_stats
def reset_memory_stats(device):
  _device_with_memory(device)


# ---- threads
#: tf.config.threading.get_intra_op_parallelism_threads =get_intra_op_parallelism_threads
def get_intra_op_parallelism_threads():
  return operator.index(_set.intra or 0)


#: tf.config.threading.set_intra_op_parallelism_threads =set_intra_op_parallelism_threads
def set_intra_op_parallelism_threads(num_threads):
  if num_threads != _set.intra and _set.running():
    raise RuntimeError('Intra op parallelism cannot be modified after initialization.')
  _set.intra = num_threads


#: tf.config.threading.get_inter_op_parallelism_threads =get_inter_op_parallelism_threads
def get_inter_op_parallelism_threads():
  return operator.index(_set.inter or 0)


#: tf.config.threading.set_inter_op_parallelism_threads =set_inter_op_parallelism_threads
def set_inter_op_parallelism_threads(num_threads):
  if num_threads != _set.inter and _set.running():
    raise RuntimeError('Inter op parallelism cannot be modified after initialization.')
  _set.inter = num_threads


# ---- the optimizer of graphs
#: tf.config.optimizer.get_jit =get_optimizer_jit
def get_optimizer_jit():
  return 'autoclustering' if _set.jit else ''


#: tf.config.optimizer.set_jit =set_optimizer_jit
def set_optimizer_jit(enabled):
  _set.jit = enabled in (True, 'autoclustering')


_TOGGLES = ('layout_optimizer', 'constant_folding', 'shape_optimization', 'remapping', 'arithmetic_optimization',
            'dependency_optimization', 'loop_optimization', 'function_optimization', 'debug_stripper',
            'disable_model_pruning', 'scoped_allocator_optimization', 'pin_to_host_optimization',
            'implementation_selector', 'auto_mixed_precision', 'use_plugin_optimizers', 'disable_meta_optimizer',
            'auto_mixed_precision_onednn_bfloat16', 'auto_mixed_precision_mkl')


#: tf.config.optimizer.get_experimental_options =get_optimizer_experimental_options
def get_optimizer_experimental_options():
  options = {}
  for name in _TOGGLES:
    value = _set.options.get(name)
    if value is not None or name.startswith('disable_'):
      options[name] = bool(value)
  if _set.options.get('min_graph_nodes'):
    options['min_graph_nodes'] = _set.options['min_graph_nodes']
  return options


#: tf.config.optimizer.set_experimental_options =set_optimizer_experimental_options
def set_optimizer_experimental_options(options):
  _set.options.update(options)


# ---- switches
#: tf.config.experimental.get_device_policy =get_device_policy
def get_device_policy():
  return _set.policy


#: tf.config.experimental.set_device_policy =set_device_policy
def set_device_policy(device_policy):
  if device_policy not in (None, 'silent', 'silent_for_int32', 'warn', 'explicit'):
    raise ValueError('Invalid argument `device_policy`: %r. Please refer to https://www.tensorflow.org/api_docs/python/'
                     'tf/config/experimental/set_device_policy for valid `device_policy` arguments.' % (device_policy,))
  _set.policy = device_policy or 'silent'


#: tf.config.experimental.get_synchronous_execution =get_synchronous_execution
def get_synchronous_execution():
  return _set.synchronous


#: tf.config.experimental.set_synchronous_execution =set_synchronous_execution
def set_synchronous_execution(enable):
  _set.synchronous = enable is None or bool(enable)


#: tf.config.experimental.tensor_float_32_execution_enabled =tensor_float_32_execution_enabled
def tensor_float_32_execution_enabled():
  return _set.tensor_float_32


#: tf.config.experimental.enable_tensor_float_32_execution =enable_tensor_float_32_execution
def enable_tensor_float_32_execution(enabled):
  _set.tensor_float_32 = bool(enabled)


#: tf.config.get_soft_device_placement =get_soft_device_placement
def get_soft_device_placement():
  return _set.soft_placement


#: tf.config.set_soft_device_placement =set_soft_device_placement
def set_soft_device_placement(enabled):
  _set.soft_placement = bool(enabled)


#: tf.debugging.get_log_device_placement =get_log_device_placement
def get_log_device_placement():
  return _set.log_placement


#: tf.debugging.set_log_device_placement =set_log_device_placement
def set_log_device_placement(enabled):
  if enabled:
    _tf.warn('tf.debugging.set_log_device_placement: every op runs on CPU:0, nothing is logged')
  _set.log_placement = bool(enabled)


#: tf.config.experimental.enable_mlir_bridge =enable_mlir_bridge
def enable_mlir_bridge():
  return None


#: tf.config.experimental.disable_mlir_bridge =disable_mlir_bridge
def disable_mlir_bridge():
  return None


#: tf.config.experimental.enable_op_determinism =enable_op_determinism
def enable_op_determinism():
  """Ops are deterministic in any case; random ones want a seed from now on, as TensorFlow's do."""
  random_ops.want_seeds()


#: tf.config.experimental_functions_run_eagerly =experimental_functions_run_eagerly
def experimental_functions_run_eagerly():
  return tf.config.functions_run_eagerly()


# ---- other machines
_ONE = 'a spec runs on this machine alone; leave the call out'
#: tf.config.experimental_connect_to_host
experimental_connect_to_host = refused('tf.config.experimental_connect_to_host', _ONE)
#: tf.config.experimental_connect_to_cluster
experimental_connect_to_cluster = refused('tf.config.experimental_connect_to_cluster', _ONE)


#: tf.config.experimental.ClusterDeviceFilters
class ClusterDeviceFilters:
  """Which devices the tasks of a cluster see. It can be filled in; there is no cluster that would take it."""

  def __init__(self):
    self._filters = {}

  def set_device_filters(self, job_name, task_index, device_filters):
    assert all(isinstance(x, str) for x in device_filters)
    self._filters.setdefault(job_name, {})[task_index] = list(device_filters)


ClusterDeviceFilters.__module__ = 'tensorflow.python.training.server_lib'


# ---- names of devices
_KINDS = ('CPU', 'GPU', 'TPU', 'CUSTOM', 'EPU')


#: tf.DeviceSpec
class DeviceSpecV2:
  """The parts of a device's name, of which some may be open."""

  __slots__ = ('_job', '_replica', '_task', '_device_type', '_device_index')

  def __init__(self, job=None, replica=None, task=None, device_type=None, device_index=None):
    def number(x):
      return None if x is None else int(x)

    self._job = None if job is None else str(job)
    self._replica, self._task = number(replica), number(task)
    self._device_type = (None if device_type is None else
                         device_type.upper() if device_type in ('cpu', 'gpu') else str(device_type))
    self._device_index = number(device_index)

  job = property(lambda self: self._job)
  replica = property(lambda self: self._replica)
  task = property(lambda self: self._task)
  device_type = property(lambda self: self._device_type)
  device_index = property(lambda self: self._device_index)

  def to_string(self):
    text = ''
    for name in ('job', 'replica', 'task'):
      value = getattr(self, name)
      if value is not None:
        text += '/%s:%s' % (name, value)
    if self.device_type is not None:
      text += '/device:%s:%s' % (self.device_type, '*' if self.device_index is None else self.device_index)
    return text

  @classmethod
  def from_string(cls, spec):
    job = replica = task = kind = index = None

    def once():
      if kind is not None:
        raise ValueError('Multiple device types are not allowed while parsing the device spec: %s.' % spec)

    for part in (spec or '').split('/'):
      y = part.split(':')
      if len(y) == 2 and y[0] == 'job':
        job = y[1]
      elif len(y) == 2 and y[0] == 'replica':
        replica = y[1]
      elif len(y) == 2 and y[0] == 'task':
        task = y[1]
      elif len(y) <= 2 and y[0].upper() in _KINDS:
        once()
        kind = y[0].upper()
        if len(y) == 2 and y[1] != '*':
          index = int(y[1])
      elif len(y) == 3 and y[0] == 'device':
        once()
        kind = y[1]
        if y[2] != '*':
          index = int(y[2])
      elif y[0] != '':
        raise ValueError("Unknown attribute '%s' is encountered while parsing the device spec: '%s'." % (y[0], spec))
    return cls(job, replica, task, kind, index)

  def parse_from_string(self, spec):
    return self.from_string(spec)

  def _parts(self):
    return self.job, self.replica, self.task, self.device_type, self.device_index

  def make_merged_spec(self, dev):
    """Of both, what `dev` says first."""
    theirs = dev.job, dev.replica, dev.task, dev.device_type, dev.device_index
    return type(self)(*(own if other is None else other for own, other in zip(self._parts(), theirs)))

  def replace(self, **kwargs):
    parts = dict(zip(('job', 'replica', 'task', 'device_type', 'device_index'), self._parts()))
    parts.update(kwargs)
    return type(self)(**parts)

  def __eq__(self, other):
    return isinstance(other, type(self)) and self.to_string() == other.to_string()

  def __hash__(self):
    return hash(self.to_string())

  def __repr__(self):
    return '<DeviceSpec(job=%s, replica=%s, task=%s, device_type=%s, device_index=%s)>' % self._parts()


DeviceSpecV2.__module__ = 'tensorflow.python.framework.device_spec'


class _Device:
  """Ops made inside carry the device's name in a graph; all run on the one CPU."""

  def __init__(self, name):
    self._name = name
    self._old = []

  def __enter__(self):
    # A name that is wrong is refused only when something could run there.
    name = self._name
    if name is not None and not isinstance(name, (str, DeviceSpecV2)):
      raise ValueError('Expecting a string device name. Got %s(%s)' % (type(name), name))
    old = _tf.set_device(None)
    if name:
      spec = name if isinstance(name, DeviceSpecV2) else DeviceSpecV2.from_string(name)
      spec = DeviceSpecV2.from_string(old).make_merged_spec(spec)
      if tf.executing_eagerly() and (spec.job not in (None, 'localhost') or spec.replica or spec.task):
        _tf.set_device(old)
        full = DeviceSpecV2('localhost', 0, 0, 'CPU', 0).make_merged_spec(spec)
        raise tf.errors.InvalidArgumentError(None, None, '%s unknown device.' % full.to_string())
      _tf.set_device(spec.to_string())
    elif name == '':
      _tf.set_device(old)
    self._old.append(old)

  def __exit__(self, *exc):
    _tf.set_device(self._old.pop())
    return False


#: tf.device =device_v2
def device_v2(device_name):
  if callable(device_name):
    raise RuntimeError('tf.device does not support functions.')
  return _Device(device_name)


#: tf.AggregationMethod
class AggregationMethod:
  """How gradients are summed up; all ways give the same here."""
  ADD_N = 0
  DEFAULT = ADD_N
  EXPERIMENTAL_TREE = 1
  EXPERIMENTAL_ACCUMULATE_N = 2


AggregationMethod.__module__ = 'tensorflow.python.ops.gradients_util'


# ---- variables
class _CreatorScope:
  """Inside of it `creator(next_creator, **kwargs)` makes the variables."""

  _active = []

  def __init__(self, creator):
    self._creator = creator

  def __enter__(self):
    self._active.append(self._creator)
    _tf.set_variable_creator(_create)

  def __exit__(self, *exc):
    self._active.pop()
    if not self._active:
      _tf.set_variable_creator(None)
    return False


_ARGUMENTS = ('initial_value', 'trainable', 'validate_shape', 'caching_device', 'name', 'variable_def', 'dtype',
              'import_scope', 'constraint', 'synchronization', 'aggregation', 'shape',
              'experimental_enable_variable_lifting')


def _create(*args, **kwargs):
  given = {'initial_value': None, 'trainable': None, 'validate_shape': True, 'caching_device': None, 'name': None,
           'variable_def': None, 'dtype': None, 'import_scope': None, 'constraint': None,
           'synchronization': tf.VariableSynchronization.AUTO, 'aggregation': tf.VariableAggregation.NONE,
           'shape': None, 'experimental_enable_variable_lifting': None}
  given.update(zip(_ARGUMENTS, args))
  given.update(kwargs)

  def plain(**kwargs):
    old = _tf.set_variable_creator(None)
    try:
      lifting = kwargs.pop('experimental_enable_variable_lifting', None)
      return tf.Variable(**kwargs) if lifting is None else tf.Variable(
          experimental_enable_variable_lifting=lifting, **kwargs)
    finally:
      _tf.set_variable_creator(old)

  def wrapped(creator, following):
    return lambda **kwargs: creator(following, **kwargs)

  made = plain
  for creator in _CreatorScope._active:
    made = wrapped(creator, made)
  return made(**given)


#: tf.variable_creator_scope =variable_creator_scope
def variable_creator_scope(variable_creator):
  return _CreatorScope(variable_creator)
