# Texts about shapes, modules and the parts of a gradient.
import numpy as np
import tensorflow as tf


def show(f, *a, **k):
    try: print(f(*a, **k))
    except Exception as e: print(type(e).__name__, "|", e)


@tf.function
def neg():
    return tf.constant([1,2,3])[-4]
show(neg)
show(lambda: tf.constant([1,2,3])[-4])
@tf.function
def neg2(): return tf.constant([1,2,3])[5]
show(neg2)
@tf.function
def neg3(): return tf.zeros([2,3])[1,-7]
show(neg3)
@tf.function
def neg4(x): return x[-4]
show(neg4, tf.zeros([3]))
@tf.function
def cc(): return tf.concat([tf.zeros([2]), tf.zeros([2,2])], 0)
show(cc)
@tf.function
def cc2(a, b): return tf.concat([a, b], 0)
show(cc2, tf.zeros([2]), tf.zeros([2,2]))
show(cc2, tf.zeros([2,3]), tf.zeros([2,2]))
show(lambda: tf.concat([tf.zeros([2]), tf.zeros([2,2])], 0))
show(lambda: tf.stack([tf.zeros([2]), tf.zeros([3])]))
show(lambda: tf.stack([tf.zeros([2]), tf.zeros([3]), tf.zeros([3])]))
show(lambda: tf.math.reduce_summ(1))
show(lambda: tf.nn.relux(1))
show(lambda: tf.foo(1))
show(lambda: tf.keras.foo)
show(lambda: tf.keras.layers.foo)
show(lambda: tf.data.foo)
show(lambda: tf.linalg.foo)
show(lambda: tf.random.foo)
show(lambda: tf.strings.foo)
show(lambda: tf.autograph.experimental.foo)
show(lambda: tf.io.foo)
show(lambda: tf.types.experimental.foo)
show(lambda: tf.keras.losses.foo)
show(lambda: tf.keras.optimizers.foo)
print(tf.math.__name__, tf.__name__, tf.nn.__name__, tf.keras.__name__, tf.keras.layers.__name__, tf.random.__name__)
show(lambda: tf.convert_to_tensor([tf.zeros([2]), tf.zeros([3])]))
show(lambda: tf.stack([tf.zeros([2]), tf.zeros([3])], axis=1))
def run(label, target, sources):
    print("--", label)
    def g():
        with tf.GradientTape(persistent=True) as t:
            x = tf.Variable(2.); i = tf.Variable(2); c = tf.constant(3); f = tf.constant(2.)
            t.watch([c, f]) if label.startswith("w") else t.watch(f)
            y = x * x; z = i * i; q = tf.cast(c, tf.float32) * f; b = c > 2
        env = dict(x=x, i=i, c=c, f=f, y=y, z=z, q=q, b=b, n=None, s="a", k=3, r=2.5, np=np.float32(2.))
        ts = [env[n] for n in target.split()]; ss = [env[n] for n in sources.split()]
        return t.gradient(ts[0] if len(ts) == 1 else ts, ss[0] if len(ss) == 1 else ss)
    show(g)
for label, t, s in [("1", "y", "x"), ("2", "z", "i"), ("3", "y", "i"), ("4", "q", "c"), ("w5", "q", "c"), ("6", "b", "f"), ("7", "y", "x n"), ("8", "y", "x s"), ("9", "y", "k"), ("10", "y", "r"), ("11", "n", "x"), ("12", "s", "x"), ("13", "k", "x"), ("14", "y n", "x"), ("15", "y", "np"), ("16", "z y", "i x"), ("17", "z", "s"), ("18", "r", "x"), ("19","y","x k"), ("20", "c", "c"), ("w21", "c", "c")]: run(label, t, s)
