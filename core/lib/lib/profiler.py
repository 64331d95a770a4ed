"""tf.profiler.experimental: marks are accepted, and profiles are refused (profiler/profiler_v2.py, trace.py)."""
import collections

import tensorflow as tf
from tensorflow_lib.base import refused


#: tf.profiler.experimental.ProfilerOptions
class ProfilerOptions(collections.namedtuple('ProfilerOptions', ['host_tracer_level', 'python_tracer_level',
                                                                 'device_tracer_level', 'delay_ms'])):
  """How much is noted."""

  def __new__(cls, host_tracer_level=2, python_tracer_level=0, device_tracer_level=1, delay_ms=None):
    return super().__new__(cls, host_tracer_level, python_tracer_level, device_tracer_level, delay_ms)


ProfilerOptions.__module__ = 'tensorflow.python.profiler.profiler_v2'


_NONE = ('no profile is written for TensorBoard; `tracepack bench --profile SPEC` shows where the time of a spec goes')
#: tf.profiler.experimental.start
start = refused('tf.profiler.experimental.start', _NONE)


#: tf.profiler.experimental.stop =stop
def stop(save=True):
  raise tf.errors.UnavailableError(None, None, 'Cannot export profiling results. No profiler is running.')


#: tf.profiler.experimental.Profile
class Profile:
  """Would write a profile of what runs inside."""
  __not_implemented__ = True

  def __init__(self, logdir, options=None):
    raise NotImplementedError('tf.profiler.experimental.Profile is not in tracepack: ' + _NONE)


Profile.__module__ = 'tensorflow.python.profiler.profiler_v2'


#: tf.profiler.experimental.Trace
class Trace:
  """A mark in a profile, of which none is made: it does nothing."""

  def __init__(self, name, **kwargs):
    if not isinstance(name, str):
      raise TypeError('__init__(): incompatible constructor arguments. `name` must be a str, not %s' %
                      type(name).__name__)

  def __enter__(self):
    return self

  def set_metadata(self, **kwargs):
    return None

  def __exit__(self, *exc):
    return None


Trace.__module__ = 'tensorflow.python.profiler.trace'


#: tf.profiler.experimental.server.start
start_server = refused('tf.profiler.experimental.server.start', _NONE)
#: tf.profiler.experimental.client.trace
client_trace = refused('tf.profiler.experimental.client.trace', _NONE)
#: tf.profiler.experimental.client.monitor
client_monitor = refused('tf.profiler.experimental.client.monitor', _NONE)
