import tensorflow as tf
# Updates whose change is computed as it is added.
def out(*vs): print([v.numpy().tolist() for v in vs])

v, w = tf.Variable([1., 2., 3.]), tf.Variable([[1., 2.], [3., 4.]])
@tf.function
def f(x):
    v.assign_add((x - v) * 0.5)
    w.assign_sub(tf.sqrt(w) * x[0])
    v.assign_sub(x)
    return v + 0.
for _ in range(3):
    out(f(tf.constant([4., 5., 6.])), v, w)

# what was read before stays as it was
@tf.function
def g(x):
    before = v.read_value()
    v.assign_add(v * x)
    between = v.read_value()
    v.assign_sub(between * before)
    return before, between, v.read_value()
kept = g(2.)
out(*kept)
out(*g(.5))
out(*kept)
snapshot = v.read_value()
alias = v.value()
f(tf.constant([1., 1., 1.]))
out(snapshot, alias, v)

# one variable under two names
@tf.function
def h(a, b):
    r = a.read_value()
    b.assign_add(tf.ones_like(b) * 3.)
    a.assign_add(r * 2.)
    return a.read_value()
x = tf.Variable([1., 2.]); y = tf.Variable([10., 20.])
out(h(x, y), x, y)
out(h(x, x), x)

# shapes are checked as they are when it runs
u = tf.Variable([1., 2., 3.], shape=[None])
@tf.function
def grow(x):
    u.assign_add(x * 2. + u)
    return u.read_value()
out(grow(tf.constant([1., 1., 1.])))
u.assign([5.])
for value in ([1.], [1., 2.]):
    try:
        out(grow(tf.constant(value)))
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
out(u)

@tf.function
def any_variable(v, x):
    v.assign_sub(v * x + 1.)
    return v.read_value()
c = any_variable.get_concrete_function(tf.Variable([1., 1.]), tf.TensorSpec([]))
p, q = tf.Variable([3., 4.]), tf.Variable([[1., 2., 3.]])
out(c(p, tf.constant(2.)))
try:
    out(c(q, tf.constant(2.)))
except Exception as e:
    print(type(e).__name__)
out(p, q)

# conditions, loops, nans, doubles
d = tf.Variable(tf.constant([1., float("nan"), -0., float("inf")], tf.float64))
@tf.function
def loop(n):
    for i in tf.range(n):
        if i % 2 == 0:
            d.assign_add(d * 0.5 - tf.cast(i, tf.float64))
        else:
            d.assign_sub(tf.nn.relu(d) * 0.25)
    return d.read_value()
print(loop(5).numpy())

# gradients and optimizers
a = tf.Variable(tf.reshape(tf.range(6.), [2, 3]) * 0.25)
@tf.function
def sgd(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(tf.matmul(x, a) - 1.))
    a.assign_sub(0.125 * tape.gradient(loss, a))
    return loss
print([float(sgd(tf.constant([[1., -2.], [0.5, 0.25]]))) for _ in range(4)])
out(a)
for make in (tf.keras.optimizers.Adam, tf.keras.optimizers.RMSprop, tf.keras.optimizers.AdamW, tf.keras.optimizers.Adagrad):
    opt = make(0.0625)
    b = tf.Variable([[1., -2., 3.], [0.5, 4., -1.]])
    @tf.function
    def train():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(b * b * [1., 2., 3.])
        opt.apply_gradients([(tape.gradient(loss, b), b)])
        return loss
    print(make.__name__, ["%.3f" % float(train()) for _ in range(4)])
