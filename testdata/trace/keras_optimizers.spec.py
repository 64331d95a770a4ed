# Keras' optimizers: steps eagerly and traced, their variables, schedules, weight decay, averages, errors.
import numpy as np
import tensorflow as tf

K = tf.keras
O = K.optimizers
S = O.schedules


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


random = np.random.RandomState(0)
W, B = random.randn(3, 2).astype(np.float32), random.randn(2).astype(np.float32)
X, Y = random.randn(5, 3).astype(np.float32), random.randn(5, 2).astype(np.float32)


def run(label, optimizer, steps=3, traced=False, nodes=False):
    w, b = K.Variable(W, name="kernel"), K.Variable(B, name="bias")

    def step():
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.matmul(X, w) + b - Y) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, [w, b]), [w, b]))
        return loss

    step = tf.function(step) if traced else step
    show(label, lambda: [[float(step()) for _ in range(steps)], w, b])
    show("  ", lambda: [[v.path, v.dtype, v.trainable, v.numpy()] for v in optimizer.variables])
    if nodes:
        ops = step.get_concrete_function().graph.get_operations()
        print("  ", len(ops), [op.type for op in ops])


names = ("Adam", "AdamW", "Adamax", "Nadam", "Adadelta", "Adagrad", "Adafactor", "Ftrl", "Lamb", "Lion", "Muon", "RMSprop", "SGD",
         "ScheduleFreeAdamW")
for name in names:
    optimizer = getattr(O, name)()
    print(name, optimizer.name, optimizer.get_config())
    run(name, optimizer)
    run(name, getattr(O, name)(0.1), traced=True, nodes=True)
for optimizer in (O.SGD(0.1, momentum=0.9), O.SGD(0.1, momentum=0.9, nesterov=True), O.RMSprop(0.1, momentum=0.9, centered=True),
                  O.Adam(0.1, amsgrad=True), O.Adafactor(0.1, relative_step=False), O.ScheduleFreeAdamW(0.1, warmup_steps=5),
                  O.Ftrl(0.1, -0.4, l1_regularization_strength=0.1, l2_regularization_strength=0.2, beta=0.2),
                  O.Muon(0.1, nesterov=False, rms_rate=None)):
    run(type(optimizer).__name__, optimizer)
for options in ({"weight_decay": 0.1}, {"clipnorm": 0.1}, {"clipvalue": 0.01}, {"global_clipnorm": 0.1}, {"use_ema": True},
                {"use_ema": True, "ema_momentum": 0.5, "ema_overwrite_frequency": 2}, {"gradient_accumulation_steps": 2},
                {"loss_scale_factor": 8.0}):
    run(options, O.SGD(0.1, **options), steps=5)
    run(options, O.Adam(0.1, **options), steps=5, traced=True)

for schedule in (S.ExponentialDecay(0.1, 10, 0.5), S.ExponentialDecay(0.1, 10, 0.5, staircase=True),
                 S.InverseTimeDecay(0.1, 10, 0.5), S.PiecewiseConstantDecay([2, 4], [0.1, 0.2, 0.3]), S.PolynomialDecay(0.1, 10),
                 S.PolynomialDecay(0.1, 10, cycle=True, power=0.5), S.CosineDecay(0.1, 10),
                 S.CosineDecay(0.1, 10, alpha=0.2, warmup_target=0.5, warmup_steps=3), S.CosineDecayRestarts(0.1, 3),
                 S.CosineDecayRestarts(0.1, 3, t_mul=1.0, m_mul=0.5, alpha=0.1)):
    show(type(schedule).__name__, lambda: [schedule(step) for step in (0, 1, 3, 5, 12)])
    print(S.serialize(schedule))
    run("  steps", O.SGD(schedule), traced=True)
w, b = K.Variable([1.0, 2.0, 3.0], name="w"), K.Variable([[1.0, 2.0], [3.0, 4.0]], name="b")
g = [tf.constant([0.1, 0.2, 0.3]), tf.ones([2, 2])]
optimizer = O.SGD(0.1, momentum=0.9)
show("not built", lambda: optimizer.apply(g))
optimizer.build([w, b])
show("few", lambda: optimizer.apply(g[:1]))
show("step", lambda: [optimizer.apply(g), w, b, optimizer.iterations])
show("unknown", lambda: optimizer.apply(g[:1], [K.Variable([1.0], name="other")]))
show("no gradients", lambda: optimizer.apply([None, None], [w, b]))
show("nothing", lambda: [optimizer.apply([]), optimizer.apply_gradients(zip(g, [w, b]))])
optimizer.learning_rate = 0.5
show("rate", lambda: [optimizer.learning_rate, optimizer.learning_rate.assign(0.25), float(optimizer.learning_rate)])
optimizer.set_weights([v.numpy() * 0 for v in optimizer.variables])
show("zero", lambda: optimizer.variables)
optimizer = O.Adam(S.ExponentialDecay(0.1, 2, 0.5))
optimizer.build([w])
show("schedule", lambda: [optimizer.learning_rate, optimizer.apply([g[0]]), optimizer.learning_rate, len(optimizer.variables)])
show("set", lambda: setattr(optimizer, "learning_rate", 0.1))
optimizer = O.SGD(lambda: 0.3)
show("callable", lambda: [optimizer.apply_gradients([(g[0], w)]), optimizer.learning_rate, w])
for wrong in (lambda: O.SGD(1), lambda: O.SGD(0.1, momentum=2.0), lambda: O.SGD(0.1, bogus=1), lambda: O.AdamW(weight_decay=None),
              lambda: O.SGD(0.1, clipnorm=1.0, clipvalue=1.0), lambda: O.SGD(0.1, use_ema=True, ema_momentum=3),
              lambda: O.SGD(0.1, gradient_accumulation_steps=1), lambda: O.Lion(beta_1=0.0), lambda: O.get("x"),
              lambda: O.Ftrl(initial_accumulator_value=-1.0), lambda: O.Optimizer(0.1).update_step(1, 2, 3),
              lambda: S.ExponentialDecay(0.1, 0, 0.5), lambda: S.PiecewiseConstantDecay([1], [1]),
              lambda: S.LearningRateSchedule()(1), lambda: O.legacy.Adam()):
    show("wrong", wrong)
w.assign([1.0, 2.0, 3.0])
optimizer = O.AdamW(0.1, weight_decay=0.5)
optimizer.exclude_from_weight_decay(var_names=["b"])
show("decay of one", lambda: [optimizer.apply_gradients(zip([x * 0 for x in g], [w, b])), w, b])
c = K.Variable([1.0, -2.0], name="c")
c.constraint = K.constraints.NonNeg()
show("constraint", lambda: [O.SGD(1.0).apply_gradients([(tf.constant([3.0, 1.0]), c)]), c])


class Own(O.Optimizer):
    def __init__(self, learning_rate=0.01, name="own", **options):
        super().__init__(learning_rate=learning_rate, name=name, **options)
        self.extra = K.Variable(2.0, name="extra")

    def build(self, var_list):
        super().build(var_list)
        self.s = [self.add_variable_from_reference(v, name="s", initializer="ones") for v in var_list]

    def update_step(self, gradient, variable, learning_rate):
        s = self.s[self._get_variable_index(variable)]
        self.assign_add(s, gradient)
        self.assign_sub(variable, learning_rate * s * self.extra)


own = Own(0.1)
show("own", lambda: [own.apply_gradients([(g[0], w)]), w, own.variables, [v.path for v in own.variables]])
scaled = O.LossScaleOptimizer(O.SGD(0.1), initial_scale=4.0, dynamic_growth_steps=2)
for values in ([4.0, 4.0, 4.0], [4.0, 4.0, 4.0], [np.inf, 1.0, 1.0], [4.0, 4.0, 4.0]):
    show("scaled", lambda: [scaled.apply_gradients([(tf.constant(values), w)]), w, scaled.dynamic_scale, scaled.step_counter])
several = O.MultiOptimizer(O.OptimizerMap(O.SGD(0.1), {"w": O.Adam(0.5)}))
show("several", lambda: [several.apply_gradients(zip(g, [w, b])), w, b, [v.path for v in several.variables]])
show("rate", lambda: several.learning_rate)
rows = K.Variable(np.arange(12, dtype=np.float32).reshape(6, 2), name="rows")
for name in ("SGD", "Adam", "Adagrad", "RMSprop", "Adadelta"):
    optimizer = getattr(O, name)(0.1)
    for places in ([1, 1, 3], [0, 3, 3]):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.gather(rows.value, places) ** 2)
        optimizer.apply_gradients([(tape.gradient(loss, rows.value), rows)])
    show("rows " + name, lambda: rows)
