# Keras' losses: values with each reduction and with weights, options, configurations, errors, masks.
import numpy as np
import tensorflow as tf

K = tf.keras


def plain(x):
    """Numbers to three digits, as lists."""
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    if isinstance(x, dict):
        return {k: plain(v) for k, v in x.items()}
    if hasattr(x, "numpy"):
        x = x.numpy()
    if isinstance(x, (np.ndarray, np.generic)):
        x = x.tolist()
        return plain(x) if isinstance(x, list) else plain(x)
    return round(x, 3) + 0.0 if isinstance(x, float) else x


def show(label, f):
    try:
        print(label, plain(f()))
    except Exception as e:
        print(label, type(e).__name__, str(e)[:250])


truth = np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]], np.float32)
guess = np.array([[0.1, 0.8, 0.1], [0.3, 0.6, 0.1], [0.2, 0.2, 0.6], [0.3, 0.4, 0.3]], np.float32)
weights = np.array([1.0, 2.2, 0.53, 0.0], np.float32)
classes = np.array([1, 0, 2, 1])
vectors = np.array([[0.6, 0.8], [1.0, 0.0], [0.0, 1.0], [0.8, 0.6]], np.float32)
special = {"SparseCategoricalCrossentropy": (classes, guess), "CategoricalGeneralizedCrossEntropy": (classes, guess),
           "Circle": (np.array([0, 1, 0, 1]), vectors)}
short = ("Loss", "Reduction", "KLD", "MAE", "MSE", "MAPE", "MSLE", "CTC")
for name in sorted(n for n in dir(K.losses) if n[0].isupper() and n not in short):
    make = getattr(K.losses, name)
    y, p = special.get(name, (truth, guess))
    for reduction in ("sum_over_batch_size", "sum", "none", "mean", "mean_with_sample_weight", None):
        loss = make(reduction=reduction)
        show(name, lambda: [reduction, loss(y, p), loss(y, p, sample_weight=weights)])
    loss = make()
    print(loss.name, loss.dtype, loss.get_config(), K.losses.serialize(loss))
    again = K.losses.deserialize(K.losses.serialize(loss))
    print(type(again), again == name or again.get_config() == loss.get_config())
    show("float64", lambda: [make(dtype="float64", name="x")(y, p).dtype.name, make(name="x").name])
for name in ("mse", "mae", "mape", "msle", "hinge", "squared_hinge", "categorical_hinge", "cosine_similarity", "logcosh", "kld",
             "poisson", "huber", "binary_crossentropy", "binary_focal_crossentropy", "categorical_crossentropy",
             "categorical_focal_crossentropy", "dice", "tversky"):
    function = getattr(K.losses, name)
    show(name, lambda: [function(truth, guess), function.__name__, K.losses.serialize(function)])
print(K.losses.get("mse") is K.losses.mse, K.losses.get(None), type(K.losses.get("Huber")),
      K.losses.get({"class_name": "Huber", "config": {"delta": 0.5}}).get_config())
for reduction in ("sum_over_batch_size", "sum", "none", "mean"):
    loss = K.losses.SparseCategoricalCrossentropy(ignore_class=1, reduction=reduction)
    show("ignored class", lambda: [loss(classes, guess), loss(classes, guess, weights)])
show("smooth", lambda: K.losses.BinaryCrossentropy(from_logits=True, label_smoothing=0.1)(truth, guess))
show("smooth", lambda: K.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1)(truth, guess))
show("focal", lambda: K.losses.BinaryFocalCrossentropy(apply_class_balancing=True, gamma=3.0, from_logits=True)(truth, guess))
show("focal", lambda: K.losses.CategoricalFocalCrossentropy(alpha=[0.2, 0.3, 0.5], from_logits=True)(truth, guess))
show("axes", lambda: [K.losses.CosineSimilarity(axis=0)(truth, guess), K.losses.Dice(axis=(1,))(truth, guess),
                      K.losses.Tversky(alpha=0.3, beta=0.7, axis=-1)(truth, guess)])
show("circle", lambda: [K.losses.Circle(gamma=20.0, margin=0.2)(classes, vectors), K.losses.circle(classes, vectors)])
show("lists", lambda: K.losses.MeanSquaredError()([[0.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], [1.0, 0.0]], sample_weight=[0.7, 0.3]))
show("ints", lambda: [K.losses.MeanSquaredError()(tf.constant([1, 2, 3]), tf.constant([1, 2, 5])),
                      K.losses.mse(tf.constant([1, 2, 3]), tf.constant([1, 2, 5]))])
for wrong in (lambda: K.losses.get("nope"), lambda: K.losses.mse(truth, guess[:2]), lambda: K.losses.Loss()(truth, guess),
              lambda: K.losses.categorical_crossentropy(truth[0], guess), lambda: K.losses.ctc(classes, guess),
              lambda: K.losses.binary_crossentropy(truth[:, :2], guess),
              lambda: K.losses.sparse_categorical_crossentropy(np.array([1, 2]), guess),
              lambda: K.losses.categorical_crossentropy(truth, guess, axis=True),
              lambda: K.losses.sparse_categorical_crossentropy([1, 2], guess),
              lambda: K.losses.CategoricalGeneralizedCrossEntropy(q=2)):
    show("wrong", wrong)


class Own(K.losses.Loss):
    def call(self, y_true, y_pred):
        return tf.abs(y_true - y_pred)


own = Own()
show("own", lambda: [own(truth, guess), own.name, own.get_config(), Own(reduction="none", name="n")(truth, guess)])


@tf.function
def traced(y, p, w):
    return own(y, p), K.losses.Huber()(y, p, w), K.losses.CategoricalCrossentropy()(y, tf.nn.softmax(p))


show("traced", lambda: traced(truth, guess, weights))
