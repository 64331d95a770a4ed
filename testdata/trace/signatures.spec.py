# How concrete functions show arguments of all kinds, and what calls that do not fit are told.
import collections
import enum

import tensorflow as tf


class E(enum.Enum):
  A = 1


P = collections.namedtuple('P', 'x y')
v = tf.Variable([1.0, 2.0], name='vv')
VALUES = dict(
    int=1, float=1.5, bool=True, none=None, str='s', bytes=b's', cplx=1j, tup=(1, (2, 3)), lst=[1, [2]],
    dct={'b': 1, 'a': {'c': 2}}, nt=P(1, tf.constant(2)), tensor=tf.constant([1, 2]), var=v,
    spec=tf.TensorSpec([None, 2], tf.int32, name='q'), enum=E.A, dt=tf.float32, shp=tf.TensorShape([1, None]), typ=int,
    od=collections.OrderedDict(z=1, a=2), rng=range(3), rag=tf.ragged.constant([[1], [2, 3]]),
    sp=tf.SparseTensor([[0]], [1], [3]), idx=tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0])), big=2**70, empty=(),
    vs=[v, v], mixed=(tf.constant(1.0), {'k': [v, None, 'x']}), mod=tf.Module(name='mm'))
for name, value in VALUES.items():

  @tf.function
  def f(x, *, k=None):
    return tf.constant(1)

  concrete = f.get_concrete_function(value)
  print(name, concrete.structured_input_signature, [i.name for i in concrete.inputs])
  print(concrete)
  print(concrete.function_type)
