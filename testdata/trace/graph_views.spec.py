# What a traced graph, a variable and a tensor let be asked; derivatives forward and of second order.
import tensorflow as tf


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).split('\n')[-1] or str(e))


v = tf.Variable([[1., 2.], [3., 4.]], name='v')


@tf.function(input_signature=[tf.TensorSpec([2], name='q')])
def g(x):
    v.assign_add(tf.ones([2, 2]))
    return {'y': x + v[0], 'z': 1}


graph = g.get_concrete_function().graph
print([w.name for w in graph.variables], [w.name for w in graph.trainable_variables])
print(graph.structured_input_signature)
print(graph.structured_outputs)
print([op.type for op in graph.control_outputs])
print(len(graph.external_captures), graph.internal_captures)
print(v.gather_nd([[0, 1]]).numpy(), v.synchronization, v.aggregation)

for name in 'T', 'astype', 'reshape', 'tolist', 'size', 'foo':
    try:
        getattr(tf.constant(1.), name)
    except AttributeError as e:
        print(repr(str(e)))
    print(hasattr(tf.constant(1.), name))


@tf.function
def attributes(x):
    try:
        x.clip
    except AttributeError as e:
        print(repr(str(e)))
    return x


attributes(tf.constant(1.))

# Ranges that are wrong show when the function runs.
cut = tf.function(lambda x: tf.slice(x, [2], [5]))
print(cut.get_concrete_function(tf.TensorSpec([3])).output_shapes)
best = tf.function(lambda x: tf.argmax(x, 2))
print(best.get_concrete_function(tf.TensorSpec([3])).output_shapes)
for f in cut, best:
    try:
        f(tf.ones([3]))
    except tf.errors.InvalidArgumentError as e:
        print(e.message.split('\n')[0].split('}} ')[-1])
try:
    tf.function(lambda x: tf.slice(x, [4], [-1])).get_concrete_function(tf.TensorSpec([3]))
except ValueError as e:
    print(str(e).strip().split('\n')[-1].strip())

# Structures that a loop gives.
one, two = tf.constant(0), tf.constant(1)
more = tf.while_loop(lambda i, b: i < 3, lambda i, b: (i + 1, b + 1), [one, two])
print(type(more).__name__, [t.numpy() for t in more])
more = tf.while_loop(lambda i, b: i < 3, lambda i, b: [i + 1, b + 1], (one, two))
print(type(more).__name__, [t.numpy() for t in more])
more = tf.while_loop(lambda i, b: i < 0, lambda i, b: [i + 1, b + 1], (one, two))
print(type(more).__name__, [t.numpy() for t in more])

# Rows of several tensors.
print(tf.nn.embedding_lookup([[1., 2.], [3., 4.]], [1, 0]).numpy())
parts = [tf.constant([[1., 2.], [3., 4.]]), tf.constant([[5., 6.]]), tf.constant([[7., 8.]])]
print(tf.nn.embedding_lookup(parts, [[3, 0], [2, 1]]).numpy().tolist())
print(tf.nn.embedding_lookup(parts, [3, 0], max_norm=1.).numpy().round(5).tolist())


@tf.function
def curvature(x):
    return tf.hessians(tf.reduce_sum(x ** 3) + x[0] * x[1], x)


print(curvature(tf.constant([1., 2.]))[0].numpy().tolist())
x = tf.constant([1., 2.])
with tf.autodiff.ForwardAccumulator(x, tf.constant([1., 0.])) as acc:
    y = tf.reduce_sum(x ** 3)
    z = tf.stack([x[0] * x[1], x[1]])
print(acc.jvp(y).numpy(), acc.jvp(z).numpy(), acc.jvp([y, z])[0].numpy(), acc.jvp(tf.constant(1.)))
print(acc.jvp(tf.constant(1.), tf.UnconnectedGradients.ZERO).numpy(), acc.jvp(x).numpy())
w = tf.Variable(3.)
with tf.autodiff.ForwardAccumulator([w, x], [tf.constant(2.), tf.constant([0., 1.])]) as acc:
    y = w * w * x
print(acc.jvp(y).numpy())


@tf.function
def along(x, t):
    with tf.autodiff.ForwardAccumulator(x, t) as acc:
        y = tf.sin(x) * x
    return acc.jvp(y)


print(along(tf.constant([0., 1.]), tf.constant([1., 1.])).numpy().round(5))
show('twice', lambda: tf.autodiff.ForwardAccumulator([x, x], [x, x]))
