# ExtensionType: constructors, checks, comparison, and objects as arguments, results and states of loops.
import tensorflow as tf
import typing

def say(f):
  try:
    print(f())
  except Exception as e:
    print(type(e).__name__, str(e).split('\n')[0])

class Point(tf.experimental.ExtensionType):
  x: tf.Tensor
  y: tf.Tensor
  name: str = 'p'
  tags: typing.Mapping[str, tf.Tensor] = {}
  dims: typing.Tuple[int, ...] = (1, 2)
  shape: tf.TensorShape = [1, None]
  dtype: tf.DType = tf.float32

  def __add__(self, o):
    return Point(self.x + o.x, self.y + o.y, self.name)

class Line(tf.experimental.ExtensionType):
  a: Point
  b: Point
  r: tf.RaggedTensor
  w: typing.Optional[tf.Tensor] = None
  def __validate__(self):
    if self.a.name == 'bad':
      raise ValueError('bad line')
class Own(tf.experimental.ExtensionType):
  v: tf.Tensor
  k: int
  def __init__(self, v, k=3):
    self.v = v
    self.k = k
  @property
  def twice(self):
    return self.v * self.k
p = Point(1., [2., 3.])
print(p)
print(p.dims, p.shape, p.dtype, p.tags)
q = p + Point([1., 1.], 3.)
print(q.x.numpy(), q.y.numpy())
r = tf.ragged.constant([[1, 2], [3]])
l = Line(p, q, r)
print(tf.type_spec_from_value(l))
say(lambda: Line(Point(1, 2, 'bad'), q, r))
say(lambda: Point(1.))
say(lambda: Point(1., 2., 3))
say(lambda: Point('a', object()))
say(lambda: Line(1, 2, 3))
say(lambda: Line(p, q, 3))
say(lambda: Point(1., 2., dims=('a',)))
say(lambda: Own([1, 2]).twice)
say(lambda: setattr(p, 'x', 3))
say(lambda: setattr(p, 'z', 3))
say(lambda: delattr(p, 'x'))
say(lambda: p.zz)
say(lambda: p == Point(1., [2., 3.]))
say(lambda: p != Point(1., [2., 4.]))
say(lambda: p == q)
say(lambda: Own([1], 'x'))
def bad():
  class Bad(tf.experimental.ExtensionType):
    x = 3
say(bad)
def bad2():
  class Bad(tf.experimental.ExtensionType):
    x: list
say(bad2)
def bad3():
  class Bad(tf.experimental.ExtensionType):
    _type_spec: int
say(bad3)
say(lambda: tf.experimental.ExtensionType())
say(lambda: tf.nest.flatten(p, expand_composites=True))
say(lambda: Own.Spec(tf.TensorSpec([None], tf.int32), 4))
say(lambda: Own.Spec(3, 4))
say(lambda: tf.experimental.extension_type.as_dict(Own([1])))

@tf.function
def f(l):
  print('trace', l.r.shape, l.a.name, l.w is None)
  return Line(l.b, l.a, l.r * 2, 3), l.a.x
out, x = f(l)
print(out.r, x, out.w)
f(Line(q, q, r))
print(f.experimental_get_tracing_count())
f(Line(Point(1., 2.), q, r, 2.))
print(f.experimental_get_tracing_count())

@tf.function(input_signature=[Own.Spec(tf.TensorSpec([None], tf.int32), 3)])
def g(o):
  print('trace g', o.v.shape)
  return o.twice
print(g(Own([1, 2])), g(Own([1, 2, 3])))

@tf.function
def h(o, n):
  i = 0
  while tf.less(i, n):
    o = Own(o.v + 1, o.k)
    i += 1
  if tf.reduce_sum(o.v) > 10:
    o = Own(o.v * 10, o.k)
  return o
print(h(Own([1, 2]), 3), h(Own([1, 2]), tf.constant(5)))
with tf.GradientTape() as t:
  z = tf.Variable(2.0)
  s = Point(z * z, z)
  loss = s.x * s.y
print(t.gradient(loss, z))
print(tf.nest.map_structure(lambda v: v + 1, Own([1, 2]), expand_composites=True))
print(f.get_concrete_function(l).structured_outputs[1], h.get_concrete_function(Own([1, 2]), tf.constant(3)).structured_outputs)
