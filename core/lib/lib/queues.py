"""tf.queue: queues of tensors, and tf.CriticalSection (ops/data_flow_ops.py, ops/critical_section_ops.py). One thread runs
a spec, so what would wait for another thread is an error of the op."""
import tensorflow as tf
from tensorflow_lib.base import convert, op_scope

raw = tf.raw_ops


def _types(dtypes):
  assert dtypes is not None
  return [tf.as_dtype(d) for d in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]


def _shapes(shapes, partial=False):
  if partial and (not isinstance(shapes, (list, tuple)) or not shapes or
                  any(shape is None or isinstance(shape, int) for shape in shapes)):
    raise ValueError('When providing partial shapes, a list of shapes must be provided.')
  if shapes is None:
    return None
  if isinstance(shapes, tf.TensorShape):
    shapes = [shapes]
  if not isinstance(shapes, (tuple, list)):
    raise TypeError('Shapes must be a TensorShape or a list or tuple of TensorShapes, got %s instead.' % type(shapes))
  if all(shape is None or isinstance(shape, int) for shape in shapes):
    shapes = [shapes]
  shapes = [tf.TensorShape(shape) for shape in shapes]
  if not partial and any(not shape.is_fully_defined() for shape in shapes):
    raise ValueError('All shapes must be fully defined: %s' % (shapes,))
  if any(shape.rank is None for shape in shapes):
    raise ValueError('All shapes must have a defined rank: %s' % (shapes,))
  return shapes


def _names(names, dtypes):
  if names is None:
    return None
  names = names if isinstance(names, (list, tuple)) else [names]
  if len(names) != len(dtypes):
    raise ValueError('List of names must have the same length as the list of dtypes, received len(names)=%d,'
                     'len(dtypes)=%d' % (len(names), len(dtypes)))
  return list(names)


def _common(first, second):
  """The shape that both have, unknown where they differ."""
  if first.rank is None or second.rank is None or first.rank != second.rank:
    return tf.TensorShape(None)
  return tf.TensorShape([a if a == b else None for a, b in zip(first.as_list(), second.as_list())])


def _queue(cls):
  cls.__module__ = 'tensorflow.python.ops.data_flow_ops'
  return cls


#: tf.queue.QueueBase
@_queue
class QueueBase:
  """What all queues have."""

  def __init__(self, dtypes, shapes, names, queue_ref):
    self._dtypes = dtypes
    if shapes is not None:
      if len(shapes) != len(dtypes):
        raise ValueError('Queue shapes must have the same length as dtypes, received len(shapes)=%d, len(dtypes)=%d' % (
            len(shapes), len(dtypes)))
      self._shapes = [tf.TensorShape(s) for s in shapes]
    else:
      self._shapes = [tf.TensorShape(None) for _ in dtypes]
    if names is not None and len(names) != len(dtypes):
      raise ValueError('Queue names must have the same length as dtypes,received len(names)=%d,len %d' % (
          len(names), len(dtypes)))
    self._names = names
    self._queue_ref = queue_ref
    self._name = 'Empty' if tf.executing_eagerly() else queue_ref.op.name.split('/')[-1]

  @staticmethod
  def from_list(index, queues):
    if not queues or not isinstance(queues, list) or not all(isinstance(x, QueueBase) for x in queues):
      raise TypeError('A list of queues expected')
    if not all(queues[0].dtypes == q.dtypes for q in queues[1:]):
      raise TypeError('Queues do not have matching component dtypes.')
    if not all(queues[0].names == q.names for q in queues[1:]):
      raise TypeError('Queues do not have matching component names.')
    shapes = []
    for of_one in zip(*[q.shapes for q in queues]):
      shape = of_one[0]
      for other in of_one[1:]:
        shape = _common(shape, other)
      shapes.append(shape)
    selected = tf.gather(tf.stack([q.queue_ref for q in queues]), index)
    return QueueBase(dtypes=queues[0].dtypes, shapes=shapes, names=queues[0].names, queue_ref=selected)

  queue_ref = property(lambda self: self._queue_ref)
  dtypes = property(lambda self: self._dtypes)
  shapes = property(lambda self: self._shapes)
  names = property(lambda self: self._names)

  @property
  def name(self):
    return self._name if tf.executing_eagerly() else self._queue_ref.op.name

  # ---- putting in
  def _components(self, vals):
    if isinstance(vals, dict):
      if not self._names:
        raise ValueError('Queue must have names to enqueue a dictionary')
      if sorted(self._names, key=str) != sorted(vals.keys(), key=str):
        raise ValueError('Keys in dictionary to enqueue do not match names of Queue.  Dictionary: %s,Queue: %s' % (
            sorted(vals.keys()), sorted(self._names)))
      vals = [vals[k] for k in self._names]
    else:
      if self._names:
        raise ValueError('You must enqueue a dictionary in a Queue with names')
      if not isinstance(vals, (list, tuple)):
        vals = [vals]
    return [convert(val, dtype=dtype, name='component_%d' % i) for i, (val, dtype) in enumerate(zip(vals, self._dtypes))]

  def enqueue(self, vals, name=None):
    with op_scope(name, '%s_enqueue' % self._name) as scope:
      vals = self._components(vals)
      for val, shape in zip(vals, self._shapes):
        val.shape.assert_is_compatible_with(shape)
      return raw.QueueEnqueueV2(self._queue_ref, vals, name=scope)

  def enqueue_many(self, vals, name=None):
    with op_scope(name, '%s_EnqueueMany' % self._name) as scope:
      vals = self._components(vals)
      batch = tf.compat.v1.Dimension(vals[0].shape.with_rank_at_least(1)[0])
      for val, shape in zip(vals, self._shapes):
        batch = batch.merge_with(tf.compat.v1.Dimension(val.shape.with_rank_at_least(1)[0]))
        val.shape[1:].assert_is_compatible_with(shape)
      return raw.QueueEnqueueManyV2(self._queue_ref, vals, name=scope)

  # ---- taking out
  def _value(self, tensors):
    if self._names:
      return dict(zip(self._names, tensors))
    return tensors[0] if len(tensors) == 1 else tensors

  def dequeue(self, name=None):
    result = raw.QueueDequeueV2(self._queue_ref, component_types=self._dtypes,
                                name='%s_Dequeue' % self._name if name is None else name)
    if not tf.executing_eagerly():
      for output, shape in zip(result, self._shapes):
        output.set_shape(shape)
    return self._value(result)

  def dequeue_many(self, n, name=None):
    result = raw.QueueDequeueManyV2(self._queue_ref, n, component_types=self._dtypes,
                                    name='%s_DequeueMany' % self._name if name is None else name)
    if not tf.executing_eagerly():
      known = tf.get_static_value(result[0].op.inputs[1])
      for output, shape in zip(result, self._shapes):
        output.set_shape(tf.TensorShape([known]).concatenate(shape))
    return self._value(result)

  def dequeue_up_to(self, n, name=None):
    result = raw.QueueDequeueUpToV2(self._queue_ref, n, component_types=self._dtypes,
                                    name='%s_DequeueUpTo' % self._name if name is None else name)
    if not tf.executing_eagerly():
      for output, shape in zip(result, self._shapes):
        output.set_shape(tf.TensorShape([None]).concatenate(shape))
    return self._value(result)

  def close(self, cancel_pending_enqueues=False, name=None):
    return raw.QueueCloseV2(self._queue_ref, cancel_pending_enqueues=cancel_pending_enqueues,
                            name='%s_Close' % self._name if name is None else name)

  def is_closed(self, name=None):
    return raw.QueueIsClosedV2(self._queue_ref, name='%s_Is_Closed' % self._name if name is None else name)

  def size(self, name=None):
    return raw.QueueSizeV2(self._queue_ref, name='%s_Size' % self._name if name is None else name)


def _made(op, name, shared_name, capacity, **attrs):
  """A queue's handle, made where eager code runs."""
  with tf.init_scope():
    return op(capacity=capacity, shared_name='' if shared_name is None else shared_name, name=name, **attrs)


#: tf.queue.FIFOQueue
@_queue
class FIFOQueue(QueueBase):
  """First in, first out."""

  def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name='fifo_queue'):
    dtypes = _types(dtypes)
    shapes = _shapes(shapes)
    names = _names(names, dtypes)
    ref = _made(raw.FIFOQueueV2, name, shared_name, capacity, component_types=dtypes, shapes=shapes or [])
    super().__init__(dtypes, shapes, names, ref)


#: tf.queue.PaddingFIFOQueue
@_queue
class PaddingFIFOQueue(QueueBase):
  """First in, first out; what is taken out together is padded with zeros to one shape."""

  def __init__(self, capacity, dtypes, shapes, names=None, shared_name=None, name='padding_fifo_queue'):
    dtypes = _types(dtypes)
    shapes = _shapes(shapes, partial=True)
    names = _names(names, dtypes)
    if len(dtypes) != len(shapes):
      raise ValueError('Shapes must be provided for all components, but received %d dtypes and %d shapes.' % (
          len(dtypes), len(shapes)))
    ref = _made(raw.PaddingFIFOQueueV2, name, shared_name, capacity, component_types=dtypes, shapes=shapes)
    super().__init__(dtypes, shapes, names, ref)


#: tf.queue.PriorityQueue
@_queue
class PriorityQueue(QueueBase):
  """The smallest first: of the int64 that stands before the components."""

  def __init__(self, capacity, types, shapes=None, names=None, shared_name=None, name='priority_queue'):
    types = _types(types)
    shapes = _shapes(shapes)
    ref = _made(raw.PriorityQueueV2, name, shared_name, capacity, component_types=types, shapes=shapes or [])
    super().__init__([tf.int64] + types, [()] + shapes if shapes else shapes, names, ref)


#: tf.queue.RandomShuffleQueue
@_queue
class RandomShuffleQueue(QueueBase):
  """Any of them, and while it is open some stay behind."""

  def __init__(self, capacity, min_after_dequeue, dtypes, shapes=None, names=None, seed=None, shared_name=None,
               name='random_shuffle_queue'):
    dtypes = _types(dtypes)
    shapes = _shapes(shapes)
    names = _names(names, dtypes)
    seed1, seed2 = tf.__internal__.get_seed(seed)
    if seed1 is None and seed2 is None:
      seed1, seed2 = 0, 0
    ref = _made(raw.RandomShuffleQueueV2, name, shared_name, capacity, component_types=dtypes, shapes=shapes or [],
                min_after_dequeue=min_after_dequeue, seed=seed1, seed2=seed2)
    super().__init__(dtypes, shapes, names, ref)


# ---- critical sections
_running = []


def _identity(x):
  if isinstance(x, tf.TensorArray):
    return x.identity()
  if isinstance(x, tf.Operation):
    return tf.group(x)
  return None if x is None and tf.executing_eagerly() else tf.identity(x)


#: tf.CriticalSection
class CriticalSection:
  """Runs functions one at a time; in a graph, one behind the other, by a lock that each takes and lets go."""

  def __init__(self, name=None, shared_name=None, critical_section_def=None, import_scope=None):
    if critical_section_def and name is not None:
      raise ValueError('Arguments critical_section_def=%s and shared_name=%s are mutually exclusive. Please only specify '
                       'one of them.' % (critical_section_def, shared_name))
    if critical_section_def:
      raise ValueError('Argument `critical_section_def` is not supported.')
    with tf.init_scope():
      self._handle = raw.MutexV2()
    self._signature = ('', id(self._handle), '/job:localhost/replica:0/task:0/device:CPU:0')

  name = property(lambda self: self._handle.op.name)

  def execute(self, fn, exclusive_resource_access=True, name=None):
    with op_scope(name, 'critical_section_execute'):
      if self._signature in _running:
        raise ValueError('Attempting to lock a CriticalSection (signature=%s) in which we are already running. This is '
                         'illegal and may cause deadlocks.' % (self._signature,))
      _running.append(self._signature)
      try:
        lock = raw.MutexLock(self._handle)
        with tf.control_dependencies([lock]):
          result = fn()
      finally:
        _running.pop()
      flat = [_identity(x) for x in tf.nest.flatten(result)]
      with tf.control_dependencies(flat):
        consumed = raw.ConsumeMutexLock(lock)
        result = tf.nest.pack_sequence_as(result, tf.tuple(tf.nest.flatten(result)))
      with tf.control_dependencies([consumed] if consumed is not None else []):
        return tf.nest.map_structure(_identity, result)


CriticalSection.__module__ = 'tensorflow.python.ops.critical_section_ops'
