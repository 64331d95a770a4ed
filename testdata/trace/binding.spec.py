# Binding of arguments in all kinds of parameters, with and without an input_signature, and its errors.
import tensorflow as tf
def show(l, f):
    try: print(l, f())
    except Exception as e: print(l, type(e).__name__, str(e))
@tf.function
def a(x, /, y, *, z=1): return x + y + z
show(1, lambda: a(1, 2)); show(2, lambda: a(1, y=2, z=3)); show(3, lambda: a(x=1, y=2)); show(4, lambda: a(1)); show(5, lambda: a(1, 2, 3)); show(6, lambda: a(1, 2, q=3)); show(7, lambda: a(1, 2, y=3)); show(8, lambda: a())
@tf.function
def b(*args, **kw): return len(args) + len(kw)
show(10, lambda: b()); show(11, lambda: b(1, 2, k=3)); show(12, lambda: b.get_concrete_function(1, tf.TensorSpec([]), k=tf.TensorSpec([2]))(1, tf.constant(1.), k=tf.ones([2])))
@tf.function
def c(x, y=tf.constant(5), z=[1, 2]): return x + y + z[0]
show(20, lambda: c(1)); show(21, lambda: c(1, 2)); show(22, lambda: c(1, z=(7,))); show(23, lambda: c.pretty_printed_concrete_signatures())
cf = c.get_concrete_function(tf.TensorSpec([], tf.int32))
show(30, lambda: cf(tf.constant(1))); show(31, lambda: cf(x=tf.constant(1))); show(32, lambda: cf(1)); show(33, lambda: cf(tf.constant(1), tf.constant(2))); show(34, lambda: cf()); show(35, lambda: cf(tf.constant(1.))); show(36, lambda: cf('a')); show(37, lambda: cf(tf.constant([1]))); show(38, lambda: cf(tf.Variable(1))); show(39, lambda: cf(y=tf.constant(1)))
class K:
    @tf.function
    def m(self, x, y=2): return x * y
k = K()
show(40, lambda: k.m(1)); show(41, lambda: k.m()); show(42, lambda: k.m(1, 2, 3)); show(43, lambda: k.m(1, z=2)); show(44, lambda: K.m(k, 3)); show(45, lambda: K.m(3)); show(46, lambda: k.m.get_concrete_function(tf.TensorSpec([])).structured_input_signature); show(47, lambda: k.m.get_concrete_function(tf.TensorSpec([]))(tf.constant(2.)))
@tf.function(input_signature=[tf.TensorSpec([None], tf.int32, name='foo'), tf.TensorSpec([], tf.float32)])
def d(x, y): return tf.cast(x, tf.float32) * y
show(50, lambda: d.get_concrete_function().structured_input_signature); show(51, lambda: d(tf.constant([1]), 2.)); show(52, lambda: d([1, 2], 2)); show(53, lambda: d(tf.constant([[1]]), 2.)); show(54, lambda: d(y=1., x=[3])); show(55, lambda: d([1.5], 1.)); show(56, lambda: d.get_concrete_function(tf.TensorSpec([3], tf.int32), tf.TensorSpec([], tf.float32)).structured_input_signature)
@tf.function(input_signature=[])
def e(): return 1
show(60, lambda: e()); show(61, lambda: e(1))
@tf.function(input_signature=[tf.TensorSpec([None])])
def g(x, training=False): return x if training else -x
show(70, lambda: g([1.])); show(71, lambda: g([1.], True)); show(72, lambda: g([1.], training=True)); show(73, lambda: g([1.], training=False))
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
def h(r): return tf.reduce_sum(r, axis=1)
show(80, lambda: h(tf.ragged.constant([[1], [2, 3]]))); show(81, lambda: h(tf.constant([[1, 2]])))
def same(x): return x
f1, f2 = tf.function(same), tf.function(same)
f1(1); show(90, lambda: (f1.experimental_get_tracing_count(), f2.experimental_get_tracing_count()))
show(91, lambda: tf.function(same, input_signature=[tf.TensorSpec([])])(2)); show(92, lambda: tf.function(same)(tf.TensorSpec([])))
w = tf.function(lambda x, y: x)
show(93, lambda: w(1, y=tf.TensorSpec([2]))); show(94, lambda: w.get_concrete_function(1, tf.TensorSpec([2])).structured_input_signature); show(95, lambda: w.get_concrete_function(1)); show(96, lambda: w.get_concrete_function(1, 2, 3))
