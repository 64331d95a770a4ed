# Keras' initializers, regularizers, constraints and configurations: values bit by bit, nodes, names, errors.
import numpy as np
import tensorflow as tf

K = tf.keras
I, R, C, U = K.initializers, K.regularizers, K.constraints, K.utils


def show(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, str(e)[:400])


def nodes(f, *shapes):
    graph = tf.function(f).get_concrete_function(*[tf.TensorSpec(s) for s in shapes]).graph
    return [(op.type, op.name) for op in graph.get_operations()]


for name in ("GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "LecunNormal", "LecunUniform", "RandomNormal",
             "RandomUniform", "TruncatedNormal", "VarianceScaling", "Identity", "Zeros", "Ones", "Constant"):
    make = getattr(I, name)
    try:
        made = make(seed=7)
    except TypeError:
        made = make()
    print(name, made.get_config(), type(made), I.serialize(made), type(made.clone()).__name__)
    for shape in ((3, 4), (5,), (2, 2, 3)):
        for dtype in (None, "float16", "float64"):
            show(shape, lambda: [made(shape, dtype=dtype).dtype.name, made(shape, dtype=dtype).numpy().tolist()])
    again = I.deserialize(I.serialize(made))
    print(type(again).__name__, again.get_config() == made.get_config())
    show("nodes", lambda: nodes(lambda: made((2, 3))))
for name in ("zeros", "ones", "identity", "random_uniform", "random_normal", "truncated_normal", "glorot_uniform", "he_normal",
             "orthogonal", "normal", "uniform", "zero", "one", "GlorotUniform", "IdentityInitializer"):
    print(name, type(I.get(name)).__name__)
given = I.get(np.ones((2, 3), np.float32))
show("given", lambda: [given((2, 3)).numpy().tolist(), I.get(None), I.get(len) is len])
show("orthogonal", lambda: [np.round(I.Orthogonal(seed=7)((3, 4)).numpy(), 4), I.Orthogonal(2.0, seed=1).get_config()])
for distribution in ("uniform", "truncated_normal", "untruncated_normal", "normal"):
    for mode in ("fan_in", "fan_out", "fan_avg"):
        made = I.VarianceScaling(scale=2.0, mode=mode, distribution=distribution, seed=3)
        show(mode, lambda: [made((3, 4)).numpy()[0].tolist(), made.get_config()])
show("axes", lambda: I.VarianceScaling(seed=3, input_axes=[0], output_axes=[1, 2])((2, 3, 4)).numpy()[0, 0])
show("seeds", lambda: [I.GlorotUniform(seed=3000000000)((2, 2)).numpy().tolist(), I.RandomNormal(1.0, 2.0, seed=0)((3,)).numpy()])
show("stft", lambda: [np.round(I.STFT("imag", window=None)((4, 1, 3)).numpy(), 4).tolist(), I.STFT(window=None).get_config()])
for wrong in (lambda: I.get("nope"), lambda: I.get(3), lambda: given((3, 2)), lambda: I.VarianceScaling(scale=-1.0),
              lambda: I.RandomNormal(seed="x"), lambda: I.Orthogonal()((3,)), lambda: I.Identity()((3,)),
              lambda: I.Initializer()((2,)), lambda: I.RandomNormal(bogus=1), lambda: R.get("x"), lambda: R.L1(-1),
              lambda: R.L2("a"), lambda: R.OrthogonalRegularizer(mode="x"), lambda: R.OrthogonalRegularizer()(tf.ones([2])),
               lambda: C.get("x")):
    show("wrong", wrong)
x = tf.constant([[1.0, -2.0], [3.0, 4.0]])
for made in (R.L1(), R.L2(), R.L1L2(), R.L1L2(0.1, 0.2), R.OrthogonalRegularizer(), R.OrthogonalRegularizer(0.5, "columns"),
             C.MaxNorm(), C.MaxNorm(1.0, axis=1), C.NonNeg(), C.UnitNorm(), C.UnitNorm(axis=[0, 1]), C.MinMaxNorm(),
             C.MinMaxNorm(0.5, 2.0, 0.3, 1), C.Constraint()):
    show(type(made), lambda: [np.round(made(x).numpy(), 4).tolist(), np.round(made(K.Variable(x)).numpy(), 4).tolist()])
    print(U.serialize_keras_object(made), type(U.deserialize_keras_object(U.serialize_keras_object(made))))
    show("nodes", lambda: nodes(lambda x: made(x), [2, 2]))
print(R.get("l2").get_config(), R.get("l1l2").get_config(), R.l1(0.2).get_config(), C.get("max_norm").get_config(), C.max_norm(3).get_config())


def mine(a, b):
    return tf.reduce_mean(a - b)


@U.register_keras_serializable(package="pkg")
def known(a, b):
    return tf.reduce_mean(a - b)


@U.register_keras_serializable("pkg", name="Other")
class Known(K.losses.Loss):
    def call(self, a, b):
        return a - b


class Unknown(K.losses.Loss):
    def call(self, a, b):
        return a - b


for thing in (mine, known, Known(), Unknown(), tf.float32, tf.TensorShape([1, None]), np.float32(3), np.arange(3), b"ab",
              slice(1, 2), ..., (1, 2), {"a": [1, None]}, K.losses.mse, tf.constant([1, 2]), K.optimizers.Adam(1e-3)):
    show("as a dict", lambda: U.serialize_keras_object(thing))
    show("and back", lambda: str(U.deserialize_keras_object(U.serialize_keras_object(thing))).split(" at ")[0])
show("custom", lambda: type(U.deserialize_keras_object(U.serialize_keras_object(Unknown()), custom_objects={"Unknown": Unknown})))
with U.custom_object_scope({"Unknown": Unknown}):
    show("scope", lambda: type(K.losses.get({"class_name": "Unknown", "config": {}, "module": None, "registered_name": "Unknown"})))
show("no scope", lambda: K.losses.get({"class_name": "Unknown", "config": {}, "module": None, "registered_name": "Unknown"}))
show("bogus", lambda: K.losses.deserialize({"class_name": "Huber", "config": {"bogus": 1}}))
show("names", lambda: [U.get_registered_name(Known), U.get_registered_object("pkg>Other"), sorted(U.get_custom_objects())])
scaled = K.optimizers.LossScaleOptimizer(K.optimizers.SGD(K.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5)))
config = K.optimizers.serialize(scaled)
show("nested", lambda: [config, K.optimizers.deserialize(dict(config)).get_config() == scaled.get_config()])
show("get", lambda: [K.optimizers.get("adam").get_config(), K.optimizers.get({"class_name": "rmsprop", "config": {"rho": 0.5}}).rho])
