"""Matrix products and the guide's convolution: tracepack beside TensorFlow, ONNX Runtime and JAX, in one run.

Each system is a child process that stays; rounds go over all of them case by case, so that other work on the machine
meets all alike, and the shortest time of each counts. The last column is the best peer's time over ours: 1 is even.

  bazel build -c opt //benchmarks:matrix_peer
  python3 benchmarks/peers/matrix.py --threads 2 --tf TF_VENV/bin/python --x X_VENV/bin/python

TF_VENV has tensorflow; X_VENV has jax, onnxruntime, onnx. JAX takes no thread count: for one thread, run the whole
under `taskset -c 0`.
"""
import argparse
import os
import subprocess
import sys
import time

import onnx_session

SIZES = (256, 512, 1024, 2048)
CASES = [f"matmul{n}" for n in SIZES] + ["conv", "dense1", "dense64"]


def cases_tf(threads, values):
    import tensorflow as tf
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    multiply = lambda m, n, k: (lambda a, b: lambda: tf.linalg.matmul(a, b).numpy)(
        tf.constant(values(m, k)), tf.constant(values(k, n)))
    image, filters = tf.constant(values(1, 200, 200, 100)), tf.constant(values(3, 3, 100, 100))
    return multiply, lambda: tf.nn.conv2d(image, filters, 1, "VALID").numpy


def cases_jax(threads, values):
    import jax
    import jax.numpy as jnp
    matmul = jax.jit(lambda a, b: a @ b)
    conv = jax.jit(lambda x, w: jax.lax.conv_general_dilated(
        x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")))
    multiply = lambda m, n, k: (lambda a, b: lambda: matmul(a, b).block_until_ready())(
        jnp.array(values(m, k)), jnp.array(values(k, n)))
    image, filters = jnp.array(values(1, 200, 200, 100)), jnp.array(values(3, 3, 100, 100))
    return multiply, lambda: conv(image, filters).block_until_ready()


def cases_ort(threads, values):
    from onnx import helper
    runner = lambda node, inputs, shape, constants: onnx_session.bound([node], inputs, shape, constants, threads)

    def multiply(m, n, k):
        a, b = values(m, k), values(k, n)
        constant = m != n  # a layer's weights are constant, and packed ahead
        inputs = {"a": a} if constant else {"a": a, "b": b}
        return runner(helper.make_node("MatMul", ["a", "b"], ["y"]), inputs, (m, n), {"b": b} if constant else {})

    conv = runner(helper.make_node("Conv", ["x", "w"], ["y"]), {"x": values(1, 100, 200, 200)}, (1, 100, 198, 198),
                  {"w": values(100, 100, 3, 3)})
    return multiply, conv


def child(system, threads):
    import numpy as np
    random = np.random.default_rng(0)
    values = lambda *shape: random.random(shape, dtype=np.float32) - 0.5
    multiply, conv = {"tf": cases_tf, "jax": cases_jax, "ort": cases_ort}[system](threads, values)
    run = {f"matmul{n}": multiply(n, n, n) for n in SIZES}
    run.update(conv=conv, dense1=multiply(1, 512, 784), dense64=multiply(64, 512, 784))
    for f in run.values():
        f()
    print("ready", flush=True)
    for line in sys.stdin:
        case, budget = line.split()
        best, count, end = 1e9, 0, time.perf_counter() + float(budget)
        while count < 3 or time.perf_counter() < end:
            start = time.perf_counter()
            run[case]()
            best = min(best, time.perf_counter() - start)
            count += 1
        print(best, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--budget", type=float, default=0.2, help="seconds a case and round")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--tf", default="", help="a Python that has tensorflow")
    parser.add_argument("--x", default="", help="a Python that has jax, onnxruntime and onnx")
    parser.add_argument("--ours", default="bazel-bin/benchmarks/matrix_peer")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return child(args.child, args.threads)
    own = [os.path.abspath(__file__), "--threads", str(args.threads), "--child"]
    commands = {"ours": [args.ours, str(args.threads)]}
    if args.tf:
        commands["tf"] = [args.tf, *own, "tf"]
    if args.x:
        commands["ort"] = [args.x, *own, "ort"]
        commands["jax"] = [args.x, *own, "jax"]
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    children = {name: subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                       stderr=subprocess.DEVNULL, env=environment)
                for name, command in commands.items()}
    for name, process in children.items():
        if process.stdout.readline().strip() != "ready":
            sys.exit(f"{name} did not start")
    best = {}
    for _ in range(args.rounds):
        for case in args.cases.split(","):
            for name, process in children.items():
                print(case, args.budget, file=process.stdin, flush=True)
                key = case, name
                best[key] = min(best.get(key, 1e9), float(process.stdout.readline()))
    print(f"milliseconds, {args.threads} thread(s), best of {args.rounds} rounds")
    print("case".ljust(12) + "".join(name.rjust(12) for name in children) + "   best peer / ours")
    for case in args.cases.split(","):
        peers = [best[case, name] for name in children if name != "ours"]
        ratio = f"{min(peers) / best[case, 'ours']:19.2f}" if peers else ""
        print(case.ljust(12) + "".join(f"{best[case, name] * 1e3:12.3f}" for name in children) + ratio)
    for process in children.values():
        process.stdin.close()
        process.wait()


if __name__ == "__main__":
    main()
