"""tracepack's quickstart: a spec is a Python file that real TensorFlow runs too.

A two-layer perceptron (`predict` with one wide signature, `train_step` under a GradientTape), a loop over a
tensor with a condition inside, and a function that is traced again for each Python number, dtype and shape.
"""
import tensorflow as tf


class MLP(tf.Module):
    def __init__(self, inputs, hidden, outputs):
        super().__init__()
        normal = tf.random.stateless_normal
        self.w1 = tf.Variable(0.1 * normal([inputs, hidden], seed=[1, 2]), name="w1")
        self.b1 = tf.Variable(tf.zeros([hidden]), name="b1")
        self.w2 = tf.Variable(0.1 * normal([hidden, outputs], seed=[3, 4]), name="w2")
        self.b2 = tf.Variable(tf.zeros([outputs]), name="b2")

    @tf.function(input_signature=[tf.TensorSpec([None, 64], tf.float32)])
    def predict(self, x):
        hidden = tf.nn.relu(tf.matmul(x, self.w1) + self.b1)
        return tf.matmul(hidden, self.w2) + self.b2

    @tf.function
    def train_step(self, x, y, rate):
        with tf.GradientTape() as tape:
            logits = self.predict(x)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        weights = [self.w1, self.b1, self.w2, self.b2]
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(rate * gradient)
        return loss


@tf.function
def collatz(n):
    """How many steps n takes to reach 1."""
    steps = tf.constant(0)
    while n > 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@tf.function
def scale(x, factor):
    print("tracing scale:", x.dtype.name, x.shape, factor)
    return x * factor


model = MLP(64, 32, 10)
images = tf.random.stateless_uniform([48, 64], seed=[5, 6])
labels = tf.range(48) % 10
for step in range(5):
    loss = model.train_step(images, labels, tf.constant(0.5))
    print(f"step {step}: loss {float(loss):.4f}")
print("prediction", tf.argmax(model.predict(images[:3]), axis=1).numpy())

print("collatz", int(collatz(tf.constant(27))), int(collatz(tf.constant(97))))

scale(tf.constant([1.0, 2.0]), 2.0)
scale(tf.constant([1.0, 2.0]), 3.0)                  # another Python number
scale(tf.constant([1.0, 2.0, 3.0]), 3.0)             # another shape
scale(tf.constant([1, 2]), 3)                        # another dtype
print("scale", scale(tf.constant([1.0, 2.0]), 3.0).numpy(), "after", scale.experimental_get_tracing_count(), "traces")
print("nodes", len(model.predict.get_concrete_function().graph.as_graph_def().node))
