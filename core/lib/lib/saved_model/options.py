"""How SavedModels are written and read (saved_model/save_options.py, load_options.py)."""
import enum


#: tf.saved_model.experimental.VariablePolicy
class VariablePolicy(enum.Enum):
  """What is saved of variables' devices; there is one."""
  NONE = None
  SAVE_VARIABLE_DEVICES = 'save_variable_devices'
  EXPAND_DISTRIBUTED_VARIABLES = 'expand_distributed_variables'


def _check_whitelist(namespace_whitelist):
  if namespace_whitelist is None:
    return None
  namespaces = []
  for namespace in namespace_whitelist:
    if not isinstance(namespace, str):
      raise ValueError('Whitelisted namespace must be a string. Got: %s of type %s.' %
                       (namespace, type(namespace)))
    namespaces.append(namespace)
  return namespaces


#: tf.saved_model.SaveOptions
class SaveOptions:
  """Options of tf.saved_model.save."""

  def __init__(self, namespace_whitelist=None, save_debug_info=False, function_aliases=None,
               experimental_debug_stripper=False, experimental_io_device=None, experimental_variable_policy=None,
               experimental_custom_gradients=True, experimental_image_format=False, experimental_skip_saver=False,
               experimental_sharding_callback=None, extra_tags=None):
    if experimental_debug_stripper or experimental_image_format or experimental_sharding_callback is not None:
      raise NotImplementedError('tf.saved_model.SaveOptions with experimental_debug_stripper, experimental_image_format or '
                                'experimental_sharding_callback')
    self.namespace_whitelist = _check_whitelist(namespace_whitelist)
    self.save_debug_info = save_debug_info
    self.function_aliases = function_aliases or {}
    self.experimental_custom_gradients = experimental_custom_gradients
    self.experimental_debug_stripper = experimental_debug_stripper
    self.experimental_io_device = experimental_io_device
    self.experimental_variable_policy = VariablePolicy(experimental_variable_policy)
    self.experimental_image_format = experimental_image_format
    self.experimental_skip_saver = experimental_skip_saver
    self.experimental_sharding_callback = experimental_sharding_callback
    self.extra_tags = extra_tags


#: tf.saved_model.LoadOptions
class LoadOptions:
  """Options of tf.saved_model.load."""

  def __init__(self, allow_partial_checkpoint=False, experimental_io_device=None, experimental_skip_checkpoint=False,
               experimental_variable_policy=None, experimental_load_function_aliases=False):
    self.experimental_io_device = experimental_io_device
    self.allow_partial_checkpoint = allow_partial_checkpoint
    self.experimental_skip_checkpoint = experimental_skip_checkpoint
    self.experimental_variable_policy = VariablePolicy(experimental_variable_policy)
    self.experimental_load_function_aliases = experimental_load_function_aliases


SaveOptions.__module__ = 'tensorflow.python.saved_model.save_options'
LoadOptions.__module__ = 'tensorflow.python.saved_model.load_options'
