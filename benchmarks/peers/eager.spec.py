"""Eager ops on scalars, timed from a spec's own timeit loop. Run by eager.py under `tracepack exec` and, with the same
loop, under PyTorch (`torch` as its argument)."""
import sys
import timeit

WINDOW = 0.002  # seconds
WINDOWS = 100


def cases_tracepack():
    import tensorflow as tf
    x, y, v = tf.constant(1.5), tf.constant(2.5), tf.constant([1.0, 2.0, 3.0, 4.0, 5.0])
    return {
        "x + y": lambda: x + y,
        "add(x, y)": lambda: tf.add(x, y),
        "x + 1.0": lambda: x + 1.0,
        "x * y + x": lambda: x * y + x,
        "tanh(v), 5 elements": lambda: tf.tanh(v),
        "(empty lambda)": lambda: None,
    }


def cases_torch():
    import torch
    torch.set_grad_enabled(False)
    torch.set_num_threads(1)
    x, y, v = torch.tensor(1.5), torch.tensor(2.5), torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0])
    return {
        "x + y": lambda: x + y,
        "add(x, y)": lambda: torch.add(x, y),
        "x + 1.0": lambda: x + 1.0,
        "x * y + x": lambda: x * y + x,
        "tanh(v), 5 elements": lambda: torch.tanh(v),
        "(empty lambda)": lambda: None,
    }


for name, call in (cases_torch() if "torch" in sys.argv[1:] else cases_tracepack()).items():
    for _ in range(5):
        call()
    number = 10
    while timeit.timeit(call, number=number) < WINDOW:
        number *= 2
    print(name, min(timeit.repeat(call, number=number, repeat=WINDOWS)) / number * 1e9, sep="\t")
