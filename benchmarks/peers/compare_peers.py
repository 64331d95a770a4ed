"""The cases of compare.spec.py for systems that run no specs: `compare_peers.py SYSTEM CASE...`, SYSTEM one of jax,
onnxruntime, torch and cpython. Prints the same lines; a case that a system does not have, none. `--version` as CASE
prints the system's version instead."""
import itertools
import os
import sys

import onnx_session
from sampling import least, once


def chain(n):
    def f(x, z):
        for _ in range(n // 2):
            x = x * z
            x = x - z
        return x
    return f


def fizzbuzz(n):
    total = 0
    for i in range(1, n + 1):
        if i % 15 == 0:
            total += 15
        elif i % 3 == 0:
            total += 3
        elif i % 5 == 0:
            total += 5
        else:
            total += i
    return total


def cpython():
    def loop(n):
        i, x = 0, 0.0
        while i < n:
            x = x * 1.0001 + 1.0
            i += 1
        return x
    add = lambda a: a + 1.0
    return {
        "cached call": lambda: least(lambda: add(1.5)),
        "while, an iteration": lambda: least(lambda: loop(20000), per=20000, windows=3),
        "fizzbuzz, an iteration": lambda: least(lambda: fizzbuzz(5000), per=5000, windows=3),
    }, sys.version.split()[0]


SHAPES = ((784, 512), (512,), (512, 512), (512,), (512, 10), (10,))


def jax():
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax import lax
    random = np.random.default_rng(0)
    values = lambda *shape: jnp.asarray(random.standard_normal(shape).astype("f"))
    wait = jax.block_until_ready
    weights = lambda: [0.05 * values(*shape) for shape in SHAPES]

    def time_of(f, *inputs, **kw):
        g = jax.jit(f)
        return lambda: least(lambda: wait(g(*inputs)), **kw)

    def branches(i, total):
        return lax.cond(i % 15 == 0, lambda t: t + 15, lambda t: lax.cond(
            i % 3 == 0, lambda t: t + 3, lambda t: lax.cond(i % 5 == 0, lambda t: t + 5, lambda t: t + i, t), t), total)

    def forward(w, x):
        h = jax.nn.relu(x @ w[0] + w[1])
        h = jax.nn.relu(h @ w[2] + w[3])
        return h @ w[4] + w[5]

    def train():
        state, x, y = [weights()], values(64, 784), jnp.arange(64) % 10

        def step(w, x, y):
            loss = lambda w: -jnp.take_along_axis(jax.nn.log_softmax(forward(w, x)), y[:, None], 1).mean()
            value, gradients = jax.value_and_grad(loss)(w)
            return [a - 0.01 * g for a, g in zip(w, gradients)], value
        f = jax.jit(step, donate_argnums=0)

        def call():
            state[0], value = f(state[0], x, y)
            wait((state[0], value))
        return least(call)

    def trace():
        x, z = jnp.float32(0.9), jnp.float32(0.1)

        def make():
            f = jax.jit(chain(1000))
            return lambda: wait(f(x, z))
        return once(make, 5)

    def retrace():
        f = jax.jit(lambda x, i: x + i, static_argnums=1)
        x = jnp.float32(1.0)
        wait(f(x, -1))
        count = itertools.count()

        def make():
            i = next(count)
            return lambda: wait(f(x, i))
        return once(make, 50)

    def norm(x, gain, bias):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) * lax.rsqrt(variance + 1e-5) * gain + bias

    def conv():
        f = lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return time_of(f, values(1, 200, 200, 100), values(3, 3, 100, 100), windows=3)()

    w = weights()
    x, y = jnp.float32(1.5), jnp.float32(2.5)
    loop = lambda n: lax.while_loop(lambda c: c[0] < n, lambda c: (c[0] + 1, c[1] * 1.0001 + 1.0), (0, jnp.float32(0)))[1]
    cases = {
        "cached call": time_of(lambda a: a + 1.0, x),
        "eager add": lambda: least(lambda: wait(x + y)),
        "trace 1000 ops + call": trace,
        "retrace of one op": retrace,
        "while, an iteration": time_of(loop, 20000, per=20000, windows=3),
        "fizzbuzz, an iteration": time_of(lambda n: lax.fori_loop(1, n + 1, branches, 0), 5000, per=5000, windows=3),
        "convolution 3x3": conv,
        "elementwise 4M": lambda: time_of(
            lambda x: jnp.tanh(x * 1.1 + 0.2) * jax.nn.sigmoid(x) + 0.3, values(1 << 22))(),
        "reduce_sum 4M": lambda: time_of(jnp.sum, values(1 << 22))(),
        "softmax 1024x1024": lambda: time_of(jax.nn.softmax, values(1024, 1024))(),
        "layer norm 1024x1024": lambda: time_of(norm, values(1024, 1024), values(1024), values(1024))(),
        "transpose 2048x2048": lambda: time_of(jnp.transpose, values(2048, 2048))(),
        "gather 8 MB": lambda: time_of(lambda t, i: jnp.take(t, i, axis=0, mode="clip"), values(50000, 128),
                                       jnp.asarray(random.integers(0, 50000, 16384).astype("i")))(),
        "train step, batch 64": train,
    }
    for n in (256, 512, 1024):
        cases[f"matmul {n}"] = lambda n=n: time_of(jnp.matmul, values(n, n), values(n, n))()
    for n in (1, 64):
        cases[f"mlp, batch {n}"] = lambda n=n: time_of(lambda x: forward(w, x), values(n, 784))()
    return cases, jax.__version__


def onnxruntime():
    import numpy as np
    import onnxruntime as ort
    from onnx import helper
    random = np.random.default_rng(0)
    values = lambda *shape: random.standard_normal(shape).astype(np.float32)
    threads = int(os.environ.get("COMPARE_THREADS", "1"))

    def time_of(nodes, inputs, shape, constants=(), **kw):
        def run():
            return least(onnx_session.bound(nodes, inputs, shape, dict(constants), threads), **kw)
        return run

    node = helper.make_node
    one = {"c": np.float32(1.0)}
    x4 = values(1 << 22)
    square = values(1024, 1024)
    weights = {f"w{i}": 0.05 * values(*shape) for i, shape in enumerate(SHAPES)}
    mlp = [node("Gemm", ["x", "w0", "w1"], ["a"]), node("Relu", ["a"], ["b"]), node("Gemm", ["b", "w2", "w3"], ["c"]),
           node("Relu", ["c"], ["d"]), node("Gemm", ["d", "w4", "w5"], ["y"])]
    elementwise = [node("Mul", ["x", "p"], ["a"]), node("Add", ["a", "q"], ["b"]), node("Tanh", ["b"], ["c"]),
                   node("Sigmoid", ["x"], ["d"]), node("Mul", ["c", "d"], ["e"]), node("Add", ["e", "r"], ["y"])]
    cases = {
        "cached call": time_of([node("Add", ["x", "c"], ["y"])], {"x": np.array(1.5, np.float32)}, (), one),
        "convolution 3x3": time_of([node("Conv", ["x", "w"], ["y"])], {"x": values(1, 100, 200, 200)},
                                   (1, 100, 198, 198), {"w": values(100, 100, 3, 3)}, windows=3),
        "elementwise 4M": time_of(elementwise, {"x": x4}, x4.shape,
                                  {"p": np.float32(1.1), "q": np.float32(0.2), "r": np.float32(0.3)}),
        "reduce_sum 4M": time_of([node("ReduceSum", ["x"], ["y"], keepdims=0)], {"x": x4}, ()),
        "softmax 1024x1024": time_of([node("Softmax", ["x"], ["y"])], {"x": square}, square.shape),
        "layer norm 1024x1024": time_of([node("LayerNormalization", ["x", "g", "b"], ["y"], epsilon=1e-5)],
                                        {"x": square}, square.shape, {"g": values(1024), "b": values(1024)}),
        "transpose 2048x2048": time_of([node("Transpose", ["x"], ["y"])], {"x": values(2048, 2048)}, (2048, 2048)),
        "gather 8 MB": time_of([node("Gather", ["x", "i"], ["y"])],
                               {"x": values(50000, 128), "i": random.integers(0, 50000, 16384).astype(np.int32)},
                               (16384, 128)),
    }
    for n in (256, 512, 1024):
        cases[f"matmul {n}"] = time_of([node("MatMul", ["a", "b"], ["y"])], {"a": values(n, n), "b": values(n, n)}, (n, n))
    for n in (1, 64):
        cases[f"mlp, batch {n}"] = time_of(mlp, {"x": values(n, 784)}, (n, 10), weights)
    return cases, ort.__version__


def torch():
    import torch
    torch.set_grad_enabled(False)
    torch.set_num_threads(int(os.environ.get("COMPARE_THREADS", "1")))
    x, y = torch.tensor(1.5), torch.tensor(2.5)
    values = lambda *shape: torch.randn(*shape)
    a4, square = values(1 << 22), values(1024, 1024)
    gain, bias = values(1024), values(1024)
    w = [0.05 * values(*shape) for shape in SHAPES]

    def forward(w, x):
        h = torch.relu(torch.addmm(w[1], x, w[0]))
        h = torch.relu(torch.addmm(w[3], h, w[2]))
        return torch.addmm(w[5], h, w[4])
    image, filters = values(1, 100, 200, 200), values(100, 100, 3, 3)
    image, filters = (t.contiguous(memory_format=torch.channels_last) for t in (image, filters))
    table, rows = values(50000, 128), torch.randint(0, 50000, (16384,))
    big = values(2048, 2048)
    cases = {
        "eager add": lambda: least(lambda: x + y),
        "convolution 3x3": lambda: least(lambda: torch.conv2d(image, filters), windows=3),
        "elementwise 4M": lambda: least(lambda: torch.tanh(a4 * 1.1 + 0.2) * torch.sigmoid(a4) + 0.3),
        "reduce_sum 4M": lambda: least(lambda: torch.sum(a4)),
        "softmax 1024x1024": lambda: least(lambda: torch.softmax(square, -1)),
        "layer norm 1024x1024": lambda: least(lambda: torch.layer_norm(square, [1024], gain, bias)),
        "transpose 2048x2048": lambda: least(lambda: big.T.contiguous()),
        "gather 8 MB": lambda: least(lambda: torch.index_select(table, 0, rows)),
    }
    for n in (256, 512, 1024):
        cases[f"matmul {n}"] = lambda n=n, a=values(n, n), b=values(n, n): least(lambda: a @ b)
    for n in (1, 64):
        cases[f"mlp, batch {n}"] = lambda x=values(n, 784): least(lambda: forward(w, x))
    return cases, torch.__version__


if __name__ == "__main__":
    cases, version = {"cpython": cpython, "jax": jax, "onnxruntime": onnxruntime, "torch": torch}[sys.argv[1]]()
    for name in sys.argv[2:]:
        if name == "--version":
            print(version)
        elif name in cases:
            print(name, cases[name](), sep="\t", flush=True)
