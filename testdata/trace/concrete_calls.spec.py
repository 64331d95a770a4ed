# How concrete functions take their arguments, and what they say of those that do not fit.
import re
import tensorflow as tf


def show(tag, fn):
    try:
        print(tag, fn())
    except Exception as e:
        print('=====', tag, type(e).__name__)
        print(re.sub(r'(__inference_[^ ]*?)_\d+', r'\1_N', str(e)))


@tf.function
def f(a, b):
    return a + b


two = tf.constant([1.0, 2.0])
cf = f.get_concrete_function(tf.TensorSpec([2], tf.float32), tf.TensorSpec([2], tf.float32))
show('list', lambda: cf([1., 2.], two))
show('float', lambda: cf(two, 3.0))
show('missing', lambda: cf(two))
show('too many', lambda: cf(two, two, two))
show('dtype', lambda: cf(tf.constant([1, 2]), two))
show('shape', lambda: cf(tf.constant([1., 2., 3.]), two))
show('string', lambda: cf('x', two))
show('keyword', lambda: cf(two, c=two))


@tf.function
def g(d, k, n=2):
    return d['a'] + d['b'] * n


cg = g.get_concrete_function({'a': tf.TensorSpec([]), 'b': tf.TensorSpec([])}, [1, 2])
one = tf.constant(1.)
show('dict', lambda: cg({'a': one, 'b': one}, [1, 2]))
show('other keys', lambda: cg({'a': one, 'c': one}, [1, 2]))
show('no dict', lambda: cg(3, [1, 2]))
show('other literal', lambda: cg({'a': one, 'b': one}, [1, 3]))
show('tuple for a list', lambda: cg({'a': one, 'b': one}, (1, 2)))
show('flat', lambda: cg(d_a=one, d_b=one))


@tf.function(input_signature=[{'a': tf.TensorSpec([None]), 'b': (tf.TensorSpec([]), tf.TensorSpec([]))}])
def h(x):
    return x['a'] + x['b'][0]


show('missing key', lambda: h({'a': two}))
show('shorter tuple', lambda: h({'a': two, 'b': (one,)}))
show('list for a tuple', lambda: h({'a': two, 'b': [one, one]}))
show('cast', lambda: h({'a': [1., 2.], 'b': (1., 2.)}))
show('rank', lambda: h({'a': one, 'b': (one, one)}))


@tf.function
def structured(x):
    return {'a': x, 'b': [x + 1, 3, None]}, 'text'


cs = structured.get_concrete_function(tf.constant(1))
print(cs.output_shapes)
print(cs.output_dtypes)
big, small, v = tf.ones([200]), tf.constant(2.), tf.Variable(3., name='v')


@tf.function
def captures(x):
    return tf.reduce_sum(big) * small * v + x


cc = captures.get_concrete_function(tf.TensorSpec([]))
print(len(cc.captured_inputs), len(cc.inputs), re.sub(r'\d{6,}', 'N', str(cc)))
with tf.init_scope():
    print(tf.executing_eagerly(), tf.inside_function())


@tf.function
def scopes():
    with tf.init_scope():
        print(tf.executing_eagerly(), tf.inside_function())


scopes()
