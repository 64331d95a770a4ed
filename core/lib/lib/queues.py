"""tf.queue: queues of tensors (ops/data_flow_ops.py). One thread runs a spec, so what would wait for another thread is
refused; a queue is used eagerly, or around a tf.function."""
import random

import tensorflow as tf
from tensorflow_lib.base import op_scope

_counter = [0]


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


def _queue(cls):
  cls.__module__ = 'tensorflow.python.ops.data_flow_ops'
  return cls


#: tf.queue.QueueBase
@_queue
class QueueBase:
  """What all queues have. `_items` holds lists of tensors, in the order in which they go."""

  _kind = 'FIFOQueue'

  def __init__(self, dtypes, shapes, names, queue_ref, capacity=-1):
    if shapes and len(shapes) != len(dtypes):
      raise tf.errors.InvalidArgumentError(
          None, None, '{{function_node __wrapped__%sV2_device_/job:localhost/replica:0/task:0/device:CPU:0}} Different number '
          'of component types.  Types: %s, Shapes: [%s] [Op:%sV2] name: %s' % (
              self._kind, ', '.join(d.name for d in dtypes),
              ', '.join(str(tf.TensorShape(x).as_list()).replace(' ', '') for x in shapes), self._kind, queue_ref))
    self._dtypes = dtypes
    self._shapes = [tf.TensorShape(s) for s in shapes] if shapes is not None else [
        tf.TensorShape(None) for _ in dtypes]
    self._has_shapes = shapes is not None
    if names is not None and len(names) != len(dtypes):
      raise ValueError('Queue names must have the same length as dtypes,received len(names)=%d,len %d' % (
          len(names), len(dtypes)))
    self._queue_names = names
    self._capacity = capacity
    self._items = []
    self._closed = False
    self._label = str(_counter[0])
    _counter[0] += 1

  @staticmethod
  def from_list(index, queues):
    if not queues or not isinstance(queues, list) or not all(isinstance(x, QueueBase) for x in queues):
      raise TypeError('A list of queues expected')
    if not all(queues[0].dtypes == q.dtypes for q in queues[1:]):
      raise TypeError('Queues do not have matching component dtypes.')
    if not all(queues[0].names == q.names for q in queues[1:]):
      raise TypeError('Queues do not have matching component names.')
    return queues[int(index)]

  @property
  def queue_ref(self):
    raise NotImplementedError('tf.queue: queue_ref is not in tracepack; use the methods of the queue')

  name = property(lambda self: 'Empty')
  dtypes = property(lambda self: self._dtypes)
  shapes = property(lambda self: self._shapes)
  names = property(lambda self: self._queue_names)

  # ---- what the kinds do in their own way
  def _checked(self, tensors):
    return tensors

  def _put(self, item):
    self._items.append(item)

  def _next(self):
    return self._items.pop(0)

  def _least(self):
    """How many stay behind while the queue is open."""
    return 0

  # ---- putting in
  def _eagerly(self, what):
    if not tf.executing_eagerly():
      raise NotImplementedError('tf.queue: %s in a tf.function is not in tracepack; call it outside, or use tf.data' % what)

  def _raise(self, kind, op, text):
    parts = {'QueueE': 'Tcomponents', 'QueueD': 'component_types'}[op[:6]]
    name = {'QueueDequeueV2': 'Empty_Dequeue', 'QueueDequeueManyV2': 'Empty_DequeueMany',
            'QueueDequeueUpToV2': 'Empty_DequeueUpTo'}.get(op, '')
    raise kind(None, None, '{{function_node __wrapped__%s_%s_%d_device_/job:localhost/replica:0/task:0/device:CPU:0}} %s '
               '[Op:%s] name: %s' % (op, parts, len(self._dtypes), text, op, name))

  def _components(self, vals):
    if isinstance(vals, dict):
      if not self._queue_names:
        raise ValueError('Queue must have names to enqueue a dictionary')
      if sorted(self._queue_names, key=str) != sorted(vals.keys(), key=str):
        raise ValueError('Keys in dictionary to enqueue do not match names of Queue.  Dictionary: %s,Queue: %s' % (
            sorted(vals.keys()), sorted(self._queue_names)))
      vals = [vals[k] for k in self._queue_names]
    else:
      if self._queue_names:
        raise ValueError('You must enqueue a dictionary in a Queue with names')
      if not isinstance(vals, (list, tuple)):
        vals = [vals]
    return [tf.convert_to_tensor(val, dtype=dtype) for val, dtype in zip(vals, self._dtypes)]

  def _check_open(self, op):
    if self._closed:
      self._raise(tf.errors.CancelledError, op, "%s '%s' is closed." % (self._kind, self._label))

  def _enqueue(self, item, op):
    self._check_open(op)
    if 0 <= self._capacity <= len(self._items):
      raise NotImplementedError("tf.queue: %s '%s' is full (capacity %d): TensorFlow would wait for another thread to take "
                                'something out' % (self._kind, self._label, self._capacity))
    self._put(self._checked(item))

  def enqueue(self, vals, name=None):
    self._eagerly('enqueue')
    vals = self._components(vals)
    for val, shape in zip(vals, self._shapes):
      val.shape.assert_is_compatible_with(shape)
    if len(vals) != len(self._dtypes):
      self._raise(tf.errors.InvalidArgumentError, 'QueueEnqueueV2',
                  'Wrong number of components in tuple. Expected %d, got %d' % (len(self._dtypes), len(vals)))
    self._enqueue(vals, 'QueueEnqueueV2')

  def enqueue_many(self, vals, name=None):
    self._eagerly('enqueue_many')
    vals = self._components(vals)
    for val, shape in zip(vals, self._shapes):
      if val.shape.with_rank_at_least(1)[0] != vals[0].shape[0]:
        raise ValueError('Dimensions %s and %s are not compatible' % (vals[0].shape[0], val.shape[0]))
      val.shape[1:].assert_is_compatible_with(shape)
    self._check_open('QueueEnqueueManyV2')
    for i in range(int(vals[0].shape[0])):
      self._enqueue([val[i] for val in vals], 'QueueEnqueueManyV2')

  # ---- taking out
  def _value(self, tensors):
    if self._queue_names:
      return dict(zip(self._queue_names, tensors))
    return tensors[0] if len(tensors) == 1 else tensors

  def _check_enough(self, wanted, op):
    left = len(self._items)
    if self._closed:
      if left < wanted:
        self._raise(tf.errors.OutOfRangeError, op,
                    "%s '%s' is closed and has insufficient elements (requested %d, current size %d)" % (
                        self._kind, self._label, wanted, left))
    elif left - self._least() < wanted:
      raise NotImplementedError("tf.queue: %s '%s' has too few elements (requested %d, current size %d): TensorFlow would wait "
                                'for another thread to put something in' % (self._kind, self._label, wanted, left))

  def dequeue(self, name=None):
    self._eagerly('dequeue')
    self._check_enough(1, 'QueueDequeueV2')
    return self._value(self._next())

  def _batch(self, items):
    if not items:
      return [tf.zeros([0] + shape.as_list(), dtype) for shape, dtype in zip(self._shapes, self._dtypes)]
    return [tf.stack(parts) for parts in zip(*items)]

  def dequeue_many(self, n, name=None):
    self._eagerly('dequeue_many')
    n = int(n)
    if n < 0:
      self._raise(tf.errors.InvalidArgumentError, 'QueueDequeueManyV2', 'DequeueManyOp requested %d < 0 elements' % n)
    if not self._has_shapes:
      self._raise(tf.errors.InvalidArgumentError, 'QueueDequeueManyV2',
                  "%s's DequeueMany and DequeueUpTo require the components to have specified shapes." % self._kind)
    self._check_enough(n, 'QueueDequeueManyV2')
    return self._value(self._batch([self._next() for _ in range(n)]))

  def dequeue_up_to(self, n, name=None):
    self._eagerly('dequeue_up_to')
    n = int(n)
    if n < 0:
      self._raise(tf.errors.InvalidArgumentError, 'QueueDequeueUpToV2', 'DequeueUpToOp requested %d < 0 elements' % n)
    if not self._has_shapes:
      self._raise(tf.errors.InvalidArgumentError, 'QueueDequeueUpToV2',
                  "%s's DequeueMany and DequeueUpTo require the components to have specified shapes." % self._kind)
    if self._closed and self._items:
      n = min(n, len(self._items))
    self._check_enough(n, 'QueueDequeueUpToV2')
    return self._value(self._batch([self._next() for _ in range(n)]))

  def close(self, cancel_pending_enqueues=False, name=None):
    self._eagerly('close')
    self._closed = True

  def is_closed(self, name=None):
    self._eagerly('is_closed')
    return tf.constant(self._closed)

  def size(self, name=None):
    self._eagerly('size')
    return tf.constant(len(self._items))


#: tf.queue.FIFOQueue
@_queue
class FIFOQueue(QueueBase):
  """First in, first out."""

  def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name='fifo_queue'):
    dtypes = _types(dtypes)
    super().__init__(dtypes, _shapes(shapes), _names(names, dtypes), name, capacity)


#: tf.queue.PaddingFIFOQueue
@_queue
class PaddingFIFOQueue(QueueBase):
  """First in, first out; what is taken out together is padded with zeros to one shape."""

  _kind = 'PaddingFIFOQueue'

  def __init__(self, capacity, dtypes, shapes, names=None, shared_name=None, name='padding_fifo_queue'):
    dtypes = _types(dtypes)
    shapes = _shapes(shapes, partial=True)
    if len(dtypes) != len(shapes):
      raise ValueError('Shapes must be provided for all components, but received %d dtypes and %d shapes.' % (
          len(dtypes), len(shapes)))
    super().__init__(dtypes, shapes, _names(names, dtypes), name, capacity)

  def _batch(self, items):
    if not items:
      shapes = [[0 if d is None else d for d in shape.as_list()] for shape in self._shapes]
      return [tf.zeros([0] + shape, dtype) for shape, dtype in zip(shapes, self._dtypes)]
    batched = []
    for parts in zip(*items):
      rank = parts[0].shape.rank
      longest = [max(int(p.shape[d]) for p in parts) for d in range(rank)]
      batched.append(tf.stack([tf.pad(p, [[0, longest[d] - int(p.shape[d])] for d in range(rank)]) if rank else p
                               for p in parts]))
    return batched


#: tf.queue.PriorityQueue
@_queue
class PriorityQueue(QueueBase):
  """The smallest first: of the int64 that stands before the components."""

  _kind = 'PriorityQueue'

  def __init__(self, capacity, types, shapes=None, names=None, shared_name=None, name='priority_queue'):
    types = _types(types)
    shapes = _shapes(shapes)
    super().__init__([tf.int64] + types, [()] + shapes if shapes else shapes, names, name, capacity)

  def _put(self, item):
    priority = int(item[0])
    at = len(self._items)
    while at > 0 and int(self._items[at - 1][0]) > priority:
      at -= 1
    self._items.insert(at, item)


#: tf.queue.RandomShuffleQueue
@_queue
class RandomShuffleQueue(QueueBase):
  """Any of them, and while it is open some stay behind. Which one goes first is not TensorFlow's choice."""

  _kind = 'RandomShuffleQueue'

  def __init__(self, capacity, min_after_dequeue, dtypes, shapes=None, names=None, seed=None, shared_name=None,
               name='random_shuffle_queue'):
    dtypes = _types(dtypes)
    super().__init__(dtypes, _shapes(shapes), _names(names, dtypes), name, capacity)
    self._min_after_dequeue = min_after_dequeue
    seeds = tf.__internal__.get_seed(seed)
    self._random = random.Random(repr(seeds))

  def _least(self):
    return self._min_after_dequeue

  def _next(self):
    return self._items.pop(self._random.randrange(len(self._items)))


# ---- critical sections
#: tf.CriticalSection
class CriticalSection:
  """Runs functions one at a time, which one thread does anyway; in a graph, one behind the other."""

  def __init__(self, name=None, shared_name=None, critical_section_def=None, import_scope=None):
    if critical_section_def is not None:
      raise ValueError('Argument `critical_section_def` is not supported.')
    self._base = name or 'critical_section'
    self._last = None
    self._running = False

  name = property(lambda self: self._base)

  def execute(self, fn, exclusive_resource_access=True, name=None):
    if self._running:
      raise ValueError('Attempting to lock a CriticalSection (signature=critical_section_execute) in which we are '
                       'executing with fn argument is not allowed.')
    with op_scope(name, 'critical_section_execute'):
      self._running = True
      before = [self._last] if self._last is not None and not tf.executing_eagerly() and tf.nest.flatten(
          self._last)[0].graph is tf.compat.v1.get_default_graph() else []
      try:
        with tf.control_dependencies([t for value in before for t in tf.nest.flatten(value)]):
          result = fn()
      finally:
        self._running = False
      if not tf.executing_eagerly():
        self._last = [t for t in tf.nest.flatten(result) if tf.is_symbolic_tensor(t)] or None
      return result


CriticalSection.__module__ = 'tensorflow.python.ops.critical_section_ops'
