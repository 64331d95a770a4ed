# Linear algebra: values (to three digits: another order of sums is allowed), graphs, gradients, errors.
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


a = tf.constant([[4.0, 1.0, 0.5], [1.0, 3.0, 1.0], [0.5, 1.0, 2.0]])
b = tf.constant([[1.0, 0.0], [2.0, 1.0], [3.0, -1.0]])
batch = tf.stack([a, 2.0 * a + tf.eye(3)])
wide = tf.constant([[1.0, 2.0, 3.0, 4.0], [0.0, 1.0, -1.0, 2.0]])

# ---- values, one matrix and a batch
for m in (a, batch, tf.cast(a, tf.float64)):
    show("det", tf.linalg.det(m))
    show("slogdet", tf.linalg.slogdet(m))
    show("logdet", tf.linalg.logdet(m))
    show("inv", tf.linalg.inv(m), tf.linalg.inv(m, adjoint=True))
    show("cholesky", tf.linalg.cholesky(m))
    show("eigvalsh", tf.linalg.eigvalsh(m), tf.linalg.eigh(m)[0])
    show("svd", tf.linalg.svd(m, compute_uv=False), tf.linalg.svd(m)[0])
    show("expm", tf.linalg.expm(m / 4.0))
    show("pinv", tf.linalg.pinv(m))
    show("rank", tf.linalg.matrix_rank(m))
    show("trace", tf.linalg.trace(m))
    show("lu", tf.linalg.lu(m))
show("solve", tf.linalg.solve(a, b), tf.linalg.solve(a, b, adjoint=True))
show("triangular", tf.linalg.triangular_solve(a, b), tf.linalg.triangular_solve(a, b, lower=False, adjoint=True))
show("cholesky_solve", tf.linalg.cholesky_solve(tf.linalg.cholesky(a), b))
show("lstsq", tf.linalg.lstsq(tf.transpose(wide), tf.ones([4, 1])), tf.linalg.lstsq(wide, tf.ones([2, 1])))
show("ridge", tf.linalg.lstsq(tf.transpose(wide), tf.ones([4, 1]), l2_regularizer=0.5))
show("reconstructed by qr", tf.matmul(*tf.linalg.qr(tf.transpose(wide))), tf.abs(tf.linalg.qr(wide)[1]))
s, u, v = tf.linalg.svd(wide)
show("reconstructed by svd", tf.matmul(u, tf.matmul(tf.linalg.diag(s), v, adjoint_b=True)))
show("full svd", tf.shape(tf.linalg.svd(wide, full_matrices=True)[2]))
e, w = tf.linalg.eigh(a)
show("reconstructed by eigh", tf.matmul(w * e, w, transpose_b=True))
show("norms", [tf.norm(a, ord=o) for o in ("euclidean", 1, 2, np.inf)], tf.norm(a, axis=1), tf.norm(a, axis=[0, 1], keepdims=True))
show("band", tf.linalg.band_part(a, 1, 0), tf.linalg.band_part(wide, 0, -1))
show("diag", tf.linalg.diag([1.0, 2.0], k=1), tf.linalg.diag_part(a, k=-1), tf.linalg.set_diag(a, [9.0, 8.0, 7.0]))
for align in ("RIGHT_LEFT", "LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT"):
    parts = tf.linalg.diag_part(wide, k=(-1, 2), padding_value=9.0, align=align)
    show("diagonals " + align, parts, tf.linalg.diag(parts, k=(-1, 2), num_rows=2, num_cols=4, align=align),
         tf.linalg.set_diag(tf.zeros_like(wide), parts, k=(-1, 2), align=align))
show("diagonals", tf.linalg.diag_part(batch, k=(-1, 0)), tf.linalg.diag([[1.0, 2.0], [3.0, 0.0]], k=(-1, 0)),
     tf.linalg.diag([[1.0, 2.0], [3.0, 4.0]], k=(2, 3), padding_value=-1.0), tf.linalg.diag([1.0, 2.0], k=-1, num_rows=3, num_cols=2))
show("cross", tf.linalg.cross([1.0, 2.0, 3.0], [4.0, 5.0, 6.0]))
show("matvec", tf.linalg.matvec(a, [1.0, 2.0, 3.0]), tf.linalg.matvec(a, [1.0, 2.0, 3.0], transpose_a=True))
show("global norm", tf.linalg.global_norm([a, b]), tf.clip_by_global_norm([a, b], 1.0))
show("l2", tf.linalg.l2_normalize([3.0, 4.0]), tf.linalg.normalize(a, axis=0))
show("einsum", tf.linalg.einsum("ij,jk->ki", a, b), tf.einsum("bij,bjk->bik", batch, batch)[0])
show("eye", tf.linalg.eye(2, 3, batch_shape=[2]), tf.linalg.adjoint(wide), tf.linalg.matrix_transpose(wide))
show("tensordot", tf.linalg.tensordot(batch, b, axes=[[2], [0]]), tf.tensordot(a, a, 2))

# ---- graphs
x = tf.TensorSpec([3, 3], tf.float32)
y = tf.TensorSpec([3, 2], tf.float32)
for label, f in [("inv", tf.linalg.inv), ("det", tf.linalg.det), ("slogdet", tf.linalg.slogdet),
                 ("logdet", tf.linalg.logdet), ("cholesky", tf.linalg.cholesky), ("qr", tf.linalg.qr),
                 ("svd", tf.linalg.svd), ("eigh", tf.linalg.eigh), ("lu", tf.linalg.lu), ("trace", tf.linalg.trace),
                 ("diag_part", tf.linalg.diag_part), ("rank", tf.linalg.matrix_rank)]:
    concrete = graph(label, f, x)
    show(label, concrete(a) if label not in ("qr", "svd", "eigh") else [tf.abs(t) for t in tf.nest.flatten(concrete(a))])
for label, f in [("solve", tf.linalg.solve), ("triangular", tf.linalg.triangular_solve), ("lstsq", tf.linalg.lstsq)]:
    show(label, graph(label, f, x, y)(a, b))
unknown = tf.TensorSpec([None, None], tf.float32)
for label, f in [("inv", tf.linalg.inv), ("det", tf.linalg.det), ("cholesky", tf.linalg.cholesky)]:
    concrete = graph(label + " of unknown", f, unknown)
    print(concrete.structured_outputs)


# ---- gradients, by the tape and in a graph
def gradient(f):
    def g(*xs):
        with tf.GradientTape() as tape:
            tape.watch(xs)
            out = f(*xs)
        return tape.gradient(out, xs)
    return g


for label, f, args in [
        ("det", tf.linalg.det, [a]), ("inv", tf.linalg.inv, [a]), ("cholesky", tf.linalg.cholesky, [a]),
        ("logdet", tf.linalg.logdet, [a]), ("slogdet", lambda m: tf.linalg.slogdet(m)[1], [a]),
        ("eigh", lambda m: tf.linalg.eigh(m)[0], [a]), ("svd", lambda m: tf.linalg.svd(m, compute_uv=False), [a]),
        ("solve", tf.linalg.solve, [a, b]), ("triangular", tf.linalg.triangular_solve, [a, b]),
        ("lstsq", lambda m: tf.linalg.lstsq(m, tf.ones([4, 1])), [tf.transpose(wide)]),
        ("qr", lambda m: tf.linalg.qr(m)[1] ** 2, [tf.transpose(wide)]),
        ("norm", tf.norm, [a]), ("trace", tf.linalg.trace, [a]), ("band", lambda m: tf.linalg.band_part(m, 0, 1), [a]),
        ("diag_part", tf.linalg.diag_part, [a]), ("diagonals", lambda m: tf.linalg.diag_part(m, k=(-1, 1)) ** 2, [a]),
        ("diag", lambda m: tf.linalg.diag(m, k=(0, 1)) ** 2, [wide]),
        ("set diagonals", lambda m, d: tf.linalg.set_diag(m, d, k=(0, 1)) ** 2, [a, tf.transpose(b)]),
        ("set_diag", lambda m, d: tf.linalg.set_diag(m, d), [a, b[:, 0]]),
        ("einsum", lambda m, n: tf.einsum("ij,jk->ki", m, n), [a, b]), ("expm", tf.linalg.expm, [a / 4.0])]:
    g = gradient(f)
    show("gradient of " + label, g(*args))
    show("in a graph", tf.function(g)(*args))

# ---- errors
fails("det of a wide one", tf.linalg.det, wide)
fails("inv of a wide one", tf.linalg.inv, wide)
fails("cholesky of what is not positive", tf.linalg.cholesky, -a)
fails("inv of a singular one", tf.linalg.inv, tf.ones([2, 2]))
fails("solve of a singular one", tf.linalg.solve, tf.ones([2, 2]), tf.ones([2, 1]))
fails("solve with other rows", tf.linalg.solve, a, tf.ones([2, 1]))
fails("a vector", tf.linalg.inv, [1.0, 2.0])
fails("integers", tf.linalg.inv, [[1, 2], [3, 4]])
fails("no such diagonal", tf.linalg.diag_part, a, "n", 4)
fails("nor this", lambda: tf.linalg.diag_part(a, k=(-1, 5)))
fails("downwards", lambda: tf.linalg.diag_part(a, k=(1, -1)))
fails("three", lambda: tf.linalg.diag_part(a, k=(1, 2, 3)))
fails("rows of another number", lambda: tf.linalg.diag(wide, k=(-1, 1)))
fails("too few rows", lambda: tf.linalg.diag([1.0, 2.0], num_rows=1))
fails("too few columns", lambda: tf.linalg.diag([1.0, 2.0], num_cols=1))
fails("neither", lambda: tf.linalg.diag([1.0, 2.0], num_rows=4, num_cols=5))
fails("set other diagonals", lambda: tf.linalg.set_diag(a, b, k=(0, 1)))
for f in (lambda m: tf.linalg.diag_part(m, k=(-1, 5)), lambda m: tf.linalg.diag_part(m, k=(1, -1)), lambda m: tf.linalg.diag(m, k=(0, 4)),
          lambda m: tf.linalg.diag(m, num_rows=1), lambda m: tf.linalg.diag(m, num_rows=9, num_cols=8)):
    try:
        print(tf.function(f).get_concrete_function(x).structured_outputs)
    except ValueError as e:
        print("in a graph", str(e)[-230:].strip())
fails("cross of pairs", tf.linalg.cross, [1.0, 2.0], [3.0, 4.0])
fails("in a graph, later", tf.function(tf.linalg.cholesky), -a)
