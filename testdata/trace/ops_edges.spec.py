# Where ops almost agree with TensorFlow: what they refuse, eagerly and in a graph, and what they do with NaN and zeros.
import re
import tensorflow as tf


def text(e):
    lines = str(e).split('\n')
    kept = lines[0] + (lines[1] if len(lines) > 1 and lines[1].startswith('\t') and 'NodeDef' not in lines[1] else '')
    return type(e).__name__ + ': ' + re.sub(r'\{\{function_node [^}]*\}\} ', '', kept)


def refuses(tag, f, *args):
    print('#', tag)
    for way in (f, lambda *a: tf.function(f, autograph=False).get_concrete_function(*a)):
        try:
            print(way(*args))
        except Exception as e:
            print(text(e))


x = tf.zeros([2, 3])
refuses('bitcast', lambda x: tf.bitcast(x, tf.float64), tf.zeros([5, 3]))
refuses('bitcast of a scalar', lambda x: tf.bitcast(x, tf.int32), tf.zeros([], tf.uint8))
refuses('transpose, too long', lambda x: tf.transpose(x, [0, 1, 2]), x)
refuses('transpose, out of range', lambda x: tf.transpose(x, [0, 5]), x)
refuses('transpose, a matrix', lambda x: tf.transpose(x, [[0, 1]], name='given'), x)
refuses('where', lambda c, x, y: tf.where(c, x, y), tf.zeros([2], tf.bool), x, x)
for equation, count in (('ijk->i', 1), ('ij->ii', 1), ('ij->k', 1), ('ij,kl->il', 1), ('i$->i', 1)):
    refuses('einsum ' + equation, lambda *a: tf.einsum(equation, *a), *[x] * count)
refuses('v[1, 1]', lambda v: v[1, 1], tf.zeros([5]))
refuses('v[1, i]', lambda v, i: v[1, i], tf.zeros([5]), tf.constant(1))
refuses('scalar[0]', lambda v: v[0], tf.zeros([]))
refuses('strided_slice', lambda v: tf.strided_slice(v, [0, 0], [1], [1]), tf.zeros([5]))
refuses('padding', lambda x: tf.nn.max_pool2d(x, 2, 1, 'FULL'), tf.zeros([1, 3, 3, 1]))
refuses('add_n', lambda x, y: tf.add_n([x, y, y]), tf.zeros([4, 2]), tf.zeros([4]))
refuses('reduce_sum of strings', tf.reduce_sum, tf.constant(['a']))
refuses('argmax of strings', tf.argmax, tf.constant(['a']))
refuses('boolean_mask', lambda x, m: tf.boolean_mask(x, m, axis=1), x, tf.constant([True, False]))
refuses('ensure_shape', lambda x: tf.ensure_shape(x, [3, None]), x)
refuses('raw op, positional', lambda x: tf.raw_ops.ExpandDims(x, 0), x)
refuses('raw op, a name', lambda x: tf.raw_ops.ExpandDims(input=x, dim=0), x)
refuses('raw op, too few', lambda x: tf.raw_ops.AddV2(x=x), x)
refuses('assert_rank_in', lambda x: tf.debugging.assert_rank_in(x, (0, 1), message='odd'), x)
refuses('assert_integer', lambda x: tf.debugging.assert_integer(x), x)
refuses('assert_scalar', lambda x: tf.debugging.assert_scalar(x), x)

nan, inf = float('nan'), float('inf')
for row in ([1.0, nan, 3.0], [nan, 5.0, 3.0], [nan, -inf, -inf], [nan, nan, nan], [-inf, nan, -3.5e37], [3.0, 3.0, nan]):
    print('argmax, argmin', row, tf.argmax(row).numpy(), tf.argmin(row).numpy())
y, dy = tf.constant([0.0, inf, nan, 2.0, 0.0, -3.0]), tf.constant([0.0, 0.0, 0.0, -0.0, 1.0, 2.0])
for op in ('SqrtGrad', 'RsqrtGrad', 'ReciprocalGrad'):
    print(op, getattr(tf.raw_ops, op)(y=y, dy=dy).numpy())
print('ReluGrad', tf.raw_ops.ReluGrad(gradients=tf.constant([-2.0, inf, nan, -0.0, 4.0]),
                                      features=tf.constant([-1.0, 0.0, 3.0, nan, 5.0])).numpy())
x = tf.constant([4.0, -1.0, 0.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    z = tf.where(x > 0, tf.sqrt(x), 0.0)
print('where', tape.gradient(z, x).numpy())


# tf.custom_gradient in functions that are differentiated from outside, in branches and loops.
@tf.custom_gradient
def clip(x):
    return x * 1.0, lambda upstream: tf.clip_by_value(upstream, -1.0, 1.0)


@tf.custom_gradient
def scaled(x):
    return x * 1.0, lambda upstream: upstream * x * 0.5


@tf.function
def plain(x):
    return clip(x) * 100.0 + scaled(x)


@tf.function
def branch(x):
    return tf.cond(x > 0, lambda: clip(x) * 100.0, lambda: x)


@tf.function
def loop(x):
    return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, clip(a) * 10.0), [0, x])[1]


@tf.function
def outer(x):
    return plain(x) * 2.0


@tf.function
def inside(x):
    return tf.gradients(clip(x) * 100.0, x)[0]


x, v = tf.constant(2.0), tf.Variable(2.0)
for f in (plain, branch, loop, outer):
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = f(x) + f(v)
    print(f.__name__, [g.numpy() for g in tape.gradient(z, [x, v])])
print('inside', inside(x).numpy())

# Shapes that follow from constants.
@tf.function(autograph=False)
def shapes(t):
    repeated = tf.repeat(t, [1, 3], axis=1)
    largest = tf.reduce_max(tf.broadcast_to([2, 1], [3, 2]))
    print(repeated.shape, tf.zeros([largest]).shape, tf.math.bincount([[1, 2], [3, 1]], axis=-1).shape)
    print((t == tf.zeros([3])).shape, tf.broadcast_dynamic_shape(tf.shape(t), [2]).shape)
    return t


shapes.get_concrete_function(tf.TensorSpec([2, 2]))
