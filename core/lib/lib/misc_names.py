"""Names of the `tf` module that are small: conversions, paddings, distances, types, and what is refused by name."""
import abc
import enum
import inspect
import typing

import numpy as np
import tensorflow as tf
from tensorflow_lib.base import constant_value, convert, op_scope, refused

raw = tf.raw_ops


# ---- ops
#: tf.edit_distance
def edit_distance(hypothesis, truth, normalize=True, name='edit_distance'):
  if not isinstance(hypothesis, (tf.SparseTensor, tf.compat.v1.SparseTensorValue)):
    raise TypeError('Hypothesis must be a SparseTensor.')
  if not isinstance(truth, (tf.SparseTensor, tf.compat.v1.SparseTensorValue)):
    raise TypeError('Truth must be a SparseTensor.')
  return raw.EditDistance(hypothesis.indices, hypothesis.values, hypothesis.dense_shape, truth.indices, truth.values,
                          truth.dense_shape, normalize=normalize, name=name)


#: tf.fingerprint
def fingerprint(data, method='farmhash64', name=None):
  return raw.Fingerprint(data, method, name=name)


#: tf.random_index_shuffle
def random_index_shuffle(index, seed, max_index, rounds=4, name=None):
  return raw.RandomIndexShuffle(index=index, seed=seed, max_index=max_index, rounds=rounds, name=name)


#: tf.matrix_square_root
def matrix_square_root(input, name=None):
  return raw.MatrixSquareRoot(input, name=name)


#: tf.guarantee_const
def guarantee_const(input, name=None):
  """The input itself: graphs are optimised from what is known of them."""
  return raw.GuaranteeConst(input, name=name)


#: tf.required_space_to_batch_paddings
def required_space_to_batch_paddings(input_shape, block_shape, base_paddings=None, name=None):
  """(paddings, crops) so that blocks of `block_shape` fit."""
  with op_scope(name, 'required_space_to_batch_paddings'):
    input_shape = convert(input_shape, dtype=tf.int32, name='input_shape')
    block_shape = convert(block_shape, dtype=tf.int32, name='block_shape')
    block_shape.shape.assert_is_fully_defined()
    block_shape.shape.assert_has_rank(1)
    count = block_shape.shape[0]
    if count == 0:
      return tf.zeros([0, 2], tf.int32), tf.zeros([0, 2], tf.int32)
    input_shape.shape.assert_is_compatible_with([count])
    if base_paddings is not None:
      base_paddings = convert(base_paddings, dtype=tf.int32, name='base_paddings')
      base_paddings.shape.assert_is_compatible_with([count, 2])
    else:
      base_paddings = tf.zeros([count, 2], tf.int32)
    known = [constant_value(x) for x in (block_shape, input_shape, base_paddings)]
    if all(x is not None for x in known):
      block_shape, input_shape, base_paddings = known
    start, end = base_paddings[:, 0], base_paddings[:, 1]
    full = input_shape + start + end
    extra = (block_shape - full % block_shape) % block_shape
    end = end + extra
    paddings = tf.stack([[start[i], end[i]] for i in range(count)], name='paddings')
    return paddings, tf.stack([[0, extra[i]] for i in range(count)], name='crops')


#: tf.register_tensor_conversion_function =register_tensor_conversion_function
def register_tensor_conversion_function(base_type, conversion_func, priority=100):
  """From now on tensors are made of objects of the type by `conversion_func(value, dtype, name, as_ref)`."""
  types = base_type if isinstance(base_type, tuple) else (base_type,)
  if any(not isinstance(x, type) for x in types):
    raise TypeError('Argument `base_type` must be a type or a tuple of types. Obtained: %s' % (base_type,))
  if not callable(conversion_func):
    raise TypeError('Argument `conversion_func` must be callable. Received %s.' % (conversion_func,))
  known = (int, float, np.generic, np.ndarray)
  if any(issubclass(x, known) for x in types):
    raise TypeError('Cannot register conversions for Python numeric types and NumPy scalars and arrays.')

  def __tf_tensor__(self, dtype=None, name=None):
    result = conversion_func(self, dtype, name, False)
    if result is NotImplemented:
      raise ValueError('Attempt to convert a value (%r) with an unsupported type (%s) to a Tensor.' % (self, type(self)))
    return result

  for x in types:
    try:
      x.__tf_tensor__ = __tf_tensor__
    except TypeError:
      raise NotImplementedError('tf.register_tensor_conversion_function of %r: only classes of a spec can be given a '
                                'conversion; convert where the value is used' % x) from None


#: tf.no_gradient =no_gradient
def no_gradient(op_type):
  """Ops of this kind have no gradient; kinds that are there say so themselves."""
  if not isinstance(op_type, str):
    raise TypeError('op_type must be a string')
  if hasattr(tf.raw_ops, op_type):
    raise KeyError("Registering two gradient with name '%s'!" % op_type)


# ---- tf.autograph
#: tf.autograph.trace =trace
def trace(*args):
  print(*args)


#: tf.autograph.experimental.Feature
class Feature(enum.Enum):
  """What is converted can be chosen, without effect here."""
  ALL = 'ALL'
  AUTO_CONTROL_DEPS = 'AUTO_CONTROL_DEPS'
  ASSERT_STATEMENTS = 'ASSERT_STATEMENTS'
  BUILTIN_FUNCTIONS = 'BUILTIN_FUNCTIONS'
  EQUALITY_OPERATORS = 'EQUALITY_OPERATORS'
  LISTS = 'LISTS'
  NAME_SCOPES = 'NAME_SCOPES'

  @classmethod
  def all(cls):
    return tuple(cls.__members__.values())

  @classmethod
  def all_but(cls, exclude):
    exclude = exclude if isinstance(exclude, (list, tuple, set)) else (exclude,)
    return tuple(set(cls.all()) - set(exclude) - {cls.ALL})


Feature.__module__ = 'tensorflow.python.autograph.core.converter'


# ---- tf.types
#: tf.types.experimental.Callable
class Callable(abc.ABC):
  """What can be called and has a function type."""

  @property
  @abc.abstractmethod
  def function_type(self):
    """The types of its parameters and of what it gives."""

  @abc.abstractmethod
  def __call__(self, *args, **kwargs):
    """Calls it."""


#: tf.types.experimental.AtomicFunction
class AtomicFunction(Callable):
  """A graph that takes and gives flat tensors."""

  @abc.abstractmethod
  def call_with_captures(self, args, kwargs, captures):
    """Calls it with what it captured given."""


#: tf.types.experimental.FunctionType
class FunctionType(inspect.Signature):
  """The signature of a concrete function."""


for _cls in (Callable, AtomicFunction, FunctionType):
  _cls.__module__ = 'tensorflow.python.types.core'


#: tf.types.experimental.TensorLike
TensorLike = typing.Union[tf.Tensor, int, float, bool, str, bytes, complex, tuple, list, np.ndarray, np.generic]


class _DistributedValues:
  """A value for each replica; there is one."""


#: tf.types.experimental.distributed.PerReplica
class PerReplica(_DistributedValues):
  """Values that differ from replica to replica."""


#: tf.types.experimental.distributed.Mirrored
class Mirrored(_DistributedValues):
  """Values that are the same on all replicas."""


for _cls in (PerReplica, Mirrored):
  _cls.__module__ = 'tensorflow.python.types.distribute'


# ---- what is not there
_GRAPHS = 'a graph is made by tracing a tf.function, or loaded from a bundle'
#: tf.import_graph_def tf.graph_util.import_graph_def
import_graph_def = refused('tf.import_graph_def', _GRAPHS)
#: tf.nondifferentiable_batch_function
nondifferentiable_batch_function = refused('tf.nondifferentiable_batch_function',
                                           'calls of one thread are not joined; batch with tf.data')
#: tf.debugging.experimental.enable_dump_debug_info
enable_dump_debug_info = refused('tf.debugging.experimental.enable_dump_debug_info',
                                 'print with tf.print, or look at a graph with `tracepack inspect`')


#: tf.debugging.experimental.disable_dump_debug_info =disable_dump_debug_info
def disable_dump_debug_info():
  return None


_CLUSTER = 'a spec runs on one machine, in one thread'
#: tf.train.Coordinator
Coordinator = refused('tf.train.Coordinator', _CLUSTER)
#: tf.train.ClusterDef
ClusterDef = refused('tf.train.ClusterDef', _CLUSTER)
#: tf.train.JobDef
JobDef = refused('tf.train.JobDef', _CLUSTER)
#: tf.train.ServerDef
ServerDef = refused('tf.train.ServerDef', _CLUSTER)


#: tf.train.ClusterSpec
class ClusterSpec:
  """Names of jobs and the addresses of their tasks. It can be asked for them; nothing is started there."""

  def __init__(self, cluster):
    if isinstance(cluster, ClusterSpec):
      cluster = cluster.as_dict()
    if not isinstance(cluster, dict):
      raise TypeError('`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a '
                      '`ClusterDef` protocol buffer')
    self._jobs = {}
    for job, tasks in cluster.items():
      if isinstance(tasks, (list, tuple)):
        tasks = dict(enumerate(tasks))
      elif isinstance(tasks, dict):
        tasks = {int(i): address for i, address in tasks.items()}
      else:
        raise TypeError('The tasks for job %r must be a list or a dictionary from integers to strings.' % job)
      for address in tasks.values():
        if not isinstance(address, str):
          raise TypeError('Task address %r must be bytes or unicode' % (address,))
      self._jobs[job] = tasks

  jobs = property(lambda self: list(self._jobs))

  def _tasks(self, job_name):
    if job_name not in self._jobs:
      raise ValueError('No such job in cluster: %r' % job_name)
    return self._jobs[job_name]

  def num_tasks(self, job_name):
    return len(self._tasks(job_name))

  def task_indices(self, job_name):
    return sorted(self._tasks(job_name))

  def task_address(self, job_name, task_index):
    tasks = self._tasks(job_name)
    if task_index not in tasks:
      raise ValueError('No task with index %r in job %r' % (task_index, job_name))
    return tasks[task_index]

  def job_tasks(self, job_name):
    tasks = self._tasks(job_name)
    return [tasks.get(i) for i in range(max(tasks) + 1)] if tasks else []

  def as_dict(self):
    return {job: self.job_tasks(job) if sorted(tasks) == list(range(len(tasks))) else dict(tasks)
            for job, tasks in self._jobs.items()}

  def as_cluster_def(self):
    ClusterDef()

  def __bool__(self):
    return bool(self._jobs)

  def __eq__(self, other):
    return isinstance(other, ClusterSpec) and self._jobs == other._jobs

  def __ne__(self, other):
    return not self == other

  def __repr__(self):
    text = ', '.join('%r: %r' % item for item in sorted(self.as_dict().items()))
    return 'ClusterSpec({' + text + '})'


ClusterSpec.__module__ = 'tensorflow.python.training.server_lib'
