# Keras losses, metrics and layers: values (to three digits), variables, graphs, training, errors.
import numpy as np
import tensorflow as tf


def show(label, *tensors):
    for t in tf.nest.flatten(tensors):
        if t is None:
            print(label, None)
            continue
        values = t.numpy() if t.dtype.is_bool or t.dtype.is_integer else np.round(t.numpy().astype(np.float64), 3) + 0.0
        print(label, t.dtype.name, t.shape, values.tolist())


def fails(label, f, *args):
    try:
        f(*args)
        print(label, "passes")
    except (tf.errors.OpError, ValueError, TypeError) as e:
        print(label, type(e).__name__, str(e).split("\n")[0][:150])


def graph(label, f, *args):
    concrete = tf.function(f).get_concrete_function(*args)
    ops = [op.type for op in concrete.graph.get_operations()]
    print(label, len(ops), ops if len(ops) < 40 else ops[:40])
    return concrete
truth = tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]])
guess = tf.constant([[0.1, 0.8, 0.1], [0.3, 0.6, 0.1], [0.2, 0.2, 0.6], [0.3, 0.4, 0.3]])
weights = tf.constant([1.0, 2.0, 0.5, 0.0])
classes = tf.constant([1, 0, 2, 1])

K = tf.keras
for name in ("MeanSquaredError", "MeanAbsoluteError", "MeanAbsolutePercentageError", "MeanSquaredLogarithmicError",
             "BinaryCrossentropy", "CategoricalCrossentropy", "KLDivergence", "Poisson", "LogCosh", "Hinge", "SquaredHinge",
             "CategoricalHinge", "CosineSimilarity", "Huber"):
    loss = getattr(K.losses, name)()
    show(name, loss(truth, guess), loss(truth, guess, sample_weight=weights),
         getattr(K.losses, name)(reduction="sum")(truth, guess), getattr(K.losses, name)(reduction="none")(truth, guess))
    print(loss.name)
show("options", K.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.1)(truth, guess),
     K.losses.CategoricalCrossentropy(from_logits=True)(truth, guess), K.losses.Huber(delta=0.2)(truth, guess),
     K.losses.SparseCategoricalCrossentropy()(classes, guess), K.losses.SparseCategoricalCrossentropy(from_logits=True)(classes, guess))
for name in ("mse", "mae", "mape", "msle", "binary_crossentropy", "categorical_crossentropy", "kld", "poisson", "hinge", "huber"):
    show(name, getattr(K.losses, name)(truth, guess))
show("sparse", K.losses.sparse_categorical_crossentropy(classes, guess))

for make in (lambda: K.metrics.Mean(), lambda: K.metrics.Sum()):
    metric = make()
    metric.update_state([1.0, 2.0, 6.0])
    metric.update_state([3.0], sample_weight=[0.5])
    show(metric.name, metric.result(), *[tf.convert_to_tensor(v) for v in metric.variables])
    metric.reset_state()
    show("after reset", metric.result())
for make in (K.metrics.MeanSquaredError, K.metrics.RootMeanSquaredError, K.metrics.MeanAbsoluteError, K.metrics.CategoricalAccuracy,
             K.metrics.BinaryAccuracy, K.metrics.BinaryCrossentropy, K.metrics.CategoricalCrossentropy):
    metric = make()
    metric.update_state(truth, guess)
    first = metric.result()
    metric.update_state(truth[:2], guess[2:])
    show(metric.name, first, metric.result())
for make in (K.metrics.SparseCategoricalAccuracy, K.metrics.SparseCategoricalCrossentropy):
    metric = make()
    show(metric.name, metric(classes, guess))
accuracy = K.metrics.Accuracy()
show(accuracy.name, accuracy([1, 2, 3, 4], [1, 2, 0, 4]), accuracy([1], [1]))


@tf.function
def watch(metric, y, p):
    metric.update_state(y, p)
    return metric.result()


mean = K.metrics.MeanSquaredError()
show("in a function", watch(mean, truth, guess), watch(mean, truth, truth), watch.experimental_get_tracing_count() * tf.ones([]))

# ---- layers
x = tf.reshape(tf.range(24, dtype=tf.float32), [2, 4, 3]) / 24.0
image = tf.reshape(tf.range(2 * 4 * 4 * 3, dtype=tf.float32), [2, 4, 4, 3]) / 96.0
ones = "ones"
for layer, value in [
        (K.layers.Flatten(), x), (K.layers.Reshape((3, 4)), x), (K.layers.Permute((2, 1)), x),
        (K.layers.Activation("tanh"), x), (K.layers.ReLU(), x - 0.5), (K.layers.LeakyReLU(), x - 0.5), (K.layers.ELU(), x - 0.5),
        (K.layers.Softmax(), x), (K.layers.Dropout(0.5), x),
        (K.layers.Dense(2, kernel_initializer=ones), x), (K.layers.Dense(2, "relu", False, kernel_initializer=ones), x),
        (K.layers.LayerNormalization(), x), (K.layers.BatchNormalization(), x),
        (K.layers.Embedding(5, 2, embeddings_initializer=ones), tf.constant([[1, 2]])),
        (K.layers.Conv2D(1, 2, padding="same", kernel_initializer=ones), image),
        (K.layers.MaxPooling2D(), image), (K.layers.AveragePooling2D(2), image), (K.layers.GlobalAveragePooling2D(), image),
        (K.layers.GlobalMaxPooling1D(), x), (K.layers.ZeroPadding2D(1), image[:1, :1, :1])]:
    out = layer(value)
    print(layer.name, [(v.shape, v.trainable) for v in layer.weights], layer.built)
    show("  ", out)
for merge in (K.layers.Add(), K.layers.Subtract(), K.layers.Multiply(), K.layers.Average(), K.layers.Maximum(), K.layers.Minimum(),
              K.layers.Concatenate()):
    show(merge.name, merge([x, 1.0 - x]))
norm = K.layers.BatchNormalization(momentum=0.9)
show("trained", norm(x, training=True), *[tf.convert_to_tensor(w) for w in norm.weights])
show("as it is", norm(x, training=False))

model = K.Sequential([K.layers.Dense(4, "relu", kernel_initializer="ones"), K.layers.Dense(3, kernel_initializer="ones")])
optimizer = K.optimizers.SGD(0.1)


@tf.function
def step(a, y):
    with tf.GradientTape() as tape:
        loss = K.losses.MeanSquaredError()(y, model(a))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for _ in range(3):
    show("step", step(truth, guess))
print(step.experimental_get_tracing_count(), len(model.trainable_variables), model.count_params())
show("weights", *[tf.convert_to_tensor(w) for w in model.weights])

fails("no such activation", lambda: K.layers.Dense(1, "rluu"))
fails("no dim", lambda: K.layers.Dense(2)(tf.constant(1.0)))
fails("merge of one", lambda: K.layers.Add()([x]))
