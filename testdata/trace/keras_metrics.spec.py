# Keras' metrics: what they count and give, variables and their paths, configurations, options, errors.
import numpy as np
import tensorflow as tf

K = tf.keras
M = tf.keras.metrics


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
weights = np.array([1.0, 2.0, 0.5, 0.0], np.float32)
arguments = {"SensitivityAtSpecificity": (0.5,), "SpecificityAtSensitivity": (0.5,), "PrecisionAtRecall": (0.5,),
             "RecallAtPrecision": (0.5,), "IoU": (2, [0, 1]), "MeanIoU": (2,), "OneHotIoU": (3, [0, 2]), "OneHotMeanIoU": (3,),
             "MeanMetricWrapper": (K.losses.mse,), "TopKCategoricalAccuracy": (2,), "SparseTopKCategoricalAccuracy": (2,)}
for name in sorted(n for n in dir(M) if n[0].isupper() and n not in ("Metric", "KLD", "MAE", "MSE", "MAPE", "MSLE")):
    metric = getattr(M, name)(*arguments.get(name, ()))
    print(name, metric, metric.dtype, metric.get_config(), getattr(metric, "_direction", None))
    print([(v.name, v.path, tuple(v.shape), v.dtype, v.trainable) for v in metric.variables])
    inputs = (truth, guess)
    if name.startswith("Sparse"):
        inputs = (np.array([1, 0, 2, 1]), guess)
    elif name in ("Mean", "Sum"):
        inputs = (guess,)
    elif name in ("IoU", "MeanIoU"):
        inputs = ([0, 1, 1, 0], [0, 1, 0, 0])
    show("", lambda: [metric.update_state(*inputs) is None, metric.result()])
    show("weighted", lambda: [metric.update_state(*inputs, sample_weight=weights) is None, metric.result()])
    if len(metric.variables) and metric.variables[0].shape.num_elements() < 20:
        show("variables", lambda: metric.variables)
    metric.reset_state()
    show("anew", lambda: [metric.result(), metric(*inputs)])
    again = M.deserialize(M.serialize(metric))
    print(M.serialize(metric), again.get_config() == metric.get_config())

random = np.random.RandomState(1)
y, p, w = random.rand(50) > 0.5, random.rand(50), random.rand(50)
y = y.astype(np.float32)
p = (y * 0.3 + p.astype(np.float32) * 0.7).astype(np.float32)
for options in ({}, {"curve": "PR"}, {"curve": "PRGAIN"}, {"num_thresholds": 3}, {"summation_method": "majoring"},
                {"summation_method": "minoring", "curve": "PR"}, {"thresholds": [0.2, 0.4, 0.9]}, {"from_logits": True},
                {"thresholds": [0.25, 0.5, 0.75], "curve": "PR"}):
    metric = M.AUC(**options)
    show(options, lambda: [metric(y, p), metric(y, p, sample_weight=w), metric.get_config(), str(metric.curve)])
labels = (random.rand(20, 3) > 0.5).astype(np.float32)
scores = (labels * 0.3 + random.rand(20, 3).astype(np.float32) * 0.7).astype(np.float32)
for options in ({"multi_label": True}, {"multi_label": True, "num_labels": 3, "label_weights": [0.2, 0.3, 0.5]},
                {"label_weights": [0.2, 0.3, 0.5]}, {"multi_label": True, "curve": "PR"},
                {"multi_label": True, "thresholds": [0.2, 0.7]}):
    metric = M.AUC(**options)
    show(options, lambda: [metric(labels, scores), [tuple(v.shape) for v in metric.variables], metric(labels, scores, w[:20])])
for make in (M.Precision, M.Recall):
    for options in ({"thresholds": [0.3, 0.6]}, {"top_k": 2}, {"class_id": 1}, {"thresholds": [0.0, 0.5, 1.0]},
                    {"top_k": 1, "class_id": 2}):
        metric = make(**options)
        show(options, lambda: [metric(labels, scores), metric(labels, scores, w[:20]), metric.get_config()])
for make in (M.SensitivityAtSpecificity, M.SpecificityAtSensitivity, M.PrecisionAtRecall, M.RecallAtPrecision):
    show(make.__name__, lambda: [make(0.6)(y, p), make(0.6, num_thresholds=1)(y, p), make(0.6, class_id=1)(labels, scores)])
for average in (None, "micro", "macro", "weighted"):
    for threshold in (None, 0.5):
        show(average, lambda: [M.F1Score(average, threshold)(labels, scores), M.FBetaScore(average, 2.0)(labels, scores, w[:20])])
for aggregation in (None, "uniform_average", "variance_weighted_average"):
    show(aggregation, lambda: [M.R2Score(aggregation)(labels, scores), M.R2Score(aggregation, 2)(labels, scores, w[:20])])
areas, found = random.randint(0, 3, (4, 5)), random.randint(0, 3, (4, 5))
for metric in (M.MeanIoU(3), M.MeanIoU(3, ignore_class=0), M.IoU(3, [0, 2]), M.IoU(3, [1], dtype="float32")):
    show(metric, lambda: [metric(areas, found), metric.total_cm, metric.dtype])
show("binary", lambda: M.BinaryIoU([0, 1], 0.3)([0, 1, 0, 1], [0.1, 0.2, 0.4, 0.7]))
show("functions", lambda: [M.pearson_correlation(labels, scores), M.concordance_correlation(labels, scores),
                           M.sparse_categorical_accuracy(areas[:, :1], scores[:4]), M.categorical_accuracy(labels, scores),
                           M.top_k_categorical_accuracy(labels, scores, k=2), M.binary_accuracy(labels, scores)])
for wrong in (lambda: M.AUC(curve="x"), lambda: M.AUC(summation_method="x"), lambda: M.AUC(num_thresholds=1),
              lambda: M.AUC(num_labels=2), lambda: M.Precision(thresholds=2), lambda: M.Recall(thresholds=[0.2, -1]),
              lambda: M.Precision(class_id=1)(y, p), lambda: M.SensitivityAtSpecificity(2), lambda: M.FBetaScore(average="x"),
              lambda: M.FBetaScore(beta=1), lambda: M.F1Score(threshold=2.0), lambda: M.F1Score()(y, p), lambda: M.R2Score("x"),
              lambda: M.R2Score()(y, p), lambda: M.IoU(2, [3]), lambda: M.get("x"), lambda: M.Metric().result(),
              lambda: M.AUC(multi_label=True)(y, p)):
    show("wrong", wrong)


class Own(M.Metric):
    def __init__(self, name="own", **options):
        super().__init__(name=name, **options)
        self.n = self.add_weight(name="n", initializer="zeros")
        self.m = self.add_variable(shape=(2,), initializer="ones", name="m", dtype="int32")
        self.inner = M.Mean(name="inner")

    def update_state(self, a, b, sample_weight=None):
        self.n.assign_add(tf.reduce_sum(tf.cast(a == b, tf.float32)))
        self.m.assign(self.m * 2)
        self.inner.update_state(a)

    def result(self):
        return self.n / 2


own = Own()
a, b = tf.constant([1, 2, 3]), tf.constant([1, 2, 4])
print(own(a, b).numpy(), own.variables, own)
print(tf.function(lambda: own(a, b))().numpy(), own.n, own.m.numpy(), own.inner.result().numpy())
own.reset_state()
print(own.variables)


class Early(M.Metric):
    def __init__(self):
        self.v = self.add_weight(name="x")


show("early", Early)
mean = M.Mean()
mean.update_state([[1.0, 2.0], [3.0, 4.0]], [0.5, 1.0])
print(mean.total, mean.count.value, mean.total + 1, 2 * mean.total, -mean.total, mean.total > 3, int(mean.count), mean.count ** 2)
