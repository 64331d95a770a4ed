# Functions that converted code makes and keeps run as Python does where nothing is traced: in py_function, and when
# they are called later.
import tensorflow as tf


@tf.function
def runs_in_python(x):
    def inner(v):
        n = 0
        while v < 100:
            v = v * 2
            n += 1
        for i in range(2):
            n += i
        for e in tf.range(2):
            n += int(e)
        if v > 3:
            n += 1
        kept = [k for k in range(3)]
        n += 1 if v > 5 and n > 2 else 0
        assert v > 0
        m = 0
        while m < 3:
            m += 1
        return v + n + len(kept) + m
    return tf.py_function(inner, [x], tf.int32)


print(runs_in_python(tf.constant(3)))
keep = []


class Model:
    @tf.function
    def set_up(self, x):
        self.g = lambda v: v * 2 if v > 1 else v

        def h(v):
            while v < 10:
                v += 3
            for t in v[None]:
                v += t
            return v
        keep.append(h)
        return x


model = Model()
model.set_up(tf.constant(1))
print(model.g(tf.constant(3)), keep[0](tf.constant(1)))


@tf.function
def outer():
    @tf.function
    def inner(v):
        while v < 5:
            v += 1
        return v
    keep.append(inner)
    return inner(tf.constant(1))


print(outer(), keep[-1](tf.constant(2)))
print(tf.function(lambda x: keep[0](x))(tf.constant(1)))
