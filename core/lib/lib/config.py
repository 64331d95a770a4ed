"""tf.config: one CPU, and the switches that mean something here."""
import collections

import tensorflow as tf

PhysicalDevice = collections.namedtuple('PhysicalDevice', ['name', 'device_type'])
LogicalDevice = collections.namedtuple('LogicalDevice', ['name', 'device_type'])


#: tf.config.list_physical_devices tf.config.experimental.list_physical_devices =list_physical_devices
def list_physical_devices(device_type=None):
  return [PhysicalDevice('/physical_device:CPU:0', 'CPU')] if device_type in (None, 'CPU') else []


#: tf.config.list_logical_devices tf.config.experimental.list_logical_devices =list_logical_devices
def list_logical_devices(device_type=None):
  return [LogicalDevice('/device:CPU:0', 'CPU')] if device_type in (None, 'CPU') else []


#: tf.config.get_visible_devices =get_visible_devices
def get_visible_devices(device_type=None):
  return list_physical_devices(device_type)


#: tf.config.set_visible_devices =set_visible_devices
def set_visible_devices(devices, device_type=None):
  return None


#: tf.config.threading.set_intra_op_parallelism_threads =set_intra_op_parallelism_threads
def set_intra_op_parallelism_threads(num_threads):
  return None


#: tf.config.threading.set_inter_op_parallelism_threads =set_inter_op_parallelism_threads
def set_inter_op_parallelism_threads(num_threads):
  return None


#: tf.config.experimental.enable_op_determinism =enable_op_determinism
def enable_op_determinism():
  return None


def is_built_with_cuda(*args, **kwargs):
  return False


#: tf.keras.utils.set_random_seed =set_random_seed
def set_random_seed(seed):
  import random
  random.seed(seed)
  tf.random.set_seed(seed)
