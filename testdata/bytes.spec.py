"""A spec whose bundle has much to put in order: captures of constants and variables, dicts, sets and tuples as
arguments and results, a layer, control flow, gradients, traces by dtype, shape, number and string."""
import tensorflow as tf

names = {"beta", "alpha", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"}
numbers = {7, 3, 1000003, -5, 2 ** 40, 11, 0}
weights = {name: tf.Variable(tf.fill([3], float(i)), name=name) for i, name in enumerate(sorted(names))}
tables = [tf.constant([[i * 1.5, i - 2.0, 0.25 * i]]) for i in range(40)]


@tf.function
def gather(x):
    total = tf.zeros([1, 3])
    for table in tables:
        total += x * table
    for name in names:
        total += weights[name]
    for number in numbers:
        total *= float(number % 5 + 1)
    return {name: total * weights[name] for name in names}, {"sum": total, "parts": (total, [x])}


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(4, activation="tanh", kernel_initializer="ones")
        self.out = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.scale = tf.Variable(0.5)

    @tf.function
    def __call__(self, features, training=False):
        x = self.dense(features["image"]) * self.scale
        if training:
            x = x + features["bias"]
        return self.out(x)

    @tf.function
    def step(self, features, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(features, training=True) - labels))
        variables = self.trainable_variables
        grads = tape.gradient(loss, variables)
        for variable, grad in zip(variables, grads):
            variable.assign_sub(0.1 * grad)
        return loss, {v.name: tf.norm(g) for v, g in zip(variables, grads)}


@tf.function
def loop(n, limits):
    total = tf.constant(0)
    i = tf.constant(0)
    while i < n:
        if i % 2 == 0:
            total += limits["low"]
        elif i % 3 == 0:
            total -= limits["high"]
        else:
            total = total * 2 - 1
        for k in tf.range(3):
            if k == 2:
                break
            total += k
        i += 1
    return total, i


@tf.function
def by_kind(x, mode, options):
    return x * len(mode) + tf.cast(options["shift"], x.dtype), sorted(options)


print(sorted(gather(tf.constant([[1.0, 2.0, 3.0]]))[0]))
model = Model()
features = {"image": tf.ones([5, 3]), "bias": tf.fill([4], 0.25), "unused": tf.zeros([2, 2])}
for _ in range(3):
    loss, norms = model.step(features, tf.zeros([5, 2]))
print("%.4f" % float(loss), sorted(norms))
print([int(t) for t in loop(tf.constant(9), {"low": tf.constant(2), "high": tf.constant(5)})])
for dtype in (tf.float32, tf.float64, tf.int32):
    for mode in ("fast", "exact"):
        for shift in (1, 2):
            by_kind(tf.ones([shift], dtype), mode, {"shift": shift, "b": None, "a": (1, "x")})
print(by_kind.experimental_get_tracing_count())
