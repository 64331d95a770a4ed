# Gamma and Poisson numbers, which are drawn by rejection: TensorFlow's, bit for bit.
import tensorflow as tf

tf.random.set_seed(1)
print(tf.random.gamma([3], 2., seed=3))
print(tf.random.gamma([3], 2., seed=3))
print(tf.random.gamma([2, 3], [.5, 2.], beta=[[1.], [2.]], dtype=tf.float64))
print(tf.random.gamma([5], [.1, 1., 7.5], seed=3))
print(tf.random.poisson([3], 2., seed=3))
print(tf.random.poisson([4], [1., 5., 20., 300.], seed=3))
print(tf.random.poisson([4], [1., 5., 20., 300.], dtype=tf.int32))
print(tf.random.poisson([2, 2], tf.constant([3, 30]), dtype=tf.float64))
print(tf.random.stateless_gamma([3], [1, 2], 2.))
print(tf.random.stateless_gamma([3, 2], [1, 2], [.3, 4.], beta=2.))
print(tf.random.stateless_poisson([4, 2], [1, 2], [2., 40.]))
print(tf.random.stateless_poisson([3], [1, 2], 2.5, dtype=tf.float32))
for f in (lambda: tf.random.stateless_poisson([3], [1, 2], [2.]),
          lambda: tf.random.stateless_gamma([3], [1, 2], [2., 3.])):
    try:
        f()
    except tf.errors.InvalidArgumentError as e:
        print(e.message.split('}} ')[-1])


@tf.function
def draw(x):
    return tf.random.gamma([2], x, seed=1), tf.random.poisson([2], x, seed=1), tf.random.stateless_gamma([2], [3, 4], x)


for x in 3., 3., .4:
    print(*[t.numpy() for t in draw(tf.constant(x))])
print([n.name for n in draw.get_concrete_function(tf.TensorSpec([])).graph.as_graph_def().node])
print(draw.get_concrete_function(tf.TensorSpec(None)).output_shapes)
