import tensorflow as tf


def say(name, fn, *args):
  try:
    print('#', name, '->', repr(fn(*args)))
  except Exception as e:
    print('#', name, '->', type(e).__name__, '::', str(e))


Q = tf.queue
q = Q.FIFOQueue(3, [tf.int32, tf.float32], shapes=[[], [2]])
say('enq', lambda: q.enqueue([1, [1., 2.]]))
say('enqm', lambda: q.enqueue_many([[2, 3], [[3., 4.], [5., 6.]]]))
say('size', lambda: q.size())
say('deq', lambda: q.dequeue())
say('deqm', lambda: q.dequeue_many(2))
say('props', lambda: (q.dtypes, q.shapes, q.names, q.name))
say('bad shape', lambda: q.enqueue([1, [1.]]))
say('bad dtype', lambda: q.enqueue(['a', [1., 2.]]))
say('bad dict', lambda: q.enqueue({'a': 1}))
say('closed', lambda: q.is_closed()); say('close', lambda: q.close()); say('closed', lambda: q.is_closed())
say('enq', lambda: q.enqueue([1, [1., 2.]]))
say('deq', lambda: q.dequeue())
say('deqm', lambda: q.dequeue_many(2))
say('dequ', lambda: q.dequeue_up_to(2))
q = Q.FIFOQueue(10, tf.string)
@tf.function
def put(x): q.enqueue(x)
@tf.function
def get(): return q.dequeue()
say('fn put', lambda: put(tf.constant('hi'))); say('fn get', lambda: get())
say('nodes', lambda: [(n.name, n.op, list(n.input)) for n in put.get_concrete_function(tf.constant('a')).graph.as_graph_def().node])
say('nodes', lambda: [(n.name, n.op, list(n.input)) for n in get.get_concrete_function().graph.as_graph_def().node])
q2 = Q.FIFOQueue(10, [tf.int32, tf.string], shapes=[[], []], names=['a', 'b'])
@tf.function
def both(x):
  q2.enqueue_many({'a': x, 'b': tf.as_string(x)})
  s = q2.size()
  d = q2.dequeue()
  m = q2.dequeue_many(2)
  u = q2.dequeue_up_to(tf.constant(1))
  return s, d, m, u, q2.is_closed()
say('both', lambda: both(tf.range(5)))
say('nodes', lambda: [(n.name, n.op, list(n.input)) for n in both.get_concrete_function(tf.range(5)).graph.as_graph_def().node])
say('size', lambda: q2.size())
say('shapes', lambda: both.get_concrete_function(tf.range(5)).structured_outputs)
@tf.function
def loop(n):
  total = 0
  for i in tf.range(n):
    q3.enqueue(i)
  while q3.size() > 0:
    total += q3.dequeue()
  return total
q3 = Q.FIFOQueue(20, tf.int32, shapes=[()])
say('loop', lambda: loop(tf.constant(5)))
p = Q.PriorityQueue(10, tf.string, shapes=[()])
for pr, s in [(3, 'c'), (1, 'a'), (2, 'b'), (1, 'a2')]: p.enqueue((tf.constant(pr, tf.int64), s))
say('prio', lambda: [p.dequeue() for _ in range(4)])
say('prio types', lambda: (p.dtypes, p.shapes))
say('prio bad', lambda: p.enqueue((tf.constant(3, tf.int32), 'x')))
say('prio py', lambda: p.enqueue((3, 'x')))
say('prio get', lambda: p.dequeue_many(1))
d = Q.PaddingFIFOQueue(10, [tf.int32], shapes=[[None]])
d.enqueue([[1]]); d.enqueue([[1, 2, 3]]); d.enqueue([[4, 5]])
say('pad', lambda: d.dequeue_many(3))
say('pad empty', lambda: d.dequeue_many(0))
say('pad bad', lambda: Q.PaddingFIFOQueue(10, [tf.int32]))
say('pad bad', lambda: Q.PaddingFIFOQueue(10, [tf.int32], shapes=[None, []]))
say('fifo bad', lambda: Q.FIFOQueue(10, [tf.int32], shapes=[[None]]))
say('fifo bad', lambda: Q.FIFOQueue(10, [tf.int32, tf.int32], shapes=[[]]))
say('fifo bad', lambda: Q.FIFOQueue(10, [tf.int32, tf.int32], names=['a']))
say('fifo bad', lambda: Q.FIFOQueue(10))
say('fifo bad', lambda: Q.FIFOQueue(0, tf.int32))
say('fifo bad', lambda: Q.FIFOQueue(-2, tf.int32))
r = Q.RandomShuffleQueue(10, 0, tf.int32, shapes=[()], seed=3)
r.enqueue_many([[0, 1, 2, 3, 4, 5, 6, 7]])
say('shuf', lambda: sorted(int(r.dequeue()) for _ in range(8)))
r.enqueue_many([[0, 1, 2, 3, 4, 5, 6, 7]])
say('shuf', lambda: [int(r.dequeue()) for _ in range(8)])
tf.random.set_seed(7)
r = Q.RandomShuffleQueue(10, 2, tf.int32, shapes=[()])
r.enqueue_many([[0, 1, 2, 3, 4, 5, 6, 7]])
r.close()
say('noshape', lambda: q.dequeue_many(1))
say('from_list', lambda: Q.QueueBase.from_list(tf.constant(0), [q, q2]))
say('type', lambda: (type(q), isinstance(q, Q.QueueBase)))

c = tf.CriticalSection(name='section')
v = tf.Variable(0.)
say('section', lambda: c.execute(lambda: v.assign_add(1.)))
say('section of two', lambda: c.execute(lambda: (v.read_value(), v.assign_add(1.))))
say('section of None', lambda: c.execute(lambda: None))
@tf.function
def locked(x):
  a = c.execute(lambda: v.assign_add(x))
  return a, c.execute(lambda: v.read_value() * 2, name='second')
say('section in a function', lambda: locked(tf.constant(2.)))
def boom(): raise KeyError('x')
say('section that raises', lambda: c.execute(boom))
say('section after', lambda: c.execute(lambda: v.assign_add(1.)))
