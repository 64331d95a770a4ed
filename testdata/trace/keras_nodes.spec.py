# The nodes that Keras' losses and metrics record.
import tensorflow as tf

K = tf.keras
M = K.metrics
fixed, rows = tf.TensorSpec([4, 3]), tf.TensorSpec([None, 3])
classes, weights = tf.TensorSpec([4], tf.int32), tf.TensorSpec([None])
ints = tf.TensorSpec([None], tf.int64)


def nodes(label, f, *specs, names=False):
    try:
        ops = tf.function(f).get_concrete_function(*specs).graph.get_operations()
        print(label, len(ops), [op.name if names else op.type for op in ops])
    except Exception as e:
        print(label, type(e).__name__, str(e)[-200:])


short = ("Loss", "Reduction", "KLD", "MAE", "MSE", "MAPE", "MSLE", "CTC")
for name in sorted(n for n in dir(K.losses) if n[0].isupper() and n not in short):
    loss = getattr(K.losses, name)()
    if name in ("SparseCategoricalCrossentropy", "CategoricalGeneralizedCrossEntropy", "Circle"):
        nodes(name, lambda y, p: loss(y, p), classes, fixed)
    else:
        nodes(name, lambda y, p: loss(y, p), fixed, fixed)
        nodes("weighted", lambda y, p, w: loss(y, p, w), rows, rows, weights)
loss = K.losses.SparseCategoricalCrossentropy(ignore_class=1)
nodes("ignored class", lambda y, p: loss(y, p), classes, fixed, names=True)
loss = K.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.1)
nodes("logits", lambda y, p: loss(y, p), fixed, fixed, names=True)
loss = K.losses.CategoricalCrossentropy()
nodes("after softmax", lambda y, p: loss(y, tf.nn.softmax(p)), rows, rows, names=True)
loss = K.losses.BinaryCrossentropy()
nodes("after sigmoid", lambda y, p: loss(y, tf.sigmoid(p)), rows, rows, names=True)

arguments = {"SensitivityAtSpecificity": (0.5,), "PrecisionAtRecall": (0.5,), "IoU": (2, [0, 1]), "MeanIoU": (2,),
             "OneHotIoU": (3, [0, 2]), "MeanMetricWrapper": (K.losses.mse,)}
for name in ("AUC", "Accuracy", "BinaryAccuracy", "BinaryIoU", "CategoricalAccuracy", "CosineSimilarity", "F1Score", "FalseNegatives",
             "Hinge", "IoU", "Mean", "MeanIoU", "MeanMetricWrapper", "MeanSquaredError", "OneHotIoU", "PearsonCorrelation",
             "Precision", "PrecisionAtRecall", "R2Score", "Recall", "RootMeanSquaredError", "SensitivityAtSpecificity",
             "SparseCategoricalAccuracy", "SparseTopKCategoricalAccuracy", "Sum", "TopKCategoricalAccuracy", "TruePositives"):
    metric = getattr(M, name)(*arguments.get(name, ()))
    if name in ("Mean", "Sum"):
        nodes(name, lambda v: metric.update_state(v), fixed, names=True)
        nodes("weighted", lambda v, w: metric.update_state(v, w), rows, weights)
    elif name in ("IoU", "MeanIoU"):
        nodes(name, lambda y, p: metric.update_state(y, p), classes, classes)
        nodes("weighted", lambda y, p, w: metric.update_state(y, p, w), ints, ints, ints)
    elif name.startswith("Sparse"):
        nodes(name, lambda y, p: metric.update_state(y, p), classes, fixed)
    else:
        nodes(name, lambda y, p: metric.update_state(y, p), fixed, fixed)
        nodes("weighted", lambda y, p, w: metric.update_state(y, p, w), rows, rows, weights)
    nodes("result", lambda: metric.result(), names=name == "Mean")
    nodes("reset", lambda: metric.reset_state())

# An optimizer's step with slices as a gradient.
embedding = K.layers.Embedding(6, 2, embeddings_initializer="ones")
dense = K.layers.Dense(1, kernel_initializer="ones")
model = K.Sequential([embedding, K.layers.Flatten(), dense])
optimizer = K.optimizers.Adam(0.1)


def step(ids, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(ids) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    return loss


model.build((2, 3))
optimizer.build(model.trainable_variables)
nodes("slices", step, tf.TensorSpec([2, 3], tf.int32), tf.TensorSpec([2, 1]), names=True)
print([v.path for v in optimizer.variables])
