"""Cases of compare.spec.py that walk over datasets and train: what the tf.function, AutoGraph, tf.data and Keras guides
do, per element or per step."""
import tensorflow as tf

from sampling import least


def dataset_loop():
    """A loop over a dataset in a tf.function."""
    @tf.function
    def total(dataset):
        result = tf.constant(0, tf.int64)
        for x in dataset:
            result += x
        return result
    dataset = tf.data.Dataset.range(5000)
    return least(lambda: total(dataset), per=5000, windows=3)


def dataset_loop_of_tensors():
    """The same with a condition, over rows of a tensor."""
    @tf.function
    def total(dataset):
        result, count = tf.zeros([8]), 0
        for x in dataset:
            if tf.reduce_sum(x) > 0.0:
                result += x
                count += 1
        return result, count
    rows = tf.random.stateless_normal([2000, 8], seed=[1, 2])
    dataset = tf.data.Dataset.from_tensor_slices(rows)
    return least(lambda: total(dataset), per=2000, windows=3)


def map_batch():
    """A pipeline of map and batch, reduced in a graph: nanoseconds an element."""
    @tf.function
    def total(dataset):
        return dataset.reduce(tf.constant(0.0), lambda a, b: a + tf.reduce_sum(b))
    dataset = tf.data.Dataset.range(4096).map(lambda x: tf.cast(x, tf.float32) * 2.0 + 1.0).batch(32)
    return least(lambda: total(dataset), per=4096, windows=3)


def map_batch_eager():
    """The same pipeline, read by Python."""
    dataset = tf.data.Dataset.range(4096).map(lambda x: tf.cast(x, tf.float32) * 2.0 + 1.0).batch(32)

    def walk():
        for _ in dataset:
            pass
    return least(walk, per=4096, windows=3)


def input_pipeline():
    """shuffle, map, batch, prefetch over examples, as before a training loop."""
    x = tf.random.stateless_uniform([2048, 28, 28], seed=[1, 2])
    y = tf.range(2048) % 10
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(2048, seed=1)
    dataset = dataset.map(lambda a, b: (tf.expand_dims(a, -1) / 255.0, b)).batch(32).prefetch(2)

    def walk():
        for _ in dataset:
            pass
    return least(walk, per=2048, windows=3)


def eager_iteration():
    """Python's loop over a dataset."""
    dataset = tf.data.Dataset.range(2000)

    def walk():
        for _ in dataset:
            pass
    return least(walk, per=2000, windows=3)


def _examples(count):
    x = tf.random.stateless_uniform([count, 784], seed=[1, 2])
    return x, tf.range(count) % 10


def training_loop():
    """The AutoGraph guide's training loop: Dense layers, 100 steps in one graph."""
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.Input((784,)), tf.keras.layers.Dense(100, activation="relu"),
                                 tf.keras.layers.Dense(100, activation="relu"), tf.keras.layers.Dense(10)])
    optimizer = tf.keras.optimizers.Adam()
    compute_loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    compute_accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
    optimizer.build(model.trainable_variables)
    dataset = tf.data.Dataset.from_tensor_slices(_examples(2000)).repeat().batch(32)

    def train_one_step(x, y):
        with tf.GradientTape() as tape:
            logits = model(x)
            loss = compute_loss(y, logits)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        compute_accuracy(y, logits)
        return loss

    @tf.function
    def train(dataset):
        step, loss, accuracy = 0, 0.0, 0.0
        for x, y in dataset.take(100):
            step += 1
            loss = train_one_step(x, y)
            accuracy = compute_accuracy.result()
        return step, loss, accuracy
    return least(lambda: train(dataset), per=100, windows=3)


def train_steps():
    """One step a call of a tf.function, as in the custom training guide."""
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.Input((784,)), tf.keras.layers.Dense(64, activation="relu"),
                                 tf.keras.layers.Dense(64, activation="relu"), tf.keras.layers.Dense(10)])
    optimizer = tf.keras.optimizers.SGD(0.01)
    compute_loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    x, y = _examples(64)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = compute_loss(y, model(x, training=True))
        grads = tape.gradient(loss, model.trainable_weights)
        optimizer.apply(grads, model.trainable_weights)
        return loss
    return least(lambda: step(x, y), windows=3)


def fit(size):
    """model.fit, a step of batch 32."""
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.Input((784,)), tf.keras.layers.Dense(size, activation="relu"),
                                 tf.keras.layers.Dense(10)])
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    x, y = (t.numpy() for t in _examples(3200))
    return least(lambda: model.fit(x, y, batch_size=32, verbose=0), per=100, windows=3)


def predict():
    """model.predict, a step of batch 32."""
    model = tf.keras.Sequential([tf.keras.Input((784,)), tf.keras.layers.Dense(64, activation="relu"),
                                 tf.keras.layers.Dense(10)])
    x = _examples(3200)[0].numpy()
    return least(lambda: model.predict(x, batch_size=32, verbose=0), per=100, windows=3)


def keras_call():
    """A model called eagerly."""
    model = tf.keras.Sequential([tf.keras.Input((16,)), tf.keras.layers.Dense(16, activation="relu"),
                                 tf.keras.layers.Dense(4)])
    x = tf.ones([8, 16])
    return least(lambda: model(x), windows=3)


CASES = {
    "for x in dataset, an element": dataset_loop,
    "for row in dataset with if, an element": dataset_loop_of_tensors,
    "map + batch in a graph, an element": map_batch,
    "map + batch, an element": map_batch_eager,
    "input pipeline, an example": input_pipeline,
    "eager iteration, an element": eager_iteration,
    "training loop in a graph, a step": training_loop,
    "train step of Keras layers": train_steps,
    "fit 16 units, a step": lambda: fit(16),
    "fit 128 units, a step": lambda: fit(128),
    "predict, a step": predict,
    "Keras model called eagerly": keras_call,
}
